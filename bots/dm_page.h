/* SPDX-License-Identifier: MIT */
/* bots/dm_page.h -- the spots of Die Mauer with three players, in pages that are written small.
 * A page holds all spots in which the master and the seat to its left hold certain kinds, each at most once: whatever
 * the third seat holds, and however many ends are free. Worths are whole numbers, DM_PAGE_POINT to a point, and
 * multiples of a grain that depends on the number of pieces: coarse where spots are many. Most spots are worth the same
 * however many rounds were idle; where whose turn it is to yield is a matter of counting, it goes round with the idle
 * rounds, and there are several phases. Those who come to a spot by building have a number of their own there, because
 * most do, and it is to be right.
 *
 * In a page every number is guessed from those before it, by weights, and how far the guess is off, in grains, is
 * written so that what is frequent takes little room (asymmetric numeral systems: Duda 2013). Weights and frequencies
 * are given for each class of numbers. Spots that cannot come about without gifts and those at the end of a hand are
 * not written: they are worth what their stocks are. */
#ifndef BOTS_DM_PAGE_H
#define BOTS_DM_PAGE_H

#include "bots/dm_law.h"

enum {
    DM_PAGE_SEATS = 3,
    DM_PAGE_PIECES = DM_PAGE_SEATS * DM_KINDS,
    DM_PAGE_STOCKS = 1 << DM_KINDS,
    DM_PAGE_ENDS = 3, /* without a wall all pieces are held: this needs no place of its own */
    DM_PAGES = DM_PAGE_STOCKS * DM_PAGE_STOCKS,
    DM_PAGE_NUMBERS = 2, /* for the master and for the seat to its left; the third's worth follows */
    DM_PAGE_PHASES = 6,  /* idle rounds, modulo this, unless there was none */
    DM_PAGE_TIMES = 1 + DM_PAGE_PHASES,
    DM_PAGE_POINT = 64,
    DM_PAGE_FEATURES = 14, /* that guess a number */
    DM_PAGE_SYMBOLS = 128, /* 0, 1, -1, 2, -2, ...; the last: the number itself follows, in 16 bits */
    DM_PAGE_SHARES = 1 << 14,
    DM_PAGE_WEIGHT = 1 << 10 /* in weights, 1 */
};

/* Classes: by number, ends and pieces; then the phases of spots, by pieces; then the numbers of later phases. */
enum {
    DM_PAGE_LAYERS = DM_PAGE_PIECES + 1,
    DM_PAGE_OF_PHASES = DM_PAGE_NUMBERS * DM_PAGE_ENDS * DM_PAGE_LAYERS,
    DM_PAGE_LATER = DM_PAGE_OF_PHASES + DM_PAGE_LAYERS,
    DM_PAGE_CLASSES = DM_PAGE_LATER + DM_PAGE_NUMBERS
};

/* As it is in a file, little endian. */
typedef struct {
    int16_t weight[DM_PAGE_FEATURES];
    uint16_t share[DM_PAGE_SYMBOLS]; /* of all DM_PAGE_SHARES */
} dm_page_class;

typedef struct {
    uint8_t master, left; /* kinds, one bit each */
    bool can_be[DM_PAGE_ENDS][DM_PAGE_STOCKS], is_told[DM_PAGE_ENDS][DM_PAGE_STOCKS];
    int16_t worth[DM_PAGE_TIMES][DM_PAGE_ENDS][DM_PAGE_STOCKS][DM_PAGE_NUMBERS];
    int16_t mean[DM_PAGE_ENDS][DM_PAGE_STOCKS][DM_PAGE_NUMBERS]; /* of those with one piece less */
} dm_page;

/* -- Spots -- */

/* Which of its worths is the one after so many idle rounds. */
static inline int dm_page_time(int idle)
{
    return idle ? 1 + idle % DM_PAGE_PHASES : 0;
}

/* Which page a plain spot is in. */
int dm_page_of(const dm_spot *s);
void dm_page_worth(const dm_page *b, const dm_spot *s, float out[DM_SEATS]);

/* Is it worth anything else than its stocks are? */
bool dm_page_tells(const dm_page *b, const dm_spot *s);

/* Can it come about without gifts? Every piece stands in a wall that may be built, and nobody is out. Kinds of the
 * master, of the seat to its left and of the third: 7 bits each. */
bool dm_page_can_be(int ends, uint32_t kinds);

/* What worths are multiples of in spots with so many pieces. */
int dm_page_grain(int pieces);

/* -- Reading -- */

/* Whatever the bytes are, this ends, and reads nothing else. */
void dm_page_read(const dm_page_class *classes, mur_span bytes, int page, dm_page *out);

/* -- For those who write them: spots come with many free ends first, then in the order of the third's kinds -- */

/* Those that are not told have their worths. */
void dm_page_begin(dm_page *b, int page);

/* What a number is guessed from, no round being idle; to be called for all that are told, in order. */
void dm_page_features(dm_page *b, int ends, int third, int number, int out[DM_PAGE_FEATURES]);
int dm_page_guess(const dm_page_class *c, const int feature[DM_PAGE_FEATURES], int grain); /* in grains */
int dm_page_pieces(const dm_page *b, int third);
int dm_page_class_of(const dm_page *b, int ends, int third, int number);

/* How often the phases repeat, by symbol; 0: they are as if no round had been idle. */
extern const uint8_t dm_page_periods[5];

/* Symbols. */
static inline uint32_t dm_page_symbol(int off)
{
    return off > 0 ? 2U * (uint32_t)off - 1 : 2U * (uint32_t)-off;
}

#endif
