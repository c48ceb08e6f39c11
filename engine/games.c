/* SPDX-License-Identifier: MIT */
/* engine/games.c -- the list of games, and what is the same for all of them.
 * The only file of the engine that names games; a fourth game is its folder and one line here (docs/adding-a-game.md).
 * Everything else in the tree reaches a game through mur_game_at() or mur_game_of(). */
#include "engine/muraille.h"

/* The prefix of each game. The order is that of menus and lists. */
#define ALL_GAMES(X)                                                                                                   \
    X(cm)                                                                                                              \
    X(dm)                                                                                                              \
    X(cc)

#define X(prefix) extern const mur_game prefix##_game;
ALL_GAMES(X)
#undef X

/* The list as a table of pointers: a game is never copied, so comparing pointers compares games. */
static const mur_game *const games[] = {
#define X(prefix) &prefix##_game,
    ALL_GAMES(X)
#undef X
};

enum { GAMES = sizeof games / sizeof games[0] };

const mur_game *mur_game_at(int i)
{
    return i >= 0 && i < GAMES ? games[i] : NULL;
}

/* A linear search: there are three games. */
const mur_game *mur_game_of(mur_span id)
{
    for (int i = 0; i < GAMES; i++)
        if (mur_span_is(id, games[i]->id))
            return games[i];
    return NULL;
}

/* The general rollout: legal and play. A game may bring a quicker one that makes the same moves from the same draws. */
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

/* A game's view() calls this first and then adds what its seat may know. legal() may write past the end of its list,
 * so the rest of the array is zeroed here: equal views have equal bytes. */
void mur_view_begin(const mur_game *g, const mur_state *s, int seat, mur_view *v)
{
    v->n_moves = (uint16_t)g->legal(s, seat, v->moves);
    for (int i = v->n_moves; i < MUR_MOVES; i++)
        v->moves[i] = 0;
    v->ply = s->ply;
    v->seats = s->seats;
    v->to_act = s->to_act;
    v->seat = (uint8_t)seat;
    v->is_open = seat == MUR_ALL || !s->to_act;
    v->spare = 0;
}

/* A code without a text is reported as an impossible move; g may be NULL for codes that are common to all games. */
const char *mur_err_text(const mur_game *g, mur_err e)
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

/* All seats with the best score: victories are shared. */
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
