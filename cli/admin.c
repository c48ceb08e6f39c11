/* SPDX-License-Identifier: MIT */
/* cli/admin.c -- `muraille admin list|backup|restore|migrate|export|delete|close`: the tables and files of a server,
 * and the table of all admin commands.
 * They open the store directly, so a server may run or not. One that runs notices changes within seconds, in the
 * same way as it notices those of other servers on the same store. */
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"

#if HAS_SERVER

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/admin.h"
#include "server/admin/admin_ops.h"

enum { PATH_TEXT = 4096, PAGE = 100 };

/* -- list -- */

typedef struct {
    store_cursor last;
    int n;
} page;

/* One line for each table: id, state, public or by link, entries, last change, game. */
static bool print_table(void *context, const store_table *t)
{
    static const char *const states[] = { "open", "playing", "over", "closed" };
    assert(t->state < (int)(sizeof states / sizeof states[0]));
    page *p = context;
    char id[ID_TEXT], day[ADMIN_TIME_TEXT];
    id_write(t->id, id);
    admin_write_time(t->changed, day);
    printf("%s %-7s %-7s %6u %s %.*s\n", id, states[t->state], t->is_public ? "public" : "link", (unsigned)t->length,
           day, (int)t->game.len, t->game.at);
    p->last = (store_cursor){ t->changed, t->id };
    p->n++;
    return true;
}

/* The store hands out pages; the last table of a page is the cursor for the next. */
static int run_list(const cli_args *args)
{
    admin_context p;
    page got = { 0 };
    store_err err;
    if (!admin_open(&p, args))
        return p.code;
    err = store_list_all(p.s, NULL, PAGE, print_table, &got);
    while (!err && got.n == PAGE) {
        store_cursor after = got.last;
        got.n = 0;
        err = store_list_all(p.s, &after, PAGE, print_table, &got);
    }
    admin_close(&p);
    return admin_report(err, "list");
}

/* -- backup -- */

/* Backup of a running server: the store copies a consistent snapshot. An existing file is not overwritten. */
static int run_backup(const cli_args *args)
{
    admin_context p;
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_back_up(p.s, args->operand);
    admin_close(&p);
    if (err != STORE_TAKEN)
        return admin_report(err, args->operand);
    cli_error(N_("{file}: this file exists already"),
              (const mur_format_arg[]){ { "file", mur_span_of(args->operand) }, { 0 } });
    return CLI_BAD_INPUT;
}

/* -- restore, migrate -- */

/* Copies everything from one store to another, which must be empty; prints how much; closes both. */
static int copy_store(store *from, store *to, const char *word)
{
    store_counts n;
    store_err err = store_copy(from, to, &n);
    store_close(&from);
    store_close(&to);
    if (err == STORE_TAKEN) {
        cli_error(N_("\"{word}\": this database is not empty; data can only be copied into an empty one"),
                  (const mur_format_arg[]){ { "word", mur_span_of(word) }, { 0 } });
        return CLI_BAD_INPUT;
    }
    if (!err)
        printf("people %llu\nsessions %llu\ntables %llu\nentries %llu\nsayings %llu\n", (unsigned long long)n.people,
               (unsigned long long)n.sessions, (unsigned long long)n.tables, (unsigned long long)n.entries,
               (unsigned long long)n.chat);
    return admin_report(err, word);
}

/* The copy is opened first: if it is missing, no store is created. */
static int run_restore(const cli_args *args)
{
    admin_context p;
    store *from;
    int code = admin_open_store(&from, args->operand, STORE_MUST_EXIST);
    if (code)
        return code;
    if (!admin_open_flags(&p, args, 0)) {
        store_close(&from);
        return p.code;
    }
    code = copy_store(from, p.s, "restore");
    cli_settings_close(&p.settings);
    return code;
}

/* Between stores of any kind: SQLite to PostgreSQL or back. */
static int run_migrate(const cli_args *args)
{
    store *from, *to;
    if (!args->from || !args->to) {
        cli_error(N_("migrate needs --from and --to"), (const mur_format_arg[]){ { 0 } });
        return CLI_BAD_INPUT;
    }
    int code = admin_open_store(&from, args->from, STORE_MUST_EXIST);
    if (code)
        return code;
    code = admin_open_store(&to, args->to, 0);
    if (!code)
        return copy_store(from, to, "migrate");
    store_close(&from);
    return code;
}

/* -- export -- */

typedef struct {
    const char *folder;
    int n;
    int error; /* errno; 0: none */
} export_job;

/* Never overwrites: mode "x". */
static bool write_file(const char *path, mur_span text)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return false;
    bool ok = fwrite(text.at, 1, text.len, file) == text.len;
    return fclose(file) == 0 && ok;
}

/* Called for each finished game; stops the export at the first file that cannot be written. */
static bool write_record(void *context, store_id table, mur_span record)
{
    export_job *e = context;
    char path[PATH_TEXT], id[ID_TEXT];
    mur_text t = mur_text_on(path, sizeof path);
    id_write(table, id);
    mur_put(&t, e->folder);
    mur_put_char(&t, '/');
    mur_put(&t, id);
    mur_put(&t, ".mur");
    errno = ENAMETOOLONG;
    if (mur_text_is_cut(&t) || !write_file(path, record))
        e->error = errno;
    else
        e->n++;
    return e->error == 0;
}

static int report_folder(const char *folder, int error)
{
    cli_error(N_("cannot create {folder} ({why})"),
              (const mur_format_arg[]){
                  { "folder", mur_span_of(folder) }, { "why", mur_span_of(cli_strerror(error)) }, { 0 } });
    return CLI_FAILED;
}

/* Writes to a folder that must not exist yet, so nothing is overwritten or mixed. */
static int export_to(store *s, const char *name, export_job *e)
{
    store_person person;
    store_err err = store_find_name(s, name, &person);
    if (err)
        return admin_report(err, name);
    if (mkdir(e->folder, S_IRWXU) != 0)
        return report_folder(e->folder, errno);
    err = admin_export_person(s, person.id, write_record, e);
    if (e->error)
        return report_folder(e->folder, e->error);
    return admin_report(err, name);
}

static int run_export(const cli_args *args)
{
    admin_context p;
    export_job e = { .folder = args->more_operands[0] };
    if (!admin_open(&p, args))
        return p.code;
    int code = export_to(p.s, args->operand, &e);
    admin_close(&p);
    return code;
}

/* -- delete, close -- */

/* Forgets a person: sessions, name and chat. Finished games stay, without the name. */
static int run_delete(const cli_args *args)
{
    admin_context p;
    store_person person;
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_find_name(p.s, args->operand, &person);
    if (!err)
        err = admin_forget_person(p.s, person.id);
    admin_close(&p);
    return admin_report(err, args->operand);
}

/* Ends a table, also while people play there. */
static int run_close(const cli_args *args)
{
    admin_context p;
    store_id id;
    if (!id_read(mur_span_of(args->operand), &id))
        return admin_report(STORE_NOT_FOUND, args->operand);
    if (!admin_open(&p, args))
        return p.code;
    store_err err = admin_close_table(p.s, id);
    admin_close(&p);
    return admin_report(err, args->operand);
}

#define RUN(run) run

#else

static int refuse(const cli_args *args)
{
    (void)args;
    cli_error(N_("this muraille was built without the server (libwebsockets was missing)"),
              (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

#define RUN(run) refuse

#endif

const cli_command cli_admin[] = {
    { .name = "list",
      .usage = N_("[--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("list all tables, the latest change first"),
      .options = CLI_STORE_OPTIONS,
      .run = RUN(run_list) },
    { .name = "backup",
      .usage = N_("FILE [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("copy the whole database to a new file, also while a server runs"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(run_backup) },
    { .name = "restore",
      .usage = N_("FILE [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("restore a backup into an empty database"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(run_restore) },
    { .name = "migrate",
      .usage = N_("--from WHERE --to WHERE"),
      .about = N_("copy the whole database to another, empty one, SQLite or PostgreSQL"),
      .options = CLI_BIT(CLI_FROM) | CLI_BIT(CLI_TO),
      .run = RUN(run_migrate) },
    { .name = "export",
      .usage = N_("NAME FOLDER [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("write a person's finished games to a new folder, as records"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .more_operands = 1,
      .run = RUN(run_export) },
    { .name = "delete",
      .usage = N_("NAME [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("delete a person; finished games are kept without the name"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(run_delete) },
    { .name = "close",
      .usage = N_("TABLE [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("end a table"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(run_close) },
    { .name = "people",
      .usage = N_("[--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("list everybody who has a name: since when, last seen, password, banned and muted until"),
      .options = CLI_STORE_OPTIONS,
      .run = RUN(cli_admin_people) },
    { .name = "ban",
      .usage = N_("NAME [--days N] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("ban a person, for a number of days or permanently; bots take over at their tables"),
      .options = CLI_STORE_OPTIONS | CLI_BIT(CLI_DAYS),
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(cli_admin_ban) },
    { .name = "unban",
      .usage = N_("NAME [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("lift a ban"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(cli_admin_unban) },
    { .name = "mute",
      .usage = N_("NAME [--days N] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("mute a person: they can play, but not chat"),
      .options = CLI_STORE_OPTIONS | CLI_BIT(CLI_DAYS),
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(cli_admin_mute) },
    { .name = "unmute",
      .usage = N_("NAME [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("unmute a person"),
      .options = CLI_STORE_OPTIONS,
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(cli_admin_unmute) },
    { .name = "invite",
      .usage = N_("[--uses N] [--days N] [--public-url URL] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("print an invitation: a link, or a code if there is no public address; default: valid for a week"),
      .options = CLI_STORE_OPTIONS | CLI_BIT(CLI_USES) | CLI_BIT(CLI_DAYS) | CLI_BIT(CLI_PUBLIC_URL),
      .run = RUN(cli_admin_invite) },
    { .name = "reset",
      .usage = N_("NAME [--public-url URL] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("print a link or code with which a person can set a new password, once, within a day"),
      .options = CLI_STORE_OPTIONS | CLI_BIT(CLI_PUBLIC_URL),
      .operand = CLI_REQUIRED_OPERAND,
      .run = RUN(cli_admin_reset) },
    { .name = NULL },
};
