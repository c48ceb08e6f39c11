/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_payoff.c -- what a round of Die Mauer leads to, and the values of that.
 * Read dm_round_value first: every way through a round ends there. dm_build_value and best_gift settle the decisions
 * after the reveal, dm_compute_payoffs collects all cases, and dm_play_round follows one of them to the next position.
 * Rules: chapters "A building round" to "The end of a hand" of engine/die_mauer/rules.en.md. */
#include <assert.h>
#include <string.h>

#include "bots/die_mauer/dm_payoff.h"

/* -- The end of a hand -- */

/* Does any seat still hold a wall piece? Without one, and without a free end, nothing can ever be built again. */
static bool has_wall(const dm_position *s)
{
    dm_stock all = 0;
    for (int seat = 0; seat < s->seats; seat++)
        all |= s->stock[seat];
    return all >> 4 * DM_WALLS != 0;
}

bool dm_is_hand_over(const dm_position *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (!s->stock[seat])
            return true;
    return (s->ends == 0 && !has_wall(s)) || s->idle >= DM_IDLE_MAX;
}

void dm_final_values(const dm_position *s, float out[DM_SEATS])
{
    int penalty[DM_SEATS], all = 0;
    assert(s->seats > 1);
    for (int seat = 0; seat < s->seats; seat++)
        all += penalty[seat] = dm_penalty_of(s->stock[seat]);
    for (int seat = 0; seat < s->seats; seat++)
        /* (all - own) / (seats - 1) - own, with one division */
        out[seat] = (float)(all - penalty[seat] * s->seats) / (float)(s->seats - 1);
}

dm_position dm_next_position(const dm_position *s, bool built)
{
    dm_position next = *s;
    for (int seat = 0; seat < s->seats; seat++)
        next.stock[seat] = s->stock[seat + 1 < s->seats ? seat + 1 : 0];
    next.idle = built ? 0 : (uint8_t)(s->idle + 1);
    return next;
}

void dm_round_value(const dm_position *s, bool built, const dm_evaluator *eval, float out[DM_SEATS])
{
    dm_position next = dm_next_position(s, built);
    float value[DM_SEATS] = { 0 };
    if (dm_is_hand_over(&next))
        dm_final_values(&next, value);
    else
        eval->evaluate(eval->context, &next, value);
    for (int seat = 0; seat < s->seats; seat++) /* the master of this round is the last seat of the next */
        out[seat] = value[seat ? seat - 1 : s->seats - 1];
}

/* -- Building -- */

/* The possible numbers of free ends once a piece of this kind is built, one bit each; 0: there is no room for it. A
 * wall can stand anywhere and opens the end where it stands. A special needs a free end and closes it; the very first
 * piece, if special, leaves no end free. Building a wall with one free end may keep it or open the other one. */
static unsigned ends_after(int ends, int kind)
{
    assert(ends >= 0 && ends <= DM_NO_WALL && kind >= 0 && kind < DM_KINDS);
    static const uint8_t after_wall[] = { [0] = 1 << 1, [1] = 1 << 1 | 1 << 2, [2] = 1 << 2, [DM_NO_WALL] = 1 << 2 };
    static const uint8_t after_special[] = { [0] = 0, [1] = 1 << 0, [2] = 1 << 1, [DM_NO_WALL] = 1 << 0 };
    return kind < DM_WALLS ? after_special[ends] : after_wall[ends];
}

dm_position dm_after_building(const dm_position *s, int seat, int kind, int ends)
{
    dm_position after = *s;
    assert(dm_count(s->stock[seat], kind) > 0);
    after.stock[seat] -= dm_one(kind);
    after.ends = (uint8_t)ends;
    return after;
}

/* Recursive over the builders: at most five of them, and at most two numbers of ends each. Ties go to fewer free ends.
 */
void dm_build_value(const dm_position *s, int kind, const uint8_t *builder, int n, const dm_evaluator *eval,
                    float out[DM_SEATS])
{
    bool is_first = true;
    if (n == 0) {
        dm_round_value(s, true, eval, out);
        return;
    }
    unsigned legal = ends_after(s->ends, kind);
    for (int ends = 0; legal >> ends; ends++) {
        float value[DM_SEATS] = { 0 };
        if (!(legal >> ends & 1))
            continue;
        dm_position after = dm_after_building(s, builder[0], kind, ends);
        dm_build_value(&after, kind, builder + 1, n - 1, eval, value);
        if (is_first || value[builder[0]] > out[builder[0]])
            memcpy(out, value, sizeof value);
        is_first = false;
    }
}

/* -- The empty hand -- */

dm_position dm_after_gift(const dm_position *s, int giver, int kind)
{
    dm_position after = *s;
    assert(giver > 0 && dm_count(s->stock[giver], kind) > 0);
    after.stock[giver] -= dm_one(kind);
    after.stock[0] += dm_one(kind);
    return after;
}

/* The gift that is best for the giver; returns its kind, and its value to all seats in `out`. */
static int best_gift(const dm_position *s, int giver, const dm_evaluator *eval, float out[DM_SEATS])
{
    int best = DM_NONE;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        float value[DM_SEATS] = { 0 };
        if (!dm_count(s->stock[giver], kind))
            continue;
        dm_position after = dm_after_gift(s, giver, kind);
        dm_round_value(&after, false, eval, value);
        if (best == DM_NONE || value[giver] > out[giver]) {
            memcpy(out, value, sizeof value);
            best = kind;
        }
    }
    return best;
}

/* The master alone shows the empty hand: it may build any piece that has room, or decline. `idle` is the value of
 * declining, alone[kind] that of building the kind alone. */
static void free_building_value(const dm_position *s, const float idle[DM_SEATS], const float alone[DM_KINDS][DM_SEATS],
                                float out[DM_SEATS])
{
    memcpy(out, idle, sizeof(float) * DM_SEATS);
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (dm_count(s->stock[0], kind) && ends_after(s->ends, kind) && alone[kind][0] > out[0])
            memcpy(out, alone[kind], sizeof(float) * DM_SEATS);
}

/* -- All cases -- */

/* Stores the values of one case. */
static void put(dm_payoffs *c, int choice, unsigned who, const float value[DM_SEATS])
{
    for (int seat = 0; seat < c->seats; seat++)
        c->value[who][seat][choice] = value[seat];
}

/* The seats, the master left out, that hold a kind: bit 0 is the seat to its left. */
static unsigned holders(const dm_payoffs *c, int kind)
{
    unsigned who = 0;
    for (int seat = 1; seat < c->seats; seat++)
        who |= (unsigned)(c->legal[seat] >> kind & 1) << (seat - 1);
    return who;
}

/* The seats of a case, in turn order; returns how many. */
static int list_seats(unsigned who, uint8_t out[DM_SEATS])
{
    int n = 0;
    for (; who; who &= who - 1)
        out[n++] = (uint8_t)(1 + __builtin_ctz(who));
    return n;
}

/* The cases in which others (thieves) chose the master's kind, for which there is room. If all thieves have room they
 * build and the master does not; else the master builds alone, which has the values `alone`.
 * `who = (who - 1) & holding` walks through all non-empty subsets of the seats that hold the kind. */
static void payoffs_with_thieves(const dm_position *s, int kind, const dm_evaluator *eval, const float alone[DM_SEATS],
                                 dm_payoffs *c)
{
    unsigned holding = holders(c, kind);
    int room = dm_position_room(s, kind);
    for (unsigned who = holding; who; who = (who - 1) & holding) {
        uint8_t thief[DM_SEATS];
        float value[DM_SEATS] = { 0 };
        int n = list_seats(who, thief);
        if (n > room) {
            put(c, kind, who, alone);
            continue;
        }
        dm_build_value(s, kind, thief, n, eval, value);
        put(c, kind, who, value);
    }
}

/* The cases in which others showed the empty hand like the master: exactly one other gives a piece, several cancel out.
 */
static void payoffs_of_empty_hand(const dm_position *s, const dm_evaluator *eval, const float idle[DM_SEATS],
                                  dm_payoffs *c)
{
    for (unsigned who = 1; who < 1U << (s->seats - 1); who++) {
        float value[DM_SEATS] = { 0 };
        if (who & (who - 1)) {
            put(c, DM_EMPTY, who, idle);
            continue;
        }
        best_gift(s, 1 + __builtin_ctz(who), eval, value);
        put(c, DM_EMPTY, who, value);
    }
}

/* For each choice of the master: its value if nobody else makes it (case 0), then the other cases. A kind without room
 * has no effect, even if others chose it as well: every case is an idle round. Choices that the master does not hold
 * keep value 0. */
void dm_compute_payoffs(const dm_position *s, const dm_evaluator *eval, dm_payoffs *c)
{
    static const uint8_t master = 0;
    float idle[DM_SEATS] = { 0 }, alone[DM_KINDS][DM_SEATS] = { 0 }, free[DM_SEATS];
    assert(s->seats >= 1 && s->seats <= DM_SEATS && !dm_is_hand_over(s));
    c->seats = s->seats;
    memset(c->value, 0, sizeof c->value[0] * ((size_t)1 << (s->seats - 1)));
    for (int seat = 0; seat < s->seats; seat++)
        c->legal[seat] = (uint8_t)(dm_kinds_in(s->stock[seat]) | 1U << DM_EMPTY);
    dm_round_value(s, false, eval, idle);
    for (int kind = 0; kind < DM_KINDS; kind++) {
        if (!(c->legal[0] >> kind & 1))
            continue;
        bool has_room = ends_after(s->ends, kind) != 0;
        if (has_room)
            dm_build_value(s, kind, &master, 1, eval, alone[kind]);
        else
            memcpy(alone[kind], idle, sizeof idle);
        for (unsigned who = 0; !has_room && who < 1U << (s->seats - 1); who++)
            put(c, kind, who, idle);
        put(c, kind, 0, alone[kind]);
        if (has_room)
            payoffs_with_thieves(s, kind, eval, (const float *)alone[kind], c);
    }
    payoffs_of_empty_hand(s, eval, idle, c);
    free_building_value(s, idle, (const float(*)[DM_SEATS])alone, free);
    put(c, DM_EMPTY, 0, free);
}

/* -- One case, followed -- */

/* The position after these n seats have built, each at its best end, as dm_build_value assumes: for every builder the
 * ends are compared with all later builders still to come. */
static dm_position build_all(const dm_position *s, int kind, const uint8_t *builder, int n, const dm_evaluator *eval)
{
    dm_position now = *s;
    for (int i = 0; i < n; i++) {
        unsigned legal = ends_after(now.ends, kind);
        float most = 0;
        dm_position best = now;
        for (int ends = 0, first = 1; legal >> ends; ends++) {
            float value[DM_SEATS] = { 0 };
            if (!(legal >> ends & 1))
                continue;
            dm_position after = dm_after_building(&now, builder[i], kind, ends);
            dm_build_value(&after, kind, builder + i + 1, n - i - 1, eval, value);
            if (first || value[builder[i]] > most) {
                most = value[builder[i]];
                best = after;
            }
            first = 0;
        }
        now = best;
    }
    return dm_next_position(&now, true);
}

/* The master alone showed the empty hand: it builds the piece with the best value, or none if declining is better. */
static dm_position build_freely(const dm_position *s, const dm_evaluator *eval)
{
    static const uint8_t master = 0;
    int best = DM_NONE;
    float most[DM_SEATS] = { 0 };
    dm_round_value(s, false, eval, most);
    for (int kind = 0; kind < DM_KINDS; kind++) {
        float value[DM_SEATS] = { 0 };
        if (!dm_count(s->stock[0], kind) || !ends_after(s->ends, kind))
            continue;
        dm_build_value(s, kind, &master, 1, eval, value);
        if (value[0] > most[0]) {
            memcpy(most, value, sizeof most);
            best = kind;
        }
    }
    return best == DM_NONE ? dm_next_position(s, false) : build_all(s, best, &master, 1, eval);
}

/* The same distinctions as in dm_compute_payoffs, for one set of choices: one other empty hand gives a piece, several
 * cancel out; thieves build if all of them have room. */
dm_position dm_play_round(const dm_position *s, const uint8_t choice[DM_SEATS], const dm_evaluator *eval)
{
    static const uint8_t master = 0;
    uint8_t same[DM_SEATS];
    float value[DM_SEATS] = { 0 };
    int n = 0, kind = choice[0];
    for (int seat = 1; seat < s->seats; seat++)
        if (choice[seat] == kind)
            same[n++] = (uint8_t)seat;
    if (kind == DM_EMPTY && n == 1) {
        dm_position after = dm_after_gift(s, same[0], best_gift(s, same[0], eval, value));
        return dm_next_position(&after, false);
    }
    if (kind == DM_EMPTY)
        return n ? dm_next_position(s, false) : build_freely(s, eval);
    int room = dm_position_room(s, kind);
    if (room == 0)
        return dm_next_position(s, false);
    return n && n <= room ? build_all(s, kind, same, n, eval) : build_all(s, kind, &master, 1, eval);
}
