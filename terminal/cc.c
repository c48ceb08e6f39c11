/* SPDX-License-Identifier: MIT */
/* Chang Cheng in the terminal: the parts of its moves, and the picture as a whole. */
#include "terminal/cc_int.h"

#include <assert.h>

/* -- Places in notation -- */

void cct_put_slot(mur_text *t, int slot)
{
    mur_put_char(t, (char)('A' + slot / CC_ROW));
    mur_put_int(t, slot % CC_ROW + 1);
}

void cct_put_land(mur_text *t, cct_side side, int land)
{
    mur_put_char(t, (char)('A' + land / CC_PARTS));
    mur_put_char(t, side == CCT_CHINA ? 'p' : 'm');
    mur_put_int(t, land % CC_PARTS + 1);
}

/* -- Moves as parts -- */

static const struct {
    uint8_t first, second; /* enum cc_operand */
} forms[CC_KINDS] = {
#define X(id, word, first, second, sentence) [CC_DO_##id] = { CC_##first, CC_##second },
    CC_MOVES(X)
#undef X
};

static pick_part part_of(unsigned operand, int value)
{
    static const uint16_t sorts[] = {
        [CC_SLOT] = CCT_SLOT, [CC_PROVINCE] = CCT_PROVINCE, [CC_REGION] = CCT_REGION,
        [CC_CARD] = CCT_CARD, [CC_END] = CCT_END,
    };
    return (pick_part)(sorts[operand] + value);
}

/* What is laid needs its piece named; a neutral wall, a traitor and a mandarin are asked about a place only. */
static bool is_button(unsigned kind)
{
    return kind == CC_DO_WALL || kind == CC_DO_TOWER || kind == CC_DO_DOUBLE || forms[kind].first == CC_NO_OPERAND;
}

static int split(const mur_view *v, mur_move m, pick_part out[PICK_PARTS])
{
    unsigned kind = cc_move_kind(m);
    int n = 0;
    (void)v;
    if (kind == CC_DO_STRIKE) { /* equal cards have cancelled each other out: the card tells the seat */
        out[0] = (pick_part)(CCT_TARGET + cc_move_second(m));
        return 1;
    }
    if (is_button(kind))
        out[n++] = (pick_part)(CCT_KIND + kind);
    if (forms[kind].first != CC_NO_OPERAND)
        out[n++] = part_of(forms[kind].first, cc_move_first(m));
    if (forms[kind].second != CC_NO_OPERAND && kind != CC_DO_DOUBLE) /* its left half says it all */
        out[n++] = part_of(forms[kind].second, cc_move_second(m));
    return n;
}

/* A piece that must be taken is taken; where it goes is always asked. */
static bool asks(pick_part part)
{
    return cct_sort(part) != CCT_KIND && cct_sort(part) != CCT_CARD;
}

static int digit(const mur_view *v, pick_part part)
{
    (void)v;
    return cct_sort(part) == CCT_CARD || cct_sort(part) == CCT_TARGET ? cct_index(part) : 0;
}

const char *cct_kind_word(unsigned kind, const mur_words *w)
{
    static const char *const words[CC_KINDS] = {
        [CC_DO_WALL] = N_("single wall"),     [CC_DO_TOWER] = N_("tower"),    [CC_DO_DOUBLE] = N_("double wall"),
        [CC_DO_NONE] = N_("no neutral wall"), [CC_DO_PASS] = N_("pass"),      [CC_DO_RAISE] = N_("worth +2"),
        [CC_DO_LOWER] = N_("worth -2"),       [CC_DO_VALUE] = N_("worth +2"), [CC_DO_SECTION] = N_("one more section"),
        [CC_DO_KEEP] = N_("swap nothing"),
    };
    return words[kind] ? mur_word(w, words[kind]) : "";
}

const char *cct_effect(int card, const mur_words *w)
{
    static const char *const effects[CC_CARDS_END] = {
        [CC_WARRIOR] = N_("removes another card here"),
        [CC_TRAITOR] = N_("ruins a wall, or removes a peril token"),
        [CC_FLOOD] = N_("worth +2 or -2"),
        [CC_MASON] = N_("worth +2, or 1 more section for you"),
        [CC_ARCHITECT] = N_("2 more sections for you"),
        [CC_MANDARIN] = N_("may swap two single walls"),
    };
    return mur_word(w, effects[card]);
}

static void put_part(const mur_view *v, pick_part part, const mur_words *w, mur_text *t)
{
    int i = cct_index(part);
    (void)v;
    switch (cct_sort(part)) {
    case CCT_KIND:
        mur_put(t, cct_kind_word((unsigned)i, w));
        break;
    case CCT_CARD:
    case CCT_TARGET:
        mur_put(t, mur_word(w, cc_card_names[i]));
        break;
    case CCT_SLOT:
        cct_put_slot(t, i);
        break;
    case CCT_END:
        mur_put(t, mur_word(w, i ? N_("right end") : N_("left end")));
        break;
    default:
        cct_put_land(t, cct_sort(part) == CCT_REGION ? CCT_STEPPE : CCT_CHINA, i);
    }
}

/* -- The picture -- */

static void put_spot(board_spots *spots, pick_part part, area at)
{
    assert(spots->n < BOARD_SPOTS);
    spots->at[spots->n++] = (board_spot){ part, at };
}

static bool is_on_map(pick_part part)
{
    return cct_sort(part) == CCT_SLOT || cct_sort(part) == CCT_PROVINCE || cct_sort(part) == CCT_REGION;
}

/* What is off the strips has but a row, of the overview or at an end, and is marked there. */
static void put_map_spot(const cct_scene *s, const cct_map *m, canvas *c, pick_part part, board_spots *spots)
{
    area at = cct_map_spot(s, m, part);
    if (at.rows == 1)
        canvas_mark(c, at, MARK_TARGET);
    put_spot(spots, part, at);
}

static void draw(const scene *s, canvas *c, area where, board_spots *spots)
{
    cct_scene looked;
    cct_look(s, &looked);
    spots->n = 0;
    cct_map m = cct_map_of(&looked, area_rows(where, 0, where.rows - cct_panel_rows(&looked)));
    cct_draw_map(&looked, &m, c);
    for (int i = 0; s->pick && i < s->pick->n_choices; i++)
        if (is_on_map(s->pick->choice[i]))
            put_map_spot(&looked, &m, c, s->pick->choice[i], spots);
    cct_draw_panel(&looked, c, area_rows(where, m.at.y - where.y + m.at.rows, where.rows), spots);
}

const board cc_board_ = {
    .game = &cc_game,
    .split = split,
    .asks = asks,
    .put_part = put_part,
    .digit = digit,
    .draw = draw,
    .put_change = cct_put_change,
    .tell = cct_tell,
};
