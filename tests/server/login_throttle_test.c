/* SPDX-License-Identifier: MIT */
/* tests/server/login_throttle_test.c -- limits on wrong passwords, by account and by source. */
#include "server/lobby/login_throttle.h"

#include <sodium.h>

#include "tests/store/backends.h"

static login_attempt from(const char *account, const char *source)
{
    return (login_attempt){ .account = mur_span_of(account), .source = mur_span_of(source) };
}

Test(login_throttle, wrong_passwords_from_one_address_wait_longer_and_longer)
{
    cr_assert_geq(sodium_init(), 0);
    login_throttle *t = login_throttle_open();
    login_attempt a = from("anna", "192.0.2.1"), other = from("bert", "192.0.2.1"),
                  elsewhere = from("anna", "192.0.2.2");
    store_time now = 1000000;
    for (int i = 0; i < 10; i++) {
        cr_expect(login_throttle_allows(t, &a, now), "%d", i);
        cr_expect_eq(login_throttle_on_failure(t, &a, now), i + 1);
    }
    for (store_time pause = 1000; pause <= 1024000; pause *= 2) {
        cr_expect_not(login_throttle_allows(t, &a, now + pause - 1));
        cr_expect(login_throttle_allows(t, &a, now += pause));
        login_throttle_on_failure(t, &a, now);
    }
    cr_expect(login_throttle_allows(t, &other, now), "another account is not harmed");
    cr_expect(login_throttle_allows(t, &elsewhere, now), "another address is not harmed");
    for (int i = 0; i < 50; i++)
        login_throttle_on_failure(t, &a, now);
    cr_expect(login_throttle_allows(t, &a, now + 3600000), "an hour is the most");
    login_throttle_on_failure(t, &a, now += 2 * 86400000);
    cr_expect(login_throttle_allows(t, &a, now), "a day later they are forgiven");
    for (int i = 0; i < 20; i++)
        login_throttle_on_failure(t, &a, now);
    login_throttle_on_success(t, &a, now);
    cr_expect(login_throttle_allows(t, &a, now), "the right one ends it");
    login_throttle_close(&t);
}

/* An attacker with many addresses is stopped; the owner of the account still gets in from a known address. */
Test(login_throttle, wrong_passwords_from_everywhere_do_not_lock_the_owner_out)
{
    cr_assert_geq(sodium_init(), 0);
    login_throttle *t = login_throttle_open();
    login_attempt owner = from("anna", "198.51.100.7"), fresh = from("anna", "203.0.113.9"),
                  session = from("anna", "key");
    store_time now = 1000000;
    session.is_session = true;
    login_throttle_on_success(t, &owner, now);
    char address[32];
    int tried = 0;
    for (int i = 0; i < 1000; i++) {
        snprintf(address, sizeof address, "10.0.%d.%d", i / 250, i % 250);
        login_attempt stranger = from("anna", address);
        if (login_throttle_allows(t, &stranger, now)) {
            tried++;
            login_throttle_on_failure(t, &stranger, now);
        }
    }
    cr_expect_eq(tried, 100);
    cr_expect_not(login_throttle_allows(t, &fresh, now));
    cr_expect(login_throttle_allows(t, &owner, now), "the owner is locked out");
    cr_expect(login_throttle_allows(t, &session, now), "the owner's session is locked out");
    cr_expect(login_throttle_allows(t, &owner, now + 29 * (store_time)86400000));
    cr_expect(login_throttle_allows(t, &fresh, now + 60000), "they wear off");
    login_throttle_on_failure(t, &fresh, now + 1000);
    login_throttle_clear(t, mur_span_of("anna"));
    cr_expect(login_throttle_allows(t, &fresh, now + 1000), "a reset ends it");
    login_throttle_close(&t);
}

Test(login_throttle, an_account_is_logged_without_its_name)
{
    cr_assert_geq(sodium_init(), 0);
    login_throttle *t = login_throttle_open(), *h = login_throttle_open();
    char one[ACCOUNT_TAG], two[ACCOUNT_TAG], three[ACCOUNT_TAG];
    login_throttle_account_tag(t, mur_span_of("anna"), one);
    login_throttle_account_tag(t, mur_span_of("anna"), two);
    login_throttle_account_tag(h, mur_span_of("anna"), three);
    cr_expect_str_eq(one, two);
    cr_expect_str_neq(one, three, "anybody could find the name by trying");
    login_throttle_close(&t);
    login_throttle_close(&h);
}
