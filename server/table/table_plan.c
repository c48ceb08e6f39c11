/* SPDX-License-Identifier: MIT */
/* The plan of a table as JSON, for the store: with its secret, so never for anybody else. */
#include <stdlib.h>

#include "record/quote.h"
#include "server/body.h"
#include "server/fair.h"
#include "server/table_int.h"

/* -- Can it be? -- */

static bool has_good_time(const table_plan *p)
{
    switch (p->timing) {
    case TABLE_UNTIMED:
        return true;
    case TABLE_CLOCK:
        return p->minutes >= 1 && p->minutes <= 180 && p->increment >= 0 && p->increment <= 180;
    case TABLE_DAYS:
        return p->days >= 1 && p->days <= 14;
    }
    return false;
}

bool table_plan_is_good(const table_plan *p)
{
    mur_setup *u = mur_new(p->game->setup_size);
    bool ok = p->game->n_options <= TABLE_OPTIONS && p->game->init(u, p->seats) == MUR_OK && has_good_time(p);
    for (int i = 0; ok && i < p->game->n_options; i++)
        ok = !p->option[i][0] || p->game->set_option(u, i, mur_span_of(p->option[i])) == MUR_OK;
    for (int seat = 0; ok && p->is_again && seat < p->seats; seat++)
        ok = fair_is_salt(mur_span_of(p->salt[seat]));
    free(u);
    return ok;
}

/* -- Writing -- */

static void put_text(mur_buffer *out, const char *before, const char *text)
{
    mur_buffer_put(out, before);
    mur_text t = mur_buffer_text(out, mur_json_size(strlen(text)));
    mur_put_json(&t, mur_span_of(text));
    mur_buffer_keep(out, &t);
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

void table_plan_write(const table_plan *p, mur_buffer *out)
{
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
    for (int seat = 0; p->is_again && seat < p->seats; seat++)
        put_text(out, seat ? "," : ",\"salts\":[", p->salt[seat]);
    mur_buffer_put(out, p->is_again ? "]}" : "}");
}

/* -- Reading -- */

static bool copy_string(const body_value *from, char *to, size_t size)
{
    if (!body_is(from, BODY_STRING) || from->text.len >= size)
        return false;
    mur_text t = mur_text_on(to, size);
    mur_put_bytes(&t, from->text.at, from->text.len);
    return true;
}

/* A whole number of this name, `otherwise` if there is none. */
static int number_of(const body_value *object, const char *key, int otherwise)
{
    const body_value *n = body_member(object, key);
    int64_t value = body_is(n, BODY_INTEGER) ? n->number : otherwise;
    return value >= -1 && value <= 100000 ? (int)value : -1;
}

static bool read_options(const body_value *object, table_plan *p)
{
    if (!body_is(object, BODY_OBJECT))
        return false;
    for (const body_value *m = object + 1; m < object + object->size; m += m->size) {
        int option = mur_option_of(p->game, m->key);
        if (option < 0 || option >= TABLE_OPTIONS || !copy_string(m, p->option[option], TABLE_OPTION))
            return false;
    }
    return true;
}

static bool read_salts(const body_value *list, table_plan *p)
{
    p->is_again = list != NULL;
    for (int seat = 0; p->is_again && seat < p->seats; seat++)
        if (!copy_string(body_element(list, seat), p->salt[seat], sizeof p->salt[0]))
            return false;
    return true;
}

static void read_clock(const body_value *object, table_plan *p)
{
    p->minutes = number_of(object, "minutes", 0);
    p->increment = number_of(object, "increment", 0);
    p->days = number_of(object, "days", 0);
    p->timing = p->days ? TABLE_DAYS : p->minutes ? TABLE_CLOCK : TABLE_UNTIMED;
}

static bool read_plan(const body_value *object, table_plan *p)
{
    const body_value *game = body_member(object, "game"), *secret = body_member(object, "secret");
    if (!body_is(game, BODY_STRING) || !body_is(secret, BODY_STRING))
        return false;
    p->game = mur_game_of(game->text);
    p->seats = number_of(object, "seats", -1);
    if (!p->game || p->seats < 1 || p->seats > MUR_SEATS)
        return false;
    read_clock(object, p);
    p->is_public = body_is(body_member(object, "public"), BODY_TRUE);
    p->waits_for_host = body_is(body_member(object, "waits"), BODY_TRUE);
    p->is_quiet = body_is(body_member(object, "quiet"), BODY_TRUE);
    p->allows_hints = body_is(body_member(object, "hints"), BODY_TRUE);
    return fair_read_secret(secret->text, p->secret) && read_options(body_member(object, "options"), p) &&
           read_salts(body_member(object, "salts"), p) && table_plan_is_good(p);
}

bool table_plan_read(mur_span text, table_plan *p)
{
    table_plan made = { 0 };
    body_value *object = body_read(text);
    bool ok = object && read_plan(object, &made);
    free(object);
    if (ok)
        *p = made;
    return ok;
}

/* Quotes inside strings are escaped, and options are strings: these letters stand nowhere else. */
bool table_plan_allows_hints(mur_span text)
{
    const size_t n = sizeof HINTS - 1;
    for (size_t i = 0; i + n <= text.len; i++)
        if (memcmp(text.at + i, HINTS, n) == 0)
            return true;
    return false;
}
