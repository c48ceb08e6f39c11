/* SPDX-License-Identifier: MIT */
/* cli/bot_player.c -- the bot behind `muraille bot`: an external program, or a built-in bot.
 * A built-in bot needs the view alone. An external program follows the game by itself: send_new_moves() replays to
 * it every move of the observation that it has not seen. Both get the budget of --sims or --cpu and a seed from the
 * clock. */
#include "cli/bot_player.h"

#include <assert.h>
#include <stdlib.h>

#include "arena/protocol/bot_process.h"
#include "cli/match.h"
#include "cli/new_game.h"
#include "cli/output.h"
#include "cli/translate.h"

struct cli_bot_player {
    arena_player player; /* the built-in bot, if there is no external one */
    arena_bot_process *process;
    arena_budget budget;
    void *memory;
    uint64_t seed;
    mur_rng rng;

    /* What the external program has seen of the game. */
    bool has_begun;
    uint32_t resets; /* client_table.resets at that time */
    size_t plies;
};

/* -- Opening -- */

/* Prints why this bot cannot be used; closes it and returns NULL. */
static cli_bot_player *refuse(cli_bot_player *p, const char *word, const char *why)
{
    cli_error(N_("\"{word}\": {reason}"),
              (const mur_format_arg[]){ { "word", mur_span_of(word) }, { "reason", mur_span_of(_(why)) }, { 0 } });
    cli_bot_player_close(&p);
    return NULL;
}

/* Starts the program; the handshake of the bot protocol is done when this returns. */
static cli_bot_player *open_external(cli_bot_player *p, const cli_args *args)
{
    p->process = arena_bot_process_open(args->engine, cli_reply_timeout_ms(args));
    const char *fault = arena_bot_process_fault(p->process);
    return fault ? refuse(p, args->engine, fault) : p;
}

/* The bots of bots/ play in this process; an arena_player that is a command is refused here. */
static cli_bot_player *open_builtin(cli_bot_player *p, const cli_args *args)
{
    const char *why = arena_player_open(&p->player, args->bot);
    if (!why && !p->player.bot)
        why = N_("unknown bot");
    if (why)
        return refuse(p, args->bot, why);
    p->memory = arena_bot_memory_open();
    return p;
}

cli_bot_player *cli_bot_player_open(const cli_args *args)
{
    if (!args->engine == !args->bot) {
        cli_error(N_("something is missing; expected: {word}"),
                  (const mur_format_arg[]){ { "word", mur_span_of(_("--engine COMMAND, or --bot LEVEL")) }, { 0 } });
        return NULL;
    }
    cli_bot_player *p = mur_new(sizeof *p);
    p->budget = (arena_budget){ .simulations = args->sims, .nanoseconds = args->cpu };
    p->seed = (uint32_t)cli_seed(args); /* ten digits at most, for our own engine */
    mur_rng_seed(&p->rng, p->seed);
    return args->engine ? open_external(p, args) : open_builtin(p, args);
}

void cli_bot_player_close(cli_bot_player **p)
{
    if (!*p)
        return;
    arena_bot_process_close(&(*p)->process);
    arena_player_close(&(*p)->player);
    arena_bot_memory_close(&(*p)->memory);
    free(*p);
    *p = NULL;
}

bool cli_bot_player_can_play(const cli_bot_player *p, const client_table *table)
{
    if (p->process || arena_player_can_play(&p->player, table->game, table->seats))
        return true;
    refuse(NULL, p->player.spec, N_("it cannot play this game with this number of players"));
    return false;
}

const char *cli_bot_player_fault(const cli_bot_player *p)
{
    const char *fault = p->process ? arena_bot_process_fault(p->process) : NULL;
    return fault ? _(fault) : NULL;
}

/* -- Choosing moves -- */

/* Sends the external program the moves since the last call. The bot protocol has no take-back: after one (the table
 * counts a reset) a new game begins with the moves that are left. */
static void send_new_moves(cli_bot_player *p, const client_table *table)
{
    if (!p->has_begun || p->resets != table->resets) {
        arena_bot_process_new_game(p->process, table->game, table->setup, table->my_seat, p->seed);
        p->has_begun = true;
        p->resets = table->resets;
        p->plies = 0;
    }
    assert(p->plies <= table->feed->plies);
    while (p->plies < table->feed->plies) {
        mur_step s;
        mur_feed_step(table->feed, ++p->plies, &s);
        arena_bot_process_send_move(p->process, s.seat, s.move);
    }
}

/* Bots that vary their play draw it from `style`, once a game; 0 would mean their best play, so it is odd. */
static mur_move choose_builtin(cli_bot_player *p, const client_table *table, const mur_view *v)
{
    const arena_bot_context t = { .player = &p->player,
                                  .game = table->game,
                                  .seats = table->seats,
                                  .style = (uint32_t)p->seed | 1,
                                  .memory = p->memory };
    return arena_choose_move(&t, v, &p->budget, &p->rng, NULL);
}

/* With a single legal move the bot is not asked. An external program then sees that move with the next ones. */
mur_move cli_bot_player_choose(cli_bot_player *p, const client_table *table, const mur_view *v)
{
    assert(v->n_moves > 0);
    uint32_t simulations;
    if (v->n_moves == 1)
        return v->moves[0];
    if (!p->process)
        return choose_builtin(p, table, v);
    send_new_moves(p, table);
    return arena_bot_process_choose_move(p->process, v, &p->budget, &simulations);
}

/* The state that the observation leads to is complete, because the game is over. */
void cli_bot_player_on_game_over(cli_bot_player *p, const client_table *table)
{
    mur_state *s = p->process && p->has_begun ? mur_feed_state(table->feed, table->feed->plies) : NULL;
    if (s) {
        send_new_moves(p, table);
        arena_bot_process_end_game(p->process, s);
    }
    free(s);
}
