/* SPDX-License-Identifier: MIT */
/* `muraille admin list|backup|restore|migrate|export|delete|close`: what a server keeps. They go to the store directly,
 * so a server may run or not; one that runs hears of it as it hears of other servers. */
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

#if HAS_SERVER

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/admin.h"
#include "server/keep.h"

enum { PATH_TEXT = 4096, DAY_TEXT = 32, PAGE = 100 };

/* -- list -- */

static void put_day(store_time at, char out[DAY_TEXT])
{
    struct tm day;
    time_t seconds = (time_t)(at / 1000);
    gmtime_r(&seconds, &day);
    strftime(out, DAY_TEXT, "%Y-%m-%dT%H:%M:%SZ", &day);
}

typedef struct {
    store_place last;
    int n;
} page;

static bool print_table(void *context, const store_table *t)
{
    static const char *const states[] = { "open", "playing", "over", "closed" };
    page *p = context;
    char id[KEEP_ID], day[DAY_TEXT];
    keep_write_id(t->id, id);
    put_day(t->changed, day);
    printf("%s %-7s %-7s %6u %s %.*s\n", id, states[t->state], t->is_public ? "public" : "link", (unsigned)t->length,
           day, (int)t->game.len, t->game.at);
    p->last = (store_place){ t->changed, t->id };
    p->n++;
    return true;
}

static int run_list(const cli_args *args)
{
    admin_place p;
    page got = { 0 };
    store_err err;
    if (!admin_open(&p, args))
        return p.code;
    err = store_list_all(p.s, NULL, PAGE, print_table, &got);
    while (!err && got.n == PAGE) {
        store_place after = got.last;
        got.n = 0;
        err = store_list_all(p.s, &after, PAGE, print_table, &got);
    }
    admin_close(&p);
    return admin_tell(err, "list");
}

/* -- backup -- */

static int run_backup(const cli_args *args)
{
    admin_place p;
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_back_up(p.s, args->word);
    admin_close(&p);
    if (err != STORE_TAKEN)
        return admin_tell(err, args->word);
    cli_complain(N_("{file}: there is such a file already"),
                 (const mur_place[]){ { "file", mur_span_of(args->word) }, { 0 } });
    return CLI_BAD;
}

/* -- restore, migrate -- */

/* From one store to another, which must be empty; both are closed. */
static int copy_store(store *from, store *to, const char *word)
{
    store_counts n;
    store_err err = store_copy(from, to, &n);
    store_close(&from);
    store_close(&to);
    if (err == STORE_TAKEN) {
        cli_complain(N_("\"{word}\": what is kept there would be lost; only an empty store can be filled"),
                     (const mur_place[]){ { "word", mur_span_of(word) }, { 0 } });
        return CLI_BAD;
    }
    if (!err)
        printf("people %llu\nsessions %llu\ntables %llu\nentries %llu\nsayings %llu\n", (unsigned long long)n.people,
               (unsigned long long)n.sessions, (unsigned long long)n.tables, (unsigned long long)n.entries,
               (unsigned long long)n.sayings);
    return admin_tell(err, word);
}

/* The copy comes first: where there is none, nothing is made. */
static int run_restore(const cli_args *args)
{
    admin_place p;
    store *from;
    int code = admin_open_store(&from, args->word, STORE_MUST_EXIST);
    if (code)
        return code;
    if (!admin_open_as(&p, args, 0)) {
        store_close(&from);
        return p.code;
    }
    code = copy_store(from, p.s, "restore");
    cli_settings_close(&p.settings);
    return code;
}

static int run_migrate(const cli_args *args)
{
    store *from, *to;
    if (!args->from || !args->to) {
        cli_complain(N_("migrate needs --from and --to"), (const mur_place[]){ { 0 } });
        return CLI_BAD;
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
} exporting;

static bool write_file(const char *path, mur_span text)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return false;
    bool ok = fwrite(text.at, 1, text.len, file) == text.len;
    return fclose(file) == 0 && ok;
}

static bool write_record(void *context, store_id table, mur_span record)
{
    exporting *e = context;
    char path[PATH_TEXT], id[KEEP_ID];
    mur_text t = mur_text_on(path, sizeof path);
    keep_write_id(table, id);
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

static int tell_folder(const char *folder, int error)
{
    cli_complain(
        N_("{folder} cannot be made ({why})"),
        (const mur_place[]){ { "folder", mur_span_of(folder) }, { "why", mur_span_of(cli_why(error)) }, { 0 } });
    return CLI_FAILED;
}

static int export_to(store *s, const char *name, exporting *e)
{
    store_person person;
    store_err err = store_find_name(s, name, &person);
    if (err)
        return admin_tell(err, name);
    if (mkdir(e->folder, S_IRWXU) != 0)
        return tell_folder(e->folder, errno);
    err = keep_export(s, person.id, write_record, e);
    if (e->error)
        return tell_folder(e->folder, e->error);
    return admin_tell(err, name);
}

static int run_export(const cli_args *args)
{
    admin_place p;
    exporting e = { .folder = args->more[0] };
    if (!admin_open(&p, args))
        return p.code;
    int code = export_to(p.s, args->word, &e);
    admin_close(&p);
    return code;
}

/* -- delete, close -- */

static int run_delete(const cli_args *args)
{
    admin_place p;
    store_person person;
    if (!admin_open(&p, args))
        return p.code;
    store_err err = store_find_name(p.s, args->word, &person);
    if (!err)
        err = keep_forget(p.s, person.id);
    admin_close(&p);
    return admin_tell(err, args->word);
}

static int run_close(const cli_args *args)
{
    admin_place p;
    store_id id;
    if (!keep_read_id(mur_span_of(args->word), &id))
        return admin_tell(STORE_NONE, args->word);
    if (!admin_open(&p, args))
        return p.code;
    store_err err = keep_close_table(p.s, id);
    admin_close(&p);
    return admin_tell(err, args->word);
}

#define RUN(run) run

#else

static int refuse(const cli_args *args)
{
    (void)args;
    cli_complain(N_("this muraille was built without a server (libwebsockets was missing)"),
                 (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

#define RUN(run) refuse

#endif

const cli_command cli_admin[] = {
    { .name = "list",
      .usage = N_("[--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("all tables, those that changed last first"),
      .options = CLI_PLACE,
      .run = RUN(run_list) },
    { .name = "backup",
      .usage = N_("FILE [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("copy all that is kept to a new file, also while a server runs"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .run = RUN(run_backup) },
    { .name = "restore",
      .usage = N_("FILE [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("fill an empty store with such a copy"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .run = RUN(run_restore) },
    { .name = "migrate",
      .usage = N_("--from WHERE --to WHERE"),
      .about = N_("copy all that is kept to another store, of any kind; it must be empty"),
      .options = CLI_BIT(CLI_FROM) | CLI_BIT(CLI_TO),
      .run = RUN(run_migrate) },
    { .name = "export",
      .usage = N_("NAME FOLDER [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("write the finished games of a person to a new folder, as records"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .more = 1,
      .run = RUN(run_export) },
    { .name = "delete",
      .usage = N_("NAME [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("forget a person; finished games stay, without the name"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .run = RUN(run_delete) },
    { .name = "close",
      .usage = N_("TABLE [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("end a table, whoever plays there"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .run = RUN(run_close) },
    { .name = "people",
      .usage = N_("[--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("everybody who has a name: since when, last seen, password, banned and muted until"),
      .options = CLI_PLACE,
      .run = RUN(cli_admin_people) },
    { .name = "ban",
      .usage = N_("NAME [--days N] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("keep somebody away, for so many days or for good; bots take over at their tables"),
      .options = CLI_PLACE | CLI_BIT(CLI_DAYS),
      .word = CLI_MUST,
      .run = RUN(cli_admin_ban) },
    { .name = "unban",
      .usage = N_("NAME [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("let them come again"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .run = RUN(cli_admin_unban) },
    { .name = "mute",
      .usage = N_("NAME [--days N] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("let somebody play, but not write to others"),
      .options = CLI_PLACE | CLI_BIT(CLI_DAYS),
      .word = CLI_MUST,
      .run = RUN(cli_admin_mute) },
    { .name = "unmute",
      .usage = N_("NAME [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("let them write again"),
      .options = CLI_PLACE,
      .word = CLI_MUST,
      .run = RUN(cli_admin_unmute) },
    { .name = "invite",
      .usage = N_("[--uses N] [--days N] [--public-url URL] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("print an invitation: a link, or a code if no public address is known; for a week unless given"),
      .options = CLI_PLACE | CLI_BIT(CLI_USES) | CLI_BIT(CLI_DAYS) | CLI_BIT(CLI_PUBLIC_URL),
      .run = RUN(cli_admin_invite) },
    { .name = "reset",
      .usage = N_("NAME [--public-url URL] [--data FOLDER] [--store WHERE] [--config FILE]"),
      .about = N_("print a link, or a code, with which somebody sets a new password, once, within a day"),
      .options = CLI_PLACE | CLI_BIT(CLI_PUBLIC_URL),
      .word = CLI_MUST,
      .run = RUN(cli_admin_reset) },
    { .name = NULL },
};
