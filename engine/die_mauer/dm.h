/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm.h -- Die Mauer. The rules are in rules.en.md beside this file.
 * Hidden: choices before the reveal, and which piece was given: so, after gifts, exact stocks.
 *
 * A stock is one word, four bits for each kind of piece. What a seat can conclude about gifts it did not see depends
 * on all that was shown since. So from the first gift of a hand on, the state keeps a list of facts: the gifts and
 * what was shown or built later; `before` is what everyone held when that list begins. The list is as long as any
 * normal hand needs; when it is full the oldest gift is forgotten, and from then on `before` itself is hidden
 * (before_hidden).
 *
 * Files, with the chapters of the rules they implement:
 *     dm_pieces.h    What is in the box: the seven pieces
 *     dm_setup.c     Setting up: options, the first position
 *     dm_round.c     A building round: legal moves, choosing, quick rollouts
 *     dm_reveal.c    Who builds: thieves, discord, empty hands
 *     dm_build.c     Where to build, and giving a piece
 *     dm_hand.c      The end of a hand: penalties, the next hand, the end of the game
 *     dm_view.c      Hidden and open: the list of facts, views
 *     dm_redeal.c    drawing a world that fits what a seat knows
 *     dm_sound.c     invariants of positions; checks of views from outside
 *     dm_text.c      moves as text                 dm_json.c   the position as JSON
 *     dm_draw.c      the position for people       dm_game.c   the game's table of functions */
#ifndef ENGINE_DM_H
#define ENGINE_DM_H

#include "engine/die_mauer/dm_pieces.h"
#include "engine/game.h"

enum {
    DM_SEATS = 6,
    DM_IN_WALL = DM_SEATS * DM_KINDS, /* the longest wall: 42 */
    DM_FACTS = 112,
    DM_HISTORY = 16, /* reveals that are remembered */
    DM_NONE = 15,    /* no choice yet, no piece */
    DM_UNSEEN = 14,  /* a choice this seat does not know */
    DM_IDLE_MAX = 30 /* rounds in a row without building */
};

/* DM_CHOOSE: all choose at once. After the reveal: DM_BUILD, the master's piece is built; DM_FREE, the master alone
 * had the empty hand; DM_GIFT, one other seat had it, too, and gives. */
typedef enum { DM_CHOOSE, DM_BUILD, DM_FREE, DM_GIFT, DM_OVER } dm_phase;

typedef uint32_t dm_stock;

/* How many pieces of a kind a stock holds, and the stock of one such piece: stocks are added and subtracted as
 * numbers. */
static inline int dm_count(dm_stock stock, int kind)
{
    return (int)(stock >> 4 * kind & 15);
}
static inline dm_stock dm_one(int kind)
{
    return (dm_stock)1 << 4 * kind;
}

/* The kinds in a stock, one bit each: folds each digit of four bits to its lowest bit, then moves the seven bits
 * together. */
static inline unsigned dm_kinds_in(dm_stock stock)
{
    unsigned held = (stock | stock >> 1 | stock >> 2 | stock >> 3) & 0x1111111;
    held = (held | held >> 3) & 0x03030303;
    held = (held | held >> 6) & 0x000f000f;
    return (held | held >> 12) & DM_ALL_KINDS;
}

/* What everybody holds at the beginning of a hand: one piece of each kind. */
enum { DM_FULL = 0x1111111 };

/* How many pieces a stock holds. */
static inline int dm_stock_size(dm_stock stock)
{
    int n = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        n += dm_count(stock, kind);
    return n;
}

/* The choices of a round: four bits a seat, a kind, DM_EMPTY, DM_NONE or DM_UNSEEN. */
typedef uint32_t dm_choices;

#define DM_NO_CHOICES ((dm_choices)0xffffffff)

/* Reads and replaces one seat's choice. */
static inline int dm_choice(dm_choices chosen, int seat)
{
    return (int)(chosen >> 4 * seat & 15);
}
static inline dm_choices dm_choose(dm_choices chosen, int seat, int choice)
{
    return (chosen & ~((dm_choices)15 << 4 * seat)) | (dm_choices)choice << 4 * seat;
}

/* A block of the wall. Blocks are kept in the order they were built, with the end they were added to. */
typedef uint8_t dm_block;

static inline int dm_block_kind(dm_block b)
{
    return b & 7;
}
static inline int dm_block_seat(dm_block b)
{
    return b >> 3 & 7;
}
static inline bool dm_block_is_right(dm_block b)
{
    return b >> 6;
}

/* One fact of the list, packed into 16 bits. */
enum dm_fact_kind { DM_GAVE, DM_HELD, DM_BUILT }; /* a gift; a piece shown in a reveal; a piece built */

typedef struct {
    uint8_t fact, seat;
    uint8_t other; /* who got the gift */
    uint8_t kind;  /* DM_KINDS: this seat does not know */
} dm_fact;

/* Four bits each: kind of fact, seat, other seat, kind of piece. */
static inline dm_fact dm_unpack_fact(uint16_t packed)
{
    return (dm_fact){ (uint8_t)(packed >> 12), packed >> 8 & 15, packed >> 4 & 15, packed & 15 };
}
static inline uint16_t dm_pack_fact(dm_fact n)
{
    return (uint16_t)(n.fact << 12 | n.seat << 8 | n.other << 4 | n.kind);
}

typedef struct { /* the latest reveal */
    uint16_t round;
    uint8_t hand, master;
    uint8_t is_there, shows_stock;
    uint8_t spare[2];
    dm_choices chosen;
    dm_stock stock[DM_SEATS];
} dm_last_reveal;

/* What was shown in an earlier round of the hand, and how long the wall was then, packed into 32 bits. */
typedef uint32_t dm_shown;

static inline int dm_shown_choice(dm_shown shown, int seat)
{
    return dm_choice(shown, seat);
}
static inline int dm_shown_wall(dm_shown shown)
{
    return (int)(shown >> 4 * DM_SEATS);
}

typedef struct { /* open to all */
    uint8_t phase, master, first, piece;
    uint8_t hand, hands, idle, n_wall;
    uint16_t round;
    uint8_t free_ends;  /* ends that take a special: bit 0 left, bit 1 right; on an empty table right */
    uint8_t walls_left; /* walls not built yet, in all stocks together */
    uint8_t n_builders, n_facts, before_hidden;
    uint8_t is_out; /* a seat has no piece left: the hand ends with the round */
    uint16_t score[DM_SEATS];
    uint8_t size[DM_SEATS];    /* pieces each seat holds */
    uint8_t builder[DM_SEATS]; /* still to act, in order */
    uint8_t shown[DM_SEATS];   /* kinds shown since the seat last gave a piece or built that kind: no new fact */
    dm_block wall[DM_IN_WALL];
    dm_last_reveal last;
    dm_shown history[DM_HISTORY]; /* by round, modulo DM_HISTORY */
} dm_board;

typedef struct {
    mur_setup base;
    uint8_t hands;
} dm_setup;

typedef struct {
    mur_state base;
    dm_board board;
    dm_stock stock[DM_SEATS];
    dm_stock before[DM_SEATS]; /* when the list of facts begins */
    dm_choices chosen;
    uint8_t held[8]; /* the kinds in each stock, one bit each */
    uint16_t facts[DM_FACTS];
} dm_state;

typedef struct {
    mur_view base;
    dm_board board;
    dm_stock stock[DM_SEATS];  /* 0 where dm_sees_stock() says no */
    dm_stock before[DM_SEATS]; /* likewise if board.before_hidden */
    dm_choices chosen;         /* DM_UNSEEN where this seat may not know */
    uint16_t facts[DM_FACTS];  /* gifts this seat did not see have no kind */
} dm_view;

extern const mur_game dm_game;

static inline bool dm_sees_stock(const dm_view *v, int seat)
{
    return v->base.is_open || v->base.seat == seat;
}

/* The ends where a piece of this kind may stand: bit 0 left, bit 1 right. The first piece stands at the right end. */
static inline unsigned dm_ends_for(const dm_board *b, int kind)
{
    return b->n_wall == 0 ? 2 : kind < DM_WALLS ? b->free_ends : 3;
}

/* free_ends once a piece of this kind is built at this end (0 left, 1 right) of a wall of this length: a wall opens its
 * end for specials, a special closes it; the first piece is both ends. */
static inline unsigned dm_free_ends_after(unsigned free_ends, int n_wall, int kind, unsigned end)
{
    unsigned is_wall = kind >= DM_WALLS;
    return n_wall == 0 ? is_wall * 3 : (free_ends & ~(1U << end)) | is_wall << end;
}

/* How many of these pieces can be built now, one after another: 0, 1, 2, or more for walls. */
int dm_room_for(const dm_board *b, int kind);

/* The wall from left to right; returns how many blocks. */
int dm_wall(const dm_board *b, dm_block out[DM_IN_WALL]);

int dm_penalty_of(dm_stock stock);

#endif
