/* SPDX-License-Identifier: MIT */
/* A complete random player: it plays every game at every number of seats, seeing only what its seat may see.
 *     cc random_player.c $(pkg-config --cflags --libs muraille) -o random_player && ./random_player 42 */
#include <muraille.h>
#include <stdio.h>
#include <stdlib.h>

/* A player gets a view, never the state: what it may not know is not in there. */
static mur_move choose(const mur_view *v, mur_rng *rng)
{
    return v->moves[mur_rng_below(rng, v->n_moves)];
}

/* A game's structs have sizes only the game knows, so they are allocated by size. From here on everything goes
 * through mur_game. */
static void play_one(const mur_game *g, int seats, mur_rng *rng)
{
    mur_setup *setup = calloc(1, g->setup_size);
    mur_state *state = calloc(1, g->state_size);
    mur_view *view = calloc(1, g->view_size);
    int score[MUR_SEATS];
    if (!setup || !state || !view || g->init(setup, seats) != MUR_OK)
        exit(EXIT_FAILURE);
    g->shuffle(setup, rng);
    for (g->start(setup, state); state->to_act;) {
        int seat = 0;
        while (!(state->to_act >> seat & 1)) /* several may have to act: the first does */
            seat++;
        g->view(state, seat, view);
        g->play(state, seat, choose(view, rng), NULL);
    }
    g->scores(state, score);
    printf("%-18s %u moves, scores", g->id, (unsigned)state->ply);
    for (int seat = 0; seat < seats; seat++)
        printf(" %d%s", score[seat], mur_winners(g, state) >> seat & 1 ? "*" : "");
    putchar('\n');
    free(setup), free(state), free(view);
}

int main(int argc, char **argv)
{
    mur_rng rng;
    mur_rng_seed(&rng, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    for (int i = 0; mur_game_at(i); i++)
        for (int seats = mur_game_at(i)->seats_min; seats <= mur_game_at(i)->seats_max; seats++)
            play_one(mur_game_at(i), seats, &rng);
}
