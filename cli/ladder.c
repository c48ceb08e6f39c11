/* SPDX-License-Identifier: MIT */
/* `muraille arena ladder`: who is how strong, in one game or in all of them, as tables in Markdown. */
#include "cli/ladder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ladder.h"
#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/io.h"
#include "cli/table.h"
#include "cli/words.h"

enum { UNITS = 60, SPEC = 96 };

/* Who plays, as typed; those who cannot play a game are left out there. */
typedef struct {
    char spec[ARENA_RATED][SPEC];
    int n;
} pool;

/* -- Pools -- */

static const char *const plain[] = { "random", "greedy", "ismcts", "strong" };
static const char *const frozen[] = { "random", "greedy@sims=8", "ismcts@sims=250", "ismcts@sims=1000",
                                      "ismcts@sims=4000" };
static const char *const levels[] = { "apprentice", "journeyman", "mason", "master", "emperor" };

static void add(pool *p, const char *spec, size_t n)
{
    if (p->n < ARENA_RATED && n < SPEC) {
        memcpy(p->spec[p->n], spec, n);
        p->spec[p->n++][n] = '\0';
    }
}

static void add_all(pool *p, const char *const *specs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(p, specs[i], strlen(specs[i]));
}

static void read_pool(const char *text, pool *p)
{
    p->n = 0;
    if (!text || strcmp(text, "all") == 0) {
        for (int i = 0; mur_bot_at(i); i++)
            add(p, mur_bot_at(i)->id, strlen(mur_bot_at(i)->id));
    } else if (strcmp(text, "plain") == 0) {
        add_all(p, plain, sizeof plain / sizeof plain[0]);
    } else if (strcmp(text, "levels") == 0) {
        add_all(p, levels, sizeof levels / sizeof levels[0]);
    } else if (strcmp(text, "frozen") == 0) {
        add_all(p, frozen, sizeof frozen / sizeof frozen[0]);
    } else {
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

static void tell_about(const char *spec, const char *why)
{
    why = _(why);
    cli_complain(N_("\"{word}\": {reason}"),
                 (const mur_place[]){ { "word", mur_span_of(spec) }, { "reason", mur_span_of(why) }, { 0 } });
}

/* Of the pool, those who can play; -1: somebody is not known, and told. */
static int open_players(const pool *p, const mur_game *g, int seats, arena_player players[ARENA_RATED])
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        const char *why = arena_player_open(&players[n], p->spec[i]);
        if (why) {
            tell_about(p->spec[i], why);
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

static void sort(const arena_ladder *l, int n, int order[ARENA_RATED])
{
    for (int i = 0; i < n; i++) {
        int at = i;
        while (at > 0 && l->rung[order[at - 1]].rating.elo < l->rung[i].rating.elo) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

static double ms_per_move(const arena_effort *e)
{
    return e->moves ? (double)e->nanoseconds / 1e6 / (double)e->moves : 0;
}

static void print_rung(const arena_ladder *l, const arena_player *players, const int *order, int n, int at)
{
    int me = order[at];
    const arena_rung *r = &l->rung[me];
    printf("| `%s` | %+.0f | %+.0f .. %+.0f | %.2f |", players[me].spec, r->rating.elo, r->rating.low, r->rating.high,
           ms_per_move(&r->effort));
    for (int i = 0; i < n; i++)
        if (i == at)
            printf(" - |");
        else
            printf(" %.0f ± %.0f |", 100 * l->share[me][order[i]].mean, 100 * l->share[me][order[i]].error);
    putchar('\n');
}

static void print_table(const cli_contest *c, const arena_ladder *l, const arena_player *players, int n, int units)
{
    int order[ARENA_RATED];
    sort(l, n, order);
    printf("\n### %s, %d\n\n", c->terms.game->name, c->terms.setup->seats);
    printf("| %s | Elo | 95 %% | %s |", _("bot"), _("ms/move"));
    for (int i = 0; i < n; i++)
        printf(" %s |", players[order[i]].spec);
    printf("\n|---|---|---|---|");
    for (int i = 0; i < n; i++)
        printf("---|");
    putchar('\n');
    for (int i = 0; i < n; i++)
        print_rung(l, players, order, n, i);
    putchar('\n');
    cli_contest_head(c, units);
    fflush(stdout);
}

static void print_json(const cli_contest *c, const arena_ladder *l, const arena_player *players, int n, int units)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"units\":%d,\"seed\":%" PRIu64 ",\"sims\":%" PRIu32
           ",\"cpu_seconds\":%.6f,\"bots\":[",
           c->terms.game->id, c->terms.setup->seats, units, c->terms.seed, c->terms.budget.simulations,
           (double)c->terms.budget.nanoseconds / 1e9);
    for (int i = 0; i < n; i++) {
        const arena_rung *r = &l->rung[i];
        printf("%s{\"bot\":", i > 0 ? "," : "");
        cli_print_json(players[i].spec);
        printf(",\"elo\":%.1f,\"low\":%.1f,\"high\":%.1f,\"ms_per_move\":%.4f,\"shares\":[", r->rating.elo,
               r->rating.low, r->rating.high, ms_per_move(&r->effort));
        for (int j = 0; j < n; j++)
            i == j ? printf("%snull", j > 0 ? "," : "") : printf("%s%.6f", j > 0 ? "," : "", l->share[i][j].mean);
        printf("]}");
    }
    printf("]}");
    fflush(stdout);
}

static void report(const arena_ladder *l, const arena_player *players, int n)
{
    for (int i = 0; i < n; i++)
        if (l->fault[i][0])
            tell_about(players[i].spec, l->fault[i]);
}

/* -- Playing -- */

typedef struct {
    const cli_args *args;
    pool pool;
    int n_ladders; /* written so far */
} tour;

/* How to make it again. */
static void print_command(const cli_args *args)
{
    printf("```\nmuraille arena ladder --pool %s", args->pool ? args->pool : "all");
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

static void write_ladder(tour *t, const cli_contest *c, const arena_ladder *l, const arena_player *players, int n,
                         int units)
{
    if (t->args->json)
        fputs(t->n_ladders > 0 ? "," : "{\"ladders\":[", stdout);
    else if (t->n_ladders == 0)
        print_command(t->args);
    (t->args->json ? print_json : print_table)(c, l, players, n, units);
    t->n_ladders++;
}

/* Where fewer than two of the pool can play there is no ladder. False: somebody is not known, and told. */
static bool climb(tour *t, const mur_game *g, int seats)
{
    cli_contest c;
    cli_args args = *t->args;
    arena_player players[ARENA_RATED];
    args.game = g->id;
    args.players = seats;
    if (!cli_contest_open(&c, &args, NULL, NULL))
        return false;
    int units = args.units ? args.units : UNITS, n = open_players(&t->pool, g, seats, players);
    if (n > 1) {
        arena_ladder *l = mur_new(sizeof *l);
        arena_ladder_play(&c.terms, players, n, units, cli_contest_watch, &c, l);
        cli_progress_close(&c.progress);
        write_ladder(t, &c, l, players, n, units);
        report(l, players, n);
        free(l);
    }
    close_players(players, n);
    cli_contest_close(&c);
    return n >= 0;
}

/* Of one game, or of all; of one number of players, or of all that the game can have. */
static bool climb_all(tour *t, const mur_game *only)
{
    int given = t->args->players;
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            if ((!only || g == only) && (given == CLI_NOT_GIVEN || given == seats) && !climb(t, g, seats))
                return false;
    }
    return true;
}

int cli_ladder(const cli_args *args)
{
    cli_args seeded = *args;
    tour t = { .args = &seeded };
    const mur_game *only = args->game ? cli_game_of(args->game) : NULL;
    if (args->game && !only)
        return CLI_BAD;
    seeded.seed = cli_seed(args);
    seeded.has_seed = true;
    read_pool(args->pool, &t.pool);
    bool ok = climb_all(&t, only);
    if (args->json && t.n_ladders > 0)
        puts("]}");
    if (ok && t.n_ladders == 0)
        cli_complain(N_("no such number of players, or fewer than two of the pool can play"),
                     (const mur_place[]){ { 0 } });
    return ok && t.n_ladders > 0 ? CLI_OK : CLI_BAD;
}
