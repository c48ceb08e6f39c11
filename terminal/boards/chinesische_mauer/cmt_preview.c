/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_preview.c -- what is computed for the players: what the candidate move
 * changes, what is new, who wins what next, what is left in the supply. Totals and leaders come from the engine's
 * own functions on a copy of the board, so the rules are not repeated here. */
#include <assert.h>
#include <string.h>

#include "terminal/boards/chinesische_mauer/cmt_int.h"

/* -- Preview -- */

/* Lays the candidate cards at a site of a copy of the board. */
static void preview_cards(const scene *s, cmt_preview *p, int site)
{
    assert(site >= 0 && site < CM_SITES);
    const cm_view *v = (const cm_view *)s->view;
    cm_board *b = &p->board[site];
    *b = v->board;
    cm_lay(b, s->view->seats, site, cm_card_of(b->turn, p->move.kind), p->move.n, p->move.column);
    p->changes[site] = true;
}

/* Moves a token of the site onto a card as a mark. If both tokens are equal it does not matter which one. */
static void preview_mark(const scene *s, cmt_preview *p)
{
    assert(p->move.site >= 0 && p->move.site < CM_SITES);
    const cm_view *v = (const cm_view *)s->view;
    cm_board *b = &p->board[p->move.site];
    uint8_t *token = b->token[p->move.site];
    *b = v->board;
    token[token[0] == p->move.token ? 0 : 1] = 0;
    cm_lay_mark(b, s->view->seats, p->move.site, p->move.token, p->move.column);
    p->changes[p->move.site] = true;
}

/* Before a site has been chosen, the cards are tried at every open site, so that the player can compare. */
void cmt_preview_init(const scene *s, cmt_preview *p)
{
    memset(p, 0, sizeof *p);
    mur_move m = s->selection && s->preview ? selection_candidate(s->selection) : 0;
    if (!m)
        return;
    const cm_board *b = &((const cm_view *)s->view)->board;
    int type = cmt_part_type(s->selection->choice[s->selection->focus]);
    p->move = cmt_decode_move(m);
    p->has_site = type != CMT_PART_KIND && type != CMT_PART_COUNT;
    if (p->move.token)
        preview_mark(s, p);
    else if (p->move.n && p->has_site)
        preview_cards(s, p, p->move.site);
    else if (p->move.n)
        for (int site = 0; site < cm_n_sites(s->view->seats); site++)
            if (cm_is_open(b, site))
                preview_cards(s, p, site);
}

/* -- News -- */

/* More columns than fit are not remembered: they are highlighted less, nothing else. */
static void add_column_news(cmt_news *news, int column)
{
    if (news->n_columns < sizeof news->column)
        news->column[news->n_columns++] = (uint8_t)column;
}

/* Cards laid or columns touched by a move; a site that was cleared afterwards starts over. */
static void add_step_news(const mur_step *step, cmt_news out[CM_SITES])
{
    cmt_move d = cmt_decode_move(step->move);
    if (d.site < 0 || d.site >= CM_SITES)
        return;
    if (d.column)
        add_column_news(&out[d.site], d.column - 1);
    else
        out[d.site].laid = (uint8_t)(out[d.site].laid + d.n);
    for (int i = 0; i < step->events.n; i++) {
        mur_event e = step->events.at[i];
        if (event_has_id(&cm_game, e, "CLEARED") && e.at < CM_SITES)
            out[e.at] = (cmt_news){ .is_cleared = true };
    }
}

void cmt_collect_news(const scene *s, cmt_news out[CM_SITES])
{
    memset(out, 0, CM_SITES * sizeof out[0]);
    for (int i = 0; i < s->n_news; i++)
        add_step_news(&s->news[i], out);
}

/* -- Prospects and totals -- */

/* The first token that a leader takes becomes a mark. Once the site has a mark, the next leader wins the remaining
 * token, and the mark goes to its owner. */
cmt_prospect cmt_prospect_of(const cm_board *b, int site)
{
    assert(site >= 0 && site < CM_SITES);
    cmt_prospect p = { .leader = MUR_NOBODY, .owner = MUR_NOBODY };
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

int cmt_fame_of(const cm_board *b, int seat)
{
    assert(seat >= 0 && seat < CM_SEATS);
    int fame = 0;
    for (int value = 1; value < CM_VALUES; value++)
        fame += value * b->won[seat][value];
    return fame;
}

/* All tokens of the game, minus those set aside, won, on sites and used as marks. */
void cmt_count_supply(const cm_board *b, int seats, int left[CM_VALUES])
{
    for (int value = 0; value < CM_VALUES; value++) {
        left[value] = cm_fame[value] - b->aside[value];
        for (int seat = 0; seat < seats; seat++)
            left[value] -= b->won[seat][value];
    }
    for (int site = 0; site < CM_SITES; site++) { /* left[0] collects empty places and is never read */
        left[b->token[site][0]]--;
        left[b->token[site][1]]--;
        left[b->mark[site]]--;
    }
}

bool cmt_is_tied(const cm_board *b, int seats, int site, int seat)
{
    assert(site >= 0 && site < CM_SITES);
    if (b->leader[site] != CM_NONE || b->sum[site][seat].cards == 0)
        return false;
    for (int other = 0; other < seats; other++)
        if (b->sum[site][other].cards && cm_total(b, site, other) > cm_total(b, site, seat))
            return false;
    return true;
}
