/* SPDX-License-Identifier: MIT */
/* terminal/ui/footer.c -- lays out the enabled keys of a screen in one row. Drawing and hit-testing walk the same
 * items (next_place), so a click always finds what was drawn. In a narrow window secondary keys lose their labels
 * first, from the right, then the gaps shrink; keys that still do not fit are clipped. */
#include "terminal/ui/footer.h"

#include <assert.h>
#include <string.h>

#include "terminal/ui/translate.h"

enum { GAP = 2, MARGIN = 1 };

static bool is_shown(const screen *s, const screen_key *k)
{
    return k->label && (!k->is_enabled || k->is_enabled(s));
}

/* Secondary keys are listed by their letter, so only keys named by a single letter can be. */
static bool is_secondary(const screen *s, const screen_key *k)
{
    return s->ops->secondary_keys && strlen(k->key) == 1 && strchr(s->ops->secondary_keys, k->key[0]);
}

static int columns_of(const char *text)
{
    return text_columns(mur_span_of(text));
}

static int item_columns(const screen_key *k, bool has_label)
{
    return columns_of(_(k->key)) + (has_label ? 1 + columns_of(_(k->label)) : 0);
}

/* How tightly the row is packed: the widest layout that fits is used. */
typedef struct {
    int gap;
    int n_labelled; /* secondary keys from this index on have no label */
} layout;

/* Columns that all shown items take in this layout, margins included. */
static int row_columns(const screen *s, layout l)
{
    int cols = 2 * MARGIN - l.gap;
    for (int i = 0; i < s->ops->n_keys; i++) {
        const screen_key *k = &s->ops->keys[i];
        if (is_shown(s, k))
            cols += item_columns(k, !is_secondary(s, k) || i < l.n_labelled) + l.gap;
    }
    return cols;
}

/* Tries one label less at a time; n_keys is small. */
static layout layout_of(const screen *s, int cols)
{
    layout l = { .gap = GAP, .n_labelled = s->ops->n_keys };
    while (row_columns(s, l) > cols && l.n_labelled > 0)
        l.n_labelled--;
    if (row_columns(s, l) > cols)
        l.gap = 1;
    return l;
}

typedef struct {
    layout layout;
    int i, x; /* index of the key, first column; i is -1 before the first */
    bool has_label;
    int cols;
} item_place;

/* Moves to the next shown key and computes where it goes; false after the last. */
static bool next_place(const screen *s, item_place *p)
{
    assert(p->i >= -1);
    if (p->i >= 0)
        p->x += p->cols + p->layout.gap;
    do
        p->i++;
    while (p->i < s->ops->n_keys && !is_shown(s, &s->ops->keys[p->i]));
    if (p->i >= s->ops->n_keys)
        return false;
    p->has_label = !is_secondary(s, &s->ops->keys[p->i]) || p->i < p->layout.n_labelled;
    p->cols = item_columns(&s->ops->keys[p->i], p->has_label);
    return true;
}

void footer_draw(const screen *s, canvas *c, area where)
{
    item_place p = { .layout = layout_of(s, where.cols), .i = -1, .x = MARGIN };
    while (next_place(s, &p)) {
        const screen_key *k = &s->ops->keys[p.i];
        int x = canvas_put(c, where, 0, p.x, STYLE_KEY, 0, _(k->key));
        if (p.has_label)
            canvas_put(c, where, 0, x + 1, STYLE_DIM, 0, _(k->label));
    }
}

int32_t footer_code_at(const screen *s, const canvas *c, int x)
{
    assert(x >= 0);
    item_place p = { .layout = layout_of(s, c->cols), .i = -1, .x = MARGIN };
    while (next_place(s, &p))
        if (x >= p.x && x < p.x + p.cols)
            return s->ops->keys[p.i].codes[0];
    return KEY_NONE;
}
