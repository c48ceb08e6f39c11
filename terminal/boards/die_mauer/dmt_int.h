/* SPDX-License-Identifier: MIT */
/* terminal/boards/die_mauer/dmt_int.h -- what the files of Die Mauer's board share. In reading order:
 *     dmt_board.c     moves as parts
 *     dmt_layout.c    the picture as a whole, heading and tray
 *     dmt_wall.c      the wall and its two ends
 *     dmt_seats.c     the table of the seats, and the diagram "who builds?"
 *     dmt_verdict.c   what the latest reveal led to; which blocks are new, which ends are open
 *     dmt_belief.c    which pieces a seat may hold, as far as the viewer can tell
 *     dmt_describe.c  everything in words
 * Vocabulary of the rules: all seats choose a piece or the empty hand in secret and reveal together; the *master*
 * builds, unless *thieves* have chosen the same piece. A *stock* is what a seat still holds; it counts as penalty at
 * the end of a *hand*. */
#ifndef TERMINAL_BOARDS_DIE_MAUER_DMT_INT_H
#define TERMINAL_BOARDS_DIE_MAUER_DMT_INT_H

#include <assert.h>

#include "engine/die_mauer/dm.h"
#include "terminal/boards/board.h"
#include "terminal/ui/row.h"

/* The ends of the wall; numbered as the bits of free_ends and the places of events. */
enum { DMT_END_LEFT, DMT_END_RIGHT, DMT_END_NONE };

/* -- Moves and their parts -- */

/* What a move does. Moves are opaque outside the engine, so it is read from their notation. */
typedef struct {
    int piece; /* a kind of piece, DM_EMPTY for the empty hand, or DM_NONE */
    int end;   /* DMT_END_...: where it is built */
    bool gives, passes;
} dmt_move;

dmt_move dmt_candidate(const scene *s); /* the candidate move of the selection */

/* A part is a piece of the tray (or the empty hand), an end of the wall, or "build nothing". */
enum dmt_part_type { DMT_PART_PIECE = 1, DMT_PART_END, DMT_PART_PASS };

static inline move_part dmt_part(enum dmt_part_type type, int number)
{
    assert(number >= 0 && number <= 255);
    return (move_part)((int)type << 8 | number);
}
static inline int dmt_part_type(move_part part)
{
    return part >> 8;
}
static inline int dmt_part_number(move_part part)
{
    return part & 255;
}

int dmt_digit(const mur_view *v, move_part part);

/* -- Beliefs, verdicts, news -- */

/* What the viewer knows about the stock of a seat. Invariant: must is a subset of may. */
typedef struct {
    unsigned may, must; /* kinds that the seat possibly holds, and certainly holds: one bit each */
    dm_stock stock;     /* the whole stock, if is_known */
    bool is_known;
} dmt_belief;

/* One belief for each seat. Exact as long as all possible worlds can be listed; after many unseen gifts it is
 * estimated from a sample, and `may` can then miss rare cases. */
void dmt_compute_beliefs(const dm_view *v, dmt_belief out[DM_SEATS]);
/* The belief about a stock that lies open. */
dmt_belief dmt_known_stock(dm_stock stock);

/* What the latest reveal led to: the seven cases of the rules, in their order. The first four apply if the master has
 * shown a piece, the others if the master has shown the empty hand. */
typedef enum {
    DMT_ALONE,   /* nobody else has shown the piece: the master builds */
    DMT_THIEVES, /* others have: they build instead */
    DMT_DISCORD, /* not all thieves could build: the master builds after all */
    DMT_BLOCKED, /* there is no place for the piece */
    DMT_FREELY,  /* the only empty hand: the master may build any piece */
    DMT_OWES,    /* one other empty hand: its owner gives the master a piece */
    DMT_NOTHING, /* several other empty hands */
    DMT_VERDICTS /* no reveal yet, or it can no longer be deduced */
} dmt_verdict;

/* From the news if they contain the reveal, else deduced from the board. */
dmt_verdict dmt_verdict_of(const scene *s);

/* Do the stocks that were left at the end of a hand still lie open? They are shown until something else happens. */
bool dmt_shows_leftovers(const dm_board *b);

/* The ends that can take a tower or a gate after this piece has been built at `end`: bit 0 left, bit 1 right. */
unsigned dmt_open_ends_after(const dm_board *b, int kind, int end);

/* News about the wall. */
typedef struct {
    int left, right; /* blocks that were added at either end */
} dmt_news;

dmt_news dmt_collect_news(const scene *s);

/* -- The picture -- */

/* Everything the drawing functions need; made once per picture. */
typedef struct {
    const scene *s;
    const dm_view *v;
    const dm_board *b;
    canvas *c;
    hotspot_list *hotspots;
    dmt_move candidate; /* the candidate move; piece DM_NONE and no end: there is none */
    dmt_belief belief[DM_SEATS];
    dmt_verdict verdict;
} dmt_picture;

/* See scene_highlights() and hotspot_add(); the latter only for parts that can be chosen. */
unsigned dmt_highlights(const dmt_picture *p, move_part part);
void dmt_add_hotspot(dmt_picture *p, move_part part, area at);

enum {
    DMT_BLOCK_ROWS = 4, /* the least: top of a tower, merlons, body with the letter, base */
    DMT_TREE_ROWS = 5   /* of the diagram "who builds?" as a tree */
};

int dmt_block_columns(int kind, int scale); /* scale: columns per merlon; 0: one column per block */
void dmt_draw_block(canvas *c, area a, int kind, int seat, int scale, unsigned highlights);

void dmt_draw_wall(dmt_picture *p, area where);    /* 4 rows or more */
void dmt_draw_seats(dmt_picture *p, area where);   /* a heading and one row per seat */
void dmt_draw_verdict(dmt_picture *p, area where); /* 1 row, or DMT_TREE_ROWS */
void dmt_draw_scene(const scene *s, canvas *c, area where, hotspot_list *hotspots);

/* -- Words: see board.h -- */

/* By verdict: the id of the engine's event and sentence. */
extern const char *const dmt_verdict_id[DMT_VERDICTS];

/* Gettext keys by verdict: a word for the case, and who builds. */
extern const char *const dmt_verdict_name[DMT_VERDICTS], *const dmt_verdict_result[DMT_VERDICTS];

/* The verdict in the engine's own sentence. */
void dmt_put_verdict(const dm_board *b, dmt_verdict verdict, const mur_words *w, mur_text *t);
void dmt_put_change(const scene *s, mur_text *t);
void dmt_describe(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);

#endif
