/* SPDX-License-Identifier: MIT */
#include "record/pack.h"

#include <stdlib.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void mur_pack_view(const mur_game *g, const mur_view *v, mur_buffer *out)
{
    const char *rest = (const char *)v + sizeof v->moves;
    mur_buffer_put_span(out, (mur_span){ rest, g->view_size - sizeof v->moves });
    mur_buffer_put_span(out, (mur_span){ (const char *)v->moves, v->n_moves * sizeof v->moves[0] });
}

bool mur_unpack_view(const mur_game *g, mur_span bytes, mur_view *v)
{
    size_t rest = g->view_size - sizeof v->moves;
    if (bytes.len < rest)
        return false;
    memset(v, 0, g->view_size);
    memcpy((char *)v + sizeof v->moves, bytes.at, rest);
    if (v->n_moves > MUR_MOVES || bytes.len != rest + v->n_moves * sizeof v->moves[0])
        return false;
    memcpy(v->moves, bytes.at + rest, v->n_moves * sizeof v->moves[0]);
    return v->seats >= g->seats_min && v->seats <= g->seats_max;
}

void mur_pack_step(const mur_game *g, const mur_step *s, mur_buffer *out)
{
    (void)g;
    mur_buffer_put_span(out, (mur_span){ (const char *)&s->seat, 1 });
    mur_buffer_put_span(out, (mur_span){ (const char *)&s->move, sizeof s->move });
    mur_buffer_put_span(out, (mur_span){ (const char *)s->events.at, (size_t)s->events.n * sizeof s->events.at[0] });
}

bool mur_unpack_step(const mur_game *g, mur_span bytes, mur_step *s)
{
    if (bytes.len < 5 || (bytes.len - 5) % sizeof s->events.at[0] || bytes.len - 5 > sizeof s->events.at)
        return false;
    *s = (mur_step){ .seat = (uint8_t)bytes.at[0] };
    memcpy(&s->move, bytes.at + 1, sizeof s->move);
    s->events.n = (int)((bytes.len - 5) / sizeof s->events.at[0]);
    memcpy(s->events.at, bytes.at + 5, bytes.len - 5);
    for (int i = 0; i < s->events.n; i++)
        if (s->events.at[i].kind >= g->n_sentences || s->events.at[i].what >= g->n_things)
            return false;
    return s->seat < MUR_SEATS;
}

void mur_put_base64(mur_span bytes, mur_buffer *out)
{
    for (size_t i = 0; i < bytes.len; i += 3) {
        uint32_t n = 0;
        for (size_t k = 0; k < 3; k++)
            n = n << 8 | (i + k < bytes.len ? (uint8_t)bytes.at[i + k] : 0);
        char four[4];
        for (size_t k = 0; k < 4; k++)
            four[k] = i + k < bytes.len + 1 ? letters[n >> (18 - 6 * k) & 63] : '=';
        mur_buffer_put_span(out, (mur_span){ four, 4 });
    }
}

bool mur_take_base64(mur_span text, mur_buffer *out)
{
    if (text.len % 4)
        return false;
    for (size_t i = 0; i < text.len; i += 4) {
        uint32_t n = 0;
        size_t pads = 0;
        for (size_t k = 0; k < 4; k++) {
            char c = text.at[i + k];
            const char *found = c == '=' ? NULL : memchr(letters, c, 64);
            if ((!found && (c != '=' || i + 4 < text.len || k < 2)) || (found && pads))
                return false;
            pads += !found;
            n = n << 6 | (found ? (uint32_t)(found - letters) : 0);
        }
        char three[3] = { (char)(n >> 16), (char)(n >> 8), (char)n };
        mur_buffer_put_span(out, (mur_span){ three, 3 - pads });
    }
    return true;
}
