/* SPDX-License-Identifier: MIT */
/* `muraille play --plain`: a game in the terminal, line by line, against opponents who move at random.
 * Reads standard input and writes standard output, so a script can play as well as a person. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/io.h"
#include "cli/menu.h"
#include "cli/rules.h"
#include "cli/table.h"
#include "cli/words.h"
#include "engine/say.h"

typedef struct {
    cli_table table;
    const mur_game *game;
    int seat; /* the player's; MUR_WATCHER: looks on */
    mur_words words;
    mur_view *view; /* what the player sees */
    cli_menu menu;
    char *line; /* typed last */
    size_t line_size;
    bool has_left;
} session;

static void say(const char *phrase, const mur_place *places)
{
    cli_say(stdout, phrase, places);
    putchar('\n');
}

/* -- Input -- */

/* What is typed, without spaces around it. False, which is leaving, when nobody answers or nobody listens. */
static bool ask(session *s, mur_span *answer)
{
    fputs("> ", stdout);
    if (fflush(stdout) != 0 || getline(&s->line, &s->line_size, stdin) < 0) {
        putchar('\n');
        s->has_left = true;
        return false;
    }
    *answer = (mur_span){ s->line, strcspn(s->line, "\r\n") };
    while (mur_take_char(answer, ' ')) {
    }
    while (answer->len > 0 && answer->at[answer->len - 1] == ' ')
        answer->len--;
    s->line[answer->at - s->line + (ptrdiff_t)answer->len] = '\0'; /* a string, too, for file names */
    if (!isatty(STDIN_FILENO))
        puts(answer->at); /* as if somebody had typed it */
    return true;
}

static const mur_game *pick_game(mur_span answer)
{
    int n;
    const mur_game *g = mur_game_of(answer);
    if (!g && mur_take_number(&answer, &n) && answer.len == 0)
        g = mur_game_at(n - 1);
    return g;
}

/* NULL: the player has left. */
static const mur_game *ask_game(session *s)
{
    mur_span answer;
    const mur_game *g = NULL;
    while (!g) {
        puts(_("Which game? Type its number or name:"));
        for (int i = 0; mur_game_at(i); i++)
            printf("  %d) %s\n", i + 1, mur_game_at(i)->id);
        if (!ask(s, &answer))
            return NULL;
        g = pick_game(answer);
    }
    return g;
}

/* -- What can be typed besides moves -- */

static void show_board(session *s, mur_span rest)
{
    (void)rest;
    putchar('\n');
    cli_draw(s->game, s->table.record->state, s->seat, &s->words);
    putchar('\n');
}

static void show_moves(session *s, mur_span rest)
{
    (void)rest;
    cli_menu_print(&s->menu, &s->words);
}

static void show_rules(session *s, mur_span rest)
{
    (void)rest;
    cli_print_rules(s->game);
}

static bool write_file(const char *path, const mur_buffer *text)
{
    FILE *to = fopen(path, "wx"); /* nothing is ever overwritten */
    if (!to)
        return false;
    bool ok = fwrite(text->at, 1, text->len, to) == text->len;
    return fclose(to) == 0 && ok;
}

static void save(session *s, mur_span path)
{
    mur_buffer text = { 0 };
    if (path.len == 0) {
        puts(_("Type the name of a file after save."));
        return;
    }
    mur_record_write(s->table.record, &text);
    bool ok = write_file(path.at, &text);
    const char *why = cli_why(errno);
    say(ok ? N_("The record is in {file}.") : N_("{file}: cannot be written ({why})"),
        (const mur_place[]){ { "file", path }, { "why", mur_span_of(why) }, { 0 } });
    mur_buffer_close(&text);
}

static void leave(session *s, mur_span rest)
{
    (void)rest;
    s->has_left = true;
}

static void help(session *s, mur_span rest);

static const struct {
    const char *word, *argument, *about;
    void (*run)(session *s, mur_span rest);
} commands[] = {
    { "?", N_("[MOVE]"), N_("this help, or what a move means"), help },
    { "board", "", N_("draw the position again"), show_board },
    { "moves", "", N_("list your moves again"), show_moves },
    { "rules", "", N_("read the rules of the game"), show_rules },
    { "save", N_("FILE"), N_("write the record of the game so far; it tells what is hidden"), save },
    { "quit", "", N_("leave the game"), leave },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* A move typed as its number or in notation; 0: neither. */
static mur_move move_of(const session *s, mur_span text)
{
    mur_move m = cli_menu_pick(&s->menu, text);
    return m ? m : s->game->read_move(text);
}

static void explain_move(const session *s, mur_span text)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_move m = move_of(s, text);
    if (m)
        mur_say_move(s->game, m, &s->words, &t);
    else
        mur_put(&t, _(mur_why(s->game, MUR_TEXT)));
    puts(sentence);
}

static void help(session *s, mur_span rest)
{
    if (rest.len > 0) {
        explain_move(s, rest);
        return;
    }
    cli_print_text(mur_span_of(_("Type a move as it is written in the list, or its number. Where moves are numbers "
                                 "themselves, put a # before the number in the list. Besides:")));
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-5s %-6s  %s\n", commands[i].word, commands[i].argument, _(commands[i].about));
}

static bool run_command(session *s, mur_span answer)
{
    mur_span word = { 0 }, rest = answer;
    mur_take_word(&rest, &word);
    mur_take_char(&rest, ' ');
    for (int i = 0; i < COMMANDS; i++)
        if (mur_span_is(word, commands[i].word)) {
            commands[i].run(s, rest);
            return true;
        }
    return false;
}

/* -- Play -- */

static void tell(const session *s, const mur_events *log)
{
    cli_tell(s->game, log, s->seat, &s->words);
}

/* The answer as a move. False, and told why, if it is none that can be made now. */
static bool try_move(session *s, mur_span answer)
{
    mur_events log = { 0 };
    mur_move m = move_of(s, answer);
    mur_err e = m ? mur_record_play(s->table.record, s->seat, m, &log) : MUR_TEXT;
    if (e) {
        char quoted[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(quoted, sizeof quoted);
        const char *why = _(mur_why(s->game, e));
        mur_put_quoted(&t, answer);
        say(N_("{word}: {reason}. Type ? for help."),
            (const mur_place[]){ { "word", mur_span_of(quoted) }, { "reason", mur_span_of(why) }, { 0 } });
        return false;
    }
    tell(s, &log);
    return true;
}

static void decide(session *s)
{
    mur_span answer;
    s->game->view(s->table.record->state, s->seat, s->view);
    cli_menu_fill(&s->menu, s->game, s->view);
    show_board(s, (mur_span){ 0 });
    puts(_("Your move:"));
    cli_menu_print(&s->menu, &s->words);
    while (!s->has_left && ask(s, &answer))
        if (answer.len > 0 && !run_command(s, answer) && try_move(s, answer))
            return;
}

/* The others move first, so that where all choose at once the player's choice reveals them. */
static void play_on(session *s)
{
    unsigned own = s->seat == MUR_WATCHER ? 0 : 1U << s->seat;
    while (!s->has_left && !mur_record_is_over(s->table.record)) {
        unsigned others = s->table.record->state->to_act & ~own;
        mur_events log = { 0 };
        if (others) {
            cli_table_play_any(&s->table, others, &log);
            tell(s, &log);
        } else {
            decide(s);
        }
    }
}

/* The record can still be saved; whatever is no command ends the evening. */
static void end(session *s)
{
    mur_span answer;
    mur_record_finish(s->table.record);
    show_board(s, (mur_span){ 0 });
    cli_tell_result(s->table.record, &s->words);
    puts(_("To keep the record, type save and the name of a file; to end, press Enter."));
    while (!s->has_left && ask(s, &answer) && run_command(s, answer)) {
    }
}

static void greet(const session *s)
{
    char who[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(who, sizeof who);
    if (s->seat != MUR_WATCHER)
        mur_say_seat(s->seat, &s->words, &t);
    say(s->seat == MUR_WATCHER ? N_("{game}. You are looking on.") : N_("{game}. You are {seat}. Type ? for help."),
        (const mur_place[]){ { "game", mur_span_of(s->game->name) }, { "seat", mur_span_of(who) }, { 0 } });
}

static int play(session *s, const cli_args *args)
{
    if (!cli_table_open(&s->table, s->game, args))
        return CLI_BAD;
    s->seat = cli_viewer(s->table.record, args->seat == CLI_NOT_GIVEN ? 1 : args->seat);
    if (s->seat == CLI_NOT_GIVEN)
        return CLI_BAD;
    s->view = mur_new(s->game->view_size);
    greet(s);
    play_on(s);
    if (mur_record_is_over(s->table.record))
        end(s);
    puts(_("Thank you for playing."));
    return CLI_OK;
}

int cli_play_plain(const cli_args *args)
{
    session s = { .words = cli_words(NULL) };
    s.game = args->word ? cli_game_of(args->word) : ask_game(&s);
    int code = s.game ? play(&s, args) : s.has_left ? CLI_OK : CLI_BAD;
    cli_table_close(&s.table);
    free(s.view);
    free(s.line);
    return code;
}
