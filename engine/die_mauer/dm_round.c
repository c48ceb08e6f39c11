/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_round.c -- A building round: the moves there are, choosing, and quick rollouts.
 * In DM_CHOOSE every seat has one move: a kind it holds, or the empty hand. The last choice triggers dm_reveal(),
 * which decides who has to act next (dm_build.c). This is the fastest of the three games and rollouts are most of
 * what bots do, so the lists of choices come from a table indexed by the set of kinds a seat holds, and dm_rollout()
 * makes all choices of a round in one go. */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

/* -- Legal moves -- */

/* What may be chosen with each set of kinds in stock: the moves of these kinds and, last, the empty hand.
 * Each line doubles the table by one more kind. */
#define ROW_1(n, ...)                                                                                                  \
    { n, { __VA_ARGS__ } },                                                                                            \
    {                                                                                                                  \
        (n) + 1,                                                                                                       \
        {                                                                                                              \
            1, __VA_ARGS__                                                                                             \
        }                                                                                                              \
    }
#define ROW_2(n, ...) ROW_1(n, __VA_ARGS__), ROW_1((n) + 1, 2, __VA_ARGS__)
#define ROW_3(n, ...) ROW_2(n, __VA_ARGS__), ROW_2((n) + 1, 3, __VA_ARGS__)
#define ROW_4(n, ...) ROW_3(n, __VA_ARGS__), ROW_3((n) + 1, 4, __VA_ARGS__)
#define ROW_5(n, ...) ROW_4(n, __VA_ARGS__), ROW_4((n) + 1, 5, __VA_ARGS__)
#define ROW_6(n, ...) ROW_5(n, __VA_ARGS__), ROW_5((n) + 1, 6, __VA_ARGS__)
#define ROW_7(n, ...) ROW_6(n, __VA_ARGS__), ROW_6((n) + 1, 7, __VA_ARGS__)

static const struct {
    mur_move n, moves[DM_KINDS + 1];
} choices[1 << DM_KINDS] = { ROW_7(1, 8) };

_Static_assert(DM_DO_CHOOSE == 1 && DM_DO_CHOOSE + DM_EMPTY == 8, "the numbers in the table are moves");

/* Always copies the whole row of eight moves, even if fewer count: no branch to mispredict. */
static inline int list_choices(unsigned held, mur_move *out)
{
    assert(held <= DM_ALL_KINDS);
    memcpy(out, choices[held].moves, sizeof choices[held].moves);
    return (int)choices[held].n;
}

/* The ends where a piece of this kind may stand, ascending. Writes both places; a free left end comes first. */
static int list_ends(const dm_board *b, int kind, mur_move first, mur_move *out)
{
    unsigned ends = dm_ends_for(b, kind);
    out[0] = first + !(ends & 1);
    out[1] = first + DM_RIGHT;
    return (int)((ends & 1) + (ends >> 1));
}

/* The master alone had the empty hand: any own piece at any end that takes it, or pass. Pass has the lowest number. */
static int list_free(const dm_state *s, unsigned held, mur_move *out)
{
    int n = 0;
    out[n++] = DM_DO_PASS;
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (held >> kind & 1)
            n += list_ends(&s->board, kind, DM_DO_FREE + 2 * (mur_move)kind, out + n);
    return n;
}

/* Any kind the giver holds: the moves of choosing, shifted to those of giving. */
static int list_gifts(unsigned held, mur_move *out)
{
    int n = list_choices(held, out) - 1; /* all but the empty hand */
    for (int i = 0; i < n; i++)
        out[i] += DM_DO_GIVE - DM_DO_CHOOSE;
    return n;
}

/* What is due after a reveal. */
static int list_due(const dm_state *s, int seat, mur_move *out)
{
    switch ((dm_phase)s->board.phase) {
    case DM_BUILD:
        return list_ends(&s->board, s->board.piece, DM_DO_BUILD, out);
    case DM_FREE:
        return list_free(s, s->held[seat], out);
    case DM_GIFT:
        return list_gifts(s->held[seat], out);
    case DM_CHOOSE:
    case DM_OVER:
        break;
    }
    return 0;
}

/* Everybody who has not chosen yet may choose; after the reveal only the seat in to_act may act. At most 15 moves. */
int dm_legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const dm_state *s = (const dm_state *)base;
    if (!mur_may_act(base, seat))
        return 0;
    return s->board.phase == DM_CHOOSE ? list_choices(s->held[seat], out) : list_due(s, seat, out);
}

/* -- Choosing -- */

/* A secret choice: others see only that it was made. The last one reveals all. */
static mur_err choose(dm_state *s, int seat, mur_move m, mur_events *events)
{
    unsigned chosen = m - DM_DO_CHOOSE;
    if (chosen > DM_EMPTY)
        return m < DM_DO_END ? (mur_err)DM_ERR_CHOOSE_NOW : MUR_MOVE;
    if (!((s->held[seat] | 1U << DM_EMPTY) >> chosen & 1))
        return (mur_err)DM_ERR_NOT_HELD;
    s->chosen = dm_choose(s->chosen, seat, (int)chosen);
    s->base.to_act = (uint8_t)(s->base.to_act & ~(1U << seat));
    s->base.ply++;
    if (events) {
        mur_event e = mur_event_of(DM_SAY_CHOSE, seat);
        e.what = (uint8_t)(DM_THING + chosen);
        e.knows = (uint8_t)(1U << seat);
        mur_add_event(events, e);
    }
    if (!s->base.to_act)
        dm_reveal(s, events);
    return MUR_OK;
}

mur_err dm_play(mur_state *base, int seat, mur_move m, mur_events *events)
{
    dm_state *s = (dm_state *)base;
    if (!base->to_act)
        return MUR_OVER;
    if (!mur_may_act(base, seat))
        return MUR_TURN;
    mur_err e = s->board.phase == DM_CHOOSE ? choose(s, seat, m, events) : dm_act(s, seat, m, events);
    assert(e != MUR_OK || dm_is_sound(base));
    return e;
}

/* All seats that may still choose do so at once, in order of their numbers, as mur_rollout() would: the same draws
 * from the generator in the same order. Nothing needs to be checked. */
static void choose_at_random(dm_state *s, mur_rng *rng)
{
    unsigned to_act = s->base.to_act;
    dm_choices chosen = s->chosen;
    for (; to_act; to_act &= to_act - 1) {
        int seat = __builtin_ctz(to_act);
        unsigned held = s->held[seat];
        mur_move m = choices[held].moves[mur_rng_below(rng, choices[held].n)];
        chosen = dm_choose(chosen, seat, (int)m - DM_DO_CHOOSE);
        s->base.ply++;
    }
    s->chosen = chosen;
    s->base.to_act = 0;
    dm_reveal(s, NULL);
}

/* mur_rollout() without the checks and lists that random play does not need; tests/engine/laws_test.c compares the
 * two move for move. */
void dm_rollout(mur_state *base, mur_rng *rng)
{
    dm_state *s = (dm_state *)base;
    while (base->to_act) {
        if (s->board.phase == DM_CHOOSE) {
            choose_at_random(s, rng);
            continue;
        }
        mur_move moves[2 * DM_KINDS + 1] = { 0 };
        int seat = s->board.builder[0], n = list_due(s, seat, moves);
        assert(n > 0 && n <= 2 * DM_KINDS + 1);
        dm_act(s, seat, moves[mur_rng_below(rng, (uint32_t)n)], NULL);
    }
    assert(dm_is_sound(base));
}
