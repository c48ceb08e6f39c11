/* SPDX-License-Identifier: MIT */
/* terminal/screens/hint.c -- a hint: all moves with the strong bot's values, the expected scores, and the line it
 * expects. The screen has a bot thread of its own, so the session is not disturbed; closing the screen cancels the
 * computation. */
#include "terminal/screens/hint.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/review.h"
#include "engine/say.h"
#include "terminal/screens/game_pane.h"
#include "terminal/session/local.h"
#include "terminal/ui/translate.h"

enum { MARGIN = 1 };

typedef struct {
    screen base;
    const session *session; /* borrowed from the play screen below */
    mur_view *view;         /* owned copy: the session may go on meanwhile */
    bot_thread *bot_thread;
    bot_reply reply;
    bool has_reply;
    int order[MUR_MOVES]; /* indices of the moves, best first: mur_rank_moves() */
} hint_screen;

/* Readable when the reply is there. */
static int fd(const screen *s)
{
    return bot_thread_fd(((const hint_screen *)s)->bot_thread);
}

/* The spinner turns until the reply is there. */
static bool is_busy(const screen *s)
{
    return !((const hint_screen *)s)->has_reply;
}

/* Takes the reply once, and ranks the moves. */
static void update(screen *s)
{
    hint_screen *h = (hint_screen *)s;
    if (h->has_reply || !bot_thread_take_reply(h->bot_thread, &h->reply))
        return;
    h->has_reply = true;
    mur_rank_moves(h->view, h->reply.move, &h->reply.why, h->order);
}

/* -- Painting -- */

/* A share of wins as a percentage, or an expected lead in points, as the bot provides. */
static void put_value(const hint_screen *h, int i, char out[24])
{
    double value = (double)h->reply.why.value[i];
    bool is_share = h->reply.why.is_share;
    snprintf(out, 24, is_share ? "%.1f %%" : "%+.2f", is_share ? 100 * value : value);
}

/* Notation of the i-th best move. */
static void put_move(const hint_screen *h, int i, char out[MUR_MOVE_TEXT])
{
    mur_text t = mur_text_on(out, MUR_MOVE_TEXT);
    h->session->game->write_move(h->view->moves[h->order[i]], &t);
}

/* Width of the longest move shown: it determines the other columns. */
static int move_columns(const hint_screen *h, int shown)
{
    char text[MUR_MOVE_TEXT];
    int most = 0;
    for (int i = 0; i < shown; i++) {
        put_move(h, i, text);
        most = text_columns(mur_span_of(text)) > most ? text_columns(mur_span_of(text)) : most;
    }
    return most;
}

/* One move: notation, value, and what it does in words. */
static void draw_candidate(const hint_screen *h, canvas *c, area where, int i, int cols, const mur_words *w)
{
    assert(i >= 0 && i < h->view->n_moves);
    char text[MUR_MOVE_TEXT], value[24], sentence[MUR_SENTENCE_TEXT];
    mur_text u = mur_text_on(sentence, sizeof sentence);
    mur_move m = h->view->moves[h->order[i]];
    style st = i == 0 ? STYLE_STRONG : STYLE_TEXT;
    int y = 2 + i;
    put_move(h, i, text);
    mur_say_move(h->session->game, m, w, &u);
    put_value(h, h->order[i], value);
    if (i == 0)
        canvas_put_glyph(c, where, y, 0, STYLE_STRONG, 0, GLYPH_STAR);
    canvas_fit(c, where, y, 2, cols, -1, st, 0, text);
    canvas_fit(c, where, y, cols + 3, 7, 1, st, 0, value);
    canvas_fit(c, where, y, cols + 12, where.cols - cols - 12, -1, st, 0, sentence);
}

/* The scores the bot expects at the end of the game, by seat. */
static void draw_expected(const hint_screen *h, canvas *c, area where, int y, const mur_words *w)
{
    int x = canvas_put(c, where, y, 0, STYLE_DIM, 0, _("Expected scores:"));
    for (int seat = 0; seat < h->view->seats; seat++) {
        char text[SEAT_NAME + 24];
        mur_text t = mur_text_on(text, SEAT_NAME);
        mur_say_seat(seat, w, &t);
        snprintf(text + strlen(text), 24, " %.1f", (double)h->reply.why.expected[seat]);
        x = canvas_put_glyph(c, where, y, x + 2, seat_style(seat), 0, seat_shape(seat));
        x = canvas_put(c, where, y, x + 1, STYLE_TEXT, 0, text);
    }
}

/* The moves the bot expects, in notation. */
static void draw_line(const hint_screen *h, canvas *c, area where, int y)
{
    char text[MUR_PV_MAX * (MUR_MOVE_TEXT + 2)] = "";
    mur_text t = mur_text_on(text, sizeof text);
    for (int i = 0; i < h->reply.why.n_pv; i++) {
        mur_put(&t, i > 0 ? "; " : "");
        h->session->game->write_move(h->reply.why.pv[i], &t);
    }
    int x = canvas_put(c, where, y, 0, STYLE_DIM, 0, _("Likely continuation:"));
    canvas_fit(c, where, y, x + 1, where.cols - x - 1, -1, STYLE_TEXT, 0, text);
}

/* As many moves as fit, and two lines below. */
static void draw_reply(const hint_screen *h, canvas *c, area where)
{
    assert(h->has_reply);
    session_words w;
    /* Six rows for the heading, the two lines below and the gaps between. */
    int shown = h->view->n_moves < where.rows - 6 ? h->view->n_moves : where.rows - 6;
    session_words_init(h->session, &w);
    canvas_put(c, where, 0, 0, STYLE_DIM, 0,
               h->reply.why.is_share ? _("Moves, with your chance to win:")
                                     : _("Moves, with the expected lead in points:"));
    for (int i = 0; i < shown; i++)
        draw_candidate(h, c, where, i, move_columns(h, shown), &w.words);
    draw_expected(h, c, where, shown + 3, &w.words);
    draw_line(h, c, where, shown + 4);
}

/* A title, then the reply, or a spinner. */
static void draw(screen *s, canvas *c, area where)
{
    hint_screen *h = (hint_screen *)s;
    area body = area_rows(area_cols(where, MARGIN, where.cols - 2 * MARGIN), 2, where.rows - 2);
    canvas_fit(c, where, 0, MARGIN, where.cols - 2 * MARGIN, -1, STYLE_STRONG, 0, _("What the strong bot would play"));
    canvas_hline(c, where, 1, STYLE_DIM);
    if (h->has_reply) {
        draw_reply(h, c, body);
        return;
    }
    int x = canvas_put(c, body, 0, 0, STYLE_TEXT, 0, _("Thinking"));
    for (unsigned i = 0; i <= s->app->tick % 3; i++)
        canvas_put_glyph(c, body, 0, x + 1 + (int)i, STYLE_DIM, 0, GLYPH_DOT);
}

static const screen_key keys[] = {
    { "Esc",
      N_("back"),
      N_("back to the game; stops a hint that is still being computed"),
      { KEY_ESCAPE, KEY_RETURN, 'q', 'H' },
      NULL,
      screen_leave },
    SCREEN_HELP,
};

/* Cancels the computation if it is still running. */
static void close_hint(screen *s)
{
    hint_screen *h = (hint_screen *)s;
    bot_thread_close(&h->bot_thread);
    free(h->view);
    free(h);
}

static const screen_ops ops = {
    .title = N_("A hint"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .draw = draw,
    .close = close_hint,
    .fd = fd,
    .update = update,
    .is_busy = is_busy,
};

void hint_open(app *a, const session *gs, const mur_view *v)
{
    assert(v->n_moves > 0);
    hint_screen *h = mur_new(sizeof *h);
    h->base.ops = &ops;
    h->session = gs;
    h->view = mur_new(gs->game->view_size);
    memcpy(h->view, v, gs->game->view_size);
    /* A thread of its own: the session's bots must not be cancelled for a hint. */
    h->bot_thread = bot_thread_open();
    bot_request request = local_hint_request(gs, h->view);
    bot_thread_ask(h->bot_thread, &request);
    app_push(a, &h->base);
}
