/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_draw.c -- the position for people, in plain text, 80 columns wide.
 * The wall with its two ends, then a line for each seat with what it chose, what it holds and its penalties. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"
#include "engine/say.h"

enum { WIDTH = 80, NAME = 20, CHOICE = 30, STOCK = 44 };

/* "2:T" is seat 2's tower; an end that takes no tower or gate is barred: "|". A long wall goes on in the next line. */
static void draw_wall(const dm_board *b, const mur_words *w, mur_text *t)
{
    dm_block wall[DM_IN_WALL];
    int n = dm_wall(b, wall);
    size_t line = t->len;
    if (n == 0) {
        mur_put(t, mur_translate(w, N_("no wall yet")));
        mur_put_char(t, '\n');
        return;
    }
    mur_put(t, b->free_ends & 1 ? "<- " : "|- ");
    for (int i = 0; i < n; i++) {
        if (t->len - line + 8 > WIDTH) {
            mur_put(t, "\n   ");
            line = t->len - 3;
        }
        mur_put_int(t, dm_block_seat(wall[i]) + 1);
        mur_put_char(t, ':');
        mur_put_char(t, dm_letter[dm_block_kind(wall[i])]);
        mur_put_char(t, ' ');
    }
    mur_put(t, b->free_ends & 2 ? "->\n" : "-|\n");
}

/* This round's choice, "?" if it is hidden; before a seat has chosen, what it showed in the latest reveal, in
 * brackets. */
static void draw_choice(const dm_view *v, int seat, mur_text *t)
{
    int chosen = dm_choice(v->chosen, seat);
    if (chosen == DM_UNSEEN)
        mur_put_char(t, '?');
    else if (chosen != DM_NONE)
        mur_put_char(t, dm_letter[chosen]);
    else if (v->board.last.is_there) { /* nothing yet: the latest reveal, in brackets */
        mur_put_char(t, '(');
        mur_put_char(t, dm_letter[dm_choice(v->board.last.chosen, seat)]);
        mur_put_char(t, ')');
    }
}

/* ">" marks a seat that may act, "*" the master. */
static void draw_seat(const dm_view *v, int seat, const mur_words *w, mur_text *t)
{
    size_t line = t->len;
    mur_put(t, v->base.to_act >> seat & 1 ? "> " : "  ");
    mur_say_seat(seat, w, t);
    if (seat == v->board.master)
        mur_put_char(t, '*');
    mur_put_pad(t, line, NAME, true);
    mur_put_int(t, v->board.score[seat]);
    mur_put_pad(t, line, CHOICE, true);
    draw_choice(v, seat, t);
    mur_put_pad(t, line, STOCK, true);
    if (dm_sees_stock(v, seat))
        dm_put_stock(t, v->stock[seat]);
    else
        mur_put_int(t, v->board.size[seat]);
    mur_put_char(t, '\n');
}

/* "Hand 2/4", or "Round 3" if there is no total. */
static void draw_counter(const char *key, int n, int of, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_translate(w, key));
    mur_put_char(t, ' ');
    mur_put_int(t, n);
    if (of) {
        mur_put_char(t, '/');
        mur_put_int(t, of);
    }
}

/* Counters, the wall, a heading, the seats. */
void dm_draw(const mur_view *base, const mur_words *w, mur_text *t)
{
    const dm_view *v = (const dm_view *)base;
    const dm_board *b = &v->board;
    draw_counter(N_("Hand"), b->hand, b->hands, w, t);
    mur_put(t, "   ");
    draw_counter(N_("Round"), b->round, 0, w, t);
    if (b->idle) {
        mur_put(t, "   ");
        draw_counter(N_("rounds without building"), b->idle, DM_IDLE_MAX, w, t);
    }
    mur_put(t, "\n\n");
    draw_wall(b, w, t);
    mur_put_char(t, '\n');
    size_t line = t->len;
    mur_put(t, "  * ");
    mur_put(t, mur_translate(w, N_("master")));
    mur_put_pad(t, line, NAME, true);
    mur_put(t, mur_translate(w, N_("penalty")));
    mur_put_pad(t, line, CHOICE, true);
    mur_put(t, mur_translate(w, N_("choice")));
    mur_put_pad(t, line, STOCK, true);
    mur_put(t, mur_translate(w, N_("pieces")));
    mur_put_char(t, '\n');
    for (int seat = 0; seat < base->seats; seat++)
        draw_seat(v, seat, w, t);
}
