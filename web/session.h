/* SPDX-License-Identifier: MIT */
/* web/session.h -- one game session, asked in lines of text and answering in JSON: what the browser's worker talks to.
 * A request is a command with its arguments on the first line, and more lines where a command takes them. The
 * answer is one JSON object; {"error":...} says why a request was refused, in the language of "words".
 * Seats are 1..n, 0 is a spectator, as in every text. A session holds one game: a whole record, or the feed of one
 * online seat. web/README.md maps the files.
 *
 *     words                       then KEY NUL TEXT NUL ...: the language of all answers from now on; without them
 *                                 English
 *     games                       {"version":"0.1.0","games":[...],"levels":[...],"default_level":"...",
 *                                 "substitute_level":"..."}: the games, their seats, their options and the options'
 *                                 defaults; the levels of bots and what two of them are for (bots/levels.h)
 *     new GAME PLAYERS SEED       then lines as in a record: option NAME VALUE, tag NAME TEXT. SEED is a number, or 64
 *                                 hexadecimal digits: a fair deal (docs/protocol.md)
 *     read                        then a record
 *     record                      {"record":"..."}
 *     look SEAT [PLY]             what this seat sees of the position after PLY moves (all of them unless given)
 *     play SEAT MOVE              {"ply":n}, or the reason why not
 *     why SEAT MOVE               {"why":"..."}: the reason alone; "" if the move is possible
 *     preview SEAT MOVE           what the seat would see after this move; what it cannot know is guessed
 *     story SEAT FROM TO          the moves after FROM up to TO as this seat saw them, with what happened
 *     takeback PLY                {"can_take_back":true} if the mover learnt nothing from the move after PLY
 *     model                       then bytes: the weights that bots use for this game (bots/model.h), until others come
 *     bots                        {"bots":["random",...]}: those that can play this game with this model
 *     bot SEAT BOT BUDGET SEED [STYLE]
 *                                 {"move":"..."}: what this bot would play there; bots/bot.h explains BUDGET, which
 *                                 counts simulations, and STYLE
 *     hint SEAT BUDGET SEED       how the best bot that can play evaluates the position, see web/advice.h
 *     evaluate PLY BUDGET SEED    {"evaluated":true}: it evaluates the decision made after PLY moves, as the seat that
 *                                 made it saw it; false if there was only one move. From the first to the last
 *     review                      the summary of all decisions evaluated so far
 *     online GAME SEATS SEAT      instead of a record, the feed of this seat (record/seat_feed.h); empty at first
 *     feed                        then lines of the feed. look, why, preview, story, bot, bots and hint go by
 *                                 it, for this seat alone and, but for story, only where it was shown a view
 *     steps SEAT FROM             {"steps":[STEP,...],"view":VIEW}: what a server would send this seat of the record:
 *                                 the moves after FROM, and the position now. Tests use it in place of a server */
#ifndef WEB_SESSION_H
#define WEB_SESSION_H

#include "record/record.h"

typedef struct session session;

session *session_open(void);
void session_close(session **s);

/* Appends the answer. */
void session_run(session *s, mur_span request, mur_buffer *answer);

#endif
