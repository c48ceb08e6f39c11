/* SPDX-License-Identifier: MIT */
/* client/link.c -- parses a table's link from left to right: scheme, host, port, folder, query, "#/t/" and the table
 * id. Every part accepts only the characters it needs. In particular no host or folder can contain a comma, which
 * token_store.c relies on for file names. */
#include "client/link.h"

#include <assert.h>
#include <string.h>

#include "engine/words.h"

enum { PORT_MAX = 65535, PORT_PLAIN = 80, PORT_SECURE = 443 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Takes a run of letters, digits and the given other characters; false if it is empty or too long. */
static bool take_text(mur_span *rest, const char *others, char *out, size_t size)
{
    size_t n = 0;
    while (n < rest->len && (is_letter(rest->at[n]) || (rest->at[n] && strchr(others, rest->at[n]))))
        n++;
    if (n == 0 || n >= size)
        return false;
    memcpy(out, rest->at, n);
    out[n] = '\0';
    *rest = (mur_span){ rest->at + n, rest->len - n };
    return true;
}

static bool take_scheme(mur_span *rest, bool *is_secure)
{
    *is_secure = mur_take(rest, "https://") || mur_take(rest, "wss://");
    return *is_secure || mur_take(rest, "http://") || mur_take(rest, "ws://");
}

/* Host names are case-insensitive. */
static void lower(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text = (char)(*text - 'A' + 'a');
}

static bool take_host(mur_span *rest, char host[CLIENT_HOST])
{
    bool is_six = mur_take_char(rest, '[');
    if (!take_text(rest, is_six ? ":." : "-._", host, CLIENT_HOST))
        return false;
    lower(host);
    return !is_six || mur_take_char(rest, ']');
}

static bool take_port(mur_span *rest, bool is_secure, int *port)
{
    *port = is_secure ? PORT_SECURE : PORT_PLAIN;
    return !mur_take_char(rest, ':') || (mur_take_number(rest, port) && *port > 0 && *port <= PORT_MAX);
}

/* Keeps everything up to the last slash; what follows is a page ("index.html") or the WebSocket's path. */
static bool take_folder(mur_span *rest, char folder[CLIENT_FOLDER])
{
    memcpy(folder, "/", sizeof "/");
    if (rest->len > 0 && *rest->at == '/' && !take_text(rest, "/-._~%", folder, CLIENT_FOLDER))
        return false;
    assert(*folder == '/');
    strrchr(folder, '/')[1] = '\0';
    return true;
}

/* "?lang=fr": up to the fragment. */
static bool skip_query(mur_span *rest)
{
    if (!mur_take_char(rest, '?'))
        return true;
    const char *end = memchr(rest->at, '#', rest->len);
    size_t n = end ? (size_t)(end - rest->at) : rest->len;
    *rest = (mur_span){ rest->at + n, rest->len - n };
    return true;
}

const char *client_link_parse(client_link *l, mur_span text)
{
    if (!take_scheme(&text, &l->is_secure))
        return N_("a link begins with https:// or http://");
    if (!take_host(&text, l->host) || !take_port(&text, l->is_secure, &l->port) || !take_folder(&text, l->folder) ||
        !skip_query(&text) || (text.len > 0 && *text.at != '#'))
        return N_("this is not the address of a server");
    if (!mur_take(&text, "#/t/"))
        return N_("this link names no table; the link of a table ends with #/t/ and 22 letters");
    if (!take_text(&text, "-_", l->table, sizeof l->table) || strlen(l->table) != CLIENT_ID - 1 || text.len > 0)
        return N_("a table id has 22 letters; some may be missing");
    return NULL;
}

void client_link_put_host(const client_link *l, mur_text *t)
{
    assert(l->port > 0 && l->port <= PORT_MAX);
    bool is_six = strchr(l->host, ':') != NULL;
    mur_put(t, is_six ? "[" : "");
    mur_put(t, l->host);
    mur_put(t, is_six ? "]" : "");
    if (l->port != (l->is_secure ? PORT_SECURE : PORT_PLAIN)) {
        mur_put_char(t, ':');
        mur_put_int(t, l->port);
    }
}
