/* SPDX-License-Identifier: MIT */
/* What a server says to a client: any messages, divided by bytes 0xff. A message of one byte is something that happens
 * or that we do meanwhile. Whatever was said, what came out of it can be used: views redealt, steps told, names shown.
 */
#include "client/talk.h"
#include "fuzz/fuzz.h"

#include <string.h>

static void say(void *context, mur_span text)
{
    (void)context;
    demand(text.len > 0 && text.len < 4096 && text.at[0] == '{'); /* as the protocol wants it */
}

static void keep(void *context, const char *token)
{
    (void)context;
    demand(strlen(token) < CLIENT_TOKEN);
}

static void draw(void *context, char salt[CLIENT_SALT])
{
    (void)context;
    memset(salt, 's', CLIENT_SALT);
    salt[CLIENT_SALT - 1] = '\0';
}

static void nothing(void *context)
{
    (void)context;
}

static void check_shown(const char *text)
{
    for (; *text; text++)
        demand((unsigned char)*text >= 0x20 && *text != 0x7f);
}

static void check_room(const client_room *r)
{
    mur_view *v = mur_new(r->game->view_size);
    demand(r->seats >= r->game->seats_min && r->seats <= r->game->seats_max && r->my_seat < r->seats);
    for (int seat = 0; seat < r->seats; seat++) {
        check_shown(r->seat[seat].name);
        check_shown(r->seat[seat].bot);
    }
    for (uint32_t i = 0; i < r->n_said && i < CLIENT_SAYINGS; i++)
        check_shown(r->said[i].text);
    if (client_room_may_move(r, v)) {
        mur_state *s = mur_told_state(r->told, r->told->plies);
        demand(s && r->game->is_sound(s));
        free(s);
    }
    free(v);
}

/* What we might be doing. */
static void act(client_talk *t, char what)
{
    const client_room *r = client_talk_room(t);
    mur_view *v = mur_new(r ? r->game->view_size : sizeof *v);
    client_outcome o;
    switch (what) {
    case 'u':
        client_talk_up(t);
        break;
    case 'd':
        client_talk_down(t);
        break;
    case 's':
        client_sit(t, 0);
        break;
    case 'm':
        if (r && client_room_may_move(r, v))
            client_move(t, v->moves[0]);
        break;
    case 'b':
        client_back(t, false);
        break;
    case 'l':
        client_look(t, 0);
        break;
    case 't':
        client_say(t, "hello");
        break;
    default:
        client_reopen(t);
    }
    for (int i = 0; i < CLIENT_REQUESTS; i++)
        client_take_outcome(t, (client_request)i, &o);
    free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const client_door door = { say, keep, draw, nothing, nothing, NULL };
    const client_wishes wishes = { .table = "AAAAAAAAAAAAAAAAAAAAAA", .lang = "en", .salt = "s", .device = "fuzz" };
    client_talk *t = client_talk_open(&wishes, &door);
    mur_span rest = { (const char *)data, size };
    client_talk_up(t);
    while (rest.len > 0) {
        const char *end = memchr(rest.at, 0xff, rest.len);
        size_t n = end ? (size_t)(end - rest.at) : rest.len;
        if (n == 1)
            act(t, *rest.at);
        else
            client_talk_hear(t, (mur_span){ rest.at, n });
        if (client_talk_room(t) && !client_talk_fault(t))
            check_room(client_talk_room(t));
        n += end != NULL;
        rest = (mur_span){ rest.at + n, rest.len - n };
    }
    client_talk_close(&t);
    return 0;
}
