/* SPDX-License-Identifier: MIT */
/* server/workers/job_queue.c -- a fair queue in two levels: groups take turns, and inside a group its owners take turns
 * (round robin, as in Nagle's fair queueing, RFC 970), weighted by the time a group's jobs took lately. All operations
 * take constant time; buckets hash groups and owners by their keys.
 *
 * store_worker.c has a second, simpler fair queue for lists, on purpose: its jobs are short and can be served strictly
 * by turn, one at a time, by one thread. It needs no groups, no lanes and no accounting of time, and a heap of jobs by
 * turn number does it in a few lines. Sharing this queue would make that one more complicated, not less.
 *
 * Invariants: a group is in at most one lane; it is in one if it has waiting jobs and may run another one; held counts
 * its waiting and running jobs; every group is in the list by age. */
#include "server/workers/job_queue.h"

#include <assert.h>
#include <stdlib.h>

#include "record/buffer.h"

enum {
    BUCKET_BITS = 12,
    BUCKETS = 1 << BUCKET_BITS,
    GROUPS_CHECKED = 8, /* groups, when one that needs the machine is searched */
};

static const int64_t NS_PER_MS = 1000000;

typedef struct group group;
typedef struct owner owner;

/* Has a record only while one of its jobs waits. */
struct owner {
    uint64_t key;
    group *group;
    owner *chain; /* in its bucket */
    owner *next;  /* in its group: the one whose turn comes after */
    bot_pool_job *first, **last;
};

typedef struct {
    group *first, **last;
} group_list;

struct group {
    uint64_t key;
    group *chain; /* in its bucket */
    group *next;  /* in a lane */
    bool is_in_lane;
    owner *first, **last; /* with jobs that wait, in the order of their turns */
    size_t held;          /* jobs, waiting or running */
    int running[LANES];
    int64_t used, used_since; /* time of workers, and since when it counts in full */
    int64_t active;           /* when a job came or ended */
    group *newer, *older;     /* of all, by `active` */
};

struct job_queue {
    int per_group;
    bool has_background;
    group_list lane[LANES]; /* groups in the order of their turns */
    group *newest, *oldest;
    size_t n_groups;
    owner *spare; /* records for owners to come */
    group *groups[BUCKETS];
    owner *owners[BUCKETS];
};

/* -- Records -- */

/* Keys are hashes or random already; the multiplication uses all their bits. */
static size_t bucket_of(uint64_t key)
{
    return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - BUCKET_BITS));
}

static group *find_group(const job_queue *q, uint64_t key)
{
    group *g = q->groups[bucket_of(key)];
    while (g && g->key != key)
        g = g->chain;
    return g;
}

static void unlink_by_age(job_queue *q, group *g)
{
    *(g->newer ? &g->newer->older : &q->newest) = g->older;
    *(g->older ? &g->older->newer : &q->oldest) = g->newer;
}

static void link_as_newest(job_queue *q, group *g, int64_t now)
{
    g->active = now;
    g->newer = NULL;
    g->older = q->newest;
    *(q->newest ? &q->newest->newer : &q->oldest) = g;
    q->newest = g;
}

static void touch(job_queue *q, group *g, int64_t now)
{
    unlink_by_age(q, g);
    link_as_newest(q, g, now);
}

static void free_group(job_queue *q, group *g)
{
    assert(g->held == 0 && !g->is_in_lane && !g->first);
    group **at = &q->groups[bucket_of(g->key)];
    while (*at != g)
        at = &(*at)->chain;
    *at = g->chain;
    unlink_by_age(q, g);
    q->n_groups--;
    free(g);
}

/* Looks at the two oldest groups: one more than a new job can add, so the list cannot grow. A group whose jobs have
 * waited for long is active in spite of its age. */
static void forget_old_groups(job_queue *q, int64_t now)
{
    for (int i = 0; i < 2 && q->oldest; i++) {
        group *g = q->oldest;
        bool is_old = now - g->active > JOB_QUEUE_RECENT_MS * NS_PER_MS;
        if (!is_old && q->n_groups <= JOB_QUEUE_REMEMBERED)
            return;
        if (g->held > 0)
            touch(q, g, now);
        else
            free_group(q, g);
    }
}

static group *need_group(job_queue *q, uint64_t key, int64_t now)
{
    group *g = find_group(q, key);
    if (g) {
        touch(q, g, now);
        return g;
    }
    g = mur_new(sizeof *g);
    *g = (group){ .key = key, .chain = q->groups[bucket_of(key)], .used_since = now };
    g->last = &g->first;
    q->groups[bucket_of(key)] = g;
    q->n_groups++;
    link_as_newest(q, g, now);
    return g;
}

/* The same person may be seen from two addresses: an owner belongs to one group. */
static owner **bucket_of_owner(job_queue *q, const group *g, uint64_t key)
{
    return &q->owners[bucket_of(key ^ (g->key << 32 | g->key >> 32))];
}

static owner *find_owner(job_queue *q, const group *g, uint64_t key)
{
    owner *o = *bucket_of_owner(q, g, key);
    while (o && (o->key != key || o->group != g))
        o = o->chain;
    return o;
}

/* A new owner is the last of its group to have a turn. Records are reused: an owner has one only while a job waits. */
static owner *need_owner(job_queue *q, group *g, uint64_t key)
{
    owner *o = find_owner(q, g, key);
    if (o)
        return o;
    o = q->spare ? q->spare : mur_new(sizeof *o);
    if (q->spare)
        q->spare = o->chain;
    owner **bucket = bucket_of_owner(q, g, key);
    *o = (owner){ .key = key, .group = g, .chain = *bucket };
    o->last = &o->first;
    *bucket = o;
    *g->last = o;
    g->last = &o->next;
    return o;
}

static void free_owner(job_queue *q, owner *o)
{
    owner **at = bucket_of_owner(q, o->group, o->key);
    while (*at != o)
        at = &(*at)->chain;
    *at = o->chain;
    o->chain = q->spare;
    q->spare = o;
}

/* -- Shares -- */

/* Time used counts half after each JOB_QUEUE_HALF_MS: an exponential decay in steps, without floating point. */
static int64_t recent_use(group *g, int64_t now)
{
    const int64_t half = JOB_QUEUE_HALF_MS * NS_PER_MS;
    int64_t times = (now - g->used_since) / half;
    g->used >>= times < 62 ? times : 62;
    g->used_since += times * half;
    return g->used;
}

/* How long a background job takes is known only when it ends; until then it counts as long. */
static bool is_heavy_user(group *g, int64_t now)
{
    return g->held > JOB_QUEUE_FEW &&
           (g->running[LANE_BACKGROUND] > 0 || recent_use(g, now) > JOB_QUEUE_SHARE_MS * NS_PER_MS);
}

/* Did a group that is not heavy itself need the machine lately? Only a few of the newest are looked at; if there are
 * more, one of them is. */
static bool is_other_group_active(const job_queue *q, const group *than, int64_t now)
{
    int n = 0;
    for (group *g = q->newest; g && now - g->active <= JOB_QUEUE_RECENT_MS * NS_PER_MS; g = g->older)
        if (n++ == GROUPS_CHECKED || (g != than && !is_heavy_user(g, now)))
            return true;
    return false;
}

static bool is_over_share(const job_queue *q, group *g, int64_t now)
{
    return q->has_background && is_heavy_user(g, now) && is_other_group_active(q, g, now);
}

/* -- Lanes -- */

static void push(job_queue *q, group *g, job_lane lane)
{
    assert(!g->is_in_lane && g->first);
    group_list *l = &q->lane[lane];
    g->is_in_lane = true;
    g->next = NULL;
    *l->last = g;
    l->last = &g->next;
}

static group *pop(job_queue *q, job_lane lane)
{
    assert(q->lane[lane].first);
    group_list *l = &q->lane[lane];
    group *g = l->first;
    l->first = g->next;
    if (!l->first)
        l->last = &l->first;
    g->is_in_lane = false;
    return g;
}

/* Puts a group with waiting jobs into a lane. A group that runs as many jobs as it may is in none until one of them
 * ends. */
static void place(job_queue *q, group *g, int64_t now)
{
    if (g->is_in_lane || !g->first)
        return;
    if (is_over_share(q, g, now))
        push(q, g, LANE_BACKGROUND);
    else if (g->running[LANE_NORMAL] < q->per_group)
        push(q, g, LANE_NORMAL);
}

/* A group can change sides while it is in a lane; that is noticed when its turn comes. The head of the background lane
 * is looked at by the normal lane as well, because background threads may be slow to come. */
static void sort_heads(job_queue *q, job_lane lane, int64_t now)
{
    while (q->lane[LANE_BACKGROUND].first && !is_over_share(q, q->lane[LANE_BACKGROUND].first, now))
        place(q, pop(q, LANE_BACKGROUND), now);
    while (lane == LANE_NORMAL && q->lane[LANE_NORMAL].first && is_over_share(q, q->lane[LANE_NORMAL].first, now))
        place(q, pop(q, LANE_NORMAL), now);
}

/* The first job of the owner whose turn it is; the owner goes to the end of its group. */
static bot_pool_job *take_from(job_queue *q, group *g)
{
    owner *o = g->first;
    bot_pool_job *job = o->first;
    g->first = o->next;
    if (!g->first)
        g->last = &g->first;
    o->first = job->next;
    if (!o->first) {
        free_owner(q, o);
        return job;
    }
    o->next = NULL;
    *g->last = o;
    g->last = &o->next;
    return job;
}

/* -- What others call -- */

job_queue *job_queue_open(int per_group, bool has_background)
{
    assert(per_group > 0);
    job_queue *q = mur_new(sizeof *q);
    q->per_group = per_group;
    q->has_background = has_background;
    for (int i = 0; i < LANES; i++)
        q->lane[i].last = &q->lane[i].first;
    return q;
}

static void free_owners(owner *o)
{
    for (owner *next; o; o = next) {
        next = o->chain;
        free(o);
    }
}

void job_queue_close(job_queue **q)
{
    if (!*q)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        free_owners((*q)->owners[i]);
    free_owners((*q)->spare);
    for (group *g = (*q)->newest, *older; g; g = older) {
        older = g->older;
        free(g);
    }
    free(*q);
    *q = NULL;
}

void job_queue_add(job_queue *q, bot_pool_job *job, int64_t now)
{
    group *g = need_group(q, job->group, now);
    owner *o = need_owner(q, g, job->owner);
    job->next = NULL;
    *o->last = job;
    o->last = &job->next;
    g->held++;
    place(q, g, now);
    forget_old_groups(q, now);
}

/* The group leaves its lane and comes back at the end, if it may run another job: that is its turn taken. */
bot_pool_job *job_queue_take(job_queue *q, job_lane lane, int64_t now)
{
    sort_heads(q, lane, now);
    if (!q->lane[lane].first)
        return NULL;
    group *g = pop(q, lane);
    assert(lane == LANE_BACKGROUND || g->running[lane] < q->per_group);
    g->running[lane]++;
    bot_pool_job *job = take_from(q, g);
    place(q, g, now);
    return job;
}

/* Time is charged when a job ends. If nothing was charged lately the decay begins now. */
void job_queue_finish(job_queue *q, const bot_pool_job *job, job_lane lane, int64_t took, int64_t now)
{
    group *g = find_group(q, job->group);
    assert(g && g->held > 0 && g->running[lane] > 0);
    g->held--;
    g->running[lane]--;
    if (recent_use(g, now) == 0)
        g->used_since = now;
    g->used += took > 0 ? took : 0;
    touch(q, g, now);
    place(q, g, now);
}

bool job_queue_has(const job_queue *q, job_lane lane)
{
    return q->lane[lane].first != NULL;
}

size_t job_queue_held(const job_queue *q, uint64_t group_key)
{
    const group *g = find_group(q, group_key);
    return g ? g->held : 0;
}

size_t job_queue_groups(const job_queue *q)
{
    return q->n_groups;
}
