/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_int.h -- what the files of this folder share; no other folder includes it. */
#ifndef ENGINE_DM_INT_H
#define ENGINE_DM_INT_H

#include "engine/die_mauer/dm.h"

/* -- Moves: small numbers, ascending in this order -- */

enum {
    DM_DO_CHOOSE = 1,                   /* + kind, or + DM_EMPTY */
    DM_DO_SOMETHING = DM_DO_CHOOSE + 8, /* a choice that is not ours to know */
    DM_DO_BUILD,                        /* + end: left, right */
    DM_DO_PASS = DM_DO_BUILD + 2,
    DM_DO_FREE,                             /* + 2 * kind + end */
    DM_DO_GIVE = DM_DO_FREE + 2 * DM_KINDS, /* + kind */
    DM_DO_GIVE_SOMETHING = DM_DO_GIVE + DM_KINDS,
    DM_DO_END
};

enum { DM_LEFT, DM_RIGHT };

/* -- Refusals of our own -- */

#define DM_REFUSALS(X)                                                                                                 \
    X(NOT_HELD, N_("you do not hold this piece"))                                                                      \
    X(CHOOSE_NOW, N_("now everybody chooses a piece, or the empty hand"))                                              \
    X(BUILD_NOW, N_("now the piece is built: left or right"))                                                          \
    X(FREE_NOW, N_("now the master builds any piece at one end, or passes"))                                           \
    X(GIVE_NOW, N_("now a piece is given to the master"))                                                              \
    X(END_TAKEN, N_("a tower or a gate may not stand next to a tower or a gate"))                                      \
    X(FIRST_RIGHT, N_("the first piece of a wall is built at its right end"))

enum dm_refusal {
    DM_REFUSAL_BASE = MUR_GAME_ERRS - 1,
#define X(id, words) DM_ERR_##id,
    DM_REFUSALS(X)
#undef X
        DM_REFUSAL_END
};

/* -- Things and sentences -- */

enum { DM_THING = 1 /* things: something unseen, then the kinds of pieces and the empty hand */ };

#define DM_SENTENCES(X)                                                                                                \
    X(CHOSE, N_("{seat} has chosen: {what}|"                                                                           \
                "you have chosen: {what}"))                                                                            \
    X(SHOWED, N_("{seat} shows: {what}|"                                                                               \
                 "you show: {what}"))                                                                                  \
    X(ALONE, N_("nobody else chose it: {seat}, the master, builds|"                                                    \
                "nobody else chose it: you, the master, build"))                                                       \
    X(THIEVES, N_("the plan is stolen: the thieves build, {seat} does not|"                                            \
                  "the plan is stolen: the thieves build, you do not"))                                                \
    X(DISCORD, N_("not all thieves can build: {seat}, the master, builds alone|"                                       \
                  "not all thieves can build: you, the master, build alone"))                                          \
    X(BLOCKED, N_("it cannot be built: nobody builds"))                                                                \
    X(FREE, N_("{seat} alone has the empty hand and may build any piece|"                                              \
               "you alone have the empty hand and may build any piece"))                                               \
    X(OWES, N_("two empty hands: {seat} gives a piece to {other}|"                                                     \
               "two empty hands: you give a piece to {other}|"                                                         \
               "two empty hands: {seat} gives you a piece"))                                                           \
    X(NOTHING, N_("several empty hands: nothing happens"))                                                             \
    X(BUILT, N_("{seat} builds ({at}): {what}|"                                                                        \
                "you build ({at}): {what}"))                                                                           \
    X(PASSED, N_("{seat} builds nothing|"                                                                              \
                 "you build nothing"))                                                                                 \
    X(GAVE, N_("{seat} gives to {other}: {what}|"                                                                      \
               "you give to {other}: {what}|"                                                                          \
               "{seat} gives you: {what}"))                                                                            \
    X(OUT, N_("the hand ends: {seat} has no piece left|"                                                               \
              "the hand ends: you have no piece left"))                                                                \
    X(STUCK, N_("the hand ends: no wall is left and both ends are closed"))                                            \
    X(TIRED, N_("the hand ends: nothing was built for {n} rounds"))                                                    \
    X(PENALTY, N_("{seat}: penalty {n}, total {m}|"                                                                    \
                  "you: penalty {n}, total {m}"))                                                                      \
    X(NEW_HAND, N_("hand {n} of {m} begins; the master is {seat}|"                                                     \
                   "hand {n} of {m} begins; you are the master"))                                                      \
    X(MASTER, N_("the master is now {seat}|"                                                                           \
                 "you are the master now"))                                                                            \
    X(OVER, N_("the game is over"))                                                                                    \
    X(DO_CHOOSE, N_("choose: {what}"))                                                                                 \
    X(DO_BUILD, N_("build at this end: {at}"))                                                                         \
    X(DO_FREE, N_("build ({at}): {what}"))                                                                             \
    X(DO_PASS, N_("build nothing"))                                                                                    \
    X(DO_GIVE, N_("give: {what}"))

enum dm_sentence {
#define X(id, words) DM_SAY_##id,
    DM_SENTENCES(X)
#undef X
        DM_SENTENCES_N
};

/* -- Between the files -- */

static inline bool dm_is_special(int kind)
{
    return kind < DM_WALLS;
}

/* Seats from `seat` on, in turn order. */
static inline int dm_next(int seats, int seat)
{
    return seat + 1 == seats ? 0 : seat + 1;
}

/* The part of all choices that a reveal keeps. */
#define DM_CHOSEN (((dm_choices)1 << 4 * DM_SEATS) - 1)

/* The pieces of each kind that do not stand in the wall: all stocks together hold them. */
void dm_count_unbuilt(const dm_board *b, int seats, int left[DM_KINDS]);

/* What a fact does to the stocks: a piece built leaves its stock, a gift changes hands. Pieces that are not there are
 * left alone. */
void dm_apply_fact(dm_stock stock[DM_SEATS], dm_fact n);

/* Facts are added only if they can say something about gifts: from the first gift of a hand on. */
void dm_add_reveal_facts(dm_state *s);
void dm_add_build_fact(dm_state *s, int seat, int kind);
void dm_add_gift_fact(dm_state *s, int giver, int receiver, int kind);

mur_err dm_init(mur_setup *u, int seats);
mur_err dm_set_option(mur_setup *u, int option, mur_span value);
void dm_write_option(const mur_setup *u, int option, mur_text *t);
mur_err dm_start(const mur_setup *u, mur_state *s);

int dm_legal(const mur_state *s, int seat, mur_move out[MUR_MOVES]);
mur_err dm_play(mur_state *s, int seat, mur_move m, mur_events *events);
void dm_rollout(mur_state *s, mur_rng *rng);

/* Building, building freely or giving, whichever is due. */
mur_err dm_act(dm_state *s, int seat, mur_move m, mur_events *events);

/* All have chosen: finds out who acts next. */
void dm_reveal(dm_state *s, mur_events *events);

/* The round is over, with or without building; so may be the hand and the game. */
void dm_end_round(dm_state *s, bool built, mur_events *events);
void dm_begin_hand(dm_state *s, int first);

void dm_view_of(const mur_state *s, int seat, mur_view *v);
void dm_redeal(const mur_view *v, mur_rng *rng, mur_state *s);
mur_move dm_seen(const mur_state *s, int mover, mur_move m, int seat);
bool dm_is_sound(const mur_state *s);
bool dm_can_redeal(const mur_view *v);

void dm_write_move(mur_move m, mur_text *t);
mur_move dm_read_move(mur_span text);
mur_event dm_describe(mur_move m);
void dm_write_json(const mur_view *v, mur_text *t);
/* Letters, as many as there are of each: "TG136". */
void dm_put_stock(mur_text *t, dm_stock stock);
void dm_write_place(int place, const mur_words *w, mur_text *t);
void dm_draw(const mur_view *v, const mur_words *w, mur_text *t);

#endif
