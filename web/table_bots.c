/* SPDX-License-Identifier: MIT */
#include "web/table_int.h"

#include <stdlib.h>

#include "web/advice.h"
#include "web/put.h"

/* -- Bots -- */

void ask_lore(request *r)
{
    thinker_learn(&r->table->thinker, r->more);
    put_bool(r->out, "ok", true);
}

static bool can_play(const request *r, const mur_bot *bot)
{
    return thinker_can_play(&r->table->thinker, bot, game_of(r->table), seats_of(r->table));
}

void ask_bots(request *r)
{
    mur_json_key(r->out, "bots");
    mur_json_begin(r->out, '[');
    for (int i = 0; mur_bot_at(i); i++)
        if (can_play(r, mur_bot_at(i)))
            put_text(r->out, mur_span_of(mur_bot_at(i)->id));
    mur_json_end(r->out, ']');
}

/* BUDGET SEED */
static bool take_effort(request *r, thought *how)
{
    int budget;
    if (!take_int(r, &budget) || !take_seed(r, &how->seed))
        return false;
    how->simulations = (uint32_t)budget;
    return true;
}

static mur_move think_of(request *r, const thought *how, const mur_state *s, int seat, mur_view *v, mur_reasons *why)
{
    how->game->view(s, seat, v);
    return thinker_think(&r->table->thinker, how, v, why);
}

/* BOT BUDGET SEED [STYLE]; false: refused. */
static bool take_bot(request *r, thought *how)
{
    mur_span id = { "", 0 };
    uint64_t style = 0;
    take_argument(r, &id);
    how->bot = mur_bot_of(id);
    if (!how->bot || !take_effort(r, how) || !can_play(r, how->bot)) {
        refuse(r, N_("there is no such bot"));
        return false;
    }
    take_seed(r, &style);
    how->style = (uint32_t)style;
    return true;
}

/* A bot is shown a view like everybody else. */
void ask_bot(request *r)
{
    const mur_game *g = game_of(r->table);
    mur_state *now = state_now(r->table);
    thought how = { .game = g };
    int seat;
    if (take_actor(r, now, &seat) && take_bot(r, &how)) {
        mur_view *v = mur_new(g->view_size);
        char text[MUR_MOVE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        g->write_move(think_of(r, &how, now, seat, v, NULL), &t);
        put_string(r->out, "move", text);
        free(v);
    }
    free(now);
}

/* -- Advice -- */

static thought adviser_of(const request *r)
{
    const mur_game *g = game_of(r->table);
    return (thought){ .game = g, .bot = thinker_adviser(&r->table->thinker, g, seats_of(r->table)) };
}

static void put_hint(request *r, const thought *how, const mur_state *now, int seat)
{
    mur_view *v = mur_new(how->game->view_size);
    advice a = { .game = how->game, .bot = how->bot, .view = v };
    voice says;
    find_voice(r->table, &says);
    a.best = think_of(r, how, now, seat, v, &a.why);
    advice_put(r->out, &a, &says.words);
    free(v);
}

void ask_hint(request *r)
{
    mur_state *now = state_now(r->table);
    thought how = adviser_of(r);
    int seat;
    if (take_actor(r, now, &seat)) {
        take_effort(r, &how);
        put_hint(r, &how, now, seat);
    }
    free(now);
}

/* Those of this ply and later ones are judged anew. */
static void add_judged(table *t, mur_decision d)
{
    while (t->n_judged > 0 && t->judged[t->n_judged - 1].ply >= d.ply)
        t->n_judged--;
    t->judged = mur_grow(t->judged, &t->max_judged, t->n_judged + 1, sizeof t->judged[0]);
    t->judged[t->n_judged++] = d;
}

/* A move that was the only one is no decision. */
void ask_judge(request *r)
{
    const mur_record *record = r->table->record;
    thought how = adviser_of(r);
    int ply;
    if (!take_int(r, &ply) || (size_t)ply >= record->n_moves) {
        refuse(r, mur_why(record->game, MUR_OVER));
        return;
    }
    take_effort(r, &how);
    mur_state *s = state_at(r->table, (size_t)ply);
    mur_view *v = mur_new(how.game->view_size);
    mur_played made = record->moves[ply];
    mur_reasons why;
    how.game->view(s, made.seat, v);
    bool is_decision = v->n_moves > 1;
    if (is_decision) {
        mur_move best = thinker_think(&r->table->thinker, &how, v, &why);
        add_judged(r->table, mur_decision_of(how.game, v, made.move, best, &why));
    }
    put_bool(r->out, "judged", is_decision);
    free(v);
    free(s);
}

void ask_review(request *r)
{
    const mur_record *record = r->table->record;
    voice says;
    mur_review found = {
        .at = r->table->judged,
        .n = r->table->n_judged,
        .seats = record->setup->seats,
    };
    find_voice(r->table, &says);
    mur_review_sum_up(&found, record->game, record->state);
    advice_put_review(r->out, &found, record->game, &says.words);
}
