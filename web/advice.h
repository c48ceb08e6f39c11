/* SPDX-License-Identifier: MIT */
/* web/advice.h -- how a bot evaluates a position, and the decisions of a game, as JSON.
 * Values and scores are whole thousandths of the "unit": "share" of the victory, or "points" ahead of the others. All
 * of it comes from views: it contains nothing that the seat could not know. */
#ifndef WEB_ADVICE_H
#define WEB_ADVICE_H

#include "bots/review.h"
#include "engine/json.h"

typedef struct {
    const mur_game *game;
    const mur_bot *bot;
    const mur_view *view;
    mur_move best;
    mur_reasons why;
} advice;

/* The best few moves, what the scores may become, and what may follow. */
void advice_put(mur_json *j, const advice *a, const mur_words *w);

/* The decisions, how each seat did, and the plies of the turning points. */
void advice_put_review(mur_json *j, const mur_review *r, const mur_game *g, const mur_words *w);

#endif
