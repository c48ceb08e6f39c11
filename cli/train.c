/* SPDX-License-Identifier: MIT */
/* cli/train.c -- `muraille train GAME`: trains a value network by self-play, with checkpoints.
 * arena/training plays, learns, measures and saves; here its configuration comes from the command line and its
 * learning curve goes to standard output. The same command resumes from the checkpoint beside the output file. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

#include "arena/training/train.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/translate.h"

static volatile sig_atomic_t is_stopped;

/* Ctrl+C ends the training after the current batch; the last checkpoint stays. */
static void on_interrupt(int signal_number)
{
    (void)signal_number;
    is_stopped = 1;
}

/* Options that are not given keep the game's defaults. */
static learner_config config_of(const mur_game *g, const cli_args *args)
{
    learner_config p = learner_config_of(g, args->players == CLI_NOT_GIVEN ? g->seats_min : args->players);
    p.games = args->games ? (uint64_t)args->games : p.games;
    p.hidden = args->hidden ? args->hidden : p.hidden;
    p.threads = args->threads ? args->threads : p.threads;
    p.seed = args->has_seed ? args->seed : p.seed;
    return p;
}

/* A point of the learning curve: games, loss, share against the greedy bot. */
static void print_point(train_point p)
{
    printf("%10" PRIu64 "  %.4f  %5.1f %%\n", p.games, p.loss, 100 * p.share);
    fflush(stdout);
}

static int refuse(const char *name)
{
    cli_error(N_("cannot train \"{word}\": the game does not allow these settings, or the checkpoint belongs to "
                 "another training"),
              (const mur_format_arg[]){ { "word", mur_span_of(name) }, { 0 } });
    return CLI_BAD_INPUT;
}

static int fail(const char *name)
{
    cli_error(N_("{file}: {reason}"), (const mur_format_arg[]){ { "file", mur_span_of(name) },
                                                                { "reason", mur_span_of(cli_strerror(errno)) },
                                                                { 0 } });
    return CLI_FAILED;
}

/* Trains until all games are played or Ctrl+C. New points of the curve are printed above the progress bar. Returns
 * false if a file could not be written. */
static bool run(train *t, uint64_t games)
{
    bool failed = false;
    cli_progress bar;
    int printed = train_n_points(t);
    printf("%10s  %-6s  %s\n", _("games"), _("loss"), _("against greedy"));
    cli_progress_open(&bar);
    while (!is_stopped && train_batch(t, &failed)) {
        cli_progress_show(&bar, (double)train_games(t), (double)games, NULL);
        for (; printed < train_n_points(t); printed++) {
            cli_progress_close(&bar);
            print_point(train_point_at(t, printed));
        }
    }
    cli_progress_close(&bar);
    return !failed;
}

int cli_train(const cli_args *args)
{
    char default_name[64];
    const mur_game *g = cli_find_game(args->operand);
    if (!g)
        return CLI_BAD_INPUT;
    learner_config config = config_of(g, args);
    snprintf(default_name, sizeof default_name, "%s.%d.model", g->id, config.seats);
    const char *name = args->out ? args->out : default_name;
    train *t = train_open(&config, name);
    if (!t)
        return refuse(name);
    sigaction(SIGINT, &(struct sigaction){ .sa_handler = on_interrupt }, NULL);
    bool ok = run(t, config.games);
    train_close(&t);
    return ok ? CLI_OK : fail(name);
}
