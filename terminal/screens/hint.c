/* SPDX-License-Identifier: MIT */
#include "terminal/hint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/review.h"
#include "engine/say.h"
#include "terminal/local.h"
#include "terminal/stage.h"
#include "terminal/think.h"
#include "terminal/words.h"

enum { MARGIN = 1 };

typedef struct {
    screen base;
    const table *table;
    mur_view *view;
    thinker *thinker;
    think_answer answer;
    bool is_answered;
    int order[MUR_MOVES]; /* see mur_rank_moves() */
} hint;

static int fd(const screen *s)
{
    return thinker_fd(((const hint *)s)->thinker);
}

static bool is_busy(const screen *s)
{
    return !((const hint *)s)->is_answered;
}

static bool attend(screen *s)
{
    hint *h = (hint *)s;
    if (h->is_answered || !thinker_hear(h->thinker, &h->answer))
        return false;
    h->is_answered = true;
    mur_rank_moves(h->view, h->answer.move, &h->answer.why, h->order);
    return true;
}

/* -- Painting -- */

static void put_value(const hint *h, int i, char out[24])
{
    double value = (double)h->answer.why.value[i];
    bool is_share = h->answer.why.is_share;
    snprintf(out, 24, is_share ? "%.1f %%" : "%+.2f", is_share ? 100 * value : value);
}

static void put_move(const hint *h, int i, char out[MUR_MOVE_TEXT])
{
    mur_text t = mur_text_on(out, MUR_MOVE_TEXT);
    h->table->game->write_move(h->view->moves[h->order[i]], &t);
}

/* Columns of the longest of the moves that are shown. */
static int move_columns(const hint *h, int shown)
{
    char text[MUR_MOVE_TEXT];
    int most = 0;
    for (int i = 0; i < shown; i++) {
        put_move(h, i, text);
        most = text_columns(mur_span_of(text)) > most ? text_columns(mur_span_of(text)) : most;
    }
    return most;
}

static void draw_candidate(const hint *h, canvas *c, area where, int i, int cols, const mur_words *w)
{
    char text[MUR_MOVE_TEXT], value[24], sentence[MUR_SENTENCE_TEXT];
    mur_text u = mur_text_on(sentence, sizeof sentence);
    mur_move m = h->view->moves[h->order[i]];
    look l = i == 0 ? LOOK_STRONG : LOOK_TEXT;
    int y = 2 + i;
    put_move(h, i, text);
    mur_say_move(h->table->game, m, w, &u);
    put_value(h, h->order[i], value);
    if (i == 0)
        canvas_put_glyph(c, where, y, 0, LOOK_STRONG, 0, GLYPH_STAR);
    canvas_fit(c, where, y, 2, cols, -1, l, 0, text);
    canvas_fit(c, where, y, cols + 3, 7, 1, l, 0, value);
    canvas_fit(c, where, y, cols + 12, where.cols - cols - 12, -1, l, 0, sentence);
}

static void draw_expected(const hint *h, canvas *c, area where, int y, const mur_words *w)
{
    int x = canvas_put(c, where, y, 0, LOOK_QUIET, 0, _("Expected scores:"));
    for (int seat = 0; seat < h->view->seats; seat++) {
        char text[TABLE_NAME + 24];
        mur_text t = mur_text_on(text, TABLE_NAME);
        mur_say_seat(seat, w, &t);
        snprintf(text + strlen(text), 24, " %.1f", (double)h->answer.why.expected[seat]);
        x = canvas_put_glyph(c, where, y, x + 2, (look)(LOOK_SEAT + seat), 0, (glyph)(GLYPH_SHAPE + seat));
        x = canvas_put(c, where, y, x + 1, LOOK_TEXT, 0, text);
    }
}

/* What the bot thinks will follow, in notation. */
static void draw_line(const hint *h, canvas *c, area where, int y)
{
    char text[MUR_BOT_LINE * (MUR_MOVE_TEXT + 2)] = "";
    mur_text t = mur_text_on(text, sizeof text);
    for (int i = 0; i < h->answer.why.n_line; i++) {
        mur_put(&t, i > 0 ? "; " : "");
        h->table->game->write_move(h->answer.why.line[i], &t);
    }
    int x = canvas_put(c, where, y, 0, LOOK_QUIET, 0, _("Line:"));
    canvas_fit(c, where, y, x + 1, where.cols - x - 1, -1, LOOK_TEXT, 0, text);
}

static void draw_answer(const hint *h, canvas *c, area where)
{
    stage_words w;
    int shown = h->view->n_moves < where.rows - 6 ? h->view->n_moves : where.rows - 6;
    stage_words_of(h->table, &w);
    canvas_put(c, where, 0, 0, LOOK_QUIET, 0,
               h->answer.why.is_share ? _("Moves, and how likely they lead to victory:")
                                      : _("Moves, and how many points ahead of the others they lead:"));
    for (int i = 0; i < shown; i++)
        draw_candidate(h, c, where, i, move_columns(h, shown), &w.words);
    draw_expected(h, c, where, shown + 3, &w.words);
    draw_line(h, c, where, shown + 4);
}

static void draw(screen *s, canvas *c, area where)
{
    hint *h = (hint *)s;
    area body = area_rows(area_cols(where, MARGIN, where.cols - 2 * MARGIN), 2, where.rows - 2);
    canvas_fit(c, where, 0, MARGIN, where.cols - 2 * MARGIN, -1, LOOK_STRONG, 0, _("What the strong bot would play"));
    canvas_across(c, where, 1, LOOK_QUIET);
    if (h->is_answered) {
        draw_answer(h, c, body);
        return;
    }
    int x = canvas_put(c, body, 0, 0, LOOK_TEXT, 0, _("It is thinking"));
    for (unsigned i = 0; i <= s->app->tick % 3; i++)
        canvas_put_glyph(c, body, 0, x + 1 + (int)i, LOOK_QUIET, 0, GLYPH_DOT);
}

static const screen_key keys[] = {
    { "Esc",
      N_("back"),
      N_("back to the game; a thought that is not finished is given up"),
      { KEY_ESCAPE, KEY_RETURN, 'q', 'H' },
      NULL,
      screen_leave },
    SCREEN_HELP,
};

static void close_hint(screen *s)
{
    hint *h = (hint *)s;
    thinker_close(&h->thinker);
    free(h->view);
    free(h);
}

static const screen_kind kind = {
    .title = N_("A hint"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .close = close_hint,
    .fd = fd,
    .attend = attend,
    .is_busy = is_busy,
};

void hint_open(app *a, const table *t, const mur_view *v)
{
    hint *h = mur_new(sizeof *h);
    const mur_bot *strong = mur_bot_of(mur_span_of("strong"));
    h->base.kind = &kind;
    h->table = t;
    h->view = mur_new(t->game->view_size);
    memcpy(h->view, v, t->game->view_size);
    h->thinker = thinker_open();
    thinker_ask(h->thinker, &(think_question){ .game = t->game,
                                               .bot = local_bot_for(strong, t->game, t->seats),
                                               .view = h->view,
                                               .seed = v->ply,
                                               .wants_reasons = true });
    app_push(a, &h->base);
}
