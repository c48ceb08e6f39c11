/* SPDX-License-Identifier: MIT */
/* tests/store/crash_vfs.c -- a VFS of SQLite that forgets unsynced writes, as a power failure does. See crash_vfs.h.
 * Each file has two contents in memory: as the program sees it, and as of its last sync; the writes and truncations in
 * between are kept as a list, of which crash_vfs_survive() applies some. */
#include "tests/store/crash_vfs.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 64, PATH_TEXT = 512, REGIONS_MAX = 8 };

/* Bytes that grow; what lies beyond the end is zero. */
typedef struct {
    unsigned char *at;
    size_t n;
} content;

/* A write or a truncate that was not synced yet. */
typedef struct {
    long step;
    bool is_truncate;
    size_t from, n; /* of a truncate: n is the new size */
    unsigned char *bytes;
} change;

typedef struct {
    char name[PATH_TEXT];
    bool is_listed, is_listed_on_disk; /* in its folder */
    bool syncs_folder;                 /* with its next sync */
    content now, synced;
    change *changes;
    size_t n_changes;
} file;

static struct {
    file files[FILES_MAX];
    int n_files;
    long steps, crash_at;
    bool has_crashed;
} disk;

typedef struct {
    sqlite3_file base;
    file *f;
    bool is_deleted_on_close;
    void *regions[REGIONS_MAX]; /* shared memory, of this connection alone */
} handle;

/* -- Contents -- */

static void resize(content *c, size_t n)
{
    unsigned char *at = realloc(c->at, n + 1);
    cr_assert_not_null(at);
    if (n > c->n)
        memset(at + c->n, 0, n - c->n);
    *c = (content){ at, n };
}

static void put(content *c, size_t from, const unsigned char *bytes, size_t n)
{
    if (n == 0)
        return;
    if (from + n > c->n)
        resize(c, from + n);
    memcpy(c->at + from, bytes, n);
}

static void copy(content *to, const content *from)
{
    resize(to, from->n);
    if (from->n > 0)
        memcpy(to->at, from->at, from->n);
}

static void forget_changes(file *f)
{
    for (size_t i = 0; i < f->n_changes; i++)
        free(f->changes[i].bytes);
    free(f->changes);
    f->changes = NULL;
    f->n_changes = 0;
}

static void note_change(file *f, change c)
{
    f->changes = realloc(f->changes, (f->n_changes + 1) * sizeof c);
    cr_assert_not_null(f->changes);
    f->changes[f->n_changes++] = c;
}

/* -- Steps -- */

/* False: there is no power, neither for this step nor for any that follows. */
static bool step(void)
{
    if (!disk.has_crashed)
        disk.has_crashed = ++disk.steps == disk.crash_at;
    return !disk.has_crashed;
}

static void sync_folder(void)
{
    for (int i = 0; i < disk.n_files; i++)
        disk.files[i].is_listed_on_disk = disk.files[i].is_listed;
}

/* -- Files -- */

static file *find(const char *name)
{
    for (int i = 0; i < disk.n_files; i++)
        if (disk.files[i].is_listed && strcmp(disk.files[i].name, name) == 0)
            return &disk.files[i];
    return NULL;
}

static file *make(const char *name)
{
    cr_assert_lt(disk.n_files, FILES_MAX);
    file *f = &disk.files[disk.n_files++];
    *f = (file){ .is_listed = true };
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

static file *of(sqlite3_file *h)
{
    return ((handle *)h)->f;
}

static int read_file(sqlite3_file *h, void *out, int n, sqlite3_int64 from)
{
    const content *c = &of(h)->now;
    size_t there = (size_t)from < c->n ? c->n - (size_t)from : 0;
    size_t taken = there < (size_t)n ? there : (size_t)n;
    if (disk.has_crashed)
        return SQLITE_IOERR_READ;
    if (taken > 0)
        memcpy(out, c->at + from, taken);
    memset((char *)out + taken, 0, (size_t)n - taken);
    return taken < (size_t)n ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int write_file(sqlite3_file *h, const void *bytes, int n, sqlite3_int64 from)
{
    bool has_power = !disk.has_crashed, is_done = step(); /* the last step may be done in part */
    if (has_power) {
        change c = { .step = disk.steps, .from = (size_t)from, .n = (size_t)n, .bytes = malloc((size_t)n + 1) };
        cr_assert_not_null(c.bytes);
        memcpy(c.bytes, bytes, (size_t)n);
        note_change(of(h), c);
        put(&of(h)->now, (size_t)from, bytes, (size_t)n);
    }
    return is_done ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

static int truncate_file(sqlite3_file *h, sqlite3_int64 n)
{
    bool has_power = !disk.has_crashed, is_done = step(); /* the last step may be done in part */
    if (has_power) {
        note_change(of(h), (change){ .step = disk.steps, .is_truncate = true, .n = (size_t)n });
        resize(&of(h)->now, (size_t)n);
    }
    return is_done ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int sync_file(sqlite3_file *h, int flags)
{
    file *f = of(h);
    (void)flags;
    if (!step())
        return SQLITE_IOERR_FSYNC;
    copy(&f->synced, &f->now);
    forget_changes(f);
    if (f->syncs_folder)
        sync_folder();
    f->syncs_folder = false;
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *h, sqlite3_int64 *n)
{
    *n = (sqlite3_int64)of(h)->now.n;
    return disk.has_crashed ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int close_file(sqlite3_file *h)
{
    if (((handle *)h)->is_deleted_on_close)
        of(h)->is_listed = false;
    return SQLITE_OK;
}

static int lock_file(sqlite3_file *h, int lock)
{
    (void)h, (void)lock;
    return SQLITE_OK;
}

static int check_lock(sqlite3_file *h, int *is_reserved)
{
    (void)h;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int control_file(sqlite3_file *h, int what, void *argument)
{
    (void)h, (void)what, (void)argument;
    return SQLITE_NOTFOUND;
}

/* As the unix VFS has them: a write that is cut short by a power failure leaves the bytes around it alone. */
static int sector_size(sqlite3_file *h)
{
    (void)h;
    return 4096;
}

static int characteristics(sqlite3_file *h)
{
    (void)h;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* -- Shared memory: it does not survive, and belongs to one connection -- */

static int map_memory(sqlite3_file *h, int region, int size, int extend, void volatile **out)
{
    handle *own = (handle *)h;
    cr_assert_lt(region, REGIONS_MAX);
    if (!own->regions[region] && extend)
        own->regions[region] = calloc(1, (size_t)size);
    *out = own->regions[region];
    return SQLITE_OK;
}

static int lock_memory(sqlite3_file *h, int offset, int n, int flags)
{
    (void)h, (void)offset, (void)n, (void)flags;
    return SQLITE_OK;
}

static void memory_barrier(sqlite3_file *h)
{
    (void)h;
}

static int unmap_memory(sqlite3_file *h, int is_deleted)
{
    handle *own = (handle *)h;
    (void)is_deleted;
    for (int i = 0; i < REGIONS_MAX; i++) {
        free(own->regions[i]);
        own->regions[i] = NULL;
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = lock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_memory,
    .xShmLock = lock_memory,
    .xShmBarrier = memory_barrier,
    .xShmUnmap = unmap_memory,
};

/* -- The VFS -- */

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *h, int flags, int *flags_out)
{
    handle *own = (handle *)h;
    (void)vfs;
    *own = (handle){ .is_deleted_on_close = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0 };
    if (disk.has_crashed)
        return SQLITE_CANTOPEN;
    own->f = find(name ? name : "");
    if (!own->f) { /* the main file is made by store_open(), with the system's calls */
        own->f = make(name ? name : "");
        own->f->syncs_folder = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    }
    own->base.pMethods = &methods;
    if (flags_out)
        *flags_out = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync_dir)
{
    bool has_power = !disk.has_crashed, is_done = step(); /* the last step may be done in part */
    file *f = find(name);
    (void)vfs;
    if (has_power && f)
        f->is_listed = false;
    if (!is_done)
        return SQLITE_IOERR_DELETE;
    if (sync_dir)
        sync_folder();
    return f ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *is_there)
{
    const file *f = find(name);
    (void)vfs;
    *is_there = f && (flags != SQLITE_ACCESS_EXISTS || f->now.n > 0); /* as the unix VFS: an empty file is none */
    return disk.has_crashed ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static void register_vfs(void)
{
    static sqlite3_vfs vfs;
    if (vfs.zName)
        return;
    vfs = *sqlite3_vfs_find(NULL);
    vfs.zName = "crash";
    vfs.pNext = NULL;
    vfs.szOsFile = sizeof(handle);
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    vfs.xAccess = access_file;
    sqlite3_vfs_register(&vfs, 0);
}

void crash_vfs_begin(long crash_at)
{
    register_vfs();
    crash_vfs_end();
    disk.crash_at = crash_at;
}

void crash_vfs_end(void)
{
    for (int i = 0; i < disk.n_files; i++) {
        file *f = &disk.files[i];
        forget_changes(f);
        free(f->now.at);
        free(f->synced.at);
    }
    memset(&disk, 0, sizeof disk);
}

long crash_vfs_steps(void)
{
    return disk.steps;
}

bool crash_vfs_has_crashed(void)
{
    return disk.has_crashed;
}

/* -- What survives -- */

/* splitmix64 */
static uint64_t draw(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The sectors of a write that are kept: the first `most`, or any. Sectors are counted from the file's beginning. */
static void put_torn(content *c, const change *w, size_t most, bool is_any, uint64_t *seed)
{
    for (size_t done = 0, sector = 0; done < w->n && sector < most; sector++) {
        size_t n = CRASH_SECTOR - (w->from + done) % CRASH_SECTOR;
        n = n < w->n - done ? n : w->n - done;
        if (!is_any || draw(seed) % 2)
            put(c, w->from + done, w->bytes + done, n);
        done += n;
    }
}

/* The file as it is found after the failure. */
static void rebuild(const file *f, crash_kind kind, long last, uint64_t *seed, content *out)
{
    copy(out, &f->synced);
    for (size_t i = 0; i < f->n_changes && kind != CRASH_SYNCED; i++) {
        const change *c = &f->changes[i];
        bool is_kept = kind == CRASH_PREFIX ? c->step <= last : draw(seed) % 4 != 0;
        if (!is_kept)
            continue;
        if (c->is_truncate)
            resize(out, c->n);
        else if (kind == CRASH_PREFIX && c->step < last)
            put(out, c->from, c->bytes, c->n);
        else
            put_torn(out, c, kind == CRASH_PREFIX ? draw(seed) % 9 : SIZE_MAX, kind == CRASH_SUBSET, seed);
    }
}

static void write_out(const file *f, const content *c)
{
    FILE *out = fopen(f->name, "wb");
    cr_assert_not_null(out, "%s", f->name);
    cr_assert_eq(fwrite(c->at, 1, c->n, out), c->n);
    cr_assert_eq(fclose(out), 0);
}

/* The first step that is not synced yet, or the last of all. */
static long first_unsynced(void)
{
    long first = disk.steps;
    for (int i = 0; i < disk.n_files; i++)
        if (disk.files[i].n_changes > 0 && disk.files[i].changes[0].step < first)
            first = disk.files[i].changes[0].step;
    return first;
}

void crash_vfs_survive(crash_kind kind, uint64_t seed)
{
    long first = first_unsynced();
    long last = first + (long)(draw(&seed) % (uint64_t)(disk.steps - first + 1));
    bool is_new_folder = kind != CRASH_SYNCED && draw(&seed) % 2; /* a folder is written whole, or not */
    for (int i = 0; i < disk.n_files; i++)
        unlink(disk.files[i].name);
    for (int i = 0; i < disk.n_files; i++) {
        const file *f = &disk.files[i];
        content c = { NULL, 0 };
        if (is_new_folder ? !f->is_listed : !f->is_listed_on_disk)
            continue;
        rebuild(f, kind, last, &seed, &c);
        write_out(f, &c);
        free(c.at);
    }
}
