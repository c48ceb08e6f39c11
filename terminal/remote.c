/* SPDX-License-Identifier: MIT */
#include "terminal/remote.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "terminal/words.h"

enum {
    PATIENCE_MS = 5000, /* for the server's answer to a request */
    RETURN_MS = 2000,   /* for a connection that is lost just when something is asked */
    SAID_TEXT = CLIENT_NAME + CLIENT_SAYING + 4
};

typedef struct {
    table base;
    client *client;
    client_talk *talk;
    uint32_t anew, n_said;     /* as the room counted them when we last looked */
    bool has_changed;          /* while an answer was waited for */
    bool may_back, asked_back; /* at this ply */
    char heard[SAID_TEXT], trouble[CLIENT_WHY + 256], why[CLIENT_WHY];
} remote;

static remote *remote_of(table *t)
{
    return (remote *)t;
}

static const client_room *room_of(const remote *r)
{
    return client_talk_room(r->talk);
}

/* -- Words -- */

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

static void put_saying(const client_saying *s, mur_text *t)
{
    mur_put(t, s->by[0] ? s->by : _("Guest"));
    mur_put(t, ": ");
    mur_put(t, s->text);
}

const char *remote_hint_notice(const client_room *r)
{
    return r->allows_hints ? _("Hints from the engine are allowed at this table.") : NULL;
}

void remote_put_said(const client_room *r, mur_buffer *out)
{
    uint32_t first = r->n_said > CLIENT_SAYINGS ? r->n_said - CLIENT_SAYINGS : 0;
    for (uint32_t i = first; i < r->n_said; i++) {
        mur_text t = mur_buffer_text(out, SAID_TEXT);
        put_saying(&r->said[i % CLIENT_SAYINGS], &t);
        mur_buffer_keep(out, &t);
        mur_buffer_put(out, "\n");
    }
}

/* "4:32", "2:05:00", or days. */
static void put_time(int64_t milliseconds, char out[TABLE_NOTE])
{
    int64_t s = milliseconds > 0 ? milliseconds / 1000 : 0;
    if (s >= 86400)
        snprintf(out, TABLE_NOTE, "%d d", (int)(s / 86400 % 1000));
    else if (s >= 3600)
        snprintf(out, TABLE_NOTE, "%d:%02d:%02d", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
    else
        snprintf(out, TABLE_NOTE, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

/* -- How it stands -- */

static void note_seat(remote *r, int seat, unsigned to_act)
{
    const client_room *room = room_of(r);
    const client_seat *from = &room->seat[seat];
    const client_clock *c = &room->clock;
    table_seat *to = &r->base.seat[seat];
    const mur_bot *bot = from->bot[0] ? mur_bot_of(mur_span_of(from->bot)) : NULL;
    mur_text t = mur_text_on(to->name, sizeof to->name);
    remote_put_name(from, &t);
    to->level = bot ? bot->id : NULL;
    to->is_here = client_room_viewer(room) == seat && !from->bot[0];
    to->is_thinking = bot && (to_act >> seat & 1);
    to->note[0] = '\0';
    if (c->is_there && from->is_person && !from->bot[0] && !r->base.is_over)
        put_time(c->left[seat] - (c->running >> seat & 1 ? client_talk_now(r->talk) - c->at : 0), to->note);
    else if (from->is_person && !from->is_here)
        snprintf(to->note, sizeof to->note, "(%.12s)", _("away"));
}

/* Seats with the same name are told apart by their letters. */
static void tell_apart(table *t)
{
    bool is_double[MUR_SEATS] = { false };
    for (int a = 0; a < t->seats; a++)
        for (int b = 0; b < t->seats; b++)
            is_double[a] = is_double[a] || (a != b && strcmp(t->seat[a].name, t->seat[b].name) == 0);
    for (int seat = 0; seat < t->seats; seat++)
        if (is_double[seat]) {
            char letter[] = { ' ', (char)('A' + seat), '\0' };
            size_t n = strlen(t->seat[seat].name);
            if (n + sizeof letter <= TABLE_NAME)
                memcpy(t->seat[seat].name + n, letter, sizeof letter);
        }
}

static void note_trouble(remote *r)
{
    const client_fault *f = client_talk_fault(r->talk);
    const client_room *room = room_of(r);
    r->base.trouble = NULL;
    if (f) {
        snprintf(r->trouble, sizeof r->trouble, "%s%s%s", _(f->what), *f->why ? ": " : "", _(f->why));
        r->base.trouble = r->trouble;
    } else if (!client_talk_is_here(r->talk) && !client_is_asking(r->talk, CLIENT_OPENING)) {
        r->base.trouble = _("The connection is lost; it is tried again.");
    } else if (room->my_seat >= 0 && !room->watches && room->seat[room->my_seat].bot[0] && !r->base.is_over) {
        r->base.trouble = _("A bot plays for you; say /sit to take your seat back.");
    }
}

static void note_saying(remote *r)
{
    const client_room *room = room_of(r);
    if (room->n_said == r->n_said)
        return;
    mur_text t = mur_text_on(r->heard, sizeof r->heard);
    r->n_said = room->n_said;
    if (room->n_said == 0)
        return;
    put_saying(&room->said[(room->n_said - 1) % CLIENT_SAYINGS], &t);
    r->base.heard = r->heard;
}

/* Is our latest move one that nobody has followed yet? Whether it can be taken back the server knows. */
static bool has_just_moved(const remote *r)
{
    const client_room *room = room_of(r);
    mur_step s;
    if (room->my_seat < 0 || room->watches || room->state != CLIENT_PLAYING)
        return false;
    for (size_t ply = room->told->plies, back = 0; ply > 0 && back < MUR_SEATS; ply--, back++) {
        mur_told_step(room->told, ply, &s);
        if (s.seat == room->my_seat)
            return true;
    }
    return false;
}

static void ask_about_back(remote *r)
{
    client_outcome o;
    if (client_take_outcome(r->talk, CLIENT_MAY_BACK, &o))
        r->may_back = o.how == CLIENT_DONE && o.may;
    if (!r->asked_back && has_just_moved(r))
        r->asked_back = client_back(r->talk, true);
}

static unsigned to_act(const remote *r)
{
    const client_room *room = room_of(r);
    mur_view *v = mur_new(room->game->view_size);
    unsigned seats = mur_told_view(room->told, room->told->plies, v) ? v->to_act : 0;
    free(v);
    return seats;
}

/* From the room to the table. */
static void update(remote *r)
{
    const client_room *room = room_of(r);
    unsigned seats = to_act(r);
    if (r->base.plies != room->told->plies || r->anew != room->anew)
        r->may_back = r->asked_back = false;
    r->anew = room->anew;
    r->base.plies = room->told->plies;
    r->base.is_over = room->state == CLIENT_OVER || room->state == CLIENT_CLOSED;
    r->base.no_hint = room->may_hint ? NULL : _("Hints are off at this table.");
    r->base.is_ticking = room->clock.is_there && room->clock.running && !r->base.is_over;
    for (int seat = 0; seat < room->seats; seat++)
        note_seat(r, seat, seats);
    tell_apart(&r->base);
    note_trouble(r);
    note_saying(r);
    ask_about_back(r);
}

static bool attend(table *t)
{
    remote *r = remote_of(t);
    bool has_changed = client_attend(r->client) || r->has_changed;
    r->has_changed = false;
    if (room_of(r)->told) /* while it is told anew, as it was */
        update(r);
    return has_changed;
}

static int fd(const table *t)
{
    return client_fd(((const remote *)t)->client);
}

/* -- Looking -- */

/* Asks for a position that we were not shown: it was before we came. */
static bool fetch(remote *r, size_t ply)
{
    client_outcome o;
    return ply <= room_of(r)->told->plies && client_look(r->talk, ply) &&
           client_wait_for(r->client, CLIENT_LOOK, &o, PATIENCE_MS) && o.how == CLIENT_DONE;
}

/* Our own eyes see a position as it is; for others it is what anybody can see of it, or all when nothing is hidden any
 * more. */
static bool view(table *t, size_t ply, int seat, mur_view *v)
{
    remote *r = remote_of(t);
    const client_room *room = room_of(r);
    int viewer = client_room_viewer(room);
    if (!room->told || (seat < MUR_SEATS && seat != viewer))
        return false;
    if (!mur_told_view(room->told, ply, v)) {
        r->has_changed = true;
        if (!fetch(r, ply) || !room->told || !mur_told_view(room->told, ply, v))
            return false;
    }
    if (seat == viewer || (seat == MUR_ALL && !v->is_open))
        return true;
    mur_state *s = mur_told_state(room->told, ply);
    room->game->view(s, seat, v);
    free(s);
    return true;
}

static bool step(table *t, size_t ply, int seat, mur_step *s)
{
    const client_room *room = room_of(remote_of(t));
    if (!room->told || ply < 1 || ply > room->told->plies || (seat < MUR_SEATS && seat != client_room_viewer(room)))
        return false;
    mur_told_step(room->told, ply, s);
    return true;
}

/* -- Doing -- */

/* Whoever reads lines has not attended for a while, and the connection may be about to come back. */
static void come_back(remote *r)
{
    client_outcome o;
    client_attend(r->client);
    if (!client_talk_is_here(r->talk))
        client_wait_for(r->client, CLIENT_OPENING, &o, RETURN_MS);
    r->has_changed = true;
}

/* Has our seat moved, or was a move taken back, since the position that was last looked at? Then what was chosen there
 * is not meant any more. */
static bool is_outdated(const remote *r)
{
    const client_room *room = room_of(r);
    mur_step s;
    if (!room->told || room->anew != r->anew)
        return true;
    for (size_t ply = r->base.plies + 1; ply <= room->told->plies; ply++) {
        mur_told_step(room->told, ply, &s);
        if (s.seat == room->my_seat)
            return true;
    }
    return false;
}

/* What became of a request. NULL: done. */
static const char *settle(remote *r, bool is_asked, client_request what)
{
    client_outcome o;
    r->has_changed = true;
    if (!is_asked)
        return _("the server cannot be asked just now");
    if (!client_wait_for(r->client, what, &o, PATIENCE_MS) || o.how == CLIENT_LOST)
        return _("the server did not answer; perhaps it was done, perhaps not");
    if (o.how == CLIENT_DONE)
        return NULL;
    memcpy(r->why, o.why, sizeof r->why);
    return r->why;
}

/* The news of what we did may come behind its answer. */
static void wait_for_news(remote *r, size_t plies, uint32_t anew)
{
    const client_room *room = room_of(r);
    client_outcome o;
    if (room->told && (room->told->plies != plies || room->anew != anew))
        return;
    client_reopen(r->talk);
    client_wait_for(r->client, CLIENT_OPENING, &o, PATIENCE_MS);
}

static const char *change(remote *r, bool is_asked, client_request what)
{
    size_t plies = room_of(r)->told->plies;
    uint32_t anew = room_of(r)->anew;
    const char *why = settle(r, is_asked, what);
    if (!why)
        wait_for_news(r, plies, anew);
    if (room_of(r)->told)
        update(r);
    return why;
}

static const char *play(table *t, int seat, mur_move m)
{
    remote *r = remote_of(t);
    (void)seat; /* ours */
    come_back(r);
    if (is_outdated(r)) {
        update(r);
        return _("something has happened meanwhile; look again");
    }
    return change(r, client_move(r->talk, m), CLIENT_MOVE);
}

static bool can_take_back(table *t, int seat)
{
    (void)seat;
    return remote_of(t)->may_back;
}

static const char *take_back(table *t, int seat)
{
    remote *r = remote_of(t);
    (void)seat;
    come_back(r);
    return change(r, client_back(r->talk, false), CLIENT_BACK);
}

static const char *say(table *t, const char *text)
{
    remote *r = remote_of(t);
    const client_room *room = room_of(r);
    come_back(r);
    if (strcmp(text, "/sit") == 0)
        return settle(r, room->my_seat >= 0 && client_sit(r->talk, room->my_seat), CLIENT_SIT);
    if (strcmp(text, "/stand") == 0)
        return settle(r, client_stand(r->talk), CLIENT_STAND);
    return settle(r, client_say(r->talk, text), CLIENT_SAY);
}

static void put_said(const table *t, mur_buffer *out)
{
    remote_put_said(room_of((const remote *)t), out);
}

/* The game is kept at the server. */
static const char *save(table *t, const char *path)
{
    (void)t;
    errno = path ? ENOTSUP : 0;
    return NULL;
}

static void close_remote(table *t)
{
    remote *r = remote_of(t);
    client_close(&r->client);
    free(r);
}

static const table_kind kind = {
    .close = close_remote,
    .view = view,
    .step = step,
    .play = play,
    .take_back = take_back,
    .can_take_back = can_take_back,
    .fd = fd,
    .attend = attend,
    .say = say,
    .put_said = put_said,
    .save = save,
};

table *remote_open(client *c)
{
    remote *r = mur_new(sizeof *r);
    r->client = c;
    r->talk = client_talk_of(c);
    r->base.kind = &kind;
    r->base.game = room_of(r)->game;
    r->base.seats = room_of(r)->seats;
    r->n_said = room_of(r)->n_said; /* what was said before is no news */
    update(r);
    return &r->base;
}
