/* SPDX-License-Identifier: MIT */
/* terminal/session/launch.h -- opens the session that the command line asks for. */
#ifndef TERMINAL_SESSION_LAUNCH_H
#define TERMINAL_SESSION_LAUNCH_H

#include "terminal/session/session.h"
#include "terminal/terminal.h"

/* A new game of options->game, or the latest interrupted one (of that game, if one is given). NULL: `why`
 * (MUR_MESSAGE_TEXT bytes) says why not, translated. */
session *launch_new_game(const terminal_options *options, char *why);
session *launch_resume(const terminal_options *options, char *why);

#endif
