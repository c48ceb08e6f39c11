/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_territory.c -- one region or one province: its name in the border row, and below
 * it the numbers that players count. Each row is a painter (cct_int.h) that leaves out details until the
 * row fits.
 *
 * Numbers that the candidate move changes are shown as old→new. */
#include <assert.h>

#include "terminal/boards/chang_cheng/cct_int.h"

/* -- Regions -- */

/* Who has looked at the token: with a word at level 2, with an eye below. */
static void put_seen(cct_writer *p, const cct_detail *d)
{
    unsigned seen = cct_seen_by(d->scene->view, d->index);
    if (!seen)
        return;
    cct_write_text(p, " ");
    if (d->level == 2) {
        cct_write_text(p, mur_translate(d->scene->scene->words, N_("seen")));
        cct_write_text(p, " ");
    } else {
        cct_write_glyph(p, GLYPH_EYE);
    }
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (seen >> seat & 1)
            cct_write_owner(p, seat);
}

/* The peril token: its power if this seat knows it, else a card back, and who has looked. A guess is never shown. */
static void put_token(cct_writer *p, const cct_detail *d)
{
    assert(d->index >= 0 && d->index < CC_REGIONS);
    const mur_words *w = d->scene->scene->words;
    const cc_view *v = d->scene->view;
    /* A token that the move removes is struck. */
    bool is_gone = !(v->board.tokens >> d->index & 1);
    bool will_go = !is_gone && d->scene->then && !(d->scene->then->tokens >> d->index & 1);
    if (is_gone) {
        p->style = STYLE_DIM;
        cct_write_text(p, mur_translate(w, N_("no token")));
        return;
    }
    p->highlights |= will_go ? HIGHLIGHT_PREVIEW | HIGHLIGHT_STRUCK : 0U;
    if (d->level > 0) {
        cct_write_text(p, mur_translate(w, N_("power")));
        cct_write_text(p, " ");
    }
    p->style = STYLE_STRONG;
    if (v->secrets.peril[d->index] == CC_UNKNOWN)
        cct_write_glyph(p, GLYPH_CARD_BACK);
    else
        cct_write_int(p, v->secrets.peril[d->index]);
    p->style = STYLE_DIM;
    put_seen(p, d);
}

/* "●2→3♛ ■1": sections of each colour. A crown marks the seats that would score, ! those that would pay. A protected
 * province has been scored, so its majority means nothing any more. */
static void put_sections(cct_writer *p, const cct_detail *d, cct_side side)
{
    const cct_scene *s = d->scene;
    cct_sums was = cct_sum(s->now, side, d->index), is = s->then ? cct_sum(s->then, side, d->index) : was;
    const char *before = "";
    bool is_over = side == CCT_CHINA && !(s->now->unprotected >> d->index & 1);
    unsigned majority = is_over ? 0 : is.majority, news = is_over ? 0 : was.majority ^ is.majority;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (!was.sections[colour] && !is.sections[colour])
            continue;
        cct_write_text(p, before);
        cct_write_owner(p, colour);
        cct_write_text(p, p->is_ascii ? ":" : "");
        cct_write_change(p, was.sections[colour], is.sections[colour]);
        /* Only the sign is highlighted where the majority changes; the number has its own. */
        unsigned highlights = p->highlights;
        p->highlights |= news >> colour & 1 ? HIGHLIGHT_PREVIEW : 0U;
        if (majority >> colour & 1 && side == CCT_CHINA)
            cct_write_glyph(p, GLYPH_CROWN);
        else if (majority >> colour & 1)
            cct_write_text(p, "!");
        p->highlights = highlights;
        before = d->level > 0 ? " " : "";
    }
}

/* put_sections() as a painter for regions. */
static void put_payers(cct_writer *p, const cct_detail *d)
{
    put_sections(p, d, CCT_STEPPE);
}

/* put_sections() as a painter for provinces. */
static void put_scorers(cct_writer *p, const cct_detail *d)
{
    put_sections(p, d, CCT_CHINA);
}

/* "3→4/5": occupied slots of all slots. */
static void put_filling(cct_writer *p, const cct_sums *was, const cct_sums *is)
{
    cct_write_text(p, "  ");
    cct_write_change(p, was->filled, is->filled);
    cct_write_text(p, "/");
    cct_write_int(p, was->slots);
}

/* The value of a province and the reputation token that is part of it. If the move completes the province, the fill
 * count is highlighted. */
static void put_value(cct_writer *p, const cct_detail *d)
{
    assert(d->index >= 0 && d->index < CC_PROVINCES);
    const cct_scene *s = d->scene;
    const mur_words *w = s->scene->words;
    cct_sums was = cct_sum(s->now, CCT_CHINA, d->index), is = s->then ? cct_sum(s->then, CCT_CHINA, d->index) : was;
    /* `open` means not yet protected, before and after the move. */
    bool was_open = s->now->unprotected >> d->index & 1, is_open = !s->then || s->then->unprotected >> d->index & 1;
    if (!was_open) {
        p->style = STYLE_DIM;
        cct_write_glyph(p, GLYPH_CHECK);
        cct_write_text(p, " ");
        cct_write_text(p, mur_translate(w, N_("protected")));
        return;
    }
    if (d->level > 1)
        cct_write_text(p, mur_translate(w, N_("worth")));
    else
        cct_write_glyph(p, GLYPH_STAR);
    cct_write_text(p, d->level > 1 ? " " : "");
    p->style = STYLE_STRONG;
    cct_write_change(p, was.value, is.value);
    p->style = STYLE_DIM;
    if (d->level > 0) {
        cct_write_text(p, " (+");
        cct_write_int(p, s->now->reputation[d->index]);
        cct_write_text(p, ")");
    }
    p->style = STYLE_TEXT;
    p->highlights |= is_open ? 0U : HIGHLIGHT_PREVIEW;
    put_filling(p, &was, &is);
}

/* While a province is resolved: the revealed cards that have yet to take effect, in the order in which they act. */
static void put_acting(cct_writer *p, const cct_detail *d, int characters)
{
    const cct_scene *s = d->scene;
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++) {
        int seat = s->now->acting[card - 1];
        if (seat >= CC_SEATS)
            continue;
        cct_write_text(p, p->x > 0 ? " " : "");
        cct_write_owner(p, seat);
        cct_write_word(p, mur_translate(s->scene->words, cc_card_names[card]), characters);
    }
}

/* Does this card of a seat lie in the province, or would it after the candidate move? Only one's own cards are
 * looked up in the preview: others' are guesses. */
static bool is_card_here(const cct_scene *s, int seat, int card, int province)
{
    const cc_view *v = s->view, *then = (const cc_view *)s->scene->preview;
    return v->secrets.card[seat][card - 1] == province ||
           (s->then && seat == v->base.seat && then->secrets.card[seat][card - 1] == province);
}

/* The cards of a seat that the viewer knows, by name. */
static void put_faces(cct_writer *p, const cct_detail *d, int seat, int characters)
{
    const cc_view *v = d->scene->view;
    unsigned before = p->highlights;
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++) {
        if (!is_card_here(d->scene, seat, card, d->index))
            continue;
        cct_write_text(p, p->x > 0 ? " " : "");
        p->highlights |= v->secrets.card[seat][card - 1] != d->index ? HIGHLIGHT_PREVIEW : 0U;
        cct_write_owner(p, seat);
        cct_write_word(p, mur_translate(d->scene->scene->words, cc_card_names[card]), characters);
        p->highlights = before;
    }
}

/* One card back per face-down card, behind the owner's sign. */
static void put_backs(cct_writer *p, const cct_detail *d, int seat)
{
    int n = d->scene->now->face_down[seat][d->index];
    if (!n)
        return;
    cct_write_text(p, p->x > 0 ? " " : "");
    cct_write_owner(p, seat);
    for (int i = 0; i < n; i++)
        cct_write_glyph(p, GLYPH_CARD_BACK);
}

/* The viewer's own cards with their names first; those of others as card backs, unless nothing is hidden in this
 * view. */
static void put_cards(cct_writer *p, const cct_detail *d)
{
    assert(d->level >= 0 && d->level < 4);
    /* Characters of a card's name by level of detail; 0: the whole name. */
    static const int characters[] = { 1, 2, 4, 0 };
    /* The move would reveal the cards of this province. */
    bool will_turn = d->scene->revealed_provinces >> d->index & 1;
    p->highlights |= will_turn ? HIGHLIGHT_PREVIEW : 0U;
    if (d->scene->now->resolving == d->index)
        put_acting(p, d, characters[d->level]);
    const mur_view *v = &d->scene->view->base;
    if (v->seat < v->seats)
        put_faces(p, d, v->seat, characters[d->level]);
    for (int seat = 0; seat < v->seats; seat++)
        if (seat != v->seat && v->is_open)
            put_faces(p, d, seat, characters[d->level]);
        else if (seat != v->seat)
            put_backs(p, d, seat);
}

/* -- A whole territory -- */

/* The name, in brackets if it can be chosen. An arrow marks the territories under the cursor: the focused one, or
 * those of the focused slot. */
static void draw_name(const cct_scene *s, canvas *c, area at, cct_side side, int territory, unsigned highlights)
{
    char name[8];
    mur_text text = mur_text_on(name, sizeof name);
    bool is_hovered = (s->hovered & cct_slots(s->now, side, territory)) != 0;
    style st = is_hovered ? STYLE_STRONG : STYLE_TEXT;
    int x = 1;
    cct_put_territory(&text, side, territory);
    if (highlights & HIGHLIGHT_CHOICE)
        x = canvas_put(c, at, 0, x, STYLE_STRONG, highlights, "[");
    if (is_hovered && !(highlights & HIGHLIGHT_CHOICE) == !(highlights & HIGHLIGHT_FOCUS))
        x = canvas_put_glyph(c, at, 0, x, STYLE_STRONG, highlights, GLYPH_CURSOR);
    x = canvas_put(c, at, 0, x, st, highlights, name);
    if (highlights & HIGHLIGHT_CHOICE)
        canvas_put(c, at, 0, x, STYLE_STRONG, highlights, "]");
}

void cct_draw_territory(const cct_scene *s, canvas *c, area at, cct_side side, int territory)
{
    assert(territory >= 0 && territory < CC_PROVINCES);
    static const struct {
        cct_painter *paint;
        int level; /* of detail, the highest */
    } rows[2][3] = {
        [CCT_CHINA] = { { put_value, 2 }, { put_scorers, 1 }, { put_cards, 3 } },
        [CCT_STEPPE] = { { put_token, 2 }, { put_payers, 1 } },
    };
    unsigned highlights =
        cct_highlights(s, (move_part)((side == CCT_CHINA ? CCT_PART_PROVINCE : CCT_PART_REGION) + territory));
    unsigned news = s->news_of[side] >> territory & 1 ? HIGHLIGHT_NEWS : 0U;
    draw_name(s, c, at, side, territory, highlights | news);
    for (int i = 0; i < 3 && rows[side][i].paint; i++)
        cct_paint_fitting(c, area_cols(at, 1, at.cols - 1), 1 + i, STYLE_TEXT, 0, rows[side][i].paint, s, territory,
                          rows[side][i].level);
}
