/* SPDX-License-Identifier: MIT */
#include "cli/contest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/io.h"
#include "cli/table.h"
#include "cli/words.h"

enum { LIMIT = 10000 /* milliseconds of silence */, LIMIT_MAX = 86400000 };

/* -- From the command line -- */

const mur_game *cli_contest_game(const cli_args *args)
{
    if (args->game)
        return cli_game_of(args->game);
    cli_complain(N_("something is missing; expected: {word}"),
                 (const mur_place[]){ { "word", mur_span_of("--game") }, { 0 } });
    return NULL;
}

static bool refuse_player(const char *spec, const char *why)
{
    why = _(why);
    cli_complain(N_("\"{word}\": {reason}"),
                 (const mur_place[]){ { "word", mur_span_of(spec) }, { "reason", mur_span_of(why) }, { 0 } });
    return false;
}

bool cli_player_open(arena_player *p, const char *spec, const mur_game *g, int seats)
{
    const char *why = arena_player_open(p, spec);
    if (why)
        return refuse_player(spec, why);
    if (!arena_player_can_play(p, g, seats)) {
        arena_player_close(p);
        return refuse_player(spec, N_("it cannot play this game with so many players"));
    }
    return true;
}

bool cli_thinker_open(arena_player *p, const cli_args *args, const mur_record *r)
{
    int seats = r->setup->seats;
    const char *spec = args->bot ? args->bot : arena_strongest(r->game, seats);
    if (!cli_player_open(p, spec, r->game, seats))
        return false;
    return p->bot || refuse_player(spec, N_("there is no such bot"));
}

static int n_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > CLI_THREADS_MAX ? CLI_THREADS_MAX : (int)n;
}

/* In milliseconds. */
int cli_limit(const cli_args *args)
{
    uint64_t given = args->limit / 1000000;
    return !args->limit ? LIMIT : given < LIMIT_MAX ? (int)given + 1 : LIMIT_MAX;
}

static void set_terms(cli_contest *c, const cli_args *args)
{
    c->terms = (arena_terms){
        .game = c->record->game,
        .setup = c->record->setup,
        .player = { &c->player[0], &c->player[1] },
        .budget = { .simulations = args->sims, .nanoseconds = args->cpu },
        .seed = cli_seed(args),
        .threads = args->threads ? args->threads : n_processors(),
        .limit = cli_limit(args),
    };
}

bool cli_contest_open(cli_contest *c, const cli_args *args, const char *first, const char *second)
{
    const mur_game *g = cli_contest_game(args);
    *c = (cli_contest){ 0 };
    if (!g || !cli_table_prepare(&c->record, g, args))
        return false;
    int seats = c->record->setup->seats;
    if ((first && !cli_player_open(&c->player[0], first, g, seats)) ||
        (second && !cli_player_open(&c->player[1], second, g, seats))) {
        cli_contest_close(c);
        return false;
    }
    set_terms(c, args);
    cli_progress_open(&c->progress);
    return true;
}

void cli_contest_close(cli_contest *c)
{
    arena_player_close(&c->player[0]);
    arena_player_close(&c->player[1]);
    mur_record_close(&c->record);
}

void cli_contest_watch(void *contest, int done, int wanted)
{
    cli_contest *c = contest;
    cli_progress_show(&c->progress, done, wanted, NULL);
}

/* -- For people -- */

static int n_games(const cli_contest *c, int units)
{
    int seats = c->terms.setup->seats;
    return units * seats * (seats > 2 ? 2 : 1);
}

static void put_budget(const cli_contest *c, char *out, size_t size)
{
    const arena_budget *b = &c->terms.budget;
    if (b->nanoseconds)
        snprintf(out, size, "%g ms", (double)b->nanoseconds / 1e6);
    else if (b->simulations)
        snprintf(out, size, "%" PRIu32 " %s", b->simulations, _("simulations"));
    else
        snprintf(out, size, "%s", _("the usual budgets"));
}

void cli_contest_head(const cli_contest *c, int units)
{
    char players[16], n[16], games[16], budget[64], seed[24];
    snprintf(players, sizeof players, "%d", c->terms.setup->seats);
    snprintf(n, sizeof n, "%d", units);
    snprintf(games, sizeof games, "%d", n_games(c, units));
    snprintf(seed, sizeof seed, "%" PRIu64, c->terms.seed);
    put_budget(c, budget, sizeof budget);
    cli_say(stdout, N_("{game}, {players} players, {n} units ({games} games), {budget} a move, seed {seed}"),
            (const mur_place[]){ { "game", mur_span_of(c->terms.game->name) },
                                 { "players", mur_span_of(players) },
                                 { "n", mur_span_of(n) },
                                 { "games", mur_span_of(games) },
                                 { "budget", mur_span_of(budget) },
                                 { "seed", mur_span_of(seed) },
                                 { 0 } });
    putchar('\n');
}

static double per_move(double sum, const arena_effort *e)
{
    return e->moves ? sum / (double)e->moves : 0;
}

static void print_row(const char *name, const arena_summary *s, int player, int width)
{
    const arena_effort *e = &s->effort[player];
    printf("  %-*s %6.1f ± %-4.1f %7.2f ± %-5.2f %10.3f %10.1f\n", width, name, 100 * s->share[player].mean,
           100 * s->share[player].error, s->lead[player].mean, s->lead[player].error,
           per_move((double)e->nanoseconds / 1e6, e), per_move((double)e->simulations, e));
}

static int name_width(const cli_contest *c)
{
    size_t a = strlen(c->player[0].spec), b = strlen(c->player[1].spec), width = a > b ? a : b;
    return width < 8 ? 8 : (int)width;
}

void cli_contest_print(const cli_contest *c, const arena_match *m)
{
    arena_summary s = arena_match_sum(m, arena_match_units(m));
    int seats = c->terms.setup->seats, width = name_width(c);
    printf("  %-*s %13s %15s %10s %10s\n", width, seats > 2 ? _("one among the others") : "", _("share, %"), _("lead"),
           _("ms/move"), _("sims/move"));
    for (int player = 0; player < 2; player++)
        print_row(c->player[player].spec, &s, player, seats > 2 ? width > 20 ? width : 20 : width);
    printf("  %s %+.0f (%+.0f .. %+.0f); %s %.1f %%\n", _("Elo of the first:"), s.elo.elo, s.elo.low, s.elo.high,
           _("an even share is"), 100.0 / seats);
}

bool cli_contest_report(const cli_contest *c, const arena_match *m)
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
        cli_complain(N_("{bot} failed in unit {unit} at ply {ply}: {reason}; {n} moves were made at random for it"),
                     (const mur_place[]){ { "bot", mur_span_of(c->player[player].spec) },
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

void cli_print_json(const char *s)
{
    size_t size = mur_json_size(strlen(s));
    char *text = mur_new(size);
    mur_text t = mur_text_on(text, size);
    mur_put_json(&t, mur_span_of(s));
    fputs(text, stdout);
    free(text);
}

static void print_player_json(const cli_contest *c, const arena_match *m, const arena_summary *s, int player)
{
    const arena_effort *e = &s->effort[player];
    const arena_failure *f = arena_match_failure(m, player);
    printf("{\"bot\":");
    cli_print_json(c->player[player].spec);
    printf(",\"share\":%.6f,\"share_error\":%.6f,\"lead\":%.4f,\"lead_error\":%.4f", s->share[player].mean,
           s->share[player].error, s->lead[player].mean, s->lead[player].error);
    printf(",\"decisions\":%" PRIu64 ",\"seconds_per_move\":%.9f,\"sims_per_move\":%.2f", e->moves,
           per_move((double)e->nanoseconds / 1e9, e), per_move((double)e->simulations, e));
    if (f) {
        printf(",\"failed\":{\"unit\":%d,\"ply\":%" PRIu32 ",\"random_moves\":%" PRIu64 ",\"why\":", f->unit + 1,
               f->ply, f->random_moves);
        cli_print_json(f->text);
        putchar('}');
    }
    putchar('}');
}

void cli_contest_json(const cli_contest *c, const arena_match *m)
{
    int units = arena_match_units(m);
    arena_summary s = arena_match_sum(m, units);
    printf("\"game\":\"%s\",\"players\":%d,\"units\":%d,\"games\":%d,\"seed\":%" PRIu64, c->terms.game->id,
           c->terms.setup->seats, units, n_games(c, units), c->terms.seed);
    printf(",\"sims\":%" PRIu32 ",\"cpu_seconds\":%.6f,\"even\":%.6f,\"bots\":[", c->terms.budget.simulations,
           (double)c->terms.budget.nanoseconds / 1e9, 1.0 / c->terms.setup->seats);
    print_player_json(c, m, &s, 0);
    putchar(',');
    print_player_json(c, m, &s, 1);
    printf("],\"elo\":{\"mean\":%.1f,\"low\":%.1f,\"high\":%.1f}", s.elo.elo, s.elo.low, s.elo.high);
}
