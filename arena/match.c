/* SPDX-License-Identifier: MIT */
#include "arena/match.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena/foreign.h"

/* A place to play: everything one thread needs for itself. */
typedef struct {
    arena_match *match;
    void *memory;
    mur_setup *setup;
    mur_state *state;
    mur_view *view;
    arena_foreign *chair[2][MUR_SEATS]; /* processes of foreign bots, by seat; NULL: not started yet */
} bench;

struct arena_match {
    const arena_terms *terms;
    bench *benches;
    arena_unit *units;
    size_t max;
    int n;
    arena_failure failure[2];
    /* Shared by the threads while they play: */
    pthread_mutex_t lock;
    pthread_cond_t progress;
    int next, done, end, playing;
};

/* One game of a unit: who sits where, and for whom it counts. */
typedef struct {
    int unit;
    int alone, alone_seat; /* the player who is alone; all other seats are the other player's */
    mur_rng rng[MUR_SEATS];
    uint32_t style[MUR_SEATS];
    arena_unit *counts;
} round_of_play;

static int player_at(const round_of_play *r, int seat)
{
    return seat == r->alone_seat ? r->alone : 1 - r->alone;
}

/* -- Foreign bots -- */

static bool is_out(arena_match *m, int player)
{
    pthread_mutex_lock(&m->lock);
    bool out = m->failure[player].text[0] != '\0';
    pthread_mutex_unlock(&m->lock);
    return out;
}

static void take_out(arena_match *m, int player, const round_of_play *r, uint32_t ply, const char *why)
{
    arena_failure *f = &m->failure[player];
    pthread_mutex_lock(&m->lock);
    if (!f->text[0]) {
        mur_text t = mur_text_on(f->text, sizeof f->text);
        mur_put(&t, why);
        f->unit = r->unit;
        f->ply = ply;
    }
    pthread_mutex_unlock(&m->lock);
}

static mur_move play_for(arena_match *m, int player, const mur_view *v, mur_rng *rng)
{
    pthread_mutex_lock(&m->lock);
    m->failure[player].random_moves++;
    pthread_mutex_unlock(&m->lock);
    return v->moves[mur_rng_below(rng, v->n_moves)];
}

/* The process at this seat; NULL: a bot of the house sits there, or nobody any more. */
static arena_foreign *foreign_at(bench *b, const round_of_play *r, int seat)
{
    int player = player_at(r, seat);
    arena_foreign *f = b->chair[player][seat];
    return f && !arena_foreign_fault(f) ? f : NULL;
}

static void seat_foreigners(bench *b, round_of_play *r)
{
    const arena_terms *terms = b->match->terms;
    for (int seat = 0; seat < terms->setup->seats; seat++) {
        int player = player_at(r, seat);
        const arena_player *p = terms->player[player];
        if (p->bot || is_out(b->match, player))
            continue;
        if (!b->chair[player][seat])
            b->chair[player][seat] = arena_foreign_open(p->command, terms->limit);
        arena_foreign *f = b->chair[player][seat];
        if (arena_foreign_fault(f))
            take_out(b->match, player, r, 0, arena_foreign_fault(f));
        else
            arena_foreign_begin(f, terms->game, b->setup, seat, mur_rng_next(&r->rng[seat]) >> 32);
    }
}

static void tell_foreigners(bench *b, const round_of_play *r, int mover, mur_move m)
{
    const mur_game *g = b->match->terms->game;
    for (int seat = 0; seat < b->state->seats; seat++) {
        arena_foreign *f = foreign_at(b, r, seat);
        if (f)
            arena_foreign_tell(f, mover, g->seen(b->state, mover, m, seat));
    }
}

static void dismiss_foreigners(bench *b, const round_of_play *r)
{
    for (int seat = 0; seat < b->state->seats; seat++) {
        arena_foreign *f = foreign_at(b, r, seat);
        if (f)
            arena_foreign_end(f, b->state);
    }
}

static mur_move ask_foreigner(bench *b, round_of_play *r, int seat, uint32_t *simulations)
{
    arena_match *match = b->match;
    int player = player_at(r, seat);
    arena_foreign *f = is_out(match, player) ? NULL : foreign_at(b, r, seat);
    mur_move m = f ? arena_foreign_choose(f, b->view, &match->terms->budget, simulations) : 0;
    if (f && !m)
        take_out(match, player, r, b->view->ply, arena_foreign_fault(f));
    return m ? m : play_for(match, player, b->view, &r->rng[seat]);
}

/* -- A game -- */

static mur_move ask_ours(bench *b, round_of_play *r, int seat, uint32_t *simulations)
{
    const arena_terms *terms = b->match->terms;
    mur_reasons reasons;
    arena_thinker thinker = {
        .player = terms->player[player_at(r, seat)],
        .game = terms->game,
        .seats = terms->setup->seats,
        .style = r->style[seat],
        .memory = b->memory,
    };
    mur_move m = arena_think(&thinker, b->view, &terms->budget, &r->rng[seat], &reasons);
    *simulations = reasons.simulations;
    return m;
}

/* Where there is no choice nobody is asked. */
static mur_move ask(bench *b, round_of_play *r, int seat)
{
    int player = player_at(r, seat);
    bool is_ours = b->match->terms->player[player]->bot != NULL;
    arena_effort *effort = &r->counts->effort[player];
    uint32_t simulations = 0;
    b->match->terms->game->view(b->state, seat, b->view);
    if (b->view->n_moves == 1)
        return b->view->moves[0];
    uint64_t begin = is_ours ? arena_cpu_now() : arena_wall_now();
    mur_move m = is_ours ? ask_ours(b, r, seat, &simulations) : ask_foreigner(b, r, seat, &simulations);
    effort->nanoseconds += (is_ours ? arena_cpu_now() : arena_wall_now()) - begin;
    effort->simulations += simulations;
    effort->moves++;
    return m;
}

static void count_result(const bench *b, const round_of_play *r)
{
    const mur_game *g = b->match->terms->game;
    int scores[MUR_SEATS], seats = b->state->seats;
    unsigned winners = mur_winners(g, b->state);
    double share = winners >> r->alone_seat & 1 ? 1.0 / __builtin_popcount(winners) : 0, lead = 0;
    g->scores(b->state, scores);
    for (int seat = 0; seat < seats; seat++)
        lead += seat == r->alone_seat ? scores[seat] : -(double)scores[seat] / (seats - 1);
    r->counts->share[r->alone] += share / seats;
    r->counts->lead[r->alone] += (g->lowest_wins ? -lead : lead) / seats;
}

static void play_game(bench *b, round_of_play *r)
{
    const mur_game *g = b->match->terms->game;
    mur_err e = g->start(b->setup, b->state);
    assert(!e);
    seat_foreigners(b, r);
    while (b->state->to_act) {
        int seat = __builtin_ctz(b->state->to_act);
        mur_move m = ask(b, r, seat);
        tell_foreigners(b, r, seat, m);
        e = g->play(b->state, seat, m, NULL);
        assert(!e);
    }
    (void)e;
    dismiss_foreigners(b, r);
    count_result(b, r);
}

/* -- A unit -- */

static void play_round(bench *b, int unit, int alone, int seat, arena_unit *counts)
{
    const arena_terms *terms = b->match->terms;
    int seats = terms->setup->seats;
    round_of_play r = { .unit = unit, .alone = alone, .alone_seat = seat, .counts = counts };
    for (int i = 0; i < seats; i++) {
        uint64_t part = (((uint64_t)alone * MUR_SEATS) + (uint64_t)seat) * MUR_SEATS + (uint64_t)i;
        mur_rng_seed(&r.rng[i], arena_seed(terms->seed, (uint64_t)unit, part, 1));
        r.style[i] = (uint32_t)arena_seed(terms->seed, (uint64_t)unit, part, 2) | 1;
    }
    play_game(b, &r);
}

static void play_unit(bench *b, int unit, arena_unit *out)
{
    const arena_terms *terms = b->match->terms;
    int seats = terms->setup->seats;
    mur_rng deal;
    memset(out, 0, sizeof *out);
    memcpy(b->setup, terms->setup, terms->game->setup_size);
    mur_rng_seed(&deal, arena_seed(terms->seed, (uint64_t)unit, 0, 0));
    terms->game->shuffle(b->setup, &deal);
    for (int seat = 0; seat < seats; seat++)
        play_round(b, unit, 0, seat, out);
    for (int seat = 0; seat < seats && seats > 2; seat++)
        play_round(b, unit, 1, seat, out);
    if (seats == 2) { /* the same games, seen from the other side */
        out->share[1] = 1 - out->share[0];
        out->lead[1] = -out->lead[0];
    }
}

/* -- Threads -- */

static void *work(void *context)
{
    bench *b = context;
    arena_match *m = b->match;
    pthread_mutex_lock(&m->lock);
    while (m->next < m->end) {
        int unit = m->next++;
        pthread_mutex_unlock(&m->lock);
        play_unit(b, unit, &m->units[unit]);
        pthread_mutex_lock(&m->lock);
        m->done++;
        pthread_cond_signal(&m->progress);
    }
    m->playing--;
    pthread_cond_signal(&m->progress);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static void watch_progress(arena_match *m, int units, arena_watch *watch, void *context)
{
    pthread_mutex_lock(&m->lock);
    while (m->playing > 0) {
        pthread_cond_wait(&m->progress, &m->lock);
        int done = m->done;
        pthread_mutex_unlock(&m->lock);
        if (watch)
            watch(context, done, units);
        pthread_mutex_lock(&m->lock);
    }
    pthread_mutex_unlock(&m->lock);
}

void arena_match_play(arena_match *m, int units, arena_watch *watch, void *context)
{
    int threads = m->terms->threads < units ? m->terms->threads : units;
    pthread_t *thread = mur_new(sizeof thread[0] * ((size_t)threads + 1));
    m->units = mur_grow(m->units, &m->max, (size_t)m->n + (size_t)units, sizeof m->units[0]);
    m->next = m->n;
    m->end = m->n + units;
    m->done = 0;
    m->playing = threads;
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, &m->benches[i]) != 0)
            abort();
    watch_progress(m, units, watch, context);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    m->n += units;
    free(thread);
}

/* -- The match -- */

static void open_bench(bench *b, arena_match *m)
{
    const mur_game *g = m->terms->game;
    b->match = m;
    b->memory = arena_memory_open();
    b->setup = mur_new(g->setup_size);
    b->state = mur_new(g->state_size);
    b->view = mur_new(g->view_size);
}

static void close_bench(bench *b)
{
    for (int player = 0; player < 2; player++)
        for (int seat = 0; seat < MUR_SEATS; seat++)
            arena_foreign_close(&b->chair[player][seat]);
    arena_memory_close(&b->memory);
    free(b->setup);
    free(b->state);
    free(b->view);
}

arena_match *arena_match_open(const arena_terms *terms)
{
    arena_match *m = mur_new(sizeof *m);
    assert(terms->threads > 0);
    m->terms = terms;
    m->benches = mur_new(sizeof m->benches[0] * (size_t)terms->threads);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->progress, NULL);
    for (int i = 0; i < terms->threads; i++)
        open_bench(&m->benches[i], m);
    return m;
}

void arena_match_close(arena_match **m)
{
    if (!*m)
        return;
    for (int i = 0; i < (*m)->terms->threads; i++)
        close_bench(&(*m)->benches[i]);
    pthread_cond_destroy(&(*m)->progress);
    pthread_mutex_destroy(&(*m)->lock);
    free((*m)->benches);
    free((*m)->units);
    free(*m);
    *m = NULL;
}

int arena_match_units(const arena_match *m)
{
    return m->n;
}

const arena_unit *arena_match_unit(const arena_match *m, int i)
{
    return &m->units[i];
}

const arena_failure *arena_match_failure(const arena_match *m, int player)
{
    return m->failure[player].text[0] ? &m->failure[player] : NULL;
}

static void sum_player(const arena_match *m, int n, int player, double *samples, arena_summary *s)
{
    for (int i = 0; i < n; i++)
        samples[i] = m->units[i].share[player];
    s->share[player] = arena_estimate_of(samples, n);
    for (int i = 0; i < n; i++)
        samples[i] = m->units[i].lead[player];
    s->lead[player] = arena_estimate_of(samples, n);
    for (int i = 0; i < n; i++) {
        const arena_effort *e = &m->units[i].effort[player];
        s->effort[player].moves += e->moves;
        s->effort[player].simulations += e->simulations;
        s->effort[player].nanoseconds += e->nanoseconds;
    }
}

arena_summary arena_match_sum(const arena_match *m, int n)
{
    arena_summary s = { 0 };
    double *samples = mur_new(sizeof samples[0] * (size_t)(n + 1));
    for (int player = 0; player < 2; player++)
        sum_player(m, n, player, samples, &s);
    s.elo = arena_difference_of(s.share[0], m->terms->setup->seats);
    free(samples);
    return s;
}
