/* SPDX-License-Identifier: MIT */
#include "arena/solve_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/solve_worth.h"
#include "bots/dm_table.h"

enum { PATH = 4096, SAVE_EVERY = 60 /* seconds */ };

/* -- Files -- */

static FILE *open_part(const solve_job *job, const char *mode)
{
    char path[PATH];
    int n = snprintf(path, sizeof path, "%s.part", job->out);
    return n > 0 && n < PATH ? fopen(path, mode) : NULL;
}

static void drop_part(const solve_job *job)
{
    char path[PATH];
    if (snprintf(path, sizeof path, "%s.part", job->out) < PATH)
        remove(path);
}

static bool write_out(const solve_job *job, const unsigned char *bytes, size_t size)
{
    FILE *f = fopen(job->out, "wb");
    bool ok = f && fwrite(bytes, 1, size, f) == size;
    return f && fclose(f) == 0 && ok;
}

static bool is_wanted(const solve_job *job, double done, double error)
{
    return !job->tell || job->tell(job->listener, done, error);
}

/* -- A net that learns by playing -- */

static bool write_net(const solve_job *job, const solve_net *n)
{
    size_t size = solve_net_bytes(n, NULL);
    unsigned char *bytes = malloc(size);
    bool ok = bytes != NULL;
    if (ok) {
        solve_net_bytes(n, bytes);
        ok = write_out(job, bytes, size);
    }
    free(bytes);
    return ok;
}

static bool save_play(const solve_job *job, const solve_play *p)
{
    FILE *f = open_part(job, "wb");
    bool ok = f && solve_play_save(p, f);
    return f && fclose(f) == 0 && ok;
}

static void resume_play(const solve_job *job, solve_play *p)
{
    FILE *f = open_part(job, "rb");
    if (!f)
        return;
    solve_play_load(p, f);
    fclose(f);
}

static solve_end learn_on(const solve_job *job, solve_play *p, uint64_t rounds)
{
    time_t saved = time(NULL);
    for (uint64_t n = 0; n < rounds;) {
        n = solve_play_on(p);
        bool wanted = is_wanted(job, (double)n / (double)rounds, solve_play_error(p));
        if (!wanted || time(NULL) - saved >= SAVE_EVERY) {
            if (!save_play(job, p))
                return SOLVE_FAILED;
            saved = time(NULL);
        }
        if (!wanted)
            return SOLVE_STOPPED;
    }
    return write_net(job, solve_play_net(p)) ? SOLVE_DONE : SOLVE_FAILED;
}

static solve_end run_play(const solve_job *job)
{
    solve_play_plan plan = solve_play_plan_of(job->seats);
    plan.seed = job->seed;
    plan.rounds = job->rounds ? job->rounds : plan.rounds;
    solve_play *p = solve_play_open(&plan);
    if (!p)
        return SOLVE_FAILED;
    resume_play(job, p);
    solve_end end = learn_on(job, p, plan.rounds);
    solve_play_close(&p);
    if (end == SOLVE_DONE)
        drop_part(job);
    return end;
}

/* -- Three players: solving -- */

enum { WIDE = 256, NARROW = 32, BATCH = 128, STEPS = 120000 };

#define SOLVING 0.7  /* of the whole */
#define RATE    3e-3 /* of fitting, at the beginning */

typedef struct {
    char magic[4];
    uint32_t pieces; /* solved up to so many */
} table_head;

static bool save_table(const solve_job *job, const solve_table *t, int pieces)
{
    table_head h = { "DMS2", (uint32_t)pieces };
    FILE *f = open_part(job, "wb");
    bool ok = f && fwrite(&h, sizeof h, 1, f) == 1 && fwrite(t->at, sizeof(float) * SOLVE_WORTH_WIDTH, t->n, f) == t->n;
    return f && fclose(f) == 0 && ok;
}

/* How many pieces are solved already. */
static int resume_table(const solve_job *job, solve_table *t)
{
    table_head h = { "", 0 };
    FILE *f = open_part(job, "rb");
    if (!f)
        return 0;
    bool ok = fread(&h, sizeof h, 1, f) == 1 && memcmp(h.magic, "DMS2", 4) == 0 &&
              fread(t->at, sizeof(float) * SOLVE_WORTH_WIDTH, t->n, f) == t->n;
    fclose(f);
    return ok && h.pieces <= SOLVE_PIECES ? (int)h.pieces : 0;
}

/* Most spots have about half of the pieces; this is how the work is spread. */
static double share_solved(int pieces, double of_layer)
{
    double all = 0, done = 0, ways = 1;
    for (int i = 1; i <= SOLVE_PIECES; i++) {
        ways = ways * (SOLVE_PIECES + 1 - i) / i;
        all += ways;
        done += i < pieces ? ways : i == pieces ? ways * of_layer : 0;
    }
    return done / all;
}

static bool tell_layer(void *listener, int pieces, double done)
{
    const solve_job *job = listener;
    return is_wanted(job, SOLVING * share_solved(pieces, done), -1);
}

static solve_end solve_all(const solve_job *job, solve_table *t)
{
    int solved = resume_table(job, t);
    solve_plan plan = { .threads = job->threads, .tell = tell_layer, .listener = (void *)(uintptr_t)job };
    time_t saved = time(NULL);
    for (int pieces = solved < SOLVE_SEATS ? SOLVE_SEATS : solved + 1; pieces <= SOLVE_PIECES; pieces++) {
        plan.from = plan.to = pieces;
        if (!solve_worths(&plan, 0, t))
            return SOLVE_STOPPED;
        if (time(NULL) - saved < SAVE_EVERY && pieces < SOLVE_PIECES)
            continue;
        if (!save_table(job, t, pieces))
            return SOLVE_FAILED;
        saved = time(NULL);
    }
    return SOLVE_DONE;
}

/* -- Three players: fitting a net -- */

/* All spots that can be, packed, those with few pieces first. */
typedef struct {
    uint32_t *at;
    size_t from[SOLVE_PIECES + 2]; /* where those with so many pieces begin */
} spot_list;

static bool list_all(spot_list *l)
{
    size_t n = 0;
    l->at = malloc(((size_t)SOLVE_ENDS << SOLVE_PIECES) * sizeof l->at[0]);
    for (int pieces = SOLVE_SEATS; l->at && pieces <= SOLVE_PIECES; pieces++) {
        l->from[pieces] = n;
        n += solve_list(pieces, l->at + n);
    }
    l->from[SOLVE_PIECES + 1] = n;
    return l->at != NULL;
}

/* Any of all spots, or any of those with any number of pieces: a hand begins with spots that are few, but met in
 * every hand. */
static uint32_t draw_spot(const spot_list *l, mur_rng *rng)
{
    int few = SOLVE_SEATS, many = SOLVE_PIECES;
    if (mur_rng_below(rng, 2))
        few = many = SOLVE_SEATS + (int)mur_rng_below(rng, SOLVE_PIECES + 1 - SOLVE_SEATS);
    return l->at[l->from[few] + mur_rng_below(rng, (uint32_t)(l->from[many + 1] - l->from[few]))];
}

static double fit_step(solve_net *n, const solve_table *t, const spot_list *l, int step, mur_rng *rng)
{
    solve_sample batch[BATCH];
    for (int i = 0; i < BATCH; i++) {
        batch[i].spot = solve_unpack(draw_spot(l, rng));
        solve_worth_of(t, &batch[i].spot, batch[i].worth);
    }
    return solve_net_learn(n, batch, BATCH, RATE * (1 - (double)step / STEPS));
}

/* Returns the mean error, in points; below 0: stopped. */
static double fit(const solve_job *job, solve_net *n, const solve_table *t, mur_rng *rng)
{
    spot_list all;
    double error = 1;
    bool ok = list_all(&all);
    for (int step = 0; ok && step < STEPS && error >= 0; step++) {
        error += 0.001 * (fit_step(n, t, &all, step, rng) - error);
        if (step % 64 == 0 && !is_wanted(job, SOLVING + (1 - SOLVING) * step / STEPS, sqrt(error)))
            error = -1;
    }
    free(all.at);
    return ok && error >= 0 ? sqrt(error) : -1;
}

/* -- Three players: sixteen levels for what the net misses -- */

enum { PROBES = 1 << 18, ROUNDS = 300 };

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Where the level after this one becomes the nearer one. */
static float border(const float *level, int i)
{
    return i + 1 < DM_TABLE_LEVELS ? (level[i] + level[i + 1]) / 2 : INFINITY;
}

static unsigned nearest(const float *level, float residue)
{
    int i = 0;
    while (residue > border(level, i))
        i++;
    return (unsigned)i;
}

/* Each level moves to the mean of what it stands for, again and again (Lloyd 1957). */
static void place_levels(float *probe, float level[DM_TABLE_LEVELS])
{
    qsort(probe, PROBES, sizeof probe[0], by_size);
    for (int i = 0; i < DM_TABLE_LEVELS; i++)
        level[i] = probe[(size_t)(2 * i + 1) * PROBES / (2 * DM_TABLE_LEVELS)];
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0, at = 0; i < DM_TABLE_LEVELS; i++) {
            double sum = 0;
            int from = at;
            float end = border(level, i);
            for (; at < PROBES && probe[at] <= end; at++)
                sum += (double)probe[at];
            if (at > from)
                level[i] = (float)(sum / (at - from));
        }
}

/* What the net misses, for the master and for the seat to its left. */
static void find_residues(const solve_table *t, const dm_net *net, uint32_t place, float out[2])
{
    float near[DM_SEATS];
    dm_spot s = solve_unpack(place);
    if (__builtin_popcount(place & ((1U << SOLVE_PIECES) - 1)) == SOLVE_PIECES)
        s.ends = DM_BARE;
    dm_net_worth(net, &s, near);
    const float *at = solve_table_at(t, &s);
    out[0] = at[0] - near[0];
    out[1] = at[1] - near[1];
}

static bool find_levels(const solve_table *t, const dm_net *net, mur_rng *rng, float level[DM_TABLE_LEVELS])
{
    spot_list all;
    float *probe = malloc(PROBES * sizeof probe[0]);
    bool ok = list_all(&all) && probe;
    for (int i = 0; ok && i < PROBES; i += 2)
        find_residues(t, net, draw_spot(&all, rng), probe + i);
    if (ok)
        place_levels(probe, level);
    free(all.at);
    free(probe);
    return ok;
}

static void pack(const solve_table *t, const dm_net *net, const float level[DM_TABLE_LEVELS], unsigned char *packed)
{
    for (uint32_t place = 0; place < DM_TABLE_SPOTS; place++) {
        float residue[2];
        find_residues(t, net, place, residue);
        packed[place] =
            (unsigned char)(nearest(level, residue[0]) | nearest(level, residue[1]) * (unsigned)DM_TABLE_LEVELS);
    }
}

typedef struct {
    char magic[4];
    uint32_t net_size;
    float level[DM_TABLE_LEVELS];
} packed_head;

/* The net is read back as it will be read by the bot. */
static bool pack_all(const solve_table *t, mur_rng *rng, unsigned char *bytes, size_t net_size)
{
    packed_head h = { "DMT1", (uint32_t)net_size, { 0 } };
    void *room = malloc(MUR_BOT_MEMORY);
    mur_memory m = { room, MUR_BOT_MEMORY };
    dm_net net;
    bool ok = room && dm_net_open(&net, (mur_span){ (const char *)bytes + sizeof h, net_size }, &m) &&
              find_levels(t, &net, rng, h.level);
    if (ok) {
        memcpy(bytes, &h, sizeof h);
        pack(t, &net, h.level, bytes + sizeof h + net_size);
    }
    free(room);
    return ok;
}

static bool write_table(const solve_job *job, const solve_table *t, const solve_net *n, mur_rng *rng)
{
    size_t net_size = solve_net_bytes(n, NULL), size = sizeof(packed_head) + net_size + DM_TABLE_SPOTS;
    unsigned char *bytes = calloc(1, size);
    if (bytes)
        solve_net_bytes(n, bytes + sizeof(packed_head));
    bool ok = bytes && pack_all(t, rng, bytes, net_size) && write_out(job, bytes, size);
    free(bytes);
    return ok;
}

static solve_end fit_and_write(const solve_job *job, const solve_table *t)
{
    mur_rng rng;
    mur_rng_seed(&rng, job->seed);
    solve_net *n = solve_net_open(SOLVE_SEATS, WIDE, NARROW, SOLVE_SEATS, &rng);
    if (!n)
        return SOLVE_FAILED;
    double error = fit(job, n, t, &rng);
    bool ok = error >= 0 && write_table(job, t, n, &rng);
    solve_net_close(&n);
    return ok ? SOLVE_DONE : error < 0 ? SOLVE_STOPPED : SOLVE_FAILED;
}

static solve_end run_table(const solve_job *job)
{
    solve_table t;
    if (!solve_table_open(&t, SOLVE_WORTH_WIDTH))
        return SOLVE_FAILED;
    solve_end end = solve_all(job, &t);
    if (end == SOLVE_DONE)
        end = fit_and_write(job, &t);
    solve_table_close(&t);
    if (end == SOLVE_DONE)
        drop_part(job);
    return end;
}

solve_end solve_run(const solve_job *job)
{
    errno = 0;
    return job->seats == SOLVE_SEATS && !job->rounds ? run_table(job) : run_play(job);
}
