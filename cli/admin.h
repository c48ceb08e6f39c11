/* SPDX-License-Identifier: MIT */
/* cli/admin.h -- the store of the `muraille admin` commands: found by the settings, opened, and what went wrong told.
 */
#ifndef CLI_ADMIN_H
#define CLI_ADMIN_H

#if HAS_SERVER

#include "cli/settings.h"
#include "store/store.h"

typedef struct {
    cli_settings settings;
    store *s;
    int code; /* to exit with if it cannot be opened */
} admin_place;

/* Opens a store; if that fails, says why and returns the exit code. */
int admin_open_store(store **s, const char *where, unsigned how);

/* Opens the store that was configured. False: p->code is the exit code, and all is told and closed. */
bool admin_open_as(admin_place *p, const cli_args *args, unsigned how);

/* The same for a store that must be there: a folder that was mistyped is not made. */
bool admin_open(admin_place *p, const cli_args *args);
void admin_close(admin_place *p);

/* What went wrong, with what was asked for; returns the exit code. */
int admin_tell(store_err err, const char *word);

#endif

#endif
