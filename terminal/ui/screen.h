/* SPDX-License-Identifier: MIT */
/* terminal/ui/screen.h -- screens, the stack they form, and the event loop. A screen is a struct that begins with a
 * `screen`; `ops` holds its functions. The app keeps a stack: the topmost screen is drawn and gets the keys, the
 * ones below keep running (their sessions are updated, bots go on thinking).
 *
 * A screen lists its keys in one table. The footer, the help page and the dispatch of a press all read that table,
 * so they cannot disagree. A screen never frees itself: it sets is_closing, and the loop closes it after the key or
 * update in which that happened has returned. */
#ifndef TERMINAL_UI_SCREEN_H
#define TERMINAL_UI_SCREEN_H

#include "terminal/terminal.h"
#include "terminal/ui/canvas.h"
#include "terminal/ui/keys.h"
#include "terminal/ui/speed.h"

enum {
    KEY_CODES_MAX = 4, /* different keys of one action */
    APP_TEXT = 1024,   /* bytes of a message, the final NUL included */
    ROWS_MIN = 24,     /* below this size only a request to enlarge the window is shown */
    COLS_MIN = 80
};

typedef struct app app;
typedef struct screen screen;

/* One row of a screen's table of keys: an action with the keys that trigger it. Up to KEY_CODES_MAX keys fit into a
 * row; further ones get a row with an empty `help`, which only dispatches. A row without codes and on_press only
 * explains. Several rows may have the same key: the first enabled one is taken. */
typedef struct {
    const char *key;                     /* what is printed on the key: "Enter", "u"; gettext key */
    const char *label;                   /* one or two words for the footer: gettext key; NULL: not in the footer */
    const char *help;                    /* a line of the help page: gettext key; "": not there */
    int32_t codes[KEY_CODES_MAX];        /* 0 after the last */
    bool (*is_enabled)(const screen *s); /* false: the key does nothing now and is not shown; NULL: always enabled */
    void (*on_press)(screen *s, keypress k);
} screen_key;

/* The functions of one kind of screen. All after `draw` may be NULL. */
typedef struct {
    const char *title; /* of its help page: gettext key */
    const screen_key *keys;
    int n_keys;
    const char *secondary_keys; /* letters of keys that lose their label first in a narrow footer; NULL: none */

    /* Paints the whole area; the canvas is blank before. May set cursor_y and cursor_x. */
    void (*draw)(screen *s, canvas *c, area where);

    /* A key that is in no enabled entry of `keys`. */
    void (*on_key)(screen *s, keypress k);

    /* Frees what the screen owns, and the screen itself. NULL: free() is enough. */
    void (*close)(screen *s);

    /* The screen has become the topmost one, for the first time or again. */
    void (*on_shown)(screen *s);

    /* The loop calls update() of every screen after each wait, and ends a wait when the descriptor is readable or the
     * timeout (milliseconds) is over. -1: no descriptor, no timeout. The screen is drawn again after each update. */
    int (*fd)(const screen *s);
    int (*timeout)(const screen *s);
    void (*update)(screen *s);

    /* Something is being computed or a clock runs: the loop redraws every quarter of a second, for the spinner. */
    bool (*is_busy)(const screen *s);
} screen_ops;

struct screen {
    const screen_ops *ops;
    app *app;
    screen *below;
    bool is_closing;        /* the loop closes it after the current key or update */
    int cursor_y, cursor_x; /* text cursor on the canvas, set by draw(); y -1: hidden */
};

struct app {
    const terminal_options *options;
    screen *top; /* owned, as are all screens below it */
    canvas canvas;
    move_speed speed;            /* of bots' moves, in every session of this run */
    unsigned tick;               /* counts while a screen is busy: phase of the spinner */
    char message[APP_TEXT];      /* shown above the footer until the next key */
    char exit_message[APP_TEXT]; /* printed after the terminal has been restored */
};

/* Puts a screen on top of the stack; the app owns it from now on. Its ops must be set. */
void app_push(app *a, screen *s);

/* Runs the loop until the last screen is closed or the terminal is gone, restores the terminal (which must be open),
 * and prints exit_message. Returns an exit code. If a signal ended the loop, it is raised again after the terminal
 * is restored, so that the parent process sees it. */
int app_run(app *a);

/* Shows one line above the footer until the next key. */
void app_show_message(app *a, const char *text);

/* Opens a page that lists the keys of a screen; in screens/pager.c. */
void help_open(screen *s, keypress k);

/* Closes the screen; an on_press function. */
void screen_leave(screen *s, keypress k);

/* Keys that several screens share. */
#define SCREEN_HELP                                                                                                    \
    {                                                                                                                  \
        "?", N_("help"), N_("this help"), { '?' }, NULL, help_open                                                     \
    }
#define SCREEN_LEAVE                                                                                                   \
    {                                                                                                                  \
        "Esc", N_("back"), N_("back to where you were"), { KEY_ESCAPE, 'q' }, NULL, screen_leave                       \
    }

#endif
