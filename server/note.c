/* SPDX-License-Identifier: MIT */
#include "server/note.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct note {
    size_t len;
    int holders;
    char room[NOTE_ROOM]; /* for whoever frames it: directly before the text */
    char text[];
};

note *note_new(mur_span text)
{
    note *n = malloc(sizeof *n + text.len + 1);
    if (!n)
        abort();
    n->len = text.len;
    n->holders = 1;
    memcpy(n->text, text.at, text.len);
    n->text[text.len] = '\0';
    return n;
}

note *note_keep(note *n)
{
    n->holders++;
    return n;
}

void note_drop(note **n)
{
    if (*n) {
        assert((*n)->holders > 0);
        if (--(*n)->holders == 0)
            free(*n);
    }
    *n = NULL;
}

mur_span note_text(const note *n)
{
    return (mur_span){ n->text, n->len };
}
