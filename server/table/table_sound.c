/* SPDX-License-Identifier: MIT */
/* server/table/table_sound.c -- the invariants of a table. table_apply() asserts them after every entry, so each test,
 * each fuzz run and each debug server checks them all the time; a release build does not compile the calls. */
#include "server/table/table_int.h"

/* A seat is open, reserved, a person's or a bot's own; nobody has two seats. */
static bool is_seat_sound(const table *t, int seat)
{
    const table_seat *s = &t->seat[seat];
    if (s->is_reserved && (store_id_is_none(s->person) || s->bot[0] || s->is_forgotten || t->has_started))
        return false;
    if (s->is_forgotten && (!store_id_is_none(s->person) || s->name[0]))
        return false;
    if (!has_person(s) && !s->is_reserved && s->name[0])
        return false;
    return store_id_is_none(s->person) || table_find_person(t, s->person) == seat;
}

/* A seat contributes an open salt or a commitment to the shuffle, and the salt it committed to only after the seal. A
 * bot contributes nothing. */
static bool is_input_sound(const table *t, int seat)
{
    bool has_salt = t->salt[seat][0], has_commit = t->commit[seat][0], is_lapsed = t->lapsed >> seat & 1;
    if (has_commit && has_salt && !t->is_sealed)
        return false;
    if (has_commit && t->plan.repeats_deal)
        return false;
    if (is_lapsed && (has_commit || t->is_sealed || !has_person(&t->seat[seat])))
        return false;
    return t->has_started || !(has_salt || has_commit) || (has_person(&t->seat[seat]) && !t->seat[seat].bot[0]);
}

static bool is_shuffle_sound(const table *t)
{
    unsigned all = (1U << t->plan.seats) - 1;
    if (t->lapsed & ~all || (t->is_sealed && (t->lapsed || !is_complete(t))))
        return false;
    return !(t->has_started && table_awaited(t));
}

/* Only clocks of people who are to act run, and none shows less than 0. */
static bool is_clock_sound(const table *t)
{
    unsigned to_act = is_playing(t) ? t->history.state->to_act : 0;
    if (t->running & ~to_act || (t->running && t->plan.timing == TABLE_UNTIMED))
        return false;
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (t->left[seat] < 0 || (t->running >> seat & 1 && t->seat[seat].bot[0]))
            return false;
    return true;
}

/* The moves that count are those of the entries minus what was taken back. Only the last entry is looked at: the ones
 * before it were last once. */
static bool is_history_sound(const table *t)
{
    const past_entry *last = t->length > 0 ? &t->entries[t->length - 1] : NULL;
    if (t->length > t->max || t->takeback_length > t->length)
        return false;
    if (!t->has_started)
        return t->history.n == 0 && !t->history.state;
    return is_complete(t) && t->history.n <= t->length && (!last || last->ply == t->history.n);
}

bool table_is_sound(const table *t)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (!is_seat_sound(t, seat) || !is_input_sound(t, seat))
            return false;
    return is_shuffle_sound(t) && is_clock_sound(t) && is_history_sound(t) &&
           (store_id_is_none(t->rematch) || is_over(t));
}
