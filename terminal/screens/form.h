/* SPDX-License-Identifier: MIT */
/* terminal/form.h -- who plays a new game, and by which options. */
#ifndef TERMINAL_FORM_H
#define TERMINAL_FORM_H

#include "terminal/screen.h"

void form_open(app *a, const mur_game *g);

#endif
