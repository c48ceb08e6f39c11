/* SPDX-License-Identifier: MIT */
/* server/hall_password.c -- passwords, hashed with Argon2id by the thinkers, and logging in with them. */
#include <sodium.h>
#include <string.h>

#include "server/hall_papers.h"
#include "server/log.h"

/* A wrong password. The log names neither the person nor where they came from: the account by its id, the address by a
 * hash whose key is drawn when the server starts, so that lines about the same one can be recognized. */
static void log_guess(const hall_request *q, const char *event, store_id account)
{
    char label[ID_TEXT] = "none", from[2 * LOG_HASH + 1];
    unsigned char hash[crypto_shorthash_BYTES];
    hall *h = q->h;
    h->counts.failed_logins++;
    if (!id_is_nobody(account))
        id_write(account, label);
    crypto_shorthash(hash, (const unsigned char *)q->line->address, strlen(q->line->address), h->log_key);
    sodium_bin2hex(from, sizeof from, hash, LOG_HASH);
    log_tell_seldom(LOG_WARNING, event,
                    (const log_field[]){ { "account", label, 0 },
                                         { "from", from, 0 },
                                         { "count", NULL, (long long)h->counts.failed_logins },
                                         { 0 } });
}

/* -- Passwords -- */

/* Whoever has none is hashed against this, so that nobody can tell by the time it takes. */
static void write_dummy(char hash[STORE_PASSWORD])
{
    static const char dummy[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                "RdescudvJCsgt3ub+b7dWRWJTmaaJObG1111111111E";
    papers_copy(hash, STORE_PASSWORD, mur_span_of(dummy));
}

static bool is_password(const char *hash, const char *password)
{
    char known[STORE_PASSWORD];
    if (hash[0])
        papers_copy(known, sizeof known, mur_span_of(hash));
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
        log_guess(q, "password_wrong", p->person.id);
        hall_refuse(q, HALL_PASSWORD);
        return;
    }
    hall_ask_store(q->h, q, true, change_password, papers_changed);
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
    papers *p = papers_new(q);
    papers_copy(p->password, sizeof p->password, password);
    papers_copy(p->old, sizeof p->old, old);
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
    hall_become(h, q->line, &p->person, p->session.key);
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
        log_guess(q, "login_failed", p->is_found ? p->person.id : (store_id){ { 0 } });
        hall_refuse(q, HALL_PASSWORD);
        return;
    }
    papers_draw_session(q->h, p, papers_take_device(q));
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
    papers *p = papers_new(q);
    papers_copy(p->name, sizeof p->name, name);
    papers_copy(p->password, sizeof p->password, password);
    if (guest && !guest->is.name[0] && hall_take_flag(q, "bring"))
        p->guest = guest->node.id;
    hall_ask_store(h, q, false, find_by_name, verify);
}
