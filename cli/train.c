/* SPDX-License-Identifier: MIT */
/* `muraille train GAME`: a net learns a game by playing against itself. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

#include "arena/train.h"
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/progress.h"
#include "cli/words.h"

static volatile sig_atomic_t is_stopped;

static void note_stop(int signal_number)
{
    (void)signal_number;
    is_stopped = 1;
}

static learn_plan plan_of(const mur_game *g, const cli_args *args)
{
    learn_plan p = learn_plan_of(g, args->players == CLI_NOT_GIVEN ? g->seats_min : args->players);
    p.games = args->games ? (uint64_t)args->games : p.games;
    p.hidden = args->hidden ? args->hidden : p.hidden;
    p.threads = args->threads ? args->threads : p.threads;
    p.seed = args->has_seed ? args->seed : p.seed;
    return p;
}

static void tell_point(train_point p)
{
    printf("%10" PRIu64 "  %.4f  %5.1f %%\n", p.games, p.loss, 100 * p.share);
    fflush(stdout);
}

static int refuse(const char *name)
{
    cli_complain(N_("\"{word}\" cannot be trained: the game or the numbers do not fit, or the checkpoint is another's"),
                 (const mur_place[]){ { "word", mur_span_of(name) }, { 0 } });
    return CLI_BAD;
}

static int fail(const char *name)
{
    cli_complain(
        N_("{file}: {reason}"),
        (const mur_place[]){ { "file", mur_span_of(name) }, { "reason", mur_span_of(cli_why(errno)) }, { 0 } });
    return CLI_FAILED;
}

/* Until it is done or somebody stops it: the latest checkpoint stays. */
static bool run(train *t, uint64_t games)
{
    bool failed = false;
    cli_progress bar;
    int told = train_n_points(t);
    printf("%10s  %-6s  %s\n", _("games"), _("loss"), _("against greedy"));
    cli_progress_open(&bar);
    while (!is_stopped && train_on(t, &failed)) {
        cli_progress_show(&bar, (double)train_games(t), (double)games, NULL);
        for (; told < train_n_points(t); told++) {
            cli_progress_close(&bar);
            tell_point(train_point_at(t, told));
        }
    }
    cli_progress_close(&bar);
    return !failed;
}

int cli_train(const cli_args *args)
{
    char usual[64];
    const mur_game *g = cli_game_of(args->word);
    if (!g)
        return CLI_BAD;
    learn_plan plan = plan_of(g, args);
    snprintf(usual, sizeof usual, "%s.%d.lore", g->id, plan.seats);
    const char *name = args->out ? args->out : usual;
    train *t = train_open(&plan, name);
    if (!t)
        return refuse(name);
    sigaction(SIGINT, &(struct sigaction){ .sa_handler = note_stop }, NULL);
    bool ok = run(t, plan.games);
    train_close(&t);
    return ok ? CLI_OK : fail(name);
}
