/* SPDX-License-Identifier: MIT */
/* terminal/ui/speed.h -- how long each move of a bot stays on the screen before the next one is shown. Most bots
 * answer within milliseconds. Without a pause several moves would appear at once, and the player could never take
 * back a move in time. The bot computes its next move during the pause, so a slow bot is not slowed down further.
 * Everything here is pure except clock_now_ms(). */
#ifndef TERMINAL_UI_SPEED_H
#define TERMINAL_UI_SPEED_H

#include <stdbool.h>
#include <stdint.h>

/* From the longest pause to none at all. The word is what the option --pace is given, the message a gettext key.
 *     id         word        message                                      milliseconds */
/* clang-format off */
#define SPEED_LIST(X)                                                              \
    X(SLOW,       "slow",     N_("The others move slowly."),               1500)   \
    X(NORMAL,     "normal",   N_("The others move at the usual pace."),     400)   \
    X(QUICK,      "quick",    N_("The others move quickly."),               150)   \
    X(NONE,       "none",     N_("The others move without a pause."),         0)
/* clang-format on */

typedef enum {
#define X(id, word, message, milliseconds) SPEED_##id,
    SPEED_LIST(X)
#undef X
        SPEEDS
} move_speed;

/* The words as one text, with spaces between: cli/options.h. */
#define SPEED_WORD(id, word, message, milliseconds) word " "
#define SPEED_WORDS                                 SPEED_LIST(SPEED_WORD)

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
