/* SPDX-License-Identifier: MIT */
#include "arena/learn.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena/learn_int.h"
#include "engine/chang_cheng/cc.h"
#include "engine/chinesische_mauer/cm.h"

learn_plan learn_plan_of(const mur_game *g, int seats)
{
    return (learn_plan){
        .game = g,
        .seats = seats,
        .hidden = 64,
        .shared = g == &cm_game ? 32 : 0,
        .games = 400000,
        .seed = 1,
        .threads = 1,
        .batch = g == &cm_game ? 1 : 4,
        .again = g == &cc_game ? 2 : 0, /* its games take long to play, next to learning from them */
        .lambda = 0.7,
        .rate = 1e-3,
        .rate_end = 3e-5,
        .heat = 0.03,
        .heat_end = g == &cc_game ? 0.002 : 0.03,
        .sparring = g == &cc_game ? 0.2
                    : seats > 3   ? 0.7
                                  : 0.3,
        .match = seats == 2 ? 200 : 60,
    };
}

/* -- Weights -- */

/* The higher the numbers, the smaller the weights and every change of them. */
static int unit_of(const learn *l)
{
    return l->features->unit ? l->features->unit : 1;
}

static bool weights_open(learn_weights *w, const learn *l)
{
    int seats = l->plan.seats;
    *w = (learn_weights){ .seats = seats,
                          .n_inputs = l->features->n_inputs(seats),
                          .n_hidden = l->plan.hidden,
                          .n_shared = l->plan.shared,
                          .alike = l->plan.shared ? mur_alike_of(l->features, seats) : (mur_alike){ 0, 0 } };
    size_t hidden = (size_t)w->n_hidden, rows = (size_t)mur_net_rows(w->n_inputs, w->alike), outs = 2 * (size_t)seats;
    w->n = hidden * (1 + rows + outs) + outs;
    w->base = calloc(w->n, sizeof(float));
    if (!w->base)
        return false;
    w->row = w->base + hidden;
    w->out = w->row + rows * hidden;
    w->out_base = w->out + outs * hidden;
    return true;
}

static float any_weight(mur_rng *rng, double spread)
{
    double sum = -2;
    for (int i = 0; i < 4; i++) /* nearly a normal distribution */
        sum += (double)(mur_rng_next(rng) >> 11) / 9007199254740992.0;
    return (float)(sum * 1.732 * spread);
}

static void weights_begin(learn_weights *w, uint64_t seed, int unit)
{
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    for (int i = 0; i < w->n_hidden; i++)
        w->base[i] = 0.1F;
    for (float *at = w->row; at < w->out; at++)
        *at = any_weight(&rng, 0.05 / unit);
    for (float *at = w->out; at < w->out_base; at++)
        *at = any_weight(&rng, 0.1);
}

static void scale(float *to, const int16_t *from, size_t n, int bits)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (float)from[i] / (float)(1 << bits);
}

/* A net of before, as fractions again. */
static void weights_of(learn_weights *w, const mur_net *n)
{
    scale(w->base, n->base, (size_t)(w->out - w->base), n->sum_bits);
    scale(w->out, n->out, (size_t)(w->out_base - w->out), n->out_bits);
    for (int i = 0; i < 2 * w->seats; i++)
        w->out_base[i] = (float)n->out_base[i] / (float)(1 << n->sum_bits) / (float)(1 << n->out_bits);
}

/* -- The net in whole numbers -- */

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

/* As many bits of fraction as leave room for sums four times as high as any met. */
static int sum_bits_for(const learn *l)
{
    int bits = 11, blocks = l->now.alike.n;
    while (bits > 4 && l->peak * 4 * (float)(1 << bits) > INT16_MAX)
        bits--;
    while (blocks * LEARN_LIMIT << bits > INT16_MAX) /* the blocks' sums are added up */
        bits--;
    return bits;
}

static int out_bits_for(const learn_weights *w, int sum_bits)
{
    double most = 0;
    for (int i = 0; i < 2 * w->seats; i++) {
        double sum = fabs((double)w->out_base[i]);
        for (int k = 0; k < w->n_hidden; k++)
            sum += LEARN_LIMIT * fabs((double)w->out[i * w->n_hidden + k]) *
                   (k < w->n_hidden - w->n_shared ? 1 : w->alike.n);
        most = sum > most ? sum : most;
    }
    int bits = 12;
    while (bits > 0 && most * (1 << sum_bits) * (1 << bits) > (double)INT32_MAX / 2.1)
        bits--;
    return bits;
}

static mur_span make_lore(learn *l, const learn_weights *w)
{
    int sum_bits = sum_bits_for(l), out_bits = out_bits_for(w, sum_bits);
    int limit = LEARN_LIMIT << sum_bits;
    uint16_t sizes[] = { (uint16_t)w->n_inputs, (uint16_t)w->n_hidden,
                         (uint16_t)(limit < INT16_MAX ? limit : INT16_MAX), (uint16_t)w->n_shared };
    uint8_t bytes[] = { w->n_shared ? 2 : 1, (uint8_t)w->seats, (uint8_t)sum_bits, (uint8_t)out_bits };
    size_t hidden = (size_t)w->n_hidden, outs = 2 * (size_t)w->seats;
    memset(l->lore, 0, MUR_NET_HEAD);
    memcpy(l->lore, "MNET", 4);
    memcpy(l->lore + 4, bytes, sizeof bytes);
    memcpy(l->lore + 8, sizes, sizeof sizes);
    memcpy(l->lore + 16, l->plan.game->id, strlen(l->plan.game->id));
    char *at = put_i16(l->lore + MUR_NET_HEAD, w->base, (size_t)(w->out - w->base), sum_bits);
    at = put_i16(at, w->out, hidden * outs, out_bits);
    put_i32(at, w->out_base, outs, sum_bits + out_bits);
    return (mur_span){ l->lore, l->lore_size };
}

mur_span learn_lore(learn *l)
{
    return make_lore(l, &l->steady);
}

/* -- Opening and closing -- */

static bool worker_open(learn_worker *w, const learn *l, int part)
{
    *w = (learn_worker){ .l = l, .part = part };
    bool ok = weights_open(&w->change, l);
    for (int seat = 0; seat < l->plan.seats; seat++) {
        w->seen[seat] = malloc(learn_stride(&l->now) * LEARN_PLIES);
        ok = ok && w->seen[seat];
    }
    if (l->plan.again) {
        w->past = malloc(learn_stride(&l->now) * LEARN_PAST);
        w->past_target = malloc(sizeof w->past_target[0] * LEARN_PAST);
        ok = ok && w->past && w->past_target;
    }
    return ok;
}

static bool open_parts(learn *l)
{
    bool ok = weights_open(&l->now, l) && weights_open(&l->steady, l) && weights_open(&l->mean, l) &&
              weights_open(&l->spread, l);
    l->lore_size = mur_net_size(l->now.seats, mur_net_rows(l->now.n_inputs, l->now.alike), l->now.n_hidden);
    l->lore = malloc(l->lore_size);
    l->workers = aligned_alloc(64, (size_t)l->plan.threads * ((sizeof *l->workers + 63) / 64 * 64));
    ok = ok && l->lore && l->workers;
    for (int i = 0; ok && i < l->plan.threads; i++)
        ok = worker_open(&l->workers[i], l, i);
    return ok;
}

static bool can_share(const learn_plan *p)
{
    int blocks = mur_alike_of(mur_features_of(p->game), p->seats).n;
    if (p->shared == 0)
        return true;
    return blocks > 0 && p->shared > 0 && p->shared % 16 == 0 && p->hidden + blocks * p->shared <= MUR_NET_SUMS;
}

static bool is_possible(const learn_plan *p)
{
    return mur_features_of(p->game) && p->seats >= p->game->seats_min && p->seats <= p->game->seats_max &&
           p->hidden > 0 && p->hidden <= MUR_NET_HIDDEN && p->hidden % 16 == 0 && can_share(p) && p->batch > 0 &&
           p->threads > 0 && (p->threads == 1 || !p->rival.choose);
}

/* False: there is a net to begin with, but none that fits. */
static bool begin_weights(learn *l)
{
    mur_net n;
    if (l->plan.lore.len == 0) {
        weights_begin(&l->now, l->plan.seed, unit_of(l));
        return true;
    }
    if (!mur_net_open(&n, l->plan.game, l->plan.seats, l->plan.lore) || n.n_hidden != l->plan.hidden ||
        n.n_shared != l->plan.shared)
        return false;
    weights_of(&l->now, &n);
    weights_of(&l->steady, &n);
    l->peak = (float)INT16_MAX / 4 / (float)(1 << n.sum_bits);
    return true;
}

learn *learn_open(const learn_plan *plan)
{
    learn_plan p = *plan;
    p.shared = p.shared < p.hidden ? p.shared : p.hidden;
    learn *l = is_possible(&p) ? calloc(1, sizeof *l) : NULL;
    if (!l)
        return NULL;
    l->plan = p;
    l->features = mur_features_of(p.game);
    l->peak = 1;
    if (!open_parts(l) || !begin_weights(l))
        learn_close(&l);
    return l;
}

void learn_close(learn **l)
{
    if (!*l)
        return;
    for (int i = 0; (*l)->workers && i < (*l)->plan.threads; i++) {
        free((*l)->workers[i].change.base);
        free((*l)->workers[i].past);
        free((*l)->workers[i].past_target);
        for (int seat = 0; seat < (*l)->plan.seats; seat++)
            free((*l)->workers[i].seen[seat]);
    }
    free((*l)->now.base);
    free((*l)->steady.base);
    free((*l)->mean.base);
    free((*l)->spread.base);
    free((*l)->lore);
    free((*l)->workers);
    free(*l);
    *l = NULL;
}

/* -- Learning -- */

static double part_done(const learn *l)
{
    return l->games < l->plan.games ? (double)l->games / (double)l->plan.games : 1;
}

double learn_heat(const learn *l)
{
    return l->plan.heat + (l->plan.heat_end - l->plan.heat) * part_done(l);
}

typedef struct {
    learn_worker *worker;
    void (*does)(learn_worker *w);
} order;

static void *work(void *what)
{
    const order *o = what;
    o->does(o->worker);
    return NULL;
}

/* The first one in this thread, the others each in one of its own. */
static void let_work(learn *l, void (*does)(learn_worker *w))
{
    pthread_t thread[64];
    order orders[64];
    bool is_started[64] = { false };
    for (int i = 1; i < l->plan.threads && i < 64; i++) {
        orders[i] = (order){ &l->workers[i], does };
        is_started[i] = pthread_create(&thread[i], NULL, work, &orders[i]) == 0;
    }
    does(&l->workers[0]);
    for (int i = 1; i < l->plan.threads; i++) {
        if (i < 64 && is_started[i])
            pthread_join(thread[i], NULL);
        else
            does(&l->workers[i]);
    }
}

static void forget_changes(learn *l)
{
    for (int i = 0; i < l->plan.threads; i++)
        memset(l->workers[i].change.base, 0, l->workers[i].change.n * sizeof(float));
}

static void begin_batch(learn *l)
{
    mur_span lore = make_lore(l, &l->now);
    forget_changes(l);
    for (int i = 0; i < l->plan.threads; i++) {
        learn_worker *w = &l->workers[i];
        mur_judge_open(&w->judge, l->plan.game, l->plan.seats, lore);
        w->loss = 0;
        w->n_positions = 0;
        w->peak = 0;
    }
}

/* The changes of all workers become those of the first. */
static void gather_changes(learn *l)
{
    float *sum = l->workers[0].change.base;
    for (int i = 1; i < l->plan.threads; i++)
        for (size_t k = 0; k < l->now.n; k++)
            sum[k] += l->workers[i].change.base[k];
}

/* Returns the number of positions. */
static uint64_t gather_notes(learn *l)
{
    const double keep = 0.99;
    uint64_t n = 0;
    double loss = 0;
    float peak = 0;
    for (int i = 0; i < l->plan.threads; i++) {
        const learn_worker *w = &l->workers[i];
        n += w->n_positions;
        loss += w->loss;
        peak = w->peak > peak ? w->peak : peak;
    }
    l->peak = peak > l->peak ? peak : l->peak * 0.999F + peak * 0.001F;
    if (n)
        l->loss = l->steps ? keep * l->loss + (1 - keep) * loss / (double)n : loss / (double)n;
    return n;
}

/* Some weights, from one to before another. */
static void step_part(learn *l, size_t from, size_t to, float one, float length)
{
    const float keep = 0.9F, keep_spread = 0.999F;
    const float *change = l->workers[0].change.base;
    float *now = l->now.base, *mean = l->mean.base, *spread = l->spread.base;
    float even = (float)(1 / (1 - pow((double)keep_spread, (double)l->steps)));
    for (size_t i = from; i < to; i++) {
        float c = change[i] * one;
        mean[i] += (1 - keep) * (c - mean[i]);
        spread[i] += (1 - keep_spread) * (c * c - spread[i]);
        now[i] -= length * mean[i] / (sqrtf(spread[i] * even) + 1e-7F);
    }
}

/* One step of Adam (Kingma and Ba 2015) along the mean change of all positions. */
static void step(learn *l, uint64_t n_positions)
{
    double rate = l->plan.rate * pow(l->plan.rate_end / l->plan.rate, part_done(l));
    size_t rows = (size_t)(l->now.row - l->now.base), outs = (size_t)(l->now.out - l->now.base);
    float one = 1 / (float)n_positions;
    l->steps++;
    float length = (float)(rate / (1 - pow(0.9, (double)l->steps)));
    step_part(l, 0, rows, one, length);
    step_part(l, rows, outs, one, length / (float)unit_of(l));
    step_part(l, outs, l->now.n, one, length);
}

/* Single steps stagger; their mean over about the latest fifth, at most so many, goes straight. */
static void steady(learn *l)
{
    enum { PART = 5, MOST = 4000 };
    uint64_t span = l->steps / PART < MOST ? l->steps / PART : MOST;
    float part = 1 / (float)(span + 1);
    for (size_t i = 0; i < l->now.n; i++)
        l->steady.base[i] += part * (l->now.base[i] - l->steady.base[i]);
}

/* What was played lately is not learnt at once; after a stop there is no past, and the net learns a little else. */
static void learn_past(learn *l, uint64_t n_positions)
{
    for (int i = 0; i < l->plan.again; i++) {
        forget_changes(l);
        let_work(l, learn_from_past);
        gather_changes(l);
        step(l, n_positions);
    }
}

uint64_t learn_on(learn *l)
{
    begin_batch(l);
    let_work(l, learn_play);
    uint64_t n_positions = gather_notes(l);
    if (n_positions) {
        gather_changes(l);
        step(l, n_positions);
        learn_past(l, n_positions);
        steady(l);
    }
    l->games += (uint64_t)l->plan.batch;
    return l->games;
}

double learn_loss(const learn *l)
{
    return l->loss;
}

/* -- Checkpoints -- */

typedef struct { /* whose it is */
    char magic[8], game[32];
    uint64_t seed;
    int32_t seats, hidden, inputs, shared;
} owner;

typedef struct {
    owner owner;
    uint64_t games, steps;
    double loss;
    float peak;
} checkpoint;

static checkpoint checkpoint_of(const learn *l)
{
    checkpoint c;
    memset(&c, 0, sizeof c);
    memcpy(c.owner.magic, "MLEARN3", 8);
    strncpy(c.owner.game, l->plan.game->id, sizeof c.owner.game - 1);
    c.owner.seed = l->plan.seed;
    c.owner.seats = l->plan.seats;
    c.owner.hidden = l->plan.hidden;
    c.owner.inputs = l->now.n_inputs;
    c.owner.shared = l->plan.shared;
    c.games = l->games;
    c.steps = l->steps;
    c.loss = l->loss;
    c.peak = l->peak;
    return c;
}

bool learn_save(const learn *l, FILE *to)
{
    checkpoint c = checkpoint_of(l);
    const learn_weights *all[] = { &l->now, &l->steady, &l->mean, &l->spread };
    bool ok = fwrite(&c, sizeof c, 1, to) == 1;
    for (int i = 0; i < 4; i++)
        ok = ok && fwrite(all[i]->base, sizeof(float), all[i]->n, to) == all[i]->n;
    return ok;
}

bool learn_load(learn *l, FILE *from)
{
    checkpoint c, own = checkpoint_of(l);
    learn_weights *all[] = { &l->now, &l->steady, &l->mean, &l->spread };
    if (fread(&c, sizeof c, 1, from) != 1)
        return false;
    bool ok = memcmp(&c.owner, &own.owner, sizeof c.owner) == 0;
    for (int i = 0; i < 4; i++)
        ok = ok && fread(all[i]->base, sizeof(float), all[i]->n, from) == all[i]->n;
    l->games = c.games;
    l->steps = c.steps;
    l->loss = c.loss;
    l->peak = c.peak;
    return ok;
}
