/* SPDX-License-Identifier: MIT */
/* cli/admin_people.c -- `muraille admin people|ban|unban|mute|unmute|invite|reset`: who may come to a server.
 * They change the store directly; a running server notices within a second or two. */
#include "cli/cli.h"

#if HAS_SERVER

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/admin.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "server/admin/admin_codes.h"

enum { PAGE = 100, INVITE_DAYS = 7 };

/* -- ban, mute -- */

/* Bans or mutes until this time; 0 lifts it. `how` is store_ban or store_mute. */
static int restrict_person(const cli_args *args, store_time until,
                           store_err (*how)(store *s, store_id person, store_time until))
{
    admin_context p;
    store_person person;
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_find_name(p.s, args->operand, &person);
    if (!err)
        err = how(p.s, person.id, until);
    admin_close(&p);
    return admin_report(err, args->operand);
}

int cli_admin_ban(const cli_args *args)
{
    return restrict_person(args, admin_expiry_after(args->days), store_ban);
}

int cli_admin_unban(const cli_args *args)
{
    return restrict_person(args, 0, store_ban);
}

int cli_admin_mute(const cli_args *args)
{
    return restrict_person(args, admin_expiry_after(args->days), store_mute);
}

int cli_admin_unmute(const cli_args *args)
{
    return restrict_person(args, 0, store_mute);
}

/* -- people -- */

typedef struct {
    char last[STORE_NAME];
    int n;
} page;

/* A time as it is listed: "-" if it is not after `none`, "forever", or the date. */
static const char *time_text(store_time at, store_time none, char out[ADMIN_TIME_TEXT])
{
    if (at <= none)
        return "-";
    if (at >= STORE_FOREVER)
        return "forever";
    admin_write_time(at, out);
    return out;
}

/* One line for each person. Names may contain spaces, so the name comes last. */
static bool print_person(void *context, const store_person *p)
{
    assert(p->name[0]); /* only people with names are listed */
    page *got = context;
    char since[ADMIN_TIME_TEXT], seen[ADMIN_TIME_TEXT], banned[ADMIN_TIME_TEXT], muted[ADMIN_TIME_TEXT];
    store_time now = (store_time)time(NULL) * 1000;
    printf("%s %s %-8s %-20s %-20s %s\n", time_text(p->since, -1, since), time_text(p->seen, -1, seen),
           p->password[0] ? "password" : "-", time_text(p->banned, now, banned), time_text(p->muted, now, muted),
           p->name);
    memcpy(got->last, p->name, sizeof got->last);
    got->n++;
    return true;
}

/* Names are listed in the order of their case-folded form; the last one of a page, folded, is the cursor for the
 * next. */
static store_err print_page(store *s, page *got)
{
    char *after = store_fold(got->last);
    got->n = 0;
    store_err err = after ? store_list_named(s, after, PAGE, print_person, got) : STORE_CORRUPT;
    free(after);
    return err;
}

int cli_admin_people(const cli_args *args)
{
    admin_context p;
    page got = { .n = PAGE };
    store_err err = STORE_OK;
    if (!admin_open(&p, args))
        return p.code;
    while (!err && got.n == PAGE)
        err = print_page(p.s, &got);
    admin_close(&p);
    return admin_report(err, "people");
}

/* -- invite, reset -- */

/* A link that the router of the browser client understands; without a public address only the code, which its page
 * asks for. */
static void print_link(const char *public_url, const char *page_name, const char *code)
{
    size_t n = public_url ? strlen(public_url) : 0;
    while (n > 0 && public_url[n - 1] == '/')
        n--;
    if (n > 0)
        printf("%.*s/#/online/%s/", (int)n, public_url, page_name);
    puts(code);
}

/* The code is printed once and stored only as a hash: it cannot be listed later. */
int cli_admin_invite(const cli_args *args)
{
    admin_context p;
    char code[ACCESS_CODE_TEXT];
    if (!admin_open(&p, args))
        return p.code;
    store_err err = admin_create_invite(p.s, args->uses ? args->uses : 1, args->days ? args->days : INVITE_DAYS, code);
    if (!err)
        print_link(p.settings.public_url, "invite", code);
    admin_close(&p);
    return admin_report(err, "invite");
}

int cli_admin_reset(const cli_args *args)
{
    admin_context p;
    store_person person;
    char code[ACCESS_CODE_TEXT];
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_find_name(p.s, args->operand, &person);
    if (!err)
        err = admin_create_reset(p.s, person.id, code);
    if (!err)
        print_link(p.settings.public_url, "reset", code);
    admin_close(&p);
    return admin_report(err, args->operand);
}

#endif
