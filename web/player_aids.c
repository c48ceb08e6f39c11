/* SPDX-License-Identifier: MIT */
/* web/player_aids.c -- numbers that a player could work out from what is visible, computed from a view.
 * One section for each game: totals and leaders for Chinesische Mauer, what rivals hold for Die Mauer, sections and
 * values of provinces and regions for Chang Cheng. The arithmetic is the engine's own, so that the browser needs to
 * know no rules. A new game has an empty object until a section for it is written here. */
#include "web/player_aids.h"

#include <assert.h>
#include <string.h>

#include "engine/muraille.h"

/* "key": and an opening bracket. */
static void begin(mur_json *j, const char *key, char bracket)
{
    mur_json_key(j, key);
    mur_json_begin(j, bracket);
}

/* null where there is nothing to count. */
static void put_int_or_null(mur_json *j, bool known, int n)
{
    if (known)
        mur_json_int(j, n);
    else
        mur_json_null(j);
}

/* -- Chinesische Mauer: totals and leaders by site, and what each set has not shown yet -- */

/* A seat's 20 cards less what lies at the sites, lies covered, or has left the game: what its hand and pile can still
 * hold. */
static void put_unshown(mur_json *j, const uint8_t left[CM_KINDS])
{
    mur_json_begin(j, '{');
    for (int kind = 0; kind < CM_KINDS; kind++) {
        char letter[] = { cm_letter[kind], '\0' };
        mur_json_put_int(j, letter, left[kind]);
    }
    mur_json_end(j, '}');
}

/* By column: what its card counts, and what it would without a noble. */
static void put_card_values(mur_json *j, const cm_board *b, int site)
{
    mur_json_begin(j, '[');
    for (int column = 0; column < b->n_columns[site]; column++) {
        mur_json_begin(j, '[');
        mur_json_int(j, cm_card_value(b, site, column));
        mur_json_int(j, cm_plain_value(b, site, column));
        mur_json_end(j, ']');
    }
    mur_json_end(j, ']');
}

/* By site: totals of all seats, the leader, the value of each card; by seat: the cards not shown yet. */
static void write_cm(const cm_view *v, mur_json *j)
{
    const cm_board *b = &v->board;
    int seats = v->base.seats, sites = cm_n_sites(seats);
    uint8_t unshown[CM_SEATS][CM_KINDS];
    cm_count_unshown(b, seats, unshown);
    begin(j, "totals", '[');
    for (int site = 0; site < sites; site++) {
        mur_json_begin(j, '[');
        for (int seat = 0; seat < seats; seat++)
            put_int_or_null(j, b->sum[site][seat].cards > 0, cm_total(b, site, seat));
        mur_json_end(j, ']');
    }
    mur_json_end(j, ']');
    begin(j, "leaders", '[');
    for (int site = 0; site < sites; site++)
        put_int_or_null(j, b->leader[site] != CM_NONE, b->leader[site] + 1);
    mur_json_end(j, ']');
    begin(j, "worths", '[');
    for (int site = 0; site < sites; site++)
        put_card_values(j, b, site);
    mur_json_end(j, ']');
    begin(j, "unshown", '[');
    for (int seat = 0; seat < seats; seat++)
        put_unshown(j, unshown[seat]);
    mur_json_end(j, ']');
}

/* -- Die Mauer: which ends take a tower or a gate, and what each rival certainly or possibly holds -- */

enum { WORLDS = 48 }; /* redealt states that put_beliefs() looks at */

/* Letters, one for each kind of the set. */
static void put_kinds(mur_json *j, unsigned kinds)
{
    mur_json_quote(j);
    for (int kind = 0; kind < DM_KINDS; kind++)
        if (kinds >> kind & 1)
            mur_put_char(j->t, dm_letter[kind]);
    mur_json_unquote(j);
}

/* Draws many worlds that fit the view: a kind that a seat holds in all of them is certain, one in some of them is
 * possible. A rare possibility can be missed. */
static void put_beliefs(const dm_view *v, mur_json *j)
{
    unsigned may[DM_SEATS] = { 0 }, must[DM_SEATS];
    dm_state s;
    mur_rng rng;
    mur_rng_seed(&rng, 1);
    memset(must, 0xff, sizeof must);
    for (int i = 0; i < WORLDS; i++) {
        mur_redeal(&dm_game, &v->base, &rng, &s.base);
        for (int seat = 0; seat < v->base.seats; seat++) {
            may[seat] |= s.held[seat];
            must[seat] &= s.held[seat];
        }
    }
    begin(j, "may_hold", '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        put_kinds(j, may[seat]);
    mur_json_end(j, ']');
    begin(j, "must_hold", '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        put_kinds(j, must[seat]);
    mur_json_end(j, ']');
}

/* On an empty table the first piece goes to the right, so the left end is not free. */
static void write_dm(const dm_view *v, mur_json *j)
{
    const dm_board *b = &v->board;
    begin(j, "free_ends", '[');
    mur_json_bool(j, b->n_wall && b->free_ends & 1);
    mur_json_bool(j, b->free_ends & 2);
    mur_json_end(j, ']');
    put_beliefs(v, j);
}

/* -- Chang Cheng: provinces and regions with their slots, sections and worth -- */

static void put_slots(mur_json *j, uint64_t slots)
{
    begin(j, "slots", '[');
    for (int slot = 0; slot < CC_SLOTS; slot++)
        if (slots >> slot & 1) {
            mur_json_quote(j);
            cc_game.write_place(slot, NULL, j->t);
            mur_json_unquote(j);
        }
    mur_json_end(j, ']');
}

/* By seat, and of neutral walls. */
static void put_sections(mur_json *j, const int sections[CC_COLOURS], int seats)
{
    begin(j, "sections", '[');
    for (int seat = 0; seat < seats; seat++)
        mur_json_int(j, sections[seat]);
    mur_json_end(j, ']');
    mur_json_put_int(j, "neutral", sections[CC_NEUTRAL]);
}

/* The name of a province or region as a key: "Ap1", "Am2". */
static void put_part_name(mur_json *j, int letter, char kind, int part)
{
    mur_json_quote(j);
    mur_put_char(j->t, (char)('A' + letter));
    mur_put_char(j->t, kind);
    mur_put_int(j->t, part + 1);
    mur_json_unquote(j);
    mur_json_colon(j);
}

/* Slots, sections by seat and neutral, value, how many slots are filled, face-down cards by seat. */
static void put_province(mur_json *j, const cc_view *v, int letter, int part)
{
    int province = CC_PARTS * letter + part, sections[CC_COLOURS];
    uint64_t slots = cc_province_slots(&v->board, province);
    assert(v->board.reputation[province] != CC_NONE); /* a board of the line */
    cc_province_sections(&v->board, province, sections);
    put_part_name(j, letter, 'p', part);
    mur_json_begin(j, '{');
    put_slots(j, slots);
    put_sections(j, sections, v->base.seats);
    mur_json_put_int(j, "worth", cc_province_value(&v->board, province));
    mur_json_put_int(j, "filled", cc_count(slots & ~v->board.empty));
    begin(j, "cards", '[');
    for (int seat = 0; seat < v->base.seats; seat++)
        mur_json_int(j, v->board.face_down[seat][province]);
    mur_json_end(j, ']');
    mur_json_end(j, '}');
}

/* Slots and sections; whether its token is still there is in the state. */
static void put_region(mur_json *j, const cc_view *v, int letter, int part)
{
    int sections[CC_COLOURS];
    uint64_t slots = cc_region_slots(&v->board, CC_PARTS * letter + part);
    cc_sections(&v->board, slots, sections);
    put_part_name(j, letter, 'm', part);
    mur_json_begin(j, '{');
    put_slots(j, slots);
    put_sections(j, sections, v->base.seats);
    mur_json_end(j, '}');
}

/* Where the second and the third part begin, counted in slots. */
static void put_borders(mur_json *j, const uint64_t parts[CC_PARTS])
{
    int at = 0;
    mur_json_begin(j, '[');
    for (int part = 0; part < CC_PARTS - 1; part++)
        mur_json_int(j, at += cc_count(parts[part]));
    mur_json_end(j, ']');
}

/* By letter, for the boards of the line and those that wait: borders of its provinces, then of its regions. */
static void put_faces(mur_json *j, const cc_board *b)
{
    begin(j, "borders", '{');
    for (int letter = 0; letter < CC_LETTERS; letter++) {
        if (b->face[letter] == CC_NONE)
            continue;
        const cc_face *face = cc_face_at(b, letter);
        begin(j, (char[]){ (char)('A' + letter), '\0' }, '[');
        put_borders(j, face->province);
        put_borders(j, face->region);
        mur_json_end(j, ']');
    }
    mur_json_end(j, '}');
}

/* Provinces and regions of the boards in the line; borders also of the boards that wait. */
static void write_cc(const cc_view *v, mur_json *j)
{
    const cc_board *b = &v->board;
    begin(j, "provinces", '{');
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            put_province(j, v, b->line[i], part);
    mur_json_end(j, '}');
    begin(j, "regions", '{');
    for (int i = 0; i < b->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            put_region(j, v, b->line[i], part);
    mur_json_end(j, '}');
    put_faces(j, b);
}

/* A game without aids gets an empty object: the page shows nothing then. */
void player_aids_write(const mur_game *g, const mur_view *v, mur_json *j)
{
    mur_json_begin(j, '{');
    if (g == &cm_game)
        write_cm((const cm_view *)v, j);
    else if (g == &dm_game)
        write_dm((const dm_view *)v, j);
    else if (g == &cc_game)
        write_cc((const cc_view *)v, j);
    mur_json_end(j, '}');
}
