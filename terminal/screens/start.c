/* SPDX-License-Identifier: MIT */
/* terminal/screens/start.c -- the first screen: one line per game (Enter plays at once against bots, o opens the
 * form), one line per interrupted game. The list of saved games is read whenever the screen becomes visible. */
#include "terminal/screens/start.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "record/reader.h"
#include "record/safe_text.h"
#include "terminal/screens/form.h"
#include "terminal/screens/pager.h"
#include "terminal/screens/play.h"
#include "terminal/session/local.h"
#include "terminal/session/saves.h"
#include "terminal/ui/translate.h"

/* Lines are numbered through: games first, then saves; a line has one digit as its key. */
enum { SAVES_SHOWN = 5 /* interrupted games that are listed */ };

typedef struct {
    screen base;
    int n_games, n_saves; /* lines of each */
    int focus;            /* the focused line; games come first */
    save_entry saves[SAVES_MAX];
    int row[SAVES_SHOWN + 16]; /* of the canvas, for clicks; set by draw() */
} start_screen;

static start_screen *start_of(screen *s)
{
    return (start_screen *)s;
}

/* Games may have been finished or begun since. */
static void on_shown(screen *base)
{
    start_screen *s = start_of(base);
    s->n_saves = saves_list(NULL, s->saves);
    s->n_saves = s->n_saves < SAVES_SHOWN ? s->n_saves : SAVES_SHOWN;
    /* The focused line may be gone. */
    if (s->focus >= s->n_games + s->n_saves)
        s->focus = 0;
}

/* -- Painting -- */

/* Two rows of wall with battlements across the top. */
static void draw_wall(canvas *c, area where, int y)
{
    for (int x = 0; x < where.cols; x++) {
        canvas_put_glyph(c, where, y, x, STYLE_NEUTRAL, 0, x % 6 < 3 ? GLYPH_BLOCK_FULL : GLYPH_SHADE_LIGHT);
        canvas_put_glyph(c, where, y + 1, x, STYLE_NEUTRAL, 0, GLYPH_BLOCK_FULL);
    }
}

/* Name, number of players, credits. */
static void draw_game(start_screen *s, canvas *c, area where, int y, int i)
{
    assert(i >= 0 && i < s->n_games);
    const mur_game *g = mur_game_at(i);
    char players[64], from[8], to[8];
    mur_text t = mur_text_on(players, sizeof players);
    bool is_focus = s->focus == i;
    snprintf(from, sizeof from, "%d", g->seats_min);
    snprintf(to, sizeof to, "%d", g->seats_max);
    mur_put_format(&t, _("{from} to {to} players"),
                   (const mur_format_arg[]){ { "from", mur_span_of(from) }, { "to", mur_span_of(to) }, { 0 } });
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, where, y, 2, 20, -1, STYLE_STRONG, is_focus ? HIGHLIGHT_FOCUS : 0, g->name);
    canvas_fit(c, where, y, 22, 17, -1, STYLE_TEXT, 0, players);
    canvas_fit(c, where, y, 40, where.cols - 40, -1, STYLE_DIM, 0, g->credit);
    s->row[i] = where.y + y;
}

/* Name of the game, number of moves, date. */
static void draw_save(start_screen *s, canvas *c, area where, int y, int i)
{
    assert(i >= 0 && i < s->n_saves);
    const save_entry *e = &s->saves[i];
    char moves[64], n[16];
    mur_text t = mur_text_on(moves, sizeof moves);
    bool is_focus = s->focus == s->n_games + i;
    snprintf(n, sizeof n, "%d", e->plies);
    mur_put_format(&t, _("moves: {n}"), (const mur_format_arg[]){ { "n", mur_span_of(n) }, { 0 } });
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, where, y, 2, 20, -1, STYLE_TEXT, is_focus ? HIGHLIGHT_FOCUS : 0, e->game->name);
    canvas_fit(c, where, y, 22, 17, -1, STYLE_TEXT, 0, moves);
    canvas_fit(c, where, y, 40, where.cols - 40, -1, STYLE_DIM, 0, e->day);
    s->row[s->n_games + i] = where.y + y;
}

/* Title, games, interrupted games. The rows of the lines are remembered for clicks. */
static void draw(screen *base, canvas *c, area where)
{
    start_screen *s = start_of(base);
    area body = area_cols(where, 4, where.cols - 8);
    int y = 3;
    draw_wall(c, where, 0);
    canvas_put(c, body, y, 0, STYLE_STRONG, 0, "M U R A I L L E");
    canvas_fit(c, body, y, 20, body.cols - 20, 1, STYLE_DIM, 0, _("Three board games about walls."));
    y += 2;
    canvas_put(c, body, y++, 0, STYLE_DIM, 0, _("Play now"));
    for (int i = 0; i < s->n_games; i++)
        draw_game(s, c, body, ++y, i);
    y += 2;
    if (s->n_saves > 0)
        canvas_put(c, body, y++, 0, STYLE_DIM, 0, _("Continue"));
    for (int i = 0; i < s->n_saves; i++)
        draw_save(s, c, body, ++y, i);
}

/* -- Keys -- */

/* is_enabled functions: the focused line is a game, or a saved one. */
static bool is_game(const screen *base)
{
    const start_screen *s = (const start_screen *)base;
    return s->focus < s->n_games;
}

static bool is_save(const screen *base)
{
    return !is_game(base);
}

/* Up or down, around the ends. */
static void move(screen *base, keypress k)
{
    assert(start_of(base)->n_games > 0);
    start_screen *s = start_of(base);
    int n = s->n_games + s->n_saves;
    bool is_up = k.code == KEY_ARROW_UP || k.code == 'k' || k.code == KEY_TAB_BACK || k.code == KEY_WHEEL_UP;
    s->focus = (s->focus + (is_up ? n - 1 : 1)) % n;
}

/* A new game with default settings, or the focused saved one. */
static void open_session(screen *base, keypress k)
{
    start_screen *s = start_of(base);
    char why[MUR_MESSAGE_TEXT];
    (void)k;
    /* A saved game has all it needs in its record. */
    local_config p = is_game(base) ? local_default_config(mur_game_at(s->focus)) : (local_config){ 0 };
    session *gs = p.game ? local_open(&p, why) : local_resume(s->saves[s->focus - s->n_games].path, why);
    if (gs)
        play_open(base->app, gs);
    else
        app_show_message(base->app, why);
}

/* Options for the focused game. */
static void open_form(screen *base, keypress k)
{
    (void)k;
    form_open(base->app, mur_game_at(start_of(base)->focus));
}

/* The game of the focused line, also of a saved one. */
static const mur_game *game_under(const start_screen *s)
{
    return s->focus < s->n_games ? mur_game_at(s->focus) : s->saves[s->focus - s->n_games].game;
}

/* Of the game of the focused line. */
static void show_rules(screen *base, keypress k)
{
    (void)k;
    pager_open_rules(base->app, game_under(start_of(base)));
}

/* The next language of the list, around the end. */
static void change_language(screen *base, keypress k)
{
    const terminal_options *options = base->app->options;
    int i = 0;
    (void)k;
    /* The active language, then the one after it. */
    while (options->languages[i] && strcmp(options->languages[i], options->language()) != 0)
        i++;
    const char *next =
        options->languages[i] && options->languages[i + 1] ? options->languages[i + 1] : options->languages[0];
    options->set_language(next);
}

/* A click opens a line, a digit only focuses it. */
static void on_key(screen *base, keypress k)
{
    start_screen *s = start_of(base);
    int digit = k.code - '1';
    /* A click on the row of a line. */
    for (int i = 0; k.code == KEY_CLICK && i < s->n_games + s->n_saves; i++)
        if (s->row[i] == k.y) {
            s->focus = i;
            open_session(base, k);
            return;
        }
    if (digit >= 0 && digit < s->n_games + s->n_saves && digit < 9)
        s->focus = digit;
}

static const screen_key keys[] = {
    { N_("arrows"),
      N_("choose"),
      N_("up and down the list; also j and k, Tab, and digits"),
      { KEY_ARROW_DOWN, KEY_ARROW_UP, 'j', 'k' },
      NULL,
      move },
    { "", NULL, "", { KEY_TAB, KEY_TAB_BACK, KEY_WHEEL_UP, KEY_WHEEL_DOWN }, NULL, move },
    { N_("Enter"), N_("play"), N_("play now, against bots"), { KEY_RETURN, ' ' }, is_game, open_session },
    { N_("Enter"), N_("continue"), N_("continue the game"), { KEY_RETURN, ' ' }, is_save, open_session },
    { "o", N_("options"), N_("choose who plays, and the options of the game"), { 'o' }, is_game, open_form },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    { "g", N_("language"), N_("another language"), { 'g' }, NULL, change_language },
    SCREEN_HELP,
    { "q", N_("quit"), N_("leave"), { 'q', KEY_ESCAPE }, NULL, screen_leave },
};

static const screen_ops ops = {
    .title = N_("The first screen"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .on_key = on_key,
    .on_shown = on_shown,
};

/* The number of games never changes; saves are read by on_shown(). */
void start_open(app *a)
{
    start_screen *s = mur_new(sizeof *s);
    s->base.ops = &ops;
    while (mur_game_at(s->n_games))
        s->n_games++;
    app_push(a, &s->base);
}
