/* SPDX-License-Identifier: MIT */
/* The hall: any messages from three connections, divided by bytes 0xff. The first byte of each says who speaks, or that
 * they leave and come back, or that time passes; "$" in a message is the id of the table made last. Between messages
 * everything that is under way is done. Every answer is an object in braces; in the end nothing is left.
 * The same bytes always do the same: there are no threads, and nothing is left of the run before. */
#include "fuzz/fuzz.h"
#include "server/hall.h"
#include "tests/fuzz/serial.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum {
    LINES = 3,
    PARTS = 12,     /* messages: longer runs find little that two short ones do not, and cost more than twice as much */
    BOT_MOVES = 12, /* likewise */
    TABLE = 23
};

typedef struct {
    hall_line *line;
    char token[44];
    bool is_ended;
} peer;

static peer peers[LINES];
static char table_made[TABLE];
static store_time now;

static store_time tell_time(void)
{
    return now;
}

/* -- The door -- */

static void take(void *context, void *to, note *n)
{
    peer *p = to;
    mur_span text = note_text(n);
    json_t *m = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    (void)context;
    demand(json_is_object(m));
    const char *table = json_string_value(json_object_get(m, "table"));
    const char *token = json_string_value(json_object_get(m, "token"));
    if (json_object_get(m, "ok") && table && strlen(table) < TABLE)
        memcpy(table_made, table, strlen(table) + 1);
    if (token && strlen(token) < sizeof p->token)
        memcpy(p->token, token, strlen(token) + 1);
    json_decref(m);
}

static void end(void *context, void *to, int code, const char *why)
{
    (void)context, (void)code, (void)why;
    ((peer *)to)->is_ended = true;
}

static void call(void *context, const char *url, mur_span text)
{
    (void)context, (void)text;
    demand(strncmp(url, "https://", 8) == 0);
}

/* -- What happens -- */

static void rest(hall *h)
{
    while (serial_step(h))
        ;
}

static void enter(hall *h, peer *p)
{
    char hello[128] = "{\"do\":\"hello\",\"v\":1}";
    if (p->token[0])
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"v\":1,\"token\":\"%s\"}", p->token);
    p->is_ended = false;
    p->line = hall_enter(h, p, mur_span_of("192.0.2.1"));
    demand(p->line != NULL);
    hall_hear(h, p->line, mur_span_of(hello));
    rest(h);
}

static void leave(hall *h, peer *p)
{
    if (p->line)
        hall_leave(h, p->line);
    p->line = NULL;
}

/* Everybody comes when they first have something to say. */
static void say(hall *h, peer *p, mur_span text)
{
    if (!p->line)
        enter(h, p);
    static char message[8192];
    mur_text t = mur_text_on(message, sizeof message);
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] == '$')
            mur_put(&t, table_made);
        else
            mur_put_char(&t, text.at[i]);
    hall_hear(h, p->line, (mur_span){ message, t.len < sizeof message ? t.len : sizeof message - 1 });
}

static void happen(hall *h, mur_span part)
{
    unsigned char what = (unsigned char)part.at[0];
    peer *p = &peers[what % LINES];
    part = (mur_span){ part.at + 1, part.len - 1 };
    if (what >= 0xf0)
        now += (store_time)1 << (what & 0x0f) << 8;
    else if (what >= 0xe0 || p->is_ended)
        leave(h, p), enter(h, p);
    else
        say(h, p, part);
    if (what < 0xc0) /* else several speak at once */
        rest(h);
}

/* -- From the first to the last -- */

static hall *begin(void)
{
    static mur_rng rng;
    hall_plan plan = { .store = "",
                       .version = "1",
                       .thinkers = 1,
                       .lines = 10,
                       .tables = 4,
                       .requests_per_s = 1000,
                       .newcomers_per_min = 1000,
                       .now = tell_time };
    hall_door door = { NULL, take, end, call };
    char why[256];
    hall *h;
    mur_rng_seed(&rng, 1);
    serial_draw_from(&rng);
    serial_allow_bot_moves(BOT_MOVES);
    now = 1800000000000;
    memset(peers, 0, sizeof peers);
    table_made[0] = '\0';
    demand(hall_open(&h, &plan, &door, why) == STORE_OK);
    return h;
}

static void finish(hall *h)
{
    hall_counts counts;
    for (int i = 0; i < LINES; i++)
        leave(h, &peers[i]);
    rest(h);
    hall_count(h, &counts);
    demand(counts.lines == 0 && counts.writing == 0);
    hall_close(&h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hall *h = begin();
    mur_span left = { (const char *)data, size };
    for (int n = 0; left.len > 0 && n < PARTS; n++) {
        const char *at = memchr(left.at, 0xff, left.len);
        size_t len = at ? (size_t)(at - left.at) : left.len;
        if (len > 0)
            happen(h, (mur_span){ left.at, len });
        len += at != NULL;
        left = (mur_span){ left.at + len, left.len - len };
    }
    finish(h);
    return 0;
}
