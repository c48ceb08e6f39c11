/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_pack.c -- compresses the solved table: linear prediction and entropy coding.
 *
 * Each value is predicted from its neighbours by a linear model, one for each class of values
 * (bots/die_mauer/dm_table_block.h); the residual, in quanta, is coded with asymmetric numeral systems (rANS: Duda
 * 2013), with one frequency table for each class. Three passes over all blocks: a sample of the blocks to fit the
 * linear models by least squares; all blocks to count the residuals; all blocks to write the bytes. dm_table_block.c
 * does the same prediction when reading; both sides must agree bit by bit, so prediction is done in integers. */
#include "arena/die_mauer/solve_pack.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURES = DM_TABLE_FEATURES,
    SYMBOLS = DM_TABLE_SYMBOLS,
    OTHER = SYMBOLS - 1,      /* escape symbol: the residual follows as two plain bytes */
    SAMPLE_EVERY = 13,        /* one block in 13 is enough to fit the linear models */
    BLOCK_BYTES_MAX = 1 << 14 /* of a packed block; also the most tokens of a block */
};

typedef struct {
    double square[FEATURES][FEATURES + 1]; /* the normal equations of least squares: X'X and, as last column, X'y */
} equations;

/* A symbol to be coded. A block's tokens are collected first: ANS is a stack, so they are written in reverse. */
typedef struct {
    uint16_t class, symbol; /* class DM_TABLE_N_CLASSES: a plain byte, all values equally likely */
} token;

typedef struct {
    const solve_table *table;
    equations *fit;                  /* [DM_TABLE_N_CLASSES]: pass 1 */
    uint32_t (*counts)[SYMBOLS];     /* [DM_TABLE_N_CLASSES]: how often each symbol occurs; pass 2 */
    dm_table_class *classes;         /* [DM_TABLE_N_CLASSES]: what goes into the file */
    uint32_t (*cumulative)[SYMBOLS]; /* [DM_TABLE_N_CLASSES]: sums of the frequencies of smaller symbols */
    unsigned char *sizes, *blocks;
    uint32_t size;        /* bytes of all blocks so far */
    dm_table_block block; /* the current one */
    token *tokens;        /* its symbols */
    int n_tokens;
} packer;

/* -- Blocks -- */

/* Where the table holds a position of a block. */
static float *values_at(const solve_table *t, const dm_table_block *block, int ends, int third)
{
    size_t place = (((size_t)ends << DM_KINDS | block->master) << DM_KINDS | block->left) << DM_KINDS;
    return t->at + (place | (size_t)third) * SOLVE_WIDTH;
}

/* From points to whole numbers, DM_TABLE_POINT to a point, for entry and all phases. */
static void load_position(packer *p, int ends, int third)
{
    const float *at = values_at(p->table, &p->block, ends, third);
    for (int idle = 0; idle <= DM_TABLE_PHASES; idle++)
        for (int which = 0; which < DM_TABLE_VALUES; which++)
            p->block.value[dm_table_time(idle)][ends][third][which] =
                (int16_t)lrintf(at[solve_value_offset(idle) + which] * DM_TABLE_POINT);
}

typedef void position_fn(packer *p, int ends, int third);

/* Visits the stored positions of a block in the order in which they are coded: predictions use earlier ones. */
static void for_positions(packer *p, position_fn *visit)
{
    for (int ends = DM_TABLE_ENDS - 1; ends >= 0; ends--)
        for (int third = 1; third < DM_TABLE_STOCKS; third++)
            if (p->block.is_stored[ends][third])
                visit(p, ends, third);
}

static void load_block(packer *p, int block)
{
    dm_table_block_begin(&p->block, block);
    for_positions(p, load_position);
}

/* -- Fitting the linear models -- */

/* Adds a position's features and values to the normal equations of their class. */
static void collect(packer *p, int ends, int third)
{
    for (int which = 0; which < DM_TABLE_VALUES; which++) {
        equations *e = &p->fit[dm_table_block_class(&p->block, ends, third, which)];
        int feature[FEATURES];
        dm_table_block_features(&p->block, ends, third, which, feature);
        for (int i = 0; i < FEATURES; i++) {
            for (int k = 0; k < FEATURES; k++)
                e->square[i][k] += (double)feature[i] * feature[k];
            e->square[i][FEATURES] += (double)feature[i] * p->block.value[0][ends][third][which];
        }
    }
}

/* Solves the normal equations by Gauss-Jordan elimination. A small multiple of the identity is added (ridge
 * regression): features that are linearly dependent then get small weights instead of huge ones. Weights are rounded to
 * fixed point. */
static void solve_equations(equations *e, int16_t weight[FEATURES])
{
    static const double ridge = 1e4, max = 0x7fff;
    for (int i = 0; i < FEATURES; i++)
        e->square[i][i] += ridge;
    for (int i = 0; i < FEATURES; i++)
        for (int r = 0; r < FEATURES; r++) {
            double times = e->square[r][i] / e->square[i][i];
            for (int k = i; k <= FEATURES && r != i; k++)
                e->square[r][k] -= times * e->square[i][k];
        }
    for (int i = 0; i < FEATURES; i++) {
        double exact = e->square[i][FEATURES] / e->square[i][i] * DM_TABLE_WEIGHT_ONE;
        weight[i] = (int16_t)lrint(fmax(-max, fmin(max, exact)));
    }
}

/* -- Symbols -- */

static void put_token(packer *p, int class, unsigned symbol)
{
    assert(p->n_tokens < BLOCK_BYTES_MAX && symbol < (class == DM_TABLE_N_CLASSES ? 256 : SYMBOLS));
    p->tokens[p->n_tokens++] = (token){ (uint16_t) class, (uint16_t)symbol };
}

/* A residual: one symbol if it is small, else the escape symbol and two bytes, the low one first. */
static void put_residual(packer *p, int class, int residual)
{
    if (dm_table_symbol(residual) < OTHER) {
        put_token(p, class, dm_table_symbol(residual));
        return;
    }
    put_token(p, class, OTHER);
    put_token(p, DM_TABLE_N_CLASSES, (unsigned)residual & 0xff);
    put_token(p, DM_TABLE_N_CLASSES, (unsigned)residual >> 8 & 0xff);
}

/* Do the phases repeat with this period? Period 0: are all equal to the entry values? */
static bool repeats(const packer *p, int ends, int third, int period)
{
    for (int phase = period; phase < DM_TABLE_PHASES; phase++)
        if (memcmp(p->block.value[1 + phase][ends][third], p->block.value[period ? 1 + phase - period : 0][ends][third],
                   sizeof p->block.value[0][0][0]) != 0)
            return false;
    return true;
}

/* The phases of a position: the shortest period with which they repeat, then the phases of one period as differences
 * from the entry values, in quanta. The last period is all phases, so one always fits. */
static void put_later(packer *p, int ends, int third, int pieces)
{
    unsigned symbol = 0;
    while (!repeats(p, ends, third, dm_table_periods[symbol]))
        symbol++;
    assert(symbol < sizeof dm_table_periods);
    put_token(p, DM_TABLE_PERIOD_CLASSES + pieces, symbol);
    for (int phase = 0; phase < dm_table_periods[symbol]; phase++)
        for (int which = 0; which < DM_TABLE_VALUES; which++) {
            int change = p->block.value[1 + phase][ends][third][which] - p->block.value[0][ends][third][which];
            put_residual(p, DM_TABLE_PHASE_CLASSES + which, change / dm_table_quantum(pieces));
        }
}

/* A position: the residuals of its entry values, then its phases. */
static void put_position(packer *p, int ends, int third)
{
    int pieces = dm_table_block_pieces(&p->block, third), quantum = dm_table_quantum(pieces);
    for (int which = 0; which < DM_TABLE_VALUES; which++) {
        int class = dm_table_block_class(&p->block, ends, third, which), feature[FEATURES];
        dm_table_block_features(&p->block, ends, third, which, feature);
        int prediction = dm_table_predict(&p->classes[class], feature, quantum);
        put_residual(p, class, p->block.value[0][ends][third][which] / quantum - prediction);
    }
    put_later(p, ends, third, pieces);
}

static void put_block(packer *p, int block)
{
    p->n_tokens = 0;
    load_block(p, block);
    for_positions(p, put_position);
}

static void count_block(packer *p, int block)
{
    put_block(p, block);
    for (int i = 0; i < p->n_tokens; i++)
        if (p->tokens[i].class < DM_TABLE_N_CLASSES)
            p->counts[p->tokens[i].class][p->tokens[i].symbol]++;
}

/* Scales counts to frequencies that sum to DM_TABLE_FREQUENCIES, at least 1 for every symbol that occurs; rounding
 * errors go to the most frequent symbol. */
static void normalize_counts(const uint32_t counts[SYMBOLS], uint16_t frequency[SYMBOLS])
{
    double all = 0;
    int left = DM_TABLE_FREQUENCIES, largest = 0; /* left: not given to any symbol yet */
    for (int i = 0; i < SYMBOLS; i++)
        all += counts[i];
    for (int i = 0; i < SYMBOLS; i++) {
        int part = all > 0 ? (int)(counts[i] / all * (DM_TABLE_FREQUENCIES - SYMBOLS)) : 0;
        frequency[i] = (uint16_t)(part + (counts[i] > 0));
        left -= frequency[i];
        largest = frequency[i] > frequency[largest] ? i : largest;
    }
    assert(left >= 0);
    frequency[largest] = (uint16_t)(frequency[largest] + left);
}

/* -- Entropy coding (rANS with 8-bit renormalization) -- */

enum { STATE_MIN = 1 << 23, STATE_BYTES = 4 };

typedef struct {
    unsigned char *at; /* the block is written backwards: the next byte goes before this */
    uint32_t state;    /* between steps at least STATE_MIN and below STATE_MIN << 8 */
} writer;

/* Moves bytes out of the state until coding a symbol with this frequency (of `all`) keeps it below STATE_MIN << 8. */
static void renormalize(writer *w, uint32_t frequency, uint32_t all)
{
    for (; w->state >= STATE_MIN / all * 256 * frequency; w->state >>= 8)
        *--w->at = (unsigned char)w->state;
}

/* One step of rANS: state = state / frequency * all + cumulative + state % frequency. Plain bytes have frequency 1 of
 * 256. */
static void write_token(const packer *p, token t, writer *w)
{
    if (t.class == DM_TABLE_N_CLASSES) {
        renormalize(w, 1, 256);
        w->state = w->state << 8 | t.symbol;
        return;
    }
    uint32_t frequency = p->classes[t.class].frequency[t.symbol];
    assert(frequency > 0 && w->state >= STATE_MIN);
    renormalize(w, frequency, DM_TABLE_FREQUENCIES);
    w->state = w->state / frequency * DM_TABLE_FREQUENCIES + w->state % frequency + p->cumulative[t.class][t.symbol];
}

/* One block: tokens in reverse, then the final state, with which the reader begins. A block without positions has no
 * bytes. */
static void write_block(packer *p, int block)
{
    unsigned char buf[BLOCK_BYTES_MAX];
    writer w = { buf + BLOCK_BYTES_MAX, STATE_MIN };
    put_block(p, block);
    for (int i = p->n_tokens - 1; i >= 0; i--)
        write_token(p, p->tokens[i], &w);
    for (int i = 0; i < STATE_BYTES && p->n_tokens; i++, w.state >>= 8)
        *--w.at = (unsigned char)w.state;
    uint16_t n = (uint16_t)(buf + BLOCK_BYTES_MAX - w.at);
    memcpy(p->sizes + (size_t)block * sizeof n, &n, sizeof n);
    assert(w.at >= buf && p->n_tokens <= BLOCK_BYTES_MAX);
    memcpy(p->blocks + p->size, w.at, n);
    p->size += n;
}

/* The first two passes: linear models, then frequencies. */
static void fit_classes(packer *p)
{
    for (int block = 0; block < DM_TABLE_BLOCKS; block += SAMPLE_EVERY) {
        load_block(p, block);
        for_positions(p, collect);
    }
    for (int class = 0; class < DM_TABLE_PERIOD_CLASSES; class ++)
        solve_equations(&p->fit[class], p->classes[class].weight);
    for (int block = 0; block < DM_TABLE_BLOCKS; block++)
        count_block(p, block);
    for (int class = 0; class < DM_TABLE_N_CLASSES; class ++) {
        normalize_counts(p->counts[class], p->classes[class].frequency);
        for (int i = 1; i < SYMBOLS; i++)
            p->cumulative[class][i] = p->cumulative[class][i - 1] + p->classes[class].frequency[i - 1];
    }
}

static void write_header(unsigned char *bytes, mur_span net, uint32_t size)
{
    const struct {
        char magic[4];
        uint32_t net_size, size;
    } head = { "DMT2", (uint32_t)net.len, size };
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + DM_TABLE_HEADER, net.at, net.len);
}

/* Lays out the file as dm_table.h describes and runs the three passes. Returns the size. */
static size_t pack(packer *p, mur_span net, unsigned char *bytes)
{
    unsigned char *classes = bytes + DM_TABLE_HEADER + net.len;
    p->sizes = classes + DM_TABLE_CLASS_BYTES;
    p->blocks = p->sizes + DM_TABLE_SIZE_BYTES;
    fit_classes(p);
    for (int block = 0; block < DM_TABLE_BLOCKS; block++)
        write_block(p, block);
    memcpy(classes, p->classes, DM_TABLE_CLASS_BYTES);
    write_header(bytes, net, p->size);
    return (size_t)(p->blocks - bytes) + p->size;
}

unsigned char *solve_pack(const solve_table *t, mur_span net, size_t *size)
{
    /* An upper bound for the mean size of a packed block: real ones take a quarter of it. */
    enum { MEAN = 1 << 11 };
    packer p = { .table = t };
    unsigned char *bytes =
        malloc(DM_TABLE_HEADER + net.len + DM_TABLE_CLASS_BYTES + DM_TABLE_SIZE_BYTES + (size_t)DM_TABLE_BLOCKS * MEAN);
    p.fit = calloc(DM_TABLE_N_CLASSES, sizeof p.fit[0]);
    p.counts = calloc(DM_TABLE_N_CLASSES, sizeof p.counts[0]);
    p.cumulative = calloc(DM_TABLE_N_CLASSES, sizeof p.cumulative[0]);
    p.classes = calloc(DM_TABLE_N_CLASSES, sizeof p.classes[0]);
    p.tokens = calloc(BLOCK_BYTES_MAX, sizeof p.tokens[0]);
    bool ok = bytes && p.fit && p.counts && p.cumulative && p.classes && p.tokens;
    if (ok)
        *size = pack(&p, net, bytes);
    free(p.fit);
    free(p.counts);
    free(p.cumulative);
    free(p.classes);
    free(p.tokens);
    if (!ok)
        free(bytes);
    return ok ? bytes : NULL;
}

/* -- Reading -- */

static void read_position(const solve_table *t, const dm_table_block *block, int ends, int third)
{
    float *at = values_at(t, block, ends, third);
    for (int idle = 0; idle <= DM_TABLE_PHASES; idle++)
        for (int which = 0; which < DM_TABLE_VALUES; which++)
            at[solve_value_offset(idle) + which] =
                (float)block->value[dm_table_time(idle)][ends][third][which] / (float)DM_TABLE_POINT;
}

static void read_block(const solve_table *t, const dm_table_block *block)
{
    for (int ends = 0; ends < DM_TABLE_ENDS; ends++)
        for (int third = 1; third < DM_TABLE_STOCKS; third++)
            if (block->is_stored[ends][third])
                read_position(t, block, ends, third);
}

/* Positions that are not stored keep the value of their stocks (solve_init_values). Phases are read as they are stored;
 * late levels are not in the file. */
bool solve_read_packed(const solve_table *t, mur_span model)
{
    void *buf = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    mur_memory m = { buf, MUR_BOT_MEMORY };
    dm_table from;
    dm_table_block block;
    bool ok = buf && dm_table_open(&from, model, &m);
    solve_init_values(t);
    for (int i = 0; ok && i < DM_TABLE_BLOCKS; i++) {
        dm_table_read_block(&from, i, &block);
        read_block(t, &block);
    }
    free(buf);
    return ok;
}
