/* SPDX-License-Identifier: MIT */
/* server/hall.h -- people at tables, without a network.
 * The hall knows who is who, keeps the tables that somebody looks at, judges what is asked (docs/protocol.md) and tells
 * everybody what they may know. It never waits: what must be written goes to the clerk (server/clerk.h), what must be
 * thought about to the thinkers (server/thinkers.h), and their answers are taken up by hall_go_on(). Nobody is told of
 * a move before it is on disk.
 * All calls come from one thread, that of the event loop. Memory is bounded by the plan: what is beyond is refused. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "server/histogram.h"
#include "server/note.h"
#include "store/store.h"

typedef struct hall hall;
typedef struct hall_line hall_line; /* one connection */

/* What the hall asks of the network. `peer` is what hall_enter() was given. */
typedef struct {
    void *context;
    void (*send)(void *context, void *peer, note *n);                  /* keeps the note as long as it needs it */
    void (*end)(void *context, void *peer, int code, const char *why); /* after all that was sent; then hall_leave() */
    void (*call)(void *context, const char *url, mur_span text);       /* a POST to somebody's hook; best effort */
} hall_door;

typedef struct {
    const char *store;      /* a path, or postgresql://... */
    const char *version;    /* of the engine, for clients that speak its bytes */
    int thinkers;           /* threads */
    int lines;              /* connections at most */
    int tables;             /* in memory at most; those nobody looks at go first */
    int tables_per_person;  /* that are not over and that somebody hosts, at most; 0: as usual */
    int tables_per_address; /* the same for all hosts of an address */
    int requests_per_s;     /* of a person, on average; four times as many at once */
    int newcomers_per_min;  /* guests and logins of an address */
    int grace_s;            /* how long somebody counts as present after their last connection; 0: as usual */
    bool invite_only;       /* new guests need the code of an invitation */
    int queue;              /* jobs of the store that may wait; 0: as many as usual */
    const char *(*translate)(const char *lang, const char *key); /* texts for people; NULL: English */
    store_time (*now)(void);                                     /* NULL: what time it is */
} hall_plan;

store_err hall_open(hall **h, const hall_plan *plan, const hall_door *door, char why[256]);
void hall_close(hall **h);

/* Other limits from now on: lines, tables, requests_per_s, newcomers_per_min. Nobody is sent away for it. */
void hall_change(hall *h, const hall_plan *plan);

/* -- Connections -- */

/* NULL: there is no room. address: whatever counts as one when requests are counted. */
hall_line *hall_enter(hall *h, void *peer, mur_span address);
void hall_hear(hall *h, hall_line *line, mur_span message);
void hall_leave(hall *h, hall_line *line);

/* One request without a connection that stays, as somebody with this token ("": nobody). The answer comes by
 * door->send, once, and then door->end is called with its status for HTTP; both may happen before this returns, and
 * then it returns NULL; without room for it only door->end is called, with 503. Whoever does not wait for the answer
 * any more says so with hall_leave(), and neither is called.
 */
hall_line *hall_ask(hall *h, void *peer, mur_span address, mur_span token, mur_span message);

/* The requests there are, as "do" names them; NULL past the last. For tests and documents. */
const char *hall_verb_at(int i);

/* -- Time -- */

/* Readable when the clerk or a thinker has answered: call hall_go_on(). */
int hall_fd(const hall *h);
void hall_go_on(hall *h);

/* Clocks, and what is done now and then. Returns in how many milliseconds it wants to be called again. */
int hall_tick(hall *h);

/* The server is about to go: everybody is told, nothing new is begun. True once nothing is under way any more. */
bool hall_drain(hall *h);

/* -- What /metrics and /healthz tell -- */

typedef struct {
    uint64_t moves, requests, refusals, commits, entries, bot_moves, chats, logins; /* since the start */
    uint64_t failed_logins;                    /* wrong passwords: of logins, and of those who want a new one */
    uint64_t refused_tables;                   /* requests refused because no more tables fit into memory */
    uint64_t outages;                          /* how often the store went away */
    uint64_t lines, tables, thinking, writing; /* now */
    bool is_store_away;
    bool is_full;             /* all tables in memory are needed: others are refused */
    const char *store_reason; /* why the store was last away; "" if that is not known (yet) */
    int64_t oldest_ms;        /* how long the oldest request that is not answered has waited; 0: there is none */
    histogram move_times;     /* from the arrival of a move to its answer */
    histogram commit_times;   /* what the store takes to keep a batch */
    histogram store_wait;     /* what jobs for the store wait until it is their turn */
    histogram bot_wait;       /* the same of bots and passwords */
} hall_counts;

void hall_count(const hall *h, hall_counts *out);

#endif
