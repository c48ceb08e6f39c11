/* SPDX-License-Identifier: MIT */
/* server/lobby/lobby.c -- the lobby as a whole: opening, closing, the answers of other threads, ticks, statistics.
 * Everything else of the lobby happens in functions called from here or from requests.c. Read lobby_int.h first. */
#include "server/lobby/lobby.h"

#include <assert.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "bots/bot.h"
#include "server/lobby/lobby_int.h"

enum { TICK_MS = 1000 }; /* longest time between two ticks */

/* -- Opening -- */

store_time lobby_now(const lobby *lb)
{
    return lb->config.now();
}

static bool watch(int epoll, int fd)
{
    struct epoll_event event = { .events = EPOLLIN };
    return epoll >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

/* The key under which addresses become origins (lobby_origin_of). It lives in the store, so that all processes on it,
 * and a process after a restart, count the tables of an address together. Two processes that start at once both draw a
 * key; the second one to write finds the first one's. */
static void find_origin_key(store_job *job, store *s)
{
    static const char name[] = "origin";
    lobby *lb = ((lobby_request *)job)->lb;
    size_t n = 0;
    job->err = store_get_meta(s, name, lb->origin_key, ORIGIN_KEY, &n);
    if (job->err == STORE_NOT_FOUND) {
        randombytes_buf(lb->origin_key, ORIGIN_KEY);
        job->err = store_add_meta(s, name, lb->origin_key, ORIGIN_KEY);
        if (job->err == STORE_TAKEN) /* another process was first */
            job->err = store_get_meta(s, name, lb->origin_key, ORIGIN_KEY, &n);
    } else if (!job->err && n != ORIGIN_KEY) {
        job->err = STORE_CORRUPT;
    }
}

/* wait_for_store() waits for the job, and read_origin_key() looks at its result. */
static void on_origin_key(store_job *job)
{
    (void)job;
}

/* Blocks until the store worker has answered every job, also those of connections that are gone. */
static void wait_for_store(lobby *lb)
{
    while (store_worker_pending(lb->store_worker) > 0) {
        struct pollfd wait = { .fd = store_worker_fd(lb->store_worker), .events = POLLIN };
        poll(&wait, 1, -1);
        store_worker_dispatch(lb->store_worker);
    }
}

/* Nobody is connected yet, so this may block. */
static store_err read_origin_key(lobby *lb)
{
    static const verb origin_verb = { .name = "origin" };
    lobby_request *req = lobby_request_new(lb, &origin_verb);
    req->job = (store_job){ .writes = true, .run = find_origin_key, .on_done = on_origin_key };
    store_worker_submit(lb->store_worker, &req->job);
    wait_for_store(lb);
    store_err err = req->job.err;
    lobby_request_free(req);
    return err;
}

int64_t lobby_origin_of(const lobby *lb, mur_span address)
{
    uint64_t hash;
    _Static_assert(ORIGIN_KEY == crypto_shorthash_KEYBYTES && sizeof hash == crypto_shorthash_BYTES, "a short hash");
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)address.at, address.len, lb->origin_key);
    return (int64_t)(hash >> 1) | 1; /* never 0, never negative */
}

/* The parts that need neither a store nor threads. name_rules is NULL if ICU has no data. */
static lobby *new_lobby(const lobby_config *config, const lobby_transport *transport)
{
    lobby *lb = mur_new(sizeof *lb);
    lb->config = *config;
    lb->transport = *transport;
    if (!lb->config.now)
        lb->config.now = wall_clock_ms;
    lb->fd = -1;
    lb->is_shared = store_is_postgres(config->store);
    lb->self = id_draw();
    id_map_open(&lb->people);
    id_map_open(&lb->tables);
    lb->rate_limiter = rate_limiter_open();
    lb->held = counter_map_open();
    lb->login_throttle = login_throttle_open();
    lb->name_rules = name_rules_open(config->translate);
    crypto_shorthash_keygen(lb->log_key);
    return lb;
}

/* Lists what stays, so that a new limit is reloaded without a line here. */
void lobby_reconfigure(lobby *lb, const lobby_config *config)
{
    lobby_config next = *config;
    next.store = lb->config.store;
    next.version = lb->config.version;
    next.bot_threads = lb->config.bot_threads;
    next.queue = lb->config.queue;
    next.translate = lb->config.translate;
    next.now = lb->config.now;
    lb->config = next;
}

/* Opens the store first, because that fails most often; its reason is left in why. Whatever was opened is closed again
 * on any error. Afterwards three background activities are started: computing skeletons of old names, the heartbeat of
 * this process, and the sweep for tables that need attention. */
store_err lobby_open(lobby **lb, const lobby_config *config, const lobby_transport *transport, char why[256])
{
    *lb = NULL;
    if (sodium_init() < 0)
        return STORE_UNAVAILABLE;
    lobby *made = new_lobby(config, transport);
    store_err err = store_worker_open(&made->store_worker, config->store, why);
    if (!err)
        err = read_origin_key(made);
    if (!err) {
        made->bot_pool = bot_pool_open(config->bot_threads, POOL_JOBS_MAX, MUR_BOT_MEMORY);
        made->fd = epoll_create1(EPOLL_CLOEXEC);
    }
    if (!err && (!made->bot_pool || !made->name_rules || !watch(made->fd, store_worker_fd(made->store_worker)) ||
                 !watch(made->fd, bot_pool_fd(made->bot_pool))))
        err = STORE_UNAVAILABLE;
    if (err) {
        lobby_close(&made);
        return err;
    }
    if (config->queue > 0)
        store_worker_set_limit(made->store_worker, (size_t)config->queue);
    store_worker_on_news(made->store_worker, lobby_on_store_news, made);
    lobby_fill_skeletons(made);
    lobby_heartbeat(made);
    lobby_sweep(made);
    *lb = made;
    return STORE_OK;
}

/* -- Closing -- */

/* A table is freed with requests still in its queue: nobody waits for their answers any more. */
static void free_table(void *context, id_map_node *node)
{
    lobby_table *t = (lobby_table *)node;
    while (t->first) {
        lobby_request *req = t->first;
        t->first = req->next;
        lobby_request_free(req);
    }
    lobby_table_free(context, t);
}

/* The order matters. Connections go first, so that nothing is sent any more. Then the bot pool: its threads are joined,
 * jobs that had not begun are dropped, so their requests are freed here. Then the store worker is waited for: its jobs
 * point to requests and tables, and each on_done frees its own. Only then are the tables freed, and after them
 * everything they used. A job that ends meanwhile cannot start another one, because is_draining is set and the bot pool
 * is NULL. */
void lobby_close(lobby **closed)
{
    lobby *lb = *closed;
    if (!lb)
        return;
    lb->is_draining = true;
    atomic_store(&lb->is_closing, true);
    for (lobby_conn *conn = lb->conns, *next; conn; conn = next) {
        next = conn->next;
        if (!conn->is_gone)
            lobby_disconnect(lb, conn);
    }
    bot_pool_close(&lb->bot_pool);
    for (lobby_request *req = lb->in_pool, *next; req; req = next) {
        next = req->next_in_pool;
        lobby_request_free(req);
    }
    if (lb->store_worker)
        wait_for_store(lb);
    assert(!lb->store_worker || store_worker_pending(lb->store_worker) == 0);
    id_map_each(&lb->tables, free_table, lb);
    assert(lb->tables.n == 0 && lb->n_heap == 0 && !lb->newest);
    store_worker_close(&lb->store_worker);
    if (lb->fd >= 0)
        close(lb->fd);
    id_map_close(&lb->tables);
    id_map_close(&lb->people);
    rate_limiter_close(&lb->rate_limiter);
    counter_map_close(&lb->held);
    login_throttle_close(&lb->login_throttle);
    name_rules_close(&lb->name_rules);
    free(lb->heap);
    mur_buffer_close(&lb->out);
    free(lb);
    *closed = NULL;
}

/* -- Results and ticks -- */

int lobby_fd(const lobby *lb)
{
    return lb->fd;
}

/* Called when lobby_fd() is readable. Bots first: a move they have found becomes a write for the store worker. */
void lobby_process_results(lobby *lb)
{
    bot_pool_deliver(lb->bot_pool);
    store_worker_dispatch(lb->store_worker);
}

/* While the store is down, load balancers send people elsewhere (/healthz), so perhaps no request comes that would show
 * that it is back. This job finds out by writing. */
static void probe_store_job(store_job *job, store *s)
{
    job->err = store_check_writable(s);
}

void lobby_set_store_down(lobby *lb, bool is_down)
{
    if (is_down && !lb->stats.is_store_down) {
        lb->stats.outages++;
        store_worker_last_error(lb->store_worker, lb->store_reason);
    }
    lb->stats.is_store_down = is_down;
}

static void on_store_probed(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    req->lb->is_probing_store = false;
    req->lb->probe_at = lobby_now(req->lb) + RETRY_MS;
    lobby_set_store_down(req->lb, job->err != STORE_OK);
    lobby_request_free(req);
}

static void probe_store(lobby *lb)
{
    static const verb probe_verb = { .name = "probe_store" };
    lobby_request *req = lobby_request_new(lb, &probe_verb);
    req->job = (store_job){ .writes = true, .run = probe_store_job, .on_done = on_store_probed };
    lb->is_probing_store = store_worker_submit(lb->store_worker, &req->job);
    if (!lb->is_probing_store)
        lobby_request_free(req);
}

/* Everything that is due by time. Wake-ups come first, because they tell when the next tick has to be. */
int lobby_tick(lobby *lb)
{
    assert(lobby_is_sound(lb));
    store_time next = lobby_wake_tables(lb), now = lobby_now(lb);
    lobby_heartbeat(lb);
    lobby_sweep(lb);
    if (now >= lb->check_at && !lb->is_draining)
        lobby_check_sessions(lb);
    if (lb->stats.is_store_down && now >= lb->probe_at && !lb->is_probing_store && !lb->is_draining)
        probe_store(lb);
    store_time wait = next && next < now + TICK_MS ? next - now : TICK_MS;
    return wait < 1 ? 1 : (int)wait;
}

static void fill_bye(mur_json *j, const void *context)
{
    (void)context;
    mur_json_put_string(j, "news", "bye");
    mur_json_put_string(j, "why", "restart");
}

/* The first call sends "bye" to all clients, which connect again later. The caller repeats the call until nothing is in
 * progress, so that every request under way is answered. */
bool lobby_drain(lobby *lb)
{
    assert(lb->store_worker && lb->bot_pool);
    if (!lb->is_draining) {
        lb->is_draining = true;
        atomic_store(&lb->is_closing, true); /* bots stop with the best move so far */
        out_message *m = lobby_new_message(lb, fill_bye, NULL);
        for (lobby_conn *conn = lb->conns, *next; conn; conn = next) {
            next = conn->next;
            if (!conn->is_single)
                lobby_send(lb, conn, m);
        }
        out_message_unref(&m);
    }
    return store_worker_pending(lb->store_worker) == 0 && bot_pool_pending(lb->bot_pool) == 0;
}

/* oldest_ms is the age of the oldest request or store job: it shows that something hangs before anything fails. */
void lobby_get_stats(const lobby *lb, lobby_stats *out)
{
    *out = lb->stats;
    out->conns = lb->n_conns;
    out->tables = lb->tables.n;
    out->pool_jobs = bot_pool_pending(lb->bot_pool);
    out->store_jobs = store_worker_pending(lb->store_worker);
    out->commits = store_worker_commits(lb->store_worker);
    out->is_full = lb->tables.n >= (size_t)lb->config.tables && !lb->oldest;
    out->store_reason = lb->store_reason;
    out->oldest_ms = lb->first_arrived ? (monotonic_ns() - lb->first_arrived->arrived) / 1000000 : 0;
    store_worker_histograms(lb->store_worker, &out->commit_times, &out->store_wait);
    bot_pool_histogram(lb->bot_pool, &out->bot_wait);
    if (out->oldest_ms < store_worker_oldest_ms(lb->store_worker))
        out->oldest_ms = store_worker_oldest_ms(lb->store_worker);
}
