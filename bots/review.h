/* SPDX-License-Identifier: MIT */
/* bots/review.h -- decisions that were made, through the eyes of a bot.
 * Whoever reviews a game asks a bot at every decision what it would have played, from what the seat could know then:
 * luck is no mistake. Here is what follows from its reasons: what a move gave away, how the decisions add up, where the
 * game turned. Values are the bot's own: expected shares of the victory, from 0 to 1, or points ahead of the others, as
 * greedy tells them, and all in Die Mauer but the plain search. Points are those of a hand; what a seat may expect of
 * the whole game is its outlook. */
#ifndef BOTS_REVIEW_H
#define BOTS_REVIEW_H

#include "bots/bot.h"

enum { MUR_TURNING_POINTS = 5 };

/* The view's moves in the order in which they are worth telling: the bot's choice first, then by value. */
void mur_rank_moves(const mur_view *v, mur_move best, const mur_reasons *why, int order[MUR_MOVES]);

typedef struct {
    size_t ply; /* moves made before it */
    int seat;
    int n_moves;           /* to choose from, at least two */
    mur_move played, best; /* best: the bot's choice */
    double value, best_value;
    bool is_share;              /* values are shares of the victory; a bot does not change its mind in a game */
    double loss;                /* what the played move gives away; 0 if it looks as good */
    double outlook;             /* had the best been played: its share, or points ahead by the expected scores */
    double swing;               /* how much the outlook changes until the seat's next decision, or the end */
    double expected[MUR_SEATS]; /* final scores, had the best been played */
} mur_decision;

/* The played move is one of the view's. The swing is found later. */
mur_decision mur_decision_of(const mur_game *g, const mur_view *v, mur_move played, mur_move best,
                             const mur_reasons *why);

typedef struct {
    int decisions, agreed; /* agreed: played as the bot would have, or as well */
    double loss;           /* the sum */
    double result;         /* what became of the outlook, if the game is over */
} mur_conduct;

typedef struct {
    mur_decision *at; /* the caller's, in the order of the game */
    size_t n;
    int seats;
    /* What mur_review_sum_up() finds: */
    bool is_share, is_over;
    mur_conduct conduct[MUR_SEATS];
    size_t turning[MUR_TURNING_POINTS]; /* decisions around which most changed, the greatest first */
    int n_turning;
} mur_review;

/* Finds the rest from the decisions there are and the position that the game has come to. */
void mur_review_sum_up(mur_review *r, const mur_game *g, const mur_state *s);

/* A loss or swing smaller than this is not worth a word. */
double mur_review_least(const mur_review *r);

#endif
