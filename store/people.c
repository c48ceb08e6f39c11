/* SPDX-License-Identifier: MIT */
/* store/people.c -- people, their names and their sessions. */
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

/* What the name is found by: NULL if there is none. The memory is *folded. False: the name is no text. */
static bool fold(const char *name, char **folded, store_value *v)
{
    *folded = NULL;
    *v = (store_value){ .kind = STORE_NULL };
    if (!*name)
        return true;
    *folded = store_fold(name);
    if (*folded)
        *v = store_of_text(*folded);
    return *folded != NULL;
}

/* -- People -- */

typedef struct {
    store_person *person;
    bool is_there;
} person_reader;

void store_read_person(store_person *p, const store_value *column)
{
    *p = (store_person){ .id = store_to_id(&column[0]), .since = column[1].number, .seen = column[2].number };
    store_to_string(&column[3], p->name, sizeof p->name);
    store_to_string(&column[4], p->password, sizeof p->password);
    store_to_string(&column[5], p->hook, sizeof p->hook);
    store_to_string(&column[6], p->lang, sizeof p->lang);
    if (column[7].kind == STORE_TEXT)
        store_to_string(&column[7], p->skeleton, sizeof p->skeleton);
    p->banned = column[8].number;
    p->muted = column[9].number;
}

static bool take_person(void *context, const store_value *column)
{
    person_reader *r = context;
    store_read_person(r->person, column);
    r->is_there = true;
    return false;
}

static store_err find_person(store *s, store_statement statement, store_value by, store_person *p)
{
    person_reader r = { .person = p };
    store_err err = store_run(s, statement, &by, take_person, &r, NULL);
    return err ? err : r.is_there ? STORE_OK : STORE_NONE;
}

static store_value skeleton_of(const store_person *p)
{
    return p->skeleton[0] ? store_of_text(p->skeleton) : (store_value){ .kind = STORE_NULL };
}

store_err store_add_person(store *s, const store_person *p)
{
    char *folded;
    store_value found_by;
    if (!fold(p->name, &folded, &found_by))
        return STORE_REFUSED;
    store_value values[] = { store_of_id(&p->id),
                             store_of_number(p->since),
                             store_of_number(p->seen),
                             store_of_text(p->name),
                             found_by,
                             store_of_text(p->password),
                             store_of_text(p->hook),
                             store_of_text(p->lang),
                             skeleton_of(p),
                             store_of_number(p->banned),
                             store_of_number(p->muted) };
    store_err err = store_write(s, DO_ADD_PERSON, values, STORE_TAKEN);
    free(folded);
    return err;
}

store_err store_find_person(store *s, store_id id, store_person *p)
{
    return find_person(s, DO_FIND_PERSON, store_of_id(&id), p);
}

store_err store_find_name(store *s, const char *name, store_person *p)
{
    char *folded;
    store_value found_by;
    store_err err = STORE_NONE;
    if (fold(name, &folded, &found_by) && folded)
        err = find_person(s, DO_FIND_NAME, found_by, p);
    free(folded);
    return err;
}

store_err store_change_person(store *s, const store_person *p)
{
    char *folded;
    store_value found_by;
    if (!fold(p->name, &folded, &found_by))
        return STORE_REFUSED;
    store_value values[] = {
        store_of_number(p->seen), store_of_text(p->name), found_by,       store_of_text(p->password),
        store_of_text(p->hook),   store_of_text(p->lang), skeleton_of(p), store_of_id(&p->id)
    };
    store_err err = store_write(s, DO_CHANGE_PERSON, values, STORE_NONE);
    free(folded);
    return err;
}

/* Who is who has changed at many tables: others look at all of them. */
static store_err leave_changed(store *s, store_err err)
{
    if (!err && s->driver->tell)
        s->driver->tell(s, (store_id){ { 0 } }, 0);
    return store_leave(s, err);
}

store_err store_forget_person(store *s, store_id id)
{
    store_err err = store_enter(s);
    if (err)
        return err;
    store_value person[] = { store_of_id(&id) };
    int64_t changed = 0;
    err = store_run(s, DO_FORGET_LOG, person, NULL, NULL, NULL);
    if (!err) /* sessions, chat, seats and tables follow by themselves: the schema says how */
        err = store_run(s, DO_FORGET_PERSON, person, NULL, NULL, &changed);
    return leave_changed(s, err ? err : changed ? STORE_OK : STORE_NONE);
}

store_err store_drop_person(store *s, store_id id)
{
    store_value by = store_of_id(&id);
    return store_write(s, DO_FORGET_PERSON, &by, STORE_NONE);
}

store_err store_forget_at(store *s, store_id person, store_id table)
{
    static const store_statement steps[] = { DO_FORGET_LOG_AT, DO_FORGET_SEAT, DO_FORGET_HOST };
    store_value values[] = { store_of_id(&person), store_of_id(&table) };
    store_err err = store_enter(s);
    if (err)
        return err;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !err; i++)
        err = store_run(s, steps[i], values, NULL, NULL, NULL);
    return store_leave(s, err);
}

static bool take_any(void *context, const store_value *column)
{
    (void)column;
    *(bool *)context = true;
    return false;
}

/* Whatever can be refused is looked at before anything is changed: the transaction may be a bigger one, of which a
 * refusal undoes nothing. */
static store_err may_bring(store *s, store_id guest, store_id person)
{
    store_value both[] = { store_of_id(&guest), store_of_id(&person) };
    store_person unused;
    bool meet = false;
    store_err err = store_find_person(s, person, &unused);
    if (!err && memcmp(&guest, &person, sizeof guest) != 0)
        err = store_run(s, DO_MEET, both, take_any, &meet, NULL);
    return err ? err : meet ? STORE_TAKEN : STORE_OK;
}

store_err store_bring_person(store *s, store_id guest, store_id person)
{
    static const store_statement changes[] = { DO_BRING_SEATS, DO_BRING_TABLES, DO_BRING_CHAT };
    store_err err = store_enter(s);
    if (err)
        return err;
    store_value from[] = { store_of_id(&guest), store_of_id(&person) }, to[] = { from[1], from[0] };
    err = may_bring(s, guest, person);
    if (err || memcmp(&guest, &person, sizeof guest) == 0) /* the same person: nothing to bring */
        return store_leave(s, err);
    /* First: it finds the logs by whose tables they are. */
    err = store_run(s, DO_CHANGE_LOG, from, NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0] && !err; i++)
        err = store_run(s, changes[i], to, NULL, NULL, NULL);
    if (!err)
        err = store_run(s, DO_FORGET_PERSON, from, NULL, NULL, NULL);
    if (err == STORE_NONE) /* another process has just forgotten the person: undo all of it */
        err = store_judge(s, STORE_AWAY);
    return leave_changed(s, err);
}

/* -- Sessions -- */

typedef struct {
    store_each_session *each;
    void *context;
} session_reader;

static bool take_session(void *context, const store_value *column)
{
    const session_reader *r = context;
    store_session session = { .person = store_to_id(&column[1]), .since = column[2].number, .seen = column[3].number };
    if (column[0].span.len == sizeof session.key)
        memcpy(session.key, column[0].span.at, sizeof session.key);
    store_to_string(&column[4], session.device, sizeof session.device);
    return r->each(r->context, &session);
}

store_err store_add_session(store *s, const store_session *session)
{
    store_value values[] = { store_of_key(session->key, STORE_KEY), store_of_id(&session->person),
                             store_of_number(session->since), store_of_number(session->seen),
                             store_of_text(session->device) };
    return store_write(s, DO_ADD_SESSION, values, STORE_TAKEN);
}

typedef struct {
    store_session *session;
    bool is_there;
} session_finder;

static bool keep_session(void *context, const store_session *session)
{
    session_finder *f = context;
    *f->session = *session;
    f->is_there = true;
    return false;
}

store_err store_find_session(store *s, const unsigned char key[STORE_KEY], store_session *session)
{
    session_finder f = { .session = session };
    session_reader r = { keep_session, &f };
    store_value by = store_of_key(key, STORE_KEY);
    store_err err = store_run(s, DO_FIND_SESSION, &by, take_session, &r, NULL);
    return err ? err : f.is_there ? STORE_OK : STORE_NONE;
}

store_err store_see_session(store *s, const unsigned char key[STORE_KEY], store_time seen)
{
    store_err err = store_enter(s);
    if (err)
        return err;
    store_value values[] = { store_of_number(seen), store_of_key(key, STORE_KEY) };
    err = store_write(s, DO_SEE_SESSION, values, STORE_NONE);
    if (!err)
        err = store_write(s, DO_SEE_PERSON, values, STORE_NONE);
    return store_leave(s, err);
}

store_err store_end_session(store *s, const unsigned char key[STORE_KEY])
{
    store_value by = store_of_key(key, STORE_KEY);
    return store_write(s, DO_END_SESSION, &by, STORE_NONE);
}

store_err store_end_sessions(store *s, store_id person)
{
    store_value by = store_of_id(&person);
    return store_write(s, DO_END_SESSIONS, &by, STORE_OK);
}

store_err store_list_sessions(store *s, store_id person, store_each_session *each, void *context)
{
    session_reader r = { each, context };
    store_value by = store_of_id(&person);
    return store_run(s, DO_LIST_SESSIONS, &by, take_session, &r, NULL);
}

/* -- To another store -- */

typedef struct {
    store *to;
    store_err err;
} copier;

static bool copy_person(void *context, const store_value *column)
{
    copier *c = context;
    store_person p;
    store_read_person(&p, column);
    c->err = store_add_person(c->to, &p);
    return c->err == STORE_OK;
}

static bool copy_session(void *context, const store_session *session)
{
    copier *c = context;
    c->err = store_add_session(c->to, session);
    return c->err == STORE_OK;
}

static bool copy_invite(void *context, const store_value *column)
{
    copier *c = context;
    unsigned char key[STORE_KEY] = { 0 };
    if (column[0].span.len == sizeof key)
        memcpy(key, column[0].span.at, sizeof key);
    c->err = store_add_invite(c->to, key, column[1].number, column[2].number, (int)column[3].number);
    return c->err == STORE_OK;
}

static bool count_row(void *context, const store_value *column)
{
    (void)column;
    (*(uint64_t *)context)++;
    return true;
}

store_err store_count_people(store *s, store_counts *counts)
{
    store_err err = store_run(s, DO_ALL_PEOPLE, NULL, count_row, &counts->people, NULL);
    return err ? err : store_run(s, DO_ALL_SESSIONS, NULL, count_row, &counts->sessions, NULL);
}

store_err store_copy_people(store *from, store *to)
{
    copier c = { .to = to };
    session_reader r = { copy_session, &c };
    store_err err = store_run(from, DO_ALL_PEOPLE, NULL, copy_person, &c, NULL);
    if (!err && !c.err)
        err = store_run(from, DO_ALL_SESSIONS, NULL, take_session, &r, NULL);
    if (!err && !c.err)
        err = store_run(from, DO_ALL_INVITES, NULL, copy_invite, &c, NULL);
    return err ? err : c.err;
}
