/* SPDX-License-Identifier: MIT */
/* terminal/keys.h -- what a person did: a key, a click, or another size of the window. */
#ifndef TERMINAL_KEYS_H
#define TERMINAL_KEYS_H

#include <stdint.h>

enum {
    KEY_NOTHING = -1,
    /* Characters are themselves (Unicode). */
    KEYS = 0x110000, /* above all of them: */
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
    KEY_FIRST,
    KEY_LAST,
    KEY_PAGE_BACK,
    KEY_PAGE_ON, /* Home, End, Page Up, Page Down */
    KEY_CLICK,
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
    KEY_SIZED,
    KEY_GONE /* the terminal is no more */
};

typedef struct {
    int32_t code;
    int y, x; /* of a click */
} keypress;

#endif
