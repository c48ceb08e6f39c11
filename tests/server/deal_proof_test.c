/* SPDX-License-Identifier: MIT */
/* tests/server/deal_proof_test.c -- the record of a table proves its deal, and changes of the record are detected. */
#include "server/table/deal_proof.h"

#include <stdio.h>

#include "record/reader.h"
#include "tests/server/tables.h"

/* The record of a finished game in which seat 0 had a salt; the caller closes it. */
static mur_buffer finished(const char *game, int seats, bool with_secret)
{
    table_plan p = plan_of(game, seats);
    static entry_list log;
    table_change w;
    mur_rng rng;
    mur_buffer out = { 0 };
    log.n = 0;
    mur_rng_seed(&rng, 9);
    table *t = table_open(person(99), person(1), &p);
    cr_assert_eq((w = table_check_sit(t, person(1), 0, "Anna", mur_span_of("grain of salt"), NO_COMMIT)).err, TABLE_OK);
    grant(t, &log, &w);
    for (int seat = 1; seat < seats; seat++) {
        cr_assert_eq((w = table_check_bot(t, person(1), seat, mur_span_of("mason"))).err, TABLE_OK);
        grant(t, &log, &w);
    }
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_assert_not(table_record(t, with_secret, &out), "not before it is over");
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    cr_assert(table_record(t, with_secret, &out));
    table_close(&t);
    return out;
}

static deal_proof_result check(const char *text, deal_proof *p)
{
    mur_record *r;
    mur_record_error e = { 0 };
    cr_assert(mur_record_read(mur_span_of(text), NULL, &r, &e), "%zu: %s", e.line, e.message);
    deal_proof_result result = deal_proof_check(r, p);
    mur_record_close(&r);
    return result;
}

/* Replaces the first `from` after a word. */
static void change_after(char *text, const char *word, char from, char to)
{
    char *at = strstr(text, word);
    cr_assert(at);
    at = strchr(at + strlen(word), from);
    cr_assert(at);
    *at = to;
}

Test(deal_proof, the_record_of_a_table_proves_its_deal)
{
    static const char *const games[] = { "chinesische-mauer", "die-mauer", "chang-cheng" };
    deal_proof p;
    for (size_t i = 0; i < countof(games); i++) {
        mur_buffer out = finished(games[i], 3, true);
        cr_expect_eq(check(out.at, &p), PROOF_OK, "%s", out.at);
        cr_expect(mentions(out.at, "tag player1 Anna\n"));
        cr_expect(mentions(out.at, "tag player2 mason\n"));
        cr_expect(mentions(out.at, "tag salt1 grain of salt\n"));
        cr_expect_not(mentions(out.at, "tag salt2"));
        mur_buffer_close(&out);
    }
}

Test(deal_proof, without_its_secret_a_record_proves_nothing)
{
    deal_proof p;
    mur_buffer out = finished("chinesische-mauer", 2, false);
    cr_expect_eq(check(out.at, &p), PROOF_NO_TAG);
    cr_expect_str_eq(p.tag, "secret");
    cr_expect(mentions(out.at, "tag commitment "));
    cr_expect_not(mentions(out.at, "tag secret"));
    mur_buffer_close(&out);
}

Test(deal_proof, another_secret_does_not_match_the_commitment)
{
    deal_proof p;
    mur_buffer out = finished("chinesische-mauer", 2, true);
    change_after(out.at, "tag secret ", '0', '1');
    cr_expect_eq(check(out.at, &p), PROOF_COMMITMENT);
    change_after(out.at, "tag secret ", '1', 'x');
    cr_expect_eq(check(out.at, &p), PROOF_BAD_TAG);
    mur_buffer_close(&out);
}

Test(deal_proof, another_salt_or_another_deal_is_detected)
{
    deal_proof p;
    mur_buffer out = finished("chinesische-mauer", 2, true);
    change_after(out.at, "tag salt1 ", 'g', 'G');
    cr_expect_eq(check(out.at, &p), PROOF_DEAL);
    change_after(out.at, "tag salt1 ", 'G', 'g');
    cr_assert_eq(check(out.at, &p), PROOF_OK);
    *strstr(out.at, "move ") = '\0'; /* a record may end there */
    cr_assert_eq(check(out.at, &p), PROOF_OK);
    char *deck = strstr(out.at, "setup deck2 ") + 12;
    for (int i = 1; i < 20; i++) /* swaps two cards */
        if (deck[i] != deck[0]) {
            char swap = deck[i];
            deck[i] = deck[0];
            deck[0] = swap;
            break;
        }
    cr_expect_eq(check(out.at, &p), PROOF_DEAL);
    cr_expect_eq(p.line, 2);
    cr_expect_neq(p.value[0], '\0');
    mur_buffer_close(&out);
}

/* -- Commitments -- */

/* Seat 0 committed to its salt, seat 1 sent one openly. */
static mur_buffer committed(void)
{
    table_plan p = plan_of("chinesische-mauer", 2);
    static entry_list log;
    table_change w;
    mur_rng rng;
    mur_buffer out = { 0 };
    char commit[FAIR_HEX];
    log.n = 0;
    mur_rng_seed(&rng, 9);
    table *t = table_open(person(99), person(1), &p);
    fair_commit_salt(mur_span_of("grain"), commit);
    cr_assert_eq((w = table_check_sit(t, person(1), 0, "Anna", mur_span_of(""), mur_span_of(commit))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_assert_eq((w = table_check_sit(t, person(2), 1, "Ben", mur_span_of("open"), NO_COMMIT)).err, TABLE_OK);
    grant(t, &log, &w);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    cr_assert_eq((w = table_check_reveal(t, person(1), mur_span_of("grain"))).err, TABLE_OK);
    grant(t, &log, &w);
    cr_assert_eq(start(t, &log, nobody), TABLE_OK);
    while (table_position(t)->to_act)
        move_at_random(t, &log, &rng);
    cr_assert(table_record(t, true, &out));
    table_close(&t);
    return out;
}

/* Checks the record with an additional line before the tag of the secret. */
static deal_proof_result check_with(const char *record, const char *line, deal_proof *p)
{
    mur_buffer text = { 0 };
    const char *at = strstr(record, "tag secret ");
    mur_buffer_put_span(&text, (mur_span){ record, (size_t)(at - record) });
    mur_buffer_put(&text, line);
    mur_buffer_put(&text, at);
    deal_proof_result result = check(text.at, p);
    mur_buffer_close(&text);
    return result;
}

Test(deal_proof, the_proof_says_which_seats_committed)
{
    deal_proof p;
    mur_buffer out = committed();
    cr_expect_eq(check(out.at, &p), PROOF_OK);
    cr_expect_eq(p.committed, 1);
    cr_expect_eq(p.open, 2);
    cr_expect(mentions(out.at, "tag commit1 "));
    cr_expect_not(mentions(out.at, "tag commit2 "));
    mur_buffer_close(&out);
}

Test(deal_proof, a_salt_that_was_not_committed_to_is_detected)
{
    deal_proof p;
    mur_buffer out = committed();
    change_after(out.at, "tag salt1 ", 'g', 'G');
    cr_expect_eq(check(out.at, &p), PROOF_SALT);
    cr_expect_eq(p.seat, 0);
    change_after(out.at, "tag salt1 ", 'G', 'g');
    char *commit = strstr(out.at, "tag commit1 ") + 12;
    commit[0] = commit[0] == 'a' ? 'b' : 'a';
    cr_expect_eq(check(out.at, &p), PROOF_SALT);
    commit[0] = 'A';
    cr_expect_eq(check(out.at, &p), PROOF_BAD_TAG);
    cr_expect_str_eq(p.tag, "commit1");
    mur_buffer_close(&out);
    out = finished("chinesische-mauer", 2, true);
    cr_expect_eq(
        check_with(out.at, "tag commit2 0000000000000000000000000000000000000000000000000000000000000000\n", &p),
        PROOF_SALT, "a commitment needs its salt");
    mur_buffer_close(&out);
}

Test(deal_proof, tags_that_belong_to_no_seat_are_refused)
{
    static const char *const extra[] = { "salt3",   "salt0",   "salt01",   "salt",   "salt10",      "saltx",
                                         "commit3", "commit0", "commit02", "commit", "commitments", "secret2" };
    deal_proof p;
    mur_buffer out = committed();
    for (size_t i = 0; i < countof(extra); i++) {
        char line[64];
        snprintf(line, sizeof line, "tag %s pepper\n", extra[i]);
        cr_expect_eq(check_with(out.at, line, &p), PROOF_NO_SEAT, "%s", extra[i]);
        cr_expect_str_eq(p.tag, extra[i]);
    }
    cr_expect_eq(check_with(out.at, "tag spice pepper\n", &p), PROOF_OK);
    mur_buffer_close(&out);
}

Test(deal_proof, a_record_from_elsewhere_has_no_commitment)
{
    deal_proof p;
    cr_expect_eq(check("muraille 1\ngame die-mauer\nplayers 3\n", &p), PROOF_NO_TAG);
    cr_expect_str_eq(p.tag, "commitment");
}

/* Tables of the same deal: the salts are those of the first. */
Test(deal_proof, a_deal_can_be_played_again_by_others)
{
    table_plan p = plan_of("chinesische-mauer", 2), again;
    static entry_list log, other;
    table_change w;
    table *t = table_open(person(99), person(1), &p);
    for (int seat = 0; seat < 2; seat++) {
        cr_assert_eq(
            (w = table_check_sit(t, person(1 + seat), seat, "", mur_span_of(seat ? "two" : "one"), NO_COMMIT)).err,
            TABLE_OK);
        grant(t, &log, &w);
    }
    start(t, &log, nobody);
    again = p;
    again.repeats_deal = true;
    strcpy(again.salt[0], "one");
    strcpy(again.salt[1], "two");
    table *same = begun(&again, &other);
    cr_expect_arr_eq(table_position(t), table_position(same), p.game->state_size);
    table_close(&same);
    other.n = 0;
    table *without = begun(&p, &other);
    cr_expect_neq(memcmp(table_position(t), table_position(without), p.game->state_size), 0);
    table_close(&without);
    table_close(&t);
}
