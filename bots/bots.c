/* SPDX-License-Identifier: MIT */
/* bots/bots.c -- the list of all bots, and how they divide the memory they are given.
 * The order is public: `muraille ladder` and the browser list the bots like this. A new bot is its file and one line in
 * BOTS; a new level is one entry in bots/levels.h and none here. */
#include "bots/bot.h"

#include <assert.h>

#include "bots/levels.h"

/* Bots that are no level come before and after the levels, each group weakest first. */
#define BOTS(X, LEVEL)                                                                                                 \
    X(random)                                                                                                          \
    X(greedy)                                                                                                          \
    X(ismcts)                                                                                                          \
    MUR_LEVELS(LEVEL)                                                                                                  \
    X(strong)

#define X(id)                                    extern const mur_bot mur_bot_##id;
#define LEVEL(id, name, title, says, cm, dm, cc) X(id)
BOTS(X, LEVEL)
#undef X

static const mur_bot *const bots[] = {
#define X(id) &mur_bot_##id,
    BOTS(X, LEVEL)
#undef X
};

enum { N_BOTS = sizeof bots / sizeof bots[0] };

const mur_bot *mur_bot_at(int i)
{
    return i >= 0 && i < N_BOTS ? bots[i] : NULL;
}

const mur_bot *mur_bot_of(mur_span id)
{
    for (int i = 0; i < N_BOTS; i++)
        if (mur_span_is(id, bots[i]->id))
            return bots[i];
    return NULL;
}

/* greedy plays almost everything, random everything. */
const mur_bot *mur_playable_bot(const mur_bot *wanted, const mur_game *g, int seats, mur_span model)
{
    if (wanted && wanted->can_play(g, seats, model))
        return wanted;
    return mur_bot_greedy.can_play(g, seats, model) ? &mur_bot_greedy : &mur_bot_random;
}

void *mur_memory_take(mur_memory *m, size_t size)
{
    unsigned char *at = m->at;
    size_t rounded = (size + MUR_BOT_ALIGN - 1) / MUR_BOT_ALIGN * MUR_BOT_ALIGN;
    assert((uintptr_t)at % MUR_BOT_ALIGN == 0);
    if (rounded < size || rounded > m->size) /* the first: rounding up has overflowed */
        return NULL;
    m->at = at + rounded;
    m->size -= rounded;
    return at;
}
