/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_map.c -- the map: steppe above, the wall in the middle, provinces below. The line
 * of game boards is cut into map rows. As many whole boards as fit stand side by side, and as many map rows as fit
 * below each other. If that is not the whole line, an overview with one column per slot is drawn above, and the map
 * rows are scrolled to where the action is.
 *
 * Coordinates: slot i of a map row takes the columns after i * slot_width; the column i * slot_width itself is the
 * border to its left. Borders of provinces and regions do not coincide, so each side has its own.
 *
 * One map row with its overview; slot 4 is focused and previews a wall:
 *     [Ab ·············]Cb ·············  ♛ 0/3   N 12   boards waiting: Db     overview, supplies
 *     ┌─▸Am1──────────────────┬─Am2───────────────────┬─Am3─────────────────────────┐
 *     │ power ▒               │ power ▒               │ power ▒                     │    regions
 *     │ ●0→1!                 │                       │                             │
 *     ├──1─────2─────3─────4──┴──5─────6─────7─────8──┴──9────10────11────12────13──┤
 *      [ · ] [ · ] [ · ] [█●█] [ · ] [ · ] [ · ] [ · ] [ · ] [ · ] [ · ] [ · ] [ · ]→    wall
 *     ├─Ap1─────────────┬─▸Ap2──────────────────────────────┬─Ap3───────────────────┤
 *     │ ★0 (+0)  0/3    │ worth 3→4 (+3)  0→1/6             │ worth 0 (+0)  0/4     │    provinces
 *     │                 │ ●0→1♛                             │                       │ */
#include "terminal/boards/chang_cheng/cct_int.h"

#include <assert.h>

enum { NARROWEST = 5, WIDEST = 8 }; /* columns of a slot */

/* Rows of a map row, from the top: regions, slot numbers, one or two rows of wall, provinces. */
enum { ROW_REGIONS, REGION_ROWS = 3, ROW_NUMBERS = ROW_REGIONS + REGION_ROWS, PROVINCE_ROWS = 4 };

/* -- Layout -- */

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

/* A higher map row spends the additional space on the wall first. */
static int wall_rows(const cct_map *m)
{
    return m->row_height > CCT_MAP_ROW_HEIGHT ? 2 : 1;
}

static int n_positions(const cct_scene *s)
{
    return CC_BOARD_SLOTS * s->now->n_line;
}

/* The slots that must be visible, by priority: what the cursor is on, the province that is being resolved, then the
 * news. */
static uint64_t slots_in_focus(const cct_scene *s)
{
    uint64_t slots = s->hovered;
    if (!slots && s->now->resolving != CC_NONE)
        slots = cc_province_slots(s->now, s->now->resolving);
    if (!slots)
        slots = s->news;
    for (int territory = 0; !slots && territory < CC_PROVINCES; territory++)
        if (s->news_of[CCT_CHINA] >> territory & 1)
            slots = cc_province_slots(s->now, territory);
    return slots;
}

/* The first position to show. Preferably the board of the leftmost slot in focus begins the map row; if the
 * rightmost slot in focus would then be cut off, the slots in focus are centred instead. */
static int first_position_shown(const cct_scene *s, int shown)
{
    assert(shown > 0);
    int left = n_positions(s), right = 0;
    for (uint64_t slots = slots_in_focus(s); slots; slots &= slots - 1) {
        int position = cct_position(s->now, cc_lowest(slots));
        left = min_int(left, position);
        right = position > right ? position : right;
    }
    if (left > right)
        return 0;
    int first = left - left % CC_BOARD_SLOTS;
    return right - first < shown ? first : left - (shown - min_int(right - left + 1, shown)) / 2;
}

/* Layout: whole boards side by side if at least one fits at the narrowest slot width, else as many slots as fit.
 * Spare columns widen the slots, spare rows become more map rows, and what is left makes the map rows higher.
 * Scrolling is clamped to the line. */
cct_map cct_map_of(const cct_scene *s, area where)
{
    assert(s->now->n_line > 0);
    cct_map m = { .at = where };
    int all = n_positions(s), columns = where.cols - 1, height = where.rows - 1;
    int boards = min_int(s->now->n_line, columns / (NARROWEST * CC_BOARD_SLOTS));
    m.slots_per_row = boards > 0 ? CC_BOARD_SLOTS * boards : min_int(all, columns / NARROWEST);
    m.slot_width = m.slots_per_row > 0 ? min_int(WIDEST, columns / m.slots_per_row) : NARROWEST;
    int wanted = m.slots_per_row > 0 ? (all + m.slots_per_row - 1) / m.slots_per_row : 1,
        possible = height / CCT_MAP_ROW_HEIGHT;
    m.n_map_rows = possible < 1 ? 1 : min_int(wanted, possible);
    m.row_height = min_int(CCT_MAP_ROW_HEIGHT + 2, height / m.n_map_rows);
    m.overview = area_rows(where, 0, m.n_map_rows * m.slots_per_row < all ? 1 : 0);
    m.at.rows = min_int(where.rows, 1 + m.n_map_rows * m.row_height);
    /* `last` is the greatest first position that still fills all map rows. */
    int last = all - m.n_map_rows * m.slots_per_row;
    int first =
        last > 0 ? first_position_shown(s, m.n_map_rows * m.slots_per_row) + s->scene->scroll / m.slot_width : 0;
    m.first_position = first > last ? last : first;
    m.first_position = m.first_position < 0 ? 0 : m.first_position;
    return m;
}

/* -- A map row -- */

/* One map row: the positions first .. first + n - 1 of the line. */
typedef struct {
    const cct_scene *scene;
    const cct_map *map;
    area at;
    int first, n; /* positions of the line shown here */
} map_row;

/* The last map row may be shorter, or empty. */
static map_row map_row_of(const cct_scene *s, const cct_map *m, int i)
{
    assert(i >= 0 && i < m->n_map_rows);
    map_row t = { .scene = s,
                  .map = m,
                  .at = area_rows(m->at, 1 + i * m->row_height, m->row_height),
                  .first = m->first_position + i * m->slots_per_row };
    int left = n_positions(s) - t.first;
    t.n = left < 0 ? 0 : min_int(m->slots_per_row, left);
    return t;
}

static int territory_at(const map_row *t, cct_side side, int i)
{
    assert(i >= 0 && i < t->n);
    int slot = cct_slot_at(t->scene->now, t->first + i);
    return side == CCT_CHINA ? cc_province_of(t->scene->now, slot) : cc_region_of(t->scene->now, slot);
}

/* A territory that is cut by the left edge of the map row begins there as well. */
static bool begins_territory(const map_row *t, cct_side side, int i)
{
    return i == 0 || territory_at(t, side, i) != territory_at(t, side, i - 1);
}

/* Is the border left of slot i one between two game boards? It is drawn heavier. */
static bool is_board_join(const map_row *t, int i)
{
    return i > 0 && i < t->n && (t->first + i) % CC_BOARD_SLOTS == 0;
}

/* The first row of a side within the map row. */
static int row_of(const map_row *t, cct_side side)
{
    return side == CCT_STEPPE ? ROW_REGIONS : ROW_NUMBERS + 1 + wall_rows(t->map);
}

static area slot_area(const map_row *t, int i)
{
    assert(i >= 0 && i < t->n);
    area columns = area_cols(t->at, i * t->map->slot_width + 1, t->map->slot_width - 1);
    return area_rows(columns, ROW_NUMBERS, 1 + wall_rows(t->map));
}

/* The columns of a territory in this map row, without the border to its left; no columns if it is not in this row. */
static area territory_area(const map_row *t, cct_side side, int territory)
{
    int from = -1, n = 0;
    for (int i = 0; i < t->n; i++)
        if (territory_at(t, side, i) == territory) {
            from = from < 0 ? i : from;
            n++;
        }
    area columns = area_cols(t->at, from * t->map->slot_width + 1, n * t->map->slot_width - 1);
    return area_rows(columns, row_of(t, side), side == CCT_CHINA ? PROVINCE_ROWS : REGION_ROWS);
}

/* A horizontal line along the map row, with a tee at every border of one side and the given corners. */
static void draw_border(const map_row *t, canvas *c, int y, cct_side side, glyph left, glyph right, glyph tee)
{
    int end = t->n * t->map->slot_width;
    for (int x = 0; x <= end; x++) {
        int i = x / t->map->slot_width;
        bool is_border = x % t->map->slot_width == 0 && x < end && begins_territory(t, side, i);
        glyph g = x == 0 ? left : x == end ? right : is_border ? tee : GLYPH_HLINE;
        canvas_put_glyph(c, t->at, y, x, STYLE_DIM, 0, g);
    }
}

/* Vertical borders and contents of all provinces or all regions. i == n draws the right edge. */
static void draw_side(const map_row *t, canvas *c, cct_side side)
{
    int y = row_of(t, side), rows = side == CCT_CHINA ? PROVINCE_ROWS : REGION_ROWS;
    for (int i = 0; i <= t->n; i++) {
        if (i < t->n && !begins_territory(t, side, i))
            continue;
        for (int row = 1; row < rows; row++)
            canvas_put_glyph(c, t->at, y + row, i * t->map->slot_width, STYLE_DIM, 0,
                             is_board_join(t, i) ? GLYPH_HEAVY_VLINE : GLYPH_VLINE);
        if (i < t->n)
            cct_draw_territory(t->scene, c, territory_area(t, side, territory_at(t, side, i)), side,
                               territory_at(t, side, i));
    }
}

/* Arrows at the ends show that the line goes on there. */
static void draw_ends(const map_row *t, canvas *c)
{
    bool goes_on = t->first + t->n < n_positions(t->scene);
    if (t->first > 0)
        canvas_put_glyph(c, t->at, ROW_NUMBERS + 1, 0, STYLE_STRONG, 0, GLYPH_ARROW_LEFT);
    if (goes_on)
        canvas_put_glyph(c, t->at, ROW_NUMBERS + 1, t->n * t->map->slot_width, STYLE_STRONG, 0, GLYPH_ARROW_RIGHT);
}

/* Slots are drawn last: a double wall covers the border between its halves. */
static void draw_map_row(const map_row *t, canvas *c)
{
    int below = row_of(t, CCT_CHINA);
    draw_border(t, c, ROW_REGIONS, CCT_STEPPE, GLYPH_TOP_LEFT, GLYPH_TOP_RIGHT, GLYPH_TEE_DOWN);
    draw_border(t, c, ROW_NUMBERS, CCT_STEPPE, GLYPH_TEE_RIGHT, GLYPH_TEE_LEFT, GLYPH_TEE_UP);
    draw_border(t, c, below, CCT_CHINA, GLYPH_TEE_RIGHT, GLYPH_TEE_LEFT, GLYPH_TEE_DOWN);
    if (below + PROVINCE_ROWS < t->map->row_height)
        draw_border(t, c, below + PROVINCE_ROWS, CCT_CHINA, GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT, GLYPH_TEE_UP);
    draw_side(t, c, CCT_STEPPE);
    draw_side(t, c, CCT_CHINA);
    draw_ends(t, c);
    for (int i = 0; i < t->n; i++)
        cct_draw_slot(t->scene, c, slot_area(t, i), cct_slot_at(t->scene->now, t->first + i));
}

/* -- The overview: one column for each slot -- */

enum { OVERVIEW_NAME = 4, OVERVIEW_BOARD = OVERVIEW_NAME + CC_BOARD_SLOTS }; /* "[Ab " */

static bool is_shown(const cct_map *m, int position)
{
    return position >= m->first_position && position < m->first_position + m->n_map_rows * m->slots_per_row;
}

static int overview_column(int position)
{
    assert(position >= 0);
    return position / CC_BOARD_SLOTS * OVERVIEW_BOARD + OVERVIEW_NAME + position % CC_BOARD_SLOTS;
}

/* A slot in a single column: its owner's sign, a cross for a ruin, a flag for a reserved slot, a dot for an empty
 * one. */
static void draw_overview_slot(const cct_scene *s, canvas *c, area at, int slot)
{
    int position = cct_position(s->now, slot), colour = cc_colour_of(s->now, slot);
    cct_writer p = { .c = c, .a = at, .x = overview_column(position), .style = STYLE_DIM, .is_ascii = c->is_ascii };
    p.highlights = cct_highlights(s, (move_part)(CCT_PART_SLOT + slot));
    if (colour == CC_NONE)
        cct_write_glyph(&p, cct_reserved_for(s->now, slot) ? GLYPH_FLAG : GLYPH_DOT);
    else if (s->now->ruins >> slot & 1)
        cct_write_glyph(&p, GLYPH_TIMES);
    else
        cct_write_owner(&p, colour);
}

/* The part of the line that the map rows show stands in brackets, and its board names are strong. */
static void draw_overview(const cct_scene *s, const cct_map *m, canvas *c)
{
    for (int i = 0; i < s->now->n_line; i++) {
        int x = i * OVERVIEW_BOARD;
        style st = is_shown(m, i * CC_BOARD_SLOTS) || is_shown(m, i * CC_BOARD_SLOTS + CC_BOARD_SLOTS - 1)
                       ? STYLE_STRONG
                       : STYLE_DIM;
        canvas_put(c, m->overview, 0, x + 1, st, 0, cc_face_at(s->now, s->now->line[i])->name);
        for (int n = 0; n < CC_BOARD_SLOTS; n++)
            draw_overview_slot(s, c, m->overview, CC_BOARD_SLOTS * s->now->line[i] + n);
    }
    int last = m->first_position + m->n_map_rows * m->slots_per_row - 1, from = overview_column(m->first_position);
    bool is_name = m->first_position % CC_BOARD_SLOTS == 0;
    canvas_put(c, m->overview, 0, is_name ? from - OVERVIEW_NAME : from - 1, STYLE_STRONG, 0, "[");
    canvas_put(c, m->overview, 0, overview_column(last) + 1, STYLE_STRONG, 0, "]");
}

/* "♛ 1/3  N 9  next: Ca": emperors, neutral walls left, boards that will join. A painter; see cct_detail. */
static void put_supplies(cct_writer *p, const cct_detail *d)
{
    const cc_board *b = d->scene->now;
    const mur_words *w = d->scene->scene->words;
    if (d->level > 1)
        cct_write_text(p, mur_translate(w, N_("emperors:")));
    else
        cct_write_glyph(p, GLYPH_CROWN);
    cct_write_text(p, " ");
    cct_write_int(p, b->emperors);
    cct_write_text(p, "/");
    cct_write_int(p, CC_EMPERORS);
    if (b->neutrals) {
        cct_write_text(p, "   ");
        cct_write_text(p, d->level > 1 ? mur_translate(w, N_("neutral walls:")) : "N");
        cct_write_text(p, " ");
        cct_write_int(p, b->neutrals);
    }
    if (b->n_waiting) {
        cct_write_text(p, "   ");
        cct_write_text(p, d->level > 0 ? mur_translate(w, N_("boards waiting:")) : "+");
    }
    for (int i = 0; i < b->n_waiting; i++) {
        cct_write_text(p, " ");
        cct_write_text(p, cc_face_at(b, b->waiting[i])->name);
    }
}

void cct_draw_map(const cct_scene *s, const cct_map *m, canvas *c)
{
    int used = m->overview.rows ? s->now->n_line * OVERVIEW_BOARD + 2 : 1;
    if (m->overview.rows)
        draw_overview(s, m, c);
    cct_paint_fitting(c, area_cols(area_rows(m->at, 0, 1), used, m->at.cols), 0, STYLE_DIM, 0, put_supplies, s, 0, 2);
    for (int i = 0; i < m->n_map_rows; i++) {
        map_row t = map_row_of(s, m, i);
        if (t.n > 0)
            draw_map_row(&t, c);
    }
}

/* -- Hotspots -- */

/* Where a part is shown: on the first map row that has some of it; no columns if none has. */
static area area_shown(const cct_scene *s, const cct_map *m, move_part part)
{
    area none = { 0 };
    int n = cct_part_index(part);
    for (int i = 0; i < m->n_map_rows; i++) {
        map_row t = map_row_of(s, m, i);
        int at = cct_part_type(part) == CCT_PART_SLOT ? cct_position(s->now, n) - t.first : -1;
        if (at >= 0 && at < t.n)
            return slot_area(&t, at);
        area territory = cct_part_type(part) == CCT_PART_SLOT
                             ? none
                             : territory_area(&t, cct_part_type(part) == CCT_PART_REGION ? CCT_STEPPE : CCT_CHINA, n);
        if (territory.cols > 0)
            return territory;
    }
    return none;
}

/* Where in the line a part is; of a territory its first slot. */
static int position_of(const cct_scene *s, move_part part)
{
    int n = cct_part_index(part);
    cct_side side = cct_part_type(part) == CCT_PART_REGION ? CCT_STEPPE : CCT_CHINA;
    return cct_position(s->now, cct_part_type(part) == CCT_PART_SLOT ? n : cc_lowest(cct_slots(s->now, side, n)));
}

/* Is this the choice of its type that lies off the map rows nearest to them, on its side? The arrow there stands for
 * it. */
static bool is_nearest_hidden(const cct_scene *s, const cct_map *m, move_part part)
{
    assert(s->scene->selection);
    const selection *p = s->scene->selection;
    int position = position_of(s, part);
    for (int i = 0; i < p->n_choices; i++) {
        if (cct_part_type(p->choice[i]) != cct_part_type(part) || area_shown(s, m, p->choice[i]).cols > 0)
            continue;
        int other = position_of(s, p->choice[i]);
        if (position < m->first_position ? other > position && other < m->first_position
                                         : other >= m->first_position && other < position)
            return false;
    }
    return true;
}

/* The arrow at the left or right end, in the row where the cursor moves: so the arrow keys lead on along the line. */
static area end_hotspot(const cct_scene *s, const cct_map *m, move_part part)
{
    bool is_left = position_of(s, part) < m->first_position;
    map_row t = map_row_of(s, m, is_left ? 0 : m->n_map_rows - 1);
    int row = cct_part_type(part) == CCT_PART_SLOT
                  ? ROW_NUMBERS + 1
                  : 1 + row_of(&t, cct_part_type(part) == CCT_PART_REGION ? CCT_STEPPE : CCT_CHINA);
    return area_cols(area_rows(t.at, row, 1), is_left ? 0 : t.n * m->slot_width, 1);
}

area cct_map_hotspot(const cct_scene *s, const cct_map *m, move_part part)
{
    area at = area_shown(s, m, part);
    if (at.cols > 0)
        return at;
    if (is_nearest_hidden(s, m, part))
        return end_hotspot(s, m, part);
    int n = cct_part_type(part) == CCT_PART_SLOT ? 1 : 3;
    return area_cols(m->overview, overview_column(position_of(s, part)), n);
}
