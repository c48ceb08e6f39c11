/* SPDX-License-Identifier: MIT */
#include "terminal/wish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "record/reader.h"
#include "terminal/local.h"
#include "terminal/saves.h"
#include "terminal/words.h"

static bool refuse_setting(const mur_game *g, const char *setting, char *why)
{
    mur_text t = mur_text_on(why, MUR_MESSAGE_TEXT);
    mur_put_phrase(&t, _("\"{word}\": {game} has no such option, or it was given twice"),
                   (const mur_place[]){ { "word", mur_span_of(setting) }, { "game", mur_span_of(g->name) }, { 0 } });
    return false;
}

/* NAME=VALUE */
static bool take_setting(local_plan *p, const char *setting, char *why)
{
    const char *equals = strchr(setting, '=');
    int option = mur_option_of(p->game, (mur_span){ setting, (size_t)(equals - setting) });
    if (option < 0 || p->option[option][0] || strlen(equals + 1) >= LOCAL_VALUE || !equals[1])
        return refuse_setting(p->game, setting, why);
    memcpy(p->option[option], equals + 1, strlen(equals + 1) + 1);
    return true;
}

static bool seat_all(local_plan *p, const term_wish *w, char *why)
{
    int persons = w->persons < 0 ? 0 : w->persons > 0 ? w->persons : 1;
    int first = w->seat > 0 ? w->seat : 0;
    if (persons > p->seats || first >= p->seats) {
        snprintf(why, MUR_MESSAGE_TEXT, "%s", _("there are not so many seats"));
        return false;
    }
    for (int i = 0; i < p->seats; i++) {
        bool is_person = (i - first + p->seats) % p->seats < persons;
        p->bot[i] = is_person ? NULL : w->bot ? w->bot : local_usual(p->game).bot[1];
    }
    return true;
}

table *wish_open(const term_wish *w, char *why)
{
    local_plan p = local_usual(w->game);
    p.seats = w->players ? w->players : p.seats;
    p.seed = w->has_seed ? w->seed : p.seed;
    for (int i = 0; i < w->n_settings; i++)
        if (!take_setting(&p, w->settings[i], why))
            return NULL;
    bool is_possible = p.seats >= p.game->seats_min && p.seats <= p.game->seats_max; /* else local_open() says why */
    return !is_possible || seat_all(&p, w, why) ? local_open(&p, why) : NULL;
}

table *wish_resume(const term_wish *w, char *why)
{
    save_entry *saves = mur_new(SAVES * sizeof saves[0]);
    int n = saves_list(w->game, saves);
    table *t = NULL;
    if (n > 0)
        t = local_resume(saves[0].path, why);
    else
        snprintf(why, MUR_MESSAGE_TEXT, "%s", _("there is no interrupted game"));
    free(saves);
    return t;
}
