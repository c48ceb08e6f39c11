/* SPDX-License-Identifier: MIT */
/* terminal/screens/handover.c -- the screen between two persons at one keyboard. The screen below is not drawn, so
 * nothing of the last player's hand remains visible. The player who has just moved can still take the move back
 * here. */
#include "terminal/screens/handover.h"

#include <assert.h>

#include "engine/say.h"
#include "record/safe_text.h"
#include "terminal/screens/game_pane.h"
#include "terminal/ui/translate.h"

typedef struct {
    screen base;
    session *session; /* borrowed from the play screen below */
    int from, to;     /* seats; from may be MUR_WATCHER before the first turn */
    void (*on_accepted)(screen *below, int seat);
} handover_screen;

/* The name of a seat. */
static void put_name(const session *gs, int seat, mur_text *out)
{
    session_words w;
    session_words_init(gs, &w);
    mur_say_seat(seat, &w.words, out);
}

/* A gate in the wall, in the colour and with the shape of the next player. */
static void draw_gate(canvas *c, area where, int y, int seat)
{
    assert(seat >= 0 && seat < MUR_SEATS);
    static const char *const gate[] = { "┬┴┬┴┬┴┬┴┬┴┬┴┬┴┬┴┬", "┴┬┴┬┴┬┌───┐┬┴┬┴┬┴", "┬┴┬┴┬┴│   │┴┬┴┬┴┬",
                                        "┴┬┴┬┴┬│   │┬┴┬┴┬┴" };
    static const char *const plain[] = { "_|__|__|__|__|__|", "|__|__.---.__|__|", "_|__|_|   |_|__|_",
                                         "|__|__|   |__|__|" };
    for (int i = 0; i < 4; i++)
        canvas_fit(c, where, y + i, 0, where.cols, 0, seat_style(seat), 0, (c->is_ascii ? plain : gate)[i]);
    canvas_fit(c, where, y + 2, 0, where.cols, 0, seat_style(seat), 0, glyph_text(c, seat_shape(seat)));
}

/* The gate, whose turn it is, and a request to the others not to look. */
static void draw(screen *s, canvas *c, area where)
{
    handover_screen *v = (handover_screen *)s;
    char name[SEAT_NAME], turn[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name), u = mur_text_on(turn, sizeof turn);
    int y = where.rows / 2 - 5;
    put_name(v->session, v->to, &t);
    mur_put_format(&u, _("It is {name}'s turn."), (const mur_format_arg[]){ { "name", mur_span_of(name) }, { 0 } });
    draw_gate(c, where, y, v->to);
    canvas_fit(c, where, y + 6, 0, where.cols, 0, STYLE_STRONG, 0, turn);
    canvas_fit(c, where, y + 8, 0, where.cols, 0, STYLE_TEXT, 0, _("Pass the device; nobody else should look now."));
}

/* The person named is there: their view is shown from now on. */
static void accept(screen *s, keypress k)
{
    handover_screen *v = (handover_screen *)s;
    (void)k;
    s->is_closing = true;
    v->on_accepted(s->below, v->to);
}

/* For the player who has just moved; never for MUR_WATCHER. */
static bool can_take_back(const screen *s)
{
    const handover_screen *v = (const handover_screen *)s;
    return v->session->ops->can_take_back(v->session, v->from);
}

/* The previous player gets the screen back. If it is refused, nothing happens. */
static void take_back(screen *s, keypress k)
{
    handover_screen *v = (handover_screen *)s;
    (void)k;
    if (v->session->ops->take_back(v->session, v->from))
        return;
    s->is_closing = true;
    v->on_accepted(s->below, v->from);
}

/* Leaves the game below as well. */
static void quit(screen *s, keypress k)
{
    screen_leave(s->below, k);
    screen_leave(s, k);
}

static const screen_key keys[] = {
    { N_("Enter"), N_("that's me"), N_("shows the game to the person named"), { KEY_RETURN, ' ' }, NULL, accept },
    { "u", N_("take back"), N_("the previous player takes the move back"), { 'u' }, can_take_back, take_back },
    SCREEN_HELP,
    { "q", N_("quit"), N_("leave; the game is saved and can be resumed"), { 'q' }, NULL, quit },
};

static const screen_ops ops = {
    .title = N_("Between two players"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
};

void handover_open(screen *below, session *gs, int from, int to, void (*on_accepted)(screen *below, int seat))
{
    assert(to >= 0 && to < gs->seats);
    assert(on_accepted);
    handover_screen *v = mur_new(sizeof *v);
    v->base.ops = &ops;
    v->session = gs;
    v->from = from;
    v->to = to;
    v->on_accepted = on_accepted;
    app_push(below->app, &v->base);
}
