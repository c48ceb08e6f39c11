/* SPDX-License-Identifier: MIT */
/* terminal/cm_int.h -- what the files of Chinesische Mauer's board share, and nobody else. */
#ifndef TERMINAL_CM_INT_H
#define TERMINAL_CM_INT_H

#include "engine/chinesische_mauer/cm.h"
#include "terminal/board.h"
#include "terminal/row.h"

/* -- Moves and their parts -- */

/* What a move does, read from its text, which is the only form of it that leaves the engine. */
typedef struct {
    int site;    /* from 0 */
    int kind, n; /* cards to lay; n 0: none */
    int column;  /* from 1: covered by a dragon, or marked; 0: to the right of the others */
    int token;   /* to take as a mark; 0: none */
} cm_deed;       /* neither cards nor a token: draw a card */

cm_deed cm_read_deed(mur_move m);

/* A card of the hand, how many of it, where; or a token of the site that is scored and a card for it; or the pile. */
enum cm_part_type { CM_PART_KIND = 1, CM_PART_COUNT, CM_PART_SITE, CM_PART_COLUMN, CM_PART_TOKEN, CM_PART_DRAW };

static inline pick_part cm_part(enum cm_part_type type, int site, int number)
{
    return (pick_part)((int)type << 12 | site << 8 | number);
}
static inline int cm_part_type(pick_part part)
{
    return part >> 12;
}
static inline int cm_part_site(pick_part part)
{
    return part >> 8 & 15;
}
static inline int cm_part_number(pick_part part)
{
    return part & 255;
}

int cm_split(const mur_view *v, mur_move m, pick_part out[PICK_PARTS]);
bool cm_asks(pick_part part);
void cm_put_part(const mur_view *v, pick_part part, const mur_words *w, mur_text *t);
int cm_digit(const mur_view *v, pick_part part);

/* -- What would change, and what is new -- */

typedef struct {
    cm_board board[CM_SITES]; /* by site, as it would be once the cards lie there */
    bool changes[CM_SITES];
    bool is_placed; /* the move under the cursor goes to one site; else a card is tried at every site */
    cm_deed deed;
} cm_preview;

/* Only the cards: what follows at the next turn is in the scene's `then`. */
void cm_foresee(const scene *s, cm_preview *out);

typedef struct {
    uint8_t laid; /* cards at the right end */
    uint8_t n_columns;
    uint8_t column[8]; /* covered or marked, from 0 */
    bool is_cleared;
} cm_news;

void cm_gather_news(const scene *s, cm_news out[CM_SITES]);

/* What the leader of a site gets at its next turn unless somebody else leads by then. */
typedef struct {
    int leader, wins;    /* MUR_NOBODY: nobody leads; 0: a first token, as a mark */
    int owner, wins_too; /* of the mark */
} cm_prospect;

cm_prospect cm_prospect_of(const cm_board *b, int site);

int cm_fame_of(const cm_board *b, int seat);

/* The tokens nobody has seen: those of the supply, by value. */
void cm_count_supply(const cm_board *b, int seats, int left[CM_VALUES]);

/* The highest total among those who take part is shared. */
bool cm_is_tied(const cm_board *b, int seats, int site, int seat);

/* -- The picture -- */

typedef struct {
    const scene *s;
    const cm_view *v;
    const cm_board *b;
    canvas *c;
    board_spots *spots;
    cm_preview preview;
    cm_news news[CM_SITES];
} cm_picture;

enum { CM_PANEL_FROM = 118 }; /* columns; from here on the sums stand beside the cards, not below them */

/* Marks of a part: whether it can be chosen and whether the cursor is on it. */
unsigned cm_marks(const cm_picture *p, pick_part part);
bool cm_is_choice(const cm_picture *p, pick_part part);
void cm_spot(cm_picture *p, pick_part part, area at);

void cm_draw_lane(cm_picture *p, int site, area where);
void cm_draw_seats(cm_picture *p, area where); /* one row a seat with the cards it has not shown, or two rows for all */
void cm_draw_hand(cm_picture *p, area where);
void cm_draw_scene(const scene *s, canvas *c, area where, board_spots *spots);

/* -- Words -- */

void cm_put_change(const scene *s, mur_text *t);
void cm_tell(const mur_view *v, board_topic topic, const mur_words *w, mur_text *t);
/* How near the end is: a gettext key, or NULL. */
const char *cm_stage(const cm_board *b);
void cm_say_number(const char *sentence, int n, const mur_words *w, mur_text *t);

#endif
