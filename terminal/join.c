/* SPDX-License-Identifier: MIT */
/* terminal/join.c -- joining a table at a server: connect, wait until the table is open, take a seat, wait for the
 * game. All of this happens before the terminal is switched to full screen, so errors appear as ordinary messages.
 * Somebody else may take a seat between choosing and asking; then another one is tried (join_table). */
#include "terminal/join.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "record/safe_text.h"
#include "terminal/plain/plain.h"
#include "terminal/screens/pregame.h"
#include "terminal/session/remote.h"
#include "terminal/ui/screen.h"
#include "terminal/ui/term.h"
#include "terminal/ui/translate.h"

enum { REPLY_TIMEOUT_MS = 15000 };

/* -- Taking a seat -- */

/* Prints "muraille: what: why" and returns the code, for the caller to return. */
static int fail(int code, const char *what, const char *why)
{
    fprintf(stderr, "muraille: %s%s%s\n", what, *why ? ": " : "", why);
    return code;
}

/* Processes messages until the table is known, or the connection has failed for good. */
static int wait_until_open(client *c)
{
    client_session *s = client_session_of(c);
    while (!client_session_is_synced(s) && !client_session_fault(s)) {
        poll(&(struct pollfd){ .fd = client_fd(c), .events = POLLIN }, 1, -1);
        client_process(c);
    }
    const client_fault *f = client_session_fault(s);
    return f ? fail(f->is_user_error ? TERMINAL_BAD_INPUT : TERMINAL_FAILED, _(f->what), _(f->why)) : TERMINAL_OK;
}

/* The wanted seat, or the first free one; -1, with a message, if it is taken or none is free. */
static int choose_seat(const client_table *table, int wanted)
{
    if (wanted >= table->seats || (wanted >= 0 && !remote_is_free(&table->seat[wanted])))
        return fail(-1, _("this seat is not free"), "");
    for (int seat = 0; wanted < 0 && seat < table->seats; seat++)
        if (remote_is_free(&table->seat[seat]))
            wanted = seat;
    return wanted >= 0 ? wanted : fail(-1, _("no seat is free; use --watch to watch"), "");
}

/* Sets *is_taken if another client got the seat first. Either way the table is opened again: the server then sends
 * what our new seat may see, or who has the seat. */
static int request_seat(client *c, int seat, bool *is_taken)
{
    client_session *s = client_session_of(c);
    client_outcome o;
    if (!client_sit(s, seat) || !client_wait_for(c, CLIENT_SIT, &o, REPLY_TIMEOUT_MS) || o.how == CLIENT_LOST)
        return fail(TERMINAL_FAILED, _("the server does not answer"), "");
    *is_taken = o.how == CLIENT_REFUSED && strcmp(o.code, "taken") == 0;
    if (o.how == CLIENT_REFUSED && !*is_taken)
        return fail(TERMINAL_BAD_INPUT, _("the server refused a seat"), o.why);
    client_reopen(s);
    return wait_until_open(c);
}

/* A person who had a seat before gets it back, even from a bot that plays there meanwhile. A game that has begun has
 * no free seats. */
static int choose_and_take_seat(const join_options *j, bool *is_taken)
{
    const client_table *table = client_session_table(client_session_of(j->client));
    if (j->watches || table->state == CLIENT_OVER)
        return TERMINAL_OK;
    if (table->state == CLIENT_CLOSED)
        return fail(TERMINAL_BAD_INPUT, _("the table was closed"), "");
    if (table->my_seat >= 0) {
        const client_seat *s = &table->seat[table->my_seat];
        /* is_kept: the server reserves the seat for us, but we have not sat down yet. */
        return s->is_kept || s->bot[0] ? request_seat(j->client, table->my_seat, is_taken) : TERMINAL_OK;
    }
    if (table->state == CLIENT_PLAYING)
        return fail(TERMINAL_BAD_INPUT, _("the game has begun without you; use --watch to watch"), "");
    int seat = choose_seat(table, j->seat);
    return seat < 0 ? TERMINAL_BAD_INPUT : request_seat(j->client, seat, is_taken);
}

/* Repeats until a seat is ours or none is left. */
static int join_table(const join_options *j)
{
    int code = wait_until_open(j->client);
    for (bool is_taken = true; code == TERMINAL_OK && is_taken;) {
        is_taken = false;
        code = choose_and_take_seat(j, &is_taken);
    }
    return code;
}

/* The game has begun and its positions have arrived. */
static bool has_begun(client *c)
{
    const client_table *table = client_session_table(client_session_of(c));
    return client_session_is_synced(client_session_of(c)) && table->feed;
}

/* -- Full screen -- */

/* Errors before the screen is open are printed; later ones are shown by the screens. */
int join_on_screen(const terminal_options *options, const join_options *j)
{
    app a = { .options = options, .speed = options->speed };
    client *c = j->client;
    terminal_set_translation(options->words);
    int code = join_table(j);
    if (code == TERMINAL_OK && !term_open(options->is_ascii))
        code = fail(TERMINAL_FAILED, _("cannot use the terminal"), "");
    if (code != TERMINAL_OK) {
        client_close(&c);
        return code;
    }
    /* A table whose game runs already needs no waiting room. */
    if (has_begun(c))
        pregame_start_game(&a, c);
    else
        pregame_open(&a, c, j->link);
    return app_run(&a);
}

/* -- Line mode -- */

/* One line about all seats, printed only when it has changed. */
static void print_seats(const client_table *table, char before[MUR_PICTURE_TEXT])
{
    char text[MUR_PICTURE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    for (int seat = 0; seat < table->seats; seat++) {
        mur_put(&t, seat > 0 ? ", " : "");
        mur_put(&t, _("seat"));
        mur_put_char(&t, ' ');
        mur_put_int(&t, seat + 1);
        mur_put(&t, ": ");
        if (remote_is_free(&table->seat[seat]))
            mur_put(&t, _("nobody yet"));
        remote_put_name(&table->seat[seat], &t);
        if (seat == table->my_seat) {
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

/* Prints who is there until the game begins. False: the table was closed, or the connection failed. */
static bool wait_for_game(client *c)
{
    client_session *s = client_session_of(c);
    char before[MUR_PICTURE_TEXT] = "";
    const char *notice = remote_hint_notice(client_session_table(s));
    if (notice)
        puts(notice);
    if (!has_begun(c))
        puts(_("The game begins when all are here."));
    while (!has_begun(c)) {
        const client_table *table = client_session_table(s);
        print_seats(table, before);
        if (table->state == CLIENT_CLOSED || client_session_fault(s))
            return false;
        poll(&(struct pollfd){ .fd = client_fd(c), .events = POLLIN }, 1, -1);
        client_process(c);
    }
    return true;
}

/* Errors are printed; the session is then played as any other. */
int join_plain(const terminal_options *options, const join_options *j)
{
    client *c = j->client;
    terminal_set_translation(options->words);
    int code = join_table(j);
    if (code == TERMINAL_OK && !wait_for_game(c)) {
        const client_fault *f = client_session_fault(client_session_of(c));
        code = fail(TERMINAL_FAILED, f ? _(f->what) : _("the table was closed"), f ? _(f->why) : "");
    }
    if (code == TERMINAL_OK)
        plain_play_at(options, remote_open(c));
    else
        client_close(&c);
    return code;
}
