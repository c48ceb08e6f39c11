/* SPDX-License-Identifier: MIT */
/* web/session_games.c -- the list of games, new and read records, the feed of an online seat.
 * A session has one game at a time, either a record or a feed; set_game() replaces what was there. "new" deals from a
 * seed, or from the 32 bytes of a fair deal that can be verified (docs/protocol.md). */
#include "web/session_int.h"

#include <assert.h>
#include <stdlib.h>

#include "bots/levels.h"
#include "engine/muraille.h"
#include "record/lines.h"
#include "record/reader.h"
#include "record/replay.h"

/* -- Games and records -- */

/* The default of an option for each number of players. */
static void put_default(const mur_game *g, int option, mur_json *j)
{
    mur_setup *u = mur_new(g->setup_size);
    mur_json_key(j, "usual");
    mur_json_begin(j, '[');
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        char value[MUR_LINE_TEXT];
        mur_text t = mur_text_on(value, sizeof value);
        g->init(u, seats);
        g->write_option(u, option, &t);
        mur_json_string(j, value);
    }
    mur_json_end(j, ']');
    free(u);
}

/* Everything a form for a new game needs: seats, options, and the options' defaults. */
static void put_game(const mur_game *g, const catalogue *w, mur_json *j)
{
    mur_json_begin(j, '{');
    mur_json_put_string(j, "id", g->id);
    mur_json_put_string(j, "name", g->name);
    mur_json_put_string(j, "credit", g->credit);
    mur_json_put_int(j, "seats_min", g->seats_min);
    mur_json_put_int(j, "seats_max", g->seats_max);
    mur_json_put_bool(j, "lowest_wins", g->lowest_wins);
    mur_json_key(j, "options");
    mur_json_begin(j, '[');
    for (int i = 0; i < g->n_options; i++) {
        mur_json_begin(j, '{');
        mur_json_put_string(j, "id", g->options[i].id);
        mur_json_put_string(j, "label", catalogue_translate(w, g->options[i].label));
        mur_json_put_string(j, "values", g->options[i].values);
        put_default(g, i, j);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    mur_json_end(j, '}');
}

/* Texts stay keys here: the page translates them when it shows them. */
static void put_levels(mur_json *j)
{
    mur_json_key(j, "levels");
    mur_json_begin(j, '[');
    for (int i = 0; mur_level_at(i); i++) {
        mur_json_begin(j, '{');
        mur_json_put_string(j, "id", mur_level_at(i)->id);
        mur_json_put_string(j, "label", mur_level_at(i)->title);
        mur_json_put_string(j, "say", mur_level_at(i)->says);
        mur_json_end(j, '}');
    }
    mur_json_end(j, ']');
    mur_json_put_string(j, "default_level", MUR_LEVEL_DEFAULT);
    mur_json_put_string(j, "substitute_level", MUR_LEVEL_SUBSTITUTE);
}

void cmd_games(request *r)
{
    mur_json_put_string(r->out, "version", MUR_VERSION);
    mur_json_key(r->out, "games");
    mur_json_begin(r->out, '[');
    for (int i = 0; mur_game_at(i); i++)
        put_game(mur_game_at(i), r->session->catalogue, r->out);
    mur_json_end(r->out, ']');
    put_levels(r->out);
}

/* Replaces the language; without bytes it is English. */
void cmd_words(request *r)
{
    catalogue_close(&r->session->catalogue);
    r->session->catalogue = catalogue_open(r->more);
    mur_json_put_bool(r->out, "ok", true);
}

/* The answer of every command that changes which game this is or how far it got. */
static void put_summary(request *r)
{
    const session *s = r->session;
    mur_state *now = state_now(s);
    mur_json_put_string(r->out, "game", game_of(s)->id);
    mur_json_put_int(r->out, "seats", seats_of(s));
    mur_json_put_int(r->out, "plies", (int)plies_of(s));
    mur_json_put_bool(r->out, "over", now && !now->to_act);
    mur_json_key(r->out, "tags");
    mur_json_begin(r->out, '{');
    for (size_t i = 0; s->record && i < s->record->n_tags; i++) {
        mur_json_string(r->out, s->record->tags[i].name); /* a name may hold quotation marks */
        mur_json_colon(r->out);
        mur_json_string(r->out, s->record->tags[i].text);
    }
    mur_json_end(r->out, '}');
    free(now);
}

/* Takes ownership of one of the two; the other is NULL. Decisions reviewed so far belonged to the game before. */
static void set_game(request *r, mur_record *record, mur_feed *feed)
{
    assert(!record != !feed);
    mur_record_close(&r->session->record);
    mur_feed_close(&r->session->feed);
    r->session->record = record;
    r->session->feed = feed;
    r->session->n_decisions = 0;
    put_summary(r);
}

/* If the record is refused, the game stays as it was, and the answer has the line with the error. */
void cmd_read(request *r)
{
    mur_record *record;
    mur_record_error error;
    mur_words w = catalogue_words(r->session->catalogue);
    if (!mur_record_read(r->more, &w, &record, &error)) {
        mur_json_put_string(r->out, "error", error.message);
        mur_json_put_int(r->out, "line", (int)error.line);
        return;
    }
    set_game(r, record, NULL);
}

/* An option or a tag, as in a record. A tag given twice keeps its first text. */
static mur_err apply_setup_line(mur_record *record, mur_span line)
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

/* Lower case only: as the server writes a hash. */
static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The 32 bytes of a hash, written out, are the state of the generator: a deal that can be verified
 * (docs/protocol.md). Each of the four words is little-endian. Reads nothing if the word is not 64 digits. */
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
        rng->s[i / 16] |= (uint64_t)digit << (i % 16 / 2 * 8 + (i % 2 ? 0 : 4));
    }
    r->line = rest;
    return true;
}

/* SEED of "new": a number, or the state of the generator itself. */
static bool take_generator(request *r, mur_rng *rng)
{
    uint64_t seed;
    if (take_state(r, rng))
        return true;
    if (!take_seed(r, &seed))
        return false;
    mur_rng_seed(rng, seed);
    return true;
}

/* A refused line closes the record that was being made; the game before stays. */
void cmd_new(request *r)
{
    mur_span id, line;
    int seats;
    mur_rng rng;
    mur_record *record = NULL;
    const mur_game *g = take_argument(r, &id) ? mur_game_of(id) : NULL;
    if (!g || !take_int(r, &seats) || !take_generator(r, &rng)) {
        refuse(r, mur_err_text(NULL, MUR_SETUP));
        return;
    }
    mur_err e = mur_record_open(&record, g, seats);
    while (!e && mur_take_line(&r->more, &line))
        e = apply_setup_line(record, line);
    if (e) {
        refuse(r, mur_err_text(g, e));
        mur_record_close(&record);
        return;
    }
    mur_record_deal(record, &rng);
    set_game(r, record, NULL);
}

/* The whole record as text, as a .mur file has it. */
void cmd_record(request *r)
{
    mur_buffer text = { 0 };
    mur_record_write(r->session->record, &text);
    mur_json_put_string(r->out, "record", text.at);
    mur_buffer_close(&text);
}

/* -- The feed of an online seat -- */

/* A feed without entries: the seat has been shown nothing yet. */
void cmd_online(request *r)
{
    mur_span id;
    int seats, seat;
    const mur_game *g = take_argument(r, &id) ? mur_game_of(id) : NULL;
    if (!g || !take_int(r, &seats) || seats < g->seats_min || seats > g->seats_max || !take_int(r, &seat) ||
        seat > seats) {
        refuse(r, mur_err_text(g, MUR_SETUP));
        return;
    }
    set_game(r, NULL, mur_feed_open(g, seats, seat ? seat - 1 : MUR_WATCHER));
}

/* Lines are applied as a whole or refused as a whole. */
void cmd_feed(request *r)
{
    if (mur_feed_apply(r->session->feed, r->more))
        put_summary(r);
    else
        refuse(r, N_("this is not a server message"));
}

/* Base64 needs no escaping. */
static void put_packed(mur_json *j, const mur_text *bytes)
{
    mur_json_quote(j);
    mur_put_base64(j->t, (mur_span){ bytes->at, bytes->len });
    mur_json_unquote(j);
}

/* What a server would send: each move as this seat saw it, with the events it may know. The whole record is replayed;
 * only moves after `from` are written. */
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

/* The position now, as a server would send it to this seat. */
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

/* For tests, in place of a server. */
void cmd_steps(request *r)
{
    const mur_record *record = r->session->record;
    int seat, from;
    if (!take_viewer(r, &seat) || !take_int(r, &from)) {
        refuse(r, mur_err_text(record->game, MUR_TURN));
        return;
    }
    mur_json_key(r->out, "steps");
    mur_json_begin(r->out, '[');
    put_steps(record, seat, (size_t)from, r->out);
    mur_json_end(r->out, ']');
    mur_json_key(r->out, "view");
    put_view(record, seat, r->out);
}
