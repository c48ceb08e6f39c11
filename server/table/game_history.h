/* SPDX-License-Identifier: MIT */
/* server/course.h -- the moves of one game that count, and the position they lead to.
 * Where several seats choose at once the order of their choices does not matter, so any of them can be taken out again
 * until the last one is made. Such a stretch of moves is a stage; where seats act in turn a stage ends with each move.
 * A move costs the same however many there were; only taking back a move that ended its stage plays all again. What
 * happened with the moves of the latest stage can be seen again at little cost, that of earlier ones cannot. */
#ifndef SERVER_COURSE_H
#define SERVER_COURSE_H

#include "engine/game.h"
#include "record/record.h"

typedef struct {
    const mur_game *game;
    mur_setup *setup;
    mur_state *state;
    mur_state *stage; /* after the first n_stage moves */
    mur_state *began; /* after the first n_began: where the stage of the latest move began, if that is still known */
    mur_played *moves;
    size_t n, n_stage, n_began, max;
} course;

/* A move and what is around it. */
typedef struct {
    mur_played made;
    mur_state *before, *after;
    mur_events events;
} course_step;

/* From the first position of this set-up, which is possible; it is copied. */
void course_open(course *c, const mur_game *g, const mur_setup *setup);
void course_close(course *c);

/* A refused move changes nothing. */
mur_err course_play(course *c, int seat, mur_move m);

void course_step_open(course_step *s, const mur_game *g);
void course_step_close(course_step *s);

/* What happened with this move, n_began or later. */
void course_see(const course *c, size_t i, course_step *out);

/* The move that this seat can take back, as far as the order of moves is concerned: its choice in this stage, or the
 * latest of all if it made that. -1: none. */
int course_find(const course *c, int seat);

/* The position without that move. */
void course_without(const course *c, int i, mur_state *out);

/* The move of course_find() is no more; false: there is none. */
bool course_back(course *c, int seat);

#endif
