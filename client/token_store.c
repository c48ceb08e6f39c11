/* SPDX-License-Identifier: MIT */
#include "client/purse.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* -- Where -- */

static bool put_data_folder(mur_text *t)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/') {
        mur_put(t, data);
        return true;
    }
    mur_put(t, home ? home : "");
    mur_put(t, "/.local/share");
    return home && *home == '/';
}

/* "https,example.org,443,muraille,": no two servers have the same, since links have no comma in them. */
static void put_server(mur_text *t, const client_link *l)
{
    mur_put(t, l->is_secure ? "https," : "http,");
    mur_put(t, l->host);
    mur_put_char(t, ',');
    mur_put_int(t, l->port);
    for (const char *c = l->folder; *c; c++)
        mur_put_char(t, *c == '/' ? ',' : *c);
}

/* A name may hold anything but control characters. */
static void put_name(mur_text *t, const char *name)
{
    static const char digits[] = "0123456789abcdef";
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '%' || *c == '.' || (*c == '-' && !name[1])) {
            mur_put_char(t, '%');
            mur_put_char(t, digits[*c >> 4]);
            mur_put_char(t, digits[*c & 15]);
        } else {
            mur_put_char(t, *c);
        }
}

bool client_purse_find(client_purse *p, const client_link *l, const char *name)
{
    mur_text t = mur_text_on(p->path, sizeof p->path);
    errno = ENOENT;
    if (!put_data_folder(&t))
        return false;
    mur_put(&t, "/muraille/guests/");
    put_server(&t, l);
    mur_put_char(&t, '/');
    if (name)
        put_name(&t, name);
    else
        mur_put_char(&t, '-');
    errno = ENAMETOOLONG;
    return !mur_text_is_cut(&t);
}

/* In no name is a % followed by an s. */
bool client_purse_find_salt(client_purse *salt, const client_purse *token, const char *table)
{
    mur_text t = mur_text_on(salt->path, sizeof salt->path);
    mur_put(&t, token->path);
    mur_put(&t, "%salt-");
    mur_put(&t, table);
    errno = ENAMETOOLONG;
    return !mur_text_is_cut(&t);
}

/* -- Reading and keeping -- */

/* 43 letters of base64url. */
static bool is_token(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return strspn(text, letters) == CLIENT_TOKEN - 1 && !text[CLIENT_TOKEN - 1];
}

void client_purse_read(const client_purse *p, char token[CLIENT_TOKEN])
{
    int fd = open(p->path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, token, CLIENT_TOKEN - 1);
    token[n > 0 ? n : 0] = '\0';
    if (fd >= 0)
        close(fd);
    if (!is_token(token))
        token[0] = '\0';
}

/* Only for this user. */
static bool make_folders(const char *file)
{
    char path[CLIENT_PATH];
    snprintf(path, sizeof path, "%s", file);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

static bool write_all(int fd, const char *token)
{
    size_t n = strlen(token);
    bool ok = write(fd, token, n) == (ssize_t)n && fsync(fd) == 0;
    return close(fd) == 0 && ok;
}

bool client_purse_keep(const client_purse *p, const char *token)
{
    char fresh[CLIENT_PATH + 8];
    snprintf(fresh, sizeof fresh, "%s.XXXXXX", p->path);
    if (!make_folders(p->path))
        return false;
    int fd = mkstemp(fresh); /* with mode 0600 */
    if (fd < 0)
        return false;
    if (write_all(fd, token) && rename(fresh, p->path) == 0)
        return true;
    unlink(fresh);
    return false;
}

void client_purse_forget(const client_purse *p)
{
    unlink(p->path);
}
