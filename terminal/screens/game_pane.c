/* SPDX-License-Identifier: MIT */
/* terminal/screens/game_pane.c -- one position of a session on the screen. From top to bottom: a header with all
 * seats, the board (drawn by the game's board), a status area of three rows (the choice and what it changes), and
 * the latest moves; in a wide window the moves stand beside the board instead.
 *
 * The preview plays the candidate move on a redealt state: a guess that fits everything the seat knows. Boards take
 * care not to show what was guessed.
 *
 * The pane in a window of 80 columns; in a wide one the log stands at the right of the board:
 *      Die Mauer  ▸●A 12 Anna   ■B 7 Jin···   ▲C 9 Tao      header: turn, shape, score, name, spinner
 *      (the board, drawn by boards/...)
 *     ────────────────────────────────────────────────      status
 *      You choose: gate ▸ left end                  1/2     the selection, and which of how many choices
 *      penalty in your hand 41 → 26                         what the candidate move changes
 *      ■ Jin has chosen                                     log, the newest move last */
#include "terminal/screens/game_pane.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/say.h"
#include "record/buffer.h"
#include "record/safe_text.h"
#include "terminal/ui/translate.h"

/* -- Position, news, preview -- */

void game_pane_open(game_pane *s, session *gs)
{
    assert(gs->game);
    *s = (game_pane){ .session = gs, .board = board_of(gs->game), .seat = MUR_WATCHER };
    s->view = mur_new(gs->game->view_size);
    s->preview = mur_new(gs->game->view_size);
    s->news = mur_new(NEWS_MAX * sizeof s->news[0]);
}

void game_pane_close(game_pane *s)
{
    free(s->view);
    free(s->preview);
    free(s->news);
    *s = (game_pane){ 0 };
}

/* The moves since the viewer's own latest one. First goes back to find the beginning, using news[0] as scratch
 * space, then reads forward. */
static void read_news(game_pane *s)
{
    size_t ply = s->ply;
    s->n_news = 0;
    /* Back to the viewer's own latest move, or as far as there is room. */
    while (ply > 0 && s->ply - ply < NEWS_MAX) {
        if (!s->session->ops->step(s->session, ply, s->seat, &s->news[0]) || s->news[0].seat == s->seat)
            break;
        ply--;
    }
    /* Forward again, keeping every step. */
    while (ply < s->ply && s->session->ops->step(s->session, ply + 1, s->seat, &s->news[s->n_news])) {
        s->n_news++;
        ply++;
    }
}

/* Repeats the choices of an earlier selection as far as they are legal: when another seat acts meanwhile, the
 * player's cursor should not jump. */
static void restore_selection(selection *p, const selection *before)
{
    while (p->n_chosen < before->n_chosen && selection_focus(p, before->chosen[p->n_chosen]))
        if (selection_confirm(p) != 0)
            return;
    if (before->n_choices > 0)
        selection_focus(p, before->choice[before->focus]);
}

void game_pane_show(game_pane *s, int seat, size_t ply)
{
    assert(ply <= s->session->plies);
    const selection before = s->selection;
    bool is_same = s->seat == seat, is_now = ply == s->session->plies;
    s->seat = seat;
    s->ply = ply;
    s->previewed_move = 0;
    s->selection = (selection){ 0 };
    if (!s->session->ops->view(s->session, ply, seat, s->view))
        return;
    read_news(s);
    /* A selection only at the current position, for a person at this keyboard. selection_begin() finds no choices if
     * the seat may not act. */
    if (s->is_read_only || !is_now || seat >= s->session->seats || !s->session->seat[seat].is_here)
        return;
    selection_begin(&s->selection, s->board, s->view);
    if (is_same)
        restore_selection(&s->selection, &before);
}

/* Only when the candidate has changed: redealing is cheap, but not free. The same ply always gives the same guess,
 * so the picture does not flicker. */
static void compute_preview(game_pane *s)
{
    assert(game_pane_is_choosing(s));
    const mur_game *g = s->session->game;
    mur_move m = selection_candidate(&s->selection);
    mur_rng rng;
    if (m == s->previewed_move)
        return;
    /* The engine may refuse the candidate on the guessed state; then there is no preview. */
    mur_state *guess = mur_new(g->state_size);
    mur_rng_seed(&rng, s->ply);
    mur_redeal(g, s->view, &rng, guess);
    bool ok = m && g->play(guess, s->seat, m, NULL) == MUR_OK;
    if (ok)
        g->view(guess, s->seat, s->preview);
    s->previewed_move = ok ? m : 0;
    free(guess);
}

/* -- Choosing -- */

/* Where a part was drawn; NULL if it was not. */
static const hotspot *hotspot_of(const game_pane *s, move_part part)
{
    for (int i = 0; i < s->hotspots.n; i++)
        if (s->hotspots.at[i].part == part)
            return &s->hotspots.at[i];
    return NULL;
}

/* The centre of an area in units of half columns, so that it is a whole number. A row counts as two columns, because
 * cells are twice as high as wide. */
static void centre_of(area a, int *y, int *x)
{
    *y = 2 * (2 * a.y + a.rows);
    *x = 2 * a.x + a.cols;
}

enum { FAR = 1 << 20 }; /* more than any distance on a canvas */

/* How far one hotspot is from another in a direction. What lies to the side counts double, so that the cursor
 * prefers to move straight. FAR: not in that direction. */
static int distance(const hotspot *from, const hotspot *to, int down, int right)
{
    assert((down != 0) != (right != 0));
    int y0, x0, y1, x1;
    centre_of(from->at, &y0, &x0);
    centre_of(to->at, &y1, &x1);
    int along = down ? (y1 - y0) * down : (x1 - x0) * right;
    int aside = down ? abs(x1 - x0) : abs(y1 - y0);
    return along <= 0 ? FAR : along + 2 * aside;
}

/* Spatial navigation: the nearest hotspot in the direction. If the focused choice is not visible, it behaves like
 * Tab. */
void game_pane_move_focus(game_pane *s, int down, int right)
{
    const hotspot *from = game_pane_is_choosing(s) ? hotspot_of(s, s->selection.choice[s->selection.focus]) : NULL;
    const hotspot *best = NULL;
    if (!from) {
        game_pane_next_choice(s, down + right);
        return;
    }
    for (int i = 0; i < s->hotspots.n; i++) {
        const hotspot *to = &s->hotspots.at[i];
        if (distance(from, to, down, right) < (best ? distance(from, best, down, right) : FAR))
            best = to;
    }
    if (best)
        selection_focus(&s->selection, best->part);
}

void game_pane_next_choice(game_pane *s, int by)
{
    assert(by >= -1 && by <= 1);
    if (game_pane_is_choosing(s))
        s->selection.focus = (s->selection.focus + by + s->selection.n_choices) % s->selection.n_choices;
}

/* Later hotspots lie on top of earlier ones. */
move_part game_pane_part_at(const game_pane *s, int y, int x)
{
    for (int i = s->hotspots.n - 1; i >= 0; i--) {
        area a = s->hotspots.at[i].at;
        if (y >= a.y && y < a.y + a.rows && x >= a.x && x < a.x + a.cols)
            return s->hotspots.at[i].part;
    }
    return 0;
}

/* -- Results -- */

/* One line: scores and winners of a game that is over. */
static void put_result(const game_pane *s, mur_text *t)
{
    int scores[MUR_SEATS], n = 0;
    unsigned winners = session_scores(s->session, s->view, scores);
    session_words w;
    session_words_init(s->session, &w);
    mur_put(t, _("The game is over."));
    mur_put(t, " ");
    mur_put(t, _(s->session->game->lowest_wins ? N_("Penalty points:") : N_("Points:")));
    for (int seat = 0; seat < s->session->seats; seat++) {
        mur_put(t, n++ ? ", " : " ");
        mur_say_seat(seat, &w.words, t);
        mur_put(t, " ");
        mur_put_int(t, scores[seat]);
        if (winners >> seat & 1) {
            mur_put(t, " (");
            mur_put(t, _("wins"));
            mur_put(t, ")");
        }
    }
}

/* -- Painting -- */

enum {
    HEADER_ROWS = 1,
    STATUS_ROWS = 3, /* a line, the choice, what it changes */
    LOG_ROWS = 2,    /* at least */
    LOG_ROWS_MAX = 6,
    BOARD_ROWS = 17,
    SIDE_COLS = 38, /* the log beside the board, in a wide window */
    WIDE_COLUMNS = 132
};

/* One seat of the header: turn or crown, shape, letter, score, name, spinner, status. The name gets the space that
 * is left. */
static void draw_seat(const game_pane *s, canvas *c, area where, int seat, int score, unsigned winners)
{
    assert(seat >= 0 && seat < s->session->seats);
    const session_seat *it = &s->session->seat[seat];
    style st = seat_style(seat);
    char text[24] = { (char)('A' + seat), ' ', '\0' };
    mur_text n = mur_text_on(text + 2, sizeof text - 2);
    mur_put_int(&n, score);
    bool is_to_act = s->view->to_act >> seat & 1;
    glyph sign = winners >> seat & 1 ? GLYPH_CROWN : GLYPH_CURSOR;
    if (is_to_act || winners >> seat & 1)
        canvas_put_glyph(c, where, 0, 0, STYLE_STRONG, 0, sign);
    canvas_put_glyph(c, where, 0, 1, st, 0, seat_shape(seat));
    int x = canvas_put(c, where, 0, 2, STYLE_STRONG, 0, text);
    /* What is left for the name after score, spinner and status. */
    int space = where.cols - x - 2, status = text_columns(mur_span_of(it->status));
    space -= (it->is_thinking ? 4 : 0) + (status > 0 ? status + 1 : 0);
    session_words w;
    char name[SEAT_NAME];
    mur_text called = mur_text_on(name, sizeof name);
    session_words_init(s->session, &w);
    mur_say_seat(seat, &w.words, &called);
    int cols = text_columns(mur_span_of(name));
    cols = cols < space ? cols : space;
    canvas_fit(c, where, 0, x + 1, cols, -1, s->seat == seat ? STYLE_STRONG : STYLE_TEXT, 0, name);
    for (unsigned i = 0; it->is_thinking && i <= s->tick % 3; i++)
        canvas_put_glyph(c, where, 0, x + 1 + cols + (int)i, STYLE_DIM, 0, GLYPH_DOT);
    if (status > 0)
        canvas_put(c, where, 0, x + 2 + cols + (it->is_thinking ? 4 : 0), STYLE_DIM, 0, it->status);
}

/* The game's name, then all seats in columns of equal width. */
static void draw_header(const game_pane *s, canvas *c, area where)
{
    assert(s->session->seats > 0);
    int scores[MUR_SEATS];
    unsigned winners = session_scores(s->session, s->view, scores);
    int x = canvas_put(c, where, 0, 0, STYLE_TITLE, 0, " ");
    x = canvas_put(c, where, 0, x, STYLE_TITLE, 0, s->session->game->name);
    x = canvas_put(c, where, 0, x, STYLE_TITLE, 0, " ");
    int cols = (where.cols - x - 1) / s->session->seats;
    cols = cols < 24 ? cols : 24;
    for (int seat = 0; seat < s->session->seats; seat++)
        draw_seat(s, c, area_cols(where, x + 1 + seat * cols, cols), seat, scores[seat], winners);
}

/* The latest moves, the newest at the bottom, as many as fit; moves the viewer has not seen yet are brighter. A move
 * that fits only partly is clipped at the top. */
static void draw_log(const game_pane *s, canvas *c, area where)
{
    session_words w;
    mur_step *step = mur_new(sizeof *step);
    int y = where.rows;
    area text = area_cols(where, 2, where.cols - 2);
    session_words_init(s->session, &w);
    for (size_t ply = s->ply; ply > 0 && y > 0 && s->session->ops->step(s->session, ply, s->seat, step); ply--) {
        mur_buffer lines = { 0 };
        session_put_step(s->session, step, &w.words, &lines);
        if (lines.len > 0) {
            style st = ply + (size_t)s->n_news > s->ply ? STYLE_TEXT : STYLE_DIM;
            /* Measured first, because lines are laid out from the bottom up. */
            y -= canvas_wrap(NULL, text, 0, st, lines.at);
            canvas_wrap(c, text, y, st, lines.at);
            canvas_put_glyph(c, where, y < 0 ? 0 : y, 0, seat_style(step->seat), 0, seat_shape(step->seat));
        }
        mur_buffer_close(&lines);
    }
    free(step);
}

/* The log beside the board, with a line between. */
static void draw_side(const game_pane *s, canvas *c, area where)
{
    for (int y = 0; y < where.rows; y++)
        canvas_put_glyph(c, where, y, 0, STYLE_DIM, 0, GLYPH_VLINE);
    draw_log(s, c, area_cols(where, 2, where.cols - 3));
}

/* The name of a part, painted; returns the column after it. */
static int put_part(const game_pane *s, canvas *c, area where, int x, move_part part, style st, unsigned highlights)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    session_words w;
    session_words_init(s->session, &w);
    s->board->put_part(s->view, part, &w.words, &t);
    return canvas_put(c, where, 0, x, st, highlights, text);
}

/* "You choose: soldier > site 2   2/5": the path of the selection, and which of how many choices. */
static void draw_choice(const game_pane *s, canvas *c, area where)
{
    assert(s->selection.focus >= 0 && s->selection.focus < s->selection.n_choices);
    const selection *p = &s->selection;
    char count[32];
    mur_text t = mur_text_on(count, sizeof count);
    int x = canvas_put(c, where, 0, 1, STYLE_DIM, 0, _("You choose:"));
    for (int i = 0; i < p->n_chosen; i++) {
        x = put_part(s, c, where, x + 1, p->chosen[i], STYLE_TEXT, 0);
        x = canvas_put_glyph(c, where, 0, x + 1, STYLE_DIM, 0, GLYPH_CURSOR);
    }
    put_part(s, c, where, x + 1, p->choice[p->focus], STYLE_STRONG, HIGHLIGHT_FOCUS);
    mur_put_int(&t, p->focus + 1);
    mur_put(&t, "/");
    mur_put_int(&t, p->n_choices);
    canvas_fit(c, where, 0, where.cols - 9, 8, 1, STYLE_DIM, 0, count);
}

/* In a replay: which position this is. */
static void put_position_number(const game_pane *s, mur_text *t)
{
    char n[24], all[24];
    snprintf(n, sizeof n, "%zu", s->ply);
    snprintf(all, sizeof all, "%zu", s->session->plies);
    mur_put_format(t, _("After move {n} of {all}."),
                   (const mur_format_arg[]){ { "n", mur_span_of(n) }, { "all", mur_span_of(all) }, { 0 } });
    mur_put(t, " ");
}

/* Instead of a choice: the result, or that others are to move. */
static void draw_waiting(const game_pane *s, canvas *c, area where)
{
    char text[MUR_SENTENCE_TEXT] = "";
    mur_text t = mur_text_on(text, sizeof text);
    if (s->is_read_only)
        put_position_number(s, &t);
    if (s->view->to_act == 0)
        put_result(s, &t);
    else if (!s->is_read_only && s->seat < s->session->seats)
        mur_put(&t, _("The others are choosing..."));
    canvas_wrap(c, area_cols(where, 1, where.cols - 2), 0, s->view->to_act ? STYLE_DIM : STYLE_STRONG, text);
    if (s->status_line)
        canvas_fit(c, where, 1, 1, where.cols - 2, -1, STYLE_DIM, 0, s->status_line);
}

/* What the board gets to draw. */
static scene scene_of(const game_pane *s, const session_words *w)
{
    return (scene){ .game = s->session->game,
                    .view = s->view,
                    .preview = s->previewed_move ? s->preview : NULL,
                    .selection = game_pane_is_choosing(s) ? &s->selection : NULL,
                    .news = s->news,
                    .n_news = s->n_news,
                    .words = &w->words,
                    .scroll = s->scroll };
}

/* Sentences are plain ASCII, for pipes and screen readers; on a Unicode canvas "->" becomes an arrow. */
static void put_arrows(const char *sentence, const canvas *c, mur_text *t)
{
    for (const char *arrow; (arrow = strstr(sentence, "->")); sentence = arrow + 2) {
        mur_put_bytes(t, sentence, (size_t)(arrow - sentence));
        mur_put(t, c->is_ascii ? "->" : glyph_text(c, GLYPH_ARROW_RIGHT));
    }
    mur_put(t, sentence);
}

/* What the candidate move changes, in the board's words. */
static void draw_change(const game_pane *s, const scene *sc, canvas *c, area where)
{
    char sentence[MUR_SENTENCE_TEXT] = "", text[2 * MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence), shown = mur_text_on(text, sizeof text);
    s->board->put_change(sc, &t);
    put_arrows(sentence, c, &shown);
    canvas_fit(c, where, 0, 1, where.cols - 2, -1, STYLE_TEXT, 0, text);
}

/* What is being chosen and what it changes, or what the viewer waits for. */
static void draw_status(const game_pane *s, const scene *sc, canvas *c, area where)
{
    canvas_hline(c, where, 0, STYLE_DIM);
    if (!game_pane_is_choosing(s)) {
        draw_waiting(s, c, area_rows(where, 1, 2));
        return;
    }
    draw_choice(s, c, area_rows(where, 1, 1));
    draw_change(s, sc, c, area_rows(where, 2, 1));
}

static int clamp(int n, int min, int max)
{
    return n < min ? min : n > max ? max : n;
}

/* Distributes the rows: the board gets at least BOARD_ROWS; half of the rest, within limits, goes to the log below
 * it. */
void game_pane_draw(game_pane *s, canvas *c, area where)
{
    assert(where.rows > HEADER_ROWS + STATUS_ROWS);
    session_words w;
    if (game_pane_is_choosing(s))
        compute_preview(s);
    session_words_init(s->session, &w);
    scene sc = scene_of(s, &w);
    bool is_wide = where.cols >= WIDE_COLUMNS;
    int spare = where.rows - HEADER_ROWS - STATUS_ROWS - BOARD_ROWS;
    int log_rows = is_wide ? 0 : clamp(spare / 2, LOG_ROWS, LOG_ROWS_MAX);
    int rows = where.rows - HEADER_ROWS - STATUS_ROWS - log_rows;
    area body = area_rows(where, HEADER_ROWS, rows);
    draw_header(s, c, area_rows(where, 0, HEADER_ROWS));
    s->board->draw(&sc, c, is_wide ? area_cols(body, 0, where.cols - SIDE_COLS) : body, &s->hotspots);
    draw_status(s, &sc, c, area_rows(where, HEADER_ROWS + rows, STATUS_ROWS));
    if (is_wide)
        draw_side(s, c, area_cols(body, where.cols - SIDE_COLS, SIDE_COLS));
    else
        draw_log(s, c, area_cols(area_rows(where, HEADER_ROWS + rows + STATUS_ROWS, log_rows), 1, where.cols - 2));
}
