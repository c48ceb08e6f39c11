/* SPDX-License-Identifier: MIT */
/* Die Mauer for the terminal: its moves as parts. The picture is in dm_draw.c, dm_wall.c and dm_table.c, what can be
 * concluded in dm_conclude.c and dm_worlds.c, the words in dm_tell.c. */
#include <string.h>

#include "engine/say.h"
#include "terminal/dm_int.h"

/* -- Moves as text: "T", "-", "left", "6 right", "pass", "give 3", "?" -- */

static int take_end(mur_span *text)
{
    return mur_take(text, "left") ? DM_END_LEFT : mur_take(text, "right") ? DM_END_RIGHT : DM_END_NONE;
}

dm_deed dm_read_deed(mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    dm_deed d = { .piece = DM_NONE, .end = DM_END_NONE };
    if (m)
        dm_game.write_move(m, &t);
    mur_span rest = mur_span_of(text);
    d.passes = mur_take(&rest, "pass");
    d.gives = mur_take(&rest, "give ");
    d.end = take_end(&rest);
    if (d.end != DM_END_NONE || rest.len == 0)
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

dm_deed dm_meant(const scene *s)
{
    return dm_read_deed(s->pick ? pick_meant(s->pick) : 0);
}

/* -- Parts -- */

static int split(const mur_view *v, mur_move m, pick_part out[PICK_PARTS])
{
    dm_deed d = dm_read_deed(m);
    int n = 0;
    (void)v;
    if (d.passes)
        out[n++] = dm_part(DM_PART_PASS, 0);
    if (d.piece != DM_NONE)
        out[n++] = dm_part(DM_PART_PIECE, d.piece);
    if (d.end != DM_END_NONE)
        out[n++] = dm_part(DM_PART_END, d.end);
    return n;
}

/* Building cannot be taken back, so even the only end is asked for, as the rules promise. */
static bool asks(pick_part part)
{
    (void)part;
    return true;
}

static void put_part(const mur_view *v, pick_part part, const mur_words *w, mur_text *t)
{
    int number = dm_part_number(part);
    (void)v;
    switch ((enum dm_part_type)dm_part_type(part)) {
    case DM_PART_PIECE:
        mur_put(t, mur_word(w, dm_game.things[1 + number]));
        break;
    case DM_PART_END:
        mur_put(t, mur_word(w, number == DM_END_LEFT ? N_("left end") : N_("right end")));
        break;
    case DM_PART_PASS:
        mur_put(t, mur_word(w, N_("build nothing")));
        break;
    }
}

/* Walls have their length for a key; there is none of 5, and the others follow the longest. */
int dm_digit(const mur_view *v, pick_part part)
{
    static const uint8_t digit[DM_KINDS + 1] = {
        [DM_ONE] = 1, [DM_TWO] = 2,  [DM_THREE] = 3, [DM_FOUR] = 4,
        [DM_SIX] = 6, [DM_GATE] = 7, [DM_TOWER] = 8, [DM_EMPTY] = 9,
    };
    (void)v;
    switch ((enum dm_part_type)dm_part_type(part)) {
    case DM_PART_PIECE:
        return digit[dm_part_number(part)];
    case DM_PART_END:
        return 1 + dm_part_number(part);
    case DM_PART_PASS:
        break;
    }
    return digit[DM_EMPTY];
}

const board dm_board_ = {
    .game = &dm_game,
    .split = split,
    .asks = asks,
    .put_part = put_part,
    .digit = dm_digit,
    .draw = dm_draw_scene,
    .put_change = dm_put_change,
    .tell = dm_tell,
};
