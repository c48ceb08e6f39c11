/* SPDX-License-Identifier: MIT */
#include "arena/solve_worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/answer.h"
#include "bots/dm_plain.h"

/* Answers that change less from level to level are taken for the same. */
static const float rest = 1e-4F;

void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    const float *at = solve_table_at(context, &plain) + solve_worths_at(s->idle);
    out[0] = at[0] + change[0];
    out[1] = at[1] + change[1];
    out[2] = change[2] - at[0] - at[1];
}

static float *answers_of(const solve_table *t, const dm_spot *s)
{
    return solve_table_at(t, s) + SOLVE_ANSWERS;
}

static float answer_of(const void *context, const dm_spot *s, int seat)
{
    return answers_of(context, s)[seat];
}

static float mean_of(const float answer[SOLVE_SEATS])
{
    return (answer[0] + answer[1] + answer[2]) / SOLVE_SEATS;
}

float solve_gain(const solve_table *t, const dm_spot *s)
{
    return mean_of(answers_of(t, s));
}

/* -- A spot -- */

static float grain_of(const dm_spot *s)
{
    return (float)dm_page_grain(solve_pieces(s)) / DM_PAGE_POINT;
}

static void take_worths(const float answer[SOLVE_SEATS], float worth[SOLVE_WORTHS])
{
    for (int seat = 0; seat < SOLVE_WORTHS; seat++)
        worth[seat] = answer[seat] - mean_of(answer);
}

/* To the grain, or those that are there already if they are this near, in grains. */
static void round_worths(const float there[SOLVE_WORTHS], float near, float grain, float worth[SOLVE_WORTHS])
{
    for (int seat = 0; seat < SOLVE_WORTHS; seat++) {
        bool stays = fabsf(worth[seat] - there[seat]) < near * grain;
        worth[seat] = stays ? there[seat] : grain * roundf(worth[seat] / grain);
    }
}

static void settle(const dm_spot *s, float worth[SOLVE_WORTHS], float answer[SOLVE_SEATS])
{
    float settled[DM_SEATS];
    dm_settle(s, settled);
    memcpy(worth, settled, SOLVE_WORTHS * sizeof worth[0]);
    memcpy(answer, settled, SOLVE_SEATS * sizeof answer[0]);
}

/* Rounding alone would let worths go round for ever that idle rounds hand on. Once the end of the hand is far, those
 * that hardly change stay as they are. */
static void come_to_rest(const solve_table *t, const dm_spot *s, float worth[SOLVE_WORTHS])
{
    enum { FAR = 20 };
    static const float hardly = 1.25F;
    const float *after = solve_table_at(t, s) + (s->idle + 1) % DM_PAGE_PHASES * SOLVE_WORTHS;
    round_worths(after, s->idle < FAR ? hardly : 0, grain_of(s), worth);
}

static void keep(const void *context, const dm_spot *s, const float worth[DM_SEATS])
{
    memcpy(solve_table_at(context, s) + solve_worths_at(s->idle), worth, SOLVE_WORTHS * sizeof worth[0]);
}

/* As long as nobody gives anything away. */
static void choose(const void *context, const dm_spot *s, const dm_cases *c, dm_balance *out)
{
    dm_risk none = { 0 };
    dm_balance before;
    (void)context;
    dm_match_of_hand(s, &none.match);
    dm_table_choose(s, c, &none, &before, out);
}

static void visit(void *context, const dm_spot *s, float *out)
{
    const solve_table *t = context;
    const answer_eyes eyes = { { solve_worth_of, t }, answer_of, t };
    float *answer = out + SOLVE_WORTHS;
    dm_cases cases;
    dm_balance b;
    if (dm_is_hand_over(s)) {
        settle(s, out, answer);
        return;
    }
    dm_foresee_cases(s, &eyes.worth, &cases);
    choose(t, s, &cases, &b);
    answer_round(&eyes, s, &b, answer);
    take_worths(answer, out);
    if (s->idle >= DM_TABLE_LATE) /* read by the level before this one only */
        keep(t, s, b.worth);
    come_to_rest(t, s, out);
}

void solve_guess(const solve_table *t)
{
    for (uint32_t i = 0; i < SOLVE_ENDS << SOLVE_PIECES; i++) {
        dm_spot spot = solve_unpack(i);
        float *at = t->at + (size_t)i * SOLVE_WORTH_WIDTH, worth[SOLVE_WORTHS];
        settle(&spot, worth, at + SOLVE_ANSWERS);
        for (int k = 0; k < SOLVE_WORTH_WIDTH; k++)
            if (k < SOLVE_ANSWERS || k >= SOLVE_ENTRANCE)
                at[k] = worth[(k < SOLVE_ANSWERS ? k : k - SOLVE_ENTRANCE) % SOLVE_WORTHS];
    }
}

/* -- The bot as it will play -- */

static bool counts(const void *context, const dm_spot *s)
{
    const float *at = solve_table_at(context, s);
    bool is_same = true;
    for (int k = SOLVE_WORTHS; k < DM_PAGE_PHASES * SOLVE_WORTHS; k++)
        is_same &= at[k] == at[k % SOLVE_WORTHS];
    return !is_same;
}

exploit_policy solve_policy(const solve_table *t)
{
    return (exploit_policy){ { solve_worth_of, t }, choose, counts, keep, t };
}

/* Those with fewer pieces are known. */
static void lend_answers(const solve_table *t, const solve_table *answers)
{
    for (size_t i = 0; i < t->n; i++)
        memcpy(answers->at + i * SOLVE_SEATS, t->at + i * SOLVE_WORTH_WIDTH + SOLVE_ANSWERS,
               SOLVE_SEATS * sizeof(float));
}

/* Phases that are near enough do for those who come by building, too. */
static void enter(const solve_table *t, const dm_spot *s, const float answer[SOLVE_SEATS])
{
    static const float near = 0.75F;
    float *at = solve_table_at(t, s), *entrance = at + SOLVE_ENTRANCE;
    memcpy(at + SOLVE_ANSWERS, answer, SOLVE_SEATS * sizeof answer[0]);
    take_worths(answer, entrance);
    round_worths(at, near, grain_of(s), entrance);
}

static bool enter_all(const solve_table *t, int pieces, const solve_table *answers)
{
    size_t n = solve_list(pieces, NULL);
    uint32_t *spots = malloc((n + 1) * sizeof spots[0]);
    if (!spots)
        return false;
    solve_list(pieces, spots);
    for (size_t i = 0; i < n; i++) {
        dm_spot spot = solve_unpack(spots[i]);
        enter(t, &spot, solve_table_at(answers, &spot));
    }
    free(spots);
    return true;
}

static bool answer_layer(const solve_plan *plan, solve_table *t)
{
    const exploit_policy policy = solve_policy(t);
    solve_plan layer = *plan;
    solve_table answers;
    layer.rest = rest;
    if (!solve_table_open(&answers, SOLVE_SEATS))
        return false;
    lend_answers(t, &answers);
    bool ok = exploit_spots(&policy, &layer, &answers) && enter_all(t, plan->to, &answers);
    solve_table_close(&answers);
    return ok;
}

/* -- All spots -- */

/* One half of a layer's work after the other. */
typedef struct {
    const solve_plan *plan;
    double before;
} half;

static bool tell_half(void *listener, int pieces, double done)
{
    const half *h = listener;
    return !h->plan->tell || h->plan->tell(h->plan->listener, pieces, h->before + done / 2);
}

static bool solve_layer(const solve_plan *plan, int pieces, solve_table *t)
{
    half h = { .plan = plan };
    solve_plan layer = { .from = pieces,
                         .to = pieces,
                         .levels = DM_IDLE_MAX,
                         .numbers = SOLVE_WORTHS,
                         .phases = DM_PAGE_PHASES,
                         .passing = SOLVE_SEATS,
                         .rest = rest,
                         .threads = plan->threads,
                         .visit = visit,
                         .context = t,
                         .tell = tell_half,
                         .listener = &h };
    if (!solve_layers(&layer, t))
        return false;
    h.before = 0.5;
    return answer_layer(&layer, t);
}

bool solve_worths(const solve_plan *plan, solve_table *t)
{
    bool ok = true;
    if (plan->from <= SOLVE_SEATS)
        solve_guess(t);
    for (int pieces = plan->from; ok && pieces <= plan->to; pieces++)
        ok = solve_layer(plan, pieces, t);
    return ok;
}
