/* SPDX-License-Identifier: MIT */
/* server/flood.h -- how much a WebSocket may send that is no message: pings, pongs, empty frames, fragments.
 * Each connection has a bucket of bytes that fills with time; every such frame takes FLOOD_FRAME of it. Messages are
 * counted elsewhere (server/limits.h).
 * libwebsockets answers pings and drops empty pongs without a word to us. Those are found by their bytes: the kernel
 * knows how many arrived on the socket, we know how many of them were messages, and the difference is charged. */
#ifndef SERVER_FLOOD_H
#define SERVER_FLOOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FLOOD_FRAME = 64,        /* bytes that a frame takes, however short it is */
    FLOOD_RATE = 640,        /* bytes a second: ten frames, or five of the longest pings over TLS */
    FLOOD_MOST = 48 << 10,   /* bytes at once */
    FLOOD_HEAD = 14,         /* of a frame: the longest head */
    FLOOD_HEAD_TLS = 14 + 64 /* and with what TLS puts around it */
};

typedef struct {
    uint64_t arrived;  /* bytes of the socket at the last look */
    uint64_t messages; /* bytes of messages since */
    uint32_t at;       /* seconds */
    int32_t level;     /* bytes that are left */
} flood;

void flood_open(flood *f, uint32_t now, uint64_t arrived);

/* A message, a piece of one, or the answer to our ping has come: so many bytes are no flood. */
void flood_excuse(flood *f, size_t bytes);

/* A frame that is none has come. True: it is too much. */
bool flood_charge(flood *f, uint32_t now, size_t bytes);

/* By now so many bytes have arrived and been read; what was not excused is charged. True: it is too much. */
bool flood_look(flood *f, uint32_t now, uint64_t arrived);

/* How many bytes have arrived on a TCP socket and been read from it; false: the system cannot tell. */
bool flood_arrived(int fd, uint64_t *bytes);

/* Both together, for the socket of this connection. */
bool flood_look_at(flood *f, uint32_t now, int fd);

#endif
