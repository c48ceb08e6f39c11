/* SPDX-License-Identifier: MIT */
#include "bots/dm_past.h"

#include "bots/dm_believe.h"

static dm_shown shown_in(const dm_board *b, int round)
{
    return b->past[round % DM_PAST];
}

/* Two empty hands, one of them the master's. */
static bool is_gift(dm_shown shown, int seats, int master)
{
    int n = 0;
    for (int seat = 0; seat < seats; seat++)
        n += dm_shown_choice(shown, seat) == DM_EMPTY;
    return n == 2 && dm_shown_choice(shown, master) == DM_EMPTY;
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

static void set_round(const dm_board *b, int seats, int master, int round, const dm_stock stock[DM_SEATS], dm_past *out)
{
    dm_shown shown = shown_in(b, round);
    out->spot = (dm_spot){ .seats = (uint8_t)seats,
                           .ends = (uint8_t)dm_ends_then(b, dm_shown_wall(shown)),
                           .idle = (uint8_t)idle_before(b, round) };
    for (int i = 0; i < seats; i++) {
        int seat = (master + i) % seats;
        out->spot.stock[i] = stock[seat];
        out->choice[i] = (uint8_t)dm_shown_choice(shown, seat);
    }
}

int dm_past_of(const dm_view *v, const dm_spot *now, dm_past out[DM_PAST])
{
    const dm_board *b = &v->board;
    int seats = v->base.seats, master = b->master, wall = b->n_wall, first = b->round;
    dm_stock stock[DM_SEATS] = { 0 };
    for (int i = 0; i < seats; i++)
        stock[(master + i) % seats] = now->stock[i];
    while (first > first_remembered(b)) {
        master = (master + seats - 1) % seats;
        if (is_gift(shown_in(b, first - 1), seats, master))
            break;
        first--;
        take_back(b, dm_shown_wall(shown_in(b, first)), wall, stock);
        wall = dm_shown_wall(shown_in(b, first));
        set_round(b, seats, master, first, stock, &out[b->round - 1 - first]);
    }
    int n = b->round - first;
    for (int i = 0; i < n / 2; i++) {
        dm_past swap = out[i];
        out[i] = out[n - 1 - i];
        out[n - 1 - i] = swap;
    }
    return n;
}
