/* SPDX-License-Identifier: MIT */
#include "web/table_int.h"

#include <stdlib.h>

#include "engine/say.h"
#include "record/replay.h"
#include "web/put.h"

/* One move as somebody saw it. */
typedef struct {
    size_t ply;
    int seat;
    mur_move move;
    const mur_events *log;
    const mur_state *after; /* NULL: not shown */
} chapter;

static void put_place(const mur_game *g, const char *key, int place, mur_json *j)
{
    char text[MUR_LINE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_place(place, NULL, &t); /* for programs: never translated */
    put_string(j, key, text);
}

static void put_event(const mur_game *g, mur_event e, const mur_words *w, mur_json *j)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_say_event(g, e, w, &t);
    mur_json_begin(j, '{');
    put_string(j, "kind", g->sentences[e.kind].id);
    mur_json_put_int(j, "seat", e.seat + 1); /* 0: nobody */
    mur_json_put_int(j, "other", e.other + 1);
    put_string(j, "what", g->things[e.what]);
    mur_json_put_int(j, "n", e.n);
    mur_json_put_int(j, "m", e.m);
    put_place(g, "at", e.at, j);
    put_place(g, "to", e.to, j);
    put_string(j, "say", sentence);
    mur_json_end(j, '}');
}

static void put_events(const mur_game *g, const mur_events *log, int seat, const mur_words *w, mur_json *j)
{
    mur_json_key(j, "events");
    mur_json_begin(j, '[');
    for (int i = 0; i < log->n; i++)
        put_event(g, mur_event_for(log->at[i], seat), w, j);
    mur_json_end(j, ']');
}

/* A position that was not shown has no scores here. */
static void put_unknown_result(mur_json *j)
{
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    mur_json_end(j, ']');
    put_bool(j, "over", false);
    mur_json_key(j, "winners");
    mur_json_begin(j, '[');
    mur_json_end(j, ']');
}

static void put_chapter(const mur_game *g, const chapter *c, int seat, const mur_words *w, mur_json *j)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_move(c->move, &t);
    mur_json_begin(j, '{');
    mur_json_put_int(j, "ply", (int)c->ply);
    mur_json_put_int(j, "seat", c->seat + 1);
    put_string(j, "move", text);
    put_events(g, c->log, seat, w, j);
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
    voice says;
} stretch;

static void tell_record(const mur_record *record, const stretch *s, mur_json *j)
{
    mur_replay *replay;
    mur_events log = { 0 };
    mur_replay_open(&replay, record);
    while (replay->ply < s->to && mur_replay_next(replay, &log)) {
        if (replay->ply > s->from) {
            mur_played made = mur_replay_move(replay, s->seat);
            chapter c = { replay->ply, made.seat, made.move, &log, replay->state };
            put_chapter(record->game, &c, s->seat, &s->says.words, j);
        }
        log.n = 0;
    }
    mur_replay_close(&replay);
}

static void tell_told(const mur_told *t, const stretch *s, mur_json *j)
{
    for (size_t ply = s->from + 1; ply <= s->to && ply <= t->plies; ply++) {
        mur_step step;
        mur_told_step(t, ply, &step);
        mur_state *after = mur_told_state(t, ply);
        chapter c = { ply, step.seat, step.move, &step.events, after };
        put_chapter(t->game, &c, s->seat, &s->says.words, j);
        free(after);
    }
}

void ask_story(request *r)
{
    const table *t = r->table;
    int from, to;
    stretch s;
    if (!take_viewer(r, &s.seat) || !take_int(r, &from) || !take_int(r, &to)) {
        refuse(r, mur_why(game_of(t), MUR_TURN));
        return;
    }
    s.from = (size_t)from;
    s.to = (size_t)to;
    find_voice(t, &s.says);
    mur_json_key(r->out, "story");
    mur_json_begin(r->out, '[');
    if (t->record)
        tell_record(t->record, &s, r->out);
    else
        tell_told(t->told, &s, r->out);
    mur_json_end(r->out, ']');
}
