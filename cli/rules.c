/* SPDX-License-Identifier: MIT */
/* cli/rules.c -- `muraille rules GAME`: the rules of a game, and the same text for the terminal client.
 * The texts are compiled in (cli/rulebook.h) and laid out by cli/markdown.h: as wide as the terminal, within
 * bounds. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/markdown.h"
#include "cli/output.h"
#include "cli/rulebook.h"
#include "cli/rules.h"
#include "cli/translate.h"

enum { WIDTH = 80, WIDTH_MIN = 40, WIDTH_MAX = 100 /* longer lines are hard to read */ };

/* In the language of the user, else in English; NULL if this game has no rulebook in the program. */
static const cli_rulebook *find_rulebook(const mur_game *g)
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

/* The width of the terminal between sensible bounds; 80 columns where there is none. */
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

/* On standard output, as wide as the terminal. */
static void print_markdown(mur_span markdown)
{
    cli_markdown_format page = { .width = terminal_width(), .is_styled = wants_style(), .label = _("Ruling:") };
    mur_buffer out = { 0 };
    cli_markdown_write(&page, markdown, &out);
    fwrite(out.at, 1, out.len, stdout);
    mur_buffer_close(&out);
}

void cli_put_rules(const mur_game *g, int width, mur_buffer *out)
{
    const cli_rulebook *book = find_rulebook(g);
    assert(width > 0);
    cli_markdown_format page = { .width = width, .label = _("Ruling:") };
    if (book)
        cli_markdown_write(&page, book->text, out);
}

/* Prints the rules in the language of the user; returns an exit code. */
static int print_rules(const mur_game *g)
{
    const cli_rulebook *book = find_rulebook(g);
    if (!book) {
        cli_error(N_("this program does not contain the rules of {game}"),
                  (const mur_format_arg[]){ { "game", mur_span_of(g->name) }, { 0 } });
        return CLI_FAILED;
    }
    print_markdown(book->text);
    return CLI_OK;
}

int cli_rules(const cli_args *args)
{
    const mur_game *g = cli_find_game(args->operand);
    return g ? print_rules(g) : CLI_BAD_INPUT;
}
