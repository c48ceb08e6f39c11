/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_int.h -- what the files of Chang Cheng's board share. In reading order:
 *     cct_board.c      the parts of a move, and the picture as a whole
 *     cct_scene.c      derives what is shown from a scene: sums, preview, hovered slots, news
 *     cct_map.c        lays out the line of boards as one or more map rows
 *     cct_wall.c       one slot of the wall
 *     cct_territory.c  one province or one region
 *     cct_panel.c      seats, cards and buttons below the map
 *     cct_writer.c     small texts with as much detail as fits
 *     cct_change.c     what a move changes, in one line
 *     cct_describe.c   the position in sentences
 * Vocabulary of the rules: the *line* is the row of game boards; each has CC_BOARD_SLOTS *slots* of wall, *provinces*
 * on the Chinese side (below) and *regions* on the steppe side (above). A *territory* is here either of the two. */
#ifndef TERMINAL_BOARDS_CHANG_CHENG_CCT_INT_H
#define TERMINAL_BOARDS_CHANG_CHENG_CCT_INT_H

#include "engine/chang_cheng/cc.h"
#include "terminal/boards/board.h"

/* -- Parts of a move: a type in the high byte, an index in the low byte -- */

enum {
    CCT_PART_KIND = 0x100, /* + kind of move: shown as a button */
    CCT_PART_CARD = 0x200, /* + card of the hand */
    CCT_PART_SLOT = 0x300,
    CCT_PART_PROVINCE = 0x400,
    CCT_PART_REGION = 0x500,
    CCT_PART_ACTING_CARD = 0x600, /* + card of the resolving province that has yet to take effect */
    CCT_PART_END = 0x700          /* + 0 left, 1 right */
};

static inline int cct_part_type(move_part part)
{
    return part & 0xff00;
}

static inline int cct_part_index(move_part part)
{
    return part & 0xff;
}

/* Which of the two sides of the wall: provinces lie in China, regions in the steppe. */
typedef enum { CCT_CHINA, CCT_STEPPE } cct_side;

/* Notation: provinces "Ap2", regions "Am3" (m for Mongolia); slots are "A7". */
void cct_put_territory(mur_text *t, cct_side side, int territory);

/* What a card does, in a few translated words. */
const char *cct_effect(int card, const mur_words *w);

/* -- What a scene shows -- */

/* What players count in a province or a region. */
typedef struct {
    int sections[CC_COLOURS];
    unsigned majority; /* seats that would score (province) or pay (region) if it were resolved now: one bit each */
    int value;         /* points of a province; 0 for a region */
    int filled, slots; /* occupied slots, all slots */
} cct_sums;

/* A scene with everything that is derived from it once per picture. */
typedef struct {
    const scene *scene;
    const cc_view *view;
    const cc_board *now;
    const cc_board *then; /* board after the candidate move, without anything that was guessed; NULL: no preview */
    cc_board after;       /* storage for `then` */
    bool has_scores;      /* the scores of `then` follow from what the seat knows */
    unsigned revealed_provinces; /* provinces whose face-down cards the move would reveal: what follows is unknown */
    move_part focus;             /* part under the cursor; 0: there is no selection */
    uint64_t hovered;            /* slots of the focused part: shown as hovered, with their territories */
    uint64_t news;               /* slots where something has happened, one bit each */
    unsigned news_of[2];         /* provinces and regions where something has happened, by cct_side */
} cct_scene;

/* `out` points to itself and into `s`: do not copy it. */
void cct_scene_init(const scene *s, cct_scene *out);

/* The slots of a territory, one bit each, and its sums. */
uint64_t cct_slots(const cc_board *b, cct_side side, int territory);
cct_sums cct_sum(const cc_board *b, cct_side side, int territory);

/* Slots are numbered by game board, positions from the left end of the line. The boards of the line are not in
 * alphabetical order, so both are needed. */
int cct_position(const cc_board *b, int slot);
int cct_slot_at(const cc_board *b, int position);

/* The seats for whose wall this empty slot is reserved, one bit each. */
unsigned cct_reserved_for(const cc_board *b, int slot);

/* The seats that have seen the peril token of a region, one bit each. */
unsigned cct_seen_by(const cc_view *v, int region);

/* See scene_highlights(). */
static inline unsigned cct_highlights(const cct_scene *s, move_part part)
{
    return scene_highlights(s->scene, part);
}

/* -- Painting -- */

/* Writes small texts one after the other into a row. Without a canvas it only advances x, which measures. */
typedef struct {
    canvas *c;
    area a;
    int y, x;
    style style;
    unsigned highlights;
    bool is_ascii;
} cct_writer;

void cct_write_text(cct_writer *p, const char *text);
void cct_write_int(cct_writer *p, int n);
void cct_write_glyph(cct_writer *p, glyph g);

/* The letter of a seat, as in the header of the screen. */
void cct_write_letter(cct_writer *p, int seat);

/* The sign of a colour in its style: the seat's shape (on an ASCII canvas its letter), or N for neutral. */
void cct_write_owner(cct_writer *p, int colour);
style cct_style_of(int colour);

/* A number and what it becomes: "7", or "7→9" with the new part highlighted as a preview. */
void cct_write_change(cct_writer *p, int from, int to);

/* The first `characters` of a word; 0: all of it. */
void cct_write_word(cct_writer *p, const char *word, int characters);

/* A painter draws one row of something at a level of detail; higher levels are wider. cct_paint_fitting() takes the
 * highest level, from `level` down to 0, that fits into the area. */
typedef struct {
    const cct_scene *scene;
    int index, level; /* index: a territory or a seat, as the painter expects */
} cct_detail;
typedef void cct_painter(cct_writer *p, const cct_detail *d);
void cct_paint_fitting(canvas *c, area a, int y, style st, unsigned highlights, cct_painter *paint, const cct_scene *s,
                       int index, int level);

/* -- The map -- */

typedef struct {
    area at;            /* the whole map, overview included */
    int slot_width;     /* columns of a slot, the border to its left included */
    int slots_per_row;  /* slots side by side */
    int n_map_rows;     /* map rows, one below the other */
    int row_height;     /* rows of the canvas in a map row */
    int first_position; /* position in the line of the leftmost slot of the first map row */
    area overview;      /* the whole line in one row; has no rows if the map shows all slots anyway */
} cct_map;

enum { CCT_MAP_ROW_HEIGHT = 9 /* the least; two more show the wall in two rows and a bottom border */ };

/* Chooses the layout of the map for this area, whose first row is the overview. */
cct_map cct_map_of(const cct_scene *s, area where);
void cct_draw_map(const cct_scene *s, const cct_map *m, canvas *c);

/* A slot: its number in the first row of the area, its piece below. */
void cct_draw_slot(const cct_scene *s, canvas *c, area at, int slot);

/* A region or a province: its name in the first row of the area, its sums below. */
void cct_draw_territory(const cct_scene *s, canvas *c, area at, cct_side side, int territory);

/* Where a slot, province or region can be pointed at. If no map row shows it: the arrow at the end of the map rows,
 * for the nearest one in that direction, or its column in the overview. */
area cct_map_hotspot(const cct_scene *s, const cct_map *m, move_part part);

/* -- Below the map -- */

/* The least number of rows below the map. With more rows the cards explain themselves. */
int cct_panel_rows(const cct_scene *s);

/* Seats, cards and buttons; adds the hotspots of those parts. */
void cct_draw_panel(const cct_scene *s, canvas *c, area where, hotspot_list *hotspots);

/* -- Words: see board.h -- */

void cct_put_change(const scene *s, mur_text *t);
void cct_describe(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);

#endif
