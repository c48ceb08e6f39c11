/* SPDX-License-Identifier: MIT */
/* cli/solve.c -- `muraille solve die-mauer`: computes the values of its positions, for the strong bot.
 * arena/die_mauer solves or samples, depending on the number of players, and saves its work as it goes; here the job
 * is set up and its progress shown. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "arena/die_mauer/solve_run.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/translate.h"
#include "engine/die_mauer/dm.h"

static volatile sig_atomic_t is_stopped;

/* Ctrl+C: the job ends at its next progress report, and its checkpoint stays. */
static void on_interrupt(int signal_number)
{
    (void)signal_number;
    is_stopped = 1;
}

/* Callback of the job: the part that is done, and an estimate of the error, negative while there is none. False
 * stops the job. */
static bool on_progress(void *progress_context, double done, double error)
{
    char words[64] = "";
    if (error >= 0)
        snprintf(words, sizeof words, "+-%.2f", error);
    cli_progress_show(progress_context, done, 1, words);
    return !is_stopped;
}

static int refuse(const char *game)
{
    cli_error(N_("cannot solve \"{word}\"; only die-mauer can be solved"),
              (const mur_format_arg[]){ { "word", mur_span_of(game) }, { 0 } });
    return CLI_BAD_INPUT;
}

static int fail(const char *file)
{
    cli_error(N_("{file}: {reason}"), (const mur_format_arg[]){ { "file", mur_span_of(file) },
                                                                { "reason", mur_span_of(cli_strerror(errno)) },
                                                                { 0 } });
    return CLI_FAILED;
}

/* Die Mauer is the only game that is small enough. */
int cli_solve(const cli_args *args)
{
    char default_name[64];
    cli_progress bar;
    const mur_game *g = cli_find_game(args->operand);
    int seats = args->players == CLI_NOT_GIVEN ? dm_game.seats_min : args->players;
    if (!g)
        return CLI_BAD_INPUT;
    if (g != &dm_game || seats < dm_game.seats_min || seats > dm_game.seats_max)
        return refuse(args->operand);
    snprintf(default_name, sizeof default_name, "%s.%d.model", g->id, seats);
    assert(seats <= MUR_SEATS);
    solve_job job = { .seats = seats,
                      .seed = args->has_seed ? args->seed : 1,
                      .rounds = (uint64_t)args->games,
                      .threads = args->threads ? args->threads : 2,
                      .out = args->out ? args->out : default_name,
                      .on_progress = on_progress,
                      .progress_context = &bar };
    sigaction(SIGINT, &(struct sigaction){ .sa_handler = on_interrupt }, NULL);
    cli_progress_open(&bar);
    solve_outcome end = solve_run(&job);
    cli_progress_close(&bar);
    return end == SOLVE_FAILED ? fail(job.out) : CLI_OK;
}
