/* SPDX-License-Identifier: MIT */
/* server/table.h -- one table: what its log says, who may do what, and what each listener may be told.
 * A table is its plan and its log; both are what the store keeps. Here are no store, no clock and no network: whoever
 * wants something asks for an entry (table_want_...), has it written as number table_length(), and then applies it.
 * Applying the same entries gives the same table, in every process. A move costs the same however long the game is.
 * What is secret leaves only through a view of the engine. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "engine/game.h"
#include "engine/json.h"
#include "record/record.h"
#include "store/store.h"

typedef struct table table;

enum { TABLE_SALT = 64, TABLE_SECRET = 32, TABLE_BOT = 24, TABLE_NAME = 64 };

/* -- The plan: how it was made, kept as JSON in store_table.about -- */

typedef enum { TABLE_UNTIMED, TABLE_CLOCK, TABLE_DAYS } table_timing;

typedef struct {
    const mur_game *game;
    int seats;
    char option[8][32]; /* by the game's own numbering; "": as usual */
    bool is_public, waits_for_host, is_quiet;
    table_timing timing;
    int minutes, increment, days;
    unsigned char secret[TABLE_SECRET];
    bool is_again; /* the deal of another table: these salts, not those of the people here */
    char salt[MUR_SEATS][TABLE_SALT + 1];
} table_plan;

void table_plan_write(const table_plan *p, mur_buffer *out);
bool table_plan_read(mur_span text, table_plan *p);

/* -- The log -- */

/* What store_entry.kind says. The text of an entry is what is behind it here. */
typedef enum {
    TABLE_SIT = 's',      /* a person takes an open seat: name LF salt */
    TABLE_STAND = 'l',    /* it is open again; before the start only */
    TABLE_BOT_SITS = 'b', /* level LF why: "here", "host", "left", "time" */
    TABLE_RETURN = 'r',   /* the person of this seat takes it back: name */
    TABLE_FREE = 'f',     /* the host opens a bot's seat, before the start */
    TABLE_START = 'g',
    TABLE_MOVE = 'm', /* in notation */
    TABLE_BACK = 'u', /* the seat's latest move is no more */
    TABLE_CLOSE = 'x',
    TABLE_REMATCH = 'n', /* id of the new table */
    TABLE_KEEP = 'k'     /* the seat is kept for this person: name; they still have to sit */
} table_kind;

table *table_open(store_id id, store_id host, const table_plan *plan);
void table_close(table **t);

/* False: this entry cannot follow; the log is damaged, and the table as it was. */
bool table_apply(table *t, const store_entry *e);

/* -- What is -- */

typedef struct {
    store_id person; /* nobody: open, or a bot's own */
    char name[TABLE_NAME], bot[TABLE_BOT];
    bool is_kept;
} table_seat;

const table_plan *table_plan_of(const table *t);
uint32_t table_length(const table *t);
store_after table_after(const table *t); /* for the lists of the store */
const table_seat *table_seat_of(const table *t, int seat);
int table_find_person(const table *t, store_id person); /* their seat; -1 */
const mur_state *table_position(const table *t);        /* NULL before the start. For bots' views, never for the wire */
unsigned table_bots_to_act(const table *t);             /* one bit a seat */

/* Milliseconds each seat has left at this time, and which clocks run; false without a clock. When the first one runs
 * out: store_time of it, 0 if none does. */
bool table_clock(const table *t, store_time now, int64_t left[MUR_SEATS], unsigned *running, store_time *first_out);

/* -- What is wanted -- */

typedef enum {
    TABLE_OK,
    TABLE_NONE, /* no such seat */
    TABLE_TAKEN,
    TABLE_NOT_YOURS,
    TABLE_STATE,
    TABLE_ILLEGAL, /* the engine says why: see table_why() */
    TABLE_STALE,
    TABLE_LATE,
    TABLE_LEARNT
} table_err;

/* An entry to be written, its text in the room of the caller. n, at and person are filled in. */
typedef struct {
    store_entry entry;
    char text[256];
} table_wish;

table_err table_want_seat(const table *t, store_id who, int seat, const char *name, mur_span salt, table_wish *out);
table_err table_want_stand(const table *t, store_id who, table_wish *out); /* after the start: a bot takes over */
table_err table_want_bot(const table *t, store_id host, int seat, mur_span level, table_wish *out);
table_err table_want_free(const table *t, store_id host, int seat, table_wish *out);
table_err table_want_start(const table *t, store_id who, table_wish *out); /* nobody: because it is full */
table_err table_want_close(const table *t, store_id host, table_wish *out);
table_err table_want_timeout(const table *t, int seat, table_wish *out);

/* ply as docs/protocol.md counts it. A choice that is made anew is two entries: *n_out. */
table_err table_want_move(const table *t, int seat, uint32_t ply, mur_span move, table_wish out[2], int *n_out,
                          mur_err *why);
table_err table_want_back(const table *t, int seat, uint32_t ply, table_wish *out);

/* -- What is told -- */

typedef enum { TABLE_JSON, TABLE_BYTES } table_form;

/* How a listener sees it: a seat, or MUR_WATCHER. */
void table_tell_entries(const table *t, uint32_t from, int seat, table_form form, mur_json *j); /* "entries":[...] */
void table_tell_position(const table *t, int seat, table_form form, mur_json *j);               /* "position":{...} */
bool table_tell_past(const table *t, uint32_t ply, int seat, table_form form, mur_json *j);     /* the cost grows */
void table_tell_seats(const table *t, unsigned here, mur_json *j);                              /* "seats":[...] */
void table_tell_clock(const table *t, store_time now, mur_json *j);
void table_tell_fair(const table *t, mur_json *j); /* the commitment and the salts, never the secret */

/* A finished game with names; with_secret: what proves the deal. */
bool table_record(const table *t, bool with_secret, mur_buffer *out);

#endif
