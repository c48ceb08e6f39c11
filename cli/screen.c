/* SPDX-License-Identifier: MIT */
/* `muraille play` and `muraille replay`: games on a whole screen where there is one (terminal/terminal.h), else, or if
 * wished, line by line (terminal/plain.h). */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/rules.h"
#include "cli/words.h"

#if HAS_TERMINAL
#include "cli/screen.h"
#include "terminal/plain.h"
#include "terminal/terminal.h"

term_wish cli_term_wish(const cli_args *args)
{
    static const char *const languages[] = { "en", "de", "fr", "it", NULL };
    return (term_wish){ .words = cli_words(NULL),
                        .seat = -1,
                        .seed = args->seed,
                        .has_seed = args->has_seed,
                        .is_ascii = args->ascii,
                        .pace = PACE_NORMAL,
                        .put_rules = cli_put_rules,
                        .languages = languages,
                        .speak = cli_words_choose,
                        .language = cli_language };
}

/* 0 in `persons`, or as the seat, is somebody who looks on. False: told. */
static bool read_seats(const cli_args *args, term_wish *w)
{
    w->players = args->players == CLI_NOT_GIVEN ? 0 : args->players == 0 ? -1 : args->players;
    w->persons = args->persons == CLI_NOT_GIVEN ? 0 : args->persons == 0 ? -1 : args->persons;
    if (args->seat == 0)
        w->persons = -1;
    w->seat = args->seat == CLI_NOT_GIVEN ? -1 : args->seat - 1;
    w->bot = args->bots ? mur_bot_of(mur_span_of(args->bots)) : NULL;
    if (!args->bots || w->bot)
        return true;
    cli_complain(N_("there is no bot \"{word}\""), (const mur_place[]){ { "word", mur_span_of(args->bots) }, { 0 } });
    return false;
}

/* False: told. */
static bool read_pace(const cli_args *args, term_wish *w)
{
    if (!args->pace || pace_read(args->pace, &w->pace))
        return true;
    cli_complain(N_("the option --{option} cannot be \"{word}\"; try --help"),
                 (const mur_place[]){ { "option", mur_span_of("pace") }, { "word", mur_span_of(args->pace) }, { 0 } });
    return false;
}

int cli_play(const cli_args *args)
{
    term_wish w = cli_term_wish(args);
    w.settings = args->settings;
    w.n_settings = args->n_settings;
    w.resumes = args->resume;
    w.game = args->word ? cli_game_of(args->word) : NULL;
    if ((args->word && !w.game) || !read_seats(args, &w) || !read_pace(args, &w))
        return CLI_BAD;
    return args->plain || !terminal_is_there() ? plain_play(&w) : terminal_play(&w);
}

int cli_replay(const cli_args *args)
{
    term_wish w = cli_term_wish(args);
    if (!read_pace(args, &w))
        return CLI_BAD;
    if (terminal_is_there())
        return terminal_replay(&w, args->word);
    cli_complain(N_("a whole screen is needed; try muraille show"), (const mur_place[]){ { 0 } });
    return CLI_FAILED;
}

#else

/* See -Dterminal in meson_options.txt. */
static int refuse(void)
{
    cli_complain(N_("this program was built without the terminal client"), (const mur_place[]){ { 0 } });
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
