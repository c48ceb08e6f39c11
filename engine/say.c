/* SPDX-License-Identifier: MIT */
#include "engine/say.h"

#include <string.h>

mur_event mur_event_for(mur_event e, int seat)
{
    bool knows = seat == MUR_ALL || e.knows == MUR_EVERYONE || (seat < MUR_SEATS && (e.knows >> seat & 1));
    if (!knows)
        e.what = MUR_UNSEEN;
    return e;
}

void mur_say_seat(int seat, const mur_words *w, mur_text *t)
{
    if (w && w->names && seat >= 0 && w->names[seat]) {
        mur_put(t, w->names[seat]);
        return;
    }
    mur_put(t, mur_word(w, N_("seat")));
    mur_put_char(t, ' ');
    mur_put_int(t, seat + 1);
}

static void say_place(const mur_game *g, mur_span place, mur_event e, const mur_words *w, mur_text *t)
{
    if (mur_span_is(place, "seat"))
        mur_say_seat(e.seat, w, t);
    else if (mur_span_is(place, "other"))
        mur_say_seat(e.other, w, t);
    else if (mur_span_is(place, "what"))
        mur_put(t, mur_word(w, g->things[e.what < g->n_things ? e.what : MUR_UNSEEN]));
    else if (mur_span_is(place, "n"))
        mur_put_int(t, e.n);
    else if (mur_span_is(place, "m"))
        mur_put_int(t, e.m);
    else if (mur_span_is(place, "at"))
        g->write_place(e.at, w, t);
    else if (mur_span_is(place, "to"))
        g->write_place(e.to, w, t);
    else
        mur_put_bytes(t, place.at, place.len); /* a translator's slip shows, and harms nothing */
}

void mur_say(const mur_game *g, const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    const char *s = mur_word(w, sentence);
    while (*s) {
        const char *end = *s == '{' ? strchr(s, '}') : NULL;
        if (end) {
            say_place(g, (mur_span){ s + 1, (size_t)(end - s - 1) }, e, w, t);
            s = end + 1;
        } else {
            mur_put_char(t, *s++);
        }
    }
}

void mur_say_event(const mur_game *g, mur_event e, const mur_words *w, mur_text *t)
{
    if (e.kind < g->n_sentences)
        mur_say(g, g->sentences[e.kind].words, e, w, t);
}

void mur_say_move(const mur_game *g, mur_move m, const mur_words *w, mur_text *t)
{
    mur_say_event(g, g->describe(m), w, t);
}
