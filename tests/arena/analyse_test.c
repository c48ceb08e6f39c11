/* SPDX-License-Identifier: MIT */
/* tests/arena/analyse_test.c -- reviews of records by a bot. */
#include "arena/analysis/analyse.h"
#include "tests/engine/walk.h"

/* The record of a game, with the first bot in seat 1 and the second in all others. */
static mur_record *game_of(const mur_game *g, int seats, const char *first, const char *others)
{
    mur_record *r;
    mur_rng rng;
    arena_player p[2];
    any_view v;
    void *memory = arena_bot_memory_open();
    cr_assert_eq(mur_record_open(&r, g, seats), MUR_OK);
    mur_rng_seed(&rng, 21);
    mur_record_deal(r, &rng);
    arena_player_open(&p[0], first);
    arena_player_open(&p[1], others);
    while (!mur_record_is_over(r)) {
        int seat = __builtin_ctz(r->state->to_act);
        arena_bot_context t = { .player = &p[seat > 0], .game = g, .seats = seats, .memory = memory };
        g->view(r->state, seat, &v.base);
        mur_record_play(r, seat, arena_choose_move(&t, &v.base, &(arena_budget){ .simulations = 2 }, &rng, NULL), NULL);
    }
    mur_record_finish(r);
    arena_bot_memory_close(&memory);
    return r;
}

static arena_review *review_of(const mur_record *r, const arena_player *p, int seat)
{
    arena_review *made;
    arena_review_open(&made, r,
                      &(arena_review_options){ .player = p, .budget = { .simulations = 2 }, .seed = 1, .seat = seat });
    return made;
}

Test(analyse, finds_larger_losses_in_random_moves_than_in_good_ones)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        arena_player greedy;
        mur_record *r = game_of(g, g->seats_min, "greedy", "random");
        arena_player_open(&greedy, "greedy");
        arena_review *review = review_of(r, &greedy, MUR_ALL);
        const mur_seat_review *good = &review->base.by_seat[0], *bad = &review->base.by_seat[1];
        cr_assert(good->decisions > 0 && bad->decisions > 0);
        cr_expect_lt(good->loss / good->decisions, bad->loss / bad->decisions, "%s", g->id);
        cr_expect_gt(good->agreed * bad->decisions, bad->agreed * good->decisions, "%s", g->id);
        arena_review *own = review_of(r, &greedy, 0);
        cr_expect_eq((size_t)good->decisions, own->base.n);
        arena_review_close(&own);
        for (size_t d = 0; d < review->base.n; d++) {
            const mur_decision *at = &review->base.at[d];
            cr_expect(at->loss >= 0 && at->n_moves > 1 && (d == 0 || review->base.at[d - 1].ply < at->ply));
            cr_expect_eq(at->played, r->moves[at->ply].move);
            cr_expect(at->played != at->best || at->loss <= 0);
        }
        arena_review_close(&review);
        mur_record_close(&r);
    }
}

Test(analyse, gives_the_same_review_twice)
{
    arena_player greedy;
    mur_record *r = game_of(&cm_game, 3, "random", "random");
    arena_player_open(&greedy, "greedy");
    arena_review *a = review_of(r, &greedy, MUR_ALL), *b = review_of(r, &greedy, MUR_ALL);
    cr_assert_eq(a->base.n, b->base.n);
    cr_expect_arr_eq((char *)a->base.at, (char *)b->base.at, a->base.n * sizeof a->base.at[0]);
    arena_review_close(&a);
    arena_review_close(&b);
    mur_record_close(&r);
}

Test(analyse, turning_points_are_the_greatest_changes)
{
    arena_player greedy;
    mur_record *r = game_of(&dm_game, 3, "random", "random");
    arena_player_open(&greedy, "greedy");
    arena_review *review = review_of(r, &greedy, MUR_ALL);
    cr_assert_eq(review->base.n_turning, MUR_TURNING_POINTS);
    double most = 0;
    for (size_t d = 0; d < review->base.n; d++)
        most = review->base.at[d].loss > most ? review->base.at[d].loss : most;
    const mur_decision *first = &review->base.at[review->base.turning[0]];
    cr_expect(first->loss >= most || first->swing >= most || -first->swing >= most);
    arena_review_close(&review);
    mur_record_close(&r);
}

Test(analyse, a_record_without_moves_has_nothing_to_review)
{
    arena_player greedy;
    mur_record *r;
    mur_rng rng;
    mur_buffer svg = { 0 };
    mur_record_open(&r, &dm_game, 3);
    mur_rng_seed(&rng, 1);
    mur_record_deal(r, &rng);
    arena_player_open(&greedy, "greedy");
    arena_review *review = review_of(r, &greedy, MUR_ALL);
    cr_expect_eq(review->base.n, 0);
    arena_review_draw(review, "none", NULL, &svg);
    cr_expect_not_null(strstr(svg.at, "</svg>"));
    mur_buffer_close(&svg);
    arena_review_close(&review);
    mur_record_close(&r);
}

Test(analyse, draws_a_line_for_each_seat)
{
    arena_player greedy;
    mur_record *r = game_of(&cc_game, 3, "greedy", "random");
    mur_buffer svg = { 0 };
    int lines = 0;
    arena_player_open(&greedy, "greedy");
    arena_review *review = review_of(r, &greedy, MUR_ALL);
    arena_review_draw(review, "<Chang & Cheng>", NULL, &svg);
    cr_expect_not_null(strstr(svg.at, "<title>&lt;Chang &amp; Cheng&gt;</title>"));
    for (const char *at = svg.at; (at = strstr(at, "<path fill=\"none\"")); at++)
        lines++;
    cr_expect_eq(lines, 3);
    cr_expect_null(strstr(svg.at, "nan"));
    mur_buffer_close(&svg);
    arena_review_close(&review);
    mur_record_close(&r);
}
