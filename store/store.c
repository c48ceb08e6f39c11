/* SPDX-License-Identifier: MIT */
/* store/store.c -- what both databases share: choosing the driver, transactions, running statements, values.
 * The transaction state machine is in struct store (store_int.h):
 *     no transaction -> store_begin() -> in transaction -> store_commit() or store_roll_back() -> no transaction
 * A driver failure inside a transaction sets is_aborted: the driver has rolled back, but the caller still has to end
 * the transaction, and every call until then answers STORE_UNAVAILABLE. A change that consists of several statements
 * brackets them with store_enter_transaction() and store_leave_transaction(), which begin a transaction of their own
 * (is_implicit) only if the caller has none. So each public call is atomic both alone and as part of a batch. */
#include "store/store_int.h"

#include "record/safe_text.h"

/* -- Opening -- */

bool store_is_postgres(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

store_err store_open_with(store **s, const char *where, unsigned flags, char why[256])
{
    *s = NULL;
    store_set_why(why, "");
    return store_is_postgres(where) ? store_open_postgres(s, where, flags, why)
                                    : store_open_sqlite(s, where, flags, why);
}

store_err store_open(store **s, const char *where, char why[256])
{
    return store_open_with(s, where, 0, why);
}

void store_close(store **s)
{
    if (*s)
        (*s)->driver->close(*s);
    *s = NULL;
}

void store_set_why(char why[256], const char *text)
{
    if (!why)
        return;
    mur_text t = mur_text_on(why, 256);
    mur_span cut = { text, strcspn(text, "\n") }; /* libraries put details on further lines */
    mur_put_bytes(&t, cut.at, cut.len);
}

const char *store_reason(const store *s)
{
    return s->reason;
}

/* -- Transactions -- */

/* Errors of the store itself, after which a transaction cannot continue. */
static bool is_fatal(store_err err)
{
    return err == STORE_UNAVAILABLE || err == STORE_UNSURE || err == STORE_CORRUPT;
}

store_err store_check_failure(store *s, store_err err)
{
    if (is_fatal(err) && s->is_in_transaction && !s->is_aborted) {
        s->driver->roll_back(s);
        s->is_aborted = true;
    }
    return err;
}

/* Both kinds of transaction begin alike. */
static store_err begin_with(store *s, store_err (*begin)(store *))
{
    assert(!s->is_in_transaction && !s->in_callback && !s->is_implicit);
    store_err err = begin(s);
    s->is_in_transaction = err == STORE_OK;
    s->is_aborted = false;
    return err;
}

store_err store_begin(store *s)
{
    return begin_with(s, s->driver->begin);
}

store_err store_begin_reading(store *s)
{
    return begin_with(s, s->driver->begin_snapshot);
}

store_err store_commit(store *s)
{
    assert(s->is_in_transaction && !s->in_callback);
    s->is_in_transaction = false;
    return s->is_aborted ? STORE_UNAVAILABLE : s->driver->commit(s);
}

void store_roll_back(store *s)
{
    assert(s->is_in_transaction && !s->in_callback);
    s->is_in_transaction = false;
    if (!s->is_aborted)
        s->driver->roll_back(s);
}

store_err store_enter_transaction(store *s)
{
    if (s->is_in_transaction) {
        if (s->is_aborted)
            return STORE_UNAVAILABLE;
        s->depth += s->is_implicit;
        return STORE_OK;
    }
    store_err err = store_begin(s);
    s->is_implicit = err == STORE_OK;
    s->depth = s->is_implicit;
    return err;
}

store_err store_leave_transaction(store *s, store_err err)
{
    assert(s->is_in_transaction); /* store_enter_transaction() has succeeded */
    assert(!s->is_implicit || s->depth > 0);
    if (!s->is_implicit || --s->depth > 0)
        return err;
    s->is_implicit = false;
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

/* How many parameters a statement has: as many as its type string has letters. */
static size_t n_values(store_statement statement)
{
#define X(name, types, sql) sizeof types - 1,
    static const size_t n[] = { STORE_STATEMENTS(X) };
#undef X
    assert((size_t)statement < sizeof n / sizeof n[0]);
    return n[statement];
}

/* Texts are checked here and not in the drivers: PostgreSQL would refuse bad UTF-8 and abort the transaction, SQLite
 * would store it. */
store_err store_run(store *s, store_statement statement, const store_value *values, store_row *row, void *context,
                    int64_t *changed)
{
    assert(!s->in_callback);
    assert(values || n_values(statement) == 0);
    if (s->is_in_transaction && s->is_aborted)
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < n_values(statement); i++)
        if (values[i].kind == STORE_TEXT && !store_is_text(values[i].span))
            return STORE_INVALID;
    s->in_callback = row != NULL;
    store_err err = s->driver->run(s, (int)statement, values, row, context, changed);
    s->in_callback = false;
    return store_check_failure(s, err);
}

store_err store_write(store *s, store_statement statement, const store_value *values, store_err none)
{
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    int64_t changed = 0;
    err = store_run(s, statement, values, NULL, NULL, &changed);
    return store_leave_transaction(s, err ? err : changed ? STORE_OK : none);
}

store_err store_write_table(store *s, store_id table, store_statement statement, const store_value *values)
{
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    int64_t changed = 0;
    err = store_run(s, statement, values, NULL, NULL, &changed);
    if (!err && !changed)
        err = STORE_NOT_FOUND;
    if (!err && s->driver->notify)
        s->driver->notify(s, table, 0);
    return store_leave_transaction(s, err);
}

/* -- Values -- */

bool store_id_equals(store_id a, store_id b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

bool store_id_is_none(store_id id)
{
    return store_id_equals(id, STORE_NO_ID);
}

store_value store_value_int(int64_t number)
{
    return (store_value){ .kind = STORE_INT, .number = number };
}

store_value store_value_time(store_time at)
{
    return at ? store_value_int(at) : (store_value){ .kind = STORE_NULL };
}

store_value store_value_bytes(const void *bytes, size_t n)
{
    return (store_value){ .kind = STORE_BYTES, .span = { bytes, n } };
}

store_value store_value_id(const store_id *id)
{
    return store_id_is_none(*id) ? (store_value){ .kind = STORE_NULL } : store_value_bytes(id->at, sizeof id->at);
}

store_value store_value_span(mur_span text)
{
    return (store_value){ .kind = STORE_TEXT, .span = text };
}

store_value store_value_text(const char *text)
{
    return store_value_span(mur_span_of(text));
}

store_id store_value_to_id(const store_value *v)
{
    store_id id = { { 0 } };
    if (v->kind == STORE_BYTES && v->span.len == sizeof id)
        memcpy(&id, v->span.at, sizeof id);
    return id;
}

mur_span store_value_to_span(const store_value *v)
{
    return v->span.at ? v->span : (mur_span){ "", 0 };
}

void store_value_to_string(const store_value *v, char *out, size_t size)
{
    mur_text t = mur_text_on(out, size);
    mur_put_bytes(&t, v->span.at, v->span.len);
}
