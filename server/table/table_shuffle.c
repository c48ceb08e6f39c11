/* SPDX-License-Identifier: MIT */
/* The shuffle before the start: commitments, the seal, and salts that are revealed (docs/protocol.md, Fair deals).
 * A sealed table has fixed seats and fixed commitments; it waits for the salts. When a committed salt does not come,
 * the seat goes to a bot for good, the seal is broken, and all others commit again: a salt that somebody may know
 * already never counts. Since the seat stays with its person, nobody else can take it, and each seat breaks at most one
 * seal. */
#include <assert.h>

#include "server/fair.h"
#include "server/table_int.h"

enum { REVEAL_MS = 60000 }; /* with a clock of minutes */

/* -- What the table waits for -- */

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
    return table_is_sealed(t) && table_awaited(t) >> seat & 1;
}

bool table_wants_commit(const table *t, int seat)
{
    return !table_is_sealed(t) && table_awaited(t) >> seat & 1;
}

static store_time deadline_since(const table *t, store_time since)
{
    return since + (t->plan.timing == TABLE_DAYS ? t->plan.days * INT64_C(86400000) : REVEAL_MS);
}

store_time shuffle_deadline(const table *t)
{
    return t->plan.timing == TABLE_UNTIMED || !table_awaited(t) ? 0 : deadline_since(t, t->waits_since);
}

store_time shuffle_deadline_after(const table *t, const table_wish *w)
{
    if (t->plan.timing == TABLE_UNTIMED || w->after.state != STORE_OPEN || !w->after.to_act)
        return 0;
    return table_awaited(t) ? deadline_since(t, t->waits_since) : deadline_since(t, w->entry.at);
}

bool shuffle_is_ready(const table *t)
{
    return !table_awaited(t) && (t->is_sealed || !committed(t));
}

/* -- Entries -- */

bool shuffle_sit(table *t, int seat, mur_span salt, mur_span commit)
{
    bool is_good = commit.len ? !salt.len && fair_is_commit(commit) && !t->plan.is_again : fair_is_salt(salt);
    if (!is_good)
        return false;
    shuffle_leave(t, seat);
    mur_text s = mur_text_on(t->salt[seat], sizeof t->salt[0]), c = mur_text_on(t->commit[seat], sizeof t->commit[0]);
    mur_put_bytes(&s, salt.at, salt.len);
    mur_put_bytes(&c, commit.at, commit.len);
    return true;
}

void shuffle_leave(table *t, int seat)
{
    t->salt[seat][0] = t->commit[seat][0] = '\0';
    t->lapsed &= ~(1U << seat);
}

/* All commitments are void. Salts that were open from the beginning were never a secret: they stay. */
static void break_seal(table *t, store_time at)
{
    t->lapsed = committed(t);
    for (int seat = 0; seat < t->plan.seats; seat++)
        if (t->commit[seat][0])
            t->commit[seat][0] = t->salt[seat][0] = '\0';
    t->is_sealed = false;
    t->waits_since = at;
}

bool shuffle_bot(table *t, const store_entry *e)
{
    if (!t->is_sealed && !(t->lapsed >> e->seat & 1))
        return false;
    if (t->is_sealed)
        break_seal(t, e->at);
    shuffle_leave(t, e->seat);
    return true;
}

/* A person who plays, in a shuffle that is not sealed yet. */
static bool may_commit(const table *t, int seat)
{
    return !t->has_started && !t->is_sealed && !t->plan.is_again && has_person(&t->seat[seat]) && !t->seat[seat].bot[0];
}

bool apply_commit(table *t, const store_entry *e)
{
    return may_commit(t, e->seat) && e->text.len > 0 && shuffle_sit(t, e->seat, (mur_span){ "", 0 }, e->text);
}

bool apply_seal(table *t, const store_entry *e)
{
    if (t->has_started || t->is_sealed || t->lapsed || !committed(t) || !is_complete(t))
        return false;
    t->is_sealed = t->is_called = true;
    t->waits_since = e->at;
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
    mur_text salt = mur_text_on(t->salt[e->seat], sizeof t->salt[0]);
    mur_put_bytes(&salt, e->text.at, e->text.len);
    return true;
}

/* -- What is wanted -- */

static store_after open_with(unsigned awaited)
{
    return (store_after){ .state = STORE_OPEN, .to_act = awaited };
}

table_err table_add_commit(const table *t, mur_span commit, table_wish *sit)
{
    store_entry *e = &sit->entry;
    if (e->kind != TABLE_SIT || !commit.len || t->plan.is_again)
        return TABLE_OK;
    if (!fair_is_commit(commit) || e->text.at[e->text.len - 1] != '\n') /* there is an open salt already */
        return TABLE_TEXT;
    assert(e->text.len + 1 + commit.len < sizeof sit->text);
    sit->text[e->text.len] = '\n';
    memcpy(sit->text + e->text.len + 1, commit.at, commit.len);
    e->text.len += 1 + commit.len;
    return TABLE_OK;
}

static table_err wish_with(const table *t, table_kind kind, int seat, store_id who, mur_span text, table_wish *out)
{
    mur_text at = begin_wish(t, out, kind, seat, who);
    mur_put_bytes(&at, text.at, text.len);
    out->after = open_with(table_awaited(t) & ~(1U << seat));
    return end_wish(out, &at);
}

table_err table_want_commit(const table *t, store_id who, mur_span commit, table_wish *out)
{
    int seat = table_find_person(t, who);
    if (seat < 0)
        return TABLE_NOT_YOURS;
    if (!fair_is_commit(commit))
        return TABLE_TEXT;
    if (t->is_closed || !may_commit(t, seat) || (t->length >= TABLE_LOG && !table_wants_commit(t, seat)))
        return TABLE_STATE;
    return wish_with(t, TABLE_COMMIT, seat, who, commit, out);
}

table_err table_want_reveal(const table *t, store_id who, mur_span salt, table_wish *out)
{
    int seat = table_find_person(t, who);
    if (seat < 0)
        return TABLE_NOT_YOURS;
    if (!table_wants_reveal(t, seat))
        return TABLE_STATE;
    if (!is_committed_salt(t, seat, salt))
        return TABLE_TEXT;
    return wish_with(t, TABLE_REVEAL, seat, who, salt, out);
}

table_err shuffle_want_seal(const table *t, store_id who, table_wish *out)
{
    mur_text text = begin_wish(t, out, TABLE_SEAL, 0, who);
    out->after = open_with(committed(t));
    return t->is_sealed || t->lapsed ? TABLE_STATE : end_wish(out, &text);
}

store_after shuffle_after_bot(const table *t, int seat)
{
    return open_with((t->is_sealed ? committed(t) : t->lapsed) & ~(1U << seat));
}

table_err table_want_overdue(const table *t, store_time now, table_wish *out)
{
    static const store_id nobody;
    store_time deadline = shuffle_deadline(t);
    if (!deadline || now < deadline)
        return TABLE_STATE;
    int seat = 0;
    while (!(table_awaited(t) >> seat & 1))
        seat++;
    return want_keeper(t, seat, nobody, keeper_level, "reveal", out);
}
