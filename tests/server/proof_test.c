/* SPDX-License-Identifier: MIT */
/* The record of a table proves its deal; whoever changes what it says is found out. */
#include "server/proof.h"

#include "record/reader.h"
#include "tests/server/tables.h"

/* A finished game in which seat 0 brought a salt, as a record; the caller closes it. */
static mur_buffer finished(const char *game, int seats, bool with_secret)
{
    table_plan p = plan_of(game, seats);
    static paper log;
    table_wish w;
    mur_rng rng;
    mur_buffer out = { 0 };
    log.n = 0;
    mur_rng_seed(&rng, 9);
    table *t = table_open(person(99), person(1), &p);
    cr_assert_eq(table_want_seat(t, person(1), 0, "Anna", mur_span_of("grain of salt"), &w), TABLE_OK);
    grant(t, &log, &w);
    for (int seat = 1; seat < seats; seat++) {
        cr_assert_eq(table_want_bot(t, person(1), seat, mur_span_of("mason"), &w), TABLE_OK);
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

static proof_result check(const char *text, proof *p)
{
    mur_record *r;
    mur_record_error e = { 0 };
    cr_assert(mur_record_read(mur_span_of(text), NULL, &r, &e), "%zu: %s", e.line, e.message);
    proof_result result = proof_check(r, p);
    mur_record_close(&r);
    return result;
}

/* The first of these bytes after a word is another one. */
static void change_after(char *text, const char *word, char from, char to)
{
    char *at = strstr(text, word);
    cr_assert(at);
    at = strchr(at + strlen(word), from);
    cr_assert(at);
    *at = to;
}

Test(proof, the_record_of_a_table_proves_its_deal)
{
    static const char *const games[] = { "chinesische-mauer", "die-mauer", "chang-cheng" };
    proof p;
    for (size_t i = 0; i < countof(games); i++) {
        mur_buffer out = finished(games[i], 3, true);
        cr_expect_eq(check(out.at, &p), PROOF_GIVEN, "%s", out.at);
        cr_expect(tells(out.at, "tag player1 Anna\n"));
        cr_expect(tells(out.at, "tag player2 mason\n"));
        cr_expect(tells(out.at, "tag salt1 grain of salt\n"));
        cr_expect_not(tells(out.at, "tag salt2"));
        mur_buffer_close(&out);
    }
}

Test(proof, without_its_secret_a_record_proves_nothing)
{
    proof p;
    mur_buffer out = finished("chinesische-mauer", 2, false);
    cr_expect_eq(check(out.at, &p), PROOF_NO_TAG);
    cr_expect_str_eq(p.tag, "secret");
    cr_expect(tells(out.at, "tag commitment "));
    cr_expect_not(tells(out.at, "tag secret"));
    mur_buffer_close(&out);
}

Test(proof, another_secret_was_not_promised)
{
    proof p;
    mur_buffer out = finished("chinesische-mauer", 2, true);
    change_after(out.at, "tag secret ", '0', '1');
    cr_expect_eq(check(out.at, &p), PROOF_PROMISE);
    change_after(out.at, "tag secret ", '1', 'x');
    cr_expect_eq(check(out.at, &p), PROOF_BAD_TAG);
    mur_buffer_close(&out);
}

Test(proof, another_salt_or_another_deal_is_found_out)
{
    proof p;
    mur_buffer out = finished("chinesische-mauer", 2, true);
    change_after(out.at, "tag salt1 ", 'g', 'G');
    cr_expect_eq(check(out.at, &p), PROOF_DEAL);
    change_after(out.at, "tag salt1 ", 'G', 'g');
    cr_assert_eq(check(out.at, &p), PROOF_GIVEN);
    *strstr(out.at, "move ") = '\0'; /* a record may end there */
    cr_assert_eq(check(out.at, &p), PROOF_GIVEN);
    char *deck = strstr(out.at, "setup deck2 ") + 12;
    for (int i = 1; i < 20; i++) /* two cards change places */
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

Test(proof, a_record_from_elsewhere_has_no_promise)
{
    proof p;
    cr_expect_eq(check("muraille 1\ngame die-mauer\nplayers 3\n", &p), PROOF_NO_TAG);
    cr_expect_str_eq(p.tag, "commitment");
}

/* Tables of the same deal: the salts are those of the first. */
Test(proof, a_deal_can_be_played_again_by_others)
{
    table_plan p = plan_of("chinesische-mauer", 2), again;
    static paper log, other;
    table_wish w;
    table *t = table_open(person(99), person(1), &p);
    for (int seat = 0; seat < 2; seat++) {
        cr_assert_eq(table_want_seat(t, person(1 + seat), seat, "", mur_span_of(seat ? "two" : "one"), &w), TABLE_OK);
        grant(t, &log, &w);
    }
    start(t, &log, nobody);
    again = p;
    again.is_again = true;
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
