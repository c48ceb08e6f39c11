/* SPDX-License-Identifier: MIT */
/* server/lobby/create.c -- the verb `create`: a new table, with a new deal or with the deal of another table (same_as).
 * The request is read into a plan, the table is built in memory (creation.h), and then the store's thread checks the
 * limits and writes it, in one transaction. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "bots/levels.h"
#include "server/lobby/creation.h"

/* Of the tables somebody may have at a time, half may wait for players, and a tenth may be listed in the lobby, so that
 * nobody fills its pages. The same for all hosts of an address. */
enum { OPEN_PART = 2, LISTED_PART = 10 };

/* -- In the store worker's thread: may there be such a table? -- */

/* May there be one more such table where there are n, of at most `max`? */
static bool is_within(const store_table_counts *n, int max, const table *t)
{
    bool is_open = !table_position(t), is_listed = is_open && table_plan_of(t)->is_public;
    return n->live < max && (!is_open || n->open < 1 + max / OPEN_PART) &&
           (!is_listed || n->listed < 1 + max / LISTED_PART);
}

/* With several processes the counts are those of a moment ago: one table too many does no harm. */
static store_err check_limits(store *s, const creation *c, bool *is_good)
{
    store_table_counts of_host = { 0 }, of_origin = { 0 };
    store_err err = store_count_of_host(s, c->host, &of_host);
    if (!err)
        err = store_count_of_origin(s, c->journal.origin, &of_origin);
    *is_good = is_within(&of_host, c->max_of_host, c->journal.table) &&
               is_within(&of_origin, c->max_of_origin, c->journal.table);
    return err;
}

/* A deal is played at one table at a time. The first table of the deal is locked meanwhile, so that two processes
 * cannot both find that nobody plays it. */
static store_err check_deal(store *s, const creation *c, bool *is_good)
{
    bool is_live = false;
    store_err err = store_lock_table(s, c->journal.deal);
    if (!err)
        err = store_is_deal_live(s, c->journal.deal, c->id, &is_live);
    *is_good = !is_live;
    return err;
}

/* The order of the checks decides which refusal people get; req->refusal says what STORE_INVALID means. */
static void write_checked(store_job *job, store *s)
{
    lobby_request *req = (lobby_request *)job;
    const creation *c = req->data;
    bool is_good = true;
    job->err = c->is_replay ? check_deal(s, c, &is_good) : STORE_OK;
    req->refusal = LOBBY_STATE;
    if (!job->err && is_good) {
        job->err = check_limits(s, c, &is_good);
        req->refusal = LOBBY_LIMIT;
    }
    if (!job->err)
        job->err = is_good ? creation_write(s, c) : STORE_INVALID;
}

static void on_created(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    if (job->err)
        lobby_refuse_store(req, job->err);
    else
        creation_reply(req);
}

/* -- The fields of the request -- */

static bool read_option(const json_value *member, table_plan *p)
{
    int option = mur_option_of(p->game, member->key);
    if (option < 0 || member->kind != VALUE_STRING || member->text.len >= sizeof p->option[0])
        return false;
    copy_text(p->option[option], sizeof p->option[0], member->text);
    return true;
}

/* Unknown options and values that do not fit are refused here; create() asks the game whether it accepts them. */
static bool read_options(lobby_request *req, table_plan *p)
{
    const json_value *options = json_value_member(req->body, "options");
    if (!options)
        return true;
    bool is_good = options->kind == VALUE_OBJECT;
    for (const json_value *m = options + 1; is_good && m < options + options->size; m += m->size)
        is_good = read_option(m, p);
    if (!is_good)
        lobby_refuse_field(req, "options");
    return is_good;
}

static int number_in(const json_value *object, const char *field)
{
    const json_value *value = json_value_member(object, field);
    bool is_small = json_value_is(value, VALUE_INTEGER) && value->number >= 0 && value->number < 1000;
    return is_small ? (int)value->number : -1;
}

/* Either "days", or "minutes" with an "increment"; null: no clock. A number that is missing or too large becomes -1,
 * which no clock may have. */
static bool read_clock(lobby_request *req, table_plan *p)
{
    const json_value *clock = json_value_member(req->body, "clock");
    if (!clock || clock->kind == VALUE_NULL)
        return true;
    bool has_days = json_value_member(clock, "days") != NULL;
    p->timing = has_days ? TABLE_DAYS : TABLE_CLOCK;
    if (has_days) {
        p->days = number_in(clock, "days");
    } else {
        p->minutes = number_in(clock, "minutes");
        p->increment = json_value_member(clock, "increment") ? number_in(clock, "increment") : 0;
    }
    bool is_good = table_plan_has_valid_clock(p);
    if (!is_good)
        lobby_refuse_field(req, "clock");
    return is_good;
}

static bool read_start(lobby_request *req, table_plan *p)
{
    mur_span start;
    if (!lobby_has_field(req, "start"))
        return true;
    if (!lobby_require_text(req, "start", MESSAGE_MAX, &start))
        return false;
    p->waits_for_host = mur_span_is(start, "host");
    if (p->waits_for_host || mur_span_is(start, "full"))
        return true;
    lobby_refuse_field(req, "start");
    return false;
}

/* One word for each seat: "open", "me" at most once, or a level. */
static bool read_seats(lobby_request *req, table_plan *p)
{
    const json_value *seats = json_value_member(req->body, "seats");
    int me = 0, n = json_value_count(seats);
    bool is_good = n >= 1 && n <= MUR_SEATS;
    for (int i = 0; i < n && is_good; i++) {
        const json_value *seat = json_value_element(seats, i);
        bool is_me = mur_span_is(seat->text, "me");
        me += is_me;
        is_good = seat->kind == VALUE_STRING && (is_me || mur_span_is(seat->text, "open") || mur_is_level(seat->text));
    }
    is_good = is_good && me <= 1;
    p->seats = n;
    if (!is_good)
        lobby_refuse_field(req, "seats");
    return is_good;
}

static bool read_game(lobby_request *req, table_plan *p)
{
    mur_span game;
    if (!lobby_require_text(req, "game", MESSAGE_MAX, &game))
        return false;
    p->game = mur_game_of(game);
    if (!p->game)
        lobby_refuse_field(req, "game");
    return p->game != NULL;
}

/* Fields that both kinds of new tables have. */
static bool read_common_settings(lobby_request *req, table_plan *p)
{
    p->is_public = lobby_read_flag(req, "public");
    p->is_quiet = lobby_read_flag(req, "quiet");
    return read_seats(req, p) && read_clock(req, p) && read_start(req, p);
}

/* Builds the table: each word of "seats" is one entry, the last one may start the game. */
static void create(lobby *lb, lobby_request *req, const table_plan *plan, const store_id *deal)
{
    assert(plan->seats >= 1 && plan->seats <= MUR_SEATS);
    shuffle_input input;
    const lobby_person *me = req->conn->person;
    if (!lobby_read_shuffle_input(req, &input))
        return;
    if (!table_plan_is_valid(plan)) {
        lobby_refuse_field(req, "seats, options");
        return;
    }
    creation *c = creation_begin(lb, req, plan);
    if (deal) {
        c->journal.deal = *deal;
        c->is_replay = true;
    }
    for (int i = 0; i < plan->seats; i++) {
        mur_span word = json_value_element(json_value_member(req->body, "seats"), i)->text;
        const table *t = c->journal.table;
        bool is_good = mur_span_is(word, "open") ||
                       creation_add(c, mur_span_is(word, "me") ? lobby_check_sit(t, me, i, &input)
                                                               : table_check_bot(t, me->node.id, i, word));
        if (!is_good) {
            lobby_refuse_field(req, "seats");
            return;
        }
    }
    creation_start_if_full(c);
    lobby_submit_store(lb, req, true, write_checked, on_created);
}

static void copy_salts(const table *t, table_plan *plan)
{
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    for (int i = 0; i < table_plan_of(t)->seats; i++)
        copy_text(plan->salt[i], sizeof plan->salt[i], salts[i]);
}

/* The deal of another table: its secret and its salts. That game must be over, and nobody may play the deal anywhere
 * else (check_deal). */
static void handle_create_same_deal(lobby *lb, lobby_request *req, lobby_table *t)
{
    const table_plan *first = table_plan_of(t->journal.table);
    table_plan plan = { .game = first->game, .allows_hints = first->allows_hints, .repeats_deal = true };
    if (table_status(t->journal.table).state != STORE_OVER) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    memcpy(plan.option, first->option, sizeof plan.option);
    if (!read_common_settings(req, &plan))
        return;
    if (plan.seats != first->seats) {
        lobby_refuse_field(req, "seats");
        return;
    }
    memcpy(plan.secret, first->secret, sizeof plan.secret);
    copy_salts(t->journal.table, &plan);
    store_id deal = t->journal.deal;
    create(lb, req, &plan, &deal);
    sodium_memzero(&plan, sizeof plan);
}

static const verb create_same_deal = { .name = "create", .handle_at_table = handle_create_same_deal };

/* With same_as the request goes to that table's queue first, under a verb of its own. */
void handle_create(lobby *lb, lobby_request *req)
{
    table_plan plan = { .game = NULL };
    store_id same;
    if (lobby_has_field(req, "same_as")) {
        if (!lobby_require_id(req, "same_as", &same))
            return;
        req->verb = &create_same_deal;
        lobby_queue_at_table(lb, req, same);
        return;
    }
    plan.allows_hints = lobby_read_flag(req, "hints");
    if (!read_game(req, &plan) || !read_common_settings(req, &plan) || !read_options(req, &plan))
        return;
    randombytes_buf(plan.secret, sizeof plan.secret);
    create(lb, req, &plan, NULL);
    sodium_memzero(&plan, sizeof plan);
}
