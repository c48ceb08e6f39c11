/* SPDX-License-Identifier: MIT */
/* server/keep_people.h -- what an operator does about people, straight on the store; a server that runs meanwhile
 * notices within a second or two. */
#ifndef SERVER_KEEP_PEOPLE_H
#define SERVER_KEEP_PEOPLE_H

#include "server/code.h"

/* From now on, for so many days; 0: for good. */
store_time keep_until(int days);

/* Makes a code that lets so many guests in, for so many days. */
store_err keep_invite(store *s, int uses, int days, char code[CODE_TEXT]);

/* Makes a code with which this person sets a new password, once, within a day. */
store_err keep_reset(store *s, store_id person, char code[CODE_TEXT]);

#endif
