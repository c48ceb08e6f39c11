/* SPDX-License-Identifier: MIT */
/* tests/record/safe_text_test.c -- text from outside, made safe to show. */
#include <criterion/criterion.h>

#include "engine/json.h"
#include "record/buffer.h"
#include "record/safe_text.h"
#include "tests/record/sample.h"

static const struct {
    const char *bytes;
    int32_t point; /* -1: not UTF-8 */
} characters[] = {
    { "a", 'a' },
    { "\xc2\x80", 0x80 },
    { "\xdf\xbf", 0x7ff },
    { "\xe0\xa0\x80", 0x800 },
    { "\xed\x9f\xbf", 0xd7ff },
    { "\xee\x80\x80", 0xe000 },
    { "\xef\xbf\xbf", 0xffff },
    { "\xf0\x90\x80\x80", 0x10000 },
    { "\xf4\x8f\xbf\xbf", 0x10ffff },
    { "", -1 },
    { "\x80", -1 },             /* a continuation byte first */
    { "\xc0\x80", -1 },         /* overlong */
    { "\xc1\xbf", -1 },         /* overlong */
    { "\xe0\x9f\xbf", -1 },     /* overlong */
    { "\xf0\x8f\xbf\xbf", -1 }, /* overlong */
    { "\xed\xa0\x80", -1 },     /* a surrogate */
    { "\xed\xbf\xbf", -1 },     /* a surrogate */
    { "\xf4\x90\x80\x80", -1 }, /* past the last */
    { "\xf5\x80\x80\x80", -1 }, /* past the last */
    { "\xff", -1 },
    { "\xc3", -1 },         /* cut */
    { "\xe2\x82", -1 },     /* cut */
    { "\xe2\x28\xa1", -1 }, /* no continuation byte */
};

Test(safe_text, utf8_is_decoded_strictly)
{
    for (size_t i = 0; i < countof(characters); i++) {
        mur_span s = mur_span_of(characters[i].bytes);
        cr_expect_eq(mur_take_utf8(&s), characters[i].point, "row %zu", i);
        cr_expect_eq(s.len, characters[i].point < 0 ? strlen(characters[i].bytes) : 0, "row %zu", i);
    }
}

static const struct {
    const char *text, *quoted, *json;
} texts[] = {
    { "", "\"\"", "\"\"" },
    { "wall A7", "\"wall A7\"", "\"wall A7\"" },
    { "\xc3\xa9t\xc3\xa9", "\"\xc3\xa9t\xc3\xa9\"", "\"\xc3\xa9t\xc3\xa9\"" },
    { "a\"b\\c", "\"a\"b\\c\"", "\"a\\\"b\\\\c\"" },
    { "a\tb\n", "\"a\\x09b\\x0a\"", "\"a\\u0009b\\u000a\"" },
    { "\x1b[2J", "\"\\x1b[2J\"", "\"\\u001b[2J\"" },
};

Test(safe_text, control_characters_are_never_shown_as_they_are)
{
    for (size_t i = 0; i < countof(texts); i++) {
        char out[256];
        mur_text t = mur_text_on(out, sizeof out);
        mur_put_quoted(&t, mur_span_of(texts[i].text));
        cr_expect_str_eq(out, texts[i].quoted);
        t = mur_text_on(out, sizeof out);
        mur_put_json_string(&t, mur_span_of(texts[i].text));
        cr_expect_str_eq(out, texts[i].json);
        cr_expect_lt(t.len, mur_json_string_size(strlen(texts[i].text)));
    }
}

Test(safe_text, truncating_never_leaves_half_a_character)
{
    mur_span cut = mur_truncate(mur_span_of("\xc3\xa9\xe2\x82\xac!"), 2);
    cr_expect(mur_span_is(cut, "\xc3\xa9\xe2\x82\xac"));
    cr_expect(mur_span_is(mur_truncate(mur_span_of("ab"), 9), "ab"));
}

Test(safe_text, arguments_are_filled_in_and_unknown_names_stay)
{
    const mur_format_arg places[] = { { "a", mur_span_of("one") }, { "b", mur_span_of("{a}") }, { 0 } };
    char out[64];
    mur_text t = mur_text_on(out, sizeof out);
    mur_put_format(&t, "{b} {a}{a} {c} {a", places);
    cr_expect_str_eq(out, "{a} oneone {c} {a");
}

Test(buffer, text_grows_and_can_be_cleared_for_the_next_use)
{
    mur_buffer b = { 0 };
    mur_buffer_clear(&b); /* nothing there yet */
    for (int i = 0; i < 1000; i++)
        mur_buffer_put_int(&b, i % 10 - 5);
    cr_expect_eq(b.len, 1500);
    cr_expect_eq(strlen(b.at), 1500);
    mur_buffer_clear(&b);
    cr_expect_str_eq(b.at, "");
    mur_buffer_put(&b, "again");
    cr_expect_str_eq(b.at, "again");
    mur_buffer_close(&b);
    cr_expect_null(b.at);
}
