/* SPDX-License-Identifier: MIT */
/* tests/server/guesses_test.c -- wrong passwords: how many, from where, and who is not harmed by them. */
#include "server/guesses.h"

#include <sodium.h>

#include "tests/store/places.h"

static guess from(const char *account, const char *source)
{
    return (guess){ .account = mur_span_of(account), .source = mur_span_of(source) };
}

Test(guesses, from_one_address_wait_longer_and_longer)
{
    cr_assert_geq(sodium_init(), 0);
    guesses *g = guesses_open();
    guess a = from("anna", "192.0.2.1"), other = from("bert", "192.0.2.1"), elsewhere = from("anna", "192.0.2.2");
    store_time now = 1000000;
    for (int i = 0; i < 10; i++) {
        cr_expect(guesses_may(g, &a, now), "%d", i);
        cr_expect_eq(guesses_fail(g, &a, now), i + 1);
    }
    for (store_time pause = 1000; pause <= 1024000; pause *= 2) {
        cr_expect_not(guesses_may(g, &a, now + pause - 1));
        cr_expect(guesses_may(g, &a, now += pause));
        guesses_fail(g, &a, now);
    }
    cr_expect(guesses_may(g, &other, now), "another account is not harmed");
    cr_expect(guesses_may(g, &elsewhere, now), "another address is not harmed");
    for (int i = 0; i < 50; i++)
        guesses_fail(g, &a, now);
    cr_expect(guesses_may(g, &a, now + 3600000), "an hour is the most");
    guesses_fail(g, &a, now += 2 * 86400000);
    cr_expect(guesses_may(g, &a, now), "a day later they are forgiven");
    for (int i = 0; i < 20; i++)
        guesses_fail(g, &a, now);
    guesses_succeed(g, &a, now);
    cr_expect(guesses_may(g, &a, now), "the right one ends it");
    guesses_close(&g);
}

/* A guesser with many addresses is stopped for an account; its owner is not, where they have logged in before. */
Test(guesses, from_everywhere_do_not_lock_the_owner_out)
{
    cr_assert_geq(sodium_init(), 0);
    guesses *g = guesses_open();
    guess owner = from("anna", "198.51.100.7"), fresh = from("anna", "203.0.113.9"), session = from("anna", "key");
    store_time now = 1000000;
    session.is_session = true;
    guesses_succeed(g, &owner, now);
    char address[32];
    int tried = 0;
    for (int i = 0; i < 1000; i++) {
        snprintf(address, sizeof address, "10.0.%d.%d", i / 250, i % 250);
        guess stranger = from("anna", address);
        if (guesses_may(g, &stranger, now)) {
            tried++;
            guesses_fail(g, &stranger, now);
        }
    }
    cr_expect_eq(tried, 100);
    cr_expect_not(guesses_may(g, &fresh, now));
    cr_expect(guesses_may(g, &owner, now), "the owner is locked out");
    cr_expect(guesses_may(g, &session, now), "the owner's session is locked out");
    cr_expect(guesses_may(g, &owner, now + 29 * (store_time)86400000));
    cr_expect(guesses_may(g, &fresh, now + 60000), "they wear off");
    guesses_fail(g, &fresh, now + 1000);
    guesses_clear(g, mur_span_of("anna"));
    cr_expect(guesses_may(g, &fresh, now + 1000), "a reset ends it");
    guesses_close(&g);
}

Test(guesses, are_told_without_the_name)
{
    cr_assert_geq(sodium_init(), 0);
    guesses *g = guesses_open(), *h = guesses_open();
    char one[GUESSES_TAG], two[GUESSES_TAG], three[GUESSES_TAG];
    guesses_tag(g, mur_span_of("anna"), one);
    guesses_tag(g, mur_span_of("anna"), two);
    guesses_tag(h, mur_span_of("anna"), three);
    cr_expect_str_eq(one, two);
    cr_expect_str_neq(one, three, "anybody could find the name by trying");
    guesses_close(&g);
    guesses_close(&h);
}
