/* SPDX-License-Identifier: MIT */
/* server/net/static_files.c -- reads a folder into a sorted table, and chooses variants for requests.
 * Order of reading: read_folder() collects all files with openat() and O_NOFOLLOW, so a link that appears meanwhile is
 * not followed; build_index() sorts them by path and attaches .br and .gz to their originals; static_files_find() is a
 * binary search. Content types come from a table, ETags from a hash of the content. */
#include "server/net/static_files.h"

#include <assert.h>
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

/* A file that was read. Compressed variants stay in the table but are never found by a request. */
typedef struct {
    static_file file;
    static_variant self;
    char *path, *bytes; /* owned; file.path and self.body borrow them */
    bool is_variant;
} cached_file;

struct static_files {
    cached_file *cached;
    size_t n_cached, max_cached, bytes;
    char *index_path;       /* path of index.html on disk */
    struct stat index_stat; /* of index.html, before anything was read */
    int refs;
};

/* -- Content type and hash -- */

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

/* "main-3XKQ27AB.js": esbuild (web/build.mjs) puts eight base-32 digits of the content's hash into the name. */
static bool has_content_hash(const char *path)
{
    enum { DIGITS = 8 };
    const char *dot = strrchr(path, '.'), *dash = dot && dot - path > DIGITS ? dot - DIGITS - 1 : NULL;
    return dash && *dash == '-' && strspn(dash + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == DIGITS;
}

/* FNV-1a and the size: enough to tell contents apart, since the files are our own. */
static void write_etag(static_variant *v)
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
            errno = EIO; /* the file became shorter while we read it */
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        at += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Owns the path from here on, also on failure. */
static bool add_file(static_files *files, char *path, int fd, size_t size)
{
    char *bytes = malloc(size + 1);
    bool fits = files->n_cached < STATIC_FILES_MAX && size <= STATIC_BYTES_MAX - files->bytes;
    if (!bytes || !fits || !read_all(fd, bytes, size)) {
        errno = !fits ? EFBIG : errno;
        free(bytes);
        free(path);
        return false;
    }
    files->cached = mur_grow(files->cached, &files->max_cached, files->n_cached + 1, sizeof *files->cached);
    cached_file *it = &files->cached[files->n_cached++];
    *it = (cached_file){ .path = path, .bytes = bytes, .self.body = { bytes, size } };
    it->file = (static_file){ .path = path, .type = type_of(path), .is_immutable = has_content_hash(path) };
    write_etag(&it->self);
    files->bytes += size;
    return true;
}

static char *join(const char *folder, const char *name)
{
    size_t n = strlen(folder) + strlen(name) + 2;
    char *path = mur_new(n);
    snprintf(path, n, "%s/%s", folder, name);
    return path;
}

static bool read_folder(static_files *files, int fd, const char *path, int depth);

/* One name of a folder; `path` is the folder's own, "" at the top. */
static bool read_entry(static_files *files, int folder, const char *path, const char *name, int depth)
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
        bool ok = read_folder(files, fd, inner, depth + 1);
        free(inner);
        return ok;
    }
    bool ok = !S_ISREG(about.st_mode) || add_file(files, join(path, name), fd, (size_t)about.st_size);
    close(fd);
    return ok;
}

/* Closes the descriptor. Recursion is limited to DEPTH_MAX folders. errno survives closing. */
static bool read_folder(static_files *files, int fd, const char *path, int depth)
{
    enum { DEPTH_MAX = 16 };
    DIR *dir = depth < DEPTH_MAX ? fdopendir(fd) : (errno = EFBIG, NULL);
    const struct dirent *entry;
    bool ok = dir != NULL;
    if (!dir)
        close(fd);
    while (ok && (errno = 0, entry = readdir(dir)))
        ok = entry->d_name[0] == '.' || read_entry(files, dirfd(dir), path, entry->d_name, depth);
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
    return strcmp(((const cached_file *)a)->path, ((const cached_file *)b)->path);
}

static cached_file *find_item(const static_files *files, const char *path)
{
    cached_file key = { .path = (char *)path };
    return files->n_cached ? bsearch(&key, files->cached, files->n_cached, sizeof key, compare_items) : NULL;
}

/* Makes a file the compressed variant of another one, if its name says so and the other exists. */
static void attach_variant(const static_files *files, cached_file *it)
{
    bool is_br = ends_with(it->path, ".br");
    if (!is_br && !ends_with(it->path, ".gz"))
        return;
    char *base = join("", it->path + 1);
    base[strlen(base) - strlen(".br")] = '\0';
    cached_file *whole = find_item(files, base);
    free(base);
    if (!whole)
        return;
    it->is_variant = true;
    it->self.encoding = is_br ? "br" : "gzip";
    *(is_br ? &whole->file.br : &whole->file.gzip) = &it->self;
}

/* Pointers into the array are set only now, because it moved while it grew. */
static void build_index(static_files *files)
{
    if (files->n_cached > 0)
        qsort(files->cached, files->n_cached, sizeof *files->cached, compare_items);
    for (size_t i = 0; i < files->n_cached; i++)
        files->cached[i].file.plain = &files->cached[i].self;
    for (size_t i = 0; i < files->n_cached; i++)
        attach_variant(files, &files->cached[i]);
}

bool static_files_open(static_files **out, const char *folder)
{
    static_files *files = mur_new(sizeof *files);
    *out = NULL;
    files->refs = 1;
    files->index_path = join(folder, "index.html");
    int fd = stat(files->index_path, &files->index_stat) == 0 ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0 || !read_folder(files, fd, "", 0)) {
        int why = errno;
        static_files_close(&files);
        errno = why;
        return false;
    }
    build_index(files);
    *out = files;
    return true;
}

static_files *static_files_ref(static_files *files)
{
    assert(files->refs > 0);
    files->refs++;
    return files;
}

void static_files_close(static_files **at)
{
    static_files *files = *at;
    *at = NULL;
    if (!files || --files->refs > 0)
        return;
    for (size_t i = 0; i < files->n_cached; i++) {
        free(files->cached[i].path);
        free(files->cached[i].bytes);
    }
    free(files->cached);
    free(files->index_path);
    free(files);
}

bool static_files_is_stale(const static_files *files)
{
    struct stat now;
    const struct stat *then = &files->index_stat;
    return stat(files->index_path, &now) == 0 &&
           (now.st_ino != then->st_ino || now.st_size != then->st_size || now.st_mtim.tv_sec != then->st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != then->st_mtim.tv_nsec);
}

/* -- Requests -- */

/* Exact match only: there is no decoding of %XX and no "..". */
const static_file *static_files_find(const static_files *files, mur_span path)
{
    char name[256];
    if (mur_span_is(path, "/"))
        path = mur_span_of("/index.html");
    if (path.len >= sizeof name || memchr(path.at, '\0', path.len))
        return NULL;
    memcpy(name, path.at, path.len);
    name[path.len] = '\0';
    const cached_file *it = find_item(files, name);
    return it && !it->is_variant ? &it->file : NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next element of a comma-separated list, without blanks around it; false at the end. */
static bool next_part(mur_span *list, mur_span *part)
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

/* "gzip;q=0.5" allows gzip, "gzip;q=0" and "gzip; q=0.000" do not. Only a weight of zero matters: we send the smallest
 * variant that is allowed at all. */
static bool accepts_part(mur_span part, const char *encoding)
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
    while (next_part(&accept, &part))
        if (accepts_part(part, encoding))
            return true;
    return false;
}

const static_variant *static_file_variant(const static_file *file, mur_span accept)
{
    const static_variant *best = file->plain;
    if (file->gzip && file->gzip->body.len < best->body.len && accepts(accept, "gzip"))
        best = file->gzip;
    if (file->br && file->br->body.len < best->body.len && accepts(accept, "br"))
        best = file->br;
    return best;
}

bool static_variant_matches(const static_variant *variant, mur_span if_none_match)
{
    mur_span part;
    while (next_part(&if_none_match, &part)) {
        mur_take(&part, "W/"); /* a weak comparison is what the header asks for */
        if (mur_span_is(part, "*") || mur_span_is(part, variant->etag))
            return true;
    }
    return false;
}
