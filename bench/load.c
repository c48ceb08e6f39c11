/* SPDX-License-Identifier: MIT */
/* bench/load.c -- plays whole games at a server, as clients do, and prints what they cost it.
 *      load [--connections 2000] [--tables 500] [--seconds 10] [--rate 0] [--game GAME]
 *           [--idle 0] [--half-open 0]         additional connections that only say hello, or send nothing
 *           [--finished 0]                     finished games to put into the store first
 *           [--hands 0]                        of a game of Die Mauer, to make it longer than usual
 *           --server PROGRAM [--store WHERE]   starts it, on one core and with limits that let one address do all this
 *           --port N [--pid N]                 or uses a running one
 * Guests say hello, sit down at tables of all three games in turn, and play random legal moves: `rate` moves a second
 * in all or, with 0, the next one as soon as it is their turn. "answered" is the time from sending a move until the
 * server's reply that it is on disk. CPU time and memory are the server's, from /proc; the two halves of the time are
 * printed separately, because games grow longer meanwhile. Everything runs in one thread, on libuv's loop. The ids of
 * requests say what they are: 0 hello, 1 move, 2 create, 3 open, 4 sit, 5 leave. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "bench/load_conn.h"
#include "bench/load_server.h"
#include "engine/game.h"
#include "engine/rng.h"
#include "record/pack.h"

enum {
    CONNECTING_MAX = 100, /* at once */
    SEATS = 6,
    REQUEST = 512,
    TABLE_TEXT = 32,
    VIEW_HEAD = 12, /* base64 characters of a packed view that contain ply and to_act */
    BIN_US = 20,    /* width of a bin of the histogram of answer times */
    BINS = 500000,  /* up to ten seconds */
    PAUSE_MS = 1000 /* between phases, so that the server finishes what it is doing */
};

/* -- Players, and the tables they share -- */

typedef struct table table;

typedef struct player {
    /* One guest: a connection, a seat, and the latest view. */
    load_conn conn; /* must be first: see load_conn.h */
    table *table;   /* NULL: idle */
    int seat;
    bool has_moved; /* and waits for the answer */
    bool is_queued; /* it is the player's turn; in the queue if moves have a rate */
    double moved_at;
    mur_view *view;
    struct player *next;
} player;

/* One table: the players who share it. The first one creates it, again and again. */
struct table {
    const mur_game *game;
    player *players[SEATS];
    int n, n_watching; /* players; how many have opened the table */
    char id[TABLE_TEXT];
};

static struct {
    int connections, n_tables, idle, half_open, finished, hands, seconds, rate, port, pid;
    const char *program, *store, *game;
} plan = { .connections = 2000, .n_tables = 500, .seconds = 10 };

static player *players;
static table *tables;
static int n_players, n_ready, n_connecting, next_player;
static player *first_due, **last_due = &first_due; /* with a rate: whose turn it is */
static uv_loop_t loop;
static mur_rng rng;
static bool is_measuring;
static uint64_t n_moves, n_games, n_stale, n_refused, n_bytes, n_messages;
static uint32_t *bins;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Any unexpected message ends the run: numbers of a run with errors would be worthless. */
static void die(const char *why, mur_span more)
{
    fprintf(stderr, "bench/load: %s %.*s\n", why, (int)more.len, more.at);
    exit(1);
}

/* -- Texts -- */

/* What follows this word in a message; empty if it does not occur. Messages are searched, not parsed: this program must
 * be cheaper than the server, and knows what its messages look like. */
static mur_span text_after(mur_span text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = text.at; (at = memchr(at, *word, text.len - (size_t)(at - text.at))); at++) {
        size_t left = text.len - (size_t)(at - text.at);
        if (left < n)
            break;
        if (memcmp(at, word, n) == 0)
            return (mur_span){ at + n, left - n };
    }
    return (mur_span){ "", 0 };
}

static mur_span up_to_quote(mur_span s)
{
    const char *end = memchr(s.at, '"', s.len);
    return (mur_span){ s.at, end ? (size_t)(end - s.at) : s.len };
}

static void send_text(player *p, const char *text)
{
    load_conn_send(&p->conn, mur_span_of(text));
}

/* -- Moves -- */

/* Sends a random legal move of the latest view. */
static void move(player *p)
{
    char text[REQUEST], notation[64];
    mur_text t = mur_text_on(notation, sizeof notation);
    const mur_view *v = p->view;
    assert(p->table && v->n_moves > 0);
    p->table->game->write_move(v->moves[mur_rng_below(&rng, v->n_moves)], &t);
    snprintf(text, sizeof text, "{\"do\":\"move\",\"table\":\"%s\",\"ply\":%u,\"move\":\"%s\",\"id\":1}", p->table->id,
             (unsigned)v->ply, notation);
    p->has_moved = true;
    p->is_queued = false;
    p->moved_at = now();
    send_text(p, text);
}

/* It is the player's turn: moves at once, or, if moves have a rate, joins the queue. */
static void on_turn(player *p)
{
    if (p->is_queued || p->has_moved)
        return;
    p->is_queued = true;
    if (plan.rate == 0) {
        move(p);
        return;
    }
    p->next = NULL;
    *last_due = p;
    last_due = &p->next;
}

/* Lets as many queued players move as the rate allows by now. Allowance that nobody could use expires after 10 ms, so
 * that there are no bursts. */
static void on_millisecond(uv_timer_t *timer)
{
    static double last, allowed;
    double t = now();
    (void)timer;
    allowed += last > 0 ? (t - last) * plan.rate : 0;
    last = t;
    while (allowed >= 1 && first_due) {
        player *p = first_due;
        first_due = p->next;
        if (!first_due)
            last_due = &first_due;
        move(p);
        allowed -= 1;
    }
    if (!first_due && allowed > plan.rate / 100.0)
        allowed = plan.rate / 100.0;
}

/* -- A game -- */

static void create(table *t)
{
    char text[REQUEST];
    mur_text w = mur_text_on(text, sizeof text);
    mur_put(&w, "{\"do\":\"create\",\"id\":2,\"game\":\"");
    mur_put(&w, t->game->id);
    mur_put(&w, "\",\"seats\":[\"me\"");
    for (int i = 1; i < t->n; i++)
        mur_put(&w, ",\"open\"");
    mur_put(&w, "]");
    if (plan.hands > 0 && strcmp(t->game->id, "die-mauer") == 0) {
        mur_put(&w, ",\"options\":{\"hands\":\"");
        mur_put_int(&w, plan.hands);
        mur_put(&w, "\"}");
    }
    mur_put(&w, "}");
    t->n_watching = 0;
    send_text(t->players[0], text);
}

static void open_table(player *p)
{
    char text[REQUEST];
    snprintf(text, sizeof text, "{\"do\":\"open\",\"table\":\"%s\",\"form\":\"bytes\",\"id\":3}", p->table->id);
    send_text(p, text);
}

static void sit(player *p)
{
    char text[REQUEST];
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d,\"id\":4}", p->table->id, p->seat + 1);
    send_text(p, text);
}

/* All players watch the table before the last ones sit down, so that nobody misses the beginning. */
static void on_watching(table *t)
{
    if (++t->n_watching == t->n)
        for (int i = 1; i < t->n; i++)
            sit(t->players[i]);
}

static void leave(player *p)
{
    char text[REQUEST];
    snprintf(text, sizeof text, "{\"do\":\"leave\",\"table\":\"%s\",\"id\":5}", p->table->id);
    send_text(p, text);
}

/* When all players of a table have seen the end, the next game begins. */
static void on_game_over(player *p)
{
    table *t = p->table;
    leave(p);
    if (--t->n_watching > 0)
        return;
    n_games++;
    create(t);
}

/* A position arrives. Its first bytes say whether the game is over and who may act; the rest is only unpacked if it is
 * this player's turn. */
static void on_view(player *p, mur_span letters)
{
    static mur_buffer bytes;
    const mur_game *g = p->table->game;
    mur_view head = { 0 };
    mur_buffer_clear(&bytes);
    if (letters.len < VIEW_HEAD || !mur_take_base64((mur_span){ letters.at, VIEW_HEAD }, &bytes))
        die("no view:", letters);
    memcpy(&head.ply, bytes.at, bytes.len);
    if (head.to_act == 0) {
        on_game_over(p);
        return;
    }
    if (!(head.to_act >> p->seat & 1))
        return;
    mur_buffer_clear(&bytes);
    if (!mur_take_base64(letters, &bytes) || !mur_unpack_view(g, (mur_span){ bytes.at, bytes.len }, p->view))
        die("not a view:", letters);
    on_turn(p);
}

/* -- Messages -- */

/* Only answers within the measuring time count. */
static void count_answer(const player *p)
{
    double bin = (now() - p->moved_at) * 1e6 / BIN_US;
    if (!is_measuring)
        return;
    n_moves++;
    bins[bin < BINS ? (int)bin : BINS - 1]++;
}

/* The reply to a request, by its id. A move may be refused as stale if a newer position was on its way. */
static void on_reply(player *p, mur_span text, int id)
{
    bool is_ok = text_after(text, "\"ok\":true").len > 0;
    table *t = p->table;
    if (id == 1) {
        p->has_moved = false;
        if (is_ok)
            count_answer(p);
        else if (text_after(text, "\"error\":\"stale\"").len > 0)
            n_stale++;
        else
            n_refused++;
        if (!is_ok)
            on_turn(p); /* the position is unchanged, unless a newer one is on its way */
        return;
    }
    if (!is_ok)
        die("refused:", text);
    if (id == 0)
        n_ready++;
    else if (id == 2) {
        mur_span name = up_to_quote(text_after(text, "\"table\":\""));
        snprintf(t->id, sizeof t->id, "%.*s", (int)name.len, name.at);
        for (int i = 0; i < t->n; i++)
            open_table(t->players[i]);
    } else if (id == 3) {
        on_watching(t);
    }
}

/* Any message: a reply has "re" at its beginning; each may contain a view. */
static void on_text(load_conn *l, mur_span text)
{
    player *p = (player *)l;
    mur_span re = text_after(text, "\"re\":");
    n_bytes += text.len;
    n_messages++;
    if (re.len > 0 && text.len - re.len < 8) /* at its beginning */
        on_reply(p, text, *re.at - '0');
    if (!p->table)
        return;
    mur_span view = text_after(text, "\"view\":\"");
    if (view.len > 0)
        on_view(p, up_to_quote(view));
}

static void on_opened(load_conn *l)
{
    n_connecting--;
    send_text((player *)l, "{\"do\":\"hello\",\"v\":1,\"id\":0}");
}

static void on_ended(load_conn *l, const char *why, mur_span more)
{
    (void)l;
    die(why, more);
}

/* -- Phases -- */

/* Connects players up to this number, at most CONNECTING_MAX at once, and waits until all have been greeted. */
static void connect_until(int n)
{
    while (n_ready < n) {
        while (next_player < n && n_connecting < CONNECTING_MAX && next_player - n_ready < 4 * CONNECTING_MAX) {
            n_connecting++;
            load_conn_open(&players[next_player++].conn, plan.port);
        }
        uv_run(&loop, UV_RUN_ONCE);
    }
}

static void on_timer(uv_timer_t *timer)
{
    (void)timer;
}

/* Runs the loop for a while; a timer wakes it up if nothing else happens. */
static void run_for(double seconds)
{
    uv_timer_t end;
    double stop = now() + seconds;
    uv_timer_init(&loop, &end);
    uv_timer_start(&end, on_timer, (uint64_t)(seconds * 1000), 0);
    while (now() < stop)
        uv_run(&loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&end, NULL);
    uv_run(&loop, UV_RUN_NOWAIT);
}

/* Distributes the players over the tables; the rest, if any, stay idle. */
static void seat_players(void)
{
    int each = plan.connections / plan.n_tables;
    for (int i = 0; i < plan.n_tables; i++) {
        table *t = &tables[i];
        t->game = plan.game ? mur_game_of(mur_span_of(plan.game)) : mur_game_at(i % 3);
        if (!t->game || each < t->game->seats_min || each > t->game->seats_max)
            die("so many cannot play at a table of", mur_span_of(t->game ? t->game->id : plan.game));
        t->n = each;
        for (int seat = 0; seat < each; seat++) {
            player *p = &players[i * each + seat];
            t->players[seat] = p;
            p->table = t;
            p->seat = seat;
            p->view = mur_new(t->game->view_size);
        }
    }
}

/* Do all players of all tables watch theirs? */
static bool are_all_playing(void)
{
    for (int i = 0; i < plan.n_tables; i++)
        if (tables[i].n_watching < tables[i].n)
            return false;
    return true;
}

/* From the histogram of answer times, in milliseconds. */
static double percentile(double share)
{
    uint64_t all = (uint64_t)((double)n_moves * share), sum = 0;
    assert(share >= 0 && share < 1);
    for (int i = 0; i < BINS; i++)
        if ((sum += bins[i]) > all)
            return (i + 0.5) * BIN_US / 1000;
    return (double)BINS * BIN_US / 1000;
}

/* All counters at one moment. */
typedef struct {
    double wall, server, own; /* seconds; of CPU time */
    uint64_t moves, bytes, messages;
} sums;

/* All counters at this moment; measure() takes differences. */
static sums sum_up(void)
{
    struct timespec own;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    return (sums){ .wall = now(),
                   .server = load_server_cpu(plan.pid),
                   .own = (double)own.tv_sec + (double)own.tv_nsec * 1e-9,
                   .moves = n_moves,
                   .bytes = n_bytes,
                   .messages = n_messages };
}

/* CPU seconds per 1000 moves between two moments. */
static double cpu_between(const sums *a, const sums *b)
{
    return b->moves > a->moves ? (b->server - a->server) / (double)(b->moves - a->moves) * 1000 : 0;
}

/* One second to warm up, then two halves of the measuring time. */
static void measure(void)
{
    run_for(1); /* warm up */
    is_measuring = true;
    sums begin = sum_up();
    run_for(plan.seconds / 2.0);
    sums middle = sum_up();
    run_for(plan.seconds / 2.0);
    sums end = sum_up();
    is_measuring = false;
    double wall = end.wall - begin.wall, moves = n_moves > 0 ? (double)n_moves : 1;
    printf("moves                 %10.0f /s, %llu in %.1f s; %llu games over, %llu stale, %llu refused\n", moves / wall,
           (unsigned long long)n_moves, wall, (unsigned long long)n_games, (unsigned long long)n_stale,
           (unsigned long long)n_refused);
    printf("server                %10.4f CPU s for 1000 moves, %.0f %% of a core; first half %.4f, second %.4f\n",
           cpu_between(&begin, &end), (end.server - begin.server) / wall * 100, cpu_between(&begin, &middle),
           cpu_between(&middle, &end));
    printf("answered              %10.1f ms at the median, 90 %% %.1f, 99 %% %.1f, 99.9 %% %.1f\n", percentile(0.5),
           percentile(0.9), percentile(0.99), percentile(0.999));
    printf("messages              %10.1f for a move, %.0f bytes each\n",
           (double)(end.messages - begin.messages) / moves,
           (double)(end.bytes - begin.bytes) / (double)(end.messages - begin.messages));
    printf("this program          %10.4f CPU s for 1000 moves\n", (end.own - begin.own) / moves * 1000);
}

static void print_memory(const char *what, int n, long before)
{
    if (n > 0)
        printf("%-21s %10.1f KB each, for %d\n", what, (double)(load_server_memory(plan.pid) - before) / n, n);
}

/* The phases: connections, idle connections, half-open ones, then games; memory is printed after each. */
static void run(void)
{
    uv_timer_t pace;
    long before = load_server_memory(plan.pid);
    connect_until(plan.connections);
    run_for(PAUSE_MS / 1000.0);
    print_memory("connections", plan.connections, before);
    before = load_server_memory(plan.pid);
    connect_until(plan.connections + plan.idle);
    run_for(PAUSE_MS / 1000.0);
    print_memory("idle connections", plan.idle, before);
    before = load_server_memory(plan.pid);
    load_server_open_half(plan.port, plan.half_open);
    run_for(PAUSE_MS / 1000.0);
    print_memory("half-open connections", plan.half_open, before);
    before = load_server_memory(plan.pid);
    uv_timer_init(&loop, &pace);
    if (plan.rate > 0)
        uv_timer_start(&pace, on_millisecond, 1, 1);
    for (int i = 0; i < plan.n_tables; i++)
        create(&tables[i]);
    while (!are_all_playing())
        uv_run(&loop, UV_RUN_ONCE);
    measure();
    print_memory("tables", plan.n_tables, before);
}

/* -- The program -- */

/* "--name value" pairs; an unknown name or an impossible combination ends the program. */
static void read_options(int argc, char **argv)
{
    const struct {
        const char *name;
        int *number;
        const char **text;
    } options[] = {
        { "--connections", &plan.connections, NULL },
        { "--tables", &plan.n_tables, NULL },
        { "--idle", &plan.idle, NULL },
        { "--half-open", &plan.half_open, NULL },
        { "--finished", &plan.finished, NULL },
        { "--hands", &plan.hands, NULL },
        { "--seconds", &plan.seconds, NULL },
        { "--rate", &plan.rate, NULL },
        { "--port", &plan.port, NULL },
        { "--pid", &plan.pid, NULL },
        { "--server", NULL, &plan.program },
        { "--store", NULL, &plan.store },
        { "--game", NULL, &plan.game },
    };
    for (int i = 1; i < argc; i += 2) {
        size_t k = 0;
        while (k < sizeof options / sizeof options[0] && strcmp(argv[i], options[k].name) != 0)
            k++;
        if (k == sizeof options / sizeof options[0] || i + 1 == argc)
            die("what is", mur_span_of(argv[i]));
        if (options[k].number)
            *options[k].number = (int)strtol(argv[i + 1], NULL, 10);
        else
            *options[k].text = argv[i + 1];
    }
    if (plan.connections < 1 || plan.n_tables < 1 || plan.connections < plan.n_tables || plan.idle < 0 ||
        (!plan.port && !plan.program))
        die("--server PROGRAM or --port N is needed, and more connections than tables", (mur_span){ 0 });
}

int main(int argc, char **argv)
{
    read_options(argc, argv);
    setvbuf(stdout, NULL, _IOLBF, 0);
    mur_rng_seed(&rng, 1);
    if (plan.program)
        load_server_start(&(const load_server_config){ plan.program, plan.store,
                                                       plan.connections + plan.idle + plan.half_open, plan.finished },
                          &plan.port, &plan.pid);
    n_players = plan.connections + plan.idle;
    players = mur_new((size_t)n_players * sizeof *players);
    tables = mur_new((size_t)plan.n_tables * sizeof *tables);
    bins = mur_new(BINS * sizeof *bins);
    uv_loop_init(&loop);
    if (!load_conns_init(&loop, &(const load_events){ on_opened, on_text, on_ended }))
        die("libwebsockets cannot use libuv", (mur_span){ 0 });
    seat_players();
    run();
    return 0; /* the server is stopped at exit */
}
