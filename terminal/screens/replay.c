/* SPDX-License-Identifier: MIT */
/* terminal/screens/replay.c -- stepping through a game: a read-only pane with keys to go forward, back, to either
 * end or to a move number. A game without secrets can be seen from any seat, and a new game against bots can branch
 * off at any position. */
#include "terminal/screens/replay.h"

#include <assert.h>
#include <stdlib.h>

#include "record/safe_text.h"
#include "terminal/screens/game_pane.h"
#include "terminal/screens/pager.h"
#include "terminal/screens/play.h"
#include "terminal/screens/prompt.h"
#include "terminal/session/local.h"
#include "terminal/ui/translate.h"

typedef struct {
    screen base;
    session *session;
    game_pane pane;
    bool owns_session; /* close it with the screen; else it belongs to the play screen below */
} replay_screen;

enum { PAGE_PLIES = 10 }; /* moves that Page Up and Page Down skip */

static replay_screen *replay_of(screen *s)
{
    return (replay_screen *)s;
}

/* Past the end is the end. */
static void go_to(replay_screen *r, size_t ply)
{
    game_pane_show(&r->pane, r->pane.seat, ply < r->session->plies ? ply : r->session->plies);
}

static void draw(screen *s, canvas *c, area where)
{
    game_pane_draw(&replay_of(s)->pane, c, where);
}

/* -- Stepping -- */

/* is_enabled functions of the keys that step. */
static bool can_go_on(const screen *s)
{
    const replay_screen *r = (const replay_screen *)s;
    return r->pane.ply < r->session->plies;
}

static bool can_go_back(const screen *s)
{
    return ((const replay_screen *)s)->pane.ply > 0;
}

/* One move, or PAGE_PLIES with Page Down. */
static void go_on(screen *s, keypress k)
{
    replay_screen *r = replay_of(s);
    go_to(r, r->pane.ply + (k.code == KEY_PAGE_DOWN ? PAGE_PLIES : 1));
}

/* One move, or PAGE_PLIES with Page Up; stops at the beginning. */
static void go_back(screen *s, keypress k)
{
    replay_screen *r = replay_of(s);
    size_t by = k.code == KEY_PAGE_UP ? PAGE_PLIES : 1;
    go_to(r, r->pane.ply > by ? r->pane.ply - by : 0);
}

/* Home and End. */
static void go_to_end(screen *s, keypress k)
{
    replay_screen *r = replay_of(s);
    go_to(r, k.code == KEY_TO_START ? 0 : r->session->plies);
}

/* on_submit of the prompt for a move number. */
static const char *go_to_typed(screen *s, const char *text)
{
    mur_span rest = mur_span_of(text);
    int ply;
    if (!mur_take_number(&rest, &ply) || rest.len > 0 || (size_t)ply > replay_of(s)->session->plies)
        return _("This position does not exist.");
    go_to(replay_of(s), (size_t)ply);
    return NULL;
}

/* Prompt for a move number. */
static void ask_ply(screen *s, keypress k)
{
    (void)k;
    prompt_open(s, &(prompt_config){ .label = N_("After move number:"), .on_submit = go_to_typed });
}

/* -- Viewpoints -- */

/* Other seats' views are available only in a game without secrets. */
static bool is_fully_visible(const screen *s)
{
    return local_is_fully_visible(((const replay_screen *)s)->session);
}

/* Cycles: nothing hidden, then each seat. */
static void change_view(screen *s, keypress k)
{
    replay_screen *r = replay_of(s);
    /* MUR_ALL comes before seat 0 in the cycle. */
    int seat = r->pane.seat == MUR_ALL ? 0 : r->pane.seat + 1;
    char text[APP_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    (void)k;
    r->pane.seat = seat < r->session->seats ? seat : MUR_ALL;
    go_to(r, r->pane.ply);
    /* Past the last seat the letter is not used. */
    const char letter[] = { (char)('A' + seat), '\0' };
    mur_put_format(&t, seat < r->session->seats ? _("As seen by {seat}.") : _("Nothing hidden."),
                   (const mur_format_arg[]){ { "seat", mur_span_of(letter) }, { 0 } });
    app_show_message(s->app, text);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, replay_of(s)->session->game);
}

/* -- Branching off -- */

/* There must be somebody to move. */
static bool can_branch(const screen *s)
{
    return is_fully_visible(s) && ((const replay_screen *)s)->pane.view->to_act;
}

/* The level in the middle of the list. */
static const mur_bot *middle_level(void)
{
    int n = 0;
    while (local_level(n))
        n++;
    return local_level(n / 2);
}

/* The player takes the seat that is to move, bots of the middle level take all others. */
static void branch(screen *s, keypress k)
{
    assert(can_branch(s));
    replay_screen *r = replay_of(s);
    local_config p = local_default_config(r->session->game);
    /* The first seat that may act; can_branch() has checked that there is one. */
    int seat = __builtin_ctz(r->pane.view->to_act);
    (void)k;
    p.seats = r->session->seats;
    for (int i = 0; i < MUR_SEATS; i++)
        p.bot[i] = i == seat ? NULL : middle_level();
    play_open(s->app, local_branch(r->session, r->pane.ply, &p));
    app_show_message(s->app, _("A new game from here: you move."));
}

static const screen_key keys[] = {
    { N_("arrows"),
      NULL,
      N_("right, down: one move forward; left, up: one move back; also h j k l"),
      { 0 },
      NULL,
      NULL },
    { "→", N_("next"), "", { KEY_ARROW_RIGHT, KEY_ARROW_DOWN, ' ', 'l' }, can_go_on, go_on },
    { "←", N_("back"), "", { KEY_ARROW_LEFT, KEY_ARROW_UP, KEY_ERASE, 'h' }, can_go_back, go_back },
    { "", NULL, "", { 'j', KEY_WHEEL_DOWN, KEY_PAGE_DOWN }, can_go_on, go_on },
    { "", NULL, "", { 'k', KEY_WHEEL_UP, KEY_PAGE_UP }, can_go_back, go_back },
    { N_("PgUp, PgDn"), NULL, N_("ten moves back or forward"), { 0 }, NULL, NULL },
    { N_("Home, End"),
      N_("ends"),
      N_("to the first or the last position"),
      { KEY_TO_START, KEY_TO_END },
      NULL,
      go_to_end },
    { "g", N_("go to"), N_("to the position after a move whose number you type"), { 'g' }, NULL, ask_ply },
    { "v",
      N_("whose view"),
      N_("with nothing hidden, or from the point of view of a seat"),
      { 'v' },
      is_fully_visible,
      change_view },
    { "b", N_("play from here"), N_("a new game from this position, against bots"), { 'b' }, can_branch, branch },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    SCREEN_HELP,
    { "Esc", N_("leave"), N_("back to where you were"), { KEY_ESCAPE, 'q', 'r' }, NULL, screen_leave },
};

static void close_replay(screen *s)
{
    replay_screen *r = replay_of(s);
    game_pane_close(&r->pane);
    if (r->owns_session)
        r->session->ops->close(r->session);
    free(r);
}

static const screen_ops ops = {
    .title = N_("Replaying a game"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .close = close_replay,
};

void replay_open(app *a, session *gs, int seat, bool owns_session)
{
    assert(seat == MUR_ALL || seat == MUR_WATCHER || (seat >= 0 && seat < gs->seats));
    replay_screen *r = mur_new(sizeof *r);
    r->base.ops = &ops;
    r->session = gs;
    r->owns_session = owns_session;
    game_pane_open(&r->pane, gs);
    r->pane.seat = seat;
    r->pane.is_read_only = true;
    go_to(r, owns_session ? 0 : gs->plies);
    app_push(a, &r->base);
}
