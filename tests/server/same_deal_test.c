/* SPDX-License-Identifier: MIT */
/* tests/server/same_deal_test.c -- a running deal cannot be copied, and while a copy is played the first table is
 * hidden. This holds for everybody, since anybody can connect as a new guest. */
#include "tests/server/lobby_client.h"

enum { PEOPLE = 3 };

typedef struct {
    test_lobby r;
    client *who[PEOPLE]; /* two players and a stranger */
    char table[32];
} scene;

static void open_scene(scene *s, const char *where, const char *game)
{
    test_lobby_open(&s->r, where);
    for (int i = 0; i < PEOPLE; i++)
        s->who[i] = client_new(&s->r, NULL);
    make_table(s->who, 2, game, s->table);
}

static void close_scene(scene *s)
{
    for (int i = 0; i < PEOPLE; i++)
        client_free(s->who[i]);
    test_lobby_close(&s->r);
}

static const char *const seats[] = { "'me','mason'", "'mason','me'", "'mason','mason'", "'open','open'" };

static void expect_no_copy(scene *s, const char *error)
{
    for (int i = 0; i < PEOPLE; i++)
        for (size_t k = 0; k < countof(seats); k++) {
            int status;
            expect(s->who[i], error, "{'do':'create','same_as':'%s','seats':[%s]}", s->table, seats[k]);
            json_t *alone = request_once(&s->r, s->who[i]->token, &status,
                                         "{'do':'create','same_as':'%s','seats':[%s]}", s->table, seats[k]);
            cr_expect_str_eq(text_at(alone, "error"), error);
            json_decref(alone);
        }
}

BOTH(no_copy_is_made_of_a_deal_that_is_played)
{
    scene s;
    open_scene(&s, where, "chinesische-mauer");
    expect_no_copy(&s, "state");
    play(s.who, 2, s.table, 4);
    expect_no_copy(&s, "state");
    expect(s.who[0], "", "{'do':'stand','table':'%s'}", s.table); /* a bot plays on */
    expect_no_copy(&s, "state");
    close_scene(&s);
}

/* Requests that would show the first table's deal are refused. */
static void expect_hidden(scene *s, int who)
{
    static const char *const verbs[] = { "record", "open", "look", "deal" };
    for (size_t i = 0; i < countof(verbs); i++)
        expect(s->who[who], "state", "{'do':'%s','table':'%s','ply':1}", verbs[i], s->table);
}

BOTH(a_table_is_hidden_while_a_copy_of_its_deal_is_played)
{
    scene s;
    open_scene(&s, where, "chang-cheng");
    play(s.who, 2, s.table, 10000);
    cr_assert(is_over(s.who[0]));
    char copy[32];
    const json_t *made =
        expect(s.who[2], "", "{'do':'create','same_as':'%s','seats':['me','open'],'start':'host'}", s.table);
    snprintf(copy, sizeof copy, "%s", text_at(made, "table"));
    for (int who = 0; who < PEOPLE; who++)
        expect_hidden(&s, who);
    expect_no_copy(&s, "state");
    expect(s.who[2], "", "{'do':'close','table':'%s'}", copy);
    for (int who = 0; who < PEOPLE; who++)
        expect(s.who[who], "", "{'do':'record','table':'%s'}", s.table);
    close_scene(&s);
}

/* A store whose row says that a game is over, although its entries do not. */
static void damage_state(const char *where)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    const json_t *made = expect(c, "", "{'do':'create','game':'chang-cheng','seats':['me','open']}");
    pg_execute(where, "update muraille.tab set state = 2");
    expect(c, "state", "{'do':'deal','table':'%s'}", text_at(made, "table"));
    client_free(c);
    test_lobby_close(&r);
}

/* Regression: the server read the scores of a position that was not there. */
Test(postgres, a_table_that_is_over_only_in_its_row_has_no_scores)
{
    on_postgres(damage_state);
}
