/* SPDX-License-Identifier: MIT */
/* arena/training/learner_gradient.c -- the gradient of one position: forward pass, loss, backward pass.
 *
 * The same net as bots/net.c, in floats: inputs -> hidden sums -> clip to 0..LEARNER_CLIP -> 2 * seats outputs. The
 * first `seats` outputs become shares of the victory by softmax and are trained with cross entropy, the others are
 * final scores in MUR_NET_SCORE points and are trained with squared error. For both losses the derivative with respect
 * to the output is simply prediction - target.
 *
 * Layout of the hidden sums, as in mur_accumulator: first the plain units, which see the whole position, then the
 * shared units once for each input group, then the part of the shared units that all groups have in common (biases and
 * inputs outside of groups). Without groups there are only the first. Most inputs are 0, so only the rows of the others
 * are visited, in both directions. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "arena/training/learner_int.h"

enum { LANES = 8 }; /* dot products are summed in this many lanes: a fixed order that compilers can vectorize */

static const float score_weight = 0.1F; /* of the score loss next to the loss of the shares */

/* The intermediate values of one position, kept for the backward pass. */
typedef struct {
    int n_used, used[MUR_INPUTS];                /* the inputs that are not 0 */
    float times[MUR_INPUTS];                     /* and their values */
    float sum[MUR_NET_SUMS], back[MUR_NET_SUMS]; /* pre-activations in the layout above, and their gradient */
    float clip[MUR_NET_HIDDEN];                  /* activations; those of shared units summed over the groups */
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

/* Where the common part of the shared units begins in `sum`. */
static int begin_of_common(const learner_weights *w)
{
    return w->n_hidden + (w->groups.n - 1) * w->n_shared;
}

/* Where the shared units begin that an input contributes to: those of its group, or the common part. */
static int shared_of(const learner_weights *w, int input)
{
    int group = input < w->groups.n * w->groups.width ? input / w->groups.width : w->groups.n;
    return w->n_hidden + (group - 1) * w->n_shared;
}

/* Where an input's row of weights begins. All groups use the same rows; inputs outside of groups have rows of their
 * own. */
static size_t row_of(const learner_weights *w, int input)
{
    int grouped = w->groups.n * w->groups.width; /* inputs in groups */
    int row = input < grouped ? input % w->groups.width : input - grouped + w->groups.width;
    return (size_t)row * (size_t)w->n_hidden;
}

static float clip(float sum)
{
    float positive = sum > 0 ? sum : 0;
    return positive < LEARNER_CLIP ? positive : LEARNER_CLIP;
}

/* The pre-activations: biases plus the rows of all inputs that are not 0. */
static void sum_up(const learner_weights *w, const int8_t *x, pass *p)
{
    int plain = w->n_hidden - w->n_shared;
    assert(w->n_inputs <= MUR_INPUTS && begin_of_common(w) + w->n_shared <= MUR_NET_SUMS);
    p->n_used = 0;
    memcpy(p->sum, w->bias, (size_t)plain * sizeof(float));
    memset(p->sum + plain, 0, (size_t)(w->groups.n * w->n_shared) * sizeof(float));
    memcpy(p->sum + begin_of_common(w), w->bias + plain, (size_t)w->n_shared * sizeof(float));
    for (int i = 0; i < w->n_inputs; i++)
        if (x[i]) {
            const float *row = w->row + row_of(w, i);
            p->times[p->n_used] = x[i];
            p->used[p->n_used++] = i;
            add_row(p->sum, row, x[i], plain);
            add_row(p->sum + shared_of(w, i), row + plain, x[i], w->n_shared);
        }
}

/* The activations. Each group's shared sums get the common part added first; after the clip they are summed over the
 * groups, so the output layer does not depend on the order of the groups. */
static void clip_sums(const learner_weights *w, pass *p)
{
    int plain = w->n_hidden - w->n_shared, shared = w->n_shared;
    const float *common = p->sum + begin_of_common(w);
    for (int i = 0; i < plain; i++)
        p->clip[i] = clip(p->sum[i]);
    memset(p->clip + plain, 0, (size_t)shared * sizeof(float));
    for (int k = 0; k < w->groups.n; k++) {
        float *own = p->sum + plain + k * shared;
        add_row(own, common, 1, shared);
        for (int i = 0; i < shared; i++)
            p->clip[plain + i] += clip(own[i]);
    }
}

/* All outputs, before the softmax. */
static void forward(const learner_weights *w, const int8_t *x, pass *p)
{
    int n = w->n_hidden;
    sum_up(w, x, p);
    clip_sums(w, p);
    for (int i = 0; i < 2 * w->seats; i++)
        p->out[i] = w->out_bias[i] + dot(p->clip, w->out + i * n, n);
}

/* Subtracting the maximum first keeps expf() from overflowing. */
static void softmax(float *out, int n)
{
    float most = out[0], all = 0;
    for (int i = 1; i < n; i++)
        most = out[i] > most ? out[i] : most;
    for (int i = 0; i < n; i++)
        all += out[i] = expf(out[i] - most);
    for (int i = 0; i < n; i++)
        out[i] /= all;
}

/* Back through the clip: its derivative is 1 strictly inside the range and 0 outside. The common part gets the sum of
 * all groups' gradients. */
static void backward_clip(const learner_weights *w, pass *p, const float *back)
{
    int plain = w->n_hidden - w->n_shared, shared = w->n_shared;
    float *common = p->back + begin_of_common(w);
    for (int i = 0; i < plain; i++)
        p->back[i] = p->sum[i] > 0 && p->sum[i] < LEARNER_CLIP ? back[i] : 0;
    memset(common, 0, (size_t)shared * sizeof(float));
    for (int k = plain; k < plain + w->groups.n * shared; k += shared) {
        for (int i = 0; i < shared; i++)
            p->back[k + i] = p->sum[k + i] > 0 && p->sum[k + i] < LEARNER_CLIP ? back[plain + i] : 0;
        add_row(common, p->back + k, 1, shared);
    }
}

/* Adds the gradient of one position: output layer, clip, then the rows of the inputs that are not 0. `error` is the
 * derivative of the loss with respect to the outputs. */
static void backward(const learner_weights *w, pass *p, const float error[2 * MUR_SEATS], learner_weights *gradient)
{
    int n = w->n_hidden, plain = n - w->n_shared;
    float back[MUR_NET_HIDDEN] = { 0 };
    for (int i = 0; i < 2 * w->seats; i++) {
        add_row(back, w->out + i * n, error[i], n);
        add_row(gradient->out + i * n, p->clip, error[i], n);
        gradient->out_bias[i] += error[i];
    }
    backward_clip(w, p, back);
    add_row(gradient->bias, p->back, 1, plain);
    add_row(gradient->bias + plain, p->back + begin_of_common(w), 1, w->n_shared);
    for (int i = 0; i < p->n_used; i++) {
        float *row = gradient->row + row_of(w, p->used[i]);
        add_row(row, p->back, p->times[i], plain);
        add_row(row + plain, p->back + shared_of(w, p->used[i]), p->times[i], w->n_shared);
    }
}

/* Statistics for the learning curve and the quantization; not needed for the gradient. */
static void count_loss(learner_worker *w, const pass *p, const float *target)
{
    const learner_weights *weights = &w->l->weights;
    int seats = weights->seats, n_sums = begin_of_common(weights);
    for (int i = 0; i < seats; i++)
        w->loss -= target[i] * logf(p->out[i] > 1e-6F ? p->out[i] : 1e-6F);
    for (int i = 0; i < n_sums; i++)
        w->max_sum = fabsf(p->sum[i]) > w->max_sum ? fabsf(p->sum[i]) : w->max_sum;
    w->n_positions++;
}

/* Adds the gradient of one position with this target. Afterwards p->out holds the predicted shares. */
static void learn_position(learner_worker *w, const int8_t *x, const float target[2 * MUR_SEATS], pass *p)
{
    const learner_weights *weights = &w->l->weights;
    float error[2 * MUR_SEATS] = { 0 };
    forward(weights, x, p);
    softmax(p->out, weights->seats);
    for (int i = 0; i < weights->seats; i++) {
        error[i] = p->out[i] - target[i];
        error[weights->seats + i] = (p->out[weights->seats + i] - target[weights->seats + i]) * score_weight;
    }
    backward(weights, p, error, &w->gradient);
}

/* The oldest position is overwritten. */
static void store_replay(learner_worker *w, const int8_t *x, const float target[2 * MUR_SEATS])
{
    size_t stride = learner_input_stride(&w->l->weights), at = w->n_replay++ % LEARNER_REPLAY_SIZE;
    memcpy(w->replay + stride * at, x, stride);
    memcpy(w->replay_target[at], target, sizeof w->replay_target[at]);
}

/* Goes backwards through the seat's positions. The target begins as the final result, seen from this seat (seat i of
 * the net is the i-th after it); before each earlier position it is mixed with the prediction just made: target =
 * lambda * target + (1 - lambda) * prediction, the recursive form of the lambda return. Scores keep the final result as
 * their target. */
void learner_add_game(learner_worker *w, int seat, const int share[MUR_SEATS], const int score[MUR_SEATS])
{
    const learner_weights *weights = &w->l->weights;
    int seats = weights->seats;
    assert(seat < seats && w->n_inputs_after[seat] <= LEARNER_PLIES_MAX);
    float lambda = (float)w->l->config.lambda, target[2 * MUR_SEATS] = { 0 };
    pass p;
    for (int i = 0; i < seats; i++) {
        target[i] = (float)share[(seat + i) % seats] / MUR_NET_ONE;
        target[seats + i] = (float)score[(seat + i) % seats] / MUR_NET_SCORE;
    }
    for (int at = w->n_inputs_after[seat] - 1; at >= 0; at--) {
        const int8_t *x = w->inputs_after[seat] + learner_input_stride(weights) * (size_t)at;
        learn_position(w, x, target, &p);
        count_loss(w, &p, target);
        if (w->replay)
            store_replay(w, x, target);
        for (int i = 0; i < seats; i++)
            target[i] = lambda * target[i] + (1 - lambda) * p.out[i];
    }
}

void learner_add_replay(learner_worker *w)
{
    uint32_t known = (uint32_t)(w->n_replay < LEARNER_REPLAY_SIZE ? w->n_replay : LEARNER_REPLAY_SIZE);
    pass p = { .n_used = 0 };
    for (uint64_t i = 0; known && i < w->n_positions; i++) {
        uint32_t at = mur_rng_below(&w->rng, known);
        learn_position(w, w->replay + learner_input_stride(&w->l->weights) * at, w->replay_target[at], &p);
    }
}
