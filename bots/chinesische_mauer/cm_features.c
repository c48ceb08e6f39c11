/* SPDX-License-Identifier: MIT */
/* bots/chinesische_mauer/cm_features.c -- inputs of the net for Chinesische Mauer (bots/features.h).
 * In this order: a group per site (its tokens, its mark, and for each seat its standing and what its cards could add),
 * the own hand, the cards that each seat has not shown, the fame, and the course of the game. Quantities that matter
 * step by step are unary: a row of ones as long as the value. Functions put_x() write at x and return where the next
 * input goes; the order of the calls is the layout, and the model files depend on it. */
#include <assert.h>
#include <string.h>

#include "bots/features.h"
#include "engine/chinesische_mauer/cm.h"

enum {
    FRESH = CM_VALUES, /* a pseudo value of a token: it has just been turned up and is not known yet */
    TOKENS = 8,        /* the seven values, and FRESH */
    LEAD = 6,          /* larger leads and lags count as this */
    LEADS = 2 * LEAD + 1,
    SOLDIERS = 5,
    HAND = 8,
    REACH = 4, /* a larger surplus or lack counts as this */
    REACHES = 2 * REACH,
    STANDING = 1 + LEADS + SOLDIERS + 2 + 2 * REACHES, /* inputs of a seat at a site */
    SITE = 3 + 4 * TOKENS,                             /* inputs of a site besides those of the seats */
    QUARTER = 4,
    UNKNOWN = 2, /* drawn cards that are hidden while the move is evaluated */
    GAPS = 12,   /* of fame */
    SUPPLY = 8,
    NEARLY_OUT = 8
};

/* The sites are interchangeable: one group of inputs each. */
static mur_input_groups groups(int seats)
{
    int width = SITE + seats * (2 + STANDING);
    return (mur_input_groups){ cm_n_sites(seats), (width + 7) / 8 * 8 };
}

static int n_inputs(int seats)
{
    mur_input_groups sites = groups(seats);
    int all = seats * (CM_DECK + HAND + 1 + NEARLY_OUT + 2);
    return sites.n * sites.width + all + CM_DECK + UNKNOWN + (seats - 1) * (1 + GAPS) + 1 + 4 + SUPPLY + 1;
}

/* -- Ways to write a quantity -- */

static inline int8_t *put(int8_t *x, int value)
{
    assert(value >= INT8_MIN && value <= INT8_MAX);
    *x = (int8_t)value;
    return x + 1;
}

/* Unary: as many ones as the value says, at most `width`, which is at most 8. Always writes eight bytes with one store;
 * the inputs behind are written later. */
static inline int8_t *put_row(int8_t *x, int value, int width)
{
    static const uint64_t ones[] = {
        0, 0x01, 0x0101, 0x010101, 0x01010101, 0x0101010101, 0x010101010101, 0x01010101010101, 0x0101010101010101
    };
    int n = value < 0 ? 0 : value < width ? value : width;
    memcpy(x, &ones[n], sizeof ones[n]);
    return x + width;
}

/* One-hot: a single one, or none if the place is out of range. */
static inline int8_t *put_one(int8_t *x, int place, int width)
{
    if (place >= 0 && place < width)
        x[place] = 1;
    return x + width;
}

/* There is no token of value 6. */
static int8_t *put_token(int8_t *x, int value)
{
    static const int8_t place[CM_VALUES + 1] = { -1, 0, 1, 2, 3, 4, -1, 5, 6, 7 };
    return put_one(x, place[value], TOKENS);
}

/* -- Seats are counted from ours -- */

static inline int from_us(int seat, int us, int seats)
{
    return seat == CM_NONE ? CM_NONE : seat >= us ? seat - us : seat + seats - us;
}

static inline int seat_at(int place, int us, int seats)
{
    return us + place < seats ? us + place : us + place - seats;
}

/* -- Sites -- */

typedef struct {
    int total[CM_SEATS];    /* of the seats that have cards there; else 0 */
    int ahead_of[CM_SEATS]; /* the best total of the other seats; 0 if none has cards there */
} standings;

/* One pass finds the best and the second best total: the best of the others is one of them. */
static void find_standings(const cm_board *b, int seats, int site, standings *out)
{
    enum { NOBODY = -128 };
    int best = NOBODY, second = NOBODY, who = 0;
    for (int seat = 0; seat < seats; seat++) {
        out->total[seat] = 0;
        if (!b->sum[site][seat].cards)
            continue;
        int total = out->total[seat] = cm_total(b, site, seat);
        if (total > best) {
            second = best;
            best = total;
            who = seat;
        } else if (total > second) {
            second = total;
        }
    }
    for (int seat = 0; seat < seats; seat++) {
        int other = seat == who ? second : best;
        out->ahead_of[seat] = other == NOBODY ? 0 : other;
    }
}

/* What the cards of a seat add to its total, in quarters of a point: its horsemen, which are free, and the best and
 * second best kind of its other cards (one action lays one kind). Soldiers are counted apart. */
typedef struct {
    int horsemen, best, second;
} means;

/* For all seats, at sites without a noble (`plain`) and with one, where every card counts 1 (`level`). Our own cards
 * are known, of the others the mean of what they have not shown. */
typedef struct {
    means plain[CM_SEATS], level[CM_SEATS];
    int soldiers[CM_SEATS]; /* quarters of a card */
} holdings;

/* Keeps the two best. */
static inline void offer(means *m, int gain)
{
    int lesser = gain < m->best ? gain : m->best;
    m->best = gain > m->best ? gain : m->best;
    m->second = lesser > m->second ? lesser : m->second;
}

static void find_means(holdings *h, int seat, const int quarters[CM_HAND])
{
    static const uint8_t others[] = { CM_WALL, CM_GATE, CM_TOWER, CM_NOBLE, CM_DRAGON };
    means plain = { quarters[CM_HORSEMAN] * cm_value[CM_HORSEMAN], 0, 0 }, level = { quarters[CM_HORSEMAN], 0, 0 };
    for (size_t i = 0; i < sizeof others; i++) {
        offer(&plain, quarters[others[i]] * cm_value[others[i]]);
        offer(&level, quarters[others[i]]);
    }
    h->plain[seat] = plain;
    h->level[seat] = level;
    h->soldiers[seat] = quarters[CM_SOLDIER];
}

static int8_t *put_margin(int8_t *x, int quarters)
{
    int margin = (quarters + REACH * QUARTER) / QUARTER;
    return put_one(x, quarters < -REACH * QUARTER ? 0 : margin >= REACHES ? REACHES - 1 : margin, REACHES);
}

/* By how much the cards of a seat exceed what it needs to take the lead at a site, with one action and with two. n
 * soldiers next to s others add n s + n (n + 1) / 2. */
static int8_t *put_reach(int8_t *x, const cm_board *b, int site, int seat, const standings *all, const holdings *held)
{
    int soldiers = held->soldiers[seat], need = all->ahead_of[seat] - all->total[seat] + 1;
    means m = held->level[seat];
    if (!b->nobles[site]) {
        m = held->plain[seat];
        soldiers = soldiers * b->sum[site][seat].soldiers + soldiers * (soldiers + QUARTER) / (2 * QUARTER);
    }
    offer(&m, soldiers);
    int spare = m.horsemen - need * QUARTER;
    x = put_margin(x, spare + m.best);
    return put_margin(x, spare + m.best + m.second);
}

static int8_t *put_standing(int8_t *x, const cm_board *b, int site, int seat, const standings *all)
{
    const cm_sum *sum = &b->sum[site][seat];
    int lead = all->total[seat] - all->ahead_of[seat];
    int plain = sum->value + sum->soldiers * (sum->soldiers + 1) / 2;
    x = put(x, sum->cards > 0);
    x = put_one(x, (lead < -LEAD ? -LEAD : lead > LEAD ? LEAD : lead) + LEAD, LEADS);
    x = put_row(x, sum->soldiers, SOLDIERS);
    x = put(x, sum->cards / 2);
    return put(x, b->nobles[site] ? (plain - sum->cards) / 2 : 0); /* what a dragon on the noble would restore */
}

/* Both tokens by size, or the last token and the mark. */
static int8_t *put_tokens(int8_t *x, const cm_board *b, int site)
{
    int one = b->token[site][0], two = b->token[site][1];
    int high = one > two ? one : two, low = one > two ? two : one;
    x = put_token(x, b->mark[site] ? 0 : high);
    x = put_token(x, b->mark[site] ? 0 : low);
    x = put_token(x, b->mark[site] ? high : 0);
    return put_token(x, b->mark[site]);
}

/* One group. A closed site is all 0. The group is padded to a multiple of 8 inputs. */
static int8_t *put_site(int8_t *x, const cm_state *s, int site, int us, const holdings *held)
{
    const cm_board *b = &s->board;
    int seats = s->base.seats;
    standings all;
    int8_t *end = x + groups(seats).width;
    if (!cm_is_open(b, site))
        return end;
    find_standings(b, seats, site, &all);
    x = put(x, 1);
    x = put(x, b->phase == CM_SCORE && b->site == site);
    x = put(x, b->nobles[site] > 0);
    x = put_tokens(x, b, site);
    x = put_one(x, b->mark[site] ? from_us(b->mark_of[site], us, seats) : CM_NONE, seats);
    x = put_one(x, from_us(b->leader[site], us, seats), seats);
    for (int place = 0; place < seats; place++) {
        int seat = seat_at(place, us, seats);
        x = put_standing(x, b, site, seat, &all);
        x = put_reach(x, b, site, seat, &all, held);
    }
    assert(x <= end && end - x < 8);
    return end;
}

/* -- Cards -- */

static int8_t *put_kinds(int8_t *x, const uint8_t n[CM_KINDS])
{
    for (int kind = 0; kind < CM_KINDS; kind++)
        x = put_row(x, n[kind], cm_copies[kind]);
    return x;
}

/* `left` becomes the cards that each seat has not shown; for our own seat only those in the pile. Of other seats the
 * hand is taken to be an average part of these: hand_size / (hand_size + pile_size), in fixed point. */
static void find_holdings(const cm_state *s, int us, uint8_t left[CM_SEATS][CM_KINDS], holdings *out)
{
    const cm_board *b = &s->board;
    int quarters[CM_HAND];
    cm_count_unshown(b, s->base.seats, left);
    for (int seat = 0; seat < s->base.seats; seat++) {
        int cards = b->hand_size[seat] + b->pile_size[seat];
        int share = cards ? b->hand_size[seat] * QUARTER * ((1 << 16) / cards + 1) : 0; /* exact for so few cards */
        for (int kind = 0; kind < CM_KINDS; kind++)
            quarters[kind] = seat == us ? s->hand[us][kind] * QUARTER : left[seat][kind] * share >> 16;
        find_means(out, seat, quarters);
    }
    for (int kind = 0; kind < CM_KINDS; kind++)
        left[us][kind] = (uint8_t)(left[us][kind] - s->hand[us][kind]);
}

static int8_t *put_cards(int8_t *x, const cm_state *s, int us, uint8_t left[CM_SEATS][CM_KINDS])
{
    const cm_board *b = &s->board;
    int seats = s->base.seats, in_hand = 0;
    for (int kind = 0; kind < CM_KINDS; kind++)
        in_hand += s->hand[us][kind];
    x = put_kinds(x, s->hand[us]);
    x = put_row(x, b->hand_size[us] - in_hand, UNKNOWN);
    for (int place = 0; place < seats; place++) {
        int seat = seat_at(place, us, seats), cards = b->hand_size[seat] + b->pile_size[seat];
        x = put_kinds(x, left[seat]); /* ours are in the pile */
        x = put_row(x, b->hand_size[seat], HAND);
        x = put(x, b->pile_size[seat] / 4);
        x = put_row(x, NEARLY_OUT - cards, NEARLY_OUT);
    }
    return x;
}

/* -- Fame and course of the game -- */

static int8_t *put_fame(int8_t *x, const cm_state *s, int us)
{
    static const int8_t step[GAPS] = { -20, -14, -9, -5, -2, 0, 1, 3, 6, 10, 15, 21 };
    int fame[MUR_SEATS], seats = s->base.seats;
    cm_game.scores(&s->base, fame);
    for (int place = 1; place < seats; place++) {
        int ahead = fame[us] - fame[seat_at(place, us, seats)];
        x = put(x, ahead / 8);
        for (int i = 0; i < GAPS; i++)
            x = put(x, ahead >= step[i]);
    }
    return put(x, fame[us] / 8);
}

static int8_t *put_course(int8_t *x, const cm_state *s, int us)
{
    const cm_board *b = &s->board;
    int seats = s->base.seats;
    x = put_one(x, from_us(b->turn, us, seats), seats);
    x = put(x, b->phase == CM_SCORE);
    x = put_row(x, b->actions_left, 2);
    x = put_one(x, from_us(b->last_round, us, seats), seats);
    x = put(x, b->placing_over);
    x = put_row(x, b->supply_size / 2, SUPPLY);
    return put(x, b->supply_size / 8);
}

/* Writes the inputs in the order described above. */
static void fill(const mur_state *base, int us, int8_t *x)
{
    const cm_state *s = (const cm_state *)base;
    int n = n_inputs(base->seats);
    int8_t *end = x + n;
    uint8_t left[CM_SEATS][CM_KINDS];
    holdings held;
    memset(x, 0, (size_t)n);
    find_holdings(s, us, left, &held);
    for (int site = 0; site < cm_n_sites(base->seats); site++)
        x = put_site(x, s, site, us, &held);
    x = put_cards(x, s, us, left);
    x = put_fame(x, s, us);
    x = put_course(x, s, us);
    assert(x == end);
    (void)end;
}

/* Hides a card that was drawn, and the new tokens of a site that was cleared. */
static void hide_chance(const mur_state *base, int seat, mur_move m, mur_state *out)
{
    const cm_state *before = (const cm_state *)base;
    cm_state *after = (cm_state *)out;
    (void)m;
    if (after->board.pile_size[seat] < before->board.pile_size[seat])
        memcpy(after->hand[seat], before->hand[seat], CM_HAND);
    for (int site = 0; site < CM_SITES; site++)
        if (before->board.n_columns[site] && !after->board.n_columns[site] && cm_is_open(&after->board, site))
            memset(after->board.token[site], FRESH, 2);
}

const mur_features mur_features_cm = {
    .game = &cm_game, .n_inputs = n_inputs, .groups = groups, .fill = fill, .hide_chance = hide_chance
};
