/* SPDX-License-Identifier: MIT */
/* tests/server/store_worker_test.c -- batches, order of results, news, failures and limits of the store worker.
 * Tests that need a certain order of events block one of the worker's threads with a job that waits (block_worker).
 * Most run on SQLite and PostgreSQL (BOTH, tests/store/backends.h). */
#include "server/workers/store_worker.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>

#include "tests/store/backends.h"

enum { JOBS = 300 };

/* Entries to append, and whether the job is done. */
typedef struct {
    store_job job;
    store_append_op add[2];
    bool is_done;
} writing;

static store_worker *open_worker(const char *where)
{
    store_worker *c;
    char why[256];
    cr_assert_eq(store_worker_open(&c, where, why), STORE_OK, "%s", why);
    return c;
}

static void finish_jobs(store_worker *c)
{
    while (store_worker_pending(c) > 0) {
        struct pollfd wait = { .fd = store_worker_fd(c), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "the worker does not answer");
        store_worker_dispatch(c);
    }
}

static void on_done(store_job *job)
{
    ((writing *)job)->is_done = true;
}

static void prepare(writing *w, int table, uint32_t n, int entries)
{
    *w = (writing){ .job = { .on_done = on_done, .appends = w->add, .n_appends = (size_t)entries } };
    for (int i = 0; i < entries; i++)
        w->add[i] = (store_append_op){ .table = id_of(table), .entry = { .n = n + (uint32_t)i, .text = text_of("x") } };
}

static void make_tables(const char *where, int n)
{
    store *s = open_store(where);
    for (int i = 0; i < n; i++)
        add_table(s, id_of(i));
    store_close(&s);
}

static int length_of(const char *where, int table)
{
    store *s = open_store(where);
    int n = log_length(s, id_of(table));
    store_close(&s);
    return n;
}

BOTH(every_job_has_its_own_result)
{
    static writing w[JOBS];
    make_tables(where, 3);
    store_worker *c = open_worker(where);
    for (int i = 0; i < JOBS; i++) { /* every third has an old number, every twelfth no table */
        prepare(&w[i], i % 3, i % 3 == 2 ? 0 : (uint32_t)i / 3, 1);
        if (i % 12 == 11)
            w[i].add[0].table = id_of(99);
        cr_assert(store_worker_submit(c, &w[i].job));
    }
    cr_expect_eq(store_worker_pending(c), JOBS);
    finish_jobs(c);
    store_worker_close(&c);
    cr_expect_null(c);
    for (int i = 0; i < JOBS; i++) {
        store_err expected = i % 12 == 11 ? STORE_NOT_FOUND : i % 3 == 2 && i > 2 ? STORE_TAKEN : STORE_OK;
        cr_expect(w[i].is_done);
        cr_expect_eq(w[i].job.err, expected, "%d: %d", i, w[i].job.err);
    }
    cr_expect_eq(length_of(where, 0), JOBS / 3);
    cr_expect_eq(length_of(where, 1), JOBS / 3);
    cr_expect_eq(length_of(where, 2), 1);
}

/* Another writer has appended entry 0. Entry 1 of the pair would fit after it, but must not be written alone. */
BOTH(of_two_entries_both_are_written_or_none)
{
    static writing w[2];
    make_tables(where, 2);
    store *s = open_store(where);
    cr_assert_eq(add_entry(s, id_of(0), 0, "somebody else"), STORE_OK);
    store_worker *c = open_worker(where);
    for (int i = 0; i < 2; i++) {
        prepare(&w[i], i, 0, 2);
        store_worker_submit(c, &w[i].job);
    }
    finish_jobs(c);
    store_worker_close(&c);
    cr_expect_eq(w[0].job.err, STORE_TAKEN);
    cr_expect_eq(w[1].job.err, STORE_OK);
    cr_expect_eq(log_length(s, id_of(0)), 1);
    cr_expect_eq(log_length(s, id_of(1)), 2);
    store_close(&s);
}

/* A job that blocks a thread of the worker until it is released. */
typedef struct {
    writing w;
    atomic_bool has_begun, may_end;
} blocker;

static void wait_for_release(store_job *job, store *s)
{
    blocker *o = (blocker *)job;
    (void)s;
    atomic_store(&o->has_begun, true);
    while (!atomic_load(&o->may_end))
        wait_ms(1);
}

/* For a minute at most. */
static void wait_for_flag(const atomic_bool *flag)
{
    for (int i = 0; i < 60000 && !atomic_load(flag); i++)
        wait_ms(1);
    cr_assert(atomic_load(flag), "the job does not run");
}

/* Submits the blocker and waits until it runs. */
static void block_worker(store_worker *c, blocker *o, store_job job)
{
    job.run = wait_for_release;
    job.on_done = on_done;
    o->w = (writing){ .job = job };
    atomic_store(&o->has_begun, false);
    atomic_store(&o->may_end, false);
    cr_assert(store_worker_submit(c, &o->w.job));
    wait_for_flag(&o->has_begun);
}

BOTH(a_job_can_be_extended_until_its_batch_begins)
{
    static writing w;
    static blocker o;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    block_worker(c, &o, (store_job){ .writes = true });
    prepare(&w, 0, 0, 2);
    store_append_op more = w.add[1];
    w.job.n_appends = 1;
    cr_assert(store_worker_submit(c, &w.job));
    cr_expect(store_worker_extend(c, &w.job, &more), "it is still queued");
    cr_expect_not(store_worker_extend(c, &o.w.job, &more), "that one is running");
    atomic_store(&o.may_end, true);
    finish_jobs(c);
    cr_expect_not(store_worker_extend(c, &w.job, &more), "it is done");
    store_worker_close(&c);
    cr_expect_eq(w.job.err, STORE_OK);
    cr_expect_eq(w.job.n_appends, 2);
    cr_expect_eq(length_of(where, 0), 2);
}

static void add_table_50(store_job *job, store *s)
{
    store_table t = { .id = id_of(50), .game = text_of("die-mauer"), .about = text_of("{}") };
    job->err = store_add_table(s, &t);
}

static bool note_found(void *context, const store_table *t)
{
    (void)t;
    *(bool *)context = true;
    return false;
}

static bool has_table(const char *where, int id)
{
    bool is_there = false;
    store *s = open_store(where);
    store_find_table(s, id_of(id), note_found, &is_there);
    store_close(&s);
    return is_there;
}

BOTH(run_is_called_only_if_the_entries_were_written)
{
    static writing w;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    prepare(&w, 0, 1, 1);
    w.job.run = add_table_50;
    store_worker_submit(c, &w.job);
    finish_jobs(c);
    cr_expect_eq(w.job.err, STORE_NOT_FOUND, "a gap");
    cr_expect_not(has_table(where, 50));
    prepare(&w, 0, 0, 1);
    w.job.run = add_table_50;
    store_worker_submit(c, &w.job);
    finish_jobs(c);
    cr_expect_eq(w.job.err, STORE_OK);
    cr_expect(has_table(where, 50));
    store_worker_close(&c);
}

static void count_log(store_job *job, store *s)
{
    job->err = log_length(s, id_of(0)) == 1 ? STORE_OK : STORE_CORRUPT;
}

BOTH(a_read_sees_earlier_writes)
{
    static writing w, r;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    prepare(&w, 0, 0, 1);
    r = (writing){ .job = { .run = count_log, .on_done = on_done } };
    store_worker_submit(c, &w.job);
    store_worker_submit(c, &r.job);
    finish_jobs(c);
    cr_expect(w.is_done && r.is_done);
    cr_expect_eq(r.job.err, STORE_OK);
    store_worker_close(&c);
}

static void dispatch_until(store_worker *c, const bool *is_done)
{
    while (!*is_done) {
        struct pollfd wait = { .fd = store_worker_fd(c), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "no answer");
        store_worker_dispatch(c);
    }
}

BOTH(a_slow_list_delays_neither_writes_nor_quick_reads)
{
    static writing w, r;
    static blocker o;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    block_worker(c, &o, (store_job){ .lane = STORE_LANE_LIST });
    prepare(&w, 0, 0, 1);
    store_worker_submit(c, &w.job);
    dispatch_until(c, &w.is_done);
    cr_expect_eq(w.job.err, STORE_OK);
    r = (writing){ .job = { .run = count_log, .on_done = on_done } };
    store_worker_submit(c, &r.job);
    dispatch_until(c, &r.is_done);
    cr_expect_eq(r.job.err, STORE_OK);
    cr_expect_not(o.w.is_done);
    cr_expect_eq(store_worker_pending(c), 1);
    atomic_store(&o.may_end, true);
    finish_jobs(c);
    cr_expect(o.w.is_done);
    store_worker_close(&c);
}

BOTH(a_list_sees_writes_submitted_before_it)
{
    static writing w, r;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    prepare(&w, 0, 0, 1);
    r = (writing){ .job = { .lane = STORE_LANE_LIST, .run = count_log, .on_done = on_done } };
    store_worker_submit(c, &w.job);
    store_worker_submit(c, &r.job);
    finish_jobs(c);
    cr_expect_eq(r.job.err, STORE_OK);
    store_worker_close(&c);
}

/* The owners, in the order of their answers. */
static char served[64];

static void on_owner_served(store_job *job)
{
    size_t n = strlen(served);
    snprintf(served + n, sizeof served - n, "%d", (int)job->owner);
}

static void do_nothing(store_job *job, store *s)
{
    (void)job, (void)s;
}

/* Blocks the list reader, submits jobs of several owners, and compares the order in which they run. */
static void serve_in_turn(const char *where)
{
    static const uint64_t owners[] = { 1, 1, 1, 1, 2, 2, 3, 0 };
    static store_job jobs[countof(owners)];
    static blocker o;
    store_worker *c = open_worker(where);
    served[0] = '\0';
    for (int round = 0; round < 2; round++) {
        block_worker(c, &o, (store_job){ .lane = STORE_LANE_LIST, .owner = 9 });
        for (size_t i = 0; i < countof(owners); i++) {
            jobs[i] = (store_job){
                .lane = STORE_LANE_LIST, .owner = owners[i], .run = do_nothing, .on_done = on_owner_served
            };
            cr_assert(store_worker_submit(c, &jobs[i]));
        }
        atomic_store(&o.may_end, true);
        finish_jobs(c);
    }
    cr_expect_str_eq(served,
                     "12301211"
                     "23012111",
                     "the owner who was served last comes last in the second round");
    store_worker_close(&c);
}

Test(sqlite, owners_of_lists_take_turns)
{
    on_sqlite(serve_in_turn);
}

/* Many owners with many jobs each: nobody is served twice before all the others were served once. */
enum { OWNERS = 200, EACH = 20 };
static int n_served[OWNERS];
static bool is_unfair;

static void count_served(store_job *job)
{
    int before = n_served[job->owner]++;
    for (int i = 0; i < OWNERS; i++)
        is_unfair = is_unfair || n_served[i] < before;
}

static void serve_many_owners(const char *where)
{
    static blocker o;
    static store_job jobs[OWNERS * EACH];
    store_worker *c = open_worker(where);
    memset(n_served, 0, sizeof n_served);
    is_unfair = false;
    block_worker(c, &o, (store_job){ .lane = STORE_LANE_LIST, .owner = 9999 });
    for (int i = 0; i < OWNERS * EACH; i++) {
        jobs[i] = (store_job){ .lane = STORE_LANE_LIST, .owner = (uint64_t)(i / EACH), .run = do_nothing };
        jobs[i].on_done = count_served;
        cr_assert(store_worker_submit(c, &jobs[i]));
    }
    atomic_store(&o.may_end, true);
    finish_jobs(c);
    cr_expect_not(is_unfair);
    store_worker_close(&c);
}

Test(sqlite, no_owner_gets_a_second_list_before_all_have_a_first)
{
    on_sqlite(serve_many_owners);
}

/* A quick read that has begun does not see what is committed meanwhile, so its answer comes before the writer's. */
static int n_answers;

typedef struct {
    blocker o;
    int length[2]; /* of the log: at the beginning, at the end */
    int answer;    /* its number among all answers */
} slow_read;

static void read_twice(store_job *job, store *s)
{
    slow_read *g = (slow_read *)job;
    g->length[0] = log_length(s, id_of(0));
    wait_for_release(job, s);
    g->length[1] = log_length(s, id_of(0));
}

static void on_read_done(store_job *job)
{
    ((slow_read *)job)->answer = ++n_answers;
}

static void on_write_done(store_job *job)
{
    n_answers++;
    on_done(job);
}

/* A write that commits while a quick read runs is reported after the read. */
BOTH(a_quick_read_is_not_out_of_date_when_it_is_reported)
{
    static slow_read g;
    static writing w;
    n_answers = 0;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    g = (slow_read){ .o.w.job = { .run = read_twice, .on_done = on_read_done } };
    store_worker_submit(c, &g.o.w.job);
    wait_for_flag(&g.o.has_begun);
    prepare(&w, 0, 0, 1);
    w.job.on_done = on_write_done;
    store_worker_submit(c, &w.job);
    for (int i = 0; i < 60000 && store_worker_commits(c) == 0; i++)
        wait_ms(1);
    cr_assert_gt(store_worker_commits(c), 0);
    store_worker_dispatch(c);
    cr_expect_not(w.is_done, "a write that the quick read could not see is reported after it");
    atomic_store(&g.o.may_end, true);
    finish_jobs(c);
    cr_expect(w.is_done);
    cr_expect_eq(w.job.err, STORE_OK);
    cr_expect_eq(g.answer, 1);
    cr_expect_eq(g.length[0], 0);
    cr_expect_eq(g.length[1], 0, "a job reads a single snapshot");
    store_worker_close(&c);
}

/* Both histograms: commits of the writer, waiting times of all lanes. */
BOTH(durations_of_jobs_are_counted)
{
    static blocker o;
    static writing w, r;
    histogram commits, waits;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    cr_expect_eq(store_worker_oldest_ms(c), 0);
    block_worker(c, &o, (store_job){ .lane = STORE_LANE_LIST });
    prepare(&w, 0, 0, 1);
    store_worker_submit(c, &w.job);
    r = (writing){ .job = { .run = count_log, .on_done = on_done } };
    store_worker_submit(c, &r.job);
    dispatch_until(c, &r.is_done);
    while (store_worker_oldest_ms(c) < 20)
        wait_ms(1);
    atomic_store(&o.may_end, true);
    finish_jobs(c);
    cr_expect_eq(store_worker_oldest_ms(c), 0);
    store_worker_histograms(c, &commits, &waits);
    cr_expect_eq(commits.n, 1);
    cr_expect_gt(commits.sum, 0);
    cr_expect_eq(waits.n, 3);
    store_worker_close(&c);
}

BOTH(a_reading_job_cannot_write)
{
    static writing w;
    make_tables(where, 1);
    for (int lane = STORE_LANE_READ; lane <= STORE_LANE_LIST; lane++) {
        store_worker *c = open_worker(where);
        w = (writing){ .job = { .lane = (store_lane)lane, .run = add_table_50, .on_done = on_done } };
        store_worker_submit(c, &w.job);
        finish_jobs(c);
        cr_expect_neq(w.job.err, STORE_OK);
        store_worker_close(&c);
        cr_expect_not(has_table(where, 50));
    }
}

static void on_news(void *context, store_id table, uint32_t length)
{
    uint32_t *news_length = context;
    if (memcmp(&table, &(store_id[]){ id_of(0) }, sizeof table) == 0)
        *news_length = length;
    else if (memcmp(&table, &(store_id){ { 0 } }, sizeof table) == 0)
        *news_length = UINT32_MAX; /* only that something changed */
}

BOTH(writes_of_other_processes_are_reported)
{
    uint32_t news_length = 0;
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    store_worker_on_news(c, on_news, &news_length);
    store *other = open_store(where);
    cr_assert_eq(add_entry(other, id_of(0), 0, "news"), STORE_OK);
    while (news_length == 0) {
        struct pollfd wait = { .fd = store_worker_fd(c), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "no news");
        store_worker_dispatch(c);
    }
    cr_expect(news_length == 1 || news_length == UINT32_MAX, "%u", news_length);
    store_close(&other);
    store_worker_close(&c);
}

/* A job reads a table's entries, and right afterwards another process appends one. The caller must get the news after
 * the result of the read, otherwise it would miss the entry. */
typedef struct {
    store_job job;
    store *other;
    uint32_t n;
    bool is_done, is_missed;
} overtaken;

static void read_then_append(store_job *job, store *s)
{
    overtaken *o = (overtaken *)job;
    cr_assert_eq(log_length(s, id_of(0)), (int)o->n);
    job->err = add_entry(o->other, id_of(0), o->n, "later");
}

static void on_overtaken(store_job *job)
{
    ((overtaken *)job)->is_done = true;
}

static void on_news_overtaken(void *context, store_id table, uint32_t length)
{
    overtaken *o = context;
    (void)table;
    o->is_missed = o->is_missed || (!o->is_done && length == o->n + 1);
}

static void overtake(const char *where)
{
    make_tables(where, 1);
    store_worker *c = open_worker(where);
    overtaken o = { .other = open_store(where) };
    store_worker_on_news(c, on_news_overtaken, &o);
    for (int i = 0; i < 300 && !o.is_missed; i++) {
        o.job = (store_job){ .run = read_then_append, .on_done = on_overtaken };
        o.n = (uint32_t)i;
        o.is_done = false;
        store_worker_submit(c, &o.job);
        while (store_worker_pending(c) > 0)
            store_worker_dispatch(c); /* busy loop, so that every order of events occurs */
        cr_assert_eq(o.job.err, STORE_OK);
    }
    cr_expect_not(o.is_missed);
    store_worker_on_news(c, NULL, NULL);
    store_close(&o.other);
    store_worker_close(&c);
}

Test(postgres, news_that_a_read_could_not_see_comes_after_its_result)
{
    on_postgres(overtake);
}

/* Writing fails at a limit of the file size, and works again once it is lifted. */
static void fill_file_and_continue(const char *where)
{
    static writing w[2];
    static char text[60000];
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    memset(text, 'x', sizeof text - 1);
    make_tables(where, 2);
    store_worker *c = open_worker(where);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 400000;
    setrlimit(RLIMIT_FSIZE, &limit);
    uint32_t n = 0;
    do {
        for (int i = 0; i < 2; i++) {
            prepare(&w[i], i, n, 1);
            w[i].add[0].entry.text = text_of(text);
            store_worker_submit(c, &w[i].job);
        }
        finish_jobs(c);
        n++;
    } while (w[0].job.err == STORE_OK && w[1].job.err == STORE_OK && n < 100);
    cr_expect(w[0].job.err == STORE_UNAVAILABLE || w[1].job.err == STORE_UNAVAILABLE);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 2; i++) {
        if (w[i].job.err == STORE_OK)
            continue;
        prepare(&w[i], i, n - 1, 1);
        store_worker_submit(c, &w[i].job);
        finish_jobs(c);
        cr_expect_eq(w[i].job.err, STORE_OK);
    }
    store_worker_close(&c);
    cr_expect_eq(length_of(where, 0), (int)n);
    cr_expect_eq(length_of(where, 1), (int)n);
}

Test(sqlite, a_full_disk_is_reported_and_the_worker_goes_on)
{
    on_sqlite(fill_file_and_continue);
}

static void ignore_result(store_job *job)
{
    (void)job;
}

static void fill_queue(const char *where)
{
    store_worker *c = open_worker(where);
    store_job *jobs = calloc(STORE_JOBS_MAX + 1, sizeof *jobs);
    for (int i = 0; i <= STORE_JOBS_MAX; i++)
        jobs[i] = (store_job){ .run = do_nothing, .on_done = ignore_result };
    for (int i = 0; i < STORE_JOBS_MAX; i++)
        cr_assert(store_worker_submit(c, &jobs[i]));
    cr_expect_not(store_worker_submit(c, &jobs[STORE_JOBS_MAX]));
    finish_jobs(c);
    cr_expect(store_worker_submit(c, &jobs[STORE_JOBS_MAX]));
    finish_jobs(c);
    store_worker_close(&c);
    free(jobs);
}

Test(sqlite, the_queue_is_bounded)
{
    on_sqlite(fill_queue);
}

Test(store_worker, it_does_not_open_without_a_store)
{
    char why[256];
    store_worker *c = (store_worker *)why;
    cr_expect_eq(store_worker_open(&c, "/no/such/folder/store.db", why), STORE_UNAVAILABLE);
    cr_expect_null(c);
    cr_expect_neq(why[0], '\0');
    store_worker_close(&c);
}
