/* SPDX-License-Identifier: MIT */
#include "record/told.h"

#include <stdlib.h>
#include <string.h>

#include "record/lines.h"
#include "record/quote.h"

mur_told *mur_told_open(const mur_game *game, int seats, int viewer)
{
    mur_told *t = mur_new(sizeof *t);
    *t = (mur_told){ .game = game, .seats = seats, .viewer = viewer };
    t->moments = mur_grow(NULL, &t->max_moments, 1, sizeof t->moments[0]);
    t->moments[0] = (mur_told_moment){ 0 };
    return t;
}

static void forget_moment(mur_told_moment *m)
{
    mur_buffer_close(&m->step);
    mur_buffer_close(&m->view);
}

void mur_told_close(mur_told **t)
{
    if (!*t)
        return;
    for (size_t ply = 0; ply <= (*t)->plies; ply++)
        forget_moment(&(*t)->moments[ply]);
    for (int seat = 0; seat < MUR_SEATS; seat++)
        free((*t)->names[seat]);
    free((*t)->moments);
    free(*t);
    *t = NULL;
}

static mur_span bytes_of(const mur_buffer *b)
{
    return (mur_span){ b->at, b->len };
}

void mur_told_step(const mur_told *t, size_t ply, mur_step *out)
{
    mur_unpack_step(t->game, bytes_of(&t->moments[ply].step), out);
}

bool mur_told_view(const mur_told *t, size_t ply, mur_view *out)
{
    return ply <= t->plies && t->moments[ply].view.len > 0 &&
           mur_unpack_view(t->game, bytes_of(&t->moments[ply].view), out);
}

mur_state *mur_told_state(const mur_told *t, size_t ply)
{
    mur_view *v = mur_new(t->game->view_size);
    mur_state *s = NULL;
    if (mur_told_view(t, ply, v)) {
        mur_rng rng;
        s = mur_new(t->game->state_size);
        mur_rng_seed(&rng, 1);
        t->game->redeal(v, &rng, s);
    }
    free(v);
    return s;
}

/* -- Hearing -- */

/* One line, read: what it says is good by itself. The bytes are the line's own until somebody takes them. */
typedef struct {
    enum { STEP, BACK, VIEW, NAME } kind;
    int seat; /* of a step: who moved */
    size_t ply;
    mur_buffer bytes;
    mur_span name;
} told_line;

static bool read_step(const mur_told *t, mur_span text, told_line *l)
{
    mur_step s;
    if (!mur_take_base64(text, &l->bytes) || !mur_unpack_step(t->game, bytes_of(&l->bytes), &s))
        return false;
    l->seat = s.seat;
    return s.seat < t->seats;
}

static bool read_view(const mur_told *t, mur_span text, told_line *l)
{
    mur_view *v = mur_new(t->game->view_size);
    bool is_good = mur_take_base64(text, &l->bytes) && mur_unpack_view(t->game, bytes_of(&l->bytes), v) &&
                   v->seat == t->viewer && v->seats == t->seats;
    l->ply = v->ply;
    free(v);
    return is_good;
}

static bool read_seat(const mur_told *t, mur_span *text, told_line *l)
{
    return mur_take_number(text, &l->seat) && l->seat-- >= 1 && l->seat < t->seats;
}

static bool is_name(mur_span text)
{
    for (int n = 0; text.len > 0; n++) {
        int32_t c = mur_take_utf8(&text);
        if (c < 0 || mur_is_control(c) || n >= MUR_TOLD_NAME)
            return false;
    }
    return true;
}

static bool read_told(const mur_told *t, mur_span text, told_line *l)
{
    if (mur_take(&text, "step ")) {
        l->kind = STEP;
        return read_step(t, text, l);
    }
    if (mur_take(&text, "view ")) {
        l->kind = VIEW;
        return read_view(t, text, l);
    }
    if (mur_take(&text, "back ")) {
        l->kind = BACK;
        return read_seat(t, &text, l) && text.len == 0;
    }
    l->kind = NAME;
    if (!mur_take(&text, "name ") || !read_seat(t, &text, l))
        return false;
    mur_take_char(&text, ' ');
    l->name = text;
    return is_name(text);
}

/* What would be there if all lines so far had been heard. */
typedef struct {
    size_t plies, moves[MUR_SEATS];
} tally;

static tally count_moves(const mur_told *t)
{
    tally n = { .plies = t->plies };
    for (size_t ply = 1; ply <= t->plies; ply++)
        n.moves[t->moments[ply].mover]++;
    return n;
}

static bool can_follow(tally *n, const told_line *l)
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

static void add_step(mur_told *t, told_line *l)
{
    t->moments = mur_grow(t->moments, &t->max_moments, t->plies + 2, sizeof t->moments[0]);
    t->moments[++t->plies] = (mur_told_moment){ .step = l->bytes, .mover = l->seat };
    l->bytes = (mur_buffer){ 0 };
}

/* What was seen since is what is no more. */
static void take_back(mur_told *t, int seat)
{
    size_t at = t->plies;
    while (t->moments[at].mover != seat)
        at--;
    forget_moment(&t->moments[at]);
    for (size_t ply = at; ply < t->plies; ply++) {
        mur_buffer_close(&t->moments[ply + 1].view);
        t->moments[ply] = t->moments[ply + 1];
    }
    t->plies--;
}

static void set_view(mur_told *t, told_line *l)
{
    mur_buffer_close(&t->moments[l->ply].view);
    t->moments[l->ply].view = l->bytes;
    l->bytes = (mur_buffer){ 0 };
}

static void set_name(mur_told *t, const told_line *l)
{
    free(t->names[l->seat]);
    t->names[l->seat] = NULL;
    if (l->name.len == 0)
        return;
    t->names[l->seat] = mur_new(l->name.len + 1);
    memcpy(t->names[l->seat], l->name.at, l->name.len);
}

static void hear_line(mur_told *t, told_line *l)
{
    switch (l->kind) {
    case STEP:
        add_step(t, l);
        break;
    case BACK:
        take_back(t, l->seat);
        break;
    case VIEW:
        set_view(t, l);
        break;
    case NAME:
        set_name(t, l);
        break;
    }
}

static bool are_good(const mur_told *t, mur_span lines)
{
    tally n = count_moves(t);
    mur_span text;
    bool is_good = true;
    while (is_good && mur_take_line(&lines, &text)) {
        told_line l = { 0 };
        is_good = read_told(t, text, &l) && can_follow(&n, &l);
        mur_buffer_close(&l.bytes);
    }
    return is_good;
}

bool mur_told_hear(mur_told *t, mur_span lines)
{
    mur_span text;
    if (!are_good(t, lines))
        return false;
    while (mur_take_line(&lines, &text)) {
        told_line l = { 0 };
        read_told(t, text, &l);
        hear_line(t, &l);
        mur_buffer_close(&l.bytes);
    }
    return true;
}
