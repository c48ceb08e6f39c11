/* SPDX-License-Identifier: MIT */
/* `muraille bot`: a bot takes a seat at a table of a server and plays the game to its end, whatever happens to the
 * connection and to the server meanwhile. */
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

#if HAS_CLIENT

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/mind.h"
#include "cli/visit.h"
#include "engine/say.h"

enum {
    GOES_ON = -1,
    LOOK_MS = 1000,  /* how often to look around when nothing happens */
    FAREWELL_S = 10, /* how long it may take to give the seat up */
    RETRY_S = 1      /* after the server was too busy for a move */
};

typedef struct {
    const cli_args *args;
    client *client;
    client_talk *talk;
    cli_mind *mind;
    bool was_here, has_sat; /* for what is told */
    bool is_leaving;
    time_t until; /* then, when to leave without an answer */
    time_t retry; /* not before this is a move sent again */
    bool has_moved;
    uint32_t moved_anew; /* where the game was when we moved: nothing is done until it goes on */
    size_t moved_plies;
} performer;

static volatile sig_atomic_t is_told_to_leave;

static void on_signal(int signal_number)
{
    (void)signal_number;
    is_told_to_leave = 1;
}

static time_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* -- Telling -- */

static void tell_contact(performer *p)
{
    bool is_here = client_talk_is_here(p->talk);
    if (is_here == p->was_here)
        return;
    if (!is_here && !client_is_asking(p->talk, CLIENT_OPENING))
        cli_complain(N_("the connection is lost; it is tried again"), (const mur_place[]){ { 0 } });
    p->was_here = is_here;
}

static void tell_seat(performer *p, const client_room *r)
{
    char seat[16];
    mur_text t = mur_text_on(seat, sizeof seat);
    if (p->has_sat)
        return;
    p->has_sat = true;
    mur_put_int(&t, r->my_seat + 1);
    cli_say(stdout, N_("{game}: the bot has seat {n}."),
            (const mur_place[]){ { "game", mur_span_of(r->game->name) }, { "n", mur_span_of(seat) }, { 0 } });
    putchar('\n');
    fflush(stdout);
}

/* -- Leaving -- */

/* The server's own bot plays on. */
static int leave(performer *p)
{
    if (!p->has_sat)
        return CLI_FAILED;
    p->is_leaving = true;
    p->until = now() + FAREWELL_S;
    client_stand(p->talk);
    return GOES_ON;
}

static int wait_to_leave(performer *p)
{
    client_outcome o;
    bool is_done = client_take_outcome(p->talk, CLIENT_STAND, &o) && o.how != CLIENT_LOST;
    if (is_done || now() > p->until || client_talk_fault(p->talk))
        return CLI_FAILED;
    if (!client_is_asking(p->talk, CLIENT_STAND))
        client_stand(p->talk);
    return GOES_ON;
}

static int fail(performer *p)
{
    cli_complain(N_("the bot has failed: {why}; the server plays on for it"),
                 (const mur_place[]){ { "why", mur_span_of(cli_mind_fault(p->mind)) }, { 0 } });
    return leave(p);
}

/* -- The seat -- */

static int refuse(const char *why)
{
    cli_complain(why, (const mur_place[]){ { 0 } });
    return CLI_BAD;
}

static bool is_open(const client_seat *s)
{
    return !s->is_person && !s->bot[0];
}

static int sit_down(performer *p, const client_room *r)
{
    bool is_any = p->args->seat == CLI_NOT_GIVEN;
    int wanted = p->args->seat - 1;
    if (r->state != CLIENT_OPEN)
        return refuse(N_("the game has begun without us"));
    if (!cli_mind_can_play(p->mind, r))
        return CLI_BAD;
    if (is_any)
        for (wanted = 0; wanted < r->seats && !is_open(&r->seat[wanted]);)
            wanted++;
    else if (wanted < 0 || wanted >= r->seats)
        return refuse(N_("the table has no such seat"));
    if (wanted == r->seats || !is_open(&r->seat[wanted]))
        return refuse(is_any ? N_("no seat is free") : N_("this seat is not free"));
    client_sit(p->talk, wanted);
    return GOES_ON;
}

/* We have a seat: does it have us? */
static int keep_seat(performer *p, const client_room *r)
{
    const client_seat *s = &r->seat[r->my_seat];
    if (p->args->seat != CLI_NOT_GIVEN && p->args->seat != r->my_seat + 1)
        return refuse(N_("we sit at another seat of this table already"));
    if (!cli_mind_can_play(p->mind, r))
        return CLI_BAD;
    if (s->is_kept || (r->state == CLIENT_PLAYING && s->bot[0]))
        client_sit(p->talk, r->my_seat);
    else
        tell_seat(p, r);
    return GOES_ON;
}

static int look_after_seat(performer *p, const client_room *r)
{
    client_outcome o;
    bool is_news = client_take_outcome(p->talk, CLIENT_SIT, &o);
    bool is_taken = is_news && o.how == CLIENT_REFUSED && strcmp(o.code, "taken") == 0;
    if (is_taken || (is_news && o.how == CLIENT_DONE)) {
        client_reopen(p->talk); /* now we see with the eyes of the seat, or who was first */
        return GOES_ON;
    }
    if (is_news && o.how == CLIENT_REFUSED) {
        cli_complain(N_("the server gives us no seat: {why}"),
                     (const mur_place[]){ { "why", mur_span_of(o.why) }, { 0 } });
        return CLI_BAD;
    }
    if (client_is_asking(p->talk, CLIENT_SIT))
        return GOES_ON;
    return r->my_seat < 0 ? sit_down(p, r) : keep_seat(p, r);
}

/* -- Moving -- */

/* A move that was lost on its way is seen by looking; one that came too late, too. */
static void look_after_move(performer *p)
{
    client_outcome o;
    if (!client_take_outcome(p->talk, CLIENT_MOVE, &o) || o.how == CLIENT_DONE)
        return;
    p->has_moved = false;
    if (o.how == CLIENT_LOST)
        return;
    p->retry = now() + RETRY_S;
    client_reopen(p->talk);
}

static bool is_waiting(const performer *p, const client_room *r)
{
    bool is_same = p->has_moved && p->moved_anew == r->anew && p->moved_plies == r->told->plies;
    return is_same || client_is_asking(p->talk, CLIENT_MOVE) || now() < p->retry;
}

static int move(performer *p, const client_room *r)
{
    mur_view *v = mur_new(r->game->view_size);
    int code = GOES_ON;
    look_after_move(p);
    if (client_talk_is_here(p->talk) && client_room_may_move(r, v) && !is_waiting(p, r)) {
        mur_move m = cli_mind_choose(p->mind, r, v);
        if (!m)
            code = fail(p);
        else if (client_move(p->talk, m)) {
            p->has_moved = true;
            p->moved_anew = r->anew;
            p->moved_plies = r->told->plies;
        }
    }
    free(v);
    return code;
}

/* -- The table -- */

static int finish(performer *p, const client_room *r)
{
    if (!p->has_sat)
        return refuse(N_("the game at this table is over"));
    cli_mind_end(p->mind, r);
    return cli_visit_tell_result(r) ? CLI_OK : CLI_FAILED;
}

static int attend(performer *p)
{
    const client_room *r = client_talk_room(p->talk);
    int code = GOES_ON;
    if (p->is_leaving)
        return wait_to_leave(p);
    if (client_talk_fault(p->talk))
        return cli_visit_tell_fault(client_talk_fault(p->talk));
    if (is_told_to_leave)
        return leave(p);
    tell_contact(p);
    if (!client_talk_is_here(p->talk))
        return GOES_ON;
    switch (r->state) {
    case CLIENT_OPEN:
        return look_after_seat(p, r);
    case CLIENT_PLAYING:
        code = look_after_seat(p, r);
        return code == GOES_ON ? move(p, r) : code;
    case CLIENT_OVER:
        return finish(p, r);
    case CLIENT_CLOSED:
        break;
    }
    cli_complain(N_("the table was closed"), (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

static int play(performer *p)
{
    int code;
    while ((code = attend(p)) == GOES_ON) {
        struct pollfd f = { .fd = client_fd(p->client), .events = POLLIN };
        poll(&f, 1, LOOK_MS);
        client_attend(p->client);
    }
    return code;
}

int cli_bot(const cli_args *args)
{
    client_link link;
    performer p = { .args = args };
    int code = CLI_BAD;
    if (!cli_visit_read_link(args->url, &link) || !(p.mind = cli_mind_open(args)))
        return CLI_BAD;
    const struct sigaction stop = { .sa_handler = on_signal };
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    code = CLI_FAILED;
    p.client = cli_visit_open(&link, args, "muraille bot", false);
    if (p.client) {
        p.talk = client_talk_of(p.client);
        code = play(&p);
    }
    client_close(&p.client);
    cli_mind_close(&p.mind);
    return code;
}

#else

int cli_bot(const cli_args *args)
{
    (void)args;
    cli_complain(N_("this muraille was built without tables online (libwebsockets was missing)"),
                 (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

#endif
