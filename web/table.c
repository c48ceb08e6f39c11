/* SPDX-License-Identifier: MIT */
#include "web/table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/say.h"
#include "record/reader.h"
#include "record/replay.h"
#include "web/advice.h"
#include "web/aids.h"
#include "web/put.h"
#include "web/think.h"
#include "web/words.h"

struct table {
    mur_record *record;
    words *words;
    thinker thinker;
    mur_decision *judged; /* of the record, in the order of the game */
    size_t n_judged, max_judged;
};

/* A request being read: its arguments, then the lines behind them. */
typedef struct {
    table *table;
    mur_span line, more;
    mur_json *out;
} request;

table *table_open(void)
{
    return mur_new(sizeof(table));
}

void table_close(table **t)
{
    if (!*t)
        return;
    mur_record_close(&(*t)->record);
    words_close(&(*t)->words);
    thinker_close(&(*t)->thinker);
    free((*t)->judged);
    free(*t);
    *t = NULL;
}

/* -- Reading -- */

static bool take_argument(request *r, mur_span *word)
{
    mur_take_char(&r->line, ' ');
    return mur_take_word(&r->line, word);
}

static bool take_int(request *r, int *n)
{
    mur_take_char(&r->line, ' ');
    return mur_take_number(&r->line, n);
}

static bool take_seed(request *r, uint64_t *seed)
{
    mur_span word;
    if (!take_argument(r, &word))
        return false;
    *seed = 0;
    for (size_t i = 0; i < word.len; i++)
        *seed = *seed * 10 + (uint64_t)(word.at[i] - '0');
    return true;
}

/* 1..n, or 0 for a spectator: the seat of a view. */
static bool take_viewer(request *r, int *seat)
{
    if (!take_int(r, seat) || *seat > r->table->record->setup->seats)
        return false;
    *seat = *seat ? *seat - 1 : MUR_WATCHER;
    return true;
}

static bool take_line(mur_span *lines, mur_span *line)
{
    if (lines->len == 0)
        return false;
    const char *end = memchr(lines->at, '\n', lines->len);
    size_t n = end ? (size_t)(end - lines->at) : lines->len;
    *line = (mur_span){ lines->at, n };
    n += end != NULL;
    *lines = (mur_span){ lines->at + n, lines->len - n };
    return true;
}

/* -- Writing -- */

static void put_seats(mur_json *j, const char *key, unsigned seats)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (seats >> seat & 1)
            mur_json_int(j, seat + 1);
    mur_json_end(j, ']');
}

static void refuse(request *r, const char *why)
{
    put_string(r->out, "error", words_say(r->table->words, why));
}

/* What the engine needs to speak: the language, and the names of the players. */
typedef struct {
    mur_words words;
    const char *names[MUR_SEATS];
} voice;

static void find_voice(const table *t, voice *v)
{
    *v = (voice){ .words = words_of(t->words) };
    v->words.names = v->names;
    for (int seat = 0; t->record && seat < t->record->setup->seats; seat++) {
        const char tag[] = { 'p', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0' };
        v->names[seat] = mur_record_tag(t->record, mur_span_of(tag));
    }
}

/* -- Positions -- */

/* The position after this many moves, in a state of the caller's that it frees; NULL if there are not so many. */
static mur_state *state_at(const mur_record *record, size_t ply)
{
    mur_replay *replay;
    if (ply > record->n_moves)
        return NULL;
    mur_state *s = mur_new(record->game->state_size);
    mur_replay_open(&replay, record);
    while (replay->ply < ply)
        mur_replay_next(replay, NULL);
    memcpy(s, replay->state, record->game->state_size);
    mur_replay_close(&replay);
    return s;
}

static void put_legal(const mur_game *g, const mur_view *v, const mur_words *w, mur_json *j)
{
    mur_json_key(j, "legal");
    mur_json_begin(j, '[');
    for (int i = 0; i < v->n_moves; i++) {
        mur_json_begin(j, '{');
        put_move(j, g, v->moves[i], w);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
}

static void put_result(const mur_game *g, const mur_state *s, mur_json *j)
{
    int scores[MUR_SEATS];
    g->scores(s, scores);
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < s->seats; seat++)
        mur_json_int(j, scores[seat]);
    mur_json_end(j, ']');
    put_bool(j, "over", !s->to_act);
    put_seats(j, "winners", s->to_act ? 0 : mur_winners(g, s));
}

static void put_picture(const mur_game *g, const mur_view *v, const mur_words *w, mur_json *j)
{
    char *picture = mur_new(MUR_PICTURE_TEXT);
    mur_text t = mur_text_on(picture, MUR_PICTURE_TEXT);
    g->draw(v, w, &t);
    put_string(j, "picture", picture);
    free(picture);
}

/* All that a client shows of a position, from a view alone but for the scores, which are open. */
static void put_position(request *r, const mur_state *s, int seat)
{
    const mur_record *record = r->table->record;
    const mur_game *g = record->game;
    mur_json *j = r->out;
    mur_view *v = mur_new(g->view_size);
    voice says;
    find_voice(r->table, &says);
    g->view(s, seat, v);
    put_string(j, "game", g->id);
    mur_json_put_int(j, "seats", s->seats);
    mur_json_put_int(j, "seat", seat == MUR_WATCHER ? 0 : seat + 1);
    mur_json_put_int(j, "ply", (int)s->ply);
    mur_json_put_int(j, "plies", (int)record->n_moves);
    put_seats(j, "to_act", s->to_act);
    mur_json_key(j, "state");
    mur_json_word(j, "");
    g->write_json(v, j->t);
    put_legal(g, v, &says.words, j);
    put_result(g, s, j);
    mur_json_key(j, "aids");
    aids_write(g, v, j);
    put_picture(g, v, &says.words, j);
    free(v);
}

static void look(request *r)
{
    const mur_record *record = r->table->record;
    int seat, ply = (int)record->n_moves;
    if (!take_viewer(r, &seat)) {
        refuse(r, mur_why(record->game, MUR_TURN));
        return;
    }
    take_int(r, &ply);
    mur_state *s = state_at(record, (size_t)ply);
    if (s)
        put_position(r, s, seat);
    else
        refuse(r, mur_why(record->game, MUR_OVER));
    free(s);
}

/* -- Moves -- */

/* SEAT MOVE; false: told. */
static bool take_move(request *r, int *seat, mur_move *m)
{
    const mur_game *g = r->table->record->game;
    if (!take_int(r, seat)) {
        refuse(r, mur_why(g, MUR_TURN));
        return false;
    }
    (*seat)--;
    mur_take_char(&r->line, ' ');
    *m = g->read_move(r->line);
    if (!*m)
        refuse(r, mur_why(g, MUR_TEXT));
    return *m != 0;
}

static void play(request *r)
{
    mur_record *record = r->table->record;
    int seat;
    mur_move m;
    if (!take_move(r, &seat, &m))
        return;
    mur_err e = mur_record_play(record, seat, m, NULL);
    if (e) {
        refuse(r, mur_why(record->game, e));
        return;
    }
    if (mur_record_is_over(record))
        mur_record_finish(record);
    mur_json_put_int(r->out, "ply", (int)record->n_moves);
}

/* The state after a move, in a world that the seat cannot tell from the true one; NULL: told why. */
static mur_state *guess_after(request *r, const mur_state *now, int seat, mur_move m, mur_rng *rng, mur_err *e)
{
    const mur_game *g = r->table->record->game;
    mur_view *v = mur_new(g->view_size);
    mur_state *s = mur_new(g->state_size);
    g->view(now, seat, v);
    g->redeal(v, rng, s);
    *e = g->play(s, seat, m, NULL);
    free(v);
    return s;
}

static void why(request *r)
{
    const mur_record *record = r->table->record;
    int seat;
    mur_move m;
    mur_rng rng;
    mur_err e;
    if (!take_move(r, &seat, &m))
        return;
    if (!mur_may_act(record->state, seat)) {
        refuse(r, mur_why(record->game, record->state->to_act ? MUR_TURN : MUR_OVER));
        return;
    }
    mur_rng_seed(&rng, 1);
    free(guess_after(r, record->state, seat, m, &rng, &e));
    put_string(r->out, "why", e ? words_say(r->table->words, mur_why(record->game, e)) : "");
}

static void preview(request *r)
{
    const mur_record *record = r->table->record;
    int seat;
    mur_move m;
    mur_rng rng;
    mur_err e = MUR_TURN;
    mur_state *s = NULL;
    if (!take_move(r, &seat, &m))
        return;
    mur_rng_seed(&rng, 1);
    if (mur_may_act(record->state, seat))
        s = guess_after(r, record->state, seat, m, &rng, &e);
    if (e)
        refuse(r, mur_why(record->game, e));
    else
        put_position(r, s, seat);
    free(s);
}

/* The mover learnt nothing if every world that fitted before leads to the same view after the move. */
static void quiet(request *r)
{
    enum { WORLDS = 24 };
    const mur_record *record = r->table->record;
    const mur_game *g = record->game;
    int ply;
    if (!take_int(r, &ply) || (size_t)ply >= record->n_moves) {
        put_bool(r->out, "quiet", false);
        return;
    }
    mur_played made = record->moves[ply];
    mur_state *now = state_at(record, (size_t)ply), *next = state_at(record, (size_t)ply + 1);
    mur_view *seen = mur_new(g->view_size), *other = mur_new(g->view_size);
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    g->view(next, made.seat, seen);
    bool same = true;
    for (int i = 0; i < WORLDS && same; i++) {
        mur_err e;
        mur_state *s = guess_after(r, now, made.seat, made.move, &rng, &e);
        g->view(s, made.seat, other);
        same = !e && memcmp(seen, other, g->view_size) == 0;
        free(s);
    }
    put_bool(r->out, "quiet", same);
    free(now);
    free(next);
    free(seen);
    free(other);
}

/* -- Bots -- */

static void learn(request *r)
{
    thinker_learn(&r->table->thinker, r->more);
    put_bool(r->out, "ok", true);
}

static bool can_play(const request *r, const mur_bot *bot)
{
    const mur_record *record = r->table->record;
    return thinker_can_play(&r->table->thinker, bot, record->game, record->setup->seats);
}

static void bots(request *r)
{
    mur_json_key(r->out, "bots");
    mur_json_begin(r->out, '[');
    for (int i = 0; mur_bot_at(i); i++)
        if (can_play(r, mur_bot_at(i)))
            put_text(r->out, mur_span_of(mur_bot_at(i)->id));
    mur_json_end(r->out, ']');
}

/* BUDGET SEED */
static bool take_effort(request *r, thought *how)
{
    int budget;
    if (!take_int(r, &budget) || !take_seed(r, &how->seed))
        return false;
    how->simulations = (uint32_t)budget;
    return true;
}

/* The seat that may act in this position; false: told. */
static bool take_actor(request *r, const mur_state *s, int *seat)
{
    if (take_int(r, seat) && mur_may_act(s, --*seat))
        return true;
    refuse(r, mur_why(r->table->record->game, MUR_TURN));
    return false;
}

static mur_move think_of(request *r, const thought *how, const mur_state *s, int seat, mur_view *v, mur_reasons *why)
{
    how->game->view(s, seat, v);
    return thinker_think(&r->table->thinker, how, v, why);
}

/* A bot is shown a view like everybody else. */
static void move_bot(request *r)
{
    const mur_record *record = r->table->record;
    const mur_game *g = record->game;
    mur_span id = { "", 0 };
    int seat;
    uint64_t style = 0;
    thought how = { .game = g };
    if (!take_actor(r, record->state, &seat))
        return;
    take_argument(r, &id);
    how.bot = mur_bot_of(id);
    if (!how.bot || !take_effort(r, &how) || !can_play(r, how.bot)) {
        refuse(r, N_("there is no such bot"));
        return;
    }
    take_seed(r, &style);
    how.style = (uint32_t)style;
    mur_view *v = mur_new(g->view_size);
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_move(think_of(r, &how, record->state, seat, v, NULL), &t);
    put_string(r->out, "move", text);
    free(v);
}

/* -- Advice -- */

static thought adviser_of(const request *r)
{
    const mur_record *record = r->table->record;
    const mur_bot *bot = thinker_adviser(&r->table->thinker, record->game, record->setup->seats);
    return (thought){ .game = record->game, .bot = bot };
}

static void hint(request *r)
{
    const mur_record *record = r->table->record;
    thought how = adviser_of(r);
    int seat;
    if (!take_actor(r, record->state, &seat))
        return;
    take_effort(r, &how);
    mur_view *v = mur_new(how.game->view_size);
    advice a = { .game = how.game, .bot = how.bot, .view = v };
    voice says;
    find_voice(r->table, &says);
    a.best = think_of(r, &how, record->state, seat, v, &a.why);
    advice_put(r->out, &a, &says.words);
    free(v);
}

/* Those of this ply and later ones are judged anew. */
static void add_judged(table *t, mur_decision d)
{
    while (t->n_judged > 0 && t->judged[t->n_judged - 1].ply >= d.ply)
        t->n_judged--;
    t->judged = mur_grow(t->judged, &t->max_judged, t->n_judged + 1, sizeof t->judged[0]);
    t->judged[t->n_judged++] = d;
}

/* A move that was the only one is no decision. */
static void judge(request *r)
{
    const mur_record *record = r->table->record;
    thought how = adviser_of(r);
    int ply;
    if (!take_int(r, &ply) || (size_t)ply >= record->n_moves) {
        refuse(r, mur_why(record->game, MUR_OVER));
        return;
    }
    take_effort(r, &how);
    mur_state *s = state_at(record, (size_t)ply);
    mur_view *v = mur_new(how.game->view_size);
    mur_played made = record->moves[ply];
    mur_reasons why;
    how.game->view(s, made.seat, v);
    bool is_decision = v->n_moves > 1;
    if (is_decision) {
        mur_move best = thinker_think(&r->table->thinker, &how, v, &why);
        add_judged(r->table, mur_decision_of(how.game, v, made.move, best, &why));
    }
    put_bool(r->out, "judged", is_decision);
    free(v);
    free(s);
}

static void review(request *r)
{
    const mur_record *record = r->table->record;
    voice says;
    mur_review found = {
        .at = r->table->judged,
        .n = r->table->n_judged,
        .seats = record->setup->seats,
    };
    find_voice(r->table, &says);
    mur_review_sum_up(&found, record->game, record->state);
    advice_put_review(r->out, &found, record->game, &says.words);
}

/* -- What happened -- */

static void put_place(const mur_game *g, const char *key, int place, mur_json *j)
{
    char text[MUR_LINE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_place(place, NULL, &t); /* for programs: never translated */
    put_string(j, key, text);
}

static void put_event(const mur_game *g, mur_event e, const mur_words *w, mur_json *j)
{
    char sentence[MUR_SENTENCE_TEXT];
    mur_text t = mur_text_on(sentence, sizeof sentence);
    mur_say_event(g, e, w, &t);
    mur_json_begin(j, '{');
    put_string(j, "kind", g->sentences[e.kind].id);
    mur_json_put_int(j, "seat", e.seat + 1); /* 0: nobody */
    mur_json_put_int(j, "other", e.other + 1);
    put_string(j, "what", g->things[e.what]);
    mur_json_put_int(j, "n", e.n);
    mur_json_put_int(j, "m", e.m);
    put_place(g, "at", e.at, j);
    put_place(g, "to", e.to, j);
    put_string(j, "say", sentence);
    mur_json_end(j, '}');
}

static void put_events(const mur_game *g, const mur_events *log, int seat, const mur_words *w, mur_json *j)
{
    mur_json_key(j, "events");
    mur_json_begin(j, '[');
    for (int i = 0; i < log->n; i++)
        put_event(g, mur_event_for(log->at[i], seat), w, j);
    mur_json_end(j, ']');
}

static void put_chapter(const mur_replay *replay, const mur_events *log, int seat, const mur_words *w, mur_json *j)
{
    const mur_game *g = replay->record->game;
    mur_played made = mur_replay_move(replay, seat);
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    g->write_move(made.move, &t);
    mur_json_begin(j, '{');
    mur_json_put_int(j, "ply", (int)replay->ply);
    mur_json_put_int(j, "seat", made.seat + 1);
    put_string(j, "move", text);
    put_events(g, log, seat, w, j);
    put_result(g, replay->state, j);
    mur_json_end(j, '}');
}

static void story(request *r)
{
    const mur_record *record = r->table->record;
    int seat, from, to;
    mur_replay *replay;
    voice says;
    if (!take_viewer(r, &seat) || !take_int(r, &from) || !take_int(r, &to)) {
        refuse(r, mur_why(record->game, MUR_TURN));
        return;
    }
    find_voice(r->table, &says);
    mur_json_key(r->out, "story");
    mur_json_begin(r->out, '[');
    mur_replay_open(&replay, record);
    mur_events log = { 0 };
    while (replay->ply < (size_t)to && mur_replay_next(replay, &log)) {
        if (replay->ply > (size_t)from)
            put_chapter(replay, &log, seat, &says.words, r->out);
        log.n = 0;
    }
    mur_replay_close(&replay);
    mur_json_end(r->out, ']');
}

/* -- Games and records -- */

/* What an option is unless somebody sets it, for each number of players. */
static void put_usual(const mur_game *g, int option, mur_json *j)
{
    mur_setup *u = mur_new(g->setup_size);
    mur_json_key(j, "usual");
    mur_json_begin(j, '[');
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        char value[MUR_LINE_TEXT];
        mur_text t = mur_text_on(value, sizeof value);
        g->init(u, seats);
        g->write_option(u, option, &t);
        put_text(j, mur_span_of(value));
    }
    mur_json_end(j, ']');
    free(u);
}

static void put_game(const mur_game *g, const words *w, mur_json *j)
{
    mur_json_begin(j, '{');
    put_string(j, "id", g->id);
    put_string(j, "name", g->name);
    put_string(j, "credit", g->credit);
    mur_json_put_int(j, "seats_min", g->seats_min);
    mur_json_put_int(j, "seats_max", g->seats_max);
    put_bool(j, "lowest_wins", g->lowest_wins);
    mur_json_key(j, "options");
    mur_json_begin(j, '[');
    for (int i = 0; i < g->n_options; i++) {
        mur_json_begin(j, '{');
        put_string(j, "id", g->options[i].id);
        put_string(j, "label", words_say(w, g->options[i].label));
        put_string(j, "values", g->options[i].values);
        put_usual(g, i, j);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    mur_json_end(j, '}');
}

static void games(request *r)
{
    mur_json_key(r->out, "games");
    mur_json_begin(r->out, '[');
    for (int i = 0; mur_game_at(i); i++)
        put_game(mur_game_at(i), r->table->words, r->out);
    mur_json_end(r->out, ']');
}

static void read_words(request *r)
{
    words_close(&r->table->words);
    r->table->words = words_open(r->more);
    put_bool(r->out, "ok", true);
}

static void put_about(request *r)
{
    const mur_record *record = r->table->record;
    put_string(r->out, "game", record->game->id);
    mur_json_put_int(r->out, "seats", record->setup->seats);
    mur_json_put_int(r->out, "plies", (int)record->n_moves);
    put_bool(r->out, "over", mur_record_is_over(record));
    mur_json_key(r->out, "tags");
    mur_json_begin(r->out, '{');
    for (size_t i = 0; i < record->n_tags; i++)
        put_string(r->out, record->tags[i].name, record->tags[i].text);
    mur_json_end(r->out, '}');
}

static void sit_at(request *r, mur_record *record)
{
    mur_record_close(&r->table->record);
    r->table->record = record;
    r->table->n_judged = 0;
    put_about(r);
}

static void read_record(request *r)
{
    mur_record *record;
    mur_record_error error;
    mur_words w = words_of(r->table->words);
    if (!mur_record_read(r->more, &w, &record, &error)) {
        put_string(r->out, "error", error.message);
        mur_json_put_int(r->out, "line", (int)error.line);
        return;
    }
    sit_at(r, record);
}

/* An option or a tag, as in a record. */
static mur_err set_up(mur_record *record, mur_span line)
{
    mur_span name;
    bool is_tag = mur_take(&line, "tag ");
    if (!is_tag && !mur_take(&line, "option "))
        return MUR_OPTION;
    if (!mur_take_word(&line, &name) || !mur_take_char(&line, ' ') || line.len == 0)
        return MUR_OPTION;
    if (is_tag) {
        if (record->n_tags < MUR_RECORD_TAGS && !mur_record_tag(record, name))
            mur_record_set_tag(record, name, line);
        return MUR_OK;
    }
    int option = mur_option_of(record->game, name);
    return option < 0 || mur_is_given(&record->options, option) ? MUR_OPTION
                                                                : mur_record_set_option(record, option, line);
}

static void new_game(request *r)
{
    mur_span id, line;
    int seats;
    uint64_t seed;
    mur_rng rng;
    mur_record *record = NULL;
    const mur_game *g = take_argument(r, &id) ? mur_game_of(id) : NULL;
    if (!g || !take_int(r, &seats) || !take_seed(r, &seed)) {
        refuse(r, mur_why(NULL, MUR_SETUP));
        return;
    }
    mur_err e = mur_record_open(&record, g, seats);
    while (!e && take_line(&r->more, &line))
        e = set_up(record, line);
    if (e) {
        refuse(r, mur_why(g, e));
        mur_record_close(&record);
        return;
    }
    mur_rng_seed(&rng, seed);
    mur_record_deal(record, &rng);
    sit_at(r, record);
}

static void write_record(request *r)
{
    mur_buffer text = { 0 };
    mur_record_write(r->table->record, &text);
    put_string(r->out, "record", text.at);
    mur_buffer_close(&text);
}

/* -- The door -- */

static const struct {
    const char *word;
    void (*run)(request *r);
    bool needs_record;
} commands[] = {
    { "words", read_words, false },   { "new", new_game, false },
    { "read", read_record, false },   { "games", games, false },
    { "record", write_record, true }, { "look", look, true },
    { "play", play, true },           { "why", why, true },
    { "preview", preview, true },     { "bot", move_bot, true },
    { "story", story, true },         { "quiet", quiet, true },
    { "lore", learn, false },         { "bots", bots, true },
    { "hint", hint, true },           { "judge", judge, true },
    { "review", review, true },
};

static void run(request *r, mur_span word)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (mur_span_is(word, commands[i].word)) {
            if (commands[i].needs_record && !r->table->record)
                refuse(r, mur_why(NULL, MUR_SETUP));
            else
                commands[i].run(r);
            return;
        }
    refuse(r, mur_why(NULL, MUR_TEXT));
}

/* Commands that change something answer briefly; only the others can need more room, and are asked again. */
void table_ask(table *t, mur_span asked, mur_buffer *answer)
{
    for (size_t room = 1 << 16;; room *= 2) {
        request r = { .table = t, .more = asked };
        mur_span word = { "", 0 };
        take_line(&r.more, &r.line);
        mur_take_word(&r.line, &word);
        mur_text text = mur_buffer_text(answer, room);
        mur_json json = { .t = &text };
        r.out = &json;
        mur_json_begin(&json, '{');
        run(&r, word);
        mur_json_end(&json, '}');
        if (!mur_text_is_cut(&text)) {
            mur_buffer_keep(answer, &text);
            return;
        }
    }
}
