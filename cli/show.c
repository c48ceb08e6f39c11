/* SPDX-License-Identifier: MIT */
/* cli/show.c -- `muraille show FILE`: a picture of one position of a record.
 * The record is replayed up to --ply; the events of the last move are printed below the picture, as far as --seat
 * may know them, and the result if the game is over. */
#include <assert.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "record/replay.h"

/* "Die Mauer, move 12 of 40: 3 ?". A move that the seat could not see is shown as it saw it. */
static void print_head(const mur_replay *p, int seat)
{
    const mur_record *r = p->record;
    char n[16], m[16], text[2 * MUR_MOVE_TEXT];
    mur_text tn = mur_text_on(n, sizeof n), tm = mur_text_on(m, sizeof m), t = mur_text_on(text, sizeof text);
    mur_put_int(&tn, (int)p->ply);
    mur_put_int(&tm, (int)r->n_moves);
    if (p->ply > 0) {
        mur_played made = mur_replay_move(p, seat);
        mur_put_int(&t, made.seat + 1);
        mur_put_char(&t, ' ');
        r->game->write_move(made.move, &t);
    }
    cli_print(stdout, p->ply > 0 ? N_("{game}, move {n} of {m}: {move}") : N_("{game}, before the first of {m} moves"),
              (const mur_format_arg[]){ { "game", mur_span_of(r->game->name) },
                                        { "n", mur_span_of(n) },
                                        { "m", mur_span_of(m) },
                                        { "move", mur_span_of(text) },
                                        { 0 } });
    puts("\n");
}

static void print_position(const mur_replay *p, const mur_events *log, int seat)
{
    cli_names names;
    cli_names_of(p->record, &names);
    mur_words w = cli_translation(names.name);
    print_head(p, seat);
    cli_draw_position(p->record->game, p->state, seat, &w);
    if (log->n > 0)
        putchar('\n');
    cli_print_events(p->record->game, log, seat, &w);
    if (p->state->to_act == 0) {
        putchar('\n');
        cli_print_result(p->record, &w);
    }
}

/* Replays to this ply; false: the record is shorter. The list of events is emptied before each move, so that those of
 * the last one remain. */
static bool show(const mur_record *r, int ply, int seat)
{
    mur_replay *p;
    mur_events log = { 0 };
    size_t wanted = ply == CLI_NOT_GIVEN ? r->n_moves : (size_t)ply;
    mur_replay_open(&p, r);
    while (p->ply < wanted && p->ply < r->n_moves) {
        log.n = 0; /* only the events of the last move are printed */
        mur_replay_next(p, &log);
    }
    assert(p->ply <= r->n_moves);
    bool ok = p->ply == wanted;
    if (ok)
        print_position(p, &log, seat);
    mur_replay_close(&p);
    return ok;
}

int cli_show(const cli_args *args)
{
    mur_record *r;
    if (!cli_read_record(args->operand, &r))
        return CLI_BAD_INPUT;
    int seat = cli_viewing_seat(r, args->seat);
    bool ok = seat != CLI_NOT_GIVEN;
    if (ok && !show(r, args->ply, seat)) {
        char n[16];
        mur_text t = mur_text_on(n, sizeof n);
        mur_put_int(&t, (int)r->n_moves);
        cli_error(N_("this record ends with move {n}"), (const mur_format_arg[]){ { "n", mur_span_of(n) }, { 0 } });
        ok = false;
    }
    mur_record_close(&r);
    return ok ? CLI_OK : CLI_BAD_INPUT;
}
