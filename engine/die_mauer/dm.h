/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm.h -- Die Mauer. Chapter names in comments are those of the rules.
 * Hidden: choices before the reveal, and which piece was given: so, after gifts, exact stocks.
 *
 * A stock is one word, four bits for each kind of piece. What a seat can conclude about gifts it did not
 * see depends on all that was shown since, so from the first gift of a hand on the board keeps a log of the
 * gifts and of what was shown later, and `before` is what everyone held when that log begins. The log
 * is as long as any sensible hand needs; when it is full the oldest gift is forgotten, and from then on
 * `before` itself is hidden (before_hidden). */
#ifndef ENGINE_DM_H
#define ENGINE_DM_H

#include "engine/die_mauer/dm_pieces.h"
#include "engine/game.h"

enum {
    DM_SEATS = 6,
    DM_IN_WALL = DM_SEATS * DM_KINDS, /* the longest wall: 42 */
    DM_LOG = 112,
    DM_PAST = 16,    /* reveals that are remembered */
    DM_NONE = 15,    /* no choice yet, no piece */
    DM_UNSEEN = 14,  /* a choice this seat does not know */
    DM_IDLE_MAX = 30 /* rounds in a row without building */
};

typedef enum { DM_CHOOSE, DM_BUILD, DM_FREE, DM_GIFT, DM_OVER } dm_phase;

typedef uint32_t dm_stock;

static inline int dm_count(dm_stock stock, int kind)
{
    return (int)(stock >> 4 * kind & 15);
}
static inline dm_stock dm_one(int kind)
{
    return (dm_stock)1 << 4 * kind;
}

/* The choices of a round: four bits a seat, a kind, DM_EMPTY, DM_NONE or DM_UNSEEN. */
typedef uint32_t dm_choices;

#define DM_NO_CHOICES ((dm_choices)0xffffffff)

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

/* One fact of the log, packed into 16 bits. */
enum dm_fact { DM_GAVE, DM_HELD, DM_BUILT }; /* a gift; a piece somebody showed; a piece that left for the wall */

typedef struct {
    uint8_t fact, seat;
    uint8_t other; /* who got the gift */
    uint8_t kind;  /* DM_KINDS: this seat does not know */
} dm_note;

static inline dm_note dm_note_of(uint16_t packed)
{
    return (dm_note){ (uint8_t)(packed >> 12), packed >> 8 & 15, packed >> 4 & 15, packed & 15 };
}
static inline uint16_t dm_pack(dm_note n)
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
} dm_last;

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
    uint8_t walls_left; /* walls not built yet, whoever holds them */
    uint8_t n_builders, n_log, before_hidden;
    uint8_t is_out; /* somebody has no piece left: the hand ends with the round */
    uint16_t score[DM_SEATS];
    uint8_t size[DM_SEATS];    /* pieces each seat holds */
    uint8_t builder[DM_SEATS]; /* still to act, in order */
    uint8_t fresh[DM_SEATS];   /* kinds seen since the seat last lost a piece: no need to note them again */
    dm_block wall[DM_IN_WALL];
    dm_last last;
    dm_shown past[DM_PAST]; /* by round, modulo DM_PAST */
} dm_board;

typedef struct {
    mur_setup base;
    uint8_t hands;
} dm_setup;

typedef struct {
    mur_state base;
    dm_board board;
    dm_stock stock[DM_SEATS];
    dm_stock before[DM_SEATS]; /* when the log begins */
    dm_choices chosen;
    uint8_t held[8]; /* the kinds in each stock, one bit each */
    uint16_t log[DM_LOG];
} dm_state;

typedef struct {
    mur_view base;
    dm_board board;
    dm_stock stock[DM_SEATS];  /* 0 where dm_sees_stock() says no */
    dm_stock before[DM_SEATS]; /* likewise if board.before_hidden */
    dm_choices chosen;         /* DM_UNSEEN where this seat may not know */
    uint16_t log[DM_LOG];      /* gifts this seat did not see have no kind */
} dm_view;

extern const mur_game dm_game;

static inline bool dm_sees_stock(const dm_view *v, int seat)
{
    return v->base.is_open || v->base.seat == seat;
}

/* How many of these pieces can be built now, one after another: 0, 1, 2, or more for walls. */
int dm_room_for(const dm_board *b, int kind);

/* The wall from left to right; returns how many blocks. */
int dm_wall(const dm_board *b, dm_block out[DM_IN_WALL]);

int dm_penalty_of(dm_stock stock);

#endif
