/* SPDX-License-Identifier: MIT */
/* Regions and provinces of Chang Cheng: a name in the border row, and what would be counted on fingers in the rows
 * below it. */
#include "terminal/cc_int.h"

/* -- Regions -- */

static void put_seen(cct_pen *p, const cct_detail *d)
{
    unsigned seen = cct_seen_by(d->scene->view, d->of);
    if (!seen)
        return;
    cct_pen_text(p, " ");
    if (d->level == 2) {
        cct_pen_text(p, mur_word(d->scene->scene->words, N_("seen")));
        cct_pen_text(p, " ");
    } else {
        cct_pen_glyph(p, GLYPH_EYE);
    }
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (seen >> seat & 1)
            cct_pen_owner(p, seat);
}

/* The peril token: its power, or its back, and who has looked. A guess is never shown. */
static void put_token(cct_pen *p, const cct_detail *d)
{
    const mur_words *w = d->scene->scene->words;
    const cc_view *v = d->scene->view;
    bool is_gone = !(v->board.tokens >> d->of & 1);
    bool will_go = !is_gone && d->scene->then && !(d->scene->then->tokens >> d->of & 1);
    if (is_gone) {
        p->look = LOOK_QUIET;
        cct_pen_text(p, mur_word(w, N_("no token")));
        return;
    }
    p->marks |= will_go ? MARK_CHANGE | MARK_STRUCK : 0U;
    if (d->level > 0) {
        cct_pen_text(p, mur_word(w, N_("power")));
        cct_pen_text(p, " ");
    }
    p->look = LOOK_STRONG;
    if (v->secrets.peril[d->of] == CC_UNKNOWN)
        cct_pen_glyph(p, GLYPH_BACK);
    else
        cct_pen_int(p, v->secrets.peril[d->of]);
    p->look = LOOK_QUIET;
    put_seen(p, d);
}

/* "●2→3♛ ■1": sections of each colour; a crown for those who would score, ! for those who would pay. */
static void put_sections(cct_pen *p, const cct_detail *d, cct_side side)
{
    const cct_scene *s = d->scene;
    cct_sums was = cct_sum(s->now, side, d->of), is = s->then ? cct_sum(s->then, side, d->of) : was;
    const char *before = "";
    bool is_over = side == CCT_CHINA && !(s->now->unprotected >> d->of & 1);
    unsigned most = is_over ? 0 : is.most, news = is_over ? 0 : was.most ^ is.most;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (!was.sections[colour] && !is.sections[colour])
            continue;
        cct_pen_text(p, before);
        cct_pen_owner(p, colour);
        cct_pen_text(p, p->is_ascii ? ":" : "");
        cct_pen_change(p, was.sections[colour], is.sections[colour]);
        unsigned marks = p->marks;
        p->marks |= news >> colour & 1 ? MARK_CHANGE : 0U;
        if (most >> colour & 1 && side == CCT_CHINA)
            cct_pen_glyph(p, GLYPH_CROWN);
        else if (most >> colour & 1)
            cct_pen_text(p, "!");
        p->marks = marks;
        before = d->level > 0 ? " " : "";
    }
}

static void put_payers(cct_pen *p, const cct_detail *d)
{
    put_sections(p, d, CCT_STEPPE);
}

static void put_scorers(cct_pen *p, const cct_detail *d)
{
    put_sections(p, d, CCT_CHINA);
}

/* "3→4/5": occupied slots of all. */
static void put_filling(cct_pen *p, const cct_sums *was, const cct_sums *is)
{
    cct_pen_text(p, "  ");
    cct_pen_change(p, was->filled, is->filled);
    cct_pen_text(p, "/");
    cct_pen_int(p, was->slots);
}

/* The worth as a sum: sections and the reputation token; what cards change shows in the result. */
static void put_worth(cct_pen *p, const cct_detail *d)
{
    const cct_scene *s = d->scene;
    const mur_words *w = s->scene->words;
    cct_sums was = cct_sum(s->now, CCT_CHINA, d->of), is = s->then ? cct_sum(s->then, CCT_CHINA, d->of) : was;
    bool was_open = s->now->unprotected >> d->of & 1, is_open = !s->then || s->then->unprotected >> d->of & 1;
    if (!was_open) {
        p->look = LOOK_QUIET;
        cct_pen_glyph(p, GLYPH_CHECK);
        cct_pen_text(p, " ");
        cct_pen_text(p, mur_word(w, N_("protected")));
        return;
    }
    if (d->level > 1)
        cct_pen_text(p, mur_word(w, N_("worth")));
    else
        cct_pen_glyph(p, GLYPH_STAR);
    cct_pen_text(p, d->level > 1 ? " " : "");
    p->look = LOOK_STRONG;
    cct_pen_change(p, was.worth, is.worth);
    p->look = LOOK_QUIET;
    if (d->level > 0) {
        cct_pen_text(p, " (+");
        cct_pen_int(p, s->now->reputation[d->of]);
        cct_pen_text(p, ")");
    }
    p->look = LOOK_TEXT;
    p->marks |= is_open ? 0U : MARK_CHANGE;
    put_filling(p, &was, &is);
}

/* While a province is resolved: the cards that have yet to take effect, in their order. */
static void put_acting(cct_pen *p, const cct_detail *d, int characters)
{
    const cct_scene *s = d->scene;
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++) {
        int seat = s->now->acting[card - 1];
        if (seat >= CC_SEATS)
            continue;
        cct_pen_text(p, p->x > 0 ? " " : "");
        cct_pen_owner(p, seat);
        cct_pen_word(p, mur_word(s->scene->words, cc_card_names[card]), characters);
    }
}

/* Does this card of a seat lie in a province, or would it after the move under the cursor? */
static bool is_card_here(const cct_scene *s, int seat, int card, int province)
{
    const cc_view *v = s->view, *then = (const cc_view *)s->scene->then;
    return v->secrets.card[seat][card - 1] == province ||
           (s->then && seat == v->base.seat && then->secrets.card[seat][card - 1] == province);
}

/* Cards of a seat that the viewer knows, by name. */
static void put_faces(cct_pen *p, const cct_detail *d, int seat, int characters)
{
    const cc_view *v = d->scene->view;
    unsigned before = p->marks;
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++) {
        if (!is_card_here(d->scene, seat, card, d->of))
            continue;
        cct_pen_text(p, p->x > 0 ? " " : "");
        p->marks |= v->secrets.card[seat][card - 1] != d->of ? MARK_CHANGE : 0U;
        cct_pen_owner(p, seat);
        cct_pen_word(p, mur_word(d->scene->scene->words, cc_card_names[card]), characters);
        p->marks = before;
    }
}

static void put_backs(cct_pen *p, const cct_detail *d, int seat)
{
    int n = d->scene->now->backs[seat][d->of];
    if (!n)
        return;
    cct_pen_text(p, p->x > 0 ? " " : "");
    cct_pen_owner(p, seat);
    for (int i = 0; i < n; i++)
        cct_pen_glyph(p, GLYPH_BACK);
}

/* The viewer's own cards first; those of the others as backs, unless nothing is hidden. */
static void put_cards(cct_pen *p, const cct_detail *d)
{
    static const int characters[] = { 1, 2, 4, 0 }; /* by level */
    bool will_turn = d->scene->turned_up >> d->of & 1;
    p->marks |= will_turn ? MARK_CHANGE : 0U;
    if (d->scene->now->resolving == d->of)
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

/* -- A land -- */

/* The name, in brackets if it can be chosen, behind an arrow if the cursor is on it or on one of its slots. */
static void draw_name(const cct_scene *s, canvas *c, area at, cct_side side, int land, unsigned marks)
{
    char name[8];
    mur_text text = mur_text_on(name, sizeof name);
    bool is_lit = (s->lit & cct_slots(s->now, side, land)) != 0;
    look l = is_lit ? LOOK_STRONG : LOOK_TEXT;
    int x = 1;
    cct_put_land(&text, side, land);
    if (marks & MARK_TARGET)
        x = canvas_put(c, at, 0, x, LOOK_STRONG, marks, "[");
    if (is_lit && !(marks & MARK_TARGET) == !(marks & MARK_FOCUS))
        x = canvas_put_glyph(c, at, 0, x, LOOK_STRONG, marks, GLYPH_CURSOR);
    x = canvas_put(c, at, 0, x, l, marks, name);
    if (marks & MARK_TARGET)
        canvas_put(c, at, 0, x, LOOK_STRONG, marks, "]");
}

void cct_draw_land(const cct_scene *s, canvas *c, area at, cct_side side, int land)
{
    static const struct {
        cct_paint *paint;
        int level; /* the most details */
    } rows[2][3] = {
        [CCT_CHINA] = { { put_worth, 2 }, { put_scorers, 1 }, { put_cards, 3 } },
        [CCT_STEPPE] = { { put_token, 2 }, { put_payers, 1 } },
    };
    unsigned marks = cct_marks(s, (pick_part)((side == CCT_CHINA ? CCT_PROVINCE : CCT_REGION) + land));
    unsigned news = s->news_of[side] >> land & 1 ? MARK_NEWS : 0U;
    draw_name(s, c, at, side, land, marks | news);
    for (int i = 0; i < 3 && rows[side][i].paint; i++)
        cct_fit(c, area_cols(at, 1, at.cols - 1), 1 + i, LOOK_TEXT, 0, rows[side][i].paint, s, land,
                rows[side][i].level);
}
