/* SPDX-License-Identifier: MIT */
/* arena/solve_worth.h -- what spots of Die Mauer with three players are worth when all choose as well as they can.
 * In every spot and level (arena/solve.h) the round is balanced on what comes after, exactly as the bot does it that
 * will read the worths (bots/dm_table.h), and next to that it is found what each seat would get that alone knew all
 * this and answered as well as can be (arena/answer.h). It is these answers that become worths, less what all seats
 * gain alike, and rounded: who could gain more than the others from a spot has it counted as theirs already, so nobody
 * gets by going there what they would not get elsewhere, and errors do not pile up.
 *
 * A bot reads the phases of the first levels, whatever the level; where these do not repeat, it finds other mixtures
 * than were found here. So once a layer is done, the answers are found again, to the bot as it will play
 * (arena/exploit.h), and those who come from the layers above are told by these what a spot is worth. */
#ifndef ARENA_SOLVE_WORTH_H
#define ARENA_SOLVE_WORTH_H

#include "arena/exploit.h"
#include "bots/dm_table.h"

/* The numbers of a spot: in each phase the worth for the master and for the seat to its left, from which the third's
 * follows; what each seat gets that answers; the worths for those who come by building; and those just before the end
 * of the hand, which nobody reads from a file. */
enum {
    SOLVE_WORTHS = DM_PAGE_NUMBERS,
    SOLVE_ANSWERS = SOLVE_WORTHS * DM_PAGE_PHASES,
    SOLVE_ENTRANCE = SOLVE_ANSWERS + SOLVE_SEATS,
    SOLVE_LATE = SOLVE_ENTRANCE + SOLVE_WORTHS,
    SOLVE_WORTH_WIDTH = SOLVE_LATE + SOLVE_WORTHS * (DM_IDLE_MAX - DM_TABLE_LATE)
};

/* Where among these the worths are after so many idle rounds. */
static inline int solve_worths_at(int idle)
{
    if (idle >= DM_TABLE_LATE)
        return SOLVE_LATE + (idle - DM_TABLE_LATE) * SOLVE_WORTHS;
    return idle ? idle % DM_PAGE_PHASES * SOLVE_WORTHS : SOLVE_ENTRANCE;
}

/* Of the plan from, to, threads, tell and listener are looked at. Where it does not begin with the fewest pieces, the
 * table holds what was found before. */
bool solve_worths(const solve_plan *plan, solve_table *t);

/* What a seat gains on average that alone answers, no round being idle. */
float solve_gain(const solve_table *t, const dm_spot *s);

/* Reads the worths; the context is a solve_table. */
void solve_worth_of(const void *context, const dm_spot *s, float out[DM_SEATS]);

/* Spots that cannot be are for ever worth what their stocks are; the others are until they are solved. */
void solve_guess(const solve_table *t);

/* How `strong` plays a single hand that reads these worths. */
exploit_policy solve_policy(const solve_table *t);

#endif
