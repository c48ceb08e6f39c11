/* SPDX-License-Identifier: MIT */
/* client/session.h -- the client's side of the protocol, about one table (docs/protocol.md).
 * A session says hello, opens the table and follows it; after a lost connection it does so again and asks for what it
 * missed. It does not know where messages come from and go to (struct client_session_callbacks), so it is tested
 * without a network. Nothing the server sends is trusted: nonsense is a fault, which ends the session. */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "client/link.h"
#include "client/table.h"
#include "client/token_store.h"

enum { CLIENT_SALT = 44, CLIENT_LANG = 8, CLIENT_WHY = 256 }; /* bytes with the final NUL */

typedef struct client_session client_session;

typedef struct {
    char table[CLIENT_ID];
    char token[CLIENT_TOKEN]; /* "": become a new guest */
    char name[CLIENT_NAME];   /* to take at the server; "": keep the current one */
    char lang[CLIENT_LANG];
    char salt[CLIENT_SALT]; /* that we committed to at this table earlier; "": none */
    const char *device;     /* for the list of one's sessions; borrowed */
    const char *invite;     /* code of an invitation, used when we become a new guest; borrowed. NULL: none */
    bool watches;           /* see only what a spectator sees, even with a seat */
} client_session_options;

typedef struct {
    void (*send)(void *context, mur_span text);
    void (*save_token)(void *context, const char *token);    /* "": the saved one is no longer valid */
    void (*new_salt)(void *context, char salt[CLIENT_SALT]); /* draws a new salt and saves it until the game starts */
    void (*on_accepted)(void *context);                      /* the server has accepted us */
    void (*retry_later)(void *context); /* the server is busy: close the connection, and connect again later */
    void *context;
} client_session_callbacks;

client_session *client_session_open(const client_session_options *options, const client_session_callbacks *callbacks);
void client_session_close(client_session **s);

/* -- Events of the connection -- */

void client_session_on_connected(client_session *s);
void client_session_on_disconnected(client_session *s);
void client_session_on_message(client_session *s, mur_span text);

/* -- State -- */

/* The table is open, and we know everything the server knows of it. */
bool client_session_is_synced(const client_session *s);

/* The table shows every move and take-back of ours that the server has confirmed. Right after a confirmation it may
 * not: the answer to a request can overtake the news of what it changed. */
bool client_session_is_current(const client_session *s);

/* NULL: it was never opened. While we are not synced, its last known state. */
const client_table *client_session_table(const client_session *s);

typedef struct {
    const char *what;     /* a gettext key */
    char why[CLIENT_WHY]; /* details in the server's words; may be "" */
    bool is_user_error;   /* the user asked for something impossible: this table, this name */
} client_fault;

/* Why the session has ended; NULL: it has not. */
const client_fault *client_session_fault(const client_session *s);

/* Ends the session from outside, e.g. because of the connection. The first fault stays. */
void client_session_fail(client_session *s, const char *what, const char *why, bool is_user_error);

/* Milliseconds since 1970 by the server's clock. */
int64_t client_session_server_now(const client_session *s);

/* Asks for the whole table again, because what we know of it may be wrong. */
void client_reopen(client_session *s);

/* -- Requests: one of each kind at a time -- */

typedef enum {
    /* Sent by the session itself while it connects. on_answer() relies on their being first. */
    CLIENT_HELLO,
    CLIENT_NAMING,
    CLIENT_OPENING,
    /* Sent by the functions below. */
    CLIENT_SIT,
    CLIENT_STAND,
    CLIENT_START,
    CLIENT_MOVE,
    CLIENT_TAKE_BACK,
    CLIENT_CAN_TAKE_BACK,
    CLIENT_CHAT,
    CLIENT_LOOK,
    /* Sent by the session itself for the fair shuffle. */
    CLIENT_COMMIT,
    CLIENT_REVEAL,
    CLIENT_REQUESTS
} client_request;

/* False: not sent, because we are not synced or a request of this kind is still open. */
bool client_sit(client_session *s, int seat);
bool client_stand(client_session *s);
bool client_start(client_session *s);
bool client_move(client_session *s, mur_move m);
bool client_take_back(client_session *s, bool only_asks); /* CLIENT_TAKE_BACK, or CLIENT_CAN_TAKE_BACK */
bool client_send_chat(client_session *s, const char *text);
bool client_look(client_session *s, size_t ply);

bool client_is_asking(const client_session *s, client_request what);

typedef struct {
    enum {
        CLIENT_DONE,
        CLIENT_REFUSED,
        CLIENT_LOST
    } how;                /* lost: the connection broke, so it may have been done or not */
    char code[16];        /* error code of a refusal */
    char why[CLIENT_WHY]; /* its text, in our language */
    bool may;             /* of CLIENT_CAN_TAKE_BACK */
} client_outcome;

/* The outcome of the latest request of this kind, once. False: none yet. */
bool client_take_outcome(client_session *s, client_request what, client_outcome *out);

#endif
