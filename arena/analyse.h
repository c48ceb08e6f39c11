/* SPDX-License-Identifier: MIT */
/* arena/analyse.h -- a record, decision by decision, through the eyes of a bot.
 * At every decision the bot is asked what it would have played, from what the seat could know then: luck is no
 * mistake. Values are the bot's own: expected shares of the victory, from 0 to 1, or points ahead of the others, as
 * greedy tells them, and all in Die Mauer but the plain search. Points are those of a hand; what a seat may expect of
 * the whole game is its outlook. */
#ifndef ARENA_ANALYSE_H
#define ARENA_ANALYSE_H

#include "arena/match.h"
#include "record/record.h"

enum { ARENA_TURNING_POINTS = 5 };

typedef struct {
    size_t ply; /* moves made before it */
    int seat;
    int n_moves;           /* to choose from, at least two */
    mur_move played, best; /* best: the bot's choice */
    double value, best_value;
    double loss;                /* what the played move gives away; 0 if it looks as good */
    double outlook;             /* had the best been played: its share, or points ahead by the expected scores */
    double swing;               /* how much the outlook changes until the seat's next decision, or the end */
    double expected[MUR_SEATS]; /* final scores, had the best been played */
} arena_decision;

typedef struct {
    int decisions, agreed; /* agreed: played as the bot would have, or as well */
    double loss;           /* the sum */
    double result;         /* what became of the outlook, if the game is over */
} arena_conduct;

typedef struct {
    const mur_record *record; /* borrowed */
    bool is_share;            /* values are shares of the victory */
    arena_decision *at;
    size_t n, max;
    arena_conduct conduct[MUR_SEATS];
    size_t turning[ARENA_TURNING_POINTS]; /* decisions around which most changed, the greatest first */
    int n_turning;
} arena_review;

typedef struct {
    const arena_player *player;
    arena_budget budget;
    uint64_t seed;
    int seat; /* MUR_ALL: every seat's decisions */
    arena_watch *watch;
    void *context;
} arena_analyst;

void arena_review_open(arena_review **r, const mur_record *record, const arena_analyst *a);
void arena_review_close(arena_review **r);

/* A loss or swing smaller than this is not worth a word. */
double arena_review_least(const arena_review *r);

/* The chart: for every seat that decided something its outlook, by ply. The title is for people. */
void arena_review_draw(const arena_review *r, const char *title, const mur_words *w, mur_buffer *svg);

#endif
