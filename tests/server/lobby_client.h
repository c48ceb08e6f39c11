/* SPDX-License-Identifier: MIT */
/* tests/server/lobby_client.h -- a lobby without a network, for tests: each connection is a list of the messages it was
 * sent. Time stands still unless a test moves it. */
#ifndef TESTS_SERVER_LOBBY_CLIENT_H
#define TESTS_SERVER_LOBBY_CLIENT_H

#include <jansson.h>

#include "server/lobby/lobby.h"
#include "tests/store/backends.h"

enum { MESSAGES_MAX = 4096, CALLS_MAX = 16 };

typedef struct {
    lobby *h;
    int calls; /* of webhooks */
    char called[CALLS_MAX][512], written[CALLS_MAX][256];
    lobby_config plan;
    char where[PLACE];
    uint32_t marker; /* the latest one that has arrived: test_lobbies_wait() */
    uint64_t n_news; /* of other processes */
} test_lobby;

/* One connection: everything it was sent, in order. */
typedef struct {
    test_lobby *r;
    lobby_conn *conn;
    json_t *received[MESSAGES_MAX];
    char *raw[MESSAGES_MAX];
    int n, next_id;
    int end_code; /* 0: it is open */
    bool is_answered;
    char token[64], id[32];
} client;

extern store_time test_time;

void test_lobby_open(test_lobby *r, const char *where);
void test_lobby_open_with(test_lobby *r, const char *where, const lobby_config *plan);
void test_lobby_close(test_lobby *r);
void test_lobby_wait(test_lobby *r);                      /* until no job is pending */
void test_lobbies_wait(test_lobby *a, test_lobby *b);     /* in two on one PostgreSQL, and all news has arrived */
void test_lobby_advance_ms(test_lobby *r, store_time ms); /* then waits */
lobby_stats test_lobby_stats(const test_lobby *r);

/* Connects and says hello, with a token or (NULL) as a new guest. */
client *client_new(test_lobby *r, const char *token);
void client_connect(client *c, test_lobby *r); /* without hello */
void client_free(client *c);                   /* disconnects first, if necessary */
void client_disconnect(client *c);

/* Sends a request, written with ' instead of ", and waits until it is answered. The answer belongs to the client. */
json_t *ask(client *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void send_request(client *c, const char *format, ...) __attribute__((format(printf, 2, 3))); /* without waiting */

/* The same, and asserts that the answer has this error; "" for none. */
json_t *expect(client *c, const char *error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A single request without a connection, as over HTTP; *status is what transport.close_conn was called with. The caller
 * frees the answer. */
json_t *request_once(test_lobby *r, const char *token, int *status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

const char *text_at(const json_t *object, const char *path); /* "me.name"; "" if there is none */
int64_t number_at(const json_t *object, const char *path);   /* -1 if there is none */
const json_t *json_at(const json_t *object, const char *path);

/* The latest news of this kind, NULL if there are none; and how many. */
const json_t *latest(const client *c, const char *news);
int count_news(const client *c, const char *news);
const json_t *latest_position(const client *c); /* from news or an answer */

/* A table of this game with these n people, who have all opened it. It has started. */
void make_table(client *const *people, int n, const char *game, char table[32]);

/* All people make random moves until the game is over or `most` moves are made; returns how many. */
int play(client *const *people, int n, const char *table, int most);
bool play_one(client *c, const char *table); /* false: it is not their turn */
bool is_over(const client *c);

#endif
