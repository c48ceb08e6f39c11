/* SPDX-License-Identifier: MIT */
#include "client/talk.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/muraille.h"
#include "record/quote.h"

enum { VERSION = 2 };

typedef struct {
    int64_t id; /* of the request that waits for its answer; 0: none */
    bool is_settled;
    client_outcome outcome; /* if it is settled, until it is taken */
} asked;

struct client_talk {
    client_wishes wishes;
    client_door door;
    bool is_up, is_here;
    int64_t last_id;
    int64_t ahead; /* of our clock is theirs */
    asked requests[CLIENT_REQUESTS];
    char commit[CLIENT_COMMIT_TEXT]; /* to wishes.salt */
    unsigned first_bots;             /* seats that bots had when we revealed for the first time */
    int n_revealed;
    char revealed[CLIENT_SALT]; /* the latest; sent again after a lost connection it counts once */
    client_room room;           /* game is NULL: never opened */
    client_fault fault;
};

/* -- Faults -- */

void client_talk_fail(client_talk *t, const char *what, const char *why, bool is_wish)
{
    if (t->fault.what)
        return;
    mur_text text = mur_text_on(t->fault.why, sizeof t->fault.why);
    t->fault.what = what;
    t->fault.is_wish = is_wish;
    client_put_clean(&text, why);
    t->is_here = false;
}

#define NONSENSE N_("the server says what cannot be understood")

const client_fault *client_talk_fault(const client_talk *t)
{
    return t->fault.what ? &t->fault : NULL;
}

/* -- Asking -- */

static void say(client_talk *t, json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    if (text)
        t->door.say(t->door.context, mur_span_of(text));
    free(text);
}

/* Takes the fields over. */
static bool ask(client_talk *t, client_request what, const char *word, json_t *fields)
{
    asked *a = &t->requests[what];
    bool ok = fields && t->is_up && !a->id && !t->fault.what;
    if (ok) {
        *a = (asked){ .id = ++t->last_id };
        json_object_set_new(fields, "do", json_string(word));
        json_object_set_new(fields, "id", json_integer(a->id));
        say(t, fields);
    }
    json_decref(fields);
    return ok;
}

static json_t *about_table(const client_talk *t)
{
    return json_pack("{s:s}", "table", t->wishes.table);
}

static bool ask_here(client_talk *t, client_request what, const char *word, json_t *fields)
{
    if (t->is_here)
        return ask(t, what, word, fields);
    json_decref(fields);
    return false;
}

static void ask_hello(client_talk *t)
{
    json_t *fields = json_pack("{s:i,s:s,s:s}", "v", VERSION, "lang", t->wishes.lang, "device", t->wishes.device);
    if (t->wishes.token[0])
        json_object_set_new(fields, "token", json_string(t->wishes.token));
    else if (t->wishes.invite)
        json_object_set_new(fields, "invite", json_string(t->wishes.invite));
    ask(t, CLIENT_HELLO, "hello", fields);
}

static void ask_name(client_talk *t)
{
    if (!ask(t, CLIENT_NAMING, "name", json_pack("{s:s}", "name", t->wishes.name))) /* not UTF-8 */
        client_talk_fail(t, N_("this name cannot be had"), "", true);
}

static void ask_open(client_talk *t, bool is_whole)
{
    json_t *fields = about_table(t);
    json_object_set_new(fields, "form", json_string("bytes"));
    json_object_set_new(fields, "from", json_integer(is_whole ? 0 : (json_int_t)t->room.length));
    if (t->wishes.watches)
        json_object_set_new(fields, "seat", json_integer(0));
    ask(t, CLIENT_OPENING, "open", fields);
}

void client_reopen(client_talk *t)
{
    if (t->is_here)
        ask_open(t, true);
}

/* -- Our part of the shuffle (docs/protocol.md, Fair deals) -- */

_Static_assert(CLIENT_COMMIT_TEXT == 2 * crypto_hash_sha256_BYTES + 1, "two digits a byte");

static void compute_commit(client_talk *t)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)t->wishes.salt, strlen(t->wishes.salt));
    sodium_bin2hex(t->commit, sizeof t->commit, hash, sizeof hash);
}

static json_t *new_commit(client_talk *t)
{
    t->door.draw(t->door.context, t->wishes.salt);
    compute_commit(t);
    return json_string(t->commit);
}

static unsigned bots_of(const client_room *r)
{
    unsigned bots = 0;
    for (int seat = 0; seat < r->seats; seat++)
        bots |= (unsigned)(r->seat[seat].bot[0] != '\0') << seat;
    return bots;
}

/* Every broken seal costs somebody the seat. A server that asks for new salts without that tries deals until one suits
 * it. */
static bool is_paid_for(const client_talk *t)
{
    int lost = 0;
    for (unsigned bots = bots_of(&t->room) & ~t->first_bots; bots; bots &= bots - 1)
        lost++;
    return t->n_revealed == 0 || lost >= t->n_revealed;
}

static void ask_commit(client_talk *t)
{
    if (!is_paid_for(t)) {
        client_talk_fail(t, N_("the server wants to shuffle again, though nobody has lost their seat"), "", false);
        return;
    }
    json_t *fields = about_table(t);
    t->room.wants_commit = false;
    json_object_set_new(fields, "commit", new_commit(t));
    ask_here(t, CLIENT_COMMIT, "commit", fields);
}

static void ask_reveal(client_talk *t)
{
    json_t *fields = about_table(t);
    t->room.wants_reveal = false;
    if (t->n_revealed == 0)
        t->first_bots = bots_of(&t->room);
    if (strcmp(t->revealed, t->wishes.salt) != 0)
        t->n_revealed++;
    memcpy(t->revealed, t->wishes.salt, sizeof t->revealed);
    json_object_set_new(fields, "salt", json_string(t->wishes.salt));
    ask_here(t, CLIENT_REVEAL, "reveal", fields);
}

/* Sends what the server waits for. A salt goes out only where the table shows our commitment to it: before the table is
 * sealed nobody may know it. */
static void bring_share(client_talk *t)
{
    const client_room *r = &t->room;
    if (r->wants_commit && !client_is_asking(t, CLIENT_COMMIT))
        ask_commit(t);
    if (r->wants_reveal && !client_is_asking(t, CLIENT_REVEAL) && t->wishes.salt[0] &&
        strcmp(r->commit, t->commit) == 0)
        ask_reveal(t);
}

bool client_sit(client_talk *t, int seat)
{
    if (!t->is_here || client_is_asking(t, CLIENT_SIT))
        return false;
    json_t *fields = about_table(t);
    json_object_set_new(fields, "seat", json_integer(seat + 1));
    if (t->room.state == CLIENT_OPEN)
        json_object_set_new(fields, "commit", new_commit(t));
    return ask_here(t, CLIENT_SIT, "sit", fields);
}

bool client_stand(client_talk *t)
{
    return ask_here(t, CLIENT_STAND, "stand", about_table(t));
}

bool client_start(client_talk *t)
{
    return ask_here(t, CLIENT_START, "start", about_table(t));
}

static json_t *about_ply(const client_talk *t, size_t ply)
{
    json_t *fields = about_table(t);
    json_object_set_new(fields, "ply", json_integer((json_int_t)ply));
    return fields;
}

static size_t plies(const client_talk *t)
{
    return t->room.told ? t->room.told->plies : 0;
}

bool client_move(client_talk *t, mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text w = mur_text_on(text, sizeof text);
    json_t *fields = about_ply(t, plies(t));
    t->room.game->write_move(m, &w);
    json_object_set_new(fields, "move", json_string(text));
    return ask_here(t, CLIENT_MOVE, "move", fields);
}

bool client_back(client_talk *t, bool only_asks)
{
    json_t *fields = about_ply(t, plies(t));
    if (only_asks)
        json_object_set_new(fields, "try", json_true());
    return ask_here(t, only_asks ? CLIENT_MAY_BACK : CLIENT_BACK, "back", fields);
}

bool client_say(client_talk *t, const char *text)
{
    json_t *fields = about_table(t), *said = json_string(text);
    if (!said) { /* not UTF-8 */
        json_decref(fields);
        return false;
    }
    json_object_set_new(fields, "text", said);
    return ask_here(t, CLIENT_SAY, "say", fields);
}

bool client_look(client_talk *t, size_t ply)
{
    json_t *fields = about_ply(t, ply);
    json_object_set_new(fields, "form", json_string("bytes"));
    if (t->wishes.watches)
        json_object_set_new(fields, "seat", json_integer(0));
    return ask_here(t, CLIENT_LOOK, "look", fields);
}

bool client_is_asking(const client_talk *t, client_request what)
{
    return t->requests[what].id != 0;
}

bool client_take_outcome(client_talk *t, client_request what, client_outcome *out)
{
    asked *a = &t->requests[what];
    bool is = a->is_settled;
    if (is)
        *out = a->outcome;
    a->is_settled = false;
    return is;
}

/* -- Answers -- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t client_talk_now(const client_talk *t)
{
    return clock_now() + t->ahead;
}

static void keep_token(client_talk *t, const char *token)
{
    size_t n = strlen(token);
    if (n >= sizeof t->wishes.token) {
        client_talk_fail(t, NONSENSE, "token", false);
        return;
    }
    memcpy(t->wishes.token, token, n + 1);
    t->door.keep(t->door.context, token);
}

static void hear_hello(client_talk *t, const json_t *answer)
{
    const char *engine = text_of(answer, "engine"), *token = text_of(answer, "token");
    const json_t *now = json_object_get(answer, "now");
    const char *name = text_of(json_object_get(answer, "me"), "name");
    if (strcmp(engine, mur_version()) != 0) {
        client_talk_fail(t, N_("the server has another version of Muraille than this one"), engine, false);
        return;
    }
    if (*token)
        keep_token(t, token);
    t->ahead = json_is_integer(now) ? (int64_t)json_integer_value(now) - clock_now() : 0;
    t->door.settle(t->door.context);
    if (t->wishes.name[0] && strcmp(name, t->wishes.name) != 0)
        ask_name(t);
    else
        ask_open(t, false);
}

static void hear_table(client_talk *t, const json_t *answer)
{
    bool is_missing = false;
    const char *wrong = client_room_open(&t->room, answer, &is_missing);
    if (wrong) {
        client_talk_fail(t, NONSENSE, wrong, false);
    } else if (is_missing) {
        ask_open(t, true);
    } else {
        t->is_here = true;
        bring_share(t);
    }
}

static void hear_done(client_talk *t, client_request what, const json_t *answer)
{
    client_outcome *o = &t->requests[what].outcome;
    o->may = json_is_true(json_object_get(answer, "may"));
    if (what == CLIENT_HELLO)
        hear_hello(t, answer);
    else if (what == CLIENT_NAMING)
        ask_open(t, false);
    else if (what == CLIENT_OPENING)
        hear_table(t, answer);
    else if (what == CLIENT_LOOK && client_room_look(&t->room, answer))
        o->how = CLIENT_REFUSED; /* the move may have been taken back meanwhile */
}

/* Is it worth asking again in a while? */
static bool is_passing(const char *code)
{
    return strcmp(code, "busy") == 0 || strcmp(code, "away") == 0 || strcmp(code, "unsure") == 0;
}

/* Whatever goes wrong before the table is open. */
static void hear_refusal(client_talk *t, client_request what, const char *code, const char *why)
{
    if (what == CLIENT_HELLO && strcmp(code, "token") == 0 && t->wishes.token[0]) {
        keep_token(t, "");
        ask_hello(t);
    } else if (is_passing(code)) {
        t->door.drop(t->door.context);
    } else if (what == CLIENT_HELLO) {
        client_talk_fail(t, N_("the server does not let us in"), why, false);
    } else if (what == CLIENT_NAMING) {
        client_talk_fail(t, N_("this name cannot be had"), why, true);
    } else {
        client_talk_fail(t, N_("the table cannot be opened"), why, true);
    }
}

static void hear_answer(client_talk *t, int64_t id, const json_t *answer)
{
    client_request what = CLIENT_HELLO;
    const char *code = text_of(answer, "error");
    while (what < CLIENT_REQUESTS && t->requests[what].id != id)
        what++;
    if (what == CLIENT_REQUESTS)
        return; /* of a connection that is no more */
    asked *a = &t->requests[what];
    *a = (asked){ .is_settled = true, .outcome.how = *code ? CLIENT_REFUSED : CLIENT_DONE };
    mur_text c = mur_text_on(a->outcome.code, sizeof a->outcome.code);
    mur_text w = mur_text_on(a->outcome.why, sizeof a->outcome.why);
    client_put_clean(&c, code);
    client_put_clean(&w, *text_of(answer, "text") ? text_of(answer, "text") : code);
    if (!*code)
        hear_done(t, what, answer);
    else if (what <= CLIENT_OPENING)
        hear_refusal(t, what, code, text_of(answer, "text"));
    else if ((what == CLIENT_COMMIT || what == CLIENT_REVEAL) && is_passing(code))
        t->door.drop(t->door.context); /* asked again when we are back */
}

/* -- News -- */

static void hear_news(client_talk *t, const json_t *news)
{
    bool is_missing = false;
    if (!t->room.game || strcmp(text_of(news, "table"), t->wishes.table) != 0)
        return;
    if (client_is_asking(t, CLIENT_OPENING))
        return; /* the answer will hold it, too */
    const char *wrong = client_room_hear(&t->room, news, &is_missing);
    if (wrong)
        client_talk_fail(t, NONSENSE, wrong, false);
    else if (is_missing)
        ask_open(t, true);
    else
        bring_share(t);
}

void client_talk_hear(client_talk *t, mur_span text)
{
    json_t *message;
    if (t->fault.what)
        return;
    message = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *re = json_object_get(message, "re");
    if (json_is_integer(re) && json_integer_value(re) > 0)
        hear_answer(t, json_integer_value(re), message);
    else if (json_object_get(message, "news"))
        hear_news(t, message);
    else if (json_object_get(message, "error"))
        client_talk_fail(t, N_("the server refuses what we say"), text_of(message, "text"), false);
    else
        client_talk_fail(t, NONSENSE, "", false);
    json_decref(message);
}

/* -- The connection -- */

void client_talk_up(client_talk *t)
{
    t->is_up = true;
    ask_hello(t);
}

void client_talk_down(client_talk *t)
{
    t->is_up = t->is_here = false;
    for (int i = 0; i < CLIENT_REQUESTS; i++)
        if (t->requests[i].id)
            t->requests[i] = (asked){ .is_settled = true, .outcome.how = CLIENT_LOST };
}

bool client_talk_is_here(const client_talk *t)
{
    return t->is_here && !client_is_asking(t, CLIENT_OPENING);
}

const client_room *client_talk_room(const client_talk *t)
{
    return t->room.game ? &t->room : NULL;
}

client_talk *client_talk_open(const client_wishes *wishes, const client_door *door)
{
    client_talk *t = mur_new(sizeof *t);
    t->wishes = *wishes;
    t->door = *door;
    t->room.watches = wishes->watches;
    t->room.my_seat = -1;
    compute_commit(t);
    return t;
}

void client_talk_close(client_talk **t)
{
    if (!*t)
        return;
    client_room_close(&(*t)->room);
    free(*t);
    *t = NULL;
}
