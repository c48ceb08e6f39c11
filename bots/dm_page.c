/* SPDX-License-Identifier: MIT */
#include "bots/dm_page.h"

#include <string.h>

const uint8_t dm_page_periods[5] = { 0, 1, 2, 3, 6 };

/* -- Spots -- */

static int place_of_ends(const dm_spot *s)
{
    return s->ends == DM_BARE ? 0 : s->ends;
}

int dm_page_of(const dm_spot *s)
{
    return (int)(dm_kinds_of(s->stock[0]) << DM_KINDS | dm_kinds_of(s->stock[1]));
}

void dm_page_worth(const dm_page *b, const dm_spot *s, float out[DM_SEATS])
{
    const int16_t *at = b->worth[dm_page_time(s->idle)][place_of_ends(s)][dm_kinds_of(s->stock[2])];
    out[0] = (float)at[0] / (float)DM_PAGE_POINT;
    out[1] = (float)at[1] / (float)DM_PAGE_POINT;
    out[2] = -out[0] - out[1];
}

bool dm_page_tells(const dm_page *b, const dm_spot *s)
{
    return b->is_told[place_of_ends(s)][dm_kinds_of(s->stock[2])];
}

/* Can so many specials and walls stand in a line with so many free ends? */
static bool can_stand(int specials, int walls, int ends)
{
    if (ends == DM_BARE || walls == 0)
        return walls == 0 && (ends == DM_BARE ? specials == 0 : specials == 1 && ends == 0);
    return specials <= walls + 1 - ends && specials >= 2 - ends;
}

bool dm_page_can_be(int ends, uint32_t kinds)
{
    int specials = DM_PAGE_SEATS * DM_WALLS, walls = DM_PAGE_SEATS * (DM_KINDS - DM_WALLS);
    for (int seat = 0; seat < DM_PAGE_SEATS; seat++) {
        unsigned held = kinds >> DM_KINDS * seat & DM_ALL_KINDS;
        specials -= __builtin_popcount(held & DM_SPECIALS);
        walls -= __builtin_popcount(held >> DM_WALLS);
        if (!held)
            return false;
    }
    return can_stand(specials, walls, ends);
}

/* About as the number of spots, which is why they are few. */
int dm_page_grain(int pieces)
{
    static const uint8_t grain[DM_PAGE_LAYERS] = { 1,  1,  1,  2,  2, 4, 6, 12, 22, 32, 40,
                                                   40, 32, 22, 12, 6, 3, 2, 2,  2,  2,  2 };
    return grain[pieces];
}

int dm_page_pieces(const dm_page *b, int third)
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

/* What the stocks are worth, twice. */
static void settle(const dm_page *b, unsigned third, int out[DM_PAGE_NUMBERS])
{
    int master = penalty_of(b->master), left = penalty_of(b->left), all = master + left + penalty_of(third);
    out[0] = all - DM_PAGE_SEATS * master;
    out[1] = all - DM_PAGE_SEATS * left;
}

static void begin_spot(dm_page *b, int ends, unsigned third)
{
    uint32_t kinds = ((uint32_t)b->master << DM_KINDS | b->left) << DM_KINDS | third;
    bool is_bare = ends == 0 && dm_page_pieces(b, (int)third) == DM_PAGE_PIECES;
    bool is_over = ends == 0 && !has_wall(b->master | b->left | third);
    int worth[DM_PAGE_NUMBERS];
    b->can_be[ends][third] = dm_page_can_be(is_bare ? DM_BARE : ends, kinds);
    b->is_told[ends][third] = b->can_be[ends][third] && !is_over;
    settle(b, third, worth);
    for (int time = 0; time < DM_PAGE_TIMES; time++)
        for (int number = 0; number < DM_PAGE_NUMBERS; number++)
            b->worth[time][ends][third][number] = (int16_t)(worth[number] * DM_PAGE_POINT / 2);
}

void dm_page_begin(dm_page *b, int page)
{
    b->master = (uint8_t)(page >> DM_KINDS & DM_ALL_KINDS);
    b->left = (uint8_t)(page & DM_ALL_KINDS);
    memset(b->mean, 0, sizeof b->mean);
    for (int ends = 0; ends < DM_PAGE_ENDS; ends++)
        for (unsigned third = 0; third < DM_PAGE_STOCKS; third++)
            begin_spot(b, ends, third);
}

/* -- Guessing -- */

/* A piece more for the third seat is worth about half its penalty to each of the others. Returns how many spots there
 * are with one piece less. */
static int find_mean(dm_page *b, int ends, int third, int number)
{
    int sum = 0, n = 0;
    for (unsigned rest = (unsigned)third; rest; rest &= rest - 1) {
        int less = third & ~(1 << __builtin_ctz(rest));
        if (!b->can_be[ends][less])
            continue;
        sum += b->worth[0][ends][less][number] + dm_penalty[__builtin_ctz(rest)] * DM_PAGE_POINT / 2;
        n++;
    }
    b->mean[ends][third][number] = (int16_t)(n ? sum / n : 0);
    return n;
}

void dm_page_features(dm_page *b, int ends, int third, int number, int out[DM_PAGE_FEATURES])
{
    int n = 0, known = find_mean(b, ends, third, number);
    memset(out, 0, sizeof out[0] * DM_PAGE_FEATURES);
    out[n++] = DM_PAGE_POINT;
    out[n++] = known ? DM_PAGE_POINT : 0;
    out[n++] = b->mean[ends][third][number];
    out[n++] = penalty_of(b->master) * DM_PAGE_POINT;
    out[n++] = penalty_of(b->left) * DM_PAGE_POINT;
    out[n++] = penalty_of((unsigned)third) * DM_PAGE_POINT;
    out[n++] = __builtin_popcount(b->left) * DM_PAGE_POINT;
    out[n++] = __builtin_popcount((unsigned)third) * DM_PAGE_POINT;
    for (int more = ends + 1; more < DM_PAGE_ENDS; more++) {
        out[n++] = b->can_be[more][third] ? b->worth[0][more][third][number] : 0;
        out[n++] = b->mean[more][third][number];
    }
    n = DM_PAGE_FEATURES - DM_PAGE_NUMBERS;
    if (number) {
        out[n++] = b->worth[0][ends][third][0];
        out[n] = b->mean[ends][third][0];
    }
}

static int divide(int64_t a, int64_t by)
{
    return (int)((a < 0 ? a - by / 2 : a + by / 2) / by);
}

int dm_page_guess(const dm_page_class *c, const int feature[DM_PAGE_FEATURES], int grain)
{
    int64_t sum = 0;
    for (int i = 0; i < DM_PAGE_FEATURES; i++)
        sum += (int64_t)c->weight[i] * feature[i];
    return divide(sum, (int64_t)DM_PAGE_WEIGHT * grain);
}

int dm_page_class_of(const dm_page *b, int ends, int third, int number)
{
    return (number * DM_PAGE_ENDS + ends) * DM_PAGE_LAYERS + dm_page_pieces(b, third);
}

/* -- Reading -- */

typedef struct {
    const unsigned char *at, *end;
    uint32_t state;
} reader;

enum { STATE_BYTES = 4, STATE_LEAST = 1 << 23, BYTE = 8 };

/* Zeros follow the last byte. */
static void refill(reader *r)
{
    for (int i = 0; i < STATE_BYTES && r->state < STATE_LEAST; i++)
        r->state = r->state << BYTE | (r->at < r->end ? *r->at++ : 0U);
}

static reader begin_reading(mur_span bytes)
{
    reader r = { (const unsigned char *)bytes.at, (const unsigned char *)bytes.at + bytes.len, 0 };
    refill(&r);
    return r;
}

static unsigned read_symbol(reader *r, const dm_page_class *c)
{
    uint32_t slot = r->state % DM_PAGE_SHARES, from = 0;
    unsigned symbol = 0;
    while (symbol < DM_PAGE_SYMBOLS - 1 && slot >= from + c->share[symbol])
        from += c->share[symbol++];
    r->state = c->share[symbol] * (r->state / DM_PAGE_SHARES) + slot - from;
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

static int read_off(reader *r, const dm_page_class *c)
{
    int symbol = (int)read_symbol(r, c);
    if (symbol < DM_PAGE_SYMBOLS - 1)
        return symbol & 1 ? (symbol + 1) / 2 : -symbol / 2;
    unsigned low = read_byte(r);
    return (int16_t)(low | read_byte(r) << BYTE);
}

static void read_first(reader *r, const dm_page_class *classes, dm_page *b, int ends, int third)
{
    int grain = dm_page_grain(dm_page_pieces(b, third));
    for (int number = 0; number < DM_PAGE_NUMBERS; number++) {
        const dm_page_class *c = &classes[dm_page_class_of(b, ends, third, number)];
        int feature[DM_PAGE_FEATURES];
        dm_page_features(b, ends, third, number, feature);
        b->worth[0][ends][third][number] = (int16_t)((dm_page_guess(c, feature, grain) + read_off(r, c)) * grain);
    }
}

static void read_later(reader *r, const dm_page_class *classes, dm_page *b, int ends, int third)
{
    int pieces = dm_page_pieces(b, third), grain = dm_page_grain(pieces);
    int period = dm_page_periods[read_symbol(r, &classes[DM_PAGE_OF_PHASES + pieces]) % sizeof dm_page_periods];
    for (int phase = 0; phase < DM_PAGE_PHASES; phase++)
        for (int number = 0; number < DM_PAGE_NUMBERS; number++) {
            int16_t *first = &b->worth[0][ends][third][number], *at = &b->worth[1 + phase][ends][third][number];
            if (phase < period)
                *at = (int16_t)(*first + read_off(r, &classes[DM_PAGE_LATER + number]) * grain);
            else
                *at = b->worth[period ? 1 + phase % period : 0][ends][third][number];
        }
}

void dm_page_read(const dm_page_class *classes, mur_span bytes, int page, dm_page *out)
{
    reader r = begin_reading(bytes);
    dm_page_begin(out, page);
    for (int ends = DM_PAGE_ENDS - 1; ends >= 0; ends--)
        for (int third = 1; third < DM_PAGE_STOCKS; third++)
            if (out->is_told[ends][third]) {
                read_first(&r, classes, out, ends, third);
                read_later(&r, classes, out, ends, third);
            }
}
