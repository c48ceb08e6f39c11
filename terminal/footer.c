/* SPDX-License-Identifier: MIT */
#include "terminal/footer.h"

#include "terminal/words.h"

enum { GAP = 2, MARGIN = 1 };

static bool is_shown(const screen *s, const screen_key *k)
{
    return k->name && (!k->works || k->works(s));
}

static int columns_of(const char *text)
{
    return text_columns(mur_span_of(text));
}

static int item_columns(const screen_key *k)
{
    return columns_of(_(k->key)) + 1 + columns_of(_(k->name));
}

/* How many columns there are between two: fewer if otherwise not all would fit. */
static int gap_of(const screen *s, int cols)
{
    int wanted = 2 * MARGIN;
    for (int i = 0; i < s->kind->n_keys; i++)
        if (is_shown(s, &s->kind->keys[i]))
            wanted += item_columns(&s->kind->keys[i]) + GAP;
    return wanted <= cols + GAP ? GAP : 1;
}

typedef struct {
    int i, x, gap; /* which key, from which column on */
} place;

static bool next_place(const screen *s, place *p, int cols)
{
    if (p->i >= 0)
        p->x += item_columns(&s->kind->keys[p->i]) + p->gap;
    do
        p->i++;
    while (p->i < s->kind->n_keys && !is_shown(s, &s->kind->keys[p->i]));
    return p->i < s->kind->n_keys && p->x + item_columns(&s->kind->keys[p->i]) <= cols;
}

void footer_draw(const screen *s, canvas *c, area where)
{
    place p = { .i = -1, .x = MARGIN, .gap = gap_of(s, where.cols) };
    while (next_place(s, &p, where.cols)) {
        const screen_key *k = &s->kind->keys[p.i];
        int x = canvas_put(c, where, 0, p.x, LOOK_KEY, 0, _(k->key));
        canvas_put(c, where, 0, x + 1, LOOK_QUIET, 0, _(k->name));
    }
}

int32_t footer_code_at(const screen *s, const canvas *c, int x)
{
    place p = { .i = -1, .x = MARGIN, .gap = gap_of(s, c->cols) };
    while (next_place(s, &p, c->cols)) {
        const screen_key *k = &s->kind->keys[p.i];
        if (x >= p.x && x < p.x + item_columns(k))
            return k->codes[0];
    }
    return KEY_NOTHING;
}
