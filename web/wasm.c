/* SPDX-License-Identifier: MIT */
/* web/wasm.c -- the door of muraille.wasm: what JavaScript calls.
 * The caller asks for room(n), writes a request there and calls ask() (web/table.h says what can be asked); or it
 * writes a record there and calls trace(). The answer lies at text() and is text_size() bytes long until the next call.
 * Texts are UTF-8.
 * Nothing is imported: the module can neither read a file nor a clock. */
#include <stdlib.h>

#include "record/reader.h"
#include "record/trace.h"
#include "web/table.h"

#define EXPORT(name) __attribute__((export_name(#name), visibility("default")))

enum { TRACED = 0, NO_RECORD = 1, NO_SEAT = 2 }; /* what trace() returns */
enum { SEAT_ALL = -1, SEAT_WATCHER = 0 };        /* else 1..n, as in every text */

static char *input;
static size_t input_size;
static mur_buffer output;
static size_t error_line;

EXPORT(room) char *room(size_t size);
EXPORT(ask) void ask(void);
EXPORT(trace) int trace(int seat);
EXPORT(text) const char *text(void);
EXPORT(text_size) size_t text_size(void);
EXPORT(line) size_t line(void);

/* Where the next record is to be written; NULL if there is not so much memory. */
char *room(size_t size)
{
    free(input);
    input = malloc(size + 1);
    input_size = input ? size : 0;
    return input;
}

const char *text(void)
{
    return output.at;
}

size_t text_size(void)
{
    return output.len;
}

/* The line at fault, after NO_RECORD. */
size_t line(void)
{
    return error_line;
}

void ask(void)
{
    static table *the_table;
    if (!the_table)
        the_table = table_open();
    mur_buffer_clear(&output);
    table_ask(the_table, (mur_span){ input, input_size }, &output);
}

static int viewer_of(int seat)
{
    return seat == SEAT_ALL ? MUR_ALL : seat == SEAT_WATCHER ? MUR_WATCHER : seat - 1;
}

int trace(int seat)
{
    mur_record *record;
    mur_record_error error;
    mur_trace *t;
    mur_buffer_clear(&output);
    if (!mur_record_read((mur_span){ input, input_size }, NULL, &record, &error)) {
        mur_buffer_put(&output, error.message);
        error_line = error.line;
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
