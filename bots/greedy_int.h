/* SPDX-License-Identifier: MIT */
/* bots/greedy_int.h -- what the greedy bot needs to be told about a game.
 * How it thinks is the same everywhere (greedy.c): in several guesses at what is hidden it tries every move, and looks
 * at what the position after it promises each seat. What a position promises is the game's own arithmetic, and is told
 * here, in thousandths of a point: whole numbers are the same on every platform. */
#ifndef BOTS_GREEDY_INT_H
#define BOTS_GREEDY_INT_H

#include "bots/bot.h"
#include "engine/die_mauer/dm.h"

enum { POINT = 1000 }; /* a point of score; also the whole of a chance */

typedef struct {
    const mur_game *game;

    /* The final score each seat may hope for. The state is a guess made for `seat`: all of it may be read. */
    void (*foresee)(const mur_state *s, int seat, int score[MUR_SEATS]);

    /* -- What not every game needs: NULL or 0 -- */

    /* After its move the seat is not done: its best next move belongs to the first. */
    bool (*has_more)(const mur_state *s, int seat);
    int follow; /* how many of the best looking first moves are tried with all their next moves */

    /* Makes up what others are about to do at the same time; each guess is used for so many samples. */
    void (*imagine)(mur_state *s, int seat, mur_rng *rng);
    int samples;

    /* Decisions are pending that belong to the move: whoever is asked does what looks best. */
    bool (*is_unsettled)(const mur_state *s);

    int carelessness; /* moves that promise this much less than the best are chosen, too, the worse the more rarely,
                         unless a decision was pending */
} greedy_game;

/* How greedy somebody is: greedy itself, and levels for people that think like it. */
typedef struct {
    int others;   /* how much of what others get counts, in thousandths: 1000 is all of it, 0 sees only itself */
    int follow;   /* no more first halves of a move than these are tried with all that may follow */
    int careless; /* besides the game's own carelessness, in thousandths of a point */
} greedy_manner;

/* As mur_bot.choose. */
mur_move greedy_choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons, const greedy_manner *manner);

enum { GREEDY_MEMORY = 1 << 15 };

extern const greedy_game greedy_cm, greedy_dm, greedy_cc;

/* Die Mauer: what a stock may cost in the end if specials fit at so many ends and the shortest stock has so many
 * pieces; how often people choose something. */
int greedy_dm_cost(dm_stock stock, int room, int shortest);
int greedy_dm_liking(int choice, int room);

/* One of n, each as often as its weight says; at least one is above 0. */
int greedy_draw(const int *weight, int n, mur_rng *rng);

/* The part of it, both counted in thousandths. */
static inline int greedy_part(int whole, int chance)
{
    return whole * chance / POINT;
}

#endif
