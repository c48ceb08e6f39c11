/* SPDX-License-Identifier: MIT */
/* terminal/cc_int.h -- what the files of Chang Cheng's board share among themselves.
 * cc.c names the parts of moves; cc_scene.c counts what a scene shows; cc_strip.c paints the map, cc_panel.c what
 * stands below it; cc_change.c and cc_tell.c say it in words. */
#ifndef TERMINAL_CC_INT_H
#define TERMINAL_CC_INT_H

#include "engine/chang_cheng/cc.h"
#include "terminal/board.h"

/* -- Parts: a sort, and which of them -- */

enum {
    CCT_KIND = 0x100, /* + a kind of move: a button */
    CCT_CARD = 0x200, /* + a card of the hand */
    CCT_SLOT = 0x300,
    CCT_PROVINCE = 0x400,
    CCT_REGION = 0x500,
    CCT_TARGET = 0x600, /* + a card that lies open and has yet to take effect */
    CCT_END = 0x700     /* + 0 left, 1 right */
};

static inline int cct_sort(pick_part part)
{
    return part & 0xff00;
}

static inline int cct_index(pick_part part)
{
    return part & 0xff;
}

/* Provinces and regions, where the same is done with both. */
typedef enum { CCT_CHINA, CCT_STEPPE } cct_side;

/* "A7", "Ap2", "Am3". */
void cct_put_slot(mur_text *t, int slot);
void cct_put_land(mur_text *t, cct_side side, int land);

/* What a card does, in a few words. */
const char *cct_effect(int card, const mur_words *w);

/* What a kind of move is called on its button. */
const char *cct_kind_word(unsigned kind, const mur_words *w);

/* -- What a scene shows -- */

typedef struct {
    int sections[CC_COLOURS];
    unsigned most; /* the seats that would score, or pay, if it came to that now; one bit each */
    int worth, filled, slots;
} cct_sums;

typedef struct {
    const scene *scene;
    const cc_view *view;
    const cc_board *now;
    const cc_board *then; /* after the move under the cursor, only with what this seat can know; NULL: no preview */
    cc_board after;       /* `then` points here */
    bool has_scores;      /* those of `then` can be known */
    unsigned turned_up;   /* provinces whose cards would be turned up, some of them nobody knows */
    pick_part focus;      /* 0: nobody chooses */
    uint64_t lit;         /* slots that the cursor is about */
    uint64_t news;        /* slots, provinces and regions where something happened */
    unsigned news_of[2];  /* by cct_side */
} cct_scene;

void cct_look(const scene *s, cct_scene *out);

uint64_t cct_slots(const cc_board *b, cct_side side, int land);
cct_sums cct_sum(const cc_board *b, cct_side side, int land);

/* Where this slot is in the line, counted from the left; and the slot there. */
int cct_position(const cc_board *b, int slot);
int cct_slot_at(const cc_board *b, int position);

/* The seats whose wall this empty slot waits for, one bit each. */
unsigned cct_reserved_for(const cc_board *b, int slot);

/* The seats that know the peril token of a region, one bit each. */
unsigned cct_seen_by(const cc_view *v, int region);

static inline bool cct_is_choice(const cct_scene *s, pick_part part)
{
    const pick *p = s->scene->pick;
    for (int i = 0; p && i < p->n_choices; i++)
        if (p->choice[i] == part)
            return true;
    return false;
}

/* MARK_TARGET and MARK_FOCUS of a part. */
static inline unsigned cct_marks(const cct_scene *s, pick_part part)
{
    return (cct_is_choice(s, part) ? MARK_TARGET : 0U) | (s->focus == part ? MARK_FOCUS : 0U);
}

/* -- Painting -- */

/* A place on the canvas where the next text goes; without a canvas it only counts columns. */
typedef struct {
    canvas *c;
    area a;
    int y, x;
    look look;
    unsigned marks;
    bool is_ascii;
} cct_pen;

void cct_pen_text(cct_pen *p, const char *text);
void cct_pen_int(cct_pen *p, int n);
void cct_pen_glyph(cct_pen *p, glyph g);

/* The letter of a seat, as above the board. */
void cct_pen_letter(cct_pen *p, int seat);

/* The sign of a seat, or of neutral, in its look: a shape, in ASCII its letter. */
void cct_pen_owner(cct_pen *p, int colour);
look cct_look_of(int colour);

/* A number, and what becomes of it: "7", "7→9". */
void cct_pen_change(cct_pen *p, int from, int to);

/* As much of a word as so many characters; 0: all of it. */
void cct_pen_word(cct_pen *p, const char *word, int characters);

/* Paints with as many details as there is room for: from the highest level down to 0. */
typedef struct {
    const cct_scene *scene;
    int of, level; /* which land or seat; details */
} cct_detail;
typedef void cct_paint(cct_pen *p, const cct_detail *d);
void cct_fit(canvas *c, area a, int y, look l, unsigned marks, cct_paint *paint, const cct_scene *s, int of, int level);

/* -- The map -- */

typedef struct {
    area at;       /* all of it */
    int width;     /* columns of a slot, the border to its left included */
    int slots;     /* in a strip */
    int strips;    /* one below the other */
    int rows;      /* of a strip */
    int first;     /* position of the leftmost slot shown */
    area overview; /* the whole line in one row; no rows: all of it is shown anyway */
} cct_map;

enum { CCT_STRIP_ROWS = 9 /* at least */ };

/* How the line is best shown in this area, the first row of which is the overview. */
cct_map cct_map_of(const cct_scene *s, area where);
void cct_draw_map(const cct_scene *s, const cct_map *m, canvas *c);

/* A slot: its number in the first row, its piece below. */
void cct_draw_slot(const cct_scene *s, canvas *c, area at, int slot);

/* A region or a province: its name in the first row, its sums below. */
void cct_draw_land(const cct_scene *s, canvas *c, area at, cct_side side, int land);

/* Where a slot, province or region can be pointed at; off the strips on the arrows at their ends, or in the overview.
 */
area cct_map_spot(const cct_scene *s, const cct_map *m, pick_part part);

/* -- Below the map -- */

/* At least so many; with more, the cards explain themselves. */
int cct_panel_rows(const cct_scene *s);

/* Seats, cards, buttons; adds the spots of those parts. */
void cct_draw_panel(const cct_scene *s, canvas *c, area where, board_spots *spots);

/* -- In words -- */

void cct_put_change(const scene *s, mur_text *t);
void cct_tell(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);

#endif
