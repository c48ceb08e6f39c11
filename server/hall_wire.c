/* SPDX-License-Identifier: MIT */
/* server/hall_wire.c -- what is written to a connection. */
#include <sodium.h>
#include <string.h>

#include "record/quote.h"
#include "server/hall_int.h"

enum { OUT_MIN = 1 << 16 };

/* -- Values -- */

void put_text(mur_json *j, const char *key, mur_span text)
{
    mur_json_key(j, key);
    mur_json_word(j, ""); /* its comma */
    mur_put_json(j->t, text);
}

void put_string(mur_json *j, const char *key, const char *text)
{
    put_text(j, key, mur_span_of(text));
}

void put_long(mur_json *j, const char *key, int64_t n)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (n < 0)
        digits[--at] = '-';
    mur_json_key(j, key);
    mur_json_word(j, "");
    mur_put_bytes(j->t, digits + at, sizeof digits - at);
}

void put_flag(mur_json *j, const char *key, bool is)
{
    mur_json_key(j, key);
    mur_json_word(j, is ? "true" : "false");
}

void put_id(mur_json *j, const char *key, store_id id)
{
    char text[ID_TEXT];
    id_write(id, text);
    mur_json_key(j, key);
    mur_json_string(j, text);
}

void put_seats(mur_json *j, const char *key, unsigned seats)
{
    mur_json_key(j, key);
    mur_json_begin(j, '[');
    for (int seat = 0; seat < MUR_SEATS; seat++)
        if (seats >> seat & 1)
            mur_json_int(j, seat + 1);
    mur_json_end(j, ']');
}

void put_who(mur_json *j, const char *key, const table *t, store_id person)
{
    char label[TABLE_LABEL] = "";
    if (!id_is_nobody(person))
        table_label(t, person, label);
    put_string(j, key, label);
}

/* -- Ids -- */

void id_write(store_id id, char out[ID_TEXT])
{
    sodium_bin2base64(out, ID_TEXT, id.at, sizeof id.at, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool id_read(mur_span text, store_id *out)
{
    size_t n = 0;
    return text.len == ID_TEXT - 1 &&
           sodium_base642bin(out->at, sizeof out->at, text.at, text.len, NULL, &n, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           n == sizeof out->at;
}

/* None that begins with "-": whoever types it after a command means no option. */
store_id id_draw(void)
{
    store_id id;
    char text[ID_TEXT];
    do {
        randombytes_buf(id.at, sizeof id.at);
        id_write(id, text);
    } while (text[0] == '-');
    return id;
}

/* -- Notes -- */

note *hall_note(hall *h, hall_fill *fill, const void *context)
{
    for (size_t size = h->out.size > OUT_MIN ? h->out.size - 1 : OUT_MIN;;) {
        mur_buffer_clear(&h->out);
        mur_text t = mur_buffer_text(&h->out, size);
        mur_json j = { .t = &t };
        mur_json_begin(&j, '{');
        fill(&j, context);
        mur_json_end(&j, '}');
        if (!mur_text_is_cut(&t))
            return note_new((mur_span){ t.at, t.len });
        size = t.len + 1;
    }
}

void hall_send(hall *h, hall_line *line, note *n)
{
    if (!line->is_gone && !line->is_ending)
        h->door.send(h->door.context, line->peer, n);
}

const char *hall_word(const hall *h, const char *lang, const char *key)
{
    return h->plan.translate ? h->plan.translate(lang, key) : key;
}

/* -- Answers -- */

typedef struct {
    const hall_request *q;
    hall_fill *fill;
    const void *context;
    const char *code, *text; /* NULL: it is no error */
} answer;

static void fill_answer(mur_json *j, const void *context)
{
    const answer *a = context;
    if (a->q->id >= 0)
        put_long(j, "re", a->q->id);
    if (a->code) {
        mur_json_key(j, "error");
        mur_json_string(j, a->code);
        put_string(j, "text", a->text);
    } else {
        put_flag(j, "ok", true);
    }
    if (a->fill)
        a->fill(j, a->context);
}

static void send_answer(hall_request *q, const answer *a)
{
    hall *h = q->h;
    hall_line *line = q->line;
    if (line && !line->is_gone) {
        note *n = hall_note(h, fill_answer, a);
        hall_send(h, line, n);
        note_drop(&n);
    }
    hall_request_free(q);
}

void hall_answer(hall_request *q, hall_fill *fill, const void *context)
{
    if (q->line && q->verb && q->verb->act_at == act_move)
        histogram_add(&q->h->counts.move_times, (double)(hall_clock() - q->arrived) / 1e9);
    if (q->line)
        q->line->status = 200;
    send_answer(q, &(answer){ .q = q, .fill = fill, .context = context });
}

typedef struct {
    const char *code, *words;
    int status;
} error_words;

static const error_words errors[] = {
#define X(id, code, status, words) [HALL_##id] = { code, words, status },
    HALL_ERRS(X)
#undef X
};

static const char *lang_of(const hall_request *q)
{
    return q->line && q->line->lang[0] ? q->line->lang : "en";
}

static void put_own_version(mur_json *j, const void *context)
{
    (void)context;
    mur_json_put_int(j, "v", HALL_VERSION);
}

/* Already in the language of the connection. */
static void refuse_in_words(hall_request *q, hall_err err, const char *words)
{
    const error_words *e = &errors[err];
    q->h->counts.refusals++;
    if (q->line)
        q->line->status = e->status;
    send_answer(
        q,
        &(answer){ .q = q, .code = e->code, .text = words, .fill = err == HALL_VERSION_ERR ? put_own_version : NULL });
}

void hall_refuse_why(hall_request *q, hall_err err, const char *why)
{
    refuse_in_words(q, err, hall_word(q->h, lang_of(q), why));
}

void hall_refuse(hall_request *q, hall_err err)
{
    hall_refuse_why(q, err, errors[err].words);
}

void hall_refuse_field(hall_request *q, const char *field)
{
    char words[256];
    mur_text t = mur_text_on(words, sizeof words);
    mur_place places[] = { { "field", mur_span_of(field) }, { NULL, { NULL, 0 } } };
    mur_put_phrase(&t, hall_word(q->h, lang_of(q), N_("{field}: missing, or not what it should be")), places);
    refuse_in_words(q, HALL_MESSAGE, words);
}

void hall_refuse_with(hall_request *q, hall_err err, const char *key, const mur_place *places)
{
    char words[256];
    mur_text t = mur_text_on(words, sizeof words);
    mur_put_phrase(&t, hall_word(q->h, lang_of(q), key), places);
    refuse_in_words(q, err, words);
}

void hall_refuse_store(hall_request *q, store_err err)
{
    hall_set_store_away(q->h, err == STORE_AWAY || err == STORE_UNSURE || err == STORE_BROKEN);
    switch (err) {
    case STORE_NONE:
        hall_refuse(q, HALL_NONE);
        break;
    case STORE_TAKEN:
        hall_refuse(q, HALL_TAKEN);
        break;
    case STORE_UNSURE:
        hall_refuse(q, HALL_UNSURE);
        break;
    case STORE_REFUSED:
        hall_refuse(q, q->refusal ? q->refusal : HALL_MESSAGE);
        break;
    case STORE_OK:
    case STORE_AWAY:
    case STORE_BROKEN:
        hall_refuse(q, HALL_AWAY);
        break;
    }
}
