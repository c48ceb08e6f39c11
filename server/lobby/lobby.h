/* SPDX-License-Identifier: MIT */
/* server/lobby/lobby.h -- people at tables, without a network. The lobby knows who is who, keeps the tables that
 * somebody looks at in memory, handles requests (docs/protocol.md), and sends everybody their view of the tables. It
 * never blocks: writing goes to the store worker (server/workers/store_worker.h), bots and password hashes go to the
 * bot pool (server/workers/bot_pool.h), and their results come back through lobby_process_results(). A move is sent to
 * nobody before it is on disk.
 *
 * All calls come from one thread, that of the event loop. Memory is bounded by the configuration: what does not fit is
 * refused. */
#ifndef SERVER_LOBBY_LOBBY_H
#define SERVER_LOBBY_LOBBY_H

#include "server/common/histogram.h"
#include "server/common/out_message.h"
#include "store/store.h"

typedef struct lobby lobby;
typedef struct lobby_conn lobby_conn; /* one connection */

/* Functions of the network that the lobby calls. `peer` is the pointer given to lobby_connect(). */
typedef struct {
    void *context;
    /* Takes a reference if it needs the message longer. */
    void (*send)(void *context, void *peer, out_message *m);
    /* Closes the connection after everything that was sent; the network then calls lobby_disconnect(). */
    void (*close_conn)(void *context, void *peer, int code, const char *why);
    void (*call_hook)(void *context, const char *url, mur_span text); /* a POST to somebody's hook; best effort */
} lobby_transport;

/* Limits unless the configuration has others; cli/settings.c shows them as the defaults of its options. */
enum { LOBBY_TABLES_PER_PERSON = 50, LOBBY_TABLES_PER_ADDRESS = 200, LOBBY_GRACE_S = 60 };

enum { LOBBY_MESSAGE_MAX = 4096 }; /* bytes of a request */

typedef struct {
    const char *store;      /* a path, or postgresql://... */
    const char *version;    /* of the engine, for clients that speak its bytes */
    int bot_threads;        /* of the bot pool */
    int conns;              /* connections at most */
    int tables;             /* in memory at most; idle ones are dropped first */
    int tables_per_person;  /* tables of one host that are not over, at most; 0: LOBBY_TABLES_PER_PERSON */
    int tables_per_address; /* the same for all hosts of an address; 0: LOBBY_TABLES_PER_ADDRESS */
    int requests_per_s;     /* of a person, on average; four times as many at once */
    int newcomers_per_min;  /* guests and logins of an address */
    int grace_s;            /* how long somebody counts as present after their last connection; 0: LOBBY_GRACE_S */
    bool invite_only;       /* new guests need the code of an invitation */
    int queue;              /* jobs of the store that may wait; 0: STORE_JOBS_MAX */
    const char *(*translate)(const char *lang, const char *key); /* texts for people; NULL: English */
    store_time (*now)(void);                                     /* NULL: the system clock */
} lobby_config;

store_err lobby_open(lobby **lb, const lobby_config *config, const lobby_transport *transport, char why[256]);
void lobby_close(lobby **lb);

/* New limits from now on. Nobody is disconnected because of them. The store, the threads, the queue and the functions
 * stay as they were opened; these members are ignored. */
void lobby_reconfigure(lobby *lb, const lobby_config *config);

/* -- Connections -- */

/* NULL: there is no room. address: all connections with the same text share their limits. */
lobby_conn *lobby_connect(lobby *lb, void *peer, mur_span address);
void lobby_receive(lobby *lb, lobby_conn *conn, mur_span message);
void lobby_disconnect(lobby *lb, lobby_conn *conn);

/* One request without a lasting connection, from the person with this token ("": nobody). transport->send is called
 * once with the answer, and then transport->close_conn with its HTTP status. Both may happen before this returns; then
 * it returns NULL. If there is no room, only transport->close_conn is called, with 503. To cancel, call
 * lobby_disconnect(); then neither is called. */
lobby_conn *lobby_request_once(lobby *lb, void *peer, mur_span address, mur_span token, mur_span message);

/* The names of all requests, as in the field "do"; NULL past the last. For tests. */
const char *lobby_verb_name(int i);

/* -- Time -- */

/* Readable when the store worker or the bot pool has results: call lobby_process_results(). */
int lobby_fd(const lobby *lb);
void lobby_process_results(lobby *lb);

/* Everything that is due by time. Returns in how many milliseconds it wants to be called again: 1 to 1000. */
int lobby_tick(lobby *lb);

/* The server is about to stop: clients get a notice, nothing new is begun. True once nothing is in progress any more.
 */
bool lobby_drain(lobby *lb);

/* -- For /metrics and /healthz -- */

typedef struct {
    uint64_t moves, requests, refusals, commits, entries, bot_moves, chats, logins; /* since the start */
    uint64_t failed_logins;                        /* wrong passwords, at login and when a password is changed */
    uint64_t refused_tables;                       /* requests refused because no more tables fit into memory */
    uint64_t outages;                              /* how often the store became unavailable */
    uint64_t conns, tables, pool_jobs, store_jobs; /* now */
    bool is_store_down;
    bool is_full;             /* all tables in memory are in use, so no other one can be opened */
    const char *store_reason; /* why the store last failed; "" if that is not known (yet) */
    int64_t oldest_ms;        /* how long the oldest request that is not answered has waited; 0: there is none */
    histogram move_times;     /* from the arrival of a move to its answer */
    histogram commit_times;   /* how long the store takes for a batch */
    histogram store_wait;     /* how long store jobs wait before they begin */
    histogram bot_wait;       /* the same for bots and passwords */
} lobby_stats;

void lobby_get_stats(const lobby *lb, lobby_stats *out);

#endif
