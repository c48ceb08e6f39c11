/* SPDX-License-Identifier: MIT */
/* web/session_history.c -- what happened: the moves of a stretch of the game as one seat saw them, with their events.
 * The answer is the same from a record and from a feed, but for scores after plies of which the feed has no view:
 * these lists are empty.
 * Events carry both a sentence for people and fields for programs, which animate them; fields are never translated. */
#include "web/session_int.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/say.h"
#include "record/replay.h"

/* One move as the viewer saw it. */
typedef struct {
    size_t ply;
    int seat;
    mur_move move;
    const mur_events *events;
    const mur_state *after; /* NULL: not shown */
} shown_move;

/* For programs, so without a translation. */
static void put_place(const mur_game *g, const char *key, int place, mur_json *j)
{
    char text[MUR_LINE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_place(place, NULL, &t);
    mur_json_put_string(j, key, text);
}

/* The fields of mur_event by their names, and the sentence in the session's language. */
static void put_event(const mur_game *g, mur_event e, const mur_words *w, mur_json *j)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    assert(e.kind < g->n_sentences && e.what < g->n_things);
    mur_say_event(g, e, w, &t);
    mur_json_begin(j, '{');
    mur_json_put_string(j, "kind", g->sentences[e.kind].id);
    mur_json_put_int(j, "seat", e.seat + 1); /* 0: nobody */
    mur_json_put_int(j, "other", e.other + 1);
    mur_json_put_string(j, "what", g->things[e.what]);
    mur_json_put_int(j, "n", e.n);
    mur_json_put_int(j, "m", e.m);
    put_place(g, "at", e.at, j);
    put_place(g, "to", e.to, j);
    mur_json_put_string(j, "say", sentence);
    mur_json_end(j, '}');
}

/* Only what this seat may know of each. */
static void put_events(const mur_game *g, const mur_events *events, int seat, const mur_words *w, mur_json *j)
{
    mur_json_key(j, "events");
    mur_json_begin(j, '[');
    for (int i = 0; i < events->n; i++)
        put_event(g, mur_event_for(events->at[i], seat), w, j);
    mur_json_end(j, ']');
}

/* A position that was not shown has no scores here. */
static void put_unknown_result(mur_json *j)
{
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    mur_json_end(j, ']');
    mur_json_put_bool(j, "over", false);
    mur_json_key(j, "winners");
    mur_json_begin(j, '[');
    mur_json_end(j, ']');
}

/* Move, events and scores after it; `seat` decides what the events may say. */
static void put_shown_move(const mur_game *g, const shown_move *c, int seat, const mur_words *w, mur_json *j)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_move(c->move, &t);
    mur_json_begin(j, '{');
    mur_json_put_int(j, "ply", (int)c->ply);
    mur_json_put_int(j, "seat", c->seat + 1);
    mur_json_put_string(j, "move", text);
    put_events(g, c->events, seat, w, j);
    if (c->after)
        put_result(g, c->after, j);
    else
        put_unknown_result(j);
    mur_json_end(j, '}');
}

/* The moves after `from`, up to `to`. */
typedef struct {
    int seat;
    size_t from, to;
    session_words w;
} ply_range;

/* Replays the record; events of moves before the range are made and thrown away. */
static void put_record_moves(const mur_record *record, const ply_range *s, mur_json *j)
{
    mur_replay *replay;
    mur_events events = { 0 };
    mur_replay_open(&replay, record);
    while (replay->ply < s->to && mur_replay_next(replay, &events)) {
        if (replay->ply > s->from) {
            mur_played made = mur_replay_move(replay, s->seat);
            shown_move c = { replay->ply, made.seat, made.move, &events, replay->state };
            put_shown_move(record->game, &c, s->seat, &s->w.words, j);
        }
        events.n = 0;
    }
    mur_replay_close(&replay);
}

/* Each step has its events with it, as the server has sent them. */
static void put_feed_moves(const mur_feed *t, const ply_range *s, mur_json *j)
{
    for (size_t ply = s->from + 1; ply <= s->to && ply <= t->plies; ply++) {
        mur_step step;
        mur_feed_step(t, ply, &step);
        mur_state *after = mur_feed_state(t, ply);
        shown_move c = { ply, step.seat, step.move, &step.events, after };
        put_shown_move(t->game, &c, s->seat, &s->w.words, j);
        free(after);
    }
}

/* The two sources answer in the same form. */
void cmd_story(request *r)
{
    const session *s = r->session;
    int from, to;
    ply_range range;
    if (!take_viewer(r, &range.seat) || !take_int(r, &from) || !take_int(r, &to)) {
        refuse(r, mur_err_text(game_of(s), MUR_TURN));
        return;
    }
    range.from = (size_t)from;
    range.to = (size_t)to;
    session_words_init(s, range.seat, &range.w);
    mur_json_key(r->out, "story");
    mur_json_begin(r->out, '[');
    if (s->record)
        put_record_moves(s->record, &range, r->out);
    else
        put_feed_moves(s->feed, &range, r->out);
    mur_json_end(r->out, ']');
}
