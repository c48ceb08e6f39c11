/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_strong.c -- one decision of the strong bot in Die Mauer, from the view to the move.
 * begin() opens the model and infers the position (dm_belief.h); decide() goes by phase: choose_piece() solves the
 * round and draws from the strategy, the other phases compare the values of their moves. Nothing is random except that
 * draw, and stocks that cannot be inferred.
 * With a net the value of a position after the round comes from deep_value() (replaces doubles), which calls
 * cached_value() (looks it up), which on a miss calls look_ahead() (solves that round). */
#include "bots/die_mauer/dm_strong.h"

#include <assert.h>
#include <string.h>

#include "bots/die_mauer/dm_belief.h"
#include "bots/die_mauer/dm_doubles.h"
#include "bots/die_mauer/dm_history.h"
#include "bots/die_mauer/dm_net.h"
#include "bots/die_mauer/dm_opponent.h"
#include "bots/die_mauer/dm_table.h"
#include "bots/die_mauer/dm_utility.h"

/* -- Values of positions: the solved table, or a net -- */

enum {
    DEEP_SEATS = 3,      /* up to this many seats, positions after the round are solved one round deeper */
    CACHE_SIZE = 1 << 12 /* positions, during one decision */
};

/* For the decision itself, and for the many positions one round deeper. A gap of 0.01 points is far below the error of
 * a net. */
static const dm_effort effort = { 400, 12, 0.01F }, quick = { 200, 2, 0.02F };

/* A direct-mapped cache: each slot keeps the latest position that falls into it. An all-zero position never occurs. */
typedef struct {
    dm_position position;
    float value[DM_SEATS];
} cache_entry;

/* The opened model. */
typedef struct {
    bool is_solved; /* a solved table, else a net */
    dm_table table;
    dm_net net;
    dm_evaluator evaluator;
    cache_entry *cache;
    uint32_t n_solved; /* positions solved one round deeper: reported as simulations */
} knowledge;

/* A multiplicative hash of all fields. */
static uint32_t cache_slot(const dm_position *s)
{
    uint32_t hash = s->ends * 0x9e3779b9U + s->idle;
    for (int seat = 0; seat < s->seats; seat++)
        hash = (hash ^ s->stock[seat]) * 0x85ebca6bU, hash ^= hash >> 15;
    return hash % CACHE_SIZE;
}

/* The value of a position without doubles: its round is solved with the net's values of the positions after it. */
static void look_ahead(const dm_net *net, const dm_position *s, float out[DM_SEATS])
{
    dm_evaluator value = { dm_net_value, net };
    dm_payoffs payoffs;
    dm_equilibrium eq;
    dm_compute_payoffs(s, &value, &payoffs);
    dm_equilibrium_find(&payoffs, &quick, &eq);
    memcpy(out, eq.value, sizeof eq.value);
}

static void cached_value(knowledge *k, const dm_position *s, float out[DM_SEATS])
{
    cache_entry *entry = &k->cache[cache_slot(s)];
    if (memcmp(&entry->position, s, sizeof *s) != 0) {
        look_ahead(&k->net, s, entry->value);
        entry->position = *s;
        k->n_solved++;
    }
    memcpy(out, entry->value, sizeof entry->value);
}

/* A dm_evaluator; the context is a knowledge, whose cache changes. */
static void deep_value(const void *context, const dm_position *s, float out[DM_SEATS])
{
    knowledge *k = (knowledge *)(uintptr_t)context;
    float change[DM_SEATS] = { 0 };
    dm_position plain = dm_is_double_free(s) ? *s : dm_replace_doubles(s, change);
    cached_value(k, &plain, out);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] += change[seat];
}

static bool is_table(int seats, mur_span model)
{
    return seats == DM_TABLE_SEATS && dm_is_table(model);
}

bool dm_strong_can_play(int seats, mur_span model)
{
    return is_table(seats, model) || dm_net_size(model, seats) > 0;
}

/* With more seats a look one round deeper costs too much: there the net's value is taken as it is. */
static bool open_net(knowledge *k, int seats, mur_span model, mur_memory *m)
{
    k->cache = mur_memory_take(m, CACHE_SIZE * sizeof k->cache[0]);
    if (!k->cache || dm_net_size(model, seats) == 0 || !dm_net_open(&k->net, model, m))
        return false;
    memset(k->cache, 0, CACHE_SIZE * sizeof k->cache[0]);
    k->evaluator = seats > DEEP_SEATS ? (dm_evaluator){ dm_net_value, &k->net } : (dm_evaluator){ deep_value, k };
    return true;
}

static bool open_model(knowledge *k, int seats, mur_span model, mur_memory *m)
{
    memset(k, 0, sizeof *k);
    k->is_solved = is_table(seats, model);
    k->evaluator = (dm_evaluator){ dm_table_value, &k->table };
    return k->is_solved ? dm_table_open(&k->table, model, m) : open_net(k, seats, model, m);
}

/* The weight of the opponent model: more wins more from opponents who play like it, less loses less to opponents who
 * know this bot. */
static const float opponent_weight = 0.2F;

/* Without a solved table: a restricted Nash response to the opponent model. */
static void respond_to_model(const dm_position *s, int me, const dm_payoffs *payoffs, dm_equilibrium *out)
{
    assert(me >= 0 && me < s->seats);
    dm_opponent_model model = { .me = me, .weight = opponent_weight };
    dm_opponent_model_of(s, &model);
    dm_restricted_response(payoffs, &model, &effort, out);
}

/* -- Choosing a move -- */

typedef struct {
    const dm_view *view;
    knowledge known;
    dm_position position; /* of the current round, with inferred stocks */
    dm_gifts gifts;
    dm_utility utility;               /* of the match, or of its only hand */
    bool is_match;                    /* the match has more than one hand */
    int me;                           /* our seat, counted from the master */
    float value[MUR_MOVES][DM_SEATS]; /* of each of the view's moves, to the seats of the position */
} decision;

/* Draws a choice with the probabilities of the strategy: 24 bits of the generator against the running sum. What
 * rounding leaves over falls to the empty hand. */
static int draw(const dm_choice_vector *chance, unsigned legal, mur_rng *rng)
{
    float at = (float)(mur_rng_next(rng) >> 40) / (float)(1 << 24);
    for (int choice = 0; choice < DM_EMPTY; choice++) {
        if (!(legal >> choice & 1))
            continue;
        if (at < (*chance)[choice])
            return choice;
        at -= (*chance)[choice];
    }
    return DM_EMPTY;
}

/* Allowances are by seat, counted from the master; the next round has the next master. */
static void rotate_allowances(dm_exploit *r)
{
    float first = r->allowance[0];
    memmove(r->allowance, r->allowance + 1, sizeof r->allowance - sizeof r->allowance[0]);
    r->allowance[DM_EXPLOIT_SEATS - 1] = first;
}

/* The allowances at the beginning of this round: all remembered rounds of the hand are solved again and the choices
 * made in them accounted for, oldest first. The bot keeps nothing between calls, so every decision repeats this. */
static void replay_history(const decision *d, dm_exploit *r)
{
    dm_past_round past[DM_HISTORY];
    int n = dm_history_of(d->view, &d->position, &d->gifts, past);
    for (int i = 0; i < n; i++) {
        dm_payoffs payoffs;
        dm_equilibrium before, taken;
        dm_compute_payoffs(&past[i].position, &d->known.evaluator, &payoffs);
        dm_utility_of_match(&d->view->board, past[i].master, &past[i].position, &r->utility);
        dm_table_strategies(&past[i].position, &payoffs, r, &before, &taken);
        dm_exploit_update(&payoffs, &before, &taken, past[i].choice, r);
        rotate_allowances(r);
    }
}

/* With the solved table: the equilibrium, changed to exploit mistakes safely. */
static void find_solved_strategies(const decision *d, const dm_payoffs *payoffs, dm_equilibrium *out)
{
    dm_exploit exploit = { 0 };
    dm_equilibrium before;
    replay_history(d, &exploit);
    exploit.utility = d->utility;
    dm_table_strategies(&d->position, payoffs, &exploit, &before, out);
}

/* The payoffs of the round in points, and the strategies of all seats. */
static void find_strategies(const decision *d, dm_payoffs *payoffs, dm_equilibrium *out)
{
    dm_compute_payoffs(&d->position, &d->known.evaluator, payoffs);
    if (d->known.is_solved) {
        find_solved_strategies(d, payoffs, out);
        return;
    }
    dm_payoffs wanted = *payoffs;
    if (d->is_match)
        dm_utility_payoffs(&d->utility, &wanted);
    respond_to_model(&d->position, d->me, &wanted, out);
}

/* Solves the round, draws the own choice, and notes the value of every choice for the reasons. The view lists the own
 * kinds in order, then the empty hand; so does this. Returns the index of the move. */
static int choose_piece(decision *d, mur_rng *rng)
{
    dm_payoffs payoffs;
    dm_equilibrium eq;
    dm_choice_vector value;
    find_strategies(d, &payoffs, &eq);
    dm_choice_values(&payoffs, &eq, d->me, &value);
    int drawn = draw(&eq.strategy[d->me], payoffs.legal[d->me], rng), move = 0, found = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        if (!(payoffs.legal[d->me] >> choice & 1))
            continue;
        found = choice == drawn ? move : found;
        memcpy(d->value[move], eq.value, sizeof eq.value);
        d->value[move++][d->me] = value[choice];
    }
    assert(move == d->view->base.n_moves);
    return found;
}

/* The number of free ends once a piece is built at this end (0 left, 1 right). */
static int ends_with(const dm_board *b, int kind, unsigned end)
{
    unsigned free_ends = dm_free_ends_after(b->free_ends, b->n_wall, kind, end);
    return (int)((free_ends & 1) + (free_ends >> 1));
}

/* The values of building this kind at each possible end, after which n_after other seats build. `move` is the index of
 * the first of these moves in the view; returns that of the next one. */
static int value_building(decision *d, int kind, const uint8_t *after, int n_after, int move)
{
    const dm_board *b = &d->view->board;
    for (unsigned end = 0; end < 2; end++) {
        if (!(dm_ends_for(b, kind) >> end & 1))
            continue;
        dm_position then = dm_after_building(&d->position, d->me, kind, ends_with(b, kind, end));
        dm_build_value(&then, kind, after, n_after, &d->known.evaluator, d->value[move++]);
    }
    return move;
}

/* Phase "build": we are the first of the builders that are left. Returns the number of moves, as the next two. */
static int value_ends(decision *d)
{
    const dm_board *b = &d->view->board;
    uint8_t after[DM_SEATS];
    int seats = d->view->base.seats;
    for (int i = 1; i < b->n_builders; i++)
        after[i - 1] = (uint8_t)((b->builder[i] + seats - b->master) % seats);
    return value_building(d, b->piece, after, b->n_builders - 1, 0);
}

/* Phase "free": the first move is to decline, then every kind at every end. */
static int value_free_building(decision *d)
{
    int move = 1;
    dm_round_value(&d->position, false, &d->known.evaluator, d->value[0]);
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (dm_count(d->position.stock[d->me], kind))
            move = value_building(d, kind, NULL, 0, move);
    return move;
}

/* Phase "gift": one move per kind held. */
static int value_gifts(decision *d)
{
    int move = 0;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        if (!dm_count(d->position.stock[d->me], kind))
            continue;
        dm_position after = dm_after_gift(&d->position, d->me, kind);
        dm_round_value(&after, false, &d->known.evaluator, d->value[move++]);
    }
    return move;
}

/* The value of a move to us: points, or in a match utility. */
static float utility_of(const decision *d, int move)
{
    float out[DM_SEATS];
    if (!d->is_match)
        return d->value[move][d->me];
    dm_utility_values(&d->utility, d->value[move], out);
    return out[d->me];
}

static int best_move(const decision *d, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (utility_of(d, i) > utility_of(d, best))
            best = i;
    assert(n == d->view->base.n_moves);
    return best;
}

/* Returns the index of the move. */
static int decide(decision *d, mur_rng *rng)
{
    switch ((dm_phase)d->view->board.phase) {
    case DM_CHOOSE:
        return choose_piece(d, rng);
    case DM_BUILD:
        return best_move(d, value_ends(d));
    case DM_FREE:
        return best_move(d, value_free_building(d));
    case DM_GIFT:
        return best_move(d, value_gifts(d));
    case DM_OVER:
        break;
    }
    return 0;
}

/* -- Reasons -- */

#define PENALTY_KEPT 0.4F /* the part of all penalties in stock that is left at the end of an average hand */

/* Values are leads over the other seats; expected scores need the mean as well, which is estimated roughly: a part of
 * what all hold now and of the full stocks of the hands to come. */
static void explain(const decision *d, int chosen, mur_reasons *reasons)
{
    const dm_view *v = d->view;
    int seats = v->base.seats, all = 0, full = 0;
    for (int seat = 0; seat < seats; seat++)
        all += dm_penalty_of(d->position.stock[seat]);
    for (int kind = 0; kind < DM_KINDS; kind++)
        full += dm_penalty[kind];
    float mean = PENALTY_KEPT * ((float)all / (float)seats + (float)((v->board.hands - v->board.hand) * full));
    memset(reasons, 0, sizeof *reasons);
    for (int i = 0; i < v->base.n_moves; i++)
        reasons->value[i] = d->value[i][d->me];
    for (int i = 0; i < seats; i++) {
        int seat = (v->board.master + i) % seats;
        float ahead = d->value[chosen][i] * (float)(seats - 1) / (float)seats;
        reasons->expected[seat] = (float)v->board.score[seat] + mean - ahead;
    }
    reasons->pv[0] = v->base.moves[chosen];
    reasons->n_pv = 1;
    reasons->simulations = d->known.n_solved + 1;
}

/* Opens the model and infers the position. The model was checked by dm_strong_can_play. */
static void begin(decision *d, const mur_bot_env *env, const dm_view *v, mur_rng *rng)
{
    mur_memory memory = env->memory;
    int seats = v->base.seats;
    bool ok = open_model(&d->known, seats, env->model, &memory);
    assert(ok);
    (void)ok;
    d->view = v;
    d->position = dm_infer_position(v, &d->known.evaluator, rng, &d->gifts);
    d->is_match = dm_utility_of_match(&v->board, v->board.master, &d->position, &d->utility);
    assert(seats == d->position.seats && v->base.seat < seats);
    d->me = (v->base.seat + seats - v->board.master) % seats;
}

void dm_strong_strategy(const mur_bot_env *env, const dm_view *v, mur_rng *rng, dm_choice_vector *out)
{
    decision d;
    dm_payoffs payoffs;
    dm_equilibrium eq;
    begin(&d, env, v, rng);
    find_strategies(&d, &payoffs, &eq);
    *out = eq.strategy[d.me];
}

mur_move dm_strong_choose(const mur_bot_env *env, const mur_view *base, const mur_budget *budget, mur_rng *rng,
                          mur_reasons *reasons)
{
    decision d;
    (void)budget;
    begin(&d, env, (const dm_view *)base, rng);
    int chosen = decide(&d, rng);
    if (reasons)
        explain(&d, chosen, reasons);
    return base->moves[chosen];
}
