/* SPDX-License-Identifier: MIT */
/* cli/engine.c -- `muraille engine`: the bot protocol of docs/bot-protocol.md on standard input and output.
 * arena/protocol answers each line. The work here is the input: while a bot searches, it must notice the line "stop"
 * without consuming the lines around it. So lines are read ahead into a buffer, and the search polls that buffer now
 * and then (should_stop()). */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/protocol/protocol_engine.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"

/* Standard input, line by line; read ahead while a bot thinks, to see whether it should stop. */
typedef struct {
    mur_buffer bytes;
    size_t read; /* how many of them have been handed out as lines */
    bool has_ended;
} input;

/* Appends what is there to the buffer, after moving the unread rest to its front. Blocks if there is nothing.
 * Pointers into the buffer are invalid afterwards. */
static void read_more(input *in)
{
    enum { PIECE = 1 << 14 };
    assert(in->read <= in->bytes.len);
    memmove(in->bytes.at, in->bytes.at + in->read, in->bytes.len - in->read);
    in->bytes.len -= in->read;
    in->read = 0;
    mur_text t = mur_buffer_reserve(&in->bytes, PIECE + 1);
    ssize_t n = read(STDIN_FILENO, t.at, PIECE);
    if (n > 0)
        in->bytes.len += (size_t)n;
    else if (n == 0 || errno != EINTR)
        in->has_ended = true;
}

/* The next line, without its LF; false at the end of the input. What follows the last LF is a line, too, if it is
 * not empty. A line longer than the protocol allows is handed out in pieces, so that the buffer stays bounded. */
static bool next_line(input *in, mur_span *line)
{
    for (;;) {
        size_t rest = in->bytes.len - in->read;
        char *begin = in->bytes.at + in->read, *end = rest > 0 ? memchr(begin, '\n', rest) : NULL;
        if (end || (in->has_ended && rest > 0) || rest > ARENA_PROTOCOL_LINE_MAX) {
            *line = (mur_span){ begin, end ? (size_t)(end - begin) : rest };
            in->read += line->len + (end != NULL);
            return true;
        }
        if (in->has_ended)
            return false;
        read_more(in);
    }
}

/* Finds a complete line "stop" among the unread ones and blanks it out, so that it is answered once. */
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

/* Asked by the search. The end of the input is no reason to stop: a script that sends "go" and closes the pipe wants
 * the full search. Reads without blocking, and no further than one line of the protocol ahead. */
static bool should_stop(void *context)
{
    input *in = context;
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    if (!in->has_ended && in->bytes.len - in->read <= ARENA_PROTOCOL_LINE_MAX && poll(&p, 1, 0) > 0)
        read_more(in);
    return take_stop(in);
}

/* Answers line by line until "quit", the end of the input or a closed output. The line is copied: the search reads
 * more input, which moves the buffer. */
static void serve(arena_protocol_engine *s, input *in)
{
    mur_buffer out = { 0 };
    mur_span line;
    bool goes_on = true;
    while (goes_on && next_line(in, &line)) {
        mur_buffer kept = { 0 };
        mur_buffer_put_span(&kept, line);
        goes_on = arena_protocol_engine_handle_line(s, (mur_span){ kept.at, kept.len }, &out);
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
    arena_protocol_engine *s = arena_protocol_engine_open(args->bot, &why);
    if (!s) {
        const char *reason = _(why);
        cli_error(
            N_("\"{word}\": {reason}"),
            (const mur_format_arg[]){ { "word", mur_span_of(args->bot) }, { "reason", mur_span_of(reason) }, { 0 } });
        return CLI_BAD_INPUT;
    }
    mur_buffer_put(&in.bytes, ""); /* allocates: next_line() points into it before anything is read */
    arena_protocol_engine_set_stop(s, should_stop, &in);
    serve(s, &in);
    arena_protocol_engine_close(&s);
    mur_buffer_close(&in.bytes);
    return CLI_OK;
}
