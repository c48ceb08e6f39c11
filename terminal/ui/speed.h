/* SPDX-License-Identifier: MIT */
/* terminal/ui/speed.h -- how long each move of a bot stays on the screen before the next one is shown. Most bots
 * answer within milliseconds. Without a pause several moves would appear at once, and the player could never take
 * back a move in time. The bot computes its next move during the pause, so a slow bot is not slowed down further.
 * Everything here is pure except clock_now_ms(). */
#ifndef TERMINAL_UI_SPEED_H
#define TERMINAL_UI_SPEED_H

#include <stdbool.h>
#include <stdint.h>

/* From the longest pause to none at all; the values of the option --pace. */
typedef enum { SPEED_SLOW, SPEED_NORMAL, SPEED_QUICK, SPEED_NONE, SPEEDS } move_speed;

/* Reads a value of --pace. Returns false, and leaves *out alone, if the word is unknown. */
bool speed_read(const char *word, move_speed *out);

/* A sentence for the status line, as a gettext key. */
const char *speed_message(move_speed s);

/* One step faster (by = 1) or slower (by = -1); stays where it is at either end. */
move_speed speed_step(move_speed s, int by);

typedef struct {
    int64_t shown_at; /* clock_now_ms() when the latest position appeared */
    bool is_skipped;  /* the player pressed skip: no pauses until their next turn */
} move_timer;

/* Milliseconds of the monotonic clock. */
int64_t clock_now_ms(void);

/* Milliseconds until the next move may be shown; 0: now. */
int move_timer_left(const move_timer *p, move_speed s, int64_t now);

#endif
