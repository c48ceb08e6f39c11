/* SPDX-License-Identifier: MIT */
/* server/table/table_moves.c -- moves and taking them back: who may, whether the request is up to date, and whether the
 * rules allow it.
 *
 * A request to move is checked in this order, and the first reason that applies is the answer:
 *     right      the person plays a seat here, and no bot plays it for them (player_seat)
 *     state      the game is running
 *     staleness  the client has seen all moves of earlier stages (is_ply_current)
 *     rules      the engine plays the move on a copy of the position
 * Nothing here changes the table; apply_move() and apply_take_back() do, once the entry is on disk.
 *
 * Where several seats choose at once, the moves of a stage (game_history.h) can be made in any order, and a seat may
 * replace its choice until the stage ends. Such a change of mind is two entries, TAKE_BACK and MOVE, appended together
 * or not at all. */
#include <assert.h>

#include "record/takeback.h"
#include "server/table/table_int.h"

/* -- The right to move -- */

/* The seat that this person plays; -1 and *err: they play none, or a bot plays it for them until they sit down again.
 */
static int player_seat(const table *t, store_id who, table_err *err)
{
    int seat = table_find_player(t, who);
    *err = seat >= 0 ? TABLE_OK : table_find_person(t, who) >= 0 ? TABLE_BOT_PLAYS : TABLE_NOT_YOURS;
    return seat;
}

/* The person who has the seat, or nobody for its bot: an entry says by whom a move was made. */
static store_id author_of(const table *t, int seat)
{
    return t->seat[seat].bot[0] ? STORE_NO_ID : t->seat[seat].person;
}

/* -- Moves -- */

static store_status status_of(const mur_state *s)
{
    return (store_status){ .state = s->to_act ? STORE_PLAYING : STORE_OVER, .to_act = s->to_act };
}

/* A request names the number of moves its client knows. The client must know all moves before this stage; of the moves
 * of this stage it may know some or none, since they do not depend on each other. n_own: 1 if one of them is its own,
 * which it must know. */
static bool is_ply_current(const game_history *h, size_t ply, size_t n_own)
{
    return ply >= h->n_stage + n_own && ply <= h->n;
}

static void draft_move(const table *t, int seat, mur_move m, const mur_state *after, table_draft *d, uint32_t behind)
{
    assert(is_seat(t, seat) && m);
    mur_text text = mur_text_on(d->text, sizeof d->text);
    *d = (table_draft){ .entry = { .n = (uint32_t)t->length + behind,
                                   .kind = TABLE_MOVE,
                                   .seat = (uint8_t)seat,
                                   .person = author_of(t, seat) },
                        .after = status_of(after) };
    game_of(t)->write_move(m, &text);
    assert(!mur_text_is_cut(&text));
    d->text_len = text.len;
}

/* The position is tried out in t->scratch, so a refused move leaves no trace. A client that replaces its choice does
 * not count that choice in ply (docs/protocol.md), so 1 is added before ply is compared. Repeating the same choice is
 * stale, not illegal: the client sent the request twice. */
table_change check_move_at(const table *t, int seat, uint32_t ply, mur_span move)
{
    const game_history *h = &t->history;
    const mur_game *g = game_of(t);
    mur_state *s = t->scratch->state;
    table_change out = { .n = 0 };
    if (!is_seat(t, seat))
        return refuse_change(TABLE_NONE);
    if (!is_playing(t))
        return refuse_change(TABLE_STATE);
    int own = history_find_takeback(h, seat);
    bool is_choice = own >= (int)h->n_stage; /* the seat has chosen in this stage: this replaces it */
    if (!is_ply_current(h, ply + is_choice, is_choice))
        return refuse_change(TABLE_STALE);
    mur_move m = g->read_move(move);
    if (is_choice && h->moves[own].move == m)
        return refuse_change(TABLE_STALE);
    if (is_choice && are_entries_full(t))
        return refuse_change(TABLE_STATE);
    if (is_choice) {
        history_without(h, own, s);
        out = begin_change(t, TABLE_TAKE_BACK, seat, author_of(t, seat));
        out.draft[0].after = status_of(s);
    } else {
        memcpy(s, h->state, g->state_size);
    }
    mur_err why = m ? g->play(s, seat, m, NULL) : MUR_TEXT;
    if (why)
        return (table_change){ .err = TABLE_ILLEGAL, .why = why };
    draft_move(t, seat, m, s, &out.draft[out.n], (uint32_t)out.n);
    out.n++;
    return out;
}

table_change table_check_move(const table *t, store_id who, uint32_t ply, mur_span move)
{
    table_err err;
    int seat = player_seat(t, who, &err);
    return err ? refuse_change(err) : check_move_at(t, seat, ply, move);
}

table_change table_check_bot_move(const table *t, int seat, uint32_t ply, mur_span move)
{
    assert(is_seat(t, seat));
    bool is_wanted = table_bots_to_act(t) >> seat & 1;
    return is_wanted ? check_move_at(t, seat, ply, move) : refuse_change(TABLE_STALE);
}

/* -- Moves that are written together -- */

/* Plays moves that are about to be written; false: after one of them the stage is another. */
static bool play_earlier(const mur_game *g, const table_draft *earlier, size_t n, mur_state *s)
{
    for (size_t i = 0; i < n; i++) {
        store_entry e = table_draft_entry(&earlier[i], 0);
        unsigned left = s->to_act & ~(1U << e.seat);
        if (e.kind != TABLE_MOVE || g->play(s, e.seat, g->read_move(e.text), NULL) || !left || s->to_act != left)
            return false;
    }
    return true;
}

/* Only a first choice can join: a change of mind needs two entries that follow what is in memory. Whatever does not
 * join is not an error; it is checked again once the write has ended. */
table_change check_joint_move_at(const table *t, const table_draft *earlier, size_t n, int seat, uint32_t ply,
                                 mur_span move)
{
    const game_history *h = &t->history;
    const mur_game *g = game_of(t);
    mur_state *s = t->scratch->state;
    table_change out = { .n = 1 };
    if (!is_seat(t, seat) || !is_playing(t) || history_find_takeback(h, seat) >= (int)h->n_stage ||
        !is_ply_current(h, ply, 0))
        return refuse_change(TABLE_STALE);
    mur_move m = g->read_move(move);
    memcpy(s, h->state, g->state_size);
    if (!m || !play_earlier(g, earlier, n, s) || g->play(s, seat, m, NULL))
        return refuse_change(TABLE_STALE);
    draft_move(t, seat, m, s, &out.draft[0], (uint32_t)n);
    return out;
}

table_change table_check_joint_move(const table *t, const table_draft *earlier, size_t n, store_id who, uint32_t ply,
                                    mur_span move)
{
    return check_joint_move_at(t, earlier, n, table_find_player(t, who), ply, move);
}

bool apply_move(table *t, const store_entry *e)
{
    mur_move m = is_playing(t) ? game_of(t)->read_move(e->text) : 0;
    return m && history_play(&t->history, e->seat, m) == MUR_OK;
}

/* -- Taking back -- */

/* Has nobody learnt anything hidden from this move? The engine asks it for every seat and for spectators; its answer
 * costs a replay, so it is remembered until the next entry. */
static bool can_take_back(const table *t, int seat)
{
    table_scratch *r = t->scratch;
    unsigned bit = 1U << seat;
    int own = is_playing(t) ? history_find_takeback(&t->history, seat) : -1;
    if (own < 0)
        return false;
    if (r->length != t->length)
        r->asked = r->may = 0;
    r->length = t->length;
    if (!(r->asked & bit)) {
        history_without(&t->history, own, r->state);
        bool is_safe = mur_can_take_back(game_of(t), r->state, t->history.state, seat, t->history.moves[own].move);
        r->may |= is_safe ? bit : 0;
        r->asked |= bit;
    }
    return r->may & bit;
}

/* Did a bot make the latest move of this seat that still counts? Each TAKE_BACK of the seat cancels one MOVE. */
static bool is_last_move_by_bot(const table *t, int seat)
{
    int taken_back = 0;
    for (size_t i = t->length; i-- > 0;) {
        const past_entry *e = &t->entries[i];
        if (e->seat != seat)
            continue;
        taken_back += e->kind == TABLE_TAKE_BACK;
        if (e->kind == TABLE_MOVE && taken_back-- == 0)
            return e->is_by_bot;
    }
    return false;
}

/* LATE: somebody has moved since, or a bot moved for this seat: that is not the person's to undo. LEARNT: the move has
 * shown somebody something that was hidden. */
table_change check_take_back_at(const table *t, int seat, uint32_t ply)
{
    const game_history *h = &t->history;
    if (!is_seat(t, seat))
        return refuse_change(TABLE_NONE);
    if (!is_playing(t))
        return refuse_change(TABLE_STATE);
    int own = history_find_takeback(h, seat);
    if (own < 0 || is_last_move_by_bot(t, seat))
        return refuse_change(TABLE_LATE);
    if (!is_ply_current(h, ply, own >= (int)h->n_stage))
        return refuse_change(TABLE_STALE);
    if (!can_take_back(t, seat))
        return refuse_change(TABLE_LEARNT);
    if (are_entries_full(t))
        return refuse_change(TABLE_STATE);
    table_change out = begin_change(t, TABLE_TAKE_BACK, seat, author_of(t, seat));
    history_without(h, own, t->scratch->state);
    out.draft[0].after = status_of(t->scratch->state);
    return out;
}

table_change table_check_take_back(const table *t, store_id who, uint32_t ply)
{
    table_err err;
    int seat = player_seat(t, who, &err);
    return err ? refuse_change(err) : check_take_back_at(t, seat, ply);
}

bool apply_take_back(table *t, const store_entry *e)
{
    if (!is_playing(t) || !history_take_back(&t->history, e->seat))
        return false;
    t->takeback_length = (uint32_t)t->length + 1;
    return true;
}
