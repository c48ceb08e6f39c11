/* SPDX-License-Identifier: MIT */
/* tests/terminal/position.h -- positions for the tests of boards, and the invariants of picture.h over random games. */
#ifndef TESTS_POSITION_H
#define TESTS_POSITION_H

#include "tests/terminal/picture.h"

/* One name is long, one is in a script of wide characters, one has an accent. */
static const char *const picture_names[MUR_SEATS] = { "Anna",       "Ben",   "Clara Maria von Hohenstein",
                                                      "長城建設者", "Émile", "Fo" };
static const mur_words picture_words = { .names = picture_names };

typedef struct {
    game_run run;
    mur_step news[MUR_SEATS];
    any_view view, preview;
    selection selection;
    scene scene;
} position;

/* The view of a seat, with the cursor on its first choice. */
static inline void look_at(position *p, const board *b, int seat)
{
    b->game->view(&p->run.state.base, seat, &p->view.base);
    p->scene = (scene){ .game = b->game, .view = &p->view.base, .words = &picture_words };
    if (p->view.base.n_moves == 0)
        return;
    selection_begin(&p->selection, b, &p->view.base);
    p->scene.selection = &p->selection;
}

/* Moves the cursor to this choice, and computes its preview. */
static inline void point(position *p, int choice)
{
    p->selection.focus = choice < p->selection.n_choices ? choice : p->selection.n_choices - 1;
    cr_assert(picture_preview(p->scene.game, &p->view.base, selection_candidate(&p->selection), 1, &p->preview));
    p->scene.preview = &p->preview.base;
}

/* Chooses all but the last part of a move, and moves the cursor to that. */
static inline void point_at_move(position *p, const char *text)
{
    const board *b = p->selection.board;
    mur_move m = p->scene.game->read_move(mur_span_of(text));
    move_part parts[MOVE_PARTS];
    int n = b->split_move(&p->view.base, m, parts);
    selection_begin(&p->selection, b, &p->view.base);
    for (int i = p->selection.n_chosen; i < n - 1; i = p->selection.n_chosen) {
        cr_assert(selection_focus(&p->selection, parts[i]), "%s", text);
        cr_assert_eq(selection_confirm(&p->selection), 0, "%s", text);
    }
    cr_assert(selection_focus(&p->selection, parts[n - 1]), "%s", text);
    point(p, p->selection.focus);
}

/* The view of the seat to act after `plies` random moves of a deal, with the latest of them as news. */
static inline void open_position(position *p, const board *b, int seats, uint64_t seed, int plies)
{
    mur_rng rng;
    mur_state *state = &p->run.state.base;
    mur_step steps[MUR_SEATS];
    int n = 0;
    run_open(&p->run, b->game, seats, seed, NULL);
    mur_rng_seed(&rng, seed);
    for (; n < plies && state->to_act; n++) {
        mur_move moves[MUR_MOVES];
        int seat = __builtin_ctz(state->to_act), n_moves = b->game->legal(state, seat, moves);
        mur_step *step = &steps[n % seats];
        /* The last legal move is often to draw a card: then hands grow, and more can be laid. */
        mur_move m = moves[mur_rng_below(&rng, 2) ? n_moves - 1 : (int)mur_rng_below(&rng, (uint32_t)n_moves)];
        *step = (mur_step){ .seat = (uint8_t)seat, .move = m };
        b->game->play(state, seat, m, &step->events);
    }
    int seat = state->to_act ? __builtin_ctz(state->to_act) : 0, n_news = n < seats ? n : seats;
    look_at(p, b, seat);
    for (int i = 0; i < n_news; i++) {
        p->news[i] = steps[(n - n_news + i) % seats];
        for (int k = 0; k < p->news[i].events.n; k++)
            p->news[i].events.at[k] = mur_event_for(p->news[i].events.at[k], seat);
    }
    p->scene.news = p->news;
    p->scene.n_news = n_news;
}

/* -- Laws, over random games -- */

static inline void check_all_moves(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 11 };
    any_view v;
    while (walk_on(&w)) {
        if (!w.run.state.base.to_act)
            continue;
        b->game->view(&w.run.state.base, w.seat, &v.base);
        check_moves(b, b->game, &v.base, &w.rng);
    }
}

static inline void check_all_viewers(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 12 };
    static const int seats[] = { 0, 1, MUR_WATCHER, MUR_ALL };
    any_view v;
    while (walk_on(&w))
        for (size_t i = 0; i < countof(seats); i++) {
            b->game->view(&w.run.state.base, seats[i], &v.base);
            scene s = { .game = b->game, .view = &v.base, .words = &picture_words, .scroll = w.n_moves % 40 - 20 };
            check_picture(b, &s);
        }
}

/* All output for a view: pictures of all sizes, and the description. */
static inline void collect(const board *b, const mur_view *v, canvas c[countof(picture_sizes)], mur_text *t)
{
    scene s = { .game = b->game, .view = v, .words = &picture_words };
    hotspot_list hotspots;
    for (size_t i = 0; i < countof(picture_sizes); i++)
        picture_paint(b, &s, picture_sizes[i], &c[i], &hotspots);
    for (int topic = TOPIC_BOARD; topic <= TOPIC_TOTALS; topic++)
        b->describe(v, (board_topic)topic, &picture_words, t);
}

/* Two states with the same view give the same pictures and the same description. */
static inline void check_nothing_hidden_shows(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 13 };
    static canvas truth[countof(picture_sizes)], other[countof(picture_sizes)];
    static char text[2][MUR_PICTURE_TEXT];
    any_view seen, again;
    any_state redealt;
    while (walk_on(&w))
        for (int seat = 0; seat < w.run.state.base.seats; seat++) {
            mur_text one = mur_text_on(text[0], sizeof text[0]), two = mur_text_on(text[1], sizeof text[1]);
            b->game->view(&w.run.state.base, seat, &seen.base);
            mur_redeal(b->game, &seen.base, &w.rng, &redealt.base);
            b->game->view(&redealt.base, seat, &again.base);
            collect(b, &seen.base, truth, &one);
            collect(b, &again.base, other, &two);
            cr_assert_not(mur_text_is_cut(&one));
            cr_assert_str_eq(text[0], text[1]);
            for (size_t i = 0; i < countof(picture_sizes); i++)
                cr_assert(are_same_pictures(&truth[i], &other[i]));
        }
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        canvas_close(&truth[i]);
        canvas_close(&other[i]);
    }
}

/* No two choices of the first step share a digit. */
static inline void check_digits(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 14 };
    static selection p;
    any_view v;
    while (walk_on(&w)) {
        if (!w.run.state.base.to_act)
            continue;
        int taken[10] = { 0 };
        b->game->view(&w.run.state.base, w.seat, &v.base);
        selection_begin(&p, b, &v.base);
        for (int i = 0; i < p.n_choices; i++) {
            int digit = b->digit(&v.base, p.choice[i]);
            cr_assert(digit >= 0 && digit <= 9);
            cr_assert(digit == 0 || !taken[digit]++, "digit %d", digit);
        }
    }
}

/* -- Golden files -- */

typedef struct {
    const char *name;
    int seats, plies;
    uint64_t seed;
    int choice[MOVE_PARTS]; /* index of the choice at each step; too large: the last one */
    int takes;              /* how many are confirmed; the cursor stays on the next one */
    picture_size size;
} golden_picture;

static inline void check_golden(const board *b, const golden_picture *goldens, size_t n)
{
    static position p;
    for (size_t i = 0; i < n; i++) {
        open_position(&p, b, goldens[i].seats, goldens[i].seed, goldens[i].plies);
        for (int k = 0; p.scene.selection && k <= goldens[i].takes; k++) {
            point(&p, goldens[i].choice[k]);
            if (k < goldens[i].takes)
                cr_assert_eq(selection_confirm(&p.selection), 0, "%s", goldens[i].name);
        }
        picture_check(goldens[i].name, b, &p.scene, goldens[i].size);
    }
}

#endif
