/* SPDX-License-Identifier: MIT */
/* cli/online.h -- what `muraille bot` and `muraille join` share: reading the link of a table, connecting to its server
 * (client/client.h), and reporting on standard error and standard output how that went. */
#ifndef CLI_ONLINE_H
#define CLI_ONLINE_H

#include "cli/args.h"
#include "client/client.h"

/* The link as the browser shows it; NULL is reported as a missing --url. Returns false after printing an error. */
bool cli_online_read_link(const char *text, client_link *link);

/* Starts to connect, as the guest that --name and --invite say. `device` is how the server lists this session. The
 * caller closes the client. Returns NULL after printing an error. */
client *cli_online_open(const client_link *link, const cli_args *args, const char *device, bool watches);

/* Prints why the client has given up; returns the exit code. */
int cli_online_report_fault(const client_fault *f);

/* Scores and winners of a game that is over, in a line on standard output. False: the final position is not known. */
bool cli_online_print_result(const client_table *table);

#endif
