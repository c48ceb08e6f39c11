/* SPDX-License-Identifier: MIT */
/* server/workers/wake_fd.c -- see wake_fd.h. The descriptor does not block: clearing one that was not signalled returns
 * at once. */
#include "server/workers/wake_fd.h"

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int wake_fd_open(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void wake_fd_signal(int fd)
{
    uint64_t one = 1;
    while (write(fd, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

void wake_fd_clear(int fd)
{
    uint64_t any;
    while (read(fd, &any, sizeof any) < 0 && errno == EINTR)
        ;
}

void wake_fd_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}
