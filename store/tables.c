/* SPDX-License-Identifier: MIT */
/* store/tables.c -- tables, who sits at them, and lists of them. */
#include <stdlib.h>

#include "record/buffer.h"
#include "store/store_int.h"

/* -- One table -- */

store_err store_add_table(store *s, const store_table *t)
{
    assert(t->length == 0);
    store_err err = store_enter(s);
    if (err)
        return err;
    store_value values[] = { store_of_id(&t->id),       store_of_id(&t->host),     store_of_id(&t->deal),
                             store_of_number(t->since), store_of_number(t->state), store_of_number(t->is_public),
                             store_of_span(t->game),    store_of_span(t->about),   store_of_time(t->origin) };
    store_value pulse[] = { store_of_number(t->changed), store_of_number(t->to_act), store_of_id(&t->id) };
    err = store_write(s, DO_ADD_TABLE, values, STORE_TAKEN);
    if (!err)
        err = store_write_at(s, t->id, DO_ADD_PULSE, pulse);
    return store_leave(s, err);
}

typedef struct {
    store_each_table *each;
    void *context;
    bool is_there;
} table_reader;

static store_table table_of(const store_value *column)
{
    return (store_table){ .id = store_to_id(&column[0]),
                          .host = store_to_id(&column[1]),
                          .deal = store_to_id(&column[2]),
                          .since = column[3].number,
                          .changed = column[4].number,
                          .state = (store_state)column[5].number,
                          .is_public = column[6].number != 0,
                          .length = (uint32_t)column[7].number,
                          .to_act = (uint32_t)column[8].number,
                          .game = column[9].span,
                          .about = column[10].span };
}

static bool take_table(void *context, const store_value *column)
{
    table_reader *r = context;
    r->is_there = true;
    store_table t = table_of(column);
    t.origin = column[11].number;
    return r->each(r->context, &t);
}

store_err store_find_table(store *s, store_id id, store_each_table *each, void *context)
{
    table_reader r = { .each = each, .context = context };
    store_value by = store_of_id(&id);
    store_err err = store_run(s, DO_FIND_TABLE, &by, take_table, &r, NULL);
    return err ? err : r.is_there ? STORE_OK : STORE_NONE;
}

store_err store_change_about(store *s, store_id id, mur_span about, bool is_public)
{
    store_value values[] = { store_of_span(about), store_of_number(is_public), store_of_id(&id) };
    return store_write_at(s, id, DO_CHANGE_ABOUT, values);
}

store_err store_touch(store *s)
{
    return store_write(s, DO_TOUCH, NULL, STORE_OK);
}

/* -- Lists -- */

store_err store_list_by(store *s, store_statement statement, const store_value *values, store_each_table *each,
                        void *context)
{
    table_reader r = { .each = each, .context = context };
    return store_run(s, statement, values, take_table, &r, NULL);
}

/* After everything that a list from the beginning shows. */
static const store_place beginning = { .at = INT64_MAX };

static const store_place *place_of(const store_place *after)
{
    return after ? after : &beginning;
}

typedef struct {
    store_each_listed *each;
    void *context;
} listed_reader;

static bool take_listed(void *context, const store_value *column)
{
    const listed_reader *r = context;
    store_table t = table_of(column);
    store_listed_seat seat = { .seat = column[11].kind == STORE_NULL ? -1 : (int)column[11].number,
                               .person = store_to_id(&column[12]),
                               .bot = store_to_span(&column[13]),
                               .name = store_to_span(&column[14]) };
    return r->each(r->context, &t, &seat);
}

store_err store_list_public(store *s, const store_place *after, int most, store_each_listed *each, void *context)
{
    listed_reader r = { each, context };
    after = place_of(after);
    store_value values[] = { store_of_number(after->at), store_of_key(&after->id, sizeof after->id),
                             store_of_number(most) };
    return store_run(s, DO_LIST_PUBLIC, values, take_listed, &r, NULL);
}

store_err store_list_live_of_person(store *s, store_id person, const store_place *after, int most,
                                    store_each_listed *each, void *context)
{
    listed_reader r = { each, context };
    after = place_of(after);
    store_value values[] = { store_of_id(&person), store_of_number(after->at),
                             store_of_key(&after->id, sizeof after->id), store_of_number(most) };
    return store_run(s, DO_LIST_LIVE_OF_PERSON, values, take_listed, &r, NULL);
}

store_err store_list_over_of_person(store *s, store_id person, store_id after, int most, store_each_listed *each,
                                    void *context)
{
    listed_reader r = { each, context };
    store_value values[] = { store_of_id(&person), store_of_key(&after, sizeof after), store_of_number(most) };
    return store_run(s, DO_LIST_OVER_OF_PERSON, values, take_listed, &r, NULL);
}

store_err store_list_of_person(store *s, store_id person, store_id after, int most, store_each_table *each,
                               void *context)
{
    store_value values[] = { store_of_id(&person), store_of_key(&after, sizeof after), store_of_number(most) };
    return store_list_by(s, DO_LIST_OF_PERSON, values, each, context);
}

store_err store_list_of_deal(store *s, store_id deal, int most, store_each_table *each, void *context)
{
    store_value values[] = { store_of_id(&deal), store_of_number(most) };
    return store_list_by(s, DO_LIST_OF_DEAL, values, each, context);
}

store_err store_list_all(store *s, const store_place *after, int most, store_each_table *each, void *context)
{
    after = place_of(after);
    store_value values[] = { store_of_number(after->at), store_of_key(&after->id, sizeof after->id),
                             store_of_number(most) };
    return store_list_by(s, DO_LIST_ALL, values, each, context);
}

/* -- Seats -- */

store_err store_set_seat(store *s, store_id table, int seat, store_id person, mur_span bot)
{
    store_value values[] = { store_of_number(seat), store_of_id(&person), store_of_span(bot), store_of_id(&table) };
    return store_write_at(s, table, DO_SET_SEAT, values);
}

typedef struct {
    store_each_seat *each;
    void *context;
} seat_reader;

static bool take_seat(void *context, const store_value *column)
{
    const seat_reader *r = context;
    return r->each(r->context, (int)column[0].number, store_to_id(&column[1]), column[2].span);
}

store_err store_list_seats(store *s, store_id table, store_each_seat *each, void *context)
{
    seat_reader r = { each, context };
    store_value by = store_of_id(&table);
    return store_run(s, DO_LIST_SEATS, &by, take_seat, &r, NULL);
}
