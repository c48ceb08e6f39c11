/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_board.c -- Chang Cheng for the terminal: the parts of its moves, and the picture
 * as a whole. The engine lists for each kind of move which operands it has (CC_MOVES); a move becomes a button for
 * its kind, where one is needed, followed by a part for each operand. Start reading here, then cct_int.h. */
#include <assert.h>

#include "terminal/boards/chang_cheng/cct_int.h"

/* -- Places in notation -- */

/* "A7": the board's letter and the slot's number on it. */
static void put_slot(mur_text *t, int slot)
{
    assert(slot >= 0 && slot < CC_BOARD_SLOTS * CC_LETTERS);
    mur_put_char(t, (char)('A' + slot / CC_BOARD_SLOTS));
    mur_put_int(t, slot % CC_BOARD_SLOTS + 1);
}

void cct_put_territory(mur_text *t, cct_side side, int territory)
{
    assert(territory >= 0 && territory < CC_PROVINCES);
    mur_put_char(t, (char)('A' + territory / CC_PARTS));
    mur_put_char(t, side == CCT_CHINA ? 'p' : 'm');
    mur_put_int(t, territory % CC_PARTS + 1);
}

/* -- Moves as parts -- */

/* The operands of each kind of move, from the engine's own table. */
static const struct {
    uint8_t first, second; /* enum cc_operand: what the move's two numbers mean */
} forms[CC_KINDS] = {
#define X(id, word, first, second, sentence) [CC_DO_##id] = { CC_##first, CC_##second },
    CC_MOVES(X)
#undef X
};

/* An operand of a move as a part: the operand tells the type, its value the index. */
static move_part part_of(unsigned operand, int value)
{
    static const uint16_t types[] = {
        [CC_SLOT] = CCT_PART_SLOT, [CC_PROVINCE] = CCT_PART_PROVINCE, [CC_REGION] = CCT_PART_REGION,
        [CC_CARD] = CCT_PART_CARD, [CC_END] = CCT_PART_END,
    };
    assert(operand < sizeof types / sizeof types[0] && types[operand]);
    assert(value >= 0 && value <= 0xff);
    return (move_part)(types[operand] + value);
}

/* Pieces that are laid have to be named first: the same slot may take a wall or a tower. A neutral wall, a traitor
 * or a mandarin is due alone, so only the place is asked. */
static bool is_button(unsigned kind)
{
    assert(kind < CC_KINDS);
    return kind == CC_DO_WALL || kind == CC_DO_TOWER || kind == CC_DO_DOUBLE || forms[kind].first == CC_NO_OPERAND;
}

/* A double wall is named by its left half, since the right half follows. A warrior strikes a card; after equal cards
 * have cancelled each other out, each card lies there once at most, so the card alone identifies the target. */
static int split_move(const mur_view *v, mur_move m, move_part out[MOVE_PARTS])
{
    unsigned kind = cc_move_kind(m);
    int n = 0;
    (void)v;
    if (kind == CC_DO_STRIKE) {
        out[0] = (move_part)(CCT_PART_ACTING_CARD + cc_move_second(m));
        return 1;
    }
    if (is_button(kind))
        out[n++] = (move_part)(CCT_PART_KIND + kind);
    if (forms[kind].first != CC_NO_OPERAND)
        out[n++] = part_of(forms[kind].first, cc_move_first(m));
    if (forms[kind].second != CC_NO_OPERAND && kind != CC_DO_DOUBLE)
        out[n++] = part_of(forms[kind].second, cc_move_second(m));
    return n;
}

/* A piece or card that must be taken is taken without asking; where it goes is always asked. */
static bool is_worth_asking(move_part part)
{
    return cct_part_type(part) != CCT_PART_KIND && cct_part_type(part) != CCT_PART_CARD;
}

/* Cards have their number as key, in the hand and among the acting cards. */
static int digit(const mur_view *v, move_part part)
{
    (void)v;
    return cct_part_type(part) == CCT_PART_CARD || cct_part_type(part) == CCT_PART_ACTING_CARD ? cct_part_index(part)
                                                                                               : 0;
}

/* The label of the button for a kind of move, translated; "" if that kind has none. */
static const char *kind_name(unsigned kind, const mur_words *w)
{
    assert(kind < CC_KINDS);
    static const char *const words[CC_KINDS] = {
        [CC_DO_WALL] = N_("single wall"),
        [CC_DO_TOWER] = N_("tower"),
        [CC_DO_DOUBLE] = N_("double wall"),
        [CC_DO_NONE] = N_("no neutral wall"),
        [CC_DO_PASS] = N_("pass"),
        [CC_DO_RAISE] = N_("worth 2 more"),
        [CC_DO_LOWER] = N_("worth 2 less"),
        [CC_DO_VALUE] = N_("worth 2 more"),
        [CC_DO_SECTION] = N_("one more section"),
        [CC_DO_KEEP] = N_("swap nothing"),
    };
    return words[kind] ? mur_translate(w, words[kind]) : "";
}

const char *cct_effect(int card, const mur_words *w)
{
    static const char *const effects[CC_CARDS_END] = {
        [CC_WARRIOR] = N_("removes another card here"), [CC_TRAITOR] = N_("ruins a wall, or removes a threat token"),
        [CC_FLOOD] = N_("worth 2 more or 2 less"),      [CC_MASON] = N_("worth 2 more, or 1 more section for you"),
        [CC_ARCHITECT] = N_("2 more sections for you"), [CC_MANDARIN] = N_("may swap two single walls"),
    };
    assert(card >= CC_WARRIOR && card < CC_CARDS_END);
    return mur_translate(w, effects[card]);
}

/* Pieces and cards by name, places in notation. */
static void put_part(const mur_view *v, move_part part, const mur_words *w, mur_text *t)
{
    int i = cct_part_index(part);
    (void)v;
    switch (cct_part_type(part)) {
    case CCT_PART_KIND:
        mur_put(t, kind_name((unsigned)i, w));
        break;
    case CCT_PART_CARD:
    case CCT_PART_ACTING_CARD:
        mur_put(t, mur_translate(w, cc_card_names[i]));
        break;
    case CCT_PART_SLOT:
        put_slot(t, i);
        break;
    case CCT_PART_END:
        mur_put(t, mur_translate(w, i ? N_("right end") : N_("left end")));
        break;
    default:
        cct_put_territory(t, cct_part_type(part) == CCT_PART_REGION ? CCT_STEPPE : CCT_CHINA, i);
    }
}

/* -- The picture -- */

/* Slots, provinces and regions are on the map; everything else is in the panel. */
static bool is_on_map(move_part part)
{
    return cct_part_type(part) == CCT_PART_SLOT || cct_part_type(part) == CCT_PART_PROVINCE ||
           cct_part_type(part) == CCT_PART_REGION;
}

/* A choice that no map row shows gets one row, in the overview or at an arrow; nobody has highlighted it there yet. */
static void add_map_hotspot(const cct_scene *s, const cct_map *m, canvas *c, move_part part, hotspot_list *hotspots)
{
    area at = cct_map_hotspot(s, m, part);
    if (at.rows == 1)
        canvas_highlight(c, at, HIGHLIGHT_CHOICE);
    hotspot_add(hotspots, part, at);
}

/* The map gets what the panel does not need. Hotspots of the map come first: on a click the last one wins, and panel
 * and map do not overlap. */
static void draw(const scene *s, canvas *c, area where, hotspot_list *hotspots)
{
    cct_scene derived;
    cct_scene_init(s, &derived);
    hotspots->n = 0;
    /* The panel begins right below the map, which may not use all rows it could have. */
    cct_map m = cct_map_of(&derived, area_rows(where, 0, where.rows - cct_panel_rows(&derived)));
    cct_draw_map(&derived, &m, c);
    for (int i = 0; s->selection && i < s->selection->n_choices; i++)
        if (is_on_map(s->selection->choice[i]))
            add_map_hotspot(&derived, &m, c, s->selection->choice[i], hotspots);
    cct_draw_panel(&derived, c, area_rows(where, m.at.y - where.y + m.at.rows, where.rows), hotspots);
}

const board cct_board = {
    .game = &cc_game,
    .split_move = split_move,
    .is_worth_asking = is_worth_asking,
    .put_part = put_part,
    .digit = digit,
    .draw = draw,
    .put_change = cct_put_change,
    .describe = cct_describe,
};
