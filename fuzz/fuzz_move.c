/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_move.c -- the move parsers of all games on arbitrary bytes. A text that is accepted as a move is written as
 * the same text. */
#include <stdlib.h>
#include <string.h>

#include "engine/muraille.h"
#include "fuzz/fuzz.h"

static void check(const mur_game *g, mur_span text)
{
    char out[MUR_MOVE_TEXT], sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(out, sizeof out), s = mur_text_on(sentence, sizeof sentence);
    mur_move m = g->read_move(text);
    if (!m)
        return;
    g->write_move(m, &t);
    demand(!mur_text_is_cut(&t) && mur_span_is(text, out));
    mur_say_move(g, m, NULL, &s);
    demand(!mur_text_is_cut(&s) && s.len > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1); /* the exact size, so that the sanitizer finds reads past the end */
    demand(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    for (int i = 0; mur_game_at(i); i++)
        check(mur_game_at(i), (mur_span){ copy, size });
    free(copy);
    return 0;
}
