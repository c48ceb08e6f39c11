/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/footer.h"
#include "terminal/screen.h"
#include "terminal/term.h"
#include "terminal/words.h"

enum { TICK_MS = 250 };

/* -- The stack -- */

void app_push(app *a, screen *s)
{
    s->app = a;
    s->below = a->top;
    s->cursor_y = -1;
    a->top = s;
}

void app_say(app *a, const char *text)
{
    snprintf(a->message, sizeof a->message, "%s", text);
}

void screen_leave(screen *s, keypress k)
{
    (void)k;
    s->is_done = true;
}

static void close_screen(screen *s)
{
    if (s->kind->close)
        s->kind->close(s);
    else
        free(s);
}

/* Only between two keys: nobody is inside a screen that goes away. */
static void sweep(app *a, bool all)
{
    for (screen **at = &a->top; *at;) {
        screen *s = *at;
        if (all || s->is_done) {
            *at = s->below;
            close_screen(s);
        } else {
            at = &s->below;
        }
    }
}

/* -- Showing -- */

static void draw_small(const app *a, canvas *c)
{
    char size[64];
    area all = canvas_all(c);
    int y = c->rows / 2 - 1;
    (void)a;
    snprintf(size, sizeof size, "%d × %d → %d × %d", c->cols, c->rows, COLS_MIN, ROWS_MIN);
    canvas_fit(c, all, y, 0, c->cols, 0, LOOK_STRONG, 0, _("A little more room, please."));
    canvas_fit(c, all, y + 1, 0, c->cols, 0, LOOK_TEXT, 0, size);
    canvas_fit(c, all, y + 2, 0, c->cols, 0, LOOK_QUIET, 0, _("The game goes on when the window is larger."));
}

static bool is_small(const canvas *c)
{
    return c->rows < ROWS_MIN || c->cols < COLS_MIN;
}

static void draw(app *a)
{
    int rows, cols;
    canvas *c = &a->canvas;
    screen *s = a->top;
    term_size(&rows, &cols);
    c->is_ascii = term_is_ascii();
    if (rows != c->rows || cols != c->cols)
        canvas_size(c, rows, cols);
    canvas_clear(c, canvas_all(c));
    s->cursor_y = -1;
    if (is_small(c)) {
        draw_small(a, c);
    } else {
        s->kind->draw(s, c, area_rows(canvas_all(c), 0, rows - 1));
        if (a->message[0]) {
            area line = area_rows(canvas_all(c), rows - 2, 1);
            canvas_clear(c, line);
            canvas_fit(c, line, 0, 1, cols - 2, -1, LOOK_STRONG, 0, a->message);
        }
        footer_draw(s, c, area_rows(canvas_all(c), rows - 1, 1));
    }
    term_show(c, s->cursor_y, s->cursor_x);
}

/* -- Keys -- */

static bool has_code(const screen_key *key_of_screen, int32_t code)
{
    for (int i = 0; i < SCREEN_CODES && key_of_screen->codes[i]; i++)
        if (key_of_screen->codes[i] == code)
            return true;
    return false;
}

static bool press(screen *s, keypress k)
{
    for (int i = 0; i < s->kind->n_keys; i++) {
        const screen_key *it = &s->kind->keys[i];
        if (has_code(it, k.code) && (!it->works || it->works(s))) {
            it->press(s, k);
            return true;
        }
    }
    return false;
}

static void take_key(app *a, keypress k)
{
    screen *s = a->top;
    int32_t code = k.code == KEY_CLICK && k.y == a->canvas.rows - 1 ? footer_code_at(s, &a->canvas, k.x) : k.code;
    if (k.code == KEY_NOTHING || is_small(&a->canvas))
        return;
    a->message[0] = '\0';
    k.code = code;
    if (code != KEY_NOTHING && !press(s, k) && s->kind->type)
        s->kind->type(s, k);
}

/* -- The loop -- */

static int list_files(const app *a, int files[SCREEN_FILES])
{
    int n = 0;
    for (const screen *s = a->top; s; s = s->below) {
        int fd = s->kind->fd ? s->kind->fd(s) : -1;
        if (fd >= 0 && n < SCREEN_FILES)
            files[n++] = fd;
    }
    return n;
}

static bool is_busy(const app *a)
{
    for (const screen *s = a->top; s; s = s->below)
        if (s->kind->is_busy && s->kind->is_busy(s))
            return true;
    return false;
}

/* Milliseconds until somebody wants to go on without having been called; -1: never. */
static int longest_wait(const app *a, bool has_mark)
{
    int least = has_mark ? TICK_MS : -1;
    for (const screen *s = a->top; s; s = s->below) {
        int wait = s->kind->wait ? s->kind->wait(s) : -1;
        if (wait >= 0 && (least < 0 || wait < least))
            least = wait;
    }
    return least;
}

static void attend(const app *a)
{
    for (screen *s = a->top; s; s = s->below)
        if (s->kind->attend)
            s->kind->attend(s);
}

int app_run(app *a)
{
    const screen *shown = NULL;
    while (a->top) {
        int files[SCREEN_FILES];
        if (a->top != shown && a->top->kind->shown)
            a->top->kind->shown(a->top);
        shown = a->top;
        draw(a);
        bool has_mark = is_busy(a);
        int wait = longest_wait(a, has_mark); /* first: whose time comes in between is listed, or waited for */
        keypress k = term_wait(files, list_files(a, files), wait);
        if (k.code == KEY_GONE)
            break;
        a->tick += has_mark;
        attend(a);
        if (k.code != KEY_SIZED)
            take_key(a, k);
        sweep(a, false);
    }
    sweep(a, true);
    canvas_close(&a->canvas);
    return 0;
}
