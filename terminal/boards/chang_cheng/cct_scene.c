/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_scene.c -- what a picture of Chang Cheng shows, derived from a scene: sums of
 * provinces and regions, the preview reduced to what the seat can know, the slots under the cursor, and where the
 * news happened.
 *
 * The preview needs care. It comes from a redealt state, in which unknown cards and peril tokens were guessed;
 * nothing of that guess may be visible. hide_guesses() removes what depends on it. tests/terminal/picture.h
 * checks it: two different guesses must give the same picture. */
#include "terminal/boards/chang_cheng/cct_int.h"

#include <assert.h>
#include <string.h>

/* -- The line -- */

/* A board that is not in the line counts as the last one. */
int cct_position(const cc_board *b, int slot)
{
    assert(slot >= 0 && b->n_line > 0);
    int i = 0;
    while (i < b->n_line - 1 && b->line[i] != slot / CC_BOARD_SLOTS)
        i++;
    return CC_BOARD_SLOTS * i + slot % CC_BOARD_SLOTS;
}

int cct_slot_at(const cc_board *b, int position)
{
    assert(position >= 0 && position < CC_BOARD_SLOTS * b->n_line);
    return CC_BOARD_SLOTS * b->line[position / CC_BOARD_SLOTS] + position % CC_BOARD_SLOTS;
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
    assert(region >= 0 && region < CC_REGIONS);
    unsigned seats = 0;
    for (int seat = 0; seat < v->base.seats; seat++)
        seats |= ((v->board.known[seat] | v->board.revealed) >> region & 1U) << seat;
    return seats;
}

/* -- Sums -- */

uint64_t cct_slots(const cc_board *b, cct_side side, int territory)
{
    return side == CCT_CHINA ? cc_province_slots(b, territory) : cc_region_slots(b, territory);
}

/* Seats whose tower stands in the region: the Mongols leave them alone (rules: the Mongol attack). */
static unsigned seats_with_tower(const cc_board *b, uint64_t slots)
{
    unsigned seats = 0;
    for (int seat = 0; seat < CC_SEATS; seat++)
        seats |= (unsigned)((b->owned[seat] & b->towers & slots) != 0) << seat;
    return seats;
}

/* Majorities follow the rules: neutral sections count against the others but never score; a region without its peril
 * token costs nobody anything. */
cct_sums cct_sum(const cc_board *b, cct_side side, int territory)
{
    assert(territory >= 0 && territory < CC_PROVINCES);
    cct_sums sums;
    uint64_t slots = cct_slots(b, side, territory);
    if (side == CCT_CHINA)
        cc_province_sections(b, territory, sums.sections);
    else
        cc_sections(b, slots, sums.sections);
    sums.majority = cc_leaders(sums.sections) & ~(1U << CC_NEUTRAL);
    if (side == CCT_STEPPE)
        sums.majority &= b->tokens >> territory & 1 ? ~seats_with_tower(b, slots) : 0;
    sums.value = side == CCT_CHINA ? cc_province_value(b, territory) : 0;
    sums.filled = cc_count(slots & ~b->empty);
    sums.slots = cc_count(slots);
    return sums;
}

/* -- The preview, without guesses -- */

/* Does exactly one legal move begin with the chosen parts and the focused one? Only then a preview is certain. */
static bool is_move_decided(const selection *p)
{
    assert(p->focus < p->n_choices);
    move_part parts[MOVE_PARTS];
    int n_fitting = 0;
    for (int i = 0; i < p->view->n_moves; i++) {
        int n = p->board->split_move(p->view, p->view->moves[i], parts);
        n_fitting += n > p->n_chosen && parts[p->n_chosen] == p->choice[p->focus] &&
                     memcmp(parts, p->chosen, (size_t)p->n_chosen * sizeof parts[0]) == 0;
    }
    return n_fitting == 1;
}

/* Does another seat have a face-down card in this province? */
static bool has_others_backs(const cc_view *v, int province)
{
    for (int seat = 0; seat < v->base.seats; seat++)
        if (seat != v->base.seat && v->board.face_down[seat][province])
            return true;
    return false;
}

/* No face-down cards are left in the province: they have been revealed. */
static bool are_backs_gone(const cc_board *b, int province)
{
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (b->face_down[seat][province])
            return false;
    return true;
}

/* At the end of the game regions pay by their peril tokens, so final scores would give away guessed ones. */
static bool has_unknown_tokens(const cc_view *v)
{
    for (int region = 0; region < CC_REGIONS; region++)
        if ((v->board.tokens >> region & 1) && v->secrets.peril[region] == CC_UNKNOWN)
            return true;
    return false;
}

/* Takes out of the preview what was only guessed. If the move reveals cards of others, what these cards do is
 * unknown: the province stays unprotected in the preview, the scores stay as they are, and the text says that cards
 * are revealed. */
static void hide_guesses(cct_scene *s)
{
    assert(s->then == &s->after);
    bool is_over = s->scene->preview->to_act == 0;
    for (int province = 0; province < CC_PROVINCES; province++)
        if (has_others_backs(s->view, province) && are_backs_gone(&s->after, province))
            s->revealed_provinces |= 1U << province;
    s->has_scores = !s->revealed_provinces && (!is_over || !has_unknown_tokens(s->view));
    if (s->revealed_provinces) {
        s->after.resolving = CC_NONE;
        s->after.unprotected |= (uint16_t)s->revealed_provinces;
    }
    if (!s->has_scores)
        memcpy(s->after.score, s->now->score, sizeof s->after.score);
}

/* Without a selection the preview is a position that was really reached, so nothing in it is guessed. */
static void init_preview(cct_scene *s)
{
    const scene *from = s->scene;
    if (!from->preview || (from->selection && from->selection->n_choices > 0 && !is_move_decided(from->selection)))
        return;
    s->after = ((const cc_view *)from->preview)->board;
    s->then = &s->after;
    s->has_scores = true;
    if (from->selection)
        hide_guesses(s);
}

/* -- Hovered slots and news -- */

/* The slots of the focused part. For a double wall the preview tells which second slot it takes. */
static uint64_t hovered_slots(const cct_scene *s)
{
    int i = cct_part_index(s->focus);
    switch (cct_part_type(s->focus)) {
    case CCT_PART_SLOT:
        return cc_bit(i) | (s->then ? s->now->empty & ~s->then->empty : 0);
    case CCT_PART_PROVINCE:
        return cc_province_slots(s->now, i);
    case CCT_PART_REGION:
        return cc_region_slots(s->now, i);
    default:
        return 0;
    }
}

/* Reads a place as the engine writes it in the texts of its events ("A7", "Ap2", "Am3") and marks it as news.
 * Anything else is ignored. */
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
    else if (n <= CC_BOARD_SLOTS)
        s->news |= cc_bit(CC_BOARD_SLOTS * letter + n - 1);
}

/* Which of an event's two places is meaningful depends on its sentence: only those that the sentence mentions. */
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

/* The preview comes before the hovered slots, which depend on it. */
void cct_scene_init(const scene *s, cct_scene *out)
{
    assert(s->view);
    const cc_view *v = (const cc_view *)s->view;
    *out = (cct_scene){ .scene = s, .view = v, .now = &v->board };
    if (s->selection && s->selection->n_choices > 0)
        out->focus = s->selection->choice[s->selection->focus];
    init_preview(out);
    out->hovered = hovered_slots(out);
    for (int i = 0; i < s->n_news; i++)
        for (int j = 0; j < s->news[i].events.n; j++)
            add_news(out, &s->news[i].events.at[j]);
}
