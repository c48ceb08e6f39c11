/* SPDX-License-Identifier: MIT */
/* tests/arena/strength_test.c -- no bot has become clearly weaker: short matches with fixed seeds and simulations, so
 * that the outcome does not depend on the machine. What each should reach is far below what it reaches;
 * docs/strength.md has the long matches. */
#include "arena/match.h"
#include "tests/engine/walk.h"

typedef struct {
    const mur_game *game;
    int seats;
    const char *first, *second;
    int units, percent; /* the least share of the first, alone among the second */
} bout;

static void play(const bout *b)
{
    arena_player first, second;
    any_setup setup;
    cr_assert_null(arena_player_open(&first, b->first));
    cr_assert_null(arena_player_open(&second, b->second));
    cr_assert(arena_player_can_play(&first, b->game, b->seats), "%s, %s, %d", b->first, b->game->id, b->seats);
    cr_assert_eq(b->game->init(&setup.base, b->seats), MUR_OK);
    arena_terms terms = {
        .game = b->game, .setup = &setup.base, .player = { &first, &second }, .seed = 2026, .threads = 1, .limit = 1000
    };
    arena_match *m = arena_match_open(&terms);
    int units = IS_SANITIZED ? 1 : b->units;
    arena_match_play(m, units, NULL, NULL);
    double share = arena_match_sum(m, units).share[0].mean;
    cr_expect(IS_SANITIZED || share * 100 >= b->percent, "%s, %d seats: %s among %s has %.1f %%, not %d %%",
              b->game->id, b->seats, b->first, b->second, share * 100, b->percent);
    arena_match_close(&m);
    arena_player_close(&first);
    arena_player_close(&second);
}

static const bout bouts[] = {
    { &cm_game, 2, "greedy@sims=4", "random", 10, 95 },  { &cc_game, 2, "greedy@sims=4", "random", 6, 90 },
    { &dm_game, 3, "greedy@sims=4", "random", 6, 70 },   { &cm_game, 2, "ismcts@sims=200", "random", 5, 90 },
    { &cc_game, 2, "ismcts@sims=200", "random", 3, 80 }, { &dm_game, 3, "ismcts@sims=200", "random", 3, 60 },
    { &cm_game, 2, "strong@sims=50", "greedy", 10, 75 }, { &cc_game, 2, "strong@sims=20", "greedy", 8, 70 },
};

Test(strength, is_what_it_was, .timeout = 600)
{
    for (size_t i = 0; i < countof(bouts); i++)
        play(&bouts[i]);
}

/* Each level against the one below it. */
static const char *const levels[] = { "apprentice", "journeyman", "mason", "master", "emperor@sims=100" };

Test(strength, of_the_levels_grows, .timeout = 600)
{
    for (size_t i = 2; i < countof(levels); i++) {
        play(&(bout){ &cm_game, 2, levels[i], levels[i - 2], 8, 60 });
        play(&(bout){ &cc_game, 2, levels[i], levels[i - 2], 6, 60 });
    }
}
