/* SPDX-License-Identifier: MIT */
/* record/reader.h -- records from bytes, as strictly as the notation says.
 * Every move is played while it is read, so a record that is accepted is a real game. The first line that is not
 * right is refused, with its number, the reason, and what would have been right. */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "record/record.h"

enum { MUR_MESSAGE_TEXT = 1024 };

typedef struct {
    size_t line;                    /* from 1 */
    char message[MUR_MESSAGE_TEXT]; /* for people, printable, without an LF */
} mur_record_error;

/* The words translate the message; NULL: English. On failure *r is NULL, and *error describes the first error. */
bool mur_record_read(mur_span bytes, const mur_words *words, mur_record **r, mur_record_error *error);

#endif
