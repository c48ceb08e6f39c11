/* SPDX-License-Identifier: MIT */
/* arena/match/match.h -- a match: two bots against each other on duplicate deals.
 *
 * A unit is one deal: everything that chance decides is in its setup. With two seats a unit is two games, with the
 * first bot once in each seat. With n > 2 seats it is n games with the first bot alone among n - 1 copies of the
 * second, once in each seat, and n games the other way round. Each bot has its own random generator in every game,
 * seeded by the unit and the seat. So a unit is a pure function of its number, and a match gives the same result with
 * any number of threads, unless a bot's budget is time.
 *
 * An external bot that fails (crash, timeout, illegal move) is replaced by random moves (play_random_for() in match.c)
 * for the rest of the match, so that the other side's games still count. */
#ifndef ARENA_MATCH_MATCH_H
#define ARENA_MATCH_MATCH_H

#include "arena/match/choose_move.h"
#include "arena/match/stats.h"

typedef struct {
    const mur_game *game;
    const mur_setup *setup; /* seats and options; dealt again for each unit */
    const arena_player *player[2];
    arena_budget budget; /* per move, for bots without a budget of their own */
    uint64_t seed;
    int threads;
    int reply_timeout_ms; /* milliseconds an external bot may take to reply, in addition to its budget */
} arena_match_config;

typedef struct {
    uint64_t moves, simulations, nanoseconds; /* moves: only those with at least two legal moves */
} arena_cost;

typedef struct {
    double share[2]; /* of the victories, in the games in which the bot was alone; with two seats they sum to 1 */
    double lead[2];  /* score minus the mean of the others in these games; positive is better in every game */
    arena_cost cost[2];
} arena_unit;

/* The first failure of a bot; later ones are not recorded. */
typedef struct {
    char text[256]; /* why the bot failed; "": it has not */
    int unit;
    uint32_t ply;
    uint64_t random_moves; /* made in its place */
} arena_failure;

typedef struct arena_match arena_match;

/* The configuration is borrowed until the match is closed. */
arena_match *arena_match_open(const arena_match_config *config);
void arena_match_close(arena_match **m);

/* Called from the thread that called arena_match_play(), whenever units were finished. */
typedef void arena_progress_fn(void *context, int done, int wanted);

/* Plays this many more units with config.threads threads, and returns when all are done. on_progress may be NULL. */
void arena_match_play(arena_match *m, int units, arena_progress_fn *on_progress, void *context);

/* -- Results -- */

int arena_match_n_units(const arena_match *m);
const arena_unit *arena_match_unit(const arena_match *m, int i);
const arena_failure *arena_match_failure(const arena_match *m, int player); /* NULL: none */

typedef struct {
    arena_estimate share[2], lead[2];
    arena_elo_interval elo; /* of the first bot over the second, by the games in which the first was alone */
    arena_cost cost[2];
} arena_summary;

/* Of the first n units. */
arena_summary arena_match_summarize(const arena_match *m, int n);

#endif
