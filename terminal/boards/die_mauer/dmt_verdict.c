/* SPDX-License-Identifier: MIT */
/* What can be concluded from what lies open: what came of the latest reveal, where the wall takes what. */
#include <string.h>

#include "terminal/dm_int.h"

/* -- What came of the latest reveal -- */

static const char *const verdict_id[DM_VERDICTS] = {
    "ALONE", "THIEVES", "DISCORD", "BLOCKED", "FREE", "OWES", "NOTHING"
};

static dm_verdict verdict_in(const mur_step *step)
{
    dm_verdict found = DM_VERDICTS;
    for (int i = 0; i < step->events.n; i++)
        for (int v = 0; v < DM_VERDICTS; v++)
            if (step->events.at[i].kind < dm_game.n_sentences &&
                strcmp(dm_game.sentences[step->events.at[i].kind].id, verdict_id[v]) == 0)
                found = (dm_verdict)v;
    return found;
}

/* Others who showed the same as the master. */
static int companions(const dm_board *b, int seats)
{
    int n = 0;
    for (int seat = 0; seat < seats; seat++)
        n += seat != b->last.master && dm_choice(b->last.chosen, seat) == dm_choice(b->last.chosen, b->last.master);
    return n;
}

/* The master showed a piece. While it is being built the builder tells; afterwards the wall does, as long as it is the
 * same hand. */
static dm_verdict judge_piece(const dm_board *b, int thieves)
{
    bool is_due = b->phase == DM_BUILD, is_same_hand = b->last.hand == b->hand;
    if (is_due && b->builder[0] != b->last.master)
        return DM_THIEVES;
    if (is_due)
        return thieves ? DM_DISCORD : DM_ALONE;
    if (!is_same_hand && dm_choice(b->last.chosen, b->last.master) < DM_WALLS)
        return DM_VERDICTS; /* there may have been no room, and the wall is gone */
    if (!is_same_hand)
        return thieves ? DM_THIEVES : DM_ALONE;
    if (b->idle > 0)
        return DM_BLOCKED;
    if (!thieves)
        return DM_ALONE;
    return b->n_wall && dm_block_seat(b->wall[b->n_wall - 1]) == b->last.master ? DM_DISCORD : DM_THIEVES;
}

dm_verdict dm_judge(const scene *s)
{
    const dm_board *b = &((const dm_view *)s->view)->board;
    for (int i = s->n_news - 1; i >= 0; i--) {
        dm_verdict told = verdict_in(&s->news[i]);
        if (told != DM_VERDICTS)
            return told;
    }
    if (!b->last.is_there)
        return DM_VERDICTS;
    int n = companions(b, s->view->seats);
    if (dm_choice(b->last.chosen, b->last.master) != DM_EMPTY)
        return judge_piece(b, n);
    return n == 0 ? DM_FREELY : n == 1 ? DM_OWES : DM_NOTHING;
}

bool dm_shows_left(const dm_board *b)
{
    return b->last.is_there && b->last.shows_stock;
}

/* -- The wall -- */

unsigned dm_ends_left(const dm_board *b, int kind, int end)
{
    bool is_special = kind < DM_WALLS;
    unsigned bit = 1U << end;
    if (b->n_wall == 0)
        return is_special ? 0 : 3;
    return is_special ? b->free_ends & ~bit : b->free_ends | bit;
}

static void note_event(dm_news *news, mur_event e)
{
    if (e.kind >= dm_game.n_sentences)
        return;
    const char *id = dm_game.sentences[e.kind].id;
    if (strcmp(id, "NEW_HAND") == 0)
        *news = (dm_news){ 0 };
    if (strcmp(id, "BUILT") == 0 && e.at == DM_END_LEFT)
        news->left++;
    else if (strcmp(id, "BUILT") == 0)
        news->right++;
}

dm_news dm_gather_news(const scene *s)
{
    dm_news news = { 0 };
    for (int i = 0; i < s->n_news; i++)
        for (int k = 0; k < s->news[i].events.n; k++)
            note_event(&news, s->news[i].events.at[k]);
    return news;
}
