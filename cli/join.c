/* SPDX-License-Identifier: MIT */
/* cli/join.c -- `muraille join LINK`: a seat at an online table, on the whole screen or line by line.
 * The client (client/client.h) connects; terminal/join.h shows the table and closes the client. */
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"

#if HAS_CLIENT && HAS_TERMINAL

#include "cli/online.h"
#include "cli/play.h"
#include "terminal/join.h"

int cli_join(const cli_args *args)
{
    client_link link;
    terminal_options options = cli_terminal_options(args);
    bool watches = args->watch || args->seat == 0;
    if (!cli_online_read_link(args->operand, &link))
        return CLI_BAD_INPUT;
    join_options j = { .link = args->operand,
                       .seat = args->seat == CLI_NOT_GIVEN ? -1 : args->seat - 1,
                       .watches = watches,
                       .client = cli_online_open(&link, args, "muraille join", watches) };
    if (!j.client)
        return CLI_FAILED;
    return args->plain || !terminal_is_available() ? join_plain(&options, &j) : join_on_screen(&options, &j);
}

#else

int cli_join(const cli_args *args)
{
    (void)args;
    cli_error(N_("this program was built without the terminal client or without online play"),
              (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

#endif
