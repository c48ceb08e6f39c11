/* SPDX-License-Identifier: MIT */
/* tests/client/session_test.c -- the client's side of the protocol without a network, against a fake server.
 * `fake_server` records what the session sends and which callbacks it calls; deliver() and reply() send it messages. */
#include "client/session.h"

#include "tests/engine/walk.h"

#define ID "w3VbZ0kq0uQmB6cXn1Yh2A"
/* printf %s 'salt 1' | sha256sum, and of 'salt 2' */
#define COMMIT_1 "3261b4a8fbe54b47c0109b1cc71a9cb5baa4c7bc53e6f8436a7bd757a73a8d59"
#define COMMIT_2 "c3a6a8530dbb478fb70a6ca8c7263a94ba0b08ca8d6ae9679c9cacd03663ec74"
#define TOKEN    "0123456789abcdefghijklmnopqrstuvwxyzABCDE-_"

/* -- The fake server -- */

typedef struct {
    client_session *session;
    char sent[8][4096]; /* the latest messages */
    int n_sent;
    char saved_token[64];
    int n_accepted, n_dropped, n_salts;
} fake_server;

static void on_send(void *context, mur_span text)
{
    fake_server *server = context;
    char *to = server->sent[server->n_sent++ % 8];
    cr_assert_lt(text.len, sizeof server->sent[0]);
    memcpy(to, text.at, text.len);
    to[text.len] = '\0';
}

static void on_token(void *context, const char *token)
{
    fake_server *server = context;
    snprintf(server->saved_token, sizeof server->saved_token, "%s", token);
}

static void on_new_salt(void *context, char salt[CLIENT_SALT])
{
    snprintf(salt, CLIENT_SALT, "salt %d", ++((fake_server *)context)->n_salts);
}

static void on_accepted(void *context)
{
    ((fake_server *)context)->n_accepted++;
}

static void on_dropped(void *context)
{
    ((fake_server *)context)->n_dropped++;
}

static void open_session(fake_server *server, client_session_options w)
{
    const client_session_callbacks callbacks = { on_send, on_token, on_new_salt, on_accepted, on_dropped, server };
    strcpy(w.table, ID);
    strcpy(w.lang, "en");
    w.device = "test";
    memset(server, 0, sizeof *server);
    server->session = client_session_open(&w, &callbacks);
}

static const char *last_sent(const fake_server *server)
{
    return server->n_sent ? server->sent[(server->n_sent - 1) % 8] : "";
}

/* The id of the latest message, which must be this request. */
static int id_of(const fake_server *server, const char *request)
{
    json_t *message = json_loads(last_sent(server), 0, NULL);
    cr_assert_str_eq(json_string_value(json_object_get(message, "do")), request, "%s", last_sent(server));
    int id = (int)json_integer_value(json_object_get(message, "id"));
    json_decref(message);
    return id;
}

static void deliver(fake_server *server, const char *text)
{
    client_session_on_message(server->session, mur_span_of(text));
}

/* Replies to the latest message, which must be this request. */
static void reply(fake_server *server, const char *request, const char *fields)
{
    char text[4096];
    snprintf(text, sizeof text, "{\"re\":%d%s%s}", id_of(server, request), *fields ? "," : "", fields);
    deliver(server, text);
}

static void accept_hello(fake_server *server, const char *more)
{
    char fields[512];
    snprintf(fields, sizeof fields, "\"ok\":true,\"v\":1,\"engine\":\"%s\",\"me\":{\"name\":\"\"},\"now\":5%s",
             mur_version(), more);
    reply(server, "hello", fields);
}

static void check_fault(fake_server *server, const char *part, bool is_user_error)
{
    const client_fault *f = client_session_fault(server->session);
    cr_assert_not_null(f, "%s", part);
    char all[512];
    snprintf(all, sizeof all, "%s: %s", f->what, f->why);
    cr_expect_not_null(strstr(all, part), "%s", all);
    cr_expect_eq(f->is_user_error, is_user_error);
    cr_expect_not(client_session_is_synced(server->session));
}

#define SEATS2                                                                                                         \
    "\"seats\":[{\"name\":\"Anna\",\"bot\":\"\",\"here\":true,\"person\":\"p\"},{\"name\":\"\",\"bot\":\"\",\"here\":" \
    "false,\"person\":\"\"}]"
#define ABOUT(state, seat, length)                                                                                     \
    "\"ok\":true,\"table\":{\"table\":\"" ID "\",\"game\":\"chinesische-mauer\",\"state\":\"" state "\"," SEATS2       \
    ",\"my_seat\":" seat ",\"options\":{},\"length\":" length "},\"entries\":[],\"chat\":[]"

static void open_table(fake_server *server)
{
    client_session_on_connected(server->session);
    accept_hello(server, "");
    reply(server, "open", ABOUT("open", "0", "1"));
    cr_assert(client_session_is_synced(server->session), "%s", last_sent(server));
}

/* -- Hello -- */

Test(session, a_guest_saves_its_token_and_reconnects_with_it)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    client_session_on_connected(server.session);
    cr_expect_null(strstr(last_sent(&server), "token"));
    accept_hello(&server, ",\"token\":\"" TOKEN "\"");
    cr_expect_str_eq(server.saved_token, TOKEN);
    cr_expect_eq(server.n_accepted, 1);
    client_session_on_disconnected(server.session);
    client_session_on_connected(server.session);
    cr_expect_not_null(strstr(last_sent(&server), TOKEN));
    client_session_close(&server.session);
}

Test(session, an_invalid_token_is_deleted)
{
    fake_server server;
    open_session(&server, (client_session_options){ .token = TOKEN });
    client_session_on_connected(server.session);
    cr_expect_not_null(strstr(last_sent(&server), TOKEN));
    strcpy(server.saved_token, "something");
    reply(&server, "hello", "\"error\":\"token\",\"text\":\"who?\"");
    cr_expect_str_eq(server.saved_token, "");
    id_of(&server, "hello");
    cr_expect_null(strstr(last_sent(&server), TOKEN));
    cr_expect_null(client_session_fault(server.session));
    client_session_close(&server.session);
}

Test(session, only_a_new_guest_sends_an_invitation)
{
    fake_server server;
    open_session(&server, (client_session_options){ .invite = "0123456789abcdefghjkmnpqrs" });
    client_session_on_connected(server.session);
    cr_expect_not_null(strstr(last_sent(&server), "\"invite\":\"0123456789abcdefghjkmnpqrs\""));
    accept_hello(&server, ",\"token\":\"" TOKEN "\"");
    client_session_on_disconnected(server.session);
    client_session_on_connected(server.session);
    cr_expect_null(strstr(last_sent(&server), "invite"), "a token needs none");
    client_session_close(&server.session);
}

Test(session, a_name_is_requested_unless_we_have_it_already)
{
    fake_server server;
    open_session(&server, (client_session_options){ .name = "Anna" });
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    id_of(&server, "name");
    reply(&server, "name", "\"ok\":true");
    id_of(&server, "open");
    client_session_on_disconnected(server.session);
    client_session_on_connected(server.session);
    char fields[256];
    snprintf(fields, sizeof fields, "\"ok\":true,\"engine\":\"%s\",\"me\":{\"name\":\"Anna\"}", mur_version());
    reply(&server, "hello", fields);
    id_of(&server, "open");
    client_session_close(&server.session);
}

/* Each refusal before the table is open, and whether it is the user's fault. */
Test(session, a_refusal_by_the_server_is_a_fault)
{
    fake_server server;
    open_session(&server, (client_session_options){ .name = "Anna" });
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    reply(&server, "name", "\"error\":\"taken\",\"text\":\"somebody has it\"");
    check_fault(&server, "somebody has it", true);
    client_session_close(&server.session);

    open_session(&server, (client_session_options){ .name = "\xff" });
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    check_fault(&server, "name", true);
    client_session_close(&server.session);

    open_session(&server, (client_session_options){ 0 });
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    reply(&server, "open", "\"error\":\"none\",\"text\":\"no such table\\u001b[2J\"");
    check_fault(&server, "no such table[2J", true);
    client_session_close(&server.session);

    open_session(&server, (client_session_options){ 0 });
    client_session_on_connected(server.session);
    reply(&server, "hello", "\"ok\":true,\"engine\":\"99.9\"");
    check_fault(&server, "99.9", false);
    client_session_close(&server.session);

    open_session(&server, (client_session_options){ 0 });
    client_session_on_connected(server.session);
    reply(&server, "hello", "\"error\":\"version\",\"text\":\"2\"");
    check_fault(&server, "refused the connection", false);
    client_session_close(&server.session);
}

Test(session, a_busy_server_is_retried_later)
{
    static const char *const codes[] = { "busy", "away", "unsure" };
    for (size_t i = 0; i < countof(codes); i++) {
        fake_server server;
        char fields[64];
        open_session(&server, (client_session_options){ 0 });
        client_session_on_connected(server.session);
        snprintf(fields, sizeof fields, "\"error\":\"%s\",\"text\":\"later\"", codes[i]);
        reply(&server, "hello", fields);
        cr_expect_eq(server.n_dropped, 1);
        cr_expect_null(client_session_fault(server.session));
        client_session_close(&server.session);
    }
}

/* -- The table -- */

/* Seats, chat and state; control characters and direction marks are removed from texts. */
Test(session, news_changes_the_table)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    const client_table *t = client_session_table(server.session);
    cr_expect_eq(t->game, &cm_game);
    cr_expect_eq(t->seats, 2);
    cr_expect_eq(t->my_seat, -1);
    cr_expect_str_eq(t->seat[0].name, "Anna");
    cr_expect(t->seat[0].is_person && t->seat[0].is_here && !t->seat[1].is_person);
    deliver(&server, "{\"news\":\"chat\",\"table\":\"" ID
                     "\",\"by\":\"An\\u009bna\",\"at\":7,\"text\":\"hello\\n\\u202ethere\"}");
    cr_expect_eq(t->n_chat, 1);
    cr_expect_str_eq(t->chat[0].by, "Anna");
    cr_expect_str_eq(t->chat[0].text, "hellothere");
    deliver(&server,
            "{\"news\":\"seats\",\"table\":\"" ID "\",\"seats\":[{\"name\":\"\",\"bot\":\"mason\",\"here\":false,"
            "\"person\":\"\"},{\"person\":\"q\",\"name\":\"Bo\"}]}");
    cr_expect_str_eq(t->seat[0].bot, "mason");
    cr_expect_str_eq(t->seat[1].name, "Bo");
    deliver(&server, "{\"news\":\"table\",\"table\":\"" ID
                     "\",\"length\":2,\"entries\":[{\"n\":1,\"kind\":\"sit\",\"seat\":2}]}");
    cr_expect_not_null(strstr(last_sent(&server), "\"from\":0"), "after a sit-down everything may have changed");
    id_of(&server, "open");
    client_session_close(&server.session);
}

Test(session, only_the_latest_chat_is_kept)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    const client_table *t = client_session_table(server.session);
    for (int i = 0; i < 3 * CLIENT_CHATS; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\"news\":\"chat\",\"table\":\"" ID "\",\"by\":\"B\",\"at\":7,\"text\":\"%d\"}",
                 i);
        deliver(&server, text);
    }
    char last[16];
    snprintf(last, sizeof last, "%d", 3 * CLIENT_CHATS - 1);
    cr_expect_str_eq(t->chat[(t->n_chat - 1) % CLIENT_CHATS].text, last);
    client_session_close(&server.session);
}

Test(session, news_of_other_tables_and_unknown_answers_are_ignored)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    deliver(&server, "{\"news\":\"turn\",\"table\":\"aaaaaaaaaaaaaaaaaaaaaa\",\"game\":\"die-mauer\"}");
    deliver(&server, "{\"news\":\"bye\",\"why\":\"restart\"}");
    deliver(&server, "{\"news\":\"something later\",\"table\":\"" ID "\"}");
    deliver(&server, "{\"re\":12345,\"ok\":true}");
    cr_expect(client_session_is_synced(server.session));
    client_session_close(&server.session);
}

Test(session, after_a_lost_connection_only_new_entries_are_requested)
{
    fake_server server;
    client_outcome out;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    cr_assert(client_sit(server.session, 1));
    cr_expect_not(client_sit(server.session, 1), "one at a time");
    client_session_on_disconnected(server.session);
    cr_expect_not(client_session_is_synced(server.session));
    cr_expect_not(client_stand(server.session), "there is no connection");
    cr_assert(client_take_outcome(server.session, CLIENT_SIT, &out));
    cr_expect_eq(out.how, CLIENT_LOST);
    cr_expect_not(client_take_outcome(server.session, CLIENT_SIT, &out), "an outcome is returned once");
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    cr_expect_not_null(strstr(last_sent(&server), "\"from\":1"));
    reply(&server, "open", ABOUT("open", "2", "2"));
    cr_expect(client_session_is_synced(server.session));
    cr_expect_eq(client_session_table(server.session)->my_seat, 1);
    client_session_close(&server.session);
}

/* One entry, of any kind that does not change the game. */
#define NEWS_OF_ENTRY(n)                                                                                               \
    "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[{\"n\":" n                                                  \
    ",\"kind\":\"bot\",\"seat\":2,\"bot\":\"mason\"}]}"

Test(session, a_confirmed_move_is_missing_until_its_news_arrives)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    cr_assert(client_move(server.session, cm_game.read_move(mur_span_of("draw"))));
    deliver(&server, NEWS_OF_ENTRY("1")); /* somebody else was faster */
    cr_expect(client_session_is_current(server.session));
    reply(&server, "move", "\"ok\":true,\"ply\":2,\"length\":3");
    cr_expect_not(client_session_is_current(server.session), "the news of our move is still on its way");
    deliver(&server, NEWS_OF_ENTRY("2"));
    cr_expect(client_session_is_current(server.session));
    client_session_close(&server.session);
}

Test(session, an_expected_length_is_forgotten_with_the_connection)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    cr_assert(client_take_back(server.session, false));
    reply(&server, "back", "\"ok\":true,\"ply\":0,\"length\":4000000000");
    cr_expect_not(client_session_is_current(server.session));
    client_session_on_disconnected(server.session);
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    reply(&server, "open", ABOUT("open", "0", "1"));
    cr_expect(client_session_is_current(server.session));
    client_session_close(&server.session);
}

Test(session, refusals_come_with_code_and_reason)
{
    fake_server server;
    client_outcome out;
    open_session(&server, (client_session_options){ 0 });
    open_table(&server);
    cr_assert(client_sit(server.session, 1));
    cr_expect_not_null(strstr(last_sent(&server), "\"seat\":2"));
    cr_expect_not_null(strstr(last_sent(&server), "\"commit\":\"" COMMIT_1 "\""));
    reply(&server, "sit", "\"error\":\"taken\",\"text\":\"somebody else was first\"");
    cr_assert(client_take_outcome(server.session, CLIENT_SIT, &out));
    cr_expect_eq(out.how, CLIENT_REFUSED);
    cr_expect_str_eq(out.code, "taken");
    cr_expect_str_eq(out.why, "somebody else was first");
    cr_expect_not(client_send_chat(server.session, "\xff"), "no text");
    cr_expect(client_send_chat(server.session, "hello"));
    reply(&server, "say", "\"ok\":true");
    cr_expect(client_take_outcome(server.session, CLIENT_CHAT, &out) && out.how == CLIENT_DONE);
    client_session_close(&server.session);
}

/* -- Nonsense -- */

/* Every row is a message that no server of ours sends. */
Test(session, nonsense_is_a_fault_and_ends_the_session)
{
    static const char *const bad[] = {
        "",
        "hello",
        "[1]",
        "{}",
        "{\"re\":\"x\"}",
        "{\"re\":0,\"ok\":true}",
        "{\"a\":1,\"a\":2}",
        "{\"error\":\"message\",\"text\":\"what?\"}",
        "{\"news\":\"seats\",\"table\":\"" ID "\"}",
        "{\"news\":\"seats\",\"table\":\"" ID "\",\"seats\":[1,2,3]}",
        "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[{\"n\":1,\"kind\":\"move\",\"seat\":1}]}",
        "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[{\"n\":1,\"kind\":\"back\",\"seat\":1}]}",
        "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[{\"n\":1,\"kind\":\"back\"}]}",
        "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[],\"position\":{\"view\":\"AAAA\"}}",
        "\xff\xfe",
    };
    for (size_t i = 0; i < countof(bad); i++) {
        fake_server server;
        open_session(&server, (client_session_options){ 0 });
        open_table(&server);
        deliver(&server, bad[i]);
        cr_assert_not_null(client_session_fault(server.session), "%s", bad[i]);
        int n = server.n_sent;
        deliver(&server,
                "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[{\"n\":1,\"kind\":\"sit\",\"seat\":2}]}");
        client_sit(server.session, 1);
        cr_expect_eq(server.n_sent, n, "nothing more is said");
        client_session_close(&server.session);
    }
}

/* Every row replaces one field of a good answer to `open`. */
Test(session, an_impossible_table_is_a_fault)
{
    static const char *const bad[] = {
        "\"ok\":true",
        "\"ok\":true,\"table\":{},\"entries\":[]",
        "\"ok\":true,\"table\":{\"game\":\"go\",\"state\":\"open\"," SEATS2
        ",\"my_seat\":0,\"length\":1},\"entries\":[]",
        "\"ok\":true,\"table\":{\"game\":\"die-mauer\",\"state\":\"open\"," SEATS2
        ",\"my_seat\":0,\"length\":1},\"entries\":[]",
        "\"ok\":true,\"table\":{\"game\":\"chinesische-mauer\",\"state\":\"?\"," SEATS2
        ",\"my_seat\":0,\"length\":1},\"entries\":[]",
        ABOUT("open", "3", "1"),
        ABOUT("open", "-1", "1"),
        ABOUT("open", "0", "-1"),
        "\"ok\":true,\"table\":{\"game\":\"chinesische-mauer\",\"state\":\"open\"," SEATS2
        ",\"my_seat\":0,\"length\":1}",
        "\"ok\":true,\"table\":{\"game\":\"chinesische-mauer\",\"state\":\"open\"," SEATS2
        ",\"my_seat\":0,\"length\":1,\"options\":{\"first\":\"9\"}},\"entries\":[]",
        ABOUT("playing", "1", "9") ",\"position\":{\"view\":\"AAAA\"}",
        ABOUT("playing", "1", "9") ",\"position\":{}",
    };
    for (size_t i = 0; i < countof(bad); i++) {
        fake_server server;
        open_session(&server, (client_session_options){ 0 });
        client_session_on_connected(server.session);
        accept_hello(&server, "");
        reply(&server, "open", bad[i]);
        cr_expect_not_null(client_session_fault(server.session), "%s", bad[i]);
        client_session_close(&server.session);
    }
}

/* -- The shuffle -- */

/* The table with us in the second seat, and the state of the shuffle. */
#define SHUFFLE(commit, flags)                                                                                         \
    "\"ok\":true,\"table\":{\"table\":\"" ID "\",\"game\":\"chinesische-mauer\",\"state\":\"open\"," SEATS2            \
    ",\"my_seat\":2,\"options\":{},\"fair\":{\"commits\":[\"\",\"" commit "\"]}," flags                                \
    "\"length\":3},\"entries\":[],\"chat\":[]"
#define NEWS(commit, flags)                                                                                            \
    "{\"news\":\"table\",\"table\":\"" ID "\",\"fair\":{\"commits\":[\"\",\"" commit "\"]}," flags "\"length\":3}"

static void sit_down(fake_server *server)
{
    open_table(server);
    cr_assert(client_sit(server->session, 1));
    reply(server, "sit", "\"ok\":true");
    client_reopen(server->session);
    reply(server, "open", SHUFFLE(COMMIT_1, ""));
}

Test(shuffle, a_salt_is_revealed_once_all_have_committed)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    sit_down(&server);
    int n = server.n_sent;
    deliver(&server, NEWS(COMMIT_1, ""));
    cr_expect_eq(server.n_sent, n, "nothing is asked for");
    deliver(&server, NEWS(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_not_null(strstr(last_sent(&server), "\"salt\":\"salt 1\""));
    deliver(&server, NEWS(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_eq(server.n_sent, n + 1, "it is on its way");
    reply(&server, "reveal", "\"ok\":true");
    client_session_close(&server.session);
}

/* A server that shows a different commitment must not learn the salt. */
Test(shuffle, a_salt_is_not_revealed_for_a_foreign_commitment)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    sit_down(&server);
    int n = server.n_sent;
    deliver(&server, NEWS(COMMIT_2, "\"sealed\":true,\"reveal\":true,"));
    deliver(&server, NEWS("", "\"sealed\":true,\"reveal\":true,"));
    cr_expect_eq(server.n_sent, n, "%s", last_sent(&server));
    client_session_close(&server.session);
}

Test(shuffle, after_a_failed_shuffle_it_commits_to_a_new_salt)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    sit_down(&server);
    deliver(&server, NEWS("", "\"commit\":true,"));
    cr_expect_not_null(strstr(last_sent(&server), "\"commit\":\"" COMMIT_2 "\""));
    int n = server.n_sent;
    reply(&server, "commit", "\"error\":\"busy\",\"text\":\"later\"");
    cr_expect_eq(server.n_dropped, 1, "it comes back and is asked again");
    cr_expect_eq(server.n_sent, n);
    deliver(&server, NEWS(COMMIT_2, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_not_null(strstr(last_sent(&server), "\"salt\":\"salt 2\""));
    client_session_close(&server.session);
}

/* The process was restarted in between; the salt had been saved. */
Test(shuffle, a_saved_salt_is_revealed_after_a_restart)
{
    fake_server server;
    open_session(&server, (client_session_options){ .salt = "salt 1" });
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    reply(&server, "open", SHUFFLE(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_not_null(strstr(last_sent(&server), "\"salt\":\"salt 1\""));
    cr_expect_eq(server.n_salts, 0);
    client_session_close(&server.session);
}

#define SEATS_LOST                                                                                                     \
    "\"seats\":[{\"name\":\"Anna\",\"bot\":\"master\",\"here\":true,\"person\":\"p\"},{\"name\":\"\",\"bot\":\"\","    \
    "\"here\":"                                                                                                        \
    "true,\"person\":\"q\"}],"

/* Otherwise a server could repeat the shuffle until it likes the deal. */
Test(shuffle, it_commits_again_only_if_a_seat_was_lost)
{
    fake_server server;
    open_session(&server, (client_session_options){ 0 });
    sit_down(&server);
    deliver(&server, NEWS(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    client_session_on_disconnected(server.session); /* the answer is lost: it is sent once more */
    client_session_on_connected(server.session);
    accept_hello(&server, "");
    reply(&server, "open", SHUFFLE(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    reply(&server, "reveal", "\"ok\":true");
    deliver(&server, NEWS("", SEATS_LOST "\"commit\":true,"));
    cr_expect_not_null(strstr(last_sent(&server), "\"commit\":\"" COMMIT_2 "\""), "%s", last_sent(&server));
    reply(&server, "commit", "\"ok\":true");
    deliver(&server, NEWS(COMMIT_2, "\"sealed\":true,\"reveal\":true,"));
    reply(&server, "reveal", "\"ok\":true");
    deliver(&server, NEWS("", SEATS_LOST "\"commit\":true,"));
    check_fault(&server, "wants to shuffle again", false);
    client_session_close(&server.session);
}
