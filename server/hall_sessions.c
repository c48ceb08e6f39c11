/* SPDX-License-Identifier: MIT */
/* server/hall_sessions.c -- the devices on which somebody is known: listed, ended. */
#include <sodium.h>
#include <string.h>

#include "server/hall_papers.h"

enum { SESSIONS_MOST = 1000 };
static const store_time day_ms = 86400000;

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
    papers *p = papers_new(q);
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

void put_session(mur_json *j, const store_session *s, bool is_here, bool is_mine)
{
    char key[STORE_KEY * 2];
    sodium_bin2base64(key, sizeof key, s->key, sizeof s->key, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    mur_json_begin(j, '{');
    put_string(j, "key", key);
    put_string(j, "device", s->device);
    put_long(j, "since", s->since);
    put_long(j, "seen", s->seen);
    put_flag(j, "here", is_here);
    put_flag(j, "mine", is_mine);
    mur_json_end(j, '}');
}

static void fill_sessions(mur_json *j, const void *context)
{
    const hall_request *q = context;
    const papers *p = q->more;
    const hall_person *person = hall_find_person(q->h, p->person.id);
    mur_json_key(j, "sessions");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < p->n_sessions; i++) {
        const unsigned char *key = p->sessions[i].key;
        put_session(j, &p->sessions[i], is_connected(person, key), memcmp(key, q->line->key, STORE_KEY) == 0);
    }
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
    papers_new(q);
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
    papers *p = papers_new(q);
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

/* -- What was changed elsewhere: by another process, or by the operator -- */

typedef struct {
    store_id person[CHECK_MOST];
    unsigned char key[CHECK_MOST][STORE_KEY];
    store_access access[CHECK_MOST];
    bool is_ended[CHECK_MOST];
    int n;
    store_time now, oldest;
    int64_t changes;
} visit;

static void look_at_sessions(clerk_job *job, store *s)
{
    visit *r = ((hall_request *)job)->more;
    job->err = store_access_changes(s, &r->changes);
    for (int i = 0; i < r->n && !job->err; i++) {
        const store_access *a = &r->access[i];
        store_err err = store_check_session(s, r->key[i], &r->access[i]);
        r->is_ended[i] = err == STORE_NONE ||
                         (!err && (!id_is(a->person, r->person[i]) || a->seen < r->oldest || a->banned > r->now));
        job->err = err == STORE_NONE ? STORE_OK : err;
    }
}

/* A connection that stays for days is a visit, too. */
static void see_again(hall *h, const visit *r, int i)
{
    papers p = { .person.id = r->person[i], .session.person = r->person[i], .session.seen = r->access[i].seen };
    memcpy(p.session.key, r->key[i], STORE_KEY);
    if (r->now - r->access[i].seen > day_ms)
        papers_note_visit(h, &p, "");
}

static void refresh_access(hall *h, const visit *r, int i)
{
    hall_person *p = hall_find_person(h, r->person[i]);
    if (!p)
        return;
    p->is.banned = r->access[i].banned;
    p->is.muted = r->access[i].muted;
    see_again(h, r, i);
}

/* A few sessions a second are enough for what happens now and then. When the operator has changed something, all of
 * them are looked at without a pause between. */
static void end_lines(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const visit *r = q->more;
    for (int i = 0; i < r->n && !job->err; i++)
        if (r->is_ended[i])
            hall_end_lines(h, r->person[i], r->key[i], NULL);
        else
            refresh_access(h, r, i);
    if (!job->err && r->changes != h->access_changes) {
        h->access_changes = r->changes;
        h->check_rounds = h->n_lines / CHECK_MOST + 2; /* it begins anywhere in the list */
    }
    bool goes_on = !job->err && h->check_rounds > 0 && !h->is_draining;
    hall_request_free(q);
    if (goes_on) {
        h->check_rounds--;
        hall_check_sessions(h);
    }
}

static const verb checking = { .name = "check" };

void hall_check_sessions(hall *h)
{
    hall_line *line = h->check_next ? h->check_next : h->lines;
    h->check_at = hall_now(h) + CHECK_MS;
    if (!line)
        return;
    hall_request *q = hall_request_new(h, &checking);
    visit *r = mur_new(sizeof *r);
    r->now = hall_now(h);
    r->oldest = r->now - SESSION_DAYS * day_ms;
    for (int i = 0; line && i < CHECK_MOST; i++, line = line->next)
        if (line->person && !line->is_gone && !line->is_single) {
            r->person[r->n] = line->person->node.id;
            memcpy(r->key[r->n++], line->key, STORE_KEY);
        }
    h->check_next = line;
    q->more = r;
    hall_ask_store_list(h, q, look_at_sessions, end_lines); /* nobody waits for it */
}
