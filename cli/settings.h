/* SPDX-License-Identifier: MIT */
/* cli/settings.h -- the settings of a server: from the command line, else the environment, else a file, else their
 * defaults.
 * All settings are one table (settings.c). Each can be a line `name = value` of the file, --set name=value, or a
 * variable MURAILLE_NAME; those that are needed most are options of their own. */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/args.h"

typedef struct {
    const char *host, *web, *data, *store, *tls_cert, *tls_key, *public_url; /* NULL: not given */
    int port, connections, connections_per_address, tables, tables_per_person, tables_per_address, bot_threads,
        requests, newcomers, idle_timeout, grace, drain;
    int metrics, proxy, webhooks, log, invite; /* index of the word in the table of settings.c */
    char **texts;                              /* owned; the above borrow them */
    size_t n_texts, max_texts;
} cli_settings;

/* Reads all sources. Returns false after printing an error that names the source; to be closed in either case. */
bool cli_settings_open(cli_settings *s, const cli_args *args);
void cli_settings_close(cli_settings *s);

/* After a reload: the name of the next setting that differs but needs a restart to take effect. `row` is a cursor that
 * begins with 0. NULL: there are no more. */
const char *cli_settings_next_needing_restart(const cli_settings *running, const cli_settings *wanted, int *row);

/* Warns on standard error of variables MURAILLE_... that are no settings, probably misspelt. */
void cli_settings_warn_unknown(void);

/* The address of the store: --store, else muraille.db in the data folder, which is created if it is missing. The text
 * lives as long as the settings. Returns NULL after printing an error. */
const char *cli_settings_make_store_path(cli_settings *s);

/* The same, but no folder is created. */
const char *cli_settings_store_path(cli_settings *s);

/* The settings there are, for a description of the program; false past the last. */
typedef struct {
    const char *name;
    const char *words; /* that it may be, with spaces between, the default first; NULL: it is no word */
    bool is_number;
    int default_value;
} cli_setting_info;

bool cli_setting_at(int i, cli_setting_info *out);

#endif
