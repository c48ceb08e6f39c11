/* SPDX-License-Identifier: MIT */
/* tests/server/matrix_test.c -- permissions: tests/server/access.txt lists the answer to every request, by the state of
 * the table and the relation of the sender to it. */
#include "server/table/fair.h"
#include "tests/server/lobby_client.h"

enum { MATRIX_ROWS = 160, WORD = 16, MINUTE = 60000 };

enum { STRANGER, SPECTATOR, SEATED, STOOD_UP, TIMED_OUT, REPLACED, HOST, IDENTITY, PROCESS, RELATIONS };
static const char *const relations[RELATIONS] = { "stranger", "spectator", "seated",   "stood_up", "timed_out",
                                                  "replaced", "host",      "identity", "process" };

enum { OPEN, SEALED, PLAYING, OVER, CLOSED, STATES };
static const char *const states[STATES] = { "open", "sealed", "playing", "over", "closed" };

typedef struct {
    char verb[WORD], state[WORD], answer[RELATIONS][WORD];
    int n; /* words: 2 + RELATIONS, or 2 for a request about no table */
} row;

static row matrix[MATRIX_ROWS];
static int n_rows;

/* -- The file -- */

static void read_row(const char *line, row *r)
{
    *r = (row){ .n = 0 };
    for (const char *at = line; *at && *at != '\n'; r->n++) {
        char *to = r->n == 0 ? r->verb : r->n == 1 ? r->state : r->answer[r->n - 2];
        size_t len = strcspn(at, " \n");
        cr_assert(r->n < 2 + RELATIONS && len < WORD, "%s", line);
        memcpy(to, at, len);
        at += len;
        at += strspn(at, " ");
    }
    cr_assert(r->n == 2 || r->n == 2 + RELATIONS, "%s", line);
}

static void read_matrix(void)
{
    char line[256];
    FILE *f = fopen(SOURCE_ROOT "/tests/server/access.txt", "r");
    cr_assert_not_null(f);
    for (n_rows = 0; fgets(line, sizeof line, f);)
        if (line[0] != '#' && line[0] != '\n') {
            cr_assert_lt(n_rows, MATRIX_ROWS);
            read_row(line, &matrix[n_rows++]);
        }
    fclose(f);
}

static const row *find_row(const char *verb, const char *state)
{
    for (int i = 0; i < n_rows; i++)
        if (strcmp(matrix[i].verb, verb) == 0 && (matrix[i].n == 2 || strcmp(matrix[i].state, state) == 0))
            return &matrix[i];
    return NULL;
}

Test(access, every_verb_has_its_rows)
{
    read_matrix();
    for (int i = 0; lobby_verb_name(i); i++)
        for (int state = 0; state < STATES; state++)
            cr_expect_not_null(find_row(lobby_verb_name(i), states[state]), "no row for %s, %s", lobby_verb_name(i),
                               states[state]);
}

/* -- Scenes: a table in some state, and a sender -- */

typedef struct {
    test_lobby *r, *other;         /* other: the second process; NULL: there is none */
    client *host, *player, *third; /* at seats 1, 2 and 3 */
    client *sender;
    char table[32];
} scene;

/* The fields that a table needs to be sealed; all people may have the same salt. */
static const char *shuffle_fields(int state)
{
    static char fields[FAIR_HEX + 16];
    char commit[FAIR_HEX];
    fair_commit_salt(mur_span_of("salt"), commit);
    snprintf(fields, sizeof fields, ",'commit':'%s'", commit);
    return state == SEALED ? fields : "";
}

static void sit(const scene *s, client *c, int seat, int state)
{
    expect(c, "", "{'do':'sit','table':'%s','seat':%d%s}", s->table, seat, shuffle_fields(state));
}

static void listen_to(const scene *s, client *c)
{
    expect(c, "", "{'do':'open','table':'%s'}", s->table);
}

static void begin(scene *s, int state, int relation)
{
    const char *clock = relation == TIMED_OUT ? ",'clock':{'minutes':1,'increment':180}" : "";
    const json_t *made = expect(s->host, "",
                                "{'do':'create','game':'die-mauer','seats':['me','open','open'],'start':'host',"
                                "'options':{'hands':'1'}%s%s}",
                                clock, shuffle_fields(state));
    snprintf(s->table, sizeof s->table, "%s", text_at(made, "table"));
    sit(s, s->player, 2, state);
    listen_to(s, s->host);
    listen_to(s, s->player);
}

static void start(scene *s, int state)
{
    sit(s, s->third, 3, state);
    listen_to(s, s->third);
    expect(s->host, "", "{'do':'start','table':'%s'}", s->table);
}

static client *connect_again(client *c, test_lobby *r)
{
    client *made = client_new(r, c->token);
    return made;
}

/* The player loses the seat; before the start only by standing up. */
static void lose_seat(scene *s, int relation)
{
    if (relation == STOOD_UP)
        expect(s->player, "", "{'do':'stand','table':'%s'}", s->table);
    if (relation == TIMED_OUT) {
        play_one(s->host, s->table);
        play_one(s->third, s->table);
        test_lobby_advance_ms(s->r, 2 * MINUTE);
    }
    if (relation == REPLACED) {
        client *back = connect_again(s->player, s->r);
        client_free(s->player);
        s->player = back; /* connected, but has not opened the table */
        test_lobby_advance_ms(s->r, 10 * MINUTE);
        expect(s->host, "", "{'do':'seat','table':'%s','seat':2,'to':'apprentice'}", s->table);
    }
}

static void play_to_end(scene *s)
{
    client *people[] = { s->host, s->player, s->third };
    for (int i = 0; i < 1000 && !is_over(s->host); i++)
        for (int k = 0; k < 3; k++)
            if (latest_position(people[k]))
                play_one(people[k], s->table);
    cr_assert(is_over(s->host));
}

static void reach_state(scene *s, int state, int relation)
{
    begin(s, state, relation);
    if (state == SEALED || state == PLAYING || state == OVER)
        start(s, state);
    lose_seat(s, relation);
    if (state == OVER)
        play_to_end(s);
    if (state == CLOSED)
        expect(s->host, "", "{'do':'close','table':'%s'}", s->table);
}

static void connect_sender(scene *s, int relation)
{
    switch (relation) {
    case HOST:
        s->sender = connect_again(s->host, s->r);
        return;
    case STRANGER:
    case IDENTITY:
    case SPECTATOR:
        s->sender = client_new(s->r, NULL);
        if (relation == SPECTATOR)
            listen_to(s, s->sender);
        return;
    default:
        s->sender = connect_again(s->player, relation == PROCESS ? s->other : s->r);
    }
}

static void open_scene(scene *s, int state, int relation)
{
    s->host = client_new(s->r, NULL);
    s->player = client_new(s->r, NULL);
    s->third = client_new(s->r, NULL);
    reach_state(s, state, relation);
    connect_sender(s, relation);
}

static void close_scene(scene *s)
{
    client_free(s->sender);
    client_free(s->host);
    client_free(s->player);
    client_free(s->third);
}

/* -- Requests -- */

/* The sender's own seat, or the third, which is open before the start. */
static int seat_for(int state, int relation)
{
    switch (relation) {
    case HOST:
        return 1;
    case SEATED:
    case PROCESS:
    case TIMED_OUT:
    case REPLACED:
        return 2;
    case STOOD_UP:
        return state == OPEN || state == CLOSED ? 3 : 2;
    default:
        return 3;
    }
}

/* A legal move of the first position, if the sender has a seat. */
static void find_move(const scene *s, char move[32])
{
    const json_t *first = ask(s->sender, "{'do':'look','table':'%s','ply':0}", s->table);
    const char *legal = text_at(first, "legal.0");
    snprintf(move, 32, "%s", *legal ? legal : "W");
}

static const char *send_verb(const scene *s, const char *verb, int state, int relation)
{
    char move[32];
    int seat = strcmp(verb, "seat") == 0 ? 3 : seat_for(state, relation);
    find_move(s, move);
    const json_t *answer =
        strcmp(verb, "commit") == 0 || strcmp(verb, "reveal") == 0
            ? ask(s->sender, "{'do':'%s','table':'%s','salt':'salt'%s}", verb, s->table, shuffle_fields(SEALED))
        : strcmp(verb, "same_as") == 0
            ? ask(s->sender, "{'do':'create','same_as':'%s','seats':['open','open','open']}", s->table)
            : ask(s->sender, "{'do':'%s','table':'%s','seat':%d,'ply':0,'move':'%s','text':'hello','to':'mason'}", verb,
                  s->table, seat, move);
    return json_is_true(json_object_get(answer, "ok")) ? "ok" : text_at(answer, "error");
}

/* A refused request changes nothing, so the next one can use the same scene. */
static void try_all(test_lobby *r, test_lobby *other, int state, int relation)
{
    scene s = { .r = r, .other = other };
    bool is_fresh = false;
    for (int i = 0; i < n_rows; i++) {
        const row *w = &matrix[i];
        if (w->n == 2 || strcmp(w->state, states[state]) != 0 || strcmp(w->answer[relation], "-") == 0)
            continue;
        if (!is_fresh)
            open_scene(&s, state, relation);
        const char *got = send_verb(&s, w->verb, state, relation);
        cr_expect_str_eq(got, w->answer[relation], "%s, table %s, %s: \"%s\", expected \"%s\"", w->verb, w->state,
                         relations[relation], got, w->answer[relation]);
        is_fresh = strcmp(got, "ok") != 0;
        if (!is_fresh)
            close_scene(&s);
    }
    if (is_fresh)
        close_scene(&s);
}

static void try_relations(const char *where, bool has_processes)
{
    test_lobby r, other;
    read_matrix();
    test_lobby_open(&r, where);
    if (has_processes)
        test_lobby_open(&other, where);
    for (int state = 0; state < STATES; state++)
        for (int relation = 0; relation < RELATIONS; relation++)
            if ((relation == PROCESS) == has_processes)
                try_all(&r, &other, state, relation);
    if (has_processes)
        test_lobby_close(&other);
    test_lobby_close(&r);
}

static void in_one_process(const char *where)
{
    try_relations(where, false);
}

static void in_two_processes(const char *where)
{
    try_relations(where, true);
}

Test(access, requests_about_a_table_match_the_matrix)
{
    on_sqlite(in_one_process);
}

Test(access, requests_through_another_process_match_the_matrix)
{
    on_postgres(in_two_processes);
}

static void without_a_table(const char *where)
{
    test_lobby r;
    read_matrix();
    test_lobby_open(&r, where);
    for (int i = 0; i < n_rows; i++) {
        if (matrix[i].n != 2)
            continue;
        client *c = client_new(&r, NULL);
        const json_t *answer = ask(c,
                                   "{'do':'%s','v':1,'game':'die-mauer','seats':['open','open','open'],'name':'Carla',"
                                   "'password':'password','all':true,'code':'x','url':'','lang':'de','sure':true}",
                                   matrix[i].verb);
        bool is_ok = json_is_true(json_object_get(answer, "ok"));
        cr_expect_str_eq(is_ok ? "ok" : text_at(answer, "error"), matrix[i].state, "%s", matrix[i].verb);
        client_free(c);
        client *early = calloc(1, sizeof *early);
        client_connect(early, &r);
        answer = ask(early, "{'do':'%s','v':7,'name':'Carla','password':'password','table':'x'}", matrix[i].verb);
        bool is_anybody = strstr("login hello reset", matrix[i].verb) != NULL;
        cr_expect_eq(strcmp(text_at(answer, "error"), "hello") == 0, !is_anybody, "%s before hello", matrix[i].verb);
        client_free(early);
    }
    test_lobby_close(&r);
}

Test(access, requests_about_no_table_match_the_matrix)
{
    on_sqlite(without_a_table);
}
