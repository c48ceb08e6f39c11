/* SPDX-License-Identifier: MIT */
/* cli/games.c -- `muraille games`: the games, how many can play, and their options with values and defaults.
 * A default may depend on the number of players, so it is asked from a set-up of each size. For people several
 * defaults are listed from the fewest players on; as JSON each stands with its number of players. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "engine/json.h"

/* The value of an option that is not set, with this many players. */
static void put_default(const mur_game *g, int option, int seats, mur_text *t)
{
    mur_setup *u = mur_new(g->setup_size);
    g->init(u, seats);
    g->write_option(u, option, t);
    free(u);
}

/* Is the default the same for every number of players? */
static bool has_one_default(const mur_game *g, int option)
{
    char first[MUR_LINE_TEXT], other[MUR_LINE_TEXT];
    mur_text f = mur_text_on(first, sizeof first);
    put_default(g, option, g->seats_min, &f);
    for (int seats = g->seats_min + 1; seats <= g->seats_max; seats++) {
        mur_text o = mur_text_on(other, sizeof other);
        put_default(g, option, seats, &o);
        if (strcmp(first, other) != 0)
            return false;
    }
    return true;
}

/* -- For people -- */

/* "1", or "on / off / off" from the fewest players on. */
static void put_defaults(const mur_game *g, int option, mur_text *t)
{
    assert(option >= 0 && option < g->n_options);
    int last = has_one_default(g, option) ? g->seats_min : g->seats_max;
    for (int seats = g->seats_min; seats <= last; seats++) {
        mur_put(t, seats > g->seats_min ? " / " : "");
        put_default(g, option, seats, t);
    }
}

static void print_option(const mur_game *g, int option)
{
    const mur_option *o = &g->options[option];
    char values[MUR_LINE_TEXT];
    mur_text t = mur_text_on(values, sizeof values);
    put_defaults(g, option, &t);
    cli_print(stdout, N_("  option {name}: {about} (default: {default})"),
              (const mur_format_arg[]){ { "name", mur_span_of(o->id) },
                                        { "about", mur_span_of(_(o->label)) },
                                        { "default", mur_span_of(values) },
                                        { 0 } });
    printf("\n    %s\n", o->values);
}

static void print_game(const mur_game *g)
{
    char n[16], m[16];
    mur_text tn = mur_text_on(n, sizeof n), tm = mur_text_on(m, sizeof m);
    mur_put_int(&tn, g->seats_min);
    mur_put_int(&tm, g->seats_max);
    cli_print(stdout, N_("{id}: {name} ({credit}), {n} to {m} players"),
              (const mur_format_arg[]){ { "id", mur_span_of(g->id) },
                                        { "name", mur_span_of(g->name) },
                                        { "credit", mur_span_of(g->credit) },
                                        { "n", mur_span_of(n) },
                                        { "m", mur_span_of(m) },
                                        { 0 } });
    putchar('\n');
    for (int i = 0; i < g->n_options; i++)
        print_option(g, i);
}

/* -- For programs -- */

static void put_option(const mur_game *g, int option, mur_json *j)
{
    mur_json_begin(j, '{');
    mur_json_put_string(j, "id", g->options[option].id);
    mur_json_put_string(j, "about", _(g->options[option].label));
    mur_json_put_string(j, "values", g->options[option].values);
    mur_json_key(j, "defaults"); /* by number of players */
    mur_json_begin(j, '{');
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        char value[MUR_LINE_TEXT];
        mur_text v = mur_text_on(value, sizeof value);
        put_default(g, option, seats, &v);
        mur_json_quote(j);
        mur_put_int(j->t, seats);
        mur_json_unquote(j);
        mur_json_colon(j);
        mur_json_string(j, value);
    }
    mur_json_end(j, '}');
    mur_json_end(j, '}');
}

static void put_game(const mur_game *g, mur_json *j)
{
    mur_json_begin(j, '{');
    mur_json_put_string(j, "id", g->id);
    mur_json_put_string(j, "name", g->name);
    mur_json_put_string(j, "credit", g->credit);
    mur_json_key(j, "players");
    mur_json_begin(j, '[');
    mur_json_int(j, g->seats_min);
    mur_json_int(j, g->seats_max);
    mur_json_end(j, ']');
    mur_json_key(j, "options");
    mur_json_begin(j, '[');
    for (int i = 0; i < g->n_options; i++)
        put_option(g, i, j);
    mur_json_end(j, ']');
    mur_json_end(j, '}');
}

static void print_json(void)
{
    enum { GAME_TEXT = 8192 };
    mur_buffer out = { 0 };
    for (int i = 0; mur_game_at(i); i++) {
        mur_buffer_put(&out, i > 0 ? ",\n " : "[");
        mur_text t = mur_buffer_reserve(&out, GAME_TEXT);
        put_game(mur_game_at(i), &(mur_json){ .t = &t });
        mur_buffer_commit(&out, &t);
    }
    mur_buffer_put(&out, "]");
    puts(out.at);
    mur_buffer_close(&out);
}

int cli_games(const cli_args *args)
{
    if (args->json) {
        print_json();
        return CLI_OK;
    }
    for (int i = 0; mur_game_at(i); i++)
        print_game(mur_game_at(i));
    puts(_("Where several defaults are given, they apply to each number of players, starting with the fewest."));
    return CLI_OK;
}
