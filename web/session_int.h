/* SPDX-License-Identifier: MIT */
/* web/session_int.h -- what the files of the session share: the session itself, a request being read, where positions
 * come from, and the commands, file by file. */
#ifndef WEB_SESSION_INT_H
#define WEB_SESSION_INT_H

#include "bots/review.h"
#include "engine/json.h"
#include "record/record.h"
#include "record/seat_feed.h"
#include "web/bot_runner.h"
#include "web/catalogue.h"
#include "web/session.h"

/* At most one of record and feed is there: the whole game, or what one online seat was shown of it. */
struct session {
    mur_record *record;
    mur_feed *feed;
    catalogue *catalogue;
    bot_runner bot_runner;
    mur_decision *decisions; /* of the record, in the order of the game */
    size_t n_decisions, max_decisions;
};

/* A request being read: its arguments, then the lines behind them. */
typedef struct {
    session *session;
    mur_span line, more;
    mur_json *out;
} request;

/* -- Reading and refusing: web/session.c -- */

bool take_argument(request *r, mur_span *word);
bool take_int(request *r, int *n);
bool take_seed(request *r, uint64_t *seed);

void refuse(request *r, const char *why);

/* -- Where positions come from: web/session_source.c; there is a record or a feed -- */

const mur_game *game_of(const session *s);
int seats_of(const session *s);
size_t plies_of(const session *s);

/* The position after this many moves, in a state of the caller's that it frees; NULL if there are fewer, or if the
 * seat was not shown it. A feed gives a world that fits what the seat was shown. */
mur_state *state_at(const session *s, size_t ply);
mur_state *state_now(const session *s);

/* 1..n, or 0 for a spectator: the seat of a view. False: there is no such seat, or the feed is another's. */
bool take_viewer(request *r, int *seat);

/* The seat that may act in this position, and whose view is known; false: refused. */
bool take_actor(request *r, const mur_state *s, int *seat);

/* What the engine needs for sentences: the language, and the names of the players. */
typedef struct {
    mur_words words;
    const char *names[MUR_SEATS];
} session_words;

/* The names are borrowed from the session. Sentences say "you" to the viewer, if that is a seat. */
void session_words_init(const session *s, int viewer, session_words *out);

/* -- Positions and moves: web/session_position.c -- */

void cmd_look(request *r);
void cmd_play(request *r);
void cmd_why(request *r);
void cmd_preview(request *r);
void cmd_takeback(request *r);

/* "scores", "over" and "winners" of a position. */
void put_result(const mur_game *g, const mur_state *s, mur_json *j);

/* -- What happened: web/session_history.c -- */

void cmd_story(request *r);

/* -- Bots and advice: web/session_bots.c -- */

void cmd_model(request *r);
void cmd_bots(request *r);
void cmd_bot(request *r);
void cmd_hint(request *r);
void cmd_evaluate(request *r);
void cmd_review(request *r);

/* -- Games, records, the feed of an online seat: web/session_games.c -- */

void cmd_words(request *r);
void cmd_games(request *r);
void cmd_new(request *r);
void cmd_read(request *r);
void cmd_record(request *r);
void cmd_online(request *r);
void cmd_feed(request *r);
void cmd_steps(request *r);

#endif
