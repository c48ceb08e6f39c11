/* SPDX-License-Identifier: MIT */
/* `muraille admin list|backup|export|delete|close`: what a server keeps. They go to the store directly, so a server may
 * run or not; one that runs hears of it as it hears of other servers. */
#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"

#if HAS_SERVER

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/settings.h"
#include "server/keep.h"

enum { PATH_TEXT = 4096, DAY_TEXT = 32, PAGE = 100 };

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
    cli_settings_warn();
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

/* What went wrong, with what was asked for. */
static int tell(store_err err, const char *word)
{
    static const char *const phrases[] = {
        [STORE_NONE] = N_("\"{word}\": there is nobody and nothing of this name"),
        [STORE_TAKEN] = N_("\"{word}\": somebody else was first; try again"),
        [STORE_AWAY] = N_("\"{word}\": the store cannot be reached, is full, or too busy"),
        [STORE_UNSURE] = N_("\"{word}\": the store was lost meanwhile; look whether it is done"),
        [STORE_REFUSED] = N_("\"{word}\": this cannot be done"),
        [STORE_BROKEN] = N_("\"{word}\": what is kept of this is damaged"),
    };
    if (err == STORE_OK)
        return CLI_OK;
    cli_complain(phrases[err], (const mur_place[]){ { "word", mur_span_of(word) }, { 0 } });
    return err == STORE_NONE || err == STORE_REFUSED ? CLI_BAD : CLI_FAILED;
}

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
    place p;
    page got = { 0 };
    store_err err;
    if (!open_place(&p, args))
        return CLI_FAILED;
    err = store_list_all(p.s, NULL, PAGE, print_table, &got);
    while (!err && got.n == PAGE) {
        store_place after = got.last;
        got.n = 0;
        err = store_list_all(p.s, &after, PAGE, print_table, &got);
    }
    close_place(&p);
    return tell(err, "list");
}

/* -- backup -- */

static int run_backup(const cli_args *args)
{
    place p;
    if (!open_place(&p, args))
        return CLI_FAILED;
    store_err err = store_back_up(p.s, args->word);
    close_place(&p);
    if (err != STORE_TAKEN)
        return tell(err, args->word);
    cli_complain(N_("{file}: there is such a file already"),
                 (const mur_place[]){ { "file", mur_span_of(args->word) }, { 0 } });
    return CLI_BAD;
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
        return tell(err, name);
    if (mkdir(e->folder, S_IRWXU) != 0)
        return tell_folder(e->folder, errno);
    err = keep_export(s, person.id, write_record, e);
    if (e->error)
        return tell_folder(e->folder, e->error);
    return tell(err, name);
}

static int run_export(const cli_args *args)
{
    place p;
    exporting e = { .folder = args->more[0] };
    if (!open_place(&p, args))
        return CLI_FAILED;
    int code = export_to(p.s, args->word, &e);
    close_place(&p);
    return code;
}

/* -- delete, close -- */

static int run_delete(const cli_args *args)
{
    place p;
    store_person person;
    if (!open_place(&p, args))
        return CLI_FAILED;
    store_err err = store_find_name(p.s, args->word, &person);
    if (!err)
        err = keep_forget(p.s, person.id);
    close_place(&p);
    return tell(err, args->word);
}

static int run_close(const cli_args *args)
{
    place p;
    store_id id;
    if (!keep_read_id(mur_span_of(args->word), &id))
        return tell(STORE_NONE, args->word);
    if (!open_place(&p, args))
        return CLI_FAILED;
    store_err err = keep_close_table(p.s, id);
    close_place(&p);
    return tell(err, args->word);
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
    { .name = NULL },
};
