/* SPDX-License-Identifier: MIT */
/* terminal/pace.h -- how fast the moves of bots are shown. Most answer within milliseconds: several moves would be seen
 * at once and understood by nobody, and one's own could never be taken back. So each stays for a moment before the
 * next. Bots think meanwhile: those who take longer are not slowed down. Pure, but for the clock. */
#ifndef TERMINAL_PACE_H
#define TERMINAL_PACE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { PACE_SLOW, PACE_NORMAL, PACE_QUICK, PACE_NONE, PACES } pace_speed;

/* By its word on the command line. False: there is none of that name. */
bool pace_read(const char *word, pace_speed *out);

/* For people: gettext key. */
const char *pace_name(pace_speed s);

/* One step quicker (1) or slower (-1), as far as there is one. */
pace_speed pace_next(pace_speed s, int by);

typedef struct {
    int64_t since; /* when the latest move was shown */
    bool skips;    /* nobody wants to wait */
} pace;

/* Milliseconds of a clock that only goes forward. */
int64_t pace_now(void);

/* How many until the next move may be shown; 0: it may. */
int pace_left(const pace *p, pace_speed s, int64_t now);

#endif
