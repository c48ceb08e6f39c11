/* SPDX-License-Identifier: MIT */
/* web/move_json.c -- a move as the session's answers show it.
 * Legal moves, hints and reviews all list moves this way: the text that a "play" command takes, and a sentence. */
#include "web/move_json.h"

#include "engine/say.h"

void put_move(mur_json *j, const mur_game *g, mur_move m, const mur_words *w)
{
    char text[MUR_MOVE_TEXT], sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text), s = mur_text_on(sentence, sizeof sentence);
    g->write_move(m, &t);
    mur_say_move(g, m, w, &s);
    mur_json_put_string(j, "move", text);
    mur_json_put_string(j, "say", sentence);
}
