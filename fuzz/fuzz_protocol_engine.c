/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_protocol_engine.c -- the bot's side of the protocol: after arbitrary lines it still answers "ping".
 *
 * Every reply must be whole lines. Searches are limited to one simulation, otherwise "go" would take all the time. */
#include <string.h>

#include "arena/protocol/protocol_engine.h"
#include "fuzz/fuzz.h"

static bool handle(arena_protocol_engine *s, mur_span line)
{
    mur_buffer out = { 0 };
    bool goes_on = arena_protocol_engine_handle_line(s, line, &out);
    demand(out.len == 0 || out.at[out.len - 1] == '\n');
    mur_buffer_close(&out);
    return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *why;
    arena_protocol_engine *s = arena_protocol_engine_open("greedy", &why);
    mur_span rest = { (const char *)data, size };
    bool goes_on = true;
    arena_protocol_engine_limit_simulations(s, 1);
    while (goes_on && rest.len > 0) {
        const char *end = memchr(rest.at, '\n', rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        goes_on = handle(s, (mur_span){ rest.at, n });
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    mur_buffer out = { 0 };
    if (goes_on) { /* a record may be open */
        arena_protocol_engine_handle_line(s, mur_span_of("end"), &out);
        mur_buffer_clear(&out);
        arena_protocol_engine_handle_line(s, mur_span_of("ping"), &out);
        demand(out.len == 5 && memcmp(out.at, "pong\n", 5) == 0);
    }
    mur_buffer_close(&out);
    arena_protocol_engine_close(&s);
    return 0;
}
