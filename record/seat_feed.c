/* SPDX-License-Identifier: MIT */
/* record/seat_feed.c -- a game as one seat is shown it, by a server that knows the rest.
 * The feed is a list of entries by ply, each with the packed step that led there and, if the server sent one, the
 * packed view after it.
 * mur_feed_apply() first reads all lines and checks that each could follow the ones before (can_apply()), then reads
 * them again and applies them: a batch is applied as a whole or not at all. Bytes stay packed until somebody asks for
 * them; they were unpacked once when they were checked, so unpacking them again cannot fail. */
#include "record/seat_feed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/lines.h"
#include "record/safe_text.h"

/* Entry 0 is the first position: there is always one entry more than there are plies. */
mur_feed *mur_feed_open(const mur_game *game, int seats, int viewer)
{
    mur_feed *feed = mur_new(sizeof *feed);
    *feed = (mur_feed){ .game = game, .seats = seats, .viewer = viewer };
    feed->entries = mur_grow(NULL, &feed->max_entries, 1, sizeof feed->entries[0]);
    feed->entries[0] = (mur_feed_entry){ 0 };
    return feed;
}

static void free_entry(mur_feed_entry *m)
{
    mur_buffer_close(&m->step);
    mur_buffer_close(&m->view);
}

/* Accepts NULL, and leaves NULL behind. */
void mur_feed_close(mur_feed **feed)
{
    if (!*feed)
        return;
    for (size_t ply = 0; ply <= (*feed)->plies; ply++)
        free_entry(&(*feed)->entries[ply]);
    for (int seat = 0; seat < MUR_SEATS; seat++)
        free((*feed)->names[seat]);
    free((*feed)->entries);
    free(*feed);
    *feed = NULL;
}

static mur_span bytes_of(const mur_buffer *b)
{
    return (mur_span){ b->at, b->len };
}

void mur_feed_step(const mur_feed *feed, size_t ply, mur_step *out)
{
    assert(ply >= 1 && ply <= feed->plies);
    mur_unpack_step(feed->game, bytes_of(&feed->entries[ply].step), out);
}

/* The view was checked when it arrived: unpacking it again succeeds. */
bool mur_feed_view(const mur_feed *feed, size_t ply, mur_view *out)
{
    return ply <= feed->plies && feed->entries[ply].view.len > 0 &&
           mur_unpack_view(feed->game, bytes_of(&feed->entries[ply].view), out);
}

/* A world dealt from the view, from a fixed seed: the same ply gives the same state, as long as the view is the same.
 */
mur_state *mur_feed_state(const mur_feed *feed, size_t ply)
{
    mur_view *v = mur_new(feed->game->view_size);
    mur_state *s = NULL;
    if (mur_feed_view(feed, ply, v)) {
        mur_rng rng;
        s = mur_new(feed->game->state_size);
        mur_rng_seed(&rng, 1);
        mur_redeal(feed->game, v, &rng, s);
    }
    free(v);
    return s;
}

/* -- Parsing and applying lines -- */

/* One line, parsed and syntactically valid. The bytes belong to the line until an entry takes them. */
typedef struct {
    enum { STEP, BACK, VIEW, NAME } kind;
    int seat; /* of a step: who moved */
    size_t ply;
    mur_buffer bytes;
    mur_span name;
} feed_line;

static bool read_step(const mur_feed *feed, mur_span text, feed_line *l)
{
    mur_step s;
    if (!mur_take_base64(text, &l->bytes) || !mur_unpack_step(feed->game, bytes_of(&l->bytes), &s))
        return false;
    l->seat = s.seat;
    return s.seat < feed->seats;
}

/* The view must be this viewer's, of a game of this size; its own ply says where it belongs. */
static bool read_view(const mur_feed *feed, mur_span text, feed_line *l)
{
    mur_view *v = mur_new(feed->game->view_size);
    bool is_good = mur_take_base64(text, &l->bytes) && mur_unpack_view(feed->game, bytes_of(&l->bytes), v) &&
                   v->seat == feed->viewer && v->seats == feed->seats;
    l->ply = v->ply;
    free(v);
    return is_good;
}

/* From 1 in the text, from 0 here. */
static bool read_seat(const mur_feed *feed, mur_span *text, feed_line *l)
{
    return mur_take_number(text, &l->seat) && l->seat-- >= 1 && l->seat < feed->seats;
}

/* At most MUR_FEED_NAME characters of strict UTF-8 without control characters; none is a name, too: nobody sits
 * there. */
static bool is_name(mur_span text)
{
    for (int n = 0; text.len > 0; n++) {
        int32_t c = mur_take_utf8(&text);
        if (c < 0 || mur_is_control(c) || n >= MUR_FEED_NAME)
            return false;
    }
    return true;
}

/* The first word says which kind of line it is; the rest must be read to its end. */
static bool read_feed_line(const mur_feed *feed, mur_span text, feed_line *l)
{
    if (mur_take(&text, "step ")) {
        l->kind = STEP;
        return read_step(feed, text, l);
    }
    if (mur_take(&text, "view ")) {
        l->kind = VIEW;
        return read_view(feed, text, l);
    }
    if (mur_take(&text, "back ")) {
        l->kind = BACK;
        return read_seat(feed, &text, l) && text.len == 0;
    }
    l->kind = NAME;
    if (!mur_take(&text, "name ") || !read_seat(feed, &text, l))
        return false;
    mur_take_char(&text, ' ');
    l->name = text;
    return is_name(text);
}

/* Plies, and moves of each seat, if all lines so far had been applied. */
typedef struct {
    size_t plies, moves[MUR_SEATS];
} move_counts;

/* The counts before the first line. */
static move_counts count_moves(const mur_feed *feed)
{
    move_counts n = { .plies = feed->plies };
    for (size_t ply = 1; ply <= feed->plies; ply++)
        n.moves[feed->entries[ply].mover]++;
    return n;
}

/* May this line come next? If so, counts it. A seat can only take back a move it has made, and a view is of a ply that
 * exists. */
static bool can_follow(move_counts *n, const feed_line *l)
{
    switch (l->kind) {
    case STEP:
        n->plies++;
        n->moves[l->seat]++;
        return true;
    case BACK:
        if (n->moves[l->seat] == 0)
            return false;
        n->plies--;
        n->moves[l->seat]--;
        return true;
    case VIEW:
        return l->ply <= n->plies;
    case NAME:
        break;
    }
    return true;
}

/* The entry takes the line's bytes over. */
static void add_step(mur_feed *feed, feed_line *l)
{
    feed->entries = mur_grow(feed->entries, &feed->max_entries, feed->plies + 2, sizeof feed->entries[0]);
    feed->entries[++feed->plies] = (mur_feed_entry){ .step = l->bytes, .mover = l->seat };
    l->bytes = (mur_buffer){ 0 };
}

/* Removes this seat's latest move. Views of later plies, which showed the move, are dropped; the steps after it stay:
 * they are choices made at the same time by others. */
static void take_back(mur_feed *feed, int seat)
{
    size_t at = feed->plies;
    while (feed->entries[at].mover != seat) {
        at--;
        assert(at > 0); /* can_follow() has counted this seat's moves */
    }
    free_entry(&feed->entries[at]);
    for (size_t ply = at; ply < feed->plies; ply++) {
        mur_buffer_close(&feed->entries[ply + 1].view);
        feed->entries[ply] = feed->entries[ply + 1];
    }
    feed->plies--;
}

static void set_view(mur_feed *feed, feed_line *l)
{
    assert(l->ply <= feed->plies);
    mur_buffer_close(&feed->entries[l->ply].view);
    feed->entries[l->ply].view = l->bytes;
    l->bytes = (mur_buffer){ 0 };
}

/* An empty text removes the name. */
static void set_name(mur_feed *feed, const feed_line *l)
{
    free(feed->names[l->seat]);
    feed->names[l->seat] = NULL;
    if (l->name.len == 0)
        return;
    feed->names[l->seat] = mur_new(l->name.len + 1);
    memcpy(feed->names[l->seat], l->name.at, l->name.len);
}

/* Lines were checked: nothing here can fail. */
static void apply_line(mur_feed *feed, feed_line *l)
{
    switch (l->kind) {
    case STEP:
        add_step(feed, l);
        break;
    case BACK:
        take_back(feed, l->seat);
        break;
    case VIEW:
        set_view(feed, l);
        break;
    case NAME:
        set_name(feed, l);
        break;
    }
}

/* Reads all lines without changing anything. */
static bool can_apply(const mur_feed *feed, mur_span lines)
{
    move_counts n = count_moves(feed);
    mur_span text;
    bool is_good = true;
    while (is_good && mur_take_line(&lines, &text)) {
        feed_line l = { 0 };
        is_good = read_feed_line(feed, text, &l) && can_follow(&n, &l);
        mur_buffer_close(&l.bytes);
    }
    return is_good;
}

/* Two passes over the same lines: check all, then apply all. */
bool mur_feed_apply(mur_feed *feed, mur_span lines)
{
    mur_span text;
    if (!can_apply(feed, lines))
        return false;
    while (mur_take_line(&lines, &text)) {
        feed_line l = { 0 };
        read_feed_line(feed, text, &l);
        apply_line(feed, &l);
        mur_buffer_close(&l.bytes);
    }
    return true;
}
