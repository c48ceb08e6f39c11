/* SPDX-License-Identifier: MIT */
#include "terminal/cover.h"

#include <stdlib.h>

#include "engine/say.h"
#include "record/quote.h"
#include "terminal/stage.h"
#include "terminal/words.h"

typedef struct {
    screen base;
    table *table;
    int from, to;
    void (*opened)(screen *below, int seat);
} cover;

static void put_name(const table *t, int seat, mur_text *out)
{
    stage_words w;
    stage_words_of(t, &w);
    mur_say_seat(seat, &w.words, out);
}

/* A gate in the wall, in the colour of whoever comes next. */
static void draw_gate(canvas *c, area where, int y, int seat)
{
    static const char *const gate[] = { "┬┴┬┴┬┴┬┴┬┴┬┴┬┴┬┴┬", "┴┬┴┬┴┬┌───┐┬┴┬┴┬┴", "┬┴┬┴┬┴│   │┴┬┴┬┴┬",
                                        "┴┬┴┬┴┬│   │┬┴┬┴┬┴" };
    static const char *const plain[] = { "_|__|__|__|__|__|", "|__|__.---.__|__|", "_|__|_|   |_|__|_",
                                         "|__|__|   |__|__|" };
    for (int i = 0; i < 4; i++)
        canvas_fit(c, where, y + i, 0, where.cols, 0, (look)(LOOK_SEAT + seat), 0, (c->is_ascii ? plain : gate)[i]);
    canvas_fit(c, where, y + 2, 0, where.cols, 0, (look)(LOOK_SEAT + seat), 0,
               glyph_text(c, (glyph)(GLYPH_SHAPE + seat)));
}

static void draw(screen *s, canvas *c, area where)
{
    cover *v = (cover *)s;
    char name[TABLE_NAME], turn[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name), u = mur_text_on(turn, sizeof turn);
    int y = where.rows / 2 - 5;
    put_name(v->table, v->to, &t);
    mur_put_phrase(&u, _("It is {name}'s turn."), (const mur_place[]){ { "name", mur_span_of(name) }, { 0 } });
    draw_gate(c, where, y, v->to);
    canvas_fit(c, where, y + 6, 0, where.cols, 0, LOOK_STRONG, 0, turn);
    canvas_fit(c, where, y + 8, 0, where.cols, 0, LOOK_TEXT, 0,
               _("Hand over the screen; nobody else should look now."));
}

static void open_gate(screen *s, keypress k)
{
    cover *v = (cover *)s;
    (void)k;
    s->is_done = true;
    v->opened(s->below, v->to);
}

static bool can_take_back(const screen *s)
{
    const cover *v = (const cover *)s;
    return v->table->kind->can_take_back(v->table, v->from);
}

static void take_back(screen *s, keypress k)
{
    cover *v = (cover *)s;
    (void)k;
    if (v->table->kind->take_back(v->table, v->from))
        return;
    s->is_done = true;
    v->opened(s->below, v->from);
}

static void quit(screen *s, keypress k)
{
    screen_leave(s->below, k);
    screen_leave(s, k);
}

static const screen_key keys[] = {
    { N_("Enter"), N_("it is me"), N_("opens the gate, for whoever is named"), { KEY_RETURN, ' ' }, NULL, open_gate },
    { "u", N_("take back"), N_("the one before takes the move back"), { 'u' }, can_take_back, take_back },
    SCREEN_HELP,
    { "q", N_("quit"), N_("leave; the game is saved and can be resumed"), { 'q' }, NULL, quit },
};

static const screen_kind kind = {
    .title = N_("Between two players"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
};

void cover_open(screen *below, table *t, int from, int to, void (*opened)(screen *below, int seat))
{
    cover *v = mur_new(sizeof *v);
    v->base.kind = &kind;
    v->table = t;
    v->from = from;
    v->to = to;
    v->opened = opened;
    app_push(below->app, &v->base);
}
