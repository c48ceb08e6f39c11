/* SPDX-License-Identifier: MIT */
/* `muraille engine`: a bot for other programs, as docs/bot-protocol.md says. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/session.h"
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

/* Standard input, line by line; read ahead while a bot thinks, to see whether it should stop. */
typedef struct {
    mur_buffer bytes;
    size_t read; /* of them */
    bool has_ended;
} input;

/* Waits if there is nothing. */
static void read_more(input *in)
{
    enum { PIECE = 1 << 14 };
    memmove(in->bytes.at, in->bytes.at + in->read, in->bytes.len - in->read);
    in->bytes.len -= in->read;
    in->read = 0;
    mur_text t = mur_buffer_text(&in->bytes, PIECE + 1);
    ssize_t n = read(STDIN_FILENO, t.at, PIECE);
    if (n > 0)
        in->bytes.len += (size_t)n;
    else if (n == 0 || errno != EINTR)
        in->has_ended = true;
}

/* The next line; what comes after the last LF is one, too, if it holds anything. */
static bool next_line(input *in, mur_span *line)
{
    for (;;) {
        size_t rest = in->bytes.len - in->read;
        char *begin = in->bytes.at + in->read, *end = rest > 0 ? memchr(begin, '\n', rest) : NULL;
        if (end || (in->has_ended && rest > 0) || rest > ARENA_SESSION_LINE) {
            *line = (mur_span){ begin, end ? (size_t)(end - begin) : rest };
            in->read += line->len + (end != NULL);
            return true;
        }
        if (in->has_ended)
            return false;
        read_more(in);
    }
}

/* A whole line "stop" among those not read yet; it is taken out. */
static bool take_stop(input *in)
{
    size_t at = in->read;
    while (at < in->bytes.len) {
        char *begin = in->bytes.at + at, *end = memchr(begin, '\n', in->bytes.len - at);
        if (!end)
            return false;
        size_t n = (size_t)(end - begin);
        if (n >= 4 && memcmp(begin, "stop", 4) == 0 && (n == 4 || begin[4] == '\r')) {
            memset(begin, ' ', n);
            return true;
        }
        at += n + 1;
    }
    return false;
}

/* The end of input is no reason to hurry: scripts end so. */
static bool should_stop(void *context)
{
    input *in = context;
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    if (!in->has_ended && in->bytes.len - in->read <= ARENA_SESSION_LINE && poll(&p, 1, 0) > 0)
        read_more(in);
    return take_stop(in);
}

static void serve(arena_session *s, input *in)
{
    mur_buffer out = { 0 };
    mur_span line;
    bool goes_on = true;
    while (goes_on && next_line(in, &line)) {
        /* the line must stay where it is while more is read */
        mur_buffer kept = { 0 };
        mur_buffer_put_span(&kept, line);
        goes_on = arena_session_take(s, (mur_span){ kept.at, kept.len }, &out);
        mur_buffer_close(&kept);
        fwrite(out.at, 1, out.len, stdout);
        goes_on = fflush(stdout) == 0 && goes_on;
        mur_buffer_clear(&out);
    }
    mur_buffer_close(&out);
}

int cli_engine(const cli_args *args)
{
    input in = { 0 };
    const char *why;
    arena_session *s = arena_session_open(args->bot, &why);
    if (!s) {
        const char *said = _(why);
        cli_complain(N_("\"{word}\": {reason}"),
                     (const mur_place[]){ { "word", mur_span_of(args->bot) }, { "reason", mur_span_of(said) }, { 0 } });
        return CLI_BAD;
    }
    mur_buffer_put(&in.bytes, ""); /* there is something to point at */
    arena_session_set_stop(s, should_stop, &in);
    serve(s, &in);
    arena_session_close(&s);
    mur_buffer_close(&in.bytes);
    return CLI_OK;
}
