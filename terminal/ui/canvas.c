/* SPDX-License-Identifier: MIT */
/* terminal/ui/canvas.c -- cells, areas, and text that is clipped, fitted or wrapped into them. Text is taken apart
 * into clusters: one visible character with the combining marks that follow it, which is what one cell (or two, for
 * a wide character) shows. libunistring knows the width of a character and the letter under an accent.
 *
 * Invariant: a cell with an empty text is the right half of the wide character in the cell to its left. Painting
 * over one half blanks the other (blank_other_half), so a canvas never holds half a character. */
#include "terminal/ui/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <uninorm.h>
#include <uniwidth.h>

#include "record/buffer.h"
#include "record/safe_text.h"

enum { CLUSTER_MARKS_MAX = 4 /* combining marks of a cluster; further ones are dropped */ };

/* -- Glyphs -- */

/* By glyph: its Unicode and its ASCII form. Both are one column wide; tests/terminal/canvas_test.c checks it. */
static const struct {
    const char *text, *ascii;
} glyphs[GLYPHS] = {
    [GLYPH_HLINE] = { "─", "-" },
    [GLYPH_VLINE] = { "│", "|" },
    [GLYPH_TOP_LEFT] = { "┌", "+" },
    [GLYPH_TOP_RIGHT] = { "┐", "+" },
    [GLYPH_BOTTOM_LEFT] = { "└", "+" },
    [GLYPH_BOTTOM_RIGHT] = { "┘", "+" },
    [GLYPH_TEE_DOWN] = { "┬", "+" },
    [GLYPH_TEE_UP] = { "┴", "+" },
    [GLYPH_TEE_RIGHT] = { "├", "+" },
    [GLYPH_TEE_LEFT] = { "┤", "+" },
    [GLYPH_HEAVY_VLINE] = { "┃", "|" },
    [GLYPH_BLOCK_FULL] = { "█", "#" },
    [GLYPH_SHADE_DARK] = { "▓", "%" },
    [GLYPH_SHADE_LIGHT] = { "░", ":" },
    [GLYPH_CROWN] = { "♛", "!" },
    [GLYPH_STAR] = { "★", "*" },
    [GLYPH_DOT] = { "·", "." },
    [GLYPH_CHECK] = { "✓", "v" },
    [GLYPH_CURSOR] = { "▸", ">" },
    [GLYPH_ARROW_LEFT] = { "←", "<" },
    [GLYPH_ARROW_RIGHT] = { "→", ">" },
    [GLYPH_ARROW_UP] = { "↑", "^" },
    [GLYPH_MINUS] = { "−", "-" },
    [GLYPH_TIMES] = { "×", "x" },
    [GLYPH_ELLIPSIS] = { "…", "~" },
    [GLYPH_EYE] = { "◉", "@" },
    [GLYPH_FLAG] = { "⚑", "P" },
    [GLYPH_CARD_BACK] = { "▒", "?" },
    [GLYPH_SEAT_SHAPE + 0] = { "●", "o" },
    [GLYPH_SEAT_SHAPE + 1] = { "■", "#" },
    [GLYPH_SEAT_SHAPE + 2] = { "▲", "^" },
    [GLYPH_SEAT_SHAPE + 3] = { "◆", "+" },
    [GLYPH_SEAT_SHAPE + 4] = { "▼", "v" },
    [GLYPH_SEAT_SHAPE + 5] = { "✚", "x" },
};

const char *glyph_text(const canvas *c, glyph g)
{
    assert((unsigned)g < GLYPHS);
    assert(glyphs[g].text && glyphs[g].ascii);
    return c->is_ascii ? glyphs[g].ascii : glyphs[g].text;
}

/* -- Characters -- */

/* 0 for a combining mark, -1 for a control character, which is never shown. */
static int character_columns(int32_t character)
{
    return mur_is_control(character) ? -1 : uc_width((ucs4_t)character, "UTF-8");
}

/* The ASCII letter that remains of a character without its accents (compatibility decomposition, NFKD); 0 if there
 * is none. */
static char letter_without_accents(int32_t character)
{
    const uint32_t from = (uint32_t)character;
    uint32_t parts[8];
    size_t n = sizeof parts / sizeof parts[0];
    /* libunistring uses our array if the result fits, else it allocates one. */
    uint32_t *found = u32_normalize(UNINORM_NFKD, &from, 1, parts, &n);
    char letter = found && n > 0 && found[0] >= ' ' && found[0] <= '~' ? (char)found[0] : '\0';
    if (found != parts)
        free(found);
    return letter;
}

/* Punctuation that has no ASCII letter under it, and ligatures that NFKD leaves alone. */
static char ascii_sign(int32_t character)
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

/* Never fails: a question mark stands for what has no ASCII form. */
static char ascii_character(int32_t character)
{
    char plain = ascii_sign(character);
    if (!plain)
        plain = letter_without_accents(character);
    return plain ? plain : '?';
}

/* A character with the combining marks that follow it: what one cell, or two, will show. */
typedef struct {
    char text[CANVAS_CLUSTER];
    int columns;
} cluster;

/* Drops what does not fit: some of the marks on a heavily decorated letter. */
static void add_bytes(cluster *k, const char *from, size_t n)
{
    size_t len = strlen(k->text);
    if (len + n >= sizeof k->text)
        return;
    memcpy(k->text + len, from, n);
    k->text[len + n] = '\0';
}

/* Takes all marks that follow, but stores only the first few, so that any number of
 * marks fits into a cell. */
static void take_combining_marks(mur_span *text, cluster *k)
{
    for (int n = 0; text->len > 0; n++) {
        mur_span rest = *text;
        int32_t mark = mur_take_utf8(&rest);
        if (mark < 0 || character_columns(mark) != 0)
            return;
        if (n < CLUSTER_MARKS_MAX)
            add_bytes(k, text->at, (size_t)(rest.at - text->at));
        *text = rest;
    }
}

/* Takes the next cluster off the text; false at its end. Skips invalid UTF-8 byte by byte, control characters, and
 * marks without a letter. */
static bool take_cluster(mur_span *text, cluster *k)
{
    while (text->len > 0) {
        const char *start = text->at;
        int32_t character = mur_take_utf8(text);
        /* Not UTF-8: skip one byte and try again. */
        if (character < 0) {
            text->at++;
            text->len--;
            continue;
        }
        *k = (cluster){ .columns = character_columns(character) };
        /* A control character, or a combining mark without a letter before it. */
        if (k->columns <= 0)
            continue;
        add_bytes(k, start, (size_t)(text->at - start));
        take_combining_marks(text, k);
        return true;
    }
    return false;
}

/* Replaces a cluster by one ASCII character. A wide character becomes a narrow one, so its width may change. */
static void make_ascii(cluster *k)
{
    mur_span text = mur_span_of(k->text);
    int32_t character = mur_take_utf8(&text);
    /* A single ASCII character stays as it is. */
    if (character < 0x80 && text.len == 0)
        return;
    memset(k->text, 0, sizeof k->text);
    k->text[0] = ascii_character(character);
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

void canvas_resize(canvas *c, int rows, int cols)
{
    assert(rows >= 0 && cols >= 0);
    free(c->cells);
    c->rows = rows;
    c->cols = cols;
    c->cells = mur_new((size_t)rows * (size_t)cols * sizeof c->cells[0] + 1);
    canvas_clear(c, canvas_area(c));
}

/* Leaves a canvas that can be resized and used again. */
void canvas_close(canvas *c)
{
    free(c->cells);
    *c = (canvas){ 0 };
}

area canvas_area(const canvas *c)
{
    return (area){ .rows = c->rows, .cols = c->cols };
}

/* n within 0 .. max. */
static int clamp(int n, int max)
{
    assert(max >= 0);
    return n < 0 ? 0 : n < max ? n : max;
}

/* Negative and too large values are clamped, so layouts may subtract without checking. */
area area_rows(area a, int from, int rows)
{
    assert(a.rows >= 0);
    from = clamp(from, a.rows);
    return (area){ a.y + from, a.x, clamp(rows, a.rows - from), a.cols };
}

area area_cols(area a, int from, int cols)
{
    assert(a.cols >= 0);
    from = clamp(from, a.cols);
    return (area){ a.y, a.x + from, a.rows, clamp(cols, a.cols - from) };
}

/* The cell at row y, column x of the area; NULL if that is outside of the area or of the canvas. Every function that
 * paints goes through here: this is the clipping. */
static canvas_cell *cell_at(const canvas *c, area a, int y, int x)
{
    if (y < 0 || y >= a.rows || x < 0 || x >= a.cols)
        return NULL;
    y += a.y;
    x += a.x;
    return y < 0 || y >= c->rows || x < 0 || x >= c->cols ? NULL : &c->cells[y * c->cols + x];
}

/* An empty cell is a space in plain style. */
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

/* Cells outside of the canvas are skipped, as everywhere. */
void canvas_highlight(canvas *c, area a, unsigned highlights)
{
    for (int y = 0; y < a.rows; y++)
        for (int x = 0; x < a.cols; x++) {
            canvas_cell *cell = cell_at(c, a, y, x);
            if (cell)
                cell->highlights |= (uint8_t)highlights;
        }
}

/* -- Text -- */

/* Before a cell is overwritten: if it is one half of a wide character, the other half becomes a space. */
static void blank_other_half(const canvas *c, canvas_cell *cell)
{
    assert(cell >= c->cells && cell < c->cells + c->rows * c->cols);
    ptrdiff_t x = (cell - c->cells) % c->cols;
    if (x > 0 && !cell->text[0])
        memcpy(cell[-1].text, " ", 2);
    if (x + 1 < c->cols && !cell[1].text[0])
        memcpy(cell[1].text, " ", 2);
}

static void set_cell(const canvas *c, canvas_cell *cell, const char *text, style st, unsigned highlights)
{
    assert(strlen(text) < CANVAS_CLUSTER);
    assert(st < STYLES);
    blank_other_half(c, cell);
    *cell = (canvas_cell){ .style = (uint8_t)st, .highlights = (uint8_t)highlights };
    memcpy(cell->text, text, strlen(text) + 1);
}

/* Paints one cluster. Where clipping cuts a wide character in two, the visible half becomes a space. */
static void put_cluster(const canvas *c, area a, int y, int x, style st, unsigned highlights, const cluster *k)
{
    assert(k->columns == 1 || k->columns == 2);
    canvas_cell *left = cell_at(c, a, y, x);
    /* For a narrow character both are the same cell. */
    canvas_cell *right = k->columns > 1 ? cell_at(c, a, y, x + 1) : left;
    if (left)
        set_cell(c, left, right ? k->text : " ", st, highlights);
    if (right && k->columns > 1)
        set_cell(c, right, left ? "" : " ", st, highlights);
}

/* The one function that paints text. Clusters outside of the area still advance x, so that callers can measure. */
static int put_span(const canvas *c, area a, int y, int x, style st, unsigned highlights, mur_span text)
{
    cluster k;
    while (take_cluster(&text, &k)) {
        if (c->is_ascii)
            make_ascii(&k);
        put_cluster(c, a, y, x, st, highlights, &k);
        x += k.columns;
    }
    return x;
}

/* put_span() for a string. */
int canvas_put(canvas *c, area a, int y, int x, style st, unsigned highlights, const char *text)
{
    return put_span(c, a, y, x, st, highlights, mur_span_of(text));
}

/* A glyph in the form that this canvas can show. */
int canvas_put_glyph(canvas *c, area a, int y, int x, style st, unsigned highlights, glyph g)
{
    return canvas_put(c, a, y, x, st, highlights, glyph_text(c, g));
}

/* Columns on this canvas: on an ASCII canvas every cluster is one column wide. */
static int columns_on(const canvas *c, mur_span text)
{
    cluster k;
    int columns = 0;
    while (take_cluster(&text, &k))
        columns += c->is_ascii ? 1 : k.columns;
    return columns;
}

/* The longest prefix of whole clusters that fits into `cols` columns. */
static mur_span prefix_that_fits(const canvas *c, mur_span text, int cols)
{
    mur_span rest = text;
    cluster k;
    size_t len = 0;
    while (take_cluster(&rest, &k) && (cols -= c->is_ascii ? 1 : k.columns) >= 0)
        len = (size_t)(rest.at - text.at);
    return (mur_span){ text.at, len };
}

/* Measures before it paints, so that right-aligned and centred text needs no second attempt. The ellipsis takes the
 * last column. */
void canvas_fit(canvas *c, area a, int y, int x, int cols, int align, style st, unsigned highlights, const char *text)
{
    assert(align >= -1 && align <= 1);
    mur_span all = mur_span_of(text);
    int wanted = columns_on(c, all);
    if (cols <= 0)
        return;
    if (wanted > cols) {
        x = put_span(c, a, y, x, st, highlights, prefix_that_fits(c, all, cols - 1));
        canvas_put_glyph(c, a, y, x, st, highlights, GLYPH_ELLIPSIS);
        return;
    }
    /* Left, centred or right within the columns that are left over. */
    int space = cols - wanted;
    put_span(c, a, y, x + (align < 0 ? 0 : align > 0 ? space : space / 2), st, highlights, all);
}

/* -- Paragraphs -- */

/* Takes the next row off a paragraph: as much as fits, cut back to the last space if a word would be broken. A word
 * that is longer than a row is broken anyway, and at least one cluster is taken even in an area without columns, so
 * that the caller's loop ends. Spaces at the break are dropped. */
static mur_span take_row(const canvas *c, mur_span *text, int cols)
{
    mur_span row = prefix_that_fits(c, *text, cols);
    size_t end = row.len;
    /* Not even one cluster fits: take it anyway. */
    if (end == 0 && text->len > 0) {
        cluster k;
        mur_span rest = *text;
        take_cluster(&rest, &k);
        end = text->len - rest.len;
    }
    /* The row would end inside a word: go back to the space before it, if there is one. */
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

/* Takes the text up to the next LF, which is dropped, or to the end. */
static mur_span take_paragraph(mur_span *text)
{
    const char *end = memchr(text->at, '\n', text->len);
    mur_span paragraph = { text->at, end ? (size_t)(end - text->at) : text->len };
    size_t taken = paragraph.len + (end ? 1 : 0);
    text->at += taken;
    text->len -= taken;
    return paragraph;
}

/* An empty paragraph takes one empty row, hence the do-while. Rows above row 0 or below the area are clipped, which
 * is how a pager scrolls. */
int canvas_wrap(canvas *c, area a, int y, style st, const char *text)
{
    static const canvas measuring = { 0 };
    const canvas *on = c ? c : &measuring;
    mur_span rest = mur_span_of(text);
    int rows = 0;
    while (rest.len > 0) {
        mur_span paragraph = take_paragraph(&rest);
        do {
            mur_span row = take_row(on, &paragraph, a.cols);
            put_span(on, a, y + rows, 0, st, 0, row);
            rows++;
        } while (paragraph.len > 0);
    }
    return rows;
}

/* -- Frames -- */

/* One row of line art from the left edge of the area to the right one. */
static void put_row(canvas *c, area a, int y, style st, glyph first, glyph middle, glyph last)
{
    canvas_put_glyph(c, a, y, 0, st, 0, first);
    for (int x = 1; x < a.cols - 1; x++)
        canvas_put_glyph(c, a, y, x, st, 0, middle);
    canvas_put_glyph(c, a, y, a.cols - 1, st, 0, last);
}

/* A frame along the edges of the area. The title interrupts the top line, with a space on either side; it is left
 * out where there is no room for it. */
void canvas_box(canvas *c, area a, style st, const char *title)
{
    if (a.rows < 2 || a.cols < 2)
        return;
    put_row(c, a, 0, st, GLYPH_TOP_LEFT, GLYPH_HLINE, GLYPH_TOP_RIGHT);
    for (int y = 1; y < a.rows - 1; y++) {
        canvas_put_glyph(c, a, y, 0, st, 0, GLYPH_VLINE);
        canvas_put_glyph(c, a, y, a.cols - 1, st, 0, GLYPH_VLINE);
    }
    put_row(c, a, a.rows - 1, st, GLYPH_BOTTOM_LEFT, GLYPH_HLINE, GLYPH_BOTTOM_RIGHT);
    if (title && *title && a.cols > 6) {
        /* Two columns of line remain at either side of the title. */
        int cols = columns_on(c, mur_span_of(title));
        cols = cols < a.cols - 6 ? cols : a.cols - 6;
        canvas_put(c, a, 0, 2, st, 0, " ");
        canvas_fit(c, a, 0, 3, cols, -1, st, 0, title);
        canvas_put(c, a, 0, 3 + cols, st, 0, " ");
    }
}

void canvas_hline(canvas *c, area a, int y, style st)
{
    put_row(c, a, y, st, GLYPH_HLINE, GLYPH_HLINE, GLYPH_HLINE);
}

/* -- Output -- */

/* The right half of a wide character has an empty text, so it adds nothing. */
static void write_row(const canvas *c, int y, mur_text *t)
{
    assert(y >= 0 && y < c->rows);
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
