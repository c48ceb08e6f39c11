/* SPDX-License-Identifier: MIT */
#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

static bool is_four(address a)
{
    return memcmp(a.at, mapped, sizeof mapped) == 0;
}

static address of_four(const void *bytes)
{
    address a;
    memcpy(a.at, mapped, sizeof mapped);
    memcpy(a.at + sizeof mapped, bytes, 4);
    return a;
}

address address_of(const struct sockaddr *from)
{
    address a = { 0 };
    if (from->sa_family == AF_INET)
        return of_four(&((const struct sockaddr_in *)(const void *)from)->sin_addr);
    if (from->sa_family == AF_INET6)
        memcpy(a.at, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, sizeof a.at);
    return a;
}

bool address_read(mur_span text, address *out)
{
    char room[ADDRESS_TEXT];
    struct in_addr four;
    if (text.len >= sizeof room)
        return false;
    memcpy(room, text.at, text.len);
    room[text.len] = '\0';
    if (strlen(room) != text.len)
        return false;
    if (inet_pton(AF_INET, room, &four) == 1) {
        *out = of_four(&four);
        return true;
    }
    return inet_pton(AF_INET6, room, out->at) == 1;
}

void address_write(address a, char out[ADDRESS_TEXT])
{
    bool four = is_four(a);
    inet_ntop(four ? AF_INET : AF_INET6, four ? a.at + sizeof mapped : a.at, out, ADDRESS_TEXT);
}

/* -- Kinds -- */

typedef struct {
    unsigned char at[16];
    int bits;
    address_kind kind;
} range;

/* What the registries of special addresses list (RFC 6890 and its successors); the rest of IPv4 is public. */
#define FOUR(a, b, c, bits, kind)                                                                                      \
    {                                                                                                                  \
        { [10] = 0xff, [11] = 0xff, a, b, c }, 96 + (bits), kind                                                       \
    }
static const range fours[] = {
    FOUR(127, 0, 0, 8, ADDRESS_LOOPBACK),
    FOUR(0, 0, 0, 8, ADDRESS_SPECIAL),
    FOUR(10, 0, 0, 8, ADDRESS_PRIVATE),
    FOUR(100, 64, 0, 10, ADDRESS_PRIVATE),
    FOUR(169, 254, 0, 16, ADDRESS_PRIVATE),
    FOUR(172, 16, 0, 12, ADDRESS_PRIVATE),
    FOUR(192, 168, 0, 16, ADDRESS_PRIVATE),
    FOUR(192, 0, 0, 24, ADDRESS_SPECIAL),
    FOUR(192, 0, 2, 24, ADDRESS_SPECIAL),
    FOUR(192, 88, 99, 24, ADDRESS_SPECIAL),
    FOUR(198, 18, 0, 15, ADDRESS_SPECIAL),
    FOUR(198, 51, 100, 24, ADDRESS_SPECIAL),
    FOUR(203, 0, 113, 24, ADDRESS_SPECIAL),
    FOUR(224, 0, 0, 3, ADDRESS_SPECIAL),
    { { [10] = 0xff, [11] = 0xff }, 96, ADDRESS_PUBLIC },
};

/* Of IPv6 only 2000::/3 is in use by the public, without what carries an address of IPv4 inside. */
static const range sixes[] = {
    { { [15] = 1 }, 128, ADDRESS_LOOPBACK },
    { { 0xfc }, 7, ADDRESS_PRIVATE },
    { { 0xfe, 0x80 }, 10, ADDRESS_PRIVATE },
    { { 0x20, 0x01, 0, 0 }, 23, ADDRESS_SPECIAL },
    { { 0x20, 0x01, 0x0d, 0xb8 }, 32, ADDRESS_SPECIAL },
    { { 0x20, 0x02 }, 16, ADDRESS_SPECIAL },
    { { 0x3f, 0xff, 0 }, 20, ADDRESS_SPECIAL },
    { { 0x20 }, 3, ADDRESS_PUBLIC },
};

static bool is_in(address a, const range *r)
{
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
    return is_four(a) ? find_kind(a, fours, sizeof fours / sizeof fours[0])
                      : find_kind(a, sixes, sizeof sixes / sizeof sixes[0]);
}

address address_group(address a)
{
    if (!is_four(a))
        memset(a.at + 8, 0, 8);
    return a;
}
