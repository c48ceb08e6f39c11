/* SPDX-License-Identifier: MIT */
/* Clocks. They are worked out from the times of the entries alone, so every process shows the same. A clock runs while
 * its seat may act and a person has it. Times that go backwards, since two machines disagree, count as no time. */
#include "server/table_int.h"

static int64_t full_time(const table_plan *p)
{
    return p->timing == TABLE_DAYS ? (int64_t)p->days * 86400000 : (int64_t)p->minutes * 60000;
}

static unsigned seats_on_the_clock(const table *t)
{
    unsigned people = 0;
    for (int seat = 0; seat < t->plan.seats; seat++)
        people |= (unsigned)(t->seat[seat].bot[0] == '\0') << seat;
    return t->plan.timing != TABLE_UNTIMED && is_playing(t) ? people & t->course.state->to_act : 0;
}

void clock_begin(table *t, store_time at)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        t->left[seat] = full_time(&t->plan);
    t->clock_at = at;
}

static int64_t left_at(const table *t, int seat, store_time at)
{
    int64_t passed = t->running >> seat & 1 && at > t->clock_at ? at - t->clock_at : 0;
    return t->left[seat] > passed ? t->left[seat] - passed : 0;
}

void clock_pass(table *t, store_time at)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        t->left[seat] = left_at(t, seat, at);
    if (at > t->clock_at)
        t->clock_at = at;
}

/* Days are for one move: a clock is full again whenever its seat's turn begins. Taking back begins no turn. */
static void fill_up(table *t, unsigned seats)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (seats >> seat & 1)
            t->left[seat] = full_time(&t->plan);
}

void clock_go_on(table *t, const store_entry *e, unsigned before)
{
    int64_t *left = &t->left[e->seat];
    int64_t increment =
        t->plan.timing == TABLE_CLOCK && !t->seat[e->seat].bot[0] ? t->plan.increment * INT64_C(1000) : 0;
    switch (e->kind) {
    case TABLE_MOVE:
        *left += increment;
        if (t->plan.timing == TABLE_DAYS)
            fill_up(t, t->course.state->to_act & ~(before & ~(1U << e->seat)));
        break;
    case TABLE_BACK:
        *left = *left > increment ? *left - increment : 0;
        break;
    case TABLE_RETURN:
        *left = *left > TABLE_BACK_MS ? *left : TABLE_BACK_MS;
        break;
    default:
        break;
    }
    t->running = seats_on_the_clock(t);
}

/* What this seat will have left when the entry is made, before the time that has passed is deducted. Never more than it
 * will be: the increment of a move and the minute of a seat that is taken back are not counted. */
static int64_t left_after(const table *t, const store_entry *e, int seat)
{
    bool begins_turn = e && e->kind == TABLE_MOVE && (e->seat == seat || !(t->running >> seat & 1));
    if (t->plan.timing == TABLE_DAYS && begins_turn)
        return full_time(&t->plan);
    int64_t taken_back = e && e->kind == TABLE_BACK && e->seat == seat ? t->plan.increment * INT64_C(1000) : 0;
    return t->left[seat] > taken_back ? t->left[seat] - taken_back : 0;
}

/* When the first clock of these seats will run out if this entry is made; e is NULL: as it is. A clock that runs goes
 * on from where it was last looked at, all others begin now. */
static store_time first_out_after(const table *t, const store_entry *e, unsigned seats)
{
    store_time first = 0;
    for (int seat = 0; seat < t->plan.seats; seat++) {
        if (!(seats >> seat & 1))
            continue;
        bool begins_turn = e && e->kind == TABLE_MOVE && e->seat == seat && t->plan.timing == TABLE_DAYS;
        bool goes_on = !e || (t->running >> seat & 1 && !begins_turn);
        store_time out = (goes_on ? t->clock_at : e->at) + left_after(t, e, seat);
        first = first == 0 || out < first ? out : first;
    }
    return first;
}

static unsigned seats_of_bots(const table *t)
{
    unsigned bots = 0;
    for (int seat = 0; seat < t->plan.seats; seat++)
        bots |= (unsigned)(t->seat[seat].bot[0] != '\0') << seat;
    return bots;
}

void table_foresee(const table *t, table_wish *w)
{
    const store_entry *e = &w->entry;
    unsigned bots = seats_of_bots(t), to_act = w->after.state == STORE_PLAYING ? w->after.to_act : 0;
    if (e->kind == TABLE_BOT_SITS)
        bots |= 1U << e->seat;
    if (e->kind == TABLE_RETURN)
        bots &= ~(1U << e->seat);
    w->after.bots = to_act & bots;
    w->after.deadline = t->plan.timing == TABLE_UNTIMED ? 0 : first_out_after(t, e, to_act & ~bots);
    if (!w->after.deadline)
        w->after.deadline = shuffle_deadline_after(t, w);
}

store_time table_deadline(const table *t)
{
    store_time first = first_out_after(t, NULL, t->running);
    return first ? first : shuffle_deadline(t);
}

bool table_clock(const table *t, store_time now, int64_t left[MUR_SEATS], unsigned *running, store_time *first_out)
{
    *running = t->running;
    *first_out = 0;
    if (t->plan.timing == TABLE_UNTIMED)
        return false;
    for (int seat = 0; seat < t->plan.seats; seat++) {
        store_time out = t->clock_at + t->left[seat];
        left[seat] = left_at(t, seat, now);
        if ((t->running >> seat & 1) && (*first_out == 0 || out < *first_out))
            *first_out = out;
    }
    if (!*first_out)
        *first_out = shuffle_deadline(t);
    return true;
}
