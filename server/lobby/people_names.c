/* SPDX-License-Identifier: MIT */
/* server/hall_names.c -- the names of people: given, changed, and compared with those that look alike. */
#include <sodium.h>
#include <string.h>

#include "server/hall_papers.h"

/* -- A name of one's own -- */

/* A name is what a password goes with: without the one the other is gone, and with it every other session. */
static void change_name(clerk_job *job, store *s)
{
    papers *p = ((hall_request *)job)->more;
    job->err = papers_read_person(p, s);
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

static void on_name_changed(clerk_job *job)
{
    const hall_request *q = (const hall_request *)job;
    const papers *p = q->more;
    if (!job->err && p->known[0] && !p->name[0])
        hall_end_other_lines(q->h, p->person.id, p->session.key);
    papers_changed(job);
}

static void on_name_verified(hall_request *q)
{
    hall_ask_store(q->h, q, true, change_name, on_name_changed);
}

static bool take_name(const hall *h, hall_request *q, papers *p)
{
    mur_span name;
    if (!hall_take_text(q, "name", MESSAGE_MAX, &name))
        return false;
    if (name.len == 0)
        return true;
    switch (name_rules_judge(h->name_rules, name, p->name, p->skeleton)) {
    case NAME_OK:
        return true;
    case NAME_BAD:
        hall_refuse_why(q, HALL_MESSAGE,
                        N_("a name has 1 to 24 letters and digits of one script, and single spaces, ', -, . or _"));
        return false;
    case NAME_RESERVED:
        hall_refuse_why(q, HALL_TAKEN, N_("nobody may have this name here"));
        return false;
    }
    return false;
}

void act_name(hall *h, hall_request *q)
{
    if (take_name(h, q, papers_new(q)))
        papers_verify(q, on_name_verified);
}

/* -- Skeletons of names that are older than skeletons: once, after a store of version 1 was brought up to date -- */

enum { FILL_MOST = 200 }; /* at a time, so that nobody waits long */

static const char filled_name[] = "skeletons_filled";

typedef struct {
    store_id after, last;
    store_person people[FILL_MOST];
    int n;
    bool is_done;
} filling;

static bool keep_person(void *context, const store_person *p)
{
    filling *f = context;
    f->people[f->n++] = *p;
    return f->n < FILL_MOST;
}

/* Where two names look alike the one that comes first keeps it for itself; the other stays without a skeleton, and its
 * owner keeps the name until they choose another. */
static void fill_some(clerk_job *job, store *s)
{
    const hall *h = ((hall_request *)job)->h;
    filling *f = ((hall_request *)job)->more;
    char skeleton[STORE_SKELETON];
    size_t len;
    f->n = 0;
    f->is_done = true;
    job->err = store_get_meta(s, filled_name, skeleton, sizeof skeleton, &len);
    if (job->err != STORE_NONE)
        return;
    job->err = store_list_without_skeleton(s, f->after, FILL_MOST, keep_person, f);
    for (int i = 0; i < f->n && !job->err; i++) {
        name_rules_skeleton(h->name_rules, f->people[i].name, skeleton);
        f->last = f->people[i].id;
        if (skeleton[0])
            job->err = store_set_skeleton(s, f->last, skeleton);
        if (job->err == STORE_TAKEN || job->err == STORE_NONE)
            job->err = STORE_OK;
    }
    f->is_done = f->n < FILL_MOST;
    if (!job->err && f->is_done)
        job->err = store_set_meta(s, filled_name, "", 0);
}

/* What could not be done now is done after the next start. */
static void on_filled(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    filling *f = q->more;
    f->after = f->last;
    if (job->err || f->is_done || q->h->is_draining)
        hall_request_free(q);
    else
        hall_ask_store(q->h, q, true, fill_some, on_filled);
}

void hall_fill_skeletons(hall *h)
{
    static const verb filling_verb = { .name = "fill" };
    hall_request *q = hall_request_new(h, &filling_verb);
    q->more = mur_new(sizeof(filling));
    hall_ask_store(h, q, true, fill_some, on_filled);
}
