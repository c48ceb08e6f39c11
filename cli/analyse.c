/* SPDX-License-Identifier: MIT */
/* cli/analyse.c -- `muraille analyse FILE`: what a strong bot would have played at every decision of a record.
 * arena/analysis does the work from the views of the seats, so the bot never knows more than the player did. Here
 * the review is printed for people or as JSON, and --svg draws the expectations as a chart. Values are shares of the
 * victory, or points in games that count them. */
#include "arena/analysis/analyse.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/match.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "engine/say.h"

/* -- For people -- */

static const char *move_text(const mur_game *g, mur_move m, char out[MUR_MOVE_TEXT])
{
    mur_text t = mur_text_on(out, MUR_MOVE_TEXT);
    g->write_move(m, &t);
    return out;
}

/* "54.2 %", or points. */
static const char *value_text(const arena_review *r, double value, char out[24])
{
    snprintf(out, 24, r->base.is_share ? "%.1f %%" : "%.2f", r->base.is_share ? 100 * value : value);
    return out;
}

static const char *change_text(const arena_review *r, double value, char out[24])
{
    snprintf(out, 24, r->base.is_share ? "%+.1f %%" : "%+.2f", r->base.is_share ? 100 * value : value);
    return out;
}

/* "=" stands for a move that the bot would have played, too. Losses below the bot's own noise are not shown. */
static void print_decision(const arena_review *r, const mur_decision *d)
{
    char played[MUR_MOVE_TEXT], best[MUR_MOVE_TEXT], value[24], loss[24];
    const mur_game *g = r->record->game;
    assert(d->played && d->best);
    printf("%5zu %5d  %-20s %-20s %9s %9s", d->ply + 1, d->seat + 1, move_text(g, d->played, played),
           d->best == d->played ? "=" : move_text(g, d->best, best), value_text(r, d->outlook, value),
           d->loss < mur_review_threshold(&r->base) ? "" : value_text(r, d->loss, loss));
}

static void print_decisions(const arena_review *r)
{
    printf("%5s %5s  %-20s %-20s %9s %9s\n", _("move"), _("seat"), _("played"), _("the bot"), _("expects"), _("lost"));
    for (size_t i = 0; i < r->base.n; i++) {
        print_decision(r, &r->base.at[i]);
        putchar('\n');
    }
}

/* One line for each seat that made a decision: how often it agreed with the bot, and what it lost on average. */
static void print_seat_reviews(const arena_review *r, const mur_words *w)
{
    for (int seat = 0; seat < r->record->setup->seats; seat++) {
        const mur_seat_review *c = &r->base.by_seat[seat];
        char who[MUR_SENTENCE_TEXT], n[16], agreed[16], lost[24];
        mur_text t = mur_text_on(who, sizeof who);
        if (c->decisions == 0)
            continue;
        mur_say_seat(seat, w, &t);
        snprintf(n, sizeof n, "%d", c->decisions);
        snprintf(agreed, sizeof agreed, "%d", c->agreed);
        cli_print(stdout, N_("{seat}: decisions as good as the bot's: {m} of {n}; lost on average: {loss}"),
                  (const mur_format_arg[]){ { "seat", mur_span_of(who) },
                                            { "n", mur_span_of(n) },
                                            { "m", mur_span_of(agreed) },
                                            { "loss", mur_span_of(value_text(r, c->loss / c->decisions, lost)) },
                                            { 0 } });
        putchar('\n');
    }
}

/* The decisions with the largest change of expectation until the next one. */
static void print_turning_points(const arena_review *r)
{
    char swing[24];
    if (r->base.n_turning > 0)
        puts(_("Turning points, with the change up to the next decision:"));
    for (int i = 0; i < r->base.n_turning; i++) {
        const mur_decision *d = &r->base.at[r->base.turning[i]];
        print_decision(r, d);
        printf(" %9s\n", change_text(r, d->swing, swing));
    }
}

static void print_review(const arena_review *r, const mur_words *w)
{
    print_decisions(r);
    putchar('\n');
    print_seat_reviews(r, w);
    putchar('\n');
    print_turning_points(r);
}

/* -- For programs -- */

static void print_move_json(const char *key, const mur_game *g, mur_move m)
{
    char text[MUR_MOVE_TEXT];
    printf(",\"%s\":", key);
    cli_print_json_string(move_text(g, m, text));
}

static void print_decision_json(const arena_review *r, const mur_decision *d, bool is_first)
{
    const mur_game *g = r->record->game;
    printf("%s{\"ply\":%zu,\"seat\":%d,\"moves\":%d", is_first ? "" : ",", d->ply, d->seat + 1, d->n_moves);
    print_move_json("played", g, d->played);
    print_move_json("best", g, d->best);
    printf(",\"value\":%.4f,\"best_value\":%.4f,\"loss\":%.4f,\"outlook\":%.4f,\"swing\":%.4f,\"scores\":[", d->value,
           d->best_value, d->loss, d->outlook, d->swing);
    for (int seat = 0; seat < r->record->setup->seats; seat++)
        printf("%s%.2f", seat > 0 ? "," : "", d->expected[seat]);
    printf("]}");
}

static void print_json(const arena_review *r, const arena_review_options *a)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"bot\":", r->record->game->id, r->record->setup->seats);
    cli_print_json_string(a->player->spec);
    printf(",\"sims\":%u,\"unit\":\"%s\",\"decisions\":[", a->budget.simulations,
           r->base.is_share ? "share" : "points");
    for (size_t i = 0; i < r->base.n; i++)
        print_decision_json(r, &r->base.at[i], i == 0);
    printf("],\"seats\":[");
    for (int seat = 0; seat < r->record->setup->seats; seat++) {
        const mur_seat_review *c = &r->base.by_seat[seat];
        printf("%s{\"seat\":%d,\"decisions\":%d,\"agreed\":%d,\"loss\":%.4f}", seat > 0 ? "," : "", seat + 1,
               c->decisions, c->agreed, c->loss);
    }
    printf("],\"turning_points\":[");
    for (int i = 0; i < r->base.n_turning; i++)
        printf("%s%zu", i > 0 ? "," : "", r->base.at[r->base.turning[i]].ply);
    puts("]}");
}

/* -- The chart -- */

/* Runs after the analysis has been printed. Returns false after printing an error, which changes the exit code. */
static bool write_chart(const arena_review *r, const char *path, const mur_words *w)
{
    mur_buffer svg = { 0 };
    arena_review_draw(r, r->record->game->name, w, &svg);
    FILE *to = fopen(path, "w");
    bool ok = to && fwrite(svg.at, 1, svg.len, to) == svg.len;
    ok = to && fclose(to) == 0 && ok;
    if (!ok) {
        const char *why = cli_strerror(errno);
        cli_error(N_("{file}: cannot be written ({why})"),
                  (const mur_format_arg[]){ { "file", mur_span_of(path) }, { "why", mur_span_of(why) }, { 0 } });
    }
    mur_buffer_close(&svg);
    return ok;
}

/* -- The command -- */

/* Callback of the analysis; the context is the progress bar. */
static void on_progress(void *context, int done, int wanted)
{
    cli_progress_show(context, done, wanted, NULL);
}

/* Analyses the decisions of one seat, or of all, and prints them. */
static int review(const mur_record *record, const arena_player *player, int seat, const cli_args *args)
{
    arena_review *r;
    cli_progress progress;
    cli_names names;
    cli_names_of(record, &names);
    mur_words w = cli_translation(names.name);
    arena_review_options a = {
        .player = player,
        .budget = { .simulations = args->sims },
        .seed = args->seed,
        .seat = seat,
        .on_progress = on_progress,
        .context = &progress,
    };
    cli_progress_open(&progress);
    arena_review_open(&r, record, &a);
    cli_progress_close(&progress);
    if (args->json)
        print_json(r, &a);
    else
        print_review(r, &w);
    bool ok = !args->svg || write_chart(r, args->svg, &w);
    arena_review_close(&r);
    return ok ? CLI_OK : CLI_BAD_INPUT;
}

/* Seat 0, the spectator, decides nothing: it means all seats. */
int cli_analyse(const cli_args *args)
{
    mur_record *record;
    arena_player player;
    int code = CLI_BAD_INPUT;
    if (!cli_read_record(args->operand, &record))
        return CLI_BAD_INPUT;
    int seat = cli_viewing_seat(record, args->seat);
    if (seat != CLI_NOT_GIVEN && cli_builtin_bot_open(&player, args, record)) {
        code = review(record, &player, seat == MUR_WATCHER ? MUR_ALL : seat, args);
        arena_player_close(&player);
    }
    mur_record_close(&record);
    return code;
}
