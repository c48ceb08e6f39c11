/* SPDX-License-Identifier: MIT */
/* arena/analysis/analyse_svg.c -- the chart of a review as SVG.
 *
 * One line for each seat, distinguished by colour and by dash pattern, because one reader in twenty cannot tell some
 * colours apart. x is the ply, y the outlook: the expected share of the victory (0 to 1), or the expected lead in
 * points, whichever the bot's values are. Numbers are printed with fixed digits, so the same review gives the same
 * bytes. */
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "arena/analysis/analyse.h"
#include "engine/say.h"
#include "record/safe_text.h"

enum { WIDTH = 800, HEIGHT = 380, LEFT = 56, RIGHT = 150, TOP = 56, BOTTOM = 52 };
enum { NAME = 14 /* characters of a name that fit beside the lines */ };

/* The palette of Okabe and Ito (2008), made for all kinds of colour vision; the dashes work without any colour. */
static const struct {
    const char *colour, *dash;
} looks[MUR_SEATS] = {
    { "#0072b2", "" },     { "#d55e00", "8 3" },     { "#009e73", "3 3" },
    { "#cc79a7", "12 4" }, { "#56b4e9", "8 3 2 3" }, { "#000000", "1 3" },
};

typedef struct {
    const arena_review *review;
    mur_buffer *out;
    double low, high, step; /* the range of the y axis, and the distance of its grid lines */
} chart;

/* printf with up to four numbers into the buffer. */
static void put(mur_buffer *out, const char *format, double a, double b, double c, double d)
{
    char text[256];
    snprintf(text, sizeof text, format, a, b, c, d);
    mur_buffer_put(out, text);
}

/* Text as XML character data. */
static void put_escaped(mur_buffer *out, const char *s)
{
    for (; *s; s++) {
        char one[2] = { *s, '\0' };
        mur_buffer_put(out, *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : *s == '"' ? "&quot;" : one);
    }
}

static double x_of(const chart *c, size_t ply)
{
    size_t plies = c->review->record->n_moves;
    return LEFT + (double)ply * (WIDTH - LEFT - RIGHT) / (double)(plies ? plies : 1);
}

static double y_of(const chart *c, double value)
{
    return TOP + (c->high - value) / (c->high - c->low) * (HEIGHT - TOP - BOTTOM);
}

/* -- The frame -- */

/* A step of 1, 2 or 5 times a power of ten, such that at most six of them cover the range. */
static double round_step(double range)
{
    static const double times[] = { 2, 2.5, 2 };
    double step = 1;
    for (int i = 0; range / step > 6; i = (i + 1) % 3)
        step *= times[i];
    return step;
}

static void widen(chart *c, double value)
{
    c->low = value < c->low ? value : c->low;
    c->high = value > c->high ? value : c->high;
}

/* Shares always have 0 to 1 as their range; points what occurs, rounded outwards to whole steps. */
static void find_range(chart *c)
{
    const arena_review *r = c->review;
    c->high = 1;
    c->step = 0.25;
    if (r->base.is_share)
        return;
    for (size_t i = 0; i < r->base.n; i++)
        widen(c, r->base.at[i].outlook);
    for (int seat = 0; seat < r->record->setup->seats; seat++)
        widen(c, r->base.by_seat[seat].result);
    c->step = round_step(c->high - c->low);
    c->low = floor(c->low / c->step) * c->step;
    c->high = ceil(c->high / c->step) * c->step;
}

/* One grid line with its label. */
static void draw_level(const chart *c, double value)
{
    const char *format = c->review->base.is_share ? "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%.0f %%</text>\n"
                         : fabs(value) < 0.5      ? "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">0</text>\n"
                                                  : "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">%+.0f</text>\n";
    double y = y_of(c, value);
    put(c->out, "<path d=\"M%.0f %.1fH%.0f\" stroke=\"#ccc\"/>\n", LEFT, y, WIDTH - RIGHT, 0);
    put(c->out, format, LEFT - 6, y + 4, c->review->base.is_share ? 100 * value : value, 0);
}

/* All grid lines; the even outlook (1/n of the victory, or no lead) is drawn darker. */
static void draw_levels(const chart *c)
{
    double even = c->review->base.is_share ? 1.0 / c->review->record->setup->seats : 0;
    for (int i = 0; c->low + i * c->step < c->high + c->step / 2; i++)
        draw_level(c, c->low + i * c->step);
    put(c->out, "<path d=\"M%.0f %.1fH%.0f\" stroke=\"#777\"/>\n", LEFT, y_of(c, even), WIDTH - RIGHT, 0);
}

static void draw_plies(const chart *c)
{
    size_t plies = c->review->record->n_moves, step = (size_t)round_step((double)plies);
    for (size_t ply = 0; ply <= plies; ply += step) {
        put(c->out, "<path d=\"M%.1f %.0fv5\" stroke=\"#777\"/>\n", x_of(c, ply), HEIGHT - BOTTOM, 0, 0);
        put(c->out, "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%.0f</text>\n", x_of(c, ply),
            HEIGHT - BOTTOM + 19, (double)ply, 0);
    }
}

static void draw_captions(const chart *c, const mur_words *w)
{
    put(c->out, "<text x=\"%.0f\" y=\"%.0f\" fill=\"#555\">", LEFT, TOP - 12, 0, 0);
    put_escaped(c->out,
                mur_translate(w, c->review->base.is_share ? N_("chance to win") : N_("expected lead in points")));
    put(c->out, "</text>\n<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\" fill=\"#555\">", WIDTH - RIGHT, HEIGHT - 10,
        0, 0);
    put_escaped(c->out, mur_translate(w, N_("moves")));
    mur_buffer_put(c->out, "</text>\n");
}

/* -- The lines -- */

/* The line of one seat: one point for each of its decisions, and the result at the end. False if it decided nothing. */
static bool draw_line(const chart *c, int seat)
{
    const arena_review *r = c->review;
    char style[128];
    bool has_begun = false;
    for (size_t i = 0; i < r->base.n; i++) {
        if (r->base.at[i].seat != seat)
            continue;
        mur_buffer_put(c->out, has_begun ? "L" : "<path fill=\"none\" stroke-width=\"2\" d=\"M");
        put(c->out, "%.1f %.1f", x_of(c, r->base.at[i].ply), y_of(c, r->base.at[i].outlook), 0, 0);
        has_begun = true;
    }
    if (!has_begun)
        return false;
    if (mur_record_is_over(r->record))
        put(c->out, "L%.1f %.1f", x_of(c, r->record->n_moves), y_of(c, r->base.by_seat[seat].result), 0, 0);
    snprintf(style, sizeof style, "\" stroke=\"%s\" stroke-dasharray=\"%s\"/>\n", looks[seat].colour, looks[seat].dash);
    mur_buffer_put(c->out, style);
    return true;
}

/* The seat's entry in the legend beside the chart; long names are cut. */
static void draw_name(const chart *c, int seat, const mur_words *w)
{
    char text[MUR_SENTENCE_TEXT], line[192];
    mur_text t = mur_text_on(text, sizeof text);
    int y = TOP + 10 + 22 * seat;
    mur_say_seat(seat, w, &t);
    snprintf(line, sizeof line, "<path d=\"M%d %dh28\" stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\"/>",
             WIDTH - RIGHT + 10, y - 4, looks[seat].colour, looks[seat].dash);
    mur_buffer_put(c->out, line);
    put(c->out, "<text x=\"%.0f\" y=\"%.0f\">", WIDTH - RIGHT + 44, y, 0, 0);
    mur_span kept = mur_truncate(mur_span_of(text), NAME);
    bool is_cut = text[kept.len] != '\0';
    text[kept.len] = '\0';
    put_escaped(c->out, text);
    mur_buffer_put(c->out, is_cut ? "\u2026</text>\n" : "</text>\n");
}

/* A dot with the number of the move; its tooltip shows the move played and the bot's choice. */
static void draw_turning_point(const chart *c, const mur_decision *d)
{
    const mur_game *g = c->review->record->game;
    char text[4 * MUR_MOVE_TEXT], number[16];
    mur_text t = mur_text_on(text, sizeof text);
    assert(d->seat >= 0 && d->seat < MUR_SEATS);
    snprintf(number, sizeof number, "%zu: ", d->ply + 1);
    mur_put(&t, number);
    g->write_move(d->played, &t);
    mur_put(&t, " (");
    g->write_move(d->best, &t);
    mur_put(&t, ")");
    put(c->out,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"11\" stroke=\"#fff\" stroke-width=\"3\" "
        "paint-order=\"stroke\">%.0f</text>\n",
        x_of(c, d->ply), y_of(c, d->outlook) - 9, (double)(d->ply + 1), 0);
    put(c->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"", x_of(c, d->ply), y_of(c, d->outlook), 0, 0);
    mur_buffer_put(c->out, looks[d->seat].colour);
    mur_buffer_put(c->out, "\"><title>");
    put_escaped(c->out, text);
    mur_buffer_put(c->out, "</title></circle>\n");
}

/* From back to front: frame and grid, then the lines, then the turning points on top of them. Seats without a decision
 * get no line and no entry in the legend. */
void arena_review_draw(const arena_review *r, const char *title, const mur_words *w, mur_buffer *svg)
{
    chart c = { .review = r, .out = svg };
    find_range(&c);
    assert(c.high > c.low && c.step > 0);
    put(svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
        "font-size=\"12\" role=\"img\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        WIDTH, HEIGHT, 0, 0);
    mur_buffer_put(svg, "<title>");
    put_escaped(svg, title);
    put(svg, "</title>\n<text x=\"%.0f\" y=\"22\" font-size=\"15\">", LEFT, 0, 0, 0);
    put_escaped(svg, title);
    mur_buffer_put(svg, "</text>\n");
    draw_levels(&c);
    draw_plies(&c);
    draw_captions(&c, w);
    for (int seat = 0; seat < r->record->setup->seats; seat++)
        if (draw_line(&c, seat))
            draw_name(&c, seat, w);
    for (int i = 0; i < r->base.n_turning; i++)
        draw_turning_point(&c, &r->base.at[r->base.turning[i]]);
    mur_buffer_put(svg, "</svg>\n");
}
