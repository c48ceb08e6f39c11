/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_session.c -- arbitrary requests to the session that the browser's worker uses (web/session.h), separated by
 * bytes 0xff. Every answer is a JSON object, and the session still answers after the last one. */
#include "fuzz/fuzz.h"
#include "web/bot_runner.h"
#include "web/session.h"

#include <stdalign.h>
#include <string.h>

/* -- Bots: the linker calls this instead of bot_runner_choose() (fuzz/meson.build) -- */

enum { SIMULATIONS = 3 }; /* tests/bots has longer searches */

mur_move __real_bot_runner_choose(bot_runner *t, const bot_task *how, const mur_view *v, mur_reasons *reasons);
mur_move __wrap_bot_runner_choose(bot_runner *t, const bot_task *how, const mur_view *v, mur_reasons *reasons);

/* Uses static memory: allocating 16 MB for each session takes longer than most requests. */
mur_move __wrap_bot_runner_choose(bot_runner *t, const bot_task *how, const mur_view *v, mur_reasons *reasons)
{
    static alignas(MUR_BOT_ALIGN) unsigned char memory[MUR_BOT_MEMORY];
    bot_task brief = *how;
    if (!brief.simulations || brief.simulations > SIMULATIONS)
        brief.simulations = SIMULATIONS;
    t->memory = memory;
    mur_move m = __real_bot_runner_choose(t, &brief, v, reasons);
    t->memory = NULL;
    return m;
}

/* -- Requests -- */

/* The answer is valid until the next request. */
static void ask(session *t, mur_span text)
{
    static mur_buffer answer;
    mur_buffer_clear(&answer);
    session_run(t, text, &answer);
    demand(answer.len >= 2 && answer.at[0] == '{' && answer.at[answer.len - 1] == '}');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    session *t = session_open();
    mur_span rest = { (const char *)data, size };
    while (rest.len > 0) {
        const char *end = memchr(rest.at, 0xff, rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        ask(t, (mur_span){ rest.at, n });
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    ask(t, mur_span_of("record"));
    session_close(&t);
    return 0;
}
