/* SPDX-License-Identifier: MIT */
#include "store/store_int.h"

#include "record/quote.h"

/* -- Opening -- */

static bool is_postgres(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

store_err store_open_as(store **s, const char *where, unsigned how, char why[256])
{
    *s = NULL;
    store_why(why, "");
    return is_postgres(where) ? store_open_postgres(s, where, how, why) : store_open_sqlite(s, where, how, why);
}

store_err store_open(store **s, const char *where, char why[256])
{
    return store_open_as(s, where, 0, why);
}

void store_close(store **s)
{
    if (*s)
        (*s)->driver->close(*s);
    *s = NULL;
}

void store_why(char why[256], const char *text)
{
    if (!why)
        return;
    mur_text t = mur_text_on(why, 256);
    mur_span cut = { text, strcspn(text, "\n") }; /* of several lines the first says it */
    mur_put_bytes(&t, cut.at, cut.len);
}

const char *store_reason(const store *s)
{
    return s->reason;
}

/* -- Transactions -- */

static bool is_final(store_err err)
{
    return err == STORE_AWAY || err == STORE_UNSURE || err == STORE_BROKEN;
}

store_err store_judge(store *s, store_err err)
{
    if (is_final(err) && s->is_in_transaction && !s->is_lost) {
        s->driver->roll_back(s);
        s->is_lost = true;
    }
    return err;
}

store_err store_begin(store *s)
{
    assert(!s->is_in_transaction && !s->is_reading);
    store_err err = s->driver->begin(s);
    s->is_in_transaction = err == STORE_OK;
    s->is_lost = false;
    return err;
}

store_err store_begin_reading(store *s)
{
    assert(!s->is_in_transaction && !s->is_reading);
    store_err err = s->driver->begin_snapshot(s);
    s->is_in_transaction = err == STORE_OK;
    s->is_lost = false;
    return err;
}

store_err store_commit(store *s)
{
    assert(s->is_in_transaction && !s->is_reading);
    s->is_in_transaction = false;
    return s->is_lost ? STORE_AWAY : s->driver->commit(s);
}

void store_roll_back(store *s)
{
    assert(s->is_in_transaction && !s->is_reading);
    s->is_in_transaction = false;
    if (!s->is_lost)
        s->driver->roll_back(s);
}

store_err store_enter(store *s)
{
    if (s->is_in_transaction)
        return s->is_lost ? STORE_AWAY : STORE_OK;
    store_err err = store_begin(s);
    s->is_single = err == STORE_OK;
    return err;
}

store_err store_leave(store *s, store_err err)
{
    if (!s->is_single)
        return err;
    s->is_single = false;
    if (err == STORE_OK)
        return store_commit(s);
    store_roll_back(s);
    return err;
}

/* -- Statements -- */

bool store_is_text(mur_span s)
{
    while (s.len > 0)
        if (mur_take_utf8(&s) <= 0)
            return false;
    return true;
}

static size_t n_values(store_statement statement)
{
#define X(name, types, sql) sizeof types - 1,
    static const size_t n[] = { STORE_STATEMENTS(X) };
#undef X
    return n[statement];
}

store_err store_run(store *s, store_statement statement, const store_value *values, store_row *row, void *context,
                    int64_t *changed)
{
    assert(!s->is_reading);
    if (s->is_in_transaction && s->is_lost)
        return STORE_AWAY;
    for (size_t i = 0; i < n_values(statement); i++)
        if (values[i].kind == STORE_TEXT && !store_is_text(values[i].span))
            return STORE_REFUSED;
    s->is_reading = row != NULL;
    store_err err = s->driver->run(s, (int)statement, values, row, context, changed);
    s->is_reading = false;
    return store_judge(s, err);
}

store_err store_write(store *s, store_statement statement, const store_value *values, store_err none)
{
    store_err err = store_enter(s);
    if (err)
        return err;
    int64_t changed = 0;
    err = store_run(s, statement, values, NULL, NULL, &changed);
    return store_leave(s, err ? err : changed ? STORE_OK : none);
}

store_err store_write_at(store *s, store_id table, store_statement statement, const store_value *values)
{
    store_err err = store_enter(s);
    if (err)
        return err;
    int64_t changed = 0;
    err = store_run(s, statement, values, NULL, NULL, &changed);
    if (!err && !changed)
        err = STORE_NONE;
    if (!err && s->driver->tell)
        s->driver->tell(s, table, 0);
    return store_leave(s, err);
}

/* -- Values -- */

bool store_is_nobody(store_id id)
{
    return memcmp(&id, &(store_id){ { 0 } }, sizeof id) == 0;
}

store_value store_of_number(int64_t number)
{
    return (store_value){ .kind = STORE_NUMBER, .number = number };
}

store_value store_of_time(store_time at)
{
    return at ? store_of_number(at) : (store_value){ .kind = STORE_NULL };
}

store_value store_of_key(const void *bytes, size_t n)
{
    return (store_value){ .kind = STORE_BYTES, .span = { bytes, n } };
}

store_value store_of_id(const store_id *id)
{
    return store_is_nobody(*id) ? (store_value){ .kind = STORE_NULL } : store_of_key(id->at, sizeof id->at);
}

store_value store_of_span(mur_span text)
{
    return (store_value){ .kind = STORE_TEXT, .span = text };
}

store_value store_of_text(const char *text)
{
    return store_of_span(mur_span_of(text));
}

store_id store_to_id(const store_value *v)
{
    store_id id = { { 0 } };
    if (v->kind == STORE_BYTES && v->span.len == sizeof id)
        memcpy(&id, v->span.at, sizeof id);
    return id;
}

mur_span store_to_span(const store_value *v)
{
    return v->span.at ? v->span : (mur_span){ "", 0 };
}

void store_to_string(const store_value *v, char *out, size_t size)
{
    mur_text t = mur_text_on(out, size);
    mur_put_bytes(&t, v->span.at, v->span.len);
}
