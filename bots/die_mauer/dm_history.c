/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_history.c -- walks back through the rounds of a hand.
 * step_back undoes one round: the master moves back by one seat, pieces built in the round return from the wall to
 * their builders, a gift returns to its giver. Each round is written down newest first; dm_history_of turns the list
 * round. */
#include "bots/die_mauer/dm_history.h"

#include <assert.h>

/* The reveal of a round. The board keeps the last DM_HISTORY of them in a ring. */
static dm_shown shown_in(const dm_board *b, int round)
{
    return b->history[round % DM_HISTORY];
}

/* The seat that gave a piece to the master: exactly one other seat showed the empty hand with the master. Else DM_NONE.
 */
static int giver_in(dm_shown shown, int seats, int master)
{
    int n = 0, giver = DM_NONE;
    for (int seat = 0; seat < seats; seat++)
        if (seat != master && dm_shown_choice(shown, seat) == DM_EMPTY) {
            giver = seat;
            n++;
        }
    return n == 1 && dm_shown_choice(shown, master) == DM_EMPTY ? giver : DM_NONE;
}

/* Returns the blocks that the wall gained from length `from` to length `to` to the stocks of their builders. */
static void take_back(const dm_board *b, int from, int to, dm_stock stock[DM_SEATS])
{
    for (int i = from; i < to; i++)
        stock[dm_block_seat(b->wall[i])] += dm_one(dm_block_kind(b->wall[i]));
}

/* The oldest round that the ring still holds; rounds count from 1. */
static int first_remembered(const dm_board *b)
{
    return b->round > DM_HISTORY ? b->round - DM_HISTORY + 1 : 1;
}

/* How many idle rounds in a row came before this one: rounds that began with a wall of the same length. Capped below
 * DM_IDLE_MAX, since the hand was not over. */
static int idle_before(const dm_board *b, int round)
{
    int n = 0, wall = dm_shown_wall(shown_in(b, round));
    while (round - n > first_remembered(b) && dm_shown_wall(shown_in(b, round - n - 1)) == wall)
        n++;
    return n < DM_IDLE_MAX ? n : DM_IDLE_MAX - 1;
}

/* The state on the way back. */
typedef struct {
    const dm_board *board;
    int seats, master, round, wall;
    dm_stock stock[DM_SEATS];
    int n_gifts; /* known gifts that have not been returned yet */
} walk_back;

/* Writes the round that the walk has reached, seats counted from its master. */
static void set_round(const walk_back *walk, dm_past_round *out)
{
    dm_shown shown = shown_in(walk->board, walk->round);
    *out = (dm_past_round){ .position = { .seats = (uint8_t)walk->seats,
                                          .ends = (uint8_t)dm_ends_at(walk->board, walk->wall),
                                          .idle = (uint8_t)idle_before(walk->board, walk->round) },
                            .master = (uint8_t)walk->master };
    for (int i = 0; i < walk->seats; i++) {
        int seat = (walk->master + i) % walk->seats;
        out->position.stock[i] = walk->stock[seat];
        out->choice[i] = (uint8_t)dm_shown_choice(shown, seat);
    }
}

/* Returns the latest gift to its giver. False: its kind is unknown, or does not fit the master's stock. */
static bool give_back(walk_back *walk, const dm_gifts *gifts, int giver)
{
    int kind = walk->n_gifts > 0 ? gifts->kind[--walk->n_gifts] : DM_NONE;
    if (kind == DM_NONE || !dm_count(walk->stock[walk->master], kind))
        return false;
    walk->stock[walk->master] -= dm_one(kind);
    walk->stock[giver] += dm_one(kind);
    return true;
}

/* One round back. False: the ring does not reach that far, or a gift is unknown. */
static bool step_back(walk_back *walk, const dm_gifts *gifts)
{
    const dm_board *b = walk->board;
    if (walk->round <= first_remembered(b))
        return false;
    dm_shown shown = shown_in(b, --walk->round);
    assert(walk->round > 0 && dm_shown_wall(shown) <= walk->wall); /* walls only grow */
    walk->master = (walk->master ? walk->master : walk->seats) - 1;
    take_back(b, dm_shown_wall(shown), walk->wall, walk->stock);
    walk->wall = dm_shown_wall(shown);
    int giver = giver_in(shown, walk->seats, walk->master);
    return giver == DM_NONE || give_back(walk, gifts, giver);
}

int dm_history_of(const dm_view *v, const dm_position *now, const dm_gifts *gifts, dm_past_round out[DM_HISTORY])
{
    const dm_board *b = &v->board;
    walk_back walk = { b, v->base.seats, b->master, b->round, b->n_wall, { 0 }, gifts->n };
    int n = 0;
    for (int i = 0; i < walk.seats; i++)
        walk.stock[(walk.master + i) % walk.seats] = now->stock[i];
    while (step_back(&walk, gifts))
        set_round(&walk, &out[n++]);
    for (int i = 0; i < n / 2; i++) {
        dm_past_round swap = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = swap;
    }
    return n;
}
