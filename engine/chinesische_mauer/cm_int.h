/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_int.h -- what the files of this folder share; no other folder includes it. */
#ifndef ENGINE_CM_INT_H
#define ENGINE_CM_INT_H

#include "engine/chinesische_mauer/cm.h"

/* -- Moves: what, site, then what it takes; ascending in this order -- */

enum cm_verb { CM_MARK = 1, CM_LAY, CM_DRAW };

static inline mur_move cm_move(enum cm_verb verb, int site, int what, int n, int column)
{
    return (mur_move)verb << 24 | (mur_move)site << 20 | (mur_move)what << 16 | (mur_move)n << 8 | (mur_move)column;
}
static inline int cm_verb(mur_move m)
{
    return (int)(m >> 24);
}
static inline int cm_site(mur_move m)
{
    return m >> 20 & 15;
}
static inline int cm_what(mur_move m) /* a token's value, or the kind of card */
{
    return m >> 16 & 15;
}
static inline int cm_number(mur_move m)
{
    return m >> 8 & 255;
}
static inline int cm_column(mur_move m) /* from 1; 0: to the right of the others */
{
    return m & 255;
}

/* -- Refusals of our own -- */

#define CM_REFUSALS(X)                                                                                                 \
    X(TOKENS, N_("the tokens must be the 36 in the box"))                                                              \
    X(DECK, N_("a deck has the 20 cards of one set"))                                                                  \
    X(NO_SITE, N_("unknown site"))                                                                                     \
    X(CLOSED, N_("this site is closed"))                                                                               \
    X(NO_CARD, N_("your hand does not contain these cards"))                                                           \
    X(ONE_HORSEMAN, N_("horsemen are laid one at a time"))                                                             \
    X(NO_COLUMN, N_("this site has no such column"))                                                                   \
    X(ONLY_DRAGON, N_("only a dragon is laid on another card"))                                                        \
    X(MARKED, N_("a card that carries a mark cannot be covered"))                                                      \
    X(NO_PILE, N_("the draw pile is empty"))                                                                           \
    X(SCORE_FIRST, N_("first take a token at the site you lead"))                                                      \
    X(NO_SCORING, N_("no token can be taken now"))                                                                     \
    X(OTHER_SITE, N_("sites are scored in their order, and another one comes first"))                                  \
    X(NO_TOKEN, N_("no such token lies at this site"))                                                                 \
    X(NOT_OWN, N_("a mark is laid on one of your uncovered cards"))

enum cm_refusal {
    CM_REFUSAL_BASE = MUR_GAME_ERRS - 1,
#define X(id, words) CM_ERR_##id,
    CM_REFUSALS(X)
#undef X
        CM_REFUSAL_END
};

/* -- Things and sentences -- */

enum { CM_THING = 1 /* things: something unseen, then the kinds of cards */ };

#define CM_SENTENCES(X)                                                                                                \
    X(LAID, N_("{seat} lays at {at}: {what}{count}|"                                                                   \
               "you lay at {at}: {what}{count}"))                                                                      \
    X(COVERED, N_("{seat} lays at {at} on {to}: {what}|"                                                               \
                  "you lay at {at} on {to}: {what}"))                                                                  \
    X(DREW, N_("{seat} draws: {what}|"                                                                                 \
               "you draw: {what}"))                                                                                    \
    X(LEADS, N_("{seat} leads at {at} with {n}|"                                                                       \
                "you lead at {at} with {n}"))                                                                          \
    X(MARKED, N_("{seat} takes the token worth {n} as a mark at {at}, {to}|"                                           \
                 "you take the token worth {n} as a mark at {at}, {to}"))                                              \
    X(WON, N_("{seat} wins the token worth {n} at {at}|"                                                               \
              "you win the token worth {n} at {at}"))                                                                  \
    X(WON_MARK, N_("{seat} wins the mark worth {n} at {at}|"                                                           \
                   "you win the mark worth {n} at {at}"))                                                              \
    X(CLEARED, N_("the cards at {at} leave the game"))                                                                 \
    X(TURNED_UP, N_("new tokens at {at}: {n} and {m}"))                                                                \
    X(ASIDE, N_("two equal tokens worth {n} leave the game"))                                                          \
    X(CLOSED, N_("{at} is closed"))                                                                                    \
    X(LAST_ROUND, N_("{seat} has laid the last card: the last round begins|"                                           \
                     "you have laid your last card: the last round begins"))                                           \
    X(PLACING_OVER, N_("placing is over: from now on there is only scoring"))                                          \
    X(OVER, N_("the game is over"))                                                                                    \
    X(DO_MARK, N_("take the token worth {n} as a mark at {at}, {to}"))                                                 \
    X(DO_LAY, N_("lay at {at}: {what}{count}"))                                                                        \
    X(DO_COVER, N_("lay at {at} on {to}: {what}"))                                                                     \
    X(DO_DRAW, N_("draw a card"))

enum cm_sentence {
#define X(id, words) CM_SAY_##id,
    CM_SENTENCES(X)
#undef X
        CM_SENTENCES_N
};

enum { CM_PLACE_COLUMN = 16 /* places: sites from 0, columns from here */ };

/* -- Between the files -- */

/* Adds n uncovered cards to the sums of a site, or takes them away (n < 0). */
void cm_add_to_sum(cm_board *b, int site, cm_card card, int n);

/* Finds the leader again; needed whenever cards or the mark of a site have changed. */
void cm_update_leader(cm_board *b, int seats, int site);

/* The tokens of each value that lie in the supply: those that are nowhere in sight. */
void cm_count_unseen(const cm_board *b, int seats, uint8_t left[CM_VALUES]);

/* Lists i as often as copies[i] says, for `from` <= i < `to`, ascending; returns how many that are. */
int cm_list_copies(const uint8_t *copies, int from, int to, uint8_t *out);

/* Turns up two tokens, equal pairs of two players set aside; without enough the site is closed. */
void cm_turn_up(cm_state *s, int site, mur_events *events);

mur_err cm_init(mur_setup *u, int seats);
mur_err cm_set_option(mur_setup *u, int option, mur_span value);
void cm_write_option(const mur_setup *u, int option, mur_text *t);
void cm_shuffle(mur_setup *u, mur_rng *rng);
int cm_n_lines(const mur_setup *u);
void cm_write_line_name(const mur_setup *u, int line, mur_text *t);
mur_err cm_read_line(mur_setup *u, int line, mur_span value);
void cm_write_line(const mur_setup *u, int line, mur_text *t);
mur_err cm_start(const mur_setup *u, mur_state *s);

int cm_legal(const mur_state *s, int seat, mur_move out[MUR_MOVES]);
mur_err cm_play(mur_state *s, int seat, mur_move m, mur_events *events);
void cm_scores(const mur_state *s, int out[MUR_SEATS]);

void cm_view_of(const mur_state *s, int seat, mur_view *v);
void cm_redeal(const mur_view *v, mur_rng *rng, mur_state *s);
mur_move cm_seen(const mur_state *s, int mover, mur_move m, int seat);
bool cm_is_sound(const mur_state *s);
bool cm_can_redeal(const mur_view *v);

void cm_write_move(mur_move m, mur_text *t);
mur_move cm_read_move(mur_span text);
/* Letters, as many as there are of each: "WWGS". */
void cm_put_kinds(mur_text *t, const uint8_t n[CM_KINDS]);

void cm_write_json(const mur_view *v, mur_text *t);
mur_event cm_describe(mur_move m);
void cm_write_place(int place, const mur_words *w, mur_text *t);
void cm_draw(const mur_view *v, const mur_words *w, mur_text *t);

#endif
