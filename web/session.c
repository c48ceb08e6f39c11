/* SPDX-License-Identifier: MIT */
/* web/session.c -- one game session: reading a command, finding its function, answering in JSON.
 * The table `commands` lists all commands with what they need: a game of any sort, a whole record, or the feed of an
 * online seat.
 * The functions are in session_games.c (records and feeds), session_position.c (looking and playing),
 * session_history.c (what happened) and session_bots.c (bots and advice); session_source.c hides from them whether
 * positions come from a record or a feed. */
#include "web/session_int.h"

#include <assert.h>
#include <stdlib.h>

#include "record/lines.h"

session *session_open(void)
{
    return mur_new(sizeof(session));
}

void session_close(session **s)
{
    if (!*s)
        return;
    mur_record_close(&(*s)->record);
    mur_feed_close(&(*s)->feed);
    catalogue_close(&(*s)->catalogue);
    bot_runner_close(&(*s)->bot_runner);
    free((*s)->decisions);
    free(*s);
    *s = NULL;
}

/* -- Reading and refusing -- */

/* Arguments are words with single spaces between them. */
bool take_argument(request *r, mur_span *word)
{
    mur_take_char(&r->line, ' ');
    return mur_take_word(&r->line, word);
}

bool take_int(request *r, int *n)
{
    mur_take_char(&r->line, ' ');
    return mur_take_number(&r->line, n);
}

/* Any digits, modulo 2^64: JavaScript sends a 64-bit number as text. */
bool take_seed(request *r, uint64_t *seed)
{
    mur_span word;
    if (!take_argument(r, &word))
        return false;
    *seed = 0;
    for (size_t i = 0; i < word.len; i++)
        *seed = *seed * 10 + (uint64_t)(word.at[i] - '0');
    return true;
}

/* The reason is a gettext key; the answer has it in the session's language. */
void refuse(request *r, const char *why)
{
    mur_json_put_string(r->out, "error", catalogue_translate(r->session->catalogue, why));
}

/* -- Dispatch -- */

/* What the session must have for a command to run; NEEDS_GAME: a record or a feed. */
typedef enum { NEEDS_NOTHING, NEEDS_GAME, NEEDS_RECORD, NEEDS_FEED } need;

static const struct {
    const char *word;
    void (*run)(request *r);
    need needs;
} commands[] = {
    { "words", cmd_words, NEEDS_NOTHING },  { "new", cmd_new, NEEDS_NOTHING },
    { "read", cmd_read, NEEDS_NOTHING },    { "games", cmd_games, NEEDS_NOTHING },
    { "record", cmd_record, NEEDS_RECORD }, { "look", cmd_look, NEEDS_GAME },
    { "play", cmd_play, NEEDS_RECORD },     { "why", cmd_why, NEEDS_GAME },
    { "preview", cmd_preview, NEEDS_GAME }, { "bot", cmd_bot, NEEDS_GAME },
    { "story", cmd_story, NEEDS_GAME },     { "takeback", cmd_takeback, NEEDS_RECORD },
    { "model", cmd_model, NEEDS_NOTHING },  { "bots", cmd_bots, NEEDS_GAME },
    { "hint", cmd_hint, NEEDS_GAME },       { "evaluate", cmd_evaluate, NEEDS_RECORD },
    { "review", cmd_review, NEEDS_RECORD }, { "online", cmd_online, NEEDS_NOTHING },
    { "feed", cmd_feed, NEEDS_FEED },       { "steps", cmd_steps, NEEDS_RECORD },
};

/* Does the session have what the command needs? */
static bool has_needed(const session *s, need needs)
{
    switch (needs) {
    case NEEDS_NOTHING:
        break;
    case NEEDS_GAME:
        return s->record || s->feed;
    case NEEDS_RECORD:
        return s->record != NULL;
    case NEEDS_FEED:
        return s->feed != NULL;
    }
    return true;
}

/* An unknown command, or one whose game is not there, is refused like anything else. */
static void run(request *r, mur_span word)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (mur_span_is(word, commands[i].word)) {
            if (has_needed(r->session, commands[i].needs))
                commands[i].run(r);
            else
                refuse(r, mur_err_text(NULL, MUR_SETUP));
            return;
        }
    refuse(r, mur_err_text(NULL, MUR_TEXT));
}

/* The size of an answer is not known before it is written, so a command whose answer was cut runs again with a
 * buffer of twice the size. Commands that change the session have short answers, which fit at once: only commands
 * without side effects are ever repeated. */
void session_run(session *s, mur_span asked, mur_buffer *answer)
{
    for (size_t size = 1 << 16;; size *= 2) {
        assert(size <= SIZE_MAX / 4);
        request r = { .session = s, .more = asked };
        mur_span word = { "", 0 };
        mur_take_line(&r.more, &r.line);
        mur_take_word(&r.line, &word);
        mur_text text = mur_buffer_reserve(answer, size);
        mur_json json = { .t = &text };
        r.out = &json;
        mur_json_begin(&json, '{');
        run(&r, word);
        mur_json_end(&json, '}');
        if (!mur_text_is_cut(&text)) {
            mur_buffer_commit(answer, &text);
            return;
        }
    }
}
