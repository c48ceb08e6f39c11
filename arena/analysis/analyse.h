/* SPDX-License-Identifier: MIT */
/* arena/analyse.h -- a record, decision by decision, through the eyes of a bot; bots/review.h tells what is found. */
#ifndef ARENA_ANALYSE_H
#define ARENA_ANALYSE_H

#include "arena/match.h"
#include "bots/review.h"
#include "record/record.h"

typedef struct {
    mur_review base;
    const mur_record *record; /* borrowed */
    size_t max;
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

/* The chart: for every seat that decided something its outlook, by ply. The title is for people. */
void arena_review_draw(const arena_review *r, const char *title, const mur_words *w, mur_buffer *svg);

#endif
