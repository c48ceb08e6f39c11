/* SPDX-License-Identifier: MIT */
/* server/common/ids.h -- the 16-byte ids of tables, people and processes, and their text form.
 * The text form is 22 letters of base64url without padding (RFC 4648, section 5); it appears in messages, links and the
 * entries of tables. STORE_NO_ID stands for nobody: an open seat,
 * a bot's own seat, or a person whose data was erased. */
#ifndef SERVER_COMMON_IDS_H
#define SERVER_COMMON_IDS_H

#include "store/store.h"

enum { ID_TEXT = 23 }; /* letters of an id and the final NUL */

void id_write(store_id id, char out[ID_TEXT]);

/* False: the text is not an id, and *out is undefined. Each id has exactly one text. */
bool id_read(mur_span text, store_id *out);

/* A random id that no client can guess. sodium_init() has been called. */
store_id id_draw(void);

#endif
