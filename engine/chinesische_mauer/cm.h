/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm.h -- Chinesische Mauer. The rules are in rules.en.md beside this file.
 * Hidden: hands, the order of the piles and of the supply; their sizes are open.
 * A card is one byte, its seat and its kind. The columns of all sites stand in one row, site after site, each shown
 * by its top card; the few cards that dragons cover are listed apart. Sums, nobles and leaders of sites follow from
 * the columns; they are kept up to date with every card, because they are asked for after every move.
 *
 * Files, with the chapters of the rules they implement:
 *     cm_cards.h     What is in the box: cards and fame tokens
 *     cm_setup.c     Setting up: options, set-up lines, tokens turned up, the first position
 *     cm_turn.c      Your turn, Scoring, Laying and drawing, The end: legal moves, checks, playing
 *     cm_lead.c      Who leads: totals and leaders
 *     cm_view.c      Hidden and open: views and redealing
 *     cm_sound.c     invariants ("hand + pile + laid + gone = 20"); checks of views from outside
 *     cm_text.c      moves and places as text      cm_json.c   the position as JSON
 *     cm_draw.c      the position for people       cm_game.c   the game's table of functions */
#ifndef ENGINE_CM_H
#define ENGINE_CM_H

#include "engine/chinesische_mauer/cm_cards.h"
#include "engine/game.h"

enum { CM_SEATS = 5, CM_SITES = 4, CM_ON_TABLE = CM_SEATS * CM_DECK, CM_NONE = 0xff };
enum { CM_HAND = 8 }; /* the kinds, rounded up to a word */

/* CM_SCORE: the seat whose turn it is leads at b->site and takes one of two tokens. CM_ACT: it lays cards or draws. */
typedef enum { CM_SCORE, CM_ACT, CM_OVER } cm_phase;

typedef uint8_t cm_card;

/* Kinds fit into three bits (CM_KINDS is 7), so seats begin at the fourth. */
static inline cm_card cm_card_of(int seat, int kind)
{
    return (cm_card)(seat << 3 | kind);
}
static inline int cm_seat_of(cm_card c)
{
    return c >> 3;
}
static inline int cm_kind_of(cm_card c)
{
    return c & 7;
}

typedef struct {
    uint8_t site, column;
    cm_card card;
} cm_covered;

typedef struct { /* the uncovered cards of one seat at one site, counted */
    uint8_t cards, soldiers, value;
} cm_sum;

typedef struct { /* lies open, for all to see */
    uint8_t phase, turn, actions_left;
    uint8_t site;                     /* the one being scored */
    uint8_t last_round, placing_over; /* last_round: the first seat that laid its last card, or CM_NONE */
    uint8_t supply_size, n_covered;
    uint8_t n_columns[CM_SITES];
    uint8_t nobles[CM_SITES];                     /* uncovered ones */
    uint8_t leader[CM_SITES];                     /* the seat that strictly leads there, or CM_NONE */
    uint8_t token[CM_SITES][2];                   /* as turned up; 0 once taken */
    uint8_t mark[CM_SITES];                       /* its value, 0 if there is none */
    uint8_t mark_on[CM_SITES], mark_of[CM_SITES]; /* its column; whose card it lies on */
    cm_card column[CM_ON_TABLE];
    cm_covered covered[CM_SEATS]; /* oldest first */
    cm_sum sum[CM_SITES][CM_SEATS];
    uint8_t hand_size[CM_SEATS], pile_size[CM_SEATS];
    uint8_t won[CM_SEATS][CM_VALUES]; /* how many tokens of each value */
    uint8_t aside[CM_VALUES];         /* equal pairs that left the game */
    uint8_t gone[CM_SEATS][CM_KINDS]; /* cards that left with their site */
    uint8_t spare;
} cm_board;

typedef struct {
    mur_setup base;
    uint8_t token[CM_TOKENS];        /* in drawing order */
    uint8_t deck[CM_SEATS][CM_DECK]; /* kinds, top card first */
} cm_setup;

typedef struct {
    mur_state base;
    cm_board board;
    uint8_t hand[CM_SEATS][CM_HAND]; /* how many of each kind */
    uint8_t pile[CM_SEATS][CM_DECK]; /* kinds; the next to draw is the last */
    uint8_t supply[CM_TOKENS];       /* values; the next to turn up is the last */
    uint8_t spare;
} cm_state;

typedef struct {
    mur_view base;
    cm_board board;
    uint8_t hand[CM_SEATS][CM_HAND]; /* zeros where cm_sees_hand() says no */
    uint8_t spare;
} cm_view;

extern const mur_game cm_game;

/* Sites in a game of this many seats, closed ones included. */
static inline int cm_n_sites(int seats)
{
    return seats < CM_SITES ? seats : CM_SITES;
}

/* Two tokens or the second one lie there; nothing can be laid at a closed site. */
static inline bool cm_is_open(const cm_board *b, int site)
{
    return (b->token[site][0] | b->token[site][1]) != 0;
}

/* A seat's total at a site, the mark deducted (Who leads); it may be negative. */
int cm_total(const cm_board *b, int site, int seat);

/* What the uncovered card of a column (from 0) counts for its owner, and what it would without a noble there: a
 * seat's soldiers count 1, 2, ... from left to right. */
int cm_card_value(const cm_board *b, int site, int column);
int cm_plain_value(const cm_board *b, int site, int column);

/* What laying does to the board alone, without hand or turn: n cards to the right, or a dragon on a column
 * (from 1); and the mark on a column. For previews, and for the game itself. */
void cm_lay(cm_board *b, int seats, int site, cm_card card, int n, int column);
void cm_lay_mark(cm_board *b, int seats, int site, int value, int column);

/* The first column of a site in board->column. */
int cm_first_column(const cm_board *b, int site);

static inline bool cm_sees_hand(const cm_view *v, int seat)
{
    return v->base.is_open || v->base.seat == seat;
}

/* The cards that each seat has not shown yet: they are in its hand or its pile. */
void cm_count_unshown(const cm_board *b, int seats, uint8_t left[CM_SEATS][CM_KINDS]);

#endif
