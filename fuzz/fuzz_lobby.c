/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_lobby.c -- arbitrary messages to a lobby from three connections, separated by bytes 0xff.
 *
 * The first byte of each part chooses the connection, or makes it reconnect, or lets time pass; "$" in a message stands
 * for the id of the table that was created last. All jobs are finished between messages. Every answer must be a JSON
 * object, and no connection or job may be left at the end. A run is deterministic: there are no threads, and nothing
 * is left from earlier runs. */
#include "fuzz/fuzz.h"
#include "server/lobby/lobby.h"
#include "tests/fuzz/serial.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum {
    CONNS = 3,
    PARTS = 12, /* messages at most: a longer run finds little more than two short ones, at more than twice the cost */
    BOT_MOVES = 12, /* for the same reason */
    TABLE = 23
};

typedef struct {
    lobby_conn *conn;
    char token[44];
    bool is_ended;
} peer;

static peer peers[CONNS];
static char latest_table[TABLE];
static store_time now;

static store_time fuzz_now(void)
{
    return now;
}

/* -- Transport -- */

static void on_message(void *context, void *to, out_message *n)
{
    peer *p = to;
    mur_span text = out_message_text(n);
    json_t *m = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    (void)context;
    demand(json_is_object(m));
    const char *table = json_string_value(json_object_get(m, "table"));
    const char *token = json_string_value(json_object_get(m, "token"));
    if (json_object_get(m, "ok") && table && strlen(table) < TABLE)
        memcpy(latest_table, table, strlen(table) + 1);
    if (token && strlen(token) < sizeof p->token)
        memcpy(p->token, token, strlen(token) + 1);
    json_decref(m);
}

static void on_close(void *context, void *to, int code, const char *why)
{
    (void)context, (void)code, (void)why;
    ((peer *)to)->is_ended = true;
}

static void on_hook(void *context, const char *url, mur_span text)
{
    (void)context, (void)text;
    demand(strncmp(url, "https://", 8) == 0);
}

/* -- Requests -- */

static void run_jobs(lobby *lb)
{
    while (serial_step(lb))
        ;
}

static void connect_peer(lobby *lb, peer *p)
{
    char hello[128] = "{\"do\":\"hello\",\"v\":1}";
    if (p->token[0])
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"v\":1,\"token\":\"%s\"}", p->token);
    p->is_ended = false;
    p->conn = lobby_connect(lb, p, mur_span_of("192.0.2.1"));
    demand(p->conn != NULL);
    lobby_receive(lb, p->conn, mur_span_of(hello));
    run_jobs(lb);
}

static void disconnect_peer(lobby *lb, peer *p)
{
    if (p->conn)
        lobby_disconnect(lb, p->conn);
    p->conn = NULL;
}

/* Connects first if necessary, and replaces "$". */
static void send_message(lobby *lb, peer *p, mur_span text)
{
    if (!p->conn)
        connect_peer(lb, p);
    static char message[8192];
    mur_text t = mur_text_on(message, sizeof message);
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] == '$')
            mur_put(&t, latest_table);
        else
            mur_put_char(&t, text.at[i]);
    lobby_receive(lb, p->conn, (mur_span){ message, t.len < sizeof message ? t.len : sizeof message - 1 });
}

static void run_part(lobby *lb, mur_span part)
{
    unsigned char what = (unsigned char)part.at[0];
    peer *p = &peers[what % CONNS];
    part = (mur_span){ part.at + 1, part.len - 1 };
    if (what >= 0xf0)
        now += (store_time)1 << (what & 0x0f) << 8;
    else if (what >= 0xe0 || p->is_ended)
        disconnect_peer(lb, p), connect_peer(lb, p);
    else
        send_message(lb, p, part);
    if (what < 0xc0) /* otherwise the next message is sent before this one is answered */
        run_jobs(lb);
}

/* -- A run -- */

/* A fixed clock and random numbers: the same input always does the same. */
static lobby *begin(void)
{
    static mur_rng rng;
    lobby_config config = { .store = "",
                            .version = "1",
                            .bot_threads = 1,
                            .conns = 10,
                            .tables = 4,
                            .requests_per_s = 1000,
                            .newcomers_per_min = 1000,
                            .now = fuzz_now };
    lobby_transport transport = { NULL, on_message, on_close, on_hook };
    char why[256];
    lobby *lb;
    mur_rng_seed(&rng, 1);
    serial_draw_from(&rng);
    serial_allow_bot_moves(BOT_MOVES);
    now = 1800000000000;
    memset(peers, 0, sizeof peers);
    latest_table[0] = '\0';
    demand(lobby_open(&lb, &config, &transport, why) == STORE_OK);
    return lb;
}

static void finish(lobby *lb)
{
    lobby_stats counts;
    for (int i = 0; i < CONNS; i++)
        disconnect_peer(lb, &peers[i]);
    run_jobs(lb);
    lobby_get_stats(lb, &counts);
    demand(counts.conns == 0 && counts.store_jobs == 0);
    lobby_close(&lb);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lobby *lb = begin();
    mur_span left = { (const char *)data, size };
    for (int n = 0; left.len > 0 && n < PARTS; n++) {
        const char *at = memchr(left.at, 0xff, left.len);
        size_t len = at ? (size_t)(at - left.at) : left.len;
        if (len > 0)
            run_part(lb, (mur_span){ left.at, len });
        len += at != NULL;
        left = (mur_span){ left.at + len, left.len - len };
    }
    finish(lb);
    return 0;
}
