/* SPDX-License-Identifier: MIT */
/* `muraille rules GAME`: the rules, to be read by a player. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/page.h"
#include "cli/rulebook.h"
#include "cli/rules.h"
#include "cli/words.h"

enum { WIDTH = 80, WIDTH_MIN = 40, WIDTH_MAX = 100 /* longer lines are hard to read */ };

/* In the language of the user, else in English. */
static const cli_rulebook *find_book(const mur_game *g)
{
    const cli_rulebook *english = NULL;
    for (const cli_rulebook *b = cli_rulebooks; b->game; b++) {
        if (strcmp(b->game, g->id) != 0)
            continue;
        if (strcmp(b->language, cli_language()) == 0)
            return b;
        if (strcmp(b->language, "en") == 0)
            english = b;
    }
    return english;
}

static int terminal_width(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return WIDTH;
    return size.ws_col < WIDTH_MIN ? WIDTH_MIN : size.ws_col > WIDTH_MAX ? WIDTH_MAX : size.ws_col;
}

/* https://no-color.org: set and not empty, it asks for plain text. */
static bool wants_style(void)
{
    const char *plain = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(plain && *plain);
}

void cli_print_text(mur_span markdown)
{
    cli_page page = { .width = terminal_width(), .is_styled = wants_style(), .label = _("Ruling:") };
    mur_buffer out = { 0 };
    cli_page_write(&page, markdown, &out);
    fwrite(out.at, 1, out.len, stdout);
    mur_buffer_close(&out);
}

void cli_put_rules(const mur_game *g, int width, mur_buffer *out)
{
    const cli_rulebook *book = find_book(g);
    cli_page page = { .width = width, .label = _("Ruling:") };
    if (book)
        cli_page_write(&page, book->text, out);
}

int cli_print_rules(const mur_game *g)
{
    const cli_rulebook *book = find_book(g);
    if (!book) {
        cli_complain(N_("the rules of {game} are not in this program"),
                     (const mur_place[]){ { "game", mur_span_of(g->name) }, { 0 } });
        return CLI_FAILED;
    }
    cli_print_text(book->text);
    return CLI_OK;
}

int cli_rules(const cli_args *args)
{
    const mur_game *g = cli_game_of(args->word);
    return g ? cli_print_rules(g) : CLI_BAD;
}
