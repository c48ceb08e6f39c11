/* SPDX-License-Identifier: MIT */
/* tests/fuzz/serial.c -- stand-ins for all of the server that is slow or random.
 * In this order: random numbers (libsodium's generator is replaced by mur_rng), the store worker and the bot pool,
 * whose jobs run in the calling thread when their results are asked for, the options of libFuzzer, and the functions
 * named
 * __wrap_..., which the linker puts in place of the real ones (fuzz/meson.build). Much here only saves time: stores,
 * rate limiters and login throttles are cleared and used again instead of allocated. */
#define _DEFAULT_SOURCE /* madvise() */
#include "tests/fuzz/serial.h"

#include <assert.h>
#include <jansson.h>
#include <malloc.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>

#include "bots/bot.h"
#include "record/buffer.h"
#include "server/common/rate_limit.h"
#include "server/lobby/login_throttle.h"
#include "server/workers/bot_pool.h"
#include "server/workers/store_worker.h"
#include "store/store_int.h"

/* glibc's own, which the sanitizers do not see. */
void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

/* The descriptor to wait for results: always readable, so that nothing waits. */
static int always_readable(void)
{
    static int fd = -1;
    if (fd < 0)
        fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd;
}

/* -- Random numbers -- */

static mur_rng *generator_now;

static const char *name_generator(void)
{
    return "serial";
}

static void draw(void *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)mur_rng_below(generator_now, 256);
}

static uint32_t draw_number(void)
{
    uint32_t n;
    draw(&n, sizeof n);
    return n;
}

void serial_draw_from(mur_rng *rng)
{
    static randombytes_implementation generator = { .implementation_name = name_generator,
                                                    .random = draw_number,
                                                    .buf = draw };
    static mur_rng unused = { { 1, 2, 3, 4 } };
    if (!generator_now) {
        generator_now = &unused;
        randombytes_set_implementation(&generator);
        if (sodium_init() != 0) /* this draws random numbers as well */
            abort();
        json_set_alloc_funcs(__libc_malloc, __libc_free);
    }
    generator_now = rng;
}

/* -- The store worker -- */

/* SQLite and Jansson allocate without the sanitizers, which doubles the speed of a run; they are not under test. SQLite
 * also caches memory between runs, which libFuzzer would report as leaks. Each block begins with its size. */
enum { HEAD = 16 };

static void *begin_block(void *block, int size)
{
    if (!block)
        return NULL;
    *(int *)block = size;
    return (char *)block + HEAD;
}

static void *take_block(int size)
{
    return begin_block(__libc_malloc((size_t)size + HEAD), size);
}

static void free_block(void *block)
{
    __libc_free((char *)block - HEAD);
}

static void *resize_block(void *block, int size)
{
    return begin_block(__libc_realloc((char *)block - HEAD, (size_t)size + HEAD), size);
}

static int size_of_block(void *block)
{
    return block ? *(int *)((char *)block - HEAD) : 0;
}

static int round_up(int size)
{
    return (size + 7) & ~7;
}

static int begin_memory(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void end_memory(void *context)
{
    (void)context;
}

static store_err open_memory(store **s, char why[256])
{
    static const sqlite3_mem_methods blocks = { take_block, free_block,   resize_block, size_of_block,
                                                round_up,   begin_memory, end_memory,   NULL };
    static bool is_set;
    if (!is_set)
        sqlite3_config(SQLITE_CONFIG_MALLOC, &blocks);
    is_set = true;
    return store_open_memory(s, why);
}

enum { STORES = 4 }; /* cached for the next lobbies */

static store *idle[STORES];
static int n_idle;

struct store_worker {
    store *s;
    store_job *first, **last;
    size_t waiting;
    uint64_t commits;
};

store_err store_worker_open(store_worker **c, const char *where, char why[256])
{
    *c = NULL;
    (void)where;
    store_worker *made = mur_new(sizeof *made);
    made->last = &made->first;
    store_err err = STORE_OK;
    if (n_idle > 0)
        made->s = idle[--n_idle];
    else
        err = open_memory(&made->s, why);
    if (err)
        free(made);
    else
        *c = made;
    return err;
}

void store_worker_close(store_worker **c)
{
    if (!*c)
        return;
    assert((*c)->waiting == 0);
    if (n_idle < STORES && store_empty_memory((*c)->s) == STORE_OK)
        idle[n_idle++] = (*c)->s;
    else
        store_close(&(*c)->s);
    free(*c);
    *c = NULL;
}

enum { BEGUN, QUEUED }; /* store_job.batch */

bool store_worker_submit(store_worker *c, store_job *job)
{
    if (c->waiting >= STORE_JOBS_MAX)
        return false;
    job->next = NULL;
    job->batch = QUEUED;
    *c->last = job;
    c->last = &job->next;
    c->waiting++;
    return true;
}

bool store_worker_extend(store_worker *c, store_job *job, const store_append_op *more)
{
    (void)c;
    if (job->batch != QUEUED)
        return false;
    job->appends[job->n_appends++] = *more;
    return true;
}

static store_err append_all(store *s, store_job *job)
{
    store_err err = STORE_OK;
    job->err = STORE_OK;
    for (size_t i = 0; i < job->n_appends && !err && !job->err; i++) {
        err = store_append_all(s, &job->appends[i], 1);
        job->err = job->appends[i].err;
    }
    return err;
}

static void write_job(store_worker *c, store_job *job)
{
    store_err err = store_begin(c->s);
    if (!err) {
        err = append_all(c->s, job);
        if (!err && !job->err && job->run)
            job->run(job, c->s);
        err = store_commit(c->s);
    }
    if (err)
        job->err = err;
    else
        c->commits++;
}

void store_worker_dispatch(store_worker *c)
{
    store_job *job = c->first;
    if (!job)
        return;
    c->first = job->next;
    if (!c->first)
        c->last = &c->first;
    job->batch = BEGUN;
    job->err = STORE_OK;
    if (job->writes || job->n_appends > 0)
        write_job(c, job);
    else
        job->run(job, c->s);
    c->waiting--;
    job->on_done(job); /* the callback may free the job */
}

int store_worker_fd(const store_worker *c)
{
    (void)c;
    return always_readable();
}

size_t store_worker_pending(const store_worker *c)
{
    return c->waiting;
}

uint64_t store_worker_commits(store_worker *c)
{
    return c->commits;
}

void store_worker_set_limit(store_worker *c, size_t most)
{
    (void)c, (void)most;
}

void store_worker_histograms(store_worker *c, histogram *commits, histogram *waits)
{
    (void)c;
    *commits = *waits = (histogram){ .n = 0 };
}

void store_worker_last_error(store_worker *c, char out[256])
{
    (void)c;
    out[0] = '\0';
}

int64_t store_worker_oldest_ms(const store_worker *c)
{
    (void)c;
    return 0;
}

void store_worker_on_news(store_worker *c, store_each_news *each, void *context)
{
    (void)c, (void)each, (void)context; /* no other process uses a store in memory */
}

/* -- The bot pool -- */

struct bot_pool {
    bot_pool_job *first, **last;
    size_t busy, most;
    int moves_left;
    int fd; /* not the store worker's: a descriptor can be watched only once */
};

static int moves_allowed;

void serial_allow_bot_moves(int n)
{
    moves_allowed = n;
}

bot_pool *bot_pool_open(int threads, size_t queue, size_t memory)
{
    static int fd = -1;
    (void)threads;
    assert(memory <= MUR_BOT_MEMORY);
    if (fd < 0)
        fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    bot_pool *t = mur_new(sizeof *t);
    t->last = &t->first;
    t->most = queue;
    t->moves_left = moves_allowed;
    t->fd = fd;
    return t;
}

void bot_pool_histogram(bot_pool *t, histogram *waits)
{
    (void)t;
    *waits = (histogram){ .n = 0 };
}

void bot_pool_close(bot_pool **t)
{
    free(*t);
    *t = NULL;
}

bool bot_pool_submit(bot_pool *t, bot_pool_job *job)
{
    if (t->busy >= t->most)
        return false;
    t->busy++;
    job->next = NULL;
    *t->last = job;
    t->last = &job->next;
    return true;
}

int bot_pool_fd(const bot_pool *t)
{
    return t->fd;
}

/* The first job that may run now; passwords are not limited. */
static bot_pool_job *take_job(bot_pool *t)
{
    bot_pool_job **at = &t->first;
    while (*at && !(*at)->is_urgent && t->moves_left <= 0)
        at = &(*at)->next;
    bot_pool_job *job = *at;
    if (!job)
        return NULL;
    *at = job->next;
    if (!*at)
        t->last = at;
    return job;
}

static bool has_more; /* set by bot_pool_deliver() for serial_step(): a job was run */

void bot_pool_deliver(bot_pool *t)
{
    static _Alignas(MUR_BOT_ALIGN) unsigned char memory[MUR_BOT_MEMORY];
    bot_pool_job *job = take_job(t);
    has_more = job != NULL;
    if (!job)
        return;
    t->moves_left -= !job->is_urgent;
    t->busy--;
    job->run(job, memory);
    job->on_done(job); /* the callback may free the job */
}

size_t bot_pool_pending(const bot_pool *t)
{
    return t->busy;
}

bool serial_step(lobby *lb)
{
    lobby_stats before, after;
    lobby_get_stats(lb, &before);
    lobby_process_results(lb);
    lobby_tick(lb);
    lobby_get_stats(lb, &after);
    return has_more || before.store_jobs > 0 || after.store_jobs > 0 || after.pool_jobs > before.pool_jobs;
}

/* -- Options of libFuzzer -- */

/* Entropic scheduling searches a list of rare features for each feature found, which takes longer than the run itself.
 * And short inputs cover little of a lobby. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char no_entropy[] = "-entropic=0", any_length[] = "-len_control=0", *all[64];
    if (*argc > (int)(sizeof all / sizeof all[0]) - 3)
        return 0;
    memcpy(all, *argv, (size_t)*argc * sizeof *all);
    all[(*argc)++] = no_entropy;
    all[(*argc)++] = any_length;
    *argv = all;
    return 0;
}

/* -- Functions that the linker replaces -- */

/* Rate limiters and login throttles are large: clearing one is much faster than allocating a new one. */
typedef struct {
    void *idle[STORES];
    int n;
} cache_list;

enum { PAGE = 4096 };

/* Sets a block to zero. Few of its pages were written to, so the kernel drops them and maps new ones when needed. */
static void clear(void *block)
{
    char *at = block, *end = at + malloc_usable_size(block);
    char *first = at + (PAGE - (uintptr_t)at % PAGE) % PAGE, *last = end - (uintptr_t)end % PAGE;
    if (last <= first || madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0)
        first = last = end;
    memset(at, 0, (size_t)(first - at));
    memset(last, 0, (size_t)(end - last));
}

/* NULL: there is none. Draws a key as the real function does, so that later random numbers do not depend on earlier
 * runs. */
static void *take_cleared(cache_list *from)
{
    unsigned char key[crypto_shorthash_KEYBYTES];
    if (from->n == 0)
        return NULL;
    void *one = from->idle[--from->n];
    clear(one);
    crypto_shorthash_keygen(key);
    return one;
}

static void cache(cache_list *to, void *one)
{
    assert(to->n < STORES);
    if (one)
        to->idle[to->n++] = one;
}

static cache_list idle_limits, idle_throttles;

rate_limiter *__real_rate_limiter_open(void);
rate_limiter *__wrap_rate_limiter_open(void);
void __wrap_rate_limiter_close(rate_limiter **l);

rate_limiter *__wrap_rate_limiter_open(void)
{
    rate_limiter *l = take_cleared(&idle_limits);
    return l ? l : __real_rate_limiter_open();
}

void __wrap_rate_limiter_close(rate_limiter **l)
{
    cache(&idle_limits, *l);
    *l = NULL;
}

login_throttle *__real_login_throttle_open(void);
login_throttle *__wrap_login_throttle_open(void);
void __wrap_login_throttle_close(login_throttle **g);

login_throttle *__wrap_login_throttle_open(void)
{
    login_throttle *g = take_cleared(&idle_throttles);
    return g ? g : __real_login_throttle_open();
}

void __wrap_login_throttle_close(login_throttle **g)
{
    cache(&idle_throttles, *g);
    *g = NULL;
}

const mur_bot *__real_mur_bot_of(mur_span id);
const mur_bot *__wrap_mur_bot_of(mur_span id);
int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password, unsigned long long len,
                             unsigned long long ops, size_t memory);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password, unsigned long long len);

const mur_bot *__wrap_mur_bot_of(mur_span id)
{
    return __real_mur_bot_of(id) ? __real_mur_bot_of(mur_span_of("random")) : NULL;
}

int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password, unsigned long long len,
                             unsigned long long ops, size_t memory)
{
    unsigned char hash[crypto_generichash_BYTES];
    (void)ops, (void)memory;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)password, len, NULL, 0);
    memset(out, 0, crypto_pwhash_STRBYTES);
    sodium_bin2hex(out, crypto_pwhash_STRBYTES, hash, sizeof hash);
    return 0;
}

int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password, unsigned long long len)
{
    char other[crypto_pwhash_STRBYTES];
    __wrap_crypto_pwhash_str(other, password, len, 0, 0);
    return strcmp(hash, other) == 0 ? 0 : -1;
}
