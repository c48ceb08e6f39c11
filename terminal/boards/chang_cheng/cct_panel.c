/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_panel.c -- below the map: a table of the seats, the cards of the viewer, and the
 * buttons for what can be done now, with a sentence that says what is asked for. The columns of the table are fixed;
 * positions are in `columns`.
 *
 * Two seats, the hand in one row, and the buttons:
 *     ──────────────────── points ─ walls ─ double ─ tower ─ hand ─ cards shown ──────
 *     ▸●A Anna                  0      14        1       1      6
 *      ■B Ben                   0      14        1       1      6
 *      1 warrior    2 traitor    3 flood      4 mason      5 architect  6 mandarin
 *      ▸single wall   Choose a slot. */
#include "terminal/boards/chang_cheng/cct_int.h"

#include <assert.h>
#include <stdio.h>

#include "engine/say.h"
#include "record/safe_text.h"

enum { TWO_COLUMNS = 110 /* from this width on, cards with explanations stand in two columns */ };

static const char *word(const cct_scene *s, const char *key)
{
    return mur_translate(s->scene->words, key);
}

/* Spectators and the view of everything have no hand of their own. */
static bool has_hand(const cct_scene *s)
{
    return s->view->base.seat < s->view->base.seats;
}

/* Rows that the cards take if each has an explanation. */
static int explained_rows(int cols)
{
    return cols >= TWO_COLUMNS ? CC_CARDS_EACH / 2 : CC_CARDS_EACH;
}

/* A heading, one row per seat, the cards, the buttons. */
int cct_panel_rows(const cct_scene *s)
{
    return 1 + s->view->base.seats + 2;
}

/* -- Seats -- */

/* Heading, first column and width of each column; width 0: up to the right edge. */
static const struct {
    const char *head;
    int x, cols;
} columns[] = {
    { N_("points"), 20, 8 }, { N_("walls"), 29, 7 }, { N_("double"), 37, 8 },
    { N_("tower"), 46, 7 },  { N_("hand"), 54, 6 },  { N_("cards shown"), 62, 0 },
};

/* Indices into `columns`. */
enum { POINTS, WALLS, DOUBLE, TOWER, HAND, SHOWN, COLUMNS };

/* A line with the headings in it, each with a space on either side. */
static void draw_heading(const cct_scene *s, canvas *c, area at)
{
    canvas_hline(c, at, 0, STYLE_DIM);
    for (int i = 0; i < COLUMNS; i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        mur_put_char(&t, ' ');
        mur_put(&t, word(s, columns[i].head));
        mur_put_char(&t, ' ');
        canvas_fit(c, at, 0, columns[i].x - 1, columns[i].cols ? columns[i].cols + 1 : at.cols - columns[i].x,
                   i == SHOWN ? -1 : 1, STYLE_DIM, 0, text);
    }
}

/* A painter: cards that this seat has revealed, by name, shortened as needed. */
static void put_shown(cct_writer *p, const cct_detail *d)
{
    assert(d->level >= 0 && d->level < 3);
    static const int characters[] = { 2, 4, 0 }; /* by level */
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (d->scene->now->shown[d->index] >> (card - 1) & 1) {
            cct_write_text(p, p->x > 0 ? " " : "");
            cct_write_word(p, word(d->scene, cc_card_names[card]), characters[d->level]);
        }
}

/* A painter: the points, and what the candidate move makes of them. */
static void put_points(cct_writer *p, const cct_detail *d)
{
    int was = d->scene->now->score[d->index];
    cct_write_change(p, was, d->scene->then ? d->scene->then->score[d->index] : was);
}

/* Right-aligned: measured with a writer without canvas first. */
static void draw_points(const cct_scene *s, canvas *c, area at, int seat)
{
    cct_detail d = { .scene = s, .index = seat };
    cct_writer measure = { .is_ascii = c->is_ascii };
    put_points(&measure, &d);
    cct_writer p = {
        .c = c, .a = at, .x = columns[POINTS].x + columns[POINTS].cols - 1 - measure.x, .style = STYLE_STRONG
    };
    p.is_ascii = c->is_ascii;
    put_points(&p, &d);
}

/* Zero is shown as a dim dot, so that an empty supply stands out. */
static void draw_count(canvas *c, area at, int column, int n)
{
    assert(column >= 0 && column < COLUMNS);
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    canvas_fit(c, at, 0, columns[column].x, columns[column].cols - 1, 1, n ? STYLE_TEXT : STYLE_DIM, 0,
               n ? text : glyph_text(c, GLYPH_DOT));
}

/* One row of the table: whose turn, sign and letter, name, points, supplies, revealed cards. */
static void draw_seat(const cct_scene *s, canvas *c, area at, int seat)
{
    assert(seat >= 0 && seat < CC_SEATS);
    const cc_board *b = s->now;
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    bool may_act = s->view->base.to_act >> seat & 1;
    cct_writer p = { .c = c, .a = at, .style = STYLE_STRONG, .is_ascii = c->is_ascii };
    if (may_act)
        cct_write_glyph(&p, GLYPH_CURSOR);
    p.x = 1;
    cct_write_owner(&p, seat);
    p.style = may_act ? STYLE_STRONG : STYLE_TEXT;
    if (!c->is_ascii)
        cct_write_letter(&p, seat);
    mur_say_seat(seat, s->scene->words, &t);
    canvas_fit(c, at, 0, 4, columns[POINTS].x - 4, -1, p.style, 0, name);
    draw_points(s, c, at, seat);
    draw_count(c, at, WALLS, b->singles[seat]);
    draw_count(c, at, DOUBLE, b->double_walls[seat]);
    draw_count(c, at, TOWER, b->spare_towers[seat]);
    draw_count(c, at, HAND, b->hand_size[seat]);
    cct_paint_fitting(c, area_cols(at, columns[SHOWN].x, at.cols), 0, STYLE_DIM, 0, put_shown, s, seat, 2);
}

/* -- Cards -- */

/* "4 mason" in hand, "Ap2 mason" where it lies face down, only the name once it has been played. The number is also
 * its key. */
static void write_card(const cct_scene *s, int card, mur_text *t)
{
    int where = s->view->secrets.card[s->view->base.seat][card - 1];
    if (where == CC_IN_HAND)
        mur_put_int(t, card);
    else if (where < CC_PROVINCES)
        cct_put_territory(t, CCT_CHINA, where);
    mur_put(t, where == CC_GONE ? "" : " ");
    mur_put(t, word(s, cc_card_names[card]));
}

/* One of the viewer's cards, struck once it has been played. With `explains` its effect stands beside it. */
static void draw_card(const cct_scene *s, canvas *c, area at, int card, bool explains, hotspot_list *hotspots)
{
    assert(card >= CC_WARRIOR && card < CC_CARDS_END);
    int where = s->view->secrets.card[s->view->base.seat][card - 1];
    move_part part = (move_part)(CCT_PART_CARD + card);
    unsigned highlights = cct_highlights(s, part);
    bool is_chosen = s->scene->selection && s->scene->selection->n_chosen > 0 && s->scene->selection->chosen[0] == part;
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    area name = area_cols(at, 1, explains ? 16 : at.cols - 1);
    write_card(s, card, &t);
    if (is_chosen || highlights & HIGHLIGHT_FOCUS)
        canvas_put_glyph(c, at, 0, 0, STYLE_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, name, 0, 0, name.cols, -1, where == CC_IN_HAND ? STYLE_TEXT : STYLE_DIM,
               highlights | (where == CC_GONE ? HIGHLIGHT_STRUCK : 0U), text);
    if (explains && where != CC_GONE)
        canvas_fit(c, at, 0, name.cols + 2, at.cols - name.cols - 2, -1, STYLE_DIM, 0,
                   cct_effect(card, s->scene->words));
    if (highlights & HIGHLIGHT_CHOICE)
        hotspot_add(hotspots, part, name);
}

/* One row with all cards side by side, or several rows with explanations, filled column by column. */
static void draw_hand(const cct_scene *s, canvas *c, area at, hotspot_list *hotspots)
{
    bool explains = at.rows > 1;
    int per_row = CC_CARDS_EACH / (at.rows > 0 ? at.rows : 1), width = at.cols / per_row;
    for (int card = CC_WARRIOR; has_hand(s) && card < CC_CARDS_END; card++) {
        int i = card - 1, y = explains ? i % at.rows : 0, x = explains ? i / at.rows : i;
        draw_card(s, c, area_cols(area_rows(at, y, 1), x * width, width), card, explains, hotspots);
    }
}

/* -- Buttons -- */

/* What the player chooses a slot for, from what was chosen before and what is due. */
static const char *slot_prompt(const cct_scene *s, const selection *p)
{
    if (p->n_chosen == 0)
        return N_("You may lay a neutral wall: choose a slot.");
    if (cct_part_type(p->chosen[0]) == CCT_PART_SLOT)
        return N_("Now choose the second wall.");
    if (p->chosen[0] == CCT_PART_KIND + CC_DO_DOUBLE)
        return N_("Choose two neighbouring slots.");
    if (s->now->expected_move == CC_DUE_SECOND)
        return s->now->action_so_far == CC_DID_WALLS ? N_("Now the second wall, in another province.")
                                                     : N_("Now a wall in the same province.");
    return N_("Choose a slot.");
}

/* The question for the current step of the selection, as a gettext key. */
static const char *prompt(const cct_scene *s)
{
    switch (cct_part_type(s->focus)) {
    case CCT_PART_SLOT:
        return slot_prompt(s, s->scene->selection);
    case CCT_PART_PROVINCE:
        return N_("Choose a province.");
    case CCT_PART_END:
        return N_("Which end does the new board join?");
    default:
        break;
    }
    if (s->now->expected_move == CC_DUE_NEUTRAL)
        return N_("You may lay a neutral wall: choose a slot.");
    if (s->now->expected_move == CC_DUE_SECOND)
        return N_("Now another card elsewhere, or a wall here.");
    return s->focus == CCT_PART_KIND + CC_DO_PASS ? N_("Nothing can be laid.")
                                                  : N_("Your turn: take a piece or a card.");
}

/* The card whose turn it is, and what it does: "warrior: removes another card here". Cards act in the order of their
 * numbers. */
static void put_acting(const cct_scene *s, mur_text *t)
{
    int card = CC_WARRIOR;
    while (card < CC_MANDARIN && s->now->acting[card - 1] == CC_NONE)
        card++;
    mur_put(t, word(s, cc_card_names[card]));
    mur_put(t, ": ");
    mur_put(t, cct_effect(card, s->scene->words));
}

/* Who is to move, where this seat has nothing to choose. */
static void put_waiting(const cct_scene *s, mur_text *t)
{
    int seat = 0;
    char name[MUR_SENTENCE_TEXT];
    mur_text n = mur_text_on(name, sizeof name);
    if (!s->view->base.to_act) {
        mur_put(t, word(s, N_("the game is over")));
        return;
    }
    while (!(s->view->base.to_act >> seat & 1))
        seat++;
    mur_say_seat(seat, s->scene->words, &n);
    mur_put_format(t, word(s, N_("{name} to play")), (const mur_format_arg[]){ { "name", mur_span_of(name) }, { 0 } });
}

/* "[ tower ]"; returns the column after it. A part that has been chosen already is drawn without brackets, behind an
 * arrow. */
static int draw_button(const cct_scene *s, canvas *c, area at, int x, move_part part, hotspot_list *hotspots)
{
    unsigned highlights = cct_highlights(s, part);
    cct_writer p = {
        .c = c, .a = at, .x = x, .style = STYLE_STRONG, .highlights = highlights, .is_ascii = c->is_ascii
    };
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    cct_write_text(&p, highlights & HIGHLIGHT_CHOICE ? "[" : " ");
    if (highlights & HIGHLIGHT_FOCUS || !(highlights & HIGHLIGHT_CHOICE))
        cct_write_glyph(&p, GLYPH_CURSOR);
    else
        cct_write_text(&p, " ");
    p.style = highlights & HIGHLIGHT_CHOICE ? STYLE_TEXT : STYLE_STRONG;
    if (cct_part_type(part) == CCT_PART_ACTING_CARD)
        cct_write_owner(&p, s->now->acting[cct_part_index(part) - 1]);
    cct_board.put_part(&s->view->base, part, s->scene->words, &t);
    cct_write_text(&p, text);
    p.style = STYLE_STRONG;
    cct_write_text(&p, highlights & HIGHLIGHT_CHOICE ? " ]" : " ");
    if (highlights & HIGHLIGHT_CHOICE)
        hotspot_add(hotspots, part, area_cols(area_rows(at, 0, 1), x, p.x - x));
    return p.x + 1;
}

/* Everything that is not on the map and not a card of the hand. */
static bool is_button(move_part part)
{
    int type = cct_part_type(part);
    return type == CCT_PART_KIND || type == CCT_PART_ACTING_CARD || type == CCT_PART_END;
}

/* What has been chosen, then what can be chosen, then the question in the space that is left. Chosen cards are not
 * repeated: they are highlighted in the hand. */
static void draw_buttons(const cct_scene *s, canvas *c, area at, hotspot_list *hotspots)
{
    const selection *p = s->scene->selection;
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    int x = 0;
    if (!p || p->n_choices == 0) {
        put_waiting(s, &t);
        canvas_fit(c, at, 0, 1, at.cols - 1, -1, STYLE_DIM, 0, text);
        return;
    }
    for (int i = 0; i < p->n_chosen; i++)
        if (cct_part_type(p->chosen[i]) != CCT_PART_CARD)
            x = draw_button(s, c, at, x, p->chosen[i], hotspots);
    for (int i = 0; i < p->n_choices; i++)
        if (is_button(p->choice[i]))
            x = draw_button(s, c, at, x, p->choice[i], hotspots);
    if (s->now->resolving != CC_NONE && p->n_chosen == 0)
        put_acting(s, &t);
    else
        mur_put(&t, word(s, prompt(s)));
    canvas_fit(c, at, 0, x + 1, at.cols - x - 1, -1, STYLE_DIM, 0, text);
}

void cct_draw_panel(const cct_scene *s, canvas *c, area where, hotspot_list *hotspots)
{
    assert(where.rows >= 0);
    int seats = s->view->base.seats, explained = explained_rows(where.cols);
    int hand = where.rows >= cct_panel_rows(s) - 1 + explained ? explained : 1;
    draw_heading(s, c, area_rows(where, 0, 1));
    for (int seat = 0; seat < seats; seat++)
        draw_seat(s, c, area_rows(where, 1 + seat, 1), seat);
    draw_hand(s, c, area_rows(where, 1 + seats, hand), hotspots);
    draw_buttons(s, c, area_rows(where, 1 + seats + hand, 1), hotspots);
}
