/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_table.h -- the solved table: the value of every position of Die Mauer with three players.
 * `muraille solve` (arena/die_mauer/) computes it by backward induction, from few pieces to many; values are rounded
 * and packed in blocks (bots/die_mauer/dm_table_block.h). The solver reads the rounded values back and solves rounds
 * with the functions below, exactly as the bot does: what the bot plays is what was solved. Two kinds of positions are
 * not in the table: those with doubles, which only gifts can create and which are replaced by similar ones
 * (dm_doubles.h), and those just before a hand ends by idle rounds, whose values are computed when needed.
 *
 * The file, little endian: "DMT2"; the size of the net and of all blocks (u32 each); a net (bots/die_mauer/dm_net.h)
 * for the levels below the strong bot and for browsers, which do not get the table; DM_TABLE_N_CLASSES classes
 * (dm_table_class); the size of each block (u16); the blocks. */
#ifndef BOTS_DIE_MAUER_DM_TABLE_H
#define BOTS_DIE_MAUER_DM_TABLE_H

#include "bots/bot.h"
#include "bots/die_mauer/dm_equilibrium.h"
#include "bots/die_mauer/dm_exploit.h"
#include "bots/die_mauer/dm_table_block.h"

enum {
    DM_TABLE_HEADER = 12,
    DM_TABLE_CLASS_BYTES = DM_TABLE_N_CLASSES * (int)sizeof(dm_table_class),
    DM_TABLE_SIZE_BYTES = DM_TABLE_BLOCKS * (int)sizeof(uint16_t),
    DM_TABLE_CACHED = 1 << 7,            /* unpacked blocks in memory */
    DM_TABLE_LATE_IDLE = DM_IDLE_MAX - 2 /* from this many idle rounds on values are computed */
};

typedef struct {
    dm_table_class *classes;
    const unsigned char *blocks; /* borrowed from the file */
    uint32_t *starts;            /* of each block, in bytes; then the end of the last */
    dm_table_block *cache;       /* unpacked blocks */
    int16_t *cached;             /* the number of the block in each slot of the cache; -1: none */
} dm_table;

/* Do these bytes, which may be any, begin a table and have its size? */
bool dm_is_table(mur_span bytes);

/* The net inside a table; a model that is no table is returned as it is. */
mur_span dm_table_net(mur_span model);

/* Borrows the bytes, for which dm_is_table holds. False: too little memory. */
bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m);

/* Unpacks a block, whether it is in the cache or not. */
void dm_table_read_block(const dm_table *t, int block, dm_table_block *out);

/* A dm_evaluator; the context is a dm_table. */
void dm_table_value(const void *context, const dm_position *s, float out[DM_SEATS]);

/* The equilibrium of a round (`before`), and the strategies that the bot plays (`out`): those of the equilibrium,
 * changed by safe exploitation if somebody has an allowance, and always before the wall is begun, where exploiting
 * costs nothing. */
void dm_table_strategies(const dm_position *s, const dm_payoffs *c, const dm_exploit *r, dm_equilibrium *before,
                         dm_equilibrium *out);

#endif
