/* SPDX-License-Identifier: MIT */
/* One table: who may do what, and when (docs/protocol.md). */
#include "tests/server/tables.h"

/* -- Seats, before the start -- */

static table *fresh(table_plan *p, const char *game, int seats)
{
    *p = plan_of(game, seats);
    return table_open(person(99), person(1), p);
}

Test(table, an_open_seat_is_taken_once)
{
    table_plan p;
    static paper log;
    table *t = fresh(&p, "die-mauer", 3);
    cr_expect(table_is_open(t, 1));
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_OK);
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_TAKEN);
    cr_expect_eq(sit(t, &log, 2, 0), TABLE_STATE, "one seat for each");
    cr_expect_eq(sit(t, &log, 2, 3), TABLE_NONE);
    cr_expect_eq(sit(t, &log, 2, -1), TABLE_NONE);
    cr_expect_eq(table_find_person(t, person(2)), 1);
    cr_expect_eq(table_find_person(t, person(3)), -1);
    cr_expect_eq(table_find_person(t, nobody), -1);
    cr_expect_str_eq(table_seat_of(t, 1)->name, "P2");
    table_close(&t);
}

Test(table, who_stands_up_leaves_an_open_seat)
{
    table_plan p;
    static paper log;
    table_wish w;
    table *t = fresh(&p, "die-mauer", 3);
    cr_expect_eq(table_want_stand(t, person(2), &w), TABLE_NOT_YOURS);
    sit(t, &log, 2, 1);
    cr_assert_eq(table_want_stand(t, person(2), &w), TABLE_OK);
    cr_expect_eq(w.entry.kind, TABLE_STAND);
    grant(t, &log, &w);
    cr_expect(table_is_open(t, 1));
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_OK);
    table_close(&t);
}

Test(table, names_and_salts_are_plain_text)
{
    table_plan p;
    table_wish w;
    table *t = fresh(&p, "die-mauer", 3);
    char longest[2 * TABLE_NAME];
    memset(longest, 'n', sizeof longest);
    longest[TABLE_NAME] = '\0';
    cr_expect_eq(table_want_seat(t, person(2), 0, longest, mur_span_of(""), &w), TABLE_TEXT);
    cr_expect_eq(table_want_seat(t, person(2), 0, "a\nb", mur_span_of(""), &w), TABLE_TEXT);
    cr_expect_eq(table_want_seat(t, person(2), 0, "\xff", mur_span_of(""), &w), TABLE_TEXT);
    cr_expect_eq(table_want_seat(t, person(2), 0, "a", mur_span_of("x\ny"), &w), TABLE_TEXT);
    longest[TABLE_NAME - 1] = '\0';
    memset(longest + TABLE_NAME, 's', TABLE_NAME);
    mur_span salt = { longest + TABLE_NAME, TABLE_SALT };
    cr_expect_eq(table_want_seat(t, person(2), 0, longest, salt, &w), TABLE_OK);
    cr_expect_eq(w.entry.text.len, TABLE_NAME - 1 + 1 + TABLE_SALT);
    table_close(&t);
}

Test(table, the_host_gives_seats_to_bots_and_opens_them_again)
{
    table_plan p;
    static paper log;
    table_wish w;
    table *t = fresh(&p, "die-mauer", 3);
    mur_span mason = mur_span_of("mason");
    sit(t, &log, 2, 0);
    cr_expect_eq(table_want_bot(t, person(2), 1, mason, &w), TABLE_NOT_YOURS);
    cr_expect_eq(table_want_bot(t, person(1), 3, mason, &w), TABLE_NONE);
    cr_expect_eq(table_want_bot(t, person(1), 0, mason, &w), TABLE_TAKEN);
    cr_expect_eq(table_want_bot(t, person(1), 1, mur_span_of("Ma son"), &w), TABLE_TEXT);
    cr_assert_eq(table_want_bot(t, person(1), 1, mason, &w), TABLE_OK);
    cr_expect(mur_span_is(w.entry.text, "mason\nhere"));
    grant(t, &log, &w);
    cr_expect_str_eq(table_seat_of(t, 1)->bot, "mason");
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_TAKEN);
    cr_expect_eq(table_want_free(t, person(2), 1, &w), TABLE_NOT_YOURS);
    cr_expect_eq(table_want_free(t, person(1), 0, &w), TABLE_TAKEN);
    cr_expect_eq(table_want_free(t, person(1), 2, &w), TABLE_STATE);
    cr_assert_eq(table_want_free(t, person(1), 1, &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_is_open(t, 1));
    table_close(&t);
}

Test(table, a_seat_that_is_kept_waits_for_its_person)
{
    table_plan p;
    static paper log;
    table_wish w;
    table *t = fresh(&p, "die-mauer", 3);
    cr_expect_eq(table_want_keep(t, person(2), 0, person(3), "P3", &w), TABLE_NOT_YOURS);
    cr_assert_eq(table_want_keep(t, person(1), 0, person(3), "P3", &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_seat_of(t, 0)->is_kept);
    cr_expect_eq(sit(t, &log, 2, 0), TABLE_TAKEN);
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_STATE, "their seat is another");
    sit(t, &log, 1, 1);
    sit(t, &log, 2, 2);
    cr_expect_eq(start(t, &log, nobody), TABLE_STATE, "somebody is missing");
    cr_expect_eq(sit(t, &log, 3, 0), TABLE_OK);
    cr_expect_not(table_seat_of(t, 0)->is_kept);
    cr_expect_eq(start(t, &log, nobody), TABLE_OK);
    table_close(&t);
}

Test(table, a_kept_seat_can_be_declined_or_given_to_a_bot)
{
    table_plan p;
    static paper log;
    table_wish w;
    table *t = fresh(&p, "die-mauer", 3);
    for (int seat = 0; seat < 2; seat++) {
        cr_assert_eq(table_want_keep(t, person(1), seat, person(3 + seat), "", &w), TABLE_OK);
        grant(t, &log, &w);
    }
    cr_assert_eq(table_want_stand(t, person(3), &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_is_open(t, 0));
    cr_assert_eq(table_want_bot(t, person(1), 1, mur_span_of("mason"), &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect_eq(table_find_person(t, person(4)), -1);
    table_close(&t);
}

/* -- Start and close -- */

Test(table, it_begins_when_it_is_full_or_when_the_host_says_so)
{
    table_plan p;
    static paper log;
    table *t = fresh(&p, "chang-cheng", 2);
    sit(t, &log, 1, 0);
    cr_expect_eq(start(t, &log, nobody), TABLE_STATE);
    cr_expect_eq(start(t, &log, person(1)), TABLE_STATE);
    cr_expect_null(table_position(t));
    sit(t, &log, 2, 1);
    cr_expect_eq(start(t, &log, person(2)), TABLE_NOT_YOURS);
    cr_expect_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect_not_null(table_position(t));
    cr_expect_eq(start(t, &log, person(1)), TABLE_STATE);
    cr_expect_eq(table_after(t).state, STORE_PLAYING);
    table_close(&t);

    log.n = 0;
    p.waits_for_host = true;
    t = table_open(person(99), person(1), &p);
    sit(t, &log, 1, 0);
    sit(t, &log, 2, 1);
    cr_expect_eq(start(t, &log, nobody), TABLE_NOT_YOURS);
    cr_expect_eq(start(t, &log, person(1)), TABLE_OK);
    table_close(&t);
}

Test(table, the_host_closes_what_has_not_begun_or_concerns_nobody_else)
{
    table_plan p;
    static paper log;
    table_wish w;
    table *t = fresh(&p, "chang-cheng", 2);
    sit(t, &log, 1, 0);
    cr_expect_eq(table_want_close(t, person(2), &w), TABLE_NOT_YOURS);
    cr_expect_eq(table_want_close(t, person(1), &w), TABLE_OK);
    sit(t, &log, 2, 1);
    start(t, &log, nobody);
    cr_expect_eq(table_want_close(t, person(1), &w), TABLE_STATE, "another person plays");
    table_close(&t);

    log.n = 0;
    t = fresh(&p, "chang-cheng", 2);
    sit(t, &log, 1, 0);
    table_want_bot(t, person(1), 1, mur_span_of("mason"), &w);
    grant(t, &log, &w);
    start(t, &log, nobody);
    cr_assert_eq(table_want_close(t, person(1), &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect_eq(table_after(t).state, STORE_CLOSED);
    cr_expect_eq(move(t, &log, 0, 0, "wall A1"), TABLE_STATE);
    cr_expect_eq(table_want_close(t, person(1), &w), TABLE_STATE);
    table_close(&t);
}

/* -- Moves -- */

Test(table, a_move_is_judged_by_the_engine)
{
    table_plan p = plan_of("chang-cheng", 2);
    static paper log;
    table_wish w[2];
    int n;
    mur_err why;
    table *t = begun(&p, &log);
    uint32_t length = table_length(t);
    cr_expect_eq(table_want_move(t, 0, 0, mur_span_of("pass"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_neq(why, MUR_OK);
    cr_expect_eq(table_want_move(t, 0, 0, mur_span_of("hello"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_eq(why, MUR_TEXT);
    cr_expect_eq(table_want_move(t, 1, 0, mur_span_of("wall A1"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_eq(why, MUR_TURN);
    cr_expect_eq(table_want_move(t, 2, 0, mur_span_of("wall A1"), w, &n, &why), TABLE_NONE);
    cr_expect_eq(table_length(t), length);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    move_at_random(t, &log, &rng);
    cr_expect_eq(table_ply(t), 1);
    table_close(&t);
}

Test(table, who_does_not_know_the_latest_move_is_stale)
{
    table_plan p = plan_of("chang-cheng", 2);
    static paper log;
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 2);
    move_at_random(t, &log, &rng);
    move_at_random(t, &log, &rng);
    for (int seat = 0; seat < 2; seat++) {
        cr_expect_eq(move(t, &log, seat, 1, "pass"), TABLE_STALE);
        cr_expect_eq(move(t, &log, seat, 3, "pass"), TABLE_STALE);
        cr_expect_eq(move(t, &log, seat, UINT32_MAX, "pass"), TABLE_STALE);
    }
    table_close(&t);
}

Test(table, choices_of_others_make_nobody_stale)
{
    table_plan p = plan_of("die-mauer", 4);
    static paper log;
    table *t = begun(&p, &log);
    cr_expect_eq(move(t, &log, 2, 0, "T"), TABLE_OK);
    cr_expect_eq(move(t, &log, 0, 0, "G"), TABLE_OK, "does not know of the other one");
    cr_expect_eq(move(t, &log, 3, 1, "T"), TABLE_OK, "knows of one");
    cr_expect_eq(table_ply(t), 3);
    cr_expect_eq(move(t, &log, 3, 2, "T"), TABLE_STALE, "sent again");
    cr_expect_eq(move(t, &log, 1, 4, "T"), TABLE_STALE, "knows too much");
    cr_expect_eq(move(t, &log, 1, 3, "T"), TABLE_OK);
    cr_expect_neq(table_position(t)->to_act, 0xf, "all have chosen");
    table_close(&t);
}

Test(table, a_choice_can_be_changed_until_the_last_is_made)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    told o = { 0 };
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    move(t, &log, 1, 0, "G");
    cr_assert_eq(move(t, &log, 0, 0, "G"), TABLE_OK, "ply does not count the own choice");
    cr_expect_eq(log.at[log.n - 2].kind, TABLE_BACK);
    cr_expect_eq(log.at[log.n - 1].kind, TABLE_MOVE);
    cr_expect_eq(table_ply(t), 2);
    cr_expect_eq(move(t, &log, 0, 1, "1"), TABLE_OK, "or counts that of the other");
    cr_expect_eq(move(t, &log, 0, 2, "T"), TABLE_STALE, "but not the own");
    cr_expect_eq(table_position(t)->to_act, 1U << 2);
    cr_expect(tells(tell_all(&o, t, 0, 0, TABLE_JSON), "\"chosen\":{\"1\":\"1\",\"2\":\"?\"}"), "%s", o.at);
    cr_expect_eq(move(t, &log, 2, 0, "T"), TABLE_OK);
    cr_expect_eq(move(t, &log, 0, 0, "G"), TABLE_STALE, "all are revealed");
    free(o.at);
    table_close(&t);
}

/* -- Choices that are written together -- */

Test(table, choices_that_are_made_at_once_follow_each_other)
{
    table_plan p = plan_of("die-mauer", 4);
    static paper log;
    table_wish w[4];
    int n;
    mur_err why;
    table *t = begun(&p, &log);
    static const char *const chosen[] = { "T", "G", "1", "T" };
    cr_assert_eq(table_want_move(t, 0, 0, mur_span_of(chosen[0]), w, &n, &why), TABLE_OK);
    for (int i = 1; i < 4; i++)
        cr_assert(table_want_too(t, w, (size_t)i, i, 0, mur_span_of(chosen[i]), &w[i]), "%d", i);
    cr_expect_eq(table_ply(t), 0, "nothing has happened yet");
    for (int i = 0; i < 4; i++)
        grant(t, &log, &w[i]); /* which sees that they were foretold right */
    cr_expect_eq(table_ply(t), 4);
    table_close(&t);
}

Test(table, only_a_first_choice_of_the_same_stage_goes_with_others)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w[4], other;
    int n;
    mur_err why;
    mur_span tower = mur_span_of("T"), gate = mur_span_of("G");
    table *t = begun(&p, &log);
    cr_assert_eq(table_want_move(t, 0, 0, tower, w, &n, &why), TABLE_OK);
    cr_expect_not(table_want_too(t, w, 1, 0, 0, gate, &other), "their own choice is not written yet");
    cr_expect_not(table_want_too(t, w, 1, 1, 1, gate, &other), "nobody knows of a move that is not written");
    cr_expect_not(table_want_too(t, w, 1, 1, 0, mur_span_of("pass"), &other), "illegal");
    cr_expect_not(table_want_too(t, w, 1, 1, 0, mur_span_of("?"), &other), "no move at all");
    cr_expect_not(table_want_too(t, w, 1, 3, 0, gate, &other), "no such seat");
    cr_expect_not(table_want_too(t, w, 1, -1, 0, gate, &other), "somebody who watches");
    cr_assert(table_want_too(t, w, 1, 1, 0, gate, &w[1]));
    cr_assert(table_want_too(t, w, 2, 2, 0, gate, &w[2]));
    cr_expect_not(table_want_too(t, w, 3, 0, 0, gate, &other), "the stage is over");
    grant(t, &log, &w[0]);
    cr_expect_not(table_want_too(t, w, 0, 0, 0, gate, &other), "a change of mind takes another back first");
    cr_assert_eq(table_want_move(t, 0, 0, gate, w, &n, &why), TABLE_OK);
    cr_assert_eq(n, 2);
    cr_expect_not(table_want_too(t, w, 2, 1, 0, gate, &other), "behind a change of mind");
    table_close(&t);
}

Test(table, where_one_acts_after_the_other_nobody_goes_along)
{
    table_plan p = plan_of("chang-cheng", 2);
    static paper log;
    table_wish w[2], other;
    int n;
    mur_err why;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    table *t = begun(&p, &log), *ahead = begun(&p, &(paper){ 0 });
    move_at_random(ahead, &log, &rng);
    mur_span first = log.at[log.n - 1].text;
    cr_assert_eq(table_want_move(t, 0, 0, first, w, &n, &why), TABLE_OK);
    for (int i = 0; i < 50; i++) { /* whatever the other one might want */
        move_at_random(ahead, &log, &rng);
        cr_expect_not(table_want_too(t, w, 1, 1, 0, log.at[log.n - 1].text, &other));
        cr_expect_not(table_want_too(t, w, 1, 0, 0, log.at[log.n - 1].text, &other));
    }
    table_close(&ahead);
    table_close(&t);
}

/* What is between the brackets of "entries". */
static mur_span entries_of(told *o, const table *t, uint32_t from, int seat, table_form form)
{
    begin_told(o);
    table_tell_entries(t, from, seat, form, &o->json);
    end_told(o);
    size_t head = strlen("{\"entries\":[");
    return (mur_span){ o->at + head, strlen(o->at) - head - strlen("]}") };
}

/* One game at two tables, of which one is told of every entry, the other of several at a time. */
static void tell_both(const char *game, int seats, table_form form)
{
    table_plan p = plan_of(game, seats);
    static paper log;
    static char all[1 << 16];
    log.n = 0;
    told o = { 0 };
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    table *t = begun(&p, &log);
    for (int moves = 0; moves < 300 && table_position(t)->to_act;) {
        uint32_t from = table_length(t);
        int seat = (int)mur_rng_below(&rng, (uint32_t)seats + 1);
        seat = seat == seats ? MUR_WATCHER : seat;
        mur_text sum = mur_text_on(all, sizeof all);
        for (int k = (int)mur_rng_below(&rng, 6); k >= 0 && table_position(t)->to_act; k--, moves++) {
            uint32_t before = table_length(t);
            move_at_random(t, &log, &rng);
            mur_span one = entries_of(&o, t, before, seat, form);
            mur_put(&sum, sum.len > 0 ? "," : "");
            mur_put_bytes(&sum, one.at, one.len);
        }
        mur_span together = entries_of(&o, t, from, seat, form);
        cr_assert(mur_span_is(together, all), "%.*s\n%s", (int)together.len, together.at, all);
    }
    free(o.at);
    table_close(&t);
}

Test(table, entries_are_told_together_as_one_by_one)
{
    tell_both("die-mauer", 4, TABLE_JSON);
    tell_both("die-mauer", 6, TABLE_BYTES);
    tell_both("chinesische-mauer", 3, TABLE_JSON);
    tell_both("chang-cheng", 4, TABLE_BYTES);
}

/* -- What a move costs: counted by an engine that counts how often it is asked -- */

static mur_game counting;
static mur_err (*real_play)(mur_state *s, int seat, mur_move m, mur_events *events);
static int n_plays;

static mur_err count_play(mur_state *s, int seat, mur_move m, mur_events *events)
{
    n_plays++;
    return real_play(s, seat, m, events);
}

Test(table, a_move_costs_the_same_however_long_the_game_is)
{
    table_plan p = plan_of("die-mauer", 4);
    strcpy(p.option[1], "20"); /* hands: some two thousand moves */
    counting = *p.game;
    real_play = counting.play;
    counting.play = count_play;
    p.game = &counting;
    static paper log;
    told o = { 0 };
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    table *t = begun(&p, &log);
    int most[2] = { 0, 0 };
    for (int i = 0; i < 1200; i++) {
        uint32_t from = table_length(t);
        cr_assert(table_position(t)->to_act);
        n_plays = 0;
        move_at_random(t, &log, &rng);
        for (int seat = 0; seat < 4; seat++)
            tell_all(&o, t, from, seat, seat % 2 ? TABLE_JSON : TABLE_BYTES);
        int *m = &most[i >= 200];
        *m = n_plays > *m ? n_plays : *m;
    }
    cr_expect_leq(most[1], most[0], "%d, later %d", most[0], most[1]);
    cr_expect_leq(most[0], 24, "%d", most[0]);
    free(o.at);
    table_close(&t);
}

Test(table, what_cannot_be_chosen_instead_changes_nothing)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w[2];
    int n;
    mur_err why;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    cr_expect_eq(table_want_move(t, 0, 0, mur_span_of("left"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_neq(why, MUR_OK);
    cr_expect_eq(table_ply(t), 1);
    table_close(&t);
}

/* -- Taking back -- */

Test(table, a_choice_is_taken_back_though_others_chose_since)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    move(t, &log, 1, 0, "G");
    cr_expect_eq(back(t, &log, 2, 2), TABLE_LATE, "has not chosen");
    cr_expect_eq(back(t, &log, 0, 0), TABLE_STALE, "does not know of it");
    cr_expect_eq(back(t, &log, 0, 1), TABLE_OK);
    cr_expect_eq(table_ply(t), 1);
    cr_expect_eq(table_position(t)->to_act, 5);
    cr_expect_eq(back(t, &log, 0, 1), TABLE_LATE);
    cr_expect_eq(move(t, &log, 0, 0, "6"), TABLE_OK);
    table_close(&t);
}

Test(table, what_was_revealed_is_not_taken_back)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    move(t, &log, 1, 0, "G");
    move(t, &log, 2, 0, "G");
    cr_expect_eq(back(t, &log, 2, 3), TABLE_LEARNT);
    cr_expect_eq(back(t, &log, 0, 3), TABLE_LATE);
    table_close(&t);
}

/* A card that is shown was not known to the others; one that is drawn not to its player. */
Test(table, cards_that_are_shown_or_drawn_stay)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static paper log;
    table *t = begun(&p, &log);
    cr_assert_eq(move(t, &log, 0, 0, "draw"), TABLE_OK);
    cr_expect_eq(back(t, &log, 0, 1), TABLE_LEARNT);
    mur_move moves[MUR_MOVES];
    char text[MUR_MOVE_TEXT];
    mur_text m = mur_text_on(text, sizeof text);
    int n = p.game->legal(table_position(t), 0, moves);
    cr_assert_gt(n, 1);
    p.game->write_move(moves[0], &m);
    cr_assert(strchr(text, ':'), "%s", text);
    cr_assert_eq(move(t, &log, 0, 1, text), TABLE_OK);
    cr_expect_eq(back(t, &log, 0, 2), TABLE_LEARNT);
    cr_expect_eq(back(t, &log, 1, 2), TABLE_LATE);
    table_close(&t);
}

/* The first piece in a region shows its token to who lays it; a second piece there shows nothing. */
Test(table, a_wall_that_shows_nothing_is_taken_back)
{
    table_plan p = plan_of("chang-cheng", 2);
    static paper log;
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 3);
    int taken = 0, refused = 0;
    while (table_position(t)->to_act && taken < 3) {
        uint32_t before = table_ply(t);
        unsigned who = table_position(t)->to_act;
        move_at_random(t, &log, &rng);
        table_err e = back(t, &log, __builtin_ctz(who), table_ply(t));
        cr_assert(e == TABLE_OK || e == TABLE_LEARNT || e == TABLE_STATE);
        refused += e == TABLE_LEARNT;
        if (e == TABLE_OK) {
            taken++;
            cr_assert_eq(table_ply(t), before);
            cr_assert_eq(table_position(t)->to_act, who);
            move_at_random(t, &log, &rng);
        }
    }
    cr_expect_gt(taken, 0);
    cr_expect_gt(refused, 0);
    table_close(&t);
}

Test(table, after_a_take_back_all_is_as_if_it_had_not_been)
{
    table_plan p = plan_of("chang-cheng", 3);
    static paper log, straight;
    table *t = begun(&p, &log), *other = begun(&p, &straight);
    mur_rng rng;
    mur_rng_seed(&rng, 4);
    while (table_position(t)->to_act) {
        unsigned who = table_position(t)->to_act;
        move_at_random(t, &log, &rng);
        if (back(t, &log, __builtin_ctz(who), table_ply(t)) == TABLE_OK)
            move_at_random(t, &log, &rng);
        const store_entry *e = &log.at[log.n - 1];
        cr_assert_eq(move(other, &straight, e->seat, table_ply(other), log.text[log.n - 1]), TABLE_OK);
        cr_assert_arr_eq(table_position(t), table_position(other), p.game->state_size);
    }
    table_close(&t);
    table_close(&other);
}

/* One after another, as far as it goes; each time all is as it was before that move. */
Test(table, moves_are_taken_back_one_after_another)
{
    table_plan p = plan_of("chang-cheng", 2);
    static paper log;
    mur_rng rng;
    int longest = 0;
    table *t = begun(&p, &log);
    mur_rng_seed(&rng, 11);
    while (table_position(t)->to_act && log.n < 1500) {
        static char states[4][2048];
        int actors[4], n = 0, taken = 0;
        for (; n < 4 && table_position(t)->to_act; n++) {
            memcpy(states[n], table_position(t), p.game->state_size);
            actors[n] = __builtin_ctz(table_position(t)->to_act);
            move_at_random(t, &log, &rng);
        }
        while (n > 0 && back(t, &log, actors[n - 1], table_ply(t)) == TABLE_OK) {
            taken++;
            cr_assert_arr_eq(table_position(t), states[--n], p.game->state_size);
        }
        longest = taken > longest ? taken : longest;
        if (table_position(t)->to_act)
            move_at_random(t, &log, &rng);
    }
    cr_expect_gt(longest, 1);
    table *again = replayed(&p, &log);
    cr_expect_arr_eq(table_position(t), table_position(again), p.game->state_size);
    table_close(&t);
    table_close(&again);
}

/* -- Leaving, and coming back -- */

Test(table, a_bot_keeps_the_seat_of_who_leaves)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w;
    table *t = begun(&p, &log);
    cr_expect_eq(table_bots_to_act(t), 0);
    cr_assert_eq(table_want_stand(t, person(2), &w), TABLE_OK);
    cr_expect(mur_span_is(w.entry.text, "master\nleft"));
    grant(t, &log, &w);
    cr_expect_eq(table_want_stand(t, person(2), &w), TABLE_STATE);
    cr_expect_eq(table_bots_to_act(t), 1U << 1);
    cr_expect_str_eq(table_seat_of(t, 1)->name, "P2");
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_TAKEN);
    cr_expect_eq(sit(t, &log, 1, 0), TABLE_STATE, "has it already");
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_OK);
    cr_expect_eq(log.at[log.n - 1].kind, TABLE_RETURN);
    cr_expect_eq(table_bots_to_act(t), 0);
    cr_assert_eq(table_want_bot(t, person(1), 1, mur_span_of("mason"), &w), TABLE_OK);
    cr_expect(mur_span_is(w.entry.text, "mason\nhost"));
    grant(t, &log, &w);
    cr_expect_eq(table_bots_to_act(t), 1U << 1);
    table_close(&t);
}

/* What the store does when somebody wants to be forgotten: their id is taken out of the log. */
Test(table, a_forgotten_person_is_nobody_and_the_game_stays)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w;
    told o = { 0 };
    table *t = begun(&p, &log);
    table_want_stand(t, person(2), &w);
    grant(t, &log, &w);
    move(t, &log, 1, 0, "T");
    for (int i = 0; i < log.n; i++)
        if (log.at[i].person.at[0] == 2)
            log.at[i].person = nobody;
    table *again = replayed(&p, &log);
    cr_expect_eq(table_find_person(again, person(2)), -1);
    cr_expect_str_eq(table_seat_of(again, 1)->name, "");
    cr_expect_str_eq(table_seat_of(again, 1)->bot, "master");
    cr_expect_not(table_is_open(again, 1));
    cr_expect_not(tells(tell_all(&o, again, 0, 0, TABLE_JSON), "P2"), "%s", o.at);
    cr_expect_arr_eq(table_position(t), table_position(again), p.game->state_size);
    free(o.at);
    table_close(&t);
    table_close(&again);
}

/* -- Clocks: entries are a second apart -- */

static int64_t left_of(const table *t, store_time now, int seat)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    cr_assert(table_clock(t, now, left, &running, &out));
    return left[seat];
}

Test(table, a_clock_runs_while_its_seat_may_act)
{
    table_plan p = plan_of("chang-cheng", 2);
    p.timing = TABLE_CLOCK;
    p.minutes = 5;
    p.increment = 3;
    static paper log;
    table *t = begun(&p, &log);
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out, start_time = log.now;
    cr_assert(table_clock(t, log.now + 2000, left, &running, &out));
    cr_expect_eq(running, 1);
    cr_expect_eq(left[0], 298000);
    cr_expect_eq(left[1], 300000);
    cr_expect_eq(out, start_time + 300000);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    move_at_random(t, &log, &rng); /* a second later */
    cr_expect_eq(left_of(t, log.now, 0), 302000, "a second was used, three are won");
    cr_expect_eq(left_of(t, log.now + 10000000, 1), 0, "never below nothing");
    cr_expect_eq(left_of(t, log.now - 5000, 1), 300000, "time does not run backwards");
    table_close(&t);
}

Test(table, taking_back_gives_the_increment_back)
{
    table_plan p = plan_of("die-mauer", 3);
    p.timing = TABLE_CLOCK;
    p.minutes = 1;
    p.increment = 10;
    static paper log;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    cr_expect_eq(left_of(t, log.now + 30000, 0), 69000, "who has chosen waits for free");
    back(t, &log, 0, 1);
    cr_expect_eq(left_of(t, log.now, 0), 59000);
    cr_expect_eq(left_of(t, log.now + 1000, 0), 58000, "and runs again");
    table_close(&t);
}

Test(table, who_runs_out_of_time_is_played_by_a_bot_and_may_come_back)
{
    table_plan p = plan_of("die-mauer", 3);
    p.timing = TABLE_CLOCK;
    p.minutes = 1;
    static paper log;
    table_wish w;
    table *t = begun(&p, &log);
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    move(t, &log, 0, 0, "T");
    cr_expect_eq(table_want_timeout(t, 0, &w), TABLE_STATE, "this clock does not run");
    log.now += 100000;
    cr_assert_eq(table_want_timeout(t, 1, &w), TABLE_OK);
    cr_expect(mur_span_is(w.entry.text, "master\ntime"));
    grant(t, &log, &w);
    cr_assert(table_clock(t, log.now, left, &running, &out));
    cr_expect_eq(left[1], 0);
    cr_expect_eq(running, 1U << 2, "bots have no clock");
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_OK);
    cr_expect_eq(left_of(t, log.now, 1), TABLE_BACK_MS);
    cr_expect_eq(table_want_timeout(t, 3, &w), TABLE_NONE);
    table_close(&t);
}

Test(table, days_are_for_one_move)
{
    table_plan p = plan_of("chang-cheng", 2);
    p.timing = TABLE_DAYS;
    p.days = 2;
    static paper log;
    const int64_t day = 86400000;
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    log.now += day;
    move_at_random(t, &log, &rng);
    cr_expect_eq(left_of(t, log.now, 0), day - 1000, "unused ones are not kept while others move");
    cr_expect_eq(left_of(t, log.now + day, 1), day);
    log.now += day;
    move_at_random(t, &log, &rng);
    int next = __builtin_ctz(table_position(t)->to_act);
    cr_expect_eq(left_of(t, log.now, next), 2 * day, "a new move has all of them");
    table_close(&t);
}

Test(table, without_a_clock_there_is_none)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w;
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    table *t = begun(&p, &log);
    cr_expect_not(table_clock(t, log.now, left, &running, &out));
    cr_expect_eq(running, 0);
    cr_expect_eq(table_want_timeout(t, 0, &w), TABLE_STATE);
    table_close(&t);
}

/* -- The end -- */

static void finish(table *t, paper *log, uint64_t seed)
{
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    while (table_position(t)->to_act)
        move_at_random(t, log, &rng);
}

Test(table, a_finished_game_takes_a_rematch_and_nothing_else)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static paper log;
    table_wish w;
    table *t = begun(&p, &log);
    cr_expect_eq(table_want_rematch(t, person(1), person(50), &w), TABLE_STATE);
    finish(t, &log, 6);
    cr_expect_eq(table_after(t).state, STORE_OVER);
    cr_expect_eq(move(t, &log, 0, table_ply(t), "draw"), TABLE_STATE);
    cr_expect_eq(back(t, &log, 0, table_ply(t)), TABLE_STATE);
    cr_expect_eq(table_want_stand(t, person(1), &w), TABLE_STATE);
    cr_expect_eq(table_want_close(t, person(1), &w), TABLE_STATE);
    cr_expect_eq(table_want_rematch(t, person(3), person(50), &w), TABLE_NOT_YOURS);
    cr_assert_eq(table_want_rematch(t, person(2), person(50), &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect_eq(table_want_rematch(t, person(1), person(51), &w), TABLE_TAKEN);
    store_id made = table_rematch(t), wanted = person(50);
    cr_expect_arr_eq(&made, &wanted, sizeof made);
    table_close(&t);
}

/* -- Hints -- */

static void seat_bot(table *t, paper *log, int seat)
{
    table_wish w;
    cr_assert_eq(table_want_bot(t, person(1), seat, mur_span_of("mason"), &w), TABLE_OK);
    grant(t, log, &w);
}

Test(table, hints_are_off_among_people_until_the_game_is_over)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static paper log;
    table_wish w;
    table *t = begun(&p, &log);
    cr_expect_not(table_may_hint(t));
    cr_assert_eq(table_want_stand(t, person(2), &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect_not(table_may_hint(t), "a bot keeps the seat, and its person may come back");
    for (int i = 0; i < log.n; i++)
        if (log.at[i].person.at[0] == 2)
            log.at[i].person = nobody;
    table *again = replayed(&p, &log);
    cr_expect_not(table_may_hint(again), "the person was forgotten: the rule stays the same for the whole game");
    finish(again, &log, 6);
    cr_expect(table_may_hint(again));
    table_close(&t);
    table_close(&again);
}

Test(table, hints_are_on_against_bots_alone)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    table_wish w;
    table *t = table_open(person(99), person(1), &p);
    cr_assert_eq(sit(t, &log, 1, 0), TABLE_OK);
    seat_bot(t, &log, 1);
    cr_expect_not(table_may_hint(t), "somebody may take the open seat");
    cr_assert_eq(table_want_keep(t, person(1), 2, person(3), "P3", &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect_not(table_may_hint(t), "it is kept for somebody");
    seat_bot(t, &log, 2);
    cr_expect(table_may_hint(t));
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect(table_may_hint(t));
    cr_assert_eq(table_want_stand(t, person(1), &w), TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_may_hint(t));
    table_close(&t);
}

Test(table, hints_are_on_where_the_plan_allows_them)
{
    table_plan p = plan_of("chang-cheng", 2);
    static paper log;
    p.allows_hints = true;
    table *t = table_open(person(99), person(1), &p);
    cr_expect(table_may_hint(t));
    table_close(&t);
    t = begun(&p, &log);
    cr_expect(table_may_hint(t));
    table_close(&t);
}

/* -- The plan -- */

Test(table, a_plan_is_read_as_it_was_written)
{
    table_plan p = plan_of("die-mauer", 4), again;
    mur_buffer out = { 0 };
    strcpy(p.option[mur_option_of(p.game, mur_span_of("hands"))], "4");
    p.is_public = p.waits_for_host = p.is_quiet = p.allows_hints = p.is_again = true;
    p.timing = TABLE_CLOCK;
    p.minutes = 10;
    p.increment = 5;
    strcpy(p.salt[1], "a \"salt\"");
    table_plan_write(&p, &out);
    cr_assert(table_plan_read((mur_span){ out.at, out.len }, &again), "%s", out.at);
    cr_expect_arr_eq(&p, &again, sizeof p);
    cr_expect(table_plan_allows_hints((mur_span){ out.at, out.len }));
    p = plan_of("chang-cheng", 2);
    p.timing = TABLE_DAYS;
    p.days = 14;
    mur_buffer_clear(&out);
    table_plan_write(&p, &out);
    cr_assert(table_plan_read((mur_span){ out.at, out.len }, &again));
    cr_expect_arr_eq(&p, &again, sizeof p);
    cr_expect_null(strstr(out.at, "hints"), "older servers read what allows none: %s", out.at);
    cr_expect_not(table_plan_allows_hints((mur_span){ out.at, out.len }));
    mur_buffer_close(&out);
}

Test(table, a_plan_that_cannot_be_is_refused)
{
    static const char secret[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    static const char *const bad[] = {
        "",
        "[]",
        "{}",
        "{\"game\":\"die-mauer\",\"seats\":2,\"options\":{},\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":99,\"options\":{},\"secret\":\"%\"}",
        "{\"game\":\"chess\",\"seats\":3,\"options\":{},\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{},\"secret\":\"00\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{\"hands\":\"x\"},\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{\"feet\":\"2\"},\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{},\"minutes\":181,\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{},\"minutes\":-5,\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{},\"days\":15,\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{},\"salts\":[\"a\"],\"secret\":\"%\"}",
        "{\"game\":\"die-mauer\",\"seats\":3,\"options\":{},\"salts\":[\"a\",\"b\\nc\",\"\"],\"secret\":\"%\"}",
    };
    table_plan p;
    for (size_t i = 0; i < countof(bad); i++) {
        char text[512];
        mur_text t = mur_text_on(text, sizeof text);
        for (const char *c = bad[i]; *c; c++)
            mur_put_bytes(&t, *c == '%' ? secret : c, *c == '%' ? 64 : 1);
        cr_expect_not(table_plan_read((mur_span){ text, t.len }, &p), "%s", text);
    }
}

/* -- The log -- */

Test(table, replaying_a_log_gives_the_same_table)
{
    static const char *const games[] = { "chinesische-mauer", "die-mauer", "chang-cheng" };
    for (size_t i = 0; i < countof(games); i++) {
        table_plan p = plan_of(games[i], 3);
        p.timing = TABLE_CLOCK;
        p.minutes = 180;
        static paper log;
        told a = { 0 }, b = { 0 };
        log.n = 0;
        table *t = begun(&p, &log);
        finish(t, &log, 7 + i);
        table *again = replayed(&p, &log);
        cr_expect_arr_eq(table_position(t), table_position(again), p.game->state_size);
        for (int seat = 0; seat < 4; seat++) {
            int viewer = seat < 3 ? seat : MUR_WATCHER;
            cr_expect_str_eq(tell_all(&a, t, 0, viewer, TABLE_JSON), tell_all(&b, again, 0, viewer, TABLE_JSON));
            cr_expect_str_eq(tell_all(&a, t, 5, viewer, TABLE_BYTES), tell_all(&b, again, 5, viewer, TABLE_BYTES));
        }
        for (int seat = 0; seat < 3; seat++)
            cr_expect_eq(left_of(t, log.now, seat), left_of(again, log.now, seat));
        free(a.at);
        free(b.at);
        table_close(&t);
        table_close(&again);
    }
}

/* One byte of one entry is another: either the table can still be told, or the entry is refused and nothing has
 * changed. */
Test(table, a_damaged_log_is_refused_where_it_is_damaged)
{
    table_plan p = plan_of("die-mauer", 3);
    static paper log;
    told a = { 0 }, b = { 0 };
    mur_rng rng;
    mur_rng_seed(&rng, 8);
    table *t = begun(&p, &log);
    table_wish w;
    for (int i = 0; i < 40; i++)
        move_at_random(t, &log, &rng);
    table_want_stand(t, person(2), &w);
    grant(t, &log, &w);
    table_close(&t);
    for (int round = 0; round < (IS_SANITIZED ? 200 : 1500); round++) {
        int n = (int)mur_rng_below(&rng, (uint32_t)log.n);
        char text[256];
        store_entry e = log.at[n];
        t = table_open(person(99), person(1), &p);
        for (int i = 0; i < n; i++)
            cr_assert(table_apply(t, &log.at[i]));
        memcpy(text, e.text.at, e.text.len);
        e.text.at = text;
        switch (mur_rng_below(&rng, 5)) {
        case 0:
            e.n++;
            break;
        case 1:
            e.seat = (uint8_t)mur_rng_below(&rng, 256);
            break;
        case 2:
            e.kind = (char)mur_rng_below(&rng, 128);
            break;
        case 3:
            e.at = (store_time)mur_rng_next(&rng);
            break;
        default:
            e.text.len = e.text.len ? mur_rng_below(&rng, (uint32_t)e.text.len) : 0;
        }
        tell_all(&a, t, 0, 1, TABLE_JSON);
        if (!table_apply(t, &e))
            cr_assert_str_eq(tell_all(&b, t, 0, 1, TABLE_JSON), a.at);
        else
            tell_all(&b, t, 0, 1, TABLE_JSON);
        table_close(&t);
    }
    free(a.at);
    free(b.at);
}
