/* SPDX-License-Identifier: MIT */
/* client/token_store.c -- file names for servers and guests, and atomic writing of small secret files.
 * A file is written under a temporary name with mode 0600, synced, and renamed. Names of people may contain anything,
 * so the few characters that mean something in a path are percent-encoded. */
#include "client/token_store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/user_dirs.h"

/* -- Where -- */

/* "https,example.org,443,muraille,": unique for each server, since no part of a link contains a comma. */
static void put_server(mur_text *t, const client_link *l)
{
    mur_put(t, l->is_secure ? "https," : "http,");
    mur_put(t, l->host);
    mur_put_char(t, ',');
    mur_put_int(t, l->port);
    for (const char *c = l->folder; *c; c++)
        mur_put_char(t, *c == '/' ? ',' : *c);
}

/* Percent-encodes "/", "%" and ".", and a lone "-", which stands for "no name". */
static void put_name(mur_text *t, const char *name)
{
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '%' || *c == '.' || (*c == '-' && !name[1])) {
            mur_put_char(t, '%');
            mur_put_hex(t, (unsigned char)*c);
        } else {
            mur_put_char(t, *c);
        }
}

bool client_token_file_find(client_token_file *p, const client_link *l, const char *name)
{
    mur_text t = mur_text_on(p->path, sizeof p->path);
    errno = ENOENT;
    if (!mur_put_data_folder(&t))
        return false;
    mur_put(&t, "/guests/");
    put_server(&t, l);
    mur_put_char(&t, '/');
    if (name)
        put_name(&t, name);
    else
        mur_put_char(&t, '-');
    errno = ENAMETOOLONG;
    return !mur_text_is_cut(&t);
}

/* "%s" occurs in no encoded name, so this cannot be another guest's token. */
bool client_token_file_find_salt(client_token_file *salt, const client_token_file *token, const char *table)
{
    mur_text t = mur_text_on(salt->path, sizeof salt->path);
    mur_put(&t, token->path);
    mur_put(&t, "%salt-");
    mur_put(&t, table);
    errno = ENAMETOOLONG;
    return !mur_text_is_cut(&t);
}

/* -- Reading and writing -- */

/* 43 characters of base64url: 32 bytes without padding. */
static bool is_token(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strspn(text, letters) == CLIENT_TOKEN - 1 && !text[CLIENT_TOKEN - 1];
}

void client_token_file_read(const client_token_file *p, char token[CLIENT_TOKEN])
{
    int fd = open(p->path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, token, CLIENT_TOKEN - 1);
    token[n > 0 ? n : 0] = '\0';
    if (fd >= 0)
        close(fd);
    if (!is_token(token))
        token[0] = '\0';
}

/* The folder of the file, and all above it. */
static bool make_folder_of(const client_token_file *p)
{
    char folder[CLIENT_PATH];
    snprintf(folder, sizeof folder, "%s", p->path);
    *strrchr(folder, '/') = '\0';
    return mur_make_folder(folder);
}

static bool write_all(int fd, const char *token)
{
    size_t n = strlen(token);
    bool ok = write(fd, token, n) == (ssize_t)n && fsync(fd) == 0;
    return close(fd) == 0 && ok;
}

/* rename() replaces the file atomically; fsync() before it makes sure that the new content is on disk first. */
bool client_token_file_save(const client_token_file *p, const char *token)
{
    assert(p->path[0] == '/' && *token);
    char fresh[CLIENT_PATH + 8];
    snprintf(fresh, sizeof fresh, "%s.XXXXXX", p->path);
    if (!make_folder_of(p))
        return false;
    int fd = mkstemp(fresh); /* creates it with mode 0600 */
    if (fd < 0)
        return false;
    if (write_all(fd, token) && rename(fresh, p->path) == 0)
        return true;
    unlink(fresh);
    return false;
}

void client_token_file_delete(const client_token_file *p)
{
    unlink(p->path);
}
