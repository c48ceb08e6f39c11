/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_game.c -- the game as one constant: its words and its functions.
 * The lists of dm_pieces.h and dm_int.h become the tables that engine/game.h asks for; DM_SAY_ and DM_ERR_ numbers
 * index them. The functions are in the files that dm.h lists, but for those about set-up lines, of which this game
 * has none. */
#include "engine/die_mauer/dm_int.h"

/* Penalties so far: the lowest total wins. */
static void scores(const mur_state *base, int out[MUR_SEATS])
{
    for (int seat = 0; seat < base->seats; seat++)
        out[seat] = ((const dm_state *)base)->board.score[seat];
}

/* -- No set-up lines: nothing is dealt -- */

/* The game has nothing to deal. These four say so. */
static void shuffle(mur_setup *u, mur_rng *rng)
{
    (void)u, (void)rng;
}

static int n_lines(const mur_setup *u)
{
    (void)u;
    return 0;
}

static void write_no_line(const mur_setup *u, int line, mur_text *t)
{
    (void)u, (void)line, (void)t;
}

static mur_err read_no_line(mur_setup *u, int line, mur_span value)
{
    (void)u, (void)line, (void)value;
    return MUR_SETUP;
}

static const mur_option options[] = {
    { "first", N_("the starting seat"), "1-6" },
    { "hands", N_("number of hands"), "1-99" },
};

static const char *const things[] = {
    N_("something"),
#define X(id, letter, name, penalty) name,
    DM_PIECES(X)
#undef X
        N_("the empty hand"),
};

static const mur_sentence sentences[] = {
#define X(id, words) { #id, words },
    DM_SENTENCES(X)
#undef X
};

static const char *const refusals[] = {
#define X(id, words) words,
    DM_REFUSALS(X)
#undef X
};

const mur_game dm_game = {
    .id = "die-mauer",
    .name = "Die Mauer",
    .credit = "Thomas Fackler, Zoch 1999",
    .seats_min = 3,
    .seats_max = DM_SEATS,
    .lowest_wins = true,
    .setup_size = sizeof(dm_setup),
    .state_size = sizeof(dm_state),
    .view_size = sizeof(dm_view),
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .things = things,
    .n_things = sizeof things / sizeof things[0],
    .sentences = sentences,
    .n_sentences = sizeof sentences / sizeof sentences[0],
    .refusals = refusals,
    .n_refusals = sizeof refusals / sizeof refusals[0],
    .init = dm_init,
    .set_option = dm_set_option,
    .write_option = dm_write_option,
    .shuffle = shuffle,
    .n_lines = n_lines,
    .write_line_name = write_no_line,
    .read_line = read_no_line,
    .write_line = write_no_line,
    .start = dm_start,
    .play = dm_play,
    .legal = dm_legal,
    .rollout = dm_rollout,
    .scores = scores,
    .view = dm_view_of,
    .redeal = dm_redeal,
    .seen = dm_seen,
    .is_sound = dm_is_sound,
    .can_redeal = dm_can_redeal,
    .write_move = dm_write_move,
    .read_move = dm_read_move,
    .write_json = dm_write_json,
    .draw = dm_draw,
    .describe = dm_describe,
    .write_place = dm_write_place,
};
