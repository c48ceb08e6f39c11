/* SPDX-License-Identifier: MIT */
/* web/session_bots.c -- bots and advice: a bot's move, hints, and the review of a whole game.
 * Bots are shown a view like everybody else. A review is made ply by ply ("evaluate"), so that the page can show its
 * progress and stop it; the decisions collect in the session until "review" sums them up. */
#include "web/session_int.h"

#include <assert.h>
#include <stdlib.h>

#include "web/advice.h"

/* -- Bots -- */

void cmd_model(request *r)
{
    bot_runner_set_model(&r->session->bot_runner, r->more);
    mur_json_put_bool(r->out, "ok", true);
}

/* Some bots need a model of this game and this number of seats. */
static bool can_play(const request *r, const mur_bot *bot)
{
    return bot_runner_can_play(&r->session->bot_runner, bot, game_of(r->session), seats_of(r->session));
}

/* In the order of bots/bots.c. */
void cmd_bots(request *r)
{
    mur_json_key(r->out, "bots");
    mur_json_begin(r->out, '[');
    for (int i = 0; mur_bot_at(i); i++)
        if (can_play(r, mur_bot_at(i)))
            mur_json_string(r->out, mur_bot_at(i)->id);
    mur_json_end(r->out, ']');
}

/* BUDGET SEED: simulations, and the seed of the bot's generator. */
static bool take_budget(request *r, bot_task *task)
{
    int budget;
    if (!take_int(r, &budget) || !take_seed(r, &task->seed))
        return false;
    task->simulations = (uint32_t)budget;
    return true;
}

/* v is the caller's, and afterwards holds the view the bot has seen. */
static mur_move choose_for(request *r, const bot_task *task, const mur_state *s, int seat, mur_view *v,
                           mur_reasons *why)
{
    task->game->view(s, seat, v);
    return bot_runner_choose(&r->session->bot_runner, task, v, why);
}

/* BOT BUDGET SEED [STYLE]; false: refused. An unknown bot and one that cannot play here are refused alike. */
static bool take_bot(request *r, bot_task *task)
{
    mur_span id = { "", 0 };
    uint64_t style = 0;
    take_argument(r, &id);
    task->bot = mur_bot_of(id);
    if (!task->bot || !take_budget(r, task) || !can_play(r, task->bot)) {
        refuse(r, N_("unknown bot"));
        return false;
    }
    take_seed(r, &style);
    task->style = (uint32_t)style;
    return true;
}

/* The seat may act, and the bot can play: then it chooses a move. Nothing is played. */
void cmd_bot(request *r)
{
    const mur_game *g = game_of(r->session);
    mur_state *now = state_now(r->session);
    bot_task task = { .game = g };
    int seat;
    if (take_actor(r, now, &seat) && take_bot(r, &task)) {
        mur_view *v = mur_new(g->view_size);
        char text[MUR_MOVE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        g->write_move(choose_for(r, &task, now, seat, v, NULL), &t);
        mur_json_put_string(r->out, "move", text);
        free(v);
    }
    free(now);
}

/* -- Advice -- */

/* Hints and reviews come from the best bot that can play here. */
static bot_task adviser_of(const request *r)
{
    const mur_game *g = game_of(r->session);
    return (bot_task){ .game = g, .bot = bot_runner_adviser(&r->session->bot_runner, g, seats_of(r->session)) };
}

/* The seat's own view, searched by the adviser. */
static void put_hint(request *r, const bot_task *task, const mur_state *now, int seat)
{
    mur_view *v = mur_new(task->game->view_size);
    advice a = { .game = task->game, .bot = task->bot, .view = v };
    session_words w;
    session_words_init(r->session, seat, &w);
    a.best = choose_for(r, task, now, seat, v, &a.why);
    advice_put(r->out, &a, &w.words);
    free(v);
}

/* Without BUDGET and SEED the bot's usual budget. */
void cmd_hint(request *r)
{
    mur_state *now = state_now(r->session);
    bot_task task = adviser_of(r);
    int seat;
    if (take_actor(r, now, &seat)) {
        take_budget(r, &task);
        put_hint(r, &task, now, seat);
    }
    free(now);
}

/* Decisions are in the order of the game; one of an earlier ply restarts the review from there. */
static void add_decision(session *s, mur_decision d)
{
    assert(s->record && d.ply < s->record->n_moves);
    while (s->n_decisions > 0 && s->decisions[s->n_decisions - 1].ply >= d.ply)
        s->n_decisions--;
    s->decisions = mur_grow(s->decisions, &s->max_decisions, s->n_decisions + 1, sizeof s->decisions[0]);
    s->decisions[s->n_decisions++] = d;
}

/* The decision made after `ply` moves, as the seat that made it saw it. A move that was the only one is no decision. */
void cmd_evaluate(request *r)
{
    const mur_record *record = r->session->record;
    bot_task task = adviser_of(r);
    int ply;
    if (!take_int(r, &ply) || (size_t)ply >= record->n_moves) {
        refuse(r, mur_err_text(record->game, MUR_OVER));
        return;
    }
    take_budget(r, &task);
    mur_state *s = state_at(r->session, (size_t)ply);
    mur_view *v = mur_new(task.game->view_size);
    mur_played made = record->moves[ply];
    mur_reasons why;
    task.game->view(s, made.seat, v);
    bool is_decision = v->n_moves > 1;
    if (is_decision) {
        mur_move best = bot_runner_choose(&r->session->bot_runner, &task, v, &why);
        add_decision(r->session, mur_decision_of(task.game, v, made.move, best, &why));
    }
    mur_json_put_bool(r->out, "evaluated", is_decision);
    free(v);
    free(s);
}

/* Summarizes the decisions evaluated so far. */
void cmd_review(request *r)
{
    const mur_record *record = r->session->record;
    session_words w;
    mur_review found = {
        .at = r->session->decisions,
        .n = r->session->n_decisions,
        .seats = record->setup->seats,
    };
    session_words_init(r->session, MUR_WATCHER, &w);
    mur_review_summarize(&found, record->game, record->state);
    advice_put_review(r->out, &found, record->game, &w.words);
}
