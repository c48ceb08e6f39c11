/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_client.c -- a hostile server: arbitrary messages for a client session, separated by bytes 0xff.
 * A message of one byte is an event of the connection or an action of the player (act()). After every message the table
 * must still be usable: views can be redealt, names contain no control characters. */
#include "client/session.h"
#include "fuzz/fuzz.h"

#include <string.h>

static void on_send(void *context, mur_span text)
{
    (void)context;
    demand(text.len > 0 && text.len < 4096 && text.at[0] == '{'); /* a JSON object within the protocol's limit */
}

static void on_token(void *context, const char *token)
{
    (void)context;
    demand(strlen(token) < CLIENT_TOKEN);
}

static void on_new_salt(void *context, char salt[CLIENT_SALT])
{
    (void)context;
    memset(salt, 's', CLIENT_SALT);
    salt[CLIENT_SALT - 1] = '\0';
}

static void on_event(void *context)
{
    (void)context;
}

static void check_shown(const char *text)
{
    for (; *text; text++)
        demand((unsigned char)*text >= 0x20 && *text != 0x7f);
}

static void check_table(const client_table *table)
{
    mur_view *v = mur_new(table->game->view_size);
    demand(table->seats >= table->game->seats_min && table->seats <= table->game->seats_max &&
           table->my_seat < table->seats);
    for (int seat = 0; seat < table->seats; seat++) {
        check_shown(table->seat[seat].name);
        check_shown(table->seat[seat].bot);
    }
    for (uint32_t i = 0; i < table->n_chat && i < CLIENT_CHATS; i++)
        check_shown(table->chat[i].text);
    if (client_table_can_move(table, v)) {
        mur_state *s = mur_feed_state(table->feed, table->feed->plies);
        demand(s && table->game->is_sound(s));
        free(s);
    }
    free(v);
}

/* An event of the connection (u: up, d: down) or an action of the player. */
static void act(client_session *s, char what)
{
    const client_table *table = client_session_table(s);
    mur_view *v = mur_new(table ? table->game->view_size : sizeof *v);
    client_outcome o;
    switch (what) {
    case 'u':
        client_session_on_connected(s);
        break;
    case 'd':
        client_session_on_disconnected(s);
        break;
    case 's':
        client_sit(s, 0);
        break;
    case 'm':
        if (table && client_table_can_move(table, v))
            client_move(s, v->moves[0]);
        break;
    case 'b':
        client_take_back(s, false);
        break;
    case 'l':
        client_look(s, 0);
        break;
    case 't':
        client_send_chat(s, "hello");
        break;
    default:
        client_reopen(s);
    }
    for (int i = 0; i < CLIENT_REQUESTS; i++)
        client_take_outcome(s, (client_request)i, &o);
    free(v);
}

/* A part of the input ends with 0xff, a byte that no UTF-8 text contains. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const client_session_callbacks callbacks = { on_send, on_token, on_new_salt, on_event, on_event, NULL };
    const client_session_options options = {
        .table = "AAAAAAAAAAAAAAAAAAAAAA", .lang = "en", .salt = "s", .device = "fuzz"
    };
    client_session *s = client_session_open(&options, &callbacks);
    mur_span rest = { (const char *)data, size };
    client_session_on_connected(s);
    while (rest.len > 0) {
        const char *end = memchr(rest.at, 0xff, rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        if (n == 1)
            act(s, *rest.at);
        else
            client_session_on_message(s, (mur_span){ rest.at, n });
        if (client_session_table(s) && !client_session_fault(s))
            check_table(client_session_table(s));
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    client_session_close(&s);
    return 0;
}
