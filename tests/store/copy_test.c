/* SPDX-License-Identifier: MIT */
/* tests/store/copy_test.c -- copies between SQLite and PostgreSQL and back, and opening what does not exist.
 * A store with one of everything is copied along a chain of both databases, and the contents of each copy are compared
 * as text. */
#include "record/buffer.h"
#include "tests/store/backends.h"

enum { ENTRIES = 600 }; /* more than one batch */

/* -- A store with one of everything -- */

static void fill(store *s)
{
    store_session session = { .key = { 1, 2, 3 }, .person = id_of(1), .since = 5, .seen = 6, .device = "a browser" };
    add_person(s, id_of(1), "Anna");
    add_person(s, id_of(2), "");
    cr_assert_eq(store_add_session(s, &session), STORE_OK);
    for (int i = 0; i < 3; i++)
        add_table(s, id_of(10 + i));
    cr_assert_eq(store_begin(s), STORE_OK);
    for (uint32_t n = 0; n < ENTRIES; n++) {
        char text[32];
        snprintf(text, sizeof text, "é %u", (unsigned)n);
        store_entry e = { .n = n, .at = 3000 + n, .kind = 'm', .seat = 1, .person = id_of(1), .text = text_of(text) };
        cr_assert_eq(store_append(s, id_of(10), &e, (store_status){ .state = STORE_OVER, .to_act = 0 }), STORE_OK);
    }
    cr_assert_eq(store_commit(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(11), 0, ""), STORE_OK);
    cr_assert_eq(store_set_seat(s, id_of(11), 0, id_of(1), text_of("")), STORE_OK);
    cr_assert_eq(store_set_seat(s, id_of(11), 1, id_of(2), text_of("mason")), STORE_OK);
    cr_assert_eq(store_set_seat(s, id_of(11), 2, (store_id){ { 0 } }, text_of("master")), STORE_OK);
    for (int i = 0; i < 6; i++) /* at two tables in turn, some at the same time */
        cr_assert_eq(store_add_chat(s, id_of(10 + i % 2), id_of(1), 100 + i / 2, text_of("word")), STORE_OK);
    for (int i = 0; i < 2; i++) /* the clock was set back in between */
        cr_assert_eq(store_add_chat(s, id_of(12), id_of(2), 300 - i, text_of("word")), STORE_OK);
}

/* -- What it contains, as text -- */

static void put(void *to, const void *id, long long number, mur_span text)
{
    char line[64];
    mur_buffer *b = to;
    for (int i = 0; i < 16; i++)
        snprintf(line + 2 * i, 3, "%02x", ((const unsigned char *)id)[i]);
    mur_buffer_put(b, line);
    snprintf(line, sizeof line, " %lld ", number);
    mur_buffer_put(b, line);
    mur_buffer_put_span(b, text);
    mur_buffer_put(b, "\n");
}

static bool put_session(void *to, const store_session *session)
{
    put(to, session->key, session->since * 1000 + session->seen, mur_span_of(session->device));
    return true;
}

static bool put_entry(void *to, const store_entry *e)
{
    put(to, &e->person, e->n * 100000 + e->at, e->text);
    return true;
}

static bool put_seat(void *to, int seat, store_id person, mur_span bot)
{
    put(to, &person, seat, bot);
    return true;
}

static bool put_own_chat(void *to, store_id table, store_time at, mur_span text)
{
    put(to, &table, at, text);
    return true;
}

static bool put_chat(void *to, store_id person, mur_span name, store_time at, mur_span text)
{
    put(to, &person, at, name);
    return put_own_chat(to, person, at, text);
}

static bool put_table(void *to, const store_table *t)
{
    put(to, &t->id, t->since + t->changed * 10 + t->state * 100000 + t->is_public, t->game);
    put(to, &t->host, t->length * 10 + t->to_act, t->about);
    return true;
}

static char *contents_of(const char *where)
{
    mur_buffer b = { 0 };
    store *s = open_store(where);
    for (int i = 1; i <= 2; i++) {
        store_person p;
        cr_assert_eq(store_find_person(s, id_of(i), &p), STORE_OK);
        put(&b, &p.id, p.since * 1000 + p.seen, mur_span_of(p.name));
        cr_assert_eq(store_list_sessions(s, p.id, put_session, &b), STORE_OK);
        cr_assert_eq(store_list_chat_of_person(s, p.id, 100, put_own_chat, &b), STORE_OK);
    }
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(store_find_table(s, id_of(10 + i), put_table, &b), STORE_OK);
        cr_assert_eq(store_read_entries(s, id_of(10 + i), 0, put_entry, &b), STORE_OK);
        cr_assert_eq(store_list_seats(s, id_of(10 + i), put_seat, &b), STORE_OK);
        cr_assert_eq(store_read_chat(s, id_of(10 + i), 100, put_chat, &b), STORE_OK);
    }
    store_close(&s);
    return b.at;
}

/* -- Copies -- */

static store_err copy(const char *from, const char *to, store_counts *counts)
{
    store *a, *b;
    cr_assert_eq(store_open_with(&a, from, STORE_MUST_EXIST | STORE_LONG_TIMEOUT, NULL), STORE_OK);
    cr_assert_eq(store_open_with(&b, to, STORE_LONG_TIMEOUT, NULL), STORE_OK);
    store_err err = store_copy(a, b, counts);
    store_close(&a);
    store_close(&b);
    return err;
}

static void copy_and_compare(const char *from, const char *to)
{
    store_counts n;
    char *before = contents_of(from);
    cr_assert_eq(copy(from, to, &n), STORE_OK);
    char *after = contents_of(to);
    cr_expect_str_eq(after, before);
    cr_expect(n.people == 2 && n.sessions == 1 && n.tables == 3 && n.entries == ENTRIES + 1 && n.chat == 8);
    cr_expect_eq(copy(from, to, &n), STORE_TAKEN, "only an empty store is filled");
    char *again = contents_of(to);
    cr_expect_str_eq(again, before);
    free(before);
    free(after);
    free(again);
}

static const char *file;

static void there_and_back(const char *database)
{
    char back[PLACE];
    snprintf(back, sizeof back, "%.400s.back", file);
    store *s = open_store(file);
    fill(s);
    store_close(&s);
    copy_and_compare(file, database);
    copy_and_compare(database, back);
    s = open_store(back); /* games can be continued */
    cr_expect_eq(add_entry(s, id_of(11), 0, "late"), STORE_TAKEN);
    cr_expect_eq(add_entry(s, id_of(11), 1, "on"), STORE_OK);
    cr_expect_eq(add_entry(s, id_of(10), ENTRIES, "on"), STORE_OK);
    cr_expect_eq(log_length(s, id_of(10)), ENTRIES + 1);
    store_close(&s);
}

static void with_a_file(const char *where)
{
    file = where;
    on_postgres(there_and_back);
}

Test(copy, a_copy_reads_like_its_source)
{
    on_sqlite(with_a_file);
}

BOTH(a_store_that_must_exist_is_not_created)
{
    store *s;
    char why[256];
    for (unsigned how = 1; how <= 2; how++) { /* must exist, read only */
        cr_expect_eq(store_open_with(&s, where, how, why), STORE_NOT_FOUND);
        cr_expect_null(s);
        cr_expect_neq(why[0], '\0');
    }
    s = open_store(where);
    store_close(&s);
    cr_expect_eq(store_open_with(&s, where, STORE_MUST_EXIST, why), STORE_OK, "%s", why);
    add_person(s, id_of(1), "Anna");
    store *other;
    store_person p = { .id = id_of(2) };
    cr_expect_eq(store_open_with(&other, where, STORE_READ_ONLY, why), STORE_OK, "%s", why);
    cr_expect_neq(store_add_person(other, &p), STORE_OK);
    cr_expect_eq(store_find_person(other, id_of(2), &p), STORE_NOT_FOUND);
    cr_expect_eq(store_find_person(other, id_of(1), &p), STORE_OK);
    store_close(&other);
    store_close(&s);
}

static void open_missing(const char *where)
{
    store *s;
    cr_expect_eq(store_open_with(&s, where, STORE_MUST_EXIST, NULL), STORE_NOT_FOUND);
    cr_expect_eq(access(where, F_OK), -1, "nothing was made");
}

Test(sqlite, a_file_that_must_exist_is_not_created)
{
    on_sqlite(open_missing);
}

static void open_text(const char *where)
{
    char why[256];
    store *s;
    FILE *f = fopen(where, "w");
    for (int i = 0; i < 1000; i++)
        fputs("this is a diary\n", f);
    fclose(f);
    cr_expect_eq(store_open(&s, where, why), STORE_CORRUPT);
    cr_expect_str_eq(why, "file is not a database");
}

Test(sqlite, a_file_that_is_no_database_is_reported)
{
    on_sqlite(open_text);
}

/* -- Inside a larger transaction -- */

static bool copy_author(void *context, const store_entry *e)
{
    *(store_id *)context = e->person;
    return false;
}

BOTH(a_guest_keeps_everything_if_there_is_no_person_to_merge_with)
{
    store *s = open_store(where);
    store_id guest = id_of(1), author = id_of(9);
    store_entry e = { .n = 0, .person = guest, .text = text_of("move") };
    store_person p;
    add_person(s, guest, "");
    add_table(s, id_of(5));
    store_set_seat(s, id_of(5), 0, guest, text_of(""));
    cr_assert_eq(store_append(s, id_of(5), &e, (store_status){ .state = STORE_PLAYING, .to_act = 1 }), STORE_OK);
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_expect_eq(store_merge_guest(s, guest, id_of(7)), STORE_NOT_FOUND);
    add_person(s, id_of(8), "Bert"); /* the transaction continues */
    cr_assert_eq(store_commit(s), STORE_OK);
    cr_assert_eq(store_read_entries(s, id_of(5), 0, copy_author, &author), STORE_OK);
    cr_expect_arr_eq(&author, &guest, sizeof guest);
    cr_expect_eq(store_find_person(s, id_of(8), &p), STORE_OK);
    cr_expect_eq(store_merge_guest(s, guest, guest), STORE_OK);
    cr_expect_eq(store_find_person(s, guest, &p), STORE_OK, "who is brought to themselves is not lost");
    store_close(&s);
}
