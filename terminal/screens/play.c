/* SPDX-License-Identifier: MIT */
/* terminal/screens/play.c -- the play screen: keys, turns, and handing over the keyboard. The pane (game_pane.h)
 * shows the position and holds the selection; this file maps keys to it and sends complete moves to the session.
 * After every change refresh() shows the new position.
 *
 * Several persons at one keyboard: before the view changes from one person to another a handover screen hides
 * everything, and only on_handed_over() sets the new seat. Nobody sees another's cards. */
#include "terminal/screens/play.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/safe_text.h"
#include "terminal/screens/handover.h"
#include "terminal/screens/hint.h"
#include "terminal/screens/pager.h"
#include "terminal/screens/play_int.h"
#include "terminal/screens/prompt.h"
#include "terminal/screens/replay.h"
#include "terminal/ui/translate.h"

/* Screens are cast to their own type by position: `base` is the first member. */
static play_screen *play_of(screen *s)
{
    return (play_screen *)s;
}

/* -- Viewers and turns -- */

/* The next person after seat `from`, around the table, who may act; MUR_NOBODY if there is none. */
static int next_person(const session *gs, unsigned to_act, int from)
{
    for (int i = 1; i <= gs->seats; i++) {
        int seat = (from + i) % gs->seats;
        if (gs->seat[seat].is_here && (to_act >> seat & 1))
            return seat;
    }
    return MUR_NOBODY;
}

/* The seat of the single person; MUR_WATCHER if nobody plays here. */
static int only_person(const session *gs)
{
    int seat = 0;
    while (seat < gs->seats && !gs->seat[seat].is_here)
        seat++;
    return seat < gs->seats ? seat : MUR_WATCHER;
}

/* Shows the current position to the current viewer. */
static void show_now(play_screen *p)
{
    game_pane_show(&p->pane, p->seat, p->session->plies);
}

/* The handover screen was confirmed by the person at this seat. */
static void on_handed_over(screen *s, int seat)
{
    assert(seat >= 0 && seat < play_of(s)->session->seats);
    play_screen *p = play_of(s);
    p->is_handing_over = false;
    p->seat = seat;
    show_now(p);
}

/* The session has changed: show it, restart the pause, and hand the screen over if another person has to act. A
 * person who may still act keeps the screen; so does anybody while only bots act. */
static void refresh(play_screen *p)
{
    /* After MUR_WATCHER the search for the next person begins at seat 0. */
    int from = p->seat < p->session->seats ? p->seat : p->session->seats - 1;
    show_now(p);
    unsigned now = p->pane.view->to_act;
    int next_seat = next_person(p->session, now, from);
    play_start_timer(p, next_seat != MUR_NOBODY ||
                            session_count_persons(p->session) == 0); /* spectators wait for every move */
    /* Nothing to hand over with one person, or while a handover is on the screen. */
    if (p->is_handing_over || session_count_persons(p->session) < 2 || next_seat == MUR_NOBODY)
        return;
    /* The person in front of the screen still has something to do. */
    if (p->seat < p->session->seats && (now >> p->seat & 1))
        return;
    p->is_handing_over = true;
    handover_open(&p->base, p->session, p->seat, next_seat, on_handed_over);
}

/* Not before the pause is over: then what happened meanwhile is shown. */
static void update(screen *s)
{
    play_screen *p = play_of(s);
    if (play_delay_left(p) == 0 && p->session->ops->update(p->session))
        refresh(p);
    if (p->session->latest_chat)
        app_show_message(s->app, p->session->latest_chat);
    p->session->latest_chat = NULL;
}

/* During a pause the descriptor is not watched: it may be readable all the time, and the loop would spin. */
static int fd(const screen *s)
{
    const play_screen *p = (const play_screen *)s;
    return play_delay_left(p) == 0 ? p->session->ops->fd(p->session) : -1;
}

/* Spinner and clocks need redrawing. */
static bool is_busy(const screen *s)
{
    const session *gs = ((const play_screen *)s)->session;
    for (int seat = 0; seat < gs->seats; seat++)
        if (gs->seat[seat].is_thinking)
            return true;
    return gs->has_running_clock;
}

/* A problem of the session covers the last row of the pane. */
static void draw(screen *s, canvas *c, area where)
{
    play_screen *p = play_of(s);
    p->pane.tick = s->app->tick;
    /* While bots move, the status area says at which speed. */
    p->pane.status_line = play_is_waiting(s) ? _(speed_message(s->app->speed)) : NULL;
    game_pane_draw(&p->pane, c, where);
    if (p->session->problem) {
        area line = area_rows(where, where.rows - 1, 1);
        canvas_clear(c, line);
        canvas_fit(c, line, 0, 1, where.cols - 2, -1, STYLE_BAD, 0, p->session->problem);
    }
}

/* -- Choosing -- */

/* is_enabled function of the keys that choose. */
static bool is_choosing(const screen *s)
{
    return game_pane_is_choosing(&((const play_screen *)s)->pane);
}

/* Returns why the session refuses the move, translated; NULL on success. */
static const char *make_move(play_screen *p, mur_move m)
{
    assert(m);
    const char *why = p->session->ops->play(p->session, p->seat, m);
    if (!why)
        refresh(p);
    return why;
}

/* Takes the focused choice; the last one plays the move. */
static void confirm(screen *s, keypress k)
{
    play_screen *p = play_of(s);
    mur_move m = selection_confirm(&p->pane.selection);
    const char *why = m ? make_move(p, m) : NULL;
    (void)k;
    if (why)
        app_show_message(s->app, why);
}

/* Is there a part to undo? Tried on a copy of the selection. */
static bool can_undo(const screen *s)
{
    selection p = ((const play_screen *)s)->pane.selection;
    return p.n_choices > 0 && selection_undo(&p);
}

/* Undoes the latest part of the selection; a move that was played is taken back with take_back(). */
static void undo(screen *s, keypress k)
{
    (void)k;
    selection_undo(&play_of(s)->pane.selection);
}

/* Arrow keys, or h j k l as in vi. */
static void move_focus(screen *s, keypress k)
{
    game_pane *pane = &play_of(s)->pane;
    switch (k.code) {
    case KEY_ARROW_UP:
    case 'k':
        game_pane_move_focus(pane, -1, 0);
        break;
    case KEY_ARROW_DOWN:
    case 'j':
        game_pane_move_focus(pane, 1, 0);
        break;
    case KEY_ARROW_LEFT:
    case 'h':
        game_pane_move_focus(pane, 0, -1);
        break;
    default:
        game_pane_move_focus(pane, 0, 1);
    }
}

/* Tab and Shift-Tab. */
static void next_choice(screen *s, keypress k)
{
    game_pane_next_choice(&play_of(s)->pane, k.code == KEY_TAB ? 1 : -1);
}

/* Four columns at a time. */
static void scroll(screen *s, keypress k)
{
    play_of(s)->pane.scroll += k.code == '<' || k.code == KEY_WHEEL_UP ? -4 : 4;
}

/* A digit stands for a card, a click for what is under it: focus and confirm in one. */
static void select_directly(screen *s, keypress k)
{
    play_screen *p = play_of(s);
    selection *it = &p->pane.selection;
    move_part part = 0;
    if (!is_choosing(s))
        return;
    if (k.code == KEY_CLICK)
        part = game_pane_part_at(&p->pane, k.y, k.x);
    /* Digits: the choice for which the board has this digit. */
    for (int i = 0; k.code >= '1' && k.code <= '9' && i < it->n_choices && !part; i++)
        if (p->pane.board->digit(it->view, it->choice[i]) == k.code - '0')
            part = it->choice[i];
    if (part && selection_focus(it, part))
        confirm(s, k);
}

/* While bots move, any key without another meaning skips the pauses. */
static void on_key(screen *s, keypress k)
{
    if (play_can_skip(s))
        play_skip(s, k);
    else
        select_directly(s, k);
}

/* -- Typed moves -- */

/* A move in notation. The engine checks it, so illegal moves get the engine's message. */
static const char *play_typed(screen *s, const char *text)
{
    play_screen *p = play_of(s);
    mur_move m = p->session->game->read_move(mur_span_of(text));
    return m ? make_move(p, m) : _(mur_err_text(p->session->game, MUR_TEXT));
}

/* The n-th legal move whose notation begins with the text. */
static bool complete_move(screen *s, const char *text, int n, mur_text *out)
{
    const play_screen *p = play_of(s);
    const mur_view *v = p->pane.view;
    for (int i = 0; i < v->n_moves; i++) {
        char move_text[MUR_MOVE_TEXT];
        mur_text t = mur_text_on(move_text, sizeof move_text);
        p->session->game->write_move(v->moves[i], &t);
        /* n counts down the matches that come before the wanted one. */
        if (strncmp(move_text, text, strlen(text)) == 0 && n-- == 0) {
            mur_put(out, move_text);
            return true;
        }
    }
    return false;
}

/* Prompt for a move in notation. */
static void open_move_prompt(screen *s, keypress k)
{
    (void)k;
    prompt_open(s, &(prompt_config){ .label = N_("Move:"), .on_submit = play_typed, .complete = complete_move });
}

/* -- Chat -- */

/* Only sessions at a server have a chat. */
static bool can_chat(const screen *s)
{
    return ((const play_screen *)s)->session->ops->send_chat != NULL;
}

/* on_submit of the chat prompt; an empty line just closes it. */
static const char *say_typed(screen *s, const char *text)
{
    session *gs = play_of(s)->session;
    return *text ? gs->ops->send_chat(gs, text) : NULL;
}

/* Prompt for a chat line; lines that begin with / are commands (session/remote.c). */
static void chat(screen *s, keypress k)
{
    (void)k;
    prompt_open(s, &(prompt_config){ .label = N_("Say:"), .on_submit = say_typed });
}

static void show_chat(screen *s, keypress k)
{
    const session *gs = play_of(s)->session;
    mur_buffer text = { 0 };
    (void)k;
    gs->ops->put_chat(gs, &text);
    pager_open(s->app, _("Chat"), text.at ? text.at : "", true);
    mur_buffer_close(&text);
}

/* -- Other keys -- */

/* The session decides; the answer is cached there. */
static bool can_take_back(const screen *s)
{
    const play_screen *p = (const play_screen *)s;
    return p->session->ops->can_take_back(p->session, p->seat);
}

/* Shows the position again even if it was refused: it may have changed meanwhile. */
static void take_back(screen *s, keypress k)
{
    play_screen *p = play_of(s);
    const char *why = p->session->ops->take_back(p->session, p->seat);
    (void)k;
    if (why)
        app_show_message(s->app, why);
    refresh(p);
}

/* Refuses an existing file. */
static const char *save_as(screen *s, const char *path)
{
    play_screen *p = play_of(s);
    char text[APP_TEXT];
    mur_text t = mur_text_on(text, sizeof text);
    /* Not atomic: a file that appears between this check and the write is overwritten. */
    if (access(path, F_OK) == 0)
        return strerror(EEXIST);
    if (!p->session->ops->save(p->session, path))
        return strerror(errno);
    mur_put_format(&t, _("The record is in {file}."), (const mur_format_arg[]){ { "file", mur_span_of(path) }, { 0 } });
    app_show_message(s->app, text);
    return NULL;
}

/* Proposes the game's id as a file name. */
static void save(screen *s, keypress k)
{
    prompt_config config = { .label = N_("Save a copy as:"), .on_submit = save_as };
    (void)k;
    snprintf(config.text, sizeof config.text, "%s.mur", play_of(s)->session->game->id);
    prompt_open(s, &config);
}

static void show_hint(screen *s, keypress k)
{
    play_screen *p = play_of(s);
    (void)k;
    if (p->session->hint_refusal) {
        app_show_message(s->app, p->session->hint_refusal);
        return;
    }
    hint_open(s->app, p->session, p->pane.view);
}

/* "12  what happened", further lines indented below. */
static void put_step(const play_screen *p, size_t ply, const mur_step *step, const mur_words *w, mur_buffer *out)
{
    mur_buffer lines = { 0 };
    char number[16];
    session_put_step(p->session, step, w, &lines);
    snprintf(number, sizeof number, "%3d  ", (int)ply);
    /* The number stands before the first line only. */
    for (char *line = lines.at, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        mur_buffer_put(out, line == lines.at ? number : "     ");
        mur_buffer_put(out, line);
        mur_buffer_put(out, "\n");
    }
    mur_buffer_close(&lines);
}

/* The whole game so far as text, as this seat saw it. */
static void show_log(screen *s, keypress k)
{
    play_screen *p = play_of(s);
    mur_buffer text = { 0 };
    mur_step *step = mur_new(sizeof *step);
    session_words w;
    (void)k;
    session_words_init(p->session, &w);
    for (size_t ply = 1; ply <= p->session->plies; ply++)
        if (p->session->ops->step(p->session, ply, p->seat, step)) {
            put_step(p, ply, step, &w.words, &text);
        }
    pager_open(s->app, _("What happened"), text.at ? text.at : "", true);
    mur_buffer_close(&text);
    free(step);
}

static void show_rules(screen *s, keypress k)
{
    (void)k;
    pager_open_rules(s->app, play_of(s)->session->game);
}

/* After the game nothing is hidden any more. */
static void open_replay(screen *s, keypress k)
{
    play_screen *p = play_of(s);
    (void)k;
    replay_open(s->app, p->session, p->session->is_over ? MUR_ALL : p->seat, false);
}

/* Log and replay need at least one move. */
static bool has_moves(const screen *s)
{
    return ((const play_screen *)s)->session->plies > 0;
}

/* While others move, l opens the log instead of moving the cursor. */
static bool is_not_choosing(const screen *s)
{
    return !is_choosing(s);
}

/* Order matters where several actions share a key: the first enabled one is taken. */
static const screen_key keys[] = {
    /* Choosing. */
    { N_("arrows"),
      N_("choose"),
      N_("move to the nearest choice in that direction; also h j k l"),
      { KEY_ARROW_RIGHT, KEY_ARROW_LEFT, KEY_ARROW_UP, KEY_ARROW_DOWN },
      is_choosing,
      move_focus },
    { "", NULL, "", { 'h', 'j', 'k', 'l' }, is_choosing, move_focus },
    { N_("Enter"),
      N_("take"),
      N_("choose what is under the cursor; the last part of a move plays it"),
      { KEY_RETURN, ' ' },
      is_choosing,
      confirm },
    { "Tab",
      NULL,
      N_("the next choice; Shift-Tab: the previous one"),
      { KEY_TAB, KEY_TAB_BACK },
      is_choosing,
      next_choice },
    { "1-9", NULL, N_("the card with this number"), { 0 }, NULL, NULL },
    { "Esc", N_("undo"), N_("undo the last part of the current selection"), { KEY_ESCAPE, KEY_ERASE }, can_undo, undo },
    /* Taking back, and the speed of the others. */
    { "u",
      N_("take back"),
      N_("take your latest move back, as long as nobody has learnt anything from it"),
      { 'u' },
      can_take_back,
      take_back },
    { N_("Space"),
      N_("skip"),
      N_("no pauses until your next turn; any other key does the same"),
      { ' ' },
      play_can_skip,
      play_skip },
    { "+ -",
      N_("pace"),
      N_("make the others move faster or slower"),
      { '+', '-', '=' },
      play_is_waiting,
      play_change_speed },
    { "", NULL, "", { '+', '-', '=' }, play_has_speed, play_change_speed },
    /* Typing, hints, log and replay. */
    { "/", N_("type"), N_("type a move in notation; Tab completes it"), { '/' }, is_choosing, open_move_prompt },
    { "H", N_("hint"), N_("what the strong bot would play, and why"), { 'H' }, is_choosing, show_hint },
    { "L", N_("log"), N_("the log of the game; also l while others move"), { 'L' }, has_moves, show_log },
    { "", NULL, "", { 'l' }, is_not_choosing, show_log },
    { "r", N_("replay"), N_("step through the game so far"), { 'r' }, has_moves, open_replay },
    /* Chat, rules, saving, scrolling, leaving. */
    { "c", N_("chat"), N_("send a chat message to the table"), { 'c' }, can_chat, chat },
    { "C", NULL, N_("the chat of this table"), { 'C' }, can_chat, show_chat },
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

/* Says where the game is saved, on the start screen and, if this was the last screen, after leaving. */
static void close_play(screen *s)
{
    play_screen *p = play_of(s);
    const char *path = p->session->ops->save(p->session, NULL);
    mur_text t = mur_text_on(s->app->exit_message, sizeof s->app->exit_message);
    if (path)
        mur_put_format(&t, _("The game is saved in {file}."),
                       (const mur_format_arg[]){ { "file", mur_span_of(path) }, { 0 } });
    else if (p->session->ops->send_chat && !p->session->is_over)
        mur_put(&t, _("The game continues on the server; the same link brings you back."));
    app_show_message(s->app, s->app->exit_message);
    game_pane_close(&p->pane);
    p->session->ops->close(p->session);
    free(p);
}

static const screen_ops ops = {
    .title = N_("At the table"),
    .keys = keys,
    .n_keys = sizeof keys / sizeof keys[0],
    .secondary_keys = "/HLrcis",
    .draw = draw,
    .on_key = on_key,
    .close = close_play,
    .fd = fd,
    .timeout = play_timeout,
    .update = update,
    .is_busy = is_busy,
};

/* With several persons nobody's hand is shown before the first handover. */
void play_open(app *a, session *gs)
{
    assert(gs);
    play_screen *p = mur_new(sizeof *p);
    p->base.ops = &ops;
    p->session = gs;
    p->seat = session_count_persons(gs) > 1 ? MUR_WATCHER : only_person(gs);
    game_pane_open(&p->pane, gs);
    app_push(a, &p->base);
    refresh(p);
}
