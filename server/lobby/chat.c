/* SPDX-License-Identifier: MIT */
/* server/lobby/chat.c -- the verb `say`, and chat that was written in other processes.
 * A line of chat is written to the store first and sent afterwards. A process hears of lines written elsewhere by news
 * from the store: it reads the latest few and sends those that its listeners do not have yet. Which ones they have is
 * remembered as hashes of person, time and text, the last CHATS_REMEMBERED of each table. */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "record/safe_text.h"
#include "server/lobby/lobby_int.h"

chat_line chat_line_read(store_id where, store_id person, mur_span name, store_time at, mur_span text)
{
    chat_line line = { .table = where, .person = person, .at = at };
    copy_text(line.by, sizeof line.by, name);
    copy_text(line.text, sizeof line.text, text);
    return line;
}

void put_chat_line(mur_json *j, const table *t, const chat_line *line)
{
    mur_json_put_string(j, "by", line->by);
    put_person_label(j, "person", t, line->person);
    mur_json_put_long(j, "at", line->at);
    mur_json_put_string(j, "text", line->text);
}

/* True: listeners have this line already. Otherwise it counts as sent from now on. */
static bool is_known_or_remember(lobby_table *t, store_id person, store_time at, mur_span text)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES];
    unsigned char whole[sizeof person + sizeof at + 8];
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)text.at, text.len, key);
    memcpy(whole, &person, sizeof person);
    memcpy(whole + sizeof person, &at, sizeof at);
    memcpy(whole + sizeof person + sizeof at, &hash, sizeof hash);
    crypto_shorthash((unsigned char *)&hash, whole, sizeof whole, key);
    for (int i = 0; i < CHATS_REMEMBERED; i++)
        if (t->chat_hashes[i] == hash)
            return true;
    t->chat_hashes[t->n_chat_hashes++ % CHATS_REMEMBERED] = hash;
    return false;
}

typedef struct {
    const lobby_table *t;
    const chat_line *line;
} chat_news;

static void fill_chat(mur_json *j, const void *context)
{
    const chat_news *news = context;
    mur_json_put_string(j, "news", "chat");
    mur_json_put_string(j, "table", news->t->name);
    put_chat_line(j, news->t->journal.table, news->line);
}

/* Sends a line to the table's listeners, unless they have it. */
static void send_line(lobby *lb, lobby_table *t, const chat_line *line)
{
    if (!is_known_or_remember(t, line->person, line->at, mur_span_of(line->text)))
        lobby_send_to_listeners(lb, t, fill_chat, &(chat_news){ t, line });
}

static void write_chat(store_job *job, store *st)
{
    const chat_line *s = ((lobby_request *)job)->data;
    job->err = store_add_chat(st, s->table, s->person, s->at, mur_span_of(s->text));
}

/* The table may have left memory while the line was written; then nobody listens. */
static void on_chat_written(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    const chat_line *s = req->data;
    lobby_table *t = lobby_find_table(req->lb, s->table);
    if (job->err) {
        lobby_refuse_store(req, job->err);
        return;
    }
    req->lb->stats.chats++;
    if (t && t->journal.table)
        send_line(req->lb, t, s);
    lobby_reply(req, NULL, NULL);
}

/* Up to CHAT_CHARACTERS characters of UTF-8; the only control character is the line feed. */
static bool is_valid_chat(mur_span text)
{
    int n = 0;
    bool is_good = text.len > 0 && text.len <= 4 * CHAT_CHARACTERS;
    for (; text.len > 0 && is_good; n++) {
        int32_t character = mur_take_utf8(&text);
        is_good = character > 0 && (!mur_is_control(character) || character == '\n');
    }
    return is_good && n <= CHAT_CHARACTERS;
}

/* The host and everybody who has ever had a seat may always chat, others unless the table is quiet. The line is sent
 * after its commit. */
void handle_say(lobby *lb, lobby_request *req, lobby_table *t)
{
    const lobby_person *who = req->conn->person;
    mur_span text;
    if (!lobby_require_text(req, "text", MESSAGE_MAX, &text))
        return;
    if (!is_valid_chat(text)) {
        lobby_refuse_field(req, "text");
        return;
    }
    if (lobby_is_muted(who, lobby_now(lb))) {
        lobby_refuse(req, LOBBY_MUTED);
        return;
    }
    bool may = journal_has_sat(&t->journal, who->node.id) ||
               store_id_equals(table_host(t->journal.table), who->node.id) ||
               !table_plan_of(t->journal.table)->is_quiet;
    if (!may) {
        lobby_refuse(req, LOBBY_NOT_YOURS);
        return;
    }
    if (table_status(t->journal.table).state == STORE_CLOSED) {
        lobby_refuse(req, LOBBY_STATE);
        return;
    }
    chat_line *s = mur_new(sizeof *s);
    *s = chat_line_read(t->node.id, who->node.id, mur_span_of(who->account.name), lobby_now(lb), text);
    req->data = s;
    lobby_submit_store(lb, req, true, write_chat, on_chat_written);
}

/* -- Chat of other processes -- */

typedef struct {
    store_id table;
    chat_line list[CHATS_REMEMBERED];
    int n;
} chat_batch;

/* As many as fit. */
static bool keep_chat_line(void *context, store_id person, mur_span name, store_time at, mur_span text)
{
    chat_batch *batch = context;
    assert(batch->n < CHATS_REMEMBERED);
    batch->list[batch->n++] = chat_line_read(batch->table, person, name, at, text);
    return batch->n < CHATS_REMEMBERED;
}

static void read_chat_batch(store_job *job, store *st)
{
    chat_batch *batch = ((lobby_request *)job)->data;
    batch->n = 0;
    job->err = store_read_chat(st, batch->table, CHATS_REMEMBERED, keep_chat_line, batch);
}

/* Sends those of the latest lines that this process has not sent yet, and that were written since somebody listens
 * here: earlier ones were part of the answer to `open`. */
static void on_chat_batch(store_job *job)
{
    lobby_request *req = (lobby_request *)job;
    chat_batch *batch = req->data;
    lobby_table *t = lobby_find_table(req->lb, batch->table);
    if (t && t->journal.table && !job->err) {
        t->pins++;
        for (int i = 0; i < batch->n; i++)
            if (batch->list[i].at >= t->listened_at)
                send_line(req->lb, t, &batch->list[i]);
        lobby_table_unpin(req->lb, t);
    }
    lobby_request_free(req);
}

static const verb read_chat_verb = { .name = "read_chat" };

/* News of the store says only that there is chat, not which. */
void lobby_fetch_new_chat(lobby *lb, lobby_table *t)
{
    if (!t->listeners)
        return;
    lobby_request *req = lobby_request_new(lb, &read_chat_verb);
    chat_batch *batch = mur_new(sizeof *batch);
    batch->table = t->node.id;
    req->data = batch;
    lobby_submit_store(lb, req, false, read_chat_batch, on_chat_batch);
}
