/* SPDX-License-Identifier: MIT */
/* tests/engine/walk.h -- what the tests of the engine share: random walks through a game, and games set up
 * and played by text, the way records do it. */
#ifndef TESTS_WALK_H
#define TESTS_WALK_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/muraille.h"

#define countof(array) (sizeof(array) / sizeof((array)[0]))

/* With the sanitizers matches take ten times as long and have the same result, so they play a single deal and do not
 * check who won. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

/* Storage for the structs of any game, also of games added later. */
typedef union {
    mur_setup base;
    cm_setup cm;
    dm_setup dm;
    cc_setup cc;
    uint64_t storage[128];
} any_setup;

typedef union {
    mur_state base;
    cm_state cm;
    dm_state dm;
    cc_state cc;
    uint64_t storage[128];
} any_state;

typedef union {
    mur_view base;
    cm_view cm;
    dm_view dm;
    cc_view cc;
    uint64_t storage[512];
} any_view;

/* -- A game played by text -- */

typedef struct {
    const mur_game *game;
    any_setup setup;
    any_state state;
    mur_events events; /* of the latest move */
} game_run;

/* "first 2", "tokens 5 3 ...": an option or a set-up line, whichever it is. */
static inline bool run_set(game_run *t, const char *line)
{
    mur_span rest = mur_span_of(line), word;
    cr_assert(mur_take_word(&rest, &word) && mur_take_char(&rest, ' '), "%s", line);
    for (int i = 0; i < t->game->n_options; i++)
        if (mur_span_is(word, t->game->options[i].id))
            return t->game->set_option(&t->setup.base, i, rest) == MUR_OK;
    for (int i = 0; i < t->game->n_lines(&t->setup.base); i++) {
        char name[MUR_LINE_TEXT];
        mur_text out = mur_text_on(name, sizeof name);
        t->game->write_line_name(&t->setup.base, i, &out);
        if (mur_span_is(word, name))
            return t->game->read_line(&t->setup.base, i, rest) == MUR_OK;
    }
    return false;
}

/* A shuffled game of this many seats; `lines` (NULL after the last) fix options and parts of the set-up. */
static inline void run_open(game_run *t, const mur_game *game, int seats, uint64_t seed, const char *const *lines)
{
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    t->game = game;
    cr_assert_eq(game->init(&t->setup.base, seats), MUR_OK);
    game->shuffle(&t->setup.base, &rng);
    for (; lines && *lines; lines++)
        cr_assert(run_set(t, *lines), "%s", *lines);
    cr_assert_eq(game->start(&t->setup.base, &t->state.base), MUR_OK);
}

/* "2 1:WW" */
static inline mur_err run_try(game_run *t, const char *move)
{
    mur_move m = t->game->read_move(mur_span_of(move + 2));
    t->events.n = 0;
    return m ? t->game->play(&t->state.base, move[0] - '1', m, &t->events) : MUR_TEXT;
}

/* Moves divided by "; ". */
static inline void run_play(game_run *t, const char *moves)
{
    char line[64];
    while (*moves) {
        size_t n = strcspn(moves, ";");
        cr_assert_lt(n, sizeof line);
        memcpy(line, moves, n);
        line[n] = '\0';
        mur_err e = run_try(t, line);
        cr_assert_eq(e, MUR_OK, "%s: %s", line, mur_err_text(t->game, e));
        moves += n;
        moves += strspn(moves, "; ");
    }
}

static inline bool is_legal(const game_run *t, int seat, const char *text)
{
    mur_move moves[MUR_MOVES], m = t->game->read_move(mur_span_of(text));
    int n = t->game->legal(&t->state.base, seat - 1, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == m)
            return true;
    return false;
}

static inline int n_legal(const game_run *t, int seat)
{
    mur_move moves[MUR_MOVES];
    return t->game->legal(&t->state.base, seat - 1, moves);
}

/* Why this move is refused, in words; "" if it is not. The game stays as it is. */
static inline const char *why_not(const game_run *t, const char *move)
{
    game_run copy = *t;
    mur_err e = run_try(&copy, move);
    return e == MUR_OK ? "" : mur_err_text(t->game, e);
}

static inline int n_events(const game_run *t, int kind)
{
    int n = 0;
    for (int i = 0; i < t->events.n; i++)
        n += t->events.at[i].kind == kind;
    return n;
}

/* The JSON of a view, and whether it contains a text. */
static inline const char *json_of(const game_run *t, int seat, char out[MUR_JSON_TEXT])
{
    any_view v;
    mur_text text = mur_text_on(out, MUR_JSON_TEXT);
    t->game->view(&t->state.base, seat, &v.base);
    t->game->write_json(&v.base, &text);
    cr_assert_not(mur_text_is_cut(&text));
    return out;
}

static inline bool shows(const game_run *t, int seat, const char *needle)
{
    char json[MUR_JSON_TEXT];
    return strstr(json_of(t, seat, json), needle) != NULL;
}

/* Plays at random to the end; returns the number of moves. */
static inline int run_finish(game_run *t, mur_rng *rng)
{
    int n = 0;
    for (; t->state.base.to_act; n++) {
        mur_move moves[MUR_MOVES];
        int seat;
        do
            seat = (int)mur_rng_below(rng, t->state.base.seats);
        while (!mur_may_act(&t->state.base, seat));
        uint32_t n_moves = (uint32_t)t->game->legal(&t->state.base, seat, moves);
        cr_assert_eq(t->game->play(&t->state.base, seat, moves[mur_rng_below(rng, n_moves)], NULL), MUR_OK);
    }
    return n;
}

/* -- Random walks: all numbers of seats, various options -- */

typedef struct {
    const mur_game *game;
    int games; /* how many to walk through */
    uint64_t seed;
    int done; /* games finished */
    mur_rng rng;
    game_run run; /* where the walk is now */
    int seat;     /* the next move */
    mur_move move;
    int n_moves;
    mur_move moves[MUR_MOVES];
} walk;

static inline void set_some_options(walk *w)
{
    static const char *const tries[] = { "first 2",
                                         "first 3",
                                         "hands 1",
                                         "hands 2",
                                         "neutral off",
                                         "events watchers",
                                         "events diplomacy,domination",
                                         "events recognition,watchers",
                                         "events domination" };
    for (size_t i = 0; i < countof(tries); i++)
        if (mur_rng_below(&w->rng, 4) == 0)
            run_set(&w->run, tries[i]); /* those that do not fit are refused */
}

static inline void begin_walk(walk *w)
{
    const mur_game *g = w->run.game = w->game;
    uint32_t counts = (uint32_t)(g->seats_max - g->seats_min + 1);
    cr_assert_eq(g->init(&w->run.setup.base, g->seats_min + (int)mur_rng_below(&w->rng, counts)), MUR_OK);
    set_some_options(w);
    g->shuffle(&w->run.setup.base, &w->rng);
    cr_assert_eq(g->start(&w->run.setup.base, &w->run.state.base), MUR_OK);
}

/* The next position, with a seat and a move to be made there; false when all games are over. The move is made
 * by the next call. */
static inline bool walk_on(walk *w)
{
    mur_state *s = &w->run.state.base;
    if (!w->run.game) {
        mur_rng_seed(&w->rng, w->seed ? w->seed : 1);
        begin_walk(w);
    } else if (s->to_act) {
        cr_assert_eq(w->game->play(s, w->seat, w->move, NULL), MUR_OK);
    } else if (++w->done < w->games) {
        begin_walk(w);
    } else {
        return false;
    }
    if (s->to_act) {
        do
            w->seat = (int)mur_rng_below(&w->rng, s->seats);
        while (!mur_may_act(s, w->seat));
        w->n_moves = w->game->legal(s, w->seat, w->moves);
        cr_assert_gt(w->n_moves, 0);
        w->move = w->moves[mur_rng_below(&w->rng, (uint32_t)w->n_moves)];
    }
    return true;
}

/* -- Is each of n outcomes equally likely? -- */

/* The statistic of Pearson's test, scaled so that about +-3 is usual (Wilson and Hilferty). */
static inline double chi_square(const int *counts, int n)
{
    double total = 0, sum = 0, f = n - 1;
    for (int i = 0; i < n; i++)
        total += counts[i];
    for (int i = 0; i < n; i++)
        sum += (counts[i] - total / n) * (counts[i] - total / n) / (total / n);
    /* the cube root by Newton's method, without libm */
    double x = sum / f, root = 1;
    for (int i = 0; i < 60; i++)
        root -= (root * root * root - x) / (3 * root * root);
    double variance = 2 / (9 * f), z = 1;
    for (int i = 0; i < 60; i++)
        z -= (z * z - variance) / (2 * z);
    return (root - (1 - variance)) / z;
}

#endif
