/* SPDX-License-Identifier: MIT */
/* terminal/ui/footer.h -- the last row of the window: the keys that are enabled now, each with its label. A click on
 * one presses it. */
#ifndef TERMINAL_UI_FOOTER_H
#define TERMINAL_UI_FOOTER_H

#include "terminal/ui/screen.h"

void footer_draw(const screen *s, canvas *c, area where);

/* The first key code of the item at this column; KEY_NONE between two items. Must see the same screen state as
 * footer_draw(). */
int32_t footer_code_at(const screen *s, const canvas *c, int x);

#endif
