/* SPDX-License-Identifier: MIT */
/* client/token_store.h -- who we are at each server: one token per file, readable only by this user.
 *     ${XDG_DATA_HOME:-~/.local/share}/muraille/guests/https,example.org,443,/NAME
 * A player who gives a name is a separate guest for each name, so several people on one machine can sit at one table;
 * without a name the file is called "-". */
#ifndef CLIENT_TOKEN_STORE_H
#define CLIENT_TOKEN_STORE_H

#include "client/link.h"

enum { CLIENT_TOKEN = 44, CLIENT_PATH = 4096 }; /* bytes with the final NUL */

typedef struct {
    char path[CLIENT_PATH];
} client_token_file;

/* The file for this server and name. False: no data folder, or the path is too long; see errno. */
bool client_token_file_find(client_token_file *p, const client_link *l, const char *name);

/* "" if there is no file, or it does not hold a token. */
void client_token_file_read(const client_token_file *p, char token[CLIENT_TOKEN]);

/* The file for our salt at a table, which exists until the game starts, beside the token's. It has the format of a
 * token and is read and saved as one. False: see errno. */
bool client_token_file_find_salt(client_token_file *salt, const client_token_file *token, const char *table);

/* Atomic: after a crash the file has the old or the new content. False: see errno. */
bool client_token_file_save(const client_token_file *p, const char *token);
void client_token_file_delete(const client_token_file *p);

#endif
