/* SPDX-License-Identifier: MIT */
/* What a move of Chang Cheng would change, in one line: points first, then provinces, then regions. */
#include "terminal/cc_int.h"

#include "engine/say.h"
#include "record/quote.h"

typedef struct {
    const cct_scene *scene;
    mur_text *t;
    size_t begin;
} change;

static const char *word(const change *k, const char *key)
{
    return mur_word(k->scene->scene->words, key);
}

static void put_divider(change *k)
{
    if (k->t->len > k->begin)
        mur_put(k->t, "; ");
}

static void put_who(change *k, int colour)
{
    if (colour == CC_NEUTRAL)
        mur_put(k->t, word(k, N_("neutral")));
    else if (colour == k->scene->view->base.seat)
        mur_put(k->t, word(k, N_("you")));
    else
        mur_say_seat(colour, k->scene->scene->words, k->t);
}

static void put_from_to(change *k, int from, int to)
{
    mur_put_int(k->t, from);
    mur_put(k->t, "->");
    mur_put_int(k->t, to);
}

/* "you +8; Anna +8" */
static void put_points(change *k)
{
    const cct_scene *s = k->scene;
    for (int seat = 0; seat < s->view->base.seats; seat++) {
        int by = s->then->score[seat] - s->now->score[seat];
        if (!by)
            continue;
        put_divider(k);
        put_who(k, seat);
        mur_put(k->t, by > 0 ? " +" : " ");
        mur_put_int(k->t, by);
    }
}

static void put_turned_up(change *k)
{
    for (int province = 0; province < CC_PROVINCES; province++) {
        char name[8];
        mur_text t = mur_text_on(name, sizeof name);
        if (!(k->scene->turned_up >> province & 1))
            continue;
        cct_put_land(&t, CCT_CHINA, province);
        put_divider(k);
        mur_put_phrase(k->t, word(k, N_("the cards in {name} are turned up")),
                       (const mur_place[]){ { "name", mur_span_of(name) }, { 0 } });
    }
}

/* Cards laid face down: "face down: you 0->1". */
static void put_backs(change *k, int province, const char *before)
{
    const cct_scene *s = k->scene;
    bool is_begun = false;
    for (int seat = 0; seat < s->view->base.seats; seat++) {
        int was = s->now->backs[seat][province], is = s->then->backs[seat][province];
        if (is <= was)
            continue;
        mur_put(k->t, is_begun ? ", " : before);
        mur_put(k->t, is_begun ? "" : word(k, N_("face down:")));
        mur_put_char(k->t, ' ');
        put_who(k, seat);
        mur_put_char(k->t, ' ');
        put_from_to(k, was, is);
        is_begun = true;
    }
}

static bool has_new_backs(const cct_scene *s, int province)
{
    for (int seat = 0; seat < s->view->base.seats; seat++)
        if (s->then->backs[seat][province] > s->now->backs[seat][province])
            return true;
    return false;
}

static bool are_same(const cct_sums *a, const cct_sums *b)
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (a->sections[colour] != b->sections[colour])
            return false;
    return a->worth == b->worth && a->filled == b->filled && a->most == b->most;
}

/* Who would score or pay then. */
static void put_most(change *k, cct_side side, unsigned most)
{
    const char *before = " ";
    mur_put(k->t, word(k, side == CCT_CHINA ? N_("would score:") : N_("would pay:")));
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (most >> seat & 1) {
            mur_put(k->t, before);
            put_who(k, seat);
            before = ", ";
        }
    if (!most) {
        mur_put(k->t, before);
        mur_put(k->t, word(k, N_("nobody")));
    }
}

/* What is settled needs no majority any more: a province protected, a region without its token. */
static const char *settled(const cct_scene *s, cct_side side, int land)
{
    const cc_board *now = s->now, *then = s->then;
    unsigned before = side == CCT_CHINA ? now->unprotected : now->tokens;
    unsigned after = side == CCT_CHINA ? then->unprotected : then->tokens;
    if (after >> land & 1)
        return NULL;
    return !(before >> land & 1) ? "" : side == CCT_CHINA ? N_("protected") : N_("no token");
}

/* "Ap2: worth 7->8, you 2->3, would score: you" */
static void put_land(change *k, cct_side side, int land)
{
    cct_sums was = cct_sum(k->scene->now, side, land), is = cct_sum(k->scene->then, side, land);
    const char *end = settled(k->scene, side, land), *before = ": ";
    bool has_cards = side == CCT_CHINA && has_new_backs(k->scene, land);
    if (are_same(&was, &is) && !(end && *end) && !has_cards)
        return;
    put_divider(k);
    cct_put_land(k->t, side, land);
    if (was.worth != is.worth && !(end && !*end)) {
        mur_put(k->t, before);
        mur_put(k->t, word(k, N_("worth")));
        mur_put_char(k->t, ' ');
        put_from_to(k, was.worth, is.worth);
        before = ", ";
    }
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (was.sections[colour] != is.sections[colour]) {
            mur_put(k->t, before);
            put_who(k, colour);
            mur_put_char(k->t, ' ');
            put_from_to(k, was.sections[colour], is.sections[colour]);
            before = ", ";
        }
    if (has_cards) {
        put_backs(k, land, before);
        before = ", ";
    }
    if (end && *end) {
        mur_put(k->t, before);
        mur_put(k->t, word(k, end));
    } else if (!end && was.most != is.most) {
        mur_put(k->t, before);
        put_most(k, side, is.most);
    }
}

void cct_put_change(const scene *s, mur_text *t)
{
    cct_scene looked;
    change k = { .scene = &looked, .t = t, .begin = t->len };
    cct_look(s, &looked);
    if (!looked.then)
        return;
    put_points(&k);
    put_turned_up(&k);
    for (int i = 0; i < looked.now->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            put_land(&k, CCT_CHINA, CC_PARTS * looked.now->line[i] + part);
    for (int i = 0; i < looked.now->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            put_land(&k, CCT_STEPPE, CC_PARTS * looked.now->line[i] + part);
}
