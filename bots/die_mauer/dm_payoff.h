/* SPDX-License-Identifier: MIT */
/* bots/die_mauer/dm_payoff.h -- one building round of Die Mauer as a game in normal form.
 * A position is the beginning of a round with all stocks known, seats counted from the master (0, then in turn order).
 * All seats choose at the same time. The outcome depends only on the master's choice and on the set of other seats that
 * made the same choice, so the payoff table needs 8 choices x 2^(seats-1) sets instead of 8^seats entries. Such a set
 * is called a case. Decisions after the reveal (which end, which piece, which gift) are made one at a time; each
 * deciding seat is assumed to take what is best for itself. That gives every case one definite value per seat. Values
 * are points, zero-sum: the mean penalty of the other seats minus the own penalty at the end of the hand. */
#ifndef BOTS_DIE_MAUER_DM_PAYOFF_H
#define BOTS_DIE_MAUER_DM_PAYOFF_H

#include "engine/die_mauer/dm.h"

enum {
    DM_NO_WALL = 3,                /* as ends: there is no wall yet */
    DM_CHOICES = DM_KINDS + 1,     /* the empty hand included */
    DM_CASES = 1 << (DM_SEATS - 1) /* who made the master's choice: bit 0 is the seat to its left */
};

/* Has no padding: positions are hashed and compared with memcmp. */
typedef struct {
    dm_stock stock[DM_SEATS]; /* the master's, then in turn order */
    uint8_t seats;
    uint8_t ends; /* of the wall where a special piece fits: 0-2, or DM_NO_WALL */
    uint8_t idle; /* rounds in a row in which nothing was built; at DM_IDLE_MAX the hand is over */
    uint8_t spare;
} dm_position;

/* One float per choice, as a SIMD vector: probabilities of a mixed strategy, or values. */
typedef float dm_choice_vector __attribute__((vector_size(DM_CHOICES * sizeof(float)), aligned(16)));

/* A leaf evaluation: the value of a position, in which the hand is not over, to each of its seats. A net, the solved
 * table, or an estimate. */
typedef struct {
    void (*evaluate)(const void *context, const dm_position *s, float out[DM_SEATS]);
    const void *context;
} dm_evaluator;

/* The payoffs of one round: value[case][seat][master's choice]. */
typedef struct {
    dm_choice_vector value[DM_CASES][DM_SEATS]; /* bit i of the case: seat i + 1 made the master's choice */
    uint8_t legal[DM_SEATS];                    /* the choices of each seat, one bit each */
    uint8_t seats;
} dm_payoffs;

/* How many pieces of this kind fit in one round. Walls always fit; specials need a free end each. */
static inline int dm_position_room(const dm_position *s, int kind)
{
    return kind >= DM_WALLS ? DM_SEATS : s->ends == DM_NO_WALL ? 1 : s->ends;
}

/* Is the hand over: a stock is empty, nothing more can be built, or too many rounds were idle? */
bool dm_is_hand_over(const dm_position *s);

/* The values of the stocks as they are, as if the hand ended now. */
void dm_final_values(const dm_position *s, float out[DM_SEATS]);

/* The position of the next round. Its seats are counted from the next master, so all stocks move by one. */
dm_position dm_next_position(const dm_position *s, bool built);

/* The value to the seats of this round if it ends with these stocks and ends: the final values, or the evaluation of
 * the next position. */
void dm_round_value(const dm_position *s, bool built, const dm_evaluator *eval, float out[DM_SEATS]);

/* The value if these n seats still have to build a piece of this kind, in order. Each builds at the end that is best
 * for itself, knowing that the later ones do the same (backward induction). */
void dm_build_value(const dm_position *s, int kind, const uint8_t *builder, int n, const dm_evaluator *eval,
                    float out[DM_SEATS]);
dm_position dm_after_building(const dm_position *s, int seat, int kind, int ends);

/* The giver's piece goes to the master. */
dm_position dm_after_gift(const dm_position *s, int giver, int kind);

/* The payoffs of all cases. Calls the evaluator for every position that the round can lead to, which takes most of
 * the time of a decision. */
void dm_compute_payoffs(const dm_position *s, const dm_evaluator *eval, dm_payoffs *out);

/* The position after a round in which these are the choices and every later decision is made as in the payoffs. The
 * hand may be over in it. */
dm_position dm_play_round(const dm_position *s, const uint8_t choice[DM_SEATS], const dm_evaluator *eval);

#endif
