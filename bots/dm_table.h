/* SPDX-License-Identifier: MIT */
/* bots/dm_table.h -- what the spots of Die Mauer with three players are worth: solved, every one.
 * Worths are rounded (bots/dm_page.h), and those who solved read the very numbers that are read here and balanced the
 * very way: so what is found at the table is what was found when it was made. Spots with doubles are taken for plain
 * ones (bots/dm_plain.h). A hand ends after so many idle rounds, and just before that spots are worth something else
 * than in the middle of a hand: these are not in the table, but worked out.
 *
 * As bytes, little endian: "DMT2", the size of a net and of all pages (u32 each), a net (bots/dm_net.h) for those who
 * are not to know so much, the classes of numbers, the size of each page (u16), the pages. */
#ifndef BOTS_DM_TABLE_H
#define BOTS_DM_TABLE_H

#include "bots/bot.h"
#include "bots/dm_balance.h"
#include "bots/dm_page.h"
#include "bots/dm_risk.h"

enum {
    DM_TABLE_HEAD = 12,
    DM_TABLE_CLASSES = DM_PAGE_CLASSES * (int)sizeof(dm_page_class), /* bytes */
    DM_TABLE_SIZES = DM_PAGES * (int)sizeof(uint16_t),
    DM_TABLE_KEPT = 1 << 7,         /* pages that are remembered while thinking */
    DM_TABLE_LATE = DM_IDLE_MAX - 2 /* from so many idle rounds on spots are worked out */
};

typedef struct {
    dm_page_class *classes;
    const unsigned char *pages;
    uint32_t *starts; /* of each page, and the end of the last */
    dm_page *kept;
    int16_t *which; /* of the pages each of these is; none: below 0 */
} dm_table;

bool dm_table_is(mur_span bytes);

/* The net in a table; lore that is no table as it is. */
mur_span dm_table_net(mur_span lore);

/* Borrows the bytes, which are a table; false: too little memory. */
bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m);

/* Reads a page anew. */
void dm_table_read(const dm_table *t, int page, dm_page *out);

/* The context is a dm_table. */
void dm_table_worth(const void *context, const dm_spot *s, float out[DM_SEATS]);

/* A balance of a round in which these are the worths, as it is found for the table. */
void dm_table_balance(const dm_cases *c, dm_balance *out);

/* Such a balance, and how the seats of a spot choose: as in the balance, unless something may be risked. Before the
 * wall is begun it is looked for what costs nothing anyway. */
void dm_table_choose(const dm_spot *s, const dm_cases *c, const dm_risk *r, dm_balance *before, dm_balance *out);

#endif
