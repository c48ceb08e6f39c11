/* SPDX-License-Identifier: MIT */
/* tests/bots/features_test.c -- the inputs of nets, in every game that has some: they hold nothing that their seat may
 * not know, and fill exactly their own array. */
#include "bots/features.h"
#include "tests/engine/walk.h"

enum { GARBAGE = 0x55 };

typedef struct {
    int8_t at[MUR_INPUTS];
} inputs;

static void read_numbers(const mur_features *f, const mur_state *s, int seat, inputs *x)
{
    memset(x, GARBAGE, sizeof *x);
    f->fill(s, seat, x->at);
}

#define FOR_EACH_FEATURES(features)                                                                                    \
    for (int game_i = 0; mur_game_at(game_i); game_i++)                                                                \
        for (const mur_features *features = mur_features_of(mur_game_at(game_i)); features; features = NULL)

Test(features, belong_to_their_game_and_fit_their_array)
{
    static const mur_game foreign;
    cr_expect_null(mur_features_of(&foreign));
    FOR_EACH_FEATURES(f)
    {
        cr_expect_eq(f->game, mur_game_at(game_i));
        for (int seats = f->game->seats_min; seats <= f->game->seats_max; seats++) {
            mur_input_groups groups = mur_input_groups_of(f, seats);
            cr_expect(f->n_inputs(seats) > 0 && f->n_inputs(seats) <= MUR_INPUTS, "%s, %d seats", f->game->id, seats);
            cr_expect(groups.width % 8 == 0 && groups.n * groups.width <= f->n_inputs(seats));
        }
    }
}

Test(features, hold_nothing_that_the_seat_does_not_know)
{
    FOR_EACH_FEATURES(f)
    {
        walk w = { .game = f->game, .games = 40, .seed = 21 };
        while (walk_on(&w)) {
            const mur_state *truth = &w.run.state.base;
            for (int seat = 0; truth->to_act && seat < truth->seats; seat++) {
                any_view v;
                any_state other;
                inputs x, y;
                f->game->view(truth, seat, &v.base);
                mur_redeal(f->game, &v.base, &w.rng, &other.base);
                read_numbers(f, truth, seat, &x);
                read_numbers(f, &other.base, seat, &y);
                cr_assert_arr_eq(&x, &y, sizeof x, "%s, ply %u, seat %d", f->game->id, (unsigned)truth->ply, seat);
            }
        }
    }
}

Test(features, fill_their_own_inputs_and_no_others)
{
    FOR_EACH_FEATURES(f)
    {
        walk w = { .game = f->game, .games = 20, .seed = 22 };
        while (walk_on(&w)) {
            const mur_state *s = &w.run.state.base;
            inputs x;
            read_numbers(f, s, s->seats - 1, &x);
            for (int i = f->n_inputs(s->seats); i < MUR_INPUTS; i++)
                cr_assert_eq(x.at[i], GARBAGE, "%s, %d seats, number %d", f->game->id, s->seats, i);
        }
    }
}
