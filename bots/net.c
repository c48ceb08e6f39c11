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

/* Rows to be added to sums, by where they begin. Most numbers change by one; the others' rows are taken several
 * times. */
typedef struct {
    int n_more, n_less, n_other;
} places;

typedef struct {
    places end;
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
    places *end = &r->end;
    r->more[end->n_more] = row;
    r->less[end->n_less] = row;
    r->other[end->n_other] = row;
    r->times[end->n_other] = (uint16_t)times;
    end->n_more += times == 1;
    end->n_less += times == -1;
    end->n_other += times != 1 && times != -1;
}

/* A part of the numbers, with rows of its own: a block, or all the others. */
typedef struct {
    int begin, end; /* of the numbers */
    int row;        /* of the first */
} part;

/* The rows of the numbers that differ in one word of eight. */
static inline void add_word(rows *r, const int8_t *from, const int8_t *to, int i, uint64_t differ, int row, int width)
{
    for (uint64_t bits = bits_of(differ); bits; bits &= bits - 1) {
        int at = __builtin_ctzll(bits);
        add_change(r, (uint32_t)((row + at) * width), to[i + at] - (from ? from[i + at] : 0));
    }
}

/* Only where the numbers differ is anything to be done. Words that do are noted first, without a branch to guess
 * wrong. */
static inline void find_changes(const mur_net *n, part p, const int8_t *from, const int8_t *to, rows *r)
{
    uint64_t differ[MUR_INPUTS / 8];
    uint16_t place[MUR_INPUTS / 8];
    int found = 0;
    for (int i = p.begin; i < p.end; i += 8) {
        uint64_t word = eight(to + i) ^ (from ? eight(from + i) : 0);
        differ[found] = word;
        place[found] = (uint16_t)i;
        found += word != 0;
    }
    for (int i = 0; i < found; i++)
        add_word(r, from, to, place[i], differ[i], place[i] - p.begin + p.row, n->n_hidden);
}

/* Adds the rows from one place on, to `n` sums, whose weights begin at `row`. Sixteen sums at a time stay in registers.
 * All of it is around 2^16: what was added can be taken away again, whatever the bytes of the file. */
static inline void add_rows(const int16_t *row, int n, const rows *r, places from, const int16_t *before,
                            int16_t *after)
{
    typedef uint16_t lanes __attribute__((vector_size(16), aligned(2), may_alias));
    for (int i = 0; i < n; i += 16, row += 16) {
        lanes low = *(const lanes *)(before + i), high = *(const lanes *)(before + i + 8);
        for (int k = from.n_more; k < r->end.n_more; k++) {
            low += *(const lanes *)(row + r->more[k]);
            high += *(const lanes *)(row + r->more[k] + 8);
        }
        for (int k = from.n_less; k < r->end.n_less; k++) {
            low -= *(const lanes *)(row + r->less[k]);
            high -= *(const lanes *)(row + r->less[k] + 8);
        }
        for (int k = from.n_other; k < r->end.n_other; k++) {
            low += *(const lanes *)(row + r->other[k]) * r->times[k];
            high += *(const lanes *)(row + r->other[k] + 8) * r->times[k];
        }
        *(lanes *)(after + i) = low;
        *(lanes *)(after + i + 8) = high;
    }
}

/* A part's shared sums; what the rows add to the sums of the whole stays to be done. */
static void change_part(const mur_net *n, part p, const int8_t *from, const int8_t *to, rows *r, const int16_t *before,
                        int16_t *after)
{
    places begin = r->end;
    find_changes(n, p, from, to, r);
    add_rows(n->row + n->n_hidden - n->n_shared, n->n_shared, r, begin, before, after);
}

/* `shared` is where the sums before have those of the first block; without `from` there are none before. */
static void change(const mur_net *n, const int8_t *from, const int8_t *to, const int16_t *before, const int16_t *shared,
                   mur_sums *sums)
{
    int whole = n->n_hidden - n->n_shared, others = n->alike.n * n->alike.width, at = whole;
    rows r;
    r.end = (places){ 0, 0, 0 };
    for (int i = 0; i < n->alike.n; i++, at += n->n_shared) {
        part block = { i * n->alike.width, (i + 1) * n->alike.width, 0 };
        change_part(n, block, from, to, &r, shared + i * n->n_shared, sums->at + at);
    }
    part rest = { others, n->n_inputs, n->alike.width };
    change_part(n, rest, from, to, &r, shared + n->alike.n * n->n_shared, sums->at + at);
    add_rows(n->row, whole, &r, (places){ 0, 0, 0 }, before, sums->at);
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
