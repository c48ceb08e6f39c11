/* SPDX-License-Identifier: MIT */
/* server/crowd.h -- how many connections there are, and how many of them are somebody's.
 * Bounded in all and for each address (server/address.h: address_group()), so that nobody takes the room of everybody.
 */
#ifndef SERVER_CROWD_H
#define SERVER_CROWD_H

#include "server/address.h"

typedef struct crowd crowd;

crowd *crowd_open(int most, int most_of_one);
void crowd_close(crowd **c);

/* Other limits from now on; nobody is sent away for it. */
void crowd_limit(crowd *c, int most, int most_of_one);

/* False: there is no room; nothing is counted. */
bool crowd_enter(crowd *c, address who);

/* One that was let in goes, or turns out to be somebody else: whoever stands behind a proxy. */
void crowd_leave(crowd *c, address who);

int crowd_size(const crowd *c);

#endif
