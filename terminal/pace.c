/* SPDX-License-Identifier: MIT */
#include "terminal/pace.h"

#include <string.h>
#include <time.h>

#include "terminal/words.h"

static const struct {
    const char *word, *name;
    int milliseconds;
} speeds[PACES] = {
    [PACE_SLOW] = { "slow", N_("The others move slowly."), 1500 },
    [PACE_NORMAL] = { "normal", N_("The others move at the usual pace."), 400 },
    [PACE_QUICK] = { "quick", N_("The others move quickly."), 150 },
    [PACE_NONE] = { "none", N_("The others move without a pause."), 0 },
};

bool pace_read(const char *word, pace_speed *out)
{
    for (int i = 0; i < PACES; i++)
        if (strcmp(word, speeds[i].word) == 0) {
            *out = (pace_speed)i;
            return true;
        }
    return false;
}

const char *pace_name(pace_speed s)
{
    return speeds[s].name;
}

pace_speed pace_next(pace_speed s, int by)
{
    int next = (int)s + by;
    return next >= 0 && next < PACES ? (pace_speed)next : s;
}

int64_t pace_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int pace_left(const pace *p, pace_speed s, int64_t now)
{
    int64_t left = p->since + speeds[s].milliseconds - now;
    return p->skips || left < 0 ? 0 : (int)left;
}
