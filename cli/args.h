/* SPDX-License-Identifier: MIT */
/* cli/args.h -- the arguments of a subcommand: options and operands, read with getopt_long() and checked.
 * All options of all subcommands are one list (cli/options.h). The row of a subcommand (cli/commands.c) says which of
 * them it takes and how many operands; what it does not take is refused before the subcommand runs. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"

enum cli_option {
#define X(id, option, value, read, field, max, suggest, about) CLI_##id,
    CLI_OPTION_LIST(X)
#undef X
        CLI_OPTIONS /* how many */
};

enum {
    CLI_NOT_GIVEN = -1,    /* of a number for which 0 has a meaning */
    CLI_SETTINGS = 16,     /* how often --option or --set can be given */
    CLI_MORE_OPERANDS = 2, /* the most operands that a command takes after its first */
    CLI_THREADS_MAX = 256
};

/* Everything that was given, checked; texts are borrowed from argv. A member keeps its "not given" value, 0, NULL or
 * CLI_NOT_GIVEN, where the option was not given or the command does not take it. */
typedef struct {
    const char *operand; /* the file or the game; NULL: not given */
    const char *more_operands[CLI_MORE_OPERANDS];
    int n_more_operands;
    int seat, ply, players;
    uint64_t seed;
    int persons; /* at this keyboard */
    bool has_seed, watch, json, resume, plain, ascii;
    const char *settings[CLI_SETTINGS]; /* NAME=VALUE: of --option, or of --set */
    int n_settings;
    int port;
    const char *host, *web; /* NULL: not given */
    const char *data, *store, *tls_cert, *tls_key, *public_url, *config;
    const char *game, *pool, *bot, *bots, *pace, *svg, *out;
    const char *url, *engine, *name, *invite;
    const char *from, *to;
    int uses, days;    /* 0: not given */
    int games, hidden; /* of training; 0: not given */
    int units, threads;
    uint32_t sims, sims_max;     /* 0: not given; a range N..M, else both the same */
    uint64_t cpu, timeout, time; /* nanoseconds: per move, for a reply of an external bot, in all */
    double elo[2];
    bool has_elo;
} cli_args;

typedef int cli_run(const cli_args *args); /* see cli/cli.h */

/* A row of the table in cli/commands.c. */
typedef struct cli_command {
    const char *name;
    const char *usage; /* gettext key: what follows the name; NULL for a group, whose commands follow */
    const char *about; /* gettext key: one line */
    uint64_t options;  /* bits of enum cli_option */
    enum { CLI_NO_OPERAND, CLI_OPTIONAL_OPERAND, CLI_REQUIRED_OPERAND } operand; /* a file or a game */
    int more_operands;                                                           /* required after that one */
    cli_run *run;                                                                /* NULL for a group */
    const struct cli_command *group; /* the commands of a group, up to one without a name; NULL: it is no group */
    const char *suggestions;         /* operands that a shell may offer; NULL: by their kind */
    bool is_hidden;                  /* not listed in the help */
} cli_command;

#define CLI_BIT(option) (UINT64_C(1) << (option))

/* An option as the help shows it. */
typedef struct {
    const char *name;        /* without the hyphens */
    const char *value;       /* gettext key of what follows, as "FILE"; NULL for a flag */
    const char *about;       /* gettext key: one line */
    const char *suggestions; /* values that a shell may offer, with spaces between; NULL: by their kind */
} cli_option_info;

const cli_option_info *cli_option_at(enum cli_option option);

/* The line that explains an option, in the language of the program. */
enum { CLI_ABOUT_TEXT = 256 };
const char *cli_option_about(enum cli_option option, char out[CLI_ABOUT_TEXT]);

/* What cli_args_read() found. */
enum cli_read {
    CLI_READ,      /* the command can run */
    CLI_READ_HELP, /* --help was given */
    CLI_READ_BAD   /* an error was printed */
};

/* Reads what follows a subcommand; argv[0] is its name. getopt_long() reorders argv, so operands may stand anywhere.
 * Every error is printed on standard error: an unknown option, a value that is not valid, a missing operand. */
enum cli_read cli_args_read(const cli_command *command, int argc, char **argv, cli_args *args);

/* The lines of a help text that explain these options. */
void cli_args_explain(uint64_t options);

#endif
