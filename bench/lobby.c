/* SPDX-License-Identifier: MIT */
/* bench/hall.c -- what a move costs without a network.
 *     hall FOLDER [GAME [SEATS [json|bytes]]]
 * 500 tables of Die Mauer with four people each are played in a hall on SQLite, below this folder, in a file that is
 * synchronized with every batch. Whoever hears that it is their turn moves at once. The CPU time of the loop's thread
 * is the hall's part: reading requests, judging them, telling everybody; that of the clerk is the store's. */
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/game.h"
#include "record/pack.h"
#include "server/hall.h"

enum { TABLES = 500, SEATS_MAX = 6, MOVES = 200000 };
static const double seconds_max = 10;

typedef struct {
    hall_line *line;
    char table[32], next[160]; /* what it will say next; "": nothing */
    uint64_t heard, bytes;
    int seat, answers;
} player;

static player players[TABLES][SEATS_MAX];
static hall *h;
static mur_rng chance;
static const char *game = "die-mauer", *form = "json";
static const mur_game *g;
static int seats = 4;
static double own_cpu; /* spent by this program on understanding, not by the hall */

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- The door: whatever is understood here costs the client, not the hall -- */

static void remember_table(player *p, const json_t *m)
{
    const char *table = json_string_value(json_object_get(m, "table"));
    if (table && !p->table[0])
        snprintf(p->table, sizeof p->table, "%s", table);
}

static void plan_move(player *p, int ply, const char *move)
{
    snprintf(p->next, sizeof p->next, "{\"do\":\"move\",\"table\":\"%s\",\"ply\":%d,\"move\":\"%s\",\"id\":1}",
             p->table, ply, move);
}

static void choose_from_view(player *p, const char *letters)
{
    static union {
        mur_view base;
        unsigned char room[1 << 16];
    } view;
    static mur_buffer bytes;
    char move[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(move, sizeof move);
    mur_buffer_clear(&bytes);
    if (!mur_take_base64(mur_span_of(letters), &bytes) ||
        !mur_unpack_view(g, (mur_span){ bytes.at, bytes.len }, &view.base) || view.base.n_moves == 0)
        return;
    g->write_move(view.base.moves[mur_rng_below(&chance, view.base.n_moves)], &t);
    plan_move(p, (int)view.base.ply, move);
}

static void choose(player *p, const json_t *m)
{
    const json_t *position = json_object_get(m, "position"), *legal = json_object_get(position, "legal");
    const char *view = json_string_value(json_object_get(position, "view"));
    size_t n = json_array_size(legal);
    if (view)
        choose_from_view(p, view);
    else if (n > 0)
        plan_move(p, (int)json_integer_value(json_object_get(position, "ply")),
                  json_string_value(json_array_get(legal, mur_rng_below(&chance, (uint32_t)n))));
}

static void take(void *context, void *peer, note *n)
{
    double before = seconds(CLOCK_THREAD_CPUTIME_ID);
    player *p = peer;
    mur_span text = note_text(n);
    (void)context;
    p->heard++;
    p->bytes += text.len;
    json_t *m = json_loadb(text.at, text.len, 0, NULL);
    p->answers += json_object_get(m, "re") != NULL;
    remember_table(p, m);
    choose(p, m);
    json_decref(m);
    own_cpu += seconds(CLOCK_THREAD_CPUTIME_ID) - before;
}

static void end(void *context, void *peer, int code, const char *why)
{
    (void)context, (void)peer;
    fprintf(stderr, "bench/hall: a line was ended: %d %s\n", code, why);
    exit(1);
}

static void call(void *context, const char *url, mur_span text)
{
    (void)context, (void)url, (void)text;
}

/* -- Players -- */

static void rest(void)
{
    hall_counts n;
    for (hall_count(h, &n); n.writing > 0 || n.thinking > 0; hall_count(h, &n)) {
        struct pollfd wait = { .fd = hall_fd(h), .events = POLLIN };
        poll(&wait, 1, 100);
        hall_go_on(h);
    }
}

static void say(player *p, const char *message)
{
    hall_hear(h, p->line, mur_span_of(message));
}

static void say_all(const char *(*message)(player *p))
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++)
            if (message(&players[t][i]))
                say(&players[t][i], message(&players[t][i]));
    rest();
}

static char said[512];

static const char *hello(player *p)
{
    (void)p;
    return "{\"do\":\"hello\",\"v\":1,\"id\":0}";
}

static const char *create(player *p)
{
    mur_text t = mur_text_on(said, sizeof said);
    if (p->seat > 0)
        return NULL;
    mur_put(&t, "{\"do\":\"create\",\"game\":\"");
    mur_put(&t, game);
    mur_put(&t, "\",\"seats\":[\"me\"");
    for (int i = 1; i < seats; i++)
        mur_put(&t, ",\"open\"");
    mur_put(&t, "],\"id\":0}");
    return said;
}

static const char *open_table(player *p)
{
    snprintf(said, sizeof said, "{\"do\":\"open\",\"table\":\"%s\",\"form\":\"%s\",\"id\":0}", p->table, form);
    return said;
}

static const char *sit(player *p)
{
    snprintf(said, sizeof said, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d,\"id\":0}", p->table, p->seat + 1);
    return p->seat > 0 ? said : NULL;
}

static void begin(void)
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++) {
            players[t][i] = (player){ .seat = i };
            players[t][i].line = hall_enter(h, &players[t][i], mur_span_of("192.0.2.1"));
        }
    say_all(hello);
    say_all(create);
    for (int t = 0; t < TABLES; t++)
        for (int i = 1; i < seats; i++)
            memcpy(players[t][i].table, players[t][0].table, sizeof players[t][i].table);
    say_all(open_table);
    say_all(sit);
}

/* One round: everybody who can moves. Returns how many did. */
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
            say(p, message);
            n++;
        }
    return n;
}

static void print_costs(uint64_t moves, double wall, double loop, double all)
{
    uint64_t heard = 0, bytes = 0;
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++) {
            heard += players[t][i].heard;
            bytes += players[t][i].bytes;
        }
    printf("%s, %d seats, %s: %llu moves, %.0f a second\n", game, seats, form, (unsigned long long)moves,
           (double)moves / wall);
    printf("CPU of a move in microseconds: %.1f in the loop, %.1f in the clerk\n", loop / (double)moves * 1e6,
           (all - loop) / (double)moves * 1e6);
    printf("messages of a move: %.2f, bytes each: %.0f\n", (double)heard / (double)moves,
           (double)bytes / (double)heard);
}

static void measure(void)
{
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < seats; i++)
            players[t][i].heard = players[t][i].bytes = 0;
    hall_counts before, now;
    hall_count(h, &before);
    own_cpu = 0;
    double wall = seconds(CLOCK_MONOTONIC), loop = seconds(CLOCK_THREAD_CPUTIME_ID),
           all = seconds(CLOCK_PROCESS_CPUTIME_ID);
    do {
        if (play_round() == 0)
            break;
        rest();
        hall_count(h, &now);
    } while (now.moves - before.moves < MOVES && seconds(CLOCK_MONOTONIC) - wall < seconds_max);
    wall = seconds(CLOCK_MONOTONIC) - wall;
    loop = seconds(CLOCK_THREAD_CPUTIME_ID) - loop - own_cpu;
    all = seconds(CLOCK_PROCESS_CPUTIME_ID) - all - own_cpu;
    print_costs(now.moves - before.moves, wall, loop, all);
}

int main(int argc, char **argv)
{
    char path[1024], why[256] = "";
    if (argc < 2) {
        fputs("usage: hall FOLDER [GAME [SEATS [json|bytes]]]\n", stderr);
        return 2;
    }
    game = argc > 2 ? argv[2] : game;
    seats = argc > 3 ? (int)strtol(argv[3], NULL, 10) : seats;
    form = argc > 4 ? argv[4] : form;
    g = mur_game_of(mur_span_of(game));
    mur_rng_seed(&chance, 1);
    snprintf(path, sizeof path, "%s/bench-hall.db", argv[1]);
    hall_plan plan = { .store = path,
                       .version = "1",
                       .thinkers = 1,
                       .lines = TABLES * SEATS_MAX,
                       .tables = 2 * TABLES,
                       .requests_per_s = 1000000,
                       .newcomers_per_min = 1000000 };
    hall_door door = { NULL, take, end, call };
    if (hall_open(&h, &plan, &door, why) != STORE_OK) {
        fprintf(stderr, "%s: %s\n", path, why);
        return 1;
    }
    begin();
    measure();
    hall_close(&h);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/bench-hall.db%s", argv[1], (const char *[]){ "", "-wal", "-shm" }[i]);
        unlink(path);
    }
    return 0;
}
