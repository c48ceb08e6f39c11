/* SPDX-License-Identifier: MIT */
#include "bots/dm_net.h"

#include <assert.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a lore file is read as it lies");

/* -- What it reads -- */

int dm_net_n_inputs(int seats)
{
    return seats * DM_NET_PER_SEAT + DM_BARE + 1;
}

int dm_net_inputs(const dm_spot *s, uint8_t input[DM_NET_INPUTS], uint8_t times[DM_NET_INPUTS])
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
    return n + 1;
}

/* -- The file -- */

typedef struct {
    char magic[4];
    uint8_t seats, spare;
    uint16_t wide, narrow, rest;
} head;

_Static_assert(sizeof(head) == DM_NET_HEAD, "no padding");

static size_t layer_size(int n_in, int n_out)
{
    return sizeof(float) + (size_t)(n_in + 1) * (size_t)n_out * sizeof(int16_t);
}

static bool is_width(int units)
{
    return units > 0 && units <= DM_NET_WIDE && units % 8 == 0;
}

size_t dm_net_size(mur_span bytes, int seats)
{
    head h;
    if (bytes.len < sizeof h)
        return 0;
    memcpy(&h, bytes.at, sizeof h);
    if (memcmp(h.magic, "DMN1", 4) != 0 || h.seats != seats || !is_width(h.wide) || !is_width(h.narrow))
        return 0;
    size_t size = sizeof h + layer_size(dm_net_n_inputs(seats), h.wide) + layer_size(h.wide, h.narrow) +
                  layer_size(h.narrow, seats);
    return size <= bytes.len ? size : 0;
}

/* A number in a file may be anything. */
static float sane(float scale)
{
    return scale > 0 && scale < 16 ? scale : 0;
}

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
        weight[i] = (float)whole * sane(scale);
    }
    *l = (dm_net_layer){ n_in, n_out, weight, weight + n_out };
    return true;
}

bool dm_net_open(dm_net *n, mur_span bytes, mur_memory *m)
{
    head h;
    const char *at = bytes.at + sizeof h;
    memcpy(&h, bytes.at, sizeof h);
    n->seats = h.seats;
    return read_layer(&n->layer[0], dm_net_n_inputs(h.seats), h.wide, &at, m) &&
           read_layer(&n->layer[1], h.wide, h.narrow, &at, m) && read_layer(&n->layer[2], h.narrow, h.seats, &at, m);
}

/* -- Reckoning -- */

static inline void add_row(float *restrict sum, const float *restrict row, float times, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += row[i] * times;
}

static void pass_on(const dm_net_layer *l, const float *in, float *out)
{
    memcpy(out, l->base, (size_t)l->n_out * sizeof out[0]);
    for (int i = 0; i < l->n_in; i++)
        if (in[i] > 0)
            add_row(out, l->row + i * l->n_out, in[i], l->n_out);
}

void dm_net_worth(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    const dm_net *net = context;
    const dm_net_layer *first = &net->layer[0];
    uint8_t input[DM_NET_INPUTS], times[DM_NET_INPUTS];
    float wide[DM_NET_WIDE], narrow[DM_NET_WIDE], mean = 0;
    int n = dm_net_inputs(s, input, times);
    memcpy(wide, first->base, (size_t)first->n_out * sizeof wide[0]);
    for (int i = 0; i < n; i++)
        add_row(wide, first->row + input[i] * first->n_out, times[i], first->n_out);
    pass_on(&net->layer[1], wide, narrow);
    pass_on(&net->layer[2], narrow, out);
    for (int seat = 0; seat < s->seats; seat++)
        mean += out[seat];
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] -= mean / (float)s->seats;
}
