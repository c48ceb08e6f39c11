/* SPDX-License-Identifier: MIT */
/* One line for the number of players, one for each seat, one for each option; left and right change what a line says.
 */
#include "terminal/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "record/reader.h"
#include "terminal/pager.h"
#include "terminal/play.h"
#include "terminal/values.h"
#include "terminal/words.h"

typedef struct {
    screen base;
    local_plan plan;
    int focus;                       /* the line */
    values values[MUR_RECORD_LINES]; /* of each option, for so many players */
    int value[MUR_RECORD_LINES];
    int first_row;
} form;

static form *form_of(screen *s)
{
    return (form *)s;
}

/* Lines: 0 the players, then the seats, then the options. */
static int n_lines(const form *f)
{
    return 1 + f->plan.seats + f->plan.game->n_options;
}

/* With another number of players the options may have others defaults and values. */
static void read_values(form *f)
{
    for (int i = 0; i < f->plan.game->n_options; i++) {
        values_of(f->plan.game, f->plan.seats, i, &f->values[i]);
        f->value[i] = f->values[i].usual;
    }
}

/* -- Painting -- */

static void put_line(const form *f, int line, mur_text *label, mur_text *value)
{
    const mur_game *g = f->plan.game;
    int seat = line - 1, option = line - 1 - f->plan.seats;
    if (line == 0) {
        mur_put(label, _("Players"));
        mur_put_int(value, f->plan.seats);
    } else if (seat < f->plan.seats) {
        const char letter[] = { (char)('A' + seat), '\0' };
        mur_put_phrase(label, _("Seat {seat}"), (const mur_place[]){ { "seat", mur_span_of(letter) }, { 0 } });
        mur_put(value, f->plan.bot[seat] ? _(f->plan.bot[seat]->name) : _("a person"));
    } else {
        mur_put(label, _(g->options[option].label));
        mur_put(value, f->values[option].at[f->value[option]]);
    }
}

static void draw_line(const form *f, canvas *c, area where, int y, int line)
{
    char label[MUR_SENTENCE_TEXT], value[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(label, sizeof label), u = mur_text_on(value, sizeof value);
    bool is_focus = f->focus == line;
    int seat = line - 1;
    put_line(f, line, &t, &u);
    if (is_focus)
        canvas_put_glyph(c, where, y, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    if (seat >= 0 && seat < f->plan.seats)
        canvas_put_glyph(c, where, y, 2, (look)(LOOK_SEAT + seat), 0, (glyph)(GLYPH_SHAPE + seat));
    canvas_fit(c, where, y, 4, 34, -1, LOOK_TEXT, 0, label);
    if (is_focus)
        canvas_put_glyph(c, where, y, 39, LOOK_QUIET, 0, GLYPH_LEFT);
    int x = canvas_put(c, where, y, 41, LOOK_STRONG, is_focus ? MARK_FOCUS : 0, value);
    if (is_focus)
        canvas_put_glyph(c, where, y, x + 1, LOOK_QUIET, 0, GLYPH_RIGHT);
}

static void draw(screen *s, canvas *c, area where)
{
    form *f = form_of(s);
    area body = area_cols(where, 4, where.cols - 8);
    char title[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(title, sizeof title);
    int y = 3;
    mur_put_phrase(&t, _("New game: {game}"),
                   (const mur_place[]){ { "game", mur_span_of(f->plan.game->name) }, { 0 } });
    canvas_put(c, body, 1, 0, LOOK_STRONG, 0, title);
    canvas_across(c, where, 2, LOOK_QUIET);
    f->first_row = body.y + y + 1;
    for (int line = 0; line < n_lines(f); line++) {
        y += line <= 1 || line == 1 + f->plan.seats; /* a gap between the three parts */
        draw_line(f, c, body, y++, line);
    }
}

/* -- Keys -- */

static void move(screen *s, keypress k)
{
    form *f = form_of(s);
    bool is_up = k.code == KEY_ARROW_UP || k.code == 'k' || k.code == KEY_TAB_BACK;
    f->focus = (f->focus + (is_up ? n_lines(f) - 1 : 1)) % n_lines(f);
}

static int turn(int value, int by, int n)
{
    return n > 0 ? (value + by + n) % n : 0;
}

static void change_players(form *f, int by)
{
    const mur_game *g = f->plan.game;
    f->plan.seats = g->seats_min + turn(f->plan.seats - g->seats_min, by, g->seats_max - g->seats_min + 1);
    read_values(f);
}

/* A person, then the levels from the weakest on. */
static void change_seat(form *f, int seat, int by)
{
    int n = 0, now = 0;
    while (local_level(n)) {
        now = local_level(n) == f->plan.bot[seat] ? n + 1 : now;
        n++;
    }
    now = turn(now, by, n + 1);
    f->plan.bot[seat] = now > 0 ? local_level(now - 1) : NULL;
}

static void change(screen *s, keypress k)
{
    form *f = form_of(s);
    int by = k.code == KEY_ARROW_LEFT || k.code == 'h' ? -1 : 1;
    int seat = f->focus - 1, option = seat - f->plan.seats;
    if (f->focus == 0)
        change_players(f, by);
    else if (seat < f->plan.seats)
        change_seat(f, seat, by);
    else
        f->value[option] = turn(f->value[option], by, f->values[option].n);
}

static void begin(screen *s, keypress k)
{
    form *f = form_of(s);
    char why[MUR_MESSAGE_TEXT];
    local_plan p = f->plan;
    (void)k;
    for (int i = 0; i < p.game->n_options; i++)
        if (f->value[i] != f->values[i].usual)
            memcpy(p.option[i], f->values[i].at[f->value[i]], LOCAL_VALUE);
    table *t = local_open(&p, why);
    if (!t) {
        app_say(s->app, why);
        return;
    }
    s->is_done = true;
    play_open(s->app, t);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, form_of(s)->plan.game);
}

static const screen_key keys[] = {
    { N_("up, down"),
      N_("choose"),
      N_("from line to line; also j and k, Tab"),
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
    { N_("Enter"), N_("play"), N_("begin the game"), { KEY_RETURN }, NULL, begin },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    SCREEN_HELP,
    SCREEN_LEAVE,
};

static const screen_kind kind = {
    .title = N_("A new game"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
};

void form_open(app *a, const mur_game *g)
{
    form *f = mur_new(sizeof *f);
    f->base.kind = &kind;
    f->plan = local_usual(g);
    read_values(f);
    app_push(a, &f->base);
}
