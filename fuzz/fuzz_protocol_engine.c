/* SPDX-License-Identifier: MIT */
/* The engine's side of the protocol: any lines, after which it still answers. */
#include <string.h>

#include "arena/session.h"
#include "fuzz/fuzz.h"

static bool take(arena_session *s, mur_span line)
{
    mur_buffer out = { 0 };
    bool goes_on = arena_session_take(s, line, &out);
    demand(out.len == 0 || out.at[out.len - 1] == '\n');
    mur_buffer_close(&out);
    return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *why;
    arena_session *s = arena_session_open("greedy", &why);
    mur_span rest = { (const char *)data, size };
    bool goes_on = true;
    arena_session_set_most(s, 1);
    while (goes_on && rest.len > 0) {
        const char *end = memchr(rest.at, '\n', rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        goes_on = take(s, (mur_span){ rest.at, n });
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    mur_buffer out = { 0 };
    if (goes_on) { /* a record may be open */
        arena_session_take(s, mur_span_of("end"), &out);
        mur_buffer_clear(&out);
        arena_session_take(s, mur_span_of("ping"), &out);
        demand(out.len == 5 && memcmp(out.at, "pong\n", 5) == 0);
    }
    mur_buffer_close(&out);
    arena_session_close(&s);
    return 0;
}
