/* SPDX-License-Identifier: MIT */
#include "client/room.h"

#include <stdlib.h>
#include <string.h>

#include "engine/muraille.h"
#include "record/quote.h"

#define NO_TABLE N_("what it tells of the table makes no sense")
#define NO_GAME  N_("what it tells of the game makes no sense")

/* -- Reading JSON -- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* A whole number from 0 to max; -1: there is none. */
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

/* Marks that turn the direction of the text around them would turn our own words, too. */
static bool is_tame(int32_t c)
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
            break; /* never half a character */
        if (is_tame(c))
            mur_put_bytes(t, at, n);
    }
}

static void keep_text(char *out, size_t size, const char *text)
{
    mur_text t = mur_text_on(out, size);
    client_put_clean(&t, text);
}

/* -- Seats -- */

static void read_seat(client_seat *s, const json_t *told)
{
    *s = (client_seat){ .is_person = *text_of(told, "person") != '\0',
                        .is_here = is_true(told, "here"),
                        .is_kept = is_true(told, "kept"),
                        .is_awaited = is_true(told, "awaited") };
    keep_text(s->name, sizeof s->name, text_of(told, "name"));
    keep_text(s->bot, sizeof s->bot, text_of(told, "bot"));
}

static bool read_seats(client_room *r, const json_t *seats)
{
    if (json_array_size(seats) != (size_t)r->seats)
        return false;
    for (int seat = 0; seat < r->seats; seat++)
        read_seat(&r->seat[seat], json_array_get(seats, (size_t)seat));
    return true;
}

/* -- Clocks -- */

static void read_clock(client_clock *c, const json_t *told)
{
    const json_t *left = json_object_get(told, "left"), *running = json_object_get(told, "running"), *seat;
    size_t i;
    *c = (client_clock){ .is_there = json_array_size(left) > 0, .at = number_of(told, "at", INT64_MAX) };
    for (i = 0; i < MUR_SEATS; i++)
        c->left[i] = json_integer_value(json_array_get(left, i));
    json_array_foreach(running, i, seat)
    {
        json_int_t n = json_integer_value(seat);
        if (n >= 1 && n <= MUR_SEATS)
            c->running |= 1U << (n - 1);
    }
}

/* -- What is said -- */

static void add_saying(client_room *r, const json_t *told)
{
    client_saying *s = &r->said[r->n_said++ % CLIENT_SAYINGS];
    char text[CLIENT_SAYING];
    keep_text(s->by, sizeof s->by, text_of(told, "by"));
    keep_text(text, sizeof text, text_of(told, "text"));
    s->at = number_of(told, "at", INT64_MAX);
    free(s->text);
    s->text = mur_new(strlen(text) + 1);
    memcpy(s->text, text, strlen(text));
}

static void forget_sayings(client_room *r)
{
    for (int i = 0; i < CLIENT_SAYINGS; i++) {
        free(r->said[i].text);
        r->said[i] = (client_saying){ 0 };
    }
    r->n_said = 0;
}

static void read_chat(client_room *r, const json_t *chat)
{
    const json_t *one;
    size_t i;
    forget_sayings(r);
    json_array_foreach(chat, i, one) add_saying(r, one);
}

/* -- The shuffle -- */

/* Of the table, or of news about it, which leave out what did not change of `fair`. */
static void read_shuffle(client_room *r, const json_t *told)
{
    const json_t *commits = json_object_get(json_object_get(told, "fair"), "commits");
    r->wants_reveal = is_true(told, "reveal");
    r->wants_commit = is_true(told, "commit");
    const char *own = r->my_seat < 0 ? NULL : json_string_value(json_array_get(commits, (size_t)r->my_seat));
    if (commits)
        keep_text(r->commit, sizeof r->commit, own ? own : "");
}

/* -- The table itself -- */

static bool read_state(client_room *r, const char *word)
{
    static const char *const words[] = { "open", "playing", "over", "closed" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i]) == 0) {
            r->state = (client_state)i;
            return true;
        }
    return false;
}

static bool read_options(client_room *r, const json_t *told)
{
    if (r->game->init(r->setup, r->seats))
        return false;
    for (int i = 0; i < r->game->n_options; i++) {
        const char *value = json_string_value(json_object_get(told, r->game->options[i].id));
        if (value && r->game->set_option(r->setup, i, mur_span_of(value)))
            return false;
    }
    return true;
}

/* The game and the number of seats are the same for ever. */
static bool read_game(client_room *r, const json_t *table)
{
    const mur_game *g = mur_game_of(mur_span_of(text_of(table, "game")));
    size_t seats = json_array_size(json_object_get(table, "seats"));
    if (!g || seats < (size_t)g->seats_min || seats > (size_t)g->seats_max ||
        (r->game && (r->game != g || r->seats != (int)seats)))
        return false;
    if (!r->game)
        r->setup = mur_new(g->setup_size);
    r->game = g;
    r->seats = (int)seats;
    return true;
}

/* Told with the table and with news that may change it; a server that does not know the word allows nothing. */
static void read_may_hint(client_room *r, const json_t *told)
{
    const json_t *may = json_object_get(told, "may_hint");
    if (json_is_boolean(may))
        r->may_hint = json_is_true(may);
}

static bool read_table(client_room *r, const json_t *table)
{
    if (!read_game(r, table))
        return false;
    int64_t seat = number_of(table, "my_seat", r->seats);
    r->my_seat = (int)seat - 1;
    r->is_mine = is_true(table, "mine");
    r->allows_hints = is_true(table, "hints");
    read_may_hint(r, table);
    keep_text(r->rematch, sizeof r->rematch, text_of(table, "rematch"));
    read_shuffle(r, table);
    return seat >= 0 && read_options(r, json_object_get(table, "options")) && read_state(r, text_of(table, "state")) &&
           read_seats(r, json_object_get(table, "seats"));
}

int client_room_viewer(const client_room *r)
{
    return r->watches || r->my_seat < 0 ? MUR_WATCHER : r->my_seat;
}

/* -- Entries -- */

static void put_line(mur_buffer *lines, const char *word, const char *text)
{
    mur_buffer_put(lines, word);
    mur_buffer_put(lines, text);
    mur_buffer_put(lines, "\n");
}

static void put_back(mur_buffer *lines, int seat)
{
    mur_buffer_put(lines, "back ");
    mur_buffer_put_int(lines, seat);
    mur_buffer_put(lines, "\n");
}

/* A bot comes and goes with the person's name still at the seat. */
static void change_seat(client_room *r, const char *kind, const json_t *entry)
{
    int64_t seat = number_of(entry, "seat", r->seats) - 1;
    if (seat < 0)
        return;
    client_seat *s = &r->seat[seat];
    if (strcmp(kind, "bot") == 0)
        keep_text(s->bot, sizeof s->bot, text_of(entry, "bot"));
    else if (strcmp(kind, "back_again") == 0)
        s->bot[0] = '\0';
}

/* What an entry says of the table; of the game, it becomes a line that is told. */
static void read_entry(client_room *r, const json_t *entry, mur_buffer *lines)
{
    const char *kind = text_of(entry, "kind");
    if (strcmp(kind, "move") == 0) {
        put_line(lines, "step ", text_of(entry, "step"));
    } else if (strcmp(kind, "back") == 0) {
        put_back(lines, (int)number_of(entry, "seat", MUR_SEATS));
        r->anew++;
    } else if (strcmp(kind, "over") == 0) {
        r->state = CLIENT_OVER;
    } else if (strcmp(kind, "closed") == 0) {
        r->state = CLIENT_CLOSED;
    } else if (strcmp(kind, "rematch") == 0) {
        keep_text(r->rematch, sizeof r->rematch, text_of(entry, "table"));
    } else {
        change_seat(r, kind, entry);
    }
}

static bool is_known(const client_room *r, const json_t *entry)
{
    return number_of(entry, "n", UINT32_MAX) < (int64_t)r->length;
}

/* All that is new; then what is seen now. Nothing is changed but the game if that cannot be. */
static const char *hear_game(client_room *r, const json_t *entries, const json_t *position)
{
    mur_buffer lines = { 0 };
    const json_t *entry;
    size_t i;
    json_array_foreach(entries, i, entry) if (!is_known(r, entry)) read_entry(r, entry, &lines);
    if (json_is_object(position))
        put_line(&lines, "view ", text_of(position, "view"));
    bool ok = lines.len == 0 ||
              (r->told && mur_told_hear(r->told, (mur_span){ lines.at, lines.len }) && r->told->plies <= CLIENT_PLIES);
    mur_buffer_close(&lines);
    return ok ? NULL : NO_GAME;
}

/* -- Opening -- */

static void begin_anew(client_room *r)
{
    mur_told_close(&r->told);
    r->length = 0;
    r->anew++;
}

const char *client_room_open(client_room *r, const json_t *answer, bool *is_missing)
{
    const json_t *table = json_object_get(answer, "table"), *entries = json_object_get(answer, "entries");
    const json_t *first = json_array_get(entries, 0), *position = json_object_get(answer, "position");
    int64_t length = number_of(table, "length", UINT32_MAX);
    if (!read_table(r, table) || length < 0 || !json_is_array(entries))
        return NO_TABLE;
    bool is_whole = is_true(answer, "anew") || (first && number_of(first, "n", UINT32_MAX) == 0);
    if (is_whole || r->length == 0)
        begin_anew(r);
    *is_missing = r->told && r->told->viewer != client_room_viewer(r); /* we sat down elsewhere meanwhile */
    if (*is_missing)
        return NULL;
    if (!r->told && position)
        r->told = mur_told_open(r->game, r->seats, client_room_viewer(r));
    client_state state = r->state; /* as it is now; entries tell how it became so */
    const char *wrong = hear_game(r, entries, position);
    r->state = state;
    r->length = (uint32_t)length;
    read_seats(r, json_object_get(table, "seats")); /* likewise */
    read_clock(&r->clock, json_object_get(answer, "clock"));
    read_chat(r, json_object_get(answer, "chat"));
    return wrong;
}

/* -- News -- */

/* Entries after which we may be somebody else at this table, and see something else. */
static bool is_reseating(const json_t *entry)
{
    static const char *const kinds[] = { "sit", "stand", "free", "keep", "start" };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(text_of(entry, "kind"), kinds[i]) == 0)
            return true;
    return false;
}

static bool is_missing_something(const client_room *r, const json_t *entries)
{
    const json_t *entry;
    int64_t next = r->length;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        int64_t n = number_of(entry, "n", UINT32_MAX);
        if (n < (int64_t)r->length)
            continue;
        if (n > next || is_reseating(entry))
            return true;
        next = n + 1;
    }
    return false;
}

static const char *hear_table(client_room *r, const json_t *news, bool *is_missing)
{
    const json_t *entries = json_object_get(news, "entries"), *seats = json_object_get(news, "seats");
    *is_missing = is_missing_something(r, entries);
    if (*is_missing)
        return NULL;
    const char *wrong = hear_game(r, entries, json_object_get(news, "position"));
    for (size_t i = 0; i < json_array_size(entries); i++) {
        int64_t n = number_of(json_array_get(entries, i), "n", UINT32_MAX);
        if (n >= (int64_t)r->length)
            r->length = (uint32_t)(n + 1);
    }
    if (seats && !read_seats(r, seats))
        return NO_TABLE;
    read_may_hint(r, news);
    read_shuffle(r, news);
    if (json_is_object(json_object_get(news, "clock")))
        read_clock(&r->clock, json_object_get(news, "clock"));
    return wrong;
}

const char *client_room_hear(client_room *r, const json_t *news, bool *is_missing)
{
    const char *kind = text_of(news, "news");
    *is_missing = false;
    if (strcmp(kind, "table") == 0)
        return hear_table(r, news, is_missing);
    if (strcmp(kind, "seats") == 0)
        read_may_hint(r, news);
    if (strcmp(kind, "seats") == 0)
        return read_seats(r, json_object_get(news, "seats")) ? NULL : NO_TABLE;
    if (strcmp(kind, "chat") == 0)
        add_saying(r, news);
    return NULL;
}

const char *client_room_look(client_room *r, const json_t *answer)
{
    mur_buffer line = { 0 };
    put_line(&line, "view ", text_of(answer, "view"));
    bool ok = r->told && mur_told_hear(r->told, (mur_span){ line.at, line.len });
    mur_buffer_close(&line);
    return ok ? NULL : NO_GAME;
}

bool client_room_may_move(const client_room *r, mur_view *v)
{
    return r->state == CLIENT_PLAYING && r->my_seat >= 0 && !r->watches && !r->seat[r->my_seat].bot[0] && r->told &&
           mur_told_view(r->told, r->told->plies, v) && v->n_moves > 0;
}

void client_room_close(client_room *r)
{
    mur_told_close(&r->told);
    forget_sayings(r);
    free(r->setup);
    *r = (client_room){ 0 };
}
