/* SPDX-License-Identifier: MIT */
/* server/lobby/lobby_int.h -- what the files of the lobby share privately. README.md lists them in reading order.
 *
 * The life of a request:
 *     requests.c     a message of a connection becomes a lobby_request; limits are checked, its verb is found
 *     verbs.h        the table of all verbs: handler, required state, cost, file
 *     tables.c       a request about a table waits in that table's queue until the table is in memory and not busy
 *     a verb's file  the handler reads the fields and checks; it answers, asks the store, or appends entries
 *     table_writes.c entries are appended; on success the verb's on_written() answers
 *     reply.c        answers and refusals; they free the request
 *     publish.c      everybody who listens is sent what has changed
 * The lobby's own changes of a table (a bot's move, a clock that ran out) are requests without a connection.
 *
 * Threads: everything runs in the thread of the event loop, except functions given to the store worker as `run` (their
 * first parameter is a store_job, their second a store) and to the bot pool (bot_pool_job). Those see only their
 * request's data; their on_done runs in the loop again. Of the lobby they may read what never changes once it is open
 * (self, name_rules) and the atomic is_closing; not config, which a reload replaces. write_rows() may read its table,
 * which does not change while a write is in progress. find_origin_key() sets origin_key while lobby_open() waits. */
#ifndef SERVER_LOBBY_LOBBY_INT_H
#define SERVER_LOBBY_LOBBY_INT_H

#include <sodium.h>
#include <stdatomic.h>

#include "engine/json.h"
#include "engine/words.h"
#include "record/buffer.h"
#include "record/safe_text.h"
#include "server/common/copy_text.h"
#include "server/common/counter_map.h"
#include "server/common/id_map.h"
#include "server/common/ids.h"
#include "server/common/json_value.h"
#include "server/common/rate_limit.h"
#include "server/common/system_clock.h"
#include "server/lobby/lobby.h"
#include "server/lobby/login_throttle.h"
#include "server/lobby/name_rules.h"
#include "server/table/journal.h"
#include "server/workers/bot_pool.h"
#include "server/workers/store_worker.h"

enum {
    PROTOCOL_VERSION = 2, /* older versions are spoken as well */
    MESSAGE_MAX = LOBBY_MESSAGE_MAX,
    PENDING_MAX = 16,      /* unanswered requests of a connection */
    LISTENING_MAX = 16,    /* tables a connection listens to */
    WAITING_MAX = 64,      /* requests in the queue of a table */
    DRAFTS_MAX = 6,        /* entries of a table in one write: the choice of every seat */
    CHAT_CHARACTERS = 500, /* of one line */
    CHAT_MAX = 50,         /* lines that `open` sends */
    LIST_MAX = 50,         /* tables on a page */
    CLAIM_MS = 5000,       /* how long a bot's move belongs to this process; if it dies another one takes over then */
    RENEW_MS = 2000,       /* until the claim is renewed while a bot still thinks */
    SWEEP_MS = 1000,       /* how often the store is asked for tables that need attention */
    PROCESS_MS = 15000,    /* how long a process counts as alive after its last heartbeat */
    HEARTBEAT_MS = 5000,
    EXPIRE_MS = 60000,   /* how often the store is asked for what has expired */
    RETRY_MS = 1000,     /* after something failed */
    CHECK_MS = 1000,     /* how often the sessions of some connections are checked */
    CHECK_MAX = 100,     /* connections whose sessions are checked at a time */
    SESSION_DAYS = 90,   /* without a visit, after which a token is void */
    LOG_HASH = 6,        /* bytes of the hash that stands for an address in the log */
    POOL_JOBS_MAX = 4096 /* bot moves and password hashes that may wait */
};

/* -- Errors: code in messages, HTTP status, text for people -- */

#define LOBBY_ERRS(X)                                                                                                  \
    X(MESSAGE, "message", 400, N_("malformed request"))                                                                \
    X(HELLO, "hello", 401, N_("send hello first"))                                                                     \
    X(VERSION, "version", 400, N_("this version of the protocol is not supported"))                                    \
    X(TOKEN, "token", 401, N_("this token is not known"))                                                              \
    X(PASSWORD, "password", 403, N_("name and password do not match"))                                                 \
    X(TAKEN, "taken", 409, N_("somebody else was first"))                                                              \
    X(NONE, "none", 404, N_("not found"))                                                                              \
    X(NOT_YOURS, "not_yours", 403, N_("you may not do this"))                                                          \
    X(STATE, "state", 409, N_("not possible now"))                                                                     \
    X(ILLEGAL, "illegal", 400, N_("this move is not possible now"))                                                    \
    X(STALE, "stale", 409, N_("something else has happened since"))                                                    \
    X(LATE, "late", 409, N_("somebody has moved since"))                                                               \
    X(LEARNT, "learnt", 409, N_("this move has revealed hidden information"))                                          \
    X(PRESENT, "present", 409, N_("this person is present, or was until a moment ago"))                                \
    X(LIMIT, "limit", 429, N_("you have too many unfinished tables: finish or close one first"))                       \
    X(BUSY, "busy", 429, N_("too many requests; try again later"))                                                     \
    X(STORE_DOWN, "away", 503, N_("the server cannot save this now; nothing was changed"))                             \
    X(UNSURE, "unsure", 503, N_("the server does not know whether this was saved; look again"))                        \
    X(INVITE, "invite", 403, N_("this server is by invitation only; a code is needed"))                                \
    X(BANNED, "banned", 403, N_("you are banned from this server"))                                                    \
    X(MUTED, "muted", 403, N_("you are muted and cannot chat now"))

typedef enum {
    LOBBY_OK,
#define X(id, code, status, words) LOBBY_##id,
    LOBBY_ERRS(X)
#undef X
} lobby_err;

/* -- People and connections (people.c, conns.c) -- */

typedef struct lobby_request lobby_request;
typedef struct lobby_table lobby_table;
typedef struct listener listener;

/* A person with at least one connection. */
typedef struct {
    id_map_node node;     /* in lobby.people; its id is theirs */
    store_person account; /* as the store has it, except that the password is "" or "yes" */
    lobby_conn *conns;
    int holders; /* number of connections, including those that are gone and still have unanswered requests */
} lobby_person;

/* A connection lives until it is gone and its last request has been answered. */
struct lobby_conn {
    void *peer; /* the network's own struct for it; passed to transport functions */
    char address[64];
    int64_t origin;          /* hash of the address, the same in all processes on this store */
    lobby_conn *next, *prev; /* of all */
    lobby_person *person;    /* NULL before hello */
    lobby_conn *next_of_person, *prev_of_person;
    unsigned char key[STORE_KEY]; /* of its session */
    char lang[4];
    listener *listening[LISTENING_MAX];
    int n_listening;
    int pending;          /* requests without an answer; it is not freed while there are some */
    int before_hello;     /* messages it has sent before its first hello */
    bool is_gone;         /* the network has closed it: nothing can be sent */
    bool is_ending;       /* the network was asked to close it: nothing is sent any more */
    bool is_saying_hello; /* a hello is being looked up */
    bool is_single;       /* made for one HTTP request: lobby_request_once() */
    int status;           /* HTTP status of its answer */
};

/* -- Requests (requests.c) -- */

typedef struct {
    const char *name; /* as in the field "do"; of the lobby's own requests only for debuggers */
    void (*handle)(lobby *lb, lobby_request *req);                          /* a verb about a person, or */
    void (*handle_at_table)(lobby *lb, lobby_request *req, lobby_table *t); /* once it is its turn at the table */
    unsigned flags;
    float cost;             /* of a person's allowance of requests */
    const char *permission; /* and where it is checked: for readers and for a test */
    const char *file;       /* where its handler is */
} verb;

enum {
    BEFORE_HELLO = 1,  /* allowed before hello */
    NEEDS_CONN = 2,    /* not as a single HTTP request */
    CAN_JOIN_WRITE = 4 /* may be written together with choices made at the same time: lobby_join_write() */
};

typedef void lobby_on_written(lobby *lb, lobby_request *req, lobby_table *t);

struct lobby_request {
    store_job job; /* first: the request is found from the job by a cast */
    bot_pool_job pool_job;
    lobby *lb;
    lobby_conn *conn; /* NULL: the lobby's own */
    const verb *verb;
    json_value *body;
    int64_t id;                                 /* that the answer repeats; -1: none */
    int64_t arrived;                            /* monotonic_ns() */
    lobby_request *next_arrived, *prev_arrived; /* unanswered requests of connections, the oldest first */
    lobby_table *table;                         /* whose queue it is in or has been in */
    lobby_request *next;                        /* in that queue */
    lobby_request *next_in_pool, **at_in_pool;  /* in lobby.in_pool; at_in_pool: the pointer that points to it */
    int tries;                                  /* how often another process appended first */
    lobby_err refusal;                          /* what STORE_INVALID means for it; LOBBY_OK: the message is wrong */
    store_err (*extra_write)(lobby_request *req, store *s); /* written with its entries; in the store's thread */
    lobby_on_written *on_written;                           /* once its entries are applied: answers */
    void *data;                                             /* the verb's own; freed with free_data, or free() */
    void (*free_data)(void *data);
};

/* -- Tables (tables.c) -- */

/* A connection that gets a message about every change of a table (listen.c). */
struct listener {
    lobby_table *table;
    lobby_conn *conn;
    listener *next, **at; /* at: the pointer that points to it */
    bool is_spectator;    /* wants to see the table as somebody without a seat */
    int seat;             /* of the person, -1: none; valid for this `seating` */
    uint64_t seating;
    bool is_holding; /* the table counts for its origin in lobby.held; exactly one listener of each table */
    table_form form;
};

/* The write in progress: its entries are applied to the table once they are on disk (table_writes.c). */
typedef struct {
    store_job job;
    lobby_table *table;
    table_draft draft[DRAFTS_MAX]; /* as many as the job has entries; list[i] points into draft[i] */
    store_append_op list[DRAFTS_MAX];
    lobby_request *requested_by[DRAFTS_MAX]; /* is answered after this entry; NULL: the request has another one */
    bool is_in_progress;
} pending_write;

enum { CHATS_REMEMBERED = 16 };

/* A table in memory. Seats are sets of one bit each. */
struct lobby_table {
    id_map_node node; /* in lobby.tables */
    lobby *lb;
    char name[ID_TEXT]; /* its id as text */
    journal journal;

    /* The state that listeners and players have been sent (publish.c). */
    uint32_t sent_length, sent_moves, sent_seatings;
    unsigned sent_turn;    /* seats that know that it is their turn */
    unsigned sent_awaited; /* seats that know that the shuffle waits for them */
    bool sent_sealed;

    /* Who is present (presence.c). */
    unsigned present, present_here, present_elsewhere; /* in any process, in this one, in another one */
    store_time left_at[MUR_SEATS];                     /* when the last listener of a seat left this process */
    store_time loaded_at;                              /* when the table came into memory */

    /* Reading (tables.c). */
    uint32_t n_loads; /* how often it was read from its first entry on */
    bool is_reading;
    bool needs_read;   /* the store has more entries: read them when it is not busy */
    bool needs_reload; /* what is in memory may be wrong: read all of it again */

    /* Bots (bots.c). */
    unsigned bots_thinking;
    bool is_claiming;
    uint32_t claimed; /* index of the claimed entry; valid until claimed_until */
    store_time claimed_until;

    /* Why it stays in memory (tables.c). */
    listener *listeners;
    lobby_request *first, **last; /* the queue */
    int n_waiting, pins;
    lobby_table *newer, *older; /* in the list of idle tables */
    bool is_idle;

    /* When it has to be checked (wake.c). */
    store_time retry, wake; /* 0: never */
    size_t in_heap;         /* its place there, from 1 on; 0: not there */

    /* Chat (chat.c). */
    uint64_t chat_hashes[CHATS_REMEMBERED]; /* of lines that listeners have been sent */
    unsigned n_chat_hashes;
    store_time listened_at; /* since when there are listeners: older lines are not news */

    pending_write write; /* private to table_writes.c, except is_in_progress */
};

/* -- The lobby -- */

enum { ORIGIN_KEY = 16 };

/* Asking the store for tables that need attention (sweep.c). */
typedef struct {
    store_time at, expire_at; /* the next sweep and the next expiry begin no earlier */
    bool is_in_progress, is_expiring;
    store_id after; /* the last table at which bots were found to be due */
} sweep;

struct lobby {
    lobby_config config;
    lobby_transport transport;
    store_worker *store_worker;
    bot_pool *bot_pool;
    rate_limiter *rate_limiter;
    login_throttle *login_throttle;
    name_rules *name_rules;
    int fd;                 /* epoll: answers of store worker or bot pool wait */
    bool is_shared;         /* other processes may use the same store */
    bool is_draining;       /* nothing new is begun */
    atomic_bool is_closing; /* read by bots in their threads: they stop thinking */
    store_id self;          /* this process, for claims and presence */

    id_map people, tables;
    lobby_conn *conns;
    size_t n_conns;
    lobby_table *newest, *oldest; /* idle tables, by when they became idle */
    lobby_table **heap;           /* tables by `wake`, the earliest first; from 1 on */
    size_t n_heap, max_heap;
    counter_map *held;                           /* by origin: number of tables that its listeners keep in memory */
    lobby_request *in_pool;                      /* requests whose job the bot pool has */
    lobby_request *first_arrived, *last_arrived; /* unanswered requests of connections */

    store_time check_at, probe_at, heartbeat_at; /* when something is due */
    sweep sweep;
    bool is_probing_store;  /* a job finds out whether the store is back */
    lobby_conn *check_next; /* whose session is checked next; NULL: the first one's */
    int64_t access_changes; /* the store's count of bans and mutes when sessions were last checked */
    size_t check_rounds;    /* checks that follow without a pause, because that count has changed */

    unsigned char origin_key[ORIGIN_KEY];             /* turns addresses into origins; the store keeps it */
    unsigned char log_key[crypto_shorthash_KEYBYTES]; /* turns addresses into what the log shows; never kept */
    mur_buffer out;                                   /* the message being written */
    lobby_stats stats;
    char store_reason[256];
};

store_time lobby_now(const lobby *lb);
int64_t lobby_origin_of(const lobby *lb, mur_span address);

/* Called with every result of the store. When it goes down, its reason is kept for /healthz. */
void lobby_set_store_down(lobby *lb, bool is_down);

/* -- conns.c -- */

lobby_conn *lobby_conn_new(lobby *lb, void *peer, mur_span address); /* NULL: there are too many */
void lobby_conn_free(lobby *lb, lobby_conn *conn);
void lobby_close_conn(lobby *lb, lobby_conn *conn, int code, const char *why);

/* -- requests.c -- */

/* A request of the lobby's own; it is freed by lobby_request_free() instead of being answered. */
lobby_request *lobby_request_new(lobby *lb, const verb *v);
void lobby_request_free(lobby_request *req);

/* on_written() and on_done() of the lobby's own requests that need no answer: they free the request. A failure is not
 * repeated here; the next sweep, tick or heartbeat does that. */
void lobby_end_written(lobby *lb, lobby_request *req, lobby_table *t);
void lobby_end_job(store_job *job);

void lobby_dispatch(lobby_request *req); /* checks it and calls its handler; its person is known by now */

/* Hand the request to another thread. If too much waits there already it is refused with `busy`. _list: for a read that
 * may take long; addresses take turns there. */
void lobby_submit_store(lobby *lb, lobby_request *req, bool writes, void (*run)(store_job *, store *),
                        void (*on_done)(store_job *));
void lobby_submit_store_list(lobby *lb, lobby_request *req, void (*run)(store_job *, store *),
                             void (*on_done)(store_job *));
bool lobby_submit_pool(lobby *lb, lobby_request *req, void (*run)(bot_pool_job *, void *),
                       void (*on_done)(bot_pool_job *));
uint64_t lobby_owner_key(store_id person);                /* for bot_pool_job.owner */
lobby_request *lobby_request_of(bot_pool_job *job);       /* in the pool's thread */
lobby_request *lobby_take_from_pool(bot_pool_job *job);   /* must be the first call in on_done() */
bool lobby_allow_newcomer(lobby *lb, lobby_request *req); /* charges a guest or login to the address; false: refused */

/* Fields of a request. False from `require` means that the request has been refused; from `read`, that the field is
 * missing or invalid. */
bool lobby_has_field(const lobby_request *req, const char *field);
bool lobby_require_text(lobby_request *req, const char *field, size_t max, mur_span *out);
bool lobby_require_number(lobby_request *req, const char *field, int64_t from, int64_t to, int64_t *out);
bool lobby_require_id(lobby_request *req, const char *field, store_id *out);
bool lobby_read_text(const lobby_request *req, const char *field, size_t max, mur_span *out);
bool lobby_read_number(const lobby_request *req, const char *field, int64_t from, int64_t to, int64_t *out);
bool lobby_read_flag(const lobby_request *req, const char *field); /* false unless it is true */

/* -- verbs.c -- */

const verb *lobby_verb_at(int i); /* NULL past the last */
const verb *lobby_find_verb(mur_span name);

/* -- reply.c -- */

/* Writes members of an object that has been begun. */
typedef void lobby_fill(mur_json *j, const void *context);

out_message *lobby_new_message(lobby *lb, lobby_fill *fill, const void *context);
void lobby_send(lobby *lb, lobby_conn *conn, out_message *m);

/* Each answers the request and frees it. fill may be NULL. */
void lobby_reply(lobby_request *req, lobby_fill *fill, const void *context);
void lobby_refuse(lobby_request *req, lobby_err err);
void lobby_refuse_why(lobby_request *req, lobby_err err, const char *why); /* why: a gettext key */
void lobby_refuse_with(lobby_request *req, lobby_err err, const char *key, const mur_format_arg *places);
void lobby_refuse_field(lobby_request *req, const char *field);
void lobby_refuse_store(lobby_request *req, store_err err);
const char *lobby_translate(const lobby *lb, const char *lang, const char *key);

void put_id(mur_json *j, const char *key, store_id id);
void put_person_label(mur_json *j, const char *key, const table *t, store_id person);

/* -- People: people.c, people_names.c, people_passwords.c, people_sessions.c, people_data.c; see account.h -- */

lobby_person *lobby_find_person(const lobby *lb, store_id id);       /* NULL: not connected */
void lobby_person_unlink_conn(lobby *lb, lobby_conn *conn);          /* the connection is gone */
void lobby_person_release(lobby *lb, lobby_conn *conn);              /* the connection is about to be freed */
bool lobby_hash_token(mur_span token, unsigned char key[STORE_KEY]); /* false: no token has this length */
void lobby_authenticate(lobby_request *req);                         /* a single request, by its token; then dispatch */
void lobby_close_conns_of(lobby *lb, store_id person, const unsigned char *key, const lobby_conn *but);
bool lobby_is_muted(const lobby_person *p, store_time now);
void lobby_check_sessions(lobby *lb); /* of some connections: another process may have ended them */
void lobby_fill_skeletons(lobby *lb); /* of names that are older than skeletons */
void put_own_account(mur_json *j, const store_person *p);
void put_session(mur_json *j, const store_session *s, bool is_here, bool is_mine);

/* Asks the store whether the person who asks has a password; if so, `old` of the request must be it, else it is refused
 * with `password`. Then calls then(). req->data must not be set yet. */
void lobby_verify_password(lobby_request *req, void (*then)(lobby_request *req));

/* -- tables.c -- */

void lobby_queue_at_table(lobby *lb, lobby_request *req, store_id id); /* or refuses it */
void lobby_serve_waiting(lobby *lb, lobby_table *t);                   /* the caller holds a pin */
void lobby_requeue_first(lobby_table *t, lobby_request *req);
lobby_table *lobby_find_table(const lobby *lb, store_id id); /* NULL: not in memory */
lobby_table *lobby_table_new(lobby *lb, store_id id);        /* NULL: no more tables fit into memory */
void lobby_table_free(lobby *lb, lobby_table *t);
void lobby_table_unpin(lobby *lb, lobby_table *t); /* after t->pins++; the table may be gone afterwards */
void lobby_table_read(lobby *lb, lobby_table *t);  /* the entries that memory lacks, or everything */
void lobby_reload_tables_of(lobby *lb, store_id person);
void lobby_on_store_news(void *context, store_id id, uint32_t length);

/* -- table_writes.c -- */

/* Appends a change that table_check_...() allowed. on_written() follows once it is on disk and applied, and answers. If
 * another process was first, the request's handler runs again instead. */
void lobby_write(lobby *lb, lobby_table *t, lobby_request *req, const table_change *change,
                 lobby_on_written *on_written);

/* The same for a verb whose answer is just `ok`, or the refusal if the change is none. */
void lobby_write_and_reply(lobby *lb, lobby_request *req, lobby_table *t, table_change change);

/* The entries being written, and appending one more to them. False: the batch has begun, or there is no room. */
const table_draft *lobby_pending_drafts(const lobby_table *t, size_t *n);
bool lobby_extend_write(lobby *lb, lobby_table *t, lobby_request *req, const table_change *change,
                        lobby_on_written *on_written);
lobby_err lobby_err_of(table_err err);

/* -- Verbs about tables share these -- */

/* moves.c: a choice joins the write in progress. False: it has to wait. */
bool lobby_join_write(lobby *lb, lobby_request *req, lobby_table *t);

/* table_lists.c: names of states, and pages of lists. */
const char *lobby_state_name(store_state state);
bool lobby_read_page_start(lobby_request *req, bool *is_page, store_cursor *place); /* false: refused */
void put_next_page(mur_json *j, store_time at, store_id id);                        /* "more" */

/* shuffle.c: what a player brings to the shuffle, one of them or none. */
typedef struct {
    mur_span salt, commit;
} shuffle_input;

bool lobby_read_shuffle_input(lobby_request *req, shuffle_input *out); /* false: refused */
void lobby_notify_awaited(lobby *lb, lobby_table *t, bool is_ours);

/* same_deal.c: what the store knows about a table before it is shown. */
enum { CONTEXT_CHAT = 1, CONTEXT_OTHERS = 2 }; /* its latest chat; results of other tables with the same deal */

/* Asks the store; then the request's handler runs again, with the answer in req->data. */
void lobby_fetch_context(lobby *lb, lobby_request *req, const lobby_table *t, unsigned what);

/* Is another table of this deal open or being played? Then this one is shown only to the players of a game that is
 * running itself. No exceptions: identities are free. */
bool lobby_is_hidden_by_deal(const lobby_request *req, const lobby_table *t);

/* If the store had more entries than memory when the context was fetched, reads the table on; the request comes back
 * afterwards, once. True: the caller must not go on with it now. */
bool lobby_reread_if_behind(lobby *lb, lobby_request *req, lobby_table *t);
void put_chat(mur_json *j, const void *context, const table *t);

/* listen.c */
bool lobby_read_form(lobby_request *req, table_form *form);                  /* false: refused */
bool lobby_wants_spectator_view(const lobby_request *req);                   /* `"seat":0` */
listener *lobby_find_listener(const lobby_conn *conn, const lobby_table *t); /* NULL: it does not listen */
void lobby_stop_listening(lobby *lb, listener *l);
int listener_seat(listener *l); /* the seat whose view the listener gets, or MUR_WATCHER */

/* seats.c */
table_change lobby_check_sit(const table *t, const lobby_person *p, int seat, const shuffle_input *input);
void lobby_start_if_full(lobby *lb, lobby_table *t);

/* chat.c */

/* A line of chat, on its way to or from the store. */
typedef struct {
    store_id table, person;
    store_time at;
    char by[STORE_NAME]; /* name of the person */
    char text[4 * CHAT_CHARACTERS + 1];
} chat_line;

chat_line chat_line_read(store_id where, store_id person, mur_span name, store_time at, mur_span text);
void put_chat_line(mur_json *j, const table *t, const chat_line *line); /* "by", "person", "at", "text" */
void lobby_fetch_new_chat(lobby *lb, lobby_table *t);                   /* somebody said something in another process */

/* -- publish.c -- */

/* Everything that follows from new entries: news, turns, clocks, bots. is_ours: this process wrote them, so it calls
 * the webhooks. */
void lobby_publish_change(lobby *lb, lobby_table *t, bool is_ours);
void lobby_mark_sent(lobby_table *t); /* its listeners know all entries that are in memory */
void lobby_send_to_listeners(lobby *lb, lobby_table *t, lobby_fill *fill, const void *context);

/* Sends a message to the people of these seats, on their connections that do not listen to the table. If a person has
 * no connection and is_ours, their webhook is called with these words. */
void lobby_notify_seats(lobby *lb, lobby_table *t, unsigned seats, lobby_fill *fill, const char *words, bool is_ours);

/* -- wake.c -- */

void lobby_schedule_wake(lobby *lb, lobby_table *t); /* by its clock, and t->retry */
void lobby_retry_at(lobby *lb, lobby_table *t, store_time at);
void lobby_cancel_wake(lobby *lb, lobby_table *t);
store_time lobby_wake_tables(lobby *lb); /* checks tables that are due; returns when the next one is, 0: none */

/* -- sweep.c -- */

void lobby_sweep(lobby *lb); /* asks the store, if it is time */

/* -- presence.c -- */

void lobby_update_presence(lobby *lb, lobby_table *t);   /* counts, and sends listeners a message if it has changed */
unsigned lobby_count_present(lobby *lb, lobby_table *t); /* the same without a message */
void lobby_publish_seats(lobby *lb, lobby_table *t);
void lobby_refresh_presence(lobby *lb, lobby_table *t); /* it has changed in another process */
store_time lobby_grace_ms(const lobby *lb);
void lobby_heartbeat(lobby *lb);

/* Asks the store when each person was last at the table; then the request's handler runs again, with the answer in
 * req->data. */
void lobby_fetch_presence(lobby *lb, lobby_request *req, const lobby_table *t);
bool lobby_was_present(const lobby_request *req, const lobby_table *t, int seat); /* now, or within the grace period */

/* -- bots.c -- */

void lobby_ask_bots(lobby *lb, lobby_table *t);
size_t lobby_pool_limit(const lobby *lb); /* bots that may wait or think at the same time */

/* -- lobby_sound.c: invariants of lists and maps, for assert() -- */

bool lobby_is_sound(const lobby *lb);
bool lobby_table_is_sound(const lobby_table *t);

#include "server/lobby/verbs.h"

#endif
