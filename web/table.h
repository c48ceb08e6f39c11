/* SPDX-License-Identifier: MIT */
/* web/table.h -- one table, asked in lines of text and answering in JSON: what the browser's worker talks to.
 * A request is a command with its arguments on the first line, and more lines where a command takes them. The
 * answer is one JSON object; {"error":...} says why something was refused, in the language of the words given.
 * Seats are 1..n, 0 is a spectator, as in every text.
 *
 *     words                       then KEY NUL WORDS NUL ...: the language of all that follows; none is English
 *     new GAME PLAYERS SEED       then lines as in a record: option NAME VALUE, tag NAME TEXT
 *                                 SEED is a number, or 64 hexadecimal digits: a fair deal (docs/protocol.md)
 *     read                        then a record
 *     record                      {"record":"..."}
 *     look SEAT [PLY]             what this seat sees of the position after PLY moves (all of them unless given)
 *     play SEAT MOVE              {"ply":n}, or the reason why not
 *     why SEAT MOVE               {"why":"..."}: the reason alone; "" if the move is possible
 *     preview SEAT MOVE           what the seat would see after this move; what it cannot know is guessed
 *     story SEAT FROM TO          the moves after FROM up to TO as this seat saw them, with what happened
 *     quiet PLY                   {"quiet":true} if the mover learnt nothing from the move after PLY: it may be
 *                                 taken back
 *     lore                        then bytes: what bots have learnt of the game (bots/lore.h), until other bytes come
 *     bots                        {"bots":["random",...]}: those that can play this game with this lore
 *     bot SEAT BOT BUDGET SEED [STYLE]
 *                                 {"move":"..."}: what this bot would play there; bots/bot.h explains BUDGET, which
 *                                 counts simulations, and STYLE
 *     hint SEAT BUDGET SEED       what the best bot that can play thinks of the position, see web/advice.h
 *     judge PLY BUDGET SEED       {"judged":true}: it thinks about the decision made after PLY moves, as the one who
 *                                 made it saw it; false if there was nothing to decide. From the first to the last
 *     review                      what it thinks of all the decisions it has judged in this record
 *     online GAME SEATS SEAT      instead of a record, what this seat is told of a game (record/told.h); nothing yet
 *     told                        then lines: what it is told. look, why, preview, story, bot, bots and hint go by
 *                                 it, for this seat alone and, but for story, where it was shown a view
 *     tell SEAT FROM              {"steps":[STEP,...],"view":VIEW}: what a server would tell this seat of the record:
 *                                 the moves after FROM, and the position now. Tests stand in for a server with it
 *     games                       {"version":"0.1.0","games":[...]}: the games, their seats, their options and what
 *                                 these usually are */
#ifndef WEB_TABLE_H
#define WEB_TABLE_H

#include "record/record.h"

typedef struct table table;

table *table_open(void);
void table_close(table **t);

/* Appends the answer. */
void table_ask(table *t, mur_span request, mur_buffer *answer);

#endif
