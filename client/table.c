/* SPDX-License-Identifier: MIT */
/* client/table.c -- applies the server's JSON to struct client_table.
 * The server numbers the entries of a table from 0. We apply an entry only if it is the next one; entries we have are
 * skipped, and a gap means that we must open the table again (has_gap()). Entries that may change what our seat sees,
 * such as sitting down, also lead to opening again (changes_view()). Moves become lines of a seat feed, which checks
 * them by replaying (record/seat_feed.h). */
#include "client/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/muraille.h"
#include "record/safe_text.h"

#define BAD_TABLE N_("its description of the table makes no sense")
#define BAD_GAME  N_("its description of the game makes no sense")

/* -- Reading JSON -- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* An integer from 0 to max; -1 for anything else. */
static int64_t number_of(const json_t *object, const char *key, int64_t max)
{
    const json_t *n = json_object_get(object, key);
    json_int_t value = json_is_integer(n) ? json_integer_value(n) : -1;
    return value >= 0 && value <= max ? (int64_t)value : -1;
}

static bool is_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

/* Direction marks of Unicode would also turn our own text around. */
static bool is_harmless(int32_t c)
{
    return !mur_is_control(c) && c != 0x200e && c != 0x200f && !(c >= 0x2028 && c <= 0x202e) &&
           !(c >= 0x2066 && c <= 0x2069);
}

void client_put_clean(mur_text *t, const char *text)
{
    for (mur_span rest = mur_span_of(text); rest.len > 0;) {
        const char *at = rest.at;
        int32_t c = mur_take_utf8(&rest);
        if (c < 0)
            break;
        size_t n = (size_t)(rest.at - at);
        if (t->len + n >= t->size)
            break; /* it would be cut in the middle */
        if (is_harmless(c))
            mur_put_bytes(t, at, n);
    }
}

static void copy_clean(char *out, size_t size, const char *text)
{
    mur_text t = mur_text_on(out, size);
    client_put_clean(&t, text);
}

/* -- Seats -- */

static void read_seat(client_seat *s, const json_t *json)
{
    *s = (client_seat){ .is_person = *text_of(json, "person") != '\0',
                        .is_here = is_true(json, "here"),
                        .is_kept = is_true(json, "kept") };
    copy_clean(s->name, sizeof s->name, text_of(json, "name"));
    copy_clean(s->bot, sizeof s->bot, text_of(json, "bot"));
}

/* All seats or none: a list of another length is wrong. */
static bool read_seats(client_table *t, const json_t *seats)
{
    assert(t->seats > 0 && t->seats <= MUR_SEATS);
    if (json_array_size(seats) != (size_t)t->seats)
        return false;
    for (int seat = 0; seat < t->seats; seat++)
        read_seat(&t->seat[seat], json_array_get(seats, (size_t)seat));
    return true;
}

/* -- Clocks -- */

/* Missing numbers become 0. Seats are numbered from 1 in the protocol. */
static void read_clock(client_clock *c, const json_t *json)
{
    const json_t *left = json_object_get(json, "left"), *running = json_object_get(json, "running"), *seat;
    size_t i;
    *c = (client_clock){ .is_there = json_array_size(left) > 0, .at = number_of(json, "at", INT64_MAX) };
    for (i = 0; i < MUR_SEATS; i++)
        c->left[i] = json_integer_value(json_array_get(left, i));
    json_array_foreach(running, i, seat)
    {
        json_int_t n = json_integer_value(seat);
        if (n >= 1 && n <= MUR_SEATS)
            c->running |= 1U << (n - 1);
    }
}

/* -- Chat -- */

/* The ring overwrites its oldest line. */
static void add_chat(client_table *t, const json_t *json)
{
    assert(t->n_chat < UINT32_MAX);
    client_chat *s = &t->chat[t->n_chat++ % CLIENT_CHATS];
    char text[CLIENT_CHAT_TEXT];
    copy_clean(s->by, sizeof s->by, text_of(json, "by"));
    copy_clean(text, sizeof text, text_of(json, "text"));
    s->at = number_of(json, "at", INT64_MAX);
    free(s->text);
    s->text = mur_new(strlen(text) + 1);
    memcpy(s->text, text, strlen(text));
}

static void clear_chat(client_table *t)
{
    for (int i = 0; i < CLIENT_CHATS; i++) {
        free(t->chat[i].text);
        t->chat[i] = (client_chat){ 0 };
    }
    t->n_chat = 0;
}

static void read_chat(client_table *t, const json_t *chat)
{
    const json_t *one;
    size_t i;
    clear_chat(t);
    json_array_foreach(chat, i, one) add_chat(t, one);
}

/* -- The shuffle -- */

/* From the table or from news; news leave out the parts of `fair` that did not change. */
static void read_shuffle(client_table *t, const json_t *json)
{
    const json_t *commits = json_object_get(json_object_get(json, "fair"), "commits");
    t->wants_reveal = is_true(json, "reveal");
    t->wants_commit = is_true(json, "commit");
    const char *own = t->my_seat < 0 ? NULL : json_string_value(json_array_get(commits, (size_t)t->my_seat));
    if (commits)
        copy_clean(t->commit, sizeof t->commit, own ? own : "");
}

/* -- The table itself -- */

static bool read_state(client_table *t, const char *word)
{
    static const char *const words[] = { "open", "playing", "over", "closed" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0) {
            t->state = (client_state)i;
            return true;
        }
    return false;
}

/* Options the server does not name keep their defaults. */
static bool read_options(client_table *t, const json_t *json)
{
    assert(t->game && t->setup);
    if (t->game->init(t->setup, t->seats))
        return false;
    for (int i = 0; i < t->game->n_options; i++) {
        const char *value = json_string_value(json_object_get(json, t->game->options[i].id));
        if (value && t->game->set_option(t->setup, i, mur_span_of(value)))
            return false;
    }
    return true;
}

/* Game and number of seats never change: an answer that says otherwise is wrong. */
static bool read_game(client_table *t, const json_t *table)
{
    const mur_game *g = mur_game_of(mur_span_of(text_of(table, "game")));
    size_t seats = json_array_size(json_object_get(table, "seats"));
    if (!g || seats < (size_t)g->seats_min || seats > (size_t)g->seats_max ||
        (t->game && (t->game != g || t->seats != (int)seats)))
        return false;
    if (!t->game)
        t->setup = mur_new(g->setup_size);
    t->game = g;
    t->seats = (int)seats;
    return true;
}

/* An older server does not send `may_hint`: then no hints are allowed. */
static void read_may_hint(client_table *t, const json_t *json)
{
    const json_t *may = json_object_get(json, "may_hint");
    if (json_is_boolean(may))
        t->may_hint = json_is_true(may);
}

static bool read_table(client_table *t, const json_t *table)
{
    if (!read_game(t, table))
        return false;
    int64_t seat = number_of(table, "my_seat", t->seats);
    t->my_seat = (int)seat - 1;
    t->is_mine = is_true(table, "mine");
    t->allows_hints = is_true(table, "hints");
    read_may_hint(t, table);
    copy_clean(t->rematch, sizeof t->rematch, text_of(table, "rematch"));
    read_shuffle(t, table);
    return seat >= 0 && read_options(t, json_object_get(table, "options")) && read_state(t, text_of(table, "state")) &&
           read_seats(t, json_object_get(table, "seats"));
}

int client_table_viewer(const client_table *t)
{
    assert(t->my_seat < MUR_SEATS);
    return t->watches || t->my_seat < 0 ? MUR_WATCHER : t->my_seat;
}

/* -- Entries -- */

static void put_line(mur_buffer *lines, const char *word, const char *text)
{
    mur_buffer_put(lines, word);
    mur_buffer_put(lines, text);
    mur_buffer_put(lines, "\n");
}

static void put_undo(mur_buffer *lines, int seat)
{
    mur_buffer_put(lines, "back ");
    mur_buffer_put_int(lines, seat);
    mur_buffer_put(lines, "\n");
}

/* A bot takes over and leaves again while the seat still belongs to the person. */
static void change_seat(client_table *t, const char *kind, const json_t *entry)
{
    int64_t seat = number_of(entry, "seat", t->seats) - 1;
    if (seat < 0)
        return;
    client_seat *s = &t->seat[seat];
    if (strcmp(kind, "bot") == 0)
        copy_clean(s->bot, sizeof s->bot, text_of(entry, "bot"));
    else if (strcmp(kind, "back_again") == 0)
        s->bot[0] = '\0';
}

/* Applies one entry: moves become lines for the seat feed, the rest changes the table itself. */
static void read_entry(client_table *t, const json_t *entry, mur_buffer *lines)
{
    const char *kind = text_of(entry, "kind");
    if (strcmp(kind, "move") == 0) {
        put_line(lines, "step ", text_of(entry, "step"));
    } else if (strcmp(kind, "back") == 0) {
        put_undo(lines, (int)number_of(entry, "seat", MUR_SEATS));
        t->resets++;
    } else if (strcmp(kind, "over") == 0) {
        t->state = CLIENT_OVER;
    } else if (strcmp(kind, "closed") == 0) {
        t->state = CLIENT_CLOSED;
    } else if (strcmp(kind, "rematch") == 0) {
        copy_clean(t->rematch, sizeof t->rematch, text_of(entry, "table"));
    } else {
        change_seat(t, kind, entry);
    }
}

static bool is_known(const client_table *t, const json_t *entry)
{
    return number_of(entry, "n", UINT32_MAX) < (int64_t)t->length;
}

/* Applies all entries we do not have yet, then the new view. The feed refuses moves that are not legal. */
static const char *apply_entries(client_table *t, const json_t *entries, const json_t *position)
{
    mur_buffer lines = { 0 };
    const json_t *entry;
    size_t i;
    json_array_foreach(entries, i, entry) if (!is_known(t, entry)) read_entry(t, entry, &lines);
    if (json_is_object(position))
        put_line(&lines, "view ", text_of(position, "view"));
    bool ok = lines.len == 0 ||
              (t->feed && mur_feed_apply(t->feed, (mur_span){ lines.at, lines.len }) && t->feed->plies <= CLIENT_PLIES);
    mur_buffer_close(&lines);
    return ok ? NULL : BAD_GAME;
}

/* -- Opening -- */

static void reset_game(client_table *t)
{
    mur_feed_close(&t->feed);
    t->length = 0;
    t->resets++;
}

/* Three cases: the whole table (the first time, or with the flag "anew"), a continuation from t->length, or a seat that
 * has changed since the game was opened (*must_reopen): the feed shows the view of the old seat and is useless. */
const char *client_table_on_open(client_table *t, const json_t *answer, bool *must_reopen)
{
    const json_t *table = json_object_get(answer, "table"), *entries = json_object_get(answer, "entries");
    const json_t *first = json_array_get(entries, 0), *position = json_object_get(answer, "position");
    int64_t length = number_of(table, "length", UINT32_MAX);
    if (!read_table(t, table) || length < 0 || !json_is_array(entries))
        return BAD_TABLE;
    bool is_whole = is_true(answer, "anew") || (first && number_of(first, "n", UINT32_MAX) == 0);
    if (is_whole || t->length == 0)
        reset_game(t);
    *must_reopen = t->feed && t->feed->viewer != client_table_viewer(t); /* we changed our seat meanwhile */
    if (*must_reopen)
        return NULL;
    if (!t->feed && position)
        t->feed = mur_feed_open(t->game, t->seats, client_table_viewer(t));
    client_state state = t->state; /* the current state; replayed entries would overwrite it */
    const char *wrong = apply_entries(t, entries, position);
    t->state = state;
    t->length = (uint32_t)length;
    read_seats(t, json_object_get(table, "seats")); /* likewise the current seats */
    read_clock(&t->clock, json_object_get(answer, "clock"));
    read_chat(t, json_object_get(answer, "chat"));
    return wrong;
}

/* -- News -- */

/* Entries after which our seat, and so our view, may be another one. */
static bool changes_view(const json_t *entry)
{
    static const char *const kinds[] = { "sit", "stand", "free", "keep", "start" };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(text_of(entry, "kind"), kinds[i]) == 0)
            return true;
    return false;
}

static bool has_gap(const client_table *t, const json_t *entries)
{
    const json_t *entry;
    int64_t next = t->length;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        int64_t n = number_of(entry, "n", UINT32_MAX);
        if (n < (int64_t)t->length)
            continue;
        if (n > next || changes_view(entry))
            return true;
        next = n + 1;
    }
    return false;
}

/* Entries, seats, clock and shuffle may each be missing from news; what is there is applied. */
static const char *on_table_news(client_table *t, const json_t *news, bool *must_reopen)
{
    const json_t *entries = json_object_get(news, "entries"), *seats = json_object_get(news, "seats");
    *must_reopen = has_gap(t, entries);
    if (*must_reopen)
        return NULL;
    const char *wrong = apply_entries(t, entries, json_object_get(news, "position"));
    for (size_t i = 0; i < json_array_size(entries); i++) {
        int64_t n = number_of(json_array_get(entries, i), "n", UINT32_MAX);
        if (n >= (int64_t)t->length)
            t->length = (uint32_t)(n + 1);
    }
    if (seats && !read_seats(t, seats))
        return BAD_TABLE;
    read_may_hint(t, news);
    read_shuffle(t, news);
    if (json_is_object(json_object_get(news, "clock")))
        read_clock(&t->clock, json_object_get(news, "clock"));
    return wrong;
}

const char *client_table_on_news(client_table *t, const json_t *news, bool *must_reopen)
{
    const char *kind = text_of(news, "news");
    *must_reopen = false;
    if (strcmp(kind, "table") == 0)
        return on_table_news(t, news, must_reopen);
    if (strcmp(kind, "seats") == 0)
        read_may_hint(t, news);
    if (strcmp(kind, "seats") == 0)
        return read_seats(t, json_object_get(news, "seats")) ? NULL : BAD_TABLE;
    if (strcmp(kind, "chat") == 0)
        add_chat(t, news);
    return NULL;
}

const char *client_table_on_look(client_table *t, const json_t *answer)
{
    mur_buffer line = { 0 };
    put_line(&line, "view ", text_of(answer, "view"));
    bool ok = t->feed && mur_feed_apply(t->feed, (mur_span){ line.at, line.len });
    mur_buffer_close(&line);
    return ok ? NULL : BAD_GAME;
}

bool client_table_can_move(const client_table *t, mur_view *v)
{
    return t->state == CLIENT_PLAYING && t->my_seat >= 0 && !t->watches && !t->seat[t->my_seat].bot[0] && t->feed &&
           mur_feed_view(t->feed, t->feed->plies, v) && v->n_moves > 0;
}

void client_table_close(client_table *t)
{
    mur_feed_close(&t->feed);
    clear_chat(t);
    free(t->setup);
    *t = (client_table){ 0 };
}
