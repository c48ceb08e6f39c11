/* SPDX-License-Identifier: MIT */
/* server/address.h -- addresses of the internet, as numbers.
 * One of IPv4 is kept as IPv6 writes it (::ffff:192.0.2.1), so there is one kind only. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <sys/socket.h>

#include "engine/text.h"

typedef struct {
    unsigned char at[16];
} address;

enum { ADDRESS_TEXT = 46 };

/* Who can be there. Private: inside somebody's network. Special: nobody, everybody, or whatever the numbering
 * authority keeps for itself. */
typedef enum { ADDRESS_LOOPBACK, ADDRESS_PRIVATE, ADDRESS_SPECIAL, ADDRESS_PUBLIC } address_kind;

address address_of(const struct sockaddr *from); /* all 0 for what is not of the internet */
bool address_read(mur_span text, address *out);  /* in digits */
void address_write(address a, char out[ADDRESS_TEXT]);

address_kind address_kind_of(address a);

/* What one customer of a provider has at their disposal: an address of IPv4, 2^64 of IPv6. */
address address_group(address a);

#endif
