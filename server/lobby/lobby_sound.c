/* SPDX-License-Identifier: MIT */
/* server/lobby/lobby_sound.c -- invariants of the lobby's lists, maps and heap, for assert() in test builds. Checking
 * all of them takes time in proportion to what is in memory, so lobby_is_sound() is asserted once per tick,
 * lobby_table_is_sound() whenever a table is unpinned, and so after every read, write and request. */
#include "server/lobby/lobby_int.h"

static bool is_queue_sound(const lobby_table *t)
{
    int n = 0;
    for (const lobby_request *req = t->first; req; req = req->next)
        n++;
    return n == t->n_waiting && n <= WAITING_MAX + DRAFTS_MAX && !*t->last;
}

static bool are_listeners_sound(const lobby_table *t)
{
    int holding = 0;
    for (const listener *l = t->listeners; l; l = l->next) {
        if (*l->at != l || l->table != t || l->conn->is_gone)
            return false;
        holding += l->is_holding;
    }
    return holding == (t->listeners != NULL);
}

/* At most one read or write is in progress; what is being written follows what is in memory; an idle table has no
 * reason to be needed. */
bool lobby_table_is_sound(const lobby_table *t)
{
    const pending_write *w = &t->write;
    if (t->is_reading && w->is_in_progress)
        return false;
    if (w->is_in_progress && (!t->journal.table || w->draft[0].entry.n > table_length(t->journal.table)))
        return false;
    bool is_needed =
        t->listeners || t->first || t->is_reading || w->is_in_progress || t->bots_thinking || t->is_claiming;
    if (t->is_idle && t->pins == 0 && is_needed) /* with a pin it is put right when the pin goes */
        return false;
    if (t->journal.table && t->sent_length > table_length(t->journal.table) && !t->needs_reload)
        return false;
    return t->pins >= 0 && is_queue_sound(t) && are_listeners_sound(t);
}

static bool is_heap_sound(const lobby *lb)
{
    for (size_t i = 1; i <= lb->n_heap; i++)
        if (lb->heap[i]->in_heap != i || (i > 1 && lb->heap[i / 2]->wake > lb->heap[i]->wake))
            return false;
    return true;
}

static bool are_idle_tables_sound(const lobby *lb)
{
    size_t n = 0;
    const lobby_table *last = NULL;
    for (const lobby_table *t = lb->newest; t; last = t, t = t->older, n++)
        if (!t->is_idle || t->newer != last || !lobby_table_is_sound(t))
            return false;
    return last == lb->oldest && n <= lb->tables.n;
}

/* Every connection of a person is in that person's list, unless it is gone. */
static bool are_conns_sound(const lobby *lb)
{
    size_t n = 0;
    for (const lobby_conn *c = lb->conns; c; c = c->next, n++) {
        if (c->pending < 0 || c->n_listening < 0 || c->n_listening > LISTENING_MAX || (c->next && c->next->prev != c))
            return false;
        if (c->person && (c->person->holders <= 0 || lobby_find_person(lb, c->person->node.id) != c->person))
            return false;
    }
    return n == lb->n_conns;
}

bool lobby_is_sound(const lobby *lb)
{
    return is_heap_sound(lb) && are_idle_tables_sound(lb) && are_conns_sound(lb);
}
