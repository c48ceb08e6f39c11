/* SPDX-License-Identifier: MIT */
#include "record/quiet.h"

#include <stdlib.h>
#include <string.h>

#include "record/buffer.h"

enum { WORLDS = 64 };

typedef struct {
    const mur_game *game;
    int mover, viewer;
    mur_move seen;    /* the move as the viewer saw it */
    mur_view *after;  /* what the viewer sees now */
    mur_view *view;   /* room */
    mur_state *world; /* one that the viewer thought possible */
    mur_state *next;  /* room */
} question;

/* Does some move of this world look to the viewer as the true one did, and lead to what the viewer sees? */
static bool is_possible(question *q)
{
    const mur_game *g = q->game;
    mur_move moves[MUR_MOVES];
    int n = g->legal(q->world, q->mover, moves);
    for (int i = 0; i < n; i++) {
        if (g->seen(q->world, q->mover, moves[i], q->viewer) != q->seen)
            continue;
        memcpy(q->next, q->world, g->state_size);
        g->play(q->next, q->mover, moves[i], NULL);
        g->view(q->next, q->viewer, q->view);
        if (memcmp(q->view, q->after, g->view_size) == 0)
            return true;
    }
    return false;
}

/* The same question has the same answer, whoever asks: the worlds are drawn from one seed. */
static bool ask(question *q, const mur_state *before)
{
    const mur_game *g = q->game;
    mur_view *known = mur_new(g->view_size);
    mur_rng rng;
    bool quiet = true;
    mur_rng_seed(&rng, 1);
    g->view(before, q->viewer, known);
    for (int i = 0; i < WORLDS && quiet; i++) {
        g->redeal(known, &rng, q->world);
        quiet = is_possible(q);
    }
    free(known);
    return quiet;
}

bool mur_is_quiet_for(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m,
                      int viewer)
{
    question q = { .game = g,
                   .mover = mover,
                   .viewer = viewer,
                   .seen = g->seen(before, mover, m, viewer),
                   .after = mur_new(g->view_size),
                   .view = mur_new(g->view_size),
                   .world = mur_new(g->state_size),
                   .next = mur_new(g->state_size) };
    g->view(after, viewer, q.after);
    bool quiet = ask(&q, before);
    free(q.after);
    free(q.view);
    free(q.world);
    free(q.next);
    return quiet;
}

bool mur_is_quiet(const mur_game *g, const mur_state *before, const mur_state *after, int mover, mur_move m)
{
    bool quiet = mur_is_quiet_for(g, before, after, mover, m, MUR_WATCHER);
    for (int seat = 0; seat < before->seats && quiet; seat++)
        quiet = mur_is_quiet_for(g, before, after, mover, m, seat);
    return quiet;
}
