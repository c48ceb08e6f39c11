/* SPDX-License-Identifier: MIT */
/* What is wanted: judged here, before anything is written. */
#include <stdlib.h>

#include "record/quiet.h"
#include "server/fair.h"
#include "server/table_int.h"

const char keeper_level[] = "master";

mur_text begin_wish(const table *t, table_wish *out, table_kind kind, int seat, store_id who)
{
    out->entry = (store_entry){ .n = (uint32_t)t->length, .kind = (char)kind, .seat = (uint8_t)seat, .person = who };
    out->after = table_after(t);
    return mur_text_on(out->text, sizeof out->text);
}

table_err end_wish(table_wish *out, const mur_text *text)
{
    out->entry.text = (mur_span){ out->text, text->len };
    return mur_text_is_cut(text) ? TABLE_TEXT : TABLE_OK;
}

static table_err wish(const table *t, table_wish *out, table_kind kind, int seat, store_id who)
{
    mur_text text = begin_wish(t, out, kind, seat, who);
    return end_wish(out, &text);
}

static bool is_seat(const table *t, int seat)
{
    return seat >= 0 && seat < t->plan.seats;
}

static bool can_change(const table *t)
{
    return !t->is_closed && !is_over(t);
}

/* Nobody changes their mind any more. */
static bool is_full(const table *t)
{
    return t->length >= TABLE_LOG;
}

/* -- Seats -- */

static table_err want_back_seat(const table *t, store_id who, int seat, mur_span name, table_wish *out)
{
    const table_seat *s = &t->seat[seat];
    if (!is_same(s->person, who))
        return TABLE_TAKEN;
    if (!s->bot[0])
        return TABLE_STATE;
    mur_text text = begin_wish(t, out, TABLE_RETURN, seat, who);
    mur_put_bytes(&text, name.at, name.len);
    return end_wish(out, &text);
}

table_err table_want_seat(const table *t, store_id who, int seat, const char *name, mur_span salt, table_wish *out)
{
    int own = table_find_person(t, who);
    mur_span called = mur_span_of(name);
    if (!is_seat(t, seat))
        return TABLE_NONE;
    if (!can_change(t) || is_full(t))
        return TABLE_STATE;
    if (is_nobody(who))
        return TABLE_NOT_YOURS;
    if (!table_is_text(called, TABLE_NAME - 1) || !fair_is_salt(salt))
        return TABLE_TEXT;
    if (t->has_started)
        return want_back_seat(t, who, seat, called, out);
    if (own >= 0 && (own != seat || !t->seat[seat].is_kept))
        return TABLE_STATE;
    if (own < 0 && !table_is_open(t, seat))
        return TABLE_TAKEN;
    mur_text text = begin_wish(t, out, TABLE_SIT, seat, who);
    mur_put_bytes(&text, called.at, called.len);
    mur_put_char(&text, '\n');
    mur_put_bytes(&text, salt.at, salt.len);
    return end_wish(out, &text);
}

table_err want_keeper(const table *t, int seat, store_id who, const char *level, const char *why, table_wish *out)
{
    mur_text text = begin_wish(t, out, TABLE_BOT_SITS, seat, who);
    if (!t->has_started)
        out->after = shuffle_after_bot(t, seat);
    mur_put(&text, level);
    mur_put_char(&text, '\n');
    mur_put(&text, why);
    return end_wish(out, &text);
}

table_err table_want_stand(const table *t, store_id who, table_wish *out)
{
    int seat = table_find_person(t, who);
    if (seat < 0)
        return TABLE_NOT_YOURS;
    if (!can_change(t) || t->seat[seat].bot[0])
        return TABLE_STATE;
    if (t->has_started || t->is_sealed)
        return want_keeper(t, seat, who, keeper_level, "left", out);
    if (t->seat[seat].is_kept)
        return wish(t, out, TABLE_FREE, seat, who);
    mur_text text = begin_wish(t, out, TABLE_STAND, seat, who);
    out->after = shuffle_after_bot(t, seat);
    mur_put(&text, t->seat[seat].name);
    return end_wish(out, &text);
}

static bool is_level(mur_span level)
{
    for (size_t i = 0; i < level.len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-", level.at[i]) || !level.at[i])
            return false;
    return level.len > 0 && level.len < TABLE_BOT;
}

/* What only the host may do with a seat. */
static table_err judge_host(const table *t, store_id host, int seat)
{
    if (!is_seat(t, seat))
        return TABLE_NONE;
    if (is_nobody(host) || !is_same(host, t->host))
        return TABLE_NOT_YOURS;
    return can_change(t) ? TABLE_OK : TABLE_STATE;
}

/* Somebody who is absent can be replaced however full the log is. */
static table_err judge_reseating(const table *t, store_id host, int seat)
{
    table_err e = judge_host(t, host, seat);
    if (e || !is_full(t))
        return e;
    return (t->has_started ? t->seat[seat].bot[0] : !(table_awaited(t) >> seat & 1)) ? TABLE_STATE : TABLE_OK;
}

table_err table_want_bot(const table *t, store_id host, int seat, mur_span level, table_wish *out)
{
    table_err e = judge_reseating(t, host, seat);
    char name[TABLE_BOT];
    mur_text text = mur_text_on(name, sizeof name);
    if (e)
        return e;
    if (!is_level(level))
        return TABLE_TEXT;
    bool has = has_person(&t->seat[seat]);
    if (has ? !t->has_started && !(table_awaited(t) >> seat & 1) : t->has_started || t->is_sealed)
        return has ? TABLE_TAKEN : TABLE_STATE;
    mur_put_bytes(&text, level.at, level.len);
    return want_keeper(t, seat, host, name, has ? "host" : "here", out);
}

table_err table_want_free(const table *t, store_id host, int seat, table_wish *out)
{
    table_err e = judge_reseating(t, host, seat);
    if (e)
        return e;
    if (t->has_started || t->is_sealed || table_is_open(t, seat))
        return TABLE_STATE;
    return has_person(&t->seat[seat]) ? TABLE_TAKEN : wish(t, out, TABLE_FREE, seat, host);
}

table_err table_want_keep(const table *t, store_id host, int seat, store_id person, const char *name, table_wish *out)
{
    table_err e = judge_reseating(t, host, seat);
    if (e)
        return e;
    if (!table_is_text(mur_span_of(name), TABLE_NAME - 1) || is_nobody(person))
        return TABLE_TEXT;
    if (t->has_started || table_find_person(t, person) >= 0)
        return TABLE_STATE;
    if (!table_is_open(t, seat))
        return TABLE_TAKEN;
    mur_text text = begin_wish(t, out, TABLE_KEEP, seat, person);
    mur_put(&text, name);
    return end_wish(out, &text);
}

/* -- The table -- */

/* Who will begin, which the deal may decide. */
static unsigned first_to_act(const table *t)
{
    mur_setup *u = mur_new(game_of(t)->setup_size);
    table_deal(t, u);
    mur_err e = game_of(t)->start(u, t->room->state);
    free(u);
    return e ? 0 : t->room->state->to_act;
}

table_err table_want_start(const table *t, store_id who, table_wish *out)
{
    if (t->is_closed || t->has_started)
        return TABLE_STATE;
    if (is_nobody(who) ? t->plan.waits_for_host && !t->is_called : !is_same(who, t->host))
        return TABLE_NOT_YOURS;
    if (!is_complete(t))
        return TABLE_STATE;
    if (!shuffle_is_ready(t))
        return shuffle_want_seal(t, who, out);
    table_err e = wish(t, out, TABLE_START, 0, who);
    out->after = (store_after){ .state = STORE_PLAYING, .to_act = first_to_act(t) };
    return e;
}

table_err table_want_close(const table *t, store_id host, table_wish *out)
{
    table_err e = judge_host(t, host, 0);
    if (e)
        return e;
    for (int seat = 0; t->has_started && seat < t->plan.seats; seat++) {
        const table_seat *s = &t->seat[seat];
        if (!is_nobody(s->person) && !is_same(s->person, host))
            return TABLE_STATE;
    }
    e = wish(t, out, TABLE_CLOSE, 0, host);
    out->after = (store_after){ .state = STORE_CLOSED };
    return e;
}

table_err table_want_expire(const table *t, table_wish *out)
{
    static const store_id nobody;
    if (!can_change(t))
        return TABLE_STATE;
    table_err e = wish(t, out, TABLE_CLOSE, 0, nobody);
    out->after = (store_after){ .state = STORE_CLOSED };
    return e;
}

table_err table_want_rematch(const table *t, store_id who, store_id made, table_wish *out)
{
    char letters[23];
    if (!is_over(t))
        return TABLE_STATE;
    if (table_find_person(t, who) < 0)
        return TABLE_NOT_YOURS;
    if (!is_nobody(t->rematch))
        return TABLE_TAKEN;
    mur_text text = begin_wish(t, out, TABLE_REMATCH, 0, who);
    table_write_id(made, letters);
    mur_put(&text, letters);
    return end_wish(out, &text);
}

table_err table_want_timeout(const table *t, int seat, table_wish *out)
{
    static const store_id nobody;
    if (!is_seat(t, seat))
        return TABLE_NONE;
    if (!(t->running >> seat & 1))
        return TABLE_STATE;
    return want_keeper(t, seat, nobody, keeper_level, "time", out);
}

/* -- Moves -- */

/* Who moves: the person who has the seat, or nobody for its bot. */
static store_id mover(const table *t, int seat)
{
    static const store_id nobody;
    return t->seat[seat].bot[0] ? nobody : t->seat[seat].person;
}

static store_after after_state(const mur_state *s)
{
    return (store_after){ .state = s->to_act ? STORE_PLAYING : STORE_OVER, .to_act = s->to_act };
}

/* Of the moves of this stage a client may know some or none; it knows all before them. */
static bool is_known(const course *c, size_t ply, size_t own)
{
    return ply >= c->n_stage + own && ply <= c->n;
}

table_err table_want_move(const table *t, int seat, uint32_t ply, mur_span move, table_wish out[2], int *n_out,
                          mur_err *why)
{
    const course *c = &t->course;
    const mur_game *g = game_of(t);
    mur_state *s = t->room->state;
    *why = MUR_OK;
    if (!is_seat(t, seat))
        return TABLE_NONE;
    if (!is_playing(t))
        return TABLE_STATE;
    int own = course_find(c, seat);
    bool is_choice = own >= (int)c->n_stage;
    if (!is_known(c, ply + is_choice, is_choice))
        return TABLE_STALE;
    mur_move m = g->read_move(move);
    if (is_choice && c->moves[own].move == m)
        return TABLE_STALE;
    if (is_choice && is_full(t))
        return TABLE_STATE;
    *n_out = 0;
    if (is_choice) {
        course_without(c, own, s);
        wish(t, &out[0], TABLE_BACK, seat, mover(t, seat));
        out[(*n_out)++].after = after_state(s);
    } else {
        memcpy(s, c->state, g->state_size);
    }
    *why = m ? g->play(s, seat, m, NULL) : MUR_TEXT;
    if (*why)
        return TABLE_ILLEGAL;
    table_wish *last = &out[(*n_out)++];
    mur_text text = begin_wish(t, last, TABLE_MOVE, seat, mover(t, seat));
    last->entry.n += is_choice;
    last->after = after_state(s);
    g->write_move(m, &text);
    return end_wish(last, &text);
}

/* Plays moves that are about to be written; false: after them it is not the same stage any more. */
static bool play_earlier(const mur_game *g, const table_wish *earlier, size_t n, mur_state *s)
{
    for (size_t i = 0; i < n; i++) {
        const store_entry *e = &earlier[i].entry;
        unsigned left = s->to_act & ~(1U << e->seat);
        if (e->kind != TABLE_MOVE || g->play(s, e->seat, g->read_move(e->text), NULL) || !left || s->to_act != left)
            return false;
    }
    return true;
}

bool table_want_too(const table *t, const table_wish *earlier, size_t n, int seat, uint32_t ply, mur_span move,
                    table_wish *out)
{
    const course *c = &t->course;
    const mur_game *g = game_of(t);
    mur_state *s = t->room->state;
    if (!is_seat(t, seat) || !is_playing(t) || course_find(c, seat) >= (int)c->n_stage || !is_known(c, ply, 0))
        return false;
    mur_move m = g->read_move(move);
    memcpy(s, c->state, g->state_size);
    if (!m || !play_earlier(g, earlier, n, s) || g->play(s, seat, m, NULL))
        return false;
    mur_text text = begin_wish(t, out, TABLE_MOVE, seat, mover(t, seat));
    out->entry.n += (uint32_t)n;
    out->after = after_state(s);
    g->write_move(m, &text);
    return end_wish(out, &text) == TABLE_OK;
}

/* May this seat take its move back? */
static bool may_back(const table *t, int seat)
{
    table_room *r = t->room;
    unsigned bit = 1U << seat;
    int own = is_playing(t) ? course_find(&t->course, seat) : -1;
    if (own < 0)
        return false;
    if (r->length != t->length)
        r->asked = r->may = 0;
    r->length = t->length;
    if (!(r->asked & bit)) {
        course_without(&t->course, own, r->state);
        r->may |= mur_is_quiet(game_of(t), r->state, t->course.state, seat, t->course.moves[own].move) ? bit : 0;
        r->asked |= bit;
    }
    return r->may & bit;
}

/* Did a bot make the latest move of this seat that still counts? Each `back` of the seat takes one move away. */
static bool is_move_by_bot(const table *t, int seat)
{
    int taken_back = 0;
    for (size_t i = t->length; i-- > 0;) {
        const kept *k = &t->log[i];
        if (k->seat != seat)
            continue;
        taken_back += k->kind == TABLE_BACK;
        if (k->kind == TABLE_MOVE && taken_back-- == 0)
            return k->is_by_bot;
    }
    return false;
}

table_err table_want_back(const table *t, int seat, uint32_t ply, table_wish *out)
{
    const course *c = &t->course;
    if (!is_seat(t, seat))
        return TABLE_NONE;
    if (!is_playing(t))
        return TABLE_STATE;
    int own = course_find(c, seat);
    if (own < 0 || is_move_by_bot(t, seat)) /* a bot moved for this seat meanwhile: that is not theirs to undo */
        return TABLE_LATE;
    if (!is_known(c, ply, own >= (int)c->n_stage))
        return TABLE_STALE;
    if (!may_back(t, seat))
        return TABLE_LEARNT;
    if (is_full(t))
        return TABLE_STATE;
    table_err e = wish(t, out, TABLE_BACK, seat, mover(t, seat));
    course_without(c, own, t->room->state);
    out->after = after_state(t->room->state);
    return e;
}
