/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_greedy.c -- the heuristic of the greedy bot for Die Mauer (bots/greedy.h).
 * It guesses what the others choose by fixed preferences, plays the round out, and estimates what each seat is left
 * with: every piece in stock costs a part of its penalty, the more the sooner the hand may end. The opponent model of
 * the strong bot (bots/die_mauer/dm_opponent.c) uses the same numbers. */
#include "bots/greedy.h"
#include "engine/die_mauer/dm.h"

/* -- Weights -- */

/* Relative frequencies of choices: people like to get rid of specials and of long walls. */
static const int weight_of[DM_EMPTY + 1] = {
    [DM_TOWER] = 5, [DM_GATE] = 5, [DM_ONE] = 2, [DM_TWO] = 2,
    [DM_THREE] = 3, [DM_FOUR] = 3, [DM_SIX] = 5, [DM_EMPTY] = 2,
};

enum { NO_ROOM = 1 }; /* the frequency of a special that cannot be built */

/* The expected cost of a piece in stock, in thousandths of its penalty, by the size of the smallest stock: the more
 * pieces it has, the longer the hand lasts and the likelier the piece is built. */
static const int to_stay[DM_KINDS + 1] = { 1000, 900, 820, 750, 700, 650, 620, 600 };

/* A factor for specials, in thousandths, by the number of ends where they fit. */
static const int special[3] = { 1150, 1000, 950 };

enum { PIECE = 500 }; /* added for each piece, in thousandths of a point: a small stock lets its owner end the hand */

/* -- What a stock costs -- */

int greedy_dm_cost(dm_stock stock, int room, int shortest)
{
    int cost = 0;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        int fits = special[kind < DM_WALLS ? room : 1];
        cost += dm_count(stock, kind) * (PIECE + greedy_scale(dm_penalty[kind] * fits, to_stay[shortest]));
    }
    return cost;
}

/* The score so far plus the expected cost of the stock. */
static void estimate(const mur_state *base, int me, int score[MUR_SEATS])
{
    const dm_state *s = (const dm_state *)base;
    int shortest = DM_KINDS;
    (void)me;
    for (int seat = 0; seat < base->seats; seat++)
        shortest = s->board.size[seat] < shortest ? s->board.size[seat] : shortest;
    dm_game.scores(base, score);
    for (int seat = 0; seat < base->seats; seat++) {
        score[seat] *= POINT;
        if (base->to_act)
            score[seat] += greedy_dm_cost(s->stock[seat], dm_room_for(&s->board, DM_TOWER), shortest);
    }
}

/* -- What others choose -- */

int greedy_dm_weight(int choice, int room)
{
    return choice < DM_WALLS && room == 0 ? NO_ROOM : weight_of[choice];
}

static int guess_choice(const dm_state *s, int seat, mur_rng *rng)
{
    int weight[DM_EMPTY + 1];
    for (int choice = 0; choice <= DM_EMPTY; choice++) {
        bool can = choice == DM_EMPTY || dm_count(s->stock[seat], choice);
        weight[choice] = can ? greedy_dm_weight(choice, dm_room_for(&s->board, DM_TOWER)) : 0;
    }
    return greedy_draw(weight, DM_EMPTY + 1, rng);
}

/* Fills in guessed choices of all other seats, so that only our own is missing. */
static void guess_choices(mur_state *base, int me, mur_rng *rng)
{
    dm_state *s = (dm_state *)base;
    if (s->board.phase != DM_CHOOSE)
        return;
    for (int seat = 0; seat < base->seats; seat++)
        if (seat != me)
            s->chosen = dm_choose(s->chosen, seat, guess_choice(s, seat, rng));
    base->to_act = (uint8_t)(1U << me);
}

/* After the reveal somebody has to build or give; the choice has had its effect once all may choose again. */
static bool has_pending_decision(const mur_state *base)
{
    const dm_state *s = (const dm_state *)base;
    return base->to_act && s->board.phase != DM_CHOOSE;
}

const greedy_heuristic greedy_dm = {
    .game = &dm_game,
    .estimate = estimate,
    .guess_choices = guess_choices,
    .samples = 16,
    .has_pending_decision = has_pending_decision,
    .tolerance = 1500, /* 1.5 points: thieves exploit a predictable player */
};
