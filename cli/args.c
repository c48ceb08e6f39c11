/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/io.h"
#include "cli/words.h"

static const struct {
    const char *name, *value, *about;
} options[CLI_OPTIONS] = {
    [CLI_SEAT] = { "seat", "S", N_("look from seat S; 0 is a spectator") },
    [CLI_PLY] = { "ply", "N", N_("the position after N moves; the last one unless given") },
    [CLI_PLAYERS] = { "players", "N", N_("how many play; as few as can unless given") },
    [CLI_SEED] = { "seed", "N", N_("deal and play by this number; a new one unless given") },
    [CLI_OPTION] = { "option", N_("NAME=VALUE"), N_("set an option of the game; see `muraille games`") },
    [CLI_JSON] = { "json", NULL, N_("write JSON, for programs") },
    [CLI_PORT] = { "port", "N", N_("listen on this port; 8080 unless given, any free one if 0") },
    [CLI_HOST] = { "host", N_("ADDRESS"), N_("listen on this address; only this machine unless given") },
    [CLI_WEB] = { "web", N_("FOLDER"), N_("serve the browser client in this folder") },
};

enum { HELP = 'h', LONG = 256 /* getopt's codes of our options begin here */ };

static enum cli_read refuse(const char *phrase, const char *word)
{
    cli_complain(phrase, (const mur_place[]){ { "word", mur_span_of(word) }, { 0 } });
    return CLI_READ_BAD;
}

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

static bool read_int(const char *text, int *out)
{
    uint64_t n;
    if (!read_number(text, INT_MAX, &n))
        return false;
    *out = (int)n;
    return true;
}

static bool read_setting(const char *text, cli_args *args)
{
    if (args->n_settings == CLI_SETTINGS || !strchr(text, '='))
        return false;
    args->settings[args->n_settings++] = text;
    return true;
}

static bool read_value(enum cli_option option, const char *text, cli_args *args)
{
    switch (option) {
    case CLI_SEAT:
        return read_int(text, &args->seat);
    case CLI_PLY:
        return read_int(text, &args->ply);
    case CLI_PLAYERS:
        return read_int(text, &args->players);
    case CLI_SEED:
        args->has_seed = true;
        return read_number(text, UINT64_MAX, &args->seed);
    case CLI_OPTION:
        return read_setting(text, args);
    case CLI_JSON:
        args->json = true;
        return true;
    case CLI_PORT:
        return read_int(text, &args->port) && args->port <= UINT16_MAX;
    case CLI_HOST:
        args->host = text;
        return *text != '\0';
    case CLI_WEB:
        args->web = text;
        return *text != '\0';
    case CLI_OPTIONS:
        break;
    }
    return false;
}

static void list_options(unsigned wanted, struct option out[CLI_OPTIONS + 2])
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
    if (optind < argc)
        return refuse(N_("\"{word}\" is one word too many; try --help"), argv[optind]);
    if (!args->word && command->word == CLI_MUST)
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
    *args = (cli_args){ .seat = CLI_NOT_GIVEN, .ply = CLI_NOT_GIVEN, .players = CLI_NOT_GIVEN, .port = CLI_NOT_GIVEN };
    opterr = 0;
    while ((code = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
        if (code == HELP)
            return CLI_READ_HELP;
        if (code == ':')
            return refuse(N_("the option {word} needs a value; try --help"), argv[optind - 1]);
        if (code == '?')
            return refuse_unknown(argv[optind - 1]);
        if (!read_value((enum cli_option)(code - LONG), optarg, args))
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

void cli_args_explain(unsigned wanted)
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
