/* SPDX-License-Identifier: MIT */
/* Lore of Die Mauer from any bytes: as a whole, and a page of a table after classes of numbers. Whatever is read, it is
 * read from these bytes, and reading ends. */
#include <stdlib.h>
#include <string.h>

#include "bots/dm_strong.h"
#include "bots/dm_table.h"
#include "fuzz/fuzz.h"

/* Of all classes those that the bytes give; the others are like them. */
static void set_classes(dm_page_class *classes, const uint8_t *data, size_t size)
{
    uint8_t *out = (uint8_t *)classes;
    for (size_t i = 0; i < DM_TABLE_CLASSES; i++)
        out[i] = size ? data[i % size] : 0;
}

static void check_page(const uint8_t *data, size_t size)
{
    static dm_page_class classes[DM_PAGE_CLASSES];
    static dm_page page;
    if (size < 4)
        return;
    size_t n_class = data[2] < size - 4 ? data[2] : size - 4;
    int which = (data[0] | data[1] << 8) % DM_PAGES;
    set_classes(classes, data + 4, n_class);
    dm_page_read(classes, (mur_span){ (const char *)data + 4 + n_class, size - 4 - n_class }, which, &page);
    demand(page.master == which >> DM_KINDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1); /* an exact size, so that reading past the end is found */
    demand(copy);
    memcpy(copy, data, size);
    for (int seats = 3; seats <= 6; seats++)
        dm_strong_can_play(seats, (mur_span){ (const char *)copy, size });
    demand(dm_table_net((mur_span){ (const char *)copy, size }).len <= size);
    check_page(copy, size);
    free(copy);
    return 0;
}
