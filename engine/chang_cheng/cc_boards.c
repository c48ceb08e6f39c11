/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_boards.c -- Material as constant tables.
 * The X-macro lists of cc_boards.h are expanded here into the eight faces and into the words for cards and events.
 * Everything is computed by the compiler: a face knows the slots of its provinces and regions as bit sets (for "which
 * pieces stand there"), and for each slot the province and region it lies in (for "what does this piece touch"). */
#include "engine/chang_cheng/cc_boards.h"

/* Every slot lies in one province and one region. */
#define X(letter, side, p1, p2, p3, m1, m2, m3)                                                                        \
    _Static_assert((p1) + (p2) + (p3) == CC_BOARD_SLOTS && (m1) + (m2) + (m3) == CC_BOARD_SLOTS, "a face has 13 "      \
                                                                                                 "slots");
CC_FACES(X)
#undef X

/* A run of n neighbouring slots that begins at slot `from` of a board, as a set of bits; and three runs that fill the
 * board. */
#define RUN(letter, from, n) (((UINT64_C(1) << (n)) - 1) << (CC_BOARD_SLOTS * CC_##letter + (from)))
#define RUNS(letter, a, b, c)                                                                                          \
    {                                                                                                                  \
        RUN(letter, 0, a), RUN(letter, a, b), RUN(letter, (a) + (b), c)                                                \
    }

/* The province or region in which slot n lies, if the first has a slots and the second b; and that for all 13 slots. */
#define PART(letter, n, a, b) (CC_PARTS * CC_##letter + ((n) >= (a)) + ((n) >= (a) + (b)))
#define PARTS(letter, a, b)                                                                                            \
    {                                                                                                                  \
        PART(letter, 0, a, b), PART(letter, 1, a, b), PART(letter, 2, a, b), PART(letter, 3, a, b),                    \
            PART(letter, 4, a, b), PART(letter, 5, a, b), PART(letter, 6, a, b), PART(letter, 7, a, b),                \
            PART(letter, 8, a, b), PART(letter, 9, a, b), PART(letter, 10, a, b), PART(letter, 11, a, b),              \
            PART(letter, 12, a, b)                                                                                     \
    }

const cc_face cc_faces[CC_N_FACES] = {
#define X(letter, side, p1, p2, p3, m1, m2, m3)                                                                        \
    { .province = RUNS(letter, p1, p2, p3),                                                                            \
      .region = RUNS(letter, m1, m2, m3),                                                                              \
      .province_of = PARTS(letter, p1, p2),                                                                            \
      .region_of = PARTS(letter, m1, m2),                                                                              \
      .name = #letter #side },
    CC_FACES(X)
#undef X
};

const char *const cc_card_names[CC_CARDS_END] = { [CC_UNSEEN] = "?",
#define X(id, name) [CC_##id] = name,
                                                  CC_CARDS(X)
#undef X
};

const char *const cc_event_names[CC_N_EVENTS] = {
#define X(id, name) [CC_##id] = name,
    CC_EVENTS(X)
#undef X
};
