/* SPDX-License-Identifier: MIT */
/* `muraille solve die-mauer`: what its spots are worth, worked out or learnt. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "arena/solve_run.h"
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/progress.h"
#include "cli/words.h"
#include "engine/die_mauer/dm.h"

static volatile sig_atomic_t is_stopped;

static void note_stop(int signal_number)
{
    (void)signal_number;
    is_stopped = 1;
}

static bool tell(void *listener, double done, double error)
{
    char words[64] = "";
    if (error >= 0)
        snprintf(words, sizeof words, "+-%.2f", error);
    cli_progress_show(listener, done, 1, words);
    return !is_stopped;
}

static int refuse(const char *game)
{
    cli_complain(N_("\"{word}\" cannot be solved; die-mauer can"),
                 (const mur_place[]){ { "word", mur_span_of(game) }, { 0 } });
    return CLI_BAD;
}

static int fail(const char *file)
{
    cli_complain(
        N_("{file}: {reason}"),
        (const mur_place[]){ { "file", mur_span_of(file) }, { "reason", mur_span_of(cli_why(errno)) }, { 0 } });
    return CLI_FAILED;
}

int cli_solve(const cli_args *args)
{
    char usual[64];
    cli_progress bar;
    const mur_game *g = cli_game_of(args->word);
    int seats = args->players == CLI_NOT_GIVEN ? dm_game.seats_min : args->players;
    if (!g)
        return CLI_BAD;
    if (g != &dm_game || seats < dm_game.seats_min || seats > dm_game.seats_max)
        return refuse(args->word);
    snprintf(usual, sizeof usual, "%s.%d.lore", g->id, seats);
    solve_job job = { .seats = seats,
                      .seed = args->has_seed ? args->seed : 1,
                      .rounds = (uint64_t)args->games,
                      .threads = args->threads ? args->threads : 2,
                      .out = args->out ? args->out : usual,
                      .tell = tell,
                      .listener = &bar };
    sigaction(SIGINT, &(struct sigaction){ .sa_handler = note_stop }, NULL);
    cli_progress_open(&bar);
    solve_end end = solve_run(&job);
    cli_progress_close(&bar);
    return end == SOLVE_FAILED ? fail(job.out) : CLI_OK;
}
