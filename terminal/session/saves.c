/* SPDX-License-Identifier: MIT */
/* terminal/session/saves.c -- saved games on disk. Writing follows the usual pattern for atomic replacement: write
 * PATH.new, fsync, rename over PATH, fsync the folder. The name of a new game is reserved by creating an empty file
 * with O_EXCL, so two processes never share one. */
#include "terminal/session/saves.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "record/reader.h"
#include "record/safe_text.h"
#include "record/user_dirs.h"
#include "terminal/ui/translate.h"

/* -- Folders and names -- */

/* DATA/muraille/games, of which nothing need exist yet. False, with errno: there is no DATA, or it is too long. */
static bool put_games_folder(char out[SAVE_PATH])
{
    mur_text t = mur_text_on(out, SAVE_PATH);
    bool is_there = mur_put_data_folder(&t); /* false if the environment has neither XDG_DATA_HOME nor HOME */
    mur_put(&t, "/games");
    if (is_there && !mur_text_is_cut(&t))
        return true;
    errno = is_there ? ENAMETOOLONG : ENOENT;
    return false;
}

/* "2026-11-16-201500-die-mauer.mur", with a number added if two games begin in the same second. */
bool save_path_new(const mur_game *g, char out[SAVE_PATH])
{
    char folder[SAVE_PATH], when[32];
    time_t now = time(NULL);
    struct tm day;
    if (!put_games_folder(folder) || !mur_make_folder(folder))
        return false;
    strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", localtime_r(&now, &day));
    /* O_EXCL makes the name ours even if another process tries the same one. */
    for (int i = 1; i < 1000; i++) {
        char more[16] = "";
        if (i > 1)
            snprintf(more, sizeof more, "-%d", i);
        if (snprintf(out, SAVE_PATH, "%s/%s-%s%s.mur", folder, when, g->id, more) >= SAVE_PATH) {
            errno = ENAMETOOLONG;
            return false;
        }
        int file = open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            return close(file) == 0;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* -- Writing -- */

/* write() may write less than asked, or be interrupted. */
static bool write_all(int file, const mur_buffer *text)
{
    for (size_t done = 0; done < text->len;) {
        ssize_t n = write(file, text->at + done, text->len - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* The renamed file survives a power failure only once its folder is on disk, too. Errors are ignored: the data
 * itself is safe. */
static void sync_folder(const char *path)
{
    char folder[SAVE_PATH];
    const char *slash = strrchr(path, '/');
    /* A path without a slash is in the current folder. */
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

/* Returns only after the bytes are on disk. errno is that of the first failure. */
static bool write_file(const char *path, const mur_buffer *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool ok = write_all(file, text) && fsync(file) == 0;
    int error = errno;
    ok = close(file) == 0 && ok;
    errno = error;
    return ok;
}

/* Serializes first, so that a file is only touched with complete contents. */
bool save_write(const char *path, const mur_record *r)
{
    assert(path[0]);
    char new_path[SAVE_PATH + 8];
    mur_buffer text = { 0 };
    if (snprintf(new_path, sizeof new_path, "%s.new", path) >= (int)sizeof new_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    mur_record_write(r, &text);
    bool ok = write_file(new_path, &text) && rename(new_path, path) == 0;
    /* Cleaning up must not hide why it failed. */
    int error = errno;
    mur_buffer_close(&text);
    if (ok)
        sync_folder(path);
    else
        unlink(new_path);
    errno = error;
    return ok;
}

/* -- Reading -- */

/* Stops after the size limit of records; the reader reports such a file as too long. */
static bool read_bytes(const char *path, mur_buffer *out)
{
    char part[4096];
    size_t n;
    FILE *from = fopen(path, "rb");
    if (!from)
        return false;
    while (out->len <= MUR_RECORD_BYTES && (n = fread(part, 1, sizeof part, from)) > 0)
        mur_buffer_put_span(out, (mur_span){ part, n });
    bool ok = !ferror(from);
    fclose(from);
    return ok;
}

/* "line 3: no such card" */
static void put_read_error(mur_text *t, const mur_record_error *fault)
{
    char line[24];
    snprintf(line, sizeof line, "%zu", fault->line);
    mur_put_format(
        t, _("line {line}: {message}"),
        (const mur_format_arg[]){ { "line", mur_span_of(line) }, { "message", mur_span_of(fault->message) }, { 0 } });
}

/* Never returns a partial record. */
mur_record *save_read(const char *path, char *why)
{
    mur_buffer bytes = { 0 };
    mur_record *r = NULL;
    mur_record_error fault;
    mur_words words = terminal_translation(NULL);
    mur_text t = mur_text_on(why, MUR_MESSAGE_TEXT);
    if (!read_bytes(path, &bytes))
        mur_put(&t, strerror(errno));
    else if (!mur_record_read((mur_span){ bytes.at, bytes.len }, &words, &r, &fault))
        put_read_error(&t, &fault);
    mur_buffer_close(&bytes);
    return r;
}

/* -- Listing -- */

enum { FILES_READ_MAX = 200 /* only the latest files are read, so that the start screen stays quick */ };

typedef struct {
    struct timespec played;
    char name[NAME_MAX + 1];
} found;

/* Files that end with .mur and are not hidden. */
static bool is_record(const char *name)
{
    size_t n = strlen(name);
    return n > 4 && name[0] != '.' && strcmp(name + n - 4, ".mur") == 0;
}

/* For qsort(). Equal times are ordered by name, which begins with the time. */
static int compare_latest_first(const void *a, const void *b)
{
    const found *x = a, *y = b;
    if (x->played.tv_sec != y->played.tv_sec)
        return x->played.tv_sec < y->played.tv_sec ? 1 : -1;
    if (x->played.tv_nsec != y->played.tv_nsec)
        return x->played.tv_nsec < y->played.tv_nsec ? 1 : -1;
    return strcmp(y->name, x->name);
}

/* The records in a folder, the latest first; NULL if there are none. The caller frees the list. */
static found *read_folder(const char *path, size_t *n)
{
    found *list = NULL;
    size_t max = 0;
    struct stat is;
    const struct dirent *entry;
    DIR *folder = opendir(path);
    *n = 0;
    /* A file may vanish between readdir() and fstatat(); it is skipped then. */
    while (folder && (entry = readdir(folder)))
        if (is_record(entry->d_name) && fstatat(dirfd(folder), entry->d_name, &is, 0) == 0) {
            list = mur_grow(list, &max, *n + 1, sizeof list[0]);
            list[*n].played = is.st_mtim;
            snprintf(list[*n].name, sizeof list[*n].name, "%s", entry->d_name);
            ++*n;
        }
    if (folder)
        closedir(folder);
    if (list)
        qsort(list, *n, sizeof list[0], compare_latest_first);
    return list;
}

/* Fills in game and plies. False: not a record, not begun, over, or of another game. */
static bool read_entry(const mur_game *wanted, save_entry *e)
{
    char why[MUR_MESSAGE_TEXT];
    mur_record *r = save_read(e->path, why);
    bool ok = r && r->n_moves > 0 && !mur_record_is_over(r) && (!wanted || r->game == wanted);
    if (ok) {
        e->game = r->game;
        e->plies = (int)r->n_moves;
    }
    mur_record_close(&r);
    return ok;
}

int saves_list(const mur_game *g, save_entry out[SAVES_MAX])
{
    char folder[SAVE_PATH];
    size_t n_found;
    int n = 0;
    if (!put_games_folder(folder))
        return 0;
    found *list = read_folder(folder, &n_found);
    /* Reading a record is the expensive part, so it stops as soon as the list is full. */
    for (size_t i = 0; i < n_found && i < FILES_READ_MAX && n < SAVES_MAX; i++)
        if (snprintf(out[n].path, SAVE_PATH, "%s/%s", folder, list[i].name) < SAVE_PATH) {
            struct tm day;
            strftime(out[n].day, sizeof out[n].day, "%Y-%m-%d", localtime_r(&list[i].played.tv_sec, &day));
            n += read_entry(g, &out[n]);
        }
    free(list);
    return n;
}
