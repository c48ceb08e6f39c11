/* SPDX-License-Identifier: MIT */
/* cli/args.c -- reads the options and operands of a subcommand into a cli_args, and prints their help.
 * The table `options` is made from the list in cli/options.h: for each option the function that reads its value and
 * where in cli_args the value goes. getopt_long() splits the arguments; it gets only the options that the command
 * takes, so all others are unknown to it. To add an option, edit cli/options.h. */
#include "cli/args.h"

#include <assert.h>
#include <getopt.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/levels.h"
#include "cli/output.h"
#include "cli/translate.h"

enum { HELP = 'h', LONG = 256 /* getopt's codes of our options begin here */ };

/* Prints an error about one word of the command line. */
static enum cli_read refuse(const char *phrase, const char *word)
{
    cli_error(phrase, (const mur_format_arg[]){ { "word", mur_span_of(word) }, { 0 } });
    return CLI_READ_BAD;
}

/* -- Readers of values. Each writes the member of cli_args at `field`; those that set several members use `args`. `max`
 * is what cli/options.h says. False: not a valid value -- */

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

/* From 0 to max. */
static bool read_int(const char *text, cli_args *args, void *field, int max)
{
    (void)args;
    uint64_t n;
    if (!read_number(text, (uint64_t)max, &n))
        return false;
    assert(n <= INT_MAX);
    *(int *)field = (int)n;
    return true;
}

/* From 1 to max. */
static bool read_positive(const char *text, cli_args *args, void *field, int max)
{
    (void)args;
    return read_int(text, args, field, max) && *(int *)field > 0;
}

/* Any text that is not empty. */
static bool read_text(const char *text, cli_args *args, void *field, int max)
{
    (void)args;
    (void)max;
    *(const char **)field = text;
    return *text != '\0';
}

static bool read_flag(const char *text, cli_args *args, void *field, int max)
{
    (void)args;
    (void)text;
    (void)max;
    *(bool *)field = true;
    return true;
}

/* A number with a unit, "50ms" or "2s", in nanoseconds; more than 0. At most seven digits, so the product fits. */
static bool read_time(const char *text, cli_args *args, void *field, int max)
{
    (void)args;
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
            *(uint64_t *)field = n * units[i].nanoseconds;
            return n > 0;
        }
    return false;
}

/* All 64 bits are allowed, so whether one was given needs a flag of its own. */
static bool read_seed(const char *text, cli_args *args, void *field, int max)
{
    (void)field;
    (void)max;
    args->has_seed = true;
    return read_number(text, UINT64_MAX, &args->seed);
}

/* NAME=VALUE, up to `max` times; the command checks name and value. */
static bool read_setting(const char *text, cli_args *args, void *field, int max)
{
    (void)field;
    if (args->n_settings == max || !strchr(text, '='))
        return false;
    args->settings[args->n_settings++] = text;
    return true;
}

/* "1000", or the range "250..8000" for `arena scale`. */
static bool read_sims(const char *text, cli_args *args, void *field, int max)
{
    (void)field;
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
    args->sims = (uint32_t)from;
    args->sims_max = (uint32_t)to;
    return from > 0 && to >= from;
}

/* "-20,0": two numbers, the first less than the second, neither beyond max. */
static bool read_elo(const char *text, cli_args *args, void *field, int max)
{
    (void)field;
    char *end;
    args->elo[0] = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    args->elo[1] = strtod(second, &end);
    args->has_elo = true;
    return end != second && !*end && args->elo[0] < args->elo[1] && args->elo[0] >= -max && args->elo[1] <= max;
}

/* -- The options -- */

typedef bool read_value(const char *text, cli_args *args, void *field, int max);

static const struct {
    cli_option_info info;
    read_value *read;
    size_t field; /* offset in cli_args */
    int max;
} options[CLI_OPTIONS] = {
#define X(id, option, value, read, field, max, suggest, about)                                                         \
    [CLI_##id] = { { option, value, about, suggest }, read, offsetof(cli_args, field), max },
    CLI_OPTION_LIST(X)
#undef X
};

/* Former names that scripts may still use; the help does not show them. */
static const struct {
    const char *name;
    enum cli_option option;
} old_names[] = { { "limit", CLI_TIMEOUT } };
enum { OLD_NAMES = sizeof old_names / sizeof old_names[0], NAMES = CLI_OPTIONS + OLD_NAMES + 2 /* help, the end */ };

const cli_option_info *cli_option_at(enum cli_option option)
{
    assert(option < CLI_OPTIONS);
    assert(options[option].info.name && options[option].info.about);
    return &options[option].info;
}

/* A row of getopt_long()'s table. Its code tells which option it is, also under a former name. */
static struct option getopt_row(const char *name, int option)
{
    int has_value = options[option].info.value ? required_argument : no_argument;
    return (struct option){ name, has_value, NULL, LONG + option };
}

/* The table for getopt_long(): the options in this set under all their names, and --help. */
static void list_options(uint64_t wanted, struct option out[NAMES])
{
    int n = 0;
    for (int i = 0; i < CLI_OPTIONS; i++)
        if (wanted & CLI_BIT(i))
            out[n++] = getopt_row(options[i].info.name, i);
    for (int i = 0; i < OLD_NAMES; i++)
        if (wanted & CLI_BIT(old_names[i].option))
            out[n++] = getopt_row(old_names[i].name, (int)old_names[i].option);
    out[n++] = (struct option){ "help", no_argument, NULL, HELP };
    assert(n < NAMES);
    out[n] = (struct option){ 0 };
}

/* Takes what getopt_long() has moved to the end of argv. */
static enum cli_read read_operands(const cli_command *command, int argc, char **argv, cli_args *args)
{
    if (optind < argc && command->operand != CLI_NO_OPERAND)
        args->operand = argv[optind++];
    while (optind < argc && args->n_more_operands < command->more_operands)
        args->more_operands[args->n_more_operands++] = argv[optind++];
    if (optind < argc)
        return refuse(N_("unexpected argument \"{word}\"; try --help"), argv[optind]);
    if ((!args->operand && command->operand == CLI_REQUIRED_OPERAND) || args->n_more_operands < command->more_operands)
        return refuse(N_("something is missing; expected: {word}"), _(command->usage));
    return CLI_READ;
}

/* getopt_long() reports an unknown letter in optopt, and an unknown word as the argument before optind. */
static enum cli_read refuse_unknown(const char *word)
{
    const char letter[] = { '-', (char)optopt, '\0' };
    bool is_letter = optopt > 0 && optopt < LONG && optopt != HELP;
    return refuse(N_("unknown option {word}, or it takes no value; try --help"), is_letter ? letter : word);
}

static enum cli_read refuse_value(const char *option, const char *value)
{
    cli_error(N_("\"{word}\" is not a valid value for --{option}; try --help"),
              (const mur_format_arg[]){ { "option", mur_span_of(option) }, { "word", mur_span_of(value) }, { 0 } });
    return CLI_READ_BAD;
}

/* Options first, in any order, then the operands. The first error ends it. */
enum cli_read cli_args_read(const cli_command *command, int argc, char **argv, cli_args *args)
{
    struct option known[NAMES];
    int code;
    assert(command->run && command->more_operands <= CLI_MORE_OPERANDS);
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
            return refuse(N_("option {word} needs a value; try --help"), argv[optind - 1]);
        if (code == '?')
            return refuse_unknown(argv[optind - 1]);
        int option = code - LONG;
        assert(option >= 0 && option < CLI_OPTIONS && (command->options & CLI_BIT(option)));
        if (!options[option].read(optarg, args, (char *)args + options[option].field, options[option].max))
            return refuse_value(options[option].info.name, optarg);
    }
    return read_operands(command, argc, argv, args);
}

/* -- The help -- */

/* "apprentice, journeyman, ...", weakest first. */
static void put_levels(mur_text *t)
{
    for (int i = 0; mur_level_at(i); i++) {
        mur_put(t, i > 0 ? ", " : "");
        mur_put(t, mur_level_at(i)->id);
    }
}

/* Words with spaces between, written with commas between: "slow, normal, quick". */
static void put_words(mur_text *t, const char *words)
{
    mur_span rest = mur_span_of(words), word;
    for (bool is_first = true; mur_take_word(&rest, &word); is_first = false) {
        mur_put(t, is_first ? "" : ", ");
        mur_put_bytes(t, word.at, word.len);
        mur_take_char(&rest, ' ');
    }
}

const char *cli_option_about(enum cli_option option, char out[CLI_ABOUT_TEXT])
{
    const cli_option_info *o = &options[option].info;
    char levels[CLI_ABOUT_TEXT], words[CLI_ABOUT_TEXT];
    mur_text l = mur_text_on(levels, sizeof levels), w = mur_text_on(words, sizeof words);
    mur_text t = mur_text_on(out, CLI_ABOUT_TEXT);
    put_levels(&l);
    put_words(&w, o->suggestions ? o->suggestions : "");
    mur_put_format(
        &t, _(o->about),
        (const mur_format_arg[]){ { "levels", mur_span_of(levels) }, { "suggestions", mur_span_of(words) }, { 0 } });
    return out;
}

/* One line of the help. The name begins in column 3, the text in column 26 or, after a long name, one space later. */
static void explain(const char *name, const char *value, const char *about)
{
    char line[2 * CLI_ABOUT_TEXT];
    mur_text t = mur_text_on(line, sizeof line);
    mur_put(&t, "  --");
    mur_put(&t, name);
    mur_put_char(&t, ' ');
    mur_put(&t, *value ? _(value) : "");
    mur_put_pad(&t, 0, 25, true);
    mur_put(&t, about);
    puts(line);
}

void cli_args_explain(uint64_t wanted)
{
    char about[CLI_ABOUT_TEXT];
    for (int i = 0; i < CLI_OPTIONS; i++)
        if (wanted & CLI_BIT(i)) {
            const cli_option_info *o = &options[i].info;
            explain(o->name, o->value ? o->value : "", cli_option_about((enum cli_option)i, about));
        }
    char languages[64];
    mur_text t = mur_text_on(languages, sizeof languages);
    cli_put_languages(&t);
    explain("lang", N_("LANGUAGE"), languages);
    explain("help", "", _("show this text"));
}
