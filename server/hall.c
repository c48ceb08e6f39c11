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

enum {
    THOUGHTS_MAX = 4096, /* bots and passwords that may wait */
    TICK_MS = 1000       /* at least so often */
};

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
    if (!err) {
        made->thinkers = thinkers_open(plan->thinkers, THOUGHTS_MAX, MUR_BOT_MEMORY);
        made->fd = epoll_create1(EPOLL_CLOEXEC);
    }
    if (!err &&
        (!made->thinkers || !watch(made->fd, clerk_fd(made->clerk)) || !watch(made->fd, thinkers_fd(made->thinkers))))
        err = STORE_AWAY;
    if (err) {
        hall_close(&made);
        return err;
    }
    clerk_listen(made->clerk, hall_hear_news, made);
    hall_look_for_tables(made);
    *h = made;
    return STORE_OK;
}

/* -- Closing -- */

/* What the clerk has been given is done, whoever it was for. */
static void wait_for_clerk(hall *h)
{
    while (clerk_waiting(h->clerk) > 0) {
        struct pollfd wait = { .fd = clerk_fd(h->clerk), .events = POLLIN };
        poll(&wait, 1, -1);
        clerk_answer(h->clerk);
    }
}

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

/* Why the store is away, for the log: only the store's thread may ask it. A job that only reads is worked on even if no
 * transaction can be begun. */
static void read_reason(clerk_job *job, store *s)
{
    hall_request *q = (hall_request *)job;
    q->more = mur_new(sizeof q->h->store_reason);
    memcpy(q->more, store_reason(s), sizeof q->h->store_reason);
}

static void on_reason(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    q->h->is_asking_reason = false;
    if (q->more)
        memcpy(q->h->store_reason, q->more, sizeof q->h->store_reason);
    hall_request_free(q);
}

static void ask_reason(hall *h)
{
    static const verb asking = { .name = "reason" };
    hall_request *q = hall_request_new(h, &asking);
    q->job = (clerk_job){ .work = read_reason, .done = on_reason };
    h->is_asking_reason = clerk_give(h->clerk, &q->job);
    if (!h->is_asking_reason)
        hall_request_free(q);
}

void hall_set_store_away(hall *h, bool is_away)
{
    if (is_away && !h->counts.is_store_away) {
        h->counts.outages++;
        h->store_reason[0] = '\0';
        if (!h->is_asking_reason && !h->is_draining)
            ask_reason(h);
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
    if (now >= h->look_at && !h->is_looking && !h->is_draining)
        hall_look_for_tables(h);
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
    /* HERE, once they exist: clerk_histograms(h->clerk, &out->commit_times, &out->store_wait),
     * thinkers_histogram(h->thinkers, &out->bot_wait), and out->oldest_ms at least clerk_oldest_ms(h->clerk). */
}
