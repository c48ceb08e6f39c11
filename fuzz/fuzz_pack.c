/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_pack.c -- unpacking views and steps from arbitrary bytes.
 *
 * What is accepted is packed again as the same bytes and can be used: redealt, written as JSON, drawn, put into words.
 * The first byte chooses the game. The rest of the input also changes single bytes of a valid view, so that some inputs
 * are nearly valid. */
#include "fuzz/fuzz.h"
#include "record/pack.h"

#include <string.h>

#include "engine/muraille.h"

enum { WORLDS = 2 };

static void check_view(const mur_game *g, mur_span bytes)
{
    char json[MUR_JSON_TEXT], picture[MUR_PICTURE_TEXT], again[MUR_PACKED_BYTES];
    mur_text j = mur_text_on(json, sizeof json), p = mur_text_on(picture, sizeof picture);
    mur_text t = mur_text_on(again, sizeof again);
    mur_view *v = mur_new(g->view_size);
    mur_state *s = mur_new(g->state_size);
    mur_rng rng;
    mur_rng_seed(&rng, bytes.len ? (unsigned char)bytes.at[0] : 0);
    if (mur_unpack_view(g, bytes, v)) {
        mur_pack_view(g, v, &t);
        demand(t.len == bytes.len && memcmp(again, bytes.at, t.len) == 0);
        g->write_json(v, &j);
        g->draw(v, NULL, &p);
        for (int i = 0; i < WORLDS; i++) {
            mur_redeal(g, v, &rng, s);
            demand(g->is_sound(s));
        }
    }
    free(v);
    free(s);
}

static void check_step(const mur_game *g, mur_span bytes)
{
    mur_step s;
    char again[MUR_PACKED_BYTES], sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(again, sizeof again);
    if (!mur_unpack_step(g, bytes, &s))
        return;
    mur_pack_step(g, &s, &t);
    demand(t.len == bytes.len && memcmp(again, bytes.at, t.len) == 0);
    mur_text say = mur_text_on(sentence, sizeof sentence);
    mur_say_move(g, s.move, NULL, &say);
    for (int i = 0; i < s.events.n; i++) {
        say = mur_text_on(sentence, sizeof sentence);
        mur_say_event(g, s.events.at[i], NULL, &say);
    }
}

/* The view of some seat in the middle of a random game. */
static mur_text pack_some(const mur_game *g, uint32_t seed, char out[MUR_PACKED_BYTES])
{
    mur_rng rng;
    mur_setup *u = mur_new(g->setup_size);
    mur_state *s = mur_new(g->state_size);
    mur_view *v = mur_new(g->view_size);
    mur_text t = mur_text_on(out, MUR_PACKED_BYTES);
    mur_rng_seed(&rng, seed);
    int seats = g->seats_min + (int)mur_rng_below(&rng, (uint32_t)(g->seats_max - g->seats_min + 1));
    g->init(u, seats);
    g->shuffle(u, &rng);
    g->start(u, s);
    for (uint32_t n = mur_rng_below(&rng, 120); n > 0 && s->to_act; n--) {
        mur_move moves[MUR_MOVES];
        int seat = __builtin_ctz(s->to_act);
        int n_moves = g->legal(s, seat, moves);
        g->play(s, seat, moves[mur_rng_below(&rng, (uint32_t)n_moves)], NULL);
    }
    int seat = (int)mur_rng_below(&rng, (uint32_t)seats + 1);
    g->view(s, seat < seats ? seat : MUR_WATCHER, v);
    mur_pack_view(g, v, &t);
    free(u);
    free(s);
    free(v);
    return t;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char some[MUR_PACKED_BYTES];
    int games = 0;
    while (mur_game_at(games))
        games++;
    if (size < 4)
        return 0;
    const mur_game *g = mur_game_at(data[0] % games);
    check_view(g, (mur_span){ (const char *)data + 1, size - 1 });
    check_step(g, (mur_span){ (const char *)data + 1, size - 1 });

    mur_text t = pack_some(g, (uint32_t)data[1] << 8 | data[2], some);
    for (size_t i = 3; i + 2 < size; i += 3)
        some[((size_t)data[i] << 8 | data[i + 1]) % t.len] = (char)data[i + 2];
    check_view(g, (mur_span){ some, t.len });

    mur_buffer out = { 0 };
    mur_take_base64((mur_span){ (const char *)data, size }, &out);
    mur_buffer_close(&out);
    return 0;
}
