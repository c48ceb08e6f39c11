/* SPDX-License-Identifier: MIT */
/* What is told. Positions leave through view(), moves through seen(), events through mur_event_for(), and nothing else
 * leaves. The moves of the latest stage are seen again at little cost; for earlier ones all is played again, since only
 * those ask for them who come back. */
#include <sodium.h>
#include <stdlib.h>

#include "record/quote.h"
#include "server/fair.h"
#include "server/table_int.h"

/* -- Parts of JSON -- */

static void put_text(mur_json *j, const char *key, mur_span text)
{
    mur_json_key(j, key);
    mur_json_word(j, "");
    mur_put_json(j->t, text);
}

static void put_string(mur_json *j, const char *key, const char *text)
{
    put_text(j, key, mur_span_of(text));
}

static void put_bool(mur_json *j, const char *key, bool is)
{
    mur_json_key(j, key);
    mur_json_word(j, is ? "true" : "false");
}

/* Not negative. */
static void write_long(mur_json *j, int64_t n)
{
    char digits[24];
    size_t at = sizeof digits;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    mur_json_word(j, digits + at);
}

static void put_long(mur_json *j, const char *key, int64_t n)
{
    mur_json_key(j, key);
    write_long(j, n);
}

static void put_seats(mur_json *j, const char *key, unsigned seats)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (seats >> seat & 1)
            mur_json_int(j, seat + 1);
    mur_json_end(j, ']');
}

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

static void write_event(mur_json *j, const mur_game *g, mur_event e)
{
    const mur_sentence *s = &g->sentences[e.kind];
    mur_json_begin(j, '{');
    put_string(j, "kind", s->id);
    mur_json_put_int(j, "seat", e.seat + 1); /* 0: nobody */
    mur_json_put_int(j, "other", e.other + 1);
    put_string(j, "what", strstr(s->words, "{what}") ? g->things[e.what] : "");
    mur_json_put_int(j, "n", e.n);
    mur_json_put_int(j, "m", e.m);
    put_place(j, g, "at", strstr(s->words, "{at}"), e.at);
    put_place(j, g, "to", strstr(s->words, "{to}"), e.to);
    mur_json_end(j, '}');
}

static void tell_move(const mur_game *g, const course_step *s, int seat, mur_json *j)
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

static void tell_step(const mur_game *g, const table_room *r, int seat, mur_json *j)
{
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    const course_step *seen = &r->seen;
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
} listener;

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
    case TABLE_BACK:
        return "back";
    case TABLE_CLOSE:
        return "closed";
    case TABLE_REMATCH:
        return "rematch";
    case TABLE_KEEP:
        return "keep";
    }
    return "";
}

static bool has_seat(char kind)
{
    return kind != TABLE_SEAL && kind != TABLE_START && kind != TABLE_CLOSE && kind != TABLE_REMATCH;
}

static void begin_entry(const listener *l, size_t n, const char *kind, int seat)
{
    mur_json_begin(l->j, '{');
    put_long(l->j, "n", (int64_t)n);
    put_long(l->j, "at", l->table->log[n].at);
    mur_json_key(l->j, "kind");
    mur_json_string(l->j, kind);
    mur_json_put_int(l->j, "seat", seat);
}

static void tell_bot(const char *text, mur_json *j)
{
    mur_span why = mur_span_of(text), level = table_take_line(&why);
    put_text(j, "bot", level);
    put_text(j, "why", why);
}

/* What an entry says besides its kind, but for moves. */
static void tell_more(const listener *l, size_t n)
{
    const kept *k = &l->table->log[n];
    const char *text = l->table->texts.at ? l->table->texts.at + k->what : "";
    switch ((table_kind)k->kind) {
    case TABLE_SIT:
    case TABLE_STAND:
    case TABLE_RETURN:
    case TABLE_KEEP:
        put_string(l->j, "name", text);
        break;
    case TABLE_BOT_SITS:
        tell_bot(text, l->j);
        break;
    case TABLE_BACK:
        put_long(l->j, "ply", k->ply);
        break;
    case TABLE_REMATCH:
        put_string(l->j, "table", text);
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

static void tell_over(const listener *l, size_t n, const mur_state *s)
{
    const mur_game *g = game_of(l->table);
    begin_entry(l, n, "over", 0);
    put_scores(l->j, g, s);
    put_seats(l->j, "winners", mur_winners(g, s));
    mur_json_end(l->j, '}');
}

/* A move is one of the latest stage of this course. */
static void tell_entry(const listener *l, size_t n, const course *c)
{
    const kept *k = &l->table->log[n];
    course_step *step = &l->table->room->seen;
    begin_entry(l, n, kind_word(k->kind), has_seat(k->kind) ? k->seat + 1 : 0);
    if (k->kind == TABLE_MOVE) {
        course_see(c, k->ply - 1, step);
        put_long(l->j, "ply", k->ply);
        if (l->form == TABLE_BYTES)
            tell_step(c->game, l->table->room, l->seat, l->j);
        else
            tell_move(c->game, step, l->seat, l->j);
    }
    tell_more(l, n);
    mur_json_end(l->j, '}');
    if (k->kind == TABLE_MOVE && !step->after->to_act)
        tell_over(l, n, step->after);
}

/* Are all moves from there on of the latest stage, and has none of them been taken back? */
static bool is_fresh(const table *t, size_t from)
{
    for (size_t n = from; n < t->length; n++)
        if (t->log[n].kind == TABLE_MOVE && (n < t->n_anew || t->log[n].ply <= t->course.n_began))
            return false;
    return true;
}

static void tell_again(const listener *l, size_t from)
{
    const table *t = l->table;
    course c;
    course_open(&c, game_of(t), t->course.setup);
    for (size_t n = 0; n < t->length; n++) {
        if (t->log[n].kind == TABLE_MOVE)
            course_play(&c, t->log[n].seat, t->log[n].what);
        if (t->log[n].kind == TABLE_BACK)
            course_back(&c, t->log[n].seat);
        if (n >= from)
            tell_entry(l, n, &c);
    }
    course_close(&c);
}

void table_tell_entries(const table *t, uint32_t from, int seat, table_form form, mur_json *j)
{
    listener l = { t, seat, form, j };
    mur_json_key(j, "entries");
    mur_json_begin(j, '[');
    if (!is_fresh(t, from))
        tell_again(&l, from);
    else
        for (size_t n = from; n < t->length; n++)
            tell_entry(&l, n, &t->course);
    mur_json_end(j, ']');
}

/* -- Positions -- */

static void tell_state(const mur_game *g, const mur_state *s, const mur_view *v, mur_json *j)
{
    put_seats(j, "to_act", s->to_act);
    mur_json_put_int(j, "seat", v->seat == MUR_WATCHER ? 0 : v->seat + 1);
    mur_json_key(j, "state");
    mur_json_word(j, "");
    g->write_json(v, j->t);
    mur_json_key(j, "legal");
    mur_json_begin(j, '[');
    for (int i = 0; i < v->n_moves; i++)
        write_move(j, g, v->moves[i]);
    mur_json_end(j, ']');
    put_scores(j, g, s);
    put_bool(j, "over", !s->to_act);
    put_seats(j, "winners", s->to_act ? 0 : mur_winners(g, s));
}

static void tell_view(const mur_game *g, const mur_view *v, mur_json *j)
{
    char bytes[MUR_PACKED_BYTES];
    mur_text packed = mur_text_on(bytes, sizeof bytes);
    mur_pack_view(g, v, &packed);
    put_base64(j, "view", &packed);
}

void table_tell_position(const table *t, int seat, table_form form, mur_json *j)
{
    const mur_game *g = game_of(t);
    mur_view *v = t->room->view;
    if (!t->has_started)
        return;
    g->view(t->course.state, seat, v);
    mur_json_key(j, "position");
    mur_json_begin(j, '{');
    if (form == TABLE_BYTES) {
        tell_view(g, v, j);
    } else {
        put_long(j, "ply", table_ply(t));
        tell_state(g, t->course.state, v, j);
    }
    mur_json_end(j, '}');
}

bool table_tell_past(const table *t, uint32_t ply, int seat, table_form form, mur_json *j)
{
    const mur_game *g = game_of(t);
    mur_state *s = t->room->state;
    mur_view *v = t->room->view;
    if (!t->has_started || ply > t->course.n)
        return false;
    g->start(t->course.setup, s);
    for (uint32_t i = 0; i < ply; i++)
        g->play(s, t->course.moves[i].seat, t->course.moves[i].move, NULL);
    g->view(s, seat, v);
    put_long(j, "ply", ply);
    if (form == TABLE_BYTES)
        tell_view(g, v, j);
    else
        tell_state(g, s, v, j);
    return true;
}

/* -- The table -- */

void table_label(const table *t, store_id person, char out[TABLE_LABEL])
{
    unsigned char both[2 * sizeof person.at], hash[crypto_hash_sha256_BYTES];
    memcpy(both, person.at, sizeof person.at);
    memcpy(both + sizeof person.at, t->id.at, sizeof t->id.at);
    crypto_hash_sha256(hash, both, sizeof both);
    sodium_bin2base64(out, TABLE_LABEL, hash, (TABLE_LABEL - 1) / 4 * 3, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void tell_seat(const table *t, int seat, bool is_here, mur_json *j)
{
    const table_seat *s = &t->seat[seat];
    char label[TABLE_LABEL] = "";
    if (!is_nobody(s->person))
        table_label(t, s->person, label);
    mur_json_begin(j, '{');
    put_string(j, "name", s->name);
    put_string(j, "bot", s->bot);
    put_bool(j, "here", is_here);
    mur_json_key(j, "person");
    mur_json_string(j, label);
    if (s->is_kept)
        put_bool(j, "kept", true);
    if (table_awaited(t) >> seat & 1)
        put_bool(j, "awaited", true);
    mur_json_end(j, '}');
}

void table_tell_seats(const table *t, unsigned here, mur_json *j)
{
    mur_json_key(j, "seats");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < t->plan.seats; seat++)
        tell_seat(t, seat, here >> seat & 1, j);
    mur_json_end(j, ']');
}

void table_tell_plan(const table *t, mur_json *j)
{
    const table_plan *p = &t->plan;
    mur_json_key(j, "options");
    mur_json_begin(j, '{');
    for (int i = 0; i < p->game->n_options; i++)
        if (p->option[i][0])
            put_string(j, p->game->options[i].id, p->option[i]);
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
    put_string(j, "start", p->waits_for_host ? "host" : "full");
    put_bool(j, "public", p->is_public);
    put_bool(j, "quiet", p->is_quiet);
    if (p->is_again)
        put_bool(j, "replay", true); /* somebody may know this deal already: everybody is told */
    put_bool(j, "hints", p->allows_hints);
}

void table_tell_clock(const table *t, store_time now, mur_json *j)
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
        write_long(j, left[seat]);
    mur_json_end(j, ']');
    put_seats(j, "running", running);
    put_long(j, "at", now);
    mur_json_end(j, '}');
}

/* What fixes the salt of each seat. For an open salt the server commits in its owner's place: otherwise an operator
 * could still exchange the salt of a seat of their own once the others have revealed theirs. */
static void tell_commits(const table *t, mur_json *j)
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

/* No salt is told before the deal is fixed, not even an open one. */
static void tell_salts(const table *t, mur_json *j)
{
    mur_span salts[MUR_SEATS];
    table_salts(t, salts);
    mur_json_key(j, "salts");
    mur_json_begin(j, '[');
    for (int seat = 0; seat < t->plan.seats; seat++) {
        mur_json_word(j, "");
        mur_put_json(j->t, salts[seat]);
    }
    mur_json_end(j, ']');
}

void table_tell_fair(const table *t, mur_json *j)
{
    char commitment[FAIR_HEX];
    fair_commit(t->plan.secret, commitment);
    mur_json_key(j, "fair");
    mur_json_begin(j, '{');
    put_string(j, "commitment", commitment);
    tell_commits(t, j);
    if (t->has_started)
        tell_salts(t, j);
    mur_json_end(j, '}');
}

void table_tell_shuffle(const table *t, int seat, mur_json *j)
{
    bool is_seat = seat >= 0 && seat < t->plan.seats;
    if (table_is_sealed(t))
        put_bool(j, "sealed", true);
    if (is_seat && table_wants_reveal(t, seat))
        put_bool(j, "reveal", true);
    if (is_seat && table_wants_commit(t, seat))
        put_bool(j, "commit", true);
}

/* -- The record -- */

static void set_tag(mur_record *r, const char *name, int seat, mur_span text)
{
    char tag[24];
    mur_text t = mur_text_on(tag, sizeof tag);
    mur_put(&t, name);
    if (seat >= 0)
        mur_put_int(&t, seat + 1);
    if (text.len)
        mur_record_set_tag(r, mur_span_of(tag), text);
}

static void set_tags(const table *t, bool with_secret, mur_record *r)
{
    char digits[FAIR_HEX];
    mur_span salts[MUR_SEATS];
    for (int seat = 0; seat < t->plan.seats; seat++) {
        const table_seat *s = &t->seat[seat];
        set_tag(r, "player", seat, mur_span_of(s->name[0] ? s->name : s->bot));
    }
    fair_commit(t->plan.secret, digits);
    set_tag(r, "commitment", -1, mur_span_of(digits));
    fair_write_secret(t->plan.secret, digits);
    if (with_secret)
        set_tag(r, "secret", -1, mur_span_of(digits));
    sodium_memzero(digits, sizeof digits);
    table_salts(t, salts);
    for (int seat = 0; seat < t->plan.seats; seat++)
        set_tag(r, "salt", seat, salts[seat]);
    for (int seat = 0; seat < t->plan.seats; seat++)
        set_tag(r, "commit", seat, mur_span_of(t->commit[seat]));
}

bool table_record(const table *t, bool with_secret, mur_buffer *out)
{
    const table_plan *p = &t->plan;
    const mur_game *g = p->game;
    mur_record *r;
    mur_rng rng;
    mur_span salts[MUR_SEATS];
    if (!is_over(t) || mur_record_open(&r, g, p->seats))
        return false;
    for (int i = 0; i < g->n_options; i++)
        if (p->option[i][0])
            mur_record_set_option(r, i, mur_span_of(p->option[i]));
    set_tags(t, with_secret, r);
    table_salts(t, salts);
    fair_deal(p->secret, salts, p->seats, &rng);
    mur_record_deal(r, &rng);
    for (size_t i = 0; i < t->course.n; i++)
        mur_record_play(r, t->course.moves[i].seat, t->course.moves[i].move, NULL);
    mur_record_finish(r);
    mur_record_write(r, out);
    mur_record_close(&r);
    return true;
}
