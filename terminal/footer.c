/* SPDX-License-Identifier: MIT */
#include "terminal/footer.h"

#include <string.h>

#include "terminal/words.h"

enum { GAP = 2, MARGIN = 1 };

static bool is_shown(const screen *s, const screen_key *k)
{
    return k->name && (!k->works || k->works(s));
}

static bool is_minor(const screen *s, const screen_key *k)
{
    return s->kind->minor && strlen(k->key) == 1 && strchr(s->kind->minor, k->key[0]);
}

static int columns_of(const char *text)
{
    return text_columns(mur_span_of(text));
}

static int item_columns(const screen_key *k, bool is_named)
{
    return columns_of(_(k->key)) + (is_named ? 1 + columns_of(_(k->name)) : 0);
}

/* How the row is laid out: as roomy as it can be. Where not all fits, gaps shrink, then minor keys lose their names,
 * the last ones first. */
typedef struct {
    int gap;
    int named; /* minor keys from this one on go without a name */
} layout;

static int row_columns(const screen *s, layout l)
{
    int cols = 2 * MARGIN - l.gap;
    for (int i = 0; i < s->kind->n_keys; i++) {
        const screen_key *k = &s->kind->keys[i];
        if (is_shown(s, k))
            cols += item_columns(k, !is_minor(s, k) || i < l.named) + l.gap;
    }
    return cols;
}

static layout layout_of(const screen *s, int cols)
{
    layout l = { .gap = GAP, .named = s->kind->n_keys };
    while (row_columns(s, l) > cols && l.named > 0)
        l.named--;
    if (row_columns(s, l) > cols)
        l.gap = 1;
    return l;
}

typedef struct {
    layout layout;
    int i, x; /* which key, from which column on */
    bool is_named;
    int cols;
} place;

/* The next key that is shown; false after the last. */
static bool next_place(const screen *s, place *p)
{
    if (p->i >= 0)
        p->x += p->cols + p->layout.gap;
    do
        p->i++;
    while (p->i < s->kind->n_keys && !is_shown(s, &s->kind->keys[p->i]));
    if (p->i >= s->kind->n_keys)
        return false;
    p->is_named = !is_minor(s, &s->kind->keys[p->i]) || p->i < p->layout.named;
    p->cols = item_columns(&s->kind->keys[p->i], p->is_named);
    return true;
}

void footer_draw(const screen *s, canvas *c, area where)
{
    place p = { .layout = layout_of(s, where.cols), .i = -1, .x = MARGIN };
    while (next_place(s, &p)) {
        const screen_key *k = &s->kind->keys[p.i];
        int x = canvas_put(c, where, 0, p.x, LOOK_KEY, 0, _(k->key));
        if (p.is_named)
            canvas_put(c, where, 0, x + 1, LOOK_QUIET, 0, _(k->name));
    }
}

int32_t footer_code_at(const screen *s, const canvas *c, int x)
{
    place p = { .layout = layout_of(s, c->cols), .i = -1, .x = MARGIN };
    while (next_place(s, &p))
        if (x >= p.x && x < p.x + p.cols)
            return s->kind->keys[p.i].codes[0];
    return KEY_NOTHING;
}
