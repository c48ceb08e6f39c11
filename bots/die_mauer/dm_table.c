/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_table.c -- reads the solved table and solves rounds with it.
 * A block is unpacked when one of its positions is asked for, and kept in a small direct-mapped cache: the positions
 * after one round lie in few blocks. The bytes of the file may be damaged; whatever they are, nothing outside them is
 * read. */
#include "bots/die_mauer/dm_table.h"

#include <assert.h>
#include <string.h>

#include "bots/die_mauer/dm_doubles.h"
#include "bots/die_mauer/dm_net.h"

typedef struct {
    char magic[4];
    uint32_t net_size, size; /* of the net; of all blocks */
} header;

_Static_assert(sizeof(header) == DM_TABLE_HEADER, "no padding");
_Static_assert(sizeof(dm_table_class) == sizeof(int16_t) * (DM_TABLE_FEATURES + DM_TABLE_SYMBOLS), "no padding");

bool dm_is_table(mur_span bytes)
{
    header h;
    if (bytes.len < sizeof h + DM_TABLE_CLASS_BYTES + DM_TABLE_SIZE_BYTES)
        return false;
    memcpy(&h, bytes.at, sizeof h);
    size_t rest = bytes.len - sizeof h - DM_TABLE_CLASS_BYTES - DM_TABLE_SIZE_BYTES;
    mur_span net = { bytes.at + sizeof h, bytes.len - sizeof h };
    return memcmp(h.magic, "DMT2", 4) == 0 && h.net_size <= rest && h.size == rest - h.net_size && h.net_size > 0 &&
           h.net_size % 2 == 0 && dm_net_size(net, DM_TABLE_SEATS) == h.net_size;
}

mur_span dm_table_net(mur_span model)
{
    header h;
    if (!dm_is_table(model))
        return model;
    memcpy(&h, model.at, sizeof h);
    return (mur_span){ model.at + sizeof h, h.net_size };
}

/* From sizes to places. A damaged file may claim more than there is: blocks never reach beyond the end. */
static void set_starts(dm_table *t, const unsigned char *sizes, uint32_t all)
{
    t->starts[0] = 0;
    for (int block = 0; block < DM_TABLE_BLOCKS; block++) {
        uint16_t size;
        memcpy(&size, sizes + (size_t)block * sizeof size, sizeof size);
        uint32_t left = all - t->starts[block];
        t->starts[block + 1] = t->starts[block] + (size < left ? size : left);
    }
}

bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m)
{
    header h;
    memcpy(&h, bytes.at, sizeof h);
    const unsigned char *classes = (const unsigned char *)bytes.at + sizeof h + h.net_size;
    t->blocks = classes + DM_TABLE_CLASS_BYTES + DM_TABLE_SIZE_BYTES;
    t->classes = mur_memory_take(m, DM_TABLE_CLASS_BYTES);
    t->starts = mur_memory_take(m, (DM_TABLE_BLOCKS + 1) * sizeof t->starts[0]);
    t->cache = mur_memory_take(m, DM_TABLE_CACHED * sizeof t->cache[0]);
    t->cached = mur_memory_take(m, DM_TABLE_CACHED * sizeof t->cached[0]);
    if (!t->classes || !t->starts || !t->cache || !t->cached)
        return false;
    memcpy(t->classes, classes, DM_TABLE_CLASS_BYTES);
    set_starts(t, classes + DM_TABLE_CLASS_BYTES, h.size);
    memset(t->cached, 0xff, DM_TABLE_CACHED * sizeof t->cached[0]);
    return true;
}

void dm_table_read_block(const dm_table *t, int block, dm_table_block *out)
{
    assert(block >= 0 && block < DM_TABLE_BLOCKS);
    uint32_t from = t->starts[block], to = t->starts[block + 1];
    mur_span bytes = { (const char *)t->blocks + from, to - from };
    dm_table_block_read(t->classes, bytes, block, out);
}

/* The unpacked block; a multiplicative hash of its number says which slot of the cache it takes. */
static const dm_table_block *cached_block(const dm_table *t, int block)
{
    uint32_t place = (uint32_t)block * 2654435769U >> 16 & (DM_TABLE_CACHED - 1);
    if (t->cached[place] != block)
        dm_table_read_block(t, block, &t->cache[place]);
    t->cached[place] = (int16_t)block;
    return &t->cache[place];
}

/* The equilibrium of a round, found with the same effort as when the table was made. Few rounds need more than the
 * usual effort. */
static void find_equilibrium(const dm_payoffs *c, dm_equilibrium *out)
{
    static const dm_effort usual = { 400, 12, 0.001F }, hard = { 3000, 40, 0.001F };
    dm_equilibrium_find(c, &usual, out);
    if (out->gap > usual.tolerance)
        dm_equilibrium_find(c, &hard, out);
}

/* The value of a position in equilibrium, from the values of the positions after it. */
static void solve_round(const dm_position *s, const dm_evaluator *after, float out[DM_SEATS])
{
    dm_payoffs payoffs;
    dm_equilibrium eq;
    dm_compute_payoffs(s, after, &payoffs);
    find_equilibrium(&payoffs, &eq);
    memcpy(out, eq.value, sizeof eq.value);
}

/* Late positions are solved when they are asked for: from there it is at most two rounds to the end of the hand, so the
 * recursion through solve_round is shallow. */
void dm_table_value(const void *context, const dm_position *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_position plain = dm_is_double_free(s) ? *s : dm_replace_doubles(s, change);
    const dm_table_block *block = cached_block(context, dm_table_block_of(&plain));
    if (s->idle >= DM_TABLE_LATE_IDLE && dm_table_block_has(block, &plain))
        solve_round(&plain, &(dm_evaluator){ dm_table_value, context }, out);
    else
        dm_table_block_value(block, &plain, out);
    out[2] = change[2] - out[0] - out[1]; /* zero-sum; in this order, as the solver computes it */
    out[0] += change[0];
    out[1] += change[1];
}

void dm_table_strategies(const dm_position *s, const dm_payoffs *c, const dm_exploit *r, dm_equilibrium *before,
                         dm_equilibrium *out)
{
    find_equilibrium(c, before);
    *out = *before;
    if (s->ends == DM_NO_WALL || dm_exploit_is_worthwhile(r))
        dm_exploit_apply(s, c, r, out);
}
