/* SPDX-License-Identifier: MIT */
/* tests/record/record_test.c -- building, writing and reading records; errors with line and reason. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/record/sample.h"

/* -- Valid records -- */

static void expect_same_again(const mur_record *r)
{
    mur_record *again;
    mur_record_error e = { 0 };
    mur_buffer first = written(r);
    cr_assert(reads((mur_span){ first.at, first.len }, &again, &e), "%zu: %s", e.line, e.message);
    mur_buffer second = written(again);
    cr_expect_str_eq(second.at, first.at);
    cr_expect_eq(again->n_moves, r->n_moves);
    cr_expect_arr_eq(again->setup, r->setup, r->game->setup_size);
    cr_expect_arr_eq(again->state, r->state, r->game->state_size);
    mur_buffer_close(&first);
    mur_buffer_close(&second);
    mur_record_close(&again);
}

Test(record, a_written_record_is_read_as_the_same_game)
{
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            for (size_t moves = 0; moves < 100000; moves = moves * 7 + 9) {
                mur_record *r = random_game(g, seats, moves, moves);
                expect_same_again(r);
                mur_record_close(&r);
            }
    }
}

static const struct {
    const char *about, *text, *canonical;
} good[] = {
    { "nothing but the set-up", HEAD SETUP, HEAD SETUP },
    { "some moves", HEAD SETUP "move 1 1:WW\nmove 1 draw\nmove 2 2:W\n",
      HEAD SETUP "move 1 1:WW\nmove 1 draw\nmove 2 2:W\n" },
    { "set-up lines in any order", HEAD DECK2 TOKENS DECK1, HEAD DECK2 TOKENS DECK1 },
    { "an option", HEAD "option first 2\n" SETUP "move 2 draw\n", HEAD "option first 2\n" SETUP "move 2 draw\n" },
    { "an option at its default", HEAD "option first 1\n" SETUP, HEAD "option first 1\n" SETUP },
    { "tags in their order", HEAD "tag b  free\ttext \ntag a \xc3\xa9\n" SETUP,
      HEAD "tag b  free\ttext \ntag a \xc3\xa9\n" SETUP },
    { "no LF at the end", HEAD SETUP "move 1 draw", HEAD SETUP "move 1 draw\n" },
    { "CR LF", "muraille 1\r\ngame die-mauer\r\nplayers 3\r\nmove 3 T\r\n",
      "muraille 1\ngame die-mauer\nplayers 3\nmove 3 T\n" },
    { "comments and blank lines anywhere",
      "# first\n\nmuraille 1\n#\tsecond \xe2\x82\xac \xff \x1b[2J\ngame die-mauer\n   \nplayers 3\n\r\n#\nmove 2 "
      "G\n\n# last",
      "muraille 1\ngame die-mauer\nplayers 3\nmove 2 G\n" },
    { "options of another game in the order given",
      "muraille 1\ngame die-mauer\nplayers 4\noption hands 99\noption first 4\n",
      "muraille 1\ngame die-mauer\nplayers 4\noption hands 99\noption first 4\n" },
};

Test(record, a_record_is_written_as_it_was_read_without_comments_and_blank_lines)
{
    for (size_t i = 0; i < countof(good); i++) {
        mur_record *r;
        mur_record_error e = { 0 };
        cr_expect(reads(mur_span_of(good[i].text), &r, &e), "%s: %zu: %s", good[i].about, e.line, e.message);
        if (!r)
            continue;
        mur_buffer b = written(r);
        cr_expect_str_eq(b.at, good[i].canonical, "%s", good[i].about);
        mur_buffer_close(&b);
        mur_record_close(&r);
    }
}

/* -- Invalid records: the line of the error, and a part of the message -- */

static const struct {
    const char *text;
    size_t line;
    const char *words;
} bad[] = {
    /* the head */
    { "", 1, "the record ends here; expected: muraille 1" },
    { "\n# only this\n", 3, "expected: muraille 1" },
    { "muraille", 1, "\"muraille\": malformed line; expected: muraille 1" },
    { "muraille 2\n", 1, "unknown version of the record format" },
    { "muraille 01\n", 1, "unknown version" },
    { "muraille 1 \n", 1, "unknown version" },
    { " muraille 1\n", 1, "unknown keyword" },
    { "\xef\xbb\xbfmuraille 1\n", 1, "unknown keyword" },
    { "Muraille 1\n", 1, "unknown keyword; expected: muraille 1" },
    { "game die-mauer\n", 1, "this line comes too early; expected: muraille 1" },
    { "muraille 1\n", 2, "the record ends here; expected: game GAME" },
    { "muraille 1\nmuraille 1\n", 2, "this line was given before; expected: game GAME" },
    { "muraille 1\nplayers 3\n", 2, "this line comes too early; expected: game GAME" },
    { "muraille 1\ngame mauer\n", 2, "unknown game; expected: game chinesische-mauer, game die-mauer" },
    { "muraille 1\ngame die-mauer \n", 2, "unknown game" },
    { "muraille 1\ngame  die-mauer\n", 2, "unknown game" },
    { "muraille 1\ngame die-mauer", 3, "expected: players NUMBER" },
    { "muraille 1\ngame die-mauer\n\n# end", 5, "expected: players NUMBER" },
    { "muraille 1\ngame die-mauer\ngame die-mauer\n", 3, "this line was given before" },
    { "muraille 1\ngame die-mauer\nplayers 2\n", 3,
      "number of players is not possible in this game; expected: players 3-6" },
    { "muraille 1\ngame die-mauer\nplayers 7\n", 3, "number of players" },
    { "muraille 1\ngame die-mauer\nplayers 0\n", 3, "number of players" },
    { "muraille 1\ngame die-mauer\nplayers 03\n", 3, "expected: players NUMBER" },
    { "muraille 1\ngame die-mauer\nplayers +3\n", 3, "expected: players NUMBER" },
    { "muraille 1\ngame die-mauer\nplayers -3\n", 3, "expected: players NUMBER" },
    { "muraille 1\ngame die-mauer\nplayers 3 4\n", 3, "expected: players NUMBER" },
    { "muraille 1\ngame die-mauer\nplayers 99999999999999999999\n", 3, "expected: players NUMBER" },
    { HEAD "players 2\n", 4, "this line was given before; expected: option NAME VALUE, tag NAME TEXT" },
    /* options */
    { HEAD "option\n", 4, "expected: option NAME VALUE" },
    { HEAD "option first\n", 4, "expected: option NAME VALUE" },
    { HEAD "option first \n", 4, "expected: option NAME VALUE" },
    { HEAD "option  first 1\n", 4, "expected: option NAME VALUE" },
    { HEAD "option first  1\n", 4, "invalid value for this option" },
    { HEAD "option first 1 \n", 4, "invalid value for this option" },
    { HEAD "option first 01\n", 4, "invalid value for this option" },
    { HEAD "option first 0\n", 4, "invalid value for this option; expected: option first 1-5" },
    { HEAD "option first 3\n", 4, "invalid value for this option" },
    { HEAD "option hands 3\n", 4, "this game has no such option; expected: option first" },
    { HEAD "option first 1\noption first 2\n", 5, "this option was given before" },
    { HEAD "tag a b\noption first 1\n", 5, "this line comes too late; expected: tag NAME TEXT, setup NAME VALUE" },
    /* tags */
    { HEAD "tag\n", 4, "expected: tag NAME TEXT" },
    { HEAD "tag a\n", 4, "expected: tag NAME TEXT" },
    { HEAD "tag a \n", 4, "expected: tag NAME TEXT" },
    { HEAD "tag a\tb c\n", 4, "expected: tag NAME TEXT" },
    { HEAD "tag a b\ntag c d\ntag a e\n", 6, "a tag of this name was given before" },
    { HEAD "tag a b\x01\n", 4, "\"tag a b\\x01\": control characters are not allowed here" },
    { HEAD "tag a \x7f\n", 4, "control characters are not" },
    { HEAD "tag a \xc2\x9b"
           "31m\n",
      4, "\"tag a \\xc2\\x9b31m\": control characters are not" },
    { HEAD "tag a \xff\n", 4, "\"tag a \\xff\": this is not UTF-8 text" },
    { HEAD "tag a \xc3\n", 4, "this is not UTF-8 text" },
    { HEAD "tag a \xed\xa0\x80\n", 4, "this is not UTF-8 text" },
    { HEAD TOKENS "tag a b\n", 5, "this line comes too late" },
    /* set-up */
    { HEAD "setup tokens\n", 4, "expected: setup NAME VALUE" },
    { HEAD "setup tokens \n", 4, "expected: setup NAME VALUE" },
    { HEAD "setup tokens 1 2 3\n", 4, "the tokens must be the 36 in the box; possible: setup tokens " },
    { HEAD "setup deck1 W\n", 4, "a deck has the 20 cards of one set; possible: setup deck1 " },
    { HEAD "setup deck1\tW\n", 4, "control characters are not" },
    { HEAD "setup deck3 W\n", 4,
      "this game has no such set-up line; expected: setup tokens, setup deck1, setup deck2" },
    { HEAD SETUP DECK1, 7, "this set-up line was given before" },
    { HEAD TOKENS DECK1, 6, "a set-up line is missing before this; expected: setup deck2" },
    { HEAD TOKENS DECK1 "move 1 draw\n", 6,
      "\"move 1 draw\": a set-up line is missing before this; expected: setup deck2" },
    { HEAD TOKENS "result 1 2\n", 5, "a set-up line is missing before this; expected: setup deck1" },
    { HEAD SETUP "move 1 draw\n" DECK1, 8, "this line comes too late; expected: move SEAT MOVE, result" },
    { "muraille 1\ngame die-mauer\nplayers 3\nsetup deck1 W\n", 4, "this game has no such set-up line" },
    /* moves */
    { HEAD SETUP "move\n", 7, "expected: move SEAT MOVE" },
    { HEAD SETUP "move \n", 7, "expected: move SEAT MOVE" },
    { HEAD SETUP "move 1\n", 7, "expected: move SEAT MOVE" },
    { HEAD SETUP "move 1 \n", 7, "this is not a move" },
    { HEAD SETUP "move 01 draw\n", 7, "expected: move SEAT MOVE" },
    { HEAD SETUP "move x draw\n", 7, "expected: move SEAT MOVE" },
    { HEAD SETUP "move  1 draw\n", 7, "expected: move SEAT MOVE" },
    { HEAD SETUP "move 1  draw\n", 7, "this is not a move" },
    { HEAD SETUP "move 1 draw \n", 7, "this is not a move" },
    { HEAD SETUP "move 1 draw\r", 7, "\"move 1 draw\\x0d\": control characters are not" },
    { HEAD SETUP "move 1 dr\raw\n", 7, "control characters are not" },
    { HEAD SETUP "move 1 draw\t\n", 7, "control characters are not" },
    { HEAD SETUP "move 1 xyzzy\n", 7, "\"move 1 xyzzy\": this is not a move; possible: move 1 " },
    { HEAD SETUP "move 1 1:N\n", 7, "; possible: move 1 " },
    { HEAD SETUP "move 0 draw\n", 7, "it is not this seat's turn; possible: move 1 " },
    { HEAD SETUP "move 3 draw\n", 7, "it is not this seat's turn; possible: move 1 " },
    { HEAD SETUP "move 2 draw\n", 7, "it is not this seat's turn; possible: move 1 " },
    { HEAD SETUP "move 1 draw\nmove 1 draw\nmove 1 draw\n", 9, "it is not this seat's turn; possible: move 2 " },
    { HEAD SETUP "mvoe 1 draw\n", 7, "unknown keyword; expected: setup NAME VALUE, move SEAT MOVE" },
    { HEAD SETUP "move\t1 draw\n", 7, "control characters are not" },
    { HEAD SETUP "result 0 0\n", 7, "the game is not over yet" },
    { HEAD SETUP "result\n", 7, "expected: result SCORE ..." },
};

Test(record, a_broken_record_is_refused_at_its_line_with_the_reason)
{
    for (size_t i = 0; i < countof(bad); i++) {
        mur_record *r;
        mur_record_error e = { 0 };
        cr_expect_not(reads(mur_span_of(bad[i].text), &r, &e), "%s", bad[i].text);
        cr_expect_null(r);
        cr_expect_eq(e.line, bad[i].line, "line %zu, not %zu: %s", e.line, bad[i].line, bad[i].text);
        cr_expect(strstr(e.message, bad[i].words), "%s\n instead of: %s", e.message, bad[i].words);
    }
}

Test(record, a_nul_is_refused_wherever_it_is)
{
    static const char text[] = HEAD SETUP "move 1 draw\0\nmove 1 draw\n";
    mur_record *r;
    mur_record_error e;
    cr_expect_not(reads((mur_span){ text, sizeof text - 1 }, &r, &e));
    cr_expect_eq(e.line, 7);
    cr_expect_str_eq(e.message, "\"move 1 draw\\x00\": control characters are not allowed here");
}

Test(record, a_long_line_is_quoted_only_in_part)
{
    mur_buffer b = { 0 };
    mur_record *r;
    mur_record_error e;
    mur_buffer_put(&b, HEAD SETUP "move 1 ");
    for (int i = 0; i < 100000; i++)
        mur_buffer_put(&b, "W");
    cr_expect_not(reads((mur_span){ b.at, b.len }, &r, &e));
    cr_expect_eq(e.line, 7);
    cr_expect(strstr(e.message, "WWW...\": this is not a move"), "%s", e.message);
    cr_expect_lt(strlen(e.message), 300);
    mur_buffer_close(&b);
}

/* -- The end of a game -- */

static void expect_refused_after(const mur_buffer *game, const char *more, const char *words)
{
    mur_record *r;
    mur_record_error e = { 0 };
    mur_buffer b = { 0 };
    size_t lines = 0;
    mur_buffer_put_span(&b, (mur_span){ game->at, game->len });
    for (size_t i = 0; i < b.len; i++)
        lines += b.at[i] == '\n';
    mur_buffer_put(&b, more);
    cr_expect_not(reads((mur_span){ b.at, b.len }, &r, &e), "%s", more);
    cr_expect_eq(e.line, lines + 1, "%s", more);
    cr_expect(strstr(e.message, words), "%s\n instead of: %s", e.message, words);
    mur_buffer_close(&b);
}

Test(record, the_result_is_that_of_the_moves_and_the_last_line)
{
    for (int i = 0; mur_game_at(i); i++) {
        mur_record *r = random_game(mur_game_at(i), mur_game_at(i)->seats_max, 7, SIZE_MAX);
        char right[MUR_LINE_TEXT];
        mur_text t = mur_text_on(right, sizeof right);
        mur_record_write_result(r, &t);

        mur_buffer with = written(r);
        expect_refused_after(&with, "result 1 2\n", "nothing may follow the result");
        expect_refused_after(&with, "move 1 draw\n", "nothing may follow the result");
        expect_refused_after(&with, "moves\n", "unknown keyword");
        r->has_result = false; /* a finished game without a result is fine */
        expect_same_again(r);
        mur_buffer without = written(r);
        expect_refused_after(&without, "result 1000 1000\n", right);
        expect_refused_after(&without, "move 9 draw\n", "the game is over; expected: result");
        mur_text wrong = mur_text_on(right, sizeof right);
        mur_record_write_result(r, &wrong);
        mur_put(&wrong, " \n");
        expect_refused_after(&without, right, "the result does not follow from the moves");
        mur_buffer_close(&with);
        mur_buffer_close(&without);
        mur_record_close(&r);
    }
}

/* -- Bounds -- */

Test(record, a_record_has_no_more_than_a_thousand_tags)
{
    mur_buffer b = { 0 };
    mur_record *r;
    mur_record_error e;
    mur_buffer_put(&b, HEAD);
    for (int i = 0; i <= MUR_RECORD_TAGS; i++) {
        mur_buffer_put(&b, "tag t");
        mur_buffer_put_int(&b, i);
        mur_buffer_put(&b, " x\n");
    }
    cr_expect_not(reads((mur_span){ b.at, b.len }, &r, &e));
    cr_expect_eq(e.line, 3 + MUR_RECORD_TAGS + 1);
    cr_expect(strstr(e.message, "no more than a thousand tags"));
    mur_buffer_close(&b);
}

Test(record, a_record_is_no_longer_than_16_megabytes)
{
    size_t size = MUR_RECORD_BYTES + 1;
    char *text = mur_new(size);
    mur_record *r;
    mur_record_error e;
    memset(text, '\n', size);
    cr_expect_not(reads((mur_span){ text, size }, &r, &e));
    cr_expect_eq(e.line, MUR_RECORD_BYTES + 1);
    cr_expect_str_eq(e.message, "a record is no longer than 16 MB");
    memcpy(text, HEAD SETUP, sizeof HEAD SETUP - 1);
    cr_expect(reads((mur_span){ text, size - 1 }, &r, &e), "16 MB themselves are not too long");
    mur_record_close(&r);
    free(text);
}

/* -- Words -- */

static const char *shout(void *context, const char *key)
{
    (void)context;
    return strcmp(key, "unknown game") == 0                 ? "KEIN SOLCHES SPIEL"
           : strcmp(key, "{reason}; expected: {form}") == 0 ? "{form}? {reason}!"
                                                            : key;
}

Test(record, messages_are_in_the_readers_language)
{
    const mur_words words = { .translate = shout };
    mur_record *r;
    mur_record_error e;
    cr_expect_not(mur_record_read(mur_span_of("muraille 1\ngame x\n"), &words, &r, &e));
    cr_expect(strstr(e.message, "\"game x\": game chinesische-mauer"), "%s", e.message);
    cr_expect(strstr(e.message, "? KEIN SOLCHES SPIEL!"), "%s", e.message);
}

/* -- Building -- */

Test(record, a_game_is_built_step_by_step)
{
    mur_record *r;
    const mur_game *g = mur_game_of(mur_span_of("chinesische-mauer"));
    cr_assert_eq(mur_record_open(&r, g, 2), MUR_OK);
    cr_expect_eq(mur_record_set_option(r, mur_option_of(g, mur_span_of("first")), mur_span_of("2")), MUR_OK);
    mur_record_set_tag(r, mur_span_of("player1"), mur_span_of("Anna"));
    cr_expect_str_eq(mur_record_tag(r, mur_span_of("player1")), "Anna");
    cr_expect_null(mur_record_tag(r, mur_span_of("player")));
    cr_expect_eq(mur_record_missing(r), 0);
    cr_expect_eq(mur_record_start(r), MUR_SETUP);
    cr_expect_not(mur_record_is_over(r), "it has not begun");
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    mur_record_deal(r, &rng);
    cr_expect_eq(mur_record_missing(r), -1);
    cr_expect_eq(mur_record_play(r, 0, g->read_move(mur_span_of("draw")), NULL), MUR_TURN);
    cr_expect_eq(r->n_moves, 0);
    mur_events log = { 0 };
    cr_expect_eq(mur_record_play(r, 1, g->read_move(mur_span_of("draw")), &log), MUR_OK);
    cr_expect_gt(log.n, 0);
    cr_expect_eq(r->n_moves, 1);
    expect_same_again(r);
    mur_record_close(&r);
    cr_expect_null(r);
    mur_record_close(&r); /* an empty one is fine */
}

Test(record, an_impossible_number_of_players_gives_no_record)
{
    mur_record *r;
    cr_expect_eq(mur_record_open(&r, mur_game_of(mur_span_of("die-mauer")), 2), MUR_PLAYERS);
    cr_expect_null(r);
}
