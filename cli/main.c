/* SPDX-License-Identifier: MIT */
/* muraille: three board games about walls, on the command line. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/words.h"
#include "engine/muraille.h"

#define NEW_GAME (CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_SEED) | CLI_BIT(CLI_OPTION))

static const cli_command commands[] = {
    { .name = "play",
      .usage = N_("[GAME] [--players N] [--bots LEVEL] [--persons N] [--resume] [--plain] ..."),
      .about = N_("play in the terminal, against bots and with friends"),
      .options = NEW_GAME | CLI_BIT(CLI_SEAT) | CLI_BIT(CLI_BOTS) | CLI_BIT(CLI_PERSONS) | CLI_BIT(CLI_RESUME) |
                 CLI_BIT(CLI_PLAIN) | CLI_BIT(CLI_ASCII) | CLI_BIT(CLI_PACE),
      .word = CLI_MAY,
      .run = cli_play },
    { .name = "replay",
      .usage = N_("FILE [--ascii] [--pace PACE]"),
      .about = N_("step through a record in the terminal, and play on from any position"),
      .options = CLI_BIT(CLI_ASCII) | CLI_BIT(CLI_PACE),
      .word = CLI_MUST,
      .run = cli_replay },
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
      .usage = N_("[--port N] [--host ADDRESS] [--data FOLDER] [--store WHERE] [--config FILE] ..."),
      .about = N_("serve the games to browsers, and tables to people who play online"),
      .options = CLI_BIT(CLI_PORT) | CLI_BIT(CLI_HOST) | CLI_BIT(CLI_WEB) | CLI_PLACE | CLI_BIT(CLI_TLS_CERT) |
                 CLI_BIT(CLI_TLS_KEY) | CLI_BIT(CLI_PUBLIC_URL) | CLI_BIT(CLI_SET),
      .run = cli_serve },
    { .name = "join",
      .usage = N_("LINK [--name NAME] [--invite CODE] [--seat S] [--watch] [--plain] [--ascii]"),
      .about = N_("take a seat at an online table, in the terminal"),
      .options = CLI_BIT(CLI_NAME) | CLI_BIT(CLI_INVITE) | CLI_BIT(CLI_SEAT) | CLI_BIT(CLI_WATCH) | CLI_BIT(CLI_PLAIN) |
                 CLI_BIT(CLI_ASCII),
      .word = CLI_MUST,
      .run = cli_join },
    { .name = "admin",
      .usage = N_("list|backup|export|delete|close|people|ban|unban|mute|unmute|invite|reset ..."),
      .about = N_("look after what a server keeps, also while it runs"),
      .group = cli_admin },
    { .name = "verify",
      .usage = N_("FILE"),
      .about = N_("check that an online game was dealt as its server had promised"),
      .word = CLI_MUST,
      .run = cli_verify },
    { .name = "arena",
      .usage = N_("match|sprt|scale|ladder|exploit ..."),
      .about = N_("let bots play each other and measure them"),
      .group = cli_arena },
    { .name = "engine",
      .usage = N_("[--bot BOT]"),
      .about = N_("a bot for other programs, on standard input and output"),
      .options = CLI_BIT(CLI_BOT),
      .run = cli_engine },
    { .name = "bot",
      .usage = N_(
          "--url LINK --engine COMMAND|--bot LEVEL [--seat S] [--name NAME] [--invite CODE] [--sims N] [--cpu TIME]"),
      .about = N_("let a bot, yours or ours, take a seat at an online table"),
      .options = CLI_BIT(CLI_URL) | CLI_BIT(CLI_ENGINE) | CLI_BIT(CLI_BOT) | CLI_BIT(CLI_SEAT) | CLI_BIT(CLI_NAME) |
                 CLI_BIT(CLI_INVITE) | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_CPU) | CLI_BIT(CLI_LIMIT),
      .run = cli_bot },
    { .name = "analyse",
      .usage = N_("FILE [--seat S] [--sims N] [--bot BOT] [--json] [--svg FILE]"),
      .about = N_("what a strong bot would have played in a record, and what other moves cost"),
      .options = CLI_BIT(CLI_SEAT) | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_BOT) | CLI_BIT(CLI_JSON) | CLI_BIT(CLI_SVG) |
                 CLI_BIT(CLI_SEED),
      .word = CLI_MUST,
      .run = cli_analyse },
    { .name = "hint",
      .usage = N_("FILE [--ply N] [--seat S] [--sims N] [--bot BOT] [--json]"),
      .about = N_("what a strong bot would play in a position of a record"),
      .options = CLI_BIT(CLI_PLY) | CLI_BIT(CLI_SEAT) | CLI_BIT(CLI_SIMS) | CLI_BIT(CLI_BOT) | CLI_BIT(CLI_JSON) |
                 CLI_BIT(CLI_SEED),
      .word = CLI_MUST,
      .run = cli_hint },
    { .name = "train",
      .usage = N_("GAME [--players N] [--games N] [--hidden N] [--seed N] [--threads N] [--out FILE]"),
      .about = N_("teach a net a game by letting it play against itself"),
      .options = CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_GAMES) | CLI_BIT(CLI_HIDDEN) | CLI_BIT(CLI_SEED) |
                 CLI_BIT(CLI_THREADS) | CLI_BIT(CLI_OUT),
      .word = CLI_MUST,
      .run = cli_train },
    { .name = "solve",
      .usage = N_("GAME [--players N] [--games N] [--seed N] [--threads N] [--out FILE]"),
      .about = N_("work out what the positions of a game are worth: die-mauer"),
      .options =
          CLI_BIT(CLI_PLAYERS) | CLI_BIT(CLI_GAMES) | CLI_BIT(CLI_SEED) | CLI_BIT(CLI_THREADS) | CLI_BIT(CLI_OUT),
      .word = CLI_MUST,
      .run = cli_solve },
    { .name = NULL },
};

static const cli_command *command_of(const cli_command *list, const char *name)
{
    for (const cli_command *c = list; c->name; c++)
        if (strcmp(name, c->name) == 0)
            return c;
    cli_complain(N_("there is no command \"{word}\"; try muraille --help"),
                 (const mur_place[]){ { "word", mur_span_of(name) }, { 0 } });
    return NULL;
}

static int print_version(void)
{
    printf("muraille %s\n", mur_version());
    return CLI_OK;
}

static void list_commands(const cli_command *list)
{
    for (const cli_command *c = list; c->name; c++)
        printf("  %-8s %s\n", c->name, _(c->about));
}

static int print_help(void)
{
    puts(_("Muraille: three board games about walls."));
    printf("\n  muraille %s\n\n", _("[--lang LANGUAGE] COMMAND ..."));
    list_commands(commands);
    printf("  %-8s %s\n\n", "help", _("explain a command, as --help after it does"));
    puts(_("Try: muraille play"));
    return CLI_OK;
}

/* `of`: the command of commands it belongs to, and a space; else "". */
static int print_command_help(const char *of, const cli_command *c)
{
    printf("  muraille %s%s %s\n\n%s\n\n", of, c->name, _(c->usage), _(c->about));
    if (c->group) {
        list_commands(c->group);
        putchar('\n');
    }
    cli_args_explain(c->options);
    return CLI_OK;
}

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
    return CLI_BAD;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* argv[0] is the name of the command. With `explains`, what it is for is told instead of done. */
static int run_words(const char *of, const cli_command *list, bool explains, int argc, char **argv)
{
    const cli_command *c = command_of(list, argv[0]);
    if (!c)
        return CLI_BAD;
    if (c->group && argc > 1 && !is_one_of(argv[1], "help", "--help", "-h")) {
        char name[32];
        snprintf(name, sizeof name, "%s ", c->name);
        return run_words(name, c->group, explains, argc - 1, argv + 1);
    }
    return explains || c->group ? print_command_help(of, c) : run_command(of, c, argc, argv);
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return print_help();
    if (is_one_of(argv[1], "version", "--version", "-V"))
        return print_version();
    if (is_one_of(argv[1], "help", "--help", "-h"))
        return argc > 2 ? run_words("", commands, true, argc - 2, argv + 2) : print_help();
    return run_words("", commands, false, argc - 1, argv + 1);
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
