/* SPDX-License-Identifier: MIT */
/* cli/args.h -- what was typed after a subcommand's name.
 * All options of all subcommands are one table (args.c): their names, their values and their help. A subcommand
 * says which of them it takes. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

enum cli_option {
    CLI_SEAT,
    CLI_PLY,
    CLI_PLAYERS,
    CLI_SEED,
    CLI_OPTION,
    CLI_JSON,
    CLI_PORT,
    CLI_HOST,
    CLI_WEB,
    CLI_GAME,
    CLI_UNITS,
    CLI_SIMS,
    CLI_CPU,
    CLI_THREADS,
    CLI_LIMIT,
    CLI_ELO,
    CLI_POOL,
    CLI_BOT,
    CLI_SVG,
    CLI_TIME,
    CLI_GAMES,
    CLI_HIDDEN,
    CLI_OUT,
    CLI_DATA,
    CLI_STORE,
    CLI_TLS_CERT,
    CLI_TLS_KEY,
    CLI_PUBLIC_URL,
    CLI_CONFIG,
    CLI_SET,
    CLI_URL,
    CLI_ENGINE,
    CLI_NAME,
    CLI_WATCH,
    CLI_BOTS,
    CLI_PERSONS,
    CLI_RESUME,
    CLI_PLAIN,
    CLI_ASCII,
    CLI_PACE,
    CLI_USES,
    CLI_DAYS,
    CLI_INVITE,
    CLI_FROM,
    CLI_TO,
    CLI_OPTIONS
};

enum {
    CLI_NOT_GIVEN = -1,
    CLI_SETTINGS = 16, /* --option or --set given at most so often */
    CLI_WORDS = 2,     /* no command takes more words after its first */
    CLI_THREADS_MAX = 256
};

typedef struct {
    const char *word; /* the file or the game; NULL: not given */
    const char *more[CLI_WORDS];
    int n_more;
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
    uint32_t sims, sims_max;   /* 0: not given; a range N..M, else both the same */
    uint64_t cpu, limit, time; /* nanoseconds: a move, of silence, in all; 0: not given */
    double elo[2];
    bool has_elo;
} cli_args;

typedef int cli_run(const cli_args *args); /* see cli/cli.h */

typedef struct cli_command {
    const char *name;
    const char *usage;                          /* what follows the name */
    const char *about;                          /* gettext key: one line */
    uint64_t options;                           /* bits of enum cli_option */
    enum { CLI_NEVER, CLI_MAY, CLI_MUST } word; /* does a file or a game follow? */
    int more;                                   /* words that must follow that one */
    cli_run *run;
    const struct cli_command *group; /* a command of commands: these, up to one without a name */
} cli_command;

#define CLI_BIT(option) (UINT64_C(1) << (option))

/* What cli_args_read() found. */
enum cli_read { CLI_READ, CLI_READ_HELP, CLI_READ_BAD };

/* argv[0] is the name of the subcommand; the words in argv are reordered. A fault is told on standard error. */
enum cli_read cli_args_read(const cli_command *command, int argc, char **argv, cli_args *args);

/* The lines of a help text that explain these options. */
void cli_args_explain(uint64_t options);

#endif
