/* SPDX-License-Identifier: MIT */
#include "web/table_int.h"

#include <stdlib.h>

#include "engine/muraille.h"
#include "record/lines.h"
#include "record/reader.h"
#include "record/replay.h"
#include "web/put.h"

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

void ask_games(request *r)
{
    put_string(r->out, "version", MUR_VERSION);
    mur_json_key(r->out, "games");
    mur_json_begin(r->out, '[');
    for (int i = 0; mur_game_at(i); i++)
        put_game(mur_game_at(i), r->table->words, r->out);
    mur_json_end(r->out, ']');
}

void ask_words(request *r)
{
    words_close(&r->table->words);
    r->table->words = words_open(r->more);
    put_bool(r->out, "ok", true);
}

static void put_about(request *r)
{
    const table *t = r->table;
    mur_state *now = state_now(t);
    put_string(r->out, "game", game_of(t)->id);
    mur_json_put_int(r->out, "seats", seats_of(t));
    mur_json_put_int(r->out, "plies", (int)plies_of(t));
    put_bool(r->out, "over", now && !now->to_act);
    mur_json_key(r->out, "tags");
    mur_json_begin(r->out, '{');
    for (size_t i = 0; t->record && i < t->record->n_tags; i++)
        put_string(r->out, t->record->tags[i].name, t->record->tags[i].text);
    mur_json_end(r->out, '}');
    free(now);
}

/* One of them; the other is nothing any more. */
static void sit_at(request *r, mur_record *record, mur_told *what)
{
    mur_record_close(&r->table->record);
    mur_told_close(&r->table->told);
    r->table->record = record;
    r->table->told = what;
    r->table->n_judged = 0;
    put_about(r);
}

void ask_read(request *r)
{
    mur_record *record;
    mur_record_error error;
    mur_words w = words_of(r->table->words);
    if (!mur_record_read(r->more, &w, &record, &error)) {
        put_string(r->out, "error", error.message);
        mur_json_put_int(r->out, "line", (int)error.line);
        return;
    }
    sit_at(r, record, NULL);
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

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The 32 bytes of a hash, written out, are the state of the generator: a deal that can be verified. */
static bool take_state(request *r, mur_rng *rng)
{
    mur_span rest = r->line, word;
    mur_take_char(&rest, ' ');
    *rng = (mur_rng){ 0 };
    if (!mur_take_word(&rest, &word) || word.len != 64)
        return false;
    for (size_t i = 0; i < 64; i++) {
        int digit = hex_digit(word.at[i]);
        if (digit < 0)
            return false;
        rng->s[i / 16] |= (uint64_t)digit << (i % 16 / 2 * 8 + (i % 2 ? 0 : 4)); /* little-endian */
    }
    r->line = rest;
    return true;
}

/* A number, or the state itself. */
static bool take_deal(request *r, mur_rng *rng)
{
    uint64_t seed;
    if (take_state(r, rng))
        return true;
    if (!take_seed(r, &seed))
        return false;
    mur_rng_seed(rng, seed);
    return true;
}

void ask_new(request *r)
{
    mur_span id, line;
    int seats;
    mur_rng rng;
    mur_record *record = NULL;
    const mur_game *g = take_argument(r, &id) ? mur_game_of(id) : NULL;
    if (!g || !take_int(r, &seats) || !take_deal(r, &rng)) {
        refuse(r, mur_why(NULL, MUR_SETUP));
        return;
    }
    mur_err e = mur_record_open(&record, g, seats);
    while (!e && mur_take_line(&r->more, &line))
        e = set_up(record, line);
    if (e) {
        refuse(r, mur_why(g, e));
        mur_record_close(&record);
        return;
    }
    mur_record_deal(record, &rng);
    sit_at(r, record, NULL);
}

void ask_record(request *r)
{
    mur_buffer text = { 0 };
    mur_record_write(r->table->record, &text);
    put_string(r->out, "record", text.at);
    mur_buffer_close(&text);
}

/* -- What a seat is told -- */

void ask_online(request *r)
{
    mur_span id;
    int seats, seat;
    const mur_game *g = take_argument(r, &id) ? mur_game_of(id) : NULL;
    if (!g || !take_int(r, &seats) || seats < g->seats_min || seats > g->seats_max || !take_int(r, &seat) ||
        seat > seats) {
        refuse(r, mur_why(g, MUR_SETUP));
        return;
    }
    sit_at(r, NULL, mur_told_open(g, seats, seat ? seat - 1 : MUR_WATCHER));
}

void ask_told(request *r)
{
    if (mur_told_hear(r->table->told, r->more))
        put_about(r);
    else
        refuse(r, N_("this is not what a server tells"));
}

static void put_packed(mur_json *j, const mur_text *bytes)
{
    mur_json_quote(j);
    mur_put_base64(j->t, (mur_span){ bytes->at, bytes->len });
    mur_json_unquote(j);
}

static void put_steps(const mur_record *record, int seat, size_t from, mur_json *j)
{
    mur_replay *replay;
    mur_step step = { 0 };
    mur_replay_open(&replay, record);
    while (mur_replay_next(replay, &step.events)) {
        mur_played made = mur_replay_move(replay, seat);
        char bytes[MUR_PACKED_BYTES];
        mur_text packed = mur_text_on(bytes, sizeof bytes);
        step.seat = made.seat;
        step.move = made.move;
        for (int i = 0; i < step.events.n; i++)
            step.events.at[i] = mur_event_for(step.events.at[i], seat);
        mur_pack_step(record->game, &step, &packed);
        if (replay->ply > from)
            put_packed(j, &packed);
        step.events.n = 0;
    }
    mur_replay_close(&replay);
}

static void put_view(const mur_record *record, int seat, mur_json *j)
{
    mur_view *v = mur_new(record->game->view_size);
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    record->game->view(record->state, seat, v);
    mur_pack_view(record->game, v, &packed);
    put_packed(j, &packed);
    free(v);
}

void ask_tell(request *r)
{
    const mur_record *record = r->table->record;
    int seat, from;
    if (!take_viewer(r, &seat) || !take_int(r, &from)) {
        refuse(r, mur_why(record->game, MUR_TURN));
        return;
    }
    mur_json_key(r->out, "steps");
    mur_json_begin(r->out, '[');
    put_steps(record, seat, (size_t)from, r->out);
    mur_json_end(r->out, ']');
    mur_json_key(r->out, "view");
    put_view(record, seat, r->out);
}
