/* SPDX-License-Identifier: MIT */
#include "terminal/replay.h"

#include <stdio.h>
#include <stdlib.h>

#include "record/quote.h"
#include "terminal/entry.h"
#include "terminal/local.h"
#include "terminal/pager.h"
#include "terminal/play.h"
#include "terminal/stage.h"
#include "terminal/words.h"

typedef struct {
    screen base;
    table *table;
    stage stage;
    bool owns;
} replay;

enum { LEAP = 10 };

static replay *replay_of(screen *s)
{
    return (replay *)s;
}

static void go_to(replay *r, size_t ply)
{
    stage_look(&r->stage, r->stage.seat, ply < r->table->plies ? ply : r->table->plies);
}

static void draw(screen *s, canvas *c, area where)
{
    stage_draw(&replay_of(s)->stage, c, where);
}

/* -- Going through -- */

static bool can_go_on(const screen *s)
{
    const replay *r = (const replay *)s;
    return r->stage.ply < r->table->plies;
}

static bool can_go_back(const screen *s)
{
    return ((const replay *)s)->stage.ply > 0;
}

static void go_on(screen *s, keypress k)
{
    replay *r = replay_of(s);
    go_to(r, r->stage.ply + (k.code == KEY_PAGE_ON ? LEAP : 1));
}

static void go_back(screen *s, keypress k)
{
    replay *r = replay_of(s);
    size_t by = k.code == KEY_PAGE_BACK ? LEAP : 1;
    go_to(r, r->stage.ply > by ? r->stage.ply - by : 0);
}

static void go_to_end(screen *s, keypress k)
{
    replay *r = replay_of(s);
    go_to(r, k.code == KEY_FIRST ? 0 : r->table->plies);
}

static const char *go_to_typed(screen *s, const char *text)
{
    mur_span rest = mur_span_of(text);
    int ply;
    if (!mur_take_number(&rest, &ply) || rest.len > 0 || (size_t)ply > replay_of(s)->table->plies)
        return _("There is no such position.");
    go_to(replay_of(s), (size_t)ply);
    return NULL;
}

static void ask_ply(screen *s, keypress k)
{
    (void)k;
    entry_open(s, &(entry_wish){ .prompt = N_("After move number:"), .done = go_to_typed });
}

/* -- Looking -- */

static bool is_open(const screen *s)
{
    return local_is_open(((const replay *)s)->table);
}

/* All, then every seat by itself. */
static void change_view(screen *s, keypress k)
{
    replay *r = replay_of(s);
    int seat = r->stage.seat == MUR_ALL ? 0 : r->stage.seat + 1;
    char text[APP_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    (void)k;
    r->stage.seat = seat < r->table->seats ? seat : MUR_ALL;
    go_to(r, r->stage.ply);
    const char letter[] = { (char)('A' + seat), '\0' };
    mur_put_phrase(&t, seat < r->table->seats ? _("As {seat} saw it.") : _("With nothing hidden."),
                   (const mur_place[]){ { "seat", mur_span_of(letter) }, { 0 } });
    app_say(s->app, text);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, replay_of(s)->table->game);
}

/* -- Branching off -- */

static bool can_branch(const screen *s)
{
    return is_open(s) && ((const replay *)s)->stage.view->to_act;
}

/* A person in the place of whoever moves next, bots everywhere else. */
static void branch(screen *s, keypress k)
{
    replay *r = replay_of(s);
    local_plan p = local_usual(r->table->game);
    int seat = __builtin_ctz(r->stage.view->to_act);
    (void)k;
    p.seats = r->table->seats;
    for (int i = 0; i < MUR_SEATS; i++)
        p.bot[i] = i == seat ? NULL : local_level(2);
    play_open(s->app, local_branch(r->table, r->stage.ply, &p));
    app_say(s->app, _("A new game from here: you move."));
}

static const screen_key keys[] = {
    { N_("arrows"), NULL, N_("right, down: a move on; left, up: a move back; also h j k l"), { 0 }, NULL, NULL },
    { "→", N_("next"), "", { KEY_ARROW_RIGHT, KEY_ARROW_DOWN, ' ', 'l' }, can_go_on, go_on },
    { "←", N_("back"), "", { KEY_ARROW_LEFT, KEY_ARROW_UP, KEY_ERASE, 'h' }, can_go_back, go_back },
    { "", NULL, "", { 'j', KEY_WHEEL_DOWN, KEY_PAGE_ON }, can_go_on, go_on },
    { "", NULL, "", { 'k', KEY_WHEEL_UP, KEY_PAGE_BACK }, can_go_back, go_back },
    { N_("PgUp, PgDn"), NULL, N_("ten moves back or on"), { 0 }, NULL, NULL },
    { N_("Home, End"), N_("ends"), N_("to the first or the last position"), { KEY_FIRST, KEY_LAST }, NULL, go_to_end },
    { "g", N_("go to"), N_("to the position after a move whose number you type"), { 'g' }, NULL, ask_ply },
    { "v", N_("whose view"), N_("with nothing hidden, or as one of the seats saw it"), { 'v' }, is_open, change_view },
    { "b", N_("play from here"), N_("a new game from this position, against bots"), { 'b' }, can_branch, branch },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    SCREEN_HELP,
    { "Esc", N_("leave"), N_("back to where you were"), { KEY_ESCAPE, 'q', 'r' }, NULL, screen_leave },
};

static void close_replay(screen *s)
{
    replay *r = replay_of(s);
    stage_close(&r->stage);
    if (r->owns)
        r->table->kind->close(r->table);
    free(r);
}

static const screen_kind kind = {
    .title = N_("Stepping through a game"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .close = close_replay,
};

void replay_open(app *a, table *t, int seat, bool owns)
{
    replay *r = mur_new(sizeof *r);
    r->base.kind = &kind;
    r->table = t;
    r->owns = owns;
    stage_open(&r->stage, t);
    r->stage.seat = seat;
    r->stage.only_looks = true;
    go_to(r, owns ? 0 : t->plies);
    app_push(a, &r->base);
}
