/* SPDX-License-Identifier: MIT */
/* server/table/table_seats.c -- who sits where: sit, return, stand, a bot sits down, free, reserve, timeout.
 *
 * Each entry kind has two functions here. table_check_X() asks whether somebody may do X now and returns the entry that
 * would do it; it is called before anything is written and knows who asks. apply_X() replays such an entry from the
 * store; it knows only the table, and refuses what no server would have written. What a check allows, apply accepts:
 * fuzz/fuzz_table_entries.c and the tests of tables hold the two together.
 *
 * Before the start a seat is open, reserved for a person, a person's, or a bot's own. After the start it stays with its
 * person for the whole game; a bot may play for them (seat.bot is set) until they return. */
#include <assert.h>
#include <stdlib.h>

#include "bots/levels.h"
#include "server/table/fair.h"
#include "server/table/table_int.h"

bool table_is_open(const table *t, int seat)
{
    assert(is_seat(t, seat));
    const table_seat *s = &t->seat[seat];
    return store_id_is_none(s->person) && !s->bot[0] && !s->is_forgotten;
}

int table_find_person(const table *t, store_id person)
{
    for (int seat = 0; seat < t->plan.seats && !store_id_is_none(person); seat++)
        if (store_id_equals(t->seat[seat].person, person))
            return seat;
    return -1;
}

int table_find_player(const table *t, store_id person)
{
    int seat = table_find_person(t, person);
    return seat >= 0 && !t->seat[seat].is_reserved && !t->seat[seat].bot[0] ? seat : -1;
}

bool is_complete(const table *t)
{
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (table_is_open(t, seat) || t->seat[seat].is_reserved)
            return false;
    return true;
}

static void vacate(table *t, int seat)
{
    assert(is_seat(t, seat) && !t->has_started);
    t->seat[seat] = (table_seat){ .is_reserved = false };
    shuffle_clear_seat(t, seat);
    t->is_start_requested = false; /* the host asked to start with other people */
}

static bool can_change(const table *t)
{
    return !t->is_closed && !is_over(t);
}

/* -- Sitting down, and taking a seat back -- */

/* After the start nobody new can sit down. The person of a seat gets it back from the bot that plays for them. */
static table_change check_return(const table *t, store_id who, int seat, mur_span name)
{
    const table_seat *s = &t->seat[seat];
    if (!store_id_equals(s->person, who))
        return refuse_change(TABLE_TAKEN);
    if (!s->bot[0])
        return refuse_change(TABLE_STATE);
    table_change c = begin_change(t, TABLE_RETURN, seat, who);
    mur_text text = change_text(&c);
    mur_put_bytes(&text, name.at, name.len);
    return end_change(c, &text);
}

/* The text of the entry is "name LF salt", or "name LF LF commitment"; the person's own words are checked first, so no
 * field can contain an LF. A person who has a seat must stand up before sitting elsewhere, unless the seat they sit
 * down at is the one reserved for them. */
table_change table_check_sit(const table *t, store_id who, int seat, const char *name, mur_span salt, mur_span commit)
{
    int own = table_find_person(t, who);
    mur_span called = mur_span_of(name);
    if (!is_seat(t, seat))
        return refuse_change(TABLE_NONE);
    if (!can_change(t) || are_entries_full(t))
        return refuse_change(TABLE_STATE);
    if (store_id_is_none(who))
        return refuse_change(TABLE_NOT_YOURS);
    if (!table_is_text(called, TABLE_NAME - 1) || !fair_is_salt(salt))
        return refuse_change(TABLE_TEXT);
    if (t->has_started)
        return check_return(t, who, seat, called);
    if (own >= 0 && (own != seat || !t->seat[seat].is_reserved))
        return refuse_change(TABLE_STATE);
    if (own < 0 && !table_is_open(t, seat))
        return refuse_change(TABLE_TAKEN);
    bool commits = commit.len > 0 && !t->plan.repeats_deal; /* a repeated deal has its salts already */
    if (commits && (salt.len > 0 || !fair_is_commit(commit)))
        return refuse_change(TABLE_TEXT);
    table_change c = begin_change(t, TABLE_SIT, seat, who);
    mur_text text = change_text(&c);
    mur_put_bytes(&text, called.at, called.len);
    mur_put_char(&text, '\n');
    mur_put_bytes(&text, salt.at, salt.len);
    if (commits) {
        mur_put_char(&text, '\n');
        mur_put_bytes(&text, commit.at, commit.len);
    }
    return end_change(c, &text);
}

/* The seat is open, or reserved for this very person, who does not sit elsewhere. An entry whose person is nobody
 * belongs to somebody whose data was erased since: the seat counts as taken, without a name. */
bool apply_sit(table *t, const store_entry *e)
{
    table_seat *s = &t->seat[e->seat];
    mur_span rest = e->text, name = table_take_line(&rest), salt = table_take_line(&rest);
    bool is_whole = rest.len > 0 || salt.at + salt.len == e->text.at + e->text.len; /* no LF without a commitment */
    int own = table_find_person(t, e->person);
    bool is_free = table_is_open(t, e->seat) || s->is_reserved;
    if (t->has_started || !is_free || (own >= 0 && own != e->seat) || (s->is_reserved && own < 0) ||
        !table_is_text(name, TABLE_NAME - 1) || !is_whole || !shuffle_set_input(t, e->seat, salt, rest))
        return false;
    *s = (table_seat){ .person = e->person, .is_forgotten = store_id_is_none(e->person) };
    if (!s->is_forgotten)
        copy_text(s->name, sizeof s->name, name);
    return true;
}

bool apply_return(table *t, const store_entry *e)
{
    table_seat *s = &t->seat[e->seat];
    if (!is_playing(t) || !has_person(s) || !s->bot[0] || !table_is_text(e->text, TABLE_NAME - 1))
        return false;
    s->bot[0] = '\0';
    if (!s->is_forgotten)
        copy_text(s->name, sizeof s->name, e->text);
    return true;
}

/* -- Standing up -- */

/* Before the start, a bot that takes a seat also breaks the seal. */
table_change draft_substitute(const table *t, int seat, store_id who, const char *level, const char *why)
{
    assert(level[0] && why[0]);
    table_change c = begin_change(t, TABLE_BOT_SITS, seat, who);
    mur_text text = change_text(&c);
    if (!t->has_started)
        c.draft[0].after = shuffle_status_without(t, seat);
    mur_put(&text, level);
    mur_put_char(&text, '\n');
    mur_put(&text, why);
    return end_change(c, &text);
}

/* Three cases: once seats are fixed a bot takes over, a reservation is given up, or the seat becomes open again. */
table_change table_check_stand(const table *t, store_id who)
{
    int seat = table_find_person(t, who);
    if (seat < 0)
        return refuse_change(TABLE_NOT_YOURS);
    if (!can_change(t) || t->seat[seat].bot[0])
        return refuse_change(TABLE_STATE);
    if (t->has_started || t->is_sealed)
        return draft_substitute(t, seat, who, MUR_LEVEL_SUBSTITUTE, "left");
    if (t->seat[seat].is_reserved)
        return begin_change(t, TABLE_FREE, seat, who);
    table_change c = begin_change(t, TABLE_STAND, seat, who);
    mur_text text = change_text(&c);
    c.draft[0].after = shuffle_status_without(t, seat);
    mur_put(&text, t->seat[seat].name);
    return end_change(c, &text);
}

bool apply_stand(table *t, const store_entry *e)
{
    const table_seat *s = &t->seat[e->seat];
    if (t->has_started || t->is_sealed || !has_person(s) || s->bot[0] || !table_is_text(e->text, TABLE_NAME - 1))
        return false;
    vacate(t, e->seat);
    return true;
}

/* -- Changes by the host -- */

static bool is_level_name(mur_span level)
{
    for (size_t i = 0; i < level.len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-", level.at[i]) || !level.at[i])
            return false;
    return level.len > 0 && level.len < TABLE_BOT;
}

table_err check_host(const table *t, store_id host, int seat)
{
    if (!is_seat(t, seat))
        return TABLE_NONE;
    if (store_id_is_none(host) || !store_id_equals(host, t->host))
        return TABLE_NOT_YOURS;
    return can_change(t) ? TABLE_OK : TABLE_STATE;
}

/* When the entries are full, a host may still replace somebody whom the game waits for: otherwise an absent player
 * could stop it for ever. Every other change of seats is refused then. */
static table_err check_reseating(const table *t, store_id host, int seat)
{
    table_err e = check_host(t, host, seat);
    if (e || !are_entries_full(t))
        return e;
    return (t->has_started ? t->seat[seat].bot[0] : !(table_awaited(t) >> seat & 1)) ? TABLE_STATE : TABLE_OK;
}

/* A person can be replaced after the start, or before it while the shuffle waits for them. The caller has to find out
 * whether they are present; the table does not know. */
table_change table_check_bot(const table *t, store_id host, int seat, mur_span level)
{
    table_err e = check_reseating(t, host, seat);
    char name[TABLE_BOT];
    if (e)
        return refuse_change(e);
    if (!is_level_name(level))
        return refuse_change(TABLE_TEXT);
    bool has = has_person(&t->seat[seat]);
    if (has ? !t->has_started && !(table_awaited(t) >> seat & 1) : t->has_started || t->is_sealed)
        return refuse_change(has ? TABLE_TAKEN : TABLE_STATE);
    copy_text(name, sizeof name, level);
    return draft_substitute(t, seat, host, name, has ? "host" : "here");
}

static bool is_reason(mur_span why)
{
    return mur_span_is(why, "here") || mur_span_is(why, "host") || mur_span_is(why, "left") ||
           mur_span_is(why, "time") || mur_span_is(why, "reveal");
}

/* Before the start a bot takes an open or reserved seat, or the seat of a person who did not reveal their salt; after
 * the start it plays for a person. */
bool apply_bot(table *t, const store_entry *e)
{
    table_seat *s = &t->seat[e->seat];
    mur_span why = e->text, level = table_take_line(&why);
    if (level.len == 0 || !table_is_text(level, TABLE_BOT - 1) || !is_reason(why) || is_over(t) ||
        (has_person(s) ? !t->has_started && (s->bot[0] || !shuffle_on_bot(t, e)) : t->has_started || t->is_sealed))
        return false;
    if (!has_person(s))
        vacate(t, e->seat);
    copy_text(s->bot, sizeof s->bot, level);
    return true;
}

table_change table_check_free(const table *t, store_id host, int seat)
{
    table_err e = check_reseating(t, host, seat);
    if (e)
        return refuse_change(e);
    if (t->has_started || t->is_sealed || table_is_open(t, seat))
        return refuse_change(TABLE_STATE);
    return has_person(&t->seat[seat]) ? refuse_change(TABLE_TAKEN) : begin_change(t, TABLE_FREE, seat, host);
}

bool apply_free(table *t, const store_entry *e)
{
    const table_seat *s = &t->seat[e->seat];
    if (t->has_started || t->is_sealed || has_person(s) || table_is_open(t, e->seat))
        return false;
    vacate(t, e->seat);
    return true;
}

/* A rematch reserves the seats of the people of the first game. The entry's person is the one it is reserved for. */
table_change table_check_reserve(const table *t, store_id host, int seat, store_id person, const char *name)
{
    table_err e = check_reseating(t, host, seat);
    if (e)
        return refuse_change(e);
    if (!table_is_text(mur_span_of(name), TABLE_NAME - 1) || store_id_is_none(person))
        return refuse_change(TABLE_TEXT);
    if (t->has_started || table_find_person(t, person) >= 0)
        return refuse_change(TABLE_STATE);
    if (!table_is_open(t, seat))
        return refuse_change(TABLE_TAKEN);
    table_change c = begin_change(t, TABLE_RESERVE, seat, person);
    mur_text text = change_text(&c);
    mur_put(&text, name);
    return end_change(c, &text);
}

bool apply_reserve(table *t, const store_entry *e)
{
    if (t->has_started || !table_is_open(t, e->seat) || table_find_person(t, e->person) >= 0 ||
        !table_is_text(e->text, TABLE_NAME - 1))
        return false;
    if (store_id_is_none(e->person))
        return true; /* the person's data was erased since: the seat stays open */
    table_seat *s = &t->seat[e->seat];
    *s = (table_seat){ .person = e->person, .is_reserved = true };
    copy_text(s->name, sizeof s->name, e->text);
    return true;
}

/* -- Clocks that ran out -- */

table_change table_check_timeout(const table *t, int seat)
{
    if (!is_seat(t, seat))
        return refuse_change(TABLE_NONE);
    if (!(t->running >> seat & 1))
        return refuse_change(TABLE_STATE);
    return draft_substitute(t, seat, STORE_NO_ID, MUR_LEVEL_SUBSTITUTE, "time");
}
