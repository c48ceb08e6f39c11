/* SPDX-License-Identifier: MIT */
#include "cli/mind.h"

#include <stdlib.h>

#include "arena/foreign.h"
#include "cli/contest.h"
#include "cli/io.h"
#include "cli/table.h"
#include "cli/words.h"

struct cli_mind {
    arena_player player; /* of the house, if there is no foreign one */
    arena_foreign *foreign;
    arena_budget budget;
    void *memory;
    uint64_t seed;
    mur_rng rng;

    /* What the foreign one has been told of the game. */
    bool has_begun;
    uint32_t anew; /* as the room counts */
    size_t plies;
};

/* -- Opening -- */

static cli_mind *refuse(cli_mind *m, const char *word, const char *why)
{
    cli_complain(N_("\"{word}\": {reason}"),
                 (const mur_place[]){ { "word", mur_span_of(word) }, { "reason", mur_span_of(_(why)) }, { 0 } });
    cli_mind_close(&m);
    return NULL;
}

static cli_mind *open_foreign(cli_mind *m, const cli_args *args)
{
    m->foreign = arena_foreign_open(args->engine, cli_limit(args));
    const char *fault = arena_foreign_fault(m->foreign);
    return fault ? refuse(m, args->engine, fault) : m;
}

static cli_mind *open_house(cli_mind *m, const cli_args *args)
{
    const char *why = arena_player_open(&m->player, args->bot);
    if (!why && !m->player.bot)
        why = N_("there is no such bot");
    if (why)
        return refuse(m, args->bot, why);
    m->memory = arena_memory_open();
    return m;
}

cli_mind *cli_mind_open(const cli_args *args)
{
    if (!args->engine == !args->bot) {
        cli_complain(N_("something is missing; expected: {word}"),
                     (const mur_place[]){ { "word", mur_span_of(_("--engine COMMAND, or --bot LEVEL")) }, { 0 } });
        return NULL;
    }
    cli_mind *m = mur_new(sizeof *m);
    m->budget = (arena_budget){ .simulations = args->sims, .nanoseconds = args->cpu };
    m->seed = (uint32_t)cli_seed(args); /* ten digits at most, for our own engine */
    mur_rng_seed(&m->rng, m->seed);
    return args->engine ? open_foreign(m, args) : open_house(m, args);
}

void cli_mind_close(cli_mind **m)
{
    if (!*m)
        return;
    arena_foreign_close(&(*m)->foreign);
    arena_player_close(&(*m)->player);
    arena_memory_close(&(*m)->memory);
    free(*m);
    *m = NULL;
}

bool cli_mind_can_play(const cli_mind *m, const client_room *r)
{
    if (m->foreign || arena_player_can_play(&m->player, r->game, r->seats))
        return true;
    refuse(NULL, m->player.spec, N_("it cannot play this game with so many players"));
    return false;
}

const char *cli_mind_fault(const cli_mind *m)
{
    const char *fault = m->foreign ? arena_foreign_fault(m->foreign) : NULL;
    return fault ? _(fault) : NULL;
}

/* -- Thinking -- */

/* What happened since it was told. The protocol of bots knows no way back: if a move was taken back, a new game begins
 * with the moves that are left. */
static void tell_foreign(cli_mind *m, const client_room *r)
{
    if (!m->has_begun || m->anew != r->anew) {
        arena_foreign_begin(m->foreign, r->game, r->setup, r->my_seat, m->seed);
        m->has_begun = true;
        m->anew = r->anew;
        m->plies = 0;
    }
    while (m->plies < r->told->plies) {
        mur_step s;
        mur_told_step(r->told, ++m->plies, &s);
        arena_foreign_tell(m->foreign, s.seat, s.move);
    }
}

static mur_move think(cli_mind *m, const client_room *r, const mur_view *v)
{
    const arena_thinker t = {
        .player = &m->player, .game = r->game, .seats = r->seats, .style = (uint32_t)m->seed | 1, .memory = m->memory
    };
    return arena_think(&t, v, &m->budget, &m->rng, NULL);
}

mur_move cli_mind_choose(cli_mind *m, const client_room *r, const mur_view *v)
{
    uint32_t simulations;
    if (v->n_moves == 1)
        return v->moves[0]; /* nobody is asked where there is no choice */
    if (!m->foreign)
        return think(m, r, v);
    tell_foreign(m, r);
    return arena_foreign_choose(m->foreign, v, &m->budget, &simulations);
}

void cli_mind_end(cli_mind *m, const client_room *r)
{
    mur_state *s = m->foreign && m->has_begun ? mur_told_state(r->told, r->told->plies) : NULL;
    if (s) {
        tell_foreign(m, r);
        arena_foreign_end(m->foreign, s);
    }
    free(s);
}
