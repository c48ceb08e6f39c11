/* SPDX-License-Identifier: MIT */
/* cli/settings.c -- reads the settings of a server from file, environment and command line.
 * The table `rows` lists every setting with its kind, bounds and default; file, environment and --set all go through
 * set_named(), so a new setting is one row and one member of cli_settings. Later sources overwrite earlier ones:
 * first defaults, then the file, then MURAILLE_... variables, then the command line. */
#include "cli/settings.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/translate.h"
#include "record/user_dirs.h"
#include "server/lobby/lobby.h"

enum { FILE_BYTES = 1 << 16, NAME_TEXT = 64, PATH_TEXT = 4096, NUMBER_TEXT = 16, NEAR_DISTANCE = 4 };

#define PREFIX "MURAILLE_"

extern char **environ;

/* -- The settings -- */

/* TEXT is a const char * in cli_settings, NUMBER an int, WORD an int: the index of one of `words`. */
typedef enum { TEXT, NUMBER, WORD } kind;

static const struct {
    const char *name;
    size_t at; /* offset in cli_settings */
    kind kind;
    int min, max, default_value; /* of a number; the default also of a word, as its index */
    const char *words;           /* with spaces between */
    bool can_reload;             /* may change while the server runs */
} rows[] = {
#define AT(field) offsetof(cli_settings, field)
    { "host", AT(host), TEXT, 0, 0, 0, NULL, false },
    { "port", AT(port), NUMBER, 0, UINT16_MAX, 8080, NULL, false },
    { "web", AT(web), TEXT, 0, 0, 0, NULL, false },
    { "data", AT(data), TEXT, 0, 0, 0, NULL, false },
    { "store", AT(store), TEXT, 0, 0, 0, NULL, false },
    { "tls-cert", AT(tls_cert), TEXT, 0, 0, 0, NULL, true },
    { "tls-key", AT(tls_key), TEXT, 0, 0, 0, NULL, true },
    { "public-url", AT(public_url), TEXT, 0, 0, 0, NULL, false },
    { "connections", AT(connections), NUMBER, 1, 1000000, 20000, NULL, true },
    { "connections-per-address", AT(connections_per_address), NUMBER, 1, 1000000, 256, NULL, true },
    { "tables", AT(tables), NUMBER, 1, 1000000, 10000, NULL, true },
    { "tables-per-person", AT(tables_per_person), NUMBER, 1, 1000000, LOBBY_TABLES_PER_PERSON, NULL, true },
    { "tables-per-address", AT(tables_per_address), NUMBER, 1, 1000000, LOBBY_TABLES_PER_ADDRESS, NULL, true },
    { "bot-threads", AT(bot_threads), NUMBER, 0, CLI_THREADS_MAX, 0, NULL, false }, /* 0: by the number of processors */
    { "requests", AT(requests), NUMBER, 1, 1000000, 30, NULL, true },
    { "newcomers", AT(newcomers), NUMBER, 1, 1000000, 30, NULL, true },
    { "idle-timeout", AT(idle_timeout), NUMBER, 3, 3600, 60, NULL, true },
    { "grace", AT(grace), NUMBER, 1, 3600, LOBBY_GRACE_S, NULL, true },
    { "drain", AT(drain), NUMBER, 0, 3600, 10, NULL, true },
    { "metrics", AT(metrics), WORD, 0, 0, 0, "local open", true },
    { "proxy", AT(proxy), WORD, 0, 0, 0, "none local private", false },
    { "webhooks", AT(webhooks), WORD, 0, 0, 0, "public any none", true },
    { "log", AT(log), WORD, 0, 0, 0, "auto all warnings", true },
    { "invite", AT(invite), WORD, 0, 0, 0, "open required", true },
#undef AT
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Former names of settings, and of one of their words; they still work, in files, on the command line and as variables.
 */
static const struct {
    const char *old_name, *name;
} renamed[] = {
    { "per-address", "connections-per-address" },
    { "thinkers", "bot-threads" },
    { "silence", "idle-timeout" },
    { "hooks", "webhooks" },
};
static const char old_word[] = "trouble", new_word[] = "warnings"; /* of "log" */
enum { RENAMED = sizeof renamed / sizeof renamed[0] };

/* Copies a text that lives as long as the settings. */
static const char *keep_text(cli_settings *s, mur_span text)
{
    char *copy = mur_new(text.len + 1);
    memcpy(copy, text.at, text.len);
    s->texts = mur_grow(s->texts, &s->max_texts, s->n_texts + 1, sizeof *s->texts);
    assert(s->n_texts < s->max_texts);
    return s->texts[s->n_texts++] = copy;
}

/* Decimal digits only. Stops before the number can overflow, since max is an int. */
static bool read_number(mur_span text, int min, int max, int *out)
{
    long n = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || n > max)
            return false;
        n = n * 10 + (text.at[i] - '0');
    }
    *out = (int)n;
    return text.len > 0 && n >= min && n <= max;
}

/* The index of the text in a list of words. */
static bool read_word(mur_span text, const char *words, int *out)
{
    mur_span list = mur_span_of(words), word;
    for (int i = 0; mur_take_word(&list, &word); i++) {
        if (word.len == text.len && memcmp(word.at, text.at, text.len) == 0) {
            *out = i;
            return true;
        }
        mur_take_char(&list, ' ');
    }
    return false;
}

/* Sets one setting; false: the value is not valid for it. */
static bool set_row(cli_settings *s, int row, mur_span value)
{
    assert(row >= 0 && row < ROWS);
    void *at = (char *)s + rows[row].at;
    switch (rows[row].kind) {
    case TEXT:
        if (value.len == 0 || memchr(value.at, '\0', value.len))
            return false;
        *(const char **)at = keep_text(s, value);
        return true;
    case NUMBER:
        return read_number(value, rows[row].min, rows[row].max, at);
    case WORD:
        return read_word(mur_span_is(value, old_word) ? mur_span_of(new_word) : value, rows[row].words, at);
    }
    return false;
}

/* The row with this name, or with the successor of this former name; -1: there is none. */
static int find_row(mur_span name)
{
    for (int i = 0; i < RENAMED; i++)
        if (mur_span_is(name, renamed[i].old_name))
            name = mur_span_of(renamed[i].name);
    for (int row = 0; row < ROWS; row++)
        if (mur_span_is(name, rows[row].name))
            return row;
    return -1;
}

/* Sets one setting by its name. `where` names the source in the error: a file and line, a variable, or --set.
 * Returns false after printing the error. */
static bool set_named(cli_settings *s, mur_span name, mur_span value, const char *where)
{
    int row = find_row(name);
    if (row < 0)
        cli_error(N_("{where}: unknown setting \"{word}\""),
                  (const mur_format_arg[]){ { "where", mur_span_of(where) }, { "word", name }, { 0 } });
    else if (!set_row(s, row, value))
        cli_error(
            N_("{where}: \"{word}\" is not a valid value for \"{name}\""),
            (const mur_format_arg[]){ { "where", mur_span_of(where) }, { "name", name }, { "word", value }, { 0 } });
    else
        return true;
    return false;
}

/* -- From a file -- */

/* Without spaces, tabs and the CR of a Windows line at both ends. */
static mur_span trim(mur_span s)
{
    while (s.len > 0 && strchr(" \t\r", *s.at))
        s = (mur_span){ s.at + 1, s.len - 1 };
    while (s.len > 0 && strchr(" \t\r", s.at[s.len - 1]))
        s.len--;
    return s;
}

/* "name = value" as two parts; false: there is no equals sign. */
static bool split(mur_span line, mur_span *name, mur_span *value)
{
    const char *sign = memchr(line.at, '=', line.len);
    if (!sign)
        return false;
    *name = trim((mur_span){ line.at, (size_t)(sign - line.at) });
    *value = trim((mur_span){ sign + 1, line.len - (size_t)(sign - line.at) - 1 });
    return true;
}

/* One line of the file: empty, a comment, or a setting. */
static bool read_line(cli_settings *s, mur_span line, const char *where)
{
    mur_span name, value;
    line = trim(line);
    if (line.len == 0 || *line.at == '#')
        return true;
    if (split(line, &name, &value))
        return set_named(s, name, value, where);
    cli_error(N_("{where}: a line must be NAME = VALUE or begin with #"),
              (const mur_format_arg[]){ { "where", mur_span_of(where) }, { 0 } });
    return false;
}

/* "muraille.conf, line 3": the source of a setting in a file, for errors. */
static const char *place_of(const char *path, int line, char out[PATH_TEXT])
{
    char number[NUMBER_TEXT];
    mur_text n = mur_text_on(number, sizeof number), t = mur_text_on(out, PATH_TEXT);
    mur_put_int(&n, line);
    mur_put_format(&t, _("{file}, line {line}"),
                   (const mur_format_arg[]){ { "file", mur_span_of(path) }, { "line", mur_span_of(number) }, { 0 } });
    return out;
}

/* Stops at the first error. */
static bool read_lines(cli_settings *s, const char *path, mur_span text)
{
    char where[PATH_TEXT];
    bool ok = true;
    for (int n = 1; ok && text.len > 0; n++) {
        const char *end = memchr(text.at, '\n', text.len);
        mur_span line = { text.at, end ? (size_t)(end - text.at) : text.len };
        ok = read_line(s, line, place_of(path, n, where));
        size_t used = line.len + (end ? 1 : 0);
        text = (mur_span){ text.at + used, text.len - used };
    }
    return ok;
}

static bool read_config(cli_settings *s, const char *path)
{
    mur_buffer text = { 0 };
    bool ok = cli_read_file(path, FILE_BYTES, &text);
    if (ok && text.len > FILE_BYTES) {
        cli_error(N_("{file}: too long"), (const mur_format_arg[]){ { "file", mur_span_of(path) }, { 0 } });
        ok = false;
    }
    ok = ok && read_lines(s, path, (mur_span){ text.at, text.len });
    mur_buffer_close(&text);
    return ok;
}

/* -- From the environment and the command line -- */

/* The environment variable of a setting: "tls-cert" is MURAILLE_TLS_CERT. */
static void name_variable(const char *name, char out[NAME_TEXT])
{
    mur_text t = mur_text_on(out, NAME_TEXT);
    mur_put(&t, PREFIX);
    for (const char *c = name; *c; c++)
        mur_put_char(&t, *c == '-' ? '_' : (char)(*c - 'a' + 'A'));
}

/* Takes the value of the variable of a setting, if it is set. */
static bool read_variable(cli_settings *s, const char *setting)
{
    char name[NAME_TEXT];
    name_variable(setting, name);
    const char *value = getenv(name);
    return !value || !*value || set_named(s, mur_span_of(setting), mur_span_of(value), name);
}

/* Former names come first, so that the present ones win. */
static bool read_environment(cli_settings *s)
{
    bool ok = true;
    for (int i = 0; ok && i < RENAMED; i++)
        ok = read_variable(s, renamed[i].old_name);
    for (int row = 0; ok && row < ROWS; row++)
        ok = read_variable(s, rows[row].name);
    return ok;
}

/* The Levenshtein distance: how many letters must be changed, added or left out to make one name of the other. One
 * row of the usual table is enough; row[j] is the distance between what was read of a and the first j letters of b. */
static size_t distance(const char *a, const char *b)
{
    size_t row[NAME_TEXT + 1], n = strlen(b);
    assert(n <= NAME_TEXT && strlen(a) <= 2 * NAME_TEXT);
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (; *a; a++) {
        size_t before = row[0]++;
        for (size_t j = 1; j <= n; j++) {
            size_t min = before + (*a != b[j - 1]);
            before = row[j];
            min = row[j] + 1 < min ? row[j] + 1 : min;
            row[j] = row[j - 1] + 1 < min ? row[j - 1] + 1 : min;
        }
    }
    return row[n];
}

/* The variable of a setting that is most like this name; "" if none is. A name near a former one means its successor.
 */
static void find_nearest(const char *name, char out[NAME_TEXT])
{
    size_t best = NEAR_DISTANCE + 1;
    out[0] = '\0';
    for (int i = 0; i < ROWS + RENAMED && strlen(name) < NAME_TEXT; i++) {
        char known[NAME_TEXT];
        name_variable(i < ROWS ? rows[i].name : renamed[i - ROWS].old_name, known);
        size_t far = distance(name, known);
        if (far < best) {
            best = far;
            name_variable(i < ROWS ? rows[i].name : renamed[i - ROWS].name, out);
        }
    }
}

static bool is_variable_of(const char *name, const char *setting)
{
    char known[NAME_TEXT];
    name_variable(setting, known);
    return strcmp(name, known) == 0;
}

static bool is_known_variable(const char *name)
{
    static const char *const others[] = { "MURAILLE_CONFIG", "MURAILLE_LANG" };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    for (int i = 0; i < RENAMED; i++)
        if (is_variable_of(name, renamed[i].old_name))
            return true;
    for (int row = 0; row < ROWS; row++)
        if (is_variable_of(name, rows[row].name))
            return true;
    return false;
}

/* A misspelt variable would be ignored silently otherwise. Its value is not shown: it may be a password under a
 * wrong name. */
void cli_settings_warn_unknown(void)
{
    for (char **each = environ; *each; each++) {
        char name[2 * NAME_TEXT], nearest[NAME_TEXT];
        mur_text t = mur_text_on(name, sizeof name);
        mur_put_bytes(&t, *each, strcspn(*each, "="));
        if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || is_known_variable(name))
            continue;
        find_nearest(name, nearest);
        cli_error(
            *nearest ? N_("warning: {name} is not a setting; did you mean {nearest}?")
                     : N_("warning: {name} is not a setting"),
            (const mur_format_arg[]){ { "name", mur_span_of(name) }, { "nearest", mur_span_of(nearest) }, { 0 } });
    }
}

/* --set first, then options such as --port, which overwrite it. */
static bool read_options(cli_settings *s, const cli_args *args)
{
    const struct {
        const char *value, **at;
    } given[] = {
        { args->host, &s->host },
        { args->web, &s->web },
        { args->data, &s->data },
        { args->store, &s->store },
        { args->tls_cert, &s->tls_cert },
        { args->tls_key, &s->tls_key },
        { args->public_url, &s->public_url },
    };
    bool ok = true;
    for (int i = 0; ok && i < args->n_settings; i++) {
        mur_span name, value;
        ok = split(mur_span_of(args->settings[i]), &name, &value) && set_named(s, name, value, "--set");
    }
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].value)
            *given[i].at = given[i].value;
    if (args->port != CLI_NOT_GIVEN)
        s->port = args->port;
    return ok;
}

/* Defaults, file, environment, command line, each overwriting what came before. */
bool cli_settings_open(cli_settings *s, const cli_args *args)
{
    const char *config = args->config ? args->config : getenv("MURAILLE_CONFIG");
    *s = (cli_settings){ 0 };
    for (int row = 0; row < ROWS; row++)
        if (rows[row].kind != TEXT)
            *(int *)(void *)((char *)s + rows[row].at) = rows[row].default_value;
    return (!config || !*config || read_config(s, config)) && read_environment(s) && read_options(s, args);
}

/* Both may be NULL. */
static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Does a setting have the same value in both? Certificate and key may be reloaded from other files, but TLS cannot
 * be turned on or off: for those only being given counts. */
static bool is_same(int row, const cli_settings *a, const cli_settings *b)
{
    assert(row >= 0 && row < ROWS);
    const char *at = (const char *)a + rows[row].at, *bt = (const char *)b + rows[row].at;
    if (rows[row].kind != TEXT)
        return *(const int *)(const void *)at == *(const int *)(const void *)bt;
    const char *x = *(const char *const *)(const void *)at, *y = *(const char *const *)(const void *)bt;
    return rows[row].can_reload ? !x == !y : is_same_text(x, y);
}

const char *cli_settings_next_needing_restart(const cli_settings *running, const cli_settings *wanted, int *row)
{
    while (*row < ROWS) {
        assert(*row >= 0);
        int i = (*row)++;
        if ((!rows[i].can_reload || rows[i].kind == TEXT) && !is_same(i, running, wanted))
            return rows[i].name;
    }
    return NULL;
}

void cli_settings_close(cli_settings *s)
{
    for (size_t i = 0; i < s->n_texts; i++)
        free(s->texts[i]);
    free(s->texts);
    *s = (cli_settings){ 0 };
}

/* -- The list of settings, for cli/describe.c -- */

bool cli_setting_at(int i, cli_setting_info *out)
{
    if (i >= ROWS)
        return false;
    *out = (cli_setting_info){ .name = rows[i].name,
                               .words = rows[i].words,
                               .is_number = rows[i].kind == NUMBER,
                               .default_value = rows[i].default_value };
    return true;
}

/* -- Where the store is -- */

/* --store; else muraille.db in --data; else in the user's data folder. Returns NULL after printing an error. */
static const char *find_store(cli_settings *s, bool makes_folder)
{
    char path[PATH_TEXT];
    mur_text t = mur_text_on(path, sizeof path);
    if (s->store)
        return s->store;
    if (s->data) {
        mur_put(&t, s->data);
    } else if (!mur_put_data_folder(&t)) {
        cli_error(N_("there is no home folder for the database; choose a folder with --data"),
                  (const mur_format_arg[]){ { 0 } });
        return NULL;
    }
    if (mur_text_is_cut(&t) || (makes_folder && !mur_make_folder(path))) {
        cli_error(N_("cannot create {folder} ({why})"),
                  (const mur_format_arg[]){
                      { "folder", mur_span_of(path) }, { "why", mur_span_of(cli_strerror(errno)) }, { 0 } });
        return NULL;
    }
    mur_put(&t, "/muraille.db");
    return keep_text(s, mur_span_of(path));
}

const char *cli_settings_make_store_path(cli_settings *s)
{
    return find_store(s, true);
}

const char *cli_settings_store_path(cli_settings *s)
{
    return find_store(s, false);
}
