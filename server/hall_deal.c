/* SPDX-License-Identifier: MIT */
/* server/hall_deal.c -- the same deal at several tables: what must not be shown yet, and how it went; and what was
 * said at a table. Both are asked of the store before a table is shown. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

enum { OTHERS_MOST = 50 };

typedef struct {
    store_id person;
    store_time at;
    char by[STORE_NAME];
    char text[4 * CHAT_CHARACTERS + 1];
} saying;

typedef struct {
    store_id id;
    store_state state;
    char name[MUR_SEATS][STORE_NAME], bot[MUR_SEATS][TABLE_BOT];
    int seats, scores[MUR_SEATS];
    bool is_told; /* it is over and its scores are known */
} other;

typedef struct {
    store_id table, deal, person;
    unsigned what;
    saying *chat;
    size_t n_chat, max_chat;
    other *others; /* this one included */
    size_t n_others, max_others;
    uint32_t length;   /* of the log */
    bool is_deal_live; /* another table of the deal is open or being played */
} about;

static void free_about(void *more)
{
    about *a = more;
    free(a->chat);
    free(a->others);
    free(a);
}

/* -- In the clerk's thread -- */

static bool keep_saying(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    about *a = context;
    a->chat = mur_grow(a->chat, &a->max_chat, a->n_chat + 1, sizeof *a->chat);
    saying *s = &a->chat[a->n_chat++];
    *s = (saying){ .person = person, .at = at };
    mur_text by = mur_text_on(s->by, sizeof s->by);
    mur_put_bytes(&by, name.at, name.len);
    mur_text t = mur_text_on(s->text, sizeof s->text);
    mur_put_bytes(&t, text.at, text.len);
    return true;
}

static bool keep_other(void *context, const store_table *row)
{
    about *a = context;
    a->others = mur_grow(a->others, &a->max_others, a->n_others + 1, sizeof *a->others);
    a->others[a->n_others++] = (other){ .id = row->id, .state = row->state };
    return true;
}

static void read_scores(store *s, other *o)
{
    history is = { .t = NULL };
    if (o->state != STORE_OVER || history_read(s, o->id, &is) != STORE_OK)
        return;
    const table_plan *plan = table_plan_of(is.t);
    plan->game->scores(table_position(is.t), o->scores);
    o->seats = plan->seats;
    o->is_told = true;
    for (int i = 0; i < plan->seats; i++) {
        const table_seat *seat = table_seat_of(is.t, i);
        memcpy(o->name[i], seat->name, sizeof seat->name);
        memcpy(o->bot[i], seat->bot, sizeof seat->bot);
    }
    history_close(&is);
}

static bool keep_length(void *context, const store_table *row)
{
    ((about *)context)->length = row->length;
    return true;
}

static void find_out(clerk_job *job, store *s)
{
    about *a = ((hall_request *)job)->more;
    a->n_chat = a->n_others = 0;
    job->err = store_find_table(s, a->table, keep_length, a);
    if (!job->err && a->what & ABOUT_CHAT)
        job->err = store_read_chat(s, a->table, CHAT_MOST, keep_saying, a);
    if (!job->err && !id_is_nobody(a->deal))
        job->err = store_is_deal_live(s, a->deal, a->table, &a->is_deal_live);
    if (!job->err && a->what & ABOUT_OTHERS && !a->is_deal_live)
        job->err = store_list_of_deal(s, a->deal, OTHERS_MOST, keep_other, a);
    for (size_t i = 0; i < a->n_others && !job->err; i++)
        read_scores(s, &a->others[i]);
}

/* -- In the loop -- */

static void come_back(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    const about *a = q->more;
    if (job->err)
        hall_refuse_store(q, job->err);
    else
        hall_go_to_table(q->h, q, a->table);
}

void hall_ask_about(hall *h, hall_request *q, const hall_table *t, unsigned what)
{
    about *a = mur_new(sizeof *a);
    *a = (about){ .table = t->node.id, .deal = t->is.deal, .person = q->line->person->node.id, .what = what };
    q->more = a;
    q->free_more = free_about;
    if (what & ABOUT_OTHERS)
        hall_ask_store_list(h, q, find_out, come_back);
    else
        hall_ask_store(h, q, false, find_out, come_back);
}

bool hall_is_closed(const hall_request *q, const hall_table *t)
{
    const about *a = q->more;
    bool plays_here = table_after(t->is.t).state < STORE_OVER && table_find_person(t->is.t, a->person) >= 0;
    return a->is_deal_live && !plays_here;
}

bool hall_is_behind(hall *h, hall_request *q, hall_table *t)
{
    about *a = q->more;
    bool is_behind = a->length > table_length(t->is.t);
    a->length = 0;
    if (is_behind) {
        hall_table_read(h, t);
        hall_go_to_table(h, q, a->table);
    }
    return is_behind;
}

void put_chat(mur_json *j, const void *context, const table *t)
{
    const about *a = context;
    mur_json_key(j, "chat");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < a->n_chat; i++) {
        const saying *s = &a->chat[i];
        mur_json_begin(j, '{');
        put_string(j, "by", s->by);
        put_who(j, "person", t, s->person);
        put_long(j, "at", s->at);
        put_string(j, "text", s->text);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
}

static void put_other(mur_json *j, const other *o)
{
    mur_json_begin(j, '{');
    put_id(j, "table", o->id);
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int i = 0; i < o->seats; i++) {
        mur_json_begin(j, '{');
        put_string(j, "name", o->name[i]);
        put_string(j, "bot", o->bot[i]);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int i = 0; i < o->seats; i++)
        mur_json_int(j, o->scores[i]);
    mur_json_end(j, ']');
    mur_json_end(j, '}');
}

static void fill_deal(mur_json *j, const void *context)
{
    const about *a = context;
    mur_json_key(j, "tables");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < a->n_others; i++)
        if (a->others[i].is_told)
            put_other(j, &a->others[i]);
    mur_json_end(j, ']');
}

void act_deal(hall *h, hall_request *q, hall_table *t)
{
    if (!q->more) {
        hall_ask_about(h, q, t, ABOUT_OTHERS);
        return;
    }
    const about *a = q->more;
    if (a->is_deal_live || table_after(t->is.t).state < STORE_OVER) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    hall_answer(q, fill_deal, a);
}
