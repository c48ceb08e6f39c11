/* SPDX-License-Identifier: MIT */
/* `muraille hint FILE`: what a strong bot would play in one position of a record. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/review.h"
#include "cli/cli.h"
#include "cli/contest.h"
#include "cli/io.h"
#include "cli/words.h"
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

/* -- Thinking -- */

static void think(advice *a, const cli_args *args)
{
    mur_rng rng;
    arena_thinker t = { .player = a->player, .game = a->record->game, .seats = a->record->setup->seats };
    arena_budget budget = { .simulations = args->sims };
    t.memory = arena_memory_open();
    mur_rng_seed(&rng, args->seed);
    a->best = arena_think(&t, a->view, &budget, &rng, &a->why);
    arena_memory_close(&t.memory);
    mur_rank_moves(a->view, a->best, &a->why, a->order);
}

/* -- Telling -- */

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
    cli_say(stdout, N_("Move {n}, {seat}:"),
            (const mur_place[]){ { "n", mur_span_of(n) }, { "seat", mur_span_of(who) }, { 0 } });
    putchar('\n');
}

static void print_candidates(const advice *a)
{
    cli_names names;
    cli_names_of(a->record, &names);
    mur_words w = cli_words(names.name);
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

static void print_expectation(const advice *a)
{
    char text[MUR_MOVE_TEXT];
    printf("%s", _("Expected scores:"));
    for (int seat = 0; seat < a->view->seats; seat++)
        printf(" %.1f", (double)a->why.expected[seat]);
    printf("\n%s", _("Line:"));
    for (int i = 0; i < a->why.n_line; i++) {
        move_text(a, a->why.line[i], text);
        printf("%s %s", i > 0 ? ";" : "", text);
    }
    putchar('\n');
}

static void print_json(const advice *a)
{
    char text[MUR_MOVE_TEXT];
    printf("{\"ply\":%" PRIu32 ",\"seat\":%d,\"bot\":", a->view->ply, a->view->seat + 1);
    cli_print_json(a->player->spec);
    printf(",\"sims\":%" PRIu32 ",\"unit\":\"%s\",\"moves\":[", a->why.simulations,
           a->why.is_share ? "share" : "points");
    for (int i = 0; i < a->view->n_moves; i++) {
        move_text(a, a->view->moves[a->order[i]], text);
        printf("%s{\"move\":", i > 0 ? "," : "");
        cli_print_json(text);
        printf(",\"value\":%.4f}", (double)a->why.value[a->order[i]]);
    }
    printf("],\"scores\":[");
    for (int seat = 0; seat < a->view->seats; seat++)
        printf("%s%.2f", seat > 0 ? "," : "", (double)a->why.expected[seat]);
    printf("],\"line\":[");
    for (int i = 0; i < a->why.n_line; i++) {
        move_text(a, a->why.line[i], text);
        printf("%s", i > 0 ? "," : "");
        cli_print_json(text);
    }
    puts("]}");
}

/* -- The position -- */

static bool refuse(const char *why)
{
    cli_complain(why, (const mur_place[]){ { 0 } });
    return false;
}

/* The view of the seat, or of the first that may act. */
static bool look(advice *a, const cli_args *args)
{
    mur_replay *p;
    size_t wanted = args->ply == CLI_NOT_GIVEN ? a->record->n_moves : (size_t)args->ply;
    int seat = cli_viewer(a->record, args->seat);
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
        a->record->game->view(p->state, seat, a->view);
    mur_replay_close(&p);
    if (!is_there)
        return refuse(N_("the record has no such position"));
    if (is_over)
        return refuse(mur_why(a->record->game, MUR_OVER));
    return may_act || refuse(mur_why(a->record->game, MUR_TURN));
}

int cli_hint(const cli_args *args)
{
    mur_record *record;
    arena_player player;
    int code = CLI_BAD;
    if (!cli_read_record(args->word, &record))
        return CLI_BAD;
    advice a = { .record = record, .player = &player, .view = mur_new(record->game->view_size) };
    if (look(&a, args) && cli_thinker_open(&player, args, record)) {
        think(&a, args);
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
