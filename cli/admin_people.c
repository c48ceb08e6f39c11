/* SPDX-License-Identifier: MIT */
/* `muraille admin people|ban|unban|mute|unmute|invite|reset`: who may come to a server. They go to the store directly;
 * a server that runs notices within a second or two. */
#include "cli/cli.h"

#if HAS_SERVER

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/io.h"
#include "cli/settings.h"
#include "cli/words.h"
#include "server/keep_people.h"

enum { DAY_TEXT = 32, PAGE = 100, INVITE_DAYS = 7 };

/* -- The store -- */

typedef struct {
    cli_settings settings;
    store *s;
} place;

static bool open_place(place *p, const cli_args *args)
{
    char why[256] = "";
    const char *where = cli_settings_open(&p->settings, args) ? cli_settings_store(&p->settings) : NULL;
    p->s = NULL;
    if (where && store_open(&p->s, where, why) != STORE_OK)
        cli_complain(N_("the store cannot be opened: {why}"),
                     (const mur_place[]){ { "why", mur_span_of(_(why)) }, { 0 } });
    if (p->s)
        return true;
    cli_settings_close(&p->settings);
    return false;
}

static void close_place(place *p)
{
    store_close(&p->s);
    cli_settings_close(&p->settings);
}

static int tell(store_err err, const char *word)
{
    if (err == STORE_OK)
        return CLI_OK;
    cli_complain(err == STORE_NONE ? N_("\"{word}\": there is nobody and nothing of this name")
                                   : N_("\"{word}\": the store cannot be reached, is full, or too busy"),
                 (const mur_place[]){ { "word", mur_span_of(word) }, { 0 } });
    return err == STORE_NONE ? CLI_BAD : CLI_FAILED;
}

/* -- ban, mute -- */

static int change(const cli_args *args, store_time until, store_err (*how)(store *s, store_id person, store_time until))
{
    place p;
    store_person person;
    if (!open_place(&p, args))
        return CLI_FAILED;
    store_err err = store_find_name(p.s, args->word, &person);
    if (!err)
        err = how(p.s, person.id, until);
    close_place(&p);
    return tell(err, args->word);
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
    place p;
    page got = { .n = PAGE };
    store_err err = STORE_OK;
    if (!open_place(&p, args))
        return CLI_FAILED;
    while (!err && got.n == PAGE)
        err = print_page(p.s, &got);
    close_place(&p);
    return tell(err, "people");
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
    place p;
    char code[CODE_TEXT];
    if (!open_place(&p, args))
        return CLI_FAILED;
    store_err err = keep_invite(p.s, args->uses ? args->uses : 1, args->days ? args->days : INVITE_DAYS, code);
    if (!err)
        print_link(p.settings.public_url, "invite", code);
    close_place(&p);
    return tell(err, "invite");
}

int cli_admin_reset(const cli_args *args)
{
    place p;
    store_person person;
    char code[CODE_TEXT];
    if (!open_place(&p, args))
        return CLI_FAILED;
    store_err err = store_find_name(p.s, args->word, &person);
    if (!err)
        err = keep_reset(p.s, person.id, code);
    if (!err)
        print_link(p.settings.public_url, "reset", code);
    close_place(&p);
    return tell(err, args->word);
}

#endif
