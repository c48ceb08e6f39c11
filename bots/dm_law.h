/* SPDX-License-Identifier: MIT */
/* bots/dm_law.h -- a building round of Die Mauer as a table of outcomes, for those who reckon.
 * A spot is the beginning of a round with all stocks known, seats counted from the master. What a round brings depends
 * only on the master's choice and on who else made the same: these are the cases. Whoever decides something after the
 * reveal (which end, which piece, which gift) does what is worth most to the decider, so that a case is
 * worth something definite to every seat. Worth is in points: the mean penalty of the others minus the own, so that the
 * seats' worths add up to nothing. */
#ifndef BOTS_DM_LAW_H
#define BOTS_DM_LAW_H

#include "engine/die_mauer/dm.h"

enum {
    DM_BARE = 3,                   /* as ends: there is no wall yet */
    DM_CHOICES = DM_KINDS + 1,     /* the empty hand included */
    DM_CASES = 1 << (DM_SEATS - 1) /* who made the master's choice: bit 0 is the seat to its left */
};

typedef struct {
    dm_stock stock[DM_SEATS]; /* the master's, then in turn order */
    uint8_t seats;
    uint8_t ends; /* that take a special: 0-2, or DM_BARE */
    uint8_t idle, spare;
} dm_spot;

/* A number for each choice. */
typedef float dm_lanes __attribute__((vector_size(DM_CHOICES * sizeof(float)), aligned(16)));

/* What a spot is worth to its seats, should the hand not be over. */
typedef struct {
    void (*of)(const void *context, const dm_spot *s, float out[DM_SEATS]);
    const void *context;
} dm_worth;

typedef struct {
    dm_lanes worth[DM_CASES][DM_SEATS]; /* by the master's choice */
    uint8_t may[DM_SEATS];              /* the choices of each seat, one bit each */
    uint8_t seats;
} dm_cases;

/* The kinds in a stock, one bit each. */
static inline unsigned dm_kinds_of(dm_stock stock)
{
    unsigned held = (stock | stock >> 1 | stock >> 2 | stock >> 3) & 0x1111111;
    held = (held | held >> 3) & 0x03030303;
    held = (held | held >> 6) & 0x000f000f;
    return (held | held >> 12) & 0x7f;
}

/* Pieces of which a stock holds more than one. */
static inline bool dm_has_double(dm_stock stock)
{
    return (stock & 0xeeeeeee) != 0;
}

bool dm_is_hand_over(const dm_spot *s);

/* What the stocks are worth as they are. */
void dm_settle(const dm_spot *s, float out[DM_SEATS]);

/* The next round, seen by its master; the round that ends here built something or did not. */
dm_spot dm_next_spot(const dm_spot *s, bool built);

/* What a round's end is worth to the seats of this round, with these stocks and ends. */
void dm_round_worth(const dm_spot *s, bool built, const dm_worth *w, float out[DM_SEATS]);

/* What it is worth that these still build this kind, in order, each at the end it likes best. */
void dm_build_worth(const dm_spot *s, int kind, const uint8_t *builder, int n, const dm_worth *w, float out[DM_SEATS]);
dm_spot dm_after_building(const dm_spot *s, int seat, int kind, int ends);

/* How many ends may be free once a piece of this kind is built: one bit for each number; 0: it has no room. */
unsigned dm_ends_after(int ends, int kind);

/* A gift to the master. */
dm_spot dm_after_gift(const dm_spot *s, int giver, int kind);

/* The gift that is worth most to the giver; returns its kind. */
int dm_best_gift(const dm_spot *s, int giver, const dm_worth *w, float out[DM_SEATS]);

void dm_foresee_cases(const dm_spot *s, const dm_worth *w, dm_cases *out);

/* The next round's spot, if these are the choices and everybody decides as in the cases. The hand may be over. */
dm_spot dm_advance(const dm_spot *s, const uint8_t choice[DM_SEATS], const dm_worth *w);

#endif
