/* SPDX-License-Identifier: MIT */
/* server/note.h -- a text on its way to one or more connections.
 * Written once, then only read and counted: whoever keeps one drops it, the last one frees it. Belongs to the thread of
 * the event loop. There is room before the text for whoever frames it. */
#ifndef SERVER_NOTE_H
#define SERVER_NOTE_H

#include "engine/text.h"

enum { NOTE_ROOM = 32 }; /* bytes before the text that its sender may overwrite */

typedef struct note note;

note *note_new(mur_span text); /* one holder */
note *note_keep(note *n);
void note_drop(note **n);
mur_span note_text(const note *n);

#endif
