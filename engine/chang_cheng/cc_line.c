/* SPDX-License-Identifier: MIT */
/* The line of boards and what stands on it: neighbours, reservations, sections, majorities. */
#include "engine/chang_cheng/cc_int.h"

int cc_colour_of(const cc_board *b, int slot)
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (b->of[colour] >> slot & 1)
            return colour;
    return CC_NONE;
}

char cc_piece_letter(const cc_board *b, int slot)
{
    return b->ruins >> slot & 1 ? 'x' : b->towers >> slot & 1 ? 't' : b->doubles >> slot & 1 ? 'd' : 'w';
}

int cc_right_of(const cc_board *b, int slot)
{
    if (!(CC_LASTS >> slot & 1))
        return slot + 1;
    for (int i = 0; i + 1 < b->n_line; i++)
        if (b->line[i] == slot / CC_ROW)
            return b->line[i + 1] * CC_ROW;
    return CC_NONE;
}

uint64_t cc_next_to(const cc_board *b, uint64_t slots)
{
    uint64_t next = (slots & ~CC_LASTS) << 1 | (slots & ~CC_FIRSTS) >> 1;
    for (int i = 0; i + 1 < b->n_line; i++) { /* across the joints */
        int last = b->line[i] * CC_ROW + CC_ROW - 1, first = b->line[i + 1] * CC_ROW;
        next |= (slots >> last & 1) << first | (slots >> first & 1) << last;
    }
    return next;
}

void cc_sections(const cc_board *b, uint64_t slots, int out[CC_COLOURS])
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        out[colour] = cc_count(b->of[colour] & slots & ~b->ruins);
}

void cc_province_sections(const cc_board *b, int province, int out[CC_COLOURS])
{
    cc_sections(b, cc_province_slots(b, province), out);
    if (b->resolving == province)
        for (int seat = 0; seat < CC_SEATS; seat++)
            out[seat] += b->extra[seat];
}

int cc_worth(const cc_board *b, int province)
{
    uint64_t sections = cc_province_slots(b, province) & ~b->empty & ~b->ruins;
    return cc_count(sections) + b->reputation[province] + (b->resolving == province ? b->worth : 0);
}

unsigned cc_most(const int sections[CC_COLOURS])
{
    unsigned leaders = 0;
    int most = 1;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        if (sections[colour] > most) {
            most = sections[colour];
            leaders = 0;
        }
        if (sections[colour] == most)
            leaders |= 1U << colour;
    }
    return leaders;
}

int cc_longest_row(const cc_board *b, int seat)
{
    uint64_t own = b->of[seat] & ~b->ruins;
    int longest = 0, row = 0;
    for (int i = 0; i < b->n_line; i++)
        for (int n = 0; n < CC_ROW; n++) {
            row = own >> (b->line[i] * CC_ROW + n) & 1 ? row + 1 : 0;
            if (row > longest)
                longest = row;
        }
    return longest;
}

int cc_provinces_held(const cc_board *b, int seat)
{
    uint64_t own = b->of[seat] & ~b->ruins;
    int held = 0;
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            held += (own & cc_face_at(b, b->line[i])->province[part]) != 0;
    return held;
}
