/* SPDX-License-Identifier: MIT */
#include "server/course.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void copy(const course *c, mur_state *to, const mur_state *from)
{
    memcpy(to, from, c->game->state_size);
}

static void start(const course *c, mur_state *out)
{
    mur_err e = c->game->start(c->setup, out);
    assert(!e);
    (void)e;
}

/* Plays moves [from, to) but for one of them; -1: all. They were played before, and those of a stage in any order. */
static void replay(const course *c, mur_state *s, size_t from, size_t to, int but)
{
    for (size_t i = from; i < to; i++)
        if ((int)i != but) {
            mur_err e = c->game->play(s, c->moves[i].seat, c->moves[i].move, NULL);
            assert(!e);
            (void)e;
        }
}

void course_open(course *c, const mur_game *g, const mur_setup *setup)
{
    *c = (course){ .game = g,
                   .setup = mur_new(g->setup_size),
                   .state = mur_new(g->state_size),
                   .stage = mur_new(g->state_size),
                   .began = mur_new(g->state_size) };
    memcpy(c->setup, setup, g->setup_size);
    start(c, c->state);
    copy(c, c->stage, c->state);
    copy(c, c->began, c->state);
}

void course_close(course *c)
{
    free(c->setup);
    free(c->state);
    free(c->stage);
    free(c->began);
    free(c->moves);
    *c = (course){ 0 };
}

/* -- Playing -- */

static void remember_stage(course *c)
{
    copy(c, c->began, c->stage);
    c->n_began = c->n_stage;
}

/* A stage goes on while those who are left to act are those of before, without the one who just did. */
static void end_stage(course *c, unsigned to_act, int seat)
{
    if (c->state->to_act && c->state->to_act == (to_act & ~(1U << seat)))
        return;
    copy(c, c->stage, c->state);
    c->n_stage = c->n;
}

mur_err course_play(course *c, int seat, mur_move m)
{
    unsigned to_act = c->state->to_act;
    mur_err e = c->game->play(c->state, seat, m, NULL);
    if (e)
        return e;
    remember_stage(c);
    c->moves = mur_grow(c->moves, &c->max, c->n + 1, sizeof c->moves[0]);
    c->moves[c->n++] = (mur_played){ m, (uint8_t)seat };
    end_stage(c, to_act, seat);
    return MUR_OK;
}

/* -- Seeing again -- */

void course_step_open(course_step *s, const mur_game *g)
{
    *s = (course_step){ .before = mur_new(g->state_size), .after = mur_new(g->state_size) };
}

void course_step_close(course_step *s)
{
    free(s->before);
    free(s->after);
    *s = (course_step){ .before = NULL };
}

void course_see(const course *c, size_t i, course_step *out)
{
    assert(c->n_began <= i && i < c->n);
    copy(c, out->before, c->began);
    replay(c, out->before, c->n_began, i, -1);
    copy(c, out->after, out->before);
    out->made = c->moves[i];
    out->events.n = 0;
    mur_err e = c->game->play(out->after, out->made.seat, out->made.move, &out->events);
    assert(!e);
    (void)e;
}

/* -- Taking back -- */

int course_find(const course *c, int seat)
{
    for (size_t i = c->n; i > c->n_stage; i--)
        if (c->moves[i - 1].seat == seat)
            return (int)i - 1;
    return c->n > 0 && c->n == c->n_stage && c->moves[c->n - 1].seat == seat ? (int)c->n - 1 : -1;
}

void course_without(const course *c, int i, mur_state *out)
{
    if ((size_t)i >= c->n_stage) {
        copy(c, out, c->stage);
        replay(c, out, c->n_stage, c->n, i);
    } else if ((size_t)i >= c->n_began) {
        copy(c, out, c->began);
        replay(c, out, c->n_began, (size_t)i, -1);
    } else {
        start(c, out);
        replay(c, out, 0, (size_t)i, -1);
    }
}

/* All again, since nobody knows where the stage of a move in the middle began. */
static void rebuild(course *c)
{
    size_t n = c->n;
    start(c, c->state);
    copy(c, c->stage, c->state);
    copy(c, c->began, c->state);
    c->n = c->n_stage = c->n_began = 0;
    for (size_t i = 0; i < n; i++) {
        mur_err e = course_play(c, c->moves[i].seat, c->moves[i].move);
        assert(!e);
        (void)e;
    }
}

bool course_back(course *c, int seat)
{
    int i = course_find(c, seat);
    if (i < 0)
        return false;
    bool is_in_stage = (size_t)i >= c->n_stage;
    if (is_in_stage)
        course_without(c, i, c->state);
    c->n--;
    memmove(c->moves + i, c->moves + i + 1, (c->n - (size_t)i) * sizeof c->moves[0]);
    if (is_in_stage)
        remember_stage(c);
    else
        rebuild(c);
    return true;
}
