/* SPDX-License-Identifier: MIT */
#include "bots/dm_table.h"

#include <string.h>

#include "bots/dm_plain.h"

typedef struct {
    char magic[4];
    uint8_t bits, spare[3];
    float step;
    uint32_t net_size;
} head;

_Static_assert(sizeof(head) == DM_TABLE_HEAD, "no padding");

static size_t packed_size(int bits)
{
    return ((size_t)DM_TABLE_SPOTS * 2 * (size_t)bits + 7) / 8;
}

bool dm_table_is(mur_span bytes)
{
    head h;
    if (bytes.len < sizeof h)
        return false;
    memcpy(&h, bytes.at, sizeof h);
    if (memcmp(h.magic, "DMT1", 4) != 0 || h.bits < 1 || h.bits > DM_TABLE_BITS || !(h.step > 0 && h.step < 16))
        return false;
    mur_span net = { bytes.at + sizeof h, bytes.len - sizeof h };
    return dm_net_size(net, DM_TABLE_SEATS) == h.net_size && h.net_size > 0 &&
           bytes.len == sizeof h + h.net_size + packed_size(h.bits);
}

bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m)
{
    head h;
    memcpy(&h, bytes.at, sizeof h);
    t->bits = h.bits;
    t->step = h.step;
    t->packed = (const unsigned char *)bytes.at + sizeof h + h.net_size;
    return dm_net_open(&t->net, (mur_span){ bytes.at + sizeof h, h.net_size }, m);
}

uint32_t dm_table_place(const dm_spot *s)
{
    uint32_t place = s->ends == DM_BARE ? 0 : s->ends;
    for (int seat = 0; seat < DM_TABLE_SEATS; seat++)
        place = place << DM_KINDS | dm_kinds_of(s->stock[seat]);
    return place;
}

/* Both numbers of a place, as they are packed. */
static unsigned unpack(const dm_table *t, uint32_t place)
{
    size_t bit = (size_t)place * 2 * (size_t)t->bits, end = packed_size(t->bits);
    unsigned word = 0;
    for (size_t i = 0; i < 3 && bit / 8 + i < end; i++)
        word |= (unsigned)t->packed[bit / 8 + i] << 8 * i;
    return word >> bit % 8;
}

/* Numbers stand for the middles of steps on both sides of 0. */
static float residue(const dm_table *t, unsigned number)
{
    int half = 1 << (t->bits - 1), step = (int)(number & ((1U << t->bits) - 1));
    return ((float)(step - half) + 0.5F) * t->step;
}

void dm_table_worth(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    const dm_table *t = context;
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    unsigned both = unpack(t, dm_table_place(&plain));
    float first = residue(t, both), second = residue(t, both >> t->bits);
    dm_net_worth(&t->net, &plain, out);
    out[0] += first + change[0];
    out[1] += second + change[1];
    out[2] += change[2] - first - second;
}
