/* SPDX-License-Identifier: MIT */
/* cli/random.c -- `muraille random GAME`: one game of uniformly random legal moves, as a record.
 * The same arguments give the same record on every machine: deal and moves come from --seed (cli/new_game.h). */
#include "cli/cli.h"
#include "cli/new_game.h"
#include "cli/output.h"

int cli_random(const cli_args *args)
{
    cli_new_game t;
    mur_buffer out = { 0 };
    const mur_game *g = cli_find_game(args->operand);
    if (!g || !cli_new_game_open(&t, g, args))
        return CLI_BAD_INPUT;
    while (!mur_record_is_over(t.record))
        cli_play_random_move(&t, t.record->state->to_act, NULL);
    mur_record_finish(t.record);
    mur_record_write(t.record, &out);
    fwrite(out.at, 1, out.len, stdout);
    mur_buffer_close(&out);
    cli_new_game_close(&t);
    return CLI_OK;
}
