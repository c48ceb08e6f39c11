/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/io.h"
#include "cli/words.h"

enum { HELP = 'h', LONG = 256 /* getopt's codes of our options begin here */ };

static enum cli_read refuse(const char *phrase, const char *word)
{
    cli_complain(phrase, (const mur_place[]){ { "word", mur_span_of(word) }, { 0 } });
    return CLI_READ_BAD;
}

/* -- Values. Each reader is given where in the cli_args its value goes, and the most a number may be -- */

/* Digits alone, no more than max. */
static bool read_number(const char *text, uint64_t max, uint64_t *out)
{
    uint64_t n = 0;
    for (const char *c = text; *c; c++) {
        unsigned digit = (unsigned)*c - '0';
        if (digit > 9 || n > (max - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *out = n;
    return *text != '\0';
}

static bool read_int(const char *text, void *at, int max)
{
    uint64_t n;
    if (!read_number(text, (uint64_t)max, &n))
        return false;
    *(int *)at = (int)n;
    return true;
}

/* At least one. */
static bool read_some(const char *text, void *at, int max)
{
    return read_int(text, at, max) && *(int *)at > 0;
}

/* Any text but none. */
static bool read_text(const char *text, void *at, int max)
{
    (void)max;
    *(const char **)at = text;
    return *text != '\0';
}

static bool read_flag(const char *text, void *at, int max)
{
    (void)text;
    (void)max;
    *(bool *)at = true;
    return true;
}

/* "50ms", "2s": in nanoseconds, more than none. */
static bool read_time(const char *text, void *at, int max)
{
    static const struct {
        const char *unit;
        uint64_t nanoseconds;
    } units[] = { { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 } };
    char digits[8];
    uint64_t n = 0;
    size_t length = strspn(text, "0123456789");
    (void)max;
    if (length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    for (size_t i = 0; read_number(digits, UINT32_MAX, &n) && i < sizeof units / sizeof units[0]; i++)
        if (strcmp(text + length, units[i].unit) == 0) {
            *(uint64_t *)at = n * units[i].nanoseconds;
            return n > 0;
        }
    return false;
}

/* These know which fields are theirs. */

static bool read_seed(const char *text, void *args, int max)
{
    cli_args *a = args;
    (void)max;
    a->has_seed = true;
    return read_number(text, UINT64_MAX, &a->seed);
}

static bool read_setting(const char *text, void *args, int max)
{
    cli_args *a = args;
    if (a->n_settings == max || !strchr(text, '='))
        return false;
    a->settings[a->n_settings++] = text;
    return true;
}

/* "1000", or "250..8000". */
static bool read_sims(const char *text, void *args, int max)
{
    cli_args *a = args;
    char first[16];
    uint64_t from, to;
    const char *dots = strstr(text, "..");
    size_t n = dots ? (size_t)(dots - text) : strlen(text);
    (void)max;
    if (n >= sizeof first)
        return false;
    memcpy(first, text, n);
    first[n] = '\0';
    if (!read_number(first, UINT32_MAX, &from) || !read_number(dots ? dots + 2 : first, UINT32_MAX, &to))
        return false;
    a->sims = (uint32_t)from;
    a->sims_max = (uint32_t)to;
    return from > 0 && to >= from;
}

/* "-20,0": the first is less, and neither is more than max. */
static bool read_elo(const char *text, void *args, int max)
{
    cli_args *a = args;
    char *end;
    a->elo[0] = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    a->elo[1] = strtod(second, &end);
    a->has_elo = true;
    return end != second && !*end && a->elo[0] < a->elo[1] && a->elo[0] >= -max && a->elo[1] <= max;
}

/* -- The options -- */

static const struct {
    const char *name, *value, *about;
    bool (*read)(const char *text, void *at, int max);
    size_t at;
    int max;
} options[CLI_OPTIONS] = {
#define AT(field) offsetof(cli_args, field)
    [CLI_SEAT] = { "seat", "S", N_("look from seat S; 0 is a spectator"), read_int, AT(seat), INT_MAX },
    [CLI_PLY] = { "ply", "N", N_("the position after N moves; the last one unless given"), read_int, AT(ply), INT_MAX },
    [CLI_PLAYERS] = { "players", "N", N_("how many play; as few as can unless given"), read_int, AT(players), INT_MAX },
    [CLI_SEED] = { "seed", "N", N_("deal and play by this number; a new one unless given"), read_seed, 0, 0 },
    [CLI_OPTION] = { "option", N_("NAME=VALUE"), N_("set an option of the game; see `muraille games`"), read_setting, 0,
                     CLI_SETTINGS },
    [CLI_JSON] = { "json", NULL, N_("write JSON, for programs"), read_flag, AT(json), 0 },
    [CLI_PORT] = { "port", "N", N_("listen on this port; 8080 unless given, any free one if 0"), read_int, AT(port),
                   UINT16_MAX },
    [CLI_HOST] = { "host", N_("ADDRESS"), N_("listen on this address; only this machine unless given"), read_text,
                   AT(host), 0 },
    [CLI_WEB] = { "web", N_("FOLDER"), N_("serve the browser client in this folder"), read_text, AT(web), 0 },
    [CLI_GAME] = { "game", N_("GAME"), N_("the game to be played"), read_text, AT(game), 0 },
    [CLI_UNITS] = { "units", "N", N_("so many deals, each played with the bots in all seats"), read_some, AT(units),
                    1000000 },
    [CLI_SIMS] = { "sims", "N", N_("simulations a move; the bot's usual number unless given"), read_sims, 0, 0 },
    [CLI_CPU] = { "cpu", N_("TIME"), N_("processor time a move, as 50ms or 2s, instead of simulations"), read_time,
                  AT(cpu), 0 },
    [CLI_THREADS] = { "threads", "N", N_("play so many games at the same time; as many as there are processors"),
                      read_some, AT(threads), CLI_THREADS_MAX },
    [CLI_LIMIT] = { "limit", N_("TIME"), N_("how long a foreign bot may be silent; 10s unless given"), read_time,
                    AT(limit), 0 },
    [CLI_ELO] = { "elo", "A,B", N_("the two differences to decide between; 0,20 unless given"), read_elo, 0, 4000 },
    [CLI_POOL] = { "pool", N_("POOL"), N_("who plays: all, plain, levels, frozen, or names with commas between"),
                   read_text, AT(pool), 0 },
    [CLI_BOT] = { "bot", N_("BOT"), N_("the bot that thinks; the strongest unless given"), read_text, AT(bot), 0 },
    [CLI_SVG] = { "svg", N_("FILE"), N_("draw a chart into this file"), read_text, AT(svg), 0 },
    [CLI_TIME] = { "time", N_("TIME"), N_("how long to learn, as 600s; an hour unless given"), read_time, AT(time), 0 },
    [CLI_GAMES] = { "games", "N", N_("learn from so many games"), read_some, AT(games), INT_MAX },
    [CLI_HIDDEN] = { "hidden", "N", N_("the size of the net: a multiple of 16, at most 256"), read_some, AT(hidden),
                     INT_MAX },
    [CLI_OUT] = { "out", N_("FILE"), N_("write what was learnt to this file; GAME.PLAYERS.lore unless given"),
                  read_text, AT(out), 0 },
    [CLI_DATA] = { "data", N_("FOLDER"), N_("keep people and tables in this folder; yours unless given"), read_text,
                   AT(data), 0 },
    [CLI_STORE] = { "store", N_("WHERE"), N_("keep them in this file, or in a server at postgresql://..."), read_text,
                    AT(store), 0 },
    [CLI_TLS_CERT] = { "tls-cert", N_("FILE"), N_("speak encrypted, with this certificate"), read_text, AT(tls_cert),
                       0 },
    [CLI_TLS_KEY] = { "tls-key", N_("FILE"), N_("the key of the certificate"), read_text, AT(tls_key), 0 },
    [CLI_PUBLIC_URL] = { "public-url", N_("URL"), N_("how people reach it, as https://example.org"), read_text,
                         AT(public_url), 0 },
    [CLI_CONFIG] = { "config", N_("FILE"), N_("read lines NAME = VALUE from this file"), read_text, AT(config), 0 },
    [CLI_BOTS] = { "bots", N_("LEVEL"), N_("who plays against you: apprentice, journeyman, mason, master, emperor"),
                   read_text, AT(bots), 0 },
    [CLI_PERSONS] = { "persons", "N", N_("so many of you share the keyboard; 0 looks on"), read_int, AT(persons),
                      INT_MAX },
    [CLI_RESUME] = { "resume", NULL, N_("go on with the latest game that was interrupted"), read_flag, AT(resume), 0 },
    [CLI_PLAIN] = { "plain", NULL, N_("line by line: for screen readers and pipes"), read_flag, AT(plain), 0 },
    [CLI_ASCII] = { "ascii", NULL, N_("no characters but ASCII"), read_flag, AT(ascii), 0 },
    [CLI_PACE] = { "pace", N_("PACE"), N_("how fast bots move on the screen: slow, normal, quick, none"), read_text,
                   AT(pace), 0 },
    [CLI_USES] = { "uses", "N", N_("so many may come with it; one unless given"), read_some, AT(uses), 1000000 },
    [CLI_DAYS] = { "days", "N", N_("for so many days"), read_some, AT(days), 36500 },
    [CLI_INVITE] = { "invite", N_("CODE"), N_("the code of an invitation, where the server asks for one"), read_text,
                     AT(invite), 0 },
    [CLI_SET] = { "set", N_("NAME=VALUE"), N_("as such a line; see the manual page"), read_setting, 0, CLI_SETTINGS },
    [CLI_URL] = { "url", N_("LINK"), N_("the link of the table, as the browser shows it"), read_text, AT(url), 0 },
    [CLI_ENGINE] = { "engine", N_("COMMAND"), N_("the program that thinks; see docs/bot-protocol.md"), read_text,
                     AT(engine), 0 },
    [CLI_WATCH] = { "watch", NULL, N_("look on, without a seat"), read_flag, AT(watch), 0 },
    [CLI_NAME] = { "name", N_("NAME"), N_("what to be called there; another guest for each name"), read_text, AT(name),
                   0 },
    [CLI_FROM] = { "from", N_("WHERE"), N_("copy what is kept in this file, or in a server at postgresql://..."),
                   read_text, AT(from), 0 },
    [CLI_TO] = { "to", N_("WHERE"), N_("to this file or server, where nothing is kept yet"), read_text, AT(to), 0 },
#undef AT
};

static void list_options(uint64_t wanted, struct option out[CLI_OPTIONS + 2])
{
    int n = 0;
    for (int i = 0; i < CLI_OPTIONS; i++)
        if (wanted & CLI_BIT(i))
            out[n++] =
                (struct option){ options[i].name, options[i].value ? required_argument : no_argument, NULL, LONG + i };
    out[n++] = (struct option){ "help", no_argument, NULL, HELP };
    out[n] = (struct option){ 0 };
}

static enum cli_read read_words(const cli_command *command, int argc, char **argv, cli_args *args)
{
    if (optind < argc && command->word != CLI_NEVER)
        args->word = argv[optind++];
    while (optind < argc && args->n_more < command->more)
        args->more[args->n_more++] = argv[optind++];
    if (optind < argc)
        return refuse(N_("\"{word}\" is one word too many; try --help"), argv[optind]);
    if ((!args->word && command->word == CLI_MUST) || args->n_more < command->more)
        return refuse(N_("something is missing; expected: {word}"), _(command->usage));
    return CLI_READ;
}

/* getopt names an unknown letter, and leaves an unknown word to us. */
static enum cli_read refuse_unknown(const char *word)
{
    const char letter[] = { '-', (char)optopt, '\0' };
    bool is_letter = optopt > 0 && optopt < LONG && optopt != HELP;
    return refuse(N_("the option {word} is not known here, or takes no value; try --help"), is_letter ? letter : word);
}

static enum cli_read refuse_value(const char *option, const char *value)
{
    cli_complain(N_("the option --{option} cannot be \"{word}\"; try --help"),
                 (const mur_place[]){ { "option", mur_span_of(option) }, { "word", mur_span_of(value) }, { 0 } });
    return CLI_READ_BAD;
}

enum cli_read cli_args_read(const cli_command *command, int argc, char **argv, cli_args *args)
{
    struct option known[CLI_OPTIONS + 2];
    int code;
    list_options(command->options, known);
    *args = (cli_args){ .seat = CLI_NOT_GIVEN,
                        .ply = CLI_NOT_GIVEN,
                        .players = CLI_NOT_GIVEN,
                        .port = CLI_NOT_GIVEN,
                        .persons = CLI_NOT_GIVEN };
    opterr = 0;
    while ((code = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
        if (code == HELP)
            return CLI_READ_HELP;
        if (code == ':')
            return refuse(N_("the option {word} needs a value; try --help"), argv[optind - 1]);
        if (code == '?')
            return refuse_unknown(argv[optind - 1]);
        if (!options[code - LONG].read(optarg, (char *)args + options[code - LONG].at, options[code - LONG].max))
            return refuse_value(options[code - LONG].name, optarg);
    }
    return read_words(command, argc, argv, args);
}

static void explain(const char *name, const char *value, const char *about)
{
    char line[256];
    mur_text t = mur_text_on(line, sizeof line);
    mur_put(&t, "  --");
    mur_put(&t, name);
    mur_put_char(&t, ' ');
    mur_put(&t, *value ? _(value) : "");
    mur_put_pad(&t, 0, 25, true);
    mur_put(&t, _(about));
    puts(line);
}

void cli_args_explain(uint64_t wanted)
{
    for (int i = 0; i < CLI_OPTIONS; i++)
        if (wanted & CLI_BIT(i))
            explain(options[i].name, options[i].value ? options[i].value : "", options[i].about);
    char languages[64];
    mur_text t = mur_text_on(languages, sizeof languages);
    cli_put_languages(&t);
    explain("lang", N_("LANGUAGE"), languages);
    explain("help", "", N_("this text"));
}
