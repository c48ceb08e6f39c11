/* SPDX-License-Identifier: MIT */
/* engine/chang_cheng/cc_view.c -- What players know: views, redealing, moves as others see them.
 * A view is the open board plus the secrets with CC_UNKNOWN for everything its seat may not know. cc_redeal() is the
 * way back: it replaces each CC_UNKNOWN by a value drawn from what is not in sight, all possibilities equally likely.
 * Cards of different seats and the two sorts of tokens do not depend on each other, so each is dealt on its own. */
#include "engine/chang_cheng/cc_int.h"

#include <assert.h>
#include <string.h>

void cc_scores(const mur_state *base, int out[MUR_SEATS])
{
    const cc_state *s = (const cc_state *)base;
    for (int seat = 0; seat < MUR_SEATS; seat++)
        out[seat] = seat < s->base.seats ? s->board.score[seat] : 0;
}

/* Only which card was laid face down is hidden; everything else happens in the open. */
mur_move cc_seen(const mur_state *s, int mover, mur_move m, int seat)
{
    (void)s;
    if (cc_move_kind(m) != CC_DO_CARD || seat == mover || seat == MUR_ALL)
        return m;
    return cc_move(CC_DO_CARD, CC_UNSEEN, (unsigned)cc_move_second(m));
}

/* -- View -- */

/* Cards are known to their owner, and to all once they were turned up. */
static void hide_cards(cc_secrets *secrets, int seats, int seat)
{
    for (int other = 0; other < seats; other++)
        for (int i = 0; i < CC_CARDS_EACH; i++)
            if (other != seat && secrets->card[other][i] != CC_GONE)
                secrets->card[other][i] = CC_UNKNOWN;
}

/* A token that was seen stays known, even when it has been removed. Tokens of boards that wait are in nobody's sight.
 */
static void hide_tokens(cc_secrets *secrets, const cc_board *b, int seat)
{
    unsigned known = b->revealed | (seat < CC_SEATS ? b->known[seat] : 0U);
    for (int region = 0; region < CC_REGIONS; region++)
        if (secrets->peril[region] && !(known >> region & 1))
            secrets->peril[region] = CC_UNKNOWN;
    memset(secrets->coming, CC_UNKNOWN, (size_t)CC_PARTS * b->n_waiting);
}

/* Begins with the whole truth and hides; a view of a finished game, or for MUR_ALL, hides nothing. */
void cc_view_of(const mur_state *base, int seat, mur_view *view)
{
    const cc_state *s = (const cc_state *)base;
    cc_view *v = (cc_view *)view;
    mur_view_begin(&cc_game, base, seat, view);
    v->gap = 0;
    v->board = s->board;
    v->secrets = s->secrets;
    memset(v->spare, 0, sizeof v->spare);
    if (!v->base.is_open) {
        hide_cards(&v->secrets, s->base.seats, seat);
        hide_tokens(&v->secrets, &s->board, seat);
    }
}

/* -- Redeal -- */

/* The unknown cards of a seat go to its face-down places and its hand, every way equally likely. */
static void deal_cards(const cc_board *b, int seat, uint8_t card[CC_CARDS_EACH], mur_rng *rng)
{
    uint8_t places[CC_CARDS_EACH];
    int n = 0;
    for (int province = 0; province < CC_PROVINCES; province++)
        for (int i = 0; i < b->face_down[seat][province]; i++)
            places[n++] = (uint8_t)province;
    for (int i = 0; i < b->hand_size[seat]; i++)
        places[n++] = CC_IN_HAND;
    mur_rng_shuffle(rng, places, n);
    assert(n <= CC_CARDS_EACH);
    for (int i = 0; i < CC_CARDS_EACH; i++)
        if (card[i] == CC_UNKNOWN)
            card[i] = places[--n];
    assert(n == 0); /* as many places as unknown cards */
}

/* What is left of a box of tokens when those in sight are taken out, in random order. `seen` also holds values that
 * are no tokens (CC_UNKNOWN, CC_NONE, 0 for peril of boards not in the game): these are skipped. */
static void draw_pool(uint8_t pool[CC_TOKENS], int lowest, int each, const uint8_t *seen, int n_seen, mur_rng *rng)
{
    int left[CC_PERIL_MAX + 1] = { 0 }, n = 0;
    assert(lowest + (CC_TOKENS - 1) / each <= CC_PERIL_MAX);
    for (int i = 0; i < CC_TOKENS; i++)
        left[lowest + i / each]++;
    for (int i = 0; i < n_seen; i++)
        if (seen[i] >= lowest && seen[i] <= CC_PERIL_MAX)
            left[seen[i]]--;
    for (int value = lowest; value <= CC_PERIL_MAX; value++)
        for (; left[value] > 0; left[value]--)
            pool[n++] = (uint8_t)value;
    mur_rng_shuffle(rng, pool, n);
}

/* Takes from the front of the pool, which was shuffled. */
static void fill_unknown(uint8_t *tokens, int n, const uint8_t pool[CC_TOKENS])
{
    for (int i = 0; i < n; i++)
        if (tokens[i] == CC_UNKNOWN)
            tokens[i] = *pool++;
}

/* The reputation tokens of waiting boards are the only unknown ones; those of the line lie open. */
static void deal_tokens(const cc_board *b, cc_secrets *secrets, mur_rng *rng)
{
    uint8_t pool[CC_TOKENS];
    draw_pool(pool, CC_PERIL_MIN, CC_PERIL_EACH, secrets->peril, CC_REGIONS, rng);
    fill_unknown(secrets->peril, CC_REGIONS, pool);
    draw_pool(pool, 0, CC_REPUTATION_EACH, b->reputation, CC_PROVINCES, rng);
    fill_unknown(secrets->coming[0], 2 * CC_PARTS, pool);
}

/* The viewer's own cards and the tokens it has seen stay as they are. An open view needs no dealing. */
void cc_redeal(const mur_view *view, mur_rng *rng, mur_state *base)
{
    const cc_view *v = (const cc_view *)view;
    cc_state *s = (cc_state *)base;
    assert(cc_can_redeal(view));
    s->base = (mur_state){ .ply = v->base.ply, .seats = v->base.seats, .to_act = v->base.to_act };
    s->board = v->board;
    s->secrets = v->secrets;
    memset(s->spare, 0, sizeof s->spare);
    if (v->base.is_open)
        return;
    for (int seat = 0; seat < v->base.seats; seat++)
        if (seat != v->base.seat)
            deal_cards(&s->board, seat, s->secrets.card[seat], rng);
    deal_tokens(&s->board, &s->secrets, rng);
}
