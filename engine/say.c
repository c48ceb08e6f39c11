/* SPDX-License-Identifier: MIT */
/* engine/say.c -- events and moves as sentences, in any language.
 * A sentence is translated first and then filled in, so that a translation may order its places as its language
 * needs. Secrets are removed before that, by mur_event_for(): a sentence can only say what the event still knows. */
#include "engine/say.h"

#include <string.h>

/* A seat that may not know `what` gets MUR_UNSEEN instead; g->things[MUR_UNSEEN] is a word such as "a card". */
mur_event mur_event_for(mur_event e, int seat)
{
    bool knows = seat == MUR_ALL || e.knows == MUR_EVERYONE || (seat < MUR_SEATS && (e.knows >> seat & 1));
    if (!knows)
        e.what = MUR_UNSEEN;
    return e;
}

/* The player's name if there is one, else "seat 2". */
void mur_say_seat(int seat, const mur_words *w, mur_text *t)
{
    if (w && w->names && seat >= 0 && w->names[seat]) {
        mur_put(t, w->names[seat]);
        return;
    }
    mur_put(t, mur_translate(w, N_("seat")));
    mur_put_char(t, ' ');
    mur_put_int(t, seat + 1);
}

/* " (4)" after a thing; a single thing needs no count. */
static void put_count(int n, mur_text *t)
{
    if (n == 1)
        return;
    mur_put(t, " (");
    mur_put_int(t, n);
    mur_put_char(t, ')');
}

/* One place in braces. An unknown name, a translator's mistake, is printed without its braces: readers see it, and the
 * rest of the sentence stays intact. */
static void say_place(const mur_game *g, mur_span place, mur_event e, const mur_words *w, mur_text *t)
{
    if (mur_span_is(place, "seat"))
        mur_say_seat(e.seat, w, t);
    else if (mur_span_is(place, "other"))
        mur_say_seat(e.other, w, t);
    else if (mur_span_is(place, "what"))
        mur_put(t, mur_translate(w, g->things[e.what < g->n_things ? e.what : MUR_UNSEEN]));
    else if (mur_span_is(place, "n"))
        mur_put_int(t, e.n);
    else if (mur_span_is(place, "count"))
        put_count(e.n, t);
    else if (mur_span_is(place, "m"))
        mur_put_int(t, e.m);
    else if (mur_span_is(place, "at"))
        g->write_place(e.at, w, t);
    else if (mur_span_is(place, "to"))
        g->write_place(e.to, w, t);
    else
        mur_put_bytes(t, place.at, place.len);
}

static mur_span until_bar(const char *s)
{
    const char *bar = strchr(s, '|');
    return (mur_span){ s, bar ? (size_t)(bar - s) : strlen(s) };
}

/* Form number `wanted` of a sentence, from 0; the first one if that is empty or missing. */
static mur_span form_of(const char *sentence, int wanted)
{
    mur_span first = until_bar(sentence), form = first;
    for (int i = 0; i < wanted; i++) {
        const char *end = form.at + form.len;
        if (!*end)
            return first;
        form = until_bar(end + 1);
    }
    return form.len ? form : first;
}

/* Copies the form for this listener and replaces each {place}; a brace without its pair is copied as it is. */
void mur_say(const mur_game *g, const char *sentence, mur_event e, const mur_words *w, mur_text *t)
{
    int you = w ? w->listener : 0; /* counted from 1 */
    int wanted = you ? (e.seat + 1 == you) + 2 * (e.other + 1 == you) : 0;
    mur_span form = form_of(mur_translate(w, sentence), wanted);
    const char *s = form.at, *stop = form.at + form.len;
    while (s < stop) {
        const char *end = *s == '{' ? memchr(s, '}', (size_t)(stop - s)) : NULL;
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
