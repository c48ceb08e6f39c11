/* SPDX-License-Identifier: MIT */
/* cli/ladder.c -- `muraille arena ladder`: ratings of many bots, as Markdown tables or JSON.
 * For each game and number of players every bot of the pool plays every other (arena/match/ladder.h), and Elo
 * ratings are fitted to the shares. Bots that cannot play a game are left out there. The output begins with the
 * command that reproduces it. */

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/match/ladder.h"
#include "bots/levels.h"
#include "cli/cli.h"
#include "cli/match.h"
#include "cli/new_game.h"
#include "cli/output.h"
#include "cli/translate.h"

enum { UNITS = 60, SPEC = 96 };

/* The bots that play, as typed. */
typedef struct {
    char spec[ARENA_RATED_MAX][SPEC];
    int n;
} pool;

/* -- Pools -- */

enum pool_id {
#define X(id, name) POOL_##id,
    CLI_POOL_LIST(X)
#undef X
        POOLS
};

static const char *const pool_names[POOLS] = {
#define X(id, name) name,
    CLI_POOL_LIST(X)
#undef X
};

static const char *const plain[] = { "random", "greedy", "ismcts", "strong" };
static const char *const frozen[] = { "random", "greedy@sims=8", "ismcts@sims=250", "ismcts@sims=1000",
                                      "ismcts@sims=4000" };

/* Specs that are too long, or too many, are dropped. */
static void add(pool *p, const char *spec, size_t n)
{
    if (p->n < ARENA_RATED_MAX && n < SPEC) {
        memcpy(p->spec[p->n], spec, n);
        p->spec[p->n++][n] = '\0';
    }
}

static void add_all(pool *p, const char *const *specs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(p, specs[i], strlen(specs[i]));
}

static const char *pool_of(const cli_args *args)
{
    return args->pool ? args->pool : pool_names[POOL_ALL];
}

/* POOLS: no pool has this name. */
static enum pool_id find_pool(const char *name)
{
    int i = 0;
    while (i < POOLS && strcmp(name, pool_names[i]) != 0)
        i++;
    return (enum pool_id)i;
}

/* A name of a pool, or names of bots separated by commas. */
static void read_pool(const char *text, pool *p)
{
    p->n = 0;
    switch (find_pool(text)) {
    case POOL_ALL:
        for (int i = 0; mur_bot_at(i); i++)
            add(p, mur_bot_at(i)->id, strlen(mur_bot_at(i)->id));
        break;
    case POOL_PLAIN:
        add_all(p, plain, sizeof plain / sizeof plain[0]);
        break;
    case POOL_LEVELS:
        for (int i = 0; mur_level_at(i); i++)
            add(p, mur_level_at(i)->id, strlen(mur_level_at(i)->id));
        break;
    case POOL_FROZEN:
        add_all(p, frozen, sizeof frozen / sizeof frozen[0]);
        break;
    case POOLS:
        for (size_t n; *text; text += n + (text[n] != '\0')) {
            n = strcspn(text, ",");
            add(p, text, n);
        }
    }
}

static void close_players(arena_player *players, int n)
{
    for (int i = 0; i < n; i++)
        arena_player_close(&players[i]);
}

static void report_bot(const char *spec, const char *why)
{
    why = _(why);
    cli_error(N_("\"{word}\": {reason}"),
              (const mur_format_arg[]){ { "word", mur_span_of(spec) }, { "reason", mur_span_of(why) }, { 0 } });
}

/* Opens the bots of the pool that can play; returns how many. -1: a spec is not valid, an error was printed, and
 * nothing is open. */
static int open_players(const pool *p, const mur_game *g, int seats, arena_player players[ARENA_RATED_MAX])
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        const char *why = arena_player_open(&players[n], p->spec[i]);
        if (why) {
            report_bot(p->spec[i], why);
            close_players(players, n);
            return -1;
        }
        if (arena_player_can_play(&players[n], g, seats))
            n++;
        else
            arena_player_close(&players[n]);
    }
    return n;
}

/* -- Tables -- */

/* Insertion sort by rating, best first, as indices; pools are small. */
static void sort(const arena_ladder *l, int n, int order[ARENA_RATED_MAX])
{
    for (int i = 0; i < n; i++) {
        int at = i;
        while (at > 0 && l->entry[order[at - 1]].rating.elo < l->entry[i].rating.elo) {
            order[at] = order[at - 1];
            at--;
        }
        assert(at >= 0 && at <= i);
        order[at] = i;
    }
}

static double ms_per_move(const arena_cost *e)
{
    return e->moves ? (double)e->nanoseconds / 1e6 / (double)e->moves : 0;
}

/* A row of the table: rating with its 95 % interval, time per move, shares against the others in the order of the
 * columns. */
static void print_entry(const arena_ladder *l, const arena_player *players, const int *order, int n, int at)
{
    assert(at >= 0 && at < n);
    int me = order[at];
    const arena_ladder_entry *r = &l->entry[me];
    printf("| `%s` | %+.0f | %+.0f .. %+.0f | %.2f |", players[me].spec, r->rating.elo, r->rating.low, r->rating.high,
           ms_per_move(&r->cost));
    for (int i = 0; i < n; i++)
        if (i == at)
            printf(" - |");
        else
            printf(" %.0f ± %.0f |", 100 * l->share[me][order[i]].mean, 100 * l->share[me][order[i]].error);
    putchar('\n');
}

/* Rows and columns in the same order, best first. */
static void print_table(const cli_match *match, const arena_ladder *l, const arena_player *players, int n, int units)
{
    int order[ARENA_RATED_MAX];
    sort(l, n, order);
    printf("\n### %s, %d\n\n", match->config.game->name, match->config.setup->seats);
    printf("| %s | Elo | 95 %% | %s |", _("bot"), _("ms/move"));
    for (int i = 0; i < n; i++)
        printf(" %s |", players[order[i]].spec);
    printf("\n|---|---|---|---|");
    for (int i = 0; i < n; i++)
        printf("---|");
    putchar('\n');
    for (int i = 0; i < n; i++)
        print_entry(l, players, order, n, i);
    putchar('\n');
    cli_match_print_header(match, units);
    fflush(stdout);
}

/* Bots in the order of the pool. */
static void print_json(const cli_match *match, const arena_ladder *l, const arena_player *players, int n, int units)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"units\":%d,\"seed\":%" PRIu64 ",\"sims\":%" PRIu32
           ",\"cpu_seconds\":%.6f,\"bots\":[",
           match->config.game->id, match->config.setup->seats, units, match->config.seed,
           match->config.budget.simulations, (double)match->config.budget.nanoseconds / 1e9);
    for (int i = 0; i < n; i++) {
        const arena_ladder_entry *r = &l->entry[i];
        printf("%s{\"bot\":", i > 0 ? "," : "");
        cli_print_json_string(players[i].spec);
        printf(",\"elo\":%.1f,\"low\":%.1f,\"high\":%.1f,\"ms_per_move\":%.4f,\"shares\":[", r->rating.elo,
               r->rating.low, r->rating.high, ms_per_move(&r->cost));
        for (int j = 0; j < n; j++)
            i == j ? printf("%snull", j > 0 ? "," : "") : printf("%s%.6f", j > 0 ? "," : "", l->share[i][j].mean);
        printf("]}");
    }
    printf("]}");
    fflush(stdout);
}

static void report_failures(const arena_ladder *l, const arena_player *players, int n)
{
    for (int i = 0; i < n; i++)
        if (l->fault[i][0])
            report_bot(players[i].spec, l->fault[i]);
}

/* -- Playing -- */

typedef struct {
    const cli_args *args;
    pool pool;
    int n_ladders; /* written so far */
} ladder_run;

/* The command that gives this output again, with the seed that was drawn. */
static void print_command(const cli_args *args)
{
    printf("```\nmuraille arena ladder --pool %s", pool_of(args));
    if (args->game)
        printf(" --game %s", args->game);
    if (args->players != CLI_NOT_GIVEN)
        printf(" --players %d", args->players);
    for (int i = 0; i < args->n_settings; i++)
        printf(" --option %s", args->settings[i]);
    if (args->sims)
        printf(" --sims %" PRIu32, args->sims);
    if (args->cpu)
        printf(" --cpu %" PRIu64 "us", args->cpu / 1000);
    printf(" --units %d --seed %" PRIu64 "\n```\n", args->units ? args->units : UNITS, args->seed);
}

/* Before the first ladder comes the beginning of the output: the command, or of the JSON object. */
static void write_ladder(ladder_run *t, const cli_match *match, const arena_ladder *l, const arena_player *players,
                         int n, int units)
{
    if (t->args->json)
        fputs(t->n_ladders > 0 ? "," : "{\"ladders\":[", stdout);
    else if (t->n_ladders == 0)
        print_command(t->args);
    (t->args->json ? print_json : print_table)(match, l, players, n, units);
    t->n_ladders++;
}

/* One game with one number of players. Where fewer than two bots of the pool can play there is no ladder. Returns
 * false after printing an error. */
static bool write_one_ladder(ladder_run *t, const mur_game *g, int seats)
{
    cli_match match;
    cli_args args = *t->args;
    arena_player players[ARENA_RATED_MAX];
    args.game = g->id;
    args.players = seats;
    if (!cli_match_open(&match, &args, NULL, NULL))
        return false;
    int units = args.units ? args.units : UNITS, n = open_players(&t->pool, g, seats, players);
    if (n > 1) {
        arena_ladder *l = mur_new(sizeof *l);
        arena_ladder_play(&match.config, players, n, units, cli_match_on_progress, &match, l);
        cli_progress_close(&match.progress);
        write_ladder(t, &match, l, players, n, units);
        report_failures(l, players, n);
        free(l);
    }
    close_players(players, n);
    cli_match_close(&match);
    return n >= 0;
}

/* One game or all, one number of players or all that the game can have. */
static bool write_ladders(ladder_run *t, const mur_game *only)
{
    int given = t->args->players;
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            if ((!only || g == only) && (given == CLI_NOT_GIVEN || given == seats) && !write_one_ladder(t, g, seats))
                return false;
    }
    return true;
}

/* The seed is fixed first, so that all ladders and the printed command use the same. */
int cli_ladder(const cli_args *args)
{
    cli_args seeded = *args;
    ladder_run t = { .args = &seeded };
    const mur_game *only = args->game ? cli_find_game(args->game) : NULL;
    if (args->game && !only)
        return CLI_BAD_INPUT;
    seeded.seed = cli_seed(args);
    seeded.has_seed = true;
    read_pool(pool_of(args), &t.pool);
    bool ok = write_ladders(&t, only);
    if (args->json && t.n_ladders > 0)
        puts("]}");
    if (ok && t.n_ladders == 0)
        cli_error(N_("this number of players is not possible, or fewer than two bots of the pool can play it"),
                  (const mur_format_arg[]){ { 0 } });
    return ok && t.n_ladders > 0 ? CLI_OK : CLI_BAD_INPUT;
}
