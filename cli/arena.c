/* SPDX-License-Identifier: MIT */
/* `muraille arena match|sprt|scale`: two bots against each other; the ladder is in ladder.c. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/exploit.h"
#include "cli/io.h"
#include "cli/ladder.h"
#include "cli/words.h"

enum { UNITS = 200, UNITS_MOST = 20000 /* without a verdict */, BATCH = 16 };

/* -- match -- */

static int run_match(const cli_args *args)
{
    cli_contest c;
    if (!cli_contest_open(&c, args, args->word, args->more[0]))
        return CLI_BAD;
    int units = args->units ? args->units : UNITS;
    arena_match *m = arena_match_open(&c.terms);
    arena_match_play(m, units, cli_contest_watch, &c);
    cli_progress_close(&c.progress);
    if (args->json) {
        putchar('{');
        cli_contest_json(&c, m);
        puts("}");
    } else {
        cli_contest_head(&c, units);
        cli_contest_print(&c, m);
    }
    cli_contest_report(&c, m);
    arena_match_close(&m);
    cli_contest_close(&c);
    return CLI_OK;
}

/* -- sprt -- */

typedef struct {
    arena_sprt test;
    arena_verdict verdict;
    double ratio;
    int units;
} trial;

/* Units are judged one after the other, in their order, so that the verdict does not depend on who was quicker. */
static void judge(trial *t, const arena_match *m, int seats)
{
    int played = arena_match_units(m);
    while (t->verdict == ARENA_GOES_ON && t->units < played) {
        arena_summary s = arena_match_sum(m, ++t->units);
        t->ratio = arena_sprt_ratio(&t->test, s.share[0], seats);
        t->verdict = arena_sprt_verdict(&t->test, t->ratio, t->units);
    }
}

static void watch_trial(cli_contest *c, const trial *t)
{
    char words[32];
    snprintf(words, sizeof words, "LLR %+.2f (%d)", t->ratio, t->units);
    cli_progress_show(&c->progress, t->ratio < 0 ? -t->ratio : t->ratio, t->test.bound, words);
}

static const char *verdict_words(arena_verdict v)
{
    switch (v) {
    case ARENA_IS_FIRST:
        return N_("not stronger: the first hypothesis is accepted");
    case ARENA_IS_SECOND:
        return N_("stronger: the second hypothesis is accepted");
    case ARENA_GOES_ON:
        break;
    }
    return N_("undecided");
}

static void print_trial(const cli_contest *c, const arena_match *m, const trial *t, bool json)
{
    static const char *const ids[] = { "undecided", "first", "second" };
    if (json) {
        printf("{\"verdict\":\"%s\",\"llr\":%.4f,\"bound\":%.4f,\"elo0\":%g,\"elo1\":%g,\"judged_units\":%d,",
               ids[t->verdict], t->ratio, t->test.bound, t->test.elo[0], t->test.elo[1], t->units);
        cli_contest_json(c, m);
        puts("}");
        return;
    }
    cli_contest_head(c, arena_match_units(m));
    cli_contest_print(c, m);
    printf("  LLR %+.2f (±%.2f), Elo %g / %g, %d: %s\n", t->ratio, t->test.bound, t->test.elo[0], t->test.elo[1],
           t->units, _(verdict_words(t->verdict)));
}

static int run_sprt(const cli_args *args)
{
    cli_contest c;
    int most = args->units ? args->units : UNITS_MOST;
    trial t = { .test = args->has_elo ? arena_sprt_of(args->elo[0], args->elo[1]) : arena_sprt_of(0, 20) };
    if (!cli_contest_open(&c, args, args->word, args->more[0]))
        return CLI_BAD;
    arena_match *m = arena_match_open(&c.terms);
    while (t.verdict == ARENA_GOES_ON && arena_match_units(m) < most) {
        int rest = most - arena_match_units(m);
        arena_match_play(m, rest < BATCH ? rest : BATCH, NULL, NULL);
        judge(&t, m, c.terms.setup->seats);
        watch_trial(&c, &t);
    }
    cli_progress_close(&c.progress);
    print_trial(&c, m, &t, args->json);
    cli_contest_report(&c, m);
    arena_match_close(&m);
    cli_contest_close(&c);
    return CLI_OK;
}

/* -- scale -- */

static void print_doubling(const cli_contest *c, const arena_match *m, bool json, bool is_first)
{
    arena_summary s = arena_match_sum(m, arena_match_units(m));
    const arena_effort *e = &s.effort[0];
    double ms = e->moves ? (double)e->nanoseconds / 1e6 / (double)e->moves : 0;
    if (json)
        printf("%s{\"sims\":%u,\"over\":%u,\"share\":%.6f,\"share_error\":%.6f,\"elo\":%.1f,\"low\":%.1f,\"high\":%.1f,"
               "\"ms_per_move\":%.4f}",
               is_first ? "" : ",", c->player[0].simulations, c->player[1].simulations, s.share[0].mean,
               s.share[0].error, s.elo.elo, s.elo.low, s.elo.high, ms);
    else
        printf("  %8u : %-8u %6.1f ± %-4.1f %+6.0f (%+.0f .. %+.0f) %10.3f\n", c->player[0].simulations,
               c->player[1].simulations, 100 * s.share[0].mean, 100 * s.share[0].error, s.elo.elo, s.elo.low,
               s.elo.high, ms);
    fflush(stdout);
}

static void print_scale_head(const cli_contest *c, int units, bool json)
{
    if (json) {
        printf("{\"bot\":");
        cli_print_json(c->player[0].spec);
        printf(",\"game\":\"%s\",\"players\":%d,\"units\":%d,\"doublings\":[", c->terms.game->id, c->terms.setup->seats,
               units);
        return;
    }
    cli_contest_head(c, units);
    printf("  %19s %13s %6s %25s\n", _("simulations"), _("share, %"), "Elo", _("ms/move"));
}

static int run_scale(const cli_args *args)
{
    cli_contest c;
    int units = args->units ? args->units : UNITS;
    uint32_t from = args->sims ? args->sims : 250, to = args->sims ? args->sims_max : 4000;
    if (!cli_contest_open(&c, args, args->word, args->word))
        return CLI_BAD;
    print_scale_head(&c, units, args->json);
    for (uint32_t sims = from; sims <= to / 2; sims *= 2) {
        c.player[0].simulations = 2 * sims;
        c.player[1].simulations = sims;
        arena_match *m = arena_match_open(&c.terms);
        arena_match_play(m, units, cli_contest_watch, &c);
        cli_progress_close(&c.progress);
        print_doubling(&c, m, args->json, sims == from);
        arena_match_close(&m);
    }
    if (args->json)
        puts("]}");
    cli_contest_close(&c);
    return CLI_OK;
}

/* -- The commands -- */

#define ANY_GAME (CLI_BIT(CLI_GAME) | CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_OPTION) | CLI_BIT(CLI_SEED))
#define CONTEST  (ANY_GAME | CLI_BIT(CLI_UNITS) | CLI_BIT(CLI_THREADS) | CLI_BIT(CLI_LIMIT) | CLI_BIT(CLI_JSON))

const cli_command cli_arena[] = {
    { .name = "match",
      .usage = N_("BOT BOT --game GAME [--players N] [--units N] [--sims N | --cpu TIME] [--seed N] ..."),
      .about = N_("two bots against each other: shares of victories with their errors"),
      .options = CONTEST | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU),
      .word = CLI_MUST,
      .more = 1,
      .run = run_match },
    { .name = "sprt",
      .usage = N_("BOT BOT --game GAME [--elo A,B] [--players N] [--units N] [--sims N | --cpu TIME] ..."),
      .about = N_("the same until it is clear whether the first is stronger"),
      .options = CONTEST | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU) | CLI_BIT(CLI_ELO),
      .word = CLI_MUST,
      .more = 1,
      .run = run_sprt },
    { .name = "scale",
      .usage = N_("BOT --game GAME [--sims N..M] [--players N] [--units N] ..."),
      .about = N_("what twice as many simulations are worth"),
      .options = CONTEST | CLI_BIT(CLI_SIMS),
      .word = CLI_MUST,
      .run = run_scale },
    { .name = "ladder",
      .usage = N_("[--pool POOL] [--game GAME] [--players N] [--units N] [--sims N | --cpu TIME] ..."),
      .about = N_("ratings of many bots with their errors, as Markdown"),
      .options = CONTEST | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU) | CLI_BIT(CLI_POOL),
      .run = cli_ladder },
    { .name = "exploit",
      .usage = N_("GAME [--players N] [--bot BOT] [--sims N] [--time TIME] [--units N] [--seed N] [--threads N] ..."),
      .about = N_("what is gained by whoever knows a bot and plays the best answer"),
      .options = CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_BOT) | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_TIME) | CLI_BIT(CLI_UNITS) |
                 CLI_BIT(CLI_SEED) | CLI_BIT(CLI_THREADS) | CLI_BIT(CLI_JSON),
      .word = CLI_MUST,
      .run = cli_exploit },
    { .name = NULL },
};
