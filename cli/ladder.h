/* SPDX-License-Identifier: MIT */
/* cli/ladder.h -- `muraille arena ladder`. */
#ifndef CLI_LADDER_H
#define CLI_LADDER_H

#include "cli/args.h"

cli_run cli_ladder;

#endif
