/* SPDX-License-Identifier: MIT */
/* server/hall_tell.c -- what happened at a table, to everybody who listens; whose turn it is. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "server/hall_int.h"

/* -- News of a table: written once for all who see the same -- */

typedef struct {
    const hall *h;
    const hall_table *t;
    int seat;
    table_form form;
} sight;

static void fill_change(mur_json *j, const void *context)
{
    const sight *s = context;
    const hall_table *t = s->t;
    put_string(j, "news", "table");
    put_string(j, "table", t->name);
    put_long(j, "length", table_length(t->is.t));
    table_tell_entries(t->is.t, t->told, s->seat, s->form, j);
    if (t->told_seated != t->is.seated)
        table_tell_seats(t->is.t, t->here, j);
    if (t->told_moved != t->is.moved)
        table_tell_position(t->is.t, s->seat, s->form, j);
    if (t->told_seated != t->is.seated || table_after(t->is.t).state == STORE_OVER) /* nothing else changes it */
        put_flag(j, "may_hint", table_may_hint(t->is.t));
    if (t->told_seated != t->is.seated && !table_position(t->is.t))
        table_tell_fair(t->is.t, j);
    table_tell_shuffle(t->is.t, s->seat, j);
    table_tell_clock(t->is.t, hall_now(s->h), j);
}

enum { SIGHTS = 2 * (MUR_SEATS + 1) };

static note **note_for(note *notes[SIGHTS], int seat, table_form form)
{
    return &notes[2 * (seat == MUR_WATCHER ? MUR_SEATS : seat) + (form == TABLE_BYTES)];
}

static void tell_listeners(hall *h, hall_table *t)
{
    note *notes[SIGHTS] = { NULL };
    for (listener *l = t->listeners, *next; l; l = next) {
        next = l->next;
        sight s = { h, t, hall_seat_of(l), l->form };
        note **n = note_for(notes, s.seat, s.form);
        if (!*n)
            *n = hall_note(h, fill_change, &s);
        hall_send(h, l->line, *n);
    }
    for (int i = 0; i < SIGHTS; i++)
        note_drop(&notes[i]);
}

void hall_tell_all(hall *h, hall_table *t, hall_fill *fill, const void *context)
{
    if (!t->listeners)
        return;
    note *n = hall_note(h, fill, context);
    t->pins++; /* whoever is sent something may be found to be gone, and be the last */
    for (const listener *l = t->listeners, *next; l; l = next) {
        next = l->next;
        hall_send(h, l->line, n);
    }
    note_drop(&n);
    hall_table_unpin(h, t);
}

/* -- Whose turn it is -- */

static void fill_turn(mur_json *j, const void *context)
{
    const hall_table *t = context;
    put_string(j, "news", "turn");
    put_string(j, "table", t->name);
    put_string(j, "game", table_plan_of(t->is.t)->game->id);
}

static bool is_listening(const hall_line *line, const hall_table *t)
{
    for (int i = 0; i < line->n_listening; i++)
        if (line->listening[i]->table == t)
            return true;
    return false;
}

static void tell_apart(hall *h, const hall_table *t, const hall_person *p, hall_fill *fill)
{
    note *n = NULL;
    for (hall_line *line = p->lines, *next; line; line = next) {
        next = line->next_of_person;
        if (line->is_single || is_listening(line, t))
            continue;
        if (!n)
            n = hall_note(h, fill, t);
        hall_send(h, line, n);
    }
    note_drop(&n);
}

/* Somebody who is not connected may have an address that is told. */
typedef struct {
    store_id person;
    store_person is;
    const mur_game *game;
    const char *words; /* a gettext key */
    char table[ID_TEXT];
} call;

static void find_hook(clerk_job *job, store *s)
{
    call *c = ((hall_request *)job)->more;
    job->err = store_find_person(s, c->person, &c->is);
}

static void call_hook(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const call *c = q->more;
    if (!job->err && c->is.hook[0] && !hall_find_person(h, c->person)) {
        char line[256];
        mur_text t = mur_text_on(line, sizeof line);
        mur_place places[] = { { "game", mur_span_of(c->game->name) }, { NULL, { NULL, 0 } } };
        mur_put_phrase(&t, hall_word(h, c->is.lang, c->words), places);
        h->door.call(h->door.context, c->is.hook, mur_span_of(line));
    }
    hall_request_free(q);
}

static const verb calling = { .name = "call" };

static void look_for_hook(hall *h, const hall_table *t, store_id person, const char *words)
{
    hall_request *q = hall_request_new(h, &calling);
    call *c = mur_new(sizeof *c);
    c->person = person;
    c->game = table_plan_of(t->is.t)->game;
    c->words = words;
    q->more = c;
    hall_ask_store(h, q, false, find_hook, call_hook);
}

void hall_tell_seats_apart(hall *h, hall_table *t, unsigned seats, hall_fill *fill, const char *words, bool is_ours)
{
    for (int seat = 0; seats >> seat; seat++) {
        const table_seat *s = seats >> seat & 1 ? table_seat_of(t->is.t, seat) : NULL;
        if (!s || id_is_nobody(s->person) || s->bot[0])
            continue;
        const hall_person *p = hall_find_person(h, s->person);
        if (p && p->lines)
            tell_apart(h, t, p, fill);
        else if (is_ours)
            look_for_hook(h, t, s->person, words);
    }
}

static void tell_turns(hall *h, hall_table *t, bool is_ours)
{
    store_after now = table_after(t->is.t);
    unsigned to_act = now.state == STORE_PLAYING ? now.to_act : 0, fresh = to_act & ~t->turn;
    t->turn = to_act;
    hall_tell_seats_apart(h, t, fresh, fill_turn, N_("{game}: it is your turn"), is_ours);
}

void hall_tell_change(hall *h, hall_table *t, bool is_ours)
{
    if (t->told != table_length(t->is.t))
        tell_listeners(h, t);
    if (t->told_seated != t->is.seated)
        hall_see_who_is_here(h, t);
    t->told = table_length(t->is.t);
    t->told_moved = t->is.moved;
    t->told_seated = t->is.seated;
    hall_tell_awaited(h, t, is_ours);
    tell_turns(h, t, is_ours);
    hall_ask_bots(h, t);
    hall_start_if_full(h, t);
    hall_set_wake(h, t);
}

/* -- Chat -- */

bool hall_is_heard(hall_table *t, store_id person, store_time at, mur_span text)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    unsigned char whole[sizeof person + sizeof at + 8];
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)text.at, text.len, key);
    memcpy(whole, &person, sizeof person);
    memcpy(whole + sizeof person, &at, sizeof at);
    memcpy(whole + sizeof person + sizeof at, &hash, sizeof hash);
    crypto_shorthash((unsigned char *)&hash, whole, sizeof whole, key);
    for (int i = 0; i < SAYINGS; i++)
        if (t->said[i] == hash)
            return true;
    t->said[t->n_said++ % SAYINGS] = hash;
    return false;
}
