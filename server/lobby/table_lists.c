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
    bool allows_hints;
    row_seat seat[MUR_SEATS];
    int seats;
} row;

/* `mine` is two lists, one behind the other: what is not over, by the latest change, then what is, by when it was made.
 * A place in the second one has no time. */
typedef struct {
    store_id person; /* whose list; nobody: the lobby */
    bool is_page;    /* not the first */
    store_place after;
    row list[LIST_MOST + 1]; /* one more tells that there are more */
    int n, n_live;
} tables;

const char *hall_state(store_state state)
{
    static const char *const names[] = { "open", "playing", "over", "closed" };
    return names[state];
}

static void copy_text(char *out, size_t size, mur_span text)
{
    mur_text t = mur_text_on(out, size);
    mur_put_bytes(&t, text.at, text.len);
}

/* -- In the store's thread -- */

static row *row_of(tables *list, const store_table *t)
{
    row *r = list->n > 0 ? &list->list[list->n - 1] : NULL;
    if (r && id_is(r->is.id, t->id))
        return r;
    if (list->n > LIST_MOST)
        return NULL;
    r = &list->list[list->n++];
    *r = (row){ .is = *t, .allows_hints = table_plan_allows_hints(t->about) };
    copy_text(r->game, sizeof r->game, t->game);
    r->is.game = r->is.about = (mur_span){ NULL, 0 };
    return r;
}

static bool keep_seat(void *context, const store_table *t, const store_listed_seat *seat)
{
    row *r = row_of(context, t);
    if (!r || seat->seat < 0 || seat->seat >= MUR_SEATS)
        return r != NULL;
    row_seat *to = &r->seat[seat->seat];
    to->person = seat->person;
    copy_text(to->name, sizeof to->name, seat->name);
    copy_text(to->bot, sizeof to->bot, seat->bot);
    if (seat->seat >= r->seats)
        r->seats = seat->seat + 1;
    return true;
}

static store_err list_of_person(store *s, tables *list)
{
    bool is_in_second = list->is_page && list->after.at == 0;
    const store_place *after = list->is_page ? &list->after : NULL;
    store_err err = STORE_OK;
    if (!is_in_second)
        err = store_list_live_of_person(s, list->person, after, LIST_MOST + 1, keep_seat, list);
    list->n_live = list->n;
    if (!err && list->n <= LIST_MOST)
        err = store_list_over_of_person(s, list->person, is_in_second ? list->after.id : (store_id){ { 0 } },
                                        LIST_MOST + 1 - list->n, keep_seat, list);
    return err;
}

static void list_tables(clerk_job *job, store *s)
{
    tables *list = ((hall_request *)job)->more;
    const store_place *after = list->is_page ? &list->after : NULL;
    list->n = 0;
    job->err = id_is_nobody(list->person) ? store_list_public(s, after, LIST_MOST + 1, keep_seat, list)
                                          : list_of_person(s, list);
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
    put_flag(j, "hints", r->allows_hints);
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

static void put_next(mur_json *j, const tables *list)
{
    const store_table *last = &list->list[LIST_MOST - 1].is;
    if (id_is_nobody(list->person))
        put_place(j, last->since, last->id);
    else if (list->n_live > LIST_MOST)
        put_place(j, last->changed, last->id);
    else
        put_place(j, 0, list->n_live < LIST_MOST ? last->id : (store_id){ { 0 } });
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
    if (list->n > LIST_MOST)
        put_next(j, list);
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
