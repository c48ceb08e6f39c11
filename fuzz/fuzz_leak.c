/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_leak.c -- leaks of hidden information: sends the same requests to two lobbies whose deals differ only in
 * what a single seat may know (tests/fuzz/twin_deals.h).
 *
 * Players, spectators, strangers and second identities send requests, over connections and as single HTTP requests.
 * Everything that anybody but the owner of that seat receives must be the same, byte for byte, until the rules reveal
 * the difference. The first byte of the input chooses the seat. Then five bytes are one request: the sender, the verb,
 * the table, and two for its fields. A request has all fields that any verb reads; each verb ignores the others. */
#include "fuzz/fuzz.h"
#include "record/buffer.h"
#include "server/lobby/lobby.h"
#include "tests/fuzz/serial.h"
#include "tests/fuzz/twin_deals.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum {
    SIDES = TWIN_SIDES,
    PEERS = 6,
    TABLES = 8,
    OP = 5,
    OPS = 24,
    NO_GAME = 252,   /* first byte from here on: start without a game */
    BOT_MOVES = 150, /* a whole game */
    TOKEN = 44
};

typedef struct peer peer;

/* A connection or a single request, with what it was sent since the last comparison. */
typedef struct {
    peer *owner;
    lobby_conn *handle;
    mur_buffer received;
    bool is_ended, is_waiting;
} endpoint;

struct peer {
    endpoint conn[SIDES], alone[SIDES];
    char token[TOKEN], person[TWIN_ID]; /* as received on side 0 */
    bool is_owner;                      /* at the last comparison */
};

static peer peers[PEERS];
static lobby *lobbies[SIDES];
static mur_rng rng[SIDES];
static char tables[TABLES][TWIN_ID];
static int n_tables, side_now;
static store_time now;

static store_time fuzz_now(void)
{
    return now;
}

static void select_side(int side)
{
    side_now = side;
    twin_set_side(side);
    serial_draw_from(&rng[side]);
}

/* -- Transport -- */

static void add_table(const char *id)
{
    for (int i = 0; i < n_tables; i++)
        if (strcmp(tables[i], id) == 0)
            return;
    if (n_tables < TABLES && strlen(id) < TWIN_ID)
        strcpy(tables[n_tables++], id);
}

static void read_ids(peer *p, mur_span text)
{
    json_t *m = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    demand(json_is_object(m));
    const char *table = json_string_value(json_object_get(m, "table"));
    const char *token = json_string_value(json_object_get(m, "token"));
    const char *person = json_string_value(json_object_get(json_object_get(m, "me"), "id"));
    if (json_object_get(m, "ok") && table)
        add_table(table);
    if (token && person && strlen(token) < TOKEN && strlen(person) < TWIN_ID) {
        strcpy(p->token, token);
        strcpy(p->person, person);
    }
    json_decref(m);
}

static void on_message(void *context, void *to, out_message *n)
{
    endpoint *e = to;
    (void)context;
    mur_buffer_put_span(&e->received, out_message_text(n));
    mur_buffer_put_span(&e->received, mur_span_of("\n"));
    if (side_now == 0)
        read_ids(e->owner, out_message_text(n));
}

static void on_close(void *context, void *to, int code, const char *why)
{
    endpoint *e = to;
    char text[64];
    (void)context;
    snprintf(text, sizeof text, "ends with %d %s\n", code, why);
    mur_buffer_put_span(&e->received, mur_span_of(text));
    e->is_ended = true;
    e->is_waiting = false;
}

/* The URL ends with the number of the peer that set it. */
static void on_hook(void *context, const char *url, mur_span text)
{
    unsigned i = (unsigned char)url[strlen(url) - 1] - (unsigned)'0';
    (void)context;
    demand(i < PEERS);
    mur_buffer_put_span(&peers[i].conn[side_now].received, text);
}

/* -- Comparing -- */

static void compare_ends(const endpoint side[SIDES])
{
    const mur_buffer *a = &side[0].received, *b = &side[1].received;
    if (a->len == b->len && (a->len == 0 || memcmp(a->at, b->at, a->len) == 0))
        return;
    fprintf(stderr, "peer %d was sent what it may not know:\n%.*sor:\n%.*s", (int)(side[0].owner - peers), (int)a->len,
            a->len ? a->at : "", (int)b->len, b->len ? b->at : "");
    abort();
}

static void compare_peer(peer *p)
{
    bool is_owner = p->person[0] && twin_is_owner(p->person);
    if (!is_owner && !p->is_owner) {
        compare_ends(p->conn);
        compare_ends(p->alone);
    }
    p->is_owner = is_owner;
    for (int side = 0; side < SIDES; side++) {
        mur_buffer_clear(&p->conn[side].received);
        mur_buffer_clear(&p->alone[side].received);
    }
}

/* False: the difference was revealed, from here on the two sides may differ. */
static bool compare(void)
{
    if (twin_is_revealed(lobbies))
        return false;
    for (int i = 0; i < PEERS; i++)
        compare_peer(&peers[i]);
    return true;
}

/* Runs all jobs, one of each side at a time, so that a reveal is noticed before it is sent. False: as compare(). */
static bool run_jobs(void)
{
    bool is_any = true, goes_on = compare();
    while (is_any && goes_on) {
        is_any = false;
        for (int side = 0; side < SIDES; side++) {
            select_side(side);
            is_any = serial_step(lobbies[side]) || is_any;
        }
        goes_on = compare();
    }
    return goes_on;
}

/* -- Requests -- */

typedef struct {
    unsigned char who, verb, table, a, b;
} op;

/* The order is fixed, so that the files of the corpus keep their meaning: verbs that are not listed are appended. Verbs
 * that create or show tables are listed several times, so that they are drawn more often. */
static const char *const verbs[] = { "move",    "back",   "open",     "leave",  "hello",  "say",   "look",
                                     "point",   "sit",    "stand",    "seat",   "start",  "close", "record",
                                     "rematch", "deal",   "create",   "lobby",  "mine",   "name",  "password",
                                     "login",   "logout", "sessions", "revoke", "hook",   "lang",  "export",
                                     "forget",  "create", "open",     "look",   "record", "open",  "create",
                                     "move",    "move",   "deal",     "create", "open",   "look",  "record",
                                     "move",    "open",   "create" };
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static bool is_known(const char *verb)
{
    for (int i = 0; i < VERBS; i++)
        if (strcmp(verbs[i], verb) == 0)
            return true;
    return false;
}

static const char *verb_of(const op *o)
{
    static const char *all[256];
    static int n;
    if (n == 0) {
        memcpy(all, verbs, sizeof verbs);
        n = VERBS;
        for (int i = 0; lobby_verb_name(i); i++)
            if (!is_known(lobby_verb_name(i)))
                all[n++] = lobby_verb_name(i);
    }
    return all[o->verb % n];
}

static void put_seats(mur_text *t, const op *o)
{
    static const char *const words[] = { "\"apprentice\"", "\"open\"" };
    int n = 2 + (o->b & 1), me = o->b >> 1 & 3;
    mur_put(t, "[");
    for (int i = 0; i < n; i++) {
        mur_put(t, i ? "," : "");
        mur_put(t, i == me ? "\"me\"" : words[o->b >> (3 + i) & 1]);
    }
    mur_put(t, "]");
}

static void put_create(mur_text *t, const op *o)
{
    char text[160];
    mur_put(t, ",\"seats\":");
    put_seats(t, o);
    if (o->b & 0x40 && n_tables > 0)
        snprintf(text, sizeof text, ",\"same_as\":\"%s\"", tables[o->table % n_tables]);
    else
        snprintf(text, sizeof text, ",\"game\":\"%s\",\"public\":%s%s", mur_game_at(o->a % 3)->id,
                 o->a & 4 ? "true" : "false", o->a & 8 ? ",\"clock\":{\"minutes\":1}" : "");
    mur_put(t, text);
    mur_put(t, o->b & 0x80 ? ",\"start\":\"host\"" : "");
}

/* All fields that verbs read, apart from the table. */
static void put_fields(mur_text *t, const op *o, const char *verb)
{
    char text[512];
    snprintf(text, sizeof text,
             ",\"v\":1,\"form\":\"%s\",\"from\":%d,\"text\":\"t%d\",\"name\":\"N%d\",\"password\":\"password\",\"url\":"
             "\"https://x.org/%d\",\"lang\":\"fr\",\"to\":\"%s\",\"salt\":\"s\"",
             o->a & 1 ? "bytes" : "json", o->a & 0x0e, o->a & 7, o->a & 3, o->who % PEERS, o->b & 2 ? "mason" : "open");
    mur_put(t, text);
    mur_put(t, o->b & 1 ? ",\"try\":true,\"all\":true,\"bring\":true" : "");
    if (strcmp(verb, "open") != 0 || o->b & 4) {
        snprintf(text, sizeof text, ",\"seat\":%d", o->a & 7);
        mur_put(t, text);
    }
    mur_put(t, strcmp(verb, "forget") == 0 && o->b == 7 ? ",\"sure\":true" : "");
    mur_put(t, strcmp(verb, "password") == 0 ? ",\"old\":\"password\"" : "");
    if (strcmp(verb, "create") == 0)
        put_create(t, o);
}

/* The same text for both sides, except for a move that only its owner sees. False: there is no such move. */
static bool write_request(const op *o, const peer *p, char out[SIDES][1024])
{
    const char *verb = verb_of(o), *table = n_tables > 0 ? tables[o->table % n_tables] : "";
    char move[SIDES][MUR_MOVE_TEXT] = { "", "" };
    uint32_t ply = o->b & 8 ? 0 : o->b >> 4;
    bool is_move = strcmp(verb, "move") == 0 || strcmp(verb, "back") == 0;
    if (is_move && !twin_moves(lobbies, table, p->person, o->a, move, &ply) && strcmp(verb, "move") == 0)
        return false;
    for (int side = 0; side < SIDES; side++) {
        mur_text t = mur_text_on(out[side], 1024);
        char text[160];
        snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":1,\"table\":\"%s\",\"ply\":%u,\"move\":\"%s\"", verb, table,
                 (unsigned)ply, move[side]);
        mur_put(&t, text);
        put_fields(&t, o, verb);
        mur_put(&t, "}");
    }
    return true;
}

static void connect(peer *p)
{
    char hello[128] = "{\"do\":\"hello\",\"v\":1}";
    if (p->token[0])
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"v\":1,\"token\":\"%s\"}", p->token);
    for (int side = 0; side < SIDES; side++) {
        endpoint *e = &p->conn[side];
        select_side(side);
        if (e->handle)
            lobby_disconnect(lobbies[side], e->handle);
        e->is_ended = false;
        e->handle = lobby_connect(lobbies[side], e, mur_span_of("192.0.2.1"));
        demand(e->handle != NULL);
        lobby_receive(lobbies[side], e->handle, mur_span_of(hello));
    }
}

static void request_once(peer *p, char text[SIDES][1024])
{
    for (int side = 0; side < SIDES; side++) {
        endpoint *e = &p->alone[side];
        select_side(side);
        e->is_ended = false;
        e->handle = lobby_request_once(lobbies[side], e, mur_span_of("192.0.2.2"), mur_span_of(p->token),
                                       mur_span_of(text[side]));
        e->is_waiting = !e->is_ended;
    }
}

static void send_request(peer *p, char text[SIDES][1024])
{
    for (int side = 0; side < SIDES; side++) {
        select_side(side);
        lobby_receive(lobbies[side], p->conn[side].handle, mur_span_of(text[side]));
    }
}

/* `who`: a peer in the lower bits; 0x20: a single request, 0x40: reconnects first, 0x80: does not wait for the answer;
 * from 0xf8 on: time passes. */
static bool run_op(const op *o)
{
    peer *p = &peers[(o->who & 0x1f) % PEERS];
    char text[SIDES][1024];
    if (o->who >= 0xf8) {
        now += (store_time)o->a << 9;
        return run_jobs();
    }
    if (!p->conn[0].handle || p->conn[0].is_ended || p->conn[1].is_ended || o->who & 0x40) {
        connect(p);
        if (!run_jobs())
            return false;
    }
    /* The owner of the secret may make different moves on the two sides. They must look alike in the position in which
     * they are made, so all other jobs are finished before and after them. */
    bool is_owner = p->person[0] && twin_is_owner(p->person);
    if (is_owner && !run_jobs())
        return false;
    if (!write_request(o, p, text))
        return true;
    if (o->who & 0x20 && !p->alone[0].is_waiting && !p->alone[1].is_waiting)
        request_once(p, text);
    else
        send_request(p, text);
    return (o->who & 0x80 && !is_owner) || run_jobs();
}

/* -- Opening and closing the lobbies -- */

/* Both lobbies have the same clock, limits and random numbers, so they differ only in what their deals hide. */
static void begin(void)
{
    lobby_config config = { .store = "",
                            .version = "1",
                            .bot_threads = 1,
                            .conns = 4 * PEERS,
                            .tables = 2 * TABLES,
                            .requests_per_s = 1000,
                            .newcomers_per_min = 1000,
                            .now = fuzz_now };
    lobby_transport transport = { NULL, on_message, on_close, on_hook };
    char why[256];
    now = 1800000000000;
    n_tables = 0;
    memset(peers, 0, sizeof peers);
    for (int side = 0; side < SIDES; side++) {
        mur_rng_seed(&rng[side], 1);
        select_side(side);
        serial_allow_bot_moves(BOT_MOVES);
        demand(lobby_open(&lobbies[side], &config, &transport, why) == STORE_OK);
        for (int i = 0; i < PEERS; i++)
            peers[i].conn[side].owner = peers[i].alone[side].owner = &peers[i];
    }
}

static void finish(void)
{
    for (int side = 0; side < SIDES; side++) {
        select_side(side);
        lobby_close(&lobbies[side]);
        for (int i = 0; i < PEERS; i++) {
            mur_buffer_close(&peers[i].conn[side].received);
            mur_buffer_close(&peers[i].alone[side].received);
        }
    }
    twin_begin(0, 1);
}

/* -- Mutation: whole requests are changed as often as single bytes -- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static op draw_op(mur_rng *chance)
{
    static const unsigned char how[] = { 0, 0, 0, 0, 0x20, 0x20, 0x40, 0x80 };
    return (op){ .who = (unsigned char)(mur_rng_below(chance, PEERS) | how[mur_rng_below(chance, sizeof how)]),
                 .verb = (unsigned char)mur_rng_below(chance, 256),
                 .table = (unsigned char)mur_rng_below(chance, 3),
                 .a = (unsigned char)mur_rng_below(chance, 256),
                 .b = (unsigned char)mur_rng_below(chance, 256) };
}

/* Replaces a request by a random one, or inserts one before it. */
static size_t change_op(uint8_t *data, size_t size, size_t most, mur_rng *chance)
{
    size_t n = (size - 1) / OP, i = mur_rng_below(chance, (uint32_t)n + 1);
    op made = draw_op(chance);
    uint8_t *at = data + 1 + i * OP;
    if (i == n || mur_rng_below(chance, 2) == 0) {
        if (n >= OPS || 1 + (n + 1) * OP > most)
            return size;
        memmove(at + OP, at, (n - i) * OP);
        n++;
    }
    memcpy(at, &made, OP);
    return 1 + n * OP;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    mur_rng chance;
    mur_rng_seed(&chance, seed);
    if (size == 0 || mur_rng_below(&chance, 3) == 0) {
        size = LLVMFuzzerMutate(data, size, most);
        return size < 1 + OPS * OP ? size : 1 + OPS * OP;
    }
    for (uint32_t n = 1 + mur_rng_below(&chance, 4); n > 0; n--)
        size = change_op(data, size, most, &chance);
    return size;
}

/* -- A run -- */

static unsigned char number_of(const char *verb)
{
    unsigned char i = 0;
    while (strcmp(verbs[i], verb) != 0)
        i++;
    return i;
}

/* The first peers sit down at a table of this game and open it. */
static bool begin_game(unsigned char game)
{
    int seats = mur_game_at(game)->seats_min;
    op create = { .verb = number_of("create"), .a = game, .b = seats > 2 ? 0x31 : 0x10 };
    bool goes_on = run_op(&create);
    for (unsigned char i = 1; i < seats && goes_on; i++)
        goes_on = run_op(&(op){ .who = i, .verb = number_of("sit"), .a = (unsigned char)(i + 1) });
    for (unsigned char i = 0; i < seats && goes_on; i++)
        goes_on = run_op(&(op){ .who = i, .verb = number_of("open"), .a = i & 1 });
    return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 + OP)
        return 0;
    twin_begin(data[0] % 3, 1);
    begin();
    bool goes_on = data[0] >= NO_GAME || begin_game(data[0] / 3 % 3);
    for (size_t i = 0; i < OPS && goes_on && 1 + (i + 1) * OP <= size; i++) {
        op o;
        memcpy(&o, data + 1 + i * OP, sizeof o);
        goes_on = run_op(&o);
    }
    finish();
    return 0;
}
