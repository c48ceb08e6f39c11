/* SPDX-License-Identifier: MIT */
/* tests/store/store_test.c -- what store.h promises about people, tables, entries, chat, transactions, claims and news.
 * Each BOTH() test runs once on SQLite and once on PostgreSQL. Failures are in trouble_test.c. */
#include "store/store_int.h"
#include "tests/store/backends.h"

/* -- People -- */

static void expect_same_person(const store_person *a, const store_person *b)
{
    cr_expect_arr_eq(&a->id, &b->id, sizeof a->id);
    cr_expect_eq(a->since, b->since);
    cr_expect_eq(a->seen, b->seen);
    cr_expect_str_eq(a->name, b->name);
    cr_expect_str_eq(a->password, b->password);
    cr_expect_str_eq(a->hook, b->hook);
    cr_expect_str_eq(a->lang, b->lang);
}

BOTH(a_person_is_found_as_added_and_as_changed)
{
    store *s = open_store(where);
    store_person found, p = { .id = id_of(1), .since = 5, .seen = 1763258716123, .name = "Ada", .lang = "fr" };
    cr_expect_eq(store_find_person(s, p.id, &found), STORE_NOT_FOUND);
    cr_expect_eq(store_change_person(s, &p), STORE_NOT_FOUND);
    cr_assert_eq(store_add_person(s, &p), STORE_OK);
    cr_assert_eq(store_find_person(s, p.id, &found), STORE_OK);
    expect_same_person(&found, &p);

    strcpy(p.name, "Ada L");
    strcpy(p.password, "$argon2id$v=19$m=65536");
    strcpy(p.hook, "https://ntfy.sh/x");
    strcpy(p.lang, "it");
    p.seen++;
    cr_assert_eq(store_change_person(s, &p), STORE_OK);
    store_close(&s);
    s = open_store(where);
    cr_assert_eq(store_find_name(s, "ada l", &found), STORE_OK);
    expect_same_person(&found, &p);
    cr_expect_eq(store_find_name(s, "Ada", &found), STORE_NOT_FOUND);
    store_close(&s);
    cr_expect_null(s);
}

BOTH(a_name_belongs_to_one_person)
{
    store *s = open_store(where);
    store_person found, p = { .id = id_of(3), .name = "BERT" };
    add_person(s, id_of(1), "");
    add_person(s, id_of(2), ""); /* any number of people may have no name */
    add_person(s, id_of(4), "Bert");
    cr_expect_eq(store_add_person(s, &p), STORE_TAKEN);
    strcpy(p.name, "Berta");
    cr_expect_eq(store_add_person(s, &p), STORE_OK);
    cr_expect_eq(store_add_person(s, &p), STORE_TAKEN); /* the id */
    strcpy(p.name, "bERT");
    cr_expect_eq(store_change_person(s, &p), STORE_TAKEN);
    cr_assert_eq(store_find_person(s, p.id, &found), STORE_OK);
    cr_expect_str_eq(found.name, "Berta");
    strcpy(p.name, "BERTA"); /* the same name in another case */
    cr_expect_eq(store_change_person(s, &p), STORE_OK);
    cr_expect_eq(store_find_name(s, "", &found), STORE_NOT_FOUND);
    store_close(&s);
}

static const struct {
    const char *one, *other;
    bool are_same;
} names[] = {
    { "Ada", "aDA", true },
    { "Straße", "STRASSE", true },
    { "\xc3\x89mile", "\xc3\xa9mile", true },  /* É é */
    { "\xc3\xa9mile", "e\xcc\x81mile", true }, /* é in one character and in two */
    { "ΣΊΣΥΦΟΣ", "σίσυφος", true },            /* a final sigma is a sigma */
    { "Ада", "АДА", true },
    { "Ａｄａ", "ada", true },   /* full width */
    { "ﬁn", "FIN", true },       /* a ligature */
    { "İda", "ida", false },     /* folding is independent of the language, */
    { "ıda", "ida", false },     /* Turkish included */
    { "Émile", "Emile", false }, /* an accent makes a difference */
    { "Аda", "Ada", false },     /* the first begins with a Cyrillic letter */
    { "Ada ", "Ada", false },    /* the server trims names */
};

Test(names, are_the_same_in_any_case)
{
    for (size_t i = 0; i < countof(names); i++) {
        char *one = store_fold(names[i].one), *other = store_fold(names[i].other);
        cr_expect_eq(strcmp(one, other) == 0, names[i].are_same, "%s %s", names[i].one, names[i].other);
        free(one);
        free(other);
    }
    cr_expect_null(store_fold("\xff"));
}

BOTH(names_are_stored_as_written_and_found_folded)
{
    store *s = open_store(where);
    for (int i = 0; i < (int)countof(names); i++) {
        store_person p, found;
        add_person(s, id_of(i), names[i].one);
        cr_assert_eq(store_find_person(s, id_of(i), &p), STORE_OK);
        cr_expect_str_eq(p.name, names[i].one);
        cr_expect_eq(store_find_name(s, names[i].other, &found), names[i].are_same ? STORE_OK : STORE_NOT_FOUND, "%s",
                     names[i].other);
        cr_assert_eq(store_forget_person(s, id_of(i)), STORE_OK);
    }
    store_close(&s);
}

/* -- Sessions -- */

static store_session session_of(int n, store_id person, store_time seen)
{
    store_session session = { .person = person, .since = 10, .seen = seen, .device = "Firefox" };
    memset(session.key, n, sizeof session.key);
    return session;
}

static bool note_session(void *context, const store_session *session)
{
    char *list = context, key[2] = { (char)session->key[0], '\0' };
    strcat(list, key);
    return true;
}

BOTH(a_session_leads_to_its_person_until_it_ends)
{
    store *s = open_store(where);
    store_session found, one = session_of('a', id_of(1), 10), two = session_of('b', id_of(1), 20);
    store_person p;
    cr_expect_eq(store_add_session(s, &one), STORE_NOT_FOUND); /* no such person */
    add_person(s, id_of(1), "Ada");
    cr_assert_eq(store_add_session(s, &one), STORE_OK);
    cr_expect_eq(store_add_session(s, &one), STORE_TAKEN);
    cr_assert_eq(store_add_session(s, &two), STORE_OK);
    cr_assert_eq(store_find_session(s, one.key, &found), STORE_OK);
    cr_expect_arr_eq(&found.person, &one.person, sizeof one.person);
    cr_expect_arr_eq(found.key, one.key, sizeof one.key);
    cr_expect_eq(found.since, 10);
    cr_expect_str_eq(found.device, "Firefox");

    char list[8] = "";
    cr_assert_eq(store_list_sessions(s, id_of(1), note_session, list), STORE_OK);
    cr_expect_str_eq(list, "ba");
    cr_assert_eq(store_touch_session(s, one.key, 30), STORE_OK);
    cr_assert_eq(store_find_person(s, id_of(1), &p), STORE_OK);
    cr_expect_eq(p.seen, 30);
    list[0] = '\0';
    cr_assert_eq(store_list_sessions(s, id_of(1), note_session, list), STORE_OK);
    cr_expect_str_eq(list, "ab");

    cr_expect_eq(store_end_session(s, one.key), STORE_OK);
    cr_expect_eq(store_end_session(s, one.key), STORE_NOT_FOUND);
    cr_expect_eq(store_touch_session(s, one.key, 40), STORE_NOT_FOUND);
    cr_expect_eq(store_find_session(s, one.key, &found), STORE_NOT_FOUND);
    cr_expect_eq(store_end_sessions(s, id_of(1)), STORE_OK);
    cr_expect_eq(store_find_session(s, two.key, &found), STORE_NOT_FOUND);
    store_close(&s);
}

/* -- Tables -- */

typedef struct {
    store_table table;
    char game[64], about[256];
    int n;
} kept_table;

static bool copy_table(void *context, const store_table *t)
{
    kept_table *k = context;
    k->table = *t;
    snprintf(k->game, sizeof k->game, "%.*s", (int)t->game.len, t->game.at);
    snprintf(k->about, sizeof k->about, "%.*s", (int)t->about.len, t->about.at);
    k->n++;
    return true;
}

BOTH(a_table_is_found_as_added_and_as_changed)
{
    store *s = open_store(where);
    kept_table k = { .n = 0 };
    store_table t = { .id = id_of(1),
                      .host = id_of(2),
                      .deal = id_of(3),
                      .since = 1763258716123,
                      .changed = 1763258716124,
                      .state = STORE_OPEN,
                      .is_public = true,
                      .to_act = 0x80000001,
                      .game = text_of("chang-cheng"),
                      .about = text_of("{\"name\": \"Die große Mauer 长城\"}") };
    cr_expect_eq(store_find_table(s, t.id, copy_table, &k), STORE_NOT_FOUND);
    cr_expect_eq(store_add_table(s, &t), STORE_NOT_FOUND); /* there is no such host */
    add_person(s, id_of(2), "Ada");
    cr_assert_eq(store_add_table(s, &t), STORE_OK);
    cr_expect_eq(store_add_table(s, &t), STORE_TAKEN);
    cr_assert_eq(store_find_table(s, t.id, copy_table, &k), STORE_OK);
    cr_expect_arr_eq(&k.table.id, &t.id, 16);
    cr_expect_arr_eq(&k.table.host, &t.host, 16);
    cr_expect_arr_eq(&k.table.deal, &t.deal, 16);
    cr_expect_eq(k.table.since, t.since);
    cr_expect_eq(k.table.changed, t.changed);
    cr_expect_eq(k.table.state, STORE_OPEN);
    cr_expect(k.table.is_public);
    cr_expect_eq(k.table.length, 0);
    cr_expect_eq(k.table.to_act, t.to_act);
    cr_expect_str_eq(k.game, "chang-cheng");
    cr_expect_str_eq(k.about, t.about.at);
    store_close(&s);
}

/* A list as letters, and where it ended. */
typedef struct {
    char letters[64];
    store_cursor end;
    int most;  /* stop the list after this many */
    int seats; /* rows with a seat */
    bool is_by_changed;
} list_note;

static bool note_by_since(void *context, const store_table *t)
{
    list_note *l = context;
    strncat(l->letters, t->game.at, t->game.len);
    l->end = (store_cursor){ t->since, t->id };
    return --l->most != 0;
}

static bool note_by_changed(void *context, const store_table *t)
{
    list_note *l = context;
    strncat(l->letters, t->game.at, t->game.len);
    l->end = (store_cursor){ t->changed, t->id };
    return --l->most != 0;
}

static bool note_listed(void *context, const store_table *t, const store_listed_seat *seat)
{
    list_note *l = context;
    bool is_again = memcmp(&l->end.id, &t->id, sizeof t->id) == 0; /* once for each seat */
    l->seats += seat->seat >= 0;
    if (is_again)
        return true;
    strncat(l->letters, t->game.at, t->game.len);
    l->end = (store_cursor){ l->is_by_changed ? t->changed : t->since, t->id };
    return --l->most != 0;
}

/* Tables A to Z, each with its own `since` and `changed` unless given. */
static void add_letter(store *s, char letter, store_state state, bool is_public, store_time since, store_id host)
{
    store_table t = { .id = id_of(letter),
                      .host = host,
                      .since = since,
                      .changed = since,
                      .state = state,
                      .is_public = is_public,
                      .game = { &letter, 1 },
                      .about = text_of("{}") };
    cr_assert_eq(store_add_table(s, &t), STORE_OK);
}

BOTH(the_public_list_shows_what_can_be_joined_or_watched_latest_first)
{
    store *s = open_store(where);
    store_id nobody = { { 0 } };
    add_letter(s, 'A', STORE_OPEN, true, 10, nobody);
    add_letter(s, 'B', STORE_PLAYING, true, 30, nobody);
    add_letter(s, 'C', STORE_OVER, true, 40, nobody);
    add_letter(s, 'D', STORE_OPEN, false, 50, nobody);
    add_letter(s, 'E', STORE_CLOSED, true, 60, nobody);
    add_letter(s, 'F', STORE_OPEN, true, 20, nobody);
    list_note l = { .most = 0 };
    cr_assert_eq(store_list_public(s, NULL, 10, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "BFA");
    l = (list_note){ .most = 1 };
    cr_assert_eq(store_list_public(s, NULL, 10, note_listed, &l), STORE_OK); /* the callback ends the list */
    cr_expect_str_eq(l.letters, "B");

    /* A game that ends leaves the list. */
    store_entry e = { .text = text_of("x") };
    cr_assert_eq(store_append(s, id_of('B'), &e, (store_status){ .state = STORE_OVER, .to_act = 0 }), STORE_OK);
    l = (list_note){ .most = 0 };
    cr_assert_eq(store_list_public(s, NULL, 10, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "FA");
    store_close(&s);
}

BOTH(pages_of_a_list_leave_nothing_out_and_show_nothing_twice)
{
    store *s = open_store(where);
    for (char letter = 'A'; letter <= 'Z'; letter++) /* many with the same time */
        add_letter(s, letter, STORE_OPEN, true, 100 + (letter - 'A') / 9, (store_id){ { 0 } });
    char all[64] = "", paged[64] = "", of_all[64] = "";
    list_note l = { .most = 0 };
    cr_assert_eq(store_list_public(s, NULL, 100, note_listed, &l), STORE_OK);
    strcpy(all, l.letters);
    cr_expect_eq(strlen(all), 26);
    const store_cursor *after = NULL;
    for (store_cursor end; strlen(paged) < 26; end = l.end, after = &end) {
        l = (list_note){ .most = 0 };
        cr_assert_eq(store_list_public(s, after, 4, note_listed, &l), STORE_OK);
        cr_assert(strlen(l.letters) > 0 && strlen(l.letters) <= 4);
        strcat(paged, l.letters);
    }
    cr_expect_str_eq(paged, all);
    after = NULL;
    for (store_cursor end; strlen(of_all) < 26; end = l.end, after = &end) {
        l = (list_note){ .most = 0 };
        cr_assert_eq(store_list_all(s, after, 7, note_by_changed, &l), STORE_OK);
        cr_assert(strlen(l.letters) > 0);
        strcat(of_all, l.letters);
    }
    cr_expect_str_eq(of_all, all);
    store_close(&s);
}

BOTH(tables_are_listed_by_person)
{
    store *s = open_store(where);
    store_id nobody = { { 0 } }, ada = id_of(1), bert = id_of(2);
    add_person(s, ada, "Ada");
    add_person(s, bert, "Bert");
    add_letter(s, 'A', STORE_OPEN, true, 10, ada);
    add_letter(s, 'B', STORE_PLAYING, false, 20, nobody);
    add_letter(s, 'C', STORE_OVER, false, 30, bert);
    add_letter(s, 'D', STORE_PLAYING, true, 40, bert);
    store_set_seat(s, id_of('A'), 0, ada, text_of("")); /* host and player: listed once */
    store_set_seat(s, id_of('B'), 1, ada, text_of(""));
    store_set_seat(s, id_of('C'), 1, ada, text_of("good"));
    list_note l = { .is_by_changed = true };
    cr_assert_eq(store_list_live_of_person(s, ada, NULL, 10, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "BA");
    cr_expect_eq(l.seats, 2);
    store_entry e = { .at = 90, .text = text_of("x") };
    cr_assert_eq(store_append(s, id_of('A'), &e, (store_status){ .state = STORE_PLAYING, .to_act = 1 }), STORE_OK);
    l = (list_note){ .is_by_changed = true };
    cr_assert_eq(store_list_live_of_person(s, ada, NULL, 1, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "A"); /* the latest change comes first */
    store_cursor end = l.end;
    l = (list_note){ .is_by_changed = true };
    cr_assert_eq(store_list_live_of_person(s, ada, &end, 2, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "B");
    l = (list_note){ .most = 0 };
    cr_assert_eq(store_list_live_of_person(s, id_of(9), NULL, 10, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "");
    cr_assert_eq(store_list_over_of_person(s, ada, nobody, 10, note_listed, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "C");

    l = (list_note){ .most = 0 };
    cr_assert_eq(store_list_of_person(s, ada, nobody, 2, note_by_since, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "CB"); /* ordered by creation */
    store_id last = l.end.id;
    l = (list_note){ .most = 0 };
    cr_assert_eq(store_list_of_person(s, ada, last, 2, note_by_since, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "A");
    store_close(&s);
}

BOTH(tables_are_listed_by_deal)
{
    store *s = open_store(where);
    for (int i = 0; i < 3; i++) {
        store_table t = { .id = id_of(100 + i), .deal = id_of(i < 2 ? 50 : 51), .since = 9 - i, .game = text_of("d") };
        cr_assert_eq(store_add_table(s, &t), STORE_OK);
    }
    list_note l = { .most = 0 };
    cr_assert_eq(store_list_of_deal(s, id_of(50), 10, note_by_since, &l), STORE_OK);
    cr_expect_str_eq(l.letters, "dd");
    cr_expect_arr_eq(&l.end.id, &(store_id[]){ id_of(100) }, 16); /* the oldest comes first */
    store_close(&s);
}

/* -- Seats -- */

static bool note_seat(void *context, int seat, store_id person, mur_span bot)
{
    char *list = context;
    sprintf(list + strlen(list), "%d:%d:%.*s ", seat, memcmp(&person, &(store_id){ { 0 } }, 16) != 0, (int)bot.len,
            bot.at);
    return true;
}

BOTH(seats_are_taken_left_and_taken_over)
{
    store *s = open_store(where);
    char list[128] = "";
    add_person(s, id_of(1), "Ada");
    add_table(s, id_of(5));
    cr_expect_eq(store_set_seat(s, id_of(6), 0, id_of(1), text_of("")), STORE_NOT_FOUND);
    cr_expect_eq(store_set_seat(s, id_of(5), 0, id_of(9), text_of("")), STORE_NOT_FOUND); /* no such person */
    cr_assert_eq(store_set_seat(s, id_of(5), 2, id_of(1), text_of("")), STORE_OK);
    cr_assert_eq(store_set_seat(s, id_of(5), 0, (store_id){ { 0 } }, text_of("strong")), STORE_OK);
    cr_assert_eq(store_list_seats(s, id_of(5), note_seat, list), STORE_OK);
    cr_expect_str_eq(list, "0:0:strong 2:1: ");
    cr_assert_eq(store_set_seat(s, id_of(5), 2, id_of(1), text_of("good")), STORE_OK);
    cr_assert_eq(store_set_seat(s, id_of(5), 0, (store_id){ { 0 } }, (mur_span){ NULL, 0 }), STORE_OK);
    list[0] = '\0';
    cr_assert_eq(store_list_seats(s, id_of(5), note_seat, list), STORE_OK);
    cr_expect_str_eq(list, "0:0: 2:1:good ");
    store_close(&s);
}

/* -- The log -- */

static bool note_entry(void *context, const store_entry *e)
{
    char *list = context;
    sprintf(list + strlen(list), "%u:%.*s ", e->n, (int)e->text.len, e->text.at);
    return true;
}

/* An entry can be appended once, without a gap, to a table that exists. */
BOTH(only_the_next_entry_can_be_appended)
{
    store *s = open_store(where);
    kept_table k = { .n = 0 };
    char list[256] = "";
    add_table(s, id_of(1));
    add_table(s, id_of(2));
    cr_expect_eq(add_entry(s, id_of(3), 0, "no table"), STORE_NOT_FOUND);
    cr_expect_eq(add_entry(s, id_of(1), 1, "gap"), STORE_NOT_FOUND);
    cr_assert_eq(add_entry(s, id_of(1), 0, "a"), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(2), 0, "x"), STORE_OK);
    cr_expect_eq(add_entry(s, id_of(1), 0, "twice"), STORE_TAKEN);
    cr_assert_eq(add_entry(s, id_of(1), 1, "b"), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(2), 1, "y"), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 2, "c"), STORE_OK);
    cr_expect_eq(add_entry(s, id_of(1), 1, "twice"), STORE_TAKEN);
    cr_expect_eq(add_entry(s, id_of(1), 4, "gap"), STORE_NOT_FOUND);

    cr_assert_eq(store_read_entries(s, id_of(1), 0, note_entry, list), STORE_OK);
    cr_expect_str_eq(list, "0:a 1:b 2:c ");
    list[0] = '\0';
    cr_assert_eq(store_read_entries(s, id_of(1), 2, note_entry, list), STORE_OK);
    cr_expect_str_eq(list, "2:c ");
    list[0] = '\0';
    cr_assert_eq(store_read_entries(s, id_of(1), 3, note_entry, list), STORE_OK);
    cr_expect_str_eq(list, "");
    cr_expect_eq(store_read_entries(s, id_of(3), 0, note_entry, list), STORE_NOT_FOUND);

    cr_assert_eq(store_find_table(s, id_of(1), copy_table, &k), STORE_OK);
    cr_expect_eq(k.table.length, 3);
    cr_expect_eq(k.table.to_act, 2);
    cr_expect_eq(k.table.changed, 2002);
    store_close(&s);
}

static bool copy_entry(void *context, const store_entry *e)
{
    store_entry *copied = context;
    char *copy = malloc(e->text.len + 1);
    memcpy(copy, e->text.at, e->text.len);
    *copied = *e;
    copied->text.at = copy;
    return true;
}

/* All columns, with extreme values and texts. */
BOTH(an_entry_comes_back_as_it_was)
{
    store *s = open_store(where);
    size_t size = 100000;
    char *text = malloc(size);
    memset(text, 'x', size);
    store_entry back,
        e = { .n = 0, .at = 1763258716123, .kind = '\x7f', .seat = 255, .person = id_of(4), .text = { text, size } };
    add_table(s, id_of(1));
    cr_assert_eq(store_append(s, id_of(1), &e, (store_status){ .state = STORE_OVER, .to_act = 0xffffffff }), STORE_OK);
    cr_assert_eq(store_read_entries(s, id_of(1), 0, copy_entry, &back), STORE_OK);
    cr_expect_eq(back.at, e.at);
    cr_expect_eq(back.kind, e.kind);
    cr_expect_eq(back.seat, e.seat);
    cr_expect_arr_eq(&back.person, &e.person, 16);
    cr_assert_eq(back.text.len, size);
    cr_expect_arr_eq(back.text.at, text, size);
    kept_table k = { .n = 0 };
    cr_assert_eq(store_find_table(s, id_of(1), copy_table, &k), STORE_OK);
    cr_expect_eq(k.table.state, STORE_OVER);
    cr_expect_eq(k.table.to_act, 0xffffffff);
    free((char *)back.text.at);
    free(text);
    store_close(&s);
}

/* Good, taken, missing and invalid entries in one batch: the good ones are written. */
BOTH(each_entry_of_a_batch_gets_its_own_result)
{
    store *s = open_store(where);
    for (int i = 1; i <= 3; i++)
        add_table(s, id_of(i));
    static const struct {
        int table;
        uint32_t n;
        const char *text;
        store_err err;
    } rows[] = {
        { 3, 0, "a", STORE_OK },    { 1, 0, "b", STORE_OK },          { 3, 1, "c", STORE_OK },
        { 1, 0, "d", STORE_TAKEN }, { 2, 5, "gap", STORE_NOT_FOUND }, { 9, 0, "no table", STORE_NOT_FOUND },
        { 3, 2, "e", STORE_OK },    { 2, 0, "\xff", STORE_INVALID },  { 2, 0, "f", STORE_OK },
    };
    store_append_op list[countof(rows)];
    for (size_t i = 0; i < countof(rows); i++)
        list[i] = (store_append_op){ .table = id_of(rows[i].table),
                                     .entry = { .n = rows[i].n, .text = text_of(rows[i].text) },
                                     .after = { .state = STORE_PLAYING, .to_act = 1 } };
    cr_assert_eq(store_append_all(s, list, countof(rows)), STORE_OK);
    for (size_t i = 0; i < countof(rows); i++)
        cr_expect_eq(list[i].err, rows[i].err, "%zu: %d", i, list[i].err);
    cr_expect_eq(log_length(s, id_of(1)), 1);
    cr_expect_eq(log_length(s, id_of(2)), 1);
    cr_expect_eq(log_length(s, id_of(3)), 3);
    cr_expect_eq(store_append_all(s, list, 0), STORE_OK);
    store_close(&s);
}

/* -- Chat -- */

static bool note_chat(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    char *list = context;
    static const store_id nobody;
    cr_expect_eq(name.len > 0, memcmp(&person, &nobody, sizeof person) != 0);
    sprintf(list + strlen(list), "%d:%.*s ", (int)at, (int)text.len, text.at);
    return true;
}

BOTH(the_latest_chat_is_read_oldest_first)
{
    store *s = open_store(where);
    char list[128] = "";
    add_person(s, id_of(1), "Ada");
    add_table(s, id_of(5));
    cr_expect_eq(store_add_chat(s, id_of(6), id_of(1), 1, text_of("hallo")), STORE_NOT_FOUND);
    cr_expect_eq(store_add_chat(s, id_of(5), id_of(9), 1, text_of("hallo")), STORE_NOT_FOUND);
    cr_assert_eq(store_add_chat(s, id_of(5), id_of(1), 1, text_of("hallo")), STORE_OK);
    cr_assert_eq(store_add_chat(s, id_of(5), (store_id){ { 0 } }, 2, text_of("'; drop table chat; --")), STORE_OK);
    cr_assert_eq(store_add_chat(s, id_of(5), id_of(1), 2, text_of("加油")), STORE_OK);
    cr_assert_eq(store_read_chat(s, id_of(5), 10, note_chat, list), STORE_OK);
    cr_expect_str_eq(list, "1:hallo 2:'; drop table chat; -- 2:加油 ");
    list[0] = '\0';
    cr_assert_eq(store_read_chat(s, id_of(5), 1, note_chat, list), STORE_OK);
    cr_expect_str_eq(list, "2:加油 ");
    store_close(&s);
}

/* -- Deletion -- */

static bool note_text(void *context, const store_entry *e)
{
    char *list = context;
    sprintf(list + strlen(list), "[%.*s]", (int)e->text.len, e->text.at);
    return true;
}

static bool note_author(void *context, const store_entry *e)
{
    strcat(context, memcmp(&e->person, &(store_id[]){ id_of(2) }, 16) == 0            ? "B"
                    : memcmp(&e->person, &(store_id){ { 0 } }, sizeof e->person) == 0 ? "-"
                                                                                      : "?");
    return true;
}

/* Table 5, hosted by the first of two people, with seats, chat and entries of both. Kinds s, r and l begin with a name.
 */
static void add_game_of_two(store *s, store_id ada, store_id bert)
{
    store_table t = { .id = id_of(5), .host = ada, .state = STORE_PLAYING, .game = text_of("die-mauer") };
    cr_assert_eq(store_add_table(s, &t), STORE_OK);
    store_set_seat(s, id_of(5), 0, ada, text_of(""));
    store_set_seat(s, id_of(5), 1, bert, text_of(""));
    store_add_chat(s, id_of(5), ada, 1, text_of("Ada"));
    store_add_chat(s, id_of(5), bert, 2, text_of("Bert"));
    for (uint32_t n = 0; n < 4; n++) {
        static const char *const texts[] = { "Ada\nsalt", "Bert", "Ada", "move" };
        store_entry e = { .n = n, .kind = "srlm"[n], .person = n % 2 ? bert : ada, .text = text_of(texts[n]) };
        cr_assert_eq(store_append(s, id_of(5), &e, (store_status){ .state = STORE_PLAYING, .to_act = 1 }), STORE_OK);
    }
}

BOTH(deleting_a_person_leaves_only_the_games)
{
    store *s = open_store(where);
    store_id ada = id_of(1), bert = id_of(2), nobody = { { 0 } };
    store_session session = session_of('a', ada, 1);
    add_person(s, ada, "Ada");
    add_person(s, bert, "Bert");
    cr_assert_eq(store_add_session(s, &session), STORE_OK);
    add_game_of_two(s, ada, bert);

    cr_expect_eq(store_forget_person(s, id_of(7)), STORE_NOT_FOUND);
    cr_assert_eq(store_forget_person(s, ada), STORE_OK);
    cr_expect_eq(store_forget_person(s, ada), STORE_NOT_FOUND);
    store_person p;
    store_session found;
    kept_table k = { .n = 0 };
    char list[128] = "";
    cr_expect_eq(store_find_name(s, "Ada", &p), STORE_NOT_FOUND);
    cr_expect_eq(store_find_session(s, session.key, &found), STORE_NOT_FOUND);
    cr_assert_eq(store_list_seats(s, id_of(5), note_seat, list), STORE_OK);
    cr_expect_str_eq(list, "0:0: 1:1: ");
    list[0] = '\0';
    cr_assert_eq(store_read_chat(s, id_of(5), 10, note_chat, list), STORE_OK);
    cr_expect_str_eq(list, "2:Bert ");
    cr_assert_eq(store_find_table(s, id_of(5), copy_table, &k), STORE_OK);
    cr_expect_arr_eq(&k.table.host, &nobody, 16);
    cr_expect_eq(log_length(s, id_of(5)), 4);
    list[0] = '\0';
    cr_assert_eq(store_read_entries(s, id_of(5), 0, note_author, list), STORE_OK);
    cr_expect_str_eq(list, "-B-B");
    list[0] = '\0';
    cr_assert_eq(store_read_entries(s, id_of(5), 0, note_text, list), STORE_OK);
    cr_expect_str_eq(list, "[\nsalt][Bert][][move]", "names of others and moves stay");
    add_person(s, id_of(8), "Ada"); /* the name is free */
    store_close(&s);
}

static bool note_own_chat(void *context, store_id table, store_time at, mur_span text)
{
    char *list = context;
    (void)table;
    sprintf(list + strlen(list), "%d:%.*s ", (int)at, (int)text.len, text.at);
    return true;
}

/* Seats, hosted tables, chat and entries; refused if both sit at one table. */
BOTH(merging_a_guest_moves_everything_to_the_person)
{
    store *s = open_store(where);
    store_id guest = id_of(1), bert = id_of(2);
    store_session session = session_of('a', guest, 1);
    add_person(s, guest, "");
    add_person(s, bert, "Bert");
    cr_assert_eq(store_add_session(s, &session), STORE_OK);
    for (int i = 5; i < 7; i++) {
        store_table t = { .id = id_of(i), .host = guest, .state = STORE_PLAYING, .game = text_of("die-mauer") };
        cr_assert_eq(store_add_table(s, &t), STORE_OK);
        store_set_seat(s, id_of(i), 0, guest, text_of(""));
    }
    store_set_seat(s, id_of(6), 1, bert, text_of(""));
    store_add_chat(s, id_of(5), guest, 1, text_of("one"));
    store_add_chat(s, id_of(5), guest, 2, text_of("two"));
    store_entry e = { .n = 0, .person = guest, .text = text_of("move") };
    cr_assert_eq(store_append(s, id_of(5), &e, (store_status){ .state = STORE_PLAYING, .to_act = 1 }), STORE_OK);

    cr_expect_eq(store_merge_guest(s, guest, bert), STORE_TAKEN, "both sit at one table");
    store_person p;
    store_session found;
    char list[128] = "";
    cr_expect_eq(store_find_person(s, guest, &p), STORE_OK);
    store_set_seat(s, id_of(6), 1, (store_id){ { 0 } }, text_of("mason"));
    cr_expect_eq(store_merge_guest(s, guest, id_of(9)), STORE_NOT_FOUND, "there is nobody to bring it to");
    cr_assert_eq(store_merge_guest(s, guest, bert), STORE_OK);
    cr_expect_eq(store_find_person(s, guest, &p), STORE_NOT_FOUND);
    cr_expect_eq(store_find_session(s, session.key, &found), STORE_NOT_FOUND);
    cr_assert_eq(store_list_chat_of_person(s, bert, 10, note_own_chat, list), STORE_OK);
    cr_expect_str_eq(list, "2:two 1:one ");
    list[0] = '\0';
    cr_assert_eq(store_read_entries(s, id_of(5), 0, note_author, list), STORE_OK);
    cr_expect_str_eq(list, "B");
    kept_table k = { .n = 0 };
    cr_assert_eq(store_find_table(s, id_of(5), copy_table, &k), STORE_OK);
    cr_expect_arr_eq(&k.table.host, &bert, 16);
    store_close(&s);
}

/* -- Texts -- */

BOTH(invalid_utf8_is_refused_and_changes_nothing)
{
    static const mur_span bad[] = { { "\xff", 1 }, { "a\0b", 3 }, { "\xed\xa0\x80", 3 }, { "\xc3", 1 } };
    store *s = open_store(where);
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 0, "good"), STORE_OK);
    for (size_t i = 0; i < countof(bad); i++) {
        store_entry e = { .n = 1, .text = bad[i] };
        store_person p = { .id = id_of(2) };
        cr_expect_eq(store_append(s, id_of(1), &e, (store_status){ .state = STORE_PLAYING, .to_act = 1 }),
                     STORE_INVALID);
        cr_expect_eq(store_add_chat(s, id_of(1), (store_id){ { 0 } }, 1, bad[i]), STORE_INVALID);
        memcpy(p.name, bad[i].at, bad[i].len);
        if (!strchr(p.name, 'a'))
            cr_expect_eq(store_add_person(s, &p), STORE_INVALID);
    }
    cr_assert_eq(store_commit(s), STORE_OK);
    cr_expect_eq(log_length(s, id_of(1)), 1);
    store_close(&s);
}

BOTH(no_text_is_ever_executed_as_sql)
{
    static const char *const texts[] = {
        "'; drop table log; --", "\"", "\\", "$1", "?1", "%s%n", "\\x00", "--", "/*", "E'\\''"
    };
    store *s = open_store(where);
    add_table(s, id_of(100));
    for (int i = 0; i < (int)countof(texts); i++) {
        store_person found;
        char list[64] = "", expected[64];
        add_person(s, id_of(i), texts[i]);
        cr_assert_eq(store_find_name(s, texts[i], &found), STORE_OK);
        cr_expect_str_eq(found.name, texts[i]);
        cr_assert_eq(add_entry(s, id_of(100), (uint32_t)i, texts[i]), STORE_OK);
        cr_assert_eq(store_read_entries(s, id_of(100), (uint32_t)i, note_entry, list), STORE_OK);
        snprintf(expected, sizeof expected, "%d:%s ", i, texts[i]);
        cr_expect_str_eq(list, expected);
    }
    store_close(&s);
}

/* -- Transactions -- */

BOTH(a_transaction_is_atomic)
{
    store *s = open_store(where), *other = open_store(where);
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    add_person(s, id_of(2), "Ada");
    cr_assert_eq(add_entry(s, id_of(1), 0, "a"), STORE_OK);
    cr_expect_eq(log_length(s, id_of(1)), 1);
    cr_expect_eq(log_length(other, id_of(1)), 0); /* other connections do not see it yet */
    store_roll_back(s);
    store_person p;
    cr_expect_eq(log_length(s, id_of(1)), 0);
    cr_expect_eq(store_find_person(s, id_of(2), &p), STORE_NOT_FOUND);

    cr_assert_eq(store_begin(s), STORE_OK);
    add_person(s, id_of(2), "Ada");
    cr_assert_eq(add_entry(s, id_of(1), 0, "a"), STORE_OK);
    cr_assert_eq(store_commit(s), STORE_OK);
    cr_expect_eq(log_length(other, id_of(1)), 1);
    cr_expect_eq(store_find_person(other, id_of(2), &p), STORE_OK);
    store_close(&s);
    store_close(&other);
}

/* On PostgreSQL this needs savepoints: by itself it aborts the transaction on any error. */
BOTH(a_refused_change_does_not_abort_its_transaction)
{
    store *s = open_store(where);
    store_person p = { .id = id_of(3), .name = "ada" };
    store_session session = session_of('a', id_of(9), 1);
    add_person(s, id_of(2), "Ada");
    add_table(s, id_of(1));
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(add_entry(s, id_of(1), 0, "a"), STORE_OK);
    cr_expect_eq(add_entry(s, id_of(1), 0, "a"), STORE_TAKEN);
    cr_expect_eq(add_entry(s, id_of(1), 7, "a"), STORE_NOT_FOUND);
    cr_expect_eq(store_add_person(s, &p), STORE_TAKEN);
    strcpy(p.name, "Eva");
    cr_expect_eq(store_add_person(s, &p), STORE_OK);
    strcpy(p.name, "ADA");
    cr_expect_eq(store_change_person(s, &p), STORE_TAKEN);
    cr_expect_eq(store_add_session(s, &session), STORE_NOT_FOUND);
    cr_expect_eq(store_add_chat(s, id_of(1), id_of(9), 1, text_of("x")), STORE_NOT_FOUND);
    cr_assert_eq(add_entry(s, id_of(1), 1, "b"), STORE_OK);
    cr_assert_eq(store_commit(s), STORE_OK);
    cr_expect_eq(log_length(s, id_of(1)), 2);
    cr_expect_eq(store_find_name(s, "eva", &p), STORE_OK);
    store_close(&s);
}

/* -- More than one process -- */

/* A change that consists of several statements is one transaction also without store_begin(): here a ban and the
 * counter by which running servers notice it. */
BOTH(a_change_of_several_statements_is_atomic)
{
    store *s = open_store(where);
    int64_t before = 0, after = 0;
    add_person(s, id_of(1), "Ada");
    cr_assert_eq(store_access_changes(s, &before), STORE_OK);
    cr_expect_eq(store_ban(s, id_of(2), 5), STORE_NOT_FOUND);
    cr_assert_eq(store_access_changes(s, &after), STORE_OK);
    cr_expect_eq(after, before, "nothing was changed");
    cr_expect_eq(store_ban(s, id_of(1), 5), STORE_OK);
    cr_assert_eq(store_access_changes(s, &after), STORE_OK);
    cr_expect_eq(after, before + 1);
    cr_assert_eq(store_begin(s), STORE_OK, "no transaction was left open");
    store_roll_back(s);
    store_close(&s);
}

BOTH(a_claim_is_granted_once_until_it_expires)
{
    store *s = open_store(where), *other = open_store(where);
    store_id me = id_of(7), you = id_of(8);
    add_table(s, id_of(1));
    cr_expect_eq(store_claim(s, id_of(2), 0, me, 1000), STORE_NOT_FOUND);
    cr_assert_eq(store_claim(s, id_of(1), 3, me, 60000), STORE_OK);
    cr_expect_eq(store_claim(other, id_of(1), 3, you, 60000), STORE_TAKEN);
    cr_expect_eq(store_claim(s, id_of(1), 3, me, 120000), STORE_OK); /* again: this renews it */
    cr_expect_eq(store_claim(other, id_of(1), 3, you, 60000), STORE_TAKEN);
    cr_expect_eq(store_claim(s, id_of(1), 3, me, 100), STORE_OK); /* and this makes it end soon */
    store_err err = STORE_TAKEN;
    for (int i = 0; i < 1000 && err == STORE_TAKEN; i++) { /* less time than the first claim was made for */
        wait_ms(50);
        err = store_claim(other, id_of(1), 3, you, 60000);
    }
    cr_expect_eq(err, STORE_OK);
    cr_expect_eq(store_claim(s, id_of(1), 3, me, 60000), STORE_TAKEN);
    cr_expect_eq(store_claim(s, id_of(1), 4, me, 60000), STORE_OK);     /* the next entry is free */
    cr_expect_eq(store_claim(s, id_of(1), 3, you, 60000), STORE_TAKEN); /* and this one is too old */
    store_close(&s);
    store_close(&other);
}

typedef struct {
    char list[256];
} news_note;

static void note_news(void *context, store_id table, uint32_t length)
{
    news_note *n = context;
    int number = -1;
    for (int i = 0; i < 100; i++)
        if (memcmp(&table, &(store_id[]){ id_of(i) }, 16) == 0)
            number = i;
    sprintf(n->list + strlen(n->list), "%d:%u ", number, length);
}

/* Polls until there is news, for a minute at most. */
static void read_news(store *s, news_note *n)
{
    n->list[0] = '\0';
    for (int i = 0; i < 1200 && !n->list[0]; i++) {
        cr_assert_eq(store_read_news(s, note_news, n), STORE_OK);
        wait_ms(n->list[0] ? 0 : 50);
    }
}

static void count_news(void *context, store_id table, uint32_t length)
{
    int *n = context;
    *n += length == 1 || memcmp(&table, &(store_id){ { 0 } }, 16) == 0;
}

BOTH(news_of_many_tables_is_complete)
{
    enum { MANY = 500 };
    store *s = open_store(where), *other = open_store(where);
    bool has_details = store_news_fd(s) >= 0;
    static store_append_op list[MANY];
    cr_assert_eq(store_begin(s), STORE_OK);
    for (int i = 0; i < MANY; i++) {
        add_table(s, id_of(i));
        list[i] = (store_append_op){ .table = id_of(i), .entry = { .text = text_of("x") } };
    }
    cr_assert_eq(store_append_all(s, list, MANY), STORE_OK);
    cr_assert_eq(store_commit(s), STORE_OK);
    int n = 0, wanted = has_details ? MANY : 1;
    for (int i = 0; i < 2400 && n < wanted; i++) {
        cr_assert_eq(store_read_news(other, count_news, &n), STORE_OK);
        wait_ms(n < wanted ? 25 : 0);
    }
    cr_expect_eq(n, wanted, "%d", n);
    store_close(&s);
    store_close(&other);
}

BOTH(other_connections_get_news_and_the_writer_does_not)
{
    store *s = open_store(where), *other = open_store(where);
    bool has_details = store_news_fd(s) >= 0; /* PostgreSQL reports what changed, SQLite only that something changed */
    news_note n;
    add_table(s, id_of(1));
    read_news(other, &n);
    cr_expect_str_eq(n.list, has_details ? "1:0 " : "-1:0 ");
    cr_assert_eq(store_begin(s), STORE_OK);
    add_entry(s, id_of(1), 0, "a");
    add_entry(s, id_of(1), 1, "b");
    store_commit(s);
    read_news(other, &n);
    cr_expect_str_eq(n.list, has_details ? "1:1 1:2 " : "-1:0 ");
    cr_assert_eq(store_begin(s), STORE_OK);
    add_entry(s, id_of(1), 2, "undone");
    store_roll_back(s);
    add_entry(s, id_of(1), 0, "taken");
    store_add_chat(s, id_of(1), (store_id){ { 0 } }, 1, text_of("hallo"));
    read_news(other, &n);
    cr_expect_str_eq(n.list, has_details ? "1:0 " : "-1:0 ");
    n.list[0] = '\0'; /* by now its own news would have arrived as well */
    cr_assert_eq(store_read_news(s, note_news, &n), STORE_OK);
    cr_expect_str_eq(n.list, "");
    store_close(&s);
    store_close(&other);
}

/* -- In memory, for fuzzers -- */

Test(sqlite, a_store_in_memory_is_emptied)
{
    store *s;
    store_person found, p = { .id = id_of(1), .name = "Ada", .lang = "fr" };
    store_session session = { .person = id_of(1) };
    store_table t = { .id = id_of(2), .host = id_of(1), .game = mur_span_of("g"), .about = mur_span_of("{}") };
    cr_assert_eq(store_open_memory(&s, NULL), STORE_OK);
    for (int i = 0; i < 3; i++) { /* each time as if newly opened */
        cr_expect_eq(store_add_person(s, &p), STORE_OK);
        cr_expect_eq(store_add_session(s, &session), STORE_OK);
        cr_expect_eq(store_add_table(s, &t), STORE_OK);
        cr_expect_eq(store_set_seat(s, t.id, 0, p.id, mur_span_of("")), STORE_OK);
        cr_expect_eq(store_add_chat(s, t.id, p.id, 1, mur_span_of("hello")), STORE_OK);
        cr_expect_eq(store_empty_memory(s), STORE_OK);
        cr_expect_eq(store_find_person(s, p.id, &found), STORE_NOT_FOUND);
    }
    store_close(&s);
}

static void empty_nothing(const char *where)
{
    store *s = open_store(where);
    store_person found, p = { .id = id_of(1), .name = "Ada", .lang = "fr" };
    cr_assert_eq(store_add_person(s, &p), STORE_OK);
    cr_expect_eq(store_empty_memory(s), STORE_INVALID);
    cr_expect_eq(store_find_person(s, p.id, &found), STORE_OK);
    store_close(&s);
}

Test(sqlite, a_file_is_never_emptied)
{
    on_sqlite(empty_nothing);
}
