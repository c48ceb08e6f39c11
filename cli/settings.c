/* SPDX-License-Identifier: MIT */
#include "cli/settings.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/io.h"
#include "cli/words.h"

enum { FILE_BYTES = 1 << 16, NAME_TEXT = 64, PATH_TEXT = 4096, NUMBER_TEXT = 16, NEAR = 4 };

#define PREFIX "MURAILLE_"

extern char **environ;

/* -- The settings -- */

typedef enum { TEXT, NUMBER, WORD } kind;

static const struct {
    const char *name;
    size_t at;
    kind kind;
    int least, most, usual; /* of a number; usual also of a word */
    const char *words;      /* with spaces between */
    bool is_live;           /* may change while the server runs */
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
    { "per-address", AT(per_address), NUMBER, 1, 1000000, 256, NULL, true },
    { "tables", AT(tables), NUMBER, 1, 1000000, 10000, NULL, true },
    { "tables-per-person", AT(tables_per_person), NUMBER, 1, 1000000, 50, NULL, true },
    { "tables-per-address", AT(tables_per_address), NUMBER, 1, 1000000, 200, NULL, true },
    { "thinkers", AT(thinkers), NUMBER, 0, CLI_THREADS_MAX, 0, NULL, false }, /* 0: by the number of processors */
    { "requests", AT(requests), NUMBER, 1, 1000000, 30, NULL, true },
    { "newcomers", AT(newcomers), NUMBER, 1, 1000000, 30, NULL, true },
    { "silence", AT(silence), NUMBER, 3, 3600, 60, NULL, true },
    { "grace", AT(grace), NUMBER, 1, 3600, 60, NULL, true },
    { "drain", AT(drain), NUMBER, 0, 3600, 10, NULL, true },
    { "metrics", AT(metrics), WORD, 0, 0, 0, "local open", true },
    { "proxy", AT(proxy), WORD, 0, 0, 0, "none local private", false },
    { "hooks", AT(hooks), WORD, 0, 0, 0, "public any none", true },
    { "log", AT(log), WORD, 0, 0, 0, "auto all trouble", true },
    { "invite", AT(invite), WORD, 0, 0, 0, "open required", true },
#undef AT
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const char *keep_text(cli_settings *s, mur_span text)
{
    char *copy = mur_new(text.len + 1);
    memcpy(copy, text.at, text.len);
    s->texts = mur_grow(s->texts, &s->max_texts, s->n_texts + 1, sizeof *s->texts);
    return s->texts[s->n_texts++] = copy;
}

static bool read_number(mur_span text, int least, int most, int *out)
{
    long n = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || n > most)
            return false;
        n = n * 10 + (text.at[i] - '0');
    }
    *out = (int)n;
    return text.len > 0 && n >= least && n <= most;
}

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

static bool set_row(cli_settings *s, int row, mur_span value)
{
    void *at = (char *)s + rows[row].at;
    switch (rows[row].kind) {
    case TEXT:
        if (value.len == 0 || memchr(value.at, '\0', value.len))
            return false;
        *(const char **)at = keep_text(s, value);
        return true;
    case NUMBER:
        return read_number(value, rows[row].least, rows[row].most, at);
    case WORD:
        return read_word(value, rows[row].words, at);
    }
    return false;
}

static int find_row(mur_span name)
{
    for (int row = 0; row < ROWS; row++)
        if (mur_span_is(name, rows[row].name))
            return row;
    return -1;
}

/* Sets what is named here; `where` it stands is for the complaint. */
static bool set_named(cli_settings *s, mur_span name, mur_span value, const char *where)
{
    int row = find_row(name);
    if (row < 0)
        cli_complain(N_("{where}: there is no setting \"{word}\""),
                     (const mur_place[]){ { "where", mur_span_of(where) }, { "word", name }, { 0 } });
    else if (!set_row(s, row, value))
        cli_complain(
            N_("{where}: \"{name}\" cannot be \"{word}\""),
            (const mur_place[]){ { "where", mur_span_of(where) }, { "name", name }, { "word", value }, { 0 } });
    else
        return true;
    return false;
}

/* -- From a file -- */

static mur_span trim(mur_span s)
{
    while (s.len > 0 && strchr(" \t\r", *s.at))
        s = (mur_span){ s.at + 1, s.len - 1 };
    while (s.len > 0 && strchr(" \t\r", s.at[s.len - 1]))
        s.len--;
    return s;
}

/* "name = value", in two parts. */
static bool split(mur_span line, mur_span *name, mur_span *value)
{
    const char *sign = memchr(line.at, '=', line.len);
    if (!sign)
        return false;
    *name = trim((mur_span){ line.at, (size_t)(sign - line.at) });
    *value = trim((mur_span){ sign + 1, line.len - (size_t)(sign - line.at) - 1 });
    return true;
}

static bool read_line(cli_settings *s, mur_span line, const char *where)
{
    mur_span name, value;
    line = trim(line);
    if (line.len == 0 || *line.at == '#')
        return true;
    if (split(line, &name, &value))
        return set_named(s, name, value, where);
    cli_complain(N_("{where}: a line is NAME = VALUE, or begins with #"),
                 (const mur_place[]){ { "where", mur_span_of(where) }, { 0 } });
    return false;
}

/* "muraille.conf, line 3". */
static const char *place_of(const char *path, int line, char out[PATH_TEXT])
{
    char number[NUMBER_TEXT];
    mur_text n = mur_text_on(number, sizeof number), t = mur_text_on(out, PATH_TEXT);
    mur_put_int(&n, line);
    mur_put_phrase(&t, _("{file}, line {line}"),
                   (const mur_place[]){ { "file", mur_span_of(path) }, { "line", mur_span_of(number) }, { 0 } });
    return out;
}

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
        cli_complain(N_("{file}: far too long"), (const mur_place[]){ { "file", mur_span_of(path) }, { 0 } });
        ok = false;
    }
    ok = ok && read_lines(s, path, (mur_span){ text.at, text.len });
    mur_buffer_close(&text);
    return ok;
}

/* -- From the environment and the command line -- */

/* "tls-cert" is MURAILLE_TLS_CERT. */
static void name_variable(const char *name, char out[NAME_TEXT])
{
    mur_text t = mur_text_on(out, NAME_TEXT);
    mur_put(&t, PREFIX);
    for (const char *c = name; *c; c++)
        mur_put_char(&t, *c == '-' ? '_' : (char)(*c - 'a' + 'A'));
}

static bool read_environment(cli_settings *s)
{
    bool ok = true;
    for (int row = 0; ok && row < ROWS; row++) {
        char name[NAME_TEXT];
        name_variable(rows[row].name, name);
        const char *value = getenv(name);
        if (value && *value)
            ok = set_named(s, mur_span_of(rows[row].name), mur_span_of(value), name);
    }
    return ok;
}

/* How many letters have to be changed, added or left out to make one of the other; both are short. */
static size_t distance(const char *a, const char *b)
{
    size_t row[NAME_TEXT + 1], n = strlen(b);
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (; *a; a++) {
        size_t before = row[0]++;
        for (size_t j = 1; j <= n; j++) {
            size_t least = before + (*a != b[j - 1]);
            before = row[j];
            least = row[j] + 1 < least ? row[j] + 1 : least;
            row[j] = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
        }
    }
    return row[n];
}

/* The known variable that is most like this one; "" if none is. */
static void find_nearest(const char *name, char out[NAME_TEXT])
{
    size_t best = NEAR + 1;
    out[0] = '\0';
    for (int row = 0; row < ROWS && strlen(name) < NAME_TEXT; row++) {
        char known[NAME_TEXT];
        name_variable(rows[row].name, known);
        size_t far = distance(name, known);
        if (far < best) {
            best = far;
            memcpy(out, known, sizeof known);
        }
    }
}

static bool is_known_variable(const char *name)
{
    static const char *const others[] = { "MURAILLE_CONFIG", "MURAILLE_LANG" };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    for (int row = 0; row < ROWS; row++) {
        char known[NAME_TEXT];
        name_variable(rows[row].name, known);
        if (strcmp(name, known) == 0)
            return true;
    }
    return false;
}

/* The value is not shown: it may be a password under a wrong name. */
void cli_settings_warn(void)
{
    for (char **each = environ; *each; each++) {
        char name[2 * NAME_TEXT], nearest[NAME_TEXT];
        mur_text t = mur_text_on(name, sizeof name);
        mur_put_bytes(&t, *each, strcspn(*each, "="));
        if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || is_known_variable(name))
            continue;
        find_nearest(name, nearest);
        cli_complain(*nearest ? N_("warning: {name} is no setting; {nearest} is one")
                              : N_("warning: {name} is no setting"),
                     (const mur_place[]){ { "name", mur_span_of(name) }, { "nearest", mur_span_of(nearest) }, { 0 } });
    }
}

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

bool cli_settings_open(cli_settings *s, const cli_args *args)
{
    const char *config = args->config ? args->config : getenv("MURAILLE_CONFIG");
    *s = (cli_settings){ 0 };
    for (int row = 0; row < ROWS; row++)
        if (rows[row].kind != TEXT)
            *(int *)(void *)((char *)s + rows[row].at) = rows[row].usual;
    return (!config || !*config || read_config(s, config)) && read_environment(s) && read_options(s, args);
}

/* Both may be NULL. */
static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same(int row, const cli_settings *a, const cli_settings *b)
{
    const char *at = (const char *)a + rows[row].at, *bt = (const char *)b + rows[row].at;
    if (rows[row].kind != TEXT)
        return *(const int *)(const void *)at == *(const int *)(const void *)bt;
    const char *x = *(const char *const *)(const void *)at, *y = *(const char *const *)(const void *)bt;
    return rows[row].is_live ? !x == !y : is_same_text(x, y); /* other files will do, but not none instead of some */
}

const char *cli_settings_next_fixed(const cli_settings *running, const cli_settings *wanted, int *row)
{
    while (*row < ROWS) {
        int i = (*row)++;
        if ((!rows[i].is_live || rows[i].kind == TEXT) && !is_same(i, running, wanted))
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

/* -- Where the store is -- */

/* $XDG_DATA_HOME/muraille, or ~/.local/share/muraille. */
static bool find_data(char out[PATH_TEXT])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    mur_text t = mur_text_on(out, PATH_TEXT);
    if (data && *data == '/')
        mur_put(&t, data);
    else if (home && *home == '/') {
        mur_put(&t, home);
        mur_put(&t, "/.local/share");
    } else
        return false;
    mur_put(&t, "/muraille");
    return !mur_text_is_cut(&t);
}

/* With all folders on the way; only for this user. */
static bool make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, S_IRWXU);
        *slash = '/';
    }
    return mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
}

static const char *find_store(cli_settings *s, bool makes_folder)
{
    char path[PATH_TEXT];
    mur_text t = mur_text_on(path, sizeof path);
    if (s->store)
        return s->store;
    if (s->data) {
        mur_put(&t, s->data);
    } else if (find_data(path)) {
        t.len = strlen(path);
    } else {
        cli_complain(N_("there is no home folder to keep tables in; --data names one"), (const mur_place[]){ { 0 } });
        return NULL;
    }
    if (mur_text_is_cut(&t) || (makes_folder && !make_folder(path))) {
        cli_complain(
            N_("{folder} cannot be made ({why})"),
            (const mur_place[]){ { "folder", mur_span_of(path) }, { "why", mur_span_of(cli_why(errno)) }, { 0 } });
        return NULL;
    }
    mur_put(&t, "/muraille.db");
    return keep_text(s, mur_span_of(path));
}

const char *cli_settings_store(cli_settings *s)
{
    return find_store(s, true);
}

const char *cli_settings_find_store(cli_settings *s)
{
    return find_store(s, false);
}
