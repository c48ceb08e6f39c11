/* SPDX-License-Identifier: MIT */
/* arena/analysis/analyse.h -- reviews a record: asks a bot at every decision what it would have played.
 *
 * The bot gets what the seat could know at that moment, never the true position. Losses, turning points and the
 * sums for each seat are computed from its answers by bots/review.h, which browsers use as well. */
#ifndef ARENA_ANALYSIS_ANALYSE_H
#define ARENA_ANALYSIS_ANALYSE_H

#include "arena/match/match.h"
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
    int seat; /* whose decisions are reviewed; MUR_ALL: every seat's */
    arena_progress_fn *on_progress;
    void *context;
} arena_review_options;

/* Reviews the whole record; takes as long as the budget times the number of decisions. Borrows the record. */
void arena_review_open(arena_review **r, const mur_record *record, const arena_review_options *a);
void arena_review_close(arena_review **r);

/* The chart as SVG: for every seat that decided something its outlook, by ply, with the turning points marked. The
 * title and the words are in the reader's language. */
void arena_review_draw(const arena_review *r, const char *title, const mur_words *w, mur_buffer *svg);

#endif
