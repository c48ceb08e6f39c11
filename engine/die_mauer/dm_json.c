/* SPDX-License-Identifier: MIT */
/* engine/die_mauer/dm_json.c -- the position as JSON: docs/game-json.md, made from a view only.
 * The keys and their order are part of the format that traces and clients rely on. A stock that the view does not
 * show is written as a number, a choice it may not know as "?". */
#include "engine/die_mauer/dm_int.h"
#include "engine/json.h"

/* Letters, as many as there are pieces: "TG136". */
static void put_stock(mur_json *j, dm_stock stock)
{
    mur_json_quote(j);
    dm_put_stock(j->t, stock);
    mur_json_unquote(j);
}

/* A piece, the empty hand "-", or "?" for one that is hidden. */
static void put_letter(mur_json *j, char letter)
{
    mur_json_quote(j);
    mur_put_char(j->t, letter);
    mur_json_unquote(j);
}

/* From left to right, each block as "SEAT:PIECE". */
static void put_wall(mur_json *j, const dm_board *b)
{
    dm_block wall[DM_IN_WALL];
    int n = dm_wall(b, wall);
    mur_json_key(j, "wall");
    mur_json_begin(j, '[');
    for (int i = 0; i < n; i++) {
        mur_json_quote(j);
        mur_put_int(j->t, dm_block_seat(wall[i]) + 1);
        mur_put_char(j->t, ':');
        mur_put_char(j->t, dm_letter[dm_block_kind(wall[i])]);
        mur_json_unquote(j);
    }
    mur_json_end(j, ']');
}

/* By seat; a seat that has not chosen is left out. */
static void put_chosen(mur_json *j, dm_choices chosen, int seats)
{
    mur_json_key(j, "chosen");
    mur_json_begin(j, '{');
    for (int seat = 0; seat < seats; seat++) {
        int choice = dm_choice(chosen, seat);
        if (choice == DM_NONE)
            continue;
        mur_json_quote(j);
        mur_put_int(j->t, seat + 1);
        mur_json_unquote(j);
        mur_json_colon(j);
        put_letter(j, choice == DM_UNSEEN ? '?' : dm_letter[choice]);
    }
    mur_json_end(j, '}');
}

/* Letters if the view knows the stock, else how many pieces it holds. */
static void put_stocks(mur_json *j, const dm_view *v)
{
    mur_json_key(j, "stock");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        if (dm_sees_stock(v, seat))
            put_stock(j, v->stock[seat]);
        else
            mur_json_int(j, v->board.size[seat]);
    mur_json_end(j, ']');
}

/* null unless the reveal was the last of its hand: then everybody has shown what was left. */
static void put_shown_stocks(mur_json *j, const dm_last_reveal *last, int seats)
{
    mur_json_key(j, "stock");
    if (!last->shows_stock) {
        mur_json_null(j);
        return;
    }
    mur_json_begin(j, '[');
    for (int seat = 0; seat < seats; seat++)
        put_stock(j, last->stock[seat]);
    mur_json_end(j, ']');
}

/* The latest reveal; its stocks are there only after it ended a hand. */
static void put_last(mur_json *j, const dm_last_reveal *last, int seats)
{
    mur_json_key(j, "last");
    if (!last->is_there) {
        mur_json_null(j);
        return;
    }
    mur_json_begin(j, '{');
    mur_json_put_int(j, "hand", last->hand);
    mur_json_put_int(j, "round", last->round);
    mur_json_put_int(j, "master", last->master + 1);
    put_chosen(j, last->chosen, seats);
    put_shown_stocks(j, last, seats);
    mur_json_end(j, '}');
}

/* Counters of the hand and the round; "idle" is how many rounds in a row nothing was built. */
static void put_round(mur_json *j, const dm_board *b)
{
    static const char *const phase[] = {
        [DM_CHOOSE] = "choose", [DM_BUILD] = "build", [DM_FREE] = "free", [DM_GIFT] = "gift", [DM_OVER] = "over"
    };
    mur_json_key(j, "phase");
    mur_json_string(j, phase[b->phase]);
    mur_json_put_int(j, "hand", b->hand);
    mur_json_put_int(j, "hands", b->hands);
    mur_json_put_int(j, "round", b->round);
    mur_json_put_int(j, "master", b->master + 1);
    mur_json_put_int(j, "first", b->first + 1);
    mur_json_put_int(j, "idle", b->idle);
}

/* The piece being built, and the seats still to act, in order. */
static void put_builders(mur_json *j, const dm_board *b)
{
    mur_json_key(j, "piece");
    if (b->piece == DM_NONE)
        mur_json_null(j);
    else
        put_letter(j, dm_letter[b->piece]);
    mur_json_key(j, "builders");
    mur_json_begin(j, '[');
    for (int i = 0; i < b->n_builders; i++)
        mur_json_int(j, b->builder[i] + 1);
    mur_json_end(j, ']');
}

/* One group of members after the other, in the order of the notation. */
void dm_write_json(const mur_view *base, mur_text *t)
{
    const dm_view *v = (const dm_view *)base;
    mur_json j = { .t = t };
    mur_json_begin(&j, '{');
    put_round(&j, &v->board);
    put_wall(&j, &v->board);
    put_stocks(&j, v);
    put_chosen(&j, v->chosen, base->seats);
    put_builders(&j, &v->board);
    mur_json_key(&j, "scores");
    mur_json_begin(&j, '[');
    for (int seat = 0; seat < base->seats; seat++)
        mur_json_int(&j, v->board.score[seat]);
    mur_json_end(&j, ']');
    put_last(&j, &v->board.last, base->seats);
    mur_json_end(&j, '}');
}
