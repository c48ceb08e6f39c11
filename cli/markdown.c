/* SPDX-License-Identifier: MIT */
/* cli/markdown.c -- lays simple Markdown out for a terminal.
 * The source is read block by block: heading, list item, table or paragraph. The lines of a block are joined into
 * one, and wrapped again at the width of the page. Delimiters such as ** stay in the text until it is written:
 * visible_width() counts without them, put_inline() turns them into the escape sequences of the terminal, or drops
 * them in plain text. */
#include "cli/markdown.h"

#include <assert.h>
#include <string.h>

enum { COLUMNS = 8, ROWS = 64, GAP = 2 /* between columns */ };

typedef struct {
    bool code, strong, emphasis;
} style;

typedef struct {
    const cli_markdown_format *format;
    mur_buffer *out;
    mur_span rest; /* of the source */
    style style;   /* where we read */
    style shown;   /* the style the terminal is in */
} writer;

/* -- Inline -- */

/* Takes `, ** or * off the front of the text and toggles the style. Inside code only the closing ` is a delimiter. */
static bool take_delimiter(mur_span *s, style *now)
{
    if (mur_take_char(s, '`')) {
        now->code = !now->code;
        return true;
    }
    if (now->code)
        return false;
    if (mur_take(s, "**")) {
        now->strong = !now->strong;
        return true;
    }
    if (mur_take_char(s, '*')) {
        now->emphasis = !now->emphasis;
        return true;
    }
    return false;
}

static const style plain = { 0 };

/* Switches the terminal to this style, if it is not in it already: one sequence to reset, then what is needed. */
static void show(writer *w, style wanted)
{
    if (!w->format->is_styled || memcmp(&wanted, &w->shown, sizeof wanted) == 0)
        return;
    mur_buffer_put(w->out, "\033[0m");
    mur_buffer_put(w->out, wanted.code || wanted.strong ? "\033[1m" : "");
    mur_buffer_put(w->out, wanted.emphasis ? "\033[4m" : "");
    w->shown = wanted;
}

/* Byte by byte is enough: delimiters are ASCII, and the bytes of a UTF-8 character follow each other in the same
 * style. */
static void put_inline(writer *w, mur_span s)
{
    while (s.len > 0) {
        if (take_delimiter(&s, &w->style))
            continue;
        show(w, w->style);
        mur_buffer_put_span(w->out, (mur_span){ s.at, 1 });
        s.at++;
        s.len--;
    }
}

/* Padding, rules and ends of lines are never styled: an underlined line end would reach to the right edge. */
static void put_plain(writer *w, const char *s, int times)
{
    show(w, plain);
    while (times-- > 0)
        mur_buffer_put(w->out, s);
}

/* Columns that the text takes without its delimiters. Every character is one column wide. */
static int visible_width(mur_span s)
{
    style ignored = { 0 };
    int width = 0;
    while (s.len > 0) {
        if (take_delimiter(&s, &ignored))
            continue;
        width += mur_width(s.at, 1);
        s.at++;
        s.len--;
    }
    return width;
}

/* Takes as many words as fit into the width, at least one, and the space behind them. Quadratic in the length of a
 * line, which is short. */
static mur_span take_line(mur_span *text, int width)
{
    mur_span line = { text->at, 0 }, word;
    while (text->len > 0) {
        mur_span rest = *text;
        mur_take_char(&rest, ' ');
        if (!mur_take_word(&rest, &word))
            break;
        mur_span longer = { line.at, (size_t)(rest.at - line.at) };
        if (line.len > 0 && visible_width(longer) > width)
            break;
        line = longer;
        *text = rest;
    }
    mur_take_char(text, ' ');
    return line;
}

/* A paragraph, its lines after the first indented. */
static void put_wrapped(writer *w, mur_span text, int indent)
{
    for (bool first = true; text.len > 0; first = false) {
        put_plain(w, " ", first ? 0 : indent);
        put_inline(w, take_line(&text, w->format->width - indent));
        put_plain(w, "\n", 1);
    }
}

/* -- Blocks -- */

/* Without spaces in front, and without spaces and CR behind. */
static mur_span trim(mur_span s)
{
    while (mur_take_char(&s, ' ')) {
    }
    while (s.len > 0 && (s.at[s.len - 1] == ' ' || s.at[s.len - 1] == '\r'))
        s.len--;
    return s;
}

/* The next line of the source as it is, without its LF. */
static mur_span peek_line(const writer *w)
{
    const char *end = w->rest.len ? memchr(w->rest.at, '\n', w->rest.len) : NULL;
    return (mur_span){ w->rest.at, end ? (size_t)(end - w->rest.at) : w->rest.len };
}

/* Takes the next line, trimmed. */
static mur_span next_line(writer *w)
{
    mur_span line = peek_line(w);
    w->rest.at += line.len;
    w->rest.len -= line.len;
    mur_take_char(&w->rest, '\n');
    return trim(line);
}

static bool begins(mur_span line, const char *mark)
{
    return mur_take(&line, mark);
}

/* Does another block begin with this line, or does an empty line end this one? */
static bool is_break(mur_span line)
{
    line = trim(line);
    return line.len == 0 || begins(line, "#") || begins(line, "- ") || begins(line, "|");
}

/* The rest of the block that begins with this line, as one line. The result lives in `joined`. */
static mur_span join(writer *w, mur_span line, mur_buffer *joined)
{
    mur_buffer_put_span(joined, line);
    while (w->rest.len > 0 && !is_break(peek_line(w))) {
        mur_buffer_put(joined, " ");
        mur_buffer_put_span(joined, next_line(w));
    }
    return (mur_span){ joined->at, joined->len };
}

/* Bold on a styled terminal; in plain text underlined with = for the first level, else with -. */
static void put_heading(writer *w, mur_span line)
{
    bool top = !begins(line, "##");
    while (mur_take_char(&line, '#')) {
    }
    line = trim(line);
    w->style.strong = true;
    put_inline(w, line);
    w->style.strong = false;
    put_plain(w, "\n", 1);
    if (w->format->is_styled)
        return;
    put_plain(w, top ? "=" : "-", visible_width(line));
    put_plain(w, "\n", 1);
}

/* The hyphen is part of the text; following lines are indented below the words. */
static void put_item(writer *w, mur_span line)
{
    mur_buffer joined = { 0 };
    put_wrapped(w, join(w, line, &joined), GAP);
    mur_buffer_close(&joined);
}

/* A paragraph that begins with the label ("Ruling:") shows it in bold. */
static void put_paragraph(writer *w, mur_span line)
{
    mur_buffer joined = { 0 };
    if (mur_take(&line, w->format->label)) {
        mur_buffer_put(&joined, "**");
        mur_buffer_put(&joined, w->format->label);
        mur_buffer_put(&joined, "**");
    }
    put_wrapped(w, join(w, line, &joined), 0);
    mur_buffer_close(&joined);
}

/* -- Tables -- */

typedef struct {
    mur_span cell[ROWS][COLUMNS];
    int rows, columns;
    int width[COLUMNS];
} table;

/* Cells are separated by |; a row of more cells than there is room for loses the last ones. */
static void split_row(table *t, mur_span line)
{
    int column = 0;
    mur_take_char(&line, '|');
    while (line.len > 0 && column < COLUMNS) {
        const char *end = memchr(line.at, '|', line.len);
        size_t n = end ? (size_t)(end - line.at) : line.len;
        t->cell[t->rows][column++] = trim((mur_span){ line.at, n });
        line = (mur_span){ line.at + n, line.len - n };
        mur_take_char(&line, '|');
    }
    assert(t->rows < ROWS && column <= COLUMNS);
    t->columns = column > t->columns ? column : t->columns;
    t->rows++;
}

/* The lines of a table, without the one that separates its head; beyond ROWS they are skipped. */
static void read_table(writer *w, mur_span line, table *t)
{
    for (;;) {
        if (!begins(line, "|---") && t->rows < ROWS)
            split_row(t, line);
        if (!begins(trim(peek_line(w)), "|"))
            return;
        line = next_line(w);
    }
}

/* A column is as wide as its widest cell. If the table is too wide then, the widest column is narrowed by one, again
 * and again; cells that no longer fit are wrapped. */
static void measure(table *t, int width)
{
    int sum = (t->columns - 1) * GAP;
    for (int c = 0; c < t->columns; c++) {
        for (int r = 0; r < t->rows; r++) {
            int cell = visible_width(t->cell[r][c]);
            t->width[c] = cell > t->width[c] ? cell : t->width[c];
        }
        sum += t->width[c];
    }
    assert(t->columns > 0 && t->columns <= COLUMNS);
    for (; sum > width; sum--) {
        int widest = 0;
        for (int c = 1; c < t->columns; c++)
            widest = t->width[c] > t->width[widest] ? c : widest;
        t->width[widest]--;
    }
}

/* Writes one line of a cell after the spaces that are `owed` from the cells before it, and returns how many are owed
 * after it: so no line ends with spaces. Each cell keeps its own style, because it may continue on the next line. */
static int put_cell(writer *w, mur_span line, style *own, int owed, int width)
{
    if (line.len == 0)
        return owed + width + GAP;
    put_plain(w, " ", owed);
    w->style = *own;
    put_inline(w, line);
    *own = w->style;
    w->style = plain;
    int missing = width - visible_width(line);
    return (missing > 0 ? missing : 0) + GAP;
}

/* A row takes as many lines as its longest cell, after wrapping. */
static void put_row(writer *w, const table *t, int row)
{
    mur_span left[COLUMNS];
    style styles[COLUMNS] = { 0 };
    assert(row >= 0 && row < ROWS);
    memcpy(left, t->cell[row], sizeof left);
    for (bool more = true; more;) {
        int owed = 0;
        more = false;
        for (int c = 0; c < t->columns; c++) {
            owed = put_cell(w, take_line(&left[c], t->width[c]), &styles[c], owed, t->width[c]);
            more = more || left[c].len > 0;
        }
        put_plain(w, "\n", 1);
    }
}

/* The line below the head of a table. */
static void put_rule(writer *w, const table *t)
{
    for (int c = 0; c < t->columns; c++) {
        put_plain(w, " ", c > 0 ? GAP : 0);
        put_plain(w, "-", t->width[c]);
    }
    put_plain(w, "\n", 1);
}

static void put_table(writer *w, mur_span line)
{
    table t = { 0 };
    read_table(w, line, &t);
    measure(&t, w->format->width);
    put_row(w, &t, 0);
    put_rule(w, &t);
    for (int row = 1; row < t.rows; row++)
        put_row(w, &t, row);
}

/* -- The page -- */

/* The first characters of a block decide what it is. */
static void put_block(writer *w, mur_span line)
{
    if (begins(line, "#"))
        put_heading(w, line);
    else if (begins(line, "|"))
        put_table(w, line);
    else if (begins(line, "- "))
        put_item(w, line);
    else
        put_paragraph(w, line);
}

/* Blocks that were apart in the source, by one or more empty lines, are apart by one in the output; items of a list
 * stay together. */
void cli_markdown_write(const cli_markdown_format *format, mur_span markdown, mur_buffer *out)
{
    writer w = { .format = format, .out = out, .rest = markdown };
    bool is_first = true, is_apart = false;
    while (w.rest.len > 0) {
        mur_span line = next_line(&w);
        if (line.len == 0) {
            is_apart = true;
            continue;
        }
        if (is_apart && !is_first)
            mur_buffer_put(out, "\n");
        put_block(&w, line);
        is_first = is_apart = false;
    }
}
