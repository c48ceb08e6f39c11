/* SPDX-License-Identifier: MIT */
/* cli/describe.c -- `muraille describe`: the command line described in JSON, for the tools that write the manual pages
 * and the completions of shells (packaging/). The help does not list the command. Everything comes from the tables that
 * the program itself reads: commands (cli/commands.c) and options (cli/options.h), the settings of a server
 * (cli/settings.c), languages, games and bots. So a manual page or a completion cannot differ from the program. Texts
 * for people are in the language of the program: --lang de describes it in German. */
#include <assert.h>
#include <stdio.h>

#include "bots/levels.h"
#include "cli/catalogue.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/translate.h"
#include "engine/muraille.h"

/* "key":"text", with a comma before it unless it is the first member of its object. */
static void print_member(const char *key, const char *text, bool is_first)
{
    printf("%s\"%s\":", is_first ? "" : ",", key);
    cli_print_json_string(text);
}

/* A list of words that a table keeps as one text, with spaces between. NULL: an empty list. */
static void print_words(const char *key, const char *words)
{
    mur_span rest = mur_span_of(words ? words : ""), word;
    printf(",\"%s\":[", key);
    for (bool is_first = true; mur_take_word(&rest, &word); is_first = false) {
        printf("%s\"%.*s\"", is_first ? "" : ",", (int)word.len, word.at);
        mur_take_char(&rest, ' ');
    }
    putchar(']');
}

/* -- Commands and options -- */

/* `kind` is English and tells a tool what to offer: "FILE", "GAME", "N"; "" for a flag. */
static void print_option(enum cli_option option)
{
    const cli_option_info *o = cli_option_at(option);
    char about[CLI_ABOUT_TEXT];
    assert(o->name && o->about);
    printf("%s{", option > 0 ? ",\n" : "\n");
    print_member("name", o->name, true);
    print_member("kind", o->value ? o->value : "", false);
    print_member("value", o->value ? _(o->value) : "", false);
    print_member("about", cli_option_about(option, about), false);
    print_words("suggestions", o->suggestions);
    putchar('}');
}

/* The names of the options that a command takes. */
static void print_option_names(uint64_t options)
{
    bool is_first = true;
    printf(",\"options\":[");
    for (int option = 0; option < CLI_OPTIONS; option++)
        if (options & CLI_BIT(option)) {
            printf("%s\"%s\"", is_first ? "" : ",", cli_option_at((enum cli_option)option)->name);
            is_first = false;
        }
    putchar(']');
}

/* A table of commands, each group with its commands. `syntax` is the usage in English: it tells a tool which
 * operands there are. Recursion ends at the second level: no group contains another. */
static void print_commands(const cli_command *list)
{
    printf("\"commands\":[");
    for (const cli_command *c = list; c && c->name; c++) {
        if (c->is_hidden)
            continue;
        printf("%s{", c > list ? ",\n" : "\n");
        print_member("name", c->name, true);
        print_member("syntax", c->group ? "" : c->usage, false);
        print_member("usage", c->group ? "" : _(c->usage), false);
        print_member("about", _(c->about), false);
        print_words("suggestions", c->suggestions);
        print_option_names(c->options);
        putchar(',');
        print_commands(c->group);
        putchar('}');
    }
    putchar(']');
}

/* -- Settings, games, languages and bots -- */

static void print_settings(void)
{
    cli_setting_info s;
    printf(",\n\"settings\":[");
    for (int i = 0; cli_setting_at(i, &s); i++) {
        printf("%s{", i > 0 ? ",\n" : "\n");
        print_member("name", s.name, true);
        print_words("words", s.words);
        if (s.is_number)
            printf(",\"default\":%d", s.default_value);
        putchar('}');
    }
    putchar(']');
}

static void print_games(void)
{
    printf(",\n\"games\":[");
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        printf("%s{", i > 0 ? ",\n" : "\n");
        print_member("id", g->id, true);
        print_member("name", g->name, false);
        printf(",\"players\":[%d,%d],\"options\":[", g->seats_min, g->seats_max);
        for (int k = 0; k < g->n_options; k++) {
            printf("%s{", k > 0 ? "," : "");
            print_member("id", g->options[k].id, true);
            print_member("about", _(g->options[k].label), false);
            print_member("values", g->options[k].values, false);
            putchar('}');
        }
        printf("]}");
    }
    putchar(']');
}

static void print_languages(void)
{
    printf(",\n\"languages\":[");
    for (int i = 0; cli_languages[i]; i++)
        printf("%s\"%s\"", i > 0 ? "," : "", cli_languages[i]);
    putchar(']');
}

static void print_bots(void)
{
    printf(",\n\"bots\":[");
    for (int i = 0; mur_bot_at(i); i++)
        printf("%s\"%s\"", i > 0 ? "," : "", mur_bot_at(i)->id);
    printf("],\n\"levels\":[");
    for (int i = 0; mur_level_at(i); i++)
        printf("%s\"%s\"", i > 0 ? "," : "", mur_level_at(i)->id);
    putchar(']');
}

int cli_describe(const cli_args *args)
{
    (void)args;
    printf("{\"version\":\"%s\",\n", mur_version());
    print_commands(cli_commands);
    printf(",\n\"options\":[");
    for (int option = 0; option < CLI_OPTIONS; option++)
        print_option((enum cli_option)option);
    putchar(']');
    print_settings();
    print_games();
    print_languages();
    print_bots();
    puts("}");
    return CLI_OK;
}
