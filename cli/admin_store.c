/* SPDX-License-Identifier: MIT */
/* cli/admin_store.c -- what all `muraille admin` commands share: opening the store of a server, its errors in words,
 * and times.
 * The commands open the database directly, with the settings that the server uses, so no server has to run. */
#include "cli/admin.h"

#include "cli/cli.h"

#if HAS_SERVER

#include <assert.h>
#include <string.h>
#include <time.h>

#include "cli/output.h"
#include "cli/translate.h"

/* The address of a database server may contain a password, so errors do not repeat it. */
static bool is_address(const char *where)
{
    return strstr(where, "://") != NULL;
}

/* STORE_LONG_TIMEOUT: a store that is busy, because a server writes, is waited for. */
int admin_open_store(store **s, const char *where, unsigned how)
{
    char why[256] = "";
    store_err err = store_open_with(s, where, how | STORE_LONG_TIMEOUT, why);
    if (err == STORE_NOT_FOUND && !is_address(where))
        cli_error(N_("{file}: there is no database here"),
                  (const mur_format_arg[]){ { "file", mur_span_of(where) }, { 0 } });
    else if (err)
        cli_error(N_("cannot open the database: {why}"),
                  (const mur_format_arg[]){ { "why", mur_span_of(_(why)) }, { 0 } });
    return err == STORE_OK ? CLI_OK : err == STORE_NOT_FOUND ? CLI_BAD_INPUT : CLI_FAILED;
}

/* Only a command that may create a store creates the folder for it. */
bool admin_open_flags(admin_context *p, const cli_args *args, unsigned how)
{
    const char *where = NULL;
    *p = (admin_context){ .code = CLI_FAILED };
    cli_settings_warn_unknown();
    if (cli_settings_open(&p->settings, args))
        where =
            how & STORE_MUST_EXIST ? cli_settings_store_path(&p->settings) : cli_settings_make_store_path(&p->settings);
    if (where)
        p->code = admin_open_store(&p->s, where, how);
    if (!p->s)
        cli_settings_close(&p->settings);
    return p->s != NULL;
}

bool admin_open(admin_context *p, const cli_args *args)
{
    return admin_open_flags(p, args, STORE_MUST_EXIST);
}

void admin_close(admin_context *p)
{
    store_close(&p->s);
    cli_settings_close(&p->settings);
}

/* What the user named wrongly is bad input; what the database did is a failure. A change whose outcome is not known
 * says so. */
int admin_report(store_err err, const char *word)
{
    static const char *const phrases[] = {
        [STORE_NOT_FOUND] = N_("\"{word}\": no person or table with this name"),
        [STORE_TAKEN] = N_("\"{word}\": somebody else changed this at the same time; try again"),
        [STORE_UNAVAILABLE] = N_("\"{word}\": the database cannot be reached, is full, or is too busy"),
        [STORE_UNSURE] = N_("\"{word}\": the connection to the database was lost; check whether the change was made"),
        [STORE_INVALID] = N_("\"{word}\": not possible"),
        [STORE_CORRUPT] = N_("\"{word}\": the stored data is damaged"),
    };
    if (err == STORE_OK)
        return CLI_OK;
    assert(phrases[err]);
    cli_error(phrases[err], (const mur_format_arg[]){ { "word", mur_span_of(word) }, { 0 } });
    return err == STORE_NOT_FOUND || err == STORE_INVALID ? CLI_BAD_INPUT : CLI_FAILED;
}

void admin_write_time(store_time at, char out[ADMIN_TIME_TEXT])
{
    struct tm day;
    time_t seconds = (time_t)(at / 1000);
    gmtime_r(&seconds, &day);
    strftime(out, ADMIN_TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", &day);
}

#endif
