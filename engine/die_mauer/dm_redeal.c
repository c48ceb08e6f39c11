/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_redeal.c -- redeals: drawing a world that fits what a seat knows.
 * A world, for a seat, is one answer to everything hidden from it: the piece of every gift it did not see (in the
 * order of the facts) and every choice not yet revealed. Worlds that fit are those in which everybody held what they
 * gave, showed and built at the time.
 * Redeal draws one of them, all equally likely, by rejection sampling: it tries answers at random until one fits. At
 * every hidden thing it draws one of `bound` numbers, where bound depends only on what all know and is at least as
 * large as the number of answers that are possible there; a number past these is a failed try. So every world that
 * fits has the same chance, the product of 1/bound.
 * Where that takes too long (very many gifts), it searches for any world that fits, depth first; and where even the
 * search gives up, it keeps to what is certain: the sizes of stocks, own pieces, and the piece that all builders have
 * just shown. docs/rulings.md says what a world is. */
#include <assert.h>
#include <string.h>

#include "engine/die_mauer/dm_int.h"

/* A world under construction. */
typedef struct {
    const dm_view *view;
    mur_rng *rng;
    dm_stock before[DM_SEATS], now[DM_SEATS];
    dm_stock keep[DM_FACTS]; /* for each hidden gift: what the giver must have left, for it was seen later */
    uint8_t given[DM_FACTS]; /* the kind of each fact, gifts included */
    int size_before[DM_SEATS];
    dm_choices chosen;
    int steps_left; /* of a search */
} world;

/* How many of each kind a seat must hold before a fact, if it must hold `need` after it. A lower bound: a gift that
 * was not seen may have been any kind, so it can explain one piece of every kind. */
static dm_stock need_before(dm_stock need, dm_fact n, int seat)
{
    bool loses = n.fact != DM_HELD && n.seat == seat, gains = n.fact == DM_GAVE && n.other == seat;
    if (loses && n.kind < DM_KINDS)
        return need + dm_one(n.kind);
    if (n.fact == DM_HELD && n.seat == seat && !dm_count(need, n.kind))
        return need + dm_one(n.kind);
    for (int kind = 0; gains && kind < DM_KINDS; kind++)
        if ((n.kind == kind || n.kind == DM_KINDS) && dm_count(need, kind))
            need -= dm_one(kind);
    return need;
}

/* Goes back through the facts, from what is known now to what was held when they begin: for each hidden gift, what
 * the giver must have kept because it was seen later, and the sizes of all stocks at the beginning. Guesses that
 * ignore this would nearly all fail. */
static void look_back(world *w)
{
    const dm_view *v = w->view;
    dm_stock need[DM_SEATS] = { 0 };
    for (int seat = 0; seat < v->base.seats; seat++)
        w->size_before[seat] = v->board.size[seat];
    for (int i = v->board.n_facts - 1; i >= 0; i--) {
        dm_fact n = dm_unpack_fact(v->facts[i]);
        w->keep[i] = need[n.seat];
        need[n.seat] = need_before(need[n.seat], n, n.seat);
        w->size_before[n.seat] += n.fact != DM_HELD;
        if (n.fact == DM_GAVE) {
            need[n.other] = need_before(need[n.other], n, n.other);
            w->size_before[n.other]--;
        }
    }
}

/* Deals what this seat cannot see among the other seats, `size` pieces each, every way equally likely. Pieces of
 * `known` are taken out of `left` first. */
static void deal(world *w, const dm_stock known[DM_SEATS], const int size[DM_SEATS], int left[DM_KINDS],
                 dm_stock out[DM_SEATS])
{
    const dm_view *v = w->view;
    int seats = v->base.seats, n = 0;
    uint8_t pool[DM_IN_WALL];
    for (int kind = 0; kind < DM_KINDS; kind++) {
        for (int seat = 0; seat < seats; seat++)
            left[kind] -= dm_sees_stock(v, seat) ? dm_count(known[seat], kind) : 0;
        for (int i = 0; i < left[kind]; i++)
            pool[n++] = (uint8_t)kind;
    }
    assert(n <= DM_IN_WALL);
    mur_rng_shuffle(w->rng, pool, n);
    for (int seat = 0; seat < seats; seat++) {
        out[seat] = known[seat];
        for (int i = 0; !dm_sees_stock(v, seat) && i < size[seat]; i++)
            out[seat] += dm_one(pool[--n]);
    }
    assert(n == 0); /* every piece that is nowhere else was dealt */
}

/* Back to the beginning of the list. If an old gift was forgotten, even the stocks of that time are dealt at random. */
static void begin_world(world *w)
{
    const dm_view *v = w->view;
    memcpy(w->before, v->before, sizeof w->before);
    if (v->board.before_hidden) {
        int left[DM_KINDS];
        dm_count_unbuilt(&v->board, v->base.seats, left);
        for (int i = 0; i < v->board.n_facts; i++)
            if (dm_unpack_fact(v->facts[i]).fact == DM_BUILT)
                left[dm_unpack_fact(v->facts[i]).kind]++;
        deal(w, v->before, w->size_before, left, w->before);
    }
    memcpy(w->now, w->before, sizeof w->now);
}

/* The kinds of which a stock holds more than it must keep. */
static unsigned spare_kinds(dm_stock stock, dm_stock keep)
{
    unsigned kinds = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        kinds |= (unsigned)(dm_count(stock, kind) > dm_count(keep, kind)) << kind;
    return kinds;
}

/* The member of a set that a number below bound stands for; -1: the number stands for none. */
static int draw_member(mur_rng *rng, unsigned set, int bound)
{
    int nth = bound > 0 ? (int)mur_rng_below(rng, (uint32_t)bound) : 0;
    for (int i = 0; set >> i; i++)
        if ((set >> i & 1) && nth-- == 0)
            return i;
    return -1;
}

/* An upper bound for how many kinds this many pieces can be of. */
static int kinds_bound(int pieces)
{
    return pieces < DM_KINDS ? pieces : DM_KINDS;
}

/* Between a reveal and the end of the building every builder holds the piece. Mostly the facts say so; but what a seat
 * showed before is no new fact, and the old one may be forgotten with its gift. */
static bool do_builders_hold_piece(const world *w)
{
    const dm_board *b = &w->view->board;
    for (int i = 0; b->phase == DM_BUILD && i < b->n_builders; i++)
        if (!dm_count(w->now[b->builder[i]], b->piece))
            return false;
    return true;
}

/* One answer to every hidden thing; false if it does not fit. First the gifts in order, each checked against the
 * facts that follow, then the choices of this round. */
static bool guess(world *w)
{
    const dm_view *v = w->view;
    begin_world(w);
    for (int i = 0; i < v->board.n_facts; i++) {
        dm_fact n = dm_unpack_fact(v->facts[i]);
        if (n.kind == DM_KINDS) {
            dm_stock keep = w->keep[i];
            int bound = kinds_bound(dm_stock_size(w->now[n.seat]) - dm_stock_size(keep));
            int kind = draw_member(w->rng, spare_kinds(w->now[n.seat], keep), bound);
            if (kind < 0)
                return false;
            n.kind = (uint8_t)kind;
        }
        w->given[i] = n.kind;
        if (!dm_count(w->now[n.seat], n.kind))
            return false;
        dm_apply_fact(w->now, n);
    }
    if (!do_builders_hold_piece(w))
        return false;
    w->chosen = v->chosen;
    for (int seat = 0; seat < v->base.seats; seat++) {
        if (dm_choice(v->chosen, seat) != DM_UNSEEN)
            continue;
        unsigned may = spare_kinds(w->now[seat], 0) | 1U << DM_EMPTY;
        int choice = draw_member(w->rng, may, kinds_bound(v->board.size[seat]) + 1);
        if (choice < 0)
            return false;
        w->chosen = dm_choose(w->chosen, seat, choice);
    }
    return true;
}

/* Any answer for the facts from the i-th on, found by going back where it does not fit. It does not draw uniformly,
 * but begins at a random kind each time; steps_left bounds the effort. */
static bool search(world *w, int i)
{
    dm_stock now[DM_SEATS];
    if (i == w->view->board.n_facts)
        return do_builders_hold_piece(w);
    dm_fact n = dm_unpack_fact(w->view->facts[i]);
    bool known = n.kind < DM_KINDS;
    int first = known ? n.kind : (int)mur_rng_below(w->rng, DM_KINDS);
    memcpy(now, w->now, sizeof now);
    for (int k = 0; k < (known ? 1 : DM_KINDS) && w->steps_left-- > 0; k++) {
        n.kind = w->given[i] = (uint8_t)((first + k) % DM_KINDS);
        if (!dm_count(now[n.seat], n.kind))
            continue;
        dm_apply_fact(w->now, n);
        if (search(w, i + 1))
            return true;
        memcpy(w->now, now, sizeof now);
    }
    return false;
}

/* A choice among what the seat holds in this world, each equally likely. */
static void choose_all(world *w)
{
    w->chosen = w->view->chosen;
    for (int seat = 0; seat < w->view->base.seats; seat++) {
        unsigned may = spare_kinds(w->now[seat], 0) | 1U << DM_EMPTY;
        while (dm_choice(w->chosen, seat) == DM_UNSEEN) {
            int choice = draw_member(w->rng, may, DM_KINDS + 1);
            if (choice >= 0)
                w->chosen = dm_choose(w->chosen, seat, choice);
        }
    }
}

/* The seat that can give the piece being built to this builder: one whose stock is hidden and which keeps a piece of
 * the kind if it builds as well. DM_NONE: there is none, so the view contradicts itself. */
static int find_donor(const world *w, int builder)
{
    const dm_view *v = w->view;
    const dm_board *b = &v->board;
    for (int seat = 0; seat < v->base.seats; seat++) {
        bool builds = memchr(b->builder, seat, b->n_builders) != NULL;
        if (seat != builder && !dm_sees_stock(v, seat) && dm_count(w->now[seat], b->piece) > builds)
            return seat;
    }
    return DM_NONE;
}

/* Builders that were not dealt the piece being built get it from another hidden stock, in exchange for their first
 * piece. */
static void give_piece_to_builders(world *w)
{
    const dm_view *v = w->view;
    const dm_board *b = &v->board;
    for (int i = 0; b->phase == DM_BUILD && i < b->n_builders; i++) {
        int builder = b->builder[i], donor = find_donor(w, builder);
        if (dm_sees_stock(v, builder) || dm_count(w->now[builder], b->piece) || donor == DM_NONE || !w->now[builder])
            continue;
        dm_stock piece = dm_one(b->piece), other = dm_one(__builtin_ctz(w->now[builder]) / 4);
        w->now[donor] += other - piece;
        w->now[builder] += piece - other;
    }
}

/* The last resort: sizes of stocks and all that is certain are right, the history of gifts is made up. */
static void keep_only_certain(world *w)
{
    const dm_view *v = w->view;
    int left[DM_KINDS], size[DM_SEATS];
    begin_world(w);
    for (int i = 0; i < v->board.n_facts; i++) {
        dm_fact n = dm_unpack_fact(v->facts[i]);
        w->given[i] = n.kind < DM_KINDS ? n.kind : (uint8_t)mur_rng_below(w->rng, DM_KINDS);
    }
    for (int seat = 0; seat < DM_SEATS; seat++)
        size[seat] = v->board.size[seat];
    dm_count_unbuilt(&v->board, v->base.seats, left);
    deal(w, v->stock, size, left, w->now);
    give_piece_to_builders(w);
    choose_all(w);
}

/* Nearly always one of the first guesses fits; the numbers bound the time of the worst case. */
static void find_world(world *w)
{
    enum { GUESSES = 4096, SEARCHES = 8, STEPS = 4096 };
    look_back(w);
    for (int i = 0; i < GUESSES; i++)
        if (guess(w))
            return;
    for (int i = 0; i < SEARCHES; i++) {
        begin_world(w);
        w->steps_left = STEPS;
        if (search(w, 0)) {
            choose_all(w);
            return;
        }
    }
    keep_only_certain(w);
}

/* Finds a world and writes it down as a state: stocks, choices, and the list of facts with every gift known. */
void dm_redeal(const mur_view *base, mur_rng *rng, mur_state *out)
{
    const dm_view *v = (const dm_view *)base;
    dm_state *s = (dm_state *)out;
    world w = { .view = v, .rng = rng };
    assert(dm_can_redeal(base));
    find_world(&w);

    memset(s, 0, sizeof *s);
    s->base.ply = base->ply;
    s->base.seats = base->seats;
    s->base.to_act = base->to_act;
    s->board = v->board;
    memcpy(s->stock, w.now, sizeof s->stock);
    for (int seat = 0; seat < base->seats; seat++)
        s->held[seat] = (uint8_t)dm_kinds_in(s->stock[seat]);
    s->chosen = w.chosen;
    if (v->board.n_facts)
        memcpy(s->before, w.before, sizeof s->before);
    for (int i = 0; i < v->board.n_facts; i++) {
        dm_fact n = dm_unpack_fact(v->facts[i]);
        n.kind = w.given[i];
        s->facts[i] = dm_pack_fact(n);
    }
}
