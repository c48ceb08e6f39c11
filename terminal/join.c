/* SPDX-License-Identifier: MIT */
#include "terminal/join.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "record/quote.h"
#include "terminal/plain.h"
#include "terminal/remote.h"
#include "terminal/run.h"
#include "terminal/screen.h"
#include "terminal/term.h"
#include "terminal/waiting.h"
#include "terminal/words.h"

enum { OK = 0, FAILED = 1, BAD = 2, PATIENCE_MS = 15000 };

/* -- Arriving -- */

static int refuse(int code, const char *what, const char *why)
{
    fprintf(stderr, "muraille: %s%s%s\n", what, *why ? ": " : "", why);
    return code;
}

/* Until the table is open. */
static int arrive(client *c)
{
    client_talk *t = client_talk_of(c);
    while (!client_talk_is_here(t) && !client_talk_fault(t)) {
        poll(&(struct pollfd){ .fd = client_fd(c), .events = POLLIN }, 1, -1);
        client_attend(c);
    }
    const client_fault *f = client_talk_fault(t);
    return f ? refuse(f->is_wish ? BAD : FAILED, _(f->what), _(f->why)) : OK;
}

static bool is_free(const client_seat *s)
{
    return !s->is_person && !s->bot[0];
}

/* The seat to take; -1, and told, if there is none. */
static int choose_seat(const client_room *r, int wanted)
{
    if (wanted >= r->seats || (wanted >= 0 && !is_free(&r->seat[wanted])))
        return refuse(-1, _("this seat is not free"), "");
    for (int seat = 0; wanted < 0 && seat < r->seats; seat++)
        if (is_free(&r->seat[seat]))
            wanted = seat;
    return wanted >= 0 ? wanted : refuse(-1, _("no seat is free; --watch looks on"), "");
}

/* *is_taken: somebody was first. */
static int take_seat(client *c, int seat, bool *is_taken)
{
    client_talk *t = client_talk_of(c);
    client_outcome o;
    if (!client_sit(t, seat) || !client_wait_for(c, CLIENT_SIT, &o, PATIENCE_MS) || o.how == CLIENT_LOST)
        return refuse(FAILED, _("the server does not answer"), "");
    *is_taken = o.how == CLIENT_REFUSED && strcmp(o.code, "taken") == 0;
    if (o.how == CLIENT_REFUSED && !*is_taken)
        return refuse(BAD, _("the server gives us no seat"), o.why);
    client_reopen(t); /* now we see with the eyes of the seat, or who has it */
    return arrive(c);
}

/* Whoever has a seat already has it again: the bot that kept it goes. */
static int sit_down(const join_wish *j, bool *is_taken)
{
    const client_room *r = client_talk_room(client_talk_of(j->client));
    if (j->watches || r->state == CLIENT_OVER)
        return OK;
    if (r->state == CLIENT_CLOSED)
        return refuse(BAD, _("the table was closed"), "");
    if (r->my_seat >= 0) {
        const client_seat *s = &r->seat[r->my_seat];
        return s->is_kept || s->bot[0] ? take_seat(j->client, r->my_seat, is_taken) : OK;
    }
    if (r->state == CLIENT_PLAYING)
        return refuse(BAD, _("the game has begun without us; --watch looks on"), "");
    int seat = choose_seat(r, j->seat);
    return seat < 0 ? BAD : take_seat(j->client, seat, is_taken);
}

static int enter(const join_wish *j)
{
    int code = arrive(j->client);
    for (bool is_taken = true; code == OK && is_taken;) {
        is_taken = false;
        code = sit_down(j, &is_taken); /* until there is none left */
    }
    return code;
}

static bool has_begun(client *c)
{
    const client_room *r = client_talk_room(client_talk_of(c));
    return client_talk_is_here(client_talk_of(c)) && r->told;
}

/* -- On a whole screen -- */

int join_on_screen(const term_wish *w, const join_wish *j)
{
    app a = { .wish = w, .pace = w->pace };
    client *c = j->client;
    term_words_use(w->words);
    int code = enter(j);
    if (code == OK && !term_open(w->is_ascii))
        code = refuse(FAILED, _("the terminal cannot be used"), "");
    if (code != OK) {
        client_close(&c);
        return code;
    }
    if (has_begun(c))
        waiting_play(&a, c);
    else
        waiting_open(&a, c, j->link);
    return term_run(&a);
}

/* -- Line by line -- */

static void tell_seats(const client_room *r, char before[MUR_PICTURE_TEXT])
{
    char text[MUR_PICTURE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    for (int seat = 0; seat < r->seats; seat++) {
        mur_put(&t, seat > 0 ? ", " : "");
        mur_put(&t, _("seat"));
        mur_put_char(&t, ' ');
        mur_put_int(&t, seat + 1);
        mur_put(&t, ": ");
        if (is_free(&r->seat[seat]))
            mur_put(&t, _("nobody yet"));
        remote_put_name(&r->seat[seat], &t);
        if (seat == r->my_seat) {
            mur_put(&t, " (");
            mur_put(&t, _("you"));
            mur_put(&t, ")");
        }
    }
    if (strcmp(before, text) != 0)
        puts(text);
    memcpy(before, text, sizeof text);
    fflush(stdout);
}

/* False: there will be no game. */
static bool wait_for_game(client *c)
{
    client_talk *t = client_talk_of(c);
    char before[MUR_PICTURE_TEXT] = "";
    const char *notice = remote_hint_notice(client_talk_room(t));
    if (notice)
        puts(notice);
    if (!has_begun(c))
        puts(_("The game begins when all are here."));
    while (!has_begun(c)) {
        const client_room *r = client_talk_room(t);
        tell_seats(r, before);
        if (r->state == CLIENT_CLOSED || client_talk_fault(t))
            return false;
        poll(&(struct pollfd){ .fd = client_fd(c), .events = POLLIN }, 1, -1);
        client_attend(c);
    }
    return true;
}

int join_plainly(const term_wish *w, const join_wish *j)
{
    client *c = j->client;
    term_words_use(w->words);
    int code = enter(j);
    if (code == OK && !wait_for_game(c)) {
        const client_fault *f = client_talk_fault(client_talk_of(c));
        code = refuse(FAILED, f ? _(f->what) : _("the table was closed"), f ? _(f->why) : "");
    }
    if (code == OK)
        plain_play_at(w, remote_open(c));
    else
        client_close(&c);
    return code;
}
