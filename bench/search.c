/* SPDX-License-Identifier: MIT */
/* bench/search.c -- simulations of the bots per CPU second, next to the goals.
 *      search             a table for people
 *      search --plain     "GAME SEATS BOT SIMULATIONS SPEED" a row, for bench/search.mjs
 * CPU time of this process; the best of several runs counts, because other work on the machine can only slow it
 * down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/choose_moves.h"
#include "bots/model.h"

enum { RUNS = 5, MOVES = 24 };

/* goal: what the project promises, 0 if nothing. other: the best speed of OpenSpiel's IS-MCTS with the same rules on
 * the same kind of machine, 0 where it was not measured. */
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

/* Each run has its own seed, and so its own positions; the best speed counts. */
static double measure(const bench_bot *t, uint32_t simulations)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();
        double done = (double)bench_choose_moves(t, (uint64_t)run, MOVES, simulations);
        double speed = done / (cpu_seconds() - start);
        best = speed > best ? speed : best;
    }
    return best;
}

/* One row of the table for people, with the comparison to the goal. */
static void print_row(int i, double speed)
{
    printf("%-18s %5d  %-8s %8u %12.0f", rows[i].game, rows[i].seats, rows[i].bot, rows[i].simulations, speed);
    if (rows[i].goal > 0)
        printf("   goal %.0f: %s", rows[i].goal, speed >= rows[i].goal ? "reached" : "MISSED");
    if (rows[i].other > 0)
        printf(" (OpenSpiel %.0f: %.1f times that)", rows[i].other, speed / rows[i].other);
    printf("\n");
}

/* Measures all rows one after the other; the bots share one block of memory. */
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
        bench_bot t = { .game = mur_game_of(mur_span_of(rows[i].game)),
                        .bot = mur_bot_of(mur_span_of(rows[i].bot)),
                        .seats = rows[i].seats,
                        .memory = memory };
        t.model = mur_model_of(t.game, t.seats);
        double speed = measure(&t, rows[i].simulations);
        if (is_plain)
            printf("%s %d %s %u %.0f\n", rows[i].game, rows[i].seats, rows[i].bot, rows[i].simulations, speed);
        else
            print_row(i, speed);
    }
    free(memory);
    return 0;
}
