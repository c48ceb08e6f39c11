/* SPDX-License-Identifier: MIT */
/* server/hall_password.c -- passwords, hashed with Argon2id by the thinkers; logging in with them, and new ones by a
 * code from the operator. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/code.h"
#include "server/hall_papers.h"
#include "server/log.h"

/* -- Guesses -- */

/* The account that an attempt is about. The caller frees it. */
static char *fold_account(const char *name)
{
    char *folded = store_fold(name);
    return folded ? folded : mur_new(1);
}

/* Somebody who is known on this connection is counted by their session, a stranger by the address. */
static guess guess_of(const hall_request *q, const char *account, bool is_session)
{
    mur_span session = { (const char *)q->line->key, STORE_KEY };
    return (guess){ .account = mur_span_of(account),
                    .source = is_session ? session : mur_span_of(q->line->address),
                    .is_session = is_session };
}

/* False: refused. */
static bool may_guess(hall_request *q, const char *name, bool is_session)
{
    char *account = fold_account(name);
    guess who = guess_of(q, account, is_session);
    bool may = guesses_may(q->h->guesses, &who, hall_now(q->h));
    free(account);
    if (!may)
        hall_refuse_why(q, HALL_BUSY, N_("too many wrong passwords; try again later"));
    return may;
}

/* The address for the log: a hash whose key is drawn when the server starts, so that lines about the same one can be
 * recognized. */
static void hash_address(const hall_request *q, char out[2 * LOG_HASH + 1])
{
    unsigned char hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)q->line->address, strlen(q->line->address), q->h->log_key);
    sodium_bin2hex(out, 2 * LOG_HASH + 1, hash, LOG_HASH);
}

/* The log tells of it without the name and without the address. */
static void count_guess(const hall_request *q, const char *name, bool is_session, bool is_right)
{
    hall *h = q->h;
    char *account = fold_account(name), tag[GUESSES_TAG], from[2 * LOG_HASH + 1];
    guess who = guess_of(q, account, is_session);
    if (is_right) {
        guesses_succeed(h->guesses, &who, hall_now(h));
    } else {
        int failures = guesses_fail(h->guesses, &who, hall_now(h));
        h->counts.failed_logins++;
        guesses_tag(h->guesses, who.account, tag);
        hash_address(q, from);
        log_tell_seldom(LOG_WARNING, is_session ? "password_wrong" : "login_failed",
                        (const log_field[]){ { "account", tag, 0 },
                                             { "from", from, 0 },
                                             { "in_a_row", NULL, failures },
                                             { "count", NULL, (long long)h->counts.failed_logins },
                                             { 0 } });
    }
    free(account);
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

/* Addresses share the threads as equals, and so do the accounts of an address. */
static void ask_for_hash(hall_request *q, void (*think)(thinkers_job *, void *), void (*done)(thinkers_job *))
{
    const papers *p = q->more;
    q->thought.is_urgent = true;
    q->thought.group = (uint64_t)q->line->origin;
    q->thought.owner = hall_key_of_person(p->person.id);
    hall_ask_thinkers(q->h, q, think, done);
}

/* -- The old one -- */

static void verify_old(thinkers_job *job, void *memory)
{
    papers *p = hall_thought(job)->more;
    (void)memory;
    p->is_right = is_password(p->known, p->old);
}

static void on_old_verified(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    const papers *p = q->more;
    count_guess(q, p->person.name, true, p->is_right);
    if (p->is_right)
        p->on_verified(q);
    else
        hall_refuse_why(q, HALL_PASSWORD, N_("this is not your password"));
}

static void find_self(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    store_id id = p->person.id;
    job->err = store_find_person(s, id, &p->person);
}

static void on_self_found(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    papers *p = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    memcpy(p->known, p->person.password, sizeof p->known);
    if (!p->known[0]) {
        p->on_verified(q);
    } else if (!p->old[0]) {
        hall_refuse_why(q, HALL_PASSWORD, N_("this needs your password"));
    } else if (may_guess(q, p->person.name, true)) {
        ask_for_hash(q, verify_old, on_old_verified);
    }
}

void papers_verify(hall_request *q, void (*on_verified)(hall_request *q))
{
    papers *p = q->more;
    mur_span old = { "", 0 };
    if (hall_has(q, "old") && !hall_take_text(q, "old", PASSWORD_MAX, &old))
        return;
    papers_copy(p->old, sizeof p->old, old);
    p->on_verified = on_verified;
    hall_ask_store(q->h, q, false, find_self, on_self_found);
}

store_err papers_read_person(papers *p, store *s)
{
    store_id id = p->person.id;
    store_err err = store_find_person(s, id, &p->person);
    return !err && strcmp(p->person.password, p->known) != 0 ? STORE_TAKEN : err;
}

static void leave_papers(hall_request *q)
{
    papers *p = q->more;
    void (*then)(hall_request *) = p->on_verified_own;
    papers_free(p);
    q->more = NULL;
    q->free_more = NULL;
    then(q);
}

void hall_verify_password(hall_request *q, void (*then)(hall_request *q))
{
    assert(!q->more);
    papers_new(q)->on_verified_own = then;
    papers_verify(q, leave_papers);
}

/* -- A new one -- */

static void hash_new(thinkers_job *job, void *memory)
{
    papers *p = hall_thought(job)->more;
    (void)memory;
    p->is_right = crypto_pwhash_str(p->hash, p->password, strlen(p->password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* The old password lets nobody in any more, and neither does a token that was made with it. */
static void change_password(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    job->err = papers_read_person(p, s);
    if (!job->err && !p->person.name[0])
        job->err = STORE_TAKEN;
    if (job->err)
        return;
    memcpy(p->person.password, p->hash, sizeof p->hash);
    job->err = store_change_person(s, &p->person);
    if (!job->err)
        job->err = store_end_other_sessions(s, p->person.id, p->session.key);
}

static void on_password_changed(clerk_job *job)
{
    const hall_request *q = (const hall_request *)job;
    const papers *p = q->more;
    if (!job->err)
        hall_end_other_lines(q->h, p->person.id, p->session.key);
    papers_changed(job);
}

static void on_new_hashed(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    const papers *p = q->more;
    if (p->is_right)
        hall_ask_store(q->h, q, true, change_password, on_password_changed);
    else
        hall_refuse(q, HALL_BUSY); /* there was no memory for it */
}

static void on_may_change(hall_request *q)
{
    const papers *p = q->more;
    if (!p->person.name[0]) {
        hall_refuse_why(q, HALL_STATE, N_("a password needs a name to go with it"));
    } else if (!p->password[0]) {
        hall_ask_store(q->h, q, true, change_password, on_password_changed);
    } else {
        ask_for_hash(q, hash_new, on_new_hashed);
    }
}

static bool take_password(hall_request *q, size_t least, papers *p)
{
    mur_span password;
    if (!hall_take_text(q, "password", PASSWORD_MAX, &password))
        return false;
    if (password.len < least || (password.len > 0 && password.len < PASSWORD_MIN)) {
        hall_refuse_field(q, "password");
        return false;
    }
    papers_copy(p->password, sizeof p->password, password);
    return true;
}

void act_password(hall *h, hall_request *q)
{
    (void)h;
    if (take_password(q, 0, papers_new(q)))
        papers_verify(q, on_may_change);
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

/* That somebody is banned is told only to the one who knows the password. */
static void judge_login(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    papers *p = q->more;
    count_guess(q, p->name, false, p->is_right);
    if (!p->is_right) {
        hall_refuse(q, HALL_PASSWORD);
        return;
    }
    if (papers_refuse_banned(q, &p->person))
        return;
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
    ask_for_hash(q, think_of_login, judge_login);
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
    if (may_guess(q, p->name, false))
        hall_ask_store(h, q, false, find_by_name, verify);
}

/* -- Reset: a new password by a code that the operator has handed out -- */

static void find_reset(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    store_id id;
    job->err = store_find_reset(s, p->code, p->now, &id);
    if (!job->err)
        job->err = store_find_person(s, id, &p->person);
}

/* A code is used once: whoever comes second finds none. */
static void write_reset(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    find_reset(job, s);
    if (job->err)
        return;
    memcpy(p->person.password, p->hash, sizeof p->hash);
    p->session.person = p->person.id;
    job->err = store_change_person(s, &p->person);
    if (!job->err)
        job->err = store_end_sessions(s, p->person.id);
    if (!job->err)
        job->err = store_end_resets(s, p->person.id);
    if (!job->err)
        job->err = store_add_session(s, &p->session);
}

static bool refuse_reset(hall_request *q, store_err err)
{
    if (err == STORE_NONE)
        hall_refuse_why(q, HALL_NONE, N_("this link is not known, used up, or too old"));
    else if (err)
        hall_refuse_store(q, err);
    return err != STORE_OK;
}

static void on_reset(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    const papers *p = q->more;
    if (refuse_reset(q, job->err))
        return;
    char *account = fold_account(p->person.name);
    guesses_clear(h->guesses, mur_span_of(account));
    free(account);
    h->counts.logins++;
    hall_become(h, q->line, &p->person, p->session.key);
    hall_end_other_lines(h, p->person.id, p->session.key);
    hall_answer(q, fill_login, p);
}

static void on_reset_hashed(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    papers *p = q->more;
    if (!p->is_right) {
        hall_refuse(q, HALL_BUSY);
        return;
    }
    papers_draw_session(q->h, p, papers_take_device(q));
    hall_ask_store(q->h, q, true, write_reset, on_reset);
}

static void on_reset_found(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    const papers *p = q->more;
    if (refuse_reset(q, job->err) || papers_refuse_banned(q, &p->person))
        return;
    ask_for_hash(q, hash_new, on_reset_hashed);
}

void act_reset(hall *h, hall_request *q)
{
    mur_span code;
    papers *p = papers_new(q);
    if (!hall_take_text(q, "code", MESSAGE_MAX, &code) || !take_password(q, PASSWORD_MIN, p) || !hall_may_come(h, q))
        return;
    if (code_key(code, p->code))
        hall_ask_store(h, q, false, find_reset, on_reset_found);
    else
        refuse_reset(q, STORE_NONE);
}
