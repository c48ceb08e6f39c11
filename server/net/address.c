/* SPDX-License-Identifier: MIT */
/* server/net/address.c -- parsing, formatting and classifying addresses.
 * The classification decides which addresses webhooks may call and which peers may be proxies, so it follows the IANA
 * registries of special-purpose addresses (RFC 6890 and its successors): the first matching range counts. */
#include "server/net/address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static const unsigned char ipv4_prefix[12] = { [10] = 0xff, [11] = 0xff };

static bool is_ipv4(address a)
{
    return memcmp(a.at, ipv4_prefix, sizeof ipv4_prefix) == 0;
}

static address from_ipv4(const void *bytes)
{
    address a;
    memcpy(a.at, ipv4_prefix, sizeof ipv4_prefix);
    memcpy(a.at + sizeof ipv4_prefix, bytes, 4);
    return a;
}

address address_from_sockaddr(const struct sockaddr *from)
{
    address a = { 0 };
    if (from->sa_family == AF_INET)
        return from_ipv4(&((const struct sockaddr_in *)(const void *)from)->sin_addr);
    if (from->sa_family == AF_INET6)
        memcpy(a.at, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, sizeof a.at);
    return a;
}

bool address_parse(mur_span text, address *out)
{
    char buf[ADDRESS_TEXT];
    struct in_addr ipv4;
    if (text.len >= sizeof buf)
        return false;
    memcpy(buf, text.at, text.len);
    buf[text.len] = '\0';
    if (strlen(buf) != text.len)
        return false;
    if (inet_pton(AF_INET, buf, &ipv4) == 1) {
        *out = from_ipv4(&ipv4);
        return true;
    }
    return inet_pton(AF_INET6, buf, out->at) == 1;
}

void address_format(address a, char out[ADDRESS_TEXT])
{
    bool ipv4 = is_ipv4(a);
    inet_ntop(ipv4 ? AF_INET : AF_INET6, ipv4 ? a.at + sizeof ipv4_prefix : a.at, out, ADDRESS_TEXT);
}

/* -- Kinds -- */

typedef struct {
    unsigned char at[16];
    int bits;
    address_kind kind;
} range;

/* IPv4, as mapped addresses: 96 bits more than the prefix says. Everything not listed is public. */
#define IPV4(a, b, c, bits, kind)                                                                                      \
    {                                                                                                                  \
        { [10] = 0xff, [11] = 0xff, a, b, c }, 96 + (bits), kind                                                       \
    }
static const range ipv4_ranges[] = {
    IPV4(127, 0, 0, 8, ADDRESS_LOOPBACK),
    IPV4(0, 0, 0, 8, ADDRESS_SPECIAL),
    IPV4(10, 0, 0, 8, ADDRESS_PRIVATE),
    IPV4(100, 64, 0, 10, ADDRESS_PRIVATE),
    IPV4(169, 254, 0, 16, ADDRESS_PRIVATE),
    IPV4(172, 16, 0, 12, ADDRESS_PRIVATE),
    IPV4(192, 168, 0, 16, ADDRESS_PRIVATE),
    IPV4(192, 0, 0, 24, ADDRESS_SPECIAL),
    IPV4(192, 0, 2, 24, ADDRESS_SPECIAL),
    IPV4(192, 88, 99, 24, ADDRESS_SPECIAL),
    IPV4(198, 18, 0, 15, ADDRESS_SPECIAL),
    IPV4(198, 51, 100, 24, ADDRESS_SPECIAL),
    IPV4(203, 0, 113, 24, ADDRESS_SPECIAL),
    IPV4(224, 0, 0, 3, ADDRESS_SPECIAL),
    { { [10] = 0xff, [11] = 0xff }, 96, ADDRESS_PUBLIC },
};

/* IPv6: only 2000::/3 is public, except for ranges that embed IPv4 addresses (Teredo, 6to4). Everything else is
 * special. */
static const range ipv6_ranges[] = {
    { { [15] = 1 }, 128, ADDRESS_LOOPBACK },
    { { 0xfc }, 7, ADDRESS_PRIVATE },
    { { 0xfe, 0x80 }, 10, ADDRESS_PRIVATE },
    { { 0x20, 0x01, 0, 0 }, 23, ADDRESS_SPECIAL },
    { { 0x20, 0x01, 0x0d, 0xb8 }, 32, ADDRESS_SPECIAL },
    { { 0x20, 0x02 }, 16, ADDRESS_SPECIAL },
    { { 0x3f, 0xff, 0 }, 20, ADDRESS_SPECIAL },
    { { 0x20 }, 3, ADDRESS_PUBLIC },
};

/* Compares whole bytes, then the remaining bits. */
static bool is_in(address a, const range *r)
{
    assert(0 <= r->bits && r->bits <= 128);
    int whole = r->bits / 8, rest = r->bits % 8;
    unsigned mask = 0xffu << (8 - rest) & 0xffu;
    return memcmp(a.at, r->at, (size_t)whole) == 0 && (rest == 0 || (a.at[whole] & mask) == (r->at[whole] & mask));
}

static address_kind find_kind(address a, const range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_in(a, &ranges[i]))
            return ranges[i].kind;
    return ADDRESS_SPECIAL;
}

address_kind address_kind_of(address a)
{
    return is_ipv4(a) ? find_kind(a, ipv4_ranges, sizeof ipv4_ranges / sizeof ipv4_ranges[0])
                      : find_kind(a, ipv6_ranges, sizeof ipv6_ranges / sizeof ipv6_ranges[0]);
}

address address_group(address a)
{
    if (!is_ipv4(a))
        memset(a.at + 8, 0, 8);
    return a;
}
