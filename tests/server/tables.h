/* SPDX-License-Identifier: MIT */
/* tests/server/tables.h -- what the tests of tables share: people, tables, changes that are applied at once, and
 * messages as text. Entries are a second apart. */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/table_int.h"

#define countof(array) (sizeof(array) / sizeof((array)[0]))

/* The same as in tests/engine/walk.h, which is not included here. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

static inline store_id person(int n)
{
    store_id id = { { 0 } };
    id.at[0] = (unsigned char)n;
    id.at[15] = 7;
    return id;
}

static const store_id nobody;

/* The entries of a table, as a store contains them. */
typedef struct {
    store_entry at[4096];
    char text[4096][256];
    int n;
    store_time now;
} entry_list;

static inline table_plan plan_of(const char *game, int seats)
{
    table_plan p = { .game = mur_game_of(mur_span_of(game)), .seats = seats };
    for (int i = 0; i < TABLE_SECRET; i++)
        p.secret[i] = (unsigned char)(i * 11 + seats);
    return p;
}

/* Without a commitment. */
#define NO_COMMIT ((mur_span){ "", 0 })

/* Appends and applies one entry, and checks its predicted status. */
static inline void grant_draft(table *t, entry_list *log, const table_draft *d)
{
    log->now += 1000;
    store_entry made = table_draft_entry(d, log->now);
    cr_assert_eq(made.n, table_length(t));
    store_status predicted = table_predict_status(t, d, log->now);
    cr_assert(table_apply(t, &made), "entry %u '%c'", made.n, made.kind);
    cr_assert(table_is_sound(t), "entry %u '%c'", made.n, made.kind);
    store_status after = table_status(t);
    cr_assert_eq(after.state, predicted.state, "'%c'", made.kind);
    cr_assert_eq(after.to_act, predicted.to_act, "'%c'", made.kind);
    cr_assert_eq(table_bots_to_act(t), predicted.bots, "'%c'", made.kind);
    cr_assert_eq(table_deadline(t) == 0, predicted.deadline == 0, "'%c'", made.kind);
    cr_assert_leq(predicted.deadline, table_deadline(t), "'%c': a deadline that is found too late", made.kind);
    cr_assert_lt(log->n, (int)countof(log->at));
    store_entry *e = &log->at[log->n];
    *e = made;
    memcpy(log->text[log->n], made.text.at, made.text.len);
    e->text.at = log->text[log->n++];
}

/* All entries of a change. */
static inline void grant(table *t, entry_list *log, const table_change *c)
{
    cr_assert_eq(c->err, TABLE_OK);
    for (int i = 0; i < c->n; i++)
        grant_draft(t, log, &c->draft[i]);
}

/* The checks of moves by seat, with the entries one by one. */
static inline table_err check_move(const table *t, int seat, uint32_t ply, mur_span move, table_draft out[2], int *n,
                                   mur_err *why)
{
    table_change c = check_move_at(t, seat, ply, move);
    memcpy(out, c.draft, (size_t)c.n * sizeof c.draft[0]);
    *n = c.n;
    *why = c.why;
    return c.err;
}

static inline bool check_joint_move(const table *t, const table_draft *earlier, size_t n, int seat, uint32_t ply,
                                    mur_span move, table_draft *out)
{
    table_change c = check_joint_move_at(t, earlier, n, seat, ply, move);
    if (!c.err)
        *out = c.draft[0];
    return !c.err;
}

static inline table_err sit(table *t, entry_list *log, int who, int seat)
{
    table_change w;
    char name[] = { 'P', (char)('0' + who), '\0' };
    table_err e = (w = table_check_sit(t, person(who), seat, name, mur_span_of(""), NO_COMMIT)).err;
    if (!e)
        grant(t, log, &w);
    return e;
}

static inline table_err start(table *t, entry_list *log, store_id who)
{
    table_change w;
    table_err e = (w = table_check_start(t, who)).err;
    if (!e)
        grant(t, log, &w);
    return e;
}

static inline table_err move(table *t, entry_list *log, int seat, uint32_t ply, const char *text)
{
    table_change c = check_move_at(t, seat, ply, mur_span_of(text));
    if (!c.err)
        grant(t, log, &c);
    return c.err;
}

static inline table_err back(table *t, entry_list *log, int seat, uint32_t ply)
{
    table_change w;
    table_err e = (w = check_take_back_at(t, seat, ply)).err;
    if (!e)
        grant(t, log, &w);
    return e;
}

/* A table whose game has begun: persons 1, 2, ... have seats 0, 1, ...; person 1 is the host. */
static inline table *begun(const table_plan *p, entry_list *log)
{
    table *t = table_open(person(99), person(1), p);
    for (int seat = 0; seat < p->seats; seat++)
        cr_assert_eq(sit(t, log, seat + 1, seat), TABLE_OK);
    cr_assert_eq(start(t, log, nobody), TABLE_OK);
    return t;
}

static inline table *replayed(const table_plan *p, const entry_list *log)
{
    table *t = table_open(person(99), person(1), p);
    for (int i = 0; i < log->n; i++)
        cr_assert(table_apply(t, &log->at[i]), "entry %d", i);
    return t;
}

/* A random legal move of a random acting seat. */
static inline void move_at_random(table *t, entry_list *log, mur_rng *rng)
{
    const mur_game *g = table_plan_of(t)->game;
    const mur_state *s = table_position(t);
    mur_move moves[MUR_MOVES];
    char text[MUR_MOVE_TEXT];
    mur_text out = mur_text_on(text, sizeof text);
    int seat;
    do
        seat = (int)mur_rng_below(rng, s->seats);
    while (!mur_may_act(s, seat));
    int n = g->legal(s, seat, moves);
    g->write_move(moves[mur_rng_below(rng, (uint32_t)n)], &out);
    cr_assert_eq(move(t, log, seat, table_ply(t), text), TABLE_OK, "%s", text);
}

/* -- Messages -- */

enum { WRITTEN_MAX = 1 << 22 };

typedef struct {
    char *at;
    mur_text text;
    mur_json json;
} written;

static inline void begin_written(written *o)
{
    o->at = o->at ? o->at : malloc(WRITTEN_MAX);
    o->text = mur_text_on(o->at, WRITTEN_MAX);
    o->json = (mur_json){ .t = &o->text };
    mur_json_begin(&o->json, '{');
}

static inline const char *end_written(written *o)
{
    mur_json_end(&o->json, '}');
    cr_assert_not(mur_text_is_cut(&o->text));
    return o->at;
}

static inline const char *write_all(written *o, const table *t, uint32_t from, int seat, table_form form)
{
    begin_written(o);
    table_write_entries(t, from, seat, form, &o->json);
    table_write_position(t, seat, form, &o->json);
    return end_written(o);
}

static inline bool mentions(const char *text, const char *needle)
{
    return strstr(text, needle) != NULL;
}

#endif
