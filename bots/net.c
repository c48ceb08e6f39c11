/* SPDX-License-Identifier: MIT */
#include "bots/net.h"

#include <assert.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a lore file is read where it lies");

/* -- Reading a file -- */

typedef struct {
    char magic[4];
    uint8_t version, seats, sum_bits, out_bits;
    uint16_t n_inputs, n_hidden, limit, n_shared;
    char game[32];
    uint8_t rest[16];
} head;

_Static_assert(sizeof(head) == MUR_NET_HEAD, "no padding");

int mur_net_rows(int n_inputs, mur_alike alike)
{
    return alike.n ? n_inputs - (alike.n - 1) * alike.width : n_inputs;
}

size_t mur_net_size(int seats, int n_rows, int n_hidden)
{
    size_t rows = 1 + (size_t)n_rows + 2 * (size_t)seats;
    return MUR_NET_HEAD + rows * (size_t)n_hidden * sizeof(int16_t) + 2 * (size_t)seats * sizeof(int32_t);
}

/* Version 1 knows no blocks. */
static mur_alike blocks_of(const head *h, const mur_game *g)
{
    return h->version == 1 ? (mur_alike){ 0, 0 } : mur_alike_of(mur_features_of(g), h->seats);
}

static bool is_for(const head *h, const mur_game *g, int seats)
{
    const mur_features *f = mur_features_of(g);
    size_t length = strlen(g->id);
    return f && memcmp(h->magic, "MNET", 4) == 0 && h->seats == seats && length < sizeof h->game &&
           memcmp(h->game, g->id, length + 1) == 0 && h->n_inputs == f->n_inputs(seats);
}

static bool has_good_sizes(const head *h, mur_alike alike)
{
    int times = alike.n ? alike.n : 1, shared = h->version == 1 ? 0 : h->n_shared;
    return h->n_hidden > 0 && h->n_hidden <= MUR_NET_HIDDEN && h->n_hidden % 16 == 0 && h->limit > 0 &&
           h->limit * times <= INT16_MAX && h->sum_bits <= 15 && h->out_bits <= 15 && shared % 16 == 0 &&
           shared <= h->n_hidden && h->n_hidden + alike.n * shared <= MUR_NET_SUMS;
}

static bool is_of_a_version(const head *h, mur_alike alike)
{
    return h->version == 1 || (h->version == 2 && alike.n > 0 && h->n_shared > 0);
}

/* However high the sums are, no output overflows. */
static bool has_bounded_outputs(const mur_net *n)
{
    for (int i = 0; i < 2 * n->seats; i++) {
        int64_t most = n->out_base[i] < 0 ? -(int64_t)n->out_base[i] : n->out_base[i];
        for (int j = 0; j < n->n_hidden; j++) {
            int weight = n->out[i * n->n_hidden + j], times = j < n->n_hidden - n->n_shared ? 1 : n->alike.n;
            most += (int64_t)n->limit * times * (weight < 0 ? -weight : weight);
        }
        if (most > INT32_MAX / 2)
            return false;
    }
    return true;
}

static void find_weights(mur_net *n, const char *at)
{
    n->base = (const void *)at;
    n->row = n->base + n->n_hidden;
    n->out = n->row + mur_net_rows(n->n_inputs, n->alike) * n->n_hidden;
    n->out_base = (const void *)(n->out + 2 * n->seats * n->n_hidden);
}

bool mur_net_open(mur_net *n, const mur_game *g, int seats, mur_span lore)
{
    head h;
    if (lore.len < sizeof h || (uintptr_t)lore.at % _Alignof(int32_t) != 0)
        return false;
    memcpy(&h, lore.at, sizeof h);
    if (!is_for(&h, g, seats))
        return false;
    mur_alike alike = blocks_of(&h, g);
    if (!is_of_a_version(&h, alike) || !has_good_sizes(&h, alike) ||
        lore.len != mur_net_size(seats, mur_net_rows(h.n_inputs, alike), h.n_hidden))
        return false;
    *n = (mur_net){ .seats = seats,
                    .n_inputs = h.n_inputs,
                    .n_hidden = h.n_hidden,
                    .limit = h.limit,
                    .n_shared = alike.n ? h.n_shared : 0,
                    .alike = alike,
                    .sum_bits = h.sum_bits,
                    .out_bits = h.out_bits };
    find_weights(n, lore.at + MUR_NET_HEAD);
    return has_bounded_outputs(n);
}

/* -- Sums -- */

/* One of them is made for every shape of a net that is in use, the loops over its sums laid out flat. */
#define INLINE static inline __attribute__((always_inline))

typedef uint16_t lanes __attribute__((vector_size(16), aligned(2), may_alias));

enum { LANES = 8, MOST_LANES = MUR_NET_HIDDEN / LANES };

INLINE uint64_t eight(const int8_t *x)
{
    uint64_t word;
    memcpy(&word, x, sizeof word);
    return word;
}

/* One bit for each of eight bytes that is not 0. */
INLINE uint64_t bits_of(uint64_t bytes)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), spread = UINT64_C(0x0002040810204081);
    uint64_t high = (((bytes & low) + low) | bytes) & ~low;
    return (high >> 7) * (spread << 7) >> 56;
}

/* Sums that are being made: those of the whole, and the shared ones of one part. All of it is around 2^16: what was
 * added can be taken away again, whatever the bytes of the file. */
typedef struct {
    lanes whole[MOST_LANES], shared[MOST_LANES];
} making;

INLINE void take(lanes *to, const int16_t *from, int n)
{
    for (int i = 0; i < n / LANES; i++)
        to[i] = *(const lanes *)(from + i * LANES);
}

INLINE void give(int16_t *to, const lanes *from, int n)
{
    for (int i = 0; i < n / LANES; i++)
        *(lanes *)(to + i * LANES) = from[i];
}

INLINE void add_row(lanes *sums, const int16_t *row, uint16_t times, int n)
{
    for (int i = 0; i < n / LANES; i++)
        sums[i] += *(const lanes *)(row + i * LANES) * times;
}

/* A part of the numbers, with rows of its own: a block, or all the others. */
typedef struct {
    int begin, end; /* of the numbers */
    int row;        /* of the first */
} part;

/* Where the numbers of a part differ, in words of eight, noted without a branch to guess wrong. */
typedef struct {
    int n;
    uint64_t differ[MUR_INPUTS / 8];
    uint16_t place[MUR_INPUTS / 8];
} changes;

INLINE void find_changes(part p, const int8_t *from, const int8_t *to, changes *c)
{
    int n = 0;
    for (int i = p.begin; i < p.end; i += 8) {
        uint64_t word = eight(to + i) ^ (from ? eight(from + i) : 0);
        c->differ[n] = word;
        c->place[n] = (uint16_t)i;
        n += word != 0;
    }
    c->n = n;
}

/* Only where the numbers differ is anything to be done. */
INLINE void change_part(const mur_net *n, int whole, int shared, part p, const int8_t *from, const int8_t *to,
                        making *m)
{
    changes c;
    find_changes(p, from, to, &c);
    for (int i = 0; i < c.n; i++)
        for (uint64_t bits = bits_of(c.differ[i]); bits; bits &= bits - 1) {
            int at = c.place[i] + __builtin_ctzll(bits);
            const int16_t *row = n->row + (size_t)(at - p.begin + p.row) * (size_t)(whole + shared);
            uint16_t times = (uint16_t)(to[at] - (from ? from[at] : 0));
            add_row(m->whole, row, times, whole);
            add_row(m->shared, row + whole, times, shared);
        }
}

/* `before` are sums of the whole, `block` where the shared ones before begin; without `from` there are none. */
INLINE void change_all(const mur_net *n, int whole, int shared, const int8_t *from, const int8_t *to,
                       const int16_t *before, const int16_t *block, int16_t *after)
{
    making m;
    int16_t *out = after + whole;
    take(m.whole, before, whole);
    for (int i = 0; i < n->alike.n; i++, block += shared, out += shared) {
        part p = { i * n->alike.width, (i + 1) * n->alike.width, 0 };
        take(m.shared, block, shared);
        change_part(n, whole, shared, p, from, to, &m);
        give(out, m.shared, shared);
    }
    part rest = { n->alike.n * n->alike.width, n->n_inputs, n->alike.width };
    take(m.shared, block, shared);
    change_part(n, whole, shared, rest, from, to, &m);
    give(out, m.shared, shared);
    give(after, m.whole, whole);
}

/* The shapes in use have sums that fit into registers. */
static void change(const mur_net *n, const int8_t *from, const int8_t *to, const int16_t *before, const int16_t *block,
                   mur_sums *sums)
{
    int whole = n->n_hidden - n->n_shared;
    if (whole == 32 && n->n_shared == 32)
        change_all(n, 32, 32, from, to, before, block, sums->at);
    else if (whole == 64 && n->n_shared == 0)
        change_all(n, 64, 0, from, to, before, block, sums->at);
    else
        change_all(n, whole, n->n_shared, from, to, before, block, sums->at);
}

void mur_net_begin(const mur_net *n, const int8_t *x, mur_sums *sums)
{
    int16_t shared[MUR_NET_SUMS];
    memset(shared, 0, (size_t)(n->alike.n * n->n_shared) * sizeof shared[0]);
    memcpy(shared + n->alike.n * n->n_shared, n->base + n->n_hidden - n->n_shared, (size_t)n->n_shared * 2);
    change(n, NULL, x, n->base, shared, sums);
}

void mur_net_change(const mur_net *n, const int8_t *from, const mur_sums *sums, const int8_t *to, mur_sums *changed)
{
    change(n, from, to, sums->at, sums->at + n->n_hidden - n->n_shared, changed);
}

/* -- Outputs -- */

static inline int16_t cut(int16_t sum, int16_t limit)
{
    sum = sum > 0 ? sum : 0;
    return sum < limit ? sum : limit;
}

/* Around 2^16, as the sums. */
static inline int16_t add(int16_t a, int16_t b)
{
    return (int16_t)(uint16_t)((uint16_t)a + (uint16_t)b);
}

/* The sums of the blocks are added up: the limit leaves room for it. */
static void cut_off(const mur_net *n, const mur_sums *sums, mur_sums *out)
{
    int16_t limit = (int16_t)n->limit;
    int whole = n->n_hidden - n->n_shared;
    const int16_t *block = sums->at + whole, *common = block + n->alike.n * n->n_shared;
    for (int i = 0; i < whole; i++)
        out->at[i] = cut(sums->at[i], limit);
    memset(out->at + whole, 0, (size_t)n->n_shared * sizeof out->at[0]);
    for (int k = 0; k < n->alike.n; k++, block += n->n_shared)
        for (int i = 0; i < n->n_shared; i++)
            out->at[whole + i] = (int16_t)(out->at[whole + i] + cut(add(block[i], common[i]), limit));
}

static int32_t weigh(const mur_net *n, const mur_sums *cut, int output)
{
    const int16_t *weight = n->out + output * n->n_hidden;
    int32_t sum = 0;
    for (int i = 0; i < n->n_hidden; i++)
        sum += cut->at[i] * weight[i];
    return sum + n->out_base[output];
}

/* 2^-x for x >= 0, both in 2^-16ths: whole powers are shifts, the rest is a polynomial, good to the last digit but
 * one. */
static int32_t half_to(int64_t x)
{
    int64_t f = x & 0xffff, p;
    if (x >> 16 > 24)
        return 0;
    p = 448;
    p = -3490 + (p * f >> 16);
    p = 15694 + (p * f >> 16);
    p = -45421 + (p * f >> 16);
    p = 65536 + (p * f >> 16);
    return (int32_t)(p >> (x >> 16));
}

void mur_net_shares(const mur_net *n, const mur_sums *sums, int out[MUR_SEATS])
{
    enum { LOG2_E = 94548 }; /* in 2^-16ths */
    mur_sums cut;
    int32_t most = INT32_MIN, sum[MUR_SEATS];
    int64_t all = 0;
    cut_off(n, sums, &cut);
    for (int seat = 0; seat < n->seats; seat++) {
        sum[seat] = weigh(n, &cut, seat);
        most = sum[seat] > most ? sum[seat] : most;
    }
    for (int seat = 0; seat < n->seats; seat++) {
        int64_t below = (int64_t)most - sum[seat];
        out[seat] = half_to(below * LOG2_E >> (n->sum_bits + n->out_bits));
        all += out[seat];
    }
    for (int seat = 0; seat < n->seats; seat++)
        out[seat] = (int)((int64_t)out[seat] * MUR_NET_ONE / all);
}

void mur_net_scores(const mur_net *n, const mur_sums *sums, int64_t out[MUR_SEATS])
{
    mur_sums cut;
    cut_off(n, sums, &cut);
    for (int seat = 0; seat < n->seats; seat++)
        out[seat] =
            (int64_t)weigh(n, &cut, n->seats + seat) * (MUR_NET_SCORE * MUR_NET_ONE) >> (n->sum_bits + n->out_bits);
}
