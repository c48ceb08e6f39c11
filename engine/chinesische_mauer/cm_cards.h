/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_cards.h -- Material: the cards each seat owns and the fame tokens.
 * Each list feeds its enum, letters, names and sizes: a new card is a new line. Names are gettext keys. */
#ifndef ENGINE_CM_CARDS_H
#define ENGINE_CM_CARDS_H

#include "engine/words.h"

/*    id        letter  name             copies  value */
#define CM_CARDS(X)                                                                                                    \
    X(WALL, 'W', N_("wall"), 7, 1)                                                                                     \
    X(GATE, 'G', N_("gate"), 3, 2)                                                                                     \
    X(TOWER, 'T', N_("watchtower"), 1, 3)                                                                              \
    X(NOBLE, 'N', N_("noble"), 1, 1)                                                                                   \
    X(SOLDIER, 'S', N_("soldier"), 5, 0) /* counted apart: 1, 3, 6, 10, 15 */                                          \
    X(HORSEMAN, 'H', N_("horseman"), 2, 2)                                                                             \
    X(DRAGON, 'D', N_("dragon"), 1, 1)

enum cm_kind {
#define X(id, letter, name, copies, value) CM_##id,
    CM_CARDS(X)
#undef X
        CM_KINDS
};

enum {
#define X(id, letter, name, copies, value) +copies
    CM_DECK = 0 CM_CARDS(X) /* the set counts itself: 20 */
#undef X
};

/*    value  copies */
#define CM_FAME(X)                                                                                                     \
    X(1, 2)                                                                                                            \
    X(2, 6)                                                                                                            \
    X(3, 7)                                                                                                            \
    X(4, 7)                                                                                                            \
    X(5, 8)                                                                                                            \
    X(7, 4)                                                                                                            \
    X(8, 2)

enum {
#define X(value, copies) +copies
    CM_TOKENS = 0 CM_FAME(X), /* 36 */
#undef X
    CM_VALUES = 9 /* arrays by value: 0..8 */
};

extern const char cm_letter[CM_KINDS];
extern const unsigned char cm_copies[CM_KINDS], cm_value[CM_KINDS];
extern const unsigned char cm_fame[CM_VALUES]; /* how many tokens of each value there are */

#endif
