/* SPDX-License-Identifier: MIT */
/* cli/serve.c -- `muraille serve`: starts the server (server/net/http.h) with its settings, and reloads them on
 * SIGHUP.
 * cli_serve() reads the settings (cli/settings.h), turns them into mur_http_options, opens the server, prints its
 * address and runs it until a signal ends it. Signal handlers only call the two functions of the server that are
 * safe there. On SIGHUP the event loop calls on_reload(): settings are read again, those that may change take
 * effect, the others are logged as "restart_needed". */
#include <assert.h>
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
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/translate.h"
#include "engine/muraille.h"

#if HAS_SERVER

#include "server/common/log.h"
#include "server/net/http.h"

enum { BOT_THREADS_MIN = 2, BOT_THREADS_MAX = 8, PATH_TEXT = 4096, ADDRESS_TEXT = 300, ERROR_TEXT = 1024 };

/* -- Where the browser client is -- */

/* The folder `web` beside the program, for one that was built and not installed. False: there is none. */
static bool find_web_beside_program(char *out, size_t size)
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

/* -- Errors -- */

/* A folder that was given and cannot be read is wrong input; one that should have been installed is a fault of the
 * installation. */
static int refuse_web(const mur_http_options *o, bool is_given)
{
    const char *why = errno == EFBIG ? _("too many or too large files for a browser client") : cli_strerror(errno);
    cli_error(N_("cannot read a browser client in {folder} ({why})"),
              (const mur_format_arg[]){ { "folder", mur_span_of(o->web) }, { "why", mur_span_of(why) }, { 0 } });
    return is_given ? CLI_BAD_INPUT : CLI_FAILED;
}

/* Prints an error with the placeholders host, port and why; returns the exit code. */
static int refuse(const mur_http_options *o, const char *phrase, const char *why, int code)
{
    char port[16];
    mur_text t = mur_text_on(port, sizeof port);
    mur_put_int(&t, o->port);
    cli_error(phrase, (const mur_format_arg[]){ { "host", mur_span_of(o->host) },
                                                { "port", mur_span_of(port) },
                                                { "why", mur_span_of(_(why)) },
                                                { 0 } });
    return code;
}

/* Why the server could not be opened, for people; returns the exit code. Wrong settings are CLI_BAD_INPUT,
 * everything that the machine lacks is CLI_FAILED. */
static int report_error(mur_http_err error, const mur_http_options *o, bool is_web_given, const char *why)
{
    switch (error) {
    case MUR_HTTP_OK:
        break;
    case MUR_HTTP_NO_WEB:
        return refuse_web(o, is_web_given);
    case MUR_HTTP_NO_HOST:
        return refuse(o, N_("{host} is not an address of this machine"), "", CLI_BAD_INPUT);
    case MUR_HTTP_PORT_TAKEN:
        return refuse(o, N_("port {port} is in use; choose another with --port"), "", CLI_FAILED);
    case MUR_HTTP_PORT_FORBIDDEN:
        return refuse(o, N_("you may not use port {port}; choose another with --port"), "", CLI_FAILED);
    case MUR_HTTP_NO_STORE:
        return refuse(o, N_("cannot open the database: {why}"), why, CLI_FAILED);
    case MUR_HTTP_NO_TLS:
        return refuse(o, N_("the certificate and key cannot be read, or do not match"), "", CLI_BAD_INPUT);
    case MUR_HTTP_NO_LOOP:
        return refuse(o, N_("libwebsockets cannot use libuv; the package libwebsockets-evlib-uv is missing"), "",
                      CLI_FAILED);
    case MUR_HTTP_FAILED:
        return refuse(o, N_("the server cannot be started on {host}, port {port}"), "", CLI_FAILED);
    }
    return CLI_OK;
}

/* -- Announcing that it runs -- */

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 || strcmp(host, "localhost") == 0;
}

/* The address as it is typed into a browser: 127.0.0.1 is called localhost, an IPv6 address stands in brackets. */
static void put_address(mur_text *t, const mur_http_options *o, int port)
{
    bool is_six = strchr(o->host, ':') != NULL;
    mur_put(t, o->tls_cert ? "https://" : "http://");
    mur_put(t, is_six ? "[" : "");
    mur_put(t, strcmp(o->host, "127.0.0.1") == 0 ? "localhost" : o->host);
    mur_put(t, is_six ? "]:" : ":");
    mur_put_int(t, port);
}

/* Scripts and tests wait for this line, so it is flushed at once. */
static void print_address(const mur_http_options *o, int port)
{
    char address[ADDRESS_TEXT];
    mur_text t = mur_text_on(address, sizeof address);
    put_address(&t, o, port);
    cli_print(stdout, N_("Muraille is running at {address} (Ctrl+C stops it)."),
              (const mur_format_arg[]){ { "address", mur_span_of(address) }, { 0 } });
    putchar('\n');
    if (!is_loopback(o->host) && !o->tls_cert)
        puts(_("It is not encrypted and can be reached from other machines."));
    fflush(stdout);
}

/* Tells systemd, if it asked for it (sd_notify(3)): one datagram to the socket it names, "@" being a NUL. */
static void notify_systemd(const char *state)
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

/* The first line of the log. The address of a database may contain a password: it is not logged. */
static void log_listening(const mur_http_options *o, int port)
{
    bool is_file = strncmp(o->lobby.store, "postgres", strlen("postgres")) != 0;
    log_event(LOG_INFO, "listening",
              (const log_field[]){ { "host", o->host, 0 },
                                   { "port", NULL, port },
                                   { "tls", o->tls_cert ? "yes" : "no", 0 },
                                   { "store", is_file ? o->lobby.store : "postgresql", 0 },
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

static void on_reload_signal(int signal_number)
{
    (void)signal_number;
    mur_http_reload(running);
}

/* The tables of one address use all threads of the pool but one (server/workers/bot_pool.h), hence at least two; by
 * default as many as there are processors, up to a limit. */
static int count_bot_threads(int wanted)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted == 0)
        wanted = n < BOT_THREADS_MAX ? (int)n : BOT_THREADS_MAX;
    assert(wanted >= 0 && wanted <= CLI_THREADS_MAX);
    return wanted > BOT_THREADS_MIN ? wanted : BOT_THREADS_MIN;
}

/* Settings as the server takes them; borrows their texts. */
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
        .per_address = s->connections_per_address,
        .has_open_metrics = s->metrics == 1,
        .proxy = (mur_http_proxy)s->proxy,
        .webhooks = (mur_http_webhooks)s->webhooks,
        .idle_timeout_s = s->idle_timeout,
        .drain_s = s->drain,
        .lobby = { .store = where,
                   .version = mur_version(),
                   .bot_threads = count_bot_threads(s->bot_threads),
                   .tables = s->tables,
                   .tables_per_person = s->tables_per_person,
                   .tables_per_address = s->tables_per_address,
                   .grace_s = s->grace,
                   .requests_per_s = s->requests,
                   .newcomers_per_min = s->newcomers,
                   .invite_only = s->invite == 1,
                   .translate = cli_translate_to },
    };
}

/* "auto" logs everything to a file or the journal, and only warnings and errors to a terminal, where a person reads. */
static void choose_log(const cli_settings *s)
{
    log_set_level(s->log == 2 || (s->log == 0 && isatty(STDERR_FILENO)) ? LOG_WARNING : LOG_INFO);
}

/* -- Reloading -- */

/* Checks settings that are valid alone but not together. Returns false after printing an error. */
static bool is_consistent(const cli_settings *s)
{
    if (!s->tls_cert == !s->tls_key &&
        (!s->public_url || strncmp(s->public_url, "http://", 7) == 0 || strncmp(s->public_url, "https://", 8) == 0))
        return true;
    cli_error(!s->tls_cert != !s->tls_key ? N_("a certificate and its key must be given together")
                                          : N_("a public address begins with http:// or https://"),
              (const mur_format_arg[]){ { 0 } });
    return false;
}

typedef struct {
    const cli_args *args;
    const cli_settings *started; /* the settings at the start; they are never replaced */
    bool has_terminal;
} reload;

/* Applies what may change while the server runs, and logs each of the others that differs. A certificate that cannot
 * be loaded leaves everything as it was. */
static void apply_settings(mur_http *http, const reload *from, const cli_settings *fresh)
{
    char why[256] = "";
    const mur_http_options o = options_of(fresh, from->started->store, NULL);
    if (!mur_http_reconfigure(http, &o, why)) {
        log_event(LOG_ERROR, "reload_failed", (const log_field[]){ { "reason", why, 0 }, { 0 } });
        return;
    }
    choose_log(fresh);
    const char *name;
    for (int row = 0; (name = cli_settings_next_needing_restart(from->started, fresh, &row));)
        log_event(LOG_WARNING, "restart_needed", (const log_field[]){ { "setting", name, 0 }, { 0 } });
    log_event(LOG_INFO, "reloaded", (const log_field[]){ { 0 } });
}

/* Settings from standard input can be read only once. */
static bool can_read_again(const cli_args *args)
{
    bool is_input = args->config && strcmp(args->config, "-") == 0;
    if (is_input)
        cli_error(N_("settings from standard input cannot be reloaded"), (const mur_format_arg[]){ { 0 } });
    return !is_input;
}

/* SIGHUP arrived; runs in the event loop. The same signal is sent when the terminal in which the server was started
 * is closed: then it ends. Errors in the settings are captured and logged, and the server keeps its old settings. */
static void on_reload(mur_http *http, void *context)
{
    const reload *from = context;
    char error[ERROR_TEXT] = "";
    cli_settings fresh = { 0 };
    if (from->has_terminal && !isatty(STDIN_FILENO)) {
        mur_http_stop(http);
        return;
    }
    cli_capture_errors(error, sizeof error);
    bool is_valid = can_read_again(from->args) && cli_settings_open(&fresh, from->args) && is_consistent(&fresh);
    cli_capture_errors(NULL, 0);
    if (is_valid)
        apply_settings(http, from, &fresh);
    else
        log_event(LOG_ERROR, "reload_failed", (const log_field[]){ { "reason", error, 0 }, { 0 } });
    cli_settings_close(&fresh);
}

/* -- The command -- */

/* Opens the server and runs it until a signal. SIGPIPE and SIGXFSZ are ignored: a closed socket and a file that may
 * not grow are errors of a call, not reasons to die. If a worker thread hangs in the database at the end, the
 * process leaves without waiting for it. */
static int serve(const mur_http_options *o, bool is_web_given)
{
    char why[256] = "";
    mur_http_err error = mur_http_open(&running, o, why);
    if (error != MUR_HTTP_OK)
        return report_error(error, o, is_web_given, why);
    assert(running); /* the handlers use it */
    const struct sigaction stop = { .sa_handler = on_signal };
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGHUP, &(const struct sigaction){ .sa_handler = on_reload_signal }, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    log_listening(o, mur_http_port(running));
    print_address(o, mur_http_port(running));
    notify_systemd("READY=1");
    if (!mur_http_run(running)) {
        fflush(NULL);
        _exit(CLI_OK);
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
    int code = CLI_BAD_INPUT;
    if (cli_settings_open(&s, args) && is_consistent(&s)) {
        const char *web = s.web ? s.web : find_web_beside_program(beside, sizeof beside) ? beside : WEB_DIR;
        const char *where = cli_settings_make_store_path(&s);
        reload from = { args, &s, isatty(STDIN_FILENO) };
        mur_http_options o = options_of(&s, where, web);
        choose_log(&s);
        cli_settings_warn_unknown();
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
    cli_error(N_("this muraille was built without the server (libwebsockets was missing)"),
              (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

#endif
