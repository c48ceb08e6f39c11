/* SPDX-License-Identifier: MIT */
/* terminal/boards/chinesische_mauer/cmt_layout.c -- the picture of Chinesische Mauer from top to bottom: the seats,
 * one lane for each site, the hand. lay_out() distributes the rows. */
#include <assert.h>

#include "terminal/boards/chinesische_mauer/cmt_int.h"

enum {
    LANE_MIN = 3,       /* rows: cards, what they count, sums */
    CARD_ROWS = 4,      /* rows of a card with a frame */
    HAND_ROWS = 3,      /* a heading, cards, names */
    BIG_HAND_ROWS = 5,  /* cards with frames */
    SEATS_IN_CELLS = 2, /* rows if the seats stand side by side */
};

unsigned cmt_highlights(const cmt_picture *p, move_part part)
{
    return scene_highlights(p->s, part);
}

void cmt_add_hotspot(cmt_picture *p, move_part part, area at)
{
    if (scene_has_choice(p->s, part))
        hotspot_add(p->hotspots, part, at);
}

/* Rows of each part, and between two lanes. */
typedef struct {
    int seats, lane, gap, hand;
} layout;

/* Rows beyond the minimum go, in this order, to one row per seat, higher lanes (all lanes have the same height),
 * frames around the cards of the hand, and gaps between the lanes. */
static layout lay_out(const cmt_picture *p, int rows, int cols)
{
    int seats = p->v->base.seats, sites = cm_n_sites(seats);
    bool has_panel = cols >= CMT_PANEL_MIN_COLUMNS;
    int lane_max = has_panel && seats > CARD_ROWS ? seats : has_panel ? CARD_ROWS : CARD_ROWS + seats;
    layout l = { SEATS_IN_CELLS, LANE_MIN, 0, HAND_ROWS };
    int spare = rows - l.seats - l.hand - sites * l.lane;
    if (spare >= seats - l.seats) {
        spare -= seats - l.seats;
        l.seats = seats;
    }
    /* One more row for every lane at a time; frames for the hand as soon as they fit besides. */
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

void cmt_draw_scene(const scene *s, canvas *c, area where, hotspot_list *hotspots)
{
    assert(s->view && s->view->seats <= CM_SEATS);
    const cm_view *v = (const cm_view *)s->view;
    cmt_picture p = { .s = s, .v = v, .b = &v->board, .c = c, .hotspots = hotspots };
    cmt_preview_init(s, &p.preview);
    cmt_collect_news(s, p.news);
    hotspots->n = 0;
    layout l = lay_out(&p, where.rows, where.cols);
    cmt_draw_seats(&p, area_rows(where, 0, l.seats));
    int y = l.seats + l.gap;
    for (int site = 0; site < cm_n_sites(v->base.seats); site++, y += l.lane + l.gap)
        cmt_draw_lane(&p, site, area_rows(where, y, l.lane));
    cmt_draw_hand(&p, area_rows(where, y, l.hand));
}
