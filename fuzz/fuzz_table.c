/* SPDX-License-Identifier: MIT */
/* The table that the browser's worker talks to: any requests, one after another, divided by bytes 0xff. Every answer is
 * an object in braces, and the table still answers after the last. */
#include "fuzz/fuzz.h"
#include "web/table.h"

#include <string.h>

static void check_answers(table *t)
{
    mur_buffer answer = { 0 };
    table_ask(t, mur_span_of("record"), &answer);
    demand(answer.len > 2 && answer.at[0] == '{' && answer.at[answer.len - 1] == '}');
    mur_buffer_close(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    table *t = table_open();
    mur_span rest = { (const char *)data, size };
    while (rest.len > 0) {
        const char *end = memchr(rest.at, 0xff, rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        mur_buffer answer = { 0 };
        table_ask(t, (mur_span){ rest.at, n }, &answer);
        demand(answer.len >= 2 && answer.at[0] == '{' && answer.at[answer.len - 1] == '}');
        mur_buffer_close(&answer);
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    check_answers(t);
    table_close(&t);
    return 0;
}
