/* SPDX-License-Identifier: MIT */
/* terminal/boards/chang_cheng/cct_change.c -- what the candidate move changes, in one line: points first, then
 * provinces, then regions, each only if something changes. The same function compares two real positions for the
 * line-by-line mode.
 *
 * A line with two statements:
 *     you +8; Ap2: worth 7->8, you 2->3, would score: you */
#include "terminal/boards/chang_cheng/cct_int.h"

#include "engine/say.h"
#include "record/safe_text.h"

/* The line under construction; `begin` is where it starts in the text, to know whether a divider is needed. */
typedef struct {
    const cct_scene *scene;
    mur_text *t;
    size_t begin;
} change;

static const char *word(const change *k, const char *key)
{
    return mur_translate(k->scene->scene->words, key);
}

/* Between two statements; nothing before the first one. */
static void put_divider(change *k)
{
    if (k->t->len > k->begin)
        mur_put(k->t, "; ");
}

/* "you" for the viewer, else the seat's name; neutral sections have an owner's place, too. */
static void put_who(change *k, int colour)
{
    if (colour == CC_NEUTRAL)
        mur_put(k->t, word(k, N_("neutral")));
    else if (colour == k->scene->view->base.seat)
        mur_put(k->t, word(k, N_("you")));
    else
        mur_say_seat(colour, k->scene->scene->words, k->t);
}

/* "2->3": plain ASCII; the screen replaces the arrow. */
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

/* Provinces whose face-down cards the move reveals: what they do is unknown. */
static void put_revealed(change *k)
{
    for (int province = 0; province < CC_PROVINCES; province++) {
        char name[8];
        mur_text t = mur_text_on(name, sizeof name);
        if (!(k->scene->revealed_provinces >> province & 1))
            continue;
        cct_put_territory(&t, CCT_CHINA, province);
        put_divider(k);
        mur_put_format(k->t, word(k, N_("the cards in {name} are turned up")),
                       (const mur_format_arg[]){ { "name", mur_span_of(name) }, { 0 } });
    }
}

/* Cards that are laid face down: "face down: you 0->1". */
static void put_backs(change *k, int province, const char *before)
{
    const cct_scene *s = k->scene;
    bool is_begun = false;
    for (int seat = 0; seat < s->view->base.seats; seat++) {
        int was = s->now->face_down[seat][province], is = s->then->face_down[seat][province];
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

/* Would the move lay a card face down in this province? */
static bool has_new_backs(const cct_scene *s, int province)
{
    for (int seat = 0; seat < s->view->base.seats; seat++)
        if (s->then->face_down[seat][province] > s->now->face_down[seat][province])
            return true;
    return false;
}

/* Do two sums say the same? Then nothing is reported. */
static bool are_same(const cct_sums *a, const cct_sums *b)
{
    for (int colour = 0; colour < CC_COLOURS; colour++)
        if (a->sections[colour] != b->sections[colour])
            return false;
    return a->value == b->value && a->filled == b->filled && a->majority == b->majority;
}

/* Who would score or pay afterwards. */
static void put_majority(change *k, cct_side side, unsigned majority)
{
    const char *before = " ";
    mur_put(k->t, word(k, side == CCT_CHINA ? N_("would score:") : N_("would lose:")));
    for (int seat = 0; seat < CC_SEATS; seat++)
        if (majority >> seat & 1) {
            mur_put(k->t, before);
            put_who(k, seat);
            before = ", ";
        }
    if (!majority) {
        mur_put(k->t, before);
        mur_put(k->t, word(k, N_("nobody")));
    }
}

/* Once a province is protected or a region has lost its token, its majority does not matter any more. NULL: not
 * settled; "": it was settled before the move; else what has happened, as a gettext key. */
static const char *settled_word(const cct_scene *s, cct_side side, int territory)
{
    const cc_board *now = s->now, *then = s->then;
    unsigned before = side == CCT_CHINA ? now->unprotected : now->tokens;
    unsigned after = side == CCT_CHINA ? then->unprotected : then->tokens;
    if (after >> territory & 1)
        return NULL;
    return !(before >> territory & 1) ? "" : side == CCT_CHINA ? N_("protected") : N_("no token");
}

/* "Ap2: worth 7->8, you 2->3, would score: you". Says nothing about a territory in which nothing changes. */
static void put_territory(change *k, cct_side side, int territory)
{
    cct_sums was = cct_sum(k->scene->now, side, territory), is = cct_sum(k->scene->then, side, territory);
    const char *end = settled_word(k->scene, side, territory), *before = ": ";
    bool has_cards = side == CCT_CHINA && has_new_backs(k->scene, territory);
    if (are_same(&was, &is) && !(end && *end) && !has_cards)
        return;
    put_divider(k);
    cct_put_territory(k->t, side, territory);
    /* The value of a province that was settled before cannot matter any more. */
    if (was.value != is.value && !(end && !*end)) {
        mur_put(k->t, before);
        mur_put(k->t, word(k, N_("worth")));
        mur_put_char(k->t, ' ');
        put_from_to(k, was.value, is.value);
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
        put_backs(k, territory, before);
        before = ", ";
    }
    /* Either it is settled by this move, or the majority may have changed. */
    if (end && *end) {
        mur_put(k->t, before);
        mur_put(k->t, word(k, end));
    } else if (!end && was.majority != is.majority) {
        mur_put(k->t, before);
        put_majority(k, side, is.majority);
    }
}

/* From left to right along the line, so that the order matches the map. */
void cct_put_change(const scene *s, mur_text *t)
{
    cct_scene derived;
    change k = { .scene = &derived, .t = t, .begin = t->len };
    cct_scene_init(s, &derived);
    if (!derived.then)
        return;
    put_points(&k);
    put_revealed(&k);
    /* Provinces first, then regions. */
    for (int i = 0; i < derived.now->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            put_territory(&k, CCT_CHINA, CC_PARTS * derived.now->line[i] + part);
    for (int i = 0; i < derived.now->n_line; i++)
        for (int part = 0; part < CC_PARTS; part++)
            put_territory(&k, CCT_STEPPE, CC_PARTS * derived.now->line[i] + part);
}
