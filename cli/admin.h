/* SPDX-License-Identifier: MIT */
/* cli/admin.h -- the store of the `muraille admin` commands: found by the settings of the server, opened, and errors of
 * the store reported. */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#if HAS_SERVER

#include "cli/settings.h"
#include "store/store.h"

typedef struct {
    cli_settings settings;
    store *s;
    int code; /* to exit with if it cannot be opened */
} admin_context;

/* Opens the store at this address with flags of store/store.h. Returns CLI_OK, or the exit code after printing an
 * error. */
int admin_open_store(store **s, const char *where, unsigned how);

/* Opens the store that the settings name. False: an error was printed, everything is closed, and p->code is the exit
 * code. */
bool admin_open_flags(admin_context *p, const cli_args *args, unsigned how);

/* The same for a store that must exist: a misspelt folder is not created. */
bool admin_open(admin_context *p, const cli_args *args);
void admin_close(admin_context *p);

/* Prints an error of the store about this operand, if it is one; returns the exit code. */
int admin_report(store_err err, const char *word);

/* "2026-11-15T12:00:00Z" */
enum { ADMIN_TIME_TEXT = 32 };
void admin_write_time(store_time at, char out[ADMIN_TIME_TEXT]);

#endif

#endif
