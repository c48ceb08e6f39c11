/* SPDX-License-Identifier: MIT */
#include "engine/muraille.h"

/* A new game is its folder and one line here: its prefix. */
#define GAMES_OF_THE_HOUSE(X)                                                                                          \
    X(cm)                                                                                                              \
    X(dm)                                                                                                              \
    X(cc)

#define X(prefix) extern const mur_game prefix##_game;
GAMES_OF_THE_HOUSE(X)
#undef X

static const mur_game *const games[] = {
#define X(prefix) &prefix##_game,
    GAMES_OF_THE_HOUSE(X)
#undef X
};

enum { GAMES = sizeof games / sizeof games[0] };

const mur_game *mur_game_at(int i)
{
    return i >= 0 && i < GAMES ? games[i] : NULL;
}

const mur_game *mur_game_of(mur_span id)
{
    for (int i = 0; i < GAMES; i++)
        if (mur_span_is(id, games[i]->id))
            return games[i];
    return NULL;
}

void mur_rollout(const mur_game *g, mur_state *s, mur_rng *rng)
{
    if (g->rollout) {
        g->rollout(s, rng);
        return;
    }
    while (s->to_act) {
        mur_move moves[MUR_MOVES];
        int seat = __builtin_ctz(s->to_act);
        int n = g->legal(s, seat, moves);
        g->play(s, seat, moves[mur_rng_below(rng, (uint32_t)n)], NULL);
    }
}

void mur_view_begin(const mur_game *g, const mur_state *s, int seat, mur_view *v)
{
    v->n_moves = (uint16_t)g->legal(s, seat, v->moves);
    for (int i = v->n_moves; i < MUR_MOVES; i++) /* lists may be written past their end */
        v->moves[i] = 0;
    v->ply = s->ply;
    v->seats = s->seats;
    v->to_act = s->to_act;
    v->seat = (uint8_t)seat;
    v->is_open = seat == MUR_ALL || !s->to_act;
    v->spare = 0;
}

const char *mur_why(const mur_game *g, mur_err e)
{
    static const char *const words[] = {
#define X(id, text) text,
        MUR_ERRS(X)
#undef X
    };
    if (e < MUR_COMMON_ERRS)
        return words[e];
    int own = (int)e - MUR_GAME_ERRS;
    return g && own >= 0 && own < g->n_refusals ? g->refusals[own] : words[MUR_MOVE];
}

unsigned mur_winners(const mur_game *g, const mur_state *s)
{
    int score[MUR_SEATS];
    unsigned winners = 0;
    g->scores(s, score);
    int best = score[0];
    for (int seat = 1; seat < s->seats; seat++)
        if (g->lowest_wins ? score[seat] < best : score[seat] > best)
            best = score[seat];
    for (int seat = 0; seat < s->seats; seat++)
        if (score[seat] == best)
            winners |= 1U << seat;
    return winners;
}

const char *mur_version(void)
{
    return MUR_VERSION;
}
