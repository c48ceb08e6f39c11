/* SPDX-License-Identifier: MIT */
/* web/session_position.c -- positions and moves: look, play, why, preview, and whether a move may be taken back.
 * All that a client shows of a position is made from a view of its seat, so the page never holds what the player may
 * not know. A preview plays the move in a world dealt from that view: what it shows of hidden things is a guess, and
 * the client marks it as such. */
#include "web/session_int.h"

#include <assert.h>
#include <stdlib.h>

#include "record/takeback.h"
#include "web/move_json.h"
#include "web/player_aids.h"

/* -- Positions -- */

/* The view's own list: empty for a seat that may not act. */
static void put_legal(const mur_game *g, const mur_view *v, const mur_words *w, mur_json *j)
{
    mur_json_key(j, "legal");
    mur_json_begin(j, '[');
    for (int i = 0; i < v->n_moves; i++) {
        mur_json_begin(j, '{');
        put_move(j, g, v->moves[i], w);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
}

/* Scores are open in all games, also while a game goes on. */
void put_result(const mur_game *g, const mur_state *s, mur_json *j)
{
    int scores[MUR_SEATS];
    g->scores(s, scores);
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < s->seats; seat++)
        mur_json_int(j, scores[seat]);
    mur_json_end(j, ']');
    mur_json_put_bool(j, "over", !s->to_act);
    mur_json_put_seats(j, "winners", s->to_act ? 0 : mur_winners(g, s));
}

/* The position in plain text, for screen readers and for games without a board of their own. */
static void put_picture(const mur_game *g, const mur_view *v, const mur_words *w, mur_json *j)
{
    char *picture = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(picture, MUR_PICTURE_TEXT);
    g->draw(v, w, &t);
    mur_json_put_string(j, "picture", picture);
    free(picture);
}

/* All that a client shows of a position, from a view alone but for the scores, which are open. */
static void put_position(request *r, const mur_state *s, int seat)
{
    const mur_game *g = game_of(r->session);
    mur_json *j = r->out;
    mur_view *v = mur_new(g->view_size);
    session_words w;
    session_words_init(r->session, seat, &w);
    g->view(s, seat, v);
    mur_json_put_string(j, "game", g->id);
    mur_json_put_int(j, "seats", s->seats);
    mur_json_put_int(j, "seat", seat == MUR_WATCHER ? 0 : seat + 1);
    mur_json_put_int(j, "ply", (int)s->ply);
    mur_json_put_int(j, "plies", (int)plies_of(r->session));
    mur_json_put_seats(j, "to_act", s->to_act);
    mur_json_key(j, "state");
    mur_json_value(j);
    g->write_json(v, j->t);
    put_legal(g, v, &w.words, j);
    put_result(g, s, j);
    mur_json_key(j, "aids");
    player_aids_write(g, v, j);
    put_picture(g, v, &w.words, j);
    free(v);
}

/* A ply that a feed did not show is refused like one that does not exist. */
void cmd_look(request *r)
{
    int seat, ply = (int)plies_of(r->session);
    if (!take_viewer(r, &seat)) {
        refuse(r, mur_err_text(game_of(r->session), MUR_TURN));
        return;
    }
    take_int(r, &ply);
    mur_state *s = state_at(r->session, (size_t)ply);
    if (s)
        put_position(r, s, seat);
    else
        refuse(r, mur_err_text(game_of(r->session), MUR_OVER));
    free(s);
}

/* -- Moves -- */

/* The rest of the line is the move: moves contain spaces. */
static bool take_move(request *r, mur_move *m)
{
    const mur_game *g = game_of(r->session);
    mur_take_char(&r->line, ' ');
    *m = g->read_move(r->line);
    if (!*m)
        refuse(r, mur_err_text(g, MUR_TEXT));
    return *m != 0;
}

/* The game checks the move. A game that is over gets its result line at once. */
void cmd_play(request *r)
{
    mur_record *record = r->session->record;
    int seat;
    mur_move m;
    if (!take_int(r, &seat)) {
        refuse(r, mur_err_text(record->game, MUR_TURN));
        return;
    }
    if (!take_move(r, &m))
        return;
    mur_err e = mur_record_play(record, seat - 1, m, NULL);
    if (e) {
        refuse(r, mur_err_text(record->game, e));
        return;
    }
    if (mur_record_is_over(record))
        mur_record_finish(record);
    mur_json_put_int(r->out, "ply", (int)record->n_moves);
}

/* The state after a move, in a world that the seat cannot tell from the true one; *e says why the move is impossible
 * there, if it is. */
static mur_state *guess_after(const mur_game *g, const mur_state *now, int seat, mur_move m, mur_rng *rng, mur_err *e)
{
    mur_view *v = mur_new(g->view_size);
    mur_state *s = mur_new(g->state_size);
    assert(mur_may_act(now, seat));
    g->view(now, seat, v);
    mur_redeal(g, v, rng, s);
    *e = g->play(s, seat, m, NULL);
    free(v);
    return s;
}

/* SEAT MOVE, tried out in a guessed world: the state after it and why it cannot be made, if so. NULL: refused
 * already. */
static mur_state *try_move(request *r, int *seat, mur_err *e)
{
    mur_state *now = state_now(r->session), *s = NULL;
    mur_move m;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    if (take_actor(r, now, seat) && take_move(r, &m))
        s = guess_after(game_of(r->session), now, *seat, m, &rng, e);
    free(now);
    return s;
}

/* For tooltips: the reason alone, without refusing the request. */
void cmd_why(request *r)
{
    int seat;
    mur_err e;
    mur_state *s = try_move(r, &seat, &e);
    if (s)
        mur_json_put_string(r->out, "why",
                            e ? catalogue_translate(r->session->catalogue, mur_err_text(game_of(r->session), e)) : "");
    free(s);
}

/* The same answer as look, after the move. */
void cmd_preview(request *r)
{
    int seat;
    mur_err e;
    mur_state *s = try_move(r, &seat, &e);
    if (s && e)
        refuse(r, mur_err_text(game_of(r->session), e));
    else if (s)
        put_position(r, s, seat);
    free(s);
}

/* For games against bots: only what the mover has learnt counts. Online a server decides, for all seats. */
void cmd_takeback(request *r)
{
    const mur_record *record = r->session->record;
    int ply;
    if (!take_int(r, &ply) || (size_t)ply >= record->n_moves) {
        mur_json_put_bool(r->out, "can_take_back", false);
        return;
    }
    mur_played made = record->moves[ply];
    mur_state *now = state_at(r->session, (size_t)ply), *next = state_at(r->session, (size_t)ply + 1);
    mur_json_put_bool(r->out, "can_take_back",
                      mur_reveals_nothing_to(record->game, now, next, made.seat, made.move, made.seat));
    free(now);
    free(next);
}
