/* SPDX-License-Identifier: MIT */
/* server/hall_people.c -- who somebody is: connected people, hello, and what they change of themselves. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/quote.h"
#include "server/code.h"
#include "server/hall_papers.h"

enum {
    TOKEN_BYTES = 32,
    SEEN_EVERY = 600000, /* how exactly the store knows when somebody was here, in milliseconds */
    CLOSE_NORMALLY = 1000
};
static const store_time session_ms = SESSION_DAYS * (store_time)86400000;

void papers_free(void *more)
{
    papers *p = more;
    if (p->greeting)
        p->greeting->is_greeting = false;
    free(p->sessions);
    sodium_memzero(p, sizeof *p);
    free(p);
}

papers *papers_new(hall_request *q)
{
    papers *p = mur_new(sizeof *p);
    if (q->line->person)
        p->person.id = q->line->person->node.id;
    memcpy(p->session.key, q->line->key, STORE_KEY);
    p->now = hall_now(q->h);
    p->oldest = p->now - session_ms;
    q->more = p;
    q->free_more = papers_free;
    return p;
}

void papers_copy(char *out, size_t size, mur_span text)
{
    mur_text t = mur_text_on(out, size);
    mur_put_bytes(&t, text.at, text.len);
}

/* -- Those who are connected -- */

hall_person *hall_find_person(const hall *h, store_id id)
{
    return (hall_person *)map_find(&h->people, id);
}

static void refresh(hall_person *p, const store_person *is)
{
    p->is = *is;
    sodium_memzero(p->is.password, sizeof p->is.password);
    if (is->password[0])
        papers_copy(p->is.password, sizeof p->is.password, mur_span_of("yes"));
}

void hall_person_leave(hall *h, hall_line *line)
{
    hall_person *p = line->person;
    if (!p || line->is_gone)
        return;
    if (line->before_of_person)
        line->before_of_person->next_of_person = line->next_of_person;
    else
        p->lines = line->next_of_person;
    if (line->next_of_person)
        line->next_of_person->before_of_person = line->before_of_person;
    line->next_of_person = line->before_of_person = NULL;
    (void)h;
}

void hall_person_drop(hall *h, hall_line *line)
{
    hall_person *p = line->person;
    line->person = NULL;
    if (!p || --p->holders > 0)
        return;
    map_remove(&h->people, &p->node);
    free(p);
}

/* The connection is this person from now on. What it listened to as somebody else it does not any more. */
void hall_become(hall *h, hall_line *line, const store_person *is, const unsigned char key[STORE_KEY])
{
    while (line->n_listening > 0)
        hall_stop_listening(h, line->listening[line->n_listening - 1]);
    hall_person_leave(h, line);
    hall_person_drop(h, line);
    hall_person *p = hall_find_person(h, is->id);
    if (!p) {
        p = mur_new(sizeof *p);
        p->node.id = is->id;
        map_add(&h->people, &p->node);
    }
    refresh(p, is);
    p->holders++;
    line->person = p;
    if (!line->is_gone) {
        line->next_of_person = p->lines;
        if (p->lines)
            p->lines->before_of_person = line;
        p->lines = line;
    }
    memcpy(line->key, key, STORE_KEY);
    if (is->lang[0])
        papers_copy(line->lang, sizeof line->lang, mur_span_of(is->lang));
}

void hall_end_lines(hall *h, store_id person, const unsigned char *key, const hall_line *but)
{
    const hall_person *p = hall_find_person(h, person);
    for (hall_line *line = p ? p->lines : NULL, *next; line; line = next) {
        next = line->next_of_person;
        if (line != but && (!key || sodium_memcmp(line->key, key, STORE_KEY) == 0))
            hall_end_line(h, line, CLOSE_NORMALLY, "session");
    }
}

void hall_end_other_lines(hall *h, store_id person, const unsigned char key[STORE_KEY])
{
    const hall_person *p = hall_find_person(h, person);
    for (hall_line *line = p ? p->lines : NULL, *next; line; line = next) {
        next = line->next_of_person;
        if (!line->is_single && sodium_memcmp(line->key, key, STORE_KEY) != 0)
            hall_end_line(h, line, CLOSE_NORMALLY, "session");
    }
}

/* -- Banned and muted -- */

bool hall_is_muted(const hall_person *p, store_time now)
{
    return p->is.muted > now;
}

bool papers_refuse_banned(hall_request *q, const store_person *p)
{
    char day[32];
    struct tm date;
    time_t seconds = (time_t)(p->banned / 1000);
    if (p->banned <= hall_now(q->h))
        return false;
    if (p->banned >= STORE_FOREVER) {
        hall_refuse(q, HALL_BANNED);
        return true;
    }
    gmtime_r(&seconds, &date);
    strftime(day, sizeof day, "%Y-%m-%d %H:%M UTC", &date);
    hall_refuse_with(q, HALL_BANNED, N_("you are banned from this server until {when}"),
                     (const mur_place[]){ { "when", mur_span_of(day) }, { NULL, { NULL, 0 } } });
    return true;
}

void put_me(mur_json *j, const store_person *p)
{
    mur_json_key(j, "me");
    mur_json_begin(j, '{');
    put_id(j, "id", p->id);
    put_string(j, "name", p->name);
    put_flag(j, "has_password", p->password[0]);
    put_string(j, "lang", p->lang);
    put_string(j, "hook", p->hook);
    mur_json_end(j, '}');
}

/* -- Tokens -- */

bool take_token(mur_span token, unsigned char key[STORE_KEY])
{
    crypto_hash_sha256(key, (const unsigned char *)token.at, token.len);
    return token.len == TOKEN_TEXT - 1;
}

/* A session for this device, with a token that only its owner will ever see. */
void papers_draw_session(const hall *h, papers *p, mur_span device)
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(p->token, sizeof p->token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    take_token(mur_span_of(p->token), p->session.key);
    p->session.since = p->session.seen = hall_now(h);
    papers_copy(p->session.device, sizeof p->session.device, device);
}

/* -- Hello -- */

static bool is_language(mur_span lang)
{
    static const char *const languages[] = { "en", "fr", "it", "de" };
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (mur_span_is(lang, languages[i]))
            return true;
    return false;
}

/* As many whole characters as the store keeps. */
mur_span papers_take_device(const hall_request *q)
{
    const body_value *device = body_member(q->body, "device");
    mur_span text = body_is(device, BODY_STRING) ? device->text : mur_span_of("");
    mur_span cut = text;
    for (int n = STORE_DEVICE - 1; cut.len >= STORE_DEVICE; n--)
        cut = mur_cut(text, n);
    return cut;
}

static void make_guest(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    job->err = p->has_code ? store_use_invite(s, p->code, p->now) : STORE_OK;
    p->is_code_wrong = job->err == STORE_NONE;
    if (!job->err)
        job->err = store_add_person(s, &p->person);
    if (!job->err)
        job->err = store_add_session(s, &p->session);
}

static void find_somebody(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    unsigned char key[STORE_KEY];
    memcpy(key, p->session.key, STORE_KEY);
    job->err = store_find_session(s, key, &p->session);
    if (!job->err && p->session.seen < p->oldest)
        job->err = STORE_NONE;
    if (!job->err)
        job->err = store_find_person(s, p->session.person, &p->person);
}

static void fill_hello(mur_json *j, const void *context)
{
    const hall_request *q = context;
    const papers *p = q->more;
    int64_t version = HALL_VERSION;
    hall_read_number(q, "v", 1, HALL_VERSION, &version);
    put_long(j, "v", version);
    put_string(j, "engine", q->h->plan.version);
    put_me(j, &p->person);
    if (p->token[0])
        put_string(j, "token", p->token);
    put_long(j, "now", hall_now(q->h));
    put_long(j, "grace", hall_grace_ms(q->h) / 1000);
}

/* Now and then the store is told that a session is still used; the answer interests nobody. */
static void see_session(clerk_job *job, store *s)
{
    const papers *p = ((hall_request *)job)->more;
    job->err = store_see_session(s, p->session.key, p->session.seen);
}

static void change_lang(clerk_job *job, store *s);

static void be_done(clerk_job *job)
{
    hall_request_free((hall_request *)job);
}

static const verb seeing = { .name = "see" };

void papers_note_visit(hall *h, const papers *p, const char *lang)
{
    bool is_new_lang = lang[0] && strcmp(lang, p->person.lang) != 0;
    if (hall_now(h) - p->session.seen < SEEN_EVERY && !is_new_lang)
        return;
    hall_request *q = hall_request_new(h, &seeing);
    papers *own = mur_new(sizeof *own);
    own->person.id = p->person.id;
    own->session = p->session;
    own->session.seen = hall_now(h);
    papers_copy(own->lang, sizeof own->lang, mur_span_of(lang));
    q->more = own;
    q->free_more = papers_free;
    hall_ask_store(h, q, true, is_new_lang ? change_lang : see_session, be_done);
}

static void greet(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    papers *p = q->more;
    if (p->is_code_wrong) {
        hall_refuse_why(q, HALL_INVITE, N_("this invitation is not known, used up, or too old"));
        return;
    }
    if (job->err == STORE_NONE) {
        hall_refuse(q, HALL_TOKEN);
        return;
    }
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    if (papers_refuse_banned(q, &p->person))
        return;
    if (!p->token[0])
        papers_note_visit(h, p, p->lang);
    if (p->lang[0])
        papers_copy(p->person.lang, sizeof p->person.lang, mur_span_of(p->lang));
    hall_become(h, q->line, &p->person, p->session.key);
    hall_answer(q, fill_hello, q);
}

/* However the request ends, its papers go with it, and the connection may say hello again. */
static void begin_greeting(hall_request *q)
{
    papers *p = q->more;
    p->greeting = q->line;
    q->line->is_greeting = true;
}

/* Where people come by invitation, a new guest brings a code. False: refused. */
static bool take_invite(const hall *h, hall_request *q)
{
    papers *p = q->more;
    mur_span code;
    if (!h->plan.invite_only)
        return true;
    if (!hall_has(q, "invite")) {
        hall_refuse(q, HALL_INVITE);
        return false;
    }
    if (!hall_take_text(q, "invite", MESSAGE_MAX, &code))
        return false;
    p->has_code = code_key(code, p->code);
    if (p->has_code)
        return true;
    hall_refuse_why(q, HALL_INVITE, N_("this invitation is not known, used up, or too old"));
    return false;
}

static void make_and_greet(hall *h, hall_request *q)
{
    papers *p = q->more;
    if (!hall_may_come(h, q) || !take_invite(h, q))
        return;
    papers_draw_session(h, p, papers_take_device(q));
    p->person = (store_person){ .id = id_draw(), .since = p->session.since, .seen = p->session.seen };
    papers_copy(p->person.lang, sizeof p->person.lang, mur_span_of(p->lang[0] ? p->lang : "en"));
    p->session.person = p->person.id;
    begin_greeting(q);
    hall_ask_store(h, q, true, make_guest, greet);
}

void act_hello(hall *h, hall_request *q)
{
    int64_t version;
    mur_span text = { "", 0 };
    if (q->line->person || q->line->is_greeting) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (!hall_take_number(q, "v", 0, INT64_MAX, &version))
        return;
    if (version < 1 || version > HALL_VERSION) {
        hall_refuse(q, HALL_VERSION_ERR);
        return;
    }
    papers *p = papers_new(q);
    if (hall_has(q, "lang") && !hall_take_text(q, "lang", MESSAGE_MAX, &text))
        return;
    if (hall_has(q, "lang") && is_language(text))
        papers_copy(p->lang, sizeof p->lang, text);
    papers_copy(q->line->lang, sizeof q->line->lang, mur_span_of(p->lang));
    if (!hall_has(q, "token")) {
        make_and_greet(h, q);
        return;
    }
    if (!hall_take_text(q, "token", MESSAGE_MAX, &text))
        return;
    if (!take_token(text, p->session.key)) {
        hall_refuse(q, HALL_TOKEN);
        return;
    }
    begin_greeting(q);
    hall_ask_store(h, q, false, find_somebody, greet);
}

static void judge_somebody(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    const papers *p = q->more;
    if (job->err == STORE_NONE) {
        hall_refuse(q, HALL_TOKEN);
        return;
    }
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    if (papers_refuse_banned(q, &p->person))
        return;
    papers_note_visit(q->h, p, "");
    hall_become(q->h, q->line, &p->person, p->session.key);
    papers_free(q->more);
    q->more = NULL;
    q->free_more = NULL;
    hall_judge(q);
}

void hall_find_session(hall_request *q)
{
    papers_new(q);
    hall_ask_store(q->h, q, false, find_somebody, judge_somebody);
}

/* -- Changes of oneself -- */

/* Whatever else the store knows of them may have changed meanwhile: it is read in the same transaction. */
static void change(clerk_job *job, store *s, void (*set)(papers *p))
{
    papers *p = ((hall_request *)job)->more;
    store_id id = p->person.id;
    job->err = store_find_person(s, id, &p->person);
    if (job->err)
        return;
    set(p);
    job->err = store_change_person(s, &p->person);
}

void papers_changed(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    const papers *p = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    hall_person *person = hall_find_person(q->h, p->person.id);
    if (person)
        refresh(person, &p->person);
    hall_answer(q, NULL, NULL);
}

static void set_hook(papers *p)
{
    memcpy(p->person.hook, p->hook, sizeof p->hook);
}

static void change_hook(clerk_job *job, store *s)
{
    change(job, s, set_hook);
}

void act_hook(hall *h, hall_request *q)
{
    mur_span url, rest;
    if (!hall_take_text(q, "url", STORE_HOOK - 1, &url))
        return;
    rest = url;
    if (url.len > 0 && !mur_take(&rest, "https://")) {
        hall_refuse_field(q, "url");
        return;
    }
    for (; rest.len > 0; rest = (mur_span){ rest.at + 1, rest.len - 1 })
        if (rest.at[0] <= ' ' || rest.at[0] > '~') {
            hall_refuse_field(q, "url");
            return;
        }
    papers_copy(papers_new(q)->hook, STORE_HOOK, url);
    hall_ask_store(h, q, true, change_hook, papers_changed);
}

static void set_lang(papers *p)
{
    memcpy(p->person.lang, p->lang, sizeof p->lang);
}

static void change_lang(clerk_job *job, store *s)
{
    change(job, s, set_lang);
}

void act_lang(hall *h, hall_request *q)
{
    mur_span lang;
    if (!hall_take_text(q, "lang", MESSAGE_MAX, &lang))
        return;
    if (!is_language(lang)) {
        hall_refuse_field(q, "lang");
        return;
    }
    papers_copy(q->line->lang, sizeof q->line->lang, lang);
    papers_copy(papers_new(q)->lang, sizeof(char[4]), lang);
    hall_ask_store(h, q, true, change_lang, papers_changed);
}
