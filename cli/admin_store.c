/* SPDX-License-Identifier: MIT */
#include "cli/admin.h"

#include "cli/cli.h"

#if HAS_SERVER

#include <string.h>

#include "cli/io.h"
#include "cli/words.h"

/* An address may contain a password, so it is not repeated. */
static bool is_address(const char *where)
{
    return strstr(where, "://") != NULL;
}

int admin_open_store(store **s, const char *where, unsigned how)
{
    char why[256] = "";
    store_err err = store_open_as(s, where, how | STORE_PATIENT, why);
    if (err == STORE_NONE && !is_address(where))
        cli_complain(N_("{file}: there is no store here"),
                     (const mur_place[]){ { "file", mur_span_of(where) }, { 0 } });
    else if (err)
        cli_complain(N_("the store cannot be opened: {why}"),
                     (const mur_place[]){ { "why", mur_span_of(_(why)) }, { 0 } });
    return err == STORE_OK ? CLI_OK : err == STORE_NONE ? CLI_BAD : CLI_FAILED;
}

bool admin_open_as(admin_place *p, const cli_args *args, unsigned how)
{
    const char *where = NULL;
    *p = (admin_place){ .code = CLI_FAILED };
    cli_settings_warn();
    if (cli_settings_open(&p->settings, args))
        where = how & STORE_MUST_EXIST ? cli_settings_find_store(&p->settings) : cli_settings_store(&p->settings);
    if (where)
        p->code = admin_open_store(&p->s, where, how);
    if (!p->s)
        cli_settings_close(&p->settings);
    return p->s != NULL;
}

bool admin_open(admin_place *p, const cli_args *args)
{
    return admin_open_as(p, args, STORE_MUST_EXIST);
}

void admin_close(admin_place *p)
{
    store_close(&p->s);
    cli_settings_close(&p->settings);
}

int admin_tell(store_err err, const char *word)
{
    static const char *const phrases[] = {
        [STORE_NONE] = N_("\"{word}\": there is nobody and nothing of this name"),
        [STORE_TAKEN] = N_("\"{word}\": somebody else was first; try again"),
        [STORE_AWAY] = N_("\"{word}\": the store cannot be reached, is full, or too busy"),
        [STORE_UNSURE] = N_("\"{word}\": the store was lost meanwhile; look whether it is done"),
        [STORE_REFUSED] = N_("\"{word}\": this cannot be done"),
        [STORE_BROKEN] = N_("\"{word}\": what is kept of this is damaged"),
    };
    if (err == STORE_OK)
        return CLI_OK;
    cli_complain(phrases[err], (const mur_place[]){ { "word", mur_span_of(word) }, { 0 } });
    return err == STORE_NONE || err == STORE_REFUSED ? CLI_BAD : CLI_FAILED;
}

#endif
