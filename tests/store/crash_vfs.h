/* SPDX-License-Identifier: MIT */
/* tests/store/crash_vfs.h -- a disk for SQLite whose power can fail at any moment.
 * The VFS "crash" holds files in memory. For each file it knows what was synced, and every write and truncate since.
 * Steps are counted: each write, truncate, sync and delete is one. At the step that was chosen the power fails: that
 * step and all that follow report an I/O error. What is on the disk then is what was synced and, depending on the kind
 * of failure, some of the rest. As on a real file system, a new file is found again, and a deleted one gone, only after
 * its folder was synced; SQLite's unix VFS does that with the first sync of a journal or write-ahead log that it has
 * made, and when a file is deleted with syncDir.
 *
 * One connection at a time: locks are always granted. */
#ifndef TESTS_STORE_CRASH_VFS_H
#define TESTS_STORE_CRASH_VFS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CRASH_SYNCED, /* nothing but what was synced */
    CRASH_PREFIX, /* and the first of the steps since, the last of these torn */
    CRASH_SUBSET  /* and any of their sectors, in any order */
} crash_kind;

enum { CRASH_KINDS = 3, CRASH_SECTOR = 512 };

/* An empty disk. The power fails at this step, counted from 1; 0: never. */
void crash_vfs_begin(long crash_at);
void crash_vfs_end(void);

long crash_vfs_steps(void); /* so far */
bool crash_vfs_has_crashed(void);

/* Writes what has survived to the real file system, under the same names; files that have not survived are removed. Any
 * number of times after a crash: the seed decides what survives. */
void crash_vfs_survive(crash_kind kind, uint64_t seed);

#endif
