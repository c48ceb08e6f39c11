/* SPDX-License-Identifier: MIT */
/* cli/bot.c -- `muraille bot`: a bot takes a seat at an online table and plays the game to its end.
 * The client library (client/client.h) keeps the connection and an up-to-date copy of the table; it reconnects by
 * itself. play() polls it, and after every message step() compares the table with what should be: no seat yet, then
 * ask for one; our turn and nothing under way, then move; game over, then print the result. Nothing depends on
 * having seen a particular message, so lost connections and restarts of the server need no cases of their own. */
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"

#if HAS_CLIENT

#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/bot_player.h"
#include "cli/online.h"
#include "engine/say.h"

enum {
    CONTINUE = -1,        /* no exit code yet */
    POLL_MS = 1000,       /* poll interval while nothing happens */
    LEAVE_TIMEOUT_S = 10, /* how long it may take to give the seat up */
    RETRY_S = 1           /* after the server was too busy for a move */
};

typedef struct {
    const cli_args *args;
    client *client;
    client_session *session; /* of the client, which owns it */
    cli_bot_player *player;
    bool was_here, has_sat; /* what was reported last: connected, seated */
    bool is_leaving;
    time_t until; /* when to stop waiting for the answer */
    time_t retry; /* no move is sent before */
    bool has_moved;
    uint32_t moved_resets; /* where the game was when we moved, see is_waiting() */
    size_t moved_plies;
} seat_holder;

static volatile sig_atomic_t is_stopped;

/* SIGINT and SIGTERM: the next step() gives the seat up and leaves. */
static void on_signal(int signal_number)
{
    (void)signal_number;
    is_stopped = 1;
}

/* Seconds of a monotonic clock. */
static time_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* -- Reports -- */

/* Reports once that the connection was lost; the client library tries again by itself. */
static void report_connection(seat_holder *p)
{
    bool is_here = client_session_is_synced(p->session);
    if (is_here == p->was_here)
        return;
    if (!is_here && !client_is_asking(p->session, CLIENT_OPENING))
        cli_error(N_("connection lost; reconnecting"), (const mur_format_arg[]){ { 0 } });
    p->was_here = is_here;
}

/* Reports once, on standard output, that the bot has its seat. */
static void report_seat(seat_holder *p, const client_table *table)
{
    char seat[16];
    mur_text t = mur_text_on(seat, sizeof seat);
    if (p->has_sat)
        return;
    p->has_sat = true;
    mur_put_int(&t, table->my_seat + 1);
    cli_print(
        stdout, N_("{game}: the bot has seat {n}."),
        (const mur_format_arg[]){ { "game", mur_span_of(table->game->name) }, { "n", mur_span_of(seat) }, { 0 } });
    putchar('\n');
    fflush(stdout);
}

/* -- Leaving -- */

/* Gives the seat up, so that a bot of the server plays on, and waits for the answer in wait_to_leave(). Without a
 * seat it exits at once. */
static int leave(seat_holder *p)
{
    if (!p->has_sat)
        return CLI_FAILED;
    p->is_leaving = true;
    p->until = now() + LEAVE_TIMEOUT_S;
    client_stand(p->session);
    return CONTINUE;
}

/* Exits when the server has answered, when the time is up or when the connection failed for good. A request that was
 * lost with its connection is sent again. */
static int wait_to_leave(seat_holder *p)
{
    client_outcome o;
    bool is_done = client_take_outcome(p->session, CLIENT_STAND, &o) && o.how != CLIENT_LOST;
    if (is_done || now() > p->until || client_session_fault(p->session))
        return CLI_FAILED;
    if (!client_is_asking(p->session, CLIENT_STAND))
        client_stand(p->session);
    return CONTINUE;
}

/* The external program broke the protocol, crashed or was too slow. */
static int fail(seat_holder *p)
{
    cli_error(N_("the bot has failed: {why}; the server's own bot takes over"),
              (const mur_format_arg[]){ { "why", mur_span_of(cli_bot_player_fault(p->player)) }, { 0 } });
    return leave(p);
}

/* -- The seat -- */

static int refuse(const char *why)
{
    cli_error(why, (const mur_format_arg[]){ { 0 } });
    return CLI_BAD_INPUT;
}

/* Neither a person nor a bot has this seat. is_kept is not asked: a kept seat has its person already. */
static bool is_open(const client_seat *s)
{
    return !s->is_person && !s->bot[0];
}

/* Asks for the seat of --seat, or for the first that is open. The answer comes later: update_seat() takes it. */
static int sit_down(seat_holder *p, const client_table *table)
{
    bool is_any = p->args->seat == CLI_NOT_GIVEN;
    int wanted = p->args->seat - 1;
    if (table->state != CLIENT_OPEN)
        return refuse(N_("the game has begun without you"));
    if (!cli_bot_player_can_play(p->player, table))
        return CLI_BAD_INPUT;
    if (is_any)
        for (wanted = 0; wanted < table->seats && !is_open(&table->seat[wanted]);)
            wanted++;
    else if (wanted < 0 || wanted >= table->seats)
        return refuse(N_("the table has no such seat"));
    if (wanted == table->seats || !is_open(&table->seat[wanted]))
        return refuse(is_any ? N_("no seat is free") : N_("this seat is not free"));
    assert(wanted >= 0 && wanted < table->seats);
    client_sit(p->session, wanted);
    return CONTINUE;
}

/* The server lists us at a seat. If it only reserves the seat, or a bot plays there for us since we were away, take
 * it back; else we are seated. */
static int confirm_seat(seat_holder *p, const client_table *table)
{
    assert(table->my_seat >= 0 && table->my_seat < table->seats);
    const client_seat *s = &table->seat[table->my_seat];
    if (p->args->seat != CLI_NOT_GIVEN && p->args->seat != table->my_seat + 1)
        return refuse(N_("you already have another seat at this table"));
    if (!cli_bot_player_can_play(p->player, table))
        return CLI_BAD_INPUT;
    if (s->is_kept || (table->state == CLIENT_PLAYING && s->bot[0]))
        client_sit(p->session, table->my_seat);
    else
        report_seat(p, table);
    return CONTINUE;
}

/* Follows the request for a seat until we have one. After an answer the table is fetched again: a seated client
 * receives the private view of its seat, and one that was refused because somebody was quicker sees who has the seat
 * and may try another. */
static int update_seat(seat_holder *p, const client_table *table)
{
    client_outcome o;
    bool has_answer = client_take_outcome(p->session, CLIENT_SIT, &o);
    bool is_taken = has_answer && o.how == CLIENT_REFUSED && strcmp(o.code, "taken") == 0;
    if (is_taken || (has_answer && o.how == CLIENT_DONE)) {
        client_reopen(p->session);
        return CONTINUE;
    }
    if (has_answer && o.how == CLIENT_REFUSED) {
        cli_error(N_("the server refused a seat: {why}"),
                  (const mur_format_arg[]){ { "why", mur_span_of(o.why) }, { 0 } });
        return CLI_BAD_INPUT;
    }
    if (client_is_asking(p->session, CLIENT_SIT))
        return CONTINUE;
    return table->my_seat < 0 ? sit_down(p, table) : confirm_seat(p, table);
}

/* -- Moving -- */

/* Takes the answer to the last move. A move that was lost with its connection may be sent again at once: the fresh
 * copy of the table shows whether it arrived. A refused move was made for a position that has changed meanwhile, or
 * the server is busy; fetch the table again and wait a moment. */
static void check_last_move(seat_holder *p)
{
    client_outcome o;
    if (!client_take_outcome(p->session, CLIENT_MOVE, &o) || o.how == CLIENT_DONE)
        return;
    p->has_moved = false;
    if (o.how == CLIENT_LOST)
        return;
    p->retry = now() + RETRY_S;
    client_reopen(p->session);
}

/* Is a move under way? Having moved, nothing is sent until our move has arrived and the game has gone on: a new ply, or
 * a take-back, which counts a reset. */
static bool is_waiting(const seat_holder *p, const client_table *table)
{
    bool is_same = p->has_moved && p->moved_resets == table->resets && p->moved_plies == table->feed->plies;
    return is_same || client_is_asking(p->session, CLIENT_MOVE) || !client_session_is_current(p->session) ||
           now() < p->retry;
}

/* Moves if it is our turn and no move is under way. The search blocks; messages of the server wait in the socket
 * meanwhile. */
static int move(seat_holder *p, const client_table *table)
{
    mur_view *v = mur_new(table->game->view_size);
    int code = CONTINUE;
    check_last_move(p);
    if (client_table_can_move(table, v) && !is_waiting(p, table)) {
        mur_move m = cli_bot_player_choose(p->player, table, v);
        if (!m)
            code = fail(p);
        else if (client_move(p->session, m)) {
            p->has_moved = true;
            p->moved_resets = table->resets;
            p->moved_plies = table->feed->plies;
        }
    }
    free(v);
    return code;
}

/* -- The table -- */

/* The game is over: the external program gets the result, and it is printed. */
static int finish(seat_holder *p, const client_table *table)
{
    if (!p->has_sat)
        return refuse(N_("the game at this table is over"));
    assert(table->state == CLIENT_OVER);
    cli_bot_player_on_game_over(p->player, table);
    return cli_online_print_result(table) ? CLI_OK : CLI_FAILED;
}

/* One step of the state machine in the head of this file. Returns CONTINUE, or the exit code. The order matters:
 * leaving comes first, then faults and signals, and only a synchronized copy of the table counts. */
static int step(seat_holder *p)
{
    const client_table *table = client_session_table(p->session);
    int code = CONTINUE;
    if (p->is_leaving)
        return wait_to_leave(p);
    if (client_session_fault(p->session))
        return cli_online_report_fault(client_session_fault(p->session));
    if (is_stopped)
        return leave(p);
    report_connection(p);
    if (!client_session_is_synced(p->session))
        return CONTINUE;
    switch (table->state) {
    case CLIENT_OPEN:
        return update_seat(p, table);
    case CLIENT_PLAYING:
        code = update_seat(p, table);
        return code == CONTINUE ? move(p, table) : code;
    case CLIENT_OVER:
        return finish(p, table);
    case CLIENT_CLOSED:
        break;
    }
    cli_error(N_("the table was closed"), (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

/* Runs step() after every message, and once a second for what depends on time. */
static int play(seat_holder *p)
{
    int code;
    while ((code = step(p)) == CONTINUE) {
        struct pollfd f = { .fd = client_fd(p->client), .events = POLLIN };
        poll(&f, 1, POLL_MS);
        client_process(p->client);
    }
    return code;
}

int cli_bot(const cli_args *args)
{
    client_link link;
    seat_holder p = { .args = args };
    int code = CLI_BAD_INPUT;
    if (!cli_online_read_link(args->url, &link) || !(p.player = cli_bot_player_open(args)))
        return CLI_BAD_INPUT;
    const struct sigaction stop = { .sa_handler = on_signal };
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    code = CLI_FAILED;
    p.client = cli_online_open(&link, args, "muraille bot", false);
    if (p.client) {
        p.session = client_session_of(p.client);
        code = play(&p);
    }
    client_close(&p.client);
    cli_bot_player_close(&p.player);
    return code;
}

#else

int cli_bot(const cli_args *args)
{
    (void)args;
    cli_error(N_("this muraille was built without online play (libwebsockets was missing)"),
              (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

#endif
