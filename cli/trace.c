/* SPDX-License-Identifier: MIT */
/* `muraille trace FILE`: every position of a record as a line of JSON. */
#include "record/trace.h"
#include "cli/cli.h"
#include "cli/io.h"

int cli_trace(const cli_args *args)
{
    mur_record *r;
    mur_trace *t;
    mur_buffer line = { 0 };
    if (!cli_read_record(args->word, &r))
        return CLI_BAD;
    int seat = cli_viewer(r, args->seat);
    if (seat != CLI_NOT_GIVEN) {
        for (mur_trace_open(&t, r, seat); !ferror(stdout) && mur_trace_next(t, &line); mur_buffer_clear(&line))
            puts(line.at);
        mur_trace_close(&t);
    }
    mur_buffer_close(&line);
    mur_record_close(&r);
    return seat == CLI_NOT_GIVEN ? CLI_BAD : CLI_OK;
}
