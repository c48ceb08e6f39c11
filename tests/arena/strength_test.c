/* SPDX-License-Identifier: MIT */
/* tests/arena/strength_test.c -- no bot has become clearly weaker: short matches with fixed seeds and simulations, so
 * that the outcome does not depend on the machine. The required shares are far below the measured ones;
 * docs/strength.md has the long matches. */
#include "arena/match/match.h"
#include "bots/levels.h"
#include "tests/engine/walk.h"

typedef struct {
    const mur_game *game;
    int seats;
    const char *first, *second;
    int units, percent; /* the required share of the first bot, alone among copies of the second */
} expectation;

static void play(const expectation *b)
{
    arena_player first, second;
    any_setup setup;
    cr_assert_null(arena_player_open(&first, b->first));
    cr_assert_null(arena_player_open(&second, b->second));
    cr_assert(arena_player_can_play(&first, b->game, b->seats), "%s, %s, %d", b->first, b->game->id, b->seats);
    cr_assert_eq(b->game->init(&setup.base, b->seats), MUR_OK);
    arena_match_config config = { .game = b->game,
                                  .setup = &setup.base,
                                  .player = { &first, &second },
                                  .seed = 2026,
                                  .threads = 1,
                                  .reply_timeout_ms = 1000 };
    arena_match *m = arena_match_open(&config);
    int units = IS_SANITIZED ? 1 : b->units;
    arena_match_play(m, units, NULL, NULL);
    double share = arena_match_summarize(m, units).share[0].mean;
    cr_expect(IS_SANITIZED || share * 100 >= b->percent, "%s, %d seats: %s among %s has %.1f %%, not %d %%",
              b->game->id, b->seats, b->first, b->second, share * 100, b->percent);
    arena_match_close(&m);
    arena_player_close(&first);
    arena_player_close(&second);
}

static const expectation expectations[] = {
    { &cm_game, 2, "greedy@sims=4", "random", 10, 95 },  { &cc_game, 2, "greedy@sims=4", "random", 6, 90 },
    { &dm_game, 3, "greedy@sims=4", "random", 6, 70 },   { &cm_game, 2, "ismcts@sims=200", "random", 5, 90 },
    { &cc_game, 2, "ismcts@sims=200", "random", 3, 80 }, { &dm_game, 3, "ismcts@sims=200", "random", 3, 60 },
    { &cm_game, 2, "strong@sims=50", "greedy", 10, 75 }, { &cc_game, 2, "strong@sims=20", "greedy", 8, 70 },
};

Test(strength, of_every_bot_has_not_dropped)
{
    for (size_t i = 0; i < countof(expectations); i++)
        play(&expectations[i]);
}

/* Each level plays against the second one below it; the strongest with fewer simulations than it has, to save time. */
Test(strength, grows_from_level_to_level)
{
    for (int i = 2; mur_level_at(i); i++) {
        char level[64];
        snprintf(level, sizeof level, "%s%s", mur_level_at(i)->id, mur_level_at(i + 1) ? "" : "@sims=100");
        play(&(expectation){ &cm_game, 2, level, mur_level_at(i - 2)->id, 8, 60 });
        play(&(expectation){ &cc_game, 2, level, mur_level_at(i - 2)->id, 6, 60 });
    }
}
