/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_run.c -- runs a solver with checkpoints and writes the model file.
 *
 * Two independent halves: run_play() for nets, run_table() for the solved table. Checkpoints are written at most once a
 * minute; one of the table is about 500 MB. */
#include "arena/die_mauer/solve_run.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/die_mauer/solve_pack.h"

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

/* Reports progress; false if the caller wants to stop. */
static bool is_wanted(const solve_job *job, double done, double error)
{
    return !job->on_progress || job->on_progress(job->progress_context, done, error);
}

/* -- A net that learns by playing -- */

/* The quantized net is the whole model file if there is no solved table. */
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

static bool save_play(const solve_job *job, const solve_selfplay *p)
{
    FILE *f = open_part(job, "wb");
    bool ok = f && solve_selfplay_save(p, f);
    return f && fclose(f) == 0 && ok;
}

/* A checkpoint of another configuration is ignored. */
static void resume_play(const solve_job *job, solve_selfplay *p)
{
    FILE *f = open_part(job, "rb");
    if (!f)
        return;
    solve_selfplay_load(p, f);
    fclose(f);
}

/* Trains up to this many rounds, saving from time to time and when it is stopped, then writes the net. */
static solve_outcome run_selfplay(const solve_job *job, solve_selfplay *p, uint64_t rounds)
{
    time_t saved = time(NULL);
    for (uint64_t n = 0; n < rounds;) {
        n = solve_selfplay_run(p);
        bool wanted = is_wanted(job, (double)n / (double)rounds, solve_selfplay_error(p));
        if (!wanted || time(NULL) - saved >= SAVE_EVERY) {
            if (!save_play(job, p))
                return SOLVE_FAILED;
            saved = time(NULL);
        }
        if (!wanted)
            return SOLVE_STOPPED;
    }
    return write_net(job, solve_selfplay_net(p)) ? SOLVE_DONE : SOLVE_FAILED;
}

static solve_outcome run_play(const solve_job *job)
{
    solve_selfplay_config config = solve_selfplay_config_of(job->seats);
    config.seed = job->seed;
    config.rounds = job->rounds ? job->rounds : config.rounds;
    solve_selfplay *p = solve_selfplay_open(&config);
    if (!p)
        return SOLVE_FAILED;
    resume_play(job, p);
    solve_outcome end = run_selfplay(job, p, config.rounds);
    solve_selfplay_close(&p);
    if (end == SOLVE_DONE)
        drop_part(job);
    return end;
}

/* -- Three players: solving -- */

enum { NET_ROUNDS = 250000 }; /* of self-play for the net that goes into the file */

typedef struct { /* of OUT.part: then the whole solve_table */
    char magic[4];
    uint32_t pieces; /* layers up to this one are solved */
} table_head;

static const char part_magic[] = "DMS4";

/* Header and the whole table, as they are in memory. */
static bool save_table(const solve_job *job, const solve_table *t, int pieces)
{
    table_head h = { .pieces = (uint32_t)pieces };
    FILE *f = open_part(job, "wb");
    memcpy(h.magic, part_magic, sizeof h.magic);
    bool ok = f && fwrite(&h, sizeof h, 1, f) == 1 && fwrite(t->at, sizeof(float) * SOLVE_WIDTH, t->n, f) == t->n;
    return f && fclose(f) == 0 && ok;
}

/* Reads the checkpoint; returns the highest solved layer, 0 if there is none. */
static int resume_table(const solve_job *job, solve_table *t)
{
    table_head h = { "", 0 };
    FILE *f = open_part(job, "rb");
    if (!f)
        return 0;
    bool ok = fread(&h, sizeof h, 1, f) == 1 && memcmp(h.magic, part_magic, sizeof h.magic) == 0 &&
              fread(t->at, sizeof(float) * SOLVE_WIDTH, t->n, f) == t->n;
    fclose(f);
    return ok && h.pieces <= SOLVE_PIECES ? (int)h.pieces : 0;
}

/* Progress over all layers. Layer k has about (21 choose k) positions, and time is proportional to that. */
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

static bool on_layer_progress(void *progress_context, int pieces, double done)
{
    return is_wanted(progress_context, share_solved(pieces, done), -1);
}

/* Solves the layers that are missing, one after the other, with a checkpoint between them. */
static solve_outcome solve_all(const solve_job *job, solve_table *t)
{
    int solved = resume_table(job, t);
    solve_plan plan = { .threads = job->threads,
                        .on_progress = on_layer_progress,
                        .progress_context = (void *)(uintptr_t)job };
    time_t saved = time(NULL);
    for (int pieces = solved < SOLVE_SEATS ? SOLVE_SEATS : solved + 1; pieces <= SOLVE_PIECES; pieces++) {
        assert(pieces >= SOLVE_SEATS);
        plan.from = plan.to = pieces;
        if (!solve_values(&plan, t))
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

/* Quantizes the net, packs the table behind it, and writes OUT. */
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

/* Trains the small net, which takes little time compared with solving, and writes the file. */
static solve_outcome write_table(const solve_job *job, const solve_table *t)
{
    solve_selfplay_config config = solve_selfplay_config_of(SOLVE_SEATS);
    config.seed = job->seed;
    config.rounds = NET_ROUNDS;
    solve_selfplay *p = solve_selfplay_open(&config);
    if (!p)
        return SOLVE_FAILED;
    bool wanted = true;
    while (wanted && solve_selfplay_run(p) < config.rounds)
        wanted = is_wanted(job, 1, solve_selfplay_error(p));
    bool ok = wanted && pack_and_write(job, t, solve_selfplay_net(p));
    solve_selfplay_close(&p);
    return ok ? SOLVE_DONE : wanted ? SOLVE_FAILED : SOLVE_STOPPED;
}

static solve_outcome run_table(const solve_job *job)
{
    solve_table t;
    if (!solve_table_open(&t, SOLVE_WIDTH))
        return SOLVE_FAILED;
    solve_outcome end = solve_all(job, &t);
    if (end == SOLVE_DONE)
        end = write_table(job, &t);
    solve_table_close(&t);
    if (end == SOLVE_DONE)
        drop_part(job);
    return end;
}

solve_outcome solve_run(const solve_job *job)
{
    errno = 0;
    return job->seats == SOLVE_SEATS && !job->rounds ? run_table(job) : run_play(job);
}
