/* SPDX-License-Identifier: MIT */
/* Moves and positions as text, and the game's entry in the list of games. */
#include <string.h>

#include "engine/die_mauer/dm_int.h"

static const char *const end_word[] = { [DM_LEFT] = "left", [DM_RIGHT] = "right" };

/* -- Moves -- */

static void write_move(mur_move m, mur_text *t)
{
    if (m < DM_DO_SOMETHING) {
        mur_put_char(t, dm_letter[m - DM_DO_CHOOSE]);
    } else if (m == DM_DO_SOMETHING) {
        mur_put_char(t, '?');
    } else if (m < DM_DO_PASS) {
        mur_put(t, end_word[m - DM_DO_BUILD]);
    } else if (m == DM_DO_PASS) {
        mur_put(t, "pass");
    } else if (m < DM_DO_GIVE) {
        mur_put_char(t, dm_letter[(m - DM_DO_FREE) / 2]);
        mur_put_char(t, ' ');
        mur_put(t, end_word[(m - DM_DO_FREE) % 2]);
    } else {
        mur_put(t, "give ");
        mur_put_char(t, m < DM_DO_GIVE_SOMETHING ? dm_letter[m - DM_DO_GIVE] : '?');
    }
}

/* left or right; -1 if neither. */
static int read_end(mur_span text)
{
    return mur_span_is(text, "left") ? DM_LEFT : mur_span_is(text, "right") ? DM_RIGHT : -1;
}

static mur_move read_move(mur_span text)
{
    int end = read_end(text);
    bool gives = mur_take(&text, "give ");
    if (end >= 0)
        return DM_DO_BUILD + (mur_move)end;
    if (mur_span_is(text, "pass") && !gives)
        return DM_DO_PASS;
    const char *letter = text.len ? memchr(dm_letter, text.at[0], sizeof dm_letter) : NULL;
    if (!letter)
        return 0;
    mur_move kind = (mur_move)(letter - dm_letter);
    mur_take_char(&text, *letter);
    if (gives)
        return text.len == 0 && kind != DM_EMPTY ? DM_DO_GIVE + kind : 0;
    if (text.len == 0)
        return DM_DO_CHOOSE + kind;
    if (kind == DM_EMPTY || !mur_take_char(&text, ' ') || (end = read_end(text)) < 0)
        return 0;
    return DM_DO_FREE + 2 * kind + (mur_move)end;
}

/* -- A position as JSON -- */

void dm_write_stock(dm_stock stock, mur_text *t)
{
    for (int kind = 0; kind < DM_KINDS; kind++)
        for (int i = 0; i < dm_count(stock, kind); i++)
            mur_put_char(t, dm_letter[kind]);
}

int dm_wall(const dm_board *b, dm_block out[DM_IN_WALL])
{
    int n_left = 0, right;
    for (int i = 0; i < b->n_wall; i++)
        n_left += !dm_block_is_right(b->wall[i]);
    right = n_left;
    for (int i = 0; i < b->n_wall; i++)
        out[dm_block_is_right(b->wall[i]) ? right++ : --n_left] = b->wall[i];
    return b->n_wall;
}

static void comma(mur_text *t, bool needed)
{
    if (needed)
        mur_put_char(t, ',');
}

static void write_number(mur_text *t, const char *key, int n)
{
    mur_put(t, ",\"");
    mur_put(t, key);
    mur_put(t, "\":");
    mur_put_int(t, n);
}

static void write_wall(const dm_board *b, mur_text *t)
{
    dm_block wall[DM_IN_WALL];
    int n = dm_wall(b, wall);
    mur_put(t, ",\"wall\":[");
    for (int i = 0; i < n; i++) {
        comma(t, i > 0);
        mur_put_char(t, '"');
        mur_put_int(t, dm_block_seat(wall[i]) + 1);
        mur_put_char(t, ':');
        mur_put_char(t, dm_letter[dm_block_kind(wall[i])]);
        mur_put_char(t, '"');
    }
    mur_put_char(t, ']');
}

static void write_chosen(dm_choices chosen, int seats, mur_text *t)
{
    bool more = false;
    mur_put(t, "\"chosen\":{");
    for (int seat = 0; seat < seats; seat++) {
        int choice = dm_choice(chosen, seat);
        if (choice == DM_NONE)
            continue;
        comma(t, more);
        more = true;
        mur_put_char(t, '"');
        mur_put_int(t, seat + 1);
        mur_put(t, "\":\"");
        mur_put_char(t, choice == DM_UNSEEN ? '?' : dm_letter[choice]);
        mur_put_char(t, '"');
    }
    mur_put_char(t, '}');
}

static void write_stocks(const dm_view *v, mur_text *t)
{
    mur_put(t, ",\"stock\":[");
    for (int seat = 0; seat < v->base.seats; seat++) {
        comma(t, seat > 0);
        if (dm_sees_stock(v, seat)) {
            mur_put_char(t, '"');
            dm_write_stock(v->stock[seat], t);
            mur_put_char(t, '"');
        } else {
            mur_put_int(t, v->board.size[seat]);
        }
    }
    mur_put(t, "],");
}

static void write_last(const dm_view *v, mur_text *t)
{
    const dm_last *last = &v->board.last;
    mur_put(t, ",\"last\":");
    if (!last->is_there) {
        mur_put(t, "null");
        return;
    }
    mur_put(t, "{\"hand\":");
    mur_put_int(t, last->hand);
    write_number(t, "round", last->round);
    write_number(t, "master", last->master + 1);
    mur_put_char(t, ',');
    write_chosen(last->chosen, v->base.seats, t);
    mur_put(t, ",\"stock\":");
    mur_put(t, last->shows_stock ? "[" : "null");
    for (int seat = 0; last->shows_stock && seat < v->base.seats; seat++) {
        mur_put(t, seat ? ",\"" : "\"");
        dm_write_stock(last->stock[seat], t);
        mur_put_char(t, '"');
    }
    mur_put(t, last->shows_stock ? "]}" : "}");
}

void dm_write_json(const mur_view *base, mur_text *t)
{
    static const char *const phase[] = {
        [DM_CHOOSE] = "choose", [DM_BUILD] = "build", [DM_FREE] = "free", [DM_GIFT] = "gift", [DM_OVER] = "over"
    };
    const dm_view *v = (const dm_view *)base;
    const dm_board *b = &v->board;
    mur_put(t, "{\"phase\":\"");
    mur_put(t, phase[b->phase]);
    mur_put_char(t, '"');
    write_number(t, "hand", b->hand);
    write_number(t, "hands", b->hands);
    write_number(t, "round", b->round);
    write_number(t, "master", b->master + 1);
    write_number(t, "first", b->first + 1);
    write_number(t, "idle", b->idle);
    write_wall(b, t);
    write_stocks(v, t);
    write_chosen(v->chosen, base->seats, t);
    mur_put(t, ",\"piece\":");
    if (b->piece == DM_NONE) {
        mur_put(t, "null");
    } else {
        const char piece[] = { '"', dm_letter[b->piece], '"', '\0' };
        mur_put(t, piece);
    }
    mur_put(t, ",\"builders\":[");
    for (int i = 0; i < b->n_builders; i++) {
        comma(t, i > 0);
        mur_put_int(t, b->builder[i] + 1);
    }
    mur_put(t, "],\"scores\":[");
    for (int seat = 0; seat < base->seats; seat++) {
        comma(t, seat > 0);
        mur_put_int(t, b->score[seat]);
    }
    mur_put_char(t, ']');
    write_last(v, t);
    mur_put_char(t, '}');
}

/* -- For people -- */

static mur_event describe(mur_move m)
{
    mur_event e = mur_event_of(DM_SAY_DO_PASS, MUR_NOBODY);
    if (m <= DM_DO_SOMETHING) {
        e.kind = DM_SAY_DO_CHOOSE;
        e.what = m < DM_DO_SOMETHING ? (uint8_t)(DM_THING + m - DM_DO_CHOOSE) : MUR_UNSEEN;
    } else if (m < DM_DO_PASS) {
        e.kind = DM_SAY_DO_BUILD;
        e.at = (uint8_t)(m - DM_DO_BUILD);
    } else if (m > DM_DO_PASS && m < DM_DO_GIVE) {
        e.kind = DM_SAY_DO_FREE;
        e.what = (uint8_t)(DM_THING + (m - DM_DO_FREE) / 2);
        e.at = (m - DM_DO_FREE) % 2;
    } else if (m >= DM_DO_GIVE) {
        e.kind = DM_SAY_DO_GIVE;
        e.what = m < DM_DO_GIVE_SOMETHING ? (uint8_t)(DM_THING + m - DM_DO_GIVE) : MUR_UNSEEN;
    }
    return e;
}

void dm_write_place(int place, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_word(w, place == DM_LEFT ? N_("left") : N_("right")));
}

static void scores(const mur_state *base, int out[MUR_SEATS])
{
    for (int seat = 0; seat < base->seats; seat++)
        out[seat] = ((const dm_state *)base)->board.score[seat];
}

/* -- No set-up lines: nothing is dealt -- */

static void shuffle(mur_setup *u, mur_rng *rng)
{
    (void)u, (void)rng;
}

static int n_lines(const mur_setup *u)
{
    (void)u;
    return 0;
}

static void write_no_line(const mur_setup *u, int line, mur_text *t)
{
    (void)u, (void)line, (void)t;
}

static mur_err read_no_line(mur_setup *u, int line, mur_span value)
{
    (void)u, (void)line, (void)value;
    return MUR_SETUP;
}

static const mur_option options[] = {
    { "first", N_("the seat that begins"), "seat" },
    { "hands", N_("number of hands"), "1-99" },
};

static const char *const things[] = {
    N_("something"),
#define X(id, letter, name, penalty) name,
    DM_PIECES(X)
#undef X
        N_("the empty hand"),
};

static const char *const sentences[] = {
#define X(id, words) words,
    DM_SENTENCES(X)
#undef X
};

static const char *const refusals[] = {
#define X(id, words) words,
    DM_REFUSALS(X)
#undef X
};

const mur_game dm_game = {
    .id = "die-mauer",
    .name = "Die Mauer",
    .credit = "Thomas Fackler, Zoch 1999",
    .seats_min = 3,
    .seats_max = DM_SEATS,
    .lowest_wins = true,
    .setup_size = sizeof(dm_setup),
    .state_size = sizeof(dm_state),
    .view_size = sizeof(dm_view),
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .things = things,
    .n_things = sizeof things / sizeof things[0],
    .sentences = sentences,
    .n_sentences = sizeof sentences / sizeof sentences[0],
    .refusals = refusals,
    .n_refusals = sizeof refusals / sizeof refusals[0],
    .init = dm_init,
    .set_option = dm_set_option,
    .write_option = dm_write_option,
    .shuffle = shuffle,
    .n_lines = n_lines,
    .write_line_name = write_no_line,
    .read_line = read_no_line,
    .write_line = write_no_line,
    .start = dm_start,
    .play = dm_play,
    .legal = dm_legal,
    .rollout = dm_rollout,
    .scores = scores,
    .view = dm_view_of,
    .redeal = dm_redeal,
    .seen = dm_seen,
    .is_sound = dm_is_sound,
    .write_move = write_move,
    .read_move = read_move,
    .write_json = dm_write_json,
    .draw = dm_draw,
    .describe = describe,
    .write_place = dm_write_place,
};
