/* SPDX-License-Identifier: MIT */
/* tests/terminal/position.h -- positions to look at with a board, and its laws over random games. */
#ifndef TESTS_POSITION_H
#define TESTS_POSITION_H

#include "tests/terminal/picture.h"

/* One of them is long, one is in a wide script. */
static const char *const picture_names[MUR_SEATS] = { "Anna",       "Ben",   "Clara Maria von Hohenstein",
                                                      "長城建設者", "Émile", "Fo" };
static const mur_words picture_words = { .names = picture_names };

typedef struct {
    table table;
    mur_step news[MUR_SEATS];
    any_view view, then;
    pick pick;
    scene scene;
} position;

/* What this seat sees now, the cursor on its first choice. */
static inline void look_at(position *p, const board *b, int seat)
{
    b->game->view(&p->table.state.base, seat, &p->view.base);
    p->scene = (scene){ .game = b->game, .view = &p->view.base, .words = &picture_words };
    if (p->view.base.n_moves == 0)
        return;
    pick_begin(&p->pick, b, &p->view.base);
    p->scene.pick = &p->pick;
}

/* The cursor on this choice, with what it would change. */
static inline void point(position *p, int choice)
{
    p->pick.focus = choice < p->pick.n_choices ? choice : p->pick.n_choices - 1;
    cr_assert(picture_then(p->scene.game, &p->view.base, pick_meant(&p->pick), 1, &p->then));
    p->scene.then = &p->then.base;
}

/* The cursor on the last part of this move. */
static inline void point_at_move(position *p, const char *text)
{
    const board *b = p->pick.board;
    mur_move m = p->scene.game->read_move(mur_span_of(text));
    pick_part parts[PICK_PARTS];
    int n = b->split(&p->view.base, m, parts);
    pick_begin(&p->pick, b, &p->view.base);
    for (int i = p->pick.n_chosen; i < n - 1; i = p->pick.n_chosen) {
        cr_assert(pick_focus(&p->pick, parts[i]), "%s", text);
        cr_assert_eq(pick_take(&p->pick), 0, "%s", text);
    }
    cr_assert(pick_focus(&p->pick, parts[n - 1]), "%s", text);
    point(p, p->pick.focus);
}

/* After so many random moves of a deal, the latest of them as news, seen by whoever acts. */
static inline void open_position(position *p, const board *b, int seats, uint64_t seed, int plies)
{
    mur_rng rng;
    mur_state *state = &p->table.state.base;
    mur_step steps[MUR_SEATS];
    int n = 0;
    table_open(&p->table, b->game, seats, seed, NULL);
    mur_rng_seed(&rng, seed);
    for (; n < plies && state->to_act; n++) {
        mur_move moves[MUR_MOVES];
        int seat = __builtin_ctz(state->to_act), n_moves = b->game->legal(state, seat, moves);
        mur_step *step = &steps[n % seats];
        /* The last move is often the quiet one, a card drawn: hands grow, and more can be laid. */
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
        if (!w.table.state.base.to_act)
            continue;
        b->game->view(&w.table.state.base, w.seat, &v.base);
        check_moves(b, b->game, &v.base, &w.rng);
    }
}

static inline void check_all_lookers(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 12 };
    static const int seats[] = { 0, 1, MUR_WATCHER, MUR_ALL };
    any_view v;
    while (walk_on(&w))
        for (size_t i = 0; i < countof(seats); i++) {
            b->game->view(&w.table.state.base, seats[i], &v.base);
            scene s = { .game = b->game, .view = &v.base, .words = &picture_words, .scroll = w.n_moves % 40 - 20 };
            check_picture(b, &s);
        }
}

/* Every text of a view: pictures of all sizes, and the words. */
static inline void collect(const board *b, const mur_view *v, canvas c[countof(picture_sizes)], mur_text *t)
{
    scene s = { .game = b->game, .view = v, .words = &picture_words };
    board_spots spots;
    for (size_t i = 0; i < countof(picture_sizes); i++)
        picture_paint(b, &s, picture_sizes[i], &c[i], &spots);
    for (int topic = TELL_BOARD; topic <= TELL_TOTALS; topic++)
        b->tell(v, (board_topic)topic, &picture_words, t);
}

/* Two states that a seat cannot tell apart look the same to it. */
static inline void check_nothing_hidden_shows(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 13 };
    static canvas truth[countof(picture_sizes)], other[countof(picture_sizes)];
    static char told[2][MUR_PICTURE_TEXT];
    any_view seen, again;
    any_state redealt;
    while (walk_on(&w))
        for (int seat = 0; seat < w.table.state.base.seats; seat++) {
            mur_text one = mur_text_on(told[0], sizeof told[0]), two = mur_text_on(told[1], sizeof told[1]);
            b->game->view(&w.table.state.base, seat, &seen.base);
            b->game->redeal(&seen.base, &w.rng, &redealt.base);
            b->game->view(&redealt.base, seat, &again.base);
            collect(b, &seen.base, truth, &one);
            collect(b, &again.base, other, &two);
            cr_assert_not(mur_text_is_cut(&one));
            cr_assert_str_eq(told[0], told[1]);
            for (size_t i = 0; i < countof(picture_sizes); i++)
                cr_assert(are_same_pictures(&truth[i], &other[i]));
        }
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        canvas_close(&truth[i]);
        canvas_close(&other[i]);
    }
}

/* No digit stands for two choices of the first step. */
static inline void check_digits(const board *b, int games)
{
    walk w = { .game = b->game, .games = games, .seed = 14 };
    static pick p;
    any_view v;
    while (walk_on(&w)) {
        if (!w.table.state.base.to_act)
            continue;
        int taken[10] = { 0 };
        b->game->view(&w.table.state.base, w.seat, &v.base);
        pick_begin(&p, b, &v.base);
        for (int i = 0; i < p.n_choices; i++) {
            int digit = b->digit(&v.base, p.choice[i]);
            cr_assert(digit >= 0 && digit <= 9);
            cr_assert(digit == 0 || !taken[digit]++, "digit %d", digit);
        }
    }
}

/* -- Kept pictures -- */

typedef struct {
    const char *name;
    int seats, plies;
    uint64_t seed;
    int choice[PICK_PARTS]; /* at each step; past the last choice the last one */
    int takes;              /* how many of them are taken; the cursor stays on the one after */
    picture_size size;
} kept_picture;

static inline void check_kept(const board *b, const kept_picture *kept, size_t n)
{
    static position p;
    for (size_t i = 0; i < n; i++) {
        open_position(&p, b, kept[i].seats, kept[i].seed, kept[i].plies);
        for (int k = 0; p.scene.pick && k <= kept[i].takes; k++) {
            point(&p, kept[i].choice[k]);
            if (k < kept[i].takes)
                cr_assert_eq(pick_take(&p.pick), 0, "%s", kept[i].name);
        }
        picture_check(kept[i].name, b, &p.scene, kept[i].size);
    }
}

#endif
