/* SPDX-License-Identifier: MIT */
/* `muraille games`: what can be played, and with which options. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

/* What an option is when it is not set, with this many players. */
static void put_default(const mur_game *g, int option, int seats, mur_text *t)
{
    mur_setup *u = mur_new(g->setup_size);
    g->init(u, seats);
    g->write_option(u, option, t);
    free(u);
}

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

/* "1", or "on / off / off" from the smallest number of players on. */
static void put_defaults(const mur_game *g, int option, mur_text *t)
{
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
    cli_say(stdout, N_("  option {name}: {about} (default: {default})"),
            (const mur_place[]){ { "name", mur_span_of(o->id) },
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
    cli_say(stdout, N_("{id}: {name} ({credit}), {n} to {m} players"),
            (const mur_place[]){ { "id", mur_span_of(g->id) },
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

static void put_key(mur_text *t, const char *key, const char *value)
{
    mur_put_json(t, mur_span_of(key));
    mur_put_char(t, ':');
    mur_put_json(t, mur_span_of(value));
    mur_put_char(t, ',');
}

static void put_option(const mur_game *g, int option, mur_text *t)
{
    mur_put_char(t, '{');
    put_key(t, "id", g->options[option].id);
    put_key(t, "about", _(g->options[option].label));
    put_key(t, "values", g->options[option].values);
    mur_put(t, "\"defaults\":{"); /* by number of players */
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        char value[MUR_LINE_TEXT];
        mur_text v = mur_text_on(value, sizeof value);
        put_default(g, option, seats, &v);
        mur_put(t, seats > g->seats_min ? ",\"" : "\"");
        mur_put_int(t, seats);
        mur_put(t, "\":");
        mur_put_json(t, mur_span_of(value));
    }
    mur_put(t, "}}");
}

static void put_game(const mur_game *g, mur_text *t)
{
    mur_put_char(t, '{');
    put_key(t, "id", g->id);
    put_key(t, "name", g->name);
    put_key(t, "credit", g->credit);
    mur_put(t, "\"players\":[");
    mur_put_int(t, g->seats_min);
    mur_put_char(t, ',');
    mur_put_int(t, g->seats_max);
    mur_put(t, "],\"options\":[");
    for (int i = 0; i < g->n_options; i++) {
        mur_put(t, i > 0 ? "," : "");
        put_option(g, i, t);
    }
    mur_put(t, "]}");
}

static void print_json(void)
{
    enum { GAME_TEXT = 8192 };
    mur_buffer out = { 0 };
    for (int i = 0; mur_game_at(i); i++) {
        mur_buffer_put(&out, i > 0 ? ",\n " : "[");
        mur_text t = mur_buffer_text(&out, GAME_TEXT);
        put_game(mur_game_at(i), &t);
        mur_buffer_keep(&out, &t);
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
    puts(_("Several defaults are those for each number of players, from the fewest upwards."));
    return CLI_OK;
}
