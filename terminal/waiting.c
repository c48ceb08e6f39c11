/* SPDX-License-Identifier: MIT */
#include "terminal/waiting.h"

#include <stdio.h>
#include <stdlib.h>

#include "record/quote.h"
#include "terminal/entry.h"
#include "terminal/pager.h"
#include "terminal/play.h"
#include "terminal/remote.h"
#include "terminal/words.h"

enum { LEFT = 4, NAMES = 8, PATIENCE_MS = 5000 };

typedef struct {
    screen base;
    client *client; /* NULL: it has gone to the game */
    client_talk *talk;
    const char *link;
    char why[CLIENT_WHY];
} waiting;

static waiting *waiting_of(screen *s)
{
    return (waiting *)s;
}

static const client_room *room_of(const screen *s)
{
    return client_talk_room(((const waiting *)s)->talk);
}

/* -- Painting -- */

static void draw_seat(const client_room *r, canvas *c, area where, int y, int seat)
{
    const client_seat *s = &r->seat[seat];
    look l = (look)(LOOK_SEAT + seat);
    char letter[] = { (char)('A' + seat), '\0' }, name[CLIENT_NAME];
    mur_text t = mur_text_on(name, sizeof name);
    bool is_free = !s->is_person && !s->bot[0];
    remote_put_name(s, &t);
    canvas_put_glyph(c, where, y, LEFT, l, 0, (glyph)(GLYPH_SHAPE + seat));
    canvas_put(c, where, y, LEFT + 2, LOOK_STRONG, 0, letter);
    int x = canvas_put(c, where, y, NAMES, is_free ? LOOK_QUIET : LOOK_TEXT, 0, is_free ? _("nobody yet") : name);
    const char *note = seat == r->my_seat ? _("you") : s->is_kept || (s->is_person && !s->is_here) ? _("away") : "";
    if (*note) {
        x = canvas_put(c, where, y, x, LOOK_QUIET, 0, ", ");
        canvas_put(c, where, y, x, LOOK_QUIET, 0, note);
    }
}

/* The latest of what was said, as much as there is room for. */
static void draw_said(const client_room *r, canvas *c, area where)
{
    mur_buffer said = { 0 };
    remote_put_said(r, &said);
    if (said.len > 0) {
        int rows = canvas_wrap(NULL, where, 0, LOOK_TEXT, said.at);
        canvas_wrap(c, where, rows > where.rows ? where.rows - rows : 0, LOOK_TEXT, said.at);
    }
    mur_buffer_close(&said);
}

static const char *trouble_of(const waiting *w, char out[CLIENT_WHY + 256])
{
    const client_fault *f = client_talk_fault(w->talk);
    if (f)
        snprintf(out, CLIENT_WHY + 256, "%s%s%s", _(f->what), *f->why ? ": " : "", _(f->why));
    else
        snprintf(out, CLIENT_WHY + 256, "%s",
                 client_talk_is_here(w->talk) ? "" : _("The connection is lost; it is tried again."));
    return out;
}

static void draw(screen *s, canvas *c, area where)
{
    const waiting *w = waiting_of(s);
    const client_room *r = room_of(s);
    char trouble[CLIENT_WHY + 256];
    if (!w->client)
        return;
    canvas_put(c, where, 1, LEFT, LOOK_TITLE, 0, r->game->name);
    canvas_put(c, where, 2, LEFT, LOOK_QUIET, 0, w->link);
    canvas_put(c, where, 4, LEFT, LOOK_TEXT, 0,
               r->state == CLIENT_CLOSED ? _("The table was closed.") : _("The game begins when all are here."));
    if (remote_hint_notice(r))
        canvas_put(c, where, 5, LEFT, LOOK_STRONG, 0, remote_hint_notice(r));
    for (int seat = 0; seat < r->seats; seat++)
        draw_seat(r, c, where, 6 + seat, seat);
    draw_said(r, c, area_cols(area_rows(where, 7 + r->seats, where.rows - 9 - r->seats), LEFT, where.cols - 2 * LEFT));
    canvas_fit(c, where, where.rows - 1, 1, where.cols - 2, -1, LOOK_BAD, 0, trouble_of(w, trouble));
}

/* -- What happens -- */

void waiting_play(app *a, client *c)
{
    const char *notice = remote_hint_notice(client_talk_room(client_talk_of(c)));
    play_open(a, remote_open(c));
    if (notice)
        app_say(a, notice);
}

static bool attend(screen *s)
{
    waiting *w = waiting_of(s);
    bool is_different = w->client && client_attend(w->client);
    if (w->client && room_of(s)->told && client_talk_is_here(w->talk) && s->app->top == s) {
        client *c = w->client;
        w->client = NULL;
        s->is_done = true;
        waiting_play(s->app, c);
    }
    return is_different;
}

static int fd(const screen *s)
{
    const waiting *w = (const waiting *)s;
    return w->client ? client_fd(w->client) : -1;
}

/* -- Keys -- */

static const char *settle(waiting *w, bool is_asked, client_request what)
{
    client_outcome o;
    if (!is_asked || !client_wait_for(w->client, what, &o, PATIENCE_MS) || o.how == CLIENT_LOST)
        return _("the server cannot be asked just now");
    if (o.how == CLIENT_DONE)
        return NULL;
    snprintf(w->why, sizeof w->why, "%s", o.why);
    return w->why;
}

static const char *say_typed(screen *s, const char *text)
{
    waiting *w = waiting_of(s);
    return *text ? settle(w, client_say(w->talk, text), CLIENT_SAY) : NULL;
}

static void talk(screen *s, keypress k)
{
    (void)k;
    entry_open(s, &(entry_wish){ .prompt = N_("Say:"), .done = say_typed });
}

static bool is_host(const screen *s)
{
    return room_of(s)->is_mine;
}

static void begin(screen *s, keypress k)
{
    waiting *w = waiting_of(s);
    const char *why = settle(w, client_start(w->talk), CLIENT_START);
    (void)k;
    if (why)
        app_say(s->app, why);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, room_of(s)->game);
}

/* Whoever leaves before the game makes room for somebody else. */
static void leave(screen *s, keypress k)
{
    waiting *w = waiting_of(s);
    if (room_of(s)->my_seat >= 0)
        settle(w, client_stand(w->talk), CLIENT_STAND);
    screen_leave(s, k);
}

static const screen_key keys[] = {
    { "c", N_("chat"), N_("say something to everybody at the table"), { 'c' }, NULL, talk },
    { "b", N_("begin"), N_("begin the game, once no seat is free"), { 'b' }, is_host, begin },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    SCREEN_HELP,
    { "q", N_("leave"), N_("leave the table; your seat is free again"), { 'q', KEY_ESCAPE }, NULL, leave },
};

static void close_waiting(screen *s)
{
    waiting *w = waiting_of(s);
    client_close(&w->client);
    free(w);
}

static const screen_kind kind = {
    .title = N_("Before the game"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .close = close_waiting,
    .fd = fd,
    .attend = attend,
};

void waiting_open(app *a, client *c, const char *link)
{
    waiting *w = mur_new(sizeof *w);
    w->base.kind = &kind;
    w->client = c;
    w->talk = client_talk_of(c);
    w->link = link;
    app_push(a, &w->base);
}
