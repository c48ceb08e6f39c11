/* SPDX-License-Identifier: MIT */
/* cli/visit.h -- what `muraille bot` and `muraille join` share: going to a server's table, and telling how that went.
 */
#ifndef CLI_VISIT_H
#define CLI_VISIT_H

#include "cli/args.h"
#include "client/client.h"

/* False: told. */
bool cli_visit_read_link(const char *text, client_link *link);

/* As --name says. NULL: told. */
client *cli_visit_open(const client_link *link, const cli_args *args, const char *device, bool watches);

/* Tells it; the exit code. */
int cli_visit_tell_fault(const client_fault *f);

/* What everybody is called, as mur_words wants it: names of people, levels of bots, NULL for the others;
 * no two alike. */
typedef struct {
    const char *name[MUR_SEATS];
    char text[MUR_SEATS][CLIENT_NAME + 4];
} cli_visit_names;

void cli_visit_names_of(const client_room *r, cli_visit_names *names);

/* Scores and winners of a game that is over, in a line on standard output; false: they are not known. */
bool cli_visit_tell_result(const client_room *r);

#endif
