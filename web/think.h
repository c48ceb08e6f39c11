/* SPDX-License-Identifier: MIT */
/* web/think.h -- bots at the browser's table: what they have learnt, the memory they think in, and what they answer.
 * A thinker is a part of a table; it takes its memory when a bot thinks for the first time. */
#ifndef WEB_THINK_H
#define WEB_THINK_H

#include "bots/review.h"
#include "record/buffer.h"

typedef struct {
    void *memory; /* MUR_BOT_MEMORY */
    char *lore;   /* a copy, aligned as bots like it; may be any bytes */
    size_t lore_size;
} thinker;

void thinker_close(thinker *t);

/* What was learnt; takes the place of what was there. */
void thinker_learn(thinker *t, mur_span lore);

bool thinker_can_play(const thinker *t, const mur_bot *bot, const mur_game *g, int seats);

/* The strong bot, or the best that can do without lore. */
const mur_bot *thinker_adviser(const thinker *t, const mur_game *g, int seats);

typedef struct {
    const mur_game *game;
    const mur_bot *bot; /* can play it */
    uint32_t simulations, style;
    uint64_t seed;
} thought;

/* Reasons may be NULL. */
mur_move thinker_think(thinker *t, const thought *how, const mur_view *v, mur_reasons *reasons);

#endif
