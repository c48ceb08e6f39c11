/* SPDX-License-Identifier: MIT */
#include "client/client.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/wire.h"
#include "engine/words.h"

struct client {
    client_wire *wire;
    client_talk *talk;
    client_purse purse, salt; /* salt: path "" if it cannot be kept */
    int error;                /* of the purse */
    bool was_up;
    mur_buffer heard;
};

/* -- What the talk wants done -- */

static void say(void *context, mur_span text)
{
    client *c = context;
    client_wire_say(c->wire, text);
}

static void keep(void *context, const char *token)
{
    client *c = context;
    if (!*token)
        client_purse_forget(&c->purse);
    else if (!c->error && !client_purse_keep(&c->purse, token))
        c->error = errno;
}

_Static_assert((int)CLIENT_SALT == (int)CLIENT_TOKEN, "a salt is kept as a token is");

static void draw(void *context, char salt[CLIENT_SALT])
{
    const client *c = context;
    unsigned char chance[32];
    randombytes_buf(chance, sizeof chance);
    sodium_bin2base64(salt, CLIENT_SALT, chance, sizeof chance, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (c->salt.path[0])
        client_purse_keep(&c->salt, salt); /* otherwise it is lost with this process */
}

static void settle(void *context)
{
    client *c = context;
    client_wire_settle(c->wire);
}

static void drop(void *context)
{
    client *c = context;
    client_wire_drop(c->wire);
}

/* -- Opening -- */

static void put(char *out, size_t size, const char *text)
{
    mur_text t = mur_text_on(out, size);
    mur_put(&t, text);
}

client *client_open(const client_link *to, const client_who *who)
{
    if (sodium_init() < 0)
        return NULL;
    client *c = mur_new(sizeof *c);
    client_wishes w = { .device = who->device, .invite = who->invite, .watches = who->watches };
    const client_door door = { say, keep, draw, settle, drop, c };
    put(w.table, sizeof w.table, to->table);
    put(w.name, sizeof w.name, who->name ? who->name : "");
    put(w.lang, sizeof w.lang, who->lang);
    if (client_purse_find(&c->purse, to, who->name))
        client_purse_read(&c->purse, w.token);
    else
        c->error = errno;
    if (!c->error && client_purse_find_salt(&c->salt, &c->purse, to->table))
        client_purse_read(&c->salt, w.salt);
    else
        c->salt.path[0] = '\0';
    c->talk = client_talk_open(&w, &door);
    c->wire = client_wire_open(to);
    if (!c->wire)
        client_close(&c);
    return c;
}

void client_close(client **c)
{
    if (!*c)
        return;
    client_wire_close(&(*c)->wire);
    client_talk_close(&(*c)->talk);
    mur_buffer_close(&(*c)->heard);
    free(*c);
    *c = NULL;
}

/* -- Attending -- */

static void be_lost(client *c, client_wire_kind how)
{
    client_talk_down(c->talk);
    if (how == WIRE_STRANGE)
        client_talk_fail(c->talk, N_("the server says what cannot be understood"), c->heard.at, false);
    else if (how == WIRE_UNSAFE)
        client_talk_fail(c->talk,
                         N_("whoever answers there cannot prove to be this server: its certificate is not accepted"),
                         c->heard.at, false);
    else if (!c->was_up)
        client_talk_fail(c->talk, N_("the server cannot be reached"), c->heard.at, false);
}

static void attend_to(client *c, client_wire_kind kind)
{
    switch (kind) {
    case WIRE_UP:
        c->was_up = true;
        client_talk_up(c->talk);
        break;
    case WIRE_TEXT:
        client_talk_hear(c->talk, (mur_span){ c->heard.at, c->heard.len });
        break;
    case WIRE_DOWN:
    case WIRE_UNSAFE:
    case WIRE_STRANGE:
        be_lost(c, kind);
        break;
    }
}

/* Once the game has started its record holds the salt. */
static void forget_salt(client *c)
{
    const client_room *r = client_talk_room(c->talk);
    if (!c->salt.path[0] || !r || r->state == CLIENT_OPEN)
        return;
    client_purse_forget(&c->salt);
    c->salt.path[0] = '\0';
}

bool client_attend(client *c)
{
    client_wire_kind kind;
    bool is_different = false;
    while (client_wire_take(c->wire, &kind, &c->heard)) {
        attend_to(c, kind);
        is_different = true;
    }
    if (is_different)
        forget_salt(c);
    return is_different;
}

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool client_wait_for(client *c, client_request what, client_outcome *out, int milliseconds)
{
    int64_t until = clock_ms() + milliseconds;
    for (;;) {
        client_attend(c);
        if (client_take_outcome(c->talk, what, out))
            return true;
        int64_t left = until - clock_ms();
        if (left <= 0 || client_talk_fault(c->talk))
            return false;
        poll(&(struct pollfd){ .fd = client_fd(c), .events = POLLIN }, 1, (int)left);
    }
}

int client_fd(const client *c)
{
    return client_wire_fd(c->wire);
}

client_talk *client_talk_of(client *c)
{
    return c->talk;
}

int client_forgets(const client *c)
{
    return c->error;
}
