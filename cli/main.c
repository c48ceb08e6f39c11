/* SPDX-License-Identifier: MIT */
/* cli/main.c -- entry of the program `muraille`.
 * main() takes --lang out of the arguments, since it may stand anywhere and every message depends on it, then finds
 * the subcommand in the table of cli/commands.c and runs it. The commands of a group (`admin`, `arena`) are found
 * in the same way one level deeper. Help is printed from the same tables. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/translate.h"
#include "engine/muraille.h"

/* The row of a command in a table. Returns NULL after printing an error. */
static const cli_command *command_of(const cli_command *list, const char *name)
{
    for (const cli_command *c = list; c->name; c++)
        if (strcmp(name, c->name) == 0)
            return c;
    cli_error(N_("unknown command \"{word}\"; try muraille --help"),
              (const mur_format_arg[]){ { "word", mur_span_of(name) }, { 0 } });
    return NULL;
}

static int print_version(void)
{
    printf("muraille %s\n", mur_version());
    return CLI_OK;
}

/* Hidden commands are for our own tools. */
static void list_commands(const cli_command *list)
{
    for (const cli_command *c = list; c->name; c++)
        if (!c->is_hidden)
            printf("  %-8s %s\n", c->name, _(c->about));
}

/* What `muraille` without arguments, `--help` and `help` print. */
static int print_help(void)
{
    puts(_("Muraille: three board games about walls."));
    printf("\n  muraille %s\n\n", _("[--lang LANGUAGE] COMMAND ..."));
    list_commands(cli_commands);
    printf("  %-8s %s\n\n", "help", _("explain a command, like --help"));
    puts(_("Try: muraille play"));
    return CLI_OK;
}

/* "match|sprt|scale ...": the usage of a group. */
static void print_group_usage(const cli_command *list)
{
    for (const cli_command *c = list; c->name; c++)
        printf("%s%s", c == list ? "" : "|", c->name);
    printf(" ...");
}

/* The help of one command: usage, what it does, the commands of a group, its options. `of` is the name of the group
 * it belongs to, with a space after it; else "". */
static int print_command_help(const char *of, const cli_command *c)
{
    printf("  muraille %s%s ", of, c->name);
    if (c->group)
        print_group_usage(c->group);
    else
        printf("%s", _(c->usage));
    printf("\n\n%s\n\n", _(c->about));
    if (c->group) {
        list_commands(c->group);
        putchar('\n');
    }
    cli_args_explain(c->options);
    return CLI_OK;
}

/* Reads the arguments of a command that is no group, and runs it unless they ask for help or are wrong. */
static int run_command(const char *of, const cli_command *c, int argc, char **argv)
{
    cli_args args;
    switch (cli_args_read(c, argc, argv, &args)) {
    case CLI_READ:
        return c->run(&args);
    case CLI_READ_HELP:
        return print_command_help(of, c);
    case CLI_READ_BAD:
        break;
    }
    return CLI_BAD_INPUT;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* Finds the command that argv[0] names in this table and runs it, or prints its help if `explains`. Recurses into a
 * group, at most one level deep, because no group contains another. */
static int dispatch(const char *of, const cli_command *list, bool explains, int argc, char **argv)
{
    assert(argc > 0);
    const cli_command *c = command_of(list, argv[0]);
    if (!c)
        return CLI_BAD_INPUT;
    if (c->group && argc > 1 && !is_one_of(argv[1], "help", "--help", "-h")) {
        char name[32];
        snprintf(name, sizeof name, "%s ", c->name);
        return dispatch(name, c->group, explains, argc - 1, argv + 1);
    }
    return explains || c->group ? print_command_help(of, c) : run_command(of, c, argc, argv);
}

/* The words that are no commands of the table come first: version and help, also under their usual options. */
static int run(int argc, char **argv)
{
    if (argc < 2)
        return print_help();
    if (is_one_of(argv[1], "version", "--version", "-V"))
        return print_version();
    if (is_one_of(argv[1], "help", "--help", "-h"))
        return argc > 2 ? dispatch("", cli_commands, true, argc - 2, argv + 2) : print_help();
    return dispatch("", cli_commands, false, argc - 1, argv + 1);
}

/* The error is printed in the language of the environment, because the requested one is not known. */
static bool refuse_language(const char *language)
{
    char list[64];
    mur_text t = mur_text_on(list, sizeof list);
    cli_put_languages(&t);
    cli_language_choose(NULL);
    cli_error(N_("unknown language \"{word}\"; available: {list}"),
              (const mur_format_arg[]){ { "word", mur_span_of(language) }, { "list", mur_span_of(list) }, { 0 } });
    return false;
}

/* Takes --lang LANGUAGE or --lang=LANGUAGE out of argv, wherever it stands, and chooses the language. Without it the
 * environment decides. Returns false after printing an error. */
static bool take_language(int *argc, char **argv)
{
    static const char option[] = "--lang";
    const size_t length = sizeof option - 1;
    const char *language = NULL;
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (strncmp(argv[i], option, length) != 0 || !strchr("=", argv[i][length]))
            argv[kept++] = argv[i];
        else if (argv[i][length])
            language = argv[i] + length + 1;
        else
            language = i + 1 < *argc ? argv[++i] : "";
    }
    assert(kept <= *argc);
    argv[kept] = NULL;
    *argc = kept;
    return cli_language_choose(language) || refuse_language(language);
}

static volatile sig_atomic_t has_reader_left;

/* The reader of our output is gone, as `head` is after its lines. The write fails with EPIPE; this is only
 * remembered so that close_output() stays silent. */
static void on_broken_pipe(int signal_number)
{
    (void)signal_number;
    has_reader_left = 1;
}

/* Reports output that could not be written: otherwise a full disk would lose data silently. A closed pipe is not
 * reported, because its reader wanted no more, but the exit code is CLI_FAILED as well. */
static int close_output(int code)
{
    bool ok = !ferror(stdout);
    ok = fclose(stdout) == 0 && ok;
    if (ok)
        return code;
    if (!has_reader_left)
        cli_error(N_("the output could not be written"), (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

int main(int argc, char **argv)
{
    sigaction(SIGPIPE, &(struct sigaction){ .sa_handler = on_broken_pipe }, NULL);
    if (!take_language(&argc, argv))
        return CLI_BAD_INPUT;
    return close_output(run(argc, argv));
}
