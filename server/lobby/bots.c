/* SPDX-License-Identifier: MIT */
/* server/lobby/bots.c -- bots at tables: which are to move, their moves, and claims between processes. A bot is given
 * the view of its seat, like everybody else. It thinks in the bot pool, and its move comes back to the table's queue as
 * a request of the lobby's own. With several processes on one store, one of them claims the next entry first
 * (store_claim), so that the bot thinks only once; if that process dies, the claim runs out and another one takes over.
 * Two processes that think about the same move do no harm: the store accepts only one entry N. */
#include <assert.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/model.h"
#include "server/lobby/lobby_int.h"

typedef struct {
    lobby *lb;
    lobby_table *table; /* lasts as long as one of its bots thinks */
    const mur_game *game;
    const mur_bot *bot;
    mur_rng rng;
    uint32_t style;
    int seats, seat;
    mur_move move;
    alignas(MUR_BOT_ALIGN) unsigned char view[]; /* of the game */
} bot_turn;

/* However the request ends, the seat's bot is no longer thinking; another one may be asked. */
static void free_bot_turn(void *data)
{
    bot_turn *b = data;
    assert(b->table->bots_thinking >> b->seat & 1);
    b->table->bots_thinking &= ~(1u << b->seat);
    free(b);
}

/* -- Thinking -- */

/* The budget of a bot: it may think until the lobby closes. */
static bool is_over(void *context)
{
    const bot_turn *b = context;
    return atomic_load(&b->lb->is_closing);
}

/* In a thread of the pool. It sees only this struct and, through the budget, the atomic lobby.is_closing. */
static void choose_move(bot_pool_job *job, void *memory)
{
    bot_turn *b = lobby_request_of(job)->data;
    mur_bot_env env = { .game = b->game,
                        .model = mur_model_of(b->game, b->seats),
                        .memory = { memory, MUR_BOT_MEMORY },
                        .style = b->style };
    mur_budget budget = { .is_over = is_over, .context = b };
    b->move = b->bot->choose(&env, (const mur_view *)b->view, &budget, &b->rng, NULL);
}

static void on_moved(lobby *lb, lobby_request *req, lobby_table *t)
{
    (void)t;
    lb->stats.bot_moves++;
    lb->stats.moves++;
    lobby_request_free(req);
}

/* Back at the table. If somebody else has moved meanwhile the bot is asked again for the new position. */
static void handle_bot_move(lobby *lb, lobby_request *req, lobby_table *t)
{
    const bot_turn *b = req->data;
    assert(b->table == t);
    char text[MUR_MOVE_TEXT];
    mur_text m = mur_text_on(text, sizeof text);
    b->game->write_move(b->move, &m);
    table_change change =
        table_check_bot_move(t->journal.table, b->seat, ((const mur_view *)b->view)->ply, mur_span_of(text));
    if (!change.err) {
        lobby_write(lb, t, req, &change, on_moved);
        return;
    }
    lobby_request_free(req);
    if (change.err == TABLE_STALE) /* the position is another one: choose again */
        lobby_ask_bots(lb, t);
}

static const verb bot_move_verb = { .name = "bot_move", .handle_at_table = handle_bot_move };

static void on_bot_chosen(bot_pool_job *job)
{
    lobby_request *req = lobby_take_from_pool(job);
    lobby_queue_at_table(req->lb, req, req->table->node.id);
}

/* Part of the table's id: the same in every process and for the whole game, and different for each seat. */
static uint32_t style_of(const lobby_table *t, int seat)
{
    uint32_t style;
    memcpy(&style, t->node.id.at + 4 * (seat % 3), sizeof style);
    return style | 1;
}

/* Tables made from one address are one group of the bot pool (job_queue.h). The address of an old table may be
 * unknown; then its host is the group. */
static uint64_t group_of(const lobby_table *t)
{
    return t->journal.origin ? (uint64_t)t->journal.origin : lobby_owner_key(table_host(t->journal.table));
}

/* The view is copied into the job, so the table may change while the bot thinks. The struct ends with the view, aligned
 * as bots need it. */
static void submit_bot(lobby *lb, lobby_table *t, int seat)
{
    assert(!(t->bots_thinking >> seat & 1) && table_bots_to_act(t->journal.table) >> seat & 1);
    const table_plan *plan = table_plan_of(t->journal.table);
    const mur_game *g = plan->game;
    size_t size = (sizeof(bot_turn) + g->view_size + MUR_BOT_ALIGN) / MUR_BOT_ALIGN * MUR_BOT_ALIGN;
    bot_turn *b = aligned_alloc(MUR_BOT_ALIGN, size);
    if (!b)
        abort();
    *b = (bot_turn){ .lb = lb, .table = t, .game = g, .seat = seat, .seats = plan->seats, .style = style_of(t, seat) };
    const mur_bot *wanted = mur_bot_of(mur_span_of(table_seat_of(t->journal.table, seat)->bot));
    b->bot = mur_playable_bot(wanted, g, plan->seats, mur_model_of(g, plan->seats)); /* the game never stops */
    randombytes_buf(&b->rng, sizeof b->rng);
    g->view(table_position(t->journal.table), seat, (mur_view *)b->view);
    lobby_request *req = lobby_request_new(lb, &bot_move_verb);
    req->table = t;
    req->data = b;
    req->free_data = free_bot_turn;
    req->pool_job.group = group_of(t);
    req->pool_job.owner = lobby_owner_key(table_host(t->journal.table));
    t->bots_thinking |= 1u << seat;
    if (!lobby_submit_pool(lb, req, choose_move, on_bot_chosen))
        lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS);
}

/* Bots of tables at which nobody waits may fill neither the memory for tables nor the queue. */
size_t lobby_pool_limit(const lobby *lb)
{
    size_t room = (size_t)lb->config.tables / 2;
    return room < POOL_JOBS_MAX ? room + 1 : POOL_JOBS_MAX;
}

static void submit_bots(lobby *lb, lobby_table *t)
{
    if (!t->listeners && bot_pool_pending(lb->bot_pool) >= lobby_pool_limit(lb)) {
        lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS); /* if it is dropped meanwhile, the sweep finds it again */
        return;
    }
    unsigned bots = table_bots_to_act(t->journal.table) & ~t->bots_thinking;
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (bots >> seat & 1)
            submit_bot(lb, t, seat);
}

/* -- Claims between processes -- */

typedef struct {
    store_id table, process;
    uint32_t n;
} claim;

static void claim_entry(store_job *job, store *s)
{
    const claim *c = ((lobby_request *)job)->data;
    job->err = store_claim(s, c->table, c->n, c->process, CLAIM_MS);
}

/* This process has the claim. It lasts CLAIM_MS in the store, so that a process that dies does not block the table for
 * long; while bots think, the wake-up after RENEW_MS asks for it again. */
static void on_claimed(lobby *lb, lobby_table *t)
{
    assert(t->journal.table && lb->is_shared);
    t->claimed = table_length(t->journal.table);
    t->claimed_until = lobby_now(lb) + RENEW_MS;
    submit_bots(lb, t);
    lobby_retry_at(lb, t, t->claimed_until);
}

/* The table may have changed while the store answered. A claim that another process has is looked at again after it has
 * run out. */
static void on_claim_result(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    lobby *lb = req->lb;
    lobby_table *t = req->table;
    uint32_t n = ((const claim *)req->data)->n;
    t->is_claiming = false;
    t->pins++;
    if (!t->journal.table || t->needs_reload || job->err == STORE_UNAVAILABLE || job->err == STORE_UNSURE)
        lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS);
    else if (table_length(t->journal.table) != n)
        lobby_ask_bots(lb, t);
    else if (job->err)
        lobby_retry_at(lb, t, lobby_now(lb) + CLAIM_MS + RETRY_MS); /* in case the other process dies */
    else
        on_claimed(lb, t);
    lobby_request_free(req);
    lobby_table_unpin(lb, t);
}

static const verb claim_verb = { .name = "claim" };

/* Asks the store for the right to write the next entry of this table. While the answer is on its way is_claiming keeps
 * the table in memory. */
static void submit_claim(lobby *lb, lobby_table *t)
{
    assert(!t->is_claiming && lb->is_shared);
    lobby_request *req = lobby_request_new(lb, &claim_verb);
    claim *c = mur_new(sizeof *c);
    *c = (claim){ t->node.id, lb->self, table_length(t->journal.table) };
    req->data = c;
    req->table = t;
    req->job = (store_job){ .writes = true, .run = claim_entry, .on_done = on_claim_result };
    t->is_claiming = store_worker_submit(lb->store_worker, &req->job);
    if (t->is_claiming)
        return;
    lobby_request_free(req);
    lobby_retry_at(lb, t, lobby_now(lb) + RETRY_MS);
}

/* May this process write the next entry for a bot? Without other processes always. */
static bool has_claim(const lobby *lb, const lobby_table *t)
{
    return !lb->is_shared || (t->claimed == table_length(t->journal.table) && lobby_now(lb) < t->claimed_until);
}

/* Asks the bots of all seats that are to act and do not think yet, once this process has the claim. */
void lobby_ask_bots(lobby *lb, lobby_table *t)
{
    if (!t->journal.table || t->needs_reload || lb->is_draining || t->is_claiming ||
        !table_bots_to_act(t->journal.table))
        return;
    if (has_claim(lb, t))
        submit_bots(lb, t);
    else
        submit_claim(lb, t);
}
