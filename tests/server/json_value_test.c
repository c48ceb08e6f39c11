/* SPDX-License-Identifier: MIT */
/* tests/server/json_value_test.c -- reading the JSON of requests: what is accepted, every kind of malformed text, and
 * the limits. */
#include "server/common/json_value.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define countof(list) (sizeof(list) / sizeof((list)[0]))

/* Parses a copy of the exact size, so that a sanitizer finds reads past the end. */
static json_value *read_text(const char *text)
{
    size_t n = strlen(text);
    char *copy = malloc(n + !n);
    memcpy(copy, text, n);
    json_value *body = json_value_read((mur_span){ copy, n });
    free(copy);
    return body;
}

Test(body, a_message_is_parsed_completely)
{
    json_value *b =
        read_text(" {\"do\" : \"create\",\"seats\":[\"me\",\"open\", \"mason\"],\r\n\t\"options\":{\"hands\":\"4\"},"
                  "\"public\":true,\"quiet\":false,\"clock\":null,\"id\":-12,\"part\":1.5e3} ");
    cr_assert(b);
    cr_expect(mur_span_is(json_value_member(b, "do")->text, "create"));
    const json_value *seats = json_value_member(b, "seats");
    cr_expect_eq(json_value_count(seats), 3);
    cr_expect(mur_span_is(json_value_element(seats, 2)->text, "mason"));
    cr_expect_null(json_value_element(seats, 3));
    cr_expect(mur_span_is(json_value_member(json_value_member(b, "options"), "hands")->text, "4"));
    cr_expect(json_value_is(json_value_member(b, "public"), VALUE_TRUE));
    cr_expect(json_value_is(json_value_member(b, "quiet"), VALUE_FALSE));
    cr_expect(json_value_is(json_value_member(b, "clock"), VALUE_NULL));
    cr_expect_eq(json_value_member(b, "id")->number, -12);
    cr_expect(json_value_is(json_value_member(b, "part"), VALUE_REAL));
    free(b);
}

Test(body, a_missing_member_is_null)
{
    json_value *b = read_text("{\"do\":{\"hands\":[]},\"a\":\"\"}");
    cr_expect_null(json_value_member(b, "hands"), "inside something else");
    cr_expect_null(json_value_member(json_value_member(b, "a"), "hands"), "not an object");
    cr_expect_null(json_value_member(json_value_member(b, "none"), "hands"), "not even there");
    cr_expect_null(json_value_element(b, 0));
    cr_expect_eq(json_value_count(json_value_member(b, "none")), 0);
    cr_expect_not(json_value_is(json_value_member(b, "none"), VALUE_NULL));
    cr_expect_eq(json_value_member(b, "a")->text.len, 0);
    free(b);
}

Test(body, escapes_are_resolved)
{
    static const struct {
        const char *text, *means;
    } cases[] = {
        { "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t" },
        { "\\u0041\\u00e4\\u20ac", "A\xc3\xa4\xe2\x82\xac" },
        { "\\ud83d\\ude00 \\uD83D\\uDE00", "\xf0\x9f\x98\x80 \xf0\x9f\x98\x80" },
        { "M\xc3\xbcller \xf0\x9f\x98\x80 /", "M\xc3\xbcller \xf0\x9f\x98\x80 /" },
        { "\\u0001", "\x01" },
    };
    for (size_t i = 0; i < countof(cases); i++) {
        char text[256] = "{\"a\":\"";
        strcat(strcat(text, cases[i].text), "\"}");
        json_value *b = read_text(text);
        cr_assert(b, "%s", text);
        cr_expect(mur_span_is(json_value_member(b, "a")->text, cases[i].means), "%s", text);
        free(b);
        strcpy(text, "{\"");
        strcat(strcat(text, cases[i].text), "\":7}");
        b = read_text(text);
        cr_assert(b, "%s", text);
        cr_expect_eq(json_value_member(b, cases[i].means)->number, 7, "%s", text);
        free(b);
    }
}

Test(body, numbers_are_whole_up_to_64_bits)
{
    static const struct {
        const char *text;
        int64_t is;
    } cases[] = { { "0", 0 },
                  { "-0", 0 },
                  { "10", 10 },
                  { "9223372036854775807", INT64_MAX },
                  { "-9223372036854775808", INT64_MIN } };
    for (size_t i = 0; i < countof(cases); i++) {
        char text[64] = "{\"n\":";
        strcat(strcat(text, cases[i].text), "}");
        json_value *b = read_text(text);
        cr_assert(b, "%s", text);
        cr_expect(json_value_is(json_value_member(b, "n"), VALUE_INTEGER) &&
                      json_value_member(b, "n")->number == cases[i].is,
                  "%s", text);
        free(b);
    }
}

Test(body, malformed_json_is_refused)
{
    static const char *const wrong[] = {
        "",
        " ",
        "7",
        "\"a\"",
        "[]",
        "null",
        "{",
        "}",
        "{}}",
        "{} 1",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":1",
        "{\"a\":[1,]}",
        "{\"a\":[1 2]}",
        "{\"a\":[1}",
        "{\"a\":tru}",
        "{\"a\":truee}",
        "{\"a\":True}",
        "{\"a\":nul",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":-}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":1e}",
        "{\"a\":1e+}",
        "{\"a\":0x1}",
        "{\"a\":NaN}",
        "{\"a\":9223372036854775808}",
        "{\"a\":-9223372036854775809}",
        "{\"a\":123456789012345678901234567890}",
        "{\"a\":\"",
        "{\"a\":\"\\\"}",
        "{\"a\":\"\\",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"\\u0000\"}",
        "{\"a\":\"\\ud83d\"}",
        "{\"a\":\"\\ude00\"}",
        "{\"a\":\"\\ud83d\\u0041\"}",
        "{\"a\":\"\\ud83d\\n\"}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"\x01\"}",
        "{\"a\":\"\x80\"}",
        "{\"a\":\"\xc3\"}",
        "{\"a\":\"\xc0\xaf\"}",
        "{\"a\":\"\xed\xa0\x80\"}",
        "{\"a\":\"\xf5\x80\x80\x80\"}",
        "{\"\xff\":1}",
        "\xef\xbb\xbf{}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"b\":{\"a\":1,\"a\":2}}",
        "{\"a\":1}\v",
        "{\"a\":/**/1}",
    };
    for (size_t i = 0; i < countof(wrong); i++) {
        json_value *b = read_text(wrong[i]);
        cr_expect_null(b, "%s", wrong[i]);
        free(b);
    }
    cr_expect_null(json_value_read((mur_span){ "{\"a\":\"\0\"}", 9 }));
    json_value *same = read_text("{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":1}]}");
    cr_expect(same, "the same key in another object");
    free(same);
}

Test(body, the_id_of_a_refused_message_is_found)
{
    static const struct {
        const char *text;
        int64_t id;
    } all[] = {
        { "{\"do\":\"say\",\"text\":\"\\u0000\",\"id\":7}", 7 },
        { "{\"do\":\"say\",\"text\":\"a\\ud83d b\",\"id\":8}", 8 },
        { "{\"id\":9,\"text\":\"\\udc00\\ud800\"}", 9 },
        { "{\"text\":\"\xff\x80 \x01\n\",\"id\":10}", 10 },
        { "{\"\\u0000\":{\"id\":3},\"id\":11}", 11 },
        { "{\"id\":12,\"x\":", 12 },
        { "{\"id\":13} x", 13 },
        { "{\"x\":{\"id\":3},\"y\":\"\\u0000\"}", -1 },
        { "[{\"id\":3}]", -1 },
        { "{\"id\":\"3\",\"x\":\"\\u0000\"}", -1 },
        { "{\"x\":\"\\", -1 },
        { "{\"x\":\"\\u00", -1 },
        { "{\"x\":\"", -1 },
        { "", -1 },
        { "x", -1 },
    };
    for (size_t i = 0; i < countof(all); i++) {
        json_value *b = read_text(all[i].text);
        cr_expect_null(b, "%s", all[i].text);
        free(b);
        cr_expect_eq(json_value_read_id(mur_span_of(all[i].text)), all[i].id, "%s", all[i].text);
    }
    cr_expect_eq(json_value_read_id((mur_span){ "{\"a\":\"\0\",\"id\":1}", 16 }), 1);
}

/* n values, all in one array. */
static json_value *read_many(int n)
{
    char text[4 * JSON_VALUES_MAX] = "{\"a\":[0";
    while (n-- > 1)
        strcat(text, ",0");
    return read_text(strcat(text, "]}"));
}

Test(body, too_large_or_too_deep_json_is_refused)
{
    json_value *most = read_many(JSON_VALUES_MAX - 2), *more = read_many(JSON_VALUES_MAX - 1);
    cr_assert(most);
    cr_expect_eq(json_value_count(json_value_member(most, "a")), JSON_VALUES_MAX - 2);
    cr_expect_null(more);
    free(most);
    char text[4096] = "{\"a\":";
    for (int i = 0; i < 1000; i++)
        strcat(text, "[");
    cr_expect_null(read_text(text));
    json_value *deep = read_text("{\"a\":[[[[[[[]]]]]]]}");
    cr_expect(deep);
    free(deep);
    cr_expect_null(read_text("{\"a\":[[[[[[[[]]]]]]]]}"));
}

Test(body, a_long_text_is_not_truncated)
{
    char text[3000] = "{\"a\":\"";
    memset(text + 6, 'x', 2000);
    strcpy(text + 2006, "\"}");
    json_value *b = read_text(text);
    cr_assert(b);
    cr_expect_eq(json_value_member(b, "a")->text.len, 2000);
    cr_expect_eq(json_value_member(b, "a")->text.at[1999], 'x');
    free(b);
}
