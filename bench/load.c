/* SPDX-License-Identifier: MIT */
/* bench/load.c -- plays whole games at a server, as clients do, and tells what they cost it.
 *     load [--connections 2000] [--tables 500] [--seconds 10] [--rate 0] [--game GAME]
 *          [--idle 0] [--half-open 0]         connections in the background that say hello only, or not even that
 *          [--finished 0]                     games that are in the store already
 *          [--hands 0]                        of a game of Die Mauer, if it shall be longer than usual
 *          --server PROGRAM [--store WHERE]   starts it, on one core and with limits that let one address do all this
 *          --port N [--pid N]                 or goes to one that runs
 * Guests say hello, sit down at tables of all three games in turn, and play any legal move that their view has, a rate
 * of moves a second or, with 0, the next as soon as it is their turn. "answered" is the time from sending a move until
 * the server says that it is on disk. CPU time and memory are the server's, as Linux counts them for the process; the
 * two halves of the time are told apart, since games grow longer meanwhile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "bench/load_line.h"
#include "bench/load_server.h"
#include "engine/game.h"
#include "engine/rng.h"
#include "record/pack.h"

enum {
    CONNECTING_MAX = 100, /* at once */
    SEATS = 6,
    REQUEST = 512,
    TABLE_TEXT = 32,
    VIEW_HEAD = 12, /* letters that tell whose turn it is */
    BIN_US = 20,    /* of the distribution of times */
    BINS = 500000,  /* ten seconds */
    PAUSE_MS = 1000 /* between phases, for the server to come to rest */
};

/* -- Players, and the tables they share -- */

typedef struct table table;

typedef struct player {
    load_line line; /* first */
    table *table;   /* NULL: idle */
    int seat;
    bool has_moved; /* and waits for the answer */
    bool is_due;    /* it is their turn; in the queue if moves have a rate */
    double moved_at;
    mur_view *view;
    struct player *next;
} player;

struct table {
    const mur_game *game;
    player *players[SEATS];
    int n, sat; /* sat: players who listen */
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
static mur_rng chance;
static bool is_measuring;
static uint64_t n_moves, n_games, n_stale, n_refused, n_bytes, n_messages;
static uint32_t *bins;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(const char *why, mur_span more)
{
    fprintf(stderr, "bench/load: %s %.*s\n", why, (int)more.len, more.at);
    exit(1);
}

/* -- Texts -- */

/* What follows this word; empty: it is not there. */
static mur_span after(mur_span text, const char *word)
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

static mur_span until_quote(mur_span s)
{
    const char *end = memchr(s.at, '"', s.len);
    return (mur_span){ s.at, end ? (size_t)(end - s.at) : s.len };
}

static void say(player *p, const char *text)
{
    load_line_say(&p->line, mur_span_of(text));
}

/* -- Moves -- */

static void move(player *p)
{
    char text[REQUEST], notation[64];
    mur_text t = mur_text_on(notation, sizeof notation);
    const mur_view *v = p->view;
    p->table->game->write_move(v->moves[mur_rng_below(&chance, v->n_moves)], &t);
    snprintf(text, sizeof text, "{\"do\":\"move\",\"table\":\"%s\",\"ply\":%u,\"move\":\"%s\",\"id\":1}", p->table->id,
             (unsigned)v->ply, notation);
    p->has_moved = true;
    p->is_due = false;
    p->moved_at = now();
    say(p, text);
}

/* It is their turn. */
static void be_due(player *p)
{
    if (p->is_due || p->has_moved)
        return;
    p->is_due = true;
    if (plan.rate == 0) {
        move(p);
        return;
    }
    p->next = NULL;
    *last_due = p;
    last_due = &p->next;
}

/* As many moves as the rate allows by now. */
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
        allowed = plan.rate / 100.0; /* nobody is due: what could have been is not made up for at once */
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
    t->sat = 0;
    say(t->players[0], text);
}

static void listen_to(player *p)
{
    char text[REQUEST];
    snprintf(text, sizeof text, "{\"do\":\"open\",\"table\":\"%s\",\"form\":\"bytes\",\"id\":3}", p->table->id);
    say(p, text);
}

static void sit(player *p)
{
    char text[REQUEST];
    snprintf(text, sizeof text, "{\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d,\"id\":4}", p->table->id, p->seat + 1);
    say(p, text);
}

/* Everybody listens before the last ones sit down: nobody misses the beginning. */
static void sit_all(table *t)
{
    if (++t->sat == t->n)
        for (int i = 1; i < t->n; i++)
            sit(t->players[i]);
}

static void leave(player *p)
{
    char text[REQUEST];
    snprintf(text, sizeof text, "{\"do\":\"leave\",\"table\":\"%s\",\"id\":5}", p->table->id);
    say(p, text);
}

/* Everybody has seen the end: another game. */
static void see_end(player *p)
{
    table *t = p->table;
    leave(p);
    if (--t->sat > 0)
        return;
    n_games++;
    create(t);
}

/* The view of a message, if it is this player's turn. */
static void see(player *p, mur_span letters)
{
    static mur_buffer bytes;
    const mur_game *g = p->table->game;
    mur_view head = { 0 };
    mur_buffer_clear(&bytes);
    if (letters.len < VIEW_HEAD || !mur_take_base64((mur_span){ letters.at, VIEW_HEAD }, &bytes))
        give_up("no view:", letters);
    memcpy(&head.ply, bytes.at, bytes.len);
    if (head.to_act == 0) {
        see_end(p);
        return;
    }
    if (!(head.to_act >> p->seat & 1))
        return;
    mur_buffer_clear(&bytes);
    if (!mur_take_base64(letters, &bytes) || !mur_unpack_view(g, (mur_span){ bytes.at, bytes.len }, p->view))
        give_up("not a view:", letters);
    be_due(p);
}

/* -- Messages -- */

static void count_answer(const player *p)
{
    double bin = (now() - p->moved_at) * 1e6 / BIN_US;
    if (!is_measuring)
        return;
    n_moves++;
    bins[bin < BINS ? (int)bin : BINS - 1]++;
}

static void take_answer(player *p, mur_span text, int id)
{
    bool is_ok = after(text, "\"ok\":true").len > 0;
    table *t = p->table;
    if (id == 1) {
        p->has_moved = false;
        if (is_ok)
            count_answer(p);
        else if (after(text, "\"error\":\"stale\"").len > 0)
            n_stale++;
        else
            n_refused++;
        if (!is_ok)
            be_due(p); /* as it was; something newer may be on its way */
        return;
    }
    if (!is_ok)
        give_up("refused:", text);
    if (id == 0)
        n_ready++;
    else if (id == 2) {
        mur_span name = until_quote(after(text, "\"table\":\""));
        snprintf(t->id, sizeof t->id, "%.*s", (int)name.len, name.at);
        for (int i = 0; i < t->n; i++)
            listen_to(t->players[i]);
    } else if (id == 3) {
        sit_all(t);
    }
}

static void hear(load_line *l, mur_span text)
{
    player *p = (player *)l;
    mur_span re = after(text, "\"re\":");
    n_bytes += text.len;
    n_messages++;
    if (re.len > 0 && text.len - re.len < 8) /* at its beginning */
        take_answer(p, text, *re.at - '0');
    if (!p->table)
        return;
    mur_span view = after(text, "\"view\":\"");
    if (view.len > 0)
        see(p, until_quote(view));
}

static void greet(load_line *l)
{
    n_connecting--;
    say((player *)l, "{\"do\":\"hello\",\"v\":1,\"id\":0}");
}

static void break_off(load_line *l, const char *why, mur_span more)
{
    (void)l;
    give_up(why, more);
}

/* -- Phases -- */

/* Connects players up to this number; everybody has said hello. */
static void connect_until(int n)
{
    while (n_ready < n) {
        while (next_player < n && n_connecting < CONNECTING_MAX && next_player - n_ready < 4 * CONNECTING_MAX) {
            n_connecting++;
            load_line_open(&players[next_player++].line, plan.port);
        }
        uv_run(&loop, UV_RUN_ONCE);
    }
}

static void wake_up(uv_timer_t *timer)
{
    (void)timer;
}

static void run_for(double seconds)
{
    uv_timer_t end;
    double stop = now() + seconds;
    uv_timer_init(&loop, &end);
    uv_timer_start(&end, wake_up, (uint64_t)(seconds * 1000), 0);
    while (now() < stop)
        uv_run(&loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&end, NULL);
    uv_run(&loop, UV_RUN_NOWAIT);
}

static void seat_players(void)
{
    int each = plan.connections / plan.n_tables;
    for (int i = 0; i < plan.n_tables; i++) {
        table *t = &tables[i];
        t->game = plan.game ? mur_game_of(mur_span_of(plan.game)) : mur_game_at(i % 3);
        if (!t->game || each < t->game->seats_min || each > t->game->seats_max)
            give_up("so many cannot play at a table of", mur_span_of(t->game ? t->game->id : plan.game));
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

static bool are_all_playing(void)
{
    for (int i = 0; i < plan.n_tables; i++)
        if (tables[i].sat < tables[i].n)
            return false;
    return true;
}

static double percentile(double share)
{
    uint64_t all = (uint64_t)((double)n_moves * share), sum = 0;
    for (int i = 0; i < BINS; i++)
        if ((sum += bins[i]) > all)
            return (i + 0.5) * BIN_US / 1000;
    return (double)BINS * BIN_US / 1000;
}

/* What has been spent and done by now. */
typedef struct {
    double wall, server, own; /* seconds; of CPU time */
    uint64_t moves, bytes, messages;
} sums;

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

static double cpu_between(const sums *a, const sums *b)
{
    return b->moves > a->moves ? (b->server - a->server) / (double)(b->moves - a->moves) * 1000 : 0;
}

static void measure(void)
{
    run_for(1); /* warm */
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

static void tell_memory(const char *what, int n, long before)
{
    if (n > 0)
        printf("%-21s %10.1f KB each, for %d\n", what, (double)(load_server_memory(plan.pid) - before) / n, n);
}

static void run(void)
{
    uv_timer_t pace;
    long before = load_server_memory(plan.pid);
    connect_until(plan.connections);
    run_for(PAUSE_MS / 1000.0);
    tell_memory("connections", plan.connections, before);
    before = load_server_memory(plan.pid);
    connect_until(plan.connections + plan.idle);
    run_for(PAUSE_MS / 1000.0);
    tell_memory("idle connections", plan.idle, before);
    before = load_server_memory(plan.pid);
    load_server_bother(plan.port, plan.half_open);
    run_for(PAUSE_MS / 1000.0);
    tell_memory("half-open connections", plan.half_open, before);
    before = load_server_memory(plan.pid);
    uv_timer_init(&loop, &pace);
    if (plan.rate > 0)
        uv_timer_start(&pace, on_millisecond, 1, 1);
    for (int i = 0; i < plan.n_tables; i++)
        create(&tables[i]);
    while (!are_all_playing())
        uv_run(&loop, UV_RUN_ONCE);
    measure();
    tell_memory("tables", plan.n_tables, before);
}

/* -- The whole -- */

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
            give_up("what is", mur_span_of(argv[i]));
        if (options[k].number)
            *options[k].number = (int)strtol(argv[i + 1], NULL, 10);
        else
            *options[k].text = argv[i + 1];
    }
    if (plan.connections < 1 || plan.n_tables < 1 || plan.connections < plan.n_tables || plan.idle < 0 ||
        (!plan.port && !plan.program))
        give_up("--server PROGRAM or --port N is needed, and more connections than tables", (mur_span){ 0 });
}

int main(int argc, char **argv)
{
    read_options(argc, argv);
    setvbuf(stdout, NULL, _IOLBF, 0);
    mur_rng_seed(&chance, 1);
    if (plan.program)
        load_server_start(&(const load_plan){ plan.program, plan.store, plan.connections + plan.idle + plan.half_open,
                                              plan.finished },
                          &plan.port, &plan.pid);
    n_players = plan.connections + plan.idle;
    players = mur_new((size_t)n_players * sizeof *players);
    tables = mur_new((size_t)plan.n_tables * sizeof *tables);
    bins = mur_new(BINS * sizeof *bins);
    uv_loop_init(&loop);
    if (!load_lines_open(&loop, &(const load_events){ greet, hear, break_off }))
        give_up("libwebsockets cannot use libuv", (mur_span){ 0 });
    seat_players();
    run();
    return 0; /* the server that was started goes with us */
}
