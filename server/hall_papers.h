/* SPDX-License-Identifier: MIT */
/* server/hall_papers.h -- what the files of the hall about people share (hall_people.c, hall_names.c,
 * hall_password.c, hall_sessions.c): the papers that a request carries from thread to thread. */
#ifndef SERVER_HALL_PAPERS_H
#define SERVER_HALL_PAPERS_H

#include "server/hall_int.h"

enum { TOKEN_TEXT = 44, PASSWORD_MIN = 8, PASSWORD_MAX = 256 };

/* Secrets are wiped with it. */
typedef struct {
    store_person person;
    store_session session;
    char token[TOKEN_TEXT];
    char name[STORE_NAME], skeleton[STORE_SKELETON];
    char password[PASSWORD_MAX + 1], old[PASSWORD_MAX + 1];
    char known[STORE_PASSWORD], hash[STORE_PASSWORD]; /* as the store had it, as it shall be */
    char hook[STORE_HOOK], lang[4];
    store_id guest; /* whose tables are brought along; nobody: none */
    bool is_right, is_found;
    unsigned char code[STORE_KEY]; /* of an invitation or a reset */
    bool has_code, is_code_wrong;
    store_time now, oldest;               /* when it was asked; sessions not seen since `oldest` are worth nothing */
    hall_line *greeting;                  /* whose is_greeting ends with these papers; NULL: nobody's */
    void (*on_verified)(hall_request *q); /* after papers_verify() */
    void (*on_verified_own)(hall_request *q); /* after hall_verify_password() */
    store_session *sessions;
    size_t n_sessions, max_sessions;
} papers;

papers *papers_new(hall_request *q); /* for whoever asks */
void papers_free(void *more);
void papers_copy(char *out, size_t size, mur_span text); /* cut to fit */

/* A session for this device, with a token that only its owner will ever see. */
void papers_draw_session(const hall *h, papers *p, mur_span device);
mur_span papers_take_device(const hall_request *q);

/* Goes on with on_verified() if the person who asks has no password, or `old` of the request is it; p->known is what
 * the store has. Refuses the request otherwise. */
void papers_verify(hall_request *q, void (*on_verified)(hall_request *q));

/* The person as the store has it now, in a transaction that changes it. STORE_TAKEN: the password is not p->known any
 * more. */
store_err papers_read_person(papers *p, store *s);

/* Tells that somebody is banned. False: they are not. */
bool papers_refuse_banned(hall_request *q, const store_person *p);

/* Connections of this person whose sessions are others than this. */
void hall_end_other_lines(hall *h, store_id person, const unsigned char key[STORE_KEY]);

/* The store is told that this session is still used, unless it knows; and which language they speak ("": as before). */
void papers_note_visit(hall *h, const papers *p, const char *lang);

/* As done of a job that has changed the person: it is known from now on, and answered. */
void papers_changed(clerk_job *job);

/* The connection is this person from now on. */
void hall_become(hall *h, hall_line *line, const store_person *is, const unsigned char key[STORE_KEY]);

#endif
