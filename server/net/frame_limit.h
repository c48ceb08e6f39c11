/* SPDX-License-Identifier: MIT */
/* server/net/frame_limit.h -- limits WebSocket frames that are not messages: pings, pongs, empty frames, fragments.
 * Each connection has a token bucket of bytes; such a frame costs FRAME_LIMIT_COST. Messages themselves are limited
 * elsewhere (server/common/rate_limit.h).
 * libwebsockets answers pings and drops empty pongs without telling us. Those are found by counting bytes: the kernel
 * knows how many arrived on the socket (TCP_INFO), we know how many belonged to messages, and the difference is
 * charged. */
#ifndef SERVER_NET_FRAME_LIMIT_H
#define SERVER_NET_FRAME_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_LIMIT_COST = 64,           /* bytes charged for a frame, however short */
    FRAME_LIMIT_RATE = 640,          /* bytes refilled per second: ten frames, or five of the longest pings over TLS */
    FRAME_LIMIT_BURST = 48 << 10,    /* capacity in bytes */
    FRAME_LIMIT_HEADER = 14,         /* bytes allowed for a message besides its text: the longest header */
    FRAME_LIMIT_HEADER_TLS = 14 + 64 /* and what TLS adds */
};

typedef struct {
    uint64_t bytes_seen; /* bytes read from the socket as of the last check */
    uint64_t allowed;    /* bytes of messages since then, which are free */
    uint32_t updated_at; /* seconds */
    int32_t tokens;      /* bytes left in the bucket */
} frame_limit;

void frame_limit_init(frame_limit *f, uint32_t now, uint64_t bytes_seen);

/* A message, a piece of one, or the answer to our ping has arrived: these bytes are not charged. */
void frame_limit_allow(frame_limit *f, size_t bytes);

/* Charges a frame. True: the bucket is empty, close the connection. */
bool frame_limit_charge(frame_limit *f, uint32_t now, size_t bytes);

/* bytes_seen: bytes read from the socket so far; those not allowed before are charged. True: too much. */
bool frame_limit_check_bytes(frame_limit *f, uint32_t now, uint64_t bytes_seen);

/* How many bytes were ever read from a TCP socket; false: the system cannot tell. */
bool frame_limit_bytes_read(int fd, uint64_t *bytes);

/* Both together for a connection's socket. */
bool frame_limit_check(frame_limit *f, uint32_t now, int fd);

#endif
