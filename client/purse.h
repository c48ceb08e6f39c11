/* SPDX-License-Identifier: MIT */
/* client/purse.h -- who we are at each server: the tokens, a file each, that only this user can read.
 *     ${XDG_DATA_HOME:-~/.local/share}/muraille/guests/https,example.org,443,/NAME
 * Whoever gives a name is another guest for each name, so that several of one machine can sit at one table; without
 * one, the file is called "-". */
#ifndef CLIENT_PURSE_H
#define CLIENT_PURSE_H

#include "client/link.h"

enum { CLIENT_TOKEN = 44, CLIENT_PATH = 4096 }; /* bytes, the final NUL included */

typedef struct {
    char path[CLIENT_PATH];
} client_purse;

/* False: there is no home folder, or the path is too long; errno tells. */
bool client_purse_find(client_purse *p, const client_link *l, const char *name);

/* "" if there is none. */
void client_purse_read(const client_purse *p, char token[CLIENT_TOKEN]);

/* Where the salt of a table is kept until the game starts, beside this token. It looks like a token and is read and
 * kept as one. False: errno tells. */
bool client_purse_find_salt(client_purse *salt, const client_purse *token, const char *table);

/* Whole or not at all, whatever happens meanwhile. False: errno tells. */
bool client_purse_keep(const client_purse *p, const char *token);
void client_purse_forget(const client_purse *p);

#endif
