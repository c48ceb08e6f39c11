/* SPDX-License-Identifier: MIT */
/* arena/die_mauer/solve_selfplay.c -- self-play for the Die Mauer value net.
 *
 * One hand after the other, round by round: play_round() solves a round, stores (position, equilibrium value) in a ring
 * buffer and advances; every LEARN_EVERY rounds learn_batch() takes a step on samples drawn from the buffer. One thread
 * and one generator, so a run is reproducible from its seed. */
#include "arena/die_mauer/solve_selfplay.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/die_mauer/dm_equilibrium.h"

enum {
    REPLAY_SIZE = 1 << 17, /* samples in the ring buffer */
    BATCH = 64,
    ROUNDS_PER_RUN = 1024,
    LEARN_EVERY = 16, /* rounds */
    RANDOM_HAND = 4   /* one hand in four has many random choices, the others few */
};

static const dm_effort effort = { 120, 1, 0.03F }; /* a rough equilibrium is enough: targets are noisy anyway */

struct solve_selfplay {
    solve_selfplay_config config;
    solve_net *net;
    mur_rng rng;
    dm_position position;
    uint64_t rounds;
    double error;
    uint32_t random_chance; /* of a random choice in this hand, in thousandths */
    solve_sample replay[REPLAY_SIZE];
};

solve_selfplay_config solve_selfplay_config_of(int seats)
{
    return (solve_selfplay_config){
        .seats = seats, .hidden1 = 64, .hidden2 = 32, .rounds = 1000000, .seed = 1, .rate = 2e-3, .rate_end = 1e-4
    };
}

/* The first position of a hand. */
static void begin_hand(solve_selfplay *p)
{
    memset(&p->position, 0, sizeof p->position);
    p->position.seats = (uint8_t)p->config.seats;
    p->position.ends = DM_NO_WALL;
    for (int seat = 0; seat < p->config.seats; seat++)
        p->position.stock[seat] = DM_FULL;
    p->random_chance = mur_rng_below(&p->rng, RANDOM_HAND) == 0 ? 400 : 60;
}

solve_selfplay *solve_selfplay_open(const solve_selfplay_config *config)
{
    solve_selfplay *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->config = *config;
    mur_rng_seed(&p->rng, config->seed);
    p->net = solve_net_open(config->seats, config->hidden1, config->hidden2, config->seats, &p->rng);
    if (!p->net)
        solve_selfplay_close(&p);
    else
        begin_hand(p);
    return p;
}

void solve_selfplay_close(solve_selfplay **p)
{
    if (*p)
        solve_net_close(&(*p)->net);
    free(*p);
    *p = NULL;
}

/* -- A round -- */

/* Draws a choice: from the strategy, or uniformly among the legal ones. Rounding errors end at the empty hand, which is
 * always legal. */
static int draw(solve_selfplay *p, const dm_choice_vector *chance, unsigned legal)
{
    uint32_t n = (uint32_t)__builtin_popcount(legal);
    assert(legal >> DM_EMPTY & 1);
    bool is_random = mur_rng_below(&p->rng, 1000) < p->random_chance;
    float at = (float)mur_rng_below(&p->rng, 1 << 24) / (float)(1 << 24);
    for (int choice = 0; choice < DM_EMPTY; choice++) {
        if (!(legal >> choice & 1))
            continue;
        float part = is_random ? 1 / (float)n : (*chance)[choice];
        if (at < part)
            return choice;
        at -= part;
    }
    return DM_EMPTY;
}

/* One round: solve it, store the sample, draw everybody's choice, advance. What is decided after the reveal is done as
 * the payoffs assume (dm_play_round). */
static void play_round(solve_selfplay *p)
{
    dm_evaluator value = { dm_net_value, solve_net_current(p->net) };
    dm_payoffs payoffs;
    dm_equilibrium eq;
    uint8_t choice[DM_SEATS];
    solve_sample *s = &p->replay[p->rounds++ % REPLAY_SIZE];
    dm_compute_payoffs(&p->position, &value, &payoffs);
    dm_equilibrium_find(&payoffs, &effort, &eq);
    s->position = p->position;
    memcpy(s->value, eq.value, sizeof s->value);
    for (int seat = 0; seat < p->config.seats; seat++)
        choice[seat] = (uint8_t)draw(p, &eq.strategy[seat], payoffs.legal[seat]);
    p->position = dm_play_round(&p->position, choice, &value);
    if (dm_is_hand_over(&p->position))
        begin_hand(p);
}

/* -- Learning -- */

/* One step on samples drawn with replacement from all stored ones. */
static double learn_batch(solve_selfplay *p)
{
    solve_sample batch[BATCH];
    uint64_t known = p->rounds < REPLAY_SIZE ? p->rounds : REPLAY_SIZE;
    assert(known > 0);
    double done = (double)p->rounds / (double)p->config.rounds;
    double rate = p->config.rate * pow(p->config.rate_end / p->config.rate, done < 1 ? done : 1);
    for (int i = 0; i < BATCH; i++)
        batch[i] = p->replay[mur_rng_below(&p->rng, (uint32_t)known)];
    return solve_net_learn(p->net, batch, BATCH, rate);
}

uint64_t solve_selfplay_run(solve_selfplay *p)
{
    int n = 0;
    p->error = 0;
    for (int i = 0; i < ROUNDS_PER_RUN; i++) {
        play_round(p);
        if (p->rounds % LEARN_EVERY)
            continue;
        p->error += learn_batch(p);
        n++;
    }
    p->error = sqrt(p->error / n);
    return p->rounds;
}

double solve_selfplay_error(const solve_selfplay *p)
{
    return p->error;
}

const solve_net *solve_selfplay_net(const solve_selfplay *p)
{
    return p->net;
}

/* -- Files -- */

bool solve_selfplay_save(const solve_selfplay *p, FILE *to)
{
    return fwrite(&p->config, sizeof p->config, 1, to) == 1 && fwrite(&p->rng, sizeof p->rng, 1, to) == 1 &&
           fwrite(&p->position, sizeof p->position, 1, to) == 1 && fwrite(&p->rounds, sizeof p->rounds, 1, to) == 1 &&
           fwrite(&p->random_chance, sizeof p->random_chance, 1, to) == 1 &&
           fwrite(p->replay, sizeof p->replay, 1, to) == 1 && solve_net_save(p->net, to);
}

static bool is_same(const solve_selfplay_config *a, const solve_selfplay_config *b)
{
    return a->seats == b->seats && a->hidden1 == b->hidden1 && a->hidden2 == b->hidden2 && a->rounds == b->rounds &&
           a->seed == b->seed && !(a->rate < b->rate) && !(a->rate > b->rate) && !(a->rate_end < b->rate_end) &&
           !(a->rate_end > b->rate_end);
}

bool solve_selfplay_load(solve_selfplay *p, FILE *from)
{
    solve_selfplay_config config;
    if (fread(&config, sizeof config, 1, from) != 1 || !is_same(&config, &p->config))
        return false;
    return fread(&p->rng, sizeof p->rng, 1, from) == 1 && fread(&p->position, sizeof p->position, 1, from) == 1 &&
           fread(&p->rounds, sizeof p->rounds, 1, from) == 1 &&
           fread(&p->random_chance, sizeof p->random_chance, 1, from) == 1 &&
           fread(p->replay, sizeof p->replay, 1, from) == 1 && solve_net_load(p->net, from);
}
