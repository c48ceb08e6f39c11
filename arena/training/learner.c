/* SPDX-License-Identifier: MIT */
/* arena/training/learner.c -- the optimizer: batches, Adam, weight averaging, quantization, checkpoints.
 *
 * learner_run_batch() is one step: quantize the weights (games are played with the integer net that will be shipped),
 * let the workers play and sum gradients, take a step of Adam on their mean, repeat on replayed positions, update the
 * averaged weights. Each game has a seed of its own, and the workers' gradients are added in a fixed order, so with the
 * same number of threads a run is reproducible bit by bit. */
#include "arena/training/learner.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena/training/learner_int.h"
#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"

/* Default hyperparameters. Chang Cheng's games take long to play compared with learning from them, so every position is
 * learnt about three times (replays). */
learner_config learner_config_of(const mur_game *g, int seats)
{
    return (learner_config){
        .game = g,
        .seats = seats,
        .hidden = 64,
        .shared = g == &cm_game ? 32 : 0,
        .games = 400000,
        .seed = 1,
        .threads = 1,
        .batch = g == &cm_game ? 1 : 4,
        .replays = g == &cc_game ? 2 : 0,
        .lambda = 0.7,
        .rate = 1e-3,
        .rate_end = 3e-5,
        .temperature = 0.03,
        .temperature_end = g == &cc_game ? 0.002 : 0.03,
        .greedy_chance = g == &cc_game ? 0.2
                         : seats > 3   ? 0.7
                                       : 0.3,
        .measured_games = seats == 2 ? 200 : 60,
    };
}

/* -- Weights -- */

/* What a typical input of the game is (bots/features.h). Where inputs are large, weights and steps must be smaller. */
static int unit_of(const learner *l)
{
    return l->features->unit ? l->features->unit : 1;
}

static bool weights_open(learner_weights *w, const learner *l)
{
    int seats = l->config.seats;
    *w = (learner_weights){ .seats = seats,
                            .n_inputs = l->features->n_inputs(seats),
                            .n_hidden = l->config.hidden,
                            .n_shared = l->config.shared,
                            .groups = l->config.shared ? mur_input_groups_of(l->features, seats)
                                                       : (mur_input_groups){ 0, 0 } };
    size_t hidden = (size_t)w->n_hidden, rows = (size_t)mur_net_rows(w->n_inputs, w->groups), outs = 2 * (size_t)seats;
    w->n = hidden * (1 + rows + outs) + outs;
    w->bias = calloc(w->n, sizeof(float));
    if (!w->bias)
        return false;
    w->row = w->bias + hidden;
    w->out = w->row + rows * hidden;
    w->out_bias = w->out + outs * hidden;
    assert(w->out_bias + outs == w->bias + w->n);
    return true;
}

/* A number with about this standard deviation: the sum of four uniform numbers is nearly normal (Irwin-Hall), and has
 * standard deviation 1/sqrt(3). */
static float random_weight(mur_rng *rng, double spread)
{
    double sum = -2;
    for (int i = 0; i < 4; i++)
        sum += (double)(mur_rng_next(rng) >> 11) / 9007199254740992.0;
    return (float)(sum * 1.732 * spread);
}

/* Small random weights. Biases start slightly positive, so that no hidden unit is dead from the beginning. */
static void init_weights(learner_weights *w, uint64_t seed, int unit)
{
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    for (int i = 0; i < w->n_hidden; i++)
        w->bias[i] = 0.1F;
    for (float *at = w->row; at < w->out; at++)
        *at = random_weight(&rng, 0.05 / unit);
    for (float *at = w->out; at < w->out_bias; at++)
        *at = random_weight(&rng, 0.1);
}

/* From fixed point with this many bits of fraction. */
static void scale(float *to, const int16_t *from, size_t n, int bits)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (float)from[i] / (float)(1 << bits);
}

/* The weights of a quantized net as floats. */
static void read_weights(learner_weights *w, const mur_net *n)
{
    scale(w->bias, n->bias, (size_t)(w->out - w->bias), n->sum_bits);
    scale(w->out, n->out, (size_t)(w->out_bias - w->out), n->out_bits);
    for (int i = 0; i < 2 * w->seats; i++)
        w->out_bias[i] = (float)n->out_bias[i] / (float)(1 << n->sum_bits) / (float)(1 << n->out_bits);
}

/* -- Quantization: the model file holds fixed point numbers (bots/net.h) -- */

/* Rounds to fixed point and saturates. */
static char *put_i16(char *to, const float *from, size_t n, int bits)
{
    for (size_t i = 0; i < n; i++, to += 2) {
        double value = nearbyint((double)from[i] * (1 << bits));
        int16_t whole = (int16_t)(value > INT16_MAX ? INT16_MAX : value < -INT16_MAX ? -INT16_MAX : value);
        memcpy(to, &whole, 2);
    }
    return to;
}

static char *put_i32(char *to, const float *from, size_t n, int bits)
{
    for (size_t i = 0; i < n; i++, to += 4) {
        int32_t whole = (int32_t)nearbyint((double)from[i] * (1 << bits));
        memcpy(to, &whole, 4);
    }
    return to;
}

/* Bits of fraction of the first layer: as many as leave room in 16 bits for pre-activations four times the largest
 * seen. */
static int sum_bits_for(const learner *l)
{
    int bits = 11, n_groups = l->weights.groups.n;
    while (bits > 4 && l->max_sum * 4 * (float)(1 << bits) > INT16_MAX)
        bits--;
    while (n_groups * LEARNER_CLIP << bits > INT16_MAX) /* the clipped activations of all groups are added up */
        bits--;
    return bits;
}

/* Bits of fraction of the output layer: the largest possible output must not overflow 32 bits. */
static int out_bits_for(const learner_weights *w, int sum_bits)
{
    double most = 0;
    for (int i = 0; i < 2 * w->seats; i++) {
        double sum = fabs((double)w->out_bias[i]);
        for (int k = 0; k < w->n_hidden; k++)
            sum += LEARNER_CLIP * fabs((double)w->out[i * w->n_hidden + k]) *
                   (k < w->n_hidden - w->n_shared ? 1 : w->groups.n);
        most = sum > most ? sum : most;
    }
    int bits = 12;
    while (bits > 0 && most * (1 << sum_bits) * (1 << bits) > (double)INT32_MAX / 2.1)
        bits--;
    return bits;
}

/* Writes header and weights as described in bots/net.h. */
static mur_span make_model(learner *l, const learner_weights *w)
{
    int sum_bits = sum_bits_for(l), out_bits = out_bits_for(w, sum_bits);
    int limit = LEARNER_CLIP << sum_bits;
    uint16_t sizes[] = { (uint16_t)w->n_inputs, (uint16_t)w->n_hidden,
                         (uint16_t)(limit < INT16_MAX ? limit : INT16_MAX), (uint16_t)w->n_shared };
    uint8_t bytes[] = { w->n_shared ? 2 : 1, (uint8_t)w->seats, (uint8_t)sum_bits, (uint8_t)out_bits };
    size_t hidden = (size_t)w->n_hidden, outs = 2 * (size_t)w->seats;
    memset(l->model, 0, MUR_NET_HEADER);
    memcpy(l->model, "MNET", 4);
    memcpy(l->model + 4, bytes, sizeof bytes);
    memcpy(l->model + 8, sizes, sizeof sizes);
    memcpy(l->model + 16, l->config.game->id, strlen(l->config.game->id));
    char *at = put_i16(l->model + MUR_NET_HEADER, w->bias, (size_t)(w->out - w->bias), sum_bits);
    at = put_i16(at, w->out, hidden * outs, out_bits);
    at = put_i32(at, w->out_bias, outs, sum_bits + out_bits);
    assert(at == l->model + l->model_size);
    (void)at;
    return (mur_span){ l->model, l->model_size };
}

mur_span learner_model(learner *l)
{
    return make_model(l, &l->averaged);
}

/* -- Opening and closing -- */

/* One thread's buffers. The replay buffer exists only if the configuration uses it. */
static bool worker_open(learner_worker *w, const learner *l, int part)
{
    *w = (learner_worker){ .l = l, .part = part };
    bool ok = weights_open(&w->gradient, l);
    for (int seat = 0; seat < l->config.seats; seat++) {
        w->inputs_after[seat] = malloc(learner_input_stride(&l->weights) * LEARNER_PLIES_MAX);
        ok = ok && w->inputs_after[seat];
    }
    if (l->config.replays) {
        w->replay = malloc(learner_input_stride(&l->weights) * LEARNER_REPLAY_SIZE);
        w->replay_target = malloc(sizeof w->replay_target[0] * LEARNER_REPLAY_SIZE);
        ok = ok && w->replay && w->replay_target;
    }
    return ok;
}

/* Allocates everything. If this fails halfway, learner_close() frees what there is: so all workers are cleared first.
 */
static bool open_parts(learner *l)
{
    bool ok = weights_open(&l->weights, l) && weights_open(&l->averaged, l) && weights_open(&l->adam_mean, l) &&
              weights_open(&l->adam_square, l);
    l->model_size =
        mur_net_size(l->weights.seats, mur_net_rows(l->weights.n_inputs, l->weights.groups), l->weights.n_hidden);
    l->model = malloc(l->model_size);
    size_t size = (size_t)l->config.threads * sizeof *l->workers; /* a multiple of its alignment */
    l->workers = aligned_alloc(MUR_BOT_ALIGN, size);
    ok = ok && l->model && l->workers;
    if (l->workers)
        memset(l->workers, 0, size);
    for (int i = 0; ok && i < l->config.threads; i++)
        ok = worker_open(&l->workers[i], l, i);
    return ok;
}

/* Shared units need a game with input groups, and all groups' units must fit into the accumulator. */
static bool can_share(const learner_config *p)
{
    int n_groups = mur_input_groups_of(mur_features_of(p->game), p->seats).n;
    if (p->shared == 0)
        return true;
    return n_groups > 0 && p->shared > 0 && p->shared % 16 == 0 && p->hidden + n_groups * p->shared <= MUR_NET_SUMS;
}

static bool is_possible(const learner_config *p)
{
    return mur_features_of(p->game) && p->seats >= p->game->seats_min && p->seats <= p->game->seats_max &&
           p->hidden > 0 && p->hidden <= MUR_NET_HIDDEN && p->hidden % 16 == 0 && can_share(p) && p->batch > 0 &&
           p->threads > 0 && (p->threads == 1 || !p->opponent.choose);
}

/* False: there is a net to begin with, but none that fits. */
static bool begin_weights(learner *l)
{
    mur_net n;
    if (l->config.model.len == 0) {
        init_weights(&l->weights, l->config.seed, unit_of(l));
        return true;
    }
    if (!mur_net_open(&n, l->config.game, l->config.seats, l->config.model) || n.n_hidden != l->config.hidden ||
        n.n_shared != l->config.shared)
        return false;
    read_weights(&l->weights, &n);
    read_weights(&l->averaged, &n);
    l->max_sum = (float)INT16_MAX / 4 / (float)(1 << n.sum_bits);
    return true;
}

learner *learner_open(const learner_config *config)
{
    learner_config p = *config;
    p.shared = p.shared < p.hidden ? p.shared : p.hidden;
    learner *l = is_possible(&p) ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return NULL;
    l->config = p;
    l->features = mur_features_of(p.game);
    l->max_sum = 1;
    if (!open_parts(l) || !begin_weights(l))
        learner_close(&l);
    return l;
}

void learner_close(learner **l)
{
    if (!*l)
        return;
    for (int i = 0; (*l)->workers && i < (*l)->config.threads; i++) {
        free((*l)->workers[i].gradient.bias);
        free((*l)->workers[i].replay);
        free((*l)->workers[i].replay_target);
        for (int seat = 0; seat < (*l)->config.seats; seat++)
            free((*l)->workers[i].inputs_after[seat]);
    }
    free((*l)->weights.bias);
    free((*l)->averaged.bias);
    free((*l)->adam_mean.bias);
    free((*l)->adam_square.bias);
    free((*l)->model);
    free((*l)->workers);
    free(*l);
    *l = NULL;
}

/* -- Learning -- */

/* From 0 to 1; annealing stops at the planned number of games. */
static double progress(const learner *l)
{
    return l->games < l->config.games ? (double)l->games / (double)l->config.games : 1;
}

double learner_temperature(const learner *l)
{
    return l->config.temperature + (l->config.temperature_end - l->config.temperature) * progress(l);
}

typedef struct {
    learner_worker *worker;
    void (*run)(learner_worker *w);
} task;

static void *work(void *context)
{
    const task *t = context;
    t->run(t->worker);
    return NULL;
}

/* Runs a task on all workers: the first in this thread, the others each in a thread of its own, or, if threads are
 * short, one after the other in this one. The result is the same: workers do not share anything they write. */
static void run_workers(learner *l, void (*run)(learner_worker *w))
{
    pthread_t thread[64];
    task tasks[64];
    bool is_started[64] = { false };
    for (int i = 1; i < l->config.threads && i < 64; i++) {
        tasks[i] = (task){ &l->workers[i], run };
        is_started[i] = pthread_create(&thread[i], NULL, work, &tasks[i]) == 0;
    }
    run(&l->workers[0]);
    for (int i = 1; i < l->config.threads; i++) {
        if (i < 64 && is_started[i])
            pthread_join(thread[i], NULL);
        else
            run(&l->workers[i]);
    }
}

static void clear_gradients(learner *l)
{
    for (int i = 0; i < l->config.threads; i++)
        memset(l->workers[i].gradient.bias, 0, l->workers[i].gradient.n * sizeof(float));
}

/* All games of a batch are played with the quantized weights from before it. */
static void begin_batch(learner *l)
{
    mur_span model = make_model(l, &l->weights);
    clear_gradients(l);
    for (int i = 0; i < l->config.threads; i++) {
        learner_worker *w = &l->workers[i];
        mur_evaluator_open(&w->evaluator, l->config.game, l->config.seats, model);
        w->loss = 0;
        w->n_positions = 0;
        w->max_sum = 0;
    }
}

/* Adds all gradients to the first worker's, in the order of the workers. */
static void sum_gradients(learner *l)
{
    float *sum = l->workers[0].gradient.bias;
    for (int i = 1; i < l->config.threads; i++)
        for (size_t k = 0; k < l->weights.n; k++)
            sum[k] += l->workers[i].gradient.bias[k];
}

/* Smooths the loss for the learning curve, and the largest pre-activation, which rises at once and falls slowly: a
 * range that is too small would clip weights. Returns the number of positions. */
static uint64_t gather_losses(learner *l)
{
    const double keep = 0.99;
    uint64_t n = 0;
    double loss = 0;
    float max_sum = 0;
    for (int i = 0; i < l->config.threads; i++) {
        const learner_worker *w = &l->workers[i];
        n += w->n_positions;
        loss += w->loss;
        max_sum = w->max_sum > max_sum ? w->max_sum : max_sum;
    }
    l->max_sum = max_sum > l->max_sum ? max_sum : l->max_sum * 0.999F + max_sum * 0.001F;
    if (n)
        l->loss = l->steps ? keep * l->loss + (1 - keep) * loss / (double)n : loss / (double)n;
    return n;
}

/* Adam for the weights from..to-1: moments decay by 0.9 and 0.999; `correction` removes the second moment's bias
 * towards 0 in the first steps, `length` contains the first moment's. `one` turns the sum over positions into a mean.
 */
static void step_part(learner *l, size_t from, size_t to, float one, float length)
{
    const float keep = 0.9F, keep_square = 0.999F;
    const float *gradient = l->workers[0].gradient.bias;
    float *weights = l->weights.bias, *adam_mean = l->adam_mean.bias, *adam_square = l->adam_square.bias;
    float correction = (float)(1 / (1 - pow((double)keep_square, (double)l->steps)));
    for (size_t i = from; i < to; i++) {
        float c = gradient[i] * one;
        adam_mean[i] += (1 - keep) * (c - adam_mean[i]);
        adam_square[i] += (1 - keep_square) * (c * c - adam_square[i]);
        weights[i] -= length * adam_mean[i] / (sqrtf(adam_square[i] * correction) + 1e-7F);
    }
}

/* One step of Adam (Kingma and Ba 2015) with a geometrically falling rate. The rows of the first layer move in units of
 * the inputs: see unit_of(). */
static void step(learner *l, uint64_t n_positions)
{
    double rate = l->config.rate * pow(l->config.rate_end / l->config.rate, progress(l));
    size_t rows = (size_t)(l->weights.row - l->weights.bias), outs = (size_t)(l->weights.out - l->weights.bias);
    float one = 1 / (float)n_positions;
    assert(n_positions > 0);
    l->steps++;
    float length = (float)(rate / (1 - pow(0.9, (double)l->steps)));
    step_part(l, 0, rows, one, length);
    step_part(l, rows, outs, one, length / (float)unit_of(l));
    step_part(l, outs, l->weights.n, one, length);
}

/* A running mean of the weights over about the latest fifth of all steps, at most 4000: single steps are noisy. */
static void update_average(learner *l)
{
    enum { PART = 5, MOST = 4000 };
    uint64_t span = l->steps / PART < MOST ? l->steps / PART : MOST;
    float part = 1 / (float)(span + 1);
    for (size_t i = 0; i < l->weights.n; i++)
        l->averaged.bias[i] += part * (l->weights.bias[i] - l->averaged.bias[i]);
}

/* Further steps on replayed positions. The buffer is not in the checkpoint: after resuming it starts empty, so a run
 * that was interrupted gives a slightly different net. */
static void learn_from_replay(learner *l, uint64_t n_positions)
{
    for (int i = 0; i < l->config.replays; i++) {
        clear_gradients(l);
        run_workers(l, learner_add_replay);
        sum_gradients(l);
        step(l, n_positions);
    }
}

uint64_t learner_run_batch(learner *l)
{
    begin_batch(l);
    run_workers(l, learner_play_batch);
    uint64_t n_positions = gather_losses(l);
    if (n_positions) {
        sum_gradients(l);
        step(l, n_positions);
        learn_from_replay(l, n_positions);
        update_average(l);
    }
    l->games += (uint64_t)l->config.batch;
    return l->games;
}

double learner_loss(const learner *l)
{
    return l->loss;
}

/* -- Checkpoints -- */

typedef struct { /* must agree with the learner's configuration */
    char magic[8], game[32];
    uint64_t seed;
    int32_t seats, hidden, inputs, shared;
} identity;

typedef struct {
    identity identity;
    uint64_t games, steps;
    double loss;
    float max_sum;
} checkpoint;

/* Cleared first: padding bytes are compared and written as well. */
static checkpoint checkpoint_of(const learner *l)
{
    checkpoint c;
    memset(&c, 0, sizeof c);
    memcpy(c.identity.magic, "MLEARN3", 8);
    strncpy(c.identity.game, l->config.game->id, sizeof c.identity.game - 1);
    c.identity.seed = l->config.seed;
    c.identity.seats = l->config.seats;
    c.identity.hidden = l->config.hidden;
    c.identity.inputs = l->weights.n_inputs;
    c.identity.shared = l->config.shared;
    c.games = l->games;
    c.steps = l->steps;
    c.loss = l->loss;
    c.max_sum = l->max_sum;
    return c;
}

bool learner_save(const learner *l, FILE *to)
{
    checkpoint c = checkpoint_of(l);
    const learner_weights *all[] = { &l->weights, &l->averaged, &l->adam_mean, &l->adam_square };
    bool ok = fwrite(&c, sizeof c, 1, to) == 1;
    for (int i = 0; i < 4; i++)
        ok = ok && fwrite(all[i]->bias, sizeof(float), all[i]->n, to) == all[i]->n;
    return ok;
}

/* A failed load leaves the learner half overwritten: the counters in any case, weights as far as the file goes. */
bool learner_load(learner *l, FILE *from)
{
    checkpoint c, own = checkpoint_of(l);
    learner_weights *all[] = { &l->weights, &l->averaged, &l->adam_mean, &l->adam_square };
    if (fread(&c, sizeof c, 1, from) != 1)
        return false;
    bool ok = memcmp(&c.identity, &own.identity, sizeof c.identity) == 0;
    for (int i = 0; i < 4; i++)
        ok = ok && fread(all[i]->bias, sizeof(float), all[i]->n, from) == all[i]->n;
    l->games = c.games;
    l->steps = c.steps;
    l->loss = c.loss;
    l->max_sum = c.max_sum;
    return ok;
}
