/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_game.c -- the game as one constant: its words and its functions.
 * The lists of cc.h and cc_int.h become the tables that engine/game.h asks for. CC_SAY_ and CC_REFUSED_ numbers index
 * these tables, so a list and its table always agree. The functions are in the files that cc.h lists. */
#include "engine/chang_cheng/cc_int.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static const mur_option options[] = {
    { "first", N_("the starting seat"), "1-4" },
    { "neutral", N_("neutral walls (two players)"), "on off" },
    { "events", N_("events (at most two)"), "none diplomacy domination recognition watchers" },
};

static const char *const things[CC_THINGS] = { N_("something"),
#define X(id, name) name,
                                               CC_CARDS(X) CC_PIECES(X)
#undef X
};

/* First the sentences of events, then those of moves: CC_SAY_MOVE + kind is the sentence of a kind of move. */
static const mur_sentence sentences[] = {
#define X(id, sentence) { #id, sentence },
    CC_SENTENCES(X)
#undef X
#define X(id, word, first, second, sentence) { "DO_" #id, sentence },
        CC_MOVES(X)
#undef X
};

static const char *const refusals[] = {
#define X(id, words) words,
    CC_REFUSALS(X)
#undef X
};

const mur_game cc_game = {
    .id = "chang-cheng",
    .name = "Chang Cheng",
    .credit = "Walter Obert, Tenki Games 2007",
    .seats_min = 2,
    .seats_max = CC_SEATS,
    .setup_size = sizeof(cc_setup),
    .state_size = sizeof(cc_state),
    .view_size = sizeof(cc_view),
    .options = options,
    .n_options = COUNT(options),
    .things = things,
    .n_things = COUNT(things),
    .sentences = sentences,
    .n_sentences = COUNT(sentences),
    .refusals = refusals,
    .n_refusals = COUNT(refusals),
    .init = cc_init,
    .set_option = cc_set_option,
    .write_option = cc_write_option,
    .shuffle = cc_shuffle,
    .n_lines = cc_n_lines,
    .write_line_name = cc_write_line_name,
    .read_line = cc_read_line,
    .write_line = cc_write_line,
    .start = cc_start,
    .play = cc_play,
    .legal = cc_legal,
    .scores = cc_scores,
    .view = cc_view_of,
    .redeal = cc_redeal,
    .seen = cc_seen,
    .is_sound = cc_is_sound,
    .can_redeal = cc_can_redeal,
    .write_move = cc_write_move,
    .read_move = cc_read_move,
    .write_json = cc_write_json,
    .draw = cc_draw,
    .describe = cc_describe,
    .write_place = cc_write_place,
};
