/* SPDX-License-Identifier: MIT */
/* server/table/table_json.c -- what listeners are sent, as members of JSON objects. Nothing here decides what is
 * secret. Positions leave through the engine's view(), moves through seen(), events through mur_event_for(), each for
 * one seat or for a spectator. What happened with the moves of the latest stage can be seen again at little cost
 * (game_history.h); for earlier ones the whole game is replayed, which only clients that come back need. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

#include "record/safe_text.h"
#include "server/table/fair.h"
#include "server/table/table_int.h"

/* -- Parts of JSON -- */

static void put_scores(mur_json *j, const mur_game *g, const mur_state *s)
{
    int scores[MUR_SEATS];
    g->scores(s, scores);
    mur_json_key(j, "scores");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < s->seats; seat++)
        mur_json_int(j, scores[seat]);
    mur_json_end(j, ']');
}

static void write_move(mur_json *j, const mur_game *g, mur_move m)
{
    mur_json_quote(j);
    g->write_move(m, j->t);
    mur_json_unquote(j);
}

static void put_base64(mur_json *j, const char *key, const mur_text *bytes)
{
    mur_json_key(j, key);
    mur_json_quote(j);
    mur_put_base64(j->t, (mur_span){ bytes->at, bytes->len });
    mur_json_unquote(j);
}

/* -- Moves -- */

/* A place, if the sentence of the event speaks of it. */
static void put_place(mur_json *j, const mur_game *g, const char *key, bool is_said, int place)
{
    mur_json_key(j, key);
    mur_json_quote(j);
    if (is_said)
        g->write_place(place, NULL, j->t); /* for programs: never translated */
    mur_json_unquote(j);
}

/* A word of the event's sentence that the sentence does not use is sent as "". */
static void write_event(mur_json *j, const mur_game *g, mur_event e)
{
    const mur_sentence *s = &g->sentences[e.kind];
    mur_json_begin(j, '{');
    mur_json_put_string(j, "kind", s->id);
    mur_json_put_int(j, "seat", e.seat + 1); /* 0: nobody */
    mur_json_put_int(j, "other", e.other + 1);
    mur_json_put_string(j, "what", strstr(s->words, "{what}") ? g->things[e.what] : "");
    mur_json_put_int(j, "n", e.n);
    mur_json_put_int(j, "m", e.m);
    put_place(j, g, "at", strstr(s->words, "{at}"), e.at);
    put_place(j, g, "to", strstr(s->words, "{to}"), e.to);
    mur_json_end(j, '}');
}

static void write_move_members(const mur_game *g, const history_step *s, int seat, mur_json *j)
{
    mur_json_key(j, "move");
    write_move(j, g, g->seen(s->before, s->made.seat, s->made.move, seat));
    mur_json_key(j, "events");
    mur_json_begin(j, '[');
    for (int i = 0; i < s->events.n; i++)
        write_event(j, g, mur_event_for(s->events.at[i], seat));
    mur_json_end(j, ']');
    put_scores(j, g, s->after);
}

/* The same in the engine's own bytes, for clients that run the engine. */
static void write_packed_step(const mur_game *g, const table_scratch *r, int seat, mur_json *j)
{
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    const history_step *seen = &r->seen;
    mur_step *s = r->step;
    s->seat = seen->made.seat;
    s->move = g->seen(seen->before, seen->made.seat, seen->made.move, seat);
    s->events.n = seen->events.n;
    for (int i = 0; i < seen->events.n; i++)
        s->events.at[i] = mur_event_for(seen->events.at[i], seat);
    mur_pack_step(g, s, &packed);
    put_base64(j, "step", &packed);
}

/* -- Entries -- */

typedef struct {
    const table *table;
    int seat;
    table_form form;
    mur_json *j;
} entry_writer;

/* The words of the protocol; docs/protocol.md lists them. */
static const char *kind_word(char kind)
{
    switch ((table_kind)kind) {
    case TABLE_SIT:
        return "sit";
    case TABLE_STAND:
        return "stand";
    case TABLE_BOT_SITS:
        return "bot";
    case TABLE_RETURN:
        return "back_again";
    case TABLE_FREE:
        return "free";
    case TABLE_COMMIT:
        return "commit";
    case TABLE_SEAL:
        return "seal";
    case TABLE_REVEAL:
        return "reveal";
    case TABLE_START:
        return "start";
    case TABLE_MOVE:
        return "move";
    case TABLE_TAKE_BACK:
        return "back";
    case TABLE_CLOSE:
        return "closed";
    case TABLE_REMATCH:
        return "rematch";
    case TABLE_RESERVE:
        return "keep";
    }
    return "";
}

static bool has_seat(char kind)
{
    return kind != TABLE_SEAL && kind != TABLE_START && kind != TABLE_CLOSE && kind != TABLE_REMATCH;
}

static void begin_entry(const entry_writer *l, size_t n, const char *kind, int seat)
{
    assert(n < l->table->length);
    mur_json_begin(l->j, '{');
    mur_json_put_long(l->j, "n", (int64_t)n);
    mur_json_put_long(l->j, "at", l->table->entries[n].at);
    mur_json_key(l->j, "kind");
    mur_json_string(l->j, kind);
    mur_json_put_int(l->j, "seat", seat);
}

static void write_bot_details(const char *text, mur_json *j)
{
    mur_span why = mur_span_of(text), level = table_take_line(&why);
    mur_json_put_text(j, "bot", level);
    mur_json_put_text(j, "why", why);
}

/* The members of an entry besides its kind, except for moves. */
static void write_details(const entry_writer *l, size_t n)
{
    const past_entry *e = &l->table->entries[n];
    const char *text = l->table->texts.at ? l->table->texts.at + e->what : "";
    switch ((table_kind)e->kind) {
    case TABLE_SIT:
    case TABLE_STAND:
    case TABLE_RETURN:
    case TABLE_RESERVE:
        mur_json_put_string(l->j, "name", text);
        break;
    case TABLE_BOT_SITS:
        write_bot_details(text, l->j);
        break;
    case TABLE_TAKE_BACK:
        mur_json_put_long(l->j, "ply", e->ply);
        break;
    case TABLE_REMATCH:
        mur_json_put_string(l->j, "table", text);
        break;
    case TABLE_FREE:
    case TABLE_COMMIT:
    case TABLE_SEAL:
    case TABLE_REVEAL:
    case TABLE_START:
    case TABLE_MOVE:
    case TABLE_CLOSE:
        break;
    }
}

static void write_result(const entry_writer *l, size_t n, const mur_state *s)
{
    const mur_game *g = game_of(l->table);
    begin_entry(l, n, "over", 0);
    put_scores(l->j, g, s);
    mur_json_put_seats(l->j, "winners", mur_winners(g, s));
    mur_json_end(l->j, '}');
}

/* A move must be of the latest stage of this history; that is why a replay passes its own. */
static void write_entry(const entry_writer *l, size_t n, const game_history *h)
{
    const past_entry *e = &l->table->entries[n];
    history_step *step = &l->table->scratch->seen;
    begin_entry(l, n, kind_word(e->kind), has_seat(e->kind) ? e->seat + 1 : 0);
    if (e->kind == TABLE_MOVE) {
        history_replay_step(h, e->ply - 1, step);
        mur_json_put_long(l->j, "ply", e->ply);
        if (l->form == TABLE_BYTES)
            write_packed_step(h->game, l->table->scratch, l->seat, l->j);
        else
            write_move_members(h->game, step, l->seat, l->j);
    }
    write_details(l, n);
    mur_json_end(l->j, '}');
    if (e->kind == TABLE_MOVE && !step->after->to_act)
        write_result(l, n, step->after);
}

/* Are all moves from there on of the latest stage, and has none of them been taken back? */
static bool is_fresh(const table *t, size_t from)
{
    for (size_t n = from; n < t->length; n++)
        if (t->entries[n].kind == TABLE_MOVE &&
            (n < t->takeback_length || t->entries[n].ply <= t->history.n_last_stage_start))
            return false;
    return true;
}

/* Plays all again and writes each entry at its turn. */
static void write_entries_by_replay(const entry_writer *l, size_t from)
{
    const table *t = l->table;
    game_history h;
    history_open(&h, game_of(t), t->history.setup);
    for (size_t n = 0; n < t->length; n++) {
        if (t->entries[n].kind == TABLE_MOVE)
            history_play(&h, t->entries[n].seat, t->entries[n].what);
        if (t->entries[n].kind == TABLE_TAKE_BACK)
            history_take_back(&h, t->entries[n].seat);
        if (n >= from)
            write_entry(l, n, &h);
    }
    history_close(&h);
}

/* Entries that can be written from the present history are; otherwise the game is replayed once for all of them. */
void table_write_entries(const table *t, uint32_t from, int seat, table_form form, mur_json *j)
{
    entry_writer l = { t, seat, form, j };
    mur_json_key(j, "entries");
    mur_json_begin(j, '[');
    if (!is_fresh(t, from))
        write_entries_by_replay(&l, from);
    else
        for (size_t n = from; n < t->length; n++)
            write_entry(&l, n, &t->history);
    mur_json_end(j, ']');
}

/* -- Positions -- */

/* The position in the seat's view, its legal moves, and the scores. */
static void write_state(const mur_game *g, const mur_state *s, const mur_view *v, mur_json *j)
{
    mur_json_put_seats(j, "to_act", s->to_act);
    mur_json_put_int(j, "seat", v->seat == MUR_WATCHER ? 0 : v->seat + 1);
    mur_json_key(j, "state");
    mur_json_value(j);
    g->write_json(v, j->t);
    mur_json_key(j, "legal");
    mur_json_begin(j, '[');
    for (int i = 0; i < v->n_moves; i++)
        write_move(j, g, v->moves[i]);
    mur_json_end(j, ']');
    put_scores(j, g, s);
    mur_json_put_bool(j, "over", !s->to_act);
    mur_json_put_seats(j, "winners", s->to_act ? 0 : mur_winners(g, s));
}

static void write_packed_view(const mur_game *g, const mur_view *v, mur_json *j)
{
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    mur_pack_view(g, v, &packed);
    put_base64(j, "view", &packed);
}

void table_write_position(const table *t, int seat, table_form form, mur_json *j)
{
    const mur_game *g = game_of(t);
    mur_view *v = t->scratch->view;
    if (!t->has_started)
        return;
    g->view(t->history.state, seat, v);
    mur_json_key(j, "position");
    mur_json_begin(j, '{');
    if (form == TABLE_BYTES) {
        write_packed_view(g, v, j);
    } else {
        mur_json_put_long(j, "ply", table_ply(t));
        write_state(g, t->history.state, v, j);
    }
    mur_json_end(j, '}');
}

/* Plays the first `ply` moves again; the cost grows with their number. */
bool table_write_past(const table *t, uint32_t ply, int seat, table_form form, mur_json *j)
{
    const mur_game *g = game_of(t);
    mur_state *s = t->scratch->state;
    mur_view *v = t->scratch->view;
    if (!t->has_started || ply > t->history.n)
        return false;
    g->start(t->history.setup, s);
    for (uint32_t i = 0; i < ply; i++)
        g->play(s, t->history.moves[i].seat, t->history.moves[i].move, NULL);
    g->view(s, seat, v);
    mur_json_put_long(j, "ply", ply);
    if (form == TABLE_BYTES)
        write_packed_view(g, v, j);
    else
        write_state(g, s, v, j);
    return true;
}

/* -- The table -- */

/* Different at every table: a hash of person and table. */
void table_label(const table *t, store_id person, char out[TABLE_LABEL])
{
    unsigned char both[2 * sizeof person.at], hash[crypto_hash_sha256_BYTES];
    memcpy(both, person.at, sizeof person.at);
    memcpy(both + sizeof person.at, t->id.at, sizeof t->id.at);
    crypto_hash_sha256(hash, both, sizeof both);
    sodium_bin2base64(out, TABLE_LABEL, hash, (TABLE_LABEL - 1) / 4 * 3, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void write_seat(const table *t, int seat, bool is_here, mur_json *j)
{
    const table_seat *s = &t->seat[seat];
    char label[TABLE_LABEL] = "";
    if (!store_id_is_none(s->person))
        table_label(t, s->person, label);
    mur_json_begin(j, '{');
    mur_json_put_string(j, "name", s->name);
    mur_json_put_string(j, "bot", s->bot);
    mur_json_put_bool(j, "here", is_here);
    mur_json_key(j, "person");
    mur_json_string(j, label);
    if (s->is_reserved)
        mur_json_put_bool(j, "kept", true);
    if (table_awaited(t) >> seat & 1)
        mur_json_put_bool(j, "awaited", true);
    mur_json_end(j, '}');
}

void table_write_seats(const table *t, unsigned present, mur_json *j)
{
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < t->plan.seats; seat++)
        write_seat(t, seat, present >> seat & 1, j);
    mur_json_end(j, ']');
}

/* How the table was made, as far as players may know: never the secret. */
void table_write_settings(const table *t, mur_json *j)
{
    const table_plan *p = &t->plan;
    mur_json_key(j, "options");
    mur_json_begin(j, '{');
    for (int i = 0; i < p->game->n_options; i++)
        if (p->option[i][0])
            mur_json_put_string(j, p->game->options[i].id, p->option[i]);
    mur_json_end(j, '}');
    if (p->timing != TABLE_UNTIMED) {
        mur_json_key(j, "clock");
        mur_json_begin(j, '{');
        if (p->timing == TABLE_DAYS)
            mur_json_put_int(j, "days", p->days);
        else
            mur_json_put_int(j, "minutes", p->minutes);
        if (p->timing == TABLE_CLOCK)
            mur_json_put_int(j, "increment", p->increment);
        mur_json_end(j, '}');
    }
    mur_json_put_string(j, "start", p->waits_for_host ? "host" : "full");
    mur_json_put_bool(j, "public", p->is_public);
    mur_json_put_bool(j, "quiet", p->is_quiet);
    if (p->repeats_deal)
        mur_json_put_bool(j, "replay", true); /* players may know this deal already: everybody may see that */
    mur_json_put_bool(j, "hints", p->allows_hints);
}

void table_write_clock(const table *t, store_time now, mur_json *j)
{
    int64_t left[MUR_SEATS];
    unsigned running;
    store_time first_out;
    if (!table_clock(t, now, left, &running, &first_out))
        return;
    mur_json_key(j, "clock");
    mur_json_begin(j, '{');
    mur_json_key(j, "left");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < t->plan.seats; seat++)
        mur_json_long(j, left[seat]);
    mur_json_end(j, ']');
    mur_json_put_seats(j, "running", running);
    mur_json_put_long(j, "at", now);
    mur_json_end(j, '}');
}

/* What fixes the salt of each seat. For an open salt the server commits in its owner's place: otherwise an operator
 * could still exchange the salt of a seat of their own once the others have revealed theirs. */
static void write_commits(const table *t, mur_json *j)
{
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    mur_json_key(j, "commits");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < t->plan.seats; seat++) {
        char commit[FAIR_HEX] = "";
        if (salts[seat].len)
            fair_commit_salt(salts[seat], commit);
        mur_json_string(j, t->commit[seat][0] ? t->commit[seat] : commit);
    }
    mur_json_end(j, ']');
}

/* No salt is shown before the deal is fixed, not even an open one. */
static void write_salts(const table *t, mur_json *j)
{
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    mur_json_key(j, "salts");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < t->plan.seats; seat++) {
        mur_json_text(j, salts[seat]);
    }
    mur_json_end(j, ']');
}

void table_write_fair(const table *t, mur_json *j)
{
    char commitment[FAIR_HEX];
    fair_commit_secret(t->plan.secret, commitment);
    mur_json_key(j, "fair");
    mur_json_begin(j, '{');
    mur_json_put_string(j, "commitment", commitment);
    write_commits(t, j);
    if (t->has_started)
        write_salts(t, j);
    mur_json_end(j, '}');
}

void table_write_shuffle(const table *t, int seat, mur_json *j)
{
    bool is_seat = seat >= 0 && seat < t->plan.seats;
    if (table_is_sealed(t))
        mur_json_put_bool(j, "sealed", true);
    if (is_seat && table_wants_reveal(t, seat))
        mur_json_put_bool(j, "reveal", true);
    if (is_seat && table_wants_commit(t, seat))
        mur_json_put_bool(j, "commit", true);
}
