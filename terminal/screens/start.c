/* SPDX-License-Identifier: MIT */
#include "terminal/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "record/reader.h"
#include "terminal/form.h"
#include "terminal/local.h"
#include "terminal/pager.h"
#include "terminal/play.h"
#include "terminal/saves.h"
#include "terminal/words.h"

enum { KEPT = 5 /* interrupted games that are offered */ };

typedef struct {
    screen base;
    int games, kept; /* how many lines there are of each */
    int focus;       /* the line: games first */
    save_entry saves[SAVES];
    int row[KEPT + 16]; /* where each line was painted */
} start;

static start *start_of(screen *s)
{
    return (start *)s;
}

/* What was interrupted may have changed since this screen was last seen. */
static void shown(screen *base)
{
    start *s = start_of(base);
    s->kept = saves_list(NULL, s->saves);
    s->kept = s->kept < KEPT ? s->kept : KEPT;
    if (s->focus >= s->games + s->kept)
        s->focus = 0;
}

/* -- Painting -- */

static void draw_wall(canvas *c, area where, int y)
{
    for (int x = 0; x < where.cols; x++) {
        canvas_put_glyph(c, where, y, x, LOOK_NEUTRAL, 0, x % 6 < 3 ? GLYPH_FULL : GLYPH_HALF_LIGHT);
        canvas_put_glyph(c, where, y + 1, x, LOOK_NEUTRAL, 0, GLYPH_FULL);
    }
}

static void draw_game(start *s, canvas *c, area where, int y, int i)
{
    const mur_game *g = mur_game_at(i);
    char players[64], from[8], to[8];
    mur_text t = mur_text_on(players, sizeof players);
    bool is_focus = s->focus == i;
    snprintf(from, sizeof from, "%d", g->seats_min);
    snprintf(to, sizeof to, "%d", g->seats_max);
    mur_put_phrase(&t, _("{from} to {to} players"),
                   (const mur_place[]){ { "from", mur_span_of(from) }, { "to", mur_span_of(to) }, { 0 } });
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, where, y, 2, 20, -1, LOOK_STRONG, is_focus ? MARK_FOCUS : 0, g->name);
    canvas_fit(c, where, y, 22, 17, -1, LOOK_TEXT, 0, players);
    canvas_fit(c, where, y, 40, where.cols - 40, -1, LOOK_QUIET, 0, g->credit);
    s->row[i] = where.y + y;
}

static void draw_kept(start *s, canvas *c, area where, int y, int i)
{
    const save_entry *e = &s->saves[i];
    char moves[64], n[16];
    mur_text t = mur_text_on(moves, sizeof moves);
    bool is_focus = s->focus == s->games + i;
    snprintf(n, sizeof n, "%d", e->plies);
    mur_put_phrase(&t, _("moves: {n}"), (const mur_place[]){ { "n", mur_span_of(n) }, { 0 } });
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, where, y, 2, 20, -1, LOOK_TEXT, is_focus ? MARK_FOCUS : 0, e->game->name);
    canvas_fit(c, where, y, 22, 17, -1, LOOK_TEXT, 0, moves);
    canvas_fit(c, where, y, 40, where.cols - 40, -1, LOOK_QUIET, 0, e->day);
    s->row[s->games + i] = where.y + y;
}

static void draw(screen *base, canvas *c, area where)
{
    start *s = start_of(base);
    area body = area_cols(where, 4, where.cols - 8);
    int y = 3;
    draw_wall(c, where, 0);
    canvas_put(c, body, y, 0, LOOK_STRONG, 0, "M U R A I L L E");
    canvas_fit(c, body, y, 20, body.cols - 20, 1, LOOK_QUIET, 0, _("Three board games about walls."));
    y += 2;
    canvas_put(c, body, y++, 0, LOOK_QUIET, 0, _("Play now"));
    for (int i = 0; i < s->games; i++)
        draw_game(s, c, body, ++y, i);
    y += 2;
    if (s->kept > 0)
        canvas_put(c, body, y++, 0, LOOK_QUIET, 0, _("Go on where you were"));
    for (int i = 0; i < s->kept; i++)
        draw_kept(s, c, body, ++y, i);
}

/* -- Keys -- */

static bool is_game(const screen *base)
{
    const start *s = (const start *)base;
    return s->focus < s->games;
}

static bool is_kept(const screen *base)
{
    return !is_game(base);
}

static void move(screen *base, keypress k)
{
    start *s = start_of(base);
    int n = s->games + s->kept;
    bool is_up = k.code == KEY_ARROW_UP || k.code == 'k' || k.code == KEY_TAB_BACK || k.code == KEY_WHEEL_UP;
    s->focus = (s->focus + (is_up ? n - 1 : 1)) % n;
}

static void open_table(screen *base, keypress k)
{
    start *s = start_of(base);
    char why[MUR_MESSAGE_TEXT];
    (void)k;
    local_plan p = is_game(base) ? local_usual(mur_game_at(s->focus)) : (local_plan){ 0 };
    table *t = p.game ? local_open(&p, why) : local_resume(s->saves[s->focus - s->games].path, why);
    if (t)
        play_open(base->app, t);
    else
        app_say(base->app, why);
}

static void open_form(screen *base, keypress k)
{
    (void)k;
    form_open(base->app, mur_game_at(start_of(base)->focus));
}

static const mur_game *game_under(const start *s)
{
    return s->focus < s->games ? mur_game_at(s->focus) : s->saves[s->focus - s->games].game;
}

static void show_rules(screen *base, keypress k)
{
    (void)k;
    pager_open_rules(base->app, game_under(start_of(base)));
}

static void change_language(screen *base, keypress k)
{
    const term_wish *w = base->app->wish;
    int i = 0;
    (void)k;
    while (w->languages[i] && strcmp(w->languages[i], w->language()) != 0)
        i++;
    const char *next = w->languages[i] && w->languages[i + 1] ? w->languages[i + 1] : w->languages[0];
    w->speak(next);
}

static bool type(screen *base, keypress k)
{
    start *s = start_of(base);
    int digit = k.code - '1';
    for (int i = 0; k.code == KEY_CLICK && i < s->games + s->kept; i++)
        if (s->row[i] == k.y) {
            s->focus = i;
            open_table(base, k);
            return true;
        }
    if (digit < 0 || digit >= s->games + s->kept || digit >= 9)
        return false;
    s->focus = digit;
    return true;
}

static const screen_key keys[] = {
    { N_("arrows"),
      N_("choose"),
      N_("up and down the list; also j and k, Tab, and digits"),
      { KEY_ARROW_DOWN, KEY_ARROW_UP, 'j', 'k' },
      NULL,
      move },
    { "", NULL, "", { KEY_TAB, KEY_TAB_BACK, KEY_WHEEL_UP, KEY_WHEEL_DOWN }, NULL, move },
    { N_("Enter"), N_("play"), N_("play at once, against bots"), { KEY_RETURN, ' ' }, is_game, open_table },
    { N_("Enter"), N_("go on"), N_("go on with the game where it was"), { KEY_RETURN, ' ' }, is_kept, open_table },
    { "o", N_("options"), N_("choose who plays, and the options of the game"), { 'o' }, is_game, open_form },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    { "g", N_("language"), N_("another language"), { 'g' }, NULL, change_language },
    SCREEN_HELP,
    { "q", N_("quit"), N_("leave"), { 'q', KEY_ESCAPE }, NULL, screen_leave },
};

static const screen_kind kind = {
    .title = N_("The first screen"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .type = type,
    .shown = shown,
};

void start_open(app *a)
{
    start *s = mur_new(sizeof *s);
    s->base.kind = &kind;
    while (mur_game_at(s->games))
        s->games++;
    app_push(a, &s->base);
}
