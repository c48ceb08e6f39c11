/* SPDX-License-Identifier: MIT */
/* arena/training/train.c -- drives the learner and writes its files.
 *
 * The checkpoint holds the curve so far and the learner; the curve is redrawn from it each time. Points are due at
 * every twentieth of the planned games. */
#include "arena/training/train.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4096 };

struct train {
    learner *learner;
    learner_config config;
    char name[PATH];
    uint64_t games;
    int n_points;
    train_point point[TRAIN_POINTS + 1];
};

/* -- Files -- */

typedef bool write_fn(const train *t, FILE *to);

/* Writes NAME + ending atomically: into a temporary file, flushed, then renamed over the old one. */
static bool replace(const train *t, const char *ending, write_fn *write)
{
    char path[PATH + 16], part[PATH + 32];
    snprintf(path, sizeof path, "%s%s", t->name, ending);
    snprintf(part, sizeof part, "%s.part", path);
    FILE *to = fopen(part, "wb");
    if (!to)
        return false;
    bool ok = write(t, to) && fflush(to) == 0;
    ok = fclose(to) == 0 && ok;
    return ok && rename(part, path) == 0;
}

static bool write_model(const train *t, FILE *to)
{
    mur_span model = learner_model(t->learner);
    return fwrite(model.at, 1, model.len, to) == model.len;
}

/* The curve so far, then the learner. */
static bool write_checkpoint(const train *t, FILE *to)
{
    return fwrite(&t->n_points, sizeof t->n_points, 1, to) == 1 && fwrite(t->point, sizeof t->point, 1, to) == 1 &&
           learner_save(t->learner, to);
}

/* False if it is damaged or belongs to another configuration. */
static bool read_checkpoint(train *t, FILE *from)
{
    bool ok = fread(&t->n_points, sizeof t->n_points, 1, from) == 1 && fread(t->point, sizeof t->point, 1, from) == 1 &&
              t->n_points > 0 && t->n_points <= TRAIN_POINTS && learner_load(t->learner, from);
    if (ok)
        t->games = t->point[t->n_points - 1].games;
    return ok;
}

/* -- The curve -- */

static bool write_csv(const train *t, FILE *to)
{
    fputs("games,loss,share_against_greedy\n", to);
    for (int i = 0; i < t->n_points; i++)
        fprintf(to, "%" PRIu64 ",%.5f,%.4f\n", t->point[i].games, t->point[i].loss, t->point[i].share);
    return !ferror(to);
}

enum { WIDTH = 640, HEIGHT = 360, MARGIN = 48 };

static double x_of(const train *t, uint64_t games)
{
    return MARGIN + (double)(WIDTH - 2 * MARGIN) * (double)games / (double)t->config.games;
}

static double y_of(double share)
{
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share;
}

static void draw_frame(const train *t, FILE *to)
{
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text x=\"%d\" y=\"24\">%s, %d: against greedy, by games played</text>\n",
            WIDTH, HEIGHT, MARGIN, t->config.game->id, t->config.seats);
    for (int percent = 0; percent <= 100; percent += 25)
        fprintf(to,
                "<path d=\"M%d %.1fH%d\" stroke=\"#ccc\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                MARGIN, y_of(percent / 100.0), WIDTH - MARGIN, MARGIN - 6, y_of(percent / 100.0) + 4, percent);
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRIu64 "</text>\n", WIDTH - MARGIN, HEIGHT - 24,
            t->config.games);
}

/* The curve: shares against greedy over games played. */
static bool write_svg(const train *t, FILE *to)
{
    draw_frame(t, to);
    fputs("<polyline fill=\"none\" stroke=\"#a33\" stroke-width=\"2\" points=\"", to);
    for (int i = 0; i < t->n_points; i++)
        fprintf(to, "%.1f,%.1f ", x_of(t, t->point[i].games), y_of(t->point[i].share));
    fputs("\"/>\n</svg>\n", to);
    return !ferror(to);
}

/* -- Training -- */

/* Reads the checkpoint. No checkpoint is fine; one that cannot be used is an error, so that a run never silently
 * overwrites another one's files. */
static bool resume(train *t)
{
    char path[PATH + 16];
    snprintf(path, sizeof path, "%s.checkpoint", t->name);
    FILE *from = fopen(path, "rb");
    if (!from)
        return errno == ENOENT;
    bool ok = read_checkpoint(t, from);
    fclose(from);
    return ok;
}

train *train_open(const learner_config *config, const char *name)
{
    train *t = strlen(name) < PATH ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->config = *config;
    memcpy(t->name, name, strlen(name) + 1);
    t->learner = learner_open(config);
    if (!t->learner || !resume(t))
        train_close(&t);
    return t;
}

void train_close(train **t)
{
    if (!*t)
        return;
    learner_close(&(*t)->learner);
    free(*t);
    *t = NULL;
}

/* Measures the net and writes all files. The checkpoint comes last: it must not be newer than the others. */
static bool add_point(train *t)
{
    assert(t->n_points < TRAIN_POINTS);
    t->point[t->n_points++] = (train_point){ t->games, learner_loss(t->learner),
                                             learner_measure(t->learner, t->config.measured_games, t->config.seed) };
    return replace(t, "", write_model) && replace(t, ".csv", write_csv) && replace(t, ".svg", write_svg) &&
           replace(t, ".checkpoint", write_checkpoint);
}

bool train_batch(train *t, bool *failed)
{
    *failed = false;
    if (t->games >= t->config.games)
        return false;
    t->games = learner_run_batch(t->learner);
    bool is_due = t->games >= t->config.games || t->games * TRAIN_POINTS / t->config.games > (uint64_t)t->n_points;
    if (is_due && t->n_points < TRAIN_POINTS)
        *failed = !add_point(t);
    return !*failed;
}

uint64_t train_games(const train *t)
{
    return t->games;
}

int train_n_points(const train *t)
{
    return t->n_points;
}

train_point train_point_at(const train *t, int i)
{
    assert(i >= 0 && i < t->n_points);
    return t->point[i];
}
