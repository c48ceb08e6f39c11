/* SPDX-License-Identifier: MIT */
/* arena/match/choose_move.c -- calls a bot with memory, model and clock; clocks and seeds of the arena.
 *
 * The only subtle part is the timer: see is_over(). */
#include "arena/match/choose_move.h"

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

uint64_t arena_cpu_ns(void)
{
    return now(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t arena_wall_ns(void)
{
    return now(CLOCK_MONOTONIC);
}

/* Decides when a time budget is used up. A bot asks every few simulations, and reading the thread's clock is a system
 * call that costs as much as a short simulation. So the clock is read rarely: after `asked` questions in `spent`
 * nanoseconds the remaining time allows about asked * (whole - spent) / spent more, and the clock is read again after
 * an eighth of these. The overshoot stays small even if simulations become slower. */
typedef struct {
    const arena_budget *budget;
    uint64_t begin;
    uint64_t asked, next; /* questions so far; the question at which the clock is read again */
} cpu_timer;

static bool is_over(void *context)
{
    cpu_timer *t = context;
    if (++t->asked < t->next)
        return false;
    uint64_t spent = arena_cpu_ns() - t->begin, whole = t->budget->nanoseconds;
    if (t->budget->is_over && t->budget->is_over(t->budget->context))
        return true;
    if (whole == 0)
        whole = spent + 40000000; /* no time limit: aim 40 ms ahead, so that the caller's is_over is polled often */
    if (spent >= whole)
        return true;
    t->next = t->asked + 1 + (spent ? t->asked * (whole - spent) / spent / 8 : 0);
    return false;
}

/* -- Memory -- */

void *arena_bot_memory_open(void)
{
    void *memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    if (!memory)
        abort();
    return memory;
}

void arena_bot_memory_close(void **memory)
{
    free(*memory);
    *memory = NULL;
}

/* -- Asking a bot -- */

/* With a time budget only, simulations are unlimited (UINT32_MAX) and the timer ends the search; with neither, 0 lets
 * the bot use its default number. */
mur_move arena_choose_move(const arena_bot_context *t, const mur_view *v, const arena_budget *budget, mur_rng *rng,
                           mur_reasons *reasons)
{
    const arena_player *p = t->player;
    arena_budget own = *budget;
    assert(p->bot && v->n_moves > 0);
    if (p->simulations || p->nanoseconds) {
        own.simulations = p->simulations;
        own.nanoseconds = p->nanoseconds;
    }
    cpu_timer clock = { .budget = &own, .begin = arena_cpu_ns() };
    bool is_timed = own.nanoseconds || own.is_over;
    mur_budget asked = {
        .simulations = own.simulations   ? own.simulations
                       : own.nanoseconds ? UINT32_MAX
                                         : 0,
        .is_over = is_timed ? is_over : NULL,
        .context = &clock,
    };
    mur_bot_env env = {
        .game = t->game,
        .model = arena_player_model(p, t->game, t->seats),
        .memory = { t->memory, MUR_BOT_MEMORY },
        .style = t->style,
    };
    mur_move m = p->bot->choose(&env, v, &asked, rng, reasons);
    assert(m != 0);
    return m;
}

/* -- Seeds -- */

/* A chain of hashes: the generator is seeded with what is known so far and its first output, plus the next part, is the
 * next seed. */
uint64_t arena_derive_seed(uint64_t seed, uint64_t item, uint64_t part, uint64_t purpose)
{
    const uint64_t parts[] = { item, part, purpose };
    mur_rng rng;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        mur_rng_seed(&rng, seed);
        seed = mur_rng_next(&rng) + parts[i];
    }
    mur_rng_seed(&rng, seed);
    return mur_rng_next(&rng);
}
