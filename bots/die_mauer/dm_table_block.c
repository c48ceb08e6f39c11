/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_table_block.c -- positions of a block, prediction, and the decoder.
 * Reader and writer (arena/die_mauer/solve_pack.c) share everything but the entropy coder itself, so that both predict
 * the same. Read dm_table_block_read first: it walks through the positions in coding order; read_first decodes the
 * values without idle rounds, read_later those of the phases. All arithmetic is on integers and fits 32 bits (64 in the
 * prediction). */
#include "bots/die_mauer/dm_table_block.h"

#include <assert.h>
#include <string.h>

/* The divisors of DM_TABLE_PHASES. */
const uint8_t dm_table_periods[5] = { 0, 1, 2, 3, 6 };

/* -- Positions -- */

static int place_of_ends(const dm_position *s)
{
    return s->ends == DM_NO_WALL ? 0 : s->ends;
}

int dm_table_block_of(const dm_position *s)
{
    return (int)(dm_kinds_in(s->stock[0]) << DM_KINDS | dm_kinds_in(s->stock[1]));
}

void dm_table_block_value(const dm_table_block *b, const dm_position *s, float out[DM_SEATS])
{
    const int16_t *at = b->value[dm_table_time(s->idle)][place_of_ends(s)][dm_kinds_in(s->stock[2])];
    out[0] = (float)at[0] / (float)DM_TABLE_POINT;
    out[1] = (float)at[1] / (float)DM_TABLE_POINT;
    out[2] = -out[0] - out[1];
}

bool dm_table_block_has(const dm_table_block *b, const dm_position *s)
{
    return b->is_stored[place_of_ends(s)][dm_kinds_in(s->stock[2])];
}

/* Can this many specials and walls stand in one wall with this many free ends? Specials never touch each other, and an
 * end that is not free has one: with w walls there are at most w + 1 places for specials, less one for each free end.
 */
static bool can_stand(int specials, int walls, int ends)
{
    if (ends == DM_NO_WALL || walls == 0)
        return walls == 0 && (ends == DM_NO_WALL ? specials == 0 : specials == 1 && ends == 0);
    return specials <= walls + 1 - ends && specials >= 2 - ends;
}

bool dm_table_is_reachable(int ends, uint32_t kinds)
{
    int specials = DM_TABLE_SEATS * DM_WALLS, walls = DM_TABLE_SEATS * (DM_KINDS - DM_WALLS);
    for (int seat = 0; seat < DM_TABLE_SEATS; seat++) {
        unsigned held = kinds >> DM_KINDS * seat & DM_ALL_KINDS;
        specials -= __builtin_popcount(held & DM_SPECIALS);
        walls -= __builtin_popcount(held >> DM_WALLS);
        if (!held)
            return false;
    }
    return can_stand(specials, walls, ends);
}

/* Roughly proportional to the number of positions with that many pieces: it keeps the file small where most of it is.
 */
int dm_table_quantum(int pieces)
{
    static const uint8_t quantum[DM_TABLE_LAYERS] = { 1,  1,  1,  2,  2, 4, 6, 12, 22, 32, 40,
                                                      40, 32, 22, 12, 6, 3, 2, 2,  2,  2,  2 };
    assert(pieces >= 0 && pieces < DM_TABLE_LAYERS);
    return quantum[pieces];
}

int dm_table_block_pieces(const dm_table_block *b, int third)
{
    return __builtin_popcount((unsigned)b->master << 2 * DM_KINDS | (unsigned)b->left << DM_KINDS | (unsigned)third);
}

static int penalty_of(unsigned kinds)
{
    int sum = 0;
    for (; kinds; kinds &= kinds - 1)
        sum += dm_penalty[__builtin_ctz(kinds)];
    return sum;
}

static bool has_wall(unsigned kinds)
{
    return kinds >> DM_WALLS != 0;
}

/* The values of the stocks of master and left seat, doubled to stay whole numbers (dm_final_values divides by 2). */
static void settle(const dm_table_block *b, unsigned third, int out[DM_TABLE_VALUES])
{
    int master = penalty_of(b->master), left = penalty_of(b->left), all = master + left + penalty_of(third);
    out[0] = all - DM_TABLE_SEATS * master;
    out[1] = all - DM_TABLE_SEATS * left;
}

/* Is the position possible, is it stored, and the value of its stocks for all times. */
static void begin_position(dm_table_block *b, int ends, unsigned third)
{
    uint32_t kinds = ((uint32_t)b->master << DM_KINDS | b->left) << DM_KINDS | third;
    bool is_bare = ends == 0 && dm_table_block_pieces(b, (int)third) == DM_TABLE_PIECES;
    bool is_over = ends == 0 && !has_wall(b->master | b->left | third);
    int value[DM_TABLE_VALUES];
    b->is_reachable[ends][third] = dm_table_is_reachable(is_bare ? DM_NO_WALL : ends, kinds);
    b->is_stored[ends][third] = b->is_reachable[ends][third] && !is_over;
    settle(b, third, value);
    for (int time = 0; time < DM_TABLE_TIMES; time++)
        for (int which = 0; which < DM_TABLE_VALUES; which++)
            b->value[time][ends][third][which] = (int16_t)(value[which] * DM_TABLE_POINT / 2);
}

void dm_table_block_begin(dm_table_block *b, int block)
{
    b->master = (uint8_t)(block >> DM_KINDS & DM_ALL_KINDS);
    b->left = (uint8_t)(block & DM_ALL_KINDS);
    memset(b->mean, 0, sizeof b->mean);
    for (int ends = 0; ends < DM_TABLE_ENDS; ends++)
        for (unsigned third = 0; third < DM_TABLE_STOCKS; third++)
            begin_position(b, ends, third);
}

/* -- Prediction -- */

/* The mean value of the positions in which the third seat has one piece less, corrected: one more piece in its stock is
 * worth about half the penalty to each of the other two. Returns how many such positions there are. */
static int find_mean(dm_table_block *b, int ends, int third, int which)
{
    int sum = 0, n = 0;
    for (unsigned rest = (unsigned)third; rest; rest &= rest - 1) {
        int less = third & ~(1 << __builtin_ctz(rest));
        if (!b->is_reachable[ends][less])
            continue;
        sum += b->value[0][ends][less][which] + dm_penalty[__builtin_ctz(rest)] * DM_TABLE_POINT / 2;
        n++;
    }
    b->mean[ends][third][which] = (int16_t)(n ? sum / n : 0);
    return n;
}

/* A constant, the mean of the neighbours with one piece less, penalties and sizes of the stocks, the same position with
 * more free ends; for the second value of a position also the first one. */
void dm_table_block_features(dm_table_block *b, int ends, int third, int which, int out[DM_TABLE_FEATURES])
{
    int n = 0, known = find_mean(b, ends, third, which);
    memset(out, 0, sizeof out[0] * DM_TABLE_FEATURES);
    out[n++] = DM_TABLE_POINT;
    out[n++] = known ? DM_TABLE_POINT : 0;
    out[n++] = b->mean[ends][third][which];
    out[n++] = penalty_of(b->master) * DM_TABLE_POINT;
    out[n++] = penalty_of(b->left) * DM_TABLE_POINT;
    out[n++] = penalty_of((unsigned)third) * DM_TABLE_POINT;
    out[n++] = __builtin_popcount(b->left) * DM_TABLE_POINT;
    out[n++] = __builtin_popcount((unsigned)third) * DM_TABLE_POINT;
    for (int more = ends + 1; more < DM_TABLE_ENDS; more++) {
        out[n++] = b->is_reachable[more][third] ? b->value[0][more][third][which] : 0;
        out[n++] = b->mean[more][third][which];
    }
    n = DM_TABLE_FEATURES - DM_TABLE_VALUES;
    if (which) {
        out[n++] = b->value[0][ends][third][0];
        out[n] = b->mean[ends][third][0];
    }
}

/* Rounds to the nearest, away from 0 in the middle: the same for both signs, unlike a shift. */
static int divide(int64_t a, int64_t by)
{
    return (int)((a < 0 ? a - by / 2 : a + by / 2) / by);
}

int dm_table_predict(const dm_table_class *c, const int feature[DM_TABLE_FEATURES], int quantum)
{
    int64_t sum = 0;
    for (int i = 0; i < DM_TABLE_FEATURES; i++)
        sum += (int64_t)c->weight[i] * feature[i];
    return divide(sum, (int64_t)DM_TABLE_WEIGHT_ONE * quantum);
}

int dm_table_block_class(const dm_table_block *b, int ends, int third, int which)
{
    return (which * DM_TABLE_ENDS + ends) * DM_TABLE_LAYERS + dm_table_block_pieces(b, third);
}

/* -- Reading -- */

/* The rANS decoder. The whole block is one big number x in a mixed radix: to decode a symbol of frequency f out of
 * M = DM_TABLE_FREQUENCIES, take slot = x mod M, find the symbol whose range [from, from + f) contains it, and go on
 * with x = f * (x / M) + slot - from, the inverse of write_token() in arena/die_mauer/solve_pack.c. Only the top of x
 * is in `state`, at or above STATE_MIN as long as there are bytes; as it shrinks, lower bytes are shifted in. */
typedef struct {
    const unsigned char *at, *end;
    uint32_t state;
} reader;

enum { STATE_BYTES = 4, STATE_MIN = 1 << 23, BYTE = 8 };

/* Shifts bytes in until the state is large enough again. Behind the last byte come zeros, so a damaged block ends, too.
 */
static void refill(reader *r)
{
    for (int i = 0; i < STATE_BYTES && r->state < STATE_MIN; i++)
        r->state = r->state << BYTE | (r->at < r->end ? *r->at++ : 0U);
}

static reader begin_reading(mur_span bytes)
{
    reader r = { (const unsigned char *)bytes.at, (const unsigned char *)bytes.at + bytes.len, 0 };
    refill(&r);
    return r;
}

/* One symbol. A linear search for its range is fast enough, since most residuals are near 0. */
static unsigned read_symbol(reader *r, const dm_table_class *c)
{
    uint32_t slot = r->state % DM_TABLE_FREQUENCIES, from = 0;
    unsigned symbol = 0;
    while (symbol < DM_TABLE_SYMBOLS - 1 && slot >= from + c->frequency[symbol])
        from += c->frequency[symbol++];
    r->state = c->frequency[symbol] * (r->state / DM_TABLE_FREQUENCIES) + slot - from;
    refill(r);
    return symbol;
}

static unsigned read_byte(reader *r)
{
    unsigned byte = r->state & 0xff;
    r->state >>= BYTE;
    refill(r);
    return byte;
}

/* A residual, in quanta. */
static int read_residual(reader *r, const dm_table_class *c)
{
    int symbol = (int)read_symbol(r, c);
    if (symbol < DM_TABLE_SYMBOLS - 1)
        return symbol & 1 ? (symbol + 1) / 2 : -symbol / 2;
    unsigned low = read_byte(r);
    return (int16_t)(low | read_byte(r) << BYTE);
}

/* The two values of a position without idle rounds: prediction plus error, times the quantum. */
static void read_first(reader *r, const dm_table_class *classes, dm_table_block *b, int ends, int third)
{
    int quantum = dm_table_quantum(dm_table_block_pieces(b, third));
    for (int which = 0; which < DM_TABLE_VALUES; which++) {
        const dm_table_class *c = &classes[dm_table_block_class(b, ends, third, which)];
        int feature[DM_TABLE_FEATURES];
        dm_table_block_features(b, ends, third, which, feature);
        b->value[0][ends][third][which] =
            (int16_t)((dm_table_predict(c, feature, quantum) + read_residual(r, c)) * quantum);
    }
}

/* The values of the phases: the period, then the values of the first phases as differences from the value without idle
 * rounds; the rest repeats. */
static void read_later(reader *r, const dm_table_class *classes, dm_table_block *b, int ends, int third)
{
    int pieces = dm_table_block_pieces(b, third), quantum = dm_table_quantum(pieces);
    int period = dm_table_periods[read_symbol(r, &classes[DM_TABLE_PERIOD_CLASSES + pieces]) % sizeof dm_table_periods];
    for (int phase = 0; phase < DM_TABLE_PHASES; phase++)
        for (int which = 0; which < DM_TABLE_VALUES; which++) {
            int16_t *first = &b->value[0][ends][third][which], *at = &b->value[1 + phase][ends][third][which];
            if (phase < period)
                *at = (int16_t)(*first + read_residual(r, &classes[DM_TABLE_PHASE_CLASSES + which]) * quantum);
            else
                *at = b->value[period ? 1 + phase % period : 0][ends][third][which];
        }
}

void dm_table_block_read(const dm_table_class *classes, mur_span bytes, int block, dm_table_block *out)
{
    assert(block >= 0 && block < DM_TABLE_BLOCKS);
    reader r = begin_reading(bytes);
    dm_table_block_begin(out, block);
    for (int ends = DM_TABLE_ENDS - 1; ends >= 0; ends--)
        for (int third = 1; third < DM_TABLE_STOCKS; third++)
            if (out->is_stored[ends][third]) {
                read_first(&r, classes, out, ends, third);
                read_later(&r, classes, out, ends, third);
            }
}
