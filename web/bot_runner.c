/* SPDX-License-Identifier: MIT */
/* web/bot_runner.c -- running bots in the browser: their model, the memory they search in, their answers.
 * The memory is allocated once, when a bot chooses for the first time, and used again for every later choice; bots
 * keep nothing in it between choices that could change their answer. A budget counts simulations and never time, so
 * the same seed gives the same move. */
#include "web/bot_runner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Aligned to MUR_BOT_ALIGN. Running out of memory aborts, as everywhere (record/buffer.h). */
static void *allocate(size_t size)
{
    void *memory = aligned_alloc(MUR_BOT_ALIGN, (size / MUR_BOT_ALIGN + 1) * MUR_BOT_ALIGN);
    if (!memory)
        abort();
    return memory;
}

void bot_runner_close(bot_runner *t)
{
    free(t->memory);
    free(t->model);
    *t = (bot_runner){ 0 };
}

/* Copied, because the bytes of a request are not aligned. The bots' can_play() refuses a model that is not valid. */
void bot_runner_set_model(bot_runner *t, mur_span model)
{
    free(t->model);
    t->model = allocate(model.len);
    t->model_size = model.len;
    memcpy(t->model, model.at, model.len);
}

static mur_span model_of(const bot_runner *t)
{
    return t->model ? (mur_span){ t->model, t->model_size } : (mur_span){ "", 0 };
}

bool bot_runner_can_play(const bot_runner *t, const mur_bot *bot, const mur_game *g, int seats)
{
    return bot->can_play(g, seats, model_of(t));
}

/* ismcts plays any game without a model. */
const mur_bot *bot_runner_adviser(const bot_runner *t, const mur_game *g, int seats)
{
    const mur_bot *strong = mur_bot_of(mur_span_of("strong"));
    return bot_runner_can_play(t, strong, g, seats) ? strong : mur_bot_of(mur_span_of("ismcts"));
}

/* A new generator from the task's seed for every choice: choices do not depend on the order in which they are asked
 * for. */
mur_move bot_runner_choose(bot_runner *t, const bot_task *task, const mur_view *v, mur_reasons *reasons)
{
    mur_rng rng;
    assert(task->bot && task->bot->memory <= MUR_BOT_MEMORY && v->n_moves > 0);
    if (!t->memory)
        t->memory = allocate(MUR_BOT_MEMORY);
    mur_rng_seed(&rng, task->seed);
    mur_bot_env env = {
        .game = task->game,
        .model = model_of(t),
        .memory = { t->memory, MUR_BOT_MEMORY },
        .style = task->style,
    };
    return task->bot->choose(&env, v, &(mur_budget){ .simulations = task->simulations }, &rng, reasons);
}
