/* SPDX-License-Identifier: MIT */
/* Chang Cheng as a net reads it. Boards come in any order and with either face, so places are not told apart by where
 * they lie but by how they stand: for each seat, how many points are at stake in provinces that it leads by so much
 * with so many slots still empty, and the same for regions. A place adds to one such number for each seat. */
#include <assert.h>
#include <string.h>

#include "bots/features.h"
#include "engine/chang_cheng/cc.h"

enum {
    YES = 8,      /* what holds, next to points, which count as they are */
    EMPTIES = 6,  /* 0, 1, ... 5 or more */
    LEAD_MAX = 3, /* a lead of more, or a lag, is no better */
    LEADS = 2 * LEAD_MAX + 1,
    STANDS = EMPTIES * LEADS,
    SIDES = 3,     /* behind, level, ahead */
    STEPS = 10,    /* of a difference in points */
    POINT = 1024,  /* of an expected score */
    DIPLOMACY = 4, /* points, as in the rules */
    RECOGNITION = 2
};

/* The numbers of one seat. */
enum {
    PROVINCES_WAITING,                             /* points at stake while another seat has the turn */
    PROVINCES_MOVING = PROVINCES_WAITING + STANDS, /* and while it is this seat's */
    REGIONS_HELD = PROVINCES_MOVING + STANDS,      /* half points in peril */
    BACKS = REGIONS_HELD + STANDS,                 /* points where it has one card face down, or more */
    SCORED = BACKS + 2 * SIDES,                    /* ahead of us; we: of the best other */
    PROMISED = SCORED + 1 + STEPS,                 /* the same of what is to be expected in the end */
    CARDS = PROMISED + 1 + STEPS,                  /* not shown yet; ours: in hand */
    ACTING = CARDS + CC_CARDS_EACH,                /* turned up and still to take effect */
    HAND = ACTING + CC_CARDS_EACH,
    SINGLES,
    DOUBLE,
    TOWER,
    NOTED,     /* a slot will be reserved for it */
    LAST_SLOT, /* points where the last slot is reserved for it */
    LOOKED,    /* tokens it has seen and that still lie */
    TURN,
    FIRST_DUE,
    SECOND_DUE,
    NEUTRAL_DUE,
    SEAT_END
};

/* Those of the table, after those of all seats. */
enum {
    OWN_BACKS,                                    /* our cards face down, by side and by whether much is empty */
    OPEN = OWN_BACKS + CC_CARDS_EACH * SIDES * 2, /* provinces by empty slots */
    COMING = OPEN + EMPTIES,                      /* boards waiting */
    EMPERORS = COMING + 2,                        /* on the table while a board waits */
    NEUTRALS = EMPERORS + CC_EMPERORS + 1,
    EMPTY_SLOTS,
    USED_WALLS, /* the action so far */
    USED_CARDS,
    TABLE_END
};

/* Seats here are counted from ours; after them comes neutral. */
typedef struct {
    const cc_state *s;
    const cc_board *b;
    int me, seats;
    int seat[CC_SEATS]; /* as the game counts them */
    uint64_t sections[CC_COLOURS];
    int promise[CC_SEATS]; /* the final score to be expected */
    int peril;             /* half points of a token we have not seen */
    int8_t *x, *table;
} reading;

static int n_inputs(int seats)
{
    return seats * SEAT_END + TABLE_END;
}

static int8_t *of_seat(const reading *r, int seat)
{
    return r->x + seat * SEAT_END;
}

static int clamp(int value, int most)
{
    return value < -most ? -most : value > most ? most : value;
}

static void add(int8_t *at, int value)
{
    *at = (int8_t)clamp(*at + value, INT8_MAX);
}

static bool is_set(unsigned set, int i)
{
    return set >> i & 1;
}

/* -- Majorities -- */

/* Provinces and regions are runs of at most six slots. */
static int count_in(uint64_t set, uint64_t slots)
{
#define TWO(n)  (n), (n) + 1, (n) + 1, (n) + 2
#define FOUR(n) TWO(n), TWO((n) + 1), TWO((n) + 1), TWO((n) + 2)
    static const uint8_t ones[64] = { FOUR(0), FOUR(1), FOUR(1), FOUR(2) };
#undef FOUR
#undef TWO
    return ones[(set & slots) >> cc_lowest(slots)];
}

typedef struct {
    int held[CC_COLOURS], lead[CC_SEATS]; /* sections, and how many more than the best other colour */
    int empty;
} contest;

static void count_sections(const reading *r, uint64_t slots, contest *c)
{
    for (int colour = 0; colour <= r->seats; colour++)
        c->held[colour] = count_in(r->sections[colour], slots);
    c->empty = count_in(r->b->empty, slots);
}

static void compare(const reading *r, contest *c)
{
    int most = 0, second = 0;
    for (int colour = 0; colour <= r->seats; colour++) {
        int held = c->held[colour];
        if (held > most) {
            second = most;
            most = held;
        } else if (held > second) {
            second = held;
        }
    }
    for (int seat = 0; seat < r->seats; seat++)
        c->lead[seat] = c->held[seat] - (c->held[seat] == most ? second : most);
}

static int stand_of(const contest *c, int seat)
{
    int empty = c->empty < EMPTIES ? c->empty : EMPTIES - 1;
    return empty * LEADS + LEAD_MAX + clamp(c->lead[seat], LEAD_MAX);
}

static int side_of(const contest *c, int seat)
{
    return 1 + clamp(c->lead[seat], 1);
}

/* The chance to have the most in the end, of POINT: certain when all slots are filled, and the more slots are empty
 * the less a lead says. */
static int chance_of(const contest *c, int seat)
{
    static const int16_t per_half[] = {
        POINT / 2, POINT / 4, POINT / 6, POINT / 8, POINT / 10, POINT / 12, POINT / 14
    };
    int chance = POINT / 2 + (2 * c->lead[seat] + 1) * per_half[c->empty];
    return chance < 0 || (!c->empty && !c->held[seat]) ? 0 : chance > POINT ? POINT : chance;
}

/* -- Provinces -- */

/* Sections by cards: those turned up, and our own that lie here. */
static void count_cards(const reading *r, int province, contest *c)
{
    const uint8_t *own = r->s->secrets.card[r->me];
    if (r->b->resolving == province)
        for (int seat = 0; seat < r->seats; seat++) {
            c->held[seat] += r->b->extra[r->seat[seat]];
            c->held[seat] += 2 * (r->b->acting[CC_ARCHITECT - 1] == r->seat[seat]);
            c->held[seat] += r->b->acting[CC_MASON - 1] == r->seat[seat];
        }
    if (r->b->backs[r->me][province])
        c->held[0] += 2 * (own[CC_ARCHITECT - 1] == province) + (own[CC_MASON - 1] == province);
}

static void read_own_backs(const reading *r, int province, const contest *c)
{
    int side = side_of(c, 0), wide = c->empty > 2;
    for (int i = 0; i < CC_CARDS_EACH; i++)
        if (r->s->secrets.card[r->me][i] == province)
            add(&r->table[OWN_BACKS + (i * SIDES + side) * 2 + wide], YES);
}

static void read_backs(const reading *r, int province, const contest *c, int worth)
{
    for (int seat = 0; seat < r->seats; seat++) {
        int backs = r->b->backs[r->seat[seat]][province];
        if (backs)
            add(&of_seat(r, seat)[BACKS + (backs > 1 ? SIDES : 0) + side_of(c, seat)], worth);
    }
    if (r->b->backs[r->me][province])
        read_own_backs(r, province, c);
}

static void read_last_slot(const reading *r, uint64_t last, int worth)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (last & cc_reserved(r->b, r->seat[seat]))
            add(&of_seat(r, seat)[LAST_SLOT], worth);
}

static void read_province(reading *r, int province)
{
    const cc_board *b = r->b;
    uint64_t slots = cc_province_slots(b, province);
    contest c = { .empty = 0 };
    count_sections(r, slots, &c);
    int worth = b->reputation[province] + c.empty + (b->resolving == province ? b->worth : 0);
    for (int colour = 0; colour <= r->seats; colour++)
        worth += c.held[colour];
    count_cards(r, province, &c);
    compare(r, &c);
    for (int seat = 0; seat < r->seats; seat++) {
        int from = r->seat[seat] == b->turn ? PROVINCES_MOVING : PROVINCES_WAITING;
        add(&of_seat(r, seat)[from + stand_of(&c, seat)], worth);
        r->promise[seat] += worth * chance_of(&c, seat);
    }
    add(&r->table[OPEN + (c.empty < EMPTIES ? c.empty : EMPTIES - 1)], YES / 2);
    read_backs(r, province, &c, worth);
    if (c.empty == 1)
        read_last_slot(r, slots & b->empty, worth);
}

/* -- Regions -- */

/* The mean of the tokens we have not seen, in half points. */
static int unseen_peril(const reading *r)
{
    int sum = 0, n = CC_TOKENS;
    unsigned seen = r->b->known[r->me] | r->b->revealed;
    for (int value = CC_PERIL_MIN; value <= CC_PERIL_MAX; value++)
        sum += 2 * CC_PERIL_EACH * value;
    for (; seen; seen &= seen - 1, n--)
        sum -= 2 * r->s->secrets.peril[cc_lowest(seen)];
    return (sum + n / 2) / n;
}

static void read_region(reading *r, int region)
{
    const cc_board *b = r->b;
    uint64_t slots = cc_region_slots(b, region);
    bool is_seen = is_set(b->known[r->me] | b->revealed, region);
    int power = is_seen ? 2 * r->s->secrets.peril[region] : r->peril;
    contest c;
    count_sections(r, slots, &c);
    compare(r, &c);
    for (int seat = 0; seat < r->seats; seat++) {
        if (r->sections[seat] & b->towers & slots)
            continue;
        add(&of_seat(r, seat)[REGIONS_HELD + stand_of(&c, seat)], power);
        r->promise[seat] -= power * chance_of(&c, seat) / 2;
    }
}

/* -- Scores -- */

/* What the events would pay now. */
static void expect_events(reading *r)
{
    const cc_board *b = r->b;
    int held[CC_COLOURS] = { 0 };
    for (int seat = 0; seat < r->seats; seat++)
        held[seat] = cc_provinces_held(b, r->seat[seat]);
    unsigned most = cc_most(held);
    for (int seat = 0; seat < r->seats; seat++) {
        int points = 0;
        if (is_set(b->events, CC_DIPLOMACY) && is_set(most, seat))
            points += DIPLOMACY;
        if (is_set(b->events, CC_DOMINATION))
            points += cc_longest_row(b, r->seat[seat]);
        if (is_set(b->events, CC_RECOGNITION))
            points += RECOGNITION * b->hand_size[r->seat[seat]];
        r->promise[seat] += POINT * points;
    }
}

/* The difference itself and how many steps it reaches. */
static void read_difference(int8_t *at, int points)
{
    static const int8_t steps[STEPS] = { -12, -8, -5, -3, -1, 0, 2, 4, 7, 11 };
    at[0] = (int8_t)clamp(points, 48);
    for (int i = 0; i < STEPS; i++)
        at[1 + i] = points > steps[i] ? YES : 0;
}

static void read_differences(const reading *r, const int score[CC_SEATS], int unit, int number)
{
    int best = score[1];
    for (int seat = 1; seat < r->seats; seat++) {
        read_difference(of_seat(r, seat) + number, (score[seat] - score[0]) / unit);
        best = score[seat] > best ? score[seat] : best;
    }
    read_difference(of_seat(r, 0) + number, (score[0] - best) / unit);
}

static void read_scores(reading *r)
{
    int score[CC_SEATS] = { 0 };
    for (int seat = 0; seat < r->seats; seat++) {
        score[seat] = r->b->score[r->seat[seat]];
        r->promise[seat] += POINT * score[seat];
    }
    if (r->b->events & ~(1U << CC_WATCHERS))
        expect_events(r);
    read_differences(r, score, 1, SCORED);
    read_differences(r, r->promise, POINT, PROMISED);
}

/* -- Seats and table -- */

static void read_cards(const reading *r, int seat, int8_t *x)
{
    const uint8_t *card = r->s->secrets.card[r->me];
    unsigned shown = r->b->shown[r->seat[seat]];
    for (int i = 0; i < CC_CARDS_EACH; i++) {
        bool has = seat == 0 ? card[i] == CC_IN_HAND : !is_set(shown, i);
        x[CARDS + i] = has ? YES : 0;
        if (r->b->resolving != CC_NONE && r->b->acting[i] == r->seat[seat])
            x[ACTING + i] = YES;
    }
}

static void read_turn(const reading *r, int seat, int8_t *x)
{
    const cc_board *b = r->b;
    if (r->seat[seat] != b->turn)
        return;
    x[TURN] = YES;
    x[FIRST_DUE] = b->due == CC_DUE_FIRST ? YES : 0;
    x[SECOND_DUE] = b->due == CC_DUE_SECOND ? YES : 0;
    x[NEUTRAL_DUE] = b->due == CC_DUE_NEUTRAL ? YES : 0;
}

static void read_seat(const reading *r, int seat)
{
    const cc_board *b = r->b;
    int own = r->seat[seat];
    int8_t *x = of_seat(r, seat);
    read_cards(r, seat, x);
    read_turn(r, seat, x);
    x[HAND] = (int8_t)(2 * b->hand_size[own]);
    x[SINGLES] = (int8_t)b->singles[own];
    x[DOUBLE] = b->double_walls[own] ? YES : 0;
    x[TOWER] = b->spare_towers[own] ? YES : 0;
    x[NOTED] = b->note[own] & b->empty ? YES : 0;
    x[LOOKED] = (int8_t)cc_count((uint64_t)(b->known[own] & b->tokens));
}

static void read_table(const reading *r)
{
    const cc_board *b = r->b;
    int8_t *x = r->table;
    if (b->n_waiting) {
        x[COMING + b->n_waiting - 1] = YES;
        x[EMPERORS + b->emperors] = YES;
    }
    x[NEUTRALS] = (int8_t)b->neutrals;
    x[EMPTY_SLOTS] = (int8_t)(cc_count(b->empty) / 2);
    x[USED_WALLS] = b->did == CC_DID_WALLS ? YES : 0;
    x[USED_CARDS] = b->did == CC_DID_CARDS ? YES : 0;
}

static reading begin(const mur_state *base, int seat, int8_t *x)
{
    const cc_state *s = (const cc_state *)base;
    reading r = { .s = s, .b = &s->board, .me = seat, .seats = base->seats, .x = x };
    for (int i = 0; i < r.seats; i++) {
        r.seat[i] = seat + i < r.seats ? seat + i : seat + i - r.seats;
        r.sections[i] = r.b->of[r.seat[i]] & ~r.b->ruins;
    }
    r.sections[r.seats] = r.b->of[CC_NEUTRAL] & ~r.b->ruins;
    r.table = x + r.seats * SEAT_END;
    r.peril = unseen_peril(&r);
    return r;
}

static void fill(const mur_state *base, int seat, int8_t *x)
{
    assert(seat >= 0 && seat < base->seats);
    memset(x, 0, (size_t)n_inputs(base->seats));
    reading r = begin(base, seat, x);
    for (unsigned rest = r.b->unprotected; rest; rest &= rest - 1)
        read_province(&r, cc_lowest(rest));
    for (unsigned rest = r.b->tokens; rest; rest &= rest - 1)
        read_region(&r, cc_lowest(rest));
    for (int i = 0; i < r.seats; i++)
        read_seat(&r, i);
    read_scores(&r);
    read_table(&r);
}

/* A token that the move has let us look at is as good as unseen while the move is weighed. */
static void blur(const mur_state *before, int seat, mur_move m, mur_state *after)
{
    const cc_board *was = &((const cc_state *)before)->board;
    cc_board *b = &((cc_state *)after)->board;
    (void)m;
    b->known[seat] = was->known[seat];
    b->revealed = was->revealed;
}

const mur_features mur_features_cc = {
    .game = &cc_game, .unit = YES, .n_inputs = n_inputs, .fill = fill, .blur = blur
};
