/* SPDX-License-Identifier: MIT */
/* tests/store/cost_test.c -- the cost of an entry does not grow with the store. Measured in steps of SQLite's virtual
 * machine and in pages written, not in time. */
#include <sqlite3.h>

#include "tests/store/backends.h"

enum { LIVE = 100, FINISHED = 2000, GAME = 20 };

/* A store hides its database connection; SQLite calls on_open() for each one. */
static sqlite3 *latest;

static int on_open(sqlite3 *db, char **error, const struct sqlite3_api_routines *routines)
{
    (void)error, (void)routines;
    latest = db;
    return SQLITE_OK;
}

typedef struct {
    long steps, pages;
} cost;

/* Since the last call. */
static cost count(void)
{
    cost c = { 0, 0 };
    int pages, peak;
    for (sqlite3_stmt *q = NULL; (q = sqlite3_next_stmt(latest, q));)
        c.steps += sqlite3_stmt_status(q, SQLITE_STMTSTATUS_VM_STEP, 1);
    sqlite3_db_status(latest, SQLITE_DBSTATUS_CACHE_WRITE, &pages, &peak, 1);
    c.pages = pages;
    return c;
}

/* One entry for each live table. */
static cost play_round(store *s, uint32_t n)
{
    static store_append_op list[LIVE];
    for (int i = 0; i < LIVE; i++)
        list[i] = (store_append_op){ .table = id_of(i),
                                     .entry = { .n = n, .kind = 'm', .text = text_of("wall C4") },
                                     .after = { .state = STORE_PLAYING, .to_act = n % 2 } };
    count();
    cr_assert_eq(store_begin(s), STORE_OK);
    cr_assert_eq(store_append_all(s, list, LIVE), STORE_OK);
    cr_assert_eq(store_commit(s), STORE_OK);
    for (int i = 0; i < LIVE; i++)
        cr_assert_eq(list[i].err, STORE_OK);
    return count();
}

/* The maximum of steps; pages on average, since now and then a page is full. */
static cost play_rounds(store *s, uint32_t from, uint32_t to)
{
    cost all = { 0, 0 };
    for (uint32_t n = from; n < to; n++) {
        cost c = play_round(s, n);
        all.steps = c.steps > all.steps ? c.steps : all.steps;
        all.pages += c.pages;
    }
    all.pages /= to - from;
    return all;
}

static void add_finished(store *s)
{
    store_append_op game[GAME];
    cr_assert_eq(store_begin(s), STORE_OK);
    for (int i = 0; i < FINISHED; i++) {
        store_id id = id_of(LIVE + i);
        add_table(s, id);
        for (uint32_t n = 0; n < GAME; n++)
            game[n] = (store_append_op){ .table = id,
                                         .entry = { .n = n, .kind = 'm', .text = text_of("wall C4") },
                                         .after = { .state = n + 1 < GAME ? STORE_PLAYING : STORE_OVER } };
        cr_assert_eq(store_append_all(s, game, GAME), STORE_OK);
    }
    cr_assert_eq(store_commit(s), STORE_OK);
}

static void check_costs(const char *where)
{
    sqlite3_auto_extension((void (*)(void))on_open);
    store *s = open_store(where);
    sqlite3_cancel_auto_extension((void (*)(void))on_open);
    for (int i = 0; i < LIVE; i++)
        add_table(s, id_of(i));
    cost first = play_rounds(s, 0, 20);
    cost later = play_rounds(s, 20, 200);
    cr_expect_gt(first.steps, LIVE);
    cr_expect_leq(later.steps, first.steps, "a longer game: %ld, then %ld", first.steps, later.steps);
    cr_expect_leq(later.pages, first.pages + 2, "a longer game: %ld, then %ld", first.pages, later.pages);
    add_finished(s);
    later = play_rounds(s, 200, 300);
    cr_expect_leq(later.steps, first.steps, "finished games: %ld, then %ld", first.steps, later.steps);
    cr_expect_leq(later.pages, first.pages + 2, "finished games: %ld, then %ld", first.pages, later.pages);
    store_close(&s);
}

Test(sqlite, the_cost_of_an_entry_does_not_grow_with_the_store)
{
    on_sqlite(check_costs);
}

/* -- Every statement finds its rows by an index -- */

/* Statements for administration and copying, which read everything, and for a test write. */
static bool reads_everything(const char *sql)
{
    return strstr(sql, "(changed, tab.id) < ($1, $2)") || strstr(sql, "order by tab.nr") ||
           strcmp(sql + strlen(sql) - strlen("from person "), "from person ") == 0 ||
           strcmp(sql + strlen(sql) - strlen("from session "), "from session ") == 0 || strstr(sql, "seen = seen + 1");
}

/* Does a step of a query plan scan a table that grows without bound? */
static bool is_scan(const char *step)
{
    static const char *const grown[] = { "SCAN tab",     "SCAN pulse", "SCAN seat", "SCAN person",
                                         "SCAN session", "SCAN log",   "SCAN chat" };
    for (size_t i = 0; i < countof(grown); i++)
        if (strncmp(step, grown[i], strlen(grown[i])) == 0 && !strstr(step, "USING INDEX") &&
            !strstr(step, "USING COVERING INDEX"))
            return true;
    return false;
}

static void check_plan(const char *sql)
{
    sqlite3_stmt *plan;
    char *asked = sqlite3_mprintf("explain query plan %s", sql);
    cr_assert_eq(sqlite3_prepare_v2(latest, asked, -1, &plan, NULL), SQLITE_OK, "%s", sql);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *step = (const char *)sqlite3_column_text(plan, 3);
        cr_expect_not(is_scan(step), "%s: %s", step, sql);
    }
    sqlite3_finalize(plan);
    sqlite3_free(asked);
}

static void check_all_plans(const char *where)
{
    cr_assert_eq(sqlite3_auto_extension((void (*)(void))on_open), SQLITE_OK);
    store *s = open_store(where);
    int n = 0;
    for (sqlite3_stmt *q = NULL; (q = sqlite3_next_stmt(latest, q)); n++) {
        const char *sql = sqlite3_sql(q);
        bool reads = strncmp(sql, "select", 6) == 0 || strncmp(sql, "update", 6) == 0 || strncmp(sql, "delete", 6) == 0;
        if (reads && !reads_everything(sql))
            check_plan(sql);
    }
    cr_expect_gt(n, 50);
    store_close(&s);
}

Test(cost, no_statement_scans_a_whole_table)
{
    on_sqlite(check_all_plans);
}
