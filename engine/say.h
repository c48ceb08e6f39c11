/* SPDX-License-Identifier: MIT */
/* engine/say.h -- events and moves as sentences, in any language.
 * A sentence is a gettext key with places in braces: {seat} {other} who, {what} a thing, {n} {m}
 * numbers, {at} {to} places. A translation may order them as it likes. */
#ifndef ENGINE_SAY_H
#define ENGINE_SAY_H

#include "engine/game.h"

void mur_say_seat(int seat, const mur_words *w, mur_text *t);
void mur_say_event(const mur_game *g, mur_event e, const mur_words *w, mur_text *t);
void mur_say_move(const mur_game *g, mur_move m, const mur_words *w, mur_text *t);

/* A sentence that is not a game's own, with the same places: for those who tell more than one game's story. */
void mur_say(const mur_game *g, const char *sentence, mur_event e, const mur_words *w, mur_text *t);

#endif
