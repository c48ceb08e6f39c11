/* SPDX-License-Identifier: MIT */
/* What is counted for the players: what a card would change, what is new, who wins what next. */
#include <string.h>

#include "terminal/cm_int.h"

/* -- What would change -- */

static void try_cards(const scene *s, cm_preview *p, int site)
{
    const cm_view *v = (const cm_view *)s->view;
    cm_board *b = &p->board[site];
    *b = v->board;
    cm_lay(b, s->view->seats, site, cm_card_of(b->turn, p->deed.kind), p->deed.n, p->deed.column);
    p->changes[site] = true;
}

static void try_mark(const scene *s, cm_preview *p)
{
    const cm_view *v = (const cm_view *)s->view;
    cm_board *b = &p->board[p->deed.site];
    uint8_t *token = b->token[p->deed.site];
    *b = v->board;
    token[token[0] == p->deed.token ? 0 : 1] = 0;
    cm_lay_mark(b, s->view->seats, p->deed.site, p->deed.token, p->deed.column);
    p->changes[p->deed.site] = true;
}

void cm_foresee(const scene *s, cm_preview *p)
{
    memset(p, 0, sizeof *p);
    mur_move m = s->pick && s->then ? pick_meant(s->pick) : 0;
    if (!m)
        return;
    const cm_board *b = &((const cm_view *)s->view)->board;
    int type = cm_part_type(s->pick->choice[s->pick->focus]);
    p->deed = cm_read_deed(m);
    p->is_placed = type != CM_PART_KIND && type != CM_PART_COUNT;
    if (p->deed.token)
        try_mark(s, p);
    else if (p->deed.n && p->is_placed)
        try_cards(s, p, p->deed.site);
    else if (p->deed.n)
        for (int site = 0; site < cm_n_sites(s->view->seats); site++)
            if (cm_is_open(b, site))
                try_cards(s, p, site);
}

/* -- What is new -- */

static void note_column(cm_news *news, int column)
{
    if (news->n_columns < sizeof news->column)
        news->column[news->n_columns++] = (uint8_t)column;
}

static bool is_event(mur_event e, const char *id)
{
    return e.kind < cm_game.n_sentences && strcmp(cm_game.sentences[e.kind].id, id) == 0;
}

static void note_step(const mur_step *step, cm_news out[CM_SITES])
{
    cm_deed d = cm_read_deed(step->move);
    if (d.site < 0 || d.site >= CM_SITES)
        return;
    if (d.column)
        note_column(&out[d.site], d.column - 1);
    else
        out[d.site].laid = (uint8_t)(out[d.site].laid + d.n);
    for (int i = 0; i < step->events.n; i++) {
        mur_event e = step->events.at[i];
        if (is_event(e, "CLEARED") && e.at < CM_SITES)
            out[e.at] = (cm_news){ .is_cleared = true };
    }
}

void cm_gather_news(const scene *s, cm_news out[CM_SITES])
{
    memset(out, 0, CM_SITES * sizeof out[0]);
    for (int i = 0; i < s->n_news; i++)
        note_step(&s->news[i], out);
}

/* -- Who wins what -- */

cm_prospect cm_prospect_of(const cm_board *b, int site)
{
    cm_prospect p = { .leader = MUR_NOBODY, .owner = MUR_NOBODY };
    if (b->leader[site] == CM_NONE || !cm_is_open(b, site))
        return p;
    p.leader = b->leader[site];
    if (b->mark[site]) {
        p.wins = b->token[site][0] | b->token[site][1];
        p.owner = b->mark_of[site];
        p.wins_too = b->mark[site];
    }
    return p;
}

int cm_fame_of(const cm_board *b, int seat)
{
    int fame = 0;
    for (int value = 1; value < CM_VALUES; value++)
        fame += value * b->won[seat][value];
    return fame;
}

void cm_count_supply(const cm_board *b, int seats, int left[CM_VALUES])
{
    for (int value = 0; value < CM_VALUES; value++) {
        left[value] = cm_fame[value] - b->aside[value];
        for (int seat = 0; seat < seats; seat++)
            left[value] -= b->won[seat][value];
    }
    for (int site = 0; site < CM_SITES; site++) { /* value 0 is nothing, and never looked at */
        left[b->token[site][0]]--;
        left[b->token[site][1]]--;
        left[b->mark[site]]--;
    }
}

bool cm_is_tied(const cm_board *b, int seats, int site, int seat)
{
    if (b->leader[site] != CM_NONE || b->sum[site][seat].cards == 0)
        return false;
    for (int other = 0; other < seats; other++)
        if (b->sum[site][other].cards && cm_total(b, site, other) > cm_total(b, site, seat))
            return false;
    return true;
}
