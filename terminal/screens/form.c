/* SPDX-License-Identifier: MIT */
/* terminal/screens/form.c -- the form for a new game. One line for the number of players, one for each seat, one for
 * each option of the game; left and right change the value of the focused line. Values of options depend on the
 * number of players, so they are listed again when that changes. */
#include "terminal/screens/form.h"

#include <assert.h>
#include <string.h>

#include "record/reader.h"
#include "record/safe_text.h"
#include "terminal/screens/pager.h"
#include "terminal/screens/play.h"
#include "terminal/session/option_values.h"
#include "terminal/ui/translate.h"

typedef struct {
    screen base;
    local_config config;
    int focus;                                     /* index of the focused line */
    option_values option_values[MUR_RECORD_LINES]; /* of each option, for the current number of players */
    int value[MUR_RECORD_LINES];                   /* index of the chosen value of each option */
} form;

static form *form_of(screen *s)
{
    return (form *)s;
}

/* Line 0 is the number of players, then come the seats, then the options. */
static int n_lines(const form *f)
{
    return 1 + f->config.seats + f->config.game->n_options;
}

/* All options are reset to their defaults. */
static void read_values(form *f)
{
    for (int i = 0; i < f->config.game->n_options; i++) {
        option_values_list(f->config.game, f->config.seats, i, &f->option_values[i]);
        f->value[i] = f->option_values[i].default_index;
    }
}

/* -- Painting -- */

/* Label and value of a line. */
static void put_line(const form *f, int line, mur_text *label, mur_text *value)
{
    assert(line >= 0 && line < n_lines(f));
    const mur_game *g = f->config.game;
    int seat = line - 1, option = line - 1 - f->config.seats;
    if (line == 0) {
        mur_put(label, _("Players"));
        mur_put_int(value, f->config.seats);
    } else if (seat < f->config.seats) {
        const char letter[] = { (char)('A' + seat), '\0' };
        mur_put_format(label, _("Seat {seat}"), (const mur_format_arg[]){ { "seat", mur_span_of(letter) }, { 0 } });
        mur_put(value, f->config.bot[seat] ? _(f->config.bot[seat]->name) : _("person"));
    } else {
        mur_put(label, _(g->options[option].label));
        mur_put(value, f->option_values[option].at[f->value[option]]);
    }
}

/* A label and its value; the focused value stands between arrows. */
static void draw_line(const form *f, canvas *c, area where, int y, int line)
{
    char label[MUR_SENTENCE_TEXT], value[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(label, sizeof label), u = mur_text_on(value, sizeof value);
    bool is_focus = f->focus == line;
    int seat = line - 1;
    put_line(f, line, &t, &u);
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    if (seat >= 0 && seat < f->config.seats)
        canvas_put_glyph(c, where, y, 2, seat_style(seat), 0, seat_shape(seat));
    canvas_fit(c, where, y, 4, 34, -1, STYLE_TEXT, 0, label);
    if (is_focus)
        canvas_put_glyph(c, where, y, 39, STYLE_DIM, 0, GLYPH_ARROW_LEFT);
    int x = canvas_put(c, where, y, 41, STYLE_STRONG, is_focus ? HIGHLIGHT_FOCUS : 0, value);
    if (is_focus)
        canvas_put_glyph(c, where, y, x + 1, STYLE_DIM, 0, GLYPH_ARROW_RIGHT);
}

/* All lines below each other, in three groups. */
static void draw(screen *s, canvas *c, area where)
{
    form *f = form_of(s);
    area body = area_cols(where, 4, where.cols - 8);
    char title[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(title, sizeof title);
    int y = 3;
    mur_put_format(&t, _("New game: {game}"),
                   (const mur_format_arg[]){ { "game", mur_span_of(f->config.game->name) }, { 0 } });
    canvas_put(c, body, 1, 0, STYLE_STRONG, 0, title);
    canvas_hline(c, where, 2, STYLE_DIM);
    for (int line = 0; line < n_lines(f); line++) {
        /* A gap before the seats and before the options. */
        y += line <= 1 || line == 1 + f->config.seats;
        draw_line(f, c, body, y++, line);
    }
}

/* -- Keys -- */

/* Up or down, around the ends. */
static void move(screen *s, keypress k)
{
    form *f = form_of(s);
    bool is_up = k.code == KEY_ARROW_UP || k.code == 'k' || k.code == KEY_TAB_BACK;
    f->focus = (f->focus + (is_up ? n_lines(f) - 1 : 1)) % n_lines(f);
}

/* The next value, around the ends. */
static int cycle(int value, int by, int n)
{
    assert(n >= 0);
    return n > 0 ? (value + by + n) % n : 0;
}

/* Options may depend on the number of players, so their values are listed again. */
static void change_players(form *f, int by)
{
    const mur_game *g = f->config.game;
    f->config.seats = g->seats_min + cycle(f->config.seats - g->seats_min, by, g->seats_max - g->seats_min + 1);
    read_values(f);
}

/* A person, then the levels from the weakest on. */
static void change_seat(form *f, int seat, int by)
{
    assert(seat >= 0 && seat < MUR_SEATS);
    int n = 0, now = 0;
    /* Finds the current level among all levels; 0 is a person. */
    while (local_level(n)) {
        now = local_level(n) == f->config.bot[seat] ? n + 1 : now;
        n++;
    }
    now = cycle(now, by, n + 1);
    f->config.bot[seat] = now > 0 ? local_level(now - 1) : NULL;
}

/* Left or right: the previous or next value of the focused line. */
static void change(screen *s, keypress k)
{
    form *f = form_of(s);
    int by = k.code == KEY_ARROW_LEFT || k.code == 'h' ? -1 : 1;
    /* Only one of the two is meaningful, by the focused line. */
    int seat = f->focus - 1, option = seat - f->config.seats;
    if (f->focus == 0)
        change_players(f, by);
    else if (seat < f->config.seats)
        change_seat(f, seat, by);
    else
        f->value[option] = cycle(f->value[option], by, f->option_values[option].n);
}

/* Defaults are not written into the config: the game chooses them, and the record stays shorter. */
static void start_game(screen *s, keypress k)
{
    form *f = form_of(s);
    char why[MUR_MESSAGE_TEXT];
    local_config p = f->config;
    (void)k;
    for (int i = 0; i < p.game->n_options; i++)
        if (f->value[i] != f->option_values[i].default_index)
            memcpy(p.option[i], f->option_values[i].at[f->value[i]], OPTION_VALUE_TEXT);
    /* The game may still refuse a combination of options; its reason is shown. */
    session *gs = local_open(&p, why);
    if (!gs) {
        app_show_message(s->app, why);
        return;
    }
    s->is_closing = true;
    play_open(s->app, gs);
}

/* Options are easier to choose with the rules at hand. */
static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, form_of(s)->config.game);
}

static const screen_key keys[] = {
    { N_("up, down"),
      N_("choose"),
      N_("move between lines; also j and k, Tab"),
      { KEY_ARROW_DOWN, KEY_ARROW_UP, 'j', 'k' },
      NULL,
      move },
    { "", NULL, "", { KEY_TAB, KEY_TAB_BACK }, NULL, move },
    { N_("left, right"),
      N_("change"),
      N_("another value; also h and l"),
      { KEY_ARROW_RIGHT, KEY_ARROW_LEFT, 'h', 'l' },
      NULL,
      change },
    { N_("Enter"), N_("play"), N_("start the game"), { KEY_RETURN }, NULL, start_game },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    SCREEN_HELP,
    SCREEN_LEAVE,
};

static const screen_ops ops = {
    .title = N_("A new game"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
};

void form_open(app *a, const mur_game *g)
{
    assert(g->n_options <= MUR_RECORD_LINES);
    form *f = mur_new(sizeof *f);
    f->base.ops = &ops;
    f->config = local_default_config(g);
    read_values(f);
    app_push(a, &f->base);
}
