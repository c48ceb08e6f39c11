/* SPDX-License-Identifier: MIT */
/* The map: steppe above, the wall in the middle, provinces below. As many boards side by side as fit, as many strips
 * one below the other; if that is not the whole line, an overview of it, and the strip is where the action is. A column
 * of borders stands between two slots: slot i of a strip takes the columns after i * width. */
#include "terminal/cc_int.h"

#include <string.h>

enum { NARROWEST = 5, WIDEST = 8 };

/* Rows of a strip; the wall may have more than one. */
enum { ROW_REGIONS, REGION_ROWS = 3, ROW_NUMBERS = ROW_REGIONS + REGION_ROWS, PROVINCE_ROWS = 4 };

/* -- Layout -- */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int wall_rows(const cct_map *m)
{
    return m->rows > CCT_STRIP_ROWS ? 2 : 1;
}

static int n_positions(const cct_scene *s)
{
    return CC_ROW * s->now->n_line;
}

/* The slots that must be seen. */
static uint64_t slots_of_action(const cct_scene *s)
{
    uint64_t slots = s->lit;
    if (!slots && s->now->resolving != CC_NONE)
        slots = cc_province_slots(s->now, s->now->resolving);
    if (!slots)
        slots = s->news;
    for (int land = 0; !slots && land < CC_PROVINCES; land++)
        if (s->news_of[CCT_CHINA] >> land & 1)
            slots = cc_province_slots(s->now, land);
    return slots;
}

/* From the board of the leftmost slot of the action on; less snugly if its other end would be cut off. */
static int first_shown(const cct_scene *s, int shown)
{
    int left = n_positions(s), right = 0;
    for (uint64_t slots = slots_of_action(s); slots; slots &= slots - 1) {
        int position = cct_position(s->now, cc_lowest(slots));
        left = smaller(left, position);
        right = position > right ? position : right;
    }
    if (left > right)
        return 0;
    int first = left - left % CC_ROW;
    return right - first < shown ? first : left - (shown - smaller(right - left + 1, shown)) / 2;
}

cct_map cct_map_of(const cct_scene *s, area where)
{
    cct_map m = { .at = where };
    int all = n_positions(s), columns = where.cols - 1, height = where.rows - 1;
    int boards = smaller(s->now->n_line, columns / (NARROWEST * CC_ROW));
    m.slots = boards > 0 ? CC_ROW * boards : smaller(all, columns / NARROWEST);
    m.width = m.slots > 0 ? smaller(WIDEST, columns / m.slots) : NARROWEST;
    int wanted = m.slots > 0 ? (all + m.slots - 1) / m.slots : 1, possible = height / CCT_STRIP_ROWS;
    m.strips = possible < 1 ? 1 : smaller(wanted, possible);
    m.rows = smaller(CCT_STRIP_ROWS + 2, height / m.strips);
    m.overview = area_rows(where, 0, m.strips * m.slots < all ? 1 : 0);
    m.at.rows = smaller(where.rows, 1 + m.strips * m.rows);
    int last = all - m.strips * m.slots;
    int first = last > 0 ? first_shown(s, m.strips * m.slots) + s->scene->scroll / m.width : 0;
    m.first = first > last ? last : first;
    m.first = m.first < 0 ? 0 : m.first;
    return m;
}

/* -- A strip -- */

typedef struct {
    const cct_scene *scene;
    const cct_map *map;
    area at;
    int first, n; /* positions of the line shown here */
} strip;

static strip strip_of(const cct_scene *s, const cct_map *m, int i)
{
    strip t = {
        .scene = s, .map = m, .at = area_rows(m->at, 1 + i * m->rows, m->rows), .first = m->first + i * m->slots
    };
    int left = n_positions(s) - t.first;
    t.n = left < 0 ? 0 : smaller(m->slots, left);
    return t;
}

static int land_at(const strip *t, cct_side side, int i)
{
    int slot = cct_slot_at(t->scene->now, t->first + i);
    return side == CCT_CHINA ? cc_province_of(t->scene->now, slot) : cc_region_of(t->scene->now, slot);
}

static bool begins_land(const strip *t, cct_side side, int i)
{
    return i == 0 || land_at(t, side, i) != land_at(t, side, i - 1);
}

/* Between two boards. */
static bool is_join(const strip *t, int i)
{
    return i > 0 && i < t->n && (t->first + i) % CC_ROW == 0;
}

static int row_of(const strip *t, cct_side side)
{
    return side == CCT_STEPPE ? ROW_REGIONS : ROW_NUMBERS + 1 + wall_rows(t->map);
}

static area slot_area(const strip *t, int i)
{
    area columns = area_cols(t->at, i * t->map->width + 1, t->map->width - 1);
    return area_rows(columns, ROW_NUMBERS, 1 + wall_rows(t->map));
}

/* Without the border to its left; no columns if the land is elsewhere. */
static area land_area(const strip *t, cct_side side, int land)
{
    int from = -1, n = 0;
    for (int i = 0; i < t->n; i++)
        if (land_at(t, side, i) == land) {
            from = from < 0 ? i : from;
            n++;
        }
    area columns = area_cols(t->at, from * t->map->width + 1, n * t->map->width - 1);
    return area_rows(columns, row_of(t, side), side == CCT_CHINA ? PROVINCE_ROWS : REGION_ROWS);
}

/* A line along the whole strip, with a tee at every border of one side. */
static void draw_border(const strip *t, canvas *c, int y, cct_side side, glyph left, glyph right, glyph tee)
{
    int end = t->n * t->map->width;
    for (int x = 0; x <= end; x++) {
        int i = x / t->map->width;
        bool is_border = x % t->map->width == 0 && x < end && begins_land(t, side, i);
        glyph g = x == 0 ? left : x == end ? right : is_border ? tee : GLYPH_ACROSS;
        canvas_put_glyph(c, t->at, y, x, LOOK_QUIET, 0, g);
    }
}

static void draw_side(const strip *t, canvas *c, cct_side side)
{
    int y = row_of(t, side), rows = side == CCT_CHINA ? PROVINCE_ROWS : REGION_ROWS;
    for (int i = 0; i <= t->n; i++) {
        if (i < t->n && !begins_land(t, side, i))
            continue;
        for (int row = 1; row < rows; row++)
            canvas_put_glyph(c, t->at, y + row, i * t->map->width, LOOK_QUIET, 0,
                             is_join(t, i) ? GLYPH_HEAVY_DOWN : GLYPH_DOWN);
        if (i < t->n)
            cct_draw_land(t->scene, c, land_area(t, side, land_at(t, side, i)), side, land_at(t, side, i));
    }
}

/* Arrows where the line goes on. */
static void draw_ends(const strip *t, canvas *c)
{
    bool goes_on = t->first + t->n < n_positions(t->scene);
    if (t->first > 0)
        canvas_put_glyph(c, t->at, ROW_NUMBERS + 1, 0, LOOK_STRONG, 0, GLYPH_LEFT);
    if (goes_on)
        canvas_put_glyph(c, t->at, ROW_NUMBERS + 1, t->n * t->map->width, LOOK_STRONG, 0, GLYPH_RIGHT);
}

static void draw_strip(const strip *t, canvas *c)
{
    int below = row_of(t, CCT_CHINA);
    draw_border(t, c, ROW_REGIONS, CCT_STEPPE, GLYPH_TOP_LEFT, GLYPH_TOP_RIGHT, GLYPH_TEE_DOWN);
    draw_border(t, c, ROW_NUMBERS, CCT_STEPPE, GLYPH_TEE_RIGHT, GLYPH_TEE_LEFT, GLYPH_TEE_UP);
    draw_border(t, c, below, CCT_CHINA, GLYPH_TEE_RIGHT, GLYPH_TEE_LEFT, GLYPH_TEE_DOWN);
    if (below + PROVINCE_ROWS < t->map->rows)
        draw_border(t, c, below + PROVINCE_ROWS, CCT_CHINA, GLYPH_BOTTOM_LEFT, GLYPH_BOTTOM_RIGHT, GLYPH_TEE_UP);
    draw_side(t, c, CCT_STEPPE);
    draw_side(t, c, CCT_CHINA);
    draw_ends(t, c);
    for (int i = 0; i < t->n; i++)
        cct_draw_slot(t->scene, c, slot_area(t, i), cct_slot_at(t->scene->now, t->first + i));
}

/* -- The overview: a column for each slot -- */

enum { OVERVIEW_NAME = 4, OVERVIEW_BOARD = OVERVIEW_NAME + CC_ROW }; /* "[Ab " */

static bool is_shown(const cct_map *m, int position)
{
    return position >= m->first && position < m->first + m->strips * m->slots;
}

static int overview_column(int position)
{
    return position / CC_ROW * OVERVIEW_BOARD + OVERVIEW_NAME + position % CC_ROW;
}

static void draw_small(const cct_scene *s, canvas *c, area at, int slot)
{
    int position = cct_position(s->now, slot), colour = cc_colour_of(s->now, slot);
    cct_pen p = { .c = c, .a = at, .x = overview_column(position), .look = LOOK_QUIET, .is_ascii = c->is_ascii };
    p.marks = cct_marks(s, (pick_part)(CCT_SLOT + slot));
    if (colour == CC_NONE)
        cct_pen_glyph(&p, cct_reserved_for(s->now, slot) ? GLYPH_FLAG : GLYPH_DOT);
    else if (s->now->ruins >> slot & 1)
        cct_pen_glyph(&p, GLYPH_TIMES);
    else
        cct_pen_owner(&p, colour);
}

/* Boards that are shown stand in brackets. */
static void draw_overview(const cct_scene *s, const cct_map *m, canvas *c)
{
    for (int i = 0; i < s->now->n_line; i++) {
        int x = i * OVERVIEW_BOARD;
        look l = is_shown(m, i * CC_ROW) || is_shown(m, i * CC_ROW + CC_ROW - 1) ? LOOK_STRONG : LOOK_QUIET;
        canvas_put(c, m->overview, 0, x + 1, l, 0, cc_face_at(s->now, s->now->line[i])->name);
        for (int n = 0; n < CC_ROW; n++)
            draw_small(s, c, m->overview, CC_ROW * s->now->line[i] + n);
    }
    int last = m->first + m->strips * m->slots - 1, from = overview_column(m->first);
    bool is_name = m->first % CC_ROW == 0;
    canvas_put(c, m->overview, 0, is_name ? from - OVERVIEW_NAME : from - 1, LOOK_STRONG, 0, "[");
    canvas_put(c, m->overview, 0, overview_column(last) + 1, LOOK_STRONG, 0, "]");
}

/* "♛ 1/3  N 9  next: Ca": what is on the table besides. */
static void put_table(cct_pen *p, const cct_detail *d)
{
    const cc_board *b = d->scene->now;
    const mur_words *w = d->scene->scene->words;
    if (d->level > 1)
        cct_pen_text(p, mur_word(w, N_("emperors:")));
    else
        cct_pen_glyph(p, GLYPH_CROWN);
    cct_pen_text(p, " ");
    cct_pen_int(p, b->emperors);
    cct_pen_text(p, "/");
    cct_pen_int(p, CC_EMPERORS);
    if (b->neutrals) {
        cct_pen_text(p, "   ");
        cct_pen_text(p, d->level > 1 ? mur_word(w, N_("neutral walls:")) : "N");
        cct_pen_text(p, " ");
        cct_pen_int(p, b->neutrals);
    }
    if (b->n_waiting) {
        cct_pen_text(p, "   ");
        cct_pen_text(p, d->level > 0 ? mur_word(w, N_("boards waiting:")) : "+");
    }
    for (int i = 0; i < b->n_waiting; i++) {
        cct_pen_text(p, " ");
        cct_pen_text(p, cc_face_at(b, b->waiting[i])->name);
    }
}

void cct_draw_map(const cct_scene *s, const cct_map *m, canvas *c)
{
    int used = m->overview.rows ? s->now->n_line * OVERVIEW_BOARD + 2 : 1;
    if (m->overview.rows)
        draw_overview(s, m, c);
    cct_fit(c, area_cols(area_rows(m->at, 0, 1), used, m->at.cols), 0, LOOK_QUIET, 0, put_table, s, 0, 2);
    for (int i = 0; i < m->strips; i++) {
        strip t = strip_of(s, m, i);
        if (t.n > 0)
            draw_strip(&t, c);
    }
}

/* -- Spots -- */

/* On the first strip that shows some of it; no columns if none does. */
static area shown_at(const cct_scene *s, const cct_map *m, pick_part part)
{
    area none = { 0 };
    int n = cct_index(part);
    for (int i = 0; i < m->strips; i++) {
        strip t = strip_of(s, m, i);
        int at = cct_sort(part) == CCT_SLOT ? cct_position(s->now, n) - t.first : -1;
        if (at >= 0 && at < t.n)
            return slot_area(&t, at);
        area land =
            cct_sort(part) == CCT_SLOT ? none : land_area(&t, cct_sort(part) == CCT_REGION ? CCT_STEPPE : CCT_CHINA, n);
        if (land.cols > 0)
            return land;
    }
    return none;
}

static int position_of(const cct_scene *s, pick_part part)
{
    int n = cct_index(part);
    cct_side side = cct_sort(part) == CCT_REGION ? CCT_STEPPE : CCT_CHINA;
    return cct_position(s->now, cct_sort(part) == CCT_SLOT ? n : cc_lowest(cct_slots(s->now, side, n)));
}

/* Nothing of the same sort lies off the strips nearer to them, on the same side. */
static bool is_next(const cct_scene *s, const cct_map *m, pick_part part)
{
    const pick *p = s->scene->pick;
    int position = position_of(s, part);
    for (int i = 0; i < p->n_choices; i++) {
        if (cct_sort(p->choice[i]) != cct_sort(part) || shown_at(s, m, p->choice[i]).cols > 0)
            continue;
        int other = position_of(s, p->choice[i]);
        if (position < m->first ? other > position && other < m->first : other >= m->first && other < position)
            return false;
    }
    return true;
}

/* The arrow at the end of the strips: from there the cursor goes on along the line. */
static area end_spot(const cct_scene *s, const cct_map *m, pick_part part)
{
    bool is_left = position_of(s, part) < m->first;
    strip t = strip_of(s, m, is_left ? 0 : m->strips - 1);
    int row = cct_sort(part) == CCT_SLOT ? ROW_NUMBERS + 1
                                         : 1 + row_of(&t, cct_sort(part) == CCT_REGION ? CCT_STEPPE : CCT_CHINA);
    return area_cols(area_rows(t.at, row, 1), is_left ? 0 : t.n * m->width, 1);
}

area cct_map_spot(const cct_scene *s, const cct_map *m, pick_part part)
{
    area at = shown_at(s, m, part);
    if (at.cols > 0)
        return at;
    if (is_next(s, m, part))
        return end_spot(s, m, part);
    int n = cct_sort(part) == CCT_SLOT ? 1 : 3;
    return area_cols(m->overview, overview_column(position_of(s, part)), n);
}
