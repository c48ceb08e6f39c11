/* SPDX-License-Identifier: MIT */
#include "terminal/terminal.h"

#include <signal.h>
#include <stdio.h>

#include "record/reader.h"
#include "terminal/local.h"
#include "terminal/play.h"
#include "terminal/replay.h"
#include "terminal/run.h"
#include "terminal/screen.h"
#include "terminal/start.h"
#include "terminal/term.h"
#include "terminal/wish.h"
#include "terminal/words.h"

enum { OK = 0, FAILED = 1, BAD = 2 };

static int refuse(int code, const char *text)
{
    fprintf(stderr, "muraille: %s\n", text);
    return code;
}

bool terminal_is_there(void)
{
    return term_can();
}

/* -- Running -- */

static int fail_to_open(void)
{
    return refuse(FAILED, _("the terminal cannot be used"));
}

int terminal_play(const term_wish *w)
{
    char why[MUR_MESSAGE_TEXT];
    app a = { .wish = w, .pace = w->pace };
    term_words_use(w->words);
    bool has_table = w->resumes || w->game;
    table *t = w->resumes ? wish_resume(w, why) : w->game ? wish_open(w, why) : NULL;
    if (has_table && !t)
        return refuse(BAD, why);
    if (!term_open(w->is_ascii)) {
        if (t)
            t->kind->close(t);
        return fail_to_open();
    }
    if (t)
        play_open(&a, t);
    else
        start_open(&a);
    return term_run(&a);
}

int terminal_replay(const term_wish *w, const char *path)
{
    char why[MUR_MESSAGE_TEXT];
    app a = { .wish = w, .pace = w->pace };
    term_words_use(w->words);
    table *t = local_look(path, why);
    if (!t) {
        char text[MUR_MESSAGE_TEXT + 512];
        snprintf(text, sizeof text, "%.400s: %s", path, why);
        return refuse(BAD, text);
    }
    if (!term_open(w->is_ascii)) {
        t->kind->close(t);
        return fail_to_open();
    }
    replay_open(&a, t, MUR_ALL, true);
    return term_run(&a);
}
