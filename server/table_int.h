/* SPDX-License-Identifier: MIT */
/* server/table_int.h -- what the files of a table share: table.c (the log), table_fair.c (the shuffle), table_clock.c,
 * table_want.c, table_tell.c. */
#ifndef SERVER_TABLE_INT_H
#define SERVER_TABLE_INT_H

#include <string.h>

#include "record/pack.h"
#include "server/course.h"
#include "server/fair.h"
#include "server/table.h"

/* An entry of the log, as far as somebody may ask for it again. */
typedef struct {
    store_time at;
    uint32_t ply;  /* the moves that counted after it */
    uint32_t what; /* the move; or where its text begins in table.texts */
    char kind;
    uint8_t seat;
    bool is_by_bot; /* a move that a bot made */
} kept;

/* Room to answer questions in, apart from the table, since asking does not change it. Who may take back what is
 * remembered for one length of the log. */
typedef struct {
    mur_state *state;
    mur_view *view;
    mur_step *step;
    course_step seen;
    size_t length;
    unsigned asked, may; /* one bit a seat */
} table_room;

enum { TABLE_TIME_BITS = 52 }; /* times are below 2^52, in far more than a hundred thousand years */

struct table {
    store_id id, host, rematch;
    table_plan plan;
    table_seat seat[MUR_SEATS];
    char salt[MUR_SEATS][TABLE_SALT + 1]; /* open ones, and those that were revealed */
    char commit[MUR_SEATS][FAIR_HEX];     /* to salts that are revealed after sealing; "": none */
    bool is_sealed, is_called;            /* is_called: the host's `start` is not needed any more */
    unsigned lapsed;                      /* seats that have to commit again, since a seal was broken */
    store_time waits_since;               /* when it was sealed, or the seal broken */
    bool has_started, is_closed;
    uint32_t n_anew; /* the length of the log when a move was last taken back */
    course course;   /* once it has started */

    kept *log;
    size_t length, max;
    mur_buffer texts; /* of entries, each with a final NUL */

    /* What the clocks showed at this time, and which of them run. */
    store_time clock_at;
    int64_t left[MUR_SEATS];
    unsigned running;

    table_room *room;
};

static inline bool is_nobody(store_id id)
{
    static const store_id nobody = { { 0 } };
    return memcmp(&id, &nobody, sizeof id) == 0;
}

static inline bool is_same(store_id a, store_id b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline bool is_over(const table *t)
{
    return t->has_started && !t->course.state->to_act;
}

static inline bool is_playing(const table *t)
{
    return t->has_started && !t->is_closed && t->course.state->to_act;
}

static inline const mur_game *game_of(const table *t)
{
    return t->plan.game;
}

/* Somebody sits there who came by themselves, though a bot may play for them. */
static inline bool has_person(const table_seat *s)
{
    return (!is_nobody(s->person) && !s->is_kept) || s->is_forgotten;
}

/* Somebody has every seat, and none is merely kept. */
bool is_complete(const table *t);

/* Text without control characters, UTF-8, at most so many bytes. */
bool table_is_text(mur_span s, size_t most);

/* The first part of a text up to an LF, and what is behind it. */
mur_span table_take_line(mur_span *rest);

/* An id as 22 letters of base64url, and back. */
void table_write_id(store_id id, char out[23]);
bool table_read_id(mur_span letters, store_id *id);

/* The deal of the plan and the salts; with it the game begins. Apart for tests. */
void table_deal(const table *t, mur_setup *u);
void table_begin(table *t, const mur_setup *u);

/* -- table_want.c: the parts of a wish -- */

extern const char keeper_level[]; /* of the bot that plays for an absent person */

/* The next entry, without a text yet; a table that goes on as it is. */
mur_text begin_wish(const table *t, table_wish *out, table_kind kind, int seat, store_id who);
table_err end_wish(table_wish *out, const mur_text *text);
table_err want_keeper(const table *t, int seat, store_id who, const char *level, const char *why, table_wish *out);

/* -- table_fair.c: false: the entry cannot follow -- */

bool apply_commit(table *t, const store_entry *e);
bool apply_seal(table *t, const store_entry *e);
bool apply_reveal(table *t, const store_entry *e);
bool shuffle_sit(table *t, int seat, mur_span salt, mur_span commit);
bool shuffle_bot(table *t, const store_entry *e); /* a bot takes a person's seat before the start */
void shuffle_leave(table *t, int seat);           /* nothing of this seat counts */
bool shuffle_is_ready(const table *t);            /* nothing is missing for the deal */
store_time shuffle_deadline_after(const table *t, const table_wish *w); /* the same once this is written, or earlier */
store_time shuffle_deadline(const table *t); /* when the seats that are awaited are given up; 0: never */
table_err shuffle_want_seal(const table *t, store_id who, table_wish *out);
store_after shuffle_after_bot(const table *t, int seat);

/* -- table_clock.c -- */

void clock_begin(table *t, store_time at);
void clock_pass(table *t, store_time at);                          /* before an entry is applied */
void clock_go_on(table *t, const store_entry *e, unsigned before); /* after it; to_act before it */

#endif
