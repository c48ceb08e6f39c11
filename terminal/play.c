/* SPDX-License-Identifier: MIT */
#include "terminal/play.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/quote.h"
#include "terminal/cover.h"
#include "terminal/entry.h"
#include "terminal/hint.h"
#include "terminal/pager.h"
#include "terminal/play_int.h"
#include "terminal/replay.h"
#include "terminal/words.h"

static play *play_of(screen *s)
{
    return (play *)s;
}

/* -- Who looks -- */

static int count_persons(const table *t)
{
    int n = 0;
    for (int seat = 0; seat < t->seats; seat++)
        n += t->seat[seat].is_here;
    return n;
}

/* The person after `from` who may act; MUR_NOBODY. */
static int next_person(const table *t, unsigned to_act, int from)
{
    for (int i = 1; i <= t->seats; i++) {
        int seat = (from + i) % t->seats;
        if (t->seat[seat].is_here && (to_act >> seat & 1))
            return seat;
    }
    return MUR_NOBODY;
}

static int only_person(const table *t)
{
    int seat = 0;
    while (seat < t->seats && !t->seat[seat].is_here)
        seat++;
    return seat < t->seats ? seat : MUR_WATCHER;
}

static void look_now(play *p)
{
    stage_look(&p->stage, p->seat, p->table->plies);
}

static void be_uncovered(screen *s, int seat)
{
    play *p = play_of(s);
    p->is_covered = false;
    p->seat = seat;
    look_now(p);
}

/* Where several share the screen, it is covered before it changes hands: nobody sees another's cards. */
static void look_again(play *p)
{
    int from = p->seat < p->table->seats ? p->seat : p->table->seats - 1;
    look_now(p);
    unsigned now = p->stage.view->to_act;
    int next = next_person(p->table, now, from);
    play_begin_moment(p, next != MUR_NOBODY || count_persons(p->table) == 0); /* who looks on waits for any move */
    if (p->is_covered || count_persons(p->table) < 2 || next == MUR_NOBODY)
        return;
    if (p->seat < p->table->seats && (now >> p->seat & 1))
        return;
    p->is_covered = true;
    cover_open(&p->base, p->table, p->seat, next, be_uncovered);
}

static bool attend(screen *s)
{
    play *p = play_of(s);
    bool is_different = play_moment_left(p) == 0 && p->table->kind->attend(p->table);
    if (is_different)
        look_again(p);
    if (p->table->heard)
        app_say(s->app, p->table->heard);
    p->table->heard = NULL;
    return is_different;
}

static int fd(const screen *s)
{
    const play *p = (const play *)s;
    return play_moment_left(p) == 0 ? p->table->kind->fd(p->table) : -1;
}

static bool is_busy(const screen *s)
{
    const table *t = ((const play *)s)->table;
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].is_thinking)
            return true;
    return t->is_ticking;
}

static void draw(screen *s, canvas *c, area where)
{
    play *p = play_of(s);
    p->stage.tick = s->app->tick;
    p->stage.remark = play_waits(s) ? _(pace_name(s->app->pace)) : NULL;
    stage_draw(&p->stage, c, where);
    if (p->table->trouble) {
        area line = area_rows(where, where.rows - 1, 1);
        canvas_clear(c, line);
        canvas_fit(c, line, 0, 1, where.cols - 2, -1, LOOK_BAD, 0, p->table->trouble);
    }
}

/* -- Choosing -- */

static bool chooses(const screen *s)
{
    return stage_chooses(&((const play *)s)->stage);
}

static const char *make_move(play *p, mur_move m)
{
    const char *why = p->table->kind->play(p->table, p->seat, m);
    if (!why)
        look_again(p);
    return why;
}

static void take(screen *s, keypress k)
{
    play *p = play_of(s);
    mur_move m = pick_take(&p->stage.pick);
    const char *why = m ? make_move(p, m) : NULL;
    (void)k;
    if (why)
        app_say(s->app, why);
}

static bool has_chosen(const screen *s)
{
    pick p = ((const play *)s)->stage.pick;
    return p.n_choices > 0 && pick_undo(&p);
}

static void undo(screen *s, keypress k)
{
    (void)k;
    pick_undo(&play_of(s)->stage.pick);
}

static void move(screen *s, keypress k)
{
    stage *st = &play_of(s)->stage;
    switch (k.code) {
    case KEY_ARROW_UP:
    case 'k':
        stage_move(st, -1, 0);
        break;
    case KEY_ARROW_DOWN:
    case 'j':
        stage_move(st, 1, 0);
        break;
    case KEY_ARROW_LEFT:
    case 'h':
        stage_move(st, 0, -1);
        break;
    default:
        stage_move(st, 0, 1);
    }
}

static void next(screen *s, keypress k)
{
    stage_next(&play_of(s)->stage, k.code == KEY_TAB ? 1 : -1);
}

static void scroll(screen *s, keypress k)
{
    play_of(s)->stage.scroll += k.code == '<' || k.code == KEY_WHEEL_UP ? -4 : 4;
}

/* At a card by its digit, at anything by a click. */
static bool point(screen *s, keypress k)
{
    play *p = play_of(s);
    pick *it = &p->stage.pick;
    pick_part part = 0;
    if (!chooses(s))
        return false;
    if (k.code == KEY_CLICK)
        part = stage_part_at(&p->stage, k.y, k.x);
    for (int i = 0; k.code >= '1' && k.code <= '9' && i < it->n_choices && !part; i++)
        if (p->stage.board->digit(it->view, it->choice[i]) == k.code - '0')
            part = it->choice[i];
    if (!part || !pick_focus(it, part))
        return false;
    take(s, k);
    return true;
}

/* Digits stand for cards, clicks for what is under them; while others move, all that means nothing else is impatience.
 */
static bool type(screen *s, keypress k)
{
    bool is_waiting = play_can_skip(s);
    if (is_waiting)
        play_skip(s, k);
    return is_waiting || point(s, k);
}

/* -- Typed moves -- */

static const char *play_typed(screen *s, const char *text)
{
    play *p = play_of(s);
    mur_move m = p->table->game->read_move(mur_span_of(text));
    return m ? make_move(p, m) : _(mur_why(p->table->game, MUR_TEXT));
}

static bool complete_move(screen *s, const char *text, int n, mur_text *out)
{
    const play *p = play_of(s);
    const mur_view *v = p->stage.view;
    for (int i = 0; i < v->n_moves; i++) {
        char move_text[MUR_MOVE_TEXT];
        mur_text t = mur_text_on(move_text, sizeof move_text);
        p->table->game->write_move(v->moves[i], &t);
        if (strncmp(move_text, text, strlen(text)) == 0 && n-- == 0) {
            mur_put(out, move_text);
            return true;
        }
    }
    return false;
}

static void open_entry(screen *s, keypress k)
{
    (void)k;
    entry_open(s, &(entry_wish){ .prompt = N_("Move:"), .done = play_typed, .complete = complete_move });
}

/* -- Talking -- */

static bool can_talk(const screen *s)
{
    return ((const play *)s)->table->kind->say != NULL;
}

static const char *say_typed(screen *s, const char *text)
{
    table *t = play_of(s)->table;
    return *text ? t->kind->say(t, text) : NULL;
}

static void talk(screen *s, keypress k)
{
    (void)k;
    entry_open(s, &(entry_wish){ .prompt = N_("Say:"), .done = say_typed });
}

static void show_said(screen *s, keypress k)
{
    const table *t = play_of(s)->table;
    mur_buffer text = { 0 };
    (void)k;
    t->kind->put_said(t, &text);
    pager_open(s->app, _("What was said"), text.at ? text.at : "", true);
    mur_buffer_close(&text);
}

/* -- Other keys -- */

static bool can_take_back(const screen *s)
{
    const play *p = (const play *)s;
    return p->table->kind->can_take_back(p->table, p->seat);
}

static void take_back(screen *s, keypress k)
{
    play *p = play_of(s);
    const char *why = p->table->kind->take_back(p->table, p->seat);
    (void)k;
    if (why)
        app_say(s->app, why);
    look_again(p);
}

static const char *save_as(screen *s, const char *path)
{
    play *p = play_of(s);
    char text[APP_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    if (access(path, F_OK) == 0)
        return strerror(EEXIST);
    if (!p->table->kind->save(p->table, path))
        return strerror(errno);
    mur_put_phrase(&t, _("The record is in {file}."), (const mur_place[]){ { "file", mur_span_of(path) }, { 0 } });
    app_say(s->app, text);
    return NULL;
}

static void save(screen *s, keypress k)
{
    entry_wish wish = { .prompt = N_("Save a copy as:"), .done = save_as };
    (void)k;
    snprintf(wish.text, sizeof wish.text, "%s.mur", play_of(s)->table->game->id);
    entry_open(s, &wish);
}

static void hint(screen *s, keypress k)
{
    play *p = play_of(s);
    (void)k;
    if (p->table->no_hint) {
        app_say(s->app, p->table->no_hint);
        return;
    }
    hint_open(s->app, p->table, p->stage.view);
}

/* "12  what happened", the lines below it as far to the right. */
static void put_step(const play *p, size_t ply, const mur_step *step, const mur_words *w, mur_buffer *out)
{
    mur_buffer lines = { 0 };
    char number[16];
    stage_put_step(p->table, step, w, &lines);
    snprintf(number, sizeof number, "%3d  ", (int)ply);
    for (char *line = lines.at, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        mur_buffer_put(out, line == lines.at ? number : "     ");
        mur_buffer_put(out, line);
        mur_buffer_put(out, "\n");
    }
    mur_buffer_close(&lines);
}

static void show_log(screen *s, keypress k)
{
    play *p = play_of(s);
    mur_buffer text = { 0 };
    mur_step *step = mur_new(sizeof *step);
    stage_words w;
    (void)k;
    stage_words_of(p->table, &w);
    for (size_t ply = 1; ply <= p->table->plies; ply++)
        if (p->table->kind->step(p->table, ply, p->seat, step)) {
            put_step(p, ply, step, &w.words, &text);
        }
    pager_open(s->app, _("What happened"), text.at ? text.at : "", true);
    mur_buffer_close(&text);
    free(step);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, play_of(s)->table->game);
}

static void step_back(screen *s, keypress k)
{
    play *p = play_of(s);
    (void)k;
    replay_open(s->app, p->table, p->table->is_over ? MUR_ALL : p->seat, false);
}

static bool has_moves(const screen *s)
{
    return ((const play *)s)->table->plies > 0;
}

static bool waits(const screen *s)
{
    return !chooses(s);
}

static const screen_key keys[] = {
    { N_("arrows"),
      N_("choose"),
      N_("to the nearest choice in that direction; also h j k l"),
      { KEY_ARROW_RIGHT, KEY_ARROW_LEFT, KEY_ARROW_UP, KEY_ARROW_DOWN },
      chooses,
      move },
    { "", NULL, "", { 'h', 'j', 'k', 'l' }, chooses, move },
    { N_("Enter"),
      N_("take"),
      N_("take what is under the cursor; the last part of a move plays it"),
      { KEY_RETURN, ' ' },
      chooses,
      take },
    { "Tab", NULL, N_("the next choice; Shift-Tab: the one before"), { KEY_TAB, KEY_TAB_BACK }, chooses, next },
    { "1-9", NULL, N_("the card with this number"), { 0 }, NULL, NULL },
    { "Esc",
      N_("undo"),
      N_("undo the latest part of the move that is being chosen"),
      { KEY_ESCAPE, KEY_ERASE },
      has_chosen,
      undo },
    { "u",
      N_("take back"),
      N_("take your latest move back, as long as nobody has learnt anything from it"),
      { 'u' },
      can_take_back,
      take_back },
    { N_("Space"),
      N_("skip"),
      N_("no pauses until it is your turn again; any key that means nothing else does the same"),
      { ' ' },
      play_can_skip,
      play_skip },
    { "+ -", N_("pace"), N_("the others move faster or more slowly"), { '+', '-', '=' }, play_waits, play_change_pace },
    { "", NULL, "", { '+', '-', '=' }, play_has_pace, play_change_pace },
    { "/", N_("type"), N_("type a move in notation; Tab completes it"), { '/' }, chooses, open_entry },
    { "H", N_("hint"), N_("what the strong bot would play, and why"), { 'H' }, chooses, hint },
    { "L", N_("log"), N_("all that happened so far; also l while others move"), { 'L' }, has_moves, show_log },
    { "", NULL, "", { 'l' }, waits, show_log },
    { "r", N_("replay"), N_("step through the game so far"), { 'r' }, has_moves, step_back },
    { "c", N_("chat"), N_("say something to everybody at the table"), { 'c' }, can_talk, talk },
    { "C", NULL, N_("all that was said at the table"), { 'C' }, can_talk, show_said },
    { "i", N_("rules"), N_("the rules of the game"), { 'i' }, NULL, show_rules },
    { "s", N_("save"), N_("save a copy of the record; the game itself is always saved"), { 's' }, NULL, save },
    { "< >",
      NULL,
      N_("scroll the board by hand, where it is larger than the window"),
      { '<', '>', KEY_WHEEL_UP, KEY_WHEEL_DOWN },
      NULL,
      scroll },
    SCREEN_HELP,
    { "q", N_("quit"), N_("leave; the game is saved and can be resumed"), { 'q' }, NULL, screen_leave },
};

/* -- Opening and closing -- */

static void close_play(screen *s)
{
    play *p = play_of(s);
    const char *path = p->table->kind->save(p->table, NULL);
    mur_text t = mur_text_on(s->app->farewell, sizeof s->app->farewell);
    if (path)
        mur_put_phrase(&t, _("The game is saved in {file}."),
                       (const mur_place[]){ { "file", mur_span_of(path) }, { 0 } });
    else if (p->table->kind->say && !p->table->is_over)
        mur_put(&t, _("The game goes on at the server; the same link brings you back."));
    app_say(s->app, s->app->farewell);
    stage_close(&p->stage);
    p->table->kind->close(p->table);
    free(p);
}

static const screen_kind kind = {
    .title = N_("At the table"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .minor = "/HLrcis",
    .draw = draw,
    .type = type,
    .close = close_play,
    .fd = fd,
    .wait = play_wait,
    .attend = attend,
    .is_busy = is_busy,
};

void play_open(app *a, table *t)
{
    play *p = mur_new(sizeof *p);
    p->base.kind = &kind;
    p->table = t;
    p->seat = count_persons(t) > 1 ? MUR_WATCHER : only_person(t);
    stage_open(&p->stage, t);
    app_push(a, &p->base);
    look_again(p);
}
