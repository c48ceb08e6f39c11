/* SPDX-License-Identifier: MIT */
/* tests/record/sample.h -- records to test with. */
#ifndef TESTS_RECORD_SAMPLE_H
#define TESTS_RECORD_SAMPLE_H

#include <assert.h>
#include <string.h>

#include "record/reader.h"

#define countof(a) (sizeof(a) / sizeof(a)[0])

/* A whole game for two of Chinesische Mauer is HEAD SETUP and moves; seat 1 holds W W G T H, seat 2 W W W G N. */
#define HEAD   "muraille 1\ngame chinesische-mauer\nplayers 2\n"
#define TOKENS "setup tokens 1 2 3 4 1 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 5 5 7 7 7 7 8 8\n"
#define DECK1  "setup deck1 WWGTHSSSSSNWWWWWGGHD\n"
#define DECK2  "setup deck2 WWWGNSSSSSTWWWWGGHHD\n"
#define SETUP  TOKENS DECK1 DECK2

/* A game of random moves, at most this many; with its result if it is over. */
static inline mur_record *random_game(const mur_game *g, int seats, uint64_t seed, size_t moves)
{
    mur_record *r;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    mur_err e = mur_record_open(&r, g, seats);
    assert(!e);
    (void)e;
    mur_record_deal(r, &rng);
    while (!mur_record_is_over(r) && r->n_moves < moves) {
        mur_move legal[MUR_MOVES];
        int seat = (int)mur_rng_below(&rng, (uint32_t)seats);
        if (!(r->state->to_act >> seat & 1))
            continue;
        int n = g->legal(r->state, seat, legal);
        mur_record_play(r, seat, legal[mur_rng_below(&rng, (uint32_t)n)], NULL);
    }
    if (mur_record_is_over(r))
        mur_record_finish(r);
    return r;
}

static inline mur_buffer written(const mur_record *r)
{
    mur_buffer b = { 0 };
    mur_record_write(r, &b);
    return b;
}

static inline bool reads(mur_span text, mur_record **r, mur_record_error *e)
{
    return mur_record_read(text, NULL, r, e);
}

#endif
