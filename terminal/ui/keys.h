/* SPDX-License-Identifier: MIT */
/* terminal/ui/keys.h -- one input event: a key, a mouse click or wheel, a resized window, a lost terminal. term.c
 * translates ncurses codes and escape sequences into these, so screens never see ncurses. The names avoid those that
 * <curses.h> defines. */
#ifndef TERMINAL_UI_KEYS_H
#define TERMINAL_UI_KEYS_H

#include <stdint.h>

enum {
    KEY_NONE = -1,
    /* A printable character is its own Unicode code point. Everything else is numbered above the last code point: */
    KEY_SPECIAL = 0x110000,
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_TAB,
    KEY_TAB_BACK,
    KEY_RETURN,
    KEY_ESCAPE,
    KEY_ERASE,
    KEY_DELETE,
    KEY_TO_START, /* Home */
    KEY_TO_END,   /* End */
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_CLICK, /* left button; the keypress says where */
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
    KEY_RESIZED,
    KEY_HANGUP /* the terminal is gone, or a signal asks us to end */
};

typedef struct {
    int32_t code;
    int y, x; /* row and column of a click; 0 otherwise */
} keypress;

#endif
