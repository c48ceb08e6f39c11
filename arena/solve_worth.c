/* SPDX-License-Identifier: MIT */
#include "arena/solve_worth.h"

#include <math.h>
#include <string.h>

#include "bots/dm_plain.h"

static const float *worths_of(const solve_table *t, const dm_spot *s, int idle)
{
    return solve_table_at(t, s) + idle % DM_PAGE_PHASES * SOLVE_WORTHS;
}

void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    const float *at = worths_of(context, &plain, s->idle);
    out[0] = at[0] + change[0];
    out[1] = at[1] + change[1];
    out[2] = change[2] - at[0] - at[1];
}

/* -- A spot -- */

static float rounded(float worth, float grain)
{
    return grain * roundf(worth / grain);
}

/* Rounding alone would let worths go round for ever that idle rounds hand on. Once the end of the hand is far, those
 * that hardly change stay as they are. */
static void round_worths(const solve_table *t, const dm_spot *s, float worth[DM_SEATS])
{
    enum { FAR = 20 };
    static const float hardly = 1.25F;
    const float *after = worths_of(t, s, s->idle + 1);
    float grain = (float)dm_page_grain(solve_pieces(s)) / DM_PAGE_POINT, most = s->idle < FAR ? hardly * grain : 0;
    for (int seat = 0; seat < SOLVE_WORTHS; seat++) {
        bool stays = fabsf(worth[seat] - after[seat]) < most;
        worth[seat] = stays ? after[seat] : rounded(worth[seat], grain);
    }
}

static void visit(void *context, const dm_spot *s, float *out)
{
    const solve_table *t = context;
    const dm_worth worth = { solve_worth_of, t };
    float settled[DM_SEATS];
    dm_cases cases;
    dm_balance b;
    if (dm_is_hand_over(s)) {
        dm_settle(s, settled);
        memcpy(out, settled, SOLVE_WORTHS * sizeof out[0]);
        return;
    }
    dm_foresee_cases(s, &worth, &cases);
    dm_table_balance(&cases, &b);
    round_worths(t, s, b.worth);
    memcpy(out, b.worth, SOLVE_WORTHS * sizeof out[0]);
}

/* -- All spots -- */

/* For ever where a spot cannot be, it is worth what its stocks are. */
static void guess_all(const solve_table *t)
{
    for (uint32_t i = 0; i < SOLVE_ENDS << SOLVE_PIECES; i++) {
        float worth[DM_SEATS];
        dm_spot spot = solve_unpack(i);
        dm_settle(&spot, worth);
        for (int phase = 0; phase < DM_PAGE_PHASES; phase++)
            memcpy(solve_table_at(t, &spot) + phase * SOLVE_WORTHS, worth, SOLVE_WORTHS * sizeof worth[0]);
    }
}

bool solve_worths(const solve_plan *plan, solve_table *t)
{
    solve_plan all = *plan;
    all.visit = visit;
    all.context = t;
    all.levels = DM_IDLE_MAX;
    all.phases = DM_PAGE_PHASES;
    all.rest = 0;
    if (plan->from <= SOLVE_SEATS)
        guess_all(t);
    return solve_layers(&all, t);
}
