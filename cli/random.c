/* SPDX-License-Identifier: MIT */
/* `muraille random GAME`: one game of random moves, as a record. */
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/table.h"

int cli_random(const cli_args *args)
{
    cli_table t;
    mur_buffer out = { 0 };
    const mur_game *g = cli_game_of(args->word);
    if (!g || !cli_table_open(&t, g, args))
        return CLI_BAD;
    while (!mur_record_is_over(t.record))
        cli_table_play_any(&t, t.record->state->to_act, NULL);
    mur_record_finish(t.record);
    mur_record_write(t.record, &out);
    fwrite(out.at, 1, out.len, stdout);
    mur_buffer_close(&out);
    cli_table_close(&t);
    return CLI_OK;
}
