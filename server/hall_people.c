/* SPDX-License-Identifier: MIT */
/* server/hall_people.c -- who somebody is: hello, names, passwords, sessions. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "server/hall_int.h"

enum {
    TOKEN_BYTES = 32,
    TOKEN_TEXT = 44,
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 256,
    SESSIONS_MOST = 1000,
    SEEN_EVERY = 600000, /* how exactly the store knows when somebody was here, in milliseconds */
    CLOSE_NORMALLY = 1000
};

/* What requests about people carry from thread to thread. Secrets are wiped with it. */
typedef struct {
    store_person person;
    store_session session;
    char token[TOKEN_TEXT];
    char name[STORE_NAME];
    char password[PASSWORD_MAX + 1], old[PASSWORD_MAX + 1];
    char known[STORE_PASSWORD], hash[STORE_PASSWORD]; /* as the store had it, as it shall be */
    char hook[STORE_HOOK], lang[4];
    store_id guest; /* whose tables are brought along; nobody: none */
    bool is_right, is_found;
    store_session *sessions;
    size_t n_sessions, max_sessions;
} papers;

static void free_papers(void *more)
{
    papers *p = more;
    free(p->sessions);
    sodium_memzero(p, sizeof *p);
    free(p);
}

static papers *new_papers(hall_request *q)
{
    papers *p = mur_new(sizeof *p);
    if (q->line->person)
        p->person.id = q->line->person->node.id;
    q->more = p;
    q->free_more = free_papers;
    return p;
}

static void copy(char *out, size_t size, mur_span text)
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
        copy(p->is.password, sizeof p->is.password, mur_span_of("yes"));
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
static void become(hall *h, hall_line *line, const store_person *is, const unsigned char key[STORE_KEY])
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
        copy(line->lang, sizeof line->lang, mur_span_of(is->lang));
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
static void draw_session(const hall *h, papers *p, mur_span device)
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(p->token, sizeof p->token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
    take_token(mur_span_of(p->token), p->session.key);
    p->session.since = p->session.seen = hall_now(h);
    copy(p->session.device, sizeof p->session.device, device);
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
static mur_span take_device(const hall_request *q)
{
    const json_t *device = json_object_get(q->body, "device");
    mur_span text = mur_span_of(json_is_string(device) ? json_string_value(device) : "");
    mur_span cut = text;
    for (int n = STORE_DEVICE - 1; cut.len >= STORE_DEVICE; n--)
        cut = mur_cut(text, n);
    return cut;
}

static void make_guest(clerk_job *job, store *s)
{
    const papers *p = ((hall_request *)job)->more;
    job->err = store_add_person(s, &p->person);
    if (!job->err)
        job->err = store_add_session(s, &p->session);
}

static void find_somebody(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    job->err = store_find_session(s, ((hall_request *)job)->line->key, &p->session);
    if (!job->err)
        job->err = store_find_person(s, p->session.person, &p->person);
}

static void fill_hello(mur_json *j, const void *context)
{
    const hall_request *q = context;
    const papers *p = q->more;
    mur_json_put_int(j, "v", HALL_VERSION);
    put_string(j, "engine", q->h->plan.version);
    put_me(j, &p->person);
    if (p->token[0])
        put_string(j, "token", p->token);
    put_long(j, "now", hall_now(q->h));
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

static void note_visit(hall *h, const papers *p, const char *lang)
{
    bool is_new_lang = lang[0] && strcmp(lang, p->person.lang) != 0;
    if (hall_now(h) - p->session.seen < SEEN_EVERY && !is_new_lang)
        return;
    hall_request *q = hall_request_new(h, &seeing);
    papers *own = mur_new(sizeof *own);
    own->person.id = p->person.id;
    own->session = p->session;
    own->session.seen = hall_now(h);
    copy(own->lang, sizeof own->lang, mur_span_of(lang));
    q->more = own;
    q->free_more = free_papers;
    hall_ask_store(h, q, true, is_new_lang ? change_lang : see_session, be_done);
}

static void greet(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    papers *p = q->more;
    q->line->is_greeting = false;
    if (job->err == STORE_NONE) {
        hall_refuse(q, HALL_TOKEN);
        return;
    }
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    if (!p->token[0])
        note_visit(h, p, p->lang);
    if (p->lang[0])
        copy(p->person.lang, sizeof p->person.lang, mur_span_of(p->lang));
    become(h, q->line, &p->person, p->session.key);
    hall_answer(q, fill_hello, q);
}

static void make_and_greet(hall *h, hall_request *q)
{
    papers *p = q->more;
    if (!hall_may_come(h, q))
        return;
    draw_session(h, p, take_device(q));
    p->person = (store_person){ .id = id_draw(), .since = p->session.since, .seen = p->session.seen };
    copy(p->person.lang, sizeof p->person.lang, mur_span_of(p->lang[0] ? p->lang : "en"));
    p->session.person = p->person.id;
    q->line->is_greeting = true;
    hall_ask_store(h, q, true, make_guest, greet);
}

void act_hello(hall *h, hall_request *q)
{
    int64_t version;
    mur_span text;
    if (q->line->person || q->line->is_greeting) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (!hall_take_number(q, "v", 0, INT64_MAX, &version))
        return;
    if (version != HALL_VERSION) {
        hall_refuse(q, HALL_VERSION_ERR);
        return;
    }
    papers *p = new_papers(q);
    if (hall_has(q, "lang") && !hall_take_text(q, "lang", MESSAGE_MAX, &text))
        return;
    if (hall_has(q, "lang") && is_language(text))
        copy(p->lang, sizeof p->lang, text);
    copy(q->line->lang, sizeof q->line->lang, mur_span_of(p->lang));
    if (!hall_has(q, "token")) {
        make_and_greet(h, q);
        return;
    }
    if (!hall_take_text(q, "token", MESSAGE_MAX, &text))
        return;
    if (!take_token(text, q->line->key)) {
        hall_refuse(q, HALL_TOKEN);
        return;
    }
    q->line->is_greeting = true;
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
    note_visit(q->h, p, "");
    become(q->h, q->line, &p->person, p->session.key);
    free_papers(q->more);
    q->more = NULL;
    q->free_more = NULL;
    hall_judge(q);
}

void hall_find_session(hall_request *q)
{
    new_papers(q);
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

static void changed(clerk_job *job)
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

static void set_name(papers *p)
{
    memcpy(p->person.name, p->name, sizeof p->name);
    if (!p->name[0]) /* nobody could log in with it */
        sodium_memzero(p->person.password, sizeof p->person.password);
}

static void change_name(clerk_job *job, store *s)
{
    change(job, s, set_name);
}

/* 1 to 24 characters, none of them invisible at its ends; "" is no name. */
static bool is_name(mur_span name)
{
    int n = 0;
    bool is_good = name.len < STORE_NAME;
    if (name.len > 0 && (name.at[0] == ' ' || name.at[name.len - 1] == ' '))
        return false;
    for (; name.len > 0 && is_good; n++) {
        int32_t character = mur_take_utf8(&name);
        is_good = character > 0 && !mur_is_control(character);
    }
    return is_good && n <= NAME_CHARACTERS;
}

void act_name(hall *h, hall_request *q)
{
    mur_span name;
    if (!hall_take_text(q, "name", MESSAGE_MAX, &name))
        return;
    if (!is_name(name)) {
        hall_refuse_field(q, "name");
        return;
    }
    copy(new_papers(q)->name, STORE_NAME, name);
    hall_ask_store(h, q, true, change_name, changed);
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
    copy(new_papers(q)->hook, STORE_HOOK, url);
    hall_ask_store(h, q, true, change_hook, changed);
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
    copy(q->line->lang, sizeof q->line->lang, lang);
    copy(new_papers(q)->lang, sizeof(char[4]), lang);
    hall_ask_store(h, q, true, change_lang, changed);
}

/* -- Passwords: Argon2id, by the thinkers -- */

/* Whoever has none is hashed against this, so that nobody can tell by the time it takes. */
static void write_dummy(char hash[STORE_PASSWORD])
{
    static const char dummy[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                "RdescudvJCsgt3ub+b7dWRWJTmaaJObG1111111111E";
    copy(hash, STORE_PASSWORD, mur_span_of(dummy));
}

static bool is_password(const char *hash, const char *password)
{
    char known[STORE_PASSWORD];
    if (hash[0])
        copy(known, sizeof known, mur_span_of(hash));
    else
        write_dummy(known);
    bool is_right = crypto_pwhash_str_verify(known, password, strlen(password)) == 0;
    return is_right && hash[0];
}

static void think_of_new(thinkers_job *job, void *memory)
{
    papers *p = hall_thought(job)->more;
    (void)memory;
    p->is_right = !p->person.password[0] || is_password(p->person.password, p->old);
    if (p->is_right && p->password[0])
        p->is_right = crypto_pwhash_str(p->hash, p->password, strlen(p->password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                        crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* The one that was verified must still be the one that is there. */
static void change_password(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    job->err = store_find_person(s, p->person.id, &p->person);
    if (!job->err && (strcmp(p->person.password, p->known) != 0 || !p->person.name[0]))
        job->err = STORE_TAKEN;
    if (job->err)
        return;
    memcpy(p->person.password, p->hash, sizeof p->hash);
    job->err = store_change_person(s, &p->person);
}

static void write_new_password(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    const papers *p = q->more;
    if (!p->is_right) {
        hall_refuse(q, HALL_PASSWORD);
        return;
    }
    hall_ask_store(q->h, q, true, change_password, changed);
}

static void find_self(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    store_id id = p->person.id;
    job->err = store_find_person(s, id, &p->person);
}

static void judge_password(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    papers *p = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    if (!p->person.name[0]) {
        hall_refuse_why(q, HALL_STATE, N_("a password needs a name to go with it"));
        return;
    }
    memcpy(p->known, p->person.password, sizeof p->known);
    q->thought.is_urgent = true;
    hall_ask_thinkers(q->h, q, think_of_new, write_new_password);
}

void act_password(hall *h, hall_request *q)
{
    mur_span password, old = { "", 0 };
    if (!hall_take_text(q, "password", PASSWORD_MAX, &password) ||
        (hall_has(q, "old") && !hall_take_text(q, "old", PASSWORD_MAX, &old)))
        return;
    if (password.len > 0 && password.len < PASSWORD_MIN) {
        hall_refuse_field(q, "password");
        return;
    }
    papers *p = new_papers(q);
    copy(p->password, sizeof p->password, password);
    copy(p->old, sizeof p->old, old);
    hall_ask_store(h, q, false, find_self, judge_password);
}

/* -- Login -- */

static void find_by_name(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    job->err = store_find_name(s, p->name, &p->person);
    p->is_found = job->err == STORE_OK;
    if (job->err == STORE_NONE)
        job->err = STORE_OK;
}

static void think_of_login(thinkers_job *job, void *memory)
{
    papers *p = hall_thought(job)->more;
    (void)memory;
    bool is_right = is_password(p->is_found ? p->person.password : "", p->password);
    p->is_right = is_right && p->is_found;
}

static void log_in(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    p->session.person = p->person.id;
    job->err = id_is_nobody(p->guest) ? STORE_OK : store_bring_person(s, p->guest, p->person.id);
    if (!job->err)
        job->err = store_add_session(s, &p->session);
}

static void fill_login(mur_json *j, const void *context)
{
    const papers *p = context;
    put_me(j, &p->person);
    put_string(j, "token", p->token);
}

static void be_somebody(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const papers *p = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    h->counts.logins++;
    become(h, q->line, &p->person, p->session.key);
    if (!id_is_nobody(p->guest)) {
        hall_end_lines(h, p->guest, NULL, q->line);
        hall_read_tables_of(h, p->guest);
    }
    hall_answer(q, fill_login, p);
}

static void judge_login(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    papers *p = q->more;
    if (!p->is_right) {
        hall_refuse(q, HALL_PASSWORD);
        return;
    }
    draw_session(q->h, p, take_device(q));
    hall_ask_store(q->h, q, true, log_in, be_somebody);
}

static void verify(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    q->thought.is_urgent = true;
    hall_ask_thinkers(q->h, q, think_of_login, judge_login);
}

void act_login(hall *h, hall_request *q)
{
    mur_span name, password;
    const hall_person *guest = q->line->person;
    if (!hall_take_text(q, "name", MESSAGE_MAX, &name) || !hall_take_text(q, "password", PASSWORD_MAX, &password))
        return;
    if (!hall_may_come(h, q))
        return;
    papers *p = new_papers(q);
    copy(p->name, sizeof p->name, name);
    copy(p->password, sizeof p->password, password);
    if (guest && !guest->is.name[0] && hall_take_flag(q, "bring"))
        p->guest = guest->node.id;
    hall_ask_store(h, q, false, find_by_name, verify);
}

/* -- Sessions -- */

static void end_this(clerk_job *job, store *s)
{
    const papers *p = ((hall_request *)job)->more;
    job->err = store_end_session(s, p->session.key);
}

static void be_logged_out(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    papers p = *(const papers *)q->more;
    if (job->err && job->err != STORE_NONE) {
        hall_refuse_store(q, job->err);
        return;
    }
    hall_answer(q, NULL, NULL);
    hall_end_lines(h, p.person.id, p.session.key, NULL);
}

void act_logout(hall *h, hall_request *q)
{
    papers *p = new_papers(q);
    memcpy(p->session.key, q->line->key, STORE_KEY);
    hall_ask_store(h, q, true, end_this, be_logged_out);
}

static bool keep_session(void *context, const store_session *session)
{
    papers *p = context;
    p->sessions = mur_grow(p->sessions, &p->max_sessions, p->n_sessions + 1, sizeof *p->sessions);
    p->sessions[p->n_sessions++] = *session;
    return p->n_sessions < SESSIONS_MOST;
}

static void list_sessions(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    p->n_sessions = 0;
    job->err = store_list_sessions(s, p->person.id, keep_session, p);
}

static bool is_connected(const hall_person *p, const unsigned char key[STORE_KEY])
{
    for (const hall_line *line = p ? p->lines : NULL; line; line = line->next_of_person)
        if (memcmp(line->key, key, STORE_KEY) == 0)
            return true;
    return false;
}

void put_session(mur_json *j, const store_session *s, bool is_here)
{
    char key[STORE_KEY * 2];
    sodium_bin2base64(key, sizeof key, s->key, sizeof s->key, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    mur_json_begin(j, '{');
    put_string(j, "key", key);
    put_string(j, "device", s->device);
    put_long(j, "since", s->since);
    put_long(j, "seen", s->seen);
    put_flag(j, "here", is_here);
    mur_json_end(j, '}');
}

static void fill_sessions(mur_json *j, const void *context)
{
    const hall_request *q = context;
    const papers *p = q->more;
    const hall_person *person = hall_find_person(q->h, p->person.id);
    mur_json_key(j, "sessions");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < p->n_sessions; i++)
        put_session(j, &p->sessions[i], is_connected(person, p->sessions[i].key));
    mur_json_end(j, ']');
}

static void answer_sessions(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    if (job->err)
        hall_refuse_store(q, job->err);
    else
        hall_answer(q, fill_sessions, q);
}

void act_sessions(hall *h, hall_request *q)
{
    new_papers(q);
    hall_ask_store(h, q, false, list_sessions, answer_sessions);
}

/* Only one's own: of others' nobody knows the key, but who knows. */
static void revoke_one(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    store_session found;
    job->err = store_find_session(s, p->session.key, &found);
    if (!job->err && !id_is(found.person, p->person.id))
        job->err = STORE_NONE;
    if (!job->err)
        job->err = store_end_session(s, p->session.key);
}

static void be_revoked(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    papers p = *(const papers *)q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    hall_answer(q, NULL, NULL);
    hall_end_lines(h, p.person.id, p.session.key, NULL);
}

/* All but the one that asks. */
static void revoke_others(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    list_sessions(job, s);
    for (size_t i = 0; !job->err && i < p->n_sessions; i++)
        if (memcmp(p->sessions[i].key, p->session.key, STORE_KEY) != 0)
            job->err = store_end_session(s, p->sessions[i].key);
}

static void others_are_revoked(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const papers *p = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    for (size_t i = 0; i < p->n_sessions; i++)
        if (memcmp(p->sessions[i].key, p->session.key, STORE_KEY) != 0)
            hall_end_lines(h, p->person.id, p->sessions[i].key, q->line);
    hall_answer(q, NULL, NULL);
}

void act_revoke(hall *h, hall_request *q)
{
    mur_span key;
    size_t n = 0;
    papers *p = new_papers(q);
    if (hall_take_flag(q, "all")) {
        memcpy(p->session.key, q->line->key, STORE_KEY);
        hall_ask_store(h, q, true, revoke_others, others_are_revoked);
        return;
    }
    if (!hall_take_text(q, "key", MESSAGE_MAX, &key))
        return;
    if (sodium_base642bin(p->session.key, STORE_KEY, key.at, key.len, NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        n != STORE_KEY) {
        hall_refuse(q, HALL_NONE);
        return;
    }
    hall_ask_store(h, q, true, revoke_one, be_revoked);
}
