/* SPDX-License-Identifier: MIT */
#include "arena/session.h"

#include <stdlib.h>
#include <string.h>

#include "arena/image.h"
#include "engine/muraille.h"
#include "record/quote.h"
#include "record/reader.h"

struct arena_session {
    arena_player given; /* the bot asked for; none: the strongest */
    bool has_given;
    /* The game, from `new` or `record`: */
    const mur_game *game;
    int seats, seat;
    mur_rng rng;
    uint32_t style;
    mur_view *view; /* what the seat knows now, if has_view */
    bool has_view;
    /* A record that is being told: */
    bool is_in_record;
    int record_seat;
    mur_buffer record;
    void *memory; /* NULL until somebody thinks */
    uint32_t most;
    bool (*is_over)(void *context);
    void *context;
    mur_buffer *out;
};

/* -- Answers -- */

static void answer(arena_session *s, const char *word, const char *text)
{
    mur_buffer_put(s->out, word);
    mur_buffer_put(s->out, *text ? " " : "");
    mur_buffer_put(s->out, text);
    mur_buffer_put(s->out, "\n");
}

static void refuse(arena_session *s, const char *why)
{
    answer(s, "error", why);
}

/* What was said is shown as far as it is text. */
static void refuse_words(arena_session *s, const char *why, mur_span said)
{
    char text[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    mur_put(&t, why);
    mur_put(&t, ": ");
    mur_put_quoted(&t, said);
    refuse(s, text);
}

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

static void put_move(const arena_session *s, mur_move m)
{
    mur_text t = mur_buffer_text(s->out, MUR_MOVE_TEXT);
    s->game->write_move(m, &t);
    mur_buffer_keep(s->out, &t);
}

/* -- Words of a line -- */

static mur_span next_word(mur_span *rest)
{
    mur_span word = { rest->at, 0 };
    while (mur_take_char(rest, ' ')) {
    }
    mur_take_word(rest, &word);
    return word;
}

static bool next_number(mur_span *rest, uint64_t max, uint64_t *out)
{
    mur_span word = next_word(rest);
    return arena_take_uint(&word, out) && word.len == 0 && *out <= max;
}

/* -- Handshake -- */

static void greet(arena_session *s, mur_span rest)
{
    uint64_t version;
    if (!next_number(&rest, 1, &version) || version != 1) {
        refuse(s, "this engine speaks version 1 of the protocol: muraille 1");
        return;
    }
    mur_buffer_put(s->out, "name Muraille ");
    mur_buffer_put(s->out, mur_version());
    mur_buffer_put(s->out, s->has_given ? " " : "");
    mur_buffer_put(s->out, s->has_given ? s->given.spec : "");
    mur_buffer_put(s->out, "\n");
    for (int i = 0; mur_game_at(i); i++) {
        const mur_game *g = mur_game_at(i);
        mur_buffer_put(s->out, "plays ");
        mur_buffer_put(s->out, g->id);
        mur_buffer_put(s->out, " ");
        mur_buffer_put_int(s->out, g->seats_min);
        mur_buffer_put(s->out, " ");
        mur_buffer_put_int(s->out, g->seats_max);
        mur_buffer_put(s->out, "\n");
    }
    answer(s, "wants", "image");
    answer(s, "ready", "");
}

/* -- Games -- */

static void forget_game(arena_session *s)
{
    free(s->view);
    s->view = NULL;
    s->game = NULL;
    s->has_view = false;
}

static void begin(arena_session *s, const mur_game *g, int seats, int seat, uint64_t seed)
{
    forget_game(s);
    s->game = g;
    s->seats = seats;
    s->seat = seat;
    s->view = mur_new(g->view_size);
    mur_rng_seed(&s->rng, seed);
    s->style = seed ? (uint32_t)arena_seed(seed, 0, 0, 2) | 1 : 0;
}

static void begin_new(arena_session *s, mur_span rest)
{
    uint64_t seats, seat, seed = 0;
    mur_span id = next_word(&rest);
    const mur_game *g = mur_game_of(id);
    forget_game(s);
    if (!g) {
        refuse_words(s, "there is no such game", id);
        return;
    }
    if (!next_number(&rest, (uint64_t)g->seats_max, &seats) || (int)seats < g->seats_min) {
        refuse(s, mur_why(g, MUR_PLAYERS));
        return;
    }
    if (!next_number(&rest, seats, &seat) || seat == 0) {
        refuse(s, "there is no such seat; expected: new GAME PLAYERS SEAT [seed N]");
        return;
    }
    if (mur_span_is(next_word(&rest), "seed") && !next_number(&rest, UINT64_MAX, &seed)) {
        refuse(s, "this is no seed; expected: new GAME PLAYERS SEAT [seed N]");
        return;
    }
    begin(s, g, (int)seats, (int)seat - 1, seed);
}

static bool has_game(arena_session *s)
{
    if (!s->game)
        refuse(s, "no game has begun; expected: new GAME PLAYERS SEAT, or record SEAT");
    return s->game != NULL;
}

/* Options are in the view already. */
static void note_option(arena_session *s, mur_span rest)
{
    mur_span name = next_word(&rest);
    if (!has_game(s))
        return;
    for (int i = 0; i < s->game->n_options; i++)
        if (mur_span_is(name, s->game->options[i].id))
            return;
    refuse_words(s, "the game has no such option", name);
}

/* What the move did will be in the next image. */
static void note_move(arena_session *s, mur_span rest)
{
    uint64_t mover;
    if (!has_game(s))
        return;
    s->has_view = false;
    if (!next_number(&rest, (uint64_t)s->seats, &mover) || mover == 0 || !mur_take_char(&rest, ' ') || rest.len == 0)
        refuse(s, "expected: seen SEAT MOVE");
}

static void take_view(arena_session *s, mur_span rest)
{
    (void)rest;
    has_game(s);
}

static void take_image(arena_session *s, mur_span rest)
{
    if (!has_game(s))
        return;
    s->has_view =
        arena_image_read(s->game, next_word(&rest), s->view) && s->view->seat == s->seat && s->view->seats == s->seats;
    if (!s->has_view)
        refuse(s, "this is no image of this game and seat by this version of the engine");
}

/* -- Records -- */

static void begin_record(arena_session *s, mur_span rest)
{
    uint64_t seat;
    forget_game(s);
    if (!next_number(&rest, MUR_SEATS, &seat) || seat == 0) {
        refuse(s, "expected: record SEAT");
        return;
    }
    s->is_in_record = true;
    s->record_seat = (int)seat - 1;
    mur_buffer_clear(&s->record);
}

static void refuse_record(arena_session *s, const mur_record_error *e)
{
    mur_buffer_put(s->out, "error record:");
    mur_buffer_put_int(s->out, (int)e->line);
    mur_buffer_put(s->out, ": ");
    mur_buffer_put(s->out, e->message);
    mur_buffer_put(s->out, "\n");
}

/* The true position is known to us for this moment only: what the bot gets is the view. */
static void end_record(arena_session *s)
{
    mur_record *r;
    mur_record_error error;
    s->is_in_record = false;
    if (!mur_record_read((mur_span){ s->record.at, s->record.len }, NULL, &r, &error)) {
        refuse_record(s, &error);
        return;
    }
    if (s->record_seat >= r->setup->seats) {
        refuse(s, "there is no such seat");
    } else {
        begin(s, r->game, r->setup->seats, s->record_seat, 0);
        r->game->view(r->state, s->seat, s->view);
        s->has_view = true;
    }
    mur_record_close(&r);
}

static void add_to_record(arena_session *s, mur_span line)
{
    if (mur_span_is(line, "end")) {
        end_record(s);
        return;
    }
    if (s->record.len + line.len + 1 > MUR_RECORD_BYTES) {
        s->is_in_record = false;
        refuse(s, "a record is no longer than 16 MB");
        return;
    }
    mur_buffer_put_span(&s->record, line);
    mur_buffer_put(&s->record, "\n");
}

/* -- Thinking -- */

static bool read_budget(arena_session *s, mur_span rest, arena_budget *budget)
{
    mur_span word;
    uint64_t n;
    while ((word = next_word(&rest)).len > 0) {
        bool is_sims = mur_span_is(word, "sims");
        if ((!is_sims && !mur_span_is(word, "ms")) || !next_number(&rest, is_sims ? UINT32_MAX : 86400000, &n) || !n) {
            refuse(s, "expected: go [sims N] [ms N]");
            return false;
        }
        if (is_sims)
            budget->simulations = (uint32_t)n;
        else
            budget->nanoseconds = n * 1000000;
    }
    if (s->most && (!budget->simulations || budget->simulations > s->most))
        budget->simulations = s->most;
    return true;
}

/* Of each move what it is worth; then the scores that are expected, the line, the effort. */
static void tell_reasons(arena_session *s, const mur_reasons *why)
{
    for (int i = 0; i < s->view->n_moves; i++) {
        mur_buffer_put(s->out, "info value ");
        put_real(s->out, why->value[i]);
        mur_buffer_put(s->out, " ");
        put_move(s, s->view->moves[i]);
        mur_buffer_put(s->out, "\n");
    }
    mur_buffer_put(s->out, "info scores");
    for (int seat = 0; seat < s->seats; seat++) {
        mur_buffer_put(s->out, " ");
        put_real(s->out, why->expected[seat]);
    }
    mur_buffer_put(s->out, "\ninfo line ");
    for (int i = 0; i < why->n_line; i++) {
        mur_buffer_put(s->out, i > 0 ? "; " : "");
        put_move(s, why->line[i]);
    }
    mur_buffer_put(s->out, "\ninfo sims ");
    mur_buffer_put_int(s->out, (int)(why->simulations & INT32_MAX));
    mur_buffer_put(s->out, "\n");
}

static void think(arena_session *s, const arena_player *p, const arena_budget *budget)
{
    mur_reasons why;
    if (!s->memory)
        s->memory = arena_memory_open();
    arena_thinker thinker = { .player = p, .game = s->game, .seats = s->seats, .style = s->style, .memory = s->memory };
    mur_move m = arena_think(&thinker, s->view, budget, &s->rng, &why);
    tell_reasons(s, &why);
    mur_buffer_put(s->out, "bestmove ");
    put_move(s, m);
    mur_buffer_put(s->out, "\n");
}

static void go(arena_session *s, mur_span rest)
{
    arena_player strongest;
    arena_budget budget = { .is_over = s->is_over, .context = s->context };
    if (!has_game(s) || !read_budget(s, rest, &budget))
        return;
    if (!s->has_view) {
        refuse(s, "the position is not known; expected: image IMAGE after the latest move");
        return;
    }
    if (s->view->n_moves == 0) {
        refuse(s, mur_why(s->game, MUR_TURN));
        return;
    }
    if (!s->has_given)
        arena_player_open(&strongest, arena_strongest(s->game, s->seats));
    const arena_player *p = s->has_given ? &s->given : &strongest;
    if (!arena_player_can_play(p, s->game, s->seats)) {
        refuse(s, "this bot cannot play this game with so many players");
        return;
    }
    think(s, p, &budget);
}

/* -- What can be said -- */

static void do_nothing(arena_session *s, mur_span rest)
{
    (void)s;
    (void)rest;
}

static void end_game(arena_session *s, mur_span rest)
{
    (void)rest;
    forget_game(s);
}

static void ping(arena_session *s, mur_span rest)
{
    (void)rest;
    answer(s, "pong", "");
}

static const struct {
    const char *word;
    void (*run)(arena_session *s, mur_span rest);
} words[] = {
    { "muraille", greet },  { "new", begin_new },    { "option", note_option },  { "seen", note_move },
    { "view", take_view },  { "image", take_image }, { "record", begin_record }, { "go", go },
    { "stop", do_nothing }, { "over", end_game },    { "ping", ping },
};

static void obey(arena_session *s, mur_span line)
{
    mur_span rest = line, word = next_word(&rest);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (mur_span_is(word, words[i].word)) {
            words[i].run(s, rest);
            return;
        }
    if (word.len > 0)
        refuse_words(s, "this is not understood", line);
}

bool arena_session_take(arena_session *s, mur_span line, mur_buffer *out)
{
    if (line.len > 0 && line.at[line.len - 1] == '\r')
        line.len--;
    s->out = out;
    if (line.len > ARENA_SESSION_LINE)
        refuse(s, "this line is too long");
    else if (s->is_in_record)
        add_to_record(s, line);
    else if (mur_span_is(line, "quit"))
        return false;
    else
        obey(s, line);
    return true;
}

/* -- Opening and closing -- */

arena_session *arena_session_open(const char *bot, const char **why)
{
    arena_player p = { 0 };
    *why = bot ? arena_player_open(&p, bot) : NULL;
    if (!*why && bot && !p.bot)
        *why = N_("there is no such bot");
    if (*why)
        return NULL;
    arena_session *s = mur_new(sizeof *s);
    s->given = p;
    s->has_given = bot != NULL;
    return s;
}

void arena_session_close(arena_session **s)
{
    if (!*s)
        return;
    forget_game(*s);
    arena_player_close(&(*s)->given);
    arena_memory_close(&(*s)->memory);
    mur_buffer_close(&(*s)->record);
    free(*s);
    *s = NULL;
}

void arena_session_set_stop(arena_session *s, bool (*is_over)(void *context), void *context)
{
    s->is_over = is_over;
    s->context = context;
}

void arena_session_set_most(arena_session *s, uint32_t simulations)
{
    s->most = simulations;
}
