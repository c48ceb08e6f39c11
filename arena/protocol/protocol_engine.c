/* SPDX-License-Identifier: MIT */
/* arena/protocol/protocol_engine.c -- reads the protocol's commands and answers them.
 *
 * `commands` at the end maps each word to its handler. State machine: "new" or "record ... end" sets the game and the
 * seat; "image" (or the record) sets the view; "seen" makes the view stale until the next "image"; "go" needs a view
 * that is up to date. All input is untrusted: every handler checks its words, replies "error ..." and leaves a
 * consistent state, usually "no game". */
#include "arena/protocol/protocol_engine.h"

#include <assert.h>
#include <stdlib.h>

#include "arena/protocol/view_image.h"
#include "engine/muraille.h"
#include "record/reader.h"
#include "record/safe_text.h"

struct arena_protocol_engine {
    arena_player chosen; /* the bot of --bot, if has_chosen; else each game's strongest */
    bool has_chosen;
    /* The game, from `new` or `record`: */
    const mur_game *game;
    int seats, seat;
    mur_rng rng;
    uint32_t style;
    mur_view *view; /* the seat's view, valid if has_view; allocated with the game */
    bool has_view;
    /* Between "record SEAT" and "end" all lines are collected: */
    bool is_in_record;
    int record_seat;
    mur_buffer record;
    void *memory; /* the bot's; NULL before the first search */
    uint32_t simulations_max;
    bool (*is_over)(void *context);
    void *context;
    mur_buffer *out;
};

/* -- Replies -- */

static void send_line(arena_protocol_engine *e, const char *word, const char *text)
{
    mur_buffer_put(e->out, word);
    mur_buffer_put(e->out, *text ? " " : "");
    mur_buffer_put(e->out, text);
    mur_buffer_put(e->out, "\n");
}

static void send_error(arena_protocol_engine *e, const char *why)
{
    send_line(e, "error", why);
}

/* An error that quotes the input; control characters are escaped. */
static void send_error_about(arena_protocol_engine *e, const char *why, mur_span said)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_put(&t, why);
    mur_put(&t, ": ");
    mur_put_quoted(&t, said);
    send_error(e, text);
}

/* A number with three digits after the point, the same on every platform and in every locale. */
static void put_real(mur_buffer *out, double x)
{
    int thousandths = (int)(x * 1000 + (x < 0 ? -0.5 : 0.5));
    char text[24];
    mur_text t = mur_text_on(text, sizeof text);
    if (thousandths < 0)
        mur_put_char(&t, '-');
    thousandths = abs(thousandths);
    mur_put_int(&t, thousandths / 1000);
    mur_put_char(&t, '.');
    for (int unit = 100; unit > 0; unit /= 10)
        mur_put_char(&t, (char)('0' + thousandths / unit % 10));
    mur_buffer_put(out, text);
}

static void put_move(const arena_protocol_engine *e, mur_move m)
{
    mur_text t = mur_buffer_reserve(e->out, MUR_MOVE_TEXT);
    e->game->write_move(m, &t);
    mur_buffer_commit(e->out, &t);
}

/* -- Words of a line -- */

/* The next word of a line; empty at its end. */
static mur_span next_word(mur_span *rest)
{
    mur_span word = { rest->at, 0 };
    while (mur_take_char(rest, ' ')) {
    }
    mur_take_word(rest, &word);
    return word;
}

/* The next word, if it is a number of at most `max`. */
static bool next_number(mur_span *rest, uint64_t max, uint64_t *out)
{
    mur_span word = next_word(rest);
    return arena_parse_uint(&word, out) && word.len == 0 && *out <= max;
}

/* -- Handshake -- */

/* The handshake: checks the protocol version, then sends name, games, and that this engine wants images instead of
 * JSON. */
static void handle_muraille(arena_protocol_engine *e, mur_span rest)
{
    uint64_t version;
    if (!next_number(&rest, 1, &version) || version != 1) {
        send_error(e, "this engine speaks version 1 of the protocol: muraille 1");
        return;
    }
    mur_buffer_put(e->out, "name Muraille ");
    mur_buffer_put(e->out, mur_version());
    mur_buffer_put(e->out, e->has_chosen ? " " : "");
    mur_buffer_put(e->out, e->has_chosen ? e->chosen.spec : "");
    mur_buffer_put(e->out, "\n");
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        mur_buffer_put(e->out, "plays ");
        mur_buffer_put(e->out, g->id);
        mur_buffer_put(e->out, " ");
        mur_buffer_put_int(e->out, g->seats_min);
        mur_buffer_put(e->out, " ");
        mur_buffer_put_int(e->out, g->seats_max);
        mur_buffer_put(e->out, "\n");
    }
    send_line(e, "wants", "image");
    send_line(e, "ready", "");
}

/* -- Games -- */

static void forget_game(arena_protocol_engine *e)
{
    free(e->view);
    e->view = NULL;
    e->game = NULL;
    e->has_view = false;
}

/* Starts a game: the position is not known yet. A seed makes the bot's moves reproducible and gives levels for people
 * their style; seed 0 (none) is the bot's plain style. */
static void begin(arena_protocol_engine *e, const mur_game *g, int seats, int seat, uint64_t seed)
{
    assert(seat >= 0 && seat < seats && seats <= g->seats_max);
    forget_game(e);
    e->game = g;
    e->seats = seats;
    e->seat = seat;
    e->view = mur_new(g->view_size);
    mur_rng_seed(&e->rng, seed);
    e->style = seed ? (uint32_t)arena_derive_seed(seed, 0, 0, 2) | 1 : 0;
}

/* "new GAME PLAYERS SEAT [seed N]". The old game is dropped first: after an error there is no game. */
static void handle_new(arena_protocol_engine *e, mur_span rest)
{
    uint64_t seats, seat, seed = 0;
    mur_span id = next_word(&rest);
    const mur_game *g = mur_game_of(id);
    forget_game(e);
    if (!g) {
        send_error_about(e, "unknown game", id);
        return;
    }
    if (!next_number(&rest, (uint64_t)g->seats_max, &seats) || (int)seats < g->seats_min) {
        send_error(e, mur_err_text(g, MUR_PLAYERS));
        return;
    }
    if (!next_number(&rest, seats, &seat) || seat == 0) {
        send_error(e, "there is no such seat; expected: new GAME PLAYERS SEAT [seed N]");
        return;
    }
    if (mur_span_is(next_word(&rest), "seed") && !next_number(&rest, UINT64_MAX, &seed)) {
        send_error(e, "this is no seed; expected: new GAME PLAYERS SEAT [seed N]");
        return;
    }
    begin(e, g, (int)seats, (int)seat - 1, seed);
}

/* Replies with an error if no game has begun. */
static bool has_game(arena_protocol_engine *e)
{
    if (!e->game)
        send_error(e, "no game has begun; expected: new GAME PLAYERS SEAT, or record SEAT");
    return e->game != NULL;
}

/* Options are part of the view, so only the name is checked. */
static void handle_option(arena_protocol_engine *e, mur_span rest)
{
    mur_span name = next_word(&rest);
    if (!has_game(e))
        return;
    for (int i = 0; i < e->game->n_options; i++)
        if (mur_span_is(name, e->game->options[i].id))
            return;
    send_error_about(e, "the game has no such option", name);
}

/* A move was made. Its effect is in the next image; until then the view is stale. */
static void handle_seen(arena_protocol_engine *e, mur_span rest)
{
    uint64_t mover;
    if (!has_game(e))
        return;
    e->has_view = false;
    if (!next_number(&rest, (uint64_t)e->seats, &mover) || mover == 0 || !mur_take_char(&rest, ' ') || rest.len == 0)
        send_error(e, "expected: seen SEAT MOVE");
}

/* The JSON view is not read: this engine asks for images. */
static void handle_view(arena_protocol_engine *e, mur_span rest)
{
    (void)rest;
    has_game(e);
}

/* The position. The image of another seat or number of players is refused, as one of another game is. */
static void handle_image(arena_protocol_engine *e, mur_span rest)
{
    if (!has_game(e))
        return;
    e->has_view = arena_view_image_read(e->game, next_word(&rest), e->view) && e->view->seat == e->seat &&
                  e->view->seats == e->seats;
    if (!e->has_view)
        send_error(e, "this is no image of this game and seat by this version of the engine");
}

/* -- Records -- */

static void handle_record(arena_protocol_engine *e, mur_span rest)
{
    uint64_t seat;
    forget_game(e);
    if (!next_number(&rest, MUR_SEATS, &seat) || seat == 0) {
        send_error(e, "expected: record SEAT");
        return;
    }
    e->is_in_record = true;
    e->record_seat = (int)seat - 1;
    mur_buffer_clear(&e->record);
}

static void send_record_error(arena_protocol_engine *e, const mur_record_error *error)
{
    mur_buffer_put(e->out, "error record:");
    mur_buffer_put_int(e->out, (int)error->line);
    mur_buffer_put(e->out, ": ");
    mur_buffer_put(e->out, error->message);
    mur_buffer_put(e->out, "\n");
}

/* The record is complete: replays it and takes the seat's view of its final position. The true state exists only inside
 * this function; the bot gets the view. */
static void end_record(arena_protocol_engine *e)
{
    mur_record *r;
    mur_record_error error;
    assert(e->is_in_record && !e->game);
    e->is_in_record = false;
    if (!mur_record_read((mur_span){ e->record.at, e->record.len }, NULL, &r, &error)) {
        send_record_error(e, &error);
        return;
    }
    if (e->record_seat >= r->setup->seats) {
        send_error(e, "there is no such seat");
    } else {
        begin(e, r->game, r->setup->seats, e->record_seat, 0);
        r->game->view(r->state, e->seat, e->view);
        e->has_view = true;
    }
    mur_record_close(&r);
}

/* Collects a line of a record. Records are limited to what the reader accepts. */
static void add_to_record(arena_protocol_engine *e, mur_span line)
{
    if (mur_span_is(line, "end")) {
        end_record(e);
        return;
    }
    if (e->record.len + line.len + 1 > MUR_RECORD_BYTES) {
        e->is_in_record = false;
        send_error(e, "a record is no longer than 16 MB");
        return;
    }
    mur_buffer_put_span(&e->record, line);
    mur_buffer_put(&e->record, "\n");
}

/* -- Searching -- */

/* "go [sims N] [ms N]" */
static bool read_budget(arena_protocol_engine *e, mur_span rest, arena_budget *budget)
{
    mur_span word;
    uint64_t n;
    while ((word = next_word(&rest)).len > 0) {
        bool is_sims = mur_span_is(word, "sims");
        if ((!is_sims && !mur_span_is(word, "ms")) || !next_number(&rest, is_sims ? UINT32_MAX : 86400000, &n) || !n) {
            send_error(e, "expected: go [sims N] [ms N]");
            return false;
        }
        if (is_sims)
            budget->simulations = (uint32_t)n;
        else
            budget->nanoseconds = n * 1000000;
    }
    if (e->simulations_max && (!budget->simulations || budget->simulations > e->simulations_max))
        budget->simulations = e->simulations_max;
    return true;
}

/* The "info" lines: the value of each move, the expected scores, the principal variation, the number of simulations. */
static void send_reasons(arena_protocol_engine *e, const mur_reasons *why)
{
    for (int i = 0; i < e->view->n_moves; i++) {
        mur_buffer_put(e->out, "info value ");
        put_real(e->out, why->value[i]);
        mur_buffer_put(e->out, " ");
        put_move(e, e->view->moves[i]);
        mur_buffer_put(e->out, "\n");
    }
    mur_buffer_put(e->out, "info scores");
    for (int seat = 0; seat < e->seats; seat++) {
        mur_buffer_put(e->out, " ");
        put_real(e->out, why->expected[seat]);
    }
    mur_buffer_put(e->out, "\ninfo line ");
    for (int i = 0; i < why->n_pv; i++) {
        mur_buffer_put(e->out, i > 0 ? "; " : "");
        put_move(e, why->pv[i]);
    }
    mur_buffer_put(e->out, "\ninfo sims ");
    mur_buffer_put_int(e->out, (int)(why->simulations & INT32_MAX));
    mur_buffer_put(e->out, "\n");
}

/* Searches the current position and sends reasons and move. */
static void search(arena_protocol_engine *e, const arena_player *p, const arena_budget *budget)
{
    mur_reasons why;
    if (!e->memory)
        e->memory = arena_bot_memory_open();
    arena_bot_context context = {
        .player = p, .game = e->game, .seats = e->seats, .style = e->style, .memory = e->memory
    };
    mur_move m = arena_choose_move(&context, e->view, budget, &e->rng, &why);
    send_reasons(e, &why);
    mur_buffer_put(e->out, "bestmove ");
    put_move(e, m);
    mur_buffer_put(e->out, "\n");
}

/* Checks in this order: a game, a well-formed budget, a current position, the seat's turn, a bot that can play it. */
static void handle_go(arena_protocol_engine *e, mur_span rest)
{
    arena_player strongest;
    arena_budget budget = { .is_over = e->is_over, .context = e->context };
    if (!has_game(e) || !read_budget(e, rest, &budget))
        return;
    if (!e->has_view) {
        send_error(e, "the position is not known; expected: image IMAGE after the latest move");
        return;
    }
    if (e->view->n_moves == 0) {
        send_error(e, mur_err_text(e->game, MUR_TURN));
        return;
    }
    if (!e->has_chosen)
        arena_player_open(&strongest, arena_strongest_bot(e->game, e->seats));
    const arena_player *p = e->has_chosen ? &e->chosen : &strongest;
    assert(e->view && p->bot);
    if (!arena_player_can_play(p, e->game, e->seats)) {
        send_error(e, "this bot cannot play this game with so many players");
        return;
    }
    search(e, p, &budget);
}

/* -- Commands -- */

/* "stop" between searches: there is nothing to stop. During a search the caller polls for it (set_stop). */
static void handle_stop(arena_protocol_engine *e, mur_span rest)
{
    (void)e;
    (void)rest;
}

/* "over SCORES": the scores do not matter to a bot that does not learn. */
static void handle_over(arena_protocol_engine *e, mur_span rest)
{
    (void)rest;
    forget_game(e);
}

static void handle_ping(arena_protocol_engine *e, mur_span rest)
{
    (void)rest;
    send_line(e, "pong", "");
}

static const struct {
    const char *word;
    void (*run)(arena_protocol_engine *e, mur_span rest);
} commands[] = {
    { "muraille", handle_muraille }, { "new", handle_new },     { "option", handle_option }, { "seen", handle_seen },
    { "view", handle_view },         { "image", handle_image }, { "record", handle_record }, { "go", handle_go },
    { "stop", handle_stop },         { "over", handle_over },   { "ping", handle_ping },
};

static void dispatch(arena_protocol_engine *e, mur_span line)
{
    mur_span rest = line, word = next_word(&rest);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (mur_span_is(word, commands[i].word)) {
            commands[i].run(e, rest);
            return;
        }
    if (word.len > 0)
        send_error_about(e, "this is not understood", line);
}

bool arena_protocol_engine_handle_line(arena_protocol_engine *e, mur_span line, mur_buffer *out)
{
    if (line.len > 0 && line.at[line.len - 1] == '\r')
        line.len--;
    e->out = out;
    if (line.len > ARENA_PROTOCOL_LINE_MAX)
        send_error(e, "this line is too long");
    else if (e->is_in_record)
        add_to_record(e, line);
    else if (mur_span_is(line, "quit"))
        return false;
    else
        dispatch(e, line);
    return true;
}

/* -- Opening and closing -- */

arena_protocol_engine *arena_protocol_engine_open(const char *bot, const char **why)
{
    arena_player p = { 0 };
    *why = bot ? arena_player_open(&p, bot) : NULL;
    if (!*why && bot && !p.bot)
        *why = N_("unknown bot");
    if (*why)
        return NULL;
    arena_protocol_engine *e = mur_new(sizeof *e);
    e->chosen = p;
    e->has_chosen = bot != NULL;
    return e;
}

void arena_protocol_engine_close(arena_protocol_engine **e)
{
    if (!*e)
        return;
    forget_game(*e);
    arena_player_close(&(*e)->chosen);
    arena_bot_memory_close(&(*e)->memory);
    mur_buffer_close(&(*e)->record);
    free(*e);
    *e = NULL;
}

void arena_protocol_engine_set_stop(arena_protocol_engine *e, bool (*is_over)(void *context), void *context)
{
    e->is_over = is_over;
    e->context = context;
}

void arena_protocol_engine_limit_simulations(arena_protocol_engine *e, uint32_t simulations)
{
    e->simulations_max = simulations;
}
