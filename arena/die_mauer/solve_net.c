/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_net.c -- forward pass, backward pass and optimizer of the Die Mauer nets.
 *
 * Three layers: sparse inputs -> hidden1 -> hidden2 -> outputs, with ReLU after both hidden layers (applied when a
 * value is read: only positive activations are added up). Sums have a fixed order, so training is reproducible. */
#include "arena/die_mauer/solve_net.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The parameters of one layer: biases, then rows, as dm_net_layer has them; and for each its gradient and Adam's first
 * and second moment. One allocation, which begins at `weight`. */
typedef struct {
    size_t n;
    float *weight, *gradient, *mean, *square;
} part;

struct solve_net {
    dm_net net;
    int outputs;
    part part[DM_NET_LAYERS];
    uint64_t steps;
};

/* -- Opening -- */

/* Allocates a layer and fills its rows with uniform random numbers in -spread..spread; biases start at 0. */
static bool open_part(part *p, dm_net_layer *l, int n_in, int n_out, double spread, mur_rng *rng)
{
    p->n = (size_t)(n_in + 1) * (size_t)n_out;
    p->weight = calloc(4 * p->n, sizeof p->weight[0]);
    if (!p->weight)
        return false;
    p->gradient = p->weight + p->n;
    p->mean = p->gradient + p->n;
    p->square = p->mean + p->n;
    *l = (dm_net_layer){ n_in, n_out, p->weight, p->weight + n_out };
    for (size_t i = (size_t)n_out; i < p->n; i++)
        p->weight[i] = (float)(spread * ((double)mur_rng_below(rng, 2001) / 1000.0 - 1));
    return true;
}

/* The spreads 1.5 / sqrt(inputs) keep activations at a similar size in all layers; the first layer has few active
 * inputs, so a constant is enough. */
solve_net *solve_net_open(int seats, int hidden1, int hidden2, int outputs, mur_rng *rng)
{
    solve_net *n = calloc(1, sizeof *n);
    int inputs = dm_net_n_inputs(seats);
    assert(hidden1 % 8 == 0 && hidden1 <= DM_NET_WIDTH && hidden2 % 8 == 0 && hidden2 <= DM_NET_WIDTH);
    assert(outputs > 0 && outputs <= SOLVE_NET_OUTPUTS);
    if (!n)
        return NULL;
    n->net.seats = seats;
    n->outputs = outputs;
    dm_net_layer *l = n->net.layer;
    if (!open_part(&n->part[0], &l[0], inputs, hidden1, 0.3, rng) ||
        !open_part(&n->part[1], &l[1], hidden1, hidden2, 1.5 / sqrt(hidden1), rng) ||
        !open_part(&n->part[2], &l[2], hidden2, outputs, 1.5 / sqrt(hidden2), rng))
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

const dm_net *solve_net_current(const solve_net *n)
{
    return &n->net;
}

/* -- One sample -- */

/* The intermediate values of one position, kept for the backward pass. */
typedef struct {
    uint8_t input[DM_NET_INPUTS], times[DM_NET_INPUTS];
    int n_inputs;
    float hidden1[DM_NET_WIDTH], hidden2[DM_NET_WIDTH], out[SOLVE_NET_OUTPUTS];
} activations;

static void add(float *restrict sum, const float *restrict row, float times, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += row[i] * times;
}

/* A dot product in eight lanes, for vector units; n is a multiple of 8. */
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

/* Inputs that are not positive are skipped: this is the ReLU. */
static void forward_layer(const dm_net_layer *l, const float *in, float *out)
{
    memcpy(out, l->bias, (size_t)l->n_out * sizeof out[0]);
    for (int i = 0; i < l->n_in; i++)
        if (in[i] > 0)
            add(out, l->row + i * l->n_out, in[i], l->n_out);
}

/* All layers; inputs come as a sparse list (dm_net_inputs). */
static void forward(const dm_net *net, const dm_position *s, activations *t)
{
    const dm_net_layer *l = net->layer;
    t->n_inputs = dm_net_inputs(s, t->input, t->times);
    memcpy(t->hidden1, l->bias, (size_t)l->n_out * sizeof t->hidden1[0]);
    for (int i = 0; i < t->n_inputs; i++)
        add(t->hidden1, l->row + t->input[i] * l->n_out, t->times[i], l->n_out);
    forward_layer(&l[1], t->hidden1, t->hidden2);
    forward_layer(&l[2], t->hidden2, t->out);
}

/* Values of all seats sum to 0: shifts the outputs so that they do, as dm_net_value() does. */
static void center_values(float *value, int seats)
{
    float mean = 0;
    for (int seat = 0; seat < seats; seat++)
        mean += value[seat] / (float)seats;
    for (int seat = 0; seat < seats; seat++)
        value[seat] -= mean;
}

/* Back through one layer: adds the gradient of its weights, and sets that of its inputs. Behind the ReLU inactive
 * inputs have no gradient. */
static void backward_layer(const dm_net_layer *l, float *gradient, const float *in, const float *out_gradient,
                           float *in_gradient)
{
    add(gradient, out_gradient, 1, l->n_out);
    for (int i = 0; i < l->n_in; i++) {
        in_gradient[i] = 0;
        if (in[i] <= 0)
            continue;
        const float *row = l->row + i * l->n_out;
        for (int j = 0; l->n_out < 8 && j < l->n_out; j++)
            in_gradient[i] += row[j] * out_gradient[j];
        if (l->n_out >= 8)
            in_gradient[i] = dot(row, out_gradient, l->n_out);
        add(gradient + (i + 1) * l->n_out, out_gradient, in[i], l->n_out);
    }
}

/* Adds the gradient of all weights for one sample. */
static void backward(solve_net *n, const activations *t, const float *out_gradient)
{
    const dm_net_layer *l = n->net.layer;
    float hidden1_gradient[DM_NET_WIDTH] = { 0 }, hidden2_gradient[DM_NET_WIDTH] = { 0 };
    backward_layer(&l[2], n->part[2].gradient, t->hidden2, out_gradient, hidden2_gradient);
    backward_layer(&l[1], n->part[1].gradient, t->hidden1, hidden2_gradient, hidden1_gradient);
    add(n->part[0].gradient, hidden1_gradient, 1, l->n_out);
    for (int i = 0; i < t->n_inputs; i++)
        add(n->part[0].gradient + (t->input[i] + 1) * l->n_out, hidden1_gradient, t->times[i], l->n_out);
}

/* Adds the gradient of one sample's squared error. Returns the error. The shift of center_values() needs no term of its
 * own: the targets sum to 0, so the errors do, too. */
static double learn_one(solve_net *n, const solve_sample *s, float share)
{
    activations t;
    float gradient[DM_SEATS] = { 0 };
    double error = 0;
    forward(&n->net, &s->position, &t);
    center_values(t.out, n->net.seats);
    for (int seat = 0; seat < n->net.seats; seat++) {
        float off = t.out[seat] - s->value[seat];
        error += (double)(off * off) / n->net.seats;
        gradient[seat] = off * share;
    }
    backward(n, &t, gradient);
    return error;
}

/* -- A batch -- */

/* Adam with the usual decays 0.9 and 0.999; clears the gradient. */
static void adam_update(part *p, float rate, float mean_correction, float square_correction)
{
    for (size_t i = 0; i < p->n; i++) {
        float g = p->gradient[i];
        p->mean[i] += 0.1F * (g - p->mean[i]);
        p->square[i] += 0.001F * (g * g - p->square[i]);
        p->weight[i] -= rate * (p->mean[i] / mean_correction) / (sqrtf(p->square[i] / square_correction) + 1e-6F);
        p->gradient[i] = 0;
    }
}

/* The corrections undo the moments' bias towards their initial 0. */
void solve_net_step(solve_net *n, double rate)
{
    n->steps++;
    double mean_correction = 1 - pow(0.9, (double)n->steps), square_correction = 1 - pow(0.999, (double)n->steps);
    for (int i = 0; i < DM_NET_LAYERS; i++)
        adam_update(&n->part[i], (float)rate, (float)mean_correction, (float)square_correction);
}

double solve_net_learn(solve_net *n, const solve_sample *batch, int size, double rate)
{
    double error = 0;
    for (int i = 0; i < size; i++)
        error += learn_one(n, &batch[i], 1.0F / (float)size);
    solve_net_step(n, rate);
    return error / size;
}

void solve_net_predict(const solve_net *n, const dm_position *s, float out[SOLVE_NET_OUTPUTS])
{
    activations t;
    forward(&n->net, s, &t);
    memcpy(out, t.out, (size_t)n->outputs * sizeof out[0]);
}

void solve_net_add_error(solve_net *n, const dm_position *s, int output, float wanted)
{
    activations t;
    float gradient[SOLVE_NET_OUTPUTS] = { 0 };
    assert(output >= 0 && output < n->outputs);
    forward(&n->net, s, &t);
    gradient[output] = t.out[output] - wanted;
    backward(n, &t, gradient);
}

/* -- Files -- */

/* Appends bytes, or with out == NULL only counts them. */
static size_t put(unsigned char *out, size_t at, const void *from, size_t size)
{
    if (out)
        memcpy(out + at, from, size);
    return at + size;
}

/* A layer as 16-bit numbers with a common scale, chosen such that the largest weight nearly uses the range. */
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

/* Weights, gradients and both moments of each layer are one array of 4 * n. */
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
