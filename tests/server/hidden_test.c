/* SPDX-License-Identifier: MIT */
/* tests/server/hidden_test.c -- messages contain nothing hidden: changing what a seat cannot know changes no byte of
 * what its connection is sent, except ids and times, until it is revealed. Here with whole games in a lobby;
 * tests/server/table_json_test.c checks a table alone, with more games. */
#include "server/lobby/lobby_int.h"
#include "tests/server/lobby_client.h"
#include "tests/server/twins.h"

enum { SEATS = 3, SIDES = 2 };

/* The same table twice, each with a listener in the same seat. */
typedef struct {
    test_lobby r;
    const mur_game *game;
    client *people[SIDES][SEATS], *watcher[SIDES];
    char name[SIDES][32];
    int listener; /* a seat, or MUR_WATCHER */
    int n_compared[SIDES];
    mur_rng rng;
    int compared, different; /* messages; those about positions that differ */
} fixture;

static table *table_at(const fixture *s, int side)
{
    store_id id;
    cr_assert(id_read(mur_span_of(s->name[side]), &id));
    return lobby_find_table(s->r.h, id)->journal.table;
}

static const mur_state *position_at(const fixture *s, int side)
{
    return table_position(table_at(s, side));
}

static client *listener_at(const fixture *s, int side)
{
    return s->listener == MUR_WATCHER ? s->watcher[side] : s->people[side][s->listener];
}

static void create(fixture *s, int side)
{
    client *const *p = s->people[side];
    const json_t *made = expect(
        p[0], "", "{'do':'create','game':'%s','seats':['me','open','open'],'start':'host','salt':'one'}", s->game->id);
    snprintf(s->name[side], sizeof s->name[side], "%s", text_at(made, "table"));
    for (int i = 1; i < SEATS; i++)
        expect(p[i], "", "{'do':'sit','table':'%s','seat':%d}", s->name[side], i + 1);
    expect(p[0], "", "{'do':'start','table':'%s'}", s->name[side]);
}

static void open_fixture(fixture *s, const char *where)
{
    test_lobby_open(&s->r, where);
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < SEATS; i++)
            s->people[side][i] = client_new(&s->r, NULL);
        s->watcher[side] = client_new(&s->r, NULL);
        create(s, side);
    }
    deal_alike(table_at(s, 1), table_at(s, 0));
    deal_otherwise(table_at(s, 1), s->listener, &s->rng);
    for (int side = 0; side < SIDES; side++) {
        s->n_compared[side] = listener_at(s, side)->n;
        for (int i = 0; i < SEATS; i++)
            expect(s->people[side][i], "", "{'do':'open','table':'%s'%s}", s->name[side],
                   i == 1 ? ",'form':'bytes'" : "");
        expect(s->watcher[side], "", "{'do':'open','table':'%s'}", s->name[side]);
    }
}

static void close_fixture(fixture *s)
{
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < SEATS; i++)
            client_free(s->people[side][i]);
        client_free(s->watcher[side]);
    }
    test_lobby_close(&s->r);
}

/* Masks ids and labels of people, which differ and reveal nothing. Times are the same, since the clock of the test
 * stands still. */
static void mask(char *text, const char *word)
{
    for (char *at = text; *word && (at = strstr(at, word)); at += strlen(word))
        memset(at, '*', strlen(word));
}

static void mask_ids(const fixture *s, int side, char *text)
{
    const table *t = table_at(s, side);
    char label[TABLE_LABEL];
    mask(text, s->name[side]);
    for (int i = 0; i < SEATS; i++) {
        table_label(t, table_seat_of(t, i)->person, label);
        mask(text, label);
    }
}

static void compare(fixture *s)
{
    const client *one = listener_at(s, 0), *two = listener_at(s, 1);
    cr_assert_eq(one->n - s->n_compared[0], two->n - s->n_compared[1], "one is sent more messages");
    while (s->n_compared[0] < one->n) {
        char *a = one->raw[s->n_compared[0]++], *b = two->raw[s->n_compared[1]++];
        mask_ids(s, 0, a);
        mask_ids(s, 1, b);
        cr_assert_str_eq(a, b, "%s, listener %d", s->game->id, s->listener);
        s->compared++;
        s->different += memcmp(position_at(s, 0), position_at(s, 1), s->game->state_size) != 0;
    }
}

static void send_move(const fixture *s, int side, int seat, uint32_t ply, mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    s->game->write_move(m, &t);
    expect(s->people[side][seat], "", "{'do':'move','table':'%s','ply':%u,'move':'%s'}", s->name[side], (unsigned)ply,
           text);
}

/* Makes a move at both tables that looks the same to the listener; false: no such move was found. */
static bool move_both(fixture *s)
{
    const mur_state *a = position_at(s, 0), *b = position_at(s, 1);
    mur_move moves[MUR_MOVES];
    int seat;
    do
        seat = (int)mur_rng_below(&s->rng, SEATS);
    while (!mur_may_act(a, seat));
    int n = s->game->legal(a, seat, moves);
    for (int tries = 0; tries < 20; tries++) {
        mur_move m = moves[mur_rng_below(&s->rng, (uint32_t)n)];
        mur_move other = match_move(s->game, a, b, seat, m, s->listener, mur_rng_below(&s->rng, 3) == 0);
        if (!other)
            continue;
        uint32_t ply = a->ply;
        send_move(s, 0, seat, ply, m);
        send_move(s, 1, seat, ply, other);
        return true;
    }
    return false;
}

/* Plays both games so that the listener cannot tell them apart. Now and then
 * the listener opens the table again and is sent everything at once. */
static void play_both(fixture *s)
{
    for (;;) {
        const mur_state *a = position_at(s, 0), *b = position_at(s, 1);
        if (!looks_the_same(s->game, a, b, s->listener))
            return; /* something was revealed */
        compare(s);
        if (!a->to_act || !move_both(s))
            return;
        if (mur_rng_below(&s->rng, 4) == 0 &&
            looks_the_same(s->game, position_at(s, 0), position_at(s, 1), s->listener))
            for (int side = 0; side < SIDES; side++)
                expect(listener_at(s, side), "", "{'do':'open','table':'%s'}", s->name[side]);
    }
}

/* Parameters of the current test. A game that reveals much early needs more rounds. */
static const char *played;
static int rounds;

static void compare_games(const char *where)
{
    int different = 0;
    for (int i = 0; i < rounds; i++) {
        char place[PLACE + 8];
        fixture s = { .game = mur_game_of(mur_span_of(played)),
                      .listener = i % (SEATS + 1) < SEATS ? i % (SEATS + 1) : MUR_WATCHER };
        mur_rng_seed(&s.rng, (uint64_t)i + 1);
        snprintf(place, sizeof place, "%s.%d", where, i);
        open_fixture(&s, place);
        play_both(&s);
        close_fixture(&s);
        cr_expect_gt(s.compared, 0);
        different += s.different;
    }
    cr_expect_gt(different, 50, "%s: %d messages about positions that differ", played, different);
}

Test(hidden, a_connection_is_sent_no_secret_of_chinesische_mauer)
{
    played = "chinesische-mauer", rounds = 8;
    on_sqlite(compare_games);
}

Test(hidden, a_connection_is_sent_no_secret_of_die_mauer)
{
    played = "die-mauer", rounds = 40;
    on_sqlite(compare_games);
}

Test(hidden, a_connection_is_sent_no_secret_of_chang_cheng)
{
    played = "chang-cheng", rounds = 8;
    on_sqlite(compare_games);
}
