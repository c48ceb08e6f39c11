/* SPDX-License-Identifier: MIT */
/* terminal/plain/plain_report.c -- prints moves, changes, positions and results in lines.
 * What each seat has read is counted in n_reported, so that with several persons everybody gets the moves they missed.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/say.h"
#include "terminal/plain/plain_int.h"
#include "terminal/ui/translate.h"

void plain_print(const char *phrase, const mur_format_arg *values)
{
    char text[2 * MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_put_format(&t, _(phrase), values);
    puts(text);
}

mur_span plain_name(const plain *p, int seat, char out[MUR_SENTENCE_TEXT])
{
    mur_text t = mur_text_on(out, MUR_SENTENCE_TEXT);
    mur_say_seat(seat, &p->texts.words, &t);
    return mur_span_of(out);
}

/* -- Moves -- */

/* Events without a sentence (internal ones) print nothing. */
static void print_event(const plain *p, mur_event e, const char *before)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_say_event(p->session->game, e, &p->texts.words, &t);
    if (t.len > 0)
        printf("%s%s\n", before, sentence);
}

/* The events of a move, each on a line; nothing if this seat may not see it. */
static void print_step(const plain *p, size_t ply, const char *before)
{
    mur_step *step = mur_new(sizeof *step);
    if (p->session->ops->step(p->session, ply, p->seat, step))
        for (int i = 0; i < step->events.n; i++)
            print_event(p, step->events.at[i], before);
    free(step);
}

void plain_report_log(plain *p, size_t from, size_t to)
{
    assert(from <= to + 1);
    for (size_t ply = from < 1 ? 1 : from; ply <= to && ply <= p->session->plies; ply++) {
        char before[32];
        snprintf(before, sizeof before, "%zu. ", ply);
        print_step(p, ply, before);
    }
}

/* -- What has changed -- */

/* Views are of different sizes, by game, so the array is addressed by hand. */
static mur_view *previous_view_of(const plain *p, int seat)
{
    assert(seat >= 0 && seat < MUR_SEATS);
    return (mur_view *)((char *)p->previous_views + (size_t)seat * p->session->game->view_size);
}

void plain_update_view(plain *p)
{
    p->session->ops->view(p->session, p->session->plies, p->seat, p->view);
    menu_fill(&p->menu, p->session->game, p->view);
}

/* Counts what has been reported for the seat, or for spectators. */
void plain_report_news(plain *p)
{
    size_t *n_reported = p->seat < p->session->seats ? &p->n_reported[p->seat] : &p->n_reported_to_watcher;
    for (size_t ply = *n_reported + 1; ply <= p->session->plies; ply++)
        print_step(p, ply, "");
    *n_reported = p->session->plies;
}

/* The board compares two views: the remembered one and the current one. */
void plain_report_changes(const plain *p)
{
    assert(p->seat >= 0 && p->seat < p->session->seats);
    char text[MUR_PICTURE_TEXT] = "";
    mur_text t = mur_text_on(text, sizeof text);
    const mur_view *before = previous_view_of(p, p->seat);
    scene s = { .game = p->session->game, .view = before, .preview = p->view, .words = &p->texts.words };
    if (before->ply < p->view->ply)
        p->board->put_change(&s, &t);
    if (t.len > 0)
        plain_print(N_("Changes: {what}"), (const mur_format_arg[]){ { "what", mur_span_of(text) }, { 0 } });
}

void plain_remember_view(const plain *p)
{
    memcpy(previous_view_of(p, p->seat), p->view, p->session->game->view_size);
}

/* -- The position -- */

/* A game without a description of its own shows its text picture. */
void plain_report_topic(const plain *p, board_topic topic)
{
    char *text = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(text, MUR_PICTURE_TEXT);
    if (p->board->describe)
        p->board->describe(p->view, topic, &p->texts.words, &t);
    else
        p->session->game->draw(p->view, &p->texts.words, &t);
    fputs(text, stdout);
    free(text);
}

void plain_report_result(plain *p)
{
    assert(p->session->is_over);
    const mur_game *g = p->session->game;
    int scores[MUR_SEATS];
    unsigned winners = session_scores(p->session, p->view, scores);
    puts(_(g->lowest_wins ? N_("Penalty points:") : N_("Points:")));
    for (int seat = 0; seat < p->session->seats; seat++) {
        char name[MUR_SENTENCE_TEXT], n[16];
        snprintf(n, sizeof n, "%d", scores[seat]);
        plain_print(winners >> seat & 1 ? N_("{seat}: {n}, the winner") : N_("{seat}: {n}"),
                    (const mur_format_arg[]){ { "seat", plain_name(p, seat, name) }, { "n", mur_span_of(n) }, { 0 } });
    }
}
