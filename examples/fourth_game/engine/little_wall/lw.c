/* SPDX-License-Identifier: MIT */
/* engine/little_wall/lw.c -- Little Wall: every function that a game offers, each as small as it can be.
 * The order is that of engine/game.h: set-up, play, hidden information, text, words for people, and at the end the
 * constant that lists them all. A real game splits along the chapters of its rules. */
#include "engine/little_wall/lw.h"

#include <assert.h>
#include <string.h>

#include "engine/json.h"

_Static_assert(sizeof(lw_state) == sizeof(mur_state) + 8, "no padding");
_Static_assert(sizeof(lw_view) == sizeof(mur_view) + 8, "no padding");

enum { LW_SAY_LAID, LW_SAY_DO_LAY }; /* kinds of events: their places in the table of sentences */

static const char *const things[] = { N_("a stone nobody showed"), N_("stone") };
static const mur_sentence sentences[] = {
    { "BRICKS", N_("{seat}: {n} bricks|you: {n} bricks") },
    { "DO_LAY", N_("lay bricks: {n}") }, /* a move, before it is made */
};
static const mur_option options[] = { { "first", N_("who begins"), "seat" } };

/* -- Set-up -- */

/* All options at their defaults, nothing dealt. */
static mur_err init(mur_setup *base, int seats)
{
    if (seats < 2 || seats > LW_SEATS)
        return MUR_PLAYERS;
    lw_setup *u = (lw_setup *)base;
    *u = (lw_setup){ .base.seats = (uint8_t)seats };
    return MUR_OK;
}

/* There is one option, the starting seat. Seats count from 1 in every text. */
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

/* Everything that chance decides, from the generator that was passed in: the same seed deals the same game
 * everywhere. */
static void shuffle(mur_setup *base, mur_rng *rng)
{
    lw_setup *u = (lw_setup *)base;
    u->gap = (uint8_t)(LW_GAP_MIN + mur_rng_below(rng, LW_GAP_MAX - LW_GAP_MIN + 1));
    for (int i = 0; i < LW_SEATS; i++)
        u->stone[i] = (uint8_t)(i + 1);
    mur_rng_shuffle(rng, u->stone, LW_SEATS);
}

enum { LINE_GAP, LINE_STONES, LINES };

/* The set-up lines of a record say what shuffle() has dealt, so that a game can be read again. */
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

static mur_err read_gap(lw_setup *u, mur_span value)
{
    int n;
    if (!mur_take_number(&value, &n) || value.len || n < LW_GAP_MIN || n > LW_GAP_MAX)
        return MUR_SETUP;
    u->gap = (uint8_t)n;
    return MUR_OK;
}

/* Each stone once. Copied only when all of them are right: a line that is refused changes nothing. */
static mur_err read_stones(lw_setup *u, mur_span value)
{
    uint8_t stone[LW_SEATS];
    int n;
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

static mur_err read_line(mur_setup *base, int line, mur_span value)
{
    return line == LINE_GAP ? read_gap((lw_setup *)base, value) : read_stones((lw_setup *)base, value);
}

/* As read_line() reads it. */
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

static bool is_sound(const mur_state *s);

/* All stones of the box, each once. */
static bool is_box(const uint8_t stone[LW_SEATS])
{
    unsigned seen = 0;
    for (int i = 0; i < LW_SEATS; i++) {
        if (stone[i] < 1 || stone[i] > LW_SEATS)
            return false;
        seen |= 1U << stone[i];
    }
    return seen == (1U << (LW_SEATS + 1)) - 2;
}

/* A setup may come from a record or from anywhere, so everything is checked before a position is made of it. */
static mur_err start(const mur_setup *base, mur_state *out)
{
    const lw_setup *u = (const lw_setup *)base;
    if (u->base.seats < 2 || u->base.seats > LW_SEATS || !is_box(u->stone))
        return MUR_SETUP;
    if (u->gap < LW_GAP_MIN || u->gap > LW_GAP_MAX || u->base.first >= u->base.seats)
        return MUR_SETUP;
    lw_state *s = (lw_state *)out;
    *s = (lw_state){ .gap = u->gap, .first = u->base.first };
    s->base.seats = u->base.seats;
    s->base.to_act = (uint8_t)(1U << u->base.first);
    memcpy(s->stone, u->stone, sizeof s->stone);
    assert(is_sound(out));
    return MUR_OK;
}

/* The moves 1, 2, 3 are their own numbers: small games need no packing. 0 is never a move. */
static int legal(const mur_state *base, int seat, mur_move out[MUR_MOVES])
{
    const lw_state *s = (const lw_state *)base;
    int n = 0;
    while (mur_may_act(base, seat) && n < LW_LAY_MAX && n < s->gap) {
        out[n] = (mur_move)(n + 1);
        n++;
    }
    assert(n <= MUR_MOVES);
    return n;
}

/* Checks everything, then changes: on an error the state stays as it was. */
static mur_err play(mur_state *base, int seat, mur_move m, mur_events *events)
{
    lw_state *s = (lw_state *)base;
    if (!base->to_act)
        return MUR_OVER;
    if (!mur_may_act(base, seat))
        return MUR_TURN;
    if (m < 1 || m > LW_LAY_MAX || m > s->gap)
        return MUR_MOVE;
    s->gap = (uint8_t)(s->gap - m);
    base->ply++;
    base->to_act = s->gap ? (uint8_t)(1U << (seat + 1) % base->seats) : 0;
    if (!s->gap)
        s->winner = (uint8_t)seat;
    mur_event e = mur_event_of(LW_SAY_LAID, seat);
    e.n = (int16_t)m;
    mur_add_event(events, e);
    assert(is_sound(base));
    return MUR_OK;
}

/* Final once nobody may act. */
static void scores(const mur_state *base, int out[MUR_SEATS])
{
    const lw_state *s = (const lw_state *)base;
    for (int seat = 0; seat < base->seats; seat++)
        out[seat] = !base->to_act && s->winner == seat;
}

/* -- Hidden information -- */

/* mur_view_begin() fills the part that is the same in all games; the rest is what this seat may know. */
static void view(const mur_state *base, int seat, mur_view *out)
{
    const lw_state *s = (const lw_state *)base;
    lw_view *v = (lw_view *)out;
    *v = (lw_view){ .gap = s->gap, .first = s->first, .winner = s->winner };
    mur_view_begin(&lw_game, base, seat, out);
    for (int i = 0; i < LW_SEATS; i++)
        if (v->base.is_open || i == seat)
            v->stone[i] = s->stone[i];
}

/* The way back: stones that the view does not show are drawn from those it has not seen, every way equally likely. */
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

/* The move as this seat sees it. Here everybody sees bricks; a hidden card would become a move with an unknown card. */
static mur_move seen(const mur_state *s, int mover, mur_move m, int seat)
{
    (void)s, (void)mover, (void)seat;
    return m; /* everybody sees bricks */
}

/* Every stone is somewhere, once; the game is over exactly when the wall is complete. */
static bool is_sound(const mur_state *base)
{
    const lw_state *s = (const lw_state *)base;
    return s->gap <= LW_GAP_MAX && !base->to_act == !s->gap && is_box(s->stone);
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

/* The text of a move in records, and what clients send. */
static void write_move(mur_move m, mur_text *t)
{
    mur_put(t, "lay ");
    mur_put_int(t, (int)m);
}

/* Accepts exactly what write_move() writes. Whether the move is legal is play()'s question. */
static mur_move read_move(mur_span text)
{
    int n;
    return mur_take(&text, "lay ") && mur_take_number(&text, &n) && !text.len && n <= LW_LAY_MAX ? (mur_move)n : 0;
}

/* A stone that the view does not know is null. */
static void write_json(const mur_view *base, mur_text *t)
{
    const lw_view *v = (const lw_view *)base;
    mur_json j = { .t = t };
    mur_json_begin(&j, '{');
    mur_json_put_int(&j, "gap", v->gap);
    mur_json_key(&j, "stones");
    mur_json_begin(&j, '[');
    for (int i = 0; i < base->seats; i++)
        if (v->stone[i])
            mur_json_int(&j, v->stone[i]);
        else
            mur_json_null(&j);
    mur_json_end(&j, ']');
    mur_json_end(&j, '}');
}

/* -- For people -- */

/* A picture in plain text: the wall with its gap. Terminals and screen readers show it. */
static void draw(const mur_view *base, const mur_words *w, mur_text *t)
{
    (void)w;
    for (int i = 0; i < LW_GAP_MAX; i++)
        mur_put_char(t, i < LW_GAP_MAX - ((const lw_view *)base)->gap ? '#' : '.');
    mur_put_char(t, '\n');
}

/* The move as an event with a sentence of its own: nobody has made it yet. */
static mur_event describe(mur_move m)
{
    mur_event e = mur_event_of(LW_SAY_DO_LAY, MUR_NOBODY);
    e.n = (int16_t)m;
    return e;
}

/* Places of events; this game has none. */
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
    .n_options = sizeof options / sizeof options[0],
    .things = things,
    .n_things = sizeof things / sizeof things[0],
    .sentences = sentences,
    .n_sentences = sizeof sentences / sizeof sentences[0],
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
