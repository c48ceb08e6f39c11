/* SPDX-License-Identifier: MIT */
/* terminal/screens/start.h -- the first screen: the games, and the saved games that can be continued. */
#ifndef TERMINAL_SCREENS_START_H
#define TERMINAL_SCREENS_START_H

#include "terminal/ui/screen.h"

void start_open(app *a);

#endif
