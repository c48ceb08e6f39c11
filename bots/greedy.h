/* SPDX-License-Identifier: MIT */
/* bots/greedy.h -- the greedy bot, and what it needs to know about a game.
 * The procedure is the same for every game (greedy.c): in several guesses at what is hidden it tries every move and
 * estimates the final score of every seat from the position after it. The estimate is the game's own heuristic, in
 * bots/GAME/XX_greedy.c. Everything counts in thousandths of a point: integers are the same on every platform. */
#ifndef BOTS_GREEDY_H
#define BOTS_GREEDY_H

#include "bots/bot.h"
#include "engine/die_mauer/dm.h"

enum { POINT = 1000 }; /* one point of score; also a probability of 1 */

typedef struct {
    const mur_game *game;

    /* The estimated final score of each seat. The state is a guess made for `seat`, so all of it may be read. */
    void (*estimate)(const mur_state *s, int seat, int score[MUR_SEATS]);

    /* -- What not every game needs: NULL or 0 -- */

    /* Is the move only the first half of an action? Then the best second half is counted with it. */
    bool (*has_more)(const mur_state *s, int seat);
    int follow; /* this many of the best first halves are tried with all second halves */

    /* Guesses what the other seats choose at the same time; drawn `samples` times per guess. */
    void (*guess_choices)(mur_state *s, int seat, mur_rng *rng);
    int samples;

    /* Does somebody have to decide something before the move has had its effect? The deciding seat takes what looks
     * best. */
    bool (*has_pending_decision)(const mur_state *s);

    /* Moves within this of the best are chosen as well, with a probability that falls linearly; 0: only the best. Not
     * applied to pending decisions. */
    int tolerance;
} greedy_heuristic;

/* Variations for the levels (bots/levels.c). */
typedef struct {
    int others;    /* how much the other seats' scores count, in thousandths: POINT fully, 0 not at all */
    int tolerance; /* added to the game's own tolerance, in thousandths of a point */
} greedy_params;

/* As mur_bot.choose, with parameters. */
mur_move greedy_choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons, const greedy_params *params);

enum { GREEDY_MEMORY = 1 << 15 };

extern const greedy_heuristic greedy_cm, greedy_dm, greedy_cc;

/* Die Mauer: the expected cost of a stock, if specials fit at `room` ends and the smallest stock has `shortest` pieces;
 * and the relative frequency of a choice. The opponent model of the strong bot uses both. */
int greedy_dm_cost(dm_stock stock, int room, int shortest);
int greedy_dm_weight(int choice, int room);

/* Draws an index below n with these weights, of which at least one is above 0. */
int greedy_draw(const int *weight, int n, mur_rng *rng);

/* whole times chance, where a chance of POINT is certain. */
static inline int greedy_scale(int whole, int chance)
{
    return whole * chance / POINT;
}

#endif
