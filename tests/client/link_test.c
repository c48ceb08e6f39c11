/* SPDX-License-Identifier: MIT */
/* tests/client/link_test.c -- links to tables, and the files that tokens and salts are saved in.
 * Each token test has a data folder of its own ($XDG_DATA_HOME). */
#include "client/link.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/token_store.h"

#define countof(a) (sizeof(a) / sizeof(a)[0])
#define ID         "w3VbZ0kq0uQmB6cXn1Yh2A"

static const struct {
    const char *text, *server, *host;
} good[] = {
    { "https://example.org/#/t/" ID, "https://example.org/", "example.org" },
    { "http://localhost:8080/#/t/" ID, "http://localhost:8080/", "localhost:8080" },
    { "https://example.org/games/index.html#/t/" ID, "https://example.org/games/", "example.org" },
    { "https://example.org/games/?x=1#/t/" ID, "https://example.org/games/", "example.org" },
    { "wss://example.org:443/ws#/t/" ID, "https://example.org/", "example.org" },
    { "ws://Example.ORG:81#/t/" ID, "http://example.org:81/", "example.org:81" },
    { "http://[::1]:8080/#/t/" ID, "http://[::1]:8080/", "[::1]:8080" },
    { "http://127.0.0.1/#/t/" ID, "http://127.0.0.1/", "127.0.0.1" },
};

Test(link, links_from_the_browser_are_parsed)
{
    for (size_t i = 0; i < countof(good); i++) {
        client_link l;
        char server[8 + CLIENT_HOST_TEXT + CLIENT_FOLDER], host[CLIENT_HOST_TEXT];
        mur_text h = mur_text_on(host, sizeof host);
        const char *why = client_link_parse(&l, mur_span_of(good[i].text));
        cr_assert_null(why, "%s: %s", good[i].text, why);
        client_link_put_host(&l, &h);
        snprintf(server, sizeof server, "%s%s%s", l.is_secure ? "https://" : "http://", host, l.folder);
        cr_expect_str_eq(server, good[i].server);
        cr_expect_str_eq(host, good[i].host);
        cr_expect_str_eq(l.table, ID);
    }
}

Test(link, anything_else_is_refused_with_a_reason)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        { "", "begins with" },
        { "example.org/#/t/" ID, "begins with" },
        { "ftp://example.org/#/t/" ID, "begins with" },
        { "https:///#/t/" ID, "address" },
        { "https://user@example.org/#/t/" ID, "address" },
        { "https://example.org:0/#/t/" ID, "address" },
        { "https://example.org:65536/#/t/" ID, "address" },
        { "https://example.org:x/#/t/" ID, "address" },
        { "https://[::1/#/t/" ID, "address" },
        { "https://ex ample.org/#/t/" ID, "address" },
        { "https://example.org/a,b/#/t/" ID, "address" },
        { "https://example.org/\n/#/t/" ID, "address" },
        { "https://example.org/", "no table" },
        { "https://example.org/#/online", "no table" },
        { "https://example.org/#/t/", "22 letters" },
        { "https://example.org/#/t/" ID "A", "22 letters" },
        { "https://example.org/#/t/w3VbZ0kq0uQmB6cXn1Yh2", "22 letters" },
        { "https://example.org/#/t/" ID "/x", "22 letters" },
        { "https://example.org/#/t/w3VbZ0kq0uQmB6cXn1Yh2!", "22 letters" },
    };
    for (size_t i = 0; i < countof(bad); i++) {
        client_link l;
        const char *why = client_link_parse(&l, mur_span_of(bad[i].text));
        cr_assert_not_null(why, "%s", bad[i].text);
        cr_expect_not_null(strstr(why, bad[i].why), "%s: %s", bad[i].text, why);
    }
    char long_host[400] = "https://";
    memset(long_host + 8, 'a', 300);
    client_link l;
    cr_expect_not_null(client_link_parse(&l, mur_span_of(long_host)));
}

/* -- Tokens -- */

#define TOKEN "0123456789abcdefghijklmnopqrstuvwxyzABCDE-_"

static char home[64];

static void create_home(void)
{
    snprintf(home, sizeof home, "/tmp/tokens-XXXXXX");
    cr_assert_not_null(mkdtemp(home));
    setenv("XDG_DATA_HOME", home, 1);
}

static void remove_home(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", home);
    cr_expect_eq(system(command), 0);
}

static client_token_file token_file_of(const char *link, const char *name)
{
    client_link l;
    client_token_file p;
    cr_assert_null(client_link_parse(&l, mur_span_of(link)));
    cr_assert(client_token_file_find(&p, &l, name));
    return p;
}

Test(token_store, a_token_file_is_readable_only_by_its_user, .init = create_home, .fini = remove_home)
{
    client_token_file p = token_file_of(good[0].text, NULL);
    char token[CLIENT_TOKEN];
    struct stat is;
    client_token_file_read(&p, token);
    cr_expect_str_eq(token, "");
    cr_assert(client_token_file_save(&p, TOKEN));
    client_token_file_read(&p, token);
    cr_expect_str_eq(token, TOKEN);
    cr_assert_eq(stat(p.path, &is), 0);
    cr_expect_eq(is.st_mode & 0777, 0600);
    client_token_file_delete(&p);
    client_token_file_read(&p, token);
    cr_expect_str_eq(token, "");
}

Test(token_store, the_salt_of_a_table_is_saved_beside_the_token, .init = create_home, .fini = remove_home)
{
    client_token_file p = token_file_of(good[0].text, "Anna"), one, other;
    char saved[CLIENT_TOKEN];
    cr_assert(client_token_file_find_salt(&one, &p, "w3VbZ0kq0uQmB6cXn1Yh2A"));
    cr_assert(client_token_file_find_salt(&other, &p, "w3VbZ0kq0uQmB6cXn1Yh2B"));
    cr_assert(client_token_file_save(&p, TOKEN));
    cr_assert(client_token_file_save(&one, "abcdefghijklmnopqrstuvwxyzABCDE-_0123456789"));
    client_token_file_read(&p, saved);
    cr_expect_str_eq(saved, TOKEN);
    client_token_file_read(&one, saved);
    cr_expect_str_eq(saved, "abcdefghijklmnopqrstuvwxyzABCDE-_0123456789");
    client_token_file_read(&other, saved);
    cr_expect_str_eq(saved, "");
}

Test(token_store, each_server_and_name_has_its_own_token, .init = create_home, .fini = remove_home)
{
    static const char *const names[] = { NULL, "Anna", "-", "..", "a/b", "a%2fb", "\xc3\x84rger" };
    client_token_file p[countof(good) * countof(names)];
    size_t n = 0;
    for (size_t i = 0; i < countof(good); i++)
        for (size_t k = 0; k < countof(names); k++)
            p[n++] = token_file_of(good[i].text, names[k]);
    for (size_t a = 0; a < n; a++) {
        cr_expect_eq(strncmp(p[a].path, home, strlen(home)), 0);
        cr_expect_null(strstr(p[a].path, "/.."), "%s", p[a].path);
        for (size_t b = 0; b < a; b++) {
            bool is_same_server = strcmp(good[a / countof(names)].server, good[b / countof(names)].server) == 0;
            if (!is_same_server || a % countof(names) != b % countof(names))
                cr_expect_str_neq(p[a].path, p[b].path);
        }
    }
}

Test(token_store, a_file_without_a_token_is_ignored, .init = create_home, .fini = remove_home)
{
    client_token_file p = token_file_of(good[0].text, "Anna");
    char token[CLIENT_TOKEN];
    cr_assert(client_token_file_save(&p, "short"));
    client_token_file_read(&p, token);
    cr_expect_str_eq(token, "");
    cr_assert(client_token_file_save(
        &p, "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""));
    client_token_file_read(&p, token);
    cr_expect_str_eq(token, "");
}

Test(token_store, without_a_home_folder_no_token_is_saved)
{
    client_link l;
    client_token_file p;
    cr_assert_null(client_link_parse(&l, mur_span_of(good[0].text)));
    setenv("XDG_DATA_HOME", "relative", 1);
    unsetenv("HOME");
    cr_expect_not(client_token_file_find(&p, &l, NULL));
    setenv("XDG_DATA_HOME", "/proc/nowhere", 1);
    cr_assert(client_token_file_find(&p, &l, NULL));
    cr_expect_not(client_token_file_save(&p, TOKEN));
}
