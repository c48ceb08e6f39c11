/* SPDX-License-Identifier: MIT */
/* terminal/plain/plain.c -- line mode: input, turns, waiting for others. run_game() is the loop. While bots or
 * people elsewhere may act it waits for the session; when a person here may act it hands the keyboard over if
 * necessary and takes a turn: report what happened, ask, play.
 *
 * Input may come from a pipe that was filled long ago, so lines are read only when an answer is due. Output that
 * nobody reads any more (a closed pipe) ends the game. */
#include "terminal/plain/plain.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/say.h"
#include "record/reader.h"
#include "terminal/plain/plain_int.h"
#include "terminal/session/launch.h"
#include "terminal/ui/translate.h"

enum {
    HANDOVER_BLANK_LINES = 60, /* more than most windows have rows */
    PIPE_CHECK_MS = 500        /* how often a pipe is checked for its end */
};

/* -- Input -- */

/* Reads a line of standard input without its end; what does not fit is dropped. False at the end of the input. */
static bool read_line(char line[PLAIN_LINE])
{
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n')
        if (n < PLAIN_LINE - 1 && c != '\r')
            line[n++] = (char)c;
    line[n] = '\0';
    return c != EOF || n > 0;
}

/* With a pipe as input the answers would be missing from the output. Control characters are left out. */
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

/* Reads an answer without printing a prompt, and trims it. It also ends with NUL: file names and chat need a string. */
static bool take_answer(plain *p, mur_span *answer)
{
    if (fflush(stdout) != 0 || !read_line(p->line)) {
        putchar('\n');
        p->has_quit = true;
        return false;
    }
    *answer = mur_span_of(p->line);
    while (mur_take_char(answer, ' ')) {
    }
    while (answer->len > 0 && answer->at[answer->len - 1] == ' ')
        answer->len--;
    /* The span points into p->line, so the text can end right behind it. */
    p->line[answer->at - p->line + (ptrdiff_t)answer->len] = '\0';
    if (!isatty(STDIN_FILENO))
        echo(*answer);
    return true;
}

/* Prints a prompt and reads a line, without the spaces around it. False, and has_quit is set, at the end of the
 * input or if nobody reads our output any more. */
static bool ask(plain *p, mur_span *answer)
{
    fputs("> ", stdout);
    return take_answer(p, answer);
}

/* -- Who is at the keyboard -- */

/* The seats that may act now. */
static unsigned to_act(plain *p)
{
    plain_update_view(p);
    return p->view->to_act;
}

/* The first of these seats (one bit each) that is played by a person here, or by a bot; MUR_NOBODY if there is none. */
static int first_seat(const session *gs, unsigned seats, bool wants_person)
{
    for (int seat = 0; seat < gs->seats; seat++)
        if ((seats >> seat & 1) && (wants_person ? gs->seat[seat].is_here : gs->seat[seat].level != NULL))
            return seat;
    return MUR_NOBODY;
}

/* MUR_WATCHER, while nobody is at the keyboard, has no move to take back. */
static bool can_take_back(const plain *p)
{
    return p->seat < p->session->seats && p->session->ops->can_take_back(p->session, p->seat);
}

/* Pushes what one person has read out of sight of the next. The previous person may still type undo, and keeps the
 * keyboard then. */
static void hand_over(plain *p, int seat)
{
    assert(seat >= 0 && seat < p->session->seats);
    char name[MUR_SENTENCE_TEXT];
    mur_span answer;
    for (int i = 0; i < HANDOVER_BLANK_LINES; i++)
        putchar('\n');
    plain_print(N_("The keyboard goes to {name}. Press Enter when nobody else is looking."),
                (const mur_format_arg[]){ { "name", plain_name(p, seat, name) }, { 0 } });
    if (can_take_back(p))
        plain_print(N_("{name} can still type undo."),
                    (const mur_format_arg[]){ { "name", plain_name(p, p->seat, name) }, { 0 } });
    if (!ask(p, &answer))
        return;
    if (mur_span_is(answer, "quit"))
        p->has_quit = true;
    else if (mur_span_is(answer, "undo") && can_take_back(p))
        plain_command(p, answer);
    else
        p->seat = seat;
}

/* -- A turn -- */

/* Plays the input as a move. False, with a message, if it is none or not legal. */
static bool try_move(plain *p, mur_span answer)
{
    mur_move m = plain_move_of(p, answer);
    const char *why = m ? p->session->ops->play(p->session, p->seat, m) : _(mur_err_text(p->session->game, MUR_TEXT));
    char quoted[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(quoted, sizeof quoted);
    if (!why)
        return true;
    mur_put_quoted(&t, answer);
    plain_print(N_("{word}: {reason}. Type help for help."),
                (const mur_format_arg[]){ { "word", mur_span_of(quoted) }, { "reason", mur_span_of(why) }, { 0 } });
    return false;
}

/* Moves are listed if each fits on a line with its sentence, else only counted; `legal` lists them then. */
static void print_moves(const plain *p)
{
    char n[16];
    if (p->menu.n <= MENU_SENTENCES_MAX) {
        puts(_("Your move:"));
        menu_print(&p->menu, &p->texts.words);
        return;
    }
    snprintf(n, sizeof n, "%d", p->menu.n);
    plain_print(N_("Your move: one of {n}. Type legal for the list."),
                (const mur_format_arg[]){ { "n", mur_span_of(n) }, { 0 } });
}

/* Prints a problem once for each time it occurs, and a new chat line. */
static void print_problem(plain *p)
{
    const char *problem = p->session->problem;
    if (problem && !p->has_problem)
        puts(problem);
    p->has_problem = problem != NULL;
    if (p->session->latest_chat)
        puts(p->session->latest_chat);
    p->session->latest_chat = NULL;
}

/* One turn of the person at the keyboard: report, then ask until something has changed. Elsewhere somebody may move
 * meanwhile (Die Mauer, take-backs), which ends the turn as well. */
static void take_turn(plain *p)
{
    mur_span answer;
    print_problem(p);
    plain_report_news(p);
    plain_update_view(p);
    plain_report_changes(p);
    print_moves(p);
    p->has_changed = false;
    size_t plies = p->session->plies;
    while (!p->has_quit && !p->has_changed && p->session->plies == plies && ask(p, &answer))
        if (answer.len > 0 && !plain_command(p, answer))
            p->has_changed = try_move(p, answer);
    if (p->has_quit)
        return;
    plain_report_news(p);
    plain_update_view(p);
    plain_remember_view(p);
}

/* -- The game -- */

/* Has the writer of the pipe gone, with everything read? Then poll() says readable, but there are no bytes. */
static bool has_hung_up(void)
{
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
    int bytes;
    return poll(&in, 1, 0) > 0 && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes == 0;
}

/* A command typed while others are to move. */
static void answer_while_waiting(plain *p)
{
    mur_span answer;
    if (take_answer(p, &answer) && answer.len > 0 && !plain_command(p, answer))
        puts(_("It is not your turn."));
    fflush(stdout);
}

/* People elsewhere may take hours. Meanwhile a keyboard is listened to; lines in a pipe wait for their turn. */
static void wait_for_input_or_session(plain *p, int fd)
{
    bool is_typed = isatty(STDIN_FILENO);
    /* poll() ignores a descriptor of -1: a pipe is not listened to. */
    struct pollfd f[] = { { .fd = fd, .events = POLLIN }, { .fd = is_typed ? STDIN_FILENO : -1, .events = POLLIN } };
    poll(f, 2, is_typed ? -1 : PIPE_CHECK_MS);
    if (f[1].revents)
        answer_while_waiting(p);
    else if (!is_typed && has_hung_up())
        p->has_quit = true;
}

/* Until a bot has moved or the server has sent something. */
static void wait_for_others(plain *p)
{
    int fd = p->session->ops->fd(p->session);
    /* Only a session at a server has a chat. */
    bool are_elsewhere = p->session->ops->send_chat != NULL;
    fflush(stdout);
    while (!p->session->ops->update(p->session) && !p->has_quit) {
        if (are_elsewhere)
            wait_for_input_or_session(p, fd);
        else if (fd < 0 || poll(&(struct pollfd){ .fd = fd, .events = POLLIN }, 1, -1) < 0)
            return;
    }
}

/* Bots act first: where all choose at once, the last person's choice then reveals everything. People elsewhere are
 * not waited for: they may be waiting for us. */
static void run_game(plain *p)
{
    while (!p->has_quit && !p->session->is_over && !ferror(stdout)) {
        unsigned seats = to_act(p);
        int person = first_seat(p->session, seats, true);
        /* Nobody here may act, or a bot may: wait for the session. */
        if (person == MUR_NOBODY || first_seat(p->session, seats, false) != MUR_NOBODY) {
            wait_for_others(p);
            print_problem(p);
            /* With several persons the moves are reported when the next one has the keyboard. */
            if (session_count_persons(p->session) < 2)
                plain_report_news(p);
        } else if (person != p->seat) {
            hand_over(p, person);
        } else {
            take_turn(p);
        }
    }
}

/* Commands still work, to look back; anything else ends the program. */
static void finish_game(plain *p)
{
    mur_span answer;
    plain_report_news(p);
    plain_update_view(p);
    plain_report_result(p);
    puts(_("Type a command to look back, or press Enter to leave."));
    while (!p->has_quit && ask(p, &answer) && plain_command(p, answer)) {
    }
}

/* Which game, and which seat is the player's. */
static void print_greeting(const plain *p)
{
    char n[16];
    snprintf(n, sizeof n, "%d", p->seat + 1);
    mur_format_arg values[] = { { "game", mur_span_of(p->session->game->name) }, { "n", mur_span_of(n) }, { 0 } };
    int persons = session_count_persons(p->session);
    plain_print(persons == 0   ? N_("{game}. You are watching.")
                : persons == 1 ? N_("{game}. You are seat {n}. Type help for help.")
                               : N_("{game}. Several people share this keyboard. Type help for help."),
                values);
}

/* Where the game is saved, or how to come back to it. */
static void print_goodbye(const plain *p)
{
    const char *path = p->session->is_over ? NULL : p->session->ops->save(p->session, NULL);
    if (path)
        plain_print(N_("The game is saved in {file}; --resume continues it."),
                    (const mur_format_arg[]){ { "file", mur_span_of(path) }, { 0 } });
    else if (p->session->ops->send_chat && !p->session->is_over)
        puts(_("The game continues on the server; the same link brings you back."));
    puts(_("Thank you for playing."));
}

/* -- Opening and closing -- */

/* All seats start with everything up to now reported. With several persons the keyboard is nobody's at first. */
static void open_plain(plain *p)
{
    const session *gs = p->session;
    size_t size = gs->game->view_size;
    int persons = session_count_persons(gs);
    session_words_init(gs, &p->texts);
    p->board = board_of(gs->game);
    p->view = mur_new(size);
    p->previous_views = mur_new(size * MUR_SEATS);
    /* Only the views of persons at this keyboard are compared later; those of other seats are refused and ignored. */
    for (p->seat = 0; p->seat < gs->seats; p->seat++) {
        plain_update_view(p);
        plain_remember_view(p);
        p->n_reported[p->seat] = gs->plies;
    }
    p->n_reported_to_watcher = gs->plies;
    p->seat = persons == 1 ? first_seat(gs, ~0U, true) : MUR_WATCHER;
    plain_update_view(p);
}

static void play_at(plain *p)
{
    assert(p->session);
    open_plain(p);
    print_greeting(p);
    run_game(p);
    if (p->session->is_over)
        finish_game(p);
    print_goodbye(p);
    p->session->ops->close(p->session);
    free(p->view);
    free(p->previous_views);
}

/* A game by its id or its number in the list. */
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
        if (!ask(p, &answer))
            return NULL;
        g = game_of(answer);
    }
    return g;
}

/* For games at a server. Standard input is not buffered: wait_for_input_or_session() polls it, and poll() cannot see
 * what stdio has read ahead. */
void plain_play_at(const terminal_options *options, session *gs)
{
    plain p = { .options = options, .session = gs };
    setvbuf(stdin, NULL, _IONBF, 0);
    play_at(&p);
}

/* Asks for the game if none is given; then it plays until the game is over or the input ends. */
int plain_play(const terminal_options *given)
{
    char why[MUR_MESSAGE_TEXT];
    terminal_options options = *given;
    plain p = { .options = &options };
    terminal_set_translation(options.words);
    if (!options.game && !options.resumes)
        options.game = ask_game(&p);
    if (p.has_quit)
        return TERMINAL_OK;
    p.session = options.resumes ? launch_resume(&options, why) : launch_new_game(&options, why);
    if (!p.session) {
        fprintf(stderr, "muraille: %s\n", why);
        return TERMINAL_BAD_INPUT;
    }
    play_at(&p);
    return TERMINAL_OK;
}
