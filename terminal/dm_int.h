/* SPDX-License-Identifier: MIT */
/* terminal/dm_int.h -- what the files of Die Mauer's board share, and nobody else. */
#ifndef TERMINAL_DM_INT_H
#define TERMINAL_DM_INT_H

#include "engine/die_mauer/dm.h"
#include "terminal/board.h"
#include "terminal/row.h"

enum { DM_END_LEFT, DM_END_RIGHT, DM_END_NONE };

/* -- Moves and their parts -- */

/* What a move does, read from its text, which is the only form of it that leaves the engine. */
typedef struct {
    int piece; /* a kind, DM_EMPTY, or DM_NONE */
    int end;
    bool gives, passes;
} dm_deed;

dm_deed dm_read_deed(mur_move m); /* 0: nothing */
dm_deed dm_meant(const scene *s); /* the move under the cursor */

/* A piece of the tray (or the empty hand), an end of the wall, or building nothing. */
enum dm_part_type { DM_PART_PIECE = 1, DM_PART_END, DM_PART_PASS };

static inline pick_part dm_part(enum dm_part_type type, int number)
{
    return (pick_part)((int)type << 8 | number);
}
static inline int dm_part_type(pick_part part)
{
    return part >> 8;
}
static inline int dm_part_number(pick_part part)
{
    return part & 255;
}

int dm_digit(const mur_view *v, pick_part part);

/* -- What can be concluded -- */

typedef struct {
    unsigned may, must; /* kinds a seat may hold, and surely holds: one bit each */
    dm_stock stock;     /* all of it, if that is known */
    bool is_known;
} dm_belief;

/* By seat. Certain as long as the worlds that fit can be listed; where gifts have made too many, many are looked at. */
void dm_conclude(const dm_view *v, dm_belief out[DM_SEATS]);
dm_belief dm_know(dm_stock stock);

/* What came of the latest reveal, in the order of the rules. */
typedef enum {
    DM_ALONE,
    DM_THIEVES,
    DM_DISCORD,
    DM_BLOCKED,
    DM_FREELY,
    DM_OWES,
    DM_NOTHING,
    DM_VERDICTS /* there was none, or it cannot be told any more */
} dm_verdict;

dm_verdict dm_judge(const scene *s);

/* Pieces were left when the hand before this one, or the last one, ended, and nothing else happened since. */
bool dm_shows_left(const dm_board *b);

/* Ends that take a tower or a gate once this piece stands there: bit 0 left, bit 1 right. */
unsigned dm_ends_left(const dm_board *b, int kind, int end);

typedef struct {
    int left, right; /* blocks added at the ends */
} dm_news;

dm_news dm_gather_news(const scene *s);

/* -- The picture -- */

typedef struct {
    const scene *s;
    const dm_view *v;
    const dm_board *b;
    canvas *c;
    board_spots *spots;
    dm_deed meant; /* the move under the cursor; piece DM_NONE and no end: none */
    dm_belief belief[DM_SEATS];
    dm_verdict verdict;
} dm_picture;

unsigned dm_marks(const dm_picture *p, pick_part part);
void dm_spot(dm_picture *p, pick_part part, area at);

enum { DM_BLOCK_ROWS = 4 }; /* at least: the top of towers, merlons, the body with its letter, the base */

int dm_block_columns(int kind, int scale); /* scale: columns a merlon; 0: one column a block */
void dm_draw_block(canvas *c, area a, int kind, int seat, int scale, unsigned marks);

void dm_draw_wall(dm_picture *p, area where);    /* 4 rows or more */
void dm_draw_table(dm_picture *p, area where);   /* a heading and a row for each seat */
void dm_draw_verdict(dm_picture *p, area where); /* 1 row, or a tree of 5 */
void dm_draw_tray(dm_picture *p, area where);    /* 4 rows or more */
void dm_draw_scene(const scene *s, canvas *c, area where, board_spots *spots);

/* -- Words -- */

extern const char *const dm_verdict_name[DM_VERDICTS], *const dm_verdict_result[DM_VERDICTS];

void dm_say_verdict(const dm_board *b, dm_verdict verdict, const mur_words *w, mur_text *t);
void dm_put_change(const scene *s, mur_text *t);
void dm_tell(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);

#endif
