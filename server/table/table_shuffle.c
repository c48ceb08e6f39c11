/* SPDX-License-Identifier: MIT */
/* server/table/table_shuffle.c -- the shuffle before the start: commitments, the seal, and salts that are revealed
 * (docs/protocol.md, Fair deals; the hashes are in fair.h).
 *
 * The server has committed to its secret when the table was made. Each person may commit to a salt when they sit down.
 * The table is sealed once all seats are taken: seats and commitments are fixed, and it waits for the salts. Nobody
 * sees a salt before all are there, so nobody can choose theirs by what the deal would be.
 *
 * A person who has seen that the deal will be bad for them (an operator who knows the secret and all other salts) could
 * refuse to reveal. So a salt that does not come in time breaks the seal: a bot plays the seat for the whole game, and
 * all others commit again to new salts, because somebody may know the old ones already. The seat still belongs to its
 * person, nobody else can take it, and so each seat breaks at most one seal. */
#include <assert.h>

#include "bots/levels.h"
#include "server/common/system_clock.h"
#include "server/table/fair.h"
#include "server/table/table_int.h"

enum { REVEAL_MS = 60000 }; /* with a clock of minutes */

/* -- Awaited seats -- */

static unsigned committed(const table *t)
{
    unsigned seats = 0;
    for (int seat = 0; seat < t->plan.seats; seat++)
        seats |= (unsigned)(t->commit[seat][0] != '\0') << seat;
    return seats;
}

unsigned table_awaited(const table *t)
{
    unsigned seats = 0;
    if (t->has_started || t->is_closed)
        return 0;
    for (int seat = 0; t->is_sealed && seat < t->plan.seats; seat++)
        seats |= (unsigned)(t->commit[seat][0] && !t->salt[seat][0]) << seat;
    return t->is_sealed ? seats : t->lapsed;
}

bool table_is_sealed(const table *t)
{
    return t->is_sealed && !t->has_started;
}

bool table_wants_reveal(const table *t, int seat)
{
    assert(is_seat(t, seat));
    return table_is_sealed(t) && table_awaited(t) >> seat & 1;
}

bool table_wants_commit(const table *t, int seat)
{
    assert(is_seat(t, seat));
    return !table_is_sealed(t) && table_awaited(t) >> seat & 1;
}

static store_time deadline_since(const table *t, store_time since)
{
    return since + (t->plan.timing == TABLE_DAYS ? t->plan.days * DAY_MS : REVEAL_MS);
}

store_time shuffle_deadline(const table *t)
{
    return t->plan.timing == TABLE_UNTIMED || !table_awaited(t) ? 0 : deadline_since(t, t->awaiting_since);
}

store_time shuffle_deadline_after(const table *t, const table_draft *d, store_time at)
{
    if (t->plan.timing == TABLE_UNTIMED || d->after.state != STORE_OPEN || !d->after.to_act)
        return 0;
    return deadline_since(t, table_awaited(t) ? t->awaiting_since : at);
}

bool shuffle_is_ready(const table *t)
{
    return !table_awaited(t) && (t->is_sealed || !committed(t));
}

/* -- Entries -- */

/* Either a salt, which may be empty, or a commitment; a repeated deal has its salts already. It replaces what was
 * there. */
bool shuffle_set_input(table *t, int seat, mur_span salt, mur_span commit)
{
    assert(is_seat(t, seat) && !t->has_started);
    bool is_good = commit.len ? !salt.len && fair_is_commit(commit) && !t->plan.repeats_deal : fair_is_salt(salt);
    if (!is_good)
        return false;
    shuffle_clear_seat(t, seat);
    copy_text(t->salt[seat], sizeof t->salt[0], salt);
    copy_text(t->commit[seat], sizeof t->commit[0], commit);
    return true;
}

void shuffle_clear_seat(table *t, int seat)
{
    t->salt[seat][0] = t->commit[seat][0] = '\0';
    t->lapsed &= ~(1U << seat);
}

/* All commitments are void. Salts that were open from the beginning were never a secret: they stay. */
static void break_seal(table *t, store_time at)
{
    assert(t->is_sealed && !t->has_started);
    t->lapsed = committed(t);
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (t->commit[seat][0])
            t->commit[seat][0] = t->salt[seat][0] = '\0';
    t->is_sealed = false;
    t->awaiting_since = at;
}

bool shuffle_on_bot(table *t, const store_entry *e)
{
    if (!t->is_sealed && !(t->lapsed >> e->seat & 1))
        return false;
    if (t->is_sealed)
        break_seal(t, e->at);
    shuffle_clear_seat(t, e->seat);
    return true;
}

/* A person who plays, in a shuffle that is not sealed yet. */
static bool may_commit(const table *t, int seat)
{
    return !t->has_started && !t->is_sealed && !t->plan.repeats_deal && has_person(&t->seat[seat]) &&
           !t->seat[seat].bot[0];
}

bool apply_commit(table *t, const store_entry *e)
{
    return may_commit(t, e->seat) && e->text.len > 0 && shuffle_set_input(t, e->seat, (mur_span){ "", 0 }, e->text);
}

bool apply_seal(table *t, const store_entry *e)
{
    if (t->has_started || t->is_sealed || t->lapsed || !committed(t) || !is_complete(t))
        return false;
    t->is_sealed = t->is_start_requested = true;
    t->awaiting_since = e->at;
    return true;
}

static bool is_committed_salt(const table *t, int seat, mur_span salt)
{
    char commit[FAIR_HEX];
    if (!salt.len || !fair_is_salt(salt))
        return false;
    fair_commit_salt(salt, commit);
    return strcmp(commit, t->commit[seat]) == 0;
}

bool apply_reveal(table *t, const store_entry *e)
{
    if (!table_wants_reveal(t, e->seat) || !is_committed_salt(t, e->seat, e->text))
        return false;
    copy_text(t->salt[e->seat], sizeof t->salt[0], e->text);
    return true;
}

/* -- Checks -- */

static store_status open_with(unsigned awaited)
{
    return (store_status){ .state = STORE_OPEN, .to_act = awaited };
}

static table_change draft_with_text(const table *t, table_kind kind, int seat, store_id who, mur_span words)
{
    table_change c = begin_change(t, kind, seat, who);
    mur_text text = change_text(&c);
    mur_put_bytes(&text, words.at, words.len);
    c.draft[0].after = open_with(table_awaited(t) & ~(1U << seat));
    return end_change(c, &text);
}

/* A commitment replaces an earlier one until the seal. When the entries are full only one that the table waits for is
 * accepted, so that nobody fills the store by committing again and again. */
table_change table_check_commit(const table *t, store_id who, mur_span commit)
{
    int seat = table_find_person(t, who);
    if (seat < 0)
        return refuse_change(TABLE_NOT_YOURS);
    if (!fair_is_commit(commit))
        return refuse_change(TABLE_TEXT);
    if (t->is_closed || !may_commit(t, seat) || (are_entries_full(t) && !table_wants_commit(t, seat)))
        return refuse_change(TABLE_STATE);
    return draft_with_text(t, TABLE_COMMIT, seat, who, commit);
}

table_change table_check_reveal(const table *t, store_id who, mur_span salt)
{
    int seat = table_find_person(t, who);
    if (seat < 0)
        return refuse_change(TABLE_NOT_YOURS);
    if (!table_wants_reveal(t, seat))
        return refuse_change(TABLE_STATE);
    if (!is_committed_salt(t, seat, salt))
        return refuse_change(TABLE_TEXT);
    return draft_with_text(t, TABLE_REVEAL, seat, who, salt);
}

table_change shuffle_check_seal(const table *t, store_id who)
{
    if (t->is_sealed || t->lapsed)
        return refuse_change(TABLE_STATE);
    table_change c = begin_change(t, TABLE_SEAL, 0, who);
    c.draft[0].after = open_with(committed(t));
    return c;
}

/* A sealed table loses its seal with this seat, so all others who committed are awaited again. */
store_status shuffle_status_without(const table *t, int seat)
{
    assert(is_seat(t, seat));
    return open_with((t->is_sealed ? committed(t) : t->lapsed) & ~(1U << seat));
}

/* The first awaited seat goes to a bot; the next one is found by another call. */
table_change table_check_overdue(const table *t, store_time now)
{
    store_time deadline = shuffle_deadline(t);
    if (!deadline || now < deadline)
        return refuse_change(TABLE_STATE);
    int seat = 0;
    while (!(table_awaited(t) >> seat & 1))
        seat++;
    assert(is_seat(t, seat));
    return draft_substitute(t, seat, STORE_NO_ID, MUR_LEVEL_SUBSTITUTE, "reveal");
}
