/* SPDX-License-Identifier: MIT */
/* tests/server/table_test.c -- a single table: who may do what, and when (docs/protocol.md). */
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
    static entry_list log;
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

Test(table, standing_up_leaves_an_open_seat)
{
    table_plan p;
    static entry_list log;
    table_change w;
    table *t = fresh(&p, "die-mauer", 3);
    cr_expect_eq((w = table_check_stand(t, person(2))).err, TABLE_NOT_YOURS);
    sit(t, &log, 2, 1);
    cr_assert_eq((w = table_check_stand(t, person(2))).err, TABLE_OK);
    cr_expect_eq(w.draft[0].entry.kind, TABLE_STAND);
    grant(t, &log, &w);
    cr_expect(table_is_open(t, 1));
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_OK);
    table_close(&t);
}

Test(table, names_and_salts_are_plain_text)
{
    table_plan p;
    table_change w;
    table *t = fresh(&p, "die-mauer", 3);
    char longest[2 * TABLE_NAME];
    memset(longest, 'n', sizeof longest);
    longest[TABLE_NAME] = '\0';
    cr_expect_eq((w = table_check_sit(t, person(2), 0, longest, mur_span_of(""), NO_COMMIT)).err, TABLE_TEXT);
    cr_expect_eq((w = table_check_sit(t, person(2), 0, "a\nb", mur_span_of(""), NO_COMMIT)).err, TABLE_TEXT);
    cr_expect_eq((w = table_check_sit(t, person(2), 0, "\xff", mur_span_of(""), NO_COMMIT)).err, TABLE_TEXT);
    cr_expect_eq((w = table_check_sit(t, person(2), 0, "a", mur_span_of("x\ny"), NO_COMMIT)).err, TABLE_TEXT);
    longest[TABLE_NAME - 1] = '\0';
    memset(longest + TABLE_NAME, 's', TABLE_NAME);
    mur_span salt = { longest + TABLE_NAME, TABLE_SALT };
    cr_expect_eq((w = table_check_sit(t, person(2), 0, longest, salt, NO_COMMIT)).err, TABLE_OK);
    cr_expect_eq(table_draft_entry(&w.draft[0], 0).text.len, TABLE_NAME - 1 + 1 + TABLE_SALT);
    table_close(&t);
}

Test(table, the_host_gives_seats_to_bots_and_opens_them_again)
{
    table_plan p;
    static entry_list log;
    table_change w;
    table *t = fresh(&p, "die-mauer", 3);
    mur_span mason = mur_span_of("mason");
    sit(t, &log, 2, 0);
    cr_expect_eq((w = table_check_bot(t, person(2), 1, mason)).err, TABLE_NOT_YOURS);
    cr_expect_eq((w = table_check_bot(t, person(1), 3, mason)).err, TABLE_NONE);
    cr_expect_eq((w = table_check_bot(t, person(1), 0, mason)).err, TABLE_TAKEN);
    cr_expect_eq((w = table_check_bot(t, person(1), 1, mur_span_of("Ma son"))).err, TABLE_TEXT);
    cr_assert_eq((w = table_check_bot(t, person(1), 1, mason)).err, TABLE_OK);
    cr_expect(mur_span_is(table_draft_entry(&w.draft[0], 0).text, "mason\nhere"));
    grant(t, &log, &w);
    cr_expect_str_eq(table_seat_of(t, 1)->bot, "mason");
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_TAKEN);
    cr_expect_eq((w = table_check_free(t, person(2), 1)).err, TABLE_NOT_YOURS);
    cr_expect_eq((w = table_check_free(t, person(1), 0)).err, TABLE_TAKEN);
    cr_expect_eq((w = table_check_free(t, person(1), 2)).err, TABLE_STATE);
    cr_assert_eq((w = table_check_free(t, person(1), 1)).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_is_open(t, 1));
    table_close(&t);
}

Test(table, a_reserved_seat_waits_for_its_person)
{
    table_plan p;
    static entry_list log;
    table_change w;
    table *t = fresh(&p, "die-mauer", 3);
    cr_expect_eq((w = table_check_reserve(t, person(2), 0, person(3), "P3")).err, TABLE_NOT_YOURS);
    cr_assert_eq((w = table_check_reserve(t, person(1), 0, person(3), "P3")).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_seat_of(t, 0)->is_reserved);
    cr_expect_eq(sit(t, &log, 2, 0), TABLE_TAKEN);
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_STATE, "their seat is another");
    sit(t, &log, 1, 1);
    sit(t, &log, 2, 2);
    cr_expect_eq(start(t, &log, nobody), TABLE_STATE, "somebody is missing");
    cr_expect_eq(sit(t, &log, 3, 0), TABLE_OK);
    cr_expect_not(table_seat_of(t, 0)->is_reserved);
    cr_expect_eq(start(t, &log, nobody), TABLE_OK);
    table_close(&t);
}

Test(table, a_reserved_seat_can_be_declined_or_given_to_a_bot)
{
    table_plan p;
    static entry_list log;
    table_change w;
    table *t = fresh(&p, "die-mauer", 3);
    for (int seat = 0; seat < 2; seat++) {
        cr_assert_eq((w = table_check_reserve(t, person(1), seat, person(3 + seat), "")).err, TABLE_OK);
        grant(t, &log, &w);
    }
    cr_assert_eq((w = table_check_stand(t, person(3))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_is_open(t, 0));
    cr_assert_eq((w = table_check_bot(t, person(1), 1, mur_span_of("mason"))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect_eq(table_find_person(t, person(4)), -1);
    table_close(&t);
}

/* -- Start and close -- */

Test(table, a_table_starts_when_it_is_full_or_when_the_host_starts_it)
{
    table_plan p;
    static entry_list log;
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
    cr_expect_eq(table_status(t).state, STORE_PLAYING);
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

Test(table, the_host_can_close_a_table_before_the_start_or_without_other_people)
{
    table_plan p;
    static entry_list log;
    table_change w;
    table *t = fresh(&p, "chang-cheng", 2);
    sit(t, &log, 1, 0);
    cr_expect_eq((w = table_check_close(t, person(2))).err, TABLE_NOT_YOURS);
    cr_expect_eq((w = table_check_close(t, person(1))).err, TABLE_OK);
    sit(t, &log, 2, 1);
    start(t, &log, nobody);
    cr_expect_eq((w = table_check_close(t, person(1))).err, TABLE_STATE, "another person plays");
    table_close(&t);

    log.n = 0;
    t = fresh(&p, "chang-cheng", 2);
    sit(t, &log, 1, 0);
    w = table_check_bot(t, person(1), 1, mur_span_of("mason"));
    grant(t, &log, &w);
    start(t, &log, nobody);
    cr_assert_eq((w = table_check_close(t, person(1))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect_eq(table_status(t).state, STORE_CLOSED);
    cr_expect_eq(move(t, &log, 0, 0, "wall A1"), TABLE_STATE);
    cr_expect_eq((w = table_check_close(t, person(1))).err, TABLE_STATE);
    table_close(&t);
}

/* -- Moves -- */

Test(table, a_move_is_checked_by_the_engine)
{
    table_plan p = plan_of("chang-cheng", 2);
    static entry_list log;
    table_draft w[2];
    int n;
    mur_err why;
    table *t = begun(&p, &log);
    uint32_t length = table_length(t);
    cr_expect_eq(check_move(t, 0, 0, mur_span_of("pass"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_neq(why, MUR_OK);
    cr_expect_eq(check_move(t, 0, 0, mur_span_of("hello"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_eq(why, MUR_TEXT);
    cr_expect_eq(check_move(t, 1, 0, mur_span_of("wall A1"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_eq(why, MUR_TURN);
    cr_expect_eq(check_move(t, 2, 0, mur_span_of("wall A1"), w, &n, &why), TABLE_NONE);
    cr_expect_eq(table_length(t), length);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    move_at_random(t, &log, &rng);
    cr_expect_eq(table_ply(t), 1);
    table_close(&t);
}

Test(table, a_client_that_does_not_know_the_latest_move_is_stale)
{
    table_plan p = plan_of("chang-cheng", 2);
    static entry_list log;
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

Test(table, choices_of_others_make_no_client_stale)
{
    table_plan p = plan_of("die-mauer", 4);
    static entry_list log;
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
    static entry_list log;
    written o = { 0 };
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    move(t, &log, 1, 0, "G");
    cr_assert_eq(move(t, &log, 0, 0, "G"), TABLE_OK, "ply does not count the own choice");
    cr_expect_eq(log.at[log.n - 2].kind, TABLE_TAKE_BACK);
    cr_expect_eq(log.at[log.n - 1].kind, TABLE_MOVE);
    cr_expect_eq(table_ply(t), 2);
    cr_expect_eq(move(t, &log, 0, 1, "1"), TABLE_OK, "or counts that of the other");
    cr_expect_eq(move(t, &log, 0, 2, "T"), TABLE_STALE, "but not the own");
    cr_expect_eq(table_position(t)->to_act, 1U << 2);
    cr_expect(mentions(write_all(&o, t, 0, 0, TABLE_JSON), "\"chosen\":{\"1\":\"1\",\"2\":\"?\"}"), "%s", o.at);
    cr_expect_eq(move(t, &log, 2, 0, "T"), TABLE_OK);
    cr_expect_eq(move(t, &log, 0, 0, "G"), TABLE_STALE, "all are revealed");
    free(o.at);
    table_close(&t);
}

/* -- Choices that are written together -- */

Test(table, simultaneous_choices_can_be_written_together)
{
    table_plan p = plan_of("die-mauer", 4);
    static entry_list log;
    table_draft w[4];
    int n;
    mur_err why;
    table *t = begun(&p, &log);
    static const char *const chosen[] = { "T", "G", "1", "T" };
    cr_assert_eq(check_move(t, 0, 0, mur_span_of(chosen[0]), w, &n, &why), TABLE_OK);
    for (int i = 1; i < 4; i++)
        cr_assert(check_joint_move(t, w, (size_t)i, i, 0, mur_span_of(chosen[i]), &w[i]), "%d", i);
    cr_expect_eq(table_ply(t), 0, "nothing has happened yet");
    for (int i = 0; i < 4; i++)
        grant_draft(t, &log, &w[i]); /* it compares the status with the prediction */
    cr_expect_eq(table_ply(t), 4);
    table_close(&t);
}

Test(table, only_a_first_choice_of_the_same_stage_joins_a_write)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_draft w[4], other;
    int n;
    mur_err why;
    mur_span tower = mur_span_of("T"), gate = mur_span_of("G");
    table *t = begun(&p, &log);
    cr_assert_eq(check_move(t, 0, 0, tower, w, &n, &why), TABLE_OK);
    cr_expect_not(check_joint_move(t, w, 1, 0, 0, gate, &other), "their own choice is not written yet");
    cr_expect_not(check_joint_move(t, w, 1, 1, 1, gate, &other), "nobody knows of a move that is not written");
    cr_expect_not(check_joint_move(t, w, 1, 1, 0, mur_span_of("pass"), &other), "illegal");
    cr_expect_not(check_joint_move(t, w, 1, 1, 0, mur_span_of("?"), &other), "no move at all");
    cr_expect_not(check_joint_move(t, w, 1, 3, 0, gate, &other), "no such seat");
    cr_expect_not(check_joint_move(t, w, 1, -1, 0, gate, &other), "somebody who watches");
    cr_assert(check_joint_move(t, w, 1, 1, 0, gate, &w[1]));
    cr_assert(check_joint_move(t, w, 2, 2, 0, gate, &w[2]));
    cr_expect_not(check_joint_move(t, w, 3, 0, 0, gate, &other), "the stage is over");
    grant_draft(t, &log, &w[0]);
    cr_expect_not(check_joint_move(t, w, 0, 0, 0, gate, &other), "a change of mind takes another back first");
    cr_assert_eq(check_move(t, 0, 0, gate, w, &n, &why), TABLE_OK);
    cr_assert_eq(n, 2);
    cr_expect_not(check_joint_move(t, w, 2, 1, 0, gate, &other), "behind a change of mind");
    table_close(&t);
}

Test(table, moves_in_turn_do_not_join_a_write)
{
    table_plan p = plan_of("chang-cheng", 2);
    static entry_list log;
    table_draft w[2], other;
    int n;
    mur_err why;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    table *t = begun(&p, &log), *ahead = begun(&p, &(entry_list){ 0 });
    move_at_random(ahead, &log, &rng);
    mur_span first = log.at[log.n - 1].text;
    cr_assert_eq(check_move(t, 0, 0, first, w, &n, &why), TABLE_OK);
    for (int i = 0; i < 50; i++) { /* any move of the other seat */
        move_at_random(ahead, &log, &rng);
        cr_expect_not(check_joint_move(t, w, 1, 1, 0, log.at[log.n - 1].text, &other));
        cr_expect_not(check_joint_move(t, w, 1, 0, 0, log.at[log.n - 1].text, &other));
    }
    table_close(&ahead);
    table_close(&t);
}

/* The text between the brackets of "entries". */
static mur_span entries_of(written *o, const table *t, uint32_t from, int seat, table_form form)
{
    begin_written(o);
    table_write_entries(t, from, seat, form, &o->json);
    end_written(o);
    size_t head = strlen("{\"entries\":[");
    return (mur_span){ o->at + head, strlen(o->at) - head - strlen("]}") };
}

/* Writes entries of a game one by one and several at a time, and compares the text. */
static void compare_entries(const char *game, int seats, table_form form)
{
    table_plan p = plan_of(game, seats);
    static entry_list log;
    static char all[1 << 16];
    log.n = 0;
    written o = { 0 };
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

Test(table, entries_written_together_equal_entries_written_one_by_one)
{
    compare_entries("die-mauer", 4, TABLE_JSON);
    compare_entries("die-mauer", 6, TABLE_BYTES);
    compare_entries("chinesische-mauer", 3, TABLE_JSON);
    compare_entries("chang-cheng", 4, TABLE_BYTES);
}

/* -- The cost of a move, as the number of calls of the engine -- */

static mur_game counting;
static mur_err (*real_play)(mur_state *s, int seat, mur_move m, mur_events *events);
static int n_plays;

static mur_err count_play(mur_state *s, int seat, mur_move m, mur_events *events)
{
    n_plays++;
    return real_play(s, seat, m, events);
}

Test(table, a_move_takes_constant_time)
{
    table_plan p = plan_of("die-mauer", 4);
    strcpy(p.option[1], "20"); /* hands: some two thousand moves */
    counting = *p.game;
    real_play = counting.play;
    counting.play = count_play;
    p.game = &counting;
    static entry_list log;
    written o = { 0 };
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
            write_all(&o, t, from, seat, seat % 2 ? TABLE_JSON : TABLE_BYTES);
        int *m = &most[i >= 200];
        *m = n_plays > *m ? n_plays : *m;
    }
    cr_expect_leq(most[1], most[0], "%d, later %d", most[0], most[1]);
    cr_expect_leq(most[0], 24, "%d", most[0]);
    free(o.at);
    table_close(&t);
}

Test(table, an_illegal_replacement_of_a_choice_changes_nothing)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_draft w[2];
    int n;
    mur_err why;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    cr_expect_eq(check_move(t, 0, 0, mur_span_of("left"), w, &n, &why), TABLE_ILLEGAL);
    cr_expect_neq(why, MUR_OK);
    cr_expect_eq(table_ply(t), 1);
    table_close(&t);
}

/* -- Taking back -- */

Test(table, a_choice_can_be_taken_back_after_others_have_chosen)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
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

Test(table, a_move_that_revealed_something_cannot_be_taken_back)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    move(t, &log, 1, 0, "G");
    move(t, &log, 2, 0, "G");
    cr_expect_eq(back(t, &log, 2, 3), TABLE_LEARNT);
    cr_expect_eq(back(t, &log, 0, 3), TABLE_LATE);
    table_close(&t);
}

/* A card that is laid was hidden from the others, a card that is drawn from its player. */
Test(table, moves_that_show_or_draw_cards_cannot_be_taken_back)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
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

/* The first piece in a region shows its token to the seat that lays it; a second piece there shows nothing. */
Test(table, a_wall_that_shows_nothing_can_be_taken_back)
{
    table_plan p = plan_of("chang-cheng", 2);
    static entry_list log;
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

Test(table, a_take_back_restores_the_table_exactly)
{
    table_plan p = plan_of("chang-cheng", 3);
    static entry_list log, straight;
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

/* Takes back as many moves as possible; each time the table is as it was before that move. */
Test(table, several_moves_can_be_taken_back_in_sequence)
{
    table_plan p = plan_of("chang-cheng", 2);
    static entry_list log;
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

/* -- Leaving and coming back -- */

Test(table, a_bot_plays_the_seat_of_a_person_who_leaves)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_change w;
    table *t = begun(&p, &log);
    cr_expect_eq(table_bots_to_act(t), 0);
    cr_assert_eq((w = table_check_stand(t, person(2))).err, TABLE_OK);
    cr_expect(mur_span_is(table_draft_entry(&w.draft[0], 0).text, "master\nleft"));
    grant(t, &log, &w);
    cr_expect_eq((w = table_check_stand(t, person(2))).err, TABLE_STATE);
    cr_expect_eq(table_bots_to_act(t), 1U << 1);
    cr_expect_str_eq(table_seat_of(t, 1)->name, "P2");
    cr_expect_eq(sit(t, &log, 3, 1), TABLE_TAKEN);
    cr_expect_eq(sit(t, &log, 1, 0), TABLE_STATE, "has it already");
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_OK);
    cr_expect_eq(log.at[log.n - 1].kind, TABLE_RETURN);
    cr_expect_eq(table_bots_to_act(t), 0);
    cr_assert_eq((w = table_check_bot(t, person(1), 1, mur_span_of("mason"))).err, TABLE_OK);
    cr_expect(mur_span_is(table_draft_entry(&w.draft[0], 0).text, "mason\nhost"));
    grant(t, &log, &w);
    cr_expect_eq(table_bots_to_act(t), 1U << 1);
    table_close(&t);
}

/* When a person is deleted, the store removes their id from the log. */
Test(table, a_deleted_person_has_no_id_and_the_game_stays)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_change w;
    written o = { 0 };
    table *t = begun(&p, &log);
    w = table_check_stand(t, person(2));
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
    cr_expect_not(mentions(write_all(&o, again, 0, 0, TABLE_JSON), "P2"), "%s", o.at);
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
    static entry_list log;
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
    static entry_list log;
    table *t = begun(&p, &log);
    move(t, &log, 0, 0, "T");
    cr_expect_eq(left_of(t, log.now + 30000, 0), 69000, "who has chosen waits for free");
    back(t, &log, 0, 1);
    cr_expect_eq(left_of(t, log.now, 0), 59000);
    cr_expect_eq(left_of(t, log.now + 1000, 0), 58000, "and runs again");
    table_close(&t);
}

Test(table, a_bot_replaces_a_person_who_is_out_of_time_until_they_return)
{
    table_plan p = plan_of("die-mauer", 3);
    p.timing = TABLE_CLOCK;
    p.minutes = 1;
    static entry_list log;
    table_change w;
    table *t = begun(&p, &log);
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    move(t, &log, 0, 0, "T");
    cr_expect_eq((w = table_check_timeout(t, 0)).err, TABLE_STATE, "this clock does not run");
    log.now += 100000;
    cr_assert_eq((w = table_check_timeout(t, 1)).err, TABLE_OK);
    cr_expect(mur_span_is(table_draft_entry(&w.draft[0], 0).text, "master\ntime"));
    grant(t, &log, &w);
    cr_assert(table_clock(t, log.now, left, &running, &out));
    cr_expect_eq(left[1], 0);
    cr_expect_eq(running, 1U << 2, "bots have no clock");
    cr_expect_eq(sit(t, &log, 2, 1), TABLE_OK);
    cr_expect_eq(left_of(t, log.now, 1), TABLE_RETURN_MS);
    cr_expect_eq((w = table_check_timeout(t, 3)).err, TABLE_NONE);
    table_close(&t);
}

Test(table, a_clock_of_days_is_per_move)
{
    table_plan p = plan_of("chang-cheng", 2);
    p.timing = TABLE_DAYS;
    p.days = 2;
    static entry_list log;
    const int64_t day = 86400000;
    table *t = begun(&p, &log);
    mur_rng rng;
    mur_rng_seed(&rng, 5);
    log.now += day;
    move_at_random(t, &log, &rng);
    cr_expect_eq(left_of(t, log.now, 0), day - 1000, "unused time is not saved while others move");
    cr_expect_eq(left_of(t, log.now + day, 1), day);
    log.now += day;
    move_at_random(t, &log, &rng);
    int next = __builtin_ctz(table_position(t)->to_act);
    cr_expect_eq(left_of(t, log.now, next), 2 * day, "a new move has all of them");
    table_close(&t);
}

Test(table, an_untimed_table_has_no_clock)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    table_change w;
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time out;
    table *t = begun(&p, &log);
    cr_expect_not(table_clock(t, log.now, left, &running, &out));
    cr_expect_eq(running, 0);
    cr_expect_eq((w = table_check_timeout(t, 0)).err, TABLE_STATE);
    table_close(&t);
}

/* -- The end -- */

static void finish(table *t, entry_list *log, uint64_t seed)
{
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    while (table_position(t)->to_act)
        move_at_random(t, log, &rng);
}

Test(table, a_finished_game_accepts_only_a_rematch)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    table_change w;
    table *t = begun(&p, &log);
    cr_expect_eq((w = table_check_rematch(t, person(1), person(50))).err, TABLE_STATE);
    finish(t, &log, 6);
    cr_expect_eq(table_status(t).state, STORE_OVER);
    cr_expect_eq(move(t, &log, 0, table_ply(t), "draw"), TABLE_STATE);
    cr_expect_eq(back(t, &log, 0, table_ply(t)), TABLE_STATE);
    cr_expect_eq((w = table_check_stand(t, person(1))).err, TABLE_STATE);
    cr_expect_eq((w = table_check_close(t, person(1))).err, TABLE_STATE);
    cr_expect_eq((w = table_check_rematch(t, person(3), person(50))).err, TABLE_NOT_YOURS);
    cr_assert_eq((w = table_check_rematch(t, person(2), person(50))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect_eq((w = table_check_rematch(t, person(1), person(51))).err, TABLE_TAKEN);
    store_id made = table_rematch(t), wanted = person(50);
    cr_expect_arr_eq(&made, &wanted, sizeof made);
    table_close(&t);
}

/* -- Hints -- */

static void seat_bot(table *t, entry_list *log, int seat)
{
    table_change w;
    cr_assert_eq((w = table_check_bot(t, person(1), seat, mur_span_of("mason"))).err, TABLE_OK);
    grant(t, log, &w);
}

Test(table, hints_are_off_among_people_until_the_game_is_over)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    table_change w;
    table *t = begun(&p, &log);
    cr_expect_not(table_may_hint(t));
    cr_assert_eq((w = table_check_stand(t, person(2))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect_not(table_may_hint(t), "a bot plays the seat, and its person may come back");
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
    static entry_list log;
    table_change w;
    table *t = table_open(person(99), person(1), &p);
    cr_assert_eq(sit(t, &log, 1, 0), TABLE_OK);
    seat_bot(t, &log, 1);
    cr_expect_not(table_may_hint(t), "somebody may take the open seat");
    cr_assert_eq((w = table_check_reserve(t, person(1), 2, person(3), "P3")).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect_not(table_may_hint(t), "it is reserved for somebody");
    seat_bot(t, &log, 2);
    cr_expect(table_may_hint(t));
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_expect(table_may_hint(t));
    cr_assert_eq((w = table_check_stand(t, person(1))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_expect(table_may_hint(t));
    table_close(&t);
}

Test(table, hints_are_on_where_the_plan_allows_them)
{
    table_plan p = plan_of("chang-cheng", 2);
    static entry_list log;
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
    p.is_public = p.waits_for_host = p.is_quiet = p.allows_hints = p.repeats_deal = true;
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

Test(table, an_invalid_plan_is_refused)
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

Test(table, applying_the_same_entries_gives_the_same_table)
{
    static const char *const games[] = { "chinesische-mauer", "die-mauer", "chang-cheng" };
    for (size_t i = 0; i < countof(games); i++) {
        table_plan p = plan_of(games[i], 3);
        p.timing = TABLE_CLOCK;
        p.minutes = 180;
        static entry_list log;
        written a = { 0 }, b = { 0 };
        log.n = 0;
        table *t = begun(&p, &log);
        finish(t, &log, 7 + i);
        table *again = replayed(&p, &log);
        cr_expect_arr_eq(table_position(t), table_position(again), p.game->state_size);
        for (int seat = 0; seat < 4; seat++) {
            int viewer = seat < 3 ? seat : MUR_WATCHER;
            cr_expect_str_eq(write_all(&a, t, 0, viewer, TABLE_JSON), write_all(&b, again, 0, viewer, TABLE_JSON));
            cr_expect_str_eq(write_all(&a, t, 5, viewer, TABLE_BYTES), write_all(&b, again, 5, viewer, TABLE_BYTES));
        }
        for (int seat = 0; seat < 3; seat++)
            cr_expect_eq(left_of(t, log.now, seat), left_of(again, log.now, seat));
        free(a.at);
        free(b.at);
        table_close(&t);
        table_close(&again);
    }
}

/* Changes one byte of one entry: the entry is refused and changes nothing, or the table can still be written. */
Test(table, a_damaged_entry_is_refused_at_its_place)
{
    table_plan p = plan_of("die-mauer", 3);
    static entry_list log;
    written a = { 0 }, b = { 0 };
    mur_rng rng;
    mur_rng_seed(&rng, 8);
    table *t = begun(&p, &log);
    table_change w;
    for (int i = 0; i < 40; i++)
        move_at_random(t, &log, &rng);
    w = table_check_stand(t, person(2));
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
        write_all(&a, t, 0, 1, TABLE_JSON);
        if (!table_apply(t, &e))
            cr_assert_str_eq(write_all(&b, t, 0, 1, TABLE_JSON), a.at);
        else
            write_all(&b, t, 0, 1, TABLE_JSON);
        table_close(&t);
    }
    free(a.at);
    free(b.at);
}
