/* SPDX-License-Identifier: MIT */
#include "server/keep.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/table_int.h"

enum { TRIES = 5 }; /* a server may write while we read */

bool keep_read_id(mur_span letters, store_id *out)
{
    return table_read_id(letters, out);
}

void keep_write_id(store_id id, char out[KEEP_ID])
{
    table_write_id(id, out);
}

static store_time now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (store_time)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* -- A table from its log -- */

typedef struct {
    table *t;
    bool is_broken;
} reading;

static bool make_table(void *context, const store_table *row)
{
    reading *r = context;
    table_plan plan;
    if (table_plan_read(row->about, &plan))
        r->t = table_open(row->id, row->host, &plan);
    r->is_broken = !r->t;
    return false;
}

static bool apply(void *context, const store_entry *e)
{
    reading *r = context;
    r->is_broken = !table_apply(r->t, e);
    return !r->is_broken;
}

static store_err read_table(store *s, store_id id, table **out)
{
    reading r = { 0 };
    store_err err = store_find_table(s, id, make_table, &r);
    if (!err && !r.is_broken)
        err = store_read_log(s, id, 0, apply, &r);
    if (!err && r.is_broken)
        err = STORE_BROKEN;
    if (err)
        table_close(&r.t);
    *out = r.t;
    return err;
}

/* -- Ending a table -- */

static store_err write_end(store *s, const table *t, store_id id)
{
    const store_entry e = { .n = table_length(t), .at = now(), .kind = TABLE_CLOSE, .person = table_host(t) };
    if (table_after(t).state >= STORE_OVER)
        return STORE_REFUSED;
    return store_append(s, id, &e, (store_after){ .state = STORE_CLOSED });
}

store_err keep_close_table(store *s, store_id id)
{
    store_err err = STORE_TAKEN;
    for (int i = 0; i < TRIES && err == STORE_TAKEN; i++) {
        table *t;
        err = read_table(s, id, &t);
        if (!err)
            err = write_end(s, t, id);
        table_close(&t);
    }
    return err;
}

/* -- Forgetting -- */

enum { PAGE = 100 };

/* A page of somebody's tables, the latest first. */
typedef struct {
    store_id at[PAGE];
    store_state state[PAGE];
    int n;
} page;

static bool keep_row(void *context, const store_table *row)
{
    page *p = context;
    p->at[p->n] = row->id;
    p->state[p->n++] = row->state;
    return p->n < PAGE;
}

static store_err read_page(store *s, store_id person, store_id after, page *p)
{
    p->n = 0;
    return store_list_of_person(s, person, after, PAGE, keep_row, p);
}

/* Their seat in the lists, as the log has it after this. */
static store_err list_seat(store *s, const table *t, store_id id, int seat)
{
    const table_seat *is = table_seat_of(t, seat);
    return store_set_seat(s, id, seat, is->person, mur_span_of(is->bot));
}

static store_err stand_up(store *s, table *t, store_id id, store_id person)
{
    table_wish wish;
    if (table_want_stand(t, person, &wish) != TABLE_OK)
        return STORE_OK;
    wish.entry.at = now();
    store_err err = store_append(s, id, &wish.entry, wish.after);
    if (!err && table_apply(t, &wish.entry))
        err = list_seat(s, t, id, wish.entry.seat);
    return err;
}

static store_err leave_table(store *s, store_id id, store_id person)
{
    store_err err = STORE_TAKEN;
    for (int i = 0; i < TRIES && err == STORE_TAKEN; i++) {
        table *t;
        store_id host;
        err = read_table(s, id, &t);
        if (err)
            break;
        host = table_host(t);
        bool is_host = memcmp(&host, &person, sizeof host) == 0;
        err = is_host && table_after(t).state == STORE_OPEN ? write_end(s, t, id) : stand_up(s, t, id, person);
        table_close(&t);
    }
    return err == STORE_BROKEN ? STORE_OK : err; /* nobody plays on there */
}

store_err keep_forget(store *s, store_id person)
{
    page p = { .n = 1 };
    store_err err = store_end_sessions(s, person);
    while (!err && p.n > 0) {
        err = read_page(s, person, (store_id){ { 0 } }, &p);
        for (int i = 0; i < p.n && !err; i++) {
            if (p.state[i] < STORE_OVER)
                err = leave_table(s, p.at[i], person);
            if (!err)
                err = store_forget_at(s, person, p.at[i]);
        }
    }
    return err ? err : store_forget_person(s, person);
}

/* -- Exporting -- */

static bool keep_deal(void *context, const store_table *row)
{
    *(store_id *)context = row->deal;
    return false;
}

/* Is nobody playing this deal any more? */
static store_err is_deal_over(store *s, store_id id, bool *out)
{
    store_id deal = { 0 };
    bool is_live = false;
    store_err err = store_find_table(s, id, keep_deal, &deal);
    if (!err)
        err = store_is_deal_live(s, deal, id, &is_live);
    *out = !is_live;
    return err;
}

static store_err export_table(store *s, store_id id, keep_each_record *each, void *context, bool *goes_on)
{
    table *t;
    bool is_over;
    mur_buffer record = { 0 };
    store_err err = read_table(s, id, &t);
    if (!err)
        err = is_deal_over(s, id, &is_over);
    if (!err && table_record(t, is_over, &record))
        *goes_on = each(context, id, (mur_span){ record.at, record.len });
    mur_buffer_close(&record);
    table_close(&t);
    return err == STORE_BROKEN ? STORE_OK : err; /* the others can be told */
}

store_err keep_export(store *s, store_id person, keep_each_record *each, void *context)
{
    page p = { .n = 1 };
    store_id after = { { 0 } };
    bool goes_on = true;
    store_err err = STORE_OK;
    while (!err && p.n > 0 && goes_on) {
        err = read_page(s, person, after, &p);
        for (int i = 0; i < p.n && !err && goes_on; i++)
            if (p.state[i] == STORE_OVER)
                err = export_table(s, p.at[i], each, context, &goes_on);
        after = p.n > 0 ? p.at[p.n - 1] : after;
    }
    return err;
}
