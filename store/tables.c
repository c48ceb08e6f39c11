/* SPDX-License-Identifier: MIT */
/* store/tables.c -- tables, who sits at them, and lists of them.
 * A table is two rows: `tab`, which hardly ever changes, and `pulse`, which every move rewrites (statements.h). Lists
 * come in pages by keyset pagination: the caller passes the sort key of the last table it has, and the statement goes
 * on from there in the index, however long the list is. */
#include <stdlib.h>

#include "record/buffer.h"
#include "store/store_int.h"

/* -- One table -- */

store_err store_add_table(store *s, const store_table *t)
{
    assert(t->length == 0);
    assert(!store_id_is_none(t->id));
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    store_value values[] = { store_value_id(&t->id),    store_value_id(&t->host),   store_value_id(&t->deal),
                             store_value_int(t->since), store_value_int(t->state),  store_value_int(t->is_public),
                             store_value_span(t->game), store_value_span(t->about), store_value_time(t->origin) };
    store_value schedule[] = { store_value_int(t->changed), store_value_int(t->to_act), store_value_id(&t->id) };
    err = store_write(s, DO_ADD_TABLE, values, STORE_TAKEN);
    if (!err)
        err = store_write_table(s, t->id, DO_ADD_SCHEDULE, schedule);
    return store_leave_transaction(s, err);
}

typedef struct {
    store_each_table *each;
    void *context;
    bool is_found;
} table_reader;

/* In a damaged store it may be any number. Then the table counts as closed, so nobody acts on it. */
static store_state state_from_value(const store_value *v)
{
    return v->number >= STORE_OPEN && v->number <= STORE_CLOSED ? (store_state)v->number : STORE_CLOSED;
}

/* The eleven columns that SQL_TABLE and SQL_LISTED have in common. */
static store_table table_from_row(const store_value *column)
{
    return (store_table){ .id = store_value_to_id(&column[0]),
                          .host = store_value_to_id(&column[1]),
                          .deal = store_value_to_id(&column[2]),
                          .since = column[3].number,
                          .changed = column[4].number,
                          .state = state_from_value(&column[5]),
                          .is_public = column[6].number != 0,
                          .length = (uint32_t)column[7].number,
                          .to_act = (uint32_t)column[8].number,
                          .game = column[9].span,
                          .about = column[10].span };
}

static bool on_table(void *context, const store_value *column)
{
    table_reader *r = context;
    r->is_found = true;
    store_table t = table_from_row(column);
    t.origin = column[11].number;
    return r->each(r->context, &t);
}

store_err store_find_table(store *s, store_id id, store_each_table *each, void *context)
{
    table_reader r = { .each = each, .context = context };
    store_value by = store_value_id(&id);
    store_err err = store_run(s, DO_FIND_TABLE, &by, on_table, &r, NULL);
    return err ? err : r.is_found ? STORE_OK : STORE_NOT_FOUND;
}

store_err store_check_writable(store *s)
{
    return store_write(s, DO_CHECK_WRITABLE, NULL, STORE_OK);
}

/* -- Lists -- */

store_err store_list_tables(store *s, store_statement statement, const store_value *values, store_each_table *each,
                            void *context)
{
    table_reader r = { .each = each, .context = context };
    return store_run(s, statement, values, on_table, &r, NULL);
}

/* Lists run from the latest to the oldest, and a page holds the rows with (time, id) below the cursor. So the first
 * page has a cursor above all rows. The id is bound with store_value_bytes(): store_value_id() would make the zero id
 * NULL, and a comparison with NULL is unknown. */
static const store_cursor first_page = { .at = INT64_MAX };

static const store_cursor *cursor_or_first(const store_cursor *after)
{
    return after ? after : &first_page;
}

typedef struct {
    store_each_listed *each;
    void *context;
} listed_reader;

/* One row is one seat of a table, or a table without seats: then the columns of the seat are NULL. */
static bool on_listed(void *context, const store_value *column)
{
    const listed_reader *r = context;
    store_table t = table_from_row(column);
    store_listed_seat seat = { .seat = column[11].kind == STORE_NULL ? -1 : (int)column[11].number,
                               .person = store_value_to_id(&column[12]),
                               .bot = store_value_to_span(&column[13]),
                               .name = store_value_to_span(&column[14]) };
    return r->each(r->context, &t, &seat);
}

store_err store_list_public(store *s, const store_cursor *after, int limit, store_each_listed *each, void *context)
{
    listed_reader r = { each, context };
    after = cursor_or_first(after);
    store_value values[] = { store_value_int(after->at), store_value_bytes(&after->id, sizeof after->id),
                             store_value_int(limit) };
    return store_run(s, DO_LIST_PUBLIC, values, on_listed, &r, NULL);
}

store_err store_list_live_of_person(store *s, store_id person, const store_cursor *after, int limit,
                                    store_each_listed *each, void *context)
{
    listed_reader r = { each, context };
    after = cursor_or_first(after);
    store_value values[] = { store_value_id(&person), store_value_int(after->at),
                             store_value_bytes(&after->id, sizeof after->id), store_value_int(limit) };
    return store_run(s, DO_LIST_LIVE_OF_PERSON, values, on_listed, &r, NULL);
}

store_err store_list_over_of_person(store *s, store_id person, store_id after, int limit, store_each_listed *each,
                                    void *context)
{
    listed_reader r = { each, context };
    store_value values[] = { store_value_id(&person), store_value_bytes(&after, sizeof after), store_value_int(limit) };
    return store_run(s, DO_LIST_OVER_OF_PERSON, values, on_listed, &r, NULL);
}

store_err store_list_of_person(store *s, store_id person, store_id after, int limit, store_each_table *each,
                               void *context)
{
    store_value values[] = { store_value_id(&person), store_value_bytes(&after, sizeof after), store_value_int(limit) };
    return store_list_tables(s, DO_LIST_OF_PERSON, values, each, context);
}

store_err store_list_of_deal(store *s, store_id deal, int limit, store_each_table *each, void *context)
{
    store_value values[] = { store_value_id(&deal), store_value_int(limit) };
    return store_list_tables(s, DO_LIST_OF_DEAL, values, each, context);
}

store_err store_list_all(store *s, const store_cursor *after, int limit, store_each_table *each, void *context)
{
    after = cursor_or_first(after);
    store_value values[] = { store_value_int(after->at), store_value_bytes(&after->id, sizeof after->id),
                             store_value_int(limit) };
    return store_list_tables(s, DO_LIST_ALL, values, each, context);
}

/* -- Seats -- */

store_err store_set_seat(store *s, store_id table, int seat, store_id person, mur_span bot)
{
    assert(seat >= 0);
    store_value values[] = { store_value_int(seat), store_value_id(&person), store_value_span(bot),
                             store_value_id(&table) };
    return store_write_table(s, table, DO_SET_SEAT, values);
}

typedef struct {
    store_each_seat *each;
    void *context;
} seat_reader;

static bool on_seat(void *context, const store_value *column)
{
    const seat_reader *r = context;
    return r->each(r->context, (int)column[0].number, store_value_to_id(&column[1]), column[2].span);
}

store_err store_list_seats(store *s, store_id table, store_each_seat *each, void *context)
{
    seat_reader r = { each, context };
    store_value by = store_value_id(&table);
    return store_run(s, DO_LIST_SEATS, &by, on_seat, &r, NULL);
}
