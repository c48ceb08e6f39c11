/* SPDX-License-Identifier: MIT */
/* Playing games to learn from. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "arena/learn_int.h"

/* Room for any game's setup, state or view. */
typedef union {
    mur_setup setup;
    mur_state state;
    mur_view view;
    unsigned char bytes[8192];
} box;

/* -- Choosing a move -- */

/* What each of the view's moves is worth to its seat, in a guess at what is hidden. */
static void judge_moves(learn_worker *w, const mur_view *v, const mur_state *world, float value[MUR_MOVES])
{
    box after;
    mur_judge_look(&w->judge, world, v->seat);
    for (int i = 0; i < v->n_moves; i++) {
        int share[MUR_SEATS];
        mur_judge_move(&w->judge, world, v->seat, v->moves[i], &after.state, share);
        value[i] = (float)share[v->seat] / MUR_NET_ONE;
    }
}

/* Mostly the best, sometimes a worse one; without heat always the best. */
static int pick(const float *value, int n, double heat, mur_rng *rng)
{
    int best = 0;
    double all = 0, weight[MUR_MOVES];
    for (int i = 1; i < n; i++)
        best = value[i] > value[best] ? i : best;
    if (heat <= 0)
        return best;
    for (int i = 0; i < n; i++)
        all += weight[i] = exp((value[i] - value[best]) / heat);
    double at = all * (double)(mur_rng_next(rng) >> 11) / 9007199254740992.0;
    for (int i = 0; i < n; i++)
        if ((at -= weight[i]) < 0)
            return i;
    return best;
}

/* Leaves the judge looking at the guess. */
static mur_move choose(learn_worker *w, const mur_view *v, double heat, mur_state *world)
{
    float value[MUR_MOVES];
    w->l->plan.game->redeal(v, &w->rng, world);
    judge_moves(w, v, world, value);
    return v->moves[pick(value, v->n_moves, heat, &w->rng)];
}

static mur_move let_spar(learn_worker *w, const mur_view *v, uint32_t simulations)
{
    const learn_rival *rival = &w->l->plan.rival;
    if (rival->choose)
        return rival->choose(rival->context, v, &w->rng);
    const mur_bot *greedy = mur_bot_of(mur_span_of("greedy"));
    mur_mind mind = { .game = w->l->plan.game, .memory = { w->lent, sizeof w->lent } };
    return greedy->choose(&mind, v, &(mur_budget){ .simulations = simulations }, &w->rng, NULL);
}

/* The partner is no cleverer than it must be to be quick. */
static mur_move spar(learn_worker *w, const mur_view *v, mur_state *world)
{
    w->l->plan.game->redeal(v, &w->rng, world);
    mur_judge_look(&w->judge, world, v->seat);
    return let_spar(w, v, 1);
}

/* -- Games -- */

/* The position after the move as the seat sees it; nothing if the game ends with it. */
static void remember(learn_worker *w, const mur_state *world, int seat, mur_move m)
{
    box after;
    int share[MUR_SEATS];
    size_t stride = learn_stride(&w->l->now);
    if (w->n_seen[seat] == LEARN_PLIES || mur_judge_move(&w->judge, world, seat, m, &after.state, share))
        return;
    memcpy(w->seen[seat] + stride * (size_t)w->n_seen[seat]++, mur_judge_numbers(&w->judge), stride);
}

static void deal(const mur_game *g, int seats, mur_rng *rng, mur_state *s)
{
    box setup = { .bytes = { 0 } };
    g->init(&setup.setup, seats);
    setup.setup.first = (uint8_t)mur_rng_below(rng, (uint32_t)seats);
    g->shuffle(&setup.setup, rng);
    mur_err e = g->start(&setup.setup, s);
    assert(e == MUR_OK);
    (void)e;
}

enum { SPARRING = -1 };

/* All seats but one, drawn anew for every game. */
static void seat_rival(learn_worker *w, double heat[MUR_SEATS])
{
    int seats = w->l->plan.seats, own = (int)mur_rng_below(&w->rng, (uint32_t)seats);
    for (int seat = 0; seat < seats; seat++)
        heat[seat] = seat == own ? heat[seat] : SPARRING;
}

/* Steady players meet daring ones: whoever only knows its equals is surprised by others. SPARRING: greedy's seat, or
 * the rival's. */
static void draw_heats(learn_worker *w, double heat[MUR_SEATS])
{
    static const double times[] = { 0, 0.25, 1, 4 };
    for (int seat = 0; seat < w->l->plan.seats; seat++) {
        heat[seat] = learn_heat(w->l) * times[mur_rng_below(&w->rng, sizeof times / sizeof times[0])];
        if (mur_rng_below(&w->rng, 1000) < (uint32_t)(w->l->plan.sparring * 1000))
            heat[seat] = SPARRING;
    }
    if (w->l->plan.rival.choose)
        seat_rival(w, heat);
}

static void play_game(learn_worker *w)
{
    const mur_game *g = w->l->plan.game;
    box s, world, v;
    int share[MUR_SEATS], score[MUR_SEATS];
    double heat[MUR_SEATS];
    memset(w->n_seen, 0, sizeof w->n_seen);
    draw_heats(w, heat);
    deal(g, w->l->plan.seats, &w->rng, &s.state);
    while (s.state.to_act) {
        int seat = __builtin_ctz(s.state.to_act);
        g->view(&s.state, seat, &v.view);
        mur_move m =
            heat[seat] == SPARRING ? spar(w, &v.view, &world.state) : choose(w, &v.view, heat[seat], &world.state);
        remember(w, &world.state, seat, m);
        g->play(&s.state, seat, m, NULL);
    }
    mur_share_victory(g, &s.state, share);
    g->scores(&s.state, score);
    for (int seat = 0; seat < s.state.seats; seat++)
        learn_from_game(w, seat, share, score);
}

void learn_play(learn_worker *w)
{
    const learn *l = w->l;
    for (int i = w->part; i < l->plan.batch; i += l->plan.threads) {
        mur_rng_seed(&w->rng, l->plan.seed * UINT64_C(0x9e3779b97f4a7c15) + l->games + (uint64_t)i);
        play_game(w);
    }
}

/* -- Matches -- */

static void play_match_game(learn_worker *w, int seat, mur_state *s)
{
    const mur_game *g = w->l->plan.game;
    box world, v;
    while (s->to_act) {
        int next = __builtin_ctz(s->to_act);
        g->view(s, next, &v.view);
        g->play(s, next, next == seat ? choose(w, &v.view, 0, &world.state) : let_spar(w, &v.view, 0), NULL);
    }
}

double learn_match(learn *l, int games, uint64_t seed)
{
    learn_worker *w = l->workers;
    double won = 0;
    mur_judge_open(&w->judge, l->plan.game, l->plan.seats, learn_lore(l));
    for (int i = 0; i < games; i++) {
        box s;
        int share[MUR_SEATS], seat = i % l->plan.seats;
        mur_rng_seed(&w->rng, seed + (uint64_t)(i / l->plan.seats)); /* the same deal for every seat */
        deal(l->plan.game, l->plan.seats, &w->rng, &s.state);
        play_match_game(w, seat, &s.state);
        mur_share_victory(l->plan.game, &s.state, share);
        won += (double)share[seat] / MUR_NET_ONE;
    }
    return won / games;
}
