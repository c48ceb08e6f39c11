/* SPDX-License-Identifier: MIT */
/* tests/server/room.h -- a hall without a network: connections are lists of what they were sent.
 * Time stands still unless a test moves it. */
#ifndef TESTS_SERVER_ROOM_H
#define TESTS_SERVER_ROOM_H

#include <jansson.h>

#include "server/hall.h"
#include "tests/store/places.h"

enum { HEARD_MAX = 4096, CALLS_MAX = 16 };

typedef struct {
    hall *h;
    int calls; /* to hooks */
    char called[CALLS_MAX][512], told[CALLS_MAX][256];
    hall_plan plan;
    char where[PLACE];
} room;

/* One connection: everything it was sent, in order. */
typedef struct {
    room *r;
    hall_line *line;
    json_t *heard[HEARD_MAX];
    char *raw[HEARD_MAX];
    int n, next_id;
    int end_code; /* 0: it lives */
    bool is_answered;
    char token[64], id[32];
} client;

extern store_time room_time;

void room_open(room *r, const char *where);
void room_open_with(room *r, const char *where, const hall_plan *plan);
void room_close(room *r);
void room_rest(room *r);           /* until nothing is under way */
void rooms_rest(room *a, room *b); /* in two halls */
void room_pass(room *r, store_time ms);
hall_counts room_counts(const room *r);

/* A guest; with a token or without. */
client *client_new(room *r, const char *token);
void client_enter(client *c, room *r); /* without hello */
void client_free(client *c);           /* it leaves first, if it has not */
void client_leave(client *c);

/* Sends a request, written with ' instead of ", and waits until the hall rests. The answer belongs to the client. */
json_t *ask(client *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say(client *c, const char *format, ...) __attribute__((format(printf, 2, 3))); /* without waiting */

/* The same, and demands this error; "" for none. */
json_t *expect(client *c, const char *error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One request alone, as HTTP makes it; *status is what door->end was told. The caller frees the answer. */
json_t *ask_alone(room *r, const char *token, int *status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

const char *text_at(const json_t *object, const char *path); /* "me.name"; "" if there is none */
int64_t number_at(const json_t *object, const char *path);   /* -1 if there is none */
const json_t *json_at(const json_t *object, const char *path);

/* The latest news of this kind, NULL if there are none; and how many. */
const json_t *latest(const client *c, const char *news);
int count_news(const client *c, const char *news);
const json_t *latest_position(const client *c); /* from news or an answer */

/* A table of this game with so many people, who have all opened it. It has begun. */
void make_table(client *const *people, int n, const char *game, char table[32]);

/* Everybody who may act does so at random until the game is over, or so many moves are made; returns how many. */
int play(client *const *people, int n, const char *table, int most);
bool play_one(client *c, const char *table); /* false: it is not their turn */
bool is_over(const client *c);

#endif
