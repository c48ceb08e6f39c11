/* SPDX-License-Identifier: MIT */
/* bots/chang_cheng/cc_features.c -- inputs of the net for Chang Cheng (bots/features.h).
 * Boards come in any order and with either face, so provinces and regions are described not by where they lie but by
 * how the contest stands there: for each seat the points at stake in its provinces, as a histogram by lead and number
 * of empty slots, and the same for regions. Then cards, scores, stocks and the state of the turn. The enums below are
 * the layout; the model files depend on it. */
#include <assert.h>
#include <string.h>

#include "bots/features.h"
#include "engine/chang_cheng/cc.h"

enum {
    YES = 8,      /* the input for "true"; points count as they are */
    EMPTIES = 6,  /* 0, 1, ... 5 or more */
    LEAD_MAX = 3, /* larger leads and lags count as this */
    LEADS = 2 * LEAD_MAX + 1,
    STANDS = EMPTIES * LEADS,
    SIDES = 3,   /* behind, level, ahead */
    STEPS = 10,  /* of a difference in points, unary */
    POINT = 1024 /* fixed point, of expected scores */
};

/* The inputs of one seat. */
enum {
    PROVINCES_WAITING, /* points at stake in provinces, by standing, while another seat has the turn */
    PROVINCES_MOVING = PROVINCES_WAITING + STANDS, /* the same on this seat's turn */
    REGIONS_HELD = PROVINCES_MOVING + STANDS,      /* peril at stake in regions, in half points, by standing */
    BACKS = REGIONS_HELD + STANDS,  /* points in provinces where it has one card face down; two or more; by side */
    SCORED = BACKS + 2 * SIDES,     /* score: lead over us; for us: over the best other */
    EXPECTED = SCORED + 1 + STEPS,  /* the same for the expected final score */
    CARDS = EXPECTED + 1 + STEPS,   /* cards not shown yet; ours: in hand */
    ACTING = CARDS + CC_CARDS_EACH, /* cards that are turned up and still take effect */
    HAND = ACTING + CC_CARDS_EACH,
    SINGLES,
    DOUBLE,
    TOWER,
    NOTED,     /* a slot is going to be reserved for it */
    LAST_SLOT, /* points where the last slot is reserved for it */
    LOOKED,    /* peril tokens that it has seen and that still lie there */
    TURN,
    FIRST_DUE,
    SECOND_DUE,
    NEUTRAL_DUE,
    SEAT_END
};

/* The inputs of the table, after those of all seats. */
enum {
    OWN_BACKS, /* our cards face down, by card, side and whether more than two slots are empty */
    OPEN = OWN_BACKS + CC_CARDS_EACH * SIDES * 2, /* provinces by empty slots */
    COMING = OPEN + EMPTIES,                      /* boards waiting */
    EMPERORS = COMING + 2,                        /* on the table while a board waits */
    NEUTRALS = EMPERORS + CC_EMPERORS + 1,
    EMPTY_SLOTS,
    USED_WALLS, /* what the first half of the action was */
    USED_CARDS,
    TABLE_END
};

/* What is collected while the inputs are filled. Seats are counted from ours; the neutral colour comes after them. */
typedef struct {
    const cc_state *s;
    const cc_board *b;
    int me, seats;
    int seat[CC_SEATS]; /* as the game counts them */
    uint64_t sections[CC_COLOURS];
    int expected[CC_SEATS]; /* expected final score, in POINT-ths */
    int peril;              /* half points of a token we have not seen */
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

/* Counts set slots by a table of 64 entries: provinces and regions are runs of at most six slots. */
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

/* Leads over the best other colour, from the highest and second highest count. */
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

/* The cell of the histogram. */
static int stand_of(const contest *c, int seat)
{
    assert(c->empty >= 0);
    int empty = c->empty < EMPTIES ? c->empty : EMPTIES - 1;
    return empty * LEADS + LEAD_MAX + clamp(c->lead[seat], LEAD_MAX);
}

static int side_of(const contest *c, int seat)
{
    return 1 + clamp(c->lead[seat], 1);
}

/* The chance to have the most in the end, in POINT-ths: linear in the lead; certain when all slots are filled, and a
 * lead means less the more slots are empty. As in cc_greedy.c, but with a table instead of divisions. */
static int chance_of(const contest *c, int seat)
{
    static const int16_t per_half[] = {
        POINT / 2, POINT / 4, POINT / 6, POINT / 8, POINT / 10, POINT / 12, POINT / 14
    };
    int chance = POINT / 2 + (2 * c->lead[seat] + 1) * per_half[c->empty];
    return chance < 0 || (!c->empty && !c->held[seat]) ? 0 : chance > POINT ? POINT : chance;
}

/* -- Provinces -- */

/* Adds sections by cards: those turned up in the province being resolved, and our own face-down cards here. */
static void count_cards(const reading *r, int province, contest *c)
{
    const uint8_t *own = r->s->secrets.card[r->me];
    if (r->b->resolving == province)
        for (int seat = 0; seat < r->seats; seat++) {
            c->held[seat] += r->b->extra[r->seat[seat]];
            c->held[seat] += 2 * (r->b->acting[CC_ARCHITECT - 1] == r->seat[seat]);
            c->held[seat] += r->b->acting[CC_MASON - 1] == r->seat[seat];
        }
    if (r->b->face_down[r->me][province])
        c->held[0] += 2 * (own[CC_ARCHITECT - 1] == province) + (own[CC_MASON - 1] == province);
}

static void read_own_backs(const reading *r, int province, const contest *c)
{
    int side = side_of(c, 0), wide = c->empty > 2;
    for (int i = 0; i < CC_CARDS_EACH; i++)
        if (r->s->secrets.card[r->me][i] == province)
            add(&r->table[OWN_BACKS + (i * SIDES + side) * 2 + wide], YES);
}

static void read_backs(const reading *r, int province, const contest *c, int value)
{
    for (int seat = 0; seat < r->seats; seat++) {
        int face_down = r->b->face_down[r->seat[seat]][province];
        if (face_down)
            add(&of_seat(r, seat)[BACKS + (face_down > 1 ? SIDES : 0) + side_of(c, seat)], value);
    }
    if (r->b->face_down[r->me][province])
        read_own_backs(r, province, c);
}

static void read_last_slot(const reading *r, uint64_t last, int value)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (last & cc_reserved(r->b, r->seat[seat]))
            add(&of_seat(r, seat)[LAST_SLOT], value);
}

/* Adds a province to the histograms: its value counts in one cell for each seat. The value is what it will pay once all
 * slots are filled: one point per section, and its reputation token. */
static void read_province(reading *r, int province)
{
    const cc_board *b = r->b;
    uint64_t slots = cc_province_slots(b, province);
    contest c = { .empty = 0 };
    assert(slots);
    count_sections(r, slots, &c);
    int value = b->reputation[province] + c.empty + (b->resolving == province ? b->value_change : 0);
    for (int colour = 0; colour <= r->seats; colour++)
        value += c.held[colour];
    count_cards(r, province, &c);
    compare(r, &c);
    for (int seat = 0; seat < r->seats; seat++) {
        int from = r->seat[seat] == b->turn ? PROVINCES_MOVING : PROVINCES_WAITING;
        add(&of_seat(r, seat)[from + stand_of(&c, seat)], value);
        r->expected[seat] += value * chance_of(&c, seat);
    }
    add(&r->table[OPEN + (c.empty < EMPTIES ? c.empty : EMPTIES - 1)], YES / 2);
    read_backs(r, province, &c, value);
    if (c.empty == 1)
        read_last_slot(r, slots & b->empty, value);
}

/* -- Regions -- */

/* The mean of the peril tokens that we have not seen, in half points. */
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

/* A region threatens the seats with the most sections, unless they have a tower there. Unseen tokens count as the mean.
 */
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
        r->expected[seat] -= power * chance_of(&c, seat) / 2;
    }
}

/* -- Scores -- */

/* Adds what the events would pay now to the expected scores. */
static void expect_events(reading *r)
{
    const cc_board *b = r->b;
    int held[CC_COLOURS] = { 0 };
    for (int seat = 0; seat < r->seats; seat++)
        held[seat] = cc_provinces_held(b, r->seat[seat]);
    unsigned most = cc_leaders(held);
    for (int seat = 0; seat < r->seats; seat++) {
        int points = 0;
        if (is_set(b->events, CC_DIPLOMACY) && is_set(most, seat))
            points += CC_DIPLOMACY_POINTS;
        if (is_set(b->events, CC_DOMINATION))
            points += cc_longest_row(b, r->seat[seat]);
        if (is_set(b->events, CC_RECOGNITION))
            points += CC_RECOGNITION_POINTS * b->hand_size[r->seat[seat]];
        r->expected[seat] += POINT * points;
    }
}

/* A difference as a number and in unary by steps, which are narrow around 0. */
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
        r->expected[seat] += POINT * score[seat];
    }
    if (r->b->events & ~(1U << CC_WATCHERS))
        expect_events(r);
    read_differences(r, score, 1, SCORED);
    read_differences(r, r->expected, POINT, EXPECTED);
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
    x[FIRST_DUE] = b->expected_move == CC_DUE_FIRST ? YES : 0;
    x[SECOND_DUE] = b->expected_move == CC_DUE_SECOND ? YES : 0;
    x[NEUTRAL_DUE] = b->expected_move == CC_DUE_NEUTRAL ? YES : 0;
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
    x[NOTED] = b->beside_tower[own] & b->empty ? YES : 0;
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
    x[USED_WALLS] = b->action_so_far == CC_DID_WALLS ? YES : 0;
    x[USED_CARDS] = b->action_so_far == CC_DID_CARDS ? YES : 0;
}

static reading begin(const mur_state *base, int seat, int8_t *x)
{
    const cc_state *s = (const cc_state *)base;
    reading r = { .s = s, .b = &s->board, .me = seat, .seats = base->seats, .x = x };
    for (int i = 0; i < r.seats; i++) {
        r.seat[i] = seat + i < r.seats ? seat + i : seat + i - r.seats;
        r.sections[i] = r.b->owned[r.seat[i]] & ~r.b->ruins;
    }
    r.sections[r.seats] = r.b->owned[CC_NEUTRAL] & ~r.b->ruins;
    r.table = x + r.seats * SEAT_END;
    assert(r.seats > 1);
    r.peril = unseen_peril(&r);
    return r;
}

/* Provinces and regions first: read_scores needs the expected scores that they add up. */
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

/* A token that the move lets us look at is unknown again while the move is evaluated. */
static void hide_chance(const mur_state *before, int seat, mur_move m, mur_state *after)
{
    const cc_board *was = &((const cc_state *)before)->board;
    cc_board *b = &((cc_state *)after)->board;
    (void)m;
    b->known[seat] = was->known[seat];
    b->revealed = was->revealed;
}

const mur_features mur_features_cc = {
    .game = &cc_game, .unit = YES, .n_inputs = n_inputs, .fill = fill, .hide_chance = hide_chance
};
