/* SPDX-License-Identifier: MIT */
/* tests/server/network_test.c -- the parts of the network code that need no network: addresses, connection limits, log
 * lines, URLs of webhooks. */
#include <criterion/criterion.h>
#include <string.h>

#include "server/common/log.h"
#include "server/net/address.h"
#include "server/net/conn_limit.h"
#include "server/net/webhooks.h"

#define countof(a) (sizeof(a) / sizeof(a)[0])

static address read_address(const char *text)
{
    address a;
    cr_assert(address_parse(mur_span_of(text), &a), "%s", text);
    return a;
}

/* -- Addresses -- */

/* At least one address of each range of the registries, and its neighbours. */
Test(address, every_address_has_its_kind)
{
    static const struct {
        const char *text;
        address_kind kind;
    } all[] = {
        { "127.0.0.1", ADDRESS_LOOPBACK },
        { "127.255.0.9", ADDRESS_LOOPBACK },
        { "::1", ADDRESS_LOOPBACK },
        { "::ffff:127.0.0.1", ADDRESS_LOOPBACK },
        { "10.1.2.3", ADDRESS_PRIVATE },
        { "172.16.0.1", ADDRESS_PRIVATE },
        { "172.31.255.255", ADDRESS_PRIVATE },
        { "172.32.0.0", ADDRESS_PUBLIC },
        { "192.168.1.1", ADDRESS_PRIVATE },
        { "169.254.169.254", ADDRESS_PRIVATE },
        { "100.64.0.1", ADDRESS_PRIVATE },
        { "100.63.255.255", ADDRESS_PUBLIC },
        { "100.128.0.0", ADDRESS_PUBLIC },
        { "0.0.0.0", ADDRESS_SPECIAL },
        { "192.0.2.1", ADDRESS_SPECIAL },
        { "198.19.255.255", ADDRESS_SPECIAL },
        { "198.20.0.0", ADDRESS_PUBLIC },
        { "224.0.0.1", ADDRESS_SPECIAL },
        { "255.255.255.255", ADDRESS_SPECIAL },
        { "8.8.8.8", ADDRESS_PUBLIC },
        { "193.0.0.1", ADDRESS_PUBLIC },
        { "::", ADDRESS_SPECIAL },
        { "fe80::1", ADDRESS_PRIVATE },
        { "fd00::1", ADDRESS_PRIVATE },
        { "fec0::1", ADDRESS_SPECIAL },
        { "ff02::1", ADDRESS_SPECIAL },
        { "64:ff9b::7f00:1", ADDRESS_SPECIAL },
        { "2002:7f00:1::", ADDRESS_SPECIAL },
        { "2001::1", ADDRESS_SPECIAL },
        { "2001:db8::1", ADDRESS_SPECIAL },
        { "::ffff:10.0.0.1", ADDRESS_PRIVATE },
        { "2a00:1450:4001::1", ADDRESS_PUBLIC },
    };
    for (size_t i = 0; i < countof(all); i++)
        cr_expect_eq(address_kind_of(read_address(all[i].text)), all[i].kind, "%s", all[i].text);
}

Test(address, what_is_not_an_address_is_refused)
{
    static const char *const none[] = { "",
                                        "1",
                                        "1.2.3",
                                        "1.2.3.4.5",
                                        "01.2.3.4",
                                        "0x7f.1",
                                        "localhost",
                                        "1.2.3.4 ",
                                        "[::1]",
                                        "::1%lo",
                                        "::ffff:1.2.3.4:5555:6666:7777:8888:9999:aaaa:bbbb" };
    address a;
    for (size_t i = 0; i < countof(none); i++)
        cr_expect_not(address_parse(mur_span_of(none[i]), &a), "%s", none[i]);
    cr_expect_not(address_parse((mur_span){ "1.2.3.4\0x", 9 }, &a));
}

Test(address, parsing_and_formatting_are_inverse)
{
    static const char *const all[] = { "203.0.113.77", "::1", "2001:db8:1:2:3:4:5:6" };
    char text[ADDRESS_TEXT];
    for (size_t i = 0; i < countof(all); i++) {
        address_format(read_address(all[i]), text);
        cr_expect_str_eq(text, all[i]);
    }
}

/* -- Connection limits -- */

Test(conn_limit, no_address_takes_all_connections)
{
    conn_limit *c = conn_limit_open(5, 2);
    address anna = read_address("192.0.2.1"), bert = read_address("192.0.2.2"), zoe = read_address("2001:db8::1");
    cr_expect(conn_limit_acquire(c, anna) && conn_limit_acquire(c, anna));
    cr_expect_not(conn_limit_acquire(c, anna), "two of one");
    cr_expect(conn_limit_acquire(c, bert) && conn_limit_acquire(c, bert) && conn_limit_acquire(c, zoe));
    cr_expect_eq(conn_limit_count(c), 5);
    cr_expect_not(conn_limit_acquire(c, read_address("192.0.2.3")), "five in all");
    conn_limit_release(c, anna);
    cr_expect(conn_limit_acquire(c, anna), "room again");
    conn_limit_close(&c);
    cr_expect_null(c);
    conn_limit_close(&c);
}

Test(conn_limit, an_ipv6_network_counts_as_one_address)
{
    conn_limit *c = conn_limit_open(10, 1);
    cr_expect(conn_limit_acquire(c, read_address("2001:db8::1")));
    cr_expect_not(conn_limit_acquire(c, read_address("2001:db8::ffff:1")));
    cr_expect(conn_limit_acquire(c, read_address("2001:db8:0:1::1")));
    conn_limit_release(c, read_address("2001:db8::2"));
    cr_expect(conn_limit_acquire(c, read_address("2001:db8::3")));
    conn_limit_close(&c);
}

Test(conn_limit, thousands_of_connections_are_opened_and_closed)
{
    conn_limit *c = conn_limit_open(4000, 4);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 4000; i++)
            cr_assert(
                conn_limit_acquire(c, (address){ { 0x20, 1, (unsigned char)(i / 4 >> 8), (unsigned char)(i / 4) } }));
        cr_expect_eq(conn_limit_count(c), 4000);
        for (int i = 0; i < 4000; i++)
            conn_limit_release(c, (address){ { 0x20, 1, (unsigned char)(i / 4 >> 8), (unsigned char)(i / 4) } });
        cr_expect_eq(conn_limit_count(c), 0);
    }
    conn_limit_close(&c);
}

/* -- Log lines -- */

Test(log, an_event_is_always_one_line)
{
    char line[512];
    mur_text t = mur_text_on(line, sizeof line);
    log_format(LOG_WARNING, 1794806400007, "odd",
               (const log_field[]){ { "port", NULL, -8080 },
                                    { "path", "/var/lib/x.db", 0 },
                                    { "empty", "", 0 },
                                    { "why", "two words\nevent=\"forged\" \\ \x1b[2J \xc3\xa9", 0 },
                                    { 0 } },
               &t);
    cr_expect_str_eq(line, "time=2026-11-16T05:20:00.007Z level=warning event=odd port=-8080 path=/var/lib/x.db "
                           "empty=\"\" why=\"two words\\x0aevent=\\x22forged\\x22 \\x5c \\x1b[2J \\xc3\\xa9\"");
}

Test(log, a_frequent_event_is_logged_once_a_second)
{
    log_limiter gate = { .event = "odd" };
    long long suppressed = -1;
    cr_expect(log_limiter_pass(&gate, 5000, &suppressed));
    cr_expect_eq(suppressed, 0);
    for (int i = 0; i < 999; i++)
        cr_assert_not(log_limiter_pass(&gate, 5000 + i, &suppressed));
    cr_expect(log_limiter_pass(&gate, 6000, &suppressed));
    cr_expect_eq(suppressed, 999);
    cr_expect_not(log_limiter_pass(&gate, 6001, &suppressed));
    cr_expect(log_limiter_pass(&gate, 9000, &suppressed));
    cr_expect_eq(suppressed, 1);
}

/* -- Webhooks -- */

Test(webhooks, a_url_is_parsed)
{
    static const struct {
        const char *url, *host, *port, *path;
        bool is_tls;
    } good[] = {
        { "https://ntfy.sh/mine", "ntfy.sh", "443", "/mine", true },
        { "http://example.org", "example.org", "80", "/", false },
        { "https://example.org:8443?up=1#top", "example.org", "8443", "/?up=1", true },
        { "https://[2001:db8::1]:1/x", "2001:db8::1", "1", "/x", true },
    };
    for (size_t i = 0; i < countof(good); i++) {
        webhook_url to;
        cr_assert(webhook_url_parse(mur_span_of(good[i].url), &to), "%s", good[i].url);
        cr_expect_str_eq(to.host, good[i].host);
        cr_expect_str_eq(to.port, good[i].port);
        cr_expect_str_eq(to.path, good[i].path);
        cr_expect_eq(to.is_tls, good[i].is_tls);
    }
}

Test(webhooks, what_is_not_a_url_is_refused)
{
    static const char *const bad[] = { "",
                                       "ftp://example.org",
                                       "https:/example.org",
                                       "https://",
                                       "https:///x",
                                       "https://:80/",
                                       "https://example.org:0/",
                                       "https://example.org:65536/",
                                       "https://example.org:http/",
                                       "https://example.org:/",
                                       "https://me@example.org/",
                                       "https://[::1/",
                                       "https://[::1]x/",
                                       "https://example.org/a b",
                                       "https://example.org/\r\nHost: x",
                                       "https://ex\xc3\xa4mple.org/" };
    for (size_t i = 0; i < countof(bad); i++) {
        webhook_url to;
        cr_expect_not(webhook_url_parse(mur_span_of(bad[i]), &to), "%s", bad[i]);
    }
    char text[1024] = "https://x/";
    webhook_url to;
    memset(text + 10, 'x', sizeof text - 10);
    cr_expect_not(webhook_url_parse((mur_span){ text, sizeof text }, &to), "a path that is too long");
    text[9] = 'x';
    cr_expect_not(webhook_url_parse((mur_span){ text, sizeof text }, &to), "a name that is too long");
}
