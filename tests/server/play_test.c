/* SPDX-License-Identifier: MIT */
/* tests/server/play_test.c -- moves, take-backs, clocks, bots, rematches, copies of deals, restarts. */
#include "tests/server/lobby_client.h"

static void connect_all(test_lobby *r, client *people[], int n)
{
    for (int i = 0; i < n; i++)
        people[i] = client_new(r, NULL);
}

static void disconnect_all(client *people[], int n)
{
    for (int i = 0; i < n; i++)
        client_free(people[i]);
}

static const char *any_move(const client *c)
{
    return text_at(latest_position(c), "legal.0");
}

static int ply_of(const client *c)
{
    return (int)number_at(latest_position(c), "ply");
}

static client *whose_turn(client *people[], int n)
{
    for (int i = 0; i < n; i++)
        if (json_array_size(json_at(latest_position(people[i]), "legal")) > 0)
            return people[i];
    cr_assert(false, "it is nobody's turn");
    return NULL;
}

BOTH(moves_are_checked)
{
    test_lobby r;
    char t[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    client *first = whose_turn(p, 2), *other = first == p[0] ? p[1] : p[0];
    char move[64];
    snprintf(move, sizeof move, "%s", any_move(first));
    expect(first, "illegal", "{'do':'move','table':'%s','ply':0,'move':'nonsense'}", t);
    expect(first, "message", "{'do':'move','table':'%s','ply':0}", t);
    expect(first, "message", "{'do':'move','table':'%s','move':'%s'}", t, move);
    expect(first, "stale", "{'do':'move','table':'%s','ply':1,'move':'%s'}", t, move);
    cr_expect_str_neq(
        text_at(expect(other, "illegal", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, move), "text"), "");
    int n = other->n;
    const json_t *made = expect(first, "", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, move);
    cr_expect_eq(number_at(made, "ply"), 1);
    cr_expect_eq(other->n, n + 1);
    cr_expect_str_eq(text_at(other->received[n], "entries.0.kind"), "move");
    cr_expect_eq(number_at(other->received[n], "length"), number_at(made, "length"));
    expect(first, "stale", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, move);
    expect(other, "late", "{'do':'back','table':'%s','ply':1}", t);
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

/* Die Mauer: all choose at once, and can replace their choice until the last one has chosen. */
BOTH(choices_can_be_changed_until_the_last_is_made)
{
    test_lobby r;
    char t[32], moves[3][64];
    client *p[3];
    test_lobby_open(&r, where);
    connect_all(&r, p, 3);
    make_table(p, 3, "die-mauer", t);
    for (int i = 0; i < 3; i++)
        snprintf(moves[i], sizeof moves[i], "%s", any_move(p[i]));
    expect(p[0], "", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, moves[0]);
    const json_t *legal = json_at(latest_position(p[1]), "legal");
    cr_expect_gt(json_array_size(legal), 1);
    expect(p[0], "", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, text_at(legal, "1"));
    expect(p[1], "", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, moves[1]);
    const json_t *may = expect(p[1], "", "{'do':'back','table':'%s','ply':%d,'try':true}", t, 2);
    cr_expect(json_at(may, "may") != NULL);
    expect(p[2], "", "{'do':'move','table':'%s','ply':0,'move':'%s'}", t, moves[2]);
    cr_expect_geq(ply_of(p[0]), 3);
    const json_t *again = expect(p[2], "", "{'do':'open','table':'%s','from':4}", t);
    cr_expect(json_at(again, "entries") != NULL);
    disconnect_all(p, 3);
    test_lobby_close(&r);
}

BOTH(a_move_that_revealed_nothing_can_be_taken_back)
{
    test_lobby r;
    char t[32];
    client *p[2];
    int taken = 0;
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    for (int i = 0; i < 30 && !is_over(p[0]); i++) {
        client *c = whose_turn(p, 2);
        int length = (int)number_at(latest(c, "table"), "length");
        play_one(c, t);
        int ply = ply_of(c);
        const json_t *may = expect(c, "", "{'do':'back','table':'%s','ply':%d,'try':true}", t, ply);
        if (!json_is_true(json_at(may, "may"))) {
            const json_t *no = ask(c, "{'do':'back','table':'%s','ply':%d}", t, ply);
            cr_expect(strcmp(text_at(no, "error"), "learnt") == 0 || strcmp(text_at(no, "error"), "late") == 0);
            continue;
        }
        taken++;
        expect(c, "", "{'do':'back','table':'%s','ply':%d}", t, ply);
        cr_expect_eq(ply_of(c), ply - 1);
        cr_expect_str_eq(text_at(latest(p[0], "table"), "entries.0.kind"), "back");
        const json_t *whole = expect(c, "", "{'do':'open','table':'%s','from':%d}", t, length + 1);
        cr_expect(json_is_true(json_at(whole, "anew")), "a client that knew the move is sent all entries");
        play_one(c, t);
    }
    cr_expect_gt(taken, 0);
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

BOTH(bots_play_with_people)
{
    static const char *const seats[] = { "'me','apprentice','mason'", "'apprentice','me','mason'", "'me','mason'" };
    static const char *const games[] = { "chinesische-mauer", "die-mauer", "chang-cheng" };
    test_lobby r;
    test_lobby_open(&r, where);
    for (int g = 0; g < 3; g++) {
        client *c = client_new(&r, NULL);
        char t[32];
        const json_t *made = expect(c, "", "{'do':'create','game':'%s','seats':[%s]}", games[g], seats[g]);
        snprintf(t, sizeof t, "%s", text_at(made, "table"));
        test_lobby_wait(&r);
        expect(c, "", "{'do':'open','table':'%s'}", t);
        play(&c, 1, t, 1000);
        cr_expect(is_over(c), "%s", games[g]);
        client_free(c);
    }
    cr_expect_gt(test_lobby_stats(&r).bot_moves, 20);
    test_lobby_close(&r);
}

BOTH(a_table_of_bots_alone_plays_itself)
{
    test_lobby r;
    test_lobby_open(&r, where);
    client *c = client_new(&r, NULL);
    const json_t *made =
        expect(c, "", "{'do':'create','game':'die-mauer','seats':['apprentice','apprentice','apprentice']}");
    char t[32];
    snprintf(t, sizeof t, "%s", text_at(made, "table"));
    test_lobby_wait(&r);
    expect(c, "", "{'do':'open','table':'%s'}", t);
    cr_expect(is_over(c));
    client_free(c);
    test_lobby_close(&r);
}

BOTH(a_person_who_comes_back_is_sent_what_happened)
{
    test_lobby r;
    char t[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    play(p, 2, t, 6);
    int length = (int)number_at(latest(p[1], "table"), "length");
    client_disconnect(p[1]);
    client *first = whose_turn(p, 2);
    if (first == p[0])
        play_one(p[0], t);
    client *again = client_new(&r, p[1]->token);
    const json_t *now = expect(again, "", "{'do':'open','table':'%s','from':%d}", t, length);
    cr_expect_eq(json_array_size(json_at(now, "entries")), first == p[0] ? 1 : 0);
    cr_expect_eq(number_at(now, "position.seat"), 2);
    cr_expect_eq(number_at(now, "table.length"), length + (first == p[0]));
    const json_t *past = expect(again, "", "{'do':'look','table':'%s','ply':3}", t);
    cr_expect_eq(number_at(past, "ply"), 3);
    expect(again, "none", "{'do':'look','table':'%s','ply':100}", t);
    const json_t *watching = expect(again, "", "{'do':'open','table':'%s','seat':0}", t);
    cr_expect_eq(number_at(watching, "position.seat"), 0);
    const json_t *bytes = expect(again, "", "{'do':'open','table':'%s','form':'bytes'}", t);
    cr_expect_gt(strlen(text_at(bytes, "position.view")), 20);
    client_free(again);
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

BOTH(a_bot_takes_the_seat_when_its_clock_runs_out)
{
    test_lobby r;
    char t[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    const json_t *made = expect(
        p[0], "", "{'do':'create','game':'chang-cheng','seats':['me','open'],'clock':{'minutes':1,'increment':0}}");
    snprintf(t, sizeof t, "%s", text_at(made, "table"));
    expect(p[0], "", "{'do':'open','table':'%s'}", t);
    expect(p[1], "", "{'do':'sit','table':'%s','seat':2}", t);
    expect(p[1], "", "{'do':'open','table':'%s'}", t);
    client *c = whose_turn(p, 2), *other = c == p[0] ? p[1] : p[0];
    int seat = c == p[0] ? 1 : 2;
    test_lobby_advance_ms(&r, 30000);
    cr_expect_eq(count_news(other, "table"), other == p[0] ? 2 : 0);
    test_lobby_advance_ms(&r, 31000);
    const json_t *now = expect(other, "", "{'do':'open','table':'%s'}", t);
    char path[64];
    snprintf(path, sizeof path, "table.seats.%d.bot", seat - 1);
    cr_expect_str_eq(text_at(now, path), "master");
    cr_expect(json_at(now, "clock.left") != NULL);
    bool is_told = false;
    for (int i = 0; i < c->n; i++)
        is_told = is_told || strcmp(text_at(c->received[i], "entries.0.why"), "time") == 0;
    cr_expect(is_told);
    expect(c, "", "{'do':'sit','table':'%s'}", t);
    now = expect(c, "", "{'do':'open','table':'%s'}", t);
    cr_expect_str_eq(text_at(now, path), "");
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

BOTH(a_finished_game_is_looked_at_together_and_played_again)
{
    test_lobby r;
    char t[32], next[32];
    client *p[3];
    test_lobby_open(&r, where);
    connect_all(&r, p, 3);
    make_table(p, 2, "chang-cheng", t);
    expect(p[2], "", "{'do':'open','table':'%s'}", t);
    play(p, 2, t, 1000);
    cr_assert(is_over(p[0]));
    expect(p[0], "", "{'do':'point','table':'%s','ply':5}", t);
    cr_expect_eq(number_at(latest(p[1], "point"), "ply"), 5);
    cr_expect_eq(number_at(latest(p[2], "point"), "ply"), 5);
    expect(p[0], "none", "{'do':'point','table':'%s','ply':5000}", t);
    expect(p[2], "not_yours", "{'do':'point','table':'%s','ply':5}", t);
    expect(p[0], "state", "{'do':'move','table':'%s','ply':5,'move':'x'}", t);
    expect(p[2], "not_yours", "{'do':'rematch','table':'%s'}", t);
    const json_t *made = expect(p[0], "", "{'do':'rematch','table':'%s'}", t);
    snprintf(next, sizeof next, "%s", text_at(made, "table"));
    cr_expect_str_eq(text_at(latest(p[1], "table"), "entries.0.kind"), "rematch");
    cr_expect_str_eq(text_at(expect(p[1], "", "{'do':'rematch','table':'%s'}", t), "table"), next);
    expect(p[2], "taken", "{'do':'sit','table':'%s','seat':1}", next);
    const json_t *there = expect(p[1], "", "{'do':'open','table':'%s'}", next);
    cr_expect_eq(number_at(there, "table.my_seat"), 1);
    expect(p[1], "", "{'do':'sit','table':'%s'}", next);
    expect(p[0], "", "{'do':'open','table':'%s'}", next);
    cr_expect_eq(number_at(latest_position(p[0]), "seat"), 2);
    play(p, 2, next, 1000);
    cr_expect(is_over(p[1]));
    disconnect_all(p, 3);
    test_lobby_close(&r);
}

/* Regression: a copy of a running game, with bots or people in its seats, showed all hidden cards. */
BOTH(a_deal_in_play_cannot_be_copied)
{
    test_lobby r;
    char a[32], b[32];
    client *p[4];
    test_lobby_open(&r, where);
    connect_all(&r, p, 4);
    make_table(p, 2, "chang-cheng", a);
    play(p, 2, a, 2);
    for (int i = 0; i < 4; i++) /* neither players nor strangers nor new guests, who may be players, can copy it */
        for (int k = 0; k < 3; k++)
            expect(p[i], "state", "{'do':'create','same_as':'%s','seats':[%s]}", a,
                   (const char *[]){ "'me','open'", "'mason','mason'", "'me','mason'" }[k]);
    play(p, 2, a, 1000);
    cr_expect(is_over(p[0]));
    const json_t *past = expect(p[0], "", "{'do':'look','table':'%s','ply':0}", a);
    char *state = json_dumps(json_at(past, "state"), JSON_SORT_KEYS);

    const json_t *made = expect(p[2], "", "{'do':'create','same_as':'%s','seats':['me','open']}", a);
    snprintf(b, sizeof b, "%s", text_at(made, "table"));
    expect(p[1], "state", "{'do':'create','same_as':'%s','seats':['me','open']}", a); /* one copy at a time */
    expect(p[1], "state", "{'do':'create','same_as':'%s','seats':['me','open']}", b);
    expect(p[3], "", "{'do':'sit','table':'%s','seat':2,'salt':'mine'}", b);
    client *second[] = { p[2], p[3] };
    expect(p[2], "", "{'do':'open','table':'%s'}", b);
    const json_t *written = expect(p[3], "", "{'do':'open','table':'%s'}", b);
    cr_expect(json_is_true(json_at(written, "table.replay")), "everybody is sent it");
    past = expect(p[2], "", "{'do':'look','table':'%s','ply':0}", b);
    char *same = json_dumps(json_at(past, "state"), JSON_SORT_KEYS);
    cr_expect_str_eq(state, same);
    free(state);
    free(same);
    for (int i = 0; i < 4; i++) { /* the first game is hidden from everybody until the second is over */
        int status;
        expect(p[i], "state", "{'do':'open','table':'%s'}", a);
        expect(p[i], "state", "{'do':'look','table':'%s','ply':3}", a);
        expect(p[i], "state", "{'do':'record','table':'%s'}", a);
        expect(p[i], "state", "{'do':'deal','table':'%s'}", a);
        expect(p[i], "state", "{'do':'deal','table':'%s'}", b);
        json_t *alone = request_once(&r, p[i]->token, &status, "{'do':'record','table':'%s'}", a);
        cr_expect_eq(status, 409);
        json_decref(alone);
        const json_t *all = expect(p[i], "", "{'do':'export'}");
        cr_expect_null(json_at(all, "tables.0.record"));
    }
    expect(p[0], "", "{'do':'open','table':'%s'}", b); /* the running game itself can be watched */

    play(second, 2, b, 1000);
    cr_expect(is_over(p[2]));
    const json_t *record = expect(p[0], "", "{'do':'record','table':'%s'}", a);
    cr_expect_not_null(strstr(text_at(record, "record"), "secret"));
    const json_t *deal = expect(p[2], "", "{'do':'deal','table':'%s'}", b);
    cr_expect_eq(json_array_size(json_at(deal, "tables")), 2);
    cr_expect_eq(json_array_size(json_at(deal, "tables.1.scores")), 2);
    disconnect_all(p, 4);
    test_lobby_close(&r);
}

BOTH(the_copy_of_a_deal_hides_its_record_only_for_a_while)
{
    test_lobby r;
    char a[32];
    client *p[3];
    test_lobby_open(&r, where);
    connect_all(&r, p, 3);
    make_table(p, 2, "chang-cheng", a);
    play(p, 2, a, 1000);
    expect(p[2], "", "{'do':'create','same_as':'%s','seats':['me','mason']}", a);
    expect(p[0], "state", "{'do':'record','table':'%s'}", a);
    test_lobby_advance_ms(&r, 3 * INT64_C(86400000) + 120000);
    test_lobby_wait(&r);
    expect(p[0], "", "{'do':'record','table':'%s'}", a);
    disconnect_all(p, 3);
    test_lobby_close(&r);
}

/* After standing up a person can neither move nor take back for the bot that plays their seat. */
BOTH(a_person_cannot_move_for_the_bot_in_their_seat)
{
    test_lobby r;
    char t[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    client *first = whose_turn(p, 2), *other = first == p[0] ? p[1] : p[0];
    while (play_one(first, t))
        ;
    expect(other, "", "{'do':'stand','table':'%s'}", t);
    test_lobby_wait(&r);
    const json_t *now = latest_position(first);
    int ply = (int)number_at(now, "ply");
    for (int k = 0; k < 3; k++) { /* with any ply */
        expect(other, "not_yours", "{'do':'move','table':'%s','ply':%d,'move':'1:WW'}", t, ply - k);
        expect(other, "not_yours", "{'do':'back','table':'%s','ply':%d}", t, ply - k);
        expect(other, "not_yours", "{'do':'back','table':'%s','ply':%d,'try':true}", t, ply - k);
    }
    expect(other, "", "{'do':'sit','table':'%s'}", t);
    expect(other, "late", "{'do':'back','table':'%s','ply':%d}", t, ply); /* the move was the bot's */
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

BOTH(players_who_do_not_listen_are_notified_of_their_turn)
{
    test_lobby r;
    char t[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chang-cheng", t);
    client *first = whose_turn(p, 2), *other = first == p[0] ? p[1] : p[0];
    expect(other, "", "{'do':'hook','url':'https://example.org/ding'}");
    expect(other, "", "{'do':'leave','table':'%s'}", t);
    play_one(first, t);
    while (play_one(first, t))
        ;
    cr_expect_eq(count_news(other, "turn"), 1);
    cr_expect_str_eq(text_at(latest(other, "turn"), "table"), t);
    cr_expect_eq(r.calls, 0);
    expect(other, "", "{'do':'open','table':'%s'}", t);
    while (play_one(other, t))
        ;
    client_disconnect(other);
    while (play_one(first, t))
        ;
    cr_expect_eq(r.calls, 1, "%d", r.calls);
    cr_expect_str_eq(r.called[0], "https://example.org/ding");
    cr_expect_not_null(strstr(r.written[0], "Chang Cheng"));
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

BOTH(a_restart_loses_nothing)
{
    test_lobby r;
    char t[32], tokens[2][64], bots[32];
    client *p[2];
    test_lobby_open(&r, where);
    connect_all(&r, p, 2);
    make_table(p, 2, "chinesische-mauer", t);
    play(p, 2, t, 7);
    const json_t *made = expect(p[0], "", "{'do':'create','game':'die-mauer','seats':['apprentice','mason','mason']}");
    snprintf(bots, sizeof bots, "%s", text_at(made, "table"));
    int ply = ply_of(p[0]);
    for (int i = 0; i < 2; i++)
        snprintf(tokens[i], sizeof tokens[i], "%s", p[i]->token);
    cr_expect(!lobby_drain(r.h) || true);
    cr_expect_str_eq(text_at(latest(p[0], "bye"), "why"), "restart");
    expect(p[0], "busy", "{'do':'mine'}");
    p[0]->conn = p[1]->conn = NULL; /* closed with the lobby */
    test_lobby_close(&r);
    disconnect_all(p, 2);
    test_lobby_open(&r, where);
    for (int i = 0; i < 2; i++) {
        p[i] = client_new(&r, tokens[i]);
        expect(p[i], "", "{'do':'open','table':'%s'}", t);
    }
    cr_expect_eq(ply_of(p[0]), ply);
    play(p, 2, t, 1000);
    cr_expect(is_over(p[0]));
    const json_t *played = expect(p[0], "", "{'do':'open','table':'%s'}", bots);
    cr_expect_str_eq(text_at(played, "table.state"), "over", "bots go on by themselves");
    disconnect_all(p, 2);
    test_lobby_close(&r);
}

BOTH(few_tables_stay_in_memory)
{
    test_lobby r;
    char t[12][32];
    client *p[2];
    lobby_config plan = { .version = "1",
                          .bot_threads = 1,
                          .conns = 10,
                          .tables = 3,
                          .requests_per_s = 100000,
                          .newcomers_per_min = 100000 };
    test_lobby_open_with(&r, where, &plan);
    connect_all(&r, p, 2);
    for (int i = 0; i < 12; i++) {
        make_table(p, 2, "chang-cheng", t[i]);
        play(p, 2, t[i], 3);
        expect(p[0], "", "{'do':'leave','table':'%s'}", t[i]);
        expect(p[1], "", "{'do':'leave','table':'%s'}", t[i]);
    }
    cr_expect_leq(test_lobby_stats(&r).tables, 3);
    for (int i = 0; i < 3; i++)
        expect(p[0], "", "{'do':'open','table':'%s'}", t[i]);
    expect(p[0], "busy", "{'do':'open','table':'%s'}", t[3]);
    expect(p[0], "", "{'do':'leave','table':'%s'}", t[0]);
    expect(p[0], "", "{'do':'open','table':'%s'}", t[3]);
    cr_expect_eq(ply_of(p[0]), 3);
    disconnect_all(p, 2);
    test_lobby_close(&r);
}
