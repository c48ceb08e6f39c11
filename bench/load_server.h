/* SPDX-License-Identifier: MIT */
/* bench/load_server.h -- the server under load: started on a core of its own, measured through /proc. */
#ifndef BENCH_LOAD_SERVER_H
#define BENCH_LOAD_SERVER_H

typedef struct {
    const char *program, *store; /* store: NULL for a file in a temporary folder */
    int connections;             /* that it must accept */
    int finished;                /* games to put into its store first */
} load_server_config;

/* Starts `program serve` and waits until it listens. It ends with this process. If there are several cores, this
 * process stays off the server's. */
void load_server_start(const load_server_config *plan, int *port, int *pid);

double load_server_cpu(int pid);  /* seconds, all threads; 0 without a pid */
long load_server_memory(int pid); /* kilobytes of anonymous memory, without what it shares or maps from files */

/* Opens connections that send nothing, or half a request, and leaves them open. */
void load_server_open_half(int port, int n);

#endif
