/* SPDX-License-Identifier: MIT */
/* cli/arena.c -- `muraille arena match|sprt|scale`: two bots against each other; and the table of all arena
 * commands.
 * A match plays a fixed number of units. `sprt` plays until a sequential probability ratio test (Wald 1945) decides
 * between two hypotheses about the difference in Elo, as Stockfish's fishtest does; the statistics are in
 * arena/match/. `scale` lets a bot play itself with twice the simulations. */
#include <assert.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/match.h"
#include "cli/output.h"
#include "cli/translate.h"

enum { UNITS = 200, UNITS_MAX = 20000 /* without a verdict */, BATCH = 16 };

/* -- match -- */

/* Set up, play, print; failures of external bots are reported on standard error and do not change the exit code. */
static int run_match(const cli_args *args)
{
    cli_match match;
    if (!cli_match_open(&match, args, args->operand, args->more_operands[0]))
        return CLI_BAD_INPUT;
    int units = args->units ? args->units : UNITS;
    arena_match *m = arena_match_open(&match.config);
    arena_match_play(m, units, cli_match_on_progress, &match);
    cli_progress_close(&match.progress);
    if (args->json) {
        putchar('{');
        cli_match_print_json(&match, m);
        puts("}");
    } else {
        cli_match_print_header(&match, units);
        cli_match_print(&match, m);
    }
    cli_match_report_failures(&match, m);
    arena_match_close(&m);
    cli_match_close(&match);
    return CLI_OK;
}

/* -- sprt -- */

typedef struct {
    arena_sprt test;
    arena_verdict verdict;
    double ratio;
    int units;
} sprt_run;

/* Units are evaluated one by one, in their order, so that the verdict does not depend on which thread was quicker.
 * Units after the verdict do not count. */
static void evaluate_units(sprt_run *t, const arena_match *m, int seats)
{
    int played = arena_match_n_units(m);
    while (t->verdict == ARENA_UNDECIDED && t->units < played) {
        arena_summary s = arena_match_summarize(m, ++t->units);
        assert(t->units <= played);
        t->ratio = arena_sprt_llr(&t->test, s.share[0], seats);
        t->verdict = arena_sprt_verdict(&t->test, t->ratio, t->units);
    }
}

/* The bar shows how close the log-likelihood ratio is to a bound: it may go back. */
static void show_progress(cli_match *match, const sprt_run *t)
{
    char words[32];
    snprintf(words, sizeof words, "LLR %+.2f (%d)", t->ratio, t->units);
    cli_progress_show(&match->progress, t->ratio < 0 ? -t->ratio : t->ratio, t->test.bound, words);
}

/* The names of the verdicts for people. */
static const char *verdict_words(arena_verdict v)
{
    switch (v) {
    case ARENA_ACCEPT_H0:
        return N_("not stronger: the first hypothesis is accepted");
    case ARENA_ACCEPT_H1:
        return N_("stronger: the second hypothesis is accepted");
    case ARENA_UNDECIDED:
        break;
    }
    return N_("undecided");
}

/* The verdict with its statistic, and the result of all units that were played. */
static void print_sprt(const cli_match *match, const arena_match *m, const sprt_run *t, bool json)
{
    static const char *const ids[] = { "undecided", "first", "second" };
    if (json) {
        printf("{\"verdict\":\"%s\",\"llr\":%.4f,\"bound\":%.4f,\"elo0\":%g,\"elo1\":%g,\"judged_units\":%d,",
               ids[t->verdict], t->ratio, t->test.bound, t->test.elo[0], t->test.elo[1], t->units);
        cli_match_print_json(match, m);
        puts("}");
        return;
    }
    cli_match_print_header(match, arena_match_n_units(m));
    cli_match_print(match, m);
    printf("  LLR %+.2f (±%.2f), Elo %g / %g, %d: %s\n", t->ratio, t->test.bound, t->test.elo[0], t->test.elo[1],
           t->units, _(verdict_words(t->verdict)));
}

/* Plays in batches, so that all threads are busy, and evaluates after each. Gives up at --units. */
static int run_sprt(const cli_args *args)
{
    cli_match match;
    int most = args->units ? args->units : UNITS_MAX;
    sprt_run t = { .test = args->has_elo ? arena_sprt_of(args->elo[0], args->elo[1]) : arena_sprt_of(0, 20) };
    if (!cli_match_open(&match, args, args->operand, args->more_operands[0]))
        return CLI_BAD_INPUT;
    arena_match *m = arena_match_open(&match.config);
    while (t.verdict == ARENA_UNDECIDED && arena_match_n_units(m) < most) {
        int rest = most - arena_match_n_units(m);
        arena_match_play(m, rest < BATCH ? rest : BATCH, NULL, NULL);
        evaluate_units(&t, m, match.config.setup->seats);
        show_progress(&match, &t);
    }
    cli_progress_close(&match.progress);
    print_sprt(&match, m, &t, args->json);
    cli_match_report_failures(&match, m);
    arena_match_close(&m);
    cli_match_close(&match);
    return CLI_OK;
}

/* -- scale -- */

/* One row: a bot with twice the simulations against itself. */
static void print_doubling(const cli_match *match, const arena_match *m, bool json, bool is_first)
{
    arena_summary s = arena_match_summarize(m, arena_match_n_units(m));
    const arena_cost *e = &s.cost[0];
    double ms = e->moves ? (double)e->nanoseconds / 1e6 / (double)e->moves : 0;
    if (json)
        printf("%s{\"sims\":%u,\"over\":%u,\"share\":%.6f,\"share_error\":%.6f,\"elo\":%.1f,\"low\":%.1f,\"high\":%.1f,"
               "\"ms_per_move\":%.4f}",
               is_first ? "" : ",", match->player[0].simulations, match->player[1].simulations, s.share[0].mean,
               s.share[0].error, s.elo.elo, s.elo.low, s.elo.high, ms);
    else
        printf("  %8u : %-8u %6.1f ± %-4.1f %+6.0f (%+.0f .. %+.0f) %10.3f\n", match->player[0].simulations,
               match->player[1].simulations, 100 * s.share[0].mean, 100 * s.share[0].error, s.elo.elo, s.elo.low,
               s.elo.high, ms);
    fflush(stdout);
}

static void print_scale_head(const cli_match *match, int units, bool json)
{
    if (json) {
        printf("{\"bot\":");
        cli_print_json_string(match->player[0].spec);
        printf(",\"game\":\"%s\",\"players\":%d,\"units\":%d,\"doublings\":[", match->config.game->id,
               match->config.setup->seats, units);
        return;
    }
    cli_match_print_header(match, units);
    printf("  %19s %13s %6s %25s\n", _("simulations"), _("share, %"), "Elo", _("ms/move"));
}

/* Doubles from the lower end of --sims as long as the double stays within its upper end. */
static int run_scale(const cli_args *args)
{
    cli_match match;
    int units = args->units ? args->units : UNITS;
    uint32_t from = args->sims ? args->sims : 250, to = args->sims ? args->sims_max : 4000;
    if (!cli_match_open(&match, args, args->operand, args->operand))
        return CLI_BAD_INPUT;
    print_scale_head(&match, units, args->json);
    for (uint32_t sims = from; sims <= to / 2; sims *= 2) {
        match.player[0].simulations = 2 * sims;
        match.player[1].simulations = sims;
        arena_match *m = arena_match_open(&match.config);
        arena_match_play(m, units, cli_match_on_progress, &match);
        cli_progress_close(&match.progress);
        print_doubling(&match, m, args->json, sims == from);
        arena_match_close(&m);
    }
    if (args->json)
        puts("]}");
    cli_match_close(&match);
    return CLI_OK;
}

/* -- The commands -- */

#define GAME_OPTIONS (CLI_BIT(CLI_GAME) | CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_OPTION) | CLI_BIT(CLI_SEED))
#define MATCH_OPTIONS                                                                                                  \
    (GAME_OPTIONS | CLI_BIT(CLI_UNITS) | CLI_BIT(CLI_THREADS) | CLI_BIT(CLI_TIMEOUT) | CLI_BIT(CLI_JSON))

const cli_command cli_arena[] = {
    { .name = "match",
      .usage = N_("BOT BOT --game GAME [--players N] [--units N] [--sims N | --cpu TIME] [--seed N] ..."),
      .about = N_("play two bots against each other: shares of wins with error bars"),
      .options = MATCH_OPTIONS | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU),
      .operand = CLI_REQUIRED_OPERAND,
      .more_operands = 1,
      .run = run_match },
    { .name = "sprt",
      .usage = N_("BOT BOT --game GAME [--elo A,B] [--players N] [--units N] [--sims N | --cpu TIME] ..."),
      .about = N_("the same, until a sequential test decides which is stronger"),
      .options = MATCH_OPTIONS | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU) | CLI_BIT(CLI_ELO),
      .operand = CLI_REQUIRED_OPERAND,
      .more_operands = 1,
      .run = run_sprt },
    { .name = "scale",
      .usage = N_("BOT --game GAME [--sims N..M] [--players N] [--units N] ..."),
      .about = N_("measure what doubling the simulations is worth"),
      .options = MATCH_OPTIONS | CLI_BIT(CLI_SIMS),
      .operand = CLI_REQUIRED_OPERAND,
      .run = run_scale },
    { .name = "ladder",
      .usage = N_("[--pool POOL] [--game GAME] [--players N] [--units N] [--sims N | --cpu TIME] ..."),
      .about = N_("ratings of many bots with error bars, as Markdown"),
      .options = MATCH_OPTIONS | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU) | CLI_BIT(CLI_POOL),
      .run = cli_ladder },
    { .name = "exploit",
      .usage = N_("GAME [--players N] [--bot BOT] [--sims N] [--time TIME] [--units N] [--seed N] [--threads N] ..."),
      .about = N_("what the best response to a bot gains"),
      .options = CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_BOT) | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_TIME) | CLI_BIT(CLI_UNITS) |
                 CLI_BIT(CLI_SEED) | CLI_BIT(CLI_THREADS) | CLI_BIT(CLI_JSON),
      .operand = CLI_REQUIRED_OPERAND,
      .run = cli_exploit },
    { .name = NULL },
};
