/* SPDX-License-Identifier: MIT */
/* server/hall_make.c -- new tables: create, rematch.
 * A new table is made in memory first, with everything that happens at once: who sits, which bots, perhaps the start.
 * Then it is written whole. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "server/hall_int.h"

enum {
    FIRST_MOST = MUR_SEATS + 1, /* entries: one a seat, and the start or the seal */
    PER_PERSON = 50,            /* tables that are not over, as usual */
    PER_ADDRESS = 200,
    OPEN_PART = 2,   /* of these, half may wait for players, */
    LISTED_PART = 10 /* and a tenth in the lobby */
};

typedef struct {
    hall *h;
    store_id id, host;
    history is;
    bool is_replay; /* of the deal of another table, which must not be played anywhere now */
    int most_of_host, most_of_origin;
    mur_buffer about;
    table_wish wish[FIRST_MOST];
    size_t n;
} creation;

static void free_creation(void *more)
{
    creation *c = more;
    history_close(&c->is);
    sodium_memzero(c->about.at, c->about.len); /* it holds the secret of the deal */
    mur_buffer_close(&c->about);
    free(c);
}

bool hall_is_level(mur_span name)
{
    static const char *const levels[] = { "apprentice", "journeyman", "mason", "master", "emperor" };
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (mur_span_is(name, levels[i]))
            return true;
    return false;
}

/* -- In memory -- */

static creation *begin(hall *h, hall_request *q, const table_plan *plan)
{
    creation *c = mur_new(sizeof *c);
    c->h = h;
    c->id = id_draw();
    c->host = q->line->person->node.id;
    c->is.t = table_open(c->id, c->host, plan);
    c->is.deal = c->id;
    c->is.origin = q->line->origin;
    c->most_of_host = h->plan.tables_per_person ? h->plan.tables_per_person : PER_PERSON;
    c->most_of_origin = h->plan.tables_per_address ? h->plan.tables_per_address : PER_ADDRESS;
    c->is.since = c->is.changed = hall_now(h);
    table_plan_write(plan, &c->about);
    q->more = c;
    q->free_more = free_creation;
    return c;
}

/* What is wanted stands in c->wish[c->n]. */
static bool add(creation *c, table_err err)
{
    table_wish *w = &c->wish[c->n];
    if (err)
        return false;
    w->entry.at = c->is.since;
    table_foresee(c->is.t, w);
    c->n++;
    return history_take(&c->is, &w->entry);
}

static void start_if_full(creation *c)
{
    add(c, table_want_start(c->is.t, (store_id){ { 0 } }, &c->wish[c->n]));
}

/* -- On disk -- */

static store_err write_seats(store *s, const creation *c)
{
    store_err err = STORE_OK;
    for (int i = 0; i < table_plan_of(c->is.t)->seats && !err; i++) {
        const table_seat *seat = table_seat_of(c->is.t, i);
        err = store_set_seat(s, c->id, i, seat->person, mur_span_of(seat->bot));
        if (err == STORE_NONE) /* somebody for whom a seat was kept does not exist any more */
            err = store_set_seat(s, c->id, i, (store_id){ { 0 } }, mur_span_of(seat->bot));
    }
    return err;
}

static store_err write_table(store *s, const creation *c)
{
    const table_plan *plan = table_plan_of(c->is.t);
    store_table row = { .id = c->id,
                        .host = c->host,
                        .deal = c->is.deal,
                        .since = c->is.since,
                        .changed = c->is.since,
                        .state = STORE_OPEN,
                        .origin = c->is.origin,
                        .is_public = plan->is_public,
                        .game = mur_span_of(plan->game->id),
                        .about = { c->about.at, c->about.len } };
    store_err err = store_add_table(s, &row);
    for (size_t i = 0; i < c->n && !err; i++)
        err = store_append(s, c->id, &c->wish[i].entry, c->wish[i].after);
    return err ? err : write_seats(s, c);
}

/* Of the tables that somebody, or all hosts of an address, may have at a time a part may wait for players, and a
 * smaller part in the lobby, so that nobody fills its pages. */
static bool is_within(const store_census *n, int most, const table *t)
{
    bool is_open = !table_position(t), is_listed = is_open && table_plan_of(t)->is_public;
    return n->live < most && (!is_open || n->open < 1 + most / OPEN_PART) &&
           (!is_listed || n->listed < 1 + most / LISTED_PART);
}

/* The counts are those of a moment ago where several processes write: one table too many does no harm. */
static store_err check_limits(store *s, const creation *c, bool *is_good)
{
    store_census of_host = { 0 }, of_origin = { 0 };
    store_err err = store_count_of_host(s, c->host, &of_host);
    if (!err)
        err = store_count_of_origin(s, c->is.origin, &of_origin);
    *is_good = is_within(&of_host, c->most_of_host, c->is.t) && is_within(&of_origin, c->most_of_origin, c->is.t);
    return err;
}

/* A deal is played at one table at a time. The first table of the deal is held meanwhile, so that two processes cannot
 * both find that nobody plays it. */
static store_err check_deal(store *s, const creation *c, bool *is_good)
{
    bool is_live = false;
    store_err err = store_lock_table(s, c->is.deal);
    if (!err)
        err = store_is_deal_live(s, c->is.deal, c->id, &is_live);
    *is_good = !is_live;
    return err;
}

static void work_create(clerk_job *job, store *s)
{
    hall_request *q = (hall_request *)job;
    const creation *c = q->more;
    bool is_good = true;
    job->err = c->is_replay ? check_deal(s, c, &is_good) : STORE_OK;
    q->refusal = HALL_STATE;
    if (!job->err && is_good) {
        job->err = check_limits(s, c, &is_good);
        q->refusal = HALL_LIMIT;
    }
    if (!job->err)
        job->err = is_good ? write_table(s, c) : STORE_REFUSED;
}

static void fill_made(mur_json *j, const void *context)
{
    put_id(j, "table", *(const store_id *)context);
}

/* It stays in memory, if there is room: somebody will open it in a moment. */
static void keep(hall *h, creation *c)
{
    hall_table *t = hall_table_new(h, c->id);
    if (!t)
        return;
    t->is = c->is;
    c->is = (history){ .t = NULL };
    t->told = table_length(t->is.t);
    t->told_moved = t->is.moved;
    t->told_seated = t->is.seated;
    t->pins++;
    hall_tell_change(h, t, true);
    hall_table_unpin(h, t);
}

static void be_made(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    creation *c = q->more;
    if (job->err) {
        hall_refuse_store(q, job->err);
        return;
    }
    store_id id = c->id;
    keep(q->h, c);
    hall_answer(q, fill_made, &id);
}

/* -- Create: reading what is wanted -- */

static bool take_option(const body_value *is, table_plan *p)
{
    int i = 0;
    while (i < p->game->n_options && !mur_span_is(is->key, p->game->options[i].id))
        i++;
    if (i == p->game->n_options || is->kind != BODY_STRING || is->text.len >= sizeof p->option[0])
        return false;
    mur_text t = mur_text_on(p->option[i], sizeof p->option[0]);
    mur_put_bytes(&t, is->text.at, is->text.len);
    return true;
}

static bool take_options(hall_request *q, table_plan *p)
{
    const body_value *options = body_member(q->body, "options");
    if (!options)
        return true;
    bool is_good = options->kind == BODY_OBJECT;
    for (const body_value *m = options + 1; is_good && m < options + options->size; m += m->size)
        is_good = take_option(m, p);
    if (!is_good)
        hall_refuse_field(q, "options");
    return is_good;
}

static int number_in(const body_value *object, const char *field)
{
    const body_value *value = body_member(object, field);
    bool is_small = body_is(value, BODY_INTEGER) && value->number >= 0 && value->number < 1000;
    return is_small ? (int)value->number : -1;
}

static bool take_clock(hall_request *q, table_plan *p)
{
    const body_value *clock = body_member(q->body, "clock");
    if (!clock || clock->kind == BODY_NULL)
        return true;
    bool has_days = body_member(clock, "days") != NULL;
    p->timing = has_days ? TABLE_DAYS : TABLE_CLOCK;
    if (has_days) {
        p->days = number_in(clock, "days");
    } else {
        p->minutes = number_in(clock, "minutes");
        p->increment = body_member(clock, "increment") ? number_in(clock, "increment") : 0;
    }
    bool is_good = has_days ? p->days >= 1 && p->days <= 14
                            : p->minutes >= 1 && p->minutes <= 180 && p->increment >= 0 && p->increment <= 180;
    if (!is_good)
        hall_refuse_field(q, "clock");
    return is_good;
}

static bool take_start(hall_request *q, table_plan *p)
{
    mur_span start;
    if (!hall_has(q, "start"))
        return true;
    if (!hall_take_text(q, "start", MESSAGE_MAX, &start))
        return false;
    p->waits_for_host = mur_span_is(start, "host");
    if (p->waits_for_host || mur_span_is(start, "full"))
        return true;
    hall_refuse_field(q, "start");
    return false;
}

/* One word for each seat; `me` at most once. */
static bool take_seats(hall_request *q, table_plan *p)
{
    const body_value *seats = body_member(q->body, "seats");
    int me = 0, n = body_count(seats);
    bool is_good = n >= 1 && n <= MUR_SEATS;
    for (int i = 0; i < n && is_good; i++) {
        const body_value *seat = body_element(seats, i);
        bool is_me = mur_span_is(seat->text, "me");
        me += is_me;
        is_good = seat->kind == BODY_STRING && (is_me || mur_span_is(seat->text, "open") || hall_is_level(seat->text));
    }
    is_good = is_good && me <= 1;
    p->seats = n;
    if (!is_good)
        hall_refuse_field(q, "seats");
    return is_good;
}

static bool take_game(hall_request *q, table_plan *p)
{
    mur_span game;
    if (!hall_take_text(q, "game", MESSAGE_MAX, &game))
        return false;
    p->game = mur_game_of(game);
    if (!p->game)
        hall_refuse_field(q, "game");
    return p->game != NULL;
}

/* What the two kinds of new tables have in common. */
static bool take_rest(hall_request *q, table_plan *p)
{
    p->is_public = hall_take_flag(q, "public");
    p->is_quiet = hall_take_flag(q, "quiet");
    return take_seats(q, p) && take_clock(q, p) && take_start(q, p);
}

static void create(hall *h, hall_request *q, const table_plan *plan, const store_id *deal)
{
    hall_share share;
    const hall_person *me = q->line->person;
    if (!hall_take_share(q, &share))
        return;
    if (!table_plan_is_good(plan)) {
        hall_refuse_field(q, "seats, options");
        return;
    }
    creation *c = begin(h, q, plan);
    if (deal) {
        c->is.deal = *deal;
        c->is_replay = true;
    }
    for (int i = 0; i < plan->seats; i++) {
        mur_span word = body_element(body_member(q->body, "seats"), i)->text;
        table_wish *w = &c->wish[c->n];
        bool is_good = mur_span_is(word, "open") ||
                       add(c, mur_span_is(word, "me") ? hall_want_seat(c->is.t, me, i, &share, w)
                                                      : table_want_bot(c->is.t, me->node.id, i, word, w));
        if (!is_good) {
            hall_refuse_field(q, "seats");
            return;
        }
    }
    start_if_full(c);
    hall_ask_store(h, q, true, work_create, be_made);
}

static void copy_salts(const table *t, table_plan *plan)
{
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    for (int i = 0; i < table_plan_of(t)->seats; i++) {
        mur_text salt = mur_text_on(plan->salt[i], sizeof plan->salt[i]);
        mur_put_bytes(&salt, salts[i].at, salts[i].len);
    }
}

/* The deal of another table: its secret and its salts. That game must be over, and nobody may play the deal anywhere
 * else: a guest could sit at both, or let bots finish the copy and read all hidden cards in its record. */
static void act_create_again(hall *h, hall_request *q, hall_table *t)
{
    const table_plan *first = table_plan_of(t->is.t);
    table_plan plan = { .game = first->game, .allows_hints = first->allows_hints, .is_again = true };
    if (table_after(t->is.t).state != STORE_OVER) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    memcpy(plan.option, first->option, sizeof plan.option);
    memcpy(plan.secret, first->secret, sizeof plan.secret);
    copy_salts(t->is.t, &plan);
    if (!take_rest(q, &plan))
        return;
    if (plan.seats != first->seats) {
        hall_refuse_field(q, "seats");
        return;
    }
    store_id deal = t->is.deal;
    create(h, q, &plan, &deal);
    sodium_memzero(&plan, sizeof plan);
}

static const verb creating_again = { .name = "create", .act_at = act_create_again };

void act_create(hall *h, hall_request *q)
{
    table_plan plan = { .game = NULL };
    store_id same;
    if (hall_has(q, "same_as")) {
        if (!hall_take_id(q, "same_as", &same))
            return;
        q->verb = &creating_again;
        hall_go_to_table(h, q, same);
        return;
    }
    plan.allows_hints = hall_take_flag(q, "hints");
    if (!take_game(q, &plan) || !take_rest(q, &plan) || !take_options(q, &plan))
        return;
    randombytes_buf(plan.secret, sizeof plan.secret);
    create(h, q, &plan, NULL);
    sodium_memzero(&plan, sizeof plan);
}

/* -- Rematch -- */

static void also_create(hall_request *q, store *s)
{
    creation *c = q->more;
    q->table->write.job.err = write_table(s, c);
}

static void be_rematched(hall *h, hall_request *q, hall_table *t)
{
    creation *c = q->more;
    store_id id = c->id;
    (void)t;
    keep(h, c);
    hall_answer(q, fill_made, &id);
}

/* Seats move on by one; for people they are kept, bots sit down again, whoever asks does, too. */
static bool seat_again(creation *c, const hall_table *old, const hall_person *asks, const hall_share *share)
{
    int n = table_plan_of(old->is.t)->seats;
    for (int i = 0; i < n; i++) {
        const table_seat *was = table_seat_of(old->is.t, i);
        table_wish *w = &c->wish[c->n];
        int seat = (i + 1) % n;
        table_err err = TABLE_OK;
        if (id_is(was->person, asks->node.id))
            err = hall_want_seat(c->is.t, asks, seat, share, w);
        else if (!id_is_nobody(was->person))
            err = table_want_keep(c->is.t, c->host, seat, was->person, was->name, w);
        else if (was->bot[0])
            err = table_want_bot(c->is.t, c->host, seat, mur_span_of(was->bot), w);
        else
            continue; /* somebody who was forgotten */
        if (!add(c, err))
            return false;
    }
    return true;
}

void act_rematch(hall *h, hall_request *q, hall_table *t)
{
    const hall_person *asks = q->line->person;
    hall_share share;
    store_id there = table_rematch(t->is.t);
    if (!id_is_nobody(there)) {
        hall_answer(q, fill_made, &there);
        return;
    }
    if (table_after(t->is.t).state != STORE_OVER) {
        hall_refuse(q, HALL_STATE);
        return;
    }
    if (table_find_person(t->is.t, asks->node.id) < 0) {
        hall_refuse(q, HALL_NOT_YOURS);
        return;
    }
    if (!hall_take_share(q, &share))
        return;
    table_plan plan = *table_plan_of(t->is.t);
    plan.is_again = false;
    memset(plan.salt, 0, sizeof plan.salt);
    randombytes_buf(plan.secret, sizeof plan.secret);
    if (q->more) /* somebody else was first, and then was not */
        free_creation(q->more);
    creation *c = begin(h, q, &plan);
    sodium_memzero(&plan, sizeof plan);
    table_err err = table_want_rematch(t->is.t, asks->node.id, c->id, &t->write.wish[0]);
    if (err || !seat_again(c, t, asks, &share)) {
        hall_refuse(q, err ? hall_err_of(err) : HALL_STATE);
        return;
    }
    start_if_full(c);
    q->also = also_create;
    q->written = be_rematched;
    hall_write(h, t, q, 1);
}
