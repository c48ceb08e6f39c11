/* SPDX-License-Identifier: MIT */
#include "terminal/entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "terminal/words.h"

typedef struct {
    screen base;
    entry_wish wish;
    char typed[ENTRY_TEXT]; /* by hand: what is completed */
    int n_completed;        /* how often since */
    char why[APP_TEXT];     /* what was typed cannot be */
} entry;

enum { SHOWN = 12 /* completions in the line above */ };

/* -- Painting -- */

/* The beginnings of what could be meant, in one line. */
static void draw_candidates(const entry *e, canvas *c, area where)
{
    char text[ENTRY_TEXT];
    int x = 1;
    for (int i = 0; e->wish.complete && i < SHOWN && x < where.cols; i++) {
        mur_text t = mur_text_on(text, sizeof text);
        if (!e->wish.complete(e->base.below, e->typed, i, &t))
            return;
        x = canvas_put(c, where, 0, x, LOOK_QUIET, 0, text) + 2;
    }
}

static void draw(screen *s, canvas *c, area where)
{
    entry *e = (entry *)s;
    area lines = area_rows(where, where.rows - 2, 2);
    s->below->kind->draw(s->below, c, where);
    canvas_clear(c, lines);
    if (e->why[0])
        canvas_fit(c, lines, 0, 1, where.cols - 2, -1, LOOK_BAD, 0, e->why);
    else
        draw_candidates(e, c, area_rows(lines, 0, 1));
    int x = canvas_put(c, lines, 1, 1, LOOK_STRONG, 0, _(e->wish.prompt));
    int over = text_columns(mur_span_of(e->wish.text)) - (where.cols - x - 3);
    area room = area_cols(area_rows(lines, 1, 1), x + 1, where.cols - x - 2);
    s->cursor_x = room.x + canvas_put(c, room, 0, over > 0 ? -over : 0, LOOK_TEXT, 0, e->wish.text);
    s->cursor_y = lines.y + 1;
}

/* -- Typing -- */

static void be_typed(entry *e)
{
    memcpy(e->typed, e->wish.text, sizeof e->typed);
    e->n_completed = 0;
    e->why[0] = '\0';
}

static void complete(screen *s, keypress k)
{
    entry *e = (entry *)s;
    char text[ENTRY_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    (void)k;
    if (!e->wish.complete(s->below, e->typed, e->n_completed, &t)) {
        if (e->n_completed == 0)
            return;
        e->n_completed = 0;
        t = mur_text_on(text, sizeof text);
        e->wish.complete(s->below, e->typed, 0, &t);
    }
    e->n_completed++;
    memcpy(e->wish.text, text, sizeof text);
    e->why[0] = '\0';
}

static bool can_complete(const screen *s)
{
    return ((const entry *)s)->wish.complete;
}

static void finish(screen *s, keypress k)
{
    entry *e = (entry *)s;
    (void)k;
    const char *why = e->wish.done(s->below, e->wish.text);
    if (why)
        snprintf(e->why, sizeof e->why, "%s", why);
    s->is_done = !why;
}

/* The last character with its marks. */
static void erase(screen *s, keypress k)
{
    entry *e = (entry *)s;
    size_t n = strlen(e->wish.text);
    (void)k;
    while (n > 0 && ((unsigned char)e->wish.text[n - 1] & 0xc0) == 0x80)
        n--;
    e->wish.text[n > 0 ? n - 1 : 0] = '\0';
    be_typed(e);
}

static void add(entry *e, int32_t character)
{
    char bytes[5] = { 0 };
    size_t n = strlen(e->wish.text);
    if (character < 0x80) {
        bytes[0] = (char)character;
    } else if (character < 0x800) {
        bytes[0] = (char)(0xc0 | character >> 6);
        bytes[1] = (char)(0x80 | (character & 0x3f));
    } else if (character < 0x10000) {
        bytes[0] = (char)(0xe0 | character >> 12);
        bytes[1] = (char)(0x80 | (character >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (character & 0x3f));
    } else {
        bytes[0] = (char)(0xf0 | character >> 18);
        bytes[1] = (char)(0x80 | (character >> 12 & 0x3f));
        bytes[2] = (char)(0x80 | (character >> 6 & 0x3f));
        bytes[3] = (char)(0x80 | (character & 0x3f));
    }
    if (n + strlen(bytes) < sizeof e->wish.text)
        memcpy(e->wish.text + n, bytes, strlen(bytes) + 1);
    be_typed(e);
}

static bool type(screen *s, keypress k)
{
    if (k.code < ' ' || k.code >= KEYS || mur_is_control(k.code))
        return false;
    add((entry *)s, k.code);
    return true;
}

static const screen_key keys[] = {
    { N_("Enter"), N_("done"), N_("take what is typed"), { KEY_RETURN }, NULL, finish },
    { "Tab",
      N_("complete"),
      N_("complete what is typed; again for the next possibility"),
      { KEY_TAB },
      can_complete,
      complete },
    { N_("Backspace"), NULL, N_("erase the last character"), { KEY_ERASE, KEY_DELETE }, NULL, erase },
    { "Esc", N_("back"), N_("back to where you were"), { KEY_ESCAPE }, NULL, screen_leave },
};

static const screen_kind kind = {
    .title = N_("Typing"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .type = type,
};

void entry_open(screen *below, const entry_wish *wish)
{
    entry *e = mur_new(sizeof *e);
    e->base.kind = &kind;
    e->wish = *wish;
    be_typed(e);
    app_push(below->app, &e->base);
}
