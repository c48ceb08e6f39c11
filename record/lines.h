/* SPDX-License-Identifier: MIT */
/* record/lines.h -- a text, line by line. */
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include "engine/text.h"

/* The next line without its LF; false after the last. */
bool mur_take_line(mur_span *lines, mur_span *line);

#endif
