/* SPDX-License-Identifier: MIT */
#include "terminal/plain.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/say.h"
#include "record/reader.h"
#include "terminal/plain_int.h"
#include "terminal/wish.h"
#include "terminal/words.h"

enum {
    FEW = 12,     /* moves that are listed without being asked for */
    COVER = 60,   /* blank lines between two hands: more than most windows have */
    LOOK_MS = 500 /* how often to see whether a pipe has ended */
};

/* -- Input -- */

/* A line of standard input without its end, as much of it as there is room for; the rest of it is dropped. False at the
 * end of the input. */
static bool read_line(char line[PLAIN_LINE])
{
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n')
        if (n < PLAIN_LINE - 1 && c != '\r')
            line[n++] = (char)c;
    line[n] = '\0';
    return c != EOF || n > 0;
}

/* A pipe shows nothing of what was typed. */
static void echo(mur_span answer)
{
    while (answer.len > 0) {
        const char *at = answer.at;
        int32_t character = mur_take_utf8(&answer);
        if (character < 0)
            answer = (mur_span){ at + 1, answer.len - 1 };
        else if (!mur_is_control(character))
            fwrite(at, 1, (size_t)(answer.at - at), stdout);
    }
    putchar('\n');
}

/* Without asking for it. */
static bool take_answer(plain *p, mur_span *answer)
{
    if (fflush(stdout) != 0 || !read_line(p->line)) {
        putchar('\n');
        p->has_left = true;
        return false;
    }
    *answer = mur_span_of(p->line);
    while (mur_take_char(answer, ' ')) {
    }
    while (answer->len > 0 && answer->at[answer->len - 1] == ' ')
        answer->len--;
    p->line[answer->at - p->line + (ptrdiff_t)answer->len] = '\0'; /* a string, too, for file names */
    if (!isatty(STDIN_FILENO))
        echo(*answer);
    return true;
}

bool plain_ask(plain *p, mur_span *answer)
{
    fputs("> ", stdout);
    return take_answer(p, answer);
}

/* -- Who is at the keyboard -- */

static int n_persons(const table *t)
{
    int n = 0;
    for (int seat = 0; seat < t->seats; seat++)
        n += t->seat[seat].is_here;
    return n;
}

static unsigned to_act(plain *p)
{
    plain_look(p);
    return p->view->to_act;
}

/* The first of these seats, one bit each, with a person here or with a bot; MUR_NOBODY. */
static int first_seat(const table *t, unsigned seats, bool wants_person)
{
    for (int seat = 0; seat < t->seats; seat++)
        if ((seats >> seat & 1) && (wants_person ? t->seat[seat].is_here : t->seat[seat].level != NULL))
            return seat;
    return MUR_NOBODY;
}

static bool can_take_back(const plain *p)
{
    return p->seat < p->table->seats && p->table->kind->can_take_back(p->table, p->seat);
}

/* What one person was told must not be read by the next. */
static void hand_over(plain *p, int seat)
{
    char name[MUR_SENTENCE_TEXT];
    mur_span answer;
    for (int i = 0; i < COVER; i++)
        putchar('\n');
    plain_say(N_("The keyboard goes to {name}. Press Enter when nobody else is looking."),
              (const mur_place[]){ { "name", plain_name(p, seat, name) }, { 0 } });
    if (can_take_back(p))
        plain_say(N_("{name} can still type undo."),
                  (const mur_place[]){ { "name", plain_name(p, p->seat, name) }, { 0 } });
    if (!plain_ask(p, &answer))
        return;
    if (mur_span_is(answer, "quit"))
        p->has_left = true;
    else if (mur_span_is(answer, "undo") && can_take_back(p))
        plain_command(p, answer); /* of the one before, who stays */
    else
        p->seat = seat;
}

/* -- A decision -- */

/* The answer as a move. False, and told why, if it is none that can be made now. */
static bool try_move(plain *p, mur_span answer)
{
    mur_move m = plain_move_of(p, answer);
    const char *why = m ? p->table->kind->play(p->table, p->seat, m) : _(mur_why(p->table->game, MUR_TEXT));
    char quoted[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(quoted, sizeof quoted);
    if (!why)
        return true;
    mur_put_quoted(&t, answer);
    plain_say(N_("{word}: {reason}. Type help for help."),
              (const mur_place[]){ { "word", mur_span_of(quoted) }, { "reason", mur_span_of(why) }, { 0 } });
    return false;
}

static void tell_moves(const plain *p)
{
    char n[16];
    if (p->menu.n <= FEW) {
        puts(_("Your move:"));
        menu_print(&p->menu, &p->words);
        return;
    }
    snprintf(n, sizeof n, "%d", p->menu.n);
    plain_say(N_("Your move: one of {n}. Type legal for the list."),
              (const mur_place[]){ { "n", mur_span_of(n) }, { 0 } });
}

/* What is wrong, once for each time that it goes wrong. */
static void tell_trouble(plain *p)
{
    const char *trouble = p->table->trouble;
    if (trouble && !p->has_trouble)
        puts(trouble);
    p->has_trouble = trouble != NULL;
    if (p->table->heard)
        puts(p->table->heard);
    p->table->heard = NULL;
}

static void decide(plain *p)
{
    mur_span answer;
    tell_trouble(p);
    plain_tell_news(p);
    plain_look(p);
    plain_tell_changes(p);
    tell_moves(p);
    p->has_changed = false;
    size_t plies = p->table->plies; /* elsewhere, somebody may move meanwhile */
    while (!p->has_left && !p->has_changed && p->table->plies == plies && plain_ask(p, &answer))
        if (answer.len > 0 && !plain_command(p, answer))
            p->has_changed = try_move(p, answer);
    if (p->has_left)
        return;
    plain_tell_news(p);
    plain_look(p);
    plain_remember(p);
}

/* -- The game -- */

/* Whoever sent us lines through a pipe is gone, and all of them are read: it can be read, and there is nothing. */
static bool has_hung_up(void)
{
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
    int bytes;
    return poll(&in, 1, 0) > 0 && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes == 0;
}

static void answer_meanwhile(plain *p)
{
    mur_span answer;
    if (take_answer(p, &answer) && answer.len > 0 && !plain_command(p, answer))
        puts(_("You have no move to make now."));
    fflush(stdout);
}

/* People elsewhere may take hours. Meanwhile a keyboard is listened to; lines in a pipe wait for their turn. */
static void wait_a_while(plain *p, int fd)
{
    bool is_typed = isatty(STDIN_FILENO);
    struct pollfd f[] = { { .fd = fd, .events = POLLIN }, { .fd = is_typed ? STDIN_FILENO : -1, .events = POLLIN } };
    poll(f, 2, is_typed ? -1 : LOOK_MS);
    if (f[1].revents)
        answer_meanwhile(p);
    else if (!is_typed && has_hung_up())
        p->has_left = true;
}

/* Until a bot has thought, or a server has spoken. */
static void wait_for_others(plain *p)
{
    int fd = p->table->kind->fd(p->table);
    bool are_elsewhere = p->table->kind->say != NULL;
    fflush(stdout);
    while (!p->table->kind->attend(p->table) && !p->has_left) {
        if (are_elsewhere)
            wait_a_while(p, fd);
        else if (fd < 0 || poll(&(struct pollfd){ .fd = fd, .events = POLLIN }, 1, -1) < 0)
            return;
    }
}

/* Bots move first, so that where all choose at once the last person's choice reveals them. Persons elsewhere may be
 * waiting for ours. */
static void play_on(plain *p)
{
    while (!p->has_left && !p->table->is_over && !ferror(stdout)) {
        unsigned seats = to_act(p);
        int person = first_seat(p->table, seats, true);
        if (person == MUR_NOBODY || first_seat(p->table, seats, false) != MUR_NOBODY) {
            wait_for_others(p);
            tell_trouble(p);
            if (n_persons(p->table) < 2)
                plain_tell_news(p);
        } else if (person != p->seat) {
            hand_over(p, person);
        } else {
            decide(p);
        }
    }
}

/* Questions can still be asked; whatever is no command ends the evening. */
static void end(plain *p)
{
    mur_span answer;
    plain_tell_news(p);
    plain_look(p);
    plain_tell_result(p);
    puts(_("To look back, type a command; to end, press Enter."));
    while (!p->has_left && plain_ask(p, &answer) && plain_command(p, answer)) {
    }
}

static void greet(const plain *p)
{
    char n[16];
    snprintf(n, sizeof n, "%d", p->seat + 1);
    mur_place places[] = { { "game", mur_span_of(p->table->game->name) }, { "n", mur_span_of(n) }, { 0 } };
    int persons = n_persons(p->table);
    plain_say(persons == 0   ? N_("{game}. You are looking on.")
              : persons == 1 ? N_("{game}. You are seat {n}. Type help for help.")
                             : N_("{game}. Several persons play at this keyboard. Type help for help."),
              places);
}

static void take_leave(const plain *p)
{
    const char *kept = p->table->is_over ? NULL : p->table->kind->save(p->table, NULL);
    if (kept)
        plain_say(N_("The game is kept in {file}; --resume goes on with it."),
                  (const mur_place[]){ { "file", mur_span_of(kept) }, { 0 } });
    else if (p->table->kind->say && !p->table->is_over)
        puts(_("The game goes on at the server; the same link brings you back."));
    puts(_("Thank you for playing."));
}

/* -- Opening and closing -- */

static void sit_down(plain *p)
{
    const table *t = p->table;
    size_t size = t->game->view_size;
    int persons = n_persons(t);
    for (int seat = 0; seat < t->seats; seat++)
        p->names[seat] = t->seat[seat].name[0] ? t->seat[seat].name : NULL;
    p->words = term_words(p->names);
    p->board = board_of(t->game);
    p->view = mur_new(size);
    p->before = mur_new(size * MUR_SEATS);
    for (p->seat = 0; p->seat < t->seats; p->seat++) {
        plain_look(p);
        plain_remember(p);
        p->told[p->seat] = t->plies;
    }
    p->told_all = t->plies;
    p->seat = persons == 1 ? first_seat(t, ~0U, true) : MUR_WATCHER;
    plain_look(p);
}

static void play_at(plain *p)
{
    sit_down(p);
    greet(p);
    play_on(p);
    if (p->table->is_over)
        end(p);
    take_leave(p);
    p->table->kind->close(p->table);
    free(p->view);
    free(p->before);
}

static const mur_game *game_of(mur_span answer)
{
    int n;
    const mur_game *g = mur_game_of(answer);
    if (!g && mur_take_number(&answer, &n) && answer.len == 0)
        g = mur_game_at(n - 1);
    return g;
}

/* NULL: the player has left. */
static const mur_game *ask_game(plain *p)
{
    mur_span answer;
    const mur_game *g = NULL;
    while (!g) {
        puts(_("Which game? Type its number or name:"));
        for (int i = 0; mur_game_at(i); i++)
            printf("  %d) %s\n", i + 1, mur_game_at(i)->id);
        if (!plain_ask(p, &answer))
            return NULL;
        g = game_of(answer);
    }
    return g;
}

void plain_play_at(const term_wish *w, table *t)
{
    plain p = { .wish = w, .table = t };
    setvbuf(stdin, NULL, _IONBF, 0); /* what is not read yet can be seen by poll() */
    play_at(&p);
}

int plain_play(const term_wish *wished)
{
    char why[MUR_MESSAGE_TEXT];
    term_wish w = *wished;
    plain p = { .wish = &w };
    term_words_use(w.words);
    if (!w.game && !w.resumes)
        w.game = ask_game(&p);
    if (p.has_left)
        return 0;
    p.table = w.resumes ? wish_resume(&w, why) : wish_open(&w, why);
    if (!p.table) {
        fprintf(stderr, "muraille: %s\n", why);
        return 2;
    }
    play_at(&p);
    return 0;
}
