/* SPDX-License-Identifier: MIT */
/* cli/hint.c -- `muraille hint FILE`: what a strong bot would play in one position of a record.
 * The record is replayed to --ply, and the bot gets the view of one seat, --seat or the first that may act. It
 * returns values for all moves, which are ranked and printed with the scores and the line of play that it expects. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/review.h"
#include "cli/cli.h"
#include "cli/match.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "engine/say.h"
#include "record/replay.h"

enum { SHOWN = 5 /* candidates, for people */ };

typedef struct {
    const mur_record *record;
    const arena_player *player;
    mur_view *view;
    mur_move best;
    mur_reasons why;
    int order[MUR_MOVES]; /* see mur_rank_moves() */
} advice;

/* -- Asking the bot -- */

/* Without --seed the seed is 0: the same question gets the same answer. */
static void ask_bot(advice *a, const cli_args *args)
{
    mur_rng rng;
    arena_bot_context t = { .player = a->player, .game = a->record->game, .seats = a->record->setup->seats };
    arena_budget budget = { .simulations = args->sims };
    t.memory = arena_bot_memory_open();
    mur_rng_seed(&rng, args->seed);
    a->best = arena_choose_move(&t, a->view, &budget, &rng, &a->why);
    arena_bot_memory_close(&t.memory);
    assert(a->best); /* a built-in bot always finds a move */
    mur_rank_moves(a->view, a->best, &a->why, a->order);
}

/* -- Printing -- */

/* In the notation of records. */
static void move_text(const advice *a, mur_move m, char out[MUR_MOVE_TEXT])
{
    mur_text t = mur_text_on(out, MUR_MOVE_TEXT);
    a->record->game->write_move(m, &t);
}

/* "54.2 %", or points ahead of the others. */
static const char *value_text(const advice *a, int i, char out[24])
{
    double value = (double)a->why.value[i];
    snprintf(out, 24, a->why.is_share ? "%.1f %%" : "%+.2f", a->why.is_share ? 100 * value : value);
    return out;
}

/* "Move 12, Anna:" */
static void print_head(const advice *a, const mur_words *w)
{
    char who[MUR_SENTENCE_TEXT], n[16];
    mur_text t = mur_text_on(who, sizeof who);
    mur_say_seat(a->view->seat, w, &t);
    snprintf(n, sizeof n, "%" PRIu32, a->view->ply + 1U);
    cli_print(stdout, N_("Move {n}, {seat}:"),
              (const mur_format_arg[]){ { "n", mur_span_of(n) }, { "seat", mur_span_of(who) }, { 0 } });
    putchar('\n');
}

/* The best move first, marked with a star, with its value and in words. */
static void print_candidates(const advice *a)
{
    cli_names names;
    cli_names_of(a->record, &names);
    mur_words w = cli_translation(names.name);
    print_head(a, &w);
    for (int i = 0; i < a->view->n_moves && i < SHOWN; i++) {
        char text[MUR_MOVE_TEXT], value[24], sentence[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(sentence, sizeof sentence);
        mur_move m = a->view->moves[a->order[i]];
        move_text(a, m, text);
        mur_say_move(a->record->game, m, &w, &t);
        printf("%s %-20s %8s  %s\n", i == 0 ? "*" : " ", text, value_text(a, a->order[i], value), sentence);
    }
}

/* The final scores and the next moves that the bot expects after its best move. */
static void print_expectation(const advice *a)
{
    char text[MUR_MOVE_TEXT];
    printf("%s", _("Expected scores:"));
    for (int seat = 0; seat < a->view->seats; seat++)
        printf(" %.1f", (double)a->why.expected[seat]);
    printf("\n%s", _("Likely continuation:"));
    for (int i = 0; i < a->why.n_pv; i++) {
        move_text(a, a->why.pv[i], text);
        printf("%s %s", i > 0 ? ";" : "", text);
    }
    putchar('\n');
}

/* All moves, best first, where people see five. */
static void print_json(const advice *a)
{
    char text[MUR_MOVE_TEXT];
    printf("{\"ply\":%" PRIu32 ",\"seat\":%d,\"bot\":", a->view->ply, a->view->seat + 1);
    cli_print_json_string(a->player->spec);
    printf(",\"sims\":%" PRIu32 ",\"unit\":\"%s\",\"moves\":[", a->why.simulations,
           a->why.is_share ? "share" : "points");
    for (int i = 0; i < a->view->n_moves; i++) {
        move_text(a, a->view->moves[a->order[i]], text);
        printf("%s{\"move\":", i > 0 ? "," : "");
        cli_print_json_string(text);
        printf(",\"value\":%.4f}", (double)a->why.value[a->order[i]]);
    }
    printf("],\"scores\":[");
    for (int seat = 0; seat < a->view->seats; seat++)
        printf("%s%.2f", seat > 0 ? "," : "", (double)a->why.expected[seat]);
    printf("],\"line\":[");
    for (int i = 0; i < a->why.n_pv; i++) {
        move_text(a, a->why.pv[i], text);
        printf("%s", i > 0 ? "," : "");
        cli_print_json_string(text);
    }
    puts("]}");
}

/* -- The position -- */

static bool refuse(const char *why)
{
    cli_error(why, (const mur_format_arg[]){ { 0 } });
    return false;
}

/* Replays to the position and takes the view of the seat. Refuses a position that the record does not reach, a game
 * that is over, and a seat that may not act. Returns false after printing an error. */
static bool find_view(advice *a, const cli_args *args)
{
    mur_replay *p;
    size_t wanted = args->ply == CLI_NOT_GIVEN ? a->record->n_moves : (size_t)args->ply;
    int seat = cli_viewing_seat(a->record, args->seat);
    if (seat == CLI_NOT_GIVEN)
        return false;
    mur_replay_open(&p, a->record);
    while (p->ply < wanted && mur_replay_next(p, NULL)) {
    }
    bool is_there = p->ply == wanted, is_over = p->state->to_act == 0;
    if (seat == MUR_ALL && !is_over)
        seat = __builtin_ctz(p->state->to_act);
    bool may_act = mur_may_act(p->state, seat);
    if (may_act)
        assert(seat >= 0 && seat < a->record->setup->seats);
    a->record->game->view(p->state, seat, a->view);
    mur_replay_close(&p);
    if (!is_there)
        return refuse(N_("the record does not contain this position"));
    if (is_over)
        return refuse(mur_err_text(a->record->game, MUR_OVER));
    return may_act || refuse(mur_err_text(a->record->game, MUR_TURN));
}

/* The view is allocated for the game of the record: games differ in its size. */
int cli_hint(const cli_args *args)
{
    mur_record *record;
    arena_player player;
    int code = CLI_BAD_INPUT;
    if (!cli_read_record(args->operand, &record))
        return CLI_BAD_INPUT;
    advice a = { .record = record, .player = &player, .view = mur_new(record->game->view_size) };
    if (find_view(&a, args) && cli_builtin_bot_open(&player, args, record)) {
        ask_bot(&a, args);
        if (args->json) {
            print_json(&a);
        } else {
            print_candidates(&a);
            print_expectation(&a);
        }
        arena_player_close(&player);
        code = CLI_OK;
    }
    free(a.view);
    mur_record_close(&record);
    return code;
}
