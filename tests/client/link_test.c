/* SPDX-License-Identifier: MIT */
/* Links as people get them, and what else they may paste; tokens on the disk. */
#include "client/link.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/purse.h"

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

Test(link, what_the_browser_shows_is_understood)
{
    for (size_t i = 0; i < countof(good); i++) {
        client_link l;
        char server[CLIENT_SERVER_TEXT], host[CLIENT_SERVER_TEXT];
        mur_text s = mur_text_on(server, sizeof server), h = mur_text_on(host, sizeof host);
        const char *why = client_link_read(&l, mur_span_of(good[i].text));
        cr_assert_null(why, "%s: %s", good[i].text, why);
        client_link_put_server(&l, &s);
        client_link_put_host(&l, &h);
        cr_expect_str_eq(server, good[i].server);
        cr_expect_str_eq(host, good[i].host);
        cr_expect_str_eq(l.table, ID);
    }
}

Test(link, whatever_else_is_refused_with_a_reason)
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
        const char *why = client_link_read(&l, mur_span_of(bad[i].text));
        cr_assert_not_null(why, "%s", bad[i].text);
        cr_expect_not_null(strstr(why, bad[i].why), "%s: %s", bad[i].text, why);
    }
    char long_host[400] = "https://";
    memset(long_host + 8, 'a', 300);
    client_link l;
    cr_expect_not_null(client_link_read(&l, mur_span_of(long_host)));
}

/* -- Tokens -- */

#define TOKEN "0123456789abcdefghijklmnopqrstuvwxyzABCDE-_"

static char home[64];

static void go_home(void)
{
    snprintf(home, sizeof home, "/tmp/purse-XXXXXX");
    cr_assert_not_null(mkdtemp(home));
    setenv("XDG_DATA_HOME", home, 1);
}

static void leave_home(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", home);
    cr_expect_eq(system(command), 0);
}

static client_purse purse_of(const char *link, const char *name)
{
    client_link l;
    client_purse p;
    cr_assert_null(client_link_read(&l, mur_span_of(link)));
    cr_assert(client_purse_find(&p, &l, name));
    return p;
}

Test(purse, a_token_is_kept_for_this_user_alone, .init = go_home, .fini = leave_home)
{
    client_purse p = purse_of(good[0].text, NULL);
    char token[CLIENT_TOKEN];
    struct stat is;
    client_purse_read(&p, token);
    cr_expect_str_eq(token, "");
    cr_assert(client_purse_keep(&p, TOKEN));
    client_purse_read(&p, token);
    cr_expect_str_eq(token, TOKEN);
    cr_assert_eq(stat(p.path, &is), 0);
    cr_expect_eq(is.st_mode & 0777, 0600);
    client_purse_forget(&p);
    client_purse_read(&p, token);
    cr_expect_str_eq(token, "");
}

Test(purse, the_salt_of_a_table_is_kept_beside_the_token, .init = go_home, .fini = leave_home)
{
    client_purse p = purse_of(good[0].text, "Anna"), one, other;
    char kept[CLIENT_TOKEN];
    cr_assert(client_purse_find_salt(&one, &p, "w3VbZ0kq0uQmB6cXn1Yh2A"));
    cr_assert(client_purse_find_salt(&other, &p, "w3VbZ0kq0uQmB6cXn1Yh2B"));
    cr_assert(client_purse_keep(&p, TOKEN));
    cr_assert(client_purse_keep(&one, "abcdefghijklmnopqrstuvwxyzABCDE-_0123456789"));
    client_purse_read(&p, kept);
    cr_expect_str_eq(kept, TOKEN);
    client_purse_read(&one, kept);
    cr_expect_str_eq(kept, "abcdefghijklmnopqrstuvwxyzABCDE-_0123456789");
    client_purse_read(&other, kept);
    cr_expect_str_eq(kept, "");
}

Test(purse, servers_and_names_have_tokens_of_their_own, .init = go_home, .fini = leave_home)
{
    static const char *const names[] = { NULL, "Anna", "-", "..", "a/b", "a%2fb", "\xc3\x84rger" };
    client_purse p[countof(good) * countof(names)];
    size_t n = 0;
    for (size_t i = 0; i < countof(good); i++)
        for (size_t k = 0; k < countof(names); k++)
            p[n++] = purse_of(good[i].text, names[k]);
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

Test(purse, what_is_no_token_is_none, .init = go_home, .fini = leave_home)
{
    client_purse p = purse_of(good[0].text, "Anna");
    char token[CLIENT_TOKEN];
    cr_assert(client_purse_keep(&p, "short"));
    client_purse_read(&p, token);
    cr_expect_str_eq(token, "");
    cr_assert(client_purse_keep(
        &p, "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""));
    client_purse_read(&p, token);
    cr_expect_str_eq(token, "");
}

Test(purse, without_a_home_there_is_none)
{
    client_link l;
    client_purse p;
    cr_assert_null(client_link_read(&l, mur_span_of(good[0].text)));
    setenv("XDG_DATA_HOME", "relative", 1);
    unsetenv("HOME");
    cr_expect_not(client_purse_find(&p, &l, NULL));
    setenv("XDG_DATA_HOME", "/proc/nowhere", 1);
    cr_assert(client_purse_find(&p, &l, NULL));
    cr_expect_not(client_purse_keep(&p, TOKEN));
}
