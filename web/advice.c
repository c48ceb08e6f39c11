/* SPDX-License-Identifier: MIT */
/* web/advice.c -- what a bot thinks of a position (a hint), and of the decisions of a game (a review), as JSON.
 * Values are written as whole thousandths, so that the same hint is the same bytes on every platform. Everything
 * comes from views. */
#include "web/advice.h"

#include <assert.h>
#include <stdlib.h>

#include "record/buffer.h"
#include "web/move_json.h"

enum { HINT_MOVES = 6 /* at most, in a hint */ };

/* Rounded away from zero at one half. */
static int thousandths(double value)
{
    return (int)(value * 1000 + (value < 0 ? -0.5 : 0.5));
}

static void put_value(mur_json *j, const char *key, double value)
{
    mur_json_put_int(j, key, thousandths(value));
}

/* What values are counted in. */
static void put_unit(mur_json *j, bool is_share)
{
    mur_json_put_string(j, "unit", is_share ? "share" : "points");
}

/* -- A hint -- */

/* The best few moves in order of their value. */
static void put_candidates(mur_json *j, const advice *a, const mur_words *w)
{
    int order[MUR_MOVES];
    assert(a->view->n_moves > 0);
    mur_rank_moves(a->view, a->best, &a->why, order);
    mur_json_key(j, "moves");
    mur_json_begin(j, '[');
    for (int i = 0; i < a->view->n_moves && i < HINT_MOVES; i++) {
        mur_json_begin(j, '{');
        put_move(j, a->game, a->view->moves[order[i]], w);
        put_value(j, "value", (double)a->why.value[order[i]]);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
}

/* The principal variation. Who makes which move of it is seen in a world that the seat cannot tell from the true one;
 * it ends at the first move that is not legal in that world. */
static void put_line(mur_json *j, const advice *a, const mur_words *w)
{
    mur_state *world = mur_new(a->game->state_size);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    mur_redeal(a->game, a->view, &rng, world);
    mur_json_key(j, "line");
    mur_json_begin(j, '[');
    for (int i = 0; i < a->why.n_pv && world->to_act; i++) {
        int seat = i == 0 ? a->view->seat : __builtin_ctz(world->to_act);
        if (a->game->play(world, seat, a->why.pv[i], NULL))
            break;
        mur_json_begin(j, '{');
        mur_json_put_int(j, "seat", seat + 1);
        put_move(j, a->game, a->why.pv[i], w);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    free(world);
}

/* Which bot, how much it has searched, its moves, the scores it expects, and the line it expects. */
void advice_put(mur_json *j, const advice *a, const mur_words *w)
{
    mur_json_put_string(j, "bot", a->bot->id);
    put_unit(j, a->why.is_share);
    mur_json_put_int(j, "sims", (int)a->why.simulations);
    put_candidates(j, a, w);
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < a->view->seats; seat++)
        mur_json_int(j, thousandths((double)a->why.expected[seat]));
    mur_json_end(j, ']');
    put_line(j, a, w);
}

/* -- A review -- */

/* One of the two moves that a decision compares. */
static void put_choice(mur_json *j, const char *key, const mur_game *g, mur_move m, const mur_words *w)
{
    mur_json_key(j, key);
    mur_json_begin(j, '{');
    put_move(j, g, m, w);
    mur_json_end(j, '}');
}

/* What was played and what the bot would have played, and what the difference cost. */
static void put_decision(mur_json *j, const mur_decision *d, const mur_game *g, const mur_words *w)
{
    mur_json_begin(j, '{');
    mur_json_put_int(j, "ply", (int)d->ply);
    mur_json_put_int(j, "seat", d->seat + 1);
    put_choice(j, "played", g, d->played, w);
    put_choice(j, "best", g, d->best, w);
    put_value(j, "value", d->value);
    put_value(j, "best_value", d->best_value);
    put_value(j, "loss", d->loss);
    put_value(j, "outlook", d->outlook);
    put_value(j, "swing", d->swing);
    mur_json_end(j, '}');
}

/* How each seat did: decisions, how often the bot agreed, what was lost in all, and the result. */
static void put_seat_reviews(mur_json *j, const mur_review *r)
{
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < r->seats; seat++) {
        const mur_seat_review *c = &r->by_seat[seat];
        mur_json_begin(j, '{');
        mur_json_put_int(j, "seat", seat + 1);
        mur_json_put_int(j, "decisions", c->decisions);
        mur_json_put_int(j, "agreed", c->agreed);
        put_value(j, "loss", c->loss);
        put_value(j, "result", c->result);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
}

/* Decisions in the order of the game, a summary for each seat, and the plies at which the outlook changed most. */
void advice_put_review(mur_json *j, const mur_review *r, const mur_game *g, const mur_words *w)
{
    put_unit(j, r->is_share);
    mur_json_key(j, "decisions");
    mur_json_begin(j, '[');
    for (size_t i = 0; i < r->n; i++)
        put_decision(j, &r->at[i], g, w);
    mur_json_end(j, ']');
    put_seat_reviews(j, r);
    mur_json_key(j, "turning");
    mur_json_begin(j, '[');
    for (int i = 0; i < r->n_turning; i++)
        mur_json_int(j, (int)r->at[r->turning[i]].ply);
    mur_json_end(j, ']');
}
