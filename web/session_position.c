/* SPDX-License-Identifier: MIT */
#include "web/table_int.h"

#include <stdlib.h>

#include "record/quiet.h"
#include "web/aids.h"
#include "web/put.h"

/* -- Positions -- */

static void put_seats(mur_json *j, const char *key, unsigned seats)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (seats >> seat & 1)
            mur_json_int(j, seat + 1);
    mur_json_end(j, ']');
}

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

void put_result(const mur_game *g, const mur_state *s, mur_json *j)
{
    int scores[MUR_SEATS];
    g->scores(s, scores);
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < s->seats; seat++)
        mur_json_int(j, scores[seat]);
    mur_json_end(j, ']');
    put_bool(j, "over", !s->to_act);
    put_seats(j, "winners", s->to_act ? 0 : mur_winners(g, s));
}

static void put_picture(const mur_game *g, const mur_view *v, const mur_words *w, mur_json *j)
{
    char *picture = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(picture, MUR_PICTURE_TEXT);
    g->draw(v, w, &t);
    put_string(j, "picture", picture);
    free(picture);
}

/* All that a client shows of a position, from a view alone but for the scores, which are open. */
static void put_position(request *r, const mur_state *s, int seat)
{
    const mur_game *g = game_of(r->table);
    mur_json *j = r->out;
    mur_view *v = mur_new(g->view_size);
    voice says;
    find_voice(r->table, &says);
    g->view(s, seat, v);
    put_string(j, "game", g->id);
    mur_json_put_int(j, "seats", s->seats);
    mur_json_put_int(j, "seat", seat == MUR_WATCHER ? 0 : seat + 1);
    mur_json_put_int(j, "ply", (int)s->ply);
    mur_json_put_int(j, "plies", (int)plies_of(r->table));
    put_seats(j, "to_act", s->to_act);
    mur_json_key(j, "state");
    mur_json_word(j, "");
    g->write_json(v, j->t);
    put_legal(g, v, &says.words, j);
    put_result(g, s, j);
    mur_json_key(j, "aids");
    aids_write(g, v, j);
    put_picture(g, v, &says.words, j);
    free(v);
}

void ask_look(request *r)
{
    int seat, ply = (int)plies_of(r->table);
    if (!take_viewer(r, &seat)) {
        refuse(r, mur_why(game_of(r->table), MUR_TURN));
        return;
    }
    take_int(r, &ply);
    mur_state *s = state_at(r->table, (size_t)ply);
    if (s)
        put_position(r, s, seat);
    else
        refuse(r, mur_why(game_of(r->table), MUR_OVER));
    free(s);
}

/* -- Moves -- */

static bool take_move(request *r, mur_move *m)
{
    const mur_game *g = game_of(r->table);
    mur_take_char(&r->line, ' ');
    *m = g->read_move(r->line);
    if (!*m)
        refuse(r, mur_why(g, MUR_TEXT));
    return *m != 0;
}

void ask_play(request *r)
{
    mur_record *record = r->table->record;
    int seat;
    mur_move m;
    if (!take_int(r, &seat)) {
        refuse(r, mur_why(record->game, MUR_TURN));
        return;
    }
    if (!take_move(r, &m))
        return;
    mur_err e = mur_record_play(record, seat - 1, m, NULL);
    if (e) {
        refuse(r, mur_why(record->game, e));
        return;
    }
    if (mur_record_is_over(record))
        mur_record_finish(record);
    mur_json_put_int(r->out, "ply", (int)record->n_moves);
}

/* The state after a move, in a world that the seat cannot tell from the true one. */
static mur_state *guess_after(const mur_game *g, const mur_state *now, int seat, mur_move m, mur_rng *rng, mur_err *e)
{
    mur_view *v = mur_new(g->view_size);
    mur_state *s = mur_new(g->state_size);
    g->view(now, seat, v);
    g->redeal(v, rng, s);
    *e = g->play(s, seat, m, NULL);
    free(v);
    return s;
}

/* SEAT MOVE, tried out: the state after it and why it cannot be made, if so. NULL: refused already. */
static mur_state *try_move(request *r, int *seat, mur_err *e)
{
    mur_state *now = state_now(r->table), *s = NULL;
    mur_move m;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    if (take_actor(r, now, seat) && take_move(r, &m))
        s = guess_after(game_of(r->table), now, *seat, m, &rng, e);
    free(now);
    return s;
}

void ask_why(request *r)
{
    int seat;
    mur_err e;
    mur_state *s = try_move(r, &seat, &e);
    if (s)
        put_string(r->out, "why", e ? words_say(r->table->words, mur_why(game_of(r->table), e)) : "");
    free(s);
}

void ask_preview(request *r)
{
    int seat;
    mur_err e;
    mur_state *s = try_move(r, &seat, &e);
    if (s && e)
        refuse(r, mur_why(game_of(r->table), e));
    else if (s)
        put_position(r, s, seat);
    free(s);
}

/* Has the mover learnt anything by this move? */
void ask_quiet(request *r)
{
    const mur_record *record = r->table->record;
    int ply;
    if (!take_int(r, &ply) || (size_t)ply >= record->n_moves) {
        put_bool(r->out, "quiet", false);
        return;
    }
    mur_played made = record->moves[ply];
    mur_state *now = state_at(r->table, (size_t)ply), *next = state_at(r->table, (size_t)ply + 1);
    put_bool(r->out, "quiet", mur_is_quiet_for(record->game, now, next, made.seat, made.move, made.seat));
    free(now);
    free(next);
}
