/* SPDX-License-Identifier: MIT */
/* arena/match.h -- two bots against each other, measured.
 * A unit is one deal: everything chance decides is in its set-up. With two seats it is two games, the first bot once
 * in each seat. With n seats it is n games with the first bot alone among the second, once in each seat, and n games
 * the other way round. Each bot has a generator of its own in every game. So a unit is a pure function of its number,
 * and a match comes out the same however many threads play it, unless bots think by the clock.
 * A foreign bot that fails loses its seat to random moves for the rest of the match. */
#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H

#include "arena/stats.h"
#include "arena/think.h"

typedef struct {
    const mur_game *game;
    const mur_setup *setup; /* seats and options; dealt anew for each unit */
    const arena_player *player[2];
    arena_budget budget; /* a move, for those who bring none of their own */
    uint64_t seed;
    int threads;
    int limit; /* milliseconds a foreign bot may be silent */
} arena_terms;

typedef struct {
    uint64_t moves, simulations, nanoseconds; /* moves: where there was a choice */
} arena_effort;

typedef struct {
    double
        share[2]; /* of victories, of each bot in the games in which it was alone; with two seats they are 1 together */
    double lead[2]; /* points ahead of the mean of the others in these games; fewer penalties are ahead */
    arena_effort effort[2];
} arena_unit;

typedef struct {
    char text[256]; /* why the bot failed; "": it has not */
    int unit;
    uint32_t ply;
    uint64_t random_moves; /* made for it */
} arena_failure;

typedef struct arena_match arena_match;

/* The terms are borrowed until the match is closed. */
arena_match *arena_match_open(const arena_terms *terms);
void arena_match_close(arena_match **m);

/* Called from the thread that plays, now and then: how many of the units wanted are done. */
typedef void arena_watch(void *context, int done, int wanted);

/* So many more units. watch may be NULL. */
void arena_match_play(arena_match *m, int units, arena_watch *watch, void *context);

/* -- What came out -- */

int arena_match_units(const arena_match *m);
const arena_unit *arena_match_unit(const arena_match *m, int i);
const arena_failure *arena_match_failure(const arena_match *m, int player); /* NULL: none */

typedef struct {
    arena_estimate share[2], lead[2];
    arena_difference elo; /* of the first bot over the second, by the games in which the first was alone */
    arena_effort effort[2];
} arena_summary;

/* Of the first n units. */
arena_summary arena_match_sum(const arena_match *m, int n);

#endif
