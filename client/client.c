/* SPDX-License-Identifier: MIT */
/* client/client.c -- ties the three parts together: events of the connection go to the session, the session's callbacks
 * go to the connection and the token files.
 * Everything here runs in the owner's thread; the connection has a thread of its own behind its queue (connection.h). A
 * salt for the fair shuffle is saved like a token, so that a restarted program can still open what it committed to. */
#include "client/client.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/connection.h"
#include "engine/words.h"

struct client {
    client_conn *conn;
    client_session *session;
    client_token_file token_file, salt; /* salt: path "" if it cannot be saved */
    int error;                          /* errno of the token file; 0: fine */
    bool was_connected;
    mur_buffer received;
};

/* -- Callbacks of the session -- */

static void on_send(void *context, mur_span text)
{
    client *c = context;
    client_conn_send(c->conn, text);
}

static void on_token(void *context, const char *token)
{
    client *c = context;
    if (!*token)
        client_token_file_delete(&c->token_file);
    else if (!c->error && !client_token_file_save(&c->token_file, token))
        c->error = errno;
}

_Static_assert((int)CLIENT_SALT == (int)CLIENT_TOKEN, "a salt is saved in the format of a token");

static void on_new_salt(void *context, char salt[CLIENT_SALT])
{
    const client *c = context;
    unsigned char chance[32];
    randombytes_buf(chance, sizeof chance);
    sodium_bin2base64(salt, CLIENT_SALT, chance, sizeof chance, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (c->salt.path[0])
        client_token_file_save(
            &c->salt, salt); /* otherwise it is lost with this process, and so may be our seat in this shuffle */
}

static void on_accepted(void *context)
{
    client *c = context;
    client_conn_reset_backoff(c->conn);
}

static void on_retry_later(void *context)
{
    client *c = context;
    client_conn_drop(c->conn);
}

/* -- Opening -- */

static void put(char *out, size_t size, const char *text)
{
    mur_text t = mur_text_on(out, size);
    mur_put(&t, text);
}

/* Without a usable data folder we play with a new guest that is forgotten afterwards; client_token_error() says why. */
client *client_open(const client_link *to, const client_identity *who)
{
    if (sodium_init() < 0)
        return NULL;
    client *c = mur_new(sizeof *c);
    client_session_options options = { .device = who->device, .invite = who->invite, .watches = who->watches };
    const client_session_callbacks callbacks = { on_send, on_token, on_new_salt, on_accepted, on_retry_later, c };
    put(options.table, sizeof options.table, to->table);
    put(options.name, sizeof options.name, who->name ? who->name : "");
    put(options.lang, sizeof options.lang, who->lang);
    if (client_token_file_find(&c->token_file, to, who->name))
        client_token_file_read(&c->token_file, options.token);
    else
        c->error = errno;
    if (!c->error && client_token_file_find_salt(&c->salt, &c->token_file, to->table))
        client_token_file_read(&c->salt, options.salt);
    else
        c->salt.path[0] = '\0';
    c->session = client_session_open(&options, &callbacks);
    c->conn = client_conn_open(to);
    if (!c->conn)
        client_close(&c);
    return c;
}

void client_close(client **c)
{
    if (!*c)
        return;
    client_conn_close(&(*c)->conn);
    client_session_close(&(*c)->session);
    mur_buffer_close(&(*c)->received);
    free(*c);
    *c = NULL;
}

/* -- Processing events -- */

/* Before the first connection any loss is final: the address is probably wrong. Later only faults of the server are. */
static void on_lost(client *c, client_conn_event how)
{
    client_session_on_disconnected(c->session);
    if (how == CLIENT_CONN_BAD_DATA)
        client_session_fail(c->session, N_("the server sent an unexpected message"), c->received.at, false);
    else if (how == CLIENT_CONN_UNTRUSTED)
        client_session_fail(c->session, N_("the server's certificate is not trusted"), c->received.at, false);
    else if (!c->was_connected)
        client_session_fail(c->session, N_("the server cannot be reached"), c->received.at, false);
}

static void on_event(client *c, client_conn_event kind)
{
    switch (kind) {
    case CLIENT_CONN_UP:
        c->was_connected = true;
        client_session_on_connected(c->session);
        break;
    case CLIENT_CONN_TEXT:
        client_session_on_message(c->session, (mur_span){ c->received.at, c->received.len });
        break;
    case CLIENT_CONN_DOWN:
    case CLIENT_CONN_UNTRUSTED:
    case CLIENT_CONN_BAD_DATA:
        on_lost(c, kind);
        break;
    }
}

/* Once the game has started the salt is public in its record, and the file is deleted. */
static void delete_used_salt(client *c)
{
    const client_table *r = client_session_table(c->session);
    if (!c->salt.path[0] || !r || r->state == CLIENT_OPEN)
        return;
    client_token_file_delete(&c->salt);
    c->salt.path[0] = '\0';
}

bool client_process(client *c)
{
    client_conn_event kind;
    bool is_different = false;
    while (client_conn_next(c->conn, &kind, &c->received)) {
        on_event(c, kind);
        is_different = true;
    }
    if (is_different)
        delete_used_salt(c);
    return is_different;
}

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the next event. False: it is too late, or the session has ended. */
static bool wait_for_event(client *c, int64_t until)
{
    int64_t left = until - clock_ms();
    if (left <= 0 || client_session_fault(c->session))
        return false;
    poll(&(struct pollfd){ .fd = client_fd(c), .events = POLLIN }, 1, (int)left);
    client_process(c);
    return true;
}

bool client_wait_for(client *c, client_request what, client_outcome *out, int milliseconds)
{
    assert(milliseconds >= 0);
    int64_t until = clock_ms() + milliseconds;
    client_process(c);
    bool is_done = client_take_outcome(c->session, what, out);
    while (!is_done && wait_for_event(c, until))
        is_done = client_take_outcome(c->session, what, out);
    return is_done;
}

bool client_wait_until_current(client *c, int milliseconds)
{
    assert(milliseconds >= 0);
    int64_t until = clock_ms() + milliseconds;
    client_process(c);
    while (!client_session_is_current(c->session) && wait_for_event(c, until)) {
    }
    return client_session_is_current(c->session);
}

int client_fd(const client *c)
{
    return client_conn_fd(c->conn);
}

client_session *client_session_of(client *c)
{
    return c->session;
}

int client_token_error(const client *c)
{
    return c->error;
}
