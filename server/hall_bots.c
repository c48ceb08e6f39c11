/* SPDX-License-Identifier: MIT */
/* server/hall_bots.c -- bots to move.
 * A bot is given the view of its seat, as everybody else; it thinks elsewhere, and its move comes to the table as
 * anybody's. Where several processes are at one store, one of them claims the entry first. */
#include <sodium.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/lore.h"
#include "server/hall_int.h"

typedef struct {
    hall *h;
    hall_table *table; /* lasts as long as one of its bots thinks */
    const mur_game *game;
    const mur_bot *bot;
    mur_rng rng;
    uint32_t style;
    int seats, seat;
    mur_move move;
    alignas(MUR_BOT_ALIGN) unsigned char view[]; /* of the game */
} thought;

static void free_thought(void *more)
{
    thought *b = more;
    b->table->thinking &= ~(1u << b->seat);
    free(b);
}

/* -- Thinking -- */

static bool is_over(void *context)
{
    const thought *b = context;
    return atomic_load(&b->h->is_closing);
}

static void think(thinkers_job *job, void *memory)
{
    thought *b = hall_thought(job)->more;
    mur_mind mind = {
        .game = b->game, .lore = mur_lore_of(b->game, b->seats), .memory = { memory, MUR_BOT_MEMORY }, .style = b->style
    };
    mur_budget budget = { .is_over = is_over, .context = b };
    b->move = b->bot->choose(&mind, (const mur_view *)b->view, &budget, &b->rng, NULL);
}

static void be_moved(hall *h, hall_request *q, hall_table *t)
{
    (void)t;
    h->counts.bot_moves++;
    h->counts.moves++;
    hall_request_free(q);
}

static void act_bot(hall *h, hall_request *q, hall_table *t)
{
    const thought *b = q->more;
    char text[MUR_MOVE_TEXT];
    mur_text m = mur_text_on(text, sizeof text);
    mur_err why;
    int n = 0;
    b->game->write_move(b->move, &m);
    bool is_wanted = table_bots_to_act(t->is.t) >> b->seat & 1;
    table_err err = is_wanted ? table_want_move(t->is.t, b->seat, ((const mur_view *)b->view)->ply, mur_span_of(text),
                                                t->write.wish, &n, &why)
                              : TABLE_STALE;
    if (err == TABLE_OK) {
        q->written = be_moved;
        hall_write(h, t, q, n);
        return;
    }
    hall_request_free(q);
    if (err == TABLE_STALE) /* the position is another one: think again */
        hall_ask_bots(h, t);
}

static const verb moving = { .name = "bot", .act_at = act_bot };

static void be_thought(thinkers_job *job)
{
    hall_request *q = hall_thought_done(job);
    hall_go_to_table(q->h, q, q->table->node.id);
}

/* One that can play this game; whatever the level is called, somebody moves. */
static const mur_bot *bot_for(const char *level, const mur_game *g, int seats)
{
    const mur_bot *bot = mur_bot_of(mur_span_of(level));
    mur_span lore = mur_lore_of(g, seats);
    if (bot && bot->can_play(g, seats, lore))
        return bot;
    bot = mur_bot_of(mur_span_of("greedy"));
    return bot && bot->can_play(g, seats, lore) ? bot : mur_bot_of(mur_span_of("random"));
}

/* The same for all games of this seat at this table, and for nobody else. */
static uint32_t style_of(const hall_table *t, int seat)
{
    uint32_t style;
    memcpy(&style, t->node.id.at + 4 * (seat % 3), sizeof style);
    return style | 1;
}

/* Jobs of one group share the threads with those of other groups as one: all tables that were made from one address,
 * whether their hosts are connected or not. */
static uint64_t group_of(const hall_table *t)
{
    return t->is.origin ? (uint64_t)t->is.origin : hall_key_of_person(table_host(t->is.t));
}

static void ask_bot(hall *h, hall_table *t, int seat)
{
    const table_plan *plan = table_plan_of(t->is.t);
    const mur_game *g = plan->game;
    size_t size = (sizeof(thought) + g->view_size + MUR_BOT_ALIGN) / MUR_BOT_ALIGN * MUR_BOT_ALIGN;
    thought *b = aligned_alloc(MUR_BOT_ALIGN, size);
    if (!b)
        abort();
    *b = (thought){ .h = h, .table = t, .game = g, .seat = seat, .seats = plan->seats, .style = style_of(t, seat) };
    b->bot = bot_for(table_seat_of(t->is.t, seat)->bot, g, plan->seats);
    randombytes_buf(&b->rng, sizeof b->rng);
    g->view(table_position(t->is.t), seat, (mur_view *)b->view);
    hall_request *q = hall_request_new(h, &moving);
    q->table = t;
    q->more = b;
    q->free_more = free_thought;
    q->thought.group = group_of(t);
    q->thought.owner = hall_key_of_person(table_host(t->is.t));
    t->thinking |= 1u << seat;
    if (!hall_ask_thinkers(h, q, think, be_thought))
        hall_retry_at(h, t, hall_now(h) + RETRY_MS);
}

/* Bots of tables at which nobody waits may not fill the memory for tables, nor the queue. */
size_t hall_thoughts_max(const hall *h)
{
    size_t room = (size_t)h->plan.tables / 2;
    return room < THOUGHTS_MAX ? room + 1 : THOUGHTS_MAX;
}

static void ask_all(hall *h, hall_table *t)
{
    if (!t->listeners && thinkers_busy(h->thinkers) >= hall_thoughts_max(h)) {
        hall_retry_at(h, t, hall_now(h) + RETRY_MS); /* if it is dropped meanwhile, the sweep finds it again */
        return;
    }
    unsigned bots = table_bots_to_act(t->is.t) & ~t->thinking;
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (bots >> seat & 1)
            ask_bot(h, t, seat);
}

/* -- Being the one -- */

typedef struct {
    store_id table, process;
    uint32_t n;
} claim;

static void be_the_one(clerk_job *job, store *s)
{
    const claim *c = ((hall_request *)job)->more;
    job->err = store_claim(s, c->table, c->n, c->process, CLAIM_MS);
}

/* The claim ends soon, so that nobody waits long for a process that is gone; it is made again while bots think. */
static void be_ours(hall *h, hall_table *t)
{
    t->claimed = table_length(t->is.t);
    t->claimed_until = hall_now(h) + RENEW_MS;
    ask_all(h, t);
    hall_retry_at(h, t, t->claimed_until);
}

static void may_think(clerk_job *job)
{
    hall_request *q = (hall_request *)job;
    hall *h = q->h;
    hall_table *t = q->table;
    uint32_t n = ((const claim *)q->more)->n;
    t->is_claiming = false;
    t->pins++;
    if (!t->is.t || t->is_lost || job->err == STORE_AWAY || job->err == STORE_UNSURE)
        hall_retry_at(h, t, hall_now(h) + RETRY_MS);
    else if (table_length(t->is.t) != n)
        hall_ask_bots(h, t);
    else if (job->err)
        hall_retry_at(h, t, hall_now(h) + CLAIM_MS + RETRY_MS); /* should the other one be gone */
    else
        be_ours(h, t);
    hall_request_free(q);
    hall_table_unpin(h, t);
}

static const verb claiming = { .name = "claim" };

static void ask_to_be_the_one(hall *h, hall_table *t)
{
    hall_request *q = hall_request_new(h, &claiming);
    claim *c = mur_new(sizeof *c);
    *c = (claim){ t->node.id, h->self, table_length(t->is.t) };
    q->more = c;
    q->table = t;
    q->job = (clerk_job){ .writes = true, .work = be_the_one, .done = may_think };
    t->is_claiming = clerk_give(h->clerk, &q->job);
    if (t->is_claiming)
        return;
    hall_request_free(q);
    hall_retry_at(h, t, hall_now(h) + RETRY_MS);
}

static bool is_ours(const hall *h, const hall_table *t)
{
    return !h->is_shared || (t->claimed == table_length(t->is.t) && hall_now(h) < t->claimed_until);
}

void hall_ask_bots(hall *h, hall_table *t)
{
    if (!t->is.t || t->is_lost || h->is_draining || t->is_claiming || !table_bots_to_act(t->is.t))
        return;
    if (is_ours(h, t))
        ask_all(h, t);
    else
        ask_to_be_the_one(h, t);
}
