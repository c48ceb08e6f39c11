/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_table_entries.c -- a table of the server under arbitrary requests and arbitrary journal entries.
 *
 * A change that a check allows can be applied and has the status that was predicted; a refused entry changes nothing;
 * everything that is sent to clients is JSON; and replaying the journal gives the same table. */
#include <jansson.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/table/fair.h"
#include "server/table/table.h"

enum { JSON_MAX = 1 << 20, ENTRIES = 512, PEOPLE = 5 };

typedef struct {
    const uint8_t *at;
    size_t left;
} input;

typedef struct {
    table *table;
    table_plan plan;
    input *in;
    store_entry log[ENTRIES];
    char text[ENTRIES][256];
    int n;
    char *json;
} fixture;

static uint32_t take(input *in, size_t bytes)
{
    uint32_t n = 0;
    for (; bytes > 0 && in->left > 0; bytes--, in->left--)
        n = n << 8 | *in->at++;
    return n;
}

static store_id take_person(input *in)
{
    store_id id = { { 0 } };
    id.at[0] = (unsigned char)(take(in, 1) % PEOPLE); /* 0: nobody */
    return id;
}

static mur_span take_text(input *in, size_t most)
{
    size_t n = take(in, 1) % (most + 1);
    mur_span s = { (const char *)in->at, n < in->left ? n : in->left };
    in->at += s.len;
    in->left -= s.len;
    return s;
}

static const mur_game *game_of(const fixture *r)
{
    return r->plan.game;
}

/* -- The journal -- */

static bool append(fixture *r, store_entry *e)
{
    if (r->n == ENTRIES || e->text.len > sizeof r->text[0] || !table_apply(r->table, e))
        return false;
    memcpy(r->text[r->n], e->text.at, e->text.len);
    r->log[r->n] = *e;
    r->log[r->n].text.at = r->text[r->n];
    r->n++;
    return true;
}

static void apply_change(fixture *r, const table_change *c)
{
    for (int i = 0; i < c->n && r->n < ENTRIES; i++) {
        store_entry e = table_draft_entry(&c->draft[i], (store_time)take(r->in, 4));
        demand(e.n == table_length(r->table));
        demand(append(r, &e));
        store_status after = table_status(r->table), predicted = c->draft[i].after;
        demand(after.state == predicted.state && after.to_act == predicted.to_act);
    }
}

/* Appends an arbitrary entry; if the table refuses it, it is unchanged. */
static void append_any(fixture *r)
{
    static const char kinds[] = "slbrfgmuxnkceo?";
    mur_state *before = mur_new(game_of(r)->state_size);
    const mur_state *now = table_position(r->table);
    uint32_t length = table_length(r->table);
    store_entry e = { .n = length + (take(r->in, 1) == 0), .kind = kinds[take(r->in, 1) % (sizeof kinds - 1)] };
    e.seat = (uint8_t)take(r->in, 1);
    e.person = take_person(r->in);
    e.at = (store_time)((uint64_t)take(r->in, 4) << 32 | take(r->in, 4));
    e.text = take_text(r->in, 200);
    if (now)
        memcpy(before, now, game_of(r)->state_size);
    if (!append(r, &e)) {
        demand(table_length(r->table) == length && table_position(r->table) == now);
        demand(!now || memcmp(before, now, game_of(r)->state_size) == 0);
    }
    free(before);
}

/* -- Requests -- */

static void try_move(fixture *r)
{
    const mur_state *s = table_position(r->table);
    mur_move moves[MUR_MOVES];
    char text[MUR_MOVE_TEXT] = "";
    mur_text t = mur_text_on(text, sizeof text);
    int seat = (int)take(r->in, 1) % MUR_SEATS;
    uint32_t ply = table_ply(r->table) - take(r->in, 1) % 4;
    if (s && mur_may_act(s, seat)) {
        int n_moves = game_of(r)->legal(s, seat, moves);
        game_of(r)->write_move(moves[take(r->in, 2) % (uint32_t)n_moves], &t);
    }
    mur_span move = t.len ? mur_span_of(text) : take_text(r->in, 12);
    const table_seat *has = table_seat_of(r->table, seat);
    table_change c = has->bot[0] ? table_check_bot_move(r->table, seat, ply, move)
                                 : table_check_move(r->table, has->person, ply, move);
    if (!c.err && r->n + c.n <= ENTRIES)
        apply_change(r, &c);
}

/* One of the requests that change a table, with arguments from the input; only one in eight that would close the table
 * is made, because nothing happens at a closed one. */
static table_err check_request(fixture *r, uint32_t what, table_change *w)
{
    const table *t = r->table;
    store_id who = take_person(r->in);
    int seat = (int)take(r->in, 1) % (MUR_SEATS + 1);
    char name[TABLE_NAME + 8] = "";
    mur_text called = mur_text_on(name, sizeof name);
    mur_span text = take_text(r->in, sizeof name - 1);
    mur_put_bytes(&called, text.at, text.len);
    switch (what) {
    case 0:
        return (*w = table_check_sit(t, who, seat, name, take_text(r->in, 70), (mur_span){ "", 0 })).err;
    case 1:
        return (*w = table_check_stand(t, who)).err;
    case 2:
        return (*w = table_check_bot(t, who, seat, text.len % 2 ? text : mur_span_of("mason"))).err;
    case 3:
        return (*w = table_check_free(t, who, seat)).err;
    case 4:
        return (*w = table_check_reserve(t, who, seat, take_person(r->in), name)).err;
    case 5:
        return (*w = table_check_start(t, who)).err;
    case 6:
        return take(r->in, 1) % 8 ? TABLE_STATE : (*w = table_check_close(t, who)).err;
    case 7:
        return (*w = table_check_rematch(t, who, take_person(r->in))).err;
    case 8:
        return (*w = table_check_timeout(t, seat)).err;
    default:
        return (*w = table_check_take_back(t, seat < MUR_SEATS ? table_seat_of(t, seat)->person : who, table_ply(t)))
            .err;
    }
}

/* Requests of the shuffle. Each person has two salts, so that some match their commitment and some do not. */
static table_err check_shuffle_request(fixture *r, uint32_t what, table_change *w)
{
    const table *t = r->table;
    store_id who = take_person(r->in);
    int seat = (int)take(r->in, 1) % (MUR_SEATS + 1);
    char salt[] = { (char)('a' + who.at[0]), (char)('0' + take(r->in, 1) % 2), '\0' }, commit[FAIR_HEX];
    fair_commit_salt(mur_span_of(salt), commit);
    switch (what) {
    case 0: {
        mur_span open = mur_span_of(take(r->in, 1) % 4 ? "" : "open");
        return (*w = table_check_sit(t, who, seat, "", open, mur_span_of(commit))).err;
    }
    case 1:
        return (*w = table_check_commit(t, who, mur_span_of(commit))).err;
    case 2:
        return (*w = table_check_reveal(t, who, mur_span_of(salt))).err;
    case 3:
        return (*w = table_check_overdue(t, (store_time)take(r->in, 4))).err;
    default:
        return (*w = table_check_start(t, (store_id){ { 0 } })).err;
    }
}

/* Fills all seats and starts the game: random requests alone rarely would. */
static void fill(fixture *r)
{
    for (int seat = 0; seat < r->plan.seats; seat++) {
        table_change w;
        store_id who = { { (unsigned char)(seat + 1) } };
        table_err e = seat < PEOPLE - 1
                          ? (w = table_check_sit(r->table, who, seat, "", mur_span_of(""), (mur_span){ "", 0 })).err
                          : (w = table_check_bot(r->table, table_host(r->table), seat, mur_span_of("mason"))).err;
        if (e == TABLE_OK)
            apply_change(r, &w);
    }
    table_change w;
    if ((w = table_check_start(r->table, table_host(r->table))).err == TABLE_OK)
        apply_change(r, &w);
}

/* -- Messages -- */

/* Everything that is written for a listener, in one object: it fits the buffer, and Jansson can read it. */
static void check_json(fixture *r)
{
    mur_text t = mur_text_on(r->json, JSON_MAX);
    mur_json j = { .t = &t };
    table_form form = take(r->in, 1) % 2 ? TABLE_BYTES : TABLE_JSON;
    int seat = (int)take(r->in, 1) % (r->plan.seats + 1);
    int listener = seat < r->plan.seats ? seat : MUR_WATCHER;
    mur_json_begin(&j, '{');
    table_write_entries(r->table, take(r->in, 1) % (table_length(r->table) + 2), listener, form, &j);
    table_write_position(r->table, listener, form, &j);
    table_write_seats(r->table, take(r->in, 1), &j);
    table_write_settings(r->table, &j);
    table_write_fair(r->table, &j);
    table_write_shuffle(r->table, listener, &j);
    mur_json_key(&j, "now");
    mur_json_begin(&j, '{');
    table_write_clock(r->table, (store_time)take(r->in, 4), &j);
    mur_json_end(&j, '}');
    mur_json_key(&j, "past");
    mur_json_begin(&j, '{');
    table_write_past(r->table, take(r->in, 1), listener, form, &j);
    mur_json_end(&j, '}');
    mur_json_end(&j, '}');
    demand(!mur_text_is_cut(&t));
    json_t *object = json_loadb(r->json, t.len, 0, NULL);
    demand(object);
    json_decref(object);
}

static void check_replay(fixture *r)
{
    store_id id = { { 9 } };
    table *replayed = table_open(id, table_host(r->table), &r->plan);
    for (int i = 0; i < r->n; i++)
        demand(table_apply(replayed, &r->log[i]));
    demand(!table_position(replayed) == !table_position(r->table));
    demand(table_awaited(replayed) == table_awaited(r->table) &&
           table_is_sealed(replayed) == table_is_sealed(r->table));
    demand(!table_position(replayed) ||
           memcmp(table_position(replayed), table_position(r->table), game_of(r)->state_size) == 0);
    table_close(&replayed);
}

static void step(fixture *r)
{
    uint32_t what = take(r->in, 1) % 32;
    table_change w;
    if (what < 10) {
        if (check_request(r, what, &w) == TABLE_OK)
            apply_change(r, &w);
    } else if (what == 10) {
        fill(r);
    } else if (what == 11) {
        append_any(r);
    } else if (what == 12) {
        check_json(r);
    } else if (what < 18) {
        if (check_shuffle_request(r, what - 13, &w) == TABLE_OK)
            apply_change(r, &w);
    } else {
        try_move(r);
    }
}

static void make_plan(fixture *r)
{
    int games = 0;
    while (mur_game_at(games))
        games++;
    const mur_game *g = mur_game_at((int)(take(r->in, 1) % (uint32_t)games));
    r->plan = (table_plan){ .game = g, .minutes = 1, .increment = 5, .days = 1 };
    r->plan.seats = g->seats_min + (int)(take(r->in, 1) % (uint32_t)(g->seats_max - g->seats_min + 1));
    r->plan.timing = (table_timing)(take(r->in, 1) % 3);
    r->plan.waits_for_host = take(r->in, 1) % 2;
    r->plan.secret[0] = (unsigned char)take(r->in, 1);
    demand(table_plan_is_valid(&r->plan));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fixture r; /* too large for a stack */
    input in = { data, size };
    store_id id = { { 9 } }, host = { { 1 } };
    table_plan any;
    table_plan_read((mur_span){ (const char *)data, size }, &any);
    r.in = &in;
    r.n = 0;
    r.json = r.json ? r.json : malloc(JSON_MAX);
    make_plan(&r);
    r.table = table_open(id, host, &r.plan);
    while (in.left > 0)
        step(&r);
    check_replay(&r);
    table_close(&r.table);
    return 0;
}
