/* SPDX-License-Identifier: MIT */
/* terminal/screens/pager.c -- shows a text that is longer than the window. The text is wrapped again for each
 * drawing, so a resized window needs no special treatment. The help page of every screen is made here, from its
 * table of keys. */
#include "terminal/screens/pager.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/ui/translate.h"

/* Layout: a title row, a line, then the text. */
enum { COLUMNS_MAX = 100 /* longer lines are hard to read */, HEAD = 2, MARGIN = 1 };

typedef struct {
    screen base;
    char *title, *text;
    int first;      /* row of the wrapped text at the top of the window */
    int rows, seen; /* of the wrapped text, and how many fit; set by draw() */
} pager;

/* Where the text goes, at most COLUMNS_MAX wide. */
static area text_area(area where)
{
    area a = area_rows(area_cols(where, MARGIN, where.cols - 2 * MARGIN), HEAD, where.rows - HEAD);
    return area_cols(a, 0, COLUMNS_MAX);
}

/* Clamps `first` here, where the number of rows is known: keys may set it to anything. */
static void draw(screen *s, canvas *c, area where)
{
    pager *p = (pager *)s;
    area text = text_area(where);
    char place[64];
    /* Measures first: rows and clamping depend on the width of the window. */
    p->rows = canvas_wrap(NULL, text, 0, STYLE_TEXT, p->text);
    p->seen = text.rows;
    int last = p->rows > p->seen ? p->rows - p->seen : 0;
    p->first = p->first > last ? last : p->first < 0 ? 0 : p->first;
    canvas_fit(c, where, 0, MARGIN, where.cols - 20, -1, STYLE_STRONG, 0, p->title);
    snprintf(place, sizeof place, "%d-%d / %d", p->first + 1, p->first + (p->rows < p->seen ? p->rows : p->seen),
             p->rows);
    canvas_fit(c, where, 0, where.cols - 20, 20 - MARGIN, 1, STYLE_DIM, 0, p->rows > p->seen ? place : "");
    canvas_hline(c, where, 1, STYLE_DIM);
    canvas_wrap(c, text, -p->first, STYLE_TEXT, p->text);
}

/* Scrolling keys are enabled only if there is something to scroll. */
static bool is_long(const screen *s)
{
    const pager *p = (const pager *)s;
    return p->rows > p->seen;
}

/* One row, three (wheel), a page less one row, or to an end. */
static void scroll(screen *s, keypress k)
{
    pager *p = (pager *)s;
    switch (k.code) {
    case KEY_ARROW_UP:
    case 'k':
        p->first--;
        break;
    case KEY_ARROW_DOWN:
    case 'j':
        p->first++;
        break;
    case KEY_WHEEL_UP:
        p->first -= 3;
        break;
    case KEY_WHEEL_DOWN:
        p->first += 3;
        break;
    case KEY_PAGE_UP:
    case 'b':
        p->first -= p->seen - 1;
        break;
    case KEY_PAGE_DOWN:
    case ' ':
        p->first += p->seen - 1;
        break;
    case KEY_TO_START:
        p->first = 0;
        break;
    default:
        p->first = p->rows;
    }
}

static void close_pager(screen *s)
{
    pager *p = (pager *)s;
    free(p->title);
    free(p->text);
    free(p);
}

static const screen_key keys[] = {
    { N_("arrows"),
      N_("scroll"),
      N_("up or down a line; also j and k, and the wheel"),
      { KEY_ARROW_DOWN, KEY_ARROW_UP, 'j', 'k' },
      is_long,
      scroll },
    { N_("Space"), N_("next page"), N_("down a page; also Page Down"), { ' ', KEY_PAGE_DOWN }, is_long, scroll },
    { "b", N_("previous page"), N_("up a page; also Page Up"), { 'b', KEY_PAGE_UP }, is_long, scroll },
    { N_("Home, End"), N_("ends"), N_("to the beginning or the end"), { KEY_TO_START, KEY_TO_END }, is_long, scroll },
    { "", NULL, "", { KEY_WHEEL_UP, KEY_WHEEL_DOWN }, is_long, scroll },
    SCREEN_LEAVE,
};

static const screen_ops ops = {
    .title = N_("Reading"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .secondary_keys = "b",
    .draw = draw,
    .close = close_pager,
};

void pager_open(app *a, const char *title, const char *text, bool at_end)
{
    pager *p = mur_new(sizeof *p);
    p->base.ops = &ops;
    p->title = strdup(title);
    p->text = strdup(text);
    if (!p->title || !p->text)
        abort();
    p->first = at_end ? INT_MAX : 0; /* draw() clamps it */
    app_push(a, &p->base);
}

/* Laid out once, for the current width; after a resize lines are wrapped but not filled again. */
void pager_open_rules(app *a, const mur_game *g)
{
    mur_buffer text = { 0 };
    area where = text_area(canvas_area(&a->canvas));
    a->options->put_rules(g, where.cols, &text);
    pager_open(a, g->name, text.at ? text.at : "", false);
    mur_buffer_close(&text);
}

/* -- Help -- */

/* One line of the help page. */
static void put_key(mur_buffer *out, const screen_key *k)
{
    char line[APP_TEXT];
    mur_text t = mur_text_on(line, sizeof line);
    mur_put(&t, "  ");
    mur_put(&t, _(k->key));
    mur_put_pad(&t, 0, 14, true);
    mur_put(&t, _(k->help));
    mur_put(&t, "\n");
    mur_buffer_put(out, line);
}

/* An on_press function: every screen has it as a key. */
void help_open(screen *s, keypress k)
{
    mur_buffer text = { 0 };
    (void)k;
    for (int i = 0; i < s->ops->n_keys; i++)
        if (*s->ops->keys[i].help)
            put_key(&text, &s->ops->keys[i]);
    pager_open(s->app, _(s->ops->title), text.at ? text.at : "", false);
    mur_buffer_close(&text);
}
