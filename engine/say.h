/* SPDX-License-Identifier: MIT */
/* engine/say.h -- events and moves as sentences, in any language.
 * A sentence is a gettext key with places in braces: {seat} {other} who, {what} a thing, {n} {m}
 * numbers, {count} the number n of a thing unless it is one (" (4)"), {at} {to} places. A translation may order them as
 * it likes. Verbs and pronouns depend on who is listening (mur_words.listener), so a sentence may have up to four
 * forms, with a bar between them:
 *     "{seat} gives to {other}: {what}|you give to {other}: {what}|{seat} gives you: {what}"
 * The first is about others; in the second {seat} is the listener, in the third {other}, in the fourth both. A form
 * that is empty or missing is replaced by the first. A translation has the same forms as its key. */
#ifndef ENGINE_SAY_H
#define ENGINE_SAY_H

#include "engine/game.h"

void mur_say_seat(int seat, const mur_words *w, mur_text *t);
void mur_say_event(const mur_game *g, mur_event e, const mur_words *w, mur_text *t);
void mur_say_move(const mur_game *g, mur_move m, const mur_words *w, mur_text *t);

/* A sentence that is not a game's own, with the same places, for texts that several games share. */
void mur_say(const mur_game *g, const char *sentence, mur_event e, const mur_words *w, mur_text *t);

#endif
