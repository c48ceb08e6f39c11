/* SPDX-License-Identifier: MIT */
/* terminal/boards/selection.c -- choosing a move part by part; the idea is in selection.h. list_choices() is the
 * place where the terminal decides what can be chosen: it collects the next parts of all legal moves that begin with
 * the chosen parts. Moves are split again at each step instead of being kept in a tree: a position has a few hundred
 * moves at most, of up to four parts. */
#include "terminal/boards/selection.h"

#include <assert.h>
#include <string.h>

#include "terminal/boards/board.h"

/* -- Moves as parts -- */

/* The part that follows the first `n` parts of a move; 0 after its last. False if the move does not begin with the
 * chosen parts. */
static bool next_part(const selection *p, mur_move m, int n, move_part *next)
{
    assert(n >= 0 && n <= MOVE_PARTS);
    move_part parts[MOVE_PARTS];
    int length = p->board->split_move(p->view, m, parts);
    assert(length >= 1 && length <= MOVE_PARTS);
    if (length < n || memcmp(parts, p->chosen, (size_t)n * sizeof parts[0]) != 0)
        return false;
    *next = n < length ? parts[n] : 0;
    return true;
}

static bool has_choice(const selection *p, move_part part)
{
    for (int i = 0; i < p->n_choices; i++)
        if (p->choice[i] == part)
            return true;
    return false;
}

/* The distinct next parts, in the order of the legal moves; the cursor is on the first. */
static void list_choices(selection *p)
{
    assert(p->n_chosen >= 0 && p->n_chosen <= MOVE_PARTS);
    move_part next;
    p->n_choices = p->focus = 0;
    for (int i = 0; i < p->view->n_moves; i++)
        if (next_part(p, p->view->moves[i], p->n_chosen, &next) && !has_choice(p, next))
            p->choice[p->n_choices++] = next;
}

mur_move selection_candidate(const selection *p)
{
    assert(p->n_choices == 0 || (p->focus >= 0 && p->focus < p->n_choices));
    move_part next;
    for (int i = 0; p->n_choices > 0 && i < p->view->n_moves; i++)
        if (next_part(p, p->view->moves[i], p->n_chosen, &next) && next == p->choice[p->focus])
            return p->view->moves[i];
    return 0;
}

/* -- Choosing -- */

/* The only choice left is part 0, "the move ends here": the chosen parts are a whole move. */
static bool is_complete(const selection *p)
{
    return p->n_choices == 1 && p->choice[0] == 0;
}

/* A single choice that is not worth asking. */
static bool has_obvious_choice(const selection *p)
{
    return p->n_choices == 1 && !p->board->is_worth_asking(p->choice[0]);
}

/* Goes one step down the trie. Part 0 ends the move, so it is not stored. */
static void take_focused(selection *p)
{
    assert(p->focus >= 0 && p->focus < p->n_choices);
    assert(!p->choice[p->focus] || p->n_chosen < MOVE_PARTS);
    if (p->choice[p->focus])
        p->chosen[p->n_chosen++] = p->choice[p->focus];
    list_choices(p);
}

/* Takes obvious choices, but stops before a move would be complete: nothing is played that the player has not
 * confirmed. */
void selection_begin(selection *p, const board *b, const mur_view *v)
{
    *p = (selection){ .board = b, .view = v };
    list_choices(p);
    while (has_obvious_choice(p)) {
        selection before = *p;
        take_focused(p);
        if (is_complete(p)) {
            *p = before;
            return;
        }
    }
}

bool selection_focus(selection *p, move_part part)
{
    for (int i = 0; i < p->n_choices; i++)
        if (p->choice[i] == part) {
            p->focus = i;
            return true;
        }
    return false;
}

/* Takes the focused choice and then all obvious ones, until there is a real choice again or the move is complete. */
mur_move selection_confirm(selection *p)
{
    const selection before = *p;
    do {
        mur_move m = selection_candidate(p);
        bool ends = m && p->choice[p->focus] == 0;
        if (!m)
            return 0;
        take_focused(p);
        if (ends || is_complete(p)) {
            *p = before; /* the session may refuse the move */
            return m;
        }
    } while (has_obvious_choice(p));
    return 0;
}

/* Skips steps that were taken automatically: going back to them would change nothing. */
bool selection_undo(selection *p)
{
    assert(p->n_chosen >= 0 && p->n_chosen <= MOVE_PARTS);
    selection now = *p;
    while (p->n_chosen > 0) {
        move_part latest = p->chosen[--p->n_chosen];
        list_choices(p);
        selection_focus(p, latest);
        if (!has_obvious_choice(p))
            return true;
    }
    *p = now;
    return false;
}
