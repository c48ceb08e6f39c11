/* SPDX-License-Identifier: MIT */
/* terminal/ui/term.c -- the terminal through ncurses: full-screen mode, signals, output, input.
 *
 * Signals. Handlers only set flags and write a byte into a pipe; term_wait_key() polls that pipe and does the work
 * outside of the handler. The handler of fatal signals (crashes) writes prepared escape sequences with write(2),
 * restores the terminal's modes, and raises the signal again with the previous handler; nothing there needs the heap
 * or stdio.
 *
 * Output. The last canvas shown is kept, and rows that have not changed are skipped. Within a row ncurses computes
 * the shortest update.
 *
 * Input. ncurses decodes keys; ESCAPE_MS is how long it waits to tell an Esc key from the beginning of a sequence. */
#include "terminal/ui/term.h"

#include <assert.h>
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "terminal/ui/theme_int.h"

enum {
    ESCAPE_MS = 25,     /* an Esc may be the first byte of a key sequence for so long */
    ALT_STACK = 1 << 16 /* bytes of the stack on which crash handlers run */
};

static struct {
    SCREEN *screen;
    bool is_ascii, has_colour;
    canvas shown; /* what the terminal shows now; empty: unknown, send everything */
    struct termios before;
    char restore[512]; /* bytes that restore the terminal after a crash, prepared by term_open() */
    size_t n_restore;
    int wake_pipe[2]; /* signal handlers write, term_wait_key() polls */
} term;

/* -- Signals -- */

/* Set by signal handlers, cleared by handle_signals(). */
static volatile sig_atomic_t is_resized, is_continued, wants_stop, end_signal;

/* Signals that end the process by a fault, and signals that the loop reacts to. */
static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static const int notices[] = { SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT };

enum { CRASHES = sizeof crashes / sizeof crashes[0], NOTICES = sizeof notices / sizeof notices[0] };

/* The handlers that were installed before ours. */
static struct sigaction crash_before[CRASHES], notice_before[NOTICES];

/* Signal handler for signals that are not fatal. Async-signal-safe: flags and write(2) only. */
static void on_notice(int signal_number)
{
    int error = errno;
    switch (signal_number) {
    case SIGWINCH:
        is_resized = 1;
        break;
    case SIGCONT:
        is_continued = 1;
        break;
    case SIGTSTP:
        wants_stop = 1;
        break;
    default:
        end_signal = signal_number;
    }
    (void)!write(term.wake_pipe[1], "", 1); /* if the pipe is full, the loop wakes up anyway */
    errno = error;
}

/* Signal handler for crashes: restores the terminal first, so that the message of a sanitizer or the shell can be
 * read, then raises the signal again for the previous handler. */
static void on_crash(int signal_number)
{
    (void)!write(STDOUT_FILENO, term.restore, term.n_restore);
    tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &crash_before[i], NULL);
    raise(signal_number);
}

/* Crash handlers run on a stack of their own: the crash may be a stack overflow. */
static void install_signal_handlers(void)
{
    static unsigned char stack[ALT_STACK];
    struct sigaction notice_action = { .sa_handler = on_notice, .sa_flags = SA_RESTART };
    struct sigaction crash_action = { .sa_handler = on_crash, .sa_flags = SA_ONSTACK };
    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
    is_resized = is_continued = wants_stop = end_signal = 0;
    for (int i = 0; i < NOTICES; i++)
        sigaction(notices[i], &notice_action, &notice_before[i]);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &crash_action, &crash_before[i]);
}

static void restore_signal_handlers(void)
{
    for (int i = 0; i < NOTICES; i++)
        sigaction(notices[i], &notice_before[i], NULL);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &crash_before[i], NULL);
}

int term_signal(void)
{
    return end_signal;
}

/* -- Opening and closing -- */

bool term_is_usable(void)
{
    const char *name = getenv("TERM");
    int code;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !name || !*name || strcmp(name, "dumb") == 0)
        return false;
    /* terminfo must know the terminal, and how to position its cursor. */
    if (setupterm(NULL, STDOUT_FILENO, &code) != OK)
        return false;
    bool can = cursor_address;
    del_curterm(cur_term);
    return can;
}

/* Appends a terminal capability; terminfo has NULL or -1 for one that is missing. */
static void add_restore(const char *text)
{
    assert(term.n_restore <= sizeof term.restore);
    if (!text || text == (const char *)-1)
        return;
    size_t n = strlen(text);
    if (n >= sizeof term.restore - term.n_restore)
        return;
    memcpy(term.restore + term.n_restore, text, n);
    term.n_restore += n;
}

/* Collects now what a crash handler will write: mouse reporting off, default colours, cursor on, back to the normal
 * screen. terminfo must not be asked in a signal handler. */
static void prepare_restore(void)
{
    term.n_restore = 0;
    if (key_mouse)
        add_restore("\033[?1006l\033[?1002l\033[?1000l");
    add_restore(orig_pair);
    add_restore(exit_attribute_mode);
    add_restore(keypad_local);
    add_restore(cursor_normal);
    add_restore(exit_ca_mode);
    add_restore("\r\n");
}

/* Single keys without echo, never blocking (term_wait_key() polls), mouse presses without click detection, which
 * would delay them. */
static void prepare_input(void)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    set_escdelay(ESCAPE_MS);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
}

/* Both ends do not block: a handler must never wait, and the loop drains until empty. */
static bool open_wake_pipe(void)
{
    if (pipe(term.wake_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(term.wake_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(term.wake_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void close_wake_pipe(void)
{
    close(term.wake_pipe[0]);
    close(term.wake_pipe[1]);
}

/* NO_COLOR (https://no-color.org), if set and not empty, asks for no colour. */
static bool wants_colour(void)
{
    const char *plain = getenv("NO_COLOR");
    return !(plain && *plain);
}

/* Our signal handlers are installed before ncurses starts, because ncurses installs its own only where there are
 * none. */
bool term_open(bool is_ascii)
{
    assert(!term.screen);
    setlocale(LC_CTYPE, "");
    term.is_ascii = is_ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    if (tcgetattr(STDIN_FILENO, &term.before) != 0 || !open_wake_pipe())
        return false;
    install_signal_handlers();
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen) {
        restore_signal_handlers();
        close_wake_pipe();
        return false;
    }
    prepare_restore();
    prepare_input();
    term.has_colour = wants_colour() && has_colors();
    if (term.has_colour)
        theme_init();
    curs_set(0);
    return true;
}

/* Safe to call twice. */
void term_close(void)
{
    if (!term.screen)
        return;
    endwin();
    delscreen(term.screen);
    term.screen = NULL;
    canvas_close(&term.shown);
    restore_signal_handlers();
    close_wake_pipe();
}

bool term_is_ascii(void)
{
    return term.is_ascii;
}

void term_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

/* -- Output -- */

enum { WIDE = CCHARW_MAX + 1 };

/* The focused choice is shown as one solid bar: dim text would leave a gap in it. */
static style effective_style(const canvas_cell *cell)
{
    return cell->style == STYLE_DIM && cell->highlights & HIGHLIGHT_FOCUS ? STYLE_TEXT : (style)cell->style;
}

/* A cell whose bytes the locale cannot decode becomes a question mark. */
static void show_cell(const canvas_cell *cell, int y, int x)
{
    style st = effective_style(cell);
    wchar_t text[WIDE] = { 0 };
    cchar_t shown;
    int pair = term.has_colour ? (int)st + 1 : 0;
    const char *from = cell->text;
    mbstate_t state = { 0 };
    /* ncurses wants wide characters: the letter and its combining marks in one cchar_t. */
    if (mbsrtowcs(text, &from, WIDE - 1, &state) == (size_t)-1)
        memcpy(text, L"?", sizeof L"?");
    setcchar(&shown, text, theme_attributes(st, cell->highlights, term.has_colour), 0, &pair);
    mvadd_wch(y, x, &shown);
}

static void show_row(const canvas *c, int y)
{
    assert(y >= 0 && y < c->rows);
    const canvas_cell *now = &c->cells[y * c->cols], *old = &term.shown.cells[y * c->cols];
    if (memcmp(now, old, (size_t)c->cols * sizeof *now) == 0)
        return;
    for (int x = 0; x < c->cols; x++)
        /* The right half of a wide character is painted with the left one. */
        if (now[x].text[0])
            show_cell(&now[x], y, x);
}

/* An empty canvas never matches, which forces a full repaint. */
static bool is_same_size(const canvas *a, const canvas *b)
{
    return a->cells && b->cells && a->rows == b->rows && a->cols == b->cols;
}

/* Erases and repaints everything after a resize; otherwise changed rows only. A hidden cursor is parked in the last
 * cell. */
void term_show(const canvas *c, int y, int x)
{
    assert(term.screen);
    assert(y < c->rows);
    if (!is_same_size(c, &term.shown)) {
        canvas_resize(&term.shown, c->rows, c->cols);
        erase();
    }
    for (int row = 0; row < c->rows; row++)
        show_row(c, row);
    memcpy(term.shown.cells, c->cells, (size_t)c->rows * (size_t)c->cols * sizeof c->cells[0]);
    curs_set(y >= 0);
    move(y >= 0 ? y : c->rows - 1, y >= 0 ? x : c->cols - 1);
    refresh();
}

/* -- Keys -- */

/* ncurses key codes and ours. */
static const struct {
    int from;
    int32_t to;
} special[] = {
    { KEY_UP, KEY_ARROW_UP },       { KEY_DOWN, KEY_ARROW_DOWN }, { KEY_LEFT, KEY_ARROW_LEFT },
    { KEY_RIGHT, KEY_ARROW_RIGHT }, { KEY_BTAB, KEY_TAB_BACK },   { KEY_ENTER, KEY_RETURN },
    { KEY_BACKSPACE, KEY_ERASE },   { KEY_DC, KEY_DELETE },       { KEY_HOME, KEY_TO_START },
    { KEY_END, KEY_TO_END },        { KEY_PPAGE, KEY_PAGE_UP },   { KEY_NPAGE, KEY_PAGE_DOWN },
};

/* Function keys and the mouse. Buttons 4 and 5 are the wheel. Unknown keys become KEY_NONE. */
static keypress special_key(wint_t code)
{
    MEVENT at;
    if (code == KEY_MOUSE && getmouse(&at) == OK) {
        int32_t what = at.bstate & BUTTON4_PRESSED   ? KEY_WHEEL_UP
                       : at.bstate & BUTTON5_PRESSED ? KEY_WHEEL_DOWN
                       : at.bstate & BUTTON1_PRESSED ? KEY_CLICK
                                                     : KEY_NONE;
        return (keypress){ what, at.y, at.x };
    }
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if ((wint_t)special[i].from == code)
            return (keypress){ .code = special[i].to };
    return (keypress){ .code = KEY_NONE };
}

/* Control characters that have a meaning; both Backspace codes (8 and 127) are in use. Other control characters are
 * dropped. */
static keypress character_key(wint_t code)
{
    switch (code) {
    case '\t':
        return (keypress){ .code = KEY_TAB };
    case '\r':
    case '\n':
        return (keypress){ .code = KEY_RETURN };
    case 27:
        return (keypress){ .code = KEY_ESCAPE };
    case 8:
    case 127:
        return (keypress){ .code = KEY_ERASE };
    default:
        return (keypress){ .code = code < ' ' ? KEY_NONE : (int32_t)code };
    }
}

/* Takes one key that is already available. False: there is none. */
static bool read_key(keypress *k)
{
    wint_t code;
    switch (get_wch(&code)) {
    case OK:
        *k = character_key(code);
        return true;
    case KEY_CODE_YES:
        *k = special_key(code);
        return true;
    default:
        return false;
    }
}

/* -- Waiting -- */

/* Ctrl-Z: restores the terminal and stops the process, as any other program does. SIGCONT continues in resume(). */
static void suspend(void)
{
    wants_stop = 0;
    endwin();
    raise(SIGSTOP);
}

/* After SIGCONT the shell may have changed the terminal's modes and size: set them up again and repaint everything. */
static void resume(void)
{
    is_continued = 0;
    endwin();
    is_resized = 1;
    clearok(curscr, TRUE);
}

/* Tells ncurses the new size and forgets what is shown, so that the next term_show() repaints. */
static keypress apply_resize(void)
{
    struct winsize size;
    is_resized = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    canvas_close(&term.shown);
    return (keypress){ .code = KEY_RESIZED };
}

/* Does what the signal handlers asked for, outside of them. A request to end has priority. */
static keypress handle_signals(void)
{
    char bytes[64];
    while (read(term.wake_pipe[0], bytes, sizeof bytes) > 0) {
    }
    if (end_signal)
        return (keypress){ .code = KEY_HANGUP };
    if (wants_stop)
        suspend();
    if (is_continued)
        resume();
    return is_resized ? apply_resize() : (keypress){ .code = KEY_NONE };
}

/* A key that ncurses has buffered already is returned at once: poll() would not see it. Flags are checked again
 * after poll() because a signal can arrive just before it. */
keypress term_wait_key(const int *fds, int n_fds, int milliseconds)
{
    assert(n_fds >= 0 && n_fds <= TERM_FDS_MAX);
    struct pollfd polled[TERM_FDS_MAX + 2] = { { .fd = STDIN_FILENO, .events = POLLIN },
                                               { .fd = term.wake_pipe[0], .events = POLLIN } };
    keypress k;
    nfds_t n = 2;
    for (int i = 0; i < n_fds; i++)
        polled[n++] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
    if (read_key(&k))
        return k;
    if (poll(polled, n, milliseconds) <= 0 && !end_signal && !wants_stop && !is_resized)
        return (keypress){ .code = KEY_NONE };
    if (polled[1].revents || end_signal)
        return handle_signals();
    /* The terminal is gone: its window was closed, or the connection to it was lost. */
    if (polled[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return (keypress){ .code = KEY_HANGUP };
    return read_key(&k) ? k : (keypress){ .code = KEY_NONE };
}
