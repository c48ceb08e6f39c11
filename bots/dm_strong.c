/* SPDX-License-Identifier: MIT */
#include "bots/dm_strong.h"

#include <assert.h>
#include <string.h>

#include "bots/dm_believe.h"
#include "bots/dm_habit.h"
#include "bots/dm_match.h"
#include "bots/dm_net.h"
#include "bots/dm_past.h"
#include "bots/dm_plain.h"
#include "bots/dm_table.h"

/* -- What spots are worth -- */

enum {
    DEEP_SEATS = 3, /* with so few seats spots after this round are balanced, too, before they are believed */
    KEPT = 1 << 12  /* spots whose worth is remembered while thinking */
};

/* A gap of a hundredth of a point is as good as none. */
static const dm_effort effort = { 400, 12, 0.01F }, glance = { 200, 2, 0.02F };

typedef struct {
    dm_spot spot;
    float worth[DM_SEATS];
} kept;

typedef struct {
    bool is_solved; /* there is a table, else a net */
    dm_table table;
    dm_net net;
    dm_worth worth;
    kept *kept;
    uint32_t n_balanced;
} knowledge;

static uint32_t place_of(const dm_spot *s)
{
    uint32_t mix = s->ends * 0x9e3779b9U + s->idle;
    for (int seat = 0; seat < s->seats; seat++)
        mix = (mix ^ s->stock[seat]) * 0x85ebca6bU, mix ^= mix >> 15;
    return mix % KEPT;
}

/* A plain spot is looked at one round further before the net is believed. */
static void look(const dm_net *net, const dm_spot *s, float out[DM_SEATS])
{
    dm_worth worth = { dm_net_worth, net };
    dm_cases cases;
    dm_balance b;
    dm_foresee_cases(s, &worth, &cases);
    dm_balance_find(&cases, &glance, &b);
    memcpy(out, b.worth, sizeof b.worth);
}

static void remembered_worth(knowledge *d, const dm_spot *s, float out[DM_SEATS])
{
    kept *k = &d->kept[place_of(s)];
    if (memcmp(&k->spot, s, sizeof *s) != 0) {
        look(&d->net, s, k->worth);
        k->spot = *s;
        d->n_balanced++;
    }
    memcpy(out, k->worth, sizeof k->worth);
}

static void deep_worth(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    knowledge *d = (knowledge *)(uintptr_t)context;
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    remembered_worth(d, &plain, out);
    for (int seat = 0; seat < s->seats; seat++)
        out[seat] += change[seat];
}

static bool is_table(int seats, mur_span lore)
{
    return seats == DM_PAGE_SEATS && dm_table_is(lore);
}

bool dm_strong_can_play(int seats, mur_span lore)
{
    return is_table(seats, lore) || dm_net_size(lore, seats) > 0;
}

static bool open_net(knowledge *d, int seats, mur_span lore, mur_memory *m)
{
    d->kept = mur_memory_take(m, KEPT * sizeof d->kept[0]);
    if (!d->kept || dm_net_size(lore, seats) == 0 || !dm_net_open(&d->net, lore, m))
        return false;
    memset(d->kept, 0, KEPT * sizeof d->kept[0]);
    d->worth = seats > DEEP_SEATS ? (dm_worth){ dm_net_worth, &d->net } : (dm_worth){ deep_worth, d };
    return true;
}

static bool open_lore(knowledge *d, int seats, mur_span lore, mur_memory *m)
{
    memset(d, 0, sizeof *d);
    d->is_solved = is_table(seats, lore);
    d->worth = (dm_worth){ dm_table_worth, &d->table };
    return d->is_solved ? dm_table_open(&d->table, lore, m) : open_net(d, seats, lore, m);
}

/* How often others are taken to follow habits: more of it wins more from those who do, and less is lost without it to
 * those who know the bot. */
static const float habit = 0.2F;

static void balance(const dm_spot *s, int me, const dm_cases *cases, dm_balance *out)
{
    dm_habits h = { .me = me, .part = habit };
    dm_habits_of(s, &h);
    dm_balance_against(cases, &h, &effort, out);
}

/* -- Choosing a move -- */

typedef struct {
    const dm_view *view;
    knowledge known;
    dm_spot spot; /* the round, as far as it is known */
    dm_gifts gifts;
    dm_match match; /* with more than one hand */
    bool is_match;
    int me;                           /* counted from the master */
    float value[MUR_MOVES][DM_SEATS]; /* of each of the view's moves, to the seats of the spot */
} thought;

/* One of the choices, as often as its chance says. */
static int draw(const dm_lanes *chance, unsigned may, mur_rng *rng)
{
    float at = (float)(mur_rng_next(rng) >> 40) / (float)(1 << 24);
    for (int choice = 0; choice < DM_EMPTY; choice++) {
        if (!(may >> choice & 1))
            continue;
        if (at < (*chance)[choice])
            return choice;
        at -= (*chance)[choice];
    }
    return DM_EMPTY;
}

/* The seats of a round are those of the next one, counted from its master. */
static void pass_on(dm_risk *r)
{
    float first = r->spare[0];
    memmove(r->spare, r->spare + 1, sizeof r->spare - sizeof r->spare[0]);
    r->spare[DM_RISK_SEATS - 1] = first;
}

/* What was given away in the rounds before. */
static void look_back(const thought *t, dm_risk *r)
{
    dm_past past[DM_PAST];
    int n = dm_past_of(t->view, &t->spot, &t->gifts, past);
    for (int i = 0; i < n; i++) {
        dm_cases cases;
        dm_balance before, taken;
        dm_foresee_cases(&past[i].spot, &t->known.worth, &cases);
        dm_match_of(&t->view->board, past[i].master, &past[i].spot, &r->match);
        dm_table_choose(&past[i].spot, &cases, r, &before, &taken);
        dm_risk_learn(&cases, &before, &taken, past[i].choice, r);
        pass_on(r);
    }
}

/* Where all is solved: nobody gains by knowing the bot more than they gave away. */
static void mix_solved(const thought *t, const dm_cases *cases, dm_balance *out)
{
    dm_risk risk = { 0 };
    dm_balance before;
    look_back(t, &risk);
    risk.match = t->match;
    dm_table_choose(&t->spot, cases, &risk, &before, out);
}

static void mix(const thought *t, dm_cases *cases, dm_balance *out)
{
    dm_foresee_cases(&t->spot, &t->known.worth, cases);
    if (t->known.is_solved) {
        mix_solved(t, cases, out);
        return;
    }
    dm_cases wanted = *cases;
    if (t->is_match)
        dm_match_cases(&t->match, &wanted);
    balance(&t->spot, t->me, &wanted, out);
}

/* The view lists own kinds in order, then the empty hand. */
static int choose_piece(thought *t, mur_rng *rng)
{
    dm_cases cases;
    dm_balance b;
    dm_lanes worth;
    mix(t, &cases, &b);
    dm_choice_worth(&cases, &b, t->me, &worth);
    int drawn = draw(&b.choice[t->me], cases.may[t->me], rng), move = 0, found = 0;
    for (int choice = 0; choice < DM_CHOICES; choice++) {
        if (!(cases.may[t->me] >> choice & 1))
            continue;
        found = choice == drawn ? move : found;
        memcpy(t->value[move], b.worth, sizeof b.worth);
        t->value[move++][t->me] = worth[choice];
    }
    assert(move == t->view->base.n_moves);
    return found;
}

/* How many ends are free once a piece is built at this end. */
static int ends_with(const dm_board *b, int kind, unsigned end)
{
    unsigned is_wall = kind >= DM_WALLS;
    if (b->n_wall == 0)
        return is_wall ? 2 : 0;
    unsigned free_ends = (b->free_ends & ~(1U << end)) | is_wall << end;
    return (int)((free_ends & 1) + (free_ends >> 1));
}

/* The ends where it may stand, as the view lists them: left, right. */
static unsigned ends_for(const dm_board *b, int kind)
{
    return b->n_wall == 0 ? 2 : kind < DM_WALLS ? b->free_ends : 3;
}

static int weigh_building(thought *t, int kind, const uint8_t *after, int n_after, int move)
{
    const dm_board *b = &t->view->board;
    for (unsigned end = 0; end < 2; end++) {
        if (!(ends_for(b, kind) >> end & 1))
            continue;
        dm_spot then = dm_after_building(&t->spot, t->me, kind, ends_with(b, kind, end));
        dm_build_worth(&then, kind, after, n_after, &t->known.worth, t->value[move++]);
    }
    return move;
}

/* Ours is the next block; others may follow. */
static int weigh_ends(thought *t)
{
    const dm_board *b = &t->view->board;
    uint8_t after[DM_SEATS];
    int seats = t->view->base.seats;
    for (int i = 1; i < b->n_builders; i++)
        after[i - 1] = (uint8_t)((b->builder[i] + seats - b->master) % seats);
    return weigh_building(t, b->piece, after, b->n_builders - 1, 0);
}

/* To pass comes first. */
static int weigh_free(thought *t)
{
    int move = 1;
    dm_round_worth(&t->spot, false, &t->known.worth, t->value[0]);
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (dm_count(t->spot.stock[t->me], kind))
            move = weigh_building(t, kind, NULL, 0, move);
    return move;
}

static int weigh_gifts(thought *t)
{
    int move = 0;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        if (!dm_count(t->spot.stock[t->me], kind))
            continue;
        dm_spot after = dm_after_gift(&t->spot, t->me, kind);
        dm_round_worth(&after, false, &t->known.worth, t->value[move++]);
    }
    return move;
}

static float wanted_worth(const thought *t, int move)
{
    float out[DM_SEATS];
    if (!t->is_match)
        return t->value[move][t->me];
    dm_match_worth(&t->match, t->value[move], out);
    return out[t->me];
}

static int best_move(const thought *t, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (wanted_worth(t, i) > wanted_worth(t, best))
            best = i;
    assert(n == t->view->base.n_moves);
    return best;
}

static int decide(thought *t, mur_rng *rng)
{
    switch ((dm_phase)t->view->board.phase) {
    case DM_CHOOSE:
        return choose_piece(t, rng);
    case DM_BUILD:
        return best_move(t, weigh_ends(t));
    case DM_FREE:
        return best_move(t, weigh_free(t));
    case DM_GIFT:
        return best_move(t, weigh_gifts(t));
    case DM_OVER:
        break;
    }
    return 0;
}

/* -- Reasons -- */

#define STAYS 0.4F /* how much of what all hold now may be left at the end of a hand */

/* Worth tells how far a seat will be ahead of the others; their mean is a rough guess. */
static void explain(const thought *t, int chosen, mur_reasons *reasons)
{
    const dm_view *v = t->view;
    int seats = v->base.seats, all = 0, full = 0;
    for (int seat = 0; seat < seats; seat++)
        all += dm_penalty_of(t->spot.stock[seat]);
    for (int kind = 0; kind < DM_KINDS; kind++)
        full += dm_penalty[kind];
    float mean = STAYS * ((float)all / (float)seats + (float)((v->board.hands - v->board.hand) * full));
    memset(reasons, 0, sizeof *reasons);
    for (int i = 0; i < v->base.n_moves; i++)
        reasons->value[i] = t->value[i][t->me];
    for (int i = 0; i < seats; i++) {
        int seat = (v->board.master + i) % seats;
        float ahead = t->value[chosen][i] * (float)(seats - 1) / (float)seats;
        reasons->expected[seat] = (float)v->board.score[seat] + mean - ahead;
    }
    reasons->line[0] = v->base.moves[chosen];
    reasons->n_line = 1;
    reasons->simulations = t->known.n_balanced + 1;
}

static void begin(thought *t, const mur_mind *mind, const dm_view *v, mur_rng *rng)
{
    mur_memory memory = mind->memory;
    int seats = v->base.seats;
    bool ok = open_lore(&t->known, seats, mind->lore, &memory);
    assert(ok);
    (void)ok;
    t->view = v;
    t->spot = dm_believe(v, &t->known.worth, rng, &t->gifts);
    t->is_match = dm_match_of(&v->board, v->board.master, &t->spot, &t->match);
    t->me = (v->base.seat + seats - v->board.master) % seats;
}

void dm_strong_mixture(const mur_mind *mind, const dm_view *v, mur_rng *rng, dm_lanes *out)
{
    thought t;
    dm_cases cases;
    dm_balance b;
    begin(&t, mind, v, rng);
    mix(&t, &cases, &b);
    *out = b.choice[t.me];
}

mur_move dm_strong_choose(const mur_mind *mind, const mur_view *base, const mur_budget *budget, mur_rng *rng,
                          mur_reasons *reasons)
{
    thought t;
    (void)budget;
    begin(&t, mind, (const dm_view *)base, rng);
    int chosen = decide(&t, rng);
    if (reasons)
        explain(&t, chosen, reasons);
    return base->moves[chosen];
}
