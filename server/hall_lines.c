/* SPDX-License-Identifier: MIT */
/* server/hall_lines.c -- connections and their requests. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "server/hall_int.h"

enum {
    NONSENSE_MAX = 16, /* what may be said before hello */
    CLOSE_LIMIT = 1008 /* the code of WebSocket: policy */
};

#define ID_MOST ((INT64_C(1) << 53) - 1) /* of a request: what JavaScript counts without a gap */

static const verb verbs[] = {
    { "move", NULL, act_move, JOINS, 1 },
    { "back", NULL, act_back, 0, 1 },
    { "open", NULL, act_open, LISTENS, 2 },
    { "leave", NULL, act_leave, LISTENS, 1 },
    { "hello", act_hello, NULL, ANYBODY, 1 },
    { "say", NULL, act_say, 0, 4 },
    { "look", NULL, act_look, 0, 2 },
    { "point", NULL, act_point, LISTENS, 1 },
    { "sit", NULL, act_sit, 0, 2 },
    { "commit", NULL, act_commit, 0, 2 },
    { "reveal", NULL, act_reveal, 0, 1 },
    { "stand", NULL, act_stand, 0, 2 },
    { "seat", NULL, act_seat, 0, 2 },
    { "start", NULL, act_start, 0, 2 },
    { "close", NULL, act_close, 0, 2 },
    { "record", NULL, act_record, 0, 5 },
    { "rematch", NULL, act_rematch, 0, 5 },
    { "deal", NULL, act_deal, 0, 20 },
    { "create", act_create, NULL, 0, 10 },
    { "lobby", act_lobby, NULL, 0, 5 },
    { "mine", act_mine, NULL, 0, 5 },
    { "name", act_name, NULL, 0, 5 },
    { "password", act_password, NULL, 0, 30 },
    { "login", act_login, NULL, ANYBODY, 20 },
    { "reset", act_reset, NULL, ANYBODY, 30 },
    { "logout", act_logout, NULL, 0, 1 },
    { "sessions", act_sessions, NULL, 0, 5 },
    { "revoke", act_revoke, NULL, 0, 5 },
    { "hook", act_hook, NULL, 0, 5 },
    { "lang", act_lang, NULL, 0, 5 },
    { "export", act_export, NULL, 0, 60 },
    { "forget", act_forget, NULL, 0, 60 },
};

const char *hall_verb_at(int i)
{
    return i >= 0 && (size_t)i < sizeof verbs / sizeof verbs[0] ? verbs[i].name : NULL;
}

/* -- Lines -- */

static void free_line(hall *h, hall_line *line)
{
    hall_person_drop(h, line);
    if (h->check_next == line)
        h->check_next = line->next;
    if (line->before)
        line->before->next = line->next;
    else
        h->lines = line->next;
    if (line->next)
        line->next->before = line->before;
    h->n_lines--;
    free(line);
}

static hall_line *new_line(hall *h, void *peer, mur_span address)
{
    if (h->n_lines >= (size_t)h->plan.lines)
        return NULL;
    hall_line *line = mur_new(sizeof *line);
    line->peer = peer;
    mur_text t = mur_text_on(line->address, sizeof line->address);
    mur_put_bytes(&t, address.at, address.len);
    line->origin = hall_origin_of(h, address);
    line->next = h->lines;
    if (h->lines)
        h->lines->before = line;
    h->lines = line;
    h->n_lines++;
    return line;
}

hall_line *hall_enter(hall *h, void *peer, mur_span address)
{
    return h->is_draining ? NULL : new_line(h, peer, address);
}

/* Its answers are still under way; they will find nobody. */
void hall_leave(hall *h, hall_line *line)
{
    while (line->n_listening > 0)
        hall_stop_listening(h, line->listening[line->n_listening - 1]);
    hall_person_leave(h, line);
    line->is_gone = true;
    if (line->pending == 0)
        free_line(h, line);
}

void hall_end_line(hall *h, hall_line *line, int code, const char *why)
{
    if (line->is_gone || line->is_ending)
        return;
    line->is_ending = true;
    h->door.end(h->door.context, line->peer, code, why);
}

/* -- Requests -- */

static hall_request *new_request(hall *h, hall_line *line)
{
    hall_request *q = mur_new(sizeof *q);
    q->h = h;
    q->line = line;
    q->id = -1;
    q->arrived = hall_clock();
    if (line) {
        line->pending++;
        q->before_arrived = h->last_arrived;
        *(h->last_arrived ? &h->last_arrived->next_arrived : &h->first_arrived) = q;
        h->last_arrived = q;
    }
    return q;
}

static void forget_arrival(hall *h, hall_request *q)
{
    *(q->before_arrived ? &q->before_arrived->next_arrived : &h->first_arrived) = q->next_arrived;
    *(q->next_arrived ? &q->next_arrived->before_arrived : &h->last_arrived) = q->before_arrived;
}

hall_request *hall_request_new(hall *h, const verb *v)
{
    hall_request *q = new_request(h, NULL);
    q->verb = v;
    return q;
}

/* Whoever asked without a connection has been answered with this. */
static void let_go(hall *h, hall_line *line)
{
    line->pending--;
    if (line->pending > 0)
        return;
    if (line->is_single && !line->is_gone) {
        hall_end_line(h, line, line->status, "");
        hall_person_leave(h, line);
        line->is_gone = true;
    }
    if (line->is_gone)
        free_line(h, line);
}

void hall_request_free(hall_request *q)
{
    hall_line *line = q->line;
    hall *h = q->h;
    if (line)
        forget_arrival(h, q);
    free(q->body);
    if (q->more)
        (q->free_more ? q->free_more : free)(q->more);
    free(q);
    if (line)
        let_go(h, line);
}

void hall_ask_store(hall *h, hall_request *q, bool writes, void (*work)(clerk_job *, store *),
                    void (*done)(clerk_job *))
{
    q->job = (clerk_job){ .writes = writes, .work = work, .done = done };
    if (!clerk_give(h->clerk, &q->job))
        hall_refuse(q, HALL_BUSY);
}

/* Ids are drawn at random: some of their bytes are a hash. */
uint64_t hall_key_of_person(store_id id)
{
    uint64_t key;
    memcpy(&key, id.at, sizeof key);
    return key;
}

/* Addresses take turns, so that nobody's lists wait for all those of another address. */
void hall_ask_store_list(hall *h, hall_request *q, void (*work)(clerk_job *, store *), void (*done)(clerk_job *))
{
    uint64_t owner = q->line ? (uint64_t)q->line->origin : 0;
    q->job = (clerk_job){ .lane = CLERK_LIST, .owner = owner, .work = work, .done = done };
    if (!clerk_give(h->clerk, &q->job))
        hall_refuse(q, HALL_BUSY);
}

/* The thinkers forget what they have not begun when the hall is closed; so it is kept in a list. */
bool hall_ask_thinkers(hall *h, hall_request *q, void (*think)(thinkers_job *, void *), void (*done)(thinkers_job *))
{
    q->thought.think = think;
    q->thought.done = done;
    if (!h->thinkers || !thinkers_give(h->thinkers, &q->thought)) { /* none: the hall is being closed */
        hall_refuse(q, HALL_BUSY);
        return false;
    }
    q->next_thought = h->thoughts;
    q->at_thought = &h->thoughts;
    if (h->thoughts)
        h->thoughts->at_thought = &q->next_thought;
    h->thoughts = q;
    return true;
}

hall_request *hall_thought(thinkers_job *job)
{
    return (hall_request *)((char *)job - offsetof(hall_request, thought));
}

hall_request *hall_thought_done(thinkers_job *job)
{
    hall_request *q = hall_thought(job);
    *q->at_thought = q->next_thought;
    if (q->next_thought)
        q->next_thought->at_thought = q->at_thought;
    return q;
}

bool hall_may_come(hall *h, hall_request *q)
{
    char who[80];
    mur_text t = mur_text_on(who, sizeof who);
    mur_put(&t, "new ");
    mur_put(&t, q->line->address);
    double most = h->plan.newcomers_per_min;
    if (limits_ask(h->limits, mur_span_of(who), hall_now(h), most / 60, most, 1) == LIMIT_OK)
        return true;
    hall_refuse(q, HALL_BUSY);
    return false;
}

/* -- Fields -- */

bool hall_has(const hall_request *q, const char *field)
{
    return body_member(q->body, field) != NULL;
}

bool hall_read_text(const hall_request *q, const char *field, size_t most, mur_span *out)
{
    const body_value *value = body_member(q->body, field);
    if (!body_is(value, BODY_STRING) || value->text.len > most)
        return false;
    *out = value->text;
    return true;
}

bool hall_take_text(hall_request *q, const char *field, size_t most, mur_span *out)
{
    bool is_there = hall_read_text(q, field, most, out);
    if (!is_there)
        hall_refuse_field(q, field);
    return is_there;
}

bool hall_read_number(const hall_request *q, const char *field, int64_t from, int64_t to, int64_t *out)
{
    const body_value *value = body_member(q->body, field);
    if (!body_is(value, BODY_INTEGER) || value->number < from || value->number > to)
        return false;
    *out = value->number;
    return true;
}

bool hall_take_number(hall_request *q, const char *field, int64_t from, int64_t to, int64_t *out)
{
    bool is_there = hall_read_number(q, field, from, to, out);
    if (!is_there)
        hall_refuse_field(q, field);
    return is_there;
}

bool hall_take_flag(const hall_request *q, const char *field)
{
    return body_is(body_member(q->body, field), BODY_TRUE);
}

bool hall_take_id(hall_request *q, const char *field, store_id *out)
{
    mur_span text;
    if (!hall_take_text(q, field, MESSAGE_MAX, &text))
        return false;
    if (!id_read(text, out)) {
        hall_refuse(q, HALL_NONE); /* no table has such a name */
        return false;
    }
    return true;
}

/* -- Judging -- */

static const verb *find_verb(const body_value *body)
{
    const body_value *name = body_member(body, "do");
    for (size_t i = 0; body_is(name, BODY_STRING) && i < sizeof verbs / sizeof verbs[0]; i++)
        if (mur_span_is(name->text, verbs[i].name))
            return &verbs[i];
    return NULL;
}

/* Behind one address there may be a whole school. Every request costs 1 when it arrives; the rest of its price follows
 * in a second step. Both together never cost more than a full bucket, so even the dearest request succeeds after a
 * while, however small the bucket is. */
static limit ask_limits(hall *h, const hall_line *line, float cost)
{
    double rate = (line->person ? 1 : 10) * (double)h->plan.requests_per_s, most = 4 * rate;
    mur_span who = line->person ? (mur_span){ (const char *)line->person->node.id.at, sizeof(store_id) }
                                : mur_span_of(line->address);
    return limits_ask(h->limits, who, hall_now(h), rate, most, cost < most - 1 ? cost : most - 1);
}

/* What comes before the first hello is counted, too. */
static bool is_nonsense(hall *h, hall_line *line)
{
    if (line->person || ++line->nonsense < NONSENSE_MAX)
        return false;
    hall_end_line(h, line, CLOSE_LIMIT, "hello");
    return true;
}

/* The number that the answer shall bear; false: it is no number. */
static bool take_request_id(hall_request *q)
{
    return !hall_has(q, "id") || hall_read_number(q, "id", 0, ID_MOST, &q->id);
}

static void act(hall *h, hall_request *q)
{
    store_id id;
    if (q->verb->act)
        q->verb->act(h, q);
    else if (hall_take_id(q, "table", &id))
        hall_go_to_table(h, q, id);
}

/* Everything that can be said against a request before it is looked at. */
static hall_err judge(hall *h, const hall_request *q)
{
    const hall_line *line = q->line;
    if (h->is_draining || line->pending > PENDING_MAX + 1)
        return HALL_BUSY;
    if (!q->verb || (line->is_single && q->verb->flags & LISTENS))
        return HALL_MESSAGE;
    if (!line->person && !(q->verb->flags & ANYBODY))
        return HALL_HELLO;
    if (q->verb->cost > 1 && ask_limits(h, line, q->verb->cost - 1) != LIMIT_OK)
        return HALL_BUSY;
    return HALL_OK;
}

void hall_judge(hall_request *q)
{
    hall_err err = judge(q->h, q);
    if (err)
        hall_refuse(q, err);
    else
        act(q->h, q);
}

static void read_request(hall_request *q, mur_span message)
{
    if (message.len <= MESSAGE_MAX)
        q->body = body_read(message);
    q->verb = find_verb(q->body);
}

/* The answer to what cannot be read bears its number nevertheless, if that can be. */
static void refuse_message(hall_request *q, mur_span message)
{
    int64_t id = message.len <= MESSAGE_MAX ? body_read_id(message) : -1;
    if (id >= 0 && id <= ID_MOST)
        q->id = id;
    hall_refuse(q, HALL_MESSAGE);
}

static void hear(hall *h, hall_line *line, mur_span message, bool is_busy)
{
    hall_request *q = new_request(h, line);
    read_request(q, message);
    if (!q->body) {
        refuse_message(q, message);
        return;
    }
    if (!take_request_id(q)) {
        hall_refuse_field(q, "id");
        return;
    }
    if (!q->verb) {
        hall_refuse_field(q, "do");
        return;
    }
    if (is_busy) {
        hall_refuse(q, HALL_BUSY);
        return;
    }
    hall_judge(q);
}

void hall_hear(hall *h, hall_line *line, mur_span message)
{
    if (line->is_ending)
        return;
    h->counts.requests++;
    limit how = ask_limits(h, line, 1);
    if (how == LIMIT_TOO_MUCH) {
        hall_end_line(h, line, CLOSE_LIMIT, "busy");
        return;
    }
    line->pending++; /* so that it lasts until we have done */
    if (!is_nonsense(h, line))
        hear(h, line, message, how == LIMIT_BUSY);
    line->pending--;
    if (line->is_gone && line->pending == 0)
        free_line(h, line);
}

/* -- One request alone -- */

hall_line *hall_ask(hall *h, void *peer, mur_span address, mur_span token, mur_span message)
{
    hall_line *line = new_line(h, peer, address);
    if (!line) {
        h->door.end(h->door.context, peer, 503, "busy");
        return NULL;
    }
    h->counts.requests++;
    line->is_single = true;
    hall_request *q = new_request(h, line);
    line->pending++; /* so that it lasts until we have done */
    read_request(q, message);
    if (ask_limits(h, line, 1) != LIMIT_OK)
        hall_refuse(q, HALL_BUSY);
    else if (!q->body)
        refuse_message(q, message);
    else if (!take_request_id(q))
        hall_refuse_field(q, "id");
    else if (!q->verb)
        hall_refuse_field(q, "do");
    else if (token.len == 0)
        hall_judge(q);
    else if (!take_token(token, line->key))
        hall_refuse(q, HALL_TOKEN);
    else
        hall_find_session(q);
    bool is_waiting = line->pending > 1;
    let_go(h, line);
    return is_waiting ? line : NULL;
}
