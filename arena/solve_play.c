/* SPDX-License-Identifier: MIT */
#include "arena/solve_play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/dm_balance.h"

enum {
    REMEMBERED = 1 << 17, /* spots to learn from */
    BATCH = 64,
    WHILE = 1024,     /* rounds */
    LEARN_EVERY = 16, /* rounds */
    ODD_HAND = 4,     /* one hand in so many has more odd choices */
    WARM_UP = 4096    /* rounds before learning from all that is remembered */
};

static const dm_effort effort = { 120, 1, 0.03F };

struct solve_play {
    solve_play_plan plan;
    solve_net *net;
    mur_rng rng;
    dm_spot spot;
    uint64_t rounds;
    double error;
    uint32_t oddity; /* in thousandths, of this hand */
    solve_sample remembered[REMEMBERED];
};

solve_play_plan solve_play_plan_of(int seats)
{
    return (solve_play_plan){
        .seats = seats, .wide = 64, .narrow = 32, .rounds = 1000000, .seed = 1, .rate = 2e-3, .rate_end = 1e-4
    };
}

static void begin_hand(solve_play *p)
{
    memset(&p->spot, 0, sizeof p->spot);
    p->spot.seats = (uint8_t)p->plan.seats;
    p->spot.ends = DM_BARE;
    for (int seat = 0; seat < p->plan.seats; seat++)
        p->spot.stock[seat] = 0x1111111;
    p->oddity = mur_rng_below(&p->rng, ODD_HAND) == 0 ? 400 : 60;
}

solve_play *solve_play_open(const solve_play_plan *plan)
{
    solve_play *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->plan = *plan;
    mur_rng_seed(&p->rng, plan->seed);
    p->net = solve_net_open(plan->seats, plan->wide, plan->narrow, plan->seats, &p->rng);
    if (!p->net)
        solve_play_close(&p);
    else
        begin_hand(p);
    return p;
}

void solve_play_close(solve_play **p)
{
    if (*p)
        solve_net_close(&(*p)->net);
    free(*p);
    *p = NULL;
}

/* -- A round -- */

static int draw(solve_play *p, const dm_lanes *chance, unsigned may)
{
    uint32_t n = (uint32_t)__builtin_popcount(may);
    bool is_odd = mur_rng_below(&p->rng, 1000) < p->oddity;
    float at = (float)mur_rng_below(&p->rng, 1 << 24) / (float)(1 << 24);
    for (int choice = 0; choice < DM_EMPTY; choice++) {
        if (!(may >> choice & 1))
            continue;
        float part = is_odd ? 1 / (float)n : (*chance)[choice];
        if (at < part)
            return choice;
        at -= part;
    }
    return DM_EMPTY;
}

static void play_round(solve_play *p)
{
    dm_worth worth = { dm_net_worth, solve_net_now(p->net) };
    dm_cases cases;
    dm_balance b;
    uint8_t choice[DM_SEATS];
    solve_sample *s = &p->remembered[p->rounds++ % REMEMBERED];
    dm_foresee_cases(&p->spot, &worth, &cases);
    dm_balance_find(&cases, &effort, &b);
    s->spot = p->spot;
    memcpy(s->worth, b.worth, sizeof s->worth);
    for (int seat = 0; seat < p->plan.seats; seat++)
        choice[seat] = (uint8_t)draw(p, &b.choice[seat], cases.may[seat]);
    p->spot = dm_advance(&p->spot, choice, &worth);
    if (dm_is_hand_over(&p->spot))
        begin_hand(p);
}

/* -- Learning -- */

static double learn(solve_play *p)
{
    solve_sample batch[BATCH];
    uint64_t known = p->rounds < REMEMBERED ? p->rounds : REMEMBERED;
    double done = (double)p->rounds / (double)p->plan.rounds;
    double rate = p->plan.rate * pow(p->plan.rate_end / p->plan.rate, done < 1 ? done : 1);
    for (int i = 0; i < BATCH; i++)
        batch[i] = p->remembered[mur_rng_below(&p->rng, (uint32_t)known)];
    return solve_net_learn(p->net, batch, BATCH, rate);
}

uint64_t solve_play_on(solve_play *p)
{
    int n = 0;
    p->error = 0;
    for (int i = 0; i < WHILE; i++) {
        play_round(p);
        if (p->rounds % LEARN_EVERY)
            continue;
        p->error += learn(p);
        n++;
    }
    p->error = sqrt(p->error / n);
    return p->rounds;
}

double solve_play_error(const solve_play *p)
{
    return p->error;
}

const solve_net *solve_play_net(const solve_play *p)
{
    return p->net;
}

/* -- Files -- */

bool solve_play_save(const solve_play *p, FILE *to)
{
    return fwrite(&p->plan, sizeof p->plan, 1, to) == 1 && fwrite(&p->rng, sizeof p->rng, 1, to) == 1 &&
           fwrite(&p->spot, sizeof p->spot, 1, to) == 1 && fwrite(&p->rounds, sizeof p->rounds, 1, to) == 1 &&
           fwrite(&p->oddity, sizeof p->oddity, 1, to) == 1 &&
           fwrite(p->remembered, sizeof p->remembered, 1, to) == 1 && solve_net_save(p->net, to);
}

static bool is_same(const solve_play_plan *a, const solve_play_plan *b)
{
    return a->seats == b->seats && a->wide == b->wide && a->narrow == b->narrow && a->rounds == b->rounds &&
           a->seed == b->seed && !(a->rate < b->rate) && !(a->rate > b->rate) && !(a->rate_end < b->rate_end) &&
           !(a->rate_end > b->rate_end);
}

bool solve_play_load(solve_play *p, FILE *from)
{
    solve_play_plan plan;
    if (fread(&plan, sizeof plan, 1, from) != 1 || !is_same(&plan, &p->plan))
        return false;
    return fread(&p->rng, sizeof p->rng, 1, from) == 1 && fread(&p->spot, sizeof p->spot, 1, from) == 1 &&
           fread(&p->rounds, sizeof p->rounds, 1, from) == 1 && fread(&p->oddity, sizeof p->oddity, 1, from) == 1 &&
           fread(p->remembered, sizeof p->remembered, 1, from) == 1 && solve_net_load(p->net, from);
}
