/* SPDX-License-Identifier: MIT */
#include "server/hall.h"

#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "bots/bot.h"
#include "server/hall_int.h"

enum { TICK_MS = 1000 }; /* at least so often */

/* -- Opening -- */

static store_time now_of_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (store_time)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

store_time hall_now(const hall *h)
{
    return h->plan.now();
}

int64_t hall_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool watch(int epoll, int fd)
{
    struct epoll_event event = { .events = EPOLLIN };
    return epoll >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static bool is_postgres(const char *where)
{
    return strncmp(where, "postgres", 8) == 0 && strstr(where, "://");
}

/* The key under which addresses become numbers: the same for all processes at this store, and as long as it lasts. */
static void find_origin_key(clerk_job *job, store *s)
{
    static const char name[] = "origin";
    hall *h = ((hall_request *)job)->h;
    size_t n = 0;
    job->err = store_get_meta(s, name, h->origin_key, ORIGIN_KEY, &n);
    if (job->err == STORE_NONE) {
        randombytes_buf(h->origin_key, ORIGIN_KEY);
        job->err = store_add_meta(s, name, h->origin_key, ORIGIN_KEY);
        if (job->err == STORE_TAKEN) /* another process was first */
            job->err = store_get_meta(s, name, h->origin_key, ORIGIN_KEY, &n);
    } else if (!job->err && n != ORIGIN_KEY) {
        job->err = STORE_BROKEN;
    }
}

static void on_origin_key(clerk_job *job)
{
    (void)job;
}

/* What the store worker has been given is done, also for connections that are gone. */
static void wait_for_clerk(hall *h)
{
    while (clerk_waiting(h->clerk) > 0) {
        struct pollfd wait = { .fd = clerk_fd(h->clerk), .events = POLLIN };
        poll(&wait, 1, -1);
        clerk_answer(h->clerk);
    }
}

/* Before anybody comes, so it may wait for the store. */
static store_err read_origin_key(hall *h)
{
    static const verb opening = { .name = "origin" };
    hall_request *q = hall_request_new(h, &opening);
    q->job = (clerk_job){ .writes = true, .work = find_origin_key, .done = on_origin_key };
    clerk_give(h->clerk, &q->job);
    wait_for_clerk(h);
    store_err err = q->job.err;
    hall_request_free(q);
    return err;
}

int64_t hall_origin_of(const hall *h, mur_span address)
{
    uint64_t hash;
    _Static_assert(ORIGIN_KEY == crypto_shorthash_KEYBYTES && sizeof hash == crypto_shorthash_BYTES, "a short hash");
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)address.at, address.len, h->origin_key);
    return (int64_t)(hash >> 1) | 1; /* never 0, never negative */
}

static hall *new_hall(const hall_plan *plan, const hall_door *door)
{
    hall *h = mur_new(sizeof *h);
    h->plan = *plan;
    h->door = *door;
    if (!h->plan.now)
        h->plan.now = now_of_clock;
    h->fd = -1;
    h->is_shared = is_postgres(plan->store);
    h->self = id_draw();
    map_open(&h->people);
    map_open(&h->tables);
    h->limits = limits_open();
    h->held = tally_open();
    h->opened_at = hall_now(h);
    h->guesses = guesses_open();
    h->name_rules = name_rules_open(plan->translate);
    crypto_shorthash_keygen(h->log_key);
    return h;
}

void hall_change(hall *h, const hall_plan *plan)
{
    h->plan.lines = plan->lines;
    h->plan.tables = plan->tables;
    h->plan.requests_per_s = plan->requests_per_s;
    h->plan.newcomers_per_min = plan->newcomers_per_min;
}

store_err hall_open(hall **h, const hall_plan *plan, const hall_door *door, char why[256])
{
    *h = NULL;
    if (sodium_init() < 0)
        return STORE_AWAY;
    hall *made = new_hall(plan, door);
    store_err err = clerk_open(&made->clerk, plan->store, why);
    if (!err)
        err = read_origin_key(made);
    if (!err) {
        made->thinkers = thinkers_open(plan->thinkers, THOUGHTS_MAX, MUR_BOT_MEMORY);
        made->fd = epoll_create1(EPOLL_CLOEXEC);
    }
    if (!err && (!made->thinkers || !made->name_rules || !watch(made->fd, clerk_fd(made->clerk)) ||
                 !watch(made->fd, thinkers_fd(made->thinkers))))
        err = STORE_AWAY;
    if (err) {
        hall_close(&made);
        return err;
    }
    if (plan->queue > 0)
        clerk_limit(made->clerk, (size_t)plan->queue);
    clerk_listen(made->clerk, hall_hear_news, made);
    hall_fill_skeletons(made);
    hall_heartbeat(made);
    hall_sweep(made);
    *h = made;
    return STORE_OK;
}

/* -- Closing -- */

static void free_table(void *context, map_node *node)
{
    hall_table *t = (hall_table *)node;
    while (t->first) {
        hall_request *q = t->first;
        t->first = q->next;
        hall_request_free(q);
    }
    hall_table_free(context, t);
}

void hall_close(hall **h_)
{
    hall *h = *h_;
    if (!h)
        return;
    h->is_draining = true;
    atomic_store(&h->is_closing, true);
    for (hall_line *line = h->lines, *next; line; line = next) {
        next = line->next;
        if (!line->is_gone)
            hall_leave(h, line);
    }
    thinkers_close(&h->thinkers);
    for (hall_request *q = h->thoughts, *next; q; q = next) {
        next = q->next_thought;
        hall_request_free(q);
    }
    if (h->clerk)
        wait_for_clerk(h);
    map_each(&h->tables, free_table, h);
    clerk_close(&h->clerk);
    if (h->fd >= 0)
        close(h->fd);
    map_close(&h->tables);
    map_close(&h->people);
    limits_close(&h->limits);
    tally_close(&h->held);
    guesses_close(&h->guesses);
    name_rules_close(&h->name_rules);
    free(h->heap);
    mur_buffer_close(&h->out);
    free(h);
    *h_ = NULL;
}

/* -- Going on -- */

int hall_fd(const hall *h)
{
    return h->fd;
}

void hall_go_on(hall *h)
{
    thinkers_answer(h->thinkers);
    clerk_answer(h->clerk);
}

/* While the store is away somebody has to find out when it is back: whoever asks /healthz may send nobody until then.
 */
static void touch(clerk_job *job, store *s)
{
    job->err = store_touch(s);
}

void hall_set_store_away(hall *h, bool is_away)
{
    if (is_away && !h->counts.is_store_away) {
        h->counts.outages++;
        clerk_reason(h->clerk, h->store_reason);
    }
    h->counts.is_store_away = is_away;
}

static void be_touched(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    q->h->is_touching = false;
    q->h->touch_at = hall_now(q->h) + RETRY_MS;
    hall_set_store_away(q->h, job->err != STORE_OK);
    hall_request_free(q);
}

static void touch_store(hall *h)
{
    static const verb touching = { .name = "touch" };
    hall_request *q = hall_request_new(h, &touching);
    q->job = (clerk_job){ .writes = true, .work = touch, .done = be_touched };
    h->is_touching = clerk_give(h->clerk, &q->job);
    if (!h->is_touching)
        hall_request_free(q);
}

int hall_tick(hall *h)
{
    store_time next = hall_wake_tables(h), now = hall_now(h);
    hall_heartbeat(h);
    hall_sweep(h);
    if (now >= h->check_at && !h->is_draining)
        hall_check_sessions(h);
    if (h->counts.is_store_away && now >= h->touch_at && !h->is_touching && !h->is_draining)
        touch_store(h);
    store_time wait = next && next < now + TICK_MS ? next - now : TICK_MS;
    return wait < 1 ? 1 : (int)wait;
}

static void fill_bye(mur_json *j, const void *context)
{
    (void)context;
    put_string(j, "news", "bye");
    put_string(j, "why", "restart");
}

bool hall_drain(hall *h)
{
    if (!h->is_draining) {
        h->is_draining = true;
        atomic_store(&h->is_closing, true); /* what bots have found by now will do */
        note *n = hall_note(h, fill_bye, NULL);
        for (hall_line *line = h->lines, *next; line; line = next) {
            next = line->next;
            if (!line->is_single)
                hall_send(h, line, n);
        }
        note_drop(&n);
    }
    return clerk_waiting(h->clerk) == 0 && thinkers_busy(h->thinkers) == 0;
}

void hall_count(const hall *h, hall_counts *out)
{
    *out = h->counts;
    out->lines = h->n_lines;
    out->tables = h->tables.n;
    out->thinking = thinkers_busy(h->thinkers);
    out->writing = clerk_waiting(h->clerk);
    out->commits = clerk_commits(h->clerk);
    out->is_full = h->tables.n >= (size_t)h->plan.tables && !h->oldest;
    out->store_reason = h->store_reason;
    out->oldest_ms = h->first_arrived ? (hall_clock() - h->first_arrived->arrived) / 1000000 : 0;
    clerk_histograms(h->clerk, &out->commit_times, &out->store_wait);
    thinkers_histogram(h->thinkers, &out->bot_wait);
    if (out->oldest_ms < clerk_oldest_ms(h->clerk))
        out->oldest_ms = clerk_oldest_ms(h->clerk);
}
