/* SPDX-License-Identifier: MIT */
/* `muraille admin people|ban|unban|mute|unmute|invite|reset`: who may come to a server. They go to the store directly;
 * a server that runs notices within a second or two. */
#include "cli/cli.h"

#if HAS_SERVER

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/admin.h"
#include "cli/io.h"
#include "cli/words.h"
#include "server/keep_people.h"

enum { DAY_TEXT = 32, PAGE = 100, INVITE_DAYS = 7 };

/* -- ban, mute -- */

static int change(const cli_args *args, store_time until, store_err (*how)(store *s, store_id person, store_time until))
{
    admin_place p;
    store_person person;
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_find_name(p.s, args->word, &person);
    if (!err)
        err = how(p.s, person.id, until);
    admin_close(&p);
    return admin_tell(err, args->word);
}

int cli_admin_ban(const cli_args *args)
{
    return change(args, keep_until(args->days), store_ban);
}

int cli_admin_unban(const cli_args *args)
{
    return change(args, 0, store_ban);
}

int cli_admin_mute(const cli_args *args)
{
    return change(args, keep_until(args->days), store_mute);
}

int cli_admin_unmute(const cli_args *args)
{
    return change(args, 0, store_mute);
}

/* -- people -- */

typedef struct {
    char last[STORE_NAME];
    int n;
} page;

static const char *put_day(store_time at, store_time none, char out[DAY_TEXT])
{
    struct tm day;
    time_t seconds = (time_t)(at / 1000);
    if (at <= none)
        return "-";
    if (at >= STORE_FOREVER)
        return "forever";
    gmtime_r(&seconds, &day);
    strftime(out, DAY_TEXT, "%Y-%m-%dT%H:%M:%SZ", &day);
    return out;
}

/* Names may have spaces: they come last. */
static bool print_person(void *context, const store_person *p)
{
    page *got = context;
    char since[DAY_TEXT], seen[DAY_TEXT], banned[DAY_TEXT], muted[DAY_TEXT];
    store_time now = (store_time)time(NULL) * 1000;
    printf("%s %s %-8s %-20s %-20s %s\n", put_day(p->since, -1, since), put_day(p->seen, -1, seen),
           p->password[0] ? "password" : "-", put_day(p->banned, now, banned), put_day(p->muted, now, muted), p->name);
    memcpy(got->last, p->name, sizeof got->last);
    got->n++;
    return true;
}

static store_err print_page(store *s, page *got)
{
    char *after = store_fold(got->last);
    got->n = 0;
    store_err err = after ? store_list_named(s, after, PAGE, print_person, got) : STORE_BROKEN;
    free(after);
    return err;
}

int cli_admin_people(const cli_args *args)
{
    admin_place p;
    page got = { .n = PAGE };
    store_err err = STORE_OK;
    if (!admin_open(&p, args))
        return p.code;
    while (!err && got.n == PAGE)
        err = print_page(p.s, &got);
    admin_close(&p);
    return admin_tell(err, "people");
}

/* -- invite, reset -- */

/* As the browser client's router has it; without an address only the code, which its page asks for. */
static void print_link(const char *public_url, const char *page_name, const char *code)
{
    size_t n = public_url ? strlen(public_url) : 0;
    while (n > 0 && public_url[n - 1] == '/')
        n--;
    if (n > 0)
        printf("%.*s/#/online/%s/", (int)n, public_url, page_name);
    puts(code);
}

int cli_admin_invite(const cli_args *args)
{
    admin_place p;
    char code[CODE_TEXT];
    if (!admin_open(&p, args))
        return p.code;
    store_err err = keep_invite(p.s, args->uses ? args->uses : 1, args->days ? args->days : INVITE_DAYS, code);
    if (!err)
        print_link(p.settings.public_url, "invite", code);
    admin_close(&p);
    return admin_tell(err, "invite");
}

int cli_admin_reset(const cli_args *args)
{
    admin_place p;
    store_person person;
    char code[CODE_TEXT];
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_find_name(p.s, args->word, &person);
    if (!err)
        err = keep_reset(p.s, person.id, code);
    if (!err)
        print_link(p.settings.public_url, "reset", code);
    admin_close(&p);
    return admin_tell(err, args->word);
}

#endif
