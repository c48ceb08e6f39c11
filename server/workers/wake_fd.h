/* SPDX-License-Identifier: MIT */
/* server/workers/wake_fd.h -- an eventfd with which one thread wakes another that polls it. However often it is
 * signalled, it is readable once, until it is cleared. */
#ifndef SERVER_WORKERS_WAKE_FD_H
#define SERVER_WORKERS_WAKE_FD_H

int wake_fd_open(void); /* -1: no descriptor is left */
void wake_fd_signal(int fd);
void wake_fd_clear(int fd);
void wake_fd_close(int *fd); /* accepts -1 */

#endif
