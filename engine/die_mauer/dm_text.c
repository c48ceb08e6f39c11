/* SPDX-License-Identifier: MIT */
/* Moves as text, words for people, and the game's entry in the list of games. */
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

/* -- Stocks and the wall -- */

void dm_put_stock(mur_text *t, dm_stock stock)
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
    { "first", N_("the seat that begins"), "1-6" },
    { "hands", N_("number of hands"), "1-99" },
};

static const char *const things[] = {
    N_("something"),
#define X(id, letter, name, penalty) name,
    DM_PIECES(X)
#undef X
        N_("the empty hand"),
};

static const mur_sentence sentences[] = {
#define X(id, words) { #id, words },
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
    .can_redeal = dm_can_redeal,
    .write_move = write_move,
    .read_move = read_move,
    .write_json = dm_write_json,
    .draw = dm_draw,
    .describe = describe,
    .write_place = dm_write_place,
};
