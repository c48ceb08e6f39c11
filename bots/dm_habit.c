/* SPDX-License-Identifier: MIT */
#include "bots/dm_habit.h"

/* How often each choice is made, in comparison, by a master and by the others. A master fears for long walls; the
 * others hope to be rid of them, and of specials. */
static const float liking[2][DM_CHOICES] = {
    { 7, 4, 1.5F, 1.7F, 1.3F, 2, 1, 2 },
    { 3.3F, 3, 0.4F, 0.6F, 1.2F, 1.2F, 5, 2.8F },
};

#define NO_ROOM 0.05F /* instead, for a special that cannot be built */

void dm_habits_of(const dm_spot *s, dm_habits *out)
{
    for (int seat = 0; seat < s->seats; seat++) {
        float sum = 0;
        for (int choice = 0; choice < DM_CHOICES; choice++) {
            bool can = choice == DM_EMPTY || dm_count(s->stock[seat], choice);
            bool has_room = choice == DM_EMPTY || dm_ends_after(s->ends, choice);
            float weight = !can ? 0 : has_room ? liking[seat > 0][choice] : NO_ROOM;
            out->habit[seat][choice] = weight;
            sum += weight;
        }
        out->habit[seat] *= 1 / sum;
    }
}
