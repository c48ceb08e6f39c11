/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_describe.c -- Chinesische Mauer in words: the change of a candidate move in
 * one line, and board, hands and totals as sentences and lists. Sentences with seats and numbers are formatted by
 * the engine (mur_say), which knows the grammar of each language.
 *
 * Examples of the three topics and of a change:
 *     site 1: tokens 8 and 3.                                      TOPIC_BOARD
 *       1: gate (Anna), counts 2
 *       Jin leads and takes a token as a mark at the next turn unless beaten.
 *     site 1, Jin: 1+2 = 3, leads                                  TOPIC_TOTALS
 *     Jin: fame 0, cards in hand: 2, in the pile: 15, not shown yet: wall 6, gate 3, ...
 *     Anna: gate 1, soldier 2, horseman 1, dragon 1                TOPIC_HAND
 *     site 1: Anna: 1 -> 3, Anna leads                             put_change() */
#include <assert.h>

#include "engine/say.h"
#include "terminal/boards/chinesische_mauer/cmt_int.h"

/* A sentence of the engine's grammar, with the arguments of an event. */
static void say(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_say(&cm_game, sentence, e, w, t);
}

/* The same as a further part of a sentence. */
static void add(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_put(t, ", ");
    say(sentence, e, w, t);
}

/* The arguments of a sentence, as an event. */
static mur_event sentence_args(int site, int seat, int n, int m)
{
    assert(site >= 0 && site < CM_SITES);
    mur_event e = mur_event_of(0, seat);
    e.at = (uint8_t)site;
    e.n = (int16_t)n;
    e.m = (int16_t)m;
    return e;
}

/* Between the items of a list; nothing before the first, which would be at `from`. */
static void put_comma(mur_text *t, size_t from, const char *comma)
{
    if (t->len > from)
        mur_put(t, comma);
}

/* -- What the candidate move changes -- */

/* Does the leader of the site change, or who is tied? */
static bool has_other_rank(const cm_board *b, const cm_board *after, int seats, int site)
{
    for (int seat = 0; seat < seats; seat++)
        if (cmt_is_tied(b, seats, site, seat) != cmt_is_tied(after, seats, site, seat))
            return true;
    return b->leader[site] != after->leader[site];
}

/* Who leads a site afterwards. */
static void put_leader(const cm_board *after, int site, const mur_words *w, mur_text *t)
{
    if (after->leader[site] == CM_NONE)
        mur_put(t, mur_translate(w, N_("nobody leads")));
    else
        say(N_("{seat} leads|"
               "you lead"),
            sentence_args(site, after->leader[site], 0, 0), w, t);
}

/* "site 2: Anna: 3 -> 5, Bert: 4 -> 2, Anna leads": all totals that change at the chosen site. */
static void put_site_change(const scene *s, const cm_board *after, int site, mur_text *t)
{
    const cm_board *b = &((const cm_view *)s->view)->board;
    int seats = s->view->seats;
    cm_game.write_place(site, s->words, t);
    mur_put(t, ": ");
    size_t from = t->len;
    for (int seat = 0; seat < seats; seat++) {
        bool takes_part = b->sum[site][seat].cards > 0, will = after->sum[site][seat].cards > 0;
        mur_event e = sentence_args(site, seat, cm_total(b, site, seat), cm_total(after, site, seat));
        /* Unchanged: does not take part before and after, or has the same total. */
        if (takes_part == will && (!will || e.n == e.m))
            continue;
        put_comma(t, from, ", ");
        say(!will        ? N_("{seat} no longer takes part|"
                                     "you no longer take part")
            : takes_part ? N_("{seat}: {n} -> {m}|"
                              "you: {n} -> {m}")
                         : N_("{seat}: -> {m}|"
                              "you: -> {m}"),
            e, s->words, t);
    }
    if (has_other_rank(b, after, seats, site)) {
        put_comma(t, from, ", ");
        put_leader(after, site, s->words, t);
    }
}

/* The candidate cards tried at one of the sites: only the total of the player who lays them. */
static void put_own_change(const scene *s, const cm_board *after, int site, mur_text *t)
{
    const cm_board *b = &((const cm_view *)s->view)->board;
    int seat = b->turn;
    bool takes_part = b->sum[site][seat].cards > 0;
    mur_event e = sentence_args(site, seat, cm_total(b, site, seat), cm_total(after, site, seat));
    say(takes_part ? N_("{at}: {n} -> {m}") : N_("{at}: -> {m}"), e, s->words, t);
    if (after->leader[site] == seat)
        add(N_("leads"), e, s->words, t);
    else if (cmt_is_tied(after, s->view->seats, site, seat))
        add(N_("tied"), e, s->words, t);
}

/* What somebody wins at the start of the next turn because of the move. */
static void put_wins(const scene *s, size_t from, mur_text *t)
{
    const cm_board *b = &((const cm_view *)s->view)->board, *preview = &((const cm_view *)s->preview)->board;
    for (int seat = 0; seat < s->view->seats; seat++) {
        int gain = cmt_fame_of(preview, seat) - cmt_fame_of(b, seat);
        if (gain <= 0)
            continue;
        put_comma(t, from, "; ");
        say(N_("then {seat} wins {n}|"
               "then you win {n}"),
            sentence_args(0, seat, gain, 0), s->words, t);
    }
}

/* With a chosen site all totals that change there; before that the own total at each site, to compare. */
void cmt_put_change(const scene *s, mur_text *t)
{
    cmt_preview p;
    size_t from = t->len;
    cmt_preview_init(s, &p);
    for (int site = 0; site < CM_SITES; site++) {
        if (!p.changes[site])
            continue;
        put_comma(t, from, "; ");
        if (p.has_site)
            put_site_change(s, &p.board[site], site, t);
        else
            put_own_change(s, &p.board[site], site, t);
    }
    /* Before a site is chosen, what follows at the next turn would be about an arbitrary site. */
    if (s->preview && p.has_site)
        put_wins(s, from, t);
}

/* -- The board -- */

/* "wall (Anna)" */
static void put_card(cm_card card, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_translate(w, cm_game.things[1 + cm_kind_of(card)]));
    mur_put(t, " (");
    mur_say_seat(cm_seat_of(card), w, t);
    mur_put_char(t, ')');
}

/* One line: the card, what it covers, what it counts, its mark. */
static void describe_column(const cm_board *b, int site, int column, const mur_words *w, mur_text *t)
{
    assert(column >= 0 && column < b->n_columns[site]);
    mur_put(t, "  ");
    mur_put_int(t, column + 1);
    mur_put(t, ": ");
    put_card(b->column[cm_first_column(b, site) + column], w, t);
    /* Covered cards are stored in the order in which they were covered, so the newest comes first here. */
    for (int i = b->n_covered - 1; i >= 0; i--)
        if (b->covered[i].site == site && b->covered[i].column == column) {
            add(N_("covers"), sentence_args(site, 0, 0, 0), w, t);
            mur_put(t, ": ");
            put_card(b->covered[i].card, w, t);
        }
    int value = cm_card_value(b, site, column), plain = cm_plain_value(b, site, column);
    add(value == plain ? N_("counts {n}") : N_("counts {n} instead of {m}"), sentence_args(site, 0, value, plain), w,
        t);
    if (b->mark[site] && b->mark_on[site] == column)
        add(N_("carries the mark {n}"), sentence_args(site, 0, b->mark[site], 0), w, t);
    mur_put_char(t, '\n');
}

/* The heading of a site. With a mark on it, one of the two tokens is missing. */
static void describe_tokens(const cm_board *b, int site, const mur_words *w, mur_text *t)
{
    assert(site >= 0 && site < CM_SITES);
    /* A token that was taken leaves a 0. */
    int one = b->token[site][0], two = b->token[site][1];
    if (!cm_is_open(b, site))
        say(N_("{at}: closed."), sentence_args(site, 0, 0, 0), w, t);
    else if (one && two)
        say(N_("{at}: tokens {n} and {m}."), sentence_args(site, 0, one, two), w, t);
    else
        say(N_("{at}: token {n}, the other one is a mark."), sentence_args(site, 0, one | two, 0), w, t);
    mur_put_char(t, '\n');
}

/* What the leader gets next, if somebody leads. */
static void describe_prospect(const cm_board *b, int site, const mur_words *w, mur_text *t)
{
    cmt_prospect next = cmt_prospect_of(b, site);
    if (next.leader == MUR_NOBODY)
        return;
    mur_event e = sentence_args(site, next.leader, next.wins, next.wins_too);
    e.other = (int8_t)next.owner;
    mur_put(t, "  ");
    say(next.wins
            ? N_("{seat} leads and wins the {n} at the next turn unless beaten; the mark {m} then goes to {other}.|"
                 "You lead and win the {n} at your next turn unless beaten; the mark {m} then goes to {other}.|"
                 "{seat} leads and wins the {n} at the next turn unless beaten; the mark {m} then goes to you.|"
                 "You lead and win the {n} and your mark {m} at your next turn unless beaten.")
            : N_("{seat} leads and takes a token as a mark at the next turn unless beaten.|"
                 "You lead and take a token as a mark at your next turn unless beaten."),
        e, w, t);
    mur_put_char(t, '\n');
}

/* Site by site: tokens, cards, and what comes next. */
static void describe_board(const cm_view *v, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    for (int site = 0; site < cm_n_sites(v->base.seats); site++) {
        describe_tokens(b, site, w, t);
        if (b->n_columns[site] == 0 && cm_is_open(b, site)) {
            mur_put(t, "  ");
            mur_put(t, mur_translate(w, N_("no cards yet")));
            mur_put_char(t, '\n');
        }
        for (int column = 0; column < b->n_columns[site]; column++)
            describe_column(b, site, column, w, t);
        describe_prospect(b, site, w, t);
    }
}

/* -- Totals -- */

/* The last round begins when a seat has laid its last card; once it is over, only scoring is left. */
const char *cmt_end_phase(const cm_board *b)
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
            mur_put_int(t, cm_card_value(b, site, column));
        }
    if (b->mark[site] && b->mark_of[site] == seat) {
        mur_put_int(t, -b->mark[site]);
        terms++;
    }
    /* A single term needs no total. */
    if (terms > 1) {
        mur_put(t, " = ");
        mur_put_int(t, cm_total(b, site, seat));
    }
}

/* The totals of all who take part at a site. */
static void describe_sums(const cm_view *v, int site, const mur_words *w, mur_text *t)
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
            add(N_("leads"), sentence_args(site, seat, 0, 0), w, t);
        else if (cmt_is_tied(b, v->base.seats, site, seat))
            add(N_("tied"), sentence_args(site, seat, 0, 0), w, t);
        mur_put_char(t, '\n');
    }
}

/* "wall 3, gate 1", or "none". */
static void put_kinds(const uint8_t n[CM_KINDS], const mur_words *w, mur_text *t)
{
    size_t from = t->len;
    for (int kind = 0; kind < CM_KINDS; kind++) {
        if (!n[kind])
            continue;
        put_comma(t, from, ", ");
        mur_put(t, mur_translate(w, cm_game.things[1 + kind]));
        mur_put_char(t, ' ');
        mur_put_int(t, n[kind]);
    }
    if (t->len == from)
        mur_put(t, mur_translate(w, N_("none")));
    mur_put_char(t, '\n');
}

/* " = 3+5": the tokens of which the fame consists, if there is more than one. */
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

/* A line: fame with its tokens, hand and pile, and the cards of the known deck that have not been shown. */
static void describe_seat(const cm_view *v, int seat, const uint8_t left[CM_KINDS], const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    say(N_("{seat}: fame {n}|"
           "you: fame {n}"),
        sentence_args(0, seat, cmt_fame_of(b, seat), 0), w, t);
    put_tokens(b->won[seat], t);
    add(N_("cards in hand: {n}, in the pile: {m}"), sentence_args(0, seat, b->hand_size[seat], b->pile_size[seat]), w,
        t);
    add(N_("not shown yet"), sentence_args(0, seat, 0, 0), w, t);
    mur_put(t, ": ");
    put_kinds(left, w, t);
}

/* "tokens in the supply: 22, worth 1: 2, worth 3: 4" */
static void describe_supply(const cm_view *v, const mur_words *w, mur_text *t)
{
    int left[CM_VALUES];
    cmt_count_supply(&v->board, v->base.seats, left);
    cmt_put_number(N_("tokens in the supply: {n}"), v->board.supply_size, w, t);
    for (int value = 1; value < CM_VALUES; value++)
        if (left[value])
            add(N_("worth {n}: {m}"), sentence_args(0, 0, value, left[value]), w, t);
    mur_put_char(t, '\n');
}

/* Sums of all sites, then all seats, then the supply and what is left of this turn. */
static void describe_totals(const cm_view *v, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    uint8_t left[CM_SEATS][CM_KINDS];
    cm_count_unshown(b, v->base.seats, left);
    for (int site = 0; site < cm_n_sites(v->base.seats); site++)
        describe_sums(v, site, w, t);
    for (int seat = 0; seat < v->base.seats; seat++)
        describe_seat(v, seat, left[seat], w, t);
    describe_supply(v, w, t);
    if (b->actions_left) {
        cmt_put_number(N_("actions left: {n}"), b->actions_left, w, t);
        mur_put_char(t, '\n');
    }
    if (cmt_end_phase(b)) {
        mur_put(t, mur_translate(w, cmt_end_phase(b)));
        mur_put_char(t, '\n');
    }
}

/* -- Hands -- */

/* Hands that this view knows, card by card; of the others only the sizes. */
static void describe_hands(const cm_view *v, const mur_words *w, mur_text *t)
{
    const cm_board *b = &v->board;
    for (int seat = 0; seat < v->base.seats; seat++) {
        mur_say_seat(seat, w, t);
        mur_put(t, ": ");
        if (cm_sees_hand(v, seat)) {
            put_kinds(v->hand[seat], w, t);
            continue;
        }
        say(N_("cards in hand: {n}, in the pile: {m}"), sentence_args(0, seat, b->hand_size[seat], b->pile_size[seat]),
            w, t);
        mur_put_char(t, '\n');
    }
}

void cmt_describe(const mur_view *base, board_topic topic, const mur_words *w, mur_text *t)
{
    const cm_view *v = (const cm_view *)base;
    switch (topic) {
    case TOPIC_BOARD:
        describe_board(v, w, t);
        break;
    case TOPIC_HAND:
        describe_hands(v, w, t);
        break;
    case TOPIC_TOTALS:
        describe_totals(v, w, t);
        break;
    }
}
