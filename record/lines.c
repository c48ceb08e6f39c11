/* SPDX-License-Identifier: MIT */
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
