/* SPDX-License-Identifier: MIT */
#include "terminal/pick.h"

#include <string.h>

#include "terminal/board.h"

/* -- Moves as parts -- */

/* The part that follows `n` parts of a move; 0 past its last. False if the move does not begin with those chosen. */
static bool next_part(const pick *p, mur_move m, int n, pick_part *next)
{
    pick_part parts[PICK_PARTS];
    int length = p->board->split(p->view, m, parts);
    if (length < n || memcmp(parts, p->chosen, (size_t)n * sizeof parts[0]) != 0)
        return false;
    *next = n < length ? parts[n] : 0;
    return true;
}

static bool has_choice(const pick *p, pick_part part)
{
    for (int i = 0; i < p->n_choices; i++)
        if (p->choice[i] == part)
            return true;
    return false;
}

/* The different next parts, in the order of the moves. */
static void list_choices(pick *p)
{
    pick_part next;
    p->n_choices = p->focus = 0;
    for (int i = 0; i < p->view->n_moves; i++)
        if (next_part(p, p->view->moves[i], p->n_chosen, &next) && !has_choice(p, next))
            p->choice[p->n_choices++] = next;
}

mur_move pick_meant(const pick *p)
{
    pick_part next;
    for (int i = 0; p->n_choices > 0 && i < p->view->n_moves; i++)
        if (next_part(p, p->view->moves[i], p->n_chosen, &next) && next == p->choice[p->focus])
            return p->view->moves[i];
    return 0;
}

/* -- Choosing -- */

/* The moves that begin so end here. */
static bool is_whole(const pick *p)
{
    return p->n_choices == 1 && p->choice[0] == 0;
}

static bool is_no_question(const pick *p)
{
    return p->n_choices == 1 && !p->board->asks(p->choice[0]);
}

/* Part 0 is a choice where some of the moves end and others go on. */
static void choose(pick *p)
{
    if (p->choice[p->focus])
        p->chosen[p->n_chosen++] = p->choice[p->focus];
    list_choices(p);
}

void pick_begin(pick *p, const board *b, const mur_view *v)
{
    *p = (pick){ .board = b, .view = v };
    list_choices(p);
    while (is_no_question(p)) {
        pick before = *p;
        choose(p);
        if (is_whole(p)) { /* nothing is played before somebody has said so */
            *p = before;
            return;
        }
    }
}

bool pick_focus(pick *p, pick_part part)
{
    for (int i = 0; i < p->n_choices; i++)
        if (p->choice[i] == part) {
            p->focus = i;
            return true;
        }
    return false;
}

mur_move pick_take(pick *p)
{
    const pick before = *p;
    do {
        mur_move m = pick_meant(p);
        bool ends = m && p->choice[p->focus] == 0;
        if (!m)
            return 0;
        choose(p);
        if (ends || is_whole(p)) {
            *p = before; /* should the move be refused, the choice is still there */
            return m;
        }
    } while (is_no_question(p));
    return 0;
}

bool pick_undo(pick *p)
{
    pick now = *p;
    while (p->n_chosen > 0) {
        pick_part latest = p->chosen[--p->n_chosen];
        list_choices(p);
        pick_focus(p, latest);
        if (!is_no_question(p))
            return true;
    }
    *p = now;
    return false;
}
