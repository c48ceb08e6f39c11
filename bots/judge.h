/* SPDX-License-Identifier: MIT */
/* bots/judge.h -- what each move is worth, as a net sees it.
 * A judge looks at a position with the eyes of one seat, then weighs moves of that seat one by one: the position after
 * a move differs little from the one before, and only the difference is counted. What a move will turn up by chance
 * stays unknown. A game that ends with the move is counted, not judged. */
#ifndef BOTS_JUDGE_H
#define BOTS_JUDGE_H

#include "bots/net.h"

typedef struct {
    mur_net net;
    const mur_features *features;
    struct {
        mur_sums sums;
        _Alignas(64) int8_t x[MUR_INPUTS]; /* the numbers */
    } seen[2];                             /* the latest position, and the one before */
    int latest;
} mur_judge;

/* False: the lore, which may be any bytes, is no net for the game. */
bool mur_judge_open(mur_judge *j, const mur_game *g, int seats, mur_span lore);

/* Looks at a position as this seat sees it. */
void mur_judge_look(mur_judge *j, const mur_state *s, int seat);

/* The shares of victory after a legal move of the seat in the position looked at, in MUR_NET_ONE-ths. `after`
 * is for trying, and holds no position any more. True: the game is over with it. */
bool mur_judge_move(mur_judge *j, const mur_state *s, int seat, mur_move m, mur_state *after, int share[MUR_SEATS]);

/* The final scores that the latest move judged lets expect, in points. The game was not over with it. */
void mur_judge_scores(const mur_judge *j, int seat, float out[MUR_SEATS]);

/* The numbers of the latest position that was looked at or judged. */
static inline const int8_t *mur_judge_numbers(const mur_judge *j)
{
    return j->seen[j->latest].x;
}

/* How the victory of a finished game is shared. */
void mur_share_victory(const mur_game *g, const mur_state *s, int share[MUR_SEATS]);

#endif
