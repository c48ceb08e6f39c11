/* SPDX-License-Identifier: MIT */
#include "server/site.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/buffer.h"

/* What was read, in the order of paths; those of variants stay in the table and are never found. */
typedef struct {
    mur_file file;
    mur_variant self;
    char *path, *bytes; /* owned; file.path and self.body borrow them */
    bool is_variant;
} item;

struct mur_site {
    item *items;
    size_t n_items, items_max, bytes;
    char *index;       /* where index.html lies */
    struct stat stamp; /* of index.html, before anything was read */
    int holders;
};

/* -- What a file is -- */

static const struct {
    const char *ending, *type;
} types[] = {
    { ".css", "text/css; charset=utf-8" },
    { ".html", "text/html; charset=utf-8" },
    { ".ico", "image/x-icon" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".json", "application/json" },
    { ".map", "application/json" },
    { ".md", "text/markdown; charset=utf-8" },
    { ".mjs", "text/javascript; charset=utf-8" },
    { ".mp3", "audio/mpeg" },
    { ".mur", "text/x-muraille; charset=utf-8" },
    { ".ogg", "audio/ogg" },
    { ".png", "image/png" },
    { ".svg", "image/svg+xml" },
    { ".txt", "text/plain; charset=utf-8" },
    { ".wasm", "application/wasm" },
    { ".webmanifest", "application/manifest+json" },
    { ".webp", "image/webp" },
    { ".woff2", "font/woff2" },
};

static bool ends_with(const char *s, const char *ending)
{
    size_t n = strlen(s), m = strlen(ending);
    return n > m && strcmp(s + n - m, ending) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (ends_with(path, types[i].ending))
            return types[i].type;
    return "application/octet-stream";
}

/* "main-3XKQ27AB.js": what esbuild (web/build.mjs) calls a file after its content, eight digits to the base of 32. */
static bool is_hashed(const char *path)
{
    enum { DIGITS = 8 };
    const char *dot = strrchr(path, '.'), *dash = dot && dot - path > DIGITS ? dot - DIGITS - 1 : NULL;
    return dash && *dash == '-' && strspn(dash + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == DIGITS;
}

/* FNV-1a: tells contents apart, against no adversary. The size stands beside it. */
static void write_etag(mur_variant *v)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < v->body.len; i++)
        hash = (hash ^ (uint8_t)v->body.at[i]) * 0x100000001b3;
    snprintf(v->etag, sizeof v->etag, "\"%016llx-%zx\"", (unsigned long long)hash, v->body.len);
}

/* -- Reading a folder -- */

static bool read_all(int fd, char *out, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t n = read(fd, out + at, size - at);
        if (n == 0)
            errno = EIO; /* it became shorter while we read */
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        at += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Takes the path. */
static bool add_file(mur_site *site, char *path, int fd, size_t size)
{
    char *bytes = malloc(size + 1);
    bool fits = site->n_items < MUR_SITE_FILES && size <= MUR_SITE_BYTES - site->bytes;
    if (!bytes || !fits || !read_all(fd, bytes, size)) {
        errno = !fits ? EFBIG : errno;
        free(bytes);
        free(path);
        return false;
    }
    site->items = mur_grow(site->items, &site->items_max, site->n_items + 1, sizeof *site->items);
    item *it = &site->items[site->n_items++];
    *it = (item){ .path = path, .bytes = bytes, .self.body = { bytes, size } };
    it->file = (mur_file){ .path = path, .type = type_of(path), .is_immutable = is_hashed(path) };
    write_etag(&it->self);
    site->bytes += size;
    return true;
}

static char *join(const char *folder, const char *name)
{
    size_t n = strlen(folder) + strlen(name) + 2;
    char *path = mur_new(n);
    snprintf(path, n, "%s/%s", folder, name);
    return path;
}

static bool read_folder(mur_site *site, int fd, const char *path, int depth);

/* One name of a folder; `path` is the folder's own, "" at the top. */
static bool read_entry(mur_site *site, int folder, const char *path, const char *name, int depth)
{
    struct stat about;
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return errno == ELOOP || errno == ENXIO; /* a link, a socket */
    if (fstat(fd, &about) != 0) {
        close(fd);
        return false;
    }
    if (S_ISDIR(about.st_mode)) {
        char *inner = join(path, name);
        bool ok = read_folder(site, fd, inner, depth + 1);
        free(inner);
        return ok;
    }
    bool ok = !S_ISREG(about.st_mode) || add_file(site, join(path, name), fd, (size_t)about.st_size);
    close(fd);
    return ok;
}

/* Takes the descriptor. */
static bool read_folder(mur_site *site, int fd, const char *path, int depth)
{
    enum { DEPTH_MAX = 16 };
    DIR *dir = depth < DEPTH_MAX ? fdopendir(fd) : (errno = EFBIG, NULL);
    const struct dirent *entry;
    bool ok = dir != NULL;
    if (!dir)
        close(fd);
    while (ok && (errno = 0, entry = readdir(dir)))
        ok = entry->d_name[0] == '.' || read_entry(site, dirfd(dir), path, entry->d_name, depth);
    ok = ok && errno == 0;
    int why = errno;
    if (dir)
        closedir(dir);
    errno = why;
    return ok;
}

/* -- The table -- */

static int compare_items(const void *a, const void *b)
{
    return strcmp(((const item *)a)->path, ((const item *)b)->path);
}

static item *find_item(const mur_site *site, const char *path)
{
    item key = { .path = (char *)path };
    return site->n_items ? bsearch(&key, site->items, site->n_items, sizeof key, compare_items) : NULL;
}

/* The item is the compressed form of another, if its name says so and the other is there. */
static void attach(const mur_site *site, item *it)
{
    bool is_br = ends_with(it->path, ".br");
    if (!is_br && !ends_with(it->path, ".gz"))
        return;
    char *base = join("", it->path + 1);
    base[strlen(base) - strlen(".br")] = '\0';
    item *whole = find_item(site, base);
    free(base);
    if (!whole)
        return;
    it->is_variant = true;
    it->self.encoding = is_br ? "br" : "gzip";
    *(is_br ? &whole->file.br : &whole->file.gzip) = &it->self;
}

static void make_table(mur_site *site)
{
    if (site->n_items > 0)
        qsort(site->items, site->n_items, sizeof *site->items, compare_items);
    for (size_t i = 0; i < site->n_items; i++)
        site->items[i].file.plain = &site->items[i].self;
    for (size_t i = 0; i < site->n_items; i++)
        attach(site, &site->items[i]);
}

bool mur_site_open(mur_site **out, const char *folder)
{
    mur_site *site = mur_new(sizeof *site);
    *out = NULL;
    site->holders = 1;
    site->index = join(folder, "index.html");
    int fd = stat(site->index, &site->stamp) == 0 ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0 || !read_folder(site, fd, "", 0)) {
        int why = errno;
        mur_site_close(&site);
        errno = why;
        return false;
    }
    make_table(site);
    *out = site;
    return true;
}

mur_site *mur_site_share(mur_site *site)
{
    site->holders++;
    return site;
}

void mur_site_close(mur_site **at)
{
    mur_site *site = *at;
    *at = NULL;
    if (!site || --site->holders > 0)
        return;
    for (size_t i = 0; i < site->n_items; i++) {
        free(site->items[i].path);
        free(site->items[i].bytes);
    }
    free(site->items);
    free(site->index);
    free(site);
}

bool mur_site_is_old(const mur_site *site)
{
    struct stat now;
    const struct stat *then = &site->stamp;
    return stat(site->index, &now) == 0 &&
           (now.st_ino != then->st_ino || now.st_size != then->st_size || now.st_mtim.tv_sec != then->st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != then->st_mtim.tv_nsec);
}

/* -- Requests -- */

const mur_file *mur_site_find(const mur_site *site, mur_span path)
{
    char name[256];
    if (mur_span_is(path, "/"))
        path = mur_span_of("/index.html");
    if (path.len >= sizeof name || memchr(path.at, '\0', path.len))
        return NULL;
    memcpy(name, path.at, path.len);
    name[path.len] = '\0';
    const item *it = find_item(site, name);
    return it && !it->is_variant ? &it->file : NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next of a list's parts between commas, without the blanks around it; false at the end. */
static bool take_part(mur_span *list, mur_span *part)
{
    while (list->len > 0 && (is_blank(*list->at) || *list->at == ','))
        *list = (mur_span){ list->at + 1, list->len - 1 };
    const char *comma = memchr(list->at, ',', list->len);
    *part = (mur_span){ list->at, comma ? (size_t)(comma - list->at) : list->len };
    *list = (mur_span){ list->at + part->len, list->len - part->len };
    while (part->len > 0 && is_blank(part->at[part->len - 1]))
        part->len--;
    return part->len > 0;
}

/* "gzip;q=0.5" allows gzip, "gzip;q=0" and "gzip; q=0.000" do not. */
static bool allows(mur_span part, const char *encoding)
{
    size_t n = strlen(encoding);
    if (part.len < n || strncasecmp(part.at, encoding, n) != 0)
        return false;
    mur_span rest = { part.at + n, part.len - n };
    const char *weight = memchr(rest.at, '=', rest.len);
    if (!weight)
        return rest.len == 0;
    while (++weight < rest.at + rest.len)
        if (*weight >= '1' && *weight <= '9')
            return *rest.at == ';' || *rest.at == ' ';
    return false;
}

static bool accepts(mur_span accept, const char *encoding)
{
    mur_span part;
    while (take_part(&accept, &part))
        if (allows(part, encoding))
            return true;
    return false;
}

const mur_variant *mur_file_variant(const mur_file *file, mur_span accept)
{
    const mur_variant *best = file->plain;
    if (file->gzip && file->gzip->body.len < best->body.len && accepts(accept, "gzip"))
        best = file->gzip;
    if (file->br && file->br->body.len < best->body.len && accepts(accept, "br"))
        best = file->br;
    return best;
}

bool mur_variant_matches(const mur_variant *variant, mur_span if_none_match)
{
    mur_span part;
    while (take_part(&if_none_match, &part)) {
        mur_take(&part, "W/"); /* a weak comparison is what the header asks for */
        if (mur_span_is(part, "*") || mur_span_is(part, variant->etag))
            return true;
    }
    return false;
}
