/* SPDX-License-Identifier: MIT */
/* cli/play.c -- `muraille play` and `muraille replay`: games in the terminal.
 * On a terminal they run on the whole screen (terminal/terminal.h); with --plain, or where there is no terminal,
 * line by line (terminal/plain/plain.h). Here the command line becomes terminal_options. A program that was built
 * without ncurses says so. */

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/rules.h"
#include "cli/translate.h"

#if HAS_TERMINAL
#include "cli/catalogue.h"
#include "cli/play.h"
#include "terminal/plain/plain.h"
#include "terminal/terminal.h"

_Static_assert((int)TERMINAL_OK == CLI_OK && (int)TERMINAL_FAILED == CLI_FAILED &&
                   (int)TERMINAL_BAD_INPUT == CLI_BAD_INPUT,
               "the terminal client returns exit codes of cli/cli.h");

terminal_options cli_terminal_options(const cli_args *args)
{
    return (terminal_options){ .words = cli_translation(NULL),
                               .seat = -1,
                               .seed = args->seed,
                               .has_seed = args->has_seed,
                               .is_ascii = args->ascii,
                               .speed = SPEED_NORMAL,
                               .put_rules = cli_put_rules,
                               .languages = cli_languages,
                               .set_language = cli_language_choose,
                               .language = cli_language };
}

/* Who plays: 0 persons, or seat 0, means to watch. In terminal_options 0 means "not given" and -1 "none". Returns
 * false after printing an error. */
static bool read_seats(const cli_args *args, terminal_options *options)
{
    options->players = args->players == CLI_NOT_GIVEN ? 0 : args->players == 0 ? -1 : args->players;
    options->persons = args->persons == CLI_NOT_GIVEN ? 0 : args->persons == 0 ? -1 : args->persons;
    if (args->seat == 0)
        options->persons = -1;
    options->seat = args->seat == CLI_NOT_GIVEN ? -1 : args->seat - 1;
    options->bot = args->bots ? mur_bot_of(mur_span_of(args->bots)) : NULL;
    if (!args->bots || options->bot)
        return true;
    cli_error(N_("unknown bot \"{word}\""), (const mur_format_arg[]){ { "word", mur_span_of(args->bots) }, { 0 } });
    return false;
}

/* Returns false after printing an error. */
static bool read_pace(const cli_args *args, terminal_options *options)
{
    if (!args->pace || speed_read(args->pace, &options->speed))
        return true;
    cli_error(
        N_("\"{word}\" is not a valid value for --{option}; try --help"),
        (const mur_format_arg[]){ { "option", mur_span_of("pace") }, { "word", mur_span_of(args->pace) }, { 0 } });
    return false;
}

/* Without a game the first screen offers them. */
int cli_play(const cli_args *args)
{
    terminal_options options = cli_terminal_options(args);
    options.settings = args->settings;
    options.n_settings = args->n_settings;
    options.resumes = args->resume;
    options.game = args->operand ? cli_find_game(args->operand) : NULL;
    if ((args->operand && !options.game) || !read_seats(args, &options) || !read_pace(args, &options))
        return CLI_BAD_INPUT;
    return args->plain || !terminal_is_available() ? plain_play(&options) : terminal_play(&options);
}

int cli_replay(const cli_args *args)
{
    terminal_options options = cli_terminal_options(args);
    if (!read_pace(args, &options))
        return CLI_BAD_INPUT;
    if (terminal_is_available())
        return terminal_replay(&options, args->operand);
    cli_error(N_("this needs a terminal; try muraille show"), (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

#else

/* See -Dterminal in meson_options.txt. */
static int refuse(void)
{
    cli_error(N_("this program was built without the terminal client"), (const mur_format_arg[]){ { 0 } });
    return CLI_FAILED;
}

int cli_play(const cli_args *args)
{
    (void)args;
    return refuse();
}

int cli_replay(const cli_args *args)
{
    (void)args;
    return refuse();
}

#endif
