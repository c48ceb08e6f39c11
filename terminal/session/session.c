/* SPDX-License-Identifier: MIT */
/* terminal/session/session.c -- what local and remote sessions share: counting persons, naming seats, scores, moves in
 * words. The sessions themselves are in local.c and remote.c. */
#include "terminal/session/session.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/say.h"
#include "record/buffer.h"
#include "terminal/ui/translate.h"

int session_count_persons(const session *gs)
{
    int n = 0;
    for (int seat = 0; seat < gs->seats; seat++)
        n += gs->seat[seat].is_here;
    return n;
}

void session_words_init(const session *gs, session_words *w)
{
    assert(gs->seats >= 0 && gs->seats <= MUR_SEATS);
    for (int seat = 0; seat < MUR_SEATS; seat++)
        w->name[seat] = seat < gs->seats && gs->seat[seat].name[0] ? gs->seat[seat].name : NULL;
    w->words = terminal_translation(w->name);
    for (int seat = 0; seat < gs->seats && session_count_persons(gs) == 1; seat++)
        if (gs->seat[seat].is_here)
            w->words.listener = seat + 1;
}

/* Scores are the same in every state that fits the view, so any redealt one will do. */
unsigned session_scores(const session *gs, const mur_view *v, int scores[MUR_SEATS])
{
    const mur_game *g = gs->game;
    mur_state *guess = mur_new(g->state_size);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    mur_redeal(g, v, &rng, guess);
    g->scores(guess, scores);
    unsigned winners = guess->to_act ? 0 : mur_winners(g, guess);
    free(guess);
    return winners;
}

void session_put_step(const session *gs, const mur_step *step, const mur_words *w, mur_buffer *out)
{
    assert(step->events.n >= 0);
    char line[MUR_SENTENCE_TEXT];
    for (int i = 0; i < step->events.n; i++) {
        mur_text text = mur_text_on(line, sizeof line);
        mur_say_event(gs->game, step->events.at[i], w, &text);
        mur_buffer_put(out, line);
        mur_buffer_put(out, "\n");
    }
}
