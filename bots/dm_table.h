/* SPDX-License-Identifier: MIT */
/* bots/dm_table.h -- what the spots of Die Mauer with three players are worth: solved, then made small.
 * A net (bots/dm_net.h) tells the worth roughly; for every plain spot one byte tells how far the net is off, for the
 * master and for the seat to its left: each is one of sixteen levels. The third seat's worth follows from theirs. Spots
 * with doubles are taken for plain ones (bots/dm_plain.h).
 *
 * As bytes, little endian: "DMT1", the size of the net (u32), the levels in points (f32, ascending), the net, then a
 * byte for each spot, the master's level in its lower half. Spots are in the order of ends, then of the kinds of the
 * master, of the seat to its left and of the third, as one number with 7 bits each. */
#ifndef BOTS_DM_TABLE_H
#define BOTS_DM_TABLE_H

#include "bots/dm_net.h"

enum {
    DM_TABLE_SEATS = 3,
    DM_TABLE_LEVELS = 16,
    DM_TABLE_HEAD = 8 + 4 * DM_TABLE_LEVELS,
    DM_TABLE_SPOTS = 3 << DM_TABLE_SEATS * DM_KINDS
};

typedef struct {
    dm_net net;
    float level[DM_TABLE_LEVELS];
    const unsigned char *packed;
} dm_table;

/* Where a plain spot is in the table. Without a wall all pieces are held: such spots need no place of their own. */
uint32_t dm_table_place(const dm_spot *s);

bool dm_table_is(mur_span bytes);

/* Borrows the bytes, which are a table; false: too little memory. */
bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m);

/* The context is a dm_table. */
void dm_table_worth(const void *context, const dm_spot *s, float out[DM_SEATS]);

#endif
