/* SPDX-License-Identifier: MIT */
/* cli/settings.h -- how a server shall be: from the command line, else from the environment, else from a file, else as
 * usual.
 * All settings are one table (settings.c). Each can be a line `name = value` of the file, --set name=value, or a
 * variable MURAILLE_NAME; those that are needed most are options of their own. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stddef.h>

#include "cli/args.h"

typedef struct {
    const char *host, *web, *data, *store, *tls_cert, *tls_key, *public_url; /* NULL: not given */
    int port, connections, per_address, tables, tables_per_person, tables_per_address, thinkers, requests, newcomers,
        silence, grace, drain;
    int metrics, proxy, hooks, log, invite; /* which of their words, counted from 0 */
    char **texts;                           /* owned; the above borrow them */
    size_t n_texts, max_texts;
} cli_settings;

/* False: something given is wrong, and told. To be closed in either case. */
bool cli_settings_open(cli_settings *s, const cli_args *args);
void cli_settings_close(cli_settings *s);

/* The name of a setting that differs and needs a restart to count; `row` begins with 0 and leads from each to the next.
 * NULL: there are no more. */
const char *cli_settings_next_fixed(const cli_settings *running, const cli_settings *wanted, int *row);

/* Tells of variables MURAILLE_... that mean nothing, on standard error. */
void cli_settings_warn(void);

/* Where the store is: what was given, or muraille.db in the folder of the data, which is made if it is missing. NULL:
 * told. Lasts as long as the settings. */
const char *cli_settings_store(cli_settings *s);

/* The same, but no folder is made. */
const char *cli_settings_find_store(cli_settings *s);

#endif
