/* SPDX-License-Identifier: MIT */
/* tests/server/fair_test.c -- fair deals; the expected hashes were computed with sha256sum. */
#include "server/table/fair.h"

#include <criterion/criterion.h>
#include <string.h>

static void make_secret(unsigned char secret[FAIR_SECRET])
{
    for (int i = 0; i < FAIR_SECRET; i++)
        secret[i] = (unsigned char)i;
}

/* printf %s 000102...1f | sha256sum */
Test(fair, a_commitment_is_the_hash_of_the_digits)
{
    unsigned char secret[FAIR_SECRET];
    char out[FAIR_HEX];
    make_secret(secret);
    fair_commit_secret(secret, out);
    cr_expect_str_eq(out, "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b");
}

/* printf '%s\n' 000102...1f one '' zwei | sha256sum, eight bytes a number */
Test(fair, a_deal_is_the_hash_of_secret_and_salts)
{
    static const uint64_t words[] = { UINT64_C(0xf094ff9d7806e330), UINT64_C(0x50035ecd3eec88c6),
                                      UINT64_C(0x8e4dcb25f55941dc), UINT64_C(0x4898ed0bc3f2a6bd) };
    unsigned char secret[FAIR_SECRET];
    mur_span salts[] = { mur_span_of("one"), mur_span_of(""), mur_span_of("zwei") };
    mur_rng rng;
    make_secret(secret);
    fair_deal(secret, salts, 3, &rng);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(rng.s[i], words[i], "word %d", i);
}

Test(fair, a_salt_cannot_pretend_to_be_two)
{
    cr_expect(fair_is_salt(mur_span_of("")));
    cr_expect(fair_is_salt(mur_span_of("é 1")));
    cr_expect_not(fair_is_salt(mur_span_of("one\ntwo")));
    cr_expect_not(fair_is_salt(mur_span_of("\xff")));
    cr_expect_not(fair_is_salt(mur_span_of("12345678901234567890123456789012345678901234567890123456789012345")));
}

Test(fair, secrets_are_read_as_they_are_written)
{
    unsigned char secret[FAIR_SECRET], again[FAIR_SECRET];
    char digits[FAIR_HEX];
    make_secret(secret);
    fair_write_secret(secret, digits);
    cr_assert(fair_read_secret(mur_span_of(digits), again));
    cr_expect_arr_eq(secret, again, sizeof secret);
    digits[5] = 'A';
    cr_expect_not(fair_read_secret(mur_span_of(digits), again), "upper case is another text");
    cr_expect_not(fair_read_secret((mur_span){ digits, 63 }, again));
}
