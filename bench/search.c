/* SPDX-License-Identifier: MIT */
/* bench/search.c -- simulations of the bots per CPU second, next to the goals.
 *     search             a table for people
 *     search --plain     "GAME SEATS BOT SIMULATIONS SPEED" a row, for bench/search.mjs
 * CPU time of this process; of several runs the best counts, since other work on the machine can only slow us down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/think.h"
#include "bots/lore.h"

enum { RUNS = 5, MOVES = 24 };

/* other: OpenSpiel's IS-MCTS with the same rules on the same kind of machine, the best it did. */
static const struct {
    const char *game, *bot;
    int seats;
    uint32_t simulations;
    double goal, other;
} rows[] = {
    { "die-mauer", "ismcts", 4, 10000, 200e3, 42e3 }, { "chinesische-mauer", "strong", 2, 4000, 100e3, 0 },
    { "chinesische-mauer", "ismcts", 2, 4000, 0, 0 }, { "chinesische-mauer", "strong", 5, 1000, 0, 0 },
    { "chang-cheng", "strong", 2, 2000, 0, 0 },       { "chang-cheng", "ismcts", 2, 4000, 0, 0 },
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double measure(const bench_thinker *t, uint32_t simulations)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();
        double done = (double)bench_think(t, (uint64_t)run, MOVES, simulations);
        double speed = done / (cpu_seconds() - start);
        best = speed > best ? speed : best;
    }
    return best;
}

static void tell(int i, double speed)
{
    printf("%-18s %5d  %-8s %8u %12.0f", rows[i].game, rows[i].seats, rows[i].bot, rows[i].simulations, speed);
    if (rows[i].goal > 0)
        printf("   goal %.0f: %s", rows[i].goal, speed >= rows[i].goal ? "reached" : "MISSED");
    if (rows[i].other > 0)
        printf(" (OpenSpiel %.0f: %.1f times that)", rows[i].other, speed / rows[i].other);
    printf("\n");
}

int main(int argc, char **argv)
{
    bool is_plain = argc > 1 && strcmp(argv[1], "--plain") == 0;
    void *memory = aligned_alloc(MUR_BOT_ALIGN, MUR_BOT_MEMORY);
    if (!memory)
        return 1;
    if (!is_plain)
        printf("Bots thinking about %d positions of random games, CPU time, best of %d runs.\n\n"
               "game               seats  bot      sims/move sims/CPU second\n",
               MOVES, RUNS);
    for (int i = 0; i < ROWS; i++) {
        bench_thinker t = { .game = mur_game_of(mur_span_of(rows[i].game)),
                            .bot = mur_bot_of(mur_span_of(rows[i].bot)),
                            .seats = rows[i].seats,
                            .memory = memory };
        t.lore = mur_lore_of(t.game, t.seats);
        double speed = measure(&t, rows[i].simulations);
        if (is_plain)
            printf("%s %d %s %u %.0f\n", rows[i].game, rows[i].seats, rows[i].bot, rows[i].simulations, speed);
        else
            tell(i, speed);
    }
    free(memory);
    return 0;
}
