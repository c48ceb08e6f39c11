/* SPDX-License-Identifier: MIT */
/* client/session.c -- the protocol's state machine: hello -> (name) -> open -> synced, and again after each reconnect.
 * Each kind of request has one slot in `requests`; its answer is matched by the id. News for the table goes to table.c;
 * if it reveals a gap, the table is opened again from the start.
 *
 * The fair shuffle (docs/protocol.md, Fair deals). When we sit down we send the hash of a random salt; when every seat
 * has committed, we reveal it. Two checks protect us from a cheating server: a salt is sent only after the table shows
 * our own commitment to it, and a request to shuffle again is refused unless another seat has been given to a bot for
 * each time we revealed (is_reshuffle_justified()). */
#include "client/session.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/muraille.h"
#include "record/safe_text.h"

enum { PROTOCOL_VERSION = 2 };

typedef struct {
    int64_t id; /* of the open request; 0: none */
    bool is_done;
    client_outcome outcome; /* if is_done, until it is taken */
} pending_request;

struct client_session {
    client_session_options options;
    client_session_callbacks callbacks;
    bool is_connected, is_synced;
    int64_t last_id;
    int64_t clock_offset; /* the server's clock minus ours, in milliseconds */
    pending_request requests[CLIENT_REQUESTS];
    uint32_t confirmed_length; /* entries of the table up to our latest confirmed change; 0: none since we connected */
    char commit[CLIENT_COMMIT_TEXT]; /* hash of options.salt, in hex */
    unsigned first_bots;             /* seats of bots when we revealed for the first time, one bit each */
    int n_revealed;
    char revealed[CLIENT_SALT]; /* the latest salt: revealing it again after a lost connection counts once */
    client_table table;         /* game is NULL: it was never opened */
    client_fault fault;
};

/* -- Faults -- */

void client_session_fail(client_session *s, const char *what, const char *why, bool is_user_error)
{
    if (s->fault.what)
        return;
    mur_text text = mur_text_on(s->fault.why, sizeof s->fault.why);
    s->fault.what = what;
    s->fault.is_user_error = is_user_error;
    client_put_clean(&text, why);
    s->is_synced = false;
}

#define BAD_MESSAGE N_("the server sent an unexpected message")

const client_fault *client_session_fault(const client_session *s)
{
    return s->fault.what ? &s->fault : NULL;
}

/* -- Sending requests -- */

static void send_json(client_session *s, json_t *request)
{
    char *text = json_dumps(request, JSON_COMPACT);
    if (text)
        s->callbacks.send(s->callbacks.context, mur_span_of(text));
    free(text);
}

/* Sends a request unless one of its kind is open. Owns the fields, also on failure. */
static bool send_request(client_session *s, client_request what, const char *word, json_t *fields)
{
    assert(what < CLIENT_REQUESTS);
    pending_request *a = &s->requests[what];
    bool ok = fields && s->is_connected && !a->id && !s->fault.what;
    if (ok) {
        *a = (pending_request){ .id = ++s->last_id };
        json_object_set_new(fields, "do", json_string(word));
        json_object_set_new(fields, "id", json_integer(a->id));
        send_json(s, fields);
    }
    json_decref(fields);
    return ok;
}

static json_t *table_fields(const client_session *s)
{
    return json_pack("{s:s}", "table", s->options.table);
}

/* The same for requests that need an open table. */
static bool send_if_synced(client_session *s, client_request what, const char *word, json_t *fields)
{
    if (s->is_synced)
        return send_request(s, what, word, fields);
    json_decref(fields);
    return false;
}

static void send_hello(client_session *s)
{
    json_t *fields =
        json_pack("{s:i,s:s,s:s}", "v", PROTOCOL_VERSION, "lang", s->options.lang, "device", s->options.device);
    if (s->options.token[0])
        json_object_set_new(fields, "token", json_string(s->options.token));
    else if (s->options.invite)
        json_object_set_new(fields, "invite", json_string(s->options.invite));
    send_request(s, CLIENT_HELLO, "hello", fields);
}

static void send_name(client_session *s)
{
    if (!send_request(s, CLIENT_NAMING, "name", json_pack("{s:s}", "name", s->options.name))) /* not UTF-8 */
        client_session_fail(s, N_("this name is not available"), "", true);
}

static void send_open(client_session *s, bool is_whole)
{
    json_t *fields = table_fields(s);
    json_object_set_new(fields, "form", json_string("bytes"));
    json_object_set_new(fields, "from", json_integer(is_whole ? 0 : (json_int_t)s->table.length));
    if (s->options.watches)
        json_object_set_new(fields, "seat", json_integer(0));
    send_request(s, CLIENT_OPENING, "open", fields);
}

void client_reopen(client_session *s)
{
    if (s->is_synced)
        send_open(s, true);
}

/* -- Our part of the shuffle (docs/protocol.md, Fair deals) -- */

_Static_assert(CLIENT_COMMIT_TEXT == 2 * crypto_hash_sha256_BYTES + 1, "two hex digits per byte");

static void compute_commit(client_session *s)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)s->options.salt, strlen(s->options.salt));
    sodium_bin2hex(s->commit, sizeof s->commit, hash, sizeof hash);
}

/* Draws a new salt and returns its hash; the salt itself stays here until it is revealed. */
static json_t *new_commit(client_session *s)
{
    s->callbacks.new_salt(s->callbacks.context, s->options.salt);
    compute_commit(s);
    return json_string(s->commit);
}

/* Seats of bots, one bit each. */
static unsigned bots_of(const client_table *t)
{
    unsigned bots = 0;
    for (int seat = 0; seat < t->seats; seat++)
        bots |= (unsigned)(t->seat[seat].bot[0] != '\0') << seat;
    return bots;
}

/* A new shuffle is needed only when a seat did not reveal its salt, and that seat then goes to a bot. A server that
 * asks for new salts without such a loss is trying deals until one suits it. */
static bool is_reshuffle_justified(const client_session *s)
{
    int lost = 0;
    for (unsigned bots = bots_of(&s->table) & ~s->first_bots; bots; bots &= bots - 1)
        lost++;
    return s->n_revealed == 0 || lost >= s->n_revealed;
}

static void send_commit(client_session *s)
{
    if (!is_reshuffle_justified(s)) {
        client_session_fail(s, N_("the server wants to shuffle again although nobody has lost their seat"), "", false);
        return;
    }
    json_t *fields = table_fields(s);
    s->table.wants_commit = false;
    json_object_set_new(fields, "commit", new_commit(s));
    send_if_synced(s, CLIENT_COMMIT, "commit", fields);
}

/* Counts how often we have revealed a new salt, for is_reshuffle_justified(). */
static void send_reveal(client_session *s)
{
    json_t *fields = table_fields(s);
    s->table.wants_reveal = false;
    if (s->n_revealed == 0)
        s->first_bots = bots_of(&s->table);
    if (strcmp(s->revealed, s->options.salt) != 0)
        s->n_revealed++;
    memcpy(s->revealed, s->options.salt, sizeof s->revealed);
    json_object_set_new(fields, "salt", json_string(s->options.salt));
    send_if_synced(s, CLIENT_REVEAL, "reveal", fields);
}

/* Sends what the server waits for. A salt is revealed only if the table shows our commitment to it: before all seats
 * have committed nobody may know it. */
static void answer_shuffle(client_session *s)
{
    const client_table *t = &s->table;
    if (t->wants_commit && !client_is_asking(s, CLIENT_COMMIT))
        send_commit(s);
    if (t->wants_reveal && !client_is_asking(s, CLIENT_REVEAL) && s->options.salt[0] &&
        strcmp(t->commit, s->commit) == 0)
        send_reveal(s);
}

/* Before the game starts, sitting down includes a commitment to a new salt. */
bool client_sit(client_session *s, int seat)
{
    if (!s->is_synced || client_is_asking(s, CLIENT_SIT))
        return false;
    json_t *fields = table_fields(s);
    json_object_set_new(fields, "seat", json_integer(seat + 1));
    if (s->table.state == CLIENT_OPEN)
        json_object_set_new(fields, "commit", new_commit(s));
    return send_if_synced(s, CLIENT_SIT, "sit", fields);
}

bool client_stand(client_session *s)
{
    return send_if_synced(s, CLIENT_STAND, "stand", table_fields(s));
}

bool client_start(client_session *s)
{
    return send_if_synced(s, CLIENT_START, "start", table_fields(s));
}

static json_t *ply_fields(const client_session *s, size_t ply)
{
    json_t *fields = table_fields(s);
    json_object_set_new(fields, "ply", json_integer((json_int_t)ply));
    return fields;
}

static size_t plies(const client_session *s)
{
    return s->table.feed ? s->table.feed->plies : 0;
}

/* The ply tells the server which position the move is for: if it is not the current one, the move is refused. */
bool client_move(client_session *s, mur_move m)
{
    assert(s->table.game);
    char text[MUR_MOVE_TEXT];
    mur_text w = mur_text_on(text, sizeof text);
    json_t *fields = ply_fields(s, plies(s));
    s->table.game->write_move(m, &w);
    json_object_set_new(fields, "move", json_string(text));
    return send_if_synced(s, CLIENT_MOVE, "move", fields);
}

bool client_take_back(client_session *s, bool only_asks)
{
    json_t *fields = ply_fields(s, plies(s));
    if (only_asks)
        json_object_set_new(fields, "try", json_true());
    return send_if_synced(s, only_asks ? CLIENT_CAN_TAKE_BACK : CLIENT_TAKE_BACK, "back", fields);
}

bool client_send_chat(client_session *s, const char *text)
{
    json_t *fields = table_fields(s), *said = json_string(text);
    if (!said) { /* not UTF-8 */
        json_decref(fields);
        return false;
    }
    json_object_set_new(fields, "text", said);
    return send_if_synced(s, CLIENT_CHAT, "say", fields);
}

bool client_look(client_session *s, size_t ply)
{
    json_t *fields = ply_fields(s, ply);
    json_object_set_new(fields, "form", json_string("bytes"));
    if (s->options.watches)
        json_object_set_new(fields, "seat", json_integer(0));
    return send_if_synced(s, CLIENT_LOOK, "look", fields);
}

bool client_is_asking(const client_session *s, client_request what)
{
    return s->requests[what].id != 0;
}

bool client_take_outcome(client_session *s, client_request what, client_outcome *out)
{
    assert(what < CLIENT_REQUESTS);
    pending_request *a = &s->requests[what];
    bool is_done = a->is_done;
    if (is_done)
        *out = a->outcome;
    a->is_done = false;
    return is_done;
}

/* -- Receiving answers -- */

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

int64_t client_session_server_now(const client_session *s)
{
    return clock_now() + s->clock_offset;
}

/* "" deletes the saved token. */
static void store_token(client_session *s, const char *token)
{
    size_t n = strlen(token);
    if (n >= sizeof s->options.token) {
        client_session_fail(s, BAD_MESSAGE, "token", false);
        return;
    }
    memcpy(s->options.token, token, n + 1);
    s->callbacks.save_token(s->callbacks.context, token);
}

/* The engine must be the same version, because positions are sent as the engine's bytes. */
static void on_hello(client_session *s, const json_t *answer)
{
    const char *engine = text_of(answer, "engine"), *token = text_of(answer, "token");
    const json_t *now = json_object_get(answer, "now");
    const char *name = text_of(json_object_get(answer, "me"), "name");
    if (strcmp(engine, mur_version()) != 0) {
        client_session_fail(s, N_("the server runs another version of Muraille"), engine, false);
        return;
    }
    if (*token)
        store_token(s, token);
    s->clock_offset = json_is_integer(now) ? (int64_t)json_integer_value(now) - clock_now() : 0;
    s->callbacks.on_accepted(s->callbacks.context);
    if (s->options.name[0] && strcmp(name, s->options.name) != 0)
        send_name(s);
    else
        send_open(s, false);
}

static void on_table(client_session *s, const json_t *answer)
{
    bool must_reopen = false;
    const char *wrong = client_table_on_open(&s->table, answer, &must_reopen);
    if (wrong) {
        client_session_fail(s, BAD_MESSAGE, wrong, false);
    } else if (must_reopen) {
        send_open(s, true);
    } else {
        s->is_synced = true;
        answer_shuffle(s);
    }
}

static void on_accepted(client_session *s, client_request what, const json_t *answer)
{
    client_outcome *o = &s->requests[what].outcome;
    json_int_t length = json_integer_value(json_object_get(answer, "length"));
    if ((what == CLIENT_MOVE || what == CLIENT_TAKE_BACK) && length > 0 && length <= UINT32_MAX)
        s->confirmed_length = (uint32_t)length;
    o->may = json_is_true(json_object_get(answer, "may"));
    if (what == CLIENT_HELLO)
        on_hello(s, answer);
    else if (what == CLIENT_NAMING)
        send_open(s, false);
    else if (what == CLIENT_OPENING)
        on_table(s, answer);
    else if (what == CLIENT_LOOK && client_table_on_look(&s->table, answer))
        o->how = CLIENT_REFUSED; /* the position may no longer exist: a move was taken back */
}

/* Errors after which the same request may succeed later. */
static bool is_temporary(const char *code)
{
    return strcmp(code, "busy") == 0 || strcmp(code, "away") == 0 || strcmp(code, "unsure") == 0;
}

/* A refusal before the table is open: of an old token (start again as a guest), for the moment, or for good. */
static void on_refused(client_session *s, client_request what, const char *code, const char *why)
{
    if (what == CLIENT_HELLO && strcmp(code, "token") == 0 && s->options.token[0]) {
        store_token(s, "");
        send_hello(s);
    } else if (is_temporary(code)) {
        s->callbacks.retry_later(s->callbacks.context);
    } else if (what == CLIENT_HELLO) {
        client_session_fail(s, N_("the server refused the connection"), why, false);
    } else if (what == CLIENT_NAMING) {
        client_session_fail(s, N_("this name is not available"), why, true);
    } else {
        client_session_fail(s, N_("cannot open the table"), why, true);
    }
}

/* Finds the request by its id. Answers for a previous connection have none and are ignored. */
static void on_answer(client_session *s, int64_t id, const json_t *answer)
{
    client_request what = CLIENT_HELLO;
    const char *code = text_of(answer, "error");
    while (what < CLIENT_REQUESTS && s->requests[what].id != id)
        what++;
    if (what == CLIENT_REQUESTS)
        return;
    pending_request *a = &s->requests[what];
    *a = (pending_request){ .is_done = true, .outcome.how = *code ? CLIENT_REFUSED : CLIENT_DONE };
    mur_text c = mur_text_on(a->outcome.code, sizeof a->outcome.code);
    mur_text w = mur_text_on(a->outcome.why, sizeof a->outcome.why);
    client_put_clean(&c, code);
    client_put_clean(&w, *text_of(answer, "text") ? text_of(answer, "text") : code);
    if (!*code)
        on_accepted(s, what, answer);
    else if (what <= CLIENT_OPENING)
        on_refused(s, what, code, text_of(answer, "text"));
    else if ((what == CLIENT_COMMIT || what == CLIENT_REVEAL) && is_temporary(code))
        s->callbacks.retry_later(s->callbacks.context); /* sent again after reconnecting */
}

/* -- News -- */

static void on_news(client_session *s, const json_t *news)
{
    bool must_reopen = false;
    if (!s->table.game || strcmp(text_of(news, "table"), s->options.table) != 0)
        return;
    if (client_is_asking(s, CLIENT_OPENING))
        return; /* the answer to `open` will include it */
    const char *wrong = client_table_on_news(&s->table, news, &must_reopen);
    if (wrong)
        client_session_fail(s, BAD_MESSAGE, wrong, false);
    else if (must_reopen)
        send_open(s, true);
    else
        answer_shuffle(s);
}

/* A message is an answer ("re"), news, or an error without a request. Anything else is a fault. */
void client_session_on_message(client_session *s, mur_span text)
{
    json_t *message;
    if (s->fault.what)
        return;
    message = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *re = json_object_get(message, "re");
    if (json_is_integer(re) && json_integer_value(re) > 0)
        on_answer(s, json_integer_value(re), message);
    else if (json_object_get(message, "news"))
        on_news(s, message);
    else if (json_object_get(message, "error"))
        client_session_fail(s, N_("the server rejected the request"), text_of(message, "text"), false);
    else
        client_session_fail(s, BAD_MESSAGE, "", false);
    json_decref(message);
}

/* -- The connection -- */

void client_session_on_connected(client_session *s)
{
    s->is_connected = true;
    send_hello(s);
}

/* Open requests are lost: the server may or may not have carried them out. */
void client_session_on_disconnected(client_session *s)
{
    s->is_connected = s->is_synced = false;
    s->confirmed_length = 0; /* `open` will include it */
    for (int i = 0; i < CLIENT_REQUESTS; i++)
        if (s->requests[i].id)
            s->requests[i] = (pending_request){ .is_done = true, .outcome.how = CLIENT_LOST };
}

bool client_session_is_synced(const client_session *s)
{
    return s->is_synced && !client_is_asking(s, CLIENT_OPENING);
}

bool client_session_is_current(const client_session *s)
{
    return client_session_is_synced(s) && s->table.length >= s->confirmed_length;
}

const client_table *client_session_table(const client_session *s)
{
    return s->table.game ? &s->table : NULL;
}

client_session *client_session_open(const client_session_options *options, const client_session_callbacks *callbacks)
{
    client_session *s = mur_new(sizeof *s);
    s->options = *options;
    s->callbacks = *callbacks;
    s->table.watches = options->watches;
    s->table.my_seat = -1;
    compute_commit(s);
    return s;
}

void client_session_close(client_session **s)
{
    if (!*s)
        return;
    client_table_close(&(*s)->table);
    free(*s);
    *s = NULL;
}
