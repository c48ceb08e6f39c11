/* SPDX-License-Identifier: MIT */
#include "engine/little_wall/lw.h"

#include <string.h>

_Static_assert(sizeof(lw_state) == sizeof(mur_state) + 8, "no padding");
_Static_assert(sizeof(lw_view) == sizeof(mur_view) + 8, "no padding");

enum { LW_LAID }; /* kinds of events */

static const char *const things[] = { N_("a stone nobody showed"), N_("stone") };
static const mur_sentence sentences[] = { { "BRICKS", N_("{seat}: {n} bricks") } };
static const mur_option options[] = { { "first", N_("who begins"), "seat" } };

/* -- Set-up -- */

static mur_err init(mur_setup *base, int seats)
{
    if (seats < 2 || seats > LW_SEATS)
        return MUR_PLAYERS;
    lw_setup *u = (lw_setup *)base;
    *u = (lw_setup){ .base.seats = (uint8_t)seats };
    return MUR_OK;
}

static mur_err set_option(mur_setup *u, int option, mur_span value)
{
    int seat;
    if (option != 0 || !mur_take_number(&value, &seat) || value.len || seat < 1 || seat > u->seats)
        return MUR_OPTION;
    u->first = (uint8_t)(seat - 1);
    return MUR_OK;
}

static void write_option(const mur_setup *u, int option, mur_text *t)
{
    (void)option;
    mur_put_int(t, u->first + 1);
}

static void shuffle(mur_setup *base, mur_rng *rng)
{
    lw_setup *u = (lw_setup *)base;
    u->gap = (uint8_t)(LW_GAP_MIN + mur_rng_below(rng, LW_GAP_MAX - LW_GAP_MIN + 1));
    for (int i = 0; i < LW_SEATS; i++)
        u->stone[i] = (uint8_t)(i + 1);
    mur_rng_shuffle(rng, u->stone, LW_SEATS);
}

enum { LINE_GAP, LINE_STONES, LINES };

static int n_lines(const mur_setup *u)
{
    (void)u;
    return LINES;
}

static void write_line_name(const mur_setup *u, int line, mur_text *t)
{
    (void)u;
    mur_put(t, line == LINE_GAP ? "gap" : "stones");
}

static mur_err read_line(mur_setup *base, int line, mur_span value)
{
    lw_setup *u = (lw_setup *)base;
    int n;
    if (line == LINE_GAP) {
        if (!mur_take_number(&value, &n) || value.len || n < LW_GAP_MIN || n > LW_GAP_MAX)
            return MUR_SETUP;
        u->gap = (uint8_t)n;
        return MUR_OK;
    }
    uint8_t stone[LW_SEATS];
    unsigned seen = 0;
    for (int i = 0; i < LW_SEATS; i++) {
        if (i > 0 && !mur_take_char(&value, ' '))
            return MUR_SETUP;
        if (!mur_take_number(&value, &n) || n < 1 || n > LW_SEATS || seen & 1U << n)
            return MUR_SETUP;
        seen |= 1U << n;
        stone[i] = (uint8_t)n;
    }
    if (value.len)
        return MUR_SETUP;
    memcpy(u->stone, stone, sizeof stone);
    return MUR_OK;
}

static void write_line(const mur_setup *base, int line, mur_text *t)
{
    const lw_setup *u = (const lw_setup *)base;
    if (line == LINE_GAP)
        mur_put_int(t, u->gap);
    for (int i = 0; line == LINE_STONES && i < LW_SEATS; i++) {
        mur_put(t, i ? " " : "");
        mur_put_int(t, u->stone[i]);
    }
}

/* -- Play -- */

static mur_err start(const mur_setup *base, mur_state *out)
{
    const lw_setup *u = (const lw_setup *)base;
    if (u->base.seats < 2 || u->base.seats > LW_SEATS || !u->stone[0])
        return MUR_SETUP;
    if (u->gap < LW_GAP_MIN || u->gap > LW_GAP_MAX || u->base.first >= u->base.seats)
        return MUR_SETUP;
    lw_state *s = (lw_state *)out;
    *s = (lw_state){ .gap = u->gap, .first = u->base.first };
    s->base.seats = u->base.seats;
    s->base.to_act = (uint8_t)(1U << u->base.first);
    memcpy(s->stone, u->stone, sizeof s->stone);
    return MUR_OK;
}

static bool may_act(const mur_state *s, int seat)
{
    return seat >= 0 && seat < s->seats && s->to_act >> seat & 1;
}

static int legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const lw_state *s = (const lw_state *)base;
    int n = 0;
    while (may_act(base, seat) && n < LW_LAY_MAX && n < s->gap) {
        out[n] = (mur_move)(n + 1);
        n++;
    }
    return n;
}

static mur_err play(mur_state *base, int seat, mur_move m, mur_events *log)
{
    lw_state *s = (lw_state *)base;
    if (!base->to_act)
        return MUR_OVER;
    if (!may_act(base, seat))
        return MUR_TURN;
    if (m < 1 || m > LW_LAY_MAX || m > s->gap)
        return MUR_MOVE;
    s->gap = (uint8_t)(s->gap - m);
    base->ply++;
    base->to_act = s->gap ? (uint8_t)(1U << (seat + 1) % base->seats) : 0;
    if (!s->gap)
        s->winner = (uint8_t)seat;
    mur_tell(log,
             (mur_event){ .kind = LW_LAID, .seat = (int8_t)seat, .other = MUR_NOBODY, .n = (int16_t)m, .knows = 255 });
    return MUR_OK;
}

static void scores(const mur_state *base, int out[MUR_SEATS])
{
    const lw_state *s = (const lw_state *)base;
    for (int seat = 0; seat < base->seats; seat++)
        out[seat] = !base->to_act && s->winner == seat;
}

/* -- Hidden information -- */

static void view(const mur_state *base, int seat, mur_view *out)
{
    const lw_state *s = (const lw_state *)base;
    lw_view *v = (lw_view *)out;
    *v = (lw_view){ .gap = s->gap, .first = s->first, .winner = s->winner };
    v->base.ply = base->ply;
    v->base.seat = (uint8_t)seat;
    v->base.seats = base->seats;
    v->base.to_act = base->to_act;
    v->base.is_open = seat == MUR_ALL || !base->to_act;
    v->base.n_moves = (uint16_t)legal(base, seat, v->base.moves);
    for (int i = 0; i < LW_SEATS; i++)
        if (v->base.is_open || i == seat)
            v->stone[i] = s->stone[i];
}

static void redeal(const mur_view *base, mur_rng *rng, mur_state *out)
{
    const lw_view *v = (const lw_view *)base;
    lw_state *s = (lw_state *)out;
    *s = (lw_state){ .gap = v->gap, .first = v->first, .winner = v->winner };
    s->base.ply = base->ply;
    s->base.seats = base->seats;
    s->base.to_act = base->to_act;

    uint8_t box[LW_SEATS]; /* the stones this seat has not seen */
    int n = 0;
    for (int stone = 1; stone <= LW_SEATS; stone++)
        if (!memchr(v->stone, stone, LW_SEATS))
            box[n++] = (uint8_t)stone;
    mur_rng_shuffle(rng, box, n);
    for (int i = 0; i < LW_SEATS; i++)
        s->stone[i] = v->stone[i] ? v->stone[i] : box[--n];
}

static mur_move seen(const mur_state *s, int mover, mur_move m, int seat)
{
    (void)s, (void)mover, (void)seat;
    return m; /* everybody sees bricks */
}

static bool is_sound(const mur_state *base)
{
    const lw_state *s = (const lw_state *)base;
    return s->gap <= LW_GAP_MAX && !base->to_act == !s->gap;
}

/* No stone twice, and none that is not in the box. */
static bool can_redeal(const mur_view *base)
{
    const lw_view *v = (const lw_view *)base;
    unsigned shown = 0;
    for (int i = 0; i < LW_SEATS; i++) {
        if (v->stone[i] > LW_SEATS || (v->stone[i] && (shown >> v->stone[i] & 1)))
            return false;
        shown |= 1U << v->stone[i];
    }
    return v->first < base->seats && v->winner < base->seats;
}

/* -- Text -- */

static void write_move(mur_move m, mur_text *t)
{
    mur_put(t, "lay ");
    mur_put_int(t, (int)m);
}

static mur_move read_move(mur_span text)
{
    int n;
    return mur_take(&text, "lay ") && mur_take_number(&text, &n) && !text.len && n <= LW_LAY_MAX ? (mur_move)n : 0;
}

static void write_json(const mur_view *base, mur_text *t)
{
    const lw_view *v = (const lw_view *)base;
    mur_put(t, "{\"gap\":");
    mur_put_int(t, v->gap);
    mur_put(t, ",\"stones\":[");
    for (int i = 0; i < base->seats; i++) {
        mur_put(t, i ? "," : "");
        if (v->stone[i])
            mur_put_int(t, v->stone[i]);
        else
            mur_put(t, "null");
    }
    mur_put(t, "]}");
}

/* -- For people -- */

static void draw(const mur_view *base, const mur_words *w, mur_text *t)
{
    (void)w;
    for (int i = 0; i < LW_GAP_MAX; i++)
        mur_put_char(t, i < LW_GAP_MAX - ((const lw_view *)base)->gap ? '#' : '.');
    mur_put_char(t, '\n');
}

static mur_event describe(mur_move m)
{
    return (mur_event){ .kind = LW_LAID, .seat = MUR_NOBODY, .other = MUR_NOBODY, .n = (int16_t)m, .knows = 255 };
}

static void write_place(int place, const mur_words *w, mur_text *t)
{
    (void)w;
    mur_put_int(t, place);
}

const mur_game lw_game = {
    .id = "little-wall",
    .name = "Little Wall",
    .credit = "an example",
    .seats_min = 2,
    .seats_max = LW_SEATS,
    .setup_size = sizeof(lw_setup),
    .state_size = sizeof(lw_state),
    .view_size = sizeof(lw_view),
    .options = options,
    .n_options = 1,
    .things = things,
    .n_things = 2,
    .sentences = sentences,
    .n_sentences = 1,
    .init = init,
    .set_option = set_option,
    .write_option = write_option,
    .shuffle = shuffle,
    .n_lines = n_lines,
    .write_line_name = write_line_name,
    .read_line = read_line,
    .write_line = write_line,
    .start = start,
    .play = play,
    .legal = legal,
    .scores = scores,
    .view = view,
    .redeal = redeal,
    .seen = seen,
    .is_sound = is_sound,
    .can_redeal = can_redeal,
    .write_move = write_move,
    .read_move = read_move,
    .write_json = write_json,
    .draw = draw,
    .describe = describe,
    .write_place = write_place,
};
