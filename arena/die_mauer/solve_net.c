/* SPDX-License-Identifier: MIT */
#include "arena/solve_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { /* base, then rows, as in dm_net_layer */
    size_t n;
    float *weight, *slope, *mean, *square;
} part;

struct solve_net {
    dm_net net;
    int outputs;
    part part[DM_NET_LAYERS];
    uint64_t steps;
};

/* -- Opening -- */

static bool open_part(part *p, dm_net_layer *l, int n_in, int n_out, double spread, mur_rng *rng)
{
    p->n = (size_t)(n_in + 1) * (size_t)n_out;
    p->weight = calloc(4 * p->n, sizeof p->weight[0]);
    if (!p->weight)
        return false;
    p->slope = p->weight + p->n;
    p->mean = p->slope + p->n;
    p->square = p->mean + p->n;
    *l = (dm_net_layer){ n_in, n_out, p->weight, p->weight + n_out };
    for (size_t i = (size_t)n_out; i < p->n; i++)
        p->weight[i] = (float)(spread * ((double)mur_rng_below(rng, 2001) / 1000.0 - 1));
    return true;
}

solve_net *solve_net_open(int seats, int wide, int narrow, int outputs, mur_rng *rng)
{
    solve_net *n = calloc(1, sizeof *n);
    int inputs = dm_net_n_inputs(seats);
    if (!n)
        return NULL;
    n->net.seats = seats;
    n->outputs = outputs;
    dm_net_layer *l = n->net.layer;
    if (!open_part(&n->part[0], &l[0], inputs, wide, 0.3, rng) ||
        !open_part(&n->part[1], &l[1], wide, narrow, 1.5 / sqrt(wide), rng) ||
        !open_part(&n->part[2], &l[2], narrow, outputs, 1.5 / sqrt(narrow), rng))
        solve_net_close(&n);
    return n;
}

void solve_net_close(solve_net **n)
{
    for (int i = 0; *n && i < DM_NET_LAYERS; i++)
        free((*n)->part[i].weight);
    free(*n);
    *n = NULL;
}

const dm_net *solve_net_now(const solve_net *n)
{
    return &n->net;
}

/* -- One sample -- */

typedef struct {
    uint8_t input[DM_NET_INPUTS], times[DM_NET_INPUTS];
    int n_inputs;
    float wide[DM_NET_WIDE], narrow[DM_NET_WIDE], out[SOLVE_NET_OUTPUTS];
} trace;

static void add(float *restrict sum, const float *restrict row, float times, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += row[i] * times;
}

static float dot(const float *restrict a, const float *restrict b, int n)
{
    float lane[8] = { 0 }, sum = 0;
    for (int i = 0; i < n; i += 8)
        for (int j = 0; j < 8; j++)
            lane[j] += a[i + j] * b[i + j];
    for (int j = 0; j < 8; j++)
        sum += lane[j];
    return sum;
}

static void forward_layer(const dm_net_layer *l, const float *in, float *out)
{
    memcpy(out, l->base, (size_t)l->n_out * sizeof out[0]);
    for (int i = 0; i < l->n_in; i++)
        if (in[i] > 0)
            add(out, l->row + i * l->n_out, in[i], l->n_out);
}

static void forward(const dm_net *net, const dm_spot *s, trace *t)
{
    const dm_net_layer *l = net->layer;
    t->n_inputs = dm_net_inputs(s, t->input, t->times);
    memcpy(t->wide, l->base, (size_t)l->n_out * sizeof t->wide[0]);
    for (int i = 0; i < t->n_inputs; i++)
        add(t->wide, l->row + t->input[i] * l->n_out, t->times[i], l->n_out);
    forward_layer(&l[1], t->wide, t->narrow);
    forward_layer(&l[2], t->narrow, t->out);
}

/* Worths add up to nothing. */
static void level(float *worth, int seats)
{
    float mean = 0;
    for (int seat = 0; seat < seats; seat++)
        mean += worth[seat] / (float)seats;
    for (int seat = 0; seat < seats; seat++)
        worth[seat] -= mean;
}

/* From the slopes of a layer's outputs to those of its weights and inputs. */
static void backward_layer(const dm_net_layer *l, float *slope, const float *in, const float *out_slope,
                           float *in_slope)
{
    add(slope, out_slope, 1, l->n_out);
    for (int i = 0; i < l->n_in; i++) {
        in_slope[i] = 0;
        if (in[i] <= 0)
            continue;
        const float *row = l->row + i * l->n_out;
        for (int j = 0; l->n_out < 8 && j < l->n_out; j++)
            in_slope[i] += row[j] * out_slope[j];
        if (l->n_out >= 8)
            in_slope[i] = dot(row, out_slope, l->n_out);
        add(slope + (i + 1) * l->n_out, out_slope, in[i], l->n_out);
    }
}

static void backward(solve_net *n, const trace *t, const float *out_slope)
{
    const dm_net_layer *l = n->net.layer;
    float wide_slope[DM_NET_WIDE] = { 0 }, narrow_slope[DM_NET_WIDE] = { 0 };
    backward_layer(&l[2], n->part[2].slope, t->narrow, out_slope, narrow_slope);
    backward_layer(&l[1], n->part[1].slope, t->wide, narrow_slope, wide_slope);
    add(n->part[0].slope, wide_slope, 1, l->n_out);
    for (int i = 0; i < t->n_inputs; i++)
        add(n->part[0].slope + (t->input[i] + 1) * l->n_out, wide_slope, t->times[i], l->n_out);
}

/* Returns the squared error. */
static double learn_one(solve_net *n, const solve_sample *s, float share)
{
    trace t;
    float slope[DM_SEATS] = { 0 };
    double error = 0;
    forward(&n->net, &s->spot, &t);
    level(t.out, n->net.seats);
    for (int seat = 0; seat < n->net.seats; seat++) {
        float off = t.out[seat] - s->worth[seat];
        error += (double)(off * off) / n->net.seats;
        slope[seat] = off * share;
    }
    backward(n, &t, slope);
    return error;
}

/* -- A batch -- */

static void descend(part *p, float rate, float mean_part, float square_part)
{
    for (size_t i = 0; i < p->n; i++) {
        float g = p->slope[i];
        p->mean[i] += 0.1F * (g - p->mean[i]);
        p->square[i] += 0.001F * (g * g - p->square[i]);
        p->weight[i] -= rate * (p->mean[i] / mean_part) / (sqrtf(p->square[i] / square_part) + 1e-6F);
        p->slope[i] = 0;
    }
}

void solve_net_step(solve_net *n, double rate)
{
    n->steps++;
    double mean_part = 1 - pow(0.9, (double)n->steps), square_part = 1 - pow(0.999, (double)n->steps);
    for (int i = 0; i < DM_NET_LAYERS; i++)
        descend(&n->part[i], (float)rate, (float)mean_part, (float)square_part);
}

double solve_net_learn(solve_net *n, const solve_sample *batch, int size, double rate)
{
    double error = 0;
    for (int i = 0; i < size; i++)
        error += learn_one(n, &batch[i], 1.0F / (float)size);
    solve_net_step(n, rate);
    return error / size;
}

void solve_net_guess(const solve_net *n, const dm_spot *s, float out[SOLVE_NET_OUTPUTS])
{
    trace t;
    forward(&n->net, s, &t);
    memcpy(out, t.out, (size_t)n->outputs * sizeof out[0]);
}

void solve_net_correct(solve_net *n, const dm_spot *s, int output, float wanted)
{
    trace t;
    float slope[SOLVE_NET_OUTPUTS] = { 0 };
    forward(&n->net, s, &t);
    slope[output] = t.out[output] - wanted;
    backward(n, &t, slope);
}

/* -- Files -- */

static size_t put(unsigned char *out, size_t at, const void *from, size_t size)
{
    if (out)
        memcpy(out + at, from, size);
    return at + size;
}

static size_t put_part(const part *p, unsigned char *out, size_t at)
{
    float most = 1e-6F;
    for (size_t i = 0; i < p->n; i++)
        most = fabsf(p->weight[i]) > most ? fabsf(p->weight[i]) : most;
    float scale = most / 32000;
    at = put(out, at, &scale, sizeof scale);
    for (size_t i = 0; i < p->n; i++) {
        int16_t whole = (int16_t)lrintf(p->weight[i] / scale);
        at = put(out, at, &whole, sizeof whole);
    }
    return at;
}

size_t solve_net_bytes(const solve_net *n, unsigned char *out)
{
    unsigned char seats[2] = { (unsigned char)n->net.seats, 0 };
    uint16_t sizes[3] = { (uint16_t)n->net.layer[0].n_out, (uint16_t)n->net.layer[1].n_out, 0 };
    size_t at = put(out, 0, "DMN1", 4);
    at = put(out, at, seats, sizeof seats);
    at = put(out, at, sizes, sizeof sizes);
    for (int i = 0; i < DM_NET_LAYERS; i++)
        at = put_part(&n->part[i], out, at);
    return at;
}

bool solve_net_save(const solve_net *n, FILE *to)
{
    bool ok = fwrite(&n->steps, sizeof n->steps, 1, to) == 1;
    for (int i = 0; i < DM_NET_LAYERS; i++)
        ok = ok && fwrite(n->part[i].weight, sizeof(float), 4 * n->part[i].n, to) == 4 * n->part[i].n;
    return ok;
}

bool solve_net_load(solve_net *n, FILE *from)
{
    bool ok = fread(&n->steps, sizeof n->steps, 1, from) == 1;
    for (int i = 0; i < DM_NET_LAYERS; i++)
        ok = ok && fread(n->part[i].weight, sizeof(float), 4 * n->part[i].n, from) == 4 * n->part[i].n;
    return ok;
}
