/* SPDX-License-Identifier: MIT */
/* server/table/table_int.h -- what the files of a table share privately:
 *     table.c          opening, replaying entries, start, close, rematch, and what others ask about a table
 *     table_seats.c    who sits where
 *     table_moves.c    the right to move, moves, taking them back
 *     table_shuffle.c  commitments, the seal, salts that are revealed
 *     table_clock.c    clocks and deadlines
 *     table_json.c     what listeners are sent; table_record.c: the record of a finished game
 *     table_plan.c     the plan as JSON
 *     table_sound.c    the invariants, asserted after every entry
 * A table changes only in table_apply(). Everything else takes a const table. */
#ifndef SERVER_TABLE_TABLE_INT_H
#define SERVER_TABLE_TABLE_INT_H

#include <string.h>

#include "record/pack.h"
#include "server/common/copy_text.h"
#include "server/common/ids.h"
#include "server/table/fair.h"
#include "server/table/game_history.h"
#include "server/table/table.h"

/* An entry that was applied, as far as a client may ask for it again. */
typedef struct {
    store_time at;
    uint32_t ply;  /* the moves that counted after it */
    uint32_t what; /* of a MOVE the move itself, otherwise where the text begins in table.texts */
    char kind;
    uint8_t seat;
    bool is_by_bot; /* a MOVE that a bot made */
} past_entry;

/* Buffers for answering questions, kept with the table because states and views are large. They are not part of the
 * table's value: asking does not change it. */
typedef struct {
    mur_state *state;
    mur_view *view;
    mur_step *step;
    history_step seen;
    size_t length;       /* the table's length when `asked` and `may` were true */
    unsigned asked, may; /* one bit per seat: whether a take-back was checked, and whether it is allowed */
} table_scratch;

enum { TABLE_TIME_BITS = 52 }; /* times are below 2^52 ms: more than a hundred thousand years */

struct table {
    store_id id, host, rematch;
    table_plan plan;
    table_seat seat[MUR_SEATS];
    char salt[MUR_SEATS][TABLE_SALT + 1]; /* brought openly, or revealed after the seal */
    char commit[MUR_SEATS][FAIR_HEX];     /* to salts that are revealed after the seal; "": none */
    bool is_sealed;
    bool is_start_requested;   /* the table starts by itself once the salts are there, without the host's `start` */
    unsigned lapsed;           /* seats that have to commit again because a seal was broken; one bit per seat */
    store_time awaiting_since; /* when the table was sealed, or the seal broken */
    bool has_started, is_closed;
    uint32_t takeback_length; /* the length right after the latest TAKE_BACK; 0: none */
    game_history history;     /* once has_started */

    past_entry *entries;
    size_t length, max;
    mur_buffer texts; /* of entries, each with a final NUL */

    /* The clocks as of clock_at, and which of them run. */
    store_time clock_at;
    int64_t left[MUR_SEATS]; /* milliseconds */
    unsigned running;        /* one bit per seat */

    table_scratch *scratch;
};

static inline bool is_over(const table *t)
{
    return t->has_started && !t->history.state->to_act;
}

static inline bool is_playing(const table *t)
{
    return t->has_started && !t->is_closed && t->history.state->to_act;
}

static inline const mur_game *game_of(const table *t)
{
    return t->plan.game;
}

static inline bool is_seat(const table *t, int seat)
{
    return seat >= 0 && seat < t->plan.seats;
}

/* From here on only what a game needs to come to its end is allowed: no change of mind, no new people. */
static inline bool are_entries_full(const table *t)
{
    return t->length >= TABLE_ENTRIES_MAX;
}

/* A person sat down here themselves; a bot may play for them meanwhile. */
static inline bool has_person(const table_seat *s)
{
    return (!store_id_is_none(s->person) && !s->is_reserved) || s->is_forgotten;
}

/* Seats that a bot plays, its own or a person's; one bit per seat. */
unsigned table_bots(const table *t);

/* Every seat is a person's or a bot's; none is open or merely reserved. */
bool is_complete(const table *t);

/* UTF-8 without control characters, at most `max` bytes. */
bool table_is_text(mur_span s, size_t max);

/* The part of a text before the first LF; *rest is what follows it. */
mur_span table_take_line(mur_span *rest);

/* The set-up that the plan's secret and the salts give; and the start of the game with it. Separate for tests. */
void table_deal(const table *t, mur_setup *u);
void table_begin(table *t, const mur_setup *u);

/* -- Changes (table.c): what table_check_...() return -- */

table_change refuse_change(table_err err);

/* One entry without text, after which the table's status is what it is now. */
table_change begin_change(const table *t, table_kind kind, int seat, store_id who);

/* The text of that entry, written with mur_put...(); end_change() takes it over, and refuses one that does not fit. */
mur_text change_text(table_change *c);
table_change end_change(table_change c, const mur_text *text);

/* -- table_seats.c -- */

/* A bot takes this seat. `why` is a word of the entry: "here", "host", "left", "time" or "reveal". */
table_change draft_substitute(const table *t, int seat, store_id who, const char *level, const char *why);
table_err check_host(const table *t, store_id host, int seat);

/* Each applies one entry. False: it cannot follow, and the table is as it was. */
bool apply_sit(table *t, const store_entry *e);
bool apply_return(table *t, const store_entry *e);
bool apply_stand(table *t, const store_entry *e);
bool apply_bot(table *t, const store_entry *e);
bool apply_free(table *t, const store_entry *e);
bool apply_reserve(table *t, const store_entry *e);

/* -- table_moves.c: the same checks as in table.h by seat, for tests -- */

table_change check_move_at(const table *t, int seat, uint32_t ply, mur_span move);
table_change check_joint_move_at(const table *t, const table_draft *earlier, size_t n, int seat, uint32_t ply,
                                 mur_span move);
table_change check_take_back_at(const table *t, int seat, uint32_t ply);
bool apply_move(table *t, const store_entry *e);
bool apply_take_back(table *t, const store_entry *e);

/* -- table_shuffle.c -- */

bool apply_commit(table *t, const store_entry *e);
bool apply_seal(table *t, const store_entry *e);
bool apply_reveal(table *t, const store_entry *e);
bool shuffle_set_input(table *t, int seat, mur_span salt, mur_span commit); /* false: they cannot be */
bool shuffle_on_bot(table *t, const store_entry *e); /* a bot takes a person's seat before the start */
void shuffle_clear_seat(table *t, int seat);         /* forgets salt and commitment of this seat */
bool shuffle_is_ready(const table *t);               /* nothing is missing for the deal */
table_change shuffle_check_seal(const table *t, store_id who);
store_status shuffle_status_without(const table *t, int seat); /* once a bot has this seat, or nobody */
store_time shuffle_deadline(const table *t);                   /* when awaited seats are given up; 0: never */
store_time shuffle_deadline_after(const table *t, const table_draft *d,
                                  store_time at); /* the same after d, or earlier */

/* -- table_clock.c -- */

void clock_start(table *t, store_time at);
void clock_advance(table *t, store_time at);                        /* time passes until the entry */
void clock_resume(table *t, const store_entry *e, unsigned before); /* after the entry; to_act before it */

/* -- table_sound.c -- */

bool table_is_sound(const table *t);

#endif
