/* SPDX-License-Identifier: MIT */
/* The list of bots, and the memory they are lent. */
#include "bots/bot.h"

/* A new bot is its file and one line here: the plain ones, the levels for people, the strong one. */
#define BOTS_OF_THE_HOUSE(X)                                                                                           \
    X(random)                                                                                                          \
    X(greedy)                                                                                                          \
    X(ismcts)                                                                                                          \
    X(apprentice)                                                                                                      \
    X(journeyman)                                                                                                      \
    X(mason)                                                                                                           \
    X(master)                                                                                                          \
    X(emperor)                                                                                                         \
    X(strong)

#define X(id) extern const mur_bot mur_bot_##id;
BOTS_OF_THE_HOUSE(X)
#undef X

static const mur_bot *const bots[] = {
#define X(id) &mur_bot_##id,
    BOTS_OF_THE_HOUSE(X)
#undef X
};

enum { BOTS = sizeof bots / sizeof bots[0] };

const mur_bot *mur_bot_at(int i)
{
    return i >= 0 && i < BOTS ? bots[i] : NULL;
}

const mur_bot *mur_bot_of(mur_span id)
{
    for (int i = 0; i < BOTS; i++)
        if (mur_span_is(id, bots[i]->id))
            return bots[i];
    return NULL;
}

void *mur_memory_take(mur_memory *m, size_t size)
{
    unsigned char *at = m->at;
    size_t rounded = (size + MUR_BOT_ALIGN - 1) / MUR_BOT_ALIGN * MUR_BOT_ALIGN;
    if (rounded < size || rounded > m->size)
        return NULL;
    m->at = at + rounded;
    m->size -= rounded;
    return at;
}
