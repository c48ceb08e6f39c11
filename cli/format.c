/* SPDX-License-Identifier: MIT */
/* `muraille format FILE`: a record as it should be written, without comments and blank lines. */
#include "cli/cli.h"
#include "cli/io.h"

int cli_format(const cli_args *args)
{
    mur_record *r;
    mur_buffer out = { 0 };
    if (!cli_read_record(args->word, &r))
        return CLI_BAD;
    mur_record_write(r, &out);
    fwrite(out.at, 1, out.len, stdout);
    mur_buffer_close(&out);
    mur_record_close(&r);
    return CLI_OK;
}
