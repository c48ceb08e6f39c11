/* SPDX-License-Identifier: MIT */
/* terminal/look.h -- what a piece of text is, so that a terminal can decide how to show it.
 * A cell has one look, who or what it belongs to, and marks on top of it, what it is just now. Colour is never alone:
 * seats have a letter and a shape as well, marks can be told apart without colour (bold, underlined, reversed, struck
 * by a sign). */
#ifndef TERMINAL_LOOK_H
#define TERMINAL_LOOK_H

typedef enum {
    LOOK_TEXT,
    LOOK_QUIET,   /* there, but not now: frames, explanations, what is over */
    LOOK_STRONG,  /* headings, totals */
    LOOK_TITLE,   /* the bar at the top */
    LOOK_KEY,     /* a key in the footer */
    LOOK_GOOD,    /* gains */
    LOOK_BAD,     /* losses, errors */
    LOOK_NEUTRAL, /* pieces that belong to nobody */
    LOOK_SEAT,    /* LOOK_SEAT + seat */
    LOOKS = LOOK_SEAT + 6
} look;

enum {
    MARK_TARGET = 1, /* can be chosen now */
    MARK_FOCUS = 2,  /* the cursor is here */
    MARK_NEWS = 4,   /* changed since this player last looked */
    MARK_CHANGE = 8, /* would change by the move under the cursor */
    MARK_STRUCK = 16 /* counts for nothing: covered, cancelled */
};

#endif
