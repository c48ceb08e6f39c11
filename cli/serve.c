/* SPDX-License-Identifier: MIT */
/* `muraille serve`: the games in a browser. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/settings.h"
#include "cli/words.h"
#include "engine/muraille.h"

#if HAS_SERVER

#include "server/http.h"
#include "server/log.h"

enum { THINKERS_LEAST = 2, THINKERS_MAX = 8, PATH_TEXT = 4096, ADDRESS_TEXT = 300, COMPLAINT_TEXT = 1024 };

/* -- Where the browser client lies -- */

/* Beside a program that was built and not installed, in its folder `web`. */
static bool find_beside(char *out, size_t size)
{
    char program[PATH_TEXT], index[PATH_TEXT + sizeof "/index.html"];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return false;
    program[n] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = '\0';
    mur_text t = mur_text_on(out, size);
    mur_put(&t, program);
    mur_put(&t, "/web");
    mur_text i = mur_text_on(index, sizeof index);
    mur_put(&i, out);
    mur_put(&i, "/index.html");
    return !mur_text_is_cut(&t) && access(index, R_OK) == 0;
}

/* -- What can go wrong -- */

static int refuse_web(const mur_http_options *o, bool is_given)
{
    const char *why = errno == EFBIG ? _("far too much for a browser client") : cli_why(errno);
    cli_complain(N_("no browser client can be read in {folder} ({why})"),
                 (const mur_place[]){ { "folder", mur_span_of(o->web) }, { "why", mur_span_of(why) }, { 0 } });
    return is_given ? CLI_BAD : CLI_FAILED;
}

static int refuse(const mur_http_options *o, const char *phrase, const char *why, int code)
{
    char port[16];
    mur_text t = mur_text_on(port, sizeof port);
    mur_put_int(&t, o->port);
    cli_complain(phrase, (const mur_place[]){ { "host", mur_span_of(o->host) },
                                              { "port", mur_span_of(port) },
                                              { "why", mur_span_of(_(why)) },
                                              { 0 } });
    return code;
}

static int tell_error(mur_http_err error, const mur_http_options *o, bool is_web_given, const char *why)
{
    switch (error) {
    case MUR_HTTP_OK:
        break;
    case MUR_HTTP_NO_WEB:
        return refuse_web(o, is_web_given);
    case MUR_HTTP_NO_HOST:
        return refuse(o, N_("{host} is no address of this machine"), "", CLI_BAD);
    case MUR_HTTP_PORT_TAKEN:
        return refuse(o, N_("the port {port} is in use; --port chooses another"), "", CLI_FAILED);
    case MUR_HTTP_PORT_FORBIDDEN:
        return refuse(o, N_("the port {port} is not open to you; --port chooses another"), "", CLI_FAILED);
    case MUR_HTTP_NO_STORE:
        return refuse(o, N_("the store cannot be opened: {why}"), why, CLI_FAILED);
    case MUR_HTTP_NO_TLS:
        return refuse(o, N_("certificate and key cannot be read, or do not belong together"), "", CLI_BAD);
    case MUR_HTTP_NO_LOOP:
        return refuse(o, N_("libwebsockets cannot use libuv; the package libwebsockets-evlib-uv is missing"), "",
                      CLI_FAILED);
    case MUR_HTTP_FAILED:
        return refuse(o, N_("the server cannot be started on {host}, port {port}"), "", CLI_FAILED);
    }
    return CLI_OK;
}

/* -- Telling that it is there -- */

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 || strcmp(host, "localhost") == 0;
}

static void put_address(mur_text *t, const mur_http_options *o, int port)
{
    bool is_six = strchr(o->host, ':') != NULL;
    mur_put(t, o->tls_cert ? "https://" : "http://");
    mur_put(t, is_six ? "[" : "");
    mur_put(t, strcmp(o->host, "127.0.0.1") == 0 ? "localhost" : o->host); /* as people know it */
    mur_put(t, is_six ? "]:" : ":");
    mur_put_int(t, port);
}

static void tell_address(const mur_http_options *o, int port)
{
    char address[ADDRESS_TEXT];
    mur_text t = mur_text_on(address, sizeof address);
    put_address(&t, o, port);
    cli_say(stdout, N_("Muraille is at {address} (Ctrl+C ends it)."),
            (const mur_place[]){ { "address", mur_span_of(address) }, { 0 } });
    putchar('\n');
    if (!is_loopback(o->host) && !o->tls_cert)
        puts(_("It is not encrypted and can be reached from other machines."));
    fflush(stdout);
}

/* Tells systemd, if it asked for it (sd_notify(3)): one datagram to the socket it names, "@" being a NUL. */
static void tell_systemd(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    size_t n = path ? strlen(path) : 0;
    if (n == 0 || n >= sizeof to.sun_path)
        return;
    memcpy(to.sun_path, path, n);
    if (*path == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
    close(fd);
}

static void tell_log(const mur_http_options *o, int port)
{
    bool is_file = strncmp(o->hall.store, "postgres", strlen("postgres")) != 0; /* an address may hold a password */
    log_tell(LOG_INFO, "listening",
             (const log_field[]){ { "host", o->host, 0 },
                                  { "port", NULL, port },
                                  { "tls", o->tls_cert ? "yes" : "no", 0 },
                                  { "store", is_file ? o->hall.store : "postgresql", 0 },
                                  { "version", mur_version(), 0 },
                                  { 0 } });
}

/* -- Serving -- */

static mur_http *running; /* for the signal handler; set before it is installed */

static void on_signal(int signal_number)
{
    (void)signal_number;
    mur_http_stop(running);
}

static void on_hang_up(int signal_number)
{
    (void)signal_number;
    mur_http_reload(running);
}

/* The bots of one address use all threads but one, so one processor is left for the loop. */
static int count_thinkers(int wanted)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted == 0)
        wanted = n < THINKERS_MAX ? (int)n : THINKERS_MAX;
    return wanted > THINKERS_LEAST ? wanted : THINKERS_LEAST;
}

static mur_http_options options_of(const cli_settings *s, const char *where, const char *web)
{
    return (mur_http_options){
        .host = s->host ? s->host : "127.0.0.1",
        .port = s->port,
        .web = web,
        .tls_cert = s->tls_cert,
        .tls_key = s->tls_key,
        .public_url = s->public_url,
        .connections = s->connections,
        .per_address = s->per_address,
        .has_open_metrics = s->metrics == 1,
        .proxy = (mur_http_proxy)s->proxy,
        .hooks = (mur_http_hooks)s->hooks,
        .silence_s = s->silence,
        .drain_s = s->drain,
        .hall = { .store = where,
                  .version = mur_version(),
                  .thinkers = count_thinkers(s->thinkers),
                  .tables = s->tables,
                  .tables_per_person = s->tables_per_person,
                  .tables_per_address = s->tables_per_address,
                  .grace_s = s->grace,
                  .requests_per_s = s->requests,
                  .newcomers_per_min = s->newcomers,
                  .invite_only = s->invite == 1,
                  .translate = cli_word_in },
    };
}

static void choose_log(const cli_settings *s)
{
    log_only(s->log == 2 || (s->log == 0 && isatty(STDERR_FILENO)) ? LOG_WARNING : LOG_INFO);
}

/* -- Reloading -- */

/* Values that are right alone and wrong together. */
static bool is_consistent(const cli_settings *s)
{
    if (!s->tls_cert == !s->tls_key &&
        (!s->public_url || strncmp(s->public_url, "http://", 7) == 0 || strncmp(s->public_url, "https://", 8) == 0))
        return true;
    cli_complain(!s->tls_cert != !s->tls_key ? N_("a certificate needs its key, and a key its certificate")
                                             : N_("a public address begins with http:// or https://"),
                 (const mur_place[]){ { 0 } });
    return false;
}

typedef struct {
    const cli_args *args;
    const cli_settings *started; /* with these */
    bool has_terminal;
} reload;

static void take_settings(mur_http *http, const reload *from, const cli_settings *fresh)
{
    char why[256] = "";
    const mur_http_options o = options_of(fresh, from->started->store, NULL);
    if (!mur_http_change(http, &o, why)) {
        log_tell(LOG_ERROR, "reload_failed", (const log_field[]){ { "reason", why, 0 }, { 0 } });
        return;
    }
    choose_log(fresh);
    const char *name;
    for (int row = 0; (name = cli_settings_next_fixed(from->started, fresh, &row));)
        log_tell(LOG_WARNING, "restart_needed", (const log_field[]){ { "setting", name, 0 }, { 0 } });
    log_tell(LOG_INFO, "reloaded", (const log_field[]){ { 0 } });
}

/* Standard input is read once. */
static bool can_read_again(const cli_args *args)
{
    bool is_input = args->config && strcmp(args->config, "-") == 0;
    if (is_input)
        cli_complain(N_("settings from standard input cannot be read again"), (const mur_place[]){ { 0 } });
    return !is_input;
}

/* A terminal that is closed says so with the same signal: then the server that was started in it ends. */
static void on_reload(mur_http *http, void *context)
{
    const reload *from = context;
    char complaint[COMPLAINT_TEXT] = "";
    cli_settings fresh;
    if (from->has_terminal && !isatty(STDIN_FILENO)) {
        mur_http_stop(http);
        return;
    }
    fresh = (cli_settings){ 0 };
    cli_keep_complaints(complaint, sizeof complaint);
    bool is_right = can_read_again(from->args) && cli_settings_open(&fresh, from->args) && is_consistent(&fresh);
    cli_keep_complaints(NULL, 0);
    if (is_right)
        take_settings(http, from, &fresh);
    else
        log_tell(LOG_ERROR, "reload_failed", (const log_field[]){ { "reason", complaint, 0 }, { 0 } });
    cli_settings_close(&fresh);
}

/* -- All of it -- */

static int serve(const mur_http_options *o, bool is_web_given)
{
    char why[256] = "";
    mur_http_err error = mur_http_open(&running, o, why);
    if (error != MUR_HTTP_OK)
        return tell_error(error, o, is_web_given, why);
    const struct sigaction stop = { .sa_handler = on_signal };
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGHUP, &(const struct sigaction){ .sa_handler = on_hang_up }, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a store that is away, and no reason to die */
    tell_log(o, mur_http_port(running));
    tell_address(o, mur_http_port(running));
    tell_systemd("READY=1");
    if (!mur_http_run(running)) {
        fflush(NULL);
        _exit(CLI_OK); /* a thread hangs in the store; there is no way to end it but this */
    }
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    mur_http_close(&running);
    return CLI_OK;
}

int cli_serve(const cli_args *args)
{
    char beside[PATH_TEXT];
    cli_settings s;
    int code = CLI_BAD;
    if (cli_settings_open(&s, args) && is_consistent(&s)) {
        const char *web = s.web ? s.web : find_beside(beside, sizeof beside) ? beside : WEB_DIR;
        const char *where = cli_settings_store(&s);
        reload from = { args, &s, isatty(STDIN_FILENO) };
        mur_http_options o = options_of(&s, where, web);
        choose_log(&s);
        cli_settings_warn();
        o.on_reload = on_reload;
        o.context = &from;
        code = where ? serve(&o, s.web != NULL) : CLI_FAILED;
    }
    cli_settings_close(&s);
    return code;
}

#else

int cli_serve(const cli_args *args)
{
    (void)args;
    cli_complain(N_("this muraille was built without a server (libwebsockets was missing)"),
                 (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

#endif
