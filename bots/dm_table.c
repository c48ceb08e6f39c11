/* SPDX-License-Identifier: MIT */
#include "bots/dm_table.h"

#include <string.h>

#include "bots/dm_net.h"
#include "bots/dm_plain.h"

typedef struct {
    char magic[4];
    uint32_t net_size, size; /* of the pages */
} head;

_Static_assert(sizeof(head) == DM_TABLE_HEAD, "no padding");
_Static_assert(sizeof(dm_page_class) == sizeof(int16_t) * (DM_PAGE_FEATURES + DM_PAGE_SYMBOLS), "no padding");

bool dm_table_is(mur_span bytes)
{
    head h;
    if (bytes.len < sizeof h + DM_TABLE_CLASSES + DM_TABLE_SIZES)
        return false;
    memcpy(&h, bytes.at, sizeof h);
    size_t rest = bytes.len - sizeof h - DM_TABLE_CLASSES - DM_TABLE_SIZES;
    mur_span net = { bytes.at + sizeof h, bytes.len - sizeof h };
    return memcmp(h.magic, "DMT2", 4) == 0 && h.net_size <= rest && h.size == rest - h.net_size && h.net_size > 0 &&
           h.net_size % 2 == 0 && dm_net_size(net, DM_PAGE_SEATS) == h.net_size;
}

mur_span dm_table_net(mur_span lore)
{
    head h;
    if (!dm_table_is(lore))
        return lore;
    memcpy(&h, lore.at, sizeof h);
    return (mur_span){ lore.at + sizeof h, h.net_size };
}

/* Pages end where all of them do, whatever their sizes are said to be. */
static void set_starts(dm_table *t, const unsigned char *sizes, uint32_t all)
{
    t->starts[0] = 0;
    for (int page = 0; page < DM_PAGES; page++) {
        uint16_t size;
        memcpy(&size, sizes + (size_t)page * sizeof size, sizeof size);
        uint32_t left = all - t->starts[page];
        t->starts[page + 1] = t->starts[page] + (size < left ? size : left);
    }
}

bool dm_table_open(dm_table *t, mur_span bytes, mur_memory *m)
{
    head h;
    memcpy(&h, bytes.at, sizeof h);
    const unsigned char *classes = (const unsigned char *)bytes.at + sizeof h + h.net_size;
    t->pages = classes + DM_TABLE_CLASSES + DM_TABLE_SIZES;
    t->classes = mur_memory_take(m, DM_TABLE_CLASSES);
    t->starts = mur_memory_take(m, (DM_PAGES + 1) * sizeof t->starts[0]);
    t->kept = mur_memory_take(m, DM_TABLE_KEPT * sizeof t->kept[0]);
    t->which = mur_memory_take(m, DM_TABLE_KEPT * sizeof t->which[0]);
    if (!t->classes || !t->starts || !t->kept || !t->which)
        return false;
    memcpy(t->classes, classes, DM_TABLE_CLASSES);
    set_starts(t, classes + DM_TABLE_CLASSES, h.size);
    memset(t->which, 0xff, DM_TABLE_KEPT * sizeof t->which[0]);
    return true;
}

void dm_table_read(const dm_table *t, int page, dm_page *out)
{
    uint32_t from = t->starts[page], to = t->starts[page + 1];
    mur_span bytes = { (const char *)t->pages + from, to - from };
    dm_page_read(t->classes, bytes, page, out);
}

static const dm_page *recall(const dm_table *t, int page)
{
    uint32_t place = (uint32_t)page * 2654435769U >> 16 & (DM_TABLE_KEPT - 1);
    if (t->which[place] != page)
        dm_table_read(t, page, &t->kept[place]);
    t->which[place] = (int16_t)page;
    return &t->kept[place];
}

/* What a spot is worth if all choose as well as they can, and what comes after it is worth this. */
static void work_out(const dm_spot *s, const dm_worth *after, float out[DM_SEATS])
{
    dm_cases cases;
    dm_balance b;
    dm_foresee_cases(s, after, &cases);
    dm_table_balance(&cases, &b);
    memcpy(out, b.worth, sizeof b.worth);
}

void dm_table_worth(const void *context, const dm_spot *s, float out[DM_SEATS])
{
    float change[DM_SEATS] = { 0 };
    dm_spot plain = dm_is_plain(s) ? *s : dm_make_plain(s, change);
    const dm_page *page = recall(context, dm_page_of(&plain));
    if (s->idle >= DM_TABLE_LATE && dm_page_tells(page, &plain))
        work_out(&plain, &(dm_worth){ dm_table_worth, context }, out);
    else
        dm_page_worth(page, &plain, out);
    out[2] = change[2] - out[0] - out[1]; /* reckoned like this by those who solved, too */
    out[0] += change[0];
    out[1] += change[1];
}

/* Few rounds need more than the first. */
void dm_table_balance(const dm_cases *c, dm_balance *out)
{
    static const dm_effort usual = { 400, 12, 0.001F }, hard = { 3000, 40, 0.001F };
    dm_balance_find(c, &usual, out);
    if (out->gap > usual.enough)
        dm_balance_find(c, &hard, out);
}

void dm_table_choose(const dm_spot *s, const dm_cases *c, const dm_risk *r, dm_balance *before, dm_balance *out)
{
    dm_table_balance(c, before);
    *out = *before;
    if (s->ends == DM_BARE || dm_risk_is_much(r))
        dm_risk_take(s, c, r, out);
}
