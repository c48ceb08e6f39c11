/* SPDX-License-Identifier: MIT */
/* record/takeback.c -- looks for hidden information that a move has revealed.
 * The test asks, for one viewer: in many worlds that the viewer could not tell from the true one before the move, can
 * the mover make a move that looks the same and leads to the same view? If that fails in one world, the viewer now
 * knows that this world is not the true one, and so has learnt something. Worlds are drawn with mur_redeal(), 64
 * from a fixed seed: the answer is the same for everybody who asks, and wrong only where fewer than a few percent of
 * the worlds differ. */
#include "record/takeback.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

enum { WORLDS = 64 };

/* One test, with the memory that it needs: structs of a game have no fixed size here. */
typedef struct {
    const mur_game *game;
    int mover, viewer;
    mur_move seen;    /* the move as the viewer saw it */
    mur_view *after;  /* what the viewer sees now */
    mur_view *view;   /* scratch */
    mur_state *world; /* one that the viewer thought possible */
    mur_state *next;  /* scratch */
} probe;

/* Does some move of this world look to the viewer as the true one did, and lead to what the viewer sees? */
static bool is_possible(probe *p)
{
    const mur_game *g = p->game;
    mur_move moves[MUR_MOVES];
    int n = g->legal(p->world, p->mover, moves);
    for (int i = 0; i < n; i++) {
        if (g->seen(p->world, p->mover, moves[i], p->viewer) != p->seen)
            continue;
        memcpy(p->next, p->world, g->state_size);
        g->play(p->next, p->mover, moves[i], NULL);
        g->view(p->next, p->viewer, p->view);
        if (memcmp(p->view, p->after, g->view_size) == 0)
            return true;
    }
    return false;
}

/* Draws the worlds and tests each of them; stops at the first that fails. */
static bool run_probe(probe *p, const mur_state *before)
{
    const mur_game *g = p->game;
    mur_view *known = mur_new(g->view_size);
    mur_rng rng;
    bool nothing_learnt = true;
    mur_rng_seed(&rng, 1);
    g->view(before, p->viewer, known);
    for (int i = 0; i < WORLDS && nothing_learnt; i++) {
        mur_redeal(g, known, &rng, p->world);
        nothing_learnt = is_possible(p);
    }
    free(known);
    return nothing_learnt;
}

bool mur_reveals_nothing_to(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m,
                            int viewer)
{
    probe p = { .game = g,
                .mover = mover,
                .viewer = viewer,
                .seen = g->seen(before, mover, m, viewer),
                .after = mur_new(g->view_size),
                .view = mur_new(g->view_size),
                .world = mur_new(g->state_size),
                .next = mur_new(g->state_size) };
    assert(mur_may_act(before, mover) && after->ply > before->ply);
    g->view(after, viewer, p.after);
    bool nothing_learnt = run_probe(&p, before);
    free(p.after);
    free(p.view);
    free(p.world);
    free(p.next);
    return nothing_learnt;
}

/* Watchers first: what they learn everybody learns. */
bool mur_can_take_back(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m)
{
    bool nothing_learnt = mur_reveals_nothing_to(g, before, after, mover, m, MUR_WATCHER);
    for (int seat = 0; seat < before->seats && nothing_learnt; seat++)
        nothing_learnt = mur_reveals_nothing_to(g, before, after, mover, m, seat);
    return nothing_learnt;
}
