/* SPDX-License-Identifier: MIT */
#include "terminal/local.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/lore.h"
#include "record/quote.h"
#include "record/reader.h"
#include "terminal/local_int.h"
#include "terminal/words.h"

/* -- Who plays -- */

static const char *const levels[] = { "apprentice", "journeyman", "mason", "master", "emperor" };

enum { LEVELS = sizeof levels / sizeof levels[0], USUAL_LEVEL = 1, USUAL_SEATS = 3, NAME = 20 /* characters */ };

const mur_bot *local_level(int i)
{
    return i >= 0 && i < LEVELS ? mur_bot_of(mur_span_of(levels[i])) : NULL;
}

const mur_bot *local_bot_for(const mur_bot *wanted, const mur_game *g, int seats)
{
    mur_span lore = mur_lore_of(g, seats);
    if (wanted && wanted->can_play(g, seats, lore))
        return wanted;
    const mur_bot *greedy = mur_bot_of(mur_span_of("greedy"));
    return greedy->can_play(g, seats, lore) ? greedy : mur_bot_of(mur_span_of("random"));
}

uint64_t local_seed(void)
{
    struct timespec now;
    mur_rng spread;
    clock_gettime(CLOCK_REALTIME, &now);
    mur_rng_seed(&spread, (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec);
    return mur_rng_next(&spread);
}

local_plan local_usual(const mur_game *g)
{
    int seats = g->seats_min > USUAL_SEATS ? g->seats_min : g->seats_max < USUAL_SEATS ? g->seats_max : USUAL_SEATS;
    local_plan p = { .game = g, .seats = seats, .seed = local_seed() };
    for (int seat = 1; seat < MUR_SEATS; seat++)
        p.bot[seat] = local_level(USUAL_LEVEL);
    return p;
}

/* Short, so that every board has room for them. */
static const char *const bot_names[] = { "Bo",  "Hua", "Jin",  "Lan", "Mei", "Ning",
                                         "Qiu", "Rui", "Shan", "Tao", "Wen", "Yue" };

static const char *bot_name(uint64_t seed, int seat)
{
    enum { NAMES = sizeof bot_names / sizeof bot_names[0] };
    uint8_t order[NAMES];
    mur_rng rng;
    for (int i = 0; i < NAMES; i++)
        order[i] = (uint8_t)i;
    mur_rng_seed(&rng, seed);
    mur_rng_shuffle(&rng, order, NAMES);
    return bot_names[order[seat]];
}

/* -- Tags -- */

static const char *seat_tag(const mur_record *r, const char *what, int seat)
{
    char tag[32];
    snprintf(tag, sizeof tag, "%s%d", what, seat + 1);
    return mur_record_tag(r, mur_span_of(tag));
}

static void set_seat_tag(mur_record *r, const char *what, int seat, const char *text)
{
    char tag[32];
    snprintf(tag, sizeof tag, "%s%d", what, seat + 1);
    if (!mur_record_tag(r, mur_span_of(tag)))
        mur_record_set_tag(r, mur_span_of(tag), mur_span_of(text));
}

static void set_date(mur_record *r)
{
    char text[16];
    time_t now = time(NULL);
    struct tm day;
    strftime(text, sizeof text, "%Y-%m-%d", localtime_r(&now, &day));
    if (!mur_record_tag(r, mur_span_of("date")))
        mur_record_set_tag(r, mur_span_of("date"), mur_span_of(text));
}

static void set_seed(mur_record *r, uint64_t seed)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    if (!mur_record_tag(r, mur_span_of("seed")))
        mur_record_set_tag(r, mur_span_of("seed"), mur_span_of(text));
}

/* Any number will do where there is no seed: from the names of the tags that are. */
static uint64_t seed_of(const mur_record *r)
{
    const char *text = mur_record_tag(r, mur_span_of("seed"));
    return text ? strtoull(text, NULL, 10) : r->n_tags;
}

static int count_persons(const table *t)
{
    int n = 0;
    for (int seat = 0; seat < t->seats; seat++)
        n += t->seat[seat].is_here;
    return n;
}

/* Whoever is alone here is called as on this machine; where there are several they are numbered. */
static void name_person(const table *t, int seat, mur_text *name)
{
    const char *user = getenv("USER");
    char n[16];
    snprintf(n, sizeof n, "%d", seat + 1);
    if (count_persons(t) == 1 && user && user[0] >= 'a' && user[0] <= 'z') {
        mur_span rest = mur_cut(mur_span_of(user + 1), NAME);
        mur_put_char(name, (char)(user[0] - 'a' + 'A'));
        mur_put_bytes(name, rest.at, rest.len);
        return;
    }
    mur_put_phrase(name, _("Player {n}"), (const mur_place[]){ { "n", mur_span_of(n) }, { 0 } });
}

static void seat_all(local *l)
{
    table *t = &l->base;
    for (int seat = 0; seat < t->seats; seat++) {
        const char *level = seat_tag(l->record, "bot", seat);
        const mur_bot *bot = level ? mur_bot_of(mur_span_of(level)) : NULL;
        t->seat[seat].level = level ? local_bot_for(bot, t->game, t->seats)->id : NULL;
        t->seat[seat].is_here = !level && !l->is_shown;
        t->can_wait = t->can_wait || (level && !l->is_shown);
    }
    for (int seat = 0; seat < t->seats; seat++) {
        mur_text name = mur_text_on(t->seat[seat].name, TABLE_NAME);
        const char *given = seat_tag(l->record, "player", seat);
        mur_span cut = mur_cut(mur_span_of(given ? given : ""), NAME);
        mur_put_bytes(&name, cut.at, cut.len);
        if (!given && t->seat[seat].is_here)
            name_person(t, seat, &name);
    }
}

/* -- Keeping -- */

static void keep(local *l)
{
    if (!l->path[0]) /* there is nowhere, as was told */
        return;
    bool ok = save_write(l->path, l->record);
    const char *why = strerror(errno);
    mur_text t = mur_text_on(l->trouble, sizeof l->trouble);
    if (!ok)
        mur_put_phrase(&t, _("The game is not saved: {why}"),
                       (const mur_place[]){ { "why", mur_span_of(why) }, { 0 } });
    l->base.trouble = ok ? NULL : l->trouble;
}

static void keep_new(local *l)
{
    if (!save_path_new(l->base.game, l->path)) {
        const char *why = strerror(errno);
        mur_text t = mur_text_on(l->trouble, sizeof l->trouble);
        l->path[0] = '\0';
        mur_put_phrase(&t, _("The game is not saved: {why}"),
                       (const mur_place[]){ { "why", mur_span_of(why) }, { 0 } });
        l->base.trouble = l->trouble;
        return;
    }
    keep(l);
}

static const char *save(table *t, const char *path)
{
    local *l = (local *)t;
    if (path)
        return save_write(path, l->record) ? path : NULL;
    return l->path[0] && !t->trouble ? l->path : NULL;
}

/* -- Bots -- */

/* Different for every thought of a game, the same when the game is resumed. */
static uint64_t thought_seed(const local *l, int seat)
{
    mur_rng rng;
    mur_rng_seed(&rng, l->seed ^ (l->base.plies * MUR_SEATS + (unsigned)seat) << 20);
    return mur_rng_next(&rng);
}

static uint32_t style_of(const local *l, int seat)
{
    mur_rng rng;
    mur_rng_seed(&rng, l->seed + (unsigned)seat);
    return (uint32_t)mur_rng_next(&rng) | 1;
}

static void ask(local *l, int seat)
{
    const mur_game *g = l->base.game;
    mur_view *view = mur_new(g->view_size);
    g->view(l->record->state, seat, view);
    if (!l->thinker)
        l->thinker = thinker_open();
    thinker_ask(l->thinker, &(think_question){ .game = g,
                                               .bot = mur_bot_of(mur_span_of(l->base.seat[seat].level)),
                                               .view = view,
                                               .seed = thought_seed(l, seat),
                                               .style = style_of(l, seat) });
    free(view);
    l->asked = seat;
    l->base.seat[seat].is_thinking = true;
}

static void forget(local *l)
{
    if (l->asked == MUR_NOBODY)
        return;
    thinker_forget(l->thinker);
    l->base.seat[l->asked].is_thinking = false;
    l->asked = MUR_NOBODY;
}

/* The next bot that may act begins to think, unless one does. */
static void ask_bots(local *l)
{
    if (l->asked != MUR_NOBODY && !mur_may_act(l->record->state, l->asked))
        forget(l);
    for (int seat = 0; seat < l->base.seats && l->asked == MUR_NOBODY; seat++)
        if (l->base.seat[seat].level && mur_may_act(l->record->state, seat))
            ask(l, seat);
}

/* -- Playing -- */

/* The record is another one, or a longer one. */
static void take_stock(local *l)
{
    mur_replay_close(&l->replay);
    l->base.plies = l->record->n_moves;
    l->base.is_over = mur_record_is_over(l->record);
    l->back.asked = 0;
    if (l->base.is_over && !l->record->has_result && !l->is_shown)
        mur_record_finish(l->record);
}

static mur_err make_move(local *l, int seat, mur_move m)
{
    mur_err e = mur_record_play(l->record, seat, m, NULL);
    if (e)
        return e;
    take_stock(l);
    keep(l);
    return MUR_OK;
}

static bool is_here(const table *t, int seat)
{
    return seat >= 0 && seat < t->seats && t->seat[seat].is_here;
}

static const char *play(table *t, int seat, mur_move m)
{
    local *l = (local *)t;
    mur_err e = is_here(t, seat) ? make_move(l, seat, m) : MUR_TURN;
    if (e)
        return _(mur_why(t->game, e));
    ask_bots(l);
    return NULL;
}

static const char *take_back(table *t, int seat)
{
    local *l = (local *)t;
    mur_record *other = local_can_take_back(t, seat) ? local_without(l, seat) : NULL;
    if (!other)
        return _("It is too late to take this back: somebody has learnt something from it, or moved since.");
    mur_replay_close(&l->replay);
    mur_record_close(&l->record);
    l->record = other;
    take_stock(l);
    keep(l);
    ask_bots(l);
    return NULL;
}

static int fd(const table *t)
{
    const local *l = (const local *)t;
    return l->thinker ? thinker_fd(l->thinker) : -1;
}

static bool attend(table *t)
{
    local *l = (local *)t;
    think_answer answer;
    int seat = l->asked;
    if (!l->thinker || !thinker_hear(l->thinker, &answer) || seat == MUR_NOBODY)
        return false;
    forget(l);
    make_move(l, seat, answer.move); /* should it be refused, the bot is asked again */
    ask_bots(l);
    return true;
}

static void close_local(table *t)
{
    local *l = (local *)t;
    thinker_close(&l->thinker);
    mur_replay_close(&l->replay);
    mur_record_close(&l->record);
    free(l);
}

static const table_kind kind = {
    .close = close_local,
    .view = local_view,
    .step = local_step,
    .play = play,
    .take_back = take_back,
    .can_take_back = local_can_take_back,
    .fd = fd,
    .attend = attend,
    .save = save,
};

/* -- Opening -- */

static local *table_of(mur_record *r, bool is_shown)
{
    local *l = mur_new(sizeof *l);
    l->base = (table){ .kind = &kind, .game = r->game, .seats = r->setup->seats };
    l->record = r;
    l->is_shown = is_shown;
    l->asked = MUR_NOBODY;
    l->seed = seed_of(r);
    seat_all(l);
    take_stock(l);
    return l;
}

static void *refuse(const mur_game *g, mur_err e, const char *word, char *why)
{
    const char *reason = _(mur_why(g, e));
    mur_text t = mur_text_on(why, MUR_MESSAGE_TEXT);
    mur_put_phrase(&t, _("\"{word}\": {reason}"),
                   (const mur_place[]){ { "word", mur_span_of(word) }, { "reason", mur_span_of(reason) }, { 0 } });
    return NULL;
}

static mur_record *record_of(const local_plan *p, char *why)
{
    mur_record *r;
    char n[16];
    mur_err e = mur_record_open(&r, p->game, p->seats);
    snprintf(n, sizeof n, "%d", p->seats);
    if (e)
        return refuse(p->game, e, n, why);
    for (int i = 0; i < p->game->n_options && !e; i++) {
        e = p->option[i][0] ? mur_record_set_option(r, i, mur_span_of(p->option[i])) : MUR_OK;
        if (e)
            refuse(p->game, e, p->option[i], why);
    }
    if (e)
        mur_record_close(&r);
    return r;
}

/* One seed gives generators that never mix, as for `muraille random`: the same seed is the same deal. */
static void deal(mur_record *r, uint64_t seed)
{
    mur_rng root, cards;
    mur_rng_seed(&root, seed);
    mur_rng_seed(&cards, mur_rng_next(&root));
    mur_record_deal(r, &cards);
}

/* Who plays is the plan's alone. */
static local *begin(mur_record *r, const local_plan *p)
{
    set_date(r);
    set_seed(r, p->seed);
    for (int seat = 0; seat < p->seats; seat++)
        if (p->bot[seat]) {
            set_seat_tag(r, "player", seat, bot_name(p->seed, seat));
            set_seat_tag(r, "bot", seat, local_bot_for(p->bot[seat], p->game, p->seats)->id);
        }
    if (!r->has_started)
        deal(r, p->seed);
    local *l = table_of(r, false);
    keep_new(l);
    ask_bots(l);
    return l;
}

table *local_open(const local_plan *p, char *why)
{
    mur_record *r = record_of(p, why);
    return r ? &begin(r, p)->base : NULL;
}

bool local_is_open(const table *t)
{
    return t->kind == &kind && (t->is_over || ((const local *)t)->is_shown);
}

table *local_branch(const table *from, size_t ply, const local_plan *p)
{
    const mur_record *r = ((const local *)from)->record;
    mur_record *other = local_copy(r, false);
    for (size_t i = 0; i < ply && i < r->n_moves; i++)
        mur_record_play(other, r->moves[i].seat, r->moves[i].move, NULL);
    return &begin(other, p)->base;
}

table *local_resume(const char *path, char *why)
{
    mur_record *r = save_read(path, why);
    if (!r)
        return NULL;
    local *l = table_of(r, false);
    snprintf(l->path, sizeof l->path, "%s", path);
    ask_bots(l);
    return &l->base;
}

table *local_look(const char *path, char *why)
{
    mur_record *r = save_read(path, why);
    return r ? &table_of(r, true)->base : NULL;
}
