/* SPDX-License-Identifier: MIT */
#include "server/clerk.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>

#include "tests/store/places.h"

enum { JOBS = 300 };

/* An entry to append, and what came of it. */
typedef struct {
    clerk_job job;
    store_addition add[2];
    bool is_done;
} writing;

static clerk *made(const char *where)
{
    clerk *c;
    char why[256];
    cr_assert_eq(clerk_open(&c, where, why), STORE_OK, "%s", why);
    return c;
}

static void work_off(clerk *c)
{
    while (clerk_waiting(c) > 0) {
        struct pollfd wait = { .fd = clerk_fd(c), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "the clerk does not answer");
        clerk_answer(c);
    }
}

static void be_done(clerk_job *job)
{
    ((writing *)job)->is_done = true;
}

static void prepare(writing *w, int table, uint32_t n, int entries)
{
    *w = (writing){ .job = { .done = be_done, .additions = w->add, .n_additions = (size_t)entries } };
    for (int i = 0; i < entries; i++)
        w->add[i] = (store_addition){ .table = id_of(table), .entry = { .n = n + (uint32_t)i, .text = text_of("x") } };
}

static void make_tables(const char *where, int n)
{
    store *s = opened(where);
    for (int i = 0; i < n; i++)
        add_table(s, id_of(i));
    store_close(&s);
}

static int length_of(const char *where, int table)
{
    store *s = opened(where);
    int n = log_length(s, id_of(table));
    store_close(&s);
    return n;
}

BOTH(every_job_has_its_own_answer)
{
    static writing w[JOBS];
    make_tables(where, 3);
    clerk *c = made(where);
    for (int i = 0; i < JOBS; i++) { /* every third is late, every fourth of them has no table */
        prepare(&w[i], i % 3, i % 3 == 2 ? 0 : (uint32_t)i / 3, 1);
        if (i % 12 == 11)
            w[i].add[0].table = id_of(99);
        cr_assert(clerk_give(c, &w[i].job));
    }
    cr_expect_eq(clerk_waiting(c), JOBS);
    work_off(c);
    clerk_close(&c);
    cr_expect_null(c);
    for (int i = 0; i < JOBS; i++) {
        store_err expected = i % 12 == 11 ? STORE_NONE : i % 3 == 2 && i > 2 ? STORE_TAKEN : STORE_OK;
        cr_expect(w[i].is_done);
        cr_expect_eq(w[i].job.err, expected, "%d: %d", i, w[i].job.err);
    }
    cr_expect_eq(length_of(where, 0), JOBS / 3);
    cr_expect_eq(length_of(where, 1), JOBS / 3);
    cr_expect_eq(length_of(where, 2), 1);
}

/* Somebody else has written entry 0: entry 1 of the pair would fit after it, but was not meant to. */
BOTH(of_two_entries_both_are_written_or_none)
{
    static writing w[2];
    make_tables(where, 2);
    store *s = opened(where);
    cr_assert_eq(add_entry(s, id_of(0), 0, "somebody else"), STORE_OK);
    clerk *c = made(where);
    for (int i = 0; i < 2; i++) {
        prepare(&w[i], i, 0, 2);
        clerk_give(c, &w[i].job);
    }
    work_off(c);
    clerk_close(&c);
    cr_expect_eq(w[0].job.err, STORE_TAKEN);
    cr_expect_eq(w[1].job.err, STORE_OK);
    cr_expect_eq(log_length(s, id_of(0)), 1);
    cr_expect_eq(log_length(s, id_of(1)), 2);
    store_close(&s);
}

/* A job that keeps the clerk busy until it is let go. */
typedef struct {
    writing w;
    atomic_bool has_begun, may_end;
} obstacle;

static void hold_up(clerk_job *job, store *s)
{
    obstacle *o = (obstacle *)job;
    (void)s;
    atomic_store(&o->has_begun, true);
    while (!atomic_load(&o->may_end))
        wait_ms(1);
}

/* Gives it and waits until its work has begun. */
static void obstruct(clerk *c, obstacle *o, clerk_job job)
{
    job.work = hold_up;
    job.done = be_done;
    o->w = (writing){ .job = job };
    atomic_store(&o->has_begun, false);
    atomic_store(&o->may_end, false);
    cr_assert(clerk_give(c, &o->w.job));
    while (!atomic_load(&o->has_begun))
        wait_ms(1);
}

BOTH(a_job_gets_more_entries_until_the_clerk_begins)
{
    static writing w;
    static obstacle o;
    make_tables(where, 1);
    clerk *c = made(where);
    obstruct(c, &o, (clerk_job){ .writes = true });
    prepare(&w, 0, 0, 2);
    store_addition more = w.add[1];
    w.job.n_additions = 1;
    cr_assert(clerk_give(c, &w.job));
    cr_expect(clerk_extend(c, &w.job, &more), "it waits for the one before it");
    cr_expect_not(clerk_extend(c, &o.w.job, &more), "that one is being done");
    atomic_store(&o.may_end, true);
    work_off(c);
    cr_expect_not(clerk_extend(c, &w.job, &more), "it is done");
    clerk_close(&c);
    cr_expect_eq(w.job.err, STORE_OK);
    cr_expect_eq(w.job.n_additions, 2);
    cr_expect_eq(length_of(where, 0), 2);
}

static void make_another_table(clerk_job *job, store *s)
{
    store_table t = { .id = id_of(50), .game = text_of("die-mauer"), .about = text_of("{}") };
    job->err = store_add_table(s, &t);
}

static bool take_one(void *context, const store_table *t)
{
    (void)t;
    *(bool *)context = true;
    return false;
}

static bool has_table(const char *where, int id)
{
    bool is_there = false;
    store *s = opened(where);
    store_find_table(s, id_of(id), take_one, &is_there);
    store_close(&s);
    return is_there;
}

BOTH(work_follows_only_entries_that_were_written)
{
    static writing w;
    make_tables(where, 1);
    clerk *c = made(where);
    prepare(&w, 0, 1, 1);
    w.job.work = make_another_table;
    clerk_give(c, &w.job);
    work_off(c);
    cr_expect_eq(w.job.err, STORE_NONE, "a gap");
    cr_expect_not(has_table(where, 50));
    prepare(&w, 0, 0, 1);
    w.job.work = make_another_table;
    clerk_give(c, &w.job);
    work_off(c);
    cr_expect_eq(w.job.err, STORE_OK);
    cr_expect(has_table(where, 50));
    clerk_close(&c);
}

static void count_log(clerk_job *job, store *s)
{
    job->err = log_length(s, id_of(0)) == 1 ? STORE_OK : STORE_BROKEN;
}

BOTH(who_reads_sees_what_was_written_before)
{
    static writing w, r;
    make_tables(where, 1);
    clerk *c = made(where);
    prepare(&w, 0, 0, 1);
    r = (writing){ .job = { .work = count_log, .done = be_done } };
    clerk_give(c, &w.job);
    clerk_give(c, &r.job);
    work_off(c);
    cr_expect(w.is_done && r.is_done);
    cr_expect_eq(r.job.err, STORE_OK);
    clerk_close(&c);
}

static void answer_until(clerk *c, const bool *is_done)
{
    while (!*is_done) {
        struct pollfd wait = { .fd = clerk_fd(c), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "no answer");
        clerk_answer(c);
    }
}

BOTH(a_list_that_takes_long_delays_neither_what_is_written_nor_a_quick_read)
{
    static writing w, r;
    static obstacle o;
    make_tables(where, 1);
    clerk *c = made(where);
    obstruct(c, &o, (clerk_job){ .lane = CLERK_LIST });
    prepare(&w, 0, 0, 1);
    clerk_give(c, &w.job);
    answer_until(c, &w.is_done);
    cr_expect_eq(w.job.err, STORE_OK);
    r = (writing){ .job = { .work = count_log, .done = be_done } };
    clerk_give(c, &r.job);
    answer_until(c, &r.is_done);
    cr_expect_eq(r.job.err, STORE_OK);
    cr_expect_not(o.w.is_done);
    cr_expect_eq(clerk_waiting(c), 1);
    atomic_store(&o.may_end, true);
    work_off(c);
    cr_expect(o.w.is_done);
    clerk_close(&c);
}

BOTH(a_list_sees_what_was_given_before_it)
{
    static writing w, r;
    make_tables(where, 1);
    clerk *c = made(where);
    prepare(&w, 0, 0, 1);
    r = (writing){ .job = { .lane = CLERK_LIST, .work = count_log, .done = be_done } };
    clerk_give(c, &w.job);
    clerk_give(c, &r.job);
    work_off(c);
    cr_expect_eq(r.job.err, STORE_OK);
    clerk_close(&c);
}

/* The owners, in the order in which they are answered. */
static char served[64];

static void note_owner(clerk_job *job)
{
    size_t n = strlen(served);
    snprintf(served + n, sizeof served - n, "%d", (int)job->owner);
}

static void do_nothing(clerk_job *job, store *s)
{
    (void)job, (void)s;
}

static void serve_in_turn(const char *where)
{
    static const uint64_t owners[] = { 1, 1, 1, 1, 2, 2, 3, 0 };
    static clerk_job jobs[countof(owners)];
    static obstacle o;
    clerk *c = made(where);
    served[0] = '\0';
    for (int round = 0; round < 2; round++) {
        obstruct(c, &o, (clerk_job){ .lane = CLERK_LIST, .owner = 9 });
        for (size_t i = 0; i < countof(owners); i++) {
            jobs[i] = (clerk_job){ .lane = CLERK_LIST, .owner = owners[i], .work = do_nothing, .done = note_owner };
            cr_assert(clerk_give(c, &jobs[i]));
        }
        atomic_store(&o.may_end, true);
        work_off(c);
    }
    cr_expect_str_eq(served,
                     "12301211"
                     "23012111",
                     "who was served last comes last in the second round");
    clerk_close(&c);
}

Test(sqlite, lists_are_served_one_of_each_owner_in_turn)
{
    on_sqlite(serve_in_turn);
}

/* Many owners with many jobs each: nobody has a second one served before everybody who waits has had a first. */
enum { CROWD = 200, EACH = 20 };
static int n_served[CROWD];
static bool is_unfair;

static void count_served(clerk_job *job)
{
    int before = n_served[job->owner]++;
    for (int i = 0; i < CROWD; i++)
        is_unfair = is_unfair || n_served[i] < before;
}

static void serve_crowd(const char *where)
{
    static obstacle o;
    static clerk_job jobs[CROWD * EACH];
    clerk *c = made(where);
    memset(n_served, 0, sizeof n_served);
    is_unfair = false;
    obstruct(c, &o, (clerk_job){ .lane = CLERK_LIST, .owner = 9999 });
    for (int i = 0; i < CROWD * EACH; i++) {
        jobs[i] = (clerk_job){ .lane = CLERK_LIST, .owner = (uint64_t)(i / EACH), .work = do_nothing };
        jobs[i].done = count_served;
        cr_assert(clerk_give(c, &jobs[i]));
    }
    atomic_store(&o.may_end, true);
    work_off(c);
    cr_expect_not(is_unfair);
    clerk_close(&c);
}

Test(sqlite, nobody_has_a_second_list_before_everybody_has_a_first)
{
    on_sqlite(serve_crowd);
}

/* A quick read has begun and does not see what is committed meanwhile: its answer comes before the writer's. */
static int n_answers;

typedef struct {
    obstacle o;
    int length[2]; /* of the log: at the beginning, at the end */
    int answer;    /* the how manyeth */
} glance;

static void look_twice(clerk_job *job, store *s)
{
    glance *g = (glance *)job;
    g->length[0] = log_length(s, id_of(0));
    hold_up(job, s);
    g->length[1] = log_length(s, id_of(0));
}

static void note_answer(clerk_job *job)
{
    ((glance *)job)->answer = ++n_answers;
}

static void note_writing(clerk_job *job)
{
    n_answers++;
    be_done(job);
}

BOTH(a_quick_read_is_not_out_of_date_when_it_is_answered)
{
    static glance g;
    static writing w;
    n_answers = 0;
    make_tables(where, 1);
    clerk *c = made(where);
    g = (glance){ .o.w.job = { .work = look_twice, .done = note_answer } };
    clerk_give(c, &g.o.w.job);
    while (!atomic_load(&g.o.has_begun))
        wait_ms(1);
    prepare(&w, 0, 0, 1);
    w.job.done = note_writing;
    clerk_give(c, &w.job);
    while (clerk_commits(c) == 0)
        wait_ms(1);
    clerk_answer(c);
    cr_expect_not(w.is_done, "what the quick read could not see is answered after it");
    atomic_store(&g.o.may_end, true);
    work_off(c);
    cr_expect(w.is_done);
    cr_expect_eq(w.job.err, STORE_OK);
    cr_expect_eq(g.answer, 1);
    cr_expect_eq(g.length[0], 0);
    cr_expect_eq(g.length[1], 0, "a job sees one moment");
    clerk_close(&c);
}

BOTH(how_long_jobs_take_is_counted)
{
    static obstacle o;
    static writing w, r;
    histogram commits, waits;
    make_tables(where, 1);
    clerk *c = made(where);
    cr_expect_eq(clerk_oldest_ms(c), 0);
    obstruct(c, &o, (clerk_job){ .lane = CLERK_LIST });
    prepare(&w, 0, 0, 1);
    clerk_give(c, &w.job);
    r = (writing){ .job = { .work = count_log, .done = be_done } };
    clerk_give(c, &r.job);
    answer_until(c, &r.is_done);
    wait_ms(20);
    cr_expect_geq(clerk_oldest_ms(c), 20);
    atomic_store(&o.may_end, true);
    work_off(c);
    cr_expect_eq(clerk_oldest_ms(c), 0);
    clerk_histograms(c, &commits, &waits);
    cr_expect_eq(commits.n, 1);
    cr_expect_gt(commits.sum, 0);
    cr_expect_eq(waits.n, 3);
    clerk_close(&c);
}

BOTH(what_reads_cannot_write)
{
    static writing w;
    make_tables(where, 1);
    for (int lane = CLERK_READ; lane <= CLERK_LIST; lane++) {
        clerk *c = made(where);
        w = (writing){ .job = { .lane = (clerk_lane)lane, .work = make_another_table, .done = be_done } };
        clerk_give(c, &w.job);
        work_off(c);
        cr_expect_neq(w.job.err, STORE_OK);
        clerk_close(&c);
        cr_expect_not(has_table(where, 50));
    }
}

static void hear(void *context, store_id table, uint32_t length)
{
    uint32_t *heard = context;
    if (memcmp(&table, &(store_id[]){ id_of(0) }, sizeof table) == 0)
        *heard = length;
    else if (memcmp(&table, &(store_id){ { 0 } }, sizeof table) == 0)
        *heard = UINT32_MAX; /* something */
}

BOTH(what_others_write_is_told)
{
    uint32_t heard = 0;
    make_tables(where, 1);
    clerk *c = made(where);
    clerk_listen(c, hear, &heard);
    store *other = opened(where);
    cr_assert_eq(add_entry(other, id_of(0), 0, "news"), STORE_OK);
    while (heard == 0) {
        struct pollfd wait = { .fd = clerk_fd(c), .events = POLLIN };
        cr_assert_gt(poll(&wait, 1, 60000), 0, "no news");
        clerk_answer(c);
    }
    cr_expect(heard == 1 || heard == UINT32_MAX, "%u", heard);
    store_close(&other);
    clerk_close(&c);
}

/* Somebody reads a log and, right after, another process writes to it: whoever takes what was read must hear of it
 * afterwards, or would never know. */
typedef struct {
    clerk_job job;
    store *other;
    uint32_t n;
    bool is_done, is_missed;
} overtaken;

static void read_and_be_overtaken(clerk_job *job, store *s)
{
    overtaken *o = (overtaken *)job;
    cr_assert_eq(log_length(s, id_of(0)), (int)o->n);
    job->err = add_entry(o->other, id_of(0), o->n, "later");
}

static void be_overtaken(clerk_job *job)
{
    ((overtaken *)job)->is_done = true;
}

static void hear_overtaken(void *context, store_id table, uint32_t length)
{
    overtaken *o = context;
    (void)table;
    o->is_missed = o->is_missed || (!o->is_done && length == o->n + 1);
}

static void overtake(const char *where)
{
    make_tables(where, 1);
    clerk *c = made(where);
    overtaken o = { .other = opened(where) };
    clerk_listen(c, hear_overtaken, &o);
    for (int i = 0; i < 300 && !o.is_missed; i++) {
        o.job = (clerk_job){ .work = read_and_be_overtaken, .done = be_overtaken };
        o.n = (uint32_t)i;
        o.is_done = false;
        clerk_give(c, &o.job);
        while (clerk_waiting(c) > 0)
            clerk_answer(c); /* as often as can be: at any moment */
        cr_assert_eq(o.job.err, STORE_OK);
    }
    cr_expect_not(o.is_missed);
    clerk_listen(c, NULL, NULL);
    store_close(&o.other);
    clerk_close(&c);
}

Test(postgres, news_of_what_a_job_could_not_see_comes_after_its_answer)
{
    on_postgres(overtake);
}

/* A file that may not grow, until it may. */
static void fill_and_go_on(const char *where)
{
    static writing w[2];
    static char text[60000];
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    memset(text, 'x', sizeof text - 1);
    make_tables(where, 2);
    clerk *c = made(where);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 400000;
    setrlimit(RLIMIT_FSIZE, &limit);
    uint32_t n = 0;
    do {
        for (int i = 0; i < 2; i++) {
            prepare(&w[i], i, n, 1);
            w[i].add[0].entry.text = text_of(text);
            clerk_give(c, &w[i].job);
        }
        work_off(c);
        n++;
    } while (w[0].job.err == STORE_OK && w[1].job.err == STORE_OK && n < 100);
    cr_expect(w[0].job.err == STORE_AWAY || w[1].job.err == STORE_AWAY);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    for (int i = 0; i < 2; i++) {
        if (w[i].job.err == STORE_OK)
            continue;
        prepare(&w[i], i, n - 1, 1);
        clerk_give(c, &w[i].job);
        work_off(c);
        cr_expect_eq(w[i].job.err, STORE_OK);
    }
    clerk_close(&c);
    cr_expect_eq(length_of(where, 0), (int)n);
    cr_expect_eq(length_of(where, 1), (int)n);
}

Test(sqlite, a_full_disk_is_told_and_the_clerk_goes_on)
{
    on_sqlite(fill_and_go_on);
}

static void be_counted(clerk_job *job)
{
    (void)job;
}

static void give_too_much(const char *where)
{
    clerk *c = made(where);
    clerk_job *jobs = calloc(CLERK_JOBS + 1, sizeof *jobs);
    for (int i = 0; i <= CLERK_JOBS; i++)
        jobs[i] = (clerk_job){ .work = do_nothing, .done = be_counted };
    for (int i = 0; i < CLERK_JOBS; i++)
        cr_assert(clerk_give(c, &jobs[i]));
    cr_expect_not(clerk_give(c, &jobs[CLERK_JOBS]));
    work_off(c);
    cr_expect(clerk_give(c, &jobs[CLERK_JOBS]));
    work_off(c);
    clerk_close(&c);
    free(jobs);
}

Test(sqlite, what_waits_is_bounded)
{
    on_sqlite(give_too_much);
}

Test(clerk, there_is_none_without_a_store)
{
    char why[256];
    clerk *c = (clerk *)why;
    cr_expect_eq(clerk_open(&c, "/no/such/folder/store.db", why), STORE_AWAY);
    cr_expect_null(c);
    cr_expect_neq(why[0], '\0');
    clerk_close(&c);
}
