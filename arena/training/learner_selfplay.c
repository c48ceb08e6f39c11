/* SPDX-License-Identifier: MIT */
/* arena/training/learner_selfplay.c -- plays the training games, and the games that measure progress.
 *
 * A move is chosen by one-ply search: the mover redeals what it cannot see, evaluates every legal move in that world,
 * and picks by softmax with the seat's temperature. The inputs after the chosen move are stored for learner_add_game().
 * Each seat draws its temperature for a whole game, from none to four times the usual one: so careful seats meet
 * reckless ones, and the net sees more kinds of positions. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "arena/training/learner_int.h"

/* Storage for any game's setup, state or view. */
typedef union {
    mur_setup setup;
    mur_state state;
    mur_view view;
    unsigned char bytes[8192];
} storage;

/* -- Choosing a move -- */

/* The share of victory that the net expects after each legal move, in one guess at what is hidden. */
static void evaluate_moves(learner_worker *w, const mur_view *v, const mur_state *world, float value[MUR_MOVES])
{
    storage after;
    mur_evaluator_set_position(&w->evaluator, world, v->seat);
    for (int i = 0; i < v->n_moves; i++) {
        int share[MUR_SEATS];
        mur_evaluator_move(&w->evaluator, world, v->seat, v->moves[i], &after.state, share);
        value[i] = (float)share[v->seat] / MUR_NET_ONE;
    }
}

/* Softmax: a move that is worse than the best by one temperature is e times rarer. Temperature 0 takes the best. */
static int sample_move(const float *value, int n, double temperature, mur_rng *rng)
{
    int best = 0;
    double all = 0, weight[MUR_MOVES];
    assert(n > 0 && n <= MUR_MOVES);
    for (int i = 1; i < n; i++)
        best = value[i] > value[best] ? i : best;
    if (temperature <= 0)
        return best;
    for (int i = 0; i < n; i++)
        all += weight[i] = exp((value[i] - value[best]) / temperature);
    double at = all * (double)(mur_rng_next(rng) >> 11) / 9007199254740992.0;
    for (int i = 0; i < n; i++)
        if ((at -= weight[i]) < 0)
            return i;
    return best;
}

/* Redeals the view into *world and chooses there. Leaves the evaluator set to *world: store_inputs() needs that. */
static mur_move choose(learner_worker *w, const mur_view *v, double temperature, mur_state *world)
{
    float value[MUR_MOVES];
    mur_redeal(w->l->config.game, v, &w->rng, world);
    evaluate_moves(w, v, world, value);
    return v->moves[sample_move(value, v->n_moves, temperature, &w->rng)];
}

/* A move of the fixed opponent, or of greedy with this many guesses (0: its default). */
static mur_move ask_opponent(learner_worker *w, const mur_view *v, uint32_t simulations)
{
    const learner_opponent *opponent = &w->l->config.opponent;
    if (opponent->choose)
        return opponent->choose(opponent->context, v, &w->rng);
    const mur_bot *greedy = mur_bot_of(mur_span_of("greedy"));
    mur_bot_env env = { .game = w->l->config.game, .memory = { w->greedy_memory, sizeof w->greedy_memory } };
    return greedy->choose(&env, v, &(mur_budget){ .simulations = simulations }, &w->rng, NULL);
}

/* Greedy's move in a training game: with a single guess, to be fast. The evaluator is set up as in choose(), because
 * the net learns from these positions as well. */
static mur_move choose_as_opponent(learner_worker *w, const mur_view *v, mur_state *world)
{
    mur_redeal(w->l->config.game, v, &w->rng, world);
    mur_evaluator_set_position(&w->evaluator, world, v->seat);
    return ask_opponent(w, v, 1);
}

/* -- Games -- */

/* Stores the inputs of the position after the move, as the seat sees it. Nothing if the move ends the game: that
 * position is never evaluated. */
static void store_inputs(learner_worker *w, const mur_state *world, int seat, mur_move m)
{
    storage after;
    int share[MUR_SEATS];
    size_t stride = learner_input_stride(&w->l->weights);
    if (w->n_inputs_after[seat] == LEARNER_PLIES_MAX ||
        mur_evaluator_move(&w->evaluator, world, seat, m, &after.state, share))
        return;
    memcpy(w->inputs_after[seat] + stride * (size_t)w->n_inputs_after[seat]++, mur_evaluator_inputs(&w->evaluator),
           stride);
}

/* A new game with a random first seat. */
static void deal(const mur_game *g, int seats, mur_rng *rng, mur_state *s)
{
    storage setup = { .bytes = { 0 } };
    assert(g->setup_size <= sizeof setup && g->state_size <= sizeof setup && g->view_size <= sizeof setup);
    g->init(&setup.setup, seats);
    setup.setup.first = (uint8_t)mur_rng_below(rng, (uint32_t)seats);
    g->shuffle(&setup.setup, rng);
    mur_err e = g->start(&setup.setup, s);
    assert(e == MUR_OK);
    (void)e;
}

/* As temperature: the seat is played by greedy or the fixed opponent. */
enum { OPPONENT = -1 };

/* Gives the fixed opponent all seats but one, drawn again for every game. */
static void seat_opponent(learner_worker *w, double temperature[MUR_SEATS])
{
    int seats = w->l->config.seats, own = (int)mur_rng_below(&w->rng, (uint32_t)seats);
    for (int seat = 0; seat < seats; seat++)
        temperature[seat] = seat == own ? temperature[seat] : OPPONENT;
}

/* Who plays each seat, and how adventurously. A fixed opponent is seated last: it replaces what was drawn for its
 * seats. */
static void draw_temperatures(learner_worker *w, double temperature[MUR_SEATS])
{
    static const double times[] = { 0, 0.25, 1, 4 };
    for (int seat = 0; seat < w->l->config.seats; seat++) {
        temperature[seat] = learner_temperature(w->l) * times[mur_rng_below(&w->rng, sizeof times / sizeof times[0])];
        if (mur_rng_below(&w->rng, 1000) < (uint32_t)(w->l->config.greedy_chance * 1000))
            temperature[seat] = OPPONENT;
    }
    if (w->l->config.opponent.choose)
        seat_opponent(w, temperature);
}

/* One training game, then the gradient of every seat's positions. Seats that act at the same time act in seat order;
 * their views hide what the others chose. */
static void play_game(learner_worker *w)
{
    const mur_game *g = w->l->config.game;
    storage s, world, v;
    int share[MUR_SEATS], score[MUR_SEATS];
    double temperature[MUR_SEATS];
    memset(w->n_inputs_after, 0, sizeof w->n_inputs_after);
    draw_temperatures(w, temperature);
    deal(g, w->l->config.seats, &w->rng, &s.state);
    while (s.state.to_act) {
        int seat = __builtin_ctz(s.state.to_act);
        g->view(&s.state, seat, &v.view);
        mur_move m = temperature[seat] == OPPONENT ? choose_as_opponent(w, &v.view, &world.state)
                                                   : choose(w, &v.view, temperature[seat], &world.state);
        store_inputs(w, &world.state, seat, m);
        g->play(&s.state, seat, m, NULL);
    }
    mur_share_victory(g, &s.state, share);
    g->scores(&s.state, score);
    for (int seat = 0; seat < s.state.seats; seat++)
        learner_add_game(w, seat, share, score);
}

/* The seed of a game depends on its number only, not on the thread that plays it. */
void learner_play_batch(learner_worker *w)
{
    const learner *l = w->l;
    for (int i = w->part; i < l->config.batch; i += l->config.threads) {
        mur_rng_seed(&w->rng, l->config.seed * UINT64_C(0x9e3779b97f4a7c15) + l->games + (uint64_t)i);
        play_game(w);
    }
}

/* -- Matches -- */

static void play_match_game(learner_worker *w, int seat, mur_state *s)
{
    const mur_game *g = w->l->config.game;
    storage world, v;
    while (s->to_act) {
        int next = __builtin_ctz(s->to_act);
        g->view(s, next, &v.view);
        g->play(s, next, next == seat ? choose(w, &v.view, 0, &world.state) : ask_opponent(w, &v.view, 0), NULL);
    }
}

double learner_measure(learner *l, int games, uint64_t seed)
{
    learner_worker *w = l->workers;
    double won = 0;
    mur_evaluator_open(&w->evaluator, l->config.game, l->config.seats, learner_model(l));
    assert(games > 0);
    for (int i = 0; i < games; i++) {
        storage s;
        int share[MUR_SEATS], seat = i % l->config.seats;
        mur_rng_seed(&w->rng, seed + (uint64_t)(i / l->config.seats)); /* the same deal for every seat */
        deal(l->config.game, l->config.seats, &w->rng, &s.state);
        play_match_game(w, seat, &s.state);
        mur_share_victory(l->config.game, &s.state, share);
        won += (double)share[seat] / MUR_NET_ONE;
    }
    return won / games;
}
