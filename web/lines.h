/* SPDX-License-Identifier: MIT */
/* web/lines.h -- the lines of a request. */
#ifndef WEB_LINES_H
#define WEB_LINES_H

#include "engine/text.h"

/* The next line without its LF; false after the last. */
bool take_line(mur_span *lines, mur_span *line);

#endif
