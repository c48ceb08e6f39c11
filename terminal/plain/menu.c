/* SPDX-License-Identifier: MIT */
/* terminal/plain/menu.c -- the numbered list of legal moves. The kind of a move is that of the event the engine
 * describes it with; moves keep their order within a kind. */
#include "terminal/plain/menu.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/say.h"

/* WIDTH: columns of the output. */
enum { WIDTH = 80, ENTRY_TEXT = MUR_MOVE_TEXT + 8 };

static int kind_of(const mur_game *g, mur_move m)
{
    return g->describe(m).kind;
}

/* Die Mauer writes its walls as "1", "2", ... */
static bool is_number(const mur_game *g, mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_move(m, &t);
    return strspn(text, "0123456789") == t.len;
}

/* All moves of the first move's kind, then those of the next kind that is not listed yet, and so on. */
void menu_fill(menu *m, const mur_game *g, const mur_view *v)
{
    assert(v->n_moves <= MUR_MOVES);
    bool is_listed[UINT8_MAX + 1] = { false }; /* by kind */
    *m = (menu){ .game = g };
    for (int i = 0; i < v->n_moves; i++) {
        int kind = kind_of(g, v->moves[i]);
        for (int j = i; j < v->n_moves && !is_listed[kind]; j++)
            if (kind_of(g, v->moves[j]) == kind)
                m->moves[m->n++] = v->moves[j];
        is_listed[kind] = true;
        m->needs_hash = m->needs_hash || is_number(g, v->moves[i]);
    }
}

/* " 7) wall A7", with numbers aligned to the right. */
static int write_entry(const menu *m, int i, char out[ENTRY_TEXT])
{
    assert(i >= 0 && i < m->n);
    mur_text t = mur_text_on(out, ENTRY_TEXT);
    for (int tens = 10; tens <= m->n; tens *= 10)
        mur_put(&t, i + 1 < tens ? " " : "");
    mur_put(&t, m->needs_hash ? "#" : "");
    mur_put_int(&t, i + 1);
    mur_put(&t, ") ");
    m->game->write_move(m->moves[i], &t);
    return (int)t.len;
}

/* Width of the longest of the entries from .. to - 1. */
static int widest_entry(const menu *m, int from, int to)
{
    char entry[ENTRY_TEXT];
    int widest = 0;
    for (int i = from; i < to; i++) {
        int width = write_entry(m, i, entry);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* One move per line, with what it does. */
static void print_sentences(const menu *m, const mur_words *w)
{
    int width = widest_entry(m, 0, m->n);
    for (int i = 0; i < m->n; i++) {
        char entry[ENTRY_TEXT], sentence[MUR_SENTENCE_TEXT];
        mur_text t = mur_text_on(sentence, sizeof sentence);
        write_entry(m, i, entry);
        mur_say_move(m->game, m->moves[i], w, &t);
        printf("  %-*s   %s\n", width, entry, sentence);
    }
}

/* Moves from .. to - 1 in as many columns as fit into 80. */
static void print_columns(const menu *m, int from, int to)
{
    assert(from < to);
    int width = widest_entry(m, from, to) + 2;
    int columns = (WIDTH - 2) / width;
    for (int i = from; i < to; i++) {
        char entry[ENTRY_TEXT];
        write_entry(m, i, entry);
        bool is_last = i + 1 == to || (i + 1 - from) % columns == 0;
        printf("%s%-*s%s", (i - from) % columns ? "" : "  ", is_last ? 0 : width, entry, is_last ? "\n" : "");
    }
}

/* Without sentences: in columns, one block per kind. */
void menu_print(const menu *m, const mur_words *w)
{
    if (m->n <= MENU_SENTENCES_MAX) {
        print_sentences(m, w);
        return;
    }
    for (int from = 0, to; from < m->n; from = to) {
        to = from + 1;
        while (to < m->n && kind_of(m->game, m->moves[to]) == kind_of(m->game, m->moves[from]))
            to++;
        print_columns(m, from, to);
    }
}

/* Out-of-range numbers are no move, so that the input is tried as notation next. */
mur_move menu_move_of(const menu *m, mur_span text)
{
    int n;
    bool has_hash = mur_take_char(&text, '#');
    if (m->needs_hash && !has_hash)
        return 0;
    bool ok = mur_take_number(&text, &n) && text.len == 0 && n >= 1 && n <= m->n;
    return ok ? m->moves[n - 1] : 0;
}
