/* SPDX-License-Identifier: MIT */
/* What happened and how things stand, in lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/say.h"
#include "terminal/plain_int.h"
#include "terminal/words.h"

void plain_say(const char *phrase, const mur_place *places)
{
    char text[2 * MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_put_phrase(&t, _(phrase), places);
    puts(text);
}

mur_span plain_name(const plain *p, int seat, char out[MUR_SENTENCE_TEXT])
{
    mur_text t = mur_text_on(out, MUR_SENTENCE_TEXT);
    mur_say_seat(seat, &p->words, &t);
    return mur_span_of(out);
}

/* -- Moves -- */

static void tell_event(const plain *p, mur_event e, const char *before)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_say_event(p->table->game, e, &p->words, &t);
    if (t.len > 0)
        printf("%s%s\n", before, sentence);
}

static void tell_step(const plain *p, size_t ply, const char *before)
{
    mur_step *step = mur_new(sizeof *step);
    if (p->table->kind->step(p->table, ply, p->seat, step))
        for (int i = 0; i < step->events.n; i++)
            tell_event(p, step->events.at[i], before);
    free(step);
}

void plain_tell_log(plain *p, size_t from, size_t to)
{
    for (size_t ply = from < 1 ? 1 : from; ply <= to && ply <= p->table->plies; ply++) {
        char before[32];
        snprintf(before, sizeof before, "%zu. ", ply);
        tell_step(p, ply, before);
    }
}

/* -- What has changed -- */

static mur_view *before_of(const plain *p, int seat)
{
    return (mur_view *)((char *)p->before + (size_t)seat * p->table->game->view_size);
}

void plain_look(plain *p)
{
    p->table->kind->view(p->table, p->table->plies, p->seat, p->view);
    menu_fill(&p->menu, p->table->game, p->view);
}

void plain_tell_news(plain *p)
{
    size_t *told = p->seat < p->table->seats ? &p->told[p->seat] : &p->told_all;
    for (size_t ply = *told + 1; ply <= p->table->plies; ply++)
        tell_step(p, ply, "");
    *told = p->table->plies;
}

/* In one line, as the board puts it: points first. */
void plain_tell_changes(const plain *p)
{
    char text[MUR_PICTURE_TEXT] = "";
    mur_text t = mur_text_on(text, sizeof text);
    const mur_view *before = before_of(p, p->seat);
    scene s = { .game = p->table->game, .view = before, .then = p->view, .words = &p->words };
    if (before->ply < p->view->ply)
        p->board->put_change(&s, &t);
    if (t.len > 0)
        plain_say(N_("What has changed: {what}"), (const mur_place[]){ { "what", mur_span_of(text) }, { 0 } });
}

void plain_remember(const plain *p)
{
    memcpy(before_of(p, p->seat), p->view, p->table->game->view_size);
}

/* -- The position -- */

void plain_tell_topic(const plain *p, board_topic topic)
{
    char *text = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(text, MUR_PICTURE_TEXT);
    if (p->board->tell)
        p->board->tell(p->view, topic, &p->words, &t);
    else
        p->table->game->draw(p->view, &p->words, &t);
    fputs(text, stdout);
    free(text);
}

/* Of a game that is over nothing is hidden: the view leads back to its one position. */
void plain_tell_result(plain *p)
{
    const mur_game *g = p->table->game;
    mur_state *state = mur_new(g->state_size);
    int scores[MUR_SEATS];
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    g->redeal(p->view, &rng, state);
    g->scores(state, scores);
    unsigned winners = mur_winners(g, state);
    puts(_(g->lowest_wins ? N_("Penalty points:") : N_("Points:")));
    for (int seat = 0; seat < p->table->seats; seat++) {
        char name[MUR_SENTENCE_TEXT], n[16];
        snprintf(n, sizeof n, "%d", scores[seat]);
        plain_say(winners >> seat & 1 ? N_("{seat}: {n}, the winner") : N_("{seat}: {n}"),
                  (const mur_place[]){ { "seat", plain_name(p, seat, name) }, { "n", mur_span_of(n) }, { 0 } });
    }
    free(state);
}
