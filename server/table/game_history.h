/* SPDX-License-Identifier: MIT */
/* server/table/game_history.h -- the moves of one game that count, and the position they lead to.
 * Where several seats choose at once the order of their choices does not matter, so any of them can be taken out again
 * until the last one is made. Such a stretch of moves is a stage; where seats act in turn a stage ends with each move.
 * Playing a move takes constant time. Only taking back a move that ended its stage replays the game; events of the
 * latest stage are cheap to recompute, those of earlier stages are not. */
#ifndef SERVER_TABLE_GAME_HISTORY_H
#define SERVER_TABLE_GAME_HISTORY_H

#include "engine/game.h"
#include "record/record.h"

typedef struct {
    const mur_game *game;
    mur_setup *setup;
    mur_state *state;
    mur_state *stage_start; /* after the first n_stage moves */
    mur_state
        *last_stage_start; /* after the first n_last_stage_start moves: where the stage of the latest move began */
    mur_played *moves;
    size_t n, n_stage, n_last_stage_start, max;
} game_history;

/* A move and what is around it. */
typedef struct {
    mur_played made;
    mur_state *before, *after;
    mur_events events;
} history_step;

/* From the first position of this set-up, which is possible; it is copied. */
void history_open(game_history *h, const mur_game *g, const mur_setup *setup);
void history_close(game_history *h);

/* A refused move changes nothing. */
mur_err history_play(game_history *h, int seat, mur_move m);

void history_step_open(history_step *s, const mur_game *g);
void history_step_close(history_step *s);

/* Replays move i, which must be n_last_stage_start or later: the positions around it and its events. */
void history_replay_step(const game_history *h, size_t i, history_step *out);

/* The move that this seat can take back, as far as the order of moves is concerned: its choice in this stage, or the
 * latest of all if it made that. -1: none. */
int history_find_takeback(const game_history *h, int seat);

/* The position without that move. */
void history_without(const game_history *h, int i, mur_state *out);

/* Removes the move that history_find_takeback() finds. False: there is none. */
bool history_take_back(game_history *h, int seat);

#endif
