/* SPDX-License-Identifier: MIT */
#include "server/flood.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

void flood_open(flood *f, uint32_t now, uint64_t arrived)
{
    *f = (flood){ .arrived = arrived, .at = now, .level = FLOOD_MOST };
}

void flood_excuse(flood *f, size_t bytes)
{
    f->messages += bytes;
}

bool flood_charge(flood *f, uint32_t now, size_t bytes)
{
    int64_t level = f->level + (int64_t)(now - f->at) * FLOOD_RATE;
    level = (level < FLOOD_MOST ? level : FLOOD_MOST) - (int64_t)(bytes < INT32_MAX ? bytes : INT32_MAX);
    f->at = now;
    f->level = (int32_t)(level > 0 ? level : 0);
    return level < 0;
}

/* More may be excused than has come, since TLS and heads are estimated; that is not saved up for later. */
bool flood_look(flood *f, uint32_t now, uint64_t arrived)
{
    uint64_t came = arrived > f->arrived ? arrived - f->arrived : 0;
    uint64_t rest = came > f->messages ? came - f->messages : 0;
    f->arrived = arrived;
    f->messages = 0;
    return flood_charge(f, now, rest);
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

bool flood_arrived(int fd, uint64_t *bytes)
{
    int unread = 0;
    if (!count_received(fd, bytes) || ioctl(fd, SIOCINQ, &unread) != 0)
        return false;
    *bytes -= (uint64_t)unread;
    return true;
}

/* Most connections have sent nothing but messages: then one call of the system says so. */
bool flood_look_at(flood *f, uint32_t now, int fd)
{
    uint64_t arrived;
    if (!count_received(fd, &arrived) || (arrived > f->arrived + f->messages && !flood_arrived(fd, &arrived)))
        return false;
    return flood_look(f, now, arrived);
}
