/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_verdict.c -- what the latest reveal led to, and which blocks are new. The engine
 * reports the verdict as an event when it happens. A player who comes later (a resumed game, a replay) has only the
 * board, so the verdict is then deduced from the shown choices, the pending builders and the wall. */
#include <assert.h>

#include "terminal/boards/die_mauer/dmt_int.h"

/* -- The verdict on the latest reveal -- */

const char *const dmt_verdict_id[DMT_VERDICTS] = {
    "ALONE", "THIEVES", "DISCORD", "BLOCKED", "FREE", "OWES", "NOTHING"
};

/* The verdict among the events of a step; the last one, if there were several reveals. */
static dmt_verdict verdict_in(const mur_step *step)
{
    dmt_verdict found = DMT_VERDICTS;
    for (int i = 0; i < step->events.n; i++)
        for (int v = 0; v < DMT_VERDICTS; v++)
            if (event_has_id(&dm_game, step->events.at[i], dmt_verdict_id[v]))
                found = (dmt_verdict)v;
    return found;
}

/* How many others showed the same as the master. */
static int count_same_choices(const dm_board *b, int seats)
{
    int n = 0;
    for (int seat = 0; seat < seats; seat++)
        n += seat != b->last.master && dm_choice(b->last.chosen, seat) == dm_choice(b->last.chosen, b->last.master);
    return n;
}

/* The master showed a piece. While it is being built, the pending builder tells who builds; afterwards the newest
 * block of the wall does, as long as the hand has not ended. Later only walls are certain, since they always fit;
 * for a tower or a gate there may have been no place, and the wall is gone. */
static dmt_verdict verdict_of_piece(const dm_board *b, int thieves)
{
    assert(thieves >= 0);
    bool is_due = b->phase == DM_BUILD, is_same_hand = b->last.hand == b->hand;
    if (is_due && b->builder[0] != b->last.master)
        return DMT_THIEVES;
    if (is_due)
        return thieves ? DMT_DISCORD : DMT_ALONE;
    if (!is_same_hand && dm_choice(b->last.chosen, b->last.master) < DM_WALLS)
        return DMT_VERDICTS;
    if (!is_same_hand)
        return thieves ? DMT_THIEVES : DMT_ALONE;
    if (b->idle > 0)
        return DMT_BLOCKED;
    if (!thieves)
        return DMT_ALONE;
    return b->n_wall && dm_block_seat(b->wall[b->n_wall - 1]) == b->last.master ? DMT_DISCORD : DMT_THIEVES;
}

/* The newest event decides; the board is asked only without one. */
dmt_verdict dmt_verdict_of(const scene *s)
{
    const dm_board *b = &((const dm_view *)s->view)->board;
    for (int i = s->n_news - 1; i >= 0; i--) {
        dmt_verdict found = verdict_in(&s->news[i]);
        if (found != DMT_VERDICTS)
            return found;
    }
    if (!b->last.is_there)
        return DMT_VERDICTS;
    int n = count_same_choices(b, s->view->seats);
    if (dm_choice(b->last.chosen, b->last.master) != DM_EMPTY)
        return verdict_of_piece(b, n);
    return n == 0 ? DMT_FREELY : n == 1 ? DMT_OWES : DMT_NOTHING;
}

bool dmt_shows_leftovers(const dm_board *b)
{
    return b->last.is_there && b->last.shows_stock;
}

/* -- News about the wall -- */

/* A tower or gate closes its end, a wall opens it again. The first block of a wall determines both ends. */
unsigned dmt_open_ends_after(const dm_board *b, int kind, int end)
{
    assert(kind >= 0 && kind < DM_KINDS);
    assert(end == DMT_END_LEFT || end == DMT_END_RIGHT);
    bool is_special = kind < DM_WALLS;
    unsigned bit = 1U << end;
    if (b->n_wall == 0)
        return is_special ? 0 : 3;
    return is_special ? b->free_ends & ~bit : b->free_ends | bit;
}

/* A new hand clears the wall, and with it the news. */
static void add_event_news(dmt_news *news, mur_event e)
{
    if (event_has_id(&dm_game, e, "NEW_HAND"))
        *news = (dmt_news){ 0 };
    else if (event_has_id(&dm_game, e, "BUILT") && e.at == DMT_END_LEFT)
        news->left++;
    else if (event_has_id(&dm_game, e, "BUILT"))
        news->right++;
}

dmt_news dmt_collect_news(const scene *s)
{
    dmt_news news = { 0 };
    for (int i = 0; i < s->n_news; i++)
        for (int k = 0; k < s->news[i].events.n; k++)
            add_event_news(&news, s->news[i].events.at[k]);
    return news;
}
