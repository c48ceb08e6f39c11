/* SPDX-License-Identifier: MIT */
/* server/net/address.h -- internet addresses as 16 bytes.
 * IPv4 addresses are kept in their IPv6 form (::ffff:192.0.2.1), so there is only one kind. */
#ifndef SERVER_NET_ADDRESS_H
#define SERVER_NET_ADDRESS_H

#include <sys/socket.h>

#include "engine/text.h"

typedef struct {
    unsigned char at[16];
} address;

enum { ADDRESS_TEXT = 46 };

/* Where an address leads: this machine, a private network, the public internet, or (special) nowhere in particular:
 * multicast, documentation, reserved ranges. */
typedef enum { ADDRESS_LOOPBACK, ADDRESS_PRIVATE, ADDRESS_SPECIAL, ADDRESS_PUBLIC } address_kind;

address address_from_sockaddr(const struct sockaddr *from); /* all 0 for other families */
bool address_parse(mur_span text, address *out);            /* numeric only, no names */
void address_format(address a, char out[ADDRESS_TEXT]);

address_kind address_kind_of(address a);

/* The unit that limits count: what one customer of a provider usually has, an IPv4 address or an IPv6 /64. */
address address_group(address a);

#endif
