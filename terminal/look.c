/* SPDX-License-Identifier: MIT */
/* Which colours and attributes a terminal shows the looks with. Middle tones, readable on a dark and on a light ground,
 * since nobody tells us which it is. */
#include "terminal/look_int.h"

/* What marks look like without colour: each differently. */
static const struct {
    unsigned mark;
    attr_t attributes;
} marks[] = {
    { MARK_TARGET, A_UNDERLINE }, { MARK_FOCUS, A_REVERSE | A_BOLD },
    { MARK_NEWS, A_BOLD },        { MARK_CHANGE, A_BOLD | A_ITALIC },
    { MARK_STRUCK, A_DIM },
};

static const struct {
    int rgb, of_256, of_8; /* -1: the terminal's own */
    attr_t attributes;
} looks[LOOKS] = {
    [LOOK_TEXT] = { -1, -1, -1, 0 },
    [LOOK_QUIET] = { 0x8a8a8a, 245, -1, 0 },
    [LOOK_STRONG] = { -1, -1, -1, A_BOLD },
    [LOOK_TITLE] = { -1, -1, -1, A_BOLD | A_REVERSE },
    [LOOK_KEY] = { -1, -1, -1, A_BOLD },
    [LOOK_GOOD] = { 0x3f9e5f, 71, COLOR_GREEN, 0 },
    [LOOK_BAD] = { 0xd0453a, 167, COLOR_RED, 0 },
    [LOOK_NEUTRAL] = { 0xa08560, 137, -1, 0 },
    [LOOK_SEAT + 0] = { 0xd0554a, 167, COLOR_RED, 0 },
    [LOOK_SEAT + 1] = { 0x5b86d0, 68, COLOR_BLUE, 0 },
    [LOOK_SEAT + 2] = { 0x4a9e68, 71, COLOR_GREEN, 0 },
    [LOOK_SEAT + 3] = { 0xc58218, 172, COLOR_YELLOW, 0 },
    [LOOK_SEAT + 4] = { 0xa56fd0, 134, COLOR_MAGENTA, 0 },
    [LOOK_SEAT + 5] = { 0x4a9ea5, 73, COLOR_CYAN, 0 },
};

enum { DIRECT = 1 << 15 /* more colours than that: a colour's number is its red, green and blue */ };

static int colour_of(look l)
{
    return COLORS >= DIRECT ? looks[l].rgb : COLORS >= 256 ? looks[l].of_256 : looks[l].of_8;
}

void looks_begin(void)
{
    start_color();
    use_default_colors();
    for (look l = 0; l < LOOKS; l++)
        init_extended_pair((int)l + 1, colour_of(l), -1);
}

attr_t look_attributes(look l, unsigned set, bool has_colour)
{
    attr_t attributes = looks[l].attributes;
    if (l == LOOK_QUIET && (!has_colour || COLORS < 256))
        attributes |= A_DIM;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (set & marks[i].mark)
            attributes |= marks[i].attributes;
    return attributes;
}
