/* SPDX-License-Identifier: MIT */
/* tests/server/tables.h -- what the tests of tables share: people, a table with them, wishes that come true, and what
 * is told as text. Whatever is wanted is written and applied with the next second's time, as a server would. */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "server/table.h"

#define countof(array) (sizeof(array) / sizeof((array)[0]))

/* As in tests/engine/walk.h, whose tables are others. */
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

/* A log, as a store would keep it. */
typedef struct {
    store_entry at[4096];
    char text[4096][256];
    int n;
    store_time now;
} paper;

static inline table_plan plan_of(const char *game, int seats)
{
    table_plan p = { .game = mur_game_of(mur_span_of(game)), .seats = seats };
    for (int i = 0; i < TABLE_SECRET; i++)
        p.secret[i] = (unsigned char)(i * 11 + seats);
    return p;
}

/* Writes and applies; what was foretold of the table is so. */
static inline void grant(table *t, paper *log, table_wish *w)
{
    log->now += 1000;
    w->entry.at = log->now;
    cr_assert_eq(w->entry.n, table_length(t));
    table_foresee(t, w);
    cr_assert(table_apply(t, &w->entry), "entry %u '%c'", w->entry.n, w->entry.kind);
    store_after after = table_after(t);
    cr_assert_eq(after.state, w->after.state, "'%c'", w->entry.kind);
    cr_assert_eq(after.to_act, w->after.to_act, "'%c'", w->entry.kind);
    cr_assert_eq(table_bots_to_act(t), w->after.bots, "'%c'", w->entry.kind);
    cr_assert_eq(table_deadline(t) == 0, w->after.deadline == 0, "'%c'", w->entry.kind);
    cr_assert_leq(w->after.deadline, table_deadline(t), "'%c': a deadline that is found too late", w->entry.kind);
    cr_assert_lt(log->n, (int)countof(log->at));
    store_entry *e = &log->at[log->n];
    *e = w->entry;
    memcpy(log->text[log->n], w->entry.text.at, w->entry.text.len);
    e->text.at = log->text[log->n++];
}

static inline table_err sit(table *t, paper *log, int who, int seat)
{
    table_wish w;
    char name[] = { 'P', (char)('0' + who), '\0' };
    table_err e = table_want_seat(t, person(who), seat, name, mur_span_of(""), &w);
    if (!e)
        grant(t, log, &w);
    return e;
}

static inline table_err start(table *t, paper *log, store_id who)
{
    table_wish w;
    table_err e = table_want_start(t, who, &w);
    if (!e)
        grant(t, log, &w);
    return e;
}

static inline table_err move(table *t, paper *log, int seat, uint32_t ply, const char *text)
{
    table_wish w[2];
    int n;
    mur_err why;
    table_err e = table_want_move(t, seat, ply, mur_span_of(text), w, &n, &why);
    for (int i = 0; !e && i < n; i++)
        grant(t, log, &w[i]);
    return e;
}

static inline table_err back(table *t, paper *log, int seat, uint32_t ply)
{
    table_wish w;
    table_err e = table_want_back(t, seat, ply, &w);
    if (!e)
        grant(t, log, &w);
    return e;
}

/* Persons 1.. sit from seat 0 on, 1 is the host; the game begins. */
static inline table *begun(const table_plan *p, paper *log)
{
    table *t = table_open(person(99), person(1), p);
    for (int seat = 0; seat < p->seats; seat++)
        cr_assert_eq(sit(t, log, seat + 1, seat), TABLE_OK);
    cr_assert_eq(start(t, log, nobody), TABLE_OK);
    return t;
}

static inline table *replayed(const table_plan *p, const paper *log)
{
    table *t = table_open(person(99), person(1), p);
    for (int i = 0; i < log->n; i++)
        cr_assert(table_apply(t, &log->at[i]), "entry %d", i);
    return t;
}

/* Some legal move of some seat that may act. */
static inline void move_at_random(table *t, paper *log, mur_rng *rng)
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

/* -- What is told -- */

enum { TOLD = 1 << 22 };

typedef struct {
    char *at;
    mur_text text;
    mur_json json;
} told;

static inline void begin_told(told *o)
{
    o->at = o->at ? o->at : malloc(TOLD);
    o->text = mur_text_on(o->at, TOLD);
    o->json = (mur_json){ .t = &o->text };
    mur_json_begin(&o->json, '{');
}

static inline const char *end_told(told *o)
{
    mur_json_end(&o->json, '}');
    cr_assert_not(mur_text_is_cut(&o->text));
    return o->at;
}

static inline const char *tell_all(told *o, const table *t, uint32_t from, int seat, table_form form)
{
    begin_told(o);
    table_tell_entries(t, from, seat, form, &o->json);
    table_tell_position(t, seat, form, &o->json);
    return end_told(o);
}

static inline bool tells(const char *text, const char *needle)
{
    return strstr(text, needle) != NULL;
}

#endif
