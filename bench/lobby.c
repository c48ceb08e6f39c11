/* SPDX-License-Identifier: MIT */
/* bench/lobby.c -- what a move costs the server without a network.
 *      lobby FOLDER [GAME [SEATS [json|bytes]]]
 * 500 tables of Die Mauer with four people each are played in one lobby on SQLite, in a file below this folder that is
 * synchronized with every batch. A player whose turn it is moves at once. The CPU time of the main thread, minus what
 * this program itself needs, is the lobby's part: parsing requests, checking them, writing messages. The CPU time of
 * the other threads is the store worker's. */
#include <assert.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/game.h"
#include "record/pack.h"
#include "server/lobby/lobby.h"

enum { TABLES = 500, SEATS_MAX = 6, MOVES = 200000 };
static const double seconds_max = 10;

typedef struct {
    lobby_conn *conn;
    char table[32], next[160]; /* the request to send next; "": none */
    uint64_t messages, bytes;
    int seat;
} player;

static player players[TABLES][SEATS_MAX];
static lobby *the_lobby;
static mur_rng rng;
static const char *game = "die-mauer", *form = "json";
static const mur_game *rules;
static int seats = 4;
static double own_cpu; /* spent in this program's callbacks, on the lobby's thread */

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- The transport: parsing messages costs the client, not the lobby, so its time is subtracted -- */

/* The reply to "create" names the table. */
static void store_table_id(player *p, const json_t *m)
{
    const char *table = json_string_value(json_object_get(m, "table"));
    if (table && !p->table[0])
        snprintf(p->table, sizeof p->table, "%s", table);
}

/* Moves are not sent from within a callback: the lobby is in the middle of its work then. */
static void plan_move(player *p, int ply, const char *move)
{
    snprintf(p->next, sizeof p->next, "{\"do\":\"move\",\"table\":\"%s\",\"ply\":%d,\"move\":\"%s\",\"id\":1}",
             p->table, ply, move);
}

/* Form "bytes": the position is a packed view, which holds the legal moves. */
static void choose_from_view(player *p, const char *letters)
{
    static union {
        mur_view base;
        unsigned char bytes[1 << 16];
    } view;
    static mur_buffer bytes;
    char move[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(move, sizeof move);
    mur_buffer_clear(&bytes);
    if (!mur_take_base64(mur_span_of(letters), &bytes) ||
        !mur_unpack_view(rules, (mur_span){ bytes.at, bytes.len }, &view.base) || view.base.n_moves == 0)
        return;
    rules->write_move(view.base.moves[mur_rng_below(&rng, view.base.n_moves)], &t);
    plan_move(p, (int)view.base.ply, move);
}

/* If the message has a position with legal moves, plans a random one. */
static void choose(player *p, const json_t *m)
{
    const json_t *position = json_object_get(m, "position"), *legal = json_object_get(position, "legal");
    const char *view = json_string_value(json_object_get(position, "view"));
    size_t n = json_array_size(legal);
    if (view)
        choose_from_view(p, view);
    else if (n > 0)
        plan_move(p, (int)json_integer_value(json_object_get(position, "ply")),
                  json_string_value(json_array_get(legal, mur_rng_below(&rng, (uint32_t)n))));
}

/* The lobby's outgoing message for one player. */
static void on_message(void *context, void *peer, out_message *n)
{
    double before = seconds(CLOCK_THREAD_CPUTIME_ID);
    player *p = peer;
    mur_span text = out_message_text(n);
    (void)context;
    assert(p->conn && text.len > 0);
    p->messages++;
    p->bytes += text.len;
    json_t *m = json_loadb(text.at, text.len, 0, NULL);
    store_table_id(p, m);
    choose(p, m);
    json_decref(m);
    own_cpu += seconds(CLOCK_THREAD_CPUTIME_ID) - before;
}

/* The lobby must not close any connection here. */
static void on_close(void *context, void *peer, int code, const char *why)
{
    (void)context, (void)peer;
    fprintf(stderr, "bench/lobby: a connection was closed: %d %s\n", code, why);
    exit(1);
}

static void on_hook(void *context, const char *url, mur_span text)
{
    (void)context, (void)url, (void)text;
}

/* -- Players -- */

/* Lets the lobby work until nothing is being written and no bot is searching. */
static void wait_until_idle(void)
{
    lobby_stats n;
    for (lobby_get_stats(the_lobby, &n); n.store_jobs > 0 || n.pool_jobs > 0; lobby_get_stats(the_lobby, &n)) {
        struct pollfd wait = { .fd = lobby_fd(the_lobby), .events = POLLIN };
        poll(&wait, 1, 100);
        lobby_process_results(the_lobby);
    }
}

static void send_text(player *p, const char *message)
{
    lobby_receive(the_lobby, p->conn, mur_span_of(message));
}

/* Sends each player's message, if there is one, and waits until all are handled. */
static void send_to_all(const char *(*message)(player *p))
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++)
            if (message(&players[t][i]))
                send_text(&players[t][i], message(&players[t][i]));
    wait_until_idle();
}

static char request[512];

/* The requests of the online protocol (docs/protocol.md), one function each. NULL: this player sends nothing.
 * The text is in a static buffer, since only one is sent at a time. */
static const char *hello(player *p)
{
    (void)p;
    return "{\"do\":\"hello\",\"v\":1,\"id\":0}";
}

/* Only the first player of a table creates it, with the other seats open. */
static const char *create(player *p)
{
    mur_text t = mur_text_on(request, sizeof request);
    if (p->seat > 0)
        return NULL;
    mur_put(&t, "{\"do\":\"create\",\"game\":\"");
    mur_put(&t, game);
    mur_put(&t, "\",\"seats\":[\"me\"");
    for (int i = 1; i < seats; i++)
        mur_put(&t, ",\"open\"");
    mur_put(&t, "],\"id\":0}");
    return request;
}

static const char *open_table(player *p)
{
    snprintf(request, sizeof request, "{\"do\":\"open\",\"table\":\"%s\",\"form\":\"%s\",\"id\":0}", p->table, form);
    return request;
}

/* The creator has a seat already. */
static const char *sit(player *p)
{
    snprintf(request, sizeof request, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d,\"id\":0}", p->table, p->seat + 1);
    return p->seat > 0 ? request : NULL;
}

/* Connects all players; the first of each table creates it, then all open it and sit down. */
static void seat_everybody(void)
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++) {
            players[t][i] = (player){ .seat = i };
            players[t][i].conn = lobby_connect(the_lobby, &players[t][i], mur_span_of("192.0.2.1"));
        }
    send_to_all(hello);
    send_to_all(create);
    for (int t = 0; t < TABLES; t++)
        for (int i = 1; i < seats; i++)
            memcpy(players[t][i].table, players[t][0].table, sizeof players[t][i].table);
    send_to_all(open_table);
    send_to_all(sit);
}

/* Sends every planned move, one for each player at most; returns how many. The message is copied first: the reply may
 * plan the next one. */
static int play_round(void)
{
    int n = 0;
    char message[sizeof players[0][0].next];
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++) {
            player *p = &players[t][i];
            if (!p->next[0])
                continue;
            memcpy(message, p->next, sizeof message);
            p->next[0] = '\0';
            send_text(p, message);
            n++;
        }
    return n;
}

/* CPU times per move, and how many messages and bytes a move causes. */
static void print_costs(uint64_t moves, double wall, double loop, double all)
{
    uint64_t messages = 0, bytes = 0;
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++) {
            messages += players[t][i].messages;
            bytes += players[t][i].bytes;
        }
    printf("%s, %d seats, %s: %llu moves, %.0f a second\n", game, seats, form, (unsigned long long)moves,
           (double)moves / wall);
    printf("CPU of a move in microseconds: %.1f in the loop, %.1f in the store worker\n", loop / (double)moves * 1e6,
           (all - loop) / (double)moves * 1e6);
    printf("messages of a move: %.2f, bytes each: %.0f\n", (double)messages / (double)moves,
           (double)bytes / (double)messages);
}

/* Plays rounds until there are enough moves or the time is up. `loop` is the CPU time of this thread, `all` that of the
 * process. */
static void measure(void)
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++)
            players[t][i].messages = players[t][i].bytes = 0;
    lobby_stats before, now;
    lobby_get_stats(the_lobby, &before);
    own_cpu = 0;
    double wall = seconds(CLOCK_MONOTONIC), loop = seconds(CLOCK_THREAD_CPUTIME_ID),
           all = seconds(CLOCK_PROCESS_CPUTIME_ID);
    do {
        if (play_round() == 0)
            break;
        wait_until_idle();
        lobby_get_stats(the_lobby, &now);
    } while (now.moves - before.moves < MOVES && seconds(CLOCK_MONOTONIC) - wall < seconds_max);
    wall = seconds(CLOCK_MONOTONIC) - wall;
    loop = seconds(CLOCK_THREAD_CPUTIME_ID) - loop - own_cpu;
    all = seconds(CLOCK_PROCESS_CPUTIME_ID) - all - own_cpu;
    print_costs(now.moves - before.moves, wall, loop, all);
}

/* Limits are set so high that they never apply. */
int main(int argc, char **argv)
{
    char path[1024], why[256] = "";
    if (argc < 2) {
        fputs("usage: lobby FOLDER [GAME [SEATS [json|bytes]]]\n", stderr);
        return 2;
    }
    game = argc > 2 ? argv[2] : game;
    seats = argc > 3 ? (int)strtol(argv[3], NULL, 10) : seats;
    form = argc > 4 ? argv[4] : form;
    rules = mur_game_of(mur_span_of(game));
    mur_rng_seed(&rng, 1);
    snprintf(path, sizeof path, "%s/bench-lobby.db", argv[1]);
    lobby_config plan = { .store = path,
                          .version = "1",
                          .bot_threads = 1,
                          .conns = TABLES * SEATS_MAX,
                          .tables = 2 * TABLES,
                          .requests_per_s = 1000000,
                          .newcomers_per_min = 1000000 };
    lobby_transport transport = { NULL, on_message, on_close, on_hook };
    if (lobby_open(&the_lobby, &plan, &transport, why) != STORE_OK) {
        fprintf(stderr, "%s: %s\n", path, why);
        return 1;
    }
    seat_everybody();
    measure();
    lobby_close(&the_lobby);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/bench-lobby.db%s", argv[1], (const char *[]){ "", "-wal", "-shm" }[i]);
        unlink(path);
    }
    return 0;
}
