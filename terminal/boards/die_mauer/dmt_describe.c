/* SPDX-License-Identifier: MIT */
/* Die Mauer in words: everything the picture shows, as sentences and lists. */
#include <string.h>

#include "engine/say.h"
#include "terminal/dm_int.h"

const char *const dm_verdict_name[DM_VERDICTS] = {
    N_("alone"), N_("thieves"), N_("discord"), N_("blocked"), N_("free choice"), N_("gift"), N_("nothing"),
};

const char *const dm_verdict_result[DM_VERDICTS] = {
    N_("master builds"),     N_("thieves build"), N_("master builds"), N_("nobody builds"),
    N_("any piece or none"), N_("to the master"), N_("nobody builds"),
};

static void say(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_say(&dm_game, sentence, e, w, t);
}

/* The same as one more piece of a sentence. */
static void add(const char *comma, const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_put(t, comma);
    say(sentence, e, w, t);
}

static void say_line(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    say(sentence, e, w, t);
    mur_put_char(t, '\n');
}

static mur_event about(int seat, int n, int m)
{
    mur_event e = mur_event_of(0, seat);
    e.n = (int16_t)n;
    e.m = (int16_t)m;
    return e;
}

static const char *name_of(int piece)
{
    return dm_game.things[1 + piece];
}

static void put_comma(mur_text *t, size_t from, const char *comma)
{
    if (t->len > from)
        mur_put(t, comma);
}

/* The one other player who showed the empty hand. */
static int giver(const dm_last *last)
{
    for (int seat = 0; seat < DM_SEATS; seat++)
        if (seat != last->master && dm_choice(last->chosen, seat) == DM_EMPTY)
            return seat;
    return MUR_NOBODY;
}

/* In the engine's own sentences. */
void dm_say_verdict(const dm_board *b, dm_verdict verdict, const mur_words *w, mur_text *t)
{
    static const char *const ids[DM_VERDICTS] = { "ALONE", "THIEVES", "DISCORD", "BLOCKED", "FREE", "OWES", "NOTHING" };
    mur_event e = about(verdict == DM_OWES ? giver(&b->last) : b->last.master, 0, 0);
    e.other = (int8_t)b->last.master;
    for (int i = 0; i < dm_game.n_sentences; i++)
        if (strcmp(dm_game.sentences[i].id, ids[verdict]) == 0)
            say(dm_game.sentences[i].words, e, w, t);
}

/* -- What the move under the cursor changes -- */

/* "; also held by: Anna, Bert; perhaps by: Cleo" */
static void put_holders(const scene *s, int kind, mur_text *t)
{
    const dm_view *v = (const dm_view *)s->view;
    dm_belief belief[DM_SEATS];
    dm_conclude(v, belief);
    for (int sure = 1; sure >= 0; sure--) {
        bool is_first = true;
        for (int seat = 0; seat < s->view->seats; seat++) {
            bool must = belief[seat].must >> kind & 1, may = belief[seat].may >> kind & 1;
            if (seat == s->view->seat || (sure ? !must : must || !may))
                continue;
            mur_put(t, is_first ? "; " : ", ");
            mur_put(t, !is_first ? "" : mur_word(s->words, sure ? N_("also held by") : N_("perhaps by")));
            mur_put(t, is_first ? ": " : "");
            mur_say_seat(seat, s->words, t);
            is_first = false;
        }
    }
}

static void put_choice(const scene *s, int piece, mur_text *t)
{
    const dm_board *b = &((const dm_view *)s->view)->board;
    bool is_master = s->view->seat == b->master;
    if (piece == DM_EMPTY) {
        mur_put(t, mur_word(s->words, is_master ? N_("the only empty hand: free choice; one other: a gift to you")
                                                : N_("if only the master's hand is empty too, you give a piece")));
        return;
    }
    int room = dm_room_for(b, piece);
    mur_put(t, mur_word(s->words, name_of(piece)));
    if (room == 0)
        add(": ", N_("cannot be built now"), about(0, 0, 0), s->words, t);
    else if (piece < DM_WALLS)
        add(": ", N_("there is room for {n}"), about(0, room, 0), s->words, t);
    put_holders(s, piece, t);
}

static void put_rest(const scene *s, int piece, mur_text *t)
{
    const dm_view *v = (const dm_view *)s->view;
    int now = dm_penalty_of(v->stock[s->view->seat]);
    say(N_("penalty in your hand {n} -> {m}"), about(s->view->seat, now, now - dm_penalty[piece]), s->words, t);
}

static void put_ends(unsigned ends, const mur_words *w, mur_text *t)
{
    static const char *const text[] = { N_("towers and gates fit nowhere"), N_("towers and gates fit on the left"),
                                        N_("towers and gates fit on the right"),
                                        N_("towers and gates fit at both ends") };
    mur_put(t, mur_word(w, text[ends & 3]));
}

void dm_put_change(const scene *s, mur_text *t)
{
    const dm_board *b = &((const dm_view *)s->view)->board;
    dm_deed d = dm_meant(s);
    int piece = d.piece != DM_NONE ? d.piece : b->piece;
    if (!s->pick || s->view->seat >= s->view->seats || d.passes)
        return;
    if (b->phase == DM_CHOOSE && d.piece != DM_NONE) {
        put_choice(s, d.piece, t);
    } else if (piece < DM_KINDS && (d.gives || d.end != DM_END_NONE)) {
        put_rest(s, piece, t);
        if (dm_part_type(s->pick->choice[s->pick->focus]) != DM_PART_END)
            return;
        mur_put(t, "; ");
        put_ends(dm_ends_left(b, piece, d.end), s->words, t);
    }
}

/* -- The board -- */

/* "tower (Anna)" */
static void put_piece(int seat, int kind, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_word(w, name_of(kind)));
    mur_put(t, " (");
    mur_say_seat(seat, w, t);
    mur_put_char(t, ')');
}

static void tell_wall(const dm_board *b, const mur_words *w, mur_text *t)
{
    dm_block wall[DM_IN_WALL];
    int n = dm_wall(b, wall);
    if (n == 0) {
        mur_put(t, mur_word(w, N_("no wall yet")));
        mur_put_char(t, '\n');
        return;
    }
    mur_put(t, mur_word(w, N_("the wall from left to right")));
    mur_put(t, ":\n");
    for (int i = 0; i < n; i++) {
        mur_put(t, "  ");
        mur_put_int(t, i + 1);
        mur_put(t, ": ");
        put_piece(dm_block_seat(wall[i]), dm_block_kind(wall[i]), w, t);
        mur_put_char(t, '\n');
    }
    put_ends(b->free_ends, w, t);
    mur_put_char(t, '\n');
}

/* What a seat does: thinks, has chosen, builds. */
static void tell_hand(const dm_view *v, int seat, const mur_words *w, mur_text *t)
{
    int choice = dm_choice(v->chosen, seat);
    mur_event e = about(seat, 0, 0);
    if (v->board.phase != DM_CHOOSE)
        return;
    if (choice == DM_NONE) {
        say_line(N_("{seat} thinks"), e, w, t);
    } else {
        e.what = choice == DM_UNSEEN ? MUR_UNSEEN : (uint8_t)(1 + choice);
        say_line(N_("{seat} has chosen: {what}"), e, w, t);
    }
}

static void tell_due(const dm_view *v, const mur_words *w, mur_text *t)
{
    const dm_board *b = &v->board;
    mur_event e = about(b->n_builders ? b->builder[0] : b->master, 0, 0);
    e.what = b->piece < DM_KINDS ? (uint8_t)(1 + b->piece) : MUR_UNSEEN;
    e.other = (int8_t)b->master;
    switch ((dm_phase)b->phase) {
    case DM_BUILD:
        say_line(N_("{seat} builds now: {what}"), e, w, t);
        break;
    case DM_FREE:
        say_line(N_("{seat} may build any piece now"), e, w, t);
        break;
    case DM_GIFT:
        say_line(N_("{seat} gives a piece to {other} now"), e, w, t);
        break;
    case DM_CHOOSE:
    case DM_OVER:
        break;
    }
}

static void tell_reveal(const mur_view *v, const dm_board *b, const mur_words *w, mur_text *t)
{
    dm_verdict verdict = dm_judge(&(scene){ .game = &dm_game, .view = v });
    if (!b->last.is_there)
        return;
    say(N_("the latest reveal, with {seat} as master"), about(b->last.master, 0, 0), w, t);
    mur_put(t, ":\n");
    for (int seat = 0; seat < v->seats; seat++) {
        mur_event e = about(seat, 0, 0);
        e.what = (uint8_t)(1 + dm_choice(b->last.chosen, seat));
        mur_put(t, "  ");
        say_line(N_("{seat} shows: {what}"), e, w, t);
    }
    if (verdict == DM_VERDICTS)
        return;
    mur_put(t, "  ");
    dm_say_verdict(b, verdict, w, t);
    mur_put_char(t, '\n');
}

static void tell_board(const dm_view *v, const mur_words *w, mur_text *t)
{
    const dm_board *b = &v->board;
    say(N_("Hand {n} of {m}"), about(0, b->hand, b->hands), w, t);
    add("; ", N_("Round {n}"), about(0, b->round, 0), w, t);
    add("; ", N_("Master: {seat}"), about(b->master, 0, 0), w, t);
    mur_put_char(t, '\n');
    if (b->idle)
        say_line(N_("{n} of {m} rounds without building"), about(0, b->idle, DM_IDLE_MAX), w, t);
    tell_wall(b, w, t);
    tell_reveal(&v->base, b, w, t);
    for (int seat = 0; seat < v->base.seats; seat++)
        tell_hand(v, seat, w, t);
    tell_due(v, w, t);
}

/* -- Stocks and penalties -- */

/* The pieces among these kinds; with a stock, how often. */
static void put_kinds(unsigned kinds, const dm_stock *stock, const mur_words *w, mur_text *t)
{
    size_t from = t->len;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        put_comma(t, from, ", ");
        mur_put(t, mur_word(w, name_of(kind)));
        if (stock && dm_count(*stock, kind) > 1) {
            mur_put(t, " x");
            mur_put_int(t, dm_count(*stock, kind));
        }
    }
    if (t->len == from)
        mur_put(t, mur_word(w, N_("none")));
}

static void tell_stock(const dm_belief *belief, const mur_words *w, mur_text *t)
{
    if (belief->is_known) {
        put_kinds(belief->must, &belief->stock, w, t);
        add("; ", N_("penalty {n}"), about(0, dm_penalty_of(belief->stock), 0), w, t);
    } else {
        add("", N_("surely"), about(0, 0, 0), w, t);
        mur_put(t, ": ");
        put_kinds(belief->must, NULL, w, t);
        if (belief->may & ~belief->must) {
            add("; ", N_("perhaps"), about(0, 0, 0), w, t);
            mur_put(t, ": ");
            put_kinds(belief->may & ~belief->must, NULL, w, t);
        }
    }
    mur_put_char(t, '\n');
}

static void tell_left(const dm_view *v, const mur_words *w, mur_text *t)
{
    if (!dm_shows_left(&v->board))
        return;
    for (int seat = 0; seat < v->base.seats; seat++) {
        dm_belief left = dm_know(v->board.last.stock[seat]);
        say(N_("left over in hand {n}"), about(seat, v->board.last.hand, 0), w, t);
        mur_put(t, ", ");
        mur_say_seat(seat, w, t);
        mur_put(t, ": ");
        tell_stock(&left, w, t);
    }
}

static void tell_totals(const dm_view *v, const mur_words *w, mur_text *t)
{
    for (int seat = 0; seat < v->base.seats; seat++) {
        mur_event e = about(seat, v->board.score[seat], v->board.size[seat]);
        say_line(N_("{seat}: penalty {n}, pieces {m}"), e, w, t);
    }
    tell_left(v, w, t);
}

static void tell_stocks(const dm_view *v, const mur_words *w, mur_text *t)
{
    dm_belief belief[DM_SEATS];
    dm_conclude(v, belief);
    for (int seat = 0; seat < v->base.seats; seat++) {
        say(N_("{seat} holds ({n})"), about(seat, v->board.size[seat], 0), w, t);
        mur_put(t, ": ");
        tell_stock(&belief[seat], w, t);
    }
}

void dm_tell(const mur_view *base, board_topic topic, const mur_words *w, mur_text *t)
{
    const dm_view *v = (const dm_view *)base;
    switch (topic) {
    case TELL_BOARD:
        tell_board(v, w, t);
        break;
    case TELL_HAND:
        tell_stocks(v, w, t);
        break;
    case TELL_TOTALS:
        tell_totals(v, w, t);
        break;
    }
}
