/* SPDX-License-Identifier: MIT */
#include "bots/net.h"

#include <assert.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a lore file is read where it lies");

/* -- Reading a file -- */

typedef struct {
    char magic[4];
    uint8_t version, seats, sum_bits, out_bits;
    uint16_t n_inputs, n_hidden, limit, spare;
    char game[32];
    uint8_t rest[16];
} head;

_Static_assert(sizeof(head) == MUR_NET_HEAD, "no padding");

size_t mur_net_size(int seats, int n_inputs, int n_hidden)
{
    size_t rows = 1 + (size_t)n_inputs + 2 * (size_t)seats;
    return MUR_NET_HEAD + rows * (size_t)n_hidden * sizeof(int16_t) + 2 * (size_t)seats * sizeof(int32_t);
}

static bool is_for(const head *h, const mur_game *g, int seats, size_t size)
{
    const mur_features *f = mur_features_of(g);
    size_t length = strlen(g->id);
    return f && memcmp(h->magic, "MNET", 4) == 0 && h->version == 1 && h->seats == seats && length < sizeof h->game &&
           memcmp(h->game, g->id, length + 1) == 0 && h->n_inputs == f->n_inputs(seats) && h->n_hidden > 0 &&
           h->n_hidden <= MUR_NET_HIDDEN && h->n_hidden % 16 == 0 && h->limit > 0 && h->limit <= INT16_MAX &&
           h->sum_bits <= 15 && h->out_bits <= 15 && size == mur_net_size(seats, h->n_inputs, h->n_hidden);
}

/* However high the sums are, no output overflows. */
static bool has_bounded_outputs(const mur_net *n)
{
    for (int i = 0; i < 2 * n->seats; i++) {
        int64_t most = n->out_base[i] < 0 ? -(int64_t)n->out_base[i] : n->out_base[i];
        for (int j = 0; j < n->n_hidden; j++) {
            int weight = n->out[i * n->n_hidden + j];
            most += (int64_t)n->limit * (weight < 0 ? -weight : weight);
        }
        if (most > INT32_MAX / 2)
            return false;
    }
    return true;
}

bool mur_net_open(mur_net *n, const mur_game *g, int seats, mur_span lore)
{
    head h;
    if (lore.len < sizeof h || (uintptr_t)lore.at % _Alignof(int32_t) != 0)
        return false;
    memcpy(&h, lore.at, sizeof h);
    if (!is_for(&h, g, seats, lore.len))
        return false;
    *n = (mur_net){ .seats = seats,
                    .n_inputs = h.n_inputs,
                    .n_hidden = h.n_hidden,
                    .limit = h.limit,
                    .sum_bits = h.sum_bits,
                    .out_bits = h.out_bits };
    n->base = (const void *)(lore.at + MUR_NET_HEAD);
    n->row = n->base + n->n_hidden;
    n->out = n->row + n->n_inputs * n->n_hidden;
    n->out_base = (const void *)(n->out + 2 * seats * n->n_hidden);
    return has_bounded_outputs(n);
}

/* -- Sums -- */

/* Rows to be added to the sums, by where they begin. Most numbers change by one; the others' rows are taken several
 * times. */
typedef struct {
    int n_more, n_less, n_other;
    uint32_t more[MUR_INPUTS], less[MUR_INPUTS], other[MUR_INPUTS];
    uint16_t times[MUR_INPUTS];
} rows;

static inline uint64_t eight(const int8_t *x)
{
    uint64_t word;
    memcpy(&word, x, sizeof word);
    return word;
}

/* One bit for each of eight bytes that is not 0. */
static inline uint64_t bits_of(uint64_t bytes)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), spread = UINT64_C(0x0002040810204081);
    uint64_t high = (((bytes & low) + low) | bytes) & ~low;
    return (high >> 7) * (spread << 7) >> 56;
}

static inline void add_change(rows *r, uint32_t row, int times)
{
    r->more[r->n_more] = row;
    r->less[r->n_less] = row;
    r->other[r->n_other] = row;
    r->times[r->n_other] = (uint16_t)times;
    r->n_more += times == 1;
    r->n_less += times == -1;
    r->n_other += times != 1 && times != -1;
}

/* The rows of the numbers that differ in one word of eight. */
static inline void add_word(rows *r, const mur_net *n, const int8_t *from, const int8_t *to, int i, uint64_t differ)
{
    for (uint64_t bits = bits_of(differ); bits; bits &= bits - 1) {
        int at = i + __builtin_ctzll(bits);
        add_change(r, (uint32_t)(at * n->n_hidden), to[at] - (from ? from[at] : 0));
    }
}

/* Only where the numbers differ is anything to be done. Words that do are noted first, without a branch to guess
 * wrong. */
static inline void find_changes(const mur_net *n, const int8_t *from, const int8_t *to, rows *r)
{
    uint64_t differ[MUR_INPUTS / 8];
    uint16_t place[MUR_INPUTS / 8];
    int found = 0;
    for (int i = 0; i < n->n_inputs; i += 8) {
        uint64_t word = eight(to + i) ^ (from ? eight(from + i) : 0);
        differ[found] = word;
        place[found] = (uint16_t)i;
        found += word != 0;
    }
    r->n_more = r->n_less = r->n_other = 0;
    for (int i = 0; i < found; i++)
        add_word(r, n, from, to, place[i], differ[i]);
}

/* Sixteen sums at a time stay in registers. All of it is around 2^16: what was added can be taken away again, whatever
 * the bytes of the file. */
static void add_rows(const mur_net *n, const int16_t *before, const rows *r, int16_t *after)
{
    typedef uint16_t lanes __attribute__((vector_size(16), aligned(2), may_alias));
    for (int i = 0; i < n->n_hidden; i += 16) {
        const int16_t *row = n->row + i;
        lanes low = *(const lanes *)(before + i), high = *(const lanes *)(before + i + 8);
        for (int k = 0; k < r->n_more; k++) {
            low += *(const lanes *)(row + r->more[k]);
            high += *(const lanes *)(row + r->more[k] + 8);
        }
        for (int k = 0; k < r->n_less; k++) {
            low -= *(const lanes *)(row + r->less[k]);
            high -= *(const lanes *)(row + r->less[k] + 8);
        }
        for (int k = 0; k < r->n_other; k++) {
            low += *(const lanes *)(row + r->other[k]) * r->times[k];
            high += *(const lanes *)(row + r->other[k] + 8) * r->times[k];
        }
        *(lanes *)(after + i) = low;
        *(lanes *)(after + i + 8) = high;
    }
}

void mur_net_begin(const mur_net *n, const int8_t *x, mur_sums *sums)
{
    rows r;
    find_changes(n, NULL, x, &r);
    add_rows(n, n->base, &r, sums->at);
}

void mur_net_change(const mur_net *n, const int8_t *from, const mur_sums *sums, const int8_t *to, mur_sums *changed)
{
    rows r;
    find_changes(n, from, to, &r);
    add_rows(n, sums->at, &r, changed->at);
}

/* -- Outputs -- */

static void cut_off(const mur_net *n, const mur_sums *sums, mur_sums *cut)
{
    int16_t limit = (int16_t)n->limit;
    for (int i = 0; i < n->n_hidden; i++) {
        int16_t sum = sums->at[i] > 0 ? sums->at[i] : 0;
        cut->at[i] = sum < limit ? sum : limit;
    }
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
