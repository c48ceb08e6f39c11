/* SPDX-License-Identifier: MIT */
/* terminal/screens/play_speed.c -- pauses between bots' moves. The loop does not sleep: during a pause the play screen
 * does not update its session and reports the remaining time as its timeout, so every key keeps working, and the player
 * can take a move back before the bots answer it. Only local sessions have pauses
 * (session.can_delay). */
#include "terminal/screens/play_int.h"
#include "terminal/ui/translate.h"

void play_start_timer(play_screen *p, bool has_turn)
{
    p->move_timer.shown_at = clock_now_ms();
    if (has_turn)
        p->move_timer.is_skipped = false;
}

int play_delay_left(const play_screen *p)
{
    return p->session->can_delay ? move_timer_left(&p->move_timer, p->base.app->speed, clock_now_ms()) : 0;
}

int play_timeout(const screen *s)
{
    int left = play_delay_left((const play_screen *)s);
    return left > 0 ? left : -1;
}

bool play_has_speed(const screen *s)
{
    const session *gs = ((const play_screen *)s)->session;
    return gs->can_delay && !gs->is_over;
}

bool play_is_waiting(const screen *s)
{
    return play_has_speed(s) && !game_pane_is_choosing(&((const play_screen *)s)->pane);
}

bool play_can_skip(const screen *s)
{
    return play_is_waiting(s) && s->app->speed != SPEED_NONE && !((const play_screen *)s)->move_timer.is_skipped;
}

/* No pauses until the person is to move again. */
void play_skip(screen *s, keypress k)
{
    (void)k;
    ((play_screen *)s)->move_timer.is_skipped = true;
}

/* While bots move the status line shows the speed anyway. */
void play_change_speed(screen *s, keypress k)
{
    s->app->speed = speed_step(s->app->speed, k.code == '-' ? -1 : 1);
    if (!play_is_waiting(s))
        app_show_message(s->app, _(speed_message(s->app->speed)));
}
