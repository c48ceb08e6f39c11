/* SPDX-License-Identifier: MIT */
/* record/pack.c -- views and steps as few bytes, and bytes as letters (base64).
 * The other end of a connection has the same engine, so a view is its struct, byte for byte, without the legal moves,
 * which the engine finds again. Nothing that comes back is trusted: mur_unpack_view() checks the common part, asks
 * the game (can_redeal), deals a world from the view and accepts the view only if that world, viewed from
 * the same seat, gives exactly the same bytes again. */
#include "record/pack.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* -- Views -- */

/* The moves come first in every view; all that follows is packed. */
enum { MOVES_BYTES = offsetof(mur_view, ply) };

_Static_assert(MOVES_BYTES == sizeof(mur_move) * MUR_MOVES, "nothing but the moves is left out");

/* The bytes of a view after its moves. */
static mur_span rest_of(const mur_game *g, const mur_view *v)
{
    return (mur_span){ (const char *)v + MOVES_BYTES, g->view_size - MOVES_BYTES };
}

/* The static assertion above guarantees that nothing but the moves is left out. */
void mur_pack_view(const mur_game *g, const mur_view *v, mur_text *out)
{
    mur_span rest = rest_of(g, v);
    assert(rest.len < MUR_PACKED_BYTES);
    mur_put_bytes(out, rest.at, rest.len);
}

/* What every view of this game has: seats in range, and is_open as mur_view_begin() sets it. */
static bool is_view(const mur_game *g, const mur_view *v)
{
    bool is_seat = v->seat < v->seats || v->seat == MUR_WATCHER || v->seat == MUR_ALL;
    return v->seats >= g->seats_min && v->seats <= g->seats_max && is_seat && !(v->to_act >> v->seats) &&
           v->is_open == (v->seat == MUR_ALL || !v->to_act) && g->can_redeal(v);
}

/* A view is genuine if a position dealt from it gives the same view again. That also finds its moves. redeal() may be
 * called because can_redeal() has agreed; whether the world is sound is only known afterwards, so this is the one place
 * that does not use mur_redeal(). */
static bool see_again(const mur_game *g, const mur_view *claimed, mur_view *v)
{
    mur_rng rng;
    mur_state *s = mur_new(g->state_size);
    mur_rng_seed(&rng, 1);
    g->redeal(claimed, &rng, s);
    bool is_sound = g->is_sound(s);
    if (is_sound)
        g->view(s, claimed->seat, v);
    free(s);
    return is_sound && memcmp(rest_of(g, claimed).at, rest_of(g, v).at, g->view_size - MOVES_BYTES) == 0;
}

/* Copies the bytes into an aligned struct of its own before anything reads them: `bytes` may lie anywhere. */
bool mur_unpack_view(const mur_game *g, mur_span bytes, mur_view *v)
{
    if (bytes.len != g->view_size - MOVES_BYTES)
        return false;
    mur_view *claimed = mur_new(g->view_size), *again = mur_new(g->view_size);
    memcpy((char *)claimed + MOVES_BYTES, bytes.at, bytes.len);
    bool ok = is_view(g, claimed) && see_again(g, claimed, again);
    if (ok)
        memcpy(v, again, g->view_size);
    free(claimed);
    free(again);
    return ok;
}

/* -- Steps: seat, number of events, two zeros, the move, the events -- */

enum { HEAD = 8 };

_Static_assert(HEAD + sizeof(mur_event) * MUR_EVENTS < MUR_PACKED_BYTES, "a step fits into its buffer");
_Static_assert(MUR_EVENTS <= UINT8_MAX, "their number is a byte");

/* Seat, number of events, two zeros, the move, the events: little-endian, as on every machine we run on. */
void mur_pack_step(const mur_game *g, const mur_step *s, mur_text *out)
{
    char head[HEAD] = { (char)s->seat, (char)s->events.n };
    assert(s->events.n >= 0 && s->events.n <= MUR_EVENTS);
    (void)g;
    memcpy(head + 4, &s->move, sizeof s->move);
    mur_put_bytes(out, head, sizeof head);
    mur_put_bytes(out, (const char *)s->events.at, (size_t)s->events.n * sizeof s->events.at[0]);
}

static bool is_seat_or_nobody(int seat)
{
    return seat >= MUR_NOBODY && seat < MUR_SEATS;
}

/* Everything that is used as an index when the event is said. */
static bool is_event(const mur_game *g, mur_event e)
{
    return e.kind < g->n_sentences && e.what < g->n_things && is_seat_or_nobody(e.seat) && is_seat_or_nobody(e.other);
}

/* Its text means the same move, or something in it was not seen. So a packed move is one that a record could hold. */
static bool is_move(const mur_game *g, mur_move m)
{
    char text[MUR_MOVE_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    if (!m)
        return false;
    g->write_move(m, &t);
    return !mur_text_is_cut(&t) && (strchr(text, '?') || g->read_move(mur_span_of(text)) == m);
}

/* Every number is checked before it is used as a length or an index; *s is written only if all is well. */
bool mur_unpack_step(const mur_game *g, mur_span bytes, mur_step *s)
{
    mur_step made = { 0 };
    if (bytes.len < HEAD || bytes.at[2] || bytes.at[3])
        return false;
    made.seat = (uint8_t)bytes.at[0];
    made.events.n = (uint8_t)bytes.at[1];
    memcpy(&made.move, bytes.at + 4, sizeof made.move);
    size_t n_bytes = (size_t)made.events.n * sizeof made.events.at[0];
    bool ok =
        made.seat < g->seats_max && made.events.n <= MUR_EVENTS && bytes.len == HEAD + n_bytes && is_move(g, made.move);
    if (!ok)
        return false;
    memcpy(made.events.at, bytes.at + HEAD, n_bytes);
    for (int i = 0; ok && i < made.events.n; i++)
        ok = is_event(g, made.events.at[i]);
    if (ok)
        *s = made;
    return ok;
}

/* -- Letters: three bytes are four of them -- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum { CHUNK = 48 }; /* bytes encoded at a time: a multiple of three */

/* 24 bits as four letters of 6 bits each. */
static void encode_three(uint32_t three, char out[4])
{
    out[0] = letters[three >> 18];
    out[1] = letters[three >> 12 & 63];
    out[2] = letters[three >> 6 & 63];
    out[3] = letters[three & 63];
}

/* The last one or two bytes, if there are any, with padding; returns how many letters. */
static size_t encode(const unsigned char *at, size_t n, char *out)
{
    size_t i = 0, used = 0;
    for (; i + 3 <= n; i += 3, used += 4)
        encode_three((uint32_t)at[i] << 16 | (uint32_t)at[i + 1] << 8 | at[i + 2], out + used);
    if (i == n)
        return used;
    encode_three((uint32_t)at[i] << 16 | (i + 1 < n ? (uint32_t)at[i + 1] << 8 : 0), out + used);
    memset(out + used + 1 + (n - i), '=', 3 - (n - i));
    return used + 4;
}

/* Views are mostly zeros, boards on which little lies: whole chunks of zeros are encoded at once. */
static bool is_empty(const unsigned char at[CHUNK])
{
    static const unsigned char zeros[CHUNK];
    return memcmp(at, zeros, CHUNK) == 0;
}

/* In chunks of 48 bytes, so that a small buffer on the stack is enough. */
void mur_put_base64(mur_text *t, mur_span bytes)
{
    for (size_t done = 0; done < bytes.len; done += CHUNK) {
        char out[CHUNK / 3 * 4];
        size_t n = bytes.len - done < CHUNK ? bytes.len - done : CHUNK;
        const unsigned char *at = (const unsigned char *)bytes.at + done;
        size_t used = sizeof out;
        if (n == CHUNK && is_empty(at))
            memset(out, letters[0], sizeof out);
        else
            used = encode(at, n, out);
        mur_put_bytes(t, out, used);
    }
}

/* 0..63; -1: no letter. */
static int value_of(char letter)
{
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* Four letters, the last ones of them padding; returns how many bytes, 0: refused. Bits that padding leaves over are
 * zero, so that no two texts mean the same bytes. */
static int decode(const char four[4], bool is_last, char out[3])
{
    int n = !is_last || four[3] != '=' ? 3 : four[2] != '=' ? 2 : 1;
    uint32_t bits = 0;
    for (int i = 0; i < 4; i++) {
        int value = i <= n ? value_of(four[i]) : 0;
        if (value < 0)
            return 0;
        bits = bits << 6 | (uint32_t)value;
    }
    if (bits & ((1U << 8 * (3 - n)) - 1))
        return 0;
    for (int i = 0; i < 3; i++)
        out[i] = (char)(bits >> (16 - 8 * i) & 0xff);
    return n;
}

/* Appends what was decoded; on error the buffer is as long as before. */
bool mur_take_base64(mur_span text, mur_buffer *out)
{
    size_t before = out->len;
    bool ok = text.len % 4 == 0;
    for (size_t i = 0; ok && i < text.len; i += 4) {
        char bytes[3];
        int n = decode(text.at + i, i + 4 == text.len, bytes);
        ok = n > 0;
        mur_buffer_put_span(out, (mur_span){ bytes, (size_t)n });
    }
    if (!ok && out->len > before) {
        out->len = before;
        out->at[before] = '\0';
    }
    return ok;
}
