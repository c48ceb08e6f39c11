/* SPDX-License-Identifier: MIT */
/* What a scene of Chang Cheng shows: sums, what a move would change as far as its seat can know, where the news are. */
#include "terminal/cc_int.h"

#include <string.h>

/* -- The line -- */

int cct_position(const cc_board *b, int slot)
{
    int i = 0;
    while (i < b->n_line - 1 && b->line[i] != slot / CC_ROW)
        i++;
    return CC_ROW * i + slot % CC_ROW;
}

int cct_slot_at(const cc_board *b, int position)
{
    return CC_ROW * b->line[position / CC_ROW] + position % CC_ROW;
}

unsigned cct_reserved_for(const cc_board *b, int slot)
{
    unsigned seats = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        seats |= (unsigned)(cc_reserved(b, seat) >> slot & 1) << seat;
    return seats;
}

unsigned cct_seen_by(const cc_view *v, int region)
{
    unsigned seats = 0;
    for (int seat = 0; seat < v->base.seats; seat++)
        seats |= ((v->board.known[seat] | v->board.revealed) >> region & 1U) << seat;
    return seats;
}

/* -- Sums -- */

uint64_t cct_slots(const cc_board *b, cct_side side, int land)
{
    return side == CCT_CHINA ? cc_province_slots(b, land) : cc_region_slots(b, land);
}

/* The Mongols leave alone whose tower stands in the region. */
static unsigned behind_towers(const cc_board *b, uint64_t slots)
{
    unsigned seats = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        seats |= (unsigned)((b->of[seat] & b->towers & slots) != 0) << seat;
    return seats;
}

cct_sums cct_sum(const cc_board *b, cct_side side, int land)
{
    cct_sums sums;
    uint64_t slots = cct_slots(b, side, land);
    if (side == CCT_CHINA)
        cc_province_sections(b, land, sums.sections);
    else
        cc_sections(b, slots, sums.sections);
    sums.most = cc_most(sums.sections) & ~(1U << CC_NEUTRAL);
    if (side == CCT_STEPPE)
        sums.most &= b->tokens >> land & 1 ? ~behind_towers(b, slots) : 0;
    sums.worth = side == CCT_CHINA ? cc_worth(b, land) : 0;
    sums.filled = cc_count(slots & ~b->empty);
    sums.slots = cc_count(slots);
    return sums;
}

/* -- What would be, as far as it can be known -- */

static bool is_decided(const pick *p)
{
    pick_part parts[PICK_PARTS];
    int n_fitting = 0;
    for (int i = 0; i < p->view->n_moves; i++) {
        int n = p->board->split(p->view, p->view->moves[i], parts);
        n_fitting += n > p->n_chosen && parts[p->n_chosen] == p->choice[p->focus] &&
                     memcmp(parts, p->chosen, (size_t)p->n_chosen * sizeof parts[0]) == 0;
    }
    return n_fitting == 1;
}

/* Somebody else's card lies there face down. */
static bool has_strange_backs(const cc_view *v, int province)
{
    for (int seat = 0; seat < v->base.seats; seat++)
        if (seat != v->base.seat && v->board.backs[seat][province])
            return true;
    return false;
}

static bool are_backs_gone(const cc_board *b, int province)
{
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (b->backs[seat][province])
            return false;
    return true;
}

/* The scores of a finished game tell of tokens that were guessed. */
static bool has_strange_tokens(const cc_view *v)
{
    for (int region = 0; region < CC_REGIONS; region++)
        if ((v->board.tokens >> region & 1) && v->secrets.peril[region] == CC_UNKNOWN)
            return true;
    return false;
}

/* Takes out of the position to come whatever was guessed: which cards lay face down, and what they did. */
static void forget_guesses(cct_scene *s)
{
    bool is_over = s->scene->then->to_act == 0;
    for (int province = 0; province < CC_PROVINCES; province++)
        if (has_strange_backs(s->view, province) && are_backs_gone(&s->after, province))
            s->turned_up |= 1U << province;
    s->has_scores = !s->turned_up && (!is_over || !has_strange_tokens(s->view));
    if (s->turned_up) {
        s->after.resolving = CC_NONE;
        s->after.unprotected |= (uint16_t)s->turned_up;
    }
    if (!s->has_scores)
        memcpy(s->after.score, s->now->score, sizeof s->after.score);
}

static void look_ahead(cct_scene *s)
{
    const scene *from = s->scene;
    if (!from->then || (from->pick && from->pick->n_choices > 0 && !is_decided(from->pick)))
        return;
    s->after = ((const cc_view *)from->then)->board;
    s->then = &s->after;
    s->has_scores = true;
    if (from->pick) /* else it has come true */
        forget_guesses(s);
}

/* -- Where it happens -- */

/* What the cursor is about: a slot, both slots of a double wall, a province, a region. */
static uint64_t lit_by(const cct_scene *s)
{
    int i = cct_index(s->focus);
    switch (cct_sort(s->focus)) {
    case CCT_SLOT:
        return cc_bit(i) | (s->then ? s->now->empty & ~s->then->empty : 0);
    case CCT_PROVINCE:
        return cc_province_slots(s->now, i);
    case CCT_REGION:
        return cc_region_slots(s->now, i);
    default:
        return 0;
    }
}

/* "A7", "Ap2", "Am3", as the engine writes the places of its events. */
static void add_place(cct_scene *s, mur_span place)
{
    int n, letter;
    if (place.len < 2)
        return;
    letter = place.at[0] - 'A';
    place.at++;
    place.len--;
    bool is_province = mur_take_char(&place, 'p'), is_region = !is_province && mur_take_char(&place, 'm');
    if (letter < 0 || letter >= CC_LETTERS || !mur_take_number(&place, &n) || place.len > 0 || n < 1)
        return;
    if (is_province || is_region)
        s->news_of[is_region ? CCT_STEPPE : CCT_CHINA] |= n <= CC_PARTS ? 1U << (CC_PARTS * letter + n - 1) : 0;
    else if (n <= CC_ROW)
        s->news |= cc_bit(CC_ROW * letter + n - 1);
}

static void add_news(cct_scene *s, const mur_event *e)
{
    char text[MUR_MOVE_TEXT];
    const char *words = e->kind < cc_game.n_sentences ? cc_game.sentences[e->kind].words : "";
    const struct {
        const char *mark;
        int place;
    } places[] = { { "{at}", e->at }, { "{to}", e->to } };
    for (int i = 0; i < 2; i++)
        if (strstr(words, places[i].mark)) {
            mur_text t = mur_text_on(text, sizeof text);
            cc_game.write_place(places[i].place, NULL, &t);
            add_place(s, mur_span_of(text));
        }
}

void cct_look(const scene *s, cct_scene *out)
{
    const cc_view *v = (const cc_view *)s->view;
    *out = (cct_scene){ .scene = s, .view = v, .now = &v->board };
    if (s->pick && s->pick->n_choices > 0)
        out->focus = s->pick->choice[s->pick->focus];
    look_ahead(out);
    out->lit = lit_by(out);
    for (int i = 0; i < s->n_news; i++)
        for (int j = 0; j < s->news[i].events.n; j++)
            add_news(out, &s->news[i].events.at[j]);
}
