/* SPDX-License-Identifier: MIT */
/* Below the map of Chang Cheng: the seats, the cards of the one who looks, and what can be done now as buttons. */
#include "terminal/cc_int.h"

#include <assert.h>
#include <stdio.h>

#include "engine/say.h"
#include "record/quote.h"

enum { TWO_COLUMNS = 110 /* from so many on, cards explain themselves side by side */ };

static const char *word(const cct_scene *s, const char *key)
{
    return mur_word(s->scene->words, key);
}

static bool has_hand(const cct_scene *s)
{
    return s->view->base.seat < s->view->base.seats;
}

/* Rows that the cards take if they explain themselves. */
static int explained_rows(int cols)
{
    return cols >= TWO_COLUMNS ? CC_CARDS_EACH / 2 : CC_CARDS_EACH;
}

/* A heading, the seats, the cards, the buttons. */
int cct_panel_rows(const cct_scene *s)
{
    return 1 + s->view->base.seats + 2;
}

/* -- Seats -- */

static const struct {
    const char *head;
    int x, cols;
} columns[] = {
    { N_("points"), 20, 8 }, { N_("walls"), 29, 7 }, { N_("double"), 37, 8 },
    { N_("tower"), 46, 7 },  { N_("hand"), 54, 6 },  { N_("cards shown"), 62, 0 },
};

enum { POINTS, WALLS, DOUBLE, TOWER, HAND, SHOWN, COLUMNS };

static void draw_heading(const cct_scene *s, canvas *c, area at)
{
    canvas_across(c, at, 0, LOOK_QUIET);
    for (int i = 0; i < COLUMNS; i++) {
        char text[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text);
        mur_put_char(&t, ' ');
        mur_put(&t, word(s, columns[i].head));
        mur_put_char(&t, ' ');
        canvas_fit(c, at, 0, columns[i].x - 1, columns[i].cols ? columns[i].cols + 1 : at.cols - columns[i].x,
                   i == SHOWN ? -1 : 1, LOOK_QUIET, 0, text);
    }
}

/* Cards that were turned up, by name. */
static void put_shown(cct_pen *p, const cct_detail *d)
{
    static const int characters[] = { 2, 4, 0 }; /* by level */
    for (int card = CC_WARRIOR; card < CC_CARDS_END; card++)
        if (d->scene->now->shown[d->of] >> (card - 1) & 1) {
            cct_pen_text(p, p->x > 0 ? " " : "");
            cct_pen_word(p, word(d->scene, cc_card_names[card]), characters[d->level]);
        }
}

static void put_points(cct_pen *p, const cct_detail *d)
{
    int was = d->scene->now->score[d->of];
    cct_pen_change(p, was, d->scene->then ? d->scene->then->score[d->of] : was);
}

/* Flush right. */
static void draw_points(const cct_scene *s, canvas *c, area at, int seat)
{
    cct_detail d = { .scene = s, .of = seat };
    cct_pen dry = { .is_ascii = c->is_ascii };
    put_points(&dry, &d);
    cct_pen p = { .c = c, .a = at, .x = columns[POINTS].x + columns[POINTS].cols - 1 - dry.x, .look = LOOK_STRONG };
    p.is_ascii = c->is_ascii;
    put_points(&p, &d);
}

/* How many; a dot for none, so that an empty supply catches the eye. */
static void draw_count(canvas *c, area at, int column, int n)
{
    char text[16];
    snprintf(text, sizeof text, "%d", n);
    canvas_fit(c, at, 0, columns[column].x, columns[column].cols - 1, 1, n ? LOOK_TEXT : LOOK_QUIET, 0,
               n ? text : glyph_text(c, GLYPH_DOT));
}

static void draw_seat(const cct_scene *s, canvas *c, area at, int seat)
{
    const cc_board *b = s->now;
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    bool may_act = s->view->base.to_act >> seat & 1;
    cct_pen p = { .c = c, .a = at, .look = LOOK_STRONG, .is_ascii = c->is_ascii };
    if (may_act)
        cct_pen_glyph(&p, GLYPH_CURSOR);
    p.x = 1;
    cct_pen_owner(&p, seat);
    p.look = may_act ? LOOK_STRONG : LOOK_TEXT;
    if (!c->is_ascii)
        cct_pen_letter(&p, seat);
    mur_say_seat(seat, s->scene->words, &t);
    canvas_fit(c, at, 0, 4, columns[POINTS].x - 4, -1, p.look, 0, name);
    draw_points(s, c, at, seat);
    draw_count(c, at, WALLS, b->singles[seat]);
    draw_count(c, at, DOUBLE, b->double_walls[seat]);
    draw_count(c, at, TOWER, b->spare_towers[seat]);
    draw_count(c, at, HAND, b->hand_size[seat]);
    cct_fit(c, area_cols(at, columns[SHOWN].x, at.cols), 0, LOOK_QUIET, 0, put_shown, s, seat, 2);
}

/* -- Cards -- */

static void put_spot(board_spots *spots, pick_part part, area at)
{
    assert(spots->n < BOARD_SPOTS);
    spots->at[spots->n++] = (board_spot){ part, at };
}

/* "4 mason" in hand, "Ap2 mason" where it lies face down, struck when it is gone. */
static void write_card(const cct_scene *s, int card, mur_text *t)
{
    int where = s->view->secrets.card[s->view->base.seat][card - 1];
    if (where == CC_IN_HAND)
        mur_put_int(t, card);
    else if (where < CC_PROVINCES)
        cct_put_land(t, CCT_CHINA, where);
    mur_put(t, where == CC_GONE ? "" : " ");
    mur_put(t, word(s, cc_card_names[card]));
}

static void draw_card(const cct_scene *s, canvas *c, area at, int card, bool explains, board_spots *spots)
{
    int where = s->view->secrets.card[s->view->base.seat][card - 1];
    pick_part part = (pick_part)(CCT_CARD + card);
    unsigned marks = cct_marks(s, part);
    bool is_chosen = s->scene->pick && s->scene->pick->n_chosen > 0 && s->scene->pick->chosen[0] == part;
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    area name = area_cols(at, 1, explains ? 16 : at.cols - 1);
    write_card(s, card, &t);
    if (is_chosen || marks & MARK_FOCUS)
        canvas_put_glyph(c, at, 0, 0, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_fit(c, name, 0, 0, name.cols, -1, where == CC_IN_HAND ? LOOK_TEXT : LOOK_QUIET,
               marks | (where == CC_GONE ? MARK_STRUCK : 0U), text);
    if (explains && where != CC_GONE)
        canvas_fit(c, at, 0, name.cols + 2, at.cols - name.cols - 2, -1, LOOK_QUIET, 0,
                   cct_effect(card, s->scene->words));
    if (marks & MARK_TARGET)
        put_spot(spots, part, name);
}

static void draw_hand(const cct_scene *s, canvas *c, area at, board_spots *spots)
{
    bool explains = at.rows > 1;
    int per_row = CC_CARDS_EACH / (at.rows > 0 ? at.rows : 1), width = at.cols / per_row;
    for (int card = CC_WARRIOR; has_hand(s) && card < CC_CARDS_END; card++) {
        int i = card - 1, y = explains ? i % at.rows : 0, x = explains ? i / at.rows : i;
        draw_card(s, c, area_cols(area_rows(at, y, 1), x * width, width), card, explains, spots);
    }
}

/* -- Buttons -- */

static const char *slot_prompt(const cct_scene *s, const pick *p)
{
    if (p->n_chosen == 0)
        return N_("You may lay a neutral wall: choose a slot.");
    if (cct_sort(p->chosen[0]) == CCT_SLOT)
        return N_("Now choose the other wall.");
    if (p->chosen[0] == CCT_KIND + CC_DO_DOUBLE)
        return N_("Choose two neighbouring slots.");
    if (s->now->due == CC_DUE_SECOND)
        return s->now->did == CC_DID_WALLS ? N_("Now the second wall, in another province.")
                                           : N_("Now a wall in the same province.");
    return N_("Choose a slot.");
}

/* What is asked for, in a sentence. */
static const char *prompt(const cct_scene *s)
{
    switch (cct_sort(s->focus)) {
    case CCT_SLOT:
        return slot_prompt(s, s->scene->pick);
    case CCT_PROVINCE:
        return N_("Choose a province.");
    case CCT_END:
        return N_("At which end does the new board join?");
    default:
        break;
    }
    if (s->now->due == CC_DUE_NEUTRAL)
        return N_("You may lay a neutral wall: choose a slot.");
    if (s->now->due == CC_DUE_SECOND)
        return N_("Now another card elsewhere, or a wall here.");
    return s->focus == CCT_KIND + CC_DO_PASS ? N_("Nothing can be laid.") : N_("Your turn: take a piece or a card.");
}

/* The card that acts, and what it does: "warrior: removes another card here". */
static void put_acting(const cct_scene *s, mur_text *t)
{
    int card = CC_WARRIOR;
    while (card < CC_MANDARIN && s->now->acting[card - 1] == CC_NONE)
        card++;
    mur_put(t, word(s, cc_card_names[card]));
    mur_put(t, ": ");
    mur_put(t, cct_effect(card, s->scene->words));
}

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
    mur_put_phrase(t, word(s, N_("{name} is to play")), (const mur_place[]){ { "name", mur_span_of(name) }, { 0 } });
}

/* "[ tower ]"; returns the column after it. */
static int draw_button(const cct_scene *s, canvas *c, area at, int x, pick_part part, board_spots *spots)
{
    unsigned marks = cct_marks(s, part);
    cct_pen p = { .c = c, .a = at, .x = x, .look = LOOK_STRONG, .marks = marks, .is_ascii = c->is_ascii };
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    cct_pen_text(&p, marks & MARK_TARGET ? "[" : " ");
    if (marks & MARK_FOCUS || !(marks & MARK_TARGET))
        cct_pen_glyph(&p, GLYPH_CURSOR);
    else
        cct_pen_text(&p, " ");
    p.look = marks & MARK_TARGET ? LOOK_TEXT : LOOK_STRONG;
    if (cct_sort(part) == CCT_TARGET)
        cct_pen_owner(&p, s->now->acting[cct_index(part) - 1]);
    cc_board_.put_part(&s->view->base, part, s->scene->words, &t);
    cct_pen_text(&p, text);
    p.look = LOOK_STRONG;
    cct_pen_text(&p, marks & MARK_TARGET ? " ]" : " ");
    if (marks & MARK_TARGET)
        put_spot(spots, part, area_cols(area_rows(at, 0, 1), x, p.x - x));
    return p.x + 1;
}

static bool is_button(pick_part part)
{
    int sort = cct_sort(part);
    return sort == CCT_KIND || sort == CCT_TARGET || sort == CCT_END;
}

/* What was taken, then what can be, then the question in the room that is left. */
static void draw_buttons(const cct_scene *s, canvas *c, area at, board_spots *spots)
{
    const pick *p = s->scene->pick;
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    int x = 0;
    if (!p || p->n_choices == 0) {
        put_waiting(s, &t);
        canvas_fit(c, at, 0, 1, at.cols - 1, -1, LOOK_QUIET, 0, text);
        return;
    }
    for (int i = 0; i < p->n_chosen; i++)
        if (cct_sort(p->chosen[i]) != CCT_CARD)
            x = draw_button(s, c, at, x, p->chosen[i], spots);
    for (int i = 0; i < p->n_choices; i++)
        if (is_button(p->choice[i]))
            x = draw_button(s, c, at, x, p->choice[i], spots);
    if (s->now->resolving != CC_NONE && p->n_chosen == 0)
        put_acting(s, &t);
    else
        mur_put(&t, word(s, prompt(s)));
    canvas_fit(c, at, 0, x + 1, at.cols - x - 1, -1, LOOK_QUIET, 0, text);
}

void cct_draw_panel(const cct_scene *s, canvas *c, area where, board_spots *spots)
{
    int seats = s->view->base.seats, explained = explained_rows(where.cols);
    int hand = where.rows >= cct_panel_rows(s) - 1 + explained ? explained : 1;
    draw_heading(s, c, area_rows(where, 0, 1));
    for (int seat = 0; seat < seats; seat++)
        draw_seat(s, c, area_rows(where, 1 + seat, 1), seat);
    draw_hand(s, c, area_rows(where, 1 + seats, hand), spots);
    draw_buttons(s, c, area_rows(where, 1 + seats + hand, 1), spots);
}
