/* SPDX-License-Identifier: MIT */
/* tests/arena/protocol_engine_test.c -- the bot's side of the protocol as a transcript: lines sent and
 * replies expected. */
#include "arena/protocol/protocol_engine.h"
#include "arena/protocol/view_image.h"
#include "tests/engine/walk.h"

static arena_protocol_engine *engine_open(const char *bot)
{
    const char *why;
    arena_protocol_engine *s = arena_protocol_engine_open(bot, &why);
    cr_assert_not_null(s, "%s", why);
    return s;
}

/* Sends some lines; returns all replies. */
static const char *send(arena_protocol_engine *s, const char *lines)
{
    static mur_buffer out;
    mur_buffer_clear(&out);
    mur_buffer_put(&out, "");
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        arena_protocol_engine_handle_line(s, (mur_span){ lines, n }, &out);
        lines += n + (lines[n] == '\n');
    }
    return out.at;
}

static bool ends_with_a_move(const char *answer)
{
    const char *best = strstr(answer, "bestmove ");
    return best && strchr(best, '\n') && !strchr(best, '\n')[1];
}

Test(protocol_engine, replies_to_the_handshake)
{
    arena_protocol_engine *s = engine_open(NULL);
    const char *answer = send(s, "muraille 1");
    cr_expect_eq(strncmp(answer, "name Muraille ", 14), 0);
    cr_expect_not_null(strstr(answer, "\nplays die-mauer 3 6\n"));
    cr_expect_not_null(strstr(answer, "\nwants image\nready\n"));
    arena_protocol_engine_close(&s);
}

static const struct {
    const char *sent, *answer;
} requests[] = {
    { "muraille 2", "error this engine speaks version 1 of the protocol: muraille 1\n" },
    { "muraille", "error this engine speaks version 1 of the protocol: muraille 1\n" },
    { "go", "error no game has begun; expected: new GAME PLAYERS SEAT, or record SEAT\n" },
    { "image 00", "error no game has begun; expected: new GAME PLAYERS SEAT, or record SEAT\n" },
    { "new halma 2 1", "error unknown game: \"halma\"\n" },
    { "new die-mauer 2 1", "error this number of players is not possible in this game\n" },
    { "new die-mauer 3 4", "error there is no such seat; expected: new GAME PLAYERS SEAT [seed N]\n" },
    { "new die-mauer 3 0", "error there is no such seat; expected: new GAME PLAYERS SEAT [seed N]\n" },
    { "new die-mauer 3 1 seed x", "error this is no seed; expected: new GAME PLAYERS SEAT [seed N]\n" },
    { "new die-mauer 3 1\ngo", "error the position is not known; expected: image IMAGE after the latest move\n" },
    { "new die-mauer 3 1\ngo fast", "error expected: go [sims N] [ms N]\n" },
    { "new die-mauer 3 1\ngo sims 0", "error expected: go [sims N] [ms N]\n" },
    { "new die-mauer 3 1\nimage beef", "error this is no image of this game and seat by this version of the engine\n" },
    { "new die-mauer 3 1\nseen 4 T", "error expected: seen SEAT MOVE\n" },
    { "new die-mauer 3 1\noption colour red", "error the game has no such option: \"colour\"\n" },
    { "\033]0;x", "error this is not understood: \"\\x1b]0;x\"\n" },
    { "record", "error expected: record SEAT\n" },
    { "record 1\nmuraille 1\ngame halma\nend", "error record:2: " },
    { "", "" },
    { "stop", "" },
    { "ping", "pong\n" },
};

Test(protocol_engine, replies_to_mistakes_with_errors_and_continues)
{
    arena_protocol_engine *s = engine_open("greedy");
    for (size_t i = 0; i < countof(requests); i++) {
        const char *answer = send(s, requests[i].sent);
        cr_expect_eq(strncmp(answer, requests[i].answer, strlen(requests[i].answer)), 0, "%s: %s", requests[i].sent,
                     answer);
        cr_expect(*requests[i].answer || !*answer, "%s: %s", requests[i].sent, answer);
        send(s, "over 0 0 0");
    }
    cr_expect_str_eq(send(s, "ping"), "pong\n");
    arena_protocol_engine_close(&s);
}

/* The lines that set the engine to the position of a table, as this seat sees it. */
static void put_position(const game_run *t, int seat, mur_buffer *lines)
{
    any_view v;
    t->game->view(&t->state.base, seat, &v.base);
    mur_buffer_put(lines, "new ");
    mur_buffer_put(lines, t->game->id);
    mur_buffer_put(lines, " ");
    mur_buffer_put_int(lines, t->state.base.seats);
    mur_buffer_put(lines, " ");
    mur_buffer_put_int(lines, seat + 1);
    mur_buffer_put(lines, " seed 5\nimage ");
    arena_view_image_write(t->game, &v.base, lines);
    mur_buffer_put(lines, "\n");
}

Test(protocol_engine, chooses_a_move_from_an_image_and_gives_reasons)
{
    for (int i = 0; mur_game_at(i); i++) {
        static game_run t;
        arena_protocol_engine *s = engine_open("greedy");
        mur_buffer lines = { 0 };
        run_open(&t, mur_game_at(i), mur_game_at(i)->seats_min, 3, NULL);
        put_position(&t, 0, &lines);
        cr_expect_str_eq(send(s, lines.at), "");
        const char *answer = send(s, "go sims 3");
        cr_expect(ends_with_a_move(answer), "%s", answer);
        cr_expect_not_null(strstr(answer, "info value "));
        cr_expect_not_null(strstr(answer, "\ninfo scores "));
        cr_expect_not_null(strstr(answer, "\ninfo line "));
        cr_expect_not_null(strstr(answer, "\ninfo sims 3\n"));
        cr_expect_eq(strncmp(send(s, "seen 1 x\ngo"), "error the position is not known", 31), 0,
                     "an old image is stale");
        mur_buffer_close(&lines);
        arena_protocol_engine_close(&s);
    }
}

Test(protocol_engine, gives_the_same_replies_to_the_same_requests)
{
    static game_run t;
    mur_buffer lines = { 0 };
    char first[1 << 14];
    run_open(&t, &cm_game, 2, 3, NULL);
    put_position(&t, 0, &lines);
    mur_buffer_put(&lines, "go sims 4\ngo sims 4\n");
    for (int i = 0; i < 2; i++) {
        arena_protocol_engine *s = engine_open("greedy");
        const char *answer = send(s, lines.at);
        cr_expect(i == 0 || strcmp(first, answer) == 0);
        snprintf(first, sizeof first, "%s", answer);
        arena_protocol_engine_close(&s);
    }
    mur_buffer_close(&lines);
}

Test(protocol_engine, refuses_the_image_of_another_seat)
{
    static game_run t;
    arena_protocol_engine *s = engine_open("greedy");
    mur_buffer lines = { 0 };
    run_open(&t, &dm_game, 3, 3, NULL);
    put_position(&t, 1, &lines);
    char *number = strstr(lines.at, "die-mauer 3 2") + 12;
    *number = '1';
    cr_expect_eq(strncmp(send(s, lines.at), "error this is no image", 22), 0);
    mur_buffer_close(&lines);
    arena_protocol_engine_close(&s);
}

Test(protocol_engine, chooses_a_move_from_a_record)
{
    arena_protocol_engine *s = engine_open("greedy");
    const char *answer = send(s, "record 2\nmuraille 1\ngame die-mauer\nplayers 3\nmove 1 T\nend\ngo");
    cr_expect(ends_with_a_move(answer), "%s", answer);
    answer = send(s, "record 1\nmuraille 1\ngame die-mauer\nplayers 3\nmove 1 T\nend\ngo");
    cr_expect_str_eq(answer, "error it is not this seat's turn\n");
    answer = send(s, "record 4\nmuraille 1\ngame die-mauer\nplayers 3\nend");
    cr_expect_str_eq(answer, "error there is no such seat\n");
    arena_protocol_engine_close(&s);
}

static bool at_once(void *context)
{
    ++*(int *)context;
    return true;
}

Test(protocol_engine, stops_searching_on_request)
{
    static game_run t;
    int asked = 0;
    arena_protocol_engine *s = engine_open("greedy");
    mur_buffer lines = { 0 };
    run_open(&t, &cc_game, 2, 3, NULL);
    put_position(&t, 0, &lines);
    mur_buffer_put(&lines, "go sims 1000000000\n");
    arena_protocol_engine_set_stop(s, at_once, &asked);
    const char *answer = send(s, lines.at);
    cr_expect(ends_with_a_move(answer));
    cr_expect_eq(asked, 1);
    mur_buffer_close(&lines);
    arena_protocol_engine_close(&s);
}

Test(protocol_engine, ends_after_quit)
{
    arena_protocol_engine *s = engine_open(NULL);
    mur_buffer out = { 0 };
    cr_expect(arena_protocol_engine_handle_line(s, mur_span_of("ping"), &out));
    cr_expect_not(arena_protocol_engine_handle_line(s, mur_span_of("quit"), &out));
    mur_buffer_close(&out);
    arena_protocol_engine_close(&s);
}

Test(protocol_engine, refuses_unknown_bots)
{
    const char *why = NULL;
    cr_expect_null(arena_protocol_engine_open("greedier", &why));
    cr_expect_not_null(why);
    cr_expect_null(arena_protocol_engine_open("cmd:true", &why));
}
