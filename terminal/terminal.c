/* SPDX-License-Identifier: MIT */
#include "terminal/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "record/reader.h"
#include "terminal/local.h"
#include "terminal/play.h"
#include "terminal/replay.h"
#include "terminal/saves.h"
#include "terminal/screen.h"
#include "terminal/start.h"
#include "terminal/term.h"
#include "terminal/words.h"

enum { OK = 0, FAILED = 1, BAD = 2 };

static int refuse(int code, const char *text)
{
    fprintf(stderr, "muraille: %s\n", text);
    return code;
}

bool terminal_is_there(void)
{
    return term_can();
}

/* -- What is wished for -- */

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

static table *open_wished(const term_wish *w, char *why)
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

static table *resume_latest(const term_wish *w, char *why)
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

/* -- Running -- */

/* Whoever ended us by a signal sees that it was the signal. */
static int run(app *a)
{
    int code = app_run(a);
    int signal_number = term_signal();
    term_close();
    if (a->farewell[0])
        puts(a->farewell);
    fflush(stdout);
    if (signal_number)
        raise(signal_number);
    return code;
}

static int fail_to_open(void)
{
    return refuse(FAILED, _("the terminal cannot be used"));
}

int terminal_play(const term_wish *w)
{
    char why[MUR_MESSAGE_TEXT];
    app a = { .wish = w };
    term_words_use(w->words);
    bool has_table = w->resumes || w->game;
    table *t = w->resumes ? resume_latest(w, why) : w->game ? open_wished(w, why) : NULL;
    if (has_table && !t)
        return refuse(BAD, why);
    if (!term_open(w->is_ascii)) {
        if (t)
            t->kind->close(t);
        return fail_to_open();
    }
    if (t)
        play_open(&a, t);
    else
        start_open(&a);
    return run(&a);
}

int terminal_replay(const term_wish *w, const char *path)
{
    char why[MUR_MESSAGE_TEXT];
    app a = { .wish = w };
    term_words_use(w->words);
    table *t = local_look(path, why);
    if (!t) {
        char text[MUR_MESSAGE_TEXT + 512];
        snprintf(text, sizeof text, "%.400s: %s", path, why);
        return refuse(BAD, text);
    }
    if (!term_open(w->is_ascii)) {
        t->kind->close(t);
        return fail_to_open();
    }
    replay_open(&a, t, MUR_ALL, true);
    return run(&a);
}
