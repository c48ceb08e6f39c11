/* SPDX-License-Identifier: MIT */
#include "terminal/term.h"

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

#include "terminal/look_int.h"

enum { ESCAPE_MS = 25 /* so long an Esc may still be the beginning of a key */, FILES = 8, ALT_STACK = 1 << 16 };

static struct {
    SCREEN *screen;
    bool is_ascii, has_colour;
    canvas shown; /* what the terminal shows */
    struct termios before;
    char rescue[512]; /* what puts the terminal right again if we crash */
    size_t n_rescue;
    int rings[2]; /* a pipe: signals ring */
} term;

/* -- Signals -- */

static volatile sig_atomic_t is_sized, is_continued, wants_stop, end_signal;

static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static const int notices[] = { SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT };

enum { CRASHES = sizeof crashes / sizeof crashes[0], NOTICES = sizeof notices / sizeof notices[0] };

static struct sigaction crash_before[CRASHES], notice_before[NOTICES];

static void note(int signal_number)
{
    int error = errno;
    switch (signal_number) {
    case SIGWINCH:
        is_sized = 1;
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
    (void)!write(term.rings[1], "", 1); /* a full pipe rings already */
    errno = error;
}

/* The terminal first; then whoever would have been told of the crash is. */
static void rescue(int signal_number)
{
    (void)!write(STDOUT_FILENO, term.rescue, term.n_rescue);
    tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &crash_before[i], NULL);
    raise(signal_number);
}

static void take_signals(void)
{
    static unsigned char stack[ALT_STACK];
    struct sigaction noting = { .sa_handler = note, .sa_flags = SA_RESTART };
    struct sigaction rescuing = { .sa_handler = rescue, .sa_flags = SA_ONSTACK };
    sigaltstack(&(stack_t){ .ss_sp = stack, .ss_size = sizeof stack }, NULL);
    is_sized = is_continued = wants_stop = end_signal = 0;
    for (int i = 0; i < NOTICES; i++)
        sigaction(notices[i], &noting, &notice_before[i]);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &rescuing, &crash_before[i]);
}

static void give_signals_back(void)
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

bool term_can(void)
{
    const char *name = getenv("TERM");
    int code;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !name || !*name || strcmp(name, "dumb") == 0)
        return false;
    if (setupterm(NULL, STDOUT_FILENO, &code) != OK)
        return false;
    bool can = cursor_address;
    del_curterm(cur_term);
    return can;
}

static void add_rescue(const char *text)
{
    if (!text || text == (const char *)-1) /* the terminal has no such thing */
        return;
    size_t n = strlen(text);
    if (n >= sizeof term.rescue - term.n_rescue)
        return;
    memcpy(term.rescue + term.n_rescue, text, n);
    term.n_rescue += n;
}

static void prepare_rescue(void)
{
    term.n_rescue = 0;
    if (key_mouse)
        add_rescue("\033[?1006l\033[?1002l\033[?1000l");
    add_rescue(orig_pair);
    add_rescue(exit_attribute_mode);
    add_rescue(keypad_local);
    add_rescue(cursor_normal);
    add_rescue(exit_ca_mode);
    add_rescue("\r\n");
}

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

static bool open_rings(void)
{
    if (pipe(term.rings) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(term.rings[i], F_SETFL, O_NONBLOCK);
        fcntl(term.rings[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void close_rings(void)
{
    close(term.rings[0]);
    close(term.rings[1]);
}

/* https://no-color.org: set and not empty, it asks for no colour. */
static bool wants_colour(void)
{
    const char *plain = getenv("NO_COLOR");
    return !(plain && *plain);
}

bool term_open(bool is_ascii)
{
    setlocale(LC_CTYPE, "");
    term.is_ascii = is_ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    if (tcgetattr(STDIN_FILENO, &term.before) != 0 || !open_rings())
        return false;
    take_signals(); /* before ncurses would */
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen) {
        give_signals_back();
        close_rings();
        return false;
    }
    prepare_rescue();
    prepare_input();
    term.has_colour = wants_colour() && has_colors();
    if (term.has_colour)
        looks_begin();
    curs_set(0);
    return true;
}

void term_close(void)
{
    if (!term.screen)
        return;
    endwin();
    delscreen(term.screen);
    term.screen = NULL;
    canvas_close(&term.shown);
    give_signals_back();
    close_rings();
}

bool term_is_ascii(void)
{
    return term.is_ascii;
}

void term_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

/* -- Showing -- */

enum { WIDE = CCHARW_MAX + 1 };

/* Under the cursor nothing is quiet: it is one bar. */
static look look_of(const canvas_cell *cell)
{
    return cell->look == LOOK_QUIET && cell->marks & MARK_FOCUS ? LOOK_TEXT : (look)cell->look;
}

static void show_cell(const canvas_cell *cell, int y, int x)
{
    look l = look_of(cell);
    wchar_t text[WIDE] = { 0 };
    cchar_t shown;
    int pair = term.has_colour ? (int)l + 1 : 0;
    const char *from = cell->text;
    mbstate_t state = { 0 };
    if (mbsrtowcs(text, &from, WIDE - 1, &state) == (size_t)-1)
        memcpy(text, L"?", sizeof L"?");
    setcchar(&shown, text, look_attributes(l, cell->marks, term.has_colour), 0, &pair);
    mvadd_wch(y, x, &shown);
}

static void show_row(const canvas *c, int y)
{
    const canvas_cell *now = &c->cells[y * c->cols], *old = &term.shown.cells[y * c->cols];
    if (memcmp(now, old, (size_t)c->cols * sizeof *now) == 0)
        return;
    for (int x = 0; x < c->cols; x++)
        if (now[x].text[0]) /* the right half comes with the left */
            show_cell(&now[x], y, x);
}

static bool is_same_size(const canvas *a, const canvas *b)
{
    return a->cells && b->cells && a->rows == b->rows && a->cols == b->cols;
}

void term_show(const canvas *c, int y, int x)
{
    if (!is_same_size(c, &term.shown)) {
        canvas_size(&term.shown, c->rows, c->cols);
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

static const struct {
    int from;
    int32_t to;
} special[] = {
    { KEY_UP, KEY_ARROW_UP },       { KEY_DOWN, KEY_ARROW_DOWN }, { KEY_LEFT, KEY_ARROW_LEFT },
    { KEY_RIGHT, KEY_ARROW_RIGHT }, { KEY_BTAB, KEY_TAB_BACK },   { KEY_ENTER, KEY_RETURN },
    { KEY_BACKSPACE, KEY_ERASE },   { KEY_DC, KEY_DELETE },       { KEY_HOME, KEY_FIRST },
    { KEY_END, KEY_LAST },          { KEY_PPAGE, KEY_PAGE_BACK }, { KEY_NPAGE, KEY_PAGE_ON },
};

static keypress special_key(wint_t code)
{
    MEVENT at;
    if (code == KEY_MOUSE && getmouse(&at) == OK) {
        int32_t what = at.bstate & BUTTON4_PRESSED   ? KEY_WHEEL_UP
                       : at.bstate & BUTTON5_PRESSED ? KEY_WHEEL_DOWN
                       : at.bstate & BUTTON1_PRESSED ? KEY_CLICK
                                                     : KEY_NOTHING;
        return (keypress){ what, at.y, at.x };
    }
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if ((wint_t)special[i].from == code)
            return (keypress){ .code = special[i].to };
    return (keypress){ .code = KEY_NOTHING };
}

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
        return (keypress){ .code = code < ' ' ? KEY_NOTHING : (int32_t)code };
    }
}

/* False: no more keys for now. */
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

/* Sleeps as other programs do, and comes back to the same screen. */
static void stop(void)
{
    wants_stop = 0;
    endwin();
    raise(SIGSTOP);
}

/* Whatever the terminal was told meanwhile by others, it is told again. */
static void wake(void)
{
    is_continued = 0;
    endwin();
    is_sized = 1;
    clearok(curscr, TRUE);
}

static keypress take_size(void)
{
    struct winsize size;
    is_sized = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    canvas_close(&term.shown);
    return (keypress){ .code = KEY_SIZED };
}

static keypress take_signal(void)
{
    char bytes[64];
    while (read(term.rings[0], bytes, sizeof bytes) > 0) {
    }
    if (end_signal)
        return (keypress){ .code = KEY_GONE };
    if (wants_stop)
        stop();
    if (is_continued)
        wake();
    return is_sized ? take_size() : (keypress){ .code = KEY_NOTHING };
}

keypress term_wait(const int *files, int n_files, int milliseconds)
{
    struct pollfd polled[FILES + 2] = { { .fd = STDIN_FILENO, .events = POLLIN },
                                        { .fd = term.rings[0], .events = POLLIN } };
    keypress k;
    nfds_t n = 2;
    for (int i = 0; i < n_files && i < FILES; i++)
        polled[n++] = (struct pollfd){ .fd = files[i], .events = POLLIN };
    if (read_key(&k))
        return k;
    if (poll(polled, n, milliseconds) <= 0 && !end_signal && !wants_stop && !is_sized)
        return (keypress){ .code = KEY_NOTHING };
    if (polled[1].revents || end_signal)
        return take_signal();
    if (polled[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return (keypress){ .code = KEY_GONE };
    return read_key(&k) ? k : (keypress){ .code = KEY_NOTHING };
}
