/* SPDX-License-Identifier: MIT */
/* server/net/static_files.h -- the files of the browser client, in memory.
 * A folder is read once, completely; a request is a lookup in the sorted table of what was read. So no path leads
 * outside, and no request touches the disk. `x.br` and `x.gz` are not files of their own but compressed variants of x.
 * Names beginning with a dot and symbolic links are left out.
 * References are counted: a response keeps the files it sends alive even if they are reloaded meanwhile. */
#ifndef SERVER_NET_STATIC_FILES_H
#define SERVER_NET_STATIC_FILES_H

#include <stdbool.h>

#include "engine/text.h"

/* Limits, in case the folder is a wrong one: far more than the client needs, far less than a disk. */
enum { STATIC_FILES_MAX = 4096, STATIC_BYTES_MAX = 64 << 20 };

typedef struct static_files static_files;

/* One way to send a file: plain or compressed. */
typedef struct {
    mur_span body;
    const char *encoding; /* for Content-Encoding; NULL: plain */
    char etag[32];        /* including its quotation marks */
} static_variant;

typedef struct {
    const char *path;                        /* "/index.html" */
    const char *type;                        /* for Content-Type */
    bool is_immutable;                       /* its name contains a hash of its content: "main-3XKQ27AB.js" */
    const static_variant *plain, *br, *gzip; /* br and gzip may be NULL */
} static_file;

/* False: the folder cannot be used; errno says why (ENOENT: no index.html, EFBIG: past the limits). */
bool static_files_open(static_files **files, const char *folder);

/* One more reference. */
static_files *static_files_ref(static_files *files);
void static_files_close(static_files **files);

/* Has the folder got another index.html since it was read? False also while there is none. */
bool static_files_is_stale(const static_files *files);

/* "/" is its index.html; NULL if there is no such file. */
const static_file *static_files_find(const static_files *files, mur_span path);

/* The smallest variant that an Accept-Encoding allows; "" allows the plain one. */
const static_variant *static_file_variant(const static_file *file, mur_span accept);

/* Does an If-None-Match name this variant? */
bool static_variant_matches(const static_variant *variant, mur_span if_none_match);

#endif
