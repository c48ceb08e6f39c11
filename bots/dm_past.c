/* SPDX-License-Identifier: MIT */
#include "bots/dm_past.h"

static dm_shown shown_in(const dm_board *b, int round)
{
    return b->past[round % DM_PAST];
}

/* Who gave something to the master: two empty hands, one of them the master's. DM_NONE: nobody. */
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

/* Stocks by seat, with the blocks that the wall had later. */
static void take_back(const dm_board *b, int from, int to, dm_stock stock[DM_SEATS])
{
    for (int i = from; i < to; i++)
        stock[dm_block_seat(b->wall[i])] += dm_one(dm_block_kind(b->wall[i]));
}

static int first_remembered(const dm_board *b)
{
    return b->round > DM_PAST ? b->round - DM_PAST + 1 : 1;
}

/* How many rounds had been idle before this one, as far as they are remembered. */
static int idle_before(const dm_board *b, int round)
{
    int n = 0, wall = dm_shown_wall(shown_in(b, round));
    while (round - n > first_remembered(b) && dm_shown_wall(shown_in(b, round - n - 1)) == wall)
        n++;
    return n < DM_IDLE_MAX ? n : DM_IDLE_MAX - 1;
}

/* On the way back: what everybody holds, by seat, and how long the wall is. */
typedef struct {
    const dm_board *board;
    int seats, master, round, wall;
    dm_stock stock[DM_SEATS];
    int n_gifts; /* of those that are told, so many are still to come */
} way;

static void set_round(const way *w, dm_past *out)
{
    dm_shown shown = shown_in(w->board, w->round);
    *out = (dm_past){ .spot = { .seats = (uint8_t)w->seats,
                                .ends = (uint8_t)dm_ends_then(w->board, w->wall),
                                .idle = (uint8_t)idle_before(w->board, w->round) },
                      .master = (uint8_t)w->master };
    for (int i = 0; i < w->seats; i++) {
        int seat = (w->master + i) % w->seats;
        out->spot.stock[i] = w->stock[seat];
        out->choice[i] = (uint8_t)dm_shown_choice(shown, seat);
    }
}

/* False: nobody tells what was given. */
static bool give_back(way *w, const dm_gifts *gifts, int giver)
{
    int kind = w->n_gifts > 0 ? gifts->kind[--w->n_gifts] : DM_NONE;
    if (kind == DM_NONE || !dm_count(w->stock[w->master], kind))
        return false;
    w->stock[w->master] -= dm_one(kind);
    w->stock[giver] += dm_one(kind);
    return true;
}

/* To the round before; false: it cannot be told. */
static bool step_back(way *w, const dm_gifts *gifts)
{
    const dm_board *b = w->board;
    if (w->round <= first_remembered(b))
        return false;
    dm_shown shown = shown_in(b, --w->round);
    w->master = (w->master ? w->master : w->seats) - 1;
    take_back(b, dm_shown_wall(shown), w->wall, w->stock);
    w->wall = dm_shown_wall(shown);
    int giver = giver_in(shown, w->seats, w->master);
    return giver == DM_NONE || give_back(w, gifts, giver);
}

int dm_past_of(const dm_view *v, const dm_spot *now, const dm_gifts *gifts, dm_past out[DM_PAST])
{
    const dm_board *b = &v->board;
    way w = { b, v->base.seats, b->master, b->round, b->n_wall, { 0 }, gifts->n };
    int n = 0;
    for (int i = 0; i < w.seats; i++)
        w.stock[(w.master + i) % w.seats] = now->stock[i];
    while (step_back(&w, gifts))
        set_round(&w, &out[n++]);
    for (int i = 0; i < n / 2; i++) {
        dm_past swap = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = swap;
    }
    return n;
}
