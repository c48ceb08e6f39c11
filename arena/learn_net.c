/* SPDX-License-Identifier: MIT */
/* What a position teaches: forward through the net, back with the error. */
#include <math.h>
#include <string.h>

#include "arena/learn_int.h"

enum { LANES = 8 }; /* sums are split like this, so that they can be added at once */

static const float score_weight = 0.1F; /* of an error in the score, next to one in the shares */

typedef struct {
    int n_used, used[MUR_INPUTS]; /* which numbers are not 0 */
    float times[MUR_INPUTS];
    float sum[MUR_NET_SUMS], back[MUR_NET_SUMS]; /* as those of mur_sums */
    float cut[MUR_NET_HIDDEN];
    float out[2 * MUR_SEATS];
} pass;

static void add_row(float *restrict sum, const float *restrict row, float times, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += row[i] * times;
}

static float dot(const float *a, const float *b, int n)
{
    float part[LANES] = { 0 }, sum = 0;
    for (int i = 0; i < n; i += LANES)
        for (int k = 0; k < LANES; k++)
            part[k] += a[i + k] * b[i + k];
    for (int k = 0; k < LANES; k++)
        sum += part[k];
    return sum;
}

/* Where the sums of all that is in no block begin. */
static int begin_of_common(const learn_weights *w)
{
    return w->n_hidden + (w->alike.n - 1) * w->n_shared;
}

/* Where the shared sums are that a number is added to, and which row it has. */
static int shared_of(const learn_weights *w, int input)
{
    int block = input < w->alike.n * w->alike.width ? input / w->alike.width : w->alike.n;
    return w->n_hidden + (block - 1) * w->n_shared;
}

static size_t row_of(const learn_weights *w, int input)
{
    int blocks = w->alike.n * w->alike.width;
    int row = input < blocks ? input % w->alike.width : input - blocks + w->alike.width;
    return (size_t)row * (size_t)w->n_hidden;
}

static float cut(float sum)
{
    float positive = sum > 0 ? sum : 0;
    return positive < LEARN_LIMIT ? positive : LEARN_LIMIT;
}

static void sum_up(const learn_weights *w, const int8_t *x, pass *p)
{
    int whole = w->n_hidden - w->n_shared;
    p->n_used = 0;
    memcpy(p->sum, w->base, (size_t)whole * sizeof(float));
    memset(p->sum + whole, 0, (size_t)(w->alike.n * w->n_shared) * sizeof(float));
    memcpy(p->sum + begin_of_common(w), w->base + whole, (size_t)w->n_shared * sizeof(float));
    for (int i = 0; i < w->n_inputs; i++)
        if (x[i]) {
            const float *row = w->row + row_of(w, i);
            p->times[p->n_used] = x[i];
            p->used[p->n_used++] = i;
            add_row(p->sum, row, x[i], whole);
            add_row(p->sum + shared_of(w, i), row + whole, x[i], w->n_shared);
        }
}

/* Each block's sums become whole with those that all begin with. */
static void cut_off(const learn_weights *w, pass *p)
{
    int whole = w->n_hidden - w->n_shared, shared = w->n_shared;
    const float *common = p->sum + begin_of_common(w);
    for (int i = 0; i < whole; i++)
        p->cut[i] = cut(p->sum[i]);
    memset(p->cut + whole, 0, (size_t)shared * sizeof(float));
    for (int k = 0; k < w->alike.n; k++) {
        float *block = p->sum + whole + k * shared;
        add_row(block, common, 1, shared);
        for (int i = 0; i < shared; i++)
            p->cut[whole + i] += cut(block[i]);
    }
}

static void forward(const learn_weights *w, const int8_t *x, pass *p)
{
    int n = w->n_hidden;
    sum_up(w, x, p);
    cut_off(w, p);
    for (int i = 0; i < 2 * w->seats; i++)
        p->out[i] = w->out_base[i] + dot(p->cut, w->out + i * n, n);
}

/* Outputs become shares that sum up to 1. */
static void to_shares(float *out, int n)
{
    float most = out[0], all = 0;
    for (int i = 1; i < n; i++)
        most = out[i] > most ? out[i] : most;
    for (int i = 0; i < n; i++)
        all += out[i] = expf(out[i] - most);
    for (int i = 0; i < n; i++)
        out[i] /= all;
}

/* What the sums should change by, where they are not cut off. */
static void back_through_cut(const learn_weights *w, pass *p, const float *back)
{
    int whole = w->n_hidden - w->n_shared, shared = w->n_shared;
    float *common = p->back + begin_of_common(w);
    for (int i = 0; i < whole; i++)
        p->back[i] = p->sum[i] > 0 && p->sum[i] < LEARN_LIMIT ? back[i] : 0;
    memset(common, 0, (size_t)shared * sizeof(float));
    for (int k = whole; k < whole + w->alike.n * shared; k += shared) {
        for (int i = 0; i < shared; i++)
            p->back[k + i] = p->sum[k + i] > 0 && p->sum[k + i] < LEARN_LIMIT ? back[whole + i] : 0;
        add_row(common, p->back + k, 1, shared);
    }
}

static void backward(const learn_weights *w, pass *p, const float error[2 * MUR_SEATS], learn_weights *change)
{
    int n = w->n_hidden, whole = n - w->n_shared;
    float back[MUR_NET_HIDDEN] = { 0 };
    for (int i = 0; i < 2 * w->seats; i++) {
        add_row(back, w->out + i * n, error[i], n);
        add_row(change->out + i * n, p->cut, error[i], n);
        change->out_base[i] += error[i];
    }
    back_through_cut(w, p, back);
    add_row(change->base, p->back, 1, whole);
    add_row(change->base + whole, p->back + begin_of_common(w), 1, w->n_shared);
    for (int i = 0; i < p->n_used; i++) {
        float *row = change->row + row_of(w, p->used[i]);
        add_row(row, p->back, p->times[i], whole);
        add_row(row + whole, p->back + shared_of(w, p->used[i]), p->times[i], w->n_shared);
    }
}

static void note(learn_worker *w, const pass *p, const float *target)
{
    const learn_weights *now = &w->l->now;
    int seats = now->seats, n_sums = begin_of_common(now);
    for (int i = 0; i < seats; i++)
        w->loss -= target[i] * logf(p->out[i] > 1e-6F ? p->out[i] : 1e-6F);
    for (int i = 0; i < n_sums; i++)
        w->peak = fabsf(p->sum[i]) > w->peak ? fabsf(p->sum[i]) : w->peak;
    w->n_positions++;
}

/* The first outputs are shares, the others scores. */
static void learn_position(learn_worker *w, const int8_t *x, const float target[2 * MUR_SEATS], pass *p)
{
    const learn_weights *now = &w->l->now;
    float error[2 * MUR_SEATS] = { 0 };
    forward(now, x, p);
    to_shares(p->out, now->seats);
    for (int i = 0; i < now->seats; i++) {
        error[i] = p->out[i] - target[i];
        error[now->seats + i] = (p->out[now->seats + i] - target[now->seats + i]) * score_weight;
    }
    backward(now, p, error, &w->change);
}

static void keep(learn_worker *w, const int8_t *x, const float target[2 * MUR_SEATS])
{
    size_t stride = learn_stride(&w->l->now), at = w->n_past++ % LEARN_PAST;
    memcpy(w->past + stride * at, x, stride);
    memcpy(w->past_target[at], target, sizeof w->past_target[at]);
}

void learn_from_game(learn_worker *w, int seat, const int share[MUR_SEATS], const int score[MUR_SEATS])
{
    const learn_weights *now = &w->l->now;
    int seats = now->seats;
    float lambda = (float)w->l->plan.lambda, target[2 * MUR_SEATS] = { 0 };
    pass p;
    for (int i = 0; i < seats; i++) {
        target[i] = (float)share[(seat + i) % seats] / MUR_NET_ONE;
        target[seats + i] = (float)score[(seat + i) % seats] / MUR_NET_SCORE;
    }
    for (int at = w->n_seen[seat] - 1; at >= 0; at--) {
        const int8_t *x = w->seen[seat] + learn_stride(now) * (size_t)at;
        learn_position(w, x, target, &p);
        note(w, &p, target);
        if (w->past)
            keep(w, x, target);
        for (int i = 0; i < seats; i++) /* for the position before */
            target[i] = lambda * target[i] + (1 - lambda) * p.out[i];
    }
}

void learn_from_past(learn_worker *w)
{
    uint32_t known = (uint32_t)(w->n_past < LEARN_PAST ? w->n_past : LEARN_PAST);
    pass p = { .n_used = 0 };
    for (uint64_t i = 0; known && i < w->n_positions; i++) {
        uint32_t at = mur_rng_below(&w->rng, known);
        learn_position(w, w->past + learn_stride(&w->l->now) * at, w->past_target[at], &p);
    }
}
