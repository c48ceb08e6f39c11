/* SPDX-License-Identifier: MIT */
/* What can be typed besides moves. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/review.h"
#include "engine/say.h"
#include "terminal/local.h"
#include "terminal/plain_int.h"
#include "terminal/think.h"
#include "terminal/words.h"

enum { PAGE_COLUMNS = 76, CANDIDATES = 5 };

/* -- How things stand -- */

static void show_board(plain *p, mur_span rest)
{
    (void)rest;
    plain_tell_topic(p, TELL_BOARD);
}

static void show_hand(plain *p, mur_span rest)
{
    (void)rest;
    plain_tell_topic(p, TELL_HAND);
}

static void show_totals(plain *p, mur_span rest)
{
    (void)rest;
    plain_tell_topic(p, TELL_TOTALS);
}

static void show_picture(plain *p, mur_span rest)
{
    char *text = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(text, MUR_PICTURE_TEXT);
    (void)rest;
    p->table->game->draw(p->view, &p->words, &t);
    fputs(text, stdout);
    free(text);
}

/* All moves, or the last so many. */
static void show_log(plain *p, mur_span rest)
{
    int n = 0;
    bool is_number = mur_take_number(&rest, &n) && rest.len == 0;
    if (rest.len > 0) {
        puts(_("After log comes a number, or nothing."));
        return;
    }
    size_t plies = p->table->plies, some = is_number && (size_t)n < plies ? (size_t)n : plies;
    plain_tell_log(p, plies - some + 1, plies);
}

static void show_moves(plain *p, mur_span rest)
{
    (void)rest;
    if (p->menu.n == 0)
        puts(_("You have no move to make now."));
    else
        menu_print(&p->menu, &p->words);
}

/* "seat 2: Jin, apprentice" */
static void show_who(plain *p, mur_span rest)
{
    (void)rest;
    for (int seat = 0; seat < p->table->seats; seat++) {
        const char *level = p->table->seat[seat].level, *name = p->names[seat];
        const mur_bot *bot = level ? mur_bot_of(mur_span_of(level)) : NULL;
        printf("%s %d: %s%s%s%s%s\n", _("seat"), seat + 1, name ? name : "", name ? ", " : "",
               bot ? _(bot->name) : _("a person"), seat == p->seat ? ", " : "", seat == p->seat ? _("you") : "");
    }
}

static void show_rules(plain *p, mur_span rest)
{
    mur_buffer text = { 0 };
    (void)rest;
    p->wish->put_rules(p->table->game, PAGE_COLUMNS, &text);
    fputs(text.at ? text.at : "", stdout);
    mur_buffer_close(&text);
}

/* -- A hint -- */

/* A few moves, the best one first, with what they are worth. */
static void tell_candidates(const plain *p, const think_answer *a)
{
    int order[MUR_MOVES];
    mur_rank_moves(p->view, a->move, &a->why, order);
    puts(a->why.is_share ? _("Moves, and how likely they lead to victory:")
                         : _("Moves, and how many points ahead of the others they lead:"));
    for (int i = 0; i < p->view->n_moves && i < CANDIDATES; i++) {
        char text[MUR_MOVE_TEXT], sentence[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(text, sizeof text), u = mur_text_on(sentence, sizeof sentence);
        double value = (double)a->why.value[order[i]];
        p->table->game->write_move(p->view->moves[order[i]], &t);
        mur_say_move(p->table->game, p->view->moves[order[i]], &p->words, &u);
        printf(a->why.is_share ? "%s, %.1f %%: %s\n" : "%s, %+.2f: %s\n", text, a->why.is_share ? 100 * value : value,
               sentence);
    }
}

static void tell_expected(const plain *p, const think_answer *a)
{
    fputs(_("Expected scores:"), stdout);
    for (int seat = 0; seat < p->table->seats; seat++) {
        char name[MUR_SENTENCE_TEXT];
        plain_name(p, seat, name);
        printf("%s %s %.1f", seat > 0 ? "," : "", name, (double)a->why.expected[seat]);
    }
    putchar('\n');
}

/* Thinks as long as it takes; nothing else goes on meanwhile. */
static void give_hint(plain *p, mur_span rest)
{
    const mur_game *g = p->table->game;
    think_answer *a = mur_new(sizeof *a);
    thinker *t = thinker_open();
    (void)rest;
    if (p->table->no_hint) {
        puts(p->table->no_hint);
    } else if (p->menu.n == 0) {
        puts(_("You have no move to make now."));
    } else {
        thinker_ask(t, &(think_question){ .game = g,
                                          .bot = local_bot_for(mur_bot_of(mur_span_of("strong")), g, p->table->seats),
                                          .view = p->view,
                                          .seed = p->view->ply,
                                          .wants_reasons = true });
        while (!thinker_hear(t, a))
            poll(&(struct pollfd){ .fd = thinker_fd(t), .events = POLLIN }, 1, -1);
        tell_candidates(p, a);
        tell_expected(p, a);
    }
    thinker_close(&t);
    free(a);
}

/* -- Taking back, saving, leaving -- */

static void take_back(plain *p, mur_span rest)
{
    (void)rest;
    const char *why =
        p->seat < p->table->seats ? p->table->kind->take_back(p->table, p->seat) : _("You are looking on.");
    puts(why ? why : _("Taken back."));
    for (int seat = 0; !why && seat < p->table->seats; seat++)
        p->told[seat] = p->told[seat] < p->table->plies ? p->told[seat] : p->table->plies;
    p->has_changed = !why;
}

static void tell_saved(const char *path)
{
    plain_say(N_("The record is in {file}."), (const mur_place[]){ { "file", mur_span_of(path) }, { 0 } });
}

/* Nothing is ever overwritten; without a name it is told where the game is kept anyway. */
static void save(plain *p, mur_span path)
{
    if (path.len == 0) {
        const char *kept = p->table->kind->save(p->table, NULL);
        if (kept)
            tell_saved(kept);
        else
            puts(p->table->trouble ? p->table->trouble : _("The game is kept elsewhere."));
        return;
    }
    errno = EEXIST;
    bool is_new = access(path.at, F_OK) != 0;
    if (is_new && p->table->kind->save(p->table, path.at)) {
        tell_saved(path.at);
        return;
    }
    const char *why = strerror(is_new ? errno : EEXIST);
    plain_say(N_("{file}: cannot be written ({why})"),
              (const mur_place[]){ { "file", path }, { "why", mur_span_of(why) }, { 0 } });
}

/* Without words: what was said so far. */
static void talk(plain *p, mur_span text)
{
    const table_kind *k = p->table->kind;
    mur_buffer said = { 0 };
    if (!k->say) {
        puts(_("Nobody else is at this table."));
    } else if (text.len > 0) {
        const char *why = k->say(p->table, text.at); /* a string: the line ends there */
        if (why)
            puts(why);
    } else {
        k->attend(p->table);
        k->put_said(p->table, &said);
        fputs(said.at ? said.at : "", stdout);
    }
    mur_buffer_close(&said);
}

static void leave(plain *p, mur_span rest)
{
    (void)rest;
    p->has_left = true;
}

/* -- Help -- */

mur_move plain_move_of(const plain *p, mur_span text)
{
    mur_move m = menu_pick(&p->menu, text);
    return m ? m : p->table->game->read_move(text);
}

static void explain_move(const plain *p, mur_span text)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_move m = plain_move_of(p, text);
    if (m)
        mur_say_move(p->table->game, m, &p->words, &t);
    else
        mur_put(&t, _(mur_why(p->table->game, MUR_TEXT)));
    puts(sentence);
}

static void help(plain *p, mur_span rest);

static const struct {
    const char *word, *other, *argument, *about;
    void (*run)(plain *p, mur_span rest);
} commands[] = {
    { "help", "?", N_("[MOVE]"), N_("this help, or what a move means"), help },
    { "board", NULL, "", N_("what lies open, in words"), show_board },
    { "hand", NULL, "", N_("what you hold"), show_hand },
    { "totals", NULL, "", N_("points, and what everybody has left"), show_totals },
    { "picture", NULL, "", N_("the position drawn in plain text"), show_picture },
    { "legal", "moves", "", N_("your moves, numbered"), show_moves },
    { "log", NULL, N_("[N]"), N_("what happened in all moves, or in the last N"), show_log },
    { "who", NULL, "", N_("who sits where"), show_who },
    { "hint", NULL, "", N_("what the strong bot would play"), give_hint },
    { "undo", NULL, "", N_("take your latest move back, as long as nobody has learnt from it"), take_back },
    { "say", NULL, N_("[TEXT]"), N_("what was said at the table, or say something there"), talk },
    { "rules", NULL, "", N_("read the rules of the game"), show_rules },
    { "save", NULL, N_("[FILE]"), N_("where the record is kept, or write it; it tells what is hidden"), save },
    { "quit", NULL, "", N_("leave the game; it can be resumed"), leave },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

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

bool plain_command(plain *p, mur_span answer)
{
    mur_span word = { 0 }, rest = answer;
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
