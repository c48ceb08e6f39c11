/* SPDX-License-Identifier: MIT */
/* Where everything is: the seats above, a lane for each site, the hand below. The lanes share what is left. */
#include "terminal/cm_int.h"

enum {
    LANE_MIN = 3,
    CARD_ROWS = 4,      /* with frames */
    HAND_ROWS = 3,      /* its heading, cards, names */
    BIG_HAND_ROWS = 5,  /* cards with frames */
    SEATS_IN_CELLS = 2, /* rows if the seats stand side by side */
};

bool cm_is_choice(const cm_picture *p, pick_part part)
{
    const pick *k = p->s->pick;
    for (int i = 0; k && i < k->n_choices; i++)
        if (k->choice[i] == part)
            return true;
    return false;
}

unsigned cm_marks(const cm_picture *p, pick_part part)
{
    const pick *k = p->s->pick;
    if (!cm_is_choice(p, part))
        return 0;
    return MARK_TARGET | (k->choice[k->focus] == part ? MARK_FOCUS : 0U);
}

void cm_spot(cm_picture *p, pick_part part, area at)
{
    if (cm_is_choice(p, part) && p->spots->n < BOARD_SPOTS)
        p->spots->at[p->spots->n++] = (board_spot){ part, at };
}

typedef struct {
    int seats, lane, gap, hand;
} layout;

/* First a row for each seat, then frames for the hand, then higher lanes, then air between them. */
static layout lay_out(const cm_picture *p, int rows, int cols)
{
    int seats = p->v->base.seats, sites = cm_n_sites(seats);
    bool has_panel = cols >= CM_PANEL_FROM;
    int lane_max = has_panel && seats > CARD_ROWS ? seats : has_panel ? CARD_ROWS : CARD_ROWS + seats;
    layout l = { SEATS_IN_CELLS, LANE_MIN, 0, HAND_ROWS };
    int spare = rows - l.seats - l.hand - sites * l.lane;
    if (spare >= seats - l.seats) {
        spare -= seats - l.seats;
        l.seats = seats;
    }
    while (l.lane < lane_max && spare >= sites) {
        l.lane++;
        spare -= sites;
        if (l.hand == HAND_ROWS && spare >= BIG_HAND_ROWS - HAND_ROWS) {
            spare -= BIG_HAND_ROWS - HAND_ROWS;
            l.hand = BIG_HAND_ROWS;
        }
    }
    l.gap = spare >= sites ? 1 : 0;
    return l;
}

void cm_draw_scene(const scene *s, canvas *c, area where, board_spots *spots)
{
    const cm_view *v = (const cm_view *)s->view;
    cm_picture p = { .s = s, .v = v, .b = &v->board, .c = c, .spots = spots };
    cm_foresee(s, &p.preview);
    cm_gather_news(s, p.news);
    spots->n = 0;
    layout l = lay_out(&p, where.rows, where.cols);
    cm_draw_seats(&p, area_rows(where, 0, l.seats));
    int y = l.seats + l.gap;
    for (int site = 0; site < cm_n_sites(v->base.seats); site++, y += l.lane + l.gap)
        cm_draw_lane(&p, site, area_rows(where, y, l.lane));
    cm_draw_hand(&p, area_rows(where, y, l.hand));
}
