/* SPDX-License-Identifier: MIT */
/* server/table/game_history.c -- the moves of a game that count, and the position they lead to. Three positions are
 * kept: the present one, the one at the beginning of the current stage, and the one at the beginning of the stage of
 * the latest move. With them a choice of the current stage can be taken out, and the latest moves be seen again,
 * without replaying the game. Memory and time per move are constant. */
#include "server/table/game_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void copy_state(const game_history *h, mur_state *to, const mur_state *from)
{
    memcpy(to, from, h->game->state_size);
}

/* The set-up was possible when the table began, so this cannot fail. */
static void start(const game_history *h, mur_state *out)
{
    mur_err e = h->game->start(h->setup, out);
    assert(!e);
    (void)e;
}

/* Plays moves [from, to) except one (-1: none). They were legal before, and those of a stage commute, so each is legal
 * without the others. */
static void replay(const game_history *h, mur_state *s, size_t from, size_t to, int but)
{
    for (size_t i = from; i < to; i++)
        if ((int)i != but) {
            mur_err e = h->game->play(s, h->moves[i].seat, h->moves[i].move, NULL);
            assert(!e);
            (void)e;
        }
}

void history_open(game_history *h, const mur_game *g, const mur_setup *setup)
{
    *h = (game_history){ .game = g,
                         .setup = mur_new(g->setup_size),
                         .state = mur_new(g->state_size),
                         .stage_start = mur_new(g->state_size),
                         .last_stage_start = mur_new(g->state_size) };
    memcpy(h->setup, setup, g->setup_size);
    start(h, h->state);
    copy_state(h, h->stage_start, h->state);
    copy_state(h, h->last_stage_start, h->state);
}

void history_close(game_history *h)
{
    free(h->setup);
    free(h->state);
    free(h->stage_start);
    free(h->last_stage_start);
    free(h->moves);
    *h = (game_history){ 0 };
}

/* -- Playing -- */

static void remember_stage(game_history *h)
{
    copy_state(h, h->last_stage_start, h->stage_start);
    h->n_last_stage_start = h->n_stage;
}

/* A stage goes on while the seats left to act are those of before without the one that just moved. Then its choices do
 * not depend on each other. */
static void end_stage(game_history *h, unsigned to_act, int seat)
{
    if (h->state->to_act && h->state->to_act == (to_act & ~(1U << seat)))
        return;
    copy_state(h, h->stage_start, h->state);
    h->n_stage = h->n;
}

/* last_stage_start moves on before the move is added: it is where the stage of this move began. */
mur_err history_play(game_history *h, int seat, mur_move m)
{
    assert(seat >= 0 && seat < MUR_SEATS && m);
    unsigned to_act = h->state->to_act;
    mur_err e = h->game->play(h->state, seat, m, NULL);
    if (e)
        return e;
    remember_stage(h);
    h->moves = mur_grow(h->moves, &h->max, h->n + 1, sizeof h->moves[0]);
    h->moves[h->n++] = (mur_played){ m, (uint8_t)seat };
    assert(h->n_last_stage_start <= h->n_stage && h->n_stage < h->n);
    end_stage(h, to_act, seat);
    return MUR_OK;
}

/* -- Replaying a move -- */

void history_step_open(history_step *s, const mur_game *g)
{
    *s = (history_step){ .before = mur_new(g->state_size), .after = mur_new(g->state_size) };
}

void history_step_close(history_step *s)
{
    free(s->before);
    free(s->after);
    *s = (history_step){ .before = NULL };
}

/* From the position where the stage of the latest move began, so only moves since then can be seen. */
void history_replay_step(const game_history *h, size_t i, history_step *out)
{
    assert(h->n_last_stage_start <= i && i < h->n);
    copy_state(h, out->before, h->last_stage_start);
    replay(h, out->before, h->n_last_stage_start, i, -1);
    copy_state(h, out->after, out->before);
    out->made = h->moves[i];
    out->events.n = 0;
    mur_err e = h->game->play(out->after, out->made.seat, out->made.move, &out->events);
    assert(!e);
    (void)e;
}

/* -- Taking back -- */

/* A choice of the current stage can be taken back in any order; a move that ended its stage only if it is the latest.
 */
int history_find_takeback(const game_history *h, int seat)
{
    assert(h->n_stage <= h->n);
    for (size_t i = h->n; i > h->n_stage; i--)
        if (h->moves[i - 1].seat == seat)
            return (int)i - 1;
    return h->n > 0 && h->n == h->n_stage && h->moves[h->n - 1].seat == seat ? (int)h->n - 1 : -1;
}

/* Three cases, from cheap to expensive: a choice of this stage, the move that ended the last stage, or anything
 * earlier. */
void history_without(const game_history *h, int i, mur_state *out)
{
    assert(i >= 0 && (size_t)i < h->n);
    if ((size_t)i >= h->n_stage) {
        copy_state(h, out, h->stage_start);
        replay(h, out, h->n_stage, h->n, i);
    } else if ((size_t)i >= h->n_last_stage_start) {
        copy_state(h, out, h->last_stage_start);
        replay(h, out, h->n_last_stage_start, (size_t)i, -1);
    } else {
        start(h, out);
        replay(h, out, 0, (size_t)i, -1);
    }
}

/* Where the stage of an earlier move began is not known any more, so the game is played again from the start. */
static void replay_all(game_history *h)
{
    size_t n = h->n;
    start(h, h->state);
    copy_state(h, h->stage_start, h->state);
    copy_state(h, h->last_stage_start, h->state);
    h->n = h->n_stage = h->n_last_stage_start = 0;
    for (size_t i = 0; i < n; i++) {
        mur_err e = history_play(h, h->moves[i].seat, h->moves[i].move);
        assert(!e);
        (void)e;
    }
}

/* Afterwards the history is as if the move had not been made. */
bool history_take_back(game_history *h, int seat)
{
    int i = history_find_takeback(h, seat);
    if (i < 0)
        return false;
    bool is_in_stage = (size_t)i >= h->n_stage;
    if (is_in_stage)
        history_without(h, i, h->state);
    h->n--;
    memmove(h->moves + i, h->moves + i + 1, (h->n - (size_t)i) * sizeof h->moves[0]);
    if (is_in_stage)
        remember_stage(h);
    else
        replay_all(h);
    return true;
}
