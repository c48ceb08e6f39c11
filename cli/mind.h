/* SPDX-License-Identifier: MIT */
/* cli/mind.h -- whoever thinks for a seat at an online table: another program (arena/foreign.h), or a bot of the house.
 * It is shown what the server tells that seat, and nothing else. */
#ifndef CLI_MIND_H
#define CLI_MIND_H

#include "cli/args.h"
#include "client/room.h"

typedef struct cli_mind cli_mind;

/* As --engine or --bot say, with --sims, --cpu and --limit. NULL: told. */
cli_mind *cli_mind_open(const cli_args *args);
void cli_mind_close(cli_mind **m);

/* False: told. */
bool cli_mind_can_play(const cli_mind *m, const client_room *r);

/* One of the moves of the view, which is our seat's latest; 0: it has failed. */
mur_move cli_mind_choose(cli_mind *m, const client_room *r, const mur_view *v);

/* The game is over, and the mind may know how it went. */
void cli_mind_end(cli_mind *m, const client_room *r);

/* Why it has failed, for people; NULL: it has not. */
const char *cli_mind_fault(const cli_mind *m);

#endif
