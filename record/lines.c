/* SPDX-License-Identifier: MIT */
/* record/lines.c -- a text, line by line.
 * The last line may lack its LF; an empty text has no lines. A CR stays part of its line; record/reader.c
 * removes it. */
#include "record/lines.h"

#include <string.h>

bool mur_take_line(mur_span *lines, mur_span *line)
{
    if (lines->len == 0)
        return false;
    const char *end = memchr(lines->at, '\n', lines->len);
    size_t n = end ? (size_t)(end - lines->at) : lines->len;
    *line = (mur_span){ lines->at, n };
    n += end != NULL;
    *lines = (mur_span){ lines->at + n, lines->len - n };
    return true;
}
