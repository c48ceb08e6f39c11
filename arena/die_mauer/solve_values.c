/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_values.c -- solves the positions of one layer after the other.
 *
 * visit() is the step for one position and level; solve_layer() runs it over a layer and then corrects the layer's
 * entry values with respond_to_layer(). The values are rounded while solving, not afterwards: so the bot, which reads
 * rounded values, finds exactly the rounds that the solver saw. */
#include "arena/die_mauer/solve_values.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/die_mauer/best_response.h"
#include "bots/die_mauer/dm_doubles.h"

/* Best responses that change less than this from level to level count as equal; in points. */
static const float tolerance = 1e-4F;

void solve_value_of(const void *context, const dm_position *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_position plain = dm_is_double_free(s) ? *s : dm_replace_doubles(s, change);
    const float *at = solve_table_at(context, &plain) + solve_value_offset(s->idle);
    out[0] = at[0] + change[0];
    out[1] = at[1] + change[1];
    out[2] = change[2] - at[0] - at[1];
}

static float *best_responses_of(const solve_table *t, const dm_position *s)
{
    return solve_table_at(t, s) + SOLVE_BEST_RESPONSES;
}

static float best_response_of(const void *context, const dm_position *s, int seat)
{
    return best_responses_of(context, s)[seat];
}

static float mean_of(const float response[SOLVE_SEATS])
{
    return (response[0] + response[1] + response[2]) / SOLVE_SEATS;
}

/* -- One position -- */

/* What values are multiples of in the file, in points; it depends on the number of pieces. */
static float quantum_of(const dm_position *s)
{
    return (float)dm_table_quantum(solve_n_pieces(s)) / DM_TABLE_POINT;
}

/* From best responses to values: less the mean, so that the three seats' values sum to 0. Two are stored. */
static void center_values(const float response[SOLVE_SEATS], float value[SOLVE_VALUES])
{
    for (int seat = 0; seat < SOLVE_VALUES; seat++)
        value[seat] = response[seat] - mean_of(response);
}

/* Rounds to multiples of the quantum; but a value that is within `near` quanta of the one that is there already becomes
 * that one. */
static void round_values(const float there[SOLVE_VALUES], float near, float quantum, float value[SOLVE_VALUES])
{
    for (int seat = 0; seat < SOLVE_VALUES; seat++) {
        bool stays = fabsf(value[seat] - there[seat]) < near * quantum;
        value[seat] = stays ? there[seat] : quantum * roundf(value[seat] / quantum);
    }
}

/* The hand is over: values and best responses are what the stocks cost. */
static void set_final_values(const dm_position *s, float value[SOLVE_VALUES], float response[SOLVE_SEATS])
{
    float final[DM_SEATS];
    dm_final_values(s, final);
    memcpy(value, final, SOLVE_VALUES * sizeof value[0]);
    memcpy(response, final, SOLVE_SEATS * sizeof response[0]);
}

/* Rounds the values of a level. With plain rounding, values that idle rounds pass on could cycle for ever by one
 * quantum. So once the end of the hand is more than ten idle rounds away, values that change by less than 1.25 quanta
 * keep what the level after this one had. */
static void stabilize(const solve_table *t, const dm_position *s, float value[SOLVE_VALUES])
{
    enum { FAR = 20 };
    static const float hardly = 1.25F;
    assert(s->idle < DM_IDLE_MAX);
    const float *after = solve_table_at(t, s) + (s->idle + 1) % DM_TABLE_PHASES * SOLVE_VALUES;
    round_values(after, s->idle < FAR ? hardly : 0, quantum_of(s), value);
}

/* Stores the values of a late level, where the level before this one and exploit_exact.c read them. */
static void store_late(const void *context, const dm_position *s, const float value[DM_SEATS])
{
    memcpy(solve_table_at(context, s) + solve_value_offset(s->idle), value, SOLVE_VALUES * sizeof value[0]);
}

/* The strategies of the strong bot with nothing to exploit. The context is not needed. */
static void choose(const void *context, const dm_position *s, const dm_payoffs *c, dm_equilibrium *out)
{
    dm_exploit none = { 0 };
    dm_equilibrium before;
    (void)context;
    dm_utility_of_hand(s, &none.utility);
    dm_table_strategies(s, c, &none, &before, out);
}

/* One position in one level: payoffs, equilibrium, best responses, values. In late levels the bot computes the
 * equilibrium's own values, so these are what the level before must see. */
static void visit(void *context, const dm_position *s, float *out)
{
    const solve_table *t = context;
    const best_response_source source = { { solve_value_of, t }, best_response_of, t };
    float *response = out + SOLVE_VALUES;
    dm_payoffs payoffs;
    dm_equilibrium eq;
    if (dm_is_hand_over(s)) {
        set_final_values(s, out, response);
        return;
    }
    dm_compute_payoffs(s, &source.value, &payoffs);
    choose(t, s, &payoffs, &eq);
    best_response_values(&source, s, &eq, response);
    center_values(response, out);
    /* Writes behind the extras, which no other thread reads in this level. */
    if (s->idle >= DM_TABLE_LATE_IDLE)
        store_late(t, s, eq.value);
    stabilize(t, s, out);
}

void solve_init_values(const solve_table *t)
{
    for (uint32_t i = 0; i < SOLVE_ENDS << SOLVE_PIECES; i++) {
        dm_position position = solve_unpack(i);
        float *at = t->at + (size_t)i * SOLVE_WIDTH, value[SOLVE_VALUES];
        set_final_values(&position, value, at + SOLVE_BEST_RESPONSES);
        for (int k = 0; k < SOLVE_WIDTH; k++)
            if (k < SOLVE_BEST_RESPONSES || k >= SOLVE_ENTRY)
                at[k] = value[(k < SOLVE_BEST_RESPONSES ? k : k - SOLVE_ENTRY) % SOLVE_VALUES];
    }
}

/* -- The bot as it will play -- */

/* Do the phases of a position differ? */
static bool depends_on_idle(const void *context, const dm_position *s)
{
    const float *at = solve_table_at(context, s);
    bool is_same = true;
    for (int k = SOLVE_VALUES; k < DM_TABLE_PHASES * SOLVE_VALUES; k++)
        is_same &= at[k] == at[k % SOLVE_VALUES];
    return !is_same;
}

exploit_policy solve_policy(const solve_table *t)
{
    return (exploit_policy){ { solve_value_of, t }, choose, depends_on_idle, store_late, t };
}

/* The best responses found so far, as a table of their own: exploit_positions() reads the lower layers there. */
static void copy_best_responses(const solve_table *t, const solve_table *responses)
{
    for (size_t i = 0; i < t->n; i++)
        memcpy(responses->at + i * SOLVE_SEATS, t->at + i * SOLVE_WIDTH + SOLVE_BEST_RESPONSES,
               SOLVE_SEATS * sizeof(float));
}

/* Sets a position's best responses to those against the real bot, and its entry values. Entry values within 0.75 quanta
 * of phase 0 are set equal to it: then the file needs only one number for both. */
static void set_entry_values(const solve_table *t, const dm_position *s, const float response[SOLVE_SEATS])
{
    static const float near = 0.75F;
    float *at = solve_table_at(t, s), *entry = at + SOLVE_ENTRY;
    memcpy(at + SOLVE_BEST_RESPONSES, response, SOLVE_SEATS * sizeof response[0]);
    center_values(response, entry);
    round_values(at, near, quantum_of(s), entry);
}

static bool set_all_entry_values(const solve_table *t, int pieces, const solve_table *responses)
{
    size_t n = solve_list_positions(pieces, NULL);
    uint32_t *positions = malloc((n + 1) * sizeof positions[0]);
    if (!positions)
        return false;
    solve_list_positions(pieces, positions);
    for (size_t i = 0; i < n; i++) {
        dm_position position = solve_unpack(positions[i]);
        set_entry_values(t, &position, solve_table_at(responses, &position));
    }
    free(positions);
    return true;
}

/* The second half of a layer's work: best responses against the bot as it will play with the phases just found. */
static bool respond_to_layer(const solve_plan *plan, solve_table *t)
{
    const exploit_policy policy = solve_policy(t);
    solve_plan layer = *plan;
    solve_table responses;
    layer.tolerance = tolerance;
    if (!solve_table_open(&responses, SOLVE_SEATS))
        return false;
    copy_best_responses(t, &responses);
    bool ok = exploit_positions(&policy, &layer, &responses) && set_all_entry_values(t, plan->to, &responses);
    solve_table_close(&responses);
    return ok;
}

/* -- All positions -- */

/* Progress of a layer: the first half is solving, the second respond_to_layer(). */
typedef struct {
    const solve_plan *plan;
    double before;
} half;

static bool on_half_progress(void *progress_context, int pieces, double done)
{
    const half *h = progress_context;
    return !h->plan->on_progress || h->plan->on_progress(h->plan->progress_context, pieces, h->before + done / 2);
}

static bool solve_layer(const solve_plan *plan, int pieces, solve_table *t)
{
    half h = { .plan = plan };
    solve_plan layer = { .from = pieces,
                         .to = pieces,
                         .levels = DM_IDLE_MAX,
                         .n_values = SOLVE_VALUES,
                         .phases = DM_TABLE_PHASES,
                         .extras = SOLVE_SEATS,
                         .tolerance = tolerance,
                         .threads = plan->threads,
                         .visit = visit,
                         .context = t,
                         .on_progress = on_half_progress,
                         .progress_context = &h };
    if (!solve_layers(&layer, t))
        return false;
    h.before = 0.5;
    return respond_to_layer(&layer, t);
}

/* Layers in ascending order: each one reads the entry values of the lower ones. */
bool solve_values(const solve_plan *plan, solve_table *t)
{
    bool ok = true;
    assert(t->width == SOLVE_WIDTH && plan->to <= SOLVE_PIECES);
    if (plan->from <= SOLVE_SEATS)
        solve_init_values(t);
    for (int pieces = plan->from; ok && pieces <= plan->to; pieces++)
        ok = solve_layer(plan, pieces, t);
    return ok;
}
