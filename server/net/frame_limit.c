/* SPDX-License-Identifier: MIT */
/* server/net/frame_limit.c -- the token bucket and the byte counts behind it. See frame_limit.h for the idea.
 * Received bytes come from TCP_INFO of Linux; bytes that are still in the socket's buffer (SIOCINQ) are subtracted,
 * because libwebsockets has not reported the messages among them yet. */
#include "server/net/frame_limit.h"

#include <assert.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

void frame_limit_init(frame_limit *f, uint32_t now, uint64_t bytes_seen)
{
    *f = (frame_limit){ .bytes_seen = bytes_seen, .updated_at = now, .tokens = FRAME_LIMIT_BURST };
}

void frame_limit_allow(frame_limit *f, size_t bytes)
{
    f->allowed += bytes;
}

bool frame_limit_charge(frame_limit *f, uint32_t now, size_t bytes)
{
    int64_t tokens = f->tokens + (int64_t)(now - f->updated_at) * FRAME_LIMIT_RATE;
    tokens =
        (tokens < FRAME_LIMIT_BURST ? tokens : FRAME_LIMIT_BURST) - (int64_t)(bytes < INT32_MAX ? bytes : INT32_MAX);
    assert(now >= f->updated_at); /* the server's clock only grows */
    f->updated_at = now;
    f->tokens = (int32_t)(tokens > 0 ? tokens : 0);
    return tokens < 0;
}

/* More may have been allowed than arrived, since headers and TLS are estimated; the surplus is not carried over. */
bool frame_limit_check_bytes(frame_limit *f, uint32_t now, uint64_t bytes_seen)
{
    uint64_t came = bytes_seen > f->bytes_seen ? bytes_seen - f->bytes_seen : 0;
    uint64_t rest = came > f->allowed ? came - f->allowed : 0;
    f->bytes_seen = bytes_seen;
    f->allowed = 0;
    return frame_limit_charge(f, now, rest);
}

static bool count_received(int fd, uint64_t *bytes)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
        size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received)
        return false;
    *bytes = info.tcpi_bytes_received;
    return true;
}

bool frame_limit_bytes_read(int fd, uint64_t *bytes)
{
    int unread = 0;
    if (!count_received(fd, bytes) || ioctl(fd, SIOCINQ, &unread) != 0)
        return false;
    *bytes -= (uint64_t)unread;
    return true;
}

/* Most connections have sent nothing but messages: then the first system call suffices. */
bool frame_limit_check(frame_limit *f, uint32_t now, int fd)
{
    uint64_t bytes_seen;
    if (!count_received(fd, &bytes_seen) ||
        (bytes_seen > f->bytes_seen + f->allowed && !frame_limit_bytes_read(fd, &bytes_seen)))
        return false;
    return frame_limit_check_bytes(f, now, bytes_seen);
}
