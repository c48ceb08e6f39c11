/* SPDX-License-Identifier: MIT */
#include "arena/think.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

/* -- Time -- */

static uint64_t now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

uint64_t arena_cpu_now(void)
{
    return now(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t arena_wall_now(void)
{
    return now(CLOCK_MONOTONIC);
}

/* A bot may ask after every simulation; to read the clock each time would cost as much as a short one. So it is read
 * again only when, by what was seen so far, an eighth of the rest may have passed. */
typedef struct {
    const arena_budget *budget;
    uint64_t begin;
    uint64_t asked, next; /* how often; when to look at the clock again */
} timer;

static bool is_over(void *context)
{
    timer *t = context;
    if (++t->asked < t->next)
        return false;
    uint64_t spent = arena_cpu_now() - t->begin, whole = t->budget->nanoseconds;
    if (t->budget->is_over && t->budget->is_over(t->budget->context))
        return true;
    if (whole == 0)
        whole = spent + 40000000; /* whoever may end it is asked some hundred times a second */
    if (spent >= whole)
        return true;
    t->next = t->asked + 1 + (spent ? t->asked * (whole - spent) / spent / 8 : 0);
    return false;
}

/* -- Memory -- */

void *arena_memory_open(void)
{
    void *memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    if (!memory)
        abort();
    return memory;
}

void arena_memory_close(void **memory)
{
    free(*memory);
    *memory = NULL;
}

/* -- Thinking -- */

mur_move arena_think(const arena_thinker *t, const mur_view *v, const arena_budget *budget, mur_rng *rng,
                     mur_reasons *reasons)
{
    const arena_player *p = t->player;
    arena_budget own = *budget;
    assert(p->bot && v->n_moves > 0);
    if (p->simulations || p->nanoseconds) {
        own.simulations = p->simulations;
        own.nanoseconds = p->nanoseconds;
    }
    timer clock = { .budget = &own, .begin = arena_cpu_now() };
    bool is_timed = own.nanoseconds || own.is_over;
    mur_budget asked = {
        .simulations = own.simulations   ? own.simulations
                       : own.nanoseconds ? UINT32_MAX
                                         : 0,
        .is_over = is_timed ? is_over : NULL,
        .context = &clock,
    };
    mur_mind mind = {
        .game = t->game,
        .lore = arena_player_lore(p, t->game, t->seats),
        .memory = { t->memory, MUR_BOT_MEMORY },
        .style = t->style,
    };
    return p->bot->choose(&mind, v, &asked, rng, reasons);
}

/* -- Seeds -- */

uint64_t arena_seed(uint64_t seed, uint64_t thing, uint64_t part, uint64_t purpose)
{
    const uint64_t parts[] = { thing, part, purpose };
    mur_rng rng;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        mur_rng_seed(&rng, seed);
        seed = mur_rng_next(&rng) + parts[i];
    }
    mur_rng_seed(&rng, seed);
    return mur_rng_next(&rng);
}
