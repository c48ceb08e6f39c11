/* SPDX-License-Identifier: MIT */
#include "bots/dm_table.h"

#include <string.h>

#include "bots/dm_plain.h"

typedef struct {
    char magic[4];
    uint32_t net_size;
    float level[DM_TABLE_LEVELS];
} head;

_Static_assert(sizeof(head) == DM_TABLE_HEAD, "no padding");

enum { FARTHEST = 256 }; /* points: no net is off by more */

bool dm_table_is(mur_span bytes)
{
    head h;
    if (bytes.len < sizeof h)
        return false;
    memcpy(&h, bytes.at, sizeof h);
    for (int i = 0; i < DM_TABLE_LEVELS; i++)
        if (!(h.level[i] > -FARTHEST && h.level[i] < FARTHEST))
            return false;
    mur_span net = { bytes.at + sizeof h, bytes.len - sizeof h };
    return memcmp(h.magic, "DMT1", 4) == 0 && h.net_size > 0 && dm_net_size(net, DM_TABLE_SEATS) == h.net_size &&
           bytes.len == sizeof h + h.net_size + DM_TABLE_SPOTS;
}

bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m)
{
    head h;
    memcpy(&h, bytes.at, sizeof h);
    memcpy(t->level, h.level, sizeof t->level);
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

void dm_table_worth(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    const dm_table *t = context;
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    unsigned both = t->packed[dm_table_place(&plain)];
    float first = t->level[both % DM_TABLE_LEVELS], second = t->level[both / DM_TABLE_LEVELS];
    dm_net_worth(&t->net, &plain, out);
    out[0] += first + change[0];
    out[1] += second + change[1];
    out[2] += change[2] - first - second;
}
