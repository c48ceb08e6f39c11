/* SPDX-License-Identifier: MIT */
/* `muraille join`: a seat at a server's table, on a whole screen where there is one, else line by line. */
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

#if HAS_CLIENT && HAS_TERMINAL

#include "cli/screen.h"
#include "cli/visit.h"
#include "terminal/join.h"

int cli_join(const cli_args *args)
{
    client_link link;
    term_wish w = cli_term_wish(args);
    bool watches = args->watch || args->seat == 0;
    if (!cli_visit_read_link(args->word, &link))
        return CLI_BAD;
    join_wish j = { .link = args->word,
                    .seat = args->seat == CLI_NOT_GIVEN ? -1 : args->seat - 1,
                    .watches = watches,
                    .client = cli_visit_open(&link, args, "muraille join", watches) };
    if (!j.client)
        return CLI_FAILED;
    return args->plain || !terminal_is_there() ? join_plainly(&w, &j) : join_on_screen(&w, &j);
}

#else

int cli_join(const cli_args *args)
{
    (void)args;
    cli_complain(N_("this program was built without the terminal client, or without tables online"),
                 (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

#endif
