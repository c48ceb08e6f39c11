/* SPDX-License-Identifier: MIT */
/* The board of Chang Cheng in the terminal. */
#include "engine/chang_cheng/cc.h"
#include "tests/terminal/picture.h"

static const char *const names[MUR_SEATS] = { "Anna", "Ben", "Clara Maria von Hohenstein", "Dai" };
static const mur_words words = { .names = names };

/* -- Laws, over random games -- */

Test(cc_board, every_move_can_be_pointed_at_part_by_part)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 2 : 16, .seed = 11 };
    unsigned met = 0, all = (1U << CC_KINDS) - 2; /* kinds of moves; there is none of number 0 */
    any_view v;
    while (walk_on(&w)) {
        if (!w.table.state.base.to_act)
            continue;
        cc_game.view(&w.table.state.base, w.seat, &v.base);
        check_moves(&cc_board_, &cc_game, &v.base, &w.rng);
        for (int i = 0; i < w.n_moves; i++)
            met |= 1U << cc_move_kind(w.moves[i]);
    }
    cr_assert(IS_SANITIZED || met == all, "kinds of moves never met: %x", all & ~met);
}

Test(cc_board, choices_are_marked_and_the_cursor_is_to_be_seen)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 2 : 12, .seed = 14 };
    static pick p;
    any_view v;
    while (walk_on(&w)) {
        if (!w.table.state.base.to_act)
            continue;
        cc_game.view(&w.table.state.base, w.seat, &v.base);
        scene s = { .game = &cc_game, .view = &v.base, .pick = &p };
        pick_begin(&p, &cc_board_, &v.base);
        do {
            p.focus = (int)mur_rng_below(&w.rng, (uint32_t)p.n_choices);
            check_marks(&cc_board_, &s);
        } while (pick_take(&p) == 0);
    }
}

/* Arrows at the ends of the strip lead along the whole line, whatever its length. */
Test(cc_board, the_next_slot_off_the_strip_is_at_its_end)
{
    walk w = { .game = &cc_game, .games = 4, .seed = 15 };
    static pick p;
    any_view v;
    int n_ends = 0;
    while (walk_on(&w)) {
        if (!w.table.state.base.to_act)
            continue;
        cc_game.view(&w.table.state.base, w.seat, &v.base);
        scene s = { .game = &cc_game, .view = &v.base, .pick = &p };
        canvas c = { 0 };
        board_spots spots;
        pick_begin(&p, &cc_board_, &v.base);
        if (pick_take(&p))
            continue;
        picture_paint(&cc_board_, &s, picture_sizes[0], &c, &spots);
        for (int i = 0; i < spots.n; i++)
            n_ends += spots.at[i].at.rows == 1 && spots.at[i].at.cols == 1 && spots.at[i].at.y > 1;
        canvas_close(&c);
    }
    cr_assert_gt(n_ends, 100);
}

Test(cc_board, all_who_look_get_a_picture)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 2 : 12, .seed = 12 };
    static const int seats[] = { 0, 1, MUR_WATCHER, MUR_ALL };
    any_view v;
    while (walk_on(&w))
        for (size_t i = 0; i < countof(seats); i++) {
            cc_game.view(&w.table.state.base, seats[i], &v.base);
            scene s = { .game = &cc_game, .view = &v.base, .words = &words, .scroll = w.n_moves % 40 - 20 };
            check_picture(&cc_board_, &s);
        }
}

/* Every text of a view: pictures of all sizes, and the words. */
static void collect(const mur_view *v, canvas c[countof(picture_sizes)], mur_text *t)
{
    scene s = { .game = &cc_game, .view = v, .words = &words };
    board_spots spots;
    for (size_t i = 0; i < countof(picture_sizes); i++)
        picture_paint(&cc_board_, &s, picture_sizes[i], &c[i], &spots);
    for (int topic = TELL_BOARD; topic <= TELL_TOTALS; topic++)
        cc_board_.tell(v, (board_topic)topic, &words, t);
}

Test(cc_board, what_a_seat_cannot_know_is_not_in_its_pictures)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 1 : 4, .seed = 13 };
    static canvas truth[countof(picture_sizes)], other[countof(picture_sizes)];
    static char told[2][MUR_PICTURE_TEXT];
    any_view seen, again;
    any_state redealt;
    while (walk_on(&w))
        for (int seat = 0; seat < w.table.state.base.seats; seat++) {
            mur_text a = mur_text_on(told[0], sizeof told[0]), b = mur_text_on(told[1], sizeof told[1]);
            cc_game.view(&w.table.state.base, seat, &seen.base);
            cc_game.redeal(&seen.base, &w.rng, &redealt.base);
            cc_game.view(&redealt.base, seat, &again.base);
            collect(&seen.base, truth, &a);
            collect(&again.base, other, &b);
            cr_assert_not(mur_text_is_cut(&a));
            cr_assert_str_eq(told[0], told[1]);
            for (size_t i = 0; i < countof(picture_sizes); i++)
                cr_assert(are_same_pictures(&truth[i], &other[i]));
        }
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        canvas_close(&truth[i]);
        canvas_close(&other[i]);
    }
}

/* -- Kept pictures -- */

typedef struct {
    table table;
    any_view view, then;
    pick pick;
    scene scene;
} position;

/* The view of whoever acts after so many random moves of a deal; the cursor on the first choice. */
static void open_position(position *p, int seats, uint64_t seed, int plies)
{
    mur_rng rng;
    mur_state *state = &p->table.state.base;
    mur_rng_seed(&rng, seed);
    cc_game.init(&p->table.setup.base, seats);
    cc_game.shuffle(&p->table.setup.base, &rng);
    cc_game.start(&p->table.setup.base, state);
    for (int i = 0; i < plies && state->to_act; i++) {
        mur_move moves[MUR_MOVES];
        int seat = __builtin_ctz(state->to_act);
        uint32_t n = (uint32_t)cc_game.legal(state, seat, moves);
        cc_game.play(state, seat, moves[mur_rng_below(&rng, n)], NULL);
    }
    int seat = p->table.state.base.to_act ? __builtin_ctz(p->table.state.base.to_act) : 0;
    cc_game.view(&p->table.state.base, seat, &p->view.base);
    p->scene = (scene){ .game = &cc_game, .view = &p->view.base, .words = &words };
    if (p->view.base.n_moves == 0)
        return;
    pick_begin(&p->pick, &cc_board_, &p->view.base);
    p->scene.pick = &p->pick;
}

/* The cursor on this choice, with what it would change. */
static void point(position *p, int choice)
{
    cr_assert_lt(choice, p->pick.n_choices);
    p->pick.focus = choice;
    cr_assert(picture_then(&cc_game, &p->view.base, pick_meant(&p->pick), 1, &p->then));
    p->scene.then = &p->then.base;
}

Test(cc_board, pictures_are_those_kept)
{
    static position p;
    static const struct {
        const char *name;
        int seats, plies;
        uint64_t seed;
        int first, second; /* choices; -1: none */
        picture_size size;
    } kept[] = {
        { "cc_first_wall", 2, 0, 5, 3, -1, { 17, 80, false } },
        { "cc_neutral", 2, 20, 5, 1, -1, { 17, 80, false } },
        { "cc_take_something", 3, 20, 4, 1, -1, { 20, 80, false } },
        { "cc_second_wall_ascii", 4, 30, 6, 4, -1, { 17, 80, true } },
        { "cc_warrior", 3, 35, 3, 1, -1, { 17, 80, false } },
        { "cc_traitor", 3, 41, 3, 1, -1, { 20, 80, false } },
        { "cc_scout", 2, 34, 1, 3, -1, { 17, 80, false } },
        { "cc_mandarin_wide", 4, 72, 5, 3, 5, { 44, 132, false } },
        { "cc_new_board", 4, 36, 4, 1, -1, { 17, 80, false } },
        { "cc_over_ascii", 3, 200, 9, -1, -1, { 24, 80, true } },
    };
    for (size_t i = 0; i < countof(kept); i++) {
        open_position(&p, kept[i].seats, kept[i].seed, kept[i].plies);
        if (kept[i].first >= 0)
            point(&p, kept[i].first);
        if (kept[i].second >= 0) {
            cr_assert_eq(pick_take(&p.pick), 0, "%s", kept[i].name);
            point(&p, kept[i].second);
        }
        picture_check(kept[i].name, &cc_board_, &p.scene, kept[i].size);
    }
}

Test(cc_board, words_are_those_kept)
{
    static position p;
    static char text[MUR_PICTURE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    open_position(&p, 3, 3, 41);
    for (int topic = TELL_BOARD; topic <= TELL_TOTALS; topic++)
        cc_board_.tell(&p.view.base, (board_topic)topic, &words, &t);
    picture_expect("cc_words", text);
}
