/* SPDX-License-Identifier: MIT */
/* web/wasm.c -- the functions that muraille.wasm exports to JavaScript.
 * The caller gets a buffer from reserve_input(n), writes a request into it and calls ask() (web/session.h lists the
 * requests), or writes a record into it and calls trace(). The answer is at answer() and has answer_size() bytes; it is
 * valid until the next call. Texts are UTF-8. The module imports nothing, so it can read neither files nor a clock. */
#include <stdlib.h>

#include "record/reader.h"
#include "record/trace.h"
#include "web/session.h"

#define EXPORT(name) __attribute__((export_name(#name), visibility("default")))

enum { TRACED = 0, NO_RECORD = 1, NO_SEAT = 2 }; /* what trace() returns */
enum { SEAT_ALL = -1, SEAT_WATCHER = 0 };        /* else 1..n, as in every text */

static char *input;
static size_t input_size;
static mur_buffer output;
static size_t bad_line;

EXPORT(reserve_input) char *reserve_input(size_t size);
EXPORT(ask) void ask(void);
EXPORT(trace) int trace(int seat);
EXPORT(answer) const char *answer(void);
EXPORT(answer_size) size_t answer_size(void);
EXPORT(error_line) size_t error_line(void);

/* The buffer for the next request or record; NULL if there is not enough memory. */
char *reserve_input(size_t size)
{
    free(input);
    input = malloc(size + 1);
    input_size = input ? size : 0;
    return input;
}

const char *answer(void)
{
    return output.at;
}

size_t answer_size(void)
{
    return output.len;
}

/* The line with the error, after trace() has returned NO_RECORD. */
size_t error_line(void)
{
    return bad_line;
}

void ask(void)
{
    static session *the_session;
    if (!the_session)
        the_session = session_open();
    mur_buffer_clear(&output);
    session_run(the_session, (mur_span){ input, input_size }, &output);
}

static int viewer_of(int seat)
{
    return seat == SEAT_ALL ? MUR_ALL : seat == SEAT_WATCHER ? MUR_WATCHER : seat - 1;
}

/* `muraille trace` for JavaScript: tests compare the two byte for byte. Returns TRACED, NO_RECORD (the message is the
 * answer, error_line() its line) or NO_SEAT (the answer is how many seats there are). */
int trace(int seat)
{
    mur_record *record;
    mur_record_error error;
    mur_trace *t;
    mur_buffer_clear(&output);
    if (!mur_record_read((mur_span){ input, input_size }, NULL, &record, &error)) {
        mur_buffer_put(&output, error.message);
        bad_line = error.line;
        return NO_RECORD;
    }
    int seats = record->setup->seats;
    if (seat < SEAT_ALL || seat > seats) {
        mur_buffer_put_int(&output, seats);
        mur_record_close(&record);
        return NO_SEAT;
    }
    mur_trace_open(&t, record, viewer_of(seat));
    while (mur_trace_next(t, &output))
        mur_buffer_put(&output, "\n");
    mur_trace_close(&t);
    mur_record_close(&record);
    return TRACED;
}
