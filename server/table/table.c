/* SPDX-License-Identifier: MIT */
/* The log: which entry may follow, and what it changes. */
#include "server/table.h"

#include <stdlib.h>
#include <string.h>

#include "record/quote.h"
#include "server/fair.h"
#include "server/table_int.h"

_Static_assert((int)TABLE_SALT == (int)FAIR_SALT && (int)TABLE_SECRET == (int)FAIR_SECRET, "a plan deals fairly");

table *table_open(store_id id, store_id host, const table_plan *plan)
{
    table *t = mur_new(sizeof *t);
    t->id = id;
    t->host = host;
    t->plan = *plan;
    t->room = mur_new(sizeof *t->room);
    t->room->state = mur_new(plan->game->state_size);
    t->room->view = mur_new(plan->game->view_size);
    t->room->step = mur_new(sizeof *t->room->step);
    course_step_open(&t->room->seen, plan->game);
    clock_begin(t, 0);
    return t;
}

void table_close(table **t)
{
    if (!*t)
        return;
    course_close(&(*t)->course);
    free((*t)->log);
    mur_buffer_close(&(*t)->texts);
    free((*t)->room->state);
    free((*t)->room->view);
    free((*t)->room->step);
    course_step_close(&(*t)->room->seen);
    free((*t)->room);
    free(*t);
    *t = NULL;
}

/* -- Texts of entries -- */

bool table_is_text(mur_span s, size_t most)
{
    if (s.len > most)
        return false;
    while (s.len > 0)
        if (mur_is_control(mur_take_utf8(&s))) /* what is no UTF-8 is -1, and so a control character */
            return false;
    return true;
}

mur_span table_take_line(mur_span *rest)
{
    const char *end = rest->len ? memchr(rest->at, '\n', rest->len) : NULL;
    mur_span line = { rest->at, end ? (size_t)(end - rest->at) : rest->len };
    size_t taken = line.len + (end != NULL);
    *rest = (mur_span){ rest->at + taken, rest->len - taken };
    return line;
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void table_write_id(store_id id, char out[23])
{
    unsigned bits = 0, n = 0, used = 0;
    for (size_t i = 0; i < sizeof id.at; i++) {
        bits = (bits << 8 | id.at[i]) & 0xffff;
        for (n += 8; n >= 6; n -= 6)
            out[used++] = letters[bits >> (n - 6) & 63];
    }
    out[used++] = letters[bits << (6 - n) & 63];
    out[used] = '\0';
}

bool table_read_id(mur_span text, store_id *id)
{
    store_id made = { { 0 } };
    unsigned bits = 0, n = 0, used = 0;
    char again[23];
    if (text.len != sizeof again - 1)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        const char *letter = text.at[i] ? strchr(letters, text.at[i]) : NULL;
        if (!letter)
            return false;
        bits = (bits << 6 | (unsigned)(letter - letters)) & 0xffff;
        n += 6;
        if (n >= 8 && used < sizeof made.at) {
            n -= 8;
            made.at[used++] = (unsigned char)(bits >> n);
        }
    }
    table_write_id(made, again);
    *id = made;
    return mur_span_is(text, again); /* no two texts are the same id */
}

static void copy_text(char *to, size_t size, mur_span s)
{
    mur_text t = mur_text_on(to, size);
    mur_put_bytes(&t, s.at, s.len);
}

/* -- Seats -- */

bool table_is_open(const table *t, int seat)
{
    const table_seat *s = &t->seat[seat];
    return is_nobody(s->person) && !s->bot[0] && !s->is_forgotten;
}

int table_find_person(const table *t, store_id person)
{
    for (int seat = 0; seat < t->plan.seats && !is_nobody(person); seat++)
        if (is_same(t->seat[seat].person, person))
            return seat;
    return -1;
}

int table_find_player(const table *t, store_id person)
{
    int seat = table_find_person(t, person);
    return seat >= 0 && !t->seat[seat].is_kept && !t->seat[seat].bot[0] ? seat : -1;
}

/* Open, or kept for this very person, who does not sit elsewhere. A person who was forgotten is nobody. */
static bool apply_sit(table *t, const store_entry *e)
{
    table_seat *s = &t->seat[e->seat];
    mur_span rest = e->text, name = table_take_line(&rest), salt = table_take_line(&rest);
    bool is_whole = rest.len > 0 || salt.at + salt.len == e->text.at + e->text.len; /* no LF without a commitment */
    int own = table_find_person(t, e->person);
    bool is_free = table_is_open(t, e->seat) || s->is_kept;
    if (t->has_started || !is_free || (own >= 0 && own != e->seat) || (s->is_kept && own < 0) ||
        !table_is_text(name, TABLE_NAME - 1) || !is_whole || !shuffle_sit(t, e->seat, salt, rest))
        return false;
    *s = (table_seat){ .person = e->person, .is_forgotten = is_nobody(e->person) };
    if (!s->is_forgotten)
        copy_text(s->name, sizeof s->name, name);
    return true;
}

static bool apply_keep(table *t, const store_entry *e)
{
    if (t->has_started || !table_is_open(t, e->seat) || table_find_person(t, e->person) >= 0 ||
        !table_is_text(e->text, TABLE_NAME - 1))
        return false;
    if (is_nobody(e->person))
        return true; /* somebody who was forgotten since: the seat stays open */
    table_seat *s = &t->seat[e->seat];
    *s = (table_seat){ .person = e->person, .is_kept = true };
    copy_text(s->name, sizeof s->name, e->text);
    return true;
}

static void empty(table *t, int seat)
{
    t->seat[seat] = (table_seat){ .is_kept = false };
    shuffle_leave(t, seat);
    t->is_called = false;
}

static bool apply_stand(table *t, const store_entry *e)
{
    const table_seat *s = &t->seat[e->seat];
    if (t->has_started || t->is_sealed || !has_person(s) || s->bot[0] || !table_is_text(e->text, TABLE_NAME - 1))
        return false;
    empty(t, e->seat);
    return true;
}

static bool apply_free(table *t, const store_entry *e)
{
    const table_seat *s = &t->seat[e->seat];
    if (t->has_started || t->is_sealed || has_person(s) || table_is_open(t, e->seat))
        return false;
    empty(t, e->seat);
    return true;
}

static bool is_reason(mur_span why)
{
    return mur_span_is(why, "here") || mur_span_is(why, "host") || mur_span_is(why, "left") ||
           mur_span_is(why, "time") || mur_span_is(why, "reveal");
}

/* Before the start a bot takes a seat of its own, or that of a person who breaks a seal; after it that of a person. A
 * person may come back once the game has started. */
static bool apply_bot(table *t, const store_entry *e)
{
    table_seat *s = &t->seat[e->seat];
    mur_span why = e->text, level = table_take_line(&why);
    if (level.len == 0 || !table_is_text(level, TABLE_BOT - 1) || !is_reason(why) || is_over(t) ||
        (has_person(s) ? !t->has_started && (s->bot[0] || !shuffle_bot(t, e)) : t->has_started || t->is_sealed))
        return false;
    if (!has_person(s))
        empty(t, e->seat);
    copy_text(s->bot, sizeof s->bot, level);
    return true;
}

static bool apply_return(table *t, const store_entry *e)
{
    table_seat *s = &t->seat[e->seat];
    if (!is_playing(t) || !has_person(s) || !s->bot[0] || !table_is_text(e->text, TABLE_NAME - 1))
        return false;
    s->bot[0] = '\0';
    if (!s->is_forgotten)
        copy_text(s->name, sizeof s->name, e->text);
    return true;
}

/* -- The game -- */

void table_salts(const table *t, mur_span salts[MUR_SEATS])
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        salts[seat] = mur_span_of(t->plan.is_again ? t->plan.salt[seat] : t->salt[seat]);
}

void table_deal(const table *t, mur_setup *u)
{
    const table_plan *p = &t->plan;
    mur_span salts[MUR_SEATS];
    mur_rng rng;
    table_salts(t, salts);
    fair_deal(p->secret, salts, p->seats, &rng);
    p->game->init(u, p->seats);
    for (int i = 0; i < p->game->n_options; i++)
        if (p->option[i][0])
            p->game->set_option(u, i, mur_span_of(p->option[i]));
    p->game->shuffle(u, &rng);
}

void table_begin(table *t, const mur_setup *u)
{
    course_close(&t->course);
    course_open(&t->course, game_of(t), u);
    t->has_started = true;
}

bool is_complete(const table *t)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (table_is_open(t, seat) || t->seat[seat].is_kept)
            return false;
    return true;
}

static bool apply_start(table *t, const store_entry *e)
{
    if (t->has_started || !is_complete(t) || !shuffle_is_ready(t))
        return false;
    mur_setup *u = mur_new(game_of(t)->setup_size);
    table_deal(t, u);
    table_begin(t, u);
    free(u);
    clock_begin(t, e->at);
    return true;
}

static bool apply_move(table *t, const store_entry *e)
{
    mur_move m = is_playing(t) ? game_of(t)->read_move(e->text) : 0;
    return m && course_play(&t->course, e->seat, m) == MUR_OK;
}

static bool apply_back(table *t, const store_entry *e)
{
    if (!is_playing(t) || !course_back(&t->course, e->seat))
        return false;
    t->n_anew = (uint32_t)t->length + 1;
    return true;
}

static bool apply_close(table *t)
{
    if (is_over(t))
        return false;
    t->is_closed = true;
    return true;
}

static bool apply_rematch(table *t, const store_entry *e)
{
    store_id made;
    if (!is_over(t) || !is_nobody(t->rematch) || !table_read_id(e->text, &made) || is_nobody(made))
        return false;
    t->rematch = made;
    return true;
}

/* -- Entries -- */

static bool change(table *t, const store_entry *e)
{
    switch ((table_kind)e->kind) {
    case TABLE_SIT:
        return apply_sit(t, e);
    case TABLE_STAND:
        return apply_stand(t, e);
    case TABLE_BOT_SITS:
        return apply_bot(t, e);
    case TABLE_RETURN:
        return apply_return(t, e);
    case TABLE_FREE:
        return apply_free(t, e);
    case TABLE_COMMIT:
        return apply_commit(t, e);
    case TABLE_SEAL:
        return apply_seal(t, e);
    case TABLE_REVEAL:
        return apply_reveal(t, e);
    case TABLE_START:
        return apply_start(t, e);
    case TABLE_MOVE:
        return apply_move(t, e);
    case TABLE_BACK:
        return apply_back(t, e);
    case TABLE_CLOSE:
        return apply_close(t);
    case TABLE_REMATCH:
        return apply_rematch(t, e);
    case TABLE_KEEP:
        return apply_keep(t, e);
    }
    return false;
}

/* Names of those who were forgotten are not kept. */
static uint32_t keep_text(table *t, const store_entry *e)
{
    bool is_name = e->kind == TABLE_SIT || e->kind == TABLE_STAND || e->kind == TABLE_RETURN || e->kind == TABLE_KEEP;
    mur_span text = e->text, name = table_take_line(&text);
    uint32_t at = (uint32_t)t->texts.len;
    if (e->kind == TABLE_MOVE)
        return t->course.moves[t->course.n - 1].move;
    if (is_name && is_nobody(e->person))
        name.len = 0;
    if (e->kind == TABLE_COMMIT || e->kind == TABLE_REVEAL) /* what counts of them is told by table_tell_fair() */
        return at;
    mur_buffer_put_span(&t->texts, is_name ? name : e->text);
    mur_buffer_put_span(&t->texts, (mur_span){ "", 1 });
    return at;
}

bool table_apply(table *t, const store_entry *e)
{
    unsigned before = t->has_started ? t->course.state->to_act : 0;
    bool is_next = e->n == t->length && e->seat < t->plan.seats && e->at >= 0 && !(e->at >> TABLE_TIME_BITS);
    if (!is_next || t->is_closed || !change(t, e))
        return false;
    clock_pass(t, e->at);
    clock_go_on(t, e, before);
    kept made = { .at = e->at, .ply = (uint32_t)t->course.n, .kind = e->kind, .seat = e->seat };
    made.is_by_bot = e->kind == TABLE_MOVE && is_nobody(e->person);
    made.what = keep_text(t, e);
    t->log = mur_grow(t->log, &t->max, t->length + 1, sizeof t->log[0]);
    t->log[t->length++] = made;
    return true;
}

/* -- What is -- */

const table_plan *table_plan_of(const table *t)
{
    return &t->plan;
}

store_id table_host(const table *t)
{
    return t->host;
}

uint32_t table_length(const table *t)
{
    return (uint32_t)t->length;
}

store_after table_after(const table *t)
{
    if (t->is_closed)
        return (store_after){ .state = STORE_CLOSED };
    if (!t->has_started)
        return (store_after){ .state = STORE_OPEN, .to_act = table_awaited(t) };
    return (store_after){ .state = is_over(t) ? STORE_OVER : STORE_PLAYING, .to_act = t->course.state->to_act };
}

store_id table_rematch(const table *t)
{
    return t->rematch;
}

const table_seat *table_seat_of(const table *t, int seat)
{
    return &t->seat[seat];
}

const mur_state *table_position(const table *t)
{
    return t->course.state;
}

unsigned table_bots_to_act(const table *t)
{
    unsigned bots = 0;
    for (int seat = 0; seat < t->plan.seats; seat++)
        bots |= (unsigned)(t->seat[seat].bot[0] != '\0') << seat;
    return is_playing(t) ? bots & t->course.state->to_act : 0;
}

bool table_may_hint(const table *t)
{
    int people = 0; /* seats that a person has or can still take */
    for (int seat = 0; seat < t->plan.seats; seat++)
        people += !t->seat[seat].bot[0] || has_person(&t->seat[seat]);
    return t->plan.allows_hints || is_over(t) || people <= 1;
}

uint32_t table_ply(const table *t)
{
    return (uint32_t)t->course.n;
}

bool table_is_anew(const table *t, uint32_t from)
{
    return from > 0 && from < t->n_anew;
}
