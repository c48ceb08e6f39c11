/* SPDX-License-Identifier: MIT */
/* fuzz/fuzz_table_block.c -- models of Die Mauer from arbitrary bytes: as a whole file, and one block of a solved table
 * behind arbitrary class tables.
 *
 * Reading must end and stay inside the bytes, whatever they are. Input: two bytes block number, one byte length of the
 * class data, one unused byte, the class data (repeated as often as needed), the block. */
#include <stdlib.h>
#include <string.h>

#include "bots/die_mauer/dm_strong.h"
#include "bots/die_mauer/dm_table.h"
#include "fuzz/fuzz.h"

/* Fills all class tables by repeating the given bytes. */
static void set_classes(dm_table_class *classes, const uint8_t *data, size_t size)
{
    uint8_t *out = (uint8_t *)classes;
    for (size_t i = 0; i < DM_TABLE_CLASS_BYTES; i++)
        out[i] = size ? data[i % size] : 0;
}

static void check_block(const uint8_t *data, size_t size)
{
    static dm_table_class classes[DM_TABLE_N_CLASSES];
    static dm_table_block block;
    if (size < 4)
        return;
    size_t n_class = data[2] < size - 4 ? data[2] : size - 4;
    int which = (data[0] | data[1] << 8) % DM_TABLE_BLOCKS;
    set_classes(classes, data + 4, n_class);
    dm_table_block_read(classes, (mur_span){ (const char *)data + 4 + n_class, size - 4 - n_class }, which, &block);
    demand(block.master == which >> DM_KINDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1); /* the exact size: the sanitizer finds reads past the end */
    demand(copy);
    memcpy(copy, data, size);
    for (int seats = 3; seats <= 6; seats++)
        dm_strong_can_play(seats, (mur_span){ (const char *)copy, size });
    demand(dm_table_net((mur_span){ (const char *)copy, size }).len <= size);
    check_block(copy, size);
    free(copy);
    return 0;
}
