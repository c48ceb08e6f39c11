/* SPDX-License-Identifier: MIT */
#include "arena/train.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4096 };

struct train {
    learn *learn;
    learn_plan plan;
    char name[PATH];
    uint64_t games;
    int n_points;
    train_point point[TRAIN_POINTS + 1];
};

/* -- Files -- */

typedef bool write_fn(const train *t, FILE *to);

/* Writes NAME + ending, first under another name. */
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

static bool write_lore(const train *t, FILE *to)
{
    mur_span lore = learn_lore(t->learn);
    return fwrite(lore.at, 1, lore.len, to) == lore.len;
}

/* The curve so far, then the learner. */
static bool write_checkpoint(const train *t, FILE *to)
{
    return fwrite(&t->n_points, sizeof t->n_points, 1, to) == 1 && fwrite(t->point, sizeof t->point, 1, to) == 1 &&
           learn_save(t->learn, to);
}

static bool read_checkpoint(train *t, FILE *from)
{
    bool ok = fread(&t->n_points, sizeof t->n_points, 1, from) == 1 && fread(t->point, sizeof t->point, 1, from) == 1 &&
              t->n_points > 0 && t->n_points <= TRAIN_POINTS && learn_load(t->learn, from);
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
    return MARGIN + (double)(WIDTH - 2 * MARGIN) * (double)games / (double)t->plan.games;
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
            WIDTH, HEIGHT, MARGIN, t->plan.game->id, t->plan.seats);
    for (int percent = 0; percent <= 100; percent += 25)
        fprintf(to,
                "<path d=\"M%d %.1fH%d\" stroke=\"#ccc\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                MARGIN, y_of(percent / 100.0), WIDTH - MARGIN, MARGIN - 6, y_of(percent / 100.0) + 4, percent);
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRIu64 "</text>\n", WIDTH - MARGIN, HEIGHT - 24,
            t->plan.games);
}

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

/* False: there is a checkpoint, but none of ours. */
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

train *train_open(const learn_plan *plan, const char *name)
{
    train *t = strlen(name) < PATH ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->plan = *plan;
    memcpy(t->name, name, strlen(name) + 1);
    t->learn = learn_open(plan);
    if (!t->learn || !resume(t))
        train_close(&t);
    return t;
}

void train_close(train **t)
{
    if (!*t)
        return;
    learn_close(&(*t)->learn);
    free(*t);
    *t = NULL;
}

static bool add_point(train *t)
{
    t->point[t->n_points++] =
        (train_point){ t->games, learn_loss(t->learn), learn_match(t->learn, t->plan.match, t->plan.seed) };
    return replace(t, "", write_lore) && replace(t, ".csv", write_csv) && replace(t, ".svg", write_svg) &&
           replace(t, ".checkpoint", write_checkpoint);
}

bool train_on(train *t, bool *failed)
{
    *failed = false;
    if (t->games >= t->plan.games)
        return false;
    t->games = learn_on(t->learn);
    bool is_due = t->games >= t->plan.games || t->games * TRAIN_POINTS / t->plan.games > (uint64_t)t->n_points;
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
    return t->point[i];
}
