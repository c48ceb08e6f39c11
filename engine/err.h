/* SPDX-License-Identifier: MIT */
/* engine/err.h -- why something was refused.
 * Codes below MUR_GAME_ERRS are common to all games; the others belong to one game, which lists
 * their words in mur_game.refusals. Words are gettext keys; mur_err_text() finds them. */
#ifndef ENGINE_ERR_H
#define ENGINE_ERR_H

#include "engine/words.h"

#define MUR_ERRS(X)                                                                                                    \
    X(OK, N_("no problems"))                                                                                           \
    X(PLAYERS, N_("this number of players is not possible in this game"))                                              \
    X(OPTION, N_("invalid value for this option"))                                                                     \
    X(SETUP, N_("this set-up is impossible"))                                                                          \
    X(TEXT, N_("this is not a move"))                                                                                  \
    X(OVER, N_("the game is over"))                                                                                    \
    X(TURN, N_("it is not this seat's turn"))                                                                          \
    X(MOVE, N_("this move is not possible now"))

typedef enum {
#define X(id, words) MUR_##id,
    MUR_ERRS(X)
#undef X
        MUR_COMMON_ERRS,
    MUR_GAME_ERRS = 32,
    MUR_ERR_MAX = 255
} mur_err;

#endif
