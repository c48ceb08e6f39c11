/* SPDX-License-Identifier: MIT */
/* The moves of bots, each for its moment (terminal/pace.h). Nobody sleeps: the table is not attended to before its
 * time, of which the loop knows, so every key works meanwhile, and a move can be taken back. */
#include "terminal/play_int.h"
#include "terminal/words.h"

void play_begin_moment(play *p, bool has_turn)
{
    p->pace.since = pace_now();
    if (has_turn)
        p->pace.skips = false;
}

int play_moment_left(const play *p)
{
    return p->table->can_wait ? pace_left(&p->pace, p->base.app->pace, pace_now()) : 0;
}

int play_wait(const screen *s)
{
    int left = play_moment_left((const play *)s);
    return left > 0 ? left : -1;
}

bool play_has_pace(const screen *s)
{
    const table *t = ((const play *)s)->table;
    return t->can_wait && !t->is_over;
}

bool play_waits(const screen *s)
{
    return play_has_pace(s) && !stage_chooses(&((const play *)s)->stage);
}

bool play_can_skip(const screen *s)
{
    return play_waits(s) && s->app->pace != PACE_NONE && !((const play *)s)->pace.skips;
}

void play_skip(screen *s, keypress k)
{
    (void)k;
    ((play *)s)->pace.skips = true;
}

/* Whoever waits sees it anyhow. */
void play_change_pace(screen *s, keypress k)
{
    s->app->pace = pace_next(s->app->pace, k.code == '-' ? -1 : 1);
    if (!play_waits(s))
        app_say(s->app, _(pace_name(s->app->pace)));
}
