/* SPDX-License-Identifier: MIT */
/* cli/trace.c -- `muraille trace FILE`: every position of a record as a line of JSON.
 * record/trace.h writes the lines; docs/game-json.md describes them. The record is read and checked as a whole
 * first: a broken one writes nothing. */
#include "record/trace.h"
#include "cli/cli.h"
#include "cli/output.h"

int cli_trace(const cli_args *args)
{
    mur_record *r;
    mur_trace *t;
    mur_buffer line = { 0 };
    if (!cli_read_record(args->operand, &r))
        return CLI_BAD_INPUT;
    int seat = cli_viewing_seat(r, args->seat);
    if (seat != CLI_NOT_GIVEN) {
        for (mur_trace_open(&t, r, seat); !ferror(stdout) && mur_trace_next(t, &line); mur_buffer_clear(&line))
            puts(line.at);
        mur_trace_close(&t);
    }
    mur_buffer_close(&line);
    mur_record_close(&r);
    return seat == CLI_NOT_GIVEN ? CLI_BAD_INPUT : CLI_OK;
}
