/* SPDX-License-Identifier: MIT */
/* server/hall_int.h -- what the files of the hall share.
 *     hall.c         the whole: opening, going on, counting
 *     hall_lines.c   connections and their requests: read, limited, given to whoever answers them
 *     hall_wire.c    what is written to a connection
 *     hall_people.c  who somebody is: hello; hall_names.c, hall_password.c, hall_sessions.c
 *     hall_forget.c  what is kept of somebody: export, forget
 *     hall_lists.c   lobby, mine: tables as the store lists them
 *     hall_deal.c    the same deal at several tables: what must not be shown yet, and how it went
 *     hall_tables.c  the tables in memory: read, kept, written to, dropped
 *     hall_make.c    new tables: create, rematch
 *     hall_fair.c    what a player brings to the shuffle: commit, reveal
 *     hall_seats.c   who listens and who sits: open, leave, sit, stand, seat, start, close
 *     hall_play.c    move, back, look, point, record, say
 *     hall_tell.c    what happened at a table, to everybody who listens; whose turn it is
 *     hall_time.c    when a table in memory wants to be looked at
 *     hall_sweep.c   tables that need attention, found in the store: clocks that ran out, bots to move, what expires
 *     hall_presence.c who is present at a table, in this process and in others
 *     hall_bots.c    bots to move
 * A request goes from its connection to the table it is about, waits there for its turn, is judged, and is answered
 * once what it wants is written. What the hall itself wants of a table (a bot's move, a clock that ran out) is a
 * request without a connection. */
#ifndef SERVER_HALL_INT_H
#define SERVER_HALL_INT_H

#include <sodium.h>
#include <stdatomic.h>

#include "engine/json.h"
#include "engine/words.h"
#include "record/buffer.h"
#include "record/quote.h"
#include "server/body.h"
#include "server/clerk.h"
#include "server/guesses.h"
#include "server/hall.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/names.h"
#include "server/table.h"
#include "server/tally.h"
#include "server/thinkers.h"

enum {
    HALL_VERSION = 2,   /* of the protocol; all since the first are spoken */
    MESSAGE_MAX = 4096, /* bytes of a request */
    PENDING_MAX = 16,   /* unanswered requests of a connection */
    LISTENING_MAX = 16, /* tables of a connection */
    WAITING_MAX = 64,   /* requests that wait at a table */
    WISHES_MAX = 6,     /* entries of a table written at once: everybody's choice */
    ID_TEXT = 23,
    CHAT_CHARACTERS = 500,
    CHAT_MOST = 50, /* that open tells */
    LIST_MOST = 50,
    CLAIM_MS = 5000,     /* how long a bot's move is this process's own: should it be gone, another does it then */
    RENEW_MS = 2000,     /* until the claim is made again, while a bot still thinks */
    SWEEP_MS = 1000,     /* how often the store is asked for tables that need attention */
    GRACE_MS = 60000,    /* how long somebody counts as present after their last connection */
    PROCESS_MS = 15000,  /* how long a process counts as alive after it last said so */
    HEARTBEAT_MS = 5000, /* how often it says so */
    EXPIRE_MS = 60000,   /* how often the store is asked for what has expired */
    RETRY_MS = 1000,     /* when something did not work */
    CHECK_MS = 1000,     /* how often a few sessions are looked at */
    CHECK_MOST = 100,
    SESSION_DAYS = 90,  /* without a visit, after which a token is worth nothing */
    LOG_HASH = 6,       /* bytes of the hash of an address in the log */
    THOUGHTS_MAX = 4096 /* bots and passwords that may wait */
};

/* -- Errors: code, status of HTTP, what people are told -- */

#define HALL_ERRS(X)                                                                                                   \
    X(MESSAGE, "message", 400, N_("this message cannot be understood"))                                                \
    X(HELLO, "hello", 401, N_("who are you? Say hello first"))                                                         \
    X(VERSION_ERR, "version", 400, N_("this version of the protocol is not spoken here"))                              \
    X(TOKEN, "token", 401, N_("nobody is known by this token"))                                                        \
    X(PASSWORD, "password", 403, N_("name and password do not match"))                                                 \
    X(TAKEN, "taken", 409, N_("somebody was first"))                                                                   \
    X(NONE, "none", 404, N_("there is no such thing"))                                                                 \
    X(NOT_YOURS, "not_yours", 403, N_("this is not for you to do"))                                                    \
    X(STATE, "state", 409, N_("this is not possible now"))                                                             \
    X(ILLEGAL, "illegal", 400, N_("this move is not possible now"))                                                    \
    X(STALE, "stale", 409, N_("something else has happened since"))                                                    \
    X(LATE, "late", 409, N_("somebody has moved since"))                                                               \
    X(LEARNT, "learnt", 409, N_("this move has shown something that was hidden"))                                      \
    X(PRESENT, "present", 409, N_("this person is here, or was a moment ago"))                                         \
    X(LIMIT, "limit", 429, N_("you have too many tables that are not over: finish or close one first"))                \
    X(BUSY, "busy", 429, N_("too much at once; try again later"))                                                      \
    X(AWAY, "away", 503, N_("the server cannot write this down now; nothing was changed"))                             \
    X(UNSURE, "unsure", 503, N_("the server does not know whether this was written down; look again"))                 \
    X(INVITE, "invite", 403, N_("this server is by invitation; it needs a code"))                                      \
    X(BANNED, "banned", 403, N_("you are banned from this server"))                                                    \
    X(MUTED, "muted", 403, N_("you may not write to others now"))

typedef enum {
    HALL_OK,
#define X(id, code, status, words) HALL_##id,
    HALL_ERRS(X)
#undef X
} hall_err;

/* -- Who -- */

typedef struct hall_request hall_request;
typedef struct hall_table hall_table;
typedef struct listener listener;

typedef struct {
    map_node node;   /* in hall.people; its id is theirs */
    store_person is; /* as the store has it, but for the password: "" or "yes" */
    hall_line *lines;
    int holders; /* lines, those included that are gone and still wait for an answer */
} hall_person;

struct hall_line {
    void *peer;
    char address[64];
    int64_t origin;           /* the address as a number that means nothing outside this store */
    hall_line *next, *before; /* of all */
    hall_person *person;      /* NULL before hello */
    hall_line *next_of_person, *before_of_person;
    unsigned char key[STORE_KEY]; /* of its session */
    char lang[4];
    listener *listening[LISTENING_MAX];
    int n_listening, pending, nonsense;
    bool is_gone, is_ending, is_greeting;
    bool is_single; /* one request without a connection: hall_ask() */
    int status;     /* of its answer */
};

/* -- Requests -- */

typedef struct {
    const char *name;
    void (*act)(hall *h, hall_request *q);
    void (*act_at)(hall *h, hall_request *q, hall_table *t); /* once the table is there and it is one's turn */
    unsigned flags;
    float cost; /* of a person's share */
} verb;

enum {
    ANYBODY = 1, /* before hello */
    LISTENS = 2, /* not without a connection */
    JOINS = 4    /* may be written together with what others do at the same time: hall_join() */
};

struct hall_request {
    clerk_job job; /* first: a job of the store is found to be a request */
    thinkers_job thought;
    hall *h;
    hall_line *line; /* NULL: the hall's own */
    const verb *verb;
    body_value *body;
    int64_t id;                                  /* -1: none */
    int64_t arrived;                             /* nanoseconds of the monotonic clock */
    hall_request *next_arrived, *before_arrived; /* requests of connections, the oldest first */
    hall_table *table;
    hall_request *next;                       /* at its table */
    hall_request *next_thought, **at_thought; /* among those that are thought about; at_thought: what points to it */
    int tries;
    hall_err refusal;                        /* what STORE_REFUSED means for it; HALL_OK: the message is wrong */
    void (*also)(hall_request *q, store *s); /* in the clerk's thread */
    void (*written)(hall *h, hall_request *q, hall_table *t);
    void *more; /* the verb's own; freed with it by free_more, or free() */
    void (*free_more)(void *more);
};

/* -- Tables -- */

struct listener {
    hall_table *table;
    hall_line *line;
    listener *next, **at; /* at: what points to it */
    bool is_spectator;    /* though a seat may be theirs */
    int seat;             /* of the person, -1: none; as of this state of the seats */
    uint64_t seating;
    bool is_holding; /* the table is in memory because of this one: it counts for its address */
    table_form form;
};

/* What is being written: applied once it is on disk. */
typedef struct {
    clerk_job job;
    hall_table *table;
    table_wish wish[WISHES_MAX];
    store_addition list[WISHES_MAX];     /* as many as the job has */
    hall_request *wanted_by[WISHES_MAX]; /* who is answered once this entry is written; NULL: they want the next, too */
    bool is_under_way;
} writing;

/* What the log tells, and what it tells besides: the table itself does not need it. */
typedef struct {
    table *t;
    store_id deal;
    int64_t origin; /* from where its host came; 0: not known, or it is over */
    store_time since, changed;
    store_id *sat; /* everybody who ever sat there */
    size_t n_sat, max_sat;
    uint32_t moved, seated; /* how often the position changed, and the seats */
} history;

enum { SAYINGS = 16 }; /* of a table, that are known by their hash */

struct hall_table {
    map_node node; /* in hall.tables */
    hall *h;
    char name[ID_TEXT];
    history is;                             /* is.t is NULL until it is read */
    uint32_t told, told_moved, told_seated; /* what listeners know of */
    unsigned turn;                          /* seats whose turn it was when they were told */
    unsigned awaited;                       /* the same before the start: seats whose part of the shuffle is missing */
    bool was_sealed;
    unsigned here, thinking;                /* seats: somebody listens, in any process; a bot thinks */
    unsigned local, elsewhere;              /* seats: somebody listens in this process, in another */
    store_time left_at[MUR_SEATS], read_at; /* when the last one who listened for a seat went; when it was read */
    uint32_t n_read;                        /* how often all of it was read */
    bool is_reading, has_news;              /* has_news: read it again when there is time */
    bool is_lost;                           /* who is who has changed: all of it must be read again */
    bool is_claiming;
    uint32_t claimed; /* the entry that bots of this process may write, and until when it need not ask again */
    store_time claimed_until;
    listener *listeners;
    hall_request *first, **last; /* waiting */
    int n_waiting, pins;
    store_time retry, wake;    /* when it wants to be looked at; 0: never */
    size_t in_heap;            /* its place there, from 1 on; 0: not there */
    hall_table *newer, *older; /* among those that nobody needs */
    bool is_idle;
    uint64_t said[SAYINGS]; /* what listeners have heard */
    unsigned n_said;
    store_time listened_at; /* when somebody began to listen: what was said before is no news */
    writing write;
};

enum { ORIGIN_KEY = 16 };

/* Asking the store for tables that need attention (hall_sweep.c). */
typedef struct {
    store_time at, expire_at; /* not before */
    bool is_under_way, is_expiring;
    store_id after; /* the last table at which bots were found to be due */
} sweep;

struct hall {
    hall_plan plan;
    hall_door door;
    clerk *clerk;
    thinkers *thinkers;
    limits *limits;
    int fd;
    bool is_shared, is_draining; /* is_shared: other processes are at the same store */
    store_id self;               /* this process, for claims */
    map people, tables;
    hall_line *lines;
    size_t n_lines;
    hall_table *newest, *oldest; /* of those that nobody needs */
    hall_table **heap;           /* by wake, the earliest first */
    size_t n_heap, max_heap;
    hall_request *thoughts;                     /* bots' and passwords', in the hands of the thinkers */
    hall_request *first_arrived, *last_arrived; /* requests of connections that are not answered */
    store_time opened_at, check_at, touch_at;
    sweep sweep;
    store_time heartbeat_at;
    hall_line *check_next; /* whose session is looked at next; NULL: the first one's */
    bool is_touching;
    unsigned char origin_key[ORIGIN_KEY];
    tally *held;            /* tables that stay in memory because somebody of an origin listens to them */
    int64_t access_changes; /* as the store counted them when bans were last looked at */
    size_t check_rounds;    /* that follow each other without a pause, because something has changed */
    name_rules *name_rules;
    guesses *guesses;
    atomic_bool is_closing; /* bots stop thinking */
    mur_buffer out;
    hall_counts counts;
    char store_reason[256];
    unsigned char
        log_key[crypto_shorthash_KEYBYTES]; /* for addresses: the log shows a hash of them, see hall_password.c */
};

store_time hall_now(const hall *h);
int64_t hall_origin_of(const hall *h, mur_span address);
int64_t hall_clock(void); /* nanoseconds; never goes back */

/* What the last answer of the store says of it; when it goes, it is asked why. */
void hall_set_store_away(hall *h, bool is_away);

/* -- hall_lines.c -- */

/* A request of the hall's own. */
hall_request *hall_request_new(hall *h, const verb *v);
void hall_request_free(hall_request *q);

/* Gives it to the store or to the thinkers; refuses it with `busy` if there is too much to do already. */
void hall_ask_store(hall *h, hall_request *q, bool writes, void (*work)(clerk_job *, store *),
                    void (*done)(clerk_job *));

/* The same for a read that may take long. */
void hall_ask_store_list(hall *h, hall_request *q, void (*work)(clerk_job *, store *), void (*done)(clerk_job *));
bool hall_ask_thinkers(hall *h, hall_request *q, void (*think)(thinkers_job *, void *), void (*done)(thinkers_job *));
uint64_t hall_key_of_person(store_id id);           /* and its owner */
hall_request *hall_thought(thinkers_job *job);      /* whose it is */
hall_request *hall_thought_done(thinkers_job *job); /* the same, now that it is back */
bool hall_may_come(hall *h, hall_request *q);       /* one guest or login more of this address; false: refused */

void hall_judge(hall_request *q); /* now that it is known who asks */
void hall_end_line(hall *h, hall_line *line, int code, const char *why);

/* Fields of a request. False: it has been refused. */
bool hall_take_text(hall_request *q, const char *field, size_t most, mur_span *out);
bool hall_take_number(hall_request *q, const char *field, int64_t from, int64_t to, int64_t *out);
bool hall_read_text(const hall_request *q, const char *field, size_t most, mur_span *out); /* the same, not refused */
bool hall_read_number(const hall_request *q, const char *field, int64_t from, int64_t to, int64_t *out);
bool hall_take_flag(const hall_request *q, const char *field); /* false unless it is true */
bool hall_has(const hall_request *q, const char *field);
bool hall_take_id(hall_request *q, const char *field, store_id *out);

/* -- hall_wire.c -- */

typedef void hall_fill(mur_json *j, const void *context);

/* An object with what fill writes. */
note *hall_note(hall *h, hall_fill *fill, const void *context);

/* Answers and frees the request. fill may be NULL. */
void hall_answer(hall_request *q, hall_fill *fill, const void *context);
void hall_refuse(hall_request *q, hall_err err);
void hall_refuse_why(hall_request *q, hall_err err, const char *why);
void hall_refuse_field(hall_request *q, const char *field);
void hall_refuse_store(hall_request *q, store_err err);
void hall_refuse_with(hall_request *q, hall_err err, const char *key, const mur_place *places); /* why, filled in */
const char *hall_word(const hall *h, const char *lang, const char *key);

void hall_send(hall *h, hall_line *line, note *n);

void put_text(mur_json *j, const char *key, mur_span text); /* escaped */
void put_string(mur_json *j, const char *key, const char *text);
void put_long(mur_json *j, const char *key, int64_t n);
void put_flag(mur_json *j, const char *key, bool is);
void put_id(mur_json *j, const char *key, store_id id);
void put_seats(mur_json *j, const char *key, unsigned seats); /* bits as numbers from 1 on */
void put_who(mur_json *j, const char *key, const table *t, store_id person);

void id_write(store_id id, char out[ID_TEXT]);
bool id_read(mur_span text, store_id *out);
store_id id_draw(void);

/* -- hall_people.c -- */

void hall_person_leave(hall *h, hall_line *line); /* it is nobody's any more */
void hall_person_drop(hall *h, hall_line *line);  /* the line is about to be freed */
void hall_find_session(hall_request *q);          /* of a single request: then it is judged */
void hall_end_lines(hall *h, store_id person, const unsigned char *key, const hall_line *but);
hall_person *hall_find_person(const hall *h, store_id id); /* NULL: not connected */
void hall_check_sessions(hall *h); /* of a few connections: another process may have ended them */
void put_me(mur_json *j, const store_person *p);
void put_session(mur_json *j, const store_session *s, bool is_here, bool is_mine);

void hall_fill_skeletons(hall *h); /* of names from before there were any */
bool hall_is_muted(const hall_person *p, store_time now);

/* Asks the store whether the person who asks has a password; if so, `old` of the request must be it, else it is refused
 * with `password`. Then then() goes on. The request's own q->more is not set yet. */
void hall_verify_password(hall_request *q, void (*then)(hall_request *q));

void act_hello(hall *h, hall_request *q);
void act_name(hall *h, hall_request *q);
void act_password(hall *h, hall_request *q);
void act_login(hall *h, hall_request *q);
void act_reset(hall *h, hall_request *q);
void act_logout(hall *h, hall_request *q);
void act_sessions(hall *h, hall_request *q);
void act_revoke(hall *h, hall_request *q);
void act_hook(hall *h, hall_request *q);
void act_lang(hall *h, hall_request *q);
bool take_token(mur_span token, unsigned char key[STORE_KEY]);

/* -- hall_forget.c, hall_lists.c, hall_make.c -- */

void act_export(hall *h, hall_request *q);
void act_forget(hall *h, hall_request *q);
void act_lobby(hall *h, hall_request *q);
void act_mine(hall *h, hall_request *q);
void act_deal(hall *h, hall_request *q, hall_table *t);
void act_create(hall *h, hall_request *q);
void act_rematch(hall *h, hall_request *q, hall_table *t);
bool hall_is_level(mur_span name); /* of a bot */
const char *hall_state(store_state state);
bool hall_take_place(hall_request *q, bool *is_page, store_place *place); /* where a list shall go on */
void put_place(mur_json *j, store_time at, store_id id);                  /* "more" */

/* -- hall_deal.c: what the store knows about a table before it is shown -- */

enum { ABOUT_CHAT = 1, ABOUT_OTHERS = 2 }; /* what was said there; how the same deal went elsewhere */

/* Asks the store, and comes back to the table with the answer in q->more. */
void hall_ask_about(hall *h, hall_request *q, const hall_table *t, unsigned what);

/* Is another table of this deal open or being played? Then this one is shown to nobody but the players of a game that
 * is under way itself. There is no exception for people who could come back as somebody else. */
bool hall_is_closed(const hall_request *q, const hall_table *t);

/* Has the store more entries than the table in memory? Another process wrote them a moment ago. Then it is being read,
 * and the request comes back to the table afterwards, once. */
bool hall_is_behind(hall *h, hall_request *q, hall_table *t);
void put_chat(mur_json *j, const void *about, const table *t);

/* -- hall_tables.c -- */

/* Takes the request to this table, or refuses it. */
void hall_go_to_table(hall *h, hall_request *q, store_id id);
hall_table *hall_find_table(const hall *h, store_id id); /* NULL: not in memory */
hall_table *hall_table_new(hall *h, store_id id);        /* NULL: there is no room */
void hall_table_free(hall *h, hall_table *t);
void hall_table_unpin(hall *h, hall_table *t); /* whoever counted t->pins up */
void hall_table_read(hall *h, hall_table *t);  /* what the store has and we have not */
void hall_read_tables_of(hall *h, store_id person);
void hall_hear_news(void *context, store_id id, uint32_t length);

bool history_take(history *is, const store_entry *e);
void history_close(history *is);
bool history_has_sat(const history *is, store_id person);
store_err history_read(store *s, store_id id, history *is); /* STORE_BROKEN: the log is damaged */

/* Writes the first n of t->write.wish for this request; request->written() follows. Where somebody else was first,
 * the request is judged once more; request->also() writes more in the same transaction. */
void hall_write(hall *h, hall_table *t, hall_request *q, int n);

/* The same for one more of t->write.wish, while others are being written. False: it is too late, the clerk has begun.
 */
bool hall_write_too(hall *h, hall_table *t, hall_request *q);

/* -- hall_fair.c -- */

typedef struct {
    mur_span salt, commit; /* one of them, or none */
} hall_share;

bool hall_take_share(hall_request *q, hall_share *out); /* false: refused */
table_err hall_want_seat(const table *t, const hall_person *p, int seat, const hall_share *share, table_wish *out);
void act_commit(hall *h, hall_request *q, hall_table *t);
void act_reveal(hall *h, hall_request *q, hall_table *t);
void hall_tell_awaited(hall *h, hall_table *t, bool is_ours);

/* -- hall_seats.c -- */

void act_open(hall *h, hall_request *q, hall_table *t);
void act_leave(hall *h, hall_request *q, hall_table *t);
void act_sit(hall *h, hall_request *q, hall_table *t);
void act_stand(hall *h, hall_request *q, hall_table *t);
void act_seat(hall *h, hall_request *q, hall_table *t);
void act_start(hall *h, hall_request *q, hall_table *t);
void act_close(hall *h, hall_request *q, hall_table *t);
bool hall_take_form(hall_request *q, table_form *form);

/* What is wanted stands in t->write.wish[0]: written and answered, or refused. */
void hall_write_wish(hall *h, hall_request *q, hall_table *t, table_err err);
void hall_stop_listening(hall *h, listener *l);
int hall_seat_of(listener *l); /* as which they see it: a seat or MUR_WATCHER */
hall_err hall_err_of(table_err err);
void hall_start_if_full(hall *h, hall_table *t);

/* -- hall_play.c -- */

void act_move(hall *h, hall_request *q, hall_table *t);
bool hall_join(hall *h, hall_request *q, hall_table *t); /* with what is being written; false: it has to wait */
void act_back(hall *h, hall_request *q, hall_table *t);
void act_look(hall *h, hall_request *q, hall_table *t);
void act_point(hall *h, hall_request *q, hall_table *t);
void act_record(hall *h, hall_request *q, hall_table *t);
void act_say(hall *h, hall_request *q, hall_table *t);

/* -- hall_tell.c -- */

/* Everything that follows from entries that are on disk: news, turns, clocks, bots. is_ours: this process wrote them,
 * and sees to hooks. */
void hall_tell_change(hall *h, hall_table *t, bool is_ours);
void hall_hear_chat(hall *h, hall_table *t); /* somebody said something in another process */
bool hall_is_heard(hall_table *t, store_id person, store_time at, mur_span text); /* and is from now on */
void hall_tell_all(hall *h, hall_table *t, hall_fill *fill, const void *context);

/* Tells the persons of these seats who do not listen to the table; an absent one's hook is called with this key if
 * is_ours. */
void hall_tell_seats_apart(hall *h, hall_table *t, unsigned seats, hall_fill *fill, const char *words, bool is_ours);

/* -- hall_time.c -- */

void hall_set_wake(hall *h, hall_table *t);                /* by its clock, and t->retry */
void hall_retry_at(hall *h, hall_table *t, store_time at); /* at the latest */
void hall_forget_wake(hall *h, hall_table *t);
store_time hall_wake_tables(hall *h); /* when the next one wants to be looked at; 0: none */

/* -- hall_sweep.c -- */

void hall_sweep(hall *h);                            /* asks the store, if it is time */
void hall_correct_due(hall *h, const hall_table *t); /* the store finds this table by what it is now */

/* -- hall_presence.c -- */

/* Somebody began or ceased to listen, or sits elsewhere: all who listen are told if that changes who is here. */
void hall_see_who_is_here(hall *h, hall_table *t);
unsigned hall_count_here(hall *h, hall_table *t); /* the same without telling */
void hall_tell_seats(hall *h, hall_table *t);

/* Goes on with q->verb->act_at once q->more tells when everybody was last at the table; see hall_was_here(). */
void hall_ask_presence(hall *h, hall_request *q, const hall_table *t);
bool hall_was_here(const hall_request *q, const hall_table *t, int seat); /* now, or within the grace period */
store_time hall_grace_ms(const hall *h);
void hall_read_presence(hall *h, hall_table *t); /* it has changed in another process */
void hall_heartbeat(hall *h);

/* -- hall_bots.c -- */

void hall_ask_bots(hall *h, hall_table *t);
size_t hall_thoughts_max(const hall *h); /* bots that may wait or think at the same time */

#endif
