/* SPDX-License-Identifier: MIT */
/* terminal/session/local.c -- local sessions: opening, playing, saving, and asking bots. A session is a record plus
 * what is derived from it. Each change goes the same way: change the record, refresh what is derived
 * (refresh_from_record), save the file, start the next bot (start_next_bot).
 *
 * State machine of the bots: thinking_seat is MUR_NOBODY or the one seat whose bot works in bot_thread. start_bot()
 * sets it, cancel_bot() clears it. It is cancelled when its seat may no longer act, after a take-back for example.
 * update() takes the reply, plays it, and starts the next bot. Seeds depend on session seed, ply and seat only, so a
 * resumed game continues exactly as it would have without the interruption. */
#include "terminal/session/local.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/levels.h"
#include "bots/model.h"
#include "record/clock_seed.h"
#include "record/reader.h"
#include "record/safe_text.h"
#include "terminal/session/local_int.h"
#include "terminal/ui/translate.h"

/* -- Bots and defaults -- */

enum { DEFAULT_SEATS = 3, NAME_CHARACTERS_MAX = 20 /* longer names are cut */ };

const mur_bot *local_level(int i)
{
    const mur_level *level = i >= 0 ? mur_level_at(i) : NULL;
    return level ? mur_bot_of(mur_span_of(level->id)) : NULL;
}

static const mur_bot *playable_bot(const mur_bot *wanted, const mur_game *g, int seats)
{
    return mur_playable_bot(wanted, g, seats, mur_model_of(g, seats));
}

bot_request local_hint_request(const session *gs, const mur_view *v)
{
    const mur_bot *strong = mur_bot_of(mur_span_of("strong"));
    return (bot_request){ .game = gs->game,
                          .bot = playable_bot(strong, gs->game, gs->seats),
                          .view = v,
                          .seed = v->ply,
                          .wants_reasons = true };
}

local_config local_default_config(const mur_game *g)
{
    /* Three players where the game allows it, else the nearest number. */
    int seats = g->seats_min > DEFAULT_SEATS   ? g->seats_min
                : g->seats_max < DEFAULT_SEATS ? g->seats_max
                                               : DEFAULT_SEATS;
    local_config p = { .game = g, .seats = seats, .seed = mur_clock_seed() };
    for (int seat = 1; seat < MUR_SEATS; seat++)
        p.bot[seat] = mur_bot_of(mur_span_of(MUR_LEVEL_DEFAULT));
    return p;
}

/* Names for bots; short, so that they fit into every board's table of seats. */
static const char *const bot_names[] = { "Bo",  "Hua", "Jin",  "Lan", "Mei", "Ning",
                                         "Qiu", "Rui", "Shan", "Tao", "Wen", "Yue" };

/* The names are shuffled by the seed, so the seats of a game have different names, and the same ones when it is
 * resumed. */
static const char *bot_name(uint64_t seed, int seat)
{
    assert(seat >= 0 && seat < MUR_SEATS);
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

/* A tag of one seat: "player1", "bot2". NULL if the record has none. */
static const char *seat_tag(const mur_record *r, const char *what, int seat)
{
    char tag[32];
    snprintf(tag, sizeof tag, "%s%d", what, seat + 1);
    return mur_record_tag(r, mur_span_of(tag));
}

/* Existing tags are never overwritten. */
static void set_seat_tag(mur_record *r, const char *what, int seat, const char *text)
{
    char tag[32];
    snprintf(tag, sizeof tag, "%s%d", what, seat + 1);
    if (!mur_record_tag(r, mur_span_of(tag)))
        mur_record_set_tag(r, mur_span_of(tag), mur_span_of(text));
}

/* The day on which the game began. */
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

/* A record from elsewhere may have no seed; any fixed number will do then. */
static uint64_t seed_from_tags(const mur_record *r)
{
    const char *text = mur_record_tag(r, mur_span_of("seed"));
    return text ? strtoull(text, NULL, 10) : r->n_tags;
}

/* A person who plays alone is called by their user name, if it begins with a letter; several are numbered. */
static void put_person_name(const session *gs, int seat, mur_text *name)
{
    const char *user = getenv("USER");
    char n[16];
    snprintf(n, sizeof n, "%d", seat + 1);
    if (session_count_persons(gs) == 1 && user && user[0] >= 'a' && user[0] <= 'z') {
        mur_span rest = mur_truncate(mur_span_of(user + 1), NAME_CHARACTERS_MAX);
        mur_put_char(name, (char)(user[0] - 'a' + 'A'));
        mur_put_bytes(name, rest.at, rest.len);
        return;
    }
    mur_put_format(name, _("Player {n}"), (const mur_format_arg[]){ { "n", mur_span_of(n) }, { 0 } });
}

/* Who sits where, from the record's tags. Whether a person is alone must be known before they are named, hence two
 * loops. */
static void assign_seats(local_session *l)
{
    session *gs = &l->base;
    for (int seat = 0; seat < gs->seats; seat++) {
        const char *level = seat_tag(l->record, "bot", seat);
        const mur_bot *bot = level ? mur_bot_of(mur_span_of(level)) : NULL;
        /* A bot from an old file may not exist any more; then another one plays. */
        gs->seat[seat].level = level ? playable_bot(bot, gs->game, gs->seats)->id : NULL;
        gs->seat[seat].is_here = !level && !l->is_read_only;
        gs->can_delay = gs->can_delay || (level && !l->is_read_only);
    }
    for (int seat = 0; seat < gs->seats; seat++) {
        mur_text name = mur_text_on(gs->seat[seat].name, SEAT_NAME);
        const char *given = seat_tag(l->record, "player", seat);
        mur_span cut = mur_truncate(mur_span_of(given ? given : ""), NAME_CHARACTERS_MAX);
        mur_put_bytes(&name, cut.at, cut.len);
        if (!given && gs->seat[seat].is_here)
            put_person_name(gs, seat, &name);
    }
}

/* -- Saving -- */

static void set_save_problem(local_session *l, int error)
{
    const char *why = strerror(error);
    mur_text t = mur_text_on(l->problem, sizeof l->problem);
    mur_put_format(&t, _("The game is not saved: {why}"),
                   (const mur_format_arg[]){ { "why", mur_span_of(why) }, { 0 } });
    l->base.problem = l->problem;
}

/* After every move. A failure is shown as the session's problem and does not stop the game. */
static void save_record(local_session *l)
{
    if (!l->path[0]) /* no file could be created; the problem has been reported */
        return;
    if (save_write(l->path, l->record))
        l->base.problem = NULL;
    else
        set_save_problem(l, errno);
}

/* Reserves a file name for a new game, and writes it for the first time. */
static void save_new_record(local_session *l)
{
    if (save_path_new(l->base.game, l->path)) {
        save_record(l);
    } else {
        set_save_problem(l, errno);
        l->path[0] = '\0';
    }
}

/* The game is always saved already, so without a path there is nothing to write. */
static const char *save(session *gs, const char *path)
{
    local_session *l = (local_session *)gs;
    if (path)
        return save_write(path, l->record) ? path : NULL;
    return l->path[0] && !gs->problem ? l->path : NULL;
}

/* -- Asking bots -- */

/* Different for every decision of a game, the same when the game is resumed. */
static uint64_t bot_seed(const local_session *l, int seat)
{
    mur_rng rng;
    /* Ply and seat are mixed into the seed; the generator spreads the bits. */
    mur_rng_seed(&rng, l->seed ^ (l->base.plies * MUR_SEATS + (unsigned)seat) << 20);
    return mur_rng_next(&rng);
}

/* A number that stays the same for a seat during the whole game; 0 would mean the strongest play (bots/bot.h). */
static uint32_t bot_style(const local_session *l, int seat)
{
    mur_rng rng;
    mur_rng_seed(&rng, l->seed + (unsigned)seat);
    return (uint32_t)mur_rng_next(&rng) | 1;
}

static void start_bot(local_session *l, int seat)
{
    assert(l->thinking_seat == MUR_NOBODY);
    assert(l->base.seat[seat].level);
    const mur_game *g = l->base.game;
    mur_view *view = mur_new(g->view_size);
    g->view(l->record->state, seat, view);
    /* Games without bots never need the thread. */
    if (!l->bot_thread)
        l->bot_thread = bot_thread_open();
    bot_thread_ask(l->bot_thread, &(bot_request){ .game = g,
                                                  .bot = mur_bot_of(mur_span_of(l->base.seat[seat].level)),
                                                  .view = view,
                                                  .seed = bot_seed(l, seat),
                                                  .style = bot_style(l, seat) });
    free(view);
    l->thinking_seat = seat;
    l->base.seat[seat].is_thinking = true;
}

/* Its reply, if there is one already, is dropped. */
static void cancel_bot(local_session *l)
{
    if (l->thinking_seat == MUR_NOBODY)
        return;
    bot_thread_cancel(l->bot_thread);
    l->base.seat[l->thinking_seat].is_thinking = false;
    l->thinking_seat = MUR_NOBODY;
}

/* Keeps the bot that is working if its seat may still act; else the first bot that may act begins. Die Mauer lets
 * several seats act at once; they are asked one after the other. */
static void start_next_bot(local_session *l)
{
    /* The bot's seat has lost its turn, by a take-back for example. */
    if (l->thinking_seat != MUR_NOBODY && !mur_may_act(l->record->state, l->thinking_seat))
        cancel_bot(l);
    for (int seat = 0; seat < l->base.seats && l->thinking_seat == MUR_NOBODY; seat++)
        if (l->base.seat[seat].level && mur_may_act(l->record->state, seat))
            start_bot(l, seat);
}

/* -- Playing -- */

/* The record has changed: everything derived from it follows. A finished game gets its result line. */
static void refresh_from_record(local_session *l)
{
    /* The replay cursor belongs to the old record. */
    mur_replay_close(&l->replay);
    l->base.plies = l->record->n_moves;
    l->base.is_over = mur_record_is_over(l->record);
    l->take_back.known = l->take_back.allowed = 0;
    if (l->base.is_over && !l->record->has_result && !l->is_read_only)
        mur_record_finish(l->record);
}

/* Plays a legal move and saves the game; on an error nothing has changed. */
static mur_err make_move(local_session *l, int seat, mur_move m)
{
    mur_err e = mur_record_play(l->record, seat, m, NULL);
    if (e)
        return e;
    refresh_from_record(l);
    save_record(l);
    return MUR_OK;
}

/* Is this seat played by a person at this keyboard? */
static bool is_here(const session *gs, int seat)
{
    return seat >= 0 && seat < gs->seats && gs->seat[seat].is_here;
}

/* Only persons at this keyboard play this way, never for a bot. */
static const char *play(session *gs, int seat, mur_move m)
{
    local_session *l = (local_session *)gs;
    mur_err e = is_here(gs, seat) ? make_move(l, seat, m) : MUR_TURN;
    if (e)
        return _(mur_err_text(gs->game, e));
    start_next_bot(l);
    return NULL;
}

/* Replaces the record by one without the move. If all seats choose at the same time (Die Mauer), the choices of the
 * others stay. */
static const char *take_back(session *gs, int seat)
{
    local_session *l = (local_session *)gs;
    mur_record *other = local_can_take_back(gs, seat) ? local_record_without(l, seat) : NULL;
    if (!other)
        return _("It is too late to take this back: somebody has learnt something from it, or moved since.");
    mur_replay_close(&l->replay);
    mur_record_close(&l->record);
    l->record = other;
    refresh_from_record(l);
    save_record(l);
    start_next_bot(l);
    return NULL;
}

/* Readable when the bot has replied. */
static int fd(const session *gs)
{
    const local_session *l = (const local_session *)gs;
    return l->bot_thread ? bot_thread_fd(l->bot_thread) : -1;
}

/* Called when the descriptor is readable. The engine checks a bot's move as any other; if it refused one,
 * start_next_bot() would ask the bot again. */
static bool update(session *gs)
{
    local_session *l = (local_session *)gs;
    bot_reply reply;
    int seat = l->thinking_seat;
    if (!l->bot_thread || !bot_thread_take_reply(l->bot_thread, &reply) || seat == MUR_NOBODY)
        return false;
    cancel_bot(l);
    make_move(l, seat, reply.move);
    start_next_bot(l);
    return true;
}

/* The bot thread is stopped first: it reads the game's data. */
static void close_local(session *gs)
{
    local_session *l = (local_session *)gs;
    bot_thread_close(&l->bot_thread);
    mur_replay_close(&l->replay);
    mur_record_close(&l->record);
    free(l);
}

static const session_ops ops = {
    .close = close_local,
    .view = local_view,
    .step = local_step,
    .play = play,
    .take_back = take_back,
    .can_take_back = local_can_take_back,
    .fd = fd,
    .update = update,
    .save = save,
};

/* -- Opening -- */

/* The session takes over the record. */
static local_session *session_of_record(mur_record *r, bool is_read_only)
{
    assert(r->has_started);
    local_session *l = mur_new(sizeof *l);
    l->base = (session){ .ops = &ops, .game = r->game, .seats = r->setup->seats };
    l->record = r;
    l->is_read_only = is_read_only;
    l->thinking_seat = MUR_NOBODY;
    l->seed = seed_from_tags(r);
    assign_seats(l);
    refresh_from_record(l);
    return l;
}

/* Puts '"word": reason' into `why` and returns NULL, for the caller to return. */
static void *refuse(const mur_game *g, mur_err e, const char *word, char *why)
{
    const char *reason = _(mur_err_text(g, e));
    mur_text t = mur_text_on(why, MUR_MESSAGE_TEXT);
    mur_put_format(&t, _("\"{word}\": {reason}"),
                   (const mur_format_arg[]){ { "word", mur_span_of(word) }, { "reason", mur_span_of(reason) }, { 0 } });
    return NULL;
}

/* A record with the game, the seats and the options of the config; NULL, and why, if the game refuses one of them. */
static mur_record *record_of(const local_config *p, char *why)
{
    mur_record *r;
    char n[16];
    mur_err e = mur_record_open(&r, p->game, p->seats);
    snprintf(n, sizeof n, "%d", p->seats);
    if (e)
        return refuse(p->game, e, n, why);
    for (int i = 0; i < p->game->n_options && !e; i++) {
        /* An empty text leaves the game's default. */
        e = p->option[i][0] ? mur_record_set_option(r, i, mur_span_of(p->option[i])) : MUR_OK;
        if (e)
            refuse(p->game, e, p->option[i], why);
    }
    if (e)
        mur_record_close(&r);
    return r;
}

/* The same seed gives the same deal as `muraille random`: the root generator seeds a generator for the cards, so
 * that bots can never influence the deal. */
static void deal(mur_record *r, uint64_t seed)
{
    mur_rng root, cards;
    mur_rng_seed(&root, seed);
    mur_rng_seed(&cards, mur_rng_next(&root));
    mur_record_deal(r, &cards);
}

/* Names and bots are stored as tags, so that the file is complete from the first move on. A branched record has been
 * dealt already. */
static local_session *start_session(mur_record *r, const local_config *p)
{
    set_date(r);
    set_seed(r, p->seed);
    for (int seat = 0; seat < p->seats; seat++)
        if (p->bot[seat]) {
            set_seat_tag(r, "player", seat, bot_name(p->seed, seat));
            set_seat_tag(r, "bot", seat, playable_bot(p->bot[seat], p->game, p->seats)->id);
        }
    if (!r->has_started)
        deal(r, p->seed);
    local_session *l = session_of_record(r, false);
    save_new_record(l);
    start_next_bot(l);
    return l;
}

/* Refuses impossible numbers of seats and options before anything is saved. */
session *local_open(const local_config *p, char *why)
{
    mur_record *r = record_of(p, why);
    return r ? &start_session(r, p)->base : NULL;
}

bool local_is_fully_visible(const session *gs)
{
    return gs->ops == &ops && (gs->is_over || ((const local_session *)gs)->is_read_only);
}

session *local_branch(const session *from, size_t ply, const local_config *p)
{
    assert(local_is_fully_visible(from));
    const mur_record *r = ((const local_session *)from)->record;
    mur_record *other = local_copy_setup(r, false);
    /* These moves were legal in the same deal, so they are legal again. */
    for (size_t i = 0; i < ply && i < r->n_moves; i++)
        mur_record_play(other, r->moves[i].seat, r->moves[i].move, NULL);
    return &start_session(other, p)->base;
}

/* The file is written again only after the next move. */
session *local_resume(const char *path, char *why)
{
    mur_record *r = save_read(path, why);
    if (!r)
        return NULL;
    local_session *l = session_of_record(r, false);
    snprintf(l->path, sizeof l->path, "%s", path);
    start_next_bot(l);
    return &l->base;
}

session *local_open_record(const char *path, char *why)
{
    mur_record *r = save_read(path, why);
    return r ? &session_of_record(r, true)->base : NULL;
}
