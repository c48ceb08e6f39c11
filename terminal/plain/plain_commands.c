/* SPDX-License-Identifier: MIT */
/* terminal/plain/plain_commands.c -- what can be typed besides moves: one table with the word, its help and its
 * function. `help` prints the table, so it cannot be out of date. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/review.h"
#include "engine/say.h"
#include "terminal/plain/plain_int.h"
#include "terminal/session/local.h"
#include "terminal/ui/translate.h"

enum { PAGE_COLUMNS = 76, CANDIDATES = 5 };

/* -- Information -- */

/* Commands get the rest of the line; most ignore it. */
static void show_board(plain *p, mur_span rest)
{
    (void)rest;
    plain_report_topic(p, TOPIC_BOARD);
}

static void show_hand(plain *p, mur_span rest)
{
    (void)rest;
    plain_report_topic(p, TOPIC_HAND);
}

static void show_totals(plain *p, mur_span rest)
{
    (void)rest;
    plain_report_topic(p, TOPIC_TOTALS);
}

/* The engine's text picture. The buffer is large, hence on the heap. */
static void show_picture(plain *p, mur_span rest)
{
    char *text = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(text, MUR_PICTURE_TEXT);
    (void)rest;
    p->session->game->draw(p->view, &p->texts.words, &t);
    fputs(text, stdout);
    free(text);
}

/* All moves, or the last n. */
static void show_log(plain *p, mur_span rest)
{
    int n = 0;
    bool is_number = mur_take_number(&rest, &n) && rest.len == 0;
    if (rest.len > 0) {
        puts(_("Type log, or log and a number."));
        return;
    }
    size_t plies = p->session->plies, some = is_number && (size_t)n < plies ? (size_t)n : plies;
    plain_report_log(p, plies - some + 1, plies);
}

/* The numbered list, however long. */
static void show_moves(plain *p, mur_span rest)
{
    (void)rest;
    if (p->menu.n == 0)
        puts(_("It is not your turn."));
    else
        menu_print(&p->menu, &p->texts.words);
}

/* "seat 2: Jin, apprentice" */
static void show_who(plain *p, mur_span rest)
{
    (void)rest;
    for (int seat = 0; seat < p->session->seats; seat++) {
        const char *level = p->session->seat[seat].level, *name = p->texts.name[seat];
        const mur_bot *bot = level ? mur_bot_of(mur_span_of(level)) : NULL;
        printf("%s %d: %s%s%s%s%s\n", _("seat"), seat + 1, name ? name : "", name ? ", " : "",
               bot ? _(bot->name) : _("person"), seat == p->seat ? ", " : "", seat == p->seat ? _("you") : "");
    }
}

/* Laid out for a terminal of 80 columns. */
static void show_rules(plain *p, mur_span rest)
{
    mur_buffer text = { 0 };
    (void)rest;
    p->options->put_rules(p->session->game, PAGE_COLUMNS, &text);
    fputs(text.at ? text.at : "", stdout);
    mur_buffer_close(&text);
}

/* -- A hint -- */

/* The best moves with the bot's values. */
static void print_candidates(const plain *p, const bot_reply *a)
{
    int order[MUR_MOVES];
    /* order: indices of the moves, best first. */
    mur_rank_moves(p->view, a->move, &a->why, order);
    puts(a->why.is_share ? _("Moves, with your chance to win:") : _("Moves, with the expected lead in points:"));
    for (int i = 0; i < p->view->n_moves && i < CANDIDATES; i++) {
        char text[MUR_MOVE_TEXT], sentence[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text), u = mur_text_on(sentence, sizeof sentence);
        double value = (double)a->why.value[order[i]];
        p->session->game->write_move(p->view->moves[order[i]], &t);
        mur_say_move(p->session->game, p->view->moves[order[i]], &p->texts.words, &u);
        printf(a->why.is_share ? "%s, %.1f %%: %s\n" : "%s, %+.2f: %s\n", text, a->why.is_share ? 100 * value : value,
               sentence);
    }
}

/* "Expected scores: Anna 31.7, Jin 32.5" */
static void print_expected(const plain *p, const bot_reply *a)
{
    fputs(_("Expected scores:"), stdout);
    for (int seat = 0; seat < p->session->seats; seat++) {
        char name[MUR_SENTENCE_TEXT];
        plain_name(p, seat, name);
        printf("%s %s %.1f", seat > 0 ? "," : "", name, (double)a->why.expected[seat]);
    }
    putchar('\n');
}

/* Computes as long as it takes; nothing else happens meanwhile. */
static void give_hint(plain *p, mur_span rest)
{
    bot_reply *a = mur_new(sizeof *a);
    bot_thread *t = bot_thread_open();
    (void)rest;
    if (p->session->hint_refusal) {
        puts(p->session->hint_refusal);
    } else if (p->menu.n == 0) {
        puts(_("It is not your turn."));
    } else {
        bot_request request = local_hint_request(p->session, p->view);
        bot_thread_ask(t, &request);
        /* Waits for the reply; Ctrl-C ends the program as usual. */
        while (!bot_thread_take_reply(t, a))
            poll(&(struct pollfd){ .fd = bot_thread_fd(t), .events = POLLIN }, 1, -1);
        print_candidates(p, a);
        print_expected(p, a);
    }
    bot_thread_close(&t);
    free(a);
}

/* -- Taking back, saving, leaving -- */

/* Every seat to which the move was reported must also get the one that replaces it, so its count of reported moves
 * goes back. */
static void take_back(plain *p, mur_span rest)
{
    (void)rest;
    const char *why =
        p->seat < p->session->seats ? p->session->ops->take_back(p->session, p->seat) : _("You are watching.");
    puts(why ? why : _("Taken back."));
    for (int seat = 0; !why && seat < p->session->seats; seat++)
        p->n_reported[seat] = p->n_reported[seat] < p->session->plies ? p->n_reported[seat] : p->session->plies;
    p->has_changed = !why;
}

static void print_saved_path(const char *path)
{
    plain_print(N_("The record is in {file}."), (const mur_format_arg[]){ { "file", mur_span_of(path) }, { 0 } });
}

/* Never overwrites a file. Without a name: where the game is saved anyway. */
static void save(plain *p, mur_span path)
{
    if (path.len == 0) {
        const char *saved_in = p->session->ops->save(p->session, NULL);
        if (saved_in)
            print_saved_path(saved_in);
        else
            puts(p->session->problem ? p->session->problem : _("The game is saved elsewhere."));
        return;
    }
    /* access() fails for a new name; the message for an existing one needs errno. */
    errno = EEXIST;
    bool is_new = access(path.at, F_OK) != 0;
    if (is_new && p->session->ops->save(p->session, path.at)) {
        print_saved_path(path.at);
        return;
    }
    const char *why = strerror(is_new ? errno : EEXIST);
    plain_print(N_("{file}: cannot be written ({why})"),
                (const mur_format_arg[]){ { "file", path }, { "why", mur_span_of(why) }, { 0 } });
}

/* Without a text: the chat so far. */
static void chat(plain *p, mur_span text)
{
    const session_ops *k = p->session->ops;
    mur_buffer lines = { 0 };
    if (!k->send_chat) {
        puts(_("Nobody else is at this table."));
    } else if (text.len > 0) {
        const char *why = k->send_chat(p->session, text.at); /* take_answer() has ended the line with NUL */
        if (why)
            puts(why);
    } else {
        k->update(p->session);
        k->put_chat(p->session, &lines);
        fputs(lines.at ? lines.at : "", stdout);
    }
    mur_buffer_close(&lines);
}

/* The loop ends at the next check; the game is saved already. */
static void quit(plain *p, mur_span rest)
{
    (void)rest;
    p->has_quit = true;
}

/* -- Help -- */

/* A number of the menu first, then notation. */
mur_move plain_move_of(const plain *p, mur_span text)
{
    mur_move m = menu_move_of(&p->menu, text);
    return m ? m : p->session->game->read_move(text);
}

/* What a move means, in a sentence. */
static void explain_move(const plain *p, mur_span text)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_move m = plain_move_of(p, text);
    if (m)
        mur_say_move(p->session->game, m, &p->texts.words, &t);
    else
        mur_put(&t, _(mur_err_text(p->session->game, MUR_TEXT)));
    puts(sentence);
}

static void help(plain *p, mur_span rest);

/* Words are not translated: scripts use them, and they are short. `other` is a second name. */
static const struct {
    const char *word, *other, *argument, *about;
    void (*run)(plain *p, mur_span rest);
} commands[] = {
    { "help", "?", N_("[MOVE]"), N_("this help, or what a move means"), help },
    { "board", NULL, "", N_("what is public, in words"), show_board },
    { "hand", NULL, "", N_("what you hold"), show_hand },
    { "totals", NULL, "", N_("points and remaining pieces"), show_totals },
    { "picture", NULL, "", N_("the position as a text drawing"), show_picture },
    { "legal", "moves", "", N_("your moves, numbered"), show_moves },
    { "log", NULL, N_("[N]"), N_("what happened in all moves, or in the last N"), show_log },
    { "who", NULL, "", N_("who sits where"), show_who },
    { "hint", NULL, "", N_("what the strong bot would play"), give_hint },
    { "undo", NULL, "", N_("take your latest move back, as long as nobody has learnt anything from it"), take_back },
    { "say", NULL, N_("[TEXT]"), N_("read the chat, or write to it"), chat },
    { "rules", NULL, "", N_("read the rules of the game"), show_rules },
    { "save", NULL, N_("[FILE]"), N_("where the record is saved, or save a copy; it reveals what is hidden"), save },
    { "quit", NULL, "", N_("leave the game; it can be resumed"), quit },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* The commands, or what a move means. */
static void help(plain *p, mur_span rest)
{
    if (rest.len > 0) {
        explain_move(p, rest);
        return;
    }
    puts(
        _("Type a move as it is written in the list, or its number. Where moves are numbers themselves, put a # before "
          "the number in the list. Besides:"));
    for (int i = 0; i < COMMANDS; i++)
        printf("  %s%s%s: %s\n", commands[i].word, *commands[i].argument ? " " : "",
               *commands[i].argument ? _(commands[i].argument) : "", _(commands[i].about));
}

/* The first word is the command, the rest its argument. */
bool plain_command(plain *p, mur_span answer)
{
    mur_span word = { 0 }, rest = answer;
    /* Spaces between the word and its argument do not matter. */
    mur_take_word(&rest, &word);
    while (mur_take_char(&rest, ' ')) {
    }
    for (int i = 0; i < COMMANDS; i++)
        if (mur_span_is(word, commands[i].word) || (commands[i].other && mur_span_is(word, commands[i].other))) {
            commands[i].run(p, rest);
            return true;
        }
    return false;
}
