/* SPDX-License-Identifier: MIT */
/* cli/match.c -- the configuration of a match from the command line, and its report for people and as JSON.
 * What the numbers mean, units, shares, leads and Elo, is explained in arena/match/match.h. */
#include "cli/match.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/new_game.h"
#include "cli/output.h"
#include "cli/translate.h"

enum { REPLY_TIMEOUT_MS = 10000, REPLY_TIMEOUT_MS_MAX = 86400000 }; /* of an external bot; a day at most */

/* -- From the command line -- */

/* The game of --game, which must be given. Returns NULL after printing an error. */
static const mur_game *find_game(const cli_args *args)
{
    if (args->game)
        return cli_find_game(args->game);
    cli_error(N_("something is missing; expected: {word}"),
              (const mur_format_arg[]){ { "word", mur_span_of("--game") }, { 0 } });
    return NULL;
}

/* Why this bot cannot play. */
static bool refuse_player(const char *spec, const char *why)
{
    why = _(why);
    cli_error(N_("\"{word}\": {reason}"),
              (const mur_format_arg[]){ { "word", mur_span_of(spec) }, { "reason", mur_span_of(why) }, { 0 } });
    return false;
}

/* Opens a player such as "greedy@sims=8" or "cmd:./my-bot" that can play this game. Returns false after printing an
 * error. */
static bool open_player(arena_player *p, const char *spec, const mur_game *g, int seats)
{
    assert(spec && seats >= g->seats_min && seats <= g->seats_max);
    const char *why = arena_player_open(p, spec);
    if (why)
        return refuse_player(spec, why);
    if (!arena_player_can_play(p, g, seats)) {
        arena_player_close(p);
        return refuse_player(spec, N_("it cannot play this game with this number of players"));
    }
    return true;
}

/* An external program is refused: `hint` and `analyse` ask for values of moves, which the bot protocol does not
 * carry. */
bool cli_builtin_bot_open(arena_player *p, const cli_args *args, const mur_record *r)
{
    int seats = r->setup->seats;
    const char *spec = args->bot ? args->bot : arena_strongest_bot(r->game, seats);
    if (!open_player(p, spec, r->game, seats))
        return false;
    return p->bot || refuse_player(spec, N_("unknown bot"));
}

static int n_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > CLI_THREADS_MAX ? CLI_THREADS_MAX : (int)n;
}

/* Rounded up to whole milliseconds. */
int cli_reply_timeout_ms(const cli_args *args)
{
    uint64_t given = args->timeout / 1000000;
    return !args->timeout ? REPLY_TIMEOUT_MS : given < REPLY_TIMEOUT_MS_MAX ? (int)given + 1 : REPLY_TIMEOUT_MS_MAX;
}

/* The record is kept for its set-up alone: it is never dealt, the match deals by itself. */
static void set_config(cli_match *match, const cli_args *args)
{
    match->config = (arena_match_config){
        .game = match->record->game,
        .setup = match->record->setup,
        .player = { &match->player[0], &match->player[1] },
        .budget = { .simulations = args->sims, .nanoseconds = args->cpu },
        .seed = cli_seed(args),
        .threads = args->threads ? args->threads : n_processors(),
        .reply_timeout_ms = cli_reply_timeout_ms(args),
    };
}

/* Opens the record first: whether a bot can play depends on the number of players. */
bool cli_match_open(cli_match *match, const cli_args *args, const char *first, const char *second)
{
    const mur_game *g = find_game(args);
    *match = (cli_match){ 0 };
    if (!g || !cli_new_game_prepare(&match->record, g, args))
        return false;
    int seats = match->record->setup->seats;
    if ((first && !open_player(&match->player[0], first, g, seats)) ||
        (second && !open_player(&match->player[1], second, g, seats))) {
        cli_match_close(match);
        return false;
    }
    set_config(match, args);
    cli_progress_open(&match->progress);
    return true;
}

void cli_match_close(cli_match *match)
{
    arena_player_close(&match->player[0]);
    arena_player_close(&match->player[1]);
    mur_record_close(&match->record);
}

void cli_match_on_progress(void *context, int done, int wanted)
{
    assert(context);
    cli_match *match = context;
    cli_progress_show(&match->progress, done, wanted, NULL);
}

/* -- For people -- */

/* A unit plays one deal with the first bot in each seat once; with more than two players also the other way round. */
static int n_games(const cli_match *match, int units)
{
    int seats = match->config.setup->seats;
    return units * seats * (seats > 2 ? 2 : 1);
}

/* What a bot may spend on a move, as the header says it. */
static void put_budget(const cli_match *match, char *out, size_t size)
{
    const arena_budget *b = &match->config.budget;
    if (b->nanoseconds)
        snprintf(out, size, "%g ms", (double)b->nanoseconds / 1e6);
    else if (b->simulations)
        snprintf(out, size, "%" PRIu32 " %s", b->simulations, _("simulations"));
    else
        snprintf(out, size, "%s", _("the usual budgets"));
}

void cli_match_print_header(const cli_match *match, int units)
{
    char players[16], n[16], games[16], budget[64], seed[24];
    snprintf(players, sizeof players, "%d", match->config.setup->seats);
    snprintf(n, sizeof n, "%d", units);
    snprintf(games, sizeof games, "%d", n_games(match, units));
    snprintf(seed, sizeof seed, "%" PRIu64, match->config.seed);
    put_budget(match, budget, sizeof budget);
    cli_print(stdout, N_("{game}, {players} players, {n} units ({games} games), {budget} per move, seed {seed}"),
              (const mur_format_arg[]){ { "game", mur_span_of(match->config.game->name) },
                                        { "players", mur_span_of(players) },
                                        { "n", mur_span_of(n) },
                                        { "games", mur_span_of(games) },
                                        { "budget", mur_span_of(budget) },
                                        { "seed", mur_span_of(seed) },
                                        { 0 } });
    putchar('\n');
}

/* An average that is 0 before the first move. */
static double per_move(double sum, const arena_cost *e)
{
    return e->moves ? sum / (double)e->moves : 0;
}

static void print_row(const char *name, const arena_summary *s, int player, int width)
{
    const arena_cost *e = &s->cost[player];
    printf("  %-*s %6.1f ± %-4.1f %7.2f ± %-5.2f %10.3f %10.1f\n", width, name, 100 * s->share[player].mean,
           100 * s->share[player].error, s->lead[player].mean, s->lead[player].error,
           per_move((double)e->nanoseconds / 1e6, e), per_move((double)e->simulations, e));
}

/* The column of the names is as wide as the longer one, and at least as wide as usual names. */
static int name_width(const cli_match *match)
{
    size_t a = strlen(match->player[0].spec), b = strlen(match->player[1].spec), width = a > b ? a : b;
    return width < 8 ? 8 : (int)width;
}

void cli_match_print(const cli_match *match, const arena_match *m)
{
    assert(arena_match_n_units(m) > 0);
    arena_summary s = arena_match_summarize(m, arena_match_n_units(m));
    int seats = match->config.setup->seats, width = name_width(match);
    printf("  %-*s %13s %15s %10s %10s\n", width, seats > 2 ? _("one against the others") : "", _("share, %"),
           _("lead"), _("ms/move"), _("sims/move"));
    for (int player = 0; player < 2; player++)
        print_row(match->player[player].spec, &s, player, seats > 2 ? width > 20 ? width : 20 : width);
    printf("  %s %+.0f (%+.0f .. %+.0f); %s %.1f %%\n", _("Elo of the first:"), s.elo.elo, s.elo.low, s.elo.high,
           _("even:"), 100.0 / seats);
}

/* An external bot that failed was replaced by random moves from then on; the match is worth little then, and the
 * report says from which unit and ply. */
bool cli_match_report_failures(const cli_match *match, const arena_match *m)
{
    bool ok = true;
    for (int player = 0; player < 2; player++) {
        const arena_failure *f = arena_match_failure(m, player);
        char unit[16], ply[16], moves[24];
        if (!f)
            continue;
        snprintf(unit, sizeof unit, "%d", f->unit + 1);
        snprintf(ply, sizeof ply, "%" PRIu32, f->ply);
        snprintf(moves, sizeof moves, "%" PRIu64, f->random_moves);
        cli_error(N_("{bot} failed in unit {unit} at ply {ply}: {reason}; random moves made for it: {n}"),
                  (const mur_format_arg[]){ { "bot", mur_span_of(match->player[player].spec) },
                                            { "unit", mur_span_of(unit) },
                                            { "ply", mur_span_of(ply) },
                                            { "reason", mur_span_of(f->text) },
                                            { "n", mur_span_of(moves) },
                                            { 0 } });
        ok = false;
    }
    return ok;
}

/* -- For programs -- */

static void print_player_json(const cli_match *match, const arena_match *m, const arena_summary *s, int player)
{
    const arena_cost *e = &s->cost[player];
    const arena_failure *f = arena_match_failure(m, player);
    printf("{\"bot\":");
    cli_print_json_string(match->player[player].spec);
    printf(",\"share\":%.6f,\"share_error\":%.6f,\"lead\":%.4f,\"lead_error\":%.4f", s->share[player].mean,
           s->share[player].error, s->lead[player].mean, s->lead[player].error);
    printf(",\"decisions\":%" PRIu64 ",\"seconds_per_move\":%.9f,\"sims_per_move\":%.2f", e->moves,
           per_move((double)e->nanoseconds / 1e9, e), per_move((double)e->simulations, e));
    if (f) {
        printf(",\"failed\":{\"unit\":%d,\"ply\":%" PRIu32 ",\"random_moves\":%" PRIu64 ",\"why\":", f->unit + 1,
               f->ply, f->random_moves);
        cli_print_json_string(f->text);
        putchar('}');
    }
    putchar('}');
}

void cli_match_print_json(const cli_match *match, const arena_match *m)
{
    int units = arena_match_n_units(m);
    arena_summary s = arena_match_summarize(m, units);
    printf("\"game\":\"%s\",\"players\":%d,\"units\":%d,\"games\":%d,\"seed\":%" PRIu64, match->config.game->id,
           match->config.setup->seats, units, n_games(match, units), match->config.seed);
    printf(",\"sims\":%" PRIu32 ",\"cpu_seconds\":%.6f,\"even\":%.6f,\"bots\":[", match->config.budget.simulations,
           (double)match->config.budget.nanoseconds / 1e9, 1.0 / match->config.setup->seats);
    print_player_json(match, m, &s, 0);
    putchar(',');
    print_player_json(match, m, &s, 1);
    printf("],\"elo\":{\"mean\":%.1f,\"low\":%.1f,\"high\":%.1f}", s.elo.elo, s.elo.low, s.elo.high);
}
