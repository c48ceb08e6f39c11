/* SPDX-License-Identifier: MIT */
/* tests/store/access_test.c -- bans, invitations, reset codes, expiry and meta values, on both databases.
 * Times are numbers that the tests choose; no test waits. */
#include "tests/store/backends.h"

static void key_of(int n, unsigned char key[STORE_KEY])
{
    memset(key, n, STORE_KEY);
}

static void add_session(store *s, int n, int person, store_time seen)
{
    store_session session = { .person = id_of(person), .since = 1, .seen = seen, .device = "x" };
    key_of(n, session.key);
    cr_assert_eq(store_add_session(s, &session), STORE_OK);
}

/* What a server checks for a connected session, and the counter that tells it when to check. */
BOTH(bans_and_mutes_are_seen_with_the_session)
{
    store *s = open_store(where), *other = open_store(where);
    unsigned char key[STORE_KEY];
    store_access a;
    store_person p;
    int64_t before, after;
    add_person(s, id_of(1), "Anna");
    add_session(s, 7, 1, 1000);
    key_of(7, key);
    cr_assert_eq(store_check_session(s, key, &a), STORE_OK);
    cr_expect_arr_eq(&a.person, &(store_id[]){ id_of(1) }, sizeof a.person);
    cr_expect(a.seen == 1000 && a.banned == 0 && a.muted == 0);
    cr_assert_eq(store_access_changes(s, &before), STORE_OK);
    cr_expect_eq(store_ban(other, id_of(1), 5000), STORE_OK);
    cr_expect_eq(store_mute(other, id_of(1), STORE_FOREVER), STORE_OK);
    cr_expect_eq(store_ban(other, id_of(2), 5000), STORE_NOT_FOUND);
    cr_assert_eq(store_access_changes(s, &after), STORE_OK);
    cr_expect_eq(after, before + 2);
    cr_assert_eq(store_check_session(s, key, &a), STORE_OK);
    cr_expect(a.banned == 5000 && a.muted == STORE_FOREVER);
    cr_assert_eq(store_find_person(s, id_of(1), &p), STORE_OK);
    cr_expect(p.banned == 5000 && p.muted == STORE_FOREVER);
    p.banned = p.muted = 0;
    strcpy(p.lang, "fr");
    cr_assert_eq(store_change_person(s, &p), STORE_OK);
    cr_assert_eq(store_find_person(s, id_of(1), &p), STORE_OK);
    cr_expect_eq(p.banned, 5000, "a new language ends no ban");
    key_of(8, key);
    cr_expect_eq(store_check_session(s, key, &a), STORE_NOT_FOUND);
    store_close(&s);
    store_close(&other);
}

static bool count_session(void *context, const store_session *session)
{
    (void)session;
    (*(int *)context)++;
    return true;
}

BOTH(all_sessions_but_one_can_be_ended)
{
    store *s = open_store(where);
    unsigned char key[STORE_KEY];
    int n = 0;
    store_access a;
    add_person(s, id_of(1), "");
    add_person(s, id_of(2), "");
    for (int i = 1; i <= 3; i++)
        add_session(s, i, 1, i);
    add_session(s, 4, 2, 4);
    key_of(2, key);
    cr_expect_eq(store_end_other_sessions(s, id_of(1), key), STORE_OK);
    cr_expect_eq(store_end_other_sessions(s, id_of(1), key), STORE_OK); /* also if there are none */
    cr_assert_eq(store_list_sessions(s, id_of(1), count_session, &n), STORE_OK);
    cr_expect_eq(n, 1);
    cr_expect_eq(store_check_session(s, key, &a), STORE_OK);
    n = 0;
    cr_assert_eq(store_list_sessions(s, id_of(2), count_session, &n), STORE_OK);
    cr_expect_eq(n, 1);
    store_close(&s);
}

BOTH(a_skeleton_belongs_to_one_person)
{
    store *s = open_store(where);
    store_person p = { .id = id_of(1), .name = "Bill", .skeleton = "bill" }, q = { .id = id_of(2), .name = "Bi1l" };
    cr_assert_eq(store_add_person(s, &p), STORE_OK);
    cr_assert_eq(store_add_person(s, &q), STORE_OK); /* any number of people may have none */
    cr_expect_eq(store_set_skeleton(s, q.id, "bill"), STORE_TAKEN);
    strcpy(q.skeleton, "bill");
    cr_expect_eq(store_change_person(s, &q), STORE_TAKEN);
    strcpy(q.name, "Bert");
    strcpy(q.skeleton, "bert");
    cr_expect_eq(store_change_person(s, &q), STORE_OK);
    cr_expect_eq(store_set_skeleton(s, q.id, "other"), STORE_NOT_FOUND, "it has one");
    cr_assert_eq(store_find_person(s, q.id, &q), STORE_OK);
    cr_expect_str_eq(q.skeleton, "bert");
    store_person third = { .id = id_of(3), .name = "Third", .skeleton = "bert" };
    cr_expect_eq(store_add_person(s, &third), STORE_TAKEN);
    store_close(&s);
}

typedef struct {
    char text[256];
    store_id last;
    int n;
} list;

static bool take_person(void *context, const store_person *p)
{
    list *l = context;
    snprintf(l->text + strlen(l->text), sizeof l->text - strlen(l->text), "%s,", p->name);
    l->last = p->id;
    l->n++;
    return true;
}

BOTH(people_are_listed_by_name)
{
    store *s = open_store(where);
    list l = { .n = 0 };
    add_person(s, id_of(1), "cleo");
    add_person(s, id_of(2), "Anna");
    add_person(s, id_of(3), "");
    add_person(s, id_of(4), "bert");
    cr_assert_eq(store_list_named(s, "", 2, take_person, &l), STORE_OK);
    cr_expect_str_eq(l.text, "Anna,bert,");
    l = (list){ .n = 0 };
    cr_assert_eq(store_list_named(s, "bert", 2, take_person, &l), STORE_OK);
    cr_expect_str_eq(l.text, "cleo,");
    cr_assert_eq(store_set_skeleton(s, id_of(2), "anna"), STORE_OK);
    l = (list){ .n = 0 };
    cr_assert_eq(store_list_without_skeleton(s, (store_id){ { 0 } }, 1, take_person, &l), STORE_OK);
    cr_expect_eq(l.n, 1);
    cr_assert_eq(store_list_without_skeleton(s, l.last, 5, take_person, &l), STORE_OK);
    cr_expect_eq(l.n, 2, "%s", l.text);
    store_close(&s);
}

BOTH(an_invitation_can_be_used_a_limited_number_of_times)
{
    store *s = open_store(where), *other = open_store(where);
    unsigned char key[STORE_KEY], unknown[STORE_KEY];
    int n;
    key_of(1, key);
    key_of(2, unknown);
    cr_assert_eq(store_add_invite(s, key, 100, 1000, 2), STORE_OK);
    cr_expect_eq(store_add_invite(s, key, 100, 1000, 2), STORE_TAKEN);
    cr_expect_eq(store_use_invite(s, unknown, 500), STORE_NOT_FOUND);
    cr_expect_eq(store_use_invite(s, key, 1000), STORE_NOT_FOUND, "too old");
    cr_assert_eq(store_begin(other), STORE_OK);
    cr_expect_eq(store_use_invite(other, key, 500), STORE_OK);
    store_roll_back(other); /* a later step failed: the invitation is not used up */
    cr_expect_eq(store_use_invite(s, key, 500), STORE_OK);
    cr_expect_eq(store_use_invite(other, key, 999), STORE_OK);
    cr_expect_eq(store_use_invite(s, key, 500), STORE_NOT_FOUND, "used up");
    key_of(3, key);
    cr_assert_eq(store_add_invite(s, key, 100, 1000, 2), STORE_OK);
    cr_assert_eq(store_expire_codes(s, 500, 10, &n), STORE_OK);
    cr_expect_eq(n, 1, "the one that is used up: %d", n);
    cr_assert_eq(store_expire_codes(s, 1000, 10, &n), STORE_OK);
    cr_expect_eq(n, 1, "the one that is too old: %d", n);
    store_close(&s);
    store_close(&other);
}

/* Until it expires, is used, or the person gets another one. */
BOTH(a_reset_code_leads_to_its_person)
{
    store *s = open_store(where);
    unsigned char key[4][STORE_KEY];
    store_id who;
    int n;
    add_person(s, id_of(1), "Anna");
    add_person(s, id_of(2), "Bert");
    for (int i = 0; i < 4; i++) {
        key_of(i, key[i]);
        cr_assert_eq(store_add_reset(s, key[i], id_of(i < 3 ? 1 : 2), 1000 + i), STORE_OK);
    }
    cr_expect_eq(store_add_reset(s, key[0], id_of(1), 1000), STORE_TAKEN);
    cr_assert_eq(store_find_reset(s, key[0], 999, &who), STORE_OK);
    cr_expect_arr_eq(&who, &(store_id[]){ id_of(1) }, sizeof who);
    cr_expect_eq(store_find_reset(s, key[0], 1000, &who), STORE_NOT_FOUND, "too old");
    cr_assert_eq(store_expire_codes(s, 1001, 1, &n), STORE_OK);
    cr_expect_eq(n, 1, "no more than one at a time: %d", n);
    cr_expect_eq(store_end_resets(s, id_of(1)), STORE_OK);
    cr_expect_eq(store_find_reset(s, key[2], 0, &who), STORE_NOT_FOUND);
    cr_expect_eq(store_find_reset(s, key[3], 0, &who), STORE_OK);
    cr_assert_eq(store_forget_person(s, id_of(2)), STORE_OK);
    cr_expect_eq(store_find_reset(s, key[3], 0, &who), STORE_NOT_FOUND);
    store_close(&s);
}

BOTH(old_sessions_are_deleted_a_few_at_a_time)
{
    store *s = open_store(where);
    store_access a;
    unsigned char key[STORE_KEY];
    int n;
    add_person(s, id_of(1), "");
    for (int i = 1; i <= 5; i++)
        add_session(s, i, 1, i * 100);
    cr_assert_eq(store_expire_sessions(s, 400, 2, &n), STORE_OK);
    cr_expect_eq(n, 2);
    key_of(3, key);
    cr_expect_eq(store_check_session(s, key, &a), STORE_OK, "the oldest go first");
    cr_assert_eq(store_expire_sessions(s, 400, 2, &n), STORE_OK);
    cr_expect_eq(n, 1);
    cr_assert_eq(store_expire_sessions(s, 400, 2, NULL), STORE_OK);
    key_of(4, key);
    cr_expect_eq(store_check_session(s, key, &a), STORE_OK);
    store_close(&s);
}

static bool take_id(void *context, store_id person)
{
    list *l = context;
    for (int i = 0; i < 10; i++)
        if (memcmp(&person, &(store_id[]){ id_of(i) }, sizeof person) == 0)
            l->text[l->n++] = (char)('0' + i);
    return true;
}

BOTH(guests_that_do_not_come_back_are_listed)
{
    store *s = open_store(where);
    list l = { .n = 0 };
    for (int i = 1; i <= 7; i++) {
        store_person p = { .id = id_of(i), .seen = 100 * i };
        if (i == 2)
            strcpy(p.password, "hash");
        cr_assert_eq(store_add_person(s, &p), STORE_OK);
    }
    store_table t = { .id = id_of(20), .host = id_of(3), .game = text_of("g"), .about = text_of("{}") };
    cr_assert_eq(store_add_table(s, &t), STORE_OK);
    cr_assert_eq(store_set_seat(s, t.id, 0, id_of(4), text_of("")), STORE_OK);
    cr_assert_eq(store_list_expired_guests(s, 700, 2, take_id, &l), STORE_OK);
    cr_expect_str_eq(l.text, "15", "all but those with a password, a seat or a table, the oldest first");
    l = (list){ .n = 0 };
    cr_assert_eq(store_list_expired_guests(s, 700, 10, take_id, &l), STORE_OK);
    cr_expect_str_eq(l.text, "156");
    store_close(&s);
}

BOTH(meta_values_are_found_by_name)
{
    store *s = open_store(where);
    char value[8];
    size_t n = 9;
    cr_expect_eq(store_get_meta(s, "x", value, sizeof value, &n), STORE_NOT_FOUND);
    cr_assert_eq(store_set_meta(s, "x", "abc", 3), STORE_OK);
    cr_assert_eq(store_set_meta(s, "x", "0123456789", 10), STORE_OK);
    cr_assert_eq(store_get_meta(s, "x", value, sizeof value, &n), STORE_OK);
    cr_expect(n == 8 && memcmp(value, "01234567", 8) == 0);
    cr_assert_eq(store_set_meta(s, "y", "", 0), STORE_OK);
    cr_assert_eq(store_get_meta(s, "y", value, sizeof value, &n), STORE_OK);
    cr_expect_eq(n, 0);
    store_close(&s);
}

/* A backup of either kind of store is a file. */
BOTH(a_backup_has_bans_and_invitations)
{
    char folder[PLACE], path[PLACE + 16];
    store *s = open_store(where);
    store_person p = { .id = id_of(1), .name = "Bill", .skeleton = "bill" }, found;
    unsigned char key[STORE_KEY];
    key_of(1, key);
    cr_assert_eq(store_add_person(s, &p), STORE_OK);
    cr_assert_eq(store_ban(s, p.id, 5000), STORE_OK);
    cr_assert_eq(store_add_invite(s, key, 1, 1000, 1), STORE_OK);
    folder_make(folder);
    snprintf(path, sizeof path, "%s/copy.db", folder);
    cr_assert_eq(store_back_up(s, path), STORE_OK);
    store_close(&s);
    s = open_store(path);
    cr_assert_eq(store_find_name(s, "bill", &found), STORE_OK);
    cr_expect_eq(found.banned, 5000);
    cr_expect_str_eq(found.skeleton, "bill");
    cr_expect_eq(store_use_invite(s, key, 10), STORE_OK);
    store_close(&s);
    folder_remove(folder);
}
