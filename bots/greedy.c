/* SPDX-License-Identifier: MIT */
/* The bot that takes what looks best one step ahead: what a decent beginner sees. The games' arithmetic is in
 * greedy_cm.c, greedy_dm.c and greedy_cc.c; this is how it is used. */
#include <assert.h>
#include <limits.h>
#include <string.h>

#include "bots/greedy_int.h"

extern const mur_bot mur_bot_greedy;

enum {
    GUESSES = 8,          /* the usual budget */
    GUESSES_MAX = 1 << 20 /* whoever asks for more gets these */
};

typedef struct {
    const greedy_game *kit;
    const greedy_manner *manner;
    const mur_view *view;
    const mur_budget *budget;
    mur_state *world, *after, *later; /* a guess, a move further, two moves further */
    int n_guesses;
    /* Of each of the view's moves: */
    int64_t score[MUR_MOVES][MUR_SEATS]; /* what it promises each seat: the sum over all samples, at last the mean */
    int value[MUR_MOVES];                /* what that is worth to our seat */
    bool is_half[MUR_MOVES];             /* a next move belongs to it */
    mur_move next[MUR_MOVES];            /* the best one, in the latest guess */
} thought;

_Static_assert(sizeof(thought) + (size_t)4 * 1024 <= GREEDY_MEMORY, "three positions fit behind it");

static bool is_time_up(const mur_budget *budget)
{
    return budget->is_over && budget->is_over(budget->context);
}

/* -- What looks best -- */

/* All our games are about being ahead: the own score against the mean of the others. */
static int worth(const thought *t, int seat, const int score[MUR_SEATS])
{
    int seats = t->view->seats;
    int others = 0;
    assert(seats > 1);
    for (int other = 0; other < seats; other++)
        others += other == seat ? 0 : score[other];
    int ahead = score[seat] - greedy_part(others / (seats - 1), t->manner->others);
    return t->kit->game->lowest_wins ? -ahead : ahead;
}

/* The move that looks best to the seat, and the scores it promises; `after` is for trying. */
static mur_move best_step(const thought *t, const mur_state *s, int seat, mur_state *after, int best[MUR_SEATS])
{
    const greedy_game *kit = t->kit;
    mur_move moves[MUR_MOVES], found = 0;
    int n = kit->game->legal(s, seat, moves), most = 0;
    for (int i = 0; i < n; i++) {
        int score[MUR_SEATS] = { 0 };
        memcpy(after, s, kit->game->state_size);
        kit->game->play(after, seat, moves[i], NULL);
        kit->foresee(after, seat, score);
        int value = worth(t, seat, score);
        if (!found || value > most) {
            found = moves[i];
            most = value;
            memcpy(best, score, sizeof score);
        }
    }
    assert(found);
    return found;
}

static bool is_unsettled(const greedy_game *kit, const mur_state *s)
{
    return kit->is_unsettled && kit->is_unsettled(s);
}

/* Whoever is asked before the move has had its effect does what looks best. */
static void settle(const thought *t, mur_state *s, mur_state *after)
{
    while (is_unsettled(t->kit, s)) {
        int seat = __builtin_ctz(s->to_act), score[MUR_SEATS];
        t->kit->game->play(s, seat, best_step(t, s, seat, after, score), NULL);
    }
}

/* -- Trying moves in guesses -- */

/* If `deep`, with the best next move that belongs to it. */
static void try_move(thought *t, int i, bool deep)
{
    const greedy_game *kit = t->kit;
    int seat = t->view->seat, score[MUR_SEATS] = { 0 };
    memcpy(t->after, t->world, kit->game->state_size);
    kit->game->play(t->after, seat, t->view->moves[i], NULL);
    settle(t, t->after, t->later);
    t->is_half[i] = kit->has_more && kit->has_more(t->after, seat);
    if (deep && t->is_half[i])
        t->next[i] = best_step(t, t->after, seat, t->later, score);
    else
        kit->foresee(t->after, seat, score);
    for (int other = 0; other < t->view->seats; other++)
        t->score[i][other] += score[other];
}

static void take_mean(thought *t, int i, int n_samples)
{
    int mean[MUR_SEATS] = { 0 };
    for (int seat = 0; seat < t->view->seats; seat++) {
        t->score[i][seat] /= n_samples;
        mean[seat] = (int)t->score[i][seat];
    }
    t->value[i] = worth(t, t->view->seat, mean);
}

/* Values some of the view's moves in all guesses; a generator that begins the same makes the same guesses. */
static void try_moves(thought *t, const uint16_t *tried, int n, bool deep, mur_rng *rng)
{
    const greedy_game *kit = t->kit;
    int guess = 0, samples = kit->samples ? kit->samples : 1;
    for (int i = 0; i < n; i++)
        memset(t->score[tried[i]], 0, sizeof t->score[0]);
    do {
        for (int sample = 0; sample < samples; sample++) {
            kit->game->redeal(t->view, rng, t->world);
            if (kit->imagine)
                kit->imagine(t->world, t->view->seat, rng);
            for (int i = 0; i < n; i++)
                try_move(t, tried[i], deep);
        }
    } while (++guess < t->n_guesses && !is_time_up(t->budget));
    t->n_guesses = guess;
    for (int i = 0; i < n; i++)
        take_mean(t, tried[i], guess * samples);
}

/* -- Moves that are half of an action -- */

/* The best looking ones, the best first, at most `follow` of them; returns how many. */
static int best_halves(const thought *t, uint16_t out[MUR_MOVES])
{
    int n = 0, most = t->kit->follow < t->manner->follow ? t->kit->follow : t->manner->follow;
    for (int i = 0; i < t->view->n_moves; i++) {
        int at = n;
        while (at > 0 && t->value[out[at - 1]] < t->value[i])
            at--;
        if (!t->is_half[i] || at == most)
            continue;
        n += n < most;
        memmove(out + at + 1, out + at, (size_t)(n - 1 - at) * sizeof out[0]);
        out[at] = (uint16_t)i;
    }
    return n;
}

/* The best looking ones are tried with all that may follow; what the least of them gains by it is given to the others,
 * too, else they would look worse than they are next to whole actions. */
static void complete_halves(thought *t, mur_rng *rng)
{
    uint16_t tried[MUR_MOVES];
    int before[MUR_MOVES], n = best_halves(t, tried), gain = INT_MAX;
    bool is_tried[MUR_MOVES] = { false };
    if (n == 0)
        return;
    memcpy(before, t->value, sizeof before);
    try_moves(t, tried, n, true, rng);
    for (int i = 0; i < n; i++) {
        is_tried[tried[i]] = true;
        if (t->value[tried[i]] - before[tried[i]] < gain)
            gain = t->value[tried[i]] - before[tried[i]];
    }
    for (int i = 0; i < t->view->n_moves; i++)
        if (t->is_half[i] && !is_tried[i])
            t->value[i] += gain;
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

/* Among moves that promise nearly as much as the best, the better the more often. */
static int pick(const thought *t, mur_rng *rng)
{
    int most = t->value[0], weight[MUR_MOVES];
    int careless = is_unsettled(t->kit, t->world) ? 0 : t->kit->carelessness + t->manner->careless;
    for (int i = 1; i < t->view->n_moves; i++)
        most = t->value[i] > most ? t->value[i] : most;
    for (int i = 0; i < t->view->n_moves; i++) {
        int spare = careless - (most - t->value[i]);
        weight[i] = spare < 0 ? 0 : spare + 1;
    }
    return greedy_draw(weight, t->view->n_moves, rng);
}

static void explain(const thought *t, int chosen, mur_reasons *reasons)
{
    memset(reasons, 0, sizeof *reasons);
    for (int i = 0; i < t->view->n_moves; i++)
        reasons->value[i] = (float)t->value[i] / POINT;
    for (int seat = 0; seat < t->view->seats; seat++)
        reasons->expected[seat] = (float)t->score[chosen][seat] / POINT;
    reasons->line[0] = t->view->moves[chosen];
    reasons->line[1] = t->next[chosen];
    reasons->n_line = t->next[chosen] ? 2 : 1;
    reasons->simulations = (uint32_t)t->n_guesses;
}

static const greedy_game *kit_of(const mur_game *g)
{
    static const greedy_game *const kits[] = { &greedy_cm, &greedy_dm, &greedy_cc };
    for (size_t i = 0; i < sizeof kits / sizeof kits[0]; i++)
        if (kits[i]->game == g)
            return kits[i];
    return NULL;
}

static bool can_play(const mur_game *g, int seats, mur_span lore)
{
    (void)seats;
    (void)lore;
    return kit_of(g) != NULL;
}

static thought *begin(const mur_game *g, const mur_view *v, const mur_budget *budget, mur_memory memory)
{
    thought *t = mur_memory_take(&memory, sizeof *t);
    assert(t && v->n_moves > 0 && v->seat < v->seats);
    memset(t, 0, sizeof *t);
    t->kit = kit_of(g);
    t->view = v;
    t->budget = budget;
    t->world = mur_memory_take(&memory, g->state_size);
    t->after = mur_memory_take(&memory, g->state_size);
    t->later = mur_memory_take(&memory, g->state_size);
    assert(t->kit && t->world && t->after && t->later);
    return t;
}

static void weigh_moves(thought *t, mur_rng *rng)
{
    uint32_t wanted = t->budget->simulations ? t->budget->simulations : GUESSES;
    uint16_t all[MUR_MOVES];
    mur_rng same = *rng;
    for (int i = 0; i < t->view->n_moves; i++)
        all[i] = (uint16_t)i;
    t->n_guesses = wanted < GUESSES_MAX ? (int)wanted : GUESSES_MAX;
    try_moves(t, all, t->view->n_moves, false, rng);
    complete_halves(t, &same);
}

mur_move greedy_choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons, const greedy_manner *manner)
{
    thought *t = begin(mind->game, v, budget, mind->memory);
    int chosen = 0;
    t->manner = manner;
    if (v->n_moves > 1) { /* else there is nothing to think about */
        weigh_moves(t, rng);
        chosen = pick(t, rng);
    }
    if (reasons)
        explain(t, chosen, reasons);
    return v->moves[chosen];
}

static mur_move choose(const mur_mind *mind, const mur_view *v, const mur_budget *budget, mur_rng *rng,
                       mur_reasons *reasons)
{
    static const greedy_manner own = { .others = POINT, .follow = MUR_MOVES };
    return greedy_choose(mind, v, budget, rng, reasons, &own);
}

const mur_bot mur_bot_greedy = {
    .id = "greedy",
    .name = N_("greedy"),
    .simulations = GUESSES,
    .memory = GREEDY_MEMORY,
    .can_play = can_play,
    .choose = choose,
};
