/* SPDX-License-Identifier: MIT */
/* server/site.h -- the files of the browser client, in memory.
 * A folder is read once, whole; a request is looked up in the table of what was read. No path leads anywhere else,
 * no request touches the disk. `x.br` and `x.gz` are not files of their own but x, compressed beforehand. Files whose
 * name begins with a dot and symbolic links are left out.
 * A site is shared by the answers that are under way: whoever holds one gives it back with mur_site_close(). */
#ifndef SERVER_SITE_H
#define SERVER_SITE_H

#include <stdbool.h>

#include "engine/text.h"

/* What may be read at most: far more than the client is, far less than somebody's whole disk. */
enum { MUR_SITE_FILES = 4096, MUR_SITE_BYTES = 64 << 20 };

typedef struct mur_site mur_site;

/* One way to send a file. */
typedef struct {
    mur_span body;
    const char *encoding; /* for Content-Encoding; NULL: as it is */
    char etag[32];        /* with its quotation marks */
} mur_variant;

typedef struct {
    const char *path;                     /* "/index.html" */
    const char *type;                     /* for Content-Type */
    bool is_immutable;                    /* the name tells the content: "main-3XKQ27AB.js" */
    const mur_variant *plain, *br, *gzip; /* the latter two, or NULL */
} mur_file;

/* False: there is none, and errno tells why (ENOENT also without an index.html, EFBIG past the limits). */
bool mur_site_open(mur_site **site, const char *folder);

/* One holder more. */
mur_site *mur_site_share(mur_site *site);
void mur_site_close(mur_site **site);

/* Has the folder got another index.html since? False also while there is none. */
bool mur_site_is_old(const mur_site *site);

/* "/" is its index.html; NULL if there is no such file. */
const mur_file *mur_site_find(const mur_site *site, mur_span path);

/* The smallest variant that an Accept-Encoding allows; "" allows the plain one. */
const mur_variant *mur_file_variant(const mur_file *file, mur_span accept);

/* Does an If-None-Match name this variant? */
bool mur_variant_matches(const mur_variant *variant, mur_span if_none_match);

#endif
