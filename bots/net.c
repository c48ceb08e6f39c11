/* SPDX-License-Identifier: MIT */
/* bots/net.c -- opens a net and evaluates it.
 * Opening checks everything, so that evaluation needs no checks: sizes, and that no output can overflow whatever the
 * accumulator holds. Sums wrap around modulo 2^16 on purpose: what was added can be subtracted again exactly, even with
 * absurd weights. The inner loops are written for SIMD by vector types of the compiler, without intrinsics. */
#include "bots/net.h"

#include <assert.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a model file is used in place, without conversion");

/* -- Reading a file -- */

typedef struct {
    char magic[4];
    uint8_t version, seats, sum_bits, out_bits;
    uint16_t n_inputs, n_hidden, limit, n_shared;
    char game[32];
    uint8_t rest[16];
} header;

_Static_assert(sizeof(header) == MUR_NET_HEADER, "no padding");

int mur_net_rows(int n_inputs, mur_input_groups groups)
{
    return groups.n ? n_inputs - (groups.n - 1) * groups.width : n_inputs;
}

size_t mur_net_size(int seats, int n_rows, int n_hidden)
{
    size_t rows = 1 + (size_t)n_rows + 2 * (size_t)seats;
    return MUR_NET_HEADER + rows * (size_t)n_hidden * sizeof(int16_t) + 2 * (size_t)seats * sizeof(int32_t);
}

/* Version 1 has no groups. */
static mur_input_groups groups_of(const header *h, const mur_game *g)
{
    return h->version == 1 ? (mur_input_groups){ 0, 0 } : mur_input_groups_of(mur_features_of(g), h->seats);
}

static bool is_made_for(const header *h, const mur_game *g, int seats)
{
    const mur_features *f = mur_features_of(g);
    size_t length = strlen(g->id);
    return f && memcmp(h->magic, "MNET", 4) == 0 && h->seats == seats && length < sizeof h->game &&
           memcmp(h->game, g->id, length + 1) == 0 && h->n_inputs == f->n_inputs(seats);
}

/* All sizes fit the arrays, and clipped sums of all groups fit 16 bits together. */
static bool has_good_sizes(const header *h, mur_input_groups groups)
{
    int times = groups.n ? groups.n : 1, shared = h->version == 1 ? 0 : h->n_shared;
    return h->n_hidden > 0 && h->n_hidden <= MUR_NET_HIDDEN && h->n_hidden % 16 == 0 && h->limit > 0 &&
           h->limit * times <= INT16_MAX && h->sum_bits <= 15 && h->out_bits <= 15 && shared % 16 == 0 &&
           shared <= h->n_hidden && h->n_hidden + groups.n * shared <= MUR_NET_SUMS;
}

static bool has_known_version(const header *h, mur_input_groups groups)
{
    return h->version == 1 || (h->version == 2 && groups.n > 0 && h->n_shared > 0);
}

/* Can no output overflow 32 bits? The worst case: every unit at its limit, every product with the sign of the bias. */
static bool has_bounded_outputs(const mur_net *n)
{
    for (int i = 0; i < 2 * n->seats; i++) {
        int64_t most = n->out_bias[i] < 0 ? -(int64_t)n->out_bias[i] : n->out_bias[i];
        for (int j = 0; j < n->n_hidden; j++) {
            int weight = n->out[i * n->n_hidden + j], times = j < n->n_hidden - n->n_shared ? 1 : n->groups.n;
            most += (int64_t)n->limit * times * (weight < 0 ? -weight : weight);
        }
        if (most > INT32_MAX / 2)
            return false;
    }
    return true;
}

/* The arrays follow each other in the file without gaps. */
static void find_weights(mur_net *n, const char *at)
{
    n->bias = (const void *)at;
    n->row = n->bias + n->n_hidden;
    n->out = n->row + mur_net_rows(n->n_inputs, n->groups) * n->n_hidden;
    n->out_bias = (const void *)(n->out + 2 * n->seats * n->n_hidden);
}

/* The bytes must be aligned for 32-bit integers: they are used in place. */
bool mur_net_open(mur_net *n, const mur_game *g, int seats, mur_span model)
{
    header h;
    if (model.len < sizeof h || (uintptr_t)model.at % _Alignof(int32_t) != 0)
        return false;
    memcpy(&h, model.at, sizeof h);
    if (!is_made_for(&h, g, seats))
        return false;
    mur_input_groups groups = groups_of(&h, g);
    if (!has_known_version(&h, groups) || !has_good_sizes(&h, groups) ||
        model.len != mur_net_size(seats, mur_net_rows(h.n_inputs, groups), h.n_hidden))
        return false;
    *n = (mur_net){ .seats = seats,
                    .n_inputs = h.n_inputs,
                    .n_hidden = h.n_hidden,
                    .limit = h.limit,
                    .n_shared = groups.n ? h.n_shared : 0,
                    .groups = groups,
                    .sum_bits = h.sum_bits,
                    .out_bits = h.out_bits };
    find_weights(n, model.at + MUR_NET_HEADER);
    return has_bounded_outputs(n);
}

/* -- The accumulator -- */

/* change() calls with constant sizes for the shapes of nets in use: inlining unrolls the loops for each shape. */
#define INLINE static inline __attribute__((always_inline))

typedef uint16_t lanes __attribute__((vector_size(16), aligned(2), may_alias));

enum { LANES = 8, MOST_LANES = MUR_NET_HIDDEN / LANES };

/* Eight inputs as one word. */
INLINE uint64_t load_word(const int8_t *x)
{
    uint64_t word;
    memcpy(&word, x, sizeof word);
    return word;
}

/* A bit mask of the bytes that are not 0, without SIMD: add 0x7f to each byte to carry into its top bit, then gather
 * the eight top bits by one multiplication. */
INLINE uint64_t bits_of(uint64_t bytes)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), spread = UINT64_C(0x0002040810204081);
    uint64_t high = (((bytes & low) + low) | bytes) & ~low;
    return (high >> 7) * (spread << 7) >> 56;
}

/* Sums in registers while they are computed: the plain units, and the shared units of one part. Modulo 2^16. */
typedef struct {
    lanes plain[MOST_LANES], shared[MOST_LANES];
} partial_sums;

INLINE void load(lanes *to, const int16_t *from, int n)
{
    for (int i = 0; i < n / LANES; i++)
        to[i] = *(const lanes *)(from + i * LANES);
}

INLINE void store(int16_t *to, const lanes *from, int n)
{
    for (int i = 0; i < n / LANES; i++)
        *(lanes *)(to + i * LANES) = from[i];
}

INLINE void add_row(lanes *sums, const int16_t *row, uint16_t times, int n)
{
    for (int i = 0; i < n / LANES; i++)
        sums[i] += *(const lanes *)(row + i * LANES) * times;
}

/* A range of inputs with rows of its own: one group, or everything else. */
typedef struct {
    int begin, end; /* of the inputs */
    int row;        /* of weights, of the first input */
} part;

/* The words of eight inputs that differ. Collecting them first, without a branch, avoids mispredictions in the loop
 * over rows. */
typedef struct {
    int n;
    uint64_t differ[MUR_INPUTS / 8];
    uint16_t place[MUR_INPUTS / 8];
} changes;

INLINE void find_changes(part p, const int8_t *from, const int8_t *to, changes *c)
{
    int n = 0;
    for (int i = p.begin; i < p.end; i += 8) {
        uint64_t word = load_word(to + i) ^ (from ? load_word(from + i) : 0);
        c->differ[n] = word;
        c->place[n] = (uint16_t)i;
        n += word != 0;
    }
    c->n = n;
}

/* Adds the rows of all inputs that differ, times the difference. Without `from` all inputs were 0. */
INLINE void change_part(const mur_net *n, int plain, int shared, part p, const int8_t *from, const int8_t *to,
                        partial_sums *m)
{
    changes c;
    find_changes(p, from, to, &c);
    for (int i = 0; i < c.n; i++)
        for (uint64_t bits = bits_of(c.differ[i]); bits; bits &= bits - 1) {
            int at = c.place[i] + __builtin_ctzll(bits);
            const int16_t *row = n->row + (size_t)(at - p.begin + p.row) * (size_t)(plain + shared);
            uint16_t times = (uint16_t)(to[at] - (from ? from[at] : 0));
            add_row(m->plain, row, times, plain);
            add_row(m->shared, row + plain, times, shared);
        }
}

/* Computes a whole accumulator: group by group, then the other inputs. `before` are the plain sums to start from,
 * `group_sums` the shared ones. */
INLINE void change_all(const mur_net *n, int plain, int shared, const int8_t *from, const int8_t *to,
                       const int16_t *before, const int16_t *group_sums, int16_t *after)
{
    partial_sums m;
    int16_t *out = after + plain;
    load(m.plain, before, plain);
    for (int i = 0; i < n->groups.n; i++, group_sums += shared, out += shared) {
        part p = { i * n->groups.width, (i + 1) * n->groups.width, 0 };
        load(m.shared, group_sums, shared);
        change_part(n, plain, shared, p, from, to, &m);
        store(out, m.shared, shared);
    }
    part rest = { n->groups.n * n->groups.width, n->n_inputs, n->groups.width };
    load(m.shared, group_sums, shared);
    change_part(n, plain, shared, rest, from, to, &m);
    store(out, m.shared, shared);
    store(after, m.plain, plain);
}

/* The accumulators of the shapes in use fit the vector registers; any other shape works, but slower. */
static void change(const mur_net *n, const int8_t *from, const int8_t *to, const int16_t *before,
                   const int16_t *group_sums, mur_accumulator *sums)
{
    int plain = n->n_hidden - n->n_shared;
    if (plain == 32 && n->n_shared == 32)
        change_all(n, 32, 32, from, to, before, group_sums, sums->at);
    else if (plain == 64 && n->n_shared == 0)
        change_all(n, 64, 0, from, to, before, group_sums, sums->at);
    else
        change_all(n, plain, n->n_shared, from, to, before, group_sums, sums->at);
}

void mur_net_refresh(const mur_net *n, const int8_t *x, mur_accumulator *sums)
{
    int16_t shared[MUR_NET_SUMS];
    memset(shared, 0, (size_t)(n->groups.n * n->n_shared) * sizeof shared[0]);
    memcpy(shared + n->groups.n * n->n_shared, n->bias + n->n_hidden - n->n_shared, (size_t)n->n_shared * 2);
    change(n, NULL, x, n->bias, shared, sums);
}

void mur_net_update(const mur_net *n, const int8_t *from, const mur_accumulator *sums, const int8_t *to,
                    mur_accumulator *changed)
{
    change(n, from, to, sums->at, sums->at + n->n_hidden - n->n_shared, changed);
}

/* -- Outputs -- */

static inline int16_t clip(int16_t sum, int16_t limit)
{
    sum = sum > 0 ? sum : 0;
    return sum < limit ? sum : limit;
}

/* Modulo 2^16, as the sums. */
static inline int16_t add(int16_t a, int16_t b)
{
    return (int16_t)(uint16_t)((uint16_t)a + (uint16_t)b);
}

/* The hidden layer: clipped sums; those of the groups are added, which fits 16 bits (has_good_sizes). */
static void clip_all(const mur_net *n, const mur_accumulator *sums, mur_accumulator *out)
{
    int16_t limit = (int16_t)n->limit;
    int plain = n->n_hidden - n->n_shared;
    const int16_t *group_sums = sums->at + plain, *common = group_sums + n->groups.n * n->n_shared;
    for (int i = 0; i < plain; i++)
        out->at[i] = clip(sums->at[i], limit);
    memset(out->at + plain, 0, (size_t)n->n_shared * sizeof out->at[0]);
    for (int k = 0; k < n->groups.n; k++, group_sums += n->n_shared)
        for (int i = 0; i < n->n_shared; i++)
            out->at[plain + i] = (int16_t)(out->at[plain + i] + clip(add(group_sums[i], common[i]), limit));
}

/* One output. */
static int32_t weigh(const mur_net *n, const mur_accumulator *clip, int output)
{
    const int16_t *weight = n->out + output * n->n_hidden;
    int32_t sum = 0;
    assert(output >= 0 && output < 2 * n->seats);
    for (int i = 0; i < n->n_hidden; i++)
        sum += clip->at[i] * weight[i];
    return sum + n->out_bias[output];
}

/* 2^-x for x >= 0 in 16.16 fixed point: the integer part is a shift, the fraction a polynomial of degree 4, exact to
 * about 2^-14. */
static int32_t exp2_neg(int64_t x)
{
    assert(x >= 0);
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

/* Softmax over the seats, in integers: e^-d = 2^(-d log2 e), d being the distance to the largest output. */
void mur_net_shares(const mur_net *n, const mur_accumulator *sums, int out[MUR_SEATS])
{
    enum { LOG2_E = 94548 }; /* in 2^-16ths */
    mur_accumulator clip;
    int32_t most = INT32_MIN, sum[MUR_SEATS];
    int64_t all = 0;
    clip_all(n, sums, &clip);
    for (int seat = 0; seat < n->seats; seat++) {
        sum[seat] = weigh(n, &clip, seat);
        most = sum[seat] > most ? sum[seat] : most;
    }
    for (int seat = 0; seat < n->seats; seat++) {
        int64_t below = (int64_t)most - sum[seat];
        out[seat] = exp2_neg(below * LOG2_E >> (n->sum_bits + n->out_bits));
        all += out[seat];
    }
    for (int seat = 0; seat < n->seats; seat++)
        out[seat] = (int)((int64_t)out[seat] * MUR_NET_ONE / all);
}

void mur_net_scores(const mur_net *n, const mur_accumulator *sums, int64_t out[MUR_SEATS])
{
    mur_accumulator clip;
    clip_all(n, sums, &clip);
    for (int seat = 0; seat < n->seats; seat++)
        out[seat] =
            (int64_t)weigh(n, &clip, n->seats + seat) * (MUR_NET_SCORE * MUR_NET_ONE) >> (n->sum_bits + n->out_bits);
}
