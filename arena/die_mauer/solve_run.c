/* SPDX-License-Identifier: MIT */
#include "arena/solve_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/solve_pack.h"

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

enum { NET_ROUNDS = 250000 }; /* for the net that goes into the file */

typedef struct {
    char magic[4];
    uint32_t pieces; /* solved up to so many */
} table_head;

static const char part_magic[] = "DMS4";

static bool save_table(const solve_job *job, const solve_table *t, int pieces)
{
    table_head h = { .pieces = (uint32_t)pieces };
    FILE *f = open_part(job, "wb");
    memcpy(h.magic, part_magic, sizeof h.magic);
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
    bool ok = fread(&h, sizeof h, 1, f) == 1 && memcmp(h.magic, part_magic, sizeof h.magic) == 0 &&
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
    return is_wanted(listener, share_solved(pieces, done), -1);
}

static solve_end solve_all(const solve_job *job, solve_table *t)
{
    int solved = resume_table(job, t);
    solve_plan plan = { .threads = job->threads, .tell = tell_layer, .listener = (void *)(uintptr_t)job };
    time_t saved = time(NULL);
    for (int pieces = solved < SOLVE_SEATS ? SOLVE_SEATS : solved + 1; pieces <= SOLVE_PIECES; pieces++) {
        plan.from = plan.to = pieces;
        if (!solve_worths(&plan, t))
            return SOLVE_STOPPED;
        if (time(NULL) - saved < SAVE_EVERY && pieces < SOLVE_PIECES)
            continue;
        if (!save_table(job, t, pieces))
            return SOLVE_FAILED;
        saved = time(NULL);
    }
    return SOLVE_DONE;
}

/* -- Three players: the file -- */

static bool pack_and_write(const solve_job *job, const solve_table *t, const solve_net *net)
{
    size_t size, net_size = solve_net_bytes(net, NULL);
    unsigned char *net_bytes = malloc(net_size), *bytes = NULL;
    if (net_bytes) {
        solve_net_bytes(net, net_bytes);
        bytes = solve_pack(t, (mur_span){ (const char *)net_bytes, net_size }, &size);
    }
    bool ok = bytes && write_out(job, bytes, size);
    free(net_bytes);
    free(bytes);
    return ok;
}

/* The net is learnt quickly, compared to the rest. */
static solve_end write_table(const solve_job *job, const solve_table *t)
{
    solve_play_plan plan = solve_play_plan_of(SOLVE_SEATS);
    plan.seed = job->seed;
    plan.rounds = NET_ROUNDS;
    solve_play *p = solve_play_open(&plan);
    if (!p)
        return SOLVE_FAILED;
    bool wanted = true;
    while (wanted && solve_play_on(p) < plan.rounds)
        wanted = is_wanted(job, 1, solve_play_error(p));
    bool ok = wanted && pack_and_write(job, t, solve_play_net(p));
    solve_play_close(&p);
    return ok ? SOLVE_DONE : wanted ? SOLVE_FAILED : SOLVE_STOPPED;
}

static solve_end run_table(const solve_job *job)
{
    solve_table t;
    if (!solve_table_open(&t, SOLVE_WORTH_WIDTH))
        return SOLVE_FAILED;
    solve_end end = solve_all(job, &t);
    if (end == SOLVE_DONE)
        end = write_table(job, &t);
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
