/* SPDX-License-Identifier: MIT */
/* server/lobby/table_lists.c -- the verbs `lobby` and `mine`: tables as the store lists them, page by page. The store's
 * rows are copied in its thread; what only memory knows (who is present) is added in the loop. A page ends with "more",
 * a time and an id, behind which the next page begins: rows that come or go in between shift nothing. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"

typedef struct {
    store_id person;
    char name[STORE_NAME], bot[TABLE_BOT];
} row_seat;

typedef struct {
    store_table table; /* without its texts */
    char game[32];
    bool allows_hints;
    row_seat seat[MUR_SEATS];
    int seats;
} row;

/* One page of a list. */
typedef struct {
    store_id person;        /* whose list; STORE_NO_ID: the lobby */
    bool is_page;           /* a page after the first one */
    store_cursor after;     /* if is_page: the last table of the page before */
    row list[LIST_MAX + 1]; /* the additional one shows that there is another page */
    int n, n_live;          /* n_live: of these, tables that are not over; for `mine` */
} list_page;

const char *lobby_state_name(store_state state)
{
    assert(state <= STORE_CLOSED);
    static const char *const names[] = { "open", "playing", "over", "closed" };
    return names[state];
}

/* -- In the store's thread -- */

/* The store gives one row per seat; rows of the same table follow each other. */
static row *row_of(list_page *list, const store_table *t)
{
    assert(list->n <= LIST_MAX + 1);
    row *r = list->n > 0 ? &list->list[list->n - 1] : NULL;
    if (r && store_id_equals(r->table.id, t->id))
        return r;
    if (list->n > LIST_MAX)
        return NULL;
    r = &list->list[list->n++];
    *r = (row){ .table = *t, .allows_hints = table_plan_allows_hints(t->about) };
    copy_text(r->game, sizeof r->game, t->game);
    r->table.game = r->table.about = (mur_span){ NULL, 0 };
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

/* `mine` is two lists, one after the other: tables that are not over, by their latest change, then those that are, by
 * when they were made. The store has a cursor for each. In the text of a page start, time 0 means the second list,
 * whose cursor is the id alone. A page may contain the end of the first list and the beginning of the second. */
static store_err list_of_person(store *s, list_page *list)
{
    bool is_in_second = list->is_page && list->after.at == 0;
    const store_cursor *after = list->is_page ? &list->after : NULL;
    store_err err = STORE_OK;
    if (!is_in_second)
        err = store_list_live_of_person(s, list->person, after, LIST_MAX + 1, keep_seat, list);
    list->n_live = list->n;
    if (!err && list->n <= LIST_MAX)
        err = store_list_over_of_person(s, list->person, is_in_second ? list->after.id : STORE_NO_ID,
                                        LIST_MAX + 1 - list->n, keep_seat, list);
    return err;
}

static void read_tables(store_job *job, store *s)
{
    list_page *list = ((lobby_request *)job)->data;
    const store_cursor *after = list->is_page ? &list->after : NULL;
    list->n = 0;
    job->err = store_id_is_none(list->person) ? store_list_public(s, after, LIST_MAX + 1, keep_seat, list)
                                              : list_of_person(s, list);
}

/* -- In the loop -- */

static void put_row_seat(mur_json *j, const row_seat *s, bool is_here)
{
    mur_json_begin(j, '{');
    mur_json_put_string(j, "name", s->name);
    mur_json_put_string(j, "bot", s->bot);
    mur_json_put_bool(j, "here", is_here);
    mur_json_put_bool(j, "open", store_id_is_none(s->person) && !s->bot[0]);
    mur_json_end(j, '}');
}

/* One table of the list. */
static void put_row(mur_json *j, const lobby_request *req, const row *r)
{
    const lobby_table *t = lobby_find_table(req->lb, r->table.id);
    store_id me = req->conn->person->node.id;
    int my_seat = 0;
    mur_json_begin(j, '{');
    put_id(j, "table", r->table.id);
    mur_json_put_string(j, "game", r->game);
    mur_json_put_string(j, "state", lobby_state_name(r->table.state));
    mur_json_put_bool(j, "public", r->table.is_public);
    mur_json_put_bool(j, "hints", r->allows_hints);
    mur_json_put_long(j, "since", r->table.since);
    mur_json_put_long(j, "changed", r->table.changed);
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int i = 0; i < r->seats; i++) {
        put_row_seat(j, &r->seat[i], t && t->present >> i & 1);
        if (store_id_equals(r->seat[i].person, me))
            my_seat = i + 1;
    }
    mur_json_end(j, ']');
    mur_json_put_seats(j, "to_act", r->table.state == STORE_PLAYING ? r->table.to_act : 0);
    mur_json_put_int(j, "my_seat", my_seat);
    mur_json_end(j, '}');
}

/* The lobby shows tables that wait for players first. */
static void put_rows(mur_json *j, const lobby_request *req, const list_page *list, bool is_open)
{
    for (int i = 0; i < list->n && i < LIST_MAX; i++)
        if ((list->list[i].table.state == STORE_OPEN) == is_open)
            put_row(j, req, &list->list[i]);
}

void put_next_page(mur_json *j, store_time at, store_id id)
{
    char name[ID_TEXT], place[64];
    id_write(id, name);
    snprintf(place, sizeof place, "%lld.%s", (long long)at, name);
    mur_json_put_string(j, "more", place);
}

/* The page start that follows this page. For `mine`, if the page ended exactly with the first list, the second one
 * begins from its start: no id. */
static void put_next(mur_json *j, const list_page *list)
{
    const store_table *last = &list->list[LIST_MAX - 1].table;
    if (store_id_is_none(list->person))
        put_next_page(j, last->since, last->id);
    else if (list->n_live > LIST_MAX)
        put_next_page(j, last->changed, last->id);
    else
        put_next_page(j, 0, list->n_live < LIST_MAX ? last->id : STORE_NO_ID);
}

static void fill_tables(mur_json *j, const void *context)
{
    const lobby_request *req = context;
    const list_page *list = req->data;
    mur_json_key(j, "tables");
    mur_json_begin(j, '[');
    if (store_id_is_none(list->person)) {
        put_rows(j, req, list, true);
        put_rows(j, req, list, false);
    } else {
        for (int i = 0; i < list->n && i < LIST_MAX; i++)
            put_row(j, req, &list->list[i]);
    }
    mur_json_end(j, ']');
    if (list->n > LIST_MAX)
        put_next(j, list);
}

static void on_tables_read(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else
        lobby_reply(req, fill_tables, req);
}

/* Reads what put_next_page() wrote. */
bool lobby_read_page_start(lobby_request *req, bool *is_page, store_cursor *place)
{
    mur_span text;
    int64_t at = 0;
    *is_page = lobby_has_field(req, "after");
    if (!*is_page)
        return true;
    if (!lobby_require_text(req, "after", 64, &text))
        return false;
    size_t i = 0;
    for (; i < text.len && i < 18 && text.at[i] >= '0' && text.at[i] <= '9'; i++)
        at = at * 10 + (text.at[i] - '0');
    bool is_good = i > 0 && i < text.len && text.at[i] == '.' &&
                   id_read((mur_span){ text.at + i + 1, text.len - i - 1 }, &place->id);
    place->at = at;
    if (!is_good)
        lobby_refuse_field(req, "after");
    return is_good;
}

static void list_for(lobby *lb, lobby_request *req, store_id person)
{
    list_page *list = mur_new(sizeof *list);
    list->person = person;
    req->data = list;
    if (lobby_read_page_start(req, &list->is_page, &list->after))
        lobby_submit_store_list(lb, req, read_tables, on_tables_read);
}

void handle_lobby(lobby *lb, lobby_request *req)
{
    list_for(lb, req, STORE_NO_ID);
}

void handle_mine(lobby *lb, lobby_request *req)
{
    list_for(lb, req, req->conn->person->node.id);
}
