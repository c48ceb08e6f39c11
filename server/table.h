/* SPDX-License-Identifier: MIT */
/* server/table.h -- one table: what its log says, who may do what, and what each listener may be told.
 * A table is its plan and its log; both are what the store keeps. Here are no store, no clock and no network: whoever
 * wants something asks for an entry (table_want_...), has it written as number table_length(), and then applies it.
 * Applying the same entries gives the same table, in every process. A move costs the same however long the game is.
 * What is secret leaves only through a view of the engine.
 * Seats are 0..n-1 here and in the log, 1..n in what is told. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "engine/game.h"
#include "engine/json.h"
#include "record/record.h"
#include "store/store.h"

typedef struct table table;

enum {
    TABLE_SALT = 64,   /* bytes */
    TABLE_SECRET = 32, /* bytes */
    TABLE_BOT = 24,
    TABLE_NAME = 64,
    TABLE_LABEL = 17,      /* letters of a label and the final NUL */
    TABLE_OPTIONS = 8,     /* more options than any game has */
    TABLE_OPTION = 32,     /* the longest value of one, the final NUL included */
    TABLE_BACK_MS = 60000, /* whoever takes a seat back has at least so much time on the clock */
    TABLE_LOG = 2000, /* entries, after which only what a game needs to come to its end is granted; then all of it fits
                         into a message of a megabyte, and nobody can make others read more and more */
};

/* -- The plan: how it was made, kept as JSON in store_table.about -- */

typedef enum { TABLE_UNTIMED, TABLE_CLOCK, TABLE_DAYS } table_timing;

typedef struct {
    const mur_game *game;
    int seats;
    char option[TABLE_OPTIONS][TABLE_OPTION]; /* by the game's own numbering; "": as usual */
    bool is_public, waits_for_host, is_quiet, allows_hints;
    table_timing timing;
    int minutes, increment, days;
    unsigned char secret[TABLE_SECRET];
    bool is_again; /* the deal of another table: these salts, not those of the people here */
    char salt[MUR_SEATS][TABLE_SALT + 1];
} table_plan;

/* Can such a table be? Seats and options as the game takes them, times as docs/protocol.md says. */
bool table_plan_is_good(const table_plan *p);

void table_plan_write(const table_plan *p, mur_buffer *out);
bool table_plan_read(mur_span text, table_plan *p); /* false: this is none, or not a good one */

/* Does a plan, as table_plan_write() wrote it, allow hints? For lists, without reading the whole of it. */
bool table_plan_allows_hints(mur_span text);

/* -- The log -- */

/* What store_entry.kind says. The text of an entry is what is behind it here. */
typedef enum {
    TABLE_SIT = 's',      /* a person takes an open seat: name LF salt, or name LF LF commitment to a salt */
    TABLE_STAND = 'l',    /* it is open again, before the start only: name of who had it */
    TABLE_BOT_SITS = 'b', /* level LF why: "here", "host", "left", "time", "reveal" */
    TABLE_RETURN = 'r',   /* the person of this seat takes it back: name */
    TABLE_FREE = 'f',     /* the host opens a bot's seat, or one that is kept, before the start */
    TABLE_COMMIT = 'c',   /* a person commits to a salt, also in place of an earlier one: commitment */
    TABLE_SEAL = 'e',     /* seats and commitments are fixed: now the salts are revealed */
    TABLE_REVEAL = 'o',   /* of this seat: salt, which nobody is told before the start */
    TABLE_START = 'g',
    TABLE_MOVE = 'm', /* in notation */
    TABLE_BACK = 'u', /* the seat's latest move is no more */
    TABLE_CLOSE = 'x',
    TABLE_REMATCH = 'n', /* id of the new table, as 22 letters */
    TABLE_KEEP = 'k'     /* the seat is kept for this person: name; they still have to sit */
} table_kind;

/* The plan is a good one. */
table *table_open(store_id id, store_id host, const table_plan *plan);
void table_close(table **t);

/* False: this entry cannot follow; the log is damaged, and the table as it was. */
bool table_apply(table *t, const store_entry *e);

/* -- What is -- */

typedef struct {
    store_id person; /* nobody: open, a bot's own, or somebody's who was forgotten since */
    char name[TABLE_NAME], bot[TABLE_BOT];
    bool is_kept, is_forgotten;
} table_seat;

const table_plan *table_plan_of(const table *t);
store_id table_host(const table *t);
uint32_t table_length(const table *t);
store_after table_after(const table *t); /* for the lists of the store; and how far it has got */
store_id table_rematch(const table *t);  /* nobody: there is none */
const table_seat *table_seat_of(const table *t, int seat);
bool table_is_open(const table *t, int seat);           /* nobody has it, and it is kept for nobody */
int table_find_person(const table *t, store_id person); /* their seat, also one that is kept for them; -1 */
int table_find_player(const table *t, store_id person); /* the seat that they play now: no bot does it for them; -1 */
const mur_state *table_position(const table *t);        /* NULL before the start. For bots' views, never for the wire */
unsigned table_bots_to_act(const table *t);             /* one bit a seat */

uint32_t table_ply(const table *t); /* the moves that count */

/* May players ask an engine for advice? If the plan allows it, if at most one seat is or can become a person's, or once
 * the game is over. A bot that keeps a person's seat does not make it a bot's own. After the start only the end of the
 * game changes the answer. */
bool table_may_hint(const table *t);

/* Before the start: seats whose salt, or whose new commitment after a broken seal, the table waits for. One bit a
 * seat. */
unsigned table_awaited(const table *t);
bool table_is_sealed(const table *t);
bool table_wants_reveal(const table *t, int seat);
bool table_wants_commit(const table *t, int seat);

/* Has anything been taken back since this many entries? Then whoever knew that many is told all anew. */
bool table_is_anew(const table *t, uint32_t from);

/* Milliseconds each seat has left at this time, and which clocks run; false without a clock. When the first one runs
 * out, or a seat that is awaited is given up: store_time of it, 0 if none does. Bots have no clock. */
bool table_clock(const table *t, store_time now, int64_t left[MUR_SEATS], unsigned *running, store_time *first_out);

/* -- What is wanted -- */

typedef enum {
    TABLE_OK,
    TABLE_NONE, /* no such seat */
    TABLE_TAKEN,
    TABLE_NOT_YOURS,
    TABLE_STATE,   /* not now; or the log is full */
    TABLE_TEXT,    /* a name, a salt or a level that cannot be */
    TABLE_ILLEGAL, /* the engine says why */
    TABLE_STALE,
    TABLE_LATE,
    TABLE_LEARNT
} table_err;

/* An entry to be written, its text in the room of the caller: a wish is not copied. n and person are filled in, `at` is
 * the caller's. `after` is what table_after() will say once it is applied. */
typedef struct {
    store_entry entry;
    store_after after;
    char text[256];
} table_wish;

/* Completes `after` of a wish whose entry has its time: when the table will need attention, and which bots will be to
 * act. The deadline may be too early, never too late. */
void table_foresee(const table *t, table_wish *w);

/* The same for the table as it is. */
store_time table_deadline(const table *t);

/* Who sits already stands up first. After the start: the own seat back from its bot. */
table_err table_want_seat(const table *t, store_id who, int seat, const char *name, mur_span salt, table_wish *out);

/* Adds a commitment, which may be "", to the entry of a person who sits down without a salt; where they take a seat
 * back or the deal is that of another table it is ignored. */
table_err table_add_commit(const table *t, mur_span commit, table_wish *sit);
table_err table_want_commit(const table *t, store_id who, mur_span commit, table_wish *out);
table_err table_want_reveal(const table *t, store_id who, mur_span salt, table_wish *out); /* TEXT: not that salt */

/* After the start, and while the table is sealed: a bot takes over. */
table_err table_want_stand(const table *t, store_id who, table_wish *out);

/* For the seat of a person after the start, or one that is awaited before it; whether they are here is the caller's
 * question, and whether there is such a level. */
table_err table_want_bot(const table *t, store_id host, int seat, mur_span level, table_wish *out);
table_err table_want_free(const table *t, store_id host, int seat, table_wish *out);
table_err table_want_keep(const table *t, store_id host, int seat, store_id person, const char *name, table_wish *out);

/* Nobody: because it is full. Where somebody has committed to a salt the table is sealed first, and starts once all
 * salts are revealed. */
table_err table_want_start(const table *t, store_id who, table_wish *out);
table_err table_want_close(const table *t, store_id host, table_wish *out);
table_err table_want_expire(const table *t, table_wish *out); /* nobody goes on with it: it is closed */
table_err table_want_rematch(const table *t, store_id who, store_id made, table_wish *out); /* TAKEN: there is one */

/* The clock of this seat has run out, as table_clock() tells; a bot takes over. */
table_err table_want_timeout(const table *t, int seat, table_wish *out);

/* The same for the first seat that is awaited before the start. */
table_err table_want_overdue(const table *t, store_time now, table_wish *out);

/* ply as docs/protocol.md counts it. A choice that is made anew is two entries: *n_out. TABLE_ILLEGAL: *why. */
table_err table_want_move(const table *t, int seat, uint32_t ply, mur_span move, table_wish out[2], int *n_out,
                          mur_err *why);

/* A choice that is made at the same time as others: it follows moves that are about to be written, all of the same
 * stage and none its last. False: it does not, and has to wait until they are. */
bool table_want_too(const table *t, const table_wish *earlier, size_t n, int seat, uint32_t ply, mur_span move,
                    table_wish *out);
table_err table_want_back(const table *t, int seat, uint32_t ply, table_wish *out);

/* -- What is told: members of an object that the caller has begun -- */

typedef enum { TABLE_JSON, TABLE_BYTES } table_form;

/* How a listener sees it: a seat, or MUR_WATCHER. */
void table_tell_entries(const table *t, uint32_t from, int seat, table_form form, mur_json *j); /* "entries":[...] */
void table_tell_position(const table *t, int seat, table_form form, mur_json *j); /* "position":{...}, once there is */

/* The members of a position after so many moves, "ply" first; false and nothing if there are not so many. The cost
 * grows. */
bool table_tell_past(const table *t, uint32_t ply, int seat, table_form form, mur_json *j);

void table_tell_seats(const table *t, unsigned here, mur_json *j); /* "seats":[...]; here: one bit a seat */

/* "options", "clock" if there is one, "start", "public", "quiet", "hints" */
void table_tell_plan(const table *t, mur_json *j);
void table_tell_clock(const table *t, store_time now, mur_json *j); /* "clock":{"left":...}, if there is one */

/* "fair":{...}: all commitments, and the salts once it has started; never the secret. */
void table_tell_fair(const table *t, mur_json *j);

/* "sealed", and what the seat is asked for: "reveal", "commit"; each only while it is so. */
void table_tell_shuffle(const table *t, int seat, mur_json *j);

/* The salts that count, in the order of the seats: for whoever deals the same again. */
void table_salts(const table *t, mur_span salts[MUR_SEATS]);

/* What a person is called at this table, and nowhere else: the same for the same person. */
void table_label(const table *t, store_id person, char out[TABLE_LABEL]);

/* A finished game with names; with_secret: what proves the deal. */
bool table_record(const table *t, bool with_secret, mur_buffer *out);

#endif
