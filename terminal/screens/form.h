/* SPDX-License-Identifier: MIT */
/* terminal/screens/form.h -- a new game: how many players, who plays, which options. */
#ifndef TERMINAL_SCREENS_FORM_H
#define TERMINAL_SCREENS_FORM_H

#include "terminal/ui/screen.h"

void form_open(app *a, const mur_game *g);

#endif
