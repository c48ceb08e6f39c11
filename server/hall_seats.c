/* SPDX-License-Identifier: MIT */
/* server/hall_seats.c -- who listens and who sits: open, leave, sit, stand, seat, start, close. */
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "server/hall_int.h"

/* -- Who is here -- */

/* It is looked for again only when somebody has sat down or stood up, or when who is who has changed and the table was
 * read again. */
int hall_seat_of(listener *l)
{
    const hall_table *t = l->table;
    uint64_t seating = (uint64_t)(t->n_read + 1) << 32 | t->is.seated;
    if (l->is_spectator)
        return MUR_WATCHER;
    if (l->seating != seating)
        l->seat = table_find_person(t->is.t, l->line->person->node.id);
    l->seating = seating;
    return l->seat < 0 ? MUR_WATCHER : l->seat;
}

/* -- Listening -- */

static listener *find_listener(const hall_line *line, const hall_table *t)
{
    for (int i = 0; i < line->n_listening; i++)
        if (line->listening[i]->table == t)
            return line->listening[i];
    return NULL;
}

/* One listener of each table answers for it. */
static void hold(listener *l)
{
    l->is_holding = true;
    tally_add(l->table->h->held, l->line->origin, 1);
}

static listener *listen_to(hall_line *line, hall_table *t)
{
    listener *l = mur_new(sizeof *l);
    if (!t->listeners)
        t->listened_at = hall_now(t->h);
    l->table = t;
    l->line = line;
    l->next = t->listeners;
    l->at = &t->listeners;
    if (l->next)
        l->next->at = &l->next;
    t->listeners = l;
    line->listening[line->n_listening++] = l;
    if (!l->next)
        hold(l);
    return l;
}

void hall_stop_listening(hall *h, listener *l)
{
    hall_table *t = l->table;
    hall_line *line = l->line;
    *l->at = l->next;
    if (l->next)
        l->next->at = l->at;
    int i = 0;
    while (line->listening[i] != l)
        i++;
    line->listening[i] = line->listening[--line->n_listening];
    bool was_holding = l->is_holding;
    if (was_holding)
        tally_add(h->held, line->origin, -1);
    free(l);
    if (was_holding && t->listeners)
        hold(t->listeners);
    t->pins++;
    hall_see_who_is_here(h, t);
    hall_table_unpin(h, t);
}

void act_leave(hall *h, hall_request *q, hall_table *t)
{
    listener *l = find_listener(q->line, t);
    hall_answer(q, NULL, NULL);
    if (l)
        hall_stop_listening(h, l);
}

/* -- Open -- */

static void put_table(mur_json *j, const hall_table *t, store_id person, int seen_as)
{
    const table_plan *p = table_plan_of(t->is.t);
    store_after after = table_after(t->is.t);
    mur_json_key(j, "table");
    mur_json_begin(j, '{');
    put_string(j, "table", t->name);
    put_string(j, "game", p->game->id);
    put_string(j, "state", hall_state(after.state));
    put_long(j, "since", t->is.since);
    put_long(j, "changed", t->is.changed);
    table_tell_seats(t->is.t, t->here, j);
    put_seats(j, "to_act", after.state == STORE_PLAYING ? after.to_act : 0);
    mur_json_put_int(j, "my_seat", table_find_person(t->is.t, person) + 1);
    put_who(j, "host", t->is.t, table_host(t->is.t));
    put_flag(j, "mine", id_is(table_host(t->is.t), person));
    table_tell_plan(t->is.t, j);
    put_flag(j, "may_hint", table_may_hint(t->is.t));
    table_tell_fair(t->is.t, j);
    table_tell_shuffle(t->is.t, seen_as, j);
    put_long(j, "length", table_length(t->is.t));
    if (!id_is_nobody(table_rematch(t->is.t)))
        put_id(j, "rematch", table_rematch(t->is.t));
    mur_json_end(j, '}');
}

typedef struct {
    const hall_request *q;
    const hall_table *t;
    listener *l;
    uint32_t from;
    bool is_anew;
} opening;

static void fill_open(mur_json *j, const void *context)
{
    const opening *o = context;
    const table *t = o->t->is.t;
    int seat = hall_seat_of(o->l);
    put_table(j, o->t, o->q->line->person->node.id, seat);
    if (o->is_anew)
        put_flag(j, "anew", true);
    table_tell_entries(t, o->from, seat, o->l->form, j);
    table_tell_position(t, seat, o->l->form, j);
    table_tell_clock(t, hall_now(o->q->h), j);
    put_chat(j, o->q->more, t);
}

bool hall_take_form(hall_request *q, table_form *form)
{
    mur_span text;
    *form = TABLE_JSON;
    if (!hall_has(q, "form"))
        return true;
    if (!hall_take_text(q, "form", MESSAGE_MAX, &text))
        return false;
    *form = mur_span_is(text, "bytes") ? TABLE_BYTES : TABLE_JSON;
    if (mur_span_is(text, "json") || *form == TABLE_BYTES)
        return true;
    hall_refuse_field(q, "form");
    return false;
}

/* Tables that somebody listens to stay in memory; connections of one address may hold a part of it. */
static bool has_room_to_listen(const hall *h, const hall_line *line, const hall_table *t)
{
    int share = h->plan.tables / 8;
    return line->n_listening < LISTENING_MAX &&
           (t->listeners || tally_of(h->held, line->origin) < (share > LISTENING_MAX ? share : LISTENING_MAX));
}

/* From now on everything is told. */
static void open_now(hall *h, hall_request *q, hall_table *t, opening *o, table_form form)
{
    hall_line *line = q->line;
    listener *l = find_listener(line, t);
    if (line->is_gone || line->is_ending) {
        hall_request_free(q);
        return;
    }
    if (!l && !has_room_to_listen(h, line, t)) {
        hall_refuse(q, HALL_BUSY);
        return;
    }
    if (!l)
        l = listen_to(line, t);
    const body_value *seat = body_member(q->body, "seat");
    l->is_spectator = body_is(seat, BODY_INTEGER) && seat->number == 0;
    l->form = form;
    o->l = l;
    unsigned here = t->here;
    t->here = hall_count_here(h, t); /* others are told after the answer */
    hall_answer(q, fill_open, o);
    if (t->here != here)
        hall_tell_seats(h, t);
    hall_read_presence(h, t);
}

void act_open(hall *h, hall_request *q, hall_table *t)
{
    int64_t from = 0;
    table_form form;
    if (!hall_take_form(q, &form) || (hall_has(q, "from") && !hall_take_number(q, "from", 0, UINT32_MAX, &from)))
        return;
    if (!q->more) {
        hall_ask_about(h, q, t, ABOUT_CHAT);
        return;
    }
    if (hall_is_closed(q, t)) {
        hall_refuse_why(q, HALL_STATE, N_("this deal is being played at another table: wait until it is over"));
        return;
    }
    if (hall_is_behind(h, q, t))
        return;
    opening o = { .q = q, .t = t, .from = (uint32_t)from };
    o.is_anew = o.from > table_length(t->is.t) || table_is_anew(t->is.t, o.from);
    if (o.is_anew)
        o.from = 0;
    open_now(h, q, t, &o, form);
}

/* -- Sitting -- */

hall_err hall_err_of(table_err err)
{
    switch (err) {
    case TABLE_OK:
        return HALL_OK;
    case TABLE_NONE:
        return HALL_NONE;
    case TABLE_TAKEN:
        return HALL_TAKEN;
    case TABLE_NOT_YOURS:
        return HALL_NOT_YOURS;
    case TABLE_STATE:
        return HALL_STATE;
    case TABLE_TEXT:
        return HALL_MESSAGE;
    case TABLE_ILLEGAL:
        return HALL_ILLEGAL;
    case TABLE_STALE:
        return HALL_STALE;
    case TABLE_LATE:
        return HALL_LATE;
    case TABLE_LEARNT:
        return HALL_LEARNT;
    }
    return HALL_STATE;
}

static void be_done(hall *h, hall_request *q, hall_table *t)
{
    (void)h, (void)t;
    hall_answer(q, NULL, NULL);
}

void hall_write_wish(hall *h, hall_request *q, hall_table *t, table_err err)
{
    if (err) {
        hall_refuse(q, hall_err_of(err));
        return;
    }
    q->written = be_done;
    hall_write(h, t, q, 1);
}

/* The seat that is named, from 0 on; or the own one. */
static bool take_seat(hall_request *q, const hall_table *t, int *seat)
{
    int64_t n;
    *seat = table_find_person(t->is.t, q->line->person->node.id);
    if (!hall_has(q, "seat") && *seat >= 0)
        return true;
    if (!hall_take_number(q, "seat", 1, INT32_MAX, &n))
        return false;
    *seat = (int)n - 1;
    if (n <= table_plan_of(t->is.t)->seats)
        return true;
    hall_refuse(q, HALL_NONE);
    return false;
}

void act_sit(hall *h, hall_request *q, hall_table *t)
{
    const hall_person *p = q->line->person;
    hall_share share;
    int seat;
    if (!take_seat(q, t, &seat) || !hall_take_share(q, &share))
        return;
    hall_write_wish(h, q, t, hall_want_seat(t->is.t, p, seat, &share, &t->write.wish[0]));
}

void act_stand(hall *h, hall_request *q, hall_table *t)
{
    hall_write_wish(h, q, t, table_want_stand(t->is.t, q->line->person->node.id, &t->write.wish[0]));
}

/* A person who plays may be replaced only if they are not here. */
static bool is_to_be_here(const hall_table *t, int seat)
{
    const table_seat *s = table_seat_of(t->is.t, seat);
    bool is_wanted = table_after(t->is.t).state == STORE_PLAYING || table_awaited(t->is.t) >> seat & 1;
    return is_wanted && !s->bot[0] && !id_is_nobody(s->person);
}

void act_seat(hall *h, hall_request *q, hall_table *t)
{
    store_id who = q->line->person->node.id;
    mur_span to;
    int64_t n;
    if (!hall_take_number(q, "seat", 1, INT32_MAX, &n) || !hall_take_text(q, "to", MESSAGE_MAX, &to))
        return;
    int seat = (int)n - 1;
    if (n > table_plan_of(t->is.t)->seats) {
        hall_refuse(q, HALL_NONE);
        return;
    }
    if (!mur_span_is(to, "open") && !hall_is_level(to)) {
        hall_refuse_field(q, "to");
        return;
    }
    if (!id_is(table_host(t->is.t), who)) {
        hall_refuse(q, HALL_NOT_YOURS);
        return;
    }
    if (is_to_be_here(t, seat) && h->is_shared && !q->more) {
        hall_ask_presence(h, q, t);
        return;
    }
    if (is_to_be_here(t, seat) && hall_was_here(q, t, seat)) {
        hall_refuse(q, HALL_PRESENT);
        return;
    }
    table_wish *wish = &t->write.wish[0];
    hall_write_wish(h, q, t,
                    mur_span_is(to, "open") ? table_want_free(t->is.t, who, seat, wish)
                                            : table_want_bot(t->is.t, who, seat, to, wish));
}

void act_start(hall *h, hall_request *q, hall_table *t)
{
    hall_write_wish(h, q, t, table_want_start(t->is.t, q->line->person->node.id, &t->write.wish[0]));
}

/* -- A table that is full begins, whoever it was who filled it -- */

static void be_started(hall *h, hall_request *q, hall_table *t)
{
    (void)h, (void)t;
    hall_request_free(q);
}

static void act_begin(hall *h, hall_request *q, hall_table *t)
{
    if (table_want_start(t->is.t, (store_id){ { 0 } }, &t->write.wish[0]) != TABLE_OK) {
        hall_request_free(q);
        return;
    }
    q->written = be_started;
    hall_write(h, t, q, 1);
}

static const verb beginning = { .name = "begin", .act_at = act_begin };

static bool should_begin(const hall_table *t)
{
    table_wish wish;
    return t->is.t && !table_position(t->is.t) && table_want_start(t->is.t, (store_id){ { 0 } }, &wish) == TABLE_OK;
}

typedef struct {
    hall *h;
    hall_table *table;
} begun;

/* The store may have been away just then. */
static void try_again(void *more)
{
    begun *b = more;
    if (should_begin(b->table))
        hall_retry_at(b->h, b->table, hall_now(b->h) + RETRY_MS);
    free(b);
}

void hall_start_if_full(hall *h, hall_table *t)
{
    if (!should_begin(t))
        return;
    hall_request *q = hall_request_new(h, &beginning);
    begun *b = q->more = mur_new(sizeof *b);
    *b = (begun){ h, t };
    q->free_more = try_again;
    hall_go_to_table(h, q, t->node.id);
}

void act_close(hall *h, hall_request *q, hall_table *t)
{
    hall_write_wish(h, q, t, table_want_close(t->is.t, q->line->person->node.id, &t->write.wish[0]));
}
