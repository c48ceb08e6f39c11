/* SPDX-License-Identifier: MIT */
/* terminal/play_int.h -- the screen at which a game is played from inside: play.c is the screen, play_wait.c gives the
 * moves of bots their time. */
#ifndef TERMINAL_PLAY_INT_H
#define TERMINAL_PLAY_INT_H

#include "terminal/play.h"
#include "terminal/stage.h"

typedef struct {
    screen base;
    table *table;
    stage stage;
    int seat;        /* who sits before the screen; MUR_WATCHER */
    bool is_covered; /* somebody else is asked to */
    pace pace;
} play;

/* A position is shown from now on. `has_turn`: to whoever waited for it. */
void play_begin_moment(play *p, bool has_turn);

/* Milliseconds for which the table is left alone; what happens at it meanwhile is seen afterwards. */
int play_moment_left(const play *p);

int play_wait(const screen *s); /* the same for the loop: -1 if there are none */

/* Keys, and whether they work now. */
bool play_has_pace(const screen *s);
bool play_waits(const screen *s); /* for bots, at some pace */
bool play_can_skip(const screen *s);
void play_skip(screen *s, keypress k);
void play_change_pace(screen *s, keypress k);

#endif
