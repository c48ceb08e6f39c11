/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_table_block.h -- a block of the solved table, and how its values are compressed.
 * A block holds all positions of three players in which the master and the seat to its left hold certain kinds, each at
 * most once: 3 numbers of free ends x 128 stocks of the third seat. There are 128 x 128 blocks.
 *
 * Values are integers, DM_TABLE_POINT to a point, rounded to multiples of a quantum that depends on the number of
 * pieces: coarse where positions are many. Each position has one pair of values for "no idle round before" (how most
 * positions are reached) and one pair for each phase, the number of idle rounds modulo DM_TABLE_PHASES: in some
 * positions everybody waits for somebody else to yield, and whose turn that is goes round with the idle rounds. Mostly
 * all phases are equal.
 *
 * Compression is predictive, as in lossless image formats: each value is predicted from values before it by a linear
 * model, and the prediction error (residual), in quanta, is entropy-coded by an asymmetric numeral system (range
 * variant rANS: Duda 2013). Weights and symbol frequencies are given per class of values: which of the
 * two it is, free ends, pieces.
 * Positions that cannot occur without gifts, and those in which the hand is over, are not stored: their value is that
 * of their stocks.
 */
#ifndef BOTS_DIE_MAUER_DM_TABLE_BLOCK_H
#define BOTS_DIE_MAUER_DM_TABLE_BLOCK_H

#include "bots/die_mauer/dm_payoff.h"

enum {
    DM_TABLE_SEATS = 3,
    DM_TABLE_PIECES = DM_TABLE_SEATS * DM_KINDS,
    DM_TABLE_STOCKS = 1 << DM_KINDS,
    DM_TABLE_ENDS = 3, /* 0-2; DM_NO_WALL shares the place of 0: it occurs only with all pieces in stock */
    DM_TABLE_BLOCKS = DM_TABLE_STOCKS * DM_TABLE_STOCKS,
    DM_TABLE_VALUES = 2, /* for the master and the seat to its left; the third value follows, values are zero-sum */
    DM_TABLE_PHASES = 6, /* of idle rounds: their number modulo this */
    DM_TABLE_TIMES = 1 + DM_TABLE_PHASES,
    DM_TABLE_POINT = 64,
    DM_TABLE_FEATURES = 14,         /* inputs of the linear prediction */
    DM_TABLE_SYMBOLS = 128,         /* residuals 0, 1, -1, 2, -2, ...; the last is an escape: 16 bits follow */
    DM_TABLE_FREQUENCIES = 1 << 14, /* sum of all frequencies of a class */
    DM_TABLE_WEIGHT_ONE = 1 << 10   /* fixed point: the weight 1 */
};

/* Classes of coded symbols: first values, by which of the two, ends and pieces; then the period of the phases, by
 * pieces; then the values of the phases. */
enum {
    DM_TABLE_LAYERS = DM_TABLE_PIECES + 1,
    DM_TABLE_PERIOD_CLASSES = DM_TABLE_VALUES * DM_TABLE_ENDS * DM_TABLE_LAYERS,
    DM_TABLE_PHASE_CLASSES = DM_TABLE_PERIOD_CLASSES + DM_TABLE_LAYERS,
    DM_TABLE_N_CLASSES = DM_TABLE_PHASE_CLASSES + DM_TABLE_VALUES
};

/* One class, laid out as in the file, little endian. */
typedef struct {
    int16_t weight[DM_TABLE_FEATURES];
    uint16_t frequency[DM_TABLE_SYMBOLS]; /* of each symbol; together DM_TABLE_FREQUENCIES */
} dm_table_class;

typedef struct {
    uint8_t master, left; /* kinds, one bit each */
    bool is_reachable[DM_TABLE_ENDS][DM_TABLE_STOCKS], is_stored[DM_TABLE_ENDS][DM_TABLE_STOCKS];
    int16_t value[DM_TABLE_TIMES][DM_TABLE_ENDS][DM_TABLE_STOCKS][DM_TABLE_VALUES];
    int16_t mean[DM_TABLE_ENDS][DM_TABLE_STOCKS]
                [DM_TABLE_VALUES]; /* of the positions in which the third seat has one piece less */
} dm_table_block;

/* -- Positions -- */

/* Which of its values a position has after this many idle rounds: 0, or 1 + phase. */
static inline int dm_table_time(int idle)
{
    return idle ? 1 + idle % DM_TABLE_PHASES : 0;
}

/* The number of the block with this position, which has no doubles; and the values of the position in that block. */
int dm_table_block_of(const dm_position *s);
void dm_table_block_value(const dm_table_block *b, const dm_position *s, float out[DM_SEATS]);

/* Is the position stored? Otherwise its value is that of its stocks. */
bool dm_table_block_has(const dm_table_block *b, const dm_position *s);

/* Can a position occur without gifts? The pieces that are not in stock must form a wall that can be built, and nobody
 * is without pieces. `kinds` has 7 bits for each of the three seats. */
bool dm_table_is_reachable(int ends, uint32_t kinds);

/* The step to which values are rounded in positions with this many pieces. */
int dm_table_quantum(int pieces);

/* -- Reading -- */

/* Unpacks a block. Whatever the bytes are, this terminates and reads nothing outside them. */
void dm_table_block_read(const dm_table_class *classes, mur_span bytes, int block, dm_table_block *out);

/* -- Shared with the writer (arena/die_mauer/solve_pack.c): positions are coded with many free ends first, then in the
 * order of the third seat's kinds -- */

/* Sets which positions are stored, and gives all of them the value of their stocks. */
void dm_table_block_begin(dm_table_block *b, int block);

/* The inputs from which a value without idle rounds is predicted. To be called for all stored values in coding order:
 * it reads earlier values and remembers a mean for later ones. `which`: 0 for the master's value, 1 for that of the
 * seat to its left. */
void dm_table_block_features(dm_table_block *b, int ends, int third, int which, int out[DM_TABLE_FEATURES]);
int dm_table_predict(const dm_table_class *c, const int feature[DM_TABLE_FEATURES], int quantum); /* in quanta */
int dm_table_block_pieces(const dm_table_block *b, int third);
int dm_table_block_class(const dm_table_block *b, int ends, int third, int which);

/* After how many idle rounds the values repeat, by symbol; 0: idle rounds make no difference. */
extern const uint8_t dm_table_periods[5];

/* The symbol of a residual: 0, 1, -1, 2, -2, ... */
static inline uint32_t dm_table_symbol(int residual)
{
    return residual > 0 ? 2U * (uint32_t)residual - 1 : 2U * (uint32_t)-residual;
}

#endif
