/* SPDX-License-Identifier: MIT */
/* server/table/table.c -- a table as the sum of its entries: opening it, replaying entries, and what others ask of it.
 * table_apply() is the only function that changes a table. It is a pure function of table and entry, so every process
 * that replays the same entries has the same table, and a restart loses nothing. The kinds of entries are applied next
 * to the checks that allow them: table_seats.c, table_moves.c, table_shuffle.c; start, close and rematch are here. */
#include "server/table/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/safe_text.h"
#include "server/table/fair.h"
#include "server/table/table_int.h"

_Static_assert((int)TABLE_SALT == (int)FAIR_SALT && (int)TABLE_SECRET == (int)FAIR_SECRET, "a plan deals fairly");

table *table_open(store_id id, store_id host, const table_plan *plan)
{
    assert(plan->game && plan->seats >= 1 && plan->seats <= MUR_SEATS);
    table *t = mur_new(sizeof *t);
    t->id = id;
    t->host = host;
    t->plan = *plan;
    t->scratch = mur_new(sizeof *t->scratch);
    t->scratch->state = mur_new(plan->game->state_size);
    t->scratch->view = mur_new(plan->game->view_size);
    t->scratch->step = mur_new(sizeof *t->scratch->step);
    history_step_open(&t->scratch->seen, plan->game);
    clock_start(t, 0);
    return t;
}

void table_close(table **t)
{
    if (!*t)
        return;
    history_close(&(*t)->history);
    free((*t)->entries);
    mur_buffer_close(&(*t)->texts);
    free((*t)->scratch->state);
    free((*t)->scratch->view);
    free((*t)->scratch->step);
    history_step_close(&(*t)->scratch->seen);
    free((*t)->scratch);
    free(*t);
    *t = NULL;
}

/* -- Texts of entries -- */

bool table_is_text(mur_span s, size_t max)
{
    if (s.len > max)
        return false;
    while (s.len > 0)
        if (mur_is_control(mur_take_utf8(&s))) /* true for -1, too: not UTF-8 */
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

/* -- The game -- */

void table_salts(const table *t, mur_span salts[MUR_SEATS])
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        salts[seat] = mur_span_of(t->plan.repeats_deal ? t->plan.salt[seat] : t->salt[seat]);
}

/* Every process, and everybody with a record, draws the same deal from the same secret and salts. */
void table_deal(const table *t, mur_setup *u)
{
    const table_plan *p = &t->plan;
    assert(p->seats >= 1 && p->seats <= MUR_SEATS);
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
    history_close(&t->history);
    history_open(&t->history, game_of(t), u);
    t->has_started = true;
}

/* -- Changes -- */

table_change refuse_change(table_err err)
{
    assert(err != TABLE_OK);
    return (table_change){ .err = err };
}

table_change begin_change(const table *t, table_kind kind, int seat, store_id who)
{
    table_change c = { .n = 1 };
    assert(is_seat(t, seat));
    c.draft[0].entry =
        (store_entry){ .n = (uint32_t)t->length, .kind = (char)kind, .seat = (uint8_t)seat, .person = who };
    c.draft[0].after = table_status(t);
    return c;
}

mur_text change_text(table_change *c)
{
    assert(c->n == 1);
    return mur_text_on(c->draft[0].text, sizeof c->draft[0].text);
}

/* The text was written into the draft of c; only its length is still missing. */
table_change end_change(table_change c, const mur_text *text)
{
    c.draft[0].text_len = text->len;
    return mur_text_is_cut(text) ? refuse_change(TABLE_TEXT) : c;
}

store_entry table_draft_entry(const table_draft *d, store_time at)
{
    store_entry e = d->entry;
    e.at = at;
    e.text = (mur_span){ d->text, d->text_len };
    return e;
}

/* -- Start, close, rematch -- */

/* Which seats begin, which the deal may decide. The deal is drawn for this and thrown away: apply_start() draws it
 * again. */
static unsigned first_to_act(const table *t)
{
    mur_setup *u = mur_new(game_of(t)->setup_size);
    table_deal(t, u);
    mur_err e = game_of(t)->start(u, t->scratch->state);
    free(u);
    return e ? 0 : t->scratch->state->to_act;
}

/* The host may start when all seats are taken; a table that does not wait for its host starts by itself (nobody). */
table_change table_check_start(const table *t, store_id who)
{
    if (t->is_closed || t->has_started)
        return refuse_change(TABLE_STATE);
    if (store_id_is_none(who) ? t->plan.waits_for_host && !t->is_start_requested : !store_id_equals(who, t->host))
        return refuse_change(TABLE_NOT_YOURS);
    if (!is_complete(t))
        return refuse_change(TABLE_STATE);
    if (!shuffle_is_ready(t))
        return shuffle_check_seal(t, who);
    table_change c = begin_change(t, TABLE_START, 0, who);
    c.draft[0].after = (store_status){ .state = STORE_PLAYING, .to_act = first_to_act(t) };
    return c;
}

static bool apply_start(table *t, const store_entry *e)
{
    if (t->has_started || !is_complete(t) || !shuffle_is_ready(t))
        return false;
    mur_setup *u = mur_new(game_of(t)->setup_size);
    table_deal(t, u);
    table_begin(t, u);
    free(u);
    clock_start(t, e->at);
    return true;
}

static table_change draft_close(const table *t, store_id who)
{
    table_change c = begin_change(t, TABLE_CLOSE, 0, who);
    c.draft[0].after = (store_status){ .state = STORE_CLOSED };
    return c;
}

/* A game with other people in it cannot be closed by its host: they may go on without them. */
table_change table_check_close(const table *t, store_id host)
{
    table_err e = check_host(t, host, 0);
    if (e)
        return refuse_change(e);
    for (int seat = 0; t->has_started && seat < t->plan.seats; seat++) {
        const table_seat *s = &t->seat[seat];
        if (!store_id_is_none(s->person) && !store_id_equals(s->person, host))
            return refuse_change(TABLE_STATE);
    }
    return draft_close(t, host);
}

table_change table_check_expire(const table *t)
{
    return t->is_closed || is_over(t) ? refuse_change(TABLE_STATE) : draft_close(t, STORE_NO_ID);
}

static bool apply_close(table *t)
{
    if (is_over(t))
        return false;
    t->is_closed = true;
    return true;
}

/* The id of the new table is the text of the entry, so everybody who reads the old table finds the new one. */
table_change table_check_rematch(const table *t, store_id who, store_id new_table)
{
    char letters[ID_TEXT];
    if (!is_over(t))
        return refuse_change(TABLE_STATE);
    if (table_find_person(t, who) < 0)
        return refuse_change(TABLE_NOT_YOURS);
    if (!store_id_is_none(t->rematch))
        return refuse_change(TABLE_TAKEN);
    table_change c = begin_change(t, TABLE_REMATCH, 0, who);
    mur_text text = change_text(&c);
    id_write(new_table, letters);
    mur_put(&text, letters);
    return end_change(c, &text);
}

static bool apply_rematch(table *t, const store_entry *e)
{
    store_id new_table;
    if (!is_over(t) || !store_id_is_none(t->rematch) || !id_read(e->text, &new_table) || store_id_is_none(new_table))
        return false;
    t->rematch = new_table;
    return true;
}

/* -- Entries -- */

/* All kinds, no default: the compiler names one that is forgotten. */
static bool apply_by_kind(table *t, const store_entry *e)
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
    case TABLE_TAKE_BACK:
        return apply_take_back(t, e);
    case TABLE_CLOSE:
        return apply_close(t);
    case TABLE_REMATCH:
        return apply_rematch(t, e);
    case TABLE_RESERVE:
        return apply_reserve(t, e);
    }
    return false;
}

/* Names of people whose data was erased are not kept in memory either. Returns what past_entry.what holds. */
static uint32_t save_text(table *t, const store_entry *e)
{
    bool is_name =
        e->kind == TABLE_SIT || e->kind == TABLE_STAND || e->kind == TABLE_RETURN || e->kind == TABLE_RESERVE;
    mur_span text = e->text, name = table_take_line(&text);
    uint32_t at = (uint32_t)t->texts.len;
    if (e->kind == TABLE_MOVE)
        return t->history.moves[t->history.n - 1].move;
    if (is_name && store_id_is_none(e->person))
        name.len = 0;
    if (e->kind == TABLE_COMMIT || e->kind == TABLE_REVEAL) /* table_write_fair() writes what counts of them */
        return at;
    mur_buffer_put_span(&t->texts, is_name ? name : e->text);
    mur_buffer_put_span(&t->texts, (mur_span){ "", 1 });
    return at;
}

/* The order matters: the entry is applied first (it may be refused, and then nothing has changed), then the clocks run
 * up to its time with the seats that were to act before it, then they go on with those that are to act now. */
bool table_apply(table *t, const store_entry *e)
{
    unsigned before = t->has_started ? t->history.state->to_act : 0;
    bool is_next = e->n == t->length && e->seat < t->plan.seats && e->at >= 0 && !(e->at >> TABLE_TIME_BITS);
    if (!is_next || t->is_closed || !apply_by_kind(t, e))
        return false;
    clock_advance(t, e->at);
    clock_resume(t, e, before);
    past_entry made = { .at = e->at, .ply = (uint32_t)t->history.n, .kind = e->kind, .seat = e->seat };
    made.is_by_bot = e->kind == TABLE_MOVE && store_id_is_none(e->person);
    made.what = save_text(t, e);
    t->entries = mur_grow(t->entries, &t->max, t->length + 1, sizeof t->entries[0]);
    t->entries[t->length++] = made;
    assert(table_is_sound(t));
    return true;
}

/* -- Queries -- */

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

store_status table_status(const table *t)
{
    if (t->is_closed)
        return (store_status){ .state = STORE_CLOSED };
    if (!t->has_started)
        return (store_status){ .state = STORE_OPEN, .to_act = table_awaited(t) };
    return (store_status){ .state = is_over(t) ? STORE_OVER : STORE_PLAYING, .to_act = t->history.state->to_act };
}

store_id table_rematch(const table *t)
{
    return t->rematch;
}

const table_seat *table_seat_of(const table *t, int seat)
{
    assert(seat >= 0 && seat < MUR_SEATS);
    return &t->seat[seat];
}

const mur_state *table_position(const table *t)
{
    return t->history.state;
}

unsigned table_bots(const table *t)
{
    unsigned bots = 0;
    for (int seat = 0; seat < t->plan.seats; seat++)
        bots |= (unsigned)(t->seat[seat].bot[0] != '\0') << seat;
    return bots;
}

unsigned table_bots_to_act(const table *t)
{
    return is_playing(t) ? table_bots(t) & t->history.state->to_act : 0;
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
    return (uint32_t)t->history.n;
}

bool table_has_takeback_since(const table *t, uint32_t from)
{
    return from > 0 && from < t->takeback_length;
}
