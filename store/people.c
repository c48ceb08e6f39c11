/* SPDX-License-Identifier: MIT */
/* store/people.c -- people, their names and their sessions.
 * A name is stored as written and once more folded (store_fold()), under a unique index: "ANNA" and "anna" are one
 * name. Deleting or merging a person touches the entries of their tables; the statements for that differ between the
 * two databases (SQL_CHANGE_ENTRIES), the order of the steps is here. */
#include <stdlib.h>
#include <unicase.h>
#include <uninorm.h>

#include "record/buffer.h"
#include "store/store_int.h"

/* -- Names -- */

char *store_fold(const char *name)
{
    size_t n = 0;
    if (!store_is_text(mur_span_of(name)))
        return NULL;
    uint8_t *folded = u8_casefold((const uint8_t *)name, strlen(name), NULL, UNINORM_NFKC, NULL, &n);
    if (!folded)
        abort(); /* out of memory */
    char *string = mur_new(n + 1);
    memcpy(string, folded, n);
    free(folded);
    return string;
}

/* The value of the column `folded`: NULL for somebody without a name, since several of them must be possible under a
 * unique index. The caller frees *folded. False: the name is not UTF-8. */
static bool fold_value(const char *name, char **folded, store_value *v)
{
    *folded = NULL;
    *v = (store_value){ .kind = STORE_NULL };
    if (!*name)
        return true;
    *folded = store_fold(name);
    if (*folded)
        *v = store_value_text(*folded);
    return *folded != NULL;
}

/* -- People -- */

typedef struct {
    store_person *person;
    bool is_found;
} person_reader;

/* Reads the ten columns of SQL_PERSON. Texts that do not fit are cut; this program writes none that long. */
void store_read_person(store_person *p, const store_value *column)
{
    *p = (store_person){ .id = store_value_to_id(&column[0]), .since = column[1].number, .seen = column[2].number };
    store_value_to_string(&column[3], p->name, sizeof p->name);
    store_value_to_string(&column[4], p->password, sizeof p->password);
    store_value_to_string(&column[5], p->hook, sizeof p->hook);
    store_value_to_string(&column[6], p->lang, sizeof p->lang);
    if (column[7].kind == STORE_TEXT)
        store_value_to_string(&column[7], p->skeleton, sizeof p->skeleton);
    p->banned = column[8].number;
    p->muted = column[9].number;
}

static bool on_person(void *context, const store_value *column)
{
    person_reader *r = context;
    store_read_person(r->person, column);
    r->is_found = true;
    return false;
}

static store_err find_person(store *s, store_statement statement, store_value by, store_person *p)
{
    person_reader r = { .person = p };
    store_err err = store_run(s, statement, &by, on_person, &r, NULL);
    return err ? err : r.is_found ? STORE_OK : STORE_NOT_FOUND;
}

static store_value skeleton_of(const store_person *p)
{
    return p->skeleton[0] ? store_value_text(p->skeleton) : (store_value){ .kind = STORE_NULL };
}

/* STORE_TAKEN: the id, the folded name or the skeleton belongs to somebody else. The statement does nothing on any such
 * conflict, so a transaction of the caller continues. Name and skeleton are NULL where there is none, because unique
 * indexes allow any number of NULLs. */
store_err store_add_person(store *s, const store_person *p)
{
    assert(!store_id_is_none(p->id));
    char *folded;
    store_value folded_name;
    if (!fold_value(p->name, &folded, &folded_name))
        return STORE_INVALID;
    store_value values[] = { store_value_id(&p->id),
                             store_value_int(p->since),
                             store_value_int(p->seen),
                             store_value_text(p->name),
                             folded_name,
                             store_value_text(p->password),
                             store_value_text(p->hook),
                             store_value_text(p->lang),
                             skeleton_of(p),
                             store_value_int(p->banned),
                             store_value_int(p->muted) };
    store_err err = store_write(s, DO_ADD_PERSON, values, STORE_TAKEN);
    free(folded);
    return err;
}

store_err store_find_person(store *s, store_id id, store_person *p)
{
    return find_person(s, DO_FIND_PERSON, store_value_id(&id), p);
}

store_err store_find_name(store *s, const char *name, store_person *p)
{
    char *folded;
    store_value folded_name;
    store_err err = STORE_NOT_FOUND;
    if (fold_value(name, &folded, &folded_name) && folded)
        err = find_person(s, DO_FIND_NAME, folded_name, p);
    free(folded);
    return err;
}

store_err store_change_person(store *s, const store_person *p)
{
    char *folded;
    store_value folded_name;
    if (!fold_value(p->name, &folded, &folded_name))
        return STORE_INVALID;
    store_value values[] = {
        store_value_int(p->seen),  store_value_text(p->name), folded_name,    store_value_text(p->password),
        store_value_text(p->hook), store_value_text(p->lang), skeleton_of(p), store_value_id(&p->id)
    };
    store_err err = store_write(s, DO_CHANGE_PERSON, values, STORE_NOT_FOUND);
    free(folded);
    return err;
}

/* A person has changed at many tables: notifies other processes, which then look at all of them. */
static store_err leave_and_notify_all(store *s, store_err err)
{
    if (!err && s->driver->notify)
        s->driver->notify(s, STORE_NO_ID, 0);
    return store_leave_transaction(s, err);
}

/* Entries first: the statement finds them by the tables at which the person sits or which they host, and deleting the
 * person removes them from these. */
store_err store_forget_person(store *s, store_id id)
{
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    store_value person[] = { store_value_id(&id) };
    int64_t changed = 0;
    err = store_run(s, DO_FORGET_ENTRIES, person, NULL, NULL, NULL);
    if (!err) /* the foreign keys delete sessions and chat and empty seats and hosts */
        err = store_run(s, DO_FORGET_PERSON, person, NULL, NULL, &changed);
    return leave_and_notify_all(s, err ? err : changed ? STORE_OK : STORE_NOT_FOUND);
}

store_err store_delete_person(store *s, store_id id)
{
    store_value by = store_value_id(&id);
    return store_write(s, DO_FORGET_PERSON, &by, STORE_NOT_FOUND);
}

store_err store_forget_person_at(store *s, store_id person, store_id table)
{
    static const store_statement steps[] = { DO_FORGET_ENTRIES_AT, DO_FORGET_SEAT, DO_FORGET_HOST };
    store_value values[] = { store_value_id(&person), store_value_id(&table) };
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !err; i++)
        err = store_run(s, steps[i], values, NULL, NULL, NULL);
    return store_leave_transaction(s, err);
}

static bool on_any(void *context, const store_value *column)
{
    (void)column;
    *(bool *)context = true;
    return false;
}

/* Everything that can be refused is checked before anything is changed: a refusal does not undo earlier statements when
 * the caller's transaction goes on. */
static store_err can_merge(store *s, store_id guest, store_id person)
{
    store_value both[] = { store_value_id(&guest), store_value_id(&person) };
    store_person unused;
    bool has_shared_table = false;
    store_err err = store_find_person(s, person, &unused);
    if (!err && !store_id_equals(guest, person))
        err = store_run(s, DO_FIND_SHARED_TABLE, both, on_any, &has_shared_table, NULL);
    return err ? err : has_shared_table ? STORE_TAKEN : STORE_OK;
}

/* Entries first: the statement finds them by the tables of the guest, which the next steps take away. */
store_err store_merge_guest(store *s, store_id guest, store_id person)
{
    static const store_statement changes[] = { DO_MERGE_SEATS, DO_MERGE_TABLES, DO_MERGE_CHAT };
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    store_value from[] = { store_value_id(&guest), store_value_id(&person) }, to[] = { from[1], from[0] };
    err = can_merge(s, guest, person);
    if (err || store_id_equals(guest, person)) /* the same person: nothing to do */
        return store_leave_transaction(s, err);
    err = store_run(s, DO_CHANGE_ENTRIES, from, NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0] && !err; i++)
        err = store_run(s, changes[i], to, NULL, NULL, NULL);
    if (!err)
        err = store_run(s, DO_FORGET_PERSON, from, NULL, NULL, NULL);
    if (err == STORE_NOT_FOUND) /* another process has just deleted the person: undo everything */
        err = store_check_failure(s, STORE_UNAVAILABLE);
    return leave_and_notify_all(s, err);
}

/* -- Sessions -- */

typedef struct {
    store_each_session *each;
    void *context;
} session_reader;

static bool on_session(void *context, const store_value *column)
{
    const session_reader *r = context;
    store_session session = { .person = store_value_to_id(&column[1]),
                              .since = column[2].number,
                              .seen = column[3].number };
    if (column[0].span.len == sizeof session.key)
        memcpy(session.key, column[0].span.at, sizeof session.key);
    store_value_to_string(&column[4], session.device, sizeof session.device);
    return r->each(r->context, &session);
}

store_err store_add_session(store *s, const store_session *session)
{
    store_value values[] = { store_value_bytes(session->key, STORE_KEY), store_value_id(&session->person),
                             store_value_int(session->since), store_value_int(session->seen),
                             store_value_text(session->device) };
    return store_write(s, DO_ADD_SESSION, values, STORE_TAKEN);
}

typedef struct {
    store_session *session;
    bool is_found;
} session_finder;

static bool on_found_session(void *context, const store_session *session)
{
    session_finder *f = context;
    *f->session = *session;
    f->is_found = true;
    return false;
}

store_err store_find_session(store *s, const unsigned char key[STORE_KEY], store_session *session)
{
    session_finder f = { .session = session };
    session_reader r = { on_found_session, &f };
    store_value by = store_value_bytes(key, STORE_KEY);
    store_err err = store_run(s, DO_FIND_SESSION, &by, on_session, &r, NULL);
    return err ? err : f.is_found ? STORE_OK : STORE_NOT_FOUND;
}

store_err store_touch_session(store *s, const unsigned char key[STORE_KEY], store_time seen)
{
    store_err err = store_enter_transaction(s);
    if (err)
        return err;
    store_value values[] = { store_value_int(seen), store_value_bytes(key, STORE_KEY) };
    err = store_write(s, DO_TOUCH_SESSION, values, STORE_NOT_FOUND);
    if (!err)
        err = store_write(s, DO_TOUCH_PERSON, values, STORE_NOT_FOUND);
    return store_leave_transaction(s, err);
}

store_err store_end_session(store *s, const unsigned char key[STORE_KEY])
{
    store_value by = store_value_bytes(key, STORE_KEY);
    return store_write(s, DO_END_SESSION, &by, STORE_NOT_FOUND);
}

store_err store_end_sessions(store *s, store_id person)
{
    store_value by = store_value_id(&person);
    return store_write(s, DO_END_SESSIONS, &by, STORE_OK);
}

store_err store_list_sessions(store *s, store_id person, store_each_session *each, void *context)
{
    session_reader r = { each, context };
    store_value by = store_value_id(&person);
    return store_run(s, DO_LIST_SESSIONS, &by, on_session, &r, NULL);
}

/* -- To another store -- */

typedef struct {
    store *to;
    store_err err;
} copier;

static bool on_copy_person(void *context, const store_value *column)
{
    copier *c = context;
    store_person p;
    store_read_person(&p, column);
    c->err = store_add_person(c->to, &p);
    return c->err == STORE_OK;
}

static bool on_copy_session(void *context, const store_session *session)
{
    copier *c = context;
    c->err = store_add_session(c->to, session);
    return c->err == STORE_OK;
}

static bool on_copy_invite(void *context, const store_value *column)
{
    copier *c = context;
    unsigned char key[STORE_KEY] = { 0 };
    if (column[0].span.len == sizeof key)
        memcpy(key, column[0].span.at, sizeof key);
    c->err = store_add_invite(c->to, key, column[1].number, column[2].number, (int)column[3].number);
    return c->err == STORE_OK;
}

static bool on_count(void *context, const store_value *column)
{
    (void)column;
    (*(uint64_t *)context)++;
    return true;
}

store_err store_count_people(store *s, store_counts *counts)
{
    store_err err = store_run(s, DO_ALL_PEOPLE, NULL, on_count, &counts->people, NULL);
    return err ? err : store_run(s, DO_ALL_SESSIONS, NULL, on_count, &counts->sessions, NULL);
}

store_err store_copy_people(store *from, store *to)
{
    copier c = { .to = to };
    session_reader r = { on_copy_session, &c };
    store_err err = store_run(from, DO_ALL_PEOPLE, NULL, on_copy_person, &c, NULL);
    if (!err && !c.err)
        err = store_run(from, DO_ALL_SESSIONS, NULL, on_session, &r, NULL);
    if (!err && !c.err)
        err = store_run(from, DO_ALL_INVITES, NULL, on_copy_invite, &c, NULL);
    return err ? err : c.err;
}
