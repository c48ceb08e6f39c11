/* SPDX-License-Identifier: MIT */
/* tests/bots/dm_table_test.c -- what was solved of Die Mauer with three players, as it is read: the numbers fit
 * together, and nothing bad comes of a file that is not what it should be. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "bots/dm_plain.h"
#include "bots/dm_table.h"
#include "bots/lore.h"

static unsigned char lent[MUR_BOT_MEMORY] __attribute__((aligned(MUR_BOT_ALIGN)));
static dm_table solved;

static void open_table(mur_span bytes)
{
    mur_memory m = { lent, sizeof lent };
    cr_assert(dm_table_is(bytes));
    cr_assert(dm_table_open(&solved, bytes, &m));
}

static dm_stock stock_of(unsigned kinds)
{
    dm_stock stock = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        stock += (kinds >> kind & 1) * dm_one(kind);
    return stock;
}

/* Any spot that can come about, in a hand that is not over. */
static dm_spot draw_spot(mur_rng *rng)
{
    for (;;) {
        uint32_t kinds = mur_rng_below(rng, 1U << DM_PAGE_PIECES);
        int ends = (int)mur_rng_below(rng, DM_PAGE_ENDS);
        dm_spot s = { .seats = DM_PAGE_SEATS, .ends = (uint8_t)ends };
        for (int seat = 0; seat < DM_PAGE_SEATS; seat++)
            s.stock[seat] = stock_of(kinds >> DM_KINDS * (DM_PAGE_SEATS - 1 - seat) & DM_ALL_KINDS);
        if (dm_page_can_be(ends, kinds) && !dm_is_hand_over(&s))
            return s;
    }
}

static int pieces_of(const dm_spot *s)
{
    int n = 0;
    for (int seat = 0; seat < s->seats; seat++)
        n += __builtin_popcount(dm_kinds_of(s->stock[seat]));
    return n;
}

/* -- What is told -- */

/* Whoever balances a round on what the table tells of the spots after it finds what it tells of the spot itself. */
Test(dm_table, tells_what_is_found_with_it)
{
    const dm_worth worth = { dm_table_worth, &solved };
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    open_table(mur_lore_of(&dm_game, 3));
    for (int i = 0; i < 300; i++) {
        dm_spot s = draw_spot(&rng);
        float told[DM_SEATS], most = 1.25F * (float)dm_page_grain(pieces_of(&s)) / DM_PAGE_POINT + 0.01F;
        dm_cases cases;
        dm_balance b;
        dm_table_worth(&solved, &s, told);
        dm_foresee_cases(&s, &worth, &cases);
        dm_table_balance(&cases, &b);
        cr_expect_float_eq(told[0], b.worth[0], most, "%d: %f, not %f", i, (double)told[0], (double)b.worth[0]);
        cr_expect_float_eq(told[1], b.worth[1], most, "%d: %f, not %f", i, (double)told[1], (double)b.worth[1]);
        cr_expect_float_eq(told[0] + told[1] + told[2], 0, 1e-5);
    }
}

Test(dm_table, tells_multiples_of_the_grain)
{
    mur_rng rng;
    mur_rng_seed(&rng, 2);
    open_table(mur_lore_of(&dm_game, 3));
    for (int i = 0; i < 1000; i++) {
        dm_spot s = draw_spot(&rng);
        float told[DM_SEATS];
        s.idle = (uint8_t)mur_rng_below(&rng, DM_IDLE_MAX);
        dm_table_worth(&solved, &s, told);
        for (int seat = 0; seat < DM_PAGE_SEATS; seat++)
            cr_expect_eq((int)(told[seat] * DM_PAGE_POINT) % dm_page_grain(pieces_of(&s)), 0);
    }
}

Test(dm_table, takes_a_double_for_what_is_like_it)
{
    dm_spot s = { .seats = 3, .ends = 1, .stock = { 2 * dm_one(DM_SIX), dm_one(DM_ONE), dm_one(DM_TOWER) } };
    float change[DM_SEATS], told[DM_SEATS], plain_told[DM_SEATS];
    dm_spot plain = dm_make_plain(&s, change);
    open_table(mur_lore_of(&dm_game, 3));
    dm_table_worth(&solved, &s, told);
    dm_table_worth(&solved, &plain, plain_told);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_float_eq(told[seat], plain_told[seat] + change[seat], 1e-5);
}

/* Two ends and nothing but specials built: such a wall cannot stand. */
Test(dm_table, counts_stocks_where_a_spot_cannot_be)
{
    dm_spot s = { .seats = 3, .ends = 2, .stock = { 0x1111100, 0x1111111, 0x1111111 } };
    float told[DM_SEATS], counted[DM_SEATS];
    open_table(mur_lore_of(&dm_game, 3));
    dm_table_worth(&solved, &s, told);
    dm_settle(&s, counted);
    for (int seat = 0; seat < 3; seat++)
        cr_expect_eq(told[seat], counted[seat]);
}

/* -- The file -- */

static unsigned char *copy_of(mur_span lore)
{
    unsigned char *bytes = malloc(lore.len);
    cr_assert(bytes);
    memcpy(bytes, lore.at, lore.len);
    return bytes;
}

Test(dm_table, is_refused_if_it_is_cut_or_is_something_else)
{
    mur_span lore = mur_lore_of(&dm_game, 3);
    unsigned char *bytes = copy_of(lore);
    mur_span whole = { (const char *)bytes, lore.len };
    cr_expect(dm_table_is(whole));
    cr_expect_not(dm_table_is((mur_span){ whole.at, whole.len - 1 }));
    cr_expect_not(dm_table_is((mur_span){ whole.at, DM_TABLE_HEAD - 1 }));
    cr_expect_not(dm_table_is((mur_span){ whole.at, 0 }));
    for (size_t at = 0; at < DM_TABLE_HEAD; at++) {
        bytes[at] ^= 0x80;
        cr_expect_not(dm_table_is(whole), "byte %zu", at);
        bytes[at] ^= 0x80;
    }
    free(bytes);
}

/* Where a page begins, how often a symbol is: anything. What is read is wrong, and no more than that. */
Test(dm_table, does_no_harm_if_it_is_damaged)
{
    mur_span lore = mur_lore_of(&dm_game, 3);
    unsigned char *bytes = copy_of(lore);
    size_t from = DM_TABLE_HEAD + dm_table_net(lore).len;
    static dm_page page;
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    for (int i = 0; i < 100000; i++)
        bytes[from + mur_rng_below(&rng, (uint32_t)(lore.len - from))] = (unsigned char)mur_rng_below(&rng, 256);
    memset(bytes + from + DM_TABLE_CLASSES, 0xff, 400);
    open_table((mur_span){ (const char *)bytes, lore.len });
    for (int i = 0; i < 200; i++)
        dm_table_read(&solved, i < 100 ? i : (int)mur_rng_below(&rng, DM_PAGES), &page);
    free(bytes);
}
