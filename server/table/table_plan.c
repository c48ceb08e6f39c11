/* SPDX-License-Identifier: MIT */
/* server/table/table_plan.c -- the plan of a table as JSON, for the store (store_table.about). It contains the secret
 * of the deal, so it is never sent to anybody. Reading is strict: a plan that this version of the games would not
 * accept is refused, and the table counts as damaged. */
#include <assert.h>
#include <stdlib.h>

#include "engine/json.h"
#include "record/safe_text.h"
#include "server/common/json_value.h"
#include "server/table/fair.h"
#include "server/table/table_int.h"

/* -- Is it valid? -- */

enum { MINUTES_MAX = 180, INCREMENT_MAX = 180, DAYS_MAX = 14 }; /* as docs/protocol.md says */

bool table_plan_has_valid_clock(const table_plan *p)
{
    switch (p->timing) {
    case TABLE_UNTIMED:
        return true;
    case TABLE_CLOCK:
        return p->minutes >= 1 && p->minutes <= MINUTES_MAX && p->increment >= 0 && p->increment <= INCREMENT_MAX;
    case TABLE_DAYS:
        return p->days >= 1 && p->days <= DAYS_MAX;
    }
    return false;
}

/* Asks the game itself whether it takes these seats and options. */
bool table_plan_is_valid(const table_plan *p)
{
    assert(p->game);
    mur_setup *u = mur_new(p->game->setup_size);
    bool ok =
        p->game->n_options <= TABLE_OPTIONS && p->game->init(u, p->seats) == MUR_OK && table_plan_has_valid_clock(p);
    for (int i = 0; ok && i < p->game->n_options; i++)
        ok = !p->option[i][0] || p->game->set_option(u, i, mur_span_of(p->option[i])) == MUR_OK;
    for (int seat = 0; ok && p->repeats_deal && seat < p->seats; seat++)
        ok = fair_is_salt(mur_span_of(p->salt[seat]));
    free(u);
    return ok;
}

/* -- Writing -- */

static void put_text(mur_buffer *out, const char *before, const char *text)
{
    mur_buffer_put(out, before);
    mur_text t = mur_buffer_reserve(out, mur_json_string_size(strlen(text)));
    mur_put_json_string(&t, mur_span_of(text));
    mur_buffer_commit(out, &t);
}

static void put_number(mur_buffer *out, const char *before, int n)
{
    mur_buffer_put(out, before);
    mur_buffer_put_int(out, n);
}

static void put_options(const table_plan *p, mur_buffer *out)
{
    const char *before = "";
    mur_buffer_put(out, ",\"options\":{");
    for (int i = 0; i < p->game->n_options; i++)
        if (p->option[i][0]) {
            put_text(out, before, p->game->options[i].id);
            put_text(out, ":", p->option[i]);
            before = ",";
        }
    mur_buffer_put(out, "}");
}

static void put_clock(const table_plan *p, mur_buffer *out)
{
    if (p->timing == TABLE_CLOCK) {
        put_number(out, ",\"minutes\":", p->minutes);
        put_number(out, ",\"increment\":", p->increment);
    }
    if (p->timing == TABLE_DAYS)
        put_number(out, ",\"days\":", p->days);
}

#define HINTS ",\"hints\":true"

/* Fields that have their usual value are left out. The order never changes: table_plan_allows_hints() relies on the
 * text. */
void table_plan_write(const table_plan *p, mur_buffer *out)
{
    assert(p->game && p->seats >= 1 && p->seats <= MUR_SEATS);
    char secret[FAIR_HEX];
    fair_write_secret(p->secret, secret);
    put_text(out, "{\"game\":", p->game->id);
    put_number(out, ",\"seats\":", p->seats);
    put_options(p, out);
    put_clock(p, out);
    mur_buffer_put(out, p->is_public ? ",\"public\":true" : "");
    mur_buffer_put(out, p->waits_for_host ? ",\"waits\":true" : "");
    mur_buffer_put(out, p->is_quiet ? ",\"quiet\":true" : "");
    mur_buffer_put(out, p->allows_hints ? HINTS : "");
    put_text(out, ",\"secret\":", secret);
    for (int seat = 0; p->repeats_deal && seat < p->seats; seat++)
        put_text(out, seat ? "," : ",\"salts\":[", p->salt[seat]);
    mur_buffer_put(out, p->repeats_deal ? "]}" : "}");
}

/* -- Reading -- */

static bool copy_string(const json_value *from, char *to, size_t size)
{
    if (!json_value_is(from, VALUE_STRING) || from->text.len >= size)
        return false;
    copy_text(to, size, from->text);
    return true;
}

/* A whole number of this name, `otherwise` if there is none. */
static int number_of(const json_value *object, const char *key, int otherwise)
{
    const json_value *n = json_value_member(object, key);
    int64_t value = json_value_is(n, VALUE_INTEGER) ? n->number : otherwise;
    return value >= -1 && value <= 100000 ? (int)value : -1;
}

static bool read_options(const json_value *object, table_plan *p)
{
    if (!json_value_is(object, VALUE_OBJECT))
        return false;
    for (const json_value *m = object + 1; m < object + object->size; m += m->size) {
        int option = mur_option_of(p->game, m->key);
        if (option < 0 || option >= TABLE_OPTIONS || !copy_string(m, p->option[option], TABLE_OPTION))
            return false;
    }
    return true;
}

static bool read_salts(const json_value *list, table_plan *p)
{
    p->repeats_deal = list != NULL;
    for (int seat = 0; p->repeats_deal && seat < p->seats; seat++)
        if (!copy_string(json_value_element(list, seat), p->salt[seat], sizeof p->salt[0]))
            return false;
    return true;
}

static void read_clock(const json_value *object, table_plan *p)
{
    p->minutes = number_of(object, "minutes", 0);
    p->increment = number_of(object, "increment", 0);
    p->days = number_of(object, "days", 0);
    p->timing = p->days ? TABLE_DAYS : p->minutes ? TABLE_CLOCK : TABLE_UNTIMED;
}

/* Asks the game at the end whether the plan is valid. */
static bool read_plan(const json_value *object, table_plan *p)
{
    const json_value *game = json_value_member(object, "game"), *secret = json_value_member(object, "secret");
    if (!json_value_is(game, VALUE_STRING) || !json_value_is(secret, VALUE_STRING))
        return false;
    p->game = mur_game_of(game->text);
    p->seats = number_of(object, "seats", -1);
    if (!p->game || p->seats < 1 || p->seats > MUR_SEATS)
        return false;
    read_clock(object, p);
    p->is_public = json_value_is(json_value_member(object, "public"), VALUE_TRUE);
    p->waits_for_host = json_value_is(json_value_member(object, "waits"), VALUE_TRUE);
    p->is_quiet = json_value_is(json_value_member(object, "quiet"), VALUE_TRUE);
    p->allows_hints = json_value_is(json_value_member(object, "hints"), VALUE_TRUE);
    return fair_read_secret(secret->text, p->secret) && read_options(json_value_member(object, "options"), p) &&
           read_salts(json_value_member(object, "salts"), p) && table_plan_is_valid(p);
}

bool table_plan_read(mur_span text, table_plan *p)
{
    table_plan made = { 0 };
    json_value *object = json_value_read(text);
    bool ok = object && read_plan(object, &made);
    free(object);
    if (ok)
        *p = made;
    return ok;
}

/* Searches the text instead of reading it: lists ask for every row. Quotes inside strings are escaped, and options are
 * strings, so these letters stand nowhere else. */
bool table_plan_allows_hints(mur_span text)
{
    const size_t n = sizeof HINTS - 1;
    for (size_t i = 0; i + n <= text.len; i++)
        if (memcmp(text.at + i, HINTS, n) == 0)
            return true;
    return false;
}
