/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_game.c -- the game as one constant: its words and its functions.
 * The lists of cm_cards.h and cm_int.h become the tables that engine/game.h asks for; CM_SAY_ and CM_ERR_ numbers
 * index them. The functions are in the files that cm.h lists. */
#include "engine/chinesische_mauer/cm_int.h"

static const mur_option options[] = { { "first", N_("the starting seat"), "1-5" } };

static const char *const things[] = { N_("a card"),
#define X(id, letter, name, copies, value) name,
                                      CM_CARDS(X)
#undef X
};

static const mur_sentence sentences[] = {
#define X(id, words) { #id, words },
    CM_SENTENCES(X)
#undef X
};

static const char *const refusals[] = {
#define X(id, words) words,
    CM_REFUSALS(X)
#undef X
};

const mur_game cm_game = {
    .id = "chinesische-mauer",
    .name = "Chinesische Mauer",
    .credit = "Reiner Knizia, Kosmos 2006",
    .seats_min = 2,
    .seats_max = CM_SEATS,
    .setup_size = sizeof(cm_setup),
    .state_size = sizeof(cm_state),
    .view_size = sizeof(cm_view),
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .things = things,
    .n_things = sizeof things / sizeof things[0],
    .sentences = sentences,
    .n_sentences = sizeof sentences / sizeof sentences[0],
    .refusals = refusals,
    .n_refusals = sizeof refusals / sizeof refusals[0],
    .init = cm_init,
    .set_option = cm_set_option,
    .write_option = cm_write_option,
    .shuffle = cm_shuffle,
    .n_lines = cm_n_lines,
    .write_line_name = cm_write_line_name,
    .read_line = cm_read_line,
    .write_line = cm_write_line,
    .start = cm_start,
    .play = cm_play,
    .legal = cm_legal,
    .scores = cm_scores,
    .view = cm_view_of,
    .redeal = cm_redeal,
    .seen = cm_seen,
    .is_sound = cm_is_sound,
    .can_redeal = cm_can_redeal,
    .write_move = cm_write_move,
    .read_move = cm_read_move,
    .write_json = cm_write_json,
    .draw = cm_draw,
    .describe = cm_describe,
    .write_place = cm_write_place,
};
