/* SPDX-License-Identifier: MIT */
#include "web/put.h"

#include "engine/say.h"
#include "record/quote.h"

void put_text(mur_json *j, mur_span text)
{
    mur_json_word(j, "");
    mur_put_json(j->t, text);
}

void put_string(mur_json *j, const char *key, const char *text)
{
    mur_json_key(j, key);
    put_text(j, mur_span_of(text));
}

void put_bool(mur_json *j, const char *key, bool is)
{
    mur_json_key(j, key);
    mur_json_word(j, is ? "true" : "false");
}

void put_move(mur_json *j, const mur_game *g, mur_move m, const mur_words *w)
{
    char text[MUR_MOVE_TEXT], sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text), s = mur_text_on(sentence, sizeof sentence);
    g->write_move(m, &t);
    mur_say_move(g, m, w, &s);
    put_string(j, "move", text);
    put_string(j, "say", sentence);
}
