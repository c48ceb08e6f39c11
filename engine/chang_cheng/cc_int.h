/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_int.h -- what the files of this folder share; no other folder includes it.
 * First the things and sentences of events, then the functions file by file. Functions named after members of
 * mur_game (engine/game.h) keep the promise that is written there. */
#ifndef ENGINE_CC_INT_H
#define ENGINE_CC_INT_H

#include <assert.h>

#include "engine/chang_cheng/cc.h"

/* What events speak of: first something unseen, then the cards by their numbers. */
#define CC_PIECES(X)                                                                                                   \
    X(SINGLE_WALL, N_("single wall"))                                                                                  \
    X(DOUBLE_WALL, N_("double wall"))                                                                                  \
    X(WATCHTOWER, N_("tower"))                                                                                         \
    X(NEUTRAL_WALL, N_("neutral wall"))                                                                                \
    X(PERIL, N_("power 2"))                                                                                            \
    X(PERIL_3, N_("power 3"))                                                                                          \
    X(PERIL_4, N_("power 4"))

enum {
    CC_THING_LAST_CARD = CC_CARDS_EACH,
#define X(id, name) CC_THING_##id,
    CC_PIECES(X)
#undef X
        CC_THINGS
};

#define CC_SENTENCES(X)                                                                                                \
    X(LAYS, N_("{seat} lays: {what} ({at})|"                                                                           \
               "you lay: {what} ({at})"))                                                                              \
    X(LAYS_DOUBLE, N_("{seat} lays: {what} ({at}, {to})|"                                                              \
                      "you lay: {what} ({at}, {to})"))                                                                 \
    X(LAYS_CARD, N_("{seat} lays face down: {what} ({at})|"                                                            \
                    "you lay face down: {what} ({at})"))                                                               \
    X(LOOKS, N_("{seat} looks at the threat token of {at}: {what}|"                                                    \
                "you look at the threat token of {at}: {what}"))                                                       \
    X(REVEALED, N_("the watchers turn up the threat token of {at}: {what}"))                                           \
    X(TOUCHES, N_("{seat} scores {n}: provinces and regions touched by the double wall|"                               \
                  "you score {n}: provinces and regions touched by the double wall"))                                  \
    X(NO_NEUTRAL, N_("{seat} lays no neutral wall|"                                                                    \
                     "you lay no neutral wall"))                                                                       \
    X(PASSES, N_("{seat} passes|"                                                                                      \
                 "you pass"))                                                                                          \
    X(JOINS, N_("{seat} adds a board: {at} ({to})|"                                                                    \
                "you add a board: {at} ({to})"))                                                                       \
    X(FILLED, N_("all slots of {at} are occupied"))                                                                    \
    X(TURNED_UP, N_("{seat} turns up in {at}: {what}|"                                                                 \
                    "you turn up in {at}: {what}"))                                                                    \
    X(CANCELLED, N_("{seat}'s card is cancelled out: {what}|"                                                          \
                    "your card is cancelled out: {what}"))                                                             \
    X(STRUCK, N_("{seat}'s warrior removes {other}'s card: {what}|"                                                    \
                 "your warrior removes {other}'s card: {what}|"                                                        \
                 "{seat}'s warrior removes your card: {what}|"                                                         \
                 "your warrior removes your own card: {what}"))                                                        \
    X(RUINED, N_("{seat}'s traitor ruins {other}'s wall on {at}|"                                                      \
                 "your traitor ruins {other}'s wall on {at}|"                                                          \
                 "{seat}'s traitor ruins your wall on {at}|"                                                           \
                 "your traitor ruins your own wall on {at}"))                                                          \
    X(RUINED_NEUTRAL, N_("{seat}'s traitor ruins the neutral wall on {at}|"                                            \
                         "your traitor ruins the neutral wall on {at}"))                                               \
    X(SCOUTED, N_("{seat}'s traitor removes the threat token of {at}|"                                                 \
                  "your traitor removes the threat token of {at}"))                                                    \
    X(RAISED, N_("{seat}'s flood makes {at} worth {n} more|"                                                           \
                 "your flood makes {at} worth {n} more"))                                                              \
    X(LOWERED, N_("{seat}'s flood makes {at} worth {n} less|"                                                          \
                  "your flood makes {at} worth {n} less"))                                                             \
    X(ENRICHED, N_("{seat}'s mason makes {at} worth {n} more|"                                                         \
                   "your mason makes {at} worth {n} more"))                                                            \
    X(ONE_SECTION, N_("{seat}'s mason adds a section in {at}|"                                                         \
                      "your mason adds a section in {at}"))                                                            \
    X(TWO_SECTIONS, N_("{seat}'s architect adds two sections in {at}|"                                                 \
                       "your architect adds two sections in {at}"))                                                    \
    X(SWAPPED, N_("{seat}'s mandarin swaps the walls on {at} and {to}|"                                                \
                  "your mandarin swaps the walls on {at} and {to}"))                                                   \
    X(KEPT, N_("{seat}'s mandarin swaps nothing|"                                                                      \
               "your mandarin swaps nothing"))                                                                         \
    X(SKIPPED, N_("{seat}'s card has no effect: {what}|"                                                               \
                  "your card has no effect: {what}"))                                                                  \
    X(PROTECTED, N_("{at} is protected and worth {n}"))                                                                \
    X(SCORES, N_("{seat} scores {n} in {at} (sections: {m})|"                                                          \
                 "you score {n} in {at} (sections: {m})"))                                                             \
    X(UNSCORED, N_("neutral walls alone have the most sections in {at}: nobody scores"))                               \
    X(EMPEROR, N_("an emperor is placed in {at} (on the table: {n})"))                                                 \
    X(ATTACK, N_("the Mongols attack {at}: {what}"))                                                                   \
    X(LOSES, N_("{seat} loses {n} in {at} (sections: {m})|"                                                            \
                "you lose {n} in {at} (sections: {m})"))                                                               \
    X(DEFENDED, N_("{seat} is safe in {at} behind the tower (sections: {m})|"                                          \
                   "you are safe in {at} behind your tower (sections: {m})"))                                          \
    X(DIPLOMACY, N_("diplomacy: {seat} scores {n} (provinces with sections: {m})|"                                     \
                    "diplomacy: you score {n} (provinces with sections: {m})"))                                        \
    X(DOMINATION, N_("domination: {seat} scores {n}, the slots of the longest row|"                                    \
                     "domination: you score {n}, the slots of the longest row"))                                       \
    X(RECOGNITION, N_("recognition: {seat} scores {n} (cards in hand: {m})|"                                           \
                      "recognition: you score {n} (cards in hand: {m})"))                                              \
    X(OVER, N_("the game is over"))                                                                                    \
    X(UNKNOWN_MOVE, N_("an unknown move"))

enum {
#define X(id, sentence) CC_SAY_##id,
    CC_SENTENCES(X)
#undef X
        CC_SENTENCES_END,
    CC_SAY_MOVE = CC_SENTENCES_END - 1 /* + a kind of move: the sentence of such a move */
};

/* The places of events: slots as they are, then these. */
enum { CC_AT_PROVINCE = 64, CC_AT_REGION = 80, CC_AT_FACE = 96, CC_AT_END = 104 };

/* An event that hides nothing; what is secret, who else is concerned and the numbers are set by the caller. */
static inline mur_event cc_event(int kind, int seat, int what, int at)
{
    return (mur_event){ .kind = (uint8_t)kind,
                        .what = (uint8_t)what,
                        .seat = (int8_t)seat,
                        .other = MUR_NOBODY,
                        .at = (uint8_t)at,
                        .knows = MUR_EVERYONE };
}

/* -- While a province is resolved -- */

/* The card whose turn it is: cards act in order of priority, so it is the lowest that is left. CC_UNSEEN after the
 * last. */
static inline int cc_acting_card(const cc_board *b)
{
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (b->acting[card - 1] != CC_NONE)
            return card;
    return CC_UNSEEN;
}

/* The seat that has to choose; only while a card waits for a choice. */
static inline int cc_actor(const cc_board *b)
{
    assert(cc_acting_card(b) != CC_UNSEEN);
    return b->acting[cc_acting_card(b) - 1];
}

/* -- cc_setup.c -- */
mur_err cc_init(mur_setup *u, int seats);
mur_err cc_set_option(mur_setup *u, int option, mur_span value);
void cc_write_option(const mur_setup *u, int option, mur_text *t);
void cc_shuffle(mur_setup *u, mur_rng *rng);
int cc_n_lines(const mur_setup *u);
void cc_write_line_name(const mur_setup *u, int line, mur_text *t);
mur_err cc_read_line(mur_setup *u, int line, mur_span value);
void cc_write_line(const mur_setup *u, int line, mur_text *t);
mur_err cc_start(const mur_setup *u, mur_state *s);

/* A board comes into play; it stands in b->line already. Its reputation tokens are given. */
void cc_open_board(cc_board *b, int letter, const uint8_t reputation[CC_PARTS]);

/* -- cc_turn.c -- */
mur_err cc_play(mur_state *s, int seat, mur_move m, mur_events *events);
int cc_legal(const mur_state *s, int seat, mur_move out[MUR_MOVES]);

/* -- cc_province.c -- */

/* Resolves the next full province until a choice is due, b->resolving says so, or it is scored. */
void cc_resolve_province(cc_state *s, mur_events *events);

/* A choice of the acting card's owner, and what follows until the next one. Returns a mur_err or a CC_REFUSED_. */
int cc_play_choice(cc_state *s, mur_move m, mur_events *events);

/* -- cc_cards.c -- */

/* Does this card, which is in b->acting, leave its owner something to decide? */
bool cc_has_choice(const cc_board *b, int card);

/* A card without a choice takes effect, if it has one, and is done. */
void cc_apply_card(cc_board *b, int card, mur_events *events);

/* All choices of the acting card, ascending. */
int cc_list_choices(const cc_board *b, mur_move out[MUR_MOVES]);

/* MUR_OK if the move is one of these choices; else why not: a mur_err or a CC_REFUSED_. */
int cc_check_choice(const cc_board *b, mur_move m);

/* Carries out a choice that was checked. The caller takes the card out of b->acting. */
void cc_apply_choice(cc_board *b, mur_move m, mur_events *events);

/* -- cc_end.c -- */

/* New boards. */
bool cc_is_board_due(const cc_board *b);
void cc_extend(cc_state *s, int end, mur_events *events);

/* The next seat's turn, or the end of the game. */
void cc_end_turn(cc_state *s, mur_events *events);

/* -- cc_view.c -- */
void cc_scores(const mur_state *s, int out[MUR_SEATS]);
void cc_view_of(const mur_state *s, int seat, mur_view *v);
void cc_redeal(const mur_view *v, mur_rng *rng, mur_state *s);
mur_move cc_seen(const mur_state *s, int mover, mur_move m, int seat);
bool cc_is_sound(const mur_state *s);
bool cc_can_redeal(const mur_view *v);

/* -- cc_text.c -- */

/* Known kind, operands in range; a card may be unseen. */
bool cc_is_move(mur_move m);
void cc_write_move(mur_move m, mur_text *t);
mur_move cc_read_move(mur_span text);
mur_event cc_describe(mur_move m);
void cc_write_place(int place, const mur_words *w, mur_text *t);
void cc_put_slot(mur_text *t, int slot);
void cc_put_province(mur_text *t, int province);
void cc_put_region(mur_text *t, int region);

/* -- cc_json.c, cc_draw.c -- */
void cc_write_json(const mur_view *v, mur_text *t);
void cc_draw(const mur_view *v, const mur_words *w, mur_text *t);

#endif
