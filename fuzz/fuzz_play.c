/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_play.c -- the rules: the input chooses legal moves of a game, and between them arbitrary moves of arbitrary
 * seats. A refused move changes nothing; an accepted move was legal; every position is sound; a seat cannot distinguish
 * a redealt position from the true one. */
#include <stdlib.h>
#include <string.h>

#include "engine/muraille.h"
#include "fuzz/fuzz.h"
#include "record/buffer.h"

typedef struct {
    const uint8_t *at;
    size_t left;
} input;

typedef struct {
    const mur_game *game;
    mur_state *state, *spare;
    mur_view *view, *again;
    mur_rng rng;
} table;

static uint32_t take(input *in, size_t bytes)
{
    uint32_t n = 0;
    for (; bytes > 0 && in->left > 0; bytes--, in->left--)
        n = n << 8 | *in->at++;
    return n;
}

static bool is_legal(const table *t, int seat, mur_move m)
{
    mur_move legal[MUR_MOVES];
    if (seat < 0 || seat >= t->state->seats || !(t->state->to_act >> seat & 1))
        return false;
    int n = t->game->legal(t->state, seat, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == m)
            return true;
    return false;
}

static void check_play(table *t, int seat, mur_move m)
{
    mur_events log = { 0 };
    bool legal = is_legal(t, seat, m);
    memcpy(t->spare, t->state, t->game->state_size);
    bool played = t->game->play(t->state, seat, m, &log) == MUR_OK;
    demand(played == legal);
    if (!played)
        demand(memcmp(t->spare, t->state, t->game->state_size) == 0);
}

/* The view of a seat or of spectators does not change when the position is redealt for it. */
static void check_view(table *t, int seat)
{
    const mur_game *g = t->game;
    g->view(t->state, seat, t->view);
    mur_redeal(g, t->view, &t->rng, t->spare);
    demand(g->is_sound(t->spare));
    g->view(t->spare, seat, t->again);
    demand(memcmp(t->view, t->again, g->view_size) == 0);
}

/* The texts of the latest view fit into buffers of the documented sizes. */
static void check_texts(table *t)
{
    char json[MUR_JSON_TEXT], picture[MUR_PICTURE_TEXT];
    mur_text j = mur_text_on(json, sizeof json), p = mur_text_on(picture, sizeof picture);
    t->game->write_json(t->view, &j);
    t->game->draw(t->view, NULL, &p);
    demand(!mur_text_is_cut(&j) && !mur_text_is_cut(&p));
}

static void check_position(table *t, uint32_t which)
{
    int seat = (int)(which % (t->state->seats + 1U));
    check_view(t, seat < t->state->seats ? seat : MUR_WATCHER);
    if (which / 16 == 0) /* not always: texts are slow */
        check_texts(t);
}

/* A legal move of an acting seat, chosen by the input, with some bits flipped. */
static void play_near(table *t, input *in, uint32_t flip)
{
    mur_move legal[MUR_MOVES];
    int seat = (int)take(in, 1) % t->state->seats;
    while (!(t->state->to_act >> seat & 1))
        seat = (seat + 1) % t->state->seats;
    int n = t->game->legal(t->state, seat, legal);
    demand(n > 0);
    check_play(t, seat, legal[take(in, 2) % (uint32_t)n] ^ flip);
}

static void play_any(table *t, input *in)
{
    int seat = (int)take(in, 1) - 128;
    check_play(t, seat, take(in, 4));
}

/* Mostly legal moves, so that games make progress. */
static void step(table *t, input *in)
{
    uint32_t how = take(in, 1);
    demand(t->game->is_sound(t->state));
    if (how % 8 == 0)
        check_position(t, take(in, 1));
    else if (!t->state->to_act || how % 8 == 1)
        play_any(t, in);
    else
        play_near(t, in, how % 8 == 2 ? 1U << how / 8 : 0);
}

static void set_options(const mur_game *g, mur_setup *u, input *in)
{
    static const char *const values[] = { "1", "2", "3", "off", "none", "watchers", "diplomacy,domination", "x" };
    for (int i = 0; i < g->n_options; i++)
        g->set_option(u, i, mur_span_of(values[take(in, 1) % (sizeof values / sizeof values[0])]));
}

static void start(table *t, input *in)
{
    const mur_game *g = t->game;
    mur_setup *u = mur_new(g->setup_size);
    uint32_t range = (uint32_t)(g->seats_max - g->seats_min + 1);
    demand(g->init(u, g->seats_min + (int)(take(in, 1) % range)) == MUR_OK);
    set_options(g, u, in);
    mur_rng_seed(&t->rng, take(in, 4));
    g->shuffle(u, &t->rng);
    demand(g->start(u, t->state) == MUR_OK);
    free(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = { data, size };
    int games = 0;
    while (mur_game_at(games))
        games++;
    const mur_game *g = mur_game_at((int)take(&in, 1) % games);
    table t = { .game = g,
                .state = mur_new(g->state_size),
                .spare = mur_new(g->state_size),
                .view = mur_new(g->view_size),
                .again = mur_new(g->view_size) };
    start(&t, &in);
    while (in.left > 0)
        step(&t, &in);
    check_position(&t, 0);
    free(t.state);
    free(t.spare);
    free(t.view);
    free(t.again);
    return 0;
}
