/* SPDX-License-Identifier: MIT */
/* tests/fuzz/twin_deals.c -- deals twins, notices reveals, finds moves that look alike.
 * Dealing: the lobby gets its games from __wrap_mur_game_of(), and their shuffle() is shuffle_as(). On side 0 it deals
 * as usual and makes a twin of the deal, on side 1 it deals that twin. Reveals: twin_is_revealed() replays both games
 * of each table and compares what everybody but the owner sees after each move. Moves: twin_moves() tries the legal
 * moves of side 1 until one looks like that of side 0. All state is static: a fuzzer runs one pair of lobbies at a
 * time. */
#include "tests/fuzz/twin_deals.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/lobby/lobby_int.h"
#include "server/table/table_int.h"

enum { DEALS = 16, OWNERS = 16, GAMES = 8 };

typedef struct {
    const mur_game *game;
    mur_setup *dealt, *twin;
} deal;

static deal deals[DEALS];
static size_t n_deals;
static store_id owners[OWNERS];
static size_t n_owners;
static size_t n_entries; /* of all tables of both sides, when they were last compared */
static int owned_seat, side_now;
static mur_rng chance;

void twin_begin(int seat, uint64_t seed)
{
    for (size_t i = 0; i < n_deals; i++) {
        free(deals[i].dealt);
        free(deals[i].twin);
    }
    n_deals = n_owners = n_entries = 0;
    owned_seat = seat;
    mur_rng_seed(&chance, seed);
}

void twin_set_side(int side)
{
    side_now = side;
}

/* -- Listeners: the seats from 0 on, then the spectators, without the owner's seat -- */

static int listener_at(int i, int seats)
{
    return i < seats ? i : MUR_WATCHER;
}

static bool looks_the_same_to(const mur_game *g, const mur_state *a, const mur_state *b, int listener)
{
    mur_view *one = mur_new(g->view_size), *two = mur_new(g->view_size);
    g->view(a, listener, one);
    g->view(b, listener, two);
    bool same = memcmp(one, two, g->view_size) == 0;
    free(one);
    free(two);
    return same;
}

static bool looks_the_same(const mur_game *g, const mur_state *a, const mur_state *b)
{
    for (int i = 0; i <= a->seats; i++)
        if (i != owned_seat && !looks_the_same_to(g, a, b, listener_at(i, a->seats)))
            return false;
    return true;
}

static bool is_seen_the_same(const mur_game *g, const mur_state *a, const mur_state *b, int mover, const mur_move m[2])
{
    for (int i = 0; i <= a->seats; i++) {
        int listener = listener_at(i, a->seats);
        if (i != owned_seat && g->seen(a, mover, m[0], listener) != g->seen(b, mover, m[1], listener))
            return false;
    }
    return true;
}

/* -- Dealing -- */

/* Takes a set-up line of another deal if nobody but the owner can see it. */
static void change_line(const mur_game *g, const mur_state *first, mur_setup *u, const mur_setup *other, int line)
{
    char value[3 * MUR_LINE_TEXT];
    mur_text text = mur_text_on(value, sizeof value);
    mur_setup *kept_u = mur_new(g->setup_size);
    mur_state *s = mur_new(g->state_size);
    memcpy(kept_u, u, g->setup_size);
    g->write_line(other, line, &text);
    if (g->read_line(u, line, mur_span_of(value)) || g->start(u, s) || !looks_the_same(g, first, s))
        memcpy(u, kept_u, g->setup_size);
    free(kept_u);
    free(s);
}

static void make_twin(const mur_game *g, const mur_setup *dealt, mur_setup *twin)
{
    mur_setup *other = mur_new(g->setup_size);
    mur_state *first = mur_new(g->state_size);
    memcpy(twin, dealt, g->setup_size);
    memcpy(other, dealt, g->setup_size);
    g->shuffle(other, &chance);
    if (g->start(dealt, first) == MUR_OK)
        for (int line = 0; line < g->n_lines(dealt); line++)
            change_line(g, first, twin, other, line);
    free(other);
    free(first);
}

static const deal *find_deal(const mur_game *g, const mur_setup *dealt)
{
    for (size_t i = 0; i < n_deals; i++)
        if (deals[i].game == g && memcmp(deals[i].dealt, dealt, g->setup_size) == 0)
            return &deals[i];
    return NULL;
}

static void shuffle_as(const mur_game *g, mur_setup *u, mur_rng *rng)
{
    g->shuffle(u, rng);
    const deal *found = find_deal(g, u);
    if (!found && side_now == 0 && n_deals < DEALS) {
        deal *d = &deals[n_deals++];
        *d = (deal){ g, mur_new(g->setup_size), mur_new(g->setup_size) };
        memcpy(d->dealt, u, g->setup_size);
        make_twin(g, d->dealt, d->twin);
    }
    if (found && side_now == 1)
        memcpy(u, found->twin, g->setup_size);
}

/* shuffle() has no argument for the game, so each game needs its own function. */
#define FOR_GAMES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define X(i)                                                                                                           \
    static void shuffle_##i(mur_setup *u, mur_rng *rng)                                                                \
    {                                                                                                                  \
        shuffle_as(mur_game_at(i), u, rng);                                                                            \
    }
FOR_GAMES(X)
#undef X

const mur_game *__real_mur_game_of(mur_span id);
const mur_game *__wrap_mur_game_of(mur_span id);

const mur_game *__wrap_mur_game_of(mur_span id)
{
#define X(i) shuffle_##i,
    static void (*const shuffles[GAMES])(mur_setup *, mur_rng *) = { FOR_GAMES(X) };
#undef X
    static mur_game made[GAMES];
    const mur_game *g = __real_mur_game_of(id);
    int i = 0;
    while (g && mur_game_at(i) != g)
        i++;
    assert(i < GAMES);
    if (!g)
        return NULL;
    made[i] = *g;
    made[i].shuffle = shuffles[i];
    return &made[i];
}

/* -- Reveals -- */

static void add_owner(store_id person)
{
    char text[TWIN_ID];
    id_write(person, text);
    if (!store_id_is_none(person) && !twin_is_owner(text) && n_owners < OWNERS)
        owners[n_owners++] = person;
}

bool twin_is_owner(const char *person)
{
    store_id id;
    if (!id_read(mur_span_of(person), &id))
        return false;
    for (size_t i = 0; i < n_owners; i++)
        if (store_id_equals(owners[i], id))
            return true;
    return false;
}

/* Compares all moves of the two games. */
static bool were_moves_seen_the_same(const game_history *a, const game_history *b)
{
    const mur_game *g = a->game;
    mur_state *s[2] = { mur_new(g->state_size), mur_new(g->state_size) };
    bool same = g->start(a->setup, s[0]) == MUR_OK && g->start(b->setup, s[1]) == MUR_OK && a->n == b->n;
    for (size_t i = 0; i < a->n && same; i++) {
        const mur_move m[2] = { a->moves[i].move, b->moves[i].move };
        int mover = a->moves[i].seat;
        same = mover == b->moves[i].seat && is_seen_the_same(g, s[0], s[1], mover, m) &&
               g->play(s[0], mover, m[0], NULL) == MUR_OK && g->play(s[1], mover, m[1], NULL) == MUR_OK &&
               looks_the_same(g, s[0], s[1]);
    }
    free(s[0]);
    free(s[1]);
    return same;
}

typedef struct {
    lobby *other;
    bool is_revealed;
} comparison;

/* Ignores tables with the deal of another table: they reveal nothing about it. */
static void compare_table(void *context, id_map_node *node)
{
    comparison *c = context;
    const lobby_table *a = (const lobby_table *)node, *b = lobby_find_table(c->other, node->id);
    if (!a->journal.table || !b || !b->journal.table || !store_id_equals(a->journal.deal, a->node.id) ||
        !table_position(a->journal.table) || !table_position(b->journal.table))
        return;
    if (owned_seat < table_plan_of(a->journal.table)->seats)
        add_owner(table_seat_of(a->journal.table, owned_seat)->person);
    c->is_revealed = c->is_revealed || table_status(a->journal.table).state >= STORE_OVER ||
                     !were_moves_seen_the_same(&a->journal.table->history, &b->journal.table->history);
}

static void count_entries(void *context, id_map_node *node)
{
    const lobby_table *t = (const lobby_table *)node;
    *(size_t *)context += t->journal.table ? table_length(t->journal.table) : 0;
}

/* Compares only if there are new entries: otherwise nothing can have been revealed. */
bool twin_is_revealed(lobby *const side[TWIN_SIDES])
{
    comparison c = { .other = side[1] };
    size_t n = 0;
    id_map_each(&side[0]->tables, count_entries, &n);
    id_map_each(&side[1]->tables, count_entries, &n);
    if (n == n_entries)
        return false;
    n_entries = n;
    id_map_each(&side[0]->tables, compare_table, &c);
    return c.is_revealed;
}

/* -- Moves -- */

/* Do the positions after the moves look the same to all others? */
static bool stays_the_same(const mur_game *g, const mur_state *a, const mur_state *b, int seat, const mur_move m[2])
{
    mur_state *one = mur_new(g->state_size), *two = mur_new(g->state_size);
    memcpy(one, a, g->state_size);
    memcpy(two, b, g->state_size);
    bool same = is_seen_the_same(g, a, b, seat, m) && g->play(one, seat, m[0], NULL) == MUR_OK &&
                g->play(two, seat, m[1], NULL) == MUR_OK && looks_the_same(g, one, two);
    free(one);
    free(two);
    return same;
}

/* m[1]: a move that nobody else can distinguish from m[0], a different one if possible. */
static bool match_move(const mur_game *g, const mur_state *a, const mur_state *b, int seat, mur_move m[2])
{
    mur_move moves[MUR_MOVES], found = 0;
    int n = g->legal(b, seat, moves);
    for (int i = 0; i < n && (!found || found == m[0]); i++) {
        m[1] = moves[i];
        if (stays_the_same(g, a, b, seat, m))
            found = moves[i];
    }
    m[1] = found;
    return found != 0;
}

static const table *find_table(const lobby *lb, const char *name)
{
    store_id id;
    const lobby_table *t = id_read(mur_span_of(name), &id) ? lobby_find_table(lb, id) : NULL;
    return t ? t->journal.table : NULL;
}

bool twin_moves(lobby *const side[TWIN_SIDES], const char *name, const char *person, unsigned pick,
                char move[TWIN_SIDES][MUR_MOVE_TEXT], uint32_t *ply)
{
    const table *a = find_table(side[0], name), *b = find_table(side[1], name);
    store_id id;
    if (!a || !b || !is_playing(a) || !is_playing(b) || !id_read(mur_span_of(person), &id))
        return false;
    const mur_game *g = game_of(a);
    int seat = table_find_person(a, id);
    mur_move moves[MUR_MOVES], m[2];
    int n = seat >= 0 ? g->legal(table_position(a), seat, moves) : 0;
    *ply = table_ply(a);
    if (n == 0)
        return false;
    m[0] = m[1] = moves[pick % (unsigned)n];
    if (seat == owned_seat && !match_move(g, table_position(a), table_position(b), seat, m))
        return false;
    for (int i = 0; i < TWIN_SIDES; i++) {
        mur_text t = mur_text_on(move[i], MUR_MOVE_TEXT);
        g->write_move(m[i], &t);
    }
    return true;
}
