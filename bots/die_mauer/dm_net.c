/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_net.c -- reads and evaluates the net.
 * The first layer is sparse: a position has about 25 inputs that are not 0, so it sums up their rows only. So do the
 * other layers for units above 0, which makes the ReLU a mere `if`. */
#include "bots/die_mauer/dm_net.h"

#include <assert.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a model file is read as it lies");

/* -- Inputs -- */

int dm_net_n_inputs(int seats)
{
    return seats * DM_NET_PER_SEAT + DM_NO_WALL + 1;
}

/* Per seat: 7 inputs "holds the kind", 7 inputs "pieces of the kind beyond the first", 8 inputs for the size of the
 * stock. Then 4 inputs for the ends. Each entry is written unconditionally and the count advances only if it is not 0:
 * no branch to mispredict. */
int dm_net_inputs(const dm_position *s, uint8_t input[DM_NET_INPUTS], uint8_t times[DM_NET_INPUTS])
{
    int n = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int first = seat * DM_NET_PER_SEAT, size = 0;
        for (int kind = 0; kind < DM_KINDS; kind++) {
            int held = dm_count(s->stock[seat], kind);
            size += held;
            input[n] = (uint8_t)(first + kind);
            times[n] = 1;
            n += held > 0;
            input[n] = (uint8_t)(first + DM_KINDS + kind);
            times[n] = (uint8_t)(held - 1);
            n += held > 1;
        }
        input[n] = (uint8_t)(first + 2 * DM_KINDS + (size < DM_NET_SIZES ? size : DM_NET_SIZES) - 1);
        times[n] = 1;
        n += size > 0;
    }
    input[n] = (uint8_t)(s->seats * DM_NET_PER_SEAT + s->ends);
    times[n] = 1;
    assert(n < DM_NET_INPUTS);
    return n + 1;
}

/* -- The file -- */

typedef struct {
    char magic[4];
    uint8_t seats, spare;
    uint16_t hidden1, hidden2, rest;
} header;

_Static_assert(sizeof(header) == DM_NET_HEADER, "no padding");

static size_t layer_size(int n_in, int n_out)
{
    return sizeof(float) + (size_t)(n_in + 1) * (size_t)n_out * sizeof(int16_t);
}

static bool is_width(int units)
{
    return units > 0 && units <= DM_NET_WIDTH && units % 8 == 0;
}

size_t dm_net_size(mur_span bytes, int seats)
{
    header h;
    if (bytes.len < sizeof h)
        return 0;
    memcpy(&h, bytes.at, sizeof h);
    if (memcmp(h.magic, "DMN1", 4) != 0 || h.seats != seats || !is_width(h.hidden1) || !is_width(h.hidden2))
        return 0;
    size_t size = sizeof h + layer_size(dm_net_n_inputs(seats), h.hidden1) + layer_size(h.hidden1, h.hidden2) +
                  layer_size(h.hidden2, seats);
    return size <= bytes.len ? size : 0;
}

/* A scale in a damaged file may be anything, NaN included: then the layer is 0. */
static float checked_scale(float scale)
{
    return scale > 0 && scale < 16 ? scale : 0;
}

/* Converts a layer to floats; `at` moves behind it. */
static bool read_layer(dm_net_layer *l, int n_in, int n_out, const char **at, mur_memory *m)
{
    size_t n = (size_t)(n_in + 1) * (size_t)n_out;
    float *weight = mur_memory_take(m, n * sizeof weight[0]), scale;
    if (!weight)
        return false;
    memcpy(&scale, *at, sizeof scale);
    *at += sizeof scale;
    for (size_t i = 0; i < n; i++, *at += sizeof(int16_t)) {
        int16_t whole;
        memcpy(&whole, *at, sizeof whole);
        weight[i] = (float)whole * checked_scale(scale);
    }
    *l = (dm_net_layer){ n_in, n_out, weight, weight + n_out };
    return true;
}

bool dm_net_open(dm_net *n, mur_span bytes, mur_memory *m)
{
    header h;
    const char *at = bytes.at + sizeof h;
    memcpy(&h, bytes.at, sizeof h);
    n->seats = h.seats;
    return read_layer(&n->layer[0], dm_net_n_inputs(h.seats), h.hidden1, &at, m) &&
           read_layer(&n->layer[1], h.hidden1, h.hidden2, &at, m) &&
           read_layer(&n->layer[2], h.hidden2, h.seats, &at, m);
}

/* -- Evaluation -- */

static inline void add_row(float *restrict sum, const float *restrict row, float times, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += row[i] * times;
}

/* A dense layer after a ReLU: inputs that are not above 0 contribute nothing. */
static void add_layer(const dm_net_layer *l, const float *in, float *out)
{
    memcpy(out, l->bias, (size_t)l->n_out * sizeof out[0]);
    for (int i = 0; i < l->n_in; i++)
        if (in[i] > 0)
            add_row(out, l->row + i * l->n_out, in[i], l->n_out);
}

/* The outputs are shifted by their mean, since values are zero-sum. */
void dm_net_value(const void *context, const dm_position *s, float out[DM_SEATS])
{
    const dm_net *net = context;
    const dm_net_layer *first = &net->layer[0];
    assert(net->seats == s->seats);
    uint8_t input[DM_NET_INPUTS], times[DM_NET_INPUTS];
    float hidden1[DM_NET_WIDTH], hidden2[DM_NET_WIDTH], mean = 0;
    int n = dm_net_inputs(s, input, times);
    memcpy(hidden1, first->bias, (size_t)first->n_out * sizeof hidden1[0]);
    for (int i = 0; i < n; i++)
        add_row(hidden1, first->row + input[i] * first->n_out, times[i], first->n_out);
    add_layer(&net->layer[1], hidden1, hidden2);
    add_layer(&net->layer[2], hidden2, out);
    for (int seat = 0; seat < s->seats; seat++)
        mean += out[seat];
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] -= mean / (float)s->seats;
}
