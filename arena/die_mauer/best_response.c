/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/best_response.c -- one step of best response computation.
 *
 * The payoffs of the round are computed with an evaluator that returns the best response's value for the responding
 * seat, and for every other seat its own estimate. So the decisions after the reveal are right: each seat maximizes its
 * own number. The best response of the round itself is the maximum over the seat's choices
 * against the others' mixed strategies. */
#include "arena/die_mauer/best_response.h"

#include <assert.h>

#include "bots/die_mauer/dm_doubles.h"

typedef struct {
    const best_response_source *source;
    int seat; /* the responding one, counted from the master of the next round */
} response_reader;

static float response_at(const response_reader *r, const dm_position *s)
{
    return r->source->response(r->source->context, s, r->seat);
}

/* The response's value of the next position; `value` is the others' estimate of it. With doubles the gain is carried
 * over from the substitute position; if that cannot arise in play, it was not solved, and no gain is assumed. */
static float response_value(const response_reader *r, const dm_position *s, const float value[DM_SEATS])
{
    const dm_evaluator *w = &r->source->value;
    float change[DM_SEATS], plain_value[DM_SEATS];
    if (dm_is_double_free(s))
        return response_at(r, s);
    dm_position plain = dm_replace_doubles(s, change);
    if (dm_is_hand_over(&plain) || !solve_is_reachable(&plain))
        return value[r->seat];
    w->evaluate(w->context, &plain, plain_value);
    return value[r->seat] + response_at(r, &plain) - plain_value[r->seat];
}

static void read_for_seat(const void *context, const dm_position *s, float out[DM_SEATS])
{
    const response_reader *r = context;
    r->source->value.evaluate(r->source->value.context, s, out);
    out[r->seat] = response_value(r, s, out);
}

/* Once for each seat; seat i of this round is seat i - 1 of the next, because the master moves on. */
void best_response_values(const best_response_source *e, const dm_position *s, const dm_equilibrium *eq,
                          float out[SOLVE_SEATS])
{
    assert(s->seats == SOLVE_SEATS);
    for (int seat = 0; seat < SOLVE_SEATS; seat++) {
        response_reader r = { e, (seat + SOLVE_SEATS - 1) % SOLVE_SEATS };
        dm_evaluator value = { read_for_seat, &r };
        dm_payoffs payoffs;
        dm_choice_vector choice_value;
        dm_compute_payoffs(s, &value, &payoffs);
        dm_choice_values(&payoffs, eq, seat, &choice_value);
        out[seat] = dm_best_value(&choice_value, payoffs.legal[seat]);
    }
}
