/* SPDX-License-Identifier: MIT */
/* web/table_int.h -- what the chapters of the table share: the table itself, a request being read, where positions
 * come from, and the commands. */
#ifndef WEB_TABLE_INT_H
#define WEB_TABLE_INT_H

#include "bots/review.h"
#include "engine/json.h"
#include "record/record.h"
#include "record/told.h"
#include "web/table.h"
#include "web/think.h"
#include "web/words.h"

/* At most one of record and told is there: whoever has the whole game, or what one seat was told of it. */
struct table {
    mur_record *record;
    mur_told *told;
    words *words;
    thinker thinker;
    mur_decision *judged; /* of the record, in the order of the game */
    size_t n_judged, max_judged;
};

/* A request being read: its arguments, then the lines behind them. */
typedef struct {
    table *table;
    mur_span line, more;
    mur_json *out;
} request;

/* -- Reading and refusing: web/table.c -- */

bool take_argument(request *r, mur_span *word);
bool take_int(request *r, int *n);
bool take_seed(request *r, uint64_t *seed);

void refuse(request *r, const char *why);

/* -- Where positions come from: web/table_source.c; there is a record, or somebody was told -- */

const mur_game *game_of(const table *t);
int seats_of(const table *t);
size_t plies_of(const table *t);

/* The position after this many moves, in a state of the caller's that it frees; NULL if there are not so many, or if
 * the seat was not shown it. What a seat was told gives a world that it cannot tell from the true one. */
mur_state *state_at(const table *t, size_t ply);
mur_state *state_now(const table *t);

/* 1..n, or 0 for a spectator: the seat of a view. False: there is no such seat, or another was told. */
bool take_viewer(request *r, int *seat);

/* The seat that may act in this position, and whose view is known; false: refused. */
bool take_actor(request *r, const mur_state *s, int *seat);

/* What the engine needs to speak: the language, and the names of the players. */
typedef struct {
    mur_words words;
    const char *names[MUR_SEATS];
} voice;

void find_voice(const table *t, voice *v);

/* -- Positions and moves: web/table_look.c -- */

void ask_look(request *r);
void ask_play(request *r);
void ask_why(request *r);
void ask_preview(request *r);
void ask_quiet(request *r);

/* "scores", "over" and "winners" of a position. */
void put_result(const mur_game *g, const mur_state *s, mur_json *j);

/* -- What happened: web/table_story.c -- */

void ask_story(request *r);

/* -- Bots and advice: web/table_bots.c -- */

void ask_lore(request *r);
void ask_bots(request *r);
void ask_bot(request *r);
void ask_hint(request *r);
void ask_judge(request *r);
void ask_review(request *r);

/* -- Games, records, and what a seat is told: web/table_games.c -- */

void ask_words(request *r);
void ask_games(request *r);
void ask_new(request *r);
void ask_read(request *r);
void ask_record(request *r);
void ask_online(request *r);
void ask_told(request *r);
void ask_tell(request *r);

#endif
