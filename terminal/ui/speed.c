/* SPDX-License-Identifier: MIT */
/* terminal/ui/speed.c -- the pauses between bots' moves. screens/play_speed.c applies them: it does not
 * sleep, it delays session updates until move_timer_left() is 0. */
#include "terminal/ui/speed.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "terminal/ui/translate.h"

static const struct {
    const char *word, *message;
    int milliseconds;
} speeds[SPEEDS] = {
#define X(id, word, message, milliseconds) { word, message, milliseconds },
    SPEED_LIST(X)
#undef X
};

bool speed_read(const char *word, move_speed *out)
{
    for (int i = 0; i < SPEEDS; i++)
        if (strcmp(word, speeds[i].word) == 0) {
            *out = (move_speed)i;
            return true;
        }
    return false;
}

const char *speed_message(move_speed s)
{
    assert((unsigned)s < SPEEDS);
    return speeds[s].message;
}

move_speed speed_step(move_speed s, int by)
{
    assert(by == 1 || by == -1);
    int next = (int)s + by;
    return next >= 0 && next < SPEEDS ? (move_speed)next : s;
}

int64_t clock_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int move_timer_left(const move_timer *p, move_speed s, int64_t now)
{
    assert((unsigned)s < SPEEDS);
    int64_t left = p->shown_at + speeds[s].milliseconds - now;
    return p->is_skipped || left < 0 ? 0 : (int)left;
}
