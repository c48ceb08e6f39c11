/* SPDX-License-Identifier: MIT */
/* server/hall_lists.c -- lobby, mine: tables as the store lists them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall_int.h"

typedef struct {
    store_id person;
    char name[STORE_NAME], bot[TABLE_BOT];
} row_seat;

typedef struct {
    store_table is; /* without its texts */
    char game[32];
    row_seat seat[MUR_SEATS];
    int seats;
} row;

typedef struct {
    store_id person; /* whose list; nobody: the lobby */
    bool is_page;    /* not the first */
    store_place after;
    row list[LIST_MOST + 1]; /* one more tells that there are more */
    int n;
    row *filling;
} tables;

const char *hall_state(store_state state)
{
    static const char *const names[] = { "open", "playing", "over", "closed" };
    return names[state];
}

/* -- In the clerk's thread -- */

static bool keep_row(void *context, const store_table *t)
{
    tables *list = context;
    row *r = &list->list[list->n++];
    *r = (row){ .is = *t };
    mur_text game = mur_text_on(r->game, sizeof r->game);
    mur_put_bytes(&game, t->game.at, t->game.len);
    r->is.game = r->is.about = (mur_span){ NULL, 0 };
    return list->n <= LIST_MOST;
}

static bool keep_seat(void *context, int seat, store_id person, mur_span bot)
{
    row *r = ((tables *)context)->filling;
    if (seat < 0 || seat >= MUR_SEATS)
        return true;
    r->seat[seat].person = person;
    mur_text t = mur_text_on(r->seat[seat].bot, sizeof r->seat[seat].bot);
    mur_put_bytes(&t, bot.at, bot.len);
    if (seat >= r->seats)
        r->seats = seat + 1;
    return true;
}

static store_err fill_row(store *s, tables *list, row *r)
{
    store_person p;
    list->filling = r;
    store_err err = store_list_seats(s, r->is.id, keep_seat, list);
    for (int i = 0; i < r->seats && !err; i++)
        if (!id_is_nobody(r->seat[i].person) && store_find_person(s, r->seat[i].person, &p) == STORE_OK)
            memcpy(r->seat[i].name, p.name, sizeof p.name);
    return err;
}

static void list_tables(clerk_job *job, store *s)
{
    tables *list = ((hall_request *)job)->more;
    const store_place *after = list->is_page ? &list->after : NULL;
    list->n = 0;
    job->err = id_is_nobody(list->person) ? store_list_public(s, after, LIST_MOST + 1, keep_row, list)
                                          : store_list_of_person(s, list->person, after, LIST_MOST + 1, keep_row, list);
    for (int i = 0; i < list->n && i < LIST_MOST && !job->err; i++)
        job->err = fill_row(s, list, &list->list[i]);
}

/* -- In the loop -- */

static void put_row_seat(mur_json *j, const row_seat *s, bool is_here)
{
    mur_json_begin(j, '{');
    put_string(j, "name", s->name);
    put_string(j, "bot", s->bot);
    put_flag(j, "here", is_here);
    put_flag(j, "open", id_is_nobody(s->person) && !s->bot[0]);
    mur_json_end(j, '}');
}

static void put_row(mur_json *j, const hall_request *q, const row *r)
{
    const hall_table *t = hall_find_table(q->h, r->is.id);
    store_id me = q->line->person->node.id;
    int my_seat = 0;
    mur_json_begin(j, '{');
    put_id(j, "table", r->is.id);
    put_string(j, "game", r->game);
    put_string(j, "state", hall_state(r->is.state));
    put_flag(j, "public", r->is.is_public);
    put_long(j, "since", r->is.since);
    put_long(j, "changed", r->is.changed);
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int i = 0; i < r->seats; i++) {
        put_row_seat(j, &r->seat[i], t && t->here >> i & 1);
        if (id_is(r->seat[i].person, me))
            my_seat = i + 1;
    }
    mur_json_end(j, ']');
    put_seats(j, "to_act", r->is.state == STORE_PLAYING ? r->is.to_act : 0);
    mur_json_put_int(j, "my_seat", my_seat);
    mur_json_end(j, '}');
}

/* The lobby shows first where one can sit down. */
static void put_rows(mur_json *j, const hall_request *q, const tables *list, bool is_open)
{
    for (int i = 0; i < list->n && i < LIST_MOST; i++)
        if ((list->list[i].is.state == STORE_OPEN) == is_open)
            put_row(j, q, &list->list[i]);
}

void put_place(mur_json *j, store_time at, store_id id)
{
    char name[ID_TEXT], place[64];
    id_write(id, name);
    snprintf(place, sizeof place, "%lld.%s", (long long)at, name);
    put_string(j, "more", place);
}

static void fill_tables(mur_json *j, const void *context)
{
    const hall_request *q = context;
    const tables *list = q->more;
    mur_json_key(j, "tables");
    mur_json_begin(j, '[');
    if (id_is_nobody(list->person)) {
        put_rows(j, q, list, true);
        put_rows(j, q, list, false);
    } else {
        for (int i = 0; i < list->n && i < LIST_MOST; i++)
            put_row(j, q, &list->list[i]);
    }
    mur_json_end(j, ']');
    const store_table *last = &list->list[LIST_MOST - 1].is;
    if (list->n > LIST_MOST)
        put_place(j, id_is_nobody(list->person) ? last->since : last->changed, last->id);
}

static void answer_tables(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    if (job->err)
        hall_refuse_store(q, job->err);
    else
        hall_answer(q, fill_tables, q);
}

/* Where the page before ended: a time and an id, as they were told. */
bool hall_take_place(hall_request *q, bool *is_page, store_place *place)
{
    mur_span text;
    int64_t at = 0;
    *is_page = hall_has(q, "after");
    if (!*is_page)
        return true;
    if (!hall_take_text(q, "after", 64, &text))
        return false;
    size_t i = 0;
    for (; i < text.len && i < 18 && text.at[i] >= '0' && text.at[i] <= '9'; i++)
        at = at * 10 + (text.at[i] - '0');
    bool is_good = i > 0 && i < text.len && text.at[i] == '.' &&
                   id_read((mur_span){ text.at + i + 1, text.len - i - 1 }, &place->id);
    place->at = at;
    if (!is_good)
        hall_refuse_field(q, "after");
    return is_good;
}

static void list_for(hall *h, hall_request *q, store_id person)
{
    tables *list = mur_new(sizeof *list);
    list->person = person;
    q->more = list;
    if (hall_take_place(q, &list->is_page, &list->after))
        hall_ask_store_list(h, q, list_tables, answer_tables);
}

void act_lobby(hall *h, hall_request *q)
{
    list_for(h, q, (store_id){ { 0 } });
}

void act_mine(hall *h, hall_request *q)
{
    list_for(h, q, q->line->person->node.id);
}
