/* SPDX-License-Identifier: MIT */
/* terminal/ui/theme.c -- the colours and attributes of styles and highlights. A style has three colours, for
 * terminals with direct colour, 256 colours and 8 colours. All are middle tones that can be read on a dark and on a
 * light background, since a terminal does not tell which one it has. Change how something looks here; nobody else
 * mentions a colour. */
#include <assert.h>

#include "terminal/ui/theme_int.h"

/* Highlights use attributes only, a different one each, so that they differ even without colour. */
static const struct {
    unsigned highlight;
    attr_t attributes;
} highlights[] = {
    { HIGHLIGHT_CHOICE, A_UNDERLINE }, { HIGHLIGHT_FOCUS, A_REVERSE | A_BOLD },
    { HIGHLIGHT_NEWS, A_BOLD },        { HIGHLIGHT_PREVIEW, A_BOLD | A_ITALIC },
    { HIGHLIGHT_STRUCK, A_DIM },
};

static const struct {
    int rgb, of_256, of_8; /* -1: the terminal's default text colour */
    attr_t attributes;
} styles[STYLES] = {
    [STYLE_TEXT] = { -1, -1, -1, 0 },
    [STYLE_DIM] = { 0x8a8a8a, 245, -1, 0 },
    [STYLE_STRONG] = { -1, -1, -1, A_BOLD },
    [STYLE_TITLE] = { -1, -1, -1, A_BOLD | A_REVERSE },
    [STYLE_KEY] = { -1, -1, -1, A_BOLD },
    [STYLE_GOOD] = { 0x3f9e5f, 71, COLOR_GREEN, 0 },
    [STYLE_BAD] = { 0xd0453a, 167, COLOR_RED, 0 },
    [STYLE_NEUTRAL] = { 0xa08560, 137, -1, 0 },
    [STYLE_SEAT + 0] = { 0xd0554a, 167, COLOR_RED, 0 },
    [STYLE_SEAT + 1] = { 0x5b86d0, 68, COLOR_BLUE, 0 },
    [STYLE_SEAT + 2] = { 0x4a9e68, 71, COLOR_GREEN, 0 },
    [STYLE_SEAT + 3] = { 0xc58218, 172, COLOR_YELLOW, 0 },
    [STYLE_SEAT + 4] = { 0xa56fd0, 134, COLOR_MAGENTA, 0 },
    [STYLE_SEAT + 5] = { 0x4a9ea5, 73, COLOR_CYAN, 0 },
};

enum { DIRECT = 1 << 15 /* a terminal with at least this many colours has direct colour: a number is 0xRRGGBB */ };

/* The foreground colour for the terminal we have; COLORS is set by ncurses. */
static int colour_of(style st)
{
    assert((unsigned)st < STYLES);
    return COLORS >= DIRECT ? styles[st].rgb : COLORS >= 256 ? styles[st].of_256 : styles[st].of_8;
}

/* Pair 0 is the terminal's default and cannot be changed, hence style + 1. The background stays the terminal's own. */
void theme_init(void)
{
    start_color();
    use_default_colors();
    for (style st = 0; st < STYLES; st++)
        init_extended_pair((int)st + 1, colour_of(st), -1);
}

attr_t theme_attributes(style st, unsigned set, bool has_colour)
{
    assert((unsigned)st < STYLES);
    attr_t attributes = styles[st].attributes;
    if (st == STYLE_DIM && (!has_colour || COLORS < 256))
        attributes |= A_DIM;
    for (size_t i = 0; i < sizeof highlights / sizeof highlights[0]; i++)
        if (set & highlights[i].highlight)
            attributes |= highlights[i].attributes;
    return attributes;
}
