/* SPDX-License-Identifier: MIT */
/* client/talk.h -- what we say to a server and what it answers, about one table (docs/protocol.md).
 * It says hello, opens the table and follows it; when the connection comes back it does so again and asks for what it
 * missed. Where the messages go and come from is not known here, so it can be tested without a network. Whatever the
 * server says may be nonsense: then there is a fault, and all is over. */
#ifndef CLIENT_TALK_H
#define CLIENT_TALK_H

#include "client/link.h"
#include "client/purse.h"
#include "client/room.h"

enum { CLIENT_SALT = 44, CLIENT_LANG = 8, CLIENT_WHY = 256 }; /* bytes, the final NUL included */

typedef struct client_talk client_talk;

typedef struct {
    char table[CLIENT_ID];
    char token[CLIENT_TOKEN]; /* "": a guest is made */
    char name[CLIENT_NAME];   /* to have at the server; "": whatever it is */
    char lang[CLIENT_LANG];
    char salt[CLIENT_SALT]; /* that we have committed to at this table before; "": none */
    const char *device;     /* for the list of one's sessions; borrowed */
    const char *invite;     /* the code of an invitation, if a guest has to be made; borrowed. NULL: none */
    bool watches;           /* sees no more than a spectator, whatever its seat */
} client_wishes;

typedef struct {
    void (*say)(void *context, mur_span text);
    void (*keep)(void *context, const char *token);      /* "": the one we have is worth nothing */
    void (*draw)(void *context, char salt[CLIENT_SALT]); /* a new salt; kept until the game starts */
    void (*settle)(void *context);                       /* all is well */
    void (*drop)(void *context);                         /* not now: close it, and come back later */
    void *context;
} client_door;

client_talk *client_talk_open(const client_wishes *wishes, const client_door *door);
void client_talk_close(client_talk **t);

/* -- What happens to the connection -- */

void client_talk_up(client_talk *t);
void client_talk_down(client_talk *t);
void client_talk_hear(client_talk *t, mur_span text);

/* -- How it stands -- */

/* The table is open, and what is told of it is all there is to know now. */
bool client_talk_is_here(const client_talk *t);

/* NULL: it was never opened. While we are not here, as it was. */
const client_room *client_talk_room(const client_talk *t);

typedef struct {
    const char *what;     /* a gettext key */
    char why[CLIENT_WHY]; /* more, in the server's words; "": nothing */
    bool is_wish;         /* what was asked for cannot be had: the table, the name */
} client_fault;

/* Nothing goes on after it; NULL: none. */
const client_fault *client_talk_fault(const client_talk *t);

/* Whoever has the connection may know of one, too. The first one stays. */
void client_talk_fail(client_talk *t, const char *what, const char *why, bool is_wish);

/* Milliseconds since 1970 by the server's clock. */
int64_t client_talk_now(const client_talk *t);

/* Asks for the whole table again: what we know of it may be wrong. */
void client_reopen(client_talk *t);

/* -- Requests: one of each kind at a time -- */

typedef enum {
    CLIENT_HELLO, /* these are asked by themselves */
    CLIENT_NAMING,
    CLIENT_OPENING,
    CLIENT_SIT,
    CLIENT_STAND,
    CLIENT_START,
    CLIENT_MOVE,
    CLIENT_BACK,
    CLIENT_MAY_BACK,
    CLIENT_SAY,
    CLIENT_LOOK,
    CLIENT_COMMIT, /* by itself, too */
    CLIENT_REVEAL,
    CLIENT_REQUESTS
} client_request;

/* False: not now; we are not here, or the same is asked already. */
bool client_sit(client_talk *t, int seat);
bool client_stand(client_talk *t);
bool client_start(client_talk *t);
bool client_move(client_talk *t, mur_move m);
bool client_back(client_talk *t, bool only_asks); /* CLIENT_BACK, or CLIENT_MAY_BACK */
bool client_say(client_talk *t, const char *text);
bool client_look(client_talk *t, size_t ply);

bool client_is_asking(const client_talk *t, client_request what);

typedef struct {
    enum { CLIENT_DONE, CLIENT_REFUSED, CLIENT_LOST } how; /* lost: whether it was done is not known */
    char code[16];                                         /* of a refusal */
    char why[CLIENT_WHY];                                  /* in words, in our language */
    bool may;                                              /* of CLIENT_MAY_BACK */
} client_outcome;

/* What became of the latest request of this kind; told once. False: nothing yet. */
bool client_take_outcome(client_talk *t, client_request what, client_outcome *out);

#endif
