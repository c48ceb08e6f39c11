/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_boards.h -- Material: boards, cards, tokens and events, as the rules print them.
 * A slot is numbered by its board's letter, letter * 13 + (n - 1), wherever the board lies in the line;
 * so are provinces and regions, letter * 3 + (i - 1). A set of slots is one 64-bit word, a set of
 * provinces or regions one 16-bit word. Everything here is constant. */
#ifndef ENGINE_CC_BOARDS_H
#define ENGINE_CC_BOARDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/words.h"

enum {
    CC_SEATS = 4,
    CC_NEUTRAL = CC_SEATS, /* the colour that owns nothing */
    CC_COLOURS,
    CC_LETTERS = 4,
    CC_BOARD_SLOTS = 13, /* slots of a board */
    CC_PARTS = 3,        /* provinces of a board, regions of a board */
    CC_SLOTS = CC_LETTERS * CC_BOARD_SLOTS,
    CC_PROVINCES = CC_LETTERS * CC_PARTS,
    CC_REGIONS = CC_LETTERS * CC_PARTS,
    CC_TOKENS = 15, /* of each sort */
    CC_SINGLES = 14,
    CC_NEUTRALS = 12,
    CC_EMPERORS = 3,
    CC_NONE = 0xff
};

enum { CC_A, CC_B, CC_C, CC_D };

/* The faces. letter, side, slots of its provinces, slots of its regions */
#define CC_FACES(X)                                                                                                    \
    X(A, a, 4, 5, 4, 5, 3, 5)                                                                                          \
    X(A, b, 3, 6, 4, 4, 4, 5)                                                                                          \
    X(B, a, 5, 4, 4, 3, 5, 5)                                                                                          \
    X(B, b, 4, 3, 6, 6, 4, 3)                                                                                          \
    X(C, a, 5, 3, 5, 3, 6, 4)                                                                                          \
    X(C, b, 6, 4, 3, 4, 5, 4)                                                                                          \
    X(D, a, 3, 5, 5, 5, 4, 4)                                                                                          \
    X(D, b, 4, 4, 5, 6, 3, 4)

enum {
#define X(letter, side, ...) CC_##letter##side,
    CC_FACES(X)
#undef X
        CC_N_FACES
};

typedef struct {
    uint64_t province[CC_PARTS], region[CC_PARTS]; /* their slots */
    uint8_t province_of[CC_BOARD_SLOTS], region_of[CC_BOARD_SLOTS];
    char name[3]; /* "Ab" */
} cc_face;

extern const cc_face cc_faces[CC_N_FACES];

/* The action cards in order of priority, which is also their number. The name is the word of records, too. */
#define CC_CARDS(X)                                                                                                    \
    X(WARRIOR, N_("warrior"))                                                                                          \
    X(TRAITOR, N_("traitor"))                                                                                          \
    X(FLOOD, N_("flood"))                                                                                              \
    X(MASON, N_("mason"))                                                                                              \
    X(ARCHITECT, N_("architect"))                                                                                      \
    X(MANDARIN, N_("mandarin"))

enum {
    CC_UNSEEN, /* a card that this seat was not shown */
#define X(id, name) CC_##id,
    CC_CARDS(X)
#undef X
        CC_CARDS_END,
    CC_CARDS_EACH = CC_CARDS_END - 1 /* of each seat */
};

extern const char *const cc_card_names[CC_CARDS_END];

/* Events: the words of the option, in the order they are written in. */
#define CC_EVENTS(X)                                                                                                   \
    X(DIPLOMACY, "diplomacy")                                                                                          \
    X(DOMINATION, "domination")                                                                                        \
    X(RECOGNITION, "recognition")                                                                                      \
    X(WATCHERS, "watchers")

enum {
#define X(id, name) CC_##id,
    CC_EVENTS(X)
#undef X
        CC_N_EVENTS
};

extern const char *const cc_event_names[CC_N_EVENTS];

/* What the events pay, in points: diplomacy, and recognition for each card. */
enum { CC_DIPLOMACY_POINTS = 4, CC_RECOGNITION_POINTS = 2 };

/* Tokens: how many of each value are in the box. */
enum { CC_REPUTATIONS = 5, CC_REPUTATION_EACH = 3, CC_PERIL_MIN = 2, CC_PERIL_MAX = 4, CC_PERIL_EACH = 5 };

/* -- Sets of slots -- */

#define CC_EVERY_BOARD(n)                                                                                              \
    (UINT64_C(1) << (n) | UINT64_C(1) << (13 + (n)) | UINT64_C(1) << (26 + (n)) | UINT64_C(1) << (39 + (n)))
#define CC_FIRSTS CC_EVERY_BOARD(0)  /* slots 1 */
#define CC_LASTS  CC_EVERY_BOARD(12) /* slots 13 */

/* The set of this one slot. */
static inline uint64_t cc_bit(int slot)
{
    return UINT64_C(1) << slot;
}

/* All 13 slots of a board. */
static inline uint64_t cc_board_slots(int letter)
{
    return UINT64_C(0x1fff) << (CC_BOARD_SLOTS * letter);
}

/* The lowest member; the set is not empty. Loops over a set take it out with set &= set - 1. */
static inline int cc_lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* How many members. Adds neighbouring bits, pairs, nibbles (Hacker's Delight, 5-1): the compiler's own
 * __builtin_popcountll would call a library where the processor cannot count. */
static inline int cc_count(uint64_t set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}

/* Two members or more. */
static inline bool cc_has_two(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

#endif
