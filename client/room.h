/* SPDX-License-Identifier: MIT */
/* client/room.h -- a table at a server, as it is told to us: who sits there, what is said, the clocks, and the game as
 * our seat may know it (record/told.h).
 * It is filled from the answers to `open` and from news (docs/protocol.md, the form `bytes`), which may be anything:
 * what is no such thing is refused. Texts that people wrote come out without control characters. Bounded, however much
 * is told: a game has an end, and of what is said only the latest is kept. */
#ifndef CLIENT_ROOM_H
#define CLIENT_ROOM_H

#include <jansson.h>

#include "record/told.h"

enum {
    CLIENT_NAME = 100, /* bytes, the final NUL included; so are the others */
    CLIENT_LEVEL = 24, /* the id of a bot's level */
    CLIENT_SAYING = 2001 /* 500 characters */,
    CLIENT_SAYINGS = 64,  /* that are kept */
    CLIENT_PLIES = 20000, /* no game is longer */
    CLIENT_COMMIT_TEXT = 65
};

typedef enum { CLIENT_OPEN, CLIENT_PLAYING, CLIENT_OVER, CLIENT_CLOSED } client_state;

typedef struct {
    char name[CLIENT_NAME]; /* of a person; "": a guest without one, or nobody */
    char bot[CLIENT_LEVEL]; /* ""; with a person: it keeps the seat meanwhile */
    bool is_person;
    bool is_here;    /* listens */
    bool is_kept;    /* for a person who has not sat down yet */
    bool is_awaited; /* the table waits for their part of the shuffle */
} client_seat;

typedef struct {
    int64_t at;           /* milliseconds since 1970 */
    char by[CLIENT_NAME]; /* "": a guest */
    char *text;
} client_saying;

typedef struct {
    bool is_there;
    int64_t left[MUR_SEATS]; /* milliseconds, at the time `at` of the server's clock */
    int64_t at;
    unsigned running; /* one bit a seat */
} client_clock;

typedef struct {
    const mur_game *game;
    mur_setup *setup; /* the options that were told, the others as usual; nothing is dealt */
    int seats;
    int my_seat;                 /* -1: none */
    bool is_mine;                /* we are the host */
    bool watches;                /* we want to see no more than a spectator */
    bool allows_hints, may_hint; /* the table was made so; and whether an engine may advise us now */
    client_state state;
    client_seat seat[MUR_SEATS];
    client_clock clock;
    mur_told *told; /* NULL: it has not begun */
    uint32_t anew;  /* counts how often the game was told again from its beginning, or a move taken back */
    bool wants_reveal, wants_commit;    /* we are asked for our salt, or for a commitment to a new one */
    char commit[CLIENT_COMMIT_TEXT];    /* what our seat has committed to, as far as we were told; "": nothing */
    uint32_t length;                    /* of the table's log, as far as it is known here */
    client_saying said[CLIENT_SAYINGS]; /* a ring */
    uint32_t n_said;                    /* in all; the latest is at (n_said - 1) % CLIENT_SAYINGS */
    char rematch[24];                   /* the table of the rematch; "": none */
} client_room;

void client_room_close(client_room *r);

/* The answer to `open`, with what came since r->length, or with all. NULL, or what is wrong with it: a gettext key;
 * then the room is as good as nothing, and to be closed. *is_missing: it is to be opened again, from the beginning. */
const char *client_room_open(client_room *r, const json_t *answer, bool *is_missing);

/* News of this table; likewise. */
const char *client_room_hear(client_room *r, const json_t *news, bool *is_missing);

/* The answer to `look`. */
const char *client_room_look(client_room *r, const json_t *answer);

/* Whose eyes we see with: a seat, or MUR_WATCHER. */
int client_room_viewer(const client_room *r);

/* May we move now? Our seat is ours, and its view has moves. *v is it, if so. */
bool client_room_may_move(const client_room *r, mur_view *v);

/* Text from outside, with nothing in it that a terminal might obey. */
void client_put_clean(mur_text *t, const char *text);

#endif
