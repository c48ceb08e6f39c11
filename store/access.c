/* SPDX-License-Identifier: MIT */
/* store/access.c -- who may come, and for how long: bans, invitations, password resets, expiry of sessions, and the few
 * named values of the store (`meta`).
 * A ban must reach servers that already have the person connected. Each ban or mute therefore counts up one number in
 * `meta` (store_access_changes()), which servers poll; when it has changed they check every session again. */
#include "store/store_int.h"

/* -- Sessions -- */

typedef struct {
    store_access *access;
    bool is_found;
} access_reader;

static bool on_access(void *context, const store_value *column)
{
    access_reader *r = context;
    *r->access = (store_access){ .person = store_value_to_id(&column[0]),
                                 .seen = column[1].number,
                                 .banned = column[2].number,
                                 .muted = column[3].number };
    r->is_found = true;
    return false;
}

store_err store_check_session(store *s, const unsigned char key[STORE_KEY], store_access *access)
{
    access_reader r = { .access = access };
    store_value by = store_value_bytes(key, STORE_KEY);
    store_err err = store_run(s, DO_CHECK_SESSION, &by, on_access, &r, NULL);
    return err ? err : r.is_found ? STORE_OK : STORE_NOT_FOUND;
}

store_err store_end_other_sessions(store *s, store_id person, const unsigned char key[STORE_KEY])
{
    store_value values[] = { store_value_id(&person), store_value_bytes(key, STORE_KEY) };
    return store_write(s, DO_END_OTHER_SESSIONS, values, STORE_OK);
}

/* -- Bans -- */

static const char counter_name[] = "access_changes";

/* The counter is stored as eight bytes, lowest first; not set yet means 0. */
store_err store_access_changes(store *s, int64_t *n)
{
    unsigned char bytes[8] = { 0 };
    size_t len = 0;
    store_err err = store_get_meta(s, counter_name, bytes, sizeof bytes, &len);
    *n = 0;
    for (size_t i = 0; !err && i < len; i++)
        *n |= (int64_t)((uint64_t)bytes[i] << 8 * i);
    return err == STORE_NOT_FOUND ? STORE_OK : err;
}

/* In the transaction of the change itself, so that no server sees one without the other. */
static store_err count_change(store *s)
{
    assert(s->is_in_transaction);
    unsigned char bytes[8];
    int64_t n;
    store_err err = store_access_changes(s, &n);
    n++;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((uint64_t)n >> 8 * i);
    return err ? err : store_set_meta(s, counter_name, bytes, sizeof bytes);
}

static store_err change_access(store *s, store_statement statement, store_id person, store_time until)
{
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    store_value values[] = { store_value_int(until), store_value_id(&person) };
    err = store_write(s, statement, values, STORE_NOT_FOUND);
    if (!err)
        err = count_change(s);
    return store_leave_transaction(s, err);
}

store_err store_ban(store *s, store_id person, store_time until)
{
    return change_access(s, DO_BAN, person, until);
}

store_err store_mute(store *s, store_id person, store_time until)
{
    return change_access(s, DO_MUTE, person, until);
}

/* -- Lists of people -- */

typedef struct {
    store_each_person *each;
    void *context;
} people_reader;

static bool on_person(void *context, const store_value *column)
{
    const people_reader *r = context;
    store_person p;
    store_read_person(&p, column);
    return r->each(r->context, &p);
}

store_err store_list_named(store *s, const char *after, int limit, store_each_person *each, void *context)
{
    people_reader r = { each, context };
    store_value values[] = { store_value_text(after), store_value_int(limit) };
    return store_run(s, DO_LIST_NAMED, values, on_person, &r, NULL);
}

store_err store_list_without_skeleton(store *s, store_id after, int limit, store_each_person *each, void *context)
{
    people_reader r = { each, context };
    store_value values[] = { store_value_bytes(after.at, sizeof after.at), store_value_int(limit) };
    return store_run(s, DO_LIST_WITHOUT_SKELETON, values, on_person, &r, NULL);
}

store_err store_set_skeleton(store *s, store_id person, const char *skeleton)
{
    store_value values[] = { store_value_text(skeleton), store_value_id(&person) };
    return store_write(s, DO_SET_SKELETON, values, STORE_NOT_FOUND);
}

/* -- Codes -- */

store_err store_add_invite(store *s, const unsigned char key[STORE_KEY], store_time since, store_time until, int uses)
{
    store_value values[] = { store_value_bytes(key, STORE_KEY), store_value_int(since), store_value_int(until),
                             store_value_int(uses) };
    return store_write(s, DO_ADD_INVITE, values, STORE_TAKEN);
}

store_err store_use_invite(store *s, const unsigned char key[STORE_KEY], store_time now)
{
    store_value values[] = { store_value_bytes(key, STORE_KEY), store_value_int(now) };
    return store_write(s, DO_USE_INVITE, values, STORE_NOT_FOUND);
}

store_err store_add_reset(store *s, const unsigned char key[STORE_KEY], store_id person, store_time until)
{
    store_value values[] = { store_value_bytes(key, STORE_KEY), store_value_id(&person), store_value_int(until) };
    return store_write(s, DO_ADD_RESET, values, STORE_TAKEN);
}

static bool on_id(void *context, const store_value *column)
{
    *(store_id *)context = store_value_to_id(&column[0]);
    return false;
}

store_err store_find_reset(store *s, const unsigned char key[STORE_KEY], store_time now, store_id *person)
{
    store_value values[] = { store_value_bytes(key, STORE_KEY), store_value_int(now) };
    *person = STORE_NO_ID;
    store_err err = store_run(s, DO_FIND_RESET, values, on_id, person, NULL);
    return err ? err : store_id_is_none(*person) ? STORE_NOT_FOUND : STORE_OK;
}

store_err store_end_resets(store *s, store_id person)
{
    store_value by = store_value_id(&person);
    return store_write(s, DO_END_RESETS, &by, STORE_OK);
}

/* -- Expiry -- */

/* Runs a statement that deletes at most `limit` rows, and adds how many it deleted to *n. */
static store_err expire(store *s, store_statement statement, store_time before, int limit, int64_t *n)
{
    assert(limit > 0);
    int64_t changed = 0;
    store_value values[] = { store_value_int(before), store_value_int(limit) };
    store_err err = store_run(s, statement, values, NULL, NULL, &changed);
    *n += changed;
    return err;
}

store_err store_expire_sessions(store *s, store_time before, int limit, int *n)
{
    int64_t gone = 0;
    store_err err = store_enter_transaction(s);
    if (!err)
        err = store_leave_transaction(s, expire(s, DO_EXPIRE_SESSIONS, before, limit, &gone));
    if (n)
        *n = err ? 0 : (int)gone;
    return err;
}

store_err store_expire_codes(store *s, store_time now, int limit, int *n)
{
    int64_t gone = 0;
    store_err err = store_enter_transaction(s);
    if (!err) {
        err = expire(s, DO_EXPIRE_INVITES, now, limit, &gone);
        if (!err)
            err = expire(s, DO_EXPIRE_RESETS, now, limit, &gone);
        err = store_leave_transaction(s, err);
    }
    if (n)
        *n = err ? 0 : (int)gone;
    return err;
}

typedef struct {
    store_each_id *each;
    void *context;
} id_reader;

static bool on_each_id(void *context, const store_value *column)
{
    const id_reader *r = context;
    return r->each(r->context, store_value_to_id(&column[0]));
}

store_err store_list_expired_guests(store *s, store_time before, int limit, store_each_id *each, void *context)
{
    id_reader r = { each, context };
    store_value values[] = { store_value_int(before), store_value_int(limit) };
    return store_run(s, DO_LIST_EXPIRED_GUESTS, values, on_each_id, &r, NULL);
}

/* -- Meta: named values of the store itself -- */

typedef struct {
    void *at;
    size_t size, n;
    bool is_found;
} meta_reader;

static bool on_meta(void *context, const store_value *column)
{
    meta_reader *r = context;
    r->n = column[0].span.len < r->size ? column[0].span.len : r->size;
    if (r->n > 0) /* the address of an empty value may be NULL */
        memcpy(r->at, column[0].span.at, r->n);
    r->is_found = true;
    return false;
}

store_err store_get_meta(store *s, const char *name, void *value, size_t size, size_t *n)
{
    meta_reader r = { .at = value, .size = size };
    store_value by = store_value_text(name);
    store_err err = store_run(s, DO_GET_META, &by, on_meta, &r, NULL);
    *n = r.n;
    return err ? err : r.is_found ? STORE_OK : STORE_NOT_FOUND;
}

store_err store_set_meta(store *s, const char *name, const void *value, size_t n)
{
    store_value values[] = { store_value_text(name), store_value_bytes(value, n) };
    return store_write(s, DO_SET_META, values, STORE_TAKEN);
}

store_err store_add_meta(store *s, const char *name, const void *value, size_t n)
{
    store_value values[] = { store_value_text(name), store_value_bytes(value, n) };
    return store_write(s, DO_ADD_META, values, STORE_TAKEN);
}
