/* SPDX-License-Identifier: MIT */
/* terminal/footer.h -- the last row: the keys that work now. A click on one presses it. */
#ifndef TERMINAL_FOOTER_H
#define TERMINAL_FOOTER_H

#include "terminal/screen.h"

void footer_draw(const screen *s, canvas *c, area where);

/* The key whose name is in this column; KEY_NOTHING. */
int32_t footer_code_at(const screen *s, const canvas *c, int x);

#endif
