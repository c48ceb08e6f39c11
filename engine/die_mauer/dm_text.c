/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_text.c -- moves, stocks and the wall as text; docs/notation.md has the grammar.
 * Moves are small numbers in consecutive ranges (dm_int.h): choosing a piece by its letter, building "left" or
 * "right", "pass", building any piece as "T left", giving as "give 3". What a seat did not see is "?". */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

static const char *const end_word[] = { [DM_LEFT] = "left", [DM_RIGHT] = "right" };

/* -- Moves -- */

/* One range of moves after the other. */
void dm_write_move(mur_move m, mur_text *t)
{
    if (m < DM_DO_SOMETHING) {
        mur_put_char(t, dm_letter[m - DM_DO_CHOOSE]);
    } else if (m == DM_DO_SOMETHING) {
        mur_put_char(t, '?');
    } else if (m < DM_DO_PASS) {
        mur_put(t, end_word[m - DM_DO_BUILD]);
    } else if (m == DM_DO_PASS) {
        mur_put(t, "pass");
    } else if (m < DM_DO_GIVE) {
        mur_put_char(t, dm_letter[(m - DM_DO_FREE) / 2]);
        mur_put_char(t, ' ');
        mur_put(t, end_word[(m - DM_DO_FREE) % 2]);
    } else {
        mur_put(t, "give ");
        mur_put_char(t, m < DM_DO_GIVE_SOMETHING ? dm_letter[m - DM_DO_GIVE] : '?');
    }
}

/* left or right; -1 if neither. */
static int read_end(mur_span text)
{
    return mur_span_is(text, "left") ? DM_LEFT : mur_span_is(text, "right") ? DM_RIGHT : -1;
}

/* Accepts exactly what dm_write_move() writes, but for "?", which nobody can play. */
mur_move dm_read_move(mur_span text)
{
    int end = read_end(text);
    bool gives = mur_take(&text, "give ");
    if (end >= 0)
        return DM_DO_BUILD + (mur_move)end;
    if (mur_span_is(text, "pass") && !gives)
        return DM_DO_PASS;
    const char *letter = text.len ? memchr(dm_letter, text.at[0], sizeof dm_letter) : NULL;
    if (!letter)
        return 0;
    mur_move kind = (mur_move)(letter - dm_letter);
    mur_take_char(&text, *letter);
    if (gives)
        return text.len == 0 && kind != DM_EMPTY ? DM_DO_GIVE + kind : 0;
    if (text.len == 0)
        return DM_DO_CHOOSE + kind;
    if (kind == DM_EMPTY || !mur_take_char(&text, ' ') || (end = read_end(text)) < 0)
        return 0;
    return DM_DO_FREE + 2 * kind + (mur_move)end;
}

/* -- Stocks and the wall -- */

void dm_put_stock(mur_text *t, dm_stock stock)
{
    for (int kind = 0; kind < DM_KINDS; kind++)
        for (int i = 0; i < dm_count(stock, kind); i++)
            mur_put_char(t, dm_letter[kind]);
}

/* Blocks are stored in the order they were built. Those added at the left come out in reverse order, before the
 * others. */
int dm_wall(const dm_board *b, dm_block out[DM_IN_WALL])
{
    int n_left = 0, right;
    for (int i = 0; i < b->n_wall; i++)
        n_left += !dm_block_is_right(b->wall[i]);
    right = n_left;
    for (int i = 0; i < b->n_wall; i++)
        out[dm_block_is_right(b->wall[i]) ? right++ : --n_left] = b->wall[i];
    return b->n_wall;
}

/* -- For people -- */

/* The move as an event whose sentence begins with DO_, for lists of moves and hints. */
mur_event dm_describe(mur_move m)
{
    mur_event e = mur_event_of(DM_SAY_DO_PASS, MUR_NOBODY);
    if (m <= DM_DO_SOMETHING) {
        e.kind = DM_SAY_DO_CHOOSE;
        e.what = m < DM_DO_SOMETHING ? (uint8_t)(DM_THING + m - DM_DO_CHOOSE) : MUR_UNSEEN;
    } else if (m < DM_DO_PASS) {
        e.kind = DM_SAY_DO_BUILD;
        e.at = (uint8_t)(m - DM_DO_BUILD);
    } else if (m > DM_DO_PASS && m < DM_DO_GIVE) {
        e.kind = DM_SAY_DO_FREE;
        e.what = (uint8_t)(DM_THING + (m - DM_DO_FREE) / 2);
        e.at = (m - DM_DO_FREE) % 2;
    } else if (m >= DM_DO_GIVE) {
        e.kind = DM_SAY_DO_GIVE;
        e.what = m < DM_DO_GIVE_SOMETHING ? (uint8_t)(DM_THING + m - DM_DO_GIVE) : MUR_UNSEEN;
    }
    return e;
}

/* The places of events are the two ends of the wall. */
void dm_write_place(int place, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_translate(w, place == DM_LEFT ? N_("left") : N_("right")));
}
