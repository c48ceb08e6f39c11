/* SPDX-License-Identifier: MIT */
/* cli/options.h -- the options of all subcommands, in the order of the help. One list feeds the enum cli_option
 * (cli/args.h), the reader (cli/args.c), the help, the manual pages and the completions (cli/describe.c): a new option
 * is one row here, one member of cli_args, and its bit in the rows of cli/commands.c that take it.
 *
 *     id         CLI_id in the code
 *     option     what is typed, after two hyphens
 *     value      gettext key of what follows, also its kind: "FILE", "GAME", "N"; NULL for a flag
 *     read       the function of cli/args.c that reads the value into
 *     field      this member of cli_args
 *     max        the most that a number, or how often a setting, may be
 *     suggest    values that a shell offers, with spaces between; NULL: by the kind
 *     about      gettext key: one line of the help; {suggestions} are the values of `suggest`, {levels} the levels of
 *                the bots
 *
 * The texts are marked N_() here, so scripts/translations finds them. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "terminal/ui/speed.h"

/* X(id, name): the bots that --pool may name together; cli/ladder.c knows which ones they are. */
#define CLI_POOL_LIST(X) X(ALL, "all") X(PLAIN, "plain") X(LEVELS, "levels") X(FROZEN, "frozen")

/* Their names as one text. */
#define CLI_POOL_WORD(id, name) name " "
#define CLI_POOL_WORDS          CLI_POOL_LIST(CLI_POOL_WORD)

/* clang-format off */
#define CLI_OPTION_LIST(X)                                                                                      \
    X(SEAT, "seat", "S", read_int, seat, INT_MAX, "0 1 2 3 4 5 6",                                              \
      N_("the point of view: seat S, or 0 for a spectator"))                                                    \
    X(PLY, "ply", "N", read_int, ply, INT_MAX, NULL,                                                            \
      N_("the position after N moves; default: the last one"))                                                  \
    X(PLAYERS, "players", "N", read_int, players, INT_MAX, "2 3 4 5 6",                                         \
      N_("number of players; default: the fewest possible"))                                                    \
    X(SEED, "seed", "N", read_seed, seed, 0, NULL,                                                              \
      N_("the seed of the deal and the moves; default: random"))                                                \
    X(OPTION, "option", N_("NAME=VALUE"), read_setting, settings, CLI_SETTINGS, NULL,                           \
      N_("set an option of the game; see `muraille games`"))                                                    \
    X(JSON, "json", NULL, read_flag, json, 0, NULL,                                                             \
      N_("write JSON"))                                                                                         \
    X(PORT, "port", "N", read_int, port, UINT16_MAX, NULL,                                                      \
      N_("listen on this port; default: 8080; 0: any free port"))                                               \
    X(HOST, "host", N_("ADDRESS"), read_text, host, 0, NULL,                                                    \
      N_("listen on this address; default: this machine only"))                                                 \
    X(WEB, "web", N_("FOLDER"), read_text, web, 0, NULL,                                                        \
      N_("serve the browser client from this folder"))                                                          \
    X(GAME, "game", N_("GAME"), read_text, game, 0, NULL,                                                       \
      N_("the game to play"))                                                                                   \
    X(UNITS, "units", "N", read_positive, units, 1000000, NULL,                                                 \
      N_("number of deals, each played with the bots in all seats"))                                            \
    X(SIMS, "sims", "N", read_sims, sims, 0, NULL,                                                              \
      N_("simulations per move; default: the bot's usual number"))                                              \
    X(CPU, "cpu", N_("TIME"), read_time, cpu, 0, "10ms 50ms 100ms",                                             \
      N_("CPU time per move, such as 50ms or 2s, instead of simulations"))                                      \
    X(THREADS, "threads", "N", read_positive, threads, CLI_THREADS_MAX, NULL,                                   \
      N_("games to play at the same time; default: the number of processors"))                                  \
    X(TIMEOUT, "timeout", N_("TIME"), read_time, timeout, 0, "1s 10s",                                          \
      N_("how long to wait for an external bot; default: 10s"))                                                 \
    X(ELO, "elo", "A,B", read_elo, elo, 4000, NULL,                                                             \
      N_("the two Elo differences to decide between; default: 0,20"))                                           \
    X(POOL, "pool", N_("POOL"), read_text, pool, 0, CLI_POOL_WORDS,                                             \
      N_("which bots: {suggestions}, or a list of names separated by commas"))                                  \
    X(BOT, "bot", N_("BOT"), read_text, bot, 0, NULL,                                                           \
      N_("the bot to use; default: the strongest"))                                                             \
    X(SVG, "svg", N_("FILE"), read_text, svg, 0, NULL,                                                          \
      N_("draw a chart into this file"))                                                                        \
    X(TIME, "time", N_("TIME"), read_time, time, 0, "600s 3600s",                                               \
      N_("how long to learn, such as 600s; default: one hour"))                                                 \
    X(GAMES, "games", "N", read_positive, games, INT_MAX, NULL,                                                 \
      N_("number of games to learn from"))                                                                      \
    X(HIDDEN, "hidden", "N", read_positive, hidden, INT_MAX, "16 32 64 128 256",                                \
      N_("the size of the hidden layer: a multiple of 16, at most 256"))                                        \
    X(OUT, "out", N_("FILE"), read_text, out, 0, NULL,                                                          \
      N_("write what was learnt to this file; default: GAME.PLAYERS.model"))                                \
    X(DATA, "data", N_("FOLDER"), read_text, data, 0, NULL,                                                     \
      N_("store people and tables in this folder; default: your data folder"))                                  \
    X(STORE, "store", N_("WHERE"), read_text, store, 0, NULL,                                                   \
      N_("store them in this file, or on a server at postgresql://..."))                                        \
    X(TLS_CERT, "tls-cert", N_("FILE"), read_text, tls_cert, 0, NULL,                                           \
      N_("use TLS with this certificate"))                                                                      \
    X(TLS_KEY, "tls-key", N_("FILE"), read_text, tls_key, 0, NULL,                                              \
      N_("the key of the certificate"))                                                                         \
    X(PUBLIC_URL, "public-url", N_("URL"), read_text, public_url, 0, NULL,                                      \
      N_("the public address, such as https://example.org"))                                                    \
    X(CONFIG, "config", N_("FILE"), read_text, config, 0, NULL,                                                 \
      N_("read settings NAME = VALUE from this file"))                                                          \
    X(SET, "set", N_("NAME=VALUE"), read_setting, settings, CLI_SETTINGS, NULL,                                 \
      N_("the same as a line of the settings file; see the manual page"))                                       \
    X(URL, "url", N_("LINK"), read_text, url, 0, NULL,                                                          \
      N_("the link to the table, as shown in the browser"))                                                     \
    X(ENGINE, "engine", N_("COMMAND"), read_text, engine, 0, NULL,                                              \
      N_("the bot program; see docs/bot-protocol.md"))                                                          \
    X(NAME, "name", N_("NAME"), read_text, name, 0, NULL,                                                       \
      N_("your name at the table; each name is a different guest"))                                                 \
    X(WATCH, "watch", NULL, read_flag, watch, 0, NULL,                                                          \
      N_("watch without a seat"))                                                                               \
    X(BOTS, "bots", N_("LEVEL"), read_text, bots, 0, NULL,                                                      \
      N_("who plays against you: {levels}"))                                                                    \
    X(PERSONS, "persons", "N", read_int, persons, INT_MAX, "0 1 2 3 4 5 6",                                     \
      N_("how many people share the keyboard; 0: watch only"))                                                  \
    X(RESUME, "resume", NULL, read_flag, resume, 0, NULL,                                                       \
      N_("continue the latest interrupted game"))                                                               \
    X(PLAIN, "plain", NULL, read_flag, plain, 0, NULL,                                                          \
      N_("line by line: for screen readers and pipes"))                                                         \
    X(ASCII, "ascii", NULL, read_flag, ascii, 0, NULL,                                                          \
      N_("use ASCII characters only"))                                                                          \
    X(PACE, "pace", N_("PACE"), read_text, pace, 0, SPEED_WORDS,                                                \
      N_("how fast bots move: {suggestions}"))                                                                  \
    X(USES, "uses", "N", read_positive, uses, 1000000, NULL,                                                    \
      N_("how many people can use it; default: 1"))                                                             \
    X(DAYS, "days", "N", read_positive, days, 36500, NULL,                                                      \
      N_("for this number of days"))                                                                            \
    X(INVITE, "invite", N_("CODE"), read_text, invite, 0, NULL,                                                 \
      N_("the invitation code, if the server requires one"))                                                    \
    X(FROM, "from", N_("WHERE"), read_text, from, 0, NULL,                                                      \
      N_("copy from this file, or from a server at postgresql://..."))                                          \
    X(TO, "to", N_("WHERE"), read_text, to, 0, NULL,                                                            \
      N_("to this file or server, which must be empty"))
/* clang-format on */

#endif
