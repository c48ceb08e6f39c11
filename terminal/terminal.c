/* SPDX-License-Identifier: MIT */
/* terminal/terminal.c -- opens the requested session, then the terminal, then the first screen, and runs the event
 * loop. The session comes first: if it cannot be opened, the message should appear on the normal screen. */
#include "terminal/terminal.h"

#include <assert.h>
#include <stdio.h>

#include "record/reader.h"
#include "terminal/screens/play.h"
#include "terminal/screens/replay.h"
#include "terminal/screens/start.h"
#include "terminal/session/launch.h"
#include "terminal/session/local.h"
#include "terminal/ui/screen.h"
#include "terminal/ui/term.h"
#include "terminal/ui/translate.h"

static int fail(int code, const char *text)
{
    fprintf(stderr, "muraille: %s\n", text);
    return code;
}

bool terminal_is_available(void)
{
    return term_is_usable();
}

static int fail_to_open(void)
{
    return fail(TERMINAL_FAILED, _("cannot use the terminal"));
}

/* Without a game the start screen lets the player choose. */
int terminal_play(const terminal_options *options)
{
    assert(options);
    char why[MUR_MESSAGE_TEXT];
    app a = { .options = options, .speed = options->speed };
    terminal_set_translation(options->words);
    session *gs = options->resumes ? launch_resume(options, why) : options->game ? launch_new_game(options, why) : NULL;
    bool needs_session = options->resumes || options->game;
    if (needs_session && !gs)
        return fail(TERMINAL_BAD_INPUT, why);
    if (!term_open(options->is_ascii)) {
        if (gs)
            gs->ops->close(gs);
        return fail_to_open();
    }
    if (gs)
        play_open(&a, gs);
    else
        start_open(&a);
    return app_run(&a);
}

/* A record on disk, with nothing hidden. */
int terminal_replay(const terminal_options *options, const char *path)
{
    assert(path);
    char why[MUR_MESSAGE_TEXT];
    app a = { .options = options, .speed = options->speed };
    terminal_set_translation(options->words);
    session *gs = local_open_record(path, why);
    if (!gs) {
        char text[MUR_MESSAGE_TEXT + 512];
        snprintf(text, sizeof text, "%.400s: %s", path, why);
        return fail(TERMINAL_BAD_INPUT, text);
    }
    if (!term_open(options->is_ascii)) {
        gs->ops->close(gs);
        return fail_to_open();
    }
    replay_open(&a, gs, MUR_ALL, true);
    return app_run(&a);
}
