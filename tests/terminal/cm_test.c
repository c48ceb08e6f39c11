/* SPDX-License-Identifier: MIT */
/* tests/terminal/cm_test.c -- the board of Chinesische Mauer: invariants over random games, crowded sites, changes in
 * words, golden pictures. */
#include "engine/chinesische_mauer/cm.h"
#include "tests/terminal/position.h"

/* -- Laws, over random games -- */

Test(cm_board, every_move_can_be_pointed_at_part_by_part)
{
    check_all_moves(&cmt_board, IS_SANITIZED ? 2 : 12);
}

Test(cm_board, every_viewer_gets_a_picture)
{
    check_all_viewers(&cmt_board, IS_SANITIZED ? 1 : 4);
}

Test(cm_board, what_a_seat_cannot_know_is_not_in_its_pictures)
{
    check_nothing_hidden_shows(&cmt_board, IS_SANITIZED ? 1 : 2);
}

Test(cm_board, digits_tell_choices_apart)
{
    check_digits(&cmt_board, IS_SANITIZED ? 2 : 12);
}

/* -- Crowded sites -- */

/* Puts all cards that two players can lay at one site. */
static void fill_site(cm_view *v)
{
    static const int owners[] = { 0, 1 };
    memset(v->board.n_columns, 0, sizeof v->board.n_columns);
    for (int site = 0; site < CM_SITES; site++)
        memset(v->board.sum[site], 0, sizeof v->board.sum[site]);
    for (int kind = 0; kind < CM_DRAGON; kind++)
        for (size_t i = 0; i < countof(owners); i++)
            if (kind != CM_NOBLE)
                cm_lay(&v->board, 2, 0, cm_card_of(owners[i], kind), cm_copies[kind], 0);
}

Test(cm_board, a_dragon_reaches_every_card_of_a_crowded_site)
{
    static position p;
    open_position(&p, &cmt_board, 2, 1, 0);
    cm_view *v = &p.view.cm;
    fill_site(v);
    int n = 0;
    for (int column = 0; column <= v->board.n_columns[0]; column++) {
        char text[MUR_MOVE_TEXT];
        snprintf(text, sizeof text, column ? "1:Dx%d" : "1:D", column);
        v->base.moves[n++] = cm_game.read_move(mur_span_of(text));
    }
    v->base.n_moves = (uint16_t)n;
    cr_assert_gt(n, 30);
    selection_begin(&p.selection, &cmt_board, &v->base);
    cr_assert_eq(selection_confirm(&p.selection), 0);
    cr_assert_eq(selection_confirm(&p.selection), 0);
    cr_assert_eq(p.selection.n_choices, n);
    for (p.selection.focus = 0; p.selection.focus < n; p.selection.focus++) {
        canvas c = { 0 };
        hotspot_list hotspots;
        check_picture(&cmt_board, &p.scene);
        picture_paint(&cmt_board, &p.scene, picture_sizes[0], &c, &hotspots);
        const hotspot *spot = hotspot_of(&hotspots, p.selection.choice[p.selection.focus]);
        cr_expect(c.cells[spot->at.y * c.cols + spot->at.x].highlights & HIGHLIGHT_FOCUS, "column %d",
                  p.selection.focus);
        canvas_close(&c);
    }
}

/* -- Words -- */

Test(cm_board, the_change_names_totals_and_leaders)
{
    static position p;
    static const char *const deal[] = {
        "tokens 5 3 4 2 5 3 1 2 3 4 5 7 8 2 3 4 5 7 1 2 3 4 5 7 8 2 3 4 5 7 2 3 4 5 4 5", "deck1 WGSTNWWWWWWGGSSSSHHD",
        "deck2 WGSTNWWWWWWGGSSSSHHD", NULL
    };
    static const char *const changes[][2] = {
        { "1:G", "site 1: Anna: 1 -> 3, Anna leads" },
        { "2:S", "site 2: Anna: -> 1, Anna leads" },
        { "1:N", "site 1: Anna: 1 -> 2, Ben: 2 -> 1, Anna leads" },
    };
    run_open(&p.run, &cm_game, 2, 1, deal);
    run_play(&p.run, "1 1:W; 1 draw; 2 1:G; 2 draw");
    look_at(&p, &cmt_board, 0);
    for (size_t i = 0; i < countof(changes); i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        point_at_move(&p, changes[i][0]);
        cmt_board.put_change(&p.scene, &t);
        cr_expect_str_eq(text, changes[i][1]);
    }
}

/* -- Golden files -- */

Test(cm_board, pictures_match_the_golden_files)
{
    static const golden_picture goldens[] = {
        { "cm_two_players", 2, 30, 5, { 1 }, 0, { 17, 80, false } },
        { "cm_three_players_ascii", 3, 40, 5, { 0, 1 }, 1, { 17, 80, true } },
        { "cm_four_players_site", 4, 60, 6, { 1, 1 }, 1, { 17, 80, false } },
        { "cm_five_players", 5, 60, 7, { 0 }, 0, { 17, 80, false } },
        { "cm_dragon_tall", 4, 44, 8, { 3 }, 0, { 24, 80, false } },
        { "cm_wide", 5, 60, 3, { 0, 1 }, 1, { 44, 132, false } },
        { "cm_over", 3, 999, 2, { 0 }, 0, { 17, 80, false } },
    };
    check_golden(&cmt_board, goldens, countof(goldens));
}
