/* SPDX-License-Identifier: MIT */
/* What a stranger's request says of itself: a path, an Accept-Encoding and an If-None-Match, each on a line. Only files
 * of the site are ever found, and a compressed one only by who asks for it. */
#include "fuzz/fuzz.h"
#include "server/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    demand(f);
    fputs(text, f);
    fclose(f);
}

/* Read once, then removed: what is served lies in memory. */
static mur_site *open_site(void)
{
    static const char *const names[] = { "index.html", "main-ABCDEFG7.js", "main-ABCDEFG7.js.br",
                                         "main-ABCDEFG7.js.gz" };
    char folder[] = "/tmp/fuzz-site-XXXXXX", path[128];
    mur_site *site;
    demand(mkdtemp(folder));
    for (int i = 0; i < 4; i++)
        write_file(folder, names[i], i == 1 ? "a long script" : "short");
    demand(mur_site_open(&site, folder));
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
    return site;
}

static mur_span take_line(mur_span *rest)
{
    const char *end = memchr(rest->at, '\n', rest->len);
    mur_span line = { rest->at, end ? (size_t)(end - rest->at) : rest->len };
    *rest = (mur_span){ rest->at + line.len + (end != NULL), rest->len - line.len - (end != NULL) };
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static mur_site *site;
    if (!site)
        site = open_site();
    char *copy = malloc(size + 1); /* of this size, so that a byte too far is noticed */
    memcpy(copy, data, size);
    mur_span rest = { copy, size };
    mur_span path = take_line(&rest), accept = take_line(&rest), known = take_line(&rest);
    const mur_file *file = mur_site_find(site, path);
    demand(!file || mur_span_is(path, file->path) || mur_span_is(path, "/"));
    if (!file)
        file = mur_site_find(site, mur_span_of("/main-ABCDEFG7.js"));
    const mur_variant *v = mur_file_variant(file, accept);
    demand(v == file->plain || v == file->br || v == file->gzip);
    demand(v == file->plain || accept.len >= strlen(v->encoding));
    mur_variant_matches(v, known);
    free(copy);
    return 0;
}
