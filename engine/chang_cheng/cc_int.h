/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_int.h -- what the files of Chang Cheng share among themselves.
 * Things and sentences of events, and the functions behind cc_game, file by file. */
#ifndef ENGINE_CC_INT_H
#define ENGINE_CC_INT_H

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
    X(LAYS, N_("{seat} lays: {what} ({at})"))                                                                          \
    X(LAYS_DOUBLE, N_("{seat} lays: {what} ({at}, {to})"))                                                             \
    X(LAYS_CARD, N_("{seat} lays face down: {what} ({at})"))                                                           \
    X(LOOKS, N_("{seat} looks at the peril token of {at}: {what}"))                                                    \
    X(REVEALED, N_("the watchers turn up the peril token of {at}: {what}"))                                            \
    X(TOUCHES, N_("{seat} scores {n}: provinces and regions touched by the double wall"))                              \
    X(NO_NEUTRAL, N_("{seat} lays no neutral wall"))                                                                   \
    X(PASSES, N_("{seat} passes"))                                                                                     \
    X(JOINS, N_("{seat} joins a board: {at} ({to})"))                                                                  \
    X(FILLED, N_("all slots of {at} are occupied"))                                                                    \
    X(TURNED_UP, N_("{seat} turns up in {at}: {what}"))                                                                \
    X(CANCELLED, N_("cancelled out, card of {seat}: {what}"))                                                          \
    X(STRUCK, N_("the warrior of {seat} removes a card of {other}: {what}"))                                           \
    X(RUINED, N_("the traitor of {seat} ruins the wall of {other} on {at}"))                                           \
    X(RUINED_NEUTRAL, N_("the traitor of {seat} ruins the neutral wall on {at}"))                                      \
    X(SCOUTED, N_("the traitor of {seat} removes the peril token of {at}"))                                            \
    X(RAISED, N_("the flood of {seat} makes {at} worth {n} more"))                                                     \
    X(LOWERED, N_("the flood of {seat} makes {at} worth {n} less"))                                                    \
    X(ENRICHED, N_("the mason of {seat} makes {at} worth {n} more"))                                                   \
    X(ONE_SECTION, N_("the mason of {seat} adds a section in {at}"))                                                   \
    X(TWO_SECTIONS, N_("the architect of {seat} adds two sections in {at}"))                                           \
    X(SWAPPED, N_("the mandarin of {seat} swaps the walls on {at} and {to}"))                                          \
    X(KEPT, N_("the mandarin of {seat} swaps nothing"))                                                                \
    X(SKIPPED, N_("without effect, card of {seat}: {what}"))                                                           \
    X(PROTECTED, N_("{at} is protected and worth {n}"))                                                                \
    X(SCORES, N_("{seat} scores {n} in {at} (sections: {m})"))                                                         \
    X(UNSCORED, N_("neutral walls alone have the most sections in {at}: nobody scores"))                               \
    X(EMPEROR, N_("an emperor is placed in {at} (on the table: {n})"))                                                 \
    X(ATTACK, N_("the Mongols attack {at}: {what}"))                                                                   \
    X(LOSES, N_("{seat} loses {n} at {at} (sections: {m})"))                                                           \
    X(DEFENDED, N_("{seat} is safe at {at} behind the tower (sections: {m})"))                                         \
    X(DIPLOMACY, N_("diplomacy: {seat} scores {n} (provinces with sections: {m})"))                                    \
    X(DOMINATION, N_("domination: {seat} scores {n}, the slots of the longest row"))                                   \
    X(RECOGNITION, N_("recognition: {seat} scores {n} (cards in hand: {m})"))                                          \
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
mur_err cc_play(mur_state *s, int seat, mur_move m, mur_events *log);
int cc_legal(const mur_state *s, int seat, mur_move out[MUR_MOVES]);

/* -- cc_province.c -- */

/* Resolves the next full province until a choice is due, b->resolving says so, or it is scored. */
void cc_protect(cc_state *s, mur_events *log);

/* A choice of the acting card's owner, and what follows until the next one. Returns a mur_err or a CC_REFUSED_. */
int cc_choose(cc_state *s, mur_move m, mur_events *log);

/* All choices of the acting card, ascending. */
int cc_choices(const cc_board *b, mur_move out[MUR_MOVES]);

/* While a province is resolved: the card whose turn it is, CC_UNSEEN after the last, and the seat that chooses. */
int cc_acting_card(const cc_board *b);
int cc_actor(const cc_board *b);

/* -- cc_end.c -- */

/* New boards. */
bool cc_is_board_due(const cc_board *b);
void cc_extend(cc_state *s, int end, mur_events *log);

/* The next seat's turn, or the end of the game. */
void cc_end_turn(cc_state *s, mur_events *log);

/* -- cc_view.c -- */
void cc_scores(const mur_state *s, int out[MUR_SEATS]);
void cc_look(const mur_state *s, int seat, mur_view *v);
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
