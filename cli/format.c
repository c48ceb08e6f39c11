/* SPDX-License-Identifier: MIT */
/* cli/format.c -- `muraille format FILE`: checks a record and writes it in its canonical form, without comments and
 * blank lines.
 * A record that is in this form already comes out byte by byte the same. */
#include "cli/cli.h"
#include "cli/output.h"

int cli_format(const cli_args *args)
{
    mur_record *r;
    mur_buffer out = { 0 };
    if (!cli_read_record(args->operand, &r))
        return CLI_BAD_INPUT;
    mur_record_write(r, &out);
    fwrite(out.at, 1, out.len, stdout);
    mur_buffer_close(&out);
    mur_record_close(&r);
    return CLI_OK;
}
