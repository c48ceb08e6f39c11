/* SPDX-License-Identifier: MIT */
/* terminal/screens/pregame.c -- waiting at a server's table for the game to begin. When it does, the client is
 * passed on to a remote session, and this screen closes; `client` is NULL from then on, which every function here
 * checks. */
#include "terminal/screens/pregame.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/safe_text.h"
#include "terminal/screens/pager.h"
#include "terminal/screens/play.h"
#include "terminal/screens/prompt.h"
#include "terminal/session/remote.h"
#include "terminal/ui/translate.h"

/* Columns of the left margin and of the names. */
enum { LEFT = 4, NAMES = 8, REPLY_TIMEOUT_MS = 5000 };

typedef struct {
    screen base;
    client *client; /* owned; NULL once the play screen has it */
    client_session *protocol;
    const char *link;
    char why[CLIENT_WHY];
} pregame_screen;

static pregame_screen *pregame_of(screen *s)
{
    return (pregame_screen *)s;
}

/* The table as the server has described it so far. */
static const client_table *table_of(const screen *s)
{
    return client_session_table(((const pregame_screen *)s)->protocol);
}

/* -- Painting -- */

/* Shape, letter, name, and who that is or whether they are away. */
static void draw_seat(const client_table *table, canvas *c, area where, int y, int seat)
{
    assert(seat >= 0 && seat < table->seats);
    const client_seat *s = &table->seat[seat];
    style st = seat_style(seat);
    char letter[] = { (char)('A' + seat), '\0' }, name[CLIENT_NAME];
    mur_text t = mur_text_on(name, sizeof name);
    bool is_free = remote_is_free(s);
    remote_put_name(s, &t);
    canvas_put_glyph(c, where, y, LEFT, st, 0, seat_shape(seat));
    canvas_put(c, where, y, LEFT + 2, STYLE_STRONG, 0, letter);
    int x = canvas_put(c, where, y, NAMES, is_free ? STYLE_DIM : STYLE_TEXT, 0, is_free ? _("nobody yet") : name);
    const char *status = seat == table->my_seat                        ? _("you")
                         : s->is_kept || (s->is_person && !s->is_here) ? _("away")
                                                                       : "";
    if (*status) {
        x = canvas_put(c, where, y, x, STYLE_DIM, 0, ", ");
        canvas_put(c, where, y, x, STYLE_DIM, 0, status);
    }
}

/* The latest lines, as many as fit. */
static void draw_chat(const client_table *table, canvas *c, area where)
{
    mur_buffer lines = { 0 };
    remote_put_chat(table, &lines);
    if (lines.len > 0) {
        int rows = canvas_wrap(NULL, where, 0, STYLE_TEXT, lines.at);
        canvas_wrap(c, where, rows > where.rows ? where.rows - rows : 0, STYLE_TEXT, lines.at);
    }
    mur_buffer_close(&lines);
}

/* Why the connection does not work; "" if it does. */
static const char *problem_of(const pregame_screen *w, char out[CLIENT_WHY + 256])
{
    const client_fault *f = client_session_fault(w->protocol);
    mur_text t = mur_text_on(out, CLIENT_WHY + 256);
    if (f)
        remote_put_fault(f, &t);
    else if (!client_session_is_synced(w->protocol))
        mur_put(&t, _("The connection is lost; reconnecting."));
    return out;
}

/* Game, link to invite others, seats, chat, problem. */
static void draw(screen *s, canvas *c, area where)
{
    const pregame_screen *w = pregame_of(s);
    const client_table *table = table_of(s);
    char problem[CLIENT_WHY + 256];
    /* The play screen has taken over; this one is closed at the end of this turn of the loop. */
    if (!w->client)
        return;
    canvas_put(c, where, 1, LEFT, STYLE_TITLE, 0, table->game->name);
    canvas_put(c, where, 2, LEFT, STYLE_DIM, 0, w->link);
    canvas_put(c, where, 4, LEFT, STYLE_TEXT, 0,
               table->state == CLIENT_CLOSED ? _("The table was closed.") : _("The game begins when all are here."));
    if (remote_hint_notice(table))
        canvas_put(c, where, 5, LEFT, STYLE_STRONG, 0, remote_hint_notice(table));
    for (int seat = 0; seat < table->seats; seat++)
        draw_seat(table, c, where, 6 + seat, seat);
    draw_chat(
        table, c,
        area_cols(area_rows(where, 7 + table->seats, where.rows - 9 - table->seats), LEFT, where.cols - 2 * LEFT));
    canvas_fit(c, where, where.rows - 1, 1, where.cols - 2, -1, STYLE_BAD, 0, problem_of(w, problem));
}

/* -- Updates -- */

void pregame_start_game(app *a, client *c)
{
    const char *notice = remote_hint_notice(client_session_table(client_session_of(c)));
    play_open(a, remote_open(c));
    if (notice)
        app_show_message(a, notice);
}

/* The game has begun once its first position has arrived. Only the topmost screen may open the play screen: a prompt
 * on top of this one is finished first. */
static void update(screen *s)
{
    pregame_screen *w = pregame_of(s);
    if (w->client)
        client_process(w->client);
    /* feed is set as soon as the server has sent the first position. */
    if (w->client && table_of(s)->feed && client_session_is_synced(w->protocol) && s->app->top == s) {
        /* Ownership moves to the play screen; the loop closes this screen afterwards. */
        client *c = w->client;
        w->client = NULL;
        s->is_closing = true;
        pregame_start_game(s->app, c);
    }
}

/* Nothing to wait for once the client has been passed on. */
static int fd(const screen *s)
{
    const pregame_screen *w = (const pregame_screen *)s;
    return w->client ? client_fd(w->client) : -1;
}

/* -- Keys -- */

/* Waits for the answer to a request. NULL: done; else why not, translated. */
static const char *wait_for_outcome(pregame_screen *w, bool is_asked, client_request what)
{
    assert(w->client);
    client_outcome o;
    if (!is_asked || !client_wait_for(w->client, what, &o, REPLY_TIMEOUT_MS) || o.how == CLIENT_LOST)
        return _("the server cannot answer right now");
    if (o.how == CLIENT_DONE)
        return NULL;
    snprintf(w->why, sizeof w->why, "%s", o.why);
    return w->why;
}

/* on_submit of the chat prompt. */
static const char *say_typed(screen *s, const char *text)
{
    pregame_screen *w = pregame_of(s);
    return *text ? wait_for_outcome(w, client_send_chat(w->protocol, text), CLIENT_CHAT) : NULL;
}

static void chat(screen *s, keypress k)
{
    (void)k;
    prompt_open(s, &(prompt_config){ .label = N_("Say:"), .on_submit = say_typed });
}

/* Only the host of the table can start the game. */
static bool is_host(const screen *s)
{
    return table_of(s)->is_mine;
}

/* The server decides whether all seats are taken. */
static void start_game(screen *s, keypress k)
{
    pregame_screen *w = pregame_of(s);
    const char *why = wait_for_outcome(w, client_start(w->protocol), CLIENT_START);
    (void)k;
    if (why)
        app_show_message(s->app, why);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, table_of(s)->game);
}

/* Leaving before the game starts frees the seat. */
static void leave(screen *s, keypress k)
{
    pregame_screen *w = pregame_of(s);
    if (table_of(s)->my_seat >= 0)
        wait_for_outcome(w, client_stand(w->protocol), CLIENT_STAND);
    screen_leave(s, k);
}

static const screen_key keys[] = {
    { "c", N_("chat"), N_("send a chat message to the table"), { 'c' }, NULL, chat },
    { "b", N_("start"), N_("start the game, once all seats are taken"), { 'b' }, is_host, start_game },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    SCREEN_HELP,
    { "q", N_("leave"), N_("leave the table; your seat becomes free"), { 'q', KEY_ESCAPE }, NULL, leave },
};

static void close_pregame(screen *s)
{
    pregame_screen *w = pregame_of(s);
    client_close(&w->client);
    free(w);
}

static const screen_ops ops = {
    .title = N_("Before the game"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .close = close_pregame,
    .fd = fd,
    .update = update,
};

void pregame_open(app *a, client *c, const char *link)
{
    pregame_screen *w = mur_new(sizeof *w);
    w->base.ops = &ops;
    w->client = c;
    w->protocol = client_session_of(c);
    w->link = link;
    app_push(a, &w->base);
}
