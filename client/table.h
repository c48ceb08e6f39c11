/* SPDX-License-Identifier: MIT */
/* client/table.h -- an online table as our seat sees it: who sits where, chat, clocks, and the game
 * (record/seat_feed.h). Filled from the answer to `open` and from news (docs/protocol.md, form `bytes`). These come
 * from a server that may send anything, so everything is checked. Texts that people wrote lose their control
 * characters. Memory is bounded: a game has an end, and only the latest lines of chat are kept. */
#ifndef CLIENT_TABLE_H
#define CLIENT_TABLE_H

#include <jansson.h>

#include "record/seat_feed.h"

enum {
    CLIENT_NAME = 100,       /* bytes with the final NUL, like the others */
    CLIENT_LEVEL = 24,       /* the id of a bot's level */
    CLIENT_CHAT_TEXT = 2001, /* 500 characters of up to 4 bytes */
    CLIENT_CHATS = 64,       /* lines that are kept */
    CLIENT_PLIES = 20000,    /* no game is longer */
    CLIENT_COMMIT_TEXT = 65
};

typedef enum { CLIENT_OPEN, CLIENT_PLAYING, CLIENT_OVER, CLIENT_CLOSED } client_state;

typedef struct {
    char name[CLIENT_NAME]; /* of a person; "": a guest without a name, or nobody */
    char bot[CLIENT_LEVEL]; /* level of the bot; ""; with a person: it plays for them meanwhile */
    bool is_person;
    bool is_here; /* connected now */
    bool is_kept; /* reserved for a person who has not sat down yet */
} client_seat;

typedef struct {
    int64_t at;           /* milliseconds since 1970 */
    char by[CLIENT_NAME]; /* "": a guest */
    char *text;
} client_chat;

typedef struct {
    bool is_there;
    int64_t left[MUR_SEATS]; /* milliseconds left at the time `at` of the server's clock */
    int64_t at;
    unsigned running; /* one bit per seat */
} client_clock;

typedef struct {
    const mur_game *game;
    mur_setup *setup; /* options of the table; nothing is dealt in it */
    int seats;
    int my_seat;                 /* -1: none */
    bool is_mine;                /* we are the host */
    bool watches;                /* we asked to see only what a spectator sees */
    bool allows_hints, may_hint; /* the table allows hints at all; we may ask for one now */
    client_state state;
    client_seat seat[MUR_SEATS];
    client_clock clock;
    mur_feed *feed;                  /* the game; NULL: it has not begun */
    uint32_t resets;                 /* how often the game was sent again from its start, or a move taken back */
    bool wants_reveal, wants_commit; /* the server waits for our salt, or for a new commitment */
    char commit[CLIENT_COMMIT_TEXT]; /* our seat's commitment as the table shows it; "": none */
    uint32_t length;                 /* number of entries that we know */
    client_chat chat[CLIENT_CHATS];  /* a ring */
    uint32_t n_chat;                 /* in all; the latest is at (n_chat - 1) % CLIENT_CHATS */
    char rematch[24];                /* the table of the rematch; "": none */
} client_table;

void client_table_close(client_table *t);

/* Applies the answer to `open`: everything, or what came after entry t->length. Returns NULL, or what is wrong with it
 * as a gettext key; then the table is unusable and must be closed. *must_reopen: it must be opened again from the
 * start.
 */
const char *client_table_on_open(client_table *t, const json_t *answer, bool *must_reopen);

/* Applies news of this table; likewise. */
const char *client_table_on_news(client_table *t, const json_t *news, bool *must_reopen);

/* Applies the answer to `look`. */
const char *client_table_on_look(client_table *t, const json_t *answer);

/* The seat whose view we get, or MUR_WATCHER. */
int client_table_viewer(const client_table *t);

/* May we move now? If so, *v is our view, which has moves. */
bool client_table_can_move(const client_table *t, mur_view *v);

/* Appends a text from outside without control characters and direction marks, never half a character. */
void client_put_clean(mur_text *t, const char *text);

#endif
