/* SPDX-License-Identifier: MIT */
/* bench/load_server.h -- the server that a load is put on: started on a core of its own, and asked what it takes. */
#ifndef BENCH_LOAD_SERVER_H
#define BENCH_LOAD_SERVER_H

typedef struct {
    const char *program, *store; /* store: NULL for a file in a temporary folder */
    int connections;             /* that it has to bear */
    int finished;                /* games that are in its store already */
} load_plan;

/* Starts `program serve` and waits until it listens. It ends with this process. This process stays off its core, if
 * there is another. */
void load_server_start(const load_plan *plan, int *port, int *pid);

double load_server_cpu(int pid);  /* seconds, all threads; 0 without a pid */
long load_server_memory(int pid); /* kilobytes that are its own */

/* Opens connections that say nothing, or only half of what is needed, and leaves them so. */
void load_server_bother(int port, int n);

#endif
