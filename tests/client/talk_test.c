/* SPDX-License-Identifier: MIT */
/* What we say to a server and what becomes of its answers, without a network: a test is the server. */
#include "client/talk.h"

#include "tests/engine/walk.h"

#define ID "w3VbZ0kq0uQmB6cXn1Yh2A"
/* printf %s 'salt 1' | sha256sum, and of 'salt 2' */
#define COMMIT_1 "3261b4a8fbe54b47c0109b1cc71a9cb5baa4c7bc53e6f8436a7bd757a73a8d59"
#define COMMIT_2 "c3a6a8530dbb478fb70a6ca8c7263a94ba0b08ca8d6ae9679c9cacd03663ec74"
#define TOKEN    "0123456789abcdefghijklmnopqrstuvwxyzABCDE-_"

/* -- The other end -- */

typedef struct {
    client_talk *talk;
    char said[8][4096]; /* the latest messages */
    int n_said;
    char kept[64];
    int n_settled, n_dropped, n_drawn;
} other_end;

static void take_saying(void *context, mur_span text)
{
    other_end *o = context;
    char *to = o->said[o->n_said++ % 8];
    cr_assert_lt(text.len, sizeof o->said[0]);
    memcpy(to, text.at, text.len);
    to[text.len] = '\0';
}

static void take_token(void *context, const char *token)
{
    other_end *o = context;
    snprintf(o->kept, sizeof o->kept, "%s", token);
}

static void draw_salt(void *context, char salt[CLIENT_SALT])
{
    snprintf(salt, CLIENT_SALT, "salt %d", ++((other_end *)context)->n_drawn);
}

static void take_settled(void *context)
{
    ((other_end *)context)->n_settled++;
}

static void take_dropped(void *context)
{
    ((other_end *)context)->n_dropped++;
}

static void open_talk(other_end *o, client_wishes w)
{
    const client_door door = { take_saying, take_token, draw_salt, take_settled, take_dropped, o };
    strcpy(w.table, ID);
    strcpy(w.lang, "en");
    w.device = "test";
    memset(o, 0, sizeof *o);
    o->talk = client_talk_open(&w, &door);
}

static const char *said(const other_end *o)
{
    return o->n_said ? o->said[(o->n_said - 1) % 8] : "";
}

/* The latest message is a request of this kind; its id. */
static int id_of(const other_end *o, const char *request)
{
    json_t *message = json_loads(said(o), 0, NULL);
    cr_assert_str_eq(json_string_value(json_object_get(message, "do")), request, "%s", said(o));
    int id = (int)json_integer_value(json_object_get(message, "id"));
    json_decref(message);
    return id;
}

static void hear(other_end *o, const char *text)
{
    client_talk_hear(o->talk, mur_span_of(text));
}

/* Answers the latest request, which is of this kind. */
static void answer(other_end *o, const char *request, const char *fields)
{
    char text[4096];
    snprintf(text, sizeof text, "{\"re\":%d%s%s}", id_of(o, request), *fields ? "," : "", fields);
    hear(o, text);
}

static void let_in(other_end *o, const char *more)
{
    char fields[512];
    snprintf(fields, sizeof fields, "\"ok\":true,\"v\":1,\"engine\":\"%s\",\"me\":{\"name\":\"\"},\"now\":5%s",
             mur_version(), more);
    answer(o, "hello", fields);
}

static void check_fault(other_end *o, const char *part, bool is_wish)
{
    const client_fault *f = client_talk_fault(o->talk);
    cr_assert_not_null(f, "%s", part);
    char all[512];
    snprintf(all, sizeof all, "%s: %s", f->what, f->why);
    cr_expect_not_null(strstr(all, part), "%s", all);
    cr_expect_eq(f->is_wish, is_wish);
    cr_expect_not(client_talk_is_here(o->talk));
}

#define SEATS2                                                                                                         \
    "\"seats\":[{\"name\":\"Anna\",\"bot\":\"\",\"here\":true,\"person\":\"p\"},{\"name\":\"\",\"bot\":\"\",\"here\":" \
    "false,\"person\":\"\"}]"
#define ABOUT(state, seat, length)                                                                                     \
    "\"ok\":true,\"table\":{\"table\":\"" ID "\",\"game\":\"chinesische-mauer\",\"state\":\"" state "\"," SEATS2       \
    ",\"my_seat\":" seat ",\"options\":{},\"length\":" length "},\"entries\":[],\"chat\":[]"

static void come_in(other_end *o)
{
    client_talk_up(o->talk);
    let_in(o, "");
    answer(o, "open", ABOUT("open", "0", "1"));
    cr_assert(client_talk_is_here(o->talk), "%s", said(o));
}

/* -- Hello -- */

Test(talk, a_guest_keeps_its_token_and_comes_back_with_it)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    client_talk_up(o.talk);
    cr_expect_null(strstr(said(&o), "token"));
    let_in(&o, ",\"token\":\"" TOKEN "\"");
    cr_expect_str_eq(o.kept, TOKEN);
    cr_expect_eq(o.n_settled, 1);
    client_talk_down(o.talk);
    client_talk_up(o.talk);
    cr_expect_not_null(strstr(said(&o), TOKEN));
    client_talk_close(&o.talk);
}

Test(talk, a_token_that_is_worth_nothing_is_forgotten)
{
    other_end o;
    open_talk(&o, (client_wishes){ .token = TOKEN });
    client_talk_up(o.talk);
    cr_expect_not_null(strstr(said(&o), TOKEN));
    strcpy(o.kept, "something");
    answer(&o, "hello", "\"error\":\"token\",\"text\":\"who?\"");
    cr_expect_str_eq(o.kept, "");
    id_of(&o, "hello");
    cr_expect_null(strstr(said(&o), TOKEN));
    cr_expect_null(client_talk_fault(o.talk));
    client_talk_close(&o.talk);
}

Test(talk, an_invitation_is_shown_by_a_guest_alone)
{
    other_end o;
    open_talk(&o, (client_wishes){ .invite = "0123456789abcdefghjkmnpqrs" });
    client_talk_up(o.talk);
    cr_expect_not_null(strstr(said(&o), "\"invite\":\"0123456789abcdefghjkmnpqrs\""));
    let_in(&o, ",\"token\":\"" TOKEN "\"");
    client_talk_down(o.talk);
    client_talk_up(o.talk);
    cr_expect_null(strstr(said(&o), "invite"), "a token needs none");
    client_talk_close(&o.talk);
}

Test(talk, a_name_is_asked_for_unless_we_have_it)
{
    other_end o;
    open_talk(&o, (client_wishes){ .name = "Anna" });
    client_talk_up(o.talk);
    let_in(&o, "");
    id_of(&o, "name");
    answer(&o, "name", "\"ok\":true");
    id_of(&o, "open");
    client_talk_down(o.talk);
    client_talk_up(o.talk);
    char fields[256];
    snprintf(fields, sizeof fields, "\"ok\":true,\"engine\":\"%s\",\"me\":{\"name\":\"Anna\"}", mur_version());
    answer(&o, "hello", fields);
    id_of(&o, "open");
    client_talk_close(&o.talk);
}

Test(talk, what_cannot_be_had_is_told)
{
    other_end o;
    open_talk(&o, (client_wishes){ .name = "Anna" });
    client_talk_up(o.talk);
    let_in(&o, "");
    answer(&o, "name", "\"error\":\"taken\",\"text\":\"somebody has it\"");
    check_fault(&o, "somebody has it", true);
    client_talk_close(&o.talk);

    open_talk(&o, (client_wishes){ .name = "\xff" });
    client_talk_up(o.talk);
    let_in(&o, "");
    check_fault(&o, "name", true);
    client_talk_close(&o.talk);

    open_talk(&o, (client_wishes){ 0 });
    client_talk_up(o.talk);
    let_in(&o, "");
    answer(&o, "open", "\"error\":\"none\",\"text\":\"no such table\\u001b[2J\"");
    check_fault(&o, "no such table[2J", true);
    client_talk_close(&o.talk);

    open_talk(&o, (client_wishes){ 0 });
    client_talk_up(o.talk);
    answer(&o, "hello", "\"ok\":true,\"engine\":\"99.9\"");
    check_fault(&o, "99.9", false);
    client_talk_close(&o.talk);

    open_talk(&o, (client_wishes){ 0 });
    client_talk_up(o.talk);
    answer(&o, "hello", "\"error\":\"version\",\"text\":\"2\"");
    check_fault(&o, "let us in", false);
    client_talk_close(&o.talk);
}

Test(talk, a_busy_server_is_asked_again_later)
{
    static const char *const codes[] = { "busy", "away", "unsure" };
    for (size_t i = 0; i < countof(codes); i++) {
        other_end o;
        char fields[64];
        open_talk(&o, (client_wishes){ 0 });
        client_talk_up(o.talk);
        snprintf(fields, sizeof fields, "\"error\":\"%s\",\"text\":\"later\"", codes[i]);
        answer(&o, "hello", fields);
        cr_expect_eq(o.n_dropped, 1);
        cr_expect_null(client_talk_fault(o.talk));
        client_talk_close(&o.talk);
    }
}

/* -- The table -- */

Test(talk, a_table_is_seen_and_news_change_it)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    come_in(&o);
    const client_room *r = client_talk_room(o.talk);
    cr_expect_eq(r->game, &cm_game);
    cr_expect_eq(r->seats, 2);
    cr_expect_eq(r->my_seat, -1);
    cr_expect_str_eq(r->seat[0].name, "Anna");
    cr_expect(r->seat[0].is_person && r->seat[0].is_here && !r->seat[1].is_person);
    hear(&o,
         "{\"news\":\"chat\",\"table\":\"" ID "\",\"by\":\"An\\u009bna\",\"at\":7,\"text\":\"hello\\n\\u202ethere\"}");
    cr_expect_eq(r->n_said, 1);
    cr_expect_str_eq(r->said[0].by, "Anna");
    cr_expect_str_eq(r->said[0].text, "hellothere");
    hear(&o, "{\"news\":\"seats\",\"table\":\"" ID "\",\"seats\":[{\"name\":\"\",\"bot\":\"mason\",\"here\":false,"
             "\"person\":\"\"},{\"person\":\"q\",\"name\":\"Bo\"}]}");
    cr_expect_str_eq(r->seat[0].bot, "mason");
    cr_expect_str_eq(r->seat[1].name, "Bo");
    hear(&o,
         "{\"news\":\"table\",\"table\":\"" ID "\",\"length\":2,\"entries\":[{\"n\":1,\"kind\":\"sit\",\"seat\":2}]}");
    cr_expect_not_null(strstr(said(&o), "\"from\":0"), "somebody sat down: all may look different");
    id_of(&o, "open");
    client_talk_close(&o.talk);
}

Test(talk, of_all_that_is_said_the_latest_is_kept)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    come_in(&o);
    const client_room *r = client_talk_room(o.talk);
    for (int i = 0; i < 3 * CLIENT_SAYINGS; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\"news\":\"chat\",\"table\":\"" ID "\",\"by\":\"B\",\"at\":7,\"text\":\"%d\"}",
                 i);
        hear(&o, text);
    }
    char last[16];
    snprintf(last, sizeof last, "%d", 3 * CLIENT_SAYINGS - 1);
    cr_expect_str_eq(r->said[(r->n_said - 1) % CLIENT_SAYINGS].text, last);
    client_talk_close(&o.talk);
}

Test(talk, news_of_other_tables_and_answers_to_nothing_are_passed_over)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    come_in(&o);
    hear(&o, "{\"news\":\"turn\",\"table\":\"aaaaaaaaaaaaaaaaaaaaaa\",\"game\":\"die-mauer\"}");
    hear(&o, "{\"news\":\"bye\",\"why\":\"restart\"}");
    hear(&o, "{\"news\":\"something later\",\"table\":\"" ID "\"}");
    hear(&o, "{\"re\":12345,\"ok\":true}");
    cr_expect(client_talk_is_here(o.talk));
    client_talk_close(&o.talk);
}

Test(talk, after_a_lost_connection_only_what_is_new_is_asked_for)
{
    other_end o;
    client_outcome out;
    open_talk(&o, (client_wishes){ 0 });
    come_in(&o);
    cr_assert(client_sit(o.talk, 1));
    cr_expect_not(client_sit(o.talk, 1), "one at a time");
    client_talk_down(o.talk);
    cr_expect_not(client_talk_is_here(o.talk));
    cr_expect_not(client_stand(o.talk), "nobody is there to be asked");
    cr_assert(client_take_outcome(o.talk, CLIENT_SIT, &out));
    cr_expect_eq(out.how, CLIENT_LOST);
    cr_expect_not(client_take_outcome(o.talk, CLIENT_SIT, &out), "told once");
    client_talk_up(o.talk);
    let_in(&o, "");
    cr_expect_not_null(strstr(said(&o), "\"from\":1"));
    answer(&o, "open", ABOUT("open", "2", "2"));
    cr_expect(client_talk_is_here(o.talk));
    cr_expect_eq(client_talk_room(o.talk)->my_seat, 1);
    client_talk_close(&o.talk);
}

Test(talk, refusals_are_told_with_code_and_reason)
{
    other_end o;
    client_outcome out;
    open_talk(&o, (client_wishes){ 0 });
    come_in(&o);
    cr_assert(client_sit(o.talk, 1));
    cr_expect_not_null(strstr(said(&o), "\"seat\":2"));
    cr_expect_not_null(strstr(said(&o), "\"commit\":\"" COMMIT_1 "\""));
    answer(&o, "sit", "\"error\":\"taken\",\"text\":\"somebody was first\"");
    cr_assert(client_take_outcome(o.talk, CLIENT_SIT, &out));
    cr_expect_eq(out.how, CLIENT_REFUSED);
    cr_expect_str_eq(out.code, "taken");
    cr_expect_str_eq(out.why, "somebody was first");
    cr_expect_not(client_say(o.talk, "\xff"), "no text");
    cr_expect(client_say(o.talk, "hello"));
    answer(&o, "say", "\"ok\":true");
    cr_expect(client_take_outcome(o.talk, CLIENT_SAY, &out) && out.how == CLIENT_DONE);
    client_talk_close(&o.talk);
}

/* -- Nonsense -- */

Test(talk, nonsense_is_a_fault_and_nothing_goes_on_after_it)
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
        other_end o;
        open_talk(&o, (client_wishes){ 0 });
        come_in(&o);
        hear(&o, bad[i]);
        cr_assert_not_null(client_talk_fault(o.talk), "%s", bad[i]);
        int n = o.n_said;
        hear(&o, "{\"news\":\"table\",\"table\":\"" ID "\",\"entries\":[{\"n\":1,\"kind\":\"sit\",\"seat\":2}]}");
        client_sit(o.talk, 1);
        cr_expect_eq(o.n_said, n, "nothing more is said");
        client_talk_close(&o.talk);
    }
}

Test(talk, a_table_that_cannot_be_is_a_fault)
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
        other_end o;
        open_talk(&o, (client_wishes){ 0 });
        client_talk_up(o.talk);
        let_in(&o, "");
        answer(&o, "open", bad[i]);
        cr_expect_not_null(client_talk_fault(o.talk), "%s", bad[i]);
        client_talk_close(&o.talk);
    }
}

/* -- The shuffle -- */

/* The table with us in the second seat, and what is told of the shuffle. */
#define SHUFFLE(commit, flags)                                                                                         \
    "\"ok\":true,\"table\":{\"table\":\"" ID "\",\"game\":\"chinesische-mauer\",\"state\":\"open\"," SEATS2            \
    ",\"my_seat\":2,\"options\":{},\"fair\":{\"commits\":[\"\",\"" commit "\"]}," flags                                \
    "\"length\":3},\"entries\":[],\"chat\":[]"
#define NEWS(commit, flags)                                                                                            \
    "{\"news\":\"table\",\"table\":\"" ID "\",\"fair\":{\"commits\":[\"\",\"" commit "\"]}," flags "\"length\":3}"

static void sit_down(other_end *o)
{
    come_in(o);
    cr_assert(client_sit(o->talk, 1));
    answer(o, "sit", "\"ok\":true");
    client_reopen(o->talk);
    answer(o, "open", SHUFFLE(COMMIT_1, ""));
}

Test(shuffle, a_salt_is_revealed_once_the_table_is_sealed)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    sit_down(&o);
    int n = o.n_said;
    hear(&o, NEWS(COMMIT_1, ""));
    cr_expect_eq(o.n_said, n, "nothing is asked for");
    hear(&o, NEWS(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_not_null(strstr(said(&o), "\"salt\":\"salt 1\""));
    hear(&o, NEWS(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_eq(o.n_said, n + 1, "it is on its way");
    answer(&o, "reveal", "\"ok\":true");
    client_talk_close(&o.talk);
}

/* A server that shows another commitment may not learn the salt. */
Test(shuffle, a_salt_is_not_revealed_for_a_foreign_commitment)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    sit_down(&o);
    int n = o.n_said;
    hear(&o, NEWS(COMMIT_2, "\"sealed\":true,\"reveal\":true,"));
    hear(&o, NEWS("", "\"sealed\":true,\"reveal\":true,"));
    cr_expect_eq(o.n_said, n, "%s", said(&o));
    client_talk_close(&o.talk);
}

Test(shuffle, after_a_broken_seal_it_commits_to_a_new_salt)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    sit_down(&o);
    hear(&o, NEWS("", "\"commit\":true,"));
    cr_expect_not_null(strstr(said(&o), "\"commit\":\"" COMMIT_2 "\""));
    int n = o.n_said;
    answer(&o, "commit", "\"error\":\"busy\",\"text\":\"later\"");
    cr_expect_eq(o.n_dropped, 1, "it comes back and is asked again");
    cr_expect_eq(o.n_said, n);
    hear(&o, NEWS(COMMIT_2, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_not_null(strstr(said(&o), "\"salt\":\"salt 2\""));
    client_talk_close(&o.talk);
}

/* The process was started again meanwhile: the salt was kept. */
Test(shuffle, a_kept_salt_is_revealed_after_a_restart)
{
    other_end o;
    open_talk(&o, (client_wishes){ .salt = "salt 1" });
    client_talk_up(o.talk);
    let_in(&o, "");
    answer(&o, "open", SHUFFLE(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    cr_expect_not_null(strstr(said(&o), "\"salt\":\"salt 1\""));
    cr_expect_eq(o.n_drawn, 0);
    client_talk_close(&o.talk);
}

#define SEATS_LOST                                                                                                     \
    "\"seats\":[{\"name\":\"Anna\",\"bot\":\"master\",\"here\":true,\"person\":\"p\"},{\"name\":\"\",\"bot\":\"\","    \
    "\"here\":"                                                                                                        \
    "true,\"person\":\"q\"}],"

/* A server that has the table shuffled again and again would deal until a deal suits it. */
Test(shuffle, it_commits_again_only_if_somebody_lost_the_seat)
{
    other_end o;
    open_talk(&o, (client_wishes){ 0 });
    sit_down(&o);
    hear(&o, NEWS(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    client_talk_down(o.talk); /* the answer is lost: it is sent once more */
    client_talk_up(o.talk);
    let_in(&o, "");
    answer(&o, "open", SHUFFLE(COMMIT_1, "\"sealed\":true,\"reveal\":true,"));
    answer(&o, "reveal", "\"ok\":true");
    hear(&o, NEWS("", SEATS_LOST "\"commit\":true,"));
    cr_expect_not_null(strstr(said(&o), "\"commit\":\"" COMMIT_2 "\""), "%s", said(&o));
    answer(&o, "commit", "\"ok\":true");
    hear(&o, NEWS(COMMIT_2, "\"sealed\":true,\"reveal\":true,"));
    answer(&o, "reveal", "\"ok\":true");
    hear(&o, NEWS("", SEATS_LOST "\"commit\":true,"));
    check_fault(&o, "wants to shuffle again", false);
    client_talk_close(&o.talk);
}
