/* SPDX-License-Identifier: MIT */
/* bots/chinesische_mauer/cm_greedy.c -- the heuristic of the greedy bot for Chinesische Mauer (bots/greedy.h).
 * The estimated score of a seat is its fame so far, plus for each site the chance of winning its tokens
 * (estimate_site), plus what the cards in hand and pile will still bring (estimate_cards). In a guess all hands are
 * known, so what others can do about a lead is computed from their cards. Rules: engine/chinesische_mauer/rules.en.md.
 */
#include <assert.h>

#include "bots/greedy.h"
#include "engine/chinesische_mauer/cm.h"

/* -- Weights, in thousandths: of a point, or of a chance -- */

enum {
    ONE_ACTION = 500,    /* chance that a seat takes a lead which one action would take, were there two sites */
    TWO_ACTIONS = 250,   /* ... which both actions of a turn would take */
    OUT_OF_REACH = 60,   /* ... which its hand cannot take yet */
    KEPT = 700,          /* chance that a lead just taken is kept until it scores */
    FINISHED = 850,      /* chance that a mark is ever won: the site must be finished */
    SECOND_AHEAD = 600,  /* chance to win the second token, too, when still ahead with the mark deducted */
    SECOND_BEHIND = 150, /* ... when behind */
};

/* What a card in hand brings on average, with two players; with more of them the same fame is shared by more. */
static const int in_hand[CM_KINDS] = {
    [CM_WALL] = 1100,    [CM_GATE] = 2300,     [CM_TOWER] = 3300,  [CM_NOBLE] = 2300,
    [CM_SOLDIER] = 2000, [CM_HORSEMAN] = 3300, [CM_DRAGON] = 3300,
};

enum {
    IN_PILE = 2000,   /* a card still to be drawn: about the mean of these */
    LATE = 5,         /* once somebody has fewer cards left, cards in hand lose value */
    DRAGON_SWING = 3, /* points at a site: its own, and about two of the card that it covers */
    SITES_A_TURN = 2  /* sites that a seat can attend to in a turn: the more sites, the safer each lead */
};

/* -- What a hand can do -- */

/* What all cards of a kind in hand would add to a seat's total at a site. With a noble there every card counts 1;
 * soldiers count 1 + 2 + 3 ..., those that lie there included. */
static int raise_by(const cm_state *s, int site, int seat, int kind)
{
    const cm_board *b = &s->board;
    int n = s->hand[seat][kind], soldiers = b->sum[site][seat].soldiers;
    if (b->nobles[site])
        return n;
    if (kind == CM_SOLDIER)
        return n * soldiers + n * (n + 1) / 2;
    return n * (kind == CM_DRAGON ? DRAGON_SWING : cm_value[kind]);
}

/* The chance that a seat raises its total at a site by `need` with this many actions. One action lays all cards of one
 * kind; horsemen are free. So the best kind counts for one action, the two best for two. */
static int chance_to_raise(const cm_state *s, int site, int seat, int need, int actions)
{
    int best = 0, second = 0, free = raise_by(s, site, seat, CM_HORSEMAN);
    for (int kind = 0; kind < CM_KINDS; kind++) {
        int raise = kind == CM_HORSEMAN ? 0 : raise_by(s, site, seat, kind);
        if (raise > best) {
            second = best;
            best = raise;
        } else if (raise > second) {
            second = raise;
        }
    }
    if (actions > 0 && need <= best + free)
        return ONE_ACTION;
    if (actions > 1 && need <= best + second + free)
        return TWO_ACTIONS;
    return s->board.hand_size[seat] ? OUT_OF_REACH : 0;
}

/* -- Who scores next at a site -- */

/* The highest total among the seats with cards at the site, except seat `but`; 0 if there is none. */
static int highest_total(const cm_board *b, int seats, int site, int but)
{
    int highest = 0;
    bool is_first = true;
    for (int seat = 0; seat < seats; seat++)
        if (seat != but && b->sum[site][seat].cards) {
            int total = cm_total(b, site, seat);
            highest = is_first || total > highest ? total : highest;
            is_first = false;
        }
    return highest;
}

/* The chance of each seat to take the lead there when it acts; 0 for the leader, and for all once placing is over. */
static void challenges(const cm_state *s, int site, int out[CM_SEATS])
{
    const cm_board *b = &s->board;
    int highest = highest_total(b, s->base.seats, site, CM_NONE), sites = cm_n_sites(s->base.seats);
    for (int seat = 0; seat < s->base.seats; seat++) {
        int own = b->sum[site][seat].cards ? cm_total(b, site, seat) : 0;
        int need = highest - own + 1, actions = seat == b->turn ? b->actions_left : 2;
        out[seat] = chance_to_raise(s, site, seat, need > 1 ? need : 1, actions) * SITES_A_TURN / sites;
        if (b->placing_over || seat == b->leader[site])
            out[seat] = 0;
    }
}

/* Is the leader just about to score there? */
static bool scores_now(const cm_board *b, int site)
{
    return b->phase == CM_SCORE && b->turn == b->leader[site] && site >= b->site;
}

/* The chance that the leader is still ahead when its turn comes: everybody from the seat whose turn it is acts before.
 */
static int chance_to_hold(const cm_state *s, int site, const int challenge[CM_SEATS])
{
    const cm_board *b = &s->board;
    int hold = POINT, seat = b->turn;
    assert(b->leader[site] != CM_NONE);
    if (scores_now(b, site))
        return POINT;
    do {
        hold = greedy_scale(hold, POINT - challenge[seat]);
        seat = seat + 1 == s->base.seats ? 0 : seat + 1;
    } while (seat != b->leader[site] && seat != b->turn);
    return hold;
}

/* The chance of each seat to be the next to score there: the leader if it holds its lead, else the others in proportion
 * to their challenges. */
static void next_to_score(const cm_state *s, int site, int out[CM_SEATS])
{
    const cm_board *b = &s->board;
    int challenge[CM_SEATS], all = 0, open = POINT;
    challenges(s, site, challenge);
    if (b->leader[site] != CM_NONE)
        open -= chance_to_hold(s, site, challenge);
    for (int seat = 0; seat < s->base.seats; seat++)
        all += challenge[seat];
    for (int seat = 0; seat < s->base.seats; seat++)
        out[seat] = all ? greedy_scale(open, KEPT) * challenge[seat] / all : 0;
    if (b->leader[site] != CM_NONE)
        out[b->leader[site]] = POINT - open;
}

/* -- What scoring brings -- */

/* If the seat takes one token as a mark and the other stays: its chance to win the other as well. The mark is deducted
 * from its total. */
static int chance_of_second(const cm_state *s, int site, int seat, int mark)
{
    const cm_board *b = &s->board;
    bool is_alone = b->sum[site][seat].cards == b->n_columns[site];
    bool is_ahead = is_alone || cm_total(b, site, seat) - mark > highest_total(b, s->base.seats, site, seat);
    return is_ahead ? SECOND_AHEAD : SECOND_BEHIND;
}

/* Both tokens lie there and the seat is the next to score with this chance. It takes the token as a mark that is better
 * for it, counting what the other token may bring it or the others. */
static void estimate_mark(const cm_state *s, int site, int seat, int chance, int score[MUR_SEATS])
{
    const uint8_t *token = s->board.token[site];
    int others = s->base.seats - 1, best = 0, best_rest = 0;
    assert(others > 0);
    for (int i = 0; i < 2; i++) {
        int second = chance_of_second(s, site, seat, token[i]);
        int own = token[i] * FINISHED + token[1 - i] * second, rest = token[1 - i] * (FINISHED - second) / others;
        if (i == 0 || own - rest > best - best_rest) {
            best = own;
            best_rest = rest;
        }
    }
    for (int other = 0; other < s->base.seats; other++)
        score[other] += greedy_scale(other == seat ? best : best_rest, chance);
}

/* A site with a mark scores its last token and the mark; without one, the first of two tokens. */
static void estimate_site(const cm_state *s, int site, int score[MUR_SEATS])
{
    const cm_board *b = &s->board;
    int chance[CM_SEATS], any_seat = 0;
    next_to_score(s, site, chance);
    for (int seat = 0; seat < s->base.seats; seat++) {
        any_seat += chance[seat];
        if (b->mark[site])
            score[seat] += chance[seat] * (b->token[site][0] | b->token[site][1]);
        else
            estimate_mark(s, site, seat, chance[seat], score);
    }
    if (b->mark[site])
        score[b->mark_of[site]] += b->mark[site] * (b->placing_over || any_seat > FINISHED ? any_seat : FINISHED);
}

/* -- The value of cards -- */

static int cards_left(const cm_board *b, int seat)
{
    return b->hand_size[seat] + b->pile_size[seat];
}

/* The number of cards left to the seat that has fewest, at most LATE: when it has none the game ends, and cards in hand
 * have no value any more. */
static int time_left(const cm_state *s)
{
    int least = LATE;
    for (int seat = 0; seat < s->base.seats; seat++)
        least = cards_left(&s->board, seat) < least ? cards_left(&s->board, seat) : least;
    return least;
}

static int estimate_cards(const cm_state *s, int seat)
{
    int sum = IN_PILE * s->board.pile_size[seat];
    for (int kind = 0; kind < CM_KINDS; kind++)
        sum += in_hand[kind] * s->hand[seat][kind];
    return sum * 2 / s->base.seats;
}

/* Fame so far, the open sites, and cards in proportion to the time left. */
static void estimate(const mur_state *base, int me, int score[MUR_SEATS])
{
    const cm_state *s = (const cm_state *)base;
    int time = time_left(s);
    (void)me;
    cm_game.scores(base, score);
    for (int seat = 0; seat < base->seats; seat++) {
        score[seat] *= POINT;
        if (base->to_act)
            score[seat] += estimate_cards(s, seat) * time / LATE;
    }
    for (int site = 0; base->to_act && site < cm_n_sites(base->seats); site++)
        if (cm_is_open(&s->board, site))
            estimate_site(s, site, score);
}

/* A turn has two actions; while more are due, the next move belongs to the first. */
static bool has_more(const mur_state *base, int seat)
{
    const cm_state *s = (const cm_state *)base;
    return mur_may_act(base, seat) && s->board.phase == CM_ACT;
}

const greedy_heuristic greedy_cm = { .game = &cm_game, .estimate = estimate, .has_more = has_more, .follow = 4 };
