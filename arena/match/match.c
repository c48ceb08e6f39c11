/* SPDX-License-Identifier: MIT */
/* arena/match/match.c -- plays the units of a match on several threads.
 *
 * Read play_unit() first: it deals once and plays the deal once for every seating (unit_game). play_game() is the game
 * loop: it asks the bot at the acting seat, built-in (ask_builtin) or external (ask_process), and shows every move to
 * the external ones. Each thread owns one worker, with all memory and processes it needs; threads share only what
 * `lock` protects: the number of the next unit, the progress, and the failures. A unit's result goes to its own element
 * of `units`, so the order in which threads finish does not matter. */
#include "arena/match/match.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena/protocol/bot_process.h"

/* Everything one thread needs to play: no two threads touch the same worker. */
typedef struct {
    arena_match *match;
    void *memory;
    mur_setup *setup;
    mur_state *state;
    mur_view *view;
    arena_bot_process *process[2][MUR_SEATS]; /* external bots by player and seat; NULL: not started. Kept from game to
                                                 game, because starting one is slow */
} worker;

struct arena_match {
    const arena_match_config *config;
    worker *workers;
    arena_unit *units;
    size_t max;
    int n;
    arena_failure failure[2];
    /* Shared by the threads while they play: */
    pthread_mutex_t lock;
    pthread_cond_t progress;
    int next, done, end, playing;
};

/* One game of a unit: the seating, the generators, and where its result is added. */
typedef struct {
    int unit;
    int alone, alone_seat; /* this player (0 or 1) has this seat; all other seats are the other player's */
    mur_rng rng[MUR_SEATS];
    uint32_t style[MUR_SEATS];
    arena_unit *result; /* of the unit; games add to it */
} unit_game;

static int player_at(const unit_game *game, int seat)
{
    return seat == game->alone_seat ? game->alone : 1 - game->alone;
}

/* -- External bots -- */

static bool has_failed(arena_match *m, int player)
{
    pthread_mutex_lock(&m->lock);
    bool out = m->failure[player].text[0] != '\0';
    pthread_mutex_unlock(&m->lock);
    return out;
}

/* Records why a player failed, unless it has failed before: the first reason is the useful one. */
static void mark_failed(arena_match *m, int player, const unit_game *game, uint32_t ply, const char *why)
{
    arena_failure *f = &m->failure[player];
    pthread_mutex_lock(&m->lock);
    if (!f->text[0]) {
        mur_text t = mur_text_on(f->text, sizeof f->text);
        mur_put(&t, why);
        f->unit = game->unit;
        f->ply = ply;
    }
    pthread_mutex_unlock(&m->lock);
}

/* A random move for a player that has failed; counted, so that the report shows how much of the match is affected. */
static mur_move play_random_for(arena_match *m, int player, const mur_view *v, mur_rng *rng)
{
    pthread_mutex_lock(&m->lock);
    m->failure[player].random_moves++;
    pthread_mutex_unlock(&m->lock);
    return v->moves[mur_rng_below(rng, v->n_moves)];
}

/* The process at this seat; NULL if a built-in bot sits there or the process has failed. */
static arena_bot_process *process_at(worker *w, const unit_game *game, int seat)
{
    int player = player_at(game, seat);
    arena_bot_process *process = w->process[player][seat];
    return process && !arena_bot_process_fault(process) ? process : NULL;
}

/* Starts the missing processes of this seating and begins a new game in all of them. A failure before the first move is
 * recorded at ply 0. */
static void start_processes(worker *w, unit_game *game)
{
    const arena_match_config *config = w->match->config;
    for (int seat = 0; seat < config->setup->seats; seat++) {
        int player = player_at(game, seat);
        const arena_player *p = config->player[player];
        if (p->bot || has_failed(w->match, player))
            continue;
        if (!w->process[player][seat])
            w->process[player][seat] = arena_bot_process_open(p->command, config->reply_timeout_ms);
        arena_bot_process *process = w->process[player][seat];
        if (arena_bot_process_fault(process))
            mark_failed(w->match, player, game, 0, arena_bot_process_fault(process));
        else
            arena_bot_process_new_game(process, config->game, w->setup, seat, mur_rng_next(&game->rng[seat]) >> 32);
    }
}

/* Shows a move to every external bot as its seat sees it: hidden parts are removed by the game's seen(). */
static void send_move_to_processes(worker *w, const unit_game *game, int mover, mur_move m)
{
    const mur_game *g = w->match->config->game;
    for (int seat = 0; seat < w->state->seats; seat++) {
        arena_bot_process *process = process_at(w, game, seat);
        if (process)
            arena_bot_process_send_move(process, mover, g->seen(w->state, mover, m, seat));
    }
}

/* Sends the final scores. */
static void end_game_for_processes(worker *w, const unit_game *game)
{
    for (int seat = 0; seat < w->state->seats; seat++) {
        arena_bot_process *process = process_at(w, game, seat);
        if (process)
            arena_bot_process_end_game(process, w->state);
    }
}

/* The move of an external bot, or a random one if it has failed, now or earlier, at this seat or another one. */
static mur_move ask_process(worker *w, unit_game *game, int seat, uint32_t *simulations)
{
    arena_match *match = w->match;
    int player = player_at(game, seat);
    arena_bot_process *process = has_failed(match, player) ? NULL : process_at(w, game, seat);
    mur_move m = process ? arena_bot_process_choose_move(process, w->view, &match->config->budget, simulations) : 0;
    if (process && !m)
        mark_failed(match, player, game, w->view->ply, arena_bot_process_fault(process));
    return m ? m : play_random_for(match, player, w->view, &game->rng[seat]);
}

/* -- A game -- */

static mur_move ask_builtin(worker *w, unit_game *game, int seat, uint32_t *simulations)
{
    const arena_match_config *config = w->match->config;
    mur_reasons reasons;
    arena_bot_context context = {
        .player = config->player[player_at(game, seat)],
        .game = config->game,
        .seats = config->setup->seats,
        .style = game->style[seat],
        .memory = w->memory,
    };
    mur_move m = arena_choose_move(&context, w->view, &config->budget, &game->rng[seat], &reasons);
    *simulations = reasons.simulations;
    return m;
}

/* Asks the bot at a seat for its move and counts the cost. A forced move is made without asking: it costs nothing and
 * would distort the averages. Built-in bots are charged the CPU time of this thread, processes the wall clock. */
static mur_move ask(worker *w, unit_game *game, int seat)
{
    int player = player_at(game, seat);
    bool is_builtin = w->match->config->player[player]->bot != NULL;
    arena_cost *cost = &game->result->cost[player];
    uint32_t simulations = 0;
    w->match->config->game->view(w->state, seat, w->view);
    if (w->view->n_moves == 1)
        return w->view->moves[0];
    uint64_t begin = is_builtin ? arena_cpu_ns() : arena_wall_ns();
    mur_move m = is_builtin ? ask_builtin(w, game, seat, &simulations) : ask_process(w, game, seat, &simulations);
    cost->nanoseconds += (is_builtin ? arena_cpu_ns() : arena_wall_ns()) - begin;
    cost->simulations += simulations;
    cost->moves++;
    return m;
}

/* Adds the lone player's result. `lead` is the score minus the mean score of the others, with the sign turned in games
 * where penalties are counted. Both are divided by the number of seats, so that a unit's sum over seatings is a mean.
 */
static void count_result(const worker *w, const unit_game *game)
{
    const mur_game *g = w->match->config->game;
    int scores[MUR_SEATS], seats = w->state->seats;
    unsigned winners = mur_winners(g, w->state);
    assert(winners != 0 && seats >= 2);
    double share = winners >> game->alone_seat & 1 ? 1.0 / __builtin_popcount(winners) : 0, lead = 0;
    g->scores(w->state, scores);
    for (int seat = 0; seat < seats; seat++)
        lead += seat == game->alone_seat ? scores[seat] : -(double)scores[seat] / (seats - 1);
    game->result->share[game->alone] += share / seats;
    game->result->lead[game->alone] += (g->lowest_wins ? -lead : lead) / seats;
}

/* Plays one game to the end. Moves come from bots that were given the legal ones, so an error of play() is a bug. */
static void play_game(worker *w, unit_game *game)
{
    const mur_game *g = w->match->config->game;
    mur_err e = g->start(w->setup, w->state);
    assert(!e);
    start_processes(w, game);
    while (w->state->to_act) {
        int seat = __builtin_ctz(w->state->to_act);
        mur_move m = ask(w, game, seat);
        send_move_to_processes(w, game, seat, m);
        e = g->play(w->state, seat, m, NULL);
        assert(!e);
    }
    (void)e;
    end_game_for_processes(w, game);
    count_result(w, game);
}

/* -- A unit -- */

/* Plays the unit's deal in one seating. Each seat's generator and style depend on unit, seating and seat only. */
static void play_seating(worker *w, int unit, int alone, int seat, arena_unit *result)
{
    const arena_match_config *config = w->match->config;
    int seats = config->setup->seats;
    unit_game game = { .unit = unit, .alone = alone, .alone_seat = seat, .result = result };
    assert((alone == 0 || alone == 1) && seat >= 0 && seat < seats);
    for (int i = 0; i < seats; i++) {
        uint64_t part = (((uint64_t)alone * MUR_SEATS) + (uint64_t)seat) * MUR_SEATS + (uint64_t)i;
        mur_rng_seed(&game.rng[i], arena_derive_seed(config->seed, (uint64_t)unit, part, 1));
        game.style[i] = (uint32_t)arena_derive_seed(config->seed, (uint64_t)unit, part, 2) | 1;
    }
    play_game(w, &game);
}

/* All games of one deal. The setup is shuffled from a seed that depends on the unit only: purpose 0 of
 * arena_derive_seed(); 1 are the bots' generators, 2 their styles. */
static void play_unit(worker *w, int unit, arena_unit *out)
{
    const arena_match_config *config = w->match->config;
    int seats = config->setup->seats;
    mur_rng deal;
    memset(out, 0, sizeof *out);
    memcpy(w->setup, config->setup, config->game->setup_size);
    mur_rng_seed(&deal, arena_derive_seed(config->seed, (uint64_t)unit, 0, 0));
    config->game->shuffle(w->setup, &deal);
    for (int seat = 0; seat < seats; seat++)
        play_seating(w, unit, 0, seat, out);
    for (int seat = 0; seat < seats && seats > 2; seat++)
        play_seating(w, unit, 1, seat, out);
    if (seats == 2) { /* the same games, seen from the other side */
        out->share[1] = 1 - out->share[0];
        out->lead[1] = -out->lead[0];
    }
}

/* -- Threads -- */

/* A thread: takes the next unit until none is left. The lock is not held while playing. */
static void *work(void *context)
{
    worker *w = context;
    arena_match *m = w->match;
    pthread_mutex_lock(&m->lock);
    while (m->next < m->end) {
        int unit = m->next++;
        pthread_mutex_unlock(&m->lock);
        play_unit(w, unit, &m->units[unit]);
        pthread_mutex_lock(&m->lock);
        m->done++;
        pthread_cond_signal(&m->progress);
    }
    m->playing--;
    pthread_cond_signal(&m->progress);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* Waits for the threads in the caller's thread and reports progress from there, so that callbacks need no locking. The
 * callback runs without the lock: a slow terminal must not stop the games. */
static void report_progress(arena_match *m, int units, arena_progress_fn *on_progress, void *context)
{
    pthread_mutex_lock(&m->lock);
    while (m->playing > 0) {
        pthread_cond_wait(&m->progress, &m->lock);
        int done = m->done;
        pthread_mutex_unlock(&m->lock);
        if (on_progress)
            on_progress(context, done, units);
        pthread_mutex_lock(&m->lock);
    }
    pthread_mutex_unlock(&m->lock);
}

/* Starts the threads, reports progress until all are done, joins them. `units` grows before the threads start: it must
 * not move while they write into it. */
void arena_match_play(arena_match *m, int units, arena_progress_fn *on_progress, void *context)
{
    int threads = m->config->threads < units ? m->config->threads : units;
    pthread_t *thread = mur_new(sizeof thread[0] * ((size_t)threads + 1));
    m->units = mur_grow(m->units, &m->max, (size_t)m->n + (size_t)units, sizeof m->units[0]);
    m->next = m->n;
    m->end = m->n + units;
    m->done = 0;
    m->playing = threads;
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, &m->workers[i]) != 0)
            abort();
    report_progress(m, units, on_progress, context);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    assert(m->done == units && m->playing == 0);
    m->n += units;
    free(thread);
}

/* -- The match -- */

static void open_worker(worker *w, arena_match *m)
{
    const mur_game *g = m->config->game;
    w->match = m;
    w->memory = arena_bot_memory_open();
    w->setup = mur_new(g->setup_size);
    w->state = mur_new(g->state_size);
    w->view = mur_new(g->view_size);
}

static void close_worker(worker *w)
{
    for (int player = 0; player < 2; player++)
        for (int seat = 0; seat < MUR_SEATS; seat++)
            arena_bot_process_close(&w->process[player][seat]);
    arena_bot_memory_close(&w->memory);
    free(w->setup);
    free(w->state);
    free(w->view);
}

arena_match *arena_match_open(const arena_match_config *config)
{
    arena_match *m = mur_new(sizeof *m);
    assert(config->threads > 0);
    m->config = config;
    m->workers = mur_new(sizeof m->workers[0] * (size_t)config->threads);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->progress, NULL);
    for (int i = 0; i < config->threads; i++)
        open_worker(&m->workers[i], m);
    return m;
}

void arena_match_close(arena_match **m)
{
    if (!*m)
        return;
    for (int i = 0; i < (*m)->config->threads; i++)
        close_worker(&(*m)->workers[i]);
    pthread_cond_destroy(&(*m)->progress);
    pthread_mutex_destroy(&(*m)->lock);
    free((*m)->workers);
    free((*m)->units);
    free(*m);
    *m = NULL;
}

int arena_match_n_units(const arena_match *m)
{
    return m->n;
}

const arena_unit *arena_match_unit(const arena_match *m, int i)
{
    assert(i >= 0 && i < m->n);
    return &m->units[i];
}

const arena_failure *arena_match_failure(const arena_match *m, int player)
{
    return m->failure[player].text[0] ? &m->failure[player] : NULL;
}

/* One player's means over the first n units; `samples` is scratch space for n numbers. */
static void sum_player(const arena_match *m, int n, int player, double *samples, arena_summary *s)
{
    for (int i = 0; i < n; i++)
        samples[i] = m->units[i].share[player];
    s->share[player] = arena_estimate_of(samples, n);
    for (int i = 0; i < n; i++)
        samples[i] = m->units[i].lead[player];
    s->lead[player] = arena_estimate_of(samples, n);
    for (int i = 0; i < n; i++) {
        const arena_cost *e = &m->units[i].cost[player];
        s->cost[player].moves += e->moves;
        s->cost[player].simulations += e->simulations;
        s->cost[player].nanoseconds += e->nanoseconds;
    }
}

arena_summary arena_match_summarize(const arena_match *m, int n)
{
    arena_summary s = { 0 };
    double *samples = mur_new(sizeof samples[0] * (size_t)(n + 1));
    assert(n <= m->n);
    for (int player = 0; player < 2; player++)
        sum_player(m, n, player, samples, &s);
    s.elo = arena_elo_interval_of(s.share[0], m->config->setup->seats);
    free(samples);
    return s;
}
