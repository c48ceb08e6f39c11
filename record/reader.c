/* SPDX-License-Identifier: MIT */
/* record/reader.c -- records from bytes, as strictly as the notation says.
 * A record is a sequence of sections, each of lines that begin with the same word. The table `sections` is the order
 * they come in; one reader for each takes what follows the word. Every move is played while it is read, so a record
 * that is accepted is a real game.
 * Most of this file is about good error messages: the line at fault, the reason, and what would have been right there
 * (`expected`), with examples taken from the game itself. */
#include "record/reader.h"

#include <assert.h>
#include <string.h>

#include "record/lines.h"
#include "record/safe_text.h"

enum section { VERSION, GAME, PLAYERS, OPTION, TAG, SETUP, MOVE, RESULT, SECTIONS, NOWHERE = -1 };

enum {
    EXPECTED_TEXT = 512, /* what would have been right, in words */
    EXAMPLES = 5         /* legal moves named in a message */
};

typedef struct {
    mur_span rest;        /* bytes after this line */
    mur_span text;        /* this line, without its end */
    size_t line;          /* its number */
    enum section section; /* of the latest line that was read */
    const mur_game *game;
    mur_record *record; /* from PLAYERS on */
    const mur_words *words;
    mur_record_error *error;
} reader;

typedef bool read_section(reader *r, mur_span value);
static read_section read_version, read_game, read_players, read_option, read_tag, read_setup, read_move, read_result;

static const struct {
    const char *word, *expected;
    read_section *read;
    bool is_needed, is_many;
} sections[SECTIONS] = {
    [VERSION] = { "muraille", "muraille 1", read_version, true, false },
    [GAME] = { "game", "game GAME", read_game, true, false },
    [PLAYERS] = { "players", "players NUMBER", read_players, true, false },
    [OPTION] = { "option", "option NAME VALUE", read_option, false, true },
    [TAG] = { "tag", "tag NAME TEXT", read_tag, false, true },
    [SETUP] = { "setup", "setup NAME VALUE", read_setup, false, true },
    [MOVE] = { "move", "move SEAT MOVE", read_move, false, true },
    [RESULT] = { "result", "result SCORE ...", read_result, false, false },
};

/* -- Errors -- */

/* The reason is a gettext key; `expected` is what would have been right, or NULL. Past the last line there is nothing
 * to quote. Returns false, so that a reader can end with `return refuse(...)`. */
static bool refuse_in_words(reader *r, const char *phrase, const char *reason, const char *expected)
{
    const mur_format_arg places[] = {
        { "reason", mur_span_of(mur_translate(r->words, reason)) },
        { "form", mur_span_of(expected ? expected : "") },
        { 0 },
    };
    mur_text t = mur_text_on(r->error->message, sizeof r->error->message);
    if (r->text.len > 0) {
        mur_put_quoted(&t, r->text);
        mur_put(&t, ": ");
    }
    mur_put_format(&t, mur_translate(r->words, phrase), places);
    r->error->line = r->line;
    return false;
}

static bool refuse(reader *r, const char *reason, const char *expected)
{
    return refuse_in_words(r, expected ? N_("{reason}; expected: {form}") : "{reason}", reason, expected);
}

/* The same with one of many lines that would do. */
static bool refuse_with_example(reader *r, mur_err e, const char *expected)
{
    return refuse_in_words(r, N_("{reason}; possible: {form}"), mur_err_text(r->game, e), expected);
}

static bool refuse_because(reader *r, mur_err e, const char *expected)
{
    return refuse(r, mur_err_text(r->game, e), expected);
}

/* Appends one more way to write the line, with a comma between them. */
static void put_expected(mur_text *t, const char *expected)
{
    mur_put(t, t->len ? ", " : "");
    mur_put(t, expected);
}

/* All lines that may come after the latest one, up to the first that must. */
static void put_next_lines(const reader *r, mur_text *t)
{
    bool again = r->section != NOWHERE && sections[r->section].is_many;
    for (int i = (int)r->section + !again; i < SECTIONS; i++) {
        put_expected(t, sections[i].expected);
        if (sections[i].is_needed)
            return;
    }
}

/* For lines in the wrong place: lists all lines that may come here. */
static bool refuse_here(reader *r, const char *reason)
{
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    put_next_lines(r, &t);
    return refuse(r, reason, t.len ? expected : NULL);
}

static bool refuse_malformed(reader *r, enum section s)
{
    return refuse(r, N_("malformed line"), sections[s].expected);
}

/* -- The head -- */

static bool read_version(reader *r, mur_span value)
{
    return mur_span_is(value, "1") || refuse(r, N_("unknown version of the record format"), sections[VERSION].expected);
}

/* An unknown name is answered with the names there are. */
static bool read_game(reader *r, mur_span value)
{
    r->game = mur_game_of(value);
    if (r->game)
        return true;
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    for (int i = 0; mur_game_at(i); i++) {
        put_expected(&t, "game ");
        mur_put(&t, mur_game_at(i)->id);
    }
    return refuse(r, N_("unknown game"), expected);
}

/* The record itself is opened here: from now on there is a setup to fill. */
static bool read_players(reader *r, mur_span value)
{
    int seats;
    if (!mur_take_number(&value, &seats) || value.len > 0)
        return refuse_malformed(r, PLAYERS);
    mur_err e = mur_record_open(&r->record, r->game, seats);
    if (!e)
        return true;
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    put_expected(&t, "players ");
    mur_put_int(&t, r->game->seats_min);
    mur_put_char(&t, '-');
    mur_put_int(&t, r->game->seats_max);
    return refuse_because(r, e, expected);
}

/* NAME VALUE: a word, one space, and something more. */
static bool take_name(mur_span *value, mur_span *name)
{
    return mur_take_word(value, name) && mur_take_char(value, ' ') && value->len > 0;
}

static void put_option(const reader *r, int option, mur_text *t)
{
    put_expected(t, "option ");
    mur_put(t, r->game->options[option].id);
    mur_put_char(t, ' ');
    mur_put(t, r->game->options[option].values);
}

/* Lists all options of the game with their values. */
static bool refuse_option_name(reader *r)
{
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    for (int i = 0; i < r->game->n_options; i++)
        put_option(r, i, &t);
    return refuse(r, N_("this game has no such option"), expected);
}

/* Reads "NAME VALUE" and sets the option; each may be given once. */
static bool read_option(reader *r, mur_span value)
{
    mur_span name;
    if (!take_name(&value, &name))
        return refuse_malformed(r, OPTION);
    int option = mur_option_of(r->game, name);
    if (option < 0)
        return refuse_option_name(r);
    if (mur_is_given(&r->record->options, option))
        return refuse(r, N_("this option was given before"), NULL);
    mur_err e = mur_record_set_option(r->record, option, value);
    if (!e)
        return true;
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    put_option(r, option, &t);
    return refuse_because(r, e, expected);
}

/* Tags are free text; their names are one word without tabs, and each is given once. */
static bool read_tag(reader *r, mur_span value)
{
    mur_span name;
    if (!take_name(&value, &name) || memchr(name.at, '\t', name.len))
        return refuse_malformed(r, TAG);
    if (r->record->n_tags == MUR_RECORD_TAGS)
        return refuse(r, N_("a record has no more than a thousand tags"), NULL);
    if (mur_record_tag(r->record, name))
        return refuse(r, N_("a tag of this name was given before"), NULL);
    mur_record_set_tag(r->record, name, value);
    return true;
}

/* -- Set-up -- */

static void put_line_name(const reader *r, int line, mur_text *t)
{
    put_expected(t, "setup ");
    r->game->write_line_name(r->record->setup, line, t);
}

static bool refuse_line_name(reader *r)
{
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    for (int i = 0; i < r->game->n_lines(r->record->setup); i++)
        put_line_name(r, i, &t);
    return refuse(r, N_("this game has no such set-up line"), t.len ? expected : NULL);
}

/* With a line that would do: deals another game of the same size and shows its line. */
static bool refuse_line(reader *r, int line, mur_err e)
{
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    mur_record *other = NULL;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    mur_record_open(&other, r->game, r->record->setup->seats);
    mur_record_deal(other, &rng);
    put_line_name(r, line, &t);
    mur_put_char(&t, ' ');
    r->game->write_line(other->setup, line, &t);
    mur_record_close(&other);
    return refuse_with_example(r, e, expected);
}

/* Reads "NAME VALUE"; each line may be given once, in any order. */
static bool read_setup(reader *r, mur_span value)
{
    mur_span name;
    if (!take_name(&value, &name))
        return refuse_malformed(r, SETUP);
    int line = mur_line_of(r->record, name);
    if (line < 0)
        return refuse_line_name(r);
    if (mur_is_given(&r->record->lines, line))
        return refuse(r, N_("this set-up line was given before"), NULL);
    mur_err e = mur_record_set_line(r->record, line, value);
    return !e || refuse_line(r, line, e);
}

/* Moves, result and the end of the record all need the first position: it is reached at the first of these. */
static bool start(reader *r)
{
    if (r->record->has_started)
        return true;
    int missing = mur_record_missing(r->record);
    if (missing >= 0) {
        char expected[EXPECTED_TEXT];
        mur_text t = mur_text_on(expected, sizeof expected);
        put_line_name(r, missing, &t);
        return refuse(r, N_("a set-up line is missing before this"), expected);
    }
    mur_err e = mur_record_start(r->record);
    return !e || refuse_because(r, e, NULL);
}

/* -- Moves -- */

/* Who may act instead, and some of what: "1 draw, 1 1:W, ...". Only called while somebody may act. */
static void put_examples(const reader *r, int seat, mur_text *t)
{
    const mur_state *s = r->record->state;
    mur_move moves[MUR_MOVES];
    if (seat >= s->seats || !(s->to_act >> seat & 1))
        for (seat = 0; !(s->to_act >> seat & 1); seat++) {
        }
    int n = r->game->legal(s, seat, moves);
    for (int i = 0; i < n && i < EXAMPLES; i++) {
        put_expected(t, sections[MOVE].word);
        mur_put_char(t, ' ');
        mur_put_int(t, seat + 1);
        mur_put_char(t, ' ');
        r->game->write_move(moves[i], t);
    }
    mur_put(t, n > EXAMPLES ? ", ..." : "");
}

/* After the end only a result can follow; before it, some of the moves that are possible. */
static bool refuse_move(reader *r, int seat, mur_err e)
{
    char expected[EXPECTED_TEXT];
    mur_text t = mur_text_on(expected, sizeof expected);
    if (mur_record_is_over(r->record)) {
        mur_record_write_result(r->record, &t);
        return refuse_because(r, e, expected);
    }
    put_examples(r, seat, &t);
    return refuse_with_example(r, e, expected);
}

/* The first move starts the game: all set-up lines must have been given by then. */
static bool read_move(reader *r, mur_span value)
{
    int seat;
    if (!mur_take_number(&value, &seat) || !mur_take_char(&value, ' '))
        return refuse_malformed(r, MOVE);
    if (!start(r))
        return false;
    if (seat < 1 || seat > r->record->setup->seats)
        return refuse_move(r, 0, mur_record_is_over(r->record) ? MUR_OVER : MUR_TURN);
    mur_move m = r->game->read_move(value);
    mur_err e = m ? mur_record_play(r->record, seat - 1, m, NULL) : MUR_TEXT;
    return !e || refuse_move(r, seat - 1, e);
}

/* The result must be exactly the line that the position gives. */
static bool read_result(reader *r, mur_span value)
{
    (void)value; /* the line as a whole is right or wrong */
    if (!start(r))
        return false;
    if (!mur_record_is_over(r->record))
        return refuse(r, N_("the game is not over yet"), NULL);
    char right[MUR_LINE_TEXT];
    mur_text t = mur_text_on(right, sizeof right);
    mur_record_write_result(r->record, &t);
    if (!mur_span_is(r->text, right))
        return refuse(r, N_("the result does not follow from the moves"), right);
    mur_record_finish(r->record);
    return true;
}

/* -- Lines -- */

/* Lines end with LF or CR LF; the last one may end with neither. */
static bool next_line(reader *r)
{
    size_t left = r->rest.len;
    r->line++;
    r->text = r->rest;
    if (!mur_take_line(&r->rest, &r->text))
        return false;
    bool has_lf = r->text.len < left;
    if (has_lf && r->text.len > 0 && r->text.at[r->text.len - 1] == '\r')
        r->text.len--;
    return true;
}

static bool is_blank(mur_span text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] != ' ' && text.at[i] != '\t')
            return false;
    return true;
}

/* Strict UTF-8 without control characters; tabs only in the free text of tags. */
static bool check_bytes(reader *r, bool tabs)
{
    for (mur_span s = r->text; s.len > 0;) {
        int32_t point = mur_take_utf8(&s);
        if (point < 0)
            return refuse(r, N_("this is not UTF-8 text"), NULL);
        if (mur_is_control(point) && !(tabs && point == '\t'))
            return refuse(r, N_("control characters are not allowed here"), NULL);
    }
    return true;
}

static enum section section_of(mur_span word)
{
    for (int i = 0; i < SECTIONS; i++)
        if (mur_span_is(word, sections[i].word))
            return (enum section)i;
    return NOWHERE;
}

/* A line comes after all that must come before it, and once unless it is one of many. Sections that may be left out
 * may be skipped. */
static bool check_order(reader *r, enum section s)
{
    if (s == NOWHERE)
        return refuse_here(r, N_("unknown keyword"));
    if (r->section == RESULT)
        return refuse(r, N_("nothing may follow the result"), NULL);
    if (s == r->section && !sections[s].is_many)
        return refuse_here(r, N_("this line was given before"));
    if (s < r->section)
        return refuse_here(r, N_("this line comes too late"));
    for (int i = (int)r->section + 1; i < (int)s; i++)
        if (sections[i].is_needed)
            return refuse_here(r, N_("this line comes too early"));
    return true;
}

/* Blank lines and comments are skipped before anything is checked, the bytes of all others are checked first of all. */
static bool read_line(reader *r)
{
    if (is_blank(r->text) || r->text.at[0] == '#')
        return true;
    mur_span value = r->text, word = { 0 };
    mur_take_word(&value, &word);
    enum section s = section_of(word);
    if (!check_bytes(r, s == TAG))
        return false;
    if (!check_order(r, s))
        return false;
    if (!mur_take_char(&value, ' '))
        return refuse_malformed(r, s);
    if (!sections[s].read(r, value))
        return false;
    r->section = s;
    return true;
}

/* A record may end anywhere after its head: a game that was interrupted is a record, too. */
static bool read_lines(reader *r)
{
    while (next_line(r))
        if (!read_line(r))
            return false;
    if (r->section < PLAYERS)
        return refuse_here(r, N_("the record ends here"));
    return start(r);
}

/* Names the line in which the limit is passed. */
static bool check_size(reader *r)
{
    if (r->rest.len <= MUR_RECORD_BYTES)
        return true;
    r->line = 1;
    for (size_t i = 0; i < MUR_RECORD_BYTES; i++)
        r->line += r->rest.at[i] == '\n';
    return refuse(r, N_("a record is no longer than 16 MB"), NULL);
}

/* The reader's record is freed on any error: *r is NULL then. */
bool mur_record_read(mur_span bytes, const mur_words *words, mur_record **r, mur_record_error *error)
{
    reader it = { .rest = bytes, .text = { "", 0 }, .section = NOWHERE, .words = words, .error = error };
    if (!check_size(&it) || !read_lines(&it))
        mur_record_close(&it.record);
    *r = it.record;
    return it.record != NULL;
}
