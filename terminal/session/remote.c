/* SPDX-License-Identifier: MIT */
/* terminal/session/remote.c -- remote sessions: the client's view of an online table, adapted to the session
 * interface. client/ keeps the connection and a client_table, which follows the server's messages. refresh_session()
 * copies what screens need from there into the session; it runs in update() and after each request.
 *
 * client_table.feed holds the positions and moves that the server has shown to this seat. It is NULL while the table
 * is being sent again, after a reconnect: the session then stays as it was. `resets` counts how often moves
 * disappeared (taken back, or sent again), which makes cached answers and pending choices invalid. */
#include "terminal/session/remote.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/safe_text.h"
#include "terminal/ui/translate.h"

enum {
    REPLY_TIMEOUT_MS = 5000,     /* until a request gives up */
    RECONNECT_TIMEOUT_MS = 2000, /* the same while the connection is lost */
    CHAT_TEXT = CLIENT_NAME + CLIENT_CHAT_TEXT + 4
};

typedef struct {
    session base;
    client *client; /* owned */
    client_session *protocol;
    uint32_t resets, n_chat; /* counters of the client_table at the latest refresh */
    bool has_changed;        /* messages were processed while a request waited: update() must report it */
    bool can_take_back_now, has_asked_take_back; /* valid for the current ply */
    char latest_chat[CHAT_TEXT], problem[CLIENT_WHY + 256], why[CLIENT_WHY];
} remote_session;

/* `base` is the first member. */
static remote_session *remote_of(session *gs)
{
    return (remote_session *)gs;
}

/* The table as the server has described it so far; always valid, even while disconnected. */
static const client_table *table_of(const remote_session *r)
{
    return client_session_table(r->protocol);
}

/* -- Seats, faults and chat -- */

bool remote_is_free(const client_seat *s)
{
    return !s->is_person && !s->bot[0];
}

void remote_put_fault(const client_fault *f, mur_text *t)
{
    mur_put(t, _(f->what));
    mur_put(t, *f->why ? ": " : "");
    mur_put(t, _(f->why));
}

void remote_put_name(const client_seat *s, mur_text *t)
{
    const mur_bot *bot = mur_bot_of(mur_span_of(s->bot));
    if (s->name[0])
        mur_put(t, s->name);
    else if (s->is_person)
        mur_put(t, _("Guest"));
    else
        mur_put(t, bot ? _(bot->name) : s->bot);
}

/* "Anna: hello" */
static void put_chat_line(const client_chat *s, mur_text *t)
{
    mur_put(t, s->by[0] ? s->by : _("Guest"));
    mur_put(t, ": ");
    mur_put(t, s->text);
}

const char *remote_hint_notice(const client_table *table)
{
    return table->allows_hints ? _("Hints from the engine are allowed at this table.") : NULL;
}

void remote_put_chat(const client_table *table, mur_buffer *out)
{
    uint32_t first = table->n_chat > CLIENT_CHATS ? table->n_chat - CLIENT_CHATS : 0;
    for (uint32_t i = first; i < table->n_chat; i++) {
        mur_text t = mur_buffer_reserve(out, CHAT_TEXT);
        put_chat_line(&table->chat[i % CLIENT_CHATS], &t);
        mur_buffer_commit(out, &t);
        mur_buffer_put(out, "\n");
    }
}

/* "4:32", "2:05:00", or days. */
static void put_time(int64_t milliseconds, char out[SEAT_STATUS])
{
    int64_t s = milliseconds > 0 ? milliseconds / 1000 : 0;
    if (s >= 86400)
        snprintf(out, SEAT_STATUS, "%d d", (int)(s / 86400 % 1000));
    else if (s >= 3600)
        snprintf(out, SEAT_STATUS, "%d:%02d:%02d", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
    else
        snprintf(out, SEAT_STATUS, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

/* -- Refreshing the session -- */

/* Name, bot, clock. A seat is "here" only if it is our own and no bot plays for us. A running clock is extrapolated
 * with the server's time. */
static void refresh_seat(remote_session *r, int seat, unsigned to_act)
{
    assert(seat >= 0 && seat < MUR_SEATS);
    const client_table *table = table_of(r);
    const client_seat *from = &table->seat[seat];
    const client_clock *c = &table->clock;
    session_seat *to = &r->base.seat[seat];
    const mur_bot *bot = from->bot[0] ? mur_bot_of(mur_span_of(from->bot)) : NULL;
    mur_text t = mur_text_on(to->name, sizeof to->name);
    remote_put_name(from, &t);
    to->level = bot ? bot->id : NULL;
    to->is_here = client_table_viewer(table) == seat && !from->bot[0];
    to->is_thinking = bot && (to_act >> seat & 1);
    to->status[0] = '\0';
    if (c->is_there && from->is_person && !from->bot[0] && !r->base.is_over)
        put_time(c->left[seat] - (c->running >> seat & 1 ? client_session_server_now(r->protocol) - c->at : 0),
                 to->status);
    else if (from->is_person && !from->is_here)
        snprintf(to->status, sizeof to->status, "(%.12s)", _("away"));
}

/* Guests and bots of one level have the same name: these get the letter of their seat. */
static void distinguish_names(session *gs)
{
    bool is_double[MUR_SEATS] = { false };
    for (int a = 0; a < gs->seats; a++)
        for (int b = 0; b < gs->seats; b++)
            is_double[a] = is_double[a] || (a != b && strcmp(gs->seat[a].name, gs->seat[b].name) == 0);
    for (int seat = 0; seat < gs->seats; seat++)
        if (is_double[seat]) {
            char letter[] = { ' ', (char)('A' + seat), '\0' };
            size_t n = strlen(gs->seat[seat].name);
            if (n + sizeof letter <= SEAT_NAME)
                memcpy(gs->seat[seat].name + n, letter, sizeof letter);
        }
}

/* The most serious problem first: refused for good, disconnected, replaced by a bot. */
static void refresh_problem(remote_session *r)
{
    const client_fault *f = client_session_fault(r->protocol);
    const client_table *table = table_of(r);
    r->base.problem = NULL;
    if (f) {
        mur_text t = mur_text_on(r->problem, sizeof r->problem);
        remote_put_fault(f, &t);
        r->base.problem = r->problem;
    } else if (!client_session_is_synced(r->protocol) && !client_is_asking(r->protocol, CLIENT_OPENING)) {
        r->base.problem = _("The connection is lost; reconnecting.");
    } else if (table->my_seat >= 0 && !table->watches && table->seat[table->my_seat].bot[0] && !r->base.is_over) {
        r->base.problem = _("A bot plays for you; type /sit to take your seat back.");
    }
}

/* Only the latest line is shown when it arrives; the rest can be read in the chat. */
static void refresh_chat(remote_session *r)
{
    const client_table *table = table_of(r);
    if (table->n_chat == r->n_chat)
        return;
    mur_text t = mur_text_on(r->latest_chat, sizeof r->latest_chat);
    r->n_chat = table->n_chat;
    if (table->n_chat == 0)
        return;
    put_chat_line(&table->chat[(table->n_chat - 1) % CLIENT_CHATS], &t);
    r->base.latest_chat = r->latest_chat;
}

/* Is one of the latest moves ours? Only then it is worth asking the server whether it can be taken back. */
static bool has_recent_own_move(const remote_session *r)
{
    const client_table *table = table_of(r);
    mur_step s;
    if (table->my_seat < 0 || table->watches || table->state != CLIENT_PLAYING)
        return false;
    /* The latest MUR_SEATS moves are enough: after more, somebody has certainly followed. */
    for (size_t ply = table->feed->plies, back = 0; ply > 0 && back < MUR_SEATS; ply--, back++) {
        mur_feed_step(table->feed, ply, &s);
        if (s.seat == table->my_seat)
            return true;
    }
    return false;
}

/* Asks the server once per ply, without waiting; the answer arrives in a later update. */
static void ask_take_back(remote_session *r)
{
    client_outcome o;
    if (client_take_outcome(r->protocol, CLIENT_CAN_TAKE_BACK, &o))
        r->can_take_back_now = o.how == CLIENT_DONE && o.may;
    if (!r->has_asked_take_back && has_recent_own_move(r))
        r->has_asked_take_back = client_take_back(r->protocol, true);
}

/* The seats that may act now. */
static unsigned to_act(const remote_session *r)
{
    const client_table *table = table_of(r);
    mur_view *v = mur_new(table->game->view_size);
    unsigned seats = mur_feed_view(table->feed, table->feed->plies, v) ? v->to_act : 0;
    free(v);
    return seats;
}

/* Copies the state of the client_table into the session. */
static void refresh_session(remote_session *r)
{
    assert(table_of(r)->feed);
    const client_table *table = table_of(r);
    unsigned seats = to_act(r);
    /* Another position: what was known about taking back is out of date. */
    if (r->base.plies != table->feed->plies || r->resets != table->resets)
        r->can_take_back_now = r->has_asked_take_back = false;
    r->resets = table->resets;
    r->base.plies = table->feed->plies;
    r->base.is_over = table->state == CLIENT_OVER || table->state == CLIENT_CLOSED;
    r->base.hint_refusal = table->may_hint ? NULL : _("Hints are off at this table.");
    r->base.has_running_clock = table->clock.is_there && table->clock.running && !r->base.is_over;
    for (int seat = 0; seat < table->seats; seat++)
        refresh_seat(r, seat, seats);
    distinguish_names(&r->base);
    refresh_problem(r);
    refresh_chat(r);
    ask_take_back(r);
}

/* True if any message was processed, also while a request waited. */
static bool update(session *gs)
{
    remote_session *r = remote_of(gs);
    bool has_changed = client_process(r->client) || r->has_changed;
    r->has_changed = false;
    if (table_of(r)->feed) /* NULL while the table is being sent again */
        refresh_session(r);
    return has_changed;
}

/* Readable when the network thread has delivered something. */
static int fd(const session *gs)
{
    return client_fd(((const remote_session *)gs)->client);
}

/* -- Positions and moves -- */

/* Asks the server for a position from before we came. Waits for the answer. */
static bool fetch_position(remote_session *r, size_t ply)
{
    client_outcome o;
    return ply <= table_of(r)->feed->plies && client_look(r->protocol, ply) &&
           client_wait_for(r->client, CLIENT_LOOK, &o, REPLY_TIMEOUT_MS) && o.how == CLIENT_DONE;
}

/* A player gets the view of their own seat. For another viewer (a spectator, or everything after the game) the view is
 * computed from a state that is consistent with what we were sent. */
static bool view(session *gs, size_t ply, int seat, mur_view *v)
{
    remote_session *r = remote_of(gs);
    const client_table *table = table_of(r);
    int viewer = client_table_viewer(table);
    if (!table->feed || (seat < MUR_SEATS && seat != viewer))
        return false;
    /* Not sent yet: fetch it. Waiting processes other messages, too, so the feed may be gone afterwards. */
    if (!mur_feed_view(table->feed, ply, v)) {
        r->has_changed = true;
        if (!fetch_position(r, ply) || !table->feed || !mur_feed_view(table->feed, ply, v))
            return false;
    }
    if (seat == viewer || (seat == MUR_ALL && !v->is_open))
        return true;
    mur_state *s = mur_feed_state(table->feed, ply);
    table->game->view(s, seat, v);
    free(s);
    return true;
}

/* Moves are never fetched: the feed has all of them. */
static bool step(session *gs, size_t ply, int seat, mur_step *s)
{
    const client_table *table = table_of(remote_of(gs));
    if (!table->feed || ply < 1 || ply > table->feed->plies || (seat < MUR_SEATS && seat != client_table_viewer(table)))
        return false;
    mur_feed_step(table->feed, ply, s);
    return true;
}

/* -- Requests -- */

/* In line mode nobody has called update() for a while, so messages may wait, and the connection may be about to come
 * back. */
static void reconnect(remote_session *r)
{
    client_outcome o;
    client_process(r->client);
    /* A short wait often saves the request: reconnecting takes a second or two. */
    if (!client_session_is_synced(r->protocol))
        client_wait_for(r->client, CLIENT_OPENING, &o, RECONNECT_TIMEOUT_MS);
    r->has_changed = true;
}

/* Has our seat moved, or was a move taken back, since the position the player has looked at? Then the chosen move is
 * not what they mean. */
static bool is_outdated(const remote_session *r)
{
    const client_table *table = table_of(r);
    mur_step s;
    if (!table->feed || table->resets != r->resets)
        return true;
    for (size_t ply = r->base.plies + 1; ply <= table->feed->plies; ply++) {
        mur_feed_step(table->feed, ply, &s);
        if (s.seat == table->my_seat)
            return true;
    }
    return false;
}

/* Waits for the answer to a request. NULL: done; else why not, translated. */
static const char *wait_for_outcome(remote_session *r, bool is_asked, client_request what)
{
    client_outcome o;
    r->has_changed = true;
    if (!is_asked)
        return _("the server cannot answer right now");
    if (!client_wait_for(r->client, what, &o, REPLY_TIMEOUT_MS) || o.how == CLIENT_LOST)
        return _("the server did not answer; the request may or may not have been carried out");
    if (o.how == CLIENT_DONE)
        return NULL;
    memcpy(r->why, o.why, sizeof r->why);
    return r->why;
}

/* Waits for the outcome and for the news of it, and refreshes the session. That something has changed is not enough:
 * it may be another seat's choice, and the player would be asked for a move that is made already. */
static const char *finish_request(remote_session *r, bool is_asked, client_request what)
{
    assert(table_of(r)->feed);
    client_outcome o;
    const char *why = wait_for_outcome(r, is_asked, what);
    if (!why && !client_wait_until_current(r->client, REPLY_TIMEOUT_MS)) {
        /* The message about the change was lost: fetch the whole table, which includes it. */
        client_reopen(r->protocol);
        client_wait_for(r->client, CLIENT_OPENING, &o, REPLY_TIMEOUT_MS);
    }
    if (table_of(r)->feed)
        refresh_session(r);
    return why;
}

/* Refuses if something has happened that the player has not seen yet. */
static const char *play(session *gs, int seat, mur_move m)
{
    remote_session *r = remote_of(gs);
    (void)seat; /* ours */
    reconnect(r);
    if (is_outdated(r)) {
        refresh_session(r);
        return _("something has changed in the meantime; look again");
    }
    return finish_request(r, client_move(r->protocol, m), CLIENT_MOVE);
}

/* The server's answer, if it has arrived (ask_take_back); until then no. */
static bool can_take_back(session *gs, int seat)
{
    (void)seat;
    return remote_of(gs)->can_take_back_now;
}

/* The server decides. */
static const char *take_back(session *gs, int seat)
{
    remote_session *r = remote_of(gs);
    (void)seat;
    reconnect(r);
    return finish_request(r, client_take_back(r->protocol, false), CLIENT_TAKE_BACK);
}

/* /sit and /stand are commands: they take back the own seat from a bot, or leave it to one. */
static const char *send_chat(session *gs, const char *text)
{
    remote_session *r = remote_of(gs);
    const client_table *table = table_of(r);
    reconnect(r);
    /* Commands within the chat. */
    if (strcmp(text, "/sit") == 0)
        return wait_for_outcome(r, table->my_seat >= 0 && client_sit(r->protocol, table->my_seat), CLIENT_SIT);
    if (strcmp(text, "/stand") == 0)
        return wait_for_outcome(r, client_stand(r->protocol), CLIENT_STAND);
    return wait_for_outcome(r, client_send_chat(r->protocol, text), CLIENT_CHAT);
}

static void put_chat(const session *gs, mur_buffer *out)
{
    remote_put_chat(table_of((const remote_session *)gs), out);
}

/* The record is at the server; copies cannot be written here. */
static const char *save(session *gs, const char *path)
{
    (void)gs;
    errno = path ? ENOTSUP : 0;
    return NULL;
}

/* Leaves the connection; the seat stays ours at the server. */
static void close_remote(session *gs)
{
    remote_session *r = remote_of(gs);
    client_close(&r->client);
    free(r);
}

static const session_ops ops = {
    .close = close_remote,
    .view = view,
    .step = step,
    .play = play,
    .take_back = take_back,
    .can_take_back = can_take_back,
    .fd = fd,
    .update = update,
    .send_chat = send_chat,
    .put_chat = put_chat,
    .save = save,
};

/* Chat from before we came is not news. */
session *remote_open(client *c)
{
    remote_session *r = mur_new(sizeof *r);
    r->client = c;
    r->protocol = client_session_of(c);
    r->base.ops = &ops;
    r->base.game = table_of(r)->game;
    r->base.seats = table_of(r)->seats;
    r->n_chat = table_of(r)->n_chat;
    refresh_session(r);
    return &r->base;
}
