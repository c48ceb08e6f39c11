/* SPDX-License-Identifier: MIT */
/* tests/store/powerloss_test.c -- the power fails at every write, truncate, sync and delete of a script.
 * The script is a list of changes, each durable when its call returns. It is run once on a disk that does not fail, and
 * what the store contains after each change is written down. Then it is run again for each step of the disk, up to the
 * failure at that step. Whatever has survived on the disk, the store opens, is sound, and contains what it did after
 * the last change that was acknowledged, or after the one that was under way. */
#include <sqlite3.h>
#include <unistd.h>

#include "record/buffer.h"
#include "store/store_int.h"
#include "tests/store/backends.h"
#include "tests/store/crash_vfs.h"

enum {
    ROUNDS = 12, /* of a game at each table */
    TABLES = 3,
    CHANGES_MAX = 100,
    WAL_PAGES = 12, /* checkpoint interval: small, so that some failures hit a checkpoint */
    SEEDS = 2       /* for each random kind of failure */
};

/* -- The script -- */

static store_err sign_up(store *s, int i)
{
    store_person p = { .id = id_of(i), .since = 10 + i, .seen = 20 + i, .lang = "de" };
    store_session session = { .key = { (unsigned char)(i + 1) }, .person = p.id, .since = 3, .device = "a browser" };
    snprintf(p.name, sizeof p.name, "person %d", i);
    store_err err = store_begin(s);
    if (!err)
        err = store_add_person(s, &p);
    if (!err)
        err = store_add_session(s, &session);
    return err ? err : store_commit(s);
}

static store_err create(store *s, int i)
{
    store_table t = { .id = id_of(100 + i),
                      .host = id_of(0),
                      .since = 1000 + i,
                      .changed = 1000 + i,
                      .is_public = true,
                      .game = text_of("chang-cheng"),
                      .about = text_of("{\"secret\":\"as long as a secret is, which is long\"}") };
    store_err err = store_begin(s);
    if (!err)
        err = store_add_table(s, &t);
    for (int seat = 0; seat < 2 && !err; seat++)
        err = store_set_seat(s, t.id, seat, id_of(seat), text_of(""));
    return err ? err : store_commit(s);
}

/* One entry for each table in one batch; sometimes with a chat message in the same transaction. */
static store_err play(store *s, int round)
{
    store_append_op list[TABLES];
    static char text[1500];
    memset(text, 'a' + round, sizeof text - 1); /* long enough for several pages a batch */
    for (int i = 0; i < TABLES; i++)
        list[i] = (store_append_op){ .table = id_of(100 + i),
                                     .entry = { .n = (uint32_t)round, .kind = 'm', .person = id_of(round % 2) },
                                     .after = { .state = STORE_PLAYING, .to_act = 1 } };
    for (int i = 0; i < TABLES; i++)
        list[i].entry.text = (mur_span){ text, (size_t)(round * 100 + 10) };
    store_err err = store_begin(s);
    if (!err)
        err = store_append_all(s, list, TABLES);
    if (!err && round % 3 == 0)
        err = store_add_chat(s, id_of(100), id_of(1), 5000 + round, text_of("well played"));
    return err ? err : store_commit(s);
}

static store_err forget(store *s, int i)
{
    return store_forget_person(s, id_of(i));
}

static store_err claim(store *s, int i)
{
    return store_claim(s, id_of(100 + i), ROUNDS, id_of(77), 60000);
}

static store_err stand_up(store *s, int i)
{
    return store_set_seat(s, id_of(100 + i), 1, (store_id){ { 0 } }, text_of("mason"));
}

static const struct {
    store_err (*change)(store *s, int i);
    int n;
} script[] = {
    { sign_up, 3 }, { create, TABLES }, { play, ROUNDS }, { claim, 1 }, { stand_up, TABLES }, { forget, 2 }
};

/* -- What a store contains, as text -- */

static void put_id(mur_buffer *b, store_id id)
{
    char text[40];
    for (int i = 0; i < 16; i++)
        snprintf(text + 2 * i, 3, "%02x", id.at[i]);
    mur_buffer_put(b, text);
    mur_buffer_put(b, " ");
}

static void put_line(mur_buffer *b, long long number, mur_span text)
{
    char line[32];
    snprintf(line, sizeof line, "%lld ", number);
    mur_buffer_put(b, line);
    mur_buffer_put_span(b, text);
    mur_buffer_put(b, "\n");
}

static bool put_entry(void *context, const store_entry *e)
{
    put_id(context, e->person);
    put_line(context, e->n, e->text);
    return true;
}

static bool put_seat(void *context, int seat, store_id person, mur_span bot)
{
    put_id(context, person);
    put_line(context, seat, bot);
    return true;
}

static bool put_chat(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    (void)name;
    put_id(context, person);
    put_line(context, at, text);
    return true;
}

static bool put_table(void *context, const store_table *t)
{
    put_id(context, t->host);
    put_line(context, t->length * 100 + t->state * 10 + t->to_act, t->about);
    return true;
}

static bool put_session(void *context, const store_session *session)
{
    put_line(context, session->key[0], mur_span_of(session->device));
    return true;
}

static char *contents_of(store *s)
{
    mur_buffer b = { 0 };
    store_person p;
    mur_buffer_put(&b, "");
    for (int i = 0; i < 3; i++) {
        if (store_find_person(s, id_of(i), &p) == STORE_OK)
            put_line(&b, p.since, mur_span_of(p.name));
        cr_assert_eq(store_list_sessions(s, id_of(i), put_session, &b), STORE_OK);
    }
    for (int i = 0; i < TABLES; i++) {
        store_id id = id_of(100 + i);
        if (store_find_table(s, id, put_table, &b) != STORE_OK)
            continue;
        cr_assert_eq(store_read_entries(s, id, 0, put_entry, &b), STORE_OK);
        cr_assert_eq(store_list_seats(s, id, put_seat, &b), STORE_OK);
        cr_assert_eq(store_read_chat(s, id, 100, put_chat, &b), STORE_OK);
        put_line(&b, store_claim(s, id, ROUNDS, id_of(78), 1) == STORE_TAKEN, mur_span_of("claimed"));
    }
    return b.at;
}

/* -- Runs -- */

static sqlite3 *latest; /* the connection that was opened last */

static int on_connection(sqlite3 *db, const char **why, const struct sqlite3_api_routines *api)
{
    (void)why, (void)api;
    latest = db;
    return SQLITE_OK;
}

/* Opens the store on the failing disk. NULL: the power has failed. */
static store *open_on_disk(const char *where, long crash_at)
{
    store *s;
    crash_vfs_begin(crash_at);
    store_sqlite_use_vfs("crash");
    sqlite3_auto_extension((void (*)(void))on_connection);
    store_err err = store_open(&s, where, NULL);
    store_sqlite_use_vfs(NULL);
    cr_assert(err == STORE_OK || crash_vfs_has_crashed(), "%d", err);
    if (s)
        sqlite3_wal_autocheckpoint(latest, WAL_PAGES);
    return s;
}

/* How many changes were acknowledged; note(i) is called after each. */
static int run_script(store *s, void (*note)(store *s, int done))
{
    int done = 0;
    for (size_t i = 0; i < countof(script); i++)
        for (int k = 0; k < script[i].n; k++) {
            if (script[i].change(s, k) != STORE_OK)
                return done;
            done++;
            if (note)
                note(s, done);
        }
    return done;
}

/* The reference: what the store contains after each change. Claims are taken by contents_of(), so it looks at copies.
 */
static char *expected[CHANGES_MAX];
static const char *reference;

static void note_contents(store *s, int done)
{
    char path[PLACE + 16];
    snprintf(path, sizeof path, "%s.%d", reference, done);
    cr_assert_eq(store_back_up(s, path), STORE_OK);
    store *copy = open_store(path);
    cr_assert_lt(done, CHANGES_MAX);
    expected[done] = contents_of(copy);
    store_close(&copy);
    unlink(path);
}

static void check_sound(const char *where)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    cr_assert_eq(sqlite3_open(where, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, "pragma integrity_check", -1, &q, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_step(q), SQLITE_ROW);
    cr_assert_str_eq((const char *)sqlite3_column_text(q, 0), "ok");
    sqlite3_finalize(q);
    cr_assert_eq(sqlite3_prepare_v2(db, "pragma foreign_key_check", -1, &q, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_step(q), SQLITE_DONE, "a reference leads nowhere");
    sqlite3_finalize(q);
    sqlite3_close(db);
}

/* Opens what has survived with SQLite's own VFS. */
static void check_survivors(const char *where, long step, int done, crash_kind kind, uint64_t seed)
{
    store *s;
    char why[256];
    crash_vfs_survive(kind, seed);
    store_err err = store_open(&s, where, why);
    cr_assert_eq(err, STORE_OK, "step %ld, kind %d, seed %d: %s", step, (int)kind, (int)seed, why);
    char *found = contents_of(s);
    bool is_right =
        strcmp(found, expected[done]) == 0 || (expected[done + 1] && strcmp(found, expected[done + 1]) == 0);
    cr_assert(is_right, "step %ld, kind %d, seed %d: after %d acknowledged changes there is\n%s", step, (int)kind,
              (int)seed, done, found);
    free(found);
    store_close(&s);
    check_sound(where);
    unlink(where);
}

/* True: the power failed before the end. */
static bool fail_at(const char *where, long step)
{
    store *s = open_on_disk(where, step);
    int done = s ? run_script(s, NULL) : 0;
    store_close(&s);
    if (!crash_vfs_has_crashed())
        return false;
    check_survivors(where, step, done, CRASH_SYNCED, 0);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        check_survivors(where, step, done, CRASH_PREFIX, 1000 * (uint64_t)step + seed);
        check_survivors(where, step, done, CRASH_SUBSET, 1000 * (uint64_t)step + seed);
    }
    return true;
}

static void fail_everywhere(const char *where)
{
    char path[PLACE + 16];
    long step = 1;
    snprintf(path, sizeof path, "%s.reference", where);
    reference = path;
    store *s = open_store(path);
    expected[0] = contents_of(s);
    int n = run_script(s, note_contents);
    store_close(&s);
    cr_assert_eq(n, 3 + TABLES + ROUNDS + 1 + TABLES + 2);
    while (fail_at(where, step))
        step++;
    cr_log_info("the power failed at each of %ld steps", step - 1);
    cr_assert_gt(step, 300, "the disk is hardly used: %ld", step);
    for (int i = 0; i <= n; i++)
        free(expected[i]);
    crash_vfs_end();
}

Test(sqlite, a_power_failure_at_any_step_loses_nothing_acknowledged)
{
    on_sqlite(fail_everywhere);
}
