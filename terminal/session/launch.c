/* SPDX-License-Identifier: MIT */
/* terminal/session/launch.c -- from terminal_options to a local session: checks seats and options, and seats persons
 * and bots. Used by the full-screen client and by the line mode. */
#include "terminal/session/launch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/reader.h"
#include "record/safe_text.h"
#include "terminal/session/local.h"
#include "terminal/session/saves.h"
#include "terminal/ui/translate.h"

static bool refuse_setting(const mur_game *g, const char *setting, char *why)
{
    mur_text t = mur_text_on(why, MUR_MESSAGE_TEXT);
    mur_put_format(
        &t, _("\"{word}\": {game} has no such option, or it was given twice"),
        (const mur_format_arg[]){ { "word", mur_span_of(setting) }, { "game", mur_span_of(g->name) }, { 0 } });
    return false;
}

/* NAME=VALUE; the command line has checked that there is a =. */
static bool apply_setting(local_config *p, const char *setting, char *why)
{
    assert(strchr(setting, '='));
    const char *equals = strchr(setting, '=');
    int option = mur_option_of(p->game, (mur_span){ setting, (size_t)(equals - setting) });
    if (option < 0 || p->option[option][0] || strlen(equals + 1) >= OPTION_VALUE_TEXT || !equals[1])
        return refuse_setting(p->game, setting, why);
    memcpy(p->option[option], equals + 1, strlen(equals + 1) + 1);
    return true;
}

/* Persons take consecutive seats from the wanted one on, around the table; bots take the rest. */
static bool assign_seats(local_config *p, const terminal_options *options, char *why)
{
    assert(p->seats > 0);
    int persons = options->persons < 0 ? 0 : options->persons > 0 ? options->persons : 1;
    int first = options->seat > 0 ? options->seat : 0;
    if (persons > p->seats || first >= p->seats) {
        snprintf(why, MUR_MESSAGE_TEXT, "%s", _("there are not that many seats"));
        return false;
    }
    for (int i = 0; i < p->seats; i++) {
        bool is_person = (i - first + p->seats) % p->seats < persons;
        p->bot[i] = is_person ? NULL : options->bot ? options->bot : local_default_config(p->game).bot[1];
    }
    return true;
}

/* If the game does not allow this number of players, local_open() is called anyway: it has the message for that. */
session *launch_new_game(const terminal_options *options, char *why)
{
    local_config p = local_default_config(options->game);
    p.seats = options->players ? options->players : p.seats;
    p.seed = options->has_seed ? options->seed : p.seed;
    for (int i = 0; i < options->n_settings; i++)
        if (!apply_setting(&p, options->settings[i], why))
            return NULL;
    bool is_possible = p.seats >= p.game->seats_min && p.seats <= p.game->seats_max;
    return !is_possible || assign_seats(&p, options, why) ? local_open(&p, why) : NULL;
}

session *launch_resume(const terminal_options *options, char *why)
{
    save_entry *saves = mur_new(SAVES_MAX * sizeof saves[0]);
    int n = saves_list(options->game, saves);
    session *gs = NULL;
    if (n > 0)
        gs = local_resume(saves[0].path, why);
    else
        snprintf(why, MUR_MESSAGE_TEXT, "%s", _("there is no interrupted game"));
    free(saves);
    return gs;
}
