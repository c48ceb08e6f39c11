/* SPDX-License-Identifier: MIT */
/* tests/terminal/canvas_test.c -- clipping, wide characters, combining marks, fitting, wrapping, ASCII. */
#include <criterion/criterion.h>

#include "terminal/ui/canvas.h"

static canvas c;
static char shown[8192];

static void open_canvas(void)
{
    canvas_resize(&c, 3, 10);
}

static void close_canvas(void)
{
    canvas_close(&c);
}

TestSuite(canvas, .init = open_canvas, .fini = close_canvas);

static const char *show(void)
{
    mur_text t = mur_text_on(shown, sizeof shown);
    canvas_write(&c, &t);
    return shown;
}

Test(canvas, text_is_cut_at_the_edges)
{
    canvas_put(&c, canvas_area(&c), 0, -2, STYLE_TEXT, 0, "abcd");
    int after = canvas_put(&c, canvas_area(&c), 1, 7, STYLE_TEXT, 0, "abcd");
    canvas_put(&c, canvas_area(&c), 3, 0, STYLE_TEXT, 0, "below");
    canvas_put(&c, (area){ 2, 8, 5, 5 }, 0, 0, STYLE_TEXT, 0, "outside");
    cr_expect_eq(after, 11);
    cr_expect_str_eq(show(), "cd\n       abc\n        ou\n");
}

Test(canvas, columns_are_those_of_a_terminal)
{
    static const struct {
        const char *text;
        int columns;
    } cases[] = { { "", 0 },          { "wall", 4 },     { "é", 1 },      { "e\u0301", 1 }, { "長城", 4 },
                  { "a\033[2Jb", 5 }, { "\xff\xfe", 0 }, { "\u0301", 0 }, { "ｱ", 1 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(text_columns(mur_span_of(cases[i].text)), cases[i].columns, "%zu", i);
}

Test(canvas, half_of_a_wide_character_is_never_shown)
{
    area a = canvas_area(&c);
    canvas_put(&c, a, 0, 0, STYLE_TEXT, 0, "長城");
    canvas_put(&c, a, 0, 1, STYLE_TEXT, 0, "x");
    canvas_put(&c, a, 1, 9, STYLE_TEXT, 0, "長");
    canvas_put(&c, a, 2, -1, STYLE_TEXT, 0, "長x");
    cr_expect_str_eq(show(), " x城\n\n x\n");
}

Test(canvas, combining_marks_stay_on_their_letter)
{
    canvas_put(&c, canvas_area(&c), 0, 0, STYLE_TEXT, 0, "e\u0301a");
    cr_expect_str_eq(c.cells[0].text, "e\u0301");
    cr_expect_str_eq(c.cells[1].text, "a");
}

Test(canvas, many_combining_marks_do_not_overflow_a_cell)
{
    char heap[200] = "e";
    for (int i = 0; i < 90; i++)
        strcat(heap, "\u0301");
    canvas_put(&c, canvas_area(&c), 0, 0, STYLE_TEXT, 0, heap);
    canvas_put(&c, canvas_area(&c), 0, 1, STYLE_TEXT, 0, "x");
    cr_expect_lt(strlen(c.cells[0].text), sizeof c.cells[0].text);
    cr_expect_str_eq(c.cells[1].text, "x");
}

Test(canvas, what_does_not_fit_ends_with_an_ellipsis)
{
    area a = canvas_area(&c);
    canvas_fit(&c, a, 0, 1, 5, -1, STYLE_TEXT, 0, "watchtower");
    canvas_fit(&c, a, 1, 0, 9, 0, STYLE_TEXT, 0, "wall");
    canvas_fit(&c, a, 2, 0, 10, 1, STYLE_TEXT, 0, "wall");
    cr_expect_str_eq(show(), " watc…\n  wall\n      wall\n");
}

Test(canvas, an_ellipsis_never_splits_a_wide_character)
{
    canvas_fit(&c, canvas_area(&c), 0, 0, 4, -1, STYLE_TEXT, 0, "長城長城");
    cr_expect_str_eq(show(), "長…\n\n\n");
}

Test(canvas, ascii_canvases_hold_only_ascii)
{
    c.is_ascii = true;
    canvas_box(&c, canvas_area(&c), STYLE_TEXT, "Hé");
    canvas_put(&c, canvas_area(&c), 1, 1, STYLE_TEXT, 0, "Größe 長»");
    cr_expect_str_eq(show(), "+- He ---+\n|Grose ?\"|\n+--------+\n");
}

Test(canvas, paragraphs_break_between_words)
{
    int rows = canvas_wrap(&c, canvas_area(&c), 0, STYLE_TEXT, "one two three four");
    cr_expect_eq(rows, 2);
    cr_expect_str_eq(show(), "one two\nthree four\n\n");
}

Test(canvas, counting_rows_paints_nothing)
{
    area narrow = { .rows = 1, .cols = 4 };
    cr_expect_eq(canvas_wrap(NULL, narrow, 0, STYLE_TEXT, "ab cd\n\nunbreakable"), 6);
    cr_expect_eq(canvas_wrap(NULL, (area){ .rows = 1, .cols = 0 }, 0, STYLE_TEXT, "長城"), 2);
}

Test(canvas, parts_of_an_area_stay_inside)
{
    area a = { 2, 3, 10, 20 };
    area rows = area_rows(a, 8, 5), cols = area_cols(a, -4, 99), none = area_rows(a, 20, 1);
    cr_expect_eq(rows.y, 10);
    cr_expect_eq(rows.rows, 2);
    cr_expect_eq(cols.x, 3);
    cr_expect_eq(cols.cols, 20);
    cr_expect_eq(none.rows, 0);
}

Test(canvas, highlights_are_added_to_what_is_there)
{
    canvas_put(&c, canvas_area(&c), 0, 0, STYLE_GOOD, HIGHLIGHT_NEWS, "ab");
    canvas_highlight(&c, (area){ 0, 1, 9, 1 }, HIGHLIGHT_FOCUS);
    cr_expect_eq(c.cells[0].highlights, HIGHLIGHT_NEWS);
    cr_expect_eq(c.cells[1].highlights, HIGHLIGHT_NEWS | HIGHLIGHT_FOCUS);
    cr_expect_eq(c.cells[1].style, STYLE_GOOD);
}

Test(canvas, every_glyph_is_one_column_in_both_forms)
{
    canvas plain = { .is_ascii = true };
    for (glyph g = 0; g < GLYPHS; g++) {
        cr_expect_eq(text_columns(mur_span_of(glyph_text(&c, g))), 1, "%d", g);
        cr_expect_eq(strlen(glyph_text(&plain, g)), 1, "%d", g);
    }
}
