/* SPDX-License-Identifier: MIT */
/* terminal/screens/play_int.h -- the play screen from inside: play.c has keys and turns, play_speed.c the pauses
 * between bots' moves. */
#ifndef TERMINAL_SCREENS_PLAY_INT_H
#define TERMINAL_SCREENS_PLAY_INT_H

#include "terminal/screens/game_pane.h"
#include "terminal/screens/play.h"

/* `session` is owned. With several persons at the keyboard `seat` is the one in front of the screen now. */
typedef struct {
    screen base;
    session *session;
    game_pane pane;
    int seat;             /* whose view is shown; MUR_WATCHER: nobody's */
    bool is_handing_over; /* a handover screen is on top of this one */
    move_timer move_timer;
} play_screen;

/* A new position is shown now. `has_turn`: the person who pressed skip is to move again, so skipping ends. */
void play_start_timer(play_screen *p, bool has_turn);

/* Milliseconds for which the session is not updated, so that the position can be seen; 0: update it. */
int play_delay_left(const play_screen *p);

/* The same as a screen's timeout: -1 if there is no pause. */
int play_timeout(const screen *s);

/* Is there a speed to change; are bots to move at some speed; can the pauses be skipped? */
bool play_has_speed(const screen *s);
bool play_is_waiting(const screen *s);
bool play_can_skip(const screen *s);

/* Keys. */
void play_skip(screen *s, keypress k);
void play_change_speed(screen *s, keypress k);

#endif
