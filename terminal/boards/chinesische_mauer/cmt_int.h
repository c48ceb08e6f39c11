/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_int.h -- what the files of Chinesische Mauer's board share. In reading
 * order:
 *     cmt_board.c     moves as parts
 *     cmt_layout.c    the picture as a whole
 *     cmt_lane.c      one site: tokens, cards, sums
 *     cmt_hand.c      the seats above and the hand below
 *     cmt_preview.c   what the candidate move changes, news, who wins what next
 *     cmt_describe.c  everything in words
 * Vocabulary of the rules: cards are laid in *columns* at *sites*; the leader of a site takes one of its two
 * *tokens* as a *mark* (a debit on a card of their own), and wins the other later. *Fame* is the value of tokens
 * won. */
#ifndef TERMINAL_BOARDS_CHINESISCHE_MAUER_CMT_INT_H
#define TERMINAL_BOARDS_CHINESISCHE_MAUER_CMT_INT_H

#include <assert.h>

#include "engine/chinesische_mauer/cm.h"
#include "terminal/boards/board.h"
#include "terminal/ui/row.h"

/* -- Moves and their parts -- */

/* What a move does. Moves are opaque outside the engine, so it is read from their notation. */
typedef struct {
    int site;    /* from 0 */
    int kind, n; /* n cards of a kind are laid; n 0: none */
    int column;  /* from 1: covered by a dragon, or marked; 0: new column at the right */
    int token;   /* value of the token that is taken as a mark; 0: none */
} cmt_move;      /* without cards and token: a card is drawn */

cmt_move cmt_decode_move(mur_move m);

/* Laying cards: a kind, how many, a site; a dragon has a column instead of a number. Scoring: a token, then the card
 * (column) it is laid on. Drawing: the pile. */
enum cmt_part_type { CMT_PART_KIND = 1, CMT_PART_COUNT, CMT_PART_SITE, CMT_PART_COLUMN, CMT_PART_TOKEN, CMT_PART_DRAW };

static inline move_part cmt_part(enum cmt_part_type type, int site, int number)
{
    assert(site >= 0 && site <= 15 && number >= 0 && number <= 255);
    return (move_part)((int)type << 12 | site << 8 | number);
}
static inline int cmt_part_type(move_part part)
{
    return part >> 12;
}
static inline int cmt_part_number(move_part part)
{
    return part & 255;
}

int cmt_digit(const mur_view *v, move_part part);

/* -- Preview, news and prospects -- */

/* The board after the candidate move. While the kind or the number is being chosen, the cards are tried at every site.
 */
typedef struct {
    cm_board board[CM_SITES]; /* board[i]: with the cards laid at site i; valid if changes[i] */
    bool changes[CM_SITES];
    bool has_site; /* the site is decided; else all sites are tried */
    cmt_move move;
} cmt_preview;

/* Shows what the cards do at once. The scoring that follows at the start of the next turn is in scene.preview only. */
void cmt_preview_init(const scene *s, cmt_preview *out);

/* News about one site. */
typedef struct {
    uint8_t laid; /* number of new cards at the right end */
    uint8_t n_columns;
    uint8_t column[8]; /* columns that were covered or marked, from 0 */
    bool is_cleared;   /* the site was scored and its cards removed */
} cmt_news;

void cmt_collect_news(const scene *s, cmt_news out[CM_SITES]);

/* What the leader of a site gets at the start of their next turn, if they still lead then. */
typedef struct {
    int leader, wins;    /* MUR_NOBODY: nobody leads. wins: a token's value; 0: they take a first token as a mark */
    int owner, wins_too; /* who owns the mark on the site, and gets its token back as fame */
} cmt_prospect;

cmt_prospect cmt_prospect_of(const cm_board *b, int site);

/* The fame that a seat has won so far. */
int cmt_fame_of(const cm_board *b, int seat);

/* How many tokens of each value are still face down in the supply: those that nobody has seen. */
void cmt_count_supply(const cm_board *b, int seats, int left[CM_VALUES]);

/* Does the seat share the highest total of the site, so that nobody leads? */
bool cmt_is_tied(const cm_board *b, int seats, int site, int seat);

/* -- The picture -- */

/* Everything the drawing functions need; made once per picture. */
typedef struct {
    const scene *s;
    const cm_view *v;
    const cm_board *b;
    canvas *c;
    hotspot_list *hotspots;
    cmt_preview preview;
    cmt_news news[CM_SITES];
} cmt_picture;

enum { CMT_PANEL_MIN_COLUMNS = 118 }; /* from this width on the sums stand beside the cards instead of below */

/* See scene_highlights() and hotspot_add(); the latter only for parts that can be chosen. */
unsigned cmt_highlights(const cmt_picture *p, move_part part);
void cmt_add_hotspot(cmt_picture *p, move_part part, area at);

void cmt_draw_lane(cmt_picture *p, int site, area where);
void cmt_draw_seats(cmt_picture *p, area where); /* one row per seat, or two rows for all */
void cmt_draw_hand(cmt_picture *p, area where);
void cmt_draw_scene(const scene *s, canvas *c, area where, hotspot_list *hotspots);

/* -- Words: see board.h -- */

void cmt_put_change(const scene *s, mur_text *t);
void cmt_describe(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);
/* "this is the last round" and the like, as a gettext key; NULL before the end is near. */
const char *cmt_end_phase(const cm_board *b);
/* A sentence with {n} in it. */
void cmt_put_number(const char *sentence, int n, const mur_words *w, mur_text *t);

#endif
