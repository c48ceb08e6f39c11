/* SPDX-License-Identifier: MIT */
/* The seats with fame, hands and piles, and the cards of the hand. */
#include "engine/say.h"
#include "terminal/cm_int.h"

static void put_name(const cm_picture *p, int seat, mur_text *t)
{
    mur_say_seat(seat, p->s->words, t);
}

/* -- Seats -- */

enum { NAME_IN_TABLE = 20, UNSHOWN = 4 /* columns a kind */ };

/* "★12", or "★12→15" if the move under the cursor lets somebody win. */
static void put_fame(const cm_picture *p, row *r, int seat)
{
    int fame = cm_fame_of(p->b, seat);
    row_put_glyph(r, LOOK_STRONG, 0, GLYPH_STAR);
    row_put_int(r, LOOK_STRONG, 0, fame);
    if (!p->s->then)
        return;
    int then = cm_fame_of(&((const cm_view *)p->s->then)->board, seat);
    if (then != fame) {
        row_put_glyph(r, LOOK_TEXT, MARK_CHANGE, GLYPH_RIGHT);
        row_put_int(r, LOOK_STRONG, MARK_CHANGE, then);
    }
}

static void draw_turn(const cm_picture *p, area a, int y, int x, int seat)
{
    look l = (look)(LOOK_SEAT + seat);
    if (p->v->base.to_act >> seat & 1)
        canvas_put_glyph(p->c, a, y, x, LOOK_STRONG, 0, GLYPH_CURSOR);
    canvas_put_glyph(p->c, a, y, x + 1, l, 0, (glyph)(GLYPH_SHAPE + seat));
}

static void draw_labelled(const cm_picture *p, area a, int x, const char *label, int n)
{
    row r;
    row_begin(&r, p->c);
    row_put(&r, LOOK_QUIET, 0, mur_word(p->s->words, label));
    row_put(&r, LOOK_TEXT, 0, " ");
    row_put_int(&r, LOOK_TEXT, 0, n);
    row_paint(&r, p->c, a, 0, x);
}

/* One seat as a row of a table; at its right the cards it has not shown yet. */
static void draw_seat_row(const cm_picture *p, area a, int seat, const uint8_t left[CM_KINDS])
{
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    row r;
    put_name(p, seat, &t);
    draw_turn(p, a, 0, 0, seat);
    canvas_fit(p->c, a, 0, 3, NAME_IN_TABLE - 4, -1, (look)(LOOK_SEAT + seat), 0, name);
    row_begin(&r, p->c);
    put_fame(p, &r, seat);
    row_paint(&r, p->c, a, 0, NAME_IN_TABLE);
    draw_labelled(p, a, NAME_IN_TABLE + 8, N_("hand"), p->b->hand_size[seat]);
    draw_labelled(p, a, NAME_IN_TABLE + 17, N_("pile"), p->b->pile_size[seat]);
    int x = NAME_IN_TABLE + 29;
    const char *label = mur_word(p->s->words, N_("not shown yet"));
    if (x + text_columns(mur_span_of(label)) + 2 + CM_KINDS * UNSHOWN <= a.cols) {
        x = canvas_put(p->c, a, 0, x, LOOK_QUIET, 0, label);
        x = canvas_put(p->c, a, 0, x, LOOK_QUIET, 0, ": ");
    }
    for (int kind = 0; kind < CM_KINDS; kind++, x += UNSHOWN) {
        char text[] = { cm_letter[kind], (char)('0' + left[kind]), '\0' };
        if (left[kind])
            canvas_put(p->c, a, 0, x, LOOK_TEXT, 0, text);
        else
            canvas_put_glyph(p->c, a, 0, x, LOOK_QUIET, 0, GLYPH_DOT);
    }
}

/* Two rows for all seats: who, then fame, cards in hand and pile. */
static void draw_seat_cell(const cm_picture *p, area a, int seat)
{
    char name[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(name, sizeof name);
    row r;
    put_name(p, seat, &t);
    draw_turn(p, a, 0, 0, seat);
    canvas_fit(p->c, a, 0, 3, a.cols - 4, -1, (look)(LOOK_SEAT + seat), 0, name);
    row_begin(&r, p->c);
    put_fame(p, &r, seat);
    row_put(&r, LOOK_TEXT, 0, " ");
    row_put_int(&r, LOOK_TEXT, 0, p->b->hand_size[seat]);
    row_put(&r, LOOK_QUIET, 0, "+");
    row_put_glyph(&r, LOOK_QUIET, 0, GLYPH_BACK);
    row_put_int(&r, LOOK_TEXT, 0, p->b->pile_size[seat]);
    row_paint(&r, p->c, area_cols(a, 0, a.cols - 1), 1, 3);
}

void cm_draw_seats(cm_picture *p, area a)
{
    int seats = p->v->base.seats;
    uint8_t left[CM_SEATS][CM_KINDS];
    cm_count_unshown(p->b, seats, left);
    for (int seat = 0; seat < seats; seat++)
        if (a.rows >= seats)
            draw_seat_row(p, area_rows(a, seat, 1), seat, left[seat]);
        else
            draw_seat_cell(p, area_cols(a, seat * (a.cols / seats), a.cols / seats), seat);
}

/* -- The hand -- */

enum {
    BIG_ROWS = 5, /* from here on cards of the hand have frames */
    ITEM_MAX = 15 /* columns of one */
};

/* A piece of the line above the hand, if it fits; returns where the next one may begin. */
static int draw_note(const cm_picture *p, area a, int x, look l, const char *text)
{
    int cols = text_columns(mur_span_of(text)) + 2;
    if (x + cols > a.cols)
        return x;
    canvas_put(p->c, a, 0, x, l, 0, " ");
    canvas_put(p->c, a, 0, x + 1, l, 0, text);
    canvas_put(p->c, a, 0, x + cols - 1, l, 0, " ");
    return x + cols + 1;
}

/* " = 2x3 1x8": how many there are of each value. */
static void put_values(const cm_picture *p, mur_text *t)
{
    int left[CM_VALUES];
    bool is_first = true;
    cm_count_supply(p->b, p->v->base.seats, left);
    for (int value = 1; value < CM_VALUES; value++)
        if (left[value]) {
            mur_put(t, is_first ? " = " : " ");
            is_first = false;
            mur_put_int(t, left[value]);
            mur_put(t, glyph_text(p->c, GLYPH_TIMES));
            mur_put_int(t, value);
        }
}

/* How many of the chosen kind. */
static int draw_counts(cm_picture *p, area a, int x)
{
    const pick *k = p->s->pick;
    if (!k || k->n_choices == 0 || cm_part_type(k->choice[0]) != CM_PART_COUNT)
        return x;
    x = draw_note(p, a, x, LOOK_STRONG, mur_word(p->s->words, N_("How many?")));
    for (int i = 0; i < k->n_choices; i++) {
        char text[] = { '[', (char)('0' + cm_part_number(k->choice[i])), ']', '\0' };
        int after = canvas_put(p->c, a, 0, x, LOOK_TEXT, cm_marks(p, k->choice[i]), text);
        cm_spot(p, k->choice[i], area_cols(a, x, after - x));
        x = after + 1;
    }
    return x;
}

/* What the whole table shares, on the line above the hand. */
static void draw_heading(cm_picture *p, area a)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    const mur_words *w = p->s->words;
    canvas_across(p->c, a, 0, LOOK_QUIET);
    int x = draw_counts(p, a, 2);
    if (cm_stage(p->b))
        x = draw_note(p, a, x, LOOK_STRONG, mur_word(w, cm_stage(p->b)));
    if (p->b->actions_left) {
        cm_say_number(N_("actions left: {n}"), p->b->actions_left, w, &t);
        x = draw_note(p, a, x, LOOK_TEXT, text);
    }
    t = mur_text_on(text, sizeof text);
    cm_say_number(N_("tokens in the supply: {n}"), p->b->supply_size, w, &t);
    size_t n = t.len;
    put_values(p, &t);
    if (draw_note(p, a, x, LOOK_TEXT, text) == x) { /* too long: the number alone */
        text[n] = '\0';
        draw_note(p, a, x, LOOK_TEXT, text);
    }
}

/* A card or the pile: its key, what it is and how often, its name below. */
typedef struct {
    pick_part part;
    char letter;
    int n;
    look look;
    const char *name;
} item;

static void draw_item(cm_picture *p, area a, const item *it)
{
    bool is_big = a.rows >= BIG_ROWS - 1;
    int y = is_big ? 1 : 0, x = is_big ? 1 : 0, digit = cm_digit(p->s->view, it->part);
    unsigned marks = cm_marks(p, it->part);
    char key[] = { (char)('0' + digit), '\0' }, letter[] = { it->letter, '\0' };
    area at = area_cols(a, 0, a.cols - 1);
    row r;
    row_begin(&r, p->c);
    if (!is_big) {
        row_put(&r, LOOK_KEY, 0, key);
        row_put(&r, LOOK_TEXT, 0, " ");
    }
    if (it->letter)
        row_put(&r, it->look, marks, letter);
    else
        row_put_glyph(&r, it->look, marks, GLYPH_BACK);
    row_put_glyph(&r, LOOK_QUIET, marks, GLYPH_TIMES);
    row_put_int(&r, LOOK_TEXT, marks, it->n);
    if (is_big) {
        canvas_box(p->c, at, marks ? it->look : LOOK_QUIET, NULL);
        canvas_put(p->c, at, 0, 2, LOOK_KEY, 0, key);
    }
    row_paint(&r, p->c, at, y, x);
    canvas_fit(p->c, at, y + 1, x, at.cols - 2 * x, -1, marks ? LOOK_TEXT : LOOK_QUIET, marks,
               mur_word(p->s->words, it->name));
    if (marks & MARK_FOCUS)
        canvas_put_glyph(p->c, at, y, x + r.columns, LOOK_STRONG, marks, GLYPH_LEFT);
    cm_spot(p, it->part, at);
}

/* Whose cards are shown: of the seat that looks. */
static int own_seat(const cm_picture *p)
{
    return p->v->base.seat < p->v->base.seats ? p->v->base.seat : MUR_NOBODY;
}

static void draw_own(cm_picture *p, area a)
{
    int seat = own_seat(p), x = 0, n = p->b->pile_size[seat] > 0;
    for (int kind = 0; kind < CM_KINDS; kind++)
        n += p->v->hand[seat][kind] > 0;
    int step = n * ITEM_MAX > a.cols ? a.cols / n : ITEM_MAX;
    for (int kind = 0; kind < CM_KINDS; kind++) {
        item it = { cm_part(CM_PART_KIND, 0, kind), cm_letter[kind], p->v->hand[seat][kind], (look)(LOOK_SEAT + seat),
                    cm_game.things[1 + kind] };
        if (!it.n)
            continue;
        draw_item(p, area_cols(a, x, step), &it);
        x += step;
    }
    item pile = { cm_part(CM_PART_DRAW, 0, 0), '\0', p->b->pile_size[seat], LOOK_QUIET, N_("pile") };
    if (pile.n)
        draw_item(p, area_cols(a, x, step), &pile);
}

/* Every hand that this view knows, in letters: at the end of the game, or for those who may see everything. */
static void draw_open(const cm_picture *p, area a)
{
    int seats = p->v->base.seats, half = (seats + 1) / 2, step = a.cols / half;
    for (int seat = 0; seat < seats; seat++) {
        int x = seat % half * step, y = seat / half;
        area at = area_cols(area_rows(a, y, 1), x, step - 1);
        char letters[CM_DECK + 1];
        mur_text t = mur_text_on(letters, sizeof letters);
        for (int kind = 0; kind < CM_KINDS; kind++)
            for (int i = 0; i < p->v->hand[seat][kind]; i++)
                mur_put_char(&t, cm_letter[kind]);
        canvas_put_glyph(p->c, at, 0, 1, (look)(LOOK_SEAT + seat), 0, (glyph)(GLYPH_SHAPE + seat));
        if (letters[0])
            canvas_fit(p->c, at, 0, 3, at.cols - 3, -1, (look)(LOOK_SEAT + seat), 0, letters);
        else
            canvas_put_glyph(p->c, at, 0, 3, LOOK_QUIET, 0, GLYPH_DOT);
    }
}

void cm_draw_hand(cm_picture *p, area a)
{
    area cards = area_rows(a, 1, a.rows - 1);
    draw_heading(p, area_rows(a, 0, 1));
    if (p->v->base.is_open)
        draw_open(p, cards);
    else if (own_seat(p) != MUR_NOBODY)
        draw_own(p, cards);
}
