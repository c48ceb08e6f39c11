/* SPDX-License-Identifier: MIT */
/* tests/terminal/picture.h -- what the tests of the boards share: pictures of positions, kept as files, and the laws
 * that every board obeys. A kept picture is tests/terminal/golden/NAME.txt: the text of the canvas, then its marks.
 * MURAILLE_GOLDEN=write in the environment writes what would be compared. */
#ifndef TESTS_PICTURE_H
#define TESTS_PICTURE_H

#include "terminal/board.h"
#include "tests/engine/walk.h"

#ifndef SOURCE_ROOT
#define SOURCE_ROOT "." /* tests/meson.build knows better */
#endif

enum { PICTURE_BYTES = 1 << 17 };

typedef struct {
    int rows, cols;
    bool is_ascii;
} picture_size;

/* The sizes at which boards are tried. */
static const picture_size picture_sizes[] = {
    { 17, 80, false }, { 24, 80, false }, { 44, 132, false }, { 17, 80, true }, { 44, 132, true },
};

/* -- Scenes -- */

/* The position after the move under the cursor, as the seat would guess it. */
static inline bool picture_then(const mur_game *g, const mur_view *v, mur_move m, uint64_t seed, any_view *then)
{
    any_state s;
    mur_rng rng;
    mur_rng_seed(&rng, seed);
    g->redeal(v, &rng, &s.base);
    if (g->play(&s.base, v->seat, m, NULL) != MUR_OK)
        return false;
    g->view(&s.base, v->seat, &then->base);
    return true;
}

/* Paints into the middle of a larger canvas, so that whatever leaves the area is found. */
static inline void picture_paint(const board *b, const scene *s, picture_size size, canvas *c, board_spots *spots)
{
    c->is_ascii = size.is_ascii;
    canvas_size(c, size.rows + 2, size.cols + 2);
    b->draw(s, c, (area){ 1, 1, size.rows, size.cols }, spots);
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
            if (is_edge && (strcmp(cell->text, " ") != 0 || cell->marks))
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

static inline const board_spot *spot_of(const board_spots *spots, pick_part part)
{
    for (int i = 0; i < spots->n; i++)
        if (spots->at[i].part == part)
            return &spots->at[i];
    return NULL;
}

/* -- Kept pictures -- */

/* Below the text, a letter for each cell that has marks: t target, f focus, n news, c change, s struck; * several. */
static inline void picture_write(const canvas *c, mur_text *t)
{
    canvas_write(c, t);
    for (int y = 0; y < c->rows; y++) {
        char line[512] = { 0 };
        int n = 0;
        for (int x = 0; x < c->cols && x < 511; x++) {
            unsigned marks = c->cells[y * c->cols + x].marks;
            line[x] = !marks ? ' ' : marks & (marks - 1) ? '*' : " tf n   c       s"[marks];
            n = marks ? x + 1 : n;
        }
        line[n] = '\0';
        mur_put(t, line);
        mur_put_char(t, '\n');
    }
}

#ifndef SOURCE_ROOT
#define SOURCE_ROOT "." /* the build says it better */
#endif

/* Where the tests are, whatever folder they are run in. */
static inline void picture_path(const char *name, char out[512])
{
    snprintf(out, 512, "%s/tests/terminal/golden/%s.txt", SOURCE_ROOT, name);
}

static inline void picture_expect(const char *name, const char *text)
{
    static char kept[PICTURE_BYTES];
    char path[512];
    const char *flag = getenv("MURAILLE_GOLDEN");
    bool writes = flag && strcmp(flag, "write") == 0;
    picture_path(name, path);
    FILE *f = fopen(path, writes ? "w" : "r");
    cr_assert_not_null(f, "%s", path);
    if (writes) {
        fputs(text, f);
    } else {
        size_t n = fread(kept, 1, sizeof kept - 1, f);
        kept[n] = '\0';
        cr_expect_str_eq(text, kept, "%s is not what is painted", path);
    }
    fclose(f);
}

/* The scene at a size, compared with the file of this name. */
static inline void picture_check(const char *name, const board *b, const scene *s, picture_size size)
{
    static char text[PICTURE_BYTES];
    canvas c = { .is_ascii = size.is_ascii };
    board_spots spots;
    mur_text t = mur_text_on(text, sizeof text);
    canvas_size(&c, size.rows, size.cols);
    b->draw(s, &c, canvas_all(&c), &spots);
    picture_write(&c, &t);
    mur_put(&t, "change: ");
    b->put_change(s, &t);
    mur_put_char(&t, '\n');
    picture_expect(name, text);
    canvas_close(&c);
}

/* -- Laws of every board -- */

/* All choices have a spot inside the area, the focus is marked, nothing is painted outside. */
static inline void check_picture(const board *b, const scene *s)
{
    canvas c = { 0 };
    board_spots spots;
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        picture_size size = picture_sizes[i];
        picture_paint(b, s, size, &c, &spots);
        cr_assert(picture_keeps_inside(&c));
        cr_assert(!size.is_ascii || picture_is_ascii(&c));
        for (int j = 0; s->pick && j < s->pick->n_choices; j++) {
            const board_spot *spot = spot_of(&spots, s->pick->choice[j]);
            cr_assert(spot && is_inside(spot->at, size), "part %x at %dx%d", s->pick->choice[j], size.cols, size.rows);
        }
    }
    canvas_close(&c);
}

static inline bool has_mark(const canvas *c, area a, unsigned mark)
{
    for (int y = a.y; y < a.y + a.rows; y++)
        for (int x = a.x; x < a.x + a.cols; x++)
            if (c->cells[y * c->cols + x].marks & mark)
                return true;
    return false;
}

/* Choices are marked where they are, and the cursor is to be seen. */
static inline void check_marks(const board *b, const scene *s)
{
    canvas c = { 0 };
    board_spots spots;
    for (size_t i = 0; i < countof(picture_sizes); i++) {
        picture_paint(b, s, picture_sizes[i], &c, &spots);
        for (int j = 0; j < spots.n; j++) {
            unsigned mark = spots.at[j].part == s->pick->choice[s->pick->focus] ? MARK_FOCUS : MARK_TARGET;
            cr_assert(has_mark(&c, spots.at[j].at, mark), "part %x", spots.at[j].part);
        }
    }
    canvas_close(&c);
}

/* What the seat's guess at the hidden things was, nobody can tell from the picture or the words. */
static inline void check_no_guess_shows(const board *b, const scene *s, mur_rng *rng)
{
    any_view one, other;
    canvas pictures[2] = { { 0 }, { 0 } };
    char words[2][MUR_PICTURE_TEXT];
    board_spots spots;
    mur_move m = pick_meant(s->pick);
    const any_view *thens[] = { &one, &other };
    if (!picture_then(s->game, s->view, m, mur_rng_next(rng), &one) ||
        !picture_then(s->game, s->view, m, mur_rng_next(rng), &other))
        return;
    for (int i = 0; i < 2; i++) {
        scene with = *s;
        mur_text t = mur_text_on(words[i], sizeof words[i]);
        with.then = &thens[i]->base;
        picture_paint(b, &with, picture_sizes[0], &pictures[i], &spots);
        b->put_change(&with, &t);
    }
    cr_assert(are_same_pictures(&pictures[0], &pictures[1]));
    cr_assert_str_eq(words[0], words[1]);
    canvas_close(&pictures[0]);
    canvas_close(&pictures[1]);
}

/* Chooses the parts of a move one after the other, as somebody with a cursor does, and looks at each picture. */
static inline void reach_move(const board *b, scene *s, pick *p, mur_move wanted)
{
    pick_part parts[PICK_PARTS];
    int n = b->split(s->view, wanted, parts);
    cr_assert(n > 0 && n <= PICK_PARTS);
    pick_begin(p, b, s->view);
    for (mur_move got = 0; got != wanted;) {
        cr_assert_eq(got, 0, "another move was made");
        cr_assert_lt(p->n_chosen, n);
        cr_assert(pick_focus(p, parts[p->n_chosen]));
        got = pick_take(p);
    }
}

/* Every legal move of the position can be reached; the picture of each step is looked at for one of them. */
static inline void check_moves(const board *b, const mur_game *g, const mur_view *v, mur_rng *rng)
{
    static pick p;
    scene s = { .game = g, .view = v, .pick = &p };
    any_view then;
    for (int i = 0; i < v->n_moves; i++)
        reach_move(b, &s, &p, v->moves[i]);
    mur_move m = v->moves[mur_rng_below(rng, v->n_moves)];
    pick_part parts[PICK_PARTS];
    int n = b->split(v, m, parts);
    pick_begin(&p, b, v);
    for (bool goes_on = true; goes_on && p.n_chosen < n;) {
        cr_assert(pick_focus(&p, parts[p.n_chosen]));
        s.then = picture_then(g, v, pick_meant(&p), 1, &then) ? &then.base : NULL;
        check_picture(b, &s);
        check_no_guess_shows(b, &s, rng);
        goes_on = pick_take(&p) == 0;
    }
}

#endif
