/* SPDX-License-Identifier: MIT */
/* muraille: three board games about walls, on the command line. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"
#include "engine/muraille.h"

enum { NEW_GAME = CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_SEED) | CLI_BIT(CLI_OPTION) };

static const cli_command commands[] = {
    { .name = "play",
      .usage = N_("[GAME] [--players N] [--seat S] [--seed N] [--option NAME=VALUE]..."),
      .about = N_("play in the terminal against opponents who move at random"),
      .options = NEW_GAME | CLI_BIT(CLI_SEAT),
      .word = CLI_MAY,
      .run = cli_play },
    { .name = "games",
      .usage = "[--json]",
      .about = N_("list the games with their options"),
      .options = CLI_BIT(CLI_JSON),
      .run = cli_games },
    { .name = "rules",
      .usage = N_("GAME"),
      .about = N_("read the rules of a game"),
      .word = CLI_MUST,
      .run = cli_rules },
    { .name = "show",
      .usage = N_("[--ply N] [--seat S] FILE"),
      .about = N_("draw a position of a record; - is standard input"),
      .options = CLI_BIT(CLI_PLY) | CLI_BIT(CLI_SEAT),
      .word = CLI_MUST,
      .run = cli_show },
    { .name = "trace",
      .usage = N_("[--seat S] FILE"),
      .about = N_("write every position of a record as JSON; - is standard input"),
      .options = CLI_BIT(CLI_SEAT),
      .word = CLI_MUST,
      .run = cli_trace },
    { .name = "format",
      .usage = N_("FILE"),
      .about = N_("check a record and write it without comments; - is standard input"),
      .word = CLI_MUST,
      .run = cli_format },
    { .name = "random",
      .usage = N_("GAME [--players N] [--seed N] [--option NAME=VALUE]..."),
      .about = N_("play one game at random and write its record"),
      .options = NEW_GAME,
      .word = CLI_MUST,
      .run = cli_random },
    { .name = "serve",
      .usage = N_("[--port N] [--host ADDRESS] [--web FOLDER]"),
      .about = N_("serve the games to browsers"),
      .options = CLI_BIT(CLI_PORT) | CLI_BIT(CLI_HOST) | CLI_BIT(CLI_WEB),
      .run = cli_serve },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const cli_command *command_of(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    cli_complain(N_("there is no command \"{word}\"; try muraille --help"),
                 (const mur_place[]){ { "word", mur_span_of(name) }, { 0 } });
    return NULL;
}

static int print_version(void)
{
    printf("muraille %s\n", mur_version());
    return CLI_OK;
}

static int print_help(void)
{
    puts(_("Muraille: three board games about walls."));
    printf("\n  muraille %s\n\n", _("[--lang LANGUAGE] COMMAND ..."));
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-8s %s\n", commands[i].name, _(commands[i].about));
    printf("  %-8s %s\n\n", "help", _("explain a command, as --help after it does"));
    puts(_("Try: muraille play"));
    return CLI_OK;
}

static int print_command_help(const cli_command *c)
{
    printf("  muraille %s %s\n\n%s\n\n", c->name, _(c->usage), _(c->about));
    cli_args_explain(c->options);
    return CLI_OK;
}

static int run_command(const cli_command *c, int argc, char **argv)
{
    cli_args args;
    switch (cli_args_read(c, argc, argv, &args)) {
    case CLI_READ:
        return c->run(&args);
    case CLI_READ_HELP:
        return print_command_help(c);
    case CLI_READ_BAD:
        break;
    }
    return CLI_BAD;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return print_help();
    if (is_one_of(argv[1], "version", "--version", "-V"))
        return print_version();
    if (is_one_of(argv[1], "help", "--help", "-h")) {
        const cli_command *c = argc > 2 ? command_of(argv[2]) : NULL;
        return c ? print_command_help(c) : argc > 2 ? CLI_BAD : print_help();
    }
    const cli_command *c = command_of(argv[1]);
    return c ? run_command(c, argc - 1, argv + 1) : CLI_BAD;
}

static bool refuse_language(const char *language)
{
    char list[64];
    mur_text t = mur_text_on(list, sizeof list);
    cli_put_languages(&t);
    cli_words_choose(NULL); /* tell it in a language that is understood */
    cli_complain(N_("the language \"{word}\" is not spoken here; there are {list}"),
                 (const mur_place[]){ { "word", mur_span_of(language) }, { "list", mur_span_of(list) }, { 0 } });
    return false;
}

/* --lang may stand anywhere; it is taken out of the words. False: told. */
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
    argv[kept] = NULL;
    *argc = kept;
    return cli_words_choose(language) || refuse_language(language);
}

static volatile sig_atomic_t has_reader_left;

static void note_broken_pipe(int signal_number)
{
    (void)signal_number;
    has_reader_left = 1;
}

/* A full disk is an error that must be seen; a reader who went away has had enough. */
static int close_output(int code)
{
    bool ok = !ferror(stdout);
    ok = fclose(stdout) == 0 && ok;
    if (ok)
        return code;
    if (!has_reader_left)
        cli_complain(N_("the output could not be written"), (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

int main(int argc, char **argv)
{
    sigaction(SIGPIPE, &(struct sigaction){ .sa_handler = note_broken_pipe }, NULL);
    if (!take_language(&argc, argv))
        return CLI_BAD;
    return close_output(run(argc, argv));
}
