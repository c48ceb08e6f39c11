/* SPDX-License-Identifier: MIT */
/* server/lobby/people_names.c -- the verb `name`, and skeletons of names that are older than skeletons. A name must not
 * look like another one: the store has a unique index on its skeleton (name_rules.h). Which name was first is decided
 * by the store, so two people who choose look-alikes at once cannot both have theirs. */
#include <sodium.h>
#include <string.h>

#include "server/lobby/account.h"

/* -- A name of one's own -- */

/* A password belongs to a name: a person who gives up the name loses the password, and all other sessions end. */
static void change_name(store_job *job, store *s)
{
    account_request *p = ((lobby_request *)job)->data;
    job->err = account_request_read_person(p, s);
    if (job->err)
        return;
    memcpy(p->person.name, p->name, sizeof p->name);
    memcpy(p->person.skeleton, p->skeleton, sizeof p->skeleton);
    if (!p->name[0])
        sodium_memzero(p->person.password, sizeof p->person.password);
    job->err = store_change_person(s, &p->person);
    if (!job->err && p->known[0] && !p->name[0])
        job->err = store_end_other_sessions(s, p->person.id, p->session.key);
}

static void on_name_changed(store_job *job)
{
    const lobby_request *req = (const lobby_request *)job;
    const account_request *p = req->data;
    if (!job->err && p->known[0] && !p->name[0])
        lobby_close_other_conns(req->lb, p->person.id, p->session.key);
    account_request_on_changed(job);
}

static void on_name_verified(lobby_request *req)
{
    lobby_submit_store(req->lb, req, true, change_name, on_name_changed);
}

/* "" gives the name up. Whether another person has it is found out by the store. */
static bool read_name(const lobby *lb, lobby_request *req, account_request *p)
{
    mur_span name;
    if (!lobby_require_text(req, "name", MESSAGE_MAX, &name))
        return false;
    if (name.len == 0)
        return true;
    switch (name_rules_check(lb->name_rules, name, p->name, p->skeleton)) {
    case NAME_OK:
        return true;
    case NAME_BAD:
        lobby_refuse_why(req, LOBBY_MESSAGE,
                         N_("a name has 1 to 24 letters and digits of one script, and single spaces, ', -, . or _"));
        return false;
    case NAME_RESERVED:
        lobby_refuse_why(req, LOBBY_TAKEN, N_("this name is reserved"));
        return false;
    }
    return false;
}

void handle_name(lobby *lb, lobby_request *req)
{
    if (read_name(lb, req, account_request_new(req)))
        account_request_verify(req, on_name_verified);
}

/* -- Skeletons of names that are older than skeletons: once, after a store of version 1 was brought up to date -- */

enum { FILL_MAX = 200 }; /* at a time, so that nobody waits long */

static const char filled_name[] = "skeletons_filled";

typedef struct {
    store_id after, last;
    store_person people[FILL_MAX];
    int n;
    bool is_done;
} filling;

static bool keep_person(void *context, const store_person *p)
{
    filling *f = context;
    f->people[f->n++] = *p;
    return f->n < FILL_MAX;
}

/* Once, after a store of version 1 was upgraded. Where two names look alike the first one gets the skeleton; the other
 * one stays without, and its owner keeps it until they choose another name. */
static void fill_some(store_job *job, store *s)
{
    const lobby *lb = ((lobby_request *)job)->lb;
    filling *f = ((lobby_request *)job)->data;
    char skeleton[STORE_SKELETON];
    size_t len;
    f->n = 0;
    f->is_done = true;
    job->err = store_get_meta(s, filled_name, skeleton, sizeof skeleton, &len);
    if (job->err != STORE_NOT_FOUND)
        return;
    job->err = store_list_without_skeleton(s, f->after, FILL_MAX, keep_person, f);
    for (int i = 0; i < f->n && !job->err; i++) {
        name_rules_skeleton(lb->name_rules, f->people[i].name, skeleton);
        f->last = f->people[i].id;
        if (skeleton[0])
            job->err = store_set_skeleton(s, f->last, skeleton);
        if (job->err == STORE_TAKEN || job->err == STORE_NOT_FOUND)
            job->err = STORE_OK;
    }
    f->is_done = f->n < FILL_MAX;
    if (!job->err && f->is_done)
        job->err = store_set_meta(s, filled_name, "", 0);
}

/* What could not be done now is done after the next start. */
static void on_filled(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    filling *f = req->data;
    f->after = f->last;
    if (job->err || f->is_done || req->lb->is_draining)
        lobby_request_free(req);
    else
        lobby_submit_store(req->lb, req, true, fill_some, on_filled);
}

void lobby_fill_skeletons(lobby *lb)
{
    static const verb filling_verb = { .name = "fill_skeletons" };
    lobby_request *req = lobby_request_new(lb, &filling_verb);
    req->data = mur_new(sizeof(filling));
    lobby_submit_store(lb, req, true, fill_some, on_filled);
}
