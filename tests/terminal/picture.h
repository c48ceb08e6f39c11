/* SPDX-License-Identifier: MIT */
/* tests/terminal/picture.h -- golden pictures, and the invariants of every board. A golden file is
 * tests/terminal/golden/NAME.txt: the text of the canvas, then its highlights, then the change in words. With
 * MURAILLE_GOLDEN=write in the environment the files are written instead of compared. */
#ifndef TESTS_PICTURE_H
#define TESTS_PICTURE_H

#include "terminal/boards/board.h"
#include "tests/engine/walk.h"

#ifndef SOURCE_ROOT
#define SOURCE_ROOT "." /* tests/meson.build defines it */
#endif

enum { PICTURE_BYTES = 1 << 17 };

typedef struct {
    int rows, cols;
    bool is_ascii;
} picture_size;

/* The sizes at which every board must work. */
static const picture_size picture_sizes[] = {
    { 17, 80, false }, { 24, 80, false }, { 44, 132, false }, { 17, 80, true }, { 44, 132, true },
};

/* -- Scenes -- */

/* The view after a move, on a state that was redealt with this seed: what game_pane.c computes. */
static inline bool picture_preview(const mur_game *g, const mur_view *v, mur_move m, uint64_t seed, any_view *preview)
{
    any_state s;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    mur_redeal(g, v, &rng, &s.base);
    if (g->play(&s.base, v->seat, m, NULL) != MUR_OK)
        return false;
    g->view(&s.base, v->seat, &preview->base);
    return true;
}

/* Paints into the middle of a larger canvas: painting outside of the area shows on its edges. */
static inline void picture_paint(const board *b, const scene *s, picture_size size, canvas *c, hotspot_list *hotspots)
{
    c->is_ascii = size.is_ascii;
    canvas_resize(c, size.rows + 2, size.cols + 2);
    b->draw(s, c, (area){ 1, 1, size.rows, size.cols }, hotspots);
}

static inline bool is_inside(area a, picture_size size)
{
    return a.rows > 0 && a.cols > 0 && a.y >= 1 && a.x >= 1 && a.y + a.rows <= size.rows + 1 &&
           a.x + a.cols <= size.cols + 1;
}

static inline bool picture_keeps_inside(const canvas *c)
{
    for (int y = 0; y < c->rows; y++)
        for (int x = 0; x < c->cols; x++) {
            bool is_edge = y == 0 || x == 0 || y == c->rows - 1 || x == c->cols - 1;
            const canvas_cell *cell = &c->cells[y * c->cols + x];
            if (is_edge && (strcmp(cell->text, " ") != 0 || cell->highlights))
                return false;
        }
    return true;
}

static inline bool picture_is_ascii(const canvas *c)
{
    for (int i = 0; i < c->rows * c->cols; i++)
        for (const char *p = c->cells[i].text; *p; p++)
            if ((unsigned char)*p > 126)
                return false;
    return true;
}

static inline bool are_same_pictures(const canvas *a, const canvas *b)
{
    return a->rows == b->rows && a->cols == b->cols &&
           memcmp(a->cells, b->cells, (size_t)(a->rows * a->cols) * sizeof a->cells[0]) == 0;
}

static inline const hotspot *hotspot_of(const hotspot_list *hotspots, move_part part)
{
    for (int i = 0; i < hotspots->n; i++)
        if (hotspots->at[i].part == part)
            return &hotspots->at[i];
    return NULL;
}

/* -- Golden files -- */

/* Below the text, a letter for each cell with a highlight: t choice, f focus, n news, c preview, s struck; * several.
 */
static inline void picture_write(const canvas *c, mur_text *t)
{
    canvas_write(c, t);
    for (int y = 0; y < c->rows; y++) {
        char line[512] = { 0 };
        int n = 0;
        for (int x = 0; x < c->cols && x < 511; x++) {
            unsigned highlights = c->cells[y * c->cols + x].highlights;
            line[x] = !highlights ? ' ' : highlights & (highlights - 1) ? '*' : " tf n   c       s"[highlights];
            n = highlights ? x + 1 : n;
        }
        line[n] = '\0';
        mur_put(t, line);
        mur_put_char(t, '\n');
    }
}

/* Independent of the folder in which the tests run. */
static inline void picture_path(const char *name, char out[512])
{
    snprintf(out, 512, "%s/tests/terminal/golden/%s.txt", SOURCE_ROOT, name);
}

static inline void picture_expect(const char *name, const char *text)
{
    static char golden[PICTURE_BYTES];
    char path[512];
    const char *flag = getenv("MURAILLE_GOLDEN");
    bool writes = flag && strcmp(flag, "write") == 0;
    picture_path(name, path);
    FILE *f = fopen(path, writes ? "w" : "r");
    cr_assert_not_null(f, "%s", path);
    if (writes) {
        fputs(text, f);
    } else {
        size_t n = fread(golden, 1, sizeof golden - 1, f);
        golden[n] = '\0';
        cr_expect_str_eq(text, golden, "%s is not what is painted", path);
    }
    fclose(f);
}

/* Compares the scene at a size with the golden file of this name. */
static inline void picture_check(const char *name, const board *b, const scene *s, picture_size size)
{
    static char text[PICTURE_BYTES];
    canvas c = { .is_ascii = size.is_ascii };
    hotspot_list hotspots;
    mur_text t = mur_text_on(text, sizeof text);
    canvas_resize(&c, size.rows, size.cols);
    b->draw(s, &c, canvas_area(&c), &hotspots);
    picture_write(&c, &t);
    mur_put(&t, "change: ");
    b->put_change(s, &t);
    mur_put_char(&t, '\n');
    picture_expect(name, text);
    canvas_close(&c);
}

/* -- Laws of every board -- */

/* At every size: each choice has a hotspot inside the area, nothing is painted outside, ASCII canvases are ASCII. */
static inline void check_picture(const board *b, const scene *s)
{
    canvas c = { 0 };
    hotspot_list hotspots;
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        picture_size size = picture_sizes[i];
        picture_paint(b, s, size, &c, &hotspots);
        cr_assert(picture_keeps_inside(&c));
        cr_assert(!size.is_ascii || picture_is_ascii(&c));
        for (int j = 0; s->selection && j < s->selection->n_choices; j++) {
            const hotspot *spot = hotspot_of(&hotspots, s->selection->choice[j]);
            cr_assert(spot && is_inside(spot->at, size), "part %x at %dx%d", s->selection->choice[j], size.cols,
                      size.rows);
        }
    }
    canvas_close(&c);
}

static inline bool has_highlight(const canvas *c, area a, unsigned highlight)
{
    for (int y = a.y; y < a.y + a.rows; y++)
        for (int x = a.x; x < a.x + a.cols; x++)
            if (c->cells[y * c->cols + x].highlights & highlight)
                return true;
    return false;
}

/* Each hotspot is highlighted as a choice, the focused one as the focus. */
static inline void check_highlights(const board *b, const scene *s)
{
    canvas c = { 0 };
    hotspot_list hotspots;
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        picture_paint(b, s, picture_sizes[i], &c, &hotspots);
        for (int j = 0; j < hotspots.n; j++) {
            unsigned highlight =
                hotspots.at[j].part == s->selection->choice[s->selection->focus] ? HIGHLIGHT_FOCUS : HIGHLIGHT_CHOICE;
            cr_assert(has_highlight(&c, hotspots.at[j].at, highlight), "part %x", hotspots.at[j].part);
        }
    }
    canvas_close(&c);
}

/* Two different guesses at what the seat does not know give the same picture and the same words. */
static inline void check_no_guess_shows(const board *b, const scene *s, mur_rng *rng)
{
    any_view one, other;
    canvas pictures[2] = { { 0 }, { 0 } };
    char words[2][MUR_PICTURE_TEXT];
    hotspot_list hotspots;
    mur_move m = selection_candidate(s->selection);
    const any_view *previews[] = { &one, &other };
    if (!picture_preview(s->game, s->view, m, mur_rng_next(rng), &one) ||
        !picture_preview(s->game, s->view, m, mur_rng_next(rng), &other))
        return;
    for (int i = 0; i < 2; i++) {
        scene with = *s;
        mur_text t = mur_text_on(words[i], sizeof words[i]);
        with.preview = &previews[i]->base;
        picture_paint(b, &with, picture_sizes[0], &pictures[i], &hotspots);
        b->put_change(&with, &t);
    }
    cr_assert(are_same_pictures(&pictures[0], &pictures[1]));
    cr_assert_str_eq(words[0], words[1]);
    canvas_close(&pictures[0]);
    canvas_close(&pictures[1]);
}

/* Chooses the parts of a move one after the other, as a player with a cursor does. */
static inline void reach_move(const board *b, scene *s, selection *p, mur_move wanted)
{
    move_part parts[MOVE_PARTS];
    int n = b->split_move(s->view, wanted, parts);
    cr_assert(n > 0 && n <= MOVE_PARTS);
    selection_begin(p, b, s->view);
    for (mur_move got = 0; got != wanted;) {
        cr_assert_eq(got, 0, "another move was made");
        cr_assert_lt(p->n_chosen, n);
        cr_assert(selection_focus(p, parts[p->n_chosen]));
        got = selection_confirm(p);
    }
}

/* Every legal move of the position can be reached. For one of them, the picture of each step is checked. */
static inline void check_moves(const board *b, const mur_game *g, const mur_view *v, mur_rng *rng)
{
    static selection p;
    scene s = { .game = g, .view = v, .selection = &p };
    any_view preview;
    for (int i = 0; i < v->n_moves; i++)
        reach_move(b, &s, &p, v->moves[i]);
    mur_move m = v->moves[mur_rng_below(rng, v->n_moves)];
    move_part parts[MOVE_PARTS];
    int n = b->split_move(v, m, parts);
    selection_begin(&p, b, v);
    for (bool goes_on = true; goes_on && p.n_chosen < n;) {
        cr_assert(selection_focus(&p, parts[p.n_chosen]));
        s.preview = picture_preview(g, v, selection_candidate(&p), 1, &preview) ? &preview.base : NULL;
        check_picture(b, &s);
        check_no_guess_shows(b, &s, rng);
        goes_on = selection_confirm(&p) == 0;
    }
}

#endif
