/* SPDX-License-Identifier: MIT */
/* web/bot_runner.h -- bots in the browser's session: their model, the memory they search in, and what they choose.
 * A bot_runner is a part of a session; it allocates its memory when a bot chooses for the first time. */
#ifndef WEB_BOT_RUNNER_H
#define WEB_BOT_RUNNER_H

#include "bots/review.h"
#include "record/buffer.h"

typedef struct {
    void *memory; /* MUR_BOT_MEMORY bytes; NULL until a bot chooses */
    char *model;  /* a copy, aligned to MUR_BOT_ALIGN; not checked. NULL: none */
    size_t model_size;
} bot_runner;

void bot_runner_close(bot_runner *t);

/* Replaces the model (bots/model.h) by a copy of these bytes. */
void bot_runner_set_model(bot_runner *t, mur_span model);

bool bot_runner_can_play(const bot_runner *t, const mur_bot *bot, const mur_game *g, int seats);

/* The bot that gives hints: the strong one if it can play with this model, else the best that needs no model. */
const mur_bot *bot_runner_adviser(const bot_runner *t, const mur_game *g, int seats);

typedef struct {
    const mur_game *game;
    const mur_bot *bot; /* one that can play the game */
    uint32_t simulations, style;
    uint64_t seed;
} bot_task;

/* The bot's move in this view, which must have a legal one. `reasons` may be NULL. */
mur_move bot_runner_choose(bot_runner *t, const bot_task *task, const mur_view *v, mur_reasons *reasons);

#endif
