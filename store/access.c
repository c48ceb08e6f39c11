/* SPDX-License-Identifier: MIT */
/* store/access.c -- who may come, and for how long: bans, codes, and sessions that grow old. */
#include "store/store_int.h"

/* -- Sessions -- */

typedef struct {
    store_access *access;
    bool is_there;
} access_reader;

static bool take_access(void *context, const store_value *column)
{
    access_reader *r = context;
    *r->access = (store_access){ .person = store_to_id(&column[0]),
                                 .seen = column[1].number,
                                 .banned = column[2].number,
                                 .muted = column[3].number };
    r->is_there = true;
    return false;
}

store_err store_check_session(store *s, const unsigned char key[STORE_KEY], store_access *access)
{
    access_reader r = { .access = access };
    store_value by = store_of_key(key, STORE_KEY);
    store_err err = store_run(s, DO_CHECK_SESSION, &by, take_access, &r, NULL);
    return err ? err : r.is_there ? STORE_OK : STORE_NONE;
}

store_err store_end_other_sessions(store *s, store_id person, const unsigned char key[STORE_KEY])
{
    store_value values[] = { store_of_id(&person), store_of_key(key, STORE_KEY) };
    return store_write(s, DO_END_OTHER_SESSIONS, values, STORE_OK);
}

/* -- Bans -- */

static const char changes_name[] = "access_changes";

store_err store_access_changes(store *s, int64_t *n)
{
    unsigned char bytes[8] = { 0 };
    size_t len = 0;
    store_err err = store_get_meta(s, changes_name, bytes, sizeof bytes, &len);
    *n = 0;
    for (size_t i = 0; !err && i < len; i++)
        *n |= (int64_t)((uint64_t)bytes[i] << 8 * i);
    return err == STORE_NONE ? STORE_OK : err;
}

static store_err count_change(store *s)
{
    unsigned char bytes[8];
    int64_t n;
    store_err err = store_access_changes(s, &n);
    n++;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((uint64_t)n >> 8 * i);
    return err ? err : store_set_meta(s, changes_name, bytes, sizeof bytes);
}

static store_err change_access(store *s, store_statement statement, store_id person, store_time until)
{
    store_err err = store_enter(s);
    if (err)
        return err;
    store_value values[] = { store_of_number(until), store_of_id(&person) };
    err = store_write(s, statement, values, STORE_NONE);
    if (!err)
        err = count_change(s);
    return store_leave(s, err);
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

static bool take_listed(void *context, const store_value *column)
{
    const people_reader *r = context;
    store_person p;
    store_read_person(&p, column);
    return r->each(r->context, &p);
}

store_err store_list_named(store *s, const char *after, int most, store_each_person *each, void *context)
{
    people_reader r = { each, context };
    store_value values[] = { store_of_text(after), store_of_number(most) };
    return store_run(s, DO_LIST_NAMED, values, take_listed, &r, NULL);
}

store_err store_list_without_skeleton(store *s, store_id after, int most, store_each_person *each, void *context)
{
    people_reader r = { each, context };
    store_value values[] = { store_of_key(after.at, sizeof after.at), store_of_number(most) };
    return store_run(s, DO_LIST_PLAIN, values, take_listed, &r, NULL);
}

store_err store_set_skeleton(store *s, store_id person, const char *skeleton)
{
    store_value values[] = { store_of_text(skeleton), store_of_id(&person) };
    return store_write(s, DO_SET_SKELETON, values, STORE_NONE);
}

/* -- Codes -- */

store_err store_add_invite(store *s, const unsigned char key[STORE_KEY], store_time since, store_time until, int uses)
{
    store_value values[] = { store_of_key(key, STORE_KEY), store_of_number(since), store_of_number(until),
                             store_of_number(uses) };
    return store_write(s, DO_ADD_INVITE, values, STORE_TAKEN);
}

store_err store_use_invite(store *s, const unsigned char key[STORE_KEY], store_time now)
{
    store_value values[] = { store_of_key(key, STORE_KEY), store_of_number(now) };
    return store_write(s, DO_USE_INVITE, values, STORE_NONE);
}

store_err store_add_reset(store *s, const unsigned char key[STORE_KEY], store_id person, store_time until)
{
    store_value values[] = { store_of_key(key, STORE_KEY), store_of_id(&person), store_of_number(until) };
    return store_write(s, DO_ADD_RESET, values, STORE_TAKEN);
}

static bool take_id(void *context, const store_value *column)
{
    *(store_id *)context = store_to_id(&column[0]);
    return false;
}

store_err store_find_reset(store *s, const unsigned char key[STORE_KEY], store_time now, store_id *person)
{
    store_value values[] = { store_of_key(key, STORE_KEY), store_of_number(now) };
    *person = (store_id){ { 0 } };
    store_err err = store_run(s, DO_FIND_RESET, values, take_id, person, NULL);
    return err ? err : store_is_nobody(*person) ? STORE_NONE : STORE_OK;
}

store_err store_end_resets(store *s, store_id person)
{
    store_value by = store_of_id(&person);
    return store_write(s, DO_END_RESETS, &by, STORE_OK);
}

/* -- What is worth nothing any more -- */

/* One statement that deletes at most so many rows; how many they were is added to *n. */
static store_err expire(store *s, store_statement statement, store_time before, int most, int64_t *n)
{
    int64_t changed = 0;
    store_value values[] = { store_of_number(before), store_of_number(most) };
    store_err err = store_run(s, statement, values, NULL, NULL, &changed);
    *n += changed;
    return err;
}

store_err store_expire_sessions(store *s, store_time before, int most, int *n)
{
    int64_t gone = 0;
    store_err err = store_enter(s);
    if (!err)
        err = store_leave(s, expire(s, DO_EXPIRE_SESSIONS, before, most, &gone));
    if (n)
        *n = err ? 0 : (int)gone;
    return err;
}

store_err store_expire_codes(store *s, store_time now, int most, int *n)
{
    int64_t gone = 0;
    store_err err = store_enter(s);
    if (!err) {
        err = expire(s, DO_EXPIRE_INVITES, now, most, &gone);
        if (!err)
            err = expire(s, DO_EXPIRE_RESETS, now, most, &gone);
        err = store_leave(s, err);
    }
    if (n)
        *n = err ? 0 : (int)gone;
    return err;
}

typedef struct {
    store_each_id *each;
    void *context;
} id_reader;

static bool take_each_id(void *context, const store_value *column)
{
    const id_reader *r = context;
    return r->each(r->context, store_to_id(&column[0]));
}

store_err store_list_expired_guests(store *s, store_time before, int most, store_each_id *each, void *context)
{
    id_reader r = { each, context };
    store_value values[] = { store_of_number(before), store_of_number(most) };
    return store_run(s, DO_LIST_EXPIRED_GUESTS, values, take_each_id, &r, NULL);
}

/* -- Values of the store itself -- */

typedef struct {
    void *at;
    size_t size, n;
    bool is_there;
} meta_reader;

static bool take_meta(void *context, const store_value *column)
{
    meta_reader *r = context;
    r->n = column[0].span.len < r->size ? column[0].span.len : r->size;
    if (r->n > 0) /* of nothing there may be no address */
        memcpy(r->at, column[0].span.at, r->n);
    r->is_there = true;
    return false;
}

store_err store_get_meta(store *s, const char *name, void *value, size_t size, size_t *n)
{
    meta_reader r = { .at = value, .size = size };
    store_value by = store_of_text(name);
    store_err err = store_run(s, DO_GET_META, &by, take_meta, &r, NULL);
    *n = r.n;
    return err ? err : r.is_there ? STORE_OK : STORE_NONE;
}

store_err store_set_meta(store *s, const char *name, const void *value, size_t n)
{
    store_value values[] = { store_of_text(name), store_of_key(value, n) };
    return store_write(s, DO_SET_META, values, STORE_TAKEN);
}

store_err store_add_meta(store *s, const char *name, const void *value, size_t n)
{
    store_value values[] = { store_of_text(name), store_of_key(value, n) };
    return store_write(s, DO_ADD_META, values, STORE_TAKEN);
}
