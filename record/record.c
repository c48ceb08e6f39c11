/* SPDX-License-Identifier: MIT */
/* record/record.c -- a record: building it up, playing it, writing it as text.
 * The order of calls is that of a record's lines: options, tags, set-up lines, start, moves, result. `given`
 * remembers which options and lines were given, and in which order, so that writing gives the same bytes that were
 * read. mur_record_play() keeps the position up to date; nobody else changes it. */
#include "record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The setup and the state are the game's own structs, of a size only the game knows. */
mur_err mur_record_open(mur_record **r, const mur_game *game, int seats)
{
    mur_record *made = mur_new(sizeof *made);
    made->game = game;
    made->setup = mur_new(game->setup_size);
    made->state = mur_new(game->state_size);
    mur_err e = game->init(made->setup, seats);
    if (e)
        mur_record_close(&made);
    *r = made;
    return e;
}

/* Accepts NULL, and leaves NULL behind. */
void mur_record_close(mur_record **r)
{
    mur_record *old = *r;
    *r = NULL;
    if (!old)
        return;
    for (size_t i = 0; i < old->n_tags; i++) {
        free(old->tags[i].name);
        free(old->tags[i].text);
    }
    free(old->tags);
    free(old->moves);
    free(old->setup);
    free(old->state);
    free(old);
}

/* -- Set-up -- */

int mur_option_of(const mur_game *game, mur_span name)
{
    for (int i = 0; i < game->n_options; i++)
        if (mur_span_is(name, game->options[i].id))
            return i;
    return -1;
}

/* Names of set-up lines depend on the setup ("deck3"), so the game writes each and it is compared. */
int mur_line_of(const mur_record *r, mur_span name)
{
    for (int i = 0; i < r->game->n_lines(r->setup); i++) {
        char own[MUR_LINE_TEXT];
        mur_text t = mur_text_on(own, sizeof own);
        r->game->write_line_name(r->setup, i, &t);
        if (mur_span_is(name, own))
            return i;
    }
    return -1;
}

/* The list is short: options and lines of one game. */
bool mur_is_given(const mur_given *given, int i)
{
    return memchr(given->at, i, given->n) != NULL;
}

/* Remembers the order. An option or line given twice would be written twice. */
static void give(mur_given *given, int i)
{
    assert(given->n < MUR_RECORD_LINES && !mur_is_given(given, i));
    given->at[given->n++] = (uint8_t)i;
}

/* The game checks the value; only an option that was accepted counts as given. */
mur_err mur_record_set_option(mur_record *r, int option, mur_span value)
{
    mur_err e = r->game->set_option(r->setup, option, value);
    if (!e)
        give(&r->options, option);
    return e;
}

mur_err mur_record_set_line(mur_record *r, int line, mur_span value)
{
    mur_err e = r->game->read_line(r->setup, line, value);
    if (!e)
        give(&r->lines, line);
    return e;
}

const char *mur_record_tag(const mur_record *r, mur_span name)
{
    for (size_t i = 0; i < r->n_tags; i++)
        if (mur_span_is(name, r->tags[i].name))
            return r->tags[i].text;
    return NULL;
}

static char *copy(mur_span s)
{
    char *made = mur_new(s.len + 1);
    memcpy(made, s.at, s.len);
    return made;
}

/* Names and texts are copied: the caller's bytes may go away. */
void mur_record_set_tag(mur_record *r, mur_span name, mur_span text)
{
    assert(r->n_tags < MUR_RECORD_TAGS && !mur_record_tag(r, name));
    r->tags = mur_grow(r->tags, &r->max_tags, r->n_tags + 1, sizeof *r->tags);
    r->tags[r->n_tags++] = (mur_tag){ copy(name), copy(text) };
}

/* In the game's order, so that a message names the first one. */
int mur_record_missing(const mur_record *r)
{
    for (int i = 0; i < r->game->n_lines(r->setup); i++)
        if (!mur_is_given(&r->lines, i))
            return i;
    return -1;
}

/* The game checks the setup once more as a whole. */
mur_err mur_record_start(mur_record *r)
{
    mur_err e = mur_record_missing(r) < 0 ? r->game->start(r->setup, r->state) : MUR_SETUP;
    r->has_started = !e;
    return e;
}

/* A deal gives all lines, so the record is complete and can be written and read again. */
void mur_record_deal(mur_record *r, mur_rng *rng)
{
    r->game->shuffle(r->setup, rng);
    for (int i = 0; i < r->game->n_lines(r->setup); i++)
        give(&r->lines, i);
    mur_err e = mur_record_start(r);
    assert(!e);
    (void)e;
}

/* -- Play -- */

/* The game checks the move; only a move that was made is recorded. */
mur_err mur_record_play(mur_record *r, int seat, mur_move m, mur_events *events)
{
    assert(r->has_started && !r->has_result);
    mur_err e = r->game->play(r->state, seat, m, events);
    if (e)
        return e;
    r->moves = mur_grow(r->moves, &r->max_moves, r->n_moves + 1, sizeof *r->moves);
    r->moves[r->n_moves++] = (mur_played){ m, (uint8_t)seat };
    return MUR_OK;
}

bool mur_record_is_over(const mur_record *r)
{
    return r->has_started && r->state->to_act == 0;
}

/* The result follows from the position; the flag only says that the line is there. */
void mur_record_finish(mur_record *r)
{
    assert(mur_record_is_over(r));
    r->has_result = true;
}

/* -- Text -- */

/* The three lines that every record begins with. */
static void write_head(const mur_record *r, mur_buffer *b)
{
    mur_buffer_put(b, "muraille 1\ngame ");
    mur_buffer_put(b, r->game->id);
    mur_buffer_put(b, "\nplayers ");
    mur_buffer_put_int(b, r->setup->seats);
    mur_buffer_put(b, "\n");
}

static void write_option(const mur_record *r, int option, mur_buffer *b)
{
    mur_text t = mur_buffer_reserve(b, 2 * MUR_LINE_TEXT);
    mur_put(&t, "option ");
    mur_put(&t, r->game->options[option].id);
    mur_put_char(&t, ' ');
    r->game->write_option(r->setup, option, &t);
    mur_put_char(&t, '\n');
    mur_buffer_commit(b, &t);
}

static void write_tag(const mur_tag *tag, mur_buffer *b)
{
    mur_buffer_put(b, "tag ");
    mur_buffer_put(b, tag->name);
    mur_buffer_put(b, " ");
    mur_buffer_put(b, tag->text);
    mur_buffer_put(b, "\n");
}

/* Three lines' worth of room: name, value, and the word before them. */
static void write_line(const mur_record *r, int line, mur_buffer *b)
{
    mur_text t = mur_buffer_reserve(b, 3 * MUR_LINE_TEXT);
    mur_put(&t, "setup ");
    r->game->write_line_name(r->setup, line, &t);
    mur_put_char(&t, ' ');
    r->game->write_line(r->setup, line, &t);
    mur_put_char(&t, '\n');
    mur_buffer_commit(b, &t);
}

static void write_move(const mur_record *r, mur_played p, mur_buffer *b)
{
    mur_text t = mur_buffer_reserve(b, 2 * MUR_MOVE_TEXT);
    mur_put(&t, "move ");
    mur_put_int(&t, p.seat + 1);
    mur_put_char(&t, ' ');
    r->game->write_move(p.move, &t);
    mur_put_char(&t, '\n');
    mur_buffer_commit(b, &t);
}

void mur_record_write_result(const mur_record *r, mur_text *t)
{
    int scores[MUR_SEATS];
    assert(mur_record_is_over(r));
    r->game->scores(r->state, scores);
    mur_put(t, "result");
    for (int seat = 0; seat < r->setup->seats; seat++) {
        mur_put_char(t, ' ');
        mur_put_int(t, scores[seat]);
    }
}

/* Sections in the order of the notation (docs/notation.md, Records). */
void mur_record_write(const mur_record *r, mur_buffer *b)
{
    write_head(r, b);
    for (int i = 0; i < r->options.n; i++)
        write_option(r, r->options.at[i], b);
    for (size_t i = 0; i < r->n_tags; i++)
        write_tag(&r->tags[i], b);
    for (int i = 0; i < r->lines.n; i++)
        write_line(r, r->lines.at[i], b);
    for (size_t i = 0; i < r->n_moves; i++)
        write_move(r, r->moves[i], b);
    if (r->has_result) {
        mur_text t = mur_buffer_reserve(b, MUR_LINE_TEXT);
        mur_record_write_result(r, &t);
        mur_put_char(&t, '\n');
        mur_buffer_commit(b, &t);
    }
}
