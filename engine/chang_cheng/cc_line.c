/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_line.c -- the line of boards and the pieces on it.
 * Sets of slots are 64-bit words numbered by board letter, not by position in the line (see cc_boards.h). So a slot
 * keeps its number when a board joins at the left end, and only the functions here know the order of the boards:
 * neighbours inside a board are one bit apart, neighbours across a joint are looked up in b->line. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>

/* At most five words to look at; a slot has at most one owner (cc_sound.c checks that). */
int cc_colour_of(const cc_board *b, int slot)
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (b->owned[colour] >> slot & 1)
            return colour;
    return CC_NONE;
}

/* A ruin is always a single wall; otherwise the sets exclude each other. */
char cc_piece_letter(const cc_board *b, int slot)
{
    return b->ruins >> slot & 1 ? 'x' : b->towers >> slot & 1 ? 't' : b->doubles >> slot & 1 ? 'd' : 'w';
}

/* The last slot of a board has its neighbour on the next board of the line. */
int cc_right_of(const cc_board *b, int slot)
{
    assert(slot >= 0 && slot < CC_SLOTS);
    if (!(CC_LASTS >> slot & 1))
        return slot + 1;
    for (int i = 0; i + 1 < b->n_line; i++)
        if (b->line[i] == slot / CC_BOARD_SLOTS)
            return b->line[i + 1] * CC_BOARD_SLOTS;
    return CC_NONE;
}

/* All neighbours at once: shift the whole set by one slot to either side, but not over the edge of a board; then add
 * the neighbours across each joint of the line. */
uint64_t cc_next_to(const cc_board *b, uint64_t slots)
{
    uint64_t next = (slots & ~CC_LASTS) << 1 | (slots & ~CC_FIRSTS) >> 1;
    for (int i = 0; i + 1 < b->n_line; i++) { /* across the joints */
        int last = b->line[i] * CC_BOARD_SLOTS + CC_BOARD_SLOTS - 1, first = b->line[i + 1] * CC_BOARD_SLOTS;
        next |= (slots >> last & 1) << first | (slots >> first & 1) << last;
    }
    return next;
}

/* Follows the line from left to right, across the joints; an empty slot, a ruin or another colour breaks the row. */
int cc_longest_row(const cc_board *b, int seat)
{
    uint64_t own = b->owned[seat] & ~b->ruins;
    int longest = 0, row = 0;
    for (int i = 0; i < b->n_line; i++)
        for (int n = 0; n < CC_BOARD_SLOTS; n++) {
            row = own >> (b->line[i] * CC_BOARD_SLOTS + n) & 1 ? row + 1 : 0;
            if (row > longest)
                longest = row;
        }
    return longest;
}

/* Protected provinces count as well: the event looks at where sections stand, not at what was scored. */
int cc_provinces_held(const cc_board *b, int seat)
{
    uint64_t own = b->owned[seat] & ~b->ruins;
    int held = 0;
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            held += (own & cc_face_at(b, b->line[i])->province[part]) != 0;
    return held;
}
