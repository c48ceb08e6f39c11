/* SPDX-License-Identifier: MIT */
/* The table that the browser's worker talks to: any requests, one after another, divided by bytes 0xff. Every answer is
 * an object in braces, and the table still answers after the last. */
#include "fuzz/fuzz.h"
#include "web/table.h"
#include "web/think.h"

#include <stdalign.h>
#include <string.h>

/* -- Bots: the linker calls this instead of thinker_think() (fuzz/meson.build) -- */

enum { SIMULATIONS = 3 }; /* tests/bots lets them think for longer */

mur_move __real_thinker_think(thinker *t, const thought *how, const mur_view *v, mur_reasons *reasons);
mur_move __wrap_thinker_think(thinker *t, const thought *how, const mur_view *v, mur_reasons *reasons);

/* In memory that is never given back: 16 MB for each table take longer than most requests. */
mur_move __wrap_thinker_think(thinker *t, const thought *how, const mur_view *v, mur_reasons *reasons)
{
    static alignas(MUR_BOT_ALIGN) unsigned char memory[MUR_BOT_MEMORY];
    thought brief = *how;
    if (!brief.simulations || brief.simulations > SIMULATIONS)
        brief.simulations = SIMULATIONS;
    t->memory = memory;
    mur_move m = __real_thinker_think(t, &brief, v, reasons);
    t->memory = NULL;
    return m;
}

/* -- Requests -- */

/* The answer lasts until the next request. */
static void ask(table *t, mur_span text)
{
    static mur_buffer answer;
    mur_buffer_clear(&answer);
    table_ask(t, text, &answer);
    demand(answer.len >= 2 && answer.at[0] == '{' && answer.at[answer.len - 1] == '}');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    table *t = table_open();
    mur_span rest = { (const char *)data, size };
    while (rest.len > 0) {
        const char *end = memchr(rest.at, 0xff, rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        ask(t, (mur_span){ rest.at, n });
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    ask(t, mur_span_of("record"));
    table_close(&t);
    return 0;
}
