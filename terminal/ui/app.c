/* SPDX-License-Identifier: MIT */
/* terminal/ui/app.c -- the screen stack and the event loop; terminal/README.md has the overview. Everything happens
 * in this one thread: drawing, keys, session updates. Only bots (session/bot_thread.c) and network connections
 * (client/) have threads of their own, and they talk to the loop through file descriptors.
 *
 * One turn of the loop: draw the top screen, wait for a key, a descriptor or a timeout, update all screens, handle
 * the key, close the screens that are done. Drawing everything again each turn is cheap: term_show() sends only
 * changed rows. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "terminal/ui/footer.h"
#include "terminal/ui/screen.h"
#include "terminal/ui/term.h"
#include "terminal/ui/translate.h"

enum { SPINNER_MS = 250 };

/* -- The stack -- */

void app_push(app *a, screen *s)
{
    assert(s->ops && s->ops->draw);
    assert(s != a->top);
    s->app = a;
    s->below = a->top;
    s->cursor_y = -1;
    a->top = s;
}

void app_show_message(app *a, const char *text)
{
    snprintf(a->message, sizeof a->message, "%s", text);
}

void screen_leave(screen *s, keypress k)
{
    (void)k;
    s->is_closing = true;
}

/* Frees a screen that is no longer on the stack. */
static void close_screen(screen *s)
{
    if (s->ops->close)
        s->ops->close(s);
    else
        free(s);
}

/* Removes and frees screens that want to close, or all. Called between two events only, when no function of a screen
 * is on the call stack. */
static void close_screens(app *a, bool all)
{
    for (screen **at = &a->top; *at;) {
        screen *s = *at;
        if (all || s->is_closing) {
            *at = s->below;
            close_screen(s);
        } else {
            at = &s->below;
        }
    }
}

/* -- Drawing -- */

/* Instead of a screen whose layout would not fit. */
static void draw_too_small(canvas *c)
{
    char size[64];
    area all = canvas_area(c);
    int y = c->rows / 2 - 1;
    snprintf(size, sizeof size, "%d × %d → %d × %d", c->cols, c->rows, COLS_MIN, ROWS_MIN);
    canvas_fit(c, all, y, 0, c->cols, 0, STYLE_STRONG, 0, _("The window is too small."));
    canvas_fit(c, all, y + 1, 0, c->cols, 0, STYLE_TEXT, 0, size);
    canvas_fit(c, all, y + 2, 0, c->cols, 0, STYLE_DIM, 0, _("Enlarge the window to continue."));
}

static bool is_too_small(const canvas *c)
{
    return c->rows < ROWS_MIN || c->cols < COLS_MIN;
}

/* Draws the top screen, the message and the footer, and sends the result to the terminal. The canvas follows the
 * size of the window. A screen gets all rows but the last one; a message covers the row above the footer. */
static void draw(app *a)
{
    assert(a->top);
    int rows, cols;
    canvas *c = &a->canvas;
    screen *s = a->top;
    term_size(&rows, &cols);
    c->is_ascii = term_is_ascii();
    if (rows != c->rows || cols != c->cols)
        canvas_resize(c, rows, cols);
    canvas_clear(c, canvas_area(c));
    s->cursor_y = -1;
    if (is_too_small(c)) {
        draw_too_small(c);
    } else {
        s->ops->draw(s, c, area_rows(canvas_area(c), 0, rows - 1));
        if (a->message[0]) {
            area line = area_rows(canvas_area(c), rows - 2, 1);
            canvas_clear(c, line);
            canvas_fit(c, line, 0, 1, cols - 2, -1, STYLE_STRONG, 0, a->message);
        }
        footer_draw(s, c, area_rows(canvas_area(c), rows - 1, 1));
    }
    term_show(c, s->cursor_y, s->cursor_x);
}

/* -- Keys -- */

static bool has_code(const screen_key *binding, int32_t code)
{
    for (int i = 0; i < KEY_CODES_MAX && binding->codes[i]; i++)
        if (binding->codes[i] == code)
            return true;
    return false;
}

/* Calls the first enabled action that has this key. The order of the table matters: one key may have several
 * actions, of which one is enabled at a time. */
static bool run_key(screen *s, keypress k)
{
    for (int i = 0; i < s->ops->n_keys; i++) {
        const screen_key *it = &s->ops->keys[i];
        if (has_code(it, k.code) && (!it->is_enabled || it->is_enabled(s))) {
            assert(it->on_press); /* a row without it only explains, and has no codes */
            it->on_press(s, k);
            return true;
        }
    }
    return false;
}

/* A click on the footer becomes the key it shows. Any key first clears the message. A key that no action takes goes
 * to on_key(). */
static void handle_key(app *a, keypress k)
{
    assert(a->top);
    screen *s = a->top;
    int32_t code = k.code == KEY_CLICK && k.y == a->canvas.rows - 1 ? footer_code_at(s, &a->canvas, k.x) : k.code;
    if (k.code == KEY_NONE || is_too_small(&a->canvas))
        return;
    a->message[0] = '\0';
    k.code = code;
    if (code != KEY_NONE && !run_key(s, k) && s->ops->on_key)
        s->ops->on_key(s, k);
}

/* -- The loop -- */

/* The descriptors of all screens, also of covered ones: their sessions go on. More than the limit are ignored;
 * update() is called anyway after each wait. */
static int list_fds(const app *a, int fds[TERM_FDS_MAX])
{
    int n = 0;
    for (const screen *s = a->top; s; s = s->below) {
        int fd = s->ops->fd ? s->ops->fd(s) : -1;
        if (fd >= 0 && n < TERM_FDS_MAX)
            fds[n++] = fd;
    }
    return n;
}

static bool is_busy(const app *a)
{
    for (const screen *s = a->top; s; s = s->below)
        if (s->ops->is_busy && s->ops->is_busy(s))
            return true;
    return false;
}

/* Milliseconds until the first screen wants update() without an event; -1: none does. A spinner needs a redraw every
 * SPINNER_MS. */
static int next_timeout(const app *a, bool has_spinner)
{
    int least = has_spinner ? SPINNER_MS : -1;
    for (const screen *s = a->top; s; s = s->below) {
        int timeout = s->ops->timeout ? s->ops->timeout(s) : -1;
        if (timeout >= 0 && (least < 0 || timeout < least))
            least = timeout;
    }
    return least;
}

/* Lets every session take in what has happened, whether its screen is visible or not. */
static void update_screens(const app *a)
{
    for (screen *s = a->top; s; s = s->below)
        if (s->ops->update)
            s->ops->update(s);
}

/* The event loop. The order matters in two places: timeouts are computed before descriptors are listed, so that a
 * screen whose pause ends in between is either listed or waited for; and screens are updated before the key is
 * handled, so that a key acts on the newest position. */
static void run_loop(app *a)
{
    const screen *shown = NULL; /* compared only, never followed: it may have been freed */
    while (a->top) {
        int fds[TERM_FDS_MAX];
        if (a->top != shown && a->top->ops->on_shown)
            a->top->ops->on_shown(a->top);
        shown = a->top;
        draw(a);
        bool has_spinner = is_busy(a);
        int timeout = next_timeout(a, has_spinner);
        keypress k = term_wait_key(fds, list_fds(a, fds), timeout);
        if (k.code == KEY_HANGUP)
            break;
        a->tick += has_spinner;
        update_screens(a);
        if (k.code != KEY_RESIZED)
            handle_key(a, k);
        close_screens(a, false);
    }
    close_screens(a, true);
    canvas_close(&a->canvas);
}

int app_run(app *a)
{
    run_loop(a);
    int signal_number = term_signal();
    term_close();
    if (a->exit_message[0])
        puts(a->exit_message);
    fflush(stdout);
    if (signal_number)
        raise(signal_number);
    return TERMINAL_OK;
}
