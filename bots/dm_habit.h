/* SPDX-License-Identifier: MIT */
/* bots/dm_habit.h -- how people choose who look one round ahead and no further.
 * They take the others for people who like to be rid of what costs much, count what each choice would leave everybody
 * with, and do not look closely: a choice that is nearly as good is made nearly as often. So does greedy, and whoever
 * is not a reckoner is near to it. */
#ifndef BOTS_DM_HABIT_H
#define BOTS_DM_HABIT_H

#include "bots/dm_balance.h"

/* Of all seats of a spot; me and part are left alone. */
void dm_habits_of(const dm_spot *s, dm_habits *out);

#endif
