/* SPDX-License-Identifier: MIT */
/* engine/chinesische_mauer/cm_turn.c -- A turn, Dragon, End: legal moves, checks, scoring and actions.
 * A turn scores the sites in order and then has two actions. Scoring asks for a decision only where both tokens still
 * lie: which one to take, and on which own card to put it (phase CM_SCORE). Everything that follows from a move
 * without a decision happens inside play: winning second tokens, clearing sites, passing the turn, the last round,
 * the end.
 * cm_legal() is the hot path of all rollouts. It writes fixed rows instead of branching, and so writes a few moves
 * past the end of its list; MUR_MOVES leaves room for them. */
#include <assert.h>
#include <string.h>

#include "engine/chinesische_mauer/cm_int.h"

/* -- Legal moves -- */

/* No hand holds as many cards of one kind: a row of eight moves is enough for any kind. */
enum { ROW = 8 };

/* Which token to take, ascending by value, on which own uncovered card. Each candidate is written and then counted if
 * the card is the seat's own: no branch to mispredict. */
static int list_marks(const cm_board *b, mur_move *out)
{
    int n = 0, site = b->site, one = b->token[site][0], two = b->token[site][1];
    const cm_card *top = b->column + cm_first_column(b, site);
    int value[] = { one < two ? one : two, one < two ? two : one };
    for (int i = 0; i < (one == two ? 1 : 2); i++) /* two equal tokens are one choice */
        for (int column = 0; column < b->n_columns[site]; column++) {
            out[n] = cm_move(CM_MARK, site, value[i], 0, column + 1);
            n += cm_seat_of(top[column]) == b->turn;
        }
    assert(n < MUR_MOVES); /* at most two tokens on each of 20 cards */
    return n;
}

/* A dragon goes to the right (column 0) or on any column but the marked one. */
static int list_dragons(const cm_board *b, int site, mur_move *out)
{
    int n = 0;
    for (int column = 0; column <= b->n_columns[site]; column++) {
        bool marked = b->mark[site] && b->mark_on[site] + 1 == column;
        if (!marked)
            out[n++] = cm_move(CM_LAY, site, CM_DRAGON, 1, column);
    }
    return n;
}

/* What the hand offers at any one site, written for site 0; the dragon is listed apart. A whole row is
 * written for every kind and then counted as far as the hand goes: no branch to mispredict. */
static int list_lays(const uint8_t hand[CM_HAND], mur_move out[CM_DECK + ROW])
{
    int n = 0;
    for (int kind = 0; kind < CM_DRAGON; kind++) {
        mur_move one = cm_move(CM_LAY, 0, kind, 1, 0);
        for (int i = 0; i < ROW; i++)
            out[n + i] = one + (mur_move)i * cm_move(0, 0, 0, 1, 0);
        n += kind == CM_HORSEMAN ? hand[kind] != 0 : hand[kind];
    }
    assert(n <= CM_DECK);
    return n;
}

/* Scoring offers marks only. Otherwise every open site takes the same cards from the hand, so list_lays() lists them
 * once for site 0 and they are copied with the site's number added, eight at a time; dragons differ from site to site
 * and are listed apart. A draw comes last. A seat with an empty hand can only draw: if its pile were empty, too, its
 * turn would have ended. */
int cm_legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const cm_state *s = (const cm_state *)base;
    const cm_board *b = &s->board;
    if (!mur_may_act(base, seat))
        return 0;
    if (b->phase == CM_SCORE)
        return list_marks(b, out);

    mur_move here[CM_DECK + ROW];
    if (b->hand_size[seat] == 0) {
        out[0] = cm_move(CM_DRAW, 0, 0, 0, 0);
        return 1;
    }
    int n = 0, n_here = list_lays(s->hand[seat], here);
    for (int site = 0, sites = cm_n_sites(base->seats); site < sites; site++) {
        if (!cm_is_open(b, site))
            continue;
        int i = 0;
        do {
            for (int k = 0; k < ROW; k++)
                out[n + i + k] = here[i + k] + cm_move(0, site, 0, 0, 0);
            i += ROW;
        } while (i < n_here);
        n += n_here;
        if (s->hand[seat][CM_DRAGON])
            n += list_dragons(b, site, out + n);
    }
    assert(n + ROW <= MUR_MOVES); /* whole rows were written */
    out[n] = cm_move(CM_DRAW, 0, 0, 0, 0);
    return n + (b->pile_size[seat] > 0);
}

/* -- Why a move is refused -- */

/* Why this token cannot be taken as a mark, in the order a player would ask. */
static mur_err check_mark(const cm_board *b, mur_move m)
{
    int site = cm_site(m), value = cm_what(m), column = cm_column(m) - 1;
    if (b->phase != CM_SCORE)
        return (mur_err)CM_ERR_NO_SCORING;
    if (cm_number(m))
        return MUR_MOVE;
    if (site != b->site)
        return (mur_err)CM_ERR_OTHER_SITE;
    if (value == 0 || (value != b->token[site][0] && value != b->token[site][1]))
        return (mur_err)CM_ERR_NO_TOKEN;
    if (column < 0 || column >= b->n_columns[site])
        return (mur_err)CM_ERR_NO_COLUMN;
    if (cm_seat_of(b->column[cm_first_column(b, site) + column]) != b->turn)
        return (mur_err)CM_ERR_NOT_OWN;
    return MUR_OK;
}

/* Why these cards cannot be laid, in the order a player would ask: the phase, the site, the cards, the column. The
 * move may have any bits: kind and site are checked before they are used as indices. */
static mur_err check_lay(const cm_state *s, mur_move m)
{
    const cm_board *b = &s->board;
    int site = cm_site(m), kind = cm_what(m), n = cm_number(m), column = cm_column(m);
    if (b->phase != CM_ACT)
        return (mur_err)CM_ERR_SCORE_FIRST;
    if (site >= cm_n_sites(s->base.seats))
        return (mur_err)CM_ERR_NO_SITE;
    if (!cm_is_open(b, site))
        return (mur_err)CM_ERR_CLOSED;
    if (kind >= CM_KINDS || n == 0 || n > s->hand[b->turn][kind])
        return (mur_err)CM_ERR_NO_CARD;
    if (kind == CM_HORSEMAN && n > 1)
        return (mur_err)CM_ERR_ONE_HORSEMAN;
    if (column == 0)
        return MUR_OK;
    if (kind != CM_DRAGON)
        return (mur_err)CM_ERR_ONLY_DRAGON;
    if (column > b->n_columns[site])
        return (mur_err)CM_ERR_NO_COLUMN;
    if (b->mark[site] && b->mark_on[site] + 1 == column)
        return (mur_err)CM_ERR_MARKED;
    return MUR_OK;
}

/* A draw has no operands: any other bits make it no move at all. */
static mur_err check_draw(const cm_board *b, mur_move m)
{
    if (m != cm_move(CM_DRAW, 0, 0, 0, 0))
        return MUR_MOVE;
    if (b->phase != CM_ACT)
        return (mur_err)CM_ERR_SCORE_FIRST;
    return b->pile_size[b->turn] ? MUR_OK : (mur_err)CM_ERR_NO_PILE;
}

/* -- Scoring -- */

/* An event at a site; n is its number: a total, or the value of a token. */
static void add_site_event(mur_events *events, int kind, int seat, int site, int n)
{
    mur_event e = mur_event_of(kind, seat);
    e.at = (uint8_t)site;
    e.n = (int16_t)n;
    mur_add_event(events, e);
}

/* All cards at the site leave the game. The columns of later sites move down to close the gap, and cards that dragons
 * had covered here are taken out of the list; every card is counted in `gone`. The mark, sums and leader of the site
 * are reset. */
static void clear_site(cm_board *b, int site)
{
    int first = cm_first_column(b, site), n = b->n_columns[site], behind = 0, kept = 0;
    for (int i = first; i < first + n; i++)
        b->gone[cm_seat_of(b->column[i])][cm_kind_of(b->column[i])]++;
    for (int other = site + 1; other < CM_SITES; other++)
        behind += b->n_columns[other];
    memmove(b->column + first, b->column + first + n, (size_t)behind);
    memset(b->column + first + behind, 0, (size_t)n);
    for (int i = 0; i < b->n_covered; i++) {
        cm_covered c = b->covered[i];
        if (c.site == site)
            b->gone[cm_seat_of(c.card)][cm_kind_of(c.card)]++;
        else
            b->covered[kept++] = c;
    }
    memset(b->covered + kept, 0, (size_t)(b->n_covered - kept) * sizeof b->covered[0]);
    b->n_covered = (uint8_t)kept;
    b->n_columns[site] = b->nobles[site] = 0;
    b->mark[site] = b->mark_on[site] = 0;
    b->mark_of[site] = b->leader[site] = CM_NONE;
    memset(b->sum[site], 0, sizeof b->sum[site]);
}

/* One token is a mark already: the leader wins the other one, the owner of the marked card the mark. Then the site
 * gets two new tokens, or is closed. */
static void win_second(cm_state *s, int site, mur_events *events)
{
    cm_board *b = &s->board;
    int token = b->token[site][0] | b->token[site][1], mark = b->mark[site], owner = b->mark_of[site];
    assert(token && mark && owner < s->base.seats); /* one token is left, the other one is the mark */
    b->won[b->turn][token]++;
    b->won[owner][mark]++;
    add_site_event(events, CM_SAY_WON, b->turn, site, token);
    add_site_event(events, CM_SAY_WON_MARK, owner, site, mark);
    add_site_event(events, CM_SAY_CLEARED, MUR_NOBODY, site, 0);
    clear_site(b, site);
    cm_turn_up(s, site, events);
}

/* The game ends at once when the last site is closed. Closed sites have no tokens. */
static bool has_open_site(const cm_state *s)
{
    static const uint8_t closed[CM_SITES][2];
    return memcmp(s->board.token, closed, sizeof closed) != 0;
}

/* Scores the sites from board.site on, in order, for the seat whose turn it is; each site at most once per turn.
 * False if the game ended or the seat has a token to choose. */
static bool score_sites(cm_state *s, mur_events *events)
{
    cm_board *b = &s->board;
    for (int sites = cm_n_sites(s->base.seats); b->site < sites; b->site++) {
        int site = b->site;
        if (b->leader[site] != b->turn)
            continue;
        if (events)
            add_site_event(events, CM_SAY_LEADS, b->turn, site, cm_total(b, site, b->turn));
        if (!b->mark[site]) {
            b->phase = CM_SCORE;
            b->actions_left = 0;
            return false;
        }
        win_second(s, site, events);
        if (!cm_is_open(b, site) && !has_open_site(s)) {
            b->phase = CM_OVER;
            return false;
        }
    }
    return true;
}

/* -- From turn to turn -- */

/* Once placing is over, a turn of scoring makes sense only while some site has a leader. */
static bool has_leader(const cm_board *b)
{
    static const uint8_t nobody[CM_SITES] = { CM_NONE, CM_NONE, CM_NONE, CM_NONE };
    return memcmp(b->leader, nobody, sizeof nobody) != 0;
}

/* The next seat's turn. When it comes round to the seat that first laid all its cards, placing is over for everyone.
 * False once the game is over: only scoring is left and there is nobody to score. */
static bool pass_turn(cm_state *s, mur_events *events)
{
    cm_board *b = &s->board;
    b->turn = (uint8_t)(b->turn + 1 == s->base.seats ? 0 : b->turn + 1);
    b->site = 0;
    if (b->last_round == b->turn && !b->placing_over) {
        b->placing_over = 1;
        mur_add_plain_event(events, CM_SAY_PLACING_OVER, MUR_NOBODY);
    }
    return !b->placing_over || has_leader(b);
}

/* Goes on until somebody has to decide, or the game is over: scores the sites of the current turn, then offers two
 * actions; if placing is over, passes the turn to the next seat and scores again. */
static void advance(cm_state *s, mur_events *events)
{
    cm_board *b = &s->board;
    while (score_sites(s, events)) {
        if (!b->placing_over) {
            b->phase = CM_ACT;
            b->actions_left = 2;
            break;
        }
        if (!pass_turn(s, events)) {
            b->phase = CM_OVER;
            break;
        }
    }
    if (b->phase == CM_OVER) {
        b->actions_left = b->site = 0;
        mur_add_plain_event(events, CM_SAY_OVER, MUR_NOBODY);
    }
    s->base.to_act = (uint8_t)(b->phase == CM_OVER ? 0 : 1U << b->turn);
}

/* The turn ends after its last action, or with no card left in hand and pile, actions left or not. The first seat to
 * run out of cards starts the last round. */
static void after_action(cm_state *s, mur_events *events)
{
    cm_board *b = &s->board;
    bool has_cards = b->hand_size[b->turn] + b->pile_size[b->turn] > 0;
    if (!has_cards && b->last_round == CM_NONE) {
        b->last_round = b->turn;
        mur_add_plain_event(events, CM_SAY_LAST_ROUND, b->turn);
    }
    if (has_cards && b->actions_left)
        return;
    b->actions_left = 0;
    if (pass_turn(s, events)) {
        advance(s, events);
    } else {
        b->phase = CM_OVER;
        s->base.to_act = 0;
        mur_add_plain_event(events, CM_SAY_OVER, MUR_NOBODY);
    }
}

/* -- Moves -- */

/* A mark is deducted from its owner's total, so the leader may change. */
void cm_lay_mark(cm_board *b, int seats, int site, int value, int column)
{
    b->mark[site] = (uint8_t)value;
    b->mark_on[site] = (uint8_t)(column - 1);
    b->mark_of[site] = (uint8_t)cm_seat_of(b->column[cm_first_column(b, site) + column - 1]);
    cm_update_leader(b, seats, site);
}

/* The seat takes a token and puts it on one of its cards; scoring goes on with the next site. */
static void mark(cm_state *s, mur_move m, mur_events *events)
{
    cm_board *b = &s->board;
    int site = cm_site(m), value = cm_what(m);
    uint8_t *token = b->token[site];
    assert(token[0] == value || token[1] == value);
    token[token[0] == value ? 0 : 1] = 0;
    cm_lay_mark(b, s->base.seats, site, value, cm_column(m));
    if (events) {
        mur_event e = mur_event_of(CM_SAY_MARKED, b->turn);
        e.n = (int16_t)value;
        e.at = (uint8_t)site;
        e.to = (uint8_t)(CM_PLACE_COLUMN + cm_column(m));
        mur_add_event(events, e);
    }
    b->site++;
    advance(s, events);
}

/* A dragon on top: the covered card no longer counts, but it is remembered with its place, for the column may be
 * looked at and the card leaves the game with its site. */
static void cover(cm_board *b, int site, int column, cm_card dragon)
{
    cm_card *top = &b->column[cm_first_column(b, site) + column];
    assert(column < b->n_columns[site] && b->n_covered < CM_SEATS);
    b->covered[b->n_covered++] = (cm_covered){ (uint8_t)site, (uint8_t)column, *top };
    cm_add_to_sum(b, site, *top, -1);
    *top = dragon;
    cm_add_to_sum(b, site, dragon, 1);
}

/* To the right of the others: the columns of later sites move up to make room. */
static void append(cm_board *b, int site, cm_card card, int n)
{
    int end = cm_first_column(b, site) + b->n_columns[site], behind = 0;
    for (int other = site + 1; other < CM_SITES; other++)
        behind += b->n_columns[other];
    assert(end + n + behind <= CM_ON_TABLE);
    if (behind)
        memmove(b->column + end + n, b->column + end, (size_t)behind);
    memset(b->column + end, card, (size_t)n);
    b->n_columns[site] = (uint8_t)(b->n_columns[site] + n);
    cm_add_to_sum(b, site, card, n);
}

/* The board alone: terminal and browser use it for previews, the game for moves. */
void cm_lay(cm_board *b, int seats, int site, cm_card card, int n, int column)
{
    if (column)
        cover(b, site, column - 1, card);
    else
        append(b, site, card, n);
    cm_update_leader(b, seats, site);
}

/* Cards leave the hand and go to a site. Horsemen cost no action. */
static void lay(cm_state *s, mur_move m, mur_events *events)
{
    cm_board *b = &s->board;
    int site = cm_site(m), kind = cm_what(m), n = cm_number(m), column = cm_column(m), seat = b->turn;
    assert(s->hand[seat][kind] >= n && b->hand_size[seat] >= n);
    s->hand[seat][kind] = (uint8_t)(s->hand[seat][kind] - n);
    b->hand_size[seat] = (uint8_t)(b->hand_size[seat] - n);
    cm_lay(b, s->base.seats, site, cm_card_of(seat, kind), n, column);
    if (events) {
        mur_event e = mur_event_of(column ? CM_SAY_COVERED : CM_SAY_LAID, seat);
        e.what = (uint8_t)(CM_THING + kind);
        e.n = (int16_t)n;
        e.at = (uint8_t)site;
        e.to = (uint8_t)(CM_PLACE_COLUMN + column);
        mur_add_event(events, e);
    }
    if (kind != CM_HORSEMAN)
        b->actions_left--;
    after_action(s, events);
}

/* The next card of the pile. Which one it is only its owner may know; the freed place of the pile is zeroed, so that
 * equal positions have equal bytes. */
static void draw(cm_state *s, mur_events *events)
{
    cm_board *b = &s->board;
    int seat = b->turn;
    assert(b->pile_size[seat] > 0);
    uint8_t kind = s->pile[seat][--b->pile_size[seat]];
    s->pile[seat][b->pile_size[seat]] = 0;
    s->hand[seat][kind]++;
    b->hand_size[seat]++;
    if (events) {
        mur_event e = mur_event_of(CM_SAY_DREW, seat);
        e.what = (uint8_t)(CM_THING + kind);
        e.knows = (uint8_t)(1U << seat);
        mur_add_event(events, e);
    }
    b->actions_left--;
    after_action(s, events);
}

/* Checks, then changes: a check_ function refuses before anything has changed. */
mur_err cm_play(mur_state *base, int seat, mur_move m, mur_events *events)
{
    cm_state *s = (cm_state *)base;
    mur_err e = MUR_MOVE;
    if (!base->to_act)
        return MUR_OVER;
    if (seat != s->board.turn)
        return MUR_TURN;
    switch (cm_verb(m)) {
    case CM_MARK:
        if ((e = check_mark(&s->board, m)) == MUR_OK)
            mark(s, m, events);
        break;
    case CM_LAY:
        if ((e = check_lay(s, m)) == MUR_OK)
            lay(s, m, events);
        break;
    case CM_DRAW:
        if ((e = check_draw(&s->board, m)) == MUR_OK)
            draw(s, events);
        break;
    }
    base->ply += e == MUR_OK;
    assert(e != MUR_OK || cm_is_sound(base));
    return e;
}
