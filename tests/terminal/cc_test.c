/* SPDX-License-Identifier: MIT */
/* tests/terminal/cc_test.c -- the board of Chang Cheng: invariants over random games, golden pictures and descriptions.
 */
#include "engine/chang_cheng/cc.h"
#include "tests/terminal/picture.h"

static const char *const names[MUR_SEATS] = { "Anna", "Ben", "Clara Maria von Hohenstein", "Dai" };
static const mur_words words = { .names = names };

/* -- Laws, over random games -- */

Test(cc_board, every_move_can_be_pointed_at_part_by_part)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 2 : 16, .seed = 11 };
    unsigned met = 0, all = (1U << CC_KINDS) - 2; /* kinds of moves, one bit each; kind 0 does not exist */
    any_view v;
    while (walk_on(&w)) {
        if (!w.run.state.base.to_act)
            continue;
        cc_game.view(&w.run.state.base, w.seat, &v.base);
        check_moves(&cct_board, &cc_game, &v.base, &w.rng);
        for (int i = 0; i < w.n_moves; i++)
            met |= 1U << cc_move_kind(w.moves[i]);
    }
    cr_assert(IS_SANITIZED || met == all, "kinds of moves never met: %x", all & ~met);
}

Test(cc_board, choices_are_highlighted_and_the_cursor_is_visible)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 2 : 12, .seed = 14 };
    static selection p;
    any_view v;
    while (walk_on(&w)) {
        if (!w.run.state.base.to_act)
            continue;
        cc_game.view(&w.run.state.base, w.seat, &v.base);
        scene s = { .game = &cc_game, .view = &v.base, .selection = &p };
        selection_begin(&p, &cct_board, &v.base);
        do {
            p.focus = (int)mur_rng_below(&w.rng, (uint32_t)p.n_choices);
            check_highlights(&cct_board, &s);
        } while (selection_confirm(&p) == 0);
    }
}

/* A line of any length can be walked with the arrow keys: the next hidden slot has its hotspot at the arrow. */
Test(cc_board, the_next_hidden_slot_is_at_the_end_of_the_map_row)
{
    walk w = { .game = &cc_game, .games = 4, .seed = 15 };
    static selection p;
    any_view v;
    int n_ends = 0;
    while (walk_on(&w)) {
        if (!w.run.state.base.to_act)
            continue;
        cc_game.view(&w.run.state.base, w.seat, &v.base);
        scene s = { .game = &cc_game, .view = &v.base, .selection = &p };
        canvas c = { 0 };
        hotspot_list hotspots;
        selection_begin(&p, &cct_board, &v.base);
        if (selection_confirm(&p))
            continue;
        picture_paint(&cct_board, &s, picture_sizes[0], &c, &hotspots);
        for (int i = 0; i < hotspots.n; i++)
            n_ends += hotspots.at[i].at.rows == 1 && hotspots.at[i].at.cols == 1 && hotspots.at[i].at.y > 1;
        canvas_close(&c);
    }
    cr_assert_gt(n_ends, 100);
}

Test(cc_board, every_viewer_gets_a_picture)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 2 : 12, .seed = 12 };
    static const int seats[] = { 0, 1, MUR_WATCHER, MUR_ALL };
    any_view v;
    while (walk_on(&w))
        for (size_t i = 0; i < countof(seats); i++) {
            cc_game.view(&w.run.state.base, seats[i], &v.base);
            scene s = { .game = &cc_game, .view = &v.base, .words = &words, .scroll = w.n_moves % 40 - 20 };
            check_picture(&cct_board, &s);
        }
}

/* All output for a view: pictures of all sizes, and the description. */
static void collect(const mur_view *v, canvas c[countof(picture_sizes)], mur_text *t)
{
    scene s = { .game = &cc_game, .view = v, .words = &words };
    hotspot_list hotspots;
    for (size_t i = 0; i < countof(picture_sizes); i++)
        picture_paint(&cct_board, &s, picture_sizes[i], &c[i], &hotspots);
    for (int topic = TOPIC_BOARD; topic <= TOPIC_TOTALS; topic++)
        cct_board.describe(v, (board_topic)topic, &words, t);
}

Test(cc_board, what_a_seat_cannot_know_is_not_in_its_pictures)
{
    walk w = { .game = &cc_game, .games = IS_SANITIZED ? 1 : 4, .seed = 13 };
    static canvas truth[countof(picture_sizes)], other[countof(picture_sizes)];
    static char text[2][MUR_PICTURE_TEXT];
    any_view seen, again;
    any_state redealt;
    while (walk_on(&w))
        for (int seat = 0; seat < w.run.state.base.seats; seat++) {
            mur_text a = mur_text_on(text[0], sizeof text[0]), b = mur_text_on(text[1], sizeof text[1]);
            cc_game.view(&w.run.state.base, seat, &seen.base);
            mur_redeal(&cc_game, &seen.base, &w.rng, &redealt.base);
            cc_game.view(&redealt.base, seat, &again.base);
            collect(&seen.base, truth, &a);
            collect(&again.base, other, &b);
            cr_assert_not(mur_text_is_cut(&a));
            cr_assert_str_eq(text[0], text[1]);
            for (size_t i = 0; i < countof(picture_sizes); i++)
                cr_assert(are_same_pictures(&truth[i], &other[i]));
        }
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        canvas_close(&truth[i]);
        canvas_close(&other[i]);
    }
}

/* -- Golden files -- */

typedef struct {
    game_run run;
    any_view view, preview;
    selection selection;
    scene scene;
} position;

/* The view of the seat to act after `plies` random moves of a deal, with the cursor on the first choice. */
static void open_position(position *p, int seats, uint64_t seed, int plies)
{
    mur_rng rng;
    mur_state *state = &p->run.state.base;
    mur_rng_seed(&rng, seed);
    cc_game.init(&p->run.setup.base, seats);
    cc_game.shuffle(&p->run.setup.base, &rng);
    cc_game.start(&p->run.setup.base, state);
    for (int i = 0; i < plies && state->to_act; i++) {
        mur_move moves[MUR_MOVES];
        int seat = __builtin_ctz(state->to_act);
        uint32_t n = (uint32_t)cc_game.legal(state, seat, moves);
        cc_game.play(state, seat, moves[mur_rng_below(&rng, n)], NULL);
    }
    int seat = p->run.state.base.to_act ? __builtin_ctz(p->run.state.base.to_act) : 0;
    cc_game.view(&p->run.state.base, seat, &p->view.base);
    p->scene = (scene){ .game = &cc_game, .view = &p->view.base, .words = &words };
    if (p->view.base.n_moves == 0)
        return;
    selection_begin(&p->selection, &cct_board, &p->view.base);
    p->scene.selection = &p->selection;
}

/* Moves the cursor to this choice, and computes its preview. */
static void point(position *p, int choice)
{
    cr_assert_lt(choice, p->selection.n_choices);
    p->selection.focus = choice;
    cr_assert(picture_preview(&cc_game, &p->view.base, selection_candidate(&p->selection), 1, &p->preview));
    p->scene.preview = &p->preview.base;
}

Test(cc_board, pictures_match_the_golden_files)
{
    static position p;
    static const struct {
        const char *name;
        int seats, plies;
        uint64_t seed;
        int first, second; /* choices; -1: none */
        picture_size size;
    } goldens[] = {
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
    for (size_t i = 0; i < countof(goldens); i++) {
        open_position(&p, goldens[i].seats, goldens[i].seed, goldens[i].plies);
        if (goldens[i].first >= 0)
            point(&p, goldens[i].first);
        if (goldens[i].second >= 0) {
            cr_assert_eq(selection_confirm(&p.selection), 0, "%s", goldens[i].name);
            point(&p, goldens[i].second);
        }
        picture_check(goldens[i].name, &cct_board, &p.scene, goldens[i].size);
    }
}

Test(cc_board, descriptions_match_the_golden_files)
{
    static position p;
    static char text[MUR_PICTURE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    open_position(&p, 3, 3, 41);
    for (int topic = TOPIC_BOARD; topic <= TOPIC_TOTALS; topic++)
        cct_board.describe(&p.view.base, (board_topic)topic, &words, &t);
    picture_expect("cc_words", text);
}
