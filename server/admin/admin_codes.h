/* SPDX-License-Identifier: MIT */
/* server/admin/admin_codes.h -- codes that an operator hands out, written straight to the store; a running server
 * accepts them at once. */
#ifndef SERVER_ADMIN_ADMIN_CODES_H
#define SERVER_ADMIN_ADMIN_CODES_H

#include "server/common/access_code.h"

/* The time `days` days from now; 0: STORE_FOREVER. */
store_time admin_expiry_after(int days);

/* Makes a code that lets `uses` guests in, within `days` days. */
store_err admin_create_invite(store *s, int uses, int days, char code[ACCESS_CODE_TEXT]);

/* Makes a code with which this person sets a new password, once, within a day. */
store_err admin_create_reset(store *s, store_id person, char code[ACCESS_CODE_TEXT]);

#endif
