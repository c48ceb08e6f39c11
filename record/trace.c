/* SPDX-License-Identifier: MIT */
/* record/trace.c -- a record as lines of JSON: every position, what could be played, what was.
 * One line for each position (docs/game-json.md). The state is written by the game from a view, the legal moves only
 * for seats whose view this is, so a seat's trace contains nothing that the seat could not know. The bytes are
 * compared between implementations: the order of members and the sorting of moves are fixed. */
#include "record/trace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/json.h"

typedef char move_text[MUR_MOVE_TEXT];

void mur_trace_open(mur_trace **t, const mur_record *record, int seat)
{
    assert(seat < record->setup->seats || seat == MUR_WATCHER || seat == MUR_ALL);
    mur_trace *made = mur_new(sizeof *made);
    mur_replay_open(&made->replay, record);
    made->view = mur_new(record->game->view_size);
    made->seat = seat;
    *t = made;
}

void mur_trace_close(mur_trace **t)
{
    if (!*t)
        return;
    mur_replay_close(&(*t)->replay);
    free((*t)->view);
    free(*t);
    *t = NULL;
}

/* Reserves for the worst case of escaping. */
static void put_string(mur_buffer *line, const char *s)
{
    mur_text t = mur_buffer_reserve(line, mur_json_string_size(strlen(s)));
    mur_put_json_string(&t, mur_span_of(s));
    mur_buffer_commit(line, &t);
}

static void put_comma(mur_buffer *line, bool needed)
{
    mur_buffer_put(line, needed ? "," : "");
}

/* "1 draw" as this seat saw it, or null before the first move. */
static void put_move(const mur_trace *t, mur_buffer *line)
{
    char text[2 * MUR_MOVE_TEXT];
    mur_text m = mur_text_on(text, sizeof text);
    if (t->replay->ply == 0) {
        mur_buffer_put(line, "null");
        return;
    }
    mur_played made = mur_replay_move(t->replay, t->seat);
    mur_put_int(&m, made.seat + 1);
    mur_put_char(&m, ' ');
    t->replay->record->game->write_move(made.move, &m);
    put_string(line, text);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Sorted by their text, in byte order, so that the order does not depend on how an engine packs moves. */
static void put_moves(const mur_game *g, const mur_move *moves, int n, mur_buffer *line)
{
    move_text texts[MUR_MOVES];
    for (int i = 0; i < n; i++) {
        mur_text t = mur_text_on(texts[i], sizeof texts[i]);
        g->write_move(moves[i], &t);
    }
    qsort(texts, (size_t)n, sizeof texts[0], compare_texts);
    mur_buffer_put(line, "[");
    for (int i = 0; i < n; i++) {
        put_comma(line, i > 0);
        put_string(line, texts[i]);
    }
    mur_buffer_put(line, "]");
}

/* Legal moves of every seat that may act; a trace for one seat has only its own. */
static void put_legal(const mur_trace *t, mur_buffer *line)
{
    const mur_state *s = t->replay->state;
    const mur_game *g = t->replay->record->game;
    bool more = false;
    mur_buffer_put(line, "{");
    for (int seat = 0; seat < s->seats; seat++) {
        if (!(s->to_act >> seat & 1) || (t->seat != MUR_ALL && t->seat != seat))
            continue;
        mur_move moves[MUR_MOVES];
        int n = g->legal(s, seat, moves);
        put_comma(line, more);
        mur_buffer_put(line, "\"");
        mur_buffer_put_int(line, seat + 1);
        mur_buffer_put(line, "\":");
        put_moves(g, moves, n, line);
        more = true;
    }
    mur_buffer_put(line, "}");
}

/* The game writes its own JSON, from the view and nothing else. */
static void put_state(mur_trace *t, mur_buffer *line)
{
    const mur_game *g = t->replay->record->game;
    g->view(t->replay->state, t->seat, t->view);
    mur_text json = mur_buffer_reserve(line, MUR_JSON_TEXT);
    g->write_json(t->view, &json);
    mur_buffer_commit(line, &json);
}

/* Scores by seat and the winners, from 1. */
static void put_result(const mur_trace *t, mur_buffer *line)
{
    const mur_state *s = t->replay->state;
    const mur_game *g = t->replay->record->game;
    int scores[MUR_SEATS];
    unsigned winners = mur_winners(g, s);
    g->scores(s, scores);
    mur_buffer_put(line, ",\"result\":{\"scores\":[");
    for (int seat = 0; seat < s->seats; seat++) {
        put_comma(line, seat > 0);
        mur_buffer_put_int(line, scores[seat]);
    }
    mur_buffer_put(line, "],\"winners\":[");
    for (int seat = 0; seat < s->seats; seat++)
        if (winners >> seat & 1) {
            put_comma(line, winners & ((1U << seat) - 1));
            mur_buffer_put_int(line, seat + 1);
        }
    mur_buffer_put(line, "]}");
}

/* The first call writes the first position, each later one makes a move. */
bool mur_trace_next(mur_trace *t, mur_buffer *line)
{
    if (t->has_begun && !mur_replay_next(t->replay, NULL))
        return false;
    t->has_begun = true;
    mur_buffer_put(line, "{\"ply\":");
    mur_buffer_put_int(line, (int)t->replay->ply);
    mur_buffer_put(line, ",\"move\":");
    put_move(t, line);
    mur_buffer_put(line, ",\"legal\":");
    put_legal(t, line);
    mur_buffer_put(line, ",\"state\":");
    put_state(t, line);
    if (t->replay->state->to_act == 0)
        put_result(t, line);
    mur_buffer_put(line, "}");
    return true;
}
