/* SPDX-License-Identifier: MIT */
/* What players know: views, what later reveals say about gifts, and redeals.
 *
 * A world, for a seat, is one answer to everything hidden from it: the piece of every gift it did not see
 * (in the log's order) and every choice not yet revealed. Worlds that fit are those in which everybody
 * held what they gave, showed and built at the time. Redeal draws one of them, all equally likely: it
 * tries answers at random until one fits. At every hidden thing it draws one of `bound` numbers, where bound
 * depends only on what all know and is at least as large as the number of answers that are possible there;
 * a number past these is a failed try. So every world that fits has the same chance, the product of 1/bound.
 * Where that takes too long (very many gifts), it searches for any world that fits; and where even the
 * search gives up, it keeps to what is certain: the sizes of stocks, and own pieces. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

_Static_assert(sizeof(dm_last) == 8 + 4 + 4 * DM_SEATS, "a reveal has no padding");
_Static_assert(sizeof(dm_board) == 16 + 5 * DM_SEATS + DM_IN_WALL + sizeof(dm_last), "a board has no padding");
_Static_assert(sizeof(dm_state) == sizeof(mur_state) + sizeof(dm_board) + 8 * DM_SEATS + 12 + 2 * DM_LOG,
               "a state has no padding");
_Static_assert(sizeof(dm_view) == sizeof(mur_view) + sizeof(dm_board) + 8 * DM_SEATS + 4 + 2 * DM_LOG,
               "a view has no padding");
_Static_assert(sizeof(dm_state) <= 512, "a state is small");

static uint8_t kinds_in(dm_stock stock)
{
    unsigned held = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        held |= (unsigned)(dm_count(stock, kind) > 0) << kind;
    return (uint8_t)held;
}

/* -- The log -- */

/* What a note does to the stocks. */
static void apply(dm_stock stock[DM_SEATS], dm_note n)
{
    if (n.fact == DM_HELD || !dm_count(stock[n.seat], n.kind))
        return;
    stock[n.seat] -= dm_one(n.kind);
    if (n.fact == DM_GAVE)
        stock[n.other] += dm_one(n.kind);
}

/* Forgets the oldest gift and all that was seen before the next one. */
static void forget(dm_state *s)
{
    dm_board *b = &s->board;
    int n = 0;
    do {
        apply(s->before, dm_note_of(s->log[n++]));
    } while (n < b->n_log && dm_note_of(s->log[n]).fact != DM_GAVE);
    b->n_log = (uint8_t)(b->n_log - n);
    b->before_hidden = 1;
    memmove(s->log, s->log + n, b->n_log * sizeof s->log[0]);
    memset(s->log + b->n_log, 0, (size_t)n * sizeof s->log[0]);
}

static void note(dm_state *s, enum dm_fact fact, int seat, int other, int kind)
{
    dm_board *b = &s->board;
    if (b->n_log == DM_LOG)
        forget(s);
    s->log[b->n_log++] = dm_pack((dm_note){ (uint8_t)fact, (uint8_t)seat, (uint8_t)other, (uint8_t)kind });
}

/* Most of what is shown says nothing new, so first see who shows something that does. */
void dm_note_reveal(dm_state *s)
{
    dm_board *b = &s->board;
    unsigned news = 0;
    for (int seat = 0; seat < s->base.seats; seat++) {
        unsigned stale = b->fresh[seat] | 1U << DM_EMPTY;
        news |= (~stale >> dm_choice(s->chosen, seat) & 1) << seat;
    }
    for (; news; news &= news - 1) {
        int seat = __builtin_ctz(news), kind = dm_choice(s->chosen, seat);
        note(s, DM_HELD, seat, 0, kind);
        b->fresh[seat] |= (uint8_t)(1U << kind);
    }
}

void dm_note_built(dm_state *s, int seat, int kind)
{
    note(s, DM_BUILT, seat, 0, kind);
    s->board.fresh[seat] &= (uint8_t) ~(1U << kind);
}

/* Called before the piece changes hands. Until the first gift of a hand all stocks are known to all. */
void dm_note_gift(dm_state *s, int giver, int receiver, int kind)
{
    dm_board *b = &s->board;
    if (b->n_log == 0) {
        memcpy(s->before, s->stock, sizeof s->before);
        memcpy(b->fresh, s->held, sizeof b->fresh);
    }
    note(s, DM_GAVE, giver, receiver, kind);
    b->fresh[giver] = 0;
}

/* -- Views -- */

static bool saw_gift(const mur_view *v, dm_note n)
{
    return v->is_open || v->seat == n.seat || v->seat == n.other;
}

static void view_log(const dm_state *s, dm_view *v)
{
    bool public = s->board.n_log == 0; /* without gifts there is nothing to hide */
    for (int i = 0; i < s->board.n_log; i++) {
        dm_note n = dm_note_of(s->log[i]);
        if (n.fact == DM_GAVE && !saw_gift(&v->base, n))
            n.kind = DM_KINDS;
        v->log[i] = dm_pack(n);
    }
    for (int seat = 0; seat < s->base.seats; seat++)
        if (public || !s->board.before_hidden || dm_sees_stock(v, seat))
            v->before[seat] = public ? s->stock[seat] : s->before[seat];
}

void dm_view_of(const mur_state *base, int seat, mur_view *out)
{
    const dm_state *s = (const dm_state *)base;
    dm_view *v = (dm_view *)out;
    memset(v, 0, sizeof *v);
    v->base.ply = base->ply;
    v->base.seats = base->seats;
    v->base.to_act = base->to_act;
    v->base.seat = (uint8_t)seat;
    v->base.is_open = seat == MUR_ALL || !base->to_act;
    v->base.n_moves = (uint16_t)dm_legal(base, seat, v->base.moves);
    memset(v->base.moves + v->base.n_moves, 0, sizeof v->base.moves - v->base.n_moves * sizeof v->base.moves[0]);
    v->board = s->board;
    v->chosen = s->chosen;
    for (int other = 0; other < base->seats; other++) {
        if (dm_sees_stock(v, other))
            v->stock[other] = s->stock[other];
        else if (s->board.phase == DM_CHOOSE && dm_choice(s->chosen, other) != DM_NONE)
            v->chosen = dm_choose(v->chosen, other, DM_UNSEEN);
    }
    view_log(s, v);
}

mur_move dm_seen(const mur_state *base, int mover, mur_move m, int seat)
{
    const dm_state *s = (const dm_state *)base;
    if (seat == MUR_ALL || seat == mover)
        return m;
    if (m < DM_DO_SOMETHING)
        return DM_DO_SOMETHING;
    return m >= DM_DO_GIVE && seat != s->board.master ? DM_DO_GIVE_SOMETHING : m;
}

/* -- Worlds -- */

typedef struct {
    const dm_view *view;
    mur_rng *rng;
    dm_stock before[DM_SEATS], now[DM_SEATS];
    dm_stock keep[DM_LOG]; /* for each hidden gift: what the giver must have left, for it was seen later */
    uint8_t given[DM_LOG]; /* the piece of each gift of the log */
    int size_before[DM_SEATS];
    dm_choices chosen;
    int steps_left; /* of a search */
} world;

/* How many of each kind a seat must hold before a note, if it must hold `need` after it. */
static dm_stock need_before(dm_stock need, dm_note n, int seat)
{
    bool loses = n.fact != DM_HELD && n.seat == seat, gains = n.fact == DM_GAVE && n.other == seat;
    if (loses && n.kind < DM_KINDS)
        return need + dm_one(n.kind);
    if (n.fact == DM_HELD && n.seat == seat && !dm_count(need, n.kind))
        return need + dm_one(n.kind);
    for (int kind = 0; gains && kind < DM_KINDS; kind++) /* a gift not seen may have been any kind */
        if ((n.kind == kind || n.kind == DM_KINDS) && dm_count(need, kind))
            need -= dm_one(kind);
    return need;
}

/* Goes back through the log, from what is known now to what was held when it begins. */
static void look_back(world *w)
{
    const dm_view *v = w->view;
    dm_stock need[DM_SEATS] = { 0 };
    for (int seat = 0; seat < v->base.seats; seat++)
        w->size_before[seat] = v->board.size[seat];
    for (int i = v->board.n_log - 1; i >= 0; i--) {
        dm_note n = dm_note_of(v->log[i]);
        w->keep[i] = need[n.seat];
        need[n.seat] = need_before(need[n.seat], n, n.seat);
        w->size_before[n.seat] += n.fact != DM_HELD;
        if (n.fact == DM_GAVE) {
            need[n.other] = need_before(need[n.other], n, n.other);
            w->size_before[n.other]--;
        }
    }
}

/* Deals what nobody showed us among the other seats, so many pieces each. */
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
    mur_rng_shuffle(w->rng, pool, n);
    for (int seat = 0; seat < seats; seat++) {
        out[seat] = known[seat];
        for (int i = 0; !dm_sees_stock(v, seat) && i < size[seat]; i++)
            out[seat] += dm_one(pool[--n]);
    }
}

/* The pieces of each kind that do not stand in the wall. */
static void count_left(const dm_view *v, int left[DM_KINDS])
{
    for (int kind = 0; kind < DM_KINDS; kind++)
        left[kind] = v->base.seats;
    for (int i = 0; i < v->board.n_wall; i++)
        left[dm_block_kind(v->board.wall[i])]--;
}

static void begin_world(world *w)
{
    const dm_view *v = w->view;
    memcpy(w->before, v->before, sizeof w->before);
    if (v->board.before_hidden) {
        int left[DM_KINDS];
        count_left(v, left);
        for (int i = 0; i < v->board.n_log; i++)
            if (dm_note_of(v->log[i]).fact == DM_BUILT)
                left[dm_note_of(v->log[i]).kind]++;
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

static int pieces_in(dm_stock stock)
{
    int n = 0;
    for (int kind = 0; kind < DM_KINDS; kind++)
        n += dm_count(stock, kind);
    return n;
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

/* At most so many kinds can be in a stock of this size, or among so many pieces to spare. */
static int kinds_bound(int pieces)
{
    return pieces < DM_KINDS ? pieces : DM_KINDS;
}

/* One answer to every hidden thing; false if it does not fit. */
static bool guess(world *w)
{
    const dm_view *v = w->view;
    begin_world(w);
    for (int i = 0; i < v->board.n_log; i++) {
        dm_note n = dm_note_of(v->log[i]);
        if (n.kind == DM_KINDS) {
            dm_stock keep = w->keep[i];
            int bound = kinds_bound(pieces_in(w->now[n.seat]) - pieces_in(keep));
            int kind = draw_member(w->rng, spare_kinds(w->now[n.seat], keep), bound);
            if (kind < 0)
                return false;
            n.kind = (uint8_t)kind;
        }
        w->given[i] = n.kind;
        if (!dm_count(w->now[n.seat], n.kind))
            return false;
        apply(w->now, n);
    }
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

/* Any answer for the log from its i-th note on, found by going back where it does not fit. */
static bool search(world *w, int i)
{
    dm_stock now[DM_SEATS];
    if (i == w->view->board.n_log)
        return true;
    dm_note n = dm_note_of(w->view->log[i]);
    bool known = n.kind < DM_KINDS;
    int first = known ? n.kind : (int)mur_rng_below(w->rng, DM_KINDS);
    memcpy(now, w->now, sizeof now);
    for (int k = 0; k < (known ? 1 : DM_KINDS) && w->steps_left-- > 0; k++) {
        n.kind = w->given[i] = (uint8_t)((first + k) % DM_KINDS);
        if (!dm_count(now[n.seat], n.kind))
            continue;
        apply(w->now, n);
        if (search(w, i + 1))
            return true;
        memcpy(w->now, now, sizeof now);
    }
    return false;
}

/* A choice among what the seat holds in this world. */
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

/* What is certain, and anything else. */
static void make_do(world *w)
{
    const dm_view *v = w->view;
    int left[DM_KINDS], size[DM_SEATS];
    begin_world(w);
    for (int i = 0; i < v->board.n_log; i++) {
        dm_note n = dm_note_of(v->log[i]);
        w->given[i] = n.kind < DM_KINDS ? n.kind : (uint8_t)mur_rng_below(w->rng, DM_KINDS);
    }
    for (int seat = 0; seat < DM_SEATS; seat++)
        size[seat] = v->board.size[seat];
    count_left(v, left);
    deal(w, v->stock, size, left, w->now);
    choose_all(w);
}

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
    make_do(w);
}

void dm_redeal(const mur_view *base, mur_rng *rng, mur_state *out)
{
    const dm_view *v = (const dm_view *)base;
    dm_state *s = (dm_state *)out;
    world w = { .view = v, .rng = rng };
    find_world(&w);

    memset(s, 0, sizeof *s);
    s->base.ply = base->ply;
    s->base.seats = base->seats;
    s->base.to_act = base->to_act;
    s->board = v->board;
    memcpy(s->stock, w.now, sizeof s->stock);
    for (int seat = 0; seat < base->seats; seat++)
        s->held[seat] = kinds_in(s->stock[seat]);
    s->chosen = w.chosen;
    if (v->board.n_log)
        memcpy(s->before, w.before, sizeof s->before);
    for (int i = 0; i < v->board.n_log; i++) {
        dm_note n = dm_note_of(v->log[i]);
        n.kind = w.given[i];
        s->log[i] = dm_pack(n);
    }
}

/* -- Invariants -- */

static bool has_sound_stocks(const dm_state *s)
{
    int left[DM_KINDS];
    for (int kind = 0; kind < DM_KINDS; kind++)
        left[kind] = s->base.seats;
    for (int i = 0; i < s->board.n_wall; i++)
        left[dm_block_kind(s->board.wall[i])]--;
    for (int seat = 0; seat < s->base.seats; seat++) {
        int size = 0;
        for (int kind = 0; kind < DM_KINDS; kind++) {
            left[kind] -= dm_count(s->stock[seat], kind);
            size += dm_count(s->stock[seat], kind);
        }
        if (size != s->board.size[seat] || s->held[seat] != kinds_in(s->stock[seat]))
            return false;
    }
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (left[kind])
            return false; /* every piece stands in the wall or is held */
    return true;
}

static bool has_sound_choices(const dm_state *s)
{
    for (int seat = 0; seat < s->base.seats; seat++) {
        int chosen = dm_choice(s->chosen, seat);
        bool choosing = s->board.phase == DM_CHOOSE, may_act = s->base.to_act >> seat & 1;
        if (choosing && may_act != (chosen == DM_NONE))
            return false;
        if (chosen != DM_NONE && chosen > DM_EMPTY)
            return false;
        if (choosing && chosen < DM_EMPTY && !dm_count(s->stock[seat], chosen))
            return false;
    }
    return true;
}

bool dm_is_sound(const mur_state *base)
{
    const dm_state *s = (const dm_state *)base;
    const dm_board *b = &s->board;
    return base->seats >= 3 && base->seats <= DM_SEATS && b->phase <= DM_OVER &&
           (b->phase == DM_OVER) == (base->to_act == 0) && b->hand >= 1 && b->hand <= b->hands &&
           b->master < base->seats && b->n_wall <= DM_IN_WALL && b->n_log <= DM_LOG && b->idle <= DM_IDLE_MAX &&
           (b->phase == DM_BUILD) == (b->piece != DM_NONE) && has_sound_stocks(s) && has_sound_choices(s);
}
