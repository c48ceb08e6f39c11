/* SPDX-License-Identifier: MIT */
/* server/lobby/account.h -- what the files about people share (people.c, people_names.c, people_passwords.c,
 * people_sessions.c): the data of a request about an account, which it carries from thread to thread. */
#ifndef SERVER_LOBBY_ACCOUNT_H
#define SERVER_LOBBY_ACCOUNT_H

#include "server/lobby/lobby_int.h"

enum { TOKEN_TEXT = 44, PASSWORD_MIN = 8, PASSWORD_MAX = 256 };

/* Passwords and tokens are in it, so it is wiped when it is freed. */
typedef struct {
    store_person person;
    store_session session;
    char token[TOKEN_TEXT];
    char name[STORE_NAME], skeleton[STORE_SKELETON];
    char password[PASSWORD_MAX + 1], old[PASSWORD_MAX + 1];
    char known[STORE_PASSWORD], hash[STORE_PASSWORD]; /* hashes of the current and of the new password */
    char hook[STORE_HOOK], lang[4];
    store_id guest;                /* login: the guest whose tables become the person's; STORE_NO_ID: none */
    bool is_right;                 /* the password matches, or the new hash was computed */
    bool is_found;                 /* login: there is a person of this name */
    unsigned char code[STORE_KEY]; /* of an invitation or a reset */
    bool has_code, is_code_wrong;
    store_time now, oldest;                      /* when the request came; a session not used since `oldest` is void */
    lobby_conn *hello_conn;                      /* its is_saying_hello is cleared when this is freed; NULL: none */
    void (*on_verified)(lobby_request *req);     /* after account_request_verify() */
    void (*on_verified_own)(lobby_request *req); /* after lobby_verify_password() */
    store_session *sessions;
    size_t n_sessions, max_sessions;
} account_request;

account_request *account_request_new(lobby_request *req); /* of the person who asks; becomes req->data */
void account_request_free(void *data);

/* A session for this device, with a token that only its owner will ever see. */
void account_request_draw_session(const lobby *lb, account_request *p, mur_span device);
mur_span account_request_device(const lobby_request *req);

/* Goes on with on_verified() if the person who asks has no password, or `old` of the request is it; p->known is what
 * the store has. Refuses the request otherwise. */
void account_request_verify(lobby_request *req, void (*on_verified)(lobby_request *req));

/* The person as the store has it now, in a transaction that changes it. STORE_TAKEN: the password is not p->known any
 * more. */
store_err account_request_read_person(account_request *p, store *s);

/* Refuses the request if the person is banned. False: they are not. */
bool account_request_refuse_banned(lobby_request *req, const store_person *p);

/* Closes the connections of this person that have other sessions than this one. */
void lobby_close_other_conns(lobby *lb, store_id person, const unsigned char key[STORE_KEY]);

/* Writes that this session is still used, unless the store knows, and the person's language ("": as before). */
void account_request_record_visit(lobby *lb, const account_request *p, const char *lang);

/* on_done of a job that has changed the account: takes over what the store has now, and answers. */
void account_request_on_changed(store_job *job);

/* The connection is this person from now on. */
void lobby_sign_in(lobby *lb, lobby_conn *conn, const store_person *account, const unsigned char key[STORE_KEY]);

#endif
