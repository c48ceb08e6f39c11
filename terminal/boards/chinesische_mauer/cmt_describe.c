/* SPDX-License-Identifier: MIT */
/* Chinesische Mauer in words: everything the picture shows, as sentences and lists. */
#include "engine/say.h"
#include "terminal/cm_int.h"

static void say(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_say(&cm_game, sentence, e, w, t);
}

/* The same as one more piece of a sentence. */
static void add(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_put(t, ", ");
    say(sentence, e, w, t);
}

static mur_event about(int site, int seat, int n, int m)
{
    mur_event e = mur_event_of(0, seat);
    e.at = (uint8_t)site;
    e.n = (int16_t)n;
    e.m = (int16_t)m;
    return e;
}

/* Between the pieces of a list. */
static void put_comma(mur_text *t, size_t from, const char *comma)
{
    if (t->len > from)
        mur_put(t, comma);
}

/* -- What the move under the cursor changes -- */

static bool has_other_rank(const cm_board *b, const cm_board *after, int seats, int site)
{
    for (int seat = 0; seat < seats; seat++)
        if (cm_is_tied(b, seats, site, seat) != cm_is_tied(after, seats, site, seat))
            return true;
    return b->leader[site] != after->leader[site];
}

static void put_leader(const cm_board *after, int site, const mur_words *w, mur_text *t)
{
    if (after->leader[site] == CM_NONE)
        mur_put(t, mur_word(w, N_("nobody leads")));
    else
        say(N_("{seat} leads"), about(site, after->leader[site], 0, 0), w, t);
}

/* "Anna 3 -> 5, Bert 4 -> 2, Anna leads" */
static void put_site_change(const scene *s, const cm_board *after, int site, mur_text *t)
{
    const cm_board *b = &((const cm_view *)s->view)->board;
    int seats = s->view->seats;
    cm_game.write_place(site, s->words, t);
    mur_put(t, ": ");
    size_t from = t->len;
    for (int seat = 0; seat < seats; seat++) {
        bool takes_part = b->sum[site][seat].cards > 0, will = after->sum[site][seat].cards > 0;
        mur_event e = about(site, seat, cm_total(b, site, seat), cm_total(after, site, seat));
        if (takes_part == will && (!will || e.n == e.m))
            continue;
        put_comma(t, from, ", ");
        say(!will        ? N_("{seat} takes no part any more")
            : takes_part ? N_("{seat}: {n} -> {m}")
                         : N_("{seat}: -> {m}"),
            e, s->words, t);
    }
    if (has_other_rank(b, after, seats, site)) {
        put_comma(t, from, ", ");
        put_leader(after, site, s->words, t);
    }
}

/* One card tried at every site: what the player who lays it would have there. */
static void put_own_change(const scene *s, const cm_board *after, int site, mur_text *t)
{
    const cm_board *b = &((const cm_view *)s->view)->board;
    int seat = b->turn;
    bool takes_part = b->sum[site][seat].cards > 0;
    mur_event e = about(site, seat, cm_total(b, site, seat), cm_total(after, site, seat));
    say(takes_part ? N_("{at}: {n} -> {m}") : N_("{at}: -> {m}"), e, s->words, t);
    if (after->leader[site] == seat)
        add(N_("leads"), e, s->words, t);
    else if (cm_is_tied(after, s->view->seats, site, seat))
        add(N_("tied"), e, s->words, t);
}

/* What somebody wins at once, because the next turn begins with it. */
static void put_wins(const scene *s, size_t from, mur_text *t)
{
    const cm_board *b = &((const cm_view *)s->view)->board, *then = &((const cm_view *)s->then)->board;
    for (int seat = 0; seat < s->view->seats; seat++) {
        int gain = cm_fame_of(then, seat) - cm_fame_of(b, seat);
        if (gain <= 0)
            continue;
        put_comma(t, from, "; ");
        say(N_("then {seat} wins {n}"), about(0, seat, gain, 0), s->words, t);
    }
}

void cm_put_change(const scene *s, mur_text *t)
{
    cm_preview p;
    size_t from = t->len;
    cm_foresee(s, &p);
    for (int site = 0; site < CM_SITES; site++) {
        if (!p.changes[site])
            continue;
        put_comma(t, from, "; ");
        if (p.is_placed)
            put_site_change(s, &p.board[site], site, t);
        else
            put_own_change(s, &p.board[site], site, t);
    }
    if (s->then && p.is_placed)
        put_wins(s, from, t);
}

/* -- The board -- */

/* "wall (Anna)" */
static void put_card(cm_card card, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_word(w, cm_game.things[1 + cm_kind_of(card)]));
    mur_put(t, " (");
    mur_say_seat(cm_seat_of(card), w, t);
    mur_put_char(t, ')');
}

static void tell_column(const cm_board *b, int site, int column, const mur_words *w, mur_text *t)
{
    mur_put(t, "  ");
    mur_put_int(t, column + 1);
    mur_put(t, ": ");
    put_card(b->column[cm_first_column(b, site) + column], w, t);
    for (int i = b->n_covered - 1; i >= 0; i--)
        if (b->covered[i].site == site && b->covered[i].column == column) {
            add(N_("covers"), about(site, 0, 0, 0), w, t);
            mur_put(t, ": ");
            put_card(b->covered[i].card, w, t);
        }
    int worth = cm_card_worth(b, site, column), plain = cm_plain_worth(b, site, column);
    add(worth == plain ? N_("counts {n}") : N_("counts {n} instead of {m}"), about(site, 0, worth, plain), w, t);
    if (b->mark[site] && b->mark_on[site] == column)
        add(N_("carries the mark {n}"), about(site, 0, b->mark[site], 0), w, t);
    mur_put_char(t, '\n');
}

static void tell_tokens(const cm_board *b, int site, const mur_words *w, mur_text *t)
{
    int one = b->token[site][0], two = b->token[site][1];
    if (!cm_is_open(b, site))
        say(N_("{at}: closed."), about(site, 0, 0, 0), w, t);
    else if (one && two)
        say(N_("{at}: tokens {n} and {m}."), about(site, 0, one, two), w, t);
    else
        say(N_("{at}: token {n}, the other one is a mark."), about(site, 0, one | two, 0), w, t);
    mur_put_char(t, '\n');
}

static void tell_prospect(const cm_board *b, int site, const mur_words *w, mur_text *t)
{
    cm_prospect next = cm_prospect_of(b, site);
    if (next.leader == MUR_NOBODY)
        return;
    mur_event e = about(site, next.leader, next.wins, next.wins_too);
    e.other = (int8_t)next.owner;
    mur_put(t, "  ");
    say(next.wins
            ? N_("{seat} leads and wins the {n} at the next turn unless beaten; the mark {m} then goes to {other}.")
            : N_("{seat} leads and takes a token as a mark at the next turn unless beaten."),
        e, w, t);
    mur_put_char(t, '\n');
}

static void tell_board(const cm_view *v, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    for (int site = 0; site < cm_n_sites(v->base.seats); site++) {
        tell_tokens(b, site, w, t);
        if (b->n_columns[site] == 0 && cm_is_open(b, site)) {
            mur_put(t, "  ");
            mur_put(t, mur_word(w, N_("no cards yet")));
            mur_put_char(t, '\n');
        }
        for (int column = 0; column < b->n_columns[site]; column++)
            tell_column(b, site, column, w, t);
        tell_prospect(b, site, w, t);
    }
}

/* -- Totals -- */

const char *cm_stage(const cm_board *b)
{
    if (b->phase == CM_OVER)
        return N_("the game is over");
    if (b->last_round == CM_NONE)
        return NULL;
    return b->placing_over ? N_("only scoring is left") : N_("this is the last round");
}

/* "1+2+3-4 = 2" */
static void put_sum(const cm_board *b, int site, int seat, mur_text *t)
{
    int first = cm_first_column(b, site), terms = 0;
    for (int column = 0; column < b->n_columns[site]; column++)
        if (cm_seat_of(b->column[first + column]) == seat) {
            mur_put(t, terms++ ? "+" : "");
            mur_put_int(t, cm_card_worth(b, site, column));
        }
    if (b->mark[site] && b->mark_of[site] == seat) {
        mur_put_int(t, -b->mark[site]);
        terms++;
    }
    if (terms > 1) {
        mur_put(t, " = ");
        mur_put_int(t, cm_total(b, site, seat));
    }
}

static void tell_sums(const cm_view *v, int site, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    for (int seat = 0; seat < v->base.seats; seat++) {
        if (!b->sum[site][seat].cards)
            continue;
        cm_game.write_place(site, w, t);
        mur_put(t, ", ");
        mur_say_seat(seat, w, t);
        mur_put(t, ": ");
        put_sum(b, site, seat, t);
        if (b->leader[site] == seat)
            add(N_("leads"), about(site, seat, 0, 0), w, t);
        else if (cm_is_tied(b, v->base.seats, site, seat))
            add(N_("tied"), about(site, seat, 0, 0), w, t);
        mur_put_char(t, '\n');
    }
}

/* "wall 3, gate 1" */
static void put_kinds(const uint8_t n[CM_KINDS], const mur_words *w, mur_text *t)
{
    size_t from = t->len;
    for (int kind = 0; kind < CM_KINDS; kind++) {
        if (!n[kind])
            continue;
        put_comma(t, from, ", ");
        mur_put(t, mur_word(w, cm_game.things[1 + kind]));
        mur_put_char(t, ' ');
        mur_put_int(t, n[kind]);
    }
    if (t->len == from)
        mur_put(t, mur_word(w, N_("none")));
    mur_put_char(t, '\n');
}

/* " = 3+5", where there is more than one. */
static void put_tokens(const uint8_t n[CM_VALUES], mur_text *t)
{
    bool is_first = true;
    int tokens = 0;
    for (int value = 1; value < CM_VALUES; value++)
        tokens += n[value];
    if (tokens < 2)
        return;
    for (int value = 1; value < CM_VALUES; value++)
        for (int i = 0; i < n[value]; i++) {
            mur_put(t, is_first ? " = " : "+");
            is_first = false;
            mur_put_int(t, value);
        }
}

static void tell_seat(const cm_view *v, int seat, const uint8_t left[CM_KINDS], const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    say(N_("{seat}: fame {n}"), about(0, seat, cm_fame_of(b, seat), 0), w, t);
    put_tokens(b->won[seat], t);
    add(N_("cards in hand: {n}, in the pile: {m}"), about(0, seat, b->hand_size[seat], b->pile_size[seat]), w, t);
    add(N_("not shown yet"), about(0, seat, 0, 0), w, t);
    mur_put(t, ": ");
    put_kinds(left, w, t);
}

/* "tokens in the supply: 22. Of each value: 1 (2), 3 (4)" */
static void tell_supply(const cm_view *v, const mur_words *w, mur_text *t)
{
    int left[CM_VALUES];
    cm_count_supply(&v->board, v->base.seats, left);
    cm_say_number(N_("tokens in the supply: {n}"), v->board.supply_size, w, t);
    for (int value = 1; value < CM_VALUES; value++)
        if (left[value])
            add(N_("worth {n}: {m}"), about(0, 0, value, left[value]), w, t);
    mur_put_char(t, '\n');
}

static void tell_totals(const cm_view *v, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    uint8_t left[CM_SEATS][CM_KINDS];
    cm_count_unshown(b, v->base.seats, left);
    for (int site = 0; site < cm_n_sites(v->base.seats); site++)
        tell_sums(v, site, w, t);
    for (int seat = 0; seat < v->base.seats; seat++)
        tell_seat(v, seat, left[seat], w, t);
    tell_supply(v, w, t);
    if (b->actions_left) {
        cm_say_number(N_("actions left: {n}"), b->actions_left, w, t);
        mur_put_char(t, '\n');
    }
    if (cm_stage(b)) {
        mur_put(t, mur_word(w, cm_stage(b)));
        mur_put_char(t, '\n');
    }
}

/* -- Hands -- */

static void tell_hands(const cm_view *v, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    for (int seat = 0; seat < v->base.seats; seat++) {
        mur_say_seat(seat, w, t);
        mur_put(t, ": ");
        if (cm_sees_hand(v, seat)) {
            put_kinds(v->hand[seat], w, t);
            continue;
        }
        say(N_("cards in hand: {n}, in the pile: {m}"), about(0, seat, b->hand_size[seat], b->pile_size[seat]), w, t);
        mur_put_char(t, '\n');
    }
}

void cm_tell(const mur_view *base, board_topic topic, const mur_words *w, mur_text *t)
{
    const cm_view *v = (const cm_view *)base;
    switch (topic) {
    case TELL_BOARD:
        tell_board(v, w, t);
        break;
    case TELL_HAND:
        tell_hands(v, w, t);
        break;
    case TELL_TOTALS:
        tell_totals(v, w, t);
        break;
    }
}
