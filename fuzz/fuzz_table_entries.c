/* SPDX-License-Identifier: MIT */
/* A table of the server: people who want anything at any time, and entries of a log that may be damaged. What is
 * granted can be applied and leaves the table as it was foretold; what is refused changes nothing; whatever is told is
 * JSON; and the same log makes the same table. */
#include <jansson.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/fair.h"
#include "server/table.h"

enum { TOLD = 1 << 20, ENTRIES = 512, PEOPLE = 5 };

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
    char *told;
} room;

static uint32_t take(input *in, size_t bytes)
{
    uint32_t n = 0;
    for (; bytes > 0 && in->left > 0; bytes--, in->left--)
        n = n << 8 | *in->at++;
    return n;
}

static store_id someone(input *in)
{
    store_id id = { { 0 } };
    id.at[0] = (unsigned char)(take(in, 1) % PEOPLE); /* 0: nobody */
    return id;
}

static mur_span some_text(input *in, size_t most)
{
    size_t n = take(in, 1) % (most + 1);
    mur_span s = { (const char *)in->at, n < in->left ? n : in->left };
    in->at += s.len;
    in->left -= s.len;
    return s;
}

static const mur_game *game_of(const room *r)
{
    return r->plan.game;
}

/* -- The log -- */

static bool write(room *r, store_entry *e)
{
    if (r->n == ENTRIES || e->text.len > sizeof r->text[0] || !table_apply(r->table, e))
        return false;
    memcpy(r->text[r->n], e->text.at, e->text.len);
    r->log[r->n] = *e;
    r->log[r->n].text.at = r->text[r->n];
    r->n++;
    return true;
}

static void grant(room *r, table_wish *w)
{
    w->entry.at = (store_time)take(r->in, 4);
    if (r->n == ENTRIES)
        return;
    demand(w->entry.n == table_length(r->table));
    demand(write(r, &w->entry));
    store_after after = table_after(r->table);
    demand(after.state == w->after.state && after.to_act == w->after.to_act);
}

/* An entry of anything; a table that refuses it is as it was. */
static void write_any(room *r)
{
    static const char kinds[] = "slbrfgmuxnkceo?";
    mur_state *before = mur_new(game_of(r)->state_size);
    const mur_state *now = table_position(r->table);
    uint32_t length = table_length(r->table);
    store_entry e = { .n = length + (take(r->in, 1) == 0), .kind = kinds[take(r->in, 1) % (sizeof kinds - 1)] };
    e.seat = (uint8_t)take(r->in, 1);
    e.person = someone(r->in);
    e.at = (store_time)((uint64_t)take(r->in, 4) << 32 | take(r->in, 4));
    e.text = some_text(r->in, 200);
    if (now)
        memcpy(before, now, game_of(r)->state_size);
    if (!write(r, &e)) {
        demand(table_length(r->table) == length && table_position(r->table) == now);
        demand(!now || memcmp(before, now, game_of(r)->state_size) == 0);
    }
    free(before);
}

/* -- What people want -- */

static void want_move(room *r)
{
    const mur_state *s = table_position(r->table);
    table_wish w[2];
    mur_move moves[MUR_MOVES];
    char text[MUR_MOVE_TEXT] = "";
    mur_text t = mur_text_on(text, sizeof text);
    int seat = (int)take(r->in, 1) % MUR_SEATS, n = 0;
    uint32_t ply = table_ply(r->table) - take(r->in, 1) % 4;
    mur_err why;
    if (s && mur_may_act(s, seat)) {
        int n_moves = game_of(r)->legal(s, seat, moves);
        game_of(r)->write_move(moves[take(r->in, 2) % (uint32_t)n_moves], &t);
    }
    mur_span move = t.len ? mur_span_of(text) : some_text(r->in, 12);
    if (table_want_move(r->table, seat, ply, move, w, &n, &why) == TABLE_OK && r->n + n <= ENTRIES)
        for (int i = 0; i < n; i++)
            grant(r, &w[i]);
}

static table_err want(room *r, uint32_t what, table_wish *w)
{
    const table *t = r->table;
    store_id who = someone(r->in);
    int seat = (int)take(r->in, 1) % (MUR_SEATS + 1);
    char name[TABLE_NAME + 8] = "";
    mur_text called = mur_text_on(name, sizeof name);
    mur_span text = some_text(r->in, sizeof name - 1);
    mur_put_bytes(&called, text.at, text.len);
    switch (what) {
    case 0:
        return table_want_seat(t, who, seat, name, some_text(r->in, 70), w);
    case 1:
        return table_want_stand(t, who, w);
    case 2:
        return table_want_bot(t, who, seat, text.len % 2 ? text : mur_span_of("mason"), w);
    case 3:
        return table_want_free(t, who, seat, w);
    case 4:
        return table_want_keep(t, who, seat, someone(r->in), name, w);
    case 5:
        return table_want_start(t, who, w);
    case 6:
        return take(r->in, 1) % 8 ? TABLE_STATE : table_want_close(t, who, w);
    case 7:
        return table_want_rematch(t, who, someone(r->in), w);
    case 8:
        return table_want_timeout(t, seat, w);
    default:
        return table_want_back(t, seat, table_ply(t), w);
    }
}

/* The shuffle: everybody has two salts, so that some fit their commitment and some do not. */
static table_err want_share(room *r, uint32_t what, table_wish *w)
{
    const table *t = r->table;
    store_id who = someone(r->in);
    int seat = (int)take(r->in, 1) % (MUR_SEATS + 1);
    char salt[] = { (char)('a' + who.at[0]), (char)('0' + take(r->in, 1) % 2), '\0' }, commit[FAIR_HEX];
    fair_commit_salt(mur_span_of(salt), commit);
    switch (what) {
    case 0: {
        table_err e = table_want_seat(t, who, seat, "", mur_span_of(take(r->in, 1) % 4 ? "" : "open"), w);
        return e ? e : table_add_commit(t, mur_span_of(commit), w);
    }
    case 1:
        return table_want_commit(t, who, mur_span_of(commit), w);
    case 2:
        return table_want_reveal(t, who, mur_span_of(salt), w);
    case 3:
        return table_want_overdue(t, (store_time)take(r->in, 4), w);
    default:
        return table_want_start(t, (store_id){ { 0 } }, w);
    }
}

/* All seats taken, so that games are played at all. */
static void fill(room *r)
{
    for (int seat = 0; seat < r->plan.seats; seat++) {
        table_wish w;
        store_id who = { { (unsigned char)(seat + 1) } };
        table_err e = seat < PEOPLE - 1
                          ? table_want_seat(r->table, who, seat, "", mur_span_of(""), &w)
                          : table_want_bot(r->table, table_host(r->table), seat, mur_span_of("mason"), &w);
        if (e == TABLE_OK)
            grant(r, &w);
    }
    table_wish w;
    if (table_want_start(r->table, table_host(r->table), &w) == TABLE_OK)
        grant(r, &w);
}

/* -- What is told -- */

static void check_told(room *r)
{
    mur_text t = mur_text_on(r->told, TOLD);
    mur_json j = { .t = &t };
    table_form form = take(r->in, 1) % 2 ? TABLE_BYTES : TABLE_JSON;
    int seat = (int)take(r->in, 1) % (r->plan.seats + 1);
    int listener = seat < r->plan.seats ? seat : MUR_WATCHER;
    mur_json_begin(&j, '{');
    table_tell_entries(r->table, take(r->in, 1) % (table_length(r->table) + 2), listener, form, &j);
    table_tell_position(r->table, listener, form, &j);
    table_tell_seats(r->table, take(r->in, 1), &j);
    table_tell_plan(r->table, &j);
    table_tell_fair(r->table, &j);
    table_tell_shuffle(r->table, listener, &j);
    mur_json_key(&j, "now");
    mur_json_begin(&j, '{');
    table_tell_clock(r->table, (store_time)take(r->in, 4), &j);
    mur_json_end(&j, '}');
    mur_json_key(&j, "past");
    mur_json_begin(&j, '{');
    table_tell_past(r->table, take(r->in, 1), listener, form, &j);
    mur_json_end(&j, '}');
    mur_json_end(&j, '}');
    demand(!mur_text_is_cut(&t));
    json_t *object = json_loadb(r->told, t.len, 0, NULL);
    demand(object);
    json_decref(object);
}

static void check_again(room *r)
{
    store_id id = { { 9 } };
    table *again = table_open(id, table_host(r->table), &r->plan);
    for (int i = 0; i < r->n; i++)
        demand(table_apply(again, &r->log[i]));
    demand(!table_position(again) == !table_position(r->table));
    demand(table_awaited(again) == table_awaited(r->table) && table_is_sealed(again) == table_is_sealed(r->table));
    demand(!table_position(again) ||
           memcmp(table_position(again), table_position(r->table), game_of(r)->state_size) == 0);
    table_close(&again);
}

static void step(room *r)
{
    uint32_t what = take(r->in, 1) % 32;
    table_wish w;
    if (what < 10) {
        if (want(r, what, &w) == TABLE_OK)
            grant(r, &w);
    } else if (what == 10) {
        fill(r);
    } else if (what == 11) {
        write_any(r);
    } else if (what == 12) {
        check_told(r);
    } else if (what < 18) {
        if (want_share(r, what - 13, &w) == TABLE_OK)
            grant(r, &w);
    } else {
        want_move(r);
    }
}

static void make_plan(room *r)
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
    demand(table_plan_is_good(&r->plan));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static room r; /* too large for a stack */
    input in = { data, size };
    store_id id = { { 9 } }, host = { { 1 } };
    table_plan any;
    table_plan_read((mur_span){ (const char *)data, size }, &any);
    r.in = &in;
    r.n = 0;
    r.told = r.told ? r.told : malloc(TOLD);
    make_plan(&r);
    r.table = table_open(id, host, &r.plan);
    while (in.left > 0)
        step(&r);
    check_again(&r);
    table_close(&r.table);
    return 0;
}
