/* SPDX-License-Identifier: MIT */
#include "arena/solve_worth.h"

#include <math.h>
#include <string.h>

#include "arena/answer.h"
#include "arena/solve_mix.h"
#include "bots/dm_plain.h"

void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    const float *at = solve_table_at(context, &plain);
    out[0] = at[0] + change[0];
    out[1] = at[1] + change[1];
    out[2] = change[2] - at[0] - at[1];
}

float solve_gain(const solve_table *t, const dm_spot *s)
{
    const float *answer = solve_table_at(t, s) + SOLVE_ANSWER;
    return (answer[0] + answer[1] + answer[2]) / SOLVE_SEATS;
}

/* -- A spot -- */

/* Few rounds need more than the first. */
static const dm_effort usual = { 400, 12, 0.001F }, hard = { 3000, 40, 0.001F };

typedef struct {
    const solve_table *table;
    solve_mixes mixes;
    float grain;
} solver;

static void put(float *out, const float worth[DM_SEATS], const float answer[SOLVE_SEATS])
{
    memcpy(out, worth, SOLVE_ANSWER * sizeof out[0]);
    memcpy(out + SOLVE_ANSWER, answer, SOLVE_SEATS * sizeof out[0]);
}

static void find(const dm_cases *c, dm_balance *b)
{
    dm_balance_find(c, &usual, b);
    if (b->gap > usual.enough)
        dm_balance_find(c, &hard, b);
}

static bool keep(const dm_cases *c, const solve_mix *m, dm_balance *b)
{
    memset(b, 0, sizeof *b);
    memcpy(b->choice, m->choice, sizeof m->choice);
    return dm_balance_keep(c, usual.enough, b);
}

static void balance(const solver *v, const dm_cases *c, const dm_spot *s, dm_balance *b)
{
    solve_mix *m = solve_mix_of(&v->mixes, s);
    if (v->grain > 0 || solve_is_last_round(s) || !keep(c, m, b))
        find(c, b);
    memcpy(m->choice, b->choice, sizeof m->choice);
}

static float rounded(float worth, float grain)
{
    return grain > 0 ? grain * roundf(worth / grain) : worth;
}

static void visit(void *context, const dm_spot *s, float *out)
{
    const solver *v = context;
    answer_eyes eyes = { { solve_worth_of, v->table }, v->table, SOLVE_ANSWER };
    float answer[DM_SEATS];
    dm_cases cases;
    dm_balance b;
    if (dm_is_hand_over(s)) {
        dm_settle(s, answer);
        put(out, answer, answer);
        return;
    }
    dm_foresee_cases(s, &eyes.worth, &cases);
    balance(v, &cases, s, &b);
    answer_round(&eyes, s, &b, answer);
    for (int seat = 0; seat < SOLVE_ANSWER; seat++)
        b.worth[seat] = rounded(b.worth[seat], v->grain);
    put(out, b.worth, answer);
}

/* -- All spots -- */

/* For ever where a spot cannot be, it is worth what its stocks are. */
static void guess_all(const solve_table *t)
{
    for (uint32_t i = 0; i < SOLVE_ENDS << SOLVE_PIECES; i++) {
        float worth[DM_SEATS];
        dm_spot spot = solve_unpack(i);
        dm_settle(&spot, worth);
        put(solve_table_at(t, &spot), worth, worth);
    }
}

bool solve_worths(const solve_plan *plan, float grain, solve_table *t)
{
    solver v = { .table = t, .grain = grain };
    solve_plan layer = *plan;
    bool ok = true;
    layer.visit = visit;
    layer.context = &v;
    layer.levels = DM_IDLE_MAX;
    layer.rest = 1e-5F;
    if (plan->from <= SOLVE_SEATS)
        guess_all(t);
    for (int pieces = plan->from; ok && pieces <= plan->to; pieces++) {
        layer.from = layer.to = pieces;
        ok = solve_mixes_open(&v.mixes, pieces) && solve_layers(&layer, t);
    }
    solve_mixes_close(&v.mixes);
    return ok;
}
