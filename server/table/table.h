/* SPDX-License-Identifier: MIT */
/* server/table/table.h -- one table: what its entries say, who may do what, and what each listener may see. A table is
 * its plan and its entries; the store keeps both. There is no store, no clock and no network here. To change a
 * table, a caller (1) gets a table_change from a table_check_...() function, (2) appends its entries at table_length(),
 * (3) calls table_apply(). Applying the same entries gives the same table in every process. Applying a move takes
 * constant time. Hidden information leaves only through a view of the engine. Seats are 0..n-1 here and in entries,
 * 1..n in messages. */
#ifndef SERVER_TABLE_TABLE_H
#define SERVER_TABLE_TABLE_H

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
    TABLE_LABEL = 17,         /* letters of a label and the final NUL */
    TABLE_OPTIONS = 8,        /* more options than any game has */
    TABLE_OPTION = 32,        /* the longest value of one, the final NUL included */
    TABLE_RETURN_MS = 60000,  /* a person who takes a seat back has at least this much time on the clock */
    TABLE_ENTRIES_MAX = 2000, /* after this many entries only those are accepted that the game needs to end, so a table
                                 always fits into one message of 1 MB */
};

/* -- The plan: how it was made, kept as JSON in store_table.about -- */

typedef enum { TABLE_UNTIMED, TABLE_CLOCK, TABLE_DAYS } table_timing;

typedef struct {
    const mur_game *game;
    int seats;
    char option[TABLE_OPTIONS][TABLE_OPTION]; /* by the game's own numbering; "": default */
    bool is_public;                           /* listed in the lobby while it is open or being played */
    bool waits_for_host;                      /* starts when its host says so, not as soon as it is full */
    bool is_quiet;                            /* only the host and people who have had a seat may chat */
    bool allows_hints;
    table_timing timing;
    int minutes, increment, days;
    unsigned char secret[TABLE_SECRET];
    bool repeats_deal; /* the deal of another table: these salts, not those of the people here */
    char salt[MUR_SEATS][TABLE_SALT + 1];
} table_plan;

/* Is the plan valid? Seats and options as the game takes them, times as docs/protocol.md says. */
bool table_plan_is_valid(const table_plan *p);
bool table_plan_has_valid_clock(const table_plan *p); /* the times alone */

void table_plan_write(const table_plan *p, mur_buffer *out);
bool table_plan_read(mur_span text, table_plan *p); /* false: not a valid plan */

/* Does a plan, as table_plan_write() wrote it, allow hints? For lists, without reading the whole of it. */
bool table_plan_allows_hints(mur_span text);

/* -- Entries -- */

/* What store_entry.kind says. The text of an entry is described after the colon. */
typedef enum {
    TABLE_SIT = 's',      /* a person takes an open seat: name LF salt, or name LF LF commitment to a salt */
    TABLE_STAND = 'l',    /* it is open again, before the start only: name of the person who left */
    TABLE_BOT_SITS = 'b', /* level LF why: "here", "host", "left", "time", "reveal" */
    TABLE_RETURN = 'r',   /* the person of this seat takes it back: name */
    TABLE_FREE = 'f',     /* the host opens a bot's seat, or a reserved one, before the start */
    TABLE_COMMIT = 'c',   /* a person commits to a salt, also in place of an earlier one: commitment */
    TABLE_SEAL = 'e',     /* seats and commitments are fixed: now the salts are revealed */
    TABLE_REVEAL = 'o',   /* of this seat: salt, which nobody sees before the start */
    TABLE_START = 'g',
    TABLE_MOVE = 'm',      /* in notation */
    TABLE_TAKE_BACK = 'u', /* the seat's latest move does not count any more */
    TABLE_CLOSE = 'x',
    TABLE_REMATCH = 'n', /* id of the new table, as 22 letters */
    TABLE_RESERVE = 'k'  /* the seat is reserved for this person: name; they still have to sit down */
} table_kind;

/* The plan must be valid: table_plan_is_valid(). */
table *table_open(store_id id, store_id host, const table_plan *plan);
void table_close(table **t);

/* The only function that changes a table. False: this entry cannot follow; the table is as it was. */
bool table_apply(table *t, const store_entry *e);

/* -- Queries -- */

typedef struct {
    store_id person;       /* STORE_NO_ID: open, a bot's own, or the person's data was erased since */
    char name[TABLE_NAME]; /* of the person */
    char bot[TABLE_BOT];   /* level of the bot that plays the seat; "": none */
    bool is_reserved;      /* for `person`, who has not sat down yet */
    bool is_forgotten;     /* a person's whose data was erased since */
} table_seat;

const table_plan *table_plan_of(const table *t);
store_id table_host(const table *t);
uint32_t table_length(const table *t);
store_status table_status(const table *t); /* summary stored for lists and the schedule */
store_id table_rematch(const table *t);    /* STORE_NO_ID: there is none */
const table_seat *table_seat_of(const table *t, int seat);
bool table_is_open(const table *t, int seat);           /* nobody has it, and it is reserved for nobody */
int table_find_person(const table *t, store_id person); /* their seat, also a reserved one; -1 */
int table_find_player(const table *t, store_id person); /* the seat that they play now: no bot does it for them; -1 */
const mur_state *table_position(const table *t);        /* NULL before the start. For bots' views, never for the wire */
unsigned table_bots_to_act(const table *t);             /* one bit per seat */

uint32_t table_ply(const table *t); /* the moves that count */

/* May players ask an engine for advice? If the plan allows it, if at most one seat is or can become a person's, or once
 * the game is over. A person's seat that a bot plays is still a person's. After the start only the end of the
 * game changes the answer. */
bool table_may_hint(const table *t);

/* Before the start: seats whose salt, or whose new commitment after a broken seal, the table waits for. One bit per
 * seat. */
unsigned table_awaited(const table *t);
bool table_is_sealed(const table *t);
bool table_wants_reveal(const table *t, int seat);
bool table_wants_commit(const table *t, int seat);

/* Has anything been taken back since this many entries? Then a client that knew that many is sent all of them again. */
bool table_has_takeback_since(const table *t, uint32_t from);

/* Milliseconds each seat has left at this time, and which clocks run; false without a clock. *first_out: when the
 * first clock or shuffle deadline expires; 0: none. Bots have no clock. */
bool table_clock(const table *t, store_time now, int64_t left[MUR_SEATS], unsigned *running, store_time *first_out);

/* -- Checks: may this be done now? --
 * Each table_check_...() asks for one kind of entry on somebody's behalf and returns a table_change: the entries to
 * append, or why not. They are pure: the table is only read, nothing is written, and the value can be copied or thrown
 * away. The caller appends it at index table_length(); if another process has appended an entry first, the store
 * refuses it, and the check is made again on the table with that entry. `who` is the person who asks; none means the
 * server itself. */

typedef enum {
    TABLE_OK,
    TABLE_NONE, /* no such seat */
    TABLE_TAKEN,
    TABLE_NOT_YOURS,
    TABLE_BOT_PLAYS, /* a bot plays this person's seat: they have to take it back first */
    TABLE_STATE,     /* not now; or there are too many entries */
    TABLE_TEXT,      /* invalid name, salt or level */
    TABLE_ILLEGAL,   /* the engine says why */
    TABLE_STALE,     /* the client does not know all moves that matter, or sent the same choice twice */
    TABLE_LATE,      /* somebody has moved since */
    TABLE_LEARNT     /* the move has shown something that was hidden */
} table_err;

enum { TABLE_ENTRY_TEXT = 256, TABLE_CHANGE_ENTRIES = 2 };

/* One entry to append, but for its time. */
typedef struct {
    store_entry entry;  /* `at` and `text` are not set: see table_draft_entry() */
    store_status after; /* what table_status() will say once it is applied */
    size_t text_len;
    char text[TABLE_ENTRY_TEXT];
} table_draft;

typedef struct {
    table_err err; /* TABLE_OK: these entries may be appended, all or none */
    mur_err why;   /* TABLE_ILLEGAL: the engine's reason */
    int n;         /* 1, or 2 where a choice is replaced: it is taken back first */
    table_draft draft[TABLE_CHANGE_ENTRIES];
} table_change;

/* The entry as the store takes it; its text stays in the draft, which has to outlive it. */
store_entry table_draft_entry(const table_draft *d, store_time at);

/* The status of the table after this entry, with its schedule for the store: when it will need attention, and which
 * bots will be to act. The deadline may be too early, never too late. */
store_status table_predict_status(const table *t, const table_draft *d, store_time at);

/* The deadline of the table as it is; 0: none. */
store_time table_deadline(const table *t);

/* Seats. Sitting down needs an open seat, or one reserved for this person; after the start it means taking the own seat
 * back from its bot. salt and commit are what the person brings to the shuffle: at most one of them, or "". The commit
 * is ignored where a seat is taken back and where the deal repeats another table's. */
table_change table_check_sit(const table *t, store_id who, int seat, const char *name, mur_span salt, mur_span commit);

/* After the start, and while the table is sealed, a bot takes over. */
table_change table_check_stand(const table *t, store_id who);

/* Requested by the host: a bot for an open seat, for the seat of a person after the start, or for one that is awaited
 * before it. The caller finds out whether that person is present, and whether there is such a level. */
table_change table_check_bot(const table *t, store_id host, int seat, mur_span level);
table_change table_check_free(const table *t, store_id host, int seat);
table_change table_check_reserve(const table *t, store_id host, int seat, store_id person, const char *name);

/* Requested by the server: a clock has run out (table_clock()), or the first seat that is awaited before the start is
 * too late. A bot takes over. */
table_change table_check_timeout(const table *t, int seat);
table_change table_check_overdue(const table *t, store_time now);

/* The shuffle before the start: a commitment to a salt, and the salt itself (TEXT: it is not the one committed to). */
table_change table_check_commit(const table *t, store_id who, mur_span commit);
table_change table_check_reveal(const table *t, store_id who, mur_span salt);

/* The table. With who = none (the server): starts a full table, unless it waits for its host. Where somebody has
 * committed to a salt the table is sealed first, and starts once all salts are revealed. */
table_change table_check_start(const table *t, store_id who);
table_change table_check_close(const table *t, store_id host);
table_change table_check_expire(const table *t); /* requested by the server: the table was abandoned */
table_change table_check_rematch(const table *t, store_id who, store_id new_table); /* TAKEN: there is one */

/* Moves. THE RIGHT TO MOVE is checked here: who must play a seat of this table (NOT_YOURS) that no bot plays for them
 * (BOT_PLAYS). ply is the number of moves the client knows, as docs/protocol.md counts it. */
table_change table_check_move(const table *t, store_id who, uint32_t ply, mur_span move);
table_change table_check_take_back(const table *t, store_id who, uint32_t ply);

/* The same for a bot's seat. STALE: it is not this bot's turn any more. */
table_change table_check_bot_move(const table *t, int seat, uint32_t ply, mur_span move);

/* A choice that is made while n others are about to be written, all of the same stage and none its last: it can be
 * appended behind them. Not OK: it has to wait until they are written, and is checked by table_check_move() then. */
table_change table_check_joint_move(const table *t, const table_draft *earlier, size_t n, store_id who, uint32_t ply,
                                    mur_span move);

/* -- What listeners are sent: members of a JSON object that the caller has begun -- */

typedef enum { TABLE_JSON, TABLE_BYTES } table_form;

/* seat: as which the listener sees the table, or MUR_WATCHER. */
void table_write_entries(const table *t, uint32_t from, int seat, table_form form, mur_json *j); /* "entries":[...] */
void table_write_position(const table *t, int seat, table_form form, mur_json *j); /* "position":{...}, once there is */

/* The members of the position after `ply` moves; takes time proportional to ply. "ply" comes first. False, and nothing
 * is written, if fewer moves were made. */
bool table_write_past(const table *t, uint32_t ply, int seat, table_form form, mur_json *j);

void table_write_seats(const table *t, unsigned present, mur_json *j); /* "seats":[...]; present: one bit per seat */

/* "options", "clock" if there is one, "start", "public", "quiet", "hints" */
void table_write_settings(const table *t, mur_json *j);
void table_write_clock(const table *t, store_time now, mur_json *j); /* "clock":{"left":...}, if there is one */

/* "fair":{...}: all commitments, and the salts once it has started; never the secret. */
void table_write_fair(const table *t, mur_json *j);

/* "sealed", and what the seat is asked for: "reveal", "commit"; each only while it is so. */
void table_write_shuffle(const table *t, int seat, mur_json *j);

/* The salts that count, in the order of the seats: for a table that repeats the deal. */
void table_salts(const table *t, mur_span salts[MUR_SEATS]);

/* A hash by which a person is known at this table only, so that people cannot be followed from table to table. */
void table_label(const table *t, store_id person, char out[TABLE_LABEL]);

/* A finished game with names; with_secret: what proves the deal. */
bool table_record(const table *t, bool with_secret, mur_buffer *out);

#endif
