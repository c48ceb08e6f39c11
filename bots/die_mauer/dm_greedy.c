/* SPDX-License-Identifier: MIT */
/* Die Mauer as the greedy bot sees it: it imagines what the others choose, plays the round out, and counts what
 * everybody is left with. */
#include "bots/greedy_int.h"
#include "engine/die_mauer/dm.h"

/* -- Weights -- */

/* How often people choose a piece, or the empty hand: they like to be rid of specials and of long walls. */
static const int liking[DM_EMPTY + 1] = {
    [DM_TOWER] = 5, [DM_GATE] = 5, [DM_ONE] = 2, [DM_TWO] = 2,
    [DM_THREE] = 3, [DM_FOUR] = 3, [DM_SIX] = 5, [DM_EMPTY] = 2,
};

enum { NO_ROOM = 1 }; /* instead, for a special that cannot be built */

/* Thousandths of its penalty that a piece in stock will cost, by the number of pieces that the shortest stock has: the
 * hand may last long enough to be rid of it. */
static const int to_stay[DM_KINDS + 1] = { 1000, 900, 820, 750, 700, 650, 620, 600 };

/* Thousandths of that for a special, by the number of ends it fits at. */
static const int special[3] = { 1150, 1000, 950 };

enum { PIECE = 500 }; /* what each piece costs besides, in thousandths of a point: whoever has few ends the hand */

/* -- What is left -- */

int greedy_dm_cost(dm_stock stock, int room, int shortest)
{
    int cost = 0;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        int fits = special[kind < DM_WALLS ? room : 1];
        cost += dm_count(stock, kind) * (PIECE + greedy_part(dm_penalty[kind] * fits, to_stay[shortest]));
    }
    return cost;
}

static void foresee(const mur_state *base, int me, int score[MUR_SEATS])
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

int greedy_dm_liking(int choice, int room)
{
    return choice < DM_WALLS && room == 0 ? NO_ROOM : liking[choice];
}

static int guess_choice(const dm_state *s, int seat, mur_rng *rng)
{
    int weight[DM_EMPTY + 1];
    for (int choice = 0; choice <= DM_EMPTY; choice++) {
        bool can = choice == DM_EMPTY || dm_count(s->stock[seat], choice);
        weight[choice] = can ? greedy_dm_liking(choice, dm_room_for(&s->board, DM_TOWER)) : 0;
    }
    return greedy_draw(weight, DM_EMPTY + 1, rng);
}

/* Everybody else has chosen; only our own choice is missing. */
static void imagine(mur_state *base, int me, mur_rng *rng)
{
    dm_state *s = (dm_state *)base;
    if (s->board.phase != DM_CHOOSE)
        return;
    for (int seat = 0; seat < base->seats; seat++)
        if (seat != me)
            s->chosen = dm_choose(s->chosen, seat, guess_choice(s, seat, rng));
    base->to_act = (uint8_t)(1U << me);
}

/* A choice has had its effect when everybody may choose again. */
static bool is_unsettled(const mur_state *base)
{
    const dm_state *s = (const dm_state *)base;
    return base->to_act && s->board.phase != DM_CHOOSE;
}

const greedy_game greedy_dm = {
    .game = &dm_game,
    .foresee = foresee,
    .imagine = imagine,
    .samples = 16,
    .is_unsettled = is_unsettled,
    .carelessness = 1500, /* whoever always does the same is robbed */
};
