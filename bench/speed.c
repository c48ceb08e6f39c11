/* SPDX-License-Identifier: MIT */
/* bench/speed.c -- how fast the engine is, next to the goals.
 *      speed              a table for people
 *      speed --plain      "GAME SEATS GAMES/S ROLLOUTS/S" for the headline rows, for bench/speed.mjs
 *      speed --count GAME SEATS GAMES     only plays, move by move, for counting instructions with perf or valgrind
 * All times are CPU time of this process; the best of several runs counts, because other work on the machine can only
 * slow it down. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/random_play.h"

enum { RUNS = 5, POSITIONS = 256 };

/* The project's goals: games per CPU second and bytes of a position. other: the same rules on OpenSpiel 2.0.1, per CPU
 * second on the same kind of machine, 0 where it was not measured. */
static const struct {
    const char *id;
    int seats; /* the headline row */
    double goal, other;
    size_t state_max;
} goals[] = {
    { "chinesische-mauer", 3, 120e3, 0, 768 },
    { "die-mauer", 4, 600e3, 59e3, 512 },
    { "chang-cheng", 3, 60e3, 0, 512 },
};
enum { GOALS = sizeof goals / sizeof goals[0] };
static const double copy_goal = 30; /* ns */

/* -- Allocations: the linker sends every call to these (--wrap) -- */

static unsigned long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *at, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *at, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    allocations++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *at, size_t size)
{
    allocations++;
    return __real_realloc(at, size);
}

/* -- Time -- */

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Makes the compiler assume that the memory is read and changed, so that it does not remove the copy that is timed. */
static void touch(void *at)
{
    __asm__ volatile("" : : "r"(at) : "memory");
}

/* -- What is measured -- */

typedef struct {
    double games, moves;       /* per second, with legal and play */
    double rollouts;           /* the same games with mur_rollout() */
    double copy, view, redeal; /* ns */
    unsigned long allocations; /* during all of it */
    double moves_per_game;
} result;

/* Games or rollouts per second: RUNS runs with different seeds, the best one counts. */
static void time_play(const mur_game *g, bench_storage *setup, bench_method method, double seconds, result *r)
{
    double *best_so_far = method == BENCH_ROLLOUT ? &r->rollouts : &r->games;
    for (int run = 0; run < RUNS; run++) {
        mur_rng rng;
        mur_rng_seed(&rng, (uint64_t)run);
        double games = 0, moves = 0, start = cpu_seconds(), spent = 0;
        while (spent < seconds / RUNS) {
            moves += (double)bench_play(g, setup, method, &rng, 200);
            games += 200;
            spent = cpu_seconds() - start;
        }
        if (games / spent <= *best_so_far)
            continue;
        *best_so_far = games / spent;
        if (method == BENCH_MOVES) {
            r->moves = moves / spent;
            r->moves_per_game = moves / games;
        }
    }
}

/* The smaller of two times; 0 means none yet. */
static double best(double a, double b)
{
    return a == 0 || b < a ? b : a;
}

/* The cost of copying a state, of a view, and of a redeal, over positions from all stages of games. A redeal needs a
 * view, so both are timed together and the view's time is subtracted. */
static void time_positions(const mur_game *g, bench_storage *setup, bench_storage *at, result *r)
{
    static bench_storage copy, view;
    enum { ROUNDS = 40 };
    mur_rng rng;
    mur_rng_seed(&rng, 7);
    assert(r->moves_per_game >= 1);
    for (int i = 0; i < POSITIONS; i++)
        bench_walk(g, setup, &rng, (int)mur_rng_below(&rng, (uint32_t)r->moves_per_game), &at[i]);

    for (int run = 0; run < RUNS * 4; run++) {
        double start = cpu_seconds();
        for (int round = 0; round < ROUNDS * 10; round++)
            for (int i = 0; i < POSITIONS; i++) {
                memcpy(&copy, &at[i], g->state_size);
                touch(&copy);
            }
        r->copy = best(r->copy, (cpu_seconds() - start) * 1e9 / (ROUNDS * 10 * POSITIONS));
    }
    double with_redeal = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();
        for (int round = 0; round < ROUNDS; round++)
            for (int i = 0; i < POSITIONS; i++) {
                g->view(&at[i].state, i % at[i].state.seats, &view.view);
                touch(&view);
            }
        double middle = cpu_seconds();
        r->view = best(r->view, (middle - start) * 1e9 / (ROUNDS * POSITIONS));
        for (int round = 0; round < ROUNDS; round++)
            for (int i = 0; i < POSITIONS; i++) {
                g->view(&at[i].state, i % at[i].state.seats, &view.view);
                mur_redeal(g, &view.view, &rng, &copy.state);
                touch(&copy);
            }
        with_redeal = best(with_redeal, (cpu_seconds() - middle) * 1e9 / (ROUNDS * POSITIONS));
    }
    r->redeal = with_redeal - r->view;
}

/* Everything about one game and number of seats; allocations are counted over all of it, and should be none. */
static result measure(const mur_game *g, int seats, double seconds)
{
    static bench_storage setup, positions[POSITIONS];
    result r = { 0 };
    if (!bench_make_setup(g, seats, &setup))
        return r;
    unsigned long before = allocations;
    time_play(g, &setup, BENCH_MOVES, seconds, &r);
    time_play(g, &setup, BENCH_ROLLOUT, seconds, &r);
    time_positions(g, &setup, positions, &r);
    r.allocations = allocations - before;
    return r;
}

/* -- What is printed -- */

static const char *verdict(bool good)
{
    return good ? "reached" : "MISSED";
}

/* Prints the goals below the headline row of a game. */
static void print_goals(const mur_game *g, int seats, const result *r)
{
    for (int i = 0; i < GOALS; i++) {
        if (strcmp(goals[i].id, g->id) != 0 || goals[i].seats != seats)
            continue;
        printf("  goal %.0f games/s: %s move by move, %s with mur_rollout", goals[i].goal,
               verdict(r->games >= goals[i].goal), verdict(r->rollouts >= goals[i].goal));
        if (goals[i].other > 0)
            printf(" (OpenSpiel %.0f: %.1f and %.1f times that)", goals[i].other, r->games / goals[i].other,
                   r->rollouts / goals[i].other);
        printf("; copy %.0f ns: %s; position %zu bytes: %s; no allocation: %s\n", copy_goal,
               verdict(r->copy <= copy_goal), goals[i].state_max, verdict(g->state_size <= goals[i].state_max),
               verdict(r->allocations == 0));
    }
}

static void print_table(void)
{
    printf("Uniform random play through the public interface: games move by move (legal, then play), rollouts with\n"
           "mur_rollout, both from the deal to the end. One core, CPU time, best of %d runs.\n\n",
           RUNS);
    printf("%-18s %5s %10s %10s %10s %7s %8s %8s %8s %9s %6s %6s %6s\n", "game", "seats", "games/s", "rollouts/s",
           "moves/s", "ns/move", "moves", "copy ns", "view ns", "redeal ns", "state", "view", "allocs");
    const mur_game *g;
    for (int i = 0; (g = mur_game_at(i)); i++)
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            result r = measure(g, seats, 1.5);
            printf("%-18s %5d %10.0f %10.0f %10.0f %7.1f %8.1f %8.1f %8.1f %9.1f %6zu %6zu %6lu\n", g->id, seats,
                   r.games, r.rollouts, r.moves, 1e9 / r.moves, r.moves_per_game, r.copy, r.view, r.redeal,
                   g->state_size, g->view_size, r.allocations);
            print_goals(g, seats, &r);
            fflush(stdout);
        }
}

static void print_plain(void)
{
    static bench_storage setup;
    for (int i = 0; i < GOALS; i++) {
        const mur_game *g = mur_game_of(mur_span_of(goals[i].id));
        result r = { 0 };
        if (g && bench_make_setup(g, goals[i].seats, &setup)) {
            time_play(g, &setup, BENCH_MOVES, 2, &r);
            time_play(g, &setup, BENCH_ROLLOUT, 2, &r);
        }
        printf("%s %d %.0f %.0f\n", goals[i].id, goals[i].seats, r.games, r.rollouts);
    }
}

/* Plays a fixed number of games and nothing else: what is counted outside is the engine's. */
static int count(const char *id, int seats, int games)
{
    static bench_storage setup;
    mur_rng rng;
    const mur_game *g = mur_game_of(mur_span_of(id));
    if (!g || !bench_make_setup(g, seats, &setup))
        return EXIT_FAILURE;
    mur_rng_seed(&rng, 1);
    printf("%.1f moves a game\n", (double)bench_play(g, &setup, BENCH_MOVES, &rng, games) / games);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 5 && !strcmp(argv[1], "--count"))
        return count(argv[2], (int)strtol(argv[3], NULL, 10), (int)strtol(argv[4], NULL, 10));
    if (argc == 2 && !strcmp(argv[1], "--plain"))
        print_plain();
    else
        print_table();
    return EXIT_SUCCESS;
}
