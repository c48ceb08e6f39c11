/* SPDX-License-Identifier: MIT */
/* bots/review.h -- reviews of finished games: what each decision gave away, by the values of a bot.
 * To review a game, a bot is asked at every decision what it would have played, from what the seat could know then: bad
 * luck is no mistake. This file turns its reasons into a review: what each move gave away, totals per seat, and the
 * turning points. Values are those of the bot: expected shares of the victory, 0 to 1, or points ahead of the others
 * (greedy, and every bot but plain search in Die Mauer). Points are those of the current hand; what a seat may expect
 * of the whole game is its outlook. */
#ifndef BOTS_REVIEW_H
#define BOTS_REVIEW_H

#include "bots/bot.h"

enum { MUR_TURNING_POINTS = 5 };

/* The order in which to list the view's moves: the bot's choice first, then by value. */
void mur_rank_moves(const mur_view *v, mur_move best, const mur_reasons *why, int order[MUR_MOVES]);

typedef struct {
    size_t ply; /* moves made before it */
    int seat;
    int n_moves;           /* to choose from, at least two */
    mur_move played, best; /* best: the bot's choice */
    double value, best_value;
    bool is_share;              /* values are shares of the victory; the same for all decisions of a review */
    double loss;                /* best_value - value; 0 if the played move looks as good */
    double outlook;             /* with the best move: the share, or the lead in expected scores */
    double swing;               /* change of the outlook until the seat's next decision, or the end */
    double expected[MUR_SEATS]; /* final scores with the best move */
} mur_decision;

/* `played` is one of the view's moves. The swing is filled in by mur_review_summarize(). */
mur_decision mur_decision_of(const mur_game *g, const mur_view *v, mur_move played, mur_move best,
                             const mur_reasons *why);

typedef struct {
    int decisions, agreed; /* agreed: with a loss below mur_review_threshold() */
    double loss;           /* of all decisions */
    double result;         /* the final share or lead, if the game is over */
} mur_seat_review;

typedef struct {
    mur_decision *at; /* owned by the caller, in the order of the game */
    size_t n;
    int seats;
    /* What mur_review_summarize() finds: */
    bool is_share, is_over;
    mur_seat_review by_seat[MUR_SEATS];
    size_t turning[MUR_TURNING_POINTS]; /* decisions around which most changed, greatest first */
    int n_turning;
} mur_review;

/* Fills in the rest from the decisions and the position that the game has reached. */
void mur_review_summarize(mur_review *r, const mur_game *g, const mur_state *s);

/* A smaller loss or swing is noise: a share of the victory, or points. */
double mur_review_threshold(const mur_review *r);

#endif
