/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_static_files.c -- a request's path, Accept-Encoding and If-None-Match, each on a line.
 * Only files of the folder may be found, and a compressed variant only if the request accepts it. */
#include "fuzz/fuzz.h"
#include "server/net/static_files.h"

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

/* The files can be removed after reading: the server serves them from memory. */
static static_files *open_site(void)
{
    static const char *const names[] = { "index.html", "main-ABCDEFG7.js", "main-ABCDEFG7.js.br",
                                         "main-ABCDEFG7.js.gz" };
    char folder[] = "/tmp/fuzz-site-XXXXXX", path[128];
    static_files *site;
    demand(mkdtemp(folder));
    for (int i = 0; i < 4; i++)
        write_file(folder, names[i], i == 1 ? "a long script" : "short");
    demand(static_files_open(&site, folder));
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
    static static_files *site;
    if (!site)
        site = open_site();
    char *copy = malloc(size + 1); /* the exact size, so that the sanitizer finds reads past the end */
    memcpy(copy, data, size);
    mur_span rest = { copy, size };
    mur_span path = take_line(&rest), accept = take_line(&rest), known = take_line(&rest);
    const static_file *file = static_files_find(site, path);
    demand(!file || mur_span_is(path, file->path) || mur_span_is(path, "/"));
    if (!file)
        file = static_files_find(site, mur_span_of("/main-ABCDEFG7.js"));
    const static_variant *v = static_file_variant(file, accept);
    demand(v == file->plain || v == file->br || v == file->gzip);
    demand(v == file->plain || accept.len >= strlen(v->encoding));
    static_variant_matches(v, known);
    free(copy);
    return 0;
}
