/* SPDX-License-Identifier: MIT */
/* bots/greedy.c -- the bot that takes what looks best one step ahead: what a decent beginner sees.
 * evaluate_moves tries every move in every guess and averages the estimated scores; complete_halves looks one move
 * further where a move is only half of an action; pick chooses. The same guesses are used for all moves (common random
 * numbers), so that moves are compared in the same worlds. The heuristics are in bots/GAME/XX_greedy.c. */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "bots/greedy.h"

extern const mur_bot mur_bot_greedy;

enum {
    GUESSES = 8,          /* default budget */
    GUESSES_MAX = 1 << 20 /* the most; keeps the sums small */
};

typedef struct {
    const greedy_heuristic *heuristic;
    const greedy_params *params;
    const mur_view *view;
    const mur_budget *budget;
    mur_state *world, *after, *later; /* a guess; one move further; two moves further */
    int n_guesses;
    /* Of each of the view's moves: */
    int64_t score[MUR_MOVES][MUR_SEATS]; /* of each seat: the sum over all samples, in the end the mean */
    int value[MUR_MOVES];                /* to our seat */
    bool is_half[MUR_MOVES];             /* a second half belongs to it */
    mur_move next[MUR_MOVES];            /* the best second half, in the latest guess */
} greedy_run;

_Static_assert(sizeof(greedy_run) + (size_t)4 * 1024 <= GREEDY_MEMORY, "three positions fit behind it");

static bool is_time_up(const mur_budget *budget)
{
    return budget->is_over && budget->is_over(budget->context);
}

/* -- What looks best -- */

/* The value of scores to a seat: its lead over the mean of the others, of which the parameters may count only a part.
 */
static int value_to(const greedy_run *run, int seat, const int score[MUR_SEATS])
{
    int seats = run->view->seats;
    int others = 0;
    assert(seats > 1);
    for (int other = 0; other < seats; other++)
        others += other == seat ? 0 : score[other];
    int ahead = score[seat] - greedy_scale(others / (seats - 1), run->params->others);
    return run->heuristic->game->lowest_wins ? -ahead : ahead;
}

/* The move that looks best to the seat, and the scores it leads to in `best`; `after` is scratch. */
static mur_move best_move(const greedy_run *run, const mur_state *s, int seat, mur_state *after, int best[MUR_SEATS])
{
    const greedy_heuristic *heuristic = run->heuristic;
    mur_move moves[MUR_MOVES], found = 0;
    int n = heuristic->game->legal(s, seat, moves), most = 0;
    for (int i = 0; i < n; i++) {
        int score[MUR_SEATS] = { 0 };
        memcpy(after, s, heuristic->game->state_size);
        heuristic->game->play(after, seat, moves[i], NULL);
        heuristic->estimate(after, seat, score);
        int value = value_to(run, seat, score);
        if (!found || value > most) {
            found = moves[i];
            most = value;
            memcpy(best, score, sizeof score);
        }
    }
    assert(found);
    return found;
}

static bool has_pending_decision(const greedy_heuristic *heuristic, const mur_state *s)
{
    return heuristic->has_pending_decision && heuristic->has_pending_decision(s);
}

/* Plays out pending decisions: each deciding seat takes what looks best to it. */
static void resolve_pending(const greedy_run *run, mur_state *s, mur_state *after)
{
    while (has_pending_decision(run->heuristic, s)) {
        int seat = __builtin_ctz(s->to_act), score[MUR_SEATS];
        run->heuristic->game->play(s, seat, best_move(run, s, seat, after, score), NULL);
    }
}

/* -- Trying moves in guesses -- */

/* Adds the scores after the i-th move of the view, in the present guess; if `deep`, after its best second half. */
static void evaluate_move(greedy_run *run, int i, bool deep)
{
    const greedy_heuristic *heuristic = run->heuristic;
    int seat = run->view->seat, score[MUR_SEATS] = { 0 };
    memcpy(run->after, run->world, heuristic->game->state_size);
    heuristic->game->play(run->after, seat, run->view->moves[i], NULL);
    resolve_pending(run, run->after, run->later);
    run->is_half[i] = heuristic->has_more && heuristic->has_more(run->after, seat);
    if (deep && run->is_half[i])
        run->next[i] = best_move(run, run->after, seat, run->later, score);
    else
        heuristic->estimate(run->after, seat, score);
    for (int other = 0; other < run->view->seats; other++)
        run->score[i][other] += score[other];
}

static void take_mean(greedy_run *run, int i, int n_samples)
{
    int mean[MUR_SEATS] = { 0 };
    for (int seat = 0; seat < run->view->seats; seat++) {
        run->score[i][seat] /= n_samples;
        mean[seat] = (int)run->score[i][seat];
    }
    run->value[i] = value_to(run, run->view->seat, mean);
}

/* Evaluates some of the view's moves in all guesses. Called twice with the same state of the generator, it makes the
 * same guesses. Stops early when the budget says so, but not before the first guess is done. */
static void evaluate_in_guesses(greedy_run *run, const uint16_t *tried, int n, bool deep, mur_rng *rng)
{
    const greedy_heuristic *heuristic = run->heuristic;
    int guess = 0, samples = heuristic->samples ? heuristic->samples : 1;
    for (int i = 0; i < n; i++)
        memset(run->score[tried[i]], 0, sizeof run->score[0]);
    do {
        for (int sample = 0; sample < samples; sample++) {
            mur_redeal(heuristic->game, run->view, rng, run->world);
            if (heuristic->guess_choices)
                heuristic->guess_choices(run->world, run->view->seat, rng);
            for (int i = 0; i < n; i++)
                evaluate_move(run, tried[i], deep);
        }
    } while (++guess < run->n_guesses && !is_time_up(run->budget));
    run->n_guesses = guess;
    for (int i = 0; i < n; i++)
        take_mean(run, tried[i], guess * samples);
}

/* -- Moves that are half of an action -- */

/* The best first halves, best first, at most `follow` of them (insertion sort); returns how many. */
static int best_halves(const greedy_run *run, uint16_t out[MUR_MOVES])
{
    int n = 0, most = run->heuristic->follow;
    for (int i = 0; i < run->view->n_moves; i++) {
        int at = n;
        while (at > 0 && run->value[out[at - 1]] < run->value[i])
            at--;
        if (!run->is_half[i] || at == most)
            continue;
        n += n < most;
        memmove(out + at + 1, out + at, (size_t)(n - 1 - at) * sizeof out[0]);
        out[at] = (uint16_t)i;
    }
    return n;
}

/* The best first halves are evaluated again with their best second halves. The smallest gain among them is credited to
 * the other halves as well: without a second half they would look worse than they are next to complete actions. */
static void complete_halves(greedy_run *run, mur_rng *rng)
{
    uint16_t tried[MUR_MOVES];
    int before[MUR_MOVES], n = best_halves(run, tried), gain = INT_MAX;
    bool is_tried[MUR_MOVES] = { false };
    if (n == 0)
        return;
    memcpy(before, run->value, sizeof before);
    evaluate_in_guesses(run, tried, n, true, rng);
    for (int i = 0; i < n; i++) {
        is_tried[tried[i]] = true;
        if (run->value[tried[i]] - before[tried[i]] < gain)
            gain = run->value[tried[i]] - before[tried[i]];
    }
    for (int i = 0; i < run->view->n_moves; i++)
        if (run->is_half[i] && !is_tried[i])
            run->value[i] += gain;
}

/* -- Choosing -- */

int greedy_draw(const int *weight, int n, mur_rng *rng)
{
    int total = 0, drawn = 0;
    for (int i = 0; i < n; i++)
        total += weight[i];
    assert(total > 0);
    int at = (int)mur_rng_below(rng, (uint32_t)total);
    while (drawn + 1 < n && at >= weight[drawn])
        at -= weight[drawn++];
    return drawn;
}

/* Draws among the moves within the tolerance of the best, with weights that fall linearly. */
static int pick(const greedy_run *run, mur_rng *rng)
{
    int most = run->value[0], weight[MUR_MOVES];
    int tolerance =
        has_pending_decision(run->heuristic, run->world) ? 0 : run->heuristic->tolerance + run->params->tolerance;
    for (int i = 1; i < run->view->n_moves; i++)
        most = run->value[i] > most ? run->value[i] : most;
    for (int i = 0; i < run->view->n_moves; i++) {
        int spare = tolerance - (most - run->value[i]);
        weight[i] = spare < 0 ? 0 : spare + 1;
    }
    return greedy_draw(weight, run->view->n_moves, rng);
}

/* Fills in the reasons, in points. */
static void explain(const greedy_run *run, int chosen, mur_reasons *reasons)
{
    memset(reasons, 0, sizeof *reasons);
    for (int i = 0; i < run->view->n_moves; i++)
        reasons->value[i] = (float)run->value[i] / POINT;
    for (int seat = 0; seat < run->view->seats; seat++)
        reasons->expected[seat] = (float)run->score[chosen][seat] / POINT;
    reasons->pv[0] = run->view->moves[chosen];
    reasons->pv[1] = run->next[chosen];
    reasons->n_pv = run->next[chosen] ? 2 : 1;
    reasons->simulations = (uint32_t)run->n_guesses;
}

static const greedy_heuristic *heuristic_of(const mur_game *g)
{
    static const greedy_heuristic *const heuristics[] = { &greedy_cm, &greedy_dm, &greedy_cc };
    for (size_t i = 0; i < sizeof heuristics / sizeof heuristics[0]; i++)
        if (heuristics[i]->game == g)
            return heuristics[i];
    return NULL;
}

static bool can_play(const mur_game *g, int seats, mur_span model)
{
    (void)seats;
    (void)model;
    return heuristic_of(g) != NULL;
}

static greedy_run *begin(const mur_game *g, const mur_view *v, const mur_budget *budget, mur_memory memory)
{
    greedy_run *run = mur_memory_take(&memory, sizeof *run);
    assert(run && v->n_moves > 0 && v->seat < v->seats);
    memset(run, 0, sizeof *run);
    run->heuristic = heuristic_of(g);
    run->view = v;
    run->budget = budget;
    run->world = mur_memory_take(&memory, g->state_size);
    run->after = mur_memory_take(&memory, g->state_size);
    run->later = mur_memory_take(&memory, g->state_size);
    assert(run->heuristic && run->world && run->after && run->later);
    return run;
}

static void evaluate_moves(greedy_run *run, mur_rng *rng)
{
    uint32_t wanted = run->budget->simulations ? run->budget->simulations : GUESSES;
    uint16_t all[MUR_MOVES];
    mur_rng same = *rng;
    for (int i = 0; i < run->view->n_moves; i++)
        all[i] = (uint16_t)i;
    run->n_guesses = wanted < GUESSES_MAX ? (int)wanted : GUESSES_MAX;
    evaluate_in_guesses(run, all, run->view->n_moves, false, rng);
    complete_halves(run, &same);
}

mur_move greedy_choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons, const greedy_params *params)
{
    greedy_run *run = begin(env->game, v, budget, env->memory);
    int chosen = 0;
    run->params = params;
    if (v->n_moves > 1) { /* else there is nothing to choose */
        evaluate_moves(run, rng);
        chosen = pick(run, rng);
    }
    if (reasons)
        explain(run, chosen, reasons);
    return v->moves[chosen];
}

static mur_move choose(const mur_bot_env *env, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    static const greedy_params own = { .others = POINT };
    return greedy_choose(env, v, budget, rng, reasons, &own);
}

const mur_bot mur_bot_greedy = {
    .id = "greedy",
    .name = N_("greedy"),
    .simulations = GUESSES,
    .memory = GREEDY_MEMORY,
    .can_play = can_play,
    .choose = choose,
};
