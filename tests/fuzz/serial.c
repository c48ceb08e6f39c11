/* SPDX-License-Identifier: MIT */
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
#include "server/clerk.h"
#include "server/guesses.h"
#include "server/limits.h"
#include "server/thinkers.h"
#include "store/store_int.h"

/* glibc's own, which the sanitizers do not see. */
void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

/* What answers are waited for with: always readable, so that nobody waits. */
static int always_readable(void)
{
    static int fd = -1;
    if (fd < 0)
        fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd;
}

/* -- Chance -- */

static mur_rng *drawn_from;

static const char *name_generator(void)
{
    return "serial";
}

static void draw(void *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)mur_rng_below(drawn_from, 256);
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
    if (!drawn_from) {
        drawn_from = &unused;
        randombytes_set_implementation(&generator);
        if (sodium_init() != 0) /* it draws something, too */
            abort();
        json_set_alloc_funcs(__libc_malloc, __libc_free);
    }
    drawn_from = rng;
}

/* -- The store worker -- */

/* SQLite and Jansson take their memory from below the sanitizers, which makes a run two times quicker: they are not
 * what is tested here. SQLite also keeps some from one run to the next, after which libFuzzer would look for leaks.
 * Each of its blocks begins with its size. */
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

enum { STORES = 4 }; /* kept for the next lobby */

static store *idle[STORES];
static int n_idle;

struct clerk {
    store *s;
    clerk_job *first, **last;
    size_t waiting;
    uint64_t commits;
};

store_err clerk_open(clerk **c, const char *where, char why[256])
{
    *c = NULL;
    (void)where;
    clerk *made = mur_new(sizeof *made);
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

void clerk_close(clerk **c)
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

enum { BEGUN, QUEUED }; /* clerk_job.batch */

bool clerk_give(clerk *c, clerk_job *job)
{
    if (c->waiting >= CLERK_JOBS)
        return false;
    job->next = NULL;
    job->batch = QUEUED;
    *c->last = job;
    c->last = &job->next;
    c->waiting++;
    return true;
}

bool clerk_extend(clerk *c, clerk_job *job, const store_addition *more)
{
    (void)c;
    if (job->batch != QUEUED)
        return false;
    job->additions[job->n_additions++] = *more;
    return true;
}

static store_err append_all(store *s, clerk_job *job)
{
    store_err err = STORE_OK;
    job->err = STORE_OK;
    for (size_t i = 0; i < job->n_additions && !err && !job->err; i++) {
        err = store_append_all(s, &job->additions[i], 1);
        job->err = job->additions[i].err;
    }
    return err;
}

static void write_job(clerk *c, clerk_job *job)
{
    store_err err = store_begin(c->s);
    if (!err) {
        err = append_all(c->s, job);
        if (!err && !job->err && job->work)
            job->work(job, c->s);
        err = store_commit(c->s);
    }
    if (err)
        job->err = err;
    else
        c->commits++;
}

void clerk_answer(clerk *c)
{
    clerk_job *job = c->first;
    if (!job)
        return;
    c->first = job->next;
    if (!c->first)
        c->last = &c->first;
    job->batch = BEGUN;
    job->err = STORE_OK;
    if (job->writes || job->n_additions > 0)
        write_job(c, job);
    else
        job->work(job, c->s);
    c->waiting--;
    job->done(job); /* it may be gone after this */
}

int clerk_fd(const clerk *c)
{
    (void)c;
    return always_readable();
}

size_t clerk_waiting(const clerk *c)
{
    return c->waiting;
}

uint64_t clerk_commits(clerk *c)
{
    return c->commits;
}

void clerk_limit(clerk *c, size_t most)
{
    (void)c, (void)most;
}

void clerk_histograms(clerk *c, histogram *commits, histogram *waits)
{
    (void)c;
    *commits = *waits = (histogram){ .n = 0 };
}

void clerk_reason(clerk *c, char out[256])
{
    (void)c;
    out[0] = '\0';
}

int64_t clerk_oldest_ms(const clerk *c)
{
    (void)c;
    return 0;
}

void clerk_listen(clerk *c, store_each_news *each, void *context)
{
    (void)c, (void)each, (void)context; /* nobody else is at a store in memory */
}

/* -- The bots' pool -- */

struct thinkers {
    thinkers_job *first, **last;
    size_t busy, most;
    int moves_left;
    int fd; /* a descriptor can be watched once, and the store worker has the other one */
};

static int moves_allowed;

void serial_allow_bot_moves(int n)
{
    moves_allowed = n;
}

thinkers *thinkers_open(int threads, size_t queue, size_t memory)
{
    static int fd = -1;
    (void)threads;
    assert(memory <= MUR_BOT_MEMORY);
    if (fd < 0)
        fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    thinkers *t = mur_new(sizeof *t);
    t->last = &t->first;
    t->most = queue;
    t->moves_left = moves_allowed;
    t->fd = fd;
    return t;
}

void thinkers_histogram(thinkers *t, histogram *waits)
{
    (void)t;
    *waits = (histogram){ .n = 0 };
}

void thinkers_close(thinkers **t)
{
    free(*t);
    *t = NULL;
}

bool thinkers_give(thinkers *t, thinkers_job *job)
{
    if (t->busy >= t->most)
        return false;
    t->busy++;
    job->next = NULL;
    *t->last = job;
    t->last = &job->next;
    return true;
}

int thinkers_fd(const thinkers *t)
{
    return t->fd;
}

/* The first that may run now: passwords are never held up. */
static thinkers_job *take_job(thinkers *t)
{
    thinkers_job **at = &t->first;
    while (*at && !(*at)->is_urgent && t->moves_left <= 0)
        at = &(*at)->next;
    thinkers_job *job = *at;
    if (!job)
        return NULL;
    *at = job->next;
    if (!*at)
        t->last = at;
    return job;
}

static bool has_more; /* thinkers_answer() did a job; serial_step() does not know it otherwise */

void thinkers_answer(thinkers *t)
{
    static _Alignas(MUR_BOT_ALIGN) unsigned char memory[MUR_BOT_MEMORY];
    thinkers_job *job = take_job(t);
    has_more = job != NULL;
    if (!job)
        return;
    t->moves_left -= !job->is_urgent;
    t->busy--;
    job->think(job, memory);
    job->done(job); /* it may be gone after this */
}

size_t thinkers_busy(const thinkers *t)
{
    return t->busy;
}

bool serial_step(hall *h)
{
    hall_counts before, after;
    hall_count(h, &before);
    hall_go_on(h);
    hall_tick(h);
    hall_count(h, &after);
    return has_more || before.writing > 0 || after.writing > 0 || after.thinking > before.thinking;
}

/* -- libFuzzer's own part -- */

/* Which features are rare it finds out by going through a list of them for each one it meets, which takes longer than
 * the run itself. And a lobby shows little to short inputs. */
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

/* -- What the linker puts in the place of the real ones -- */

/* Both are large: to clear one takes far less time than to have another one. */
typedef struct {
    void *idle[STORES];
    int n;
} pile;

enum { PAGE = 4096 };

/* All zeros again. Few pages of a large block were written to: the kernel drops them, and gives new ones when they are
 * needed. */
static void clear(void *block)
{
    char *at = block, *end = at + malloc_usable_size(block);
    char *first = at + (PAGE - (uintptr_t)at % PAGE) % PAGE, *last = end - (uintptr_t)end % PAGE;
    if (last <= first || madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0)
        first = last = end;
    memset(at, 0, (size_t)(first - at));
    memset(last, 0, (size_t)(end - last));
}

/* NULL: there is none. As the real one does, this draws a key: what is drawn next must not depend on earlier runs. */
static void *take_cleared(pile *from)
{
    unsigned char key[crypto_shorthash_KEYBYTES];
    if (from->n == 0)
        return NULL;
    void *one = from->idle[--from->n];
    clear(one);
    crypto_shorthash_keygen(key);
    return one;
}

static void keep(pile *to, void *one)
{
    assert(to->n < STORES);
    if (one)
        to->idle[to->n++] = one;
}

static pile idle_limits, idle_guesses;

limits *__real_limits_open(void);
limits *__wrap_limits_open(void);
void __wrap_limits_close(limits **l);

limits *__wrap_limits_open(void)
{
    limits *l = take_cleared(&idle_limits);
    return l ? l : __real_limits_open();
}

void __wrap_limits_close(limits **l)
{
    keep(&idle_limits, *l);
    *l = NULL;
}

guesses *__real_guesses_open(void);
guesses *__wrap_guesses_open(void);
void __wrap_guesses_close(guesses **g);

guesses *__wrap_guesses_open(void)
{
    guesses *g = take_cleared(&idle_guesses);
    return g ? g : __real_guesses_open();
}

void __wrap_guesses_close(guesses **g)
{
    keep(&idle_guesses, *g);
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
