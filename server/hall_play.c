/* SPDX-License-Identifier: MIT */
/* server/hall_play.c -- move, back, look, point, record, say. */
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "server/hall_int.h"

enum { MOVE_MAX = 64 };

/* -- Moves -- */

typedef struct {
    uint32_t ply, length;
} progress;

static void fill_progress(mur_json *j, const void *context)
{
    const progress *p = context;
    put_long(j, "ply", p->ply);
    put_long(j, "length", p->length);
}

static void be_moved(hall *h, hall_request *q, hall_table *t)
{
    progress p = { table_ply(t->is.t), table_length(t->is.t) };
    h->counts.moves++;
    hall_answer(q, fill_progress, &p);
}

/* The seat that they play; false: it has been refused. A seat that a bot plays for them is the bot's until they sit
 * down again. */
static bool take_own_seat(hall_request *q, const hall_table *t, int *seat)
{
    store_id me = q->line->person->node.id;
    *seat = table_find_player(t->is.t, me);
    if (*seat >= 0)
        return true;
    if (table_find_person(t->is.t, me) >= 0)
        hall_refuse_why(q, HALL_NOT_YOURS, N_("a bot plays for you: take your seat back first"));
    else
        hall_refuse(q, HALL_NOT_YOURS);
    return false;
}

static void refuse_move(hall_request *q, const hall_table *t, table_err err, mur_err why)
{
    if (err == TABLE_ILLEGAL)
        hall_refuse_why(q, HALL_ILLEGAL, mur_why(table_plan_of(t->is.t)->game, why));
    else
        hall_refuse(q, hall_err_of(err));
}

void act_move(hall *h, hall_request *q, hall_table *t)
{
    int64_t ply;
    mur_span move;
    mur_err why = MUR_OK;
    int seat, n = 0;
    if (!hall_take_number(q, "ply", 0, UINT32_MAX, &ply) || !hall_take_text(q, "move", MOVE_MAX, &move) ||
        !take_own_seat(q, t, &seat))
        return;
    table_err err = table_want_move(t->is.t, seat, (uint32_t)ply, move, t->write.wish, &n, &why);
    if (err) {
        refuse_move(q, t, err, why);
        return;
    }
    q->written = be_moved;
    hall_write(h, t, q, n);
}

bool hall_join(hall *h, hall_request *q, hall_table *t)
{
    writing *w = &t->write;
    size_t n = w->job.n_additions;
    int64_t ply;
    mur_span move;
    if (n == WISHES_MAX || !hall_read_number(q, "ply", 0, UINT32_MAX, &ply) ||
        !hall_read_text(q, "move", MOVE_MAX, &move))
        return false;
    int seat = table_find_player(t->is.t, q->line->person->node.id);
    if (!table_want_too(t->is.t, w->wish, n, seat, (uint32_t)ply, move, &w->wish[n]))
        return false;
    q->written = be_moved;
    return hall_write_too(h, t, q);
}

static void fill_may(mur_json *j, const void *context)
{
    put_flag(j, "may", *(const bool *)context);
}

void act_back(hall *h, hall_request *q, hall_table *t)
{
    int64_t ply;
    int seat;
    if (!hall_take_number(q, "ply", 0, UINT32_MAX, &ply) || !take_own_seat(q, t, &seat))
        return;
    table_err err = table_want_back(t->is.t, seat, (uint32_t)ply, &t->write.wish[0]);
    bool may = err == TABLE_OK;
    if (hall_take_flag(q, "try")) {
        hall_answer(q, fill_may, &may);
        return;
    }
    if (err) {
        hall_refuse(q, hall_err_of(err));
        return;
    }
    q->written = be_moved;
    hall_write(h, t, q, 1);
}

/* -- What was -- */

typedef struct {
    const hall_table *t;
    uint32_t ply;
    int seat;
    table_form form;
} past;

static void fill_past(mur_json *j, const void *context)
{
    const past *p = context;
    table_tell_past(p->t->is.t, p->ply, p->seat, p->form, j);
}

/* `"seat":0`: as somebody who does not sit there. */
static bool is_spectating(const hall_request *q)
{
    int64_t seat;
    return hall_read_number(q, "seat", 0, 0, &seat);
}

void act_look(hall *h, hall_request *q, hall_table *t)
{
    int64_t ply;
    past p = { .t = t };
    if (!hall_take_number(q, "ply", 0, UINT32_MAX, &ply) || !hall_take_form(q, &p.form))
        return;
    if (!table_position(t->is.t)) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (!q->more) {
        hall_ask_about(h, q, t, 0);
        return;
    }
    if (hall_is_closed(q, t)) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (ply > table_ply(t->is.t)) {
        hall_refuse(q, HALL_NONE);
        return;
    }
    int seat = is_spectating(q) ? -1 : table_find_person(t->is.t, q->line->person->node.id);
    p.ply = (uint32_t)ply;
    p.seat = seat < 0 ? MUR_WATCHER : seat;
    hall_answer(q, fill_past, &p);
}

typedef struct {
    const hall_table *t;
    const char *by;
    int64_t ply;
} pointing;

static void fill_point(mur_json *j, const void *context)
{
    const pointing *p = context;
    put_string(j, "news", "point");
    put_string(j, "table", p->t->name);
    put_long(j, "ply", p->ply);
    put_string(j, "by", p->by);
}

void act_point(hall *h, hall_request *q, hall_table *t)
{
    const hall_person *who = q->line->person;
    pointing p = { .t = t, .by = who->is.name };
    if (!hall_take_number(q, "ply", 0, UINT32_MAX, &p.ply))
        return;
    if (table_after(t->is.t).state != STORE_OVER) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (!history_has_sat(&t->is, who->node.id)) {
        hall_refuse(q, HALL_NOT_YOURS);
        return;
    }
    if (p.ply > table_ply(t->is.t)) {
        hall_refuse(q, HALL_NONE);
        return;
    }
    hall_tell_all(h, t, fill_point, &p);
    hall_answer(q, NULL, NULL);
}

static void fill_record(mur_json *j, const void *context)
{
    const mur_buffer *record = context;
    put_text(j, "record", (mur_span){ record->at, record->len });
}

void act_record(hall *h, hall_request *q, hall_table *t)
{
    mur_buffer record = { 0 };
    if (table_after(t->is.t).state != STORE_OVER) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (!q->more) {
        hall_ask_about(h, q, t, 0);
        return;
    }
    if (hall_is_closed(q, t)) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (table_record(t->is.t, true, &record))
        hall_answer(q, fill_record, &record);
    else
        hall_refuse(q, HALL_STATE);
    mur_buffer_close(&record);
}

/* -- Chat -- */

typedef struct {
    store_id table, person;
    store_time at;
    char by[STORE_NAME];
    const hall_table *where; /* when it is told */
    char text[4 * CHAT_CHARACTERS + 1];
} saying;

static void fill_saying(mur_json *j, const void *context)
{
    const saying *s = context;
    put_string(j, "news", "chat");
    put_string(j, "table", s->where->name);
    put_string(j, "by", s->by);
    put_who(j, "person", s->where->is.t, s->person);
    put_long(j, "at", s->at);
    put_string(j, "text", s->text);
}

static void write_saying(clerk_job *job, store *st)
{
    const saying *s = ((hall_request *)job)->more;
    job->err = store_say(st, s->table, s->person, s->at, mur_span_of(s->text));
}

static void be_said(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    saying *s = q->more;
    hall_table *t = hall_find_table(q->h, s->table);
    s->where = t;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    q->h->counts.chats++;
    if (t && t->is.t && !hall_is_heard(t, s->person, s->at, mur_span_of(s->text)))
        hall_tell_all(q->h, t, fill_saying, s);
    hall_answer(q, NULL, NULL);
}

static bool is_sayable(mur_span text)
{
    int n = 0;
    bool is_good = text.len > 0 && text.len <= 4 * CHAT_CHARACTERS;
    for (; text.len > 0 && is_good; n++) {
        int32_t character = mur_take_utf8(&text);
        is_good = character > 0 && (!mur_is_control(character) || character == '\n');
    }
    return is_good && n <= CHAT_CHARACTERS;
}

void act_say(hall *h, hall_request *q, hall_table *t)
{
    const hall_person *who = q->line->person;
    mur_span text;
    if (!hall_take_text(q, "text", MESSAGE_MAX, &text))
        return;
    if (!is_sayable(text)) {
        hall_refuse_field(q, "text");
        return;
    }
    if (hall_is_muted(who, hall_now(h))) {
        hall_refuse(q, HALL_MUTED);
        return;
    }
    bool may = history_has_sat(&t->is, who->node.id) || id_is(table_host(t->is.t), who->node.id) ||
               !table_plan_of(t->is.t)->is_quiet;
    if (!may) {
        hall_refuse(q, HALL_NOT_YOURS);
        return;
    }
    if (table_after(t->is.t).state == STORE_CLOSED) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    saying *s = mur_new(sizeof *s);
    *s = (saying){ .table = t->node.id, .person = who->node.id, .at = hall_now(h) };
    memcpy(s->by, who->is.name, sizeof s->by);
    memcpy(s->text, text.at, text.len);
    q->more = s;
    hall_ask_store(h, q, true, write_saying, be_said);
}

/* -- What was said in other processes -- */

typedef struct {
    saying list[SAYINGS];
    int n;
} hearsay;

static bool keep_saying(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    hearsay *heard = context;
    saying *s = &heard->list[heard->n++];
    store_id id = s->table;
    *s = (saying){ .table = id, .person = person, .at = at };
    mur_text by = mur_text_on(s->by, sizeof s->by);
    mur_put_bytes(&by, name.at, name.len);
    mur_text t = mur_text_on(s->text, sizeof s->text);
    mur_put_bytes(&t, text.at, text.len);
    return heard->n < SAYINGS;
}

static void read_sayings(clerk_job *job, store *st)
{
    hearsay *heard = ((hall_request *)job)->more;
    heard->n = 0;
    job->err = store_read_chat(st, heard->list[0].table, SAYINGS, keep_saying, heard);
}

static void tell_sayings(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hearsay *heard = q->more;
    hall_table *t = hall_find_table(q->h, heard->list[0].table);
    if (t && t->is.t && !job->err) {
        t->pins++;
        for (int i = 0; i < heard->n; i++) {
            saying *s = &heard->list[i];
            s->where = t;
            if (!hall_is_heard(t, s->person, s->at, mur_span_of(s->text)) && s->at >= t->listened_at)
                hall_tell_all(q->h, t, fill_saying, s);
        }
        hall_table_unpin(q->h, t);
    }
    hall_request_free(q);
}

static const verb hearing = { .name = "hear" };

void hall_hear_chat(hall *h, hall_table *t)
{
    if (!t->listeners)
        return;
    hall_request *q = hall_request_new(h, &hearing);
    hearsay *heard = mur_new(sizeof *heard);
    for (int i = 0; i < SAYINGS; i++)
        heard->list[i].table = t->node.id;
    q->more = heard;
    hall_ask_store(h, q, false, read_sayings, tell_sayings);
}
