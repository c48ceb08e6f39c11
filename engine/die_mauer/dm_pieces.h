/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_pieces.h -- Material: the seven pieces each seat owns. The list feeds the enum, the
 * letters, the names and the penalties. Names are gettext keys. */
#ifndef ENGINE_DM_PIECES_H
#define ENGINE_DM_PIECES_H

#include "engine/words.h"

/*    id     letter  name        penalty */
#define DM_PIECES(X)                                                                                                   \
    X(TOWER, 'T', N_("tower"), 15)                                                                                     \
    X(GATE, 'G', N_("gate"), 10)                                                                                       \
    X(ONE, '1', N_("wall of 1"), 1)                                                                                    \
    X(TWO, '2', N_("wall of 2"), 2)                                                                                    \
    X(THREE, '3', N_("wall of 3"), 3)                                                                                  \
    X(FOUR, '4', N_("wall of 4"), 4)                                                                                   \
    X(SIX, '6', N_("wall of 6"), 6)

enum dm_kind {
#define X(id, letter, name, penalty) DM_##id,
    DM_PIECES(X)
#undef X
        DM_KINDS,
    DM_EMPTY = DM_KINDS, /* as a choice: the empty hand */
    DM_WALLS = DM_ONE    /* the specials come before, the walls from here on */
};

enum { DM_SPECIALS = 1 << DM_TOWER | 1 << DM_GATE, DM_ALL_KINDS = (1 << DM_KINDS) - 1 };

extern const char dm_letter[DM_KINDS + 1]; /* the empty hand included */
extern const unsigned char dm_penalty[DM_KINDS];

#endif
