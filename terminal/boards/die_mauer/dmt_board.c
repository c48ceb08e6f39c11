/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_board.c -- Die Mauer for the terminal: moves as parts. A choice is one part (a piece
 * or the empty hand); building is an end, or a piece and an end when the master may choose freely. */
#include <assert.h>
#include <string.h>

#include "engine/say.h"
#include "terminal/boards/die_mauer/dmt_int.h"

/* -- Moves -- */

/* Takes an end of the wall off a move's text. */
static int take_end(mur_span *text)
{
    return mur_take(text, "left") ? DMT_END_LEFT : mur_take(text, "right") ? DMT_END_RIGHT : DMT_END_NONE;
}

/* Reads the notation: "T", "-", "left", "6 right", "pass", "give 3". Without a text (move 0) everything stays empty. */
static dmt_move decode_move(mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    dmt_move d = { .piece = DM_NONE, .end = DMT_END_NONE };
    if (m)
        dm_game.write_move(m, &t);
    mur_span rest = mur_span_of(text);
    /* Every part is optional: the text decides what the move has. */
    d.passes = mur_take(&rest, "pass");
    d.gives = mur_take(&rest, "give ");
    d.end = take_end(&rest);
    /* An end alone: the piece is already decided. */
    if (d.end != DMT_END_NONE || rest.len == 0)
        return d;
    const char *letter = memchr(dm_letter, rest.at[0], sizeof dm_letter);
    if (letter) {
        d.piece = (int)(letter - dm_letter);
        mur_take_char(&rest, *letter);
    }
    mur_take_char(&rest, ' ');
    d.end = take_end(&rest);
    return d;
}

/* What the focused choice would do. */
dmt_move dmt_candidate(const scene *s)
{
    return decode_move(s->selection ? selection_candidate(s->selection) : 0);
}

/* -- Parts -- */

static int split_move(const mur_view *v, mur_move m, move_part out[MOVE_PARTS])
{
    dmt_move d = decode_move(m);
    int n = 0;
    (void)v;
    if (d.passes)
        out[n++] = dmt_part(DMT_PART_PASS, 0);
    if (d.piece != DM_NONE)
        out[n++] = dmt_part(DMT_PART_PIECE, d.piece);
    if (d.end != DMT_END_NONE)
        out[n++] = dmt_part(DMT_PART_END, d.end);
    assert(n >= 1 && n <= MOVE_PARTS);
    return n;
}

/* Building cannot be taken back, so even the only possible end is asked for. */
static bool is_worth_asking(move_part part)
{
    (void)part;
    return true;
}

/* Pieces by name, ends and passing in words. */
static void put_part(const mur_view *v, move_part part, const mur_words *w, mur_text *t)
{
    int number = dmt_part_number(part);
    (void)v;
    switch ((enum dmt_part_type)dmt_part_type(part)) {
    case DMT_PART_PIECE:
        mur_put(t, mur_translate(w, dm_game.things[1 + number]));
        break;
    case DMT_PART_END:
        mur_put(t, mur_translate(w, number == DMT_END_LEFT ? N_("left end") : N_("right end")));
        break;
    case DMT_PART_PASS:
        mur_put(t, mur_translate(w, N_("build nothing")));
        break;
    }
}

/* The key of a wall is its length. There is no wall of 5; gate, tower and the empty hand take 7, 8 and 9. */
int dmt_digit(const mur_view *v, move_part part)
{
    static const uint8_t digit[DM_KINDS + 1] = {
        [DM_ONE] = 1, [DM_TWO] = 2,  [DM_THREE] = 3, [DM_FOUR] = 4,
        [DM_SIX] = 6, [DM_GATE] = 7, [DM_TOWER] = 8, [DM_EMPTY] = 9,
    };
    (void)v;
    switch ((enum dmt_part_type)dmt_part_type(part)) {
    case DMT_PART_PIECE:
        return digit[dmt_part_number(part)];
    case DMT_PART_END:
        return 1 + dmt_part_number(part);
    case DMT_PART_PASS:
        break;
    }
    return digit[DM_EMPTY];
}

const board dmt_board = {
    .game = &dm_game,
    .split_move = split_move,
    .is_worth_asking = is_worth_asking,
    .put_part = put_part,
    .digit = dmt_digit,
    .draw = dmt_draw_scene,
    .put_change = dmt_put_change,
    .describe = dmt_describe,
};
