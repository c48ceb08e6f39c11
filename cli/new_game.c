/* SPDX-License-Identifier: MIT */
/* cli/new_game.c -- deals a game as the command line says, and plays random moves.
 * The seed feeds one generator that only seeds two others: one shuffles, one chooses moves. So the deal of a seed
 * does not depend on how many random moves were drawn before, and the same seed gives the same record on every
 * machine. */
#include "cli/new_game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/output.h"
#include "cli/translate.h"
#include "record/clock_seed.h"

uint64_t cli_seed(const cli_args *args)
{
    return args->has_seed ? args->seed : mur_clock_seed();
}

/* Why the game does not accept this, in its own words. */
static bool refuse(const mur_game *g, mur_err e, const char *word)
{
    const char *why = _(mur_err_text(g, e));
    cli_error(N_("\"{word}\": {reason}"),
              (const mur_format_arg[]){ { "word", mur_span_of(word) }, { "reason", mur_span_of(why) }, { 0 } });
    return false;
}

static bool refuse_option(const mur_game *g, const char *setting)
{
    const char *name = g->name;
    cli_error(N_("\"{word}\": {game} has no such option, or it was given twice"),
              (const mur_format_arg[]){ { "word", mur_span_of(setting) }, { "game", mur_span_of(name) }, { 0 } });
    return false;
}

/* NAME=VALUE: the index of the option, and its value; -1 if the game has no such option. The reader of --option has
 * checked that there is an equals sign. */
static int split_setting(const mur_game *g, const char *setting, mur_span *value)
{
    const char *equals = strchr(setting, '=');
    assert(equals);
    *value = mur_span_of(equals + 1);
    return mur_option_of(g, (mur_span){ setting, (size_t)(equals - setting) });
}

/* Sets the options in the order of the game, not of the command line, so that equal games have equal records. Each
 * may be given once. */
static bool set_options(mur_record *r, const cli_args *args)
{
    const char *settings[MUR_RECORD_LINES] = { 0 };
    mur_span value;
    for (int i = 0; i < args->n_settings; i++) {
        int option = split_setting(r->game, args->settings[i], &value);
        if (option < 0 || settings[option])
            return refuse_option(r->game, args->settings[i]);
        settings[option] = args->settings[i];
    }
    for (int option = 0; option < r->game->n_options; option++) {
        if (!settings[option])
            continue;
        split_setting(r->game, settings[option], &value);
        mur_err e = mur_record_set_option(r, option, value);
        if (e)
            return refuse(r->game, e, settings[option]);
    }
    return true;
}

/* The seed becomes a tag, so that a record tells how it was made. */
static void deal(cli_new_game *t, uint64_t seed)
{
    char text[24];
    mur_rng root, cards;
    int n = snprintf(text, sizeof text, "%" PRIu64, seed);
    mur_record_set_tag(t->record, mur_span_of("seed"), (mur_span){ text, (size_t)n });
    mur_rng_seed(&root, seed);
    mur_rng_seed(&cards, mur_rng_next(&root));
    mur_rng_seed(&t->moves, mur_rng_next(&root));
    mur_record_deal(t->record, &cards);
}

bool cli_new_game_prepare(mur_record **r, const mur_game *g, const cli_args *args)
{
    int seats = args->players == CLI_NOT_GIVEN ? g->seats_min : args->players;
    mur_err e = mur_record_open(r, g, seats);
    if (e)
        return refuse(g, e, "--players");
    if (!set_options(*r, args)) {
        mur_record_close(r);
        return false;
    }
    return true;
}

bool cli_new_game_open(cli_new_game *t, const mur_game *g, const cli_args *args)
{
    if (!cli_new_game_prepare(&t->record, g, args))
        return false;
    deal(t, cli_seed(args));
    return true;
}

void cli_new_game_close(cli_new_game *t)
{
    mur_record_close(&t->record);
}

/* One of the seats in a set, all equally likely. */
static int any_seat(unsigned seats, mur_rng *rng)
{
    int at[MUR_SEATS];
    uint32_t n = 0;
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (seats >> seat & 1)
            at[n++] = seat;
    assert(n > 0);
    return at[mur_rng_below(rng, n)];
}

void cli_play_random_move(cli_new_game *t, unsigned seats, mur_events *log)
{
    mur_move moves[MUR_MOVES];
    int seat = any_seat(seats, &t->moves);
    int n = t->record->game->legal(t->record->state, seat, moves);
    assert(n > 0); /* a seat that may act has a move */
    mur_err e = mur_record_play(t->record, seat, moves[mur_rng_below(&t->moves, (uint32_t)n)], log);
    assert(!e);
    (void)e;
}
