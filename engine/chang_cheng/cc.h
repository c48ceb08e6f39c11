/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc.h -- Chang Cheng. The rules are in rules.en.md beside this file.
 * Hidden: which cards lie face down or are held (their numbers are open), peril tokens from seats that have not
 * looked, tokens still to come. All that lies open is a cc_board; the rest is cc_secrets, which a view shares with
 * the truth but for CC_UNKNOWN where its seat may not know.
 *
 * Files, with the chapters of the rules they implement:
 *     cc_boards.h, .c   What is in the box: faces, cards, tokens, events; sets of slots
 *     cc_setup.c        Setting up: options, set-up lines, the first position
 *     cc_turn.c         Your turn, Pieces, Two players (neutral walls): legal moves, laying, the order of a turn
 *     cc_line.c         the line of boards: pieces, neighbours, rows
 *     cc_province.c     A province is protected: majorities, the scoring of provinces step by step
 *     cc_cards.c        the table of action cards in that chapter: choices and effects
 *     cc_end.c          New boards, The end and the Mongols, the optional events
 *     cc_view.c         Hidden and open: views, redealing, moves as others see them
 *     cc_sound.c        invariants of positions; checks of views from outside
 *     cc_text.c         moves and places as text     cc_json.c   the position as JSON
 *     cc_draw.c         the position for people      cc_game.c   the game's table of functions */
#ifndef ENGINE_CC_H
#define ENGINE_CC_H

#include "engine/chang_cheng/cc_boards.h"
#include "engine/game.h"

/* What the turn waits for, once no province is being resolved: the first half of the action, its second half, the
 * neutral wall of two players, the end of the line at which a new board joins; nothing once the game is over. */
enum { CC_DUE_FIRST, CC_DUE_SECOND, CC_DUE_NEUTRAL, CC_DUE_BOARD, CC_DUE_NOTHING };

/* What the action of this turn consists of so far. It decides where a neutral wall may stand: CC_DID_WALLS and
 * CC_DID_CARDS are actions a and b, or their first half, or a lone wall or card; CC_DID_OTHER is c, d, e or a pass. */
enum { CC_DID_NOTHING, CC_DID_WALLS, CC_DID_CARDS, CC_DID_OTHER };

/* Where a card is, if not in a province; what cc_secrets says of a thing that this view does not know. */
enum { CC_IN_HAND = 0x40, CC_GONE = 0x41, CC_UNKNOWN = 0xff };

typedef struct {
    mur_setup base;
    uint8_t neutral; /* the option: 0 or 1 */
    uint8_t events;  /* one bit each */
    uint8_t n_boards;
    uint8_t board[CC_LETTERS];                       /* faces in the order they come into play; CC_NONE: not dealt */
    uint8_t reputation[CC_TOKENS], peril[CC_TOKENS]; /* in drawing order */
} cc_setup;

typedef struct {                     /* lies open, for all to see */
    uint64_t owned[CC_COLOURS];      /* slots by owner: walls, halves, towers, ruins */
    uint64_t towers, doubles, ruins; /* which of them are not whole single walls */
    uint64_t beside_tower[CC_SEATS]; /* Tower: the slots noted for it; 0 once fulfilled */
    uint64_t empty;                  /* of the line */
    uint16_t known[CC_SEATS];        /* regions whose token a seat has looked at */
    uint16_t revealed;               /* regions whose token was turned up for all */
    uint16_t tokens;                 /* regions that still have their peril token */
    uint16_t unprotected;            /* provinces of the line */
    uint16_t full;                   /* provinces filled and still to be resolved */
    uint16_t used;                   /* provinces used by this turn's action */
    int16_t score[CC_SEATS];
    uint8_t face[CC_LETTERS];             /* by letter; CC_NONE: not in the game */
    uint8_t line[CC_LETTERS], waiting[2]; /* letters; from left to right, in order of arrival */
    uint8_t n_line, n_waiting;
    uint8_t reputation[CC_PROVINCES]; /* CC_NONE unless the board is in the line */
    uint8_t singles[CC_SEATS], double_walls[CC_SEATS], spare_towers[CC_SEATS], neutrals; /* pieces left */
    uint8_t hand_size[CC_SEATS];
    uint8_t shown[CC_SEATS];                   /* cards turned up so far, bit card - 1 */
    uint8_t face_down[CC_SEATS][CC_PROVINCES]; /* how many cards lie face down where */
    uint8_t events;                            /* one bit each */
    uint8_t turn;
    uint8_t expected_move; /* CC_DUE_... */
    uint8_t action_so_far; /* CC_DID_... */
    uint8_t idle, emperors;
    uint8_t resolving;             /* a province, or CC_NONE; the next fields belong to it */
    uint8_t acting[CC_CARDS_EACH]; /* owner of each card still to take effect, or CC_NONE */
    uint8_t extra[CC_SEATS];       /* sections by cards */
    int8_t value_change;           /* by cards, while the province is resolved */
    uint8_t spare[7];
} cc_board;

typedef struct {
    uint8_t peril[CC_REGIONS];             /* power, also of a token removed; 0: not in the game */
    uint8_t card[CC_SEATS][CC_CARDS_EACH]; /* province, CC_IN_HAND or CC_GONE; the index is card - 1 */
    uint8_t coming[2][CC_PARTS];           /* reputation of the waiting boards, in order of arrival */
} cc_secrets;

typedef struct {
    mur_state base;
    cc_board board;
    cc_secrets secrets;
    uint8_t spare[6];
} cc_state;

typedef struct {
    mur_view base;
    uint32_t gap;
    cc_board board;
    cc_secrets secrets;
    uint8_t spare[6];
} cc_view;

extern const mur_game cc_game;

/* -- Moves --
 * kind << 16 | first operand << 8 | second operand. Cards count from 1; in a move that was seen,
 * card 0 is one not shown. */

enum cc_operand { CC_NO_OPERAND, CC_SLOT, CC_PROVINCE, CC_REGION, CC_CARD, CC_SEAT, CC_END };

/* id, word, operands, sentence */
#define CC_MOVES(X)                                                                                                    \
    X(WALL, "wall", SLOT, NO_OPERAND, N_("single wall on {at}"))                                                       \
    X(TOWER, "tower", SLOT, NO_OPERAND, N_("tower on {at}"))                                                           \
    X(DOUBLE, "double", SLOT, SLOT, N_("double wall on {at} and {to}"))                                                \
    X(CARD, "card", CARD, PROVINCE, N_("face down in {to}: {what}"))                                                   \
    X(NEUTRAL, "neutral", SLOT, NO_OPERAND, N_("neutral wall on {at}"))                                                \
    X(NONE, "none", NO_OPERAND, NO_OPERAND, N_("no neutral wall"))                                                     \
    X(PASS, "pass", NO_OPERAND, NO_OPERAND, N_("pass"))                                                                \
    X(EXTEND, "extend", END, NO_OPERAND, N_("new board: {at}"))                                                        \
    X(STRIKE, "strike", SEAT, CARD,                                                                                    \
      N_("warrior: remove {other}'s card: {what}|"                                                                     \
         "|"                                                                                                           \
         "warrior: remove your own card: {what}"))                                                                     \
    X(RUIN, "ruin", SLOT, NO_OPERAND, N_("traitor: ruin the wall on {at}"))                                            \
    X(SCOUT, "scout", REGION, NO_OPERAND, N_("traitor: remove the threat token of {at}"))                              \
    X(RAISE, "raise", NO_OPERAND, NO_OPERAND, N_("flood: the province is worth 2 more"))                               \
    X(LOWER, "lower", NO_OPERAND, NO_OPERAND, N_("flood: the province is worth 2 less"))                               \
    X(VALUE, "value", NO_OPERAND, NO_OPERAND, N_("mason: the province is worth 2 more"))                               \
    X(SECTION, "section", NO_OPERAND, NO_OPERAND, N_("mason: one more section"))                                       \
    X(SWAP, "swap", SLOT, SLOT, N_("mandarin: swap the walls on {at} and {to}"))                                       \
    X(KEEP, "keep", NO_OPERAND, NO_OPERAND, N_("mandarin: swap nothing"))

enum cc_kind {
    CC_NO_MOVE,
#define X(id, word, first, second, sentence) CC_DO_##id,
    CC_MOVES(X)
#undef X
        CC_KINDS
};

static inline mur_move cc_move(unsigned kind, unsigned first, unsigned second)
{
    return kind << 16 | first << 8 | second;
}

static inline unsigned cc_move_kind(mur_move m)
{
    return m >> 16;
}

static inline int cc_move_first(mur_move m)
{
    return m >> 8 & 0xff;
}

static inline int cc_move_second(mur_move m)
{
    return m & 0xff;
}

/* -- The line -- for boards of the game; a slot, province or region of another is a mistake. */

/* The face of a board that is in the game, in the line or waiting. */
static inline const cc_face *cc_face_at(const cc_board *b, int letter)
{
    return &cc_faces[b->face[letter]];
}

/* The province and the region in which a slot lies. */
static inline int cc_province_of(const cc_board *b, int slot)
{
    return cc_face_at(b, slot / CC_BOARD_SLOTS)->province_of[slot % CC_BOARD_SLOTS];
}

static inline int cc_region_of(const cc_board *b, int slot)
{
    return cc_face_at(b, slot / CC_BOARD_SLOTS)->region_of[slot % CC_BOARD_SLOTS];
}

/* The slots of a province and of a region. */
static inline uint64_t cc_province_slots(const cc_board *b, int province)
{
    return cc_face_at(b, province / CC_PARTS)->province[province % CC_PARTS];
}

static inline uint64_t cc_region_slots(const cc_board *b, int region)
{
    return cc_face_at(b, region / CC_PARTS)->region[region % CC_PARTS];
}

/* Whose piece this is, ruins too: a seat or CC_NEUTRAL; CC_NONE if the slot is empty or not in the line. */
int cc_colour_of(const cc_board *b, int slot);

/* As in records: 'w' single wall, 'd' half of a double, 't' tower, 'x' ruin. */
char cc_piece_letter(const cc_board *b, int slot);

/* The slot to the right in the line, also across a joint; CC_NONE at the right end. */
int cc_right_of(const cc_board *b, int slot);

/* All slots next to one of these. */
uint64_t cc_next_to(const cc_board *b, uint64_t slots);

/* The slot that is reserved for a single wall of this seat, as a set of one or none: the last empty one of those
 * noted for its tower, as long as the seat has single walls. */
static inline uint64_t cc_reserved(const cc_board *b, int seat)
{
    uint64_t noted = b->beside_tower[seat] & b->empty;
    return cc_has_two(noted) || !b->singles[seat] ? 0 : noted;
}

/* -- Majorities -- */

/* Sections (not ruins) of each colour in these slots. */
void cc_sections(const cc_board *b, uint64_t slots, int out[CC_COLOURS]);

/* The same of a province, with the sections that cards have added while it is resolved. */
void cc_province_sections(const cc_board *b, int province, int out[CC_COLOURS]);

/* What the province would pay if it were scored now, changes by cards included while it is resolved. */
int cc_province_value(const cc_board *b, int province);

/* The colours with the most of these sections, one bit each; none if there are no sections. */
unsigned cc_leaders(const int sections[CC_COLOURS]);

/* Domination: a seat's longest unbroken row of own sections. */
int cc_longest_row(const cc_board *b, int seat);

/* Diplomacy: in how many provinces a seat has sections. */
int cc_provinces_held(const cc_board *b, int seat);

/* -- Refusals -- */

#define CC_REFUSALS(X)                                                                                                 \
    X(BOARDS, N_("three different boards are needed (four with 4 players), each with its face"))                       \
    X(REPUTATION, N_("the reputation tokens are three each of 0, 1, 2, 3 and 4"))                                      \
    X(PERIL, N_("the threat tokens are five each of 2, 3 and 4"))                                                      \
    X(FIRST_TURN, N_("the very first turn of the game must be a single wall"))                                         \
    X(NOT_IN_LINE, N_("this board is not in play yet"))                                                                \
    X(OCCUPIED, N_("this slot is occupied"))                                                                           \
    X(RESERVED, N_("this slot is reserved for the owner of a tower"))                                                  \
    X(NEXT_TO_TOWER, N_("a tower may not stand next to another tower"))                                                \
    X(NOT_NEIGHBOURS, N_("the double wall needs two neighbouring slots, named from left to right"))                    \
    X(NO_WALL, N_("you have no single wall left"))                                                                     \
    X(NO_DOUBLE, N_("your double wall is already laid"))                                                               \
    X(NO_TOWER, N_("your tower is already laid"))                                                                      \
    X(NO_CARD, N_("you have no such card"))                                                                            \
    X(PROTECTED, N_("no card can be laid in a protected province"))                                                    \
    X(SAME_PROVINCE_WALLS, N_("the two walls must be in two different provinces"))                                     \
    X(SAME_PROVINCE_CARDS, N_("the two cards must be in two different provinces"))                                     \
    X(OTHER_PROVINCE, N_("after a card the wall goes into the same province"))                                         \
    X(WALL_AFTER_WALL, N_("the second half of this turn must be a second wall"))                                       \
    X(HALF, N_("the second half of this turn must be a wall or a card"))                                               \
    X(INCOMPLETE, N_("this action could not be completed, but another one could"))                                     \
    X(MUST_LAY, N_("you may not pass while you can lay something"))                                                    \
    X(NEUTRAL_NEAR, N_("the neutral wall goes into a province just used"))                                             \
    X(NEUTRAL_FAR, N_("the neutral wall goes anywhere but into a province just used"))                                 \
    X(NOT_THIS_CARD, N_("the acting card does not offer this choice"))                                                 \
    X(NO_SUCH_TARGET, N_("the warrior removes a card still to take effect in this province"))                          \
    X(NO_WALL_HERE, N_("the traitor ruins a single wall in this province"))                                            \
    X(NO_TOKEN_HERE, N_("the traitor removes a threat token of a region that shares a slot with this province"))       \
    X(NO_SWAP, N_("the mandarin swaps a single wall here with one of another colour elsewhere"))

enum {
    CC_REFUSED_BEFORE_FIRST = MUR_GAME_ERRS - 1,
#define X(id, words) CC_REFUSED_##id,
    CC_REFUSALS(X)
#undef X
        CC_REFUSED_END
};

#endif
