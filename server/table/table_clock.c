/* SPDX-License-Identifier: MIT */
/* server/table/table_clock.c -- clocks and deadlines. Clocks are computed from the times of the entries alone, so every
 * process shows the same. A clock runs while its seat is to act and a person plays it; bots have none. Times that go
 * backwards, because two machines disagree, count as no time. The store keeps for each table the time when it next
 * needs attention (store_status.deadline); table_predict_status() computes it before an entry is written. It may be too
 * early, never too late: too early costs one look by the sweep, too late would let a player exceed their time. */
#include <assert.h>

#include "server/common/system_clock.h"
#include "server/table/table_int.h"

static int64_t full_time(const table_plan *p)
{
    assert(p->timing != TABLE_DAYS || p->days >= 1);
    return p->timing == TABLE_DAYS ? p->days * DAY_MS : (int64_t)p->minutes * 60000;
}

static unsigned seats_on_the_clock(const table *t)
{
    return t->plan.timing != TABLE_UNTIMED && is_playing(t) ? t->history.state->to_act & ~table_bots(t) : 0;
}

void clock_start(table *t, store_time at)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        t->left[seat] = full_time(&t->plan);
    t->clock_at = at;
}

/* The time that a seat has left at this moment: a running clock has lost the time since clock_at. */
static int64_t left_at(const table *t, int seat, store_time at)
{
    assert(is_seat(t, seat) && t->left[seat] >= 0);
    int64_t passed = t->running >> seat & 1 && at > t->clock_at ? at - t->clock_at : 0;
    return t->left[seat] > passed ? t->left[seat] - passed : 0;
}

void clock_advance(table *t, store_time at)
{
    assert(at >= 0);
    for (int seat = 0; seat < t->plan.seats; seat++)
        t->left[seat] = left_at(t, seat, at);
    if (at > t->clock_at)
        t->clock_at = at;
}

/* Days are for one move: a clock is full again whenever its seat's turn begins. Taking back begins no turn. */
static void refill(table *t, unsigned seats)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (seats >> seat & 1)
            t->left[seat] = full_time(&t->plan);
}

/* Adds the increment after a move, takes it away again after a take-back, and gives a person who returns at least a
 * minute. */
void clock_resume(table *t, const store_entry *e, unsigned before)
{
    int64_t *left = &t->left[e->seat];
    int64_t increment =
        t->plan.timing == TABLE_CLOCK && !t->seat[e->seat].bot[0] ? t->plan.increment * INT64_C(1000) : 0;
    switch (e->kind) {
    case TABLE_MOVE:
        *left += increment;
        if (t->plan.timing == TABLE_DAYS)
            refill(t, t->history.state->to_act & ~(before & ~(1U << e->seat)));
        break;
    case TABLE_TAKE_BACK:
        *left = *left > increment ? *left - increment : 0;
        break;
    case TABLE_RETURN:
        *left = *left > TABLE_RETURN_MS ? *left : TABLE_RETURN_MS;
        break;
    default:
        break;
    }
    t->running = seats_on_the_clock(t);
}

/* What this seat will have left after the entry, before the time that has passed is deducted. Never more than it will
 * be: the increment of a move and the minute of a person who returns are not counted. */
static int64_t left_after(const table *t, const store_entry *e, int seat)
{
    bool begins_turn = e && e->kind == TABLE_MOVE && (e->seat == seat || !(t->running >> seat & 1));
    if (t->plan.timing == TABLE_DAYS && begins_turn)
        return full_time(&t->plan);
    int64_t taken_back = e && e->kind == TABLE_TAKE_BACK && e->seat == seat ? t->plan.increment * INT64_C(1000) : 0;
    return t->left[seat] > taken_back ? t->left[seat] - taken_back : 0;
}

/* When the first clock of these seats will run out if this entry is appended; e is NULL: without one. A running clock
 * continues from clock_at, all others begin at the entry. */
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

/* Which bots are to act after the entry follows from the seats and from the entry itself, if it changes who plays a
 * seat. */
store_status table_predict_status(const table *t, const table_draft *d, store_time at)
{
    assert(is_seat(t, d->entry.seat));
    store_entry e = table_draft_entry(d, at);
    store_status after = d->after;
    unsigned bots = table_bots(t), to_act = after.state == STORE_PLAYING ? after.to_act : 0;
    if (e.kind == TABLE_BOT_SITS)
        bots |= 1U << e.seat;
    if (e.kind == TABLE_RETURN)
        bots &= ~(1U << e.seat);
    after.bots = to_act & bots;
    after.deadline = t->plan.timing == TABLE_UNTIMED ? 0 : first_out_after(t, &e, to_act & ~bots);
    if (!after.deadline)
        after.deadline = shuffle_deadline_after(t, d, at);
    return after;
}

store_time table_deadline(const table *t)
{
    store_time first = first_out_after(t, NULL, t->running);
    return first ? first : shuffle_deadline(t);
}

/* Before the start it tells when an awaited seat is given up instead. */
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
