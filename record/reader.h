/* SPDX-License-Identifier: MIT */
/* record/reader.h -- records from bytes, as strictly as the notation says.
 * A record is judged while it is read: every move is played, so whatever is accepted is a real game, and
 * whatever is not is refused at its line, with the reason and with what would have been right. */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "record/record.h"

enum { MUR_MESSAGE_TEXT = 1024 };

typedef struct {
    size_t line;                    /* from 1 */
    char message[MUR_MESSAGE_TEXT]; /* for people, printable, without an LF */
} mur_record_error;

/* The words translate the message; NULL: English. On failure there is no record, and the first error is told. */
bool mur_record_read(mur_span bytes, const mur_words *words, mur_record **r, mur_record_error *error);

#endif
