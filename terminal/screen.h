/* SPDX-License-Identifier: MIT */
/* terminal/screen.h -- screens, one on top of the other, and the loop that shows the topmost.
 * A screen is a struct that begins with `screen`. It paints itself, and lists its keys: what the footer shows, what
 * help explains and what a press does are one table, so they cannot differ. All screens of the stack attend to their
 * tables; only the topmost is shown and typed at. */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "terminal/canvas.h"
#include "terminal/keys.h"
#include "terminal/pace.h"
#include "terminal/terminal.h"

enum { SCREEN_CODES = 4, SCREEN_FILES = 8, APP_TEXT = 1024, ROWS_MIN = 24, COLS_MIN = 80 };

typedef struct app app;
typedef struct screen screen;

typedef struct {
    const char *key;                /* as people call it: "Enter", "u"; gettext key */
    const char *name;               /* what it does, in a word, for the footer: gettext key; NULL: not there */
    const char *about;              /* the same as a line of help: gettext key */
    int32_t codes[SCREEN_CODES];    /* the keys; 0 after the last */
    bool (*works)(const screen *s); /* now? NULL: always */
    void (*press)(screen *s, keypress k);
} screen_key;

typedef struct {
    const char *title; /* for help: gettext key */
    const screen_key *keys;
    int n_keys;
    const char *minor; /* keys of one letter that may go without their names where the footer is narrow; may be NULL */
    void (*draw)(screen *s, canvas *c, area where);
    bool (*type)(screen *s,
                 keypress k);         /* any other key; false: it means nothing here. May be NULL, as all that follow */
    void (*close)(screen *s);         /* frees what the screen owns, and the screen; NULL: only the screen */
    void (*shown)(screen *s);         /* it is the topmost, for the first time or again */
    int (*fd)(const screen *s);       /* readable when it should attend; -1: never */
    int (*wait)(const screen *s);     /* milliseconds after which it should attend anyhow; -1: never */
    bool (*attend)(screen *s);        /* true: it looks different now */
    bool (*is_busy)(const screen *s); /* a mark moves while it is */
} screen_kind;

struct screen {
    const screen_kind *kind;
    app *app;
    screen *below;
    bool is_done;           /* goes away as soon as nobody is in it */
    int cursor_y, cursor_x; /* where something is typed, on the canvas; y -1: nowhere */
};

struct app {
    const term_wish *wish;
    screen *top;
    canvas canvas;
    pace_speed pace;         /* of bots, at every table from now on */
    unsigned tick;           /* counts while somebody is busy */
    char message[APP_TEXT];  /* said until the next key */
    char farewell[APP_TEXT]; /* said when the terminal is as it was */
};

/* The screen belongs to the app from now on. */
void app_push(app *a, screen *s);

/* From the first screen until all are gone, or the terminal is. Returns an exit code. */
int app_run(app *a);

void app_say(app *a, const char *text); /* for a moment */

/* Help for a screen: a page made of its keys. */
void help_open(screen *s, keypress k);

/* Keys that several screens have. */
void screen_leave(screen *s, keypress k); /* this screen goes away */
#define SCREEN_HELP                                                                                                    \
    {                                                                                                                  \
        "?", N_("help"), N_("this help"), { '?' }, NULL, help_open                                                     \
    }
#define SCREEN_LEAVE                                                                                                   \
    {                                                                                                                  \
        "Esc", N_("back"), N_("back to where you were"), { KEY_ESCAPE, 'q' }, NULL, screen_leave                       \
    }

#endif
