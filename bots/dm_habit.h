/* SPDX-License-Identifier: MIT */
/* bots/dm_habit.h -- how people choose who do not reckon: they like to be rid of what costs much. */
#ifndef BOTS_DM_HABIT_H
#define BOTS_DM_HABIT_H

#include "bots/dm_balance.h"

/* Of all seats of a spot; me and part are left alone. */
void dm_habits_of(const dm_spot *s, dm_habits *out);

#endif
