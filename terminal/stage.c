/* SPDX-License-Identifier: MIT */
#include "terminal/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/say.h"
#include "record/buffer.h"
#include "record/quote.h"
#include "terminal/words.h"

/* -- What is seen -- */

void stage_open(stage *s, table *t)
{
    *s = (stage){ .table = t, .board = board_of(t->game), .seat = MUR_WATCHER };
    s->view = mur_new(t->game->view_size);
    s->then = mur_new(t->game->view_size);
    s->news = mur_new(STAGE_NEWS * sizeof s->news[0]);
}

void stage_close(stage *s)
{
    free(s->view);
    free(s->then);
    free(s->news);
    *s = (stage){ 0 };
}

/* The moves since the seat's own latest one. */
static void read_news(stage *s)
{
    size_t ply = s->ply;
    s->n_news = 0;
    while (ply > 0 && s->ply - ply < STAGE_NEWS) {
        if (!s->table->kind->step(s->table, ply, s->seat, &s->news[0]) || s->news[0].seat == s->seat)
            break;
        ply--;
    }
    while (ply < s->ply && s->table->kind->step(s->table, ply + 1, s->seat, &s->news[s->n_news])) {
        s->n_news++;
        ply++;
    }
}

/* Whoever was choosing goes on where they were, as far as that is still possible. */
static void choose_again(pick *p, const pick *before)
{
    while (p->n_chosen < before->n_chosen && pick_focus(p, before->chosen[p->n_chosen]))
        if (pick_take(p) != 0)
            return;
    if (before->n_choices > 0)
        pick_focus(p, before->choice[before->focus]);
}

void stage_look(stage *s, int seat, size_t ply)
{
    const pick before = s->pick;
    bool is_same = s->seat == seat, is_now = ply == s->table->plies;
    s->seat = seat;
    s->ply = ply;
    s->previewed = 0;
    s->pick = (pick){ 0 };
    if (!s->table->kind->view(s->table, ply, seat, s->view))
        return;
    read_news(s);
    if (s->only_looks || !is_now || seat >= s->table->seats || !s->table->seat[seat].is_here)
        return;
    pick_begin(&s->pick, s->board, s->view);
    if (is_same)
        choose_again(&s->pick, &before);
}

/* The position after the move under the cursor, as far as the seat can tell: a guess at what it does not know. */
static void preview(stage *s)
{
    const mur_game *g = s->table->game;
    mur_move m = pick_meant(&s->pick);
    mur_rng rng;
    if (m == s->previewed)
        return;
    mur_state *guess = mur_new(g->state_size);
    mur_rng_seed(&rng, s->ply);
    g->redeal(s->view, &rng, guess);
    bool ok = m && g->play(guess, s->seat, m, NULL) == MUR_OK;
    if (ok)
        g->view(guess, s->seat, s->then);
    s->previewed = ok ? m : 0;
    free(guess);
}

/* -- Choosing -- */

static const board_spot *spot_of(const stage *s, pick_part part)
{
    for (int i = 0; i < s->spots.n; i++)
        if (s->spots.at[i].part == part)
            return &s->spots.at[i];
    return NULL;
}

/* Twice the middle of an area, rows counted double: cells are twice as high as wide. */
static void middle_of(area a, int *y, int *x)
{
    *y = 2 * (2 * a.y + a.rows);
    *x = 2 * a.x + a.cols;
}

/* How far a spot is in a direction; what is to the side counts more. INT_MAX / 2: not in that direction. */
static int distance(const board_spot *from, const board_spot *to, int down, int right)
{
    enum { FAR = 1 << 20 };
    int y0, x0, y1, x1;
    middle_of(from->at, &y0, &x0);
    middle_of(to->at, &y1, &x1);
    int along = down ? (y1 - y0) * down : (x1 - x0) * right;
    int aside = down ? abs(x1 - x0) : abs(y1 - y0);
    return along <= 0 ? FAR : along + 2 * aside;
}

void stage_move(stage *s, int down, int right)
{
    const board_spot *from = stage_chooses(s) ? spot_of(s, s->pick.choice[s->pick.focus]) : NULL;
    const board_spot *best = NULL;
    if (!from) {
        stage_next(s, down + right);
        return;
    }
    for (int i = 0; i < s->spots.n; i++) {
        const board_spot *to = &s->spots.at[i];
        if (distance(from, to, down, right) < (best ? distance(from, best, down, right) : 1 << 20))
            best = to;
    }
    if (best)
        pick_focus(&s->pick, best->part);
}

void stage_next(stage *s, int by)
{
    if (stage_chooses(s))
        s->pick.focus = (s->pick.focus + by + s->pick.n_choices) % s->pick.n_choices;
}

pick_part stage_part_at(const stage *s, int y, int x)
{
    for (int i = s->spots.n - 1; i >= 0; i--) {
        area a = s->spots.at[i].at;
        if (y >= a.y && y < a.y + a.rows && x >= a.x && x < a.x + a.cols)
            return s->spots.at[i].part;
    }
    return 0;
}

/* -- Words -- */

void stage_words_of(const table *t, stage_words *w)
{
    for (int seat = 0; seat < MUR_SEATS; seat++)
        w->name[seat] = seat < t->seats && t->seat[seat].name[0] ? t->seat[seat].name : NULL;
    w->words = term_words(w->name);
}

void stage_put_step(const table *t, const mur_step *step, const mur_words *w, mur_buffer *out)
{
    char line[MUR_SENTENCE_TEXT];
    for (int i = 0; i < step->events.n; i++) {
        mur_text text = mur_text_on(line, sizeof line);
        mur_say_event(t->game, step->events.at[i], w, &text);
        mur_buffer_put(out, line);
        mur_buffer_put(out, "\n");
    }
}

/* Scores are open to all: any position that the view allows has them. */
static unsigned read_scores(const stage *s, int scores[MUR_SEATS])
{
    const mur_game *g = s->table->game;
    mur_state *guess = mur_new(g->state_size);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    g->redeal(s->view, &rng, guess);
    g->scores(guess, scores);
    unsigned winners = guess->to_act ? 0 : mur_winners(g, guess);
    free(guess);
    return winners;
}

void stage_put_result(const stage *s, mur_text *t)
{
    int scores[MUR_SEATS], n = 0;
    unsigned winners = read_scores(s, scores);
    stage_words w;
    stage_words_of(s->table, &w);
    mur_put(t, _("The game is over."));
    mur_put(t, " ");
    mur_put(t, _(s->table->game->lowest_wins ? N_("Penalty points:") : N_("Points:")));
    for (int seat = 0; seat < s->table->seats; seat++) {
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
    HEAD_ROWS = 1,
    NOTE_ROWS = 3,  /* a line, the choice, what it changes */
    STORY_ROWS = 2, /* at least */
    STORY_MAX = 6,
    BOARD_ROWS = 17,
    SIDE_COLS = 38, /* the log beside the board, in a wide window */
    WIDE = 132
};

static void draw_seat(const stage *s, canvas *c, area where, int seat, int score, unsigned winners)
{
    const table_seat *it = &s->table->seat[seat];
    look l = (look)(LOOK_SEAT + seat);
    char text[24] = { (char)('A' + seat), ' ', '\0' };
    mur_text n = mur_text_on(text + 2, sizeof text - 2);
    mur_put_int(&n, score);
    bool is_to_act = s->view->to_act >> seat & 1;
    glyph sign = winners >> seat & 1 ? GLYPH_CROWN : GLYPH_CURSOR;
    if (is_to_act || winners >> seat & 1)
        canvas_put_glyph(c, where, 0, 0, LOOK_STRONG, 0, sign);
    canvas_put_glyph(c, where, 0, 1, l, 0, (glyph)(GLYPH_SHAPE + seat));
    int x = canvas_put(c, where, 0, 2, LOOK_STRONG, 0, text);
    int room = where.cols - x - 2, note = text_columns(mur_span_of(it->note));
    room -= (it->is_thinking ? 4 : 0) + (note > 0 ? note + 1 : 0);
    stage_words w;
    char name[TABLE_NAME];
    mur_text called = mur_text_on(name, sizeof name);
    stage_words_of(s->table, &w);
    mur_say_seat(seat, &w.words, &called);
    int cols = text_columns(mur_span_of(name));
    cols = cols < room ? cols : room;
    canvas_fit(c, where, 0, x + 1, cols, -1, s->seat == seat ? LOOK_STRONG : LOOK_TEXT, 0, name);
    for (unsigned i = 0; it->is_thinking && i <= s->tick % 3; i++)
        canvas_put_glyph(c, where, 0, x + 1 + cols + (int)i, LOOK_QUIET, 0, GLYPH_DOT);
    if (note > 0)
        canvas_put(c, where, 0, x + 2 + cols + (it->is_thinking ? 4 : 0), LOOK_QUIET, 0, it->note);
}

static void draw_head(const stage *s, canvas *c, area where)
{
    int scores[MUR_SEATS];
    unsigned winners = read_scores(s, scores);
    int x = canvas_put(c, where, 0, 0, LOOK_TITLE, 0, " ");
    x = canvas_put(c, where, 0, x, LOOK_TITLE, 0, s->table->game->name);
    x = canvas_put(c, where, 0, x, LOOK_TITLE, 0, " ");
    int cols = (where.cols - x - 1) / s->table->seats;
    cols = cols < 24 ? cols : 24;
    for (int seat = 0; seat < s->table->seats; seat++)
        draw_seat(s, c, area_cols(where, x + 1 + seat * cols, cols), seat, scores[seat], winners);
}

/* The latest moves as seen, the latest at the bottom, as many as there is room for. */
static void draw_story(const stage *s, canvas *c, area where)
{
    stage_words w;
    mur_step *step = mur_new(sizeof *step);
    int y = where.rows;
    area text = area_cols(where, 2, where.cols - 2);
    stage_words_of(s->table, &w);
    for (size_t ply = s->ply; ply > 0 && y > 0 && s->table->kind->step(s->table, ply, s->seat, step); ply--) {
        mur_buffer lines = { 0 };
        stage_put_step(s->table, step, &w.words, &lines);
        if (lines.len > 0) {
            look l = ply + (size_t)s->n_news > s->ply ? LOOK_TEXT : LOOK_QUIET;
            y -= canvas_wrap(NULL, text, 0, l, lines.at);
            canvas_wrap(c, text, y, l, lines.at);
            canvas_put_glyph(c, where, y < 0 ? 0 : y, 0, (look)(LOOK_SEAT + step->seat), 0,
                             (glyph)(GLYPH_SHAPE + step->seat));
        }
        mur_buffer_close(&lines);
    }
    free(step);
}

/* The same beside the board. */
static void draw_side(const stage *s, canvas *c, area where)
{
    for (int y = 0; y < where.rows; y++)
        canvas_put_glyph(c, where, y, 0, LOOK_QUIET, 0, GLYPH_DOWN);
    draw_story(s, c, area_cols(where, 2, where.cols - 3));
}

static int put_part(const stage *s, canvas *c, area where, int x, pick_part part, look l, unsigned marks)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    stage_words w;
    stage_words_of(s->table, &w);
    s->board->put_part(s->view, part, &w.words, &t);
    return canvas_put(c, where, 0, x, l, marks, text);
}

/* "Choose: soldier > site 2   (3 of 5)" */
static void draw_choice(const stage *s, canvas *c, area where)
{
    const pick *p = &s->pick;
    char count[32];
    mur_text t = mur_text_on(count, sizeof count);
    int x = canvas_put(c, where, 0, 1, LOOK_QUIET, 0, _("You choose:"));
    for (int i = 0; i < p->n_chosen; i++) {
        x = put_part(s, c, where, x + 1, p->chosen[i], LOOK_TEXT, 0);
        x = canvas_put_glyph(c, where, 0, x + 1, LOOK_QUIET, 0, GLYPH_CURSOR);
    }
    put_part(s, c, where, x + 1, p->choice[p->focus], LOOK_STRONG, MARK_FOCUS);
    mur_put_int(&t, p->focus + 1);
    mur_put(&t, "/");
    mur_put_int(&t, p->n_choices);
    canvas_fit(c, where, 0, where.cols - 9, 8, 1, LOOK_QUIET, 0, count);
}

/* Which position this is. */
static void put_place(const stage *s, mur_text *t)
{
    char n[24], all[24];
    snprintf(n, sizeof n, "%zu", s->ply);
    snprintf(all, sizeof all, "%zu", s->table->plies);
    mur_put_phrase(t, _("After move {n} of {all}."),
                   (const mur_place[]){ { "n", mur_span_of(n) }, { "all", mur_span_of(all) }, { 0 } });
    mur_put(t, " ");
}

static void draw_waiting(const stage *s, canvas *c, area where)
{
    char text[MUR_SENTENCE_TEXT] = "";
    mur_text t = mur_text_on(text, sizeof text);
    if (s->only_looks)
        put_place(s, &t);
    if (s->view->to_act == 0)
        stage_put_result(s, &t);
    else if (!s->only_looks && s->seat < s->table->seats)
        mur_put(&t, _("The others are choosing ..."));
    canvas_wrap(c, area_cols(where, 1, where.cols - 2), 0, s->view->to_act ? LOOK_QUIET : LOOK_STRONG, text);
    if (s->remark)
        canvas_fit(c, where, 1, 1, where.cols - 2, -1, LOOK_QUIET, 0, s->remark);
}

static scene scene_of(const stage *s, const stage_words *w)
{
    return (scene){ .game = s->table->game,
                    .view = s->view,
                    .then = s->previewed ? s->then : NULL,
                    .pick = stage_chooses(s) ? &s->pick : NULL,
                    .news = s->news,
                    .n_news = s->n_news,
                    .words = &w->words,
                    .scroll = s->scroll };
}

/* Sentences are plain ASCII, for pipes and screen readers; a canvas may have a real arrow for "->". */
static void put_arrows(const char *sentence, const canvas *c, mur_text *t)
{
    for (const char *arrow; (arrow = strstr(sentence, "->")); sentence = arrow + 2) {
        mur_put_bytes(t, sentence, (size_t)(arrow - sentence));
        mur_put(t, c->is_ascii ? "->" : glyph_text(c, GLYPH_RIGHT));
    }
    mur_put(t, sentence);
}

static void draw_change(const stage *s, const scene *sc, canvas *c, area where)
{
    char sentence[MUR_SENTENCE_TEXT] = "", text[2 * MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence), shown = mur_text_on(text, sizeof text);
    s->board->put_change(sc, &t);
    put_arrows(sentence, c, &shown);
    canvas_fit(c, where, 0, 1, where.cols - 2, -1, LOOK_TEXT, 0, text);
}

static void draw_note(const stage *s, const scene *sc, canvas *c, area where)
{
    canvas_across(c, where, 0, LOOK_QUIET);
    if (!stage_chooses(s)) {
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

void stage_draw(stage *s, canvas *c, area where)
{
    stage_words w;
    if (stage_chooses(s))
        preview(s);
    stage_words_of(s->table, &w);
    scene sc = scene_of(s, &w);
    bool is_wide = where.cols >= WIDE;
    int spare = where.rows - HEAD_ROWS - NOTE_ROWS - BOARD_ROWS;
    int story = is_wide ? 0 : clamp(spare / 2, STORY_ROWS, STORY_MAX);
    int rows = where.rows - HEAD_ROWS - NOTE_ROWS - story;
    area body = area_rows(where, HEAD_ROWS, rows);
    draw_head(s, c, area_rows(where, 0, HEAD_ROWS));
    s->board->draw(&sc, c, is_wide ? area_cols(body, 0, where.cols - SIDE_COLS) : body, &s->spots);
    draw_note(s, &sc, c, area_rows(where, HEAD_ROWS + rows, NOTE_ROWS));
    if (is_wide)
        draw_side(s, c, area_cols(body, where.cols - SIDE_COLS, SIDE_COLS));
    else
        draw_story(s, c, area_cols(area_rows(where, HEAD_ROWS + rows + NOTE_ROWS, story), 1, where.cols - 2));
}
