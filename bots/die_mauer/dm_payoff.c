/* SPDX-License-Identifier: MIT */
/* What a round brings. */
#include <assert.h>
#include <string.h>

#include "bots/dm_law.h"

/* -- The end of a hand -- */

static bool has_wall(const dm_spot *s)
{
    dm_stock all = 0;
    for (int seat = 0; seat < s->seats; seat++)
        all |= s->stock[seat];
    return all >> 4 * DM_WALLS != 0;
}

bool dm_is_hand_over(const dm_spot *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (!s->stock[seat])
            return true;
    return (s->ends == 0 && !has_wall(s)) || s->idle >= DM_IDLE_MAX;
}

void dm_settle(const dm_spot *s, float out[DM_SEATS])
{
    int penalty[DM_SEATS], all = 0;
    for (int seat = 0; seat < s->seats; seat++)
        all += penalty[seat] = dm_penalty_of(s->stock[seat]);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = (float)(all - penalty[seat] * s->seats) / (float)(s->seats - 1);
}

dm_spot dm_next_spot(const dm_spot *s, bool built)
{
    dm_spot next = *s;
    for (int seat = 0; seat < s->seats; seat++)
        next.stock[seat] = s->stock[seat + 1 < s->seats ? seat + 1 : 0];
    next.idle = built ? 0 : (uint8_t)(s->idle + 1);
    return next;
}

void dm_round_worth(const dm_spot *s, bool built, const dm_worth *w, float out[DM_SEATS])
{
    dm_spot next = dm_next_spot(s, built);
    float worth[DM_SEATS] = { 0 };
    if (dm_is_hand_over(&next))
        dm_settle(&next, worth);
    else
        w->of(w->context, &next, worth);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] = worth[seat ? seat - 1 : s->seats - 1];
}

/* -- Building -- */

unsigned dm_ends_after(int ends, int kind)
{
    static const uint8_t after_wall[] = { [0] = 1 << 1, [1] = 1 << 1 | 1 << 2, [2] = 1 << 2, [DM_BARE] = 1 << 2 };
    static const uint8_t after_special[] = { [0] = 0, [1] = 1 << 0, [2] = 1 << 1, [DM_BARE] = 1 << 0 };
    return kind < DM_WALLS ? after_special[ends] : after_wall[ends];
}

dm_spot dm_after_building(const dm_spot *s, int seat, int kind, int ends)
{
    dm_spot after = *s;
    after.stock[seat] -= dm_one(kind);
    after.ends = (uint8_t)ends;
    return after;
}

void dm_build_worth(const dm_spot *s, int kind, const uint8_t *builder, int n, const dm_worth *w, float out[DM_SEATS])
{
    bool is_first = true;
    if (n == 0) {
        dm_round_worth(s, true, w, out);
        return;
    }
    unsigned may = dm_ends_after(s->ends, kind);
    for (int ends = 0; may >> ends; ends++) {
        float worth[DM_SEATS] = { 0 };
        if (!(may >> ends & 1))
            continue;
        dm_spot after = dm_after_building(s, builder[0], kind, ends);
        dm_build_worth(&after, kind, builder + 1, n - 1, w, worth);
        if (is_first || worth[builder[0]] > out[builder[0]])
            memcpy(out, worth, sizeof worth);
        is_first = false;
    }
}

/* -- The empty hand -- */

dm_spot dm_after_gift(const dm_spot *s, int giver, int kind)
{
    dm_spot after = *s;
    after.stock[giver] -= dm_one(kind);
    after.stock[0] += dm_one(kind);
    return after;
}

int dm_best_gift(const dm_spot *s, int giver, const dm_worth *w, float out[DM_SEATS])
{
    int best = DM_NONE;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        float worth[DM_SEATS] = { 0 };
        if (!dm_count(s->stock[giver], kind))
            continue;
        dm_spot after = dm_after_gift(s, giver, kind);
        dm_round_worth(&after, false, w, worth);
        if (best == DM_NONE || worth[giver] > out[giver]) {
            memcpy(out, worth, sizeof worth);
            best = kind;
        }
    }
    return best;
}

/* Alone with the empty hand: the master builds what it likes best, or declines, which is worth `idle`. */
static void free_worth(const dm_spot *s, const float idle[DM_SEATS], const float alone[DM_KINDS][DM_SEATS],
                       float out[DM_SEATS])
{
    memcpy(out, idle, sizeof(float) * DM_SEATS);
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (dm_count(s->stock[0], kind) && dm_ends_after(s->ends, kind) && alone[kind][0] > out[0])
            memcpy(out, alone[kind], sizeof(float) * DM_SEATS);
}

/* -- All cases -- */

static void put(dm_cases *c, int choice, unsigned who, const float worth[DM_SEATS])
{
    for (int seat = 0; seat < c->seats; seat++)
        c->worth[who][seat][choice] = worth[seat];
}

/* The seats, the master left out, that hold a kind: bit 0 is the seat to its left. */
static unsigned holders(const dm_cases *c, int kind)
{
    unsigned who = 0;
    for (int seat = 1; seat < c->seats; seat++)
        who |= (unsigned)(c->may[seat] >> kind & 1) << (seat - 1);
    return who;
}

static int list_seats(unsigned who, uint8_t out[DM_SEATS])
{
    int n = 0;
    for (; who; who &= who - 1)
        out[n++] = (uint8_t)(1 + __builtin_ctz(who));
    return n;
}

static int room_for(const dm_spot *s, int kind)
{
    return kind >= DM_WALLS ? DM_SEATS : s->ends == DM_BARE ? 1 : s->ends;
}

/* The master's piece has room. `alone` is what it is worth to build it alone. */
static void foresee_thieves(const dm_spot *s, int kind, const dm_worth *w, const float alone[DM_SEATS], dm_cases *c)
{
    unsigned may = holders(c, kind);
    int room = room_for(s, kind);
    for (unsigned who = may; who; who = (who - 1) & may) {
        uint8_t thief[DM_SEATS];
        float worth[DM_SEATS] = { 0 };
        int n = list_seats(who, thief);
        if (n > room) {
            put(c, kind, who, alone);
            continue;
        }
        dm_build_worth(s, kind, thief, n, w, worth);
        put(c, kind, who, worth);
    }
}

static void foresee_empty(const dm_spot *s, const dm_worth *w, const float idle[DM_SEATS], dm_cases *c)
{
    for (unsigned who = 1; who < 1U << (s->seats - 1); who++) {
        float worth[DM_SEATS] = { 0 };
        if (who & (who - 1)) {
            put(c, DM_EMPTY, who, idle);
            continue;
        }
        dm_best_gift(s, 1 + __builtin_ctz(who), w, worth);
        put(c, DM_EMPTY, who, worth);
    }
}

void dm_foresee_cases(const dm_spot *s, const dm_worth *w, dm_cases *c)
{
    static const uint8_t master = 0;
    float idle[DM_SEATS] = { 0 }, alone[DM_KINDS][DM_SEATS] = { 0 }, free[DM_SEATS];
    assert(s->seats >= 1 && s->seats <= DM_SEATS);
    c->seats = s->seats;
    memset(c->worth, 0, sizeof c->worth[0] * ((size_t)1 << (s->seats - 1)));
    for (int seat = 0; seat < s->seats; seat++)
        c->may[seat] = (uint8_t)(dm_kinds_of(s->stock[seat]) | 1U << DM_EMPTY);
    dm_round_worth(s, false, w, idle);
    for (int kind = 0; kind < DM_KINDS; kind++) {
        if (!(c->may[0] >> kind & 1))
            continue;
        bool has_room = dm_ends_after(s->ends, kind) != 0;
        if (has_room)
            dm_build_worth(s, kind, &master, 1, w, alone[kind]);
        else
            memcpy(alone[kind], idle, sizeof idle);
        for (unsigned who = 0; !has_room && who < 1U << (s->seats - 1); who++)
            put(c, kind, who, idle);
        put(c, kind, 0, alone[kind]);
        if (has_room)
            foresee_thieves(s, kind, w, (const float *)alone[kind], c);
    }
    foresee_empty(s, w, idle, c);
    free_worth(s, idle, (const float(*)[DM_SEATS])alone, free);
    put(c, DM_EMPTY, 0, free);
}

/* -- One case, followed -- */

static dm_spot build_all(const dm_spot *s, int kind, const uint8_t *builder, int n, const dm_worth *w)
{
    dm_spot now = *s;
    for (int i = 0; i < n; i++) {
        unsigned may = dm_ends_after(now.ends, kind);
        float most = 0;
        dm_spot best = now;
        for (int ends = 0, first = 1; may >> ends; ends++) {
            float worth[DM_SEATS] = { 0 };
            if (!(may >> ends & 1))
                continue;
            dm_spot after = dm_after_building(&now, builder[i], kind, ends);
            dm_build_worth(&after, kind, builder + i + 1, n - i - 1, w, worth);
            if (first || worth[builder[i]] > most) {
                most = worth[builder[i]];
                best = after;
            }
            first = 0;
        }
        now = best;
    }
    return dm_next_spot(&now, true);
}

static dm_spot build_freely(const dm_spot *s, const dm_worth *w)
{
    static const uint8_t master = 0;
    int best = DM_NONE;
    float most[DM_SEATS] = { 0 };
    dm_round_worth(s, false, w, most);
    for (int kind = 0; kind < DM_KINDS; kind++) {
        float worth[DM_SEATS] = { 0 };
        if (!dm_count(s->stock[0], kind) || !dm_ends_after(s->ends, kind))
            continue;
        dm_build_worth(s, kind, &master, 1, w, worth);
        if (worth[0] > most[0]) {
            memcpy(most, worth, sizeof most);
            best = kind;
        }
    }
    return best == DM_NONE ? dm_next_spot(s, false) : build_all(s, best, &master, 1, w);
}

dm_spot dm_advance(const dm_spot *s, const uint8_t choice[DM_SEATS], const dm_worth *w)
{
    static const uint8_t master = 0;
    uint8_t same[DM_SEATS];
    float worth[DM_SEATS] = { 0 };
    int n = 0, kind = choice[0];
    for (int seat = 1; seat < s->seats; seat++)
        if (choice[seat] == kind)
            same[n++] = (uint8_t)seat;
    if (kind == DM_EMPTY && n == 1) {
        dm_spot after = dm_after_gift(s, same[0], dm_best_gift(s, same[0], w, worth));
        return dm_next_spot(&after, false);
    }
    if (kind == DM_EMPTY)
        return n ? dm_next_spot(s, false) : build_freely(s, w);
    int room = room_for(s, kind);
    if (room == 0)
        return dm_next_spot(s, false);
    return n && n <= room ? build_all(s, kind, same, n, w) : build_all(s, kind, &master, 1, w);
}
