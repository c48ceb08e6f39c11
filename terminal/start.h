/* SPDX-License-Identifier: MIT */
/* terminal/start.h -- the first screen: the games, and those that were interrupted. */
#ifndef TERMINAL_START_H
#define TERMINAL_START_H

#include "terminal/screen.h"

void start_open(app *a);

#endif
