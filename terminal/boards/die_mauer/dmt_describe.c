/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_describe.c -- Die Mauer in words: the change of a candidate move in one line, and
 * board, stocks and totals as sentences and lists. Sentences with seats, numbers and pieces are formatted by the
 * engine (mur_say), which knows the grammar of each language.
 *
 * Examples of the three topics and of a change:
 *     Hand 1 of 3; Round 2; Master: Anna                           TOPIC_BOARD
 *     the wall from left to right:
 *       1: wall of 4 (Ben)
 *     Ben has chosen: something
 *     Ben holds (6): certainly: tower; perhaps: gate, wall of 1    TOPIC_HAND
 *     Anna: penalty 12, pieces 6                                   TOPIC_TOTALS
 *     penalty in your hand 41 -> 26; towers and gates fit on the right    put_change() */
#include <assert.h>
#include <string.h>

#include "engine/say.h"
#include "terminal/boards/die_mauer/dmt_int.h"

const char *const dmt_verdict_name[DMT_VERDICTS] = {
    N_("alone"), N_("thieves"), N_("discord"), N_("blocked"), N_("free choice"), N_("gift"), N_("nothing"),
};

const char *const dmt_verdict_result[DMT_VERDICTS] = {
    N_("master builds"),     N_("thieves build"), N_("master builds"), N_("nobody builds"),
    N_("any piece or none"), N_("to the master"), N_("nobody builds"),
};

/* A sentence of the engine's grammar, with the arguments of an event. */
static void say(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_say(&dm_game, sentence, e, w, t);
}

/* The same as a further part of a sentence. */
static void add(const char *comma, const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    mur_put(t, comma);
    say(sentence, e, w, t);
}

/* A sentence on a line of its own. */
static void say_line(const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    say(sentence, e, w, t);
    mur_put_char(t, '\n');
}

/* The arguments of a sentence, as an event. */
static mur_event sentence_args(int seat, int n, int m)
{
    assert(n >= INT16_MIN && n <= INT16_MAX);
    mur_event e = mur_event_of(0, seat);
    e.n = (int16_t)n;
    e.m = (int16_t)m;
    return e;
}

static const char *name_of(int piece)
{
    assert(piece >= 0 && piece <= DM_EMPTY);
    return dm_game.things[1 + piece];
}

/* Between the items of a list; nothing before the first, which would be at `from`. */
static void put_comma(mur_text *t, size_t from, const char *comma)
{
    if (t->len > from)
        mur_put(t, comma);
}

/* The one other seat that showed the empty hand. */
static int giving_seat(const dm_last_reveal *last)
{
    for (int seat = 0; seat < DM_SEATS; seat++)
        if (seat != last->master && dm_choice(last->chosen, seat) == DM_EMPTY)
            return seat;
    return MUR_NOBODY;
}

/* In the engine's own sentences, which are found by their ids. */
void dmt_put_verdict(const dm_board *b, dmt_verdict verdict, const mur_words *w, mur_text *t)
{
    assert(verdict < DMT_VERDICTS);
    mur_event e = sentence_args(verdict == DMT_OWES ? giving_seat(&b->last) : b->last.master, 0, 0);
    e.other = (int8_t)b->last.master;
    for (int i = 0; i < dm_game.n_sentences; i++)
        if (strcmp(dm_game.sentences[i].id, dmt_verdict_id[verdict]) == 0)
            say(dm_game.sentences[i].words, e, w, t);
}

/* -- What the candidate move changes -- */

/* "; also held by: Anna, Bert; perhaps by: Cleo". First the seats that certainly hold the piece, then those that
 * possibly do. */
static void put_holders(const scene *s, int kind, mur_text *t)
{
    const dm_view *v = (const dm_view *)s->view;
    dmt_belief belief[DM_SEATS];
    dmt_compute_beliefs(v, belief);
    /* Two passes: the seats that certainly hold it, then those that possibly do. */
    for (int sure = 1; sure >= 0; sure--) {
        bool is_first = true;
        for (int seat = 0; seat < s->view->seats; seat++) {
            bool must = belief[seat].must >> kind & 1, may = belief[seat].may >> kind & 1;
            if (seat == s->view->seat || (sure ? !must : must || !may))
                continue;
            mur_put(t, is_first ? "; " : ", ");
            mur_put(t, !is_first ? "" : mur_translate(s->words, sure ? N_("also held by") : N_("perhaps by")));
            mur_put(t, is_first ? ": " : "");
            mur_say_seat(seat, s->words, t);
            is_first = false;
        }
    }
}

/* Before the reveal nothing changes on the board, so the line says what may come of the choice. */
static void put_choice(const scene *s, int piece, mur_text *t)
{
    const dm_board *b = &((const dm_view *)s->view)->board;
    bool is_master = s->view->seat == b->master;
    if (piece == DM_EMPTY) {
        mur_put(t, mur_translate(s->words,
                                 is_master
                                     ? N_("if yours is the only empty hand: free choice; with one other: a gift to you")
                                     : N_("if apart from yours only the master's hand is empty, you give a piece")));
        return;
    }
    int room = dm_room_for(b, piece);
    mur_put(t, mur_translate(s->words, name_of(piece)));
    if (room == 0)
        add(": ", N_("cannot be built now"), sentence_args(0, 0, 0), s->words, t);
    else if (piece < DM_WALLS)
        add(": ", N_("there is room for {n}"), sentence_args(0, room, 0), s->words, t);
    put_holders(s, piece, t);
}

/* The penalty of what is left in the own hand. */
static void put_rest(const scene *s, int piece, mur_text *t)
{
    const dm_view *v = (const dm_view *)s->view;
    /* The own stock is always known. */
    int now = dm_penalty_of(v->stock[s->view->seat]);
    say(N_("penalty in your hand {n} -> {m}"), sentence_args(s->view->seat, now, now - dm_penalty[piece]), s->words, t);
}

/* A sentence for each combination of open ends. */
static void put_ends(unsigned ends, const mur_words *w, mur_text *t)
{
    static const char *const text[] = { N_("towers and gates fit nowhere"), N_("towers and gates fit on the left"),
                                        N_("towers and gates fit on the right"),
                                        N_("towers and gates fit at both ends") };
    mur_put(t, mur_translate(w, text[ends & 3]));
}

/* A secret choice, or what building or giving changes. The ends are mentioned only when an end is being chosen. */
void dmt_put_change(const scene *s, mur_text *t)
{
    const dm_board *b = &((const dm_view *)s->view)->board;
    dmt_move d = dmt_candidate(s);
    /* Where only an end is chosen, the piece is the one that is due. */
    int piece = d.piece != DM_NONE ? d.piece : b->piece;
    if (!s->selection || s->view->seat >= s->view->seats || d.passes)
        return;
    if (b->phase == DM_CHOOSE && d.piece != DM_NONE) {
        put_choice(s, d.piece, t);
    } else if (piece < DM_KINDS && (d.gives || d.end != DMT_END_NONE)) {
        put_rest(s, piece, t);
        /* While the piece is being chosen, its end is open. */
        if (dmt_part_type(s->selection->choice[s->selection->focus]) != DMT_PART_END)
            return;
        mur_put(t, "; ");
        put_ends(dmt_open_ends_after(b, piece, d.end), s->words, t);
    }
}

/* -- The board -- */

/* "tower (Anna)" */
static void put_piece(int seat, int kind, const mur_words *w, mur_text *t)
{
    mur_put(t, mur_translate(w, name_of(kind)));
    mur_put(t, " (");
    mur_say_seat(seat, w, t);
    mur_put_char(t, ')');
}

/* From left to right, each block with its number. */
static void describe_wall(const dm_board *b, const mur_words *w, mur_text *t)
{
    dm_block wall[DM_IN_WALL];
    int n = dm_wall(b, wall);
    if (n == 0) {
        mur_put(t, mur_translate(w, N_("no wall yet")));
        mur_put_char(t, '\n');
        return;
    }
    mur_put(t, mur_translate(w, N_("the wall from left to right")));
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

/* Whether a seat still thinks or has chosen; one's own choice is named. */
static void describe_hand(const dm_view *v, int seat, const mur_words *w, mur_text *t)
{
    int choice = dm_choice(v->chosen, seat);
    mur_event e = sentence_args(seat, 0, 0);
    if (v->board.phase != DM_CHOOSE)
        return;
    if (choice == DM_NONE) {
        say_line(N_("{seat} is thinking|"
                    "you are choosing"),
                 e, w, t);
    } else {
        /* Others' choices are "something" until the reveal. */
        e.what = choice == DM_UNSEEN ? MUR_UNSEEN : (uint8_t)(1 + choice);
        say_line(N_("{seat} has chosen: {what}|"
                    "you have chosen: {what}"),
                 e, w, t);
    }
}

/* Who has to act, when not all choose together. */
static void describe_pending_action(const dm_view *v, const mur_words *w, mur_text *t)
{
    const dm_board *b = &v->board;
    mur_event e = sentence_args(b->n_builders ? b->builder[0] : b->master, 0, 0);
    e.what = b->piece < DM_KINDS ? (uint8_t)(1 + b->piece) : MUR_UNSEEN;
    e.other = (int8_t)b->master;
    switch ((dm_phase)b->phase) {
    case DM_BUILD:
        say_line(N_("{seat} builds now: {what}|"
                    "you build now: {what}"),
                 e, w, t);
        break;
    case DM_FREE:
        say_line(N_("{seat} may build any piece now|"
                    "you may build any piece now"),
                 e, w, t);
        break;
    case DM_GIFT:
        say_line(N_("{seat} gives a piece to {other} now|"
                    "you give a piece to {other} now|"
                    "{seat} gives you a piece now"),
                 e, w, t);
        break;
    case DM_CHOOSE:
    case DM_OVER:
        break;
    }
}

/* Everybody's choice and the verdict. */
static void describe_reveal(const mur_view *v, const dm_board *b, const mur_words *w, mur_text *t)
{
    dmt_verdict verdict = dmt_verdict_of(&(scene){ .game = &dm_game, .view = v });
    if (!b->last.is_there)
        return;
    say(N_("the latest reveal, with {seat} as master|"
           "the latest reveal, with you as master"),
        sentence_args(b->last.master, 0, 0), w, t);
    mur_put(t, ":\n");
    for (int seat = 0; seat < v->seats; seat++) {
        mur_event e = sentence_args(seat, 0, 0);
        e.what = (uint8_t)(1 + dm_choice(b->last.chosen, seat));
        mur_put(t, "  ");
        say_line(N_("{seat} shows: {what}|"
                    "you show: {what}"),
                 e, w, t);
    }
    if (verdict == DMT_VERDICTS)
        return;
    mur_put(t, "  ");
    dmt_put_verdict(b, verdict, w, t);
    mur_put_char(t, '\n');
}

/* Where the game stands, the wall, the latest reveal, and who has to act. */
static void describe_board(const dm_view *v, const mur_words *w, mur_text *t)
{
    const dm_board *b = &v->board;
    say(N_("Hand {n} of {m}"), sentence_args(0, b->hand, b->hands), w, t);
    add("; ", N_("Round {n}"), sentence_args(0, b->round, 0), w, t);
    add("; ",
        N_("Master: {seat}|"
           "Master: you"),
        sentence_args(b->master, 0, 0), w, t);
    mur_put_char(t, '\n');
    if (b->idle)
        say_line(N_("{n} of {m} rounds without building"), sentence_args(0, b->idle, DM_IDLE_MAX), w, t);
    describe_wall(b, w, t);
    describe_reveal(&v->base, b, w, t);
    for (int seat = 0; seat < v->base.seats; seat++)
        describe_hand(v, seat, w, t);
    describe_pending_action(v, w, t);
}

/* -- Stocks and penalties -- */

/* The names of a set of kinds; with a stock, how many of each. */
static void put_kinds(unsigned kinds, const dm_stock *stock, const mur_words *w, mur_text *t)
{
    size_t from = t->len;
    for (int kind = 0; kind < DM_KINDS; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        put_comma(t, from, ", ");
        mur_put(t, mur_translate(w, name_of(kind)));
        if (stock && dm_count(*stock, kind) > 1) {
            mur_put(t, " x");
            mur_put_int(t, dm_count(*stock, kind));
        }
    }
    if (t->len == from)
        mur_put(t, mur_translate(w, N_("none")));
}

/* A known stock with its penalty, or what the seat certainly and possibly holds. */
static void describe_stock(const dmt_belief *belief, const mur_words *w, mur_text *t)
{
    assert((belief->must & ~belief->may) == 0);
    /* Known stocks are listed with numbers and their penalty. */
    if (belief->is_known) {
        put_kinds(belief->must, &belief->stock, w, t);
        add("; ", N_("penalty {n}"), sentence_args(0, dm_penalty_of(belief->stock), 0), w, t);
    } else {
        add("", N_("certainly"), sentence_args(0, 0, 0), w, t);
        mur_put(t, ": ");
        put_kinds(belief->must, NULL, w, t);
        if (belief->may & ~belief->must) {
            add("; ", N_("perhaps"), sentence_args(0, 0, 0), w, t);
            mur_put(t, ": ");
            put_kinds(belief->may & ~belief->must, NULL, w, t);
        }
    }
    mur_put_char(t, '\n');
}

/* What was left at the end of the hand, as long as it lies open. */
static void describe_leftovers(const dm_view *v, const mur_words *w, mur_text *t)
{
    if (!dmt_shows_leftovers(&v->board))
        return;
    for (int seat = 0; seat < v->base.seats; seat++) {
        dmt_belief left = dmt_known_stock(v->board.last.stock[seat]);
        say(N_("left over in hand {n}"), sentence_args(seat, v->board.last.hand, 0), w, t);
        mur_put(t, ", ");
        mur_say_seat(seat, w, t);
        mur_put(t, ": ");
        describe_stock(&left, w, t);
    }
}

/* Penalties of all seats, and leftovers at the end of a hand. */
static void describe_totals(const dm_view *v, const mur_words *w, mur_text *t)
{
    for (int seat = 0; seat < v->base.seats; seat++) {
        mur_event e = sentence_args(seat, v->board.score[seat], v->board.size[seat]);
        say_line(N_("{seat}: penalty {n}, pieces {m}|"
                    "you: penalty {n}, pieces {m}"),
                 e, w, t);
    }
    describe_leftovers(v, w, t);
}

/* What each seat holds, as far as the viewer knows. */
static void describe_stocks(const dm_view *v, const mur_words *w, mur_text *t)
{
    dmt_belief belief[DM_SEATS];
    dmt_compute_beliefs(v, belief);
    for (int seat = 0; seat < v->base.seats; seat++) {
        say(N_("{seat} holds ({n})|"
               "you hold ({n})"),
            sentence_args(seat, v->board.size[seat], 0), w, t);
        mur_put(t, ": ");
        describe_stock(&belief[seat], w, t);
    }
}

void dmt_describe(const mur_view *base, board_topic topic, const mur_words *w, mur_text *t)
{
    const dm_view *v = (const dm_view *)base;
    switch (topic) {
    case TOPIC_BOARD:
        describe_board(v, w, t);
        break;
    case TOPIC_HAND:
        describe_stocks(v, w, t);
        break;
    case TOPIC_TOTALS:
        describe_totals(v, w, t);
        break;
    }
}
