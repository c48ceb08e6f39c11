/* SPDX-License-Identifier: MIT */
/* server/lobby/reply.c -- answers, refusals and messages: everything that is written to a connection. A message is
 * written once as JSON and shared by all connections that get it (out_message.h). Texts for people are translated into
 * the language of the connection; codes and fields are not. */
#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "record/safe_text.h"
#include "server/lobby/lobby_int.h"

enum { OUT_MIN = 1 << 16 };

/* -- Values -- */

void put_id(mur_json *j, const char *key, store_id id)
{
    char text[ID_TEXT];
    id_write(id, text);
    mur_json_key(j, key);
    mur_json_string(j, text);
}

void put_person_label(mur_json *j, const char *key, const table *t, store_id person)
{
    char label[TABLE_LABEL] = "";
    if (!store_id_is_none(person))
        table_label(t, person, label);
    mur_json_put_string(j, key, label);
}

/* -- Messages -- */

/* Writes into one buffer of the lobby that keeps its size, so a message is usually written in one go. If it does not
 * fit, it is written again with the size that the first try found out. */
out_message *lobby_new_message(lobby *lb, lobby_fill *fill, const void *context)
{
    assert(fill);
    for (size_t size = lb->out.size > OUT_MIN ? lb->out.size - 1 : OUT_MIN;;) {
        mur_buffer_clear(&lb->out);
        mur_text t = mur_buffer_reserve(&lb->out, size);
        mur_json j = { .t = &t };
        mur_json_begin(&j, '{');
        fill(&j, context);
        mur_json_end(&j, '}');
        if (!mur_text_is_cut(&t))
            return out_message_new((mur_span){ t.at, t.len });
        size = t.len + 1;
    }
}

void lobby_send(lobby *lb, lobby_conn *conn, out_message *m)
{
    if (!conn->is_gone && !conn->is_ending)
        lb->transport.send(lb->transport.context, conn->peer, m);
}

const char *lobby_translate(const lobby *lb, const char *lang, const char *key)
{
    return lb->config.translate ? lb->config.translate(lang, key) : key;
}

/* -- Answers -- */

typedef struct {
    const lobby_request *req;
    lobby_fill *fill;
    const void *context;
    const char *code, *text; /* of an error; NULL: it is a success */
} answer;

static void fill_answer(mur_json *j, const void *context)
{
    const answer *a = context;
    if (a->req->id >= 0)
        mur_json_put_long(j, "re", a->req->id);
    if (a->code) {
        mur_json_key(j, "error");
        mur_json_string(j, a->code);
        mur_json_put_string(j, "text", a->text);
    } else {
        mur_json_put_bool(j, "ok", true);
    }
    if (a->fill)
        a->fill(j, a->context);
}

static void send_answer(lobby_request *req, const answer *a)
{
    lobby *lb = req->lb;
    lobby_conn *conn = req->conn;
    if (conn && !conn->is_gone) {
        out_message *m = lobby_new_message(lb, fill_answer, a);
        lobby_send(lb, conn, m);
        out_message_unref(&m);
    }
    lobby_request_free(req);
}

/* The time from arrival to answer is counted for moves only: it is what players wait for. */
void lobby_reply(lobby_request *req, lobby_fill *fill, const void *context)
{
    if (req->conn && req->verb && req->verb->handle_at_table == handle_move)
        histogram_add(&req->lb->stats.move_times, (double)(monotonic_ns() - req->arrived) / 1e9);
    if (req->conn)
        req->conn->status = 200;
    send_answer(req, &(answer){ .req = req, .fill = fill, .context = context });
}

typedef struct {
    const char *code, *words;
    int status;
} error_words;

static const error_words errors[] = {
#define X(id, code, status, words) [LOBBY_##id] = { code, words, status },
    LOBBY_ERRS(X)
#undef X
};

static const char *lang_of(const lobby_request *req)
{
    return req->conn && req->conn->lang[0] ? req->conn->lang : "en";
}

static void put_own_version(mur_json *j, const void *context)
{
    (void)context;
    mur_json_put_int(j, "v", PROTOCOL_VERSION);
}

/* words are in the language of the connection already. */
static void refuse_in_words(lobby_request *req, lobby_err err, const char *words)
{
    assert(err != LOBBY_OK && words);
    const error_words *e = &errors[err];
    req->lb->stats.refusals++;
    if (req->conn)
        req->conn->status = e->status;
    send_answer(
        req,
        &(answer){ .req = req, .code = e->code, .text = words, .fill = err == LOBBY_VERSION ? put_own_version : NULL });
}

void lobby_refuse_why(lobby_request *req, lobby_err err, const char *why)
{
    refuse_in_words(req, err, lobby_translate(req->lb, lang_of(req), why));
}

void lobby_refuse(lobby_request *req, lobby_err err)
{
    assert(err != LOBBY_OK);
    lobby_refuse_why(req, err, errors[err].words);
}

void lobby_refuse_field(lobby_request *req, const char *field)
{
    char words[256];
    mur_text t = mur_text_on(words, sizeof words);
    mur_format_arg places[] = { { "field", mur_span_of(field) }, { NULL, { NULL, 0 } } };
    mur_put_format(&t, lobby_translate(req->lb, lang_of(req), N_("{field}: missing or invalid")), places);
    refuse_in_words(req, LOBBY_MESSAGE, words);
}

void lobby_refuse_with(lobby_request *req, lobby_err err, const char *key, const mur_format_arg *places)
{
    char words[256];
    mur_text t = mur_text_on(words, sizeof words);
    mur_put_format(&t, lobby_translate(req->lb, lang_of(req), key), places);
    refuse_in_words(req, err, words);
}

/* Maps an error of the store to a refusal, where the caller has no more specific one. Also records whether the store is
 * down: every failure of the store passes here or through table_writes.c. */
void lobby_refuse_store(lobby_request *req, store_err err)
{
    lobby_set_store_down(req->lb, err == STORE_UNAVAILABLE || err == STORE_UNSURE || err == STORE_CORRUPT);
    switch (err) {
    case STORE_NOT_FOUND:
        lobby_refuse(req, LOBBY_NONE);
        break;
    case STORE_TAKEN:
        lobby_refuse(req, LOBBY_TAKEN);
        break;
    case STORE_UNSURE:
        lobby_refuse(req, LOBBY_UNSURE);
        break;
    case STORE_INVALID:
        lobby_refuse(req, req->refusal ? req->refusal : LOBBY_MESSAGE);
        break;
    case STORE_OK:
    case STORE_UNAVAILABLE:
    case STORE_CORRUPT:
        lobby_refuse(req, LOBBY_STORE_DOWN);
        break;
    }
}
