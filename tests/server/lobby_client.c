/* SPDX-License-Identifier: MIT */
#include "tests/server/room.h"

#include <poll.h>
#include <stdarg.h>

#include "engine/rng.h"

store_time room_time = 1800000000000;

static mur_rng chance = { { 1, 2, 3, 4 } };

static store_time room_now(void)
{
    return room_time;
}

/* -- The door -- */

static void take(void *context, void *peer, note *n)
{
    client *c = peer;
    json_error_t error;
    (void)context;
    cr_assert_lt(c->n, HEARD_MAX);
    mur_span text = note_text(n);
    c->raw[c->n] = strndup(text.at, text.len);
    c->heard[c->n] = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(c->heard[c->n], "not JSON: %s in %s", error.text, c->raw[c->n]);
    c->n++;
}

static void end(void *context, void *peer, int code, const char *why)
{
    client *c = peer;
    (void)context, (void)why;
    cr_assert_eq(c->end_code, 0, "ended twice");
    c->end_code = code;
}

static void call(void *context, const char *url, mur_span text)
{
    room *r = context;
    cr_assert_lt(r->calls, CALLS_MAX);
    snprintf(r->called[r->calls], sizeof r->called[0], "%s", url);
    snprintf(r->told[r->calls++], sizeof r->told[0], "%.*s", (int)text.len, text.at);
}

/* -- The room -- */

void room_open_with(room *r, const char *where, const hall_plan *plan)
{
    char why[256] = "";
    *r = (room){ .plan = *plan };
    snprintf(r->where, sizeof r->where, "%s", where);
    r->plan.store = r->where;
    r->plan.now = room_now;
    hall_door door = { r, take, end, call };
    store_err err = hall_open(&r->h, &r->plan, &door, why);
    cr_assert_eq(err, STORE_OK, "%d %s", err, why);
}

void room_open(room *r, const char *where)
{
    hall_plan plan = { .version = "0.0.0-test",
                       .thinkers = 2,
                       .lines = 100,
                       .tables = 100,
                       .tables_per_person = 1000,
                       .tables_per_address = 1000,
                       .requests_per_s = 100000,
                       .newcomers_per_min = 100000 };
    room_open_with(r, where, &plan);
}

void room_close(room *r)
{
    hall_close(&r->h);
    cr_assert_null(r->h);
}

hall_counts room_counts(const room *r)
{
    hall_counts n;
    hall_count(r->h, &n);
    return n;
}

static bool is_busy(const room *r)
{
    hall_counts n = room_counts(r);
    return n.writing > 0 || n.thinking > 0;
}

static void step(room *r)
{
    struct pollfd wait = { .fd = hall_fd(r->h), .events = POLLIN };
    if (poll(&wait, 1, is_busy(r) ? 20 : 0) > 0)
        hall_go_on(r->h);
    hall_tick(r->h);
}

void room_rest(room *r)
{
    do
        step(r);
    while (is_busy(r));
}

void rooms_rest(room *a, room *b)
{
    for (int quiet = 0; quiet < 20; quiet++) { /* news take a moment from one process to another */
        room_rest(a);
        room_rest(b);
        struct pollfd wait[2] = { { .fd = hall_fd(a->h), .events = POLLIN },
                                  { .fd = hall_fd(b->h), .events = POLLIN } };
        if (poll(wait, 2, 10) > 0)
            quiet = 0;
    }
}

void room_pass(room *r, store_time ms)
{
    room_time += ms;
    room_rest(r);
}

/* -- Connections -- */

void client_enter(client *c, room *r)
{
    c->r = r;
    c->end_code = 0;
    c->line = hall_enter(r->h, c, mur_span_of("192.0.2.1"));
    cr_assert_not_null(c->line);
}

client *client_new(room *r, const char *token)
{
    client *c = calloc(1, sizeof *c);
    client_enter(c, r);
    const json_t *hello = token ? expect(c, "", "{'do':'hello','v':1,'token':'%s'}", token)
                                : expect(c, "", "{'do':'hello','v':1,'device':'a test'}");
    snprintf(c->token, sizeof c->token, "%s", token ? token : text_at(hello, "token"));
    snprintf(c->id, sizeof c->id, "%s", text_at(hello, "me.id"));
    return c;
}

void client_leave(client *c)
{
    if (c->line)
        hall_leave(c->r->h, c->line);
    c->line = NULL;
}

void client_free(client *c)
{
    client_leave(c);
    for (int i = 0; i < c->n; i++) {
        json_decref(c->heard[i]);
        free(c->raw[i]);
    }
    free(c);
}

/* -- Requests -- */

static void write_request(char *out, size_t size, int id, const char *format, va_list arguments)
{
    vsnprintf(out, size, format, arguments);
    for (char *at = out; *at; at++)
        if (*at == '\'')
            *at = '"';
    size_t n = strlen(out);
    if (id >= 0 && n > 0 && out[n - 1] == '}')
        snprintf(out + n - 1, size - n, ",\"id\":%d}", id);
}

static json_t *answer_to(const client *c, int id)
{
    for (int i = c->n - 1; i >= 0; i--)
        if (json_integer_value(json_object_get(c->heard[i], "re")) == id && json_object_get(c->heard[i], "re"))
            return c->heard[i];
    return NULL;
}

static json_t *ask_with(client *c, const char *format, va_list arguments)
{
    char request[8192];
    int id = c->next_id++;
    write_request(request, sizeof request, id, format, arguments);
    hall_hear(c->r->h, c->line, mur_span_of(request));
    for (int i = 0; i < 3000 && !answer_to(c, id); i++)
        room_rest(c->r);
    json_t *answer = answer_to(c, id);
    cr_assert_not_null(answer, "no answer to %s", request);
    return answer;
}

json_t *ask(client *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_t *answer = ask_with(c, format, arguments);
    va_end(arguments);
    return answer;
}

void say(client *c, const char *format, ...)
{
    char request[8192];
    va_list arguments;
    va_start(arguments, format);
    write_request(request, sizeof request, c->next_id++, format, arguments);
    va_end(arguments);
    hall_hear(c->r->h, c->line, mur_span_of(request));
}

json_t *expect(client *c, const char *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    json_t *answer = ask_with(c, format, arguments);
    va_end(arguments);
    const char *got = text_at(answer, "error");
    cr_assert_str_eq(got, error, "%s: \"%s\" (%s), expected \"%s\"", format, got, text_at(answer, "text"), error);
    cr_assert_eq(json_is_true(json_object_get(answer, "ok")), !*error);
    return answer;
}

json_t *ask_alone(room *r, const char *token, int *status, const char *format, ...)
{
    client c = { .r = r };
    char request[8192];
    va_list arguments;
    va_start(arguments, format);
    write_request(request, sizeof request, -1, format, arguments);
    va_end(arguments);
    hall_line *line = hall_ask(r->h, &c, mur_span_of("192.0.2.2"), mur_span_of(token), mur_span_of(request));
    cr_assert(line || c.end_code, "neither answered nor waiting");
    for (int i = 0; i < 3000 && !c.end_code; i++)
        room_rest(r);
    cr_assert_neq(c.end_code, 0, "no answer to %s", request);
    cr_assert_eq(c.n, 1);
    *status = c.end_code;
    free(c.raw[0]);
    return c.heard[0];
}

/* -- What was heard -- */

const json_t *json_at(const json_t *object, const char *path)
{
    char part[64];
    while (object && *path) {
        size_t n = strcspn(path, ".");
        snprintf(part, sizeof part, "%.*s", (int)n, path);
        object = json_is_array(object) ? json_array_get(object, (size_t)atoi(part)) : json_object_get(object, part);
        path += n + (path[n] == '.');
    }
    return object;
}

const char *text_at(const json_t *object, const char *path)
{
    const char *text = json_string_value(json_at(object, path));
    return text ? text : "";
}

int64_t number_at(const json_t *object, const char *path)
{
    const json_t *value = json_at(object, path);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

const json_t *latest(const client *c, const char *news)
{
    for (int i = c->n - 1; i >= 0; i--)
        if (strcmp(text_at(c->heard[i], "news"), news) == 0)
            return c->heard[i];
    return NULL;
}

int count_news(const client *c, const char *news)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        n += strcmp(text_at(c->heard[i], "news"), news) == 0;
    return n;
}

const json_t *latest_position(const client *c)
{
    for (int i = c->n - 1; i >= 0; i--)
        if (json_object_get(c->heard[i], "position"))
            return json_object_get(c->heard[i], "position");
    return NULL;
}

/* -- Play -- */

void make_table(client *const *people, int n, const char *game, char table[32])
{
    char seats[128] = "'me'";
    for (int i = 1; i < n; i++)
        strcat(seats, ",'open'");
    const json_t *made = expect(people[0], "", "{'do':'create','game':'%s','seats':[%s]}", game, seats);
    snprintf(table, 32, "%s", text_at(made, "table"));
    for (int i = 0; i < n; i++) {
        if (i > 0)
            expect(people[i], "", "{'do':'sit','table':'%s','seat':%d,'salt':'salt%d'}", table, i + 1, i);
        expect(people[i], "", "{'do':'open','table':'%s'}", table);
    }
}

bool is_over(const client *c)
{
    return json_is_true(json_at(latest_position(c), "over"));
}

bool play_one(client *c, const char *table)
{
    const json_t *position = latest_position(c), *legal = json_at(position, "legal");
    size_t n = json_array_size(legal);
    if (n == 0)
        return false;
    const char *move = json_string_value(json_array_get(legal, mur_rng_below(&chance, (uint32_t)n)));
    expect(c, "", "{'do':'move','table':'%s','ply':%d,'move':'%s'}", table, (int)number_at(position, "ply"), move);
    return true;
}

int play(client *const *people, int n, const char *table, int most)
{
    int made = 0;
    for (bool is_any = true; is_any && made < most;) {
        is_any = false;
        for (int i = 0; i < n && made < most; i++)
            if (play_one(people[i], table)) {
                made++;
                is_any = true;
            }
    }
    return made;
}
