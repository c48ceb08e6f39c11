/* SPDX-License-Identifier: MIT */
/* server/lobby/people_passwords.c -- the verbs `password`, `login` and `reset`. Passwords are hashed with Argon2id
 * (libsodium's crypto_pwhash), in the bot pool because each hash takes time and 64 MB. A request goes from the store
 * (who is it?) to the pool (is it right?) and back to the store (write it). Wrong passwords are counted before and
 * after (login_throttle.h). */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/common/access_code.h"
#include "server/common/log.h"
#include "server/lobby/account.h"

/* -- Wrong passwords -- */

/* The account that an attempt is about. The caller frees it. */
static char *fold_account(const char *name)
{
    char *folded = store_fold(name);
    return folded ? folded : mur_new(1);
}

/* Somebody known on this connection is counted by their session, a stranger by their address. */
static login_attempt attempt_of(const lobby_request *req, const char *account, bool is_session)
{
    mur_span session = { (const char *)req->conn->key, STORE_KEY };
    return (login_attempt){ .account = mur_span_of(account),
                            .source = is_session ? session : mur_span_of(req->conn->address),
                            .is_session = is_session };
}

/* False: refused. */
static bool is_attempt_allowed(lobby_request *req, const char *name, bool is_session)
{
    char *account = fold_account(name);
    login_attempt who = attempt_of(req, account, is_session);
    bool may = login_throttle_allows(req->lb->login_throttle, &who, lobby_now(req->lb));
    free(account);
    if (!may)
        lobby_refuse_why(req, LOBBY_BUSY, N_("too many wrong passwords; try again later"));
    return may;
}

/* The log shows a hash of the address under a key drawn at the start, so that lines about the same one can be
 * recognized and the address cannot. */
static void hash_address(const lobby_request *req, char out[2 * LOG_HASH + 1])
{
    unsigned char hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)req->conn->address, strlen(req->conn->address), req->lb->log_key);
    sodium_bin2hex(out, 2 * LOG_HASH + 1, hash, LOG_HASH);
}

/* The log line has neither the name nor the address. */
static void record_attempt(const lobby_request *req, const char *name, bool is_session, bool is_right)
{
    lobby *lb = req->lb;
    char *account = fold_account(name), tag[ACCOUNT_TAG], from[2 * LOG_HASH + 1];
    login_attempt who = attempt_of(req, account, is_session);
    if (is_right) {
        login_throttle_on_success(lb->login_throttle, &who, lobby_now(lb));
    } else {
        int failures = login_throttle_on_failure(lb->login_throttle, &who, lobby_now(lb));
        lb->stats.failed_logins++;
        login_throttle_account_tag(lb->login_throttle, who.account, tag);
        hash_address(req, from);
        log_event_limited(LOG_WARNING, is_session ? "password_wrong" : "login_failed",
                          (const log_field[]){ { "account", tag, 0 },
                                               { "from", from, 0 },
                                               { "in_a_row", NULL, failures },
                                               { "count", NULL, (long long)lb->stats.failed_logins },
                                               { 0 } });
    }
    free(account);
}

/* -- Passwords -- */

/* Without an account, or for one without a password, the given password is verified against this hash. That takes as
 * long as for any other account, so the time of the answer does not reveal which accounts exist. */
static void write_dummy_hash(char hash[STORE_PASSWORD])
{
    static const char dummy[] = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                                "RdescudvJCsgt3ub+b7dWRWJTmaaJObG1111111111E";
    copy_text(hash, STORE_PASSWORD, mur_span_of(dummy));
}

static bool is_password(const char *hash, const char *password)
{
    char known[STORE_PASSWORD];
    if (hash[0])
        copy_text(known, sizeof known, mur_span_of(hash));
    else
        write_dummy_hash(known);
    bool is_right = crypto_pwhash_str_verify(known, password, strlen(password)) == 0;
    return is_right && hash[0];
}

/* Addresses share the threads equally, and the accounts of an address their part. */
static void submit_hash(lobby_request *req, void (*run)(bot_pool_job *, void *), void (*on_done)(bot_pool_job *))
{
    assert(req->data && req->conn);
    const account_request *p = req->data;
    req->pool_job.is_urgent = true;
    req->pool_job.group = (uint64_t)req->conn->origin;
    req->pool_job.owner = lobby_owner_key(p->person.id);
    lobby_submit_pool(req->lb, req, run, on_done);
}

/* -- The old one -- */

static void verify_old(bot_pool_job *job, void *memory)
{
    account_request *p = lobby_request_of(job)->data;
    (void)memory;
    p->is_right = is_password(p->known, p->old);
}

static void on_old_verified(bot_pool_job *job)
{
    lobby_request *req = lobby_take_from_pool(job);
    const account_request *p = req->data;
    assert(p->on_verified);
    record_attempt(req, p->person.name, true, p->is_right);
    if (p->is_right)
        p->on_verified(req);
    else
        lobby_refuse_why(req, LOBBY_PASSWORD, N_("wrong password"));
}

static void read_own_account(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    store_id id = p->person.id;
    job->err = store_find_person(s, id, &p->person);
}

/* p->known is remembered: the change is written only if the password is still this one then
 * (account_request_read_person). */
static void on_self_found(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    account_request *p = req->data;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    memcpy(p->known, p->person.password, sizeof p->known);
    if (!p->known[0]) {
        p->on_verified(req);
    } else if (!p->old[0]) {
        lobby_refuse_why(req, LOBBY_PASSWORD, N_("this needs your password"));
    } else if (is_attempt_allowed(req, p->person.name, true)) {
        submit_hash(req, verify_old, on_old_verified);
    }
}

void account_request_verify(lobby_request *req, void (*on_verified)(lobby_request *req))
{
    assert(req->data && on_verified);
    account_request *p = req->data;
    mur_span old = { "", 0 };
    if (lobby_has_field(req, "old") && !lobby_require_text(req, "old", PASSWORD_MAX, &old))
        return;
    copy_text(p->old, sizeof p->old, old);
    p->on_verified = on_verified;
    lobby_submit_store(req->lb, req, false, read_own_account, on_self_found);
}

store_err account_request_read_person(account_request *p, store *s)
{
    store_id id = p->person.id;
    store_err err = store_find_person(s, id, &p->person);
    return !err && strcmp(p->person.password, p->known) != 0 ? STORE_TAKEN : err;
}

/* Leaves the request as it was before the password was asked for. */
static void finish_verify(lobby_request *req)
{
    account_request *p = req->data;
    void (*then)(lobby_request *) = p->on_verified_own;
    account_request_free(p);
    req->data = NULL;
    req->free_data = NULL;
    then(req);
}

void lobby_verify_password(lobby_request *req, void (*then)(lobby_request *req))
{
    assert(!req->data);
    account_request_new(req)->on_verified_own = then;
    account_request_verify(req, finish_verify);
}

/* -- A new one -- */

static void hash_new(bot_pool_job *job, void *memory)
{
    account_request *p = lobby_request_of(job)->data;
    (void)memory;
    p->is_right = crypto_pwhash_str(p->hash, p->password, strlen(p->password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                    crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* The old password lets nobody in any more, and neither do tokens made with it: all other sessions end. */
static void change_password(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    job->err = account_request_read_person(p, s);
    if (!job->err && !p->person.name[0])
        job->err = STORE_TAKEN;
    if (job->err)
        return;
    memcpy(p->person.password, p->hash, sizeof p->hash);
    job->err = store_change_person(s, &p->person);
    if (!job->err)
        job->err = store_end_other_sessions(s, p->person.id, p->session.key);
}

static void on_password_changed(store_job *job)
{
    const lobby_request *req = (const lobby_request *)job;
    const account_request *p = req->data;
    if (!job->err)
        lobby_close_other_conns(req->lb, p->person.id, p->session.key);
    account_request_on_changed(job);
}

static void on_new_hashed(bot_pool_job *job)
{
    lobby_request *req = lobby_take_from_pool(job);
    const account_request *p = req->data;
    if (p->is_right)
        lobby_submit_store(req->lb, req, true, change_password, on_password_changed);
    else
        lobby_refuse(req, LOBBY_BUSY); /* there was no memory for it */
}

static void on_may_change(lobby_request *req)
{
    const account_request *p = req->data;
    if (!p->person.name[0]) {
        lobby_refuse_why(req, LOBBY_STATE, N_("set a name before you set a password"));
    } else if (!p->password[0]) {
        lobby_submit_store(req->lb, req, true, change_password, on_password_changed);
    } else {
        submit_hash(req, hash_new, on_new_hashed);
    }
}

static bool read_password(lobby_request *req, size_t least, account_request *p)
{
    mur_span password;
    if (!lobby_require_text(req, "password", PASSWORD_MAX, &password))
        return false;
    if (password.len < least || (password.len > 0 && password.len < PASSWORD_MIN)) {
        lobby_refuse_field(req, "password");
        return false;
    }
    copy_text(p->password, sizeof p->password, password);
    return true;
}

void handle_password(lobby *lb, lobby_request *req)
{
    (void)lb;
    if (read_password(req, 0, account_request_new(req)))
        account_request_verify(req, on_may_change);
}

/* -- Login -- */

static void find_by_name(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    job->err = store_find_name(s, p->name, &p->person);
    p->is_found = job->err == STORE_OK;
    if (job->err == STORE_NOT_FOUND)
        job->err = STORE_OK;
}

static void verify_login(bot_pool_job *job, void *memory)
{
    account_request *p = lobby_request_of(job)->data;
    (void)memory;
    bool is_right = is_password(p->is_found ? p->person.password : "", p->password);
    p->is_right = is_right && p->is_found;
}

static void write_login(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    p->session.person = p->person.id;
    job->err = store_id_is_none(p->guest) ? STORE_OK : store_merge_guest(s, p->guest, p->person.id);
    if (!job->err)
        job->err = store_add_session(s, &p->session);
}

static void fill_login(mur_json *j, const void *context)
{
    const account_request *p = context;
    put_own_account(j, &p->person);
    mur_json_put_string(j, "token", p->token);
}

/* A guest who logs in may bring their tables along; then the guest no longer exists, and the tables name somebody else.
 */
static void on_login(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const account_request *p = req->data;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    lb->stats.logins++;
    lobby_sign_in(lb, req->conn, &p->person, p->session.key);
    if (!store_id_is_none(p->guest)) {
        lobby_close_conns_of(lb, p->guest, NULL, req->conn);
        lobby_reload_tables_of(lb, p->guest);
    }
    lobby_reply(req, fill_login, p);
}

/* The ban is checked after the password, so that nobody else learns that the account is banned. */
static void on_login_hashed(bot_pool_job *job)
{
    lobby_request *req = lobby_take_from_pool(job);
    account_request *p = req->data;
    record_attempt(req, p->name, false, p->is_right);
    if (!p->is_right) {
        lobby_refuse(req, LOBBY_PASSWORD);
        return;
    }
    if (account_request_refuse_banned(req, &p->person))
        return;
    account_request_draw_session(req->lb, p, account_request_device(req));
    lobby_submit_store(req->lb, req, true, write_login, on_login);
}

static void on_login_found(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    submit_hash(req, verify_login, on_login_hashed);
}

/* Newcomers of the address and wrong passwords of the account are counted before the store is asked. */
void handle_login(lobby *lb, lobby_request *req)
{
    mur_span name, password;
    const lobby_person *guest = req->conn->person;
    if (!lobby_require_text(req, "name", MESSAGE_MAX, &name) ||
        !lobby_require_text(req, "password", PASSWORD_MAX, &password))
        return;
    if (!lobby_allow_newcomer(lb, req))
        return;
    account_request *p = account_request_new(req);
    copy_text(p->name, sizeof p->name, name);
    copy_text(p->password, sizeof p->password, password);
    if (guest && !guest->account.name[0] && lobby_read_flag(req, "bring"))
        p->guest = guest->node.id;
    if (is_attempt_allowed(req, p->name, false))
        lobby_submit_store(lb, req, false, find_by_name, on_login_found);
}

/* -- Reset: a new password by a code that the operator has handed out -- */

static void find_reset(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    store_id id;
    job->err = store_find_reset(s, p->code, p->now, &id);
    if (!job->err)
        job->err = store_find_person(s, id, &p->person);
}

/* A code is used once: the second request finds none, because this transaction deletes it. */
static void write_reset(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
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

static bool refuse_reset(lobby_request *req, store_err err)
{
    if (err == STORE_NOT_FOUND)
        lobby_refuse_why(req, LOBBY_NONE, N_("this link is unknown, used up or expired"));
    else if (err)
        lobby_refuse_store(req, err);
    return err != STORE_OK;
}

/* A reset also clears the count of wrong passwords: the owner may have caused them. */
static void on_reset(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    const account_request *p = req->data;
    if (refuse_reset(req, job->err))
        return;
    char *account = fold_account(p->person.name);
    login_throttle_clear(lb->login_throttle, mur_span_of(account));
    free(account);
    lb->stats.logins++;
    lobby_sign_in(lb, req->conn, &p->person, p->session.key);
    lobby_close_other_conns(lb, p->person.id, p->session.key);
    lobby_reply(req, fill_login, p);
}

static void on_reset_hashed(bot_pool_job *job)
{
    lobby_request *req = lobby_take_from_pool(job);
    account_request *p = req->data;
    if (!p->is_right) {
        lobby_refuse(req, LOBBY_BUSY);
        return;
    }
    account_request_draw_session(req->lb, p, account_request_device(req));
    lobby_submit_store(req->lb, req, true, write_reset, on_reset);
}

static void on_reset_found(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const account_request *p = req->data;
    if (refuse_reset(req, job->err) || account_request_refuse_banned(req, &p->person))
        return;
    submit_hash(req, hash_new, on_reset_hashed);
}

void handle_reset(lobby *lb, lobby_request *req)
{
    mur_span code;
    account_request *p = account_request_new(req);
    if (!lobby_require_text(req, "code", MESSAGE_MAX, &code) || !read_password(req, PASSWORD_MIN, p) ||
        !lobby_allow_newcomer(lb, req))
        return;
    if (access_code_key(code, p->code))
        lobby_submit_store(lb, req, false, find_reset, on_reset_found);
    else
        refuse_reset(req, STORE_NOT_FOUND);
}
