/* SPDX-License-Identifier: MIT */
/* server/hall_papers.h -- what the files of the hall about people share (hall_people.c, hall_password.c,
 * hall_sessions.c): the papers that a request carries from thread to thread. */
#ifndef SERVER_HALL_PAPERS_H
#define SERVER_HALL_PAPERS_H

#include "server/hall_int.h"

enum { TOKEN_TEXT = 44, PASSWORD_MIN = 8, PASSWORD_MAX = 256 };

/* Secrets are wiped with it. */
typedef struct {
    store_person person;
    store_session session;
    char token[TOKEN_TEXT];
    unsigned char key[STORE_KEY]; /* of the session that is looked for: that of the connection may change meanwhile */
    char name[STORE_NAME];
    char password[PASSWORD_MAX + 1], old[PASSWORD_MAX + 1];
    char known[STORE_PASSWORD], hash[STORE_PASSWORD]; /* as the store had it, as it shall be */
    char hook[STORE_HOOK], lang[4];
    store_id guest; /* whose tables are brought along; nobody: none */
    bool is_right, is_found;
    store_session *sessions;
    size_t n_sessions, max_sessions;
} papers;

papers *papers_new(hall_request *q); /* for whoever asks */
void papers_free(void *more);
void papers_copy(char *out, size_t size, mur_span text); /* cut to fit */

/* A session for this device, with a token that only its owner will ever see. */
void papers_draw_session(const hall *h, papers *p, mur_span device);
mur_span papers_take_device(const hall_request *q);

/* As done of a job that has changed the person: it is known from now on, and answered. */
void papers_changed(clerk_job *job);

/* The connection is this person from now on. */
void hall_become(hall *h, hall_line *line, const store_person *is, const unsigned char key[STORE_KEY]);

#endif
