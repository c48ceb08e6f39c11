/* SPDX-License-Identifier: MIT */
/* terminal/screens/prompt.c -- typed input with completion. Tab replaces the input by the next completion of what
 * was typed by hand (`typed`), so pressing it again goes on to the next possibility. The screen below is drawn as
 * usual, with its last two rows covered. */
#include "terminal/screens/prompt.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "record/safe_text.h"
#include "terminal/ui/translate.h"

typedef struct {
    screen base;
    prompt_config config;
    char typed[PROMPT_TEXT]; /* the input without completions: what is completed */
    int n_completed;         /* completions shown since the latest edit */
    char why[APP_TEXT];      /* why the input was refused; "": it was not */
} prompt_screen;

enum { CANDIDATES_SHOWN = 12 /* completions listed in the row above */ };

/* -- Painting -- */

/* The first completions, in the row above the input. */
static void draw_candidates(const prompt_screen *e, canvas *c, area where)
{
    char text[PROMPT_TEXT];
    int x = 1;
    for (int i = 0; e->config.complete && i < CANDIDATES_SHOWN && x < where.cols; i++) {
        mur_text t = mur_text_on(text, sizeof text);
        if (!e->config.complete(e->base.below, e->typed, i, &t))
            return;
        x = canvas_put(c, where, 0, x, STYLE_DIM, 0, text) + 2;
    }
}

/* A long input scrolls to the left, so that its end and the cursor stay visible. */
static void draw(screen *s, canvas *c, area where)
{
    prompt_screen *e = (prompt_screen *)s;
    area lines = area_rows(where, where.rows - 2, 2);
    s->below->ops->draw(s->below, c, where);
    canvas_clear(c, lines);
    if (e->why[0])
        canvas_fit(c, lines, 0, 1, where.cols - 2, -1, STYLE_BAD, 0, e->why);
    else
        draw_candidates(e, c, area_rows(lines, 0, 1));
    int x = canvas_put(c, lines, 1, 1, STYLE_STRONG, 0, _(e->config.label));
    /* Columns by which the input is wider than its field. */
    int over = text_columns(mur_span_of(e->config.text)) - (where.cols - x - 3);
    area field = area_cols(area_rows(lines, 1, 1), x + 1, where.cols - x - 2);
    s->cursor_x = field.x + canvas_put(c, field, 0, over > 0 ? -over : 0, STYLE_TEXT, 0, e->config.text);
    s->cursor_y = lines.y + 1;
}

/* -- Typing -- */

/* The input was changed by hand: completion starts over, and the error disappears. */
static void on_edited(prompt_screen *e)
{
    memcpy(e->typed, e->config.text, sizeof e->typed);
    e->n_completed = 0;
    e->why[0] = '\0';
}

/* The next completion; after the last one the first again. */
static void complete(screen *s, keypress k)
{
    prompt_screen *e = (prompt_screen *)s;
    char text[PROMPT_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    (void)k;
    /* No further completion: start over, unless there is none at all. */
    if (!e->config.complete(s->below, e->typed, e->n_completed, &t)) {
        if (e->n_completed == 0)
            return;
        e->n_completed = 0;
        t = mur_text_on(text, sizeof text);
        e->config.complete(s->below, e->typed, 0, &t);
    }
    e->n_completed++;
    memcpy(e->config.text, text, sizeof text);
    e->why[0] = '\0';
}

/* is_enabled of the Tab key. */
static bool can_complete(const screen *s)
{
    return ((const prompt_screen *)s)->config.complete;
}

/* on_submit may close or change anything but this screen. */
static void finish(screen *s, keypress k)
{
    prompt_screen *e = (prompt_screen *)s;
    (void)k;
    const char *why = e->config.on_submit(s->below, e->config.text);
    if (why)
        snprintf(e->why, sizeof e->why, "%s", why);
    s->is_closing = !why;
}

/* Removes the last UTF-8 character: continuation bytes (10xxxxxx) first, then the leading byte. */
static void erase(screen *s, keypress k)
{
    prompt_screen *e = (prompt_screen *)s;
    size_t n = strlen(e->config.text);
    (void)k;
    while (n > 0 && ((unsigned char)e->config.text[n - 1] & 0xc0) == 0x80)
        n--;
    e->config.text[n > 0 ? n - 1 : 0] = '\0';
    on_edited(e);
}

/* Encodes a code point as UTF-8 and appends it, if there is room. */
static void append_character(prompt_screen *e, int32_t character)
{
    assert(character >= 0 && character < KEY_SPECIAL);
    char bytes[5] = { 0 };
    size_t n = strlen(e->config.text);
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
    if (n + strlen(bytes) < sizeof e->config.text)
        memcpy(e->config.text + n, bytes, strlen(bytes) + 1);
    on_edited(e);
}

/* Any printable character is input. */
static void on_key(screen *s, keypress k)
{
    if (k.code >= ' ' && k.code < KEY_SPECIAL && !mur_is_control(k.code))
        append_character((prompt_screen *)s, k.code);
}

static const screen_key keys[] = {
    { N_("Enter"), N_("done"), N_("use the typed text"), { KEY_RETURN }, NULL, finish },
    { "Tab", N_("complete"), N_("complete the input; again for the next match"), { KEY_TAB }, can_complete, complete },
    { N_("Backspace"), NULL, N_("erase the last character"), { KEY_ERASE, KEY_DELETE }, NULL, erase },
    { "Esc", N_("back"), N_("back to where you were"), { KEY_ESCAPE }, NULL, screen_leave },
};

static const screen_ops ops = {
    .title = N_("Typing"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .on_key = on_key,
};

void prompt_open(screen *below, const prompt_config *config)
{
    assert(config->label && config->on_submit);
    prompt_screen *e = mur_new(sizeof *e);
    e->base.ops = &ops;
    e->config = *config;
    on_edited(e);
    app_push(below->app, &e->base);
}
