/* SPDX-License-Identifier: MIT */
#include "arena/answer.h"

#include "bots/dm_plain.h"

typedef struct {
    const answer_eyes *eyes;
    int seat; /* that answers, counted from the next master */
} reader;

static float answer_at(const reader *r, const dm_spot *s)
{
    return r->eyes->answer(r->eyes->context, s, r->seat);
}

/* `worth` is the spot's, as the others see it. What stands for a double may be a spot that cannot come about: then
 * nothing is gained. */
static float number_of(const reader *r, const dm_spot *s, const float worth[DM_SEATS])
{
    const dm_worth *w = &r->eyes->worth;
    float change[DM_SEATS], plain_worth[DM_SEATS];
    if (dm_is_plain(s))
        return answer_at(r, s);
    dm_spot plain = dm_make_plain(s, change);
    if (dm_is_hand_over(&plain) || !solve_can_be(&plain))
        return worth[r->seat];
    w->of(w->context, &plain, plain_worth);
    return worth[r->seat] + answer_at(r, &plain) - plain_worth[r->seat];
}

static void read_for_one(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    const reader *r = context;
    r->eyes->worth.of(r->eyes->worth.context, s, out);
    out[r->seat] = number_of(r, s, out);
}

void answer_round(const answer_eyes *e, const dm_spot *s, const dm_balance *b, float out[SOLVE_SEATS])
{
    for (int seat = 0; seat < SOLVE_SEATS; seat++) {
        reader r = { e, (seat + SOLVE_SEATS - 1) % SOLVE_SEATS };
        dm_worth worth = { read_for_one, &r };
        dm_cases cases;
        dm_lanes brings;
        dm_foresee_cases(s, &worth, &cases);
        dm_choice_worth(&cases, b, seat, &brings);
        out[seat] = dm_best_worth(&brings, cases.may[seat]);
    }
}
