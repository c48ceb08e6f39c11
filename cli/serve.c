/* SPDX-License-Identifier: MIT */
/* `muraille serve`: the games in a browser. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

#if HAS_SERVER

#include "server/http.h"

enum { PORT = 8080, PATH_TEXT = 4096, ADDRESS_TEXT = 300 };

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

static int refuse_web(const cli_args *args, const char *web)
{
    const char *why = errno == EFBIG ? _("far too much for a browser client") : cli_why(errno);
    cli_complain(N_("no browser client can be read in {folder} ({why})"),
                 (const mur_place[]){ { "folder", mur_span_of(web) }, { "why", mur_span_of(why) }, { 0 } });
    return args->web ? CLI_BAD : CLI_FAILED;
}

static int refuse(const mur_http_options *o, const char *phrase, int code)
{
    char port[16];
    mur_text t = mur_text_on(port, sizeof port);
    mur_put_int(&t, o->port);
    cli_complain(phrase, (const mur_place[]){ { "host", mur_span_of(o->host) }, { "port", mur_span_of(port) }, { 0 } });
    return code;
}

static int tell_error(mur_http_err error, const mur_http_options *o, const cli_args *args)
{
    switch (error) {
    case MUR_HTTP_OK:
        break;
    case MUR_HTTP_NO_WEB:
        return refuse_web(args, o->web);
    case MUR_HTTP_NO_HOST:
        return refuse(o, N_("{host} is no address of this machine"), CLI_BAD);
    case MUR_HTTP_PORT_TAKEN:
        return refuse(o, N_("the port {port} is in use; --port chooses another"), CLI_FAILED);
    case MUR_HTTP_PORT_FORBIDDEN:
        return refuse(o, N_("the port {port} is not open to you; --port chooses another"), CLI_FAILED);
    case MUR_HTTP_NO_STORE:
    case MUR_HTTP_NO_TLS:
    case MUR_HTTP_NO_LOOP:
    case MUR_HTTP_FAILED:
        return refuse(o, N_("the server cannot be started on {host}, port {port}"), CLI_FAILED);
    }
    return CLI_OK;
}

/* -- Serving -- */

static mur_http *running; /* for the signal handler; set before it is installed */

static void on_signal(int signal_number)
{
    (void)signal_number;
    mur_http_stop(running);
}

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0 || strcmp(host, "localhost") == 0;
}

static void tell_address(const char *host, int port)
{
    char address[ADDRESS_TEXT];
    mur_text t = mur_text_on(address, sizeof address);
    bool is_six = strchr(host, ':') != NULL;
    mur_put(&t, "http://");
    mur_put(&t, is_six ? "[" : "");
    mur_put(&t, strcmp(host, "127.0.0.1") == 0 ? "localhost" : host); /* as people know it */
    mur_put(&t, is_six ? "]:" : ":");
    mur_put_int(&t, port);
    cli_say(stdout, N_("Muraille is at {address} (Ctrl+C ends it)."),
            (const mur_place[]){ { "address", mur_span_of(address) }, { 0 } });
    putchar('\n');
    if (!is_loopback(host))
        puts(_("It is not encrypted and can be reached from other machines."));
    fflush(stdout);
}

int cli_serve(const cli_args *args)
{
    char beside[PATH_TEXT];
    const mur_http_options options = {
        .host = args->host ? args->host : "127.0.0.1",
        .port = args->port == CLI_NOT_GIVEN ? PORT : args->port,
        .web = args->web                            ? args->web
               : find_beside(beside, sizeof beside) ? beside
                                                    : WEB_DIR,
        .connections = 20000,
        .per_address = 20000,
        .drain_s = 10,
        .hall = { .store = "/tmp/x.db", .version = "0", .thinkers = 1 },
    };
    char why[256];
    mur_http_err error = mur_http_open(&running, &options, why);
    if (error != MUR_HTTP_OK)
        return tell_error(error, &options, args);
    const struct sigaction stop = { .sa_handler = on_signal };
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    tell_address(options.host, mur_http_port(running));
    mur_http_run(running);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    mur_http_close(&running);
    return CLI_OK;
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
