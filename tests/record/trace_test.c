/* SPDX-License-Identifier: MIT */
/* tests/record/trace_test.c -- traces: one line for each position, with only what the viewer may know. */
#include <criterion/criterion.h>

#include "record/trace.h"
#include "tests/record/sample.h"

/* All lines of the trace of a record, as seen from a seat, each with an LF. */
static mur_buffer trace(const char *text, int seat)
{
    mur_record *r;
    mur_record_error e = { 0 };
    mur_trace *t;
    mur_buffer lines = { 0 };
    cr_assert(reads(mur_span_of(text), &r, &e), "%zu: %s", e.line, e.message);
    mur_trace_open(&t, r, seat);
    while (mur_trace_next(t, &lines))
        mur_buffer_put(&lines, "\n");
    cr_expect_not(mur_trace_next(t, &lines), "after the last there is none");
    mur_trace_close(&t);
    cr_expect_null(t);
    mur_record_close(&r);
    return lines;
}

static void expect_in_trace(const char *text, int seat, const char *words, bool expected)
{
    mur_buffer b = trace(text, seat);
    cr_expect_eq(strstr(b.at, words) != NULL, expected, "%s%s in\n%s", words, expected ? " is not" : "", b.at);
    mur_buffer_close(&b);
}

#define DIE_MAUER "muraille 1\ngame die-mauer\nplayers 3\noption hands 1\n"

static const struct {
    const char *text;
    int seat;
    const char *words;
    bool expected;
} rows[] = {
    /* the first line has no move, and lists what may be played, sorted by byte */
    { DIE_MAUER, MUR_ALL,
      "{\"ply\":0,\"move\":null,\"legal\":{\"1\":[\"-\",\"1\",\"2\",\"3\",\"4\",\"6\",\"G\",\"T\"],\"2\":[", true },
    { HEAD SETUP, MUR_ALL, "\"legal\":{\"1\":[\"1:G\",\"1:H\",\"1:T\",\"1:W\",\"1:WW\",\"2:G\",", true },
    { HEAD SETUP "move 1 draw\n", MUR_ALL, "\n{\"ply\":1,\"move\":\"1 draw\",\"legal\":{\"1\":[", true },
    { DIE_MAUER "move 2 T\n", MUR_ALL, "\"move\":\"2 T\"", true },
    /* a seat sees its own moves, and only the public part of others' */
    { DIE_MAUER, 1, "\"legal\":{\"2\":[\"-\",", true },
    { DIE_MAUER, 1, "\"1\":[", false },
    { DIE_MAUER "move 2 T\n", 1, "\"move\":\"2 T\",\"legal\":{}", true },
    { DIE_MAUER "move 2 T\n", 0, "\"move\":\"2 ?\",\"legal\":{\"1\":[", true },
    { DIE_MAUER "move 2 T\n", 0, "\"2 T\"", false },
    { HEAD SETUP, 0, "\"hands\":[\"WWGTH\",5]", true },
    { HEAD SETUP, 1, "\"hands\":[5,\"WWWGN\"]", true },
    /* a spectator sees what is public, and never has a move */
    { DIE_MAUER "move 2 T\n", MUR_WATCHER, "\"move\":\"2 ?\",\"legal\":{}", true },
    { HEAD SETUP, MUR_WATCHER, "\"hands\":[5,5]", true },
    { HEAD SETUP, MUR_WATCHER, "\"result\"", false },
};

Test(trace, a_trace_shows_only_what_its_seat_may_know)
{
    for (size_t i = 0; i < countof(rows); i++)
        expect_in_trace(rows[i].text, rows[i].seat, rows[i].words, rows[i].expected);
}

Test(trace, a_finished_game_ends_with_scores_and_winners_for_every_viewer)
{
    for (int i = 0; mur_game_at(i); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            mur_record *r = random_game(mur_game_at(i), mur_game_at(i)->seats_min, seed, SIZE_MAX);
            mur_buffer text = written(r);
            int seats[] = { MUR_ALL, MUR_WATCHER, 0, 1 };
            for (size_t s = 0; s < countof(seats); s++) {
                mur_buffer b = trace(text.at, seats[s]);
                const char *result = strstr(b.at, ",\"result\":{\"scores\":[");
                cr_assert(result);
                cr_expect(strstr(result, "],\"winners\":["));
                cr_expect_eq(strchr(result, '\n') + 1, b.at + b.len, "only the last line has it");
                cr_expect(strstr(b.at, "\"legal\":{},\"state\":"));
                mur_buffer_close(&b);
            }
            mur_buffer_close(&text);
            mur_record_close(&r);
        }
}

Test(trace, closing_a_trace_that_was_never_opened_is_fine)
{
    mur_trace *t = NULL;
    mur_replay *p = NULL;
    mur_trace_close(&t);
    mur_replay_close(&p);
}
