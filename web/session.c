/* SPDX-License-Identifier: MIT */
#include "web/table_int.h"

#include <stdlib.h>

#include "record/lines.h"
#include "web/put.h"

table *table_open(void)
{
    return mur_new(sizeof(table));
}

void table_close(table **t)
{
    if (!*t)
        return;
    mur_record_close(&(*t)->record);
    mur_told_close(&(*t)->told);
    words_close(&(*t)->words);
    thinker_close(&(*t)->thinker);
    free((*t)->judged);
    free(*t);
    *t = NULL;
}

/* -- Reading and refusing -- */

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

void refuse(request *r, const char *why)
{
    put_string(r->out, "error", words_say(r->table->words, why));
}

/* -- The door -- */

/* What a command needs to be there. */
typedef enum { NOTHING, A_GAME, A_RECORD, SOMEBODY_TOLD } need;

static const struct {
    const char *word;
    void (*run)(request *r);
    need needs;
} commands[] = {
    { "words", ask_words, NOTHING },     { "new", ask_new, NOTHING },        { "read", ask_read, NOTHING },
    { "games", ask_games, NOTHING },     { "record", ask_record, A_RECORD }, { "look", ask_look, A_GAME },
    { "play", ask_play, A_RECORD },      { "why", ask_why, A_GAME },         { "preview", ask_preview, A_GAME },
    { "bot", ask_bot, A_GAME },          { "story", ask_story, A_GAME },     { "quiet", ask_quiet, A_RECORD },
    { "lore", ask_lore, NOTHING },       { "bots", ask_bots, A_GAME },       { "hint", ask_hint, A_GAME },
    { "judge", ask_judge, A_RECORD },    { "review", ask_review, A_RECORD }, { "online", ask_online, NOTHING },
    { "told", ask_told, SOMEBODY_TOLD }, { "tell", ask_tell, A_RECORD },
};

static bool is_there(const table *t, need needs)
{
    switch (needs) {
    case NOTHING:
        break;
    case A_GAME:
        return t->record || t->told;
    case A_RECORD:
        return t->record != NULL;
    case SOMEBODY_TOLD:
        return t->told != NULL;
    }
    return true;
}

static void run(request *r, mur_span word)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (mur_span_is(word, commands[i].word)) {
            if (is_there(r->table, commands[i].needs))
                commands[i].run(r);
            else
                refuse(r, mur_why(NULL, MUR_SETUP));
            return;
        }
    refuse(r, mur_why(NULL, MUR_TEXT));
}

/* Commands that change something answer briefly; only the others can need more room, and are asked again. */
void table_ask(table *t, mur_span asked, mur_buffer *answer)
{
    for (size_t room = 1 << 16;; room *= 2) {
        request r = { .table = t, .more = asked };
        mur_span word = { "", 0 };
        mur_take_line(&r.more, &r.line);
        mur_take_word(&r.line, &word);
        mur_text text = mur_buffer_text(answer, room);
        mur_json json = { .t = &text };
        r.out = &json;
        mur_json_begin(&json, '{');
        run(&r, word);
        mur_json_end(&json, '}');
        if (!mur_text_is_cut(&text)) {
            mur_buffer_keep(answer, &text);
            return;
        }
    }
}
