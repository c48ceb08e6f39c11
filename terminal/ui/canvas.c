/* SPDX-License-Identifier: MIT */
#include "terminal/canvas.h"

#include <stdlib.h>
#include <string.h>
#include <uninorm.h>
#include <uniwidth.h>

#include "record/buffer.h"
#include "record/quote.h"

enum { CLUSTER_MARKS = 4 /* after a character; terminals are not asked for more */ };

/* -- Glyphs -- */

static const struct {
    const char *text, *ascii;
} glyphs[GLYPHS] = {
    [GLYPH_ACROSS] = { "─", "-" },     [GLYPH_DOWN] = { "│", "|" },        [GLYPH_TOP_LEFT] = { "┌", "+" },
    [GLYPH_TOP_RIGHT] = { "┐", "+" },  [GLYPH_BOTTOM_LEFT] = { "└", "+" }, [GLYPH_BOTTOM_RIGHT] = { "┘", "+" },
    [GLYPH_TEE_DOWN] = { "┬", "+" },   [GLYPH_TEE_UP] = { "┴", "+" },      [GLYPH_TEE_RIGHT] = { "├", "+" },
    [GLYPH_TEE_LEFT] = { "┤", "+" },   [GLYPH_CROSS] = { "┼", "+" },       [GLYPH_HEAVY_ACROSS] = { "━", "=" },
    [GLYPH_HEAVY_DOWN] = { "┃", "|" }, [GLYPH_FULL] = { "█", "#" },        [GLYPH_HALF_DARK] = { "▓", "%" },
    [GLYPH_HALF_LIGHT] = { "░", ":" }, [GLYPH_CROWN] = { "♛", "!" },       [GLYPH_STAR] = { "★", "*" },
    [GLYPH_DOT] = { "·", "." },        [GLYPH_CHECK] = { "✓", "v" },       [GLYPH_CURSOR] = { "▸", ">" },
    [GLYPH_LEFT] = { "←", "<" },       [GLYPH_RIGHT] = { "→", ">" },       [GLYPH_UP] = { "↑", "^" },
    [GLYPH_DOWNWARD] = { "↓", "v" },   [GLYPH_MINUS] = { "−", "-" },       [GLYPH_TIMES] = { "×", "x" },
    [GLYPH_ELLIPSIS] = { "…", "~" },   [GLYPH_EYE] = { "◉", "@" },         [GLYPH_FLAG] = { "⚑", "P" },
    [GLYPH_BACK] = { "▒", "?" },       [GLYPH_SHAPE + 0] = { "●", "o" },   [GLYPH_SHAPE + 1] = { "■", "#" },
    [GLYPH_SHAPE + 2] = { "▲", "^" },  [GLYPH_SHAPE + 3] = { "◆", "+" },   [GLYPH_SHAPE + 4] = { "▼", "v" },
    [GLYPH_SHAPE + 5] = { "✚", "x" },
};

const char *glyph_text(const canvas *c, glyph g)
{
    return c->is_ascii ? glyphs[g].ascii : glyphs[g].text;
}

/* -- Characters -- */

/* -1: not to be shown at all. */
static int character_columns(int32_t character)
{
    return mur_is_control(character) ? -1 : uc_width((ucs4_t)character, "UTF-8");
}

/* The letter under the accents, if that is ASCII; else 0. */
static char bare_letter(int32_t character)
{
    const uint32_t from = (uint32_t)character;
    uint32_t parts[8];
    size_t n = sizeof parts / sizeof parts[0];
    uint32_t *found = u32_normalize(UNINORM_NFKD, &from, 1, parts, &n);
    char letter = found && n > 0 && found[0] >= ' ' && found[0] <= '~' ? (char)found[0] : '\0';
    if (found != parts)
        free(found);
    return letter;
}

/* Signs of print that have no letter under them. */
static char plain_sign(int32_t character)
{
    static const struct {
        int32_t character;
        char plain;
    } signs[] = {
        { 0xab, '"' },    { 0xb7, '.' },    { 0xbb, '"' },    { 0xd7, 'x' },    { 0xdf, 's' },   { 0xe6, 'e' },
        { 0x153, 'e' },   { 0x2010, '-' },  { 0x2011, '-' },  { 0x2012, '-' },  { 0x2013, '-' }, { 0x2014, '-' },
        { 0x2018, '\'' }, { 0x2019, '\'' }, { 0x201a, '\'' }, { 0x201c, '"' },  { 0x201d, '"' }, { 0x201e, '"' },
        { 0x2022, '*' },  { 0x2026, '~' },  { 0x2039, '\'' }, { 0x203a, '\'' }, { 0x2190, '<' }, { 0x2191, '^' },
        { 0x2192, '>' },  { 0x2193, 'v' },  { 0x2212, '-' },  { 0x2264, '<' },  { 0x2265, '>' },
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].character == character)
            return signs[i].plain;
    return '\0';
}

static char plain_character(int32_t character)
{
    char plain = plain_sign(character);
    if (!plain)
        plain = bare_letter(character);
    return plain ? plain : '?';
}

/* A character with the marks that follow it, taken from a text: what one cell, or two, will show. */
typedef struct {
    char text[CANVAS_CLUSTER];
    int columns;
} cluster;

static void add_bytes(cluster *k, const char *from, size_t n)
{
    size_t len = strlen(k->text);
    if (len + n >= sizeof k->text)
        return;
    memcpy(k->text + len, from, n);
    k->text[len + n] = '\0';
}

static void take_marks(mur_span *text, cluster *k)
{
    for (int n = 0; text->len > 0; n++) {
        mur_span rest = *text;
        int32_t mark = mur_take_utf8(&rest);
        if (mark < 0 || character_columns(mark) != 0)
            return;
        if (n < CLUSTER_MARKS)
            add_bytes(k, text->at, (size_t)(rest.at - text->at));
        *text = rest;
    }
}

/* False at the end of the text. What is no text is skipped, as are control characters and marks on nothing. */
static bool take_cluster(mur_span *text, cluster *k)
{
    while (text->len > 0) {
        const char *start = text->at;
        int32_t character = mur_take_utf8(text);
        if (character < 0) {
            text->at++;
            text->len--;
            continue;
        }
        *k = (cluster){ .columns = character_columns(character) };
        if (k->columns <= 0)
            continue;
        add_bytes(k, start, (size_t)(text->at - start));
        take_marks(text, k);
        return true;
    }
    return false;
}

/* The same width without anything but ASCII. */
static void make_plain(cluster *k)
{
    mur_span text = mur_span_of(k->text);
    int32_t character = mur_take_utf8(&text);
    if (character < 0x80 && text.len == 0)
        return;
    memset(k->text, 0, sizeof k->text);
    k->text[0] = plain_character(character);
    k->columns = 1;
}

int text_columns(mur_span text)
{
    cluster k;
    int columns = 0;
    while (take_cluster(&text, &k))
        columns += k.columns;
    return columns;
}

/* -- The canvas and its areas -- */

void canvas_size(canvas *c, int rows, int cols)
{
    free(c->cells);
    c->rows = rows;
    c->cols = cols;
    c->cells = mur_new((size_t)rows * (size_t)cols * sizeof c->cells[0] + 1);
    canvas_clear(c, canvas_all(c));
}

void canvas_close(canvas *c)
{
    free(c->cells);
    *c = (canvas){ 0 };
}

area canvas_all(const canvas *c)
{
    return (area){ .rows = c->rows, .cols = c->cols };
}

static int clamp(int n, int max)
{
    return n < 0 ? 0 : n < max ? n : max;
}

area area_rows(area a, int from, int rows)
{
    from = clamp(from, a.rows);
    return (area){ a.y + from, a.x, clamp(rows, a.rows - from), a.cols };
}

area area_cols(area a, int from, int cols)
{
    from = clamp(from, a.cols);
    return (area){ a.y, a.x + from, a.rows, clamp(cols, a.cols - from) };
}

/* The cell at row y, column x of the area; NULL if that is outside of it or of the canvas. */
static canvas_cell *cell_at(const canvas *c, area a, int y, int x)
{
    if (y < 0 || y >= a.rows || x < 0 || x >= a.cols)
        return NULL;
    y += a.y;
    x += a.x;
    return y < 0 || y >= c->rows || x < 0 || x >= c->cols ? NULL : &c->cells[y * c->cols + x];
}

static void blank(canvas_cell *cell)
{
    *cell = (canvas_cell){ .text = " " };
}

void canvas_clear(canvas *c, area a)
{
    for (int y = 0; y < a.rows; y++)
        for (int x = 0; x < a.cols; x++) {
            canvas_cell *cell = cell_at(c, a, y, x);
            if (cell)
                blank(cell);
        }
}

void canvas_mark(canvas *c, area a, unsigned marks)
{
    for (int y = 0; y < a.rows; y++)
        for (int x = 0; x < a.cols; x++) {
            canvas_cell *cell = cell_at(c, a, y, x);
            if (cell)
                cell->marks |= (uint8_t)marks;
        }
}

/* -- Text -- */

/* Half of a wide character cannot stay when the other half is painted over. */
static void part_wide(const canvas *c, canvas_cell *cell)
{
    ptrdiff_t x = (cell - c->cells) % c->cols;
    if (x > 0 && !cell->text[0])
        memcpy(cell[-1].text, " ", 2);
    if (x + 1 < c->cols && !cell[1].text[0])
        memcpy(cell[1].text, " ", 2);
}

static void set_cell(const canvas *c, canvas_cell *cell, const char *text, look l, unsigned marks)
{
    part_wide(c, cell);
    *cell = (canvas_cell){ .look = (uint8_t)l, .marks = (uint8_t)marks };
    memcpy(cell->text, text, strlen(text) + 1);
}

/* One character, or a blank where it is cut in two. */
static void put_cluster(const canvas *c, area a, int y, int x, look l, unsigned marks, const cluster *k)
{
    canvas_cell *left = cell_at(c, a, y, x);
    canvas_cell *right = k->columns > 1 ? cell_at(c, a, y, x + 1) : left;
    if (left)
        set_cell(c, left, right ? k->text : " ", l, marks);
    if (right && k->columns > 1)
        set_cell(c, right, left ? "" : " ", l, marks);
}

static int put_span(const canvas *c, area a, int y, int x, look l, unsigned marks, mur_span text)
{
    cluster k;
    while (take_cluster(&text, &k)) {
        if (c->is_ascii)
            make_plain(&k);
        put_cluster(c, a, y, x, l, marks, &k);
        x += k.columns;
    }
    return x;
}

int canvas_put(canvas *c, area a, int y, int x, look l, unsigned marks, const char *text)
{
    return put_span(c, a, y, x, l, marks, mur_span_of(text));
}

int canvas_put_glyph(canvas *c, area a, int y, int x, look l, unsigned marks, glyph g)
{
    return canvas_put(c, a, y, x, l, marks, glyph_text(c, g));
}

/* Columns on this canvas, where a wide character may have become a narrow sign. */
static int columns_on(const canvas *c, mur_span text)
{
    cluster k;
    int columns = 0;
    while (take_cluster(&text, &k))
        columns += c->is_ascii ? 1 : k.columns;
    return columns;
}

/* As much of the beginning of a text as so many columns hold. */
static mur_span fitting(const canvas *c, mur_span text, int cols)
{
    mur_span rest = text;
    cluster k;
    size_t len = 0;
    while (take_cluster(&rest, &k) && (cols -= c->is_ascii ? 1 : k.columns) >= 0)
        len = (size_t)(rest.at - text.at);
    return (mur_span){ text.at, len };
}

void canvas_fit(canvas *c, area a, int y, int x, int cols, int align, look l, unsigned marks, const char *text)
{
    mur_span all = mur_span_of(text);
    int wanted = columns_on(c, all);
    if (cols <= 0)
        return;
    if (wanted > cols) {
        x = put_span(c, a, y, x, l, marks, fitting(c, all, cols - 1));
        canvas_put_glyph(c, a, y, x, l, marks, GLYPH_ELLIPSIS);
        return;
    }
    int space = cols - wanted;
    put_span(c, a, y, x + (align < 0 ? 0 : align > 0 ? space : space / 2), l, marks, all);
}

/* -- Paragraphs -- */

/* Takes the next row of so many columns off a paragraph, broken at a space where there is one. */
static mur_span take_row(const canvas *c, mur_span *text, int cols)
{
    mur_span row = fitting(c, *text, cols);
    size_t end = row.len;
    if (end == 0 && text->len > 0) { /* not even one character fits */
        cluster k;
        mur_span rest = *text;
        take_cluster(&rest, &k);
        end = text->len - rest.len;
    }
    if (end < text->len && text->at[end] != ' ') {
        size_t space = end;
        while (space > 0 && text->at[space - 1] != ' ')
            space--;
        end = space > 0 ? space : end;
    }
    row = (mur_span){ text->at, end };
    text->at += end;
    text->len -= end;
    while (mur_take_char(text, ' ')) {
    }
    return row;
}

static mur_span take_paragraph(mur_span *text)
{
    const char *end = memchr(text->at, '\n', text->len);
    mur_span paragraph = { text->at, end ? (size_t)(end - text->at) : text->len };
    size_t taken = paragraph.len + (end ? 1 : 0);
    text->at += taken;
    text->len -= taken;
    return paragraph;
}

int canvas_wrap(canvas *c, area a, int y, look l, const char *text)
{
    static const canvas counting = { 0 };
    const canvas *on = c ? c : &counting;
    mur_span rest = mur_span_of(text);
    int rows = 0;
    while (rest.len > 0) {
        mur_span paragraph = take_paragraph(&rest);
        do {
            mur_span row = take_row(on, &paragraph, a.cols);
            put_span(on, a, y + rows, 0, l, 0, row);
            rows++;
        } while (paragraph.len > 0);
    }
    return rows;
}

/* -- Frames -- */

static void put_row(canvas *c, area a, int y, look l, glyph first, glyph middle, glyph last)
{
    canvas_put_glyph(c, a, y, 0, l, 0, first);
    for (int x = 1; x < a.cols - 1; x++)
        canvas_put_glyph(c, a, y, x, l, 0, middle);
    canvas_put_glyph(c, a, y, a.cols - 1, l, 0, last);
}

void canvas_box(canvas *c, area a, look l, const char *title)
{
    if (a.rows < 2 || a.cols < 2)
        return;
    put_row(c, a, 0, l, GLYPH_TOP_LEFT, GLYPH_ACROSS, GLYPH_TOP_RIGHT);
    for (int y = 1; y < a.rows - 1; y++) {
        canvas_put_glyph(c, a, y, 0, l, 0, GLYPH_DOWN);
        canvas_put_glyph(c, a, y, a.cols - 1, l, 0, GLYPH_DOWN);
    }
    put_row(c, a, a.rows - 1, l, GLYPH_BOTTOM_LEFT, GLYPH_ACROSS, GLYPH_BOTTOM_RIGHT);
    if (title && *title && a.cols > 6) {
        int cols = columns_on(c, mur_span_of(title));
        cols = cols < a.cols - 6 ? cols : a.cols - 6;
        canvas_put(c, a, 0, 2, l, 0, " ");
        canvas_fit(c, a, 0, 3, cols, -1, l, 0, title);
        canvas_put(c, a, 0, 3 + cols, l, 0, " ");
    }
}

void canvas_across(canvas *c, area a, int y, look l)
{
    put_row(c, a, y, l, GLYPH_ACROSS, GLYPH_ACROSS, GLYPH_ACROSS);
}

/* -- Out -- */

static void write_row(const canvas *c, int y, mur_text *t)
{
    int last = c->cols;
    const canvas_cell *row = &c->cells[y * c->cols];
    while (last > 0 && strcmp(row[last - 1].text, " ") == 0)
        last--;
    for (int x = 0; x < last; x++)
        mur_put(t, row[x].text);
    mur_put_char(t, '\n');
}

void canvas_write(const canvas *c, mur_text *t)
{
    for (int y = 0; y < c->rows; y++)
        write_row(c, y, t);
}
