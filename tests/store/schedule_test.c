/* SPDX-License-Identifier: MIT */
/* tests/store/schedule_test.c -- due and stale tables, counts for limits, presence, on both databases.
 * Only the heartbeats of processes use the clock of the database; everything else is given by the tests. */
#include "tests/store/backends.h"

static const store_id nobody;

/* Tables by the number that id_of() was given, as letters. */
typedef struct {
    char letters[32];
} found;

static bool note(void *context, store_id id, uint32_t length)
{
    found *f = context;
    (void)length;
    for (int i = 'A'; i <= 'Z'; i++)
        if (memcmp(&id, &(store_id[]){ id_of(i) }, sizeof id) == 0)
            f->letters[strlen(f->letters)] = (char)i;
    return true;
}

static void add(store *s, char letter, store_status after, store_time since)
{
    store_table t = {
        .id = id_of(letter), .since = since, .changed = since, .deal = id_of(letter), .game = text_of("x")
    };
    store_entry e = { .at = since, .kind = 'm', .text = text_of("") };
    cr_assert_eq(store_add_table(s, &t), STORE_OK);
    cr_assert_eq(store_append(s, t.id, &e, after), STORE_OK);
}

/* Deadlines and bots change with entries and with store_set_due(); tables claimed by a process are not listed. */
BOTH(due_tables_are_listed_by_deadline)
{
    store *s = open_store(where);
    found f = { "" };
    add(s, 'A', (store_status){ .state = STORE_PLAYING, .deadline = 300 }, 1);
    add(s, 'B', (store_status){ .state = STORE_PLAYING, .deadline = 100 }, 1);
    add(s, 'C', (store_status){ .state = STORE_PLAYING }, 1);
    add(s, 'D', (store_status){ .state = STORE_PLAYING, .deadline = 200, .bots = 2 }, 1);
    add(s, 'E', (store_status){ .state = STORE_PLAYING, .bots = 1 }, 1);
    cr_assert_eq(store_list_due(s, 250, 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "BD");
    f = (found){ "" };
    cr_assert_eq(store_list_bots_due(s, nobody, id_of(2), 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "DE");
    f = (found){ "" };
    cr_assert_eq(store_list_bots_due(s, id_of('D'), id_of(2), 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "E");

    cr_expect_eq(store_set_due(s, id_of('B'), 2, 900, 0), STORE_NOT_FOUND, "its log is not so long");
    cr_assert_eq(store_set_due(s, id_of('B'), 1, 900, 0), STORE_OK);
    cr_assert_eq(store_set_due(s, id_of('D'), 1, 0, 0), STORE_OK);
    cr_assert_eq(store_postpone(s, id_of('A'), 1, 500), STORE_OK);
    cr_assert_eq(store_claim(s, id_of('E'), 1, id_of(1), 60000), STORE_OK);
    f = (found){ "" };
    cr_assert_eq(store_list_due(s, 400, 10, note, &f), STORE_OK);
    cr_assert_eq(store_list_bots_due(s, nobody, id_of(2), 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "", "corrected, postponed, claimed");
    cr_assert_eq(store_list_bots_due(s, nobody, id_of(1), 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "E", "claimed by this process");
    f = (found){ "" };

    store_entry e = { .n = 1, .at = 5, .kind = 'm', .text = text_of("") };
    cr_assert_eq(store_append(s, id_of('A'), &e, (store_status){ .state = STORE_OVER }), STORE_OK);
    cr_assert_eq(store_list_due(s, INT64_MAX, 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "B", "a game that is over needs nobody");
    store_close(&s);
}

BOTH(tables_of_a_host_and_an_origin_are_counted_until_they_are_over)
{
    store *s = open_store(where);
    store_id ada = id_of(1);
    store_table_counts n = { 0 };
    add_person(s, ada, "Ada");
    for (int i = 0; i < 4; i++) {
        store_table t = { .id = id_of(100 + i), .host = ada, .origin = 77, .is_public = i % 2, .game = text_of("x") };
        cr_assert_eq(store_add_table(s, &t), STORE_OK);
    }
    cr_assert_eq(store_count_of_host(s, ada, &n), STORE_OK);
    cr_expect(n.live == 4 && n.open == 4 && n.listed == 2);
    store_entry e = { .kind = 'g', .text = text_of("") };
    cr_assert_eq(store_append(s, id_of(100), &e, (store_status){ .state = STORE_PLAYING }), STORE_OK);
    cr_assert_eq(store_append(s, id_of(101), &e, (store_status){ .state = STORE_OVER }), STORE_OK);
    cr_assert_eq(store_count_of_origin(s, 77, &n), STORE_OK);
    cr_expect(n.live == 3 && n.open == 2 && n.listed == 1);
    cr_assert_eq(store_count_of_origin(s, 78, &n), STORE_OK);
    cr_expect_eq(n.live, 0);
    store_close(&s);
}

/* Each kind of staleness, in both live states. */
BOTH(stale_tables_are_found)
{
    store *s = open_store(where);
    found f = { "" };
    add(s, 'A', (store_status){ .state = STORE_OPEN }, 100);
    add(s, 'B', (store_status){ .state = STORE_OPEN }, 50);
    add(s, 'C', (store_status){ .state = STORE_PLAYING }, 10);
    add(s, 'D', (store_status){ .state = STORE_OPEN }, 200);
    store_table replay = {
        .id = id_of('E'), .deal = id_of('C'), .since = 20, .state = STORE_PLAYING, .game = text_of("x")
    };
    cr_assert_eq(store_add_table(s, &replay), STORE_OK);
    cr_assert_eq(store_list_stale(s, STORE_STALE_ALL, STORE_OPEN, 150, 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "BA");
    f = (found){ "" };
    cr_assert_eq(store_list_stale(s, STORE_STALE_PUBLIC, STORE_OPEN, 150, 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "");
    cr_assert_eq(store_list_stale(s, STORE_STALE_REPLAY, STORE_PLAYING, 150, 10, note, &f), STORE_OK);
    cr_expect_str_eq(f.letters, "E");
    bool is_live = false;
    cr_assert_eq(store_is_deal_live(s, id_of('C'), id_of('C'), &is_live), STORE_OK);
    cr_expect(is_live, "at another table");
    cr_assert_eq(store_is_deal_live(s, id_of('A'), id_of('A'), &is_live), STORE_OK);
    cr_expect_not(is_live);
    store_close(&s);
}

typedef struct {
    store_time seen;
    int n;
} sighting;

static bool note_seen(void *context, store_id person, store_time seen)
{
    sighting *last = context;
    (void)person;
    last->seen = seen;
    last->n++;
    return true;
}

BOTH(presence_ends_with_the_connection_or_with_the_process)
{
    store *s = open_store(where);
    sighting last = { 0 };
    add_person(s, id_of(1), "Ada");
    add_table(s, id_of(5));
    cr_assert_eq(store_renew_process(s, id_of(8), 60000), STORE_OK);
    cr_assert_eq(store_set_present(s, id_of(5), id_of(1), id_of(8), 0), STORE_OK);
    cr_assert_eq(store_list_present(s, id_of(5), id_of(9), note_seen, &last), STORE_OK);
    cr_expect(last.n == 1 && last.seen == INT64_MAX, "here now");
    last = (sighting){ 0 };
    cr_assert_eq(store_list_present(s, id_of(5), id_of(8), note_seen, &last), STORE_OK);
    cr_expect_eq(last.n, 0, "a process knows its own people");
    cr_assert_eq(store_set_present(s, id_of(5), id_of(1), id_of(8), 1234), STORE_OK);
    cr_assert_eq(store_list_present(s, id_of(5), id_of(9), note_seen, &last), STORE_OK);
    cr_expect_eq(last.seen, 1234);
    cr_assert_eq(store_set_present(s, id_of(5), id_of(1), id_of(8), 0), STORE_OK);
    cr_assert_eq(store_renew_process(s, id_of(8), -1000), STORE_OK); /* its last heartbeat was a second ago */
    cr_assert_eq(store_list_present(s, id_of(5), id_of(9), note_seen, &last), STORE_OK);
    cr_expect(last.seen > 1234 && last.seen < INT64_MAX, "since the last heartbeat of its process");
    cr_assert_eq(store_expire_presence(s, 5000), STORE_OK);
    store_close(&s);
}

BOTH(a_meta_value_is_added_once)
{
    store *s = open_store(where);
    char value[8] = "";
    size_t n = 0;
    cr_expect_eq(store_get_meta(s, "key", value, sizeof value, &n), STORE_NOT_FOUND);
    cr_assert_eq(store_add_meta(s, "key", "abc", 4), STORE_OK);
    cr_expect_eq(store_add_meta(s, "key", "xyz", 4), STORE_TAKEN);
    cr_assert_eq(store_get_meta(s, "key", value, sizeof value, &n), STORE_OK);
    cr_expect_eq(n, 4);
    cr_expect_str_eq(value, "abc");
    store_close(&s);
}
